"""A client or a chat on the trio side of a border, and the calls that come from the other side."""

from __future__ import annotations

import contextvars
import copy
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import AbstractAsyncContextManager
from typing import Generic, TypeVar

import outcome
import trio

from copilot_actors._errors import ConnectionStopped, CopilotError
from copilot_actors._session_errors import SessionClosed

T = TypeVar("T")

FORKED = "the client belongs to the process that this one was forked from"


class Call(Generic[T]):
    """One call on its way over a border: made on one side, run as a task on the other.

    Args:
        work: the coroutine of the trio side.
        undo: releases a result that nobody takes any more.
        done: told once, on the trio side, when there is a result or never will be.
    """

    __slots__ = ("_abandoned", "_context", "_done", "_scope", "_undo", "_undone", "_work", "result")

    def __init__(
        self,
        work: Coroutine[object, object, T],
        undo: Callable[[object], Awaitable[object]],
        done: Callable[[], object],
    ) -> None:
        self.result: outcome.Outcome[T] | None = None
        """``None`` when the call ended without one: the client's block was left."""
        self._work = work
        self._undo = undo
        self._done = done
        self._scope = trio.CancelScope()
        # What the caller's task or thread knows goes with it: so that the session's own handler
        # is told that it would wait for itself, whatever thread it calls from.
        self._context = contextvars.copy_context()
        self._abandoned = False
        self._undone = False

    def cancel(self) -> None:
        """Nobody waits for the result any more. On the trio side."""
        self._abandoned = True
        self._scope.cancel()

    def undoing(self, done: Callable[[], object]) -> Call[None] | None:
        """The call that releases a result which nobody took, if there is one.

        For a caller that was cancelled when the result was on its way to it already.
        """
        if self._undone or not isinstance(self.result, outcome.Value):
            return None
        self._undone = True
        return Call(self._release(self.result.value), self._undo, done)

    def begin(self, nursery: trio.Nursery) -> None:
        """Run it as a task of a nursery."""
        self._context.run(nursery.start_soon, self._run)

    def refuse(self) -> None:
        """It is not run at all."""
        self._work.close()
        self._done()

    async def _run(self) -> None:
        try:
            with self._scope:
                try:
                    value = await self._work
                except Exception as error:
                    self.result = outcome.Error(error)
                else:
                    self.result = outcome.Value(value)
                    await self._give_back(value)
        finally:
            self._done()

    async def _give_back(self, value: object) -> None:
        if self._abandoned:
            self._undone = True
            await self._release(value)

    async def _release(self, value: object) -> None:
        with trio.CancelScope(shield=True):
            await self._undo(value)


class Service:
    """A block of the trio side (a client, a chat), held from the other side, and its calls.

    Its methods are for the trio side, its attributes may be read anywhere.

    Args:
        changed: told when the block has been entered, and when all is over.
        what: a word for it, for errors.
    """

    def __init__(self, changed: Callable[[], object], what: str) -> None:
        self._block: Callable[[], AbstractAsyncContextManager[object]] | None = None
        self._what = what
        self._changed = changed
        self._scope = trio.CancelScope()
        self._leave = trio.Event()
        self._nursery: trio.Nursery | None = None
        self.value: object = None
        self.fault: BaseException | None = None
        self.over = False

    def configure(self, block: Callable[[], AbstractAsyncContextManager[object]]) -> None:
        """Say which block it is; before anything runs."""
        self._block = block

    async def serve(self) -> None:
        """Enter the block, run calls until it is to be left, leave it. Never raises a fault."""
        try:
            with self._scope:
                async with trio.open_nursery() as nursery:
                    self._nursery = nursery
                    try:
                        await self._hold()
                    finally:
                        # Those who still wait have had the time of the client's own end.
                        self._nursery = None
                        nursery.cancel_scope.cancel()
        except BaseException as error:
            # A cancellation is trio's own affair: the other side is told that all is over.
            if not isinstance(error, trio.Cancelled):
                self.fault = self.fault or error
            raise
        finally:
            self.over = True
            self._changed()

    async def _hold(self) -> None:
        if self._block is None:
            return
        try:
            async with self._block() as value:
                self.value = value
                self._changed()
                await self._leave.wait()
        except Exception as error:
            self.fault = error

    def begin(self, call: Call[T]) -> None:
        """Start a call; once the block has ended it is refused."""
        if self._nursery is None:
            call.refuse()
        else:
            call.begin(self._nursery)

    def abandon(self, call: Call[T]) -> None:
        """Nobody waits for a call any more: cancel it, or release what it gave."""
        call.cancel()
        undoing = call.undoing(lambda: None)
        if undoing is not None:
            self.begin(undoing)

    def leave(self) -> None:
        """The block is to be left, in good order."""
        self._leave.set()

    def cancel(self) -> None:
        """Leave it now: turns are not waited for, processes are."""
        self._scope.cancel()

    def ended(self, session_id: str | None) -> CopilotError:
        """Why a call after the end cannot be made: the fault that ended it, or that it was left."""
        if isinstance(self.fault, CopilotError):
            return copy.copy(self.fault)
        over = f"the {self._what} is over"
        return ConnectionStopped(over) if session_id is None else SessionClosed(session_id, over)
