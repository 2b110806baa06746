"""How a prompt may move through its states, and in which of them a fault leaves it."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
import pytest

import copilot_actors as ca
from copilot_actors.client._session import _values as v
from copilot_actors.client._session._ledger import outcome_of
from copilot_actors.storage import (
    NEXT_STATES,
    SETTLED,
    CallRecord,
    PromptRecord,
    PromptState,
    can_follow,
    hash_prompt,
    key_of,
)

S = PromptState
ALLOWED = {
    S.PREPARED: "written lost",
    S.WRITTEN: "prepared acknowledged seen completed interrupted unknown lost",
    S.ACKNOWLEDGED: "written seen completed interrupted unknown lost",
    S.SEEN: "written completed interrupted unknown lost",
    S.LOST: "prepared",
    S.COMPLETED: "",
    S.INTERRUPTED: "",
    S.UNKNOWN: "",
}


@pytest.mark.parametrize("state", S)
@pytest.mark.parametrize("after", S)
def test_a_prompt_moves_as_the_table_says_and_no_other_way(state, after):
    assert can_follow(state, after) == (state is after or after.value in ALLOWED[state].split())


def test_every_state_has_a_row_and_what_is_settled_is_not_under_way():
    assert set(NEXT_STATES) == set(S)
    assert {S.COMPLETED, S.INTERRUPTED, S.UNKNOWN, S.LOST} == SETTLED
    for state in SETTLED - {S.LOST}:
        assert NEXT_STATES[state] == frozenset()


RPC = ca.RpcError("session.send", -1, "no")
LATE = ca.RpcTimeout("session.send", 1.0)
FULL = ca.LedgerFailed("l", "disk full")
SENT = (S.WRITTEN, S.ACKNOWLEDGED, S.SEEN)
OUTCOMES = [
    (v.Unknown(), SENT, S.UNKNOWN),
    (v.Lost(), (S.PREPARED, *SENT), S.LOST),
    *[(fault, SENT, S.INTERRUPTED) for fault in (v.Aborted(), v.TimedOut(True), v.Failed({}), v.Cut(()))],
    *[(fault, (S.PREPARED,), None) for fault in (v.Aborted(), v.TimedOut(True))],
    (v.Refused(RPC), (S.PREPARED, S.WRITTEN), None),
    (v.Refused(FULL), (S.PREPARED, S.WRITTEN), None),
    (v.Refused(LATE), (S.WRITTEN,), S.UNKNOWN),
    (v.Refused(RPC), (S.ACKNOWLEDGED, S.SEEN), S.INTERRUPTED),
]  # fmt: skip


@pytest.mark.parametrize(("fault", "states", "expected"), OUTCOMES, ids=lambda x: type(x).__name__)
def test_a_prompt_without_an_answer_ends_in_the_state_that_says_what_may_have_happened(
    fault, states, expected
):
    for state in states:
        outcome = outcome_of(state, fault)
        assert outcome is expected, state
        assert outcome is None or can_follow(state, outcome)


@pytest.mark.parametrize("state", [S.PREPARED, *SENT])
def test_a_prompt_outlives_its_client_but_not_the_end_of_its_session_by_a_caller(state):
    assert outcome_of(state, v.Ended()) is state
    closed = outcome_of(state, v.Ended(), closed=True)
    assert closed is (None if state is S.PREPARED else S.INTERRUPTED)


def test_records_are_told_apart_by_kind_session_and_key():
    now = datetime.now(UTC)
    prompt = PromptRecord(session_id="s", key="k", number=1, recorded_at=now, prompt_hash="h")
    call = CallRecord(session_id="s", request_id="k", kind="tool")
    assert key_of(prompt) == ("prompt", "s", "k")
    assert key_of(call) == ("call", "s", "k")


def test_no_repr_of_a_record_shows_a_prompt_or_a_result():
    now = datetime.now(UTC)
    prompt = PromptRecord(
        session_id="s", key="k", number=1, recorded_at=now, prompt_hash=hash_prompt("secret"),
        params={"prompt": "secret words"},
    )  # fmt: skip
    call = CallRecord(
        session_id="s", request_id="r", kind="tool", method="m", params={"result": "secret"}
    )
    pending = ca.PendingPrompt(
        session_id="s", key="k", state=S.SEEN, message_id=None, recorded_at=now, prompt_hash="",
        prompt="secret words",
    )  # fmt: skip
    for record in (prompt, call, pending):
        assert "secret" not in repr(record)


def test_what_is_stored_is_read_back_as_it_was():
    record = PromptRecord(
        session_id="s", key="k", number=1, recorded_at=datetime.now(UTC), prompt_hash="h",
        state=S.SEEN, message_id="m", chosen=True, params={"prompt": "x", "attachments": [{"a": 1}]},
    )  # fmt: skip
    decoder = msgspec.json.Decoder(PromptRecord | CallRecord)
    assert decoder.decode(msgspec.json.encode(record)) == record
