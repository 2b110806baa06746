"""Loading a session into the CLI after a start or a crash, and mending what the crash left."""

from __future__ import annotations

import contextlib
import datetime as dt
import functools
import logging
import signal
from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import TypeAlias, cast

import msgspec
import trio

from copilot_actors._errors import (
    CliExited,
    ConnectionFault,
    CopilotError,
    JsonValue,
    RpcError,
    RpcTimeout,
)
from copilot_actors._session_errors import SecretUnavailable, SessionNotFound, SessionUnresumable
from copilot_actors.client._connection._connection import Connection
from copilot_actors.client._options._secrets import Secrets, forget_locals, read_secrets
from copilot_actors.client._options._session_options import wire_options
from copilot_actors.protocol import EventData, SessionEvent
from copilot_actors.transport import find_secrets

from . import _log as log
from . import _values as v
from ._calls import call as send_request
from ._calls import let_go, sign_of_life
from ._context import ClientContext
from ._record import SessionRecord
from ._repair import may_replace
from ._restore import restore
from ._tail import begun_while_ending, cut_tail, lost_result, partly_asked, withdrawn
from ._web_sockets import may_fall_back, without_web_sockets

_lease_log = logging.getLogger("copilot_actors.lease")

LOAD_ATTEMPTS = 3
"""Times that a session is loaded anew, each within ``rpc_timeout``, until it counts as broken."""
MAX_MENDS = 3
"""Places of one log that are mended; each is of another kind, and an abort would be the last."""
PREDECESSOR_TIMEOUT = 5.0
"""Seconds to wait for the CLI of an earlier life of the program; its guard ends it within 2 s."""
CUT_TURN_GRACE = 1.0
"""Seconds without a change of a turn whose log was written late, until the log is asked."""
SECRET_ATTEMPTS = 8
"""Times that a recovery asks for a secret that is not to be had; then the session fails."""
SECRET_PAUSE = 0.5
"""Seconds before the second attempt; doubled for each further one: a minute in all."""
_FROM_OUTSIDE = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


_log = logging.getLogger("copilot_actors.session")

Fields: TypeAlias = Mapping[str, JsonValue]


class SessionLoader:
    """Loads one session, on whatever connection is current."""

    def __init__(self, context: ClientContext, record: SessionRecord) -> None:
        self._context = context
        self._record = record

    async def load(self, connection: Connection, *, release: bool = False) -> v.Input | None:
        """Load the session and read what its log says of the time without a CLI.

        Args:
            connection: where.
            release: the CLI has it, with a turn that it did not end, and is to let it go first.

        Returns:
            What the machine is told; ``None`` if the session or the connection is over.

        Raises:
            ConnectionFault: the CLI was lost meanwhile.
        """
        record = self._record
        begun, known = trio.current_time(), record.transcript
        if record.state.over_http and may_fall_back(record.options):
            self._without_web_sockets()
        try:
            # What was asked of an actor that has crashed since is not to come after the resume.
            if record.pausing is not None:
                await record.pausing.wait()
            if release:
                record.end_hooks()
                await let_go(connection, record.session_id)
            secrets = await self._secrets(connection)
            what = None if secrets is None else await self._load_patiently(connection, secrets)
        except ConnectionFault as fault:
            if not _came_from_outside(fault):
                # The CLI died while it loaded this session, and perhaps of it (case P7).
                record.suspicion += 1
                # Only a CLI that could load another session is not to blame itself.
                self._context.blamed_deaths += connection.sessions_loaded > 0
            raise
        except CopilotError as error:
            forget_locals(error)
            what = v.Broken(error)
        if what is None:
            return None
        record.suspicion = 0
        connection.sessions_loaded += 1
        if isinstance(what, v.Attached):
            lost_at = begun if record.lost_at is None else record.lost_at
            report = record.transcript
            what = msgspec.structs.replace(
                what,
                session_id=record.session_id,
                released=release,
                seconds=trio.current_time() - lost_at,
                transcript=None if report is None or report is known else dict(report),
            )
        return what

    def _without_web_sockets(self) -> None:
        """Load the session over HTTP from now on, and tell of it."""
        record = self._record
        record.options = without_web_sockets(record.options)
        self._context.counters.web_socket_fallbacks += 1
        _log.warning(
            "session %r goes on over HTTP: its model's provider refused a turn as one whose "
            "WebSocket a proxy has broken; set capi.enable_web_socket_responses=False",
            record.session_id,
        )
        marker = SessionEvent(
            "copilot_actors.session.web_socket_fallback",
            data={"option": "capi.enable_web_socket_responses"},
            ephemeral=True,
        )
        self._context.subscriptions.publish(record.session_id, marker)

    async def _secrets(self, connection: Connection) -> Secrets | None:
        """Ask the sources of the session's secrets: each loading needs them anew.

        The caller of a first start is told of a fault at once. A recovery has patience with it,
        and tells the subscribers.

        Returns:
            What they said; ``None`` if the session or the connection is over.

        Raises:
            SecretUnavailable: a source has none.
        """
        record = self._record
        options = record.options
        attempt = 0
        while not record.close_wanted and connection is self._context.link.connection:
            params = wire_options(options, creating=True)
            try:
                secrets = await read_secrets(
                    record.session_id, params, seconds=options.secret_timeout
                )
            except SecretUnavailable as fault:
                attempt += 1
                if not record.opened.done:
                    raise
                last = attempt == SECRET_ATTEMPTS
                pause = None if last else SECRET_PAUSE * 2 ** (attempt - 1)
                self._tell_of_secret(fault, attempt, pause)
                if pause is None:
                    raise
                await trio.sleep(pause)
            else:
                self._context.link.hide(find_secrets(list(secrets.values), named=True))
                return secrets
        return None

    def _tell_of_secret(
        self, fault: SecretUnavailable, attempt: int, retry_in: float | None
    ) -> None:
        _log.warning("%s (attempt %d of %d)", fault, attempt, SECRET_ATTEMPTS)
        marker = SessionEvent(
            "copilot_actors.session.secret_unavailable",
            data={
                "option": fault.option,
                "reason": fault.reason,
                "attempt": attempt,
                "retryIn": retry_in,
            },
            ephemeral=True,
        )
        self._context.subscriptions.publish(self._record.session_id, marker)

    async def _load_patiently(self, connection: Connection, secrets: Secrets) -> v.Input | None:
        """Recover, with some patience for a CLI that lives and is slow (case S6).

        The caller of a first start is told of the time-out instead: nothing is lost with it.
        """
        record = self._record
        for missing in reversed(range(LOAD_ATTEMPTS)):
            try:
                async with self._recovery_limit(), self._alone_if_suspect():
                    if record.close_wanted or connection is not self._context.link.connection:
                        return None
                    return await self._load_and_restore(connection, secrets)
            except RpcTimeout:
                if not record.opened.done or not missing:
                    raise
            await sign_of_life(connection)
        return None

    def _alone_if_suspect(self) -> AbstractAsyncContextManager[object]:
        """Suspects are loaded one at a time, so that the next death tells which it was."""
        return self._context.suspects if self._record.suspicion else nullcontext()

    def _recovery_limit(self) -> AbstractAsyncContextManager[object]:
        """After a restart sessions queue up to be resumed; a first start waits for nobody."""
        return self._context.resume_limit if self._record.opened.done else nullcontext()

    async def _load_and_restore(self, connection: Connection, secrets: Secrets) -> v.Input:
        record = self._record
        attached = await self._load_now(connection, secrets)
        if record.opened.done:
            await restore(functools.partial(self._call, connection), record, attached.log)
        return attached

    async def _load_now(self, connection: Connection, secrets: Secrets) -> v.Attached:
        record = self._record
        session_id = record.session_id
        call = functools.partial(self._call, connection)
        first = not record.opened.done
        if self._context.files is not None:
            directory = wire_options(record.options, creating=first).get("workingDirectory")
            await self._context.files.make_directory(session_id, directory)
        if first and record.mode == "create":
            params = wire_options(record.options, creating=True, secrets=secrets)
            record.info = await log.create(
                call, session_id, params, check=record.check_before_create
            )
            record.model = record.info.model
            return v.Attached(created=True, initial=True)
        if first and (record.ledger.prompts or record.state.pending):
            await log.wait_released(call, session_id, PREDECESSOR_TIMEOUT)
        if first:
            await self._warn_if_in_use(call)
        try:
            await self._resume(call, secrets)
        except (SessionUnresumable, SessionNotFound) as error:
            if not await self._may_create(call, error, first=first):
                raise
            params = wire_options(record.options, creating=True, secrets=secrets)
            record.info = await log.create(call, session_id, params, check=True)
            return v.Attached(
                created=not record.ledger.prompts, initial=first, withdrawn=tuple(record.seen)
            )
        active = await log.is_active(call, session_id)
        keys = set(record.ledger.prompts)
        if first:
            keys |= {request.request_id for request in record.state.pending}
        # What was never written is in no log.
        until = {k for k in keys if (e := record.ledger.prompts.get(k)) is None or e.written}

        async def read() -> list[SessionEvent]:
            if record.info.transcript_recovery is not None:
                return await log.read_loaded(call, session_id)
            return await log.read_tail(
                call,
                session_id,
                anchors=record.anchors,
                whole_run=first,
                until=until if first else (),
            )

        if active:
            # A session that this CLI never lost has a log that lags behind its events.
            await call("sessions.save", {"sessionId": session_id})
        events = await read()
        # Unless the CLI is at work, it is done for those alone who wait for the turn.
        wanted = record.options.continue_pending_work and bool(record.ledger.prompts)
        for _ in range(MAX_MENDS if active or wanted else 0):
            if not await self._mend(call, secrets, events, active=active, first=first):
                break
            active = await log.is_active(call, session_id)
            events = await read()
        if first:
            record.durable = True
            tail = cut_tail(events, anchors=(), seen=(), keys=keys)
            record.anchors = tuple(event.id for event in events[: -len(tail)][-1:]) if tail else ()
            record.seen.update((event.id, None) for event in tail)
        else:
            tail = cut_tail(events, anchors=record.anchors, seen=record.seen, keys=keys)
        lost = () if first else withdrawn(events, anchors=record.anchors, seen=list(record.seen))
        return v.Attached(
            active=active,
            initial=first,
            log=tail,
            seen=frozenset(record.seen),
            withdrawn=lost,
        )

    async def _may_create(
        self, call: log.Call, error: SessionUnresumable | SessionNotFound, *, first: bool
    ) -> bool:
        """Whether a session that cannot be resumed is created anew under its id."""
        record = self._record
        if isinstance(error, SessionUnresumable):
            return await may_replace(call, self._context, record, error)
        # A prompt that an earlier life left in the ledger may be all there is of a session.
        forgotten = first and not record.ledger.prompts
        if forgotten or record.durable:
            return False
        # Never prompted, or killed before its first record was written: if the CLI has nothing
        # of it, creating it again forks no history.
        return not await log.has_data(call, record.session_id)

    async def _warn_if_in_use(self, call: log.Call) -> None:
        """Tell of a CLI that has the session loaded and took no lease: one in a terminal, say.

        Told and not refused: the CLI's mark may be that of a dead process whose pid was given
        out again, which would block the session for good.
        """
        try:
            in_use = await log.is_in_use(call, self._record.session_id)
        except RpcError:
            return
        if in_use:
            self._context.counters.in_use_elsewhere += 1
            _lease_log.warning(
                "session %r is resumed although another process seems to have it loaded: "
                "if it has, each goes on with a history of its own",
                self._record.session_id,
            )

    async def _resume(self, call: log.Call, secrets: Secrets) -> None:
        """Load the session with all its options, and with the model that it had (case R2)."""
        record = self._record
        params = wire_options(record.options, creating=False, secrets=secrets)
        if record.model is not None and "model" in params:
            params["model"] = record.model
        record.info = await log.resume(call, record.session_id, params)
        report = record.info.transcript_recovery
        if report is not None:
            # Kept when a later load finds nothing to repair: only the time tells which it was.
            now = dt.datetime.now(dt.UTC).isoformat()
            record.transcript = EventData({**cast("Fields", report), "loadedAt": now})
        wanted = params.get("model")
        if isinstance(wanted, str):
            model = await log.ensure_model(call, record.session_id, wanted, record.info.model)
            record.info = msgspec.structs.replace(record.info, model=model)
        record.model = record.info.model or record.model

    async def _mend(
        self,
        call: log.Call,
        secrets: Secrets,
        events: list[SessionEvent],
        *,
        active: bool,
        first: bool,
    ) -> bool:
        """Make the CLI wait again for a tool result that a crash lost half-way, or kept away.

        The record that calls it answered is taken out of the log and the session loaded anew:
        its request is pending again, under the old id, and gets the answer that the ledger kept.
        Where a later result would be lost with it, the work is aborted instead: nobody waits
        for ever. Calls of which only some are asked for are taken back with their message, and
        prompts that an ending CLI took up with themselves.

        Returns:
            Whether anything was changed.
        """
        record = self._record
        scoped: dict[str, JsonValue] = {"sessionId": record.session_id}
        prompt = begun_while_ending(events, resendable=self._resendable())
        if prompt is not None and not active:
            await self._take_back(call, secrets, prompt)
            return True
        unheard = partly_asked(events, own_tools=record.state.own_tools, heard=record.state.heard)
        if unheard is not None and not first:
            # What an earlier life of the program had started, nobody here knows.
            await self._take_back(call, secrets, unheard)
            return True
        lost, later = lost_result(events, active=active)
        if lost is None:
            return False
        if any(request_id not in record.ledger.answers for request_id in later):
            if not active:
                return False
            await call("session.abort", scoped)
            return True
        await self._take_back(call, secrets, lost)
        return True

    def _resendable(self) -> frozenset[str]:
        state = self._record.state
        if state.delivery == "at_most_once":
            return frozenset()
        return frozenset(p.key for p in state.prompts if p.sendable and not p.tool_ran)

    async def _take_back(self, call: log.Call, secrets: Secrets, event: SessionEvent) -> None:
        """Take an event and what follows it out of the log, and load the session anew."""
        scoped: dict[str, JsonValue] = {"sessionId": self._record.session_id}
        await call("session.history.truncate", {**scoped, "eventId": event.id})
        await call("session.detach", scoped)
        report = self._record.info.transcript_recovery
        await self._resume(call, secrets)
        if self._record.info.transcript_recovery is None:
            # The truncation wrote the repaired log; that it was damaged is still to be told.
            self._record.info = msgspec.structs.replace(
                self._record.info, transcript_recovery=report
            )

    async def _call(
        self, connection: Connection, method: str, params: Mapping[str, JsonValue]
    ) -> msgspec.Raw:
        return await send_request(connection, method, params, self._context.options.rpc_timeout)


async def end_cut_turn(context: ClientContext, record: SessionRecord) -> None:
    """Let the log tell the end of a turn that the CLI has ended without a word.

    After it could not write the log for a while, CLI 1.0.102 emits no ``session.idle`` for the
    turn whose events it wrote in the end.
    """
    run, connection = record.state.run, context.link.connection
    if run is None or connection is None:
        return
    await trio.sleep(CUT_TURN_GRACE)
    call = functools.partial(send_request, connection, within=context.options.rpc_timeout)
    with contextlib.suppress(CopilotError):
        if record.state.run == run and not await log.is_active(call, record.session_id):
            context.post(record.ref, v.Forgotten("its log could not be written for a while"))


def _came_from_outside(fault: ConnectionFault) -> bool:
    """Whether a CLI was ended by somebody, and not by what it was doing.

    Signals that a program does not send itself, and an exit in good order. What the kernel does
    for lack of memory looks the same; the restart budget limits that.
    """
    return isinstance(fault, CliExited) and (fault.signal in _FROM_OUTSIDE or fault.code == 0)
