"""What a durable ledger must do, whatever it stores its records in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence

import trio

from copilot_actors._errors import LedgerInUse

from ._records import LedgerKey, LedgerRecord


class LedgerBackend(ABC):
    """Stores the records of one client, durably and all or nothing.

    A client opens it before it starts anything, and closes it after everything has ended. Its
    calls never overlap. What a backend raises besides the errors named here is a
    :class:`LedgerFailed` to the client's callers.

    Attributes:
        name: how errors name it.
        store_prompts: whether prompts are stored with their text; otherwise with its hash only.
    """

    name: str
    store_prompts: bool

    @abstractmethod
    async def open(self) -> Sequence[LedgerRecord]:
        """Take possession and return every record, in any order.

        Raises:
            LedgerInUse: another client has it open.
            LedgerDamaged: what is stored is not a ledger, or cannot be read; nothing is changed.
            LedgerFailed: it cannot be reached.
        """

    @abstractmethod
    async def commit(self, changes: Mapping[LedgerKey, LedgerRecord | None]) -> None:
        """Store records under their keys, and remove those that are ``None``.

        Either all changes are stored when this returns, and survive the end of the process, or
        none is. Cancelled, they may be stored or not; the client repeats them.

        Raises:
            LedgerFailed: nothing was stored.
        """

    @abstractmethod
    async def aclose(self) -> None:
        """Give up possession. Idempotent; raises nothing. The records stay."""


class MemoryLedger(LedgerBackend):
    """A ledger in this process's memory: it survives its client, not the program.

    For a program that opens one client after the other, and for tests. ``ledger=None`` keeps no
    ledger at all beyond the client itself, and costs nothing.

    Args:
        store_prompts: as in :class:`SqliteLedger`.
    """

    def __init__(self, *, store_prompts: bool = False) -> None:
        self.name = "in memory"
        self.store_prompts = store_prompts
        self._records: dict[LedgerKey, LedgerRecord] = {}
        self._open = False

    def __repr__(self) -> str:
        return f"<MemoryLedger {len(self._records)} records>"

    async def open(self) -> Sequence[LedgerRecord]:
        """As in :class:`LedgerBackend`."""
        await trio.lowlevel.checkpoint()
        if self._open:
            raise LedgerInUse(self.name)
        self._open = True
        return list(self._records.values())

    async def commit(self, changes: Mapping[LedgerKey, LedgerRecord | None]) -> None:
        """As in :class:`LedgerBackend`."""
        await trio.lowlevel.checkpoint()
        for key, record in changes.items():
            if record is None:
                self._records.pop(key, None)
            else:
                self._records[key] = record

    async def aclose(self) -> None:
        """As in :class:`LedgerBackend`."""
        self._open = False
        await trio.lowlevel.checkpoint()
