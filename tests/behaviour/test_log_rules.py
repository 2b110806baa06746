"""The log that a CLI writes keeps the rules of ``check_history``, whatever happens to its sessions."""

from __future__ import annotations

import pytest
import trio
from hypothesis import Phase, given, settings

import copilot_actors as ca
from copilot_actors.testing import (
    Script,
    Text,
    ToolCall,
    ToolCalls,
    check_history,
    strategies,
)

SESSION = "s-1"
COUNTS = {"simulator": 5, "real CLI": 40}
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


# --- Drawn logs -------------------------------------------------------------------------------


def drawn(world, strategy):
    """Some examples, other ones in each run; on the simulator there are more in the unit tests."""
    found = []

    @settings(
        max_examples=COUNTS[world.name], phases=[Phase.generate], database=None, deadline=None
    )
    @given(strategy)
    def keep(example):
        found.append(example)

    keep()
    return found


def store(world, session_id, data):
    """Put a log where the CLI looks for it."""
    if world.name == "simulator":
        world.simulator.store.append(session_id, [])
        world.simulator.store.journal(session_id).data = data
        return
    folder = world.home / "session-state" / session_id
    folder.mkdir(parents=True)
    (folder / "events.jsonl").write_bytes(data)


def session_name(number):
    return f"drawn-{number}"


@pytest.mark.exhaustive("real")
async def test_a_drawn_history_is_resumed_without_a_repair_and_nothing_is_lost(world):
    async with world.client(SCRIPT) as client:
        for number, history in enumerate(drawn(world, strategies.histories())):
            name = session_name(number)
            events = [event.raw for event in history]
            events[0]["data"]["sessionId"] = name
            store(world, name, strategies.log_of(events))
            session = await client.resume_session(
                name, allow_transcript_recovery=False, **world.session_options
            )
            found = kept(await session.get_messages())
            assert found[: len(kept(history))] == kept(history)
            await session.disconnect()


LOG_ALONE = {"session.usage_record", "external_tool.completed"}
"""Types that are in a log and need not be in the history that a CLI tells of it."""


def kept(events):
    return [event.id for event in events if event.type not in LOG_ALONE]


@pytest.mark.exhaustive("real")
async def test_a_drawn_damaged_log_costs_the_cli_what_it_costs_a_reader(world):
    async with world.client(SCRIPT) as client:
        for number, damaged in enumerate(drawn(world, strategies.damaged_histories())):
            name = session_name(number)
            # The CLI refuses a log whose start names another session.
            store(world, name, damaged.data.replace(b'"s-1"', f'"{name}"'.encode()))
            left = [one for one in damaged.records if isinstance(one, dict)]
            if not any(one["type"] == "session.start" for one in left):
                with pytest.raises((ca.SessionUnresumable, ca.SessionNotFound)):
                    await client.resume_session(name, **world.session_options)
                continue
            try:
                session = await client.resume_session(name, **world.session_options)
            except ca.CopilotError as error:
                raise AssertionError((damaged.damage, damaged.data)) from error
            found = {event.id for event in await session.get_messages()}
            lost = {e["id"] for e in left if e["type"] not in LOG_ALONE} - found
            assert lost == set(), (damaged.damage, damaged.data)
            await session.disconnect()
