"""What callers hold: `Ref`, the address of an actor. Never state."""

# ruff: noqa: ASYNC109 - a deadline is part of OTP's call; it costs no cancel scope here

from __future__ import annotations

import math
from collections import deque
from typing import TYPE_CHECKING, TypeVar, overload

import trio
from trio.lowlevel import (
    checkpoint,
    checkpoint_if_cancelled,
    current_task,
    enable_ki_protection,
)

from ._call import (
    ANSWERED,
    WAITING,
    From,
    blocked_on,
    refuse_cycle,
    refuse_endless,
    waits_for,
)
from ._clock import DEFAULT_TIMEOUT
from ._errors import (
    ActorExited,
    CallTimeout,
    MailboxFull,
    NoProcess,
    NotInActor,
)
from ._messages import Call, as_reason
from ._monitor import Monitor, down_of
from ._process import CALL, CAST, DEAD, INFO
from ._reasons import NORMAL, Killed
from ._tree import current_process
from ._wake import SEATS, Seat, sleep

if TYPE_CHECKING:
    from ._child import Child
    from ._messages import Down
    from ._process import Process
    from ._reasons import Reason

R = TypeVar("R")

_FOREVER = math.inf


class Ref:
    """The address of an actor: valid over restarts, cheap to hold, safe to share between tasks.

    All plain methods never block and are no checkpoints. Refs are for the thread that runs trio.
    """

    __slots__ = ("__weakref__", "_child", "_pinned", "_process")

    _takes_messages = True  # a supervisor logs them
    _answers_calls = True

    def __init__(self, child: Child, process: Process | None = None) -> None:
        self._child = child
        self._process = process
        self._pinned = process is not None

    def __repr__(self) -> str:
        pinned = f" #{self.incarnation}" if self._pinned else ""
        return f"<{type(self).__name__} {self._child.label!r}{pinned}>"

    @property
    def id(self) -> object:
        """The child id under which its supervisor knows it."""
        return self._child.spec.id

    @property
    def incarnation(self) -> int:
        """Number of the incarnation, the latest one or for a pinned ref the pinned one."""
        if self._pinned and self._process is not None:
            return self._process.number
        return self._child.incarnation

    @property
    def alive(self) -> bool:
        """Whether an incarnation runs now (it may be in its ``init`` if the ref is pinned)."""
        return self._process is not None and self._process.status is not DEAD

    def pin(self) -> Ref:
        """The address of the incarnation that runs now, and of no other.

        A pinned ref never equals the address that it was made from; compare pins with pins.

        Returns:
            A pinned ref; a ref that is pinned already is returned as it is, dead or alive.

        Raises:
            NoProcess: nothing runs now.
        """
        process = self._process
        if process is None:
            raise NoProcess(self)
        return process.ref

    def _pinned_to(self, process: Process) -> Ref:
        return type(self)(self._child, process)

    # Messages.

    @enable_ki_protection
    def cast(self, request: object) -> None:
        """Send a request that has no answer; the target's ``handle_cast`` gets it.

        While a supervisor is restarting the target the request is dropped and counted
        (``dropped_messages``), as it would be if it arrived just before the crash.

        Args:
            request: any object.

        Raises:
            NoProcess: nothing runs there, and nothing is about to.
            MailboxFull: the mailbox is full and its policy is ``"raise"``.
        """
        process = self._process
        if process is None:
            self._drop(request)
            return
        box = process.box
        if box is None:
            process.box = deque((request,))
            if process.parked:
                process.wake()
        elif len(box) < process.limit:
            box.append(request)
        else:
            process.refuse(CAST, request)

    @enable_ki_protection
    def send(self, message: object) -> None:
        """Send a message; the target's ``handle_info`` gets it. Rules as for `cast`.

        Args:
            message: any object.

        Raises:
            NoProcess: nothing runs there, and nothing is about to.
            MailboxFull: the mailbox is full and its policy is ``"raise"``.
        """
        process = self._process
        if process is None:
            self._drop(message)
        else:
            process.deliver(INFO, message)

    def _drop(self, message: object) -> None:
        child = self._child
        if not child.will_run:
            raise NoProcess(self, type(message).__name__)
        child.tree.counters.dropped_messages += 1

    @overload
    async def call(self, request: Call[R], timeout: float | None = ...) -> R: ...
    @overload
    async def call(self, request: object, timeout: float | None = ...) -> object: ...
    @enable_ki_protection
    async def call(  # noqa: PLR0915 - in one piece: parts would cost a tenth of an inline call each
        self, request: object, timeout: float | None = DEFAULT_TIMEOUT
    ) -> object:
        """Send a request and wait for the answer.

        While a supervisor is restarting the target, the call waits for the next incarnation; if
        more calls wait than its mailbox takes, the surplus fails with `MailboxFull` when it runs.
        Cancelled, the call is abandoned: it may have been handled or may still be; its answer
        reaches nobody.

        Args:
            request: any object; a `Call` subclass types the answer.
            timeout: deadline in seconds; ``None`` or ``math.inf`` for none.

        Returns:
            What the target's ``handle_call`` answered.

        Raises:
            CallTimeout: no answer in time.
            NoProcess: nothing runs there, and nothing is about to.
            ActorExited: the target ended first; its exception is the ``__cause__``.
            CallingSelf: the calling actor is the target.
            CallCycle: the target waits for the calling actor.
            MailboxFull: the mailbox is full.
        """
        process = self._process
        if not (timeout == DEFAULT_TIMEOUT or timeout is None or 0.0 <= timeout < _FOREVER):
            if timeout != _FOREVER:
                raise ValueError(f"timeout: expected seconds >= 0 or None, got {timeout!r}")
            timeout = None
        call = From()
        call._ref = self
        call._target = process
        call.request = request
        call.timeout = timeout
        call.done = WAITING
        under_way = False
        if process is not None and process.inlines:
            call._task = None
            call.queued = False
            under_way = process.answer_inline(call)
            if call.done:
                # Each call is a cancellation point, every 16th a scheduling point: a switch costs
                # ten times such a call.
                if process.inlined & 15:
                    await checkpoint_if_cancelled()
                else:
                    await checkpoint()
                return call._result
        task = current_task()
        caller = current_process.get()
        if caller is not None and waits_for(caller, task):
            refuse_cycle(self, caller, process, type(request).__name__, timeout)
            if caller.calls_out is None:
                caller.calls_out = {}
            caller.calls_out[call] = None
        call._task = task  # nothing refuses the call any more but its mailbox
        try:
            if process is None:
                self._await_incarnation(call)
            elif not under_way:
                call.queued = True
                box = process.box
                if box is None:
                    process.box = deque((call,))
                    if process.parked:
                        process.wake()
                elif len(box) < process.limit:
                    box.append(call)
                else:
                    process.refuse(CALL, call)
            child = self._child
            if timeout == DEFAULT_TIMEOUT:
                fresh = None if process is None else process.fresh
                if fresh is None:
                    child.clock.add_calls((call,))
                else:
                    fresh.append(call)
            elif timeout is not None:
                clock = child.clock
                clock.add(clock.now() + timeout, call)
            seats = child.tree.seats
            seat = seats.pop() if seats else Seat()
            seat.call = call
            await sleep(seat.trap)
            seat.call = None
            if len(seats) < SEATS:
                seats.append(seat)
        finally:
            if caller is not None and caller.calls_out:
                caller.calls_out.pop(call, None)
        return call._result if call.done == ANSWERED else call._outcome()

    def _await_incarnation(self, call: From) -> None:
        child = self._child
        name = type(call.request).__name__
        if not child.will_run:
            raise NoProcess(self, name, call.timeout)
        if child.waiting is None:
            child.waiting = {}
        if len(child.waiting) >= MAX_WAITING_CALLS:
            raise MailboxFull(self, name, MAX_WAITING_CALLS, call.timeout)
        child.waiting[call] = None

    # Lifecycle.

    def monitor(self) -> Monitor:
        """Watch the incarnation that runs now.

        Returns:
            A monitor; it has fired already if nothing runs.
        """
        return Monitor(self, self._process, None)

    async def wait_exit(self) -> Reason:
        """Wait until the incarnation that runs now has ended.

        Returns:
            Its exit reason; ``Crash(NoProcess)`` at once if nothing runs.

        Raises:
            CallingSelf: an actor cannot wait for its own end.
            CallCycle: it waits for the calling actor.
        """
        process = self._process
        if process is None:
            return (await self.monitor().wait()).reason
        with blocked_on(self, process, "wait_exit"):
            return (await down_of(self, process)).reason

    async def stop(
        self, reason: Reason = NORMAL, timeout: float | None = None, *, drain: bool = False
    ) -> None:
        """Ask the actor to stop after its current callback, and wait until it has.

        ``terminate`` runs. Its supervisor restarts it if its restart type says so (a permanent
        child is). Cancelled, the actor stops nevertheless.

        Args:
            reason: what it stops with.
            timeout: how long to wait, in seconds; ``None`` for no limit.
            drain: let it handle first what is queued now; the order then waits its turn in the
                mailbox, where nothing that comes later can push it out. With the policy
                ``"drop_oldest"`` it takes the place of the oldest message of a full mailbox; of
                two such orders the first one holds. For servers only.

        Raises:
            NoProcess: nothing runs there.
            MailboxFull: ``drain`` and the mailbox is full; the actor was not told to stop.
            TypeError: ``drain`` and the actor has no mailbox.
            CallingSelf: an actor cannot wait for its own end, nor for that of a supervisor that
                waits for it.
            CallCycle: it waits for the calling actor.
            CallTimeout: it had not stopped in time; it still will.
            ActorExited: it ended with another reason, for instance because ``terminate`` raised.
        """
        process = self._process
        if process is None or process.status is DEAD:
            raise NoProcess(self, "stop", timeout)
        refuse_endless(self, process, "stop", timeout)
        with blocked_on(self, process, "stop", timeout, may_cycle=process.stop_interrupts):
            if drain:
                process.drain(as_reason(reason), timeout)
            else:
                process.request_stop(as_reason(reason))
            down: Down | None = None
            with trio.move_on_after(math.inf if timeout is None else timeout):
                down = await down_of(self, process)
        if down is None:
            raise CallTimeout(self, "stop", timeout or 0.0)
        got = down.reason
        if got != reason:
            raise ActorExited(got, self, "stop", timeout)

    def exit(self, reason: Reason) -> None:
        """Send an exit signal, as ``Process.exit/2`` does.

        ``Normal`` is ignored unless the target traps exits; ``Killed`` cannot be trapped; any
        other reason interrupts a target that does not trap, and is an `Exit` message to one that
        does. A signal to nobody is lost silently.

        Args:
            reason: an exit reason.
        """
        process = self._process
        if process is not None and process.status is not DEAD:
            sender = current_process.get()
            process.signal(process.ref if sender is None else sender.ref, as_reason(reason))

    def kill(self) -> None:
        """End the actor at its next checkpoint without ``terminate``; others see ``Killed``."""
        self.exit(Killed())


MAX_WAITING_CALLS = 10_000
"""Calls that may wait for the next incarnation of one actor; as many as a mailbox takes."""


def own_process(operation: str) -> Process:
    """The actor whose callback is running.

    Args:
        operation: for the message.

    Returns:
        Its process.

    Raises:
        NotInActor: there is none.
    """
    process = current_process.get()
    if process is None:
        raise NotInActor(operation)
    return process


def check_mailbox(ref: Ref) -> None:
    """Refuse an address at which nothing can be delivered, ever.

    Args:
        ref: the address.

    Raises:
        TypeError: it is that of a task.
    """
    if not ref._takes_messages:
        raise TypeError(f"{ref!r} has no mailbox")
