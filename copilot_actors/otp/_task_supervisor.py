"""TaskSupervisor: plain async functions that may crash without hurting anyone."""

# ruff: noqa: ASYNC109 - a deadline is part of OTP's call; it costs no cancel scope here

from __future__ import annotations

import math
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, TypeVar, TypeVarTuple, cast

from trio.lowlevel import checkpoint

from ._async_stream import OnTimeout, ResultStream
from ._child_spec import DEFAULT_SHUTDOWN, ChildSpec, Restart, Shutdown, check_literal
from ._dynamic_supervisor import DynamicProcess, DynamicStart
from ._handle import SupervisorRef
from ._launch import launch
from ._monitor import down_of
from ._ref import Ref, check_mailbox, own_process
from ._source import source_of
from ._task import ResultMonitor, Task, TaskProcess, TaskStart, label_of

if TYPE_CHECKING:
    from collections.abc import Hashable

I = TypeVar("I")  # noqa: E741 - item
T = TypeVar("T")
Args = TypeVarTuple("Args")


class TaskSupervisor(SupervisorRef):
    """Handle of a supervisor of tasks.

    Tasks are temporary: a crash is logged, reported to whoever asked for a report, and forgotten.
    Stopping cancels them all at once, bounded by each one's ``shutdown``, then kills them.
    """

    __slots__ = ()

    @classmethod
    def child_spec(
        cls,
        *,
        max_children: float = math.inf,
        id: Hashable = None,  # noqa: A002 - OTP's key
        name: Hashable = None,
        restart: Restart = "permanent",
        shutdown: Shutdown = math.inf,
    ) -> ChildSpec:
        """A task supervisor as a child.

        Args:
            max_children: how many tasks may run at once.
            id: the child's id; default the class's name.
            name: entry in the tree's name table.
            restart: as for any child.
            shutdown: time limit for stopping all tasks; each has its own limit as well.

        Returns:
            The spec.
        """
        return ChildSpec(
            id=cls.__name__ if id is None else id,
            anonymous=id is None,
            start=DynamicStart(cls, max_children, 3, 5.0, None),
            restart=restart,
            shutdown=shutdown,
            type="supervisor",
            name=name,
        )

    def start_child(
        self,
        async_fn: Callable[[*Args], Awaitable[T]],
        *args: *Args,
        name: str | None = None,
        shutdown: Shutdown = DEFAULT_SHUTDOWN,
    ) -> Task[T]:
        """Start a task at the next scheduling point. A plain function: callable in any callback.

        The task sees the caller's context variables, as with ``nursery.start_soon``. (Supervised
        children see those of ``open_supervisor``, because they are restarted by nobody's code.)

        Args:
            async_fn: the function.
            args: its arguments.
            name: how logs and dumps call it; need not be unique.
            shutdown: time limit for its cancellation, in seconds.

        Returns:
            The task.

        Raises:
            MaxChildren: the supervisor is full.
            NoProcess: the supervisor does not run.
        """
        return cast("Task[T]", self._start(async_fn, args, name, shutdown))

    def async_nolink(
        self,
        async_fn: Callable[[*Args], Awaitable[T]],
        *args: *Args,
        reply_to: Ref | None = None,
        name: str | None = None,
        shutdown: Shutdown = DEFAULT_SHUTDOWN,
    ) -> Task[T]:
        """Start a task whose end is reported to an actor's ``handle_info``, by one message.

        ``TaskResult(task, value)`` if it returned, ``Down(task, monitor, reason)`` if not. (Elixir
        sends a ``DOWN`` after the result as well, which everybody flushes.)

        Args:
            async_fn: the function.
            args: its arguments.
            reply_to: who is told; default the calling actor.
            name: how logs and dumps call it.
            shutdown: time limit for its cancellation, in seconds.

        Returns:
            The task.

        Raises:
            MaxChildren: the supervisor is full.
            NoProcess: the supervisor does not run.
            NotInActor: called outside an actor without ``reply_to``.
            TypeError: whoever is to be told is a task, which has no mailbox.
        """
        if reply_to is None:
            reply_to = own_process("async_nolink").ref
        check_mailbox(reply_to)
        owner = reply_to._process
        task = self._start(async_fn, args, name, shutdown)
        ResultMonitor(task, task._watched(), owner)
        return cast("Task[T]", task)

    def _start(
        self,
        async_fn: Callable[..., Awaitable[object]],
        args: tuple[object, ...],
        name: str | None,
        shutdown: Shutdown,
    ) -> Task[object]:
        supervisor = cast("DynamicProcess", self._server("start_child"))
        spec = ChildSpec(
            id=label_of(async_fn) if name is None else name,
            anonymous=True,  # a label is no id
            start=TaskStart(partial(async_fn, *args) if args else async_fn),
            restart="temporary",
            shutdown=shutdown,
        )
        child = supervisor.admit(spec)
        task = cast("Task[object]", child.ref)
        process = launch(supervisor.tree, supervisor, child, inherit=True)
        task._first = cast("TaskProcess", process)
        task._process = process  # signals, monitors and links reach it before its first step (OTP)
        return task

    @asynccontextmanager
    async def async_stream(
        self,
        async_fn: Callable[[I], Awaitable[T]],
        items: Iterable[I] | AsyncIterable[I],
        *,
        max_concurrency: int = 8,
        ordered: bool = True,
        timeout: float = 5.0,
        on_timeout: OnTimeout = "exit",
    ) -> AsyncIterator[ResultStream[T]]:
        """Run a function over many items, at most ``max_concurrency`` at a time.

        Tasks start as results are taken: a slow consumer slows the work, nothing piles up. In
        order, at most ``max_concurrency`` results wait behind one that is not there yet (Elixir:
        any number). A result that is there is never held up by the next item, nor does cancelling
        the wait for one lose anything: an async iterable is read by a task of its own, which lives
        as long as the block, fetches one item when there is room for it, and closes an async
        generator at the end.

        Args:
            async_fn: called with one item each.
            items: any iterable, plain or async.
            max_concurrency: how many may run at once.
            ordered: results in the order of the items, or as they come.
            timeout: seconds per item; ``math.inf`` for none.
            on_timeout: ``"exit"`` raises `CallTimeout` out of the iteration; ``"kill_task"``
                yields it as a result and goes on. The task is killed either way.

        Yields:
            An async iterator of ``outcome.Value`` and ``outcome.Error`` (of `ActorExited` or
            `CallTimeout`); ``result.unwrap()`` gives the value or raises. Leaving the block
            cancels what still runs and waits for it.

        Raises:
            MaxChildren: the supervisor is full (out of the iteration; the item waits for the next
                try).
            trio.BusyResourceError: another task waits for the next result (out of the iteration).
            Exception: what ``items`` raises, out of the iteration after the results that are
                there, or at the end of the block if it was not iterated that far.
            TypeError: ``items`` is no iterable.
            ValueError: an option has an impossible value.
        """
        check_literal("on_timeout", on_timeout, OnTimeout)
        async with source_of(items) as source:
            stream: ResultStream[T] = ResultStream(
                lambda item: self.start_child(async_fn, cast("I", item)),
                source,
                max_concurrency=max_concurrency,
                ordered=ordered,
                timeout=timeout,
                on_timeout=on_timeout,
            )
            try:
                yield stream
            finally:
                await stream.aclose()
        source.raise_error()

    def children(self) -> list[Task[object]]:
        """The tasks that run.

        Returns:
            Their handles, in start order.
        """
        supervisor = cast("DynamicProcess", self._server("children"))
        return [cast("Task[object]", child.ref) for child in supervisor.children.values()]

    async def terminate_child(self, task: Task[object]) -> None:
        """Cancel a task and wait until it is down.

        Cancelled, the task is stopped nevertheless.

        Args:
            task: the task; one that has ended is ignored.
        """
        process = task._watched()
        if process is not None and process.reason is None:
            process.shutdown(task._child.spec.shutdown)
            await down_of(task, process)
        else:
            await checkpoint()
