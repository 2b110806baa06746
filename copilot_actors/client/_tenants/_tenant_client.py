"""A shared client as one owner sees it."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Unpack, cast

import msgspec
from msgspec import UNSET, UnsetType

from copilot_actors._errors import InvalidOption, JsonValue
from copilot_actors._session_errors import SessionNotFound
from copilot_actors._session_id import SessionId
from copilot_actors.client._auto_tiers import AutoTierInfo
from copilot_actors.client._client_values import Pong
from copilot_actors.client._connection._link import ClientState, Lifecycle, LifecycleRef
from copilot_actors.client._listing import SessionFilter, SessionSummary, check_filter
from copilot_actors.client._options._fields import SessionOptionFields
from copilot_actors.client._options._session_options import SessionOptions, check_session_id
from copilot_actors.client._prune import PruneProgress, PruneReport, check_exclude
from copilot_actors.client._session._ledger_writer import PendingPrompt

from ._tenant_session import TenantSession

if TYPE_CHECKING:
    from copilot_actors.client._client import Client
    from copilot_actors.client._session._handle import Session

    from ._guard import TenantGuard


class TenantClient:
    """A shared client as one owner sees it. Made by :meth:`TenantGuard.of`; thin, without state.

    Methods are those of :class:`Client`, with its contracts. Each that names a session checks the
    id, then its owner, then asks ``authorize``, all before anything is sent. An id that is not the
    owner's raises ``SessionNotFound`` everywhere, also where :class:`Client` would say that there
    is nothing to delete. What reaches beyond one's own sessions is missing: ``request``, ``rpc``,
    ``on_request``, ``stop`` and ``drain`` are the program's, by the client itself.
    """

    def __init__(
        self,
        client: Client,
        guard: TenantGuard,
        tenant: str | None,
        user: str | UnsetType | None,
    ) -> None:
        # Also what the handlers of its sessions get: an invocation's session is the owner's handle.
        self._client = client._with_handles(
            lambda context, session_id: TenantSession(context, session_id, self)
        )
        self._guard = guard
        self._tenant = tenant
        self._user = user

    def __repr__(self) -> str:
        return f"<TenantClient tenant={self.tenant!r} user={self._user!r}>"

    @property
    def tenant(self) -> str | None:
        """The tenant in the ids."""
        return self._tenant

    @property
    def user(self) -> str | None:
        """The user in the ids; ``None`` also for all users of the tenant."""
        return None if self._user is UNSET else self._user

    @property
    def state(self) -> ClientState:
        """The state of the shared client."""
        return self._client.state

    # --- Ids ------------------------------------------------------------------------------

    def session_id(self, task: str | None = None) -> SessionId:
        """Return an id of this owner's.

        Args:
            task: what the session is for: the same task gives the same id. ``None`` gives an id
                that is new.

        Raises:
            InvalidSessionId: it would be too long.
        """
        return SessionId(
            tenant=self.tenant, user=self.user, task=uuid.uuid4().hex if task is None else task
        )

    # --- Sessions -------------------------------------------------------------------------

    async def create_session(
        self,
        options: SessionOptions | None = None,
        /,
        *,
        session_id: str | SessionId | None = None,
        **overrides: Unpack[SessionOptionFields],
    ) -> Session:
        """Create a session of this owner's; without an id, under a new one that names the owner.

        Raises:
            InvalidSessionId: the CLI would not accept the id.
            SessionNotFound: the id is not this owner's.
            AccessDenied: ``authorize`` denies it.
            CopilotError: as ``client.create_session``.
        """
        chosen = self.session_id() if session_id is None else session_id
        own = await self._guard.check(self, "create_session", chosen)
        _check_extra(options, cast("Mapping[str, object]", overrides))
        return await self._client.create_session(options, session_id=own, **overrides)

    async def resume_session(
        self,
        session_id: str | SessionId,
        options: SessionOptions | None = None,
        /,
        **overrides: Unpack[SessionOptionFields],
    ) -> Session:
        """Resume a stored session of this owner's.

        Raises:
            InvalidSessionId: the CLI would not accept the id.
            SessionNotFound: the id is not this owner's, or there is no such session.
            AccessDenied: ``authorize`` denies it.
            CopilotError: as ``client.resume_session``.
        """
        own = await self._guard.check(self, "resume_session", session_id)
        _check_extra(options, cast("Mapping[str, object]", overrides))
        return await self._client.resume_session(own, options, **overrides)

    async def resume_or_create_session(
        self,
        session_id: str | SessionId,
        options: SessionOptions | None = None,
        /,
        **overrides: Unpack[SessionOptionFields],
    ) -> Session:
        """Resume a session of this owner's if it has data, else create it.

        Raises:
            InvalidSessionId: the CLI would not accept the id.
            SessionNotFound: the id is not this owner's.
            AccessDenied: ``authorize`` denies it.
            CopilotError: as ``client.resume_or_create_session``.
        """
        own = await self._guard.check(self, "resume_or_create_session", session_id)
        _check_extra(options, cast("Mapping[str, object]", overrides))
        return await self._client.resume_or_create_session(own, options, **overrides)

    async def delete_session(self, session_id: str | SessionId) -> None:
        """Delete a session of this owner's; idempotent.

        Raises:
            InvalidSessionId: the CLI would not accept the id.
            SessionNotFound: the id is not this owner's.
            AccessDenied: ``authorize`` denies it.
            CopilotError: as ``client.delete_session``.
        """
        await self._client.delete_session(
            await self._guard.check(self, "delete_session", session_id)
        )

    async def recover_session(self, session_id: str | SessionId) -> None:
        """Bring a session of this owner's to rest whose turn could not be ended.

        Raises:
            InvalidSessionId: the CLI would not accept the id.
            SessionNotFound: the id is not this owner's.
            AccessDenied: ``authorize`` denies it.
            CopilotError: as ``client.recover_session``.
        """
        await self._client.recover_session(
            await self._guard.check(self, "recover_session", session_id)
        )

    # --- What is stored -------------------------------------------------------------------

    async def list_sessions(
        self, session_filter: SessionFilter | None = None
    ) -> list[SessionSummary]:
        """The stored sessions of this owner that ``authorize`` lets them see.

        Args:
            session_filter: which of them; one that asks for another owner finds none.

        Raises:
            InvalidOption: it is not a :class:`SessionFilter`.
            CopilotError: as ``client.list_sessions``.
        """
        narrowed = self._narrowed(session_filter)
        if narrowed is None:
            return []
        return [
            summary
            for summary in await self._client.list_sessions(narrowed)
            if await self._may(summary.session_id, "list_sessions")
        ]

    async def prune_sessions(
        self,
        idle_for: float,
        *,
        session_filter: SessionFilter | None = None,
        exclude: Collection[str | SessionId] = (),
        dry_run: bool = False,
        on_progress: Callable[[PruneProgress], object] | None = None,
    ) -> PruneReport:
        """Delete stored sessions of this owner's that nobody used for a while.

        The report tells of own sessions only; one that ``authorize`` denies is kept, as
        ``"excluded"``.

        Raises:
            InvalidOption: a value that makes no sense; nothing was sent.
            CopilotError: as ``client.prune_sessions``.
        """
        kept = set(check_exclude(exclude))
        narrowed = self._narrowed(session_filter)
        if narrowed is None:
            return PruneReport(dry_run=dry_run)
        for summary in await self._client.list_sessions(narrowed):
            if not await self._may(summary.session_id, "prune_sessions"):
                kept.add(summary.session_id)
        return await self._client.prune_sessions(
            idle_for,
            session_filter=narrowed,
            exclude=kept,
            dry_run=dry_run,
            on_progress=on_progress,
        )

    async def get_session_metadata(self, session_id: str | SessionId) -> SessionSummary | None:
        """What is stored of one session of this owner's, or ``None``.

        Raises:
            InvalidSessionId: the CLI would not accept the id.
            SessionNotFound: the id is not this owner's.
            AccessDenied: ``authorize`` denies it.
            CopilotError: as ``client.get_session_metadata``.
        """
        own = await self._guard.check(self, "get_session_metadata", session_id)
        return await self._client.get_session_metadata(own)

    async def get_last_session_id(self) -> str | None:
        """Id of the session of this owner's that was written to last, or ``None``.

        Raises:
            CopilotError: as ``client.list_sessions``.
        """
        dated = [
            (summary.modified_time, summary.session_id)
            for summary in await self.list_sessions()
            if summary.modified_time is not None
        ]
        return max(dated)[1] if dated else None

    async def get_foreground_session_id(self) -> str | None:
        """Id of the session that the CLI's terminal shows, if it is this owner's, or ``None``.

        Raises:
            CopilotError: as ``client.get_foreground_session_id``.
        """
        shown = await self._client.get_foreground_session_id()
        if shown is None or not await self._may(shown, "get_foreground_session_id"):
            return None
        return shown

    async def set_foreground_session_id(self, session_id: str | SessionId) -> None:
        """Show a session of this owner's in the CLI's own terminal.

        Raises:
            InvalidSessionId: the CLI would not accept the id.
            SessionNotFound: the id is not this owner's.
            AccessDenied: ``authorize`` denies it.
            CopilotError: as ``client.set_foreground_session_id``.
        """
        own = await self._guard.check(self, "set_foreground_session_id", session_id)
        await self._client.set_foreground_session_id(own)

    async def pending(self) -> list[PendingPrompt]:
        """The prompts of this owner's sessions that an earlier life of the program left."""
        return [
            prompt
            for prompt in self._client.pending()
            if await self._may(prompt.session_id, "pending")
        ]

    async def forget_pending(self, session_id: str | SessionId, key: str) -> None:
        """Remove a prompt from :meth:`pending`.

        Raises:
            InvalidSessionId: the CLI would not accept the id.
            SessionNotFound: the id is not this owner's.
            AccessDenied: ``authorize`` denies it.
            InvalidOption: as ``client.forget_pending``.
        """
        self._client.forget_pending(
            await self._guard.check(self, "forget_pending", session_id), key
        )

    # --- The CLI --------------------------------------------------------------------------

    def on_lifecycle(self, handler: Callable[[Lifecycle], None]) -> LifecycleRef:
        """Call a plain, quick function for the notifications about this owner's sessions."""

        def of_own(lifecycle: Lifecycle) -> None:
            if self._is_own(lifecycle.session_id):
                handler(lifecycle)

        return self._client.on_lifecycle(of_own)

    def off_lifecycle(self, ref: LifecycleRef) -> None:
        """End a lifecycle subscription; idempotent."""
        self._client.off_lifecycle(ref)

    async def ping(self, message: str = "") -> Pong:
        """Ask the shared CLI for a sign of life.

        Raises:
            CopilotError: as ``client.ping``.
        """
        return await self._client.ping(message)

    async def list_models(self) -> list[JsonValue]:
        """The models that there are, as ``client.list_models``.

        Raises:
            CopilotError: as ``client.list_models``.
        """
        return await self._client.list_models()

    async def list_auto_tiers(self) -> tuple[AutoTierInfo, ...]:
        """The preferences of automatic routing, as ``client.list_auto_tiers``.

        Raises:
            CopilotError: as ``client.list_auto_tiers``.
        """
        return await self._client.list_auto_tiers()

    # --- Helpers --------------------------------------------------------------------------

    def _is_own(self, session_id: str) -> bool:
        return SessionId.match(session_id, tenant=self.tenant, user=self._user) is not None

    async def _may(self, session_id: str, operation: str) -> bool:
        """Whether a session may be shown, or taken, without a word if not."""
        parsed = SessionId.match(session_id, tenant=self.tenant, user=self._user)
        return parsed is not None and await self._guard.allows(self, operation, parsed)

    def _narrowed(self, session_filter: SessionFilter | None) -> SessionFilter | None:
        """The filter for own sessions, or ``None`` where it asks for those of somebody else."""
        given = check_filter(session_filter)
        if given.tenant is not UNSET and given.tenant != self.tenant:
            return None
        if self._user is UNSET:
            return msgspec.structs.replace(given, tenant=self.tenant)
        if given.user is not UNSET and given.user != self._user:
            return None
        return msgspec.structs.replace(given, tenant=self.tenant, user=self._user)

    def _check_named(self, session_id: object) -> None:
        """Refuse an id in the parameters of a request that is not this owner's.

        Raises:
            SessionNotFound: it is somebody else's.
        """
        try:
            chosen = check_session_id(session_id)
        except ValueError as error:
            raise SessionNotFound(repr(session_id)[:80]) from error
        self._guard.own(self, chosen)


def _check_extra(options: SessionOptions | None, overrides: Mapping[str, object]) -> None:
    """Refuse wire options that would name another session behind the guard's back."""
    given = overrides.get("extra", options.extra if options is not None else {})
    for name in given if isinstance(given, Mapping) else ():
        if str(name).lower().endswith(("sessionid", "sessionids")):
            raise InvalidOption("extra", f"{name!r} names a session; a tenant cannot give it")
