"""What a CLI that was killed may have lost of a session although no turn needs it.

The CLI writes the change of a mode and the opening of a canvas to its log a moment later: what was
changed just before a kill is in no log. This process saw the events, so it sets both again.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

import msgspec

from copilot_actors._errors import ConnectionFault, CopilotError, JsonValue
from copilot_actors.client._replies import decode_reply
from copilot_actors.protocol import SessionEvent

if TYPE_CHECKING:
    from ._log import Call
    from ._record import SessionRecord

MAX_CANVASES: Final = 100
"""Open canvases that are remembered for a session; one more pushes the oldest out."""

_MODE: Final = "session.mode_changed"
_OPENED: Final = "session.canvas.opened"
_CLOSED: Final = "session.canvas.closed"
KEPT_EVENTS: Final = frozenset({_MODE, _OPENED, _CLOSED})
"""The events that :func:`keep` is for."""

_log = logging.getLogger("copilot_actors.session")


class _OpenCanvases(msgspec.Struct):
    open_canvases: list[dict[str, object]] = msgspec.field(
        name="openCanvases", default_factory=list
    )


def keep(record: SessionRecord, event: SessionEvent) -> None:
    """Remember the mode that the session is in, or a canvas that it opened or closed."""
    data = event.data
    if event.type == _MODE:
        mode = data.get("newMode")
        if event.agent_id is None and isinstance(mode, str):
            record.agent_mode = mode
        return
    instance = data.get("instanceId")
    if not isinstance(instance, str):
        return
    record.open_canvases.pop(instance, None)
    if event.type == _OPENED:
        # Without the provider's id, which may be another one in the next connection.
        names = ("canvasId", "instanceId", "input")
        record.open_canvases[instance] = {name: data[name] for name in names if name in data}
        if len(record.open_canvases) > MAX_CANVASES:
            del record.open_canvases[next(iter(record.open_canvases))]


async def restore(call: Call, record: SessionRecord, missed: Iterable[SessionEvent]) -> None:
    """Set the mode again and open again the canvases that a new CLI does not have.

    A CLI that refuses is left as it is: the session is of use without.

    Args:
        call: sends one request on the connection in use.
        record: the session, which has just been loaded.
        missed: what its log says of the time without a CLI; newer than what is remembered.

    Raises:
        ConnectionFault: the CLI was lost meanwhile.
    """
    for event in missed:
        if event.type == _MODE and event.id not in record.seen:
            keep(record, event)
    try:
        await _restore_mode(call, record)
        await _restore_canvases(call, record)
    except ConnectionFault:
        raise
    except CopilotError as error:
        _log.warning(
            "session %r: its mode or its canvases were not restored: %s", record.session_id, error
        )


async def _restore_mode(call: Call, record: SessionRecord) -> None:
    wanted = record.agent_mode
    if wanted is None or record.info.agent_mode in (None, wanted):
        return
    await call("session.mode.set", {"sessionId": record.session_id, "mode": wanted})


async def _restore_canvases(call: Call, record: SessionRecord) -> None:
    provided = {canvas.id for canvas in record.options.canvases}
    wanted = [item for item in record.open_canvases.values() if item.get("canvasId") in provided]
    if not wanted:
        return
    scoped: Mapping[str, JsonValue] = {"sessionId": record.session_id}
    method = "session.canvas.listOpen"
    found = decode_reply(method, await call(method, scoped), _OpenCanvases)
    there = {item.get("instanceId") for item in found.open_canvases}
    for item in wanted:
        if item.get("instanceId") not in there:
            await call("session.canvas.open", {**scoped, **item})
