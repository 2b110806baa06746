"""Running the statements of a session on SQLite, within bounds and within its own file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from copilot_actors._errors import JsonValue

from ._file_system import SqlResult, SqlStatement

if TYPE_CHECKING:
    import sqlite3

MAX_ROWS: Final = 10_000
"""Rows of one answer; the model reads none of more than a few hundred."""
MAX_STEPS: Final = 20_000_000
"""Instructions of SQLite's machine for one call: about a second, so that no query runs for ever."""
_STEPS_PER_CHECK: Final = 10_000
_PREFIXES: Final = ":@$"
_SAFE_PRAGMAS: Final = frozenset(
    {
        "foreign_keys",
        "index_info",
        "index_list",
        "integrity_check",
        "quick_check",
        "table_info",
        "table_list",
        "table_xinfo",
        "user_version",
    }
)


def run_statements(
    connection: sqlite3.Connection, statements: Sequence[SqlStatement], *, atomic: bool
) -> list[SqlResult]:
    """Run statements on a connection that was opened with ``isolation_level=None``.

    They reach no other file: ``ATTACH`` and the pragmas that name files are refused.

    Raises:
        sqlite3.Error: one is not valid, or over the limits; with ``atomic`` none took effect.
    """
    import sqlite3  # noqa: PLC0415 - only who has a database loads it

    _confine(connection)
    try:
        if atomic:
            connection.execute("BEGIN IMMEDIATE")
        results = [_run(connection, statement) for statement in statements]
        if atomic:
            connection.execute("COMMIT")
    except sqlite3.Warning as error:  # what Python 3.11 says to two statements in one
        raise sqlite3.ProgrammingError(str(error)) from error
    finally:
        # A transaction that is open does not outlive the call: nobody would end it.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        connection.set_authorizer(None)
        connection.set_progress_handler(None, 0)
    return results


def _confine(connection: sqlite3.Connection) -> None:
    import sqlite3  # noqa: PLC0415 - only who has a database loads it

    steps = 0

    def authorize(
        action: int, first: str | None, _second: str | None, _db: str | None, _by: str | None
    ) -> int:
        if action in (sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH):
            return sqlite3.SQLITE_DENY
        if action == sqlite3.SQLITE_PRAGMA and (first or "").lower() not in _SAFE_PRAGMAS:
            return sqlite3.SQLITE_DENY
        return sqlite3.SQLITE_OK

    def count() -> int:
        nonlocal steps
        steps += _STEPS_PER_CHECK
        return steps > MAX_STEPS

    connection.set_authorizer(authorize)
    connection.set_progress_handler(count, _STEPS_PER_CHECK)


def _run(connection: sqlite3.Connection, statement: SqlStatement) -> SqlResult:
    import sqlite3  # noqa: PLC0415 - only who has a database loads it

    if statement.kind == "exec":
        _run_script(connection, statement.query)
        return SqlResult()
    values = {name.lstrip(_PREFIXES): value for name, value in statement.parameters.items()}
    cursor = connection.execute(statement.query, values)
    if statement.kind == "run":
        return SqlResult(rows_affected=max(cursor.rowcount, 0), last_insert_rowid=cursor.lastrowid)
    columns = [str(column[0]) for column in cursor.description or ()]
    found = cursor.fetchmany(MAX_ROWS + 1)
    if len(found) > MAX_ROWS:
        raise sqlite3.DataError(f"more than {MAX_ROWS} rows: add a LIMIT")
    rows = [dict(zip(columns, map(_plain, row), strict=True)) for row in found]
    return SqlResult(rows=rows, columns=columns)


def _run_script(connection: sqlite3.Connection, script: str) -> None:
    """Run a script statement by statement: ``executescript`` would commit what is open."""
    import sqlite3  # noqa: PLC0415 - only who has a database loads it

    statement = ""
    for piece in script.split(";"):
        statement += piece + ";"
        if sqlite3.complete_statement(statement):
            connection.execute(statement)
            statement = ""
    rest = statement.removesuffix(";")
    if rest.strip():
        connection.execute(rest)


def _plain(value: object) -> JsonValue:
    if isinstance(value, bytes):
        return value.hex()
    return value if isinstance(value, str | int | float) else None
