"""Methods through their facades: what they change is there, in both worlds or on the real CLI."""

from __future__ import annotations

import pytest
import trio

import copilot_actors as ca
from copilot_actors.protocol import rpc
from copilot_actors.testing import Script


@pytest.mark.exhaustive("real")
async def test_mode_name_and_model_are_read_and_changed(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(**world.session_options)
        assert await session.rpc.mode.get() == "interactive"
        await session.rpc.mode.set(mode="plan")
        assert await session.rpc.mode.get() == "plan"
        await session.rpc.name.set(name="Harvest")
        assert (await session.rpc.name.get()).name == "Harvest"
        assert (await session.rpc.model.get_current()).model_id == world.session_options["model"]
        stored = await session.rpc.metadata.update_client_metadata(set={"job": "42"})
        assert stored == await session.rpc.metadata.get_client_metadata() == {"job": "42"}


@pytest.mark.exhaustive("real")
async def test_a_turn_that_is_sent_and_what_is_left_of_it(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(session_id="s", **world.session_options)
        async with session.events("session.idle") as idle:
            sent = await session.rpc.send(prompt="hello", source="agent-1")
            await anext(idle)
        page = await session.rpc.event_log.read(types=["user.message"])
        assert [event["data"]["messageId"] for event in page.events] == [sent.message_id]
        await client.rpc.sessions.save(session_id="s")
        kept = await client.rpc.sessions.read_persisted_events(session_id="s")
        assert sent.message_id in {event["data"].get("messageId") for event in kept.events}
        activity = await session.rpc.metadata.activity()
        assert (activity.abortable, activity.has_active_work) == (False, False)


@pytest.mark.exhaustive("real")
async def test_a_refusal_says_which_method_and_what_the_cli_said(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(**world.session_options)
        with pytest.raises(ca.RpcError) as refused:
            await client.rpc.sessions.read_persisted_events(session_id="nobody")
        assert refused.value.method == "sessions.readPersistedEvents"
        assert refused.value.code == -32603
        with pytest.raises(ca.InvalidOption, match="did you mean 'plan'"):
            await session.rpc.mode.set(mode="plann")
        assert await session.rpc.mode.get() == "interactive"


async def test_a_call_during_a_crash_is_told_or_answered_by_the_next_cli(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(**world.session_options)
        await session.send_and_wait("hello")
        world.kill(client)
        with trio.fail_after(20):
            try:
                mode = await session.rpc.mode.get()
            except ca.ConnectionFault:
                mode = await session.rpc.mode.get()
        assert mode == "interactive"


@pytest.mark.parametrize("world_name", [pytest.param("real", marks=pytest.mark.real_cli)])
async def test_plans_files_and_tools_of_the_real_cli(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(**world.session_options)
        await session.send_and_wait("hello")
        await session.rpc.plan.update(content="# Plan")
        plan = await session.rpc.plan.read()
        assert (plan.exists, plan.content) == (True, "# Plan")
        await session.rpc.workspaces.create_file(path="notes.md", content="# Notes")
        assert "notes.md" in (await session.rpc.workspaces.list_files()).files
        assert (await session.rpc.workspaces.read_file(path="notes.md")).content == "# Notes"
        tools = await client.rpc.tools.list()
        assert {"bash", "view"} <= {tool.name for tool in tools.tools}
        assert all(isinstance(tool, rpc.Tool) for tool in tools.tools)
        compacted = await session.rpc.history.compact()
        assert isinstance(compacted.success, bool)
        rewound = await session.rpc.history.list_rewind_points()
        assert isinstance(rewound, rpc.HistoryListRewindPointsResult)
