"""The twelve hooks: when each is called, what it may change, and what becomes of a broken one."""

from __future__ import annotations

import pathlib
import sys

import pytest

import copilot_actors as ca
from copilot_actors.client._handlers._hooks import OUTPUTS
from copilot_actors.testing import HttpError, Script, Simulator, Text, ToolCall, ToolCalls

SERVER = pathlib.Path(__file__).with_name("mcp_server.py")
REAL = pytest.mark.parametrize("world_name", [pytest.param("real", marks=pytest.mark.real_cli)])


def content(event) -> str | None:
    return None if event is None else event.raw["data"]["content"]


CALLS = {
    "bash": ToolCall("bash", {"command": "echo fine", "description": "say fine"}),
    "view": ToolCall("view", {"path": "/nowhere/at/all"}),
    "mcp": ToolCall("local-plain", {}),
    "look": ToolCall("look", {"n": 1}),
    "agent": ToolCall(
        "task",
        {
            "description": "d",
            "prompt": "of the sub-agent",
            "agent_type": "general-purpose",
            "name": "n",
            "mode": "sync",
        },
    ),
}


def script(request):
    if request.prompt.startswith("use ") and request.step == 0:
        return ToolCalls([CALLS[request.prompt.split()[1]]])
    if request.prompt.startswith("fail"):
        return HttpError(400)
    return Text("|".join(result.content for result in request.tool_results) or request.prompt)


@REAL
async def test_every_hook_is_called_at_its_place_and_heard(world):
    called, outputs, given = [], {}, {}

    def hook(name):
        def handle(values, invocation):
            assert invocation.hook_type == name
            called.append(name)
            given[name] = values
            return outputs.pop(name, None)

        return handle

    names = [name for name, fields in OUTPUTS.items() if fields is not None]
    assert len(names) == 12
    server = {"type": "local", "command": sys.executable, "args": [str(SERVER)], "tools": ["*"]}
    look = ca.Tool("look", "look", {"type": "object"}, lambda a: f"saw {a['n']}", True)
    async with world.client(script) as client:
        session = await client.create_session(
            hooks={name: hook(name) for name in names},
            on_permission_request=ca.approve_all,
            tools=[look],
            mcp_servers={"local": server},
            **world.session_options,
        )

        async def turn(prompt, **wanted):
            called.clear()
            outputs.update(wanted)
            return content(await session.send_and_wait(prompt, timeout=20))

        before = ["userPromptSubmitted", "userPromptTransformed"]
        assert "fine" in await turn("use bash")
        assert called == ["sessionStart", *before, "preToolUse", "postToolUse", "agentStop"]
        assert given["preToolUse"]["toolName"] == "bash"
        assert given["sessionStart"]["source"] == "new"
        await turn("use view", postToolUseFailure={"additional_context": "XYZZY"})
        assert called == [*before, "preToolUse", "postToolUseFailure", "agentStop"]
        assert "XYZZY" in str(world.last_request().messages)
        assert await turn("use mcp", preMcpToolCall={"metaToUse": None}) == "plain result"
        assert called == [*before, "preToolUse", "preMcpToolCall", "postToolUse", "agentStop"]
        await turn("use agent", subagentStart={"additionalContext": "PLUGH"})
        assert {"subagentStart", "subagentStop"} <= set(called)
        with pytest.raises(ca.TurnFailed):
            await turn("fail")
        assert called == [*before, "errorOccurred"]

        changed = await turn(
            "use look",
            preToolUse={"modifiedArgs": {"n": 2}},
            postToolUse={"modifiedResult": ca.ToolResult(text="another result")},
        )
        assert changed == "another result"
        assert given["postToolUse"]["toolResult"]["textResultForLlm"] == "saw 2"
        assert await turn("x", userPromptSubmitted={"modifiedPrompt": "y"}) == "y"
        spoken = {"modified_transformed_prompt": "z"}
        assert await turn("x", userPromptTransformed=spoken) == "z"

        asked = []
        await session.register_permission_handler(
            lambda request: asked.append(request.kind) or ca.reject("no")
        )
        question = {"permissionDecision": "ask", "permissionDecisionReason": "why"}
        assert "no" in await turn("use look", preToolUse=question)
        assert "fine" in await turn("use bash", preToolUse={"permissionDecision": "allow"})
        assert asked == ["hook"]

        # A hook that stops the stop makes the agent go on with another prompt, whose answer counts.
        assert await turn("x", agentStop={"decision": "block", "reason": "go on"}) == "go on"
        assert world.last_request().prompt == "go on"
        called.clear()
        await session.disconnect()
        assert called == ["sessionEnd"]


@pytest.mark.parametrize(
    ("name", "near"), [("preToolsUse", "preToolUse"), ("on_agent_stopp", "agentStop")]
)
async def test_an_unknown_hook_is_refused_with_the_nearest_one(autojump_clock, name, near):
    async with ca.open_client(cli=Simulator(Script.echo())) as client:
        with pytest.raises(ca.InvalidOption, match=f"did you mean '{near}'"):
            await client.create_session(hooks={name: lambda given: None})
        with pytest.raises(ca.InvalidOption, match="named twice"):
            await client.create_session(
                hooks={"agentStop": lambda given: None, "agent_stop": lambda given: None}
            )
