"""Types and methods: rpc_session_tools.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, cast

from msgspec import field

from .rpc_common import AgentModelPolicy as AgentModelPolicy
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import (
    JsonValue,
    UnknownVariant,
    WireStruct,
)

__all__ = [
    "BuiltinToolDescriptor",
    "BuiltinToolFormat",
    "BuiltinToolFormatType",
    "BuiltinToolSafeForTelemetry",
    "BuiltinToolSafeTelemetryFields",
    "CurrentToolMetadata",
    "ExternalToolTextResultForLlm",
    "ExternalToolTextResultForLlmBinaryResultsForLlm",
    "ExternalToolTextResultForLlmBinaryResultsForLlmType",
    "ExternalToolTextResultForLlmContent",
    "ExternalToolTextResultForLlmContentAudio",
    "ExternalToolTextResultForLlmContentImage",
    "ExternalToolTextResultForLlmContentResource",
    "ExternalToolTextResultForLlmContentResourceDetails",
    "ExternalToolTextResultForLlmContentResourceLink",
    "ExternalToolTextResultForLlmContentResourceLinkIcon",
    "ExternalToolTextResultForLlmContentResourceLinkIconTheme",
    "ExternalToolTextResultForLlmContentShellExit",
    "ExternalToolTextResultForLlmContentTerminal",
    "ExternalToolTextResultForLlmContentText",
    "HandlePendingToolCallResult",
    "ProtocolExternalToolDefer",
    "ProtocolExternalToolDefinition",
    "SessionToolsExecuteParams",
    "SessionToolsGetBuiltinDescriptorsParams",
    "SessionToolsHandlePendingToolCallParams",
    "SessionToolsRpc",
    "SessionToolsSetParams",
    "SessionToolsTaskCompleteEventDataParams",
    "SessionToolsUpdateSubagentSettingsParams",
    "SubagentSettings",
    "SubagentSettingsEntry",
    "SubagentSettingsEntryContextTier",
    "TaskCompleteData",
    "TaskCompletionDecision",
    "TaskCompletionOutcome",
    "ToolResultExpanded",
    "ToolResultNewMessage",
    "ToolResultType",
    "ToolsGetBuiltinDescriptorsResult",
    "ToolsGetCurrentMetadataResult",
    "ToolsInitializeAndValidateResult",
    "ToolsSetResult",
    "ToolsShellDescriptorConfig",
    "ToolsUpdateSubagentSettingsResult",
]


class BuiltinToolDescriptor(WireStruct, frozen=True, kw_only=True):
    """Rust-owned metadata and input schema for a built-in tool.

    Attributes:
        name: Stable name used to invoke the built-in tool.
        title: Optional human-readable title for the tool.
        description: Model-facing description of the tool's behavior.
        input_schema: JSON Schema for the tool input, or null when the tool uses a custom format.
        instructions: Optional supplemental usage instructions for the tool.
        type: Optional tool category discriminator.
        format: Optional custom input format used instead of a JSON Schema.
        safe_for_telemetry: Policy describing which tool metadata may be recorded without
            obfuscation.
        is_terminal: Whether the tool executes commands in a terminal.
        has_summarise_intention: Whether the tool provides a specialized intention summary.
    """

    name: str
    title: str | None
    description: str
    input_schema: dict[str, JsonValue] | None
    instructions: str | None
    type: str | None
    format: BuiltinToolFormat | None
    safe_for_telemetry: BuiltinToolSafeForTelemetry
    is_terminal: bool
    has_summarise_intention: bool


class BuiltinToolFormat(WireStruct, frozen=True, kw_only=True, gc=False):
    """Custom grammar input format accepted by a built-in tool.

    Attributes:
        type: Custom input-format discriminator.
        syntax: Grammar syntax used by the format definition.
        definition: Grammar definition accepted by the tool.
    """

    type: BuiltinToolFormatType
    syntax: str
    definition: str


class BuiltinToolSafeTelemetryFields(WireStruct, frozen=True, kw_only=True, gc=False):
    """Per-field telemetry-safety policy for a built-in tool.

    Attributes:
        name: Whether the tool name may be included in telemetry without obfuscation.
        inputs_names: Whether tool input names may be included in telemetry without obfuscation.
    """

    name: bool | None = None
    inputs_names: bool | None = None


class CurrentToolMetadata(WireStruct, frozen=True, kw_only=True):
    """Lightweight metadata for a currently initialized session tool

    Attributes:
        name: Model-facing tool name
        namespaced_name: Optional MCP/config namespaced tool name
        mcp_server_name: MCP server name for MCP-backed tools
        mcp_tool_name: Raw MCP tool name for MCP-backed tools
        description: Tool description
        input_schema: JSON Schema for tool input
        defer_loading: Whether the tool is loaded on demand via tool search
    """

    name: str
    namespaced_name: str | None = None
    mcp_server_name: str | None = None
    mcp_tool_name: str | None = None
    description: str
    input_schema: dict[str, JsonValue] | None = field(default=None, name="input_schema")
    defer_loading: bool | None = None


class ExternalToolTextResultForLlm(WireStruct, frozen=True, kw_only=True):
    """Expanded external tool result payload

    Attributes:
        text_result_for_llm: Text result returned to the model
        result_type: Execution outcome classification. Optional for back-compat; normalized to
            'success' (or 'failure' when error is present) when missing or unrecognized.
        error: Optional error message for failed executions
        session_log: Detailed log content for timeline display
        tool_telemetry: Optional tool-specific telemetry
        binary_results_for_llm: Base64-encoded binary results returned to the model
        contents: Structured content blocks from the tool
        tool_references: Tool references returned by a tool-search override: names of deferred
            tools to surface to the model. When set, the tool result is materialized as
            `tool_reference` content blocks (rather than plain text) so the model knows which
            deferred tools are now available.
    """

    text_result_for_llm: str
    result_type: str | None = None
    error: str | None = None
    session_log: str | None = None
    tool_telemetry: dict[str, JsonValue] | None = None
    binary_results_for_llm: list[ExternalToolTextResultForLlmBinaryResultsForLlm] | None = None
    contents: list[ExternalToolTextResultForLlmContent] | None = None
    tool_references: list[str] | None = None


class ExternalToolTextResultForLlmBinaryResultsForLlm(WireStruct, frozen=True, kw_only=True):
    """Binary result returned by a tool for the model

    Attributes:
        type: Binary result type discriminator. Use "image" for images and "resource" for other
            binary data.
        data: Base64-encoded binary data
        mime_type: MIME type of the binary data
        description: Human-readable description of the binary data
        metadata: Optional metadata from the producing tool.
    """

    type: ExternalToolTextResultForLlmBinaryResultsForLlmType
    data: str
    mime_type: str
    description: str | None = None
    metadata: dict[str, JsonValue] | None = None


class ExternalToolTextResultForLlmContentAudio(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="audio",
    gc=False,
):
    """Audio content block with base64-encoded data

    Attributes:
        data: Base64-encoded audio data
        mime_type: MIME type of the audio (e.g., audio/wav, audio/mpeg)
    """

    type: ClassVar[Literal["audio"]] = "audio"
    data: str
    mime_type: str


class ExternalToolTextResultForLlmContentImage(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="image",
    gc=False,
):
    """Image content block with base64-encoded data

    Attributes:
        data: Base64-encoded image data
        mime_type: MIME type of the image (e.g., image/png, image/jpeg)
    """

    type: ClassVar[Literal["image"]] = "image"
    data: str
    mime_type: str


class ExternalToolTextResultForLlmContentResource(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="resource",
    gc=False,
):
    """Embedded resource content block with inline text or binary data

    Attributes:
        resource: The embedded resource contents, either text or base64-encoded binary
    """

    type: ClassVar[Literal["resource"]] = "resource"
    resource: ExternalToolTextResultForLlmContentResourceDetails


class ExternalToolTextResultForLlmContentResourceDetails(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """The embedded resource contents, either text or base64-encoded binary

    Attributes:
        uri: URI identifying the resource
        mime_type: MIME type of the blob content
        text: Text content of the resource
        blob: Base64-encoded binary content of the resource
    """

    uri: str
    mime_type: str | None = None
    text: str | None = None
    blob: str | None = None


class ExternalToolTextResultForLlmContentResourceLink(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="resource_link",
):
    """Resource link content block referencing an external resource

    Attributes:
        icons: Icons associated with this resource
        name: Resource name identifier
        title: Human-readable display title for the resource
        uri: URI identifying the resource
        description: Human-readable description of the resource
        mime_type: MIME type of the resource content
        size: Size of the resource in bytes
    """

    type: ClassVar[Literal["resource_link"]] = "resource_link"
    icons: list[ExternalToolTextResultForLlmContentResourceLinkIcon] | None = None
    name: str
    title: str | None = None
    uri: str
    description: str | None = None
    mime_type: str | None = None
    size: int | None = None


class ExternalToolTextResultForLlmContentResourceLinkIcon(WireStruct, frozen=True, kw_only=True):
    """Icon image for a resource

    Attributes:
        src: URL or path to the icon image
        mime_type: MIME type of the icon image
        sizes: Available icon sizes (e.g., ['16x16', '32x32'])
        theme: Theme variant this icon is intended for
    """

    src: str
    mime_type: str | None = None
    sizes: list[str] | None = None
    theme: ExternalToolTextResultForLlmContentResourceLinkIconTheme | None = None


class ExternalToolTextResultForLlmContentShellExit(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="shell_exit",
    gc=False,
):
    """Shell command exit metadata with optional output preview

    Attributes:
        shell_id: Shell id, as assigned by Copilot runtime
        exit_code: Exit code from the completed shell command
        cwd: Working directory where the shell command was executed
        output_preview: Output associated with this shell command, if available. May be partial,
            truncated, or a preview; not guaranteed to be full output.
        output_truncated: Whether outputPreview is known to be incomplete or truncated
        output_file_path: Path reported in the shell session's filesystem namespace when shell
            output exceeded the configured large-output threshold.
    """

    type: ClassVar[Literal["shell_exit"]] = "shell_exit"
    shell_id: str
    exit_code: int
    cwd: str | None = None
    output_preview: str | None = None
    output_truncated: bool | None = None
    output_file_path: str | None = None


class ExternalToolTextResultForLlmContentTerminal(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="terminal",
    gc=False,
):
    """Terminal/shell output content block with optional exit code and working directory

    Attributes:
        text: Terminal/shell output text
        exit_code: Process exit code, if the command has completed
        cwd: Working directory where the command was executed
    """

    type: ClassVar[Literal["terminal"]] = "terminal"
    text: str
    exit_code: int | None = None
    cwd: str | None = None


class ExternalToolTextResultForLlmContentText(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="text",
    gc=False,
):
    """Plain text content block

    Attributes:
        text: The text content
    """

    type: ClassVar[Literal["text"]] = "text"
    text: str


class HandlePendingToolCallResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the external tool call result was handled successfully.

    Attributes:
        success: Whether the tool call result was handled successfully
    """

    success: bool


class ProtocolExternalToolDefinition(WireStruct, frozen=True, kw_only=True):
    """Serializable definition of a caller-implemented tool whose execution is handled over the SDK
    connection.

    Attributes:
        name: Unique model-visible tool name.
        description: Model-visible explanation of what the tool does.
        title: Optional human-readable display title.
        parameters: JSON Schema describing the tool's input arguments.
        overrides_built_in_tool: Whether this definition replaces a built-in tool with the same
            name.
        skip_permission: Whether execution bypasses the normal tool permission prompt.
        defer: Tool-loading deferral policy.
        is_terminal: Whether the tool executes commands in a terminal.
        metadata: Optional caller-defined metadata associated with the tool.
    """

    name: str
    description: str
    title: str | None = None
    parameters: dict[str, JsonValue] | None = None
    overrides_built_in_tool: bool | None = None
    skip_permission: bool | None = None
    defer: ProtocolExternalToolDefer | None = None
    is_terminal: bool | None = None
    metadata: dict[str, JsonValue] | None = None


class SubagentSettings(WireStruct, frozen=True, kw_only=True):
    """Configured per-agent subagent overrides

    Attributes:
        agents: Per-agent settings keyed by subagent agent_type
        disabled_subagents: Names of subagents the user has turned off; they cannot be dispatched
        max_concurrency: Maximum number of subagents that can run concurrently; applies to
            usage-based billing users only
        max_depth: Maximum subagent nesting depth; applies to usage-based billing users only
    """

    agents: dict[str, SubagentSettingsEntry] | None = None
    disabled_subagents: list[str] | None = None
    max_concurrency: int | None = None
    max_depth: int | None = None


class SubagentSettingsEntry(WireStruct, frozen=True, kw_only=True, gc=False):
    """Subagent model, reasoning effort, context tier, and auto-invocation settings

    Attributes:
        model: Model override for matching subagents
        model_policy: Whether the configured model strategy is preferred or required
        effort_level: Reasoning effort override for matching subagents
        context_tier: Context tier override for matching subagents
        auto_invoke: Whether this agent's runtime-defined proactive invocation prompting is
            enabled, if supported. Currently consumed by the built-in rubber-duck agent.
    """

    model: str | None = None
    model_policy: AgentModelPolicy | None = None
    effort_level: str | None = None
    context_tier: SubagentSettingsEntryContextTier | None = None
    auto_invoke: bool | None = None


class TaskCompleteData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Task completion notification with summary from the agent

    Attributes:
        summary: Summary of the completed task, provided by the agent
        success: Whether the task was accepted as complete. False when validation failed or
            completion was rejected or blocked by the reviewer
        outcome: Semantic completion decision. Absent on legacy events and invalid tool calls
        reason: Label-safe runtime rationale for the completion decision (e.g. a cancellation or
            pause/resume downgrade), when one applies. Reviewer-authored rationale is
            intentionally omitted here because this event has no IFC label channel; the
            reviewer's findings remain available through its own labeled sub-agent events
        objective_id: Active autopilot objective ID evaluated by the completion reviewer
    """

    summary: str | None = None
    success: bool | None = None
    outcome: TaskCompletionOutcome | None = None
    reason: str | None = None
    objective_id: int | None = None


class TaskCompletionDecision(WireStruct, frozen=True, kw_only=True):
    """``TaskCompletionDecision`` of the schema.

    Attributes:
        outcome: Semantic result of evaluating the task completion request.
        reason: Rationale for the completion decision, when one is available.
        reviewer_derived: Whether the rationale was derived from completion-reviewer output.
        reviewer_result_meta: Information-flow metadata captured from the completion reviewer.
        objective_id: Active autopilot objective evaluated by the completion reviewer.
        completion_rejection_budget_exhausted: Whether completion was accepted after the
            reviewer-rejection budget was exhausted.
        completion_eligibility_token: Objective eligibility token captured when the decision was
            evaluated.
    """

    outcome: TaskCompletionOutcome
    reason: str | None = None
    reviewer_derived: bool | None = None
    reviewer_result_meta: JsonValue | None = None
    objective_id: int | None = None
    completion_rejection_budget_exhausted: bool | None = None
    completion_eligibility_token: int | None = None


class ToolResultExpanded(WireStruct, frozen=True, kw_only=True):
    """Expanded canonical result returned by a session tool.

    Attributes:
        text_result_for_llm: Text result returned to the model.
        result_type: Execution outcome classification.
        binary_results_for_llm: Base64-encoded binary results returned to the model.
        session_log: Detailed log content available for session display.
        error: Error message for an unsuccessful execution.
        tool_telemetry: Tool-specific telemetry payload.
        skip_large_output_processing: Whether large-output post-processing should be skipped.
        new_messages: Messages to inject after the tool result.
        contents: Structured content blocks returned to the model.
        tool_references: Deferred tool names made available by this result.
        citable_sources: Sources returned by the tool that the model may cite.
        skill_invocation: Skill invocation metadata produced by the tool.
        post_tool_use_failure_hooks_processed: Whether post-tool-use failure hooks have already
            processed this result.
        ui_resource: Optional UI resource produced by the tool.
        mcp_meta: Metadata propagated with the tool result, including information-flow labels.
        structured_content: Structured result content in addition to the model-facing text.
        task_completion_decision: Completion-review decision produced by the task-completion
            tool.
    """

    text_result_for_llm: str
    result_type: ToolResultType
    binary_results_for_llm: list[ExternalToolTextResultForLlmBinaryResultsForLlm] | None = None
    session_log: str | None = None
    error: str | None = None
    tool_telemetry: JsonValue | None = None
    skip_large_output_processing: bool | None = None
    new_messages: list[ToolResultNewMessage] | None = None
    contents: list[ExternalToolTextResultForLlmContent] | None = None
    tool_references: list[str] | None = None
    citable_sources: list[JsonValue] | None = None
    skill_invocation: JsonValue | None = None
    post_tool_use_failure_hooks_processed: bool | None = None
    ui_resource: JsonValue | None = None
    mcp_meta: dict[str, JsonValue] | None = None
    structured_content: JsonValue | None = None
    task_completion_decision: TaskCompletionDecision | None = None


class ToolResultNewMessage(WireStruct, frozen=True, kw_only=True, gc=False):
    """A message injected by a tool result.

    Attributes:
        content: Message content to inject after the tool result.
        source: Source attributed to the injected message.
    """

    content: str
    source: str


class ToolsGetBuiltinDescriptorsResult(WireStruct, frozen=True, kw_only=True):
    """Rust-owned built-in tool descriptors for the session.

    Attributes:
        tools: Built-in tool descriptors materialized for the session.
    """

    tools: list[BuiltinToolDescriptor]


class ToolsGetCurrentMetadataResult(WireStruct, frozen=True, kw_only=True):
    """Current lightweight tool metadata snapshot for the session.

    Attributes:
        tools: Current tool metadata, or null when tools have not been initialized yet
    """

    tools: list[CurrentToolMetadata] | None


class ToolsInitializeAndValidateResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Resolve, build, and validate the runtime tool list for this session. Subagent sessions and
    consumer flows that need an initialized tool set before `send` invoke this. Default
    base-class implementation is a no-op for sessions that don't support tool validation.
    """


class ToolsSetResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Empty result after replacing the calling connection's externally implemented tools."""


class ToolsShellDescriptorConfig(WireStruct, frozen=True, kw_only=True):
    """Shell-specific names and description lines used to materialize built-in shell tool
    descriptors.

    Attributes:
        shell_type: Stable shell type identifier.
        display_name: Human-readable shell name.
        shell_tool_name: Tool name used to start shell commands.
        read_shell_tool_name: Tool name used to read shell output.
        stop_shell_tool_name: Tool name used to stop shell commands.
        list_shells_tool_name: Tool name used to list active shells.
        description_lines: Additional model-facing shell description lines.
    """

    shell_type: str
    display_name: str
    shell_tool_name: str
    read_shell_tool_name: str
    stop_shell_tool_name: str
    list_shells_tool_name: str
    description_lines: list[str]


class ToolsUpdateSubagentSettingsResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Empty result after applying subagent settings"""


if TYPE_CHECKING:
    BuiltinToolFormatType: TypeAlias = Literal["grammar"] | str
    """Custom input-format kind.

    - ``grammar``: The tool input is parsed with the supplied grammar.
    """
    ExternalToolTextResultForLlmBinaryResultsForLlmType: TypeAlias = Literal["image", "resource"] | str
    """Binary result type discriminator. Use "image" for images and "resource" for other binary
    data.

    - ``image``: Binary image data.
    - ``resource``: Other binary resource data.
    """
    ExternalToolTextResultForLlmContentResourceLinkIconTheme: TypeAlias = Literal["light", "dark"] | str
    """Theme variant this icon is intended for

    - ``light``: Icon intended for light themes.
    - ``dark``: Icon intended for dark themes.
    """
    ProtocolExternalToolDefer: TypeAlias = Literal["auto", "never"] | str
    """Controls whether the runtime may defer loading an external tool definition.

    - ``auto``: The runtime may defer the tool according to its tool-loading policy.
    - ``never``: The runtime must include the tool without deferring it.
    """
    SubagentSettingsEntryContextTier: TypeAlias = Literal["inherit", "default", "long_context"] | str
    """Context tier override for matching subagents

    - ``inherit``: Inherit the parent session's effective context tier at dispatch time.
    - ``default``: Use the model's default context window.
    - ``long_context``: Pin the subagent to the long-context tier when supported.
    """
    TaskCompletionOutcome: TypeAlias = Literal["completed", "continue", "blocked"] | str
    """Semantic result of evaluating a task completion request

    - ``completed``: The completion request was accepted and the objective is complete.
    - ``continue``: The completion request was rejected because more work or validation remains.
    - ``blocked``: Completion cannot proceed without intervention; the active objective is paused
        when one is identified.
    """
    ToolResultType: TypeAlias = Literal["success", "failure", "timeout", "rejected", "denied"] | str
    """Execution outcome classification.

    - ``success``: The tool completed successfully.
    - ``failure``: The tool failed.
    - ``timeout``: The tool exceeded its execution timeout.
    - ``rejected``: The tool request was rejected before execution.
    - ``denied``: Permission policy denied the tool request.
    """
    BuiltinToolSafeForTelemetry: TypeAlias = BuiltinToolSafeTelemetryFields | bool
    """Telemetry-safety policy for a built-in tool."""
    ExternalToolTextResultForLlmContent: TypeAlias = ExternalToolTextResultForLlmContentText | ExternalToolTextResultForLlmContentTerminal | ExternalToolTextResultForLlmContentShellExit | ExternalToolTextResultForLlmContentImage | ExternalToolTextResultForLlmContentAudio | ExternalToolTextResultForLlmContentResourceLink | ExternalToolTextResultForLlmContentResource | UnknownVariant
    """A content block within a tool result, which may be text, terminal output, image, audio, or a
    resource
    """
else:
    BuiltinToolFormatType = Literal["grammar"]
    ExternalToolTextResultForLlmBinaryResultsForLlmType = Literal["image", "resource"]
    ExternalToolTextResultForLlmContentResourceLinkIconTheme = Literal["light", "dark"]
    ProtocolExternalToolDefer = Literal["auto", "never"]
    SubagentSettingsEntryContextTier = Literal["inherit", "default", "long_context"]
    TaskCompletionOutcome = Literal["completed", "continue", "blocked"]
    ToolResultType = Literal["success", "failure", "timeout", "rejected", "denied"]
    BuiltinToolSafeForTelemetry = BuiltinToolSafeTelemetryFields | bool
    ExternalToolTextResultForLlmContent = ExternalToolTextResultForLlmContentText | ExternalToolTextResultForLlmContentTerminal | ExternalToolTextResultForLlmContentShellExit | ExternalToolTextResultForLlmContentImage | ExternalToolTextResultForLlmContentAudio | ExternalToolTextResultForLlmContentResourceLink | ExternalToolTextResultForLlmContentResource


class SessionToolsExecuteParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.tools.execute``."""

    name: str
    arguments: JsonValue
    tool_call_id: str | None = None


class SessionToolsGetBuiltinDescriptorsParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.tools.getBuiltinDescriptors``."""

    reduce_user_intervention: bool | None = None
    include_author: bool | None = None
    skill_embedding_enabled: bool | None = None
    shell_config: ToolsShellDescriptorConfig | None = None
    shell_supports_power_shell7_syntax: bool | None = None
    shell_timeout_ms: float | None = None
    background_task_notifications_enabled: bool | None = None


class SessionToolsHandlePendingToolCallParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.tools.handlePendingToolCall``."""

    request_id: str
    result: ExternalToolTextResultForLlm | str | None = None
    error: str | None = None


class SessionToolsSetParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.tools.set``."""

    tools: Sequence[ProtocolExternalToolDefinition]


class SessionToolsTaskCompleteEventDataParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.tools.taskCompleteEventData``."""

    tool_args: JsonValue
    final_result: ToolResultExpanded


class SessionToolsUpdateSubagentSettingsParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.tools.updateSubagentSettings``."""

    subagents: SubagentSettings | None


class SessionToolsRpc(RpcNamespace):
    """``session.tools.*``."""

    __slots__ = ()

    async def execute(
        self,
        *,
        name: str,
        arguments: JsonValue,
        tool_call_id: str | None = None,
        rpc_timeout: float | None = None,
    ) -> ToolResultExpanded | str:
        """Executes one tool from the session's currently offered tool set through the native
        invocation pipeline.

        ``session.tools.execute`` on the wire; experimental.

        Args:
            name: Name of the currently offered tool to execute.
            arguments: Arguments supplied to the tool.
            tool_call_id: Optional identifier used to correlate this invocation with its tool
                call.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Canonical result returned by a session tool.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return cast(
            "ToolResultExpanded | str",
            await self._call(
                "session.tools.execute",
                SessionToolsExecuteParams(
                    name=name,
                    arguments=arguments,
                    tool_call_id=tool_call_id,
                ),
                cast("type[object]", ToolResultExpanded | str),
                rpc_timeout,
            ),
        )

    async def get_builtin_descriptors(
        self,
        *,
        reduce_user_intervention: bool | None = None,
        include_author: bool | None = None,
        skill_embedding_enabled: bool | None = None,
        shell_config: ToolsShellDescriptorConfig | None = None,
        shell_supports_power_shell7_syntax: bool | None = None,
        shell_timeout_ms: float | None = None,
        background_task_notifications_enabled: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> ToolsGetBuiltinDescriptorsResult:
        """Returns the Rust-owned built-in tool descriptors used to construct the session's offered
        tool set.

        ``session.tools.getBuiltinDescriptors`` on the wire; experimental.

        Args:
            reduce_user_intervention: Whether descriptors should favor fewer user-intervention
                prompts.
            include_author: Whether tool descriptors should include authoring metadata.
            skill_embedding_enabled: Whether semantic skill lookup is available.
            shell_config: Shell-specific names and description lines for shell tools.
            shell_supports_power_shell7_syntax: Whether the configured shell supports PowerShell
                7 syntax.
            shell_timeout_ms: Default shell timeout in milliseconds.
            background_task_notifications_enabled: Whether background task completion
                notifications are enabled.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Rust-owned built-in tool descriptors for the session.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.tools.getBuiltinDescriptors",
            SessionToolsGetBuiltinDescriptorsParams(
                reduce_user_intervention=reduce_user_intervention,
                include_author=include_author,
                skill_embedding_enabled=skill_embedding_enabled,
                shell_config=shell_config,
                shell_supports_power_shell7_syntax=shell_supports_power_shell7_syntax,
                shell_timeout_ms=shell_timeout_ms,
                background_task_notifications_enabled=background_task_notifications_enabled,
            ),
            ToolsGetBuiltinDescriptorsResult,
            rpc_timeout,
        )

    async def get_current_metadata(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> ToolsGetCurrentMetadataResult:
        """Returns lightweight metadata for the session's currently initialized tools.

        ``session.tools.getCurrentMetadata`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Current lightweight tool metadata snapshot for the session.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.tools.getCurrentMetadata",
            None,
            ToolsGetCurrentMetadataResult,
            rpc_timeout,
        )

    async def handle_pending_tool_call(
        self,
        *,
        request_id: str,
        result: ExternalToolTextResultForLlm | str | None = None,
        error: str | None = None,
        rpc_timeout: float | None = None,
    ) -> HandlePendingToolCallResult:
        """Provides the result for a pending external tool call.

        ``session.tools.handlePendingToolCall`` on the wire; experimental.

        Args:
            request_id: Request ID of the pending tool call
            result: Tool call result (string or expanded result object)
            error: Error message if the tool call failed
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the external tool call result was handled successfully.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.tools.handlePendingToolCall",
            SessionToolsHandlePendingToolCallParams(
                request_id=request_id,
                result=result,
                error=error,
            ),
            HandlePendingToolCallResult,
            rpc_timeout,
        )

    async def initialize_and_validate(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> ToolsInitializeAndValidateResult:
        """Resolves, builds, and validates the runtime tool list for the session.

        ``session.tools.initializeAndValidate`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Resolve, build, and validate the runtime tool list for this session. Subagent
            sessions and consumer flows that need an initialized tool set before `send` invoke
            this. Default base-class implementation is a no-op for sessions that don't support
            tool validation.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.tools.initializeAndValidate",
            None,
            ToolsInitializeAndValidateResult,
            rpc_timeout,
        )

    async def set(
        self,
        *,
        tools: Sequence[ProtocolExternalToolDefinition],
        rpc_timeout: float | None = None,
    ) -> ToolsSetResult:
        """Atomically replaces the complete externally implemented tool list supplied by the calling
        connection. Built-in, MCP/plugin, extension-discovered, subagent, and tools supplied by
        other connections remain unchanged.

        ``session.tools.set`` on the wire; experimental.

        Args:
            tools: Complete replacement list for the calling connection.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Empty result after replacing the calling connection's externally implemented tools.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.tools.set",
            SessionToolsSetParams(
                tools=tools,
            ),
            ToolsSetResult,
            rpc_timeout,
        )

    async def task_complete_event_data(
        self,
        *,
        tool_args: JsonValue,
        final_result: ToolResultExpanded,
        rpc_timeout: float | None = None,
    ) -> TaskCompleteData:
        """Projects a completed task_complete tool call into its label-safe session event payload.

        ``session.tools.taskCompleteEventData`` on the wire; experimental.

        Args:
            tool_args: Arguments supplied to the completed task_complete tool call.
            final_result: Final expanded result returned by the task_complete tool.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Task completion notification with summary from the agent

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.tools.taskCompleteEventData",
            SessionToolsTaskCompleteEventDataParams(
                tool_args=tool_args,
                final_result=final_result,
            ),
            TaskCompleteData,
            rpc_timeout,
        )

    async def update_subagent_settings(
        self,
        *,
        subagents: SubagentSettings | None,
        rpc_timeout: float | None = None,
    ) -> ToolsUpdateSubagentSettingsResult:
        """Sets the current session's live subagent settings override, which takes precedence over
        persisted user settings until cleared. Persisted user settings remain the source of truth
        for future sessions.

        ``session.tools.updateSubagentSettings`` on the wire; experimental.

        Args:
            subagents: Subagent settings to apply, or null to clear the live session override
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Empty result after applying subagent settings

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.tools.updateSubagentSettings",
            SessionToolsUpdateSubagentSettingsParams(
                subagents=subagents,
            ),
            ToolsUpdateSubagentSettingsResult,
            rpc_timeout,
        )
