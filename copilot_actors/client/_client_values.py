"""What the CLI says about stored sessions and about itself, decoded."""

from __future__ import annotations

import msgspec


class SessionSummary(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One stored session, as the CLI lists it. Times are ISO 8601 text."""

    session_id: str
    start_time: str | None = None
    modified_time: str | None = None
    summary: str | None = None
    name: str | None = None
    client_name: str | None = None
    is_remote: bool = False
    context: dict[str, object] | None = None


class SessionFilter(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Which stored sessions to list; a field that is ``None`` does not filter."""

    cwd: str | None = None
    git_root: str | None = None
    repository: str | None = None
    branch: str | None = None


class Pong(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """The CLI's answer to a ping."""

    message: str = ""
    timestamp: str = ""
    protocol_version: int | None = None


class Listing(msgspec.Struct):
    """The reply of ``session.list``."""

    sessions: list[msgspec.Raw] = msgspec.field(default_factory=list)


class OneSession(msgspec.Struct):
    """The reply of ``sessions.getMetadata``."""

    session: msgspec.Raw = msgspec.Raw(b"null")


class Identified(msgspec.Struct, rename="camel"):
    session_id: str


def summary_of(item: msgspec.Raw) -> SessionSummary | None:
    """One listed session; of an item that a newer CLI shapes otherwise at least the id is kept."""
    try:
        return msgspec.json.decode(item, type=SessionSummary)
    except (msgspec.DecodeError, RecursionError):
        pass
    try:
        return SessionSummary(session_id=msgspec.json.decode(item, type=Identified).session_id)
    except (msgspec.DecodeError, RecursionError):
        return None


class LastSession(msgspec.Struct):
    """A reply that names one session, or none."""

    session_id: str | None = msgspec.field(name="sessionId", default=None)


class Success(msgspec.Struct):
    """A reply that says whether it was done."""

    success: bool = True
    error: str | None = None
