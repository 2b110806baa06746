"""The handle of a session: thin, stateless, valid through every restart."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Self, TypeVar, Unpack, cast, overload

import msgspec
import trio

from copilot_actors._errors import ConnectionFault, InvalidOption, JsonValue, RpcError, RpcTimeout
from copilot_actors._session_errors import SessionClosed, WouldDeadlock
from copilot_actors.client._connection._rpc import SessionCall
from copilot_actors.client._nearest import nearest
from copilot_actors.client._options._session_options import check_prompt
from copilot_actors.client._promise import Promise
from copilot_actors.client._replies import decode_events, decode_reply
from copilot_actors.protocol import EventData, SessionEvent
from copilot_actors.storage import PromptRecord, PromptState

from . import _values as v
from ._compaction import SessionCompaction
from ._context import handling
from ._event_source import EventSource
from ._handlers import SessionHandlers
from ._limits import seconds_of
from ._log import is_session_not_found
from ._model_control import SessionModel
from ._prompt_fields import check_arguments
from ._prompts import expire, finish, prepare
from ._recall import answer_of, error_of, message_id_of
from ._record import AbortCall, AbortResult, SessionRecord
from ._session_history import READ, SessionHistory
from ._structured import DEFAULT_TIMEOUT, typed_turn
from ._turn import SendFields, TurnFields, TurnResult

if TYPE_CHECKING:
    from copilot_actors.client._connection._connection import Connection
    from copilot_actors.protocol.rpc import SessionRpc

    from ._context import ClientContext

T = TypeVar("T")


class Session(EventSource, SessionHandlers, SessionModel, SessionCompaction):
    """One conversation. Made by a client; can be shared between tasks.

    The handle addresses the session by its id, so it stays valid while the CLI, the connection
    or the session's actor is replaced. Entered as a context manager it disconnects at the end.
    """

    __slots__ = ()

    def __init__(self, context: ClientContext, session_id: str) -> None:
        self._context = context
        self._session_id = session_id

    def __repr__(self) -> str:
        return f"<Session {self._session_id!r} {self.state}>"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None,
        exc: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.disconnect()

    # --- What it is -----------------------------------------------------------------------

    @property
    def session_id(self) -> str:
        """The id; the same here, in the CLI and on disk."""
        return self._session_id

    @property
    def state(self) -> str:
        """What the session is doing.

        ``starting``, ``idle``, ``running``, ``recovering``, ``paused`` (at rest and not loaded),
        ``closing``, ``closed`` or ``failed``.

        See :meth:`wait_state` to wait for one of them.
        """
        record = self._context.table.get(self._session_id)
        return str(v.Phase.CLOSED if record is None else record.phase)

    @property
    def model(self) -> str | None:
        """The model that the session uses, or ``None`` as long as the CLI has not said it."""
        record = self._context.table.get(self._session_id)
        return None if record is None else record.model

    @property
    def workspace_path(self) -> str | None:
        """The session's folder in the CLI's store, or ``None`` when it has none."""
        record = self._context.table.get(self._session_id)
        return None if record is None else record.info.workspace_path

    @property
    def capabilities(self) -> Mapping[str, object]:
        """What the CLI said that this session can do."""
        record = self._context.table.get(self._session_id)
        return {} if record is None else record.info.capabilities

    @property
    def transcript_recovery(self) -> EventData | None:
        """The CLI's report on the last load that repaired a damaged log, else ``None``.

        A mapping with the wire's names, and attributes: ``planned_backup_path``,
        ``invalid_line_numbers``, ``session_start_moved``, and ``loaded_at``, which says when that
        was (ISO 8601, UTC). It stays when the CLI is replaced and a later load finds nothing to
        repair, until the session is closed.
        """
        record = self._context.table.get(self._session_id)
        return None if record is None else record.transcript

    async def wait_state(self, *states: str) -> str:
        """Wait until the session is in one of ``states`` and return which.

        Raises:
            SessionClosed: it ended in another state (or another session error that says why).
            InvalidOption: a state that does not exist.
        """
        for name in states:
            if name not in list(v.Phase):
                hint = nearest(name, [str(phase) for phase in v.Phase])
                raise InvalidOption("states", f"{name!r} is none of {', '.join(v.Phase)}{hint}")
        await trio.lowlevel.checkpoint()
        record = self._context.table.get(self._session_id)
        while True:
            state = str(v.Phase.CLOSED if record is None else record.phase)
            if state in states:
                return state
            if record is None or record.phase in (v.Phase.CLOSED, v.Phase.FAILED):
                raise self._gone(record)
            await record.changed.wait()

    # --- Prompts --------------------------------------------------------------------------

    async def send(self, prompt: str, **fields: Unpack[SendFields]) -> str:
        """Send a prompt and return its message id, as soon as the CLI has accepted it.

        The prompt is recorded before it is written, so that a crash of the CLI neither loses it
        nor, within what ``SessionOptions.delivery`` says, repeats it. Prompts of one session are
        accepted in the order of the calls. Cancelled before it was written, the prompt is
        withdrawn; later, its turn is aborted. With ``ClientOptions.max_concurrent_turns`` the
        call waits until the turn may begin.

        Args:
            prompt: text of at most 10 MiB.
            turn_timeout: hard limit: seconds from the begin of the turn (waiting behind other
                prompts not counted), whatever events come; ``None`` for no limit, ``UNSET`` for
                the session's. When it is reached, a ``copilot_actors.turn.timeout`` event says
                so.
            quiet_timeout: seconds that the session may be silent; any event of it begins them
                anew. They do not run while a tool call, a permission request, a compaction, work
                in the background or a recovery is pending. ``None`` and ``UNSET`` as above.
            on_timeout: ``"abort"`` ends a turn that is over one of these limits, ``"leave"``
                lets it run; ``UNSET`` for the session's policy.
            attachments: files, folders, selections, data: ``FileAttachment`` and the like, or
                mappings.
            mode: ``"enqueue"`` (default) waits for the running turn, ``"immediate"`` steers it.
            agent_mode: ``"interactive"``, ``"plan"``, ``"autopilot"`` or ``"shell"``; without it
                the session's mode.
            display_prompt: text that the transcript shows instead of the prompt.
            source: your own idempotency key instead of a generated one, in the form
                ``"agent-<1 to 200 ASCII characters>"``; unique among the prompts of the session.
                With a durable ledger, a key that was used before stands for the turn that it
                began: nothing is sent, the call attaches to that turn, or is told how it ended.
            request_headers: further HTTP headers of the turn's requests to the model; secret, so
                a durable ledger does not keep their values.
            trace_context: the trace that the turn's spans belong to.
            response_schema: JSON schema that the model's answer is held to, tool calls aside;
                not together with ``mode="immediate"``.

        Raises:
            InvalidPrompt: the prompt cannot be sent.
            InvalidAttachment: an attachment that the model would not get.
            InvalidOption: an argument that cannot be right.
            LedgerError: the durable ledger could not record it; it was not sent.
            SessionBusy: 5,000 prompts of the session are under way already.
            SessionClosed: the session is over (or another session error that says why).
            ConnectionStopped: the client is draining.
            OutcomeUnknown: the CLI died after the prompt was written.
            CopilotError: the CLI refused it.
        """
        check_arguments("send", fields, SendFields.__annotations__)
        record = self._record()
        over = self._settled(prompt, fields.get("source"))
        if over is not None:
            await trio.lowlevel.checkpoint()
            return message_id_of(over)
        entry = prepare(self._context, record, prompt, cast("TurnFields", fields))
        try:
            return await entry.acknowledged.wait()
        except trio.Cancelled:
            expire(self._context, self._context.table.get(self._session_id), entry)
            raise

    @overload
    async def send_and_wait(
        self, prompt: str, *, response_type: None = None, **fields: Unpack[TurnFields]
    ) -> SessionEvent | None: ...
    @overload
    async def send_and_wait(
        self, prompt: str, *, response_type: type[T], **fields: Unpack[TurnFields]
    ) -> T: ...
    async def send_and_wait(
        self, prompt: str, *, response_type: type[T] | None = None, **fields: Unpack[TurnFields]
    ) -> T | SessionEvent | None:
        """Send a prompt and return the answer of its turn.

        The answer is matched by message id: turns of other callers, of sub-agents or of nobody
        never end this one. It survives a crash of the CLI as ``SessionOptions`` says. After
        ``timeout`` seconds, or when the caller is cancelled, the turn is aborted; queued
        prompts of others are not.

        Args:
            prompt: text of at most 10 MiB.
            response_type: a type such as a ``msgspec.Struct``: the model is held to its JSON
                schema, and the answer comes as a value of it. Where a crash made the CLI forget
                the schema in the middle of a turn, and the answer does not fit, the model is
                asked for it once more.
            timeout: seconds for the call: waiting behind other prompts, crashes and restarts
                included; ``None`` for no limit.
            turn_timeout: as in :meth:`send`.
            quiet_timeout: as in :meth:`send`.
            on_timeout: as in :meth:`send`, for ``timeout`` too. A cancelled caller's turn is
                aborted in any case.
            wait_for_background: ``False`` takes the answer when the main agent is done, although
                agents or shells that it started still run in the background; ``UNSET`` for the
                session's policy, which is to wait.
            **fields: the others as in :meth:`send`.

        Returns:
            The last ``assistant.message`` event of the turn, or ``None`` if it had none;
            :meth:`run_turn` also tells what ended the turn. With ``response_type``, a value of
            that type.

        Raises:
            TurnTimeout: a limit passed; says which, and whether the abort was confirmed.
            TurnStalled: the session was silent for ``quiet_timeout``.
            TurnNoProgress: the session only compacts its history.
            TurnAborted: the turn was aborted by somebody.
            TurnFailed: the CLI reported an error, for instance of the model provider.
            SessionPoisoned: the provider refuses the session's history.
            TurnInterrupted: a crash cut the turn and ``interrupted="raise"``.
            OutcomeUnknown: as in :meth:`send`.
            WouldDeadlock: called from a handler that this session's turn waits for.
            SessionClosed: the session is over (or another session error that says why).
            ConnectionStopped: the client is draining.
            InvalidAnswer: the answer is not of the ``response_type``.
            InvalidPrompt: the prompt cannot be sent.
            InvalidAttachment: an attachment that the model would not get.
            InvalidOption: an argument that cannot be right.
        """
        check_arguments("send_and_wait", fields, TurnFields.__annotations__)
        if response_type is None:
            return (await self.run_turn(prompt, **fields)).answer
        return await typed_turn(self._context, self, prompt, fields, response_type)

    async def run_turn(self, prompt: str, **fields: Unpack[TurnFields]) -> TurnResult:
        """Send a prompt and return the answer of its turn with what ended it.

        Arguments, limits, cancellation and errors are those of :meth:`send_and_wait`.

        Raises:
            CopilotError: as in :meth:`send_and_wait`.
        """
        if self._session_id in handling.get():
            raise WouldDeadlock(
                self._session_id,
                "a handler of this turn cannot wait for the next one; use send() instead",
            )
        check_arguments("run_turn", fields, TurnFields.__annotations__)
        seconds = seconds_of("timeout", fields.get("timeout", DEFAULT_TIMEOUT))
        record = self._record()
        over = self._settled(prompt, fields.get("source"))
        if over is not None:
            await trio.lowlevel.checkpoint()
            if over.state is not PromptState.COMPLETED:
                raise error_of(over)
            answer = answer_of(over, await self.get_messages())
            return TurnResult(answer=answer, message_id=over.message_id, ended_by="history")
        entry = prepare(self._context, record, prompt, fields)
        return await finish(self._context, record, entry, seconds)

    async def abort(self) -> AbortResult:
        """Abort the running turn and what is queued behind it; confirmed by the CLI.

        Callers of aborted prompts get ``TurnAborted``; running tool handlers are cancelled and
        their results dropped. While the CLI is being restarted, what was under way is not
        continued.

        Raises:
            SessionClosed: the session is over (or another session error that says why).
        """
        record = self._record()
        result: Promise[AbortResult] = Promise()
        record.abort_waiters.append(result)
        self._context.post(record.ref, AbortCall())
        return await result.wait()

    # --- Data -----------------------------------------------------------------------------

    async def get_messages(self) -> list[SessionEvent]:
        """The session's history as events, oldest first; without ephemeral ones.

        Raises:
            SessionClosed: the session is over (or another session error that says why).
            CopilotError: the CLI's answer, or none in time.
        """
        raw = await self._request("session.getMessages", {}, repeatable=True)
        reply = decode_reply("session.getMessages", raw, _Messages)
        return decode_events("session.getMessages", reply.events)

    def history(self, since: str | None = None) -> SessionHistory:
        """The persistent events of the session, oldest first, page by page.

        ``async for event in session.history(since=cursor): cursor = event.id``. The id of any
        persistent event is a place to go on from, in this process or another one: it stays one
        over crashes of the CLI, new loads, compactions and copies of the session. The iteration
        ends with the newest event; it does not wait for more. To miss nothing, subscribe first
        and read the history then.

        Args:
            since: id of the event after which to begin, or ``None`` for the start.

        Raises:
            InvalidOption: it is no id.
            CursorExpired: by the iteration; the history has no such event, or no longer.
        """
        # The CLI takes "0" for the start.
        if since is not None and (not isinstance(since, str) or since in ("", "0")):
            raise InvalidOption("since", f"expected the id of an event, got {since!r}")
        return SessionHistory(
            self._session_id,
            since,
            lambda params: self._request(READ, params, repeatable=True),
        )

    async def get_metadata(self) -> dict[str, JsonValue]:
        """What the CLI knows of the session: times, model, folders.

        Raises:
            SessionClosed: the session is over (or another session error that says why).
            CopilotError: the CLI's answer, or none in time.
        """
        raw = await self._request("session.metadata.snapshot", {}, repeatable=True)
        value = decode_reply("session.metadata.snapshot", raw)
        return value if isinstance(value, dict) else {}

    async def request(
        self,
        method: str,
        params: Mapping[str, JsonValue] | None = None,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - the protocol's deadline
    ) -> JsonValue:
        """Send any method with this session's id and return the decoded result.

        The way to what no facade covers yet. Not repeated after a crash.

        Raises:
            RpcError: the CLI's error.
            RpcTimeout: no answer within ``timeout`` seconds (default ``rpc_timeout``).
            ConnectionFault: the CLI ended before it answered.
            SessionClosed: the session is over (or another session error that says why).
        """
        raw = await self._request(method, params or {}, timeout=timeout)
        return decode_reply(method, raw)

    @property
    def rpc(self) -> SessionRpc:
        """Every published method of a session, typed, as ``await session.rpc.history.compact()``.

        The CLI's own interface: arguments are checked before anything is sent, calls wait for a
        CLI that has the session loaded, and none is repeated after a crash. A prompt that is sent
        this way is not recorded or supervised; :meth:`send` is.
        """
        from copilot_actors.protocol._generated.rpc_session import (  # noqa: PLC0415 - when used
            SessionRpc,
        )

        return SessionRpc(SessionCall(self))

    # --- End ------------------------------------------------------------------------------

    async def disconnect(self) -> None:
        """Release the session: its turn is aborted, its memory freed, its data kept.

        Idempotent. Takes at most 2 s, whatever the CLI does; callers that wait get
        ``SessionClosed``. Cancelled, it is still carried out.
        """
        record = self._context.table.get(self._session_id)
        if record is None:
            await trio.lowlevel.checkpoint()
            return
        # No checkpoint before the order is given: a block that is cancelled ends here too.
        if record.phase is v.Phase.FAILED:
            try:
                await self._context.wait_closed(record)
            finally:
                self._context.table.remove(record)
            return
        record.close_wanted = True
        self._context.post(record.ref, v.CloseRequested())
        await self._context.wait_closed(record)
        # If it failed in the meantime, nobody needs to be told why any more.
        self._context.table.remove(record)

    destroy = disconnect

    # --- Helpers --------------------------------------------------------------------------

    def _gone(self, record: SessionRecord | None) -> BaseException:
        # A copy for each caller: raised again and again, one would keep all their frames.
        error = record.error if record is not None else None
        return copy.copy(error) if error is not None else SessionClosed(self._session_id)

    def _record(self) -> SessionRecord:
        record = self._context.table.get(self._session_id)
        if record is None or record.phase in (
            v.Phase.CLOSING,
            v.Phase.CLOSED,
            v.Phase.FAILED,
        ):
            raise self._gone(record)
        return record

    def _settled(self, prompt: str, source: str | None) -> PromptRecord | None:
        """What the durable ledger knows of a turn that is over and had this key."""
        return self._record().ledger.settled(source, check_prompt(prompt)) if source else None

    async def _request(
        self,
        method: str,
        params: Mapping[str, JsonValue],
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - the protocol's deadline
        repeatable: bool = False,
    ) -> msgspec.Raw:
        record = self._record()
        record.requests += 1
        try:
            return await self._ask(method, params, timeout=timeout, repeatable=repeatable)
        finally:
            record.requests -= 1
            record.used = trio.current_time()

    async def _ask(
        self,
        method: str,
        params: Mapping[str, JsonValue],
        *,
        timeout: float | None,  # noqa: ASYNC109 - the protocol's deadline
        repeatable: bool,
    ) -> msgspec.Raw:
        within = self._context.options.rpc_timeout if timeout is None else timeout
        deadline = trio.current_time() + within
        scoped = {**params, "sessionId": self._session_id}
        forgotten = False
        while True:
            connection = await self._attached(method, deadline, within)
            try:
                return await connection.request(method, scoped, deadline=deadline, within=within)
            except RpcError as error:
                if forgotten or not is_session_not_found(error):
                    raise
                # The CLI evicted the session (case R1): it is resumed and asked once more.
                forgotten = True
                record = self._record()
                record.connection = None
                self._context.post(record.ref, v.Forgotten())
            except ConnectionFault:
                if not repeatable or self._context.link.final:
                    raise

    async def _attached(self, method: str, deadline: float, within: float) -> Connection:
        """Wait until a CLI has the session loaded: before, it would not know the id.

        One that was let go is loaded again for it.
        """
        with trio.move_on_at(deadline):
            await trio.lowlevel.checkpoint()
            while True:
                record = self._record()
                connection = record.connection
                if connection is not None and connection is self._context.link.connection:
                    return connection
                if record.phase is v.Phase.PAUSED or record.state.lane is v.Job.PAUSE:
                    self._context.post(record.ref, v.Needed())
                await record.changed.wait()
        raise RpcTimeout(method, within)


class _Messages(msgspec.Struct):
    events: msgspec.Raw = msgspec.Raw(b"[]")
