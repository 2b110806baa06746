"""Who gets which events of which session; it outlives session actors and connections.

A reference stays valid whatever is restarted. Each asynchronous subscriber has a bounded buffer
and a task of its own, so a slow one delays nobody; when its buffer is full it loses ephemeral
events only, and a ``copilot_actors.subscription.lagged`` marker says how many. Persistent events
are never dropped silently: a subscriber that is ``PERSISTENT_FACTOR`` buffers behind is closed
with :class:`SubscriberTooSlow`.
"""

from __future__ import annotations

import collections
import copy
import inspect
import itertools
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import TYPE_CHECKING, TypeAlias, cast

import msgspec
import trio

from copilot_actors._session_errors import SubscriberTooSlow
from copilot_actors.client._isolation import is_own_fault
from copilot_actors.client._statistics import Counters
from copilot_actors.protocol import SessionEvent

if TYPE_CHECKING:
    from copilot_actors.client._options._session_options import EventHandler

_log = logging.getLogger("copilot_actors.subscriptions")

PERSISTENT_FACTOR = 8
"""How many buffers of persistent events a subscriber may be behind before it is closed."""


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
        "_rung",
        "_session_id",
    )

    def __init__(self, session_id: str, limit: int, counters: Counters) -> None:
        self._session_id = session_id
        self._limit = limit
        self._counters = counters
        self._events: collections.deque[SessionEvent] = collections.deque()
        self._lagged = 0
        self._filled = trio.Event()
        # Whether `_filled` is set: asking it, or setting it again, would take a call per event.
        self._rung = False
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
        if not self._rung:
            self._ring()

    def _ring(self) -> None:
        self._rung = True
        self._filled.set()

    def close(self) -> None:
        """No more events; those in the buffer are still delivered."""
        self._closed = True
        self._ring()

    def _marker(self) -> SessionEvent:
        lagged, self._lagged = self._lagged, 0
        return SessionEvent(
            "copilot_actors.subscription.lagged", data={"skipped": lagged}, ephemeral=True
        )

    async def take(self) -> SessionEvent | None:
        """Wait for an event and take it; ``None`` when closed and empty.

        Several tasks may wait, each event goes to one of them. Cancellation loses nothing: the
        event stays for the next call.

        Raises:
            SubscriberTooSlow: closed for being too far behind (after what is buffered).
        """
        if self._events:
            await trio.lowlevel.checkpoint_if_cancelled()
        while not self._events:
            if self._lagged:
                return self._marker()
            if self._closed:
                await trio.lowlevel.checkpoint()
                if self._error is not None:
                    raise copy.copy(self._error)
                return None
            if self._rung:
                self._filled = trio.Event()
                self._rung = False
            await self._filled.wait()
        return self._events.popleft()

    def take_ready(self, most: int) -> list[SessionEvent]:
        """Take what is buffered, without waiting; nothing is not the end."""
        events = self._events
        taken = [events.popleft() for _ in range(min(most, len(events)))]
        if len(taken) < most and self._lagged:
            taken.append(self._marker())
        return taken

    def drop(self) -> None:
        """Close and forget what is buffered."""
        self._events.clear()
        self._lagged = 0
        self.close()


class _Subscription:
    __slots__ = ("buffer", "failures", "handler", "ref", "types")

    def __init__(
        self,
        ref: SubscriptionRef,
        types: frozenset[str] | None,
        handler: Callable[[SessionEvent], object],
        buffer: _Buffer | None,
    ) -> None:
        self.ref = ref
        self.types = types
        self.handler = handler
        self.buffer = buffer
        self.failures = 0


def _unread(_event: SessionEvent) -> None:
    """The handler of a subscription whose buffer is read by an iteration."""


class _Subscribers:
    """Those of one session; ``now`` is all of them in order, made when an event comes."""

    __slots__ = ("by_ref", "now")

    def __init__(self) -> None:
        self.by_ref: dict[SubscriptionRef, _Subscription] = {}
        self.now: tuple[_Subscription, ...] | None = None


class SubscriberFault(msgspec.Struct, frozen=True, kw_only=True):
    """A subscriber raised. What ``ClientOptions.on_subscriber_error`` is told.

    Attributes:
        session_id: the session.
        ref: the subscription.
        event: the event that it was handling.
        error: what it raised.
        failures: how often in a row it has failed now.
    """

    session_id: str
    ref: SubscriptionRef
    event: SessionEvent
    error: BaseException
    failures: int


Adapt: TypeAlias = Callable[[SessionEvent], object | None]
FaultHandler: TypeAlias = Callable[[SubscriberFault], object]


class Subscriptions:
    """All subscriptions of a client.

    Args:
        start: starts a task under the client's subscriber supervisor.
        limit: events that a buffer holds.
        counters: where lags and handler errors are counted.
        on_error: told of each fault of a subscriber; ends that subscription by returning ``True``.
    """

    def __init__(
        self,
        start: Callable[[Callable[[], Awaitable[None]]], object],
        *,
        limit: int,
        counters: Counters,
        on_error: FaultHandler | None = None,
    ) -> None:
        self._on_error = on_error
        self._start = start
        self._limit = limit
        self._counters = counters
        self._serials = itertools.count(1)
        self._sessions: dict[str, _Subscribers] = {}

    def __len__(self) -> int:
        return sum(len(subscribers.by_ref) for subscribers in self._sessions.values())

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
            subscription = _Subscription(ref, wanted, handler, buffer)
            async_handler = cast("Callable[[SessionEvent], Awaitable[None]]", handler)
            self._start(lambda: self._feed(subscription, buffer, async_handler))
        else:
            subscription = _Subscription(ref, wanted, handler, None)
        self._enter(session_id, subscription)
        return ref

    def names(self, session_id: str, event_type: str) -> bool:
        """Whether somebody subscribes to a type by its name, not just to everything."""
        subscribers = self._sessions.get(session_id)
        return subscribers is not None and any(
            subscription.types is not None and event_type in subscription.types
            for subscription in subscribers.by_ref.values()
        )

    def remove(self, session_id: str, ref: object) -> None:
        """End a subscription; an unknown, dead or foreign reference is a no-op."""
        subscribers = self._sessions.get(session_id)
        if subscribers is None or not isinstance(ref, SubscriptionRef):
            return
        subscription = subscribers.by_ref.pop(ref, None)
        subscribers.now = None
        if subscription is not None and subscription.buffer is not None:
            subscription.buffer.drop()
        if not subscribers.by_ref:
            del self._sessions[session_id]

    def close_session(self, session_id: str) -> None:
        """End all subscriptions of a session; what is buffered is still delivered."""
        subscribers = self._sessions.pop(session_id, None)
        for subscription in () if subscribers is None else subscribers.by_ref.values():
            if subscription.buffer is not None:
                subscription.buffer.close()

    def publish(self, session_id: str, event: SessionEvent) -> None:
        """Hand one event to every subscriber of its session, without waiting."""
        subscribers = self._sessions.get(session_id)
        if subscribers is None:
            return
        # The subscribers of this moment: a handler may subscribe, and end subscriptions.
        now = subscribers.now
        if now is None:
            now = subscribers.now = tuple(subscribers.by_ref.values())
        for subscription in now:
            types = subscription.types
            if types is not None and event.type not in types:
                continue
            if subscription.buffer is not None:
                subscription.buffer.put(event)
                continue
            try:
                result = subscription.handler(event)
            except BaseException as error:
                if not is_own_fault(error):
                    raise
                self._failed(subscription, event, error)
                continue
            # Most handlers return nothing, and asking whether something is awaitable takes longer
            # than all the rest of this.
            if result is not None and inspect.isawaitable(result):
                self._begun(subscription, event, result)
            else:
                subscription.failures = 0

    def stream(
        self, session_id: str, types: Iterable[str] | None, adapt: Adapt | None = None
    ) -> EventBlock:
        """A bounded iterator over a session's events, from the entry of the block to its exit.

        ``adapt`` makes of each event what the reader gets; one that it makes ``None`` of is left
        out.
        """
        return EventBlock(self, session_id, types, adapt)

    def open(self, session_id: str, types: Iterable[str] | None) -> tuple[SubscriptionRef, _Buffer]:
        """Subscribe a buffer that somebody reads."""
        ref = SubscriptionRef(session_id, next(self._serials))
        wanted = None if types is None else frozenset(types)
        buffer = _Buffer(session_id, self._limit, self._counters)
        self._enter(session_id, _Subscription(ref, wanted, _unread, buffer))
        return ref, buffer

    def _enter(self, session_id: str, subscription: _Subscription) -> None:
        subscribers = self._sessions.get(session_id)
        if subscribers is None:
            subscribers = self._sessions[session_id] = _Subscribers()
        subscribers.by_ref[subscription.ref] = subscription
        subscribers.now = None

    def _begun(
        self, subscription: _Subscription, event: SessionEvent, result: Awaitable[object]
    ) -> None:
        # A plain function around an async one: from now on it is served as an async one is, so
        # that its events stay in order.
        buffer = _Buffer(subscription.ref._session_id, self._limit, self._counters)
        subscription.buffer = buffer
        handler = subscription.handler
        self._start(lambda: self._feed(subscription, buffer, handler, (event, result)))

    async def _feed(
        self,
        subscription: _Subscription,
        buffer: _Buffer,
        handler: Callable[[SessionEvent], object],
        begun: tuple[SessionEvent, Awaitable[object]] | None = None,
    ) -> None:
        ref = subscription.ref
        if begun is not None:
            await self._finish(subscription, *begun)
        try:
            while (event := await buffer.take()) is not None:
                try:
                    result = handler(event)
                except BaseException as error:
                    if not is_own_fault(error):
                        raise
                    self._failed(subscription, event, error)
                    continue
                if inspect.isawaitable(result):
                    await self._finish(subscription, event, result)
                else:
                    subscription.failures = 0
        except SubscriberTooSlow as error:
            _log.error("%s", error)
            self.remove(ref._session_id, ref)

    async def _finish(
        self, subscription: _Subscription, event: SessionEvent, result: Awaitable[object]
    ) -> None:
        try:
            await result
        except BaseException as error:
            if not is_own_fault(error):
                raise
            self._failed(subscription, event, error)
        else:
            subscription.failures = 0

    def _failed(
        self, subscription: _Subscription, event: SessionEvent, error: BaseException
    ) -> None:
        """A raising subscriber hurts nobody else: it is reported with session and event."""
        ref = subscription.ref
        subscription.failures += 1
        self._counters.handler_errors += 1
        _log.error("%r failed on %r", ref, event, exc_info=error)
        if self._on_error is None:
            return
        fault = SubscriberFault(
            session_id=ref._session_id,
            ref=ref,
            event=event,
            error=error,
            failures=subscription.failures,
        )
        try:
            ends = self._on_error(fault) is True
        except BaseException as error_of_hook:
            if not is_own_fault(error_of_hook):
                raise
            self._counters.handler_errors += 1
            _log.exception("on_subscriber_error failed on %r", ref)
            return
        if ends:
            self.remove(ref._session_id, ref)


class EventBlock(AbstractAsyncContextManager["AsyncIterator[object]"]):
    """The block of ``session.events``: it holds no task, no cancel scope and no generator.

    So breaking out of the loop, returning, raising and garbage collection leave nothing behind
    (case C3).
    """

    __slots__ = ("_adapt", "_refs", "_session_id", "_subscriptions", "_types")

    def __init__(
        self,
        subscriptions: Subscriptions,
        session_id: str,
        types: Iterable[str] | None,
        adapt: Adapt | None,
    ) -> None:
        self._adapt = adapt
        self._subscriptions = subscriptions
        self._session_id = session_id
        self._types = types
        self._refs: list[SubscriptionRef] = []

    async def __aenter__(self) -> AsyncIterator[object]:
        """Begin to collect events."""
        ref, buffer = self._subscriptions.open(self._session_id, self._types)
        self._refs.append(ref)
        return EventStream(buffer, self._adapt)

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Stop collecting."""
        self._subscriptions.remove(self._session_id, self._refs.pop())


class EventStream:
    """Async iterator over buffered events; ends when the session is closed."""

    __slots__ = ("_adapt", "_buffer")

    def __init__(self, buffer: _Buffer, adapt: Adapt | None) -> None:
        self._buffer = buffer
        self._adapt = adapt

    def __aiter__(self) -> EventStream:
        return self

    async def __anext__(self) -> object:
        """The next event, in wire order. Cancellation loses nothing.

        Raises:
            SubscriberTooSlow: this reader was too far behind.
            StopAsyncIteration: the session is closed, or the block has been left.
        """
        buffer, adapt = self._buffer, self._adapt
        while True:
            if buffer._events:
                # What take() does, without a coroutine of its own: this does not let others run.
                await trio.lowlevel.checkpoint_if_cancelled()
                event = buffer._events.popleft()
            elif (waited := await buffer.take()) is not None:
                event = waited
            else:
                raise StopAsyncIteration
            wanted = event if adapt is None else adapt(event)
            if wanted is not None:
                return wanted

    async def next_events(self, most: int) -> list[object]:
        """Wait for the next event and take it with those behind it that are there already.

        For readers to whom a wake-up is dear, like another thread. Cancellation loses nothing.

        Args:
            most: so many at once.

        Returns:
            1 to ``most`` events; none at the end of the iteration.

        Raises:
            SubscriberTooSlow: this reader was too far behind.
        """
        try:
            first = await self.__anext__()
        except StopAsyncIteration:
            return []
        return [first, *self.ready_events(most - 1)]

    def ready_events(self, most: int) -> list[object]:
        """Take the events that are there already, without waiting."""
        adapt, taken = self._adapt, self._buffer.take_ready(most)
        if adapt is None:
            return list(taken)
        return [wanted for event in taken if (wanted := adapt(event)) is not None]


def _is_async(handler: Callable[[SessionEvent], object]) -> bool:
    call = getattr(handler, "__call__", None)  # noqa: B004 - looking for an async __call__
    return inspect.iscoroutinefunction(inspect.unwrap(handler)) or inspect.iscoroutinefunction(call)
