"""Running the user's handlers: tools, permissions, questions, plan mode and hooks.

Every request of the CLI is answered, whatever its handler does, and what guards something is
answered "no" when nobody is there or the handler fails (invariant 8).
"""

from __future__ import annotations

import inspect
import logging
import math
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, TypeAlias, cast

import msgspec
import trio

from copilot_actors._errors import JsonValue
from copilot_actors.protocol import SessionEvent

from ._context import handling
from ._isolation import is_own_fault
from ._ledger import Answer
from ._permissions import PermissionDecision, PermissionRequest, user_not_available
from ._statistics import Counters
from ._tools import Tool, ToolInvocation, ToolResult, encode_result

if TYPE_CHECKING:
    from ._session import Session
    from ._session_values import Pending

_log = logging.getLogger("copilot_actors.handlers")

TOOL_METHOD = "session.tools.handlePendingToolCall"
PERMISSION_METHOD = "session.permissions.handlePendingPermissionRequest"


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


class HookInvocation(msgspec.Struct, frozen=True, kw_only=True):
    """What a hook handler is told besides its input."""

    session_id: str
    hook_type: str


UserInputHandler: TypeAlias = Callable[
    [UserInputRequest], UserInputResponse | str | Awaitable[UserInputResponse | str]
]
ExitPlanModeHandler: TypeAlias = Callable[
    [ExitPlanModeRequest],
    ExitPlanModeResponse | bool | Awaitable[ExitPlanModeResponse | bool],
]
HookHandler: TypeAlias = Callable[..., object]


async def call(function: Callable[..., object], *arguments: object) -> object:
    """Call a plain or async function and return its result."""
    result = function(*arguments)
    return await result if inspect.isawaitable(result) else result


# --- Tools ----------------------------------------------------------------------------------


def _failure(text: str) -> Answer:
    result = ToolResult(text=text, result_type="failure", error=text)
    return Answer(TOOL_METHOD, {"result": result.to_wire()})


async def run_tool(
    tool: Tool, request: Pending, session: Session, *, limit: float, counters: Counters
) -> Answer:
    """Run a tool's handler and make its answer.

    The model is told the type of an exception, not its text, which may hold what only this
    process should know; a handler that wants to say more returns ``ToolResult(result_type=
    "failure")``.
    """
    data = request.event.data
    arguments = data.get("arguments")
    invocation = ToolInvocation(
        session=session,
        tool_call_id=request.tool_call_id or "",
        tool_name=tool.name,
        request_id=request.request_id,
        arguments=arguments,
    )
    handler = tool.handler
    if handler is None:
        raise AssertionError("a tool without a handler is left to its owner")
    value: object = None
    try:
        with trio.move_on_after(limit) as scope:
            value = await call(handler, *tool.bind(arguments, invocation))
        if scope.cancelled_caught:
            counters.handler_timeouts += 1
            _log.error("tool %r was over its limit of %g s", tool.name, limit)
            return _failure(f"The tool {tool.name} did not finish within {limit:g} seconds.")
    except msgspec.ValidationError as error:
        return _failure(f"The arguments of {tool.name} are not valid: {error}")
    except BaseException as error:
        if not is_own_fault(error):
            raise
        counters.handler_errors += 1
        _log.exception("tool %r failed", tool.name)
        return _failure(f"The tool {tool.name} failed with {type(error).__name__}.")
    try:
        return Answer(TOOL_METHOD, {"result": encode_result(value)})
    except (TypeError, ValueError, OverflowError) as error:
        counters.handler_errors += 1
        _log.error(
            "tool %r returned %s, which cannot be JSON: %s",
            tool.name,
            type(value).__name__,
            error,
        )
        return _failure(f"The tool {tool.name} returned a value that cannot be sent.")


def unknown_tool(name: str) -> Answer:
    """The answer to a call of a tool that nobody here has."""
    return _failure(f"There is no tool named {name}.")


def unknown_result(name: str) -> Answer:
    """The answer to a call whose handler ended with an earlier life of the program."""
    return _failure(
        f"The program that ran {name or 'the tool'} ended before it had a result. "
        "Whether the call took effect is unknown."
    )


def broken_handler(request: Pending) -> Answer:
    """The answer when a handler left without one (it raised something that ends the program)."""
    if request.kind == "tool":
        return _failure("The tool was interrupted.")
    return Answer(PERMISSION_METHOD, {"result": dict(user_not_available().fields)})


# --- Permissions ----------------------------------------------------------------------------


def permission_request(session_id: str, event: SessionEvent) -> PermissionRequest:
    """What a permission handler is asked."""
    nested = event.data.get("permissionRequest")
    details = nested if isinstance(nested, dict) else {}
    call_id = details.get("toolCallId")
    return PermissionRequest(
        request_id=str(event.data.get("requestId", "")),
        session_id=session_id,
        kind=str(details.get("kind", "")),
        tool_call_id=call_id if isinstance(call_id, str) else None,
        details=details,
    )


async def run_permission(
    handler: Callable[[PermissionRequest], object] | None,
    request: PermissionRequest,
    *,
    limit: float | None = None,
    counters: Counters,
) -> Answer:
    """Ask the handler; nobody, an exception, a wrong type or no answer in time is a "no".

    Invariant 8. ``limit`` is in seconds; ``None`` lets a person take all the time.
    """
    decision: object = user_not_available()
    if handler is not None:
        try:
            with trio.move_on_after(math.inf if limit is None else limit) as scope:
                decision = await call(handler, request)
            if scope.cancelled_caught:
                counters.handler_timeouts += 1
                _log.error("nobody decided within %s s; the request is denied", limit)
        except BaseException as error:
            if not is_own_fault(error):
                raise
            counters.handler_errors += 1
            _log.exception("the permission handler failed; the request is denied")
    if not isinstance(decision, PermissionDecision):
        counters.handler_errors += 1
        _log.error(
            "the permission handler returned %s, not a decision such as approve_once(); "
            "the request is denied",
            type(decision).__name__,
        )
        decision = user_not_available()
    return Answer(PERMISSION_METHOD, {"result": dict(decision.fields)})


# --- Requests that are JSON-RPC requests of the CLI -----------------------------------------


def _enter_handler(params: Mapping[str, JsonValue]) -> None:
    """The session's turn waits for this task, which therefore cannot wait for its next one."""
    handling.set(handling.get() | {str(params.get("sessionId", ""))})


async def answer_user_input(
    handler: Callable[[UserInputRequest], object] | None, params: Mapping[str, JsonValue]
) -> JsonValue:
    """Answer ``userInput.request``.

    Raises:
        LookupError: nobody answers; the model is told that the user could not.
    """
    if handler is None:
        raise LookupError("no user input handler")
    _enter_handler(params)
    choices = params.get("choices")
    request = UserInputRequest(
        session_id=str(params.get("sessionId", "")),
        question=str(params.get("question", "")),
        choices=tuple(str(c) for c in choices) if isinstance(choices, list) else (),
        allow_freeform=params.get("allowFreeform") is not False,
    )
    answer = await call(handler, request)
    if isinstance(answer, str):
        answer = UserInputResponse(answer, answer not in request.choices)
    if not isinstance(answer, UserInputResponse):
        raise TypeError(f"a user input handler returns text, not {type(answer).__name__}")
    return {"answer": answer.answer, "wasFreeform": answer.was_freeform}


async def answer_exit_plan_mode(
    handler: Callable[[ExitPlanModeRequest], object] | None,
    params: Mapping[str, JsonValue],
    counters: Counters,
) -> JsonValue:
    """Answer ``exitPlanMode.request``; nobody or a failure is a "no"."""
    _enter_handler(params)
    actions = params.get("actions")
    recommended = params.get("recommendedAction")
    request = ExitPlanModeRequest(
        session_id=str(params.get("sessionId", "")),
        summary=str(params.get("summary", "")),
        plan_content=str(params.get("planContent", "")),
        actions=tuple(str(a) for a in actions) if isinstance(actions, list) else (),
        recommended_action=recommended if isinstance(recommended, str) else None,
    )
    answer: object = ExitPlanModeResponse(approved=False, feedback="Nobody is here to approve.")
    if handler is not None:
        try:
            answer = await call(handler, request)
        except BaseException as error:
            if not is_own_fault(error):
                raise
            counters.handler_errors += 1
            _log.exception("the exit plan mode handler failed; the plan is not approved")
    if isinstance(answer, bool):
        answer = ExitPlanModeResponse(approved=answer)
    if not isinstance(answer, ExitPlanModeResponse):
        counters.handler_errors += 1
        _log.error("the exit plan mode handler returned %s", type(answer).__name__)
        answer = ExitPlanModeResponse(approved=False)
    reply: dict[str, JsonValue] = {"approved": answer.approved}
    if answer.selected_action is not None:
        reply["selectedAction"] = answer.selected_action
    if answer.feedback is not None:
        reply["feedback"] = answer.feedback
    return reply


async def answer_hook(
    handler: HookHandler | None,
    params: Mapping[str, JsonValue],
    *,
    limit: float,
    counters: Counters,
) -> JsonValue:
    """Answer ``hooks.invoke`` within ``limit`` seconds: an unanswered hook hangs the CLI."""
    if handler is None:
        return {}
    _enter_handler(params)
    invocation = HookInvocation(
        session_id=str(params.get("sessionId", "")), hook_type=str(params.get("hookType", ""))
    )
    output: object = None
    try:
        with trio.move_on_after(limit) as scope:
            output = await call(handler, *_hook_arguments(handler, params, invocation))
        if scope.cancelled_caught:
            counters.handler_timeouts += 1
            _log.error("hook %s was over its limit of %g s", invocation.hook_type, limit)
            return {}
        return {} if output is None else {"output": cast("JsonValue", msgspec.to_builtins(output))}
    except BaseException as error:
        if not is_own_fault(error):
            raise
        counters.handler_errors += 1
        _log.exception("hook %s failed; it is ignored", invocation.hook_type)
        return {}


def _hook_arguments(
    handler: HookHandler, params: Mapping[str, JsonValue], invocation: HookInvocation
) -> tuple[object, ...]:
    arguments = (params.get("input"), invocation)
    try:
        inspect.signature(handler).bind(*arguments)
    except TypeError:
        return arguments[:1]
    return arguments
