"""A session's history, page by page, from a place that outlives processes.

CLI 1.0.102 finds a place in the history by the id of an event, whatever process asks and whatever
was loaded anew since: after ``kill -9``, and after a compaction, which leaves the log whole. An id
that is not in the history (of another session, ephemeral, or taken out by a rewind) makes it
begin at the start again and say ``cursorStatus: "expired"``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Self

import msgspec

from copilot_actors._session_errors import CursorExpired
from copilot_actors.client._replies import decode_events, decode_reply
from copilot_actors.protocol import SessionEvent

if TYPE_CHECKING:
    from copilot_actors._errors import JsonValue

READ = "session.eventLog.read"
PAGE_SIZE = 200
"""Events of one request: of a long history some 1 MB are in memory at a time."""


class _Page(msgspec.Struct):
    events: msgspec.Raw = msgspec.Raw(b"[]")
    cursor: str | None = None
    has_more: bool = msgspec.field(name="hasMore", default=False)
    status: str = msgspec.field(name="cursorStatus", default="ok")


class SessionHistory:
    """The persistent events of a session, oldest first, as an async iterator.

    Made by ``session.history()``. Holds nothing but a page, so it can be left at any point.
    """

    __slots__ = ("_ask", "_done", "_events", "_place", "_session_id", "cursor")

    def __init__(
        self,
        session_id: str,
        since: str | None,
        ask: Callable[[dict[str, JsonValue]], Awaitable[msgspec.Raw]],
    ) -> None:
        self._session_id = session_id
        self._ask = ask
        self._place = since
        self._events: deque[SessionEvent] = deque()
        self._done = False
        self.cursor = since
        """The id of the event that was given last, to go on from later; at first ``since``."""

    def __aiter__(self) -> Self:
        """The iterator itself."""
        return self

    async def __anext__(self) -> SessionEvent:
        """Return the next event; a page is asked for when the last one is used up.

        Cancelled, nothing is lost: the next call asks again.

        Raises:
            CursorExpired: the place is not in the history, or no longer; nothing was skipped.
            SessionClosed: the session is over (or another session error that says why).
            CopilotError: the CLI's answer, or none in time.
        """
        while not self._events:
            if self._done:
                raise StopAsyncIteration
            await self._fetch()
        event = self._events.popleft()
        self.cursor = event.id
        return event

    async def _fetch(self) -> None:
        params: dict[str, JsonValue] = {"max": PAGE_SIZE, "includeEphemeral": False}
        if self._place is not None:
            params["cursor"] = self._place
        page = decode_reply(READ, await self._ask(params), _Page)
        if page.status == "expired" and self._place is not None:
            raise CursorExpired(self._session_id, self.cursor or self._place)
        self._events.extend(decode_events(READ, page.events))
        # A page without events is one of ephemeral ones; one that leads nowhere is the last.
        self._done = not page.has_more or page.cursor in (None, self._place)
        self._place = page.cursor
