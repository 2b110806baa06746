"""What callbacks return, and the messages that the runtime itself sends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar, final

from ._errors import AbnormalStop
from ._reasons import NORMAL, Crash, Killed, Normal, Reason, Shutdown
from ._value import Value, set_field

if TYPE_CHECKING:
    from ._monitor import Monitor
    from ._ref import Ref

C = TypeVar("C")
R_co = TypeVar("R_co", covariant=True)


class Call(Generic[R_co]):
    """Base of typed requests: ``class Get(Call[int])`` makes ``await ref.call(Get())`` an ``int``.

    It has no behaviour; any object can be a request.
    """

    __slots__ = ()


def _refuse_subclass(cls: type) -> None:
    raise TypeError(f"{cls.__name__}: actions of callbacks cannot be subclassed")


def _sealed(cls: type[C]) -> type[C]:
    """The loop compares types, which is quick; a subclass would be taken for an answer."""
    cls.__init_subclass__ = classmethod(_refuse_subclass)  # type: ignore[assignment]
    return final(cls)


@_sealed
class Continue(Value):
    """Run ``handle_continue(arg)`` before anything that is queued."""

    __slots__ = ("arg",)
    __match_args__ = ("arg",)

    arg: object

    def __init__(self, arg: object = None) -> None:
        set_field(self, "arg", arg)


@_sealed
class IdleTimeout(Value):
    """Deliver ``Timeout()`` to ``handle_info`` unless a message arrives within ``seconds``.

    It holds for one wait only: the next callback has to ask again (as in OTP).
    """

    __slots__ = ("seconds",)
    __match_args__ = ("seconds",)

    seconds: float

    def __init__(self, seconds: float) -> None:
        if not seconds >= 0:
            raise ValueError(f"IdleTimeout: expected seconds >= 0, got {seconds!r}")
        set_field(self, "seconds", seconds)


@_sealed
class Stop(Exception):
    """End the actor: returned from any callback or raised out of it (also out of ``init``).

    Args:
        reason: an exit reason. An exception becomes ``Crash(exc)``; any other value is an
            abnormal reason, ``Crash(AbnormalStop(value))``.
        reply: the answer to the call being handled. It arrives before ``terminate`` runs.
            Without one the caller gets ``ActorExited(reason)``.
    """

    _NO_REPLY = object()

    def __init__(self, reason: object = NORMAL, reply: object = _NO_REPLY) -> None:
        self.reason = as_reason(reason)
        self.reply = reply
        super().__init__(self.reason)

    @property
    def has_reply(self) -> bool:
        """Whether ``reply=`` was given (``None`` is a reply too)."""
        return self.reply is not Stop._NO_REPLY


Then = Continue | IdleTimeout | Stop


@_sealed
class Reply(Value):
    """Answer the call with ``value``, then do ``then``. Only ``handle_call`` may return it."""

    __slots__ = ("then", "value")
    __match_args__ = ("value", "then")

    value: object
    then: Then | None

    def __init__(self, value: object, then: Then | None = None) -> None:
        set_field(self, "value", value)
        set_field(self, "then", then)


@_sealed
class NoReply(Value):
    """Do not answer now; ``otp.reply(from_, value)`` will, from any task."""

    __slots__ = ("then",)
    __match_args__ = ("then",)

    then: Then | None

    def __init__(self, then: Then | None = None) -> None:
        set_field(self, "then", then)


@_sealed
class Ignore(Value):
    """Returned by ``init``: do not run, and do not treat that as a failure."""

    __slots__ = ()


class Down(Value):
    """A monitored actor has ended.

    Attributes:
        ref: the monitored ref, as given to ``monitor``.
        monitor: the monitor that fired; each fires at most once.
        reason: why; ``Crash(NoProcess)`` if there was nothing to monitor.
    """

    __slots__ = ("monitor", "reason", "ref")
    __match_args__ = ("ref", "monitor", "reason")

    ref: Ref
    monitor: Monitor
    reason: Reason

    def __init__(self, ref: Ref, monitor: Monitor, reason: Reason) -> None:
        set_field(self, "ref", ref)
        set_field(self, "monitor", monitor)
        set_field(self, "reason", reason)


class Exit(Value):
    """An exit signal, delivered as a message because the actor traps exits.

    Attributes:
        ref: the linked actor that ended, by the ref that was given to ``link``. For a signal of
            ``ref.exit`` the sender, pinned; the receiver itself if no actor sent it.
        reason: why.
    """

    __slots__ = ("reason", "ref")
    __match_args__ = ("ref", "reason")

    ref: Ref
    reason: Reason

    def __init__(self, ref: Ref, reason: Reason) -> None:
        set_field(self, "ref", ref)
        set_field(self, "reason", reason)


class Timeout(Value):
    """The idle time asked for with `IdleTimeout` has passed."""

    __slots__ = ()


def as_reason(value: object) -> Reason:
    """Turn anything into an exit reason.

    Args:
        value: a reason, an exception, or any other value (OTP: "any other term" is abnormal).

    Returns:
        The reason.
    """
    if isinstance(value, Normal | Shutdown | Killed | Crash):
        return value
    if isinstance(value, BaseException):
        return Crash(value)
    return Crash(AbnormalStop(value))
