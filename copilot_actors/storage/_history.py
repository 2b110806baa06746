"""A history read in pieces, through all files of a log: plain code that blocks.

Memory is bounded by one piece and one line, however long the log is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Final, Literal, TypeAlias, final

from copilot_actors._session_errors import HistoryGap, SessionNotFound, TranscriptDamaged
from copilot_actors.protocol import NoEvent, SessionEvent, decode_log_line, log_line_kind

from ._log_pieces import PIECE_SIZE, LineSplitter, LogFile
from ._segments import HEAD, MAX_SEGMENTS, Prefix, Segment, archive_number, read_predecessor

Gaps: TypeAlias = Literal["raise", "skip"]
"""What a reader does when an archive is missing."""

_MAX_NOTED: Final = 1000
"""Line numbers that are kept of each segment; more are only counted."""


def walk_segments(folder: Path, session_id: str) -> list[Segment]:
    """All files of a history, oldest first; none if there is no head.

    Raises:
        SessionNotFound: there is no such folder.
        StoreError: a file cannot be read.
    """
    if not folder.is_dir():
        raise SessionNotFound(session_id)
    head = _look_at(folder, HEAD)
    return [] if head.missing else [*walk_archives(folder, head.predecessor), head]


def walk_archives(folder: Path, predecessor: str | None) -> list[Segment]:
    """Follow the links from the head's; oldest first. A missing one is in the list, first."""
    found: list[Segment] = []
    seen = {HEAD}
    name = predecessor
    while name is not None:
        # One that was there before in the chain cannot be there again.
        again = name in seen or len(found) >= MAX_SEGMENTS
        segment = Segment(name=name, missing=True) if again else _look_at(folder, name)
        found.append(segment)
        seen.add(name)
        name = segment.predecessor
    return found[::-1]


def _look_at(folder: Path, name: str) -> Segment:
    if name != HEAD and archive_number(name) is None:
        return Segment(name=name, missing=True)
    try:
        log = LogFile(folder / name)
    except FileNotFoundError:
        return Segment(name=name, missing=True)
    try:
        return Segment(name=name, size=log.size, predecessor=read_predecessor(log))
    finally:
        log.close()


@final
class HistoryReader:
    """Reads the events of a stored session, piece by piece.

    Attributes:
        skipped: segment -> numbers of its lines that are no records, at most 1,000 each.
        skipped_lines: how many such lines there were.
        gaps: the archive that is missing, if one is.
    """

    def __init__(
        self,
        folder: Path,
        session_id: str,
        *,
        follow_archives: bool,
        gaps: Gaps,
        strict: bool,
        types: Collection[str] = (),
        start: int = 0,
        piece_size: int = PIECE_SIZE,
    ) -> None:
        self.skipped: dict[str, list[int]] = {}
        self.skipped_lines = 0
        self.gaps: tuple[str, ...] = ()
        self._folder = folder
        self._session_id = session_id
        self._follow = follow_archives
        self._on_gap = gaps
        self._strict = strict
        self._types = frozenset(types)
        self._before = start
        self._piece_size = piece_size
        self._head: LogFile | None = None
        self._log: LogFile | None = None
        self._left: list[Segment] | None = None
        self._name = HEAD
        self._splitter = LineSplitter()
        self._prefix: Prefix | None = None
        self._fault: TranscriptDamaged | None = None

    def next_batch(self) -> list[SessionEvent] | None:
        """Return the events of the next piece, which may have none; ``None`` at the end.

        Raises:
            SessionNotFound: there is no such session.
            HistoryGap: an archive is missing, and that is not to be skipped.
            TranscriptDamaged: a line is invalid, and the reader is strict.
            StoreError: a file cannot be read.
        """
        if self._fault is not None:
            raise self._fault
        if self._left is None:
            self._left = self._begin()
        if self._log is None:
            if not self._left:
                return None
            self._open(self._left.pop(0))
        return self._read()

    def close(self) -> None:
        """Close the files; idempotent."""
        for log in (self._log, self._head):
            if log is not None:
                log.close()
        self._log = self._head = None
        self._left = []

    def _begin(self) -> list[Segment]:
        if not self._folder.is_dir():
            raise SessionNotFound(self._session_id)
        try:
            # Opened before the links are followed: what is rotated away meanwhile is still in it,
            # and an archive that it names is never written again.
            self._head = LogFile(self._folder / HEAD)
        except FileNotFoundError:
            return []
        if not self._follow:
            return [Segment(name=HEAD)]
        segments = [*walk_archives(self._folder, read_predecessor(self._head)), Segment(name=HEAD)]
        # A chain ends at the first one that is missing, so nothing is before it.
        if segments[0].missing:
            missing = segments.pop(0).name
            if self._on_gap == "raise":
                raise HistoryGap(self._session_id, missing, segments[0].name)
            self.gaps = (missing,)
        return segments

    def _open(self, segment: Segment) -> None:
        self._name = segment.name
        self._splitter = LineSplitter()
        self._prefix = None
        if segment.name == HEAD:
            self._log, self._head = self._head, None
        else:
            try:
                self._log = LogFile(self._folder / segment.name)
            except FileNotFoundError:
                later = self._left[0].name if self._left else HEAD
                raise HistoryGap(self._session_id, segment.name, later) from None
        if self._follow and self._log is not None and read_predecessor(self._log) is not None:
            self._prefix = Prefix()

    def _read(self) -> list[SessionEvent]:
        log = self._log
        if log is None:
            return []
        piece = log.read(self._piece_size)
        number = self._splitter.number
        if piece:
            return self._decode(self._splitter.feed(piece), number, terminated=True)
        self._log = None
        log.close()
        return self._decode(self._splitter.finish(), number, terminated=False)

    def _decode(
        self, lines: list[bytes | None], number: int, *, terminated: bool
    ) -> list[SessionEvent]:
        events = []
        for line in lines:
            number += 1
            event = self._judge(line, terminated=terminated)
            if isinstance(event, SessionEvent):
                if self._prefix is not None and self._prefix.holds(event):
                    continue
                if self._before:
                    self._before -= 1
                    continue
                if not self._types or event.type in self._types:
                    events.append(event)
            elif event is NoEvent.INVALID:
                self._skip(number)
                if self._fault is not None:
                    # After what stands before it.
                    break
        return events

    def _judge(self, line: bytes | None, *, terminated: bool) -> SessionEvent | NoEvent:
        if line is None:
            return NoEvent.INVALID
        if self._strict:
            kind = log_line_kind(line, terminated=terminated)
            if kind is not None:
                return kind
        return decode_log_line(line, terminated=terminated)

    def _skip(self, number: int) -> None:
        if self._strict:
            self._fault = TranscriptDamaged(self._session_id, [number], segment=self._name)
        self.skipped_lines += 1
        noted = self.skipped.setdefault(self._name, [])
        if len(noted) < _MAX_NOTED:
            noted.append(number)


def iter_history(reader: HistoryReader) -> Iterator[SessionEvent]:
    """All events of a reader, which is closed at the end."""
    try:
        while (batch := reader.next_batch()) is not None:
            yield from batch
    finally:
        reader.close()
