"""The store of a pipeline: one SQLite file, one owner, written by a worker thread."""

from __future__ import annotations

import logging
import os
import stat
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias, TypeVar

import trio

from copilot_actors._errors import InvalidOption
from copilot_actors.storage import _lease_records as leases

from . import _statements as sql
from ._errors import PipelineDamaged, PipelineInUse, PipelineStoreFailed

if TYPE_CHECKING:
    import sqlite3

_log = logging.getLogger("copilot_actors.pipeline")

T = TypeVar("T")
Operation: TypeAlias = "Callable[[sqlite3.Connection], object]"

_WAL_BYTES: Final = 4 * 1024 * 1024
_BUSY_SECONDS: Final = 5.0
"""How long SQLite waits for a reader that is about to recover the write-ahead log."""
_OWNER_ONLY: Final = stat.S_IRUSR | stat.S_IWUSR
_LEASE_NAME: Final = "owner"
_GUARD_TRIES: Final = 1000
_GUARD_PAUSE: Final = 0.005
"""Seconds until the guard of the lease is tried again; it is held for far less."""


class Change(NamedTuple):
    """Something to be done to the store; ``durable`` waits for the disk."""

    operation: Operation
    durable: bool


def check_path(path: str | os.PathLike[str]) -> Path:
    """Return the path of a store.

    Raises:
        InvalidOption: it is none.
    """
    given = path.__fspath__() if isinstance(path, os.PathLike) else path
    if not isinstance(given, str) or not given or given == ":memory:":
        raise InvalidOption("store", f"expected the path of a file, got {path!r}")
    return Path(given)


class Store:
    """An open store. Its lease names the owner to whoever comes second.

    The file can be read while it is open here: SQLite's write-ahead log lets readers see all that
    was committed. So not SQLite's own lock keeps a second owner out, but a lease in the folder
    ``<file>-lease``, which ends with the process, ``kill -9`` included.
    """

    def __init__(self, path: Path, name: str) -> None:
        self.path = path
        self.name = name
        self._lease: leases.Taken | None = None
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None

    async def open(self) -> None:
        """Take the lease and open the file; it is made if there is none.

        Raises:
            PipelineInUse: another owner has it open.
            PipelineDamaged: it is no store of this pipeline, or one of another version.
            PipelineStoreFailed: it cannot be made, read or written.
        """
        # Not given up half-way: an abandoned thread would hold the lease for nobody.
        await self._in_thread(self._open)

    async def apply(self, changes: Sequence[Change]) -> list[object]:
        """Do all of the changes in one transaction; return what each operation returned.

        Raises:
            PipelineStoreFailed: SQLite could not; nothing was changed.
        """
        return await self._in_thread(lambda: self._apply(changes))

    async def aclose(self) -> None:
        """Close the file and give up the lease. Idempotent."""
        with trio.CancelScope(shield=True):
            await self._in_thread(self._close)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        def locked() -> T:
            with self._lock:
                return work()

        return await trio.to_thread.run_sync(locked, limiter=trio.CapacityLimiter(1))

    # --- In the thread --------------------------------------------------------------------

    def _open(self) -> None:
        import sqlite3  # noqa: PLC0415 - most programs need no store

        self._lease = _take_lease(self.path)
        connection: sqlite3.Connection | None = None
        try:
            self._make_file()
            connection = sqlite3.connect(
                self.path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False
            )
            self._prepare(connection)
        except BaseException as error:
            if connection is not None:
                connection.close()
            self._give_up_lease()
            if isinstance(error, sqlite3.DatabaseError):
                raise open_fault(str(self.path), error) from error
            raise
        self._connection = connection

    def _make_file(self) -> None:
        """Make the file readable by its owner alone before SQLite writes to it."""
        try:
            if not self.path.exists():
                flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0)
                os.close(os.open(self.path, flags, _OWNER_ONLY))
        except OSError as error:
            reason = error.strerror or str(error)
            raise PipelineStoreFailed(str(self.path), reason) from error

    def _prepare(self, connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN IMMEDIATE")
        if is_new(connection):
            sql.create(connection, self.name)
        connection.execute("COMMIT")
        check(str(self.path), connection)
        name = sql.name_of(connection)
        if name != self.name:
            raise PipelineDamaged(
                str(self.path), f"it belongs to the pipeline {name!r}, not to {self.name!r}"
            )
        ((mode,),) = connection.execute("PRAGMA journal_mode = WAL")
        if mode != "wal":
            reason = f"no write-ahead log can be had here, only {mode!r}"
            raise PipelineStoreFailed(str(self.path), reason)
        connection.execute(f"PRAGMA journal_size_limit = {_WAL_BYTES}")

    def _apply(self, changes: Sequence[Change]) -> list[object]:
        import sqlite3  # noqa: PLC0415 - loaded by _open

        connection = self._connection
        if connection is None:
            raise PipelineStoreFailed(str(self.path), "it is closed")
        # What is committed survives the death of the process either way; FULL waits for the disk,
        # so that what a caller was told is done survives a loss of power too.
        full = any(change.durable for change in changes)
        try:
            connection.execute(f"PRAGMA synchronous = {'FULL' if full else 'NORMAL'}")
            connection.execute("BEGIN IMMEDIATE")
            results = [change.operation(connection) for change in changes]
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            _roll_back(connection)
            raise PipelineStoreFailed(str(self.path), str(error)) from error
        except BaseException:
            _roll_back(connection)
            raise
        return results

    def _close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()
        self._give_up_lease()

    def _give_up_lease(self) -> None:
        lease, self._lease = self._lease, None
        if lease is not None:
            try:
                leases.give_up(lease, wait=True)
            except OSError as error:
                _log.warning(
                    "the lease of %s is kept until this process ends: %s", self.path, error
                )
            finally:
                os.close(lease.descriptor)


def _take_lease(path: Path) -> leases.Taken:
    """Become the owner of a store, or raise who is.

    Raises:
        PipelineInUse: another owner has it.
        PipelineStoreFailed: the folder of the lease cannot be used.
    """
    resolved = path.resolve()
    for _ in range(_GUARD_TRIES):
        try:
            if not resolved.parent.is_dir():
                raise PipelineStoreFailed(str(path), "its folder does not exist")
            return leases.take(resolved.with_name(f"{resolved.name}-lease"), _LEASE_NAME)
        except leases.GuardBusy:
            time.sleep(_GUARD_PAUSE)
        except leases.Held as held:
            raise PipelineInUse(str(path), held.holder) from None
        except OSError as error:
            raise PipelineStoreFailed(str(path), f"its lease cannot be had: {error}") from error
    raise PipelineStoreFailed(str(path), "the guard of its lease is held for too long")


def is_new(connection: sqlite3.Connection) -> bool:
    """Whether a database has nothing in it yet."""
    return _header(connection) == (0, 0, 0)


def check(path: str, connection: sqlite3.Connection) -> None:
    """See that a database is a store that this version can read.

    Raises:
        PipelineDamaged: it is not.
    """
    application, version, tables = _header(connection)
    if application != sql.APPLICATION_ID or not tables:
        raise PipelineDamaged(path, "it is no store of a pipeline")
    if version != sql.SCHEMA_VERSION:
        raise PipelineDamaged(
            path, f"its schema has version {version}; this library reads {sql.SCHEMA_VERSION}"
        )


def open_fault(path: str, error: sqlite3.DatabaseError) -> Exception:
    """What an error of SQLite at the opening of a store means."""
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR")):
        return PipelineDamaged(path, str(error))
    return PipelineStoreFailed(path, str(error))


def _header(connection: sqlite3.Connection) -> tuple[int, int, int]:
    ((application,),) = connection.execute("PRAGMA application_id")
    ((version,),) = connection.execute("PRAGMA user_version")
    ((tables,),) = connection.execute("SELECT count(*) FROM sqlite_schema")
    return application, version, tables


def _roll_back(connection: sqlite3.Connection) -> None:
    """SQLite has rolled back by itself after some errors, and not after others."""
    import sqlite3  # noqa: PLC0415 - loaded by Store

    if connection.in_transaction:
        try:
            connection.execute("ROLLBACK")
        except sqlite3.Error:
            # The next BEGIN will say what is wrong.
            return
