"""Who may do what in a client that several tenants share; it fails closed."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from copilot_actors._errors import AccessDenied, InvalidOption
from copilot_actors._session_errors import SessionNotFound
from copilot_actors._session_id import SessionId
from copilot_actors.client._handlers._handler_calls import consult, unexpected
from copilot_actors.client._options._session_options import check_session_id

from ._tenant_client import TenantClient

if TYPE_CHECKING:
    import trio

    from copilot_actors.client._client import Client


class AccessRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What a tenant wants to do. The id is theirs: that is decided before.

    Attributes:
        operation: the name of the method, for instance ``"delete_session"``. ``"list_sessions"``
            and ``"prune_sessions"`` are asked once for each session.
        session_id: the session that it is about.
        tenant: who asks.
        user: who asks; ``None`` also for somebody who has all users of the tenant.
    """

    operation: str
    session_id: SessionId
    tenant: str | None
    user: str | None


Authorize: TypeAlias = Callable[[AccessRequest], bool | Awaitable[bool]]
"""Says whether a tenant may do something to a session of theirs; plain or async."""


class GuardStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """A snapshot of a guard's counters.

    Attributes:
        allowed: operations that were let through.
        denied: operations that ``authorize`` denied, or could not answer for.
        foreign: ids of somebody else, or of nobody, that were refused.
    """

    allowed: int = 0
    denied: int = 0
    foreign: int = 0


class TenantGuard:
    """Lets tenants share one client and its CLI without seeing each other's sessions.

    A session is a tenant's if its id says so: ids are those of :class:`SessionId`, and the tenant
    and user in them must be exactly those of the facade that :meth:`of` gives. What is somebody
    else's does not exist: ``SessionNotFound``, the same whether there is such a session or not,
    and nothing is sent. On top of that ``authorize`` may deny an operation (``AccessDenied``);
    anything but ``True`` denies, an exception and an answer later than ``rpc_timeout`` too, which
    are logged and counted as ``handler_errors`` and ``handler_timeouts``.

    It guards the interface. The tenants' sessions share one process, one home and one operating
    system user: what their tools may touch is for permissions and sandboxes, and
    :func:`open_pool` gives each tenant a process.

    Args:
        client: the shared client.
        authorize: asked after the owner was found right; ``None`` lets owners do everything.
    """

    def __init__(self, client: Client, *, authorize: Authorize | None = None) -> None:
        if authorize is not None and not callable(authorize):
            raise InvalidOption("authorize", f"expected a function, got {authorize!r}")
        self._client = client
        self._authorize = authorize
        self._allowed = self._denied = self._foreign = 0

    def of(
        self, *, tenant: str | UnsetType | None = None, user: str | UnsetType | None = None
    ) -> TenantClient:
        """Return the client as one owner sees it.

        Args:
            tenant: the tenant in the ids; ``None`` for ids that name no tenant.
            user: the user in the ids; ``None`` for ids that name no user, ``UNSET`` for all users
                of the tenant.

        Raises:
            InvalidOption: neither is given, or one is empty or no text: nobody is not an owner.
        """
        for name, value in (("tenant", tenant), ("user", user)):
            fits = value is None or (isinstance(value, str) and value)
            if not fits and not (name == "user" and value is UNSET and isinstance(tenant, str)):
                raise InvalidOption(name, f"expected a text that is not empty, got {value!r}")
        if tenant is None and user is None:
            raise InvalidOption("tenant", "neither a tenant nor a user is given")
        assert tenant is not UNSET  # noqa: S101 - refused above
        return TenantClient(self._client, self, tenant, user)

    def statistics(self) -> GuardStatistics:
        """What was let through and what was refused."""
        return GuardStatistics(allowed=self._allowed, denied=self._denied, foreign=self._foreign)

    # --- Called by its facades ------------------------------------------------------------

    def own(self, owner: TenantClient, session_id: object) -> SessionId:
        """Return what an id says, if it is the owner's.

        Raises:
            InvalidSessionId: the CLI would not accept the id.
            SessionNotFound: it is somebody else's, or nobody's.
        """
        chosen = check_session_id(session_id)
        parsed = SessionId.match(chosen, tenant=owner.tenant, user=owner._user)
        if parsed is None:
            self._foreign += 1
            raise SessionNotFound(chosen)
        return parsed

    async def allows(self, owner: TenantClient, operation: str, session_id: SessionId) -> bool:
        """Ask whether an owner may do something to a session of theirs."""
        allowed = True
        if self._authorize is not None:
            context = self._client._context
            scopes: set[trio.CancelScope] = set()
            request = AccessRequest(
                operation=operation, session_id=session_id, tenant=owner.tenant, user=owner.user
            )
            allowed = await consult(
                "authorize",
                self._authorize,
                request,
                accept=_decision,
                otherwise=False,
                limit=context.options.rpc_timeout,
                counters=context.counters,
                scopes=scopes,
            )
        if allowed:
            self._allowed += 1
        else:
            self._denied += 1
        return allowed

    async def check(self, owner: TenantClient, operation: str, session_id: object) -> str:
        """Return the id as text, if the owner may do this to it.

        Raises:
            InvalidSessionId: the CLI would not accept the id.
            SessionNotFound: it is somebody else's, or nobody's.
            AccessDenied: ``authorize`` denies it.
        """
        parsed = self.own(owner, session_id)
        if not await self.allows(owner, operation, parsed):
            raise AccessDenied(operation, owner.tenant, owner.user)
        return parsed.encode()


def _decision(value: object) -> bool:
    if value is True or value is False:
        return value
    raise unexpected(value, "a bool")
