"""Lines of standard input, for a worker thread that may be left behind."""

from __future__ import annotations

import os
from typing import Final, final

_PIECE: Final = 65_536
MAX_LINE: Final = 16 * 1024 * 1024
"""Bytes of one line; more than any prompt may have. A longer one is cut there."""


@final
class LineReader:
    """Reads lines past the buffer of ``sys.stdin``.

    A thread that waits in ``sys.stdin.readline`` holds its lock, and the interpreter could not
    end; the terminal itself edits the line and drops it at Ctrl-C.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._waiting = bytearray()
        self._searched = 0
        self._ended = False

    def line(self) -> str | None:
        """Wait for a line and return it without its end; ``None`` at the end of input.

        What is not UTF-8 is replaced. A terminal that is gone is the end of input.
        """
        while True:
            at = self._waiting.find(b"\n", self._searched)
            if at >= 0 or len(self._waiting) >= MAX_LINE or (self._ended and self._waiting):
                end = at if at >= 0 else min(len(self._waiting), MAX_LINE)
                line = bytes(self._waiting[:end])
                del self._waiting[: end + (at >= 0)]
                self._searched = 0
                return line.removesuffix(b"\r").decode("utf-8", "replace")
            if self._ended:
                return None
            self._searched = len(self._waiting)
            try:
                piece = os.read(self._descriptor, _PIECE)
            except OSError:
                piece = b""
            self._ended = not piece
            self._waiting += piece
