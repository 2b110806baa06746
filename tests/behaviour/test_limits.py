"""Cases T1 and T2: how long a turn may take, and how long its session may be silent."""

from __future__ import annotations

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script, Silence, Simulator, Text, ToolCall, ToolCalls

SCRIPT = Script.by_prompt(
    {
        "stream": Text("x" * 40, chunks=40, delay=0.1),
        "long": Text("x" * 60, chunks=60, delay=1.0),
        "silent": Silence(),
        "question": [ToolCalls([ToolCall("ask_user", {"question": "why?"})]), Text("asked")],
        "tool": [ToolCalls([ToolCall("look", {})]), Text("looked")],
    },
    default=Text("ok"),
)


def content(event) -> str | None:
    return None if event is None else event.raw["data"]["content"]


@pytest.fixture
def opening(world):
    def make(**options):
        return world.client(SCRIPT, **options)

    return make


async def test_T2_the_hard_limit_ends_a_turn_that_shows_signs_of_life(world, opening):
    async with opening() as client:
        session = await client.create_session(**world.session_options)
        begin = trio.current_time()
        with pytest.raises(ca.TurnTimeout) as caught:
            await session.send_and_wait("stream", turn_timeout=1, quiet_timeout=0.9)
        assert 1 <= trio.current_time() - begin < 3
        error = caught.value
        assert (error.limit, error.seconds, error.aborted, error.running) == (
            "turn_timeout",
            1,
            True,
            False,
        )
        # The abort is confirmed a moment after the turn has ended.
        with trio.fail_after(1):
            await session.wait_state("idle")
        assert content(await session.send_and_wait("next")) == "ok"


@pytest.mark.exhaustive("real")
async def test_T2_the_limits_hold_for_a_plain_send_and_its_subscribers_are_told(world, opening):
    async with opening() as client:
        session = await client.create_session(**world.session_options)
        async with session.events("copilot_actors.turn.timeout", "session.idle") as stream:
            message_id = await session.send("silent", turn_timeout=1)
            marker = await anext(stream)
            assert marker.data.message_id == message_id
            assert (marker.data.limit, marker.data.seconds) == ("turn_timeout", 1)
            assert marker.data.aborting is True
            assert (await anext(stream)).data.get("aborted") is True
        assert content(await session.send_and_wait("next")) == "ok"
        assert client.statistics().pending_prompts == 0


@pytest.mark.exhaustive("real")
async def test_T2_the_quiet_limit_tells_where_the_turn_stood(world, opening):
    async with opening() as client:
        session = await client.create_session(quiet_timeout=1.0, **world.session_options)
        with pytest.raises(ca.TurnStalled) as caught:
            await session.send_and_wait("silent")
        error = caught.value
        assert error.seconds == 1
        assert error.silent_for == pytest.approx(1, abs=0.2)
        assert error.last_event.startswith(("model.", "assistant.", "session."))
        assert (error.pending, error.client_state, error.pid) == ((), "connected", client.pid)
        assert (error.aborted, error.running) == (True, False)
        # A call may lift the session's limit.
        answer = await session.send_and_wait("stream", quiet_timeout=None)
        assert content(answer) == "x" * 40


@pytest.mark.exhaustive("real")
async def test_T2_a_pending_tool_suspends_the_quiet_limit_and_not_the_hard_one(world, opening):
    async def look():
        # Longer than either limit; real time where the CLI is real.
        await trio.sleep(2)
        return "seen"

    tools = [ca.Tool("look", "look", None, look, skip_permission=True)]
    async with opening() as client:
        session = await client.create_session(tools=tools, **world.session_options)
        assert content(await session.send_and_wait("tool", quiet_timeout=1)) == "looked"
        with pytest.raises(ca.TurnTimeout):
            await session.send_and_wait("tool", quiet_timeout=1, turn_timeout=1.2)


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("what", ["question", "hook"])
async def test_T2_a_question_to_the_user_or_a_hook_suspends_the_quiet_limit(world, opening, what):
    async def slowly(*_given):
        # Longer than the quiet limit; real time where the CLI is real.
        await trio.sleep(2)
        return "because" if what == "question" else None

    asking = {"on_user_input_request": slowly, "hooks": {}}
    hooking = {"hooks": {"userPromptSubmitted": slowly}}
    options = asking if what == "question" else hooking
    async with opening() as client:
        session = await client.create_session(**options, **world.session_options)
        answer = await session.send_and_wait(what, quiet_timeout=1)
        assert content(answer) == ("asked" if what == "question" else "ok")


@pytest.mark.exhaustive("real")
async def test_T3_a_turn_that_is_left_running_is_visible_and_answers_nobody_else(world, opening):
    async with opening() as client:
        session = await client.create_session(on_timeout="leave", **world.session_options)
        seen = []
        await session.on("assistant.message", lambda event: seen.append(content(event)))
        for limits in ({"timeout": 1}, {"turn_timeout": 1}):
            with pytest.raises(ca.TurnTimeout) as caught:
                await session.send_and_wait("stream", **limits)
            assert (caught.value.running, caught.value.aborted) == (True, False)
            assert session.state == "running"
            assert content(await session.send_and_wait("next")) == "ok"
        assert seen == ["x" * 40, "ok"] * 2
        with pytest.raises(ca.TurnTimeout) as caught:
            await session.send_and_wait("silent", timeout=0.5, on_timeout="abort")
        assert caught.value.aborted
        assert client.statistics().pending_prompts == 0


async def test_T2_waiting_behind_another_prompt_does_not_count_for_the_hard_limit(autojump_clock):
    simulator = Simulator(SCRIPT)
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(model="m", turn_timeout=10)
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def first():
                with pytest.raises(ca.TurnTimeout):
                    await session.send_and_wait("silent", timeout=None)

            # Simulated time: the first prompt is under way.
            await trio.sleep(0.1)
            begin = trio.current_time()
            answer = await session.send_and_wait("stream", timeout=None, turn_timeout=6)
            assert content(answer) == "x" * 40
            assert trio.current_time() - begin > 10


async def test_T2_the_acceptance_figures(autojump_clock):
    async def look():
        await trio.sleep(20)
        return "seen"

    tools = [ca.Tool("look", "look", None, look, skip_permission=True)]
    async with ca.open_client(cli=Simulator(SCRIPT)) as client:
        session = await client.create_session(model="m", streaming=True, tools=tools)
        begin = trio.current_time()
        await session.send_and_wait("long", timeout=None, quiet_timeout=3)
        assert 58 < trio.current_time() - begin < 62
        assert content(await session.send_and_wait("tool", quiet_timeout=3)) == "looked"
        begin = trio.current_time()
        with pytest.raises(ca.TurnStalled):
            await session.send_and_wait("silent", quiet_timeout=3)
        assert trio.current_time() - begin < 4
        begin = trio.current_time()
        with pytest.raises(ca.TurnTimeout):
            await session.send_and_wait("long", timeout=None, quiet_timeout=3, turn_timeout=10)
        assert 10 <= trio.current_time() - begin < 11


async def test_T2_a_crash_in_the_turn_does_not_restart_the_hard_limit(autojump_clock):
    simulator = Simulator(SCRIPT)
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(model="m", streaming=True, turn_timeout=12)
        begin = trio.current_time()
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def kill():
                await trio.sleep(6)
                simulator.kill()

            with pytest.raises(ca.TurnTimeout):
                await session.send_and_wait("long")
        assert 12 <= trio.current_time() - begin < 14


@pytest.mark.parametrize("name", ["turn_timeout", "quiet_timeout"])
@pytest.mark.parametrize("value", [0, -1, True, "5", float("nan")])
async def test_a_limit_of_the_session_or_of_a_send_that_is_no_time_is_refused(
    autojump_clock, name, value
):
    simulator = Simulator(SCRIPT)
    async with ca.open_client(cli=simulator) as client:
        with pytest.raises(ca.InvalidOption, match=name):
            await client.create_session(model="m", **{name: value})
        session = await client.create_session(model="m")
        with pytest.raises(ca.InvalidOption, match=name):
            await session.send("x", **{name: value})
        with pytest.raises(ca.InvalidOption, match="on_timeout"):
            await session.send("x", on_timeout="shrug")
        assert simulator.model_requests == ()


async def test_limits_that_are_not_reached_leave_no_task(autojump_clock):
    async with ca.open_client(cli=Simulator(SCRIPT)) as client:
        session = await client.create_session(model="m", turn_timeout=60, quiet_timeout=60)
        await session.send_and_wait("warm up")
        await trio.testing.wait_all_tasks_blocked()
        before = trio.lowlevel.current_statistics().tasks_living
        for _ in range(20):
            await session.send_and_wait("x")
        await trio.testing.wait_all_tasks_blocked()
        assert trio.lowlevel.current_statistics().tasks_living == before
