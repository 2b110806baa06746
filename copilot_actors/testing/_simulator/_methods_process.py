"""Requests to a simulated CLI that concern the process as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from copilot_actors._errors import JsonValue

from ._host import (
    CLI_VERSION,
    PROTOCOL_VERSION,
    FilesOption,
    Params,
    RpcFailure,
    text_of,
)
from ._kernel import Activity
from ._sessions import Handler, SessionHost


def _connect(host: SessionHost, params: Params) -> Activity[JsonValue]:
    yield 0.0005
    token = params.get("token")
    if host.token is None and token is not None:
        raise RpcFailure("AUTHENTICATION_NOT_CONFIGURED", -32003)
    if token != host.token:
        raise RpcFailure("AUTHENTICATION_FAILED", -32002)
    host.authenticated = True
    host.forwards_telemetry = params.get("enableGitHubTelemetryForwarding") is True
    return {
        "ok": True,
        "protocolVersion": PROTOCOL_VERSION,
        "version": CLI_VERSION,
        "taskKinds": ["agent", "shell"],
    }


def _ping(host: SessionHost, params: Params) -> Activity[JsonValue]:
    yield 0.0005
    message = params.get("message")
    text = f"pong: {message}" if isinstance(message, str) and message else "pong"
    return {
        "message": text,
        "timestamp": host.timestamp(),
        "protocolVersion": PROTOCOL_VERSION,
    }


def _status(host: SessionHost, params: Params) -> Activity[JsonValue]:
    del host, params
    yield 0.0005
    return {"version": CLI_VERSION, "protocolVersion": PROTOCOL_VERSION}


def _auth_status(host: SessionHost, params: Params) -> Activity[JsonValue]:
    del params
    yield 0.0005
    if host.model.auto is not None:
        return {"isAuthenticated": True, "login": "simulated"}
    return {"isAuthenticated": False, "statusMessage": "Not authenticated"}


def _models(host: SessionHost, params: Params) -> Activity[JsonValue]:
    del params
    yield 0.0005
    if host.model.auto is not None:
        return {"models": [], "auto": dict(host.model.auto)}
    raise RpcFailure(
        "Request models.list failed with message: Not authenticated. Please authenticate first."
    )


def _runtime_shutdown(host: SessionHost, params: Params) -> Activity[JsonValue]:
    del params
    yield 0.0005
    host.leave(after=0.08)
    return None


def _last_id(host: SessionHost, params: Params) -> Activity[JsonValue]:
    del params
    yield 0.0005
    known = host.disk.session_ids()
    return {"sessionId": known[-1]} if known else {}


def _foreground(host: SessionHost, params: Params) -> Activity[JsonValue]:
    del host, params
    yield 0.0005
    return {}


def _set_foreground(host: SessionHost, params: Params) -> Activity[JsonValue]:
    del host, params
    yield 0.0005
    return {
        "success": False,
        "error": "Not running in TUI+server mode - no foreground session change handler registered",
    }


def _set_file_system(host: SessionHost, params: Params) -> Activity[JsonValue]:
    yield 0.001
    if host.sessions:
        raise RpcFailure(
            "Request sessionFs.setProvider failed with message: Cannot set session filesystem "
            "provider while sessions are active. Call sessionFs.setProvider before creating any "
            "sessions."
        )
    host.files = FilesOption(
        working_directory=text_of(params, "initialCwd"),
        state_path=text_of(params, "sessionStatePath"),
    )
    return {"success": True}


METHODS: Final[Mapping[str, Handler]] = {
    "auth.getStatus": _auth_status,
    "connect": _connect,
    "models.list": _models,
    "ping": _ping,
    "runtime.shutdown": _runtime_shutdown,
    "session.getForeground": _foreground,
    "session.getLastId": _last_id,
    "session.setForeground": _set_foreground,
    "sessionFs.setProvider": _set_file_system,
    "status.get": _status,
}
"""Handler by method."""
