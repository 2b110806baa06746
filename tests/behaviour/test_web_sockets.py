"""A provider that refuses what a proxy made of a WebSocket: the session goes on over HTTP."""

from __future__ import annotations

import logging

import msgspec
import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import HttpError, Simulator, Text, ToolCall, ToolCalls

SAYS = "input item ID does not belong to this connection"
FAULT = HttpError(400, f"Error code: 400, {SAYS}: msg_0123")
WORLDS = pytest.mark.exhaustive("real")


class Script:
    """Refuses the given calls to the model, counted from 1; answers the others."""

    def __init__(self, *refused, fault=FAULT):
        self.refused = refused
        self.fault = fault
        self.prompts = []

    def __call__(self, request):
        self.prompts.append([text for text in (request.prompt,) if text])
        if len(self.prompts) in self.refused:
            return self.fault
        return Text(f"answer {len(self.prompts)}")


async def told(session):
    """The users' messages of the history."""
    return [e.data.content for e in await session.get_messages() if e.type == "user.message"]


async def test_the_turn_is_continued_once_over_http(world, caplog):
    caplog.set_level(logging.WARNING, "copilot_actors.session")
    script, heard = Script(2), []
    async with world.client(script) as client:
        session = await client.create_session(session_id="s", **world.session_options)
        await session.on("copilot_actors.session.web_socket_fallback", heard.append)
        assert (await session.send_and_wait("one")).data.content == "answer 1"
        answer = await session.send_and_wait("two")
        assert answer.data.content == "answer 3"
        assert await told(session) == ["one", "two"]
        assert len(heard) == 1
        counters = client.statistics()
        assert (counters.web_socket_fallbacks, counters.turns_continued) == (1, 1)
        assert counters.connections == 1
        assert "'s' goes on over HTTP" in caplog.text
        # It stays so: nothing further is tried, and nothing further is told.
        assert (await session.send_and_wait("three")).data.content == "answer 4"
        assert len(heard) == 1


@WORLDS
async def test_it_is_done_once_and_then_the_error_is_told(world):
    script = Script(*range(1, 20))
    async with world.client(script) as client:
        session = await client.create_session(**world.session_options)
        with pytest.raises(ca.TurnFailed, match=SAYS):
            await session.send_and_wait("one")
        assert len(script.prompts) == 2
        with pytest.raises(ca.TurnFailed, match=SAYS):
            await session.send_and_wait("two")
        assert len(script.prompts) == 3
        assert client.statistics().web_socket_fallbacks == 1


OTHER = {
    "another text": HttpError(400, "input item has no ID"),
    "another status": HttpError(422, SAYS),
}


@pytest.mark.parametrize("fault", OTHER)
@WORLDS
async def test_other_errors_are_told_as_ever(world, fault):
    script = Script(1, fault=OTHER[fault])
    async with world.client(script) as client:
        session = await client.create_session(**world.session_options)
        with pytest.raises(ca.TurnFailed):
            await session.send_and_wait("one")
        assert client.statistics().web_socket_fallbacks == 0
        assert len(script.prompts) == 1


OFF = {
    "the policy is off": {"web_socket_fallback": False},
    "WebSockets are off": {"capi": ca.CapiOptions(enable_web_socket_responses=False)},
    "the same as a mapping": {"capi": {"enableWebSocketResponses": False}},
    "the same in our words": {"capi": {"enable_web_socket_responses": False}},
    "cut turns are not continued": {"interrupted": "raise"},
}


@pytest.mark.parametrize("how", OFF)
@WORLDS
async def test_where_there_is_nothing_to_fall_back_from_the_error_is_told(world, how):
    script = Script(1)
    async with world.client(script) as client:
        session = await client.create_session(**OFF[how], **world.session_options)
        with pytest.raises(ca.TurnFailed, match=SAYS):
            await session.send_and_wait("one")
        assert client.statistics().web_socket_fallbacks == 0
        assert len(script.prompts) == 1


ON = {
    "nothing said": {},
    "asked for": {"capi": ca.CapiOptions(enable_web_socket_responses=True)},
    "with a tier": {"model": "auto", "capi": {"autoTier": "balance"}},
}


@pytest.mark.parametrize("given", ON)
async def test_the_cli_is_told_to_do_without_and_of_all_else_again(
    autojump_clock, monkeypatch, given
):
    sent = []
    script = Script(1)
    async with ca.open_client(cli=Simulator(script)) as client:
        original = client._context.link.connection.request

        async def request(method, params, **how):
            if method in ("session.create", "session.resume"):
                sent.append((method, params.get("capi")))
            return await original(method, params, **how)

        monkeypatch.setattr(client._context.link.connection, "request", request)
        session = await client.create_session(**{"model": "m", **ON[given]})
        await session.send_and_wait("one")
        await session.register_user_input_handler(lambda request: "told again")
    tier = {"autoTier": "balance"} if given == "with a tier" else {}
    assert [one[0] for one in sent] == ["session.create", "session.resume", "session.resume"]
    assert sent[1][1] == sent[2][1] == {**tier, "enableWebSocketResponses": False}


@WORLDS
async def test_tools_that_ran_are_not_run_again(world):
    ran = []

    def script(request):
        script.calls += 1
        if not request.tool_results:
            return ToolCalls([ToolCall("count", {})])
        return FAULT if script.calls == 2 else Text(request.tool_results[-1].content)

    script.calls = 0
    tool = ca.Tool("count", handler=lambda: ran.append(1) or "counted", skip_permission=True)
    async with world.client(script) as client:
        session = await client.create_session(tools=[tool], **world.session_options)
        assert (await session.send_and_wait("go")).data.content == "counted"
        assert ran == [1]
        assert await told(session) == ["go"]


@WORLDS
async def test_a_kill_on_the_way_leaves_it_switched_off(world):
    script = Script(1)

    async with world.client(script) as client:
        session = await client.create_session(**world.session_options)
        await session.on(
            "copilot_actors.session.web_socket_fallback", lambda event: world.kill(client)
        )
        answer = await session.send_and_wait("one")
        assert answer.data.content == "answer 2"
        assert await told(session) == ["one"]
        assert client.statistics().web_socket_fallbacks == 1


async def test_other_sessions_and_queued_prompts_are_not_touched(autojump_clock):
    class Slow(Script):
        def __call__(self, request):
            if request.prompt == "other":
                return Text("of the other", chunks=5, delay=1)
            step = super().__call__(request)
            return msgspec.structs.replace(step, first_delay=0.3)

    answers = {}
    async with ca.open_client(cli=Simulator(Slow(1))) as client:
        session = await client.create_session(model="m")
        other = await client.create_session(model="m")

        async def ask(one, prompt):
            answers[prompt] = (await one.send_and_wait(prompt)).data.content

        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask, other, "other")
            await trio.sleep(0.5)  # the other session is at work by then
            for prompt in ("one", "two"):
                nursery.start_soon(ask, session, prompt)
                await trio.sleep(0.01)
        assert set(answers) == {"one", "two", "other"}
        assert answers["other"] == "of the other"
        assert answers["one"] != answers["two"]
        assert await told(session) == ["one", "two"]


async def test_an_abort_on_the_way_ends_the_turn(autojump_clock):
    script = Script(1)
    async with ca.open_client(cli=Simulator(script)) as client:
        session = await client.create_session(model="m")

        async def abort(_event):
            await session.abort()

        await session.on("copilot_actors.session.web_socket_fallback", abort)
        with pytest.raises(ca.TurnAborted):
            await session.send_and_wait("one")
        assert (await session.send_and_wait("two")).data.content.startswith("answer")
