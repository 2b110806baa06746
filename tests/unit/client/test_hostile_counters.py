"""Each thing that a CLI should not say has a counter with its name, and ends nothing else.

The table says what one frame counts as; what a flood of it costs is bounded.
"""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
import trio
import trio.testing

import copilot_actors as ca
from copilot_actors.client._connection import _connection
from copilot_actors.testing import Script, Simulator

PARAMS = {"sessionId": "s"}


def rpc(**members) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **members}).encode()


def event(session_id="s", **fields) -> bytes:
    return rpc(method="session.event", params={"sessionId": session_id, "event": fields})


def frame(body: bytes) -> bytes:
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


DEEP = b"[" * 5_000 + b"]" * 5_000
BODIES = {
    "no JSON": (b"{", {"bad_frames": 1}),
    "no Unicode": (b'{"method":"\xff"}', {"bad_frames": 1}),
    "no message": (b"[]", {"bad_frames": 1}),
    "an empty body": (b"", {"bad_frames": 1}),
    "brackets without end": (DEEP, {"bad_frames": 1}),
    "neither result nor error": (rpc(id=99), {"bad_frames": 1}),
    "an answer to nothing": (rpc(id=99, result={}), {"late_replies": 1}),
    "an answer to a text": (rpc(id="99", result={}), {"late_replies": 1}),
    "a refusal of nothing": (rpc(id=9.5, error={"code": 1, "message": "x"}), {"late_replies": 1}),
    "an error without an id": (
        rpc(id=None, error={"code": -32700, "message": "x"}),
        {"uncorrelated_errors": 1},
    ),
    "an event of a session that is not held": (
        event("nobody", type="session.idle"),
        {"events": 1, "unroutable_events": 1},
    ),
    "an event of a type of the future": (
        event(type="x.future"),
        {"events": 1, "unknown_events": 1},
    ),
    "an event whose members have other types": (
        event(type=5, data=[], id={}, agentId=7),
        {"events": 1, "unknown_events": 1},
    ),
    "an event that is no object": (
        rpc(method="session.event", params={"sessionId": "s", "event": 5}),
        {"malformed_events": 1},
    ),
    "an event of no session": (
        rpc(method="session.event", params={"event": {"type": "abort"}}),
        {"malformed_events": 1},
    ),
    "an event that is nested too deeply": (
        b'{"method":"session.event","params":' + b'{"a":' * 400 + b"1" + b"}" * 400 + b"}",
        {"malformed_events": 1},
    ),
    "a notification of the future": (
        rpc(method="x.future", params={}),
        {"unknown_notifications": 1},
    ),
    "a lifecycle of another shape": (rpc(method="session.lifecycle", params=[1]), {}),
    "a request that nobody serves": (rpc(id=1, method="x.y", params={}), {"unknown_requests": 1}),
    "a request with other parameters": (
        rpc(id=1, method="userInput.request", params=[5]),
        {"handler_errors": 1},
    ),
}


@pytest.mark.parametrize("name", BODIES)
async def test_each_oddity_is_counted_under_its_name_and_ends_nothing(name, autojump_clock):
    body, counts = BODIES[name]
    simulator = Simulator(Script.echo())
    seen = []

    def look(event):
        seen.append((event.raw, dict(event.data)))

    async with ca.open_client(cli=simulator) as client:
        client.on_lifecycle(repr)
        session = await client.create_session(session_id="s", model="gpt-4.1", on_event=look)
        # The events of the start have come by then. Simulated time, here and below.
        await trio.sleep(1)
        before, heard = client.statistics(), len(seen)
        simulator.write(frame(body))
        await trio.sleep(1)
        after = client.statistics()
        found = {
            field: getattr(after, field) - getattr(before, field)
            for field in after.__struct_fields__
            if field != "requests" and getattr(after, field) != getattr(before, field)
        }
        assert found == counts
        delivered = counts.get("events", 0) - counts.get("unroutable_events", 0)
        assert len(seen) - heard == delivered
        assert (await session.send_and_wait("on")).data["content"] == "on"
        assert client.statistics().connections == 1


async def test_an_event_whose_text_is_no_unicode_is_delivered_with_a_mark_in_its_place(
    autojump_clock,
):
    simulator = Simulator(Script.echo())
    seen = []
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(session_id="s", model="gpt-4.1")
        await session.on("assistant.message", lambda event: seen.append(dict(event.data)))
        body = event(type="assistant.message", data="@").replace(b'"@"', b'{"content":"a\xffb"}')
        simulator.write(frame(body))
        await trio.sleep(1)
        assert seen == [{"content": "a\ufffdb"}]
        assert client.statistics().handler_errors == 0
        assert (await session.send_and_wait("on")).data["content"] == "on"


READS = {
    "session.list": lambda client: client.list_sessions(),
    "sessions.getMetadata": lambda client: client.get_session_metadata("x"),
    "session.getLastId": lambda client: client.get_last_session_id(),
    "session.getForeground": lambda client: client.get_foreground_session_id(),
    "session.setForeground": lambda client: client.set_foreground_session_id("x"),
    "ping": lambda client: client.ping(),
    "models.list": lambda client: client.list_models(),
    "status.get": lambda client: client.request("status.get"),
}
NO_REPLIES = {
    "no Unicode": b'{"sessions":["\xff"],"session":"\xff","sessionId":"\xff","x":"\xff"}',
    "a number out of range": b'{"x":1e999,"protocolVersion":1e999,"success":1e999}',
    "too deep": b'{"x":' * 400 + b"1" + b"}" * 400,
    "another type": b"[7]",
}


@pytest.mark.parametrize("oddity", NO_REPLIES)
@pytest.mark.parametrize("method", READS)
async def test_a_reply_of_another_shape_is_a_typed_error_or_an_empty_answer(
    method, oddity, autojump_clock
):
    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator) as client:
        number = client.statistics().requests + 1
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def ask():
                with suppress(ca.RpcError):
                    await READS[method](client)

            await trio.testing.wait_all_tasks_blocked()
            simulator.write(frame(b'{"id":%d,"result":%s}' % (number, NO_REPLIES[oddity])))
        assert (await client.ping()).protocol_version == 3


async def test_answers_that_the_cli_does_not_read_end_the_connection(autojump_clock, monkeypatch):
    """It asks and asks and reads nothing: what waits for it is bounded (case F3)."""
    monkeypatch.setattr(_connection, "ANSWERS_HIGH_WATER", 200_000)
    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator, backoff=None) as client:
        session = await client.create_session(session_id="s", model="gpt-4.1")
        first = client.pid
        simulator.freeze()
        question = frame(rpc(id="q" * 200, method="x.y", params={}))
        for _ in range(200):
            # Frozen, it does not read; that it writes is its pipe's doing here.
            simulator.process._write(question * 20)
            await trio.testing.wait_all_tasks_blocked()
        assert client.fault is not None
        assert "does not read" in str(client.fault)
        answer = await session.send_and_wait("on")
        assert answer.data["content"] == "on"
        assert client.pid != first
