"""Tool calls of a simulated session: permissions, the client's tools and the CLI's own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from copilot_actors._errors import JsonValue

from . import _asking as asking
from . import _hooks as hooks
from ._background import start_shell
from ._files import Refused, RemoteFiles
from ._host import Params, mapping_of, text_of
from ._kernel import Activity, Slot
from ._model import ToolRequest
from ._pending import (
    OpenTool,
    Outcome,
    PendingPermission,
    PendingTool,
    not_asked,
    verdict,
)
from ._session import SimulatedSession, Turn

BUILT_IN: Final = {"bash": "shell", "create": "write", "view": "read"}
"""The tools of the CLI that are simulated, and the kind of permission that each asks for."""

_ASK_USER: Final = "ask_user"
_EXIT_PLAN: Final = "exit_plan_mode"
_SKILL: Final = "skill"
_SHELL_START: Final = 0.1
_USER_FAILED: Final = "The user was unable to respond due to an error"


def run_tools(
    session: SimulatedSession,
    turn: Turn,
    calls: Sequence[ToolRequest],
    resumed: Sequence[OpenTool],
) -> Activity[None]:
    """Run all calls at once and wait for the last of them."""
    kernel = session.host.kernel
    turn.calls = {call.call_id: call.name for call in calls}
    turn.calls |= {tool.call_id: tool.name for tool in resumed}
    for call in calls:
        session.emit("tool.execution_start", _start_data(session, turn, call))
    for number, call in enumerate(calls):
        after = 0.001 + 0.0005 * number
        turn.children[call.call_id] = kernel.start(_fresh(session, turn, call), after=after)
    for tool in resumed:
        turn.children[tool.call_id] = kernel.start(_resumed(session, tool))
    for child in list(turn.children.values()):
        yield from child.finished.wait()
    turn.children = {}


def interrupted(session: SimulatedSession, turn: Turn) -> None:
    """Emit what tells that a turn was cut off."""
    if turn.phase == "model_call":
        phase = "mid_stream" if turn.streaming else "pre_first_token"
        session.emit(
            "agent.interrupted",
            {
                "activity": "model_call",
                "elapsedMs": 1,
                "turn": turn.number,
                "model": session.model,
                "cancelPhase": phase,
            },
            ephemeral=True,
        )
    elif turn.phase == "tool_call":
        session.emit(
            "agent.interrupted",
            {
                "activity": "tool_call",
                "elapsedMs": 1,
                "turn": turn.number,
                "toolCallIds": list(turn.calls),
                "toolNames": list(turn.calls.values()),
            },
            ephemeral=True,
        )
    if turn.open:
        session.emit("assistant.turn_end", {"turnId": str(turn.number)})


def finish_resumed(session: SimulatedSession, call_id: str, outcome: Outcome) -> None:
    """Emit the end of a tool call that another process began."""
    data: dict[str, JsonValue] = {
        "toolCallId": call_id,
        "model": "resumed",
        "interactionId": "resume",
    }
    session.emit("tool.execution_complete", data | outcome.members())


def _start_data(session: SimulatedSession, turn: Turn, call: ToolRequest) -> dict[str, JsonValue]:
    return {
        "toolCallId": call.call_id,
        "toolName": call.name,
        "arguments": call.arguments,
        "turnId": str(turn.number),
        "model": session.model,
    }


def _fresh(session: SimulatedSession, turn: Turn, call: ToolRequest) -> Activity[None]:
    outcome = yield from _outcome(session, call)
    if outcome is None:
        return
    if session.options.hooks and outcome.code is None:
        yield from hooks.after_tool(session, call, outcome)
    yield 0.001
    data: dict[str, JsonValue] = {
        "toolCallId": call.call_id,
        "model": session.model,
        "interactionId": turn.interaction_id,
        "turnId": str(turn.number),
        "rte": False,
    }
    turn.calls.pop(call.call_id, None)
    if outcome.code == "rejected":
        turn.declined |= outcome.by_tool
        turn.rejected |= not outcome.by_tool
    session.emit("tool.execution_complete", data | outcome.members())


def _outcome(session: SimulatedSession, call: ToolRequest) -> Activity[Outcome | None]:
    """Run the call; ``None`` if an abort overtook it behind its hook."""
    if call.broken is not None:
        return Outcome(text=call.broken, code="failure")
    if not _exists(session, call.name):
        return Outcome(text=f"Tool '{call.name}' does not exist.", code="failure")
    if session.options.hooks:
        denied = yield from hooks.before_tool(session, call)
        if session.aborting is not None:
            return None
        if denied is not None:
            return denied
    if call.name == "bash":
        yield _SHELL_START
    refusal = yield from _permission(session, call)
    if refusal is not None:
        return refusal
    return (yield from _execute(session, call))


def _exists(session: SimulatedSession, name: str) -> bool:
    if name == _ASK_USER:
        return session.options.asks_user
    if name == _EXIT_PLAN:
        return session.options.asks_plan
    if name == _SKILL:
        return session.options.has_skills
    return name in session.options.tools or name in BUILT_IN


def _execute(session: SimulatedSession, call: ToolRequest) -> Activity[Outcome]:
    if call.name in session.options.tools:
        return (yield from _external(session, call))
    arguments = call.arguments if isinstance(call.arguments, dict) else {}
    if call.name == _ASK_USER:
        return (yield from _ask_user(session, call, arguments))
    if call.name == _EXIT_PLAN:
        return (yield from _exit_plan(session, call, arguments))
    if call.name == _SKILL:
        return (yield from _use_skill(session, text_of(arguments, "skill")))
    if call.name == "bash" and arguments.get("mode") == "async":
        yield 0.005
        return start_shell(session, call, text_of(arguments, "command"))
    if call.name == "bash":
        return (yield from _bash(session, call, text_of(arguments, "command")))
    yield 0.002
    path = text_of(arguments, "path")
    if session.files is not None:
        return (yield from _remote_file(session, session.files, call.name, arguments))
    if call.name == "create":
        content = text_of(arguments, "file_text")
        session.host.disk.files[path] = content
        session.emit("session.info", {"infoType": "file_created", "message": path}, ephemeral=True)
        return Outcome(text=f"Created file {path} with {len(content)} characters")
    return Outcome(text=session.host.disk.files.get(path, ""))


def _remote_file(
    session: SimulatedSession, files: RemoteFiles, name: str, arguments: Params
) -> Activity[Outcome]:
    path = text_of(arguments, "path")
    try:
        if name != "create":
            content = text_of((yield from files.ask("readFile", {"path": path})), "content")
            return Outcome(text=content)
        content = text_of(arguments, "file_text")
        yield from files.ask("writeFile", {"path": path, "content": content, "mode": None})
    except Refused as refusal:
        return Outcome(text=str(refusal))
    session.emit("session.info", {"infoType": "file_created", "message": path}, ephemeral=True)
    return Outcome(text=f"Created file {path} with {len(content)} characters")


# The client's tools


def _external(session: SimulatedSession, call: ToolRequest) -> Activity[Outcome]:
    request_id = session.host.dice.uuid()
    session.emit(
        "external_tool.requested",
        {
            "requestId": request_id,
            "sessionId": session.session_id,
            "toolCallId": call.call_id,
            "toolName": call.name,
            "arguments": call.arguments,
            "workingDirectory": session.options.working_directory,
        },
    )
    return (yield from _await_tool(session, request_id, call.call_id))


def _await_tool(session: SimulatedSession, request_id: str, call_id: str) -> Activity[Outcome]:
    pending = PendingTool(call_id, Slot())
    session.tools[request_id] = pending
    outcome = yield from pending.answer.wait()
    yield session.host.dice.delay(0.0005, 0.002)
    return outcome


# Permissions


def _permission(session: SimulatedSession, call: ToolRequest) -> Activity[Outcome | None]:
    """Ask for permission if the call needs one; return how it ends if that is refused."""
    tool = session.options.tools.get(call.name)
    if tool is not None and tool.get("skipPermission") is True:
        return None
    if call.name in (_ASK_USER, _EXIT_PLAN, _SKILL):
        return None
    kind = "custom-tool" if tool is not None else BUILT_IN[call.name]
    if session.approve_all or kind in session.approved_kinds:
        return None
    if not session.options.asks_permission:
        return not_asked()
    request_id = session.host.dice.uuid()
    request = _permission_request(session, kind, call)
    prompt = _prompt_request(kind, request)
    session.emit(
        "permission.requested",
        {
            "requestId": request_id,
            "permissionRequest": request,
            "promptRequest": prompt,
            "agentMode": session.mode,
            "permissionMode": "manual",
            "ownerSessionId": session.session_id,
        },
    )
    decision = yield from _await_permission(session, request_id, call.call_id, prompt)
    return verdict(decision).refusal


def _await_permission(
    session: SimulatedSession, request_id: str, call_id: str, request: dict[str, JsonValue]
) -> Activity[Params]:
    pending = PendingPermission(call_id, request, Slot())
    session.permissions[request_id] = pending
    decision = yield from pending.answer.wait()
    yield session.host.dice.delay(0.0005, 0.002)
    return decision


def _permission_request(
    session: SimulatedSession, kind: str, call: ToolRequest
) -> dict[str, JsonValue]:
    arguments = call.arguments if isinstance(call.arguments, dict) else {}
    request: dict[str, JsonValue] = {"kind": kind, "toolCallId": call.call_id}
    if kind == "shell":
        command = text_of(arguments, "command")
        request |= {
            "fullCommandText": command,
            "intention": text_of(arguments, "description"),
            "commands": [{"identifier": command, "readOnly": False}],
            "possiblePaths": [],
            "possibleUrls": [],
            "hasWriteFileRedirection": False,
            "canOfferSessionApproval": False,
        }
    elif kind == "write":
        request |= {
            "intention": "Create file",
            "fileName": text_of(arguments, "path"),
            "diff": "",
            "newFileContents": text_of(arguments, "file_text"),
            "canOfferSessionApproval": False,
        }
    elif kind == "read":
        request |= {"intention": "Read file", "path": text_of(arguments, "path")}
    else:
        tool = session.options.tools[call.name]
        request |= {
            "toolName": call.name,
            "toolDescription": text_of(tool, "description"),
            "args": call.arguments,
        }
    return request


def _prompt_request(kind: str, request: dict[str, JsonValue]) -> dict[str, JsonValue]:
    """The same as a person is asked it."""
    if kind == "shell":
        kept = ("toolCallId", "fullCommandText", "intention", "canOfferSessionApproval")
        identifiers: list[JsonValue] = [request["fullCommandText"]]
        return {
            "kind": "commands",
            "commandIdentifiers": identifiers,
            **{name: request[name] for name in kept},
        }
    if kind == "read":
        paths: list[JsonValue] = [request["path"]]
        call_id = request["toolCallId"]
        return {"kind": "path", "accessKind": "read", "paths": paths, "toolCallId": call_id}
    return request


# The CLI's own tools


def _bash(session: SimulatedSession, call: ToolRequest, command: str) -> Activity[Outcome]:
    """Run a command line of which ``echo TEXT``, ``sleep SECONDS`` and ``exit N`` mean something.

    Commands are separated by ``;`` and take no time but for ``sleep``.
    """
    output, code = "", 0
    session.emit("session.background_tasks_changed", {}, ephemeral=True)
    for part in command.split(";"):
        word, _, rest = part.strip().partition(" ")
        if word == "sleep":
            yield _number(rest)
        elif word == "exit":
            code = int(_number(rest))
        elif word == "echo":
            output += rest + "\n"
            session.emit(
                "tool.execution_partial_result",
                {"toolCallId": call.call_id, "partialOutput": output},
                ephemeral=True,
            )
    yield 0.005
    session.emit("session.background_tasks_changed", {}, ephemeral=True)
    text = f"{output}<shellId: 0 completed with exit code {code}>"
    return Outcome(text=text, extra={"shellExecution": {"exitCode": code}})


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


def _use_skill(session: SimulatedSession, name: str) -> Activity[Outcome]:
    markdown = yield from asking.read_skill(session, name)
    if markdown is None:
        return Outcome(text=f'Skill "{name}" could not be loaded.', code="failure")
    session.emit("skill.invoked", {"name": name, "content": markdown, "source": "sdk"})
    return Outcome(text=f'Skill "{name}" loaded successfully.')


def _ask_user(session: SimulatedSession, call: ToolRequest, arguments: Params) -> Activity[Outcome]:
    question: dict[str, JsonValue] = {"question": text_of(arguments, "question")}
    if "choices" in arguments:
        question["choices"] = arguments["choices"]
    question["allowFreeform"] = True
    reply = yield from _consult(session, call, "user_input", "userInput.request", question)
    answer = mapping_of(reply, "result")
    if not isinstance(answer.get("answer"), str):
        return Outcome(text=_USER_FAILED)
    verb = "responded" if answer.get("wasFreeform") is True else "selected"
    return Outcome(text=f"User {verb}: {answer['answer']}")


def _exit_plan(
    session: SimulatedSession, call: ToolRequest, arguments: Params
) -> Activity[Outcome]:
    plan: dict[str, JsonValue] = {
        "summary": text_of(arguments, "summary"),
        "planContent": "",
        "actions": ["autopilot", "interactive", "exit_only"],
        "recommendedAction": text_of(arguments, "recommendedAction", "interactive"),
    }
    reply = yield from _consult(session, call, "exit_plan_mode", "exitPlanMode.request", plan)
    answer = mapping_of(reply, "result")
    if answer.get("approved") is not True:
        return Outcome(text=f"Plan not approved. {text_of(answer, 'feedback')}".strip())
    session.mode = text_of(answer, "selectedAction", "interactive")
    session.emit("session.mode_changed", {"previousMode": "plan", "newMode": session.mode})
    return Outcome(text="Plan approved! Exited plan mode.")


def _consult(
    session: SimulatedSession,
    call: ToolRequest,
    topic: str,
    method: str,
    question: dict[str, JsonValue],
) -> Activity[Params]:
    """Ask the client by a request, with the two ephemeral events around it."""
    request_id = session.host.dice.uuid()
    ids: dict[str, JsonValue] = {"requestId": request_id, "toolCallId": call.call_id}
    session.emit(f"{topic}.requested", {**ids, **question}, ephemeral=True)
    slot = session.host.request(method, {"sessionId": session.session_id, **question})
    session.consulted[request_id] = slot
    reply = yield from slot.wait()
    session.consulted.pop(request_id, None)
    result = mapping_of(reply, "result")
    session.emit(f"{topic}.completed", {**result, "requestId": request_id}, ephemeral=True)
    return reply


# Calls that another process began


def _resumed(session: SimulatedSession, tool: OpenTool) -> Activity[None]:
    call = ToolRequest(tool.call_id, tool.name, tool.arguments)
    if tool.tool_request is not None:
        outcome = yield from _await_tool(session, tool.tool_request, tool.call_id)
    else:
        outcome = yield from _resumed_permission(session, tool, call)
    finish_resumed(session, tool.call_id, outcome)


def _resumed_permission(
    session: SimulatedSession, tool: OpenTool, call: ToolRequest
) -> Activity[Outcome]:
    request_id = tool.permission_request or ""
    decision = yield from _await_permission(session, request_id, tool.call_id, tool.permission)
    refusal = verdict(decision).refusal
    if refusal is not None:
        return refusal
    session.emit(
        "tool.execution_start",
        {"toolCallId": tool.call_id, "toolName": tool.name, "arguments": tool.arguments},
    )
    if not _exists(session, tool.name):
        return Outcome(text=f"Tool '{tool.name}' does not exist.", code="failure")
    return (yield from _execute(session, call))
