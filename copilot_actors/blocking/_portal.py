"""The way from any thread into the one thread in which trio runs the client."""

from __future__ import annotations

import atexit
import functools
import os
import sys
import threading
import weakref
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from typing import TypeVar, cast

import outcome
import trio

from copilot_actors._border._service import FORKED, Call, Service
from copilot_actors._errors import ConnectionStopped, WrongEventLoop

T = TypeVar("T")

_CANCEL_SECONDS = 2.0
"""How long an interrupted call is waited for: what it began is usually undone within that."""
_EXIT_SECONDS = 15.0
"""At the end of the interpreter: the stop ladder of a CLI takes 10 s at most."""

_USE_AIO = "use copilot_actors.aio there, or call from a thread without an event loop"
_USE_TRIO = "use copilot_actors.open_client there"
_USE_THREAD = "wrap the handler with copilot_actors.in_thread, which runs it in a worker thread"


class Portal:
    """One client or chat in a thread of its own. Opened and closed once, by the same process.

    The thread is a daemon: a program that never leaves the block is not kept alive by it. At the
    interpreter's end the client is then closed all the same, in good order.
    """

    def __init__(self, what: str = "client") -> None:
        self._pid = os.getpid()
        self._changed = _Waiter()
        self._over = _Waiter()
        self._cancelled = False
        self._service = Service(self._changed.release, what)
        self._token: trio.lowlevel.TrioToken | None = None
        self._waiting: set[_Waiter] = set()
        self._lock = threading.Lock()
        self.ended = False
        self._thread = threading.Thread(target=self._run, name="copilot_actors portal", daemon=True)
        self._at_exit = functools.partial(_close_at_exit, weakref.ref(self))

    # --- The block ------------------------------------------------------------------------

    def open(self, block: Callable[[], AbstractAsyncContextManager[T]]) -> T:
        """Start the thread, enter a block of trio in it and wait for what that gives.

        Raises:
            WrongEventLoop: an event loop runs in this thread.
            CopilotError: as in ``copilot_actors.open_client``.
        """
        refuse_event_loops()
        self._service.configure(block)
        atexit.register(self._at_exit)
        try:
            self._thread.start()
            self._changed.wait()
        except BaseException:
            self._cancel()
            if self._thread.ident is not None:
                self._wait_over(_EXIT_SECONDS)
            atexit.unregister(self._at_exit)
            raise
        value = self._service.value
        if value is None:
            self._wait_over()
            atexit.unregister(self._at_exit)
            raise self._service.fault or ConnectionStopped("the client did not start")
        return cast("T", value)

    def close(self, *, quiet: bool) -> None:
        """Close the client in good order and wait for the thread; idempotent.

        Ctrl-C on the way hurries it (turns are not waited for), a second one gives up waiting.

        Args:
            quiet: the block raises by itself; a fault of the client would hide that.

        Raises:
            CopilotError: the client had ended by itself, because of this.
            KeyboardInterrupt: Ctrl-C came while it was closing, after it was closed.
        """
        if os.getpid() != self._pid:
            return  # a forked child: the client is its parent's
        interrupt: KeyboardInterrupt | None = None
        try:
            self._post(self._service.leave)
            self._wait_over()
        except KeyboardInterrupt as error:
            interrupt = error
            self._cancel()
            self._wait_over()
        atexit.unregister(self._at_exit)
        if interrupt is not None:
            raise interrupt
        fault = self._service.fault
        if fault is not None and not quiet:
            raise fault

    # --- Calls ----------------------------------------------------------------------------

    def call(
        self,
        work: Coroutine[object, object, T],
        undo: Callable[[object], Awaitable[object]],
        session_id: str | None,
    ) -> T:
        """Run a coroutine in the portal's thread and wait for its result.

        Interrupted (Ctrl-C), the call is cancelled, and waited for up to two seconds.

        Raises:
            WrongEventLoop: this thread must not wait.
            CopilotError: the client is over.
        """
        try:
            refuse_event_loops(self._thread)
            self._check_process()
        except BaseException:
            work.close()
            raise
        waiter = _Waiter()
        call = Call(work, undo, waiter.release)
        try:
            self._submit(call, waiter)
            waiter.wait()
        except BaseException:
            self._post(lambda: self._service.abandon(call))
            waiter.wait(_CANCEL_SECONDS)
            raise
        finally:
            with self._lock:
                self._waiting.discard(waiter)
        result = call.result
        if result is None:
            raise self._service.ended(session_id)
        return result.unwrap()

    def read(self, get: Callable[[], T]) -> T:
        """Call a plain function that touches what lives in the portal's thread.

        Allowed everywhere, in handlers too, since it does not wait for the client.
        """
        if threading.current_thread() is self._thread or self.ended:
            return get()
        self._check_process()
        waiter = _Waiter()
        results: list[outcome.Outcome[T]] = []

        def in_thread() -> None:
            results.append(outcome.capture(get))
            waiter.release()

        with self._lock:
            self._waiting.add(waiter)
        try:
            if self._post(in_thread):
                waiter.wait()
        finally:
            with self._lock:
                self._waiting.discard(waiter)
        return results[0].unwrap() if results else get()

    # --- Helpers --------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            trio.run(self._main)
        except BaseException as error:
            self._service.fault = self._service.fault or error
        finally:
            with self._lock:
                self.ended = True
                waiting = list(self._waiting)
            # Nobody is left waiting, even if trio itself should have broken.
            for waiter in waiting:
                waiter.release()
            self._changed.release()
            self._over.release()

    async def _main(self) -> None:
        self._token = trio.lowlevel.current_trio_token()
        if self._cancelled:
            self._service.cancel()
        await self._service.serve()

    def _submit(self, call: Call[T], waiter: _Waiter) -> None:
        with self._lock:
            self._waiting.add(waiter)
        if self.ended or not self._post(lambda: self._service.begin(call)):
            call.refuse()

    def _post(self, function: Callable[[], object]) -> bool:
        token = self._token
        if token is None:
            return False
        try:
            token.run_sync_soon(function)
        except trio.RunFinishedError:
            return False
        return True

    def _cancel(self) -> None:
        """Close at once; before trio runs, as soon as it does."""
        self._cancelled = True
        self._post(self._service.cancel)

    def _wait_over(self, seconds: float = -1) -> None:
        """Wait until the thread is at its end; only then is it joined.

        An interrupted ``Thread.join`` takes a thread that still runs for one that has ended.
        """
        self._over.wait(seconds)
        if self._over.done:
            self._thread.join()

    def _check_process(self) -> None:
        if os.getpid() != self._pid:
            raise ConnectionStopped(FORKED)


class _Waiter:
    """Something to wait for; the wait can be interrupted by a signal, at any moment.

    Of one lock of C: those of ``threading`` have steps in Python, and Ctrl-C between two of them
    may leave a lock taken for ever, on which the portal's thread would then wait.
    """

    __slots__ = ("_lock", "done")

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lock.acquire()
        self.done = False

    def wait(self, seconds: float = -1) -> None:
        if not self.done and self._lock.acquire(timeout=seconds):
            self._lock.release()

    def release(self) -> None:
        if not self.done:
            self.done = True
            self._lock.release()


def refuse_event_loops(portal: threading.Thread | None = None) -> None:
    """Refuse to wait where an event loop would stand still meanwhile.

    Raises:
        WrongEventLoop: it says what to use there instead.
    """
    if threading.current_thread() is portal:
        raise WrongEventLoop(
            "a handler that runs in the portal's thread cannot wait for a call",
            running="portal",
            instead=_USE_THREAD,
        )
    asyncio = sys.modules.get("asyncio")
    running = cast("Callable[[], object]", asyncio._get_running_loop) if asyncio else None
    if running is not None and running() is not None:
        raise WrongEventLoop(
            "the blocking API would stop the asyncio loop that runs in this thread",
            running="asyncio",
            instead=_USE_AIO,
        )
    if trio.lowlevel.in_trio_run():
        raise WrongEventLoop(
            "the blocking API would stop trio, which runs in this thread",
            running="trio",
            instead=_USE_TRIO,
        )


def _close_at_exit(portal: weakref.ref[Portal]) -> None:
    """The interpreter ends and the block was never left."""
    found = portal()
    if found is not None and found._pid == os.getpid():
        found._post(found._service.leave)
        found._wait_over(_EXIT_SECONDS)
