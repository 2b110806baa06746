"""Handlers of the program on the real CLI, as GitHub's suite asks for them one by one."""

from __future__ import annotations

import json
import os
import runpy
import signal
import sys
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import msgspec
import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Text, ToolCall, ToolCalls
from copilot_actors.testing._scripted_model._http_server import open_http_server

pytestmark = [pytest.mark.real_cli, pytest.mark.exhaustive]

SERVER = Path(__file__).with_name("mcp_server.py")


def choose(request):
    """``call NAME VALUE`` calls a tool; then, or else, the results or the prompt are said."""
    if request.prompt.startswith("call ") and request.step == 0:
        _, name, value = request.prompt.split(" ")
        return ToolCalls([ToolCall(name, {"value": value, "skill": value})])
    return Text("|".join(result.content for result in request.tool_results) or request.prompt)


def content(event):
    return event.raw["data"]["content"]


class Skills:
    """Skills of the program: names and texts; counts what was read."""

    def __init__(self, **texts):
        self.texts = texts
        self.listed = 0
        self.read = []

    def list_skills(self):
        self.listed += 1
        return [ca.Skill(name=name, description=f"about {name}") for name in self.texts]

    def read_skill(self, name):
        self.read.append(name)
        text = self.texts[name]
        if isinstance(text, Exception):
            raise text
        return text


async def found(session):
    listed = (await session.request("session.skills.list"))["skills"]
    return {skill["name"]: skill["source"] for skill in listed if skill["source"] != "builtin"}


async def test_skills_of_the_program_stand_beside_those_of_folders(real, tmp_path):
    note = tmp_path / "skills" / "of-folder" / "SKILL.md"
    note.parent.mkdir(parents=True)
    note.write_text("---\nname: of-folder\ndescription: x\n---\nFOLDER TEXT\n")
    skills = Skills(ours="OUR TEXT", broken=RuntimeError("secret-of-the-database"))
    seen = []
    async with real.client(choose) as client:
        session = await client.create_session(
            skill_provider=skills,
            skill_directories=[tmp_path / "skills"],
            on_permission_request=ca.approve_all,
            on_event=seen.append,
            **real.session,
        )
        sources = await found(session)
        assert sources["ours"] == "sdk"
        assert sources["of-folder"] != "sdk"
        assert skills.read == []
        for name, text in (("ours", "OUR TEXT"), ("of-folder", "FOLDER TEXT")):
            await session.send_and_wait(f"call skill {name}")
            assert text in str(real.model.requests[-1].messages)
        assert skills.read == ["ours"]
        async with session.events("tool.execution_complete") as stream:
            await session.send_and_wait("call skill broken")
            assert (await anext(stream)).raw["data"]["success"] is False
        assert "secret-of-the-database" not in str([event.raw for event in seen])


async def test_a_resume_brings_other_skills_or_none(real):
    first, second = Skills(check="ALPHA"), Skills(check="BETA")
    async with real.client(choose) as client:
        session = await client.create_session(
            skill_provider=first, on_permission_request=ca.approve_all, **real.session
        )
        await session.send_and_wait("hello")
        await session.disconnect()
        before = first.listed
        session = await client.resume_session(
            session.session_id,
            skill_provider=second,
            on_permission_request=ca.approve_all,
            **real.session,
        )
        await session.send_and_wait("call skill check")
        assert "BETA" in str(real.model.requests[-1].messages)
        assert (first.read, first.listed, second.read) == ([], before, ["check"])
        await session.disconnect()
        session = await client.resume_session(session.session_id, **real.session)
        await session.request("session.skills.reload")
        assert "sdk" not in (await found(session)).values()
        off = Skills(dormant="x")
        session = await client.create_session(
            skill_provider=off, enable_skills=False, **real.session
        )
        await session.request("session.skills.ensureLoaded")
        assert "sdk" not in (await found(session)).values()
        assert (off.listed, off.read) == (0, [])


async def test_a_disconnect_ends_a_reading_of_skills(real):
    began, ended = trio.Event(), trio.Event()

    class Blocked:
        async def list_skills(self):
            began.set()
            try:
                await trio.sleep_forever()
            finally:
                ended.set()

        async def read_skill(self, name):
            return None

    async with real.client(choose) as client:
        session = await client.create_session(skill_provider=Blocked(), **real.session)
        async with trio.open_nursery() as nursery:

            async def ask():
                # What becomes of the asker is up to the CLI; the reader must not stay behind.
                with suppress(ca.CopilotError):
                    await session.request("session.skills.list")

            nursery.start_soon(ask)
            with trio.fail_after(20):
                await began.wait()
                await session.disconnect()
                await ended.wait()


async def test_functions_and_fixed_texts_change_the_system_message_side_by_side(real):
    given = []

    def transform(text):
        given.append(text)
        return f"{text}\nTRANSFORMED"

    async with real.client(choose) as client:
        session = await client.create_session(
            system_message={
                "mode": "customize",
                "sections": {"tone": {"action": "replace", "content": "FIXED TONE"}},
            },
            section_transforms={"identity": transform},
            **real.session,
        )
        await session.send_and_wait("hello")
    said = str(real.model.requests[-1].messages)
    assert "TRANSFORMED" in said
    assert "FIXED TONE" in said
    assert given[0]


async def test_canvases_are_listed_and_their_errors_are_told(real):
    def fail(request):
        raise ValueError("of the canvas")

    canvas = ca.Canvas(id="board", display_name="Board", description="A board", open=fail)
    async with real.client(choose) as client:
        session = await client.create_session(canvases=[canvas], **real.session)
        [listed] = (await session.request("session.canvas.list"))["canvases"]
        assert (listed["canvasId"], listed["displayName"]) == ("board", "Board")
        assert listed["description"] == "A board"
        with pytest.raises(ca.RpcError):
            await session.request(
                "session.canvas.open", {"canvasId": "board", "instanceId": "i", "input": {}}
            )


async def test_commands_of_the_program_are_listed_among_those_of_the_cli(real):
    command = ca.Command("deploy", lambda: None, description="Deploy it")
    async with real.client(choose) as client:
        session = await client.create_session(commands=[command], **real.session)
        listed = (await session.request("session.commands.list"))["commands"]
        kinds = {item["name"]: (item["kind"], item["description"]) for item in listed}
        assert kinds["deploy"] == ("client", "Deploy it")
        assert "builtin" in {kind for kind, _ in kinds.values()}


async def test_a_hook_adds_to_and_replaces_what_an_mcp_server_is_told(real):
    told = {"injected": "by the hook"}
    asked = []

    def hook(given):
        asked.append((given["serverName"], given["toolName"]))
        return {"metaToUse": told}

    server = {"command": sys.executable, "args": [str(SERVER)], "tools": ["*"]}
    async with real.client(choose) as client:
        session = await client.create_session(
            mcp_servers={"own": server},
            hooks={"preMcpToolCall": hook},
            on_permission_request=ca.approve_all,
            **real.session,
        )
        answer = json.loads(content(await session.send_and_wait("call own-meta x")))
        assert answer["value"] == "x"
        assert told.items() <= answer["meta"].items()
        told = {"wholly": "replaced"}
        answer = json.loads(content(await session.send_and_wait("call own-meta y")))
        assert "injected" not in answer["meta"]
        assert answer["meta"]["wholly"] == "replaced"
    assert asked == [("own", "meta")] * 2


async def test_the_tools_of_a_resumed_session_are_replaced(real):
    def tool(name):
        return ca.Tool(name, name, {"type": "object"}, lambda _: f"of {name}", True)

    async with real.client(choose) as client:
        session = await client.create_session(tools=[tool("fruit")], **real.session)
        assert content(await session.send_and_wait("call fruit x")) == "of fruit"
        await session.disconnect()
        session = await client.resume_session(
            session.session_id, tools=[tool("fruit")], **real.session
        )
        await session.set_tools([tool("vegetable")])
        assert content(await session.send_and_wait("call vegetable x")) == "of vegetable"
        offered = {item["function"]["name"] for item in real.model.requests[-1].tools}
        assert "vegetable" in offered
        assert "fruit" not in offered


async def test_a_tool_takes_the_place_of_one_of_the_clis_only_on_purpose(real):
    @ca.tool(name="grep", skip_permission=True, overrides_built_in_tool=True)
    def ours(value: str) -> str:
        """Search in our own index."""
        return f"our {value}"

    by_accident = ca.Tool("grep", "grep", None, lambda: "no", True)
    async with real.client(choose) as client:
        session = await client.create_session(tools=[by_accident], **real.session)
        for _ in range(2):
            with pytest.raises(ca.TurnFailed, match='"grep" conflicts with a built-in tool'):
                await session.send_and_wait("call grep x")
            await session.set_tools([])
            assert content(await session.send_and_wait("hello")) == "hello"
            await session.set_tools([by_accident])
        await session.set_tools([ours])
        assert content(await session.send_and_wait("call grep x")) == "our x"
        offered = [item["function"] for item in real.model.requests[-1].tools]
        [grep] = [item for item in offered if item["name"] == "grep"]
        assert grep["description"] == "Search in our own index."
        os.kill(client.pid, signal.SIGKILL)
        assert content(await session.send_and_wait("call grep y")) == "our y"


@asynccontextmanager
async def guarded_server(good="good-token-0123456789"):
    """The options of an MCP server over HTTP that wants this token."""
    answer = runpy.run_path(str(SERVER))["answer"]

    async def handle(request, exchange):
        if request.method != "POST":
            await exchange.respond(405 if request.path == "/mcp" else 404, b"")
        elif request.headers.get("authorization") != f"Bearer {good}":
            await exchange.respond(401, b"{}", [("www-authenticate", "Bearer")])
        elif "id" not in (message := json.loads(request.body)):
            await exchange.respond(202, b"")
        else:
            result = answer(message["method"], message.get("params", {}))
            reply = {"jsonrpc": "2.0", "id": message["id"], "result": result}
            as_json = [("content-type", "application/json")]
            await exchange.respond(200, json.dumps(reply).encode(), as_json)

    async with open_http_server(handle) as web:
        url = f"http://127.0.0.1:{web.port}/mcp"
        yield {"guarded": {"type": "http", "url": url, "tools": ["*"]}}


def state_of(answer):
    return {server["name"]: server["status"] for server in answer["servers"]}.get("guarded")


async def test_a_sign_in_is_given_up_or_answered_by_hand_also_after_a_resume(real, becomes):
    asked = []
    given = {"kind": "token", "accessToken": "good-token-0123456789", "tokenType": "Bearer"}

    def give_up(request):
        asked.append((request.server_name, request.reason))

    async def wait(request):
        asked.append(request.request_id)
        await trio.sleep_forever()

    async with guarded_server() as servers, real.client(choose) as client:
        session = await client.create_session(
            mcp_servers=servers, on_mcp_auth_request=give_up, **real.session
        )
        await session.send_and_wait("begin")
        await becomes(lambda answer: state_of(answer) == "needs-auth", session, "session.mcp.list")
        assert asked == [("guarded", "initial")]
        await session.disconnect()
        asked.clear()
        session = await client.resume_session(
            session.session_id, mcp_servers=servers, on_mcp_auth_request=wait, **real.session
        )
        async with session.events("mcp.oauth_required") as stream:
            await session.send("go on")
            with trio.fail_after(20):
                required = (await anext(stream)).raw["data"]
        answered = await session.request(
            "session.mcp.oauth.handlePendingRequest",
            {"requestId": required["requestId"], "result": given},
        )
        assert answered["success"] is True
        await becomes(lambda answer: state_of(answer) == "connected", session, "session.mcp.list")
        tools = await session.request("session.mcp.listTools", {"serverName": "guarded"})
        assert [tool["name"] for tool in tools["tools"]] == ["variable", "meta"]


class First(msgspec.Struct):
    first: int


class Second(msgspec.Struct):
    second: int


async def test_callers_at_once_get_answers_of_their_own_types(real):
    def typed(request):
        name = "first" if "first" in request.prompt else "second"
        return Text(json.dumps({name: 42}))

    answers = {}
    async with real.client(typed) as client:
        session = await client.create_session(**real.session)

        async def ask(prompt, kind):
            answers[prompt] = await session.send_and_wait(prompt, response_type=kind)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask, "first", First)
            nursery.start_soon(ask, "second", Second)
    assert answers == {"first": First(42), "second": Second(42)}
