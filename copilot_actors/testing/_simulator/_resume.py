"""Loading a session's log: damage, its repair, and the work that the log leaves open."""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec

from copilot_actors._errors import JsonValue
from copilot_actors.protocol import NoEvent, log_line_kind

from ._disk import Event, Journal, parse_event
from ._host import RpcFailure, mapping_of, text_of
from ._pending import OpenTool

_DAMAGED: Final = -32075
_START: Final = "session.start"

# The CLI reads past event types that it does not know; which it knows is not worth a list, so
# a type is unknown here if its first word is none of the CLI's.
_FAMILIES: Final = frozenset(
    {
        "abort", "agent", "assistant", "elicitation", "exit_plan_mode", "external_tool", "hook",
        "permission", "session", "system", "tool", "user", "user_input",
    }
)  # fmt: skip


class Loaded(msgspec.Struct, frozen=True):
    """A log that was read: its events, and the report of a repair if one was made."""

    events: list[Event]
    recovery: dict[str, JsonValue] | None


def load(
    journal: Journal | None, session_id: str, workspace: str, *, allow_recovery: bool
) -> Loaded:
    """Read a log for ``session.resume``, and repair it if that is allowed.

    Raises:
        RpcFailure: there is no such log, it has no start, or it needs a repair that the client
            forbade.
    """
    if journal is None or not journal.data:
        raise RpcFailure(
            f"Request session.resume failed with message: Failed to load session events: "
            f"Session not found: {session_id}"
        )
    lines = journal.lines
    kinds = _kinds(journal)
    bad = [number for number, kind in enumerate(kinds, 1) if kind is NoEvent.INVALID]
    # A record that is no event is read past, but it counts where the order is judged.
    records = [parse_event(line) for line, kind in zip(lines, kinds, strict=True) if kind is None]
    events = [event for event in records if event is not None]
    starts = [index for index, event in enumerate(events) if event["type"] == _START]
    if not starts:
        raise RpcFailure(
            "Request session.resume failed with message: session resume failed: "
            "Session file is corrupted or incompatible"
        )
    moved = records[0] is not events[starts[0]]
    journal.plan_repair(None)
    if not bad and not moved:
        return Loaded(_known(events), None)
    path = f"{workspace}/events.jsonl"
    report: dict[str, JsonValue] = {
        "invalidLineNumbers": list[JsonValue](bad),
        "sessionStartMoved": moved,
    }
    if not allow_recovery:
        why = _complaint(lines, bad)
        raise RpcFailure(
            f"Failed to read JSONL from {path}: Session transcript recovery rejected: {why}",
            _DAMAGED,
            report,
        )
    digest = hashlib.sha256(journal.data).hexdigest()
    if moved:
        events.insert(0, events.pop(starts[0]))
    journal.plan_repair(events)
    backup = f"{path}.backup-before-recovery-{digest}"
    return Loaded(_known(events), {"plannedBackupPath": backup, **report})


def persisted(journal: Journal | None, session_id: str) -> list[Event]:
    """Read a log for ``sessions.readPersistedEvents``: a torn end is left out.

    Raises:
        RpcFailure: there is no such log, or a line in its middle is damaged.
    """
    failed = "Request sessions.readPersistedEvents failed with message:"
    if journal is None:
        raise RpcFailure(
            f"{failed} Persisted event journal is unavailable for session {session_id}"
        )
    events: list[Event] = []
    lines, kinds = journal.lines, _kinds(journal)
    offset = 0
    for number, line in enumerate(lines, 1):
        event = parse_event(line)
        if event is not None:
            events.append(event)
        elif kinds[number - 1] is not NoEvent.INVALID:
            pass
        elif number < len(lines) or journal.data.endswith(b"\n"):
            raise RpcFailure(
                f"{failed} Failed to read persisted event journal for session {session_id} "
                f"(record at byte {offset}; line numbers are record-relative): Invalid event at "
                "line 1: expected value at line 1 column 1."
            )
        offset += len(line) + 1
    return _known(events)


def open_tools(events: list[Event]) -> list[OpenTool]:
    """Return the tool calls without a result; an abort closes all before it."""
    found: dict[str, OpenTool] = {}
    by_request: dict[str, str] = {}
    for event in events:
        data = event.get("data")
        if not isinstance(data, dict):
            continue
        name, call_id = event["type"], text_of(data, "toolCallId")
        request_id = text_of(data, "requestId")
        if name == "abort":
            found.clear()
        elif name == "tool.execution_start":
            found[call_id] = OpenTool(
                call_id=call_id,
                name=text_of(data, "toolName"),
                arguments=data.get("arguments"),
            )
        elif name == "tool.execution_complete":
            found.pop(call_id, None)
        elif name == "external_tool.requested":
            by_request[request_id] = call_id
            _change(found, call_id, tool_request=request_id)
        elif name == "external_tool.completed":
            _change(found, by_request.get(request_id, ""), tool_request=None)
        elif name == "permission.requested":
            call_id = text_of(mapping_of(data, "permissionRequest"), "toolCallId")
            _change(
                found,
                call_id,
                permission_request=request_id,
                permission=mapping_of(data, "promptRequest"),
            )
        elif name == "permission.completed":
            _change(found, call_id, permission_request=None)
    return list(found.values())


def _change(found: dict[str, OpenTool], call_id: str, **changes: object) -> None:
    if call_id in found:
        found[call_id] = msgspec.structs.replace(found[call_id], **changes)


def _kinds(journal: Journal) -> list[NoEvent | None]:
    """What each line is; ``None`` for a record."""
    kinds = [log_line_kind(line) for line in journal.lines]
    if kinds and not journal.data.endswith(b"\n"):
        kinds[-1] = log_line_kind(journal.lines[-1], terminated=False)
    return kinds


def _complaint(lines: list[bytes], bad: list[int]) -> str:
    if not bad:
        return "session.start is not the first event"
    if bad == [len(lines)]:
        return "the trailing record requires repair"
    return f"Invalid event at line {bad[0]}: expected value at line 1 column 1."


def _known(events: list[Event]) -> list[Event]:
    return [event for event in events if str(event["type"]).partition(".")[0] in _FAMILIES]
