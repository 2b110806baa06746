"""Requests to a simulated CLI about a session's workspace, and the compaction of its history.

The files lie on the simulated disk, also for sessions whose other files the client keeps.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from typing import Final

from copilot_actors._errors import JsonValue
from copilot_actors.testing._scripted_model._script import Silence

from ._host import Params, RpcFailure, text_of
from ._kernel import Activity, Slot
from ._model import conversation, first_delay, pieces_of, resolve
from ._session import SimulatedSession
from ._sessions import Handler, SessionHost, loaded
from ._turn import awaited

_SUMMARIZE: Final = "Please create a detailed summary of the conversation so far."
"""How the CLI's request for a summary begins."""
_TOKENS: Final = 9000
_LIMIT: Final = 128_000


def _failed(method: str, message: str) -> RpcFailure:
    return RpcFailure(f"Request {method} failed with message: {message}")


def _place(method: str, params: Params) -> str:
    """The file that a path means, from below the files folder.

    Raises:
        RpcFailure: it is outside.
    """
    path = text_of(params, "path")
    parts: list[str] = []
    for part in path.split("/"):
        if part == ".." and parts:
            parts.pop()
        elif part == ".." or (part in {"", "."} and not parts and path.startswith("/")):
            raise _failed(method, "Path must be within the workspace files directory")
        elif part not in {"", "."}:
            parts.append(part)
    if not parts:
        raise _failed(method, "Path must be within the workspace files directory")
    return "/".join(parts)


def _list_files(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.workspaces.listFiles")
    yield 0.001
    return {"files": list[JsonValue](host.disk.workspace(session.session_id).files)}


def _read_file(host: SessionHost, params: Params) -> Activity[JsonValue]:
    method = "session.workspaces.readFile"
    session = loaded(host, params, method)
    yield 0.001
    files = host.disk.workspace(session.session_id).files
    place = _place(method, params)
    if place in files:
        return {"content": files[place]}
    if any(name.startswith(f"{place}/") for name in files):
        raise _failed(method, "EISDIR: illegal operation on a directory")
    raise _failed(method, "ENOENT: No such file or directory (os error 2)")


def _create_file(host: SessionHost, params: Params) -> Activity[JsonValue]:
    method = "session.workspaces.createFile"
    session = loaded(host, params, method)
    yield 0.001
    files = host.disk.workspace(session.session_id).files
    place = _place(method, params)
    if any(name.startswith(f"{place}/") for name in files):
        raise _failed(method, "EISDIR: illegal operation on a directory")
    files[place] = text_of(params, "content")
    session.emit(
        "session.workspace_file_changed",
        {"path": text_of(params, "path"), "operation": "update"},
    )
    return None


def _list_checkpoints(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.workspaces.listCheckpoints")
    yield 0.001
    kept = host.disk.workspace(session.session_id).checkpoints
    found: list[JsonValue] = [
        {"number": number, "title": title, "filename": _filename(number, title)}
        for number, (title, _) in enumerate(kept, 1)
    ]
    return {"checkpoints": found}


def _filename(number: int, title: str) -> str:
    return f"{number:03}-{re.sub('[^a-z0-9]+', '-', title.lower()).strip('-')}.md"


def _read_checkpoint(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.workspaces.readCheckpoint")
    yield 0.001
    kept = host.disk.workspace(session.session_id).checkpoints
    number = params.get("number")
    there = isinstance(number, int) and 1 <= number <= len(kept)
    return {"content": kept[number - 1][1] if there and isinstance(number, int) else None}


def _read_plan(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.plan.read")
    yield 0.001
    plan = host.disk.workspace(session.session_id).plan
    path = f"{host.workspace(session.session_id)}/plan.md"
    return {"exists": plan is not None, "content": plan, "path": path}


def _update_plan(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.plan.update")
    yield 0.001
    workspace = host.disk.workspace(session.session_id)
    operation = "create" if workspace.plan is None else "update"
    workspace.plan = text_of(params, "content")
    session.emit("session.plan_changed", {"operation": operation})
    return None


def _delete_plan(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.plan.delete")
    yield 0.001
    workspace = host.disk.workspace(session.session_id)
    if workspace.plan is not None:
        workspace.plan = None
        session.emit("session.plan_changed", {"operation": "delete"})
    return None


# --- Compaction -----------------------------------------------------------------------------


def _compact(host: SessionHost, params: Params) -> Activity[JsonValue]:
    method = "session.history.compact"
    session = loaded(host, params, method)
    yield 0.001
    if session.compaction is not None:
        raise _failed(method, "Compaction already in progress.")
    messages = [message for message in conversation(session.history) if message["role"] != "system"]
    attempt = host.dice.uuid()
    about: dict[str, JsonValue] = {"compactionAttemptId": attempt, "model": session.model}
    trigger = params.get("trigger")
    if isinstance(trigger, str):
        about["trigger"] = trigger
    session.emit(
        "session.compaction_start", {**about, "currentTokens": _TOKENS, "tokenLimit": _LIMIT}
    )
    if not messages:
        raise _ended(session, about, "not_applicable", "Nothing to compact.")
    session.compaction = slot = Slot[str | None]()
    running = host.kernel.start(_summarize(session, text_of(params, "customInstructions"), slot))
    summary = yield from slot.wait()
    running.cancel()
    session.compaction = None
    if summary is None:
        raise _ended(session, about, "cancelled", "Compaction Cancelled")
    kept = host.disk.workspace(session.session_id).checkpoints
    kept.append((host.disk.name(session.session_id) or f"Session {session.session_id}", summary))
    session.emit(
        "session.compaction_complete",
        {
            **about,
            "success": True,
            "outcome": "applied",
            "preCompactionTokens": _TOKENS,
            "postCompactionTokens": _TOKENS,
            "preCompactionMessagesLength": len(messages),
            "messagesRemoved": len(messages) - 1,
            "tokensRemoved": 0,
            "summaryContent": summary,
            "checkpointNumber": len(kept),
        },
    )
    return {
        "success": True,
        "tokensRemoved": 0,
        "messagesRemoved": len(messages) - 1,
        "summaryContent": summary,
    }


def _ended(session: SimulatedSession, about: Params, outcome: str, error: str) -> RpcFailure:
    """Tell of a compaction that changed nothing, and return the answer to who asked for it."""
    session.emit(
        "session.compaction_complete",
        {**about, "success": False, "outcome": outcome, "error": error},
    )
    return _failed("session.history.compact", error)


def _summarize(
    session: SimulatedSession, instructions: str, slot: Slot[str | None]
) -> Activity[None]:
    """Ask the model for a summary; one that says nothing, or never ends, gives none."""
    prompt: JsonValue = f"{_SUMMARIZE} {instructions}".strip()
    request, chosen = session.host.model.ask(
        [*conversation(session.history), {"role": "user", "content": prompt}],
        [],
        model=session.model,
        stream=session.options.streaming,
    )
    if inspect.isawaitable(chosen):
        chosen = yield from awaited(session, chosen)
    step = resolve(chosen, request)
    yield first_delay(step)
    if isinstance(step, Silence):
        yield step.seconds
    slot.put("".join(pieces_of(step)[0]) or None)


def _abort_manual(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.history.abortManualCompaction")
    yield 0.001
    return {"aborted": session.compaction is not None and session.compaction.put(None)}


def _cancel_background(host: SessionHost, params: Params) -> Activity[JsonValue]:
    loaded(host, params, "session.history.cancelBackgroundCompaction")
    yield 0.001
    # A simulated context never fills, so that none begins by itself.
    return {"cancelled": False}


METHODS: Final[Mapping[str, Handler]] = {
    "session.history.abortManualCompaction": _abort_manual,
    "session.history.cancelBackgroundCompaction": _cancel_background,
    "session.history.compact": _compact,
    "session.plan.delete": _delete_plan,
    "session.plan.read": _read_plan,
    "session.plan.update": _update_plan,
    "session.workspaces.createFile": _create_file,
    "session.workspaces.listCheckpoints": _list_checkpoints,
    "session.workspaces.listFiles": _list_files,
    "session.workspaces.readCheckpoint": _read_checkpoint,
    "session.workspaces.readFile": _read_file,
}
"""Handler by method."""
