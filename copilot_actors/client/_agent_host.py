"""An agent host (AHP) in the CLI, whose sessions this program owns: started, kept, ended.

The CLI speaks the agent host protocol itself; programs that know it find the sessions there that
were published. The host lives in the CLI's process: it dies with it, and is started in the next
one at the same address, with the same sessions.
"""

from __future__ import annotations

import copy
import functools
import logging
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, TypeAlias

import msgspec
import trio

from copilot_actors._errors import (
    ConnectionFault,
    CopilotError,
    InvalidOption,
    JsonValue,
    RpcError,
    RpcTimeout,
    UnsupportedOption,
)

from ._handlers._handler_calls import demand, unexpected
from ._handlers._questions import Fields, text
from ._replies import METHOD_NOT_FOUND, decode_reply
from ._session._handle import Session

if TYPE_CHECKING:
    from ._connection._connection import Connection
    from ._session._context import ClientContext

_log = logging.getLogger("copilot_actors.client")

_MATERIALIZE = "host.materializeSession"
_NOTES = ("host.exited", "host.sessionReleased")
_OPTION = "agent_host"
_DISPOSE_SECONDS = 5.0


class HostedSessionRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A program that speaks AHP wants a session, which the application is to open.

    Attributes:
        session_id: the id that it must have.
        options: what was chosen for it, by the CLI's names; hand them on as ``extra=``.
    """

    session_id: str
    options: Mapping[str, JsonValue]


HostedSessionFactory: TypeAlias = Callable[[HostedSessionRequest], Awaitable[Session]]
"""Opens the session with the application's tools and handlers, and returns its handle."""


class AgentHost:
    """A host of the CLI that runs. Made by :meth:`Client.agent_host`; ends with its block.

    Attributes:
        url: WebSocket address for programs that speak AHP.
        token: secret; what they present, as the query ``tkn``.
    """

    def __init__(
        self,
        context: ClientContext,
        server: dict[str, JsonValue],
        factories: Mapping[bool, HostedSessionFactory | None],
    ) -> None:
        self.url = ""
        self.token = ""
        self._context = context
        self._server = server
        self._factories = factories
        self._host_id = ""
        self._published: dict[str, str] = {}
        self._handoffs: dict[str, set[trio.CancelScope]] = {}
        # The CLI that it was last started in, and why it did not start there, if it did not.
        self._incarnation = -1
        self._fault: CopilotError | None = None
        self._serving = False
        self._complete = False
        self._changed = trio.Event()
        self._scope = trio.CancelScope()

    def __repr__(self) -> str:
        return f"<AgentHost {self.url}, {len(self._published)} sessions published>"

    async def publish(self, session: Session) -> str:
        """Show a session of this client to those who connect; after each restart of the CLI too.

        Idempotent.

        Returns:
            Its address in AHP.

        Raises:
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._wait_serving()
        uri = await self._publish(session.session_id)
        self._published[session.session_id] = uri
        return uri

    async def unpublish(self, session: Session) -> bool:
        """Take a session back; it goes on. Return whether it was published.

        Raises:
            CopilotError: the CLI's answer, or why there is none.
        """
        self._published.pop(session.session_id, None)
        await self._wait_serving()
        reply = await self._request("host.unpublishSession", sessionId=session.session_id)
        return reply.get("unpublished") is True

    async def list_sessions(self) -> list[JsonValue]:
        """What those who connect are shown, sessions of earlier hosts of this store among it.

        After a restart of the CLI this waits until the published ones are there again.

        Raises:
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._wait_serving(complete=True)
        sessions = (await self._request("host.listSessions")).get("sessions")
        return sessions if isinstance(sessions, list) else []

    # --- Called by the client -------------------------------------------------------------

    async def start(self) -> None:
        """Start the host in the CLI that runs.

        Raises:
            UnsupportedOption: that CLI hosts nothing.
            RpcError: it refused.
            CopilotError: there is no CLI, or no answer.
        """
        link = self._context.link
        await link.wait_connection()
        self._incarnation, self._fault = link.incarnation, None
        self._serving = self._complete = False
        self._host_id = str(uuid.uuid4())
        try:
            reply = await self._request(
                "host.start",
                localServer=self._server,
                sessionFactory=self._factories[False] is not None,
                resumeFactory=self._factories[True] is not None,
            )
        except RpcError as error:
            if error.code == METHOD_NOT_FOUND:
                raise UnsupportedOption(_OPTION, link.features.cli_version) from error
            raise
        self.url, self.token = text(reply, "url"), text(reply, "token")
        link.hide([self.token] if self.token else [])
        # The next one is to be found where this one was.
        port = self.url.rstrip("/").rpartition(":")[2]
        kept = {"port": int(port)} if port.isdigit() else {}
        self._server = {**self._server, **kept, **({"token": self.token} if self.token else {})}
        self._serving, self._complete = True, not self._published
        self._notify()

    async def keep(self) -> None:
        """Start the host anew in each new CLI, and publish its sessions there again."""
        link = self._context.link
        with self._scope:
            while True:
                if link.connection is None or link.incarnation == self._incarnation:
                    await self._changed.wait()
                    continue
                try:
                    await self.start()
                except ConnectionFault:
                    continue  # the next one begins anew
                except CopilotError as error:
                    _log.error("the agent host did not start again: %s", error)
                    self._fault = error
                    self._notify()
                    continue
                for session_id in list(self._published):
                    await self._publish_again(session_id)
                self._complete = True
                self._notify()

    async def dispose(self) -> None:
        """End the host; its sessions go on. Bounded, whatever the CLI does."""
        self._scope.cancel()
        for scopes in self._handoffs.values():
            _cancel(scopes)
        if self._context.link.connection is None:
            return  # it has ended with its CLI
        with trio.move_on_after(_DISPOSE_SECONDS, shield=True):
            try:
                await self._request("host.dispose")
            except CopilotError as error:
                _log.debug("the agent host was not disposed: %s", error)

    def connection_changed(self, _connection: Connection | None, _reason: str) -> None:
        """Look whether there is a new CLI."""
        self._notify()

    def notified(self, method: str, params: msgspec.Raw) -> None:
        """The host tells that it has ended, or that a session that it asked for is not wanted."""
        try:
            fields = msgspec.json.decode(params, type=dict)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
            fields = {}
        if text(fields, "hostId") != self._host_id:
            return
        if method == "host.sessionReleased":
            _cancel(self._handoffs.get(text(fields, "handoffId"), set()))
        elif fields.get("reason") != "disposed":
            reason = self._context.link.redact(text(fields, "error") or "no reason given")
            _log.error("the agent host has ended: %s", reason)

    async def materialize(self, params: JsonValue) -> JsonValue:
        """Let the application open a session that somebody asks the host for.

        Raises:
            LookupError: of another host, or nobody opens such sessions here.
            TypeError: the application returned another session.
            Exception: what the application raised.
        """
        fields: Fields = params if isinstance(params, dict) else {}
        config = fields.get("config")
        options = dict(config) if isinstance(config, dict) else {}
        session_id = text(options, "sessionId")
        factory = self._factories[fields.get("resume") is True]
        if text(fields, "hostId") != self._host_id or not session_id or factory is None:
            raise LookupError("nobody here opens such a session")
        options.pop("sessionId")
        handoff = text(fields, "handoffId")
        scopes = self._handoffs.setdefault(handoff, set())
        try:
            await demand(
                "hosted session",
                factory,
                HostedSessionRequest(session_id=session_id, options=options),
                accept=functools.partial(_expected, session_id),
                limit=self._context.options.rpc_timeout,
                counters=self._context.counters,
                scopes=scopes,
            )
        finally:
            self._handoffs.pop(handoff, None)
        return {"sessionId": session_id}

    async def _publish(self, session_id: str) -> str:
        return text(await self._request("host.publishSession", sessionId=session_id), "sessionUri")

    async def _publish_again(self, session_id: str) -> None:
        """Publish a session that is recovering when it has recovered; one that is over is not."""
        try:
            await Session(self._context, session_id).wait_state("idle", "running")
            # It may have recovered in yet another CLI, in which the host begins anew.
            if self._context.link.incarnation == self._incarnation:
                await self._publish(session_id)
        except ConnectionFault:
            return
        except CopilotError as error:
            self._published.pop(session_id, None)
            _log.warning("session %r is not published any more: %s", session_id, error)

    def _notify(self) -> None:
        self._changed.set()
        self._changed = trio.Event()

    async def _wait_serving(self, *, complete: bool = False) -> None:
        """Wait until the host runs in the CLI that runs, ``complete`` with its sessions.

        Raises:
            CopilotError: it did not start there, there will be no CLI, or it takes too long.
        """
        link, seconds = self._context.link, self._context.options.rpc_timeout
        with trio.move_on_after(seconds) as scope:
            while True:
                current = link.connection is not None and link.incarnation == self._incarnation
                if current and self._fault is not None:
                    raise copy.copy(self._fault)
                if link.final:
                    raise link.final_fault()
                if current and self._serving and (self._complete or not complete):
                    return
                await self._changed.wait()
        if scope.cancelled_caught:
            raise RpcTimeout("host.start", seconds)

    async def _request(self, method: str, **fields: JsonValue) -> dict[str, JsonValue]:
        params = {"hostId": self._host_id, **fields}
        reply = decode_reply(method, await self._context.link.request(method, params))
        return reply if isinstance(reply, dict) else {}


class ClientHosting:
    """Hosting sessions for programs that speak AHP. A base of :class:`Client` only."""

    _context: ClientContext

    @asynccontextmanager
    async def agent_host(
        self,
        *,
        hostname: str | None = None,
        port: int | None = None,
        token: str | None = None,
        create_session: HostedSessionFactory | None = None,
        resume_session: HostedSessionFactory | None = None,
    ) -> AsyncIterator[AgentHost]:
        """Let the CLI host sessions for programs that speak the agent host protocol (AHP).

        The host lives until the end of the block, over restarts of the CLI: each new one hosts at
        the same address, and shows the sessions that were published, as soon as they have
        recovered. Sessions stay this client's whatever becomes of the host. The CLI lets nobody
        open or create a session who has not proved to it who they are at GitHub.

        Args:
            hostname: address to listen on; ``None`` is loopback.
            port: to listen on; ``None`` for a free one, which is kept.
            token: secret that programs have to present; ``None`` makes one.
            create_session: opens the sessions that programs ask for, with your tools and
                handlers, within ``rpc_timeout``; cancelled when the session is not wanted any
                more. ``None`` leaves them to the CLI.
            resume_session: the same for one that is in the host's catalogue and not open.

        Raises:
            InvalidOption: this client hosts already.
            UnsupportedOption: the CLI that runs hosts nothing.
            RpcError: it refused, for instance because the port is taken.
            CopilotError: there is no CLI, or no answer.
        """
        link = self._context.link
        if _MATERIALIZE in link.request_handlers:
            raise InvalidOption(_OPTION, "this client hosts already, or serves the host's requests")
        given = {"hostname": hostname, "port": port, "token": token}
        server: dict[str, JsonValue] = {k: v for k, v in given.items() if v is not None}
        host = AgentHost(self._context, server, {False: create_session, True: resume_session})
        link.request_handlers[_MATERIALIZE] = host.materialize
        for method in _NOTES:
            link.notification_handlers[method] = functools.partial(host.notified, method)
        link.listen(host.connection_changed)
        try:
            await host.start()
            self._context.start_job(host.keep, "keep agent host")
            yield host
        finally:
            link.forget(host.connection_changed)
            try:
                await host.dispose()
            finally:
                del link.request_handlers[_MATERIALIZE]
                for method in _NOTES:
                    del link.notification_handlers[method]


def _expected(session_id: str, value: object) -> None:
    if not isinstance(value, Session) or value.session_id != session_id:
        raise unexpected(value, f"the handle of session {session_id!r}")


def _cancel(scopes: set[trio.CancelScope]) -> None:
    for scope in list(scopes):
        scope.cancel()
