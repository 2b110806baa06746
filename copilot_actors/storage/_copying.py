"""A copy of a stored session's folder: made beside its place, then renamed to it."""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import shutil
import stat
from pathlib import Path
from typing import Final, final

import msgspec

from copilot_actors._errors import StoreError
from copilot_actors._session_errors import SessionNotFound

from ._log_pieces import PIECE_SIZE, LogFile
from ._segments import HEAD

_LOCK: Final = re.compile(r"inuse\.[0-9]+\.(?:lock|hold)|\.workspace-fork\.lock")
"""What belongs to a process that has the session loaded, and not to the session."""


class CopyReport(msgspec.Struct, frozen=True, kw_only=True):
    """What was copied.

    Attributes:
        path: the new folder.
        files: how many files it has.
        size: their bytes.
        left_out: what was not copied: locks, links, pipes, by their names in the folder.
    """

    path: Path
    files: int
    size: int
    left_out: tuple[str, ...] = ()


@final
class FolderCopier:
    """Copies a session's folder, piece by piece."""

    def __init__(self, source: Path, target: Path, *, session_id: str) -> None:
        self._source = source
        self._target = target
        self._session_id = session_id
        self._temporary: Path | None = None
        self._left: list[str] | None = None
        self._left_out: list[str] = []
        self._log: LogFile | None = None
        self._output = -1
        self._files = 0
        self._size = 0

    def step(self) -> CopyReport | None:
        """Copy one piece more; return the report after the last one, when the copy is there.

        Raises:
            SessionNotFound: there is no such session.
            StoreError: the target exists, or cannot be written, or a file cannot be read.
        """
        try:
            return self._step()
        except OSError as error:
            raise StoreError(str(self._target), error.strerror or str(error)) from error

    def close(self) -> None:
        """Give up: remove what was written so far; idempotent."""
        self._close_file()
        if self._temporary is not None:
            shutil.rmtree(self._temporary, ignore_errors=True)
            self._temporary = None

    def _step(self) -> CopyReport | None:
        if self._left is None:
            self._left = self._begin()
        if self._log is None:
            if not self._left:
                return self._finish()
            self._open(self._left.pop(0))
        if self._log is not None:
            piece = self._log.read(PIECE_SIZE)
            if piece:
                _write_all(self._output, piece)
                self._size += len(piece)
            else:
                os.fsync(self._output)
                self._close_file()
                self._files += 1
        return None

    def _begin(self) -> list[str]:
        if not self._source.is_dir():
            raise SessionNotFound(self._session_id)
        self._refuse_overwriting()
        self._target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        temporary = self._target.with_name(f".{self._target.name}.{secrets.token_hex(8)}.part")
        temporary.mkdir(mode=0o700)
        self._temporary = temporary
        names = list(self._walk(""))
        # The head first: what it continues is never written again, but a head may be replaced.
        return sorted(names, key=lambda name: (name != HEAD, name))

    def _walk(self, folder: str) -> list[str]:
        """The files to copy; makes the folders."""
        names = []
        with os.scandir(self._source / folder) as entries:
            for entry in sorted(entries, key=lambda entry: entry.name):
                name = f"{folder}/{entry.name}" if folder else entry.name
                mode = entry.stat(follow_symlinks=False).st_mode
                if stat.S_ISDIR(mode):
                    self._place(name).mkdir(mode=stat.S_IMODE(mode) | 0o700)
                    names += self._walk(name)
                elif not stat.S_ISREG(mode) or (not folder and _LOCK.fullmatch(entry.name)):
                    self._left_out.append(name)
                else:
                    names.append(name)
        return names

    def _place(self, name: str) -> Path:
        if self._temporary is None:
            raise StoreError(str(self._target), "the copy was given up")
        return self._temporary / name

    def _open(self, name: str) -> None:
        try:
            self._log = LogFile(self._source / name)
        except FileNotFoundError:
            # Deleted meanwhile.
            self._left_out.append(name)
            return
        mode = stat.S_IMODE((self._source / name).stat(follow_symlinks=False).st_mode)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL
        self._output = os.open(self._place(name), flags, mode | 0o600)

    def _finish(self) -> CopyReport:
        self._refuse_overwriting()
        temporary = self._place("")
        temporary.rename(self._target)
        self._temporary = None
        return CopyReport(
            path=self._target,
            files=self._files,
            size=self._size,
            left_out=tuple(self._left_out),
        )

    def _refuse_overwriting(self) -> None:
        if os.path.lexists(self._target):
            raise StoreError(str(self._target), "it exists already")

    def _close_file(self) -> None:
        if self._log is not None:
            self._log.close()
            self._log = None
        if self._output >= 0:
            output, self._output = self._output, -1
            with contextlib.suppress(OSError):
                os.close(output)


def _write_all(descriptor: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]
