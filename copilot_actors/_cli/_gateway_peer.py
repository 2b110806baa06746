"""A peer of a running daemon's gateway, for the commands that look at one."""

from __future__ import annotations

import argparse
import contextlib
import itertools
import os
import ssl
import urllib.parse
from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec
import trio

from copilot_actors._errors import JsonValue

from ._store_lock import read_note

if TYPE_CHECKING:
    from trio_websocket import WebSocketConnection

TOKEN_VARIABLE: Final = "COPILOT_ACTORS_TOKEN"  # noqa: S105 - a name, not a secret
_CONNECT_SECONDS: Final = 10.0
_ANSWER_SECONDS: Final = 30.0
_MAX_MESSAGE: Final = 64 * 1024 * 1024

EXIT_CODES: Final = """\
exit codes:
  0    done
  2    wrong arguments
  3    no daemon there, or it does not answer
  4    the daemon refused: its token, or what was asked
"""


class Unreachable(Exception):
    """There is no daemon, or it does not answer."""


class DaemonRefused(Exception):
    """The daemon answered with an error."""


class GatewayPeer:
    """Asks a gateway, and reads events."""

    def __init__(self, socket: WebSocketConnection) -> None:
        self._socket = socket
        self._ids = itertools.count(1)
        self._early: list[dict[str, JsonValue]] = []

    async def call(self, method: str, params: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
        """Ask, and return the result. Notifications that come first are kept.

        Raises:
            DaemonRefused: it answered with an error.
            Unreachable: it did not answer.
        """
        number = next(self._ids)
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        await self._send(request)
        with trio.move_on_after(_ANSWER_SECONDS):
            while True:
                message = await self._receive()
                if message.get("id") == number:
                    return _result(message)
                self._early.append(message)
        raise Unreachable(f"no answer to {method} within {_ANSWER_SECONDS:g} s")

    async def events(self) -> AsyncIterator[dict[str, JsonValue]]:
        """The parameters of ``session.event`` notifications, as they come."""
        while True:
            message = self._early.pop(0) if self._early else await self._receive()
            params = message.get("params")
            if message.get("method") == "session.event" and isinstance(params, dict):
                yield params

    async def _send(self, message: object) -> None:
        from trio_websocket import ConnectionClosed  # noqa: PLC0415 - only when used

        try:
            await self._socket.send_message(msgspec.json.encode(message).decode())
        except ConnectionClosed as error:
            raise Unreachable(_closed(error.reason)) from error

    async def _receive(self) -> dict[str, JsonValue]:
        from trio_websocket import ConnectionClosed  # noqa: PLC0415 - only when used

        try:
            message = await self._socket.get_message()
        except ConnectionClosed as error:
            raise Unreachable(_closed(error.reason)) from error
        decoded: JsonValue = msgspec.json.decode(message)
        return decoded if isinstance(decoded, dict) else {}


def add_daemon_options(parser: argparse.ArgumentParser) -> None:
    """The options by which a daemon is found."""
    parser.add_argument("--url", metavar="URL", help="of the gateway (default: of the daemon here)")
    parser.add_argument("--home", metavar="DIR", type=Path, help="the store that the daemon serves")
    parser.add_argument(
        "--token-file",
        metavar="FILE",
        type=Path,
        help=f"holds the token (default: the variable {TOKEN_VARIABLE})",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


@contextlib.asynccontextmanager
async def open_peer(arguments: argparse.Namespace) -> AsyncIterator[GatewayPeer]:
    """Connect to the daemon that the options name.

    Raises:
        Unreachable: there is none.
        DaemonRefused: it refused the token.
    """
    from trio_websocket import ConnectionRejected, wrap_client_stream  # noqa: PLC0415

    url = _url(arguments)
    parts = urllib.parse.urlsplit(url)
    headers = []
    if (token := _token(arguments)) is not None:
        headers.append((b"Authorization", b"Bearer " + token.encode()))
    stream = await _reach(url, parts)
    caught: BaseException | None = None
    try:
        async with trio.open_nursery() as nursery:
            try:
                with trio.fail_after(_CONNECT_SECONDS):
                    socket = await wrap_client_stream(
                        nursery,
                        stream,
                        parts.netloc,
                        parts.path or "/",
                        extra_headers=headers,
                        max_message_size=_MAX_MESSAGE,
                    )
                peer = GatewayPeer(socket)
                await peer.call("connect", {})
                yield peer
            except trio.TooSlowError:
                caught = Unreachable(f"{url} does not answer")
            except (Unreachable, DaemonRefused, KeyboardInterrupt, BrokenPipeError) as error:
                caught = error
            nursery.cancel_scope.cancel()
    except* ConnectionRejected as group:  # by the task that reads
        status = getattr(group.exceptions[0], "status_code", 0)
        caught = DaemonRefused(f"{url}: HTTP status {status}")
    finally:
        await trio.aclose_forcefully(stream)
    if caught is not None:
        raise caught


async def _reach(
    url: str, parts: urllib.parse.SplitResult
) -> trio.SocketStream | trio.SSLStream[trio.SocketStream]:
    tls = parts.scheme == "wss"
    try:
        with trio.fail_after(_CONNECT_SECONDS):
            host, port = parts.hostname or "", parts.port or (443 if tls else 80)
            stream = await trio.open_tcp_stream(host, port)
    except (OSError, trio.TooSlowError) as error:
        raise Unreachable(f"no daemon answers at {url}: {error}") from error
    if not tls:
        return stream
    return trio.SSLStream(
        stream, ssl.create_default_context(), server_hostname=host, https_compatible=True
    )


def _url(arguments: argparse.Namespace) -> str:
    given: str | None = arguments.url
    if given is not None:
        if urllib.parse.urlsplit(given).scheme not in ("ws", "wss"):
            raise Unreachable(f"{given!r} is no ws:// or wss:// address")
        return given
    home: Path = arguments.home or Path(os.environ.get("COPILOT_HOME") or Path.home() / ".copilot")
    daemon = read_note(home)
    if daemon is None or daemon.url is None:
        raise Unreachable(f"no daemon serves the store {home}: start one, or give --url")
    return daemon.url


def _token(arguments: argparse.Namespace) -> str | None:
    if arguments.token_file is None:
        return os.environ.get(TOKEN_VARIABLE) or None
    try:
        token: str = arguments.token_file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise Unreachable(f"the token cannot be read: {error}") from error
    if not token.isprintable():
        raise Unreachable("the token cannot be read: its file has more than one line")
    return token


def _result(message: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    error = message.get("error")
    if isinstance(error, dict):
        raise DaemonRefused(str(error.get("message")))
    result = message.get("result")
    return result if isinstance(result, dict) else {}


def _closed(reason: object) -> str:
    return f"the daemon closed the connection: {getattr(reason, 'reason', None) or 'no reason'}"
