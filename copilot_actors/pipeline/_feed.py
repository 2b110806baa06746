"""Where the items of a run come from: any iterable, one item at a time, each with its key."""

from __future__ import annotations

import itertools
import os
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Callable,
    Iterable,
    Iterator,
)
from typing import Generic, TypeVar, cast

import trio

from copilot_actors._errors import InvalidOption

I = TypeVar("I")  # noqa: E741 - item


class Source(Generic[I]):
    """An iterable, plain or async, read by one task.

    Attributes:
        plain: whether reading it never waits.
    """

    def __init__(self, items: Iterable[I] | AsyncIterable[I]) -> None:
        self._items = items
        self._async: AsyncIterator[I] | None = None
        self._plain: Iterator[I] | None = None
        self._error: Exception | None = None
        if isinstance(items, AsyncIterable):
            self.plain = False
        elif isinstance(items, Iterable):
            self.plain = True
        else:
            raise TypeError(f"items: expected an iterable, got {type(items).__name__}")

    async def read(self, count: int) -> list[I]:
        """Return the next items: at most ``count``, one of an async iterable; none at the end.

        Raises:
            Exception: what the iterable raises.
        """
        if isinstance(self._items, AsyncIterable):
            if self._async is None:
                self._async = aiter(self._items)
            try:
                return [await anext(self._async)]
            except StopAsyncIteration:
                return []
        await trio.lowlevel.checkpoint()
        if self._error is not None:
            raise self._error
        if self._plain is None:
            self._plain = iter(self._items)
        found: list[I] = []
        try:
            found.extend(itertools.islice(self._plain, count))
        except Exception as error:
            if not found:
                raise
            self._error = error  # those before it come first
        return found

    async def aclose(self) -> None:
        """Close an async generator; shielded, since it may have something to give back."""
        if isinstance(self._async, AsyncGenerator):
            with trio.CancelScope(shield=True):
                await cast("AsyncGenerator[I, None]", self._async).aclose()


def key_of(item: object, key: Callable[[I], str] | None) -> str:
    """Return the key of an item.

    Args:
        item: the item.
        key: what makes the key of it; ``None`` for items that are keys themselves.

    Raises:
        InvalidOption: the key is no text, or the item none that can be its own key.
        Exception: what ``key`` raises.
    """
    if key is not None:
        found: object = key(cast("I", item))
    elif isinstance(item, os.PathLike):
        found = os.fspath(cast("os.PathLike[str]", item))
    else:
        found = item
    if not isinstance(found, str):
        given = "it is no text or path" if key is None else "it returned no text"
        raise InvalidOption("key", f"{given}, but {type(found).__name__}; item {item!r:.80}")
    return found
