"""The CLI's own tools, agents and file tracking, driven by a scripted model on the real CLI."""

from __future__ import annotations

import json
import re

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Text, ToolCall, ToolCalls

pytestmark = [pytest.mark.real_cli, pytest.mark.exhaustive]


def choose(request):
    """``call NAME ARGUMENTS`` in the prompt is a call; then its result is said."""
    found = re.search(r"call (\w+) (\{.*\})", request.prompt)
    if found and request.step == 0:
        return ToolCalls([ToolCall(found[1], json.loads(found[2]))])
    return Text("|".join(result.content for result in request.tool_results) or request.prompt)


def call(name, **arguments):
    return f"call {name} {json.dumps(arguments)}"


async def test_files_are_written_read_and_guarded_turn_by_turn(real, tmp_path):
    kinds = []
    decisions = {"decide": ca.approve_once()}

    async def decide(request):
        kinds.append((request.kind, bool(request.tool_call_id)))
        return decisions["decide"]

    target = tmp_path / "greeting.txt"
    edit = call("edit", path=str(target), old_str="Hello", new_str="Bye")
    async with real.client(choose) as client:
        session = await client.create_session(
            working_directory=tmp_path, on_permission_request=decide, **real.session
        )
        await session.send_and_wait(call("create", path=str(target), file_text="Hello there"))
        assert target.read_text() == "Hello there"
        answer = await session.send_and_wait(call("view", path=str(target)))
        assert "Hello there" in answer.data["content"]
        assert ("write", True) in kinds
        decisions["decide"] = ca.reject("not now")
        async with session.events("tool.execution_complete") as stream:
            await session.send_and_wait(edit)
            complete = (await anext(stream)).data
        assert complete["success"] is False
        assert "rejected" in complete["error"]["message"].lower()
        assert target.read_text() == "Hello there"
        # Approving everything is up to the CLI: nobody is asked any more.
        before = len(kinds)
        await session.request("session.permissions.setApproveAll", {"enabled": True})
        await session.send_and_wait(edit)
        assert target.read_text() == "Bye there"
        assert len(kinds) == before
        await session.disconnect()
        again = await client.resume_session(
            session.session_id, on_permission_request=ca.deny_all, **real.session
        )
        async with again.events("tool.execution_complete") as stream:
            await again.send_and_wait(call("bash", command="echo resumed", description="x"))
            complete = (await anext(stream)).data
        assert complete["success"] is False


@pytest.mark.exhaustive
async def test_todos_are_announced_and_read_with_what_they_depend_on(real):
    rows = [
        "INSERT INTO todos (id, title, status) VALUES ('alpha', 'first', 'pending')",
        "INSERT INTO todos (id, title, status) VALUES ('beta', 'second', 'done')",
        "INSERT INTO todo_deps (todo_id, depends_on) VALUES ('beta', 'alpha')",
    ]
    async with real.client(choose) as client:
        session = await client.create_session(on_permission_request=ca.approve_all, **real.session)
        seen = []
        await session.on("session.todos_changed", seen.append)
        for row in rows:
            await session.send_and_wait(call("sql", query=row, description="x"))
        assert seen
        todos = await session.request("session.plan.readSqlTodosWithDependencies")
        assert sorted(row["id"] for row in todos["rows"]) == ["alpha", "beta"]
        assert [(d["todoId"], d["dependsOn"]) for d in todos["dependencies"]] == [("beta", "alpha")]


@pytest.mark.exhaustive
async def test_agents_in_the_background_are_started_watched_and_removed(real, becomes):
    recorded = []
    tool = ca.Tool("record", "record", {"type": "object"}, recorded.append, skip_permission=True)
    async with real.client(choose) as client:
        session = await client.create_session(
            tools=[tool], on_permission_request=ca.approve_all, **real.session
        )
        await session.send_and_wait("ready")
        started = await session.request(
            "session.tasks.startAgent",
            {
                "agentType": "general-purpose",
                "prompt": "say done",
                "name": "helper",
                "description": "helps",
            },
        )

        def task(answer):
            return next((t for t in answer["tasks"] if t["id"] == started["agentId"]), None)

        first = task(await becomes(task, session, "session.tasks.list"))
        assert (first["agentType"], first["description"]) == ("general-purpose", "helps")
        assert (first["executionMode"], first["prompt"]) == ("background", "say done")
        over = {"completed", "failed", "cancelled", "idle"}

        def at_rest(answer):
            return task(answer) is None or task(answer)["status"] in over

        await becomes(at_rest, session, "session.tasks.list")
        await session.request("session.tasks.remove", {"id": started["agentId"]})

        fleet = await session.request(
            "session.fleet.start", {"prompt": call("record", content="of the fleet")}
        )
        assert fleet["started"] is True
        with trio.fail_after(20):
            while not recorded:  # noqa: ASYNC110 - real time: the turn belongs to nobody here
                await trio.sleep(0.02)
        assert recorded[0]["content"] == "of the fleet"
