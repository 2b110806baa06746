"""An event of which there are thousands that nobody waits for."""

from __future__ import annotations

import trio


class Flag:
    """Set once and for all. A ``trio.Event`` of 270 bytes is made when somebody waits for it."""

    __slots__ = ("_event", "_is_set")

    def __init__(self) -> None:
        self._is_set = False
        self._event: trio.Event | None = None

    def is_set(self) -> bool:
        """Whether it has been set."""
        return self._is_set

    def set(self) -> None:
        """Set it, and wake everybody who waits."""
        self._is_set = True
        event, self._event = self._event, None
        if event is not None:
            event.set()

    async def wait(self) -> None:
        """Wait until it is set. A checkpoint in any case."""
        if self._is_set:
            await trio.lowlevel.checkpoint()
            return
        if self._event is None:
            self._event = trio.Event()
        await self._event.wait()
