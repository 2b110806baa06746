"""The handle of a session: thin, stateless, valid through every restart."""

from __future__ import annotations

import copy
import math
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Self, cast

import msgspec
import trio

from copilot_actors._errors import (
    ConnectionFault,
    InvalidOption,
    InvalidRequest,
    JsonValue,
    RpcError,
    RpcTimeout,
    SessionBusy,
    SessionClosed,
    TurnStalled,
    TurnTimeout,
    WouldDeadlock,
)
from copilot_actors.protocol import SessionEvent
from copilot_actors.storage import PromptRecord, PromptState

from . import _session_values as v
from ._context import handling
from ._ledger import MAX_PROMPTS, TooManyPrompts
from ._options import EventHandler, check_prompt
from ._promise import Promise
from ._recall import answer_of, error_of, message_id_of
from ._record import AbortCall, AbortResult, SessionRecord
from ._replies import decode_events, decode_reply
from ._session_log import is_session_not_found
from ._subscriptions import SubscriptionRef

if TYPE_CHECKING:
    from ._connection import Connection
    from ._context import ClientContext
    from ._ledger import PromptEntry
    from ._requests import ExitPlanModeHandler

SendMode = Literal["enqueue", "immediate"]
AgentMode = Literal["interactive", "plan", "autopilot", "shell"]

_SOURCE = re.compile(r"agent-[!-~]{1,200}\Z")
"""The CLI drops some other words; a key that it drops could not be found again after a crash."""

ABORT_GRACE = 6.0
"""Seconds that a timed-out ``send_and_wait`` waits for the confirmation of its abort."""


class Session:
    """One conversation. Made by a client; can be shared between tasks.

    The handle addresses the session by its id, so it stays valid while the CLI, the connection
    or the session's actor is replaced. Entered as a context manager it disconnects at the end.
    """

    __slots__ = ("_context", "_session_id")

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
        """``starting``, ``idle``, ``running``, ``recovering``, ``closing``, ``closed``, ``failed``.

        See :meth:`wait_state` to wait for one of them.
        """
        record = self._context.table.get(self._session_id)
        return str(v.Phase.CLOSED if record is None else record.phase)

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
    def transcript_recovery(self) -> Mapping[str, object] | None:
        """The CLI's report when the last resume repaired a damaged log, else ``None``."""
        record = self._context.table.get(self._session_id)
        return None if record is None else record.info.transcript_recovery

    async def wait_state(self, *states: str) -> str:
        """Wait until the session is in one of ``states`` and return which.

        Raises:
            SessionClosed: it ended in another state (or another session error that says why).
            InvalidOption: a state that does not exist.
        """
        for name in states:
            if name not in list(v.Phase):
                raise InvalidOption("states", f"{name!r} is none of {', '.join(v.Phase)}")
        await trio.lowlevel.checkpoint()
        record = self._context.table.get(self._session_id)
        while True:
            state = str(v.Phase.CLOSED if record is None else record.phase)
            if state in states:
                return state
            if record is None or record.phase in (v.Phase.CLOSED, v.Phase.FAILED):
                raise self._gone(record)
            await record.changed.wait()

    # --- Events ---------------------------------------------------------------------------

    async def on(
        self,
        event_type: str | Sequence[str] | EventHandler,
        *more: str | EventHandler,
        handler: EventHandler | None = None,
    ) -> SubscriptionRef:
        """Subscribe a handler: ``on(handler)`` or ``on("assistant.message", handler)``.

        Several types are given one after the other, or as one list, before the handler. The
        reference stays valid through every restart. Each subscription sees the session's
        events in wire order, each once. A plain function runs in the session's own task and
        must be quick; an async one has a task and a bounded buffer of its own, so it may take
        its time: it then loses ephemeral events only, counted by a
        ``copilot_actors.subscription.lagged`` event. An exception in a handler is logged and
        counted and touches nobody else.

        Raises:
            SessionClosed: the session is over.
            InvalidOption: no handler, or types that are not text.
        """
        await trio.lowlevel.checkpoint()
        self._record()
        given: list[object] = [event_type, *more]
        if handler is not None:
            given.append(handler)
        *wanted, last = given
        types: list[object] = []
        for item in wanted:
            types += item if isinstance(item, list | tuple | set | frozenset) else [item]
        if not callable(last) or not all(isinstance(name, str) and name for name in types):
            raise InvalidOption("handler", "expected on(handler) or on(type, ..., handler)")
        names = cast("list[str]", types) if wanted else None
        subscriber = cast("EventHandler", last)
        return self._context.subscriptions.add(self._session_id, names, subscriber)

    async def off(self, ref: SubscriptionRef) -> None:
        """End a subscription. Idempotent; a dead or foreign reference is a no-op."""
        await trio.lowlevel.checkpoint()
        self._context.subscriptions.remove(self._session_id, ref)

    def events(self, *event_types: str) -> AbstractAsyncContextManager[AsyncIterator[SessionEvent]]:
        """Iterate over events, all or of some types, from the entry of the block.

        ``async with session.events("assistant.message_delta") as stream: async for event in
        stream: ...``. The buffer is bounded like that of an async subscriber. The iteration ends
        when the session is closed.

        Raises:
            SessionClosed: the session is over.
        """
        self._record()
        return self._context.subscriptions.stream(self._session_id, event_types or None)

    # --- Prompts --------------------------------------------------------------------------

    async def send(
        self,
        prompt: str,
        *,
        attachments: Sequence[Mapping[str, JsonValue]] | None = None,
        mode: SendMode | None = None,
        agent_mode: AgentMode | None = None,
        display_prompt: str | None = None,
        source: str | None = None,
    ) -> str:
        """Send a prompt and return its message id, as soon as the CLI has accepted it.

        The prompt is recorded before it is written, so that a crash of the CLI neither loses it
        nor, within what ``SessionOptions.delivery`` says, repeats it. Prompts of one session are
        accepted in the order of the calls. Cancelled before it was written, the prompt is
        withdrawn; later, its turn is aborted.

        Args:
            prompt: text of at most 10 MiB.
            attachments: the CLI's attachment objects.
            mode: ``"enqueue"`` (default) waits for the running turn, ``"immediate"`` steers it.
            agent_mode: the CLI's mode for this prompt.
            display_prompt: text that the transcript shows instead of the prompt.
            source: your own idempotency key instead of a generated one, in the form
                ``"agent-<1 to 200 ASCII characters>"``; unique among the prompts of the session.
                With a durable ledger, a key that was used before stands for the turn that it
                began: nothing is sent, the call attaches to that turn, or is told how it ended.

        Raises:
            InvalidPrompt: the prompt cannot be sent.
            LedgerError: the durable ledger could not record it; it was not sent.
            SessionBusy: 5,000 prompts of the session are under way already.
            SessionClosed: the session is over (or another session error that says why).
            ConnectionStopped: the client is draining.
            OutcomeUnknown: the CLI died after the prompt was written.
            CopilotError: the CLI refused it.
        """
        over = self._settled(prompt, source)
        if over is not None:
            await trio.lowlevel.checkpoint()
            return message_id_of(over)
        entry = self._prepare(
            prompt,
            source,
            mode=mode,
            attachments=attachments,
            agentMode=agent_mode,
            displayPrompt=display_prompt,
        )
        try:
            return await entry.acknowledged.wait()
        except trio.Cancelled:
            self._expire(entry)
            raise

    async def send_and_wait(
        self,
        prompt: str,
        *,
        timeout: float | None = 60.0,  # noqa: ASYNC109 - the turn's limit: aborts the turn
        quiet_timeout: float | None = None,
        attachments: Sequence[Mapping[str, JsonValue]] | None = None,
        mode: SendMode | None = None,
        agent_mode: AgentMode | None = None,
        display_prompt: str | None = None,
        source: str | None = None,
    ) -> SessionEvent | None:
        """Send a prompt and return the answer of its turn.

        The answer is matched by message id: turns of other callers, of sub-agents or of nobody
        never end this one. It survives a crash of the CLI as ``SessionOptions`` says. After
        ``timeout`` seconds, or when the caller is cancelled, the turn is aborted; queued
        prompts of others are not.

        Args:
            prompt: text of at most 10 MiB.
            timeout: seconds for the whole turn, crashes included; ``None`` for no limit.
            quiet_timeout: seconds that the session may be silent; any event of it begins them
                anew, and they do not run while a tool, a permission or a recovery is pending.
            attachments: as in :meth:`send`.
            mode: as in :meth:`send`.
            agent_mode: as in :meth:`send`.
            display_prompt: as in :meth:`send`.
            source: as in :meth:`send`.

        Returns:
            The last ``assistant.message`` event of the turn, or ``None`` if it had none.

        Raises:
            TurnTimeout: the deadline passed; says whether the abort was confirmed.
            TurnStalled: the session was silent for ``quiet_timeout``; the turn was aborted.
            TurnAborted: the turn was aborted by somebody.
            TurnFailed: the CLI reported an error, for instance of the model provider.
            TurnInterrupted: a crash cut the turn and ``interrupted="raise"``.
            OutcomeUnknown: as in :meth:`send`.
            WouldDeadlock: called from a handler that this session's turn waits for.
            SessionClosed: the session is over (or another session error that says why).
            ConnectionStopped: the client is draining.
            InvalidPrompt: the prompt cannot be sent.
        """
        if self._session_id in handling.get():
            raise WouldDeadlock(
                self._session_id,
                "a handler of this turn cannot wait for the next one; use send() instead",
            )
        seconds = _timeout("timeout", timeout)
        quiet = _timeout("quiet_timeout", quiet_timeout)
        over = self._settled(prompt, source)
        if over is not None:
            await trio.lowlevel.checkpoint()
            if over.state is not PromptState.COMPLETED:
                raise error_of(over)
            return answer_of(over, await self.get_messages())
        entry = self._prepare(
            prompt,
            source,
            mode=mode,
            attachments=attachments,
            agentMode=agent_mode,
            displayPrompt=display_prompt,
        )
        entry.timeout = seconds
        try:
            with trio.move_on_after(seconds):
                while not self._is_stalled(entry, quiet):
                    with trio.move_on_at(self._quiet_until(entry, quiet)):
                        return await entry.answer.wait()
            self._expire(entry, overdue=True)
            # Confirming takes milliseconds; without a connection it waits for the next one.
            with trio.move_on_after(ABORT_GRACE):
                return await entry.answer.wait()
        except trio.Cancelled:
            self._expire(entry)
            raise
        if entry.stalled is not None:
            raise entry.stalled
        raise TurnTimeout(self._session_id, entry.message_id, seconds, aborted=False)

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

    # --- Handlers -------------------------------------------------------------------------

    async def register_exit_plan_mode_handler(self, handler: ExitPlanModeHandler | None) -> None:
        """Replace the handler that decides whether plan mode is left; ``None`` refuses.

        Raises:
            SessionClosed: the session is over.
        """
        await trio.lowlevel.checkpoint()
        self._record().exit_plan_mode = handler

    # --- End ------------------------------------------------------------------------------

    async def disconnect(self) -> None:
        """Release the session: its turn is aborted, its memory freed, its data kept.

        Idempotent. Takes at most 2 s, whatever the CLI does; callers that wait get
        ``SessionClosed``. Cancelled, it is still carried out.
        """
        await trio.lowlevel.checkpoint()
        record = self._context.table.get(self._session_id)
        if record is None:
            return
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

    def _prepare(
        self, prompt: str, source: str | None, *, mode: str | None, **optional: object
    ) -> PromptEntry:
        """Check a prompt, record it in the ledger and tell the session's actor."""
        record = self._record()
        self._context.check_accepting()
        params: dict[str, JsonValue] = {"prompt": check_prompt(prompt)}
        if mode not in (None, "enqueue", "immediate"):
            raise InvalidOption("mode", f"expected 'enqueue' or 'immediate', got {mode!r}")
        for name, value in {"mode": mode, **optional}.items():
            if value is not None:
                params[name] = cast("JsonValue", value)
        try:
            msgspec.json.encode(params)
        except (TypeError, ValueError, OverflowError) as error:
            raise InvalidRequest(f"the prompt's options cannot be sent: {error}") from error
        if source is not None and not (isinstance(source, str) and _SOURCE.match(source)):
            raise InvalidOption("source", f"expected 'agent-<1 to 200 characters>', got {source!r}")
        attached = record.ledger.attach(source, prompt)
        if attached is not None:
            return attached
        try:
            entry = record.ledger.prepare(params, source, handling.get())
        except TooManyPrompts:
            raise SessionBusy(
                self._session_id, f"has {MAX_PROMPTS} prompts under way already"
            ) from None
        except KeyError as error:
            raise InvalidOption("source", f"{source!r} belongs to a pending prompt") from error
        self._context.post(record.ref, v.Submitted(entry.key))
        return entry

    def _settled(self, prompt: str, source: str | None) -> PromptRecord | None:
        """What the durable ledger knows of a turn that is over and had this key."""
        return self._record().ledger.settled(source, check_prompt(prompt)) if source else None

    def _quiet_until(self, entry: PromptEntry, quiet: float) -> float:
        """When the silence of the session will have lasted too long, as far as known now."""
        record = self._context.table.get(self._session_id)
        if record is None or math.isinf(quiet):
            return math.inf
        suspended = record.waiting or record.phase not in (v.Phase.IDLE, v.Phase.RUNNING)
        since = trio.current_time() if suspended else max(entry.since, record.last_event[0])
        return since + quiet

    def _is_stalled(self, entry: PromptEntry, quiet: float) -> bool:
        record = self._context.table.get(self._session_id)
        if record is None or self._quiet_until(entry, quiet) > trio.current_time():
            return False
        entry.stalled = TurnStalled(
            self._session_id, entry.message_id, quiet, record.last_event[1], record.waiting
        )
        return True

    def _expire(self, entry: PromptEntry, *, overdue: bool = False) -> None:
        entry.expired = True
        record = self._context.table.get(self._session_id)
        if record is not None:
            if overdue:
                record.ledger.give_up(entry.key)
            self._context.post(record.ref, v.Expired(entry.key))

    async def _request(
        self,
        method: str,
        params: Mapping[str, JsonValue],
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - the protocol's deadline
        repeatable: bool = False,
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
        """Wait until a CLI has the session loaded: before, it would not know the id."""
        with trio.move_on_at(deadline):
            await trio.lowlevel.checkpoint()
            while True:
                record = self._record()
                connection = record.connection
                if connection is not None and connection is self._context.link.connection:
                    return connection
                await record.changed.wait()
        raise RpcTimeout(method, within)


class _Messages(msgspec.Struct):
    events: msgspec.Raw = msgspec.Raw(b"[]")


def _timeout(name: str, timeout: float | None) -> float:
    if timeout is None:
        return math.inf
    if isinstance(timeout, bool) or not isinstance(timeout, int | float) or not timeout > 0:
        raise InvalidOption(name, f"expected a positive number of seconds, got {timeout!r}")
    return float(timeout)
