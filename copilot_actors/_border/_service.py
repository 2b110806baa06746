"""A client on the trio side of a border, and the calls that come from the other side."""

from __future__ import annotations

import contextvars
import copy
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Generic, TypeVar, cast

import outcome
import trio

from copilot_actors._errors import ConnectionStopped, CopilotError
from copilot_actors._session_errors import SessionClosed
from copilot_actors.client import Client, ClientOptions, open_client
from copilot_actors.client._application import ClientOptionFields

T = TypeVar("T")

BLOCK_ENDED = "the block of open_client has ended"
FORKED = "the client belongs to the process that this one was forked from"


class Call(Generic[T]):
    """One call on its way over a border: made on one side, run as a task on the other.

    Args:
        work: the coroutine of the trio side.
        undo: releases a result that nobody takes any more.
        done: told once, on the trio side, when there is a result or never will be.
    """

    __slots__ = ("_abandoned", "_context", "_done", "_scope", "_undo", "_work", "result")

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

    def cancel(self) -> None:
        """Nobody waits for the result any more. On the trio side."""
        self._abandoned = True
        self._scope.cancel()

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
            with trio.CancelScope(shield=True):
                await self._undo(value)


class Service:
    """One client, from the entry of its block on the other side to the exit.

    Its methods are for the trio side, its attributes may be read anywhere.

    Args:
        changed: told when the client is there, and when all is over.
    """

    def __init__(self, changed: Callable[[], object]) -> None:
        self._options: ClientOptions | None = None
        self._overrides: ClientOptionFields = {}
        self._changed = changed
        self._scope = trio.CancelScope()
        self._leave = trio.Event()
        self._nursery: trio.Nursery | None = None
        self.client: Client | None = None
        self.fault: BaseException | None = None
        self.over = False

    def configure(self, options: ClientOptions | None, overrides: Mapping[str, object]) -> None:
        """Take the options of ``open_client``, their handlers wrapped; before anything runs."""
        self._options = options
        self._overrides = cast("ClientOptionFields", overrides)

    async def serve(self) -> None:
        """Open the client, run calls until the block is left, close it. Never raises a fault."""
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
            self.fault = self.fault or error
            raise
        finally:
            self.over = True
            self._changed()

    async def _hold(self) -> None:
        try:
            async with open_client(self._options, **self._overrides) as client:
                self.client = client
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

    def leave(self) -> None:
        """The block is left: close the client in good order."""
        self._leave.set()

    def cancel(self) -> None:
        """Close the client now: its turns are not waited for, its processes are."""
        self._scope.cancel()

    def ended(self, session_id: str | None) -> CopilotError:
        """Why a call after the end cannot be made: the fault that ended it, or that it was left."""
        if isinstance(self.fault, CopilotError):
            return copy.copy(self.fault)
        if session_id is None:
            return ConnectionStopped(BLOCK_ENDED)
        return SessionClosed(session_id, BLOCK_ENDED)
