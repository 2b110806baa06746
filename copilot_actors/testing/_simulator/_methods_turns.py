"""Requests to a simulated CLI that start, steer and answer a session's turns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from copilot_actors._errors import JsonValue

from . import _control as control
from ._host import (
    Params,
    mapping_of,
    mappings_of,
    text_of,
)
from ._kernel import Activity, Slot
from ._session import SimulatedSession
from ._sessions import Handler, SessionHost, loaded
from ._turn import start_run

_SUCCESS: Final[Mapping[str, JsonValue]] = {"success": True}


def _send(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.send")
    prompt = session.prompt(params)
    yield host.dice.delay(0.0005, 0.002)
    if params.get("mode") == "immediate" and session.busy:
        session.steering.append(prompt)
        session.pending_changed()
        return {"messageId": prompt.message_id}
    waits = _waits(session, params)
    session.enqueue([prompt], params, prepend=params.get("prepend") is True)
    start_run(session)
    yield from waits
    return {"messageId": prompt.message_id}


def _send_messages(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.sendMessages")
    prompts = [session.prompt(message) for message in mappings_of(params, "messages")]
    yield host.dice.delay(0.0005, 0.002)
    waits = _waits(session, params)
    session.enqueue(prompts, params)
    start_run(session)
    yield from waits
    ids: list[JsonValue] = [prompt.message_id for prompt in prompts]
    return {"messageIds": ids}


def _waits(session: SimulatedSession, params: Params) -> Activity[None]:
    """Return what a send waits for: with ``wait`` the next idle, unless a turn is running."""
    if params.get("wait") is not True or session.turn is not None:
        return _at_once()
    slot: Slot[None] = Slot()
    session.waiting.append(slot)
    return slot.wait()


def _at_once() -> Activity[None]:
    yield from ()


def _abort(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.abort")
    yield from control.abort(session)
    yield host.dice.delay(0.002, 0.006)
    return dict(_SUCCESS)


def _interrupt(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.interruptMainTurn")
    busy = session.busy
    yield from control.abort(session, "user_abort")
    return {"interrupted": busy}


def _suspend(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.suspend")
    yield from control.suspend(session)
    return None


def _answer_tool(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.tools.handlePendingToolCall")
    done = control.answer_tool(session, text_of(params, "requestId"), params)
    yield host.dice.delay(0.0005, 0.002)
    return {"success": done}


def _answer_permission(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.permissions.handlePendingPermissionRequest")
    decision = mapping_of(params, "result")
    done = control.answer_permission(session, text_of(params, "requestId"), decision)
    yield host.dice.delay(0.0005, 0.002)
    return {"success": done}


def _pending_permissions(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.permissions.pendingRequests")
    yield 0.0005
    items: list[JsonValue] = [
        {"requestId": request_id, "request": pending.request}
        for request_id, pending in session.permissions.items()
    ]
    return {"items": items}


def _approve_all(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.permissions.setApproveAll")
    yield 0.0005
    session.approve_all = params.get("enabled") is True
    return dict(_SUCCESS)


def _queue(host: SessionHost, params: Params) -> Activity[JsonValue]:
    session = loaded(host, params, "session.queue.pendingItems")
    yield 0.0005
    items: list[JsonValue] = [
        {
            "id": item.item_id,
            "messageId": item.prompts[0].message_id,
            "kind": "message",
            "displayText": item.prompts[0].shown,
            "agentMode": item.mode or session.mode,
        }
        for item in session.queue
        if item.prompts
    ]
    steering: list[JsonValue] = [prompt.shown for prompt in session.steering]
    return {"items": items, "steeringMessages": steering, "inFlightSteeringCount": 0}


METHODS: Final[Mapping[str, Handler]] = {
    "session.abort": _abort,
    "session.interruptMainTurn": _interrupt,
    "session.permissions.handlePendingPermissionRequest": _answer_permission,
    "session.permissions.pendingRequests": _pending_permissions,
    "session.permissions.setApproveAll": _approve_all,
    "session.queue.pendingItems": _queue,
    "session.send": _send,
    "session.sendMessages": _send_messages,
    "session.suspend": _suspend,
    "session.tools.handlePendingToolCall": _answer_tool,
}
"""Handler by method."""
