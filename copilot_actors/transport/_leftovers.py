"""Processes that a CLI left behind, found by the mark that it passed on to them.

The CLI runs each shell tool in a session and a group of its own (and a tool may do the same), so
neither its group nor its process tree leads to a tool once the CLI is dead. What does is the
environment: it is inherited, and Linux shows it in ``/proc``. Elsewhere nothing is found.
"""

from __future__ import annotations

import os
import signal
import sys
import uuid
from pathlib import Path

import msgspec
import trio

from copilot_actors._proc import start_time

INSTANCE_VARIABLE = "COPILOT_ACTORS_INSTANCE"
"""Set in the environment of each CLI we start: a random id, our pid and our start time."""

_GRACE_SECONDS = 0.5
_ROUNDS = 3
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
    return f"{uuid.uuid4().hex}.{pid}.{start_time(pid) or 0}"


def find_leftovers() -> list[Leftover]:
    """List the marked processes whose owner is gone (Linux; elsewhere none).

    The owner is identified by pid and start time, so that a pid that was given out again is not
    mistaken for it. Only processes of the same user can be read. A plain function that reads all of
    ``/proc``, which takes some milliseconds.
    """
    return [
        Leftover(pid, instance)
        for pid, instance in _marked()
        if pid != os.getpid() and not _owner_lives(instance)
    ]


async def end_leftovers(*, owner: tuple[int, int] | None = None) -> int:
    """End what :func:`find_leftovers` lists, for a daemon that starts after a crash of its host.

    Args:
        owner: pid and start time of the process whose leftovers are ended; ``None`` for all.

    Returns:
        How many processes were ended.
    """
    found = await trio.to_thread.run_sync(find_leftovers, limiter=trio.CapacityLimiter(1))
    ending = "" if owner is None else ".{}.{}".format(*owner)
    ended = 0
    for instance in {one.instance for one in found if one.instance.endswith(ending)}:
        ended += await end_instance(instance)
    return ended


async def end_instance(instance: str) -> int:
    """End every process that carries ``instance``: SIGTERM, half a second, SIGKILL.

    The CLI itself must be dead. Repeated until a look finds none, three times at most, since a
    process may fork while it is looked for.

    Returns:
        How many were ended.
    """
    if sys.platform != "linux":
        return 0
    ended = 0
    for _ in range(_ROUNDS):
        # In a thread of its own: on a busy machine /proc takes tens of milliseconds, and the
        # shared pool of threads may be exhausted by the program around us.
        fds = await trio.to_thread.run_sync(
            _open_instance, instance, limiter=trio.CapacityLimiter(1)
        )
        if not fds:
            break
        try:
            ended += len(fds)
            _signal_all(fds, signal.SIGTERM)
            if not await _ended(fds):
                _signal_all(fds, signal.SIGKILL)
                # Or the next look would find them dying, and count them again.
                await _ended(fds)
        finally:
            for fd in fds:
                os.close(fd)
    return ended


def _open_instance(instance: str) -> list[int]:
    """Open a pidfd for each process of ``instance``."""
    fds: list[int] = []
    for pid, found in _marked():
        if found != instance or pid == os.getpid():
            continue
        try:
            fd = os.pidfd_open(pid)
        except OSError:
            continue
        # Looked at again through the descriptor's lifetime: between the listing and the opening
        # the pid may have been given to another process.
        if _instance_of(pid) == instance:
            fds.append(fd)
        else:
            os.close(fd)
    return fds


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
    _, _, owner = instance.partition(".")
    pid, _, started = owner.partition(".")
    if not pid.isdigit() or not started.isdigit():
        # Not a mark of ours; leave it alone.
        return True
    return start_time(int(pid)) == int(started)
