"""Handlers that block: run them in a worker thread, so that nothing else stands still."""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar

import trio

P = ParamSpec("P")
T = TypeVar("T")


def in_thread(function: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Make a handler of a plain function that blocks, for instance on a disk or a library.

    A plain handler runs in the one thread that also serves every session, the heartbeat and all
    other handlers; while it blocks, they wait. The result of this function is an async handler
    that runs each call in a worker thread of trio's pool (40 at a time). Works for tools (also
    under ``@tool``), permission handlers, hooks, questions and subscribers.

    Cancellation ends the wait at once; the thread itself cannot be stopped and its result is
    dropped. In the thread only what is safe from other threads may be used: no session and no
    client, unless through ``trio.from_thread.run``.

    Example:
        >>> def read(path: str) -> str:
        ...     "Read a file."
        ...     with open(path) as file:
        ...         return file.read()
        >>> handler = in_thread(read)
        >>> handler.__name__
        'read'
    """

    @functools.wraps(function)
    async def run(*args: P.args, **kwargs: P.kwargs) -> T:
        call = functools.partial(function, *args, **kwargs)
        if not trio.lowlevel.in_trio_task():
            # A handler of the asyncio bridge: its tasks are asyncio's, and so are its threads.
            import asyncio  # noqa: PLC0415 - loaded there anyway, and heavy

            return await asyncio.to_thread(call)
        return await trio.to_thread.run_sync(call, abandon_on_cancel=True)

    return run
