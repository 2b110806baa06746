"""One trio run that plain synchronous code drives, call by call, in its own thread.

Test tools such as Hypothesis's state machines call plain functions one after the other. A trio run
that ends with each of them could keep nothing alive in between. This one is a guest
(:func:`trio.lowlevel.start_guest_run`) of a host whose whole event loop is a queue of steps: they
are carried out while a call waits, and at no other time. Trio asks for a thread only to wait for
input; under a clock that jumps at once it never waits, so there is none.
"""

from __future__ import annotations

import contextlib
import functools
import sys
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager
from typing import Final, Generic, TypeVar, TypeVarTuple, cast, final

import outcome
import trio
from trio.testing import MockClock

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

_RUN_SYNC_SOON: Final = "run_sync_soon"
"""Part of the name of the one task that trio itself keeps in each run."""


class _Call(Generic[T]):
    """One awaited call and how it ended."""

    def __init__(self, function: Callable[[], Awaitable[T]], limit: float) -> None:
        self.function = function
        self.limit = limit
        self.result: outcome.Outcome[T] | None = None

    def done(self) -> bool:
        return self.result is not None


@final
class HostedContext:
    """An async context manager that was entered, in a task of its own that waits to leave it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.closing = trio.Event()
        self.closed = trio.Event()
        self.scope = trio.CancelScope()


@final
class GuestRun:
    """A trio run under a jumping clock that lives from its first call until :meth:`close`.

    Attributes:
        failures: what background tasks have raised and no call has reported yet.
    """

    def __init__(self) -> None:
        self.failures: list[Exception] = []
        self._steps: deque[Callable[[], object]] = deque()
        self._ended: outcome.Outcome[None] | None = None
        self._begun = False
        self._next: _Call[object] | None = None
        self._bell = trio.Event()
        self._closing_limit: float | None = None
        self._scope: trio.CancelScope | None = None
        self._hosted: list[HostedContext] = []
        self._hosts: trio.Nursery | None = None
        self._background: trio.Nursery | None = None
        self._leaked: list[str] = []

    @property
    def running(self) -> bool:
        """Whether it has begun and not ended."""
        return self._begun and self._ended is None

    def call(self, async_fn: Callable[[*Ts], Awaitable[T]], *args: *Ts, limit: float = 3600.0) -> T:
        """Run an async function to its end, and all else that runs meanwhile.

        Args:
            async_fn: the function.
            *args: its positional arguments.
            limit: seconds of trio's clock that it may take.

        Returns:
            What it returns.

        Raises:
            TimeoutError: it took longer than the limit and was cancelled.
            Exception: what it raised; or what a background task has raised meanwhile, in which
                case the call was cancelled.
            RuntimeError: the run is over.
        """
        if self._ended is not None:
            raise RuntimeError("the trio run is over; nothing can be awaited in it any more")
        call = _Call(functools.partial(async_fn, *args), limit)
        self._begin()
        self._next = cast("_Call[object]", call)
        self._bell.set()
        self._pump(call.done)
        if call.result is None:
            raise AssertionError("a call that was waited for has a result")
        return call.result.unwrap()

    def start_soon(
        self, async_fn: Callable[[*Ts], Awaitable[object]], *args: *Ts, name: str
    ) -> None:
        """Start a background task. What it raises is raised by the call that is waiting then."""

        async def start() -> None:
            await trio.lowlevel.checkpoint()
            if self._background is not None:
                self._background.start_soon(
                    self._guarded, functools.partial(async_fn, *args), name=name
                )

        self.call(start)

    def enter(
        self, context: AbstractAsyncContextManager[T], name: str, *, limit: float
    ) -> tuple[T, HostedContext]:
        """Enter an async context manager; it is left by :meth:`leave` or :meth:`close`.

        Returns:
            What entering it gives, and the handle to leave it by.

        Raises:
            TimeoutError: entering took longer than ``limit``.
            Exception: what entering it raised.
        """
        hosted = HostedContext(name)
        entered: list[outcome.Outcome[T]] = []

        async def wait_entered() -> None:
            if self._hosts is None:
                raise AssertionError("the run has a nursery while it serves calls")
            try:
                await self._hosts.start(
                    functools.partial(self._host, context, hosted, entered), name=name
                )
            except BaseException:
                hosted.scope.cancel()
                raise

        self.call(wait_entered, limit=limit)
        value = entered[0].unwrap()
        self._hosted.append(hosted)
        return value, hosted

    def leave(self, hosted: HostedContext, *, limit: float, cancel: bool = False) -> None:
        """Leave a context manager that was entered, by the end of its block or by cancellation."""
        if cancel:
            hosted.scope.cancel()
        hosted.closing.set()
        self._hosted.remove(hosted)
        self.call(hosted.closed.wait, limit=limit)

    def fail(self, error: Exception) -> None:
        """Make the call that waits raise an error; without one, the next call."""
        self.failures.append(error)
        if self._scope is not None:
            self._scope.cancel()

    def close(self, *, limit: float) -> list[str]:
        """End the run: background tasks are cancelled, contexts left in reverse order.

        Idempotent. What closing raises is in ``failures``.

        Args:
            limit: seconds of trio's clock that leaving the contexts may take in all.

        Returns:
            The names of the tasks that were left behind by somebody; they were cancelled.
        """
        if not self.running:
            return []
        self._closing_limit = limit
        self._bell.set()
        self._pump(lambda: False)
        if isinstance(self._ended, outcome.Error):
            self._ended.unwrap()
        return self._leaked

    # --- The host -------------------------------------------------------------------------

    def _begin(self) -> None:
        if self._begun:
            return
        self._begun = True
        trio.lowlevel.start_guest_run(
            self._main,
            run_sync_soon_threadsafe=self._steps.append,
            run_sync_soon_not_threadsafe=self._steps.append,
            done_callback=self._done,
            # Whoever owns the thread's wake-ups for signals (a test runner, or nobody) keeps them.
            host_uses_signal_set_wakeup_fd=True,
            clock=MockClock(autojump_threshold=0),
        )

    def _pump(self, done: Callable[[], bool]) -> None:
        steps = self._steps
        with _untraced():
            while self._ended is None and not done():
                steps.popleft()()
        if isinstance(self._ended, outcome.Error) and not done():
            self._ended.unwrap()

    def _done(self, result: outcome.Outcome[None]) -> None:
        self._ended = result

    # --- The run --------------------------------------------------------------------------

    async def _main(self) -> None:
        async with trio.open_nursery() as self._hosts:
            async with trio.open_nursery() as self._background:
                while True:
                    await self._bell.wait()
                    self._bell = trio.Event()
                    call, self._next = self._next, None
                    if call is None:
                        break
                    await self._perform(call)
                self._background.cancel_scope.cancel()
            await self._leave_all()
            self._leaked = self._tasks_left()
            self._hosts.cancel_scope.cancel()

    async def _perform(self, call: _Call[object]) -> None:
        value: outcome.Value[object] | None = None
        try:
            with trio.CancelScope(deadline=trio.current_time() + call.limit) as self._scope:
                if self.failures:
                    self._scope.cancel()
                value = outcome.Value(await call.function())
        except Exception as error:
            call.result = outcome.Error(error)
        else:
            if self.failures:
                call.result = outcome.Error(self.failures.pop(0))
            elif value is None:
                call.result = outcome.Error(
                    TimeoutError(f"the call was not over within {call.limit:g} s of trio's clock")
                )
            else:
                call.result = value
        finally:
            self._scope = None

    async def _guarded(self, function: Callable[[], Awaitable[object]]) -> None:
        try:
            await function()
        except Exception as error:
            self.fail(error)

    async def _host(
        self,
        context: AbstractAsyncContextManager[T],
        hosted: HostedContext,
        entered: list[outcome.Outcome[T]],
        *,
        task_status: trio.TaskStatus[None],
    ) -> None:
        try:
            with hosted.scope:
                async with context as value:
                    entered.append(outcome.Value(value))
                    task_status.started()
                    await hosted.closing.wait()
        except Exception as error:
            if entered:
                self.fail(error)
            else:
                entered.append(outcome.Error(error))
                task_status.started()
        finally:
            hosted.closed.set()

    async def _leave_all(self) -> None:
        limit = self._closing_limit or 0.0
        while self._hosted:
            hosted = self._hosted.pop()
            hosted.closing.set()
            with trio.move_on_after(limit):
                await hosted.closed.wait()
            if not hosted.closed.is_set():
                self.failures.append(
                    TimeoutError(f"{hosted.name} was not closed within {limit:g} s of trio's clock")
                )
        # What ends together with the last context (a process, a timer) has its step to do so.
        await trio.testing.wait_all_tasks_blocked()

    def _tasks_left(self) -> list[str]:
        """Name the tasks of the run that are neither trio's nor this class's own."""
        root, own = trio.lowlevel.current_root_task(), trio.lowlevel.current_task()
        names: list[str] = []
        waiting = [root] if root is not None else []
        while waiting:
            for nursery in waiting.pop().child_nurseries:
                for task in nursery.child_tasks:
                    waiting.append(task)
                    if task is not own and _RUN_SYNC_SOON not in task.name:
                        names.append(task.name)
        return sorted(names)


@contextlib.contextmanager
def _untraced() -> Iterator[None]:
    """Keep Hypothesis from tracing every line of trio and of the program.

    Before Python 3.12 it does so while it shrinks, to explain a failure; that makes each example
    ten times as slow, and what it would explain are the inner parts of others. Debuggers and
    coverage go on.
    """
    tracer = sys.gettrace()
    owner = type(getattr(tracer, "__self__", None)).__module__
    if tracer is None or not owner.startswith("hypothesis."):
        yield
        return
    sys.settrace(None)
    try:
        yield
    finally:
        sys.settrace(tracer)
