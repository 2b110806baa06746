"""The first exchange with a CLI: authentication and the version of the protocol."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Protocol

import msgspec
import trio

from copilot_actors._errors import (
    AuthenticationFailed,
    ConnectionLost,
    HandshakeTimeout,
    JsonValue,
    ProtocolVersionMismatch,
    RpcError,
    RpcTimeout,
)
from copilot_actors.protocol import SUPPORTED_PROTOCOL_VERSIONS, is_supported
from copilot_actors.transport import Channel

from ._replies import decode_reply

METHOD_NOT_FOUND = -32601

_ADVICE_WRONG = (
    "The token is not the one that the server was started with (its COPILOT_CONNECTION_TOKEN)"
)
_ADVICE_MISSING = "The server wants a token: pass the one it was started with as token="
_ADVICE_NEEDLESS = "The server was started without a token: leave token= out"
_AUTHENTICATION_ADVICE = {
    (-32001, True): _ADVICE_WRONG,
    (-32001, False): _ADVICE_MISSING,
    (-32002, True): _ADVICE_WRONG,
    (-32002, False): _ADVICE_MISSING,
    (-32003, True): _ADVICE_NEEDLESS,
    (-32003, False): _ADVICE_NEEDLESS,
}
"""By error code and whether a token was presented (protocol section 2)."""


class Request(Protocol):
    """How a request is written: see ``Connection.request``."""

    def __call__(
        self, method: str, params: object, *, deadline: float, within: float
    ) -> Awaitable[msgspec.Raw]: ...


async def shake_hands(
    request: Request, channel: Channel | None, seconds: float, redact: Callable[[str], str]
) -> str:
    """Present the token, if there is one, and agree on a version, within ``seconds``.

    Returns:
        The version of the CLI, ``""`` if it does not tell.

    Raises:
        AuthenticationFailed: the server wants another token, or none.
        ProtocolVersionMismatch: this is not a CLI that is understood here.
        HandshakeTimeout: no answer in time.
        ConnectionLost: the CLI refused for another reason.
        ConnectionFault: the connection ended.
    """
    deadline = trio.current_time() + seconds
    params: dict[str, JsonValue] = {"supportedTaskKinds": ["agent", "client", "shell"]}
    if channel is not None and channel.token is not None:
        params["token"] = channel.token
    try:
        try:
            raw = await request("connect", params, deadline=deadline, within=seconds)
        except RpcError as error:
            if error.code != METHOD_NOT_FOUND:
                raise
            # Servers older than ``connect`` tell their version in the pong.
            raw = await request("ping", {}, deadline=deadline, within=seconds)
        reply = decode_reply("connect", raw)
    except RpcTimeout as error:
        tail = channel.stderr_tail if channel is not None else ""
        raise HandshakeTimeout(seconds, tail) from error
    except RpcError as error:
        advice = _AUTHENTICATION_ADVICE.get((error.code, "token" in params))
        if advice is not None:
            raise AuthenticationFailed(f"{error.message}. {advice}") from error
        if error.code == METHOD_NOT_FOUND:
            raise ProtocolVersionMismatch(None, SUPPORTED_PROTOCOL_VERSIONS) from error
        raise ConnectionLost(f"it refused the handshake: {redact(str(error))}") from error
    reply = reply if isinstance(reply, dict) else {}
    protocol = reply.get("protocolVersion")
    version = str(reply.get("version", ""))
    if not is_supported(protocol):
        raise ProtocolVersionMismatch(protocol, SUPPORTED_PROTOCOL_VERSIONS, version)
    return version
