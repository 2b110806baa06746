"""Who this process is, and whether the holder of a lease file is provably gone."""

from __future__ import annotations

import datetime as dt
import os
import platform
from pathlib import Path

from copilot_actors._holder import Holder
from copilot_actors._proc import has_ended, start_time

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_PID_NAMESPACE = Path("/proc/self/ns/pid")


def this_process(fencing: int) -> Holder:
    """Describe the calling process as the holder of a lease that begins now."""
    now = dt.datetime.now(dt.UTC)
    pid = os.getpid()
    return Holder(
        host=platform.node(),
        pid=pid,
        since=now.isoformat(timespec="seconds").replace("+00:00", "Z"),
        fencing=fencing,
        boot_id=_read(_BOOT_ID),
        pid_namespace=_pid_namespace(),
        started=start_time(pid),
    )


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
