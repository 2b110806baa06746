"""Turns: what is emitted, in which order, and what the log holds in the end."""

import pytest
import trio

from copilot_actors.testing import (
    Attempts,
    Cut,
    HttpError,
    Script,
    Silence,
    Text,
    ToolCall,
    ToolCalls,
)

SESSION = "s-1"
PLAIN = ["user.message", "system.message", "assistant.turn_start"]
ANSWER = ["assistant.message", "assistant.turn_end"]
IDLE = ["assistant.idle", "session.idle"]
STREAMED = ["assistant.message_delta", *ANSWER]


@pytest.mark.exhaustive("real")
async def test_a_plain_turn_emits_no_deltas(open_world, log_of):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        await client.open(streaming=False)
        message_id = await client.turn("hello")
        assert client.trace() == ["session.start", *PLAIN, *ANSWER, *IDLE]
        (user,) = client.data("user.message")
        (answer,) = client.data("assistant.message")
        assert (user["messageId"], user["content"], user["delivery"]) == (
            message_id,
            "hello",
            "idle",
        )
        assert "source" not in user
        assert answer["originatingMessageId"] == message_id
        assert answer["content"] == "hello"
        assert answer["toolRequests"] == []
        assert client.data("session.idle") == [{"mode": "interactive"}]
        assert log_of(world) == ["session.start", *PLAIN, *ANSWER]


@pytest.mark.exhaustive("real")
async def test_a_streamed_turn_names_the_message_of_its_deltas(open_world):
    async with open_world(Script.echo(chunks=3)) as world:
        client = await world.start()
        await client.open()
        await client.turn("one two three", source="agent-key1")
        assert client.trace() == ["session.start", *PLAIN, *STREAMED, *IDLE]
        (user,) = client.data("user.message")
        (answer,) = client.data("assistant.message")
        deltas = client.data("assistant.message_delta")
        assert user["source"] == "agent-key1"
        assert len(deltas) == 3
        assert {delta["messageId"] for delta in deltas} == {answer["messageId"]}
        assert "".join(delta["deltaContent"] for delta in deltas) == "one two three"


@pytest.mark.exhaustive("real")
async def test_the_second_turn_repeats_system_message_on_the_wire_but_not_in_the_log(
    open_world, log_of
):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        await client.open(streaming=False)
        await client.turn("one")
        start = client.mark()
        await client.turn("two")
        assert client.trace(start) == [*PLAIN, *ANSWER, *IDLE]
        assert log_of(world).count("system.message") == 1
        reply = await client.call("session.getMessages", sessionId=SESSION)
        types = [event["type"] for event in reply["events"]]
        assert types == ["session.start", *PLAIN, *ANSWER, *PLAIN, *ANSWER]


@pytest.mark.exhaustive("real")
async def test_create_answers_before_its_events_and_announces_the_session_twice(open_world):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        created = await client.open()
        assert client.events == []
        assert [note["type"] for note in client.lifecycle] == ["session.created"]
        await client.settle()
        assert created["sessionId"] == created["nativeSessionId"] == SESSION
        assert created["modelState"] == {"modelId": "gpt-4.1"}
        assert created["capabilities"]["ui"]["elicitation"] is False
        assert client.trace() == ["session.start"]
        assert [note["type"] for note in client.lifecycle] == [
            "session.created",
            "session.updated",
            "session.created",
        ]
        assert world.journal() is None


async def test_two_parallel_tools_are_asked_for_at_once_and_finish_as_answered(open_world, log_of):
    script = Script.by_prompt(
        {
            "both": [
                ToolCalls([ToolCall("weather", {"city": "Oslo"}), ToolCall("weather")]),
                Text("mild"),
            ]
        }
    )
    async with open_world(script) as world:
        client = await world.start()
        await client.open(streaming=False)
        message_id = await client.prompt("both")
        first = await client.event("external_tool.requested")
        second = await client.event("external_tool.requested")
        assert first["arguments"] == {"city": "Oslo"}
        assert await client.tool(second["requestId"], {"textResultForLlm": "cold"})
        await client.event("tool.execution_complete", toolCallId=second["toolCallId"])
        assert await client.tool(first["requestId"], "warm")
        await client.event("session.idle")
        assert not await client.tool(first["requestId"], "again")
        assert client.trace() == [
            "session.start",
            *PLAIN,
            "assistant.message",
            "tool.execution_start",
            "tool.execution_start",
            "external_tool.requested",
            "external_tool.requested",
            "external_tool.completed",
            "tool.execution_complete",
            "external_tool.completed",
            "tool.execution_complete",
            "assistant.turn_end",
            "assistant.turn_start",
            *ANSWER,
            *IDLE,
        ]
        results = [data["result"]["content"] for data in client.data("tool.execution_complete")]
        assert results == ["cold", "warm"]
        assert [data["turnId"] for data in client.data("assistant.turn_start")] == ["0", "1"]
        ids = {data["originatingMessageId"] for data in client.data("assistant.message")}
        assert ids == {message_id}
        assert [result.content for result in world.requests[-1].tool_results] != []
        assert log_of(world)[-2:] == ANSWER


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize(
    ("answer", "success", "error"),
    [
        ({"textResultForLlm": "E", "resultType": "failure", "error": "E1"}, False, "failure"),
        ({"textResultForLlm": "E", "resultType": "denied"}, False, "denied"),
        (5, True, None),
        (None, True, None),
    ],
)
async def test_a_tool_result_means_what_the_cli_makes_of_it(open_world, answer, success, error):
    script = Script.by_prompt({"w": [ToolCalls([ToolCall("weather")]), Text("ok")]})
    async with open_world(script) as world:
        client = await world.start()
        await client.open()
        await client.prompt("w")
        wanted = await client.event("external_tool.requested")
        assert await client.tool(wanted["requestId"], answer)
        done = await client.event("tool.execution_complete")
        assert done["success"] is success
        assert done.get("error", {}).get("code") == error
        if success:
            assert done["result"]["content"] == ""
        await client.event("session.idle")


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize(
    ("decision", "result", "runs"),
    [
        ({"kind": "approve-once"}, {"kind": "approved"}, True),
        (
            {"kind": "reject", "feedback": "no"},
            {"kind": "denied-interactively-by-user", "feedback": "no"},
            False,
        ),
        (
            {"kind": "user-not-available"},
            {"kind": "denied-no-approval-rule-and-could-not-request-from-user"},
            False,
        ),
        ({"kind": "bogus"}, {"kind": "bogus"}, False),
    ],
)
async def test_a_permission_decides_whether_the_tool_runs(open_world, decision, result, runs):
    script = Script.by_prompt({"g": [ToolCalls([ToolCall("guarded")]), Text("ok")]})
    async with open_world(script) as world:
        client = await world.start()
        await client.open(streaming=False)
        await client.prompt("g")
        asked = await client.event("permission.requested")
        assert asked["permissionRequest"]["kind"] == "custom-tool"
        pending = await client.call("session.permissions.pendingRequests", sessionId=SESSION)
        assert [item["requestId"] for item in pending["items"]] == [asked["requestId"]]
        assert await client.permit(asked["requestId"], **decision)
        assert not await client.permit(asked["requestId"], **decision)
        if runs:
            wanted = await client.event("external_tool.requested")
            await client.tool(wanted["requestId"], "done")
        await client.event("session.idle")
        external = ["external_tool.requested", "external_tool.completed"] if runs else []
        assert client.trace() == [
            "session.start",
            *PLAIN,
            "assistant.message",
            "tool.execution_start",
            "permission.requested",
            "permission.completed",
            *external,
            "tool.execution_complete",
            "assistant.turn_end",
            "assistant.turn_start",
            *ANSWER,
            *IDLE,
        ]
        (completed,) = client.data("permission.completed")
        assert completed["result"] == result
        (done,) = client.data("tool.execution_complete")
        assert done["success"] is runs


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize(
    ("call", "kind"),
    [
        (ToolCall("bash", {"command": "echo hi", "description": "greet"}), "shell"),
        (ToolCall("create", {"path": "/tmp/copilot-actors-test.txt", "file_text": "x"}), "write"),
        (ToolCall("view", {"path": "/tmp"}), "read"),
    ],
)
async def test_the_clis_own_tools_ask_for_permission_by_kind(open_world, call, kind):
    script = Script.by_prompt({"own": [ToolCalls([call]), Text("ok")]})
    async with open_world(script) as world:
        client = await world.start()
        await client.open(streaming=False)
        await client.prompt("own")
        asked = await client.event("permission.requested")
        assert asked["permissionRequest"]["kind"] == kind
        await client.permit(asked["requestId"], kind="reject")
        done = await client.event("tool.execution_complete")
        assert (done["success"], done["error"]["code"]) == (False, "rejected")
        await client.event("session.idle")


@pytest.mark.exhaustive("real")
async def test_a_bash_command_runs_once_it_is_approved(open_world):
    command = {"command": "echo hi", "description": "greet"}
    script = Script.by_prompt({"own": [ToolCalls([ToolCall("bash", command)]), Text("ok")]})
    async with open_world(script) as world:
        client = await world.start()
        await client.open(streaming=False)
        await client.prompt("own")
        asked = await client.event("permission.requested")
        await client.permit(asked["requestId"])
        done = await client.event("tool.execution_complete")
        assert done["success"]
        assert "hi\n" in done["result"]["content"]
        assert done["shellExecution"] == {"exitCode": 0}
        await client.event("session.idle")


@pytest.mark.exhaustive("real")
async def test_without_permission_requests_guarded_tools_fail_unasked(open_world):
    script = Script.by_prompt({"g": [ToolCalls([ToolCall("guarded")]), Text("ok")]})
    async with open_world(script) as world:
        client = await world.start()
        await client.open(requestPermission=False)
        await client.turn("g")
        assert client.data("permission.requested") == []
        (done,) = client.data("tool.execution_complete")
        assert (done["success"], done["error"]["code"]) == (False, "denied")


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize(
    "call", [ToolCall("no_such_tool"), ToolCall("weather", "{bad")], ids=["unknown", "bad JSON"]
)
async def test_a_call_that_cannot_run_fails_and_the_turn_goes_on(open_world, call):
    script = Script.by_prompt({"x": [ToolCalls([call]), Text("ok")]})
    async with open_world(script) as world:
        client = await world.start()
        await client.open(streaming=False)
        await client.turn("x")
        assert client.trace() == [
            "session.start",
            *PLAIN,
            "assistant.message",
            "tool.execution_start",
            "tool.execution_complete",
            "assistant.turn_end",
            "assistant.turn_start",
            *ANSWER,
            *IDLE,
        ]
        (done,) = client.data("tool.execution_complete")
        assert (done["success"], done["error"]["code"]) == (False, "failure")


async def test_three_prompts_are_three_turns_and_one_idle(open_world):
    script = Script.by_prompt({"one": Text("1", first_delay=1.0)}, default=Text("n"))
    async with open_world(script) as world:
        client = await world.start()
        await client.open(streaming=False)
        ids = [await client.prompt("one")]
        await client.event("user.message")
        ids += [await client.prompt(text) for text in ("two", "three")]
        queue = await client.call("session.queue.pendingItems", sessionId=SESSION)
        assert [item["displayText"] for item in queue["items"]] == ["two", "three"]
        assert [item["messageId"] for item in queue["items"]] == ids[1:]
        await client.event("session.idle")
        assert client.trace() == ["session.start", *(3 * [*PLAIN, *ANSWER]), *IDLE]
        users = client.data("user.message")
        assert [user["messageId"] for user in users] == ids
        assert [user["delivery"] for user in users] == ["idle", "queued", "queued"]
        answers = client.data("assistant.message")
        assert [answer["originatingMessageId"] for answer in answers] == ids


@pytest.mark.exhaustive("real")
async def test_a_prepended_prompt_overtakes_the_queue(open_world):
    script = Script.by_prompt({"one": Text("1", first_delay=1.0)}, default=Text("n"))
    async with open_world(script) as world:
        client = await world.start()
        await client.open()
        await client.prompt("one")
        await client.event("user.message")
        await client.prompt("two")
        await client.prompt("three", prepend=True)
        await client.event("session.idle")
        contents = [user["content"] for user in client.data("user.message")]
        assert contents == ["one", "three", "two"]


@pytest.mark.exhaustive("real")
async def test_steering_a_streaming_turn_runs_next_under_the_first_id(open_world):
    script = Script.by_prompt({"one": Text("1", first_delay=1.0)}, default=Text("n"))
    async with open_world(script) as world:
        client = await world.start()
        await client.open(streaming=False)
        first = await client.prompt("one")
        await client.asked()
        await client.prompt("steer", mode="immediate")
        queue = await client.call("session.queue.pendingItems", sessionId=SESSION)
        assert (queue["items"], queue["steeringMessages"]) == ([], ["steer"])
        await client.event("session.idle")
        assert client.trace() == ["session.start", *(2 * [*PLAIN, *ANSWER]), *IDLE]
        assert [user["delivery"] for user in client.data("user.message")] == ["idle", "queued"]
        origins = [data["originatingMessageId"] for data in client.data("assistant.message")]
        assert origins == [first, first]


@pytest.mark.exhaustive("real")
async def test_steering_a_pending_tool_follows_the_tools_result(open_world):
    # Steering is a new user message, so the script is asked about it from its first step on.
    script = Script.by_prompt({"w": [ToolCalls([ToolCall("weather")])], "steer": Text("ok")})
    async with open_world(script) as world:
        client = await world.start()
        await client.open(streaming=False)
        first = await client.prompt("w")
        wanted = await client.event("external_tool.requested")
        await client.prompt("steer", mode="immediate")
        await client.tool(wanted["requestId"], "A")
        await client.event("session.idle")
        assert client.trace()[-8:] == [
            "tool.execution_complete",
            "assistant.turn_end",
            "assistant.turn_start",
            "user.message",
            *ANSWER,
            *IDLE,
        ]
        users = client.data("user.message")
        assert [user["delivery"] for user in users] == ["idle", "steering"]
        assert users[0]["interactionId"] == users[1]["interactionId"]
        assert client.data("assistant.message")[-1]["originatingMessageId"] == first


@pytest.mark.exhaustive("real")
async def test_several_messages_are_one_turn_under_the_last_id(open_world):
    async with open_world(Script.echo()) as world:
        client = await world.start()
        await client.open(streaming=False)
        reply = await client.call(
            "session.sendMessages",
            sessionId=SESSION,
            messages=[{"prompt": "x", "source": "agent-m"}, {"prompt": "y"}],
        )
        await client.event("session.idle")
        assert client.trace() == ["session.start", "user.message", *PLAIN, *ANSWER, *IDLE]
        users = client.data("user.message")
        assert [user["messageId"] for user in users] == reply["messageIds"]
        assert users[0]["source"] == "agent-m"
        (answer,) = client.data("assistant.message")
        assert answer["originatingMessageId"] == reply["messageIds"][-1]


@pytest.mark.exhaustive("real")
async def test_no_messages_are_a_superfluous_turn_without_an_origin(open_world, log_of):
    async with open_world(Script.by_prompt({"x": [Text("one"), Text("two")]})) as world:
        client = await world.start()
        await client.open(streaming=False)
        await client.turn("x")
        start = client.mark()
        reply = await client.call("session.sendMessages", sessionId=SESSION, messages=[])
        assert reply == {"messageIds": []}
        await client.event("session.idle")
        assert client.trace(start) == ["system.message", "assistant.turn_start", *ANSWER, *IDLE]
        assert "originatingMessageId" not in client.data("assistant.message")[-1]
        assert log_of(world).count("user.message") == 1
        assert (world.requests[-1].prompt, world.requests[-1].step) == ("x", 1)


@pytest.mark.exhaustive("real")
async def test_wait_answers_after_the_idle_of_the_whole_queue_but_not_behind_a_turn(open_world):
    async with open_world(Script.by_prompt({}, default=Text("n", first_delay=0.2))) as world:
        client = await world.start()
        await client.open()
        first = await client.send("session.send", sessionId=SESSION, prompt="a", wait=True)
        await client.event("assistant.turn_start")
        await client.call("session.send", sessionId=SESSION, prompt="b", wait=True)
        assert "session.idle" not in client.trace()
        await client.reply(first)
        assert client.trace()[-1] == "session.idle"
        contents = [data["content"] for data in client.data("user.message")]
        assert contents == ["a", "b"]


@pytest.mark.exhaustive("real")
async def test_wait_answers_after_a_failure_too(open_world):
    async with open_world(lambda _: HttpError(400)) as world:
        client = await world.start()
        await client.open()
        await client.call("session.send", sessionId=SESSION, prompt="a", wait=True)
        assert client.trace()[-3:] == ["session.error", *IDLE]


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize(
    ("error", "status", "kind", "retries"),
    [
        (HttpError(400, "bad"), 400, "query", 0),
        (HttpError(404, "gone"), 404, "query", 0),
        (HttpError(401, "who"), 401, "authentication", 2),
    ],
)
async def test_a_provider_error_is_a_session_error_before_the_idle(
    open_world, log_of, error, status, kind, retries
):
    async with open_world(lambda _: error) as world:
        client = await world.start()
        await client.open()
        message_id = await client.turn("x")
        assert client.trace() == [
            "session.start",
            *PLAIN,
            *(retries * ["assistant.turn_retry"]),
            "assistant.turn_end",
            "session.error",
            *IDLE,
        ]
        (failure,) = client.data("session.error")
        assert failure["statusCode"] == status
        assert failure["errorType"] == kind
        assert failure["originatingMessageId"] == message_id
        assert client.data("session.idle") == [{"mode": "interactive"}]
        assert log_of(world)[-1] == "session.error"
        assert len(world.requests) == 1 + retries


@pytest.mark.exhaustive("real")
async def test_a_provider_that_fails_once_is_asked_again(open_world):
    async with open_world(lambda _: Attempts([HttpError(500), Text("ok")])) as world:
        client = await world.start()
        await client.open(streaming=False)
        await client.turn("x")
        assert client.trace() == [
            "session.start",
            *PLAIN,
            "assistant.turn_retry",
            *ANSWER,
            *IDLE,
        ]
        (retry,) = client.data("assistant.turn_retry")
        assert retry["reason"] == "api_error"


@pytest.mark.exhaustive("real")
async def test_an_empty_answer_is_an_error_without_an_origin(open_world):
    async with open_world(lambda _: Text("")) as world:
        client = await world.start()
        await client.open()
        await client.turn("x")
        assert client.trace() == ["session.start", *PLAIN, *ANSWER, "session.error", *IDLE]
        (failure,) = client.data("session.error")
        assert failure["message"].startswith("No response was returned")
        assert "originatingMessageId" not in failure


@pytest.mark.exhaustive("real")
async def test_the_queue_goes_on_after_an_error(open_world):
    script = Script.by_prompt({"bad": HttpError(400, first_delay=1.0), "good": Text("ok")})
    async with open_world(script) as world:
        client = await world.start()
        await client.open(streaming=False)
        await client.prompt("bad")
        await client.prompt("good")
        await client.event("session.idle")
        assert client.trace() == [
            "session.start",
            *PLAIN,
            "assistant.turn_end",
            "session.error",
            *PLAIN,
            *ANSWER,
            *IDLE,
        ]


@pytest.mark.exhaustive("real")
async def test_a_silent_model_is_silence_for_the_client(open_world):
    async with open_world(lambda _: Silence()) as world:
        client = await world.start()
        await client.open()
        await client.prompt("x")
        await client.event("assistant.turn_start")
        start = client.mark()
        await client.settle(2.0)
        assert client.trace(start) == []
        assert await client.activity()


@pytest.mark.exhaustive("real")
async def test_a_permission_for_the_session_is_asked_for_once(open_world, tmp_path):
    def write(name):
        arguments = {"path": str(tmp_path / name), "file_text": "text"}
        return [ToolCalls([ToolCall("create", arguments)]), Text("ok")]

    async with open_world(Script.by_prompt({"one": write("1"), "two": write("2")})) as world:
        client = await world.start()
        await client.open()
        await client.prompt("one")
        asked = await client.event("permission.requested")
        await client.permit(
            asked["requestId"], kind="approve-for-session", approval={"kind": "write"}
        )
        await client.event("session.idle")
        await client.turn("two")
        assert len(client.data("permission.requested")) == 1
        assert [done["success"] for done in client.data("tool.execution_complete")] == [True, True]


@pytest.mark.exhaustive("real")
async def test_a_cut_stream_is_repeated_under_another_message_id(open_world):
    answer = Attempts([Cut("partial text", after_chunks=2), Text("whole text")])
    async with open_world(lambda _: answer) as world:
        client = await world.start()
        await client.open()
        await client.turn("x")
        assert client.trace() == [
            "session.start",
            *PLAIN,
            "assistant.message_delta",
            "assistant.turn_retry",
            *STREAMED,
            *IDLE,
        ]
        ids = {data["messageId"] for data in client.data("assistant.message_delta")}
        (message,) = client.data("assistant.message")
        assert len(ids) == 2
        assert message["messageId"] in ids
        (retry,) = client.data("assistant.turn_retry")
        assert retry["reason"] == "streaming_error"


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize(
    ("step", "kind", "status", "reason", "seconds"),
    [
        pytest.param(
            HttpError(429, retry_after=1.0), "rate_limit", 429, "rate_limit", (4, 9),
            marks=pytest.mark.slow,
        ),
        pytest.param(Cut(), "query", None, "streaming_error", (4.5, 8), marks=pytest.mark.slow),
        pytest.param(HttpError(500), "query", 500, "api_error", (9, 25), marks=pytest.mark.slow),
    ],
    ids=["429", "dropped", "500"],
)  # fmt: skip
async def test_a_failure_that_lasts_is_repeated_five_times(
    open_world, step, kind, status, reason, seconds
):
    async with open_world(lambda _: step) as world:
        client = await world.start()
        await client.open()
        started = trio.current_time()
        await client.turn("x")
        assert seconds[0] < trio.current_time() - started < seconds[1]
        retries = client.data("assistant.turn_retry")
        assert [retry["reason"] for retry in retries] == [reason] * 5
        (failure,) = client.data("session.error")
        assert failure["errorType"] == kind
        assert failure.get("statusCode") == status
        assert len(client.data("session.info")) == (0 if status == 429 else 5)
