"""Requests to a simulated CLI that make it an agent host (AHP). Nobody listens at its address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from copilot_actors._errors import JsonValue

from ._host import Params, RpcFailure, mapping_of, text_of
from ._kernel import Activity
from ._sessions import Handler, SessionHost

_TAKEN: Final = "AHP session catalog is already in use by another host"


def _start(host: SessionHost, params: Params) -> Activity[JsonValue]:
    yield 0.01
    if host.agent_hosts:
        raise RpcFailure(f"Request host.start failed with message: {_TAKEN}")
    server = mapping_of(params, "localServer")
    host_id = text_of(params, "hostId")
    host.agent_hosts[host_id] = []
    port = server.get("port")
    address = f"ws://{text_of(server, 'hostname', '127.0.0.1')}"
    return {
        "hostId": host_id,
        "url": f"{address}:{port if isinstance(port, int) else 45678}/",
        "token": text_of(server, "token", host.dice.uuid()),
    }


def _dispose(host: SessionHost, params: Params) -> Activity[JsonValue]:
    yield 0.001
    host_id = text_of(params, "hostId")
    if host.agent_hosts.pop(host_id, None) is not None:
        host.notify("host.exited", {"hostId": host_id, "reason": "disposed"})
    return {}


def _published(host: SessionHost, params: Params, method: str) -> list[str]:
    published = host.agent_hosts.get(text_of(params, "hostId"))
    if published is None:
        raise RpcFailure(f"Request {method} failed with message: host is unavailable")
    return published


def _publish(host: SessionHost, params: Params) -> Activity[JsonValue]:
    yield 0.001
    published = _published(host, params, "host.publishSession")
    session_id = text_of(params, "sessionId")
    if session_id not in host.sessions:
        raise RpcFailure(
            f"Request host.publishSession failed with message: Session not found: {session_id}"
        )
    if session_id not in published:
        published.append(session_id)
    return {"sessionId": session_id, "sessionUri": f"ahp-session:/{session_id}"}


def _unpublish(host: SessionHost, params: Params) -> Activity[JsonValue]:
    yield 0.001
    published = _published(host, params, "host.unpublishSession")
    session_id = text_of(params, "sessionId")
    known = session_id in published
    if known:
        published.remove(session_id)
    return {"unpublished": known}


def _list(host: SessionHost, params: Params) -> Activity[JsonValue]:
    yield 0.001
    published = _published(host, params, "host.listSessions")
    return {
        "sessions": [
            {"provider": "copilot", "resource": f"ahp-session:/{session_id}"}
            for session_id in published
        ]
    }


METHODS: Final[Mapping[str, Handler]] = {
    "host.dispose": _dispose,
    "host.listSessions": _list,
    "host.publishSession": _publish,
    "host.start": _start,
    "host.unpublishSession": _unpublish,
}
"""Handler by method."""
