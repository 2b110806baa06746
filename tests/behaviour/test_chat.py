"""A chat on a supervised session, on both worlds."""

from __future__ import annotations

import json

import pytest
import trio

import copilot_actors as ca
from copilot_actors.chat import Chat, Copilot
from copilot_actors.testing import HttpError, Simulator, Text, ToolCall, ToolCalls


def script(request):
    if request.prompt == "fail":
        return HttpError(400, "scripted")
    if request.prompt == "slow":
        return Text("one two three four", delay=20.0)
    if request.prompt == "cut":
        return Text("one two three four", delay=0.3)
    if request.prompt == "shell" and request.step == 0:
        return ToolCalls([ToolCall("bash", {"command": "echo hi", "description": "say hi"})])
    users = [message for message in request.messages if message["role"] == "user"]
    return Text(f"answer {len(users)}")


async def opened(world, client, prompt="hello", **more):
    return await Copilot.session(prompt, client=client, **world.session_options, **more)


@pytest.mark.exhaustive("real")
async def test_the_first_prompt_is_answered_when_the_chat_is_there(world):
    async with world.client(script) as client:
        begun = trio.current_time()
        chat = await opened(world, client)
        milliseconds = (trio.current_time() - begun) * 1000
        result = chat.last
        assert result.success is True
        assert result.exit is None
        assert result.text == "answer 1"
        assert result.messages == ["answer 1"]
        assert result.session_id == chat.id()
        assert isinstance(result.duration, int)
        assert 0 <= result.duration <= milliseconds + 1
        assert result.error is None
        kinds = [json.loads(line)["type"] for line in result.all.splitlines()]
        assert kinds.index("user.message") < kinds.index("assistant.message")


@pytest.mark.exhaustive("real")
async def test_the_next_prompt_goes_on_with_the_conversation_and_becomes_the_last(world):
    async with world.client(script) as client:
        chat = await opened(world, client)
        first = chat.last
        result = await chat.send("more")
        assert (result.text, result.session_id) == ("answer 2", first.session_id)
        assert chat.last is result
        assert [json.loads(line)["type"] for line in result.all.splitlines()].count(
            "user.message"
        ) == 1


@pytest.mark.exhaustive("real")
async def test_close_is_chainable_and_idempotent_and_a_send_afterwards_raises(world):
    async with world.client(script) as client:
        chat = await opened(world, client)
        assert await (await chat.close()).close() is chat
        assert chat.closed
        with pytest.raises(ca.SessionClosed) as caught:
            await chat.send("more")
        assert caught.value.session_id == chat.id()
        assert chat.last.text == "answer 1"
        assert client.state == "connected"
        # The conversation stays on disk.
        again = await opened(world, client, "and?", resume=chat.id())
        assert again.last.text == "answer 2"


@pytest.mark.exhaustive("real")
async def test_a_block_closes_its_chat(world):
    async with world.client(script) as client:
        async with Copilot.session("hello", client=client, **world.session_options) as chat:
            assert chat.last.success
        assert chat.closed


@pytest.mark.exhaustive("real")
async def test_a_turn_that_fails_is_a_result_and_the_chat_goes_on(world):
    async with world.client(script) as client:
        chat = await opened(world, client, "fail")
        assert chat.last.success is False
        assert isinstance(chat.last.error, ca.TurnFailed)
        assert chat.last.error.status == 400
        assert (chat.last.text, chat.last.messages) == ("", [])
        assert "session.error" in chat.last.all
        assert (await chat.send("more")).success


@pytest.mark.exhaustive("real")
async def test_a_denied_permission_is_no_failure_of_the_turn(world):
    async with world.client(script) as client:
        chat = await opened(world, client, "shell", on_permission_request=ca.deny_all)
        assert chat.last.success
        assert chat.last.text == "answer 1"


@pytest.mark.exhaustive("real")
async def test_a_turn_that_takes_too_long_is_a_result_that_says_so(world):
    async with world.client(script) as client:
        chat = await opened(world, client)
        result = await chat.send("slow", timeout=1.0)
        assert result.success is False
        assert isinstance(result.error, ca.TurnTimeout)
        assert result.duration >= 1000
        assert chat.last is result
        assert (await chat.send("more")).success


async def test_a_kill_of_the_cli_in_the_middle_of_a_turn_changes_nothing_in_the_result(world):
    async with world.client(script) as client:
        chat = await opened(world, client)
        async with trio.open_nursery() as nursery:

            async def kill():
                await trio.sleep(0.5)  # the turn is streaming by then
                world.kill(client)

            nursery.start_soon(kill)
            result = await chat.send("cut")
        assert result.success, result.error
        assert result.text == "one two three four"
        assert result.messages[-1] == "one two three four"
        assert result.exit is None


@pytest.mark.exhaustive("real")
async def test_prompts_of_several_tasks_are_asked_one_after_the_other(world):
    async with world.client(script) as client:
        chat = await opened(world, client)
        texts = []

        async def ask():
            texts.append((await chat.send("more")).text)

        async with trio.open_nursery() as nursery:
            for _ in range(3):
                nursery.start_soon(ask)
        assert texts == ["answer 2", "answer 3", "answer 4"]


@pytest.mark.exhaustive("real")
async def test_a_close_in_the_middle_of_a_turn_reaches_all_who_wait(world):
    async with world.client(script) as client:
        chat = await opened(world, client)
        async with trio.open_nursery() as nursery:

            async def ask():
                with pytest.raises(ca.SessionClosed):
                    await chat.send("slow")

            nursery.start_soon(ask)
            nursery.start_soon(ask)
            await trio.sleep(0.5)  # one turn is under way, the other waits
            with trio.fail_after(5):
                await chat.close()


@pytest.mark.exhaustive("real")
async def test_a_cancelled_send_leaves_a_chat_that_can_be_used_on(world):
    async with world.client(script) as client:
        chat = await opened(world, client)
        first = chat.last
        with trio.move_on_after(0.5) as scope:
            await chat.send("slow")
        assert scope.cancelled_caught
        assert chat.last is first
        assert (await chat.send("more")).success


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("verb", ["send", "close"])
async def test_a_handler_of_the_turn_cannot_wait_for_its_end(world, verb):
    caught = []

    @ca.tool
    async def ask_again() -> str:
        """Ask the chat from within."""
        try:
            await (chats[0].send("more") if verb == "send" else chats[0].close())
        except ca.WouldDeadlock as error:
            caught.append(error)
        return "done"

    def calls_it(request):
        if request.prompt == "tool" and request.step == 0:
            return ToolCalls([ToolCall("ask_again", {})])
        return Text("ok")

    chats: list[Chat] = []
    async with world.client(calls_it) as client:
        chats.append(
            await opened(world, client, tools=[ask_again], on_permission_request=ca.approve_all)
        )
        with trio.fail_after(20):
            assert (await chats[0].send("tool")).success
        assert len(caught) == 1


@pytest.mark.exhaustive("real")
async def test_a_session_that_does_not_exist_cannot_be_resumed(world):
    async with world.client(script) as client:
        with pytest.raises(ca.SessionNotFound):
            await opened(world, client, resume="no-such-session")
        assert client.state == "connected"


BAD = {
    "an empty prompt": (("",), {}, ca.InvalidPrompt),
    "a blank prompt": ((" \n",), {}, ca.InvalidPrompt),
    "no text": ((None,), {}, ca.InvalidPrompt),
    "half a surrogate": (("\ud800",), {}, ca.InvalidPrompt),
    "a timeout of zero": (("hi",), {"timeout": 0}, ca.InvalidOption),
    "an unknown backend": (("hi",), {"backend": "thread"}, ca.InvalidOption),
    "an unknown option": (("hi",), {"modle": "x"}, ca.InvalidOption),
    "two ids": (("hi",), {"session_id": "a", "resume": "b"}, ca.InvalidOption),
    "an id that is none": (("hi",), {"session_id": "a b"}, ca.InvalidSessionId),
}


@pytest.mark.parametrize("name", BAD)
async def test_what_cannot_be_right_is_refused_at_the_door(name):
    arguments, fields, error = BAD[name]
    before = trio.lowlevel.current_statistics().tasks_living
    with pytest.raises(error):
        await Copilot.session(*arguments, cli=Simulator(script), **fields)
    assert trio.lowlevel.current_statistics().tasks_living == before
