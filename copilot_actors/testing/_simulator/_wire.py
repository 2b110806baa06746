"""The simulated CLI's end of the wire: framing as the real CLI reads and writes it.

The rules, and the texts of its complaints, are those of the real CLI (protocol, section 1):
after a framing error it stays alive and never answers again; after a bad body it goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias, final

import msgspec

from copilot_actors._errors import JsonValue

Message: TypeAlias = dict[str, JsonValue]

_PARSE_ERROR: Final = -32700
_INVALID_REQUEST: Final = -32600
_HEADER_END: Final = b"\r\n\r\n"
_NOT_A_MESSAGE: Final = "not a recognizable JSON-RPC request, notification, or response"
_decode: Callable[[bytes], JsonValue] = msgspec.json.Decoder().decode
_encode = msgspec.json.encode


class Complaint(msgspec.Struct, frozen=True):
    """An error reply that no request can be found for: its ``id`` is null."""

    code: int
    message: str

    def reply(self) -> Message:
        """Return the reply that the CLI sends."""
        error: Message = {"code": self.code, "message": self.message}
        return {"jsonrpc": "2.0", "id": None, "error": error}


class _FramingError(Exception):
    pass


def frame_parts(message: Mapping[str, JsonValue]) -> tuple[bytes, bytes]:
    """Return the header and the body of one frame."""
    body = _encode(message)
    return b"Content-Length: %d\r\n\r\n" % len(body), body


def encode_frame(message: Mapping[str, JsonValue]) -> bytes:
    """Return the bytes of one frame."""
    return b"".join(frame_parts(message))


@final
class CliReader:
    """Takes bytes from the client, gives whole messages and complaints.

    Attributes:
        deaf: whether a framing error has ended reading for good.
    """

    def __init__(self) -> None:
        self.deaf = False
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[Message | Complaint]:
        """Return what the bytes complete."""
        self._buffer += data
        found: list[Message | Complaint] = []
        while not self.deaf and (end := self._buffer.find(_HEADER_END)) >= 0:
            try:
                size = _content_length(bytes(self._buffer[:end]))
            except _FramingError as exc:
                self.deaf = True
                found.append(Complaint(_PARSE_ERROR, str(exc)))
                break
            start = end + len(_HEADER_END)
            if len(self._buffer) < start + size:
                break
            body = bytes(self._buffer[start : start + size])
            del self._buffer[: start + size]
            found.append(_parse(body))
        if self.deaf:
            self._buffer.clear()
        return found


def _content_length(head: bytes) -> int:
    length = None
    for line in head.decode("latin-1").split("\r\n"):
        name, colon, value = line.partition(":")
        if not colon:
            raise _FramingError("Message header must separate key and value using ':'")
        if name.strip().lower() == "content-length":
            if not value.strip().isdecimal():
                raise _FramingError("Content-Length value must be a number")
            length = int(value)
    if length is None:
        raise _FramingError("Header must provide a Content-Length property.")
    return length


def _parse(body: bytes) -> Message | Complaint:
    try:
        value = _decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as exc:
        return Complaint(_PARSE_ERROR, f"EOF while parsing a value: {exc}")
    if not isinstance(value, dict):
        return Complaint(_INVALID_REQUEST, _NOT_A_MESSAGE)
    if "jsonrpc" not in value:
        return Complaint(_INVALID_REQUEST, "missing field `jsonrpc`")
    if value["jsonrpc"] != "2.0":
        return Complaint(_INVALID_REQUEST, "unsupported JSON-RPC version")
    is_request = isinstance(value.get("method"), str)
    is_reply = "method" not in value and ("result" in value or "error" in value)
    if not (is_request or is_reply):
        return Complaint(_INVALID_REQUEST, _NOT_A_MESSAGE)
    if "id" in value and not _is_id(value["id"]):
        return Complaint(
            _INVALID_REQUEST, "data did not match any variant of untagged enum RequestId"
        )
    return value


def _is_id(value: JsonValue) -> bool:
    return isinstance(value, int | str) and not isinstance(value, bool)
