"""The end of a client in good order: turns under way may finish, within one deadline."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec
import trio

from ._promise import Promise
from ._session import _values as v
from ._session._record import AbortCall, AbortResult

if TYPE_CHECKING:
    from ._session._context import ClientContext
    from ._session._record import SessionRecord

DrainOutcome: TypeAlias = Literal["idle", "finished", "aborted", "cut", "closed"]

_RESERVE = 1.0
_RESERVE_PER_SESSION = 0.05
_RESERVE_SHARE = 0.3
"""How much of the deadline is kept for aborting and stopping: a second, more with many sessions (a
CLI with 100 of them takes 4.9 s to end), and never more than this share of it."""


class DrainedSession(msgspec.Struct, frozen=True, kw_only=True):
    """What a drain did to one session.

    Attributes:
        session_id: the session.
        outcome: ``"idle"``: nothing was under way. ``"finished"``: its turns ended by themselves
            and their callers have the answers. ``"aborted"``: its turn was aborted and the CLI
            confirmed that. ``"cut"``: the deadline came first, and the turn ended with the CLI.
            ``"closed"``: the session ended meanwhile, by ``disconnect`` or a fault.
        seconds: how long the session was waited for.
    """

    session_id: str
    outcome: DrainOutcome
    seconds: float


class DrainReport(msgspec.Struct, frozen=True, kw_only=True):
    """What ``client.drain`` did.

    Attributes:
        sessions: the sessions that were open, in the order of their opening.
        seconds: how long it took in all, the end of the CLI included.
        forced: whether the CLI had to be killed to keep the deadline.
    """

    sessions: tuple[DrainedSession, ...] = ()
    seconds: float = 0.0
    forced: bool = False

    @property
    def clean(self) -> bool:
        """Whether every turn that was under way finished by itself."""
        return all(session.outcome in ("idle", "finished") for session in self.sessions)


class Drain:
    """One drain, which any number of callers wait for; the earliest of their deadlines counts."""

    def __init__(self, context: ClientContext, stop: Callable[[bool], Awaitable[None]]) -> None:
        self._context = context
        self._stop = stop
        self._begun = trio.current_time()
        self._records = list(context.table)
        self._sessions: dict[str, DrainedSession] = {}
        self._waiting = trio.CancelScope()
        self._aborting = trio.CancelScope()
        self._stopping = trio.CancelScope()
        self._end = float("inf")
        self._report = DrainReport()
        self._over = trio.Event()
        for record in self._records:
            self._note(record, "closed" if _is_over(record) else "idle")

    def hurry(self, deadline: float) -> None:
        """End at ``deadline`` on trio's clock, unless an earlier one is set."""
        self._end = min(self._end, deadline)
        sessions = len(self._records)
        wanted = _RESERVE + _RESERVE_PER_SESSION * sessions
        reserve = max(0.0, min(wanted, _RESERVE_SHARE * (self._end - trio.current_time())))
        self._waiting.deadline = min(self._waiting.deadline, self._end - reserve)
        self._aborting.deadline = min(self._aborting.deadline, self._end - reserve / 2)
        self._stopping.deadline = self._end

    async def run(self) -> None:
        """Let the turns finish, abort the others, stop. Shielded; bounded by the deadline."""
        try:
            with trio.CancelScope(shield=True):
                await self._settle()
                with self._stopping:
                    await self._stop(False)
                if self._stopping.cancelled_caught:
                    await self._stop(True)
        finally:
            self._report = DrainReport(
                sessions=tuple(self._sessions[record.session_id] for record in self._records),
                seconds=trio.current_time() - self._begun,
                forced=self._stopping.cancelled_caught,
            )
            self._over.set()

    async def wait(self) -> DrainReport:
        """Wait for the end of it. Shielded, since that is bounded."""
        with trio.CancelScope(shield=True):
            await self._over.wait()
        return self._report

    async def _settle(self) -> None:
        busy = [record for record in self._records if _is_busy(record)]
        with self._waiting:
            async with trio.open_nursery() as nursery:
                for record in busy:
                    nursery.start_soon(self._wait, record)
        with self._aborting:
            async with trio.open_nursery() as nursery:
                for record in busy:
                    if _is_busy(record):
                        self._note(record, "cut")
                        nursery.start_soon(self._abort, record)

    async def _wait(self, record: SessionRecord) -> None:
        while _is_busy(record):
            await record.changed.wait()
        self._note(record, "closed" if _is_over(record) else "finished")

    async def _abort(self, record: SessionRecord) -> None:
        result: Promise[AbortResult] = Promise()
        record.abort_waiters.append(result)
        self._context.post(record.ref, AbortCall())
        outcome = (await result.wait()).outcome
        if outcome == "aborted":
            self._note(record, "aborted")
        elif outcome == "nothing_to_abort":
            self._note(record, "closed" if _is_over(record) else "finished")

    def _note(self, record: SessionRecord, outcome: DrainOutcome) -> None:
        self._sessions[record.session_id] = DrainedSession(
            session_id=record.session_id,
            outcome=outcome,
            seconds=trio.current_time() - self._begun,
        )


def _is_over(record: SessionRecord) -> bool:
    return record.phase in (v.Phase.CLOSING, v.Phase.CLOSED, v.Phase.FAILED)


def _is_busy(record: SessionRecord) -> bool:
    """Whether a turn is under way, or a prompt that was accepted waits for one."""
    if _is_over(record):
        return False
    state = record.state
    return bool(record.ledger.prompts or state.prompts) or state.run is not None
