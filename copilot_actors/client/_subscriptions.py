"""Who gets which events of which session; it outlives session actors and connections.

A reference stays valid whatever is restarted. Each asynchronous subscriber has a bounded buffer
and a task of its own, so a slow one delays nobody; when its buffer is full it loses ephemeral
events only, and a ``copilot_actors.subscription.lagged`` marker says how many. Persistent events
are never dropped silently: a subscriber that is ``PERSISTENT_FACTOR`` buffers behind is closed
with :class:`SubscriberTooSlow`.
"""

from __future__ import annotations

import collections
import inspect
import itertools
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, cast

import trio

from copilot_actors._errors import SessionError
from copilot_actors.protocol import SessionEvent

from ._statistics import Counters

if TYPE_CHECKING:
    from ._options import EventHandler

_log = logging.getLogger("copilot_actors.subscriptions")

PERSISTENT_FACTOR = 8
"""How many buffers of persistent events a subscriber may be behind before it is closed."""


class SubscriberTooSlow(SessionError):
    """A subscriber was so far behind that persistent events would have been lost."""

    def __init__(self, session_id: str, behind: int) -> None:
        super().__init__(session_id, f"a subscriber is {behind} events behind and was closed")
        self.behind = behind


class SubscriptionRef:
    """Opaque reference to a subscription; pass it to ``session.off``. Hashable, equal to itself."""

    __slots__ = ("_serial", "_session_id")

    def __init__(self, session_id: str, serial: int) -> None:
        self._session_id = session_id
        self._serial = serial

    def __repr__(self) -> str:
        return f"<SubscriptionRef {self._serial} of session {self._session_id!r}>"


class _Buffer:
    """Bounded buffer of one subscriber: plain functions on one side, one task on the other."""

    __slots__ = (
        "_closed",
        "_counters",
        "_error",
        "_events",
        "_filled",
        "_lagged",
        "_limit",
        "_session_id",
    )

    def __init__(self, session_id: str, limit: int, counters: Counters) -> None:
        self._session_id = session_id
        self._limit = limit
        self._counters = counters
        self._events: collections.deque[SessionEvent] = collections.deque()
        self._lagged = 0
        self._filled = trio.Event()
        self._closed = False
        self._error: SubscriberTooSlow | None = None

    def put(self, event: SessionEvent) -> None:
        """Add an event, or drop the ephemeral one that does not fit."""
        if self._closed:
            return
        events = self._events
        if len(events) >= self._limit:
            if event.ephemeral:
                self._lagged += 1
                self._counters.lagged_events += 1
                return
            if len(events) >= self._limit * PERSISTENT_FACTOR:
                self._error = SubscriberTooSlow(self._session_id, len(events))
                self.close()
                return
        if self._lagged:
            events.append(self._marker())
        events.append(event)
        self._filled.set()

    def close(self) -> None:
        """No more events; those in the buffer are still delivered."""
        self._closed = True
        self._filled.set()

    def _marker(self) -> SessionEvent:
        lagged, self._lagged = self._lagged, 0
        return SessionEvent(
            "copilot_actors.subscription.lagged", data={"skipped": lagged}, ephemeral=True
        )

    async def take(self) -> collections.deque[SessionEvent] | None:
        """Wait for events and take all of them; ``None`` when closed and empty.

        Cancellation loses nothing: the events stay for the next call.

        Raises:
            SubscriberTooSlow: closed for being too far behind (after what is buffered).
        """
        while not self._events:
            if self._lagged:
                self._events.append(self._marker())
                break
            if self._closed:
                if self._error is not None:
                    raise self._error
                return None
            self._filled = trio.Event()
            await self._filled.wait()
        batch, self._events = self._events, collections.deque()
        return batch


class _Subscription:
    __slots__ = ("buffer", "handler", "ref", "types")

    def __init__(
        self,
        ref: SubscriptionRef,
        types: frozenset[str] | None,
        handler: Callable[[SessionEvent], object] | None,
        buffer: _Buffer | None,
    ) -> None:
        self.ref = ref
        self.types = types
        self.handler = handler
        self.buffer = buffer


class Subscriptions:
    """All subscriptions of a client.

    Args:
        start: starts a task under the client's subscriber supervisor.
        limit: events that a buffer holds.
        counters: where lags and handler errors are counted.
    """

    def __init__(
        self,
        start: Callable[[Callable[[], Awaitable[None]]], object],
        *,
        limit: int,
        counters: Counters,
    ) -> None:
        self._start = start
        self._limit = limit
        self._counters = counters
        self._serials = itertools.count(1)
        self._sessions: dict[str, dict[SubscriptionRef, _Subscription]] = {}

    def __len__(self) -> int:
        return sum(len(subscriptions) for subscriptions in self._sessions.values())

    def add(
        self, session_id: str, types: Iterable[str] | None, handler: EventHandler
    ) -> SubscriptionRef:
        """Subscribe a plain or async function to all events, or to those of some types.

        A plain function is called in the session's own task and must be quick; an async one
        gets its events from a buffer, in a task of its own, one at a time and in order.
        """
        ref = SubscriptionRef(session_id, next(self._serials))
        wanted = None if types is None else frozenset(types)
        if _is_async(handler):
            buffer = _Buffer(session_id, self._limit, self._counters)
            subscription = _Subscription(ref, wanted, None, buffer)
            async_handler = cast("Callable[[SessionEvent], Awaitable[None]]", handler)
            self._start(lambda: self._feed(subscription, async_handler))
        else:
            subscription = _Subscription(ref, wanted, handler, None)
        self._sessions.setdefault(session_id, {})[ref] = subscription
        return ref

    def remove(self, session_id: str, ref: object) -> None:
        """End a subscription; an unknown, dead or foreign reference is a no-op."""
        subscriptions = self._sessions.get(session_id)
        if subscriptions is None or not isinstance(ref, SubscriptionRef):
            return
        subscription = subscriptions.pop(ref, None)
        if subscription is not None and subscription.buffer is not None:
            subscription.buffer.close()
        if not subscriptions:
            del self._sessions[session_id]

    def close_session(self, session_id: str) -> None:
        """End all subscriptions of a session; what is buffered is still delivered."""
        for subscription in self._sessions.pop(session_id, {}).values():
            if subscription.buffer is not None:
                subscription.buffer.close()

    def publish(self, session_id: str, event: SessionEvent) -> None:
        """Hand one event to every subscriber of its session, without waiting."""
        subscriptions = self._sessions.get(session_id)
        if not subscriptions:
            return
        for subscription in list(subscriptions.values()):
            types = subscription.types
            if types is not None and event.type not in types:
                continue
            if subscription.buffer is not None:
                subscription.buffer.put(event)
            elif subscription.handler is not None:
                self._call(subscription.ref, subscription.handler, event)

    @asynccontextmanager
    async def stream(
        self, session_id: str, types: Iterable[str] | None
    ) -> AsyncIterator[AsyncIterator[SessionEvent]]:
        """A bounded iterator over a session's events, from the entry of the block to its exit.

        No task and no cancel scope is held across a ``yield``, so breaking out of the loop,
        returning, raising and garbage collection leave nothing behind (case C3).
        """
        ref = SubscriptionRef(session_id, next(self._serials))
        wanted = None if types is None else frozenset(types)
        buffer = _Buffer(session_id, self._limit, self._counters)
        subscription = _Subscription(ref, wanted, None, buffer)
        self._sessions.setdefault(session_id, {})[ref] = subscription
        try:
            yield EventStream(buffer)
        finally:
            self.remove(session_id, ref)

    def _call(
        self, ref: SubscriptionRef, handler: Callable[[SessionEvent], object], event: SessionEvent
    ) -> None:
        try:
            result = handler(event)
        except Exception:
            self._failed(ref, event)
            return
        if inspect.isawaitable(result):
            # A plain function that returns an awaitable (a lambda around an async function).
            self._start(lambda: self._await(ref, event, cast("Awaitable[None]", result)))

    async def _await(
        self, ref: SubscriptionRef, event: SessionEvent, result: Awaitable[None]
    ) -> None:
        try:
            await result
        except Exception:
            self._failed(ref, event)

    async def _feed(
        self, subscription: _Subscription, handler: Callable[[SessionEvent], Awaitable[None]]
    ) -> None:
        buffer = subscription.buffer
        if buffer is None:
            raise AssertionError("an async subscriber has a buffer")
        try:
            while (batch := await buffer.take()) is not None:
                for event in batch:
                    if self._is_over(subscription):
                        return
                    try:
                        await handler(event)
                    except Exception:
                        self._failed(subscription.ref, event)
        except SubscriberTooSlow as error:
            _log.error("%s", error)
            self.remove(subscription.ref._session_id, subscription.ref)

    def _is_over(self, subscription: _Subscription) -> bool:
        """Whether ``off`` was called: then nothing more is delivered, not even the rest."""
        subscriptions = self._sessions.get(subscription.ref._session_id)
        return subscriptions is not None and subscription.ref not in subscriptions

    def _failed(self, ref: SubscriptionRef, event: SessionEvent) -> None:
        """A raising subscriber hurts nobody else: logged with session, reference and event."""
        self._counters.handler_errors += 1
        _log.exception("%r failed on %r", ref, event)


class EventStream:
    """Async iterator over buffered events; ends when the session is closed."""

    __slots__ = ("_batch", "_buffer")

    def __init__(self, buffer: _Buffer) -> None:
        self._buffer = buffer
        self._batch: collections.deque[SessionEvent] = collections.deque()

    def __aiter__(self) -> EventStream:
        return self

    async def __anext__(self) -> SessionEvent:
        """The next event, in wire order. Cancellation loses nothing.

        Raises:
            SubscriberTooSlow: this reader was too far behind.
            StopAsyncIteration: the session is closed.
        """
        if not self._batch:
            batch = await self._buffer.take()
            if batch is None:
                raise StopAsyncIteration
            self._batch = batch
        else:
            await trio.lowlevel.checkpoint_if_cancelled()
        return self._batch.popleft()


def _is_async(handler: Callable[[SessionEvent], object]) -> bool:
    call = getattr(handler, "__call__", None)  # noqa: B004 - looking for an async __call__
    return inspect.iscoroutinefunction(inspect.unwrap(handler)) or inspect.iscoroutinefunction(call)
