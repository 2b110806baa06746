"""One client of the asyncio bridge: its block, its calls, and how each is cancelled."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from typing import TypeVar, cast

from copilot_actors._border._service import Call, Service
from copilot_actors._errors import ConnectionStopped

from ._host import Host

T = TypeVar("T")


class Bridge:
    """The way of one client between asyncio's tasks and trio, which run in one thread.

    The end of a client that cannot be kept alive cancels the task that entered its block, as
    ``asyncio.timeout`` would; the block then raises the fault in place of the cancellation.
    """

    def __init__(self, what: str = "client") -> None:
        self._service = Service(self._changed, what)
        self._host: Host | None = None
        self._owner: asyncio.Task[object] | None = None
        self._left = False
        self._broken = False
        self._cancellations = 0

    @property
    def over(self) -> bool:
        """Whether the client is gone."""
        return self._service.over

    @property
    def host(self) -> Host:
        """The guest run that the client is in."""
        if self._host is None:
            raise ConnectionStopped("the client was not opened")
        return self._host

    # --- The block ------------------------------------------------------------------------

    async def open(
        self, block: Callable[[], AbstractAsyncContextManager[T]], *, owned: bool = True
    ) -> T:
        """Enter a block of trio in the guest run of this loop.

        Args:
            block: makes it.
            owned: whether this task holds the block, so that it is cancelled if that fails.

        Raises:
            WrongEventLoop: there is no asyncio loop here.
            CopilotError: as in ``copilot_actors.open_client``.
        """
        self._service.configure(block)
        self._host = host = await Host.of_running_loop()
        self._owner = asyncio.current_task() if owned else None
        host.begin(self._service)
        try:
            while self._service.value is None and not self._service.over:
                await host.wait_change()
        except BaseException:
            self._left = True
            host.post(self._service.cancel)
            await self._wait_over()
            raise
        value = self._service.value
        if value is None or self._service.over:
            self._left = True
            await self._wait_over()
            raise self._service.fault or ConnectionStopped("the client did not start")
        return cast("T", value)

    async def close(self, error: BaseException | None = None, *, quiet: bool = False) -> None:
        """Close the client in good order, whatever happens meanwhile.

        Args:
            error: what the block raises.
            quiet: nobody wants to know of a fault.

        Raises:
            CancelledError: the task was cancelled while it was closing, after it was closed.
            CopilotError: the client had ended by itself, because of this.
        """
        self._left = True
        if self._broken:
            await self._take_back(error)
        self.host.post(self._service.leave)
        cancelled = await self._wait_over()
        if cancelled is not None:
            raise cancelled
        if isinstance(self.host.failure, KeyboardInterrupt):
            raise self.host.failure  # what the block raises is but its consequence
        fault = self._service.fault or self.host.failure
        if fault is not None and not quiet and (error is None or self._owns(error)):
            raise fault

    # --- Calls ----------------------------------------------------------------------------

    async def call(
        self,
        work: Coroutine[object, object, T],
        undo: Callable[[object], Awaitable[object]],
        session_id: str | None,
    ) -> T:
        """Run a coroutine of the trio side and wait for its result.

        Cancelled, the call is cancelled there and waited for, however often.

        Raises:
            WrongEventLoop: the caller is of another loop.
            CopilotError: the client is over.
        """
        host = self.host
        try:
            host.check()
        except BaseException:
            work.close()
            raise
        pending = _Pending(host.loop)
        call = Call(work, undo, pending.done)
        cancelled = await self._through(call, pending)
        if cancelled is not None:
            # It may have come when the result was on its way already.
            pending = _Pending(host.loop)
            undoing = call.undoing(pending.done)
            if undoing is not None:
                await self._through(undoing, pending)
            raise cancelled
        result = call.result
        if result is None:
            raise self._service.ended(session_id)
        return result.unwrap()

    async def _through(self, call: Call[T], pending: _Pending) -> asyncio.CancelledError | None:
        """Run a call and wait until it is over; return the cancellation that came meanwhile."""
        host = self.host
        if not host.post(lambda: self._service.begin(call)):
            call.refuse()
        cancelled: asyncio.CancelledError | None = None
        while not pending.over:
            try:
                await pending.wait()
            except asyncio.CancelledError as error:
                cancelled = cancelled or error
                host.post(call.cancel)
        return cancelled

    # --- Helpers --------------------------------------------------------------------------

    def _changed(self) -> None:
        service = self._service
        if service.over and not self._left and service.value is not None:
            # It ended by itself: its block does too.
            self._broken = True
            if self._owner is not None and not self.host.loop.is_closed():
                self._owner.cancel()
        self.host.notify()

    async def _take_back(self, error: BaseException | None) -> None:
        """Take the cancellation of the block back, whether it has arrived or not."""
        if not isinstance(error, asyncio.CancelledError):
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.sleep(0)
        if self._owner is not None:
            self._cancellations = self._owner.uncancel()

    def _owns(self, error: BaseException) -> bool:
        """Whether the block was cancelled by us alone."""
        return (
            self._broken and isinstance(error, asyncio.CancelledError) and self._cancellations == 0
        )

    async def _wait_over(self) -> asyncio.CancelledError | None:
        """Wait for the end of the client, and of trio if it was the last one."""
        cancelled: asyncio.CancelledError | None = None
        host = self.host
        while not (self._service.over and (host.done or host.busy)):
            try:
                await host.wait_change()
            except asyncio.CancelledError as error:
                cancelled = error
                host.post(self._service.cancel)
        return cancelled


class _Pending:
    """Something that one task waits for, as often as it is cancelled; told on the trio side."""

    __slots__ = ("_loop", "_waiter", "over")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiter: asyncio.Future[None] | None = None
        self.over = False

    async def wait(self) -> None:
        """Wait once more."""
        self._waiter = self._loop.create_future()
        await self._waiter

    def done(self) -> None:
        """It is over."""
        self.over = True
        waiter = self._waiter
        if waiter is not None and not waiter.done() and not self._loop.is_closed():
            waiter.set_result(None)
