"""One connection: reads requests, writes what its outbox holds, ends for a named reason."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec
import trio
from trio_websocket import ConnectionClosed, WebSocketConnection

from copilot_actors._errors import JsonValue
from copilot_actors.jsonrpc import (
    BadFrame,
    FrameTooLarge,
    LocalProtocolError,
    RemoteProtocolError,
    Request,
    Response,
    UncorrelatedError,
)
from copilot_actors.protocol import SessionEvent

from . import _refusals as refusals
from ._cli_requests import PeerGone, PeerRefused
from ._limits import FRAME_HEADER, GatewayLimits
from ._outbox import Offer, Outbox
from ._wire import EncodedEvent, Form, refusal_without_id

if TYPE_CHECKING:
    from ._hosted import Hosted
    from ._statistics import Counters
    from ._tokens import Principal

_log = logging.getLogger("copilot_actors.gateway")

Serve: TypeAlias = Callable[["Peer", str, dict[str, JsonValue]], Awaitable[JsonValue]]
Start: TypeAlias = Callable[[Callable[[], Awaitable[None]]], None]
CutReason: TypeAlias = Literal["slow", "half_open"]

CLOSE_SECONDS = 1.0
UNAUTHENTICATED_SIZE = 64 * 1024
"""Bytes that a peer may send before it has shown its token."""
_WRITE_RATE = 1024 * 1024
_MAX_REASON = 120
"""Bytes of a close reason: a control frame has 125, two of them for the code."""


class Peer:
    """One connection of a browser, another program, or a client of this library.

    Args:
        socket: the upgraded connection.
        name: what it is called in logs.
        address: where it comes from.
        principal: who it is, or ``None`` until it has shown its token.
        limits: the gateway's, as they are now.
        counters: the gateway's.
        serve: serves one request.
        start: starts a task of the gateway's, which outlives this connection.
    """

    def __init__(
        self,
        socket: WebSocketConnection,
        *,
        name: str,
        address: str,
        principal: Principal | None,
        limits: GatewayLimits,
        counters: Counters,
        serve: Serve,
        start: Start,
    ) -> None:
        self.name = name
        self.address = address
        self.principal = principal
        self.attached: dict[str, Hosted] = {}
        self.connected_at = trio.current_time()
        self._socket = socket
        self._limits = limits
        self._counters = counters
        self._serve = serve
        self._start = start
        self._form: Form | None = None
        self._outbox = Outbox(size=limits.outbox_size, limit=limits.outbox_limit, joined=False)
        self._filled = trio.Event()
        self._authenticated = trio.Event()
        self._waiters: dict[int, tuple[trio.Event, list[Response]]] = {}
        self._in_flight = 0
        self._scope = trio.CancelScope()
        self._closing: tuple[int, str] | None = None
        self._received = 0
        self.closed = False
        self._allowed = limits.max_message_size + FRAME_HEADER
        if principal is not None:
            self._authenticated.set()
        else:
            # Whoever is nobody yet is not to fill the memory. The library has no other way to
            # change the limit that it was given before it read who comes.
            socket._max_message_size = UNAUTHENTICATED_SIZE
            self._allowed = UNAUTHENTICATED_SIZE

    def __repr__(self) -> str:
        return f"<Peer {self.name!r}>"

    @property
    def framed(self) -> bool:
        """Whether it speaks the CLI's byte stream, as a client of this library does."""
        return self._form is not None and self._form.framed

    @property
    def waiting(self) -> int:
        """Bytes that wait to be written."""
        return self._outbox.waiting

    def authenticated(self, principal: Principal) -> None:
        """It has shown whose token it has."""
        self.principal = principal
        self.name = f"{principal.name}@{self.name.rpartition('@')[2]}"
        self._allowed = self._limits.max_message_size + FRAME_HEADER
        self._socket._max_message_size = self._allowed
        self._authenticated.set()

    # --- Its life -------------------------------------------------------------------------

    async def run(self) -> None:
        """Serve the connection until it ends, by whomever. Never raises for what the peer does."""
        try:
            with self._scope:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._read, nursery.cancel_scope)
                    nursery.start_soon(self._write)
                    nursery.start_soon(self._watch)
                    nursery.start_soon(self._await_token)
        finally:
            self.closed = True
            for hosted in list(self.attached.values()):
                hosted.detach(self)
            for event, _ in self._waiters.values():
                event.set()
            if self._closing is not None:
                with trio.CancelScope(shield=True), trio.move_on_after(CLOSE_SECONDS):
                    await self._socket.aclose(*self._closing)

    def close(self, code: int, reason: str) -> None:
        """End the connection in good order; what waits for it is dropped."""
        if self._closing is None:
            self._closing = (code, reason.encode()[:_MAX_REASON].decode(errors="ignore"))
        self._scope.cancel()

    def cut_off(self, why: CutReason, reason: str) -> None:
        """End a connection that does not listen: nothing can be said to it any more."""
        if self._scope.cancel_called:
            return
        if why == "slow":
            self._counters.slow_peers += 1
        else:
            self._counters.half_open_peers += 1
        _log.warning("peer %s was cut off: %s (%d bytes waited)", self.name, reason, self.waiting)
        self._scope.cancel()

    async def _await_token(self) -> None:
        with trio.move_on_after(self._limits.handshake_timeout):
            await self._authenticated.wait()
        if self.principal is None:
            self._counters.handshake_timeouts += 1
            self.close(1008, "no token in time")

    async def _watch(self) -> None:
        """Find out that a peer is gone which never said so."""
        while True:
            await trio.sleep(self._limits.ping_interval)
            with trio.move_on_after(self._limits.ping_timeout) as scope:
                try:
                    await self._socket.ping()
                except ConnectionClosed:
                    return
            if scope.cancelled_caught:
                self.cut_off("half_open", "it did not answer a ping")

    # --- Inbound --------------------------------------------------------------------------

    async def _read(self, over: trio.CancelScope) -> None:
        try:
            while True:
                message = await self._socket.get_message()
                self._received += len(message)
                if self.principal is None and self._received > self._allowed:
                    self._counters.oversized_messages += 1
                    self.close(1009, f"more than {self._allowed} bytes without a token")
                    break
                self._take(message)
        except ConnectionClosed as error:
            if error.reason is not None and error.reason.code == 1009:  # noqa: PLR2004
                self._counters.oversized_messages += 1
        except FrameTooLarge as error:
            self._counters.oversized_messages += 1
            reason = f"a message of {error.size} bytes; this gateway takes {error.limit}"
            self.close(1009, reason)
        except RemoteProtocolError as error:
            self._counters.bad_messages += 1
            self.close(1002, str(error))
        over.cancel()

    def _take(self, message: str | bytes) -> None:
        if self._form is None:
            framed = isinstance(message, bytes)
            self._form = Form(framed=framed, max_message_size=self._limits.max_message_size)
            self._outbox = Outbox(
                size=self._limits.outbox_size, limit=self._limits.outbox_limit, joined=framed
            )
        for event in self._form.read(message):
            if isinstance(event, Request):
                self._requested(event)
            elif isinstance(event, Response):
                waiter = self._waiters.pop(event.id, None)
                if waiter is not None:
                    waiter[1].append(event)
                    waiter[0].set()
            elif isinstance(event, BadFrame):
                self._counters.bad_messages += 1
                self._offer(refusal_without_id(refusals.PARSE_ERROR, event.reason), whole=False)
            elif isinstance(event, UncorrelatedError):
                self._counters.bad_messages += 1

    def _requested(self, request: Request) -> None:
        if self._in_flight >= self._limits.max_requests:
            self._counters.refused_requests += 1
            limit = self._limits.max_requests
            self._refuse(
                request,
                refusals.Refusal(
                    refusals.TOO_MANY_REQUESTS,
                    f"{limit} requests are not answered yet, which is the limit",
                    {"limit": limit},
                ),
            )
            return
        self._in_flight += 1
        self._counters.requests += 1

        async def serve() -> None:
            try:
                await self._answer(request)
            finally:
                self._in_flight -= 1

        # A task of the gateway's: a prompt that is on its way is not aborted when its peer goes.
        self._start(serve)

    async def _answer(self, request: Request) -> None:
        try:
            result = await self._serve(self, request.method, _params(request))
        except Exception as error:
            known = refusals.refusal_of(_only(error))
            if known.code == refusals.INTERNAL_ERROR and known.message.startswith("the gateway"):
                self._counters.connection_errors += 1
                _log.exception("%s of peer %s failed", request.method, self.name)
            self._refuse(request, known)
            return
        form = self._form
        if self.closed or form is None:
            return
        try:
            data = form.codec.send_response(request.id, result)
        except LocalProtocolError as error:
            self._refuse(request, refusals.Refusal(refusals.MESSAGE_TOO_LARGE, str(error)))
            return
        self._offer(form.written(data))

    def _refuse(self, request: Request, refusal: refusals.Refusal) -> None:
        form = self._form
        if self.closed or form is None:
            return
        try:
            data = form.codec.send_error(request.id, refusal.code, refusal.message, refusal.data)
        except LocalProtocolError:
            # What is to be told is over the limit too, or the connection's framing is broken.
            text = f"error {refusal.code}"
            with contextlib.suppress(LocalProtocolError):
                self._offer(form.written(form.codec.send_error(request.id, refusal.code, text)))
        else:
            self._offer(form.written(data))

    # --- Outbound -------------------------------------------------------------------------

    def send_event(self, event: EncodedEvent) -> None:
        """Send an event of a session; an ephemeral one may be dropped, and counted."""
        framed = self.framed
        session_id = event.session_id

        def marker(skipped: int) -> bytes:
            self._counters.lagged_events += skipped
            lagged = SessionEvent(
                "copilot_actors.subscription.lagged", data={"skipped": skipped}, ephemeral=True
            )
            return EncodedEvent(session_id, lagged).written(framed=framed)

        offer = self._outbox.offer_event(
            session_id, event.written(framed=framed), ephemeral=event.ephemeral, marker=marker
        )
        self._offered(offer)
        self._counters.events += 1

    def notify(self, body: bytes) -> None:
        """Send a notification that may be dropped."""
        if self.principal is not None and self.waiting < self._limits.outbox_size:
            self._offer(body, whole=False)

    async def request(self, method: str, params: dict[str, JsonValue]) -> JsonValue:
        """Ask the peer. Cancelled, a late answer means nothing.

        Raises:
            PeerGone: it went before it answered.
            PeerRefused: it answered with an error.
        """
        form = self._form
        if self.closed or form is None:
            raise PeerGone(self.name)
        request_id, data = form.codec.send_request(method, params)
        answered: list[Response] = []
        waiter = self._waiters[request_id] = (trio.Event(), answered)
        self._offer(form.written(data))
        try:
            await waiter[0].wait()
        finally:
            self._waiters.pop(request_id, None)
            form.codec.abandon(request_id)
        if not answered:
            raise PeerGone(self.name)
        response = answered[0]
        if response.error is not None:
            raise PeerRefused(response.error.message)
        decoded: JsonValue = msgspec.json.decode(response.result)
        return decoded

    def _offer(self, message: bytes, *, whole: bool = True) -> None:
        if not whole and self.framed:
            message = b"Content-Length: %d\r\n\r\n%b" % (len(message), message)
        self._offered(self._outbox.offer(message))

    def _offered(self, offer: Offer) -> None:
        if offer is Offer.OVERFLOW:
            limit = self._limits.outbox_limit
            self.cut_off("slow", f"it did not read, and more than {limit} bytes waited for it")
        elif offer is Offer.ACCEPTED:
            self._filled.set()

    async def _write(self) -> None:
        while True:
            message = self._outbox.take()
            if message is None:
                if self._filled.is_set():
                    self._filled = trio.Event()
                await self._filled.wait()
                continue
            seconds = self._limits.slow_peer_timeout + len(message) / _WRITE_RATE
            with trio.move_on_after(seconds) as scope:
                try:
                    await self._socket.send_message(message if self.framed else message.decode())
                except ConnectionClosed:
                    return
            if scope.cancelled_caught:
                self.cut_off("slow", f"it did not read for {self._limits.slow_peer_timeout:g} s")
                return


def _params(request: Request) -> dict[str, JsonValue]:
    params: JsonValue = msgspec.json.decode(request.params)
    if not isinstance(params, dict):
        raise refusals.Refusal(refusals.INVALID_PARAMS, "params must be an object")
    return params


def _only(error: Exception) -> Exception:
    while isinstance(error, ExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error
