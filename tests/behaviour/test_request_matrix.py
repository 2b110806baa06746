"""Every JSON-RPC request of the CLI against everything that its handler may do."""

from __future__ import annotations

import contextlib

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script, Simulator

REFUSED = object()
"""An error reply: there is no safe answer."""


class Skills:
    def __init__(self, function) -> None:
        self.list_skills = self.read_skill = function


def canvases(function):
    action = ca.CanvasAction("act", function)
    return [
        ca.Canvas(
            id="c", display_name="C", description="c", open=function, close=function,
            actions=[action],
        )
    ]  # fmt: skip


def option(name):
    return lambda function: {name: function}


TOKEN = "t" * 20
GITHUB = ca.GitHubToken(access_token=TOKEN, expires_in=60)
CANVAS = {"canvasId": "c", "instanceId": "i"}
KEYLESS = {"type": "openai", "base_url": "http://x/v1"}

REQUESTS = {
    "user input": (
        "userInput.request",
        {"question": "?", "choices": ["a"]},
        option("on_user_input_request"),
        ("a", {"answer": "a", "wasFreeform": False}),
        REFUSED,
    ),
    "plan": (
        "exitPlanMode.request",
        {"summary": "s", "actions": ["interactive"]},
        option("on_exit_plan_mode_request"),
        (True, {"approved": True}),
        {"approved": False, "feedback": "Nobody is here to approve."},
    ),
    "switch": (
        "autoModeSwitch.request",
        {"errorCode": "rate_limited", "retryAfterSeconds": 30},
        option("on_auto_mode_switch_request"),
        ("yes_always", {"response": "yes_always"}),
        {"response": "no"},
    ),
    "guarding hook": (
        "hooks.invoke",
        {"hookType": "preToolUse", "input": {"toolName": "x"}},
        lambda function: {"hooks": {"preToolUse": function}},
        ({"permissionDecision": "allow"}, {"output": {"permissionDecision": "allow"}}),
        {
            "output": {
                "permissionDecision": "deny",
                "permissionDecisionReason": "The program that has to decide on this call failed.",
            }
        },
    ),
    "other hook": (
        "hooks.invoke",
        {"hookType": "postToolUse", "input": {}},
        lambda function: {"hooks": {"postToolUse": function}},
        ({"additionalContext": "c"}, {"output": {"additionalContext": "c"}}),
        {},
    ),
    "transform": (
        "systemMessage.transform",
        {"sections": {"tone": {"content": "old"}}},
        lambda function: {"section_transforms": {"tone": function}},
        ("new", {"sections": {"tone": {"content": "new"}}}),
        {"sections": {"tone": {"content": "old"}}},
    ),
    "bearer token": (
        "providerToken.getToken",
        {"providerName": "default"},
        lambda function: {"bearer_token_provider": function, "provider": KEYLESS},
        (TOKEN, {"token": TOKEN}),
        REFUSED,
    ),
    "GitHub token": (
        "gitHubToken.getToken",
        {"registrationId": "r", "host": "h", "reason": "refresh"},
        option("github_token_provider"),
        (GITHUB, {"kind": "token", "accessToken": TOKEN, "expiresIn": 60}),
        {"kind": "cancelled"},
    ),
    "skills": (
        "skillProvider.list",
        {},
        lambda function: {"skill_provider": Skills(function)},
        ([ca.Skill(name="a", description="d")], {"skills": [{"name": "a", "description": "d"}]}),
        REFUSED,
    ),
    "skill": (
        "skillProvider.read",
        {"name": "a"},
        lambda function: {"skill_provider": Skills(function)},
        ("text", {"markdown": "text"}),
        REFUSED,
    ),
    "canvas": (
        "canvas.open",
        CANVAS,
        lambda function: {"canvases": canvases(function)},
        (ca.CanvasView(title="t"), {"title": "t"}),
        REFUSED,
    ),
    "canvas action": (
        "canvas.action.invoke",
        {**CANVAS, "actionName": "act", "input": 1},
        lambda function: {"canvases": canvases(function)},
        ({"a": 1}, {"a": 1}),
        REFUSED,
    ),
}


def plain(answer):
    return lambda *given: answer


def slowly(answer):
    async def handler(*given):
        await trio.sleep(1)  # simulated time
        return answer

    return handler


def fails(answer):
    def handler(*given):
        raise ValueError("secret")

    return handler


def nonsense(answer):
    return lambda *given: b"nonsense"


def never(answer):
    async def handler(*given):
        await trio.sleep_forever()

    return handler


BEHAVIOURS = {
    "answers": (plain, True, (0, 0)),
    "answers later": (slowly, True, (0, 0)),
    "raises": (fails, False, (1, 0)),
    "returns nonsense": (nonsense, False, (1, 0)),
    "never answers": (never, False, (0, 1)),
}


@pytest.mark.parametrize("behaviour", BEHAVIOURS)
@pytest.mark.parametrize("kind", REQUESTS)
async def test_X1_a_request_is_answered_whatever_its_handler_does(
    autojump_clock, caplog, kind, behaviour
):
    method, params, options, (answer, right), safe = REQUESTS[kind]
    make, answered, (errors, timeouts) = BEHAVIOURS[behaviour]
    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(
            model="m", **options(make(answer)), question_timeout=5, hook_timeout=5
        )
        begin = trio.current_time()
        reply = await simulator.request(method, {"sessionId": session.session_id, **params})
        assert trio.current_time() - begin < 6
        expected = right if answered else safe
        if expected is REFUSED:
            assert "result" not in reply
            assert "secret" not in str(reply)
            # A refusal is logged and counted where every failed request is.
            errors = 1
        else:
            assert reply["result"] == expected
        statistics = client.statistics()
        assert statistics.handler_errors == errors
        assert statistics.handler_timeouts == timeouts
        if behaviour == "returns nonsense":
            assert "bytes" in caplog.text


@pytest.mark.parametrize("kind", REQUESTS)
async def test_C1_no_handler_of_a_request_is_left_after_the_end(autojump_clock, kind):
    method, params, options, _, _ = REQUESTS[kind]
    ended = []

    async def handler(*given):
        try:
            await trio.sleep_forever()
        finally:
            ended.append(trio.current_time())

    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator) as client:
        for end in ("session", "CLI"):
            session = await client.create_session(model="m", **options(handler), hook_timeout=1e6)
            asked = {"sessionId": session.session_id, **params}
            async with trio.open_nursery() as nursery:

                @nursery.start_soon
                async def ask(asked=asked):
                    with contextlib.suppress(trio.BrokenResourceError):  # the CLI is killed
                        await simulator.request(method, asked)

                await trio.sleep(1)  # simulated time
                begin = trio.current_time()
                if end == "session":
                    await session.disconnect()
                else:
                    simulator.kill()
                await trio.sleep(5)
                nursery.cancel_scope.cancel()
            assert ended
            assert ended.pop() - begin < 3


@pytest.mark.parametrize("kind", REQUESTS)
async def test_a_request_of_a_session_that_nobody_here_holds_is_answered(autojump_clock, kind):
    method, params, _, _, safe = REQUESTS[kind]
    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator) as client:
        await client.create_session(model="m")
        reply = await simulator.request(method, {"sessionId": "other", **params})
        assert "result" in reply or "error" in reply
        if "result" in reply:
            assert reply["result"] in (safe, {})
        assert client.state == "connected"


@pytest.mark.parametrize("kind", REQUESTS)
async def test_a_request_without_its_fields_is_survived(autojump_clock, kind):
    method, params, options, (answer, _), _ = REQUESTS[kind]
    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(model="m", **options(plain(answer)))
        for name in params:
            for value in (None, 7, [], {"a": {"b": [None]}}, "x" * 1000):
                broken = {"sessionId": session.session_id, **params, name: value}
                reply = await simulator.request(method, broken)
                assert "result" in reply or "error" in reply
            less = {"sessionId": session.session_id, **params}
            del less[name]
            reply = await simulator.request(method, less)
            assert "result" in reply or "error" in reply
        assert client.state == "connected"
        assert (await session.send_and_wait("hello")) is not None
