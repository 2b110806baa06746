"""From what the CLI said of a failed turn to the error that its caller gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from copilot_actors._turn_errors import SessionPoisoned, TurnFailed
from copilot_actors.client._options._poison import status_of

from ._values import Failed


def turn_failed(
    session_id: str, message_id: str | None, fault: Failed, redact: Callable[[str], str]
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
