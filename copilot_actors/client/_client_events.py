"""The part of a client's handle that subscribes to what the CLI says of itself."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, TypeAlias, cast, get_args, overload

import trio

from copilot_actors._errors import InvalidOption, JsonValue
from copilot_actors.protocol import SessionEvent

from ._connection._link import HOST_EVENT, HostEvent, Lifecycle, LifecycleRef, Notice
from ._session._event_filter import HandlerResult, unknown_type
from ._session._subscriptions import SubscriptionRef

if TYPE_CHECKING:
    from ._options._session_options import EventHandler
    from ._session._context import ClientContext

LifecycleType: TypeAlias = Literal[
    "copilot_actors.client.recycled",
    "session.background",
    "session.created",
    "session.deleted",
    "session.foreground",
    "session.updated",
]
_LIFECYCLE_TYPES: frozenset[str] = frozenset(get_args(LifecycleType))
_OF_THE_CLIENT = ""
"""Where subscriptions of the client stand among those of its sessions: no session has this id."""


class ClientEvents:
    """Subscribing to lifecycle and host events. A base of :class:`Client` only."""

    _context: ClientContext

    @overload
    async def on(
        self, handler: Callable[[Lifecycle | HostEvent], HandlerResult], /
    ) -> SubscriptionRef: ...
    @overload
    async def on(
        self, event_type: Literal["host.event"], handler: Callable[[HostEvent], HandlerResult], /
    ) -> SubscriptionRef: ...
    @overload
    async def on(
        self, event_type: LifecycleType, handler: Callable[[Lifecycle], HandlerResult], /
    ) -> SubscriptionRef: ...
    @overload
    async def on(
        self,
        event_type: str,
        /,
        *more: str | Callable[[Lifecycle], HandlerResult],
        allow_unknown: bool = False,
    ) -> SubscriptionRef: ...
    async def on(self, *given: object, allow_unknown: bool = False) -> SubscriptionRef:
        """Subscribe to what the CLI says of its sessions and of itself.

        ``on("session.created", handler)`` gives a :class:`Lifecycle` for each session that anybody
        creates in this CLI; ``session.deleted``, ``session.updated`` (one for each event that is
        kept), ``session.foreground``, ``session.background`` and
        ``copilot_actors.client.recycled`` likewise. ``on("host.event", handler)`` gives a
        :class:`HostEvent`, and ``on(handler)`` all of them. Handlers are plain or async, with the
        buffers, limits and isolation of ``session.on``; a slow one loses notices, counted as
        ``lagged_events``. The reference stays valid through every restart.

        Args:
            *given: types, then the handler.
            allow_unknown: take names that this library does not know, for a newer CLI.

        Raises:
            InvalidOption: no handler, or an unknown type (the nearest known one is named).
        """
        await trio.lowlevel.checkpoint()
        *types, handler = given or (None,)
        if not callable(handler):
            raise InvalidOption("handler", "expected on(handler) or on(type, ..., handler)")
        known = _LIFECYCLE_TYPES | {HOST_EVENT}
        for name in types:
            if not isinstance(name, str) or not (name in known or allow_unknown):
                raise unknown_type(str(name), known)
        subscriptions = self._context.subscriptions
        self._context.link.publish = lambda notice: subscriptions.publish(
            _OF_THE_CLIENT, _as_event(notice)
        )
        wanted = cast("list[str]", types) if types else None
        return subscriptions.add(_OF_THE_CLIENT, wanted, _of_notices(handler))

    async def off(self, ref: SubscriptionRef) -> None:
        """End a subscription of :meth:`on`. Idempotent; a dead or foreign reference is a no-op."""
        await trio.lowlevel.checkpoint()
        self._context.subscriptions.remove(_OF_THE_CLIENT, ref)

    def on_lifecycle(self, handler: Callable[[Lifecycle], None]) -> LifecycleRef:
        """Call a plain, quick function for every ``session.lifecycle`` notification.

        :meth:`on` does the same for one type, and takes async functions.
        """
        ref = LifecycleRef()
        self._context.link.lifecycle_handlers[ref] = handler
        return ref

    def off_lifecycle(self, ref: LifecycleRef) -> None:
        """End a lifecycle subscription; idempotent."""
        self._context.link.lifecycle_handlers.pop(ref, None)


def _as_event(notice: Notice) -> SessionEvent:
    """A notice in the form in which subscriptions carry what they deliver."""
    if isinstance(notice, HostEvent):
        data = {"scope": notice.scope, "kind": notice.kind, "payload": notice.payload}
    else:
        metadata = cast("JsonValue", notice.metadata)
        data = {"sessionId": notice.session_id, "metadata": metadata}
    return SessionEvent(notice.type, data=data, ephemeral=True)


def _as_notice(event: SessionEvent) -> Notice | None:
    """The notice again; ``None`` for the marker of a lag, which has none."""
    data = event.data
    if event.type == HOST_EVENT:
        return HostEvent(scope=data["scope"], kind=str(data["kind"]), payload=data["payload"])
    metadata = data.get("metadata")
    if not isinstance(metadata, dict):
        return None
    return Lifecycle(type=event.type, session_id=str(data["sessionId"]), metadata={**metadata})


def _of_notices(handler: Callable[..., object]) -> EventHandler:
    # What wraps an async function is served as one: it is looked through.
    @functools.wraps(handler)
    def adapted(event: SessionEvent) -> object:
        notice = _as_notice(event)
        return None if notice is None else handler(notice)

    return cast("EventHandler", adapted)
