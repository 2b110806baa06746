"""A small HTTP/1.1 server: h11 does the protocol, trio the waiting. For servers inside tests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Final, TypeAlias, final

import h11
import msgspec
import trio

MAX_BODY: Final = 64 * 1024 * 1024
"""Largest request body, in bytes: the largest frame that the CLI itself is sent."""
MAX_CONNECTIONS: Final = 1024
_RECEIVE_SIZE: Final = 64 * 1024
# A client that pipelines is read ahead by this much, then no longer until its turn comes.
_MAX_PIPELINED: Final = 64 * 1024


class HttpRequest(msgspec.Struct, frozen=True, kw_only=True):
    """One request, with its whole body. Header names are in lower case."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


class HttpStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """What an ``HttpServer`` has seen so far.

    Attributes:
        open_connections: connections open now.
        requests: requests that were read whole and given to the handler.
        bad_requests: requests refused by the protocol layer (malformed, or over a limit).
        refused_connections: connections closed at once because too many were open.
        dropped: answers that the handler left unfinished, so the connection was closed.
        disconnected: clients that went away before their answer was complete.
        handler_errors: handlers that raised.
    """

    open_connections: int = 0
    requests: int = 0
    bad_requests: int = 0
    refused_connections: int = 0
    dropped: int = 0
    disconnected: int = 0
    handler_errors: int = 0


@final
class HttpExchange:
    """Writes the answer to one request: :meth:`respond`, or start, send any number, finish.

    A handler that returns without having finished the answer drops the connection: before
    :meth:`start` the client sees no answer at all, after it a truncated one.
    """

    def __init__(self, stream: trio.abc.Stream, protocol: h11.Connection) -> None:
        self._stream = stream
        self._protocol = protocol
        self.started = False

    async def respond(
        self, status: int, body: bytes, headers: Sequence[tuple[str, str]] = ()
    ) -> None:
        """Send a complete answer."""
        self.started = True
        whole = [*headers, ("content-length", str(len(body)))]
        await self._write(_response(status, whole), h11.Data(data=body), h11.EndOfMessage())

    async def start(self, status: int, headers: Sequence[tuple[str, str]]) -> None:
        """Send the status line and the headers; without a content-length the body is chunked."""
        self.started = True
        await self._write(_response(status, headers))

    async def send(self, data: bytes) -> None:
        """Send a piece of the body."""
        await self._write(h11.Data(data=data))

    async def finish(self) -> None:
        """End the body."""
        await self._write(h11.EndOfMessage())

    async def _write(self, *events: h11.Event) -> None:
        data = b"".join(self._protocol.send(event) or b"" for event in events)
        if data:
            await self._stream.send_all(data)


Handler: TypeAlias = Callable[[HttpRequest, HttpExchange], Awaitable[None]]


@final
class HttpServer:
    """Serves connections until its scope ends. Made by :func:`open_http_server`."""

    def __init__(self, handler: Handler, max_connections: int, max_body: int) -> None:
        self._handler = handler
        self._max_connections = max_connections
        self._max_body = max_body
        self._counts = dict.fromkeys(HttpStatistics.__struct_fields__, 0)
        self.host = ""
        self.port = 0

    def statistics(self) -> HttpStatistics:
        """Counters, as a value."""
        return HttpStatistics(**self._counts)

    async def _serve(self, stream: trio.SocketStream) -> None:
        if self._counts["open_connections"] >= self._max_connections:
            self._counts["refused_connections"] += 1
            await trio.aclose_forcefully(stream)
            return
        self._counts["open_connections"] += 1
        try:
            await self._serve_requests(stream)
        except trio.BrokenResourceError:
            self._counts["disconnected"] += 1
        finally:
            self._counts["open_connections"] -= 1
            # Forceful, because a graceful close would be one more thing to wait for when the
            # scope ends; what was sent still arrives.
            await trio.aclose_forcefully(stream)

    async def _serve_requests(self, stream: trio.SocketStream) -> None:
        protocol = h11.Connection(h11.SERVER)
        while True:
            try:
                request = await self._read_request(stream, protocol)
            except h11.RemoteProtocolError as exc:
                self._counts["bad_requests"] += 1
                await _refuse(stream, protocol, exc.error_status_hint)
                return
            if request is None:
                return
            self._counts["requests"] += 1
            await self._answer(request, HttpExchange(stream, protocol), stream, protocol)
            if protocol.our_state is not h11.DONE or protocol.their_state is not h11.DONE:
                return
            protocol.start_next_cycle()

    async def _read_request(
        self, stream: trio.SocketStream, protocol: h11.Connection
    ) -> HttpRequest | None:
        head: h11.Request | None = None
        body = bytearray()
        while True:
            event = protocol.next_event()
            if event is h11.NEED_DATA:
                if protocol.they_are_waiting_for_100_continue:
                    go_on = h11.InformationalResponse(status_code=100, headers=[])
                    await stream.send_all(protocol.send(go_on) or b"")
                try:
                    data = await stream.receive_some(_RECEIVE_SIZE)
                except trio.BrokenResourceError:
                    return None
                protocol.receive_data(data)
            elif isinstance(event, h11.Request):
                head = event
            elif isinstance(event, h11.Data):
                body += event.data
                if len(body) > self._max_body:
                    raise h11.RemoteProtocolError(
                        f"the body is over {self._max_body} bytes",
                        error_status_hint=HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
                    )
            elif isinstance(event, h11.EndOfMessage) and head is not None:
                return HttpRequest(
                    method=head.method.decode("ascii"),
                    path=head.target.decode("latin-1"),
                    headers={k.decode("ascii"): v.decode("latin-1") for k, v in head.headers},
                    body=bytes(body),
                )
            else:
                return None

    async def _answer(
        self,
        request: HttpRequest,
        exchange: HttpExchange,
        stream: trio.SocketStream,
        protocol: h11.Connection,
    ) -> None:
        gone = False

        async def watch() -> None:
            # The only way to learn that a client went away while nothing is being written.
            nonlocal gone
            ahead = 0
            while ahead < _MAX_PIPELINED:
                try:
                    data = await stream.receive_some(_RECEIVE_SIZE)
                except trio.BrokenResourceError:
                    data = b""
                if not data:
                    gone = True
                    nursery.cancel_scope.cancel()
                    return
                protocol.receive_data(data)
                ahead += len(data)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(watch)
            try:
                await self._call_handler(request, exchange)
            except trio.BrokenResourceError:
                gone = True
            nursery.cancel_scope.cancel()
        if protocol.our_state not in (h11.DONE, h11.MUST_CLOSE):
            if gone:
                raise trio.BrokenResourceError("the client went away")
            self._counts["dropped"] += 1

    async def _call_handler(self, request: HttpRequest, exchange: HttpExchange) -> None:
        try:
            await self._handler(request, exchange)
        except trio.BrokenResourceError:
            raise
        except Exception as exc:
            self._counts["handler_errors"] += 1
            if not exchange.started:
                text = f"{type(exc).__name__}: {exc}".encode("utf-8", "backslashreplace")
                await exchange.respond(HTTPStatus.INTERNAL_SERVER_ERROR, text)


@asynccontextmanager
async def open_http_server(
    handler: Handler,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    max_connections: int = MAX_CONNECTIONS,
    max_body: int = MAX_BODY,
) -> AsyncIterator[HttpServer]:
    """Serve HTTP/1.1 on ``host`` and ``port`` while the scope is open.

    Each connection has a task of its own; keep-alive and pipelining work. A client that goes
    away, or closes only its sending side, cancels the handler of its request. When the scope
    ends, for whatever reason, every connection is closed at once, silent ones too, and an
    exception of the body comes out as it is, not in a group.

    Args:
        handler: called with each request and the exchange that answers it. One that raises
            before it answered is answered with status 500; see :class:`HttpExchange` for one
            that returns early.
        host: address to listen on.
        port: port to listen on; 0 takes a free one.
        max_connections: further connections are closed at once and counted.
        max_body: larger request bodies, in bytes, are answered with status 413.

    Raises:
        OSError: the address cannot be listened on.
    """
    server = HttpServer(handler, max_connections, max_body)
    listeners = await trio.open_tcp_listeners(port, host=host)
    server.host, server.port = listeners[0].socket.getsockname()[:2]
    failure: BaseException | None = None
    try:
        async with trio.open_nursery() as nursery:
            await nursery.start(trio.serve_listeners, server._serve, listeners)
            try:
                yield server
            except BaseException as exc:
                failure = exc
                raise
            finally:
                nursery.cancel_scope.cancel()
    except BaseExceptionGroup:
        if failure is None:
            raise
    if failure is not None:
        # Connections contain their own errors, so what came with it can only be Cancelled.
        raise failure


async def _refuse(stream: trio.SocketStream, protocol: h11.Connection, status: int) -> None:
    if protocol.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
        return
    exchange = HttpExchange(stream, protocol)
    await exchange.respond(status, b"", [("connection", "close")])


def _response(status: int, headers: Sequence[tuple[str, str]]) -> h11.Response:
    try:
        reason = HTTPStatus(status).phrase
    except ValueError:
        reason = ""
    return h11.Response(status_code=status, headers=list(headers), reason=reason.encode())
