"""``open_client`` of the blocking API."""

from __future__ import annotations

from types import TracebackType
from typing import Unpack, cast, final

from copilot_actors import client as trio_side
from copilot_actors.client import ClientOptions
from copilot_actors.client._application import ClientOptionFields

from ._base import BlockingAdapter
from ._facade import Client
from ._portal import Portal


def open_client(
    options: ClientOptions | None = None, /, **overrides: Unpack[ClientOptionFields]
) -> ClientBlock:
    """Start a CLI (or reach one) and keep it alive for the length of a ``with`` block.

    A thread is started, in which trio runs the client; it is the only one that the library makes,
    and it ends with the block. When the block ends, however it ends, sessions are stopped, then
    the CLI, by a bounded ladder; no process and no thread is left. Ctrl-C in the meantime hurries
    that. Options are those of ``copilot_actors.open_client``; handlers among them are plain
    functions, called in that thread.

    Args:
        options: all options as one value, or ``None``.
        **overrides: single options; see :class:`copilot_actors.ClientOptions`.

    Returns:
        A context manager, to be entered once, that gives the :class:`Client`.

    Raises:
        WrongEventLoop: entered where an event loop runs.
        CopilotError: as in ``copilot_actors.open_client``. The fault of a client that could not be
            kept alive is raised by the calls, and at the end of a block that did not raise.
    """
    return ClientBlock(options, overrides)


@final
class ClientBlock:
    """The block of a client. Made by :func:`open_client`."""

    __slots__ = ("_options", "_overrides", "_portal")

    def __init__(self, options: ClientOptions | None, overrides: ClientOptionFields) -> None:
        self._options = options
        self._overrides = overrides
        self._portal: Portal | None = None

    def __enter__(self) -> Client:
        if self._portal is not None:
            raise RuntimeError("a block of open_client is entered once")
        self._portal = portal = Portal()
        adapter = BlockingAdapter(portal)
        options = adapter.adapted(self._options)
        overrides = cast("ClientOptionFields", adapter.adapted({**self._overrides}))
        return Client(portal.open(lambda: trio_side.open_client(options, **overrides)), portal)

    def __exit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._portal is not None:
            self._portal.close(quiet=exc is not None)
