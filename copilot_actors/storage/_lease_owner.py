"""Who this process is, and whether the holder of a lease file is provably gone."""

from __future__ import annotations

import datetime as dt
import functools
import os
import platform
import sys
from pathlib import Path

import msgspec

from copilot_actors._holder import Holder
from copilot_actors._proc import has_ended, start_time

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_PID_NAMESPACE = Path("/proc/self/ns/pid")


def this_process(fencing: int) -> Holder:
    """Describe the calling process as the holder of a lease that begins now."""
    now = dt.datetime.now(dt.UTC)
    return msgspec.structs.replace(
        _process(os.getpid()),
        since=now.isoformat(timespec="seconds").replace("+00:00", "Z"),
        fencing=fencing,
    )


@functools.lru_cache(maxsize=1)
def _process(pid: int) -> Holder:
    """What stays the same as long as the process lives. A fork has another pid."""
    return Holder(
        host=platform.node(),
        pid=pid,
        boot_id=_read(_BOOT_ID),
        pid_namespace=_pid_namespace(),
        started=start_time(pid),
    )


if sys.platform != "win32":
    # Or the same, as the first process of another namespace.
    os.register_at_fork(after_in_child=_process.cache_clear)


def is_gone(holder: Holder, me: Holder, *, unlocked: bool) -> bool:
    """Whether ``holder`` cannot come back to its lease.

    In order of what proves it:

    ============================  ==========================================================
    where the holder is           gone if
    ============================  ==========================================================
    same host, boot, namespace    its pid is free, or was given to a later process
    same boot, another namespace  nobody locks its file (the kernel of all containers knows)
    same host, another boot       nobody locks its file (another machine of the same name may)
    elsewhere                     never: nothing here can tell
    ============================  ==========================================================

    The pid comes before the lock, since a fork of the holder keeps the lock when it is gone.

    Args:
        holder: what its file says.
        me: the calling process.
        unlocked: whether the file has no lock.
    """
    same_host = holder.host == me.host
    same_boot = holder.boot_id == me.boot_id
    same_namespace = holder.pid_namespace == me.pid_namespace
    if same_host and same_boot and same_namespace and holder.started is not None:
        return has_ended(holder.pid, holder.started)
    if same_host or (same_boot and me.boot_id):
        return unlocked
    return False


def _read(path: Path) -> str:
    try:
        return path.read_text().strip()
    except OSError:
        return ""


def _pid_namespace() -> str:
    try:
        return str(_PID_NAMESPACE.readlink())
    except OSError:
        return ""
