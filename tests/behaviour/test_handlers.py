"""Handlers: tools, permissions, questions, plans and hooks, and what becomes of each request."""

from __future__ import annotations

import pytest
import trio
import trio.testing

import copilot_actors as ca
from copilot_actors.testing import (
    Drop,
    FrameMatch,
    Simulator,
    Text,
    ToolCall,
    ToolCalls,
)


def content(event) -> str | None:
    return None if event is None else event.raw["data"]["content"]


def results_of(request) -> list[str]:
    return [result.content for result in request.tool_results]


def calls(*wanted, final="end"):
    """The prompt ``go`` makes these calls; the answer repeats what came of them."""

    def choose(request):
        if request.prompt.startswith("go") and request.step == 0:
            return ToolCalls(list(wanted))
        return Text("|".join(results_of(request)) or final)

    return choose


BASH = ToolCall("bash", {"command": "echo fine", "description": "say fine"})


def simulated(script, *, faults=(), **options):
    simulator = Simulator(script, faults=faults)
    return simulator, ca.open_client(cli=simulator, max_restarts=50, **options)


def answers_sent(simulator) -> list[str]:
    return [
        frame.message["params"]["requestId"]
        for frame in simulator.log
        if frame.direction == "to_cli" and "handlePending" in str(frame.message.get("method"))
    ]


# --- T7: tools ------------------------------------------------------------------------------


@pytest.mark.exhaustive("real")
async def test_T7_call_ids_that_the_model_uses_again_in_each_turn_are_calls_of_their_own(world):
    runs = []

    def look(arguments):
        runs.append(arguments["n"])
        return f"saw {arguments['n']}"

    def choose(request):
        number = request.prompt.removeprefix("go ")
        if request.step < 2:
            return ToolCalls([ToolCall("look", {"n": f"{number}.{request.step}"}, id="call_1")])
        return Text(results_of(request)[-1])

    tool = ca.Tool("look", "look", {"type": "object"}, look, skip_permission=True)
    async with world.client(choose) as client:
        session = await client.create_session(tools=[tool], **world.session_options)
        for number in range(3):
            assert content(await session.send_and_wait(f"go {number}")) == f"saw {number}.1"
        world.kill(client)
        assert content(await session.send_and_wait("go 3")) == "saw 3.1"
    assert runs == [f"{n}.{step}" for n in range(4) for step in range(2)]


@pytest.mark.exhaustive("real")
async def test_T7_one_tool_called_twice_in_one_message_runs_twice(world):
    def look(arguments):
        return f"saw {arguments['n']}"

    tool = ca.Tool("look", "look", {"type": "object"}, look, skip_permission=True)
    script = calls(ToolCall("look", {"n": 1}), ToolCall("look", {"n": 2}))
    async with world.client(script) as client:
        session = await client.create_session(tools=[tool], **world.session_options)
        answer = content(await session.send_and_wait("go"))
        assert sorted(answer.split("|")) == ["saw 1", "saw 2"]


async def test_T7_an_answer_that_is_lost_on_the_way_is_sent_again(autojump_clock):
    runs = []

    def look():
        runs.append(1)
        return "seen"

    tool = ca.Tool("look", "look", None, look, skip_permission=True)
    lost = Drop(FrameMatch(direction="to_cli", method="session.tools.handlePendingToolCall"))
    _, opening = simulated(calls(ToolCall("look")), faults=[lost], rpc_timeout=2)
    async with opening as client:
        session = await client.create_session(model="m", tools=[tool])
        assert content(await session.send_and_wait("go")) == "seen"
        assert runs == [1]
        assert client.statistics().pending_requests == 0


async def test_T7_a_request_that_was_lost_is_found_in_the_log_when_the_session_is_quiet(
    autojump_clock,
):
    tool = ca.Tool("look", "look", None, lambda: "seen", skip_permission=True)
    lost = Drop(FrameMatch(event="external_tool.requested"))
    simulator, opening = simulated(calls(ToolCall("look")), faults=[lost])
    async with opening as client:
        session = await client.create_session(model="m", tools=[tool])
        begin = trio.current_time()
        assert content(await session.send_and_wait("go")) == "seen"
        assert trio.current_time() - begin < 30
        assert len(answers_sent(simulator)) == 1


@pytest.mark.exhaustive("real")
async def test_T7_a_tool_that_is_only_declared_is_answered_by_the_application(world):
    tool = ca.Tool("ask_boss", "ask", {"type": "object"}, None, skip_permission=True)
    async with world.client(calls(ToolCall("ask_boss"))) as client:
        session = await client.create_session(tools=[tool], **world.session_options)
        async with session.events("external_tool.requested") as stream, trio.open_nursery() as n:

            @n.start_soon
            async def boss():
                event = await anext(stream)
                reply = await session.request(
                    "session.tools.handlePendingToolCall",
                    {"requestId": event.data["requestId"], "result": "go ahead"},
                )
                assert reply == {"success": True}

            assert content(await session.send_and_wait("go")) == "go ahead"


class Odd(BaseException):
    """Not an Exception."""


async def nested(_arguments):
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.sleep, 0)
        raise ValueError("secret")


@pytest.mark.parametrize("error", [ValueError, Odd, "group"])
async def test_S2_whatever_a_tool_raises_is_a_failure_of_its_own(autojump_clock, caplog, error):
    async def raising(_arguments):
        raise error("secret")

    handler = nested if error == "group" else raising
    tool = ca.Tool("look", "look", None, handler, skip_permission=True)
    _, opening = simulated(calls(ToolCall("look")))
    async with opening as client:
        session = await client.create_session(model="m", tools=[tool])
        sibling = await client.create_session(model="m")
        answer = content(await session.send_and_wait("go"))
        assert "failed" in answer
        assert "secret" not in answer
        assert content(await sibling.send_and_wait("x")) == "end"
        assert client.statistics().handler_errors == 1


@pytest.mark.parametrize(
    "value", ["x" * 1_000_000, None, 7, {"a": [1]}], ids=["1 MB", "nothing", "number", "mapping"]
)
async def test_results_of_all_kinds_and_sizes_end_the_call(autojump_clock, value):
    tool = ca.Tool("look", "look", None, lambda: value, skip_permission=True)
    _, opening = simulated(calls(ToolCall("look")))
    async with opening as client:
        session = await client.create_session(model="m", tools=[tool])
        assert await session.send_and_wait("go") is not None
        assert client.statistics().handler_errors == 0


# --- X1: permissions ------------------------------------------------------------------------


DECISIONS = [
    (ca.approve_once(), True),
    (ca.reject("not today"), False),
    (ca.user_not_available(), False),
    (ca.approve_for_session({"kind": "commands", "commandIdentifiers": ["echo"]}), True),
    (ca.approve_for_session(), True),
]


async def test_X1_every_decision_is_understood_by_the_cli(world):
    asked = []

    async def decide(request):
        asked.append(request.kind)
        return decision

    async with world.client(calls(BASH)) as client:
        session = await client.create_session(on_permission_request=decide, **world.session_options)
        async with session.events("tool.execution_complete") as stream:
            for number, (decision, runs) in enumerate(DECISIONS):
                answer = content(await session.send_and_wait(f"go {number}"))
                assert (await anext(stream)).data["success"] is runs, decision
                assert ("fine" in answer) is runs, decision
    assert set(asked) == {"shell"}


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("world_name", [pytest.param("real", marks=pytest.mark.real_cli)])
async def test_X1_a_rejection_without_a_word_ends_the_turn(world):
    async with world.client(calls(BASH)) as client:
        session = await client.create_session(
            on_permission_request=lambda request: ca.reject(), **world.session_options
        )
        with trio.fail_after(20), pytest.raises(ca.TurnAborted):
            await session.send_and_wait("go")
        assert content(await session.send_and_wait("x")) == "end"


async def test_X1_a_person_may_take_an_hour_while_everything_else_goes_on(autojump_clock):
    async def decide(request):
        # Simulated time (autojump), as in every test of this module that takes the clock.
        await trio.sleep(3600)
        return ca.approve_once()

    _, opening = simulated(calls(BASH))
    async with opening as client:
        session = await client.create_session(model="m", on_permission_request=decide)
        sibling = await client.create_session(model="m")
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def others():
                for _ in range(10):
                    await trio.sleep(300)
                    assert content(await sibling.send_and_wait("x")) == "end"
                    await session.get_messages()

            assert content(await session.send_and_wait("go", timeout=None)) is not None
        assert client.statistics().connections == 1


@pytest.mark.parametrize("error", [ValueError, Odd])
async def test_X1_a_raising_permission_handler_is_a_no(autojump_clock, caplog, error):
    def decide(request):
        raise error("secret")

    _, opening = simulated(calls(BASH))
    async with opening as client:
        session = await client.create_session(model="m", on_permission_request=decide)
        async with session.events("tool.execution_complete") as stream:
            await session.send_and_wait("go")
            assert (await anext(stream)).data["success"] is False


async def test_C7_no_handler_waits_for_the_next_turn_of_its_own_session(autojump_clock):
    caught = []

    async def attempt(session):
        try:
            await session.send_and_wait("x", timeout=5)
        except ca.WouldDeadlock:
            caught.append(True)

    async def look(arguments, invocation):
        await attempt(invocation.session)

    async def decide(request):
        await attempt(holder[0])
        return ca.approve_once()

    async def answer(request):
        await attempt(holder[0])
        return "yes"

    async def hook(arguments):
        await attempt(holder[0])

    async def other(arguments, invocation):
        # Waiting for a session whose handler waits for this one: the circle is refused there.
        await holder[1].send_and_wait("go back", timeout=5)

    async def back(arguments, invocation):
        await attempt(holder[0])

    def choose(request):
        wanted = {"go": ["look", "bash", "ask_user", "other"], "go back": ["back"]}
        if request.prompt in wanted and request.step == 0:
            arguments = {
                "bash": BASH.arguments,
                "ask_user": {"question": "?", "allow_freeform": True},
            }
            return ToolCalls(
                [ToolCall(name, arguments.get(name, {})) for name in wanted[request.prompt]]
            )
        return Text("end")

    def tools(**handlers):
        return [ca.Tool(n, n, None, h, skip_permission=True) for n, h in handlers.items()]

    _, opening = simulated(choose)
    holder = []
    async with opening as client:
        holder.append(
            await client.create_session(
                model="m",
                tools=tools(look=look, other=other),
                on_permission_request=decide,
                on_user_input_request=answer,
                hooks={"postToolUse": hook},
            )
        )
        holder.append(await client.create_session(model="m", tools=tools(back=back)))
        with trio.fail_after(4):
            assert content(await holder[0].send_and_wait("go")) == "end"
        assert len(caught) >= 5


# --- Questions, plans, hooks ----------------------------------------------------------------

ASK = ToolCall(
    "ask_user", {"question": "Which colour?", "choices": ["red", "blue"], "allow_freeform": True}
)


@pytest.mark.exhaustive("real")
async def test_X1_a_question_is_answered_or_said_to_be_unanswerable(world):
    asked = []

    async def answer(request):
        asked.append((request.question, request.choices))
        if kind == "raises":
            raise ValueError("secret")
        return "blue" if kind == "answers" else 7

    async with world.client(calls(ASK)) as client:
        session = await client.create_session(on_user_input_request=answer, **world.session_options)
        for kind in ("answers", "raises", "returns nonsense"):
            with trio.fail_after(20):
                told = content(await session.send_and_wait(f"go {kind}"))
            assert ("blue" in told) is (kind == "answers")
            assert "secret" not in told
    assert asked == [("Which colour?", ("red", "blue"))] * 3


async def test_C1_the_handler_of_a_question_ends_with_the_turn_or_the_session(autojump_clock):
    ended = []

    async def never(request):
        try:
            await trio.sleep_forever()
        finally:
            ended.append(request.question)

    _, opening = simulated(calls(ASK))
    async with opening as client:
        session = await client.create_session(model="m", on_user_input_request=never)
        await session.send("go")
        await trio.sleep(0.5)
        await session.abort()
        await trio.sleep(1)
        assert len(ended) == 1
        await session.send("go")
        await trio.sleep(0.5)
        await session.disconnect()
        await trio.sleep(1)
        assert len(ended) == 2


def deny(_arguments):
    return {"permissionDecision": "deny", "permissionDecisionReason": "not here"}


async def forever(_arguments):
    await trio.sleep_forever()


HOOKS = [
    ("allows", lambda _arguments: {"permissionDecision": "allow"}, True),
    ("denies", deny, False),
    ("says nothing", lambda _arguments: None, True),
    ("raises", lambda _arguments: 1 / 0, False),
    ("never ends", forever, False),
    ("returns nonsense", lambda _arguments: 7, False),
    ("decides nonsense", lambda _arguments: {"permissionDecision": "alow"}, False),
    ("misspells its no", lambda _arguments: {"permision_decision": "deny"}, False),
    ("says it in snake case", lambda _arguments: {"permission_decision": "deny"}, False),
]


async def test_X1_a_hook_that_decides_says_no_when_it_fails(world):
    current = []
    async with world.client(calls(BASH)) as client:
        session = await client.create_session(
            hooks={"preToolUse": lambda arguments: current[0](arguments)},  # noqa: PLW0108
            hook_timeout=1.0,
            on_permission_request=ca.approve_all,
            **world.session_options,
        )
        async with session.events("tool.execution_complete") as stream:
            for name, hook, runs in HOOKS:
                current[:] = [hook]
                with trio.fail_after(20):
                    await session.send_and_wait(f"go {name}")
                assert (await anext(stream)).data["success"] is runs, name


PLAN = ToolCall(
    "exit_plan_mode",
    {"summary": "S", "actions": ["interactive"], "recommendedAction": "interactive"},
)


@pytest.mark.exhaustive("real")
async def test_X1_a_plan_is_left_only_when_somebody_says_so(world):
    asked = []

    def approve(request):
        asked.append(request.summary)
        return True

    async def refuse(request):
        return ca.ExitPlanModeResponse(approved=False, feedback="think again")

    def fail(request):
        raise ValueError("secret")

    def choose(request):
        # The CLI's notice of the mode may stand between the prompt and the model.
        return ToolCalls([PLAN]) if request.step == 0 else Text("end")

    async with world.client(choose) as client:
        session = await client.create_session(
            on_exit_plan_mode_request=refuse, **world.session_options
        )
        for number, (handler, approved) in enumerate(
            [(refuse, False), (fail, False), (None, False), (approve, True)]
        ):
            await session.register_exit_plan_mode_handler(handler)
            async with session.events("exit_plan_mode.completed") as stream:
                with trio.fail_after(20):
                    await session.send_and_wait(f"go {number}", agent_mode="plan")
                    completed = await anext(stream)
            assert completed.data["approved"] is approved
    assert asked == ["S"]
