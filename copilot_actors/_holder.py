"""Who holds a session: a value that errors carry and that lease files contain."""

from __future__ import annotations

import msgspec


class Holder(msgspec.Struct, frozen=True, kw_only=True):
    """The process that holds a session's lease.

    Attributes:
        host: name of its machine or container.
        pid: its process id there.
        since: when it took the lease, by its own wall clock; ISO 8601, UTC. For people only.
        fencing: the lease's number. Each later lease of the session has a greater one.
        boot_id: which run of the kernel it belongs to; ``""`` where that is not known.
        pid_namespace: in which its pid counts (containers have their own); ``""`` if unknown.
        started: its start in ticks since boot, so that a pid that was given out again is not
            mistaken for it; ``None`` where that is not known.
    """

    host: str
    pid: int
    since: str = ""
    fencing: int = 0
    boot_id: str = ""
    pid_namespace: str = ""
    started: int | None = None

    def __str__(self) -> str:
        since = f" since {self.since}" if self.since else ""
        return f"process {self.pid} on {self.host}{since}"
