"""The schema of a pipeline's store, and each thing that is done to it, inside a transaction."""

# ruff: noqa: S608 - what is put together is column names and marks; all values are parameters

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final, NamedTuple

import msgspec

from ._records import ItemRecord, StoredError, Usage
from ._states import FINAL, ItemInput, ItemState, next_state, sources

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Sequence

SCHEMA_VERSION: Final = 1
APPLICATION_ID: Final = 0x434F5050
"""Stands in the file's header (``COPP``), so that another program's database is not touched."""

TABLES: Final = (
    "CREATE TABLE pipeline (name BLOB NOT NULL)",
    """
    CREATE TABLE runs (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        started_at REAL NOT NULL,
        ended_at REAL,
        reason TEXT
    )
    """,
    # Keys are any text, half surrogate pairs among them, so they are stored as bytes.
    """
    CREATE TABLE items (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        key BLOB NOT NULL UNIQUE,
        state TEXT NOT NULL,
        item TEXT NOT NULL,
        value TEXT,
        error TEXT,
        attempts INTEGER NOT NULL DEFAULT 0,
        failures INTEGER NOT NULL DEFAULT 0,
        interruptions INTEGER NOT NULL DEFAULT 0,
        duration REAL NOT NULL DEFAULT 0,
        session_id TEXT NOT NULL,
        usage TEXT NOT NULL DEFAULT '{}',
        run INTEGER NOT NULL,
        created_at REAL NOT NULL,
        started_at REAL,
        ended_at REAL
    )
    """,
    "CREATE INDEX items_by_state ON items (state)",
    """
    CREATE TABLE steps (
        item INTEGER NOT NULL,
        name BLOB NOT NULL,
        count INTEGER NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (item, name, count)
    ) WITHOUT ROWID
    """,
)

StepKey = tuple[str, int]
"""Name of a step, and how many of this name there were before it in the attempt."""

_COLUMNS: Final = (
    "number, key, state, item, value, error, attempts, failures, interruptions, duration, "
    "session_id, usage, created_at, started_at, ended_at"
)


class Admission(NamedTuple):
    """What the store knows of an item that a run comes to.

    Attributes:
        record: the item as it is; steps left out.
        value: its value as JSON, if it is finished.
        duplicate: the run has had the key already.
    """

    record: ItemRecord
    value: str | None
    duplicate: bool


def key_bytes(text: str) -> bytes:
    """A key or a name as it is stored."""
    return text.encode("utf-8", "surrogatepass")


def key_text(data: bytes) -> str:
    """The inverse of :func:`key_bytes`."""
    return data.decode("utf-8", "surrogatepass")


def create(db: sqlite3.Connection, name: str) -> None:
    """Make the tables of a new store."""
    for table in TABLES:
        db.execute(table)
    db.execute("INSERT INTO pipeline VALUES (?)", (key_bytes(name),))
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")


def name_of(db: sqlite3.Connection) -> str:
    """The name of the pipeline that the store belongs to."""
    ((name,),) = db.execute("SELECT name FROM pipeline")
    return key_text(name)


def begin_run(db: sqlite3.Connection) -> int:
    """Record that a run begins; return its number."""
    number = db.execute("INSERT INTO runs (started_at) VALUES (?)", (time.time(),)).lastrowid
    assert number is not None  # noqa: S101 - it was just inserted
    return number


def end_run(db: sqlite3.Connection, run: int, reason: str) -> None:
    """Record that a run ended, and why."""
    db.execute(
        "UPDATE runs SET ended_at = ?, reason = ? WHERE number = ?", (time.time(), reason, run)
    )


def admit(db: sqlite3.Connection, run: int, key: str, item: str, session_id: str) -> Admission:
    """Look up the item with this key, which a run has come to; record it if it is new."""
    data = key_bytes(key)
    row = db.execute(f"SELECT {_COLUMNS}, run FROM items WHERE key = ?", (data,)).fetchone()
    if row is None:
        db.execute(
            "INSERT INTO items (key, state, item, session_id, run, created_at) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (data, ItemState.WAITING, item, session_id, run, time.time()),
        )
        row = db.execute(f"SELECT {_COLUMNS}, 0 FROM items WHERE key = ?", (data,)).fetchone()
    else:
        db.execute("UPDATE items SET run = ? WHERE key = ?", (run, data))
        if row[2] == ItemState.RUNNING and row[-1] != run:
            # It was under way when the program ended.
            db.execute("UPDATE items SET interruptions = interruptions + 1 WHERE key = ?", (data,))
            row = (*row[:8], row[8] + 1, *row[9:])
    return Admission(_record(row[:-1], []), row[4], duplicate=row[-1] == run)


def start(db: sqlite3.Connection, number: int) -> dict[StepKey, str]:
    """Record that an attempt begins; return the results of the steps that are recorded."""
    _change(db, number, ItemInput.START, "attempts = attempts + 1, started_at = ?", time.time())
    return {
        (key_text(name), count): value
        for name, count, value in db.execute(
            "SELECT name, count, value FROM steps WHERE item = ?", (number,)
        )
    }


def add_step(db: sqlite3.Connection, number: int, step: StepKey, value: str) -> None:
    """Record the result of a step."""
    db.execute(
        "INSERT INTO steps VALUES (?, ?, ?, ?)", (number, key_bytes(step[0]), step[1], value)
    )


class Ending(NamedTuple):
    """How an attempt ended."""

    what: ItemInput
    seconds: float
    usage: Usage
    value: str | None = None
    error: StoredError | None = None


def end(db: sqlite3.Connection, number: int, ending: Ending) -> None:
    """Record the end of an attempt, and what the item is now."""
    failed = ending.error is not None
    _change(
        db,
        number,
        ending.what,
        "duration = duration + ?, usage = ?, value = ?, error = COALESCE(?, error), "
        "failures = failures + ?, interruptions = interruptions * ?, ended_at = ?",
        ending.seconds,
        msgspec.json.encode(ending.usage).decode(),
        ending.value,
        msgspec.json.encode(ending.error).decode() if failed else None,
        int(failed),
        # An attempt that came to an end of its own ends the row of those that were cut.
        int(ending.what in (ItemInput.PARK, ItemInput.EXHAUST)),
        time.time() if next_state(ItemState.RUNNING, ending.what) in FINAL else None,
    )
    if ending.what is ItemInput.FINISH:
        db.execute("DELETE FROM steps WHERE item = ?", (number,))
        db.execute("UPDATE items SET error = NULL WHERE number = ?", (number,))


def reset(db: sqlite3.Connection, keys: Sequence[str] | None) -> list[str]:
    """Let items that failed be tried anew, those with the keys or all; return which."""
    possible = sources(ItemInput.RESET)
    marks = ", ".join("?" * len(possible))
    if keys is None:
        found = [
            key_text(key)
            for (key,) in db.execute(
                f"SELECT key FROM items WHERE state IN ({marks}) ORDER BY number", possible
            )
        ]
    else:
        found = [
            key
            for key in keys
            if db.execute(
                f"SELECT 1 FROM items WHERE key = ? AND state IN ({marks})",
                (key_bytes(key), *possible),
            ).fetchone()
        ]
    target = next_state(possible[0], ItemInput.RESET)
    db.executemany(
        "UPDATE items SET state = ?, failures = 0, interruptions = 0, ended_at = NULL "
        "WHERE key = ?",
        [(target, key_bytes(key)) for key in found],
    )
    return found


def records(
    db: sqlite3.Connection, states: Iterable[ItemState] = ItemState, *, limit: int = -1
) -> Iterator[ItemRecord]:
    """The items in these states, in the order in which the store first saw them."""
    chosen = list(states)
    marks = ", ".join("?" * len(chosen))
    for row in db.execute(
        f"SELECT {_COLUMNS} FROM items WHERE state IN ({marks}) ORDER BY number LIMIT ?",
        (*chosen, limit),
    ):
        steps = [
            key_text(name) if count == 0 else f"{key_text(name)}#{count + 1}"
            for name, count in db.execute(
                "SELECT name, count FROM steps WHERE item = ? ORDER BY name, count", (row[0],)
            )
        ]
        yield _record(row, steps)


def _record(row: Sequence[object], steps: list[str]) -> ItemRecord:
    number, key, state, item, value, error, *counts, usage, created, started, ended = row
    attempts, failures, interruptions, duration, session_id = counts
    assert isinstance(key, bytes)  # noqa: S101 - the column is a BLOB
    record = {
        "key": key_text(key),
        "number": number,
        "state": state,
        "item": msgspec.json.decode(_text(item)),
        "value": None if value is None else msgspec.json.decode(_text(value)),
        "error": None if error is None else msgspec.json.decode(_text(error)),
        "attempts": attempts,
        "failures": failures,
        "interruptions": interruptions,
        "duration": duration,
        "session_id": session_id,
        "usage": msgspec.json.decode(_text(usage)),
        "steps": steps,
        "created_at": created,
        "started_at": started,
        "ended_at": ended,
    }
    return msgspec.convert(record, ItemRecord)


def _change(
    db: sqlite3.Connection, number: int, what: ItemInput, assignments: str, *values: object
) -> None:
    """Move an item by the table of transitions, and no other way.

    Raises:
        ValueError: this cannot happen to it.
    """
    ((state,),) = db.execute("SELECT state FROM items WHERE number = ?", (number,))
    db.execute(
        f"UPDATE items SET state = ?, {assignments} WHERE number = ?",
        (next_state(ItemState(state), what), *values, number),
    )


def _text(value: object) -> str:
    assert isinstance(value, str)  # noqa: S101 - the columns are TEXT
    return value
