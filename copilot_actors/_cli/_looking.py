"""How the commands that look at a daemon end: one line for a failure, and its exit code."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import trio

from ._gateway_peer import DaemonRefused, Unreachable
from ._terminal import stderr


def look(command: Callable[[], Awaitable[None]]) -> int:
    """Run a command and return its exit code."""
    try:
        trio.run(command)
    except Unreachable as error:
        stderr().line(f"error: {error}")
        return 3
    except DaemonRefused as error:
        stderr().line(f"error: the daemon refused: {error}")
        return 4
    return 0
