"""A session file system in this process's memory."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from typing import final

import msgspec
import trio

from ._file_system import (
    DirectoryEntry,
    FileInfo,
    SqliteFileSystem,
    SqlResult,
    SqlStatement,
    join_path,
    split_path,
)
from ._sql import run_statements


class _File(msgspec.Struct):
    content: bytearray
    modified: datetime
    created: datetime


_Parts = tuple[str, ...]


@final
class InMemoryFileSystem(SqliteFileSystem):
    """Files and databases that live as long as this object.

    It outlives the CLI, so a session recovers from it after ``kill -9``. Every operation is
    atomic. Nothing touches the disk of the machine. Databases are copied for each statement, on
    the event loop: meant for the small ones that the model's ``sql`` tool makes.

    Args:
        max_bytes: contents of all files together; a write over it raises ``OSError``.
    """

    def __init__(self, *, max_bytes: int = 256 * 1024 * 1024) -> None:
        self._files: dict[_Parts, _File] = {}
        self._directories: dict[_Parts, datetime] = {(): _now()}
        self._max_bytes = max_bytes
        self._bytes = 0

    def __repr__(self) -> str:
        return f"<InMemoryFileSystem: {len(self._files)} files, {self._bytes} bytes>"

    @property
    def paths(self) -> list[str]:
        """The paths of all files, sorted."""
        return sorted(join_path(parts) for parts in self._files)

    async def read_file(self, path: str) -> str:
        """See :meth:`SessionFileSystem.read_file`."""
        await trio.lowlevel.checkpoint()
        return self._file(path).content.decode()

    async def write_file(self, path: str, content: str, *, mode: int | None = None) -> None:  # noqa: ARG002
        """See :meth:`SessionFileSystem.write_file`; has no permission bits."""
        await trio.lowlevel.checkpoint()
        self._write(path, content.encode(), append=False)

    async def append_file(self, path: str, content: str, *, mode: int | None = None) -> None:  # noqa: ARG002
        """See :meth:`SessionFileSystem.append_file`; has no permission bits."""
        await trio.lowlevel.checkpoint()
        self._write(path, content.encode(), append=True)

    async def exists(self, path: str) -> bool:
        """See :meth:`SessionFileSystem.exists`."""
        await trio.lowlevel.checkpoint()
        parts = split_path(path)
        return parts in self._files or parts in self._directories

    async def stat(self, path: str) -> FileInfo:
        """See :meth:`SessionFileSystem.stat`."""
        await trio.lowlevel.checkpoint()
        made = self._directories.get(split_path(path))
        if made is not None:
            return FileInfo(kind="directory", size=0, modified=made, created=made)
        file = self._file(path)
        return FileInfo(
            kind="file", size=len(file.content), modified=file.modified, created=file.created
        )

    async def mkdir(self, path: str, *, recursive: bool = False, mode: int | None = None) -> None:  # noqa: ARG002
        """See :meth:`SessionFileSystem.mkdir`; has no permission bits."""
        await trio.lowlevel.checkpoint()
        parts = split_path(path)
        if parts in self._files or (parts in self._directories and not recursive):
            raise FileExistsError(path)
        if recursive:
            self._make_parents((*parts, ""), path)
        elif parts[:-1] in self._directories:
            self._directories[parts] = _now()
        elif parts[:-1] in self._files:
            raise NotADirectoryError(path)
        else:
            raise FileNotFoundError(path)

    async def readdir_with_types(self, path: str) -> Sequence[DirectoryEntry]:
        """See :meth:`SessionFileSystem.readdir_with_types`; sorted by name."""
        await trio.lowlevel.checkpoint()
        parts = split_path(path)
        if parts in self._files:
            raise NotADirectoryError(path)
        if parts not in self._directories:
            raise FileNotFoundError(path)
        inside = [
            *(DirectoryEntry(p[-1], "file") for p in self._files if p[:-1] == parts),
            *(
                DirectoryEntry(p[-1], "directory")
                for p in self._directories
                if p and p[:-1] == parts
            ),
        ]
        return sorted(inside, key=lambda entry: entry.name)

    async def rm(self, path: str, *, recursive: bool = False, force: bool = False) -> None:
        """See :meth:`SessionFileSystem.rm`; the root itself is emptied."""
        await trio.lowlevel.checkpoint()
        parts = split_path(path)
        if parts in self._files:
            self._forget(parts)
        elif parts not in self._directories:
            if not force:
                raise FileNotFoundError(path)
        elif not recursive:
            raise IsADirectoryError(path)
        else:
            for inside in [p for p in self._files if _is_in(p, parts)]:
                self._forget(inside)
            for inside in [p for p in self._directories if p and _is_in(p, parts)]:
                del self._directories[inside]

    async def rename(self, src: str, dest: str) -> None:
        """See :meth:`SessionFileSystem.rename`."""
        await trio.lowlevel.checkpoint()
        old, new = split_path(src), split_path(dest)
        if old not in self._files and old not in self._directories:
            raise FileNotFoundError(src)
        if new[:-1] not in self._directories:
            raise FileNotFoundError(dest)
        if old == new:
            return
        if not old or _is_in(new, old):
            raise OSError(f"{src!r} cannot be moved into itself")
        if old in self._files:
            if new in self._directories:
                raise IsADirectoryError(dest)
            file = self._files.pop(old)
            replaced = self._files.get(new)
            self._bytes -= len(replaced.content) if replaced is not None else 0
            self._files[new] = file
            return
        if new in self._files:
            raise NotADirectoryError(dest)
        if new in self._directories:
            raise FileExistsError(dest)
        for inside in [p for p in self._files if _is_in(p, old)]:
            self._files[(*new, *inside[len(old) :])] = self._files.pop(inside)
        for inside in [p for p in self._directories if _is_in(p, old)]:
            self._directories[(*new, *inside[len(old) :])] = self._directories.pop(inside)

    async def sqlite_query(self, path: str, statement: SqlStatement) -> SqlResult:
        """See :meth:`SqliteFileSystem.sqlite_query`."""
        await trio.lowlevel.checkpoint()
        return self._run(path, [statement], atomic=False)[0]

    async def sqlite_transaction(
        self, path: str, statements: Sequence[SqlStatement]
    ) -> Sequence[SqlResult]:
        """See :meth:`SqliteFileSystem.sqlite_transaction`."""
        await trio.lowlevel.checkpoint()
        return self._run(path, statements, atomic=True)

    def _run(
        self, path: str, statements: Sequence[SqlStatement], *, atomic: bool
    ) -> list[SqlResult]:
        import sqlite3  # noqa: PLC0415 - only who has a database loads it

        known = self._files.get(split_path(path))
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
            if known is not None and known.content:
                connection.deserialize(known.content)
            results = run_statements(connection, statements, atomic=atomic)
            pages: int = connection.execute("PRAGMA page_count").fetchone()[0]
            after = connection.serialize() if pages else b""
        if after != (known.content if known is not None else b""):
            self._write(path, after, append=False)
        return results

    def _file(self, path: str) -> _File:
        parts = split_path(path)
        file = self._files.get(parts)
        if file is None:
            if parts in self._directories:
                raise IsADirectoryError(path)
            raise FileNotFoundError(path)
        return file

    def _write(self, path: str, content: bytes, *, append: bool) -> None:
        parts = split_path(path)
        if parts in self._directories:
            raise IsADirectoryError(path)
        file = self._files.get(parts)
        freed = len(file.content) if file is not None and not append else 0
        if self._bytes - freed + len(content) > self._max_bytes:
            raise OSError(f"more than {self._max_bytes} bytes in all files")
        self._make_parents(parts, path)
        now = _now()
        if file is None:
            self._files[parts] = _File(bytearray(content), now, now)
        else:
            if not append:
                file.content.clear()
            file.content += content
            file.modified = now
        self._bytes += len(content) - freed

    def _make_parents(self, parts: _Parts, path: str) -> None:
        above = [parts[:length] for length in range(len(parts))]
        if any(parent in self._files for parent in above):
            raise NotADirectoryError(path)
        for parent in above:
            self._directories.setdefault(parent, _now())

    def _forget(self, parts: _Parts) -> None:
        self._bytes -= len(self._files.pop(parts).content)


def _is_in(parts: _Parts, directory: _Parts) -> bool:
    return parts[: len(directory)] == directory


def _now() -> datetime:
    return datetime.now(UTC)
