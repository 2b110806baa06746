"""Permission requests, decisions as values, and policies that make them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

import msgspec

from copilot_actors._errors import JsonValue


class PermissionRequest(msgspec.Struct, frozen=True, kw_only=True):
    """What the CLI asks leave for.

    Attributes:
        request_id: the CLI's id of the question.
        session_id: the session that asks.
        kind: ``"shell"``, ``"write"``, ``"read"``, ``"url"``, ``"mcp"``, ``"custom-tool"``, ...
        tool_call_id: the tool call that needs it, or ``None``.
        details: the whole request as it was on the wire.
    """

    request_id: str
    session_id: str
    kind: str
    tool_call_id: str | None
    details: Mapping[str, JsonValue]


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


def approve_all(_request: PermissionRequest) -> PermissionDecision:
    """Policy: allow everything. Only for sandboxes and tests."""
    return approve_once()


def deny_all(_request: PermissionRequest) -> PermissionDecision:
    """Policy: refuse everything; the model is told and the turn goes on."""
    return reject("This program denies all permission requests.")
