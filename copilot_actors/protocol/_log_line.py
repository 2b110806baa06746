"""One line of a session's log on disk: an event, nothing, or damage.

The rules are those by which Copilot CLI 1.0.102 accepts a line when it loads a session, found by
giving it one line of each kind:

==================================================  ============================================
line                                                is
==================================================  ============================================
JSON, white space around it or not                  a record, whatever its shape
white space or NUL bytes alone, with its newline    blank
the same at the end of the file, without a newline  damage: what is written next would join it
anything else: no JSON, no UTF-8, a number out of   damage
range
==================================================  ============================================

White space is JavaScript's, U+FEFF included. One thing is different here: a line that is nested
more than 10,000 levels deep is damage. The CLI dies of one with 100,000.
"""

from __future__ import annotations

import enum
import json
import math
import re
from typing import Final, NoReturn

import msgspec

from ._deep_json import is_deep_json
from ._session_event import SessionEvent, _decode_envelope, _from_envelope, _from_item

_SPACE: Final = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
_NOTHING: Final = _SPACE + "\0"

_ESCAPE: Final = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    r"|(?P<half>\\u[dD][89a-fA-F][0-9a-fA-F]{2})"
    r"|\\."
)

_TOO_LONG: Final = b"0" * 309
"""As many digits may be a number that no float can hold; msgspec takes such integers."""

_DIGITS: Final = bytes(ord("0") if chr(code) in "0123456789" else ord(" ") for code in range(256))

_decode_json = msgspec.json.Decoder().decode


class NoEvent(enum.Enum):
    """Why a line of a log has no event."""

    BLANK = "blank"
    INVALID = "invalid"


def decode_log_line(line: bytes, *, terminated: bool = True) -> SessionEvent | NoEvent:
    """Decode one line of a log, without its newline.

    A record that is no event (a list, an object without a type) is an event of the type
    ``"unknown"``, whose ``raw`` has it. The inside of ``data`` is not looked at, so a number that
    is out of range there does not show here: :func:`log_line_kind` finds it.

    Args:
        line: the bytes.
        terminated: whether a newline ended it.
    """
    try:
        envelope = _decode_envelope(line)
    except (msgspec.MsgspecError, RecursionError):
        return _decode_odd(line, terminated=terminated)
    if not line.isascii() and not _is_text(line):
        return NoEvent.INVALID
    return _from_envelope(envelope, line, 0)


def log_line_kind(line: bytes, *, terminated: bool = True) -> NoEvent | None:
    """Judge a line, all of it: ``None`` if the CLI takes it as a record."""
    try:
        _decode_json(line)
        if len(line) < len(_TOO_LONG) or _TOO_LONG not in line.translate(_DIGITS):
            return None
    except (msgspec.MsgspecError, RecursionError, ValueError):
        pass
    odd = _read_odd(line, terminated=terminated)
    return odd if isinstance(odd, NoEvent) else None


def _decode_odd(line: bytes, *, terminated: bool) -> SessionEvent | NoEvent:
    record = _read_odd(line, terminated=terminated, any_number=True)
    if isinstance(record, NoEvent):
        return record
    try:
        return _from_envelope(_decode_envelope(record), record, 0)
    except (msgspec.MsgspecError, RecursionError):
        return _from_item(msgspec.Raw(record))


def _read_odd(line: bytes, *, terminated: bool, any_number: bool = False) -> bytes | NoEvent:
    """Look again at a line that is no plain JSON; return JSON of the same value."""
    try:
        text = line.decode()
    except UnicodeDecodeError:
        return NoEvent.INVALID
    if not text.strip(_NOTHING):
        return NoEvent.BLANK if terminated else NoEvent.INVALID
    number = float if any_number else _finite
    text = text.strip(_SPACE)
    try:
        json.loads(text, parse_constant=_refuse, parse_int=number, parse_float=number)
    except ValueError:
        return NoEvent.INVALID
    except RecursionError:
        if not is_deep_json(text, any_number=any_number):
            return NoEvent.INVALID
    # JSON may name half a surrogate pair, which UTF-8 cannot hold.
    return _ESCAPE.sub(_whole_character, text).encode()


def _whole_character(escape: re.Match[str]) -> str:
    return "\\ufffd" if escape["half"] else escape[0]


def _refuse(name: str) -> NoReturn:
    """NaN and the infinities, which Python's decoder would take."""
    raise ValueError(name)


def _finite(text: str) -> float:
    value = float(text)
    if math.isinf(value):
        raise ValueError(text)
    return value


def _is_text(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True
