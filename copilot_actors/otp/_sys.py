"""System functions (OTP's :sys): look at an actor and stop it for a moment, also while it is busy.

They travel in the control lane: before all messages, after the current callback, and also while
the actor is suspended.
"""

# ruff: noqa: ASYNC109 - a deadline is part of OTP's call; it costs no cancel scope here

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar, cast

import trio
from trio.lowlevel import wait_task_rescheduled

from ._call import From, blocked_on
from ._errors import NoProcess
from ._gen_server import GenServer
from ._process import DEAD, Process
from ._ref import Ref
from ._server import ServerProcess, TraceEvent
from ._tree import logger

if TYPE_CHECKING:
    from ._monitor import Monitor

T = TypeVar("T")


class State(Mapping[str, object]):
    """A snapshot of a server's attributes, read by key or by attribute. The values are shared."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, object]) -> None:
        self._values = dict(values)

    def __getitem__(self, key: str) -> object:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __getattr__(self, name: str) -> object:
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(name) from None

    def __repr__(self) -> str:
        return f"<State of {', '.join(self._values) or 'nothing'}>"


@dataclass(frozen=True, slots=True)
class ActorInfo:
    """What is known about an actor without asking it.

    Attributes:
        ref: its address.
        status: ``starting``, ``running``, ``stopping``, ``suspended``, ``restarting`` or ``dead``.
        incarnation: number of the incarnation.
        restarts: automatic restarts of this child.
        mailbox: user messages waiting.
        handled: user messages handled by this incarnation.
        current: type of the message in hand, ``None`` when idle.
        uptime: seconds since ``init`` succeeded.
        monitors: how many watch it.
        links: how many are linked to it.
    """

    ref: Ref
    status: str
    incarnation: int
    restarts: int
    mailbox: int
    handled: int
    current: str | None
    uptime: float
    monitors: int
    links: int


@dataclass(frozen=True, slots=True)
class Status:
    """Answer of `get_status`.

    Attributes:
        info: the figures.
        state: what the server's ``format_status`` shows.
    """

    info: ActorInfo
    state: object


def info(ref: Ref) -> ActorInfo:
    """Figures of an actor, at once and without its help (so also of one that hangs).

    Args:
        ref: the actor.

    Returns:
        The figures.
    """
    process, child = ref._process, ref._child
    if process is None or process.status is DEAD:
        status = "restarting" if process is None and child.will_run else "dead"
        return ActorInfo(ref, status, ref.incarnation, child.restarts, 0, 0, None, 0.0, 0, 0)
    current = process.current
    if isinstance(current, From):
        current = current.request
    return ActorInfo(
        ref=ref,
        status="suspended" if process.suspended else process.status,
        incarnation=process.number,
        restarts=child.restarts,
        mailbox=len(process.box or ()),
        handled=process.total_handled if isinstance(process, ServerProcess) else 0,
        current=None if current is None else type(current).__name__,
        uptime=trio.current_time() - process.started_at if process.started else 0.0,
        monitors=len(process.monitors or ()),
        links=len(process.links or ()),
    )


async def _ask(ref: Ref, operation: str, work: Callable[[Process], T], timeout: float | None) -> T:
    """Run ``work`` in the actor's task between two callbacks."""
    process = ref._process
    if process is None or process.status is DEAD:
        raise NoProcess(ref, operation, timeout)
    with blocked_on(ref, process, operation) as call:
        call.timeout = timeout

        def serve() -> None:
            if call.done:
                return
            try:
                value = work(process)
            except Exception as exc:
                call._fail(exc)
            else:
                call._resolve(value)

        process.deliver_control(serve)
        if process.deferred is None:
            process.deferred = {}
        process.deferred[call] = None
        if timeout is not None and timeout < math.inf:
            process.tree.clock.add(trio.current_time() + timeout, call)
        try:
            await wait_task_rescheduled(call._abort)
        finally:
            if process.control and serve in process.control:
                process.control.remove(serve)  # an actor that hangs must not collect them
    if process.deferred is not None:
        process.deferred.pop(call, None)
    return cast("T", call._outcome())


def _server(process: Process) -> GenServer:
    if not isinstance(process, ServerProcess):
        raise TypeError(f"{process.child.ref!r} is not a GenServer; it has no state of its own")
    return process.server


async def get_state(ref: Ref, timeout: float | None = 5.0) -> State:
    """The server's attributes, unredacted: for debugging and tests.

    Args:
        ref: the server.
        timeout: deadline in seconds.

    Returns:
        A snapshot.

    Raises:
        TypeError: it is not a GenServer.
        CallError: as for ``ref.call``.
    """
    return await _ask(ref, "get_state", lambda p: State(vars(_server(p))), timeout)


async def replace_state(
    ref: Ref, update: Callable[[GenServer], object], timeout: float | None = 5.0
) -> State:
    """Change the server's attributes between two callbacks: for debugging and tests.

    Args:
        ref: the server.
        update: gets the instance; what it raises is raised here, and the server lives on.
        timeout: deadline in seconds.

    Returns:
        A snapshot after the change.
    """

    def work(process: Process) -> State:
        update(_server(process))
        return State(vars(_server(process)))

    return await _ask(ref, "replace_state", work, timeout)


async def get_status(ref: Ref, timeout: float | None = 5.0) -> Status:
    """Figures of an actor and the redacted view of its state.

    Args:
        ref: the actor.
        timeout: deadline in seconds.

    Returns:
        The status.
    """
    return await _ask(ref, "get_status", lambda p: Status(info(p.ref), p.redacted_state()), timeout)


async def statistics(ref: Ref, timeout: float | None = 5.0) -> ActorInfo:
    """Figures of an actor, taken between two callbacks.

    Args:
        ref: the actor.
        timeout: deadline in seconds.

    Returns:
        The figures.
    """
    return await _ask(ref, "statistics", lambda p: info(p.ref), timeout)


async def suspend(ref: Ref, timeout: float | None = 5.0) -> None:
    """Make an actor handle nothing but system functions and orders to stop, until `resume`.

    Args:
        ref: the actor.
        timeout: deadline in seconds.
    """
    await _ask(ref, "suspend", lambda p: _set_suspended(p, value=True), timeout)


async def resume(ref: Ref, timeout: float | None = 5.0) -> None:
    """Undo `suspend`: what was queued meanwhile is handled, in order.

    Args:
        ref: the actor.
        timeout: deadline in seconds.
    """
    await _ask(ref, "resume", lambda p: _set_suspended(p, value=False), timeout)


def _set_suspended(process: Process, *, value: bool) -> None:
    process.suspended = value
    process.attention = True


async def trace(
    ref: Ref,
    sink: Callable[[TraceEvent], object] | bool | None,
    timeout: float | None = 5.0,
) -> None:
    """Show every message and answer of a server, from now on and for this incarnation.

    Args:
        ref: the server.
        sink: a plain function that gets each `TraceEvent`; ``True`` logs the types at DEBUG
            level; ``False`` or ``None`` ends the trace. A sink that raises is dropped.
        timeout: deadline in seconds.
    """

    def work(process: Process) -> None:
        _server(process)
        cast("ServerProcess", process).set_tracer(_log_event if sink is True else sink or None)

    await _ask(ref, "trace", work, timeout)


def _log_event(event: TraceEvent) -> None:
    logger.debug("trace %r: %s %s", event.ref, event.kind, type(event.message).__name__)


def monitors_of(ref: Ref) -> list[Monitor]:
    """Who watches the incarnation that runs now.

    Args:
        ref: the actor.

    Returns:
        The monitors.
    """
    return list((ref._process.monitors if ref._process else None) or ())
