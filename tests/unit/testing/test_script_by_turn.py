"""Scripts by turn, and the prompts that every script may look at, on both worlds."""

from __future__ import annotations

import os

import pytest

import copilot_actors as ca
from copilot_actors.testing import (
    HttpError,
    Script,
    Simulator,
    Text,
    ToolCall,
    ToolCalls,
    open_scripted_model,
)
from copilot_actors.testing._scripted_model._messages import turn_position as of_messages
from copilot_actors.testing._scripted_model._wire import turn_position as of_completions

SCRIPT = Script.by_turn(
    [
        Text("one"),
        [ToolCalls([ToolCall("add", {"a": 2, "b": 3})]), Text("two")],
    ],
    default=Text("later"),
)


@ca.tool(skip_permission=True)
def add(a: int, b: int) -> str:
    """Add."""
    return str(a + b)


async def answers(client, **options):
    session = await client.create_session(tools=[add], **options)
    return [(await session.send_and_wait("hello")).data.content for _ in range(4)]


async def test_turns_are_counted_for_each_session_by_the_simulator(autojump_clock):
    cli = Simulator(SCRIPT)
    async with ca.open_client(cli=cli) as client:
        for _ in range(2):
            assert await answers(client, model="m") == ["one", "two", "later", "later"]
    assert cli.model_requests[-1].prompts == ("hello",) * 4


@pytest.mark.real_cli
@pytest.mark.exhaustive("real")
async def test_turns_are_counted_for_the_real_cli(tmp_path):
    async with open_scripted_model(SCRIPT) as model:
        env = {**os.environ, **model.environment()}
        async with ca.open_client(env=env, home=tmp_path) as client:
            options = {"model": model.model_name, "provider": model.provider()}
            assert await answers(client, **options) == ["one", "two", "later", "later"]
        assert model.requests[-1].prompts == ("hello",) * 4


async def test_a_turn_survives_a_crash_under_its_number(autojump_clock):
    cli = Simulator(SCRIPT)
    async with ca.open_client(cli=cli) as client:
        session = await client.create_session(model="m", tools=[add])
        assert (await session.send_and_wait("a")).data.content == "one"
        cli.kill()
        assert (await session.send_and_wait("b")).data.content == "two"


async def test_a_turn_too_many_fails_and_says_so(autojump_clock):
    async with ca.open_client(cli=Simulator(Script.by_turn([Text("one")]))) as client:
        session = await client.create_session(model="m")
        await session.send_and_wait("a")
        with pytest.raises(ca.TurnFailed, match=r"1 turn.s., but turn number 2 .* prompt 'b'"):
            await session.send_and_wait("b")


async def test_an_async_function_is_a_script(autojump_clock):
    async def script(request):
        return Text(str(request.prompts)) if request.prompt != "no" else HttpError(400, "no")

    async with ca.open_client(cli=Simulator(script)) as client:
        session = await client.create_session(model="m")
        await session.send_and_wait("a")
        assert (await session.send_and_wait("b")).data.content == "('a', 'b')"


@pytest.mark.parametrize(
    ("position", "result"),
    [
        (of_completions, {"role": "tool", "tool_call_id": "c", "content": "5"}),
        (of_messages, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c"}]}),
    ],
    ids=["completions", "messages"],
)
def test_results_of_tools_are_no_prompts(position, result):
    user = {"role": "user", "content": "hi"}
    said = {"role": "assistant", "content": "x"}
    found = position([user, said, result, said, {"role": "user", "content": "ho"}])
    assert found.prompts == ("hi", "ho")
    assert (found.prompt, found.step) == ("ho", 0)
    assert position([]).prompt == ""
