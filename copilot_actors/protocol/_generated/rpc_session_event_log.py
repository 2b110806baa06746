"""Types and methods: rpc_session_event_log.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from .rpc_common import (
    EventsReadDirection,
    EventsReadResult,
)
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "EventLogReleaseInterestResult",
    "EventLogTailResult",
    "EventsAgentScope",
    "RegisterEventInterestResult",
    "SessionEventLogReadParams",
    "SessionEventLogRegisterInterestParams",
    "SessionEventLogReleaseInterestParams",
    "SessionEventLogRpc",
]


class EventLogReleaseInterestResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the operation succeeded.

    Attributes:
        success: Whether the operation succeeded
    """

    success: bool


class EventLogTailResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Snapshot of the current tail cursor without returning any events. Use this when a consumer
    wants to subscribe to live events going forward without first paginating through the entire
    persisted history (which would happen if `read` were called without a cursor on a long-lived
    session).

    Attributes:
        cursor: Opaque cursor pointing at the current tail of the session's persisted-events
            history. Pass back to `read` to receive only events that arrive AFTER this snapshot.
            When the session has no events, this returns the same sentinel as an unset cursor
            (i.e. equivalent to omitting the cursor on a first read).
    """

    cursor: str


class RegisterEventInterestResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Opaque handle representing an event-type interest registration.

    Attributes:
        handle: Opaque handle for this registration. Pass to releaseInterest to release. Each
            call to registerInterest produces a fresh handle, even when the same eventType is
            registered multiple times.
    """

    handle: str


if TYPE_CHECKING:
    EventsAgentScope: TypeAlias = Literal["primary", "all"] | str
    """Agent-scope filter: 'primary' returns only main-agent events plus events whose type starts
    with 'subagent.' (matching the typed-subscription default behavior); 'all' returns events
    from all agents (matching wildcard-subscription behavior). Default is 'all' to preserve
    wildcard semantics for catch-up callers.

    - ``primary``: Return main-agent events and typed subagent lifecycle events.
    - ``all``: Return events from all agents.
    """
else:
    EventsAgentScope = Literal["primary", "all"]


class SessionEventLogReadParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.eventLog.read``."""

    cursor: str | None = None
    max: int | None = None
    wait_ms: int | None = None
    types: Literal["*"] | list[str] | None = None
    agent_scope: EventsAgentScope | None = None
    agent_ids: Sequence[str] | None = None
    direction: EventsReadDirection | None = None
    include_ephemeral: bool | None = None


class SessionEventLogRegisterInterestParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.eventLog.registerInterest``."""

    event_type: str


class SessionEventLogReleaseInterestParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.eventLog.releaseInterest``."""

    handle: str


class SessionEventLogRpc(RpcNamespace):
    """``session.eventLog.*``."""

    __slots__ = ()

    async def read(
        self,
        *,
        cursor: str | None = None,
        max: int | None = None,
        wait_ms: int | None = None,
        types: Literal["*"] | list[str] | None = None,
        agent_scope: EventsAgentScope | None = None,
        agent_ids: Sequence[str] | None = None,
        direction: EventsReadDirection | None = None,
        include_ephemeral: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> EventsReadResult:
        """Reads a batch of session events from a cursor, optionally waiting for new events.
        Supports tail-first reads via `direction: backward`.

        ``session.eventLog.read`` on the wire; experimental.

        Args:
            cursor: Opaque cursor returned by a previous read. Omit on the first call to start
                from the beginning of the session's persisted history.
            max: Maximum number of events to return in this batch (1–1000, default 200).
            wait_ms: Milliseconds to wait for new events when the cursor is at the tail of
                history. 0 (default) returns immediately even if no events are available. Capped
                at 30000ms. Ephemeral events that arrive during the wait are delivered in this
                batch but are NOT replayable on a subsequent read (use a non-zero waitMs in your
                next call to capture future ephemerals as they happen). This applies to forward
                reads only: a backward read always returns immediately and ignores `waitMs`,
                because backward paging covers persisted history only while new events append at
                the tail (the opposite end from a backward page), so no blocking or ephemeral
                delivery can occur.
            types: Either '*' to receive all event types, or a non-empty list of event types to
                receive
            agent_scope: Agent-scope filter: 'primary' returns only main-agent events plus events
                whose type starts with 'subagent.' (matching the typed-subscription default
                behavior); 'all' returns events from all agents (matching wildcard-subscription
                behavior). Default is 'all' to preserve wildcard semantics for catch-up callers.
            agent_ids: Optional non-empty list of subagent identifiers. When provided, only
                events owned by one of these agents are returned; ownership recognizes the event
                envelope's agentId plus legacy data.agentId and data.parentToolCallId markers.
                This filter takes precedence over agentScope.
            direction: Direction to page through the session's persisted event history. 'forward'
                (default) pages from the cursor toward newer events (or from the start of history
                when no cursor is given). 'backward' enables tail-first reads: with no cursor it
                returns the NEWEST `max` events, and the returned cursor pages toward OLDER
                events on subsequent backward reads. Events within a returned batch are always in
                chronological (oldest-to-newest) order, even for a backward read. Backward reads
                cover PERSISTED history only; ephemeral events are never returned by a backward
                read. `direction` selects the INITIAL read only: the returned cursor is
                self-describing, so a continuation read pages in the cursor's own direction
                regardless of the `direction` passed alongside it — a forward cursor always pages
                forward and a backward cursor always pages backward. Pass the direction that
                matches the cursor to avoid confusion.
            include_ephemeral: When false, skip ephemeral events entirely and return only durable
                (persisted) events. History-backfill callers that discard ephemerals anyway
                should set this so the read is bounded by the durable log length instead of
                racing the ephemeral ring on a busy session. Defaults to true (ephemerals are
                interleaved with durable events in creation order). Ignored by backward reads,
                which always cover persisted history only.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Batch of session events returned by a read, with cursor and continuation metadata.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.eventLog.read",
            SessionEventLogReadParams(
                cursor=cursor,
                max=max,
                wait_ms=wait_ms,
                types=types,
                agent_scope=agent_scope,
                agent_ids=agent_ids,
                direction=direction,
                include_ephemeral=include_ephemeral,
            ),
            EventsReadResult,
            rpc_timeout,
        )

    async def register_interest(
        self,
        *,
        event_type: str,
        rpc_timeout: float | None = None,
    ) -> RegisterEventInterestResult:
        """Registers consumer interest in an event type for runtime gating purposes.

        ``session.eventLog.registerInterest`` on the wire; experimental.

        Args:
            event_type: The event type the consumer wants the runtime to treat as 'observed' for
                behavior-switching gating. Some runtime code paths inspect whether any consumer
                is interested in a specific event type and choose a different implementation
                accordingly (e.g. `mcp.oauth_required`: when interest is registered the runtime
                delegates interactive OAuth token acquisition to the consumer via
                `mcp.oauth_required` events; when no interest is registered the runtime still
                attempts non-interactive reconnect from cached or refreshable tokens, and only
                marks the server `needs-auth` if usable credentials are unavailable — it does not
                open a browser or start interactive OAuth without a consumer). SDK clients that
                long-poll events do NOT automatically appear as listeners to these gating checks
                — they must explicitly call `registerInterest` for each event type they want the
                runtime to count as having a consumer. Multiple registrations for the same event
                type from the same or different consumers are tracked independently and must each
                be released. See: `mcp.oauth_required`, `sampling.requested`,
                `auto_mode_switch.requested`, `session_limits_exhausted.requested`,
                `user_input.requested`, `elicitation.requested`, `command.queued`,
                `exit_plan_mode.requested`.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Opaque handle representing an event-type interest registration.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.eventLog.registerInterest",
            SessionEventLogRegisterInterestParams(
                event_type=event_type,
            ),
            RegisterEventInterestResult,
            rpc_timeout,
        )

    async def release_interest(
        self,
        *,
        handle: str,
        rpc_timeout: float | None = None,
    ) -> EventLogReleaseInterestResult:
        """Releases a consumer's previously-registered interest in an event type.

        ``session.eventLog.releaseInterest`` on the wire; experimental.

        Args:
            handle: Handle returned by a previous `registerInterest` call. Idempotent: releasing
                an unknown or already-released handle is a no-op (returns success). When the last
                outstanding handle for an event type is released, the runtime reverts to its 'no
                consumer' code path for that event type.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the operation succeeded.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.eventLog.releaseInterest",
            SessionEventLogReleaseInterestParams(
                handle=handle,
            ),
            EventLogReleaseInterestResult,
            rpc_timeout,
        )

    async def tail(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> EventLogTailResult:
        """Returns a snapshot of the current tail cursor without consuming events.

        ``session.eventLog.tail`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Snapshot of the current tail cursor without returning any events. Use this when a
            consumer wants to subscribe to live events going forward without first paginating
            through the entire persisted history (which would happen if `read` were called
            without a cursor on a long-lived session).

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.eventLog.tail",
            None,
            EventLogTailResult,
            rpc_timeout,
        )
