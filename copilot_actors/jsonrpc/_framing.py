"""Content-Length framing: bytes in any pieces to whole bodies, and a body to a frame."""

from __future__ import annotations

import re
from typing import TypeVar

from copilot_actors._redact import decode_start

from ._errors import FrameTooLarge, RemoteProtocolError, TruncatedFrame

MAX_FRAME_SIZE = 64 * 1024 * 1024
"""Bytes of one body. Replies reach tens of megabytes; caps of 1 MiB have killed readers elsewhere.

The limit is for each frame, never cumulative: a connection may carry any number of them.
"""

MAX_LINE_SIZE = 4096
"""Bytes of one header line. A longer one is text that strayed onto the wire and is cut here."""

MAX_HEAD_SIZE = 1024 * 1024
"""Bytes between two bodies, headers and stray text together.

A banner is a few hundred; a peer that talks for a megabyte without a frame is some other program
(``yes`` would otherwise keep a reader busy until its handshake deadline).
"""

EXCERPT_SIZE = 512
"""Bytes of stray text that are kept to be shown."""

# What the CLI writes, byte for byte: the whole header in one match.
_USUAL_HEADER = re.compile(rb"Content-Length: ([0-9]{1,18})\r\n\r\n")
_CONTENT_LENGTH = re.compile(rb"(?i:content-length)[ \t]*:[ \t]*(.*)", re.DOTALL)
_OTHER_HEADER = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+[ \t]*:")
# Text that was printed without a newline just before a frame. CRLF is asked for, since a log
# that quotes a header ends in LF.
_GLUED_HEADER = re.compile(rb"(?i:content-length)[ \t]*:[ \t]*[0-9]+[ \t]*\r\n\Z")

_Failure = TypeVar("_Failure", bound=RemoteProtocolError)


def frame(body: bytes) -> bytes:
    """Return ``body`` with its header, ready to be written."""
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


class FrameBuffer:
    """Cuts a byte stream into bodies.

    Accepted: headers in any case, with or without a space after the colon, among other headers;
    lines that end in CRLF or LF; any number of frames in one piece and of pieces in one frame.
    Text that is no header (upgrade banners, warnings) is skipped, counted, and kept as an
    excerpt. A ``Content-Length`` that cannot be read ends the stream, since what follows it
    could be taken for anything.

    The work is linear in the bytes fed, however they are cut, and nothing is set aside for a
    body before its bytes arrive.

    Args:
        max_frame_size: bytes allowed in one body.
    """

    __slots__ = (
        "_body",
        "_buf",
        "_failure",
        "_head_size",
        "_length",
        "_max",
        "_maybe_headers",
        "_maybe_lines",
        "_pos",
        "_queue",
        "_stray",
        "_usual",
        "stray_bytes",
        "stray_lines",
    )

    def __init__(self, max_frame_size: int = MAX_FRAME_SIZE) -> None:
        if max_frame_size < 1:
            raise ValueError(f"max_frame_size must be at least 1, got {max_frame_size}")
        self._max = max_frame_size
        self._buf = b""
        self._pos = 0
        # Pieces fed before the buffer was used up; joined to it in one go, so that feeding many
        # pieces without reading in between costs no more than one copy.
        self._queue: list[bytes] = []
        # True between frames, when the next bytes can be matched against the usual header.
        self._usual = True
        # The Content-Length of the header block or body that is being read.
        self._length: int | None = None
        # What has come of a body that did not come whole.
        self._body: bytearray | None = None
        # Lines that are headers if their block turns out to be one, else stray text.
        self._maybe_headers = bytearray()
        self._maybe_lines = 0
        self._head_size = 0
        self._stray = bytearray()
        self._failure: RemoteProtocolError | None = None
        self.stray_lines = 0
        self.stray_bytes = 0

    @property
    def stray_excerpt(self) -> str:
        """The first bytes of the stray text so far, decoded; ``""`` when there was none."""
        return decode_start(self._stray, cut=self.stray_bytes > EXCERPT_SIZE).strip()

    @property
    def buffered(self) -> int:
        """Bytes that wait for the rest of their frame, or for :meth:`next_frame`."""
        partial = len(self._body) if self._body is not None else 0
        return len(self._buf) - self._pos + partial + sum(map(len, self._queue))

    def feed(self, data: bytes) -> None:
        """Take the next bytes of the stream. After a failure they are dropped."""
        if self._failure is not None:
            return
        if self._pos == len(self._buf):
            self._buf = data
            self._pos = 0
        else:
            self._queue.append(data)

    def next_frame(self) -> bytes | bytearray | None:
        """Return the next whole body, or ``None`` when more bytes are needed.

        The body belongs to the caller; a ``bytearray`` is one that came in several pieces.

        Raises:
            RemoteProtocolError: the stream cannot be cut any further; raised again by each
                later call. The bodies before the fault have been returned.
        """
        if self._usual:
            buf = self._buf
            header = _USUAL_HEADER.match(buf, self._pos)
            if header is not None:
                length = int(header[1])
                start = header.end()
                end = start + length
                if end <= len(buf) and length <= self._max:
                    self._pos = end
                    self._head_size = 0
                    return buf[start:end]
        if self._failure is not None:
            raise self._failure
        if self._body is None:
            if not self._read_head():
                return None
            self._body = bytearray()
        return self._read_body(self._body, self._length or 0)

    def finish(self) -> None:
        """Say that the stream has ended. Text that is left over counts as stray.

        Raises:
            TruncatedFrame: inside a frame. Bodies that were whole can still be read before
                this is called, not after it.
        """
        if self._failure is not None:
            return
        while self._more():
            pass
        tail = self._buf[self._pos :]
        if self._body is not None:
            raise self._fail(TruncatedFrame(self._length, len(self._body) + len(tail)))
        if self._length is not None:
            raise self._fail(TruncatedFrame(None, self._head_size + len(tail)))
        if tail and b"content-length:".startswith(tail[:15].lower()):
            raise self._fail(TruncatedFrame(None, len(tail)))
        self._pos = len(self._buf)
        self._drop_maybe_headers()
        if tail.strip():
            self._note_stray(tail, lines=1)

    def _fail(self, error: _Failure) -> _Failure:
        self._failure = error
        self._usual = False
        # Nothing after the fault is ever read.
        self._buf = b""
        self._pos = 0
        self._queue.clear()
        self._body = None
        return error

    def _more(self) -> bool:
        """Join the pieces that were fed meanwhile; ``False`` when there are none."""
        if not self._queue:
            return False
        self._queue.insert(0, self._buf[self._pos :])
        self._buf = b"".join(self._queue)
        self._pos = 0
        self._queue.clear()
        return True

    def _read_body(self, body: bytearray, length: int) -> bytearray | None:
        while True:
            missing = length - len(body)
            # A view: a large piece is copied once, into the body.
            piece = memoryview(self._buf)[self._pos : self._pos + missing]
            body += piece
            self._pos += len(piece)
            if len(piece) == missing:
                self._body = None
                self._length = None
                self._usual = True
                return body
            if not self._more():
                return None

    def _read_head(self) -> bool:
        """Read up to the end of a header block; ``False`` when more bytes are needed."""
        while (line := self._next_line()) is not None:
            self._head_size += len(line)
            if self._head_size > MAX_HEAD_SIZE:
                raise self._fail(
                    RemoteProtocolError(
                        f"more than {MAX_HEAD_SIZE} bytes without a frame: "
                        "the peer does not use Content-Length framing"
                    )
                )
            if line.strip():
                self._take_line(line)
            elif self._length is not None:
                self._maybe_headers.clear()
                self._maybe_lines = 0
                self._head_size = 0
                return True
            else:
                self._drop_maybe_headers()
            self._usual = self._length is None and not self._maybe_lines
        return False

    def _next_line(self) -> bytes | None:
        while True:
            buf = self._buf
            pos = self._pos
            end = buf.find(b"\n", pos, pos + MAX_LINE_SIZE) + 1
            if not end and len(buf) - pos >= MAX_LINE_SIZE:
                # Keep no endless line, or each piece would be joined to it again.
                end = pos + MAX_LINE_SIZE
            if end:
                self._pos = end
                return buf[pos:end]
            if not self._more():
                return None

    def _take_line(self, line: bytes) -> None:
        header = _CONTENT_LENGTH.match(line)
        if header is not None:
            self._take_length(header[1])
            return
        glued = _GLUED_HEADER.search(line)
        if glued is not None:
            self._note_stray(line[: glued.start()], lines=1)
            self._take_line(line[glued.start() :])
        elif line.endswith(b"\r\n") and _OTHER_HEADER.match(line):
            self._maybe_headers += line
            self._maybe_lines += 1
        else:
            self._note_stray(line, lines=1)

    def _take_length(self, value: bytes) -> None:
        digits = value.strip()
        if not digits.isdigit():
            shown = digits[:40].decode("ascii", "backslashreplace")
            raise self._fail(RemoteProtocolError(f"Content-Length is not a number: {shown!r}"))
        length = int(digits)
        if length > self._max:
            # A number of thousands of digits stays out of the message.
            raise self._fail(FrameTooLarge(min(length, 10**18), self._max))
        if self._length not in {None, length}:
            raise self._fail(
                RemoteProtocolError(f"two Content-Length headers: {self._length} and {length}")
            )
        self._length = length

    def _drop_maybe_headers(self) -> None:
        if self._maybe_lines:
            self._note_stray(bytes(self._maybe_headers), lines=self._maybe_lines)
            self._maybe_headers.clear()
            self._maybe_lines = 0

    def _note_stray(self, text: bytes, *, lines: int) -> None:
        self.stray_lines += lines
        self.stray_bytes += len(text)
        self._stray += text[: EXCERPT_SIZE - len(self._stray)]
