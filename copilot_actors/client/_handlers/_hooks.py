"""Hooks: which there are, under which names, and what they may answer."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

import msgspec

from copilot_actors._errors import InvalidOption, JsonValue
from copilot_actors.client._nearest import nearest

from ._handler_calls import plain_json, unexpected
from ._tool_results import ToolResult, encode_result

Check: TypeAlias = tuple[Callable[[object], bool], str]


class HookInvocation(msgspec.Struct, frozen=True, kw_only=True):
    """What a hook handler is told besides its input."""

    session_id: str
    hook_type: str


def _word(*words: str) -> Check:
    return (lambda value: value in words, " or ".join(repr(word) for word in words))


_TEXT: Check = (lambda value: isinstance(value, str), "text")
_BOOL: Check = (lambda value: isinstance(value, bool), "a bool")
_INTEGER: Check = (lambda v: isinstance(v, int) and not isinstance(v, bool), "an integer")
_MAPPING: Check = (lambda value: isinstance(value, Mapping), "a mapping")
_ANY: Check = (lambda _value: True, "JSON")
_OPTIONAL_MAPPING: Check = (lambda v: v is None or isinstance(v, Mapping), "a mapping or None")
_TEXTS: Check = (
    lambda value: isinstance(value, list) and all(isinstance(item, str) for item in value),
    "a list of text",
)
_GO_ON: Final[Mapping[str, Check]] = {"decision": _word("block"), "reason": _TEXT}
_CONTEXT: Final[Mapping[str, Check]] = {"additionalContext": _TEXT}

OUTPUTS: Final[Mapping[str, Mapping[str, Check] | None]] = {
    "preToolUse": {
        "permissionDecision": _word("allow", "deny", "ask"),
        "permissionDecisionReason": _TEXT,
        "modifiedArgs": _ANY,
        "suppressOutput": _BOOL,
        **_CONTEXT,
    },
    "preMcpToolCall": {"metaToUse": _OPTIONAL_MAPPING},
    "postToolUse": {"modifiedResult": _MAPPING, "suppressOutput": _BOOL, **_CONTEXT},
    "postToolUseFailure": _CONTEXT,
    "userPromptSubmitted": {
        "modifiedPrompt": _TEXT,
        "suppressOutput": _BOOL,
        **_CONTEXT,
        **_GO_ON,
    },
    "userPromptTransformed": {"modifiedTransformedPrompt": _TEXT},
    "sessionStart": {"modifiedConfig": _MAPPING, **_CONTEXT},
    "sessionEnd": {"suppressOutput": _BOOL, "cleanupActions": _TEXTS, "sessionSummary": _TEXT},
    "errorOccurred": {
        "suppressOutput": _BOOL,
        "errorHandling": _word("retry", "skip", "abort"),
        "retryCount": _INTEGER,
        "userNotification": _TEXT,
    },
    "agentStop": _GO_ON,
    "subagentStart": _CONTEXT,
    "subagentStop": {"modifiedResponse": _TEXT, **_GO_ON},
    # Named by the CLI's schema, without a published form of their output.
    "notification": None,
    "permissionRequest": None,
    "postResult": None,
    "preCompact": None,
    "prePRDescription": None,
}
"""Hook -> its output's fields and what each may be, or ``None`` where that is not known."""

_GUARDS: Final[Mapping[str, JsonValue]] = {
    "preToolUse": {
        "permissionDecision": "deny",
        "permissionDecisionReason": "The program that has to decide on this call failed.",
    }
}
"""What is said for a hook that decides and gave no usable answer: no (case X1)."""


def hook_name(name: str) -> str:
    """The wire's name of a hook that was named as ``preToolUse`` or ``[on_]pre_tool_use``.

    Raises:
        InvalidOption: there is no such hook; names the nearest.
    """
    wire = name if name in OUTPUTS else _camel(name.removeprefix("on_"))
    if wire not in OUTPUTS:
        raise InvalidOption("hooks", f"there is no hook {name!r}{nearest(wire, OUTPUTS)}")
    return wire


def by_hook_name(hooks: Mapping[str, object]) -> dict[str, object]:
    """The handlers under the wire's names.

    Raises:
        InvalidOption: an unknown hook, or one that is named twice.
    """
    named: dict[str, object] = {}
    for name, handler in hooks.items():
        wire = hook_name(name)
        if wire in named:
            raise InvalidOption("hooks", f"{wire!r} is named twice")
        named[wire] = handler
    return named


def safe_reply(hook_type: str) -> JsonValue:
    """The reply when the handler has no usable answer."""
    guard = _GUARDS.get(hook_type)
    return {} if guard is None else {"output": guard}


def hook_answer(hook_type: str, value: object) -> JsonValue:
    """The reply for what the handler returned.

    Raises:
        TypeError: it is no mapping, or a field is of the wrong type.
        ValueError: it has a field that the hook does not know: it would be without effect.
    """
    if value is None:
        return {}
    fields = OUTPUTS.get(hook_type)
    if isinstance(value, Mapping):
        value = {name: _modified(item) for name, item in value.items()}
    output = plain_json(value)
    if fields is None:
        return {"output": output}
    if not isinstance(output, dict):
        raise unexpected(value, "a mapping or None")
    answer: dict[str, JsonValue] = {}
    for name, item in output.items():
        wire = name if name in fields else _camel(name)
        if wire not in fields:
            raise ValueError(f"{hook_type} has no output {name!r}{nearest(wire, fields)}")
        accepts, expected = fields[wire]
        if item is None and wire != "metaToUse":
            continue
        if not accepts(item):
            shown = repr(item) if isinstance(item, str) else type(item).__name__
            raise TypeError(f"{hook_type} returned {shown} as {name!r}, expected {expected}")
        answer[wire] = item
    return {"output": answer} if answer else {}


def _modified(item: object) -> object:
    return encode_result(item) if isinstance(item, ToolResult) else item


def _camel(name: str) -> str:
    return re.sub(r"_([a-z0-9])", lambda match: match[1].upper(), name)
