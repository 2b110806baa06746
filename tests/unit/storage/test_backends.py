"""One contract, run on every ledger backend of the library. Real time: SQLite works in a thread."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
import trio

import copilot_actors as ca
from copilot_actors.storage import CallRecord, PromptRecord, PromptState, key_of


def prompt(key="agent-1", session="s", **fields):
    return PromptRecord(
        session_id=session,
        key=key,
        number=fields.pop("number", 1),
        recorded_at=datetime(2026, 1, 2, tzinfo=UTC),
        prompt_hash="h",
        **fields,
    )


def call(request_id="r1", session="s", **fields):
    return CallRecord(session_id=session, request_id=request_id, kind="tool", **fields)


def changes(*records):
    return {key_of(record): record for record in records}


class Storage:
    """One place to store in, which several backends after each other, or at once, open."""

    def __init__(self, kind, tmp_path):
        self.kind = kind
        self.path = tmp_path / "ledger.db"
        self.memory = ca.MemoryLedger()

    def backend(self):
        return self.memory if self.kind == "memory" else ca.SqliteLedger(self.path)

    async def contents(self):
        backend = self.backend()
        records = await backend.open()
        await backend.aclose()
        return {key_of(record): record for record in records}


@pytest.fixture(params=["memory", "sqlite"])
def storage(request, tmp_path):
    return Storage(request.param, tmp_path)


async def test_a_new_ledger_is_empty(storage):
    assert await storage.contents() == {}


async def test_what_was_committed_is_there_for_the_next_owner(storage):
    records = [prompt(), prompt("agent-2", state=PromptState.SEEN), call(), call("r1", "other")]
    backend = storage.backend()
    await backend.open()
    await backend.commit(changes(*records))
    await backend.aclose()
    assert await storage.contents() == changes(*records)


async def test_a_later_commit_replaces_and_removes(storage):
    backend = storage.backend()
    await backend.open()
    await backend.commit(changes(prompt(), call(), call("r2")))
    answered = call(method="m", params={"result": {"text": "é\ud7ff\U0001f600"}})
    await backend.commit({**changes(answered), key_of(prompt()): None, key_of(call("r2")): None})
    await backend.commit({key_of(call("never there")): None})
    await backend.aclose()
    assert await storage.contents() == changes(answered)


async def test_an_empty_commit_changes_nothing(storage):
    backend = storage.backend()
    await backend.open()
    await backend.commit(changes(prompt()))
    await backend.commit({})
    await backend.aclose()
    assert await storage.contents() == changes(prompt())


async def test_there_is_one_owner_at_a_time(storage):
    first = storage.backend()
    await first.open()
    for _ in range(3):  # a refused owner must not loosen the first one's hold
        with pytest.raises(ca.LedgerInUse) as caught:
            await storage.backend().open()
        assert caught.value.retryable
    await first.commit(changes(prompt()))
    await first.aclose()
    assert await storage.contents() == changes(prompt())


async def test_closing_is_idempotent_and_opening_again_works(storage):
    backend = storage.backend()
    for _ in range(2):
        await backend.open()
        await backend.aclose()
        await backend.aclose()


async def test_a_cancelled_owner_leaves_the_ledger_free(storage):
    backend = storage.backend()
    with trio.CancelScope() as scope:
        scope.cancel()
        await backend.open()
    await backend.aclose()
    with trio.move_on_after(0.0005):  # real time: within the opening, mostly
        await backend.open()
    await backend.aclose()
    assert await storage.contents() == {}


async def test_a_cancelled_commit_can_be_repeated(storage):
    backend = storage.backend()
    await backend.open()
    with trio.CancelScope() as scope:
        scope.cancel()
        await backend.commit(changes(prompt()))
    await backend.commit(changes(prompt()))
    await backend.aclose()
    assert await storage.contents() == changes(prompt())
