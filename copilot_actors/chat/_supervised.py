"""The usual backend: a supervised session, in the caller's client or in one of the chat's own."""

from __future__ import annotations

import signal
from collections.abc import Awaitable, Callable, Mapping
from typing import cast

import trio

from copilot_actors._errors import ConnectionStopped
from copilot_actors._session_id import SessionId
from copilot_actors._turn_errors import TurnError
from copilot_actors.client import (
    Client,
    ClientOptions,
    Session,
    SessionOptionFields,
    open_client,
)
from copilot_actors.protocol import SessionEvent

from ._backend import Backend
from ._record import TurnRecord
from ._result import AgentSessionResult


class ClientHost:
    """A client with one owner who is no block of code: it lives until :meth:`stop`.

    ``chat = await Copilot.session(...)`` returns while the client goes on, so no nursery of the
    caller's can hold it. It runs in one of trio's system tasks, which trio itself cancels, and
    waits for, when the program's main task is over: nothing outlives the run.
    """

    def __init__(self, options: ClientOptions) -> None:
        self._options = options
        self._scope = trio.CancelScope()
        self._ready = trio.Event()
        self._done = trio.Event()
        self._client: Client | None = None
        self._failure: Exception | None = None

    async def start(self) -> Client:
        """Start the client; cancelled, nothing is left of it.

        Raises:
            CopilotError: as ``open_client``.
        """
        trio.lowlevel.spawn_system_task(self._run, name="client of a chat")
        try:
            await self._ready.wait()
        except BaseException:
            await self.stop()
            raise
        if self._client is None:
            raise self._failure or ConnectionStopped("the program was interrupted")
        return self._client

    async def stop(self) -> None:
        """End the client and wait for its end. Idempotent, shielded, bounded as a client's end."""
        self._scope.cancel()
        with trio.CancelScope(shield=True):
            await self._done.wait()

    async def _run(self) -> None:
        interrupted = False
        try:
            with self._scope:
                async with open_client(self._options) as client:
                    self._client = client
                    self._ready.set()
                    await trio.sleep_forever()
        except Exception as error:
            self._failure = error
        except KeyboardInterrupt:
            # It was meant for the program, and an error that leaves a system task ends it badly.
            interrupted = True
        finally:
            self._ready.set()
            self._done.set()
        if interrupted:
            signal.raise_signal(signal.SIGINT)


class SupervisedBackend(Backend):
    """One session; the chat's own client too, if there is a ``host``."""

    def __init__(self, session: Session, host: ClientHost | None) -> None:
        self._session = session
        self._host = host
        self._record: TurnRecord | None = None

    @classmethod
    async def open(
        cls,
        client: Client | ClientOptions,
        session_id: str | SessionId | None,
        options: Mapping[str, object],
        *,
        resume: bool,
    ) -> SupervisedBackend:
        """Create or resume the session; failing or cancelled, nothing is left open."""
        host = None if isinstance(client, Client) else ClientHost(client)
        try:
            owner = client if isinstance(client, Client) else await cast("ClientHost", host).start()
            fields = cast("SessionOptionFields", options)
            if resume and session_id is not None:
                session = await owner.resume_session(session_id, **fields)
            else:
                session = await owner.create_session(session_id=session_id, **fields)
            backend = cls(session, host)
            try:
                # A plain function sees each event before the turn that it belongs to is over.
                await session.on(backend._collect)
            except BaseException:
                await _shielded(session.disconnect)
                raise
        except BaseException:
            if host is not None:
                await host.stop()
            raise
        return backend

    @property
    def session_id(self) -> str:
        """The id."""
        return self._session.session_id

    async def turn(self, prompt: str, seconds: float | None) -> AgentSessionResult:
        """Ask; see :meth:`Backend.turn`.

        Raises:
            CopilotError: the session or the CLI is gone for good.
        """
        begun = trio.current_time()
        record = self._record = TurnRecord(self.session_id)
        error: TurnError | None = None
        try:
            turn = await self._session.run_turn(prompt, timeout=seconds)
            if turn.answer is not None:
                # A crash may have hidden it from the subscribers until now.
                record.add(turn.answer)
            record.finished = True
        except TurnError as fault:
            record.finished = False
            error = fault
        finally:
            self._record = None
        return record.result(
            seconds=trio.current_time() - begun, error=error, session_id=self.session_id
        )

    async def close(self) -> None:
        """Disconnect, and end the chat's own client."""
        try:
            await _shielded(self._session.disconnect)
        finally:
            if self._host is not None:
                await self._host.stop()

    def _collect(self, event: SessionEvent) -> None:
        if self._record is not None:
            self._record.add(event)


async def _shielded(work: Callable[[], Awaitable[None]]) -> None:
    with trio.CancelScope(shield=True):
        await work()
