"""From the parameters of ``session.create``, ``resume`` and ``send`` to the client's options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import msgspec

from copilot_actors._errors import InvalidOption, JsonValue
from copilot_actors.client import SessionOptions, Tool

Params: TypeAlias = Mapping[str, JsonValue]

_OPTIONS: Mapping[str, str] = {
    # Those with a life of their own in the client, by the option's name; all others go through
    # as they are, so that a newer CLI's options need no newer gateway.
    "model": "model",
    "workingDirectory": "working_directory",
    "configDir": "config_directory",
    "streaming": "streaming",
    "name": "name",
    "trustWorkingDirectory": "trust_working_directory",
    "refreshCustomInstructions": "refresh_custom_instructions",
    "allowTranscriptRecovery": "allow_transcript_recovery",
    "disableResume": "suppress_resume_event",
    "openCanvases": "open_canvases",
    "continuePendingWork": "continue_pending_work",
}
_TAKEN = frozenset({*_OPTIONS, "sessionId", "tools", "requestPermission"})
_REFUSED: Mapping[str, str] = {
    "gitHubTokenProviderRegistrationId": "a gateway does not carry GitHub token providers: "
    "send gitHubToken, or let the gateway's program supply it",
    "cloud": "a gateway serves sessions of its own CLI",
}

CAPABILITIES: Mapping[str, str] = {
    "requestPermission": "permission",
    "requestUserInput": "user_input",
    "requestExitPlanMode": "exit_plan_mode",
    "requestAutoModeSwitch": "auto_mode_switch",
    "requestElicitation": "elicitation",
    "hooks": "hooks",
    "commands": "commands",
    "canvases": "canvases",
    "hasSkillProvider": "skills",
}
"""What a peer says that it answers, and the name of that here."""


def wire_tools(params: Params) -> dict[str, Params]:
    """The tools that a peer declares, by name.

    Raises:
        InvalidOption: the value is no list of tools.
    """
    given = params.get("tools")
    if given is None:
        return {}
    if not isinstance(given, list):
        raise InvalidOption("tools", "expected a list")
    tools: dict[str, Params] = {}
    for item in given:
        name = item.get("name") if isinstance(item, dict) else None
        if not isinstance(item, dict) or not isinstance(name, str):
            raise InvalidOption("tools", "expected objects with a name")
        tools[name] = item
    return tools


def tool_of(declared: Params, handler: Callable[..., object]) -> Tool:
    """The tool that the gateway's own client declares for a peer's."""
    parameters = declared.get("parameters")
    return Tool(
        str(declared["name"]),
        str(declared.get("description", "")),
        parameters=parameters if isinstance(parameters, dict) else None,
        handler=handler,
        skip_permission=declared.get("skipPermission") is True,
        overrides_built_in_tool=declared.get("overridesBuiltInTool") is True,
    )


def capabilities(params: Params) -> frozenset[str]:
    """What a peer says that it answers, by the names of :data:`CAPABILITIES`."""
    found = {name for wire, name in CAPABILITIES.items() if params.get(wire)}
    if _has_transforms(params):
        found.add("transforms")
    if any(_supplies_token(item) for item in _providers(params)):
        found.add("bearer_token")
    return frozenset(found)


def extra_options(params: Params) -> dict[str, JsonValue]:
    """The parameters that go through as they are.

    Raises:
        InvalidOption: one that a gateway cannot carry.
    """
    for name, reason in _REFUSED.items():
        if params.get(name) is not None:
            raise InvalidOption(name, reason)
    return {name: value for name, value in params.items() if name not in _TAKEN}


def session_options(params: Params, defaults: SessionOptions) -> SessionOptions:
    """The options of a session that a peer creates or resumes, without handlers.

    Args:
        params: what the peer sent.
        defaults: the gateway's, which the peer's override.

    Raises:
        InvalidOption: one that a gateway cannot carry.
    """
    own = {option: params[wire] for wire, option in _OPTIONS.items() if wire in params}
    return msgspec.structs.replace(
        defaults, **own, extra={**defaults.extra, **extra_options(params)}
    )


_SEND_FIELDS: Mapping[str, str] = {
    "attachments": "attachments",
    "mode": "mode",
    "agentMode": "agent_mode",
    "displayPrompt": "display_prompt",
    "source": "source",
    "requestHeaders": "request_headers",
}
_SENT = frozenset(
    {*_SEND_FIELDS, "sessionId", "prompt", "responseFormat", "traceparent", "tracestate"}
)


def send_fields(params: Params) -> dict[str, object]:
    """The arguments of ``session.send`` for the parameters of a peer's.

    Raises:
        InvalidOption: one that the supervised ``send`` does not have.
    """
    for name, value in params.items():
        if name not in _SENT and value not in (None, False):
            raise InvalidOption(
                name, "a gateway sends supervised prompts, which have no such field"
            )
    fields: dict[str, object] = {
        option: params[wire]
        for wire, option in _SEND_FIELDS.items()
        if params.get(wire) is not None
    }
    response = params.get("responseFormat")
    if response is not None:
        described = response.get("jsonSchema") if isinstance(response, dict) else None
        fields["response_schema"] = (
            described.get("schema") if isinstance(described, dict) else response
        )
    if params.get("traceparent") is not None:
        names = ("traceparent", "tracestate")
        fields["trace_context"] = {n: params[n] for n in names if params.get(n) is not None}
    return fields


def _has_transforms(params: Params) -> bool:
    message = params.get("systemMessage")
    sections = message.get("sections") if isinstance(message, dict) else None
    items = sections.values() if isinstance(sections, dict) else ()
    return any(isinstance(item, dict) and item.get("action") == "transform" for item in items)


def _providers(params: Params) -> list[JsonValue]:
    several = params.get("providers")
    return [params.get("provider"), *(several if isinstance(several, list) else [])]


def _supplies_token(provider: JsonValue) -> bool:
    return isinstance(provider, dict) and provider.get("hasBearerTokenProvider") is True
