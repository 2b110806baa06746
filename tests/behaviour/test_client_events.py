"""What a CLI says of its sessions and of itself: by type, plain and async, through restarts."""

from __future__ import annotations

import pytest
import trio
import trio.testing

import copilot_actors as ca
from copilot_actors.testing import Script, Simulator, Text, ToolCall, ToolCalls

SHELL = Script.by_prompt(
    {"run": [ToolCalls([ToolCall("bash", {"command": "echo x", "description": "x"})]), Text("ok")]},
    default=Text("ok"),
)


async def test_sessions_that_come_and_go_are_told_by_type_and_through_a_restart(world):
    created, deleted, everything = [], [], []

    async def on_deleted(news: ca.Lifecycle) -> None:
        await trio.lowlevel.checkpoint()
        deleted.append(news.session_id)

    async with world.client(Script.echo()) as client:
        ref = await client.on("session.created", created.append)
        await client.on("session.deleted", on_deleted)
        await client.on(everything.append)
        first = await client.create_session(session_id="a", **world.session_options)
        await first.send_and_wait("x")
        world.kill(client)
        await first.send_and_wait("y")
        await client.off(ref)
        await client.create_session(session_id="b", **world.session_options)
        await client.delete_session("a")
        with trio.fail_after(10):
            while not deleted:
                await trio.testing.wait_all_tasks_blocked(0.01)
    assert set(deleted) == {"a"}
    assert {news.session_id for news in created} == {"a"}
    assert {news.type for news in created} == {"session.created"}
    assert {"session.created", "session.updated"} <= {news.type for news in everything}


async def test_a_host_event_is_delivered(autojump_clock):
    seen = []
    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator) as client:
        await client.on("host.event", seen.append)
        params = {"scope": {"sessionId": "s"}, "kind": "task_transition", "payload": {"to": "done"}}
        simulator.send({"jsonrpc": "2.0", "method": "host.event", "params": params})
        simulator.send({"jsonrpc": "2.0", "method": "host.event", "params": {"kind": 7}})
        simulator.send({"jsonrpc": "2.0", "method": "host.event", "params": []})
        await trio.testing.wait_all_tasks_blocked()
        assert client.statistics().unknown_notifications == 0
    first, *others = seen
    assert first == ca.HostEvent(**params)
    assert others == [ca.HostEvent(scope=None, kind="", payload=None)] * 2


async def test_what_cannot_be_subscribed_to_is_told(autojump_clock):
    async with ca.open_client(cli=Simulator(Script.echo())) as client:
        with pytest.raises(ca.InvalidOption, match=r"did you mean 'session\.created'"):
            await client.on("session.craeted", print)
        with pytest.raises(ca.InvalidOption, match="expected on"):
            await client.on("session.created")
        ref = await client.on("session.teleported", print, allow_unknown=True)
        assert client.statistics().subscriptions == 1
        await client.off(ref)
        await client.off(ref)
        assert client.statistics().subscriptions == 0


async def test_a_handler_that_raises_or_is_slow_holds_up_nobody(autojump_clock):
    simulator = Simulator(Script.echo())
    seen = []

    def raises(news: ca.Lifecycle) -> None:
        raise ValueError("its own")

    async def slow(news: ca.Lifecycle) -> None:
        await trio.sleep(60)  # of the jumping clock

    async with ca.open_client(cli=simulator, subscriber_buffer=1) as client:
        for handler in (raises, slow, seen.append):
            await client.on("session.updated", handler)
        session = await client.create_session(model="gpt-4.1")
        await session.send_and_wait("x")
        statistics = client.statistics()
    assert len(seen) > 3
    assert statistics.handler_errors == len(seen)
    assert statistics.lagged_events > 0
