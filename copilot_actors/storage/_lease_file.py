"""Leases between processes, as files beside the sessions that they guard."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import logging
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar, final

import trio

from copilot_actors._holder import Holder
from copilot_actors._session_errors import LeaseLost, LeaseUnavailable, SessionInUse

from . import _lease_records as records
from ._lease import HeldLease, Lease
from ._lease_queue import call_in_turn

_log = logging.getLogger("copilot_actors.lease")

T = TypeVar("T")

_FOLDER = Path("copilot-actors", "leases")
"""Inside COPILOT_HOME. The CLI leaves folders that it does not know alone."""
_UNDO_TIMEOUT = 1.0
_RETRY = 0.005
"""Seconds until a folder whose guard was busy is tried again; it is held for far less."""


class _Call(Generic[T]):
    """A call in a thread that may be left behind; what it returns then is undone.

    A file system that hangs cannot be interrupted, only left.
    """

    def __init__(self, function: Callable[[], T], undo: Callable[[T], None]) -> None:
        self._function = function
        self._undo = undo
        self._lock = threading.Lock()
        self._left = False
        self._results: list[T] = []

    def run(self) -> T:
        """Run in the thread."""
        result = self._function()
        with self._lock:
            if not self._left:
                self._results.append(result)
                return result
        self._undo(result)
        return result

    def leave(self) -> list[T]:
        """Nobody takes the result any more: the thread undoes it, or what is returned is there."""
        with self._lock:
            self._left = True
            return self._results


async def _in_thread(function: Callable[[], T], undo: Callable[[T], None]) -> T:
    """Call ``function`` in a thread of its own; cancelled, leave it and undo what it does.

    Of its own, because the shared pool may be exhausted by the program around us.
    """
    call = _Call(function, undo)
    try:
        return await trio.to_thread.run_sync(
            call.run, abandon_on_cancel=True, limiter=trio.CapacityLimiter(1)
        )
    except trio.Cancelled:
        for result in call.leave():
            with trio.CancelScope(shield=True), trio.move_on_after(_UNDO_TIMEOUT):
                await trio.to_thread.run_sync(
                    undo, result, abandon_on_cancel=True, limiter=trio.CapacityLimiter(1)
                )
        raise


def _keep(_result: object) -> None:
    """What changes nothing needs no undoing."""


def _undo_take(taken: records.Taken) -> None:
    """Give back a lease that nobody waits for any more."""
    try:
        records.give_up(taken, wait=True)
    except OSError as error:
        _log.warning("the lease %s is kept until this process ends: %s", taken.path, error)
    finally:
        os.close(taken.descriptor)


@final
class _HeldFile(HeldLease):
    __slots__ = ("_released", "_taken", "_timeout", "holder", "session_id", "succeeded")

    def __init__(self, session_id: str, taken: records.Taken, timeout: float) -> None:
        self.session_id = session_id
        self.holder = taken.holder
        self.succeeded = taken.succeeded
        self._taken = taken
        self._timeout = timeout
        self._released = False

    async def renew(self) -> None:
        if self._released or not await self._bounded(records.still_ours):
            raise LeaseLost(self.session_id)

    async def release(self) -> None:
        if self._released:
            await trio.lowlevel.cancel_shielded_checkpoint()
            return
        self._released = True
        with trio.CancelScope(shield=True):
            try:
                await self._bounded(records.give_up)
            except LeaseUnavailable as error:
                _log.warning("a lease is kept until this process ends: %s", error)
            finally:
                os.close(self._taken.descriptor)

    async def _bounded(self, function: Callable[[records.Taken], T]) -> T:
        call = functools.partial(function, self._taken)
        folder = Path(self._taken.path).parent
        return await _bounded(folder, self.session_id, call, _keep, self._timeout)


@dataclasses.dataclass(frozen=True)
class FileLease(Lease):
    """Keeps other processes, and other clients of this one, from opening a session twice.

    A file for each session names its holder: host, boot, pid and the start time of the process,
    so that a pid that was given out again misleads nobody; see ``_lease_records``. When the
    holder ends, however that happens, the next owner gets the session at once. On another host
    a holder is never taken for dead: remove its file if you know better.

    The files are beside the sessions, so that all who share these share the leases, whoever
    and in whatever container they are. The file system must have locks (``flock``); local ones
    and NFS do.

    Args:
        directory: where the files are kept instead, with a folder for each ``COPILOT_HOME``; all
            owners must name the same. ``None``: in ``copilot-actors/leases`` of the home itself.
        timeout: seconds for any file operation, whatever the file system does. Those of one
            program queue up, and waiting for others that it answers does not count.
    """

    directory: str | os.PathLike[str] | None = None
    timeout: float = 5.0

    def covers(self, store: str) -> bool:
        """Whether there is a folder for it: a simulated home has none of its own."""
        return self.directory is not None or Path(store).is_absolute()

    async def acquire(self, store: str, session_id: str) -> HeldLease:
        """Take the lease; see :meth:`Lease.acquire`.

        Raises:
            SessionInUse: another owner has it.
            LeaseUnavailable: the folder cannot be written, has no locks, or does not answer.
        """
        folder = self._folder(store)
        take = functools.partial(records.take, folder, session_id)
        taken = await _bounded(folder, session_id, take, _undo_take, self.timeout)
        return _HeldFile(session_id, taken, self.timeout)

    async def get_holder(self, store: str, session_id: str) -> Holder | None:
        """Return who holds a session now, or ``None``.

        Raises:
            LeaseUnavailable: the folder cannot be used.
        """
        folder = self._folder(store)
        find = functools.partial(records.find_holder, folder, session_id)
        return await _bounded(folder, session_id, find, _keep, self.timeout)

    def _folder(self, store: str) -> Path:
        if self.directory is None:
            return store / _FOLDER
        name = hashlib.sha256(os.fsencode(store)).hexdigest()[:32]
        return Path(self.directory).absolute() / name


async def _bounded(
    folder: Path,
    session_id: str,
    function: Callable[[], T],
    undo: Callable[[T], None],
    seconds: float,
) -> T:
    """Call ``function``, and again until the guard is free, when it is its turn in the folder.

    It has ``seconds``; see :func:`call_in_turn`.

    Raises:
        SessionInUse: the session has a holder.
        LeaseUnavailable: an error of the file system, or no answer in time.
    """

    async def call() -> T:
        while True:
            try:
                return await _in_thread(function, undo)
            except records.GuardBusy:
                await trio.sleep(_RETRY)

    try:
        return await call_in_turn(folder, seconds, call)
    except records.Held as held:
        raise SessionInUse(session_id, held.holder) from None
    except OSError as error:
        raise LeaseUnavailable(session_id, str(error)) from error
    except trio.TooSlowError:
        reason = f"the file system does not answer within {seconds:g} s"
        raise LeaseUnavailable(session_id, reason) from None
