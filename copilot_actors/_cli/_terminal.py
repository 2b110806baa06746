"""What a command writes to: colours and moving lines only where a person watches them."""

from __future__ import annotations

import json
import os
import select
import shutil
import sys
from collections.abc import Mapping
from typing import Final, TextIO, final

import msgspec

_STYLES: Final = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33"}
_DEFAULT_WIDTH: Final = 80

_CONTROLS: Final = {
    number: None for number in (*range(0x20), *range(0x7F, 0xA0)) if chr(number) not in "\n\t"
}
"""Control characters but for line feed and tab: a terminal obeys them, and the words of a model,
of a file or of a server must not move its cursor, rename its window or write to its clipboard."""


def printable(text: str) -> str:
    """Return ``text`` without control characters, so that a terminal obeys nothing in it."""
    return text.translate(_CONTROLS)


@final
class Terminal:
    """A text stream that may be a terminal.

    Colours are used on a terminal only, never when ``NO_COLOR`` is set (to anything but the
    empty string) or ``TERM`` is ``dumb``; ``FORCE_COLOR`` (neither empty nor ``0``) wants them
    everywhere, and yields to ``NO_COLOR``. Text the stream's encoding lacks is replaced.

    Attributes:
        interactive: whether lines can be written over.
        color: whether colours are used.
    """

    def __init__(self, stream: TextIO, env: Mapping[str, str] | None = None) -> None:
        env = os.environ if env is None else env
        self._stream = stream
        self._descriptor = _descriptor(stream)
        self._status_width = 0
        self.interactive = stream.isatty() and env.get("TERM") != "dumb"
        forced = env.get("FORCE_COLOR", "") not in {"", "0"}
        self.color = (self.interactive or forced) and not env.get("NO_COLOR")

    @property
    def width(self) -> int:
        """Columns of the terminal, 80 where there is none."""
        return shutil.get_terminal_size((_DEFAULT_WIDTH, 24)).columns

    def line(self, text: str = "") -> None:
        """Write a line; a status line gives way to it."""
        self.text(text + "\n")

    def text(self, text: str) -> None:
        """Write text as it is, without a line feed; a status line gives way to it."""
        self.status("")
        self._write(text)

    def json(self, value: object) -> None:
        """Write one line of JSON: UTF-8, or escaped ASCII where the stream is not UTF-8."""
        encoding = (self._stream.encoding or "utf-8").lower().replace("_", "-")
        try:
            encoded = msgspec.json.encode(value).decode()
        except UnicodeEncodeError:
            # Half of a surrogate pair, as file names have it that are not UTF-8.
            encoded = json.dumps(msgspec.to_builtins(value))
        if encoding not in {"utf-8", "utf8"} and not encoded.isascii():
            encoded = json.dumps(json.loads(encoded), separators=(",", ":"))
        self.line(encoded)

    def status(self, text: str) -> None:
        """Show ``text`` in place of the status line before; only on a terminal."""
        if not self.interactive or not (text or self._status_width):
            return
        padding = " " * max(0, self._status_width - len(text))
        self._write(f"\r{text}{padding}" + ("" if text else "\r"))
        self._status_width = len(text)

    def styled(self, text: str, style: str) -> str:
        """Return ``text`` in a style (``bold``, ``dim``, ``red``, ``green``, ``yellow``)."""
        return f"\033[{_STYLES[style]}m{text}\033[0m" if self.color else text

    def _write(self, text: str) -> None:
        encoding = self._stream.encoding or "utf-8"
        data = text.encode(encoding, "replace")
        if self._descriptor is None:
            self._stream.write(data.decode(encoding))
            self._stream.flush()
            return
        # Past the stream's buffer: a thread that is left waiting for a reader would hold its lock
        # for ever, and the interpreter could not end.
        self._stream.flush()
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[os.write(self._descriptor, rest) :]
            except BlockingIOError:
                # Somebody who shares the terminal has made it non-blocking.
                select.select([], [self._descriptor], [])


def _descriptor(stream: TextIO) -> int | None:
    try:
        return stream.fileno()
    except (OSError, ValueError):
        return None


def open_missing_streams() -> None:
    """Lead standard streams that the caller has closed to the null device.

    Otherwise the next file or pipe that is opened would get their number, and be taken for them.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            try:
                os.fstat(number)
            except OSError:
                os.dup2(os.open(os.devnull, os.O_RDWR), number)
            mode = "r" if number == 0 else "w"
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def stdout() -> Terminal:
    """Return the terminal of standard output."""
    return Terminal(sys.stdout)


def stderr() -> Terminal:
    """Return the terminal of standard error."""
    return Terminal(sys.stderr)
