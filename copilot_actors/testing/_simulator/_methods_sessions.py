"""Requests to a simulated CLI that open, close and delete sessions."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from copilot_actors._errors import JsonValue

from . import _asking as asking
from . import _control as control
from . import _resume as resume
from ._files import RemoteFiles
from ._host import (
    CLI_VERSION,
    Params,
    RpcFailure,
    mapping_of,
    text_of,
)
from ._kernel import Activity
from ._methods_asking import reopen_canvases
from ._pending import OpenTool
from ._session import SessionOptions, SimulatedSession
from ._sessions import Handler, SessionHost, ids_of
from ._turn import start_resumed_run, write_interrupted

_SESSION_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,255}")
_SUCCESS: Final[Mapping[str, JsonValue]] = {"success": True}


def _report(host: SessionHost, session_id: str, kind: str) -> None:
    """Forward a report to GitHub to a client that asked for them."""
    if not host.forwards_telemetry:
        return
    event: dict[str, JsonValue] = {
        "kind": kind,
        "created_at": host.timestamp(),
        "properties": {"copilot_version": CLI_VERSION},
        "metrics": {},
        "session_id": session_id,
    }
    host.notify(
        "gitHubTelemetry.event", {"sessionId": session_id, "restricted": False, "event": event}
    )


def _create(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session_id = text_of(params, "sessionId") or host.dice.uuid()
    if not _SESSION_ID.fullmatch(session_id):
        raise RpcFailure(
            "Request session.create failed with message: Rejected session.create request with "
            f"invalid sessionId: {session_id}"
        )
    yield host.dice.delay(0.03, 0.05)
    files = _files(host, session_id)
    options = SessionOptions.parse(params, _working_directory(host))
    session = host.sessions.get(session_id)
    if session is None and files is not None:
        yield from files.prepare(options.working_directory)
    if session is None:
        # The CLI makes no difference for an id that has a log: the history is forked.
        session = SimulatedSession(host, session_id, options, files=files)
        host.sessions[session_id] = session
        session.lifecycle("session.created")
        _report(host, session_id, "session_start")
        host.after_reply(_announce_created(session))
    else:
        session.options = options
        host.after_reply(_announce(session))
    return _described(host, session)


def _files(host: SessionHost, session_id: str) -> RemoteFiles | None:
    return None if host.files is None else RemoteFiles(host, session_id, host.files)


def _working_directory(host: SessionHost) -> str:
    return host.working_directory if host.files is None else host.files.working_directory


def _announce_created(session: SimulatedSession) -> Activity[None]:
    session.emit(
        "session.start",
        {
            "sessionId": session.session_id,
            "version": 1,
            "producer": "copilot-agent",
            "copilotVersion": CLI_VERSION,
            "startTime": session.start_time,
            "selectedModel": session.model,
            "context": {"cwd": session.options.working_directory},
            "alreadyInUse": False,
        },
    )
    session.emit("session.managed_settings_resolved", _UNMANAGED, ephemeral=True)
    session.lifecycle("session.created")
    yield from ()


def _announce(session: SimulatedSession) -> Activity[None]:
    session.lifecycle("session.created")
    yield from ()


def _resume(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session_id = text_of(params, "sessionId")
    yield host.dice.delay(0.04, 0.09)
    if session_id in host.shut_down:
        raise RpcFailure(
            "Request session.resume failed with message: Session event stream is closed"
        )
    options = SessionOptions.parse(params, _working_directory(host))
    session = host.sessions.get(session_id)
    report = None
    open_tools: list[OpenTool] = []
    if session is None:
        files = _files(host, session_id)
        if files is not None:
            journal = yield from files.load()
        else:
            journal = host.disk.journal(session_id) if host.disk.has_journal(session_id) else None
        loaded = resume.load(
            journal,
            session_id,
            host.workspace(session_id),
            allow_recovery=params.get("allowTranscriptRecovery") is not False,
        )
        report = loaded.recovery
        start = mapping_of(loaded.events[0], "data")
        history = [event for event in loaded.events if event["type"] != "session.usage_record"]
        open_tools = resume.open_tools(history)
        began = text_of(start, "startTime")
        session = SimulatedSession(host, session_id, options, history, began, files=files)
        host.sessions[session_id] = session
        yield from reopen_canvases(session)
    else:
        session.options = options
    _report(host, session_id, "session_resume")
    host.after_reply(_announce_resumed(host, session, params, open_tools))
    reply = _described(host, session)
    if report is not None:
        reply["transcriptRecovery"] = report
    return reply


def _announce_resumed(
    host: SessionHost, session: SimulatedSession, params: Params, tools: list[OpenTool]
) -> Activity[None]:
    others = host.disk.holders(session.session_id) - {host.pid}
    data: dict[str, JsonValue] = {
        "resumeTime": host.timestamp(),
        "selectedModel": session.model,
        "context": {"cwd": session.options.working_directory},
    }
    carries_on = params.get("continuePendingWork")
    if isinstance(carries_on, bool):
        data["continuePendingWork"] = carries_on
    journal = session.journal
    data |= {
        "eventsFileSizeBytes": len(journal.data) if journal is not None else 0,
        "eventCount": len(journal.events()) if journal is not None else 0,
        "alreadyInUse": bool(others),
        "sessionWasActive": False,
    }
    if session.auto_tier is not None:
        data["autoTier"] = session.auto_tier
    if params.get("disableResume") is not True:
        session.emit("session.resume", data)
    session.emit("session.tools_updated", {"model": session.model}, ephemeral=True)
    yield from asking.load_skills(session)
    pending = [tool for tool in tools if tool.tool_request or tool.permission_request]
    if carries_on is True:
        session.interrupted = [tool for tool in tools if tool not in pending]
        write_interrupted(session)
        if pending:
            start_resumed_run(session, pending)
    else:
        session.interrupted = tools
    title = host.disk.name(session.session_id)
    if title is not None:
        session.emit("session.title_changed", {"title": title}, ephemeral=True)


def _described(host: SessionHost, session: SimulatedSession) -> dict[str, JsonValue]:
    return {
        "sessionId": session.session_id,
        "nativeSessionId": session.session_id,
        "startTime": session.start_time,
        "isRemote": False,
        "mode": session.mode,
        "workspacePath": host.workspace(session.session_id),
        "capabilities": {
            "ui": {
                "elicitation": session.options.elicits,
                "mcpApps": False,
                "canvases": False,
            },
            "extensions": False,
        },
        "modelState": {"modelId": session.model},
    }


def _destroy(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = host.sessions.get(text_of(params, "sessionId"))
    yield host.dice.delay(0.005, 0.02)
    if session is None or session.closed:
        return {"success": False}
    del host.sessions[session.session_id]
    control.close(session, tell=True)
    yield from session.written()
    return dict(_SUCCESS)


def _detach(host: SessionHost, params: Params) -> Activity[JsonValue]:
    yield from _destroy(host, params)
    return dict(_SUCCESS)


def _shutdown(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session_id = text_of(params, "sessionId")
    yield from _destroy(host, params)
    host.shut_down.add(session_id)
    return None


def _close(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = host.sessions.pop(text_of(params, "sessionId"), None)
    yield host.dice.delay(0.005, 0.02)
    if session is not None:
        control.close(session, tell=False)
    return {}


def _delete(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session_id = text_of(params, "sessionId")
    yield host.dice.delay(0.005, 0.02)
    if not _erase(host, session_id):
        return {"success": False, "error": f"Session file not found for {session_id}"}
    return dict(_SUCCESS)


def _delete_quietly(host: SessionHost, params: Params) -> Activity[JsonValue]:
    yield host.dice.delay(0.005, 0.02)
    _erase(host, text_of(params, "sessionId"))
    return {}


def _bulk_delete(host: SessionHost, params: Params) -> Activity[JsonValue]:
    yield host.dice.delay(0.005, 0.02)
    freed: dict[str, JsonValue] = {}
    for session_id in ids_of(params):
        freed[session_id] = (
            len(host.disk.journal(session_id).data) if host.disk.has_journal(session_id) else 0
        )
        _erase(host, session_id)
    return {"freedBytes": freed}


def _erase(host: SessionHost, session_id: str) -> bool:
    session = host.sessions.pop(session_id, None)
    if session is not None:
        session.drop_run()
        session.closed = True
    size = host.disk.delete(session_id)
    if session is None and size is None:
        return False
    for _ in range(2):
        host.notify("session.lifecycle", {"type": "session.deleted", "sessionId": session_id})
    return True


_UNMANAGED: Final[dict[str, JsonValue]] = {
    "source": "none",
    "serverManaged": False,
    "deviceManaged": False,
    "failClosed": False,
    "bypassPermissionsDisabled": False,
    "managedKeys": [],
}
"""What the CLI says of a machine without an administrator."""

METHODS: Final[Mapping[str, Handler]] = {
    "session.create": _create,
    "session.delete": _delete,
    "session.destroy": _destroy,
    "session.detach": _detach,
    "session.resume": _resume,
    "session.shutdown": _shutdown,
    "sessions.bulkDelete": _bulk_delete,
    "sessions.close": _close,
    "sessions.delete": _delete_quietly,
}
"""Handler by method."""
