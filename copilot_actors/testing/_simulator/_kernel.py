"""Runs the activities of one simulated process, in an order that only the seed decides.

An activity is a generator that yields what it waits for: a number of seconds, or a
:class:`Slot`. Trio's own scheduler is not used for them, because it may run two tasks that are
ready at once in any order, and then one seed would give several traces.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Generator
from typing import Final, Generic, TypeAlias, TypeVar, final

import trio

T = TypeVar("T")
_STEPS_PER_CHECKPOINT: Final = 256


class Halt(Exception):
    """Raised inside an activity when the process died under it."""


class Waitable:
    """Base of what an activity can wait for."""

    def __init__(self) -> None:
        self.done = False
        self._waiting: list[Running] = []


@final
class Slot(Waitable, Generic[T]):
    """A value that is put once and can be waited for."""

    def __init__(self) -> None:
        super().__init__()
        self._value: list[T] = []

    def put(self, value: T) -> bool:
        """Set the value and wake the waiters; the first value wins.

        Returns:
            Whether this was the first value.
        """
        if self.done:
            return False
        self.done = True
        self._value.append(value)
        for running in self._waiting:
            running.wake()
        self._waiting.clear()
        return True

    def wait(self) -> Activity[T]:
        """Wait for the value."""
        if not self.done:
            yield self
        return self._value[0]


Activity: TypeAlias = Generator["float | Waitable", None, T]
"""A generator that yields seconds to sleep or a :class:`Waitable`, and returns a ``T``."""


@final
class Running:
    """One activity that was started; ``result`` gets its value, unless it is cancelled."""

    def __init__(self, kernel: Kernel, activity: Activity[object]) -> None:
        self._kernel = kernel
        self._activity = activity
        self.finished: Slot[None] = Slot()

    @property
    def active(self) -> bool:
        """Whether it has neither returned nor been cancelled."""
        return not self.finished.done

    def wake(self) -> None:
        """Let it go on at the present moment."""
        self._kernel._schedule(self, 0.0)

    def cancel(self) -> None:
        """End it at the place where it waits. Does nothing when it has ended."""
        if self.active:
            self._activity.close()
            self.finished.put(None)

    def step(self) -> None:
        """Run it to its next wait."""
        if not self.active:
            return
        try:
            wait = next(self._activity)
        except StopIteration:
            self.finished.put(None)
        except BaseException:
            self.finished.put(None)
            raise
        else:
            if not isinstance(wait, Waitable):
                self._kernel._schedule(self, wait)
            elif wait.done:
                self._kernel._schedule(self, 0.0)
            else:
                wait._waiting.append(self)


@final
class Kernel:
    """The scheduler: one queue of moments on trio's clock, one task that works it off."""

    def __init__(self, on_crash: Callable[[Exception], None]) -> None:
        """``on_crash`` is told of an exception that an activity raised."""
        self._on_crash = on_crash
        self._queue: list[tuple[float, int, Running]] = []
        self._count = 0
        self._bell = trio.Event()
        self._halted = False
        self._paused = False

    @property
    def paused(self) -> bool:
        """Whether nothing runs for now."""
        return self._paused

    def start(self, activity: Activity[object], *, after: float = 0.0) -> Running:
        """Start an activity ``after`` so many seconds."""
        running = Running(self, activity)
        self._schedule(running, after)
        return running

    def pause(self) -> None:
        """Run nothing until :meth:`resume`; what falls due in between runs then."""
        self._paused = True

    def resume(self) -> None:
        """Go on after :meth:`pause`."""
        self._paused = False
        self._bell.set()

    def halt(self) -> None:
        """Run nothing any more."""
        self._halted = True
        self._queue.clear()
        self._bell.set()

    async def run(self) -> None:
        """Run until :meth:`halt`."""
        steps = 0
        while not self._halted:
            if self._paused or not self._queue:
                await self._rest(math.inf)
            elif self._queue[0][0] > trio.current_time():
                await self._rest(self._queue[0][0])
            else:
                self._run_next()
                steps += 1
                if steps % _STEPS_PER_CHECKPOINT == 0:
                    await trio.lowlevel.checkpoint()

    async def _rest(self, until: float) -> None:
        self._bell = trio.Event()
        with trio.move_on_at(until):
            await self._bell.wait()

    def _run_next(self) -> None:
        _, _, running = heapq.heappop(self._queue)
        try:
            running.step()
        except Halt:
            self._halted = True
        except Exception as exc:
            self._on_crash(exc)

    def _schedule(self, running: Running, after: float) -> None:
        if self._halted:
            return
        self._count += 1
        heapq.heappush(self._queue, (trio.current_time() + after, self._count, running))
        self._bell.set()
