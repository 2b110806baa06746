"""What a session does outside its mailbox: requests to the CLI and handlers of the user."""

from __future__ import annotations

import functools
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import msgspec
import trio

from copilot_actors._errors import (
    ConnectionFault,
    CopilotError,
    JsonValue,
    LedgerError,
    RpcError,
    RpcTimeout,
)
from copilot_actors._session_errors import SessionQuarantined
from copilot_actors.client._flag import Flag
from copilot_actors.client._handlers._handler_calls import consult
from copilot_actors.client._replies import decode_reply
from copilot_actors.protocol._library_events import SessionRecovered

from . import _log as log
from . import _values as v
from ._attach import SessionLoader
from ._calls import sign_of_life
from ._context import SHARED_PATIENCE, handling
from ._ledger import Answer, PromptEntry
from ._record import RunningHandler
from ._repair import repair, watch_compaction
from ._requests import (
    broken_handler,
    permission_request,
    run_permission,
    run_tool,
    unknown_tool,
)
from ._structured import settings_of_run
from ._tasks import SessionTasks

if TYPE_CHECKING:
    from copilot_actors.client._connection._connection import Connection
    from copilot_actors.client._handlers._tools import Tool

    from ._context import ClientContext
    from ._record import SessionRecord
    from ._tasks import Reply

_log = logging.getLogger("copilot_actors.session")

ABORT_TIMEOUT = 5.0
"""Seconds for the CLI to confirm an abort (it takes 8 to 20 ms)."""
LOST_REQUEST_AFTER = 5.0
"""Seconds from the start of one of our tools until its request is looked for in the log."""
MAX_SUSPICION = 3
"""Deaths of the CLI in a row while it was loading a session; then it is not loaded again."""
ABORT_POLL = 0.05
ANSWER_ATTEMPTS = 4
"""Times that an answer is sent to a CLI that lives and refuses it."""
ANSWER_PAUSE = 0.1
"""Seconds; doubled for each further attempt."""
CALLS_PATIENCE = 1.0
"""Seconds for which handlers wait until the calls beside theirs are requested (4 to 100 ms)."""
NOTICE_PATIENCE = 0.5
"""Seconds for the CLI to tell the model of background work that ended (2 to 60 ms)."""
END_PATIENCE = 5.0
"""Seconds for a CLI to end that says so itself: its handlers of SIGTERM take up to 2 s."""
RELEASE_TIMEOUT = 0.65
"""Seconds for each of the three steps that release a session: 2 s in all (case C2)."""


class SessionJobs(SessionTasks):
    """Starts the tasks of one session on the connection that is current."""

    __slots__ = ("_attaching",)

    def __init__(
        self,
        context: ClientContext,
        record: SessionRecord,
        report: Callable[[int, v.Input], None],
    ) -> None:
        super().__init__(context, record, report)
        self._attaching: Flag | None = None

    def probe(self, *, patient: bool) -> None:
        """Report a sign of life; a CLI that gives none is noticed by its connection."""
        self._start(functools.partial(self._probe, patient), "probe")

    async def _probe(self, patient: bool, connection: Connection) -> v.Input:
        if patient:
            # This ends with the connection, as a CLI that ends does, which may answer pings still.
            await trio.sleep(END_PATIENCE)
        await sign_of_life(connection)
        return v.Alive()

    # --- Opening and recovering -----------------------------------------------------------

    def attach(self, *, release: bool) -> None:
        """Load the session in the CLI, which may have to let it go first, and read its log."""
        record = self._record
        if record.suspicion >= MAX_SUSPICION:
            fault = SessionQuarantined(record.session_id, record.suspicion)
            self._report(self._incarnation, v.Broken(fault))
            return
        self._attaching = Flag()
        job = functools.partial(self._attach, self._attaching, release=release)
        self._start(job, "attach")

    async def _attach(self, over: Flag, connection: Connection, *, release: bool) -> v.Input | None:
        try:
            loader = SessionLoader(self._context, self._record)
            return await loader.load(connection, release=release)
        finally:
            over.set()

    def pause(self, seconds: float) -> None:
        """Let the session go in the CLI, unless that is at work for it."""
        self._record.pausing = Flag()
        self._start(functools.partial(self._pause, self._record.pausing, seconds), "pause")

    async def _pause(self, over: Flag, seconds: float, connection: Connection) -> v.Input:
        session_id = self._record.session_id
        call = functools.partial(self._call, connection)
        try:
            if await log.is_at_work(call, session_id):
                return v.Paused(released=False, seconds=seconds)
            await call("session.destroy", {"sessionId": session_id})
        except RpcError as error:
            if not log.is_session_not_found(error):
                _log.warning("the session %r stays loaded: %s", session_id, error)
                return v.Paused(released=False, seconds=seconds)
        except RpcTimeout:
            # Perhaps it was: only what is certain to be loaded may be used as such.
            return v.Paused(released=True, seconds=seconds)
        finally:
            over.set()
        return v.Paused(released=True, seconds=seconds)

    # --- Prompts --------------------------------------------------------------------------

    def send(self, entry: PromptEntry) -> None:
        """Write a prompt and report its message id."""
        job = functools.partial(self._send, entry)
        if self._record.ledger.has_barrier:
            self._start(job, "send")
        else:
            accept = functools.partial(self._acknowledged, entry)
            self._ask("session.send", self._prompt(entry), accept, job, "send")

    def _prompt(self, entry: PromptEntry) -> dict[str, JsonValue]:
        return {**entry.params, "sessionId": self._record.session_id}

    def _acknowledged(self, entry: PromptEntry, raw: msgspec.Raw) -> v.Input:
        reply = decode_reply("session.send", raw)
        message_id = reply.get("messageId") if isinstance(reply, dict) else None
        if not isinstance(message_id, str):
            nameless = RpcError("session.send", 0, "the reply has no message id")
            return v.SendRefused(entry.key, nameless)
        return v.Acknowledged(entry.key, message_id)

    async def _send(
        self, entry: PromptEntry, connection: Connection, *, reply: Reply | None = None
    ) -> v.Input:
        try:
            # What was not recorded is not sent: a crash of this program could not tell of it.
            await self._record.ledger.barrier()
            raw = await self._call(connection, "session.send", self._prompt(entry), reply=reply)
            return self._acknowledged(entry, raw)
        except RpcError as error:
            if log.is_session_not_found(error):
                return v.Forgotten(entry.key)
            return v.SendRefused(entry.key, error)
        except ConnectionFault:
            raise
        except CopilotError as error:
            return v.SendRefused(entry.key, error)

    def continue_turn(self, rewind_to: str | None) -> None:
        """Let a cut turn go on: an empty list of messages runs the history as it is."""
        self._start(functools.partial(self._continue, rewind_to), "continue")

    async def _continue(self, rewind_to: str | None, connection: Connection) -> v.Input:
        session_id = self._record.session_id
        if rewind_to is not None:
            cut: dict[str, JsonValue] = {"sessionId": session_id, "eventId": rewind_to}
            try:
                await self._call(connection, "session.history.truncate", cut)
            except (RpcError, RpcTimeout) as error:
                # The turn goes on with the calls recorded as interrupted, as the CLI has them.
                _log.warning("unheard tool calls could not be taken back: %s", error)
        settings = settings_of_run(self._record)
        params: dict[str, JsonValue] = {**settings, "sessionId": session_id, "messages": []}
        try:
            await self._call(connection, "session.sendMessages", params)
        except (RpcError, RpcTimeout) as error:
            return v.ContinueDone(error)
        return v.ContinueDone()

    def withdraw(self, key: str) -> None:
        """Remove a prompt that still waits in the CLI's queue."""
        self._start(functools.partial(self._withdraw, key), "withdraw")

    async def _withdraw(self, key: str, connection: Connection) -> v.Input:
        entry = self._record.ledger.prompts.get(key)
        session_id = self._record.session_id
        try:
            raw = await self._call(
                connection, "session.queue.pendingItems", {"sessionId": session_id}
            )
            value = decode_reply("session.queue.pendingItems", raw)
            items = value.get("items") if isinstance(value, dict) else None
            for item in items if isinstance(items, list) else ():
                if not isinstance(item, dict) or entry is None:
                    continue
                if item.get("messageId") == entry.message_id:
                    await self._call(
                        connection,
                        "session.queue.removeAt",
                        {"sessionId": session_id, "id": item.get("id")},
                    )
                    return v.Withdrawn(key, removed=True)
        except (RpcError, RpcTimeout):
            return v.Withdrawn(key, removed=False)
        return v.Withdrawn(key, removed=False)

    def abort(self) -> None:
        """Abort and confirm that nothing is active any more."""
        self._start(self._abort, "abort")

    async def _abort(self, connection: Connection) -> v.Input:
        session_id = self._record.session_id
        params: dict[str, JsonValue] = {"sessionId": session_id}
        call = functools.partial(self._call, connection, seconds=ABORT_TIMEOUT)
        confirmed = False
        with trio.move_on_after(ABORT_TIMEOUT):
            while not confirmed:
                try:
                    if self._record.state.keep_queue and not await self._is_at_work(call):
                        # A turn that went over its time is over already: its end was lost, and
                        # its answer is in the log (case T1).
                        return v.Forgotten(reason="the end of a turn was lost")
                    self._record.end_hooks()
                    await call("session.abort", params)
                    confirmed = not await log.is_active(call, session_id)
                except (RpcError, RpcTimeout):
                    break
                if not confirmed:
                    await trio.sleep(ABORT_POLL)
        return v.AbortFinished(confirmed=confirmed)

    async def _is_at_work(self, call: log.Call) -> bool:
        session_id, run = self._record.session_id, self._record.state.run
        if await log.is_active(call, session_id):
            return True
        waits = run is not None and run.background
        return waits and await log.has_background_work(call, session_id)

    # --- Durability -----------------------------------------------------------------------

    def save(self, epoch: int) -> None:
        """Force the log to disk; off every caller's path."""
        accept = functools.partial(self._saved, epoch)
        params = {"sessionId": self._record.session_id}
        self._ask("sessions.save", params, accept, functools.partial(self._save, epoch), "save")

    def _saved(self, epoch: int, _result: msgspec.Raw) -> v.Input:
        self._record.durable = True
        return v.SaveDone(epoch)

    async def _save(
        self, epoch: int, connection: Connection, *, reply: Reply | None = None
    ) -> v.Input:
        params = {"sessionId": self._record.session_id}
        try:
            raw = await self._call(connection, "sessions.save", params, reply=reply)
        except (RpcError, RpcTimeout):
            self._context.counters.failed_saves += 1
            return v.SaveDone(epoch)
        return self._saved(epoch, raw)

    # --- Handlers -------------------------------------------------------------------------

    def start_handler(self, request: v.Pending) -> None:
        """Run the handler of a request, as a task that outlives the connection."""
        record = self._record
        work: Callable[[], Awaitable[Answer]]
        if request.kind == "permission":
            work = functools.partial(self._permission, request)
        else:
            name = str(request.event.data.get("toolName", ""))
            tool = record.tools.get(name)
            if tool is not None and tool.handler is None:
                return  # declaration only: the application answers through ``request``
            work = functools.partial(self._tool, tool, name, request)
        scope = trio.CancelScope()
        running = RunningHandler(request, scope.cancel)
        record.handlers[request.request_id] = running
        task = functools.partial(self._handle, running, scope, work, self._chain())
        if not self._context.start_handler(task, f"{request.kind} {record.session_id}"):
            self._context.counters.refused_requests += 1
            record.ledger.answer(request, broken_handler(request))
            self._report(0, v.HandlerDone(request.request_id))

    def report_recovery(self, effect: v.ReportRecovery) -> None:
        """Tell the user of a recovery, in a task that ends with the session and delays nothing."""
        record, handler = self._record, self._record.options.on_recovery
        if handler is None:
            return
        task = functools.partial(
            consult,
            "on_recovery",
            handler,
            SessionRecovered(effect.event),
            accept=lambda _value: None,
            otherwise=None,
            limit=record.options.hook_timeout,
            counters=self._context.counters,
            scopes=record.services,
        )
        if not self._context.start_handler(task, f"on_recovery {record.session_id}"):
            self._context.counters.handler_errors += 1
            _log.error("on_recovery was not called: too many handlers run")

    def repair(self, effect: v.Repair) -> None:
        """Let the user decide about a history that the provider refuses."""
        self._start(functools.partial(self._repair, effect), "repair")

    async def _repair(self, effect: v.Repair, connection: Connection) -> v.Input:
        call = functools.partial(self._call, connection)
        return await repair(call, self._context, self._record, effect)

    def watch_compaction(self, number: int) -> None:
        """See to it that a compaction ends (case R8)."""
        self._start(functools.partial(self._watch_compaction, number), "compaction")

    async def _watch_compaction(self, number: int, connection: Connection) -> v.Input | None:
        call = functools.partial(self._call, connection)
        return await watch_compaction(call, self._context, self._record, number)

    def watch_call(self, call_id: str, patience: float = LOST_REQUEST_AFTER) -> None:
        """See to it that a call of one of our tools is requested of us (case T7)."""

        def look() -> v.Input | None:
            state = self._record.state
            if state.run is None or call_id not in state.run.open_tools:
                return None
            if not any(request.tool_call_id == call_id for request in state.pending):
                return v.Forgotten(reason="the request of a tool call was lost")
            self.watch_call(call_id, 2 * patience)
            return None

        self._later(patience, look)

    def await_calls(self, event_id: str) -> None:
        """Limit the time for which handlers wait for the calls beside theirs."""
        self._later(CALLS_PATIENCE, lambda: v.CallsOverdue(event_id))

    def await_notice(self, number: int) -> None:
        """Limit the time for which a turn waits for news of its background work (case T5)."""
        self._later(NOTICE_PATIENCE, lambda: v.NoticeOverdue(number))

    def _chain(self) -> frozenset[str]:
        """This session and those whose handlers wait for its current turn (case C7)."""
        record = self._record
        chain = {record.session_id}
        for key in record.state.run.keys if record.state.run is not None else ():
            entry = record.ledger.prompts.get(key)
            if entry is not None:
                chain |= entry.chain
        return frozenset(chain)

    async def _handle(
        self,
        running: RunningHandler,
        scope: trio.CancelScope,
        work: Callable[[], Awaitable[Answer]],
        chain: frozenset[str],
    ) -> None:
        handling.set(chain)
        answer = broken_handler(running.request)
        try:
            with scope:
                # A call that is over before its handler ran is not to be recorded as begun.
                await trio.lowlevel.checkpoint_if_cancelled()
                answer = await work()
        finally:
            # ``running.request`` may have been adopted under another id in the meantime. After
            # a cancellation by the machine nobody waits for the answer any more.
            request_id = running.request.request_id
            if self._record.handlers.get(request_id) is running:
                self._record.ledger.answer(running.request, answer)
                self._report(0, v.HandlerDone(request_id))

    async def _tool(self, tool: Tool | None, name: str, request: v.Pending) -> Answer:
        if tool is None:
            if self._context.shared:
                await trio.sleep(SHARED_PATIENCE)  # another client of the server may have it
            return unknown_tool(name)
        try:
            self._record.ledger.start(request)
            await self._record.ledger.barrier()
        except LedgerError as error:
            # After a crash of this program nobody would know that it ran, and it would run again.
            _log.error("tool %r was not run: %s", name, error)
            return broken_handler(request)
        return await run_tool(
            tool,
            request,
            self._record.session,
            limit=self._record.options.tool_timeout,
            counters=self._context.counters,
        )

    async def _permission(self, request: v.Pending) -> Answer:
        handler = self._record.options.on_permission_request
        # A handler that leaves a request to the others means it, whoever started the CLI.
        alone = self._context.sole_client if handler is None else not self._context.shared
        return await run_permission(
            handler,
            permission_request(self._record.session_id, request.event),
            limit=self._record.options.permission_timeout,
            counters=self._context.counters,
            patience=0.0 if alone else SHARED_PATIENCE,
        )

    def send_answer(self, request: v.Pending) -> None:
        """Send a recorded answer under the request's id."""
        job = functools.partial(self._send_answer, request)
        if self._record.ledger.has_barrier:
            self._start(job, "answer")
        else:
            method, params = self._answer(request)
            self._ask(
                method, params, functools.partial(self._answered, request, method), job, "answer"
            )

    def _answer(self, request: v.Pending) -> tuple[str, dict[str, JsonValue]]:
        answer = self._record.ledger.answers.get(request.request_id)
        if answer is None:
            # It was forgotten as complete, yet the CLI asks: no answer would be a hang.
            answer = broken_handler(request)
        ids: dict[str, JsonValue] = {
            "sessionId": self._record.session_id,
            "requestId": request.request_id,
        }
        return answer.method, {**answer.params, **ids}

    def _answered(self, request: v.Pending, method: str, raw: msgspec.Raw) -> v.Input:
        reply = decode_reply(method, raw)
        accepted = isinstance(reply, dict) and reply.get("success") is not False
        return v.AnswerSent(request.request_id, accepted=accepted)

    async def _send_answer(
        self, request: v.Pending, connection: Connection, *, reply: Reply | None = None
    ) -> v.Input | None:
        try:
            await self._record.ledger.barrier()
        except LedgerError as error:
            # The handler has run, and its start is recorded: the answer is still worth sending.
            _log.error("an answer was sent that could not be recorded: %s", error)
        refusals = 0
        while True:
            method, params = self._answer(request)
            first, reply = reply, None
            try:
                raw = await self._call(connection, method, params, reply=first)
                return self._answered(request, method, raw)
            except RpcTimeout:
                # Repeating it does no harm: the first answer wins. Not repeating it might leave
                # the model waiting for ever.
                continue
            except CopilotError as error:
                if isinstance(error, ConnectionFault):
                    raise
                _log.error("the answer to a %s request was refused: %s", request.kind, error)
                refusals += 1
                if refusals == ANSWER_ATTEMPTS:
                    # It is kept: the next CLI may take it, and the handler must not run again.
                    return None
                await trio.sleep(ANSWER_PAUSE * 2**refusals)

    # --- Closing --------------------------------------------------------------------------

    def release(self, *, abort: bool) -> None:
        """Let the CLI forget the session in memory; bounded, whatever the CLI does."""
        self._start(functools.partial(self._release, abort=abort), "release")

    async def _release(self, connection: Connection, *, abort: bool) -> v.Input:
        params: dict[str, JsonValue] = {"sessionId": self._record.session_id}
        with trio.move_on_after(RELEASE_TIMEOUT):
            # The CLI serves requests in any order: what is being loaded cannot be released yet.
            if self._attaching is not None:
                await self._attaching.wait()
        for method in ("session.abort", "session.destroy") if abort else ("session.destroy",):
            # The call alone has its limit; asking for a sign of life after a refusal has not.
            self._record.end_hooks()
            with trio.move_on_after(RELEASE_TIMEOUT):
                try:
                    await self._call(connection, method, params, RELEASE_TIMEOUT)
                except (RpcError, RpcTimeout, ConnectionFault):
                    continue
        return v.CloseDone()
