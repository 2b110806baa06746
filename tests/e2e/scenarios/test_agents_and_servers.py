"""Custom agents, MCP servers and skills on the real CLI: accepted, listed, and seen by the model."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import copilot_actors as ca
from copilot_actors.testing import Text, ToolCall, ToolCalls

pytestmark = [pytest.mark.real_cli, pytest.mark.exhaustive]

SERVER = Path(__file__).with_name("mcp_server.py")


def choose(request):
    """``call NAME VALUE`` calls a tool; then, or else, the results or the prompt are said."""
    if request.prompt.startswith("call ") and request.step == 0:
        _, name, value = request.prompt.split(" ")
        return ToolCalls([ToolCall(name, {"value": value, "skill": value})])
    return Text("|".join(result.content for result in request.tool_results) or request.prompt)


def servers(*names, **more):
    return {
        name: {"command": sys.executable, "args": [str(SERVER)], "tools": ["*"], **more}
        for name in names
    }


def agent(name, **more):
    words = {"displayName": name.title(), "description": f"about {name}", "prompt": f"Be {name}."}
    return {"name": name, **words, **more}


def offered(model):
    """Names of the tools in the last request to the model."""
    return {tool["function"]["name"] for tool in model.requests[-1].tools}


def said(model):
    """Everything that the last request to the model said."""
    return json.dumps(model.requests[-1].messages)


@pytest.fixture
def connected(becomes):
    """Wait until MCP servers of a session are connected."""

    async def wait(session, *names):
        def ready(answer):
            states = {server["name"]: server["status"] for server in answer["servers"]}
            return all(states.get(name) == "connected" for name in names)

        await becomes(ready, session, "session.mcp.list")

    return wait


async def test_agents_are_listed_selected_and_followed(real, connected):
    agents = [
        agent("plain", infer=True),
        agent("handy", tools=["bash", "edit"], infer=False),
        agent("served", mcpServers=servers("of-agent")),
    ]
    async with real.client(choose) as client:
        session = await client.create_session(custom_agents=agents, **real.session)
        ask = session.request

        async def current():
            found = (await ask("session.agent.getCurrent"))["agent"]
            return found and found["name"]

        listed = (await ask("session.agent.list"))["agents"]
        assert [item["name"] for item in listed] == ["plain", "handy", "served"]
        assert (listed[0]["displayName"], listed[0]["description"]) == ("Plain", "about plain")
        assert await current() is None
        assert (await session.send_and_wait("5+5")).data["content"] == "5+5"
        assert "Be handy." not in said(real.model)
        selected = await ask("session.agent.select", {"name": "handy"})
        assert selected["agent"]["name"] == await current() == "handy"
        await session.send_and_wait("as handy")
        assert "Be handy." in said(real.model)
        assert "bash" in offered(real.model)
        assert "grep" not in offered(real.model)
        await ask("session.agent.deselect")
        assert await current() is None
        reloaded = (await ask("session.agent.reload"))["agents"]
        assert reloaded == (await ask("session.agent.list"))["agents"]

        other = await client.create_session(**real.session)
        without = (await other.request("session.agent.list"))["agents"]
        assert {"plain", "handy", "served"}.isdisjoint(item["name"] for item in without)
        await other.send_and_wait("1+1")
        await other.disconnect()
        again = await client.resume_session(
            other.session_id, custom_agents=[agent("late")], agent="late", **real.session
        )
        assert (await again.send_and_wait("6+6")).data["content"] == "6+6"
        assert "Be late." in said(real.model)


async def test_mcp_servers_are_started_and_their_tools_called(real, connected, tmp_path):
    async with real.client(choose) as client:
        session = await client.create_session(
            mcp_servers=servers("one", "two", env={"OF_SERVER": "literal-value"}),
            custom_agents=[agent("beside")],
            on_permission_request=ca.approve_all,
            working_directory=tmp_path,
            **real.session,
        )
        await connected(session, "one", "two")
        assert (await session.send_and_wait("2+2")).data["content"] == "2+2"
        listed = await session.request("session.mcp.listTools", {"serverName": "one"})
        assert [tool["name"] for tool in listed["tools"]] == ["variable", "meta"]
        assert {"one-variable", "two-variable"} <= offered(real.model)
        answer = await session.send_and_wait("call one-variable OF_SERVER")
        assert answer.data["content"] == "literal-value"
        [listed] = (await session.request("session.agent.list"))["agents"]
        assert listed["name"] == "beside"
        await session.request("session.mcp.reload")
        await connected(session, "one", "two")

        plain = await client.create_session(
            mcp_servers={"bare": {"command": "true", "tools": ["*"]}}, **real.session
        )
        await plain.send_and_wait("1+1")
        await plain.disconnect()
        again = await client.resume_session(
            plain.session_id, mcp_servers=servers("late"), **real.session
        )
        await connected(again, "late")


def write_skill(folder, name, text):
    (folder / name).mkdir(parents=True)
    head = f"---\nname: {name}\ndescription: about {name}\n---\n"
    (folder / name / "SKILL.md").write_text(head + text)


async def test_skills_are_found_switched_and_given_to_whom_they_are_for(real, tmp_path):
    folder = tmp_path / "skills"
    write_skill(folder, "mark", "Say PINEAPPLE.\n")

    async def skills(session):
        listed = (await session.request("session.skills.list"))["skills"]
        return {item["name"]: item["enabled"] for item in listed}

    async with real.client(choose) as client:
        session = await client.create_session(
            skill_directories=[folder],
            disabled_skills=["mark"],
            on_permission_request=ca.approve_all,
            **real.session,
        )
        ask = session.request
        await ask("session.skills.ensureLoaded")
        assert (await skills(session))["mark"] is False
        assert "PINEAPPLE" not in (await session.send_and_wait("call skill mark")).data["content"]
        for method, enabled in (("enable", True), ("disable", False), ("enable", True)):
            await ask(f"session.skills.{method}", {"name": "mark"})
            assert (await skills(session))["mark"] is enabled
        assert (await ask("session.skills.getInvoked"))["skills"] == []
        await session.send_and_wait("call skill mark")
        assert "PINEAPPLE" in said(real.model)
        write_skill(folder, "later", "Later.\n")
        assert "later" not in await skills(session)
        await ask("session.skills.reload")
        assert (await skills(session))["later"] is True

        for name, more, given in (
            ("skilled", {"skills": ["mark"]}, True),
            ("unskilled", {}, False),
        ):
            own = await client.create_session(
                skill_directories=[folder],
                custom_agents=[agent(name, **more)],
                agent=name,
                **real.session,
            )
            await own.send_and_wait("hello")
            assert f"Be {name}." in said(real.model)
            assert ("Say PINEAPPLE." in said(real.model)) is given


@pytest.mark.exhaustive
async def test_skills_of_a_project_are_found_when_asked_for_and_added_at_a_resume(real, tmp_path):
    write_skill(tmp_path / ".github" / "skills", "ambient", "Ambient.\n")
    write_skill(tmp_path / "more", "extra", "EXTRA TEXT.\n")
    async with real.client(choose) as client:
        for discover in (False, True):
            session = await client.create_session(
                working_directory=tmp_path,
                on_permission_request=ca.approve_all,
                extra={"enableConfigDiscovery": discover},
                **real.session,
            )
            listed = (await session.request("session.skills.list"))["skills"]
            found = {item["name"]: item["source"] for item in listed}
            assert found.get("ambient") == ("project" if discover else None)
        await session.send_and_wait("first")
        await session.disconnect()
        again = await client.resume_session(
            session.session_id,
            skill_directories=[tmp_path / "more"],
            on_permission_request=ca.approve_all,
            **real.session,
        )
        await again.send_and_wait("call skill extra")
        assert "EXTRA TEXT." in said(real.model)


@pytest.mark.parametrize("sessions_of_their_own", [False, True])
async def test_hooks_are_called_for_the_tools_of_sub_agents(real, sessions_of_their_own):
    """With the CLI's flag that gives sub-agents sessions of their own, and without it."""
    called = []

    def hook(given, invocation):
        called.append((invocation.hook_type, given["toolName"], given["sessionId"]))
        assert invocation.session_id == session.session_id

    def delegate(request):
        if request.step == 0 and request.prompt == "delegate":
            words = {"description": "d", "prompt": "look around", "name": "n", "mode": "sync"}
            return ToolCalls([ToolCall("task", {**words, "agent_type": "general-purpose"})])
        if request.step == 0:
            return ToolCalls([ToolCall("bash", {"command": "echo deep", "description": "x"})])
        return Text(request.tool_results[-1].content)

    flag = {"COPILOT_EXP_COPILOT_CLI_SESSION_BASED_SUBAGENTS": "true"}
    variables = flag if sessions_of_their_own else {}
    async with real.client(delegate, variables=variables) as client:
        session = await client.create_session(
            hooks={"preToolUse": hook, "postToolUse": hook},
            on_permission_request=ca.approve_all,
            **real.session,
        )
        answer = await session.send_and_wait("delegate")
        assert "deep" in answer.data.content
    kinds = [(kind, tool) for kind, tool, _ in called]
    inner = [("preToolUse", "bash"), ("postToolUse", "bash")]
    assert kinds == [("preToolUse", "task"), *inner, ("postToolUse", "task")]
    main, *of_the_agent, last = [owner for _, _, owner in called]
    assert main == last == session.session_id
    assert len({main, *of_the_agent}) == 2
