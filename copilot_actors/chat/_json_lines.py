"""The output of ``copilot -p --output-format json`` as values: sans-IO, bytes in, lines out."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from copilot_actors.protocol import NoEvent, SessionEvent, decode_log_line

MAX_LINE_BYTES = 64 * 1024 * 1024
"""The limit of a frame of JSON-RPC, for the same events."""

RESULT = "result"
_UNKNOWN = "unknown"


class Usage(msgspec.Struct, frozen=True, kw_only=True):
    """The last line of a run.

    Attributes:
        session_id: the session, or ``None`` if the line does not name it.
        exit_code: what the CLI says that it will end with, or ``None``.
        text: the line.
    """

    session_id: str | None
    exit_code: int | None
    text: str


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """A line that is an event.

    Attributes:
        event: the event.
        text: the line.
    """

    event: SessionEvent
    text: str


Line: TypeAlias = Event | Usage | str
"""What a line is; text that is nothing else comes as it stands."""


class JsonLines:
    """Splits the output into lines and says what each is. Garbage is text, never an error."""

    def __init__(self, *, max_line_bytes: int = MAX_LINE_BYTES) -> None:
        self._limit = max_line_bytes
        self._rest = bytearray()
        self._searched = 0

    def receive_data(self, data: bytes | bytearray) -> list[Line]:
        """Take the next bytes and return the lines that are whole now.

        A line over the limit is given out in pieces, as text, so that memory stays bounded.
        """
        self._rest += data
        lines: list[Line] = []
        while (end := self._rest.find(b"\n", self._searched)) >= 0:
            self._take(end, end + 1, lines)
        self._searched = len(self._rest)
        if len(self._rest) > self._limit:
            lines.append(self._rest.decode("utf-8", "replace"))
            self._rest.clear()
            self._searched = 0
        return lines

    def finish(self) -> list[Line]:
        """The output is over: return the line that nothing ended, if there is one."""
        lines: list[Line] = []
        self._take(len(self._rest), len(self._rest), lines)
        return lines

    def _take(self, end: int, after: int, lines: list[Line]) -> None:
        line = bytes(self._rest[:end]).removesuffix(b"\r")
        del self._rest[:after]
        self._searched = 0
        if line.strip():
            lines.append(parse_line(line))


def parse_line(line: bytes) -> Line:
    """Say what one line is, without its newline."""
    text = line.decode("utf-8", "replace")
    event = decode_log_line(line)
    if isinstance(event, NoEvent) or event.type == _UNKNOWN:
        return text
    if event.type == RESULT:
        fields = event.raw
        session_id, code = fields.get("sessionId"), fields.get("exitCode")
        return Usage(
            session_id=session_id if isinstance(session_id, str) else None,
            exit_code=code if isinstance(code, int) and not isinstance(code, bool) else None,
            text=text,
        )
    return Event(event=event, text=text)
