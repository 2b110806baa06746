"""What the parts of one client share: values and small functions, no global."""

from __future__ import annotations

import contextvars
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import trio

from copilot_actors._errors import ConnectionStopped
from copilot_actors.client._admission import Admission
from copilot_actors.client._connection._link import Link
from copilot_actors.client._connection._models import ModelList
from copilot_actors.client._options._client_options import ClientOptions
from copilot_actors.client._options._merging import MergedOptions
from copilot_actors.client._options._session_files import session_files
from copilot_actors.client._statistics import Counters
from copilot_actors.otp import ActorError, NoProcess, Ref

from ._files import SessionFileSystems
from ._ledger import Ledger
from ._ledger_writer import LedgerWriter
from ._record import SessionRecord, SessionTable

if TYPE_CHECKING:
    from copilot_actors.client._drain import Drain
    from copilot_actors.client._leases import Leases
    from copilot_actors.otp import TaskSupervisor

    from ._subscriptions import Subscriptions

MAX_HANDLERS = 1024
"""Handlers of the user that run at once in one client; more are answered as failures."""

SHARED_PATIENCE = 30.0
"""Seconds for which a request that has no handler here is left to the other clients of a server."""

handling: contextvars.ContextVar[frozenset[str]] = contextvars.ContextVar(
    "copilot_actors_handling", default=frozenset()
)
"""Sessions whose turn waits for the handler that is running: waiting for them would deadlock."""


def _handle(session_id: str) -> None:
    handling.set(handling.get() | {session_id})


class ClientContext:
    """The shared parts of one client. Made by ``open_client``; lives as long as its tree."""

    leases: Leases
    subscriptions: Subscriptions
    jobs: TaskSupervisor
    handlers: TaskSupervisor

    def __init__(self, options: ClientOptions) -> None:
        self.options = options
        self.merged = MergedOptions(options.mode)
        self.counters = Counters()
        self.link = Link(self.counters, rpc_timeout=options.rpc_timeout)
        backend = options.ledger
        self.ledger = Ledger(
            None if backend is None else LedgerWriter(backend, self.counters, self.link.redact)
        )
        self.table = SessionTable()
        self.admission = Admission(options.max_concurrent_turns)
        self.models = ModelList(self)
        self.resume_limit = trio.CapacityLimiter(options.max_parallel_resumes)
        self.suspects = trio.Lock()
        self.blamed_deaths = 0
        self.drain: Drain | None = None
        self.ending = False
        self.gave_up = False
        given = options.session_file_system
        self.files = (
            None
            if given is None
            else SessionFileSystems(session_files(given), self.link, self.counters, _handle)
        )

    def stopping(self) -> bool:
        """Whether the whole tree is on its way down, in good order or not."""
        return self.ending or self.link.state == "stopped"

    def check_accepting(self) -> None:
        """Refuse new work while the client drains.

        Raises:
            ConnectionStopped: it does.
        """
        if self.drain is not None:
            raise ConnectionStopped("the client is draining: it takes no new prompts or sessions")

    @property
    def sole_client(self) -> bool:
        """Whether the CLI serves nobody else, so that every request of it is ours to answer."""
        connection = self.link.connection
        channel = connection.channel if connection is not None else None
        return channel is None or channel.pid is not None

    @property
    def shared(self) -> bool:
        """Whether the CLI may serve other clients, which answer for tools of their own."""
        connection = self.link.connection
        channel = connection.channel if connection is not None else None
        return channel is not None and (channel.pid is None or channel.port is not None)

    def start_job(self, job: Callable[[], Awaitable[None]], name: str) -> None:
        """Run a request as a task of its own; it ends with its connection."""
        self.jobs.start_child(job, name=name)

    def start_handler(self, handler: Callable[[], Awaitable[None]], name: str) -> bool:
        """Run a user's handler as a task that outlives connections.

        Returns:
            Whether there was room for it.
        """
        try:
            self.handlers.start_child(handler, name=name)
        except ActorError:
            return False
        return True

    def post(self, ref: Ref | None, message: object) -> None:
        """Put a message into a session's mailbox.

        A session actor that is being restarted is not told: it takes what it missed from the
        record and the ledger.
        """
        if ref is not None:
            try:
                ref.send(message)
            except NoProcess:
                return

    async def wait_closed(self, record: SessionRecord) -> None:
        """Wait until a session is over and its actor is gone, so that its id is free again."""
        await record.closed.wait()
        if record.ref is not None:
            await record.ref.monitor().wait()
        await record.released.wait()

    def release(self, record: SessionRecord) -> None:
        """A session is over: end its subscriptions, routes and lease, keep only why it failed."""
        try:
            self.subscriptions.close_session(record.session_id)
            self.admission.close_session(record.session_id)
            self.ledger.forget(record.session_id)
            if self.files is not None:
                self.files.unmount(record.session_id)
            if record.error is None:
                self.table.remove(record)
            else:
                self.table.changed()
        finally:
            # Who closes the session waits for it.
            self.leases.let_go(self, record)
