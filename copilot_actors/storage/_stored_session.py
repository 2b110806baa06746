"""One session on disk: its history, its files, and what is wrong with them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar, final

import trio
from msgspec import UNSET, UnsetType

from copilot_actors._errors import StoreError
from copilot_actors._session_errors import SessionNotFound
from copilot_actors.protocol import SessionEvent

from ._copying import CopyReport, FolderCopier
from ._damage import DamageReport, DamageScanner
from ._diff import Reading, SessionComparer, SessionDiff
from ._export import Exporter, ExportFormat, ExportReport
from ._history import Gaps, HistoryReader, iter_history, walk_segments
from ._redaction import Redaction
from ._segments import Segment
from ._stored_events import StoredEvents
from ._stored_files import (
    Checkpoint,
    StoredFile,
    find_checkpoints,
    find_files,
    folder_size,
    holders,
    read_text,
)
from ._workspace_file import Scalar, parse_workspace

A = TypeVar("A")
T = TypeVar("T")


@final
class StoredSession:
    """A session as it lies on disk; ``SessionStore.session``. Read-only.

    Every method reads anew. Each raises :exc:`SessionNotFound` if there is no such session and
    :exc:`StoreError` if a file cannot be read: the disk fails, a permission is missing, or a link
    or a pipe is where a file should be.

    Attributes:
        session_id: its id.
        path: its folder.
    """

    def __init__(self, path: Path, session_id: str, *, store: Path) -> None:
        self.session_id = session_id
        self.path = path
        self._store = store

    def __repr__(self) -> str:
        return f"<StoredSession {self.session_id!r} in {str(self._store)!r}>"

    # --- The history ----------------------------------------------------------------------

    def events(
        self,
        *types: str,
        follow_archives: bool = True,
        gaps: Gaps = "raise",
        strict: bool = False,
        start: int = 0,
    ) -> StoredEvents:
        """Return the events of the log, oldest first, as an async iterator.

        The log is read as it is at the first step, in constant memory however long it is. A
        record of a shape that no event has is delivered too, as an event of the type
        ``"unknown"`` with all that it holds in ``raw``. A line that is no record (torn, garbage)
        is passed over and counted: ``events.skipped_lines``. A session without a log has none.

        Args:
            types: the types of the events that are wanted, by their wire names; none for all.
            follow_archives: read the archives of a rotated log before its head, without the
                records that repeat them. ``False`` gives the head as it is: what a resume loads.
            gaps: ``"raise"`` raises :exc:`HistoryGap` before the first event if an archive is
                missing; ``"skip"`` begins after it, and ``events.gaps`` names it.
            strict: raise :exc:`TranscriptDamaged` at the first line that is no record.
            start: how many events at the beginning, of whatever type, are left out.
        """
        reader = self._reader(types, follow_archives, gaps, strict=strict, start=start)
        return StoredEvents(self.session_id, reader)

    def iter_events(
        self,
        *types: str,
        follow_archives: bool = True,
        gaps: Gaps = "raise",
        strict: bool = False,
        start: int = 0,
    ) -> Iterator[SessionEvent]:
        """The same as a plain iterator, for programs without trio. It blocks while it reads.

        Raises:
            SessionNotFound: there is no such session.
            HistoryGap: as in :meth:`events`.
            TranscriptDamaged: as in :meth:`events`.
            StoreError: a file cannot be read.
        """
        reader = self._reader(types, follow_archives, gaps, strict=strict, start=start)
        return iter_history(reader)

    async def segments(self) -> tuple[Segment, ...]:
        """Return the files of the history, oldest first, the head last; empty without a log.

        An archive that is missing is the first of them, with ``missing=True``.
        """
        return tuple(await trio.to_thread.run_sync(walk_segments, self.path, self.session_id))

    async def damage(self, *, follow_archives: bool = True) -> DamageReport:
        """Look through the whole log and report what is wrong with it; constant memory.

        Of ``events.jsonl`` it finds invalid what CLI 1.0.102 does (error -32075), by the same
        line numbers. It does not look into the events' fields: a known event without the fields
        it needs makes the CLI refuse the log too (``SessionUnresumable``).

        Args:
            follow_archives: look at the archives that the history runs through too.
        """
        scanner = DamageScanner(self.path, self.session_id, follow_archives=follow_archives)
        try:
            return await _in_pieces(scanner.step)
        finally:
            scanner.close()

    async def diff(
        self, other: StoredSession, *, follow_archives: bool = True, gaps: Gaps = "raise"
    ) -> SessionDiff:
        """Compare the history with that of another stored session; constant memory.

        For forks, for copies that went on by themselves, and for a backup beside a session that
        was rewound: what both begin with, by the ids of the events, and how much either has of
        its own. ``events(start=diff.common)`` of either gives that. The two may lie in different
        stores.

        Args:
            other: the session to compare with.
            follow_archives: as in :meth:`events`, for both.
            gaps: as in :meth:`events`, for both.

        Raises:
            HistoryGap: as in :meth:`events`; it says of which session.
        """
        if not isinstance(other, StoredSession):
            raise TypeError(f"other: expected a StoredSession, got {other!r}")
        comparer = SessionComparer(
            *(
                Reading(
                    session._reader((), follow_archives, gaps, strict=False),
                    session_id=session.session_id,
                    path=session.path,
                )
                for session in (self, other)
            )
        )
        try:
            return await _in_pieces(comparer.step)
        finally:
            comparer.close()

    # --- What else is there ---------------------------------------------------------------

    async def plan(self) -> str | None:
        """Return the plan (``plan.md``), or ``None`` if there is none."""
        return await self._in_thread(read_text, self.path / "plan.md")

    async def workspace(self) -> Mapping[str, Scalar]:
        """Return what ``workspace.yaml`` says: ``id``, ``cwd``, ``name``, ``created_at`` and more.

        Empty without that file. Times are texts, in ISO 8601.
        """
        text = await self._in_thread(read_text, self.path / "workspace.yaml")
        return parse_workspace(text or "")

    async def checkpoints(self) -> tuple[Checkpoint, ...]:
        """Return the checkpoints that compactions left, oldest first."""
        return await self._in_thread(find_checkpoints, self.path)

    async def files(self) -> tuple[StoredFile, ...]:
        """Return what the session keeps in ``files/`` and ``research/``, by name.

        Links are not followed and not listed.
        """
        return await self._in_thread(find_files, self.path)

    async def size(self) -> int:
        """Return the bytes of all files of the session, its backups and archives included."""
        return await self._in_thread(folder_size, self.path)

    async def in_use(self) -> tuple[int, ...]:
        """Return the pids of living processes that have the session loaded; empty if none has.

        Told by the CLI's ``inuse.<pid>.lock`` files, which a CLI that was killed leaves behind.
        Pids of other machines and containers mean nothing here, and a pid may have been given
        out again: leases (``FileLease``) know better.
        """
        return await self._in_thread(holders, self.path)

    # --- Taking it elsewhere --------------------------------------------------------------

    async def export(
        self,
        target: str | os.PathLike[str],
        *,
        format: ExportFormat = "jsonl",  # noqa: A002 - the usual word
        redact: Redaction | UnsetType | None = UNSET,
        follow_archives: bool = True,
        gaps: Gaps = "raise",
    ) -> ExportReport:
        """Write the history into one new file, without secrets.

        The file appears when it is complete, readable by its owner alone (0600); a call that is
        cancelled or fails leaves nothing.

        Args:
            target: the new file. One that exists, or lies inside the store, is refused.
            format: ``"jsonl"``, one event on each line as in the log, or ``"markdown"``, the
                conversation with its tool calls.
            redact: what is taken out; not given, ``Redaction()``: all that has the form of a
                secret. ``None`` takes nothing out.
            follow_archives: as in :meth:`events`.
            gaps: as in :meth:`events`.

        Raises:
            HistoryGap: as in :meth:`events`.
            StoreError: the target is refused or cannot be written.
            ValueError: an unknown format.
        """
        if format not in {"jsonl", "markdown"}:
            raise ValueError(f"format: expected 'jsonl' or 'markdown', got {format!r}")
        exporter = Exporter(
            self._reader((), follow_archives, gaps, strict=False),
            await self._in_thread(self._outside, target),
            session_id=self.session_id,
            format=format,
            redact=Redaction() if redact is UNSET else redact,
        )
        try:
            return await _in_pieces(exporter.step)
        finally:
            await _cleanly(exporter.close)

    async def copy_to(self, folder: str | os.PathLike[str]) -> CopyReport:
        """Copy the session's folder, archives and all, to a new folder.

        As ``<another COPILOT_HOME>/session-state/<id>`` it can be resumed there. Locks are left
        out, and so are links. The folder appears when it is complete; a call that is cancelled or
        fails leaves nothing. A log that is written to meanwhile is copied as it was when its
        copying began; look at :meth:`in_use` first for a copy of everything at one moment.

        Args:
            folder: the new folder; its parents are made. One that exists, or lies inside the
                store, is refused.

        Raises:
            StoreError: the target is refused or cannot be written.
        """
        target = await self._in_thread(self._outside, folder)
        copier = FolderCopier(self.path, target, session_id=self.session_id)
        try:
            return await _in_pieces(copier.step)
        finally:
            await _cleanly(copier.close)

    # --- Plain functions, for a worker thread ---------------------------------------------

    def _reader(
        self,
        types: tuple[str, ...],
        follow_archives: bool,
        gaps: Gaps,
        *,
        strict: bool,
        start: int = 0,
    ) -> HistoryReader:
        if gaps not in {"raise", "skip"}:
            raise ValueError(f"gaps: expected 'raise' or 'skip', got {gaps!r}")
        if isinstance(start, bool) or not isinstance(start, int) or start < 0:
            raise ValueError(f"start: expected a number of events, got {start!r}")
        return HistoryReader(
            self.path,
            self.session_id,
            follow_archives=follow_archives,
            gaps=gaps,
            strict=strict,
            types=types,
            start=start,
        )

    async def _in_thread(self, function: Callable[[A], T], argument: A) -> T:
        def call() -> T:
            if not self.path.is_dir():
                raise SessionNotFound(self.session_id)
            try:
                return function(argument)
            except OSError as error:
                where = error.filename or self.path
                raise StoreError(str(where), error.strerror or str(error)) from error

        return await trio.to_thread.run_sync(call)

    def _outside(self, target: str | os.PathLike[str]) -> Path:
        path = Path(target).absolute()
        real = path.parent.resolve() / path.name
        if real.is_relative_to(self._store.resolve()):
            raise StoreError(str(target), "it is inside the store, which is only read")
        return path


async def _in_pieces(step: Callable[[], T | None]) -> T:
    """Call ``step`` in a worker thread until it returns something; cancelled between two calls."""
    while True:
        result = await trio.to_thread.run_sync(step)
        if result is not None:
            return result


async def _cleanly(close: Callable[[], None]) -> None:
    """Remove what is left of an operation, cancelled or not."""
    with trio.CancelScope(shield=True):
        await trio.to_thread.run_sync(close)
