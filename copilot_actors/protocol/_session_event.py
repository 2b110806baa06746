"""The envelope of a session event: decoded once, its ``data`` only when touched.

The wire form is ``{"type", "data", "id", "timestamp", "parentId", "ephemeral"?, "agentId"?}``.
An event costs one envelope decode; unknown types and unexpected shapes are delivered like all
others, since nothing here looks into ``data`` before its reader does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

import msgspec

from copilot_actors._errors import JsonValue

_decode_json = msgspec.json.Decoder().decode


def _camel_case(name: str) -> str:
    head, *tail = name.split("_")
    return head + "".join(part[:1].upper() + part[1:] for part in tail)


class EventData(Mapping[str, JsonValue]):
    """Read-only view of an event's ``data``: a mapping of the wire names, and attributes.

    ``data["messageId"]`` and ``data.message_id`` are the same value; nested objects are plain
    mappings. A missing attribute raises :exc:`AttributeError` naming the fields that exist, so
    use :meth:`get` for fields that a newer or older CLI may leave out.
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
    data: msgspec.Raw = msgspec.Raw(b"{}")
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

    __slots__ = ("_data", "_raw", "agent_id", "ephemeral", "id", "parent_id", "timestamp", "type")

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
        self._raw: msgspec.Raw | None = None

    @property
    def data(self) -> EventData:
        """The event's own fields; decoded at the first access.

        A ``data`` that is not a JSON object appears as a mapping with the one key ``"value"``;
        one that cannot be read at all (its text is no Unicode, say) has its text there.
        """
        data = self._data
        if data is None:
            value = _decode_data(cast("msgspec.Raw", self._raw))
            data = self._data = EventData(value if isinstance(value, dict) else {"value": value})
        return data

    @property
    def raw(self) -> dict[str, JsonValue]:
        """The whole event as the mapping that was on the wire (a new one at each access)."""
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


class _Notification(msgspec.Struct, frozen=True, gc=False):
    session_id: str = msgspec.field(name="sessionId")
    event: _Envelope


class _LooseNotification(msgspec.Struct, frozen=True):
    session_id: str = msgspec.field(name="sessionId")
    event: dict[str, object]


_decode_notification = msgspec.json.Decoder(_Notification).decode
_decode_loose = msgspec.json.Decoder(_LooseNotification).decode
_decode_events = msgspec.json.Decoder(list[msgspec.Raw]).decode
_decode_envelope = msgspec.json.Decoder(_Envelope).decode


def _decode_data(raw: msgspec.Raw | bytes) -> JsonValue:
    """Decode what so far only had its brackets checked; what is wrong inside stays as text.

    Reading an event must not fail: it happens in the session's actor and in subscribers, who
    did nothing wrong.
    """
    try:
        value: JsonValue = _decode_json(raw)
    except (msgspec.DecodeError, RecursionError):
        return bytes(raw).decode(errors="replace")
    return value


def _from_envelope(envelope: _Envelope) -> SessionEvent:
    event = SessionEvent.__new__(SessionEvent)
    event.type = envelope.type
    event.id = envelope.id
    event.timestamp = envelope.timestamp
    event.parent_id = envelope.parent_id
    event.ephemeral = bool(envelope.ephemeral)
    event.agent_id = envelope.agent_id
    event._data = None
    event._raw = envelope.data
    return event


def _from_mapping(fields: Mapping[str, object]) -> SessionEvent:
    """Build an event from an envelope with unexpected types: keep all of it, raw, as data."""

    def text(name: str) -> str:
        value = fields.get(name)
        return value if isinstance(value, str) else ""

    data = fields.get("data")
    return SessionEvent(
        text("type") or "unknown",
        data=cast("dict[str, JsonValue]", data) if isinstance(data, dict) else {},
        id=text("id"),
        timestamp=text("timestamp"),
        parent_id=text("parentId") or None,
        ephemeral=fields.get("ephemeral") is True,
        agent_id=text("agentId") or None,
    )


def decode_session_event(params: msgspec.Raw | bytes) -> tuple[str, SessionEvent]:
    """Decode the parameters of a ``session.event`` notification.

    Returns:
        The session id and the event. An envelope with fields of unexpected types still gives an
        event (invariant 9: nothing the CLI sends is lost because of its shape).

    Raises:
        msgspec.MsgspecError: no session id or no event object at all.
    """
    try:
        notification = _decode_notification(params)
    except msgspec.DecodeError:
        loose = _decode_loose(params)
        return loose.session_id, _from_mapping(loose.event)
    return notification.session_id, _from_envelope(notification.event)


def decode_event_list(raw: msgspec.Raw | bytes) -> list[SessionEvent]:
    """Decode a JSON array of events (a transcript page); an odd item is kept, not skipped.

    Raises:
        msgspec.MsgspecError: the value is not an array.
    """
    events = []
    for item in _decode_events(raw):
        try:
            events.append(_from_envelope(_decode_envelope(item)))
        except (msgspec.DecodeError, RecursionError):
            value = _decode_data(item)
            events.append(_from_mapping(value if isinstance(value, dict) else {"data": value}))
    return events
