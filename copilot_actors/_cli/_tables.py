"""Tables, ages and sizes, as people read them."""

from __future__ import annotations

import datetime as dt
import unicodedata
from collections.abc import Sequence
from typing import Final

from ._terminal import printable

_SIZES: Final = ("B", "kB", "MB", "GB", "TB")
_STEP: Final = 1000
_AGES: Final = ((604_800, "w"), (86_400, "d"), (3600, "h"), (60, "m"))
_CUT: Final = "..."


def table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], *, width: int | None = None
) -> list[str]:
    """Return the lines of a table whose columns are as wide as what is in them.

    Args:
        headings: of the columns.
        rows: one text for each column; made printable, on one line.
        width: characters that a line may have; the last column is cut. ``None`` for any.
    """
    cells = [[printable(cell).replace("\n", " ") for cell in row] for row in (headings, *rows)]
    widths = [max(map(columns, column)) for column in zip(*cells, strict=True)]
    lines = []
    for row in cells:
        *padded, last = (
            cell + " " * (wide - columns(cell)) for cell, wide in zip(row, widths, strict=True)
        )
        before = "  ".join(padded)
        room = None if width is None else width - columns(before) - 2
        last = last.rstrip()
        if room is not None and len(last) > room > len(_CUT):
            last = last[: room - len(_CUT)] + _CUT
        lines.append(f"{before}  {last}".rstrip() if padded else last)
    return lines


def columns(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    return sum(
        0 if unicodedata.combining(one) else 1 + (unicodedata.east_asian_width(one) in "WF")
        for one in text
    )


def size_text(size: int) -> str:
    """Return a number of bytes for people: ``812 B``, ``1.4 MB``."""
    value = float(size)
    for unit in _SIZES:
        if value < _STEP or unit == _SIZES[-1]:
            return f"{size} B" if unit == "B" else f"{value:.1f} {unit}"
        value /= _STEP
    raise AssertionError


def age_text(since: dt.datetime | None, now: dt.datetime) -> str:
    """Return how long ago something was: ``3d``, ``12m``, ``now``; ``?`` if nobody knows."""
    if since is None:
        return "?"
    seconds = (now - since).total_seconds()
    return next((f"{int(seconds // unit)}{name}" for unit, name in _AGES if seconds >= unit), "now")
