"""What an earlier life of the program left: the machine's rules, and how far back the log is read."""

from __future__ import annotations

import msgspec
import pytest
import trio

import copilot_actors as ca
from copilot_actors.client._session import _log as log
from copilot_actors.client._session import _values as v
from copilot_actors.client._session._attach import PREDECESSOR_TIMEOUT
from copilot_actors.client._session._machine import step
from copilot_actors.client._session._tail import cut_tail
from copilot_actors.protocol import SessionEvent
from copilot_actors.testing import Script, Silence, Simulator, Text


def event(type_, id_, **data):
    return SessionEvent(type_, id=id_, data=data)


def user(key, id_):
    return event("user.message", id_, source=key, messageId=f"m-{key}", delivery="idle")


def answer(key, id_):
    return event("assistant.message", id_, originatingMessageId=f"m-{key}", toolRequests=[])


def requested(request_id, call_id, id_):
    return event(
        "external_tool.requested", id_, requestId=request_id, toolCallId=call_id, toolName="t"
    )


def completed(call_id, id_):
    return event("tool.execution_complete", id_, toolCallId=call_id, success=True)


def call(request_id, call_id, stage=v.RequestStage.ANSWERED):
    return v.Pending(
        request_id=request_id,
        kind="tool",
        tool_call_id=call_id,
        event=SessionEvent("external_tool.requested"),
        stage=stage,
    )


def attached(*events, prompts=(), pending=(), active=False, **options):
    """Resume a session for the first time, with what the ledger has of it."""
    state = v.SessionState(prompts=tuple(prompts), pending=tuple(pending), **options)
    state, _ = step(state, v.Connected())
    return step(state, v.Attached(initial=True, log=tuple(events), active=active))


def prompt(key="k1", **fields):
    return v.Prompt(key=key, **{"written": True, **fields})


def of(kind, effects):
    return [effect for effect in effects if isinstance(effect, kind)]


@pytest.mark.parametrize(
    ("left", "delivery", "fault"),
    [
        (prompt(), "effectively_once", None),
        (prompt(written=False), "effectively_once", None),
        (prompt(written=False), "at_most_once", None),
        (prompt(), "at_most_once", v.Unknown()),
        (prompt(tool_ran=True), "effectively_once", v.Unknown()),
        (prompt(sendable=False), "effectively_once", v.Lost()),
        (prompt(sendable=False, written=False), "at_most_once", v.Lost()),
        (prompt(sendable=False), "at_most_once", v.Unknown()),
        (prompt(sendable=False, tool_ran=True), "effectively_once", v.Unknown()),
        (prompt(expired=True), "effectively_once", v.TimedOut(aborted=True)),
        (prompt(expired=True, sendable=False), "at_most_once", v.TimedOut(aborted=True)),
    ],
)
def test_a_prompt_that_the_log_does_not_have_is_sent_or_its_fault_told(left, delivery, fault):
    state, effects = attached(user("other", "1"), prompts=[left], delivery=delivery)
    if fault is None:
        assert of(v.SendPrompt, effects) == [v.SendPrompt("k1")]
        assert of(v.FailTurn, effects) == []
    else:
        assert of(v.SendPrompt, effects) == []
        assert of(v.FailTurn, effects) == [v.FailTurn("k1", fault)]
        assert state.prompts == ()


def test_a_turn_that_the_log_shows_finished_completes_with_its_answer():
    end = answer("k1", "2")
    state, effects = attached(user("k1", "1"), end, prompts=[prompt(sendable=False)])
    assert of(v.CompleteTurn, effects) == [v.CompleteTurn("k1", end, "history")]
    assert state.phase is v.Phase.IDLE


def test_a_turn_that_others_followed_completes_with_its_own_answer():
    end = answer("k1", "2")
    log_tail = [user("k1", "1"), end, user("other", "3"), answer("other", "4")]
    _, effects = attached(*log_tail, prompts=[prompt()])
    assert of(v.CompleteTurn, effects) == [v.CompleteTurn("k1", end, "next_turn")]


def test_a_cut_turn_of_the_ledger_is_continued_and_one_of_somebody_else_is_not():
    _, effects = attached(user("k1", "1"), prompts=[prompt()])
    assert of(v.ContinueTurn, effects) == [v.ContinueTurn(None)]
    _, effects = attached(user("k1", "1"))
    assert of(v.ContinueTurn, effects) == []


def test_a_cut_turn_is_not_continued_if_it_is_to_be_told():
    _, effects = attached(user("k1", "1"), prompts=[prompt()], interrupted="raise")
    assert of(v.FailTurn, effects) == [v.FailTurn("k1", v.Cut(()))]
    assert of(v.ContinueTurn, effects) == []


def test_a_recorded_answer_answers_the_old_request_and_no_handler_starts():
    _, effects = attached(
        user("k1", "1"), requested("r1", "c1", "2"), prompts=[prompt()],
        pending=[call("r1", "c1")], active=True,
    )  # fmt: skip
    assert [e.request.request_id for e in of(v.SendAnswer, effects)] == ["r1"]
    assert of(v.StartHandler, effects) == []


def test_a_handler_that_may_run_again_is_started_again():
    _, effects = attached(
        user("k1", "1"), requested("r1", "c1", "2"), prompts=[prompt()],
        pending=[call("r1", "c1", v.RequestStage.REQUESTED)], active=True,
    )  # fmt: skip
    assert [e.request.request_id for e in of(v.StartHandler, effects)] == ["r1"]


def test_an_answer_that_the_log_has_is_forgotten():
    state, effects = attached(
        user("k1", "1"), requested("r1", "c1", "2"), completed("c1", "3"), prompts=[prompt()],
        pending=[call("r1", "c1")],
    )  # fmt: skip
    forgotten = {e.request_id for e in of((v.ForgetAnswer, v.CancelHandler), effects)}
    assert forgotten == {"r1"}
    assert state.pending == state.orphans == ()


def test_an_answer_of_a_turn_that_is_over_never_answers_a_later_call_of_the_same_id():
    """Models use call ids again: what nothing can ask for any more must not be kept."""
    state, effects = attached(user("old", "1"), answer("old", "2"), pending=[call("r1", "c1")])
    assert of(v.CancelHandler, effects) == [v.CancelHandler("r1")]
    assert state.orphans == ()


def test_an_answer_whose_request_was_lost_waits_for_the_model_to_ask_again():
    state, _ = attached(user("k1", "1"), prompts=[prompt()], pending=[call("r1", "c1")])
    assert [orphan.request_id for orphan in state.orphans] == ["r1"]


# --- The CLI of the earlier life ------------------------------------------------------------


@pytest.mark.parametrize("ends", [True, False])
async def test_a_resume_waits_for_the_cli_of_the_earlier_life_but_not_for_ever(
    autojump_clock, ends
):
    """It outlives its program by up to 2 s, and what it has not written yet may be our prompt."""
    script = Script.by_prompt({"silent": Silence()}, default=Text("ok"))
    old, ledger, left = Simulator(script), ca.MemoryLedger(), ca.MemoryLedger()
    new = Simulator(script, store=old.store, seed=1)
    async with ca.open_client(cli=old, ledger=ledger, restart=False) as client:
        session = await client.create_session(session_id="s", model="m")
        await session.send_and_wait("x")
        await session.send("silent", source="agent-1")
        await trio.sleep(0.1)  # simulated time, as below
        left._records.update(ledger._records)
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def end_the_old_one():
                await trio.sleep(2.0)
                if ends:
                    old.kill()

            async with ca.open_client(cli=new, ledger=left) as second:
                begun = trio.current_time()
                session = await second.resume_session("s", model="m")
                waited = trio.current_time() - begun
                assert second.pending() != []
    expected = 2.0 if ends else PREDECESSOR_TIMEOUT
    assert expected <= waited < expected + 0.5


async def test_a_resume_without_anything_left_waits_for_nobody(autojump_clock):
    old, ledger = Simulator(), ca.MemoryLedger()
    new = Simulator(store=old.store, seed=1)
    async with ca.open_client(cli=old) as client:
        session = await client.create_session(session_id="s", model="m")
        await session.send_and_wait("x")
        async with ca.open_client(cli=new, ledger=ledger) as second:
            with trio.fail_after(1):
                await second.resume_session("s", model="m")


# --- Reading the log ------------------------------------------------------------------------

EVENTS = [
    {"type": "session.start", "id": "0", "data": {}},
    {"type": "user.message", "id": "1", "data": {"source": "k1"}},
    {"type": "external_tool.requested", "id": "2", "data": {"requestId": "r1"}},
    {"type": "assistant.message", "id": "3", "data": {"content": "k2"}},
    {"type": "user.message", "id": "4", "data": {"source": "k2"}},
    {"type": "assistant.message", "id": "5", "data": {"source": "k1", "requestId": "r1"}},
    {"type": "user.message", "id": "6", "data": {}},
    {"type": "assistant.message", "id": "7", "data": {}},
]


async def read(*, until=(), anchors=(), whole_run=True):
    """The ids that are read, in pages of one event."""

    async def one_page(method, params):
        assert method == "sessions.readPersistedEvents"
        end = int(params.get("cursor", len(EVENTS)))
        page = {"events": EVENTS[end - 1 : end], "cursor": str(end - 1), "hasMore": end > 1}
        return msgspec.Raw(msgspec.json.encode(page))

    events = await log.read_tail(one_page, "s", anchors=anchors, whole_run=whole_run, until=until)
    return "".join(e.id for e in events)


@pytest.mark.parametrize(
    ("until", "expected"),
    [
        ((), "67"),
        (("k2",), "4567"),
        (("r1",), "234567"),
        (("k1",), "1234567"),
        (("k1", "k2", "r1"), "1234567"),
        (("in no log",), "01234567"),
    ],
)
async def test_the_log_is_read_back_to_the_first_thing_that_is_looked_for(until, expected):
    assert await read(until=until) == expected


async def test_a_recovery_reads_no_further_than_its_anchor():
    assert await read(anchors=("5",), whole_run=False) == "567"


@pytest.mark.parametrize(
    ("keys", "first"), [((), "6"), (("k2",), "4"), (("r1", "k2"), "2"), (("k1",), "1")]
)
def test_the_tail_begins_with_the_first_thing_of_ours(keys, first):
    events = [SessionEvent(e["type"], id=e["id"], data=e["data"]) for e in EVENTS]
    assert cut_tail(events, anchors=(), seen=(), keys=keys)[0].id == first
