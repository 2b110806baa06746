"""What must not be lost while a CLI or an actor is replaced: prompts and answers under way.

The ledger outlives session actors and connections (design section 3). A prompt is recorded
under its own key before it is written; a handler's answer stays until the CLI has it on disk.
Nothing in it is ever logged, and nothing is written to a file.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping

import msgspec
import trio

from copilot_actors._errors import JsonValue
from copilot_actors.protocol import SessionEvent

from ._promise import Promise
from ._turn import TurnProgress

MAX_PROMPTS = 5_000
"""Prompts of one session that are not over; half of what its actor's mailbox holds."""


class LedgerFull(Exception):
    """A session has as many prompts under way as it may have."""


class PromptEntry:
    """One prompt: the parameters of ``session.send``, and what its callers wait for.

    ``chain`` names the sessions whose handlers wait for this prompt; ``since`` is when
    the caller began to wait, ``timeout`` the limit in seconds, for the error that tells of it;
    ``expired`` tells that nobody waits any more; ``turn`` is what becomes of its turn.
    """

    __slots__ = (
        "acknowledged",
        "answer",
        "chain",
        "expired",
        "key",
        "message_id",
        "params",
        "since",
        "timeout",
        "turn",
        "written",
    )

    def __init__(
        self, key: str, params: Mapping[str, JsonValue], chain: frozenset[str] = frozenset()
    ) -> None:
        self.key = key
        self.params = params
        self.chain = chain
        self.since = trio.current_time()
        self.timeout = 0.0
        self.turn = TurnProgress()
        self.message_id: str | None = None
        self.written = False
        self.expired = False
        self.acknowledged: Promise[str] = Promise()
        self.answer: Promise[SessionEvent | None] = Promise()

    def fail(self, error: BaseException) -> None:
        """Tell everybody who waits for this prompt."""
        self.acknowledged.fail(error)
        self.answer.fail(error)

    def __repr__(self) -> str:
        return f"<PromptEntry {self.key}>"


class Answer(msgspec.Struct, frozen=True):
    """A handler's answer: the method that carries it and the parameters besides the ids."""

    method: str
    params: Mapping[str, JsonValue]

    def __repr__(self) -> str:
        return f"Answer({self.method!r})"


class SessionLedger:
    """The entries of one session."""

    __slots__ = ("answers", "prompts")

    def __init__(self) -> None:
        self.prompts: dict[str, PromptEntry] = {}
        self.answers: dict[str, Answer] = {}

    def prepare(
        self,
        params: Mapping[str, JsonValue],
        source: str | None = None,
        chain: frozenset[str] = frozenset(),
    ) -> PromptEntry:
        """Record a prompt under a fresh key, or under the caller's own ``source``.

        Raises:
            KeyError: the caller's key belongs to a prompt that is not over.
            LedgerFull: ``MAX_PROMPTS`` are under way.
        """
        if len(self.prompts) >= MAX_PROMPTS:
            raise LedgerFull
        key = source if source is not None else f"agent-ca-{uuid.uuid4().hex}"
        if key in self.prompts:
            raise KeyError(key)
        entry = PromptEntry(key, {**params, "source": key}, chain)
        self.prompts[key] = entry
        return entry


class Ledger:
    """All entries of a client, by session id."""

    __slots__ = ("_sessions",)

    def __init__(self) -> None:
        self._sessions: dict[str, SessionLedger] = {}

    def of(self, session_id: str) -> SessionLedger:
        """The ledger of one session, made at its first use."""
        return self._sessions.setdefault(session_id, SessionLedger())

    def forget(self, session_id: str) -> None:
        """Drop a session's entries once nobody waits for them."""
        self._sessions.pop(session_id, None)

    def __len__(self) -> int:
        return sum(len(entries.prompts) for entries in self._sessions.values())
