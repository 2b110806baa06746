"""JSON-RPC as a peer speaks it: frames in binary messages, or one JSON text per message."""

from __future__ import annotations

import msgspec

from copilot_actors._errors import JsonValue
from copilot_actors.jsonrpc import Connection, Event, frame
from copilot_actors.protocol import SessionEvent

_encode = msgspec.json.Encoder().encode


class Form:
    """How one peer's messages are written: a byte stream of frames, or texts.

    Which, its first message says: binary for the stream that ``WebSocket()`` and the CLI speak,
    text for all others.
    """

    def __init__(self, *, framed: bool, max_message_size: int) -> None:
        self.framed = framed
        self.codec = Connection(max_frame_size=max_message_size)

    def read(self, message: str | bytes) -> list[Event]:
        """Return the messages that are whole now.

        Raises:
            RemoteProtocolError: the framing is broken, or a frame too large.
        """
        if isinstance(message, str):
            message = frame(message.encode("utf-8", "surrogatepass"))
        self.codec.receive_data(message)
        return list(self.codec.events())

    def written(self, data: bytes) -> bytes:
        """What goes into a WebSocket message for a frame of the codec."""
        return data if self.framed else data.partition(b"\r\n\r\n")[2]


class EncodedEvent:
    """One event for many peers: each form is made once, when the first of them needs it."""

    __slots__ = ("_body", "_framed", "ephemeral", "id", "session_id")

    def __init__(self, session_id: str, event: SessionEvent) -> None:
        self.session_id = session_id
        self.id = event.id
        self.ephemeral = event.ephemeral
        params: dict[str, JsonValue] = {"sessionId": session_id, "event": event.raw}
        self._body = notification("session.event", params)
        self._framed: bytes | None = None

    def written(self, *, framed: bool) -> bytes:
        """The WebSocket message."""
        if not framed:
            return self._body
        if self._framed is None:
            self._framed = frame(self._body)
        return self._framed


def notification(method: str, params: JsonValue) -> bytes:
    """The JSON text of a notification."""
    return _encode({"jsonrpc": "2.0", "method": method, "params": params})


def refusal_without_id(code: int, message: str) -> bytes:
    """The JSON text that answers what cannot be correlated."""
    return _encode({"jsonrpc": "2.0", "id": None, "error": {"code": code, "message": message}})
