"""What waits to be written to one peer: bounded, and without a clock or a task of its own."""

from __future__ import annotations

import collections
import enum
from collections.abc import Callable

JOINED = 256 * 1024
"""Frames are written together up to this many bytes, so that a burst costs few writes."""


class Offer(enum.Enum):
    """What became of a message."""

    ACCEPTED = enum.auto()
    DROPPED = enum.auto()
    OVERFLOW = enum.auto()


class Outbox:
    """The messages for one peer, in order.

    Args:
        size: bytes beyond which ephemeral events are dropped.
        limit: bytes beyond which the peer is too slow to be kept.
        joined: whether messages may be written as one (frames of a byte stream may).
    """

    __slots__ = ("_joined", "_lagged", "_limit", "_messages", "_size", "waiting")

    def __init__(self, *, size: int, limit: int, joined: bool) -> None:
        self._size = size
        self._limit = limit
        self._joined = joined
        self._messages: collections.deque[bytes] = collections.deque()
        self._lagged: dict[str, int] = {}
        self.waiting = 0
        """Bytes that were accepted and not taken."""

    def __len__(self) -> int:
        return len(self._messages)

    def offer(self, message: bytes) -> Offer:
        """Add what must not be lost; ``OVERFLOW`` says that the peer is over its limit.

        The limit is about what waits before it, so that one large reply is not refused.
        """
        if self.waiting > self._limit:
            return Offer.OVERFLOW
        self._messages.append(message)
        self.waiting += len(message)
        return Offer.ACCEPTED

    def offer_event(
        self,
        session_id: str,
        message: bytes,
        *,
        ephemeral: bool,
        marker: Callable[[int], bytes],
    ) -> Offer:
        """Add an event of a session, or drop an ephemeral one that does not fit.

        Args:
            session_id: whose it is.
            message: the event.
            ephemeral: whether it may be dropped.
            marker: makes the event that says how many were dropped; it goes before the next.
        """
        if ephemeral and self.waiting + len(message) > self._size:
            self._lagged[session_id] = self._lagged.get(session_id, 0) + 1
            return Offer.DROPPED
        lagged = self._lagged.pop(session_id, 0)
        if lagged and self.offer(marker(lagged)) is Offer.OVERFLOW:
            return Offer.OVERFLOW
        return self.offer(message)

    def take(self) -> bytes | None:
        """Take what is to be written next, or ``None``."""
        messages = self._messages
        if not messages:
            return None
        parts = [messages.popleft()]
        total = len(parts[0])
        while self._joined and messages and total + len(messages[0]) <= JOINED:
            parts.append(messages.popleft())
            total += len(parts[-1])
        self.waiting -= total
        return parts[0] if len(parts) == 1 else b"".join(parts)
