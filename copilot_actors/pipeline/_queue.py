"""The items that are at hand, by priority, and those that wait for their next attempt."""

from __future__ import annotations

import heapq
import math
from typing import Generic, TypeVar

E = TypeVar("E")


class ItemQueue(Generic[E]):
    """Bounded by whoever fills it. Sans-IO: the time is given."""

    def __init__(self) -> None:
        self._ready: list[tuple[float, int, E]] = []
        self._delayed: list[tuple[float, int, float, E]] = []

    def __len__(self) -> int:
        return len(self._ready) + len(self._delayed)

    @property
    def ready(self) -> int:
        """How many may begin."""
        return len(self._ready)

    @property
    def delayed(self) -> int:
        """How many wait for a time."""
        return len(self._delayed)

    def push(self, entry: E, priority: float, position: int) -> None:
        """Add an item that may begin: greater priorities first, then the order of the items."""
        heapq.heappush(self._ready, (-priority, position, entry))

    def delay(self, entry: E, priority: float, position: int, until: float) -> None:
        """Add an item that may begin at a time."""
        heapq.heappush(self._delayed, (until, position, priority, entry))

    def release(self, now: float) -> None:
        """Let those begin whose time has come."""
        while self._delayed and self._delayed[0][0] <= now:
            _, position, priority, entry = heapq.heappop(self._delayed)
            self.push(entry, priority, position)

    def next_release(self) -> float:
        """When the next one's time comes."""
        return self._delayed[0][0] if self._delayed else math.inf

    def pop(self) -> E:
        """Remove and return the item that begins next."""
        return heapq.heappop(self._ready)[2]

    def drop(self) -> list[E]:
        """Remove and return all."""
        entries = [one[2] for one in self._ready] + [one[3] for one in self._delayed]
        self._ready.clear()
        self._delayed.clear()
        return entries
