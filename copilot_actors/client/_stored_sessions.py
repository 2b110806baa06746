"""The part of a client's handle that lists and removes stored sessions."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from copilot_actors._errors import JsonValue
from copilot_actors._session_id import SessionId

from ._client_values import LastSession, Pong
from ._listing import (
    Listing,
    OneSession,
    SessionFilter,
    SessionSummary,
    check_filter,
    check_idle_for,
    read_time,
    summary_of,
)
from ._options._session_options import check_session_id
from ._prune import PruneProgress, PruneReport, Pruning, check_exclude, check_progress
from ._replies import decode_reply

if TYPE_CHECKING:
    from ._session._context import ClientContext


class StoredSessions:
    """What the CLI has on its disk, whether it is open or not. A base of :class:`Client` only."""

    _context: ClientContext

    async def list_sessions(
        self, session_filter: SessionFilter | None = None
    ) -> list[SessionSummary]:
        """The stored sessions (those that were prompted at least once), newest first.

        Args:
            session_filter: which of them; ``None`` lists all.

        Raises:
            InvalidOption: it is not a :class:`SessionFilter`.
            CopilotError: the CLI's answer, or none in time.
        """
        wanted = check_filter(session_filter)
        fields = wanted.wire_fields()
        params: dict[str, JsonValue] = {"filter": fields} if fields else {}
        raw = await self._context.link.request("session.list", params, repeatable=True)
        items = decode_reply("session.list", raw, Listing).sessions
        now = dt.datetime.now(dt.UTC) if wanted.idle_for is None else await self._cli_time()
        summaries = (one for item in items if (one := summary_of(item)) is not None)
        return [one for one in summaries if wanted.fits(one, now)]

    async def prune_sessions(
        self,
        idle_for: float,
        *,
        session_filter: SessionFilter | None = None,
        exclude: Collection[str | SessionId] = (),
        dry_run: bool = False,
        on_progress: Callable[[PruneProgress], object] | None = None,
    ) -> PruneReport:
        """Delete the stored sessions that nobody used for a while, for good.

        Each one is looked at again under its lease, since it may have been used or deleted after
        it was listed. Left alone is what is open here, has prompts in the durable ledger, or is
        in use elsewhere: by the lease of another owner, or by the mark that the CLI itself keeps
        (``sessions.checkInUse``). Eight at once; what goes wrong with one is in the report and
        stops none of the others. Who opens a session in the moment of its deletion gets
        ``SessionInUse``.

        Cancelled, no lease is held any more, and no deletion is begun; those that the CLI was
        asked for already are carried out.

        Args:
            idle_for: seconds since a session was last written to, by the CLI's clock.
            session_filter: which sessions to consider; ``None`` considers all.
            exclude: ids that stay, whatever their age.
            dry_run: say what would be deleted, and delete nothing.
            on_progress: a plain function that is told of each decision; what it raises is
                logged and counted (``handler_errors``).

        Returns:
            What became of each session that the filter lets through.

        Raises:
            InvalidOption: a value that makes no sense; nothing was sent.
            CopilotError: the sessions could not be listed.
        """
        pruning = Pruning(
            self._context,
            idle_for=check_idle_for(idle_for),
            exclude=check_exclude(exclude),
            dry_run=dry_run,
            on_progress=check_progress(on_progress),
        )
        summaries = await self.list_sessions(session_filter)
        return await pruning.run(summaries, await self._cli_time())

    async def _cli_time(self) -> dt.datetime:
        """The present time by the clock that the times of sessions are from."""
        raw = await self._context.link.request("ping", {}, repeatable=True)
        return read_time(decode_reply("ping", raw, Pong).timestamp) or dt.datetime.now(dt.UTC)

    async def get_session_metadata(self, session_id: str | SessionId) -> SessionSummary | None:
        """What is stored of one session, or ``None`` when the CLI has no data for the id.

        Raises:
            InvalidSessionId: the CLI would not accept the id.
            CopilotError: the CLI's answer, or none in time.
        """
        params: dict[str, JsonValue] = {"sessionId": check_session_id(session_id)}
        raw = await self._context.link.request("sessions.getMetadata", params, repeatable=True)
        return summary_of(decode_reply("sessions.getMetadata", raw, OneSession).session)

    async def get_last_session_id(self) -> str | None:
        """Id of the session that was used last, or ``None``."""
        raw = await self._context.link.request("session.getLastId", {}, repeatable=True)
        return decode_reply("session.getLastId", raw, LastSession).session_id
