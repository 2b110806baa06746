"""Checks JSON that is nested too deeply for decoders that recurse; keeps nothing of it."""

from __future__ import annotations

import enum
import math
import re
from typing import Final

MAX_DEPTH: Final = 10_000
"""Deeper JSON counts as none. CLI 1.0.102 takes 1,000 levels, and dies of 100,000."""

_TOKEN: Final = re.compile(
    r"""[ \t\r\n]*+(?:
        (?P<string>"(?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*+")
        |(?P<number>-?(?:0|[1-9][0-9]*+)(?:\.[0-9]++)?(?:[eE][+-]?[0-9]++)?)
        |(?P<word>true|false|null)
        |(?P<open>[\[{])
        |(?P<close>[\]}])
        |(?P<comma>,)
        |(?P<colon>:)
        |(?P<end>\Z)
    )""",
    re.VERBOSE,
)


class _At(enum.Enum):
    """What may come next."""

    VALUE = enum.auto()
    FIRST_ITEM = enum.auto()
    FIRST_KEY = enum.auto()
    KEY = enum.auto()
    COLON = enum.auto()
    AFTER = enum.auto()
    """A comma or the end of the list or object; outside of them, the end of the text."""


_VALUES: Final = {_At.VALUE, _At.FIRST_ITEM}
_KEYS: Final = {_At.KEY, _At.FIRST_KEY}
_CLOSES: Final = {"]": "[", "}": "{"}


def is_deep_json(text: str, *, any_number: bool) -> bool:
    """Whether the text is JSON.

    Args:
        text: what may be JSON.
        any_number: take numbers that no float can hold, too.
    """
    opened: list[str] = []
    state: _At | None = _At.VALUE
    position = 0
    while state is not None:
        token = _TOKEN.match(text, position)
        if token is None:
            return False
        kind = token.lastgroup or ""
        if kind == "end":
            return state is _At.AFTER and not opened
        if kind == "number" and not any_number and math.isinf(float(token["number"])):
            return False
        state = _next(state, kind, token[kind], opened)
        position = token.end()
    return False


def _next(state: _At, kind: str, text: str, opened: list[str]) -> _At | None:
    """The state after a token; ``None`` if it cannot stand there."""
    if kind == "open" and state in _VALUES and len(opened) < MAX_DEPTH:
        opened.append(text)
        return _At.FIRST_ITEM if text == "[" else _At.FIRST_KEY
    if kind == "close" and opened and opened[-1] == _CLOSES[text]:
        may_close = state in {_At.AFTER, _At.FIRST_ITEM, _At.FIRST_KEY}
        opened.pop()
        return _At.AFTER if may_close else None
    if kind == "comma" and state is _At.AFTER and opened:
        return _At.VALUE if opened[-1] == "[" else _At.KEY
    if kind == "colon" and state is _At.COLON:
        return _At.VALUE
    if kind == "string" and state in _KEYS:
        return _At.COLON
    if kind in {"string", "number", "word"} and state in _VALUES:
        return _At.AFTER
    return None
