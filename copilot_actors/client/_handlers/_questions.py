"""Questions to a person: what is asked, what may be answered, and what a wrong answer is told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Literal, TypeAlias

import msgspec

from copilot_actors._errors import JsonValue
from copilot_actors.client._nearest import nearest

from ._handler_calls import plain_json, unexpected

Fields: TypeAlias = Mapping[str, JsonValue]


def text(fields: Fields, name: str) -> str:
    """A field that is text, or nothing."""
    value = fields.get(name)
    return value if isinstance(value, str) else ""


def optional_text(fields: Fields, name: str) -> str | None:
    """A field that is text, or ``None``."""
    value = fields.get(name)
    return value if isinstance(value, str) else None


def number(fields: Fields, name: str) -> float | None:
    """A field that is a number, or ``None``."""
    value = fields.get(name)
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def texts(fields: Fields, name: str) -> tuple[str, ...]:
    """A field that is a list, as texts."""
    value = fields.get(name)
    return tuple(str(item) for item in value) if isinstance(value, list) else ()


# --- ask_user -------------------------------------------------------------------------------


class UserInputRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The model asks the user something (``ask_user``).

    Attributes:
        session_id: the session that asks.
        question: the text.
        choices: proposed answers, possibly none.
        allow_freeform: whether another answer than the choices is allowed.
    """

    session_id: str
    question: str
    choices: tuple[str, ...] = ()
    allow_freeform: bool = True


class UserInputResponse(msgspec.Struct, frozen=True):
    """The user's answer; ``was_freeform`` tells that it was not one of the choices."""

    answer: str
    was_freeform: bool = True


UserInputHandler: TypeAlias = Callable[
    [UserInputRequest], UserInputResponse | str | Awaitable[UserInputResponse | str]
]


def user_input_request(session_id: str, fields: Fields) -> UserInputRequest:
    """Read the parameters of ``userInput.request``."""
    return UserInputRequest(
        session_id=session_id,
        question=text(fields, "question"),
        choices=texts(fields, "choices"),
        allow_freeform=fields.get("allowFreeform") is not False,
    )


def user_input_answer(request: UserInputRequest, value: object) -> JsonValue:
    """The reply for what the handler returned.

    Raises:
        TypeError: it is neither text nor a response with text in it.
    """
    if isinstance(value, str):
        value = UserInputResponse(value, value not in request.choices)
    if not isinstance(value, UserInputResponse) or not isinstance(value.answer, str):
        raise unexpected(value, "text or a UserInputResponse")
    return {"answer": value.answer, "wasFreeform": bool(value.was_freeform)}


# --- exit_plan_mode -------------------------------------------------------------------------


class ExitPlanModeRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The model has a plan and asks to leave plan mode.

    Attributes:
        session_id: the session that asks.
        summary: the model's summary.
        plan_content: the plan.
        actions: what may be selected, for instance ``"autopilot"``, ``"interactive"``.
        recommended_action: the CLI's proposal, or ``None``.
    """

    session_id: str
    summary: str = ""
    plan_content: str = ""
    actions: tuple[str, ...] = ()
    recommended_action: str | None = None


class ExitPlanModeResponse(msgspec.Struct, frozen=True, kw_only=True):
    """Whether plan mode is left; ``feedback`` is told to the model when it is not."""

    approved: bool
    selected_action: str | None = None
    feedback: str | None = None


ExitPlanModeHandler: TypeAlias = Callable[
    [ExitPlanModeRequest],
    ExitPlanModeResponse | bool | Awaitable[ExitPlanModeResponse | bool],
]

NOT_APPROVED: JsonValue = {"approved": False, "feedback": "Nobody is here to approve."}


def exit_plan_mode_request(session_id: str, fields: Fields) -> ExitPlanModeRequest:
    """Read the parameters of ``exitPlanMode.request``."""
    return ExitPlanModeRequest(
        session_id=session_id,
        summary=text(fields, "summary"),
        plan_content=text(fields, "planContent"),
        actions=texts(fields, "actions"),
        recommended_action=optional_text(fields, "recommendedAction"),
    )


def exit_plan_mode_answer(request: ExitPlanModeRequest, value: object) -> JsonValue:
    """The reply for what the handler returned.

    Raises:
        TypeError: it is neither a bool nor a response.
        ValueError: it selects an action that was not offered.
    """
    if isinstance(value, bool):
        value = ExitPlanModeResponse(approved=value)
    if not isinstance(value, ExitPlanModeResponse) or not isinstance(value.approved, bool):
        raise unexpected(value, "a bool or an ExitPlanModeResponse")
    reply: dict[str, JsonValue] = {"approved": value.approved}
    if value.selected_action is not None:
        if request.actions and value.selected_action not in request.actions:
            hint = nearest(value.selected_action, request.actions)
            raise ValueError(f"no action {value.selected_action!r} was offered{hint}")
        reply["selectedAction"] = value.selected_action
    if value.feedback is not None:
        if not isinstance(value.feedback, str):
            raise unexpected(value.feedback, "feedback that is text")
        reply["feedback"] = value.feedback
    return reply


# --- Auto mode switch -----------------------------------------------------------------------


class AutoModeSwitchRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The chosen model is rate limited; the CLI asks whether to go on with ``auto``.

    Attributes:
        session_id: the session that asks.
        error_code: the provider's code of the limit, or ``None``.
        retry_after: seconds until the limit ends, or ``None``.
    """

    session_id: str
    error_code: str | None = None
    retry_after: float | None = None


AutoModeSwitchAnswer: TypeAlias = Literal["yes", "yes_always", "no"]
AutoModeSwitchHandler: TypeAlias = Callable[
    [AutoModeSwitchRequest],
    AutoModeSwitchAnswer | bool | Awaitable[AutoModeSwitchAnswer | bool],
]

_SWITCH_ANSWERS = ("yes", "yes_always", "no")
NO_SWITCH: JsonValue = {"response": "no"}


def auto_mode_switch_request(session_id: str, fields: Fields) -> AutoModeSwitchRequest:
    """Read the parameters of ``autoModeSwitch.request``."""
    return AutoModeSwitchRequest(
        session_id=session_id,
        error_code=optional_text(fields, "errorCode"),
        retry_after=number(fields, "retryAfterSeconds"),
    )


def auto_mode_switch_answer(value: object) -> JsonValue:
    """The reply for what the handler returned.

    Raises:
        TypeError: it is neither a bool nor text.
        ValueError: it is none of the three answers.
    """
    if isinstance(value, bool):
        return {"response": "yes" if value else "no"}
    if not isinstance(value, str):
        raise unexpected(value, "'yes', 'yes_always', 'no' or a bool")
    if value not in _SWITCH_ANSWERS:
        raise ValueError(f"it returned {value!r}, expected one of {', '.join(_SWITCH_ANSWERS)}")
    return {"response": value}


# --- Elicitation ----------------------------------------------------------------------------


class ElicitationRequest(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody wants structured input, or a visit to an address.

    Attributes:
        session_id: the session.
        request_id: the CLI's id of the question.
        message: the text for the person.
        mode: ``"form"``, or ``"url"`` for a page to visit.
        requested_schema: JSON schema of the form: an object of plain values; ``None`` for a page.
        url: the page, for mode ``"url"``.
        source: the MCP server that asks, or ``None``: a tool or this program.
        tool_call_id: the tool call that asks, or ``None``.
    """

    session_id: str
    request_id: str
    message: str
    mode: str = "form"
    requested_schema: Mapping[str, JsonValue] | None = None
    url: str | None = None
    source: str | None = None
    tool_call_id: str | None = None


class ElicitationResult(msgspec.Struct, frozen=True):
    """What the person did.

    Attributes:
        action: ``"accept"``, ``"decline"`` (a no), or ``"cancel"`` (went away without a choice).
        content: the form's values, with ``"accept"``: text, numbers, bools or lists of text.
    """

    action: Literal["accept", "decline", "cancel"]
    content: Mapping[str, JsonValue] | None = None


ElicitationHandler: TypeAlias = Callable[
    [ElicitationRequest], ElicitationResult | Awaitable[ElicitationResult]
]

_ACTIONS = ("accept", "decline", "cancel")
CANCELLED: JsonValue = {"action": "cancel"}


def elicitation_request(session_id: str, fields: Fields) -> ElicitationRequest:
    """Read the data of ``elicitation.requested``."""
    schema = fields.get("requestedSchema")
    return ElicitationRequest(
        session_id=session_id,
        request_id=text(fields, "requestId"),
        message=text(fields, "message"),
        mode=text(fields, "mode") or "form",
        requested_schema=schema if isinstance(schema, dict) else None,
        url=optional_text(fields, "url"),
        source=optional_text(fields, "elicitationSource"),
        tool_call_id=optional_text(fields, "toolCallId"),
    )


def elicitation_answer(request: ElicitationRequest, value: object) -> JsonValue:
    """The reply for what the handler returned.

    Raises:
        TypeError: it is no result, or its content is no form.
        ValueError: its action does not exist, or a field that the form requires is missing.
    """
    if not isinstance(value, ElicitationResult):
        raise unexpected(value, "an ElicitationResult")
    if value.action not in _ACTIONS:
        hint = nearest(value.action, _ACTIONS)
        raise ValueError(f"{value.action!r} is none of {', '.join(_ACTIONS)}{hint}")
    if value.action != "accept":
        return {"action": value.action}
    if value.content is None and request.mode != "form":
        return {"action": "accept"}
    content = plain_json(value.content if value.content is not None else {})
    if not isinstance(content, dict):
        raise unexpected(value.content, "content that is a mapping")
    schema = request.requested_schema or {}
    required = schema.get("required")
    for name in required if isinstance(required, list) else ():
        if name not in content:
            raise ValueError(f"the form requires {name!r}{nearest(name, content)}")
    for name, item in content.items():
        if isinstance(item, dict) or item is None:
            raise unexpected(item, f"a plain value for {name!r}")
    return {"action": "accept", "content": content}


# --- Session limits -------------------------------------------------------------------------


class SessionLimitsRequest(msgspec.Struct, frozen=True, kw_only=True):
    """The session has used up its credits; the CLI asks what to do.

    Attributes:
        session_id: the session.
        request_id: the CLI's id of the question.
        used_ai_credits: used so far.
        max_ai_credits: the limit that was reached.
    """

    session_id: str
    request_id: str
    used_ai_credits: float | None = None
    max_ai_credits: float | None = None


class SessionLimitsResponse(msgspec.Struct, frozen=True, kw_only=True):
    """What becomes of the limit.

    Attributes:
        action: ``"add"`` credits, ``"set"`` another limit, ``"unset"`` it, or ``"cancel"``: stop.
        additional_ai_credits: with ``"add"``.
        max_ai_credits: with ``"set"``.
    """

    action: Literal["add", "set", "unset", "cancel"]
    additional_ai_credits: float | None = None
    max_ai_credits: float | None = None


SessionLimitsHandler: TypeAlias = Callable[
    [SessionLimitsRequest], SessionLimitsResponse | Awaitable[SessionLimitsResponse]
]

_LIMIT_ACTIONS: Mapping[str, tuple[str, str] | None] = {
    "add": ("additional_ai_credits", "additionalAiCredits"),
    "set": ("max_ai_credits", "maxAiCredits"),
    "unset": None,
    "cancel": None,
}


def session_limits_request(session_id: str, fields: Fields) -> SessionLimitsRequest:
    """Read the data of ``session_limits_exhausted.requested``."""
    return SessionLimitsRequest(
        session_id=session_id,
        request_id=text(fields, "requestId"),
        used_ai_credits=number(fields, "usedAiCredits"),
        max_ai_credits=number(fields, "maxAiCredits"),
    )


def session_limits_answer(value: object) -> JsonValue:
    """The reply for what the handler returned.

    Raises:
        TypeError: it is no response, or lacks the number that its action needs.
        ValueError: its action does not exist.
    """
    if not isinstance(value, SessionLimitsResponse):
        raise unexpected(value, "a SessionLimitsResponse")
    if value.action not in _LIMIT_ACTIONS:
        hint = nearest(value.action, _LIMIT_ACTIONS)
        raise ValueError(f"{value.action!r} is none of {', '.join(_LIMIT_ACTIONS)}{hint}")
    reply: dict[str, JsonValue] = {"action": value.action}
    needs = _LIMIT_ACTIONS[value.action]
    if needs is not None:
        amount = getattr(value, needs[0])
        if not isinstance(amount, int | float) or isinstance(amount, bool):
            raise unexpected(amount, f"{needs[0]} as a number with action {value.action!r}")
        reply[needs[1]] = amount
    return reply
