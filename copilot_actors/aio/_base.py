"""What the generated classes of the asyncio bridge stand on: how they call and wrap."""

from __future__ import annotations

import collections
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Generic, Self, TypeVar, cast

from copilot_actors import client as trio_side
from copilot_actors._border._adapter import Adapter
from copilot_actors._border._blocks import at_once, release
from copilot_actors._errors import CopilotError, JsonValue
from copilot_actors.client._connection._rpc import ClientCall, SessionCall
from copilot_actors.client._session._subscriptions import EventStream
from copilot_actors.protocol import SessionEvent

from ._bridge import Bridge
from ._host import as_trio

if TYPE_CHECKING:
    from copilot_actors.protocol.rpc import ServerRpc, SessionRpc

    from ._facade import Session

T = TypeVar("T")
Inner = TypeVar("Inner")
Outer = TypeVar("Outer")

EVENTS_AT_ONCE = 64
"""Events that one step of trio brings over."""


class Facade(Generic[Inner]):
    """A form for asyncio of something that lives in the guest run.

    Any task of its loop may use it.
    """

    __slots__ = ("_bridge", "_inner")

    def __init__(self, inner: Inner, bridge: Bridge) -> None:
        self._inner = inner
        self._bridge = bridge

    def __repr__(self) -> str:
        return f"<asyncio {self._inner!r}>"

    async def _call(self, work: Coroutine[object, object, T]) -> T:
        return await self._bridge.call(work, self._undo, self._session_of_errors())

    def _adapted(self, value: T) -> T:
        return AsyncioAdapter(self._bridge).adapted(value)

    async def _undo(self, value: object) -> None:
        await release(self._inner, value)

    def _session_of_errors(self) -> str | None:
        return None

    @asynccontextmanager
    async def _block(
        self, block: AbstractAsyncContextManager[T], wrapped: Callable[[T], Outer]
    ) -> AsyncIterator[Outer]:
        value = await self._call(_entered(block))
        try:
            yield wrapped(value)
        finally:
            if not self._bridge.over:
                await self._call(_left(block))


class _RpcCall:
    """Calls a published method, from a task of asyncio."""

    __slots__ = ("_call", "_facade")

    def __init__(self, facade: ClientBase | SessionBase, call: ClientCall | SessionCall) -> None:
        self._facade = facade
        self._call = call

    async def __call__(
        self, method: str, params: object, result: type[T], rpc_timeout: float | None
    ) -> T:
        """Check, send and decode."""
        return await self._facade._call(self._call(method, params, result, rpc_timeout))


class ClientBase(Facade[trio_side.Client]):
    """The methods of a client of the bridge that are written by hand."""

    __slots__ = ()

    @property
    def rpc(self) -> ServerRpc:
        """Every published method of the CLI itself, typed; ``await client.rpc.models.list()``."""
        from copilot_actors.protocol._generated.rpc_server import (  # noqa: PLC0415 - when used
            ServerRpc,
        )

        return ServerRpc(_RpcCall(self, ClientCall(self._inner)))

    def open_sessions(self) -> dict[str, Session]:
        """The sessions that are open here now, by their ids; also those at rest, or failed."""
        from ._facade import Session  # noqa: PLC0415 - it stands on this module

        inner = self._inner.open_sessions()
        return {name: Session(session, self._bridge) for name, session in inner.items()}

    def on_request(self, method: str, handler: Callable[[JsonValue], object]) -> None:
        """Serve a method that the CLI calls; replaces the handler that served it before.

        The handler, plain or a coroutine function, gets the decoded parameters; its result is the
        reply, its exception is answered as a JSON-RPC error.
        """
        served = AsyncioAdapter(self._bridge).async_handler(handler)
        self._inner.on_request(method, cast("Callable[[JsonValue], Awaitable[JsonValue]]", served))


class SessionBase(Facade[trio_side.Session]):
    """The methods of a session of the bridge that are written by hand."""

    __slots__ = ()

    async def __aenter__(self) -> Self:
        """The session, which is disconnected at the end of the block."""
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Disconnect."""
        if not self._bridge.over:
            await self._call(self._inner.disconnect())

    @property
    def rpc(self) -> SessionRpc:
        """Every published method of a session, typed; ``await session.rpc.history.compact()``."""
        from copilot_actors.protocol._generated.rpc_session import (  # noqa: PLC0415 - when used
            SessionRpc,
        )

        return SessionRpc(_RpcCall(self, SessionCall(self._inner)))

    def history(self, since: str | None = None) -> SessionHistory:
        """The persistent events of the session, oldest first, page by page.

        ``async for event in session.history(since=cursor): cursor = event.id``.

        Arguments, limits, errors: as ``copilot_actors.Session.history``.
        """
        return SessionHistory(self, self._inner.history(since))

    def _session_of_errors(self) -> str | None:
        return self._inner.session_id

    @asynccontextmanager
    async def _events(
        self, types: tuple[object, ...], *, allow_unknown: bool
    ) -> AsyncIterator[Events]:
        events = cast("Callable[..., AbstractAsyncContextManager[EventStream]]", self._inner.events)
        block = events(*types, allow_unknown=allow_unknown)
        stream = at_once(_entered(block))
        try:
            yield Events(self, stream)
        finally:
            at_once(_left(block))


class Events:
    """Async iterator over the events of a session, in wire order, each once.

    A cancelled wait loses nothing. Several tasks may iterate: each event goes to one of them. Up to
    64 events are brought over at once, beside those that the buffer holds (``subscriber_buffer``).
    """

    __slots__ = ("_batch", "_session", "_stream")

    def __init__(self, session: SessionBase, stream: EventStream) -> None:
        self._session = session
        self._stream = stream
        # Filled by the trio side: what was taken from the buffer there is never on the way.
        self._batch: collections.deque[object] = collections.deque()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> object:
        """The next event.

        Raises:
            SubscriberTooSlow: this reader was too far behind.
            StopAsyncIteration: the session is closed, or the block has been left.
            CopilotError: the client has ended by a fault.
        """
        while not self._batch:
            try:
                more = await self._session._call(self._fill())
            except CopilotError:
                # What was buffered when the client ended is still delivered.
                self._batch.extend(self._stream.ready_events(EVENTS_AT_ONCE))
                if not self._batch:
                    raise
            else:
                if not more and not self._batch:
                    raise StopAsyncIteration
        return self._batch.popleft()

    async def _fill(self) -> int:
        taken = await self._stream.next_events(EVENTS_AT_ONCE)
        self._batch.extend(taken)
        return len(taken)


class SessionHistory:
    """Async iterator over the persistent events of a session; a cancelled wait loses nothing."""

    __slots__ = ("_history", "_ready", "_session", "cursor")

    def __init__(self, session: SessionBase, history: trio_side.SessionHistory) -> None:
        self._session = session
        self._history = history
        # Filled by the trio side, as that of `Events` is.
        self._ready: collections.deque[SessionEvent] = collections.deque()
        self.cursor = history.cursor
        """The id of the event that was given last, to go on from later; at first ``since``."""

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionEvent:
        """The next event; see ``copilot_actors.SessionHistory``."""
        if not self._ready:
            await self._session._call(self._fill())
            if not self._ready:
                raise StopAsyncIteration
        event = self._ready.popleft()
        self.cursor = event.id
        return event

    async def _fill(self) -> None:
        async for event in self._history:
            self._ready.append(event)
            return


class AsyncioAdapter(Adapter):
    """Plain handlers are called in the loop's thread, coroutine functions as tasks of the loop."""

    def __init__(self, bridge: Bridge) -> None:
        self._bridge = bridge

    def to_user(self, session: trio_side.Session) -> object:
        """The handle of the bridge."""
        from ._facade import Session  # noqa: PLC0415 - it stands on this module

        return Session(session, self._bridge)

    def from_user(self, value: object) -> object:
        """The trio handle."""
        return value._inner if isinstance(value, Facade) else value

    async def finish(self, result: Awaitable[object]) -> object:
        """Run it as a task of the loop, which is cancelled with the call."""
        return await as_trio(self._bridge.host, result)


async def _entered(block: AbstractAsyncContextManager[T]) -> T:
    return await block.__aenter__()


async def _left(block: AbstractAsyncContextManager[object]) -> None:
    await block.__aexit__(None, None, None)
