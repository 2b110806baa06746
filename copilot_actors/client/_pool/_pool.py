"""``open_pool``: one supervised client for each tenant, or several for one kind of work."""

from __future__ import annotations

import collections
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING, Unpack, get_args

import trio
from msgspec import UNSET, UnsetType

from copilot_actors._errors import InvalidOption
from copilot_actors.client._options._checks import check_seconds
from copilot_actors.client._options._session_options import check_session_id
from copilot_actors.otp import Backoff, open_supervisor

from ._keeper import Keeper
from ._placement import Placement, by_business
from ._values import OptionsFactory, PoolMember, PoolStatistics

if TYPE_CHECKING:
    from copilot_actors._session_id import SessionId
    from copilot_actors.client._client import Client
    from copilot_actors.client._drain import DrainReport
    from copilot_actors.client._options._fields import SessionOptionFields
    from copilot_actors.client._options._session_options import SessionOptions
    from copilot_actors.client._session._handle import Session
    from copilot_actors.otp import ChildInfo
    from copilot_actors.pipeline import Pipeline, PipelineOptionFields

    from ._member import Claim

HANDOUT_SECONDS = 5.0
"""Seconds for which a client that was handed out stays, so that its caller can open a session."""
DEFAULT_BACKOFF = Backoff(1.0, 60.0, factor=2.0, jitter=0.1)


class ClientPool:
    """Clients by tenant, or several that share the work. Made by :func:`open_pool`.

    Can be shared between tasks. Handles that it gives are those of ``open_client``; they are
    valid until their client is evicted, which happens to none that has a session open.
    """

    def __init__(self, keeper: Keeper, admission_timeout: float) -> None:
        self._keeper = keeper
        self._admission_timeout = admission_timeout

    def __repr__(self) -> str:
        return f"<ClientPool {len(self._keeper.members)} of {self._keeper.max_clients} clients>"

    # --- Clients --------------------------------------------------------------------------

    async def client(
        self,
        tenant: str = "",
        *,
        session_id: str | SessionId | None = None,
        timeout: float | UnsetType = UNSET,  # noqa: ASYNC109 - a limit of admission
    ) -> Client:
        """Return the client for a tenant, started if there is none, as soon as there is room.

        It stays for as long as a session is open in it, and for 5 s from now so that one can be
        opened; see :meth:`checkout` for longer. Callers are served in the order of their calls;
        those whose client runs already wait for nobody. A client that gave up is replaced, with
        ``backoff``.

        Args:
            tenant: whose; with ``placement="least_busy"`` it does not matter.
            session_id: a session that the caller is going to use: with ``"least_busy"``, the
                client that has it open is returned.
            timeout: seconds to wait for room; 0 does not wait. A start has its own limits. Not
                given: the pool's ``admission_timeout``.

        Cancelled, a start that is under way goes on, for the next caller.

        Raises:
            PoolFull: there was no room in time, or too many callers wait.
            ConnectionStopped: the pool drains or has ended.
            InvalidOption: no tenant, or a timeout that cannot be right.
            InvalidSessionId: the CLI would not accept the id.
            HandlerFailed: the pool's function for options raised, or gave something else.
            CopilotError: why the client did not start, as :func:`open_client` raises it; of one
                that failed lately, and whose backoff is longer than the limit, that fault.
        """
        claim, client = await self._claim(tenant, session_id, timeout)
        claim.member.lend(claim, HANDOUT_SECONDS)
        return client

    def checkout(
        self,
        tenant: str = "",
        *,
        session_id: str | SessionId | None = None,
        timeout: float | UnsetType = UNSET,
    ) -> AbstractAsyncContextManager[Client]:
        """As :meth:`client`, for a block: until its end the client is not evicted.

        Raises:
            CopilotError: as :meth:`client`.
        """
        return self._checkout(tenant, session_id, timeout)

    async def create_session(
        self,
        tenant: str,
        options: SessionOptions | None = None,
        /,
        *,
        session_id: str | SessionId | None = None,
        **overrides: Unpack[SessionOptionFields],
    ) -> Session:
        """Create a session in the tenant's client, or in the one with the least to do.

        Raises:
            PoolFull: as :meth:`client`.
            CopilotError: as :meth:`client` and ``client.create_session``.
        """
        async with self._checkout(tenant, session_id, UNSET) as client:
            return await client.create_session(options, session_id=session_id, **overrides)

    async def resume_session(
        self,
        tenant: str,
        session_id: str | SessionId,
        options: SessionOptions | None = None,
        /,
        **overrides: Unpack[SessionOptionFields],
    ) -> Session:
        """Resume a session in the tenant's client, or in the one with the least to do.

        Raises:
            PoolFull: as :meth:`client`.
            CopilotError: as :meth:`client` and ``client.resume_session``.
        """
        async with self._checkout(tenant, session_id, UNSET) as client:
            return await client.resume_session(session_id, options, **overrides)

    def pipeline(
        self,
        name: str,
        *,
        store: str | os.PathLike[str],
        tenant: str = "",
        **options: Unpack[PipelineOptionFields],
    ) -> AbstractAsyncContextManager[Pipeline]:
        """As ``client.pipeline``, over the clients of the pool, each item in the least busy one.

        The clients must share one ``home``: an item goes on in its session wherever there is room.

        Raises:
            InvalidOption: a value that makes no sense; nothing was opened.
            PipelineError: on entering the block: the store is in use, damaged, or cannot be had.
        """
        from copilot_actors.pipeline import open_pipeline  # noqa: PLC0415 - most need none

        return open_pipeline(self, name, store=store, tenant=tenant, **options)

    # --- The pool -------------------------------------------------------------------------

    async def resize(self, max_clients: int, *, deadline: float | None = None) -> None:
        """Change how many clients there may be.

        Args:
            max_clients: at least 1.
            deadline: without one, clients that are too many go as they come to rest, and the call
                returns at once. With one they are drained now, those with the least to do first,
                within so many seconds, and the call returns when they are gone; carried out
                although its caller is cancelled.

        Raises:
            InvalidOption: a value that makes no sense.
        """
        self._keeper.max_clients = _count("max_clients", max_clients)
        if deadline is not None:
            seconds = check_seconds("deadline", deadline)
            names = by_business(self._keeper.seats())
            staying = sum(member.state != "leaving" for member in self._keeper.members.values())
            surplus = [
                self._keeper.members[name] for name in names[: max(0, staying - max_clients)]
            ]
            await self._keeper.end(surplus, trio.current_time() + seconds)
        else:
            await trio.lowlevel.checkpoint()
        self._keeper.look()

    async def drain(self, deadline: float = 20.0) -> Mapping[str, DrainReport]:
        """Let the turns under way in all clients finish, and end them.

        From now on nobody gets a client, and nobody waits for one. Each client is drained as by
        ``client.drain``, all at once. Carried out although the caller is cancelled, since it is
        bounded; may be called again, and the earliest deadline counts.

        Args:
            deadline: seconds from now, for everything.

        Returns:
            What became of the sessions of each client that was up, by the client's name.

        Raises:
            InvalidOption: the deadline is not a finite number of seconds.
        """
        seconds = check_seconds("deadline", deadline)
        self._keeper.close("the pool is draining: it gives out no clients")
        members = list(self._keeper.members.values())
        await self._keeper.end(members, trio.current_time() + seconds)
        return {member.name: member.report for member in members if member.report is not None}

    def members(self) -> list[PoolMember]:
        """The clients that there are now, in the order of their start."""
        now = trio.current_time()
        return [
            PoolMember(
                name=member.name,
                state=member.state,
                pid=None if member.client is None else member.client.pid,
                sessions=len(member.sessions()),
                in_use=bool(member.claims),
                idle_for=now - member.rested_at,
            )
            for member in self._keeper.members.values()
        ]

    def statistics(self) -> PoolStatistics:
        """What there is now, and counters of what happened."""
        states = collections.Counter(member.state for member in self._keeper.members.values())
        return PoolStatistics(
            max_clients=self._keeper.max_clients,
            clients=len(self._keeper.members),
            starting=states["starting"],
            leaving=states["leaving"],
            sessions=sum(len(member.sessions()) for member in self._keeper.members.values()),
            waiting=self._keeper.waiting(),
            started=self._keeper.counts["started"]
            + sum(member.up_since is not None for member in self._keeper.members.values()),
            failed_starts=self._keeper.counts["failed_starts"],
            evicted=self._keeper.counts["evicted"],
            gave_up=self._keeper.counts["gave_up"],
            refused=self._keeper.counts["refused"],
        )

    def which_children(self) -> list[ChildInfo]:
        """The children of the pool's root supervisor."""
        return self._keeper.root.which_children()

    def dump_tree(self) -> str:
        """The supervision trees of the pool and of its clients, as text without any content."""
        parts = [self._keeper.root.dump_tree()]
        for member in self._keeper.members.values():
            if member.client is not None:
                tree = "\n".join("  " + line for line in member.client.dump_tree().splitlines())
                parts.append(f"client {member.name!r}\n{tree}")
        return "\n".join(parts)

    # --- Helpers --------------------------------------------------------------------------

    @asynccontextmanager
    async def _checkout(
        self,
        tenant: str,
        session_id: str | SessionId | None,
        timeout: float | UnsetType,  # noqa: ASYNC109 - a limit of admission
    ) -> AsyncIterator[Client]:
        claim, client = await self._claim(tenant, session_id, timeout)
        try:
            yield client
        finally:
            claim.member.give_back(claim)

    async def _claim(
        self,
        tenant: str,
        session_id: str | SessionId | None,
        timeout: float | UnsetType,  # noqa: ASYNC109 - a limit of admission
    ) -> tuple[Claim, Client]:
        given = self._admission_timeout if timeout is UNSET else timeout
        seconds = check_seconds("timeout", given)
        chosen = None if session_id is None else check_session_id(session_id)
        return await self._keeper.claim(tenant, chosen, seconds)


@asynccontextmanager
async def open_pool(
    options: OptionsFactory,
    *,
    max_clients: int = 8,
    max_sessions_per_client: int | None = None,
    idle_timeout: float | None = 300.0,
    placement: Placement = "sticky",
    admission_timeout: float = 30.0,
    max_waiting: int = 1000,
    backoff: Backoff | None = DEFAULT_BACKOFF,
) -> AsyncIterator[ClientPool]:
    """Keep several clients, each with a CLI of its own, for the length of the block.

    Clients are started when somebody needs them, and end by themselves: one whose CLI crashes is
    supervised as by :func:`open_client`, one that gives up touches none of the others and is
    replaced at its next use. When the block ends, however it ends, all are stopped at once; no
    process, task or file descriptor is left.

    Args:
        options: a plain or async function that makes the ``ClientOptions`` of a tenant's client
            from the tenant's name; with ``"least_busy"`` it gets ``"0"``, ``"1"``, ... Asked at
            each start, within 30 s. Give each client a ``home`` of its own, or share one on
            purpose.
        max_clients: how many CLIs there may be. One takes about 270 MB.
        max_sessions_per_client: open sessions of one client; more are refused with ``PoolFull``.
            ``None`` for no limit.
        idle_timeout: seconds without an open session after which a client is ended; ``None``
            keeps it until another tenant needs its place.
        placement: ``"sticky"``: each tenant has a client of its own. ``"least_busy"``: each new
            session goes to the client with the fewest, a session that is open to its own.
        admission_timeout: seconds to wait for room when ``max_clients`` are in use; 0 refuses at
            once.
        max_waiting: callers that may wait at once.
        backoff: least time between the failure of a client and the next one of that tenant;
            ``None`` for none.

    Example:
        >>> async def main() -> None:
        ...     async with open_pool(lambda tenant: ClientOptions(home=f"/data/{tenant}")) as pool:
        ...         session = await pool.create_session("acme", model="gpt-5")
        ...         answer = await session.send_and_wait("What does this repository do?")

    Raises:
        InvalidOption: a value that makes no sense; nothing was started.
    """
    if not callable(options):
        raise InvalidOption("options", "expected a function that returns ClientOptions")
    if placement not in get_args(Placement):
        raise InvalidOption("placement", f"expected one of {get_args(Placement)}")
    if backoff is not None and not isinstance(backoff, Backoff):
        raise InvalidOption("backoff", "expected a Backoff or None")
    keeper = Keeper(
        options,
        max_clients=_count("max_clients", max_clients),
        max_sessions_per_client=(
            None
            if max_sessions_per_client is None
            else _count("max_sessions_per_client", max_sessions_per_client)
        ),
        idle_timeout=None if idle_timeout is None else check_seconds("idle_timeout", idle_timeout),
        placement=placement,
        max_waiting=_count("max_waiting", max_waiting),
        backoff=backoff,
    )
    pool = ClientPool(keeper, check_seconds("admission_timeout", admission_timeout))
    try:
        async with open_supervisor(keeper.tree(), name="pool") as root:
            keeper.begin(root)
            try:
                yield pool
            finally:
                keeper.close("the pool is closed")
    finally:
        keeper.close("the pool is closed")
        keeper.end_all()


def _count(name: str, value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 1:
        return value
    raise InvalidOption(name, f"expected a whole number of at least 1, got {value!r}")
