"""One client of a pool: its life from start to end, and who has it in hand."""

from __future__ import annotations

import copy
import math
from typing import TYPE_CHECKING

import trio

from copilot_actors._errors import PoolFull
from copilot_actors.client._promise import Promise
from copilot_actors.client._session._values import Phase

from ._placement import MemberState, Seat

if TYPE_CHECKING:
    from collections.abc import Callable

    from copilot_actors._errors import CopilotError
    from copilot_actors.client._client import Client
    from copilot_actors.client._drain import DrainReport


class Claim:
    """A caller has the client in hand: it stays, and a place for one session is kept.

    Attributes:
        expires: when the claim ends by itself; ``inf`` for one that is given back.
        spent: the session that the place was kept for is open.
    """

    __slots__ = ("expires", "member", "spent")

    def __init__(self, member: Member, *, spent: bool) -> None:
        self.member = member
        self.expires = math.inf
        self.spent = spent


class Member:
    """The state of one client of a pool. Changed by plain functions only; its task obeys.

    Attributes:
        name: the tenant, or the worker's number.
        client: its handle, once it is up.
        ready: the handle, or why there is none.
        gone: set when nothing of it is left.
        fault: why it ended, if it was not told to.
        report: what became of its sessions when it was told to go.
    """

    def __init__(self, name: str, *, max_sessions: int | None, changed: Callable[[], None]) -> None:
        self.name = name
        self.state: MemberState = "starting"
        self.client: Client | None = None
        self.ready: Promise[Client] = Promise()
        self.gone = trio.Event()
        self.fault: CopilotError | None = None
        self.report: DrainReport | None = None
        self.claims: list[Claim] = []
        self.rested_at = trio.current_time()
        self.up_since: float | None = None
        self.launched = False
        self.leave_by = math.inf
        self._max_sessions = max_sessions
        self._changed = changed
        self._told_to_leave = trio.Event()
        self.scope = trio.CancelScope()

    # --- What it has to do ----------------------------------------------------------------

    def sessions(self) -> list[str]:
        """Ids of the sessions that are open, or being opened."""
        if self.client is None:
            return []
        table = self.client._context.table
        return [record.session_id for record in table if record.phase is not Phase.FAILED]

    def seat(self) -> Seat:
        """What counts of it now."""
        sessions = self.sessions()
        return Seat(
            name=self.name,
            state=self.state,
            load=len(sessions) + sum(not claim.spent for claim in self.claims),
            pinned=bool(self.claims),
            rested_at=self.rested_at,
            sessions=sessions,
        )

    def claim(self, *, spent: bool = False) -> Claim:
        """Give it to a caller."""
        claim = Claim(self, spent=spent)
        self.claims.append(claim)
        self.rested_at = trio.current_time()
        return claim

    def lend(self, claim: Claim, seconds: float) -> None:
        """The caller will not give it back: the claim ends after ``seconds``."""
        claim.expires = trio.current_time() + seconds
        self._changed()

    def give_back(self, claim: Claim) -> None:
        """The caller is done with it; idempotent."""
        if claim in self.claims:
            self.claims.remove(claim)
            self.rested_at = trio.current_time()
            self._changed()

    def expire_claims(self) -> None:
        """End the claims whose time is over."""
        now = trio.current_time()
        if any(claim.expires <= now for claim in self.claims):
            self.claims = [claim for claim in self.claims if claim.expires > now]

    # --- Told by the client's table of sessions -------------------------------------------

    def admit(self) -> None:
        """A session is about to be opened.

        Raises:
            PoolFull: as many as there may be are open.
        """
        limit = self._max_sessions
        if limit is not None and len(self.sessions()) >= limit:
            raise PoolFull(self.name, "sessions", limit)
        for claim in list(self.claims):
            if not claim.spent:
                claim.spent = True
                if not math.isinf(claim.expires):
                    self.claims.remove(claim)
                return

    def changed(self) -> None:
        """A session was opened or is over."""
        self.rested_at = trio.current_time()
        self._changed()

    # --- Its life -------------------------------------------------------------------------

    def leave(self, deadline: float) -> None:
        """Go, drained, by ``deadline`` at the latest; the earliest of several counts."""
        self.leave_by = min(self.leave_by, deadline)
        if self.state == "starting":
            self.scope.cancel()
        elif self.client is not None and self.client._context.drain is not None:
            self.client._context.drain.hurry(self.leave_by)
        self.state = "leaving"
        self._told_to_leave.set()

    def is_gone(self, fault: CopilotError) -> None:
        """Nothing of it is left; ``fault`` is for those who wait, if it has none of its own."""
        self.claims.clear()
        self.ready.fail(self.fault or fault)
        self.gone.set()

    async def serve(self, client: Client) -> None:
        """Be up until told to leave, or until the client has ended by itself.

        Raises:
            ConnectionFault: the client gave up.
        """
        self.client = client
        client._context.table.keeper = self
        if self.state == "starting":
            self.state = "up"
        self.rested_at = self.up_since = trio.current_time()
        self.ready.set(client)
        self._changed()
        async with trio.open_nursery() as nursery:

            async def watch() -> None:
                await client.wait_state("failed", "stopped")
                nursery.cancel_scope.cancel()

            nursery.start_soon(watch)
            await self._told_to_leave.wait()
            nursery.cancel_scope.cancel()
        if client.state == "failed" and client.fault is not None:
            raise copy.copy(client.fault)
        if self._told_to_leave.is_set():
            self.report = await client.drain(max(0.0, self.leave_by - trio.current_time()))
