"""Writes to the store for all items at once: one transaction for what has come up meanwhile."""

from __future__ import annotations

import logging
from collections import deque
from typing import TYPE_CHECKING, TypeVar, cast

import trio

from ._errors import PipelineStoreFailed
from ._store import Change

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

    from ._store import Store

T = TypeVar("T")

_log = logging.getLogger("copilot_actors.pipeline")

_FIRST_PAUSE = 0.1
_LONGEST_PAUSE = 5.0


class _Pending:
    """A change that waits for its transaction."""

    __slots__ = ("change", "done", "error", "value")

    def __init__(self, change: Change) -> None:
        self.change = change
        self.done = trio.Event()
        self.value: object = None
        self.error: Exception | None = None


class Writer:
    """The one task that writes to a store.

    A store that cannot be written (a full disk) is tried again for ``patience`` seconds while
    everybody waits; then all who wait, and all who come later, get the error.

    Attributes:
        commits: transactions so far.
        changes: changes in them.
    """

    def __init__(self, store: Store, patience: float) -> None:
        self._store = store
        self._patience = patience
        self._queue: deque[_Pending] = deque()
        self._under_way: list[_Pending] = []
        self._wake = trio.Event()
        self._closed: Exception | None = None
        self.commits = 0
        self.changes = 0

    async def do(self, operation: Callable[[sqlite3.Connection], T], *, durable: bool) -> T:
        """Do something to the store; return what the operation returned, once it is committed.

        Cancelled, it is still done.

        Args:
            operation: called in the writer's thread, inside a transaction with others.
            durable: wait until the disk has it; otherwise it survives the death of the process.

        Raises:
            PipelineStoreFailed: it could not be done, or the pipeline is closed.
        """
        if self._closed is not None:
            await trio.lowlevel.checkpoint()
            raise self._closed
        pending = _Pending(Change(operation, durable))
        self._queue.append(pending)
        self._wake.set()
        await pending.done.wait()
        if pending.error is not None:
            raise pending.error
        return cast("T", pending.value)

    async def run(self) -> None:
        """The task. It ends when it is cancelled, and leaves nobody waiting."""
        reason: Exception = PipelineStoreFailed(str(self._store.path), "the pipeline is closed")
        try:
            while True:
                while not self._queue:
                    await self._wake.wait()
                    self._wake = trio.Event()
                batch = self._under_way = list(self._queue)
                self._queue.clear()
                await self._commit(batch)
                self._under_way = []
        except Exception as error:
            reason = error
        finally:
            self._closed = reason
            for pending in (*self._under_way, *self._queue):
                pending.error = reason
                pending.done.set()
            self._queue.clear()

    async def _commit(self, batch: list[_Pending]) -> None:
        changes = [pending.change for pending in batch]
        pause, until = _FIRST_PAUSE, trio.current_time() + self._patience
        while True:
            try:
                values = await self._store.apply(changes)
                break
            except PipelineStoreFailed as error:
                if trio.current_time() >= until:
                    raise
                _log.warning("%s; trying again", error)
                await trio.sleep(min(pause, until - trio.current_time()))
                pause = min(2 * pause, _LONGEST_PAUSE)
        self.commits += 1
        self.changes += len(batch)
        for pending, value in zip(batch, values, strict=True):
            pending.value = value
            pending.done.set()
