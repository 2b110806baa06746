"""What the events of a turn have in them and in which order, streamed or not, and of whom."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script, Text, ToolCall, ToolCalls

STREAMED = Script.by_prompt({"count": Text("1, 2, 3, 4, 5", chunks=5)}, default=Text("ok"))


def content(event) -> str:
    return event.raw["data"]["content"]


def types(events) -> list[str]:
    return [event.type for event in events]


async def of_a_turn(session, prompt):
    """The answer to a prompt and the events up to its idle."""
    seen = []
    ref = await session.on(seen.append)
    answer = await session.send_and_wait(prompt)
    await session.off(ref)
    return answer, seen


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("streaming", [True, False])
async def test_deltas_come_as_asked_for_and_a_resume_may_ask_otherwise(world, streaming):
    def deltas(events):
        return [e.data["deltaContent"] for e in events if e.type == "assistant.message_delta"]

    async with world.client(STREAMED) as client:
        session = await client.create_session(streaming=streaming, **world.session_options)
        for asked in (streaming, not streaming):
            answer, events = await of_a_turn(session, "count")
            assert content(answer) == "1, 2, 3, 4, 5"
            assert "".join(deltas(events)) == (content(answer) if asked else "")
            if asked:
                order = types(events)
                assert order.index("assistant.message_delta") < order.index("assistant.message")
            await session.disconnect()
            session = await client.resume_session(
                session.session_id, streaming=not asked, **world.session_options
            )


async def test_a_turn_with_a_tool_has_its_events_in_order_and_they_are_complete(world):
    conversations = []

    def choose(request):
        conversations.append(str(request.messages))
        if request.prompt == "look" and request.step == 0:
            return ToolCalls([ToolCall("look", {"at": "the moon"})])
        return Text(request.tool_results[0].content if request.tool_results else "84")

    tool = ca.Tool("look", "look", {"type": "object"}, lambda arguments: f"saw {arguments['at']}")
    async with world.client(choose) as client:
        session = await client.create_session(
            tools=[tool], on_permission_request=ca.approve_all, **world.session_options
        )
        answer, events = await of_a_turn(session, "look")
        assert content(answer) == "saw the moon"
        order = [
            "user.message",
            "tool.execution_start",
            "tool.execution_complete",
            "assistant.message",
            "session.idle",
        ]
        live = types(events)
        last = [len(live) - 1 - live[::-1].index(name) for name in order]
        assert last == sorted(last)
        assert live[-1] == "session.idle"
        assert all(event.id and event.raw["timestamp"] for event in events)
        data = {event.type: event.raw["data"] for event in events}
        start, complete = data["tool.execution_start"], data["tool.execution_complete"]
        assert start["toolName"] == "look"
        assert start["toolCallId"] == complete["toolCallId"]
        assert data["assistant.message"]["messageId"]
        assert data["user.message"]["content"] == "look"
        assert "pending_messages.modified" in data
        kept = types(await session.get_messages())
        stored = [kept.index("session.start"), *(kept.index(name) for name in order[:3])]
        assert stored == sorted(stored)
        assert kept.index("tool.execution_complete") < len(kept) - 1 - kept[::-1].index(
            "assistant.message"
        )
        # The next turn has what the tool found in its conversation.
        answer, _ = await of_a_turn(session, "twice")
        assert content(answer) == "84"
        assert "saw the moon" in conversations[-1]


@pytest.mark.exhaustive("real")
async def test_lifecycle_events_tell_of_sessions_until_nobody_listens(world):
    told, others, deleted = [], [], trio.Event()

    def note(event):
        told.append((event.type, event.session_id))
        if event.type == "session.deleted":
            deleted.set()

    async with world.client(Script.echo()) as client:
        ref = client.on_lifecycle(note)
        client.off_lifecycle(client.on_lifecycle(others.append))
        session = await client.create_session(**world.session_options)
        await session.send_and_wait("hello")
        assert ("session.created", session.session_id) in told
        assert ("session.updated", session.session_id) in told
        assert await client.get_last_session_id() == session.session_id
        await session.disconnect()
        await client.delete_session(session.session_id)
        with trio.fail_after(5):
            await deleted.wait()
        assert ("session.deleted", session.session_id) in told
        client.off_lifecycle(ref)
        before = len(told)
        await client.create_session(**world.session_options)
        assert len(told) == before
    assert others == []


@pytest.mark.exhaustive("real")
async def test_sessions_opened_at_once_are_all_opened_and_all_let_go(world):
    sessions = []
    async with world.client(Script.echo()) as client:

        async def create():
            sessions.append(await client.create_session(**world.session_options))

        async with trio.open_nursery() as nursery:
            for _ in range(3):
                nursery.start_soon(create)
        assert len({session.session_id for session in sessions}) == 3
        for session in sessions:
            first = (await session.get_messages())[0]
            assert first.type == "session.start"
            assert first.raw["data"]["sessionId"] == session.session_id
        async with trio.open_nursery() as nursery:
            for session in sessions:
                nursery.start_soon(session.disconnect)
        for session in sessions:
            with pytest.raises(ca.SessionClosed):
                await session.get_messages()


@pytest.mark.exhaustive("real")
async def test_a_block_ends_in_good_order_although_its_cli_was_killed(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(**world.session_options)
        await session.send_and_wait("hello")
        world.kill(client)
    assert client.state == "stopped"
    await session.disconnect()


@pytest.mark.exhaustive("real")
async def test_sessions_in_blocks_one_after_the_other_are_let_go_whatever_happens(world):
    ids = []
    async with world.client(Script.echo()) as client:
        for fails in (False, True):
            with pytest.raises(ValueError, match="of the block") if fails else nullcontext():
                async with await client.create_session(**world.session_options) as session:
                    ids.append(session.session_id)
                    assert content(await session.send_and_wait("hello")) == "hello"
                    if fails:
                        raise ValueError("of the block")
            with pytest.raises(ca.SessionClosed):
                await session.get_messages()
    assert len(set(ids)) == 2


@pytest.mark.parametrize(
    ("kind", "success"),
    [("success", True), ("failure", False), ("rejected", False), ("denied", False)],
)
@pytest.mark.exhaustive("real")
async def test_the_kind_of_a_tool_result_decides_how_its_call_ends(world, kind, success):
    heard = []

    def choose(request):
        if request.step == 0:
            return ToolCalls([ToolCall("deploy", {})])
        heard.append(request.tool_results[0].content)
        return Text("ended")

    def deploy():
        extra = {"toolTelemetry": {"metrics": {"milliseconds": 150}}}
        return ca.ToolResult(text="what the model reads", result_type=kind, extra=extra)

    tool = ca.Tool("deploy", "deploy", None, deploy, skip_permission=True)
    async with world.client(choose) as client:
        session = await client.create_session(tools=[tool], **world.session_options)
        async with session.events("tool.execution_complete") as stream:
            await session.send("go")
            with trio.fail_after(20):
                complete = (await anext(stream)).raw["data"]
        await session.wait_state("idle")
        assert complete["success"] is success
        if not success:
            told = {"message": "what the model reads", "code": kind}
            assert {name: complete["error"][name] for name in told} == told
        assert "abort" not in [event.type for event in await session.get_messages()]
    # Only the text reaches the model; a call that its tool rejects is the last of its turn.
    assert heard == ([] if kind == "rejected" else ["what the model reads"])


@pytest.mark.exhaustive("real")
async def test_permissions_of_calls_side_by_side_are_asked_for_at_once(world):
    asked, both = [], trio.Event()

    async def decide(request):
        asked.append(request.tool_call_id)
        if len(asked) == 2:
            both.set()
        await both.wait()
        return ca.approve_once()

    def choose(request):
        if request.step == 0:
            return ToolCalls([ToolCall("one", {}), ToolCall("two", {})])
        return Text("|".join(result.content for result in request.tool_results))

    tools = [ca.Tool(name, name, {"type": "object"}, lambda _: "ran") for name in ("one", "two")]
    async with world.client(choose) as client:
        session = await client.create_session(
            tools=tools, on_permission_request=decide, **world.session_options
        )
        with trio.fail_after(20):
            assert content(await session.send_and_wait("go")) == "ran|ran"
    assert len(set(asked)) == 2


@pytest.mark.exhaustive("real")
async def test_an_aborted_command_leaves_its_abort_in_the_history(world):
    def choose(request):
        if request.prompt == "sleep" and request.step == 0:
            return ToolCalls([ToolCall("bash", {"command": "sleep 100", "description": "x"})])
        return Text("4")

    async with world.client(choose) as client:
        session = await client.create_session(
            on_permission_request=ca.approve_all, **world.session_options
        )
        async with session.events("tool.execution_start") as stream:
            await session.send("sleep")
            await anext(stream)
            assert (await session.abort()).outcome == "aborted"
        assert "abort" in types(await session.get_messages())
        assert content(await session.send_and_wait("2+2")) == "4"


@pytest.mark.exhaustive
@pytest.mark.parametrize("world_name", [pytest.param("real", marks=pytest.mark.real_cli)])
async def test_notes_of_all_levels_are_logged_into_a_session(world):
    levels = [("info", {}), ("warning", {}), ("error", {}), ("info", {"ephemeral": True})]
    async with world.client(Script.echo()) as client:
        session = await client.create_session(**world.session_options)
        seen = []
        await session.on("session.info", "session.warning", "session.error", seen.append)
        for number, (level, more) in enumerate(levels):
            await session.request("session.log", {"message": f"{number}", "level": level, **more})
        await session.send_and_wait("still here")
    assert [(event.type, event.raw["data"]["message"]) for event in seen] == [
        (f"session.{level}", f"{number}") for number, (level, _) in enumerate(levels)
    ]


@pytest.mark.exhaustive("real")
async def test_a_refused_resume_may_be_tried_again_by_any_client(world):
    async with world.client(Script.echo()) as client, world.second_client() as other:
        for each in (client, other):
            with pytest.raises(ca.SessionNotFound):
                await each.resume_session("late", **world.session_options)
        session = await client.create_session(session_id="late", **world.session_options)
        assert not session.capabilities["ui"]["elicitation"]
        await session.send_and_wait("one")
        for each in (client, other):
            await session.disconnect()
            session = await each.resume_session("late", **world.session_options)
            assert content(await session.send_and_wait("two")) == "two"
