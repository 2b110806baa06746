"""What a session does while nothing goes wrong."""

from __future__ import annotations

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import HttpError, Script, Silence, Text, ToolCall, ToolCalls

ECHO = Script.echo()
SLOW = Script.by_prompt(
    {"slow": Text("one two three four", chunks=4, delay=0.4)}, default=Text("ok")
)


def content(event) -> str:
    return event.raw["data"]["content"]


async def test_an_answer_comes_back_as_an_assistant_message_event(world):
    async with world.client(ECHO) as client:
        session = await client.create_session(**world.session_options)
        answer = await session.send_and_wait("hello")
        assert answer.type == "assistant.message"
        assert content(answer) == answer.data.content == answer.data["content"] == "hello"


@pytest.mark.exhaustive("real")
async def test_a_chosen_session_id_is_kept_and_a_generated_one_is_known(world):
    async with world.client(ECHO) as client:
        named = await client.create_session(session_id="user-alice-pr-42", **world.session_options)
        other = await client.create_session(**world.session_options)
        assert named.session_id == "user-alice-pr-42"
        assert other.session_id not in ("", named.session_id)
        assert named.state == "idle"


@pytest.mark.exhaustive("real")
async def test_on_event_sees_the_first_event_of_the_session(world):
    seen = []
    async with world.client(ECHO) as client:
        session = await client.create_session(
            on_event=lambda event: seen.append(event.type), **world.session_options
        )
        await session.send_and_wait("x")
    assert seen[0] == "session.start"
    assert seen[-1] == "session.idle"


@pytest.mark.exhaustive("real")
async def test_each_subscription_gets_its_types_in_order_and_once(world):
    everything, messages, async_messages = [], [], []

    async def collect(event):
        async_messages.append(event.id)

    async with world.client(ECHO) as client:
        session = await client.create_session(**world.session_options)
        await session.on(everything.append)
        await session.on("assistant.message", messages.append)
        await session.on(["assistant.message", "user.message"], collect)
        for number in range(3):
            await session.send_and_wait(f"p{number}")
        # An extra delivery would come after the last wanted one: nothing marks its absence.
        await trio.sleep(0.05)
    assert [content(event) for event in messages] == ["p0", "p1", "p2"]
    ids = [event.id for event in everything if event.id]
    assert len(ids) == len(set(ids))
    wanted = [e.id for e in everything if e.type in ("assistant.message", "user.message")]
    assert async_messages == wanted


@pytest.mark.exhaustive("real")
async def test_off_ends_a_subscription_and_accepts_dead_and_foreign_references(world):
    seen = []
    async with world.client(ECHO) as client:
        session = await client.create_session(**world.session_options)
        other = await client.create_session(**world.session_options)
        ref = await session.on("assistant.message", seen.append)
        await other.off(ref)
        await session.send_and_wait("a")
        await session.off(ref)
        await session.off(ref)
        await session.send_and_wait("b")
    assert [content(event) for event in seen] == ["a"]


@pytest.mark.exhaustive("real")
async def test_a_raising_subscriber_hurts_nobody_else(world):
    seen = []

    def bad(event):
        raise ValueError(event.type)

    async def bad_async(event):
        raise ValueError(event.type)

    async with world.client(ECHO) as client:
        session = await client.create_session(**world.session_options)
        await session.on("assistant.message", bad)
        await session.on("assistant.message", bad_async)
        await session.on("assistant.message", seen.append)
        assert content(await session.send_and_wait("x")) == "x"
        # A plain subscriber is called before the answer returns, an async one after it.
        await trio.sleep(0.05)
        assert client.statistics().handler_errors == 2
    assert len(seen) == 1


@pytest.mark.exhaustive("real")
async def test_an_event_iterator_streams_deltas_and_leaves_nothing_behind(world):
    async with world.client(SLOW) as client:
        session = await client.create_session(streaming=True, **world.session_options)
        async with session.events("assistant.message_delta", "session.idle") as stream:
            await session.send("slow")
            text = ""
            async for event in stream:
                if event.type == "session.idle":
                    break
                text += event.data["deltaContent"]
        assert text == "one two three four"
        assert client.statistics().subscriptions == 0


@pytest.mark.exhaustive("real")
async def test_send_returns_the_message_id_that_the_answer_names(world):
    async with world.client(ECHO) as client:
        session = await client.create_session(**world.session_options)
        async with session.events("assistant.message") as stream:
            message_id = await session.send("x")
            async for event in stream:
                assert event.data["originatingMessageId"] == message_id
                break


async def test_concurrent_callers_each_get_their_own_answer(world):
    answers = {}

    async with world.client(ECHO) as client:
        session = await client.create_session(**world.session_options)

        async def ask(number):
            answers[number] = content(await session.send_and_wait(f"prompt {number}"))

        async with trio.open_nursery() as nursery:
            for number in range(8):
                nursery.start_soon(ask, number)
    assert answers == {number: f"prompt {number}" for number in range(8)}


@pytest.mark.exhaustive("real")
async def test_sessions_do_not_disturb_each_other(world):
    async with world.client(SLOW) as client:
        slow = await client.create_session(**world.session_options)
        quick = await client.create_session(**world.session_options)
        order = []

        async def ask(session, prompt):
            await session.send_and_wait(prompt)
            order.append(prompt)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask, slow, "slow")
            # The slow one is to be under way first.
            await trio.sleep(0.1)
            nursery.start_soon(ask, quick, "quick")
        assert order == ["quick", "slow"]


# --- Tools ----------------------------------------------------------------------------------


def tool_script(*calls, final="done"):
    return Script.by_prompt({"go": [ToolCalls(list(calls)), Text(final)]}, default=Text("ok"))


async def test_a_tool_from_type_hints_gets_its_arguments_and_its_result_reaches_the_model(world):
    @ca.tool(skip_permission=True)
    async def add(a: int, b: int = 2) -> int:
        """Add."""
        return a + b

    def choose(request):
        if request.step == 0:
            return ToolCalls([ToolCall("add", {"a": 40})])
        return Text(f"sum {request.tool_results[0].content}")

    async with world.client(choose) as client:
        session = await client.create_session(tools=[add], **world.session_options)
        assert content(await session.send_and_wait("go")) == "sum 42"


@pytest.mark.exhaustive("real")
async def test_parallel_tool_calls_are_all_answered(world):
    calls = [ToolCall("look", {"n": n}) for n in range(3)]
    seen = []

    async def look(arguments, invocation):
        seen.append(arguments["n"])
        # The calls are to overlap.
        await trio.sleep(0.05)
        return {"n": arguments["n"]}

    def choose(request):
        if request.step == 0:
            return ToolCalls(calls)
        return Text("|".join(sorted(r.content for r in request.tool_results)))

    tool = ca.Tool("look", "look", {"type": "object"}, look, skip_permission=True)
    async with world.client(choose) as client:
        session = await client.create_session(tools=[tool], **world.session_options)
        assert content(await session.send_and_wait("go")) == '{"n":0}|{"n":1}|{"n":2}'
    assert sorted(seen) == [0, 1, 2]


@pytest.mark.parametrize(
    "behaviour",
    [
        pytest.param("raises", marks=pytest.mark.exhaustive("real")),
        pytest.param("returns a set of objects", marks=pytest.mark.exhaustive("real")),
        pytest.param("is unknown", marks=pytest.mark.exhaustive("real")),
        "hangs",
    ],
)
async def test_a_bad_tool_is_answered_as_a_failure_and_the_turn_goes_on(world, behaviour):
    async def handler(arguments):
        if behaviour == "raises":
            raise RuntimeError("secret detail")
        if behaviour == "hangs":
            await trio.sleep_forever()
        return {object()}

    tool = ca.Tool("bad", "bad", {"type": "object"}, handler, skip_permission=True)
    called = "other" if behaviour == "is unknown" else "bad"
    results = []

    def choose(request):
        if request.step == 0:
            return ToolCalls([ToolCall(called, {})])
        results.append(request.tool_results[0].content)
        return Text("went on")

    async with world.client(choose) as client:
        session = await client.create_session(
            tools=[tool], tool_timeout=0.3, **world.session_options
        )
        assert content(await session.send_and_wait("go")) == "went on"
    assert "secret detail" not in results[0]
    assert results[0]


@pytest.mark.exhaustive("real")
async def test_a_handler_can_use_its_own_session_but_not_wait_for_its_next_turn(world):
    outcomes = {}

    async def handler(arguments, invocation):
        session = invocation.session
        outcomes["messages"] = len(await session.get_messages()) > 0
        outcomes["send"] = bool(await session.send("later"))
        outcomes["on"] = bool(await session.on(lambda event: None))
        try:
            await session.send_and_wait("now")
        except ca.WouldDeadlock:
            outcomes["deadlock"] = True
        return "fine"

    tool = ca.Tool("again", "again", {"type": "object"}, handler, skip_permission=True)
    async with world.client(tool_script(ToolCall("again", {}))) as client:
        session = await client.create_session(tools=[tool], **world.session_options)
        await session.send_and_wait("go")
    assert outcomes == {"messages": True, "send": True, "on": True, "deadlock": True}


# --- Permissions ----------------------------------------------------------------------------

SHELL = Script.by_prompt(
    {
        "go": [
            ToolCalls([ToolCall("bash", {"command": "true", "description": "nothing"})]),
            Text("end"),
        ]
    }
)


async def test_an_approved_permission_lets_the_tool_run(world):
    asked = []

    async def decide(request):
        asked.append(request.kind)
        return ca.approve_once()

    completed = []
    async with world.client(SHELL) as client:
        session = await client.create_session(on_permission_request=decide, **world.session_options)
        await session.on("tool.execution_complete", completed.append)
        assert content(await session.send_and_wait("go")) == "end"
    assert asked == ["shell"]
    assert [event.data["success"] for event in completed] == [True]


@pytest.mark.parametrize(
    "handler",
    [
        pytest.param(None, id="nobody"),
        pytest.param(ca.deny_all, id="deny all", marks=pytest.mark.exhaustive("real")),
        pytest.param(lambda request: 1 / 0, id="raises", marks=pytest.mark.exhaustive("real")),
        pytest.param(lambda request: True, id="wrong type", marks=pytest.mark.exhaustive("real")),
    ],
)
async def test_a_permission_that_nobody_grants_is_denied_and_the_turn_goes_on(world, handler):
    completed = []
    async with world.client(SHELL) as client:
        session = await client.create_session(
            on_permission_request=handler, **world.session_options
        )
        await session.on("tool.execution_complete", completed.append)
        assert content(await session.send_and_wait("go")) == "end"
    assert [event.data["success"] for event in completed] == [False]


@pytest.mark.exhaustive("real")
async def test_a_rejection_without_a_word_ends_the_turn_as_the_cli_does(world):
    async with world.client(SHELL) as client:
        session = await client.create_session(
            on_permission_request=lambda request: ca.reject(), **world.session_options
        )
        with pytest.raises(ca.TurnAborted):
            await session.send_and_wait("go")
        assert await session.wait_state("idle") == "idle"


# --- Errors, abort, time-out ----------------------------------------------------------------


@pytest.mark.exhaustive("real")
async def test_an_error_of_the_provider_is_a_typed_turn_failure(world):
    script = Script.by_prompt({"bad": HttpError(400, "no such thing")}, default=Text("ok"))
    async with world.client(script) as client:
        session = await client.create_session(**world.session_options)
        with pytest.raises(ca.TurnFailed) as caught:
            await session.send_and_wait("bad")
        assert (caught.value.error_type, caught.value.status) == ("query", 400)
        assert not caught.value.retryable
        assert content(await session.send_and_wait("good")) == "ok"


async def test_abort_ends_the_turn_for_its_caller_and_the_session_goes_on(world):
    async with world.client(SLOW) as client:
        session = await client.create_session(streaming=True, **world.session_options)
        errors = []

        async def ask():
            try:
                await session.send_and_wait("slow")
            except ca.TurnAborted as error:
                errors.append(error)

        async with trio.open_nursery() as nursery:
            async with session.events("assistant.message_delta") as stream:
                nursery.start_soon(ask)
                await stream.__anext__()
            result = await session.abort()
        assert result.outcome == "aborted"
        assert len(errors) == 1
        assert (await session.abort()).outcome == "nothing_to_abort"
        assert content(await session.send_and_wait("x")) == "ok"


@pytest.mark.exhaustive("real")
async def test_abort_cancels_a_running_tool_handler_and_drops_its_result(world):
    started, cancelled = trio.Event(), trio.Event()

    async def handler(arguments):
        started.set()
        try:
            await trio.sleep_forever()
        finally:
            cancelled.set()

    tool = ca.Tool("wait", "wait", {"type": "object"}, handler, skip_permission=True)
    async with world.client(tool_script(ToolCall("wait", {}))) as client:
        session = await client.create_session(tools=[tool], **world.session_options)
        await session.send("go")
        await started.wait()
        assert (await session.abort()).outcome == "aborted"
        with trio.fail_after(1):
            await cancelled.wait()


async def test_a_timed_out_turn_is_aborted_and_the_next_prompt_gets_its_own_answer(world):
    script = Script.by_prompt({"silent": Silence()}, default=Text("ok"))
    async with world.client(script) as client:
        session = await client.create_session(**world.session_options)
        with pytest.raises(ca.TurnTimeout) as caught:
            await session.send_and_wait("silent", timeout=1.0)
        assert caught.value.aborted
        assert isinstance(caught.value, TimeoutError)
        assert content(await session.send_and_wait("next")) == "ok"


@pytest.mark.exhaustive("real")
async def test_a_time_out_of_one_caller_does_not_lose_the_prompt_of_another(world):
    script = Script.by_prompt({"silent": Silence()}, default=Text("ok"))
    async with world.client(script) as client:
        session = await client.create_session(**world.session_options)
        answers = []

        async def second():
            # After the silent prompt was accepted, before its time-out (1 s).
            await trio.sleep(0.3)
            answers.append(content(await session.send_and_wait("queued")))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(second)
            with pytest.raises(ca.TurnTimeout):
                await session.send_and_wait("silent", timeout=1.0)
        assert answers == ["ok"]


async def test_a_cancelled_caller_aborts_its_turn(world):
    script = Script.by_prompt({"silent": Silence()}, default=Text("ok"))
    async with world.client(script) as client:
        session = await client.create_session(**world.session_options)
        with trio.move_on_after(0.5):
            await session.send_and_wait("silent")
        with trio.fail_after(5):
            assert await session.wait_state("idle") == "idle"
        assert content(await session.send_and_wait("x")) == "ok"


# --- Store ----------------------------------------------------------------------------------


@pytest.mark.exhaustive("real")
async def test_history_and_metadata_can_be_read(world):
    async with world.client(ECHO) as client:
        session = await client.create_session(session_id="s-1", **world.session_options)
        await session.send_and_wait("hello")
        types = [event.type for event in await session.get_messages()]
        assert types.count("user.message") == types.count("assistant.message") == 1
        assert (await session.get_metadata())["sessionId"] == "s-1"
        assert session.workspace_path is None or "s-1" in session.workspace_path
        assert [s.session_id for s in await client.list_sessions()] == ["s-1"]
        assert (await client.get_session_metadata("s-1")).session_id == "s-1"
        assert await client.get_session_metadata("other") is None


@pytest.mark.exhaustive("real")
async def test_a_disconnected_session_is_closed_here_and_resumable_later(world):
    async with world.client(ECHO) as client:
        session = await client.create_session(session_id="s-1", **world.session_options)
        await session.send_and_wait("one")
        await session.disconnect()
        await session.destroy()
        assert session.state == "closed"
        with pytest.raises(ca.SessionClosed):
            await session.send("x")
        with pytest.raises(ca.SessionClosed):
            await session.on(print)
        again = await client.resume_session("s-1", **world.session_options)
        assert content(await again.send_and_wait("two")) == "two"
        users = [e for e in await again.get_messages() if e.type == "user.message"]
        assert [content(event) for event in users] == ["one", "two"]


async def test_a_session_is_resumed_by_another_client(world):
    async with world.client(ECHO) as client:
        session = await client.create_session(session_id="s-1", **world.session_options)
        await session.send_and_wait("one")
        await session.disconnect()
        async with world.second_client() as other:
            again = await other.resume_or_create_session("s-1", **world.session_options)
            assert content(await again.send_and_wait("two")) == "two"


@pytest.mark.exhaustive("real")
async def test_disconnect_tells_callers_that_wait(world):
    script = Script.by_prompt({"silent": Silence()}, default=Text("ok"))
    async with world.client(script) as client:
        session = await client.create_session(**world.session_options)
        async with trio.open_nursery() as nursery:

            async def ask():
                with pytest.raises(ca.SessionClosed):
                    await session.send_and_wait("silent")

            nursery.start_soon(ask)
            # Long enough for the CLI to accept the prompt; the model stays silent.
            await trio.sleep(0.5)
            with trio.fail_after(3):
                await session.disconnect()


async def test_delete_is_idempotent_and_removes_the_data(world):
    async with world.client(ECHO) as client:
        session = await client.create_session(session_id="s-1", **world.session_options)
        await session.send_and_wait("one")
        await client.delete_session("s-1")
        await client.delete_session("s-1")
        assert session.state == "closed"
        assert await client.list_sessions() == []
        with pytest.raises(ca.SessionNotFound):
            await client.resume_session("s-1", **world.session_options)


@pytest.mark.exhaustive("real")
async def test_creating_an_id_that_has_data_is_refused_instead_of_forking_it(world):
    async with world.client(ECHO) as client:
        session = await client.create_session(session_id="s-1", **world.session_options)
        await session.send_and_wait("one")
        with pytest.raises(ca.SessionAlreadyExists):
            await client.create_session(session_id="s-1", **world.session_options)
        await session.disconnect()
        with pytest.raises(ca.SessionAlreadyExists):
            await client.create_session(session_id="s-1", **world.session_options)


@pytest.mark.exhaustive("real")
async def test_a_session_is_a_context_manager_that_disconnects(world):
    async with world.client(ECHO) as client:
        async with await client.create_session(**world.session_options) as session:
            await session.send_and_wait("x")
        assert session.state == "closed"
        assert client.statistics().sessions == 0


# --- Bad input ------------------------------------------------------------------------------


@pytest.mark.exhaustive("real")
async def test_bad_input_is_refused_before_anything_is_sent(world):
    async with world.client(ECHO) as client:
        session = await client.create_session(**world.session_options)
        calls = world.model_calls()
        for prompt in ("lone \ud800 surrogate", "x" * 20_000_000, 5, None):
            with pytest.raises(ca.InvalidPrompt):
                await session.send_and_wait(prompt)
        for bad in ("my session/1", "../../evil", "", "x" * 300, "é"):
            with pytest.raises(ca.InvalidSessionId):
                await client.create_session(session_id=bad, **world.session_options)
            with pytest.raises(ca.InvalidSessionId):
                await client.resume_session(bad)
        with pytest.raises(ca.InvalidOption, match="streaming"):
            await client.create_session(streamin=True)
        with pytest.raises(ca.SessionNotFound):
            await client.resume_session("nobody", **world.session_options)
        assert world.model_calls() == calls
        assert content(await session.send_and_wait("still fine")) == "still fine"
        assert client.statistics().sessions == 1


# --- Stop -----------------------------------------------------------------------------------


@pytest.mark.exhaustive("real")
async def test_a_client_can_be_stopped_before_its_block_ends(world):
    script = Script.by_prompt({"silent": Silence()}, default=Text("ok"))
    async with world.client(script) as client:
        session = await client.create_session(**world.session_options)
        async with trio.open_nursery() as nursery:

            async def ask():
                with pytest.raises(ca.SessionClosed):
                    await session.send_and_wait("silent")

            nursery.start_soon(ask)
            # Long enough for the CLI to accept the prompt; the model stays silent.
            await trio.sleep(0.5)
            await client.stop()
        await client.stop()
        assert client.state == "stopped"
        assert client.pid is None
        with pytest.raises(ca.ConnectionStopped):
            await client.ping()
        with pytest.raises(ca.ConnectionStopped):
            await client.create_session(**world.session_options)


async def test_a_forced_stop_leaves_a_tool_call_pending_for_the_next_client(world):
    started = trio.Event()

    async def hang(arguments):
        started.set()
        await trio.sleep_forever()

    def choose(request):
        if request.step == 0:
            return ToolCalls([ToolCall("look", {})])
        return Text(f"got {request.tool_results[0].content}")

    def tool(handler):
        return ca.Tool("look", "look", {"type": "object"}, handler, skip_permission=True)

    async with world.client(choose) as client:
        session = await client.create_session(
            session_id="s-1", tools=[tool(hang)], **world.session_options
        )
        await session.send("go")
        await started.wait()
        await client.stop(force=True)
        async with world.second_client() as other:
            answers, answered = [], trio.Event()

            def note(event):
                if event.type == "assistant.message":
                    answers.append(content(event))
                    answered.set()

            again = await other.resume_session(
                "s-1",
                tools=[tool(lambda arguments: "late")],
                on_event=note,
                **world.session_options,
            )
            with trio.fail_after(10):
                await answered.wait()
            assert answers[-1] == "got late"
            assert await again.wait_state("idle")


@pytest.mark.exhaustive("real")
async def test_a_failure_does_not_quote_the_provider_key(world):
    key = "sk-a-long-provider-key-of-the-user"
    script = Script.by_prompt({"bad": HttpError(401, f"Incorrect API key provided: {key}")})
    async with world.client(script) as client:
        options = dict(world.session_options)
        provider = options.get("provider", {"type": "openai", "base_url": "http://127.0.0.1:9/v1"})
        options["provider"] = {**provider, "api_key": key}
        session = await client.create_session(**options)
        with pytest.raises(ca.TurnFailed) as caught:
            await session.send_and_wait("bad")
    assert key not in str(caught.value)
    assert key not in caught.value.message
