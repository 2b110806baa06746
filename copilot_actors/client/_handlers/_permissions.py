"""Permission requests, decisions as values, and policies that make them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

import msgspec

from copilot_actors._errors import JsonValue
from copilot_actors.client._nearest import nearest

from ._handler_calls import plain_json, unexpected

NO_RESULT = "no-result"

DECISIONS = (
    "approve-once",
    "approve-for-session",
    "approve-for-location",
    "approve-permanently",
    "reject",
    "user-not-available",
    NO_RESULT,
)
"""What may be decided. The CLI fails the call for any other word (protocol section 4)."""


class PermissionRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What the CLI asks leave for.

    Attributes:
        request_id: the CLI's id of the question.
        session_id: the session that asks.
        kind: ``"shell"``, ``"write"``, ``"read"``, ``"url"``, ``"mcp"``, ``"custom-tool"``,
            ``"memory"``, ``"hook"``, ...; a newer CLI may have others.
        tool_call_id: the tool call that needs it, or ``None``.
        details: the whole request as it was on the wire.
    """

    request_id: str
    session_id: str
    kind: str
    tool_call_id: str | None
    details: Mapping[str, JsonValue]

    @property
    def command(self) -> str | None:
        """The whole command line of a ``shell`` request, else ``None``."""
        return self._text("fullCommandText")

    @property
    def path(self) -> str | None:
        """The file of a ``read`` or ``write`` request, else ``None``."""
        return self._text("path" if self.kind == "read" else "fileName")

    @property
    def url(self) -> str | None:
        """The address of a ``url`` request, else ``None``."""
        return self._text("url")

    @property
    def tool_name(self) -> str | None:
        """The tool of an ``mcp``, ``custom-tool`` or ``hook`` request, else ``None``."""
        return self._text("toolName")

    @property
    def server_name(self) -> str | None:
        """The server of an ``mcp`` request, else ``None``."""
        return self._text("serverName")

    def _text(self, name: str) -> str | None:
        value = self.details.get(name)
        return value if isinstance(value, str) else None


class PermissionDecision(msgspec.Struct, frozen=True):
    """An answer to a permission request; ``fields`` is what goes on the wire."""

    fields: Mapping[str, JsonValue]

    @property
    def kind(self) -> str:
        """The wire's word for the decision, for instance ``"approve-once"``."""
        return str(self.fields["kind"])


PermissionHandler: TypeAlias = Callable[
    [PermissionRequest], PermissionDecision | Awaitable[PermissionDecision]
]


def approve_once() -> PermissionDecision:
    """Allow this one request."""
    return PermissionDecision({"kind": "approve-once"})


def approve_for_session(approval: Mapping[str, JsonValue] | None = None) -> PermissionDecision:
    """Allow this and, as far as ``approval`` says, later requests of the session.

    Args:
        approval: the CLI's mapping, for instance ``{"kind": "write"}``; ``None`` lets the CLI
            derive it from the request.
    """
    fields: dict[str, JsonValue] = {"kind": "approve-for-session"}
    if approval is not None:
        fields["approval"] = dict(approval)
    return PermissionDecision(fields)


def approve_for_location(
    approval: Mapping[str, JsonValue], location_key: str
) -> PermissionDecision:
    """Allow this and, for a project folder, later requests of any session; the CLI stores that.

    Args:
        approval: the CLI's mapping, for instance ``{"kind": "write"}``.
        location_key: the folder.
    """
    return PermissionDecision(
        {
            "kind": "approve-for-location",
            "approval": dict(approval),
            "locationKey": location_key,
        }
    )


def approve_permanently(domain: str) -> PermissionDecision:
    """Allow a domain in every session; only for ``url`` requests. The CLI stores that."""
    return PermissionDecision({"kind": "approve-permanently", "domain": domain})


def reject(feedback: str | None = None) -> PermissionDecision:
    """Refuse this one request.

    With ``feedback`` the model is told and the turn goes on. Without it the CLI ends the turn, as
    when a person rejects a call: its caller gets ``TurnAborted``.
    """
    fields: dict[str, JsonValue] = {"kind": "reject"}
    if feedback is not None:
        fields["feedback"] = feedback
    return PermissionDecision(fields)


def user_not_available() -> PermissionDecision:
    """Refuse because nobody can be asked."""
    return PermissionDecision({"kind": "user-not-available"})


def no_result() -> PermissionDecision:
    """Leave the request to the other clients of a shared server, of which the first decides.

    When none has decided within half a minute, or the CLI has no other client, it is denied.
    """
    return PermissionDecision({"kind": NO_RESULT})


def check_decision(value: object) -> PermissionDecision:
    """Return what a permission handler returned.

    Raises:
        TypeError: it is no decision.
        ValueError: it is one that does not exist, or cannot be JSON.
    """
    if not isinstance(value, PermissionDecision) or not isinstance(value.fields, Mapping):
        raise unexpected(value, "a decision such as approve_once()")
    kind = value.fields.get("kind")
    if kind not in DECISIONS:
        raise ValueError(f"there is no decision {kind!r}{nearest(kind, DECISIONS)}")
    plain_json(value.fields)
    return value


def approve_all(_request: PermissionRequest) -> PermissionDecision:
    """Policy: allow everything. Only for sandboxes and tests."""
    return approve_once()


def deny_all(_request: PermissionRequest) -> PermissionDecision:
    """Policy: refuse everything; the model is told and the turn goes on."""
    return reject("This program denies all permission requests.")
