"""Events on their way from a session to a terminal or a pipe, which may be slow."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final, final

import trio

from copilot_actors import SessionEvent

MAX_WAITING: Final = 4096
"""Events that may wait; beyond it ephemeral ones are dropped, as for any slow subscriber."""


@final
class EventFeed:
    """A buffer between the session's task, which must not wait, and the one that writes.

    Given to a session as ``on_event``. A pipe that nobody reads (a pager at its first page)
    stops the writing thread alone: the session, its heartbeat and its turn go on.
    """

    def __init__(self) -> None:
        self._waiting: deque[SessionEvent] = deque()
        self._lot = trio.lowlevel.ParkingLot()
        self._drained = trio.lowlevel.ParkingLot()
        self._busy = False
        self._lagged = 0

    def put(self, event: SessionEvent) -> None:
        """Add an event; plain and quick."""
        if event.ephemeral and len(self._waiting) >= MAX_WAITING:
            self._lagged += 1
            return
        if self._lagged:
            lagged = {"skipped": self._lagged}
            self._lagged = 0
            self._waiting.append(SessionEvent("copilot_actors.subscription.lagged", data=lagged))
        self._waiting.append(event)
        self._lot.unpark_all()

    async def write_to(self, write: Callable[[SessionEvent], None]) -> None:
        """Call ``write`` in a worker thread with each event, in order, until cancelled.

        Cancelled while ``write`` waits for its reader, the thread is left to itself.
        """
        while True:
            while not self._waiting:
                self._busy = False
                self._drained.unpark_all()
                await self._lot.park()
            self._busy = True
            batch = list(self._waiting)
            self._waiting.clear()

            def work(events: list[SessionEvent] = batch) -> None:
                for event in events:
                    write(event)

            await trio.to_thread.run_sync(work, abandon_on_cancel=True)

    async def drained(self) -> None:
        """Wait until everything that was put has been written."""
        while self._waiting or self._busy:
            await self._drained.park()
        await trio.lowlevel.checkpoint()
