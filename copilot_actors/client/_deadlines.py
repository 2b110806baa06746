"""Deadlines of many waits for the price of one task: no cancel scope per call.

A cancel scope per call makes a short wait 2.5 times as expensive (perf.md, section A); a heap
entry costs a fraction of a microsecond.
"""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable

import trio

_SLACK = 64


class Deadline:
    """One entry; :meth:`cancel` makes it harmless."""

    __slots__ = ("expire", "when")

    def __init__(self, when: float, expire: Callable[[], None]) -> None:
        self.when = when
        self.expire: Callable[[], None] | None = expire

    def cancel(self) -> None:
        """Never call back; idempotent."""
        self.expire = None


class DeadlineQueue:
    """Calls back at given times of trio's clock, from the one task that runs :meth:`run`."""

    __slots__ = ("_counter", "_heap", "_scope")

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Deadline]] = []
        self._counter = itertools.count()
        self._scope: trio.CancelScope | None = None

    def __len__(self) -> int:
        return len(self._heap)

    def add(self, when: float, expire: Callable[[], None]) -> Deadline:
        """Call ``expire`` at ``when`` unless the entry is cancelled before."""
        deadline = Deadline(when, expire)
        if math.isinf(when):
            return deadline
        heapq.heappush(self._heap, (when, next(self._counter), deadline))
        if self._scope is not None and when < self._scope.deadline:
            self._scope.deadline = when
        return deadline

    def compact(self, live: int) -> None:
        """Drop cancelled entries once they outnumber the ``live`` ones."""
        if len(self._heap) > 2 * live + _SLACK:
            self._heap = [entry for entry in self._heap if entry[2].expire is not None]
            heapq.heapify(self._heap)

    async def run(self) -> None:
        """Serve the queue until cancelled. The callbacks must not raise and must not wait."""
        while True:
            now = trio.current_time()
            while self._heap and (self._heap[0][2].expire is None or self._heap[0][0] <= now):
                _, _, deadline = heapq.heappop(self._heap)
                if deadline.expire is not None:
                    deadline.expire()
            when = self._heap[0][0] if self._heap else math.inf
            with trio.CancelScope(deadline=when) as self._scope:
                await trio.sleep_forever()
