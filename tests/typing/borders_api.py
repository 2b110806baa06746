"""The two borders as type checkers see them. Checked by mypy and basedpyright, never run."""

from __future__ import annotations

from typing import assert_type

import msgspec

import copilot_actors as ca
from copilot_actors import aio, blocking
from copilot_actors.protocol.events import AssistantMessage
from copilot_actors.protocol.rpc import ModelList


class City(msgspec.Struct):
    name: str


def decide(request: ca.PermissionRequest) -> ca.PermissionDecision:
    return ca.approve_once()


def waits() -> None:
    with blocking.open_client(cli=ca.Stdio(), max_restarts=5) as client:
        assert_type(client, blocking.Client)
        assert_type(client.pid, int | None)
        assert_type(client.statistics(), ca.Statistics)
        assert_type(client.rpc(lambda rpc: rpc.models.list()), ModelList)
        session = client.create_session(session_id="x", model="gpt-5", on_permission_request=decide)
        assert_type(session, blocking.Session)
        assert_type(session.send("x", mode="immediate"), str)
        assert_type(session.send_and_wait("x", timeout=3), ca.SessionEvent | None)
        assert_type(session.send_and_wait("x", response_type=City), City)
        with session.events("assistant.message") as events:
            for event in events:
                assert_type(event, ca.SessionEvent)
        with session.events(AssistantMessage) as typed:
            for message in typed:
                assert_type(message, AssistantMessage)
        assert_type(session.on(AssistantMessage, lambda message: None), ca.SubscriptionRef)
        assert_type(session.ui.confirm("Sure?"), bool)
        session.send_and_wait("x", timout=3)  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]


def called(invocation: blocking.ToolInvocation) -> None:
    assert_type(invocation.session.send("x"), str)


async def in_tasks() -> None:
    async with aio.open_client(cli=ca.Stdio(), max_restarts=5) as client:
        assert_type(client, aio.Client)
        assert_type(client.pid, int | None)
        assert_type(await client.rpc.models.list(), ModelList)
        session = await client.create_session(model="gpt-5", on_permission_request=decide)
        assert_type(session, aio.Session)
        assert_type(await session.send("x"), str)
        assert_type(await session.send_and_wait("x", response_type=City), City)
        async with session.events(AssistantMessage) as typed:
            async for message in typed:
                assert_type(message, AssistantMessage)
        assert_type(await session.ui.confirm("Sure?"), bool)
        async with client.agent_host() as host:
            assert_type(host, aio.AgentHost)


async def called_in_a_task(invocation: aio.ToolInvocation) -> None:
    assert_type(await invocation.session.send("x"), str)
