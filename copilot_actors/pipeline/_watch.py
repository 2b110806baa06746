"""Who keeps the event loop to itself: each stretch of a work function between waits is timed."""

from __future__ import annotations

import types
from collections.abc import Awaitable, Callable, Generator
from typing import TYPE_CHECKING, TypeVar, cast

import trio

if TYPE_CHECKING:
    from collections.abc import Coroutine

T = TypeVar("T")


@types.coroutine
def watched(
    work: Awaitable[T], limit: float, report: Callable[[float], None]
) -> Generator[object, object, T]:
    """Await ``work``; call ``report`` with the seconds of each stretch that exceeds ``limit``.

    Measured from outside, without a thread: a stretch that never ends is never reported. Tasks
    that work starts are not measured.
    """
    inner = cast("Coroutine[object, object, T]", work.__await__())
    sent: object = None
    thrown: BaseException | None = None
    while True:
        began = trio.current_time()
        try:
            if thrown is None:
                wanted = inner.send(sent)
            else:
                error, thrown = thrown, None
                wanted = inner.throw(error)
        except StopIteration as stop:
            return cast("T", stop.value)
        finally:
            if (seconds := trio.current_time() - began) > limit:
                report(seconds)
        try:
            sent = yield wanted
        except GeneratorExit:
            inner.close()
            raise
        except BaseException as error:  # trio throws into coroutines it gives up
            thrown = error
