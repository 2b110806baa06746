"""The event envelope: lazy data, and nothing lost whatever its shape."""

from __future__ import annotations

import inspect
import sys

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from copilot_actors.protocol import (
    KNOWN_EVENT_TYPES,
    EventData,
    SessionEvent,
    SessionEventParams,
    decode_event_list,
    decode_session_event,
    is_supported,
    session_event,
)

ENVELOPE = {
    "type": "assistant.message",
    "data": {"messageId": "m", "content": "hi", "toolRequests": []},
    "id": "e1",
    "timestamp": "2026-01-01T00:00:00Z",
    "parentId": "e0",
}

json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)


def encode(event, session_id="s"):
    return msgspec.json.encode({"sessionId": session_id, "event": event})


def test_an_event_is_read_by_wire_names_and_by_attributes():
    session_id, event = decode_session_event(encode(ENVELOPE))
    assert session_id == "s"
    assert (event.type, event.id, event.parent_id) == ("assistant.message", "e1", "e0")
    assert event.data["messageId"] == event.data.message_id == event.data.messageId == "m"
    assert event.data.get("nothing") is None
    assert not event.ephemeral
    assert event.agent_id is None
    assert event.raw == ENVELOPE


def test_a_missing_attribute_names_the_fields_that_exist():
    with pytest.raises(AttributeError, match="messageId, content, toolRequests"):
        _ = decode_session_event(encode(ENVELOPE))[1].data.contents


def test_ephemeral_and_sub_agent_events_say_so():
    event = decode_session_event(encode({**ENVELOPE, "ephemeral": True, "agentId": "a"}))[1]
    assert event.ephemeral
    assert event.agent_id == "a"
    assert event.raw["ephemeral"] is True
    assert event.raw["agentId"] == "a"


def test_no_repr_shows_what_was_said():
    event = decode_session_event(encode(ENVELOPE))[1]
    assert "hi" not in repr(event) + repr(event.data)


def test_data_that_is_no_object_is_a_mapping_with_one_key():
    assert dict(decode_session_event(encode({**ENVELOPE, "data": [1]}))[1].data) == {"value": [1]}


@pytest.mark.parametrize("field", ["type", "id", "timestamp", "parentId", "ephemeral", "agentId"])
@given(value=json_values)
def test_an_envelope_field_of_any_type_still_gives_an_event_with_its_data(field, value):
    session_id, event = decode_session_event(encode({**ENVELOPE, field: value}))
    assert session_id == "s"
    assert event.data["content"] == "hi"
    assert isinstance(event.type, str)


@given(params=json_values)
def test_parameters_of_any_shape_give_an_event_or_a_decode_error(params):
    try:
        session_id, event = decode_session_event(msgspec.json.encode(params))
    except msgspec.MsgspecError:
        return
    assert isinstance(session_id, str)
    assert isinstance(event, SessionEvent)


def live(wire):
    return decode_session_event(encode(wire))[1]


def stored(wire):
    [event] = decode_event_list(msgspec.json.encode([wire]))
    return event


@pytest.mark.parametrize("decode", [live, stored])
@given(
    wire=st.dictionaries(
        st.sampled_from([*ENVELOPE, "ephemeral", "agentId", "ofTheFuture"]), json_values
    )
)
def test_the_whole_wire_mapping_is_kept_whatever_its_shape(decode, wire):
    event = decode(wire)
    data = wire.get("data", {})
    assert event.raw == wire
    assert dict(event.data) == (data if isinstance(data, dict) else {"value": data})
    event.raw.clear()
    assert event.raw == wire


@given(item=json_values.filter(lambda item: not isinstance(item, dict)))
def test_an_item_of_a_transcript_page_that_is_no_object_is_kept_as_data(item):
    event = stored(item)
    assert event.type == "unknown"
    assert event.raw == dict(event.data) == {"value": item}


def in_one_pass(wire):
    """Decode an event as a connection does; one that does not fit takes the usual way."""
    message = b'{"method":"session.event","params":{"sessionId":"s","event":%s}}' % wire
    try:
        params = msgspec.json.decode(message, type=Message).params
    except msgspec.DecodeError:
        return decode_session_event(message.partition(b'"params":')[2][:-1])[1]
    assert params.session_id == "s"
    return session_event(params, message)


class Message(msgspec.Struct):
    params: SessionEventParams


def test_an_event_is_the_same_whichever_way_it_was_decoded():
    wire = {"type": "a.b", "id": "e", "timestamp": "t", "parentId": "p", "agentId": "a"}
    wire |= {"ephemeral": True, "data": {"x": [1, {"y": None}]}, "more": {"z": 1}}
    text = msgspec.json.encode(wire)
    ways = [
        decode_session_event(b'{"sessionId":"s","event":%s}' % text)[1],
        *decode_event_list(b"[%s]" % text),
        in_one_pass(text),
    ]
    for event in ways:
        assert event.raw == wire
        assert dict(event.data) == wire["data"]
        assert (event.type, event.id, event.timestamp) == ("a.b", "e", "t")
        assert (event.parent_id, event.agent_id, event.ephemeral) == ("p", "a", True)


UNDECODABLE = {
    "invalid UTF-8": (b'{"x":"a\xffb"}', {"x": "a\N{REPLACEMENT CHARACTER}b"}),
    "a number out of range": (b'{"x":1e999}', {"value": '{"x":1e999}'}),
    "both": (b'["\xff",1e999]', {"value": '["\N{REPLACEMENT CHARACTER}",1e999]'}),
}


@pytest.mark.parametrize(("data", "expected"), UNDECODABLE.values(), ids=UNDECODABLE)
@pytest.mark.parametrize("event_id", [b'"e1"', b"17", b'"\xff"'])
def test_data_that_cannot_be_decoded_is_kept_as_text(data, expected, event_id):
    wire = b'{"type":"a.b","data":%s,"id":%s}' % (data, event_id)
    events = [
        decode_session_event(b'{"sessionId":"s","event":%s}' % wire)[1],
        *decode_event_list(b"[%s]" % wire),
        in_one_pass(wire),
    ]
    assert len(events) == 3
    for event in events:
        assert event.type == "a.b"
        assert dict(event.data) == expected
        assert event.raw["type"] == "a.b"
        assert event.raw["data"] in (expected, expected.get("value"))


def deep(levels):
    if levels:
        return deep(levels - 1)
    return decode_session_event(NESTED)


NESTED = b'{"sessionId":"s","event":{"type":"a","data":%s}}' % (b"[" * 400 + b"]" * 400)


def test_nesting_too_deep_for_the_stack_is_a_decode_error_or_kept_as_text():
    _, event = decode_session_event(NESTED)
    room = sys.getrecursionlimit() - len(inspect.stack())
    refused = 0
    for levels in range(room - 450, room - 20, 10):
        try:
            _, event = deep(levels)
        except msgspec.MsgspecError:
            refused += 1
        else:
            assert event.type == "a"
    assert refused
    assert read_deep(event, room - 200)["value"].startswith("[[[")


def read_deep(event, levels):
    return read_deep(event, levels - 1) if levels else dict(event.data)


@given(items=st.lists(json_values, max_size=4))
def test_every_item_of_a_transcript_page_is_kept(items):
    assert len(decode_event_list(msgspec.json.encode(items))) == len(items)


def test_event_data_is_a_mapping():
    data = EventData({"a": 1})
    assert dict(data) == {"a": 1}
    assert len(data) == 1
    assert "a" in data
    with pytest.raises(KeyError):
        data["b"]


def test_known_types_are_those_of_the_published_schema():
    assert {"assistant.message", "session.idle", "user.message"} <= KNOWN_EVENT_TYPES


@pytest.mark.parametrize(
    ("version", "supported"),
    [(3, True), (2, False), (4, False), ("3", False), (None, False), (True, False), (3.0, False)],
)
def test_only_protocol_version_three_is_supported(version, supported):
    assert is_supported(version) is supported
