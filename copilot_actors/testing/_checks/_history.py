"""The rules of a session's history, as a pure check: what a CLI's log may hold, and in which order.

Each rule was held against the logs that CLI 1.0.102 wrote, with crashes, aborts, resumes and
compactions in them, and against what the simulator writes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final, TypeAlias, final

from copilot_actors._errors import JsonValue
from copilot_actors.protocol import SessionEvent
from copilot_actors.protocol._generated.limits import EPHEMERAL_EVENTS

_START: Final = "session.start"
_NEVER_KEPT: Final = EPHEMERAL_EVENTS - {"external_tool.completed"}
"""CLI 1.0.102 keeps that one, although the schema says that it does not."""
_LATE: Final = 32
"""How many lines an abort may be late."""
_OWN_CHAINS: Final = "model."
"""Records of a compaction's model call: they follow one another, not what stands before them."""


class IllegalHistory(AssertionError):
    """A history breaks a rule of :func:`check_history`.

    Attributes:
        rule: the name of the rule, one of :data:`HISTORY_RULES`.
        index: the number of the event that breaks it, from 0.
        event_type: the type of that event.
        found: what was found, in words.
    """

    def __init__(self, rule: str, index: int, event_type: str, found: str) -> None:
        super().__init__(f"event {index} ({event_type}) breaks the rule {rule!r}: {found}")
        self.rule = rule
        self.index = index
        self.event_type = event_type
        self.found = found

    def __reduce__(self) -> tuple[type[IllegalHistory], tuple[str, int, str, str]]:
        """Copies and pickles keep the data."""
        return (IllegalHistory, (self.rule, self.index, self.event_type, self.found))


def check_history(events: Iterable[SessionEvent | Mapping[str, JsonValue]]) -> None:
    """Check that events, in this order, are a history as one CLI after the other writes it.

    For the whole of a log, from its first event on: ``events.jsonl`` as it is read, or what a test
    made up. It may end anywhere, since a CLI may die anywhere; what a ``session.resume`` follows
    may be cut off just so. Types that are not known are passed over, apart from the rules about
    the envelope. The rules are named in :data:`HISTORY_RULES`.

    Not for ``session.get_messages``: the CLI leaves records out there that others are children
    of, those of usage for one.

    A log that two processes wrote at once, or to which a session was created a second time,
    breaks the rules, as it should: see ``SessionInUse``.

    Args:
        events: events, or their wire mappings.

    Raises:
        IllegalHistory: an event breaks a rule; it is an ``AssertionError``.
    """
    seen = _Seen()
    for index, event in _as_emitted([_Event(given) for given in events]):
        for rule, judge in _JUDGES.items():
            complaint = judge(seen, event)
            if complaint is not None:
                raise IllegalHistory(rule, index, event.type, complaint)
        seen.note(event)


@final
class _Event:
    """One event, whatever it was given as."""

    __slots__ = ("agent", "data", "ephemeral", "id", "parent", "time", "type")

    def __init__(self, given: SessionEvent | Mapping[str, JsonValue]) -> None:
        if isinstance(given, SessionEvent):
            self.type, self.id, self.parent = given.type, given.id, given.parent_id
            self.time, self.ephemeral, self.agent = given.timestamp, given.ephemeral, given.agent_id
            self.data: Mapping[str, JsonValue] = given.data
        else:
            self.type, self.id = _text(given, "type"), _text(given, "id")
            self.parent = _text(given, "parentId") or None
            self.time = _text(given, "timestamp")
            self.ephemeral = given.get("ephemeral") is True
            self.agent = _text(given, "agentId") or None
            data = given.get("data")
            self.data = data if isinstance(data, dict) else {}

    def text(self, name: str) -> str:
        """A text of its data; empty if there is none."""
        return _text(self.data, name)

    @property
    def call(self) -> str:
        """The tool call that it is about."""
        found = self.data.get("permissionRequest")
        return self.text("toolCallId") or (_text(found, "toolCallId") if _is_map(found) else "")


def _is_map(value: object) -> bool:
    return isinstance(value, Mapping)


def _text(fields: object, name: str) -> str:
    value = fields.get(name) if isinstance(fields, Mapping) else None
    return value if isinstance(value, str) else ""


def _requests(event: _Event) -> list[str]:
    """The tool calls that an answer asks for."""
    found = event.data.get("toolRequests")
    return [_text(one, "toolCallId") for one in found] if isinstance(found, list) else []


def _as_emitted(events: Sequence[_Event]) -> list[tuple[int, _Event]]:
    """The events with their numbers, each abort before what names it as its parent.

    CLI 1.0.102 writes an abort of a pending call a few lines late: behind the events that it has
    caused, which are emitted after it, and chained to it.
    """
    ordered = list(enumerate(events))
    for place, event in enumerate(events):
        if event.type != "abort" or not event.id:
            continue
        nearest = range(max(0, place - _LATE), place)
        caused = next((at for at in nearest if ordered[at][1].parent == event.id), place)
        ordered.insert(caused, ordered.pop(place))
    return ordered


@final
class _Seen:
    """What the events so far have said."""

    def __init__(self) -> None:
        self.count = 0
        self.ids: set[str] = set()
        self.last_id: str | None = None
        self.last_ids: set[str | None] = {None}
        self.last_time: datetime | None = None
        self.prompted = False
        self.turns: dict[str | None, str] = {}
        """The turn that is open, of the session (``None``) and of each sub-agent."""
        self.cut: set[str | None] = set()
        """Whose open turns may be over: a process that died says nothing more."""
        self.asked: set[str] = set()
        self.started: set[str] = set()
        """Tool calls that have begun and have no result."""
        self.open: dict[str, set[str]] = {begin: set() for begin, _, _ in _PAIRS}

    def note(self, event: _Event) -> None:
        """Take an event in that broke no rule."""
        self.count += 1
        self.ids.add(event.id)
        self.last_ids = {event.id}
        if event.type.startswith(_OWN_CHAINS):
            self.last_ids.add(self.last_id)
        else:
            self.last_id = event.id
        self.last_time = _time(event) or self.last_time
        match event.type:
            case "session.resume":
                # Another process may have died before it, or this one goes on with its turn.
                self.cut.update(self.turns)
            case "system.message" if None in self.turns:
                # A model is told so before a turn: a resume that was told to leave no trace.
                self.cut.add(None)
            case "user.message" | "system.notification":
                self.prompted = True
            case "assistant.turn_start":
                self.turns[event.agent] = event.text("turnId")
                self.cut.discard(event.agent)
            case "assistant.turn_end":
                self.turns.pop(event.agent, None)
            case "assistant.message":
                self.asked.update(_requests(event))
            case "tool.execution_start":
                self.started.add(event.call)
            case "tool.execution_complete":
                self.started.discard(event.call)
        for begin, end, key in _PAIRS:
            if event.type == begin:
                self.open[begin].add(event.text(key))
            elif event.type == end:
                self.open[begin].discard(event.text(key))


_PAIRS: Final = (
    ("external_tool.requested", "external_tool.completed", "requestId"),
    ("permission.requested", "permission.completed", "requestId"),
    ("hook.start", "hook.end", "hookInvocationId"),
    ("session.compaction_start", "session.compaction_complete", "compactionAttemptId"),
)
"""What begins, what ends it, and the field that says which one it ends."""


def _time(event: _Event) -> datetime | None:
    try:
        return datetime.fromisoformat(event.time)
    except ValueError:
        return None


# --- The rules ------------------------------------------------------------------------------


def _start_first(seen: _Seen, event: _Event) -> str | None:
    if (seen.count == 0) == (event.type == _START):
        return None
    return "there is a second one" if event.type == _START else "it stands where the start should"


def _unique_ids(seen: _Seen, event: _Event) -> str | None:
    if not event.id:
        return "it has no id"
    return f"the id {event.id!r} was there before" if event.id in seen.ids else None


def _chained_parents(seen: _Seen, event: _Event) -> str | None:
    if event.parent in seen.last_ids or event.type.startswith(_OWN_CHAINS):
        return None
    return f"its parent is {event.parent!r}, the event before it is {seen.last_id!r}"


def _forward_time(seen: _Seen, event: _Event) -> str | None:
    time = _time(event)
    if time is None:
        return f"{event.time!r} is no time"
    if time.tzinfo is None:
        return f"{event.time!r} names no time zone"
    if seen.last_time is not None and time < seen.last_time:
        return f"{event.time} is before {seen.last_time.isoformat()}"
    return None


def _persistent(seen: _Seen, event: _Event) -> str | None:
    del seen
    if event.ephemeral or event.type in _NEVER_KEPT:
        return "events of this type are ephemeral, no log has them"
    return None


def _prompt_before_turn(seen: _Seen, event: _Event) -> str | None:
    if event.type.startswith("assistant.") and not seen.prompted:
        return "nobody has asked anything yet"
    return None


def _nested_turns(seen: _Seen, event: _Event) -> str | None:
    turn, number = seen.turns.get(event.agent), event.text("turnId")
    if event.type == "assistant.turn_start" and turn is not None and event.agent not in seen.cut:
        return f"the turn {turn!r} has not ended"
    if event.type == "assistant.turn_end" and turn != number:
        return f"it ends the turn {number!r}, and the open one is {turn!r}"
    if event.type == "assistant.message" and number and turn is None:
        # Without a number it is what the CLI itself puts there, to read a shell that has ended.
        return f"it is of the turn {number!r}, and none is open"
    return None


def _requested_tools(seen: _Seen, event: _Event) -> str | None:
    if event.type == "tool.execution_start" and event.call not in seen.asked:
        return f"no answer has asked for the call {event.call!r}"
    return None


def _started_tools(seen: _Seen, event: _Event) -> str | None:
    about = event.type in {"tool.execution_complete", "external_tool.requested"}
    if about and event.call not in seen.started:
        return f"the call {event.call!r} is not running"
    return None


def _paired(seen: _Seen, event: _Event) -> str | None:
    for begin, end, key in _PAIRS:
        if event.type == end and event.text(key) not in seen.open[begin]:
            return f"there is no open {begin} with the {key} {event.text(key)!r}"
    return None


_Judge: TypeAlias = Callable[[_Seen, _Event], str | None]
_JUDGES: Final[Mapping[str, _Judge]] = {
    "start first": _start_first,
    "unique ids": _unique_ids,
    "chained parents": _chained_parents,
    "time goes forward": _forward_time,
    "persistent types": _persistent,
    "a prompt before its turn": _prompt_before_turn,
    "nested turns": _nested_turns,
    "a tool is requested before it starts": _requested_tools,
    "a tool starts before it completes": _started_tools,
    "what ends has begun": _paired,
}
HISTORY_RULES: Final[tuple[str, ...]] = tuple(_JUDGES)
"""The names of the rules, in the order in which an event is held to them."""
