"""What the rest of the client knows of its connection: the current one, or why there is none."""

from __future__ import annotations

import copy
import logging
import math
import random
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

import msgspec
import trio

from copilot_actors._errors import (
    ConnectionFault,
    ConnectionStopped,
    JsonValue,
    RpcError,
    RpcTimeout,
)
from copilot_actors._redact import redact
from copilot_actors.client._isolation import is_own_fault
from copilot_actors.client._replies import METHOD_NOT_FOUND
from copilot_actors.client._statistics import Counters
from copilot_actors.otp import Backoff, NoProcess
from copilot_actors.protocol import SessionEvent

from ._features import Features

if TYPE_CHECKING:
    from copilot_actors.transport import Channel

    from ._connection import Connection

_log = logging.getLogger("copilot_actors.connection")

ClientState: TypeAlias = Literal["starting", "connected", "reconnecting", "failed", "stopped"]
RequestHandler: TypeAlias = Callable[[JsonValue], Awaitable[JsonValue]]
OrderedHandler: TypeAlias = Callable[[JsonValue], JsonValue]
StandIn: TypeAlias = Callable[[Mapping[str, JsonValue]], Awaitable[JsonValue]]
Route: TypeAlias = Callable[[SessionEvent], None]
Listener: TypeAlias = Callable[["Connection | None", str], None]


MAX_SECRETS = 1024
"""Secrets of sessions that are remembered, to be replaced in what is shown."""


class Lifecycle(msgspec.Struct, frozen=True, kw_only=True):
    """A ``session.lifecycle`` notification.

    Attributes:
        type: ``"session.created"``, ``"session.updated"``, ``"session.deleted"``, ...
        session_id: the session it is about.
        metadata: the CLI's further data.
    """

    type: str
    session_id: str
    metadata: dict[str, object]


HOST_EVENT = "host.event"


class HostEvent(msgspec.Struct, frozen=True, kw_only=True):
    """A ``host.event`` notification: what happens in the CLI beside its sessions' events.

    Attributes:
        scope: what it is about, for instance a session.
        kind: for instance ``"task_transition"``, around a shell that runs.
        payload: the CLI's further data.
    """

    scope: JsonValue
    kind: str
    payload: JsonValue
    type: str = HOST_EVENT


Notice: TypeAlias = Lifecycle | HostEvent
NOTICES = frozenset({"session.lifecycle", HOST_EVENT})
"""Notifications that are not events of a session and that somebody may want to hear of."""


class LifecycleRef:
    """Opaque reference to a lifecycle subscription; pass it to ``client.off_lifecycle``."""

    __slots__ = ()


class Link:
    """Survives connections. Sessions listen to it; requests go through it.

    A read-only request that a crash cuts is asked again on the next connection; any other is
    reported to its caller, who alone knows whether it may be repeated.
    """

    def __init__(self, counters: Counters, *, rpc_timeout: float) -> None:
        self.counters = counters
        self.rpc_timeout = rpc_timeout
        self.features = Features()
        self.state: ClientState = "starting"
        self.fault: ConnectionFault | None = None
        self.incarnation = 0
        self.useful = False
        self.turns = 0
        self.up_since = 0.0
        self._failures = 0
        self._rng = random.Random()  # noqa: S311 - jitter, not a secret
        self.routes: dict[str, Route] = {}
        """What puts an event into its session's mailbox; raises an ``ActorError`` if it cannot."""
        self.heard_at = -math.inf
        """When the connection last read something. One look at the clock for all events of a read;
        each would cost as much as putting it into its mailbox."""
        self.request_handlers: dict[str, RequestHandler] = {}
        self.ordered_handlers: dict[str, OrderedHandler] = {}
        """Plain, quick functions for requests whose order counts: called in the reader's task."""
        self.notification_handlers: dict[str, Callable[[msgspec.Raw], None]] = {}
        self.stand_ins: dict[str, StandIn] = {}
        """Requests of ours that are answered here, because the CLI cannot."""
        self.lifecycle_handlers: dict[LifecycleRef, Callable[[Lifecycle], None]] = {}
        self.publish: Callable[[Notice], None] | None = None
        """Hands notices to the subscribers of the client, once there are any."""
        self.channel: Channel | None = None
        """The latest that was opened; it may be in its handshake, or ending."""
        self._connection: Connection | None = None
        self._listeners: dict[Listener, None] = {}
        self._secrets: dict[str, None] = {}
        self._changed = trio.Event()

    @property
    def connection(self) -> Connection | None:
        """The live connection, or ``None``."""
        return self._connection

    # --- Called by the connection ---------------------------------------------------------

    def up(self, connection: Connection) -> None:
        """A connection has completed its handshake."""
        self._connection = connection
        self.features.running(connection.version)
        self._hide_on_channel()
        self.up_since = trio.current_time()
        self.useful, self.turns = False, 0
        self.incarnation += 1
        self._move("connected")
        self._tell(connection, "")

    def down(self, connection: Connection, fault: ConnectionFault) -> None:
        """A connection that was up has ended; the next one, if any, is on its way."""
        if self._connection is not connection:
            return
        self._connection = None
        self.fault = fault
        if self.state not in ("failed", "stopped"):
            self._move("reconnecting")
        self._tell(None, str(fault))

    def retire(self, connection: Connection, reason: str) -> None:
        """A connection is about to be replaced in good order: from now on nobody uses it."""
        if self._connection is connection:
            self._connection = None
            self._move("reconnecting")
            self._tell(None, reason)

    def fail(self, fault: ConnectionFault) -> None:
        """No further connection will come: every waiter and every later call gets the fault."""
        if self.state not in ("failed", "stopped"):
            self.fault = fault
            self._move("failed")
            self._tell(None, str(fault))

    def stop(self) -> None:
        """The client ends in good order."""
        if self.state != "failed":
            self._move("stopped")

    def next_delay(self, backoff: Backoff | None) -> float:
        """Seconds to wait before the next connection.

        The delay grows with each connection in a row that was of no use: none of its turns was
        finished and it did not live for the backoff's healthy time.
        """
        useful, lived = self.useful, trio.current_time() - self.up_since
        # A start that fails does not come up: it must not count as useful again.
        self.useful, self.up_since = False, trio.current_time()
        if backoff is None:
            return 0.0
        if useful or lived >= backoff.healthy_after:
            self._failures = 0
        delay = backoff.delay(self._failures, self._rng)
        self._failures += 1
        return delay

    # --- Called by sessions and handles ---------------------------------------------------

    def hide(self, secrets: Iterable[str]) -> None:
        """Keep these, which a session tells the CLI, out of all that is shown of the CLI's words.

        They are remembered for later connections, the latest ``MAX_SECRETS`` of them.
        """
        latest = dict.fromkeys(secrets)
        if not latest:
            return
        for secret in latest:
            self._secrets.pop(secret, None)
        self._secrets |= latest
        while len(self._secrets) > MAX_SECRETS:
            del self._secrets[next(iter(self._secrets))]
        self._hide_on_channel()

    def _hide_on_channel(self) -> None:
        connection = self._connection
        if connection is not None and connection.channel is not None:
            connection.channel.hide(self._secrets)

    def redact(self, text: str) -> str:
        """Replace what :meth:`hide` was told of, in words of the CLI that are to be shown."""
        return redact(text, self._secrets)

    def notified(self, method: str, params: msgspec.Raw) -> None:
        """The CLI has something to say; decoded only if somebody wants to hear it."""
        if self.publish is not None or self.lifecycle_handlers:
            notice = _host_event(params) if method == HOST_EVENT else _lifecycle(params)
            self.announce(notice)

    def announce(self, notice: Notice) -> None:
        """Tell the subscribers and the lifecycle handlers; the fault of one touches nobody else."""
        if self.publish is not None:
            self.publish(notice)
        if isinstance(notice, Lifecycle):
            self._tell_lifecycle(notice)

    def _tell_lifecycle(self, lifecycle: Lifecycle) -> None:
        for handler in list(self.lifecycle_handlers.values()):
            try:
                handler(lifecycle)
            except BaseException as error:
                if not is_own_fault(error):
                    raise
                self.counters.handler_errors += 1
                _log.exception("a lifecycle handler failed")

    def turn_finished(self) -> None:
        """The connection has proved its use: its end will begin a new restart budget."""
        self.useful = True
        self.turns += 1

    def listen(self, listener: Listener) -> None:
        """Call ``listener(connection_or_none, reason)`` at each change."""
        self._listeners[listener] = None

    def forget(self, listener: Listener) -> None:
        """Do not call it any more; a method is known by its object."""
        self._listeners.pop(listener, None)

    @property
    def final(self) -> bool:
        """Whether no further connection will come."""
        return self.state in ("failed", "stopped")

    async def wait_connection(self) -> Connection:
        """Wait for a live connection.

        Raises:
            ConnectionFault: there will be none.
        """
        while self._connection is None:
            if self.final:
                raise self.final_fault()
            await self._changed.wait()
        return self._connection

    async def wait_change(self) -> None:
        """Wait until :attr:`state` changes."""
        await self._changed.wait()

    async def request(
        self,
        method: str,
        params: object,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - the protocol's deadline, not a scope
        repeatable: bool = False,
    ) -> msgspec.Raw:
        """Send a request and return the raw result.

        Waits for a connection if there is none. The deadline covers everything.

        Args:
            method: name on the wire.
            params: anything that msgspec can encode.
            timeout: seconds; ``None`` means ``ClientOptions.rpc_timeout``.
            repeatable: whether a crash may make this request go out twice.

        Raises:
            RpcError: the CLI's error.
            RpcTimeout: no answer in time.
            ConnectionFault: the connection ended before the answer, or there is none to come.
            InvalidRequest: the parameters cannot be encoded; nothing was sent.
        """
        seconds = self.rpc_timeout if timeout is None else timeout
        deadline = trio.current_time() + seconds
        while True:
            connection = self._connection
            if connection is None:
                with trio.move_on_at(deadline):
                    connection = await self.wait_connection()
                if connection is None:
                    raise RpcTimeout(method, seconds)
            try:
                raw = await connection.request(method, params, deadline=deadline, within=seconds)
            except RpcError as error:
                self.features.answered(method, present=error.code != METHOD_NOT_FOUND)
                raise
            except ConnectionFault:
                if not repeatable or self.final:
                    raise
            else:
                self.features.answered(method, present=True)
                return raw

    def final_fault(self) -> ConnectionFault:
        """A fresh error that says why there is no connection and will be none."""
        stopped = self.state == "stopped" or self.fault is None
        return ConnectionStopped() if stopped else copy.copy(cast("ConnectionFault", self.fault))

    def _tell(self, connection: Connection | None, reason: str) -> None:
        """Call the listeners. One whose actor was killed could not say good-bye: it is dropped."""
        for listener in list(self._listeners):
            try:
                listener(connection, reason)
            except NoProcess:
                self.forget(listener)

    def _move(self, state: ClientState) -> None:
        self.state = state
        self._changed.set()
        self._changed = trio.Event()


def _fields(params: msgspec.Raw) -> dict[str, JsonValue]:
    """The parameters of a notification, whatever they are."""
    try:
        decoded: JsonValue = msgspec.json.decode(params)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return {}
    return decoded if isinstance(decoded, dict) else {}


def _text(value: JsonValue) -> str:
    return value if isinstance(value, str) else ""


def _lifecycle(params: msgspec.Raw) -> Lifecycle:
    fields = _fields(params)
    metadata = fields.get("metadata")
    return Lifecycle(
        type=_text(fields.get("type")),
        session_id=_text(fields.get("sessionId")),
        metadata=dict(metadata) if isinstance(metadata, dict) else {},
    )


def _host_event(params: msgspec.Raw) -> HostEvent:
    fields = _fields(params)
    return HostEvent(
        scope=fields.get("scope"), kind=_text(fields.get("kind")), payload=fields.get("payload")
    )
