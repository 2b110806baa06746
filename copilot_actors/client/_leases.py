"""The leases of a client's sessions: taken before the CLI is asked, kept through every restart.

A lease belongs to the session's record, not to an actor or a connection, so neither a crash of
the CLI nor one of the actor gives it away. It is released when the CLI has let the session go.
"""

from __future__ import annotations

import functools
import logging
import os
import platform
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeVar

import trio

from copilot_actors._errors import CopilotError
from copilot_actors._holder import Holder
from copilot_actors._session_errors import AbortFailed, LeaseLost, LeaseUnavailable
from copilot_actors.otp import ActorError
from copilot_actors.storage import HeldLease, Lease
from copilot_actors.transport import end_leftovers

from ._session import _values as v

if TYPE_CHECKING:
    from ._session._context import ClientContext
    from ._session._record import SessionRecord

_log = logging.getLogger("copilot_actors.lease")

T = TypeVar("T")

_RELEASE_TIMEOUT = 5.0
"""Seconds that the end of a client waits for its backend to take the leases back."""
_AT_ONCE = 100
"""Leases renewed or given back at once: a backend may use a thread or a connection for each."""
_FORGET_TIMEOUT = 0.65
"""Seconds for the CLI to let go of a session that failed here."""


class Leases:
    """What one client holds. Without a backend, or where it covers nothing, all is allowed."""

    def __init__(self, backend: Lease | None, store: str | None, *, timeout: float) -> None:
        self._backend = backend
        self._store = store or ""
        if store is None or (backend is not None and not backend.covers(store)):
            self._backend = None
        self._timeout = timeout
        self._held: dict[str, SessionRecord] = {}
        self._cleared: tuple[int, int] | None = None

    def __len__(self) -> int:
        return len(self._held)

    @property
    def renew_interval(self) -> float | None:
        """Seconds between renewals, or ``None`` if there are none."""
        return self._backend.renew_interval if self._backend is not None else None

    async def take(self, record: SessionRecord) -> None:
        """Take the lease of a session that is about to be opened. Cancelled, nothing is held.

        Raises:
            SessionInUse: another owner has it.
            LeaseUnavailable: the backend cannot tell, or not in time.
        """
        if self._backend is not None:
            record.lease = await self._acquire(self._backend, record.session_id)
            self._held[record.session_id] = record
            await self._end_cli_of(record.lease.succeeded)

    @asynccontextmanager
    async def holding(self, session_id: str) -> AsyncIterator[None]:
        """Hold the lease of a session that is not open here for the length of a block.

        Raises:
            SessionInUse: another owner has it.
            LeaseUnavailable: the backend cannot tell, or not in time.
        """
        if self._backend is None:
            yield
            return
        lease = await self._acquire(self._backend, session_id)
        try:
            yield
        finally:
            await self._release(lease)

    async def find_holder(self, session_id: str) -> Holder | None:
        """Return who holds a session now, this client too, or ``None``.

        Raises:
            LeaseUnavailable: the backend cannot tell, or not in time.
        """
        if self._backend is None:
            return None
        ask = functools.partial(self._backend.get_holder, self._store, session_id)
        return await self._bounded(session_id, ask)

    async def _end_cli_of(self, gone: Holder | None) -> None:
        """See to it that no CLI of a holder that was killed still writes to its sessions.

        Its guard ends it within moments, but the next owner may be faster. A holder may have had
        many sessions, which are opened one after the other: it is looked for once.
        """
        if gone is None or gone.started is None:
            return
        owner = (gone.pid, gone.started)
        if owner != self._cleared:
            await end_leftovers(owner=owner)
            self._cleared = owner

    async def _acquire(self, backend: Lease, session_id: str) -> HeldLease:
        take = functools.partial(backend.acquire, self._store, session_id)
        return await self._bounded(session_id, take)

    async def _bounded(self, session_id: str, ask: Callable[[], Awaitable[T]]) -> T:
        with trio.move_on_after(self._timeout):
            try:
                return await ask()
            except CopilotError:
                raise
            except Exception as error:
                raise LeaseUnavailable(session_id, repr(error)) from error
        raise LeaseUnavailable(session_id, f"no answer within {self._timeout:g} s")

    def let_go(self, context: ClientContext, record: SessionRecord) -> None:
        """Release the lease of a session that is over, in a task of its own.

        At the end of the client there is none to be had: :meth:`release_all` does it then, when
        the CLI is gone too.
        """
        if record.lease is None:
            record.released.set()
        elif not context.stopping():
            try:
                job = functools.partial(self._let_go, context, record, record.lease)
                context.start_job(job, f"release {record.session_id}")
            except ActorError:
                return

    async def _let_go(
        self, context: ClientContext, record: SessionRecord, lease: HeldLease
    ) -> None:
        connection = context.link.connection
        loaded = connection is not None and connection is record.connection
        if connection is not None and loaded and record.phase is v.Phase.FAILED:
            # It failed here, not there: the CLI may have it loaded, with a turn under way.
            deadline = trio.current_time() + _FORGET_TIMEOUT
            try:
                await connection.request(
                    "session.destroy",
                    {"sessionId": record.session_id},
                    deadline=deadline,
                    within=_FORGET_TIMEOUT,
                )
            except CopilotError as error:
                _log.info("a failed session could not be released: %s", error)
                if isinstance(record.error, AbortFailed):
                    # The CLI works on it: nobody else may have it before its recovery.
                    record.released.set()
                    return
        await self._release(lease)
        self._gone(record)

    def keeps(self, record: SessionRecord) -> bool:
        """Whether the lease of a session that is over is kept, since its CLI has it still."""
        return self._held.get(record.session_id) is record and record.released.is_set()

    async def give_back(self, record: SessionRecord) -> None:
        """Release a lease that was kept so."""
        if record.lease is not None and self.keeps(record):
            await self._release(record.lease)
            self._gone(record)

    async def _release(self, lease: HeldLease) -> None:
        try:
            with trio.CancelScope(shield=True), trio.move_on_after(_RELEASE_TIMEOUT):
                await lease.release()
        except Exception:
            _log.exception("the lease of session %r could not be released", lease.session_id)

    async def release_all(self) -> None:
        """Release what is still held; the CLI and the tree are gone. Shielded and bounded."""
        held = list(self._held.values())
        limit = trio.CapacityLimiter(_AT_ONCE)

        async def release(record: SessionRecord) -> None:
            async with limit:
                if record.lease is not None:
                    await self._release(record.lease)
            self._gone(record)

        with trio.CancelScope(shield=True):
            async with trio.open_nursery() as nursery:
                for record in held:
                    nursery.start_soon(release, record)

    def _gone(self, record: SessionRecord) -> None:
        if self._held.get(record.session_id) is record:
            del self._held[record.session_id]
        record.released.set()

    @staticmethod
    def holder_of(record: SessionRecord) -> Holder:
        """Return who holds a session that is open here."""
        if record.lease is not None:
            return record.lease.holder
        return Holder(host=platform.node(), pid=os.getpid())

    async def keep(self, context: ClientContext, interval: float) -> None:
        """Renew all leases every ``interval`` seconds. A session whose lease is lost fails.

        However long one round takes, the next one begins on time: a lease that expires is one
        that was not renewed, and not one whose turn came late.
        """
        due = trio.current_time() + interval
        limit = trio.CapacityLimiter(_AT_ONCE)
        while True:
            await trio.sleep_until(due)
            due = max(due, trio.current_time()) + interval
            async with trio.open_nursery() as nursery:
                for record in list(self._held.values()):
                    nursery.start_soon(self._renew, context, record, interval, limit)

    async def _renew(
        self,
        context: ClientContext,
        record: SessionRecord,
        seconds: float,
        limit: trio.CapacityLimiter,
    ) -> None:
        try:
            with trio.fail_after(seconds):
                async with limit:
                    if record.lease is not None:
                        await record.lease.renew()
        except LeaseLost as error:
            context.counters.lost_leases += 1
            context.post(record.ref, v.Broken(error))
        except Exception as error:
            _log.warning("the lease of %r was not renewed: %r", record.session_id, error)
