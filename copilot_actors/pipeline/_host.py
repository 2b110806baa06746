"""Where items run: one client, or a pool of them."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING, Final, Protocol

import trio

from copilot_actors._errors import ConnectionStopped, CopilotError, PoolFull

if TYPE_CHECKING:
    from copilot_actors.client import Client, ClientPool

_ROOM_PAUSE: Final = 1.0
"""Seconds until a pool without room is asked again."""


class Host(Protocol):
    """Gives out clients."""

    def checkout(self, session_id: str) -> AbstractAsyncContextManager[Client]:
        """A client for the length of a block.

        Raises:
            CopilotError: there is none.
        """
        ...

    def end(self, error: BaseException) -> CopilotError | None:
        """Why no item can run here any more, if that is what an item's error comes from."""
        ...


class ClientHost:
    """Items run in one client."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def checkout(self, session_id: str) -> AbstractAsyncContextManager[Client]:  # noqa: ARG002
        """As in :class:`Host`."""
        return contextlib.nullcontext(self._client)

    def end(self, error: BaseException) -> CopilotError | None:
        """As in :class:`Host`."""
        if self._client.state in ("failed", "stopped"):
            return self._client.fault or ConnectionStopped()
        # Draining: it accepts no prompts any more.
        return error if isinstance(error, ConnectionStopped) else None


class PoolHost:
    """Items are spread over the clients of a pool, those with the fewest sessions first."""

    def __init__(self, pool: ClientPool, tenant: str) -> None:
        self._pool = pool
        self._tenant = tenant

    @asynccontextmanager
    async def checkout(self, session_id: str) -> AsyncIterator[Client]:
        """As in :class:`Host`; waits for room for as long as it takes."""
        async with contextlib.AsyncExitStack() as stack:
            while True:
                try:
                    client = await stack.enter_async_context(
                        self._pool.checkout(self._tenant, session_id=session_id)
                    )
                    break
                except PoolFull:
                    await trio.sleep(_ROOM_PAUSE)
            yield client

    def end(self, error: BaseException) -> CopilotError | None:
        """As in :class:`Host`. A client that gave up is replaced, so its items try again."""
        reason = self._pool._keeper.closed
        return ConnectionStopped(reason) if reason and isinstance(error, CopilotError) else None
