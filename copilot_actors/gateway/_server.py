"""``open_gateway`` and ``serve_gateway``: sockets, TLS, each connection until its upgrade."""

from __future__ import annotations

import contextlib
import ipaddress
import logging
import ssl
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeAlias

import trio
from trio_websocket import WebSocketConnection, wrap_server_stream

from copilot_actors._errors import InvalidOption
from copilot_actors.client import Client, SessionOptions

from ._admission import Admitted, Refused, admit
from ._gateway import Core, Gateway
from ._limits import FRAME_HEADER, GatewayLimits
from ._peer import Peer
from ._tokens import GatewayToken

if TYPE_CHECKING:
    from copilot_actors.client import Authorize

_log = logging.getLogger("copilot_actors.gateway")

Listener: TypeAlias = trio.SocketListener | trio.SSLListener[trio.SocketStream]
_Stream: TypeAlias = trio.SocketStream | trio.SSLStream[trio.SocketStream]

_READ_SIZE = 64 * 1024
_QUEUED = 1
"""Messages that wait for their reader: behind them the peer's own socket makes it wait."""
_REFUSE_SECONDS = 1.0


@asynccontextmanager
async def open_gateway(
    client: Client,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    tokens: Sequence[GatewayToken | str] = (),
    authorize: Authorize | None = None,
    allowed_origins: Sequence[str] = (),
    ssl_context: ssl.SSLContext | None = None,
    limits: GatewayLimits | None = None,
    session_defaults: SessionOptions | None = None,
    allow_insecure_public: bool = False,
) -> AsyncIterator[Gateway]:
    """Offer the sessions of a client over WebSocket for the length of the block.

    Peers are clients of this library (``open_client(cli=WebSocket(gateway.url, token))``),
    browsers and other programs. Their sessions are the gateway's: they survive crashes of the CLI,
    and the absence of their peers. When the block ends, the connections are closed with code 1001
    and the sessions of peers disconnected; the client is left as it was.

    Args:
        client: whose sessions are offered, those too that the program opens itself.
        host: address to listen at; the default is reached from this machine only.
        port: port to listen at; 0 takes one that is free.
        tokens: who may connect; a plain text is a token for all sessions. Without any, everybody
            who reaches the address may do everything.
        authorize: asked for each operation of a tenant, as by :class:`TenantGuard`.
        allowed_origins: the pages that may connect, such as ``"https://app.example.com"``; no
            browser may otherwise.
        ssl_context: for TLS.
        limits: what connections may take.
        session_defaults: options of the sessions of peers, which override them: a provider and its
            key, say, that no browser needs to know.
        allow_insecure_public: serve an address that others reach without tokens or without TLS.

    Raises:
        InvalidOption: a value that cannot be right, or a public address without tokens or TLS.
        OSError: the address cannot be listened at.

    Example:
        >>> async def main(client: Client) -> None:
        ...     tokens = [GatewayToken(token="a-long-secret-of-ours", name="web")]
        ...     async with open_gateway(client, port=8765, tokens=tokens) as gateway:
        ...         await trio.sleep_forever()
    """
    known = [_token(item) for item in tokens]
    _check_exposure(host, bool(known), ssl_context is not None, allowed=allow_insecure_public)
    core = Core(
        client,
        tokens=known,
        authorize=authorize,
        allowed_origins=allowed_origins,
        limits=limits or GatewayLimits(),
        defaults=session_defaults or SessionOptions(),
    )
    plain = await trio.open_tcp_listeners(port, host=host)
    bound = plain[0].socket.getsockname()[1]
    listeners: list[Listener] = [
        item if ssl_context is None else trio.SSLListener(item, ssl_context, https_compatible=True)
        for item in plain
    ]
    shown = f"[{host}]" if ":" in host else host
    url = f"{'ws' if ssl_context is None else 'wss'}://{shown}:{bound}/"
    own: BaseException | None = None
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(core.run)
            accepting = await nursery.start(_accept, core, listeners)
            try:
                yield Gateway(core, bound, url)
            except BaseException as error:
                own = error
                raise
            finally:
                accepting.cancel()
                with trio.CancelScope(shield=True):
                    await _say_goodbye(core)
                nursery.cancel_scope.cancel()
    except BaseExceptionGroup:
        # The tasks of the gateway raise nothing: it is what the block raised.
        if own is None:
            raise
        raise own from None
    finally:
        own = None  # no reference cycle through this frame


async def serve_gateway(
    client: Client,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    tokens: Sequence[GatewayToken | str] = (),
    authorize: Authorize | None = None,
    allowed_origins: Sequence[str] = (),
    ssl_context: ssl.SSLContext | None = None,
    limits: GatewayLimits | None = None,
    session_defaults: SessionOptions | None = None,
    allow_insecure_public: bool = False,
    task_status: trio.TaskStatus[Gateway] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Serve until cancelled; for ``gateway = await nursery.start(serve_gateway, client)``.

    Arguments and errors are those of :func:`open_gateway`.

    Raises:
        InvalidOption: as there.
        OSError: as there.
    """
    async with open_gateway(
        client,
        host=host,
        port=port,
        tokens=tokens,
        authorize=authorize,
        allowed_origins=allowed_origins,
        ssl_context=ssl_context,
        limits=limits,
        session_defaults=session_defaults,
        allow_insecure_public=allow_insecure_public,
    ) as gateway:
        task_status.started(gateway)
        await trio.sleep_forever()


def _token(item: object) -> GatewayToken:
    if isinstance(item, GatewayToken):
        return item
    if isinstance(item, str):
        return GatewayToken(token=item)
    raise InvalidOption(
        "tokens", f"expected GatewayToken values or texts, got {type(item).__name__}"
    )


def _check_exposure(host: str, tokens: bool, tls: bool, *, allowed: bool) -> None:
    if allowed or _is_loopback(host):
        return
    missing = [name for name, there in (("tokens", tokens), ("TLS", tls)) if not there]
    if missing:
        raise InvalidOption(
            "host",
            f"{host!r} is reached from other machines, and there is no "
            f"{' and no '.join(missing)}: whoever reaches it runs commands here. Give them, or say "
            "allow_insecure_public if something else guards the address",
        )


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


async def _say_goodbye(core: Core) -> None:
    for peer in list(core.peers):
        peer.close(1001, "the gateway ends")
    with trio.move_on_after(2 * _REFUSE_SECONDS):
        while core.peers:
            core.left = trio.Event()
            await core.left.wait()


# --- Connections ----------------------------------------------------------------------------


async def _accept(
    core: Core,
    listeners: list[Listener],
    task_status: trio.TaskStatus[trio.CancelScope] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Take connections until cancelled; those that are open go on, in the nursery of ``run``."""
    async with trio.open_nursery() as nursery:
        with trio.CancelScope() as accepting:
            task_status.started(accepting)

            async def handle(stream: _Stream) -> None:
                await _handle(core, stream)

            await trio.serve_listeners(handle, listeners, handler_nursery=nursery)


async def _handle(core: Core, stream: _Stream) -> None:
    """One connection, from its first byte to its last. Raises nothing, whatever the peer does."""
    try:
        if len(core.peers) >= core.limits.max_connections:
            core.counters.refused_connections += 1
            return
        await _serve_connection(core, stream)
    except Exception as error:
        if _is_of_the_wire(error):
            core.counters.handshake_errors += 1
            return
        core.counters.connection_errors += 1
        _log.exception("a connection's task failed")
    finally:
        await trio.aclose_forcefully(stream)


def _is_of_the_wire(error: BaseException) -> bool:
    if isinstance(error, BaseExceptionGroup):
        return all(_is_of_the_wire(inner) for inner in error.exceptions)
    from trio_websocket import ConnectionClosed, HandshakeError  # noqa: PLC0415
    from wsproto.utilities import ProtocolError  # noqa: PLC0415

    wire = (trio.BrokenResourceError, trio.ClosedResourceError, ssl.SSLError, OSError)
    return isinstance(error, (*wire, ConnectionClosed, HandshakeError, ProtocolError))


async def _serve_connection(core: Core, stream: _Stream) -> None:
    address = _address(stream)
    async with trio.open_nursery() as nursery:
        peer: Peer | None = None
        with trio.move_on_after(core.limits.handshake_timeout) as scope:
            peer = await _upgrade(core, nursery, stream, address)
        if scope.cancelled_caught:
            core.counters.handshake_timeouts += 1
        if peer is not None:
            core.peers.add(peer)
            core.counters.accepted += 1
            try:
                await peer.run()
            finally:
                core.peers.discard(peer)
                core.left.set()
        nursery.cancel_scope.cancel()


async def _upgrade(core: Core, nursery: trio.Nursery, stream: _Stream, address: str) -> Peer | None:
    request = await wrap_server_stream(
        nursery,
        stream,
        message_queue_size=_QUEUED,
        max_message_size=core.limits.max_message_size + FRAME_HEADER,
        receive_buffer_size=_READ_SIZE,
    )
    decision = admit(
        request.headers,
        request.proposed_subprotocols,
        address,
        origins=core.origins,
        authenticator=core.authenticator,
        limiter=core.limiter,
        now=trio.current_time(),
    )
    if isinstance(decision, Refused):
        _count_refusal(core, decision)
        with trio.move_on_after(_REFUSE_SECONDS):
            await request.reject(decision.status, body=decision.reason.encode() + b"\n")
        return None
    socket = await request.accept(subprotocol=decision.subprotocol)
    return _peer(core, socket, decision, address)


def _peer(core: Core, socket: WebSocketConnection, admitted: Admitted, address: str) -> Peer:
    principal = admitted.principal
    who = "?" if principal is None else principal.name
    return Peer(
        socket,
        name=f"{who}@{address}#{next(core.serials)}",
        address=address,
        principal=principal,
        limits=core.limits,
        counters=core.counters,
        serve=core.serve,
        start=core.start,
    )


def _count_refusal(core: Core, refused: Refused) -> None:
    counters = core.counters
    if refused.why == "origin":
        counters.refused_origins += 1
    elif refused.why == "token":
        counters.refused_tokens += 1
    elif refused.why == "throttled":
        counters.throttled += 1
    else:
        counters.handshake_errors += 1


def _address(stream: _Stream) -> str:
    inner = stream.transport_stream if isinstance(stream, trio.SSLStream) else stream
    with contextlib.suppress(OSError):
        name: object = inner.socket.getpeername()
        if isinstance(name, tuple) and name:
            return str(name[0])
    return "unknown"
