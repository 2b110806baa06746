"""What a durable ledger holds: prompts and calls that a crash of the program must not lose.

The table :data:`NEXT_STATES` says how a prompt may move. States that have no successor are over;
what arrives for them later is stale and changes nothing.
"""

from __future__ import annotations

import enum
import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Literal, TypeAlias

import msgspec


class PromptState(enum.StrEnum):
    """How far a prompt has come, as far as the ledger knows."""

    PREPARED = "prepared"
    """Recorded; certainly not written to any CLI."""
    WRITTEN = "written"
    """About to be written, or written; recorded before the first byte leaves."""
    ACKNOWLEDGED = "acknowledged"
    """The CLI has given it a message id, which is no promise that it is on disk."""
    SEEN = "seen"
    """Its ``user.message`` was seen: its turn has begun."""
    COMPLETED = "completed"
    """Its turn is over, with an answer or without."""
    INTERRUPTED = "interrupted"
    """Its turn ended otherwise, aborted, over its time, failed or cut."""
    UNKNOWN = "unknown"
    """It may have been written, the transcript does not have it, and it must not be sent again."""
    LOST = "lost"
    """It is to be sent, but its text was not stored; whoever knows the text may send it."""


_OVER = frozenset({PromptState.COMPLETED, PromptState.INTERRUPTED, PromptState.UNKNOWN})
_END = _OVER | {PromptState.LOST}

NEXT_STATES: Mapping[PromptState, frozenset[PromptState]] = {
    PromptState.PREPARED: frozenset({PromptState.WRITTEN, PromptState.LOST}),
    # Back to prepared: the CLI refused it because it did not have the session any more.
    PromptState.WRITTEN: _END | {PromptState.PREPARED, PromptState.ACKNOWLEDGED, PromptState.SEEN},
    # Back to written: a crash of the CLI took it out of the transcript; it is sent again.
    PromptState.ACKNOWLEDGED: _END | {PromptState.WRITTEN, PromptState.SEEN},
    PromptState.SEEN: _END | {PromptState.WRITTEN},
    PromptState.LOST: frozenset({PromptState.PREPARED}),
    PromptState.COMPLETED: frozenset(),
    PromptState.INTERRUPTED: frozenset(),
    PromptState.UNKNOWN: frozenset(),
}
"""State -> the states that may follow it."""

SETTLED = _END
"""States in which nothing is under way: the client carries on with all others at a resume."""


class PromptRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="prompt"):
    """One prompt.

    Attributes:
        session_id: the session.
        key: the prompt's idempotency key, which the CLI stores as its ``source``.
        number: order of the prompts of one ledger.
        recorded_at: when it was first recorded, in UTC.
        prompt_hash: SHA-256 of the text, hexadecimal.
        state: how far it has come.
        message_id: the CLI's id for it, once known.
        answer_id: id of the event that answered it, once it is completed.
        reason: why it was interrupted, in a word.
        tool_ran: whether a tool was started for its turn.
        expired: whether its caller's time was over.
        chosen: whether the key is the caller's own.
        params: what was sent, text included; only if the ledger stores prompts.
    """

    session_id: str
    key: str
    number: int
    recorded_at: datetime
    prompt_hash: str
    state: PromptState = PromptState.PREPARED
    message_id: str | None = None
    answer_id: str | None = None
    reason: str | None = None
    tool_ran: bool = False
    expired: bool = False
    chosen: bool = False
    params: dict[str, object] | None = None

    def __repr__(self) -> str:
        # The text of a prompt is nobody's business who merely prints a record.
        return f"PromptRecord({self.session_id!r}, {self.key!r}, {self.state})"


class CallRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag="call"):
    """One tool call or permission request that a handler was started for, or that has an answer.

    Attributes:
        session_id: the session.
        request_id: the CLI's id of the request.
        kind: a tool call or a permission request.
        tool_call_id: the model's id of the call, if the request belongs to one.
        tool_name: the tool's name, ``""`` for a permission request.
        method: the method that carries the answer; ``None`` while there is none.
        params: the answer's parameters besides the ids.
    """

    session_id: str
    request_id: str
    kind: Literal["tool", "permission"]
    tool_call_id: str | None = None
    tool_name: str = ""
    method: str | None = None
    params: dict[str, object] | None = None

    def __repr__(self) -> str:
        state = "started" if self.method is None else "answered"
        return f"CallRecord({self.session_id!r}, {self.request_id!r}, {self.kind}, {state})"


LedgerRecord: TypeAlias = PromptRecord | CallRecord
LedgerKey: TypeAlias = tuple[Literal["prompt", "call"], str, str]
"""Kind, session id, and the key of the prompt or the id of the request: unique in a ledger."""


def key_of(record: LedgerRecord) -> LedgerKey:
    """The key under which a backend stores a record."""
    if isinstance(record, PromptRecord):
        return ("prompt", record.session_id, record.key)
    return ("call", record.session_id, record.request_id)


def can_follow(state: PromptState, after: PromptState) -> bool:
    """Whether a prompt may move from one state to another; staying is always allowed."""
    return state is after or after in NEXT_STATES[state]


def hash_prompt(prompt: str) -> str:
    """The SHA-256 of a prompt's text, by which a record without the text is told from others."""
    return hashlib.sha256(prompt.encode()).hexdigest()
