"""Deadlines and timers of one tree: one heap, one task, no cancel scope per call.

A cancel scope per call costs more than the call itself. Here a deadline is one heap entry; one
task sleeps until the earliest. An entry whose call was answered stays behind and is skipped when
it surfaces; when such entries make up most of the heap they are thrown out.
"""

from __future__ import annotations

import heapq
import itertools
import logging
import math
from collections import deque
from typing import TYPE_CHECKING, Protocol

import trio
from trio.lowlevel import enable_ki_protection

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ._call import From

logger = logging.getLogger("copilot_actors.otp")

DEFAULT_TIMEOUT = 5.0
"""Seconds that a call may take, unless it says otherwise (OTP)."""

_COMPACT_AT = 128
"""Heaps below this size are not worth compacting."""


class Expiring(Protocol):
    """What the heap holds: something that may be over before its time is."""

    done: int

    def expire(self) -> None:
        """The time has come. Must not raise."""


def _nothing() -> None:
    """What a cancelled timer does."""


class Timer:
    """One pending action.

    Attributes:
        deadline: when it fires, on trio's clock.
        done: whether it has fired or was cancelled.
    """

    __slots__ = ("_action", "deadline", "done")

    def __init__(self, deadline: float, action: Callable[[], None]) -> None:
        self.deadline = deadline
        self.done = 0
        self._action = action

    def __repr__(self) -> str:
        state = "done" if self.done else f"in {self.remaining:g} s"
        return f"<{type(self).__name__} {state}>"

    def cancel(self) -> bool:
        """Stop the timer; idempotent.

        Returns:
            True if this call prevented it from firing.
        """
        pending = not self.done
        self.done = 1
        # The heap keeps the entry until its time; it must not keep what the action refers to.
        self._action = _nothing
        return pending

    @property
    def remaining(self) -> float:
        """Seconds until it fires; 0.0 when it fired or was cancelled."""
        return 0.0 if self.done else max(0.0, self.deadline - trio.current_time())

    def expire(self) -> None:
        """Fire: called by the clock only."""
        self.done = 1
        self._action()


class Clock:
    """The heap and the task that empties it."""

    __slots__ = (
        "_calls",
        "_calls_limit",
        "_heap",
        "_limit",
        "_nap",
        "_sequence",
        "_stop",
        "_wake_at",
        "now",
    )

    def __init__(self) -> None:
        # trio.current_time() without the two calls in front of it; a tree does not outlive its run.
        self.now = trio.lowlevel.current_clock().current_time
        self._heap: list[tuple[float, int, Expiring]] = []
        self._sequence = itertools.count().__next__
        self._limit = _COMPACT_AT
        # Those with the default timeout end in the order in which they begin: no heap needed.
        self._calls: deque[From] = deque()
        self._calls_limit = _COMPACT_AT
        self._wake_at = -math.inf
        self._nap = trio.CancelScope()
        self._stop = trio.CancelScope(shield=True)

    @enable_ki_protection
    def add(self, deadline: float, entry: Expiring) -> None:
        """Call ``entry.expire()`` at ``deadline`` unless ``entry.done`` by then.

        Args:
            deadline: absolute time on trio's clock.
            entry: what expires.
        """
        heap = self._heap
        heapq.heappush(heap, (deadline, self._sequence(), entry))
        if deadline < self._wake_at:
            self._wake_at = deadline
            self._nap.deadline = deadline
        if len(heap) >= self._limit:
            heap[:] = [item for item in heap if not item[2].done]
            heapq.heapify(heap)
            self._limit = max(_COMPACT_AT, 2 * len(heap))

    @enable_ki_protection
    def add_calls(self, fresh: Sequence[From]) -> None:
        """What `add` does, for calls with the default timeout that begin now.

        Args:
            fresh: what expires.
        """
        deadline = self.now() + DEFAULT_TIMEOUT
        for call in fresh:
            call.deadline = deadline
        calls = self._calls
        calls.extend(fresh)
        if deadline < self._wake_at:
            self._wake_at = deadline
            self._nap.deadline = deadline
        if len(calls) >= self._calls_limit:
            self._calls = calls = deque([call for call in calls if not call.done])
            self._calls_limit = max(_COMPACT_AT, 2 * len(calls))

    def after(self, seconds: float, action: Callable[[], None]) -> Timer:
        """Run a plain function later.

        Args:
            seconds: how long from now; ``math.inf`` never fires.
            action: the function; it must not raise.

        Returns:
            The timer.
        """
        timer = Timer(trio.current_time() + seconds, action)
        if timer.deadline < math.inf:
            self.add(timer.deadline, timer)
        return timer

    def pending(self) -> int:
        """Number of entries that may still expire."""
        entries = [*(item[2] for item in self._heap), *self._calls]
        return sum(not entry.done for entry in entries)

    def _next_due(self, now: float) -> Expiring | None:
        heap, calls = self._heap, self._calls
        while heap and (heap[0][0] <= now or heap[0][2].done):
            entry = heapq.heappop(heap)[2]
            if not entry.done:
                return entry
        while calls and (calls[0].deadline <= now or calls[0].done):
            call = calls.popleft()
            if not call.done:
                return call
        return None

    @enable_ki_protection
    async def run(self) -> None:
        """Expire entries until `stop`. One that raises is logged: all deadlines depend on this."""
        with self._stop:
            while True:
                now = trio.current_time()
                while (entry := self._next_due(now)) is not None:
                    try:
                        entry.expire()
                    except Exception:
                        logger.exception("%r raised when its time had come", entry)
                self._wake_at = min(
                    self._heap[0][0] if self._heap else math.inf,
                    self._calls[0].deadline if self._calls else math.inf,
                )
                with trio.CancelScope(deadline=self._wake_at) as self._nap:
                    await trio.sleep_forever()

    def stop(self) -> None:
        """End `run`; entries left behind never expire."""
        self._stop.cancel()
