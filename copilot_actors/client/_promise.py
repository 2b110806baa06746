"""A value that one task provides and others wait for; it outlives the actor that provides it."""

from __future__ import annotations

from typing import Generic, TypeVar

import outcome

from ._flag import Flag

T = TypeVar("T")


class Promise(Generic[T]):
    """Set once, by plain functions; later settings are ignored, so a race needs no lock."""

    __slots__ = ("_outcome", "_settled")

    def __init__(self) -> None:
        self._settled = Flag()
        self._outcome: outcome.Value[T] | outcome.Error | None = None

    @property
    def done(self) -> bool:
        """Whether a value or an error has been set."""
        return self._outcome is not None

    @property
    def failed(self) -> bool:
        """Whether an error has been set."""
        return isinstance(self._outcome, outcome.Error)

    def set(self, value: T) -> None:
        """Provide the value."""
        if self._outcome is None:
            self._outcome = outcome.Value(value)
            self._settled.set()

    def fail(self, error: BaseException) -> None:
        """Provide an error, raised to everybody who waits."""
        if self._outcome is None:
            self._outcome = outcome.Error(error)
            self._settled.set()

    async def settled(self) -> None:
        """Wait until a value or an error has been set, whichever it is."""
        await self._settled.wait()

    async def wait(self) -> T:
        """Wait for the value. Cancellation leaves the promise as it is.

        Raises:
            BaseException: the error that was set; each waiter gets the same object.
        """
        await self._settled.wait()
        if self._outcome is None:
            raise AssertionError("a promise is set before its event")
        if isinstance(self._outcome, outcome.Value):
            return self._outcome.value
        raise self._outcome.error
