"""``open_client`` of the asyncio bridge."""

from __future__ import annotations

from types import TracebackType
from typing import Unpack, cast, final

from copilot_actors import client as trio_side
from copilot_actors.client import ClientOptions
from copilot_actors.client._application import ClientOptionFields

from ._base import AsyncioAdapter
from ._bridge import Bridge
from ._facade import Client


def open_client(
    options: ClientOptions | None = None, /, **overrides: Unpack[ClientOptionFields]
) -> ClientBlock:
    """Start a CLI (or reach one) and keep it alive for the length of an ``async with`` block.

    Trio runs the client as a guest of the asyncio loop, in its thread. All clients of a loop share
    one guest run, which begins with the first and ends with the last. When the block ends, however
    it ends, sessions are stopped, then the CLI, by a bounded ladder; no process and no task is
    left. A cancellation in the meantime hurries that. Options are those of
    ``copilot_actors.open_client``; handlers among them are plain or coroutine functions of
    asyncio.

    Args:
        options: all options as one value, or ``None``.
        **overrides: single options; see :class:`copilot_actors.ClientOptions`.

    Returns:
        An async context manager, to be entered once, that gives the :class:`Client`.

    Raises:
        WrongEventLoop: entered where no asyncio loop runs.
        CopilotError: as in ``copilot_actors.open_client``. A client that cannot be kept alive
            cancels its block, which raises the fault.
    """
    return ClientBlock(options, overrides)


@final
class ClientBlock:
    """The block of a client. Made by :func:`open_client`."""

    __slots__ = ("_bridge", "_options", "_overrides")

    def __init__(self, options: ClientOptions | None, overrides: ClientOptionFields) -> None:
        self._options = options
        self._overrides = overrides
        self._bridge: Bridge | None = None

    async def __aenter__(self) -> Client:
        if self._bridge is not None:
            raise RuntimeError("a block of open_client is entered once")
        self._bridge = bridge = Bridge()
        adapter = AsyncioAdapter(bridge)
        options = adapter.adapted(self._options)
        overrides = cast("ClientOptionFields", adapter.adapted({**self._overrides}))
        client = await bridge.open(lambda: trio_side.open_client(options, **overrides))
        return Client(client, bridge)

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._bridge is not None:
            await self._bridge.close(exc)
