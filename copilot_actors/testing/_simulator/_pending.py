"""What a simulated session waits for the client to answer, and what the answers mean."""

from __future__ import annotations

from typing import Final

import msgspec

from copilot_actors._errors import JsonValue

from ._host import Params, mapping_of, text_of
from ._kernel import Slot

LARGE_OUTPUT: Final = 20_480
"""Bytes of a tool result above which the model gets a file's path in its place."""

INTERRUPTED: Final = (
    "Tool execution was interrupted before a result was recorded. Its effects may be absent, "
    "partial, or already complete."
)
_NOT_ASKED: Final = (
    "Permission denied and could not request permission from user. Copilot needed the user's "
    "approval and no one could answer."
)


class OpenTool(msgspec.Struct, frozen=True, kw_only=True):
    """A tool call that the log leaves without a result."""

    call_id: str
    name: str
    arguments: JsonValue
    tool_request: str | None = None
    permission_request: str | None = None
    permission: dict[str, JsonValue] = msgspec.field(default_factory=dict)


class PendingTool(msgspec.Struct, frozen=True):
    """A custom tool call that the client has to answer."""

    call_id: str
    answer: Slot[Outcome]


class PendingPermission(msgspec.Struct, frozen=True):
    """A permission that the client has to give or refuse."""

    call_id: str
    request: dict[str, JsonValue]
    answer: Slot[Params]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a tool call: a text for the model, or an error.

    Attributes:
        text: result or error message.
        code: ``None`` for success, else the error's code.
        by_tool: whether the tool itself said so, and not the user or the CLI.
        extra: further members of ``tool.execution_complete``.
    """

    text: str
    code: str | None = None
    by_tool: bool = False
    extra: dict[str, JsonValue] = msgspec.field(default_factory=dict)

    def members(self) -> dict[str, JsonValue]:
        """Return the members of ``tool.execution_complete`` that tell how it ended."""
        if self.code is not None:
            error: dict[str, JsonValue] = {"message": self.text, "code": self.code}
            return {**self.extra, "success": False, "error": error}
        result: dict[str, JsonValue] = {"content": self.text, "detailedContent": self.text}
        return {**self.extra, "success": True, "result": result}


class Verdict(msgspec.Struct, frozen=True):
    """What the CLI makes of the answer to a permission request.

    Attributes:
        result: ``result`` of ``permission.completed``.
        refusal: how the tool call ends, or ``None`` if it may run.
    """

    result: dict[str, JsonValue]
    refusal: Outcome | None


def tool_outcome(params: Params) -> Outcome:
    """Return what ``session.tools.handlePendingToolCall`` said about the call.

    Anything that is not understood is a success without content, as in the real CLI.
    """
    if "error" in params and params["error"] is not None:
        return Outcome(text="Tool execution failed", code="failure")
    result = params.get("result")
    if isinstance(result, str):
        return Outcome(text=_shortened(result))
    if not isinstance(result, dict):
        return Outcome(text="")
    text = text_of(result, "textResultForLlm")
    kind = result.get("resultType")
    if kind == "failure":
        return Outcome(text=text or text_of(result, "error"), code="failure")
    if kind in ("rejected", "denied"):
        return Outcome(text=text, code=kind, by_tool=True)
    return Outcome(text=_shortened(text))


def verdict(decision: Params) -> Verdict:
    """Return what a decision means; an unknown kind fails closed."""
    kind = text_of(decision, "kind")
    if kind.startswith("approve-"):
        return Verdict({"kind": "approved"}, None)
    if kind == "reject":
        feedback = decision.get("feedback")
        message, code = "The user rejected this tool call.", "rejected"
        result: dict[str, JsonValue] = {"kind": "denied-interactively-by-user"}
        if isinstance(feedback, str):
            message, code = f"{message} User feedback: {feedback}", "denied"
            result["feedback"] = feedback
        return Verdict(result, Outcome(text=message, code=code))
    if kind == "user-not-available":
        return Verdict(
            {"kind": "denied-no-approval-rule-and-could-not-request-from-user"}, not_asked()
        )
    message = (
        "native tool permission flow failed: GenericFailure, permission host returned malformed "
        f"payload: unknown variant `{kind}`"
    )
    return Verdict({"kind": kind}, Outcome(text=message, code="failure"))


def approved_kind(decision: Params, request: Params) -> str | None:
    """Return the kind of permission that a decision gives for the rest of the session."""
    if decision.get("kind") != "approve-for-session":
        return None
    return text_of(mapping_of(decision, "approval"), "kind", text_of(request, "kind"))


def not_asked() -> Outcome:
    """Return how a guarded call ends when nobody may be asked."""
    return Outcome(text=_NOT_ASKED, code="denied")


def _shortened(text: str) -> str:
    size = len(text.encode("utf-8", "surrogatepass"))
    if size <= LARGE_OUTPUT:
        return text
    return f"Output too large ({size} bytes). Saved to: /simulated/tmp/output-{size}.txt"
