"""What a session file system is: the place where the CLI keeps the files of one session.

The operations are those of the CLI's ``sessionFs.*`` requests. Providers raise what Python's own
file functions raise; the client turns that into the protocol's two errors.
"""

from __future__ import annotations

import abc
import posixpath
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal, TypeAlias

import msgspec

from copilot_actors._errors import JsonValue

FileKind: TypeAlias = Literal["file", "directory"]
SqlKind: TypeAlias = Literal["exec", "query", "run"]


class FileInfo(msgspec.Struct, frozen=True, kw_only=True):
    """What :meth:`SessionFileSystem.stat` tells of a path.

    Attributes:
        kind: ``"file"`` or ``"directory"``.
        size: bytes of the content in UTF-8; 0 for a directory.
        modified: when the content changed last, with a time zone.
        created: when it came into being, with a time zone; ``modified`` where that is unknown.
    """

    kind: FileKind
    size: int
    modified: datetime
    created: datetime


class DirectoryEntry(msgspec.Struct, frozen=True):
    """One name in a directory, and what it is."""

    name: str
    kind: FileKind


class SqlStatement(msgspec.Struct, frozen=True, kw_only=True):
    """One statement of the CLI for the database of a session.

    Attributes:
        query: the SQL.
        kind: ``"query"`` for rows, ``"run"`` for a change, ``"exec"`` for a script without a
            result.
        parameters: values for named parameters; names without ``:``, ``@`` or ``$``.
    """

    query: str
    kind: SqlKind
    parameters: Mapping[str, JsonValue] = msgspec.field(default_factory=dict)


class SqlResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a statement gave.

    Attributes:
        rows: for a ``"query"``: one mapping from column to value for each row.
        columns: the names of the columns, in order.
        rows_affected: for a ``"run"``: how many rows it changed.
        last_insert_rowid: for a ``"run"``: the id of the last row that was put in, or ``None``.
    """

    rows: Sequence[Mapping[str, JsonValue]] = ()
    columns: Sequence[str] = ()
    rows_affected: int = 0
    last_insert_rowid: int | None = None


class SessionFileSystem(abc.ABC):
    """Where the CLI keeps one session's files: derive from it to keep them elsewhere.

    Paths are text, absolute, with ``/`` between the parts. Contents are text; sizes count its
    UTF-8 bytes. ``copilot_actors.testing.check_session_file_system`` tells whether a provider
    keeps the rules below.

    Failures are exceptions: ``FileNotFoundError`` is the only one that the CLI tells apart, any
    other one is "it failed" to it. A provider may be cancelled at any ``await`` (its CLI has
    died, or it was over its limit) and must then have done an operation in whole or not at all.

    **One writer.** The client calls the file system of a session for one operation after the
    other, never two at once. Nobody else may write to it while the session is open: a second CLI
    would go on with a history of its own.
    """

    @abc.abstractmethod
    async def read_file(self, path: str) -> str:
        """Return the whole content of a file.

        Raises:
            FileNotFoundError: there is none.
            IsADirectoryError: it is a directory.
        """

    @abc.abstractmethod
    async def write_file(self, path: str, content: str, *, mode: int | None = None) -> None:
        """Make a file or replace its content; parent directories are made if need be.

        Args:
            path: the file.
            content: all of it.
            mode: permission bits for a new file, for those who have such; ``None`` as usual.

        Raises:
            IsADirectoryError: it is a directory.
            NotADirectoryError: a parent is a file.
        """

    @abc.abstractmethod
    async def append_file(self, path: str, content: str, *, mode: int | None = None) -> None:
        """Add to the end of a file, which is made if need be, as its parents are.

        Raises:
            IsADirectoryError: it is a directory.
            NotADirectoryError: a parent is a file.
        """

    @abc.abstractmethod
    async def exists(self, path: str) -> bool:
        """Return whether there is a file or a directory; raise if that cannot be told.

        A "no" for the log of a session means that the session has no history, so it must never
        stand for a failure.
        """

    @abc.abstractmethod
    async def stat(self, path: str) -> FileInfo:
        """Return what a path is.

        Raises:
            FileNotFoundError: there is nothing.
        """

    @abc.abstractmethod
    async def mkdir(self, path: str, *, recursive: bool = False, mode: int | None = None) -> None:
        """Make a directory.

        Args:
            path: the directory.
            recursive: make its parents too, and be content if it is there.
            mode: permission bits, as for :meth:`write_file`.

        Raises:
            FileExistsError: it is there (without ``recursive``), or it is a file.
            FileNotFoundError: its parent is missing (without ``recursive``).
        """

    @abc.abstractmethod
    async def readdir_with_types(self, path: str) -> Sequence[DirectoryEntry]:
        """Return what is directly in a directory, in any order.

        Raises:
            FileNotFoundError: there is none.
            NotADirectoryError: it is a file.
        """

    async def readdir(self, path: str) -> Sequence[str]:
        """Return the names in a directory; raises as :meth:`readdir_with_types` does."""
        return [entry.name for entry in await self.readdir_with_types(path)]

    @abc.abstractmethod
    async def rm(self, path: str, *, recursive: bool = False, force: bool = False) -> None:
        """Remove a file or a directory.

        Args:
            path: what to remove.
            recursive: a directory with all that is in it; without it a directory is refused.
            force: be content if there is nothing.

        Raises:
            FileNotFoundError: there is nothing (without ``force``).
            IsADirectoryError: it is a directory (without ``recursive``).
        """

    @abc.abstractmethod
    async def rename(self, src: str, dest: str) -> None:
        """Move a file or a directory; a file at ``dest`` is replaced.

        Atomic: at each moment, also after a crash, ``dest`` has the old or the new content in
        whole. The CLI replaces its files by a new one under another name and a rename.

        Raises:
            FileNotFoundError: ``src`` is missing, or the parent of ``dest``.
        """


class SqliteFileSystem(SessionFileSystem):
    """A session file system that also has SQLite databases: the model's ``sql`` tool needs one.

    A database is a file of the file system. What is not a valid statement raises
    ``sqlite3.Error``, whose text the model is told.
    """

    async def sqlite_exists(self, path: str) -> bool:
        """Return whether there is a database; raise if that cannot be told."""
        return await self.exists(path)

    @abc.abstractmethod
    async def sqlite_query(self, path: str, statement: SqlStatement) -> SqlResult:
        """Run one statement by itself; the database is made if need be."""

    @abc.abstractmethod
    async def sqlite_transaction(
        self, path: str, statements: Sequence[SqlStatement]
    ) -> Sequence[SqlResult]:
        """Run statements in one transaction: all of them or, when one raises, none."""


def split_path(path: str) -> tuple[str, ...]:
    """Return the parts of a path, without empty ones and ``.``; ``..`` is taken lexically.

    Raises:
        PermissionError: it leads out of the root.
        ValueError: it has a NUL in it.
    """
    if "\0" in path:
        raise ValueError("a path has no NUL")
    parts: list[str] = []
    for part in path.split("/"):
        if part == "..":
            if not parts:
                raise PermissionError(f"{path!r} leads out of the file system")
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return tuple(parts)


def join_path(parts: Sequence[str]) -> str:
    """Return the absolute path of some parts."""
    return posixpath.join("/", *parts)
