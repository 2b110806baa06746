"""Where the items of an ``async_stream`` come from, at hand one at a time."""

from __future__ import annotations

from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Callable, Iterable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext

import trio


class Source:
    """Holds at most one item that was fetched and not taken yet.

    Attributes:
        over: no item will follow the one at hand.
        error: what the iterable raised; it is over then.
        wake: called when something has changed while `fetch` had nothing to give.
    """

    __slots__ = ("_item", "error", "over", "wake")

    def __init__(self) -> None:
        self._item: list[object] = []
        self.over = False
        self.error: BaseException | None = None
        self.wake: Callable[[], None] | None = None

    def fetch(self) -> bool:
        """Whether an item is at hand; if not, the next one is on its way unless all are over."""
        raise AssertionError

    @property
    def item(self) -> object:
        """The item at hand, which `fetch` has confirmed."""
        return self._item[0]

    def take(self) -> None:
        """The item at hand was used."""
        self._item.clear()

    def raise_error(self) -> None:
        """Raise what the iterable raised, if nobody has heard of it yet."""
        error, self.error = self.error, None
        if error is not None:
            try:
                raise error
            finally:
                error = None  # no reference cycle through this frame


class PlainSource(Source):
    """A plain iterable, read when asked."""

    __slots__ = ("_iterator",)

    def __init__(self, items: Iterable[object]) -> None:
        super().__init__()
        self._iterator = iter(items)

    def fetch(self) -> bool:
        """Read one item unless one is at hand."""
        if not self._item and not self.over:
            self.over = True  # also if it raises, as for a generator
            try:
                for item in self._iterator:
                    self._item.append(item)
                    self.over = False
                    break
            except Exception as exc:
                self.error = exc
        return bool(self._item)


class FetchingSource(Source):
    """An async iterable, read by a task of its own.

    Whoever waits for an item may then be cancelled, or given something else that comes first:
    neither reaches the iterable, which a cancellation would end.
    """

    __slots__ = ("_asked", "_fetching", "_items", "_scope")

    def __init__(self, items: AsyncIterable[object]) -> None:
        super().__init__()
        self._items = items
        self._fetching = False
        self._asked = trio.Event()
        self._scope = trio.CancelScope(shield=True)

    def fetch(self) -> bool:
        """Have one item fetched unless one is at hand or on its way."""
        if not self._item and not self._fetching and not self.over:
            self._fetching = True
            self._asked.set()
        return bool(self._item)

    async def run(self) -> None:
        """The task: fetches until the iterable is over or `close` is called."""
        with self._scope:
            try:
                await self._fetch_all()
            except trio.Cancelled:
                raise
            except BaseException as exc:
                self.error = exc
        self._fetching = False
        self._tell()

    async def _fetch_all(self) -> None:
        iterator: AsyncIterator[object] | None = None
        try:
            await self._asked.wait()
            iterator = aiter(self._items)
            while not self.over:
                try:
                    self._item.append(await anext(iterator))
                except StopAsyncIteration:
                    break
                self._fetching = False
                self._asked = trio.Event()
                self._tell()
                await self._asked.wait()
        finally:
            self.over = True
            for generator in (iterator, self._items):
                if isinstance(generator, AsyncGenerator):
                    await generator.aclose()

    def _tell(self) -> None:
        if self.wake is not None:
            self.wake()

    def close(self) -> None:
        """End the task: an item under way is given up, an async generator is closed."""
        self.over = True
        if self._fetching:
            self._scope.cancel()
        self._asked.set()


def source_of(
    items: Iterable[object] | AsyncIterable[object],
) -> AbstractAsyncContextManager[Source]:
    """Open an iterable for reading.

    Args:
        items: plain or async.

    Returns:
        A context manager; at its end nothing of the source runs any more.

    Raises:
        TypeError: it is no iterable.
    """
    if isinstance(items, AsyncIterable):
        return _fetching(items)
    return nullcontext(PlainSource(items))


@asynccontextmanager
async def _fetching(items: AsyncIterable[object]) -> AsyncIterator[Source]:
    source = FetchingSource(items)
    failure: BaseException | None = None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(source.run, name="otp.async_stream")
        try:
            yield source
        except BaseException as exc:
            failure = exc  # raised below: a nursery would put it into a group
        source.close()
    try:
        if failure is not None:
            raise failure
    finally:
        failure = None  # no reference cycle through this frame
