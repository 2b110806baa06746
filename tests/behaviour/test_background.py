"""Case T5: agents and shells that a turn leaves running in the background."""

from __future__ import annotations

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script, Text, ToolCall, ToolCalls

# Long enough for the real CLI to go idle before it ends; the simulator's clock jumps.
COMMAND = {"command": "sleep 3; echo done", "description": "x", "mode": "async"}


def choose(request):
    if request.prompt.startswith("<system_notification>"):
        return Text("the command is done")
    if request.prompt == "run" and request.step == 0:
        return ToolCalls([ToolCall("bash", COMMAND)])
    return Text({"run": "started"}.get(request.prompt, request.prompt))


def content(event) -> str | None:
    return None if event is None else event.raw["data"]["content"]


@pytest.fixture
def options(world):
    def make(**more):
        return {
            **world.session_options,
            "on_permission_request": ca.approve_all,
            **more,
        }

    return make


async def test_T5_a_turn_lasts_until_its_background_work_is_told_of(world, options):
    async with world.client(choose) as client:
        session = await client.create_session(**options())
        idle = []
        await session.on("assistant.idle", lambda event: idle.append(session.state))
        begin = trio.current_time()
        result = await session.run_turn("run")
        assert content(result.answer) == "the command is done"
        assert result.ended_by == "session.idle"
        assert result.message_id
        assert trio.current_time() - begin > 2.5
        assert idle == ["running"] * 2
        assert session.state == "idle"


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("seconds", [0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3])
async def test_T5_whenever_the_command_ends_its_turn_waits_for_the_news(
    world, options, seconds, monkeypatch
):
    monkeypatch.setitem(COMMAND, "command", f"sleep {seconds}; echo done")
    async with world.client(choose) as client:
        session = await client.create_session(**options())
        result = await session.run_turn("run")
        assert content(result.answer) == "the command is done"


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("where", ["call", "session"])
async def test_T5_the_answer_may_be_accepted_early_and_later_turns_are_not_confused(
    world, options, where
):
    early = {"wait_for_background": False}
    async with world.client(choose) as client:
        session = await client.create_session(**options(**(early if where == "session" else {})))
        told = []
        await session.on("assistant.message", lambda event: told.append(content(event)))
        begin = trio.current_time()
        result = await session.run_turn("run", **(early if where == "call" else {}))
        assert (content(result.answer), result.ended_by) == ("started", "assistant.idle")
        assert session.state == "running"
        second = await session.run_turn("next")
        assert (content(second.answer), second.ended_by) == ("next", "assistant.idle")
        assert trio.current_time() - begin < 2.5
        with trio.fail_after(10):
            await session.wait_state("idle")
        assert told[-1] == "the command is done"
        third = await session.run_turn("third")
        by = "assistant.idle" if where == "session" else "session.idle"
        assert (content(third.answer), third.ended_by) == ("third", by)


@pytest.mark.exhaustive("real")
async def test_T5_the_next_prompt_ends_a_turn_that_waits_for_its_background_work(world, options):
    results = {}
    async with world.client(choose) as client:
        session = await client.create_session(**options())

        async def ask(prompt):
            results[prompt] = await session.run_turn(prompt)

        async with trio.open_nursery() as nursery:
            async with session.events("assistant.idle") as stream:
                nursery.start_soon(ask, "run")
                await anext(stream)
            nursery.start_soon(ask, "next")
    answers = {name: (content(r.answer), r.ended_by) for name, r in results.items()}
    assert answers == {"run": ("started", "next_turn"), "next": ("next", "assistant.idle")}


@pytest.mark.exhaustive("real")
async def test_T5_background_work_is_no_silence_and_the_hard_limit_ends_the_turn(world, options):
    async with world.client(choose) as client:
        session = await client.create_session(**options())
        answer = await session.send_and_wait("run", quiet_timeout=2)
        assert content(answer) == "the command is done"
        with pytest.raises(ca.TurnTimeout) as caught:
            await session.send_and_wait("run", turn_timeout=1.5)
        assert (caught.value.limit, caught.value.aborted) == ("turn_timeout", True)
        assert content(await session.send_and_wait("next")) == "next"


@pytest.mark.exhaustive("real")
async def test_T5_an_abort_ends_the_wait_for_background_work(world, options):
    async with world.client(choose) as client:
        session = await client.create_session(**options())
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def abort():
                async with session.events("assistant.idle") as stream:
                    await anext(stream)
                assert (await session.abort()).outcome == "aborted"

            with pytest.raises(ca.TurnAborted):
                await session.send_and_wait("run")
        # The command survives the abort, and what is told of it is not the next answer.
        assert content(await session.send_and_wait("next")) == "next"


async def test_T5_a_crash_ends_background_work_and_the_turn_is_answered_from_its_log(
    world, options
):
    async with world.client(choose) as client:
        session = await client.create_session(**options())
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def kill():
                async with session.events("assistant.idle") as stream:
                    await anext(stream)
                await session.request("sessions.save")
                world.kill(client)

            result = await session.run_turn("run")
        assert (content(result.answer), result.ended_by) == ("started", "history")
        second = await session.run_turn("next")
        assert (content(second.answer), second.ended_by) == ("next", "session.idle")


@pytest.mark.exhaustive("real")
async def test_a_turn_without_background_work_is_ended_by_the_idle_of_its_session(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(**world.session_options)
        result = await session.run_turn("x")
        assert (content(result.answer), result.ended_by) == ("x", "session.idle")
        with pytest.raises(TypeError, match="patience"):
            await session.run_turn("x", patience=3)
