"""The writer of a durable ledger: what it commits when, and what a failing store does to calls."""

from __future__ import annotations

import logging

import pytest
import trio
import trio.testing

import copilot_actors as ca
from copilot_actors.client._session import _ledger_writer
from copilot_actors.client._session._ledger_writer import LINGER, RETRY, LedgerWriter
from copilot_actors.client._statistics import Counters
from copilot_actors.storage import CallRecord
from copilot_actors.testing import Script, Silence, Simulator, Text, ToolCall, ToolCalls

API_KEY = "sk-test-0123456789abcdef"
SCRIPT = Script.by_prompt(
    {
        "tool": [ToolCalls([ToolCall("look", {})]), Text("looked")],
        "silent": Silence(),
    },
    default=Text("ok"),
)


class Store(ca.LedgerBackend):
    """Notes what is committed, and fails or hangs when told to."""

    name = "tested"

    def __init__(self, *, store_prompts=False):
        self.store_prompts = store_prompts
        self.batches = []
        self.records = {}
        self.error = None
        self.delay = 0.0
        self.closed = 0

    async def open(self):
        await trio.lowlevel.checkpoint()
        if self.error is not None:
            raise self.error
        return list(self.records.values())

    async def commit(self, changes):
        await trio.sleep(self.delay)  # simulated time
        if self.error is not None:
            raise self.error
        self.batches.append(dict(changes))
        for key, record in changes.items():
            if record is None:
                self.records.pop(key, None)
            else:
                self.records[key] = record

    async def aclose(self):
        self.closed += 1
        await trio.lowlevel.checkpoint()

    def states(self):
        """Every state that was ever stored, in order."""
        return [
            record.state
            for batch in self.batches
            for record in batch.values()
            if isinstance(record, ca.PromptRecord)
        ]


def content(event):
    return event.data["content"]


@pytest.fixture
def quiet(caplog):
    caplog.set_level(logging.CRITICAL)


async def test_a_turn_is_recorded_before_it_is_sent_and_followed_to_its_end(autojump_clock):
    store, simulator = Store(), Simulator(SCRIPT)
    async with ca.open_client(cli=simulator, ledger=store) as client:
        session = await client.create_session(model="m")
        await session.send_and_wait("x", source="agent-1")
        assert store.states()[0] is ca.PromptState.WRITTEN
        await trio.sleep(2 * LINGER)
        (record,) = store.records.values()
        assert record.state is ca.PromptState.COMPLETED
        assert record.params is None
        assert client.statistics().ledger_commits == len(store.batches) <= 5
    assert store.closed == 1


async def test_no_frame_of_a_prompt_leaves_before_its_record_is_stored(autojump_clock):
    store, simulator = Store(), Simulator(SCRIPT)
    store.delay = 5.0
    async with ca.open_client(cli=simulator, ledger=store) as client:
        session = await client.create_session(model="m")
        other = await client.create_session(model="m")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(session.send_and_wait, "x")
            await trio.sleep(4.9)
            assert simulator.model_requests == ()
            # Nothing else waits for a slow disk.
            with trio.fail_after(0.05):
                await session.get_metadata()
                await other.get_metadata()
        assert len(simulator.model_requests) == 1


async def test_one_commit_serves_all_who_wait(autojump_clock):
    store, simulator = Store(), Simulator(SCRIPT)
    store.delay = 1.0
    async with ca.open_client(cli=simulator, ledger=store) as client:
        sessions = [await client.create_session(model="m") for _ in range(20)]
        async with trio.open_nursery() as nursery:
            for session in sessions:
                nursery.start_soon(session.send_and_wait, "x")
        assert len(store.batches) <= 5


async def test_what_is_over_under_a_generated_key_leaves_nothing(autojump_clock):
    store = Store()
    async with ca.open_client(cli=Simulator(SCRIPT), ledger=store) as client:
        tool = ca.Tool("look", "look", {"type": "object"}, lambda: "seen", skip_permission=True)
        session = await client.create_session(model="m", tools=[tool])
        for _ in range(3):
            await session.send_and_wait("tool")
        await session.wait_state("idle")
        await trio.sleep(2 * LINGER)
        assert store.records == {}


async def test_a_client_without_a_ledger_has_no_writer(autojump_clock):
    async with ca.open_client(cli=Simulator(SCRIPT)) as client:
        assert "ledger" not in [child.id for child in client.which_children()]
        assert client.pending() == []
        with pytest.raises(ca.InvalidOption):
            client.forget_pending("s", "agent-1")
    async with ca.open_client(cli=Simulator(SCRIPT), ledger=Store()) as client:
        assert client.which_children()[0].id == "ledger"


# --- A store that fails ---------------------------------------------------------------------


@pytest.mark.parametrize("error", [ca.LedgerFailed("tested", "disk full"), OSError(28, "full")])
async def test_a_prompt_that_cannot_be_recorded_is_refused_and_not_sent(
    autojump_clock, quiet, error
):
    store, simulator = Store(), Simulator(SCRIPT)
    async with ca.open_client(cli=simulator, ledger=store) as client:
        session = await client.create_session(model="m")
        store.error = error
        for call in (session.send, session.send_and_wait):
            with pytest.raises(ca.LedgerFailed, match="full") as caught:
                await call("x", source="agent-1")
            assert caught.value.retryable
        assert simulator.model_requests == ()
        assert client.statistics().ledger_faults >= 2
        assert client.statistics().pending_prompts == 0
        # As soon as there is room the same key can be used.
        store.error = None
        assert content(await session.send_and_wait("x", source="agent-1")) == "ok"
        await trio.sleep(2 * LINGER)
        (record,) = store.records.values()
        assert record.state is ca.PromptState.COMPLETED


async def test_a_handler_whose_start_cannot_be_recorded_does_not_run(autojump_clock, quiet):
    store, runs = Store(), []
    async with ca.open_client(cli=Simulator(SCRIPT), ledger=store) as client:
        tool = ca.Tool(
            "look", "look", {"type": "object"}, lambda: runs.append(1), skip_permission=True
        )
        session = await client.create_session(model="m", tools=[tool])

        def fail(event):
            store.error = OSError(28, "full")

        await session.on("external_tool.requested", fail)
        assert content(await session.send_and_wait("tool")) == "looked"
        assert runs == []
        messages = await session.get_messages()
        (done,) = [e for e in messages if e.type == "tool.execution_complete"]
        assert done.data["success"] is False


async def test_an_answer_that_cannot_be_recorded_is_sent_all_the_same(autojump_clock, quiet):
    store = Store()

    async def look():
        store.error = OSError(28, "full")
        return "seen"

    async with ca.open_client(cli=Simulator(SCRIPT), ledger=store) as client:
        tool = ca.Tool("look", "look", {"type": "object"}, look, skip_permission=True)
        session = await client.create_session(model="m", tools=[tool])
        assert content(await session.send_and_wait("tool")) == "looked"
        (done,) = [e for e in await session.get_messages() if e.type == "tool.execution_complete"]
        assert done.data["success"] is True


async def test_what_could_not_be_stored_is_stored_later_without_a_new_call(autojump_clock, quiet):
    store = Store()
    async with ca.open_client(cli=Simulator(SCRIPT), ledger=store) as client:
        session = await client.create_session(model="m")
        message = session.on("assistant.message", lambda event: setattr(store, "error", OSError()))
        await message
        await session.send_and_wait("x", source="agent-1")
        await trio.sleep(10)
        assert ca.PromptState.COMPLETED not in store.states()
        faults = client.statistics().ledger_faults
        assert 5 <= faults <= 11
        store.error = None
        await trio.sleep(RETRY + 0.1)
        assert store.states()[-1] is ca.PromptState.COMPLETED


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (ca.LedgerInUse("tested"), ca.LedgerInUse),
        (ca.LedgerDamaged("tested", "x"), ca.LedgerDamaged),
        (OSError(5, "gone"), ca.LedgerFailed),
    ],
)
async def test_a_ledger_that_cannot_be_opened_is_one_plain_error(autojump_clock, error, expected):
    store, simulator = Store(), Simulator(SCRIPT)
    store.error = error
    with pytest.raises(expected):
        async with ca.open_client(cli=simulator, ledger=store):
            raise AssertionError("it opened")
    assert simulator.processes == []


async def test_a_store_that_hangs_ends_no_later_than_its_limit(autojump_clock, quiet):
    store = Store()
    begun = 0.0
    async with ca.open_client(cli=Simulator(SCRIPT), ledger=store) as client:
        session = await client.create_session(model="m")
        store.delay = 10_000.0
        with trio.move_on_after(1):
            await session.send("x")
        begun = trio.current_time()
    assert trio.current_time() - begun < _ledger_writer.CLOSE_TIMEOUT + 5


async def test_the_end_of_a_client_stores_what_nobody_waited_for(autojump_clock):
    store = Store()
    async with ca.open_client(cli=Simulator(SCRIPT), ledger=store) as client:
        session = await client.create_session(model="m")
        await session.send_and_wait("x", source="agent-1")
        assert ca.PromptState.COMPLETED not in store.states()
    assert store.states()[-1] is ca.PromptState.COMPLETED


# --- Time-outs and cancelled callers --------------------------------------------------------


async def test_an_overdue_prompt_is_aborted_for_good_and_a_cancelled_program_is_not(
    autojump_clock,
):
    store, simulator = Store(), Simulator(SCRIPT)
    async with ca.open_client(cli=simulator, ledger=store) as client:
        session = await client.create_session(session_id="s", model="m")
        with pytest.raises(ca.TurnTimeout):
            await session.send_and_wait("silent", timeout=5, source="agent-1")
        with pytest.raises(ca.TurnInterrupted):
            await session.send_and_wait("silent", source="agent-1")
    assert store.states()[-1] is ca.PromptState.INTERRUPTED
    with trio.move_on_after(5):
        async with ca.open_client(cli=simulator, ledger=store) as client:
            session = await client.resume_session("s", model="m")
            await session.send_and_wait("silent", timeout=None, source="agent-2")
    assert store.records["prompt", "s", "agent-2"].state is ca.PromptState.SEEN
    async with ca.open_client(cli=simulator, ledger=store) as client:
        (left,) = client.pending()
        assert left.key == "agent-2"


@pytest.mark.parametrize("end", ["cancelled", "raised", "returned", "stopped", "forced"])
@pytest.mark.parametrize("kind", ["tool", "permission"])
async def test_a_handler_that_ends_with_its_program_has_given_no_answer(autojump_clock, end, kind):
    """The next life must not take for an answer what is only the end of a task."""
    store, hanging = Store(), trio.Event()

    async def hang(arguments):
        hanging.set()
        await trio.sleep_forever()

    asks = kind == "permission"
    tool = ca.Tool("look", "look", {"type": "object"}, hang, skip_permission=not asks)
    with trio.CancelScope() as scope:
        try:
            async with ca.open_client(cli=Simulator(SCRIPT), ledger=store) as client:
                session = await client.create_session(
                    session_id="s", model="m", tools=[tool], on_permission_request=hang
                )
                await session.send("tool", source="agent-1")
                await hanging.wait()
                await trio.sleep(2 * LINGER)
                if end == "cancelled":
                    scope.cancel()
                    await trio.sleep_forever()
                elif end == "raised":
                    int("no number")
                elif end in ("stopped", "forced"):
                    await client.stop(force=end == "forced")
        except ValueError:
            assert end == "raised"
    assert store.records["prompt", "s", "agent-1"].state is ca.PromptState.SEEN
    calls = [record for record in store.records.values() if isinstance(record, CallRecord)]
    assert [(record.kind, record.method) for record in calls] == ([] if asks else [("tool", None)])


@pytest.mark.parametrize("key", [None, "agent-1"])
async def test_a_failed_session_leaves_only_what_a_caller_can_come_back_for(autojump_clock, key):
    """A caller that was told, and asks again, must not find its first prompt running too."""
    store, simulator = Store(), Simulator(SCRIPT)
    async with ca.open_client(cli=simulator, ledger=store, restart=False) as client:
        session = await client.create_session(session_id="s", model="m")

        async def ask():
            with pytest.raises(ca.CliExited):
                await session.send_and_wait("silent", source=key)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask)
            await trio.sleep(1)
            simulator.kill()
    async with ca.open_client(cli=simulator, ledger=store) as client:
        assert [left.key for left in client.pending()] == ([] if key is None else [key])


# --- Limits ---------------------------------------------------------------------------------


async def test_a_full_ledger_refuses_a_prompt_before_anything_is_sent(autojump_clock, monkeypatch):
    monkeypatch.setattr(_ledger_writer, "MAX_ENTRIES", 2)
    simulator = Simulator(SCRIPT)
    async with ca.open_client(cli=simulator, ledger=Store()) as client:
        session = await client.create_session(model="m")
        for _ in range(2):
            await session.send("silent")
        with pytest.raises(ca.LedgerFull) as caught:
            await session.send("x")
        assert caught.value.limit == 2
        await session.abort()
        assert content(await session.send_and_wait("x")) == "ok"


async def test_the_oldest_of_too_many_prompts_that_are_over_are_forgotten(
    autojump_clock, monkeypatch
):
    monkeypatch.setattr(_ledger_writer, "MAX_SETTLED", 3)
    store, simulator = Store(), Simulator(SCRIPT)
    async with ca.open_client(cli=simulator, ledger=store) as client:
        session = await client.create_session(model="m")
        for number in range(5):
            await session.send_and_wait(f"x {number}", source=f"agent-{number}")
        assert client.statistics().ledger_forgotten == 2
        await session.send_and_wait("x 4", source="agent-4")
        assert len(simulator.model_requests) == 5
        await session.send_and_wait("x 0", source="agent-0")
        assert len(simulator.model_requests) == 6
    assert len(store.records) == 3


def writer(store, redact=lambda text: text):
    return LedgerWriter(store, Counters(), redact)


def test_an_answer_over_its_limit_is_not_kept_and_counted(monkeypatch):
    monkeypatch.setattr(_ledger_writer, "MAX_ANSWER_BYTES", 100)
    ledger = writer(Store())
    record = CallRecord(session_id="s", request_id="r", kind="tool")
    ledger.start_call(record)
    ledger.answer_call(
        ca.CallRecord(
            session_id="s", request_id="r", kind="tool", method="m", params={"result": "x" * 200}
        )
    )
    assert ledger.calls("s")["r"] == record
    assert ledger._counters.unkept_answers == 1


def test_what_arrives_for_a_prompt_that_is_over_is_stale():
    ledger = writer(Store())
    ledger.prepare("s", "k", {"prompt": "x"}, chosen=True)
    ledger.move("s", "k", ca.PromptState.WRITTEN)
    ledger.settle("s", "k", ca.PromptState.UNKNOWN)
    ledger.move("s", "k", ca.PromptState.SEEN, message_id="m")
    ledger.settle("s", "k", ca.PromptState.COMPLETED)
    assert ledger.prompts("s")["k"].state is ca.PromptState.UNKNOWN
    ledger.move("s", "never prepared", ca.PromptState.SEEN)
    assert list(ledger.prompts("s")) == ["k"]


# --- Secrets --------------------------------------------------------------------------------


@pytest.mark.parametrize("store_prompts", [False, True])
async def test_no_key_and_no_prompt_is_stored_unless_it_was_asked_for(
    autojump_clock, store_prompts
):
    store = Store(store_prompts=store_prompts)

    def look():
        return {"found": API_KEY, API_KEY: ["deep", {"in": f"key={API_KEY}"}]}

    provider = {"base_url": "http://127.0.0.1:9", "api_key": API_KEY}
    async with ca.open_client(cli=Simulator(SCRIPT), ledger=store) as client:
        tool = ca.Tool("look", "look", {"type": "object"}, look, skip_permission=True)
        session = await client.create_session(model="m", provider=provider, tools=[tool])
        await session.send_and_wait("tool")
        await session.send_and_wait(f"my key is {API_KEY}")
        await session.send_and_wait("the word is zanzibar")
    stored = "".join(
        str(ca_record.params) + str(ca_record)
        for batch in store.batches
        for ca_record in batch.values()
        if ca_record is not None
    )
    assert "handlePendingToolCall" in str(
        [r.method for b in store.batches for r in b.values() if isinstance(r, CallRecord)]
    )
    assert API_KEY not in stored
    assert ("zanzibar" in stored) == store_prompts
