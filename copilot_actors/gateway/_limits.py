"""What one connection, and all of them together, may take. Every limit is an option."""

from __future__ import annotations

import math
from typing import cast

import msgspec

from copilot_actors._errors import InvalidOption

MAX_MESSAGE_SIZE = 64 * 1024 * 1024
"""Bytes of one message: the largest frame that the CLI and this library send each other."""
FRAME_HEADER = 64 * 1024
"""Room for the header in front of a frame that fills a message."""


class GatewayLimits(msgspec.Struct, frozen=True, kw_only=True):
    """The limits of a gateway. Sizes are in bytes, times in seconds.

    Attributes:
        max_message_size: of one JSON-RPC message, either way. A peer that sends a larger one is
            closed with code 1009 and told both sizes; ``connect`` tells the limit beforehand.
        max_connections: at once; the next one is answered 503.
        max_requests: of one connection that are not answered yet; the next one is refused.
        max_sessions: that one connection is attached to.
        max_hosted_sessions: of all peers together.
        outbox_size: waiting for one peer; beyond it ephemeral events are dropped and counted by
            a ``copilot_actors.subscription.lagged`` event. No persistent event is dropped.
        outbox_limit: waiting for one peer; beyond it the peer is cut off, as too slow. A single
            message may be larger.
        slow_peer_timeout: that one write to a peer may take (and a second more for each MiB of
            it); then the peer is cut off, as too slow.
        ping_interval: between pings.
        ping_timeout: without a pong after which a connection counts as half-open and is dropped.
        handshake_timeout: for TLS, the upgrade, and the token if that comes as a message.
        question_timeout: that a permission, a tool call or a question waits while no peer is
            there that may answer it; then it is answered "no".
        answer_timeout: that it waits at all.
        auth_attempts: failed ones of an address within ``auth_window``; then the address is
            refused for the rest of the window, whatever token it shows.
        auth_window: see ``auth_attempts``.
        idle_session_timeout: that a session without peers and without work stays loaded; ``None``
            for as long as the gateway.
    """

    max_message_size: int = MAX_MESSAGE_SIZE
    max_connections: int = 1000
    max_requests: int = 64
    max_sessions: int = 256
    max_hosted_sessions: int = 10_000
    outbox_size: int = 8 * 1024 * 1024
    outbox_limit: int = 32 * 1024 * 1024
    slow_peer_timeout: float = 30.0
    ping_interval: float = 15.0
    ping_timeout: float = 10.0
    handshake_timeout: float = 10.0
    question_timeout: float = 60.0
    answer_timeout: float = 3600.0
    auth_attempts: int = 10
    auth_window: float = 60.0
    idle_session_timeout: float | None = 3600.0

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            value: object = getattr(self, name)
            if value is None and name == "idle_session_timeout":
                continue
            sound = isinstance(value, int | float) and not isinstance(value, bool)
            if not sound or not math.isfinite(cast("float", value)) or cast("float", value) <= 0:
                raise InvalidOption(name, f"expected a number above 0, got {value!r}")
        if self.outbox_limit < self.outbox_size:
            raise InvalidOption("outbox_limit", "is below outbox_size")
