"""The CLI's ``sessionFs.*`` requests: one table from method to operation and answers.

What a provider returns is checked, since the CLI would take a wrong shape for a broken
connection. What it raises becomes one of the protocol's two errors: a missing file, or "failed".
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from typing import Final, TypeAlias, TypeVar, cast

import msgspec

from copilot_actors._errors import JsonValue
from copilot_actors.storage import (
    DirectoryEntry,
    FileInfo,
    SessionFileSystem,
    SqliteFileSystem,
    SqlKind,
    SqlResult,
    SqlStatement,
)

from ._handler_calls import plain_json, unexpected

T = TypeVar("T")
Fields: TypeAlias = Mapping[str, JsonValue]
Operation: TypeAlias = Callable[[SessionFileSystem, Fields, str], Awaitable[JsonValue]]
Failure: TypeAlias = Callable[[BaseException], JsonValue]

MAX_ANSWER: Final = 60 * 1024 * 1024
"""Bytes of an answer; a frame has 64 MiB, and a larger one would end the connection."""
MAX_ENTRIES: Final = 100_000
"""Entries of one directory."""
DATABASE: Final = "session.db"
"""The name of a session's database in its state path, as in the CLI's own home."""

_LARGEST: Final = 2**53
_EPOCH: Final = "1970-01-01T00:00:00.000Z"
_BUSY: Final = frozenset({5, 6})
"""SQLITE_BUSY and SQLITE_LOCKED."""


class FileRequest(msgspec.Struct, frozen=True):
    """One method.

    Attributes:
        operation: performs it on a file system and returns the answer.
        failure: the answer for an exception; ``None`` where the protocol has none, and the
            request itself is answered with an error.
    """

    operation: Operation
    failure: Failure | None


def file_error(error: BaseException) -> dict[str, JsonValue]:
    """Return the protocol's error for an exception.

    Paths and texts of unknown exceptions may hold what only this program should know, and the
    model reads this: it gets the kind of failure. What SQLite says of a statement is whole.
    """
    if isinstance(error, FileNotFoundError):
        return {"code": "ENOENT", "message": "no such file or directory"}
    if isinstance(error, OSError) and error.errno is not None:
        name = errno.errorcode.get(error.errno, str(error.errno))
        return {"code": "UNKNOWN", "message": f"{name}: {error.strerror or 'failed'}"}
    if is_sql_error(error):
        return {"code": "UNKNOWN", "message": str(error)}
    return {"code": "UNKNOWN", "message": type(error).__name__}


def is_sql_error(error: BaseException) -> bool:
    """Whether SQLite refused a statement: the model's fault, not the file system's."""
    sqlite3 = sys.modules.get("sqlite3")
    return sqlite3 is not None and isinstance(error, sqlite3.Error)


# --- Operations -----------------------------------------------------------------------------


async def _read(fs: SessionFileSystem, fields: Fields, _: str) -> JsonValue:
    content = await fs.read_file(_text(fields, "path"))
    _check(content, str, "text")
    return _sized({"content": content})


async def _write(fs: SessionFileSystem, fields: Fields, _: str) -> JsonValue:
    await fs.write_file(_text(fields, "path"), _text(fields, "content"), mode=_mode(fields))
    return None


async def _append(fs: SessionFileSystem, fields: Fields, _: str) -> JsonValue:
    await fs.append_file(_text(fields, "path"), _text(fields, "content"), mode=_mode(fields))
    return None


async def _exists(fs: SessionFileSystem, fields: Fields, _: str) -> JsonValue:
    return {"exists": _check(await fs.exists(_text(fields, "path")), bool, "True or False")}


async def _stat(fs: SessionFileSystem, fields: Fields, _: str) -> JsonValue:
    info = _check(await fs.stat(_text(fields, "path")), FileInfo, "a FileInfo")
    if info.kind not in ("file", "directory"):
        raise ValueError("a FileInfo is of a file or a directory")
    size: object = info.size
    if not isinstance(size, int) or isinstance(size, bool) or not 0 <= size < _LARGEST:
        raise ValueError("a FileInfo has a size")
    return {
        "isFile": info.kind == "file",
        "isDirectory": info.kind == "directory",
        "size": size,
        "mtime": _time(info.modified),
        "birthtime": _time(info.created),
    }


async def _mkdir(fs: SessionFileSystem, fields: Fields, _: str) -> JsonValue:
    recursive = fields.get("recursive") is True
    await fs.mkdir(_text(fields, "path"), recursive=recursive, mode=_mode(fields))
    return None


async def _readdir(fs: SessionFileSystem, fields: Fields, _: str) -> JsonValue:
    names = _entries(await fs.readdir(_text(fields, "path")))
    return _sized({"entries": [_name(name) for name in names]})


async def _readdir_with_types(fs: SessionFileSystem, fields: Fields, _: str) -> JsonValue:
    found = _entries(await fs.readdir_with_types(_text(fields, "path")))
    entries: list[JsonValue] = []
    for item in found:
        entry = _check(item, DirectoryEntry, "a DirectoryEntry")
        if entry.kind not in ("file", "directory"):
            raise ValueError("a DirectoryEntry is a file or a directory")
        entries.append({"name": _name(entry.name), "type": entry.kind})
    return _sized({"entries": entries})


async def _rm(fs: SessionFileSystem, fields: Fields, _: str) -> JsonValue:
    recursive, force = fields.get("recursive") is True, fields.get("force") is True
    await fs.rm(_text(fields, "path"), recursive=recursive, force=force)
    return None


async def _rename(fs: SessionFileSystem, fields: Fields, _: str) -> JsonValue:
    await fs.rename(_text(fields, "src"), _text(fields, "dest"))
    return None


async def _sqlite_exists(fs: SessionFileSystem, _fields: Fields, database: str) -> JsonValue:
    found = await _databases(fs).sqlite_exists(database)
    return {"exists": _check(found, bool, "True or False")}


async def _sqlite_query(fs: SessionFileSystem, fields: Fields, database: str) -> JsonValue:
    return _sized(_rows(await _databases(fs).sqlite_query(database, _statement(fields))))


async def _sqlite_transaction(fs: SessionFileSystem, fields: Fields, database: str) -> JsonValue:
    given = fields.get("statements")
    wanted = (
        [_statement(item) for item in given if isinstance(item, dict)]
        if (isinstance(given, list))
        else []
    )
    results = _entries(await _databases(fs).sqlite_transaction(database, wanted))
    if len(results) != len(wanted):
        raise ValueError("a transaction has one result for each statement")
    return _sized({"results": [_rows(result) for result in results]})


# --- Answers for failures -------------------------------------------------------------------


def _failed(error: BaseException) -> JsonValue:
    return file_error(error)


def _failed_with(**empty: JsonValue) -> Failure:
    return lambda error: {**empty, "error": file_error(error)}


def _failed_transaction(error: BaseException) -> JsonValue:
    kind = "fatal"
    if isinstance(error, TimeoutError):
        kind = "postCommitAmbiguous"  # it may have been committed before it was cancelled
    elif is_sql_error(error) and getattr(error, "sqlite_errorcode", 0) & 0xFF in _BUSY:
        kind = "busyOrLocked"
    message = file_error(error)["message"]
    return {"results": [], "error": {"errorClass": kind, "message": message}}


FILE_REQUESTS: Mapping[str, FileRequest] = {
    "sessionFs.readFile": FileRequest(_read, _failed_with(content="")),
    "sessionFs.writeFile": FileRequest(_write, _failed),
    "sessionFs.appendFile": FileRequest(_append, _failed),
    "sessionFs.exists": FileRequest(_exists, None),
    "sessionFs.stat": FileRequest(
        _stat,
        _failed_with(isFile=False, isDirectory=False, size=0, mtime=_EPOCH, birthtime=_EPOCH),
    ),
    "sessionFs.mkdir": FileRequest(_mkdir, _failed),
    "sessionFs.readdir": FileRequest(_readdir, _failed_with(entries=[])),
    "sessionFs.readdirWithTypes": FileRequest(_readdir_with_types, _failed_with(entries=[])),
    "sessionFs.rm": FileRequest(_rm, _failed),
    "sessionFs.rename": FileRequest(_rename, _failed),
    "sessionFs.sqliteExists": FileRequest(_sqlite_exists, None),
    "sessionFs.sqliteQuery": FileRequest(
        _sqlite_query, _failed_with(rows=[], columns=[], rowsAffected=0)
    ),
    "sessionFs.sqliteTransaction": FileRequest(_sqlite_transaction, _failed_transaction),
}
"""Method -> how it is served. A "no" in place of a failure would deny a session its history, so
``exists`` has no such answer."""


# --- Helpers --------------------------------------------------------------------------------


def _text(fields: Fields, name: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str):
        raise TypeError(f"the request has no {name}")
    return value


def _mode(fields: Fields) -> int | None:
    mode = fields.get("mode")
    return mode if isinstance(mode, int) and not isinstance(mode, bool) else None


def _check(value: object, kind: type[T], expected: str) -> T:
    if not isinstance(value, kind):
        raise unexpected(value, expected)
    return value


def _entries(value: object) -> Sequence[object]:
    if not isinstance(value, Sequence) or isinstance(value, str | bytes | bytearray):
        raise unexpected(value, "a list")
    if len(value) > MAX_ENTRIES:
        raise ValueError(f"more than {MAX_ENTRIES} entries")
    return value


def _name(value: object) -> str:
    name = _check(value, str, "a name")
    if name in ("", ".", "..") or "/" in name or "\0" in name:
        raise ValueError("a name in a directory is one part of a path")
    return name


def _time(value: object) -> str:
    moment = _check(value, datetime, "a datetime")
    if moment.tzinfo is None:
        raise ValueError("a time without a time zone means nothing")
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _databases(fs: SessionFileSystem) -> SqliteFileSystem:
    if not isinstance(fs, SqliteFileSystem):
        raise NotImplementedError("this file system has no databases")
    return fs


def _statement(fields: Fields) -> SqlStatement:
    kind, parameters = fields.get("queryType"), fields.get("params")
    if kind not in ("exec", "query", "run"):
        raise ValueError("the statement is of no known kind")
    return SqlStatement(
        query=_text(fields, "query"),
        kind=cast("SqlKind", kind),
        parameters=parameters if isinstance(parameters, dict) else {},
    )


def _rows(value: object) -> JsonValue:
    result = _check(value, SqlResult, "a SqlResult")
    answer: dict[str, object] = {
        "rows": list(result.rows),
        "columns": list(result.columns),
        "rowsAffected": result.rows_affected,
    }
    if result.last_insert_rowid is not None:
        answer["lastInsertRowid"] = result.last_insert_rowid
    return plain_json(answer)


def _sized(answer: JsonValue) -> JsonValue:
    if len(msgspec.json.encode(answer)) > MAX_ANSWER:
        raise OSError(errno.EFBIG, "too large for one answer")
    return answer
