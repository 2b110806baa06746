"""The functions of the program that a client calls, beside those of its sessions."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeAlias

import msgspec

from copilot_actors._errors import JsonValue

ModelLister: TypeAlias = Callable[[], "Sequence[object] | Awaitable[Sequence[object]]"]
"""Returns the models: mappings or Structs, each with its ``id``."""


class GitHubTelemetry(msgspec.Struct, frozen=True, kw_only=True):
    """One event of the CLI's own reports to GitHub; its parts are hidden in ``repr``.

    Attributes:
        session_id: the session that it is about, or ``None``.
        restricted: whether it may hold content of the conversation; true unless the CLI says no.
        kind: for instance ``"session_start"``, or ``""`` if it has none.
        properties: texts by name.
        metrics: numbers by name.
        event: the whole event as the CLI sent it.
    """

    session_id: str | None
    restricted: bool
    kind: str
    properties: Mapping[str, JsonValue]
    metrics: Mapping[str, JsonValue]
    event: Mapping[str, JsonValue]

    def __repr__(self) -> str:
        return f"<GitHubTelemetry {self.kind} of session {self.session_id!r}>"


TelemetryHandler: TypeAlias = Callable[[GitHubTelemetry], object]
"""Gets one event of the CLI's reports to GitHub; plain or async."""
