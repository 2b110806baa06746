"""The hooks of a simulated session: requests to the client at fixed places of a turn.

An unanswered hook holds its turn for ever, and ``session.abort`` with it: so does the real CLI.
"""

from __future__ import annotations

from copilot_actors._errors import JsonValue

from ._host import mapping_of, text_of
from ._kernel import Activity
from ._model import ToolRequest
from ._pending import Outcome
from ._session import QueuedTurn, SimulatedSession


def before_prompt(session: SimulatedSession, item: QueuedTurn) -> Activity[str | None]:
    """Run the hooks that precede a user message; return why they refuse it, if they do."""
    if not session.options.hooks:
        return None
    prompt = item.prompts[0].text if item.prompts else ""
    if session.turns_run == 0:
        source = "resume" if session.resumed else "new"
        # This one runs beside those of the prompt; only the model call waits for it.
        values: dict[str, JsonValue] = {"source": source, "initialPrompt": prompt}
        start = _invoke(session, "sessionStart", values, holds=False)
        session.start_hook = session.host.kernel.start(start)
        yield session.host.dice.delay(0.015, 0.04)
    for submitted in item.prompts:
        output = yield from _invoke(session, "userPromptSubmitted", {"prompt": submitted.text})
        if output.get("decision") == "block":
            return text_of(output, "reason")
        yield from _invoke(
            session,
            "userPromptTransformed",
            {"prompt": submitted.text, "transformedPrompt": submitted.text},
        )
    return None


def before_model(session: SimulatedSession) -> Activity[None]:
    """Wait for the answer to ``sessionStart``."""
    started, session.start_hook = session.start_hook, None
    if started is not None and started.active:
        session.hooks.add("")
        yield from started.finished.wait()
        session.hooks.discard("")


def before_tool(session: SimulatedSession, call: ToolRequest) -> Activity[Outcome | None]:
    """Run ``preToolUse``; return how the call ends if the hook denies it."""
    output = yield from _invoke(
        session, "preToolUse", {"toolName": call.name, "toolArgs": call.arguments}, call.call_id
    )
    if output.get("permissionDecision") != "deny":
        return None
    reason = text_of(output, "permissionDecisionReason")
    return Outcome(text=f"Denied by preToolUse hook: {reason}", code="denied")


def after_tool(session: SimulatedSession, call: ToolRequest, outcome: Outcome) -> Activity[None]:
    """Run ``postToolUse``."""
    kind = "success" if outcome.code is None else "failure"
    result: JsonValue = {"textResultForLlm": outcome.text, "resultType": kind}
    yield from _invoke(
        session,
        "postToolUse",
        {"toolName": call.name, "toolArgs": call.arguments, "toolResult": result},
        call.call_id,
    )


def after_turn(session: SimulatedSession) -> Activity[None]:
    """Run ``agentStop``."""
    yield from _invoke(session, "agentStop", {"stopReason": "end_turn", "stop_hook_active": False})


def error_occurred(session: SimulatedSession, message: str) -> Activity[None]:
    """Run ``errorOccurred``."""
    yield from _invoke(session, "errorOccurred", {"error": {"name": "Error", "message": message}})


def _invoke(
    session: SimulatedSession,
    kind: str,
    values: dict[str, JsonValue],
    owner: str = "",
    *,
    holds: bool = True,
) -> Activity[dict[str, JsonValue]]:
    if not session.options.hooks:
        return {}
    host = session.host
    invocation = host.dice.uuid()
    given: dict[str, JsonValue] = {
        "sessionId": session.session_id,
        "cwd": session.options.working_directory,
        **values,
    }
    started: dict[str, JsonValue] = {
        "hookInvocationId": invocation,
        "hookType": kind,
        "input": given,
    }
    session.emit("hook.start", started)
    params: dict[str, JsonValue] = {
        "sessionId": session.session_id,
        "hookType": kind,
        "input": given,
    }
    answer = host.request("hooks.invoke", params)
    if holds:
        session.hooks.add(owner)
    reply = yield from answer.wait()
    session.hooks.discard(owner)
    output = mapping_of(mapping_of(reply, "result"), "output")
    ended: dict[str, JsonValue] = {
        "hookInvocationId": invocation,
        "hookType": kind,
        "success": "result" in reply,
    }
    if output:
        ended["output"] = output
    session.emit("hook.end", ended)
    return output
