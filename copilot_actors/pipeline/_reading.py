"""Reading the store of a pipeline, also while it is open in another process, and resetting it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

import msgspec

from . import _statements as sql
from ._errors import PipelineStoreFailed
from ._progress import Report
from ._records import ItemRecord, Usage
from ._states import ItemState
from ._store import Change, Store, check, check_path, open_fault

if TYPE_CHECKING:
    import sqlite3

_BUSY_SECONDS: Final = 5.0
_SHOWN: Final = 20


def read_report(store: str | os.PathLike[str]) -> Report:
    """Return what a store says of its items, whether it is open elsewhere or not.

    Reads the disk, so call it in a thread from a program with an event loop.

    Args:
        store: path of the store.

    Raises:
        PipelineDamaged: it is no store, or one of another version.
        PipelineStoreFailed: it cannot be read.
    """
    path = check_path(store)
    with _reading(path) as db:
        return report_of(db, str(path))


def read_items(
    store: str | os.PathLike[str], states: Iterable[ItemState] = ItemState
) -> Iterator[ItemRecord]:
    """Yield the items of a store in the order in which it first saw them, all of one moment.

    ``record.to_json()`` makes a line of JSON of each. Reads the disk, as :func:`read_report`.

    Args:
        store: path of the store.
        states: only items in these.

    Raises:
        PipelineDamaged: it is no store, or one of another version.
        PipelineStoreFailed: it cannot be read.
    """
    with _reading(check_path(store)) as db:
        yield from sql.records(db, [ItemState(state) for state in states])


async def retry_items(
    store: str | os.PathLike[str], keys: Sequence[str] | None = None
) -> list[str]:
    """Let items of a store that failed be tried anew by its next run, with all their attempts.

    Args:
        store: path of the store; it must not be open.
        keys: which; ``None`` for all that failed and all dead letters.

    Returns:
        The keys of the items that are waiting now.

    Raises:
        PipelineInUse: another owner has it open; ``Pipeline.retry`` does it there.
        PipelineDamaged: it is no store, or one of another version.
        PipelineStoreFailed: it cannot be read or written.
    """
    path = check_path(store)
    with _reading(path) as db:
        name = sql.name_of(db)
    opened = Store(path, name)
    await opened.open()
    try:
        chosen = None if keys is None else list(keys)
        (found,) = await opened.apply([Change(lambda db: sql.reset(db, chosen), durable=True)])
    finally:
        await opened.aclose()
    return msgspec.convert(found, list[str])


def report_of(db: sqlite3.Connection, store: str) -> Report:
    """Make the report of a store that is open."""
    counts = dict.fromkeys(ItemState, 0)
    counts.update({ItemState(k): n for k, n in db.execute(_COUNTS)})
    ((attempts, duration, *sums),) = db.execute(_SUMS)
    used = zip(Usage.__struct_fields__, sums, strict=True)
    usage = msgspec.convert({name: value for name, value in used if value}, Usage)
    ((runs, elapsed),) = db.execute(
        "SELECT count(*), COALESCE(sum(ended_at - started_at), 0) FROM runs"
    )
    last = db.execute("SELECT reason FROM runs ORDER BY number DESC LIMIT 1").fetchone()
    bad = (ItemState.FAILED, ItemState.DEAD_LETTER)
    return Report(
        name=sql.name_of(db),
        store=store,
        counts=counts,
        attempts=attempts or 0,
        duration=duration or 0.0,
        usage=usage,
        elapsed=elapsed,
        runs=runs,
        stopped=None if last is None else last[0],
        dead_letters=list(sql.records(db, bad, limit=_SHOWN)),
    )


_COUNTS: Final = "SELECT state, count(*) FROM items GROUP BY state"
_USED: Final = ", ".join(
    f"sum(json_extract(usage, '$.{name}'))" for name in Usage.__struct_fields__
)
_SUMS: Final = f"SELECT sum(attempts), sum(duration), {_USED} FROM items"  # noqa: S608 - columns


@contextlib.contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    import sqlite3  # noqa: PLC0415 - most programs need no store

    if not path.is_file():
        raise PipelineStoreFailed(str(path), "there is no such file")
    # With the right to write if we have it: SQLite keeps an index of the log in shared memory.
    mode = "rw" if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK) else "ro"
    try:
        db = sqlite3.connect(
            f"file:{quote(str(path.resolve()))}?mode={mode}",
            uri=True,
            timeout=_BUSY_SECONDS,
            isolation_level=None,
        )
        try:
            db.execute("PRAGMA query_only = ON")
            db.execute("BEGIN")
            check(str(path), db)
            yield db
        finally:
            db.close()
    except sqlite3.DatabaseError as error:
        raise open_fault(str(path), error) from error
