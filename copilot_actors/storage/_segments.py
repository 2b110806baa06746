"""The files of a rotated log: which there are, and in which order a history runs through them.

What rotation leaves in a session's folder (GitHub's guide on session persistence; CLI 1.0.102
does not rotate):

- ``events.jsonl`` is the head, which a resume reads alone; ``events.N.jsonl`` are archives that
  are never written again.
- A rotated head begins with a prefix: a link to its predecessor, and records with
  ``checkpoint: true`` that repeat what a resume needs. An archive that was once such a head
  begins alike.
- A history runs from the oldest archive to the head and leaves the prefixes out. A head without
  a link is a whole log, whatever archives lie beside it: a rewind or a fork begins anew.

The guide does not spell out the link's form. Taken as one is a value of the prefix whose key
speaks of a predecessor: a file name, the archive's number, or an object with either.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, final

import msgspec

from copilot_actors._errors import JsonValue
from copilot_actors.protocol import NoEvent, SessionEvent, decode_log_line

from ._log_pieces import LineSplitter, LogFile

HEAD: Final = "events.jsonl"
_ARCHIVE = re.compile(r"events\.([0-9]{1,12})\.jsonl")
_MAX_DEPTH = 2
"""A link is looked for in a record and its ``data``, not in a tool's arguments there."""

MAX_SEGMENTS: Final = 100_000
"""Archives that one history may run through; a longer chain ends in a gap."""


class Segment(msgspec.Struct, frozen=True, kw_only=True):
    """One file of a session's log.

    Attributes:
        name: the file's name, ``"events.jsonl"`` for the head.
        size: bytes; 0 if it is missing.
        predecessor: the archive that it continues, or ``None``.
        missing: whether a later segment names it, but it is not there.
    """

    name: str
    size: int = 0
    predecessor: str | None = None
    missing: bool = False


def is_checkpoint(event: SessionEvent) -> bool:
    """Whether the record repeats what an earlier segment has."""
    return event.raw.get("checkpoint") is True or event.data.get("checkpoint") is True


def predecessor_of(event: SessionEvent) -> str | None:
    """The archive that the record says its segment continues."""
    return next(_links(event.raw, _MAX_DEPTH), None)


def archive_number(name: str) -> int | None:
    """The number of an archive's name, ``None`` for any other name."""
    match = _ARCHIVE.fullmatch(name)
    return int(match[1]) if match else None


def archives_in(folder: Path) -> list[str]:
    """The names of all archives of a folder, oldest first, whether a segment names them or not."""
    try:
        names = [entry.name for entry in folder.iterdir()]
    except (FileNotFoundError, NotADirectoryError):
        return []
    numbered = [(number, name) for name in names if (number := archive_number(name)) is not None]
    return [name for _, name in sorted(numbered)]


@final
class Prefix:
    """Tells the prefix of one segment from its own records, and finds its link on the way.

    Attributes:
        over: whether the first record that is not of the prefix has come.
        predecessor: the link, once it has been seen.
    """

    def __init__(self) -> None:
        self.over = False
        self.predecessor: str | None = None

    def holds(self, event: SessionEvent) -> bool:
        """Whether this record, the next one, still belongs to the prefix."""
        if self.over:
            return False
        link = predecessor_of(event)
        if self.predecessor is None:
            self.predecessor = link
        self.over = link is None and not is_checkpoint(event)
        return not self.over


def read_predecessor(log: LogFile) -> str | None:
    """Read the prefix of a segment for its link; the file is at its beginning before and after."""
    prefix, splitter = Prefix(), LineSplitter()
    try:
        while not prefix.over and prefix.predecessor is None and (piece := log.read(_LINK_PIECE)):
            for line in splitter.feed(piece):
                event = NoEvent.INVALID if line is None else decode_log_line(line)
                if isinstance(event, SessionEvent) and not prefix.holds(event):
                    break
        if not prefix.over:
            for line in splitter.finish():
                event = NoEvent.INVALID if line is None else decode_log_line(line)
                if isinstance(event, SessionEvent):
                    prefix.holds(event)
    finally:
        log.rewind()
    return prefix.predecessor


_LINK_PIECE = 64 * 1024
"""Bytes read at once while a link is looked for: mostly the first line has it, or there is none."""


def _links(value: JsonValue, depth: int) -> Iterator[str]:
    if not isinstance(value, Mapping):
        return
    for key, item in value.items():
        if "predecessor" in key.lower():
            yield from _names(item)
        elif depth > 1:
            yield from _links(item, depth - 1)


def _names(value: JsonValue) -> Iterator[str]:
    """The archive that a link names: by name, by number, or by a part that is either."""
    parts = list(value.values()) if isinstance(value, Mapping) else [value]
    for part in parts:
        if isinstance(part, str) and part:
            # A path may lead to it; this reader stays in the session's folder.
            name = part.replace("\\", "/").rpartition("/")[2]
            if archive_number(name) is not None:
                yield name
            elif part is value:
                yield part
        elif isinstance(part, int) and not isinstance(part, bool) and part >= 0:
            yield f"events.{part}.jsonl"
