"""What is wrong with a stored log: counted in one pass, in constant memory."""

from __future__ import annotations

from pathlib import Path
from typing import Final, final

import msgspec

from copilot_actors.protocol import NoEvent, SessionEvent, decode_log_line, log_line_kind

from ._history import walk_segments
from ._log_pieces import PIECE_SIZE, LineSplitter, LogFile
from ._segments import Prefix, Segment, archives_in

MAX_LISTED: Final = 1000
"""Line numbers that a report lists of each kind; more are only counted."""

_START: Final = "session.start"
_OWN_CHAINS: Final = "model."
"""Records of a compaction's model call: they follow one another, not what stands before them."""
_ABORT: Final = "abort"
"""CLI 1.0.102 writes an abort of a pending call behind what it caused, which names it as parent."""


class SegmentDamage(msgspec.Struct, frozen=True, kw_only=True):
    """What was found in one file of a log. Lines are numbered from 1.

    Attributes:
        name: the file's name.
        size: its bytes.
        lines: its lines, an unterminated last one included.
        events: those that are records, whatever their shape.
        invalid: how many lines are none, and not blank: the CLI repairs the file by taking them
            out, or refuses it (``TranscriptDamaged``).
        invalid_lines: their numbers, the first 1,000.
        oversized: how many of them are longer than 64 MiB and were not looked at.
        torn: whether the last line is invalid and has no newline, as a crash inside a write
            leaves it.
        unterminated: whether the last line has no newline; by itself that is no damage.
        nul_bytes: NUL bytes, as a loss of power leaves them; no valid line has one.
        session_starts: how many ``session.start`` records there are. More than one: a session was
            created over another one's data, which the CLI does not prevent.
        start_moved: whether the first record is another one although there is a
            ``session.start``; the CLI repairs that too. Never of a segment with a predecessor.
        start_missing: whether there are records, but no ``session.start``: the CLI cannot resume
            that. Never of a segment with a predecessor.
        broken_parents: how many records name another parent than the record before them:
            something was taken out there, or two processes wrote at once. The CLI does not mind.
        broken_parent_lines: their lines, the first 1,000.
        predecessor: the archive that the segment continues, or ``None``.
    """

    name: str
    size: int = 0
    lines: int = 0
    events: int = 0
    invalid: int = 0
    invalid_lines: tuple[int, ...] = ()
    oversized: int = 0
    torn: bool = False
    unterminated: bool = False
    nul_bytes: int = 0
    session_starts: int = 0
    start_moved: bool = False
    start_missing: bool = False
    broken_parents: int = 0
    broken_parent_lines: tuple[int, ...] = ()
    predecessor: str | None = None

    @property
    def repairable(self) -> bool:
        """Whether a resume of this file would repair it, or refuse it without that option."""
        return self.invalid > 0 or self.start_moved

    @property
    def ok(self) -> bool:
        """Whether nothing was found, as far as a look at the file alone tells."""
        return not (
            self.repairable
            or self.start_missing
            or self.nul_bytes
            or self.broken_parents
            or self.session_starts > 1
        )


class DamageReport(msgspec.Struct, frozen=True, kw_only=True):
    """What was found in a stored session's log.

    Attributes:
        session_id: the session.
        segments: one report for each file of its history, oldest first, ``events.jsonl`` last;
            empty if the session has no log (it was never prompted).
        missing_archives: the archive that the oldest of them continues, but that is not there.
        unlinked_archives: archives that are there, but that no segment of the history continues.
    """

    session_id: str
    segments: tuple[SegmentDamage, ...] = ()
    missing_archives: tuple[str, ...] = ()
    unlinked_archives: tuple[str, ...] = ()

    @property
    def head(self) -> SegmentDamage | None:
        """The report on ``events.jsonl``, all that a resume reads; ``None`` without a log."""
        return self.segments[-1] if self.segments else None

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.missing_archives and all(segment.ok for segment in self.segments)


@final
class DamageScanner:
    """Looks through a stored session's log, piece by piece."""

    def __init__(
        self,
        folder: Path,
        session_id: str,
        *,
        follow_archives: bool = True,
        piece_size: int = PIECE_SIZE,
    ) -> None:
        self._folder = folder
        self._session_id = session_id
        self._follow = follow_archives
        self._piece_size = piece_size
        self._left: list[Segment] | None = None
        self._missing: list[str] = []
        self._log: LogFile | None = None
        self._scan: _SegmentScan | None = None
        self._found: list[SegmentDamage] = []

    def step(self) -> DamageReport | None:
        """Look at one piece more; return the report after the last one.

        Raises:
            SessionNotFound: there is no such session.
            StoreError: a file cannot be read.
        """
        if self._left is None:
            segments = walk_segments(self._folder, self._session_id)
            if not self._follow:
                segments = segments[-1:]
            self._missing = [segment.name for segment in segments if segment.missing]
            self._left = [segment for segment in segments if not segment.missing]
        if self._log is None:
            if not self._left:
                return self._report()
            segment = self._left.pop(0)
            try:
                self._log = LogFile(self._folder / segment.name)
            except FileNotFoundError:
                # Deleted meanwhile.
                self._missing.append(segment.name)
                return None
            self._scan = _SegmentScan(segment, self._log.size)
        if self._scan is not None:
            piece = self._log.read(self._piece_size)
            if piece:
                self._scan.feed(piece)
            else:
                self._found.append(self._scan.finish())
                self.close()
        return None

    def close(self) -> None:
        """Close the file; idempotent."""
        if self._log is not None:
            self._log.close()
        self._log = self._scan = None

    def _report(self) -> DamageReport:
        known = {segment.name for segment in self._found} | set(self._missing)
        unlinked = [name for name in archives_in(self._folder) if name not in known]
        return DamageReport(
            session_id=self._session_id,
            segments=tuple(self._found),
            missing_archives=tuple(self._missing),
            unlinked_archives=tuple(unlinked) if self._follow else (),
        )


@final
class _SegmentScan:
    """Counts what is in one file."""

    def __init__(self, segment: Segment, size: int) -> None:
        self._segment = segment
        self._size = size
        self._splitter = LineSplitter()
        self._prefix = Prefix()
        self._events = 0
        self._invalid: list[int] = []
        self._invalid_count = 0
        self._oversized = 0
        self._nul_bytes = 0
        self._starts = 0
        self._starts_first = False
        self._broken: list[int] = []
        self._broken_count = 0
        self._previous: str | None = None
        self._latest: str | None = None
        self._late: tuple[str, str | None] | None = None

    def feed(self, piece: bytes) -> None:
        number = self._splitter.number
        self._nul_bytes += piece.count(0)
        for line in self._splitter.feed(piece):
            number += 1
            self._judge(line, number, terminated=True)

    def finish(self) -> SegmentDamage:
        before = self._invalid_count
        rest = self._splitter.finish()
        for line in rest:
            self._judge(line, self._splitter.number, terminated=False)
        whole = self._segment.predecessor is None
        return SegmentDamage(
            name=self._segment.name,
            size=self._size,
            lines=self._splitter.number,
            events=self._events,
            invalid=self._invalid_count,
            invalid_lines=tuple(self._invalid),
            oversized=self._oversized,
            torn=self._invalid_count > before,
            unterminated=bool(rest),
            nul_bytes=self._nul_bytes,
            session_starts=self._starts,
            start_moved=whole and self._starts > 0 and not self._starts_first,
            start_missing=whole and self._events > 0 and not self._starts,
            broken_parents=self._broken_count,
            broken_parent_lines=tuple(self._broken),
            predecessor=self._segment.predecessor,
        )

    def _judge(self, line: bytes | None, number: int, *, terminated: bool) -> None:
        if line is None:
            self._oversized += 1
            kind: NoEvent | None = NoEvent.INVALID
        else:
            kind = log_line_kind(line, terminated=terminated)
        if kind is NoEvent.INVALID:
            self._invalid_count += 1
            if len(self._invalid) < MAX_LISTED:
                self._invalid.append(number)
        if kind is None and line is not None:
            event = decode_log_line(line, terminated=terminated)
            if isinstance(event, SessionEvent):
                self._record(event, number)

    def _record(self, event: SessionEvent, number: int) -> None:
        self._events += 1
        if event.type == _START:
            self._starts += 1
            self._starts_first = self._starts_first or self._events == 1
        if self._segment.predecessor is not None and self._prefix.holds(event):
            return
        if event.type.startswith(_OWN_CHAINS):
            self._latest = event.id or self._latest
            return
        if event.type == _ABORT and (event.id, event.parent_id) == self._late:
            self._withdraw()
            return
        if not self._follows(event):
            self._late = (event.parent_id or "", self._previous)
            self._broken_count += 1
            if len(self._broken) < MAX_LISTED:
                self._broken.append(number)
        if event.id:
            self._previous = self._latest = event.id

    def _follows(self, event: SessionEvent) -> bool:
        """Whether it names the record before it as its parent, or has nothing to name it with."""
        if self._events == 1 or not event.id or self._previous is None:
            return True
        return event.parent_id in {self._previous, self._latest}

    def _withdraw(self) -> None:
        """Nothing was broken: what named this abort as its parent was only written before it."""
        self._late = None
        if self._broken_count == len(self._broken):
            self._broken.pop()
        self._broken_count -= 1
