"""Two clients of one server and one session: whose tool, whose answer, who leaves (real CLI)."""

from __future__ import annotations

from contextlib import asynccontextmanager

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script, Simulator, Text, ToolCall, ToolCalls

REAL = pytest.mark.parametrize("world_name", [pytest.param("real", marks=pytest.mark.real_cli)])
TOKEN = "t-0123456789abcdef"
CALLS = {
    "bash": {"command": "echo fine", "description": "say fine"},
    "ask_user": {"question": "Which colour?", "allow_freeform": True},
}


def content(event) -> str | None:
    return None if event is None else event.raw["data"]["content"]


def script(request):
    if request.prompt.startswith("use ") and request.step == 0:
        names = request.prompt.split()[1:]
        return ToolCalls([ToolCall(name, CALLS.get(name, {})) for name in names])
    return Text("|".join(result.content for result in request.tool_results) or "end")


def tool(name, owner):
    return ca.Tool(name, name, {"type": "object"}, lambda: f"{name} of {owner}", True)


@asynccontextmanager
async def two_clients(world):
    async with world.client(script, cli=ca.Tcp(token=TOKEN)) as owner:
        async with ca.open_client(cli=ca.Tcp(port=owner.port, token=TOKEN)) as guest:
            yield owner, guest


@REAL
async def test_each_client_answers_for_its_own_tools_and_takes_them_along(world):
    async with two_clients(world) as (owner, guest):
        first = await owner.create_session(
            session_id="shared", tools=[tool("mine", "the owner")], **world.session_options
        )
        assert content(await first.send_and_wait("use mine")) == "mine of the owner"
        with pytest.raises(ca.SessionFailed, match="already registered by another"):
            await guest.resume_session(
                "shared", tools=[tool("mine", "the guest")], **world.session_options
            )
        second = await guest.resume_session(
            "shared", tools=[tool("yours", "the guest")], **world.session_options
        )
        with trio.fail_after(20):
            for asker in (first, second):
                told = content(await asker.send_and_wait("use mine yours"))
                assert sorted(told.split("|")) == ["mine of the owner", "yours of the guest"]
        with pytest.raises(ca.RpcError, match="already registered by another"):
            await second.set_tools([tool("mine", "the guest")])
        await second.set_tools([tool("theirs", "the guest")])
        told = content(await first.send_and_wait("use mine yours theirs"))
        assert "mine of the owner" in told
        assert "theirs of the guest" in told
        assert "yours of the guest" not in told
        await second.disconnect()
        told = content(await first.send_and_wait("use mine theirs"))
        assert "mine of the owner" in told
        assert "theirs of the guest" not in told


@pytest.mark.exhaustive("real")
@REAL
async def test_the_first_answer_of_any_client_wins_and_the_other_handlers_end(world):
    ended = []
    asked, all_ended = trio.Event(), trio.Event()

    def patient(kind):
        async def handler(request):
            asked.set()
            try:
                await trio.sleep_forever()
            finally:
                ended.append(kind)
                if len(ended) == 3:
                    all_ended.set()

        return handler

    def after(answer):
        async def handler(request):
            await asked.wait()  # the other client has been asked, too
            return answer

        return handler

    async with two_clients(world) as (owner, guest):
        first = await owner.create_session(
            session_id="shared",
            on_permission_request=patient("permission"),
            on_user_input_request=patient("question"),
            on_elicitation_request=patient("form"),
            **world.session_options,
        )
        await first.send_and_wait("x")
        second = await guest.resume_session(
            "shared",
            on_permission_request=after(ca.approve_once()),
            on_user_input_request=after("blue"),
            on_elicitation_request=after(ca.ElicitationResult("accept", {"value": True})),
            **world.session_options,
        )
        with trio.fail_after(20):
            assert "fine" in content(await first.send_and_wait("use bash"))
            asked = trio.Event()
            assert "blue" in content(await first.send_and_wait("use ask_user"))
            asked = trio.Event()
            assert await second.ui.confirm("Sure?") is True
            await all_ended.wait()
        assert sorted(ended) == ["form", "permission", "question"]
        for client in (owner, guest):
            assert client.statistics().handler_errors == 0

        # A client that has nothing to say leaves it to the other one; a "no" of one is a "no".
        await first.register_permission_handler(lambda request: ca.no_result())
        await second.register_permission_handler(lambda request: ca.reject("not here"))
        with trio.fail_after(20):
            assert "not here" in content(await first.send_and_wait("use bash"))
            await first.register_permission_handler(ca.approve_all)
            await second.register_permission_handler(None)
            assert "fine" in content(await second.send_and_wait("use bash"))


@pytest.mark.exhaustive("real")
@REAL
async def test_a_leaving_client_leaves_the_turn_to_those_who_stay(world):
    begun, go_on = trio.Event(), trio.Event()

    async def slow():
        begun.set()
        await go_on.wait()
        return "seen"

    look = ca.Tool("look", "look", {"type": "object"}, slow, True)
    async with two_clients(world) as (owner, guest):
        first = await owner.create_session(
            session_id="shared", tools=[look], **world.session_options
        )
        await first.send_and_wait("x")
        second = await guest.resume_session("shared", **world.session_options)
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def leave():
                await begun.wait()
                await guest.stop(force=True)
                go_on.set()

            with trio.fail_after(20):
                assert content(await first.send_and_wait("use look")) == "seen"
        with pytest.raises(ca.SessionClosed):
            await second.get_messages()
        assert content(await first.send_and_wait("x")) == "end"


async def test_alone_on_its_own_pipe_a_client_answers_for_everything_at_once(autojump_clock):
    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(model="m")
        data = {"requestId": "r1", "toolCallId": "c1", "toolName": "theirs", "arguments": {}}
        simulator.emit(session.session_id, "external_tool.requested", data)
        await trio.sleep(1)  # simulated time
        methods = [frame.message.get("method") for frame in simulator.log]
        assert "session.tools.handlePendingToolCall" in methods
