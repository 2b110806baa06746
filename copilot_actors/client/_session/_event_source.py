"""The part of a session's handle that subscribes to its events."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import TYPE_CHECKING, TypeVar, cast, overload

import trio

from copilot_actors._errors import InvalidOption
from copilot_actors.protocol import SessionEvent

from ._event_filter import HandlerResult, event_filter
from ._subscriptions import SubscriptionRef

if TYPE_CHECKING:
    from copilot_actors.client._options._session_options import EventHandler
    from copilot_actors.protocol.events import TypedEvent

    from ._context import ClientContext
    from ._record import SessionRecord

    E1 = TypeVar("E1", bound=TypedEvent[object])
    E2 = TypeVar("E2", bound=TypedEvent[object])
    E3 = TypeVar("E3", bound=TypedEvent[object])


class EventSource(ABC):
    """Subscribing, by name or by class. A base of :class:`Session` only."""

    __slots__ = ("_context", "_session_id")

    _context: ClientContext
    _session_id: str

    @abstractmethod
    def _record(self) -> SessionRecord:
        """The session's record; raises when the session is over."""

    @overload
    async def on(
        self, event_class: type[E1], handler: Callable[[E1], HandlerResult], /
    ) -> SubscriptionRef: ...
    @overload
    async def on(
        self,
        event_class: type[E1],
        other_class: type[E2],
        handler: Callable[[E1 | E2], HandlerResult],
        /,
    ) -> SubscriptionRef: ...
    @overload
    async def on(
        self,
        event_class: type[E1],
        second_class: type[E2],
        third_class: type[E3],
        handler: Callable[[E1 | E2 | E3], HandlerResult],
        /,
    ) -> SubscriptionRef: ...
    @overload
    async def on(
        self,
        event_type: str | Sequence[str] | EventHandler,
        *more: str | EventHandler,
        handler: EventHandler | None = None,
        allow_unknown: bool = False,
    ) -> SubscriptionRef: ...
    async def on(
        self, *given: object, allow_unknown: bool = False, **named: object
    ) -> SubscriptionRef:
        """Subscribe a handler: ``on(handler)`` or ``on("assistant.message", handler)``.

        Several types are given one after the other, or as one list, before the handler. Given as
        classes of ``copilot_actors.protocol.events``, as in ``on(AssistantMessage, handler)``, the
        handler gets its events typed. The reference stays valid through every restart. Each
        subscription sees the session's events in wire order, each once. A plain function runs in
        the session's own task and must be quick; an async one has a task and a bounded buffer of
        its own, so it may take its time: it then loses ephemeral events only, counted by a
        ``copilot_actors.subscription.lagged`` event (by classes: if ``SubscriptionLagged`` is one
        of them). An exception in a handler is logged and counted and touches nobody else.

        An event that the CLI shapes otherwise than its schema is delivered too: see
        ``TypedEvent.data``.

        Args:
            *given: types and the handler.
            allow_unknown: take names that no schema knows, for a newer CLI.
            **named: ``event_type`` and ``handler``, instead of by position.

        Raises:
            SessionClosed: the session is over.
            InvalidOption: no handler, or an unknown type (the nearest known one is named).
        """
        await trio.lowlevel.checkpoint()
        self._record()
        *wanted, last = _arguments(given, named)
        if not callable(last) or (isinstance(last, type) and hasattr(last, "event_type")):
            raise InvalidOption("handler", "expected on(handler) or on(type, ..., handler)")
        chosen = event_filter(wanted, allow_unknown=allow_unknown)
        subscriber = chosen.wrap(cast("Callable[..., object]", last))
        return self._context.subscriptions.add(self._session_id, chosen.types, subscriber)

    async def off(self, ref: SubscriptionRef) -> None:
        """End a subscription. Idempotent; a dead or foreign reference is a no-op."""
        await trio.lowlevel.checkpoint()
        self._context.subscriptions.remove(self._session_id, ref)

    @overload
    def events(
        self, event_class: type[E1], /
    ) -> AbstractAsyncContextManager[AsyncIterator[E1]]: ...
    @overload
    def events(
        self, event_class: type[E1], other_class: type[E2], /
    ) -> AbstractAsyncContextManager[AsyncIterator[E1 | E2]]: ...
    @overload
    def events(
        self, event_class: type[E1], second_class: type[E2], third_class: type[E3], /
    ) -> AbstractAsyncContextManager[AsyncIterator[E1 | E2 | E3]]: ...
    @overload
    def events(
        self, *event_types: str, allow_unknown: bool = False
    ) -> AbstractAsyncContextManager[AsyncIterator[SessionEvent]]: ...
    def events(
        self, *event_types: object, allow_unknown: bool = False
    ) -> AbstractAsyncContextManager[AsyncIterator[object]]:
        """Iterate over events, all or of some types, from the entry of the block.

        ``async with session.events("assistant.message_delta") as stream: async for event in
        stream: ...``; by classes, as in ``session.events(AssistantMessageDelta)``, the events are
        typed. The buffer is bounded like that of an async subscriber. The iteration ends when the
        session is closed.

        Args:
            *event_types: names or classes; none for every event.
            allow_unknown: take names that no schema knows, for a newer CLI.

        Raises:
            SessionClosed: the session is over.
            InvalidOption: an unknown type (the nearest known one is named).
        """
        self._record()
        chosen = event_filter(event_types, allow_unknown=allow_unknown)
        adapt = chosen.adapt if chosen.classes else None
        return self._context.subscriptions.stream(self._session_id, chosen.types, adapt)


def _arguments(given: tuple[object, ...], named: dict[str, object]) -> list[object]:
    """The types and then the handler, wherever they were given."""
    for name in named:
        if name not in ("event_type", "handler"):
            raise TypeError(f"on() got an unexpected keyword argument {name!r}")
    if not given and not named:
        raise TypeError("on() needs a handler")
    first = [named["event_type"]] if "event_type" in named else []
    # A handler that is None was always the same as none at all.
    last = [named["handler"]] if named.get("handler") is not None else []
    return [*first, *given, *last]
