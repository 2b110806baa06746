"""What survives a kill -9 of the CLI: one test per kind of pending work, in both worlds."""

from __future__ import annotations

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script, Silence, Text, ToolCall, ToolCalls

STREAM = Script.by_prompt(
    {"slow": Text("one two three four", chunks=4, delay=0.3)}, default=Text("ok")
)


def content(event) -> str:
    return event.raw["data"]["content"]


async def user_messages(session) -> list[str]:
    return [content(e) for e in await session.get_messages() if e.type == "user.message"]


def counting_tool(delay=0.0):
    """A tool that says how often it ran, and an event that tells when it runs."""
    runs: list[str] = []
    started = trio.Event()

    async def handler(arguments, invocation):
        runs.append(invocation.tool_call_id)
        started.set()
        # The tool takes its time, so that a death can fall into its run.
        await trio.sleep(delay)
        return f"value {len(runs)}"

    tool = ca.Tool("count", "count", {"type": "object"}, handler, skip_permission=True)
    return tool, runs, started


def tool_turn(request):
    if not request.prompt.startswith("go"):
        return Text("ok")
    if request.step == 0:
        return ToolCalls([ToolCall("count", {})])
    return Text(f"the tool said {request.tool_results[-1].content}")


async def test_an_idle_session_answers_after_a_crash_and_keeps_its_subscriptions(world):
    seen = []
    async with world.client(STREAM) as client:
        session = await client.create_session(**world.session_options)
        ref = await session.on("assistant.message", seen.append)
        await session.send_and_wait("a")
        first = client.pid
        world.kill(client)
        assert content(await session.send_and_wait("b")) == "ok"
        assert client.pid != first
        assert len(seen) == 2
        await session.off(ref)
        await session.send_and_wait("c")
        assert len(seen) == 2
        assert await user_messages(session) == ["a", "b", "c"]


async def test_a_session_that_was_never_prompted_survives_a_crash(world):
    async with world.client(STREAM) as client:
        session = await client.create_session(session_id="fresh", **world.session_options)
        world.kill(client)
        assert content(await session.send_and_wait("x")) == "ok"
        assert session.session_id == "fresh"
        assert await user_messages(session) == ["x"]


@pytest.mark.parametrize(
    "delay",
    [
        pytest.param(0.0, marks=pytest.mark.exhaustive("real")),
        pytest.param(0.004, marks=pytest.mark.exhaustive("real")),
        pytest.param(0.03, marks=pytest.mark.exhaustive("real")),
        pytest.param(0.08, marks=pytest.mark.exhaustive("real")),
        0.2,
    ],
)
async def test_a_prompt_in_flight_is_answered_once_whenever_the_cli_dies(world, delay):
    async with world.client(STREAM) as client:
        session = await client.create_session(streaming=True, **world.session_options)
        await session.send_and_wait("before")
        answers = []

        async def ask():
            answers.append(await session.send_and_wait("slow"))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask)
            # The moment of the death is what varies: real time on the real CLI.
            await trio.sleep(delay)
            world.kill(client)
        assert [content(a) for a in answers] == ["one two three four"]
        assert await user_messages(session) == ["before", "slow"]


async def test_a_cut_stream_is_withdrawn_and_the_turn_continued(world):
    types = []
    async with world.client(STREAM) as client:
        session = await client.create_session(streaming=True, **world.session_options)
        await session.on(lambda event: types.append(event.type))
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def kill_in_mid_stream():
                async with session.events("assistant.message_delta") as stream:
                    await stream.__anext__()
                    await stream.__anext__()
                    world.kill(client)

            answer = await session.send_and_wait("slow")
        assert content(answer) == "one two three four"
        assert client.statistics().turns_continued == 1
        assert await user_messages(session) == ["slow"]
    withdrawn = types.index("copilot_actors.message.withdrawn")
    assert types.index("copilot_actors.session.recovering") > withdrawn
    assert types.index("copilot_actors.session.recovered") > withdrawn
    assert types.count("assistant.message") == 1


async def test_a_running_tool_handler_answers_the_resumed_session(world):
    tool, runs, started = counting_tool(delay=0.6)
    async with world.client(tool_turn) as client:
        session = await client.create_session(tools=[tool], **world.session_options)
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def kill_while_the_tool_runs():
                await started.wait()
                world.kill(client)

            assert content(await session.send_and_wait("go")) == "the tool said value 1"
        assert len(runs) == 1
        assert await user_messages(session) == ["go"]


@pytest.mark.exhaustive("real")
async def test_a_result_recorded_while_the_cli_was_away_is_delivered(world):
    tool, runs, started = counting_tool(delay=0.01)
    async with world.client(tool_turn) as client:
        session = await client.create_session(tools=[tool], **world.session_options)
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def kill_at_once():
                await started.wait()
                world.kill(client)

            assert content(await session.send_and_wait("go")) == "the tool said value 1"
        assert len(runs) == 1


async def test_a_tool_that_was_answered_just_before_the_crash_runs_once(world):
    tool, runs, _ = counting_tool()
    async with world.client(tool_turn) as client:
        session = await client.create_session(tools=[tool], **world.session_options)
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def kill_after_the_tool():
                async with session.events("tool.execution_complete") as stream:
                    await stream.__anext__()
                    world.kill(client)

            assert content(await session.send_and_wait("go")) == "the tool said value 1"
        assert len(runs) == 1
        assert await user_messages(session) == ["go"]


async def test_a_pending_permission_is_answered_in_the_resumed_session(world):
    asked, release = [], trio.Event()

    async def decide(request):
        asked.append(request.request_id)
        if len(asked) == 1:
            world.kill(client)
            await release.wait()
        return ca.approve_once()

    script = Script.by_prompt(
        {
            "go": [
                ToolCalls([ToolCall("bash", {"command": "true", "description": "x"})]),
                Text("end"),
            ]
        }
    )
    completed = []
    async with world.client(script) as client:
        session = await client.create_session(on_permission_request=decide, **world.session_options)
        await session.on("tool.execution_complete", completed.append)
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def release_after_recovery():
                await session.wait_state("recovering")
                await session.wait_state("running")
                release.set()

            assert content(await session.send_and_wait("go")) == "end"
        assert len(asked) == 1
        assert [event.data["success"] for event in completed] == [True]
        assert await user_messages(session) == ["go"]


async def test_queued_prompts_are_answered_in_order_after_a_crash(world):
    answers = []
    async with world.client(STREAM) as client:
        session = await client.create_session(streaming=True, **world.session_options)

        async def ask(prompt):
            answers.append((prompt, content(await session.send_and_wait(prompt))))

        async with trio.open_nursery() as nursery:
            for prompt in ("slow", "b", "c"):
                nursery.start_soon(ask, prompt)
                # One after the other, so that the CLI queues them in this order.
                await trio.sleep(0.1)
            # Long enough to queue both others while the first answer streams (0.9 s).
            await trio.sleep(0.3)
            world.kill(client)
        assert answers == [("slow", "one two three four"), ("b", "ok"), ("c", "ok")]
        assert await user_messages(session) == ["slow", "b", "c"]


async def test_a_second_crash_during_the_recovery_is_survived(world):
    async with world.client(STREAM) as client:
        session = await client.create_session(streaming=True, **world.session_options)
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def kill_twice():
                async with session.events("assistant.message_delta") as stream:
                    await stream.__anext__()
                world.kill(client)
                await client.wait_state("reconnecting")
                await client.wait_state("connected")
                world.kill(client)

            assert content(await session.send_and_wait("slow")) == "one two three four"
        assert await user_messages(session) == ["slow"]


@pytest.mark.exhaustive("real")
async def test_every_session_is_resumed(world):
    async with world.client(Script.echo()) as client:
        sessions = [await client.create_session(**world.session_options) for _ in range(12)]
        for number, session in enumerate(sessions):
            await session.send_and_wait(f"first {number}")
        world.kill(client)
        answers = {}

        async def ask(number, session):
            answers[number] = content(await session.send_and_wait(f"second {number}"))

        async with trio.open_nursery() as nursery:
            for number, session in enumerate(sessions):
                nursery.start_soon(ask, number, session)
        assert answers == {number: f"second {number}" for number in range(12)}
        assert client.statistics().recoveries == 12


async def test_with_restart_off_the_death_reaches_every_caller_at_once(world):
    script = Script.by_prompt({"silent": Silence()}, default=Text("ok"))
    async with world.client(script, restart=False) as client:
        session = await client.create_session(**world.session_options)
        faults = []

        async def ask():
            try:
                await session.send_and_wait("silent")
            except ca.CliExited as fault:
                faults.append(fault)

        async with trio.open_nursery() as nursery:
            for _ in range(3):
                nursery.start_soon(ask)
            # Long enough for the CLI to accept all three; the model stays silent.
            await trio.sleep(0.5)
            world.kill(client)
            begin = trio.current_time()
        assert trio.current_time() - begin < 1
        assert [fault.signal for fault in faults] == [9, 9, 9]
        assert client.state == "failed"
        with pytest.raises(ca.CliExited):
            await client.ping()
        with pytest.raises(ca.CliExited):
            await client.create_session(**world.session_options)
        with pytest.raises(ca.CliExited):
            await session.send("x")


async def test_a_frozen_cli_counts_as_dead(world):
    async with world.client(STREAM, ping_interval=0.5, ping_timeout=0.5) as client:
        session = await client.create_session(**world.session_options)
        await session.send_and_wait("a")
        first = client.pid
        world.freeze(client)
        assert content(await session.send_and_wait("b", timeout=30)) == "ok"
        assert client.pid != first


@pytest.mark.exhaustive("real")
async def test_a_read_that_the_crash_cuts_is_asked_again(world):
    async with world.client(STREAM) as client:
        session = await client.create_session(**world.session_options)
        await session.send_and_wait("a")
        world.kill(client)
        assert len(await user_messages(session)) == 1
        world.kill(client)
        assert [s.session_id for s in await client.list_sessions()] == [session.session_id]


@pytest.mark.exhaustive("real")
async def test_a_session_can_be_created_while_the_cli_is_away(world):
    async with world.client(STREAM) as client:
        world.kill(client)
        session = await client.create_session(**world.session_options)
        assert content(await session.send_and_wait("x")) == "ok"


@pytest.mark.exhaustive("real")
async def test_an_abort_during_the_crash_continues_nothing(world):
    async with world.client(STREAM) as client:
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
            world.kill(client)
            await session.wait_state("recovering")
            await session.abort()
        assert len(errors) == 1
        calls = world.model_calls()
        assert content(await session.send_and_wait("x")) == "ok"
        assert world.model_calls() == calls + 1


@pytest.mark.exhaustive("real")
async def test_at_most_once_reports_what_it_cannot_know(world):
    async with world.client(STREAM) as client:
        session = await client.create_session(delivery="at_most_once", **world.session_options)
        await session.send_and_wait("before")
        outcomes = []

        async def ask():
            try:
                outcomes.append(content(await session.send_and_wait("slow")))
            except ca.OutcomeUnknown as error:
                outcomes.append(error)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask)
            await trio.testing.wait_all_tasks_blocked()
            world.kill(client)
        (outcome,) = outcomes
        times = (await user_messages(session)).count("slow")
        assert times == (0 if isinstance(outcome, ca.OutcomeUnknown) else 1)


@pytest.mark.exhaustive("real")
async def test_a_cli_that_shuts_down_by_itself_is_restarted_and_nobody_notices(world):
    answers = []
    async with world.client(STREAM) as client:
        sessions = [await client.create_session(**world.session_options) for _ in range(3)]
        for session in sessions:
            await session.send_and_wait("before")

        async def ask(session, prompt):
            answers.append(content(await session.send_and_wait(prompt)))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask, sessions[0], "slow")
            # Into the middle of the streamed answer, which takes 0.9 s.
            await trio.sleep(0.3)
            world.terminate(client)
            for session in sessions[1:]:
                for _ in range(3):
                    nursery.start_soon(ask, session, "x")
                    # Spread over the CLI's shutdown, whose phases send nothing.
                    await trio.sleep(0.01)
        assert sorted(answers) == ["ok"] * 6 + ["one two three four"]
        for session in sessions:
            prompts = await user_messages(session)
            assert len(prompts) == (2 if session is sessions[0] else 4)


async def test_tool_calls_that_the_crash_kept_from_everybody_are_asked_for_again(world):
    tool, runs, _ = counting_tool()
    hooks = []

    async def before_tool(arguments):
        hooks.append(arguments)
        if len(hooks) == 1:
            # Between the model's message and the request for its call: flush, then die.
            await client.request("sessions.save", {"sessionId": session.session_id})
            world.kill(client)
            await trio.sleep_forever()

    async with world.client(tool_turn) as client:
        session = await client.create_session(
            tools=[tool], hooks={"preToolUse": before_tool}, **world.session_options
        )
        assert content(await session.send_and_wait("go")) == "the tool said value 1"
        assert (len(hooks), len(runs)) == (2, 1)
        assert await user_messages(session) == ["go"]
        kinds = [event.type for event in await session.get_messages()]
        assert kinds.count("tool.execution_complete") == 1


@pytest.mark.exhaustive("real")
async def test_events_that_the_crash_took_back_are_named_when_the_session_is_created_again(world):
    delivered, markers = [], []
    async with world.client(STREAM) as client:
        session = await client.create_session(**world.session_options)

        def note(event):
            if event.id and not event.ephemeral:
                delivered.append(event.id)
            if event.type == "user.message" and not markers:
                world.kill(client)
            if event.type == "copilot_actors.session.recovered":
                markers.append(event.data["gap"]["withdrawn"])

        await session.on(note)
        assert content(await session.send_and_wait("x")) == "ok"
        kept = {event.id for event in await session.get_messages()}
    (withdrawn,) = markers
    assert set(withdrawn) & set(delivered)
    assert not set(withdrawn) & kept
