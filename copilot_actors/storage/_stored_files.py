"""What a session keeps beside its log: plain functions that block, for a worker thread.

Links are not followed: what is listed and read lies in the session's folder.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from copilot_actors._proc import start_time

from ._log_pieces import read_whole
from ._workspace_file import parse_checkpoint_index

_LOCK: Final = re.compile(r"inuse\.([0-9]{1,10})\.lock")
_CHECKPOINT: Final = re.compile(r"([0-9]{1,9})-(.*)\.md")
_ARTIFACTS: Final = ("files", "research")


class StoredFile(msgspec.Struct, frozen=True, kw_only=True):
    """A file that the session keeps.

    Attributes:
        name: its name in the session's folder, such as ``"files/notes.txt"``.
        path: where it is.
        size: its bytes.
    """

    name: str
    path: Path
    size: int


class Checkpoint(msgspec.Struct, frozen=True, kw_only=True):
    """A summary of the conversation, which the CLI kept when it compacted the history.

    Attributes:
        number: counted from 1; a higher one is later.
        title: what it is about, as its index says.
        path: the file with the summary, in Markdown.
    """

    number: int
    title: str
    path: Path


def read_text(path: Path) -> str | None:
    """Read a small file; ``None`` if there is none. What is no UTF-8 becomes U+FFFD."""
    data = read_whole(path)
    return None if data is None else data.decode(errors="replace")


def find_checkpoints(session: Path) -> tuple[Checkpoint, ...]:
    """The checkpoints of a session's folder, oldest first."""
    folder = session / "checkpoints"
    if not _is_folder(folder):
        return ()
    index = read_text(folder / "index.md") or ""
    titles = {name: (number, title) for number, title, name in parse_checkpoint_index(index)}
    found = []
    for entry in folder.iterdir():
        match = _CHECKPOINT.fullmatch(entry.name)
        if match is None or not stat.S_ISREG(entry.lstat().st_mode):
            continue
        number, title = titles.get(entry.name, (int(match[1]), match[2].replace("-", " ")))
        found.append(Checkpoint(number=number, title=title, path=entry))
    return tuple(sorted(found, key=lambda checkpoint: (checkpoint.number, checkpoint.path)))


def find_files(session: Path) -> tuple[StoredFile, ...]:
    """The files that a session keeps, by name."""
    found = [
        StoredFile(name=path.relative_to(session).as_posix(), path=path, size=size)
        for folder in _ARTIFACTS
        if _is_folder(session / folder)
        for path, size in _walk(session / folder)
    ]
    return tuple(sorted(found, key=lambda file: file.name))


def folder_size(session: Path) -> int:
    """The bytes of all files of a session's folder."""
    return sum(size for _, size in _walk(session))


def holders(session: Path) -> tuple[int, ...]:
    """The pids of living processes whose lock files are there."""
    matches = (_LOCK.fullmatch(entry.name) for entry in session.iterdir())
    return tuple(sorted(pid for match in matches if match and _lives(pid := int(match[1]))))


def _is_folder(path: Path) -> bool:
    try:
        return stat.S_ISDIR(path.lstat().st_mode)
    except FileNotFoundError:
        return False


def _walk(folder: Path) -> Iterator[tuple[Path, int]]:
    """The regular files below a folder and their sizes; nothing is followed out of it."""
    try:
        entries = list(os.scandir(folder))
    except (FileNotFoundError, NotADirectoryError):
        return
    for entry in entries:
        try:
            status = entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            # Deleted meanwhile.
            continue
        if stat.S_ISDIR(status.st_mode):
            yield from _walk(Path(entry.path))
        elif stat.S_ISREG(status.st_mode):
            yield Path(entry.path), status.st_size


def _lives(pid: int) -> bool:
    """Whether a process of this pid lives; a zombie does not."""
    if sys.platform != "linux":
        return _answers(pid)
    return start_time(pid) is not None


def _answers(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True
