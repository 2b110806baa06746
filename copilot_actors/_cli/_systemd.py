"""What systemd is told, over the socket that it names (sd_notify(3)); nothing without it."""

from __future__ import annotations

import contextlib
import os
import socket
import time
from collections.abc import Mapping
from typing import Final

_MICRO: Final = 1_000_000


class Notifier:
    """Tells the service manager how the daemon is. Losing a message is no fault of the daemon."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self._address = env.get("NOTIFY_SOCKET", "")
        self._watchdog = env.get("WATCHDOG_USEC", "")
        self._watched = env.get("WATCHDOG_PID", str(os.getpid())) == str(os.getpid())

    @property
    def watchdog_interval(self) -> float | None:
        """Seconds between signs of life, half of what is asked for; ``None`` without a watchdog."""
        if not (self._address and self._watched and self._watchdog.isdecimal()):
            return None
        return int(self._watchdog) / _MICRO / 2 or None

    def ready(self, status: str) -> None:
        """The daemon serves."""
        self._send(f"READY=1\nSTATUS={status}")

    def reloading(self) -> None:
        """The daemon reads its file again; :meth:`ready` ends that."""
        microseconds = time.clock_gettime_ns(time.CLOCK_MONOTONIC) // 1000
        self._send(f"RELOADING=1\nMONOTONIC_USEC={microseconds}")

    def stopping(self) -> None:
        """The daemon drains."""
        self._send("STOPPING=1")

    def alive(self) -> None:
        """A sign of life for the watchdog."""
        self._send("WATCHDOG=1")

    def _send(self, text: str) -> None:
        address = self._address
        if not address or address[0] not in "/@":
            return
        # A leading @ stands for the abstract name space.
        name = "\0" + address[1:] if address[0] == "@" else address
        with (
            contextlib.suppress(OSError),
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sending,
        ):
            sending.setblocking(False)
            sending.sendto(text.encode(), name)
