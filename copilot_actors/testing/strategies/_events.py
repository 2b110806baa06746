"""Session events: of every type of the schema, and of types that it does not know."""

from __future__ import annotations

import functools
from collections.abc import Collection, Mapping
from typing import Final, TypeAlias, TypeVar, cast, overload

import msgspec
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from copilot_actors._errors import JsonValue
from copilot_actors.protocol import KNOWN_EVENT_TYPES, SessionEvent, decode_event_list
from copilot_actors.protocol._generated.limits import EPHEMERAL_EVENTS
from copilot_actors.protocol.events import TypedEvent, event_class, typed

from ._shapes import FUTURE, OBJECTS, TIMESTAMPS, UUIDS, wire_values

WireEvent: TypeAlias = dict[str, JsonValue]
"""An event as a mapping of the wire's names, as in a log."""
EventKind: TypeAlias = str | type[TypedEvent[object]]
"""A type of event: its wire name, or its class."""
EventT = TypeVar("EventT", bound=TypedEvent[object])

_TYPES: Final = tuple(sorted(KNOWN_EVENT_TYPES))
_BOOLEANS: Final = st.booleans()
_AGENTS: Final = st.none() | UUIDS
_PARENTS: Final = st.none() | UUIDS
_NEWER_TYPES: Final = st.sampled_from(
    [FUTURE, f"session.{FUTURE}", f"assistant.{FUTURE}", f"{FUTURE}.happened"]
)


def event_types(*, ephemeral: bool | None = None) -> tuple[str, ...]:
    """The wire names of all types of session events that the schema has, in order.

    Args:
        ephemeral: ``True`` for those that no log has, ``False`` for the others. Some of the
            others may be ephemeral one by one: see ``SessionEvent.ephemeral``.
    """
    if ephemeral is None:
        return _TYPES
    return tuple(name for name in _TYPES if (name in EPHEMERAL_EVENTS) is ephemeral)


@overload
def events(kind: type[EventT], *, newer: bool = False) -> SearchStrategy[EventT]: ...
@overload
def events(
    kind: str | Collection[EventKind] | None = None, *, newer: bool = False
) -> SearchStrategy[SessionEvent]: ...
def events(
    kind: EventKind | Collection[EventKind] | None = None, *, newer: bool = False
) -> SearchStrategy[SessionEvent] | SearchStrategy[EventT]:
    """Session events, decoded by the library as if they had come from the CLI.

    They are legal by themselves: ids and parents are not those of a history (:func:`histories`).
    What the schema says of each field holds: enumerations, formats, bounds. A ``repr`` does not
    show what is in an event: print its ``raw``, or draw :func:`wire_events`.

    Args:
        kind: a wire name such as ``"assistant.message"``, or several, for ``SessionEvent``; a
            class of ``protocol.events`` for typed views of that class; by default every type.
        newer: as a newer CLI may send them: with fields and words that this version does not
            know and, if ``kind`` is not given, of types that it does not know.

    Raises:
        ValueError: there is no such type of event.
    """
    wire = wire_events(kind, newer=newer)
    if isinstance(kind, type):
        return cast("SearchStrategy[EventT]", wire.map(_typed))
    return wire.map(decoded)


def wire_events(
    kind: EventKind | Collection[EventKind] | None = None, *, newer: bool = False
) -> SearchStrategy[WireEvent]:
    """Like :func:`events`, as mappings of the wire's names: JSON that can be encoded as it is.

    Args:
        kind: see :func:`events`.
        newer: see :func:`events`.

    Raises:
        ValueError: there is no such type of event.
    """
    if kind is None:
        known = _wire_events(_TYPES, newer=newer)
        return known | wire_unknown_events() if newer else known
    single = isinstance(kind, str | type)
    kinds = [cast("EventKind", kind)] if single else cast("Collection[EventKind]", kind)
    names = tuple(_name(one) for one in kinds)
    if not names:
        raise ValueError("events: expected a type of event, got none")
    return _wire_events(names, newer=newer)


def unknown_events() -> SearchStrategy[SessionEvent]:
    """Events of types that the schema of this version does not know, with any data."""
    return wire_unknown_events().map(decoded)


def wire_unknown_events() -> SearchStrategy[WireEvent]:
    """Like :func:`unknown_events`, as mappings of the wire's names."""

    @st.composite
    def wire(draw: st.DrawFn) -> WireEvent:
        return _envelope(draw, draw(_NEWER_TYPES), draw(OBJECTS), newer=True)

    return wire()


def decoded(wire: Mapping[str, JsonValue]) -> SessionEvent:
    """The event that the library makes of a mapping of the wire's names."""
    [event] = decode_event_list(msgspec.json.encode([wire]))
    return event


@functools.cache
def data_of(name: str, *, newer: bool = False) -> SearchStrategy[dict[str, JsonValue]]:
    """The ``data`` of events of one type, on the wire."""
    found = event_class(name)
    if found is None:
        raise ValueError(f"events: expected a known type of event, got {name!r}")
    return cast("SearchStrategy[dict[str, JsonValue]]", wire_values(found.data_type, newer=newer))


def _name(kind: EventKind) -> str:
    name = kind if isinstance(kind, str) else kind.event_type
    if event_class(name) is None:
        raise ValueError(f"events: expected a known type of event, got {kind!r}")
    return name


def _typed(wire: WireEvent) -> TypedEvent[object]:
    return typed(decoded(wire))


@functools.cache
def _wire_events(names: tuple[str, ...], *, newer: bool) -> SearchStrategy[WireEvent]:
    choice = st.sampled_from(names)

    @st.composite
    def wire(draw: st.DrawFn) -> WireEvent:
        name = draw(choice)
        return _envelope(draw, name, draw(data_of(name, newer=newer)), newer=newer)

    return wire()


def _envelope(draw: st.DrawFn, name: str, data: dict[str, JsonValue], *, newer: bool) -> WireEvent:
    event: WireEvent = {
        "type": name,
        "data": data,
        "id": draw(UUIDS),
        "timestamp": draw(TIMESTAMPS),
        "parentId": draw(_PARENTS),
    }
    if name in EPHEMERAL_EVENTS or draw(_BOOLEANS):
        event["ephemeral"] = True
    agent = draw(_AGENTS)
    if agent is not None:
        event["agentId"] = agent
    if newer and draw(_BOOLEANS):
        event[FUTURE] = draw(OBJECTS)
    return event
