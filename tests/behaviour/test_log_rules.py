"""The log that a CLI writes keeps the rules of ``check_history``, whatever happens to its sessions."""

from __future__ import annotations

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script, Text, ToolCall, ToolCalls, check_history

SESSION = "s-1"
SCRIPT = Script.by_prompt(
    {
        "tool": [ToolCalls([ToolCall("look"), ToolCall("look")]), Text("looked")],
        "wait": [ToolCalls([ToolCall("wait")]), Text("waited")],
        "slow": Text("one two three four", chunks=4, delay=2),
    },
    default=Text("hello"),
)


async def log_of(world):
    """The events of the log on disk, as they are there."""
    if world.name == "simulator":
        return world.simulator.store.journal(SESSION).events()
    stored = ca.SessionStore(world.home).session(SESSION)
    return [event async for event in stored.events()]


@pytest.mark.exhaustive("real")
async def test_the_log_of_a_session_with_tools_aborts_and_crashes_is_legal(world):
    waiting = trio.Event()

    @ca.tool(skip_permission=True)
    async def look() -> str:
        """Look."""
        return "seen"

    @ca.tool(skip_permission=True)
    async def wait() -> str:
        """Wait."""
        waiting.set()
        await trio.sleep_forever()
        return ""

    async with world.client(SCRIPT) as client:
        session = await client.create_session(
            session_id=SESSION, tools=[look, wait], streaming=True, **world.session_options
        )
        await session.send_and_wait("hi")
        await session.send_and_wait("tool")
        async with trio.open_nursery() as nursery:
            await session.send("wait")
            nursery.start_soon(waiting.wait)
        await session.abort()
        await session.send_and_wait("hi")
        await session.send("slow")
        world.kill(client)
        await session.send_and_wait("tool")
        await session.disconnect()
        events = await log_of(world)
        check_history(events)
        types = [event["type"] if isinstance(event, dict) else event.type for event in events]
        assert {"abort", "session.resume", "tool.execution_complete"} <= set(types)
        if world.name == "real CLI":
            assert (await ca.SessionStore(world.home).session(SESSION).damage()).ok
