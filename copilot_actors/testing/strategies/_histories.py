"""Histories that a CLI may have written: turns, tool calls, aborts, crashes and resumes."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Literal, TypeAlias, final

import msgspec
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from copilot_actors._errors import JsonValue
from copilot_actors.protocol import SessionEvent

from ._events import WireEvent, decoded
from ._shapes import ARGUMENTS, timestamp

Section: TypeAlias = Literal[
    "turn", "failed_turn", "abort", "crash", "restart", "compaction", "notes"
]
"""What a history is made of after its first turn, in any order:

- ``"turn"``: a prompt, model calls with or without tools, an answer.
- ``"failed_turn"``: a prompt, and an error of the provider.
- ``"abort"``: a turn that is aborted before it answers; some in the middle of a tool call.
- ``"crash"``: the CLI dies, what it had not written is lost, and another one resumes.
- ``"restart"``: the CLI shuts down, and another one resumes.
- ``"compaction"``: the history is summarised.
- ``"notes"``: a change of the model or of the mode, or a line of ``session.log``.
"""
SECTIONS: Final[tuple[Section, ...]] = (
    "turn", "failed_turn", "abort", "crash", "restart", "compaction", "notes"
)  # fmt: skip

_TEXTS: Final = st.text(max_size=20)
_BOOLEANS: Final = st.booleans()
_ERRORS: Final = st.sampled_from(("query", "authentication", "rate_limit"))
_GAPS: Final = st.integers(0, 5000)
_FEW: Final = st.integers(0, 2)
_TURNS: Final = 3
"""Model calls of one prompt at most."""
_MODES: Final = st.sampled_from(("interactive", "plan", "autopilot"))


def histories(
    *,
    session_id: str = "s-1",
    sections: Sequence[Section] = SECTIONS,
    max_sections: int = 4,
    tools: Sequence[str] = ("lookup", "bash"),
    cut: bool = True,
) -> SearchStrategy[list[SessionEvent]]:
    """Histories as ``events.jsonl`` has them, all of whose rules hold.

    The rules are those of :func:`copilot_actors.testing.check_history`. Every history begins with
    ``session.start`` and a first turn. They shrink to one short turn.

    Args:
        session_id: the session.
        sections: what may follow the first turn.
        max_sections: how many sections follow it at most.
        tools: names of the tools that answers ask for; none: there are no tool calls.
        cut: whether a history may end anywhere, as after a crash that nobody has resumed; without
            it, each ends with a finished section.

    Raises:
        ValueError: there is no such section.
    """
    wire = wire_histories(
        session_id=session_id,
        sections=sections,
        max_sections=max_sections,
        tools=tools,
        cut=cut,
    )
    return wire.map(decoded_all)


def wire_histories(
    *,
    session_id: str = "s-1",
    sections: Sequence[Section] = SECTIONS,
    max_sections: int = 4,
    tools: Sequence[str] = ("lookup", "bash"),
    cut: bool = True,
) -> SearchStrategy[list[WireEvent]]:
    """Like :func:`histories`, as mappings of the wire's names; see :func:`log_of`.

    Args:
        session_id: see :func:`histories`.
        sections: see :func:`histories`.
        max_sections: see :func:`histories`.
        tools: see :func:`histories`.
        cut: see :func:`histories`.

    Raises:
        ValueError: there is no such section.
    """
    for section in sections:
        if section not in SECTIONS:
            raise ValueError(f"histories: expected one of {SECTIONS}, got {section!r}")
    kinds: SearchStrategy[list[Section]] = st.just([])
    if sections:
        kinds = st.lists(st.sampled_from(sections), max_size=max_sections)
    names = tuple(tools)

    @st.composite
    def wire(draw: st.DrawFn) -> list[WireEvent]:
        writer = _Writer(draw, session_id, names)
        writer.start()
        _turn(writer)
        for section in draw(kinds):
            _WRITERS[section](writer)
        if cut:
            writer.lose(draw(_BOOLEANS))
        return writer.log()

    return wire()


def decoded_all(history: Iterable[Mapping[str, JsonValue]]) -> list[SessionEvent]:
    """The events that the library makes of mappings of the wire's names."""
    return [decoded(event) for event in history]


def log_of(history: Iterable[SessionEvent | Mapping[str, JsonValue]]) -> bytes:
    """The bytes of an ``events.jsonl`` that holds these events."""
    lines = [event.raw if isinstance(event, SessionEvent) else event for event in history]
    return b"".join(msgspec.json.encode(line) + b"\n" for line in lines)


class _Call(msgspec.Struct, frozen=True):
    id: str
    name: str
    arguments: dict[str, JsonValue]


@final
class _Writer:
    """Emits events as one CLI after the other does, and knows what is open."""

    def __init__(self, draw: st.DrawFn, session_id: str, tools: Sequence[str]) -> None:
        self.draw = draw
        self.session_id = session_id
        self.tools = tools
        self.events: list[WireEvent] = []
        self.late: list[tuple[str, int]] = []
        """Aborts, and how many lines late each is written."""
        self.turns = 0
        self._time = draw(st.integers(0, 10**11))
        self._ids = draw(st.integers(1, 2**32)) << 64
        self._numbers = 0

    def id(self) -> str:
        """An id that nothing else in this history has."""
        self._numbers += 1
        return str(uuid.UUID(int=self._ids + self._numbers))

    def emit(self, name: str, data: dict[str, JsonValue]) -> None:
        """Add an event: a child of the one before it, not earlier than that."""
        self._time += self.draw(_GAPS)
        self.events.append(
            {
                "type": name,
                "data": data,
                "id": self.id(),
                "timestamp": timestamp(self._time),
                "parentId": self.events[-1]["id"] if self.events else None,
            }
        )

    def now(self) -> str:
        """The time, as text."""
        return timestamp(self._time)

    def start(self) -> None:
        """The first event."""
        self.emit(
            "session.start",
            {
                "sessionId": self.session_id,
                "version": 1,
                "producer": "copilot-agent",
                "copilotVersion": "1.0.102",
                "startTime": self.now(),
                "selectedModel": "gpt-4.1",
                "alreadyInUse": False,
            },
        )

    def lose(self, some: bool) -> None:
        """Take some of the last events away, but never the start and the first prompt."""
        most = len(self.events) - 2
        if some and most:
            del self.events[len(self.events) - self.draw(st.integers(0, most)) :]

    def log(self) -> list[WireEvent]:
        """The events in the order of the log."""
        ordered = list(self.events)
        for event_id, late in self.late:
            place = next((at for at, event in enumerate(ordered) if event["id"] == event_id), None)
            if place is not None:
                ordered.insert(min(place + late, len(ordered)), ordered.pop(place))
        return ordered

    def open_calls(self) -> list[str]:
        """Tool calls that have begun and have no result, oldest first."""
        found: dict[str, None] = {}
        for event in self.events:
            data = event["data"]
            call = data.get("toolCallId") if isinstance(data, dict) else None
            if event["type"] == "tool.execution_start":
                found[str(call)] = None
            elif event["type"] == "tool.execution_complete":
                found.pop(str(call), None)
            elif event["type"] == "abort":
                found.clear()
        return list(found)


# --- Parts of a turn ------------------------------------------------------------------------


def _prompt(writer: _Writer) -> tuple[str, str]:
    """A prompt; its message id and the id of the interaction that it begins."""
    message, interaction = writer.id(), writer.id()
    content = writer.draw(_TEXTS)
    writer.emit(
        "user.message",
        {
            "content": content,
            "transformedContent": content,
            "messageId": message,
            "delivery": "idle",
            "interactionId": interaction,
            "turnId": "0",
        },
    )
    if not writer.turns:
        writer.emit("system.message", {"role": "system", "content": "You are an assistant."})
    writer.turns += 1
    return message, interaction


def _answer(writer: _Writer, turn: int, message: str, calls: Sequence[_Call]) -> None:
    requests: list[JsonValue] = [
        {"toolCallId": c.id, "name": c.name, "arguments": c.arguments, "type": "function"}
        for c in calls
    ]
    writer.emit("session.usage_record", {"usage": {"model": "gpt-4.1", "inputTokens": 10}})
    writer.emit(
        "assistant.message",
        {
            "messageId": writer.id(),
            "originatingMessageId": message,
            "model": "gpt-4.1",
            "content": writer.draw(_TEXTS),
            "toolRequests": requests,
            "turnId": str(turn),
        },
    )


def _calls(writer: _Writer, least: int) -> list[_Call]:
    count = max(least, writer.draw(_FEW)) if writer.tools else 0
    names = st.sampled_from(writer.tools or [""])
    return [
        _Call(f"call-{writer.id()}", writer.draw(names), writer.draw(ARGUMENTS))
        for _ in range(count)
    ]


def _begin(writer: _Writer, call: _Call, turn: int) -> str | None:
    """A tool call begins; the id of the question that it asks, if it asks one."""
    about: dict[str, JsonValue] = {"toolCallId": call.id, "toolName": call.name}
    writer.emit(
        "tool.execution_start",
        {**about, "arguments": call.arguments, "turnId": str(turn), "model": "gpt-4.1"},
    )
    question = writer.id() if writer.draw(_BOOLEANS) else None
    if question is not None:
        asked: dict[str, JsonValue] = {"requestId": question, "sessionId": writer.session_id}
        writer.emit("external_tool.requested", {**asked, **about, "arguments": call.arguments})
    return question


def _finish(writer: _Writer, call: _Call, question: str | None, turn: int) -> None:
    if question is not None:
        writer.emit("external_tool.completed", {"requestId": question})
    success = not writer.draw(_BOOLEANS)
    text = writer.draw(_TEXTS)
    error: dict[str, JsonValue] = {"message": text, "code": "failure"}
    outcome: dict[str, JsonValue] = {"result": {"content": text}} if success else {"error": error}
    about: dict[str, JsonValue] = {"toolCallId": call.id, "turnId": str(turn), "success": success}
    writer.emit("tool.execution_complete", about | outcome)


def _permission(writer: _Writer, call: _Call) -> None:
    question = writer.id()
    asked: dict[str, JsonValue] = {
        "kind": "custom-tool",
        "toolCallId": call.id,
        "toolName": call.name,
        "toolDescription": "",
        "args": call.arguments,
    }
    writer.emit("permission.requested", {"requestId": question, "permissionRequest": asked})
    answered: dict[str, JsonValue] = {"requestId": question, "toolCallId": call.id}
    writer.emit("permission.completed", {**answered, "result": {"kind": "approved"}})


# --- Sections -------------------------------------------------------------------------------


def _turn(writer: _Writer) -> None:
    message, interaction = _prompt(writer)
    for turn in range(_TURNS):
        writer.emit("assistant.turn_start", {"turnId": str(turn), "interactionId": interaction})
        calls = _calls(writer, 0) if turn < _TURNS - 1 else []
        _answer(writer, turn, message, calls)
        open_calls = []
        for call in calls:
            open_calls.append((call, _begin(writer, call, turn)))
            if writer.draw(_BOOLEANS):
                _permission(writer, call)
        for call, question in open_calls:
            _finish(writer, call, question, turn)
        writer.emit("assistant.turn_end", {"turnId": str(turn)})
        if not calls:
            return


def _failed_turn(writer: _Writer) -> None:
    message, interaction = _prompt(writer)
    writer.emit("assistant.turn_start", {"turnId": "0", "interactionId": interaction})
    writer.emit("assistant.turn_end", {"turnId": "0"})
    writer.emit(
        "session.error",
        {
            "errorType": writer.draw(_ERRORS),
            "message": writer.draw(_TEXTS),
            "originatingMessageId": message,
        },
    )


def _aborted(writer: _Writer) -> None:
    message, interaction = _prompt(writer)
    writer.emit("assistant.turn_start", {"turnId": "0", "interactionId": interaction})
    question = None
    if writer.draw(_BOOLEANS) and writer.tools:
        calls = _calls(writer, 1)
        _answer(writer, 0, message, calls)
        question = _begin(writer, calls[0], 0)
    writer.emit("abort", {"reason": "user_initiated"})
    abort = str(writer.events[-1]["id"])
    if question is not None:
        # Events of another task of the CLI: they are often written before the abort.
        writer.emit("external_tool.completed", {"requestId": question})
        writer.late.append((abort, writer.draw(_FEW)))
    writer.emit("assistant.turn_end", {"turnId": "0"})


def _crash(writer: _Writer) -> None:
    writer.lose(True)
    _resume(writer)
    calls = writer.open_calls()
    for call in calls:
        lost: dict[str, JsonValue] = {"message": "No result was recorded.", "code": "interrupted"}
        writer.emit(
            "tool.execution_complete", {"toolCallId": call, "success": False, "error": lost}
        )
    if calls:
        message = f"{len(calls)} tool call(s) had no recorded result at resume."
        writer.emit("session.warning", {"warningType": "interrupted_tools", "message": message})


def _restart(writer: _Writer) -> None:
    changes: dict[str, JsonValue] = {"linesAdded": 0, "linesRemoved": 0, "filesModified": []}
    writer.emit(
        "session.shutdown",
        {
            "shutdownType": "routine",
            "totalApiDurationMs": 0,
            "sessionStartTime": 0,
            "codeChanges": changes,
            "modelMetrics": {},
        },
    )
    _resume(writer)


def _resume(writer: _Writer) -> None:
    writer.emit(
        "session.resume",
        {
            "resumeTime": writer.now(),
            "eventCount": len(writer.events),
            "selectedModel": "gpt-4.1",
            "alreadyInUse": False,
            "sessionWasActive": False,
        },
    )


def _compaction(writer: _Writer) -> None:
    attempt = writer.id()
    writer.emit("session.compaction_start", {"compactionAttemptId": attempt, "model": "gpt-4.1"})
    summary: dict[str, JsonValue] = {"summaryContent": writer.draw(_TEXTS), "messagesRemoved": 2}
    writer.emit(
        "session.compaction_complete",
        {"success": True, "compactionAttemptId": attempt, **summary},
    )


def _notes(writer: _Writer) -> None:
    kind = writer.draw(_FEW)
    if kind == 0:
        writer.emit("session.info", {"infoType": "log", "message": writer.draw(_TEXTS)})
    elif kind == 1:
        before, after = writer.draw(_MODES), writer.draw(_MODES)
        writer.emit("session.mode_changed", {"previousMode": before, "newMode": after})
    else:
        writer.emit("session.model_change", {"newModel": "gpt-5-mini", "previousModel": "gpt-4.1"})


_WRITERS: Final[Mapping[Section, Callable[[_Writer], None]]] = {
    "turn": _turn,
    "failed_turn": _failed_turn,
    "abort": _aborted,
    "crash": _crash,
    "restart": _restart,
    "compaction": _compaction,
    "notes": _notes,
}
