"""From the events of a turn to its result, as a table."""

from __future__ import annotations

import json

import pytest

import copilot_actors as ca
from copilot_actors.chat._record import TurnRecord
from copilot_actors.protocol import SessionEvent


def event(kind, agent=None, ephemeral=False, **data):
    event.count += 1
    return SessionEvent(kind, data=data, id=f"e{event.count}", agent_id=agent, ephemeral=ephemeral)


event.count = 0


def start():
    return event("assistant.turn_start")


def said(text, tools=(), agent=None):
    return event("assistant.message", content=text, toolRequests=list(tools), agent=agent)


def delta(text, agent=None):
    return event("assistant.message_delta", deltaContent=text, ephemeral=True, agent=agent)


def end():
    return event("assistant.turn_end")


def error():
    return event("session.error", errorType="query", message="400 no", statusCode=400)


TURNS = {
    "nothing": ([], False, None, "", []),
    "an answer": (
        [start(), delta("He"), delta("y"), said("Hey"), end()],
        True,
        None,
        "Hey",
        ["Hey"],
    ),
    "an answer without its end": ([start(), said("Hey")], False, None, "Hey", ["Hey"]),
    "a cut answer": ([start(), delta("He"), delta("l")], False, None, "Hel", []),
    "a tool, then an answer": (
        [start(), said("Look.", [{}]), end(), start(), said("Done."), end()],
        True,
        None,
        "Done.",
        ["Look.", "Done."],
    ),
    "a tool, cut after it": (
        [start(), said("Look.", [{}]), end(), start()],
        False,
        None,
        "Look.",
        ["Look."],
    ),
    "a tool call without words": (
        [start(), said("", [{}]), end(), start(), said("Done."), end()],
        True,
        None,
        "Done.",
        ["Done."],
    ),
    "a sub-agent's words": (
        [start(), delta("x", agent="a"), said("sub", agent="a"), said("Main."), end()],
        True,
        None,
        "Main.",
        ["Main."],
    ),
    "an error": ([start(), error()], False, ca.TurnFailed, "", []),
    "an error that was got over": (
        [start(), error(), start(), said("Hey"), end()],
        True,
        None,
        "Hey",
        ["Hey"],
    ),
    "an abort": ([start(), delta("He"), event("abort")], False, ca.TurnAborted, "He", []),
    "shapes that no schema has": (
        [
            start(),
            event("assistant.message", content=5),
            event("assistant.message_delta", deltaContent=None),
            event("session.error", message=[], errorType=1, statusCode="x"),
        ],
        False,
        ca.TurnFailed,
        "",
        [],
    ),
}


@pytest.mark.parametrize("name", TURNS)
def test_what_a_turn_came_to(name):
    events, finished, failure, text, messages = TURNS[name]
    record = TurnRecord("s")
    for item in events:
        record.add(item)
    assert record.finished is finished
    assert type(record.failure) is (type(None) if failure is None else failure)
    result = record.result(seconds=1.2345, error=record.failure, exit_code=3, session_id="s")
    assert (result.text, result.messages) == (text, messages)
    assert (result.duration, result.exit, result.session_id) == (1234, 3, "s")
    assert result.success is (failure is None)
    lines = [json.loads(line)["type"] for line in result.all.splitlines()]
    assert lines == [item.type for item in events]


def test_an_event_that_comes_again_after_a_recovery_counts_once():
    record, message = TurnRecord("s"), said("Hey")
    record.add(message)
    record.add(message)
    assert record.messages == ["Hey"]


def test_output_over_the_limit_is_left_out_and_counted():
    record = TurnRecord("s", max_output_bytes=10)
    for line in ("12345", "1234", "\u00e9\u00e9", "123"):
        record.add_text(line)
    result = record.result(seconds=0.0, session_id=None)
    assert (result.all, result.omitted) == ("12345\n123\n", 2)


def test_a_secret_in_the_providers_words_is_neither_in_the_error_nor_in_the_output():
    record = TurnRecord("s", redact=lambda text: text.replace("sk-test-1", "***"))
    record.add(event("session.error", message="401: sk-test-1 is wrong"))
    assert "sk-test-1" not in str(record.failure)
    assert "sk-test-1" not in record.result(seconds=0.0, session_id=None).all


def test_a_result_does_not_show_what_was_said():
    record = TurnRecord("s")
    record.add(said("a secret"))
    assert "a secret" not in repr(record.result(seconds=0.0, session_id="s"))
