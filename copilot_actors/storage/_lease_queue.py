"""The calls of one program into one folder of leases, one after the other."""

from __future__ import annotations

import collections
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import trio

T = TypeVar("T")


class _Queue:
    """Who waits for a folder that somebody is at, and when it answered last."""

    __slots__ = ("answered", "waiting")

    def __init__(self) -> None:
        self.answered = trio.current_time()
        self.waiting: collections.deque[trio.Event] = collections.deque()


_queues: trio.lowlevel.RunVar[dict[Path, _Queue]] = trio.lowlevel.RunVar("lease queues")
"""Of one run of trio, by folder; a queue is forgotten when nobody is in it."""


async def call_in_turn(folder: Path, seconds: float, call: Callable[[], Awaitable[T]]) -> T:
    """Call ``call`` when all calls for ``folder`` that were made before are over.

    Whoever changes a folder needs its guard, and who finds that busy tries again later: of a
    hundred that try at once one gets it, and some of the others may miss it each time. So those of
    one program wait here, without a thread, and compete with other processes alone.

    Cancelled, the place in the queue is free at once; a call that was begun is cancelled.

    Args:
        folder: a folder of leases.
        seconds: that the file system may take for one call. To wait while it answers others does
            not count; to wait while it answers nobody does.
        call: what to call.

    Raises:
        trio.TooSlowError: the file system does not answer. The call may not have begun.
    """
    try:
        queues = _queues.get()
    except LookupError:
        queues = {}
        _queues.set(queues)
    asked = trio.current_time()
    queue, place = queues.get(folder), None
    if queue is None:
        queue = queues[folder] = _Queue()
    else:
        place = trio.Event()
        queue.waiting.append(place)
    try:
        while place is not None and not place.is_set():
            deadline = max(asked, queue.answered) + seconds
            if deadline <= trio.current_time():
                raise trio.TooSlowError
            with trio.move_on_at(deadline):
                await place.wait()
        with trio.fail_at(max(asked, queue.answered) + seconds):
            try:
                result = await call()
            except Exception:
                queue.answered = trio.current_time()
                raise
            queue.answered = trio.current_time()
            return result
    finally:
        if place is not None and not place.is_set():
            queue.waiting.remove(place)
        elif queue.waiting:
            queue.waiting.popleft().set()
        else:
            del queues[folder]
