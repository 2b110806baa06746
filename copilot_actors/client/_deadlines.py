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

    __slots__ = ("_queue", "expire")

    def __init__(self, queue: DeadlineQueue, expire: Callable[[], None] | None) -> None:
        self._queue = queue
        self.expire = expire

    def cancel(self) -> None:
        """Never call back; idempotent."""
        if self.expire is not None:
            self.expire = None
            self._queue.cancelled()


class DeadlineQueue:
    """Calls back at given times of trio's clock, from the one task that runs :meth:`run`."""

    __slots__ = ("_cancelled", "_counter", "_heap", "_scope")

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, Deadline]] = []
        self._cancelled = 0
        self._counter = itertools.count()
        self._scope: trio.CancelScope | None = None

    def __len__(self) -> int:
        return len(self._heap)

    def add(self, when: float, expire: Callable[[], None] | None) -> Deadline:
        """Call ``expire`` at ``when`` unless the entry is cancelled before."""
        if expire is None or math.isinf(when):
            return Deadline(self, None)
        deadline = Deadline(self, expire)
        heapq.heappush(self._heap, (when, next(self._counter), deadline))
        if self._scope is not None and when < self._scope.deadline:
            self._scope.deadline = when
        return deadline

    def cancelled(self) -> None:
        """An entry was cancelled; drop those once they outnumber the live ones."""
        self._cancelled += 1
        if self._cancelled > len(self._heap) // 2 + _SLACK:
            self._heap = [entry for entry in self._heap if entry[2].expire is not None]
            heapq.heapify(self._heap)
            self._cancelled = 0

    async def run(self) -> None:
        """Serve the queue until cancelled. The callbacks must not raise and must not wait."""
        while True:
            now = trio.current_time()
            while self._heap and (self._heap[0][2].expire is None or self._heap[0][0] <= now):
                _, _, deadline = heapq.heappop(self._heap)
                expire, deadline.expire = deadline.expire, None
                if expire is None:
                    self._cancelled -= 1
                else:
                    expire()
            when = self._heap[0][0] if self._heap else math.inf
            with trio.CancelScope(deadline=when) as self._scope:
                await trio.sleep_forever()
