"""What the CLI says about itself, decoded."""

from __future__ import annotations

import msgspec


class Pong(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The CLI's answer to a ping."""

    message: str = ""
    timestamp: str = ""
    protocol_version: int | None = None


class LastSession(msgspec.Struct):
    """A reply that names one session, or none."""

    session_id: str | None = msgspec.field(name="sessionId", default=None)


class Success(msgspec.Struct):
    """A reply that says whether it was done."""

    success: bool = True
    error: str | None = None
