"""The counters of a gateway, by the names of what they count."""

from __future__ import annotations

import msgspec


class GatewayStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """A snapshot. All but ``connections``, ``hosted_sessions`` and ``questions`` only grow.

    Attributes:
        connections: open now.
        hosted_sessions: open now.
        questions: permissions and tool calls that wait for a peer now.
        accepted: connections that were upgraded.
        refused_connections: over ``max_connections``.
        refused_origins: of a page that is not allowed.
        refused_tokens: wrong tokens.
        throttled: attempts of an address with too many wrong tokens.
        handshake_timeouts: connections that did not begin in time.
        handshake_errors: connections that were no WebSocket.
        slow_peers: cut off because they did not read.
        half_open_peers: dropped because they did not answer a ping.
        oversized_messages: peers closed because they sent one.
        bad_messages: that were no JSON-RPC.
        refused_requests: over ``max_requests``.
        denied_requests: that the peer may not make.
        lagged_events: ephemeral events that slow peers lost.
        events: sent, counted for each peer.
        requests: served.
        questions_answered: by peers.
        questions_unanswered: "no", because nobody was there.
        late_answers: refused, since another peer was first.
        repeated_prompts: that came again, after a reconnect, and were not sent again.
        restarted_peers: told to resume since the CLI was restarted.
        connection_errors: unforeseen ends of a connection's own task.
    """

    connections: int = 0
    hosted_sessions: int = 0
    questions: int = 0
    accepted: int = 0
    refused_connections: int = 0
    refused_origins: int = 0
    refused_tokens: int = 0
    throttled: int = 0
    handshake_timeouts: int = 0
    handshake_errors: int = 0
    slow_peers: int = 0
    half_open_peers: int = 0
    oversized_messages: int = 0
    bad_messages: int = 0
    refused_requests: int = 0
    denied_requests: int = 0
    lagged_events: int = 0
    events: int = 0
    requests: int = 0
    questions_answered: int = 0
    questions_unanswered: int = 0
    late_answers: int = 0
    repeated_prompts: int = 0
    restarted_peers: int = 0
    connection_errors: int = 0


class Counters:
    """What the parts of one gateway count; :meth:`snapshot` makes the public value."""

    def __init__(self) -> None:
        self.accepted = 0
        self.refused_connections = 0
        self.refused_origins = 0
        self.refused_tokens = 0
        self.throttled = 0
        self.handshake_timeouts = 0
        self.handshake_errors = 0
        self.slow_peers = 0
        self.half_open_peers = 0
        self.oversized_messages = 0
        self.bad_messages = 0
        self.refused_requests = 0
        self.denied_requests = 0
        self.lagged_events = 0
        self.events = 0
        self.requests = 0
        self.questions_answered = 0
        self.questions_unanswered = 0
        self.late_answers = 0
        self.repeated_prompts = 0
        self.restarted_peers = 0
        self.connection_errors = 0

    def snapshot(
        self, *, connections: int, hosted_sessions: int, questions: int
    ) -> GatewayStatistics:
        """The counters as they are now, with what is open now."""
        counted: dict[str, int] = dict(vars(self))
        return GatewayStatistics(
            connections=connections,
            hosted_sessions=hosted_sessions,
            questions=questions,
            **counted,
        )
