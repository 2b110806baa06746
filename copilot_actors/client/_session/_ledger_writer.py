"""The client's index of a durable ledger, and the one task that writes to it.

Whatever changes is entered in the index at once and stored a little later, so that a turn costs
few commits and nobody waits for them. Who must not go on before its entry is stored waits at
:meth:`LedgerWriter.barrier`; one commit serves all who wait.
"""

from __future__ import annotations

import copy
import logging
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Final, cast

import msgspec
import trio
from msgspec.structs import replace

from copilot_actors._errors import JsonValue, LedgerError, LedgerFailed, LedgerFull
from copilot_actors.client._promise import Promise
from copilot_actors.client._statistics import Counters
from copilot_actors.storage import (
    SETTLED,
    CallRecord,
    LedgerBackend,
    LedgerKey,
    LedgerRecord,
    PromptRecord,
    PromptState,
    can_follow,
    hash_prompt,
    key_of,
)

_log = logging.getLogger("copilot_actors.ledger")

MAX_ENTRIES: Final = 100_000
"""Prompts that are not over, and calls, of all sessions: about 50 MB without their texts."""
MAX_SETTLED: Final = 10_000
"""Prompts that are over and can still be recalled by their key; the oldest are forgotten."""
MAX_ANSWER_BYTES: Final = 8 * 1024 * 1024
"""A larger answer is not stored: the CLI itself keeps one over 20 KB in a file of its own."""
LINGER: Final = 0.05
"""Seconds that changes wait for others before they are committed, unless somebody waits."""
RETRY: Final = 1.0
"""Seconds between attempts to store what could not be stored, unless somebody waits."""
CLOSE_TIMEOUT: Final = 5.0


class PendingPrompt(msgspec.Struct, frozen=True, kw_only=True):
    """One prompt that an earlier life of the program left in the durable ledger.

    Attributes:
        session_id: its session; ``resume_session`` carries on with it.
        key: its idempotency key. ``send_and_wait(prompt, source=key)`` attaches to it.
        state: how far it has come, as far as the ledger knows: the transcript knows better.
        message_id: the CLI's id for it, if one was given.
        recorded_at: when it was first recorded, in UTC.
        prompt_hash: SHA-256 of the prompt's text, hexadecimal.
        prompt: the text, if the ledger stores prompts.
    """

    session_id: str
    key: str
    state: PromptState
    message_id: str | None
    recorded_at: datetime
    prompt_hash: str
    prompt: str | None = None

    def __repr__(self) -> str:
        return f"PendingPrompt({self.session_id!r}, {self.key!r}, {self.state})"


class LedgerWriter:
    """The entries of a durable ledger by session, and what of them is still to be stored."""

    def __init__(
        self, backend: LedgerBackend, counters: Counters, redact: Callable[[str], str]
    ) -> None:
        self._backend = backend
        self._counters = counters
        self._redact = redact
        self._prompts: dict[str, dict[str, PromptRecord]] = {}
        self._calls: dict[str, dict[str, CallRecord]] = {}
        self._settled: dict[LedgerKey, None] = {}
        self._earlier: set[LedgerKey] = set()
        self._entries = 0
        self._number = 0
        self._dirty: dict[LedgerKey, LedgerRecord | None] = {}
        self._waiters: list[Promise[None]] = []
        self._changed = trio.Event()
        self._awaited = trio.Event()
        self._committing = False
        self._failing = False

    # --- Life -----------------------------------------------------------------------------

    async def open(self) -> None:
        """Take possession of the ledger and read what earlier lives left.

        Raises:
            LedgerError: it cannot be had or read.
        """
        try:
            records = await self._backend.open()
        except Exception as error:
            raise self._fault(error) from error
        for record in sorted(records, key=_order):
            self._enter(record)
            if isinstance(record, PromptRecord):
                self._number = max(self._number, record.number)
                if record.state not in (PromptState.COMPLETED, PromptState.INTERRUPTED):
                    self._earlier.add(key_of(record))

    async def run(self) -> None:
        """Store what changes, for as long as the client lives."""
        while True:
            await self._changed.wait()
            if not self._waiters:
                with trio.move_on_after(RETRY if self._failing else LINGER):
                    await self._awaited.wait()
            await self._commit()

    async def aclose(self) -> None:
        """Store what is left and give the ledger up; bounded, and raises nothing.

        What cannot be stored is what a crash would have lost: the next life recovers it from
        the transcript.
        """
        with trio.move_on_after(CLOSE_TIMEOUT, shield=True):
            await self._commit()
            try:
                await self._backend.aclose()
            except Exception:
                _log.exception("the ledger %s could not be closed", self._backend.name)

    async def _commit(self) -> None:
        """Store everything that has changed; failing, keep it for the next attempt."""
        batch, self._dirty = self._dirty, {}
        waiters, self._waiters = self._waiters, []
        self._changed, self._awaited = trio.Event(), trio.Event()
        self._committing = True
        stored = False
        try:
            if batch:
                await self._backend.commit(batch)
                self._counters.ledger_commits += 1
            stored = True
        except Exception as error:
            fault = self._fault(error)
            self._counters.ledger_faults += 1
            if not self._failing:
                _log.error("%s; prompts are refused until it can be written", fault)
            self._failing = True
            for waiter in waiters:
                waiter.fail(copy.copy(fault))
        else:
            self._failing = False
            for waiter in waiters:
                waiter.set(None)
        finally:
            self._committing = False
            if not stored:
                # What changed in the meantime is newer.
                self._dirty = {**batch, **self._dirty}
                self._changed.set()
                self._waiters = [w for w in waiters if not w.done] + self._waiters

    def _fault(self, error: Exception) -> LedgerError:
        if isinstance(error, LedgerError):
            return error
        fault = LedgerFailed(self._backend.name, f"{type(error).__name__}: {error}")
        fault.__cause__ = error
        return fault

    async def barrier(self) -> None:
        """Wait until everything entered so far is stored.

        Raises:
            LedgerError: it is not.
        """
        if not self._dirty and not self._committing:
            return
        promise: Promise[None] = Promise()
        self._waiters.append(promise)
        self._changed.set()
        self._awaited.set()
        await promise.wait()

    # --- Prompts --------------------------------------------------------------------------

    def prompts(self, session_id: str) -> Mapping[str, PromptRecord]:
        """The prompts of a session by key, settled ones included, oldest first."""
        return self._prompts.get(session_id, {})

    def prepare(
        self, session_id: str, key: str, params: Mapping[str, JsonValue], *, chosen: bool
    ) -> None:
        """Enter a prompt that is to be sent.

        Raises:
            LedgerFull: too many entries are not over; nothing was entered.
        """
        self._admit()
        self._number += 1
        prompt = str(params.get("prompt", ""))
        record = PromptRecord(
            session_id=session_id,
            key=key,
            number=self._number,
            recorded_at=datetime.now(UTC),
            prompt_hash=hash_prompt(prompt),
            chosen=chosen,
            params=self._storable(params) if self._backend.store_prompts else None,
        )
        self._earlier.discard(key_of(record))
        self._put(record)

    def move(self, session_id: str, key: str, state: PromptState, **changes: object) -> None:
        """Note how far a prompt has come; what cannot follow its state is stale."""
        record = self.prompts(session_id).get(key)
        if record is None or not can_follow(record.state, state):
            return
        moved = replace(record, state=state, **changes)
        if moved != record:
            self._put(moved)

    def settle(self, session_id: str, key: str, state: PromptState, **changes: object) -> None:
        """A prompt is over. It is kept if somebody may ask for it by its key, else forgotten."""
        record = self.prompts(session_id).get(key)
        if record is None:
            return
        if record.chosen or key_of(record) in self._earlier:
            # The text has done its duty.
            self.move(session_id, key, state, params=None, **changes)
        else:
            self.forget(record)

    def forget(self, record: LedgerRecord) -> None:
        """Remove an entry."""
        key = key_of(record)
        index = self._index(record).get(record.session_id, {})
        if index.pop(key[2], None) is not None:
            self._entries -= key not in self._settled
            self._settled.pop(key, None)
            self._earlier.discard(key)
            self._change(key, None)
        if not index:
            self._index(record).pop(record.session_id, None)

    def forget_session(self, session_id: str) -> None:
        """Remove every entry of a session whose data is deleted."""
        left: list[LedgerRecord] = [*self.prompts(session_id).values()]
        left += self.calls(session_id).values()
        for record in left:
            self.forget(record)

    def is_earlier(self, record: PromptRecord) -> bool:
        """Whether a prompt was left by an earlier life, which nobody here was told of."""
        return key_of(record) in self._earlier

    def pending(self) -> list[PendingPrompt]:
        """What earlier lives left and is not completed, oldest first."""
        records = [
            record
            for prompts in self._prompts.values()
            for record in prompts.values()
            if key_of(record) in self._earlier and record.state is not PromptState.COMPLETED
        ]
        return [
            PendingPrompt(
                session_id=record.session_id,
                key=record.key,
                state=record.state,
                message_id=record.message_id,
                recorded_at=record.recorded_at,
                prompt_hash=record.prompt_hash,
                prompt=None if record.params is None else str(record.params.get("prompt", "")),
            )
            for record in sorted(records, key=_order)
        ]

    def forget_pending(self, session_id: str, key: str) -> bool:
        """Remove a prompt of an earlier life; whether there was one."""
        record = self.prompts(session_id).get(key)
        if record is None or not self.is_earlier(record):
            return False
        self.forget(record)
        return True

    # --- Calls ----------------------------------------------------------------------------

    def calls(self, session_id: str) -> Mapping[str, CallRecord]:
        """The calls of a session by request id."""
        return self._calls.get(session_id, {})

    def start_call(self, record: CallRecord) -> None:
        """Enter a call whose handler is about to run.

        Raises:
            LedgerFull: too many entries are not over; nothing was entered.
        """
        self._admit()
        self._put(record)

    def answer_call(self, record: CallRecord) -> None:
        """Enter the answer of a call, without what the client knows to be secret."""
        params = cast("dict[str, object]", _map_text(record.params, self._redact))
        if len(msgspec.json.encode(params)) > MAX_ANSWER_BYTES:
            self._counters.unkept_answers += 1
            record = replace(record, method=None, params=None)
        else:
            record = replace(record, params=params)
        self._put(record)

    # --- Helpers --------------------------------------------------------------------------

    def _admit(self) -> None:
        if self._entries >= MAX_ENTRIES:
            raise LedgerFull(self._backend.name, MAX_ENTRIES)

    def _storable(self, params: Mapping[str, JsonValue]) -> dict[str, object] | None:
        """The parameters of a prompt, or ``None`` if they hold what must not be stored."""
        clean = _map_text(params, self._redact)
        return cast("dict[str, object]", clean) if clean == params else None

    def _index(self, record: LedgerRecord) -> dict[str, dict[str, LedgerRecord]]:
        index = self._prompts if isinstance(record, PromptRecord) else self._calls
        return cast("dict[str, dict[str, LedgerRecord]]", index)

    def _enter(self, record: LedgerRecord) -> None:
        key = key_of(record)
        entries = self._index(record).setdefault(record.session_id, {})
        was_counted = key[2] in entries and key not in self._settled
        entries[key[2]] = record
        settled = isinstance(record, PromptRecord) and record.state in SETTLED
        self._entries += (not settled) - was_counted
        self._settled.pop(key, None)
        if settled:
            self._settled[key] = None

    def _put(self, record: LedgerRecord) -> None:
        self._enter(record)
        self._change(key_of(record), record)
        while len(self._settled) > MAX_SETTLED:
            _kind, session_id, key = next(iter(self._settled))
            self._counters.ledger_forgotten += 1
            self.forget(self._prompts[session_id][key])

    def _change(self, key: LedgerKey, record: LedgerRecord | None) -> None:
        self._dirty[key] = record
        self._changed.set()


def _order(record: LedgerRecord) -> int:
    return record.number if isinstance(record, PromptRecord) else 0


def _map_text(value: object, change: Callable[[str], str]) -> object:
    """Change every text in a JSON value."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        return {change(str(name)): _map_text(item, change) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_map_text(item, change) for item in value]
    return value
