"""A gateway: what all of its connections share, and what its program can ask it."""

from __future__ import annotations

import contextlib
import itertools
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, cast

import trio
from msgspec import UNSET

from copilot_actors._errors import CopilotError, InvalidOption, JsonValue
from copilot_actors._session_errors import SessionNotFound
from copilot_actors._session_id import SessionId
from copilot_actors.client import Client, Lifecycle, Session, SessionOptions, TenantGuard
from copilot_actors.client._options._session_options import check_session_id
from copilot_actors.protocol import SUPPORTED_PROTOCOL_VERSIONS

from . import _refusals as refusals
from ._admission import check_origins
from ._calls import CALLS, forward
from ._cli_requests import CliRequests
from ._hosted import Hosted
from ._limits import GatewayLimits
from ._methods import Rule, rule_of
from ._statistics import Counters, GatewayStatistics
from ._tokens import AttemptLimiter, Authenticator, GatewayToken, Principal
from ._wire import notification

if TYPE_CHECKING:
    from copilot_actors.client import Authorize, TenantClient

    from ._peer import Peer
    from ._session_params import Params

_log = logging.getLogger("copilot_actors.gateway")

_SWEEPS = 4
"""Looks at unused sessions within the time that they may stay."""


class Core:
    """The state of a gateway, for its connections and its methods."""

    def __init__(
        self,
        client: Client,
        *,
        tokens: Sequence[GatewayToken],
        authorize: Authorize | None,
        allowed_origins: Sequence[str],
        limits: GatewayLimits,
        defaults: SessionOptions,
    ) -> None:
        self.client = client
        self.limits = limits
        self.defaults = defaults
        self.counters = Counters()
        self.guard = TenantGuard(client, authorize=authorize)
        self.origins = check_origins(allowed_origins)
        self.authenticator = Authenticator(tokens)
        self.limiter = AttemptLimiter(limits.auth_attempts, limits.auth_window)
        self.hosted: dict[str, Hosted] = {}
        self.peers: set[Peer] = set()
        self.left = trio.Event()
        self.serials = itertools.count(1)
        self.rpc_timeout = 30.0
        self.draining = False
        self._nursery: trio.Nursery | None = None
        self._opening: dict[str, trio.Lock] = {}
        self._version = client.cli_version
        self.requests = CliRequests(client, self.hosted.get, lambda: self.limits, self.counters)

    # --- Tasks ----------------------------------------------------------------------------

    async def run(self) -> None:
        """Own the tasks of the gateway until cancelled: at its end nothing is left of it."""
        self.requests.install()
        lifecycle = self.client.on_lifecycle(self._lifecycle)
        try:
            async with trio.open_nursery() as nursery:
                self._nursery = nursery
                nursery.start_soon(self._sweep)
        finally:
            self._nursery = None
            self.requests.uninstall()
            self.client.off_lifecycle(lifecycle)
            await self._give_back()

    def start(self, task: Callable[[], Awaitable[None]]) -> None:
        """Run a task that outlives the connection that asked for it; its fault ends it alone."""

        async def guarded() -> None:
            try:
                await task()
            except Exception:
                self.counters.connection_errors += 1
                _log.exception("a task of the gateway failed")

        if self._nursery is not None and not self._nursery.cancel_scope.cancel_called:
            self._nursery.start_soon(guarded)

    async def _sweep(self) -> None:
        """Close sessions that nobody is attached to, and that have nothing to do."""
        while True:
            limit = self.limits.idle_session_timeout
            await trio.sleep(60.0 if limit is None else limit / _SWEEPS)
            if limit is None:
                continue
            for hosted in list(self.hosted.values()):
                idle = hosted.session is not None and hosted.session.state in ("idle", "paused")
                unused = trio.current_time() - hosted.unused_since
                if idle and not hosted.attachments and hosted.owner is not None and unused >= limit:
                    _log.info("session %r is closed: nobody uses it", hosted.session_id)
                    with contextlib.suppress(CopilotError):
                        await self.close(hosted)

    async def _give_back(self) -> None:
        """Let the program's own sessions go; those of peers end with the gateway."""
        with trio.CancelScope(shield=True), trio.move_on_after(5):
            for hosted in list(self.hosted.values()):
                session = hosted.session
                if hosted.owner is None and session is not None and hosted.subscription is not None:
                    await session.off(hosted.subscription)
                elif session is not None and not self.draining:
                    with contextlib.suppress(CopilotError):
                        await session.disconnect()
        self.hosted.clear()

    def _lifecycle(self, lifecycle: Lifecycle) -> None:
        if not self.peers:
            return
        params: dict[str, JsonValue] = {
            "type": lifecycle.type,
            "sessionId": lifecycle.session_id,
        }
        if lifecycle.metadata:
            params["metadata"] = cast("JsonValue", lifecycle.metadata)
        body = notification("session.lifecycle", params)
        for peer in list(self.peers):
            principal = peer.principal
            if principal is not None and owns(principal, lifecycle.session_id):
                peer.notify(body)

    # --- Serving --------------------------------------------------------------------------

    async def serve(self, peer: Peer, method: str, params: dict[str, JsonValue]) -> JsonValue:
        """Serve one request of a peer.

        Raises:
            Refusal: the peer may not, or the request cannot be right.
            CopilotError: the client's, which the peer is told.
        """
        if method == "connect":
            return self._connect(peer, params)
        if peer.principal is None:
            raise refusals.Refusal(refusals.AUTHENTICATION_REQUIRED, "AUTHENTICATION_REQUIRED")
        rule = self.rule(method)
        principal = peer.principal
        denied = (
            rule.scope == "never"
            or (rule.scope == "program" and principal.scoped)
            or (principal.read_only and not rule.reads)
        )
        if denied:
            self.counters.denied_requests += 1
            raise refusals.Refusal(refusals.ACCESS_DENIED, f"{method} is not for this peer")
        return await CALLS.get(method, forward)(self, peer, method, params)

    def rule(self, method: str) -> Rule:
        """Who may call a method."""
        return rule_of(method)

    def _connect(self, peer: Peer, params: Params) -> JsonValue:
        token = params.get("token")
        if token is not None and not self.authenticator.required:
            raise refusals.Refusal(
                refusals.AUTHENTICATION_NOT_CONFIGURED, "AUTHENTICATION_NOT_CONFIGURED"
            )
        if token is not None or peer.principal is None:
            self._authenticate(peer, token)
        self._version = self.client.cli_version or self._version
        return {
            "ok": True,
            "protocolVersion": SUPPORTED_PROTOCOL_VERSIONS[1],
            "version": self._version,
            "taskKinds": ["agent", "shell"],
            "gateway": {"maxMessageSize": self.limits.max_message_size},
        }

    def _authenticate(self, peer: Peer, token: JsonValue) -> None:
        now = trio.current_time()
        if self.limiter.blocked(peer.address, now):
            self.counters.throttled += 1
            peer.close(1008, "too many wrong tokens")
            raise refusals.Refusal(refusals.AUTHENTICATION_FAILED, "AUTHENTICATION_FAILED")
        if token is None:
            raise refusals.Refusal(refusals.AUTHENTICATION_REQUIRED, "AUTHENTICATION_REQUIRED")
        principal = self.authenticator.identify(token) if isinstance(token, str) else None
        if principal is None:
            self.counters.refused_tokens += 1
            self.limiter.failed(peer.address, now)
            raise refusals.Refusal(refusals.AUTHENTICATION_FAILED, "AUTHENTICATION_FAILED")
        if peer.principal is not None and peer.principal != principal:
            raise refusals.Refusal(refusals.ACCESS_DENIED, "this connection has another token")
        peer.authenticated(principal)

    # --- Who may do what ------------------------------------------------------------------

    def principal(self, peer: Peer) -> Principal:
        """Who a peer is that has shown its token."""
        if peer.principal is None:
            raise AssertionError("only authenticated peers are served")
        return peer.principal

    def _owner(self, principal: Principal) -> TenantClient:
        if principal.user is None:
            return self.guard.of(tenant=principal.tenant, user=UNSET)
        return self.guard.of(tenant=principal.tenant, user=principal.user)

    async def check(self, peer: Peer, method: str, session_id: object) -> str:
        """Return a session id that the peer may use for this.

        Raises:
            InvalidSessionId: the CLI would not accept it.
            SessionNotFound: it is somebody else's.
            AccessDenied: ``authorize`` denies it.
        """
        principal = self.principal(peer)
        if not principal.scoped:
            return check_session_id(session_id)
        operation = self.rule(method).operation
        try:
            return await self.guard.check(self._owner(principal), operation, session_id)
        except CopilotError:
            self.counters.denied_requests += 1
            raise

    async def check_all(self, peer: Peer, method: str, params: Params) -> list[str]:
        """Return the ids in ``sessionIds``, all of which the peer may use for this.

        Raises:
            CopilotError: as :meth:`check`, for the first that it may not.
        """
        given = params.get("sessionIds")
        ids = given if isinstance(given, list) else []
        return [await self.check(peer, method, session_id) for session_id in ids]

    async def may(self, peer: Peer, method: str, session_id: str) -> bool:
        """Whether a session may be shown to a peer, without a word if not."""
        principal = self.principal(peer)
        if not principal.scoped:
            return True
        if not owns(principal, session_id):
            return False
        parsed = SessionId.parse(session_id)
        return await self.guard.allows(self._owner(principal), self.rule(method).operation, parsed)

    def check_room(self, peer: Peer) -> None:
        """Refuse one session more than a peer, or the gateway, may have.

        Raises:
            Refusal: it would be.
        """
        if len(peer.attached) >= self.limits.max_sessions:
            limit = self.limits.max_sessions
            message = f"this connection has {limit} sessions, which is the limit"
            raise refusals.Refusal(refusals.TOO_MANY_SESSIONS, message, {"limit": limit})
        if len(self.hosted) >= self.limits.max_hosted_sessions:
            limit = self.limits.max_hosted_sessions
            message = f"the gateway has {limit} sessions, which is the limit"
            raise refusals.Refusal(refusals.TOO_MANY_SESSIONS, message, {"limit": limit})

    # --- Sessions -------------------------------------------------------------------------

    @contextlib.asynccontextmanager
    async def opening(self, session_id: str) -> AsyncIterator[None]:
        """Open a session once, however many ask for it at the same time."""
        lock = self._opening.setdefault(session_id, trio.Lock())
        try:
            async with lock:
                yield
        finally:
            waits = lock.statistics()
            if not waits.locked and not waits.tasks_waiting:
                self._opening.pop(session_id, None)

    async def find(self, session_id: str) -> Hosted | None:
        """Return an open session: of a peer, or of the program that runs the gateway."""
        hosted = self.hosted.get(session_id)
        if hosted is not None and hosted.alive:
            return hosted
        if hosted is not None:
            self.forget(hosted)
        session = self.client.open_sessions().get(session_id)
        if session is None or session.state in ("closed", "closing", "failed"):
            return None
        hosted = Hosted(session_id, None, lambda: self.limits, self.counters)
        hosted.start = self.start
        hosted.session = session
        hosted.prompted = True
        hosted.subscription = await session.on(hosted.publish)
        self.hosted[session_id] = hosted
        return hosted

    async def own(self, peer: Peer, method: str, params: Params) -> Hosted:
        """Return the open session that a request is about.

        Raises:
            SessionNotFound: it is not open, or somebody else's.
            CopilotError: as :meth:`check`.
        """
        session_id = await self.check(peer, method, params.get("sessionId"))
        hosted = await self.find(session_id)
        if hosted is None or hosted.session is None:
            raise SessionNotFound(session_id)
        return hosted

    def session(self, hosted: Hosted) -> Session:
        """The session itself.

        Raises:
            SessionNotFound: it is still being opened.
        """
        if hosted.session is None:
            raise SessionNotFound(hosted.session_id)
        return hosted.session

    async def watch(self, hosted: Hosted) -> None:
        """Begin to see to the questions of a session that was opened for a peer."""
        if hosted.session is not None:
            await hosted.event_questions.watch(hosted.session)

    def forget(self, hosted: Hosted) -> None:
        """The session is over: its peers have it no more."""
        if self.hosted.get(hosted.session_id) is hosted:
            del self.hosted[hosted.session_id]
        for peer in list(hosted.attachments):
            hosted.detach(peer)

    async def close(self, hosted: Hosted) -> None:
        """Disconnect a session; its data stays."""
        self.forget(hosted)
        if hosted.session is not None:
            await hosted.session.disconnect()

    async def delete(self, session_id: str) -> None:
        """Delete a session and its data."""
        hosted = self.hosted.get(session_id)
        if hosted is not None:
            self.forget(hosted)
        await self.client.delete_session(session_id)

    def statistics(self) -> GatewayStatistics:
        """The counters, and what is open now."""
        return self.counters.snapshot(
            connections=len(self.peers),
            hosted_sessions=len(self.hosted),
            questions=sum(len(hosted.questions) for hosted in self.hosted.values()),
        )


class Gateway:
    """A running gateway. Made by :func:`open_gateway`; it ends with its block."""

    def __init__(self, core: Core, port: int, url: str) -> None:
        self._core = core
        self._port = port
        self._url = url

    def __repr__(self) -> str:
        return f"<Gateway {self.url} {len(self._core.peers)} connections>"

    @property
    def port(self) -> int:
        """Where it listens."""
        return self._port

    @property
    def url(self) -> str:
        """Of it, for ``WebSocket(url, token)``."""
        return self._url

    def statistics(self) -> GatewayStatistics:
        """What was served, refused, dropped and cut off, and what is open now."""
        return self._core.statistics()

    def update(
        self,
        *,
        tokens: Sequence[GatewayToken] | None = None,
        allowed_origins: Sequence[str] | None = None,
        limits: GatewayLimits | None = None,
        session_defaults: SessionOptions | None = None,
    ) -> None:
        """Change settings while it runs. All of them or, where one is wrong, none.

        Connections whose token is no longer one are closed; limits of a connection are those that
        held when it began.

        Args:
            tokens: all tokens from now on; ``None`` leaves them as they are, as everywhere here.
            allowed_origins: all origins from now on.
            limits: for connections and questions that begin from now on.
            session_defaults: for sessions that are opened from now on.

        Raises:
            InvalidOption: a value that cannot be right, or no token any more where there were some.
        """
        core = self._core
        known = None if tokens is None else Authenticator(tokens)
        if known is not None and core.authenticator.required and not known.required:
            raise InvalidOption("tokens", "there would be none left, and anybody could connect")
        origins = None if allowed_origins is None else check_origins(allowed_origins)
        if origins is not None:
            core.origins = origins
        if limits is not None:
            core.limits = limits
            core.limiter = AttemptLimiter(limits.auth_attempts, limits.auth_window)
        if session_defaults is not None:
            core.defaults = session_defaults
        if known is not None and tokens is not None:
            core.authenticator = known
            valid = {
                Principal(name=t.name, tenant=t.tenant, user=t.user, read_only=t.read_only)
                for t in tokens
            }
            for peer in list(core.peers):
                if peer.principal is not None and known.required and peer.principal not in valid:
                    peer.close(1008, "the token is no longer valid")

    def drain(self) -> None:
        """Leave the sessions to the client's own ``drain``; connections stay until the end."""
        self._core.draining = True


def owns(principal: Principal, session_id: str) -> bool:
    """Whether a session is the peer's by its id."""
    if not principal.scoped:
        return True
    user = UNSET if principal.user is None else principal.user
    return SessionId.match(session_id, tenant=principal.tenant, user=user) is not None
