"""What must not be lost while a CLI or an actor is replaced: prompts and answers under way.

The ledger outlives session actors and connections (design section 3). A prompt is recorded
under its own key before it is written; a handler's answer stays until the CLI has it on disk.
Nothing in it is ever logged. With a durable ledger (``open_client(ledger=...)``) each change is
entered there too, so that it outlives the program.
"""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence

import msgspec
import trio

from copilot_actors._errors import InvalidOption, JsonValue, RpcTimeout
from copilot_actors.client._promise import Promise
from copilot_actors.protocol import SessionEvent
from copilot_actors.storage import SETTLED, CallRecord, PromptRecord, PromptState, hash_prompt

from . import _values as v
from ._ledger_writer import LedgerWriter
from ._turn import TurnProgress

MAX_PROMPTS = 5_000
"""Prompts of one session that are not over; half of what its actor's mailbox holds."""


class TooManyPrompts(Exception):
    """A session has as many prompts under way as it may have."""


class PromptEntry:
    """One prompt: the parameters of ``session.send``, and what its callers wait for.

    ``chain`` names the sessions whose handlers wait for this prompt; ``since`` is when
    the caller began to wait, ``timeout`` the limit in seconds, for the error that tells of it;
    ``expired`` tells that nobody waits any more; ``turn`` is what becomes of its turn;
    ``restored`` tells that an earlier life of the program sent it, so that callers may attach.
    """

    __slots__ = (
        "acknowledged",
        "answer",
        "chain",
        "expired",
        "key",
        "message_id",
        "params",
        "restored",
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
        self.restored = False
        self.acknowledged: Promise[str] = Promise()
        self.answer: Promise[SessionEvent | None] = Promise()

    @property
    def steers(self) -> bool:
        """Whether the prompt is meant for the turn that is under way."""
        return self.params.get("mode") == "immediate"

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
    """The entries of one session, here and, if there is one, in the durable ledger."""

    __slots__ = ("_session_id", "_writer", "answers", "prompts")

    def __init__(self, session_id: str = "", writer: LedgerWriter | None = None) -> None:
        self._session_id = session_id
        self._writer = writer
        self.prompts: dict[str, PromptEntry] = {}
        self.answers: dict[str, Answer] = {}

    @property
    def has_barrier(self) -> bool:
        """Whether there is a durable ledger, so that :meth:`barrier` may wait."""
        return self._writer is not None

    async def barrier(self) -> None:
        """Wait until the durable ledger has stored all of this; without one, do nothing.

        Raises:
            LedgerError: it could not.
        """
        if self._writer is not None:
            await self._writer.barrier()

    # --- Prompts --------------------------------------------------------------------------

    def prepare(
        self,
        params: Mapping[str, JsonValue],
        source: str | None = None,
        chain: frozenset[str] = frozenset(),
    ) -> PromptEntry:
        """Record a prompt under a fresh key, or under the caller's own ``source``.

        Raises:
            KeyError: the caller's key belongs to a prompt that is not over.
            LedgerFull: the durable ledger has no room.
            TooManyPrompts: ``MAX_PROMPTS`` are under way.
        """
        if len(self.prompts) >= MAX_PROMPTS:
            raise TooManyPrompts
        key = source if source is not None else f"agent-ca-{uuid.uuid4().hex}"
        if key in self.prompts:
            raise KeyError(key)
        if self._writer is not None:
            self._writer.prepare(self._session_id, key, params, chosen=source is not None)
        entry = PromptEntry(key, {**params, "source": key}, chain)
        self.prompts[key] = entry
        return entry

    def attach(self, key: str | None, prompt: str) -> PromptEntry | None:
        """The prompt under way that an earlier life sent under this key, if there is one.

        Raises:
            InvalidOption: the key belongs to another text.
        """
        entry = self.prompts.get(key) if key is not None else None
        if key is None or entry is None or not entry.restored:
            return None
        self._check_text(key, prompt)
        entry.since = trio.current_time()
        return entry

    def settled(self, key: str | None, prompt: str) -> PromptRecord | None:
        """The prompt that is over and was sent under this key, if the durable ledger has it.

        Raises:
            InvalidOption: the key belongs to another text.
        """
        if key is None or self._writer is None or key in self.prompts:
            return None
        record = self._writer.prompts(self._session_id).get(key)
        if record is None or record.state is PromptState.LOST:
            # What was lost may be sent by whoever knows its text.
            return None
        self._check_text(key, prompt)
        return record

    def _check_text(self, key: str, prompt: str) -> None:
        record = self._writer.prompts(self._session_id).get(key) if self._writer else None
        if record is not None and record.prompt_hash != hash_prompt(prompt):
            raise InvalidOption("source", f"{key!r} belongs to another prompt")

    def track(self, before: Sequence[v.Prompt], after: Sequence[v.Prompt]) -> None:
        """Note how far the machine's prompts have come in one step."""
        if self._writer is None:
            return
        unchanged = set(map(id, before))
        for prompt in after:
            if id(prompt) in unchanged:
                continue
            state = _STATES[prompt.stage]
            if state is PromptState.PREPARED and prompt.written:
                state = PromptState.WRITTEN
            self._writer.move(
                self._session_id,
                prompt.key,
                state,
                message_id=prompt.message_id,
                tool_ran=prompt.tool_ran,
            )

    def give_up(self, key: str) -> None:
        """A caller's time is over: its turn is not to be carried on with by a later life either.

        A caller that was cancelled does not say so: perhaps the whole program is, and its next
        life is to go on with what this one leaves. Only the abort of its turn is recorded.
        """
        record = self._writer.prompts(self._session_id).get(key) if self._writer else None
        if self._writer is not None and record is not None:
            self._writer.move(self._session_id, key, record.state, expired=True)

    def complete(self, key: str, answer: SessionEvent | None) -> PromptEntry | None:
        """A turn is over: its prompt leaves the ledger."""
        if self._writer is not None:
            answer_id = answer.id if answer is not None else None
            self._writer.settle(self._session_id, key, PromptState.COMPLETED, answer_id=answer_id)
        return self.prompts.pop(key, None)

    def fail(
        self, key: str, fault: v.TurnFault, *, closed: bool, told: bool = False
    ) -> PromptEntry | None:
        """A prompt has no answer: it leaves the ledger, unless a later life may carry on.

        Args:
            key: the prompt's.
            fault: why.
            closed: whether a caller has ended the session, and the turn with it.
            told: whether the program goes on, so that the caller will act on the error itself. It
                cannot come back for a prompt whose key it does not know.
        """
        record = self._writer.prompts(self._session_id).get(key) if self._writer else None
        if self._writer is not None and record is not None:
            outcome = outcome_of(record.state, fault, closed=closed)
            nameless = not record.chosen and not self._writer.is_earlier(record)
            if outcome is None or (outcome is record.state and told and nameless):
                self._writer.forget(record)
            elif outcome is not record.state:
                reason = type(fault).__name__.lower()
                self._writer.settle(self._session_id, key, outcome, reason=reason)
        return self.prompts.pop(key, None)

    # --- Calls ----------------------------------------------------------------------------

    def start(self, request: v.Pending) -> None:
        """Record that a tool's handler is about to run; it never runs again for this call.

        A permission handler may be asked again, so only its answer is recorded.

        Raises:
            LedgerFull: the durable ledger has no room.
        """
        if self._writer is not None and request.kind == "tool":
            self._writer.start_call(self._call(request))

    def answer(self, request: v.Pending, answer: Answer) -> None:
        """Record a handler's answer until the CLI has it on disk."""
        self.answers[request.request_id] = answer
        if self._writer is not None:
            self._writer.answer_call(
                msgspec.structs.replace(
                    self._call(request), method=answer.method, params=dict(answer.params)
                )
            )

    def forget_answer(self, request_id: str) -> None:
        """The CLI has an answer on disk, or nobody wants it."""
        self.answers.pop(request_id, None)
        if self._writer is not None:
            record = self._writer.calls(self._session_id).get(request_id)
            if record is not None:
                self._writer.forget(record)

    def adopt(self, old_id: str, request: v.Pending) -> None:
        """What is known of request ``old_id`` belongs to ``request`` from now on."""
        answer = self.answers.pop(old_id, None)
        record = self._writer.calls(self._session_id).get(old_id) if self._writer else None
        if answer is not None:
            self.answer(request, answer)
        elif record is not None:
            self.start(request)
        if self._writer is not None and record is not None:
            self._writer.forget(record)

    def _call(self, request: v.Pending) -> CallRecord:
        name = request.event.data.get("toolName")
        return CallRecord(
            session_id=self._session_id,
            request_id=request.request_id,
            kind=request.kind,
            tool_call_id=request.tool_call_id,
            tool_name=name if isinstance(name, str) else "",
        )

    # --- Earlier lives --------------------------------------------------------------------

    def left_prompts(self) -> list[PromptRecord]:
        """The prompts of the durable ledger that are not over, oldest first."""
        if self._writer is None:
            return []
        records = self._writer.prompts(self._session_id).values()
        return sorted((r for r in records if r.state not in SETTLED), key=lambda r: r.number)

    def left_calls(self) -> list[CallRecord]:
        """The calls of the durable ledger."""
        return list(self._writer.calls(self._session_id).values()) if self._writer else []

    def clear(self, *, closed: bool) -> None:
        """The session is over. If a caller ended it, so are the calls that it waited for."""
        self.prompts.clear()
        for request_id in list(self.answers) if closed else ():
            self.forget_answer(request_id)
        self.answers.clear()


class Ledger:
    """All entries of a client, by session id."""

    __slots__ = ("_sessions", "writer")

    def __init__(self, writer: LedgerWriter | None = None) -> None:
        self.writer = writer
        self._sessions: dict[str, SessionLedger] = {}

    def of(self, session_id: str) -> SessionLedger:
        """The ledger of one session, made at its first use."""
        ledger = self._sessions.get(session_id)
        if ledger is None:
            ledger = self._sessions[session_id] = SessionLedger(session_id, self.writer)
        return ledger

    def forget(self, session_id: str) -> None:
        """Drop a session's entries once nobody waits for them; the durable ones stay."""
        self._sessions.pop(session_id, None)

    def __len__(self) -> int:
        return sum(len(entries.prompts) for entries in self._sessions.values())


_STATES = {
    v.Stage.PREPARED: PromptState.PREPARED,
    v.Stage.WRITTEN: PromptState.WRITTEN,
    v.Stage.ACKNOWLEDGED: PromptState.ACKNOWLEDGED,
    v.Stage.SEEN: PromptState.SEEN,
}


def outcome_of(
    state: PromptState, fault: v.TurnFault, *, closed: bool = False
) -> PromptState | None:
    """What the durable ledger says of a prompt that has no answer.

    Returns:
        The state that it ends in; its own state if a later life may carry on with it; ``None``
        if it has had no effect, so that its key is free again.
    """
    match fault:
        case v.Unknown():
            return PromptState.UNKNOWN
        case v.Lost():
            return PromptState.LOST
        case v.Ended() if not closed:
            return state
        case v.Refused(error=error) if state in (PromptState.PREPARED, PromptState.WRITTEN):
            # An answer that did not come in time does not say that the prompt was refused.
            return PromptState.UNKNOWN if isinstance(error, RpcTimeout) else None
        case _:
            return None if state is PromptState.PREPARED else PromptState.INTERRUPTED
