"""Abort in each phase, and what else ends a turn from outside."""

import pytest

from copilot_actors.testing import Script, Silence, Text, ToolCall, ToolCalls

SESSION = "s-1"
PLAIN = ["user.message", "system.message", "assistant.turn_start"]
ABORTED = ["assistant.turn_end", "assistant.idle", "session.idle"]
SLEEP = {"command": "sleep 30", "description": "wait"}
SCRIPT = Script.by_prompt(
    {
        "silent": Silence(),
        "stream": Text("a long answer", chunks=2, delay=30),
        "weather": ToolCalls([ToolCall("weather")]),
        "guarded": ToolCalls([ToolCall("guarded")]),
        "bash": ToolCalls([ToolCall("bash", SLEEP)]),
        "plain": Text("ok"),
    }
)
IDLE = ["assistant.idle", "session.idle"]


async def abort(client):
    start = client.mark()
    assert await client.call("session.abort", sessionId=SESSION) == {"success": True}
    assert await client.event("session.idle") == {"aborted": True, "mode": "interactive"}
    return client.trace(start)


@pytest.mark.exhaustive("real")
async def test_before_the_first_token(open_world, log_of):
    async with open_world(SCRIPT) as world:
        client = await world.start()
        await client.open()
        await client.prompt("silent")
        await client.asked()
        assert await abort(client) == ["abort", "agent.interrupted", *ABORTED]
        (interrupted,) = client.data("agent.interrupted")
        assert interrupted["activity"] == "model_call"
        assert interrupted["cancelPhase"] == "pre_first_token"
        assert client.data("abort") == [{"reason": "user_initiated"}]
        assert log_of(world) == ["session.start", *PLAIN, "abort", "assistant.turn_end"]


@pytest.mark.exhaustive("real")
async def test_while_streaming_the_partial_text_is_dropped(open_world, log_of):
    async with open_world(SCRIPT) as world:
        client = await world.start()
        await client.open()
        await client.prompt("stream")
        await client.event("assistant.message_delta")
        await client.settle(0.1)
        assert await abort(client) == ["abort", "agent.interrupted", *ABORTED]
        (interrupted,) = client.data("agent.interrupted")
        assert interrupted["cancelPhase"] == "mid_stream"
        assert "assistant.message" not in log_of(world)
        await client.turn("plain")
        users = [m for m in world.requests[-1].messages if m["role"] == "user"]
        assert len(users) == 2
        assert [m["role"] for m in world.requests[-1].messages[1:]] == ["user", "user"]


async def test_a_pending_tool_is_completed_without_a_result(open_world):
    async with open_world(SCRIPT) as world:
        client = await world.start()
        await client.open()
        await client.prompt("weather")
        wanted = await client.event("external_tool.requested")
        await client.settle(0.1)
        assert await abort(client) == [
            "abort",
            "external_tool.completed",
            "agent.interrupted",
            *ABORTED,
        ]
        (interrupted,) = client.data("agent.interrupted")
        assert interrupted["activity"] == "tool_call"
        assert interrupted["toolCallIds"] == [wanted["toolCallId"]]
        assert not await client.tool(wanted["requestId"], "late")
        assert client.data("tool.execution_complete") == []


@pytest.mark.exhaustive("real")
async def test_a_pending_permission_is_cancelled(open_world):
    async with open_world(SCRIPT) as world:
        client = await world.start()
        await client.open()
        await client.prompt("guarded")
        asked = await client.event("permission.requested")
        await client.settle(0.1)
        assert await abort(client) == [
            "abort",
            "permission.completed",
            "agent.interrupted",
            *ABORTED,
        ]
        (completed,) = client.data("permission.completed")
        assert completed["result"] == {"kind": "cancelled", "reason": "Session aborted"}
        assert not await client.permit(asked["requestId"])


@pytest.mark.exhaustive("real")
async def test_a_running_command_is_ended(open_world):
    async with open_world(SCRIPT) as world:
        client = await world.start()
        await client.open()
        await client.prompt("bash")
        asked = await client.event("permission.requested")
        await client.permit(asked["requestId"])
        await client.settle(0.5)
        assert await abort(client) == ["abort", "agent.interrupted", *ABORTED]
        assert client.data("tool.execution_complete") == []


@pytest.mark.exhaustive("real")
async def test_an_idle_session_answers_yes_and_says_nothing(open_world):
    async with open_world(SCRIPT) as world:
        client = await world.start()
        await client.open()
        await client.turn("plain")
        start = client.mark()
        assert await client.call("session.abort", sessionId=SESSION) == {"success": True}
        await client.settle(0.3)
        assert client.trace(start) == []


@pytest.mark.exhaustive("real")
async def test_the_queue_vanishes_without_an_event(open_world):
    async with open_world(SCRIPT) as world:
        client = await world.start()
        await client.open()
        await client.prompt("stream")
        await client.event("assistant.message_delta")
        await client.prompt("two")
        await client.prompt("steer", mode="immediate")
        assert await abort(client) == ["abort", "agent.interrupted", *ABORTED]
        queue = await client.call("session.queue.pendingItems", sessionId=SESSION)
        assert (queue["items"], queue["steeringMessages"]) == ([], [])
        await client.settle(0.5)
        assert [user["content"] for user in client.data("user.message")] == ["stream"]


@pytest.mark.exhaustive("real")
async def test_interrupting_the_main_turn_names_another_reason(open_world):
    async with open_world(SCRIPT) as world:
        client = await world.start()
        await client.open()
        await client.prompt("stream")
        await client.event("assistant.message_delta")
        reply = await client.call("session.interruptMainTurn", sessionId=SESSION)
        assert reply == {"interrupted": True}
        assert (await client.event("session.idle"))["aborted"] is True
        assert client.data("abort") == [{"reason": "user_abort"}]


@pytest.mark.exhaustive("real")
async def test_suspend_makes_a_pending_tool_unanswerable(open_world):
    async with open_world(SCRIPT) as world:
        client = await world.start()
        await client.open()
        await client.prompt("weather")
        wanted = await client.event("external_tool.requested")
        assert await client.call("session.suspend", sessionId=SESSION) is None
        assert (await client.event("session.idle"))["aborted"] is True
        assert not await client.tool(wanted["requestId"], "late")
        assert client.data("abort") == []
        await client.turn("plain")


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize(
    ("method", "again"), [("session.destroy", False), ("session.detach", True)]
)
async def test_closing_kills_a_running_turn_without_an_idle(open_world, log_of, method, again):
    async with open_world(SCRIPT) as world:
        client = await world.start()
        await client.open()
        await client.prompt("stream")
        await client.event("assistant.message_delta")
        start = client.mark()
        assert await client.call(method, sessionId=SESSION) == {"success": True}
        await client.settle(0.3)
        assert client.trace(start)[-1] == "session.shutdown"
        assert "session.idle" not in client.trace(start)
        assert log_of(world) == ["session.start", *PLAIN, "session.shutdown"]
        assert await client.call(method, sessionId=SESSION) == {"success": again}
        with pytest.raises(Exception, match="Session not found for sessionId"):
            await client.prompt("more")


HOOK = ["hook.start", "hook.end"]
CUT_TURN = ["system.message", "assistant.turn_start", *ABORTED]


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize(
    ("held", "prompt", "before_answer", "after_answer"),
    [
        (
            "userPromptSubmitted",
            "plain",
            ["abort"],
            ["hook.end", *HOOK, "user.message", *CUT_TURN],
        ),
        ("userPromptTransformed", "plain", ["abort"], ["hook.end", "user.message", *CUT_TURN]),
        ("preToolUse", "weather", ["abort"], ["hook.end", "agent.interrupted", *ABORTED]),
        ("agentStop", "plain", ["abort"], ["hook.end", *IDLE]),
    ],
)
async def test_an_abort_waits_for_the_answer_to_a_hook(
    open_world, held, prompt, before_answer, after_answer
):
    async with open_world(SCRIPT) as world:
        client = await world.start()
        await client.open(hooks=True)
        await client.prompt(prompt)
        while (asked := await client.request("hooks.invoke"))["params"]["hookType"] != held:
            await client.write({"id": asked["id"], "result": {}})
        # The request and its hook.start come in either order.
        await client.event("hook.start", hookType=held)
        start = client.mark()
        number = await client.send("session.abort", sessionId=SESSION)
        await client.settle(1.0)
        assert number not in client.replies
        assert client.trace(start) == before_answer
        client.answers["hooks.invoke"] = lambda _: {}
        start = client.mark()
        await client.write({"id": asked["id"], "result": {}})
        assert await client.reply(number) == {"success": True}
        assert (await client.event("session.idle"))["aborted"] is True
        assert client.trace(start) == after_answer


@pytest.mark.exhaustive("real")
async def test_an_abort_answers_those_who_wait(open_world):
    async with open_world(SCRIPT) as world:
        client = await world.start()
        await client.open()
        waiting = await client.send("session.send", sessionId=SESSION, prompt="stream", wait=True)
        await client.event("assistant.message_delta")
        assert await abort(client) == ["abort", "agent.interrupted", *ABORTED]
        assert "messageId" in await client.reply(waiting)
