"""How many sessions may run a turn at once, and who is next (case S6)."""

from __future__ import annotations

import collections
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ._session._ledger import PromptEntry


class _Waiting(NamedTuple):
    session_id: str
    entry: PromptEntry
    start: Callable[[], None]


class Admission:
    """Lets at most ``limit`` sessions have a prompt under way; the others wait in order.

    The order is that of the calls, over all sessions; a prompt whose session is busy lets those
    of other sessions pass. Without a limit everything is admitted at once.
    """

    def __init__(self, limit: int | None) -> None:
        self._limit = limit
        self._running: dict[str, str] = {}
        self._waiting: collections.deque[_Waiting] = collections.deque()

    def __len__(self) -> int:
        return len(self._waiting)

    def submit(
        self, session_id: str, entry: PromptEntry, start: Callable[[], None], *, exempt: bool
    ) -> None:
        """Start a prompt now or when it is its turn.

        ``exempt`` ones do not wait: a steering prompt joins a turn that runs already, and one
        that a handler sends is waited for by a turn that has its place.
        """
        if self._limit is None or exempt:
            start()
            return
        entry.turn.queued = True
        self._waiting.append(_Waiting(session_id, entry, start))
        self._admit()

    def done(self, session_id: str, key: str) -> None:
        """The turn of an admitted prompt is over."""
        if self._running.get(session_id) == key:
            del self._running[session_id]
            self._admit()

    def withdraw(self, entry: PromptEntry) -> bool:
        """Take a prompt out of the queue; whether it was still there."""
        if not entry.turn.queued:
            return False
        self._waiting = collections.deque(w for w in self._waiting if w.entry is not entry)
        entry.turn.queued = False
        return True

    def forget(self, session_id: str) -> list[PromptEntry]:
        """Take all prompts of a session out of the queue.

        Returns:
            Those that were still there, in order.
        """
        gone = [w.entry for w in self._waiting if w.session_id == session_id]
        for entry in gone:
            self.withdraw(entry)
        return gone

    def close_session(self, session_id: str) -> None:
        """A session is over: give its place to the next."""
        self.forget(session_id)
        if self._running.pop(session_id, None) is not None:
            self._admit()

    def _admit(self) -> None:
        limit = self._limit
        if limit is None:
            return
        for waiting in list(self._waiting):
            if len(self._running) >= limit:
                return
            if waiting.session_id in self._running:
                continue
            self.withdraw(waiting.entry)
            self._running[waiting.session_id] = waiting.entry.key
            waiting.start()
