"""The known name that is nearest to one that nobody knows."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection

_MARKS = re.compile(r"[^a-z0-9]")


def nearest(name: object, known: Collection[str]) -> str:
    """Return ``"; did you mean 'x'?"`` for an unknown name, or nothing if none is near.

    A name that differs in case, underscores and the like only is near, however short it is.
    """
    if not isinstance(name, str):
        return ""
    near = difflib.get_close_matches(name, list(known), n=1)
    if not near:
        plain = _MARKS.sub("", name.lower())
        near = [one for one in known if plain and _MARKS.sub("", one.lower()) == plain]
    return f"; did you mean {near[0]!r}?" if near else ""
