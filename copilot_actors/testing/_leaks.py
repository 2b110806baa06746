"""Leak checks: no task, no process and no descriptor may be left when a block or a test is over."""

from __future__ import annotations

import sys
import time
from collections.abc import AsyncIterator, Collection, Iterable, Iterator
from contextlib import asynccontextmanager
from types import FrameType
from typing import Final, final
from weakref import WeakKeyDictionary

import trio
import trio.testing

from ._leaks_system import SystemSnapshot

GRACE: Final = 1.0
"""Seconds that something may take to end by itself: a process that exits, a task that unwinds."""

_POLL: Final = 0.01
_ROUNDS: Final = 5
"""Times that all tasks come to rest under a mock clock, where nothing ends by waiting."""


@asynccontextmanager
async def assert_no_leaks(
    *, tasks: bool = True, processes: bool = True, descriptors: bool = True, grace: float = GRACE
) -> AsyncIterator[None]:
    """Check that a block leaves nothing behind that was not there before.

    Tasks: those of the block's own task and of trio's system, not those that another task started
    in a nursery of its own. Processes: children of this one, zombies too, and what a CLI of ours
    left in a session of its own. Descriptors: all of this process. The last two are known on Linux
    only; elsewhere they are not checked. An exception of the block passes as it is, without a
    check.

    Args:
        tasks: whether to check for tasks.
        processes: whether to check for processes.
        descriptors: whether to check for descriptors.
        grace: seconds of real time that what is left may take to end by itself.

    Raises:
        AssertionError: something is left: what, and where it came from.
    """
    await trio.lowlevel.checkpoint()
    system = SystemSnapshot(processes=processes, descriptors=descriptors)
    async with _watching_tasks() if tasks else _watching_nothing() as watch:
        yield
        left = await watch.wait(grace)
    left += await trio.to_thread.run_sync(system.wait, grace)
    refuse(left)


@asynccontextmanager
async def assert_no_tasks_left(grace: float) -> AsyncIterator[None]:
    """The part of :func:`assert_no_leaks` that only the run itself can check, around a test.

    What a test starts in the ``nursery`` that it was given ends with that one.
    """
    await trio.lowlevel.checkpoint()
    given = trio.lowlevel.current_task().child_nurseries
    async with _watching_tasks(given) as watch:
        yield
        left = await watch.wait(grace)
    refuse(left)


def refuse(left: Iterable[str]) -> None:
    """Raise the error that names what is left, if something is."""
    lines = list(left)
    if lines:
        raise AssertionError("\n  ".join([f"{len(lines)} left:", *lines]))


@final
class _Spawns(trio.abc.Instrument):
    """Remembers where tasks were started."""

    def __init__(self) -> None:
        self.places: WeakKeyDictionary[trio.lowlevel.Task, str] = WeakKeyDictionary()

    def task_spawned(self, task: trio.lowlevel.Task) -> None:
        self.places[task] = _place(_outside_of_trio(sys._getframe(1)))


class _Watch:
    """Knows the tasks that were there at first."""

    def __init__(self, spawns: _Spawns | None, given: Collection[trio.Nursery] = ()) -> None:
        self._spawns = spawns
        self._given = tuple(given)
        self._before = set(self._tasks()) if spawns is not None else set()

    async def wait(self, grace: float) -> list[str]:
        """Give tasks time to end; return those that are left."""
        if self._spawns is None:
            return []
        deadline = time.monotonic() + grace
        rounds = 0
        mocked = isinstance(trio.lowlevel.current_clock(), trio.testing.MockClock)
        while left := [task for task in self._tasks() if task not in self._before]:
            rounds += 1
            if time.monotonic() > deadline or (mocked and rounds > _ROUNDS):
                break
            if mocked:
                await trio.testing.wait_all_tasks_blocked()
            else:
                await trio.sleep(_POLL)
        return [self._told(task) for task in left]

    def _tasks(self) -> Iterator[trio.lowlevel.Task]:
        """The tasks that are owned by this task, by those that lead to it, and by trio itself."""
        owner: trio.lowlevel.Task | None = trio.lowlevel.current_task()
        while owner is not None:
            for nursery in owner.child_nurseries:
                if nursery not in self._given:
                    yield from nursery.child_tasks
            owner = owner.parent_nursery.parent_task if owner.parent_nursery is not None else None

    def _told(self, task: trio.lowlevel.Task) -> str:
        origin = self._spawns.places.get(task, "") if self._spawns is not None else ""
        return f"task {task.name!r}, started {origin or 'before'}, waiting {_waits(task)}"


@asynccontextmanager
async def _watching_tasks(given: Collection[trio.Nursery] = ()) -> AsyncIterator[_Watch]:
    spawns = _Spawns()
    trio.lowlevel.add_instrument(spawns)
    try:
        yield _Watch(spawns, given)
    finally:
        trio.lowlevel.remove_instrument(spawns)


@asynccontextmanager
async def _watching_nothing() -> AsyncIterator[_Watch]:
    yield _Watch(None)


def _waits(task: trio.lowlevel.Task) -> str:
    place = ""
    for frame, _ in task.iter_await_frames():
        if not _is_trio(frame):
            place = _place(frame)
    return place or "in trio"


def _outside_of_trio(frame: FrameType | None) -> FrameType | None:
    while frame is not None and _is_trio(frame):
        frame = frame.f_back
    return frame


def _is_trio(frame: FrameType) -> bool:
    return str(frame.f_globals.get("__name__", "")).partition(".")[0] == "trio"


def _place(frame: FrameType | None) -> str:
    if frame is None:
        return ""
    return f"in {frame.f_code.co_qualname} ({frame.f_code.co_filename}:{frame.f_lineno})"
