"""What the real CLI puts into a session file system, beside the log: one test for each kind.

The simulated CLI has no plans, no databases and no large results. Real time: the CLI is real.
"""

from __future__ import annotations

import collections
import contextlib
import json
import os
import random
from contextlib import asynccontextmanager

import pytest
import trio

import copilot_actors as ca
from copilot_actors.storage import PermissionFiles, SessionFileSystem
from copilot_actors.testing import Script, Text, ToolCall, ToolCalls, open_scripted_model

pytestmark = pytest.mark.real_cli
STATE = "/session-state"


class Watched(ca.InMemoryFileSystem):
    """Remembers which operations were asked for."""

    def __init__(self):
        super().__init__()
        self.asked = set()

    def __getattribute__(self, name):
        if name in _OPERATIONS:
            self.asked.add(name)
        return super().__getattribute__(name)


_OPERATIONS = {n for n in vars(SessionFileSystem) if not n.startswith("_")} | {
    "sqlite_exists",
    "sqlite_query",
    "sqlite_transaction",
}


@asynccontextmanager
async def opened(tmp_path, files, turns, **options):
    """A session ``s`` whose model answers each prompt with its steps."""
    async with open_scripted_model(Script.by_prompt(turns, default=Text("ok"))) as model:
        env = {k: os.environ[k] for k in ("PATH", "HOME", "COPILOT_CLI_PATH") if k in os.environ}
        async with ca.open_client(
            env={**env, **model.environment()},
            home=tmp_path / "home",
            session_file_system=lambda _: files,
            max_restarts=20,
        ) as client:
            chosen = {
                "model": model.model_name,
                "provider": model.provider(),
                "on_permission_request": ca.approve_all,
                **options,
            }
            session = await client.create_session(session_id="s", **chosen)
            yield session, client, model


def sql(query):
    return ToolCalls([ToolCall("sql", {"description": "d", "query": query})])


def told(model):
    """What the model was told last by a tool."""
    return [m["content"] for m in model.requests[-1].messages if m["role"] == "tool"][-1]


@pytest.mark.exhaustive
async def test_large_results_are_stored_through_the_program(tmp_path):
    files = ca.InMemoryFileSystem()
    call = ToolCalls([ToolCall("bash", {"command": "seq 1 40000", "description": "count"})])
    async with opened(tmp_path, files, {"go": [call, Text("done")]}) as (session, _, model):
        await session.send_and_wait("go")
        (path,) = [p for p in files.paths if p.startswith(f"{STATE}/temp/")]
        assert path in told(model)
        assert (await files.read_file(path)).endswith("39999\n40000\n")


@pytest.mark.exhaustive
async def test_the_plan_and_the_workspace_are_stored_through_the_program(tmp_path):
    files = ca.InMemoryFileSystem()
    async with opened(tmp_path, files, {}) as (session, client, _):
        await session.rpc.plan.update(content="# First this")
        assert await files.read_file(f"{STATE}/plan.md") == "# First this"
        assert (await session.rpc.plan.read()).content == "# First this"
        await session.rpc.workspaces.create_file(path="notes/a.txt", content="remember")
        assert await files.read_file(f"{STATE}/files/notes/a.txt") == "remember"
        assert list((await session.rpc.workspaces.list_files()).files) == ["notes/a.txt"]
        assert "id: s" in await files.read_file(f"{STATE}/workspace.yaml")
        await session.send_and_wait("hello")
        os.kill(client.pid, 9)
        await session.wait_state("recovering")
        await session.wait_state("idle")
        assert (await session.rpc.plan.read()).content == "# First this"


@pytest.mark.exhaustive
async def test_a_compaction_works_with_files_of_the_program(tmp_path):
    files = ca.InMemoryFileSystem()
    async with opened(tmp_path, files, {}) as (session, client, model):
        for number in range(3):
            await session.send_and_wait(f"prompt {number}")
        assert (await session.rpc.history.compact()).success
        checkpoints = [p for p in files.paths if p.startswith(f"{STATE}/checkpoints/001")]
        assert len(checkpoints) == 1
        await session.send_and_wait("after")
        os.kill(client.pid, 9)
        assert (await session.send_and_wait("last")).data.content == "ok"
        said = json.dumps(model.requests[-1].messages)
        assert "after" in said
        assert "summary of the prior context" in said


@pytest.mark.exhaustive
async def test_queries_of_the_sql_tool_and_of_sub_agents_go_to_the_database_of_the_session(
    tmp_path,
):
    files = Watched()
    task = {"description": "d", "prompt": "look", "agent_type": "general-purpose", "name": "n"}
    turns = {
        "add": [sql("INSERT INTO todos (id, title) VALUES ('a', 'by the agent')"), Text("added")],
        "ask": [ToolCalls([ToolCall("task", task)]), Text("asked")],
        "look": [
            sql("INSERT INTO todos (id, title) VALUES ('b', 'by its helper')"),
            Text("helped"),
        ],
        "read": [sql("SELECT title FROM todos ORDER BY id"), Text("read")],
        "wrong": [sql("SELECT a FROM nowhere"), Text("sorry")],
    }
    async with opened(tmp_path, files, turns) as (session, client, model):
        await session.send_and_wait("add")
        await session.send_and_wait("ask")
        os.kill(client.pid, 9)
        await session.send_and_wait("read")
        assert "by the agent" in told(model)
        assert "by its helper" in told(model)
        await session.send_and_wait("wrong")
        assert "no such table: nowhere" in told(model)
        assert client.statistics().file_system_faults == 0
    assert f"{STATE}/session.db" in files.paths
    assert {"sqlite_exists", "sqlite_query"} <= files.asked


@pytest.mark.exhaustive
async def test_the_model_has_no_sql_tool_without_a_database(tmp_path):
    files = ca.SessionFiles(file_system=ca.InMemoryFileSystem(), sqlite=False)
    async with open_scripted_model(Script.echo()) as model:
        env = {k: os.environ[k] for k in ("PATH", "HOME", "COPILOT_CLI_PATH") if k in os.environ}
        async with ca.open_client(
            env={**env, **model.environment()}, home=tmp_path, session_file_system=files
        ) as client:
            session = await client.create_session(model=model.model_name, provider=model.provider())
            await session.send_and_wait("hello")
        assert "sql" not in {tool["function"]["name"] for tool in model.requests[-1].tools}


async def test_what_was_allowed_for_good_is_in_the_permission_files_of_the_session(tmp_path):
    files = ca.InMemoryFileSystem()
    permissions = PermissionFiles(files)
    call = ToolCalls([ToolCall("bash", {"command": "git status", "description": "d"})])
    turns = {"go": [call, Text("done")], "again": [call, Text("done")]}
    asked = []

    def decide(request):
        asked.append(request.kind)
        approval = {"kind": "commands", "commandIdentifiers": ["git status"]}
        return ca.approve_for_location(approval, "/")

    async with opened(tmp_path, files, turns, on_permission_request=decide) as (session, client, _):
        await session.rpc.permissions.folder_trust.add_trusted(path="/repo")
        await session.send_and_wait("go")
        assert (await permissions.read_config()).trusted_folders == ("/repo",)
        place = (await permissions.read_permissions()).locations["/"]
        assert place.tool_approvals == ({"kind": "commands", "commandIdentifiers": ["git status"]},)
        os.kill(client.pid, 9)
        await session.send_and_wait("again")
        assert asked == ["shell"]
    home = tmp_path / "home"
    assert not (home / "permissions-config.json").exists()
    assert "/repo" not in (home / "config.json").read_text()


async def test_a_session_lives_in_a_directory_and_is_resumed_by_the_next_program(tmp_path):
    root = tmp_path / "files"
    async with opened(tmp_path, ca.DirectoryFileSystem(root), {}) as (session, client, _):
        await session.send_and_wait("one")
        os.kill(client.pid, 9)
        await session.send_and_wait("two")
    log = (root / "session-state" / "events.jsonl").read_text().splitlines()
    said = [json.loads(line) for line in log if '"user.message"' in line]
    assert [event["data"]["content"] for event in said] == ["one", "two"]
    async with open_scripted_model(Script.echo()) as model:
        env = {k: os.environ[k] for k in ("PATH", "HOME", "COPILOT_CLI_PATH") if k in os.environ}
        async with ca.open_client(
            env={**env, **model.environment()},
            home=tmp_path / "another home",
            session_file_system=lambda _: ca.DirectoryFileSystem(root),
        ) as client:
            again = await client.resume_session(
                "s", model=model.model_name, provider=model.provider()
            )
            await again.send_and_wait("three")
            assert {"one", "two", "three"} <= {
                m["content"].rpartition("\n")[2]
                for m in model.requests[-1].messages
                if m["role"] == "user"
            }
            await client.delete_session("s")
    assert not (root / "session-state").exists()


@pytest.mark.exhaustive
async def test_a_server_with_sessions_keeps_the_file_system_that_it_has(tmp_path):
    files = ca.InMemoryFileSystem()
    async with open_scripted_model(Script.echo()) as model:
        env = {k: os.environ[k] for k in ("PATH", "HOME", "COPILOT_CLI_PATH") if k in os.environ}
        async with ca.open_client(
            cli=ca.Tcp(token="a token of the test"),
            env={**env, **model.environment()},
            home=tmp_path,
        ) as client:
            await client.create_session(model=model.model_name, provider=model.provider())
            with pytest.raises(ca.InvalidOption, match="while sessions are active") as refusal:
                async with ca.open_client(
                    cli=ca.Tcp("127.0.0.1", client.port, "a token of the test"),
                    session_file_system=files,
                ):
                    pass
            assert refusal.value.option == "session_file_system"
    assert files.paths == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("kind", ["memory", "directory"])
@pytest.mark.parametrize("seed", range(4))
async def test_kills_at_random_moments_lose_and_repeat_nothing(tmp_path, kind, seed):
    directory = ca.DirectoryFileSystem(tmp_path / "files")
    files = ca.InMemoryFileSystem() if kind == "memory" else directory
    rng, ran, count = random.Random(seed), collections.Counter(), 10

    @ca.tool(skip_permission=True)
    async def touch(n: int) -> str:
        """Count."""
        ran[n] += 1
        return "done"

    turns = {
        f"prompt {n}": [ToolCalls([ToolCall("touch", {"n": n})]), Text(f"answer {n}", chunks=3)]
        for n in range(count)
    }
    async with opened(tmp_path, files, turns, tools=[touch]) as (session, client, _):
        over = trio.Event()

        async def kill():
            # So many that a slow machine, where a start takes longer than this, gets on too.
            for _ in range(6):
                # Real time: a start of the CLI takes one to two seconds.
                with trio.move_on_after(rng.uniform(0.05, 3)):
                    await over.wait()
                    return
                if client.state == "connected" and client.pid is not None:
                    with contextlib.suppress(ProcessLookupError):
                        os.kill(client.pid, 9)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(kill)
            for n in range(count):
                answer = await session.send_and_wait(f"prompt {n}")
                assert answer.data.content == f"answer {n}"
            over.set()
    log = await files.read_file(f"{STATE}/events.jsonl")
    events = [json.loads(line) for line in log.splitlines()]
    said = [e["data"]["content"] for e in events if e["type"] == "user.message"]
    assert said == list(turns)
    assert ran == dict.fromkeys(range(count), 1)
