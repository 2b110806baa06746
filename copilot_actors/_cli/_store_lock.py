"""One daemon on one store: a lock that ends with its holder, and says who that is."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from ._file_lock import exclusive_if_free

NAME: Final = "copilot-actors-serve"


class Daemon(msgspec.Struct, frozen=True, kw_only=True):
    """What the holder of a lock has written about itself.

    Attributes:
        pid: its process.
        url: of its gateway, once that listens.
    """

    pid: int
    url: str | None = None


class StoreInUse(Exception):
    """Another daemon serves the store."""

    def __init__(self, home: Path, holder: Daemon | None) -> None:
        who = "another process" if holder is None else f"process {holder.pid}"
        where = "" if holder is None or holder.url is None else f", at {holder.url}"
        super().__init__(f"{who} serves the store {home} already{where}")
        self.holder = holder


class StoreLock:
    """A lock that is held."""

    def __init__(self, note: Path) -> None:
        self._note = note

    def tell(self, url: str | None) -> None:
        """Say where the gateway listens, for the commands that look for it."""
        text = msgspec.json.encode(Daemon(pid=os.getpid(), url=url))
        # Replaced as a whole: a reader never sees half of it.
        draft = self._note.with_suffix(".new")
        draft.write_bytes(text)
        draft.chmod(0o600)
        draft.replace(self._note)


@contextlib.contextmanager
def hold_store(home: Path) -> Iterator[StoreLock]:
    """Hold the lock of a store for the length of the block.

    Raises:
        StoreInUse: another daemon holds it.
        OSError: the store cannot be written.
    """
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    note = home / f"{NAME}.json"
    with exclusive_if_free(home / f"{NAME}.lock") as held:
        if not held:
            raise StoreInUse(home, read_note(home))
        lock = StoreLock(note)
        lock.tell(None)
        try:
            yield lock
        finally:
            note.unlink(missing_ok=True)


def read_note(home: Path) -> Daemon | None:
    """Return what the daemon of a store says of itself, or ``None``."""
    try:
        return msgspec.json.decode((home / f"{NAME}.json").read_bytes(), type=Daemon)
    except (OSError, msgspec.MsgspecError):
        return None
