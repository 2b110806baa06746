"""Leases between the clients of one process."""

from __future__ import annotations

import itertools
import os
from typing import Final, TypeAlias, final

import trio

from copilot_actors._holder import Holder
from copilot_actors._session_errors import LeaseLost, SessionInUse

from ._lease import HeldLease, Lease
from ._lease_owner import this_process

_Key: TypeAlias = tuple[int, str, str]

_held: Final[dict[_Key, HeldLease]] = {}
"""What the clients of this process hold. One table for the process is what the name promises:
two libraries in one program need not know of each other. The pid is part of the key, since a
fork inherits the table but none of the leases. ``setdefault`` and ``pop`` are atomic, so clients
in several threads need no lock."""

_numbers = itertools.count(1)


@final
class _HeldInProcess(HeldLease):
    def __init__(self, key: _Key) -> None:
        self._key = key
        self.session_id = key[2]
        self.holder = this_process(next(_numbers))

    async def renew(self) -> None:
        await trio.lowlevel.checkpoint()
        if _held.get(self._key) is not self or self._key[0] != os.getpid():
            raise LeaseLost(self.session_id)

    async def release(self) -> None:
        if _held.get(self._key) is self:
            _held.pop(self._key, None)
        await trio.lowlevel.cancel_shielded_checkpoint()


class ProcessLease(Lease):
    """Keeps the clients of one process from opening one session twice; touches no file.

    For stores that no other process uses, and for tests. All instances are one backend: what
    one client holds, no other client of the process gets.
    """

    def __repr__(self) -> str:
        return "ProcessLease()"

    async def acquire(self, store: str, session_id: str) -> HeldLease:
        """Take the lease; see :meth:`Lease.acquire`.

        Raises:
            SessionInUse: another client of this process has it.
        """
        await trio.lowlevel.checkpoint()
        key = (os.getpid(), store, session_id)
        mine = _HeldInProcess(key)
        first = _held.setdefault(key, mine)
        if first is not mine:
            raise SessionInUse(session_id, first.holder)
        return mine

    async def get_holder(self, store: str, session_id: str) -> Holder | None:
        """Return who holds a session: this process, or nobody."""
        await trio.lowlevel.checkpoint()
        held = _held.get((os.getpid(), store, session_id))
        return held.holder if held is not None else None
