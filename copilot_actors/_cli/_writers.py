"""How an answer is written: as it comes, or as markdown by the block where rich is installed."""

from __future__ import annotations

import importlib.util
import io
import re
from typing import Final, final

from ._terminal import Terminal, printable

_FENCE: Final = re.compile(r" {0,3}(```+|~~~+)")


@final
class PlainWriter:
    """Writes each piece at once; on a terminal without control characters."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._open_line = False

    def write(self, text: str) -> None:
        """Write a piece."""
        shown = printable(text) if self._terminal.interactive else text
        if shown:
            self._terminal.text(shown)
            self._open_line = not shown.endswith("\n")

    def end(self) -> None:
        """End the line."""
        if self._open_line:
            self._terminal.text("\n")
        self._open_line = False


@final
class MarkdownBlocks:
    """Cuts a stream of markdown into blocks that can be laid out each by itself.

    A block ends at a blank line outside of a fenced block of code, or where that is closed.
    """

    def __init__(self) -> None:
        self._line = ""
        self._block: list[str] = []
        self._fence: str | None = None

    @property
    def pending(self) -> str:
        """The last line of what no block has yet."""
        return self._line or (self._block[-1] if self._block else "")

    def feed(self, text: str) -> list[str]:
        """Take a piece and return the blocks that are complete now."""
        *lines, self._line = (self._line + text).split("\n")
        return [block for line in lines if (block := self._take(line)) is not None]

    def end(self) -> list[str]:
        """Return what is left as a block, if there is something."""
        rest = "\n".join([*self._block, self._line]).strip("\n")
        self._line, self._block, self._fence = "", [], None
        return [rest] if rest.strip() else []

    def _take(self, line: str) -> str | None:
        mark = _FENCE.match(line)
        if self._fence is not None:
            self._block.append(line)
            if mark is None or not line.strip().startswith(self._fence):
                return None
            self._fence = None
            return self._close()
        if mark is not None:
            self._fence = mark[1]
        elif not line.strip():
            return self._close() if self._block else None
        self._block.append(line)
        return None

    def _close(self) -> str:
        block = "\n".join(self._block)
        self._block = []
        return block


@final
class MarkdownWriter:
    """Lays blocks out with rich; the line being written shows in a status line meanwhile."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._blocks = MarkdownBlocks()
        self._first = True

    def write(self, text: str) -> None:
        """Take a piece."""
        self._show(self._blocks.feed(printable(text)))
        pending = self._blocks.pending
        self._terminal.status(pending[-(self._terminal.width - 2) :])

    def end(self) -> None:
        """Lay out what is left."""
        self._show(self._blocks.end())
        self._terminal.status("")
        self._first = True

    def _show(self, blocks: list[str]) -> None:
        for block in blocks:
            if not self._first:
                self._terminal.line()
            self._first = False
            self._terminal.text(
                render_markdown(block, width=self._terminal.width, color=self._terminal.color)
            )


def render_markdown(text: str, *, width: int, color: bool) -> str:
    """Return markdown as text for a terminal; needs rich."""
    from rich.console import Console  # noqa: PLC0415 - an extra, and slow to import
    from rich.markdown import Markdown  # noqa: PLC0415

    console = Console(
        file=io.StringIO(),
        width=width,
        force_terminal=color,
        color_system="standard" if color else None,
        no_color=not color,
        legacy_windows=False,
    )
    with console.capture() as capture:
        console.print(Markdown(text, hyperlinks=False))
    lines = capture.get().splitlines()
    return "".join(f"{line.rstrip()}\n" for line in lines)


def answer_writer(terminal: Terminal, *, markdown: bool) -> PlainWriter | MarkdownWriter:
    """Return what writes answers to ``terminal``: markdown only on one, and only with rich."""
    if markdown and terminal.interactive and importlib.util.find_spec("rich") is not None:
        return MarkdownWriter(terminal)
    return PlainWriter(terminal)
