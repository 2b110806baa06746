"""Trio as a guest of an asyncio loop: one run for each thread, shared by its clients."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
import weakref
from collections.abc import Awaitable, Callable

import outcome
import trio

from copilot_actors._border._service import Service
from copilot_actors._errors import WrongEventLoop

_log = logging.getLogger("copilot_actors.aio")

_FOREVER = 3e9
"""Seconds. Nothing waits for it: see :class:`_Sentinel`."""
_DRIVE_SECONDS = 20.0
"""For the end of clients whose loop was closed: the stop ladder of a CLI takes 10 s at most."""

_HOST: trio.lowlevel.RunVar[Host] = trio.lowlevel.RunVar("copilot_actors_aio_host")


class Host:
    """The guest run of one loop. It begins with the first client and ends with the last.

    Trio knows one run in a thread, so it is found there: there is no registry of hosts. The steps
    of trio go through a queue of this object, and the loop only takes them out of it. So if the
    loop is closed while clients are open, the rest is run by whoever closes it.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self._thread = threading.get_ident()
        self._steps: queue.SimpleQueue[Callable[[], object]] = queue.SimpleQueue()
        self._services: set[Service] = set()
        self._waiters: set[asyncio.Future[None]] = set()
        self._idle = trio.Event()
        self._nursery: trio.Nursery | None = None
        self._token: trio.lowlevel.TrioToken | None = None
        self.done = False
        self.failure: BaseException | None = None
        """What ended the run before its clients: Ctrl-C, or a defect."""
        self.cancelling: set[Callable[[], None]] = set()
        """What resumes the tasks of trio that wait for the end of a cancelled task of asyncio."""

    @staticmethod
    async def of_running_loop() -> Host:
        """The host of the loop that runs here; begun if there is none.

        Raises:
            WrongEventLoop: there is no asyncio loop, or trio runs here for somebody else.
        """
        loop = running_loop()
        while trio.lowlevel.in_trio_run():
            try:
                host = _HOST.get()
            except LookupError:
                raise WrongEventLoop(
                    "trio runs in this thread already", running="trio", instead="use trio's API"
                ) from None
            host.check()
            if host._nursery is not None and not host._idle.is_set():
                return host
            # It begins, or is about to end.
            await host.wait_change()
        host = Host(loop)
        host._begin()
        try:
            while host._nursery is None:
                await host.wait_change()
        except BaseException:
            # Nobody is there yet; who waits for this run begins another.
            host._idle.set()
            raise
        return host

    @property
    def busy(self) -> bool:
        """Whether it has clients, so that it goes on."""
        return bool(self._services)

    def check(self) -> None:
        """Refuse a caller of another loop.

        Raises:
            WrongEventLoop: it is one, or has none.
        """
        if running_loop() is not self.loop:
            raise WrongEventLoop(
                "the client belongs to another event loop",
                running="another loop",
                instead="open it in the loop that uses it",
            )

    def begin(self, service: Service) -> None:
        """Run a client."""
        self._services.add(service)
        self.post(lambda: self._start(service))

    def post(self, function: Callable[[], object]) -> bool:
        """Call a function on the trio side soon. Whether there is one."""
        if self._token is None:
            return False
        try:
            self._token.run_sync_soon(function)
        except trio.RunFinishedError:
            return False
        return True

    async def wait_change(self) -> None:
        """Wait until something has changed; several may."""
        waiter: asyncio.Future[None] = self.loop.create_future()
        self._waiters.add(waiter)
        try:
            await waiter
        finally:
            self._waiters.discard(waiter)

    def notify(self) -> None:
        """Something has changed."""
        if self.loop.is_closed():
            return
        for waiter in list(self._waiters):
            if not waiter.done():
                waiter.set_result(None)

    # --- The run --------------------------------------------------------------------------

    def _begin(self) -> None:
        trio.lowlevel.start_guest_run(
            self._main,
            run_sync_soon_threadsafe=self._soon,
            done_callback=self._finished,
            # asyncio wakes up for signals by that descriptor; trio leaves it alone.
            host_uses_signal_set_wakeup_fd=True,
        )
        _HOST.set(self)
        self._watch_loop()

    async def _main(self) -> None:
        self._token = trio.lowlevel.current_trio_token()
        try:
            async with trio.open_nursery() as nursery:
                self._nursery = nursery
                self.notify()
                try:
                    await self._idle.wait()
                except KeyboardInterrupt as error:
                    # Trio's own handler of Ctrl-C, where asyncio has none: clients are closed.
                    self.failure = error
                    nursery.cancel_scope.cancel()
        finally:
            self._nursery = None

    def _start(self, service: Service) -> None:
        if self._nursery is not None:
            self._nursery.start_soon(self._serve, service)

    async def _serve(self, service: Service) -> None:
        try:
            await service.serve()
        finally:
            self._services.discard(service)
            if not self._services:
                self._idle.set()
            self.notify()

    def _finished(self, result: outcome.Outcome[None]) -> None:
        self.done = True
        if isinstance(result, outcome.Error):
            _log.error("the guest run of trio has failed", exc_info=result.error)
            self.failure = result.error
            for service in list(self._services):
                service.over = True
        handle = self._sentinel()
        if handle is not None:
            handle.cancel()
        self.notify()

    def _soon(self, step: Callable[[], object]) -> None:
        self._steps.put(step)
        try:
            self.loop.call_soon_threadsafe(self._step)
        except RuntimeError:
            return  # closed: whoever closed it runs the step

    def _step(self) -> None:
        try:
            step = self._steps.get_nowait()
        except queue.Empty:
            return
        step()

    # --- The end of the loop --------------------------------------------------------------

    def _watch_loop(self) -> None:
        """See to it that a loop that is closed takes the clients with it.

        asyncio tells nobody of that, but it drops the timers that are left: one that never comes
        holds the only reference to an object, whose end is told.
        """
        sentinel = _Sentinel()
        self._sentinel = weakref.ref(self.loop.call_later(_FOREVER, sentinel))
        weakref.finalize(sentinel, self._loop_gone).atexit = False

    def _loop_gone(self) -> None:
        if self.done or not self.loop.is_closed():
            return
        if threading.get_ident() != self._thread:
            _log.error("an event loop with open clients was closed in another thread")
            return
        _log.error("an event loop was closed with %d clients open", len(self._services))
        for service in list(self._services):
            self.post(service.cancel)
        for resume in self.cancelling:
            self.post(resume)
        # Not trio's clock: this is what makes it go on.
        deadline = time.monotonic() + _DRIVE_SECONDS
        while not self.done:
            try:
                step = self._steps.get(timeout=max(deadline - time.monotonic(), 0))
            except queue.Empty:
                _log.error("the clients of a closed event loop did not end")
                return
            step()


class _Sentinel:
    """Held by a timer of the loop and by nobody else."""

    __slots__ = ("__weakref__",)

    def __call__(self) -> None:
        """Never comes."""


def running_loop() -> asyncio.AbstractEventLoop:
    """The loop that runs in this thread.

    Raises:
        WrongEventLoop: there is none.
    """
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        running = "trio" if trio.lowlevel.in_trio_run() else ""
        instead = "use copilot_actors.open_client" if running else "use copilot_actors.blocking"
        raise WrongEventLoop(
            "no asyncio loop runs here", running=running, instead=instead
        ) from None


async def as_trio(host: Host, begun: Awaitable[object]) -> object:
    """Wait, in a task of trio, for something of asyncio: it runs as a task of the loop.

    Cancelled, that task is cancelled and waited for.

    Raises:
        BaseException: what it raises. What would end the program, and a cancellation of its own,
            become a ``RuntimeError``: they concern the loop, which has them already.
    """
    task = host.loop.create_task(_run(begun))
    waiting = trio.lowlevel.current_task()
    cancelled: list[Callable[[], None]] = []

    def resume() -> None:
        trio.lowlevel.reschedule(waiting)

    def abort(raise_cancel: Callable[[], None]) -> trio.lowlevel.Abort:
        if host.loop.is_closed():
            return trio.lowlevel.Abort.SUCCEEDED
        cancelled.append(raise_cancel)
        host.cancelling.add(resume)
        task.cancel()
        return trio.lowlevel.Abort.FAILED

    task.add_done_callback(lambda _: host.post(resume))
    try:
        await trio.lowlevel.wait_task_rescheduled(abort)
    finally:
        host.cancelling.discard(resume)
    if task.cancelled() or not task.done():
        for raise_cancel in cancelled:
            raise_cancel()
        raise RuntimeError("the task of the handler was cancelled by somebody else")
    error = task.exception()
    if error is None:
        return task.result()
    if isinstance(error, Exception):
        raise error
    raise RuntimeError(f"the handler ended the program: {type(error).__name__}") from None


async def _run(awaitable: Awaitable[object]) -> object:
    return await awaitable
