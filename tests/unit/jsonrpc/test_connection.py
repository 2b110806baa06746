"""The codec of a connection: messages to events, calls to frames, and two ends wired together."""

import itertools
import json
import os
import subprocess
import sys

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from copilot_actors import jsonrpc
from copilot_actors.jsonrpc import (
    NEED_DATA,
    BadFrame,
    Connection,
    ConnectionState,
    ErrorObject,
    FrameTooLarge,
    LocalProtocolError,
    Notification,
    RemoteProtocolError,
    Request,
    Response,
    StrayText,
    TruncatedFrame,
    TypedNotification,
    UncorrelatedError,
    UnknownResponse,
    frame,
)
from copilot_actors.jsonrpc._state import TRANSITIONS, Input


def message(**fields):
    return frame(json.dumps({"jsonrpc": "2.0", **fields}).encode())


def receive(connection, data):
    """Feed ``data`` and return the events, with raw members as Python values."""
    connection.receive_data(data)
    return [plain(event) for event in connection.events()]


def plain(event):
    values = []
    for name in event.__struct_fields__:
        value = getattr(event, name)
        if isinstance(value, ErrorObject):
            value = (value.code, value.message, json.loads(bytes(value.data)))
        elif isinstance(value, msgspec.Raw):
            value = json.loads(bytes(value))
        values.append(value)
    return (type(event), *values)


def sent(data):
    head, body = data.split(b"\r\n\r\n", 1)
    assert head == b"Content-Length: %d" % len(body)
    return json.loads(body)


INBOUND = {
    "a request": (
        {"id": 7, "method": "tool.call", "params": {"a": [1]}},
        (Request, 7, "tool.call", {"a": [1]}),
    ),
    "a request with a string id": (
        {"id": "x-1", "method": "m", "params": []},
        (Request, "x-1", "m", []),
    ),
    "a request without params": ({"id": 0, "method": "m"}, (Request, 0, "m", {})),
    "a notification": (
        {"method": "session.event", "params": {"é": "→"}},
        (Notification, "session.event", {"é": "→"}),
    ),
    "a notification without params": ({"method": "m"}, (Notification, "m", {})),
    "a method with a null id, which cannot be answered": (
        {"id": None, "method": "m", "params": None},
        (Notification, "m", None),
    ),
    "unknown members": ({"method": "m", "extra": {"deep": 1}}, (Notification, "m", {})),
    "an error without id": (
        {"error": {"code": -32700, "message": "EOF"}},
        (UncorrelatedError, (-32700, "EOF", None)),
    ),
    "an error with a null id": (
        {"id": None, "error": {"code": -32600, "message": "no", "data": {"x": 1}}},
        (UncorrelatedError, (-32600, "no", {"x": 1})),
    ),
    "a result for an id we never sent": (
        {"id": 99, "result": {}},
        (UnknownResponse, 99, False),
    ),
    "a result for a string id": ({"id": "1", "result": {}}, (UnknownResponse, "1", False)),
}


@pytest.mark.parametrize(("fields", "expected"), INBOUND.values(), ids=INBOUND.keys())
def test_inbound(fields, expected):
    data = message(**fields)
    assert receive(Connection(), data) == [expected]
    assert receive(Connection(), data * 2) == [expected] * 2
    bytewise = Connection()
    events = [e for i in range(len(data)) for e in receive(bytewise, data[i : i + 1])]
    assert events == [expected]


ANSWERS = {
    "a result": ({"id": 1, "result": {"a": 1}}, (Response, 1, "ping", {"a": 1}, None)),
    "a null result": ({"id": 1, "result": None}, (Response, 1, "ping", None, None)),
    "an id written as a fraction": (
        {"id": 1.0, "result": 2},
        (Response, 1, "ping", 2, None),
    ),
    "a null error beside a result": (
        {"id": 1, "result": 2, "error": None},
        (Response, 1, "ping", 2, None),
    ),
    "an error": (
        {"id": 1, "error": {"code": -32601, "message": "Unhandled method", "data": [1]}},
        (Response, 1, "ping", None, (-32601, "Unhandled method", [1])),
    ),
}


@pytest.mark.parametrize(("fields", "expected"), ANSWERS.values(), ids=ANSWERS.keys())
def test_an_answer_names_its_request_and_clears_it(fields, expected):
    connection = Connection()
    assert connection.send_request("ping", {})[0] == 1
    assert connection.pending == 1
    assert receive(connection, message(**fields)) == [expected]
    assert connection.pending == 0


@pytest.mark.parametrize(
    "error", ["boom", 5, [], {}, {"code": "x", "message": "m"}, {"message": "m"}, False]
)
def test_a_malformed_error_still_reaches_its_caller(error):
    connection = Connection()
    connection.send_request("ping", {})
    [event] = receive(connection, message(id=1, error=error))
    assert event[:3] == (Response, 1, "ping")
    assert event[4][0] == jsonrpc.INTERNAL_ERROR
    assert event[4][1].startswith("malformed error object")
    assert connection.pending == 0


def test_a_second_answer_and_a_late_answer_reach_nobody_and_are_counted():
    connection = Connection()
    connection.send_request("a", {})
    connection.send_request("b", {})
    assert connection.abandon(2)
    assert not connection.abandon(2)
    assert not connection.abandon(3)
    events = receive(
        connection,
        message(id=1, result=1) + message(id=1, result=2) + message(id=2, result=3),
    )
    assert events == [
        (Response, 1, "a", 1, None),
        (UnknownResponse, 1, True),
        (UnknownResponse, 2, True),
    ]
    assert connection.statistics().unknown_responses == 2
    assert connection.pending == 0


def test_the_pending_table_does_not_grow_with_abandoned_calls():
    connection = Connection()
    for _ in range(10_000):
        request_id, _ = connection.send_request("m", {})
        connection.abandon(request_id)
    assert connection.pending == 0


BAD_BODIES = {
    "nothing": b"",
    "not JSON": b"hello",
    "cut JSON": b'{"jsonrpc":"2.0"',
    "trailing text": b"{} {}",
    "a number": b"1",
    "a batch": b'[{"jsonrpc":"2.0","id":1,"result":1}]',
    "an empty object": b"{}",
    "an id alone": b'{"id":1}',
    "a method that is no string": b'{"method":5}',
    "a null method": b'{"method":null}',
    "an id that is an object": b'{"id":{},"method":"m"}',
    "an id that is a boolean": b'{"id":true,"method":"m"}',
    "a result without id": b'{"result":1}',
    "a null error without result": b'{"id":1,"error":null}',
    "invalid UTF-8": b'{"method":"\xff"}',
    "a lone surrogate": b'{"method":"\\ud800"}',
    "brackets without end": b'{"params":' + b"[" * 200_000,
    "brackets nested too deeply": b'{"error":' + b"[" * 200_000 + b"]" * 200_000 + b"}",
}


@pytest.mark.parametrize("body", BAD_BODIES.values(), ids=BAD_BODIES.keys())
def test_a_bad_body_loses_only_itself(body):
    connection = Connection()
    connection.send_request("ping", {})
    data = message(method="before") + frame(body) + message(method="after")
    before, bad, after = receive(connection, data)
    assert before == (Notification, "before", {})
    assert bad[0] in {BadFrame, UncorrelatedError}
    assert after == (Notification, "after", {})
    assert connection.pending == 1
    assert connection.state is ConnectionState.OPEN
    if bad[0] is BadFrame:
        assert bad[1]
        assert len(bad[2]) <= 1000
        assert bad[3] == len(body)
        assert connection.statistics().bad_frames == 1


def test_the_strings_of_raw_members_are_checked_by_their_reader():
    connection = Connection()
    connection.receive_data(frame(b'{"method":"m","params":{"a":"\xff"}}'))
    [event] = connection.events()
    with pytest.raises(msgspec.DecodeError):
        msgspec.json.decode(event.params)


class Told(msgspec.Struct):
    name: str
    rest: msgspec.Raw = msgspec.Raw(b"null")


HEAD = b'{"jsonrpc":"2.0","method":"told","params":'
FITTING = [
    HEAD + b'{"name":"a"}}',
    HEAD + b'{"name":"a","rest":[1,{"b":2}],"more":1}}',
    HEAD + b'{"name":"a"},"id":null}',
    HEAD + b'{"name":"a"},"more":1}',
    HEAD + b'{"name":"b"},"params":{"name":"a"}}',
]
OTHERS = [
    HEAD + b'{"name":"a"},"id":1}',
    HEAD + b'{"name":"a"},"id":true}',
    HEAD + b'{"name":1}}',
    HEAD + b"{}}",
    HEAD + b"[]}",
    HEAD + b"1}",
    HEAD + b"[" * 100_000,
    HEAD + b'{"name":"\xff"}}',
    HEAD + b'{"name":"a"}',
    HEAD,
    b'{"jsonrpc":"2.0","params":{"name":"a"},"method":"told"}',
    b'{"jsonrpc": "2.0", "method": "told", "params": {"name": "a"}}',
    b'{"jsonrpc":"2.0","method":"told"}',
    b'{"jsonrpc":"2.0","method":"other","params":{"name":"a"}}',
    b'{"jsonrpc":"2.0","id":1,"result":{}}',
]


def pieces_of(data, how):
    return [data] if how == "whole" else [data[at : at + 1] for at in range(len(data))]


@pytest.mark.parametrize("how", ["whole", "byte by byte"])
@pytest.mark.parametrize("body", FITTING)
def test_the_typed_notification_is_decoded_in_one_pass(body, how):
    connection = Connection(typed=("told", Told))
    events = []
    for piece in pieces_of(frame(body) + message(method="next"), how):
        connection.receive_data(piece)
        events += connection.events()
    typed, after = events
    assert type(typed) is TypedNotification
    assert typed.params.name == "a"
    assert typed.message == body
    assert type(after) is Notification


@pytest.mark.parametrize(
    "body", OTHERS, ids=[body[:60].decode(errors="replace") for body in OTHERS]
)
def test_what_does_not_fit_the_type_is_told_as_ever(body):
    typed, usual = Connection(typed=("told", Told)), Connection()
    for connection in (typed, usual):
        connection.receive_data(frame(body))
    told = typed.next_event()
    assert told == usual.next_event()
    assert type(told) is not TypedNotification
    assert typed.statistics() == usual.statistics()


PIECES = {
    "typed": frame(FITTING[0]),
    "request": message(method="next", id=7),
    "odd": frame(OTHERS[0]),
    "stray": b"A new version!\n",
    "broken": b"Content-Length: many\r\n\r\n",
}


def told_by_events(connection):
    yield from connection.events()


def told_by_events_begun_again(connection):
    while (event := next(connection.events(), None)) is not None:
        yield event


def told_by_next_event(connection):
    while (event := connection.next_event()) is not NEED_DATA:
        yield event


def told(data, how, tell):
    connection, events = Connection(typed=("told", Told)), []
    try:
        for piece in pieces_of(data, how):
            connection.receive_data(piece)
            for event in tell(connection):
                events.append(event)  # noqa: PERF402 - what came before a fault counts
    except RemoteProtocolError as fault:
        events.append(str(fault))
    return events, connection.statistics()


@pytest.mark.parametrize("how", ["whole", "byte by byte"])
@pytest.mark.parametrize("tell", [told_by_events, told_by_events_begun_again])
def test_events_are_those_of_next_event(tell, how):
    for names in itertools.product(PIECES, repeat=3):
        data = b"".join(PIECES[name] for name in names)
        assert told(data, how, tell) == told(data, how, told_by_next_event), names


def test_the_method_of_the_typed_notification_may_be_any_text():
    body = msgspec.json.encode({"jsonrpc": "2.0", "method": 'a"\n\u00e9', "params": {"name": "a"}})
    connection = Connection(typed=('a"\n\u00e9', Told))
    connection.receive_data(frame(body))
    assert type(connection.next_event()) is TypedNotification


def test_stray_text_is_reported_once_before_the_next_event():
    connection = Connection()
    data = b"A new version!\nGet it now\n" + message(method="m") + b"again\n" + message(method="n")
    assert receive(connection, data) == [
        (StrayText, "A new version!\nGet it now"),
        (Notification, "m", {}),
        (Notification, "n", {}),
    ]
    statistics = connection.statistics()
    assert (statistics.stray_lines, statistics.frames) == (3, 2)
    assert "again" in connection.stray_excerpt


def test_stray_text_is_reported_before_any_frame_comes():
    connection = Connection()
    assert receive(connection, b"usage: cat\n") == [(StrayText, "usage: cat")]
    assert receive(connection, b"more\n") == []


def test_stray_text_is_reported_before_the_fault_it_leads_to():
    connection = Connection()
    connection.receive_data(b"HTTP/1.1 400 Bad Request\nContent-Length: no\n\n")
    assert connection.next_event() == StrayText("HTTP/1.1 400 Bad Request")
    with pytest.raises(RemoteProtocolError):
        connection.next_event()


def test_stray_text_at_the_end_is_reported():
    connection = Connection()
    assert receive(connection, b"Killed") == []
    connection.receive_eof()
    assert connection.next_event() == StrayText("Killed")
    assert connection.next_event() is NEED_DATA


def test_broken_framing_comes_after_the_events_before_it_and_ends_the_connection():
    connection = Connection()
    connection.receive_data(message(method="m") + b"Content-Length: x\r\n\r\n")
    assert connection.next_event() == Notification("m", jsonrpc._messages.EMPTY_PARAMS)
    for _ in range(2):
        with pytest.raises(RemoteProtocolError, match="not a number"):
            connection.next_event()
    assert connection.state is ConnectionState.BROKEN
    connection.receive_data(message(method="n"))
    with pytest.raises(RemoteProtocolError):
        list(connection.events())
    with pytest.raises(LocalProtocolError, match="broken"):
        connection.send_request("m", {})
    connection.receive_eof()


def test_a_frame_over_the_limit_is_a_typed_error():
    connection = Connection(max_frame_size=1000)
    connection.receive_data(b"Content-Length: 1001\r\n\r\n")
    with pytest.raises(FrameTooLarge):
        connection.next_event()


def test_the_end_between_frames_is_clean_and_final():
    connection = Connection()
    connection.send_request("m", {})
    connection.receive_eof()
    connection.receive_eof()
    assert connection.state is ConnectionState.ENDED
    assert connection.next_event() is NEED_DATA
    assert repr(connection.next_event()) == "NEED_DATA"
    assert connection.pending == 1
    with pytest.raises(LocalProtocolError, match="ended"):
        connection.receive_data(b"x")
    with pytest.raises(LocalProtocolError, match="ended"):
        connection.send_notification("m", {})


def test_the_end_inside_a_frame_is_reported():
    connection = Connection()
    assert receive(connection, b"Content-Length: 50\r\n\r\n{") == []
    with pytest.raises(TruncatedFrame, match="1 of a frame's 50 bytes"):
        connection.receive_eof()
    assert connection.state is ConnectionState.BROKEN


def test_events_may_be_left_in_the_middle():
    connection = Connection()
    connection.receive_data(message(method="a") + message(method="b"))
    for event in connection.events():
        assert event.method == "a"
        break
    assert [event.method for event in connection.events()] == ["b"]


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_any_kind_of_bytes_is_taken_and_may_be_reused(kind):
    connection = Connection()
    data = bytearray(message(method="m", params={"a": "b"}))
    given_data = kind(data)
    connection.receive_data(given_data)
    if kind is not bytes:
        given_data[:] = bytes(len(data))
    assert [plain(e) for e in connection.events()] == [(Notification, "m", {"a": "b"})]


# Outbound


def test_outbound_messages():
    connection = Connection()
    assert sent(connection.send_request("m", {"é": "→"})[1]) == {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "m",
        "params": {"é": "→"},
    }
    assert sent(connection.send_request("m", msgspec.Raw(b"[1]"))[1])["params"] == [1]
    assert sent(connection.send_notification("n", {})) == {
        "jsonrpc": "2.0",
        "method": "n",
        "params": {},
    }
    assert sent(connection.send_response("x", None)) == {
        "jsonrpc": "2.0",
        "id": "x",
        "result": None,
    }
    assert sent(connection.send_error(3, -32601, "no")) == {
        "jsonrpc": "2.0",
        "id": 3,
        "error": {"code": -32601, "message": "no"},
    }
    assert sent(connection.send_error(3, 1, "no", {"a": 1}))["error"]["data"] == {"a": 1}


CYCLE: list[object] = []
CYCLE.append(CYCLE)

UNSENDABLE = {
    "a lone surrogate": ("secret \ud800", "lone surrogate"),
    "an unsupported type": (object(), "object"),
    "a complex number": ({"a": 1j}, "complex"),
    "something that contains itself": (CYCLE, "contains itself"),
    "more than the limit": ("x" * 2000, "limit"),
}


@pytest.mark.parametrize(("value", "reason"), UNSENDABLE.values(), ids=UNSENDABLE.keys())
def test_what_cannot_be_sent_is_refused_before_anything_is_allocated(value, reason):
    connection = Connection(max_frame_size=1000)
    for attempt in (
        lambda: connection.send_request("m", {"p": value}),
        lambda: connection.send_notification("m", {"p": value}),
        lambda: connection.send_response(1, {"p": value}),
        lambda: connection.send_error(1, 1, "no", {"p": value}),
    ):
        with pytest.raises(LocalProtocolError, match=reason) as caught:
            attempt()
        assert "secret" not in str(caught.value)
        assert caught.value.__context__ is None
    assert connection.pending == 0
    assert connection.send_request("m", {})[0] == 1


LOCALE_PROGRAM = r"""
import msgspec
from copilot_actors.jsonrpc import Connection, frame

body = '{"method":"m","params":["\\u2192 \u2192 \u201cq\u201d \u6f22"]}'
connection = Connection()
connection.receive_data(frame(body.encode("utf-8")))
[event] = connection.events()
[text] = msgspec.json.decode(event.params)
sent = connection.send_request("m", [text])[1]
print(text == "\u2192 \u2192 \u201cq\u201d \u6f22" and text.encode("utf-8") in sent)
"""


@pytest.mark.parametrize("locale", ["C", "en_US.CP1252"])
def test_the_locale_of_the_process_does_not_matter(locale):
    env = {**os.environ, "LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONIOENCODING": "cp1252"}
    command = [sys.executable, "-c", LOCALE_PROGRAM]
    done = subprocess.run(command, env=env, capture_output=True, check=True, timeout=60)
    assert done.stdout == b"True\n"


# Both ends


class Pair:
    """Two connections, each fed with what the other sends."""

    def __init__(self):
        self.left = Connection()
        self.right = Connection()

    def to_right(self, data):
        return receive(self.right, data)

    def to_left(self, data):
        return receive(self.left, data)


def test_two_ends_call_each_other_with_the_same_ids():
    pair = Pair()
    left_id, asks = pair.left.send_request("a", {"n": 1})
    right_id, asks_back = pair.right.send_request("b", {"n": 2})
    assert left_id == right_id == 1
    assert pair.to_right(asks) == [(Request, 1, "a", {"n": 1})]
    assert pair.to_left(asks_back) == [(Request, 1, "b", {"n": 2})]
    assert pair.to_right(pair.left.send_error(1, 5, "no")) == [
        (Response, 1, "b", None, (5, "no", None))
    ]
    assert pair.to_left(pair.right.send_response(1, {"ok": True})) == [
        (Response, 1, "a", {"ok": True}, None)
    ]
    assert pair.left.pending == pair.right.pending == 0


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63) | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(st.lists(st.tuples(st.text(max_size=10), json_values), max_size=6), st.data())
def test_whatever_is_sent_arrives_however_it_is_cut(calls, data):
    pair = Pair()
    wire = b"".join(pair.left.send_request(method, params)[1] for method, params in calls)
    events = []
    while wire:
        size = data.draw(st.integers(1, len(wire)))
        events += pair.to_right(wire[:size])
        wire = wire[size:]
    assert events == [
        (Request, number, method, params) for number, (method, params) in enumerate(calls, 1)
    ]


@given(
    st.lists(
        st.binary(max_size=50)
        | st.binary(max_size=50).map(frame)
        | json_values.map(lambda value: frame(msgspec.json.encode(value)))
        | st.fixed_dictionaries(
            {},
            optional={
                "id": json_values,
                "method": json_values,
                "params": json_values,
                "result": json_values,
                "error": json_values,
            },
        ).map(lambda fields: frame(msgspec.json.encode(fields))),
        max_size=10,
    )
)
def test_garbage_gives_events_or_a_remote_error(pieces):
    connection = Connection(max_frame_size=10_000)
    connection.send_request("m", {})
    try:
        for piece in pieces:
            connection.receive_data(piece)
            for event in connection.events():
                assert isinstance(event, jsonrpc.Event.__args__)
        connection.receive_eof()
    except RemoteProtocolError:
        assert connection.state is ConnectionState.BROKEN


# Rules


def test_every_cell_that_the_table_leaves_out_is_refused():
    for state in ConnectionState:
        for what in Input:
            connection = Connection()
            connection._state = state
            if what in TRANSITIONS[state]:
                connection._move(what)
                assert connection.state is TRANSITIONS[state][what]
            else:
                with pytest.raises(LocalProtocolError):
                    connection._move(what)


def test_the_public_names_are_complete_and_sorted():
    public = {name for name in vars(jsonrpc) if not name.startswith("_")}
    assert set(jsonrpc.__all__) == public
    constants = sorted(name for name in public if name.isupper())
    classes = sorted(name for name in public if name[0].isupper() and not name.isupper())
    functions = sorted(name for name in public if name[0].islower())
    assert jsonrpc.__all__ == constants + classes + functions
