"""Requests to a simulated CLI that make it ask its client, and those that answer it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from copilot_actors._errors import JsonValue

from . import _asking as asking
from ._host import Params, RpcFailure, mapping_of, mappings_of, text_of
from ._kernel import Activity, Slot
from ._session import SimulatedSession
from ._sessions import Handler, SessionHost, loaded

_EXTENSION: Final = "connection:1"


def _command(host: SessionHost, params: Params, name: str, arguments: str) -> Activity[Params]:
    session = loaded(host, params, "session.commands.invoke")
    if name not in session.options.commands:
        raise RpcFailure(
            f"Request session.commands.invoke failed with message: Unknown slash command: /{name}"
        )
    request_id = host.dice.uuid()
    slot: Slot[Params] = Slot()
    session.asked[request_id] = ("command.completed", slot)
    session.emit(
        "command.execute",
        {
            "requestId": request_id,
            "command": f"/{name} {arguments}".rstrip(),
            "commandName": name,
            "args": arguments,
        },
        ephemeral=True,
    )
    return (yield from slot.wait())


def _invoke(host: SessionHost, params: Params) -> Activity[JsonValue]:
    answer = yield from _command(host, params, text_of(params, "name"), text_of(params, "input"))
    error = answer.get("error")
    if isinstance(error, str):
        raise RpcFailure(f"Request session.commands.invoke failed with message: {error}")
    return {"kind": "completed"}


def _execute(host: SessionHost, params: Params) -> Activity[JsonValue]:
    name, arguments = text_of(params, "commandName"), text_of(params, "args")
    answer = yield from _command(host, params, name, arguments)
    error = answer.get("error")
    return {"error": error} if isinstance(error, str) else {}


def _answer(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.commands.handlePendingCommand")
    yield 0.0005
    request_id = text_of(params, "requestId")
    pending = session.asked.pop(request_id, None)
    if pending is None:
        return {"success": False}
    completed, slot = pending
    session.emit(completed, {"requestId": request_id}, ephemeral=True)
    return {"success": slot.put(params)}


def _answer_question(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.ui.handlePendingUserInput")
    yield 0.0005
    slot = session.consulted.pop(text_of(params, "requestId"), None)
    reply: dict[str, JsonValue] = {"result": mapping_of(params, "response")}
    return {"success": slot is not None and slot.put(reply)}


def _open_canvas(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.canvas.open")
    canvas_id, instance_id = text_of(params, "canvasId"), text_of(params, "instanceId")
    given: dict[str, JsonValue] = {
        "extensionId": _EXTENSION,
        "canvasId": canvas_id,
        "instanceId": instance_id,
    }
    if "input" in params:
        given["input"] = params["input"]
    opened = yield from _show_canvas(session, given)
    recorded = {name: value for name, value in opened.items() if name not in ("url", "status")}
    session.emit("session.canvas.recorded", recorded)
    return opened


def _show_canvas(
    session: SimulatedSession, given: dict[str, JsonValue]
) -> Activity[dict[str, JsonValue]]:
    view = yield from asking.canvas(session, "canvas.open", given)
    opened = {**given, **(view if isinstance(view, dict) else {})}
    session.open_canvases[text_of(given, "instanceId")] = opened
    session.emit("session.canvas.opened", opened, ephemeral=True)
    return opened


def reopen_canvases(session: SimulatedSession) -> Activity[None]:
    """Open again what the log says is open, for a client that has the canvas."""
    found: dict[str, dict[str, JsonValue]] = {}
    for event in session.history:
        data = mapping_of(event, "data")
        if event["type"] == "session.canvas.recorded":
            names = ("extensionId", "canvasId", "instanceId", "input")
            found[text_of(data, "instanceId")] = {n: data[n] for n in names if n in data}
        elif event["type"] == "session.canvas.removed":
            found.pop(text_of(data, "instanceId"), None)
    for given in found.values():
        if text_of(given, "canvasId") in session.options.canvases:
            try:
                yield from _show_canvas(session, given)
            except RpcFailure:
                continue


def _list_open_canvases(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.canvas.listOpen")
    yield 0.0005
    return {"openCanvases": list[JsonValue](session.open_canvases.values())}


def _act_on_canvas(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.canvas.action.invoke")
    instance_id = text_of(params, "instanceId")
    given: dict[str, JsonValue] = {
        "extensionId": _EXTENSION,
        "canvasId": text_of(session.open_canvases.get(instance_id, {}), "canvasId"),
        "instanceId": instance_id,
        "actionName": text_of(params, "actionName"),
        "input": params.get("input"),
    }
    result = yield from asking.canvas(session, "canvas.action.invoke", given)
    return {"result": result}


def _close_canvas(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.canvas.close")
    instance_id = text_of(params, "instanceId")
    canvas_id = text_of(session.open_canvases.pop(instance_id, {}), "canvasId")
    given: dict[str, JsonValue] = {
        "extensionId": _EXTENSION,
        "canvasId": canvas_id,
        "instanceId": instance_id,
    }
    yield from asking.canvas(session, "canvas.close", given)
    session.emit("session.canvas.closed", given, ephemeral=True)
    session.emit("session.canvas.removed", given)
    return None


def _set_tools(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.tools.set")
    yield 0.001
    session.options.tools.clear()
    session.options.tools.update(
        {text_of(item, "name"): item for item in mappings_of(params, "tools")}
    )
    session.emit("session.tools_updated", {"model": session.model}, ephemeral=True)
    return {}


def _register_interest(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.eventLog.registerInterest")
    yield 0.0005
    session.interests.add(text_of(params, "eventType"))
    return {"handle": f"interest-{len(session.interests)}"}


def _elicit(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.ui.elicitation")
    request_id = host.dice.uuid()
    slot: Slot[Params] = Slot()
    session.elicitations[request_id] = slot
    asked: dict[str, JsonValue] = {"requestId": request_id, "message": params.get("message")}
    asked |= {name: params[name] for name in ("mode", "url", "requestedSchema") if name in params}
    session.emit("elicitation.requested", asked, ephemeral=True)
    result = yield from slot.wait()
    session.emit("elicitation.completed", {"requestId": request_id, **result}, ephemeral=True)
    return dict(result)


def _answer_elicitation(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.ui.handlePendingElicitation")
    yield 0.0005
    slot = session.elicitations.pop(text_of(params, "requestId"), None)
    return {"success": slot is not None and slot.put(mapping_of(params, "result"))}


METHODS: Final[Mapping[str, Handler]] = {
    "session.canvas.action.invoke": _act_on_canvas,
    "session.canvas.close": _close_canvas,
    "session.canvas.listOpen": _list_open_canvases,
    "session.canvas.open": _open_canvas,
    "session.commands.execute": _execute,
    "session.commands.handlePendingCommand": _answer,
    "session.commands.invoke": _invoke,
    "session.eventLog.registerInterest": _register_interest,
    "session.mcp.headers.handlePendingHeadersRefreshRequest": _answer,
    "session.mcp.oauth.handlePendingRequest": _answer,
    "session.tools.set": _set_tools,
    "session.ui.elicitation": _elicit,
    "session.ui.handlePendingElicitation": _answer_elicitation,
    "session.ui.handlePendingSampling": _answer,
    "session.ui.handlePendingSessionLimitsExhausted": _answer,
    "session.ui.handlePendingUserInput": _answer_question,
}
"""Handler by method."""
