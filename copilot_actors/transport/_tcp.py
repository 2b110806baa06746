"""A CLI server over TCP: one of our own on loopback, or one that runs already."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import re
import secrets
import urllib.parse
from collections.abc import Iterator, Sequence

import trio

from copilot_actors._errors import ConnectFailed, HandshakeTimeout

from ._base import Channel, ExitStatus, LaunchOptions, StopReport, Transport, write_now
from ._launch import home_of, plan_launch
from ._process import CliProcess
from ._stdio import ProcessChannel

LOOPBACK = "127.0.0.1"

# The digits must be followed by something, or a read may have cut the number.
_LISTENING = re.compile(rb"listening on port (\d{1,5})\D")
_MAX_BANNER = 64 * 1024
_TOKEN_BYTES = 32
_RETRY_SECONDS = 0.05
_MAX_PORT = 65535


class RemoteChannel(Channel):
    """A channel to a process that is not ours: it can be left, not ended."""

    def __init__(self, stream: trio.abc.Stream) -> None:
        self.stream = stream

    def send_nowait(self, data: bytes) -> int:
        """Write what fits; see :meth:`Channel.send_nowait`."""
        return _write_nowait(self.stream, data)

    @property
    def stderr_tail(self) -> str:
        """Always empty."""
        return ""

    async def wait_exit(self) -> ExitStatus:
        """Wait until cancelled: nothing is known of the process."""
        await trio.sleep_forever()

    async def stop(self, *, graceful: bool = True) -> StopReport:  # noqa: ARG002
        """Close the connection at once. The process goes on."""
        begun = trio.current_time()
        with trio.CancelScope(shield=True):
            await trio.aclose_forcefully(self.stream)
        return StopReport(step="not_owned", seconds=trio.current_time() - begun)


class _ServerChannel(ProcessChannel):
    """A connection to a server that we started for it."""

    def send_nowait(self, data: bytes) -> int:
        """Write what fits; see :meth:`Channel.send_nowait`."""
        return _write_nowait(self.stream, data)

    async def stop(self, *, graceful: bool = True) -> StopReport:
        """Close the connection, then end the server.

        A server outlives its clients and its own stdin, so the ladder begins with SIGTERM.
        """
        with trio.CancelScope(shield=True):
            await trio.aclose_forcefully(self.stream)
        return await super().stop(graceful=graceful)


@dataclasses.dataclass(frozen=True, slots=True)
class Tcp(Transport):
    """Speaks to a CLI server over TCP.

    Without ``port`` it starts a server of its own for each channel, on ``listen_port`` or a free
    port of loopback and always with a token, since every local process and every page in a browser
    can reach that port. With ``port`` it connects to a server that runs already, and never ends it.

    Args:
        host: name or address of a running server; ``None`` is loopback.
        port: port of a running server, or ``None`` to start one.
        token: what the server wants to see in ``connect``. ``None``: a random one for a server
            of our own, none for a running one. Kept out of the ``repr``.
        path: as for :class:`Stdio`; only for a server of our own.
        args: as for :class:`Stdio`; only for a server of our own.
        listen_port: the port of a server of our own, the same after each restart; ``None`` for a
            free one. A port that is taken ends the server: ``CliExited``.
    """

    host: str | None = None
    port: int | None = None
    token: str | None = dataclasses.field(default=None, repr=False)
    path: str | os.PathLike[str] | None = None
    args: Sequence[str] = ()
    listen_port: int | None = None

    def __post_init__(self) -> None:
        if self.port is None and self.host is not None:
            raise ValueError("Tcp(host=...) needs port= too; without both it starts a server")
        for name in ("port", "listen_port"):
            value = getattr(self, name)
            if value is not None and not 0 < value <= _MAX_PORT:
                raise ValueError(f"{name} must be 1 to {_MAX_PORT}, got {value}")
        ours = self.path is not None or self.args or self.listen_port is not None
        if self.port is not None and ours:
            raise ValueError("path=, args= and listen_port= are for a server that Tcp() starts")
        if self.token is not None and not self.token:
            raise ValueError("token must not be empty: use None")

    @classmethod
    def from_address(cls, address: str, *, token: str | None = None) -> Tcp:
        """Make one from ``"port"``, ``"host:port"``, ``"[v6]:port"`` or ``"scheme://host:port"``.

        Raises:
            ValueError: it is none of these.
        """
        text = f"{LOOPBACK}:{address}" if address.isdigit() else address
        # The address is not quoted: it may hold a password.
        wrong = ValueError("expected 'port', 'host:port', '[v6]:port' or 'scheme://host:port'")
        try:
            parts = urllib.parse.urlsplit(text if "://" in text else f"tcp://{text}")
            host, port = parts.hostname, parts.port
        except ValueError:
            raise wrong from None
        if not host or port is None or parts.username or parts.path not in {"", "/"}:
            raise wrong
        return cls(host, port, token)

    async def open(self, options: LaunchOptions) -> Channel:
        """Reach the server, having started it if it is to be ours.

        Cancellation leaves no process and no connection.

        Raises:
            CliNotFound: no binary, or a file that this machine cannot run.
            CliExited: our server ended before it named its port.
            ConnectFailed: the address does not answer within ``start_timeout``, or our server
                cannot be started within it.
            HandshakeTimeout: our server did not name its port within ``start_timeout``.
            InvalidOption: a value that no process can be started with.
        """
        if self.port is not None:
            host = self.host or LOOPBACK
            channel = RemoteChannel(await connect(host, self.port, options.start_timeout))
            channel.port = self.port
            channel.token = self.token
            return channel
        return await self._open_server(options)

    def home(self, options: LaunchOptions) -> str | None:
        """Name the store of a server of our own; see :meth:`Transport.home`."""
        return home_of(options) if self.port is None else None

    async def _open_server(self, options: LaunchOptions) -> Channel:
        token = self.token or secrets.token_urlsafe(_TOKEN_BYTES)
        launch = plan_launch(
            options,
            path=self.path,
            args=self.args,
            mode=["--port", str(self.listen_port or 0)],
            connection_token=token,
        )
        deadline = trio.current_time() + options.start_timeout
        process = await CliProcess.start(launch, stdin=False, seconds=options.start_timeout)
        channel = _ServerChannel(process, options.stop_timeout)
        try:
            port = await _wait_port(channel, process, deadline, options.start_timeout)
            process.drain_stdout()
            channel.stream = await _connect_ours(
                channel, process, port, deadline, options.start_timeout
            )
        except BaseException:
            await process.stop(graceful=False, timeout=options.stop_timeout)
            raise
        channel.port = port
        channel.token = token
        return channel


def _write_nowait(stream: trio.abc.Stream, data: bytes) -> int:
    # Only a bare socket: what is below TLS or a WebSocket is not ours to write to.
    return write_now(stream.socket.fileno(), data) if isinstance(stream, trio.SocketStream) else 0


async def _wait_port(channel: Channel, process: CliProcess, deadline: float, seconds: float) -> int:
    """Return the port that the server names on its stdout.

    Raises:
        CliExited: it ended instead.
        HandshakeTimeout: it named none until ``deadline``, which was ``seconds`` away at the start.
    """
    port: int | None = None
    async with trio.open_nursery() as nursery:
        nursery.cancel_scope.deadline = deadline

        async def watch_exit() -> None:
            await process.wait()
            nursery.cancel_scope.cancel()

        nursery.start_soon(watch_exit)
        seen = b""
        while data := await process.stdout.receive_some():
            seen = (seen + data)[-_MAX_BANNER:]
            match = _LISTENING.search(seen)
            if match is not None and int(match[1]) <= _MAX_PORT:
                port = int(match[1])
                nursery.cancel_scope.cancel()
                break
        # At the end of its stdout there will be no port: what is left to see is how it ends.
    if port is not None:
        return port
    if process.is_dead():
        raise channel.exit_error(await process.wait(), during_start=True)
    raise HandshakeTimeout(seconds, channel.stderr_tail)


async def _connect_ours(
    channel: Channel, process: CliProcess, port: int, deadline: float, seconds: float
) -> trio.abc.Stream:
    """Connect to a server that has just named its port and may not accept yet.

    ``deadline`` was ``seconds`` away when it was started.
    """
    while True:
        left = max(deadline - trio.current_time(), 0)
        try:
            return await connect(LOOPBACK, port, left, within=seconds)
        except ConnectFailed:
            if process.is_dead():
                status = await process.wait()
                raise channel.exit_error(status, during_start=True) from None
            # Not one more attempt without time: its "no answer" would hide this reason.
            if trio.current_time() + _RETRY_SECONDS >= deadline:
                raise
        await trio.sleep(_RETRY_SECONDS)


async def connect(
    host: str, port: int, seconds: float, *, within: float | None = None
) -> trio.SocketStream:
    """Open a TCP connection.

    ``seconds`` may be what is left of a longer time; ``within`` is that, for the error.

    Raises:
        ConnectFailed: it cannot be had, or not within ``seconds``.
    """
    with _mapped(host, port, seconds, seconds if within is None else within):
        return await trio.open_tcp_stream(host, port)


async def connect_tls(host: str, port: int, seconds: float) -> trio.SSLStream[trio.SocketStream]:
    """Open a TLS connection and check who answers.

    Raises:
        ConnectFailed: it cannot be had, or not within ``seconds``, or to somebody else.
    """
    with _mapped(host, port, seconds, seconds):
        stream = await trio.open_ssl_over_tcp_stream(host, port, https_compatible=True)
        try:
            await stream.do_handshake()
        except BaseException:
            await trio.aclose_forcefully(stream)
            raise
        return stream


@contextlib.contextmanager
def _mapped(host: str, port: int, seconds: float, within: float) -> Iterator[None]:
    """Bound an attempt to connect, and turn each of its failures into one error."""
    address = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    try:
        with trio.fail_after(seconds):
            yield
    except trio.TooSlowError:
        raise ConnectFailed(address, f"no answer within {within:g} s") from None
    except (OSError, UnicodeError, trio.BrokenResourceError) as error:
        # UnicodeError: a host that cannot be a name in DNS. BrokenResourceError: no TLS there.
        raise ConnectFailed(address, _reason(error)) from error


def _reason(error: Exception) -> str:
    """Say why every attempt failed; trio's own text only says that they did."""
    cause = error.__cause__
    causes = cause.exceptions if isinstance(cause, BaseExceptionGroup) else [cause or error]
    texts = (getattr(one, "strerror", None) or str(one) for one in causes)
    return "; ".join(dict.fromkeys(texts))
