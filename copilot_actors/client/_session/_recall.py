"""Answering a call with what the durable ledger says of a prompt that is over.

The idempotency key of a prompt stands for one turn: asked for again, the turn's outcome is told
again and nothing is sent.
"""

from __future__ import annotations

from collections.abc import Sequence

from copilot_actors._turn_errors import (
    OutcomeUnknown,
    TurnAborted,
    TurnError,
    TurnInterrupted,
)
from copilot_actors.protocol import SessionEvent
from copilot_actors.storage import PromptRecord, PromptState


def error_of(record: PromptRecord) -> TurnError:
    """The error that tells how a prompt without an answer ended."""
    if record.state is PromptState.UNKNOWN:
        return OutcomeUnknown(record.session_id, record.message_id)
    if record.reason == "aborted":
        return TurnAborted(record.session_id, record.message_id)
    return TurnInterrupted(record.session_id, record.message_id)


def message_id_of(record: PromptRecord) -> str:
    """The message id of a prompt that is over.

    Raises:
        OutcomeUnknown: it never had one, or the transcript may not have it.
    """
    if record.message_id is None or record.state is PromptState.UNKNOWN:
        raise OutcomeUnknown(record.session_id, None)
    return record.message_id


def answer_of(record: PromptRecord, history: Sequence[SessionEvent]) -> SessionEvent | None:
    """The answer of a completed prompt, out of the session's history.

    Raises:
        OutcomeUnknown: it is not there any more.
    """
    if record.answer_id is None:
        return None
    for event in reversed(history):
        if event.id == record.answer_id:
            return event
    raise OutcomeUnknown(record.session_id, record.message_id)
