"""Who keeps the event loop to itself: each stretch of a work function between waits is timed."""

from __future__ import annotations

import logging
import sys
import threading
import time
import traceback
import types
from collections.abc import Awaitable, Generator
from typing import TYPE_CHECKING, TypeVar, cast

import trio

if TYPE_CHECKING:
    from collections.abc import Coroutine

T = TypeVar("T")
_log = logging.getLogger("copilot_actors.pipeline")
_FRAMES = 6
"""Innermost frames of work that blocks which are logged."""
_LEAST_PAUSE = 0.05
"""Seconds between two looks, however low the limit."""


class Watch:
    """Times the stretches of work functions, one at a time, and tells of those that are too long.

    A stretch is told of when it ends, and by a thread while it lasts: work that never gives the
    event loop back has nobody else to tell of it. That thread reads the system's clock, since
    trio's is not to be read outside of the loop, and touches nothing but this object.

    Attributes:
        blocked: stretches so far that were too long and have ended.
    """

    def __init__(self, limit: float) -> None:
        self._limit = limit
        self._stretch: tuple[str, float] | None = None
        self._over = threading.Event()
        self._thread: threading.Thread | None = None
        self.blocked = 0

    def __enter__(self) -> None:
        if self._limit < threading.TIMEOUT_MAX:
            look = threading.Thread(
                target=self._look,
                args=(threading.get_ident(),),
                name="copilot_actors pipeline watch",
                daemon=True,
            )
            self._thread = look
            look.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if self._thread is not None:
            # It is at most in the middle of a log record.
            self._thread.join(1)

    @types.coroutine
    def watched(self, work: Awaitable[T], key: str) -> Generator[object, object, T]:
        """Await ``work``, the work of the item ``key``. Tasks that it starts are not measured."""
        inner = cast("Coroutine[object, object, T]", work.__await__())
        sent: object = None
        thrown: BaseException | None = None
        while True:
            began = trio.current_time()
            self._stretch = (key, time.monotonic())
            try:
                if thrown is None:
                    wanted = inner.send(sent)
                else:
                    error, thrown = thrown, None
                    wanted = inner.throw(error)
            except StopIteration as stop:
                return cast("T", stop.value)
            finally:
                self._stretch = None
                if (seconds := trio.current_time() - began) > self._limit:
                    self._ended(key, seconds)
            try:
                sent = yield wanted
            except GeneratorExit:
                inner.close()
                raise
            except BaseException as error:  # trio throws into coroutines it gives up
                thrown = error

    def _ended(self, key: str, seconds: float) -> None:
        self.blocked += 1
        _log.warning(
            "the work of item %r kept the event loop to itself for %.2f s: nothing else ran, no "
            "other item and no answer to the CLI; move such calls into a thread",
            key[:80],
            seconds,
        )

    def _look(self, loop: int) -> None:
        """Tell of a stretch that lasts, each time it has become twice as long."""
        told_of, due = None, self._limit
        while not self._over.wait(max(self._limit / 2, _LEAST_PAUSE)):
            stretch = self._stretch
            if stretch is None:
                continue
            if stretch is not told_of:
                due = self._limit
            key, began = stretch
            seconds = time.monotonic() - began
            if seconds <= due:
                continue
            told_of, due = stretch, 2 * seconds
            frame = sys._current_frames().get(loop)
            _log.warning(
                "the work of item %r has kept the event loop to itself for %.2f s and still does: "
                "nothing else runs, no other item and no answer to the CLI; it is at\n%s",
                key[:80],
                seconds,
                "".join(traceback.format_stack(frame, _FRAMES)),
            )
