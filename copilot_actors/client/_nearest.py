"""The known name that is nearest to one that nobody knows."""

from __future__ import annotations

import difflib
from collections.abc import Collection


def nearest(name: object, known: Collection[str]) -> str:
    """Return ``"; did you mean 'x'?"`` for an unknown name, or nothing if none is near."""
    near = difflib.get_close_matches(name, list(known), n=1) if isinstance(name, str) else []
    return f"; did you mean {near[0]!r}?" if near else ""
