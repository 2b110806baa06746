"""What the system knows of a process: when it was started, and how much memory it has."""

from __future__ import annotations

import os
import sys
from pathlib import Path

_PROC = Path("/proc")


def start_time(pid: int) -> int | None:
    """Ticks since boot, which with the pid is unique; ``None`` for one that has ended (Linux).

    Field 22 of ``/proc/<pid>/stat``. A zombie has ended.
    """
    try:
        stat = (_PROC / str(pid) / "stat").read_bytes()
    except OSError:
        return None
    return _started(stat)


def has_ended(pid: int, started: int) -> bool:
    """Whether the process that had this pid and start time is provably gone (Linux).

    A pid that was given out again has another start time. What may not be looked at has not
    provably ended.
    """
    try:
        stat = (_PROC / str(pid) / "stat").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return True
    except OSError:
        return False
    return _started(stat) != started


def resident_size(pid: int) -> int | None:
    """Bytes of memory that the process has in use; ``None`` where that is not known.

    Field 2 of ``/proc/<pid>/statm``: Linux only.
    """
    if sys.platform != "linux":
        return None
    try:
        fields = (_PROC / str(pid) / "statm").read_bytes().split()
    except OSError:
        return None
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")


def _started(stat: bytes) -> int | None:
    # The name, in brackets, may contain anything; the numbers begin behind its last bracket.
    fields = stat[stat.rfind(b")") + 1 :].split()
    state, started = fields[0], fields[19]
    return None if state in {b"Z", b"X"} else int(started)
