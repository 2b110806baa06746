"""Two stored histories side by side: what they have in common, and where they part.

A fork, a rewind and a copy keep the ids of the events that they take over (CLI 1.0.102), so the
events at the beginning with the same ids, in the same order, are the common part.
"""

from __future__ import annotations

from collections import deque
from pathlib import Path
from typing import Final, Literal, TypeAlias, final

import msgspec

from copilot_actors.protocol import SessionEvent

from ._history import HistoryReader

Relation: TypeAlias = Literal["equal", "ahead", "behind", "diverged", "unrelated"]
"""How one history stands to another, in the words of version control."""

MAX_CHANGED: Final = 1000
"""Ids of changed events that a diff lists; more are only counted."""


class DiffSide(msgspec.Struct, frozen=True, kw_only=True):
    """One of the two sessions of a diff.

    Attributes:
        session_id: the session.
        path: its folder.
        own: how many events it has after the common part.
        first_own_id: the id of the first of them, or ``None`` if there is none.
        skipped_lines: lines of its log that are no records; they count as not being there.
        gaps: the archive that is missing and was passed over (``gaps="skip"``), if one was.
    """

    session_id: str
    path: Path
    own: int = 0
    first_own_id: str | None = None
    skipped_lines: int = 0
    gaps: tuple[str, ...] = ()


class SessionDiff(msgspec.Struct, frozen=True, kw_only=True):
    """What two stored sessions have in common; ``StoredSession.diff``.

    ``events(start=diff.common)`` of either session gives what it has of its own.

    Attributes:
        common: how many events at the beginning both have: the same ids in the same order.
        last_common_id: the id of the last of them, or ``None`` if there is none.
        changed: how many of them have the same id, but do not say the same. A fork has one, its
            ``session.start``, which names the new session.
        changed_ids: their ids, the first 1,000.
        left: the session that was asked.
        right: the one that it was compared with.
    """

    common: int
    left: DiffSide
    right: DiffSide
    last_common_id: str | None = None
    changed: int = 0
    changed_ids: tuple[str, ...] = ()

    @property
    def relation(self) -> Relation:
        """How the left session stands to the right one.

        ``"equal"`` (the same events), ``"ahead"`` (it alone has more), ``"behind"`` (the other
        one alone has), ``"diverged"`` (both have events of their own after common ones) or
        ``"unrelated"`` (both have events, none of them in common).
        """
        if not self.left.own and not self.right.own:
            return "equal"
        if not self.right.own:
            return "ahead"
        if not self.left.own:
            return "behind"
        return "diverged" if self.common else "unrelated"


@final
class SessionComparer:
    """Compares two histories, piece by piece: plain code that blocks.

    Memory is bounded by one piece and one line of either.
    """

    def __init__(self, left: Reading, right: Reading) -> None:
        self._sides = (left, right)
        self._parted = False
        self._common = 0
        self._last: str | None = None
        self._changed = 0
        self._changed_ids: list[str] = []

    def step(self) -> SessionDiff | None:
        """Read one piece more of either session; return the result after the last one.

        Raises:
            CopilotError: as the reader's ``next_batch``.
        """
        left, right = self._sides
        left.fill()
        right.fill()
        if not self._parted:
            self._compare(left, right)
        if self._parted:
            left.count()
            right.count()
        if not (left.over and right.over):
            return None
        return SessionDiff(
            common=self._common,
            last_common_id=self._last,
            changed=self._changed,
            changed_ids=tuple(self._changed_ids),
            left=left.side(),
            right=right.side(),
        )

    def close(self) -> None:
        """Close the files; idempotent."""
        for side in self._sides:
            side.reader.close()

    def _compare(self, left: Reading, right: Reading) -> None:
        while left.waiting and right.waiting:
            one, other = left.waiting[0], right.waiting[0]
            same = None
            if one.id != other.id or (not one.id and not (same := one.raw == other.raw)):
                # What has no id is told by all that it says.
                self._parted = True
                return
            left.waiting.popleft()
            right.waiting.popleft()
            self._common += 1
            self._last = one.id or self._last
            if not (one.raw == other.raw if same is None else same):
                self._changed += 1
                if len(self._changed_ids) < MAX_CHANGED:
                    self._changed_ids.append(one.id)
        # One that has no more has nothing in common with what the other one has left.
        self._parted = (left.over and bool(right.waiting)) or (right.over and bool(left.waiting))


@final
class Reading:
    """One side while it is read."""

    def __init__(self, reader: HistoryReader, *, session_id: str, path: Path) -> None:
        self.reader = reader
        self.waiting: deque[SessionEvent] = deque()
        self._ended = False
        self._session_id = session_id
        self._path = path
        self._own = 0
        self._first: str | None = None

    @property
    def over(self) -> bool:
        """Whether every event has been read and compared or counted."""
        return self._ended and not self.waiting

    def fill(self) -> None:
        """Read the next piece if nothing is waiting."""
        if self.waiting or self._ended:
            return
        batch = self.reader.next_batch()
        if batch is None:
            self._ended = True
            self.reader.close()
        else:
            self.waiting.extend(batch)

    def count(self) -> None:
        """Take what is waiting for events of this side's own."""
        if self.waiting and not self._own:
            self._first = self.waiting[0].id
        self._own += len(self.waiting)
        self.waiting.clear()

    def side(self) -> DiffSide:
        """What was found."""
        return DiffSide(
            session_id=self._session_id,
            path=self._path,
            own=self._own,
            first_own_id=self._first,
            skipped_lines=self.reader.skipped_lines,
            gaps=self.reader.gaps,
        )
