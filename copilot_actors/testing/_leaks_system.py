"""What a process has of the operating system, and what of it was not there before. Linux."""

from __future__ import annotations

import contextlib
import gc
import io
import os
import re
import socket
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Final, final

_PROC: Final = Path("/proc")
_POLL: Final = 0.01
_COMMAND: Final = 200
_STARTED: Final = 19
"""Place of the start time among the fields behind the name: a pid may be given out again."""
_MARK: Final = "COPILOT_ACTORS_INSTANCE="
_HOLDERS: Final = (socket.socket, io.FileIO)
_OWNER: Final = re.compile(r"[0-9a-f]+\.(\d+)\.")


@final
class SystemSnapshot:
    """The processes and descriptors that are there now.

    Plain functions, so that a test without trio can use them too.
    """

    def __init__(self, *, processes: bool = True, descriptors: bool = True) -> None:
        # Each kind: how it is listed, how one of it is told, and what was there before.
        self._kinds: list[
            tuple[Callable[[], dict[object, str]], Callable[[object, str], str], set[object]]
        ] = []
        if not _PROC.joinpath("self", "fd").is_dir():
            return
        if processes:
            self._kinds.append((_processes, _tell_process, set(_processes())))
        if descriptors:
            self._kinds.append((_descriptors, _tell_descriptor, set(_descriptors())))

    def left(self) -> list[str]:
        """Return what is there now and was not before, each in a line."""
        return [
            tell(key, what)
            for list_them, tell, before in self._kinds
            for key, what in list_them().items()
            if key not in before
        ]

    def wait(self, grace: float) -> list[str]:
        """Give it ``grace`` seconds of real time to go; return what is left."""
        deadline = time.monotonic() + grace
        collected = False
        while left := self.left():
            if not collected:
                # What nobody holds any more, but in a cycle, is closed by this.
                gc.collect()
                collected = True
            elif time.monotonic() > deadline:
                break
            else:
                time.sleep(_POLL)
        return left


def _processes() -> dict[object, str]:
    """Our children and the marked processes of our CLIs, by pid and start time."""
    mine = str(os.getpid())
    found: dict[object, str] = {}
    for entry in os.scandir(_PROC):
        if not entry.name.isdigit() or entry.name == mine:
            continue
        fields = _stat_fields(entry.name)
        if fields is None:
            continue
        if fields[1] == mine:
            found[entry.name, fields[_STARTED]] = f"a child of this one, state {fields[0]}"
        elif _mark_owner(entry.name) == mine:
            found[entry.name, fields[_STARTED]] = "left behind by a CLI of this one"
    return found


def _stat_fields(pid: str) -> list[str] | None:
    try:
        return (_PROC / pid / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None


def _mark_owner(pid: str) -> str | None:
    try:
        environ = (_PROC / pid / "environ").read_bytes().decode(errors="replace")
    except OSError:
        return None
    for variable in environ.split("\0"):
        if variable.startswith(_MARK):
            match = _OWNER.match(variable.removeprefix(_MARK))
            return match[1] if match is not None else None
    return None


def _tell_process(key: object, what: str) -> str:
    pid = key[0] if isinstance(key, tuple) else key
    command = ""
    with contextlib.suppress(OSError):
        command = (
            (_PROC / str(pid) / "cmdline")
            .read_bytes()
            .replace(b"\0", b" ")
            .decode(errors="replace")
        )
    if not command:
        with contextlib.suppress(OSError):
            command = (_PROC / str(pid) / "comm").read_text()
    return f"process {pid} ({what}): {command.strip()[:_COMMAND] or 'gone meanwhile'}"


def _descriptors() -> dict[object, str]:
    """Our open descriptors, by number and what they lead to."""
    found: dict[object, str] = {}
    for entry in os.scandir(_PROC / "self" / "fd"):
        with contextlib.suppress(OSError):
            target = os.readlink(entry.path)  # noqa: PTH115 - a Path would change "socket:[1]"
            # The descriptor of this very listing.
            if target != f"/proc/{os.getpid()}/fd":
                found[int(entry.name), target] = target
    return found


def _tell_descriptor(key: object, target: str) -> str:
    number = key[0] if isinstance(key, tuple) else 0
    parts = [f"descriptor {number} ({target})"]
    if target.startswith("socket:"):
        parts.append(_tell_socket(int(number)))
    parts.append(_tell_owner(int(number)))
    return ", ".join(part for part in parts if part)


def _tell_socket(number: int) -> str:
    try:
        with socket.socket(fileno=os.dup(number)) as copy:
            names = [copy.getsockname()]
            with contextlib.suppress(OSError):
                names.append(copy.getpeername())
    except OSError:
        return ""
    return " to ".join(str(name) for name in names)


def _tell_owner(number: int) -> str:
    """Name the object that has a descriptor, and where it was made if that is traced."""
    for thing in gc.get_objects():
        if not isinstance(thing, _HOLDERS):
            continue
        try:
            same = thing.fileno() == number
        except (OSError, ValueError):
            continue
        if same:
            traced = tracemalloc.get_object_traceback(thing) if tracemalloc.is_tracing() else None
            place = f", made at {traced[-1]}" if traced else ""
            return f"held by a {type(thing).__module__}.{type(thing).__qualname__}{place}"
    return "held by no object of Python's"
