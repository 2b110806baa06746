"""What a command writes to: colours and moving lines only where a person watches them."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import Final, TextIO, final

_STYLES: Final = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33"}


@final
class Terminal:
    """A text stream that may be a terminal.

    Colours are used on a terminal only, never when ``NO_COLOR`` is set (to anything but the
    empty string) or ``TERM`` is ``dumb``. Text the stream's encoding lacks is replaced.

    Attributes:
        interactive: whether lines can be written over.
        color: whether colours are used.
    """

    def __init__(self, stream: TextIO, env: Mapping[str, str] | None = None) -> None:
        env = os.environ if env is None else env
        self._stream = stream
        self._status_width = 0
        self.interactive = stream.isatty() and env.get("TERM") != "dumb"
        self.color = self.interactive and not env.get("NO_COLOR")

    def line(self, text: str = "") -> None:
        """Write a line; a status line gives way to it."""
        self.status("")
        self._write(text + "\n")

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
        self._stream.write(text.encode(encoding, "replace").decode(encoding))
        self._stream.flush()


def stdout() -> Terminal:
    """Return the terminal of standard output."""
    return Terminal(sys.stdout)


def stderr() -> Terminal:
    """Return the terminal of standard error."""
    return Terminal(sys.stderr)
