"""Stored sessions as the CLI lists them, and which of them a caller wants."""

from __future__ import annotations

import datetime as dt
import math
import os
from collections.abc import Mapping
from pathlib import PurePosixPath, PureWindowsPath
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

from copilot_actors._errors import InvalidOption, JsonValue
from copilot_actors._session_id import SessionId


class SessionSummary(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """One stored session, as the CLI lists it.

    What a newer CLI says in another shape is left out here, and only that: such a time is
    ``None``, and so is one without a time zone.

    Attributes:
        session_id: the session; see :attr:`owner`.
        start_time: when it was created, with a time zone.
        modified_time: when something was last written to its log, with a time zone. Both are
            by the clock of the CLI's machine.
        summary: what it is about.
        name: its title.
        client_name: which client created or last resumed it.
        is_remote: whether it runs elsewhere.
        context: the working directory and its git repository, as ``cwd``, ``gitRoot``,
            ``repository`` and ``branch``.
    """

    session_id: str
    start_time: dt.datetime | None = None
    modified_time: dt.datetime | None = None
    summary: str | None = None
    name: str | None = None
    client_name: str | None = None
    is_remote: bool = False
    context: dict[str, object] | None = None

    @property
    def owner(self) -> SessionId | None:
        """What the id says, if it is an encoded :class:`SessionId`."""
        return SessionId.match(self.session_id)

    def idle_at(self, now: dt.datetime) -> float | None:
        """Seconds since it was last written to, or ``None`` where the CLI does not say."""
        if self.modified_time is None:
            return None
        return (now - self.modified_time).total_seconds()


class SessionFilter(msgspec.Struct, frozen=True, kw_only=True):
    """Which stored sessions to list: those that all of the given fields fit.

    Attributes:
        cwd: the session's working directory, an absolute path, exactly as the CLI wrote it (a
            slash at its end is taken off here). Like the next three it is compared by the CLI.
        git_root: the root of the git repository around it, in the same way.
        repository: the repository's name, ``owner/name`` for one of GitHub.
        branch: the branch that was checked out.
        tenant: whom the id names, if it is a :class:`SessionId`; compared here, like the rest.
            ``UNSET`` does not filter; ``None`` wants ids that name no tenant. Other ids than
            those of ``SessionId`` belong to nobody and fit neither.
        user: the same.
        task: the same.
        idle_for: seconds, at least, since the session was last written to. A session of which
            the CLI does not say when that was does not fit.

    Raises:
        InvalidOption: a field has a value that nothing could ever fit.
    """

    cwd: str | os.PathLike[str] | None = None
    git_root: str | os.PathLike[str] | None = None
    repository: str | None = None
    branch: str | None = None
    tenant: str | UnsetType | None = UNSET
    user: str | UnsetType | None = UNSET
    task: str | UnsetType | None = UNSET
    idle_for: float | None = None

    def __post_init__(self) -> None:
        for name in _PATHS:
            value = getattr(self, name)
            if value is not None:
                msgspec.structs.force_setattr(self, name, _path(name, value))
        for name in _TEXTS:
            value = getattr(self, name)
            if value is not None and not (isinstance(value, str) and value.strip()):
                raise InvalidOption(name, f"expected a text that is not empty, got {value!r}")
        for name in _OWNER:
            value = getattr(self, name)
            if value is not UNSET and value is not None and not isinstance(value, str):
                raise InvalidOption(name, f"expected a text, None or UNSET, got {value!r}")
        if self.idle_for is not None:
            check_idle_for(self.idle_for)

    def wire_fields(self) -> dict[str, JsonValue]:
        """What the CLI compares, under the names that it gives these fields."""
        return {
            wire: value
            for name, wire in _WIRE_NAMES.items()
            if (value := getattr(self, name)) is not None
        }

    def fits(self, summary: SessionSummary, now: dt.datetime) -> bool:
        """Whether a session that the CLI listed has the owner and age that are wanted."""
        if any(getattr(self, name) is not UNSET for name in _OWNER) and not SessionId.match(
            summary.session_id, tenant=self.tenant, user=self.user, task=self.task
        ):
            return False
        if self.idle_for is None:
            return True
        idle = summary.idle_at(now)
        return idle is not None and idle >= self.idle_for


_PATHS: Final = ("cwd", "git_root")
_TEXTS: Final = ("repository", "branch")
_OWNER: Final = ("tenant", "user", "task")
_WIRE_NAMES: Final[Mapping[str, str]] = {
    "cwd": "cwd",
    "git_root": "gitRoot",
    "repository": "repository",
    "branch": "branch",
}


def check_idle_for(value: object) -> float:
    """Return an age in seconds.

    Raises:
        InvalidOption: it is not a finite number of seconds, 0 or more.
    """
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or not math.isfinite(value)
        or value < 0
    ):
        raise InvalidOption("idle_for", f"expected finite seconds, 0 or more, got {value!r}")
    return value


def check_filter(value: object) -> SessionFilter:
    """Return a filter; that of ``None`` lets everything through.

    Raises:
        InvalidOption: it is something else.
    """
    if value is None:
        return SessionFilter()
    if not isinstance(value, SessionFilter):
        raise InvalidOption("session_filter", f"expected a SessionFilter, got {value!r}")
    return value


def _path(name: str, value: object) -> str:
    if not isinstance(value, str | os.PathLike):
        raise InvalidOption(name, f"expected a path, got {value!r}")
    text = os.fspath(value)
    # A server may be on a machine of the other kind.
    if not isinstance(text, str) or not (
        PurePosixPath(text).is_absolute() or PureWindowsPath(text).is_absolute()
    ):
        raise InvalidOption(name, f"expected an absolute path, got {text!r}")
    shorter = text.rstrip("/")
    return shorter or "/"


class Listing(msgspec.Struct):
    """The reply of ``session.list``."""

    sessions: list[msgspec.Raw] = msgspec.field(default_factory=list)


class OneSession(msgspec.Struct):
    """The reply of ``sessions.getMetadata``."""

    session: msgspec.Raw = msgspec.Raw(b"null")


_decode = msgspec.json.Decoder(SessionSummary).decode
_fields: Final = msgspec.structs.fields(SessionSummary)
"""Asked for here: later the class has the name of another module, where ``dt`` means nothing."""
_decode_any = msgspec.json.Decoder(dict[str, object]).decode


def summary_of(item: msgspec.Raw) -> SessionSummary | None:
    """One listed session, without the fields that a newer CLI shapes otherwise.

    Returns:
        ``None`` if not even its id can be read.
    """
    try:
        summary = _decode(item)
    except (msgspec.DecodeError, RecursionError):
        try:
            summary = _what_is_readable(_decode_any(item))
        except (msgspec.MsgspecError, RecursionError):
            return None
    return msgspec.structs.replace(
        summary,
        start_time=_aware(summary.start_time),
        modified_time=_aware(summary.modified_time),
    )


def read_time(text: str) -> dt.datetime | None:
    """Return a time that the CLI wrote, or ``None`` if it is none with a time zone."""
    try:
        return _aware(msgspec.convert(text, dt.datetime))
    except msgspec.ValidationError:
        return None


def _what_is_readable(fields: dict[str, object]) -> SessionSummary:
    readable: dict[str, object] = {"sessionId": fields.get("sessionId")}
    for field in _fields:
        value = fields.get(field.encode_name)
        if value is not None:
            try:
                msgspec.convert(value, field.type)
            except msgspec.ValidationError:
                continue
            readable[field.encode_name] = value
    return msgspec.convert(readable, SessionSummary)


def _aware(time: dt.datetime | None) -> dt.datetime | None:
    return None if time is None or time.tzinfo is None else time
