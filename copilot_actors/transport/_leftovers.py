"""Processes that a CLI left behind, found by the mark that it passed on to them.

The CLI runs each shell tool in a session and a group of its own (and a tool may do the same), so
neither its group nor its process tree leads to a tool once the CLI is dead. What does is the
environment: it is inherited, and Linux shows it in ``/proc``. Elsewhere nothing is found.
"""

from __future__ import annotations

import os
import re
import signal
import sys
import uuid
from pathlib import Path

import msgspec
import trio

INSTANCE_VARIABLE = "COPILOT_ACTORS_INSTANCE"
"""Set in the environment of each CLI we start: a random id, our pid, our start time, and the
namespace in which these two are counted."""

_GRACE_SECONDS = 0.5
_ROUNDS = 3
_MARK = re.compile(r"[0-9a-f]+\.(\d{1,10})\.(\d{1,20})\.(\d{1,20})", re.ASCII)
_PROC = Path("/proc")


class Leftover(msgspec.Struct, frozen=True):
    """A process that carries the mark of a CLI that one of our processes started.

    Attributes:
        pid: its process id.
        instance: the mark.
    """

    pid: int
    instance: str


def new_instance() -> str:
    """Return a mark for one CLI. It names its owner, to tell orphans from children at work."""
    pid = os.getpid()
    return f"{uuid.uuid4().hex}.{pid}.{_start_time(pid) or 0}.{_pid_namespace() or 0}"


def find_leftovers() -> list[Leftover]:
    """List the marked processes whose owner is gone (Linux; elsewhere none).

    The owner is identified by pid and start time, so that a pid that was given out again is not
    mistaken for it. A process whose owner counts pids in another namespace (that of a container,
    seen from its host) is left alone, since whether that owner lives cannot be told from here.
    Only processes of the same user can be read. A plain function that reads all of ``/proc``,
    which takes some milliseconds.
    """
    return [
        Leftover(pid, instance)
        for pid, instance in _marked()
        if pid != os.getpid() and not _owner_lives(instance)
    ]


async def end_leftovers() -> int:
    """End what :func:`find_leftovers` lists, for a daemon that starts after a crash of its host.

    Returns:
        How many processes were ended.
    """
    found = await trio.to_thread.run_sync(find_leftovers, limiter=trio.CapacityLimiter(1))
    ended = 0
    for instance in {leftover.instance for leftover in found}:
        ended += await end_instance(instance)
    return ended


async def end_instance(
    instance: str, *, killed_group: int | None = None, spared: int | None = None
) -> int:
    """End every process that carries ``instance``: SIGTERM, half a second, SIGKILL.

    The CLI itself must be dead, or its pid be given as ``spared``. Repeated until a look finds
    none, three times at most, since a process may fork while it is looked for.

    Returns:
        How many were ended, without the members of ``killed_group``, which may still be dying.
    """
    if sys.platform != "linux":
        return 0
    ended = 0
    for _ in range(_ROUNDS):
        # In a thread of its own: on a busy machine /proc takes tens of milliseconds, and the
        # shared pool of threads may be exhausted by the program around us.
        fds, of_group = await trio.to_thread.run_sync(
            _open_instance, instance, killed_group, spared, limiter=trio.CapacityLimiter(1)
        )
        if not fds:
            break
        try:
            ended += len(fds) - of_group
            _signal_all(fds, signal.SIGTERM)
            if not await _ended(fds):
                _signal_all(fds, signal.SIGKILL)
                # Or the next look would find them dying, and count them again.
                await _ended(fds)
        finally:
            for fd in fds:
                os.close(fd)
    return ended


def _open_instance(
    instance: str, killed_group: int | None, spared: int | None
) -> tuple[list[int], int]:
    """Open a pidfd for each process of ``instance``; count those in ``killed_group``."""
    fds: list[int] = []
    of_group = 0
    for pid, found in _marked():
        if found != instance or pid in {os.getpid(), spared}:
            continue
        try:
            fd = os.pidfd_open(pid)
        except OSError:
            continue
        # Looked at again through the descriptor's lifetime: between the listing and the opening
        # the pid may have been given to another process.
        if _instance_of(pid) == instance:
            fds.append(fd)
            of_group += _group_of(pid) == killed_group
        else:
            os.close(fd)
    return fds, of_group


def _group_of(pid: int) -> int:
    try:
        return os.getpgid(pid)
    except ProcessLookupError:
        return 0


async def _ended(fds: list[int]) -> bool:
    """Wait half a second for the end of all of them; say whether it came."""
    with trio.move_on_after(_GRACE_SECONDS) as scope:
        for fd in fds:
            # A pidfd becomes readable when its process ends.
            await trio.lowlevel.wait_readable(fd)
    return not scope.cancelled_caught


def _signal_all(fds: list[int], number: signal.Signals) -> None:
    for fd in fds:
        try:
            signal.pidfd_send_signal(fd, number)
        except OSError:
            continue


def _marked() -> list[tuple[int, str]]:
    found: list[tuple[int, str]] = []
    try:
        names = [entry.name for entry in os.scandir(_PROC)]
    except OSError:
        return found
    for name in names:
        if name.isdigit():
            instance = _instance_of(int(name))
            if instance is not None:
                found.append((int(name), instance))
    return found


def _instance_of(pid: int) -> str | None:
    try:
        environ = (_PROC / str(pid) / "environ").read_bytes()
    except OSError:
        return None
    prefix = INSTANCE_VARIABLE.encode() + b"="
    # Most processes have no mark: one search is cheaper than a split.
    if prefix not in environ:
        return None
    for entry in environ.split(b"\0"):
        if entry.startswith(prefix):
            return entry.removeprefix(prefix).decode("ascii", "replace")
    return None


def _owner_lives(instance: str) -> bool:
    mark = _MARK.fullmatch(instance)
    if mark is None:
        # Not one of ours; leave it alone.
        return True
    pid, started, namespace = map(int, mark.groups())
    if namespace != _pid_namespace():
        return True
    return _start_time(pid) == started


def _pid_namespace() -> int | None:
    """The inode of our namespace of pids: in another one our pid means another process."""
    try:
        return (_PROC / "self" / "ns" / "pid").stat().st_ino
    except OSError:
        return None


def _start_time(pid: int) -> int | None:
    """Field 22 of ``/proc/<pid>/stat``: ticks since boot, which with the pid is unique."""
    try:
        stat = (_PROC / str(pid) / "stat").read_bytes()
    except OSError:
        return None
    # The name, in brackets, may contain anything; the numbers begin behind its last bracket.
    fields = stat[stat.rfind(b")") + 1 :].split()
    state, started = fields[0], fields[19]
    return None if state in {b"Z", b"X"} else int(started)
