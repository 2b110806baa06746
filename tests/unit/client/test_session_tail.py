"""Reading a log after a crash: which part of it matters, and which result it lost half-way."""

from __future__ import annotations

import pytest

from copilot_actors.client._session._tail import (
    begun_while_ending,
    cut_tail,
    lost_result,
    partly_asked,
    withdrawn,
)
from copilot_actors.protocol import SessionEvent


def event(type_, id_="", **data):
    return SessionEvent(type_, id=id_ or type_, data=data)


def requested(number):
    return event("external_tool.requested", requestId=f"r{number}", toolCallId=f"c{number}")


def completed(number):
    return event("external_tool.completed", f"done{number}", requestId=f"r{number}")


def result(number):
    return event("tool.execution_complete", toolCallId=f"c{number}", success=True)


@pytest.mark.parametrize(
    ("log", "lost", "later"),
    [
        pytest.param([requested(1)], None, (), id="pending"),
        pytest.param([requested(1), completed(1), result(1)], None, (), id="answered"),
        pytest.param([requested(1), completed(1)], "done1", (), id="answer lost"),
        pytest.param(
            [requested(1), requested(2), completed(1), result(1), completed(2)],
            "done2",
            (),
            id="second answer lost",
        ),
        pytest.param(
            [requested(1), requested(2), completed(1), completed(2), result(2)],
            "done1",
            ("r2",),
            id="a later result stands after the lost one",
        ),
        pytest.param(
            [requested(1), requested(2), completed(1), completed(2), result(1)],
            "done1",
            ("r1",),
            id="a result of an earlier answer stands after the lost one",
        ),
        pytest.param(
            [
                *(requested(n) for n in (1, 2, 3, 4)),
                *(completed(n) for n in (1, 2)),
                result(2),
                *(completed(n) for n in (3, 4)),
                result(1),
                result(3),
            ],
            "done1",
            ("r1", "r2", "r3"),
            id="results interlock",
        ),
        pytest.param([requested(1), completed(1), event("abort")], None, (), id="aborted"),
        pytest.param(
            [requested(1), completed(1), event("user.message")], None, (), id="an older turn"
        ),
        pytest.param([completed(1)], None, (), id="a completion without its request"),
    ],
)
def test_a_result_that_was_lost_half_way_is_found(log, lost, later):
    found, after = lost_result(log)
    assert (found.id if found is not None else None) == lost
    assert after == later


def unasked(number):
    message = "Extension disconnected before responding to tool call"
    error = {"message": message, "code": "failure"}
    return event("tool.execution_complete", toolCallId=f"c{number}", success=False, error=error)


@pytest.mark.parametrize(
    ("log", "lost", "later"),
    [
        pytest.param([requested(1), completed(1), unasked(1)], "done1", (), id="not asked"),
        pytest.param(
            [requested(1), completed(1), unasked(1), event("assistant.turn_start")],
            "done1",
            (),
            id="the next turn has begun",
        ),
        pytest.param(
            [requested(1), completed(1), unasked(1), event("assistant.message")],
            None,
            (),
            id="the model has been told",
        ),
        pytest.param(
            [requested(1), requested(2), completed(1), unasked(1), completed(2), unasked(2)],
            "done1",
            (),
            id="none of two was asked",
        ),
        pytest.param(
            [requested(1), requested(2), completed(1), unasked(1), completed(2), result(2)],
            "done1",
            ("r2",),
            id="a result stands after it",
        ),
        pytest.param([requested(1), completed(1)], None, (), id="answer lost"),
        pytest.param([requested(1), completed(1), result(1)], None, (), id="answered"),
    ],
)
def test_a_call_that_failed_for_lack_of_somebody_to_ask_is_found_when_nothing_is_active(
    log, lost, later
):
    found, after = lost_result(log, active=False)
    assert (found.id if found is not None else None) == lost
    assert after == later


def test_a_call_that_nobody_could_be_asked_for_stops_nothing_that_is_active():
    log = [requested(1), requested(2), completed(1), unasked(1)]
    assert lost_result(log, active=True) == (None, ())


def prompt(key):
    return event("user.message", f"u-{key}", source=key)


ENDING = event("session.error", message="session event host disconnected before it answered")
FAILURE = event("session.error", message="bad request")
START = event("tool.execution_start", toolCallId="c1")


@pytest.mark.parametrize(
    ("log", "found"),
    [
        pytest.param([prompt("k1"), ENDING], None, id="no prompt follows"),
        pytest.param([prompt("k1"), ENDING, prompt("k2")], "u-k2", id="the next prompt"),
        pytest.param(
            [prompt("k1"), ENDING, prompt("k2"), ENDING, prompt("k3"), ENDING],
            "u-k2",
            id="the whole queue",
        ),
        pytest.param(
            [prompt("k1"), event("assistant.message"), ENDING, prompt("k3")],
            "u-k3",
            id="a prompt between them was failed before it was recorded",
        ),
        pytest.param([prompt("k1"), FAILURE, prompt("k2")], None, id="a failure of its own"),
        pytest.param([prompt("k1"), prompt("k2"), ENDING], None, id="the last turn alone"),
        pytest.param(
            [prompt("k1"), ENDING, prompt("k2"), event("assistant.message")],
            None,
            id="the prompt was answered",
        ),
        pytest.param([prompt("k1"), ENDING, prompt("k2"), START], None, id="a tool was started"),
        pytest.param([prompt("k1"), ENDING, prompt("other")], None, id="a prompt of somebody else"),
        pytest.param(
            [prompt("k1"), ENDING, prompt("k2"), prompt("other")],
            None,
            id="a prompt of somebody else behind it",
        ),
        pytest.param(
            [prompt("k1"), ENDING, event("assistant.message"), prompt("k2")],
            None,
            id="the turn was continued",
        ),
    ],
)
def test_prompts_that_an_ending_cli_took_up_are_found(log, found):
    event_found = begun_while_ending(log, resendable={"k1", "k2", "k3"})
    assert (event_found.id if event_found is not None else None) == found


LOG = [event("user.message", "u1", source="k1"), event("assistant.message", "a1")]
LOG += [event("user.message", "u2", source="k2"), event("assistant.message", "a2")]


def calls(*numbers, name="own"):
    requests = [{"toolCallId": f"c{number}", "name": name} for number in numbers]
    return event("assistant.message", "calls", toolRequests=requests)


def interrupted(number):
    return event("tool.execution_complete", toolCallId=f"c{number}", success=False)


@pytest.mark.parametrize(
    ("log", "heard", "found"),
    [
        ([calls(1, 2), requested(1)], (), True),
        ([calls(1, 2), requested(1), interrupted(2)], (), True),
        ([calls(1, 2), requested(1)], ("c9",), True),
        ([calls(1, 2), requested(1), requested(2), completed(2), interrupted(2)], (), True),
        ([calls(1, 2), requested(1), requested(2), completed(2), interrupted(2)], ("c2",), False),
        ([calls(1, 2), requested(1)], ("c1",), False),
        ([calls(1, 2), requested(1), requested(2)], (), False),
        ([calls(1, 2)], (), False),
        ([calls(1, 2), requested(1), completed(1)], (), False),
        ([calls(1, 2), requested(1), result(2)], (), False),
        ([calls(1, 2, name="bash"), requested(1)], (), False),
        ([calls(1, 2), requested(1), event("abort")], (), False),
        ([calls(1, 2), requested(1), event("user.message")], (), False),
        ([calls(1, 2), requested(1), event("assistant.message", content="x")], (), False),
        ([requested(1)], (), False),
        ([calls(1, 2), requested(1), result(1), calls(3, 4), requested(3)], ("c1",), True),
    ],
)
def test_calls_of_which_only_some_are_asked_for_are_found_while_none_was_heard(log, heard, found):
    message = partly_asked(log, own_tools={"own"}, heard=heard)
    assert (message is not None) == found


@pytest.mark.parametrize(
    ("anchors", "seen", "keys", "tail"),
    [
        pytest.param(("a1",), (), (), ["u2", "a2"], id="after the anchor"),
        pytest.param(("a1", "u1"), (), (), ["u2", "a2"], id="after the last of two anchors"),
        pytest.param(("a2",), (), (), [], id="nothing is new"),
        pytest.param((), (), ("k2",), ["u2", "a2"], id="from the first prompt of ours"),
        pytest.param((), ("a1",), (), ["a1", "u2", "a2"], id="from the first delivered event"),
        pytest.param((), (), (), ["u2", "a2"], id="else the last turn"),
    ],
)
def test_only_the_tail_of_the_log_is_looked_at(anchors, seen, keys, tail):
    found = cut_tail(LOG, anchors=anchors, seen=seen, keys=keys)
    assert [event.id for event in found] == tail


@pytest.mark.parametrize(
    ("anchors", "seen", "lost"),
    [
        pytest.param(("a1",), ["a1", "u2", "a2"], (), id="everything is there"),
        pytest.param(("a1",), ["a1", "u2", "x", "y"], ("x", "y"), id="the end was lost"),
        pytest.param(("gone", "a1"), ["a1", "u2", "gone", "x"], ("gone", "x"), id="anchor too"),
        pytest.param(("a1",), ["old", "a1", "u2"], (), id="what is older is not judged"),
        pytest.param((), ["x", "u1"], ("x",), id="without an anchor"),
    ],
)
def test_delivered_events_that_a_crash_took_back_are_named(anchors, seen, lost):
    assert withdrawn(LOG, anchors=anchors, seen=seen) == lost
