"""The known name that is nearest to one that nobody knows."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

_MARKS = re.compile(r"[^a-z0-9]")


def nearest(name: object, known: Collection[str]) -> str:
    """Return ``"; did you mean 'x'?"`` for an unknown name, or nothing if none is near.

    A name that differs in case, underscores and the like only is near, however short it is.
    """
    if not isinstance(name, str):
        return ""
    near = closest(name, known, cutoff=0.6)
    if near is None:
        plain = _MARKS.sub("", name.lower())
        same = (one for one in known if plain and _MARKS.sub("", one.lower()) == plain)
        near = next(same, None)
    return f"; did you mean {near!r}?" if near else ""


def closest(name: str, known: Iterable[str], *, cutoff: float = 0.0) -> str | None:
    """Return the known name that is most like this one, if one is like it at all.

    ``cutoff`` is how alike they must be, from 0 (not at all) to 1 (the same).
    """
    import difflib  # noqa: PLC0415 - only mistakes need it

    near = difflib.get_close_matches(name, list(known), n=1, cutoff=cutoff)
    return near[0] if near else None
