"""The handle of a client: sessions, store and CLI, through one supervised connection."""

from __future__ import annotations

import contextlib
import copy
import signal
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias, Unpack, cast

import msgspec
import outcome
import trio

from copilot_actors._errors import ConnectionFault, InvalidOption, JsonValue, RpcError
from copilot_actors._session_errors import (
    AbortFailed,
    SessionAlreadyExists,
    SessionInUse,
    SessionNotFound,
)
from copilot_actors._session_id import SessionId
from copilot_actors.otp import ActorError, NoProcess
from copilot_actors.transport import find_secrets

from ._agent_host import ClientHosting
from ._cli_facts import CliFacts
from ._client_events import ClientEvents
from ._client_values import LastSession, Success
from ._connection._features import Features
from ._connection._link import ClientState
from ._connection._rpc import ClientCall
from ._drain import Drain, DrainReport
from ._options._checks import check_seconds
from ._options._session_options import (
    SessionOptions,
    check_session_id,
    wire_options,
)
from ._options._values import conform
from ._options._wire import is_stored_elsewhere, secret_options
from ._pipelines import Pipelines
from ._recover import recover
from ._replies import decode_reply
from ._session import _values as v
from ._session._actor import SessionActor
from ._session._handle import Session
from ._session._ledger_restore import restore
from ._session._ledger_writer import PendingPrompt
from ._session._log import is_session_not_found
from ._session._record import OpenMode, SessionRecord, new_session_id
from ._statistics import Statistics
from ._stored_sessions import StoredSessions

if TYPE_CHECKING:
    from copilot_actors.otp import ChildInfo, DynamicSupervisor, Supervisor
    from copilot_actors.protocol.rpc import ServerRpc

    from ._options._fields import SessionOptionFields
    from ._session._context import ClientContext


HandleMaker: TypeAlias = Callable[["ClientContext", str], Session]

_DISCARD_TIMEOUT = 3.0


class Client(ClientEvents, ClientHosting, CliFacts, Pipelines, StoredSessions):
    """A supervised connection to one CLI and its sessions. Made by :func:`open_client`.

    Can be shared between tasks. A call that the connection's end cuts is repeated when it only
    reads; otherwise it raises a ``ConnectionFault`` and its caller decides.
    """

    def __init__(
        self, context: ClientContext, root: Supervisor, sessions: DynamicSupervisor
    ) -> None:
        self._context = context
        self._root = root
        self._sessions = sessions
        self._handle: HandleMaker = Session

    def _with_handles(self, handle: HandleMaker) -> Client:
        """This client with handles of another kind for the sessions that are opened by it."""
        view = copy.copy(self)
        view._handle = handle
        return view

    def __repr__(self) -> str:
        return f"<Client {self.state}, {len(self._context.table)} sessions>"

    # --- State ----------------------------------------------------------------------------

    @property
    def state(self) -> ClientState:
        """``starting``, ``connected``, ``reconnecting``, ``failed`` or ``stopped``."""
        return self._context.link.state

    @property
    def fault(self) -> ConnectionFault | None:
        """The last fault of a connection, or ``None``."""
        return self._context.link.fault

    @property
    def pid(self) -> int | None:
        """Process id of the CLI, or ``None`` when there is none now or it is not ours."""
        connection = self._context.link.connection
        channel = connection.channel if connection is not None else None
        return channel.pid if channel is not None else None

    @property
    def port(self) -> int | None:
        """Port of the CLI's server, or ``None`` over stdio."""
        connection = self._context.link.connection
        channel = connection.channel if connection is not None else None
        return channel.port if channel is not None else None

    @property
    def cli_version(self) -> str:
        """Version that the CLI named in the handshake, or ``""`` while there is none."""
        connection = self._context.link.connection
        return connection.version if connection is not None else ""

    @property
    def features(self) -> Features:
        """What the CLI that runs has, by its version and by what it answered so far."""
        return self._context.link.features

    async def wait_state(self, *states: ClientState) -> ClientState:
        """Wait until the client is in one of ``states`` and return which.

        Raises:
            ConnectionFault: the client has failed or stopped instead.
            InvalidOption: a state that does not exist.
        """
        for name in states:
            conform(name, ClientState, "states")
        await trio.lowlevel.checkpoint()
        link = self._context.link
        while link.state not in states:
            if link.final:
                raise link.final_fault()
            await link.wait_change()
        return link.state

    def statistics(self) -> Statistics:
        """Counters of what was dropped, late, refused or unknown, and of what is open now."""
        context = self._context
        connection = context.link.connection
        return context.counters.snapshot(
            sessions=len(context.table),
            leases=len(context.leases),
            subscriptions=len(context.subscriptions),
            pending_prompts=len(context.ledger),
            pending_requests=connection.pending if connection is not None else 0,
        )

    def open_sessions(self) -> dict[str, Session]:
        """The sessions that are open here now, by their ids; also those at rest, or failed."""
        context = self._context
        return {r.session_id: Session(context, r.session_id) for r in context.table}

    def which_children(self) -> list[ChildInfo]:
        """The children of the client's root supervisor."""
        return self._root.which_children()

    def dump_tree(self) -> str:
        """The supervision tree as text, without any content of a conversation."""
        return self._root.dump_tree()

    # --- Sessions -------------------------------------------------------------------------

    async def create_session(
        self,
        options: SessionOptions | None = None,
        /,
        *,
        session_id: str | SessionId | None = None,
        **overrides: Unpack[SessionOptionFields],
    ) -> Session:
        """Create a session and return its handle.

        Args:
            options: all options as one value, or ``None``.
            session_id: your own id (``A-Z a-z 0-9 _ -``), as text or as a :class:`SessionId`, like
                everywhere here; ``None`` makes one. An id that has
                data is refused, since creating it would fork its history.
            **overrides: single options; see :class:`SessionOptions`.

        Cancelled, nothing is left open.

        Raises:
            InvalidSessionId: the CLI would not accept the id.
            InvalidOption: an unknown option or a wrong value.
            UnsupportedOption: the CLI that runs does not have an option.
            SessionAlreadyExists: the id has data, or is open in this client.
            SessionInUse: another owner has it open.
            LeaseUnavailable: whether anybody has it open cannot be told.
            CopilotError: the CLI's answer, or why there is no CLI.
        """
        merged = self._merged(options, cast("Mapping[str, object]", overrides))
        chosen = new_session_id() if session_id is None else check_session_id(session_id)
        if is_stored_elsewhere(merged, chosen):
            raise SessionAlreadyExists(chosen)
        return await self._open(chosen, merged, "create", check=session_id is not None)

    async def resume_session(
        self,
        session_id: str | SessionId,
        options: SessionOptions | None = None,
        /,
        **overrides: Unpack[SessionOptionFields],
    ) -> Session:
        """Resume a stored session, of this or an earlier process, and return its handle.

        Options are as in :meth:`create_session`. History is not delivered to subscribers; get
        it with ``session.get_messages``. Tool calls and permissions that were pending are
        handled by the handlers given here. Prompts that an earlier life of the program left in a
        durable ledger are carried on with, as after a crash of the CLI.

        Raises:
            SessionNotFound: the CLI has no data for the id.
            SessionInUse: it is open in this client, or another owner has it open.
            LeaseUnavailable: whether anybody has it open cannot be told.
            TranscriptDamaged: its log is damaged and ``allow_transcript_recovery=False``.
            CopilotError: as in :meth:`create_session`.
        """
        merged = self._merged(options, cast("Mapping[str, object]", overrides))
        return await self._open(check_session_id(session_id), merged, "resume", check=False)

    async def resume_or_create_session(
        self,
        session_id: str | SessionId,
        options: SessionOptions | None = None,
        /,
        **overrides: Unpack[SessionOptionFields],
    ) -> Session:
        """Resume the session if it has data, else create it under this id.

        Raises:
            CopilotError: as in :meth:`create_session` and :meth:`resume_session`.
        """
        merged = self._merged(options, cast("Mapping[str, object]", overrides))
        chosen = check_session_id(session_id)
        try:
            return await self._open(chosen, merged, "resume", check=False)
        except SessionNotFound:
            return await self._open(chosen, merged, "create", check=True)

    def _merged(
        self, options: SessionOptions | None, overrides: Mapping[str, object]
    ) -> SessionOptions:
        return self._context.merged.merge(options, overrides)

    async def _open(
        self, session_id: str, options: SessionOptions, mode: OpenMode, *, check: bool
    ) -> Session:
        context = self._context
        # Looked up again after each wait: of two that open a failed session, one finds the other.
        while (existing := context.table.get(session_id)) is not None:
            stuck = isinstance(existing.error, AbortFailed)
            if stuck and existing.connection is context.link.connection:
                raise AbortFailed(session_id)
            if existing.phase is not v.Phase.FAILED:
                if mode == "create":
                    raise SessionAlreadyExists(session_id)
                raise SessionInUse(session_id, context.leases.holder_of(existing))
            await context.wait_closed(existing)
            await context.leases.give_back(existing)
            context.table.remove(existing)
        if context.link.final:
            raise context.link.final_fault()
        context.check_accepting()
        context.link.features.check(options)
        context.table.admit()
        record = SessionRecord(session_id, options, context.ledger.of(session_id), mode)
        restore(record)
        record.check_before_create = check
        context.link.hide(find_secrets(secret_options(wire_options(options, creating=True))))
        if context.files is not None:
            context.files.mount(session_id)
        record.session = self._handle(context, session_id)
        context.table.add(record)
        if options.on_event is not None:
            context.subscriptions.add(session_id, None, options.on_event)
        try:
            await context.leases.take(record)
            await self._sessions.start_child(
                SessionActor.child_spec(context, record, id=session_id, restart="transient")
            )
            await record.opened.wait()
        except BaseException:
            await self._discard(record)
            raise
        return record.session

    async def _discard(self, record: SessionRecord) -> None:
        """Leave nothing of a session that was not opened."""
        context = self._context
        with trio.CancelScope(shield=True):
            if record.ref is None:
                # Its actor was stopped before it began, but its id is not free until it is gone.
                with trio.move_on_after(_DISCARD_TIMEOUT), contextlib.suppress(ActorError):
                    await self._sessions.terminate_child(record.session_id)
                record.closed.set(None)
                context.release(record)
            elif not record.closed.done:
                record.close_wanted = True
                context.post(record.ref, v.CloseRequested())
            with trio.move_on_after(_DISCARD_TIMEOUT):
                await context.wait_closed(record)
        context.subscriptions.close_session(record.session_id)
        context.link.routes.pop(record.session_id, None)
        context.ledger.forget(record.session_id)
        context.table.remove(record)

    async def recover_session(self, session_id: str | SessionId) -> None:
        """Bring a session to rest whose turn could not be ended (:class:`AbortFailed`).

        Its turn and its background work are ended, and the CLI lets it go: its data stays, and
        it may be resumed. A session that is open here is disconnected on the way; for one that
        is at rest nothing happens. Takes up to 20 s with a CLI that does not answer.

        Raises:
            InvalidSessionId: the CLI would not accept the id.
            AbortFailed: the CLI still does not let it go. Only a new CLI helps.
            SessionInUse: another owner has it open.
            LeaseUnavailable: whether anybody has it open cannot be told.
            ConnectionFault: the CLI is gone, and with it all that it did for the session.
        """
        await recover(self._context, check_session_id(session_id))

    async def delete_session(self, session_id: str | SessionId) -> None:
        """Delete a session and its data for good: its actor is stopped first.

        Idempotent: an id without data is not an error.

        Raises:
            InvalidSessionId: the CLI would not accept the id.
            SessionInUse: another owner has it open; nothing was deleted.
            LeaseUnavailable: whether anybody has it open cannot be told.
            RpcError: the CLI refused.
        """
        chosen = check_session_id(session_id)
        await Session(self._context, chosen).disconnect()
        async with self._context.leases.holding(chosen):
            try:
                await self._request("sessions.delete", {"sessionId": chosen}, repeatable=True)
            except RpcError as error:
                if not is_session_not_found(error):
                    raise
        writer = self._context.ledger.writer
        if writer is not None:
            writer.forget_session(chosen)

    def pending(self) -> list[PendingPrompt]:
        """The prompts that an earlier life of the program left in the durable ledger.

        Those that were not over when it ended, oldest first; :meth:`resume_session` with the
        session's id carries on with them. A prompt leaves the list when its turn is completed.
        One that ends otherwise stays, in the state that says how, until :meth:`forget_pending`.
        Without a durable ledger the list is empty.
        """
        writer = self._context.ledger.writer
        return [] if writer is None else writer.pending()

    def forget_pending(self, session_id: str | SessionId, key: str) -> None:
        """Remove a prompt from :meth:`pending`: its key is free again, and nothing is sent for it.

        Raises:
            InvalidSessionId: the CLI would not accept the id.
            InvalidOption: there is no such prompt, or its turn is under way: abort it first.
        """
        chosen = check_session_id(session_id)
        writer = self._context.ledger.writer
        record = self._context.table.get(chosen)
        if record is not None and key in record.ledger.prompts:
            raise InvalidOption("key", f"the turn of {key!r} is under way")
        if writer is None or not writer.forget_pending(chosen, key):
            raise InvalidOption("key", f"session {chosen!r} has no pending prompt {key!r}")

    async def get_foreground_session_id(self) -> str | None:
        """Id of the session that the CLI's own terminal shows, or ``None``."""
        raw = await self._request("session.getForeground", {}, repeatable=True)
        return decode_reply("session.getForeground", raw, LastSession).session_id

    async def set_foreground_session_id(self, session_id: str | SessionId) -> None:
        """Show a session in the CLI's own terminal.

        Raises:
            InvalidOption: the CLI has no terminal, or does not know the session.
        """
        params: dict[str, JsonValue] = {"sessionId": check_session_id(session_id)}
        raw = await self._request("session.setForeground", params)
        reply = decode_reply("session.setForeground", raw, Success)
        if not reply.success:
            raise InvalidOption("session_id", reply.error or "refused by the CLI")

    # --- The CLI --------------------------------------------------------------------------

    async def request(
        self,
        method: str,
        params: Mapping[str, JsonValue] | None = None,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - the protocol's deadline
    ) -> JsonValue:
        """Send any method and return the decoded result. Not repeated after a crash.

        Raises:
            RpcError: the CLI's error.
            RpcTimeout: no answer within ``timeout`` seconds (default ``rpc_timeout``).
            ConnectionFault: the CLI ended before it answered.
            InvalidRequest: the parameters cannot be encoded; nothing was sent.
        """
        raw = await self._request(method, params or {}, timeout=timeout)
        return decode_reply(method, raw)

    @property
    def rpc(self) -> ServerRpc:
        """Every published method of the CLI itself, typed, as ``await client.rpc.models.list()``.

        The CLI's own interface: arguments are checked before anything is sent, and no call is
        repeated after a crash.
        """
        from copilot_actors.protocol._generated.rpc_server import (  # noqa: PLC0415 - when used
            ServerRpc,
        )

        return ServerRpc(ClientCall(self))

    def on_request(
        self, method: str, handler: Callable[[JsonValue], Awaitable[JsonValue]]
    ) -> Callable[[JsonValue], Awaitable[JsonValue]] | None:
        """Serve a method that the CLI calls; replaces the handler that served it before.

        The handler gets the decoded parameters; its result is the reply, its exception is
        answered as a JSON-RPC error.

        Returns:
            The handler that served it before, which the new one may call, or ``None``.
        """
        before = self._context.link.request_handlers.get(method)
        self._context.link.request_handlers[method] = handler
        return before

    async def stop(self, *, force: bool = False) -> None:
        """End the client before its block ends; idempotent, bounded by the stop ladder.

        Callers that wait get ``SessionClosed``; later calls raise ``ConnectionStopped`` on the
        client and ``SessionClosed`` on its sessions. In good order the CLI is asked to end and
        writes its logs.

        Args:
            force: kill the CLI at once instead. What was pending, tool calls and permissions
                among it, stays pending in the CLI's store, for a later ``resume_session``.
        """
        context = self._context
        context.ending = True
        context.link.stop()
        if force and context.link.channel is not None:
            await context.link.channel.stop(graceful=False)
        try:
            for child in ("sessions", "connection_supervisor"):
                await self._root.terminate_child(child)
        except NoProcess:
            # The block has ended, or ends now: the tree does the same by itself.
            await self._root.monitor().wait()
        await context.leases.release_all()

    async def drain(self, deadline: float = 20.0) -> DrainReport:
        """Let the turns under way finish, then end the client; for the end of a daemon.

        From now on prompts and new sessions are refused with ``ConnectionStopped``, to handlers
        too. Prompts that were accepted get their turns. When the deadline comes near (a second
        before it or so, and never more than 0.3 of the time before), what still runs is aborted;
        then the CLI is stopped in good order, and killed when the deadline has passed.

        Carried out although the caller is cancelled, since it is bounded; but when the scope
        around ``open_client`` is cancelled too, that ends the turns by itself. May be called
        again and by several tasks: all get one report, and the earliest deadline counts.

        Args:
            deadline: seconds from now, for everything. 0 aborts and kills at once.

        Returns:
            What became of each session.

        Raises:
            InvalidOption: the deadline is not a finite number of seconds.
        """
        seconds = check_seconds("deadline", deadline)
        context = self._context
        if context.drain is not None:
            context.drain.hurry(trio.current_time() + seconds)
            return await context.drain.wait()
        context.drain = drain = Drain(context, self._stop_if_running)
        drain.hurry(trio.current_time() + seconds)
        await drain.run()
        return await drain.wait()

    async def drain_at_signal(
        self, *signals: signal.Signals, deadline: float = 20.0
    ) -> DrainReport:
        """Wait for a signal, then :meth:`drain`; what a daemon's main program needs.

        A second signal aborts and kills at once. Only in the main thread, and one at a time:
        while this waits, the signals do nothing else.

        Args:
            *signals: which; none for SIGTERM and SIGINT.
            deadline: as in :meth:`drain`.

        Returns:
            What became of each session.

        Raises:
            InvalidOption: the deadline is not a finite number of seconds.
        """
        check_seconds("deadline", deadline)
        watched = signals or (signal.SIGTERM, signal.SIGINT)
        with trio.open_signal_receiver(*watched) as arrivals:
            await anext(arrivals)
            async with trio.open_nursery() as nursery:

                async def hurry() -> None:
                    await anext(arrivals)
                    await self.drain(0)

                nursery.start_soon(hurry)
                report = await outcome.acapture(self.drain, deadline)
                nursery.cancel_scope.cancel()
        return report.unwrap()

    # --- Helpers --------------------------------------------------------------------------

    async def _stop_if_running(self, force: bool) -> None:
        try:
            await self.stop(force=force)
        except ActorError:
            # The scope around the client is cancelled: its tree ends by itself.
            return

    async def _request(
        self,
        method: str,
        params: Mapping[str, JsonValue],
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - the protocol's deadline
        repeatable: bool = False,
    ) -> msgspec.Raw:
        return await self._context.link.request(
            method, params, timeout=timeout, repeatable=repeatable
        )
