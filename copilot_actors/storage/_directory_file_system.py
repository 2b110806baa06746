"""A session file system in a directory of the machine, with no way out of it.

Each path is walked from a descriptor of the root, part by part, and no part may be a symbolic
link: neither the path nor a link that somebody puts there leads anywhere else.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, Generic, TypeVar, final

import trio

from copilot_actors._errors import InvalidOption

from ._file_system import (
    DirectoryEntry,
    FileInfo,
    SqliteFileSystem,
    SqlResult,
    SqlStatement,
    split_path,
)
from ._sql import run_statements

T = TypeVar("T")

MAX_FILE_SIZE: Final = 64 * 1024 * 1024
"""Bytes of a file that is read: more does not fit into one answer to the CLI."""
SQLITE_BUSY_TIMEOUT: Final = 5.0
"""Seconds to wait for another process that has the database locked."""

_NEW: Final = ".copilot-actors-"
"""Beginning of the names of files that are being written; never shown."""
_FILE_FLAGS: Final = sum(
    getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_CLOEXEC", "O_NONBLOCK", "O_BINARY")
)
_DIRECTORY_FLAGS: Final = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | _FILE_FLAGS
_FILE_MODE: Final = 0o600
_DIRECTORY_MODE: Final = 0o700
_MAYBE_LINKS: Final = frozenset({errno.ELOOP, errno.EMLINK, errno.ENOTDIR})
"""What systems say to a link where a directory or a file was to be opened."""

_Parts = tuple[str, ...]


@final
class DirectoryFileSystem(SqliteFileSystem):
    """Files below one directory, which is made if need be.

    Writing is atomic: a file is written under another name and renamed, so that a crash leaves
    the old or the new content; an append that fails is taken back. As the CLI does for its own
    transcripts, nothing is synced: what was written survives the death of every process, but a
    loss of power may take the last of it. New files have mode 0600, directories 0700, unless the
    CLI says otherwise. Symbolic links and special files are not followed, listed or replaced.

    File functions run in threads, never on the event loop. A caller can be cancelled at any
    moment, also when the disk hangs: an operation that has begun is finished by its thread, and
    later ones wait for that; one that has not begun is not carried out.

    Args:
        root: the directory. A link in its own path is followed once, now.
        limiter: of the threads; ``None`` for trio's own, which is shared.

    Raises:
        InvalidOption: the system cannot open files relative to a directory (Windows), or the
            root is no path.
    """

    def __init__(
        self, root: str | os.PathLike[str], *, limiter: trio.CapacityLimiter | None = None
    ) -> None:
        if os.open not in os.supports_dir_fd:
            raise InvalidOption("root", "this system has no directory descriptors")
        given = root.__fspath__() if isinstance(root, os.PathLike) else root
        if not isinstance(given, str) or not given or "\0" in given:
            raise InvalidOption("root", f"expected the path of a directory, got {root!r}")
        self._root = Path(given).resolve()
        self._limiter = limiter
        self._left: set[threading.Event] = set()

    def __repr__(self) -> str:
        return f"DirectoryFileSystem({str(self._root)!r})"

    @property
    def root(self) -> Path:
        """The directory, without links."""
        return self._root

    async def read_file(self, path: str) -> str:
        """See :meth:`SessionFileSystem.read_file`; a file must be UTF-8 and fit into 64 MiB."""
        return await self._in_thread(lambda: self._read(split_path(path)))

    async def write_file(self, path: str, content: str, *, mode: int | None = None) -> None:
        """See :meth:`SessionFileSystem.write_file`."""
        data = content.encode()
        await self._in_thread(lambda: self._write(split_path(path), data, mode))

    async def append_file(self, path: str, content: str, *, mode: int | None = None) -> None:
        """See :meth:`SessionFileSystem.append_file`."""
        data = content.encode()
        await self._in_thread(lambda: self._append(split_path(path), data, mode))

    async def exists(self, path: str) -> bool:
        """See :meth:`SessionFileSystem.exists`."""

        def look() -> bool:
            try:
                self._stat(split_path(path))
            except (FileNotFoundError, NotADirectoryError):
                return False
            return True

        return await self._in_thread(look)

    async def stat(self, path: str) -> FileInfo:
        """See :meth:`SessionFileSystem.stat`."""
        found = await self._in_thread(lambda: self._stat(split_path(path)))
        is_file = stat.S_ISREG(found.st_mode)
        return FileInfo(
            kind="file" if is_file else "directory",
            size=found.st_size if is_file else 0,
            modified=datetime.fromtimestamp(found.st_mtime, UTC),
            created=datetime.fromtimestamp(min(found.st_ctime, found.st_mtime), UTC),
        )

    async def mkdir(self, path: str, *, recursive: bool = False, mode: int | None = None) -> None:
        """See :meth:`SessionFileSystem.mkdir`."""
        await self._in_thread(lambda: self._mkdir(split_path(path), recursive, mode))

    async def readdir_with_types(self, path: str) -> Sequence[DirectoryEntry]:
        """See :meth:`SessionFileSystem.readdir_with_types`; sorted by name."""
        return await self._in_thread(lambda: self._readdir(split_path(path)))

    async def rm(self, path: str, *, recursive: bool = False, force: bool = False) -> None:
        """See :meth:`SessionFileSystem.rm`; the root itself is emptied."""
        await self._in_thread(lambda: self._rm(split_path(path), recursive, force))

    async def rename(self, src: str, dest: str) -> None:
        """See :meth:`SessionFileSystem.rename`."""
        await self._in_thread(lambda: self._rename(split_path(src), split_path(dest)))

    async def sqlite_query(self, path: str, statement: SqlStatement) -> SqlResult:
        """See :meth:`SqliteFileSystem.sqlite_query`."""
        parts = split_path(path)
        results = await self._in_thread(lambda: self._sql(parts, [statement], atomic=False))
        return results[0]

    async def sqlite_transaction(
        self, path: str, statements: Sequence[SqlStatement]
    ) -> Sequence[SqlResult]:
        """See :meth:`SqliteFileSystem.sqlite_transaction`."""
        parts = split_path(path)
        return await self._in_thread(lambda: self._sql(parts, statements, atomic=True))

    async def _in_thread(self, function: Callable[[], T]) -> T:
        self._left = {done for done in self._left if not done.is_set()}
        operation = _Operation(function, tuple(self._left))
        try:
            return await trio.to_thread.run_sync(
                operation, abandon_on_cancel=True, limiter=self._limiter
            )
        except trio.Cancelled:
            if operation.leave():
                self._left.add(operation.done)
            raise

    # --- In threads -------------------------------------------------------------------------

    @contextmanager
    def _directory(self, parts: _Parts, *, make: int | None = None) -> Iterator[int]:
        """A descriptor of a directory; ``make`` is the mode of those that are missing."""
        try:
            here = os.open(self._root, _DIRECTORY_FLAGS)
        except FileNotFoundError:
            self._root.mkdir(mode=_DIRECTORY_MODE, parents=True, exist_ok=True)
            here = os.open(self._root, _DIRECTORY_FLAGS)
        try:
            for part in parts:
                if make is not None:
                    with contextlib.suppress(FileExistsError):
                        os.mkdir(part, make, dir_fd=here)
                with _no_links(here, part):
                    below = os.open(part, _DIRECTORY_FLAGS, dir_fd=here)
                os.close(here)
                here = below
            yield here
        finally:
            os.close(here)

    def _read(self, parts: _Parts) -> str:
        with self._file(parts, os.O_RDONLY) as file:
            size = os.fstat(file).st_size
            if size > MAX_FILE_SIZE:
                raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
            chunks = []
            while chunk := os.read(file, 1024 * 1024):
                chunks.append(chunk)
        return b"".join(chunks).decode()

    @contextmanager
    def _file(self, parts: _Parts, flags: int, *, make: int | None = None) -> Iterator[int]:
        if not parts:
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        above = _DIRECTORY_MODE if make is not None else None
        with self._directory(parts[:-1], make=above) as directory:
            with _no_links(directory, parts[-1]):
                file = os.open(parts[-1], flags | _FILE_FLAGS, make or 0, dir_fd=directory)
            try:
                _refuse_special(os.fstat(file).st_mode)
                if stat.S_ISDIR(os.fstat(file).st_mode):
                    raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
                yield file
            finally:
                os.close(file)

    def _write(self, parts: _Parts, data: bytes, mode: int | None) -> None:
        if not parts:
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        with self._directory(parts[:-1], make=_DIRECTORY_MODE) as directory:
            name = parts[-1]
            bits = _FILE_MODE if mode is None else mode & 0o777
            with contextlib.suppress(FileNotFoundError):
                found = os.stat(name, dir_fd=directory, follow_symlinks=False)
                _refuse_special(found.st_mode)
                if stat.S_ISDIR(found.st_mode):
                    raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
                bits = stat.S_IMODE(found.st_mode)
            new = f"{_NEW}{secrets.token_hex(8)}"
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | _FILE_FLAGS
            file = os.open(new, flags, bits, dir_fd=directory)
            try:
                try:
                    _write_all(file, data)
                finally:
                    os.close(file)
                os.rename(new, name, src_dir_fd=directory, dst_dir_fd=directory)
            except BaseException:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(new, dir_fd=directory)
                raise

    def _append(self, parts: _Parts, data: bytes, mode: int | None) -> None:
        bits = _FILE_MODE if mode is None else mode & 0o777
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
        with self._file(parts, flags, make=bits) as file:
            size = os.fstat(file).st_size
            try:
                _write_all(file, data)
            except OSError:
                os.ftruncate(file, size)
                raise

    def _stat(self, parts: _Parts) -> os.stat_result:
        if not parts:
            with self._directory(()) as directory:
                return os.fstat(directory)
        with self._directory(parts[:-1]) as directory:
            found = os.stat(parts[-1], dir_fd=directory, follow_symlinks=False)
        _refuse_special(found.st_mode)
        return found

    def _mkdir(self, parts: _Parts, recursive: bool, mode: int | None) -> None:
        bits = _DIRECTORY_MODE if mode is None else mode & 0o777
        if recursive:
            try:
                with self._directory(parts, make=bits):
                    return
            except NotADirectoryError:
                if stat.S_ISREG(self._stat(parts).st_mode):
                    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
                raise
        if not parts:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        with self._directory(parts[:-1]) as directory:
            os.mkdir(parts[-1], bits, dir_fd=directory)

    def _readdir(self, parts: _Parts) -> list[DirectoryEntry]:
        with self._directory(parts) as directory:
            entries = []
            with os.scandir(directory) as found:
                for entry in found:
                    if entry.name.startswith(_NEW):
                        continue
                    if entry.is_file(follow_symlinks=False):
                        entries.append(DirectoryEntry(entry.name, "file"))
                    elif entry.is_dir(follow_symlinks=False):
                        entries.append(DirectoryEntry(entry.name, "directory"))
        return sorted(entries, key=lambda entry: entry.name)

    def _rm(self, parts: _Parts, recursive: bool, force: bool) -> None:
        try:
            if not parts:
                if not recursive:
                    raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
                with self._directory(()) as directory:
                    for name in os.listdir(directory):  # noqa: PTH208 - of a descriptor
                        _remove(directory, name)
                return
            with self._directory(parts[:-1]) as directory:
                found = os.stat(parts[-1], dir_fd=directory, follow_symlinks=False)
                if stat.S_ISDIR(found.st_mode) and not recursive:
                    raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
                _remove(directory, parts[-1])
        except FileNotFoundError:
            if not force:
                raise

    def _rename(self, src: _Parts, dest: _Parts) -> None:
        if not src or not dest:
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        with self._directory(src[:-1]) as source, self._directory(dest[:-1]) as target:
            found = os.stat(src[-1], dir_fd=source, follow_symlinks=False)
            _refuse_special(found.st_mode)
            os.rename(src[-1], dest[-1], src_dir_fd=source, dst_dir_fd=target)

    def _sql(
        self, parts: _Parts, statements: Sequence[SqlStatement], *, atomic: bool
    ) -> list[SqlResult]:
        import sqlite3  # noqa: PLC0415 - only who has a database loads it

        if not parts:
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        with self._directory(parts[:-1], make=_DIRECTORY_MODE) as directory:
            for name in (parts[-1], f"{parts[-1]}-journal", f"{parts[-1]}-wal"):
                with contextlib.suppress(FileNotFoundError):
                    _refuse_special(os.stat(name, dir_fd=directory, follow_symlinks=False).st_mode)
            connection = sqlite3.connect(
                self._root.joinpath(*parts), timeout=SQLITE_BUSY_TIMEOUT, isolation_level=None
            )
            with closing(connection):
                return run_statements(connection, statements, atomic=atomic)


class _Operation(Generic[T]):
    """One call in a thread, whose caller may leave it.

    ``after`` are the ends of operations that were left running: they are waited for, since what
    those still write must not come after what this one writes.
    """

    def __init__(self, function: Callable[[], T], after: Sequence[threading.Event]) -> None:
        self._function = function
        self._after = after
        self._lock = threading.Lock()
        self._begun = self._dropped = False
        self.done = threading.Event()

    def __call__(self) -> T:
        for other in self._after:
            other.wait()
        with self._lock:
            self._begun = True
            dropped = self._dropped
        try:
            if dropped:
                raise InterruptedError(errno.EINTR, "its caller has left")
            return self._function()
        finally:
            self.done.set()

    def leave(self) -> bool:
        """The caller has left; return whether the operation is being carried out all the same."""
        with self._lock:
            self._dropped = True
            return self._begun and not self.done.is_set()


def _refuse_special(mode: int) -> None:
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
        raise PermissionError(errno.EPERM, "neither a file nor a directory")


@contextmanager
def _no_links(directory: int, name: str) -> Iterator[None]:
    """Say of a link that it is one, and not that there is nothing."""
    try:
        yield
    except OSError as error:
        if error.errno in _MAYBE_LINKS:
            _refuse_special(os.stat(name, dir_fd=directory, follow_symlinks=False).st_mode)
        raise


def _write_all(file: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(file, view) :]


def _remove(directory: int, name: str) -> None:
    """Remove a file, a link or a whole directory; links are removed, not followed."""
    try:
        below = os.open(name, _DIRECTORY_FLAGS, dir_fd=directory)
    except OSError as error:
        if error.errno not in _MAYBE_LINKS:
            raise
        os.unlink(name, dir_fd=directory)
        return
    try:
        for inside in os.listdir(below):  # noqa: PTH208 - of a descriptor
            _remove(below, inside)
    finally:
        os.close(below)
    os.rmdir(name, dir_fd=directory)
