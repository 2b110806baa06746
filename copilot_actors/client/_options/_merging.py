"""Options that were merged and checked before are not merged and checked again."""

from __future__ import annotations

from collections.abc import Mapping
from types import FunctionType
from typing import TypeAlias

from ._client_settings import ClientMode
from ._session_options import SessionOptions, session_options

MAX_KNOWN = 16
"""Sets of options that a client remembers: most programs have few kinds of session."""

_PLAIN = frozenset({str, int, float, bool, type(None)})
"""Types of values in which nobody can change anything."""
_NOT_KEPT = "github_token"
"""A secret, of which nothing is to be left when its session is over."""

_Key: TypeAlias = tuple[tuple[str, type, object], ...]


class MergedOptions:
    """What the sessions of one client have been opened with.

    A program opens most of its sessions with the same few options. Checking them is a third of
    what opening one costs, and a copy for each is a fifth of what an idle one holds. Options with
    anything in them that could have changed since, as a list or an object, are merged each time.
    """

    def __init__(self, mode: ClientMode) -> None:
        self._mode: ClientMode = mode
        self._known: dict[_Key, SessionOptions] = {}

    def merge(
        self, options: SessionOptions | None, overrides: Mapping[str, object]
    ) -> SessionOptions:
        """Merge and check; see :func:`session_options`.

        Raises:
            InvalidOption: what that function raises.
        """
        key = None if options is not None else _key(overrides)
        if key is None:
            return session_options(options, overrides, self._mode)
        known = self._known.get(key)
        if known is None:
            known = session_options(None, overrides, self._mode)
            if len(self._known) >= MAX_KNOWN:
                del self._known[next(iter(self._known))]
            self._known[key] = known
        return known


def _key(overrides: Mapping[str, object]) -> _Key | None:
    """What tells these options from others (types too: ``1`` is ``True``), if they are plain."""
    if _NOT_KEPT in overrides or not all(map(_is_plain, overrides.values())):
        return None
    return tuple((name, type(value), value) for name, value in overrides.items())


def _is_plain(value: object) -> bool:
    if isinstance(value, FunctionType):
        # One that is made anew for each session may hold on to what its session needed.
        return not (value.__closure__ or value.__defaults__ or value.__kwdefaults__)
    return type(value) in _PLAIN
