"""The envelope of a session event: decoded once, its ``data`` only when touched.

The wire form is ``{"type", "data", "id", "timestamp", "parentId", "ephemeral"?, "agentId"?}``.
An event costs one envelope decode; unknown types and unexpected shapes are delivered like all
others, since nothing here looks into ``data`` before its reader does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias, cast

import msgspec

from copilot_actors._errors import JsonValue

_Json: TypeAlias = msgspec.Raw | bytes | bytearray

_decode_json = msgspec.json.Decoder().decode
_EMPTY = msgspec.Raw(b"{}")


def _camel_case(name: str) -> str:
    head, *tail = name.split("_")
    return head + "".join(part[:1].upper() + part[1:] for part in tail)


class EventData(Mapping[str, JsonValue]):
    """Read-only view of an event's ``data``: a mapping of the wire names, and attributes.

    ``data["messageId"]`` and ``data.message_id`` are the same value; nested objects are plain
    mappings. A missing attribute raises :exc:`AttributeError` naming the fields that exist, so
    use ``get`` for fields that a newer or older CLI may leave out.
    """

    __slots__ = ("_fields",)

    def __init__(self, fields: Mapping[str, JsonValue]) -> None:
        self._fields = fields

    def __getitem__(self, name: str) -> JsonValue:
        return self._fields[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def __getattr__(self, name: str) -> JsonValue:
        if name.startswith("__"):
            raise AttributeError(name)
        fields = self._fields
        if name in fields:
            return fields[name]
        wire_name = _camel_case(name)
        if wire_name in fields:
            return fields[wire_name]
        raise AttributeError(f"this event has no field {name!r}; it has: {', '.join(fields)}")

    def __repr__(self) -> str:
        return f"EventData({', '.join(self._fields)})"


class _Envelope(msgspec.Struct, frozen=True, gc=False):
    type: str
    data: msgspec.Raw = _EMPTY
    id: str = ""
    timestamp: str = ""
    parent_id: str | None = msgspec.field(name="parentId", default=None)
    ephemeral: bool | None = None
    agent_id: str | None = msgspec.field(name="agentId", default=None)


class SessionEvent:
    """One event of a session, from the CLI or from this library.

    Attributes:
        type: the wire name, for instance ``"assistant.message"``. Names of this library begin
            with ``"copilot_actors."``.
        id: unique id; the same event has the same id live and in the transcript.
        timestamp: ISO 8601 text as sent by the CLI.
        parent_id: id of the event before it, or ``None``.
        ephemeral: whether the CLI keeps it out of the transcript.
        agent_id: set when a sub-agent emitted it.
    """

    __slots__ = (
        "_data",
        "_depth",
        "_raw_data",
        "_typed_data",
        "_wire",
        "agent_id",
        "ephemeral",
        "id",
        "parent_id",
        "timestamp",
        "type",
    )

    def __init__(
        self,
        type: str,  # noqa: A002 - the wire's own name
        *,
        data: Mapping[str, JsonValue] | None = None,
        id: str = "",  # noqa: A002
        timestamp: str = "",
        parent_id: str | None = None,
        ephemeral: bool = False,
        agent_id: str | None = None,
    ) -> None:
        self.type = type
        self.id = id
        self.timestamp = timestamp
        self.parent_id = parent_id
        self.ephemeral = ephemeral
        self.agent_id = agent_id
        self._data: EventData | None = EventData(data or {})
        self._raw_data: msgspec.Raw | None = None
        self._typed_data: object = None
        # What it was decoded from; `_depth`: how many of `_KEYS` lead to it there.
        self._wire: _Json | None = None
        self._depth = 0

    @property
    def data(self) -> EventData:
        """The event's own fields; decoded at the first access.

        A ``data`` that is not a JSON object appears as a mapping with the one key ``"value"``,
        and one that cannot be decoded (a number that is out of range) as its text under that key.
        Invalid UTF-8 appears as U+FFFD.
        """
        data = self._data
        if data is None:
            value = _decode_leniently(cast("msgspec.Raw", self._raw_data))
            data = self._data = EventData(value if isinstance(value, dict) else {"value": value})
        return data

    @property
    def raw(self) -> dict[str, JsonValue]:
        """The whole event as the mapping that was on the wire (a new one at each access).

        Fields and types that this library does not know are in it as they came, as far as they
        can be decoded (see :attr:`data`). A transcript's item that is no object is
        ``{"value": item}``. For an event of this library, what would be on the wire.
        """
        if self._wire is not None:
            try:
                return _decode_wire(self._wire, self._depth)
            except (msgspec.MsgspecError, RecursionError):
                pass
        value: dict[str, JsonValue] = {
            "type": self.type,
            "data": dict(self.data),
            "id": self.id,
            "timestamp": self.timestamp,
            "parentId": self.parent_id,
        }
        if self.ephemeral:
            value["ephemeral"] = True
        if self.agent_id is not None:
            value["agentId"] = self.agent_id
        return value

    def __repr__(self) -> str:
        # Never the data: it holds prompts and answers, which do not belong into logs.
        return f"<SessionEvent {self.type} id={self.id!r}>"


_new_event = SessionEvent.__new__


class SessionEventParams(msgspec.Struct, frozen=True, gc=False):
    """The parameters of a ``session.event`` notification, for :func:`session_event`."""

    session_id: str = msgspec.field(name="sessionId")
    event: _Envelope


class _LooseNotification(msgspec.Struct, frozen=True):
    session_id: str = msgspec.field(name="sessionId")
    event: dict[str, msgspec.Raw]


_decode_notification = msgspec.json.Decoder(SessionEventParams).decode
_decode_loose = msgspec.json.Decoder(_LooseNotification).decode
_decode_events = msgspec.json.Decoder(list[msgspec.Raw]).decode
_decode_envelope = msgspec.json.Decoder(_Envelope).decode
_decode_fields = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode

_KEYS: Final = ("event", "params")
"""The way from an event up to the notification that brought it."""


def _repaired(raw: _Json) -> bytes:
    """The same JSON without invalid UTF-8, which a decoder of raw JSON does not look for."""
    return bytes(raw).decode(errors="replace").encode()


def _decode_leniently(raw: _Json) -> JsonValue:
    """Decode a value; what cannot be decoded is its own text."""
    try:
        return cast("JsonValue", _decode_json(raw))
    except (msgspec.MsgspecError, RecursionError):
        text = _repaired(raw)
    try:
        return cast("JsonValue", _decode_json(text))
    except (msgspec.MsgspecError, RecursionError):
        return text.decode()


def _decode_wire(wire: _Json, depth: int) -> dict[str, JsonValue]:
    keys = _KEYS[:depth][::-1]
    try:
        value = _decode_json(wire)
    except (msgspec.MsgspecError, RecursionError):
        fields = _decode_fields(_repaired(wire))
        for key in keys:
            fields = _decode_fields(fields[key])
        return {name: _decode_leniently(field) for name, field in fields.items()}
    for key in keys:
        value = value[key]
    return value if isinstance(value, dict) else {"value": value}


def _from_envelope(envelope: _Envelope, wire: _Json, depth: int) -> SessionEvent:
    event = SessionEvent.__new__(SessionEvent)
    event.type = envelope.type
    event.id = envelope.id
    event.timestamp = envelope.timestamp
    event.parent_id = envelope.parent_id
    event.ephemeral = bool(envelope.ephemeral)
    event.agent_id = envelope.agent_id
    event._data = None
    event._raw_data = envelope.data
    event._typed_data = None
    event._wire = wire
    event._depth = depth
    return event


def _from_fields(fields: Mapping[str, msgspec.Raw], wire: _Json, depth: int) -> SessionEvent:
    """Build an event from an envelope with unexpected types: what does not fit is in ``raw``."""

    def text(name: str) -> str:
        value = _decode_leniently(fields.get(name, _EMPTY))
        return value if isinstance(value, str) else ""

    envelope = _Envelope(
        type=text("type") or "unknown",
        data=fields.get("data", _EMPTY),
        id=text("id"),
        timestamp=text("timestamp"),
        parent_id=text("parentId") or None,
        ephemeral=_decode_leniently(fields.get("ephemeral", _EMPTY)) is True,
        agent_id=text("agentId") or None,
    )
    return _from_envelope(envelope, wire, depth)


def _from_item(item: msgspec.Raw) -> SessionEvent:
    """Build an event from anything that a transcript holds."""
    text = _repaired(item)
    try:
        fields = _decode_fields(text)
    except (msgspec.MsgspecError, RecursionError):
        return _from_envelope(_Envelope("unknown", data=item), text, 0)
    return _from_fields(fields, text, 0)


def decode_session_event(params: msgspec.Raw | bytes) -> tuple[str, SessionEvent]:
    """Decode the parameters of a ``session.event`` notification.

    Returns:
        The session id and the event. An envelope with fields of unexpected types still gives an
        event (invariant 9: nothing the CLI sends is lost because of its shape).

    Raises:
        msgspec.MsgspecError: no session id or no event object at all, or one nested too deeply.
    """
    try:
        try:
            notification = _decode_notification(params)
        except msgspec.DecodeError:
            text = _repaired(params)
            loose = _decode_loose(text)
            return loose.session_id, _from_fields(loose.event, text, 1)
    except RecursionError as error:
        raise msgspec.DecodeError(str(error)) from None
    return notification.session_id, _from_envelope(notification.event, params, 1)


def session_event(params: SessionEventParams, message: bytes | bytearray) -> SessionEvent:
    """Make the event of a notification that was decoded in one pass.

    Args:
        params: its parameters.
        message: the whole JSON-RPC message, from which :attr:`SessionEvent.raw` is read.
    """
    # Not through _from_envelope, nor __init__: of what comes by the thousand a call less counts.
    envelope = params.event
    event = _new_event(SessionEvent)
    event.type = envelope.type
    event.id = envelope.id
    event.timestamp = envelope.timestamp
    event.parent_id = envelope.parent_id
    event.ephemeral = envelope.ephemeral is True
    event.agent_id = envelope.agent_id
    event._data = None
    event._raw_data = envelope.data
    event._typed_data = None
    event._wire = message
    event._depth = 2
    return event


def decode_event_list(raw: msgspec.Raw | bytes) -> list[SessionEvent]:
    """Decode a JSON array of events (a transcript page); an odd item is kept, not skipped.

    Raises:
        msgspec.MsgspecError: the value is not an array, or one nested too deeply.
    """
    try:
        items = _decode_events(raw)
    except RecursionError as error:
        raise msgspec.DecodeError(str(error)) from None
    events = []
    for item in items:
        try:
            events.append(_from_envelope(_decode_envelope(item), item, 0))
        except (msgspec.DecodeError, RecursionError):
            events.append(_from_item(item))
    return events
