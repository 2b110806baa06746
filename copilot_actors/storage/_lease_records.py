"""The files of :class:`FileLease`: plain functions that block, for a worker thread.

A folder holds one file for each session that is held, named by its id, with a :class:`Holder` as
JSON, and ``.guard``, which holds the last fencing number. Why it is made like this:

- All that changes a file happens under the guard's lock, for well under a millisecond. So two
  that find the same dead holder cannot both succeed it, which a look, an unlink and an exclusive
  creation without a lock would allow.
- A holder keeps its own file locked (``flock``) until it ends, and the kernel drops that lock with
  the process, however it ends: proof of life between containers, whose pids mean nothing to each
  other. It cannot be the only one, because a fork inherits the lock.
- ``flock`` and not ``fcntl`` locks, which all descriptors of a process share: closing any of them
  would drop the lock of all.
- No ``fsync``: after a power failure no earlier owner is left from whom a number could tell a
  later one.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from copilot_actors._holder import Holder

from ._lease_owner import is_gone, this_process

GUARD = ".guard"
"""Not a session id, which has no dot."""
_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_MAX_RECORD = 4096


class GuardBusy(Exception):
    """Another process is at the folder's files; a moment later it is not."""


class Held(Exception):
    """The session has a holder that is not provably gone."""

    def __init__(self, holder: Holder) -> None:
        super().__init__(holder)
        self.holder = holder


class Taken(msgspec.Struct, frozen=True):
    """A lease that this process took: its file, which it keeps locked, and who is and was in it."""

    path: str
    descriptor: int
    holder: Holder
    succeeded: Holder | None


def take(folder: Path, session_id: str) -> Taken:
    """Take a session's lease, from nobody or from a holder that is gone.

    Raises:
        Held: it has a holder.
        GuardBusy: try again.
        OSError: the folder cannot be used.
    """
    path = folder / session_id
    with _guard(folder, create=True) as guard:
        descriptor = os.open(path, _FLAGS, 0o600)
        try:
            unlocked = _try_lock(descriptor)
            before = _read(descriptor)
            _check_free(before, unlocked=unlocked)
            if not unlocked:
                # A fork of the dead holder keeps the lock of this file, so there must be another.
                path.unlink()
                inherited, descriptor = descriptor, os.open(path, _FLAGS | os.O_EXCL, 0o600)
                os.close(inherited)
                _try_lock(descriptor)
            holder = this_process(_next_number(guard))
            try:
                _write(descriptor, msgspec.json.encode(holder))
            except BaseException:
                # Half a record could be taken for one of a holder that lives: this process.
                with suppress(OSError):
                    path.unlink()
                raise
        except BaseException:
            os.close(descriptor)
            raise
    return Taken(os.fspath(path), descriptor, holder, before)


def give_up(taken: Taken, *, wait: bool = False) -> None:
    """Release a lease: remove its file, unless it is not ours any more.

    Args:
        taken: the lease; its descriptor stays open.
        wait: for the guard, instead of raising ``GuardBusy``.

    Raises:
        GuardBusy: try again.
        OSError: the folder cannot be used; the lock is gone with this process.
    """
    if os.getpid() != taken.holder.pid:
        # A fork. Unlocking here would unlock the file for the holder too; its end does not.
        return
    path = Path(taken.path)
    with _guard(path.parent, wait=wait):
        if still_ours(taken):
            path.unlink()


def still_ours(taken: Taken) -> bool:
    """Whether the file under the session's name is the one that this process took and locked."""
    if os.getpid() != taken.holder.pid:
        return False
    try:
        there, mine = Path(taken.path).stat(), os.fstat(taken.descriptor)
    except FileNotFoundError:
        return False
    return (there.st_dev, there.st_ino) == (mine.st_dev, mine.st_ino)


def find_holder(folder: Path, session_id: str) -> Holder | None:
    """Return who holds a session, if anybody does who is not gone.

    Raises:
        GuardBusy: try again.
        OSError: the folder cannot be used.
    """
    try:
        (folder / GUARD).stat()
    except FileNotFoundError:
        return None
    with _guard(folder):
        try:
            descriptor = os.open(folder / session_id, _FLAGS & ~os.O_CREAT)
        except FileNotFoundError:
            return None
        try:
            _check_free(_read(descriptor), unlocked=_try_lock(descriptor))
        except Held as held:
            return held.holder
        finally:
            os.close(descriptor)
    return None


def _check_free(holder: Holder | None, *, unlocked: bool) -> None:
    if holder is not None:
        if not is_gone(holder, this_process(0), unlocked=unlocked):
            raise Held(holder)
    elif not unlocked:
        # Written by something else, or by a later version of this.
        raise Held(Holder(host="an unknown host", pid=0))


@contextmanager
def _guard(folder: Path, *, wait: bool = False, create: bool = False) -> Iterator[int]:
    path = folder / GUARD
    try:
        descriptor = os.open(path, _FLAGS, 0o600)
    except FileNotFoundError:
        if not create:
            raise
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(path, _FLAGS, 0o600)
    try:
        if not _try_lock(descriptor, wait=wait):
            raise GuardBusy
        try:
            yield descriptor
        finally:
            # By name and not by closing alone: a fork made meanwhile has the descriptor too.
            _unlock(descriptor)
    finally:
        os.close(descriptor)


def _next_number(guard: int) -> int:
    written = os.pread(guard, 32, 0).strip()
    number = int(written) + 1 if written.isdigit() else 1
    _write(guard, b"%d" % number)
    return number


def _read(descriptor: int) -> Holder | None:
    try:
        return msgspec.json.decode(os.pread(descriptor, _MAX_RECORD, 0), type=Holder)
    except msgspec.DecodeError:
        # Empty, or cut off by the end of its writer, which held the lock.
        return None


def _write(descriptor: int, data: bytes) -> None:
    # In this order: a full disk must not cost the number that stands there, which has to grow.
    os.pwrite(descriptor, data, 0)
    os.ftruncate(descriptor, len(data))


def _try_lock(descriptor: int, *, wait: bool = False) -> bool:
    if sys.platform == "win32":
        raise OSError(errno.ENOSYS, "this system has no such locks")
    import fcntl  # noqa: PLC0415

    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    return True


def _unlock(descriptor: int) -> None:
    if sys.platform != "win32":
        import fcntl  # noqa: PLC0415

        with suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_UN)
