"""Exit reasons: plain values that say why an actor ended."""

from __future__ import annotations

from typing import TypeAlias, Union

from ._errors import safe_repr
from ._value import Value, set_field


class Normal(Value):
    """The actor ended because its work was done."""

    __slots__ = ()


class Shutdown(Value):
    """The actor was told to stop, or gave up in an orderly way.

    Attributes:
        detail: what a reader of logs should know; a supervisor that exhausted its restart budget
            puts the `MaxRestarts` error here, one whose child did not start a `StartFailed`.
    """

    __slots__ = ("detail",)
    __match_args__ = ("detail",)

    detail: object

    def __init__(self, detail: object = None) -> None:
        set_field(self, "detail", detail)

    def __repr__(self) -> str:
        return f"Shutdown(detail={safe_repr(self.detail)})"


class Killed(Value):
    """The actor was ended without running ``terminate``: by ``kill`` or after its time limit."""

    __slots__ = ()


class Crash(Value):
    """The actor ended because of an exception.

    Attributes:
        exc: the exception itself, traceback included.
    """

    __slots__ = ("exc",)
    __match_args__ = ("exc",)

    exc: BaseException

    def __init__(self, exc: BaseException) -> None:
        set_field(self, "exc", exc)

    def __repr__(self) -> str:
        return f"Crash({describe_exception(self.exc)})"


Reason: TypeAlias = Union[Normal, Shutdown, Killed, Crash]  # noqa: UP007 - shown in docs as one name

NORMAL = Normal()
SHUTDOWN = Shutdown()
KILLED = Killed()


def is_clean(reason: Reason) -> bool:
    """Whether a transient child with this reason stays down (OTP: normal, shutdown, {shutdown, _}).

    Args:
        reason: the exit reason.

    Returns:
        True for `Normal` and `Shutdown`.
    """
    return isinstance(reason, Normal | Shutdown)


def describe_exception(exc: BaseException) -> str:
    """One short line about an exception, for logs and notes.

    Args:
        exc: any exception.

    Returns:
        Its type and at most 200 characters of its text.
    """
    try:
        text = str(exc)
    except Exception as failure:
        return f"{type(exc).__name__}(<str raised {type(failure).__name__}>)"
    if len(text) > 200:  # noqa: PLR2004 - a note is read by people; the exception has the rest
        text = text[:197] + "..."
    return f"{type(exc).__name__}({text!r})" if text else f"{type(exc).__name__}()"
