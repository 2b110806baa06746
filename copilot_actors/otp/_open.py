"""open_supervisor: a supervision tree as an async context manager."""

# ruff: noqa: ARG002 - signatures are given by the base class or protocol

from __future__ import annotations

import math
import threading
from collections.abc import AsyncIterator, Hashable, Iterable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import trio
from trio.lowlevel import enable_ki_protection

from ._call import waits_for
from ._child import Child
from ._child_spec import AutoShutdown, Backoff, ChildSpec, Strategy
from ._errors import ActorError, MaxRestarts, StartFailed
from ._handle import Supervisor, SupervisorStart
from ._launch import launch
from ._process import Process
from ._reasons import SHUTDOWN, Crash, Reason, Shutdown
from ._tree import Tree, current_process

if TYPE_CHECKING:
    from ._ref import Ref


class _Owner:
    """Stands above the root supervisor: hears of its start and its end, supervises nothing."""

    def __init__(self) -> None:
        self.body = trio.CancelScope()
        self.settled = trio.Event()
        self.dead = trio.Event()
        self.watch = trio.CancelScope(shield=True)
        self.fatal: BaseException | None = None
        self.opener: Process | None = None
        self.root: Process

    def opened_in(self, caller: Process | None) -> None:
        """Let a kill of the actor whose callback opens the tree reach the tree."""
        if caller is not None and waits_for(caller, trio.lowlevel.current_task()):
            self.opener = caller
            caller.tree.opened_in.setdefault(caller, []).append(self.root)

    def child_acked(self, process: Process) -> None:
        self.settled.set()

    def child_exited(self, process: Process) -> None:
        # Nobody starts the tree again: calls to its children must not wait for that.
        process.child.unbind("gone")
        if self.opener is not None:
            roots = self.opener.tree.opened_in
            roots[self.opener].remove(process)
            if not roots[self.opener]:
                del roots[self.opener]
        self.settled.set()
        self.dead.set()
        self.body.cancel()

    def on_fatal(self, exc: BaseException) -> None:
        """KeyboardInterrupt or SystemExit came out of an actor's callback."""
        self.fatal = self.fatal or exc
        self.root.interrupt(SHUTDOWN)
        self.body.cancel()

    async def watch_signals(self, signals: tuple[int, ...]) -> None:
        """The first signal stops the tree in order, the second kills it."""
        with self.watch, trio.open_signal_receiver(*signals) as received:
            async for _ in received:
                if self.root.stopping is None:
                    self.root.interrupt(SHUTDOWN)
                else:
                    self.root.kill()
                self.body.cancel()

    async def stop(self) -> BaseException | None:
        """Stop the tree and wait for it.

        A cancellation that is in force already is what the stop answers, however the block ended;
        only one that arrives later is an order to make haste.

        Returns:
            What arrived meanwhile and must go on: a cancellation or a KeyboardInterrupt.
        """
        root = self.root
        root.interrupt(SHUTDOWN)
        interrupted: BaseException | None = None
        if trio.current_effective_deadline() > trio.current_time():
            try:
                await self.dead.wait()
            except BaseException as exc:  # Cancelled, KeyboardInterrupt: the second order to stop
                interrupted = exc
                root.kill()
        while not self.dead.is_set():
            with trio.CancelScope(shield=True):
                try:
                    await self.dead.wait()
                except KeyboardInterrupt as exc:
                    interrupted = exc
                    root.kill()
        return interrupted


@asynccontextmanager
@enable_ki_protection
async def open_supervisor(
    children: Iterable[ChildSpec] = (),
    *,
    strategy: Strategy = "one_for_one",
    max_restarts: int = 3,
    max_seconds: float = 5.0,
    backoff: Backoff | None = None,
    auto_shutdown: AutoShutdown = "never",
    name: Hashable = "root",
    signals: Iterable[int] = (),
) -> AsyncIterator[Supervisor]:
    """Run a supervision tree for the length of an ``async with`` block.

    The children are started in order before the block is entered. However the block ends (its
    end, an exception, cancellation), the tree is stopped in reverse order, each child bounded by
    its ``shutdown``, before the statement is left; nothing of it outlives the block. The stop is
    shielded from the cancellation that caused it, whatever the block does about that one (returns,
    raises something else, holds a nursery). A cancellation or KeyboardInterrupt that arrives while
    the tree is already being stopped for another reason is a kill: no ``terminate`` is waited for.
    A second cancellation, of a scope further out, is invisible in trio and changes nothing; give
    children a finite ``shutdown``, or call ``sup.kill()``, which does the same from anywhere.
    Opened in a callback of an actor, the tree is killed when that actor is.

    If the tree ends by itself (`MaxRestarts`, ``auto_shutdown``, ``sup.stop()``) the block is
    cancelled. Exceptions of the block pass through unchanged, never in an ExceptionGroup; only an
    `ActorError` that the block raises after the tree gave up gives way to `MaxRestarts`.

    Args:
        children: specs, in start order.
        strategy: who is restarted when one child ends.
        max_restarts: restarts allowed within ``max_seconds``; one more and the tree gives up.
        max_seconds: length of that window in seconds.
        backoff: waiting time before restarts; ``None`` restarts at once.
        auto_shutdown: whether the end of significant children ends the tree.
        name: how logs and errors call the root.
        signals: signal numbers (``signal.SIGTERM``) that stop the tree in order; the block is
            cancelled and the statement is left without an exception. A second one kills. Only in
            the main thread.

    Yields:
        The root supervisor's handle.

    Raises:
        ValueError: duplicate ids, or an option with an impossible value.
        RuntimeError: ``signals`` outside the main thread.
        StartFailed: a child did not start; ``__cause__`` is its exception.
        MaxRestarts: the tree gave up; ``__cause__`` is the last crash, the notes are the history.
    """
    start = SupervisorStart(children, strategy, max_restarts, max_seconds, backoff, auto_shutdown)
    spec = ChildSpec(
        id=name, start=start, restart="temporary", shutdown=math.inf, type="supervisor"
    )
    owner = _Owner()
    handled = tuple(signals)
    if handled and threading.current_thread() is not threading.main_thread():
        raise RuntimeError("open_supervisor: signals can be received in the main thread only")
    failure: BaseException | None = None
    async with trio.open_nursery() as nursery:
        tree = Tree(nursery, owner.on_fatal)
        nursery.start_soon(tree.clock.run, name="otp.Clock")
        root = Child(tree, spec)
        owner.root = process = launch(tree, owner, root)
        owner.opened_in(current_process.get())
        if handled:
            nursery.start_soon(owner.watch_signals, handled, name="otp.Signals")
        try:
            await owner.settled.wait()
            if not owner.dead.is_set():
                with owner.body:
                    yield _handle(root.ref)
        except BaseException as exc:
            failure = exc
        if isinstance(failure, ActorError):
            # A failed call and the supervisor learn of a crash in the same scheduler pass, in any
            # order; let the supervisor count it before the block's end stops everything.
            await trio.lowlevel.cancel_shielded_checkpoint()
        interrupted = await owner.stop()
        tree.clock.stop()
        owner.watch.cancel()
    try:
        _raise_outcome(failure, interrupted, owner.fatal, process.reason)
    finally:
        failure = interrupted = None  # no reference cycles through this frame


def _handle(ref: Ref) -> Supervisor:
    assert isinstance(ref, Supervisor)  # noqa: S101 - SupervisorStart makes nothing else
    return ref


def _raise_outcome(
    failure: BaseException | None,
    interrupted: BaseException | None,
    fatal: BaseException | None,
    reason: Reason | None,
) -> None:
    """Choose the one exception that leaves the block."""
    detail = reason.detail if isinstance(reason, Shutdown) else None
    gave_up = isinstance(detail, MaxRestarts | StartFailed)
    if fatal is not None:
        raise fatal
    if isinstance(interrupted, KeyboardInterrupt):
        raise interrupted
    if failure is not None and not (gave_up and isinstance(failure, ActorError)):
        raise failure
    if interrupted is not None:
        raise interrupted
    if isinstance(detail, MaxRestarts | StartFailed):
        raise detail
    if isinstance(reason, Crash):
        raise reason.exc
