"""What the mailbox of a session's actor gets beside events and the inputs of its machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from copilot_actors._errors import ConnectionFault
    from copilot_actors.client._connection._connection import Connection

    from . import _values as v


class LinkUp(msgspec.Struct, frozen=True):
    """A connection is ready."""

    connection: Connection


class LinkDown(msgspec.Struct, frozen=True):
    """The connection is gone; ``fault`` is set when no other will come."""

    reason: str
    fault: ConnectionFault | None = None


class FromJob(msgspec.Struct, frozen=True):
    """An input that a job on connection number ``incarnation`` produced."""

    incarnation: int
    what: v.Input
