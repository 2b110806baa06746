"""What handlers may return, what is refused, and what the handler's author is told."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import math

import msgspec
import pytest
import trio
import trio.testing

import copilot_actors as ca
from copilot_actors.client._handlers._canvases import view_answer
from copilot_actors.client._handlers._commands import command_answer
from copilot_actors.client._handlers._handler_calls import (
    OverLimit,
    Withdrawn,
    consult,
    demand,
    plain_json,
    positional_count,
)
from copilot_actors.client._handlers._hooks import hook_answer, hook_name
from copilot_actors.client._handlers._mcp_requests import (
    mcp_auth_answer,
    mcp_headers_answer,
    sampling_answer,
)
from copilot_actors.client._handlers._permissions import check_decision
from copilot_actors.client._handlers._questions import (
    auto_mode_switch_answer,
    elicitation_answer,
    exit_plan_mode_answer,
    session_limits_answer,
    user_input_answer,
)
from copilot_actors.client._handlers._section_transforms import transform_answer
from copilot_actors.client._handlers._skills import catalog_answer, skill_answer
from copilot_actors.client._handlers._token_providers import (
    bearer_token_answer,
    github_token_answer,
    github_token_reply,
)
from copilot_actors.client._handlers._tool_results import encode_result
from copilot_actors.client._statistics import Counters

# --- Hooks ----------------------------------------------------------------------------------

GOOD = [
    ("preToolUse", {"permissionDecision": "deny"}, {"permissionDecision": "deny"}),
    ("preToolUse", {"permission_decision": "deny"}, {"permissionDecision": "deny"}),
    ("preToolUse", {"modified_args": {"a_b": 1}}, {"modifiedArgs": {"a_b": 1}}),
    ("preMcpToolCall", {"metaToUse": None}, {"metaToUse": None}),
    ("postToolUse", {"additionalContext": None}, None),
    ("preCompact", {"anything": 1}, {"anything": 1}),
    ("agentStop", None, None),
]


@pytest.mark.parametrize(("hook", "output", "wire"), GOOD)
def test_an_output_is_understood(hook, output, wire):
    assert hook_answer(hook, output) == ({} if wire is None else {"output": wire})


BAD = [
    ("preToolUse", 7, "expected a mapping"),
    ("preToolUse", "deny", "expected a mapping"),
    ("preToolUse", {"permissionDecison": "deny"}, "did you mean 'permissionDecision'"),
    ("preToolUse", {"permissionDecision": "denied"}, "'allow' or 'deny' or 'ask'"),
    ("preToolUse", {"permissionDecision": True}, "got|returned bool"),
    ("preToolUse", {"modifiedArgs": b"x"}, "bytes"),
    ("userPromptSubmitted", {"decision": "approve"}, "expected 'block'"),
    ("errorOccurred", {"retryCount": True}, "expected an integer"),
    ("sessionEnd", {"cleanupActions": "x"}, "a list of text"),
    ("agentStop", [], "expected a mapping"),
]


@pytest.mark.parametrize(("hook", "output", "message"), BAD)
def test_Y2_an_output_that_would_have_no_effect_is_refused(hook, output, message):
    with pytest.raises((TypeError, ValueError), match=message):
        hook_answer(hook, output)


@pytest.mark.parametrize("name", ["preToolUse", "pre_tool_use", "on_pre_tool_use"])
def test_hooks_are_known_under_the_names_of_the_sdks(name):
    assert hook_name(name) == "preToolUse"


# --- The other handlers ---------------------------------------------------------------------

ASKED = ca.UserInputRequest(session_id="s", question="?", choices=("a", "b"))
PLAN = ca.ExitPlanModeRequest(session_id="s", actions=("interactive", "autopilot"))
FORM = ca.ElicitationRequest(
    session_id="s",
    request_id="r",
    message="?",
    requested_schema={"type": "object", "properties": {}, "required": ["name"]},
)
PAGE = ca.ElicitationRequest(session_id="s", request_id="r", message="?", mode="url", url="u")
user_input = functools.partial(user_input_answer, ASKED)
plan = functools.partial(exit_plan_mode_answer, PLAN)
form = functools.partial(elicitation_answer, FORM)
page = functools.partial(elicitation_answer, PAGE)
TOKEN = "t" * 20

ACCEPTED = [
    (user_input, "a", {"answer": "a", "wasFreeform": False}),
    (user_input, "c", {"answer": "c", "wasFreeform": True}),
    (user_input, ca.UserInputResponse("a"), {"answer": "a", "wasFreeform": True}),
    (plan, True, {"approved": True}),
    (
        plan,
        ca.ExitPlanModeResponse(approved=True, selected_action="autopilot", feedback="f"),
        {"approved": True, "selectedAction": "autopilot", "feedback": "f"},
    ),
    (auto_mode_switch_answer, True, {"response": "yes"}),
    (auto_mode_switch_answer, False, {"response": "no"}),
    (auto_mode_switch_answer, "yes_always", {"response": "yes_always"}),
    (
        form,
        ca.ElicitationResult("accept", {"name": "x", "n": 1, "many": ["a"]}),
        {"action": "accept", "content": {"name": "x", "n": 1, "many": ["a"]}},
    ),
    (form, ca.ElicitationResult("decline", {"ignored": 1}), {"action": "decline"}),
    (page, ca.ElicitationResult("accept"), {"action": "accept"}),
    (
        session_limits_answer,
        ca.SessionLimitsResponse(action="set", max_ai_credits=40),
        {"action": "set", "maxAiCredits": 40},
    ),
    (session_limits_answer, ca.SessionLimitsResponse(action="unset"), {"action": "unset"}),
    (mcp_auth_answer, None, {"kind": "cancelled"}),
    (
        mcp_auth_answer,
        ca.McpAuthToken(access_token=TOKEN, expires_in=5),
        {"kind": "token", "accessToken": TOKEN, "expiresIn": 5},
    ),
    (mcp_headers_answer, None, {"kind": "none"}),
    (mcp_headers_answer, {"a": "b"}, {"kind": "headers", "headers": {"a": "b"}}),
    (sampling_answer, None, {}),
    (
        sampling_answer,
        {"role": "assistant", "content": []},
        {"response": {"role": "assistant", "content": []}},
    ),
    (command_answer, None, {}),
    (command_answer, "no", {"error": "no"}),
    (view_answer, ca.CanvasView(), {}),
    (view_answer, ca.CanvasView(url="u", title="t"), {"url": "u", "title": "t"}),
    (transform_answer, "", ""),
    (bearer_token_answer, TOKEN, TOKEN),
    (github_token_answer, None, None),
    (skill_answer, "text", {"markdown": "text"}),
    (catalog_answer, [], {"skills": []}),
    (
        catalog_answer,
        (ca.Skill(name="a", description="d", user_invocable=False),),
        {"skills": [{"name": "a", "description": "d", "userInvocable": False}]},
    ),
    (check_decision, ca.no_result(), ca.no_result()),
    (
        check_decision,
        ca.approve_for_location({"kind": "write"}, "/repo"),
        ca.approve_for_location({"kind": "write"}, "/repo"),
    ),
]


@pytest.mark.parametrize(("accept", "value", "answer"), ACCEPTED)
def test_a_result_is_understood(accept, value, answer):
    assert accept(value) == answer


REFUSED = [
    (user_input, 7, "text or a UserInputResponse"),
    (user_input, ca.UserInputResponse(7), "UserInputResponse"),
    (user_input, None, "NoneType"),
    (plan, "yes", "a bool or an ExitPlanModeResponse"),
    (plan, ca.ExitPlanModeResponse(approved="yes"), "ExitPlanModeResponse"),
    (
        plan,
        ca.ExitPlanModeResponse(approved=True, selected_action="interactiv"),
        "did you mean 'interactive'",
    ),
    (plan, ca.ExitPlanModeResponse(approved=False, feedback=7), "text"),
    (auto_mode_switch_answer, "always", "yes_always"),
    (auto_mode_switch_answer, None, "a bool"),
    (form, {"action": "accept", "content": {"name": "x"}}, "an ElicitationResult"),
    (form, ca.ElicitationResult("acept"), "did you mean 'accept'"),
    (form, ca.ElicitationResult("accept"), "requires 'name'"),
    (form, ca.ElicitationResult("accept", {"nam": "x"}), "did you mean 'nam'"),
    (form, ca.ElicitationResult("accept", {"name": {"a": 1}}), "a plain value"),
    (form, ca.ElicitationResult("accept", {"name": b"x"}), "bytes"),
    (form, ca.ElicitationResult("accept", ["name"]), "a mapping"),
    (session_limits_answer, "unset", "a SessionLimitsResponse"),
    (session_limits_answer, ca.SessionLimitsResponse(action="ad"), "did you mean 'add'"),
    (session_limits_answer, ca.SessionLimitsResponse(action="add"), "additional_ai_credits"),
    (mcp_auth_answer, TOKEN, "an McpAuthToken or None"),
    (mcp_auth_answer, ca.McpAuthToken(access_token=7), "McpAuthToken"),
    (mcp_auth_answer, ca.McpAuthToken(access_token=TOKEN, expires_in="1"), "seconds"),
    (mcp_headers_answer, {"a": 1}, "text to text"),
    (mcp_headers_answer, [("a", "b")], "text to text"),
    (sampling_answer, "hello", "role"),
    (sampling_answer, {"role": "assistant"}, "content"),
    (command_answer, False, "None, or text"),
    (view_answer, {"url": "u"}, "a CanvasView"),
    (view_answer, ca.CanvasView(url=7), "text"),
    (transform_answer, None, "new text"),
    (bearer_token_answer, None, "as text"),
    (bearer_token_answer, "", "empty"),
    (bearer_token_answer, "a\r\nX-Evil: 1", "no header"),
    (github_token_answer, TOKEN, "a GitHubToken or None"),
    (github_token_answer, ca.GitHubToken(access_token=TOKEN, expires_in=1.5), "seconds"),
    (skill_answer, None, "no such skill"),
    (skill_answer, b"text", "text"),
    (catalog_answer, "skills", "a list of Skill"),
    (catalog_answer, [{"name": "a", "description": "d"}], "a list of Skill"),
    (catalog_answer, [ca.Skill(name="a b", description="d")], "not a name"),
    (catalog_answer, [ca.Skill(name="a", description="d")] * 1025, "at most 1024"),
    (catalog_answer, [ca.Skill(name="a", description="d" * 2**20)], "at most 1048576"),
    (check_decision, "approve-once", "approve_once()"),
    (check_decision, True, "approve_once()"),
    (check_decision, {"kind": "approve-once"}, "approve_once()"),
    (check_decision, ca.PermissionDecision({"kind": "aprove-once"}), "did you mean 'approve-once'"),
    (check_decision, ca.PermissionDecision({}), "no decision None"),
    (check_decision, ca.PermissionDecision({"kind": "reject", "feedback": b"x"}), "bytes"),
    (encode_result, ca.ToolResult(text=7), "text"),
    (encode_result, ca.ToolResult(text="t", error=7), "error"),
    (encode_result, ca.ToolResult(text="t", result_type="failed"), "did you mean 'failure'"),
    (encode_result, {"textResultForLlm": "t", "resultType": "ok"}, "no result type"),
    (encode_result, ca.ToolResult(text="t", binary=[b"x"]), "expected ToolBinary"),
    (
        encode_result,
        ca.ToolResult(text="t", binary=[ca.ToolBinary(data="x", mime_type="image/png")]),
        "expected bytes",
    ),
    (
        encode_result,
        ca.ToolResult(text="t", binary=[ca.ToolBinary(data=b"", mime_type="a/b", type="video")]),
        "'image' or 'resource'",
    ),
]


@pytest.mark.parametrize(("accept", "value", "message"), REFUSED)
def test_Y2_a_result_of_the_wrong_kind_is_refused_by_name(accept, value, message):
    with pytest.raises((TypeError, ValueError, LookupError)) as caught:
        accept(value)
    assert message in str(caught.value)
    assert TOKEN not in str(caught.value)


def test_tokens_and_client_secrets_are_in_no_repr():
    details = {"staticClientConfig": {"clientSecret": TOKEN}}
    request = ca.McpAuthRequest(
        session_id="s", request_id="r", server_name="n", server_url="u", reason="x", details=details
    )
    github = ca.GitHubToken(access_token=TOKEN, expires_in=1, token_type="Bearer")
    for value in (request, ca.McpAuthToken(access_token=TOKEN), github):
        assert TOKEN not in repr(value)
    assert github_token_reply(github) == {
        "kind": "token",
        "accessToken": TOKEN,
        "expiresIn": 1,
        "tokenType": "Bearer",
    }
    assert github_token_reply(None) == {"kind": "cancelled"}


def test_binary_parts_of_a_tool_result_travel_as_base64():
    part = ca.ToolBinary(data=b"\x00\xff", mime_type="image/png", description="dots")
    wire = encode_result(ca.ToolResult(text="t", binary=[part], session_log="l"))
    assert wire["sessionLog"] == "l"
    assert wire["binaryResultsForLlm"] == [
        {"type": "image", "data": "AP8=", "mimeType": "image/png", "description": "dots"}
    ]


@dataclasses.dataclass
class Point:
    x: int


def test_plain_json_takes_structs_and_dataclasses_and_nothing_that_json_has_not():
    class Pair(msgspec.Struct):
        a: int

    assert plain_json({"p": Point(1), "q": [Pair(2)]}) == {"p": {"x": 1}, "q": [{"a": 2}]}
    loop = []
    loop.append(loop)
    for bad in (math.nan, b"x", {1: object()}, "\ud800", loop):
        with pytest.raises((TypeError, ValueError)):
            plain_json(bad)


# --- Calling --------------------------------------------------------------------------------


def _claiming(*_args): ...


_claiming.__signature__ = inspect.signature(lambda a: None)


@pytest.mark.parametrize(
    ("handler", "count"),
    [
        (lambda: None, 0),
        (lambda a: None, 1),
        (lambda a, b: None, 2),
        (lambda a, b, c=1: None, 2),
        (lambda *a: None, 2),
        (lambda a, *, b=1: None, 1),
        (lambda a, *args: None, 2),
        (lambda a, b, /: None, 2),
        (functools.partial(lambda a, b: None, 1), 1),
        (dict.fromkeys, 2),
        (Point(1).__eq__, 1),
        (functools.wraps(lambda a: None)(lambda *args: None), 1),
        (_claiming, 1),
    ],
)
def test_a_handler_gets_as_many_arguments_as_it_takes(handler, count):
    assert positional_count(handler) == count


async def test_demand_tells_a_limit_from_a_withdrawal_and_from_an_error(autojump_clock):
    counters, scopes = Counters(), set()

    async def run(handler, *, limit=None):
        return await demand(
            "x", handler, 1, accept=str, limit=limit, counters=counters, scopes=scopes
        )

    async def forever(_argument):
        await trio.sleep_forever()

    assert await run(lambda n: n + 1) == "2"
    assert await run(lambda: 5) == "5"
    with pytest.raises(OverLimit):
        await run(forever, limit=2)
    assert counters.handler_timeouts == 1
    with pytest.raises(ZeroDivisionError):
        await run(lambda n: n / 0, limit=2)
    async with trio.open_nursery() as nursery:

        @nursery.start_soon
        async def withdraw():
            await trio.testing.wait_all_tasks_blocked()
            for scope in scopes:
                scope.cancel()

        with pytest.raises(Withdrawn):
            await run(forever, limit=100)
    assert counters.handler_timeouts == 1
    assert not scopes


async def test_consult_lets_a_cancellation_from_outside_through(autojump_clock, caplog):
    counters = Counters()

    async def run(handler):
        return await consult(
            "x",
            handler,
            accept=str,
            otherwise="safe",
            limit=None,
            counters=counters,
            scopes=set(),
        )

    async def forever():
        await trio.sleep_forever()

    with trio.move_on_after(1) as scope:
        await run(forever)
    assert scope.cancelled_caught
    assert await run(None) == "safe"
    assert counters.handler_errors == 0

    def own_time_out():
        raise TimeoutError("of the handler's own")

    assert await run(own_time_out) == "safe"
    assert (counters.handler_errors, counters.handler_timeouts) == (1, 0)
    with pytest.raises(SystemExit):
        await run(lambda: (_ for _ in ()).throw(SystemExit))
