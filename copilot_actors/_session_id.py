"""Session ids that say whose they are: a reversible code for any text.

An id is a list of ``key-value`` pairs in a fixed order, joined by ``-``. In a value ``a`` to ``z``
and ``0`` to ``9`` stand for themselves and every other byte of its UTF-8 is ``_`` and two
hexadecimal digits, ``-``, ``_`` and capitals among them: the first two keep values from being
mistaken for separators, the last from meeting in one folder where the file system ignores case.
So no two owners have ids that are one, or of which one could be read as the other's.
"""

from __future__ import annotations

import datetime as dt
import re
from typing import Final

import msgspec
from msgspec import UNSET, UnsetType

from ._errors import InvalidOption, InvalidSessionId

MAX_LENGTH: Final = 255
"""Characters of an id: what the CLI and the names of its folders allow."""

_OWNER_KEYS: Final = ("tenant", "user", "task")
_TIME_KEY: Final = "time"
_KEYS: Final = (*_OWNER_KEYS, _TIME_KEY)
_PLAIN: Final = frozenset(b"abcdefghijklmnopqrstuvwxyz0123456789")
_CODE: Final = tuple(chr(byte) if byte in _PLAIN else f"_{byte:02x}" for byte in range(256))
_VALUE: Final = re.compile(r"(?:[a-z0-9]|_[0-9a-f]{2})*", re.ASCII)
_ESCAPE: Final = re.compile(rb"_([0-9a-f]{2})")
_TIME: Final = re.compile(r"(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)(\d{6})z", re.ASCII)


class SessionId(msgspec.Struct, frozen=True, kw_only=True):
    """A session id that names its owner; every client method that wants an id takes it.

    The ids of one owner sort, as text, by their time. The code is part of what is stored on disk:
    it does not change in later versions.

    Attributes:
        tenant: any text, or ``None``.
        user: any text, or ``None``.
        task: any text, or ``None``.
        timestamp: an aware time, kept as UTC with its microseconds, or ``None``.

    Raises:
        InvalidOption: a value of another type, or a time without a time zone.
        InvalidSessionId: all are ``None``, or the id would be longer than 255 characters.

    Example:
        >>> print(SessionId(user="alice", task="PR 42"))
        user-alice-task-_50_52_2042
        >>> SessionId.parse("user-alice-task-_50_52_2042").task
        'PR 42'
    """

    tenant: str | None = None
    user: str | None = None
    task: str | None = None
    timestamp: dt.datetime | None = None

    def __post_init__(self) -> None:
        for key in _OWNER_KEYS:
            value = getattr(self, key)
            if value is not None and not isinstance(value, str):
                raise InvalidOption(key, f"expected text, got {value!r}")
        if self.timestamp is not None:
            msgspec.structs.force_setattr(self, "timestamp", _as_utc(self.timestamp))
        text = self.encode()
        if not text:
            raise InvalidSessionId(text, "it names no tenant, user, task or timestamp")
        if len(text) > MAX_LENGTH:
            raise InvalidSessionId(text, f"it has {len(text)} characters")

    def __str__(self) -> str:
        return self.encode()

    def encode(self) -> str:
        """Return the id as the CLI knows it: at most 255 of ``a-z 0-9 _ -``."""
        parts: list[str] = []
        for key in _OWNER_KEYS:
            value: str | None = getattr(self, key)
            if value is not None:
                parts += (key, "".join([_CODE[b] for b in value.encode("utf-8", "surrogatepass")]))
        if self.timestamp is not None:
            parts += (_TIME_KEY, _time_text(self.timestamp))
        return "-".join(parts)

    @classmethod
    def parse(cls, text: str) -> SessionId:
        """Return what an encoded id says; the inverse of :meth:`encode`.

        Raises:
            InvalidSessionId: it is not exactly what :meth:`encode` writes: another order of the
                keys, or an escape for what stands for itself, is not another spelling of an id.
        """
        if not isinstance(text, str):
            raise InvalidSessionId(repr(text), "it is not text")
        if len(text) > MAX_LENGTH:
            raise InvalidSessionId(text, f"it has {len(text)} characters")
        words = text.split("-")
        keys, values = words[::2], words[1::2]
        if len(keys) != len(values) or not set(keys) <= set(_KEYS) or len(set(keys)) < len(keys):
            raise InvalidSessionId(text, "it is not a list of tenant, user, task and time")
        fields = dict(zip(keys, values, strict=True))
        time = fields.pop(_TIME_KEY, None)
        owner = {key: _decoded(text, value) for key, value in fields.items()}
        parsed = cls(**owner, timestamp=None if time is None else _parsed_time(text, time))
        if parsed.encode() != text:
            raise InvalidSessionId(text, f"it is spelt {parsed.encode()!r}")
        return parsed

    @classmethod
    def match(
        cls,
        text: str | SessionId,
        *,
        tenant: str | UnsetType | None = UNSET,
        user: str | UnsetType | None = UNSET,
        task: str | UnsetType | None = UNSET,
    ) -> SessionId | None:
        """Return what an id says if it is this owner's, else ``None``. Never raises for a text.

        What is not given is not compared. ``None`` is compared: it wants an id that does not name
        one, so that a user who is not known by accident owns nothing.
        """
        if isinstance(text, SessionId):
            parsed = text
        else:
            try:
                parsed = cls.parse(text)
            except InvalidSessionId:
                return None
        wanted = ((parsed.tenant, tenant), (parsed.user, user), (parsed.task, task))
        return parsed if all(b is UNSET or a == b for a, b in wanted) else None


def _as_utc(time: object) -> dt.datetime:
    if not isinstance(time, dt.datetime) or time.utcoffset() is None:
        raise InvalidOption("timestamp", f"expected a datetime with a time zone, got {time!r}")
    try:
        return time.astimezone(dt.UTC)
    except OverflowError:
        raise InvalidOption("timestamp", f"{time!r} is outside of the years 1 to 9999") from None


def _time_text(time: dt.datetime) -> str:
    # By hand: strftime writes a year before 1000 without its zeros, which would not sort.
    return (
        f"{time.year:04}{time.month:02}{time.day:02}t"
        f"{time.hour:02}{time.minute:02}{time.second:02}{time.microsecond:06}z"
    )


def _parsed_time(text: str, value: str) -> dt.datetime:
    found = _TIME.fullmatch(value)
    if found is None:
        raise InvalidSessionId(text, f"{value!r} is not a time")
    try:
        return dt.datetime(*map(int, found.groups()), tzinfo=dt.UTC)  # type: ignore[misc,arg-type]
    except ValueError as error:
        raise InvalidSessionId(text, f"{value!r} is not a time: {error}") from None


def _decoded(text: str, value: str) -> str:
    if not _VALUE.fullmatch(value):
        raise InvalidSessionId(text, f"{value!r} is not an encoded text")
    data = _ESCAPE.sub(lambda escape: bytes.fromhex(escape[1].decode()), value.encode())
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        raise InvalidSessionId(text, f"{value!r} is not UTF-8") from None
