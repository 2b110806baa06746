"""Types of session events: events_session.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from msgspec import UNSET, UnsetType

from .events_common import (
    Attachment,
    FusionConversationScope,
    FusionPattern,
    FusionPhaseKind,
    McpServerSource,
    McpServerTransport,
    ReasoningSummary,
    RemediationAction,
    SessionMode,
)
from copilot_actors.protocol._typed_event import TypedEvent
from copilot_actors.protocol._wire_struct import (
    JsonValue,
    WireStruct,
)

__all__ = [
    "AgentModelPolicy",
    "AutoModeResolvedReasoningBucket",
    "AutoTier",
    "AutoTierSwitchFailureReason",
    "AutopilotObjectiveChangedOperation",
    "AutopilotObjectiveChangedStatus",
    "BinaryAssetType",
    "CanvasRegistryChangedCanvas",
    "CanvasRegistryChangedCanvasAction",
    "CompactionCompleteCompactionTokensUsed",
    "CompactionCompleteCompactionTokensUsedCopilotUsage",
    "CompactionCompleteCompactionTokensUsedCopilotUsageTokenDetail",
    "CompactionTrigger",
    "CompletionReceiptEventRange",
    "CompletionReceiptFinalTool",
    "CompletionReceiptStopReason",
    "CompletionReceiptToolStatus",
    "ContextTier",
    "CustomAgentsUpdatedAgent",
    "ExtensionsLoadedExtension",
    "ExtensionsLoadedExtensionSource",
    "ExtensionsLoadedExtensionStatus",
    "FusionCommitKind",
    "FusionFollowUpAction",
    "FusionFollowUpRecommendation",
    "FusionPhasePlanStep",
    "FusionScores",
    "FusionTurnKind",
    "GitHubMcpToolConfig",
    "HandoffRepository",
    "HandoffSourceType",
    "ManagedSettingsEnforcedAction",
    "ManagedSettingsEnforcedEscalation",
    "ManagedSettingsResolvedSource",
    "McpServerMetadata",
    "McpServerStatus",
    "McpServersLoadedServer",
    "ModelChangeSource",
    "PermissionMode",
    "PlanChangedOperation",
    "RecommendedAutoTier",
    "ScheduleOrigin",
    "SessionAutoModeResolved",
    "SessionAutoModeResolvedData",
    "SessionAutoTierRecommendation",
    "SessionAutoTierRecommendationData",
    "SessionAutoTierSwitchFailed",
    "SessionAutoTierSwitchFailedData",
    "SessionAutopilotObjectiveChanged",
    "SessionAutopilotObjectiveChangedData",
    "SessionBackgroundTasksChanged",
    "SessionBackgroundTasksChangedData",
    "SessionBinaryAsset",
    "SessionBinaryAssetData",
    "SessionCanvasClosed",
    "SessionCanvasClosedData",
    "SessionCanvasOpened",
    "SessionCanvasOpenedData",
    "SessionCanvasRecorded",
    "SessionCanvasRecordedData",
    "SessionCanvasRegistryChanged",
    "SessionCanvasRegistryChangedData",
    "SessionCanvasRemoved",
    "SessionCanvasRemovedData",
    "SessionCanvasUnavailable",
    "SessionCanvasUnavailableData",
    "SessionCompactionComplete",
    "SessionCompactionCompleteData",
    "SessionCompactionStart",
    "SessionCompactionStartData",
    "SessionCompletionReceipt",
    "SessionCompletionReceiptData",
    "SessionContextChanged",
    "SessionContextChangedData",
    "SessionContextCleared",
    "SessionContextClearedData",
    "SessionCustomAgentsUpdated",
    "SessionCustomAgentsUpdatedData",
    "SessionCustomNotification",
    "SessionCustomNotificationData",
    "SessionError",
    "SessionErrorData",
    "SessionExtensionsAttachmentsPushed",
    "SessionExtensionsAttachmentsPushedData",
    "SessionExtensionsLoaded",
    "SessionExtensionsLoadedData",
    "SessionFusionCommitStarted",
    "SessionFusionCommitStartedData",
    "SessionFusionCompleted",
    "SessionFusionCompletedData",
    "SessionFusionHandoff",
    "SessionFusionHandoffData",
    "SessionFusionResolved",
    "SessionFusionResolvedData",
    "SessionFusionRouteFailed",
    "SessionFusionRouteFailedData",
    "SessionFusionRouteStarted",
    "SessionFusionRouteStartedData",
    "SessionHandoff",
    "SessionHandoffData",
    "SessionIdle",
    "SessionIdleData",
    "SessionInfo",
    "SessionInfoData",
    "SessionLimitsConfig",
    "SessionManagedSettingsEnforced",
    "SessionManagedSettingsEnforcedData",
    "SessionManagedSettingsResolved",
    "SessionManagedSettingsResolvedData",
    "SessionMcpServerNeedsReconnect",
    "SessionMcpServerNeedsReconnectData",
    "SessionMcpServerRemoved",
    "SessionMcpServerRemovedData",
    "SessionMcpServerStatusChanged",
    "SessionMcpServerStatusChangedData",
    "SessionMcpServersLoaded",
    "SessionMcpServersLoadedData",
    "SessionMemoryChanged",
    "SessionMemoryChangedData",
    "SessionModeChanged",
    "SessionModeChangedData",
    "SessionModeNoticeDelivered",
    "SessionModeNoticeDeliveredData",
    "SessionModelChange",
    "SessionModelChangeData",
    "SessionPermissionsChanged",
    "SessionPermissionsChangedData",
    "SessionPlanChanged",
    "SessionPlanChangedData",
    "SessionRemoteSteerableChanged",
    "SessionRemoteSteerableChangedData",
    "SessionResume",
    "SessionResumeData",
    "SessionScheduleCancelled",
    "SessionScheduleCancelledData",
    "SessionScheduleCreated",
    "SessionScheduleCreatedData",
    "SessionScheduleRearmed",
    "SessionScheduleRearmedData",
    "SessionSessionLimitsChanged",
    "SessionSessionLimitsChangedData",
    "SessionShutdown",
    "SessionShutdownData",
    "SessionSkillsLoaded",
    "SessionSkillsLoadedData",
    "SessionSnapshotRewind",
    "SessionSnapshotRewindData",
    "SessionStart",
    "SessionStartData",
    "SessionTaskComplete",
    "SessionTaskCompleteData",
    "SessionTitleChanged",
    "SessionTitleChangedData",
    "SessionTodosChanged",
    "SessionTodosChangedData",
    "SessionToolsUpdated",
    "SessionToolsUpdatedData",
    "SessionTruncation",
    "SessionTruncationData",
    "SessionUsageCheckpoint",
    "SessionUsageCheckpointData",
    "SessionUsageInfo",
    "SessionUsageInfoData",
    "SessionWarning",
    "SessionWarningData",
    "SessionWorkspaceFileChanged",
    "SessionWorkspaceFileChangedData",
    "ShutdownAgentMetric",
    "ShutdownCodeChanges",
    "ShutdownModelMetric",
    "ShutdownModelMetricRequests",
    "ShutdownModelMetricTokenDetail",
    "ShutdownModelMetricUsage",
    "ShutdownTokenDetail",
    "ShutdownType",
    "SkillSource",
    "SkillsLoadedSkill",
    "TaskCompletionOutcome",
    "UsageCheckpointModelCacheState",
    "Verbosity",
    "WorkingDirectoryContextHostType",
    "WorkspaceFileChangedOperation",
]


class CanvasRegistryChangedCanvas(WireStruct, frozen=True, kw_only=True):
    """A single canvas declaration in `session.canvas.registry_changed`, including provider IDs,
    display metadata, input schema, and actions.

    Attributes:
        extension_id: Owning provider identifier
        extension_name: Owning extension display name, when available
        canvas_id: Provider-local canvas identifier
        display_name: Human-readable canvas name
        description: Short, single-sentence description shown to the agent in canvas catalogs.
        icon: Host-local PNG path for the canvas icon, when supplied
        input_schema: JSON Schema for canvas open input
        actions: Actions the agent or host may invoke
    """

    extension_id: str
    extension_name: str | None = None
    canvas_id: str
    display_name: str
    description: str
    icon: str | None = None
    input_schema: JsonValue | None = None
    actions: list[CanvasRegistryChangedCanvasAction] | None = None


class CanvasRegistryChangedCanvasAction(WireStruct, frozen=True, kw_only=True):
    """A single action within a canvas declaration, with its name, optional description, and
    optional input schema.

    Attributes:
        name: Action name
        description: Action description
        input_schema: JSON Schema for action input
    """

    name: str
    description: str | None = None
    input_schema: JsonValue | None = None


class CompactionCompleteCompactionTokensUsed(WireStruct, frozen=True, kw_only=True, gc=False):
    """Token usage breakdown for the compaction LLM call (aligned with assistant.usage format)

    Attributes:
        input_tokens: Input tokens consumed by the compaction LLM call
        output_tokens: Output tokens produced by the compaction LLM call
        cache_read_tokens: Cached input tokens reused in the compaction LLM call
        cache_write_tokens: Tokens written to prompt cache in the compaction LLM call
        copilot_usage: Internal. Per-request cost and usage data from the CAPI copilot_usage
            response field
        duration: Duration of the compaction LLM call in milliseconds
        model: Model identifier used for the compaction LLM call
    """

    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_read_tokens: int | None = None
    cache_write_tokens: int | None = None
    copilot_usage: CompactionCompleteCompactionTokensUsedCopilotUsage | None = None
    duration: int | None = None
    model: str | None = None


class CompactionCompleteCompactionTokensUsedCopilotUsage(WireStruct, frozen=True, kw_only=True):
    """Per-request cost and usage data from the CAPI copilot_usage response field

    Attributes:
        model: Internal. Default billing model for token details that do not identify their own
            model
        token_details: Internal. Itemized token usage breakdown
        total_nano_aiu: Total cost in nano-AI units for this request
    """

    model: str | None = None
    token_details: list[CompactionCompleteCompactionTokensUsedCopilotUsageTokenDetail] | None = None
    total_nano_aiu: float


class CompactionCompleteCompactionTokensUsedCopilotUsageTokenDetail(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Token usage detail for a single billing category

    Attributes:
        batch_size: Number of tokens in this billing batch
        cost_per_batch: Cost per batch of tokens
        model: Model responsible for this billing entry
        token_count: Total token count for this entry
        token_type: Token category (e.g., "input", "output")
    """

    batch_size: int
    cost_per_batch: int
    model: str | None = None
    token_count: int
    token_type: str


class CompletionReceiptEventRange(WireStruct, frozen=True, kw_only=True, gc=False):
    """Inclusive durable event range summarized by a completion receipt.

    Attributes:
        start_event_id: Identifier of the user message that starts the covered exchange.
        end_event_id: Identifier of the assistant turn-end event that ends the covered exchange.
            Always equals the receipt's sourceEventId, so either field is a valid join key.
    """

    start_event_id: str
    end_event_id: str


class CompletionReceiptFinalTool(WireStruct, frozen=True, kw_only=True, gc=False):
    """Final structured tool completion in the covered event range.

    Attributes:
        tool_call_id: Unique identifier of the completed tool call.
        tool_name: Tool name from the matching tool execution start event, when available.
        status: Structured success or failure status from the tool completion event.
        exit_code: Process exit code from a structured shell result, when available.
    """

    tool_call_id: str
    tool_name: str | None = None
    status: CompletionReceiptToolStatus
    exit_code: int | None = None


class CustomAgentsUpdatedAgent(WireStruct, frozen=True, kw_only=True):
    """A single loaded custom agent in `session.custom_agents_updated`, with identity, source,
    tools, invocability, and authored model configuration.

    Attributes:
        id: Unique identifier for the agent
        name: Internal name of the agent
        display_name: Human-readable display name
        description: Description of what the agent does
        source: Source location: user, project, inherited, remote, or plugin
        tools: List of tool names available to this agent, or null when all tools are available
        user_invocable: Whether the agent can be selected by the user
        disable_model_invocation: Whether model-driven invocation is disabled for this agent.
        model: Model override for this agent, if set
        models: Authored model ids in priority order, if configured
        model_policy: Whether authored models are preferences or required constraints
    """

    id: str
    name: str
    display_name: str
    description: str
    source: str
    tools: list[str] | None
    user_invocable: bool
    disable_model_invocation: bool | None = None
    model: str | None = None
    models: list[str] | None = None
    model_policy: AgentModelPolicy | None = None


class ExtensionsLoadedExtension(WireStruct, frozen=True, kw_only=True, gc=False):
    """A single extension discovered by `session.extensions_loaded`, including qualified ID, source,
    and current status.

    Attributes:
        id: Source-qualified extension ID (e.g., 'project:my-ext', 'user:auth-helper',
            'plugin:my-plugin:my-ext')
        name: Extension name (directory name)
        source: Discovery source
        status: Current status: running, disabled, failed, or starting
    """

    id: str
    name: str
    source: ExtensionsLoadedExtensionSource
    status: ExtensionsLoadedExtensionStatus


class FusionFollowUpRecommendation(WireStruct, frozen=True, kw_only=True, gc=False):
    """Durable server recommendation for subsequent HydraFusion turns.

    Attributes:
        user_turn: Recommended routing action for the next user-message turn.
        compaction_turn: Recommended routing action for the next compaction turn.
    """

    user_turn: FusionFollowUpAction
    compaction_turn: FusionFollowUpAction


class FusionPhasePlanStep(WireStruct, frozen=True, kw_only=True, gc=False):
    """Presentation-neutral phase planned for a HydraFusion turn.

    Attributes:
        kind: Kind of phase that may execute.
        role: Semantic role assigned to the phase.
        scope: Conversation scope in which the phase executes.
        conditional: Whether the phase executes only when an earlier phase requests it.
    """

    kind: FusionPhaseKind
    role: str
    scope: FusionConversationScope
    conditional: bool


class FusionScores(WireStruct, frozen=True, kw_only=True, gc=False):
    """Validated HydraFusion routing capability scores.

    Attributes:
        reasoning: Reasoning capability score returned by the authenticated router.
        code_gen: Code-generation capability score returned by the authenticated router.
        debugging: Debugging capability score returned by the authenticated router.
        tool_use: Tool-use capability score returned by the authenticated router.
    """

    reasoning: float
    code_gen: float
    debugging: float
    tool_use: float


class GitHubMcpToolConfig(WireStruct, frozen=True, kw_only=True):
    """Per-session configuration for the built-in GitHub MCP server

    Attributes:
        enable_all_tools: Whether to use the read-write endpoint and request all toolsets
        additional_toolsets: Additional GitHub MCP toolsets requested by the session
        additional_tools: Additional GitHub MCP tools requested by the session
        enable_insiders_mode: Whether to request the GitHub MCP insiders build
    """

    enable_all_tools: bool | None = None
    additional_toolsets: list[str] | None = None
    additional_tools: list[str] | None = None
    enable_insiders_mode: bool | None = None


class HandoffRepository(WireStruct, frozen=True, kw_only=True, gc=False):
    """Repository context for the handed-off session

    Attributes:
        owner: Repository owner (user or organization)
        name: Repository name
        branch: Git branch name, if applicable
    """

    owner: str
    name: str
    branch: str | None = None


class McpServerMetadata(WireStruct, frozen=True, kw_only=True, gc=False):
    """Server-advertised metadata learned through modern discovery or legacy initialization.

    Attributes:
        instructions: Non-empty natural-language guidance for using the server, or null when the
            server omitted instructions or advertised an empty string.
    """

    instructions: str | None


class McpServersLoadedServer(WireStruct, frozen=True, kw_only=True, gc=False):
    """A single MCP server status summary in `session.mcp_servers_loaded`, including name, status,
    source, transport, and plugin metadata.

    Attributes:
        name: Server name (config key)
        status: Connection status: connected, failed, needs-auth, pending, disabled, stopped, or
            not_configured
        source: Configuration source: user, workspace, plugin, builtin, or managed
        display_name: Human-readable display name supplied by a managed server catalog.
        error: Error message if the server failed to connect
        server_metadata: Server-advertised metadata for a connected server. Omitted when no live
            connection metadata is available, including while pending or when failed, disabled,
            stopped, or not configured.
        transport: Transport mechanism: stdio, http, sse (deprecated), or memory (in-process MCP
            server)
        plugin_name: Name of the plugin that supplied the effective MCP server config, only when
            source is plugin
        plugin_version: Version of the plugin that supplied the effective MCP server config, only
            when source is plugin
    """

    name: str
    status: McpServerStatus
    source: McpServerSource | None = None
    display_name: str | None = None
    error: str | None = None
    server_metadata: McpServerMetadata | None = None
    transport: McpServerTransport | None = None
    plugin_name: str | None = None
    plugin_version: str | None = None


class SessionAutoModeResolvedData(WireStruct, frozen=True, kw_only=True):
    """Auto Intent resolution: the concrete model the session settled on for the first prompt of an
    auto-mode session, and why. Lets SDK clients render the chosen model and the full reason it
    was picked. The core selection fields (chosenModel/reasoningBucket/categoryScores) are
    stable; the routing-analytics fields (predictedLabel/confidence/candidateModels) mirror the
    upstream intent service and may evolve, hence the event's experimental stability.

    Attributes:
        chosen_model: The concrete model the session will use after any intent refinement
        reasoning_bucket: Coarse request-difficulty bucket, for explaining why a model was chosen
            ("picked X because this looks like high-reasoning work")
        category_scores: Per-category classifier scores (0-1) behind the bucket: the granular
            HYDRA capability scores (reasoning, code_gen, debugging, tool_use), or the binary
            needs_reasoning/no_reasoning scores when HYDRA didn't run. Lets clients show a
            breakdown rather than just the bucket.
        predicted_label: The predicted classifier label (e.g. `needs_reasoning`), when available
        confidence: Classifier confidence for the predicted label, when available
        candidate_models: Ordered candidate model list the router returned, when not a fallback
        routing_method: The routing method the server applied, when Auto Intent ran
        available_models: Models offered to the router for this resolution
        fallback: Whether the router fell back to the standard Auto selection
        fallback_reason: Server-provided reason for falling back, when available
        sticky_override: Whether a sticky model choice overrode the router result
        router_latency_ms: Server-reported router processing time in milliseconds
        end_to_end_latency_ms: End-to-end client wait time for the router request in milliseconds
        chosen_shortfall: The chosen model's score shortfall relative to the top candidate
        has_image: Whether the routed prompt contained an image
    """

    chosen_model: str
    reasoning_bucket: AutoModeResolvedReasoningBucket | None = None
    category_scores: dict[str, float] | None = None
    predicted_label: str | None = None
    confidence: float | None = None
    candidate_models: list[str] | None = None
    routing_method: str | None = None
    available_models: list[str] | None = None
    fallback: bool | None = None
    fallback_reason: str | None = None
    sticky_override: bool | None = None
    router_latency_ms: float | None = None
    end_to_end_latency_ms: float | None = None
    chosen_shortfall: float | None = None
    has_image: bool | None = None


class SessionAutoTierRecommendationData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Live-only Auto preference recommendation from Copilot API after a successful Auto model call.

    Attributes:
        recommended_auto_tier: Recommended Auto preference.
    """

    recommended_auto_tier: RecommendedAutoTier


class SessionAutoTierSwitchFailedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """A transient Auto preference failure emitted when the runtime cannot mint or accept a usable
    model and token pair. The previously effective preference remains active, so SDK clients can
    surface a non-blocking failure without changing their committed-tier state. This event is
    ephemeral and is not persisted or replayed on resume.

    Attributes:
        effective_auto_tier: Auto preference that remains effective after the failed request.
        requested_auto_tier: Auto preference that failed to activate, or null when returning to
            provider-default routing failed.
        reason: Low-cardinality failure outcome reported by Auto resolution.
    """

    effective_auto_tier: AutoTier | None = None
    requested_auto_tier: AutoTier | None
    reason: AutoTierSwitchFailureReason


class SessionAutopilotObjectiveChangedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Autopilot objective state file operation details indicating what changed

    Attributes:
        operation: The type of operation performed on the autopilot objective state file
        id: Current autopilot objective id, if one exists
        status: Current autopilot objective status, if one exists
    """

    operation: AutopilotObjectiveChangedOperation
    id: int | None = None
    status: AutopilotObjectiveChangedStatus | None = None


class SessionBackgroundTasksChangedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Empty payload for `session.background_tasks_changed`, indicating background task state
    changed.
    """


class SessionBinaryAssetData(WireStruct, frozen=True, kw_only=True):
    """Canonical bytes for a content-addressed binary asset shared by reference across events

    Attributes:
        asset_id: Content-addressed id for this binary asset (e.g. "sha256:...").
        type: Binary asset type discriminator. Use "image" for images and "resource" otherwise.
        mime_type: MIME type of the binary asset
        byte_length: Decoded byte length of the binary asset
        data: Base64-encoded binary data
        description: Human-readable description of the binary data
        metadata: Optional metadata from the producing tool.
    """

    asset_id: str
    type: BinaryAssetType
    mime_type: str
    byte_length: int
    data: str
    description: str | None = None
    metadata: dict[str, JsonValue] | None = None


class SessionCanvasClosedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Payload of `session.canvas.closed` with the closed canvas instance ID, provider ID, and
    canvas ID.

    Attributes:
        instance_id: Stable caller-supplied identifier of the canvas instance that was closed
        extension_id: Owning provider identifier
        canvas_id: Provider-local canvas identifier
    """

    instance_id: str
    extension_id: str
    canvas_id: str


class SessionCanvasOpenedData(WireStruct, frozen=True, kw_only=True):
    """Payload of `session.canvas.opened` with canvas instance and provider IDs plus optional icon,
    title, status, URL, and input.

    Attributes:
        instance_id: Stable caller-supplied canvas instance identifier
        extension_id: Owning provider identifier
        extension_name: Owning extension display name, when available
        canvas_id: Provider-local canvas identifier
        icon: Host-local PNG path for the canvas icon, when supplied
        title: Rendered title
        status: Provider-supplied status text
        url: URL for web-rendered canvases
        input: Input supplied when the instance was opened
    """

    instance_id: str
    extension_id: str
    extension_name: str | None = None
    canvas_id: str
    icon: str | None = None
    title: str | None = None
    status: str | None = None
    url: str | None = None
    input: JsonValue | None = None


class SessionCanvasRecordedData(WireStruct, frozen=True, kw_only=True):
    """Durable record that a canvas instance is open, used to restore open canvases on cold session
    resume. Intentionally omits the transient url and availability.

    Attributes:
        instance_id: Stable caller-supplied canvas instance identifier
        extension_id: Owning provider identifier
        canvas_id: Provider-local canvas identifier
        title: Rendered title
        input: Input supplied when the instance was opened
    """

    instance_id: str
    extension_id: str
    canvas_id: str
    title: str | None = None
    input: JsonValue | None = None


class SessionCanvasRegistryChangedData(WireStruct, frozen=True, kw_only=True):
    """Payload of `session.canvas.registry_changed` listing the canvas declarations currently
    available.

    Attributes:
        canvases: Canvas declarations currently available
    """

    canvases: list[CanvasRegistryChangedCanvas]


class SessionCanvasRemovedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Durable record that a canvas instance was closed, superseding a prior instance_recorded
    during resume replay.

    Attributes:
        instance_id: Stable caller-supplied identifier of the canvas instance that was closed
        extension_id: Owning provider identifier
        canvas_id: Provider-local canvas identifier
    """

    instance_id: str
    extension_id: str
    canvas_id: str


class SessionCanvasUnavailableData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Transient signal that an open canvas instance's provider has dropped (for example the
    extension is reloading mid-session). The host should keep the panel mounted and surface a
    reconnecting affordance rather than tearing it down; a subsequent `session.canvas.opened` for
    the same instanceId clears the affordance once the provider reconnects with a fresh url.
    Ephemeral and never persisted, so it is never replayed on cold resume.

    Attributes:
        instance_id: Stable caller-supplied identifier of the canvas instance whose provider
            became unavailable
        extension_id: Owning provider identifier
        canvas_id: Provider-local canvas identifier
    """

    instance_id: str
    extension_id: str
    canvas_id: str


class SessionCompactionCompleteData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Conversation compaction results including success status, metrics, and optional error details

    Attributes:
        success: Whether compaction completed successfully
        error: Error message if compaction failed
        pre_compaction_tokens: Total tokens in conversation before compaction
        post_compaction_tokens: Total tokens in conversation after compaction
        pre_compaction_messages_length: Number of messages before compaction
        messages_removed: Number of messages removed during compaction
        tokens_removed: Number of tokens removed during compaction
        custom_instructions: User-supplied focus instructions provided to a manual `/compact`
            invocation. Omitted for automatic compaction and for manual compaction with no focus
            text.
        summary_content: LLM-generated summary of the compacted conversation history
        active_factory_summary: Internal. Authoritative active-factory reminder appended to the
            compacted context
        behavior_model_id: Canonical model identifier used for model-specific behavior when
            replaying compaction
        checkpoint_number: Checkpoint snapshot number created for recovery
        checkpoint_path: File path where the checkpoint was stored
        compaction_tokens_used: Token usage breakdown for the compaction LLM call (aligned with
            assistant.usage format)
        request_id: GitHub request tracing ID (x-github-request-id header) for the compaction LLM
            call
        service_request_id: Copilot service request ID (x-copilot-service-request-id header) for
            the compaction LLM call
        system_tokens: Token count from system message(s) after compaction
        conversation_tokens: Token count from non-system messages (user, assistant, tool) after
            compaction
        tool_definitions_tokens: Token count from tool definitions after compaction
        status_code: For failed compaction only: the HTTP status code of the compaction LLM call
            failure, when it carried one. Absent for successful compaction and for failures
            without an HTTP status (e.g. an empty model response or a transport error).
        token_limit: Model context window token limit the compaction was targeting, when known
        trigger: What initiated this compaction, when known
    """

    success: bool
    error: str | None = None
    pre_compaction_tokens: int | None = None
    post_compaction_tokens: int | None = None
    pre_compaction_messages_length: int | None = None
    messages_removed: int | None = None
    tokens_removed: int | None = None
    custom_instructions: str | None = None
    summary_content: str | None = None
    active_factory_summary: str | None = None
    behavior_model_id: str | None = None
    checkpoint_number: int | None = None
    checkpoint_path: str | None = None
    compaction_tokens_used: CompactionCompleteCompactionTokensUsed | None = None
    request_id: str | None = None
    service_request_id: str | None = None
    system_tokens: int | None = None
    conversation_tokens: int | None = None
    tool_definitions_tokens: int | None = None
    status_code: int | None = None
    token_limit: int | None = None
    trigger: CompactionTrigger | None = None


class SessionCompactionStartData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Context window breakdown at the start of LLM-powered conversation compaction

    Attributes:
        model: Model identifier used for compaction, when known
        system_tokens: Token count from system message(s) at compaction start
        conversation_tokens: Token count from non-system messages (user, assistant, tool) at
            compaction start
        tool_definitions_tokens: Token count from tool definitions at compaction start
        current_tokens: Total context tokens (system + conversation + tool definitions) at
            compaction start, when known
        token_limit: Model context window token limit the compaction is targeting, when known
        trigger: What initiated this compaction, when known
    """

    model: str | None = None
    system_tokens: int | None = None
    conversation_tokens: int | None = None
    tool_definitions_tokens: int | None = None
    current_tokens: int | None = None
    token_limit: int | None = None
    trigger: CompactionTrigger | None = None


class SessionCompletionReceiptData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Behavior-neutral record of structured runtime facts present when an agent completion decision
    is accepted.

    Attributes:
        schema_version: Version of the completion receipt payload.
        attempt: One-based accepted completion receipt ordinal in the durable session history.
        source_event_id: Identifier of the assistant turn-end event that supplied the accepted
            completion boundary. This is the receipt's idempotency key, and always equals
            eventRange.endEventId.
        event_range: Inclusive durable event range summarized by this receipt.
        stop_reason: Runtime reason the completion decision was accepted.
        final_tool: Final structured tool completion in the covered range, when one exists.
        successful_tool_count: Number of successful structured tool completions in the covered
            range.
        failed_tool_count: Number of failed structured tool completions in the covered range.
    """

    schema_version: int
    attempt: int
    source_event_id: str
    event_range: CompletionReceiptEventRange
    stop_reason: CompletionReceiptStopReason
    final_tool: CompletionReceiptFinalTool | None = None
    successful_tool_count: int
    failed_tool_count: int


class SessionContextChangedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Working directory and git context at session start

    Attributes:
        cwd: Current working directory path
        git_root: Root directory of the git repository, resolved via git rev-parse
        repository: Repository identifier derived from the git remote URL ("owner/name" for
            GitHub, "org/project/repo" for Azure DevOps)
        host_type: Hosting platform type of the repository (github or ado)
        repository_host: Raw host string from the git remote URL (e.g. "github.com",
            "mycompany.ghe.com", "dev.azure.com")
        branch: Current git branch name
        head_commit: Head commit of current git branch at session start time
        base_commit: Base commit of current git branch at session start time
        pending_git_context: Set on the immediate preliminary event of a working-directory
            change, before the git context is resolved. A settled follow-up event (enriched with
            git context, or cwd-only for a non-repository) is always emitted afterward, so
            observers may defer to it. Absent on standalone/final events (e.g. relay context
            changes).
    """

    cwd: str
    git_root: str | None = None
    repository: str | None = None
    host_type: WorkingDirectoryContextHostType | None = None
    repository_host: str | None = None
    branch: str | None = None
    head_commit: str | None = None
    base_commit: str | None = None
    pending_git_context: bool | None = None


class SessionContextClearedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Context-cleared details emitted when the host clears the conversation (the
    session.history.clearContext RPC / Session.clearContextMessages)

    Attributes:
        initial_message: Optional initial message set after clearing
        messages_cleared: Number of conversation messages that were cleared
    """

    initial_message: str | None = None
    messages_cleared: int


class SessionCustomAgentsUpdatedData(WireStruct, frozen=True, kw_only=True):
    """Payload of `session.custom_agents_updated` with loaded custom agents plus non-fatal warnings
    and fatal errors.

    Attributes:
        agents: Array of loaded custom agent metadata
        warnings: Non-fatal warnings from agent loading
        errors: Fatal errors from agent loading
    """

    agents: list[CustomAgentsUpdatedAgent]
    warnings: list[str]
    errors: list[str]


class SessionCustomNotificationData(WireStruct, frozen=True, kw_only=True):
    """Opaque custom notification data. Consumers may branch on source and name, but payload
    semantics are source-defined.

    Attributes:
        source: Namespace for the custom notification producer
        name: Source-defined custom notification name
        version: Optional source-defined payload schema version
        subject: Optional source-defined string identifiers describing the payload subject
        payload: Source-defined JSON payload for the custom notification
    """

    source: str
    name: str
    version: int | None = None
    subject: dict[str, str] | None = None
    payload: JsonValue


class SessionErrorData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Error details for timeline display including message and optional diagnostic information

    Attributes:
        error_type: Category of error (e.g., "authentication", "authorization", "quota",
            "rate_limit", "context_limit", "query")
        error_code: Fine-grained error code from the upstream provider, when available. For
            `errorType: "rate_limit"`, this is one of the `RateLimitErrorCode` values (e.g.,
            `"user_weekly_rate_limited"`, `"user_global_rate_limited"`, `"rate_limited"`,
            `"user_model_rate_limited"`, `"integration_rate_limited"`). For `errorType: "quota"`,
            this is the CAPI quota error code (e.g., `"quota_exceeded"`,
            `"session_quota_exceeded"`, `"billing_not_configured"`).
        eligible_for_auto_switch: Only set on `errorType: "rate_limit"`. When `true`, the runtime
            will follow this error with an `auto_mode_switch.requested` event (or silently switch
            if `continueOnAutoMode` is enabled). UI clients can use this flag to suppress
            duplicate rendering of the rate-limit error when they show their own auto-mode-switch
            prompt.
        message: Human-readable error message
        remediation: What the user must do to recover, when the runtime knows of an action. The
            `message` never names a client affordance, so a client that offers one — a slash
            command, a settings pane, a link — renders it from this value.
        stack: Error stack trace, when available
        status_code: HTTP status code from the upstream request, if applicable
        provider_call_id: GitHub request tracing ID (x-github-request-id header) for correlating
            with server-side logs
        service_request_id: Copilot service request ID (x-copilot-service-request-id header) for
            CAPI log correlation
        url: Optional URL associated with this error that the user can open in a browser
    """

    error_type: str
    error_code: str | None = None
    eligible_for_auto_switch: bool | None = None
    message: str
    remediation: RemediationAction | None = None
    stack: str | None = None
    status_code: int | None = None
    provider_call_id: str | None = None
    service_request_id: str | None = None
    url: str | None = None


class SessionExtensionsAttachmentsPushedData(WireStruct, frozen=True, kw_only=True):
    """Payload of `session.extensions.attachments_pushed` with extension-contributed attachments for
    the next send.

    Attributes:
        attachments: Attachments contributed by an extension; the host should surface these as
            composer pills and forward them via the next session.send call.
    """

    attachments: list[Attachment]


class SessionExtensionsLoadedData(WireStruct, frozen=True, kw_only=True):
    """Payload of `session.extensions_loaded` listing discovered extensions and their statuses.

    Attributes:
        extensions: Array of discovered extensions and their status
    """

    extensions: list[ExtensionsLoadedExtension]


class SessionFusionCommitStartedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Stable durable idempotency boundary for a HydraFusion final text or terminal commit.

    Attributes:
        kind: Kind of authoritative final commit.
    """

    fusion_id: str
    commit_id: str
    source_phase_id: str
    source_model: str
    kind: FusionCommitKind
    tool_call_id: str | None


class SessionFusionCompletedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Experimental durable aggregate outcome of a HydraFusion turn.

    Attributes:
        fusion_id: Stable identifier for the completed HydraFusion turn.
        commit_id: Idempotency identifier for the authoritative final commit.
        turn_id: Identifier of the session turn associated with the completion.
        synthetic_model: Synthetic HydraFusion model selected for the session.
        pattern: HydraFusion orchestration pattern executed for the turn.
        outcome: Stable aggregate outcome of the HydraFusion turn.
        final_source_phase_id: Phase whose output supplied the authoritative final content.
        final_source_model: Concrete model that supplied the authoritative final content.
        follow_up_model: Concrete model recommended for eligible follow-up turns.
        degraded_reason: Reason the turn used a degraded route, when applicable.
        phase_count: Number of concrete phases attempted by the turn.
        request_count: Total concrete model requests made across all phases.
        input_tokens: Total input tokens consumed across all phases.
        output_tokens: Total output tokens produced across all phases.
        cached_tokens: Total cached input tokens reported across all phases.
        cache_write_tokens: Total tokens written to prompt cache across all phases.
        total_nano_aiu: Total normalized AI-unit cost reported across all phases, in nano-AIU.
        duration_ms: Total elapsed execution time for the HydraFusion turn in milliseconds.
    """

    fusion_id: str
    commit_id: str
    turn_id: str
    synthetic_model: str
    pattern: FusionPattern
    outcome: str
    final_source_phase_id: str | None
    final_source_model: str | None
    follow_up_model: str
    degraded_reason: str | None
    phase_count: int
    request_count: int
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    cache_write_tokens: int | None = None
    total_nano_aiu: float
    duration_ms: float


class SessionFusionHandoffData(WireStruct, frozen=True, kw_only=True):
    """Exact durable model-visible repair or revision handoff between HydraFusion phases."""

    fusion_id: str
    source_phase_id: str
    target_phase_id: str
    target_model: str
    message: JsonValue


class SessionFusionResolvedData(WireStruct, frozen=True, kw_only=True):
    """Experimental durable validated HydraFusion route and turn policy.

    Attributes:
        fusion_id: Stable identifier for the resolved HydraFusion turn.
        turn_id: Identifier of the session turn associated with the route.
        contract_version: Version of the validated HydraFusion event contract.
        synthetic_model: Synthetic HydraFusion model selected for the session.
        policy: HydraFusion routing policy used to resolve the plan.
        route_source: Router implementation that supplied the plan.
        plan_version: Version of the validated execution-plan format.
        policy_version: Version of the local routing policy.
        model_universe_version: Version of the executable model universe used for selection.
        rule_id: Identifier of the local policy rule that matched.
        rule_index: Zero-based index of the local policy rule that matched.
        rule_name: Human-readable name of the local policy rule that matched.
        scores: Validated capability scores used to select the route.
        pattern: Validated orchestration pattern selected for the turn.
        phase_plan: Presentation-neutral phase plan for clients that render workflow progress.
        primary_model: Concrete model selected for the primary solver phase.
        secondary_model: Concrete model selected for the review or judge phase, when required.
        fallback_model: Concrete model used when the planned primary model cannot execute.
        follow_up_model: Concrete model recommended for eligible follow-up turns.
        follow_up: Router recommendation controlling reuse or rerouting on later turns.
        routing_latency_ms: Elapsed time in milliseconds required to resolve and validate the
            route.
    """

    fusion_id: str
    turn_id: str
    contract_version: int
    synthetic_model: str
    policy: str
    route_source: str | None = None
    plan_version: str | None = None
    policy_version: str | None = None
    model_universe_version: str | None = None
    rule_id: str | None = None
    rule_index: int | None = None
    rule_name: str | None = None
    scores: FusionScores | None = None
    pattern: FusionPattern
    phase_plan: list[FusionPhasePlanStep] | None = None
    primary_model: str
    secondary_model: str | None
    fallback_model: str
    follow_up_model: str
    follow_up: FusionFollowUpRecommendation | None = None
    routing_latency_ms: float | None = None


class SessionFusionRouteFailedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Experimental durable HydraFusion routing failure and the deterministic concrete fallback
    selected for the turn.

    Attributes:
        attempt_id: Identifier of the routing attempt that failed.
        synthetic_model: Synthetic HydraFusion model selected for the session.
        policy: HydraFusion routing policy requested for the turn.
        reason: Stable machine-readable reason for the routing failure.
        error_message: Provider or validation error detail, when available.
        fallback_model: Concrete model selected as the deterministic fallback.
        routing_latency_ms: Elapsed routing time in milliseconds before the failure.
    """

    attempt_id: str
    synthetic_model: str
    policy: str
    reason: str
    error_message: str | None = None
    fallback_model: str
    routing_latency_ms: float | None = None


class SessionFusionRouteStartedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Experimental transient signal that HydraFusion routing has started for an eligible turn.

    Attributes:
        attempt_id: Identifier for this routing attempt before a durable Fusion turn exists.
        turn_kind: Kind of turn being routed.
        synthetic_model: Synthetic HydraFusion model selected for the session.
        policy: HydraFusion routing policy requested for the turn.
    """

    attempt_id: str
    turn_kind: FusionTurnKind
    synthetic_model: str | None = None
    policy: str | None = None


class SessionHandoffData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Session handoff metadata including source, context, and repository information

    Attributes:
        handoff_time: ISO 8601 timestamp when the handoff occurred
        source_type: Origin type of the session being handed off
        repository: Repository context for the handed-off session
        context: Additional context information for the handoff
        summary: Summary of the work done in the source session
        remote_session_id: Session ID of the remote session being handed off
        host: GitHub host URL for the source session (e.g., https://github.com or
            https://tenant.ghe.com)
    """

    handoff_time: str
    source_type: HandoffSourceType
    repository: HandoffRepository | None = None
    context: str | None = None
    summary: str | None = None
    remote_session_id: str | None = None
    host: str | None = None


class SessionIdleData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Payload indicating the session is idle with no background agents or attached shell commands
    in flight

    Attributes:
        aborted: True when the preceding agentic loop was cancelled via abort signal
        mode: The session mode the agent was operating in when it went idle, when the mode is
            known. Lets turn-scoped consumers distinguish an autopilot continuation boundary
            (where the agent keeps working after this idle) from a genuine turn completion.
    """

    aborted: bool | None = None
    mode: SessionMode | None = None


class SessionInfoData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Informational message for timeline display with categorization

    Attributes:
        info_type: Category of informational message (e.g., "notification", "timing",
            "context_window", "mcp", "snapshot", "configuration", "authentication", "model")
        message: Human-readable informational message for display in the timeline
        url: Optional URL associated with this message that the user can open in a browser
        tip: Optional actionable tip displayed with this message
    """

    info_type: str
    message: str
    url: str | None = None
    tip: str | None = None


class SessionLimitsConfig(WireStruct, frozen=True, kw_only=True, gc=False):
    """Optional session limits.

    Attributes:
        max_ai_credits: Maximum AI Credits allowed across the session's current accounting
            window.
    """

    max_ai_credits: float | None = None


class SessionManagedSettingsEnforcedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Runtime enforcement of enterprise managed settings: fires when the session blocks or caps a
    runtime action because enterprise policy governs it, so SDK clients can explain *why* an
    action was governed. Unlike `session.managed_settings_resolved` (which reports *what* is
    managed), this reports a concrete governed action — e.g. a user or host tried to turn on a
    bypass-permissions escalation while policy disables it. Emitted live (not persisted to the
    session event log) on user/host-initiated attempts only, never for silent policy application.
    Marked experimental while the managed-settings surface stabilizes.

    Attributes:
        action: The category of runtime action that managed policy governed.
        escalation: For a `bypass_permissions_blocked` action, which permission-escalation
            primitive was refused. Absent for actions without a specific escalation primitive.
        setting: The managed setting key responsible for the enforcement (e.g.
            `permissions.disableBypassPermissionsMode`).
        fail_closed: Whether the enforcement was forced by fail-closed handling (managed policy
            could not be determined) rather than an explicit managed setting. When true,
            `setting` still names the restriction that was applied.
        message: A human-readable explanation of why the action was governed, suitable for
            surfacing to the user.
    """

    action: ManagedSettingsEnforcedAction
    escalation: ManagedSettingsEnforcedEscalation | None = None
    setting: str
    fail_closed: bool
    message: str


class SessionManagedSettingsResolvedData(WireStruct, frozen=True, kw_only=True):
    """Enterprise managed-settings resolution: the effective managed settings the session applied
    and which channels contributed, so SDK clients can show users what is enterprise-managed.
    Fires whenever managed policy is (re)applied — at session start, on resume, and on account
    switch. This is an ephemeral live snapshot (delivered to subscribers but not persisted to the
    session event log), because at session start it resolves before `session.start` is emitted.
    Device values take precedence over server values, then the policy helper, per ordinary key,
    while permissions compose restrictively across device, server, policy-helper, and SDK-client
    layers. The account-scoped `getManagedSettings()` API does not include session-local client
    injection. Marked experimental while the managed-settings surface stabilizes.

    Attributes:
        source: Channel summary: `server`, `device`, `client`, or `policyHelper` when exactly one
            channel contributed; `mixed` when multiple channels contributed; otherwise `none`.
            Consult the per-channel booleans for exact provenance.
        server_managed: Whether the server (account/org) managed-settings layer was present
        device_managed: Whether an actual device MDM/plist/registry/file managed-settings layer
            was present
        client_managed: Whether a session-local permissions layer injected by the SDK host was
            present
        policy_helper_managed: Whether the policy-helper managed-settings layer was present. The
            policy helper is the weakest channel: it fills keys no enterprise source set and can
            never replace one.
        fail_closed: Whether managed policy could not be determined (e.g. a failed server fetch)
            and the session fell back to the fail-closed restriction. When true, restrictions
            such as disabling bypass-permissions are enforced even though `settings` may be
            absent.
        sandbox_enabled_by_undetermined_policy: Whether the effective sandbox policy forces the
            sandbox on *only* because managed policy could not be determined, rather than because
            the policy requires it. Lets clients tell a user whose `--no-sandbox` was overridden
            that the sandbox stayed on as a fail-closed fallback, instead of attributing it to an
            administrator who set no such policy.
        bypass_permissions_disabled: Whether enterprise policy disables bypass-permissions
            ("yolo") mode for this session. Deny-wins across layers, and forced on when
            `failClosed` is true.
        permissions_allow_intersected: Whether at least two managed sources supplied permission
            allowlists, so enforcement intersects them and the flattened settings payload omits
            `permissions.allow`.
        managed_keys: The setting keys under enterprise management in the effective managed
            settings (e.g. `model`, `enabledPlugins`, `permissions`). Empty when no managed
            settings are in force.
        settings: The effective (resolved) managed settings values, so clients can render exactly
            what is enforced. Absent when no managed policy is in force.
    """

    source: ManagedSettingsResolvedSource
    server_managed: bool
    device_managed: bool
    client_managed: bool | None = None
    policy_helper_managed: bool | None = None
    fail_closed: bool
    sandbox_enabled_by_undetermined_policy: bool | None = None
    bypass_permissions_disabled: bool
    permissions_allow_intersected: bool | None = None
    managed_keys: list[str]
    settings: JsonValue | None = None


class SessionMcpServerNeedsReconnectData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Payload of `session.mcp_server_needs_reconnect` identifying an MCP server whose connection
    must be re-established.

    Attributes:
        server_name: Name of the MCP server that needs to reconnect
    """

    server_name: str


class SessionMcpServerRemovedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Payload of `session.mcp_server_removed` identifying an MCP server the graph no longer runs.

    Attributes:
        server_name: Name of the MCP server that was removed from the graph
    """

    server_name: str


class SessionMcpServerStatusChangedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Payload of `session.mcp_server_status_changed` for one MCP server's status and optional
    failure error.

    Attributes:
        server_name: Name of the MCP server whose status changed
        status: Connection status: connected, failed, needs-auth, pending, disabled, stopped, or
            not_configured
        error: Error message if the server entered a failed state
    """

    server_name: str
    status: McpServerStatus
    error: str | None = None


class SessionMcpServersLoadedData(WireStruct, frozen=True, kw_only=True):
    """Payload of `session.mcp_servers_loaded` listing MCP server status summaries.

    Attributes:
        servers: Array of MCP server status summaries
    """

    servers: list[McpServersLoadedServer]


class SessionMemoryChangedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Signal-only event: the agent successfully stored a memory (store_memory) or voted on one
    (vote_memory). No payload — consumers should re-fetch memories to pick up the change. Used to
    refresh memory context (e.g. re-running the context sidekick) so newly written memories
    surface in subsequent turns.
    """


class SessionModeChangedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Agent mode change details including previous and new modes

    Attributes:
        previous_mode: The session mode the agent is operating in
        new_mode: The session mode the agent is operating in
    """

    previous_mode: SessionMode
    new_mode: SessionMode


class SessionModeNoticeDeliveredData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Records that a mode transition notice reached the model so cache-stable mode tools can remain
    offered across resume.

    Attributes:
        mode: Mode established by the delivered transition notice
        content: Model-visible transition notice persisted for a mid-turn delivery
    """

    mode: SessionMode
    content: str | None = None


class SessionModelChangeData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Model change details including previous and new model identifiers

    Attributes:
        previous_model: Model that was previously selected, if any
        new_model: Newly selected model identifier
        previous_reasoning_effort: Reasoning effort level before the model change, if applicable
        reasoning_effort: Reasoning effort level after the model change, if applicable
        previous_reasoning_summary: Reasoning summary mode before the model change, if applicable
        reasoning_summary: Reasoning summary mode after the model change, if applicable
        previous_verbosity: Output verbosity level before the model change, if applicable
        verbosity: Output verbosity level after the model change, if applicable
        context_tier: Context tier after the model change; null explicitly clears a previously
            selected tier
        cause: Reason the change happened, when not user-initiated. `"rate_limit_auto_switch"`
            for changes triggered by the auto-mode-switch rate-limit recovery path, or
            `"refusal_fallback"` when the active model declined a request (content refusal) and
            the runtime switched to the configured refusal-fallback model. UI clients can use
            this to render contextual copy.
        source: Origin of the effective model change, when known.
        previous_auto_tier: Previously committed Auto preference, when one was explicitly
            selected.
        auto_tier: Committed Auto preference after the model configuration change, when
            applicable.
    """

    previous_model: str | None = None
    new_model: str
    previous_reasoning_effort: str | None = None
    reasoning_effort: str | None | UnsetType = UNSET
    previous_reasoning_summary: ReasoningSummary | None = None
    reasoning_summary: ReasoningSummary | None = None
    previous_verbosity: Verbosity | None = None
    verbosity: Verbosity | None = None
    context_tier: ContextTier | None | UnsetType = UNSET
    cause: str | None = None
    source: ModelChangeSource | None = None
    previous_auto_tier: AutoTier | None = None
    auto_tier: AutoTier | None | UnsetType = UNSET


class SessionPermissionsChangedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Permission-mode transition details.

    Attributes:
        previous_mode: Permission mode before the change
        mode: Permission mode after the change
        assisted_approval_model: Explicit LLM judge model override used by assisted mode; omitted
            when the provider default applies
    """

    previous_mode: PermissionMode | None = None
    mode: PermissionMode | None = None
    assisted_approval_model: str | None = None


class SessionPlanChangedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Plan file operation details indicating what changed

    Attributes:
        operation: The type of operation performed on the plan file
    """

    operation: PlanChangedOperation


class SessionRemoteSteerableChangedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Notifies that the session's remote steering capability has changed

    Attributes:
        remote_steerable: Whether this session now supports remote steering via GitHub
    """

    remote_steerable: bool


class SessionResumeData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Session resume metadata including current context and event count

    Attributes:
        resume_time: ISO 8601 timestamp when the session was resumed
        event_count: Total number of persisted events in the session at the time of resume
        events_file_size_bytes: On-disk byte size of the session's persisted events.jsonl file at
            resume time; omitted when the file does not exist or cannot be stat'd
        selected_model: Model currently selected at resume time
        reasoning_effort: Reasoning effort level used for model calls, if applicable (e.g.
            "none", "low", "medium", "high", "xhigh", "max")
        reasoning_summary: Reasoning summary mode used for model calls, if applicable (e.g.
            "none", "concise", "detailed")
        verbosity: Output verbosity level used for model calls, if applicable (e.g. "low",
            "medium", "high")
        context_tier: Context tier currently selected at resume time; null when no tier is active
        auto_tier: Auto routing preference active at resume time
        session_limits: Session limits currently configured at resume time; null when no limits
            are active
        context: Updated working directory and git context at resume time
        already_in_use: Whether the session was already in use by another client at resume time
        session_was_active: True when this resume passively joined a session that already had
            live work running in the runtime - an agent turn, a native queue run, a queued resume
            continuation, or an in-flight send (for example, an extension joining a session
            another client was actively driving). False (or omitted) when the session had no live
            work or when the resume explicitly abandoned pending work, including cold resumes and
            suspended sessions that remain resident in memory.
        remote_steerable: Whether this session supports remote steering via GitHub
        continue_pending_work: When true, tool calls and permission requests left in flight by
            the previous session lifetime remain pending after resume and the agentic loop awaits
            their results. User sends are queued behind the pending work until all such requests
            reach a terminal state. When false or omitted, pending work is normally marked as
            interrupted unless the resume passively joined live work owned by another client;
            sessionWasActive distinguishes that case.
    """

    resume_time: str
    event_count: int
    events_file_size_bytes: int | None = None
    selected_model: str | None = None
    reasoning_effort: str | None = None
    reasoning_summary: ReasoningSummary | None = None
    verbosity: Verbosity | None = None
    context_tier: ContextTier | None | UnsetType = UNSET
    auto_tier: AutoTier | None = None
    session_limits: SessionLimitsConfig | None | UnsetType = UNSET
    context: SessionContextChangedData | None = None
    already_in_use: bool | None = None
    session_was_active: bool | None = None
    remote_steerable: bool | None = None
    continue_pending_work: bool | None = None


class SessionScheduleCancelledData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Scheduled prompt cancelled from the schedule manager dialog

    Attributes:
        id: Id of the scheduled prompt that was cancelled
    """

    id: int


class SessionScheduleCreatedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Scheduled prompt registered via /every or /after

    Attributes:
        id: Sequential id assigned to the scheduled prompt within the session
        interval_ms: Interval between ticks in milliseconds (relative-interval schedules)
        cron: 5-field cron expression for a recurring calendar schedule, evaluated in `tz`
        tz: IANA timezone the `cron` expression is evaluated in
        at: Absolute fire time (epoch milliseconds) for a one-shot calendar schedule
        prompt: Prompt text that gets enqueued on every tick
        recurring: Whether the schedule re-arms after each tick (`/every`) or fires once
            (`/after`)
        self_paced: True for a self-paced (`dynamic`) schedule: no fixed cadence; the model arms
            each next run via the `manage_schedule` `wakeup` action. `nextRunAt` is
            model-controlled rather than auto-computed.
        display_prompt: Optional user-facing label shown in the timeline instead of the actual
            prompt (e.g. `/skill-name args` when the prompt is a skill invocation expansion)
        origin: Who created the schedule (`user` or `model`). Persisted so a resumed session
            keeps gating non-user schedules from firing skills that opted out of model
            invocation. Absent on entries created before this field existed; a missing origin
            fails closed (treated the same as a non-user origin), so such a schedule may not
            resolve a `disable-model-invocation` skill.
    """

    id: int
    interval_ms: int | None = None
    cron: str | None = None
    tz: str | None = None
    at: int | None = None
    prompt: str
    recurring: bool | None = None
    self_paced: bool | None = None
    display_prompt: str | None = None
    origin: ScheduleOrigin | None = None


class SessionScheduleRearmedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Self-paced schedule re-armed for its next run

    Attributes:
        id: Id of the self-paced schedule that was re-armed
        next_run_at: Absolute time (epoch milliseconds) the model armed the next run to fire
    """

    id: int
    next_run_at: int


class SessionSessionLimitsChangedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Session limits update details. Null clears the limits.

    Attributes:
        session_limits: Current session limits, or null when no limits are active
    """

    session_limits: SessionLimitsConfig | None


class SessionShutdownData(WireStruct, frozen=True, kw_only=True):
    """Session termination metrics including usage statistics, code changes, and shutdown reason

    Attributes:
        shutdown_type: Whether the session ended normally ("routine") or due to a crash/fatal
            error ("error")
        error_reason: Error description when shutdownType is "error"
        total_premium_requests: Internal. Total number of premium API requests used during the
            session
        total_nano_aiu: Session-wide accumulated nano-AI units cost
        token_details: Session-wide per-token-type accumulated token counts
        total_api_duration_ms: Cumulative time spent in API calls during the session, in
            milliseconds
        session_start_time: Unix timestamp (milliseconds) when the session started
        events_file_size_bytes: On-disk byte size of the session's persisted events.jsonl file at
            shutdown time; omitted when the file does not exist or cannot be stat'd
        code_changes: Aggregate code change metrics for the session
        model_metrics: Per-model usage breakdown, keyed by model identifier
        agent_metrics: Per-agent usage breakdown, keyed by agent instance identifier. The main
            conversation uses the stable key `main`.
        current_model: Model that was selected at the time of shutdown
        current_tokens: Total tokens in context window at shutdown
        system_tokens: System message token count at shutdown
        conversation_tokens: Non-system message token count at shutdown
        tool_definitions_tokens: Tool definitions token count at shutdown
    """

    shutdown_type: ShutdownType
    error_reason: str | None = None
    total_premium_requests: float | None = None
    total_nano_aiu: float | None = None
    token_details: dict[str, ShutdownTokenDetail] | None = None
    total_api_duration_ms: int
    session_start_time: int
    events_file_size_bytes: int | None = None
    code_changes: ShutdownCodeChanges
    model_metrics: dict[str, ShutdownModelMetric]
    agent_metrics: dict[str, ShutdownAgentMetric] | None = None
    current_model: str | None = None
    current_tokens: int | None = None
    system_tokens: int | None = None
    conversation_tokens: int | None = None
    tool_definitions_tokens: int | None = None


class SessionSkillsLoadedData(WireStruct, frozen=True, kw_only=True):
    """Payload of `session.skills_loaded` listing resolved skill metadata.

    Attributes:
        skills: Array of resolved skill metadata
    """

    skills: list[SkillsLoadedSkill]


class SessionSnapshotRewindData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Session rewind details including target event and count of removed events

    Attributes:
        up_to_event_id: Event ID that was rewound to; this event and all after it were removed
        events_removed: Number of events that were removed by the rewind
    """

    up_to_event_id: str
    events_removed: int


class SessionStartData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Session initialization metadata including context and configuration

    Attributes:
        session_id: Unique identifier for the session
        version: Schema version number for the session event format
        producer: Identifier of the software producing the events (e.g., "copilot-agent")
        copilot_version: Version string of the Copilot application
        start_time: ISO 8601 timestamp when the session was created
        selected_model: Model selected at session creation time, if any
        reasoning_effort: Reasoning effort level used for model calls, if applicable (e.g.
            "none", "low", "medium", "high", "xhigh", "max")
        reasoning_summary: Reasoning summary mode used for model calls, if applicable (e.g.
            "none", "concise", "detailed")
        verbosity: Output verbosity level used for model calls, if applicable (e.g. "low",
            "medium", "high")
        context_tier: Context tier selected at session creation time for models with tiered
            context pricing; null when no tier is selected (e.g., non-tiered model)
        auto_tier: Auto routing preference selected at session creation time
        session_limits: Session limits configured at session creation time, if any
        context: Working directory and git context at session start
        github_mcp_tool_config: Per-session GitHub MCP override persisted for cold resume
        already_in_use: Whether the session was already in use by another client at start time
        remote_steerable: Whether this session supports remote steering via GitHub
        detached_from_spawning_parent_session_id: When set, identifies a parent session whose
            context this session continues — e.g., a detached headless rem-agent run launched on
            the parent's interactive shutdown. Telemetry from this session is reported under the
            parent's session_id.
    """

    session_id: str
    version: int
    producer: str
    copilot_version: str
    start_time: str
    selected_model: str | None = None
    reasoning_effort: str | None = None
    reasoning_summary: ReasoningSummary | None = None
    verbosity: Verbosity | None = None
    context_tier: ContextTier | None | UnsetType = UNSET
    auto_tier: AutoTier | None = None
    session_limits: SessionLimitsConfig | None = None
    context: SessionContextChangedData | None = None
    github_mcp_tool_config: GitHubMcpToolConfig | None = None
    already_in_use: bool | None = None
    remote_steerable: bool | None = None
    detached_from_spawning_parent_session_id: str | None = None


class SessionTaskCompleteData(WireStruct, frozen=True, kw_only=True, gc=False):
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


class SessionTitleChangedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Session title change payload containing the new display title

    Attributes:
        title: The new display title for the session
    """

    title: str


class SessionTodosChangedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Signal-only event: the agent's todos or todo_deps table was written to. No payload — clients
    should call session.plan.readSqlTodosWithDependencies() to fetch the current state. Events
    arrive in order; clients can debounce on arrival if needed.
    """


class SessionToolsUpdatedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Payload of `session.tools_updated` identifying the model whose resolved tools were updated.

    Attributes:
        model: Identifier of the model the resolved tools apply to.
    """

    model: str


class SessionTruncationData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Conversation truncation statistics including token counts and removed content metrics

    Attributes:
        token_limit: Maximum token count for the model's context window
        pre_truncation_tokens_in_messages: Total tokens in conversation messages before
            truncation
        pre_truncation_messages_length: Number of conversation messages before truncation
        post_truncation_tokens_in_messages: Total tokens in conversation messages after
            truncation
        post_truncation_messages_length: Number of conversation messages after truncation
        tokens_removed_during_truncation: Number of tokens removed by truncation
        messages_removed_during_truncation: Number of messages removed by truncation
        performed_by: Identifier of the component that performed truncation (e.g.,
            "BasicTruncator")
    """

    token_limit: int
    pre_truncation_tokens_in_messages: int
    pre_truncation_messages_length: int
    post_truncation_tokens_in_messages: int
    post_truncation_messages_length: int
    tokens_removed_during_truncation: int
    messages_removed_during_truncation: int
    performed_by: str


class SessionUsageCheckpointData(WireStruct, frozen=True, kw_only=True):
    """Durable session usage checkpoint for reconstructing aggregate accounting on resume

    Attributes:
        total_nano_aiu: Session-wide accumulated nano-AI units cost at checkpoint time
        total_premium_requests: Internal. Total number of premium API requests used at checkpoint
            time
        model_cache_state: Internal. Internal per-model prompt-cache state used to restore
            expiration tracking on resume
        prompt_cache_break_state: Internal. Internal per-conversation prompt-cache-break detector
            baselines restored on resume
    """

    total_nano_aiu: float
    total_premium_requests: float | None = None
    model_cache_state: list[UsageCheckpointModelCacheState] | None = None
    prompt_cache_break_state: list[JsonValue] | None = None


class SessionUsageInfoData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Current context window usage statistics including token and message counts

    Attributes:
        token_limit: Maximum token count for the model's context window
        current_tokens: Current number of tokens in the context window
        messages_length: Current number of messages in the conversation
        system_tokens: Token count from system message(s)
        conversation_tokens: Token count from non-system messages (user, assistant, tool)
        tool_definitions_tokens: Token count from tool definitions
        is_initial: Whether this is the first usage_info event emitted in this session
    """

    token_limit: int
    current_tokens: int
    messages_length: int
    system_tokens: int | None = None
    conversation_tokens: int | None = None
    tool_definitions_tokens: int | None = None
    is_initial: bool | None = None


class SessionWarningData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Warning message for timeline display with categorization

    Attributes:
        warning_type: Category of warning (e.g., "subscription", "policy", "mcp")
        message: Human-readable warning message for display in the timeline
        url: Optional URL associated with this warning that the user can open in a browser
        remediation: What the user must do to recover, when the runtime knows of an action. The
            `message` never names a client affordance, so a client that offers one — a slash
            command, a settings pane, a link — renders it from this value.
    """

    warning_type: str
    message: str
    url: str | None = None
    remediation: RemediationAction | None = None


class SessionWorkspaceFileChangedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Workspace file change details including path and operation type

    Attributes:
        path: Relative path within the session workspace files directory
        operation: Whether the file was newly created or updated
    """

    path: str
    operation: WorkspaceFileChangedOperation


class ShutdownAgentMetric(WireStruct, frozen=True, kw_only=True):
    """Usage attributed to one agent instance at session shutdown.

    Attributes:
        agent_name: Configured agent name, when this is a subagent
        agent_display_name: Human-readable label for this subagent invocation, copied from the
            originating `subagent.started` event. For task-tool subagents this is the
            invocation's task description rather than the agent's configured display name, so
            group by `agentName` for stable per-agent labels.
        total_api_duration_ms: Time spent in model API calls by this agent, in milliseconds
        total_nano_aiu: Accumulated nano-AI units cost for this agent
        model_metrics: Per-model usage for this agent, keyed by model identifier
    """

    agent_name: str | None = None
    agent_display_name: str | None = None
    total_api_duration_ms: int
    total_nano_aiu: float
    model_metrics: dict[str, ShutdownModelMetric]


class ShutdownCodeChanges(WireStruct, frozen=True, kw_only=True):
    """Aggregate code change metrics for the session

    Attributes:
        lines_added: Total number of lines added during the session
        lines_removed: Total number of lines removed during the session
        files_modified: List of file paths that were modified during the session
    """

    lines_added: int
    lines_removed: int
    files_modified: list[str]


class ShutdownModelMetric(WireStruct, frozen=True, kw_only=True):
    """Per-model shutdown metrics with request counts, token usage, nano-AI units, and token
    details.

    Attributes:
        requests: Request count and cost metrics
        usage: Token usage breakdown
        total_nano_aiu: Accumulated nano-AI units cost for this model
        token_details: Token count details per type
    """

    requests: ShutdownModelMetricRequests
    usage: ShutdownModelMetricUsage
    total_nano_aiu: float | None = None
    token_details: dict[str, ShutdownModelMetricTokenDetail] | None = None


class ShutdownModelMetricRequests(WireStruct, frozen=True, kw_only=True, gc=False):
    """Request count and cost metrics

    Attributes:
        count: Total number of API requests made to this model
        cost: Cumulative cost multiplier for requests to this model
    """

    count: int | None = None
    cost: float | None = None


class ShutdownModelMetricTokenDetail(WireStruct, frozen=True, kw_only=True, gc=False):
    """A token-type entry in a shutdown model metric, storing the accumulated token count.

    Attributes:
        token_count: Accumulated token count for this token type
    """

    token_count: int


class ShutdownModelMetricUsage(WireStruct, frozen=True, kw_only=True, gc=False):
    """Token usage breakdown

    Attributes:
        input_tokens: Total input tokens consumed across all requests to this model
        output_tokens: Total output tokens produced across all requests to this model
        cache_read_tokens: Total tokens read from prompt cache across all requests
        cache_write_tokens: Total tokens written to prompt cache across all requests
        reasoning_tokens: Total reasoning tokens produced across all requests to this model
    """

    input_tokens: int
    output_tokens: int
    cache_read_tokens: int
    cache_write_tokens: int
    reasoning_tokens: int | None = None


class ShutdownTokenDetail(WireStruct, frozen=True, kw_only=True, gc=False):
    """A session-wide shutdown token-type entry storing the accumulated token count.

    Attributes:
        token_count: Accumulated token count for this token type
    """

    token_count: int


class SkillsLoadedSkill(WireStruct, frozen=True, kw_only=True, gc=False):
    """A single resolved skill in `session.skills_loaded`, including source, invocability, enabled
    state, path, and argument hint.

    Attributes:
        name: Unique identifier for the skill
        command_name: Canonical slash command name used to invoke the skill, without the leading
            '/'
        description: Description of what the skill does
        source: Source location type (e.g., project, personal-copilot, plugin, builtin, remote,
            sdk)
        user_invocable: Whether the skill can be invoked by the user as a slash command
        enabled: Whether the skill is currently enabled
        path: Absolute path to the skill file, if available
        argument_hint: Optional freeform hint describing the skill's expected arguments, from the
            `argument-hint` frontmatter field
    """

    name: str
    command_name: str | None = None
    description: str
    source: SkillSource
    user_invocable: bool
    enabled: bool
    path: str | None = None
    argument_hint: str | None = None


class UsageCheckpointModelCacheState(WireStruct, frozen=True, kw_only=True, gc=False):
    """Internal prompt-cache expiration state for one model

    Attributes:
        model_id: Model identifier associated with this cache state
        cache_expires_at: Latest known prompt-cache expiration
        cache_ttl_seconds: Internal. Retained cache lifetime in seconds, used to refresh
            expiration after a cache read
    """

    model_id: str
    cache_expires_at: str
    cache_ttl_seconds: int


if TYPE_CHECKING:
    AgentModelPolicy: TypeAlias = Literal["preferred", "required"] | str
    """Whether configured models are advisory preferences or required constraints

    - ``preferred``: Treat the authored models as advisory preferences that callers may override.
    - ``required``: Require subagent execution to use one of the authored models.
    """
    AutoModeResolvedReasoningBucket: TypeAlias = Literal["low", "medium", "high"] | str
    """Coarse request-difficulty bucket for UX explainability

    - ``low``: The request looks low-reasoning; a lighter model is appropriate.
    - ``medium``: The request needs a moderate amount of reasoning.
    - ``high``: The request looks high-reasoning; a stronger model is appropriate.
    """
    AutoTier: TypeAlias = Literal["efficiency", "balance", "intelligence", "fast"] | str
    """Routing preference used when the session model is `auto`. `fast` is an integrator-only
    latency preset and is not a first-party GitHub Copilot product preference.

    - ``efficiency``: Optimize for efficiency.
    - ``balance``: Balance efficiency and intelligence.
    - ``intelligence``: Optimize for intelligence.
    - ``fast``: Integrator-only preset that optimizes for latency.
    """
    AutoTierSwitchFailureReason: TypeAlias = Literal["policy_rejected", "request_failed", "setup_failed", "unsupported"] | str
    """Terminal reason an Auto preference activation failed.

    - ``policy_rejected``: The candidate model was rejected by model policy.
    - ``request_failed``: The Auto routing request failed or returned an unusable response.
    - ``setup_failed``: The runtime could not prepare the Auto routing request.
    - ``unsupported``: The provider does not support Auto routing.
    """
    AutopilotObjectiveChangedOperation: TypeAlias = Literal["create", "update", "delete"] | str
    """The type of operation performed on the autopilot objective state file

    - ``create``: Autopilot objective state file was created for a new objective.
    - ``update``: Autopilot objective state file was updated for an existing objective.
    - ``delete``: Autopilot objective state file was deleted or cleared.
    """
    AutopilotObjectiveChangedStatus: TypeAlias = Literal["active", "paused", "cap_reached", "completed"] | str
    """Current autopilot objective status, if one exists

    - ``active``: Objective is active and can drive autopilot continuations.
    - ``paused``: Objective is paused and will not drive autopilot continuations.
    - ``cap_reached``: Legacy objective state indicating the previous continuation cap was
        reached.
    - ``completed``: Objective was completed by the agent.
    """
    BinaryAssetType: TypeAlias = Literal["image", "resource"] | str
    """Binary asset type discriminator. Use "image" for images and "resource" otherwise.

    - ``image``: Binary image data.
    - ``resource``: Other binary resource data.
    """
    CompactionTrigger: TypeAlias = Literal["threshold", "context_limit_retry", "manual", "memory_pressure", "model_switch"] | str
    """What initiated a conversation compaction

    - ``threshold``: Background compaction started automatically because context utilization
        crossed the background threshold.
    - ``context_limit_retry``: Compaction forced by a context-limit model response (e.g. HTTP
        413) before retrying the request.
    - ``manual``: User-requested compaction, e.g. the /compact command or the history.compact
        API.
    - ``memory_pressure``: Emergency compaction triggered by high process memory usage.
    - ``model_switch``: Compaction requested while switching to a model with a smaller context
        window.
    """
    CompletionReceiptStopReason: TypeAlias = Literal["natural", "terminal_tool", "agent_stop_block_limit"] | str
    """Runtime reason the completion decision was accepted.

    - ``natural``: The model reached a natural terminal response.
    - ``terminal_tool``: A terminal tool ended the interaction.
    - ``agent_stop_block_limit``: The configured agentStop continuation limit was reached.
    """
    CompletionReceiptToolStatus: TypeAlias = Literal["success", "failure", "timeout", "rejected", "denied"] | str
    """Structured terminal status from a tool completion event.

    - ``success``: The tool completed successfully.
    - ``failure``: The tool failed without a more specific structured status.
    - ``timeout``: The tool exceeded its time budget.
    - ``rejected``: The user rejected the tool call.
    - ``denied``: The permissions service denied the tool call.
    """
    ContextTier: TypeAlias = Literal["default", "long_context"] | str
    """Allowed values for the `ContextTier` enumeration.

    - ``default``: Default context tier with standard context window size.
    - ``long_context``: Extended context tier with a larger context window.
    """
    ExtensionsLoadedExtensionSource: TypeAlias = Literal["project", "user", "plugin", "session"] | str
    """Discovery source

    - ``project``: Extension discovered from the current project.
    - ``user``: Extension discovered from the user's extension directory.
    - ``plugin``: Extension contributed by an installed plugin.
    - ``session``: Extension discovered from the current session's state directory.
    """
    ExtensionsLoadedExtensionStatus: TypeAlias = Literal["running", "disabled", "failed", "starting"] | str
    """Current status: running, disabled, failed, or starting

    - ``running``: The extension process is running.
    - ``disabled``: The extension is installed but disabled.
    - ``failed``: The extension failed to start or crashed.
    - ``starting``: The extension process is starting.
    """
    FusionCommitKind: TypeAlias = Literal["text", "terminal_tool"] | str
    """Kind of authoritative final commit.

    - ``text``: Authoritative final text commit.
    - ``terminal_tool``: Authoritative terminal tool-call commit.
    """
    FusionFollowUpAction: TypeAlias = Literal["reuse_primary", "reroute"] | str
    """Server-recommended routing behavior for a later HydraFusion turn.

    - ``reuse_primary``: Reuse the durable primary model without routing.
    - ``reroute``: Request a new routing decision.
    """
    FusionTurnKind: TypeAlias = Literal["user", "compaction"] | str
    """Kind of turn for which HydraFusion routing is running.

    - ``user``: A user-message turn.
    - ``compaction``: A conversation-compaction turn.
    """
    HandoffSourceType: TypeAlias = Literal["remote", "local"] | str
    """Origin type of the session being handed off

    - ``remote``: The handoff originated from a remote session.
    - ``local``: The handoff originated from a local session.
    """
    ManagedSettingsEnforcedAction: TypeAlias = Literal["bypass_permissions_blocked"] | str
    """The category of runtime action that enterprise managed settings governed (blocked or capped)

    - ``bypass_permissions_blocked``: An attempt to turn on a bypass-permissions ("yolo")
        escalation was refused or capped because policy disables bypass-permissions mode.
    """
    ManagedSettingsEnforcedEscalation: TypeAlias = Literal["allow_all", "approve_all", "assisted_approval", "unrestricted_paths", "unrestricted_urls", "server_wide_mcp_approval"] | str
    """For a `bypass_permissions_blocked` action, which permission-escalation primitive was refused

    - ``allow_all``: Full allow-all permissions — automatically approving tools, paths, and URLs.
    - ``approve_all``: Automatic approval of all tool permission requests.
    - ``assisted_approval``: Assisted mode — keeps normal prompt paths and adds an LLM
        recommendation, distinct from allow-all.
    - ``unrestricted_paths``: Unrestricted filesystem access outside the session's allowed
        directories.
    - ``unrestricted_urls``: Unrestricted URL fetch access.
    - ``server_wide_mcp_approval``: A server-wide MCP "Always Allow" (or `--allow-tool <server>`)
        blanket that would auto-approve every tool from an MCP server. Capped to per-tool
        approval; each tool still prompts.
    """
    ManagedSettingsResolvedSource: TypeAlias = Literal["server", "device", "client", "policyHelper", "mixed", "none"] | str
    """Summary of which managed-settings channels contributed to the effective session policy. Use
    the per-channel booleans for exact provenance.

    - ``server``: Only the server/account channel contributed.
    - ``device``: Only the device MDM/plist/registry/file channel contributed.
    - ``client``: Only session-local SDK-host injection contributed.
    - ``policyHelper``: A policy helper registered by device or server policy contributed. Device
        registration takes priority when present.
    - ``mixed``: More than one channel contributed. Ordinary keys resolve device over server over
        policy helper per key, while permissions compose restrictively across all present layers.
    - ``none``: No managed policy is in force (no channel contributed).
    """
    McpServerStatus: TypeAlias = Literal["connected", "failed", "needs-auth", "pending", "disabled", "stopped", "not_configured"] | str
    """Connection status: connected, failed, needs-auth, pending, disabled, stopped, or
    not_configured

    - ``connected``: The server is connected and available.
    - ``failed``: The server failed to connect or initialize.
    - ``needs-auth``: The server requires authentication before it can connect.
    - ``pending``: The server connection is still being established.
    - ``disabled``: The server is configured but disabled.
    - ``stopped``: The server was intentionally stopped and can be restarted on demand when
        policy permits; a server quarantined by restrictive managed policy stays stopped and
        cannot be restarted until the policy allows it.
    - ``not_configured``: The server is not configured for this session.
    """
    ModelChangeSource: TypeAlias = Literal["model_command", "settings_command", "config_command", "model_picker", "managed_settings", "repo_settings", "startup", "agent", "plan_mode", "automatic", "sdk"] | str
    """Origin of an effective session model change.

    - ``model_command``: The user selected a model directly with `/model <id>`.
    - ``settings_command``: The user selected the model with `/settings`.
    - ``config_command``: The user selected the model with the `/config` alias.
    - ``model_picker``: The user selected the model in the model picker, including the picker
        opened by bare `/model`.
    - ``managed_settings``: Organization-managed settings selected the model.
    - ``repo_settings``: Repository settings selected the model.
    - ``startup``: Startup model resolution selected the model.
    - ``agent``: Selecting an agent selected its configured model.
    - ``plan_mode``: Entering, leaving, or reconfiguring plan mode selected the model.
    - ``automatic``: The runtime selected the model automatically, such as rate-limit recovery or
        refusal fallback.
    - ``sdk``: An SDK or RPC caller selected the model.
    """
    PermissionMode: TypeAlias = Literal["manual", "assisted", "allow-all"] | str
    """Permission mode for the session.

    - ``manual``: Permission requests follow the normal approval flow.
    - ``assisted``: Permission requests include an LLM safety recommendation; clients may
        automatically approve requests judged acceptable.
    - ``allow-all``: Tool, path, and URL permission requests are automatically approved.
    """
    PlanChangedOperation: TypeAlias = Literal["create", "update", "delete"] | str
    """The type of operation performed on the plan file

    - ``create``: The plan file was created.
    - ``update``: The plan file was updated.
    - ``delete``: The plan file was deleted.
    """
    RecommendedAutoTier: TypeAlias = Literal["efficiency", "balance", "intelligence"] | str
    """Auto preferences that Copilot API can recommend.

    - ``efficiency``: Optimize for efficiency.
    - ``balance``: Balance efficiency and intelligence.
    - ``intelligence``: Optimize for intelligence.
    """
    ScheduleOrigin: TypeAlias = Literal["user", "model"] | str
    """Who created the schedule: `user` (an explicit user action such as `/every` or `/after`) or
    `model` (the agent via the `manage_schedule` tool). Gates whether a scheduled skill that
    opted out of model invocation may fire: only user-created schedules may.

    - ``user``: The schedule was created by an explicit user action, such as `/every` or
        `/after`.
    - ``model``: The schedule was created by the agent via the `manage_schedule` tool.
    """
    ShutdownType: TypeAlias = Literal["routine", "error"] | str
    """Whether the session ended normally ("routine") or due to a crash/fatal error ("error")

    - ``routine``: The session ended normally.
    - ``error``: The session ended because of a crash or fatal error.
    """
    SkillSource: TypeAlias = Literal["project", "inherited", "personal-copilot", "personal-agents", "plugin", "custom", "builtin", "sdk"] | str
    """Source location type (e.g., project, personal-copilot, plugin, builtin, sdk)

    - ``project``: Skill defined in the current project's skill directories.
    - ``inherited``: Skill discovered from a parent directory in the current workspace tree.
    - ``personal-copilot``: Skill defined in the user's Copilot skill directory.
    - ``personal-agents``: Skill defined in the user's personal agents skill directory.
    - ``plugin``: Skill provided by an installed plugin.
    - ``custom``: Skill loaded from a configured custom skill directory.
    - ``builtin``: Skill bundled with the runtime.
    - ``sdk``: Pathless skill supplied lazily by an SDK skill provider.
    """
    TaskCompletionOutcome: TypeAlias = Literal["completed", "continue", "blocked"] | str
    """Semantic result of evaluating a task completion request

    - ``completed``: The completion request was accepted and the objective is complete.
    - ``continue``: The completion request was rejected because more work or validation remains.
    - ``blocked``: Completion cannot proceed without intervention; the active objective is paused
        when one is identified.
    """
    Verbosity: TypeAlias = Literal["low", "medium", "high"] | str
    """Output verbosity level used for supported model calls (e.g. "low", "medium", "high")

    - ``low``: A terse response was requested.
    - ``medium``: A medium amount of response detail was requested.
    - ``high``: A more detailed response was requested.
    """
    WorkingDirectoryContextHostType: TypeAlias = Literal["github", "ado"] | str
    """Hosting platform type of the repository (github or ado)

    - ``github``: Repository is hosted on GitHub.
    - ``ado``: Repository is hosted on Azure DevOps.
    """
    WorkspaceFileChangedOperation: TypeAlias = Literal["create", "update"] | str
    """Whether the file was newly created or updated

    - ``create``: The workspace file was created.
    - ``update``: The workspace file was updated.
    """
else:
    AgentModelPolicy = Literal["preferred", "required"]
    AutoModeResolvedReasoningBucket = Literal["low", "medium", "high"]
    AutoTier = Literal["efficiency", "balance", "intelligence", "fast"]
    AutoTierSwitchFailureReason = Literal["policy_rejected", "request_failed", "setup_failed", "unsupported"]
    AutopilotObjectiveChangedOperation = Literal["create", "update", "delete"]
    AutopilotObjectiveChangedStatus = Literal["active", "paused", "cap_reached", "completed"]
    BinaryAssetType = Literal["image", "resource"]
    CompactionTrigger = Literal["threshold", "context_limit_retry", "manual", "memory_pressure", "model_switch"]
    CompletionReceiptStopReason = Literal["natural", "terminal_tool", "agent_stop_block_limit"]
    CompletionReceiptToolStatus = Literal["success", "failure", "timeout", "rejected", "denied"]
    ContextTier = Literal["default", "long_context"]
    ExtensionsLoadedExtensionSource = Literal["project", "user", "plugin", "session"]
    ExtensionsLoadedExtensionStatus = Literal["running", "disabled", "failed", "starting"]
    FusionCommitKind = Literal["text", "terminal_tool"]
    FusionFollowUpAction = Literal["reuse_primary", "reroute"]
    FusionTurnKind = Literal["user", "compaction"]
    HandoffSourceType = Literal["remote", "local"]
    ManagedSettingsEnforcedAction = Literal["bypass_permissions_blocked"]
    ManagedSettingsEnforcedEscalation = Literal["allow_all", "approve_all", "assisted_approval", "unrestricted_paths", "unrestricted_urls", "server_wide_mcp_approval"]
    ManagedSettingsResolvedSource = Literal["server", "device", "client", "policyHelper", "mixed", "none"]
    McpServerStatus = Literal["connected", "failed", "needs-auth", "pending", "disabled", "stopped", "not_configured"]
    ModelChangeSource = Literal["model_command", "settings_command", "config_command", "model_picker", "managed_settings", "repo_settings", "startup", "agent", "plan_mode", "automatic", "sdk"]
    PermissionMode = Literal["manual", "assisted", "allow-all"]
    PlanChangedOperation = Literal["create", "update", "delete"]
    RecommendedAutoTier = Literal["efficiency", "balance", "intelligence"]
    ScheduleOrigin = Literal["user", "model"]
    ShutdownType = Literal["routine", "error"]
    SkillSource = Literal["project", "inherited", "personal-copilot", "personal-agents", "plugin", "custom", "builtin", "sdk"]
    TaskCompletionOutcome = Literal["completed", "continue", "blocked"]
    Verbosity = Literal["low", "medium", "high"]
    WorkingDirectoryContextHostType = Literal["github", "ado"]
    WorkspaceFileChangedOperation = Literal["create", "update"]


class SessionAutoModeResolved(TypedEvent["SessionAutoModeResolvedData"]):
    """``session.auto_mode_resolved``: Auto Intent resolution: the concrete model the session
    settled on for the first prompt of an auto-mode session, and why. Lets SDK clients render the
    chosen model and the full reason it was picked. The core selection fields
    (chosenModel/reasoningBucket/categoryScores) are stable; the routing-analytics fields
    (predictedLabel/confidence/candidateModels) mirror the upstream intent service and may
    evolve, hence the event's experimental stability.
    """

    __slots__ = ()

    event_type = "session.auto_mode_resolved"
    data_type: ClassVar[Hashable] = SessionAutoModeResolvedData


class SessionAutoTierRecommendation(TypedEvent["SessionAutoTierRecommendationData"]):
    """``session.auto_tier_recommendation``: Live-only Auto preference recommendation from Copilot
    API after a successful Auto model call.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.auto_tier_recommendation"
    data_type: ClassVar[Hashable] = SessionAutoTierRecommendationData


class SessionAutoTierSwitchFailed(TypedEvent["SessionAutoTierSwitchFailedData"]):
    """``session.auto_tier_switch_failed``: A transient Auto preference failure emitted when the
    runtime cannot mint or accept a usable model and token pair. The previously effective
    preference remains active, so SDK clients can surface a non-blocking failure without changing
    their committed-tier state. This event is ephemeral and is not persisted or replayed on
    resume.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.auto_tier_switch_failed"
    data_type: ClassVar[Hashable] = SessionAutoTierSwitchFailedData


class SessionAutopilotObjectiveChanged(TypedEvent["SessionAutopilotObjectiveChangedData"]):
    """``session.autopilot_objective_changed``: Autopilot objective state file operation details
    indicating what changed
    """

    __slots__ = ()

    event_type = "session.autopilot_objective_changed"
    data_type: ClassVar[Hashable] = SessionAutopilotObjectiveChangedData


class SessionBackgroundTasksChanged(TypedEvent["SessionBackgroundTasksChangedData"]):
    """``session.background_tasks_changed``: Empty payload for `session.background_tasks_changed`,
    indicating background task state changed.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.background_tasks_changed"
    data_type: ClassVar[Hashable] = SessionBackgroundTasksChangedData


class SessionBinaryAsset(TypedEvent["SessionBinaryAssetData"]):
    """``session.binary_asset``: Canonical bytes for a content-addressed binary asset shared by
    reference across events
    """

    __slots__ = ()

    event_type = "session.binary_asset"
    data_type: ClassVar[Hashable] = SessionBinaryAssetData


class SessionCanvasClosed(TypedEvent["SessionCanvasClosedData"]):
    """``session.canvas.closed``: Payload of `session.canvas.closed` with the closed canvas instance
    ID, provider ID, and canvas ID.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.canvas.closed"
    data_type: ClassVar[Hashable] = SessionCanvasClosedData


class SessionCanvasOpened(TypedEvent["SessionCanvasOpenedData"]):
    """``session.canvas.opened``: Payload of `session.canvas.opened` with canvas instance and
    provider IDs plus optional icon, title, status, URL, and input.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.canvas.opened"
    data_type: ClassVar[Hashable] = SessionCanvasOpenedData


class SessionCanvasRecorded(TypedEvent["SessionCanvasRecordedData"]):
    """``session.canvas.recorded``: Durable record that a canvas instance is open, used to restore
    open canvases on cold session resume. Intentionally omits the transient url and availability.
    """

    __slots__ = ()

    event_type = "session.canvas.recorded"
    data_type: ClassVar[Hashable] = SessionCanvasRecordedData


class SessionCanvasRegistryChanged(TypedEvent["SessionCanvasRegistryChangedData"]):
    """``session.canvas.registry_changed``: Payload of `session.canvas.registry_changed` listing the
    canvas declarations currently available.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.canvas.registry_changed"
    data_type: ClassVar[Hashable] = SessionCanvasRegistryChangedData


class SessionCanvasRemoved(TypedEvent["SessionCanvasRemovedData"]):
    """``session.canvas.removed``: Durable record that a canvas instance was closed, superseding a
    prior instance_recorded during resume replay.
    """

    __slots__ = ()

    event_type = "session.canvas.removed"
    data_type: ClassVar[Hashable] = SessionCanvasRemovedData


class SessionCanvasUnavailable(TypedEvent["SessionCanvasUnavailableData"]):
    """``session.canvas.unavailable``: Transient signal that an open canvas instance's provider has
    dropped (for example the extension is reloading mid-session). The host should keep the panel
    mounted and surface a reconnecting affordance rather than tearing it down; a subsequent
    `session.canvas.opened` for the same instanceId clears the affordance once the provider
    reconnects with a fresh url. Ephemeral and never persisted, so it is never replayed on cold
    resume.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.canvas.unavailable"
    data_type: ClassVar[Hashable] = SessionCanvasUnavailableData


class SessionCompactionComplete(TypedEvent["SessionCompactionCompleteData"]):
    """``session.compaction_complete``: Conversation compaction results including success status,
    metrics, and optional error details
    """

    __slots__ = ()

    event_type = "session.compaction_complete"
    data_type: ClassVar[Hashable] = SessionCompactionCompleteData


class SessionCompactionStart(TypedEvent["SessionCompactionStartData"]):
    """``session.compaction_start``: Context window breakdown at the start of LLM-powered
    conversation compaction
    """

    __slots__ = ()

    event_type = "session.compaction_start"
    data_type: ClassVar[Hashable] = SessionCompactionStartData


class SessionCompletionReceipt(TypedEvent["SessionCompletionReceiptData"]):
    """``session.completion_receipt``: Behavior-neutral record of structured runtime facts present
    when an agent completion decision is accepted.
    """

    __slots__ = ()

    event_type = "session.completion_receipt"
    data_type: ClassVar[Hashable] = SessionCompletionReceiptData


class SessionContextChanged(TypedEvent["SessionContextChangedData"]):
    """``session.context_changed``: Updated working directory and git context after the change"""

    __slots__ = ()

    event_type = "session.context_changed"
    data_type: ClassVar[Hashable] = SessionContextChangedData


class SessionContextCleared(TypedEvent["SessionContextClearedData"]):
    """``session.context_cleared``: Context-cleared details emitted when the host clears the
    conversation (the session.history.clearContext RPC / Session.clearContextMessages)
    """

    __slots__ = ()

    event_type = "session.context_cleared"
    data_type: ClassVar[Hashable] = SessionContextClearedData


class SessionCustomAgentsUpdated(TypedEvent["SessionCustomAgentsUpdatedData"]):
    """``session.custom_agents_updated``: Payload of `session.custom_agents_updated` with loaded
    custom agents plus non-fatal warnings and fatal errors.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.custom_agents_updated"
    data_type: ClassVar[Hashable] = SessionCustomAgentsUpdatedData


class SessionCustomNotification(TypedEvent["SessionCustomNotificationData"]):
    """``session.custom_notification``: Opaque custom notification data. Consumers may branch on
    source and name, but payload semantics are source-defined.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.custom_notification"
    data_type: ClassVar[Hashable] = SessionCustomNotificationData


class SessionError(TypedEvent["SessionErrorData"]):
    """``session.error``: Error details for timeline display including message and optional
    diagnostic information
    """

    __slots__ = ()

    event_type = "session.error"
    data_type: ClassVar[Hashable] = SessionErrorData


class SessionExtensionsAttachmentsPushed(TypedEvent["SessionExtensionsAttachmentsPushedData"]):
    """``session.extensions.attachments_pushed``: Payload of `session.extensions.attachments_pushed`
    with extension-contributed attachments for the next send.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.extensions.attachments_pushed"
    data_type: ClassVar[Hashable] = SessionExtensionsAttachmentsPushedData


class SessionExtensionsLoaded(TypedEvent["SessionExtensionsLoadedData"]):
    """``session.extensions_loaded``: Payload of `session.extensions_loaded` listing discovered
    extensions and their statuses.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.extensions_loaded"
    data_type: ClassVar[Hashable] = SessionExtensionsLoadedData


class SessionFusionCommitStarted(TypedEvent["SessionFusionCommitStartedData"]):
    """``session.fusion_commit_started``: Stable durable idempotency boundary for a HydraFusion
    final text or terminal commit.
    """

    __slots__ = ()

    event_type = "session.fusion_commit_started"
    data_type: ClassVar[Hashable] = SessionFusionCommitStartedData


class SessionFusionCompleted(TypedEvent["SessionFusionCompletedData"]):
    """``session.fusion_completed``: Experimental durable aggregate outcome of a HydraFusion turn."""

    __slots__ = ()

    event_type = "session.fusion_completed"
    data_type: ClassVar[Hashable] = SessionFusionCompletedData


class SessionFusionHandoff(TypedEvent["SessionFusionHandoffData"]):
    """``session.fusion_handoff``: Exact durable model-visible repair or revision handoff between
    HydraFusion phases.
    """

    __slots__ = ()

    event_type = "session.fusion_handoff"
    data_type: ClassVar[Hashable] = SessionFusionHandoffData


class SessionFusionResolved(TypedEvent["SessionFusionResolvedData"]):
    """``session.fusion_resolved``: Experimental durable validated HydraFusion route and turn
    policy.
    """

    __slots__ = ()

    event_type = "session.fusion_resolved"
    data_type: ClassVar[Hashable] = SessionFusionResolvedData


class SessionFusionRouteFailed(TypedEvent["SessionFusionRouteFailedData"]):
    """``session.fusion_route_failed``: Experimental durable HydraFusion routing failure and the
    deterministic concrete fallback selected for the turn.
    """

    __slots__ = ()

    event_type = "session.fusion_route_failed"
    data_type: ClassVar[Hashable] = SessionFusionRouteFailedData


class SessionFusionRouteStarted(TypedEvent["SessionFusionRouteStartedData"]):
    """``session.fusion_route_started``: Experimental transient signal that HydraFusion routing has
    started for an eligible turn.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.fusion_route_started"
    data_type: ClassVar[Hashable] = SessionFusionRouteStartedData


class SessionHandoff(TypedEvent["SessionHandoffData"]):
    """``session.handoff``: Session handoff metadata including source, context, and repository
    information
    """

    __slots__ = ()

    event_type = "session.handoff"
    data_type: ClassVar[Hashable] = SessionHandoffData


class SessionIdle(TypedEvent["SessionIdleData"]):
    """``session.idle``: Payload indicating the session is idle with no background agents or
    attached shell commands in flight

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.idle"
    data_type: ClassVar[Hashable] = SessionIdleData


class SessionInfo(TypedEvent["SessionInfoData"]):
    """``session.info``: Informational message for timeline display with categorization"""

    __slots__ = ()

    event_type = "session.info"
    data_type: ClassVar[Hashable] = SessionInfoData


class SessionManagedSettingsEnforced(TypedEvent["SessionManagedSettingsEnforcedData"]):
    """``session.managed_settings_enforced``: Runtime enforcement of enterprise managed settings:
    fires when the session blocks or caps a runtime action because enterprise policy governs it,
    so SDK clients can explain *why* an action was governed. Unlike
    `session.managed_settings_resolved` (which reports *what* is managed), this reports a
    concrete governed action — e.g. a user or host tried to turn on a bypass-permissions
    escalation while policy disables it. Emitted live (not persisted to the session event log) on
    user/host-initiated attempts only, never for silent policy application. Marked experimental
    while the managed-settings surface stabilizes.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.managed_settings_enforced"
    data_type: ClassVar[Hashable] = SessionManagedSettingsEnforcedData


class SessionManagedSettingsResolved(TypedEvent["SessionManagedSettingsResolvedData"]):
    """``session.managed_settings_resolved``: Enterprise managed-settings resolution: the effective
    managed settings the session applied and which channels contributed, so SDK clients can show
    users what is enterprise-managed. Fires whenever managed policy is (re)applied — at session
    start, on resume, and on account switch. This is an ephemeral live snapshot (delivered to
    subscribers but not persisted to the session event log), because at session start it resolves
    before `session.start` is emitted. Device values take precedence over server values, then the
    policy helper, per ordinary key, while permissions compose restrictively across device,
    server, policy-helper, and SDK-client layers. The account-scoped `getManagedSettings()` API
    does not include session-local client injection. Marked experimental while the
    managed-settings surface stabilizes.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.managed_settings_resolved"
    data_type: ClassVar[Hashable] = SessionManagedSettingsResolvedData


class SessionMcpServerNeedsReconnect(TypedEvent["SessionMcpServerNeedsReconnectData"]):
    """``session.mcp_server_needs_reconnect``: Payload of `session.mcp_server_needs_reconnect`
    identifying an MCP server whose connection must be re-established.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.mcp_server_needs_reconnect"
    data_type: ClassVar[Hashable] = SessionMcpServerNeedsReconnectData


class SessionMcpServerRemoved(TypedEvent["SessionMcpServerRemovedData"]):
    """``session.mcp_server_removed``: Payload of `session.mcp_server_removed` identifying an MCP
    server the graph no longer runs.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.mcp_server_removed"
    data_type: ClassVar[Hashable] = SessionMcpServerRemovedData


class SessionMcpServerStatusChanged(TypedEvent["SessionMcpServerStatusChangedData"]):
    """``session.mcp_server_status_changed``: Payload of `session.mcp_server_status_changed` for one
    MCP server's status and optional failure error.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.mcp_server_status_changed"
    data_type: ClassVar[Hashable] = SessionMcpServerStatusChangedData


class SessionMcpServersLoaded(TypedEvent["SessionMcpServersLoadedData"]):
    """``session.mcp_servers_loaded``: Payload of `session.mcp_servers_loaded` listing MCP server
    status summaries.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.mcp_servers_loaded"
    data_type: ClassVar[Hashable] = SessionMcpServersLoadedData


class SessionMemoryChanged(TypedEvent["SessionMemoryChangedData"]):
    """``session.memory_changed``: Signal-only event: the agent successfully stored a memory
    (store_memory) or voted on one (vote_memory). No payload — consumers should re-fetch memories
    to pick up the change. Used to refresh memory context (e.g. re-running the context sidekick)
    so newly written memories surface in subsequent turns.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.memory_changed"
    data_type: ClassVar[Hashable] = SessionMemoryChangedData


class SessionModeChanged(TypedEvent["SessionModeChangedData"]):
    """``session.mode_changed``: Agent mode change details including previous and new modes"""

    __slots__ = ()

    event_type = "session.mode_changed"
    data_type: ClassVar[Hashable] = SessionModeChangedData


class SessionModeNoticeDelivered(TypedEvent["SessionModeNoticeDeliveredData"]):
    """``session.mode_notice_delivered``: Records that a mode transition notice reached the model so
    cache-stable mode tools can remain offered across resume.
    """

    __slots__ = ()

    event_type = "session.mode_notice_delivered"
    data_type: ClassVar[Hashable] = SessionModeNoticeDeliveredData


class SessionModelChange(TypedEvent["SessionModelChangeData"]):
    """``session.model_change``: Model change details including previous and new model identifiers"""

    __slots__ = ()

    event_type = "session.model_change"
    data_type: ClassVar[Hashable] = SessionModelChangeData


class SessionPermissionsChanged(TypedEvent["SessionPermissionsChangedData"]):
    """``session.permissions_changed``: Permission-mode transition details."""

    __slots__ = ()

    event_type = "session.permissions_changed"
    data_type: ClassVar[Hashable] = SessionPermissionsChangedData


class SessionPlanChanged(TypedEvent["SessionPlanChangedData"]):
    """``session.plan_changed``: Plan file operation details indicating what changed"""

    __slots__ = ()

    event_type = "session.plan_changed"
    data_type: ClassVar[Hashable] = SessionPlanChangedData


class SessionRemoteSteerableChanged(TypedEvent["SessionRemoteSteerableChangedData"]):
    """``session.remote_steerable_changed``: Notifies that the session's remote steering capability
    has changed
    """

    __slots__ = ()

    event_type = "session.remote_steerable_changed"
    data_type: ClassVar[Hashable] = SessionRemoteSteerableChangedData


class SessionResume(TypedEvent["SessionResumeData"]):
    """``session.resume``: Session resume metadata including current context and event count"""

    __slots__ = ()

    event_type = "session.resume"
    data_type: ClassVar[Hashable] = SessionResumeData


class SessionScheduleCancelled(TypedEvent["SessionScheduleCancelledData"]):
    """``session.schedule_cancelled``: Scheduled prompt cancelled from the schedule manager dialog"""

    __slots__ = ()

    event_type = "session.schedule_cancelled"
    data_type: ClassVar[Hashable] = SessionScheduleCancelledData


class SessionScheduleCreated(TypedEvent["SessionScheduleCreatedData"]):
    """``session.schedule_created``: Scheduled prompt registered via /every or /after"""

    __slots__ = ()

    event_type = "session.schedule_created"
    data_type: ClassVar[Hashable] = SessionScheduleCreatedData


class SessionScheduleRearmed(TypedEvent["SessionScheduleRearmedData"]):
    """``session.schedule_rearmed``: Self-paced schedule re-armed for its next run"""

    __slots__ = ()

    event_type = "session.schedule_rearmed"
    data_type: ClassVar[Hashable] = SessionScheduleRearmedData


class SessionSessionLimitsChanged(TypedEvent["SessionSessionLimitsChangedData"]):
    """``session.session_limits_changed``: Session limits update details. Null clears the limits."""

    __slots__ = ()

    event_type = "session.session_limits_changed"
    data_type: ClassVar[Hashable] = SessionSessionLimitsChangedData


class SessionShutdown(TypedEvent["SessionShutdownData"]):
    """``session.shutdown``: Session termination metrics including usage statistics, code changes,
    and shutdown reason
    """

    __slots__ = ()

    event_type = "session.shutdown"
    data_type: ClassVar[Hashable] = SessionShutdownData


class SessionSkillsLoaded(TypedEvent["SessionSkillsLoadedData"]):
    """``session.skills_loaded``: Payload of `session.skills_loaded` listing resolved skill
    metadata.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.skills_loaded"
    data_type: ClassVar[Hashable] = SessionSkillsLoadedData


class SessionSnapshotRewind(TypedEvent["SessionSnapshotRewindData"]):
    """``session.snapshot_rewind``: Session rewind details including target event and count of
    removed events

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.snapshot_rewind"
    data_type: ClassVar[Hashable] = SessionSnapshotRewindData


class SessionStart(TypedEvent["SessionStartData"]):
    """``session.start``: Session initialization metadata including context and configuration"""

    __slots__ = ()

    event_type = "session.start"
    data_type: ClassVar[Hashable] = SessionStartData


class SessionTaskComplete(TypedEvent["SessionTaskCompleteData"]):
    """``session.task_complete``: Task completion notification with summary from the agent"""

    __slots__ = ()

    event_type = "session.task_complete"
    data_type: ClassVar[Hashable] = SessionTaskCompleteData


class SessionTitleChanged(TypedEvent["SessionTitleChangedData"]):
    """``session.title_changed``: Session title change payload containing the new display title

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.title_changed"
    data_type: ClassVar[Hashable] = SessionTitleChangedData


class SessionTodosChanged(TypedEvent["SessionTodosChangedData"]):
    """``session.todos_changed``: Signal-only event: the agent's todos or todo_deps table was
    written to. No payload — clients should call session.plan.readSqlTodosWithDependencies() to
    fetch the current state. Events arrive in order; clients can debounce on arrival if needed.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.todos_changed"
    data_type: ClassVar[Hashable] = SessionTodosChangedData


class SessionToolsUpdated(TypedEvent["SessionToolsUpdatedData"]):
    """``session.tools_updated``: Payload of `session.tools_updated` identifying the model whose
    resolved tools were updated.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.tools_updated"
    data_type: ClassVar[Hashable] = SessionToolsUpdatedData


class SessionTruncation(TypedEvent["SessionTruncationData"]):
    """``session.truncation``: Conversation truncation statistics including token counts and removed
    content metrics
    """

    __slots__ = ()

    event_type = "session.truncation"
    data_type: ClassVar[Hashable] = SessionTruncationData


class SessionUsageCheckpoint(TypedEvent["SessionUsageCheckpointData"]):
    """``session.usage_checkpoint``: Durable session usage checkpoint for reconstructing aggregate
    accounting on resume
    """

    __slots__ = ()

    event_type = "session.usage_checkpoint"
    data_type: ClassVar[Hashable] = SessionUsageCheckpointData


class SessionUsageInfo(TypedEvent["SessionUsageInfoData"]):
    """``session.usage_info``: Current context window usage statistics including token and message
    counts

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session.usage_info"
    data_type: ClassVar[Hashable] = SessionUsageInfoData


class SessionWarning(TypedEvent["SessionWarningData"]):
    """``session.warning``: Warning message for timeline display with categorization"""

    __slots__ = ()

    event_type = "session.warning"
    data_type: ClassVar[Hashable] = SessionWarningData


class SessionWorkspaceFileChanged(TypedEvent["SessionWorkspaceFileChangedData"]):
    """``session.workspace_file_changed``: Workspace file change details including path and
    operation type
    """

    __slots__ = ()

    event_type = "session.workspace_file_changed"
    data_type: ClassVar[Hashable] = SessionWorkspaceFileChangedData
