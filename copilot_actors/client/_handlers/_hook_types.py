"""What the CLI tells a hook and what a hook may answer, in the words of the wire.

Inputs arrive as the CLI's mappings, so a newer CLI's fields are there too; outputs may use these
names or the same in snake case.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Literal, NotRequired, TypeAlias, TypedDict

from copilot_actors._errors import JsonValue

from ._tool_results import ToolResult


class HookInput(TypedDict):
    """What every hook is told: the session, the time (ms), the folder, and the sub-agent if any."""

    sessionId: str
    timestamp: int
    cwd: str
    agentId: NotRequired[str]
    agentType: NotRequired[str]
    parentAgentId: NotRequired[str]


class PreToolUseHookInput(HookInput):
    """Before a tool runs, and before permission is asked."""

    toolName: str
    toolArgs: JsonValue


class PreToolUseHookOutput(TypedDict, total=False):
    """``"allow"`` skips the permission request, ``"ask"`` makes one, ``"deny"`` refuses."""

    permissionDecision: Literal["allow", "deny", "ask"]
    permissionDecisionReason: str
    modifiedArgs: JsonValue
    additionalContext: str
    suppressOutput: bool


class PreMcpToolCallHookInput(HookInput):
    """Before a tool of an MCP server is called."""

    toolCallId: NotRequired[str]
    serverName: str
    toolName: str
    arguments: JsonValue
    _meta: NotRequired[Mapping[str, JsonValue]]


class PreMcpToolCallHookOutput(TypedDict, total=False):
    """MCP's ``_meta`` for the call; ``None`` takes it away."""

    metaToUse: Mapping[str, JsonValue] | None


class PostToolUseHookInput(HookInput):
    """After a tool has succeeded."""

    toolName: str
    toolArgs: JsonValue
    toolResult: Mapping[str, JsonValue]


class PostToolUseHookOutput(TypedDict, total=False):
    """Another result in place of the tool's, or text beside it."""

    modifiedResult: ToolResult | Mapping[str, JsonValue]
    additionalContext: str
    suppressOutput: bool


class PostToolUseFailureHookInput(HookInput):
    """After a tool has failed."""

    toolName: str
    toolArgs: JsonValue
    error: str


class PostToolUseFailureHookOutput(TypedDict, total=False):
    """Text for the model beside the failure."""

    additionalContext: str


class UserPromptSubmittedHookInput(HookInput):
    """Before a prompt becomes part of the conversation."""

    prompt: str


class UserPromptSubmittedHookOutput(TypedDict, total=False):
    """``"block"`` refuses the prompt: its turn ends as ``TurnFailed("policy_blocked")``."""

    modifiedPrompt: str
    additionalContext: str
    suppressOutput: bool
    decision: Literal["block"]
    reason: str


class UserPromptTransformedHookInput(HookInput):
    """The prompt as the model will see it."""

    prompt: str
    transformedPrompt: str


class UserPromptTransformedHookOutput(TypedDict, total=False):
    """Another text for the model; the transcript keeps the prompt."""

    modifiedTransformedPrompt: str


class SessionStartHookInput(HookInput):
    """At the first prompt after the session was created or resumed."""

    source: str
    initialPrompt: NotRequired[str]


class SessionStartHookOutput(TypedDict, total=False):
    """Text for the model, or another configuration."""

    additionalContext: str
    modifiedConfig: Mapping[str, JsonValue]


class SessionEndHookInput(HookInput):
    """The session is released."""

    reason: str
    finalMessage: NotRequired[str]
    error: NotRequired[str]


class SessionEndHookOutput(TypedDict, total=False):
    """What the CLI does at the end."""

    suppressOutput: bool
    cleanupActions: list[str]
    sessionSummary: str


class ErrorOccurredHookInput(HookInput):
    """A turn meets an error."""

    error: JsonValue
    errorContext: NotRequired[str]
    recoverable: NotRequired[bool]


class ErrorOccurredHookOutput(TypedDict, total=False):
    """What the CLI does about it."""

    suppressOutput: bool
    errorHandling: Literal["retry", "skip", "abort"]
    retryCount: int
    userNotification: str


class AgentStopHookInput(HookInput):
    """The agent has nothing left to do; ``stop_hook_active``: because of this hook it went on."""

    stopReason: NotRequired[str]
    transcriptPath: NotRequired[str]
    stop_hook_active: NotRequired[bool]


class AgentStopHookOutput(TypedDict, total=False):
    """``"block"`` makes it go on, with ``reason`` as the next prompt."""

    decision: Literal["block"]
    reason: str


class SubagentStartHookInput(HookInput):
    """A sub-agent begins."""

    transcriptPath: NotRequired[str]
    agentName: str
    agentDisplayName: NotRequired[str]
    agentDescription: NotRequired[str]


class SubagentStartHookOutput(TypedDict, total=False):
    """Text for the sub-agent."""

    additionalContext: str


class SubagentStopHookInput(SubagentStartHookInput):
    """A sub-agent has nothing left to do."""

    stopReason: NotRequired[str]
    response: NotRequired[str]


class SubagentStopHookOutput(TypedDict, total=False):
    """``"block"`` makes it go on; or another answer in place of its own."""

    decision: Literal["block"]
    reason: str
    modifiedResponse: str


HookHandler: TypeAlias = Callable[..., object]


class Hooks(TypedDict, total=False):
    """Handlers by hook; each is given the input and, if it takes two arguments, the invocation."""

    preToolUse: Callable[..., PreToolUseHookOutput | Awaitable[PreToolUseHookOutput | None] | None]
    preMcpToolCall: Callable[
        ..., PreMcpToolCallHookOutput | Awaitable[PreMcpToolCallHookOutput | None] | None
    ]
    postToolUse: Callable[
        ..., PostToolUseHookOutput | Awaitable[PostToolUseHookOutput | None] | None
    ]
    postToolUseFailure: Callable[
        ..., PostToolUseFailureHookOutput | Awaitable[PostToolUseFailureHookOutput | None] | None
    ]
    userPromptSubmitted: Callable[
        ..., UserPromptSubmittedHookOutput | Awaitable[UserPromptSubmittedHookOutput | None] | None
    ]
    userPromptTransformed: Callable[
        ...,
        UserPromptTransformedHookOutput | Awaitable[UserPromptTransformedHookOutput | None] | None,
    ]
    sessionStart: Callable[
        ..., SessionStartHookOutput | Awaitable[SessionStartHookOutput | None] | None
    ]
    sessionEnd: Callable[..., SessionEndHookOutput | Awaitable[SessionEndHookOutput | None] | None]
    errorOccurred: Callable[
        ..., ErrorOccurredHookOutput | Awaitable[ErrorOccurredHookOutput | None] | None
    ]
    agentStop: Callable[..., AgentStopHookOutput | Awaitable[AgentStopHookOutput | None] | None]
    subagentStart: Callable[
        ..., SubagentStartHookOutput | Awaitable[SubagentStartHookOutput | None] | None
    ]
    subagentStop: Callable[
        ..., SubagentStopHookOutput | Awaitable[SubagentStopHookOutput | None] | None
    ]
