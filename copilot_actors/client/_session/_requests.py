"""Running tools and permission handlers, which outlive the connection that asked.

Every request of the CLI is answered, whatever its handler does, and what guards something is
answered "no" when nobody is there or the handler fails (invariant 8).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
import trio

from copilot_actors.client._handlers._handler_calls import call, consult
from copilot_actors.client._handlers._permissions import (
    NO_RESULT,
    PermissionRequest,
    check_decision,
    user_not_available,
)
from copilot_actors.client._handlers._tool_results import ToolResult, encode_result
from copilot_actors.client._handlers._tools import Tool, ToolInvocation
from copilot_actors.client._isolation import is_own_fault
from copilot_actors.client._statistics import Counters
from copilot_actors.protocol import SessionEvent

from ._ledger import Answer

if TYPE_CHECKING:
    from ._handle import Session
    from ._values import Pending

_log = logging.getLogger("copilot_actors.handlers")

TOOL_METHOD = "session.tools.handlePendingToolCall"
PERMISSION_METHOD = "session.permissions.handlePendingPermissionRequest"


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
    patience: float = 0.0,
) -> Answer:
    """Ask the handler; nobody, an exception, a wrong type or no answer in time is a "no".

    Invariant 8. ``limit`` is in seconds; ``None`` lets a person take all the time. ``patience`` is
    how long a request that nobody here decides is left to the other clients of a server: whoever
    answers first ends this wait.
    """
    decision = await consult(
        "permission",
        handler,
        request,
        accept=check_decision,
        otherwise=user_not_available(),
        limit=limit,
        counters=counters,
        scopes=set(),
    )
    if handler is None or decision.kind == NO_RESULT:
        await trio.sleep(patience)
        decision = user_not_available()
    return Answer(PERMISSION_METHOD, {"result": dict(decision.fields)})
