"""A durable ledger in one SQLite file, written by a worker thread."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeVar

import msgspec
import trio

from copilot_actors._errors import InvalidOption, LedgerDamaged, LedgerFailed, LedgerInUse

from ._backend import LedgerBackend
from ._records import CallRecord, LedgerKey, LedgerRecord, PromptRecord, key_of

if TYPE_CHECKING:
    import sqlite3

T = TypeVar("T")

SCHEMA_VERSION: Final = 1
APPLICATION_ID: Final = 0x434F5041
"""Stands in the file's header (``COPA``), so that another program's database is not touched."""

_TABLE: Final = """
CREATE TABLE entries (
    kind TEXT NOT NULL,
    session_id TEXT NOT NULL,
    key TEXT NOT NULL,
    record TEXT NOT NULL,
    PRIMARY KEY (kind, session_id, key)
) WITHOUT ROWID
"""
_WAL_BYTES: Final = 4 * 1024 * 1024
_OWNER_ONLY: Final = stat.S_IRUSR | stat.S_IWUSR
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(PromptRecord | CallRecord).decode


class SqliteLedger(LedgerBackend):
    """A ledger in a file, so that a crash of the program itself can be recovered too.

    The file is made with mode 0600, in a folder that exists; beside it stands its write-ahead
    log (``-wal``). One client owns it for as long as it is open, by a lock that ends with the
    process, ``kill -9`` included. It holds tool results and permission answers until the CLI has
    them on disk, never a key or a token, and of a prompt only the hash unless you opt in.

    With ``synchronous="normal"`` what is committed survives the death of the process at any
    moment, and a loss of power leaves the file whole but may take the last commits. That is as
    much as the CLI does for its own transcripts, which it never syncs; ``"full"`` waits for the
    disk at each commit, for programs whose tools must not run twice even then.

    Args:
        path: the file; made if there is none.
        store_prompts: store prompts in clear, so that one that was never written, or was lost
            with the CLI, is sent again without its caller. A prompt with a key or token that the
            client was given is not stored even then.
        synchronous: ``"normal"`` or ``"full"``.

    Raises:
        InvalidOption: a wrong argument; the file is opened by ``open_client``.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        *,
        store_prompts: bool = False,
        synchronous: Literal["normal", "full"] = "normal",
    ) -> None:
        given = path.__fspath__() if isinstance(path, os.PathLike) else path
        if not isinstance(given, str) or not given or given == ":memory:":
            raise InvalidOption("ledger", f"expected the path of a file, got {path!r}")
        if synchronous not in ("normal", "full"):
            raise InvalidOption("ledger", f"synchronous is 'normal' or 'full', got {synchronous!r}")
        self.path = Path(given)
        self.name = str(self.path)
        self.store_prompts = store_prompts
        self._synchronous = synchronous
        self._limiter: trio.CapacityLimiter | None = None
        # A call that was cancelled goes on in its thread: the next one waits for it there.
        self._lock = threading.Lock()
        self._connection: sqlite3.Connection | None = None

    def __repr__(self) -> str:
        return f"SqliteLedger({self.name!r}, store_prompts={self.store_prompts})"

    # --- LedgerBackend --------------------------------------------------------------------

    async def open(self) -> Sequence[LedgerRecord]:
        """As in :class:`LedgerBackend`."""
        # Not given up half-way: an abandoned thread would hold the lock for nobody.
        return await self._in_thread(self._open, abandon=False)

    async def commit(self, changes: Mapping[LedgerKey, LedgerRecord | None]) -> None:
        """As in :class:`LedgerBackend`."""
        await self._in_thread(lambda: self._commit(changes))

    async def aclose(self) -> None:
        """As in :class:`LedgerBackend`."""
        await self._in_thread(self._close)

    async def _in_thread(self, work: Callable[[], T], *, abandon: bool = True) -> T:
        """Run the statements of one call in a thread, after those of the call before."""

        def locked() -> T:
            with self._lock:
                return work()

        if self._limiter is None:
            # Two: a cancelled call may still hold the first, and its successor waits for it.
            self._limiter = trio.CapacityLimiter(2)
        return await trio.to_thread.run_sync(
            locked, abandon_on_cancel=abandon, limiter=self._limiter
        )

    # --- In the thread --------------------------------------------------------------------

    def _open(self) -> Sequence[LedgerRecord]:
        import sqlite3  # noqa: PLC0415 - most programs need no durable ledger

        if self._connection is not None:
            raise LedgerInUse(self.name)
        self._make_file()
        connection: sqlite3.Connection | None = None
        try:
            connection = sqlite3.connect(
                self.path, timeout=0, isolation_level=None, check_same_thread=False
            )
            self._take(connection)
            records = self._read(connection)
        except BaseException as error:
            if connection is not None:
                connection.close()
            if isinstance(error, sqlite3.DatabaseError):
                raise self._open_fault(error) from error
            raise
        self._connection = connection
        return records

    def _make_file(self) -> None:
        """Make the file readable by its owner alone before SQLite writes to it."""
        # A file that exists is never opened here: closing any descriptor of it would give up the
        # lock that another ledger of this process may hold (a rule of POSIX locks).
        try:
            if not self.path.exists():
                flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0)
                os.close(os.open(self.path, flags, _OWNER_ONLY))
            elif os.name == "posix" and self.path.stat().st_mode & _OTHERS:
                self.path.chmod(_OWNER_ONLY)
        except FileExistsError:
            return
        except OSError as error:
            raise LedgerFailed(self.name, error.strerror or str(error)) from error

    def _take(self, connection: sqlite3.Connection) -> None:
        """Lock the file for the life of the connection, and see that it is ours.

        Raises:
            LedgerDamaged: it belongs to something else, or to a newer version.
            sqlite3.DatabaseError: SQLite cannot lock or read it.
        """
        # Exclusive before the first access: the first statement takes the lock, the connection's
        # end gives it up, and the write-ahead log needs no shared memory.
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("BEGIN IMMEDIATE")
        ((application,),) = connection.execute("PRAGMA application_id")
        ((version,),) = connection.execute("PRAGMA user_version")
        ((tables,),) = connection.execute("SELECT count(*) FROM sqlite_schema")
        connection.execute("COMMIT")
        if (application, version, tables) == (0, 0, 0):
            self._initialise(connection)
        elif application != APPLICATION_ID:
            raise LedgerDamaged(self.name, "it is the database of another program")
        elif version != SCHEMA_VERSION:
            raise LedgerDamaged(
                self.name, f"its schema has version {version}; this library reads {SCHEMA_VERSION}"
            )
        ((mode,),) = connection.execute("PRAGMA journal_mode = WAL")
        if mode != "wal":
            raise LedgerFailed(self.name, f"no write-ahead log can be had here, only {mode!r}")
        connection.execute(f"PRAGMA synchronous = {self._synchronous.upper()}")
        connection.execute(f"PRAGMA journal_size_limit = {_WAL_BYTES}")
        # What is over is overwritten, not merely unlinked: results may be nobody else's business.
        connection.execute("PRAGMA secure_delete = ON")

    def _initialise(self, connection: sqlite3.Connection) -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(_TABLE)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("COMMIT")

    def _read(self, connection: sqlite3.Connection) -> list[LedgerRecord]:
        ((health,),) = connection.execute("PRAGMA quick_check(1)")
        if health != "ok":
            raise LedgerDamaged(self.name, f"SQLite finds it corrupt: {health}")
        records: list[LedgerRecord] = []
        for kind, session_id, key, text in connection.execute(
            "SELECT kind, session_id, key, record FROM entries"
        ):
            try:
                record = _decode(text)
            except (msgspec.MsgspecError, TypeError) as error:
                raise LedgerDamaged(
                    self.name, f"an entry of session {session_id!r} cannot be read: {error}"
                ) from error
            if key_of(record) != (kind, session_id, key):
                raise LedgerDamaged(self.name, f"an entry of session {session_id!r} is misfiled")
            records.append(record)
        return records

    def _open_fault(self, error: sqlite3.DatabaseError) -> Exception:
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            return LedgerInUse(self.name)
        if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_ERROR")):
            return LedgerDamaged(self.name, str(error))
        return LedgerFailed(self.name, str(error))

    def _commit(self, changes: Mapping[LedgerKey, LedgerRecord | None]) -> None:
        import sqlite3  # noqa: PLC0415 - loaded by _open

        connection = self._connection
        if connection is None:
            raise LedgerFailed(self.name, "it is closed")
        kept = [(*k, _encode(r).decode()) for k, r in changes.items() if r is not None]
        removed = [key for key, record in changes.items() if record is None]
        try:
            connection.execute("BEGIN IMMEDIATE")
            connection.executemany(
                "INSERT INTO entries VALUES (?, ?, ?, ?) "
                "ON CONFLICT DO UPDATE SET record = excluded.record",
                kept,
            )
            connection.executemany(
                "DELETE FROM entries WHERE kind = ? AND session_id = ? AND key = ?", removed
            )
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._roll_back(connection)
            raise LedgerFailed(self.name, str(error)) from error

    def _roll_back(self, connection: sqlite3.Connection) -> None:
        """SQLite has rolled back by itself after some errors, and not after others."""
        import sqlite3  # noqa: PLC0415 - loaded by _open

        if connection.in_transaction:
            try:
                connection.execute("ROLLBACK")
            except sqlite3.Error:
                # The next BEGIN will say what is wrong.
                return

    def _close(self) -> None:
        import sqlite3  # noqa: PLC0415 - loaded by _open

        connection, self._connection = self._connection, None
        if connection is None:
            return
        try:
            # So that no old page with what was over lies beside the file.
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        except sqlite3.Error:
            pass  # a full disk; the next open takes the log over
        finally:
            connection.close()
