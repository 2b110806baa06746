"""Calls under way: `From`, the answer's way back, and the search for calls that cannot end."""

from __future__ import annotations

from collections import deque
from contextlib import contextmanager
from typing import TYPE_CHECKING

from trio.lowlevel import (
    Abort,
    RaiseCancelT,
    Task,
    current_task,
    enable_ki_protection,
    reschedule,
)

from ._errors import ActorExited, AlreadyReplied, CallCycle, CallingSelf, CallTimeout
from ._process import Process
from ._tree import current_process
from ._wake import WOKEN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ._reasons import Reason
    from ._ref import Ref

WAITING, ANSWERED, FAILED, ABANDONED = range(4)
"""States of a call. All but the first are final."""


class From:
    """One call, as the server sees it: pass it to ``otp.reply`` to answer later.

    Attributes:
        request: what was asked.
        timeout: the caller's deadline in seconds from the call, ``None`` for none.
        done: not zero once the call was answered, has failed or was abandoned.
        queued: it is in a mailbox as a call; elsewhere it may be as what somebody has cast.
        deadline: on trio's clock; only of calls with the default timeout.
    """

    # One of these is made per call: no slot is filled that a call does not need, and those that are
    # by whoever makes one, because an __init__ costs a tenth of an inline call.
    __slots__ = (
        "_ref",
        "_result",
        "_target",
        "_task",
        "deadline",
        "done",
        "queued",
        "request",
        "timeout",
    )

    _ref: Ref
    _target: Process | None
    _task: Task | None  # None while the caller does not wait (yet)
    _result: object
    queued: bool
    deadline: float
    request: object
    timeout: float | None
    done: int

    def __repr__(self) -> str:
        if not hasattr(self, "done"):
            # What stands for no call; it is among the variables of a server's frames.
            return "<From nobody>"
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
            if self._task is not None:
                reschedule(self._task, WOKEN)
        elif self.done == ANSWERED:
            raise AlreadyReplied(self.request)
        else:
            self._ref._child.tree.counters.late_replies += 1
        target = self._target
        if target is not None and target.deferred:
            target.deferred.pop(self, None)

    @enable_ki_protection
    def _fail(self, error: Exception) -> None:
        if not self.done:
            self.done = FAILED
            self._result = error
            reschedule(self._task, WOKEN)  # type: ignore[arg-type] # only while the caller waits

    def _exited(self, reason: Reason) -> None:
        if not self.done:
            self._fail(ActorExited(reason, self._ref, type(self.request).__name__, self.timeout))

    def _give_up(self) -> None:
        self.done = ABANDONED
        target = self._target
        if target is None:
            (self._ref._child.waiting or {}).pop(self, None)
        elif target.deferred:
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
        reschedule(self._task, WOKEN)  # type: ignore[arg-type] # only while the caller waits


def reply(from_: From, value: object) -> None:
    """Answer a call later, from any task of the run; never blocks, no checkpoint.

    An answer to a call whose caller has given up, or has an error because the server ended, is
    dropped and counted (``late_replies``).

    Args:
        from_: what ``handle_call`` got.
        value: the answer.

    Raises:
        AlreadyReplied: the call was answered before.
    """
    from_._resolve(value)


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


def refuse_cycle(
    ref: Ref, caller: Process, target: Process | None, name: str, timeout: float | None
) -> None:
    """Raise if a call from ``caller`` to ``target`` could never be answered.

    Args:
        ref: what is being called.
        caller: the calling actor, whose callback waits.
        target: the incarnation behind ``ref``; ``None`` if the next one is waited for.
        name: the request's type or the operation, for the message; never the request itself.
        timeout: the deadline, for the message.

    Raises:
        CallingSelf: they are the same actor.
        CallCycle: the target waits, through calls, for the caller.
    """
    target = target or ref._child.process
    if target is None:
        return
    if target is caller:
        raise CallingSelf(ref, name, timeout)
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
                raise CallCycle(ref, name, refs, timeout)
            if blocker not in came_from:
                came_from[blocker] = waiting
                queue.append(blocker)


def edge_to(
    ref: Ref, process: Process, operation: str, timeout: float | None, task: Task | None
) -> From:
    """A wait in the shape of a call, for the wait-for graph.

    Args:
        ref: how errors call what is waited for.
        process: what is waited for.
        operation: how errors call the wait.
        timeout: the deadline, for the message.
        task: who waits; ``None`` if nobody is to be woken.

    Returns:
        The edge.
    """
    edge = From()
    edge._ref = ref
    edge._target = process
    edge._task = task
    edge.request = operation
    edge.timeout = timeout
    edge.done = WAITING
    edge.queued = False
    return edge


@contextmanager
def blocked_on(
    ref: Ref,
    process: Process,
    operation: str,
    timeout: float | None = None,
    *,
    may_cycle: bool = False,
) -> Iterator[From]:
    """Enter the calling actor, if any, into the wait-for graph while it waits for ``process``.

    Args:
        ref: how errors call the target.
        process: what is waited for.
        operation: how errors call the request.
        timeout: the deadline, for the message.
        may_cycle: the target ends the wait even if it waits for the caller now.

    Yields:
        The edge, which is also a call that ``process`` may answer.

    Raises:
        CallingSelf: the target is the caller.
        CallCycle: the target waits for the caller.
    """
    task = current_task()
    caller = current_process.get()
    edge = edge_to(ref, process, operation, timeout, task)
    if caller is None or not waits_for(caller, task):
        yield edge
        return
    if not may_cycle or process is caller:
        refuse_cycle(ref, caller, process, operation, timeout)
    if caller.calls_out is None:
        caller.calls_out = {}
    calls_out = caller.calls_out
    calls_out[edge] = None
    try:
        yield edge
    finally:
        calls_out.pop(edge, None)


@contextmanager
def ending(process: Process, operation: str) -> Iterator[None]:
    """What `blocked_on` is for a call, for the order to a supervisor to end a child.

    An actor that its supervisor interrupts or kills in the end needs no edge: it ends in time.

    Args:
        process: the child.
        operation: how errors call the order.

    Yields:
        Nothing; the child's end is waited for in the block.

    Raises:
        CallingSelf: the end of the child waits for the calling actor, which nobody would end.
        CallCycle: the child waits for the calling actor.
    """
    if process.ends_in_time:
        yield
        return
    refuse_endless(process.child.ref, process, operation, None)
    with blocked_on(process.child.ref, process, operation):
        yield


def refuse_endless(ref: Ref, target: Process, operation: str, timeout: float | None) -> None:
    """Raise if the end of ``target`` would wait for the calling actor for ever.

    That is so for the supervisors above an actor that traps exits, where no ``shutdown`` in
    between is limited: each waits for its children, and the actor for the supervisor.

    Args:
        ref: how errors call the target.
        target: what is to end.
        operation: how errors call the order.
        timeout: the deadline, for the message.

    Raises:
        CallingSelf: it is so.
    """
    caller = current_process.get()
    if caller is None or not waits_for(caller, current_task()):
        return
    process: object = caller
    while isinstance(process, Process) and process is not target:
        if process.ends_in_time:
            return
        process = process.parent
    if process is target:
        raise CallingSelf(ref, operation, timeout)
