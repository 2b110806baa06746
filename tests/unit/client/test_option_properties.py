"""Whatever is given for an option: it is sent as JSON, or refused by name, and nothing else."""

from __future__ import annotations

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

import copilot_actors as ca
from copilot_actors.client._options._attachments import wire_attachments
from copilot_actors.client._options._session_options import session_options, wire_options
from copilot_actors.client._options._table import WIRE_OPTIONS
from copilot_actors.client._session._structured import decode_answer, response_format
from copilot_actors.protocol import decode_event_list

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["openai", "http://h/", "append", "file", "stdio", "./x", "*", "object"])
)
NAMES = st.text(max_size=4) | st.sampled_from(
    [
        "type",
        "mode",
        "name",
        "base_url",
        "baseUrl",
        "command",
        "url",
        "content",
        "sections",
        "enabled",
        "path",
        "prompt",
        "limits",
        "provider",
        "id",
        "data",
        "mimeType",
        "properties",
    ]
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=12,
)


def outcome(function, *arguments):
    """What a function returns, and why it refused: nothing else may come out of it."""
    try:
        return function(*arguments), None
    except (ca.InvalidRequest, ca.InvalidAnswer) as error:
        return None, error


@given(st.sampled_from(sorted(WIRE_OPTIONS)), VALUES)
@settings(max_examples=300, deadline=None)
def test_any_value_of_an_option_is_sent_as_json_or_refused_by_its_name(name, value):
    options, refusal = outcome(session_options, None, {name: value})
    if refusal is not None:
        assert isinstance(refusal, ca.InvalidOption)
        assert refusal.option.startswith((name, "session options"))
        return
    for creating in (True, False):
        msgspec.json.encode(wire_options(options, creating=creating))


@given(VALUES)
@settings(max_examples=200, deadline=None)
def test_any_attachments_are_sent_as_json_or_refused(value):
    wire, refusal = outcome(wire_attachments, value)
    assert refusal is not None or isinstance(wire, list)
    msgspec.json.encode(wire)


@given(VALUES)
@settings(max_examples=100, deadline=None)
def test_any_schema_is_sent_as_json_or_refused(value):
    wire, refusal = outcome(response_format, value)
    assert refusal is None or refusal.option == "response_schema"
    msgspec.json.encode(wire)


class Answer(msgspec.Struct):
    name: str
    numbers: list[int]


@given(st.text(max_size=30) | st.just('{"name": "a", "numbers": [1, "x"]}'))
@settings(max_examples=100, deadline=None)
def test_any_answer_is_a_value_or_a_typed_error_with_its_text(text):
    data = {"id": "1", "timestamp": "t", "type": "assistant.message", "data": {"content": text}}
    answer = decode_event_list(msgspec.json.encode([data]))[0]
    result = ca.TurnResult(answer=answer, message_id="m", ended_by="session.idle")
    value, refusal = outcome(decode_answer, "s", result, Answer)
    assert isinstance(value, Answer) if refusal is None else refusal.text == text
