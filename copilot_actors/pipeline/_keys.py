"""From an item's key to the id of its session: always the same, legal, and no two alike."""

from __future__ import annotations

import hashlib
from typing import Final

from copilot_actors._errors import InvalidOption, InvalidSessionId
from copilot_actors._session_id import SessionId

TENANT: Final = "pipeline"
LONG_TENANT: Final = "pipeline-sha256"
"""Of the ids of names and keys that are too long to stand in an id; see :func:`session_id_of`."""
MAX_NAME: Final = 40


def check_name(name: object) -> str:
    """Return the name of a pipeline, which stands in the ids of its sessions.

    Raises:
        InvalidOption: it is not a text of 1 to 40 characters.
    """
    if not isinstance(name, str) or not 1 <= len(name) <= MAX_NAME:
        raise InvalidOption("name", f"expected a text of 1 to {MAX_NAME} characters, got {name!r}")
    return name


def session_id_of(name: str, key: str) -> str:
    """Return the id of the session of an item.

    It is the :class:`SessionId` of tenant ``pipeline``, the pipeline's name as user and the key as
    task, which can be read back. A key that is too long for that is replaced by the SHA-256 of
    name and key, under a tenant of its own, so that no key can spell the id of another.

    Args:
        name: of the pipeline.
        key: any text, also the empty one.
    """
    try:
        return str(SessionId(tenant=TENANT, user=name, task=key))
    except InvalidSessionId:
        text = f"{len(name)}:{name}{key}".encode("utf-8", "surrogatepass")
        return str(SessionId(tenant=LONG_TENANT, task=hashlib.sha256(text).hexdigest()))
