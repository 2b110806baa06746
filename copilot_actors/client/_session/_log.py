"""Loading a session into the CLI and reading the tail of its log: the IO of a recovery."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import TypeAlias

import msgspec
import trio

from copilot_actors._errors import CopilotError, JsonValue, RpcError, RpcTimeout
from copilot_actors._session_errors import (
    ModelMismatch,
    SessionAlreadyExists,
    SessionFailed,
    SessionNotFound,
    SessionUnresumable,
    TranscriptDamaged,
)
from copilot_actors.client._cli_words import APPLICATION_ERROR, says_corrupted, says_not_found
from copilot_actors.client._replies import decode_events, decode_reply
from copilot_actors.protocol import SessionEvent

from ._record import SessionInfo
from ._tail import names_of

Params: TypeAlias = Mapping[str, JsonValue]
Call: TypeAlias = Callable[[str, Params], Awaitable[msgspec.Raw]]

PAGE_SIZE = 1000
"""Events asked for in one page; the CLI's own maximum."""

IN_USE_POLL = 0.1

_TRANSCRIPT_DAMAGED = -32075


def is_session_not_found(error: RpcError) -> bool:
    """Whether the CLI says that it does not have the session."""
    return says_not_found(error.code, error.message)


def session_fault(session_id: str, error: RpcError) -> CopilotError:
    """The typed error for what the CLI answered to create or resume."""
    if error.code == _TRANSCRIPT_DAMAGED:
        data = error.data if isinstance(error.data, dict) else {}
        lines = data.get("invalidLineNumbers")
        numbers = [n for n in lines if isinstance(n, int)] if isinstance(lines, list) else []
        moved = data.get("sessionStartMoved") is True
        return TranscriptDamaged(session_id, numbers, start_moved=moved)
    if is_session_not_found(error):
        return SessionNotFound(session_id)
    if error.code == APPLICATION_ERROR:
        kind = SessionUnresumable if says_corrupted(error.message) else SessionFailed
        failed = kind(session_id, error)
        failed.__cause__ = error
        return failed
    return error


class _Reply(msgspec.Struct):
    workspace_path: str | None = msgspec.field(name="workspacePath", default=None)
    capabilities: dict[str, object] | None = None
    model_state: dict[str, object] | None = msgspec.field(name="modelState", default=None)
    mode: object = None
    start_time: str | None = msgspec.field(name="startTime", default=None)
    recovery: dict[str, object] | None = msgspec.field(name="transcriptRecovery", default=None)


def session_info(raw: msgspec.Raw) -> SessionInfo:
    """What the reply of create or resume says; a reply of another shape says nothing."""
    try:
        reply = decode_reply("", raw, _Reply)
    except RpcError:
        return SessionInfo()
    model = (reply.model_state or {}).get("modelId")
    return SessionInfo(
        workspace_path=reply.workspace_path,
        capabilities=reply.capabilities or {},
        model=model if isinstance(model, str) else None,
        agent_mode=reply.mode if isinstance(reply.mode, str) else None,
        start_time=reply.start_time,
        transcript_recovery=reply.recovery,
    )


async def has_data(call: Call, session_id: str) -> bool:
    """Whether the CLI's store has a history under this id."""
    raw = await call("sessions.getMetadata", {"sessionId": session_id})
    value = decode_reply("sessions.getMetadata", raw)
    return isinstance(value, dict) and bool(value.get("session"))


async def create(
    call: Call, session_id: str, params: Mapping[str, JsonValue], *, check: bool
) -> SessionInfo:
    """Create the session.

    Args:
        call: sends one request on the connection in use.
        session_id: id for the new session.
        params: the wire options.
        check: refuse an id that has data: ``session.create`` would silently fork its history.

    Raises:
        SessionAlreadyExists: ``check`` found data.
        CopilotError: the CLI's answer, typed.
    """
    if check and await has_data(call, session_id):
        raise SessionAlreadyExists(session_id)
    try:
        return session_info(await call("session.create", {**params, "sessionId": session_id}))
    except RpcError as error:
        raise session_fault(session_id, error) from error


async def resume(call: Call, session_id: str, params: Mapping[str, JsonValue]) -> SessionInfo:
    """Resume the session.

    Raises:
        SessionNotFound: the CLI has no data for it.
        TranscriptDamaged: its log is damaged and recovery was switched off.
        CopilotError: the CLI's answer, typed.
    """
    try:
        return session_info(await call("session.resume", {**params, "sessionId": session_id}))
    except RpcError as error:
        raise session_fault(session_id, error) from error


class _InUse(msgspec.Struct):
    session_ids: list[str] = msgspec.field(name="inUse", default_factory=list)


async def is_in_use(call: Call, session_id: str) -> bool:
    """Whether another process has the session loaded, by the CLI's own marks.

    A mark names a pid and no start time, so that a later process with that pid counts as well.

    Raises:
        CopilotError: the CLI's answer, or none in time.
    """
    raw = await call("sessions.checkInUse", {"sessionIds": [session_id]})
    try:
        return session_id in msgspec.json.decode(raw, type=_InUse).session_ids
    except msgspec.MsgspecError:
        return False


async def wait_released(call: Call, session_id: str, seconds: float) -> None:
    """Wait until no other process has the session loaded, for a limited time.

    The CLI of a program that was killed outlives it a little and may still write to the log; a
    prompt that is not in the log yet would then be sent a second time.
    """
    with trio.move_on_after(seconds):
        while True:
            try:
                if not await is_in_use(call, session_id):
                    return
            except RpcError:
                return
            await trio.sleep(IN_USE_POLL)


class _Activity(msgspec.Struct):
    active: bool = msgspec.field(name="hasActiveWork", default=False)


async def is_active(call: Call, session_id: str) -> bool:
    """Whether the CLI is at work on the session, or waits for an answer of ours."""
    raw = await call("session.metadata.activity", {"sessionId": session_id})
    try:
        return decode_reply("", raw, _Activity).active
    except RpcError:
        return False


class _Task(msgspec.Struct):
    status: str = ""


class _Tasks(msgspec.Struct):
    tasks: list[_Task] = msgspec.field(default_factory=list)


async def has_background_work(call: Call, session_id: str) -> bool:
    """Whether agents or shells of the session run in the background.

    :func:`is_active` does not count them. A CLI that cannot tell has none.
    """
    try:
        raw = await call("session.tasks.list", {"sessionId": session_id})
        tasks = decode_reply("session.tasks.list", raw, _Tasks).tasks
    except (RpcError, RpcTimeout):
        return False
    return any(task.status == "running" for task in tasks)


class _Schedule(msgspec.Struct):
    entries: list[msgspec.Raw] = msgspec.field(default_factory=list)


async def is_at_work(call: Call, session_id: str) -> bool:
    """Whether the CLI does, or will do by itself, anything for the session.

    A turn, agents and shells in the background, and prompts that are scheduled.

    Raises:
        CopilotError: the CLI's answer, or none in time.
    """
    if await is_active(call, session_id) or await has_background_work(call, session_id):
        return True
    try:
        raw = await call("session.schedule.list", {"sessionId": session_id})
        return bool(decode_reply("session.schedule.list", raw, _Schedule).entries)
    except RpcError:
        return False  # a CLI without schedules


class _Switched(msgspec.Struct):
    model: str | None = msgspec.field(name="modelId", default=None)


async def ensure_model(call: Call, session_id: str, wanted: str, actual: str | None) -> str | None:
    """Switch a resumed session to the model that was asked for, if it has another (case R2).

    A provider's prefix before the model's name, and what ``auto`` chose, are no difference; a
    CLI that does not say which model it has is believed.

    Returns:
        The model that the session has now.

    Raises:
        ModelMismatch: the CLI keeps the other model.
    """
    if actual is None or wanted == "auto" or _same_model(wanted, actual):
        return actual
    params: dict[str, JsonValue] = {"sessionId": session_id, "modelId": wanted}
    try:
        raw = await call("session.model.switchTo", params)
        switched = decode_reply("session.model.switchTo", raw, _Switched).model or actual
    except (RpcError, RpcTimeout) as error:
        raise ModelMismatch(session_id, wanted, actual) from error
    if not _same_model(wanted, switched):
        raise ModelMismatch(session_id, wanted, switched)
    return switched


def _same_model(wanted: str, actual: str) -> bool:
    return wanted == actual or wanted.rpartition("/")[2] == actual.rpartition("/")[2]


class _Page(msgspec.Struct):
    events: msgspec.Raw = msgspec.Raw(b"[]")
    cursor: str | None = None
    has_more: bool = msgspec.field(name="hasMore", default=False)


async def read_tail(
    call: Call,
    session_id: str,
    *,
    anchors: Collection[str],
    whole_run: bool,
    until: Collection[str] = (),
) -> list[SessionEvent]:
    """Read the log backwards until an anchor, or the begin of the last run, or its start.

    Args:
        call: sends one request on the connection in use.
        session_id: the session.
        anchors: ids of events that are expected in the log; reading ends at the first found.
        whole_run: stop at the last user message instead, for a session that was just opened.
        until: keys of prompts and ids of requests; go on until all of them were found.

    Returns:
        Events in the order of the log, at least those after the anchor.
    """
    events: list[SessionEvent] = []
    cursor: str | None = None
    missing, reached = set(until), False
    while True:
        params: dict[str, JsonValue] = {
            "sessionId": session_id,
            "max": PAGE_SIZE,
            "direction": "backward",
        }
        if cursor is not None:
            params["cursor"] = cursor
        try:
            raw = await call("sessions.readPersistedEvents", params)
        except RpcError as error:
            if is_session_not_found(error):
                return events
            raise
        page = decode_reply("sessions.readPersistedEvents", raw, _Page)
        found = decode_events("sessions.readPersistedEvents", page.events)
        events = [*found, *events]
        if missing:
            missing.difference_update(name for event in found for name in names_of(event))
        reached = reached or any(
            event.id in anchors
            or (whole_run and event.type == "user.message" and event.agent_id is None)
            for event in found
        )
        if (reached and not missing) or not page.has_more or page.cursor is None or not found:
            return events
        cursor = page.cursor


class _Messages(msgspec.Struct):
    events: msgspec.Raw = msgspec.Raw(b"[]")


async def read_loaded(call: Call, session_id: str) -> list[SessionEvent]:
    """Read the whole history that the CLI has in memory.

    For a session whose log was repaired as it was loaded: the file stays as it is until the next
    write, and the CLI does not read a page of it that has a line which is none.
    """
    raw = await call("session.getMessages", {"sessionId": session_id})
    return decode_events(
        "session.getMessages", decode_reply("session.getMessages", raw, _Messages).events
    )
