"""The same Client API over a gateway, on the simulator and on the real CLI."""

from __future__ import annotations

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Text, ToolCall, ToolCalls

LOOK = ToolCall("look_up", {"key": "x"})
BASH = ToolCall("bash", {"command": "echo fine", "description": "say fine"})


def look_up(answer):
    """A tool ``look_up`` with a handler of the test's."""
    schema = {"type": "object", "properties": {"key": {"type": "string"}}}
    return ca.Tool("look_up", "looks up", schema, answer, skip_permission=True)


def slow(seconds):
    """The model takes its time, in the midst of its answer."""
    return lambda _request: Text("the answer", chunks=2, delay=seconds)


async def test_a_turn_over_the_gateway_streams_its_events_and_returns_its_answer(world, kit):
    async with kit.place_of(world, kit.calls()) as place:
        seen = []
        session = await place.remote.create_session(
            session_id="far", on_event=lambda event: seen.append(event.type), **place.options()
        )
        assert kit.content(await session.send_and_wait("hello", timeout=30)) == "echo hello"
        assert "session.start" in seen
        assert "assistant.message_delta" in seen
        assert seen.index("user.message") < seen.index("assistant.message")
        assert seen[-1] == "session.idle"
        assert [event.type for event in await session.get_messages()] == await place.history("far")
        assert session.workspace_path == place.inner.open_sessions()["far"].workspace_path


async def test_a_tool_of_the_remote_program_runs_there_and_once(world, kit):
    ran = []

    def answer(arguments, invocation):
        ran.append(invocation.tool_call_id)
        return f"found {arguments['key']}"

    async with kit.place_of(world, kit.calls(LOOK)) as place:
        session = await place.remote.create_session(tools=[look_up(answer)], **place.options())
        assert kit.content(await session.send_and_wait("go", timeout=30)) == "found x"
        assert len(ran) == 1
        assert place.gateway.statistics().questions_answered == 1


@pytest.mark.exhaustive("real")
async def test_a_permission_is_answered_by_the_remote_program(world, kit):
    asked = []

    def decide(request):
        asked.append(request.kind)
        return ca.approve_once()

    async with kit.place_of(world, kit.calls(BASH)) as place:
        session = await place.remote.create_session(on_permission_request=decide, **place.options())
        assert "fine" in kit.content(await session.send_and_wait("go", timeout=30))
        assert asked == ["shell"]


@pytest.mark.exhaustive("real")
async def test_an_abort_ends_the_remote_turn(world, kit):
    async with kit.place_of(world, lambda _: Text("begin", delay=60)) as place:
        session = await place.remote.create_session(**place.options())
        async with session.events("assistant.message_delta") as deltas:
            await session.send("go")
            await anext(deltas)
        assert (await session.abort()).outcome == "aborted"
        await session.wait_state("idle")


async def test_a_kill_of_the_cli_in_mid_turn_costs_the_remote_caller_nothing(world, kit):
    async with kit.place_of(world, slow(0.5)) as place:
        session = await place.remote.create_session(session_id="far", **place.options())
        async with trio.open_nursery() as nursery:
            answers = []

            async def ask():
                answers.append(kit.content(await session.send_and_wait("go", timeout=60)))

            nursery.start_soon(ask)
            await place.until(lambda: world.model_calls() >= 1)
            place.kill()
        assert answers == ["the answer"]
        history = await place.history("far")
        assert history.count("user.message") == 1
        assert history.count("assistant.message") == 1


@pytest.mark.exhaustive("real")
async def test_a_kill_of_the_cli_while_a_remote_tool_runs_does_not_run_it_twice(world, kit):
    begun, ran = trio.Event(), []

    async def answer(_arguments, invocation):
        ran.append(invocation.tool_call_id)
        begun.set()
        await trio.sleep(1)
        return "found"

    async with kit.place_of(world, kit.calls(LOOK)) as place:
        session = await place.remote.create_session(tools=[look_up(answer)], **place.options())
        async with trio.open_nursery() as nursery:
            answers = []

            async def ask():
                answers.append(kit.content(await session.send_and_wait("go", timeout=60)))

            nursery.start_soon(ask)
            await begun.wait()
            place.kill()
        assert answers == ["found"]
        assert len(ran) == 1


@pytest.mark.exhaustive("real")
async def test_a_cut_of_the_socket_in_mid_turn_costs_the_remote_caller_nothing(world, kit):
    async with kit.place_of(world, slow(1)) as place:
        session = await place.remote.create_session(session_id="far", **place.options())
        async with trio.open_nursery() as nursery:
            answers = []

            async def ask():
                answers.append(kit.content(await session.send_and_wait("go", timeout=60)))

            nursery.start_soon(ask)
            await place.until(lambda: world.model_calls() >= 1)
            place.cut()
        assert answers == ["the answer"]
        assert world.model_calls() == 1
        assert (await place.history("far")).count("user.message") == 1


@pytest.mark.exhaustive("real")
async def test_a_cut_of_the_socket_while_a_remote_tool_runs_delivers_its_result(world, kit):
    begun, ran = trio.Event(), []

    async def answer(_arguments, invocation):
        ran.append(invocation.tool_call_id)
        begun.set()
        await trio.sleep(1)
        return "found"

    async with kit.place_of(world, kit.calls(LOOK)) as place:
        session = await place.remote.create_session(tools=[look_up(answer)], **place.options())
        async with trio.open_nursery() as nursery:
            answers = []

            async def ask():
                answers.append(kit.content(await session.send_and_wait("go", timeout=60)))

            nursery.start_soon(ask)
            await begun.wait()
            place.cut()
        assert answers == ["found"]
        assert len(ran) == 1
        assert world.model_calls() == 2


MOMENTS = [0.0, 0.005, 0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1.0, 1.4]


@pytest.mark.exhaustive
@pytest.mark.parametrize("blow", ["kill", "cut", "both"])
@pytest.mark.parametrize("moment", MOMENTS)
async def test_no_blow_at_any_moment_of_a_turn_costs_the_remote_caller_anything(
    world, kit, blow, moment
):
    ran = []

    async def answer(_arguments, invocation):
        ran.append(invocation.tool_call_id)
        await trio.sleep(0.3)  # the blow falls while it runs
        return "found"

    def script(request):
        if request.step == 0:
            return ToolCalls([LOOK])
        return Text(request.tool_results[-1].content, chunks=2, delay=0.4)

    async with kit.place_of(world, script) as place:
        session = await place.remote.create_session(
            session_id="far", tools=[look_up(answer)], **place.options()
        )
        answers, ids = [], []
        await session.on(lambda event: ids.append(event.id) if not event.ephemeral else None)

        async def ask():
            answers.append(kit.content(await session.send_and_wait("go", timeout=60)))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask)
            await trio.sleep(moment)
            if blow != "cut":
                place.kill()
            if blow != "kill":
                place.cut()
        assert answers == ["found"]
        assert len(ran) == len(set(ran)) == 1
        history = await place.history("far")
        assert history.count("user.message") == 1
        assert history.count("assistant.message") == 2
        assert len(ids) == len(set(ids))
        assert kit.content(await session.send_and_wait("again", timeout=60)) == "found"


# --- The rest of the Client API -------------------------------------------------------------


@pytest.mark.exhaustive("real")
async def test_functions_of_the_client_work_over_the_gateway(world, kit):
    async with kit.place_of(world, kit.calls()) as place:
        remote = place.remote
        session = await remote.create_session(session_id="far", **place.options())
        await session.send_and_wait("hello", timeout=30)
        assert (await remote.ping("x")).message == "pong: x"
        assert [item.session_id for item in await remote.list_sessions()] == ["far"]
        assert (await remote.get_session_metadata("far")).session_id == "far"
        assert await remote.get_last_session_id() == "far"
        assert (await session.get_metadata())["sessionId"] == "far"
        assert (await session.get_current_model()).model_id == place.options()["model"]
        assert await session.log("a note") != ""
        await session.disconnect()
        assert place.inner.open_sessions() == {}
        again = await remote.resume_session("far", **place.options())
        assert len(await again.get_messages()) > 3
        await remote.delete_session("far")
        with pytest.raises(ca.SessionNotFound):
            await remote.resume_session("far", **place.options())
        with pytest.raises(ca.InvalidOption):
            await remote.create_session(no_such_option=1)


@pytest.mark.exhaustive("real")
async def test_questions_and_hooks_are_answered_by_the_remote_program(world, kit):
    heard = []
    ask = ToolCall("ask_user", {"question": "Which?", "choices": ["a", "b"]})

    def answer(request):
        heard.append(request.question)
        return "b"

    def guard(call, _invocation):
        heard.append("hook")
        return {"permissionDecision": "deny", "permissionDecisionReason": "no shells"}

    async with kit.place_of(world, kit.calls(ask, BASH)) as place:
        session = await place.remote.create_session(
            on_user_input_request=answer, on_permission_request=ca.approve_all, **place.options()
        )
        said = kit.content(await session.send_and_wait("go", timeout=30))
        assert "b" in said
        assert "fine" in said
        assert heard == ["Which?"]
        # Registered while the session lives: the gateway's CLI is told, and asks from now on.
        await session.register_hooks({"preToolUse": guard})
        denied = kit.content(await session.send_and_wait("go on", timeout=30))
        assert "fine" not in denied
        assert "hook" in heard
        place.kill()
        denied = kit.content(await session.send_and_wait("go on", timeout=30))
        assert "fine" not in denied


async def test_tools_may_be_replaced_over_the_gateway(simulated, kit):
    async with kit.place_of(simulated, kit.calls(LOOK)) as place:
        session = await place.remote.create_session(
            tools=[look_up(lambda: "old")], **place.options()
        )
        assert kit.content(await session.send_and_wait("go", timeout=30)) == "old"
        await session.set_tools([look_up(lambda: "new")])
        assert kit.content(await session.send_and_wait("go", timeout=30)) == "new"
        place.kill()
        assert kit.content(await session.send_and_wait("go", timeout=30)) == "new"
