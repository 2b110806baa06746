"""The results of a run on their way to its caller, and what a store says of earlier ones."""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

from ._errors import ItemFailed, NotSerializable
from ._records import ItemRecord, Result, from_json
from ._states import ItemState

T = TypeVar("T")


class Results(Generic[T]):
    """Results that wait for the caller: as they come, or in the order of their items.

    Args:
        ordered: whether a result waits for those of all items before its own.

    Attributes:
        due: in order, the position of the item whose result is given next.
    """

    def __init__(self, *, ordered: bool) -> None:
        self.ordered = ordered
        self.due = 0
        self._ready: deque[Result[T]] = deque()
        self._early: dict[int, Result[T]] = {}

    def __len__(self) -> int:
        return len(self._ready)

    def add(self, position: int, result: Result[T]) -> None:
        """Take the result of the item at a position, which has none yet."""
        if not self.ordered:
            self._ready.append(result)
            return
        self._early[position] = result
        while (ready := self._early.pop(self.due, None)) is not None:
            self.due += 1
            self._ready.append(ready)

    def pop(self) -> Result[T]:
        """Give the next one.

        Raises:
            IndexError: there is none.
        """
        return self._ready.popleft()


def recalled(record: ItemRecord, value: str | None, as_type: object) -> Result[object]:
    """Return the result of an item that an earlier run brought to its end."""
    error: Exception | None = None
    found: object = None
    if record.state is ItemState.FINISHED and value is not None:
        try:
            found = from_json(record.key, "the result", value, as_type)
        except NotSerializable as fault:
            error = fault
    elif record.error is not None:
        stored = record.error
        error = ItemFailed(record.key, stored.type, stored.message, retryable=stored.retryable)
    return Result(
        key=record.key,
        value=found,
        error=error,
        state=record.state,
        attempts=record.attempts,
        duration=record.duration,
        session_id=record.session_id,
        usage=record.usage,
        recalled=True,
    )
