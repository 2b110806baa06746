"""How a task waits and is woken: cheaply."""

from __future__ import annotations

import types
from typing import TYPE_CHECKING, TypeVar

from outcome import Outcome
from trio.lowlevel import Abort, RaiseCancelT, enable_ki_protection, wait_task_rescheduled

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Generator

    from ._call import From

R = TypeVar("R")


class _Woken(Outcome[None]):
    """What ``Value(None)`` is, but it may be unwrapped any number of times."""

    __slots__ = ()

    def unwrap(self) -> None:
        """Return what `trio.lowlevel.wait_task_rescheduled` returns."""

    def send(self, gen: Generator[R, None, object]) -> R:
        """Resume a generator."""
        return gen.send(None)

    async def asend(self, agen: AsyncGenerator[R, None]) -> R:
        """Resume an asynchronous generator."""
        return await agen.asend(None)


WOKEN = _Woken()
"""Second argument of every `trio.lowlevel.reschedule` here.

Without it trio makes a ``Value(None)`` for each wake-up, which its waiter unwraps, once: a twelfth
of what a round trip between two tasks costs, and a call wakes two tasks.
"""


def trap_of(abort: Callable[[RaiseCancelT], Abort]) -> object:
    """What `trio.lowlevel.wait_task_rescheduled` hands to trio's loop, to be handed over again.

    It says that the task waits and how it stops to. Trio only reads it.

    Args:
        abort: what a cancellation calls, as in trio.

    Returns:
        The argument for `sleep`.
    """
    waiting = wait_task_rescheduled(abort)  # noqa: ASYNC105 - only its first step is wanted
    trap: object = waiting.send(None)
    waiting.close()
    return trap


@types.coroutine
def sleep(trap: object) -> Generator[object, Outcome[None], None]:
    """Wait to be rescheduled, without the coroutine and the object that trio makes for each wait.

    Args:
        trap: of `trap_of`.

    Raises:
        BaseException: what the waker or a cancellation sends.
    """
    outcome = yield trap
    outcome.unwrap()


class Seat:
    """Where a task waits for the answer to its call; used for one call after the other.

    Attributes:
        call: the call that is waited for.
        trap: for `sleep`.
    """

    __slots__ = ("call", "trap")

    call: From | None

    def __init__(self) -> None:
        self.trap = trap_of(self._abort)

    @enable_ki_protection
    def _abort(self, _: RaiseCancelT) -> Abort:
        assert self.call is not None  # noqa: S101 - a task waits for it
        self.call._give_up()
        return Abort.SUCCEEDED


SEATS = 256
"""Free seats that a tree keeps."""
