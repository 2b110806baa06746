"""Reading a log in pieces of limited size: plain functions that block, for a worker thread.

Nothing in the folder of a session is followed out of it or waited for: a link, a pipe or a device
in the place of a file is refused.
"""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path
from typing import Final, final

from copilot_actors._errors import StoreError

PIECE_SIZE: Final = 1024 * 1024
"""Bytes read at once; between two pieces a reader can be cancelled."""

MAX_LINE_SIZE: Final = 64 * 1024 * 1024
"""A longer line is passed over and reported as invalid. The CLI sends no frame of that size."""

_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


def open_file(path: Path) -> int:
    """Open a regular file for reading.

    Raises:
        FileNotFoundError: there is nothing.
        StoreError: it is no regular file, or it cannot be opened.
    """
    try:
        descriptor = os.open(path, _FLAGS)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise StoreError(str(path), error.strerror or str(error)) from error
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise StoreError(str(path), "it is not a regular file")
    return descriptor


def read_whole(path: Path, limit: int = MAX_LINE_SIZE) -> bytes | None:
    """Read a small file; ``None`` if there is none.

    Raises:
        StoreError: it cannot be read, or has more than ``limit`` bytes.
    """
    try:
        descriptor = open_file(path)
    except FileNotFoundError:
        return None
    try:
        parts, size = [], 0
        while size <= limit and (part := os.read(descriptor, PIECE_SIZE)):
            parts.append(part)
            size += len(part)
    except OSError as error:
        raise StoreError(str(path), error.strerror or str(error)) from error
    finally:
        os.close(descriptor)
    if size > limit:
        raise StoreError(str(path), f"it has more than {limit:,} bytes")
    return b"".join(parts)


@final
class LineSplitter:
    """Bytes in, whole lines out.

    Attributes:
        number: how many lines are over.
    """

    def __init__(self, max_size: int = MAX_LINE_SIZE) -> None:
        self.number = 0
        self._max_size = max_size
        self._parts: list[bytes] = []
        self._size = 0

    def feed(self, piece: bytes) -> list[bytes | None]:
        """Return the lines that the piece ends, without newlines; ``None`` for a too long one."""
        first, *rest = piece.split(b"\n")
        self._grow(first)
        if not rest:
            return []
        last = rest.pop()
        lines = [self._take(), *rest]
        self._grow(last)
        self.number += len(lines)
        return lines

    def finish(self) -> list[bytes | None]:
        """Return the last line if no newline ended it."""
        if not self._size:
            return []
        self.number += 1
        return [self._take()]

    def _grow(self, part: bytes) -> None:
        if not part:
            return
        self._size += len(part)
        if self._size <= self._max_size:
            self._parts.append(part)
        else:
            self._parts.clear()

    def _take(self) -> bytes | None:
        line = b"".join(self._parts) if self._size <= self._max_size else None
        self._parts.clear()
        self._size = 0
        return line


@final
class LogFile:
    """One file of a log, as it was when it was opened: what is appended later is not read.

    Attributes:
        path: the file.
        size: its bytes at that time.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor = open_file(path)
        self.size = os.fstat(self._descriptor).st_size
        self._at = 0

    def read(self, size: int = PIECE_SIZE) -> bytes:
        """Return the next piece; empty at the end.

        Raises:
            StoreError: the disk has failed.
        """
        wanted = min(size, self.size - self._at)
        if wanted <= 0:
            return b""
        try:
            piece = os.read(self._descriptor, wanted)
        except OSError as error:
            raise StoreError(str(self.path), error.strerror or str(error)) from error
        self._at += len(piece)
        return piece

    def rewind(self) -> None:
        """Begin anew, at the first byte."""
        os.lseek(self._descriptor, 0, os.SEEK_SET)
        self._at = 0

    def close(self) -> None:
        """Close it; idempotent."""
        if self._descriptor >= 0:
            descriptor, self._descriptor = self._descriptor, -1
            with contextlib.suppress(OSError):
                os.close(descriptor)

    def __del__(self) -> None:
        # A reader that was left in the middle owns nothing else.
        with contextlib.suppress(AttributeError):
            self.close()
