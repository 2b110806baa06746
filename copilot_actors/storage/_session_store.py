"""The sessions of one COPILOT_HOME, read where they lie: no CLI, and nothing is ever written."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final, final

import trio

from copilot_actors._errors import InvalidSessionId, StoreError

from ._stored_session import StoredSession

_STATE_FOLDER: Final = "session-state"
_SESSION_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,255}")


@final
class SessionStore:
    """A read-only view of the sessions of one ``COPILOT_HOME``.

    It needs no CLI, starts none and writes nothing, so it may be used while CLIs work on the same
    sessions: what it reads is what was on disk at that moment.

    All reading is done in worker threads, in pieces of at most 1 MiB; a cancelled call ends after
    the piece it is at.

    Attributes:
        path: the folder that has one folder for each session.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        """Name a store. Of the folder only its kind is looked at.

        Args:
            path: a ``COPILOT_HOME`` (with or without sessions so far), or a folder that holds the
                sessions' folders themselves: one called ``session-state``, or one that has
                folders with a log in it and no ``session-state``.
        """
        given = Path(path)
        self.path = given if _holds_sessions(given) else given / _STATE_FOLDER

    def __repr__(self) -> str:
        return f"<SessionStore {str(self.path)!r}>"

    async def session_ids(self) -> list[str]:
        """Return the ids of all stored sessions, sorted; none if the store does not exist yet.

        A session that was created but never prompted is among them, though its log is missing.

        Raises:
            StoreError: the folder cannot be read.
        """
        return await trio.to_thread.run_sync(self._session_ids)

    def session(self, session_id: str) -> StoredSession:
        """Return the view of one session. Nothing is read yet, so it need not exist.

        Raises:
            InvalidSessionId: no session has such an id.
        """
        if not isinstance(session_id, str) or not _SESSION_ID.fullmatch(session_id):
            raise InvalidSessionId(str(session_id), "it is empty, too long or has other characters")
        return StoredSession(self.path / session_id, session_id, store=self.path)

    def _session_ids(self) -> list[str]:
        try:
            with os.scandir(self.path) as entries:
                return sorted(
                    entry.name
                    for entry in entries
                    if _SESSION_ID.fullmatch(entry.name) and entry.is_dir()
                )
        except FileNotFoundError:
            return []
        except OSError as error:
            raise StoreError(str(self.path), error.strerror or str(error)) from error


def _holds_sessions(path: Path) -> bool:
    """Whether the folder is a ``session-state`` folder, whatever its name."""
    if (path / _STATE_FOLDER).is_dir():
        return False
    if path.name == _STATE_FOLDER:
        return True
    try:
        with os.scandir(path) as entries:
            return any(os.path.lexists(Path(entry.path, "events.jsonl")) for entry in entries)
    except OSError:
        return False
