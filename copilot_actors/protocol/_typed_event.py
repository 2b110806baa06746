"""Typed views of session events: ``data`` is a Struct, decoded when it is touched."""

from __future__ import annotations

import functools
from collections.abc import Hashable
from typing import ClassVar, Generic, TypeVar, cast

import msgspec

from copilot_actors._errors import JsonValue

from ._session_event import EventData, SessionEvent
from ._wire_struct import convert_open

DataT_co = TypeVar("DataT_co", covariant=True)


class TypedEvent(Generic[DataT_co]):
    """One event of a session, seen through its type's schema.

    Base of the classes in ``copilot_actors.protocol.events``, one for each type of event. Nothing
    is decoded until :attr:`data` is touched, and then once for all who see the event.
    """

    __slots__ = ("_event",)

    event_type: ClassVar[str] = ""
    """The wire name, such as ``"assistant.message"``."""
    data_type: ClassVar[Hashable] = None
    """The type of :attr:`data`."""

    def __init__(self, event: SessionEvent) -> None:
        self._event = event

    @property
    def event(self) -> SessionEvent:
        """The event itself, with its ``data`` as a mapping."""
        return self._event

    @property
    def type(self) -> str:
        """The wire name of its type."""
        return self._event.type

    @property
    def id(self) -> str:
        """Unique id; the same event has the same id live and in the transcript."""
        return self._event.id

    @property
    def timestamp(self) -> str:
        """ISO 8601 text as sent by the CLI."""
        return self._event.timestamp

    @property
    def parent_id(self) -> str | None:
        """Id of the event before it, or ``None``."""
        return self._event.parent_id

    @property
    def ephemeral(self) -> bool:
        """Whether the CLI keeps it out of the transcript."""
        return self._event.ephemeral

    @property
    def agent_id(self) -> str | None:
        """Set when a sub-agent emitted it."""
        return self._event.agent_id

    @property
    def raw(self) -> dict[str, JsonValue]:
        """The whole event as the mapping that was on the wire."""
        return self._event.raw

    @property
    def data(self) -> DataT_co:
        """The event's own fields.

        When the CLI sent another shape than the schema's (see :attr:`malformed`), this is the
        untyped :class:`EventData` with the same attributes, as far as the fields are there.
        """
        typed = self._event._typed_data
        if typed is None:
            typed = self._event._typed_data = self._decode()
        return cast("DataT_co", typed)

    @property
    def malformed(self) -> bool:
        """Whether the CLI sent another shape than the schema's; :attr:`data` is untyped then."""
        return isinstance(self.data, EventData) and self.data_type is not None

    def _decode(self) -> object:
        event = self._event
        raw = event._raw_data
        if raw is not None:
            try:
                return _decoder(self.data_type).decode(raw)
            except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
                pass
        try:
            # What a newer CLI has added, and what is no valid UTF-8, fits in a second look.
            return convert_open(dict(event.data), self.data_type)
        except (msgspec.MsgspecError, RecursionError):
            return event.data

    def __repr__(self) -> str:
        return f"<{type(self).__name__} id={self.id!r}>"


class UnknownEvent(TypedEvent[EventData]):
    """An event of a type that the schema of this version does not know; ``data`` is untyped."""

    __slots__ = ()

    @property
    def data(self) -> EventData:
        """The event's own fields, as a mapping with attributes."""
        return self._event.data


@functools.lru_cache(maxsize=256)
def _decoder(shape: Hashable) -> msgspec.json.Decoder[object]:
    return msgspec.json.Decoder(cast("type[object]", shape))
