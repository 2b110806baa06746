"""From what the machine and the CLI say of a turn to the error that its caller gets."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from copilot_actors._errors import ConnectionFault
from copilot_actors._session_errors import SessionClosed, SessionError, SessionFailed
from copilot_actors._turn_errors import (
    OutcomeUnknown,
    SessionPoisoned,
    TurnAborted,
    TurnFailed,
    TurnInterrupted,
    TurnNoProgress,
    TurnStalled,
    TurnTimeout,
)
from copilot_actors.client._options._poison import status_of

from . import _values as v

if TYPE_CHECKING:
    from ._ledger import PromptEntry
    from ._record import SessionRecord


def turn_error(
    record: SessionRecord,
    entry: PromptEntry,
    fault: v.TurnFault,
    redact: Callable[[str], str],
) -> BaseException:
    """The error for the caller of a prompt whose turn has failed.

    Args:
        record: the session.
        entry: the prompt.
        fault: what became of its turn.
        redact: hides secrets in the words of the CLI.
    """
    session_id, message_id = record.session_id, entry.message_id
    match fault:
        case v.Aborted():
            return TurnAborted(session_id, message_id)
        case v.TimedOut(aborted=aborted):
            return _over_limit(session_id, entry, aborted=aborted)
        case v.Failed():
            return turn_failed(session_id, message_id, fault, redact)
        case v.NoProgress(compactions=compactions, seconds=seconds):
            return TurnNoProgress(session_id, message_id, compactions, seconds)
        case v.Cut(ran=ran):
            return TurnInterrupted(session_id, message_id, ran)
        case v.Unknown() | v.Lost():
            return OutcomeUnknown(session_id, message_id)
        case v.Refused(error=error):
            return error
        case v.Ended():
            return session_over(record)


def _over_limit(session_id: str, entry: PromptEntry, *, aborted: bool) -> BaseException:
    """Which limit the turn was over: one of its own, or its caller's patience."""
    reached = entry.turn.fault
    if isinstance(reached, TurnStalled):
        reached.aborted = aborted
        return reached
    seconds, limit = entry.timeout, "timeout"
    if reached is not None:
        seconds, limit = reached.seconds, reached.limit
    return TurnTimeout(session_id, entry.message_id, seconds, aborted=aborted, limit=limit)


def session_over(record: SessionRecord) -> BaseException:
    """Why the session is over, as its callers are told."""
    error = record.error
    if error is None:
        return SessionClosed(record.session_id)
    if isinstance(error, ConnectionFault | SessionError):
        return copy.copy(error)
    failed = SessionFailed(record.session_id, error)
    failed.__cause__ = error
    return failed


def turn_failed(
    session_id: str, message_id: str | None, fault: v.Failed, redact: Callable[[str], str]
) -> TurnFailed:
    """The typed error for a ``session.error``.

    Args:
        session_id: the session.
        message_id: the id of the prompt, if known.
        fault: what the CLI said of the turn and of its last model call.
        redact: hides secrets: the provider's own words may quote the key that it refuses.
    """
    data, call = fault.data, fault.call
    kind = SessionPoisoned if fault.poisoned else TurnFailed
    return kind(
        session_id,
        message_id,
        str(data.get("errorType", "unknown")),
        redact(str(data.get("message", ""))),
        status_of(data, call),
        error_code=_text(data.get("errorCode")) or _text(call.get("errorCode")),
        retry_after=_seconds(call.get("retryAfterSeconds")),
        reset_at=_reset_at(call.get("quotaSnapshots")),
        transport=call.get("failureKind") == "transport",
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _seconds(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value)


def _reset_at(snapshots: object) -> str | None:
    """When the quota that is used up is renewed; of several, the last to be."""
    if not isinstance(snapshots, Mapping):
        return None
    dates = [
        date
        for snapshot in snapshots.values()
        if isinstance(snapshot, Mapping)
        and snapshot.get("hasQuota") is False
        and (date := _text(snapshot.get("resetDate"))) is not None
    ]
    return max(dates, default=None)
