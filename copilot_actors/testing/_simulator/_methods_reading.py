"""Requests to a simulated CLI that read what it knows of its sessions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from copilot_actors._errors import JsonValue

from ._disk import Event
from ._host import (
    Params,
    RpcFailure,
    mapping_of,
    text_of,
)
from ._kernel import Activity, Slot
from ._session import SimulatedSession
from ._sessions import Handler, SessionHost, ids_of, loaded


def _messages(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session_id = text_of(params, "sessionId")
    session = host.sessions.get(session_id)
    yield 0.001
    if session is None:
        raise RpcFailure(
            f"Request session.getMessages failed with message: Session not found: {session_id}"
        )
    return {"events": list[JsonValue](session.history)}


def _persisted(host: SessionHost, params: Params) -> Activity[JsonValue]:
    yield 0.002
    return host.pages.read(host, params)


def _list(host: SessionHost, params: Params) -> Activity[JsonValue]:
    yield 0.005
    asked = mapping_of(params, "filter")
    wanted = {key: asked[key] for key in _FILTERS if isinstance(asked.get(key), str)}
    metadata = [_metadata_of(host, session_id) for session_id in host.disk.session_ids()]
    metadata.sort(key=lambda item: text_of(item, "modifiedTime"), reverse=True)
    sessions: list[JsonValue] = [
        item for item in metadata if wanted.items() <= mapping_of(item, "context").items()
    ]
    return {"sessions": sessions}


_FILTERS: Final = ("cwd", "gitRoot", "repository", "branch")
"""What the CLI compares with a session's context, exactly; it ignores other keys."""


def _metadata(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session_id = text_of(params, "sessionId")
    yield 0.001
    if not host.disk.has_journal(session_id):
        return {}
    return {"session": _metadata_of(host, session_id)}


def _metadata_of(host: SessionHost, session_id: str) -> dict[str, JsonValue]:
    events = host.disk.journal(session_id).events()
    start = mapping_of(events[0], "data") if events else {}
    name = host.disk.name(session_id)
    return {
        "sessionId": session_id,
        "startTime": text_of(start, "startTime"),
        "modifiedTime": text_of(events[-1], "timestamp") if events else "",
        "isRemote": False,
        "isDetached": False,
        "summary": name,
        "name": name,
        "clientName": "sdk",
        "context": mapping_of(start, "context"),
    }


def _snapshot(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.metadata.snapshot")
    yield 0.001
    return {
        "sessionId": session.session_id,
        "startTime": session.start_time,
        "modifiedTime": host.timestamp(),
        "isRemote": False,
        "alreadyInUse": bool(host.disk.holders(session.session_id) - {host.pid}),
        "workspacePath": host.workspace(session.session_id),
        "workingDirectory": session.options.working_directory,
        "currentMode": session.mode,
        "selectedModel": session.model,
        "sessionLimits": None,
        "workspace": None,
    }


def _activity(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.metadata.activity")
    yield 0.0005
    return {"abortable": session.busy, "hasActiveWork": session.busy}


def _processing(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.metadata.isProcessing")
    yield 0.0005
    return {"processing": session.busy}


def _save(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = host.sessions.get(text_of(params, "sessionId"))
    yield host.dice.delay(0.001, 0.005)
    if session is not None:
        session.flush()
        yield from session.written()
    return {}


def _in_use(host: SessionHost, params: Params) -> Activity[JsonValue]:
    yield 0.001
    held: list[JsonValue] = [
        session_id for session_id in ids_of(params) if host.disk.holders(session_id) - {host.pid}
    ]
    return {"inUse": held}


def _sizes(host: SessionHost, params: Params) -> Activity[JsonValue]:
    del params
    yield 0.001
    sizes: dict[str, JsonValue] = {
        session_id: len(host.disk.journal(session_id).data)
        for session_id in host.disk.session_ids()
    }
    return {"sizes": sizes}


def _tail(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.eventLog.tail")
    yield 0.0005
    return {"cursor": _cursor(session.stream, len(session.stream))}


def _read_log(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.eventLog.read")
    yield 0.001
    cursor = params.get("cursor")
    found = _place(session.stream, cursor) if isinstance(cursor, str) else 0
    start = 0 if found is None else found
    wait = params.get("waitMs")
    if start >= len(session.stream) and isinstance(wait, int) and wait > 0:
        yield from _wait_change(session, wait / 1000)
    limit = params.get("max")
    end = len(session.stream)
    if isinstance(limit, int) and limit > 0:
        end = min(end, start + limit)
    page = session.stream[start:end]
    if params.get("includeEphemeral") is not True:
        page = [event for event in page if "ephemeral" not in event]
    types = params.get("types")
    if isinstance(types, list):
        page = [event for event in page if event["type"] in types]
    return {
        "events": list[JsonValue](page),
        "cursor": _cursor(session.stream, end),
        "hasMore": end < len(session.stream),
        "cursorStatus": "expired" if found is None else "ok",
    }


def _cursor(stream: list[Event], place: int) -> str:
    """Return a cursor: the last durable event before a place, and the place."""
    ids = [event["id"] for event in stream[:place] if "ephemeral" not in event]
    return f"{ids[-1] if ids else ''}|{place}"


def _place(stream: list[Event], cursor: str) -> int | None:
    """Return where a cursor points, in this process or after a restart; ``None`` if nowhere."""
    event_id, _, text = cursor.partition("|")
    if text.isdecimal() and int(text) <= len(stream):
        place = int(text)
        if _cursor(stream, place) == cursor:
            return place
    for number, event in enumerate(stream, 1):
        if event["id"] == event_id and "ephemeral" not in event:
            return number
    return None


def _wait_change(session: SimulatedSession, seconds: float) -> Activity[None]:
    changed: Slot[None] = Slot()

    def on_event() -> Activity[None]:
        yield from session.changed.wait()
        changed.put(None)

    def on_time() -> Activity[None]:
        yield seconds
        changed.put(None)

    waiting = [session.host.kernel.start(on_event()), session.host.kernel.start(on_time())]
    yield from changed.wait()
    for running in waiting:
        running.cancel()


def _truncate(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.history.truncate")
    yield 0.002
    removed = session.truncate(text_of(params, "eventId"))
    return {"eventsRemoved": removed, "checkpointCleanupFailed": False}


def _client_metadata(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.metadata.getClientMetadata")
    yield 0.0005
    return dict(host.disk.client_metadata(session.session_id))


def _client_metadata_of(host: SessionHost, params: Params) -> Activity[JsonValue]:
    yield 0.0005
    return [
        {
            "status": "ok",
            "sessionId": session_id,
            "metadata": dict(host.disk.client_metadata(session_id)),
        }
        for session_id in ids_of(params)
    ]


METHODS: Final[Mapping[str, Handler]] = {
    "session.eventLog.read": _read_log,
    "session.eventLog.tail": _tail,
    "session.getMessages": _messages,
    "session.history.truncate": _truncate,
    "session.getMetadata": _metadata,
    "session.list": _list,
    "session.metadata.activity": _activity,
    "session.metadata.getClientMetadata": _client_metadata,
    "session.metadata.isProcessing": _processing,
    "session.metadata.snapshot": _snapshot,
    "sessions.checkInUse": _in_use,
    "sessions.getClientMetadata": _client_metadata_of,
    "sessions.getMetadata": _metadata,
    "sessions.getSizes": _sizes,
    "sessions.readPersistedEvents": _persisted,
    "sessions.save": _save,
}
"""Handler by method."""
