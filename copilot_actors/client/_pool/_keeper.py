"""The inside of a pool: who waits for a client, which there are, and what becomes of them."""

from __future__ import annotations

import collections
import copy
import logging
import math
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import trio

from copilot_actors._errors import (
    ConnectionLost,
    ConnectionStopped,
    CopilotError,
    HandlerFailed,
    InvalidOption,
    PoolFull,
)
from copilot_actors.client._application import open_client
from copilot_actors.client._handlers._handler_calls import call
from copilot_actors.client._isolation import is_own_fault
from copilot_actors.client._options._client_options import ClientOptions
from copilot_actors.otp import Backoff, DynamicSupervisor, Supervisor, Task

from ._failures import Failures
from ._member import Claim, Member
from ._placement import Placement, Seat, Start, Use, Wait, place, to_evict
from ._values import OptionsFactory

if TYPE_CHECKING:
    from copilot_actors.client._client import Client
    from copilot_actors.otp import ChildSpec

_log = logging.getLogger("copilot_actors.pool")

FACTORY_TIMEOUT = 30.0
"""Seconds for the function that makes a client's options: it may have to fetch a token."""
EVICTION_SECONDS = 20.0
"""Seconds for the end of a client that has nothing to do; its CLI is killed when they are over."""


class _Waiter:
    """A caller that wants a client."""

    __slots__ = (
        "admitted",
        "claim",
        "error",
        "lacking",
        "retry_at",
        "retry_name",
        "session_id",
        "tenant",
    )

    def __init__(self, tenant: str, session_id: str | None) -> None:
        self.tenant = tenant
        self.session_id = session_id
        self.lacking = "clients"
        self.claim: Claim | None = None
        self.error: CopilotError | None = None
        self.retry_at = 0.0
        self.retry_name = ""
        self.admitted = trio.Event()

    def admit(self, claim: Claim) -> None:
        """There is a client for it, started or not."""
        self.claim = claim
        self.admitted.set()

    def refuse(self, error: CopilotError) -> None:
        """There will be none."""
        if not self.admitted.is_set():
            self.error = error
            self.admitted.set()

    def granted(self, otherwise: CopilotError) -> Claim:
        """Return its claim.

        Raises:
            CopilotError: why there is none; ``otherwise`` if nobody said.
        """
        if self.claim is None:
            raise self.error or otherwise
        return self.claim

    def withdraw(self) -> None:
        """The caller does not want it any more."""
        if self.claim is not None:
            self.claim.member.give_back(self.claim)


class Keeper:
    """The state of one pool, the plain functions that change it, and the task that obeys them.

    Attributes:
        max_clients: how many clients there may be.
        members: those that there are, by name, in the order of their start.
        counts: what happened so far, by the names of :class:`PoolStatistics`.
        root: the pool's root supervisor, once it runs.
    """

    def __init__(
        self,
        options: OptionsFactory,
        *,
        max_clients: int,
        max_sessions_per_client: int | None,
        idle_timeout: float | None,
        placement: Placement,
        max_waiting: int,
        backoff: Backoff | None,
    ) -> None:
        self._options = options
        self.max_clients = max_clients
        self._max_sessions = max_sessions_per_client
        self._idle_timeout = math.inf if idle_timeout is None else idle_timeout
        self._placement: Placement = placement
        self._max_waiting = max_waiting
        self.members: dict[str, Member] = {}
        self._waiters: collections.deque[_Waiter] = collections.deque()
        self._failures = Failures(backoff)
        self.counts: collections.Counter[str] = collections.Counter()
        self.closed = ""
        self._wake = trio.Event()
        self._begun = trio.Event()
        self.root: Supervisor

    # --- Called by open_pool --------------------------------------------------------------

    def tree(self) -> list[ChildSpec]:
        """Clients first: what starts and ends them is stopped before they are."""
        return [
            DynamicSupervisor.child_spec(id="clients"),
            Task.child_spec(self._keep, id="keeper", restart="permanent"),
        ]

    def begin(self, root: Supervisor) -> None:
        """The tree runs: start what is asked for."""
        self.root = root
        self._begun.set()

    def close(self, reason: str) -> None:
        """Give out no clients any more, for the first of these reasons; idempotent."""
        self.closed = self.closed or reason
        for waiter in self._waiters:
            waiter.refuse(ConnectionStopped(reason))

    def end_all(self) -> None:
        """The tree is gone: answer those who wait for a client that never had a task."""
        for member in list(self.members.values()):
            self._is_gone(member)

    # --- Admission ------------------------------------------------------------------------

    async def claim(
        self, tenant: str, session_id: str | None, seconds: float
    ) -> tuple[Claim, Client]:
        """Wait for a client and take it in hand; the caller ends the claim.

        Raises:
            InvalidOption: no tenant.
            PoolFull: no room within ``seconds``.
            ConnectionStopped: the pool drains or has ended.
            CopilotError: why the client did not start.
        """
        if not isinstance(tenant, str) or (self._placement == "sticky" and not tenant):
            raise InvalidOption("tenant", f"expected a text that is not empty, got {tenant!r}")
        await trio.lowlevel.checkpoint()
        if self.closed:
            raise ConnectionStopped(self.closed)
        waiter = _Waiter(tenant, session_id)
        self._waiters.append(waiter)
        try:
            self._settle()
            self.look()
            self._check_waiting(waiter, seconds)
            with trio.move_on_after(seconds):
                await waiter.admitted.wait()
            claim = waiter.granted(self._full(waiter, seconds))
            return claim, await claim.member.ready.wait()
        except CopilotError as error:
            if isinstance(error, PoolFull):
                self.counts["refused"] += 1
            waiter.withdraw()
            # A start that failed is told to all who waited for it: to each as its own error.
            raise copy.copy(error) from error.__cause__
        except BaseException:
            waiter.withdraw()
            raise
        finally:
            self._waiters.remove(waiter)
            self.look()

    def _check_waiting(self, waiter: _Waiter, seconds: float) -> None:
        """Refuse a caller that will get no client in time, or that too many are ahead of.

        Raises:
            PoolFull: it does not want to wait, or too many do.
            CopilotError: why the last client failed, if the next may only be started too late.
        """
        if waiter.admitted.is_set():
            return
        if waiter.retry_at > trio.current_time() + seconds:
            fault = self._failures.fault(waiter.retry_name)
            if fault is not None:
                raise fault
        if seconds == 0:
            raise self._full(waiter, 0.0)
        if self.waiting() > self._max_waiting:
            raise PoolFull(waiter.tenant, "waiting", self._max_waiting)

    def _full(self, waiter: _Waiter, seconds: float) -> PoolFull:
        limit = self.max_clients
        if waiter.lacking == "sessions" and self._max_sessions is not None:
            limit = self._max_sessions
        return PoolFull(waiter.tenant, waiter.lacking, limit, seconds)

    def waiting(self) -> int:
        """How many callers wait for room."""
        return sum(not waiter.admitted.is_set() for waiter in self._waiters)

    # --- Who gets what, and who goes: plain functions -------------------------------------

    def seats(self) -> list[Seat]:
        """What counts of each client now."""
        return [member.seat() for member in self.members.values()]

    def look(self) -> None:
        """Something has changed: let the keeper look what is to be done."""
        self._wake.set()

    def _settle(self) -> None:
        """Give clients to those who wait, in order, and tell those to leave that have to."""
        now = trio.current_time()
        for member in self.members.values():
            member.expire_claims()
        seats = {member.name: member.seat() for member in self.members.values()}
        wanted: set[str] = set()
        for waiter in self._waiters:
            if waiter.admitted.is_set():
                continue
            name = self._place(waiter, seats)
            if name is None:
                if waiter.lacking == "clients" and waiter.retry_at <= now:
                    wanted.add(waiter.tenant)
                continue
            if name not in self.members:
                self.members[name] = Member(
                    name, max_sessions=self._max_sessions, changed=self.look
                )
            # For a session that is open already no place has to be kept.
            is_open = name in seats and waiter.session_id in seats[name].sessions
            waiter.admit(self.members[name].claim(spent=is_open))
            seats[name] = self.members[name].seat()
        leaving = to_evict(
            list(seats.values()),
            max_clients=self.max_clients,
            wanted=len(wanted),
            idle_since=now - self._idle_timeout,
        )
        for name in leaving:
            self.counts["evicted"] += 1
            self.members[name].leave(now + EVICTION_SECONDS)

    def _place(self, waiter: _Waiter, seats: Mapping[str, Seat]) -> str | None:
        """The name of the client for a caller, or ``None`` while it has to wait."""
        now = trio.current_time()
        waiter.retry_at = 0.0
        # A client that may not be started yet leaves the caller those that there are.
        for max_clients in (self.max_clients, 0):
            decision = place(
                seats.values(),
                placement=self._placement,
                tenant=waiter.tenant,
                session_id=waiter.session_id,
                max_clients=max_clients,
                max_sessions=math.inf if self._max_sessions is None else self._max_sessions,
            )
            match decision:
                case Use(name):
                    return name
                case Start(name):
                    waiter.retry_at = self._failures.not_before(name)
                    waiter.retry_name = name
                    if waiter.retry_at <= now:
                        return name
                case Wait(lacking):
                    waiter.lacking = lacking
                    return None
        return None

    def _next_time(self) -> float:
        """When something is to be done although nothing happens."""
        times = [waiter.retry_at for waiter in self._waiters if not waiter.admitted.is_set()]
        for member in self.members.values():
            times += [claim.expires for claim in member.claims]
            if member.seat().idle:
                times.append(member.rested_at + self._idle_timeout)
        now = trio.current_time()
        return min((time for time in times if time > now), default=math.inf)

    # --- The lives of the clients ---------------------------------------------------------

    async def _keep(self) -> None:
        """Start the clients that are wanted, in a task of the pool's own.

        A caller's task may be cancelled, and is in the context of whatever handler runs in it.
        """
        await self._begun.wait()
        clients = self.root.whereis("clients", DynamicSupervisor)
        while True:
            self._wake = trio.Event()
            self._settle()
            for member in list(self.members.values()):
                if not member.launched:
                    # Without a limit of its own: the client's tree ends by a bounded ladder.
                    await clients.start_child(
                        Task.child_spec(self._run, member, id=member, shutdown=math.inf)
                    )
            with trio.move_on_at(self._next_time()):
                await self._wake.wait()

    async def _run(self, member: Member) -> None:
        """Run one client from start to end. Its fault is its own affair, and told to callers."""
        member.launched = True
        try:
            with member.scope:
                options = await self._make_options(member.name)
                async with open_client(options) as client:
                    await member.serve(client)
        except CopilotError as error:
            member.fault = copy.copy(error)
        except Exception as error:
            fault = ConnectionLost(f"the client was ended by {type(error).__name__}")
            fault.__cause__ = error
            member.fault = fault
            raise
        finally:
            self._is_gone(member)

    async def _make_options(self, name: str) -> ClientOptions:
        options: object = None
        try:
            with trio.move_on_after(FACTORY_TIMEOUT) as scope:
                options = await call(self._options, name)
        except BaseException as error:
            if not is_own_fault(error):
                raise
            raise HandlerFailed("options", f"raised {type(error).__name__}: {error}") from error
        if scope.cancelled_caught:
            raise HandlerFailed("options", f"took longer than {FACTORY_TIMEOUT:g} s")
        if not isinstance(options, ClientOptions):
            kind = type(options).__name__
            raise HandlerFailed("options", f"returned {kind}, expected ClientOptions")
        return options

    def _is_gone(self, member: Member) -> None:
        """Nothing of a client is left; idempotent."""
        if self.members.get(member.name) is not member:
            return
        del self.members[member.name]
        fault, up_since = member.fault, member.up_since
        if up_since is not None:
            self.counts["started"] += 1
        if fault is not None:
            self.counts["failed_starts" if up_since is None else "gave_up"] += 1
            lived = 0.0 if up_since is None else trio.current_time() - up_since
            self._failures.note(member.name, fault, lived)
            _log.warning("the client %r of a pool ended: %s", member.name, fault)
        member.is_gone(ConnectionStopped(self.closed or "the client was ended"))
        self.look()

    async def end(self, members: Iterable[Member], deadline: float) -> None:
        """Drain some clients at once; shielded, since that is bounded."""
        ending = list(members)
        for member in ending:
            member.leave(deadline)
            if not member.launched:
                # No task will ever do it if the pool's tree is being cancelled.
                self._is_gone(member)
        with trio.CancelScope(shield=True):
            await trio.lowlevel.checkpoint()
            for member in ending:
                await member.gone.wait()
