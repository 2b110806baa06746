"""Removing stored sessions that nobody used for a while, and nobody uses now.

A list is old as soon as it is there: a session may be resumed, prompted or deleted before its turn
comes. So each one is looked at again under its lease, which keeps every other owner out, and only
then deleted.
"""

from __future__ import annotations

import contextlib
import datetime as dt
import inspect
import logging
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

import msgspec
import trio

from copilot_actors._errors import CopilotError, InvalidOption, JsonValue, RpcError
from copilot_actors._holder import Holder
from copilot_actors._session_errors import SessionInUse
from copilot_actors._session_id import SessionId

from ._listing import OneSession, SessionSummary, summary_of
from ._options._session_options import check_session_id
from ._replies import decode_reply
from ._session import _values as v
from ._session._log import is_in_use, is_session_not_found

if TYPE_CHECKING:
    from ._session._context import ClientContext

_log = logging.getLogger("copilot_actors.prune")

AT_ONCE: Final = 8
"""Sessions that are looked at and deleted at once: the CLI's disk is the limit, not its wire."""

PruneOutcome: TypeAlias = Literal["deleted", "would_delete", "kept", "failed"]
KeptReason: TypeAlias = Literal[
    "excluded", "used", "age_unknown", "open_here", "recovering", "pending", "in_use", "gone"
]


class PrunedSession(msgspec.Struct, frozen=True, kw_only=True):
    """What ``prune_sessions`` did with one stored session.

    Attributes:
        session_id: the session.
        outcome: ``"deleted"``; ``"would_delete"`` in a dry run; ``"kept"``, for ``reason``;
            ``"failed"``: it was to be deleted, and ``error`` says why it may still be there.
        reason: why it was kept. ``"excluded"``: you said so. ``"used"``: less than ``idle_for``
            ago, perhaps only since the list was made. ``"age_unknown"``: the CLI does not say
            when it was used. ``"open_here"``: this client has it open, or failed with it and
            its actor is not gone. ``"recovering"``: this client has it, and its CLI is being
            replaced. ``"pending"``: the durable ledger has a prompt of it that is not over.
            ``"in_use"``: somebody else has it open; ``holder`` says who, unless it is a CLI
            without a lease. ``"gone"``: somebody deleted it meanwhile. ``None`` if not kept.
        modified_time: when it was last written to, as far as that is known.
        holder: who has it open.
        error: what failed.
        freed_bytes: what its folder took on the disk.
    """

    session_id: str
    outcome: PruneOutcome
    reason: KeptReason | None = None
    modified_time: dt.datetime | None = None
    holder: Holder | None = None
    error: CopilotError | None = None
    freed_bytes: int = 0


class PruneProgress(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a run.

    Attributes:
        done: how many sessions are decided, this one included.
        total: how many were listed.
        session: the one that was decided now.
    """

    done: int
    total: int
    session: PrunedSession


class PruneReport(msgspec.Struct, frozen=True, kw_only=True):
    """What ``client.prune_sessions`` did.

    Attributes:
        sessions: one entry for each listed session, in the order of the list.
        dry_run: whether nothing was to be deleted.
        seconds: how long it took.
    """

    sessions: tuple[PrunedSession, ...] = ()
    dry_run: bool = False
    seconds: float = 0.0

    @property
    def deleted(self) -> tuple[str, ...]:
        """Ids of the sessions that are gone through this run."""
        return self._ids("deleted")

    @property
    def would_delete(self) -> tuple[str, ...]:
        """Ids of the sessions that a run that is not dry would try to delete."""
        return self._ids("would_delete")

    @property
    def kept(self) -> tuple[str, ...]:
        """Ids of the sessions that were left alone."""
        return self._ids("kept")

    @property
    def failed(self) -> tuple[str, ...]:
        """Ids of the sessions that could not be deleted."""
        return self._ids("failed")

    @property
    def freed_bytes(self) -> int:
        """What the deleted sessions took on the disk."""
        return sum(session.freed_bytes for session in self.sessions)

    def _ids(self, outcome: PruneOutcome) -> tuple[str, ...]:
        return tuple(one.session_id for one in self.sessions if one.outcome == outcome)


ProgressHandler: TypeAlias = Callable[[PruneProgress], object]


class _Freed(msgspec.Struct):
    """The reply of ``sessions.bulkDelete``: a session that could not be deleted is left out."""

    freed_bytes: dict[str, int] = msgspec.field(name="freedBytes", default_factory=dict)


class Pruning:
    """One run. Bounded tasks, which end with it; no lease outlives it."""

    def __init__(
        self,
        context: ClientContext,
        *,
        idle_for: float,
        exclude: frozenset[str],
        dry_run: bool,
        on_progress: ProgressHandler | None,
    ) -> None:
        self._context = context
        self._idle_for = idle_for
        self._exclude = exclude
        self._dry_run = dry_run
        self._on_progress = on_progress
        self._decided: dict[str, PrunedSession] = {}
        self._total = 0
        self._ahead = dt.timedelta()

    async def run(self, summaries: Collection[SessionSummary], now: dt.datetime) -> PruneReport:
        """Decide about each session, and delete what is to go.

        Args:
            summaries: the list, which may be out of date.
            now: the present time by the CLI's clock.
        """
        begun = trio.current_time()
        self._ahead = now - dt.datetime.now(dt.UTC)
        summaries = {one.session_id: one for one in summaries}.values()
        self._total = len(summaries)
        pending = self._with_pending_prompts()
        candidates: list[SessionSummary] = []
        for summary in summaries:
            reason = self._reason_to_keep(summary, now, pending)
            if reason is None:
                candidates.append(summary)
            else:
                self._note(summary, "kept", reason=reason)
        queue = iter(candidates)
        async with trio.open_nursery() as nursery:
            for _ in range(min(AT_ONCE, len(candidates))):
                nursery.start_soon(self._work, queue)
        return PruneReport(
            sessions=tuple(self._decided[one.session_id] for one in summaries),
            dry_run=self._dry_run,
            seconds=trio.current_time() - begun,
        )

    async def _work(self, queue: Iterable[SessionSummary]) -> None:
        for summary in queue:
            try:
                await self._take(summary)
            except SessionInUse as error:
                self._note(summary, "kept", reason="in_use", holder=error.holder)
            except CopilotError as error:
                self._note(summary, "failed", error=error)
            except Exception as error:
                # A backend of leases that breaks its contract costs one session, not the run.
                _log.exception("session %r was not pruned", summary.session_id)
                fault = CopilotError(f"session {summary.session_id!r} was not pruned: {error!r}")
                fault.__cause__ = error
                self._note(summary, "failed", error=fault)

    async def _take(self, summary: SessionSummary) -> None:
        # The list is the CLI's word; a lease may make a file name of it.
        session_id = check_session_id(summary.session_id)
        async with self._alone(session_id):
            if await self._is_loaded_elsewhere(session_id):
                self._note(summary, "kept", reason="in_use")
                return
            if self._dry_run:
                self._note(summary, "would_delete")
                return
            latest = await self._look_again(session_id)
            if latest is None:
                self._note(summary, "kept", reason="gone")
                return
            now = dt.datetime.now(dt.UTC) + self._ahead
            reason = self._reason_to_keep(latest, now, self._with_pending_prompts())
            if reason is not None:
                self._note(latest, "kept", reason=reason)
                return
            freed = await self._delete(session_id)
            self._note(latest, "deleted", freed_bytes=freed)

    @contextlib.asynccontextmanager
    async def _alone(self, session_id: str) -> AsyncIterator[None]:
        """Keep other owners out; a dry run only asks whether there is one.

        Raises:
            SessionInUse: another owner has it open.
            LeaseUnavailable: that cannot be told.
        """
        leases = self._context.leases
        if not self._dry_run:
            async with leases.holding(session_id):
                yield
            return
        holder = await leases.find_holder(session_id)
        if holder is not None:
            raise SessionInUse(session_id, holder)
        yield

    async def _is_loaded_elsewhere(self, session_id: str) -> bool:
        """Whether a CLI that is not ours has it, or ours has it for another client."""
        if await is_in_use(self._call, session_id):
            return True
        if not self._context.shared:
            return False
        try:
            await self._call("session.metadata.isProcessing", {"sessionId": session_id})
        except RpcError as error:
            if is_session_not_found(error):
                return False
            raise
        return True

    async def _look_again(self, session_id: str) -> SessionSummary | None:
        raw = await self._call("sessions.getMetadata", {"sessionId": session_id})
        return summary_of(decode_reply("sessions.getMetadata", raw, OneSession).session)

    async def _delete(self, session_id: str) -> int:
        method = "sessions.bulkDelete"
        raw = await self._call(method, {"sessionIds": [session_id]})
        freed = decode_reply(method, raw, _Freed).freed_bytes
        if session_id not in freed:
            raise RpcError(method, 0, f"the CLI could not delete session {session_id!r}")
        writer = self._context.ledger.writer
        if writer is not None:
            writer.forget_session(session_id)
        return freed[session_id]

    async def _call(self, method: str, params: Mapping[str, JsonValue]) -> msgspec.Raw:
        # Whatever is asked here may be asked twice: a second deletion finds nothing.
        return await self._context.link.request(method, params, repeatable=True)

    def _reason_to_keep(
        self, summary: SessionSummary, now: dt.datetime, pending: Collection[str]
    ) -> KeptReason | None:
        session_id = summary.session_id
        if session_id in self._exclude:
            return "excluded"
        record = self._context.table.get(session_id)
        if record is not None:
            return "recovering" if record.phase is v.Phase.RECOVERING else "open_here"
        if session_id in pending:
            return "pending"
        idle = summary.idle_at(now)
        if idle is None:
            return "age_unknown"
        return "used" if idle < self._idle_for else None

    def _with_pending_prompts(self) -> frozenset[str]:
        writer = self._context.ledger.writer
        if writer is None:
            return frozenset()
        return frozenset(prompt.session_id for prompt in writer.pending())

    def _note(
        self,
        summary: SessionSummary,
        outcome: PruneOutcome,
        *,
        reason: KeptReason | None = None,
        holder: Holder | None = None,
        error: CopilotError | None = None,
        freed_bytes: int = 0,
    ) -> None:
        session = PrunedSession(
            session_id=summary.session_id,
            outcome=outcome,
            reason=reason,
            modified_time=summary.modified_time,
            holder=holder,
            error=error,
            freed_bytes=freed_bytes,
        )
        self._decided[summary.session_id] = session
        if self._on_progress is None:
            return
        step = PruneProgress(done=len(self._decided), total=self._total, session=session)
        try:
            self._on_progress(step)
        except Exception:
            self._context.counters.handler_errors += 1
            _log.exception("on_progress raised; the run goes on")


def check_exclude(exclude: object) -> frozenset[str]:
    """Return the ids that a run must leave alone.

    Raises:
        InvalidOption: it is not a collection.
        InvalidSessionId: one of them is no session id.
    """
    if isinstance(exclude, str | bytes | SessionId) or not isinstance(exclude, Iterable):
        raise InvalidOption("exclude", f"expected a collection of session ids, got {exclude!r}")
    return frozenset(check_session_id(one) for one in exclude)


def check_progress(on_progress: ProgressHandler | None) -> ProgressHandler | None:
    """Return what is to be told of progress.

    Raises:
        InvalidOption: it is not a function, or an async one.
    """
    if on_progress is not None and (
        not callable(on_progress) or inspect.iscoroutinefunction(on_progress)
    ):
        raise InvalidOption("on_progress", f"expected a plain function, got {on_progress!r}")
    return on_progress
