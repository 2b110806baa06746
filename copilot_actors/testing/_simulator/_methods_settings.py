"""Requests to a simulated CLI that change a session's settings and notes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from copilot_actors._errors import JsonValue

from ._host import (
    Params,
    RpcFailure,
    mapping_of,
    text_of,
)
from ._kernel import Activity
from ._session import SimulatedSession, tiers_of
from ._sessions import Handler, SessionHost, loaded

_NOTES: Final[Mapping[str, tuple[str, str]]] = {
    "info": ("session.info", "infoType"),
    "warning": ("session.warning", "warningType"),
    "error": ("session.error", "errorType"),
}
"""Level of a note -> its event and the name of the event's kind."""


def _log(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.log")
    yield 0.0005
    level = text_of(params, "level", "info")
    name, kind = _NOTES.get(level, _NOTES["info"])
    event = session.emit(
        name,
        {kind: "notification", "message": text_of(params, "message")},
        ephemeral=params.get("ephemeral") is True,
    )
    return {"eventId": event["id"]}


def _update_client_metadata(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.metadata.updateClientMetadata")
    removals = params.get("remove")
    names = removals if isinstance(removals, list) else []
    yield 0.001
    host.disk.update_client_metadata(
        session.session_id,
        mapping_of(params, "set"),
        [name for name in names if isinstance(name, str)],
        clear=params.get("clear") is True,
    )
    return dict(host.disk.client_metadata(session.session_id))


def _model_current(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.model.getCurrent")
    yield 0.0005
    return _model_state(session)


def _models(host: SessionHost, params: Params) -> Activity[JsonValue]:
    loaded(host, params, "session.model.list")
    yield 0.0005
    reply: dict[str, JsonValue] = {"list": [], "modelPriceCategories": [], "quotaSnapshots": {}}
    if host.model.auto is not None:
        reply["auto"] = dict(host.model.auto)
    return reply


def _model_state(session: SimulatedSession) -> dict[str, JsonValue]:
    state: dict[str, JsonValue] = {"modelId": session.model}
    if session.auto_tier is not None:
        state["autoTier"] = session.auto_tier
    if session.pending_tiers:
        state["pendingAutoTier"] = session.pending_tiers[0]
    return state


def _model_switch(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.model.switchTo")
    yield 0.001
    model = text_of(params, "modelId", session.model)
    if "autoTier" in params:
        if model != "auto":
            raise RpcFailure("autoTier is only valid when modelId is `auto`", -32602)
        session.pending_tiers = tiers_of(params)
    previous, session.model = session.model, model
    session.emit(
        "session.model_change",
        {"source": "sdk", "newModel": session.model, "previousModel": previous},
    )
    return {
        "status": "applied",
        "deferred": False,
        "modelId": session.model,
        "message": f"Model changed from {previous} to {session.model}",
        "modelState": _model_state(session),
    }


def _auto_tier(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.model.switchAutoTier")
    yield 0.0005
    if session.model != "auto":
        raise RpcFailure("switchAutoTier requires the selected model to be `auto`", -32602)
    reply: dict[str, JsonValue] = {"status": "unchanged"}
    if session.pending_tiers:
        reply["supersededAutoTier"] = session.pending_tiers[0]
    session.pending_tiers = ()
    if (tiers := tiers_of(params)) != (session.auto_tier,):
        session.pending_tiers = tiers
        reply |= {"status": "pending", "pendingAutoTier": tiers[0] if tiers else None}
    if session.auto_tier is not None:
        reply["effectiveAutoTier"] = session.auto_tier
    return reply


def _mode_get(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.mode.get")
    yield 0.0005
    return session.mode


def _mode_set(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.mode.set")
    yield 0.0005
    previous, session.mode = session.mode, text_of(params, "mode", session.mode)
    if session.mode != previous:
        session.emit("session.mode_changed", {"previousMode": previous, "newMode": session.mode})
    return {"status": "unchanged", "modelChanged": False, "modeApplied": True}


def _name_get(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.name.get")
    yield 0.0005
    return {"name": host.disk.name(session.session_id)}


def _name_set(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.name.set")
    yield 0.0005
    host.disk.set_name(session.session_id, text_of(params, "name"))
    return None


def _tasks_list(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.tasks.list")
    yield 0.0005
    return {"tasks": list[JsonValue](session.shells)}


METHODS: Final[Mapping[str, Handler]] = {
    "session.log": _log,
    "session.metadata.updateClientMetadata": _update_client_metadata,
    "session.mode.get": _mode_get,
    "session.mode.set": _mode_set,
    "session.model.getCurrent": _model_current,
    "session.model.list": _models,
    "session.model.switchAutoTier": _auto_tier,
    "session.model.switchTo": _model_switch,
    "session.name.get": _name_get,
    "session.name.set": _name_set,
    "session.tasks.list": _tasks_list,
}
"""Handler by method."""
