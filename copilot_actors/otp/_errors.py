"""Errors of the runtime. Each names the target, the request's type and the deadline if it has any.

::

    ActorError
    +-- CallError                 a call did not bring an answer
    |   +-- NoProcess             nothing runs at that address and nothing will
    |   +-- CallTimeout           (also TimeoutError) no answer within the deadline
    |   +-- CallingSelf           the actor would wait for itself
    |   +-- CallCycle             the actors would wait for each other
    |   +-- ActorExited           the actor ended before it answered
    |   +-- MailboxFull           the mailbox is at its limit
    +-- SupervisionError          a supervisor refused or failed
    |   +-- AlreadyStarted        a running child (or name) has that id
    |   +-- AlreadyPresent        a stopped child has that id
    |   +-- ChildNotFound
    |   +-- ChildRunning
    |   +-- ChildRestarting
    |   +-- StartFailed           a child did not start
    |   +-- StartTimeout          (also TimeoutError) an init took too long
    |   +-- MaxChildren
    |   +-- MaxRestarts           the restart budget is exhausted
    +-- AbnormalStop              a reason that is neither a Reason nor an exception
    +-- BadReturn                 (also TypeError) a callback returned what it must not
    +-- AlreadyReplied            a second answer to one call
    +-- NotInActor                something that needs a calling actor, used outside of one
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from ._reasons import Reason


class ActorError(Exception):
    """Base of every error of ``copilot_actors.otp``."""

    def __reduce__(self) -> tuple[object, ...]:
        # The constructors take the parts, args holds the message: the default would call them
        # with the message (copy.copy, pickle).
        return (_rebuilt, (type(self), self.args), self.__dict__)


def _rebuilt(cls: type[ActorError], args: tuple[object, ...]) -> ActorError:
    error = cls.__new__(cls)
    error.args = args  # set here, not by __new__: an OSError (CallTimeout) would not take them
    return error


def safe_repr(value: object) -> str:
    """``repr`` for messages and logs: what users made may raise, the runtime must go on.

    Args:
        value: anything.

    Returns:
        Its repr, or a remark that it has none.
    """
    try:
        return repr(value)
    except Exception as exc:
        return f"<{type(value).__name__}: repr raised {type(exc).__name__}>"


class AbnormalStop(ActorError):
    """Stands for an exit reason that is not one of the four, as in ``Stop("disk full")``.

    Attributes:
        detail: the value given.
    """

    def __init__(self, detail: object) -> None:
        super().__init__(f"stopped with {safe_repr(detail)}")
        self.detail = detail


class BadReturn(ActorError, TypeError):
    """A callback returned an action that it must not return."""

    def __init__(self, callback: str, allowed: str, got: object) -> None:
        super().__init__(f"{callback} must return {allowed}; got {type(got).__name__}")
        self.callback = callback
        self.got = got


class AlreadyReplied(ActorError):
    """The call was answered before; the second answer is refused."""

    def __init__(self, request: object) -> None:
        super().__init__(f"a call with a {type(request).__name__} was answered before")


class NotInActor(ActorError):
    """The operation sends its result to the calling actor, and there is none."""

    def __init__(self, operation: str) -> None:
        super().__init__(f"{operation} was used outside an actor; pass the receiver's ref")


class CallError(ActorError):
    """Base of the ways in which a call brings no answer.

    Attributes:
        target: the ref that was called.
        request_type: name of the request's type; never the request, which may hold secrets.
        timeout: the call's deadline in seconds, ``None`` for none.
    """

    def __init__(
        self,
        what: str,
        target: object = None,
        request_type: str | None = None,
        timeout: float | None = None,
    ) -> None:
        request = f" ({request_type}" if request_type else ""
        if request:
            request += f", timeout {timeout:g} s)" if timeout is not None else ")"
        super().__init__(f"{target!r}: {what}{request}")
        self.target = target
        self.request_type = request_type
        self.timeout = timeout


class NoProcess(CallError):
    """Nothing runs at the address, and no supervisor is about to start it."""

    def __init__(
        self, target: object, request_type: str | None = None, timeout: float | None = None
    ) -> None:
        super().__init__("no process", target, request_type, timeout)


class CallTimeout(CallError, TimeoutError):
    """No answer within the deadline. A late answer reaches nobody and is counted."""

    def __init__(self, target: object, request_type: str, timeout: float) -> None:
        super().__init__("no answer", target, request_type, timeout)


class CallingSelf(CallError):
    """An actor called (or stopped) itself, directly or from a task that it waits for."""

    def __init__(
        self, target: object, request_type: str | None = None, timeout: float | None = None
    ) -> None:
        super().__init__("an actor cannot wait for itself", target, request_type, timeout)


class CallCycle(CallError):
    """The target is already waiting, through one or more calls, for the calling actor.

    Attributes:
        path: the refs of the cycle, the caller first.
    """

    def __init__(
        self,
        target: object,
        request_type: str,
        path: Sequence[object],
        timeout: float | None = None,
    ) -> None:
        chain = " -> ".join(repr(ref) for ref in (*path, path[0]))
        super().__init__(f"the call would never end: {chain}", target, request_type, timeout)
        self.path = tuple(path)


class ActorExited(CallError):
    """The actor ended before it answered. For a crash, ``__cause__`` is the actor's exception.

    Attributes:
        reason: the exit reason.
    """

    def __init__(
        self,
        reason: Reason,
        target: object = None,
        request_type: str | None = None,
        timeout: float | None = None,
    ) -> None:
        super().__init__(f"the actor exited: {reason!r}", target, request_type, timeout)
        self.reason = reason
        self.__cause__ = getattr(reason, "exc", None)


class MailboxFull(CallError):
    """The mailbox is at its limit and its policy is to refuse.

    Attributes:
        limit: the mailbox's size in messages.
    """

    def __init__(
        self, target: object, request_type: str, limit: int, timeout: float | None = None
    ) -> None:
        super().__init__(f"the mailbox is full ({limit} messages)", target, request_type, timeout)
        self.limit = limit


class SupervisionError(ActorError):
    """Base of what supervisors refuse or fail to do."""


class AlreadyStarted(SupervisionError):
    """A running child has this id, or a running actor this name.

    Attributes:
        ref: the holder.
    """

    def __init__(self, ref: object) -> None:
        super().__init__(f"already started: {ref!r}")
        self.ref = ref


class AlreadyPresent(SupervisionError):
    """A child that is not running has this id; the new spec was not taken over.

    Attributes:
        child: the id.
    """

    def __init__(self, child: Hashable) -> None:
        super().__init__(f"child {child!r} is present but not running; restart or delete it")
        self.child = child


class ChildNotFound(SupervisionError):
    """The supervisor has no such child.

    Attributes:
        child: the id or ref asked for.
    """

    def __init__(self, child: object) -> None:
        super().__init__(f"no child {child!r}")
        self.child = child


class ChildRunning(SupervisionError):
    """The operation needs a stopped child.

    Attributes:
        child: the id.
    """

    def __init__(self, child: Hashable) -> None:
        super().__init__(f"child {child!r} is running; terminate it first")
        self.child = child


class ChildRestarting(SupervisionError):
    """The operation needs a stopped child, and the supervisor is about to start this one.

    Attributes:
        child: the id.
    """

    def __init__(self, child: Hashable) -> None:
        super().__init__(f"child {child!r} is being restarted; terminate it first")
        self.child = child


class StartFailed(SupervisionError):
    """A child did not start. ``__cause__`` is the exception of its ``init``, if it was one.

    Attributes:
        reason: why; for a supervisor ``Shutdown(StartFailed(...))``, one level per supervisor.
        child: the id of the child.
    """

    def __init__(self, reason: Reason, child: object) -> None:
        super().__init__(f"child {child!r} did not start: {reason!r}")
        self.reason = reason
        self.child = child
        inner = getattr(reason, "exc", None) or getattr(reason, "detail", None)
        self.__cause__ = inner if isinstance(inner, BaseException) else None


class StartTimeout(SupervisionError, TimeoutError):
    """A child's ``init`` was not over within its ``start_timeout``; the start has failed.

    Attributes:
        child: the id of the child.
        seconds: the limit.
    """

    def __init__(self, child: object, seconds: float) -> None:
        super().__init__(f"child {child!r} was not up within {seconds:g} s")
        self.child = child
        self.seconds = seconds


class MaxChildren(SupervisionError):
    """The supervisor has as many children as it may.

    Attributes:
        limit: ``max_children``.
    """

    def __init__(self, supervisor: object, limit: int) -> None:
        super().__init__(f"{supervisor!r} has {limit} children, its limit")
        self.limit = limit


class MaxRestarts(SupervisionError):
    """A supervisor gave up. ``__cause__`` is the last crash; the notes are the restart history.

    Attributes:
        supervisor: id of the supervisor.
        child: id of the child whose end exceeded the budget.
        max_restarts: how many restarts were allowed within ``max_seconds``.
        max_seconds: length of the window in seconds.
        reason: why that child ended.
    """

    def __init__(
        self,
        supervisor: object,
        child: object,
        max_restarts: int,
        max_seconds: float,
        reason: Reason,
    ) -> None:
        super().__init__(
            f"supervisor {supervisor!r} gave up: more than {max_restarts} restarts "
            f"in {max_seconds:g} s; last child {child!r}: {reason!r}"
        )
        self.supervisor = supervisor
        self.child = child
        self.max_restarts = max_restarts
        self.max_seconds = max_seconds
        self.reason = reason
