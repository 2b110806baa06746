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
    def __init__(self, session_id: str, taken: records.Taken, timeout: float) -> None:
        self.session_id = session_id
        self.holder = taken.holder
        self.succeeded = taken.succeeded
        self._taken = taken
        self._timeout = timeout
        self._released = False

    async def renew(self) -> None:
        look = functools.partial(records.still_ours, self._taken)
        if self._released or not await _bounded(self.session_id, look, _keep, self._timeout):
            raise LeaseLost(self.session_id)

    async def release(self) -> None:
        if self._released:
            await trio.lowlevel.cancel_shielded_checkpoint()
            return
        self._released = True
        with trio.CancelScope(shield=True):
            try:
                give_up = functools.partial(records.give_up, self._taken)
                await _bounded(self.session_id, give_up, _keep, self._timeout)
            except LeaseUnavailable as error:
                _log.warning("a lease is kept until this process ends: %s", error)
            finally:
                os.close(self._taken.descriptor)


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
        timeout: seconds for any file operation, whatever the file system does.
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
        take = functools.partial(records.take, self._folder(store), session_id)
        taken = await _bounded(session_id, take, _undo_take, self.timeout)
        return _HeldFile(session_id, taken, self.timeout)

    async def get_holder(self, store: str, session_id: str) -> Holder | None:
        """Return who holds a session now, or ``None``.

        Raises:
            LeaseUnavailable: the folder cannot be used.
        """
        find = functools.partial(records.find_holder, self._folder(store), session_id)
        return await _bounded(session_id, find, _keep, self.timeout)

    def _folder(self, store: str) -> Path:
        if self.directory is None:
            return store / _FOLDER
        name = hashlib.sha256(os.fsencode(store)).hexdigest()[:32]
        return Path(self.directory).absolute() / name


async def _bounded(
    session_id: str, function: Callable[[], T], undo: Callable[[T], None], seconds: float
) -> T:
    """Call ``function`` until the guard is free, for ``seconds`` at most.

    Raises:
        SessionInUse: the session has a holder.
        LeaseUnavailable: an error of the file system, or no answer in time.
    """
    with trio.move_on_after(seconds):
        while True:
            try:
                return await _in_thread(function, undo)
            except records.GuardBusy:
                await trio.sleep(_RETRY)
            except records.Held as held:
                raise SessionInUse(session_id, held.holder) from None
            except OSError as error:
                raise LeaseUnavailable(session_id, str(error)) from error
    raise LeaseUnavailable(session_id, f"the file system does not answer within {seconds:g} s")
