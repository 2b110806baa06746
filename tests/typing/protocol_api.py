"""Typed events and methods as type checkers see them. Checked, never run."""

from __future__ import annotations

from typing import assert_type

import copilot_actors as ca
from copilot_actors.protocol import events as ev
from copilot_actors.protocol import rpc
from copilot_actors.protocol.events import AssistantMessage, AssistantMessageDelta, SessionIdle


async def subscriptions_by_class(session: ca.Session) -> None:
    async def on_message(event: AssistantMessage) -> None:
        assert_type(event.data, ev.AssistantMessageData)
        assert_type(event.data.content, str)

    def on_either(event: AssistantMessage | SessionIdle) -> None:
        if isinstance(event, AssistantMessage):
            assert_type(event.data.message_id, str)
        else:
            assert_type(event.data.aborted, bool | None)

    assert_type(await session.on(AssistantMessage, on_message), ca.SubscriptionRef)
    await session.on(AssistantMessage, SessionIdle, on_either)
    await session.on(AssistantMessage, lambda event: None)
    await session.on(SessionIdle, on_message)  # type: ignore[arg-type]
    await session.on("assistant.message", lambda event: None)
    await session.on("new.event", lambda event: None, allow_unknown=True)
    await session.on(["session.idle", "session.error"], lambda event: None)
    async with session.events(AssistantMessageDelta) as stream:
        async for delta in stream:
            assert_type(delta, AssistantMessageDelta)
            assert_type(delta.data.delta_content, str)
    async with session.events(AssistantMessageDelta, ev.SubscriptionLagged) as both:
        async for event in both:
            assert_type(event, AssistantMessageDelta | ev.SubscriptionLagged)
    async with session.events("assistant.message") as untyped:
        async for one in untyped:
            assert_type(one, ca.SessionEvent)
            assert_type(ev.typed(one), ev.TypedEvent[object])


async def methods(client: ca.Client, session: ca.Session) -> None:
    assert_type(session.rpc, rpc.SessionRpc)
    assert_type(client.rpc, rpc.ServerRpc)
    compacted = await session.rpc.history.compact(custom_instructions="be short")
    assert_type(compacted, rpc.HistoryCompactResult)
    assert_type(compacted.success, bool)
    assert_type(await session.rpc.mode.get(rpc_timeout=5.0), rpc.SessionMode)
    await session.rpc.mode.set(mode="plan")
    await session.rpc.mode.set(mode=3)  # type: ignore[arg-type]
    await session.rpc.mode.set()  # type: ignore[call-arg]
    await session.rpc.mcp.oauth.login(server_name="docs")
    assert_type(await client.rpc.ping(message="x"), rpc.PingResult)
    assert_type(await client.rpc.models.list(), rpc.ModelList)


def unions_are_open(request: ev.PermissionRequest) -> str:
    if isinstance(request, ev.PermissionRequestShell):
        return request.full_command_text
    if isinstance(request, ev.UnknownVariant):
        return str(request.get("kind"))
    return request.kind


def words_are_open(reason: ev.AbortReason) -> str:
    return reason.upper()


async def events_of_the_client(client: ca.Client) -> None:
    def created(news: ca.Lifecycle) -> None:
        assert_type(news.session_id, str)

    async def of_the_host(event: ca.HostEvent) -> None:
        assert_type(event.kind, str)

    assert_type(await client.on("session.created", created), ca.SubscriptionRef)
    await client.on("host.event", of_the_host)
    await client.on("session.created", "session.deleted", created)
    await client.on("session.teleported", created, allow_unknown=True)
