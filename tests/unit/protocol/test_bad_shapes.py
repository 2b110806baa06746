"""Known events and replies with a field dropped, null, of a wrong type, huge or nested.

Every cell of that is delivered: an event to its subscriber, typed where it still fits its class and
untyped where it does not; a reply as its type, or in the error that says that it is none.
"""

from __future__ import annotations

import builtins
import functools
import json
import os

import msgspec
import pytest
import trio
import trio.testing
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import inspect

import copilot_actors as ca
from copilot_actors.client._replies import MALFORMED_REPLY, decode_typed
from copilot_actors.protocol import KNOWN_EVENT_TYPES, rpc
from copilot_actors.protocol import events as ev
from copilot_actors.testing import Script, Simulator, strategies

from .schema_examples import WRONG, example, fields_of, nested, spoiled

EXAMPLES = 600 if os.environ.get("COPILOT_ACTORS_FULL_SWEEP") else 15
EVENT_TYPES = sorted(KNOWN_EVENT_TYPES)
METHODS = {
    method.name: method.result
    for method in rpc.published_methods()
    if method.result not in ("None", "JsonValue")
}
ALWAYS = ("dropped", "null", "a list", "nested")
WAYS = [pytest.param(how, marks=[] if how in ALWAYS else pytest.mark.exhaustive) for how in WRONG]


@functools.cache
def event_shapes():
    return {name: inspect.type_info(ev.event_class(name).data_type) for name in EVENT_TYPES}


class Names(dict):
    """The names of ``protocol.rpc``, which are there when they are asked for."""

    def __missing__(self, name):
        if name == "JsonValue":
            return object
        return getattr(builtins, name, None) or getattr(rpc, name)


@functools.cache
def result(method):
    """The type of a method's result, and its shape."""
    kind = eval(METHODS[method], {}, Names())
    return kind, inspect.type_info(kind)


def frame(event_type, data, number):
    """The event on the wire; numbers of any size."""
    event = {
        "type": event_type,
        "data": data,
        "id": f"e{number}",
        "timestamp": "",
        "parentId": None,
    }
    params = {"sessionId": "s", "event": event}
    body = json.dumps({"jsonrpc": "2.0", "method": "session.event", "params": params}).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def delivered(events):
    """What a subscriber to everything gets of these events, typed; and the session works on."""

    async def main():
        seen = []
        simulator = Simulator(Script.echo())
        async with ca.open_client(cli=simulator, ping_interval=1e6, max_restarts=0) as client:
            session = await client.create_session(session_id="s", model="gpt-4.1")
            await session.on(seen.append)
            for number, (event_type, data) in enumerate(events):
                simulator.write(frame(event_type, data, number))
                if number % 50 == 0:
                    await trio.testing.wait_all_tasks_blocked()
            await trio.testing.wait_all_tasks_blocked()
            assert (await session.rpc.mode.get()) is not None
        return [
            ev.typed(event) for event in seen if event.id.startswith("e") and event.id[1:].isdigit()
        ]

    return trio.run(main, clock=trio.testing.MockClock(autojump_threshold=0))


def check(event_type, data, event):
    """It is the one that was sent, and its data is what was sent."""
    assert event.type == event_type
    if event.malformed:
        assert dict(event.data) == (data if isinstance(data, dict) else {"value": data})
    assert event.raw["data"] == data


# --- Every cell -----------------------------------------------------------------------------


@pytest.mark.parametrize("how", WAYS)
def test_every_known_event_with_one_wrong_field_is_delivered(how):
    sent, expected = [], []
    for event_type, shape in event_shapes().items():
        whole = example(shape, full=True)
        for field in fields_of(shape, whole):
            sent.append((event_type, spoiled(whole, field.encode_name, how)))
            expected.append(field.required)
    events = delivered(sent)
    assert len(events) == len(sent)
    for (event_type, data), event, required in zip(sent, events, expected, strict=True):
        check(event_type, data, event)
        if how == "dropped":
            assert event.malformed is required, (event_type, data)


@pytest.mark.parametrize("full", [True, False], ids=["all fields", "required fields"])
def test_every_known_event_in_its_own_shape_is_typed(full):
    events = delivered((name, example(shape, full=full)) for name, shape in event_shapes().items())
    assert [event.type for event in events] == EVENT_TYPES
    assert [event.type for event in events if event.malformed] == []


@pytest.mark.parametrize(
    "data", [None, [], "text", 7, nested(), {}], ids=lambda data: type(data).__name__
)
def test_every_known_event_with_other_data_than_an_object_is_delivered(data):
    events = delivered((name, data) for name in EVENT_TYPES)
    for name, event in zip(EVENT_TYPES, events, strict=True):
        check(name, data, event)


@pytest.mark.parametrize("how", WAYS)
def test_every_reply_with_one_wrong_field_is_typed_or_in_the_error(how):
    for name in METHODS:
        kind, shape = result(name)
        whole = example(shape, full=True)
        for field in fields_of(shape, whole):
            reply = spoiled(whole, field.encode_name, how)
            error = error_of(name, reply, kind)
            if error is not None:
                assert (error.code, error.data) == (MALFORMED_REPLY, reply)
            if how == "dropped":
                assert (error is not None) is field.required


def error_of(name, reply, kind):
    try:
        decode_typed(name, msgspec.Raw(json.dumps(reply).encode()), kind)
    except ca.RpcError as error:
        return error
    return None


@pytest.mark.parametrize("full", [True, False], ids=["all fields", "required fields"])
def test_every_reply_in_its_own_shape_is_typed(full):
    for name in METHODS:
        kind, shape = result(name)
        decode_typed(name, msgspec.Raw(json.dumps(example(shape, full=full)).encode()), kind)


# --- Any combination ------------------------------------------------------------------------


@st.composite
def spoiled_somewhere(draw, value):
    """The value with one field wrong, its own or one of an inner object."""
    if isinstance(value, list):
        return [draw(spoiled_somewhere(item)) for item in value]
    if not isinstance(value, dict) or not value:
        return value
    field = draw(st.sampled_from(sorted(value)))
    inner = value[field]
    if isinstance(inner, dict | list) and inner and draw(st.booleans()):
        return {**value, field: draw(spoiled_somewhere(inner))}
    return spoiled(value, field, draw(st.sampled_from([*WRONG])))


@st.composite
def events_of_any_shape(draw):
    """Some events: right ones, and right ones with something wrong in them."""
    sent = []
    for event_type in draw(st.lists(st.sampled_from(EVENT_TYPES), min_size=1, max_size=6)):
        data = draw(strategies.wire_values(ev.event_class(event_type).data_type))
        if draw(st.booleans()):
            data = draw(spoiled_somewhere(data))
        sent.append((event_type, data))
    return sent


@settings(
    max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck), database=None
)
@given(events_of_any_shape())
def test_events_of_any_shape_are_delivered_in_order(sent):
    events = delivered(sent)
    assert len(events) == len(sent)
    for (event_type, data), event in zip(sent, events, strict=True):
        check(event_type, data, event)


@settings(max_examples=EXAMPLES * 4, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_replies_of_their_type_decode_and_others_are_in_the_error(data):
    name = data.draw(st.sampled_from(sorted(METHODS)))
    kind, _ = result(name)
    reply = data.draw(strategies.wire_results(name))
    assert error_of(name, reply, kind) is None
    spoilt = data.draw(spoiled_somewhere(reply))
    error = error_of(name, spoilt, kind)
    assert error is None or (error.code, error.data) == (MALFORMED_REPLY, spoilt)
