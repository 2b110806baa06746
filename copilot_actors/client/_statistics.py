"""Counters of what was dropped, refused, late or unknown: every overflow has a name."""

from __future__ import annotations

import msgspec


class Statistics(msgspec.Struct, frozen=True, kw_only=True):
    """A snapshot of a client's counters; each field has the name of what it counts.

    Attributes:
        connections: connections that completed their handshake.
        connection_faults: connections that ended by a fault.
        forced_stops: CLIs that SIGTERM or SIGKILL had to end.
        leftovers: processes that CLIs left in sessions of their own (shell tools), which were
            found and ended.
        requests: requests sent to the CLI.
        pending_requests: requests without an answer now.
        late_replies: answers that nobody waited for any more.
        bad_frames: bodies that were not JSON-RPC.
        uncorrelated_errors: errors without an id; each made the connection suspect.
        stray_lines: lines of text between frames.
        events: session events received.
        unknown_events: events of types that the published schema does not have; delivered raw.
        unroutable_events: events of sessions that this client does not hold.
        unknown_notifications: notifications of methods that this library does not know.
        malformed_events: notifications without a session id or an event.
        lagged_events: ephemeral events that slow subscribers lost.
        handler_errors: exceptions raised by handlers and subscribers.
        handler_timeouts: handlers that were over their limit.
        unknown_requests: requests of the CLI that nobody here serves.
        refused_requests: requests of the CLI over the limit of concurrent ones.
        prompts_sent_again: prompts that were written again after a crash.
        turns_continued: turns that were cut by a crash and continued.
        recoveries: sessions resumed after a crash, or because their CLI was recycled.
        sessions_paused: times that an idle session was let go in the CLI (``passivate_after``).
        sessions_resumed: times that such a session was loaded again.
        sessions_repaired: histories that were cut because the provider refused them.
        web_socket_fallbacks: sessions that go on over HTTP because a proxy breaks WebSockets.
        compactions_cancelled: compactions that were over their limit and were cancelled.
        failed_saves: ``sessions.save`` requests that the CLI refused.
        ledger_commits: times that changes were stored in the durable ledger.
        ledger_faults: times that they could not be.
        ledger_forgotten: prompts that were over and were forgotten, since there were too many.
        unkept_answers: answers of handlers that were too large for the durable ledger.
        recycled: CLIs that were replaced because ``ClientOptions.recycle`` says so.
        deferred_recycles: times that one which was due did not come to rest in time.
        lost_leases: leases that another owner took while they were held here.
        file_system_faults: operations of session file systems that failed otherwise than by a
            missing file or a wrong statement of SQL.
        in_use_elsewhere: sessions that were resumed although the CLI said that another process
            has them loaded.
        sessions: sessions open now.
        leases: leases held now.
        subscriptions: subscriptions open now.
        pending_prompts: prompts whose turn is not over now.
    """

    connections: int = 0
    connection_faults: int = 0
    forced_stops: int = 0
    leftovers: int = 0
    requests: int = 0
    pending_requests: int = 0
    late_replies: int = 0
    bad_frames: int = 0
    uncorrelated_errors: int = 0
    stray_lines: int = 0
    events: int = 0
    unknown_events: int = 0
    unroutable_events: int = 0
    unknown_notifications: int = 0
    malformed_events: int = 0
    lagged_events: int = 0
    handler_errors: int = 0
    handler_timeouts: int = 0
    unknown_requests: int = 0
    refused_requests: int = 0
    prompts_sent_again: int = 0
    turns_continued: int = 0
    recoveries: int = 0
    sessions_paused: int = 0
    sessions_resumed: int = 0
    sessions_repaired: int = 0
    web_socket_fallbacks: int = 0
    compactions_cancelled: int = 0
    failed_saves: int = 0
    ledger_commits: int = 0
    ledger_faults: int = 0
    ledger_forgotten: int = 0
    unkept_answers: int = 0
    recycled: int = 0
    deferred_recycles: int = 0
    lost_leases: int = 0
    file_system_faults: int = 0
    in_use_elsewhere: int = 0
    sessions: int = 0
    leases: int = 0
    subscriptions: int = 0
    pending_prompts: int = 0


class Counters:
    """The mutable side of :class:`Statistics`: one attribute for each thing counted."""

    __slots__ = tuple(
        name
        for name in Statistics.__struct_fields__
        if name
        not in {"sessions", "leases", "subscriptions", "pending_prompts", "pending_requests"}
    )

    connections: int
    connection_faults: int
    forced_stops: int
    leftovers: int
    requests: int
    late_replies: int
    bad_frames: int
    uncorrelated_errors: int
    stray_lines: int
    events: int
    unknown_events: int
    unroutable_events: int
    unknown_notifications: int
    malformed_events: int
    lagged_events: int
    handler_errors: int
    handler_timeouts: int
    unknown_requests: int
    refused_requests: int
    prompts_sent_again: int
    turns_continued: int
    recoveries: int
    sessions_paused: int
    sessions_resumed: int
    sessions_repaired: int
    web_socket_fallbacks: int
    compactions_cancelled: int
    failed_saves: int
    ledger_commits: int
    ledger_faults: int
    ledger_forgotten: int
    unkept_answers: int
    recycled: int
    deferred_recycles: int
    lost_leases: int
    file_system_faults: int
    in_use_elsewhere: int

    def __init__(self) -> None:
        for name in self.__slots__:
            setattr(self, name, 0)

    def snapshot(
        self,
        *,
        sessions: int,
        leases: int,
        subscriptions: int,
        pending_prompts: int,
        pending_requests: int,
    ) -> Statistics:
        """Freeze the counters together with the gauges given."""
        counts: dict[str, int] = {name: getattr(self, name) for name in self.__slots__}
        return Statistics(
            **counts,
            sessions=sessions,
            leases=leases,
            subscriptions=subscriptions,
            pending_prompts=pending_prompts,
            pending_requests=pending_requests,
        )
