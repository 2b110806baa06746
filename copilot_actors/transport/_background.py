"""A task that lives as long as a channel does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import trio


class BackgroundTask:
    """One task with one owner, for work that outlasts the call that begins it.

    ``Transport.open`` returns, and what keeps a pipe empty must go on; a nursery would have to
    be the caller's. So it runs as one of trio's system tasks, never lets an error out of it
    (which would end the whole program), and its owner ends it with :meth:`stop`.
    """

    __slots__ = ("_done", "_scope", "failure")

    def __init__(self, work: Callable[[], Awaitable[None]], name: str) -> None:
        self._scope = trio.CancelScope()
        self._done = trio.Event()
        self.failure: Exception | None = None
        trio.lowlevel.spawn_system_task(self._run, work, name=name)

    @property
    def done(self) -> bool:
        """Whether the task has ended."""
        return self._done.is_set()

    async def _run(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            with self._scope:
                await work()
        except Exception as error:
            self.failure = error
        finally:
            self._done.set()

    async def wait(self) -> None:
        """Wait for its end, however it ends."""
        await self._done.wait()

    async def stop(self) -> None:
        """Cancel it and wait for its end. Idempotent."""
        self._scope.cancel()
        await self._done.wait()
