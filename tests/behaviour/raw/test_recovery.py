"""What a crash leaves behind in each phase, and what resume makes of it."""

import json
import signal

import pytest

from copilot_actors.testing import Script, Silence, Text, ToolCall, ToolCalls

SESSION = "s-1"
PLAIN = ["user.message", "system.message", "assistant.turn_start"]
ANSWER = ["assistant.message", "assistant.turn_end"]
IDLE = ["assistant.idle", "session.idle"]
CALLED = ["session.start", *PLAIN, "assistant.message", "tool.execution_start"]
CONTINUED = ["system.message", "assistant.turn_start", *ANSWER, *IDLE]
SLEEP = {"command": "sleep 30", "description": "wait"}


def once(first):
    """Return a script whose first answer differs from all that follow."""
    asked = []

    def choose(request):
        asked.append(request)
        return first if len(asked) == 1 else Text("recovered")

    return choose


async def crash(world, client, number=signal.SIGKILL):
    await world.kill(client, number)
    return await world.start()


@pytest.mark.exhaustive("real")
async def test_a_created_session_that_was_never_prompted_leaves_nothing(open_world):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        await client.open()
        await client.save()
        client = await crash(world, client)
        assert world.journal() is None
        with pytest.raises(Exception, match=f"Session not found: {SESSION}"):
            await client.resume()
        with pytest.raises(Exception, match="Persisted event journal is unavailable"):
            await client.call("sessions.readPersistedEvents", sessionId=SESSION)
        assert await client.call("sessions.getMetadata", sessionId=SESSION) == {}


async def test_an_acknowledged_send_is_lost(open_world):
    async with open_world(Script.by_prompt({"one": Text("1"), "two": Silence()})) as world:
        client = await world.start()
        await client.open()
        await client.turn("one")
        await client.prompt("two")
        client = await crash(world, client)
        await client.resume()
        reply = await client.call("session.getMessages", sessionId=SESSION)
        contents = [e["data"]["content"] for e in reply["events"] if e["type"] == "user.message"]
        assert contents == ["one"]
        assert not await client.activity()


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("kind", ["user.message", "assistant.turn_start"])
async def test_an_event_that_was_only_seen_is_lost(open_world, log_of, kind):
    async with open_world(lambda _: Silence()) as world:
        client = await world.start()
        await client.open()
        await client.prompt("x")
        await client.event(kind)
        await world.kill(client)
        assert log_of(world) is None


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("kind", ["user.message", "assistant.turn_start"])
async def test_an_event_that_was_seen_before_a_save_survives(open_world, log_of, kind):
    async with open_world(lambda _: Silence()) as world:
        client = await world.start()
        await client.open()
        await client.prompt("x", source="agent-k")
        await client.event(kind)
        await client.save()
        await world.kill(client)
        assert "user.message" in log_of(world)
        client = await world.start()
        page = await client.call("sessions.readPersistedEvents", sessionId=SESSION)
        sources = [e["data"].get("source") for e in page["events"] if e["type"] == "user.message"]
        assert sources == ["agent-k"]


@pytest.mark.exhaustive("real")
async def test_events_are_written_a_while_later_by_themselves(open_world, log_of):
    async with open_world(lambda _: Silence()) as world:
        client = await world.start()
        await client.open()
        await client.prompt("x")
        await client.event("assistant.turn_start")
        await client.settle(0.5)
        await world.kill(client)
        assert log_of(world) == ["session.start", *PLAIN]


@pytest.mark.exhaustive("real")
async def test_what_precedes_an_idle_is_in_the_log(open_world, log_of):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        await client.open()
        await client.turn("x")
        await world.kill(client)
        assert log_of(world) == ["session.start", *PLAIN, *ANSWER]


@pytest.mark.exhaustive("real")
async def test_resume_emits_no_history_and_writes_nothing_by_itself(open_world, log_of):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        await client.open()
        await client.turn("x")
        client = await crash(world, client)
        await client.resume()
        await client.settle()
        assert client.trace() == ["session.resume"]
        assert client.data("session.resume")[0]["alreadyInUse"] is False
        await client.save()
        assert log_of(world) == ["session.start", *PLAIN, *ANSWER]
        await client.turn("y")
        assert log_of(world)[6:] == ["session.resume", PLAIN[0], PLAIN[2], *ANSWER]
        roles = [m["role"] for m in world.requests[-1].messages]
        assert roles == ["system", "user", "assistant", "user"]


@pytest.mark.parametrize("stage", ["waiting", "streaming"])
@pytest.mark.parametrize("continues", [True, False, None])
@pytest.mark.exhaustive("real")
async def test_a_model_call_is_not_continued(open_world, log_of, stage, continues):
    stuck = Silence() if stage == "waiting" else Text("partial text", chunks=2, delay=30)
    async with open_world(once(stuck)) as world:
        client = await world.start()
        await client.open()
        await client.prompt("x")
        await client.event(
            "assistant.turn_start" if stage == "waiting" else "assistant.message_delta"
        )
        await client.asked()
        await client.save()
        client = await crash(world, client)
        assert log_of(world) == ["session.start", *PLAIN]
        extra = {} if continues is None else {"continuePendingWork": continues}
        await client.resume(**extra)
        await client.settle(0.5)
        assert client.trace() == ["session.resume"]
        assert not await client.activity()
        start = client.mark()
        await client.turn("y")
        assert client.trace(start)[0] == "user.message"
        assert [m["role"] for m in world.requests[-1].messages] == ["system", "user", "user"]


@pytest.mark.exhaustive("real")
async def test_no_messages_continue_a_model_call_that_was_cut(open_world, log_of):
    async with open_world(once(Text("partial text", chunks=2, delay=30))) as world:
        client = await world.start()
        await client.open(streaming=False)
        await client.prompt("x")
        await client.event("assistant.turn_start")
        await client.asked()
        await client.save()
        client = await crash(world, client)
        await client.resume(streaming=False, continuePendingWork=True)
        reply = await client.call("session.sendMessages", sessionId=SESSION, messages=[])
        assert reply == {"messageIds": []}
        await client.event("session.idle")
        assert client.trace() == ["session.resume", *CONTINUED]
        (answer,) = client.data("assistant.message")
        assert answer["content"] == "recovered"
        assert "originatingMessageId" not in answer
        assert [data["turnId"] for data in client.data("assistant.turn_start")] == ["0"]
        assert [m["role"] for m in world.requests[-1].messages] == ["system", "user"]
        assert log_of(world) == [
            "session.start",
            *PLAIN,
            "session.resume",
            "assistant.turn_start",
            *ANSWER,
        ]


@pytest.mark.exhaustive("real")
async def test_an_answered_tool_is_continued_by_no_messages(open_world, log_of):
    script = Script.by_prompt({"w": [ToolCalls([ToolCall("weather")]), Silence()]})
    async with open_world(script) as world:
        client = await world.start()
        await client.open()
        await client.prompt("w")
        wanted = await client.event("external_tool.requested")
        await client.tool(wanted["requestId"], "mild")
        await client.event("assistant.turn_start", turnId="1")
        await client.asked(2)
        await client.save()
        client = await crash(world, client)
        assert log_of(world) == [
            *CALLED,
            "external_tool.requested",
            "external_tool.completed",
            "tool.execution_complete",
            "assistant.turn_end",
            "assistant.turn_start",
        ]
        await client.resume(continuePendingWork=True)
        assert not await client.activity()
        await client.call("session.sendMessages", sessionId=SESSION, messages=[])
        await client.asked(3)
        roles = [m["role"] for m in world.requests[-1].messages]
        assert roles == ["system", "user", "assistant", "tool"]


@pytest.mark.parametrize(
    "end",
    [
        "SIGKILL",
        pytest.param("SIGTERM", marks=pytest.mark.exhaustive("real")),
        pytest.param("EOF", marks=pytest.mark.exhaustive("real")),
    ],
)
async def test_a_pending_tool_is_answered_under_its_old_id(open_world, log_of, end):
    script = Script.by_prompt({"w": [ToolCalls([ToolCall("weather")]), Text("ok")]})
    async with open_world(script) as world:
        client = await world.start()
        await client.open(streaming=False)
        await client.prompt("w")
        wanted = await client.event("external_tool.requested")
        await client.save()
        if end == "EOF":
            await world.close_stdin(client)
        else:
            await world.kill(client, signal.Signals[end])
        shutdown = [] if end == "SIGKILL" else ["session.shutdown"]
        assert log_of(world) == [*CALLED, "external_tool.requested", *shutdown]
        client = await world.start()
        await client.resume(streaming=False, continuePendingWork=True)
        await client.settle()
        assert client.trace() == ["session.resume"]
        assert await client.activity()
        assert await client.tool(wanted["requestId"], "mild")
        await client.event("session.idle")
        assert client.trace() == [
            "session.resume",
            "external_tool.completed",
            "tool.execution_complete",
            *CONTINUED,
        ]
        (done,) = client.data("tool.execution_complete")
        assert (done["model"], done["interactionId"]) == ("resumed", "resume")
        assert done["result"]["content"] == "mild"
        assert "turnId" not in done
        (answer,) = client.data("assistant.message")
        assert "originatingMessageId" not in answer
        assert answer["turnId"] == "0"
        assert not await client.tool(wanted["requestId"], "again")


@pytest.mark.exhaustive("real")
async def test_of_two_tools_only_the_open_one_is_pending(open_world):
    calls = ToolCalls([ToolCall("weather"), ToolCall("weather")])
    script = Script.by_prompt({"w": [calls, Text("ok")]})
    async with open_world(script) as world:
        client = await world.start()
        await client.open()
        await client.prompt("w")
        first = await client.event("external_tool.requested")
        second = await client.event("external_tool.requested")
        await client.tool(first["requestId"], "1")
        await client.event("tool.execution_complete")
        await client.save()
        client = await crash(world, client)
        await client.resume(continuePendingWork=True)
        assert not await client.tool(first["requestId"], "again")
        assert await client.tool(second["requestId"], "2")
        await client.event("session.idle")
        assert [r.content for r in world.requests[-1].tool_results] == ["1", "2"]


@pytest.mark.exhaustive("real")
async def test_a_pending_tool_that_is_not_continued_is_interrupted_at_the_next_send(
    open_world, log_of
):
    script = Script.by_prompt({"w": ToolCalls([ToolCall("weather")]), "y": Text("ok")})
    async with open_world(script) as world:
        client = await world.start()
        await client.open(streaming=False)
        await client.prompt("w")
        wanted = await client.event("external_tool.requested")
        await client.save()
        client = await crash(world, client)
        await client.resume(streaming=False, continuePendingWork=False)
        assert not await client.activity()
        assert not await client.tool(wanted["requestId"], "late")
        await client.turn("y")
        assert client.trace() == [
            "session.resume",
            "tool.execution_complete",
            "session.warning",
            *PLAIN,
            *ANSWER,
            *IDLE,
        ]
        (done,) = client.data("tool.execution_complete")
        assert (done["success"], done["error"]["code"]) == (False, "interrupted")
        assert client.data("session.warning")[0]["warningType"] == "interrupted_tools"


@pytest.mark.exhaustive("real")
async def test_a_pending_permission_is_given_under_its_old_id(open_world):
    script = Script.by_prompt({"g": [ToolCalls([ToolCall("guarded")]), Text("ok")]})
    async with open_world(script) as world:
        client = await world.start()
        await client.open(streaming=False)
        await client.prompt("g")
        asked = await client.event("permission.requested")
        await client.save()
        client = await crash(world, client)
        await client.resume(streaming=False, continuePendingWork=True)
        pending = await client.call("session.permissions.pendingRequests", sessionId=SESSION)
        assert [item["requestId"] for item in pending["items"]] == [asked["requestId"]]
        assert await client.permit(asked["requestId"])
        wanted = await client.event("external_tool.requested")
        assert wanted["toolCallId"] == asked["permissionRequest"]["toolCallId"]
        await client.tool(wanted["requestId"], "done")
        await client.event("session.idle")
        assert client.trace() == [
            "session.resume",
            "permission.completed",
            "tool.execution_start",
            "external_tool.requested",
            "external_tool.completed",
            "tool.execution_complete",
            *CONTINUED,
        ]


@pytest.mark.exhaustive("real")
async def test_a_pending_permission_is_refused_under_its_old_id(open_world):
    script = Script.by_prompt({"g": [ToolCalls([ToolCall("guarded")]), Text("ok")]})
    async with open_world(script) as world:
        client = await world.start()
        await client.open(streaming=False)
        await client.prompt("g")
        asked = await client.event("permission.requested")
        await client.save()
        client = await crash(world, client)
        await client.resume(streaming=False, continuePendingWork=True)
        assert await client.permit(asked["requestId"], kind="reject")
        await client.event("session.idle")
        assert client.trace() == [
            "session.resume",
            "permission.completed",
            "tool.execution_complete",
            *CONTINUED,
        ]
        (done,) = client.data("tool.execution_complete")
        assert (done["success"], done["error"]["code"]) == (False, "rejected")


@pytest.mark.exhaustive("real")
async def test_a_second_crash_between_permission_and_answer_changes_nothing(open_world):
    script = Script.by_prompt({"g": [ToolCalls([ToolCall("guarded")]), Text("ok")]})
    async with open_world(script) as world:
        client = await world.start()
        await client.open()
        await client.prompt("g")
        asked = await client.event("permission.requested")
        await client.save()
        client = await crash(world, client)
        await client.resume(continuePendingWork=True)
        await client.permit(asked["requestId"])
        wanted = await client.event("external_tool.requested")
        await client.save()
        client = await crash(world, client)
        await client.resume(continuePendingWork=True)
        assert await client.tool(wanted["requestId"], "done")
        await client.event("session.idle")
        assert client.data("tool.execution_complete")[0]["success"]


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("continues", [True, False])
async def test_a_command_of_the_cli_is_interrupted_and_not_run_again(open_world, continues):
    script = Script.by_prompt({"b": ToolCalls([ToolCall("bash", SLEEP)]), "y": Text("ok")})
    async with open_world(script) as world:
        client = await world.start()
        await client.open(streaming=False)
        await client.prompt("b")
        asked = await client.event("permission.requested")
        await client.permit(asked["requestId"])
        await client.event("permission.completed")
        await client.settle(0.3)
        client = await crash(world, client)
        await client.resume(streaming=False, continuePendingWork=continues)
        await client.settle(0.5)
        cut = ["tool.execution_complete", "session.warning"]
        assert client.trace() == ["session.resume", *(cut if continues else [])]
        assert not await client.activity()
        await client.turn("y")
        assert client.trace() == ["session.resume", *cut, *PLAIN, *ANSWER, *IDLE]
        (done,) = client.data("tool.execution_complete")
        assert (done["success"], done["error"]["code"]) == (False, "interrupted")


@pytest.mark.exhaustive("real")
async def test_a_prompt_waits_behind_a_resumed_tool(open_world):
    script = Script.by_prompt({"w": [ToolCalls([ToolCall("weather")]), Text("1")], "y": Text("2")})
    async with open_world(script) as world:
        client = await world.start()
        await client.open(streaming=False)
        await client.prompt("w")
        wanted = await client.event("external_tool.requested")
        await client.save()
        client = await crash(world, client)
        await client.resume(streaming=False, continuePendingWork=True)
        message_id = await client.prompt("y")
        await client.settle()
        queue = await client.call("session.queue.pendingItems", sessionId=SESSION)
        assert [item["messageId"] for item in queue["items"]] == [message_id]
        await client.tool(wanted["requestId"], "mild")
        await client.event("session.idle")
        assert client.trace() == [
            "session.resume",
            "external_tool.completed",
            "tool.execution_complete",
            *CONTINUED[:-2],
            *PLAIN,
            *ANSWER,
            *IDLE,
        ]
        assert [user["delivery"] for user in client.data("user.message")] == ["queued"]


@pytest.mark.exhaustive("real")
async def test_resumed_work_can_be_aborted(open_world, log_of):
    script = Script.by_prompt({"w": ToolCalls([ToolCall("weather")])})
    async with open_world(script) as world:
        client = await world.start()
        await client.open()
        await client.prompt("w")
        wanted = await client.event("external_tool.requested")
        await client.save()
        client = await crash(world, client)
        await client.resume(continuePendingWork=True)
        await client.call("session.abort", sessionId=SESSION)
        await client.event("session.idle")
        assert client.trace() == ["session.resume", "abort", *IDLE]
        assert not await client.tool(wanted["requestId"], "late")
        assert log_of(world)[-2:] == ["session.resume", "abort"]


@pytest.mark.exhaustive("real")
async def test_a_queue_does_not_survive(open_world):
    async with open_world(once(Silence())) as world:
        client = await world.start()
        await client.open()
        await client.prompt("one")
        await client.asked()
        await client.prompt("two")
        await client.prompt("three", mode="immediate")
        await client.save()
        client = await crash(world, client)
        await client.resume(continuePendingWork=True)
        queue = await client.call("session.queue.pendingItems", sessionId=SESSION)
        assert (queue["items"], queue["steeringMessages"]) == ([], [])
        reply = await client.call("session.getMessages", sessionId=SESSION)
        contents = [e["data"]["content"] for e in reply["events"] if e["type"] == "user.message"]
        assert contents == ["one"]


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("end", ["SIGTERM", "EOF"])
async def test_an_orderly_end_cuts_a_stream_like_a_crash(open_world, log_of, end):
    async with open_world(once(Text("partial text", chunks=2, delay=30))) as world:
        client = await world.start()
        await client.open()
        await client.prompt("x")
        await client.event("assistant.message_delta")
        if end == "EOF":
            await world.close_stdin(client)
        else:
            await world.kill(client, signal.SIGTERM)
        assert log_of(world) == ["session.start", *PLAIN, "session.shutdown"]
        client = await world.start()
        await client.resume(continuePendingWork=True)
        assert not await client.activity()


@pytest.mark.exhaustive("real")
async def test_create_on_an_id_with_a_log_forks_the_history(open_world, log_of):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        await client.open(streaming=False)
        await client.turn("old")
        client = await crash(world, client)
        await client.open(streaming=False)
        await client.turn("new")
        assert [m["role"] for m in world.requests[-1].messages] == ["system", "user"]
        first = ["session.start", *PLAIN, *ANSWER]
        assert log_of(world) == [*first, *first]
        lines = [json.loads(line) for line in world.journal().splitlines()]
        starts = [event["parentId"] for event in lines if event["type"] == "session.start"]
        assert starts == [None, None]


@pytest.mark.exhaustive("real")
async def test_a_second_process_may_resume_and_is_told_so(open_world):
    async with open_world(Script.echo()) as world:
        first = await world.start()
        await first.open()
        await first.turn("x")
        second = await world.start()
        in_use = await second.call("sessions.checkInUse", sessionIds=[SESSION, "other"])
        assert in_use == {"inUse": [SESSION]}
        await second.resume()
        resumed = await second.event("session.resume")
        assert resumed["alreadyInUse"] is True
        await world.kill(first)
        third = await world.start()
        in_use = await third.call("sessions.checkInUse", sessionIds=[SESSION])
        assert in_use == {"inUse": []}


@pytest.mark.exhaustive("real")
async def test_resuming_a_loaded_session_disturbs_no_turn(open_world):
    async with open_world(Script.by_prompt({}, default=Text("ok", first_delay=0.5))) as world:
        client = await world.start()
        await client.open(streaming=False)
        await client.prompt("x")
        await client.event("assistant.turn_start")
        await client.resume(streaming=False)
        await client.event("session.idle")
        assert client.trace() == [
            "session.start",
            *PLAIN,
            "session.resume",
            *ANSWER,
            *IDLE,
        ]
