"""Events by class: typed where they fit the schema, delivered all the same where they do not."""

from __future__ import annotations

import msgspec
import pytest
import trio
import trio.testing

import copilot_actors as ca
from copilot_actors.protocol import events as ev
from copilot_actors.protocol.events import (
    AssistantMessage,
    AssistantMessageDelta,
    SessionIdle,
    SessionRecovered,
    SessionRecovering,
    SubscriptionLagged,
    ToolExecutionComplete,
    UserMessage,
)
from copilot_actors.testing import Script, Simulator, Text, ToolCall, ToolCalls

STREAM = Script.by_prompt({"slow": Text("one two", chunks=2, delay=0.3)}, default=Text("ok"))


@pytest.mark.exhaustive("real")
async def test_a_handler_by_class_gets_typed_events_in_order(world):
    plain, asynchronous = [], []
    async with world.client(Script.echo()) as client:
        session = await client.create_session(**world.session_options)
        done = trio.Event()

        async def later(event: AssistantMessage | SessionIdle) -> None:
            asynchronous.append(event)
            if isinstance(event, SessionIdle):
                done.set()

        await session.on(UserMessage, AssistantMessage, plain.append)
        await session.on(AssistantMessage, SessionIdle, later)
        message_id = await session.send("hello")
        await done.wait()
    user, answer = plain
    assert isinstance(user.data, ev.UserMessageData)
    assert (user.type, user.data.message_id) == ("user.message", message_id)
    assert answer.data.content == answer.event.data["content"]
    assert answer.data.originating_message_id == message_id
    assert not answer.malformed
    assert [type(event) for event in asynchronous] == [AssistantMessage, SessionIdle]
    assert asynchronous[0].id == answer.id
    assert asynchronous[0].data is answer.data


@pytest.mark.exhaustive("real")
async def test_a_stream_by_class_is_typed_and_ends_with_its_session(world):
    async with world.client(STREAM) as client:
        session = await client.create_session(streaming=True, **world.session_options)
        async with session.events(AssistantMessageDelta, AssistantMessage) as stream:
            await session.send_and_wait("slow")
            await session.disconnect()
            seen = [event async for event in stream]
    *deltas, message = seen
    assert {type(delta) for delta in deltas} == {AssistantMessageDelta}
    assert "".join(delta.data.delta_content for delta in deltas) == message.data.content


async def test_every_event_of_a_turn_with_a_tool_fits_its_class(world):
    script = Script.by_prompt(
        {"look": [ToolCalls([ToolCall("look", {"q": "x"})]), Text("looked")]}, default=Text("ok")
    )

    @ca.tool
    def look(q: str) -> str:
        return q

    seen = []
    async with world.client(script) as client:
        session = await client.create_session(
            tools=[look], on_permission_request=ca.approve_all, **world.session_options
        )
        await session.on(lambda event: seen.append(ev.typed(event)))
        await session.send_and_wait("look")
    assert ToolExecutionComplete in {type(event) for event in seen}
    known = [event for event in seen if not isinstance(event, ev.UnknownEvent)]
    assert [event.type for event in known if event.malformed] == []


@pytest.mark.exhaustive("real")
async def test_the_events_of_this_library_are_typed_too(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(**world.session_options)
        await session.send_and_wait("a")
        async with session.events(SessionRecovering, SessionRecovered) as stream:
            world.kill(client)
            lost = await anext(stream)
            back = await anext(stream)
    assert lost.data.incarnation == 1
    assert (back.data.incarnation, back.data.gap.missed) == (2, 0)


# --- What does not fit ----------------------------------------------------------------------


async def emitted(event_type, data, *classes):
    """What a subscription by class gets of one event that the CLI emits."""
    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(session_id="s", model="gpt-4.1")
        async with session.events(*classes) as stream:
            simulator.emit("s", event_type, data)
            with trio.fail_after(5):
                return await anext(stream)


async def test_an_unknown_word_stays_text(autojump_clock):
    event = await emitted("abort", {"reason": "moon_phase"}, ev.Abort)
    assert (event.malformed, event.data.reason) == (False, "moon_phase")


async def test_an_unknown_member_of_a_union_stays_a_mapping(autojump_clock):
    data = {"requestId": "r", "permissionRequest": {"kind": "teleport", "toMars": True}}
    event = await emitted("permission.requested", data, ev.PermissionRequested)
    assert not event.malformed
    assert isinstance(event.data.permission_request, ev.UnknownVariant)
    assert event.data.permission_request.to_mars is True


@pytest.mark.parametrize(
    "data",
    [
        {"content": "no id"},
        {"messageId": None, "content": "null id"},
        {"messageId": 7, "content": ["not text"]},
        {"messageId": "m", "content": {"deeply": [[[[]]]]}},
    ],
    ids=["dropped", "null", "wrong type", "nested"],
)
async def test_a_malformed_known_event_is_delivered_with_untyped_data(autojump_clock, data):
    event = await emitted("assistant.message", data, AssistantMessage)
    assert event.malformed
    assert isinstance(event.data, ca.EventData)
    assert event.data.content == data["content"]
    assert event.raw["data"] == data


async def test_text_that_is_no_utf8_is_mended_and_typed(autojump_clock):
    event = {"type": "assistant.message", "data": {"messageId": "m", "content": "?"}, "id": "e"}
    message = {"jsonrpc": "2.0", "method": "session.event"}
    message["params"] = {"sessionId": "s", "event": event}
    body = msgspec.json.encode(message).replace(b'"?"', b'"\xff"')
    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(session_id="s", model="gpt-4.1")
        async with session.events(AssistantMessage) as stream:
            simulator.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            event = await anext(stream)
    assert (event.malformed, event.data.content) == (False, "\ufffd")


async def test_an_unknown_event_is_delivered_to_whom_asks_for_it_by_name(autojump_clock):
    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(session_id="s", model="gpt-4.1")
        async with session.events("future.event", allow_unknown=True) as stream:
            simulator.emit("s", "future.event", {"x": 1})
            event = await anext(stream)
    assert event.data["x"] == 1
    assert isinstance(ev.typed(event), ev.UnknownEvent)
    assert ev.typed(event).data.x == 1


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("assistant.mesage", "assistant.message"),
        ("AssistantMessage", "assistant.message"),
        ("session.idel", "session.idle"),
        ("copilot_actors.session.recoverd", "copilot_actors.session.recovered"),
    ],
)
async def test_an_unknown_event_name_is_an_error_that_names_the_nearest(autojump_clock, name, near):
    async with ca.open_client(cli=Simulator(Script.echo())) as client:
        session = await client.create_session(model="gpt-4.1")
        with pytest.raises(ca.InvalidOption, match=f"did you mean '{near}'"):
            await session.on(name, print)
        with pytest.raises(ca.InvalidOption, match="allow_unknown=True"):
            session.events(name)
        with pytest.raises(ca.InvalidOption, match=r"expected names such as"):
            await session.on(int, print)
        with pytest.raises(ca.InvalidOption, match="expected on"):
            await session.on(AssistantMessage)
        with pytest.raises(TypeError, match="unexpected keyword argument 'handle'"):
            await session.on("session.idle", handle=print)


async def test_a_slow_reader_by_class_hears_of_its_loss_if_it_asks_for_that(autojump_clock):
    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator, subscriber_buffer=1) as client:
        session = await client.create_session(session_id="s", model="gpt-4.1")
        with_marker = session.events(AssistantMessageDelta, SubscriptionLagged)
        async with with_marker as told, session.events(AssistantMessageDelta) as untold:
            for number in range(3):
                data = {"messageId": "m", "deltaContent": str(number)}
                simulator.emit("s", "assistant.message_delta", data, ephemeral=True)
            await trio.testing.wait_all_tasks_blocked()
            assert (await anext(told)).data.delta_content == "0"
            assert (await anext(told)).data.skipped == 2
            assert (await anext(untold)).data.delta_content == "0"
            with trio.move_on_after(1):
                pytest.fail(f"got {await anext(untold)!r}")
        assert client.statistics().lagged_events == 4
