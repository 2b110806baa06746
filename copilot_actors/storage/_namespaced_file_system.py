"""A part of another session file system, as a whole one: for one tenant or one session."""

from __future__ import annotations

from collections.abc import Sequence
from typing import final

from copilot_actors._errors import InvalidOption

from ._file_system import (
    DirectoryEntry,
    FileInfo,
    SessionFileSystem,
    SqliteFileSystem,
    SqlResult,
    SqlStatement,
    join_path,
    split_path,
)


@final
class NamespacedFileSystem(SqliteFileSystem):
    """Everything below one directory of another file system. No path leads out of it.

    Sessions of different namespaces see nothing of each other; a session that is to be resumed
    must be given the namespace that it had. The directory is made when something is written; an
    empty namespace has an empty root.

    Args:
        inner: where the files are. Without databases of its own this one has none either.
        prefix: the directory, such as ``"tenant-a/session-1"``; one part or several. ``".."`` and
            an empty one are refused.
    """

    def __init__(self, inner: SessionFileSystem, prefix: str) -> None:
        parts = prefix.split("/")
        if not all(part.strip(".") for part in parts) or "\0" in prefix:
            raise InvalidOption("prefix", f"{prefix!r} is no namespace")
        self._inner = inner
        self._prefix = tuple(parts)

    def __repr__(self) -> str:
        return f"NamespacedFileSystem({self._inner!r}, {'/'.join(self._prefix)!r})"

    @property
    def inner(self) -> SessionFileSystem:
        """Where the files are."""
        return self._inner

    @property
    def prefix(self) -> str:
        """The directory there."""
        return join_path(self._prefix)

    async def read_file(self, path: str) -> str:
        """See :meth:`SessionFileSystem.read_file`."""
        return await self._inner.read_file(self._path(path))

    async def write_file(self, path: str, content: str, *, mode: int | None = None) -> None:
        """See :meth:`SessionFileSystem.write_file`."""
        await self._inner.write_file(self._path(path), content, mode=mode)

    async def append_file(self, path: str, content: str, *, mode: int | None = None) -> None:
        """See :meth:`SessionFileSystem.append_file`."""
        await self._inner.append_file(self._path(path), content, mode=mode)

    async def exists(self, path: str) -> bool:
        """See :meth:`SessionFileSystem.exists`."""
        inner = self._path(path)
        return inner == self.prefix or await self._inner.exists(inner)

    async def stat(self, path: str) -> FileInfo:
        """See :meth:`SessionFileSystem.stat`."""
        await self._make_root(path)
        return await self._inner.stat(self._path(path))

    async def mkdir(self, path: str, *, recursive: bool = False, mode: int | None = None) -> None:
        """See :meth:`SessionFileSystem.mkdir`."""
        inner = self._path(path)
        if inner == self.prefix and not recursive:
            raise FileExistsError(path)
        if not recursive:
            await self._inner.mkdir(self.prefix, recursive=True)
        await self._inner.mkdir(inner, recursive=recursive, mode=mode)

    async def readdir_with_types(self, path: str) -> Sequence[DirectoryEntry]:
        """See :meth:`SessionFileSystem.readdir_with_types`."""
        await self._make_root(path)
        return await self._inner.readdir_with_types(self._path(path))

    async def readdir(self, path: str) -> Sequence[str]:
        """See :meth:`SessionFileSystem.readdir`."""
        await self._make_root(path)
        return await self._inner.readdir(self._path(path))

    async def rm(self, path: str, *, recursive: bool = False, force: bool = False) -> None:
        """See :meth:`SessionFileSystem.rm`."""
        await self._make_root(path)
        await self._inner.rm(self._path(path), recursive=recursive, force=force)

    async def rename(self, src: str, dest: str) -> None:
        """See :meth:`SessionFileSystem.rename`."""
        await self._inner.rename(self._path(src), self._path(dest))

    async def sqlite_exists(self, path: str) -> bool:
        """See :meth:`SqliteFileSystem.sqlite_exists`."""
        return await self._databases().sqlite_exists(self._path(path))

    async def sqlite_query(self, path: str, statement: SqlStatement) -> SqlResult:
        """See :meth:`SqliteFileSystem.sqlite_query`."""
        return await self._databases().sqlite_query(self._path(path), statement)

    async def sqlite_transaction(
        self, path: str, statements: Sequence[SqlStatement]
    ) -> Sequence[SqlResult]:
        """See :meth:`SqliteFileSystem.sqlite_transaction`."""
        return await self._databases().sqlite_transaction(self._path(path), statements)

    def _databases(self) -> SqliteFileSystem:
        if isinstance(self._inner, SqliteFileSystem):
            return self._inner
        raise NotImplementedError(f"{type(self._inner).__name__} has no databases")

    async def _make_root(self, path: str) -> None:
        if not split_path(path):
            await self._inner.mkdir(self.prefix, recursive=True)

    def _path(self, path: str) -> str:
        return join_path((*self._prefix, *split_path(path)))


def has_databases(file_system: SessionFileSystem) -> bool:
    """Whether a file system can run SQL, through namespaces down to the one that has the files."""
    while isinstance(file_system, NamespacedFileSystem):
        file_system = file_system.inner
    return isinstance(file_system, SqliteFileSystem)
