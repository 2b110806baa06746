"""Calls under way: `From`, the answer's way back, and the search for calls that cannot end."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from trio.lowlevel import Abort, RaiseCancelT, Task, enable_ki_protection, reschedule

from ._errors import ActorExited, AlreadyReplied, CallCycle, CallingSelf, CallTimeout

if TYPE_CHECKING:
    from ._process import Process
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
    """

    # One of these is made per call: no slot is filled that a call does not need.
    __slots__ = ("_ref", "_result", "_target", "_task", "done", "request", "timeout")

    def __init__(
        self,
        ref: Ref,
        target: Process | None,
        request: object,
        timeout: float | None,
        task: Task | None,
    ) -> None:
        self._ref = ref
        self._target = target
        self._task = task  # None while the caller does not wait (yet)
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
            if self._task is not None:
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
            reschedule(self._task)  # type: ignore[arg-type] # only while the caller waits

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
        reschedule(self._task)  # type: ignore[arg-type] # only while the caller waits


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
