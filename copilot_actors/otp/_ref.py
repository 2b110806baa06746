"""What callers hold: `Ref`, the address of an actor, with `From` and `Monitor`. Never state."""

# ruff: noqa: ASYNC109 - a deadline is part of OTP's call; it costs no cancel scope here

from __future__ import annotations

import math
from collections import deque
from typing import TYPE_CHECKING, TypeVar, overload

import trio
from trio.lowlevel import (
    Abort,
    RaiseCancelT,
    Task,
    current_task,
    enable_ki_protection,
    reschedule,
    wait_task_rescheduled,
)

from ._errors import (
    ActorExited,
    AlreadyReplied,
    CallCycle,
    CallingSelf,
    CallTimeout,
    MailboxFull,
    NoProcess,
    NotInActor,
)
from ._messages import Call, Down, as_reason
from ._process import CALL, CAST, DEAD, INFO, down_for_absent
from ._reasons import NORMAL, Killed
from ._tree import current_process

if TYPE_CHECKING:
    from ._process import Child, Process
    from ._reasons import Reason

R = TypeVar("R")


WAITING, ANSWERED, FAILED, ABANDONED = range(4)
"""States of a call. All but the first are final."""


class From:
    """One call, as the server sees it: pass it to ``otp.reply`` to answer later.

    Attributes:
        request: what was asked.
        timeout: the caller's deadline in seconds from the call, ``None`` for none.
        done: not zero once the call was answered, has failed or was abandoned.
    """

    # One of these is made per call: no slot is filled that a call does not need.
    __slots__ = ("_ref", "_result", "_target", "_task", "done", "request", "timeout")

    def __init__(
        self, ref: Ref, target: Process | None, request: object, timeout: float | None, task: Task
    ) -> None:
        self._ref = ref
        self._target = target
        self._task = task
        self.request = request
        self.timeout = timeout
        self.done = WAITING

    def __repr__(self) -> str:
        state = ("waiting", "answered", "failed", "abandoned")[self.done]
        return f"<From {type(self.request).__name__} to {self._ref!r}, {state}>"

    @property
    def abandoned(self) -> bool:
        """The caller has timed out or was cancelled.

        An answer reaches nobody, so the work for it can be skipped.
        """
        return self.done == ABANDONED

    @enable_ki_protection
    def _resolve(self, value: object) -> None:
        if not self.done:
            self.done = ANSWERED
            self._result = value
            reschedule(self._task)
        elif self.done == ABANDONED:
            self._ref._child.tree.counters.late_replies += 1
        else:
            raise AlreadyReplied(self.request)
        target = self._target
        if target is not None and target.deferred:
            target.deferred.pop(self, None)

    @enable_ki_protection
    def _fail(self, error: Exception) -> None:
        if not self.done:
            self.done = FAILED
            self._result = error
            reschedule(self._task)

    def _exited(self, reason: Reason) -> None:
        if not self.done:
            self._fail(ActorExited(reason, self._ref, type(self.request).__name__, self.timeout))

    def _give_up(self) -> None:
        self.done = ABANDONED
        target = self._target
        if target is not None and target.deferred:
            target.deferred.pop(self, None)

    @enable_ki_protection
    def _abort(self, _: RaiseCancelT) -> Abort:
        self._give_up()
        return Abort.SUCCEEDED

    def _outcome(self) -> object:
        """The answer, or the error raised; only after the caller was woken."""
        result = self._result
        if self.done != ANSWERED:
            assert isinstance(result, Exception)  # noqa: S101 - _fail and expire store nothing else
            raise result
        return result

    def expire(self) -> None:
        """The deadline has come: called by the clock only."""
        self._give_up()
        self._ref._child.tree.counters.call_timeouts += 1
        self._result = CallTimeout(self._ref, type(self.request).__name__, self.timeout or 0.0)
        reschedule(self._task)


def reply(from_: From, value: object) -> None:
    """Answer a call later, from any task of the run; never blocks, no checkpoint.

    An answer to a call whose caller has given up is dropped and counted (``late_replies``).

    Args:
        from_: what ``handle_call`` got.
        value: the answer.

    Raises:
        AlreadyReplied: the call was answered before.
    """
    from_._resolve(value)


class Monitor:
    """Watches one incarnation and fires once, with a `Down`."""

    __slots__ = ("_down", "_owner", "_process", "_waiters", "ref")

    def __init__(self, ref: Ref, process: Process | None, owner: Process | None) -> None:
        self.ref = ref
        self._process = process
        self._owner = owner
        self._down: Down | None = None
        self._waiters: list[Task] | None = None
        if owner is not None:
            owner.add_hook(self.cancel)
        if process is None or process.status is DEAD:
            self._settle(down_for_absent(ref, self))
        elif process.monitors is None:
            process.monitors = {self: None}
        else:
            process.monitors[self] = None

    @property
    def down(self) -> Down | None:
        """The `Down` if it has fired."""
        return self._down

    @enable_ki_protection
    async def wait(self) -> Down:
        """Wait until the actor has ended. Cancelling the wait leaves the monitor in place.

        Returns:
            The `Down`; at once if it has fired before.

        Raises:
            trio.ClosedResourceError: the monitor was cancelled.
        """
        if self._down is not None:
            await trio.lowlevel.checkpoint()
            return self._down
        if self._process is None:
            raise trio.ClosedResourceError("the monitor was cancelled")
        task = current_task()
        if self._waiters is None:
            self._waiters = []
        waiters = self._waiters
        waiters.append(task)

        def abort(_: RaiseCancelT) -> Abort:
            waiters.remove(task)
            return Abort.SUCCEEDED

        await wait_task_rescheduled(abort)
        down = self.down
        if down is None:
            raise trio.ClosedResourceError("the monitor was cancelled")
        return down

    @enable_ki_protection
    def cancel(self) -> None:
        """Stop watching; idempotent. A `Down` that waits undelivered is taken back (OTP: flush)."""
        process, self._process = self._process, None
        if process is not None and process.monitors:
            process.monitors.pop(self, None)
        owner = self._owner
        if owner is not None:
            owner.remove_hook(self.cancel)
            if owner.urgent and self._down in owner.urgent:
                owner.urgent.remove(self._down)
        self._wake_waiters()

    def _fire(self, reason: Reason) -> None:
        self._process = None
        self._settle(Down(self.ref, self, reason))

    def _settle(self, down: Down) -> None:
        self._down = down
        owner = self._owner
        if owner is not None:
            owner.remove_hook(self.cancel)
            owner.deliver_urgent(self._message(down))
        self._wake_waiters()

    def _message(self, down: Down) -> object:
        """What the owner gets."""
        return down

    def _wake_waiters(self) -> None:
        waiters, self._waiters = self._waiters, None
        for task in waiters or ():
            reschedule(task)


class Ref:
    """The address of an actor: valid over restarts, cheap to hold, safe to share between tasks.

    All plain methods never block and are no checkpoints. Refs are for the thread that runs trio.
    """

    __slots__ = ("__weakref__", "_child", "_pinned", "_process")

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
        """Number of the incarnation: the latest one, or for a pinned ref the pinned one."""
        if self._pinned and self._process is not None:
            return self._process.number
        return self._child.incarnation

    @property
    def alive(self) -> bool:
        """Whether an incarnation runs now (it may be in its ``init`` if the ref is pinned)."""
        return self._process is not None and self._process.status is not DEAD

    def pin(self) -> Ref:
        """The address of the incarnation that runs now, and of no other.

        Returns:
            A pinned ref.

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
            process.box = deque((CAST, request))
            if process.parked:
                process.parked = False
                reschedule(process.task)  # type: ignore[arg-type]
        elif len(box) < process.limit:
            box.append(CAST)
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
    async def call(self, request: object, timeout: float | None = 5.0) -> object:
        """Send a request and wait for the answer.

        While a supervisor is restarting the target, the call waits for the next incarnation.
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
        task = current_task()
        caller = current_process.get()
        if timeout is not None:
            if timeout == math.inf:
                timeout = None
            elif not timeout >= 0:
                raise ValueError(f"timeout: expected seconds >= 0 or None, got {timeout!r}")
        call = From(self, process, request, timeout, task)
        if caller is not None and waits_for(caller, task):
            refuse_cycle(self, caller, process, request)
            if caller.calls_out is None:
                caller.calls_out = {}
            caller.calls_out[call] = None
        try:
            if process is None:
                self._await_incarnation(call)
            else:
                box = process.box
                if box is None:
                    process.box = deque((CALL, call))
                    if process.parked:
                        process.parked = False
                        reschedule(process.task)  # type: ignore[arg-type]
                elif len(box) < process.limit:
                    box.append(CALL)
                    box.append(call)
                else:
                    process.refuse(CALL, call)
            if timeout is not None:
                self._child.tree.clock.add(trio.current_time() + timeout, call)
            await wait_task_rescheduled(call._abort)
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
            child.waiting = []
        if len(child.waiting) >= MAX_WAITING_CALLS:
            child.waiting[:] = [other for other in child.waiting if not other.done]
            if len(child.waiting) >= MAX_WAITING_CALLS:
                raise MailboxFull(self, name, MAX_WAITING_CALLS)
        child.waiting.append(call)

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
            Its exit reason.
        """
        return (await self.monitor().wait()).reason

    async def stop(self, reason: Reason = NORMAL, timeout: float | None = None) -> None:
        """Ask the actor to stop after its current callback, and wait until it has.

        ``terminate`` runs. Its supervisor restarts it if its restart type says so (a permanent
        child is). Cancelled, the actor stops nevertheless.

        Args:
            reason: what it stops with.
            timeout: how long to wait, in seconds; ``None`` for no limit.

        Raises:
            NoProcess: nothing runs there.
            CallingSelf: an actor cannot wait for its own end.
            CallTimeout: it had not stopped in time; it still will.
            ActorExited: it ended with another reason, for instance because ``terminate`` raised.
        """
        process = self._process
        if process is None or process.status is DEAD:
            raise NoProcess(self, "stop", timeout)
        caller = current_process.get()
        if caller is not None and waits_for(caller, current_task()):
            refuse_cycle(self, caller, process, "stop")
        monitor = self.monitor()
        process.request_stop(as_reason(reason))
        with trio.move_on_after(math.inf if timeout is None else timeout):
            await monitor.wait()
        if monitor.down is None:
            monitor.cancel()
            raise CallTimeout(self, "stop", timeout or 0.0)
        got = monitor.down.reason
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


def waits_for(caller: Process, task: Task) -> bool:
    """Whether ``caller``'s callback cannot return before ``task`` ends.

    True in the actor's own task and in tasks of nurseries that its callback has open; false in
    tasks that merely inherited its context, as those of a nursery from outside.

    Args:
        caller: the actor found in the context.
        task: the running task.

    Returns:
        The verdict.
    """
    own = caller.task
    ancestor: Task | None = task
    while ancestor is not None:
        if ancestor is own:
            return not caller.parked
        nursery = ancestor.parent_nursery
        ancestor = nursery.parent_task if nursery is not None else None
    return False


def refuse_cycle(ref: Ref, caller: Process, target: Process | None, request: object) -> None:
    """Raise if a call from ``caller`` to ``target`` could never be answered.

    Args:
        ref: what is being called.
        caller: the calling actor, whose callback waits.
        target: the incarnation behind ``ref``.
        request: the request, for the message.

    Raises:
        CallingSelf: they are the same actor.
        CallCycle: the target waits, through calls, for the caller.
    """
    name = request if isinstance(request, str) else type(request).__name__
    if target is caller or (target is None and ref._child is caller.child):
        raise CallingSelf(ref, name)
    if target is None:
        return
    came_from: dict[Process, Process] = {target: caller}
    queue = deque([target])
    while queue:
        waiting = queue.popleft()
        for blocker in waiting.blocking():
            if blocker is caller:
                path = [waiting]
                while path[-1] is not target:
                    path.append(came_from[path[-1]])
                refs = [caller.child.ref, *(process.child.ref for process in reversed(path))]
                raise CallCycle(ref, name, refs)
            if blocker not in came_from:
                came_from[blocker] = waiting
                queue.append(blocker)


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
