"""Release, stop and delete a session: what is left of it after each."""

from __future__ import annotations

import sys

import psutil
import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script

ECHO = Script.echo()
MCP_SERVER = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if request["method"] == "initialize":
        result = {
            "protocolVersion": request["params"]["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "idle", "version": "1"},
        }
    else:
        result = {"tools": []}
    if "id" in request:
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
"""


async def disconnect(client, session):
    await session.disconnect()


async def destroy(client, session):
    await session.destroy()


async def leave_its_block(client, session):
    async with session:
        pass


async def stop_the_client(client, session):
    await client.stop()


async def stop_the_client_at_once(client, session):
    await client.stop(force=True)


async def delete(client, session):
    await client.delete_session(session.session_id)


# verb -> the data are kept, the client goes on
VERBS = {
    disconnect: (True, True),
    destroy: (True, True),
    leave_its_block: (True, True),
    stop_the_client: (True, False),
    stop_the_client_at_once: (True, False),
    delete: (False, True),
}
ALWAYS = (delete,)
every_verb = pytest.mark.parametrize(
    "verb",
    [
        pytest.param(verb, marks=() if verb in ALWAYS else pytest.mark.exhaustive("real"))
        for verb in VERBS
    ],
    ids=lambda verb: verb.__name__,
)


@every_verb
async def test_P9_each_verb_frees_the_session_and_only_delete_removes_its_data(world, verb):
    kept, goes_on = VERBS[verb]
    async with world.client(ECHO) as client:
        session = await client.create_session(session_id="s", **world.session_options)
        await session.send_and_wait("one")
        await session.request("sessions.save", {})
        await verb(client, session)
        # A forced stop drops the connection under the session instead of closing it.
        assert session.state == ("failed" if verb is stop_the_client_at_once else "closed")
        with pytest.raises(ca.CopilotError) as caught:
            await session.send("x")
        assert isinstance(caught.value, ca.SessionClosed | ca.ConnectionStopped)
        async with world.second_client() as other:
            assert [s.session_id for s in await other.list_sessions()] == ["s"] * kept
            if kept:
                again = await other.resume_session("s", **world.session_options)
                assert (await again.send_and_wait("two")).data.content == "two"
            else:
                with pytest.raises(ca.SessionNotFound):
                    await other.resume_session("s", **world.session_options)
        if goes_on:
            fresh = await client.create_session(**world.session_options)
            assert (await fresh.send_and_wait("three")).data.content == "three"


def children_of(pid: int) -> list[psutil.Process]:
    return [
        process
        for process in psutil.Process(pid).children(recursive=True)
        if any("serverInfo" in word for word in process.cmdline())
    ]


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("world_name", [pytest.param("real", marks=pytest.mark.real_cli)])
@every_verb
async def test_P9_each_verb_ends_the_servers_that_the_session_had_started(world, verb):
    server = {"type": "local", "command": sys.executable, "args": ["-c", MCP_SERVER], "tools": []}
    async with world.client(ECHO) as client:
        session = await client.create_session(
            session_id="s", mcp_servers={"idle": server}, **world.session_options
        )
        await session.send_and_wait("one")
        with trio.fail_after(10):
            while not (started := children_of(client.pid)):  # noqa: ASYNC110 - real processes
                await trio.sleep(0.05)
        await verb(client, session)
        with trio.fail_after(5):
            while any(process.is_running() for process in started):  # noqa: ASYNC110
                await trio.sleep(0.05)
