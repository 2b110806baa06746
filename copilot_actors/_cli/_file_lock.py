"""An exclusive lock between processes that ends with its holder, however that ends."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

# Some network file systems have no locks.
_UNAVAILABLE: Final = frozenset({errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOSYS})


@contextmanager
def exclusive(path: Path, on_wait: Callable[[], None]) -> Iterator[bool]:
    """Hold the lock of the file ``path``, waiting for it if another process holds it.

    The file is made if need be and stays for good: removing it would race. Yields whether the
    lock is held; it is not where the system has none.

    Args:
        path: the file.
        on_wait: called once before waiting.
    """
    with path.open("ab") as file:
        try:
            if not _try_lock(file):
                on_wait()
                _wait_lock(file)
            held = True
        except OSError as exc:
            if exc.errno not in _UNAVAILABLE:
                raise
            held = False
        yield held


@contextmanager
def exclusive_if_free(path: Path) -> Iterator[bool]:
    """Hold the lock of the file ``path`` if nobody else does; yields whether it is held."""
    with path.open("ab") as file:
        try:
            held = _try_lock(file)
        except OSError as exc:
            if exc.errno not in _UNAVAILABLE:
                raise
            held = False
        yield held


def _try_lock(file: BinaryIO) -> bool:
    if sys.platform == "win32":
        raise OSError(errno.ENOSYS, "no such locks on Windows")
    import fcntl  # noqa: PLC0415

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _wait_lock(file: BinaryIO) -> None:
    if sys.platform != "win32":
        import fcntl  # noqa: PLC0415

        fcntl.flock(file, fcntl.LOCK_EX)
