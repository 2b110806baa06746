"""Task: a supervised plain async function."""

# ruff: noqa: ARG002 - signatures are given by the base class or protocol

# ruff: noqa: ASYNC109 - a deadline is part of Elixir's Task.yield

from __future__ import annotations

import inspect
from collections import deque
from collections.abc import Awaitable, Callable, Generator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar, cast, overload

import trio
from outcome import Error, Value
from trio.lowlevel import disable_ki_protection

from ._call import blocked_on
from ._child import Child
from ._child_spec import DEFAULT_SHUTDOWN, ChildSpec, Restart, Shutdown
from ._errors import ActorExited
from ._messages import Down
from ._monitor import Monitor, down_of
from ._process import DEAD, Process
from ._reasons import NORMAL, SHUTDOWN, Crash, Normal, Reason
from ._ref import Ref
from ._timer import checked_seconds

if TYPE_CHECKING:
    from collections.abc import Hashable

    from ._process import Parent
    from ._tree import Tree

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class TaskResult:
    """The value of a task started with ``async_nolink``; a task that fails sends `Down` instead.

    Attributes:
        task: the task.
        value: what its function returned.
    """

    task: Task[object]
    value: object


class TaskProcess(Process):
    """Runs one async function."""

    __slots__ = ("function", "value", "wants_status")

    task_name = "otp.Task"
    stop_interrupts = True

    def __init__(
        self,
        tree: Tree,
        parent: Parent,
        child: Child,
        function: Callable[..., Awaitable[object]],
        *,
        wants_status: bool,
    ) -> None:
        super().__init__(tree, parent, child)
        self.box = deque()
        self.limit = -1  # a plain function has no mailbox
        self.function = function
        self.wants_status = wants_status
        self.value: object = None

    @disable_ki_protection
    async def serve(self) -> Reason:
        """Run the function."""
        if self.stopping is not None:
            return self.stopping
        if self.wants_status:
            self.value = await self.function(task_status=_Status(self))
            if not self.started:
                raise RuntimeError("the function returned without calling task_status.started()")
        else:
            self.acked()
            self.value = await self.function()
        return NORMAL

    def request_stop(self, reason: Reason) -> None:
        """A plain function has no loop that could look: cancel it."""
        if self.stopping is None:
            self.stopping = reason
        self.scope.cancel()

    def interrupt(self, reason: Reason) -> None:
        """Cancel the function."""
        self.request_stop(reason)

    def deliver_control(self, action: Callable[[], None]) -> None:
        """A plain function has no loop that could serve system functions."""
        raise TypeError(f"{self.child.ref!r} is a task; it answers no calls")

    def refuse(self, kind: int, payload: object) -> None:
        """A plain function has no mailbox."""
        if self.status is DEAD:
            super().refuse(kind, payload)
        raise TypeError(f"{self.child.ref!r} is a task; it has no mailbox")

    def deliver_urgent(self, message: object) -> None:
        """A plain function has no mailbox; what is sent to it is counted as dropped."""
        self.tree.counters.dropped_messages += 1


class _Status:
    """What a function that takes ``task_status`` gets."""

    __slots__ = ("_process",)

    def __init__(self, process: TaskProcess) -> None:
        self._process = process

    def started(self, value: object = None) -> None:
        """The start is over: whoever waits for it goes on.

        Args:
            value: as in trio's protocol; a supervisor has no use for it.

        Raises:
            RuntimeError: called twice.
        """
        process = self._process
        if process.started:
            raise RuntimeError("task_status.started() was called before")
        process.acked()


class TaskStart:
    """Starts a function with its arguments."""

    __slots__ = ("function", "wants_status")

    constructs_nothing = True
    has_init = True
    waits = True

    def __init__(self, function: Callable[..., Awaitable[object]]) -> None:
        self.function = function
        self.wants_status = _takes_task_status(function)

    def make_ref(self, child: Child) -> Ref:
        """The task's handle."""
        return Task(child)

    def make_process(self, tree: Tree, parent: Parent, child: Child) -> TaskProcess:
        """A new run of the function."""
        return TaskProcess(tree, parent, child, self.function, wants_status=self.wants_status)


def label_of(function: Callable[..., object]) -> str:
    """Its name. Only what has none is asked for a ``repr``, which shows all its arguments."""
    name: str | None = getattr(function, "__qualname__", None)
    return repr(function) if name is None else name


def _takes_task_status(function: Callable[..., object]) -> bool:
    if isinstance(function, partial):
        if "task_status" in function.keywords:
            return False
        function = function.func
    code = getattr(inspect.unwrap(function), "__code__", None)
    if code is not None:  # inspect.signature costs 20 us; tasks are started often
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        return "task_status" in names
    try:
        return "task_status" in inspect.signature(function).parameters
    except (TypeError, ValueError):
        return False


class Task(Ref, Generic[T]):
    """Handle of a supervised async function: a ref with its result.

    ``Task.child_spec`` makes one a child of any supervisor; ``TaskSupervisor.start_child`` and
    ``async_nolink`` start one at run time.
    """

    __slots__ = ("_first",)

    _takes_messages = False
    _answers_calls = False

    def __init__(self, child: Child, process: Process | None = None) -> None:
        super().__init__(child, process)
        self._first: TaskProcess | None = None

    @classmethod
    def child_spec(
        cls,
        async_fn: Callable[..., Awaitable[object]],
        *args: object,
        id: Hashable = None,  # noqa: A002 - OTP's key
        name: Hashable = None,
        restart: Restart = "temporary",
        shutdown: Shutdown = DEFAULT_SHUTDOWN,
        significant: bool = False,
        **kwargs: object,
    ) -> ChildSpec:
        """How a supervisor runs a plain async function.

        If the function has a parameter ``task_status``, the start waits for
        ``task_status.started()``, as with ``nursery.start``. Its return is the reason `Normal`,
        an exception `Crash`; told to stop, it is cancelled.

        Args:
            async_fn: the function.
            args: its positional arguments.
            id: the child's id; default the function's name.
            name: entry in the tree's name table.
            restart: default ``"temporary"``, as for Elixir's Task.
            shutdown: time limit for its cancellation, in seconds.
            significant: see ``auto_shutdown``.
            kwargs: its keyword arguments.

        Returns:
            The spec.
        """
        function = partial(async_fn, *args, **kwargs) if args or kwargs else async_fn
        return ChildSpec(
            id=label_of(async_fn) if id is None else id,
            anonymous=id is None,
            start=TaskStart(function),
            restart=restart,
            shutdown=shutdown,
            significant=significant,
            name=name,
        )

    def cancel(self) -> None:
        """Cancel the function; idempotent, does not wait. It ends with `Shutdown`."""
        process = self._watched()
        if process is not None:
            process.interrupt(SHUTDOWN)

    @property
    def reason(self) -> Reason | None:
        """The exit reason, ``None`` while it runs."""
        process = self._watched()
        return None if process is None else process.reason

    def __await__(self) -> Generator[object, None, T]:
        """``await task`` is ``await task.wait()``."""
        return self.wait().__await__()

    @overload
    async def wait(self) -> T: ...
    @overload
    async def wait(self, timeout: float) -> Value[T] | Error | None: ...
    async def wait(self, timeout: float | None = None) -> T | Value[T] | Error | None:
        """Wait for the end. Neither cancelling the wait nor its timeout cancels the task.

        Args:
            timeout: seconds to wait at most; changes the form of the answer (Elixir:
                ``Task.yield``).

        Returns:
            What the function returned. With ``timeout`` that in an ``outcome.Value``, an
            ``outcome.Error`` with the `ActorExited` instead of raising it, or ``None`` if the
            task still runs.

        Raises:
            ActorExited: it raised (``__cause__``), was cancelled or killed, or never ran.
            CallCycle: the task waits for the calling actor.
        """
        if timeout is None:
            return await self._result()
        with trio.move_on_after(checked_seconds(timeout)):
            try:
                return Value(await self._result())
            except ActorExited as exc:
                return Error(exc)
        return None

    async def shutdown(self) -> Value[T] | Error | None:
        """Cancel the function and wait for its end, bounded by the task's ``shutdown``.

        Cancelled, the task is stopped nevertheless.

        Returns:
            ``outcome.Value`` if it had returned or still did, ``outcome.Error`` with `ActorExited`
            if it raised, ``None`` if it was cancelled or killed (Elixir: ``Task.shutdown``).
        """
        process = self._watched()
        if process is not None and process.reason is None:
            process.shutdown(self._child.spec.shutdown)
        try:
            return Value(await self._result())
        except ActorExited as exc:
            return Error(exc) if isinstance(exc.reason, Crash) else None

    async def _result(self) -> T:
        process = self._watched()
        if process is None or process.reason is not None:
            await trio.lowlevel.checkpoint()
        else:
            with blocked_on(self, process, "wait"):
                await down_of(self, process)
        reason = SHUTDOWN if process is None else process.reason
        if process is not None and isinstance(reason, Normal):
            return cast("T", process.value)
        assert reason is not None  # noqa: S101 - it is dead
        raise ActorExited(reason, self)

    def _watched(self) -> TaskProcess | None:
        """The run that this handle stands for: its own, or under a supervisor the current one."""
        return self._first or cast("TaskProcess | None", self._process)


class ResultMonitor(Monitor):
    """Sends the owner one message about a task: `TaskResult`, or `Down` if it failed."""

    __slots__ = ()

    def _message(self, down: Down) -> object:
        task = cast("Task[object]", self.ref)
        process = task._watched()
        if isinstance(down.reason, Normal) and process is not None:
            return TaskResult(task, process.value)
        return down
