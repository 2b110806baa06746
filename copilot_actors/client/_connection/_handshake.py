"""The first words on a connection: who we are, which version, and settings of the process."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from copilot_actors._errors import (
    AuthenticationFailed,
    ConnectionLost,
    HandshakeTimeout,
    InvalidOption,
    JsonValue,
    ProtocolVersionMismatch,
    RpcError,
    RpcTimeout,
    UnsupportedOption,
)
from copilot_actors.client._options._client_settings import client_info, plugin_directories
from copilot_actors.client._options._session_files import session_files
from copilot_actors.client._replies import METHOD_NOT_FOUND, decode_reply
from copilot_actors.protocol import SUPPORTED_PROTOCOL_VERSIONS, is_supported

from ._features import Features

if TYPE_CHECKING:
    from copilot_actors.client._options._client_options import ClientOptions
    from copilot_actors.transport import Channel

Call: TypeAlias = Callable[[str, dict[str, JsonValue]], Awaitable[msgspec.Raw]]

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


async def shake_hands(
    call: Call,
    options: ClientOptions,
    channel: Channel | None,
    redact: Callable[[str], str],
) -> str:
    """Greet the CLI and return its version.

    Raises:
        HandshakeTimeout: no answer in time.
        AuthenticationFailed: the token is wrong, missing or not wanted.
        ProtocolVersionMismatch: it speaks another version of the protocol.
        ConnectionLost: it refused the handshake otherwise.
        UnsupportedOption: it does not have an option of the client, or no interception.
        InvalidOption: it refused the folders of plugins, the interceptor or the file system of
            sessions.
    """
    params: dict[str, JsonValue] = {"supportedTaskKinds": ["agent", "client", "shell"]}
    if channel is not None and channel.token is not None:
        params["token"] = channel.token
    info = client_info(options)
    if info is not None:
        params["clientInfo"] = info
    if options.on_github_telemetry is not None:
        params["enableGitHubTelemetryForwarding"] = True
    try:
        try:
            raw = await call("connect", params)
        except RpcError as error:
            if error.code != METHOD_NOT_FOUND:
                raise
            # Servers older than ``connect`` tell their version in the pong.
            raw = await call("ping", {})
        reply = decode_reply("connect", raw)
    except RpcTimeout as error:
        tail = channel.stderr_tail if channel is not None else ""
        raise HandshakeTimeout(options.handshake_timeout, tail) from error
    except RpcError as error:
        advice = _AUTHENTICATION_ADVICE.get((error.code, "token" in params))
        if advice is not None:
            raise AuthenticationFailed(f"{error.message}. {advice}") from error
        if error.code == METHOD_NOT_FOUND:
            raise ProtocolVersionMismatch(None, SUPPORTED_PROTOCOL_VERSIONS) from error
        raise ConnectionLost(f"it refused the handshake: {redact(str(error))}") from error
    reply = reply if isinstance(reply, dict) else {}
    protocol, version = reply.get("protocolVersion"), str(reply.get("version", ""))
    if not is_supported(protocol):
        raise ProtocolVersionMismatch(protocol, SUPPORTED_PROTOCOL_VERSIONS, version)
    features = Features()
    features.running(version)
    features.check(options)
    await _set_plugins(call, options, redact)
    await _set_interceptor(call, options, redact, version)
    await _set_file_system(call, options, redact)
    return version


async def _set_plugins(call: Call, options: ClientOptions, redact: Callable[[str], str]) -> None:
    """Set the folders of plugins, which the CLI takes only while it has no session."""
    paths = plugin_directories(options)
    if not paths:
        return
    try:
        await call("plugins.builtin.set", {"paths": paths})
    except RpcError as error:
        reason = redact(f"the CLI refused it: {error.message}")
        raise InvalidOption("builtin_plugin_directories", reason) from error


async def _set_interceptor(
    call: Call, options: ClientOptions, redact: Callable[[str], str], version: str
) -> None:
    """Let the requests of this CLI to its models come here; it refuses while it has sessions."""
    if options.on_model_request is None:
        return
    try:
        await call("llmInference.setProvider", {})
    except RpcError as error:
        if error.code == METHOD_NOT_FOUND:
            raise UnsupportedOption("on_model_request", version) from error
        reason = redact(f"the CLI refused it: {error.message}")
        raise InvalidOption("on_model_request", reason) from error


async def _set_file_system(
    call: Call, options: ClientOptions, redact: Callable[[str], str]
) -> None:
    """Say where sessions have their files, which the CLI takes only while it has no session."""
    if options.session_file_system is None:
        return
    try:
        await call("sessionFs.setProvider", session_files(options.session_file_system).to_wire())
    except RpcError as error:
        reason = redact(f"the CLI refused it: {error.message}")
        raise InvalidOption("session_file_system", reason) from error
