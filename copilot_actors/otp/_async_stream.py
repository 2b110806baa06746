"""async_stream: run a function over many items, some at a time, under a TaskSupervisor."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, Literal, TypeAlias, TypeVar, cast

import trio
from outcome import Error, Value
from trio.lowlevel import Abort, RaiseCancelT, Task, current_task, reschedule, wait_task_rescheduled

from ._call import From, edge_to, waits_for
from ._errors import ActorError, ActorExited, CallTimeout
from ._reasons import Normal
from ._tree import current_process

if TYPE_CHECKING:
    from ._clock import Timer
    from ._source import Source
    from ._task import Task as ActorTask
    from ._task import TaskProcess

I = TypeVar("I")  # noqa: E741 - item
T = TypeVar("T")

OnTimeout: TypeAlias = Literal["exit", "kill_task"]
Result: TypeAlias = Value[T] | Error


class _Slot(Generic[T]):
    """One item under way."""

    __slots__ = ("edge", "process", "result", "timer")

    def __init__(self, process: TaskProcess) -> None:
        self.process = process
        self.result: Result[T] | None = None
        self.timer: Timer | None = None
        self.edge: From | None = None


class ResultStream(Generic[T]):
    """The async iterator of ``async_stream``."""

    __slots__ = (
        "_active",
        "_caller",
        "_closed",
        "_done",
        "_killed",
        "_limit",
        "_on_timeout",
        "_ordered",
        "_running",
        "_source",
        "_start",
        "_task",
        "_timeout",
    )

    def __init__(
        self,
        start: Callable[[I], ActorTask[T]],
        source: Source,
        *,
        max_concurrency: int,
        ordered: bool,
        timeout: float,
        on_timeout: OnTimeout,
    ) -> None:
        if max_concurrency < 1:
            raise ValueError(f"max_concurrency: expected at least 1, got {max_concurrency!r}")
        if not timeout >= 0:
            raise ValueError(f"timeout: expected seconds >= 0, got {timeout!r}")
        self._start = cast("Callable[[object], ActorTask[T]]", start)
        self._source = source
        source.wake = self._wake
        self._limit = max_concurrency
        self._ordered = ordered
        self._timeout = timeout
        self._on_timeout: OnTimeout = on_timeout
        self._running: deque[_Slot[T]] = deque()
        self._killed: dict[TaskProcess, None] = {}
        self._done: deque[_Slot[T]] = deque()
        self._task: Task | None = None
        self._active = 0
        self._closed = False
        caller = current_process.get()
        waits = caller is not None and waits_for(caller, current_task())
        self._caller = caller if waits else None

    def __aiter__(self) -> ResultStream[T]:
        return self

    async def __anext__(self) -> Result[T]:
        await trio.lowlevel.checkpoint()
        while (slot := self._next()) is None:
            if self._task is not None:
                raise trio.BusyResourceError("another task iterates over this stream")
            self._task = current_task()
            await wait_task_rescheduled(self._abort)
        self._running.remove(slot)
        if not self._ordered:
            self._done.popleft()
        result = slot.result
        assert result is not None  # noqa: S101 - _next gives no other
        late = isinstance(result, Error) and isinstance(result.error, CallTimeout)
        if late and self._on_timeout == "exit":
            result.unwrap()
        return result

    def _next(self) -> _Slot[T] | None:
        """The slot whose result is next, if that is there: it comes before all faults."""
        slot = None
        if self._ordered:
            if self._running and self._running[0].result is not None:
                slot = self._running[0]
        elif self._done:
            slot = self._done[0]
        try:
            self._fill()  # a result that waits for its turn keeps no place from others
        except ActorError:
            if slot is None:
                raise
        if slot is None:
            self._source.raise_error()
            if not self._running and (self._closed or self._source.over):
                raise StopAsyncIteration
        return slot

    def _fill(self) -> None:
        source = self._source
        while not self._closed and self._has_room() and source.fetch():
            task = self._start(source.item)  # if it is refused, the item waits for another try
            source.take()
            process = task._watched()
            assert process is not None  # noqa: S101 - it was just started
            slot: _Slot[T] = _Slot(process)
            self._running.append(slot)
            self._active += 1
            if self._caller is not None:
                # The callback that iterates waits for the task: a call back could only deadlock.
                slot.edge = edge_to(task, process, "async_stream", None, None)
                if self._caller.calls_out is None:
                    self._caller.calls_out = {}
                self._caller.calls_out[slot.edge] = None
            process.add_hook(lambda slot=slot: self._ended(slot))  # type: ignore[misc]
            if self._timeout < math.inf:
                slot.timer = process.tree.clock.after(
                    self._timeout,
                    lambda slot=slot: self._overdue(slot),  # type: ignore[misc]
                )

    def _has_room(self) -> bool:
        """Whether one more task may start.

        In order, as many results as there are places may wait for a slow one before them.
        """
        if self._ordered:
            return self._active < self._limit and len(self._running) < 2 * self._limit
        return len(self._running) < self._limit

    def _ended(self, slot: _Slot[T]) -> None:
        self._killed.pop(slot.process, None)
        if self._caller is not None and self._caller.calls_out and slot.edge is not None:
            self._caller.calls_out.pop(slot.edge, None)
        if slot.timer is not None:
            slot.timer.cancel()
        if slot.result is None:
            process = slot.process
            reason = process.reason
            assert reason is not None  # noqa: S101 - hooks run at the end
            if isinstance(reason, Normal):
                slot.result = Value(cast("T", process.value))
            else:
                slot.result = Error(ActorExited(reason, process.child.ref))
            self._finish(slot)

    def _overdue(self, slot: _Slot[T]) -> None:
        slot.result = Error(CallTimeout(slot.process.child.ref, "async_stream", self._timeout))
        self._killed[slot.process] = None
        slot.process.kill()
        self._finish(slot)

    def _finish(self, slot: _Slot[T]) -> None:
        self._active -= 1
        if not self._ordered:
            self._done.append(slot)
        self._wake()

    def _wake(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            reschedule(task)

    def _abort(self, _: RaiseCancelT) -> Abort:
        self._task = None
        return Abort.SUCCEEDED

    async def aclose(self) -> None:
        """Cancel what still runs and wait for it; shielded, bounded by each task's ``shutdown``."""
        self._closed = True
        running = [slot.process for slot in self._running]
        running = [process for process in [*running, *self._killed] if process.reason is None]
        monitors = [process.ref.monitor() for process in running]
        for process in running:
            process.shutdown(process.child.spec.shutdown)
        with trio.CancelScope(shield=True):
            for monitor in monitors:
                await monitor.wait()
