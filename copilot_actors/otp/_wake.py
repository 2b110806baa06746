"""How a waiting task is woken: cheaply."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from outcome import Outcome

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Generator

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
