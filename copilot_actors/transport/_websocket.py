"""A CLI behind a WebSocket: the byte stream in binary messages."""

from __future__ import annotations

import dataclasses
import urllib.parse
from typing import TYPE_CHECKING

import trio

from copilot_actors._errors import AuthenticationFailed, ConnectFailed

from ._background import BackgroundTask
from ._base import Channel, LaunchOptions, StopReport, Transport
from ._tcp import RemoteChannel, connect, connect_tls

if TYPE_CHECKING:
    from trio_websocket import WebSocketConnection

MAX_MESSAGE_SIZE = 64 * 1024 * 1024 + 64 * 1024
"""Bytes of one inbound message: a frame of the largest body with its header."""

MAX_SENT_MESSAGE_SIZE = 1024 * 1024
"""Bytes of one outbound message. The stream is cut anywhere, so it need not be a whole frame;
1 MiB is what WebSocket servers accept by default.
"""

_QUEUED_MESSAGES = 16
_READ_SIZE = 64 * 1024
_UNAUTHORIZED = (401, 403)
_CLEAN_CLOSE = (1000, 1001, 1005)
_TOO_LARGE = 1009
_CLOSE_SECONDS = 1.0


class WebSocketStream(trio.abc.Stream):
    """A byte stream over a WebSocket connection; the bounds of messages mean nothing.

    Each chunk is sent as binary messages of at most 1 MiB. Text messages are taken as UTF-8.
    A cancelled :meth:`send_all` may leave a part of a message behind: close the stream then.
    """

    def __init__(self, connection: WebSocketConnection) -> None:
        self._connection = connection
        self._rest = memoryview(b"")
        self._closed = False
        self._send_conflict = trio.Lock()

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        """Send all of ``data``.

        Raises:
            trio.BusyResourceError: another task is sending.
            trio.BrokenResourceError: the connection is gone.
            trio.ClosedResourceError: this side closed it.
        """
        from trio_websocket import ConnectionClosed  # noqa: PLC0415

        if self._closed:
            raise trio.ClosedResourceError
        try:
            self._send_conflict.acquire_nowait()
        except (trio.WouldBlock, RuntimeError):
            raise trio.BusyResourceError("another task is sending on this WebSocket") from None
        try:
            view = memoryview(data)
            for start in range(0, len(view), MAX_SENT_MESSAGE_SIZE):
                await self._connection.send_message(
                    bytes(view[start : start + MAX_SENT_MESSAGE_SIZE])
                )
        except ConnectionClosed as error:
            if self._closed:
                raise trio.ClosedResourceError from None
            raise trio.BrokenResourceError(_closed_text(error)) from error
        finally:
            self._send_conflict.release()

    async def wait_send_all_might_not_block(self) -> None:
        """Return at once: the connection does not tell."""
        if self._closed:
            raise trio.ClosedResourceError
        await trio.lowlevel.checkpoint()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        """Return some bytes, or ``b""`` once the peer has closed in an orderly way.

        Raises:
            trio.BrokenResourceError: the connection was lost, or closed for a fault.
            trio.ClosedResourceError: this side closed it.
        """
        from trio_websocket import ConnectionClosed  # noqa: PLC0415

        if max_bytes is not None and max_bytes < 1:
            raise ValueError("max_bytes must be at least 1")
        if self._closed:
            raise trio.ClosedResourceError
        if self._rest:
            await trio.lowlevel.checkpoint()
        while not self._rest:
            try:
                message = await self._connection.get_message()
            except ConnectionClosed as error:
                if self._closed:
                    raise trio.ClosedResourceError from None
                if error.reason is not None and error.reason.code in _CLEAN_CLOSE:
                    return b""
                raise trio.BrokenResourceError(_closed_text(error)) from error
            data = message.encode() if isinstance(message, str) else message
            self._rest = memoryview(data)
        size = len(self._rest) if max_bytes is None else max_bytes
        chunk = bytes(self._rest[:size])
        self._rest = self._rest[size:]
        return chunk

    async def aclose(self) -> None:
        """Say good-bye and close; waits a second at most for the peer. Idempotent."""
        if self._closed:
            await trio.lowlevel.checkpoint()
            return
        self._closed = True
        with trio.move_on_after(_CLOSE_SECONDS):
            await self._connection.aclose()


class _WebSocketChannel(RemoteChannel):
    """A channel whose connection needs a task that reads and answers pings."""

    def __init__(self, stream: WebSocketStream, task: BackgroundTask) -> None:
        super().__init__(stream)
        self._task = task

    async def stop(self, *, graceful: bool = True) -> StopReport:
        """Close the connection, with a good-bye if ``graceful``. The process goes on."""
        begun = trio.current_time()
        with trio.CancelScope(shield=True):
            if graceful:
                await self.stream.aclose()
            else:
                await trio.aclose_forcefully(self.stream)
            await self._task.stop()
        return StopReport(step="not_owned", seconds=trio.current_time() - begun)


@dataclasses.dataclass(frozen=True, slots=True)
class WebSocket(Transport):
    """Speaks to a CLI server, or to a gateway, over a WebSocket.

    Args:
        url: ``ws://`` or ``wss://``, without credentials. Its query is kept out of errors and of
            the ``repr``, since some servers want a secret there.
        token: sent as ``Authorization: Bearer``; kept out of the URL, which servers log, and out
            of the ``repr``.
    """

    url: str
    token: str | None = dataclasses.field(default=None, repr=False)

    def __post_init__(self) -> None:
        try:
            parts = urllib.parse.urlsplit(self.url)
            _ = parts.port
        except ValueError:
            raise ValueError("url is not a URL") from None
        if parts.scheme not in {"ws", "wss"} or not parts.hostname:
            raise ValueError("url must be ws://host... or wss://host...")
        if parts.username is not None or parts.password is not None:
            raise ValueError("url must hold no credentials: use token=")
        if self.token is not None and not (self.token.isascii() and self.token.isprintable()):
            raise ValueError("token must be printable ASCII")

    def __repr__(self) -> str:
        return f"WebSocket({self._address()!r})"

    async def open(self, options: LaunchOptions) -> Channel:
        """Connect within ``start_timeout``. Cancellation leaves no connection.

        Raises:
            AuthenticationFailed: the server refused the token (401 or 403).
            ConnectFailed: no connection, or no WebSocket there.
        """
        deadline = trio.current_time() + options.start_timeout
        stream = await self._reach(options.start_timeout)
        connected: list[WebSocketConnection] = []
        ready = trio.Event()

        async def hold() -> None:
            try:
                async with trio.open_nursery() as nursery:
                    connected.append(await self._shake_hands(nursery, stream))
                    ready.set()
                    # Its reader is a task of the nursery, which is ours until `stop`.
                    await trio.sleep_forever()
            finally:
                ready.set()
                # Whatever the handshake and the good-byes came to, the socket is ours to close.
                await trio.aclose_forcefully(stream)

        task = BackgroundTask(hold, f"WebSocket to {self._address()}")
        with trio.CancelScope(deadline=deadline) as scope:
            try:
                await ready.wait()
            except BaseException:
                with trio.CancelScope(shield=True):
                    await task.stop()
                raise
        if scope.cancelled_caught:
            reason = f"no answer within {options.start_timeout:g} s"
            raise ConnectFailed(self._address(), reason)
        if connected:
            return _WebSocketChannel(WebSocketStream(connected[0]), task)
        await task.wait()
        raise self._error(task.failure) from task.failure

    async def _reach(self, seconds: float) -> trio.SocketStream | trio.SSLStream[trio.SocketStream]:
        parts = urllib.parse.urlsplit(self.url)
        host = parts.hostname or ""
        if parts.scheme == "ws":
            return await connect(host, parts.port or 80, seconds)
        return await connect_tls(host, parts.port or 443, seconds)

    async def _shake_hands(
        self, nursery: trio.Nursery, stream: trio.SocketStream | trio.SSLStream[trio.SocketStream]
    ) -> WebSocketConnection:
        # Only here, so that the package is loaded by those who use it.
        from trio_websocket import wrap_client_stream  # noqa: PLC0415

        headers = []
        if self.token is not None:
            headers.append((b"Authorization", b"Bearer " + self.token.encode("ascii")))
        parts = urllib.parse.urlsplit(self.url)
        return await wrap_client_stream(
            nursery,
            stream,
            parts.netloc,
            urllib.parse.urlunsplit(("", "", parts.path or "/", parts.query, "")),
            extra_headers=headers,
            message_queue_size=_QUEUED_MESSAGES,
            max_message_size=MAX_MESSAGE_SIZE,
            receive_buffer_size=_READ_SIZE,
        )

    def _address(self) -> str:
        """The URL without its query, which may hold a secret of the server's."""
        parts = urllib.parse.urlsplit(self.url)
        return urllib.parse.urlunsplit((parts.scheme, parts.netloc, parts.path, "", ""))

    def _error(self, failure: BaseException | None) -> AuthenticationFailed | ConnectFailed:
        from trio_websocket import ConnectionRejected  # noqa: PLC0415

        while isinstance(failure, BaseExceptionGroup):
            failure = failure.exceptions[0]
        if isinstance(failure, ConnectionRejected):
            if failure.status_code in _UNAUTHORIZED:
                return AuthenticationFailed(f"HTTP status {failure.status_code}")
            return ConnectFailed(self._address(), f"HTTP status {failure.status_code}")
        return ConnectFailed(self._address(), str(failure) or type(failure).__name__)


def _closed_text(error: BaseException) -> str:
    reason = getattr(error, "reason", None)
    if reason is None:
        return "the WebSocket connection was lost"
    text = f"the WebSocket was closed with code {reason.code}: {reason.reason or reason.name}"
    if reason.code == _TOO_LARGE:
        # The two ends do not agree: the other says its limit, if anything, so this one says its.
        text += (
            f"; this side takes messages of {MAX_MESSAGE_SIZE} bytes and sends at most "
            f"{MAX_SENT_MESSAGE_SIZE} in one"
        )
    return text
