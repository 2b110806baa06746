"""Why a turn has no answer: the faults that the machine of a session tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec


class Aborted(msgspec.Struct, frozen=True):
    """The turn was aborted."""


class TimedOut(msgspec.Struct, frozen=True):
    """The caller's deadline passed; ``aborted`` tells whether the end was confirmed."""

    aborted: bool


class Failed(msgspec.Struct, frozen=True):
    """The CLI ended the turn with ``session.error``; ``data`` is the event's.

    ``call`` is what was seen of the failed model call; ``poisoned`` tells that the provider
    refuses the history.
    """

    data: Mapping[str, object]
    call: Mapping[str, object] = msgspec.field(default_factory=dict)
    poisoned: bool = False


class NoProgress(msgspec.Struct, frozen=True):
    """The run only compacts its history, or one compaction exceeded its limit of ``seconds``."""

    compactions: int
    seconds: float | None = None


class Cut(msgspec.Struct, frozen=True):
    """A crash cut the turn and it is not to be continued."""

    ran: tuple[str, ...]


class Unknown(msgspec.Struct, frozen=True):
    """The prompt was written, the log does not have it, and it must not be sent again."""


class Lost(msgspec.Struct, frozen=True):
    """The log does not have the prompt, and nobody here knows its text."""


class Refused(msgspec.Struct, frozen=True):
    """The CLI refused the request: ``error`` says how."""

    error: BaseException


class Ended(msgspec.Struct, frozen=True):
    """The session closed or failed before the turn was over."""


TurnFault: TypeAlias = (
    Aborted | TimedOut | Failed | NoProgress | Cut | Unknown | Lost | Refused | Ended
)
