"""What the generated classes of the blocking API stand on: how they call, read and wrap."""

from __future__ import annotations

import collections
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Generic, Self, TypeVar, cast

from copilot_actors import client as trio_side
from copilot_actors._border._adapter import Adapter
from copilot_actors._border._blocks import at_once, release
from copilot_actors._errors import CopilotError, JsonValue
from copilot_actors.client._session._subscriptions import EventStream
from copilot_actors.protocol import SessionEvent

from ._portal import Portal

if TYPE_CHECKING:
    from copilot_actors.protocol.rpc import ServerRpc, SessionRpc

T = TypeVar("T")
Inner = TypeVar("Inner")
Outer = TypeVar("Outer")

EVENTS_AT_ONCE = 64
"""Events that one wake-up brings over: a wake-up of another thread costs as much as a hundred."""


class Facade(Generic[Inner]):
    """A blocking form of something that lives in the portal's thread.

    Handed out by a client or a session; any thread may use it.
    """

    __slots__ = ("_inner", "_portal")

    def __init__(self, inner: Inner, portal: Portal) -> None:
        self._inner = inner
        self._portal = portal

    def __repr__(self) -> str:
        return f"<blocking {self._inner!r}>"

    def _call(self, work: Coroutine[object, object, T]) -> T:
        return self._portal.call(work, self._undo, self._session_of_errors())

    def _read(self, get: Callable[[], T]) -> T:
        return self._portal.read(get)

    def _adapted(self, value: T) -> T:
        return BlockingAdapter(self._portal).adapted(value)

    async def _undo(self, value: object) -> None:
        await release(self._inner, value)

    def _session_of_errors(self) -> str | None:
        return None

    @contextmanager
    def _block(
        self, block: AbstractAsyncContextManager[T], wrapped: Callable[[T], Outer]
    ) -> Iterator[Outer]:
        value = self._call(_entered(block))
        try:
            yield wrapped(value)
        finally:
            if not self._portal.ended:
                self._call(_left(block))


class ClientBase(Facade[trio_side.Client]):
    """The methods of a blocking client that are written by hand."""

    __slots__ = ()

    def rpc(self, call: Callable[[ServerRpc], Awaitable[T]]) -> T:
        """Call a published method of the CLI itself, typed.

        ``client.rpc(lambda rpc: rpc.models.list())``. The arguments are checked before anything
        is sent, and nothing is repeated after a crash.

        Args:
            call: given the typed methods, plain; returns the call of one of them.

        Raises:
            CopilotError: as in :meth:`request`.
        """
        return self._call(_awaited(lambda: call(self._inner.rpc)))

    def on_request(self, method: str, handler: Callable[[JsonValue], object]) -> None:
        """Serve a method that the CLI calls; replaces the handler that served it before.

        The handler gets the decoded parameters; its result is the reply, its exception is
        answered as a JSON-RPC error.
        """
        served = BlockingAdapter(self._portal).async_handler(handler)
        self._read(
            lambda: self._inner.on_request(
                method, cast("Callable[[JsonValue], Awaitable[JsonValue]]", served)
            )
        )


class SessionBase(Facade[trio_side.Session]):
    """The methods of a blocking session that are written by hand."""

    __slots__ = ()

    def __enter__(self) -> Self:
        """The session, which is disconnected at the end of the block."""
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Disconnect."""
        self._call(self._inner.disconnect())

    def rpc(self, call: Callable[[SessionRpc], Awaitable[T]]) -> T:
        """Call a published method of a session, typed.

        ``session.rpc(lambda rpc: rpc.history.compact())``. The arguments are checked before
        anything is sent, and nothing is repeated after a crash.

        Args:
            call: given the typed methods, plain; returns the call of one of them.

        Raises:
            CopilotError: as in :meth:`request`.
        """
        return self._call(_awaited(lambda: call(self._inner.rpc)))

    def history(self, since: str | None = None) -> SessionHistory:
        """The persistent events of the session, oldest first, page by page.

        ``for event in session.history(since=cursor): cursor = event.id``.

        Arguments, limits, errors: as ``copilot_actors.Session.history``.
        """
        return SessionHistory(self, self._read(lambda: self._inner.history(since)))

    def _session_of_errors(self) -> str | None:
        return self._inner.session_id

    @contextmanager
    def _events(self, types: tuple[object, ...], *, allow_unknown: bool) -> Iterator[Events]:
        events = cast("Callable[..., AbstractAsyncContextManager[EventStream]]", self._inner.events)
        block = self._read(lambda: events(*types, allow_unknown=allow_unknown))
        stream = self._read(lambda: at_once(_entered(block)))
        try:
            yield Events(self, stream)
        finally:
            self._read(lambda: at_once(_left(block)))


class Events:
    """Blocking iterator over the events of a session, in wire order, each once.

    ``next`` waits; an interrupted wait (Ctrl-C) loses nothing. Several threads may iterate: each
    event goes to one of them. Up to 64 events are brought over at once, beside those that the
    buffer holds (``subscriber_buffer``).
    """

    __slots__ = ("_batch", "_session", "_stream")

    def __init__(self, session: SessionBase, stream: EventStream) -> None:
        self._session = session
        self._stream = stream
        # Filled in the portal's thread: what was taken from the buffer there is never on the way.
        self._batch: collections.deque[object] = collections.deque()

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> object:
        """The next event.

        Raises:
            SubscriberTooSlow: this reader was too far behind.
            StopIteration: the session is closed, or the block has been left.
            CopilotError: the client has ended by a fault.
        """
        while True:
            try:
                return self._batch.popleft()
            except IndexError:
                pass
            try:
                more = self._session._call(self._fill())
            except CopilotError:
                # What was buffered when the client ended is still delivered.
                self._batch.extend(self._stream.ready_events(EVENTS_AT_ONCE))
                if not self._batch:
                    raise
            else:
                if not more and not self._batch:
                    raise StopIteration

    async def _fill(self) -> int:
        taken = await self._stream.next_events(EVENTS_AT_ONCE)
        self._batch.extend(taken)
        return len(taken)


class SessionHistory:
    """Blocking iterator over the persistent events of a session; an interrupt loses nothing."""

    __slots__ = ("_history", "_ready", "_session", "cursor")

    def __init__(self, session: SessionBase, history: trio_side.SessionHistory) -> None:
        self._session = session
        self._history = history
        # Filled in the portal's thread, as that of `Events` is.
        self._ready: collections.deque[SessionEvent] = collections.deque()
        self.cursor = history.cursor
        """The id of the event that was given last, to go on from later; at first ``since``."""

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> SessionEvent:
        """The next event; see ``copilot_actors.SessionHistory``."""
        if not self._ready:
            self._session._call(self._fill())
            if not self._ready:
                raise StopIteration
        event = self._ready.popleft()
        self.cursor = event.id
        return event

    async def _fill(self) -> None:
        async for event in self._history:
            self._ready.append(event)
            return


class BlockingAdapter(Adapter):
    """Handlers run in the portal's thread, as plain functions do in trio."""

    def __init__(self, portal: Portal) -> None:
        self._portal = portal

    def to_user(self, session: trio_side.Session) -> object:
        """The blocking handle."""
        from ._facade import Session  # noqa: PLC0415 - it stands on this module

        return Session(session, self._portal)

    def from_user(self, value: object) -> object:
        """The trio handle."""
        return value._inner if isinstance(value, Facade) else value

    async def finish(self, result: Awaitable[object]) -> object:
        """What ``in_thread`` makes, or an async function for trio."""
        return await result


async def _awaited(begin: Callable[[], Awaitable[T]]) -> T:
    return await begin()


async def _entered(block: AbstractAsyncContextManager[T]) -> T:
    return await block.__aenter__()


async def _left(block: AbstractAsyncContextManager[object]) -> None:
    await block.__aexit__(None, None, None)
