"""The events of a stored session as an async iterator."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from types import TracebackType
from typing import Self, final

import trio

from copilot_actors.protocol import SessionEvent

from ._history import HistoryReader


@final
class StoredEvents:
    """The events of a stored session, oldest first: an async iterator.

    The next piece of the log is read when the events of the last one are used up; that is also
    the only place where iterating waits and can be cancelled. Use it in ``async with`` to close
    its file at once when it is left early; otherwise that happens when it is garbage.

    Attributes:
        session_id: the session.
    """

    def __init__(self, session_id: str, reader: HistoryReader) -> None:
        self.session_id = session_id
        self._reader = reader
        self._batch: deque[SessionEvent] = deque()
        self._reading = False

    @property
    def skipped_lines(self) -> int:
        """How many lines were passed over so far because they are no records."""
        return self._reader.skipped_lines

    @property
    def skipped(self) -> Mapping[str, tuple[int, ...]]:
        """File of the log -> the numbers of those lines, the first 1,000 of each file."""
        return {name: tuple(numbers) for name, numbers in self._reader.skipped.items()}

    @property
    def gaps(self) -> tuple[str, ...]:
        """The archive that was missing and passed over (``gaps="skip"``), if one was."""
        return self._reader.gaps

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> SessionEvent:
        """Return the next event.

        Raises:
            SessionNotFound: there is no such session.
            HistoryGap: an archive is missing (``gaps="raise"``); before the first event.
            TranscriptDamaged: a line is invalid (``strict=True``); after the events before it.
            StoreError: a file cannot be read.
            trio.BusyResourceError: another task is iterating here.
        """
        while not self._batch:
            if self._reading:
                raise trio.BusyResourceError("another task is iterating over these events")
            self._reading = True
            try:
                batch = await trio.to_thread.run_sync(self._reader.next_batch)
            finally:
                self._reading = False
            if batch is None:
                self._reader.close()
                raise StopAsyncIteration
            self._batch.extend(batch)
        return self._batch.popleft()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc_value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """Close the file and drop what was read ahead; idempotent."""
        self._batch.clear()
        self._reader.close()
        await trio.lowlevel.checkpoint()
