"""Types of session events: events_conversation.

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
    FusionAttribution,
    FusionConversationScope,
    FusionPattern,
    FusionPhaseKind,
    ModelCallFailureTransport,
    ReasoningSummary,
)
from copilot_actors.protocol._typed_event import TypedEvent
from copilot_actors.protocol._wire_struct import (
    JsonValue,
    UnknownVariant,
    WireStruct,
)

__all__ = [
    "Abort",
    "AbortData",
    "AbortReason",
    "AssistantFusionPhaseActivity",
    "AssistantFusionPhaseActivityData",
    "AssistantFusionPhaseCompleted",
    "AssistantFusionPhaseCompletedData",
    "AssistantFusionPhaseFailed",
    "AssistantFusionPhaseFailedData",
    "AssistantFusionPhaseStarted",
    "AssistantFusionPhaseStartedData",
    "AssistantIdle",
    "AssistantIdleData",
    "AssistantIntent",
    "AssistantIntentData",
    "AssistantMessage",
    "AssistantMessageData",
    "AssistantMessageDelta",
    "AssistantMessageDeltaData",
    "AssistantMessageReasoningBlocks",
    "AssistantMessageServerTools",
    "AssistantMessageStart",
    "AssistantMessageStartData",
    "AssistantMessageToolRequest",
    "AssistantMessageToolRequestCaller",
    "AssistantMessageToolRequestCallerType",
    "AssistantMessageToolRequestType",
    "AssistantReasoning",
    "AssistantReasoningData",
    "AssistantReasoningDelta",
    "AssistantReasoningDeltaData",
    "AssistantServerToolProgress",
    "AssistantServerToolProgressData",
    "AssistantStreamingDelta",
    "AssistantStreamingDeltaData",
    "AssistantToolCallDelta",
    "AssistantToolCallDeltaData",
    "AssistantTurnEnd",
    "AssistantTurnEndData",
    "AssistantTurnRetry",
    "AssistantTurnRetryData",
    "AssistantTurnStart",
    "AssistantTurnStartData",
    "AssistantUsage",
    "AssistantUsageApiEndpoint",
    "AssistantUsageCopilotUsage",
    "AssistantUsageCopilotUsageTokenDetail",
    "AssistantUsageData",
    "AssistantUsageQuotaSnapshot",
    "AssistantUsageTransport",
    "CitationLocation",
    "CitationLocationBlock",
    "CitationLocationChar",
    "CitationLocationPage",
    "CitationProvider",
    "CitationReference",
    "CitationSource",
    "CitationSpan",
    "Citations",
    "FusionPhaseActivityKind",
    "FusionPhaseStatus",
    "FusionPhaseUsage",
    "FusionProjectionMode",
    "FusionStagedTerminal",
    "ModelCallFailure",
    "ModelCallFailureBadRequestKind",
    "ModelCallFailureData",
    "ModelCallFailureKind",
    "ModelCallFailureRequestFingerprint",
    "ModelCallFailureSource",
    "ModelCallFinished",
    "ModelCallFinishedData",
    "ModelCallFinishedOutcome",
    "ModelCallStart",
    "ModelCallStartData",
    "PendingMessagesModified",
    "PendingMessagesModifiedData",
    "PromptCacheBreak",
    "PromptCacheBreakData",
    "SystemMessage",
    "SystemMessageData",
    "SystemMessageMetadata",
    "SystemMessageRole",
    "SystemNotification",
    "SystemNotificationAgentCompleted",
    "SystemNotificationAgentCompletedStatus",
    "SystemNotificationAgentIdle",
    "SystemNotificationData",
    "SystemNotificationDetails",
    "SystemNotificationFactoryCompleted",
    "SystemNotificationFactoryCompletedStatus",
    "SystemNotificationFactoryPauseInfo",
    "SystemNotificationFactoryPauseInfoCheckpoint",
    "SystemNotificationFactoryPauseInfoUser",
    "SystemNotificationInstructionDiscovered",
    "SystemNotificationNewInboxMessage",
    "SystemNotificationShellCompleted",
    "SystemNotificationShellDetachedCompleted",
    "SystemNotificationUnclassified",
    "UserMessage",
    "UserMessageAgentMode",
    "UserMessageData",
    "UserMessageDelivery",
]


class AbortData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Turn abort information including the reason for termination

    Attributes:
        reason: Finite reason code describing why the current turn was aborted
    """

    reason: AbortReason


class AssistantFusionPhaseActivityData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Experimental content-safe activity signal for a running HydraFusion phase.

    Attributes:
        fusion_id: Identifier of the HydraFusion turn containing the phase.
        phase_id: Stable identifier for the concrete phase.
        phase_kind: Kind of phase currently executing.
        pattern: HydraFusion orchestration pattern containing the phase.
        role: Semantic role assigned to the phase.
        conversation_scope: Conversation scope in which the phase executes.
        activity: Kind of real activity observed.
        total_response_size_bytes: Cumulative private response bytes observed for this model
            call. The event never includes response text.
        tool_call_id: Opaque hashed correlation token for matching tool-started and
            tool-completed activity within this Fusion activity stream. It is not the tool call
            identifier exposed by tool lifecycle events.
    """

    fusion_id: str
    phase_id: str
    phase_kind: FusionPhaseKind
    pattern: FusionPattern
    role: str
    conversation_scope: FusionConversationScope
    activity: FusionPhaseActivityKind
    total_response_size_bytes: int | None = None
    tool_call_id: str | None = None


class AssistantFusionPhaseCompletedData(WireStruct, frozen=True, kw_only=True):
    """Experimental durable HydraFusion phase output and lossless replay checkpoint.

    Attributes:
        fusion_id: Identifier of the HydraFusion turn containing the phase.
        phase_id: Stable identifier for the completed phase.
        phase_kind: Kind of phase that completed.
        role: Semantic role assigned to the completed phase.
        conversation_scope: Conversation scope in which the phase executed.
        model: Concrete model that executed the phase.
        status: Durable outcome status of the phase.
        content: Provider-normalized textual output produced by the phase.
        verdict: Structured judge or critic verdict, when the phase produces one.
        duration_ms: Elapsed execution time for the phase in milliseconds.
        usage: Aggregate concrete-model usage consumed by the phase.
        projection_message: Internal. Exact provider-normalized message used to reconstruct
            canonical model history.
        projection_mode: Internal. Projection action for the exact internal message.
        staged_terminal: Internal. Terminal request held outside canonical state until selected
            by the final commit.
    """

    fusion_id: str
    phase_id: str
    phase_kind: FusionPhaseKind
    role: str
    conversation_scope: FusionConversationScope
    model: str
    status: FusionPhaseStatus
    content: str
    verdict: str | None
    duration_ms: float
    usage: FusionPhaseUsage
    projection_message: JsonValue | None = None
    projection_mode: FusionProjectionMode | None = None
    staged_terminal: FusionStagedTerminal | None = None


class AssistantFusionPhaseFailedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Experimental durable typed HydraFusion phase failure and degradation transition.

    Attributes:
        fusion_id: Identifier of the HydraFusion turn containing the phase.
        phase_id: Stable identifier for the failed phase.
        phase_kind: Kind of phase that failed.
        role: Semantic role assigned to the failed phase.
        conversation_scope: Conversation scope in which the phase executed.
        model: Concrete model that attempted the phase.
        status: Durable outcome status of the phase.
        reason: Stable machine-readable reason for the phase failure.
        duration_ms: Elapsed execution time before the phase failed, in milliseconds.
        usage: Aggregate concrete-model usage consumed before the failure.
        error_message: Provider or execution error detail, when available.
        degraded_to_phase_id: Identifier of the fallback phase used to continue the turn after
            degradation.
    """

    fusion_id: str
    phase_id: str
    phase_kind: FusionPhaseKind
    role: str
    conversation_scope: FusionConversationScope
    model: str
    status: FusionPhaseStatus
    reason: str
    duration_ms: float
    usage: FusionPhaseUsage
    error_message: str | None = None
    degraded_to_phase_id: str | None = None


class AssistantFusionPhaseStartedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Experimental transient HydraFusion phase/model/role signal.

    Attributes:
        fusion_id: Identifier of the HydraFusion turn containing the phase.
        phase_id: Stable identifier for the concrete phase.
        phase_kind: Kind of phase being executed.
        pattern: HydraFusion orchestration pattern containing the phase.
        role: Semantic role assigned to the phase.
        conversation_scope: Conversation scope in which the phase executes.
        model: Concrete model executing the phase.
    """

    fusion_id: str
    phase_id: str
    phase_kind: FusionPhaseKind
    pattern: FusionPattern
    role: str
    conversation_scope: FusionConversationScope
    model: str


class AssistantIdleData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Payload emitted whenever the main agent's processing loop goes idle, including while related
    background work (running agents or in-flight attached shell commands) is still pending and
    the session-level idle event is therefore deferred

    Attributes:
        aborted: True when the preceding agentic loop was cancelled via abort signal
    """

    aborted: bool | None = None


class AssistantIntentData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Agent intent description for current activity or plan

    Attributes:
        intent: Short description of what the agent is currently doing or planning to do
    """

    intent: str


class AssistantMessageData(WireStruct, frozen=True, kw_only=True):
    """Assistant response containing text content, optional tool requests, and interaction metadata

    Attributes:
        message_id: Unique identifier for this assistant message
        originating_message_id: Logical ID of the primary user message that initiated this run,
            matching the messageId returned by session.send (or the last messageId of
            session.sendMessages). Stable across model/tool iterations, steering messages, and
            stop-hook corrections. Subagent runs use their own initiating message ID, not the
            parent's. Absent for runs without an associated initiating message, such as empty
            batches.
        model: Model that produced this assistant message, if known
        content: The assistant's text response content
        tool_requests: Tool invocations requested by the assistant in this message
        reasoning_opaque: Opaque/encrypted extended thinking data from Anthropic models.
            Session-bound and stripped on resume.
        reasoning_text: Readable reasoning text from the model's extended thinking
        reasoning_wire_field: OpenAI-compatible wire field the provider used for reasoning (e.g.
            reasoning_content/reasoning). Populated only when non-canonical, so the dialect
            round-trips across turns.
        encrypted_content: Encrypted reasoning content from OpenAI models. Session-bound and
            stripped on resume.
        phase: Generation phase for phased-output models (e.g., thinking vs. response phases)
        chunk_index: Zero-based position of this message within its model call's response. Absent
            when the response was not split into chunks.
        chunk_count: Total messages the model call's response was split into, one per reasoning
            boundary. Absent for a single-message response; the last chunk is the one where
            chunkIndex is chunkCount - 1.
        output_tokens: Actual output token count from the API response (completion_tokens), used
            for accurate token accounting
        interaction_id: CAPI interaction ID for correlating this message with upstream telemetry
        request_id: GitHub request tracing ID (x-github-request-id header) for correlating with
            server-side logs
        client_request_id: Client-minted request id (x-request-id header) echoed by the server.
            Distinct from requestId (x-github-request-id) and serviceRequestId
            (x-copilot-service-request-id).
        service_request_id: Copilot service request ID (x-copilot-service-request-id header) for
            CAPI log correlation
        rte: Per-request treatment/eligibility signal returned by the Copilot API in the
            `X-GitHub-Copilot-Request-TE` response header for the associated model call; `false`
            when the header was absent or unparseable.
        api_call_id: Provider's completion / response identifier; shared across all chunks of a
            single API call. Used to group multi-chunk assistant utterances.
        server_tools: Neutral provider-tagged server-side tool-use payload (tool search, advisor)
            for verbatim round-tripping
        reasoning_blocks: Neutral provider-tagged reasoning content blocks preserved verbatim for
            round-tripping. `reasoningText` and `reasoningOpaque` are a lossy derived view of
            these blocks, retained for display.
        turn_id: Identifier for the agent loop turn that produced this message, matching the
            corresponding assistant.turn_start event
        parent_tool_call_id: Deprecated. Tool call ID of the parent tool invocation when this
            event originates from a sub-agent
        citations: Provider-agnostic citations linking spans of this message's content to the
            sources that support them. Experimental; only populated when citation emission is
            enabled.
        fusion: Experimental HydraFusion source attribution for this ordinary authoritative
            assistant message.
    """

    message_id: str
    originating_message_id: str | None = None
    model: str | None = None
    content: str
    tool_requests: list[AssistantMessageToolRequest] | None = None
    reasoning_opaque: str | None = None
    reasoning_text: str | None = None
    reasoning_wire_field: str | None = None
    encrypted_content: str | None = None
    phase: str | None = None
    chunk_index: int | None = None
    chunk_count: int | None = None
    output_tokens: int | None = None
    interaction_id: str | None = None
    request_id: str | None = None
    client_request_id: str | None = None
    service_request_id: str | None = None
    rte: bool | None = None
    api_call_id: str | None = None
    server_tools: AssistantMessageServerTools | None = None
    reasoning_blocks: AssistantMessageReasoningBlocks | None = None
    turn_id: str | None = None
    parent_tool_call_id: str | None = None
    citations: Citations | None = None
    fusion: FusionAttribution | None = None


class AssistantMessageDeltaData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Streaming assistant message delta for incremental response updates

    Attributes:
        message_id: Message ID this delta belongs to, matching the corresponding
            assistant.message event
        delta_content: Incremental text chunk to append to the message content
        parent_tool_call_id: Deprecated. Tool call ID of the parent tool invocation when this
            event originates from a sub-agent
    """

    message_id: str
    delta_content: str
    parent_tool_call_id: str | None = None


class AssistantMessageReasoningBlocks(WireStruct, frozen=True, kw_only=True):
    """Neutral provider-tagged reasoning content blocks preserved verbatim for round-tripping

    Attributes:
        provider: Model provider that produced these reasoning blocks.
        blocks: Provider-native reasoning items or content blocks preserved verbatim, in order. A
            single response can carry several, and provider signatures or identifiers may depend
            on their exact content and ordering.
    """

    provider: str
    blocks: list[JsonValue] | None = None


class AssistantMessageServerTools(WireStruct, frozen=True, kw_only=True):
    """Neutral provider-tagged server-side tool-use payload (tool search, advisor) for verbatim
    round-tripping

    Attributes:
        provider: Model provider that produced this server-tool payload.
        items: Provider-native server-tool call and output items preserved verbatim for replay.
        function_call_namespaces: Provider function-call namespaces keyed by function-call
            identifier.
        raw_content_blocks: Raw provider content blocks retained for verbatim round-tripping.
        advisor_model: Advisor model identifier associated with the server-tool payload.
    """

    provider: str
    items: list[JsonValue] | None = None
    function_call_namespaces: dict[str, str] | None = None
    raw_content_blocks: list[JsonValue] | None = None
    advisor_model: str | None = None


class AssistantMessageStartData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Streaming assistant message start metadata

    Attributes:
        message_id: Message ID this start event belongs to, matching subsequent deltas and
            assistant.message
        phase: Generation phase this message belongs to for phased-output models
    """

    message_id: str
    phase: str | None = None


class AssistantMessageToolRequest(WireStruct, frozen=True, kw_only=True):
    """A tool invocation request from the assistant

    Attributes:
        tool_call_id: Unique identifier for this tool call
        name: Name of the tool being invoked
        arguments: Arguments to pass to the tool, format depends on the tool
        type: Tool call type: "function" for standard tool calls, "custom" for grammar-based tool
            calls. Defaults to "function" when absent.
        tool_title: Human-readable display title for the tool
        mcp_server_name: Name of the MCP server hosting this tool, when the tool is an MCP tool
        mcp_tool_name: Original tool name on the MCP server, when the tool is an MCP tool
        intention_summary: Resolved intention summary describing what this specific call does
        caller: Hosted program that requested this client tool call
    """

    tool_call_id: str
    name: str
    arguments: JsonValue | None = None
    type: AssistantMessageToolRequestType | None = None
    tool_title: str | None = None
    mcp_server_name: str | None = None
    mcp_tool_name: str | None = None
    intention_summary: str | None | UnsetType = UNSET
    caller: AssistantMessageToolRequestCaller | None = None


class AssistantMessageToolRequestCaller(WireStruct, frozen=True, kw_only=True, gc=False):
    """Hosted program that requested this client tool call

    Attributes:
        type: Kind of hosted caller that requested the client tool call.
        caller_id: Provider-assigned identifier for the hosted caller.
    """

    type: AssistantMessageToolRequestCallerType
    caller_id: str


class AssistantReasoningData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Assistant reasoning content for timeline display with complete thinking text

    Attributes:
        reasoning_id: Unique identifier for this reasoning block
        content: The complete extended thinking text from the model
        rte: Per-request treatment/eligibility signal returned by the Copilot API in the
            `X-GitHub-Copilot-Request-TE` response header for the associated model call; `false`
            when the header was absent or unparseable.
    """

    reasoning_id: str
    content: str
    rte: bool | None = None


class AssistantReasoningDeltaData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Streaming reasoning delta for incremental extended thinking updates

    Attributes:
        reasoning_id: Reasoning block ID this delta belongs to, matching the corresponding
            assistant.reasoning event
        delta_content: Incremental text chunk to append to the reasoning content
    """

    reasoning_id: str
    delta_content: str


class AssistantServerToolProgressData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Live progress signal for a provider-hosted server tool (e.g. hosted web search) while it
    runs, before the finalized serverTools envelope lands on the terminal assistant.message

    Attributes:
        output_index: Position of the hosted tool call in the response output. Stable across the
            call's lifecycle events (unlike the provider's per-event item id, which CAPI
            rotates), so the host keys the live in-progress row on it.
        kind: Kind of hosted server tool that is running. Only `web_search` is emitted today.
        status: Lifecycle status of the hosted call: `in_progress`, `searching`, or `completed`.
    """

    output_index: int
    kind: str
    status: str


class AssistantStreamingDeltaData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Streaming response progress with cumulative byte count

    Attributes:
        total_response_size_bytes: Cumulative total bytes received from the streaming response so
            far
    """

    total_response_size_bytes: int


class AssistantToolCallDeltaData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Streaming tool-call input delta for incremental tool-call updates

    Attributes:
        tool_call_id: Tool call ID this delta belongs to, matching the corresponding
            assistant.message tool request
        tool_name: Name of the tool being invoked, when known from the stream
        tool_type: Tool call type, when known from the stream
        input_delta: Raw provider tool input fragment to append for this tool call.
            Function/tool-use providers stream serialized JSON argument text (so newlines inside
            JSON string values may appear as escaped `\\n` until the accumulated JSON is parsed);
            custom tool calls stream raw custom input.
    """

    tool_call_id: str
    tool_name: str | None = None
    tool_type: AssistantMessageToolRequestType | None = None
    input_delta: str


class AssistantTurnEndData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Turn completion metadata including the turn identifier

    Attributes:
        turn_id: Identifier of the turn that has ended, matching the corresponding
            assistant.turn_start event
        model: Model identifier used for this turn, when known
    """

    turn_id: str
    model: str | None = None


class AssistantTurnRetryData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Metadata for an additional model inference attempt within an existing assistant turn

    Attributes:
        turn_id: Identifier of the turn whose model inference is being retried
        model: Model identifier used for this retry, when known
        reason: Provider or runtime classification that caused the retry, when known
    """

    turn_id: str
    model: str | None = None
    reason: str | None = None


class AssistantTurnStartData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Turn initialization metadata including identifier and interaction tracking

    Attributes:
        turn_id: Identifier for this turn within the agentic loop, typically a stringified turn
            number
        model: Model identifier used for this turn, when known
        interaction_id: CAPI interaction ID for correlating this turn with upstream telemetry
    """

    turn_id: str
    model: str | None = None
    interaction_id: str | None = None


class AssistantUsageCopilotUsage(WireStruct, frozen=True, kw_only=True):
    """Per-request cost and usage data from the CAPI copilot_usage response field

    Attributes:
        model: Default billing model for token details that do not identify their own model
        token_details: Internal. Itemized token usage breakdown
        total_nano_aiu: Total cost in nano-AI units for this request
    """

    model: str | None = None
    token_details: list[AssistantUsageCopilotUsageTokenDetail] | None = None
    total_nano_aiu: float


class AssistantUsageCopilotUsageTokenDetail(WireStruct, frozen=True, kw_only=True, gc=False):
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


class AssistantUsageData(WireStruct, frozen=True, kw_only=True):
    """LLM API call usage metrics including tokens, costs, quotas, and billing information

    Attributes:
        model: Model identifier used for this API call
        input_tokens: Number of input tokens consumed
        output_tokens: Number of output tokens produced
        cache_read_tokens: Number of tokens read from prompt cache
        cache_write_tokens: Number of tokens written to prompt cache
        cache_expires_at: Updated prompt-cache expiration for this model call. Present only when
            the call establishes or refreshes known cache state.
        reasoning_tokens: Number of output tokens used for reasoning (e.g., chain-of-thought)
        cost: Model multiplier cost for billing purposes
        duration: Duration of the API call in milliseconds
        time_to_first_token_ms: Time to first token in milliseconds. Only available for streaming
            requests
        output_ttft_ms: Time to first observable model output in milliseconds. Includes text,
            reasoning, and tool-call output; only available for streaming requests that produce
            observable output.
        inter_token_latency_ms: Average inter-token latency in milliseconds. Only available for
            streaming requests
        initiator: What initiated this API call (e.g., "sub-agent", "mcp-sampling"); absent for
            user-initiated calls
        interaction_type: Coarse classification of the interaction that produced this call,
            mirroring the session's per-request agent context (e.g. `conversation-agent`,
            `conversation-subagent`, `conversation-sampling`, `conversation-background`,
            `conversation-compaction`, `conversation-user`). Non-billing; lets consumers
            attribute a model call to a call class (e.g. sub-agent/sidekick) independently of the
            billing initiator. Absent when the runtime did not classify the request.
        is_byok: Whether this model call used a bring-your-own-key provider
        is_auto: Whether Auto mode was selected for this model call
        max_prompt_tokens: Effective maximum prompt-token limit used for this model call
        max_output_tokens: Requested maximum output tokens used for this model call
        accepted_prediction_tokens: Number of accepted speculative prediction tokens
        rejected_prediction_tokens: Number of rejected speculative prediction tokens
        transport: Transport used for this model call (http or websocket)
        api_call_id: Completion ID from the model provider (e.g., chatcmpl-abc123)
        provider_call_id: GitHub request tracing ID (x-github-request-id header) for server-side
            log correlation
        service_request_id: Copilot service request ID (x-copilot-service-request-id header) for
            CAPI log correlation
        rte: Per-request treatment/eligibility signal returned by the Copilot API in the
            `X-GitHub-Copilot-Request-TE` response header for the associated model call; `false`
            when the header was absent or unparseable.
        api_endpoint: API endpoint used for this model call, matching CAPI supported_endpoints
            vocabulary
        parent_tool_call_id: Deprecated. Parent tool call ID when this usage originates from a
            sub-agent
        quota_snapshots: Internal. Per-quota resource usage snapshots, keyed by quota identifier
        copilot_usage: Per-request cost and usage data from the CAPI copilot_usage response field
        reasoning_effort: Reasoning effort level used for model calls, if applicable (e.g.
            "none", "low", "medium", "high", "xhigh", "max")
        reasoning_summary: Reasoning summary mode used for this model call, if applicable
        available_tool_count: Internal. Number of tools available to the model for this call
        tool_token_count: Internal. Number of tokens used by tool definitions for this call
        frontier_source: Internal. How the prompt-cache frontier was determined for this call
        cache_ttl_seconds: Internal. Effective prompt-cache lifetime in seconds for this call
        cache_details_reported: Internal. Whether the provider reported prompt-cache usage
            details for this call
        num_tool_calls: Internal. Number of tool calls returned by the model
        tool_counts: Internal. Tool-call counts keyed by tool name
        finish_reason: Finish reason reported by the model for this API call (e.g. "stop",
            "length", "tool_calls", "content_filter"). Normalized to OpenAI vocabulary; for
            Anthropic models a "refusal" stop reason maps to "content_filter".
        content_filter_triggered: Whether the model response was blocked or truncated by content
            filtering (finish_reason === 'content_filter'). For Anthropic models this corresponds
            to a 'refusal' stop reason.
        fusion: Experimental HydraFusion attribution for this concrete model call's usage.
    """

    model: str
    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_read_tokens: int | None = None
    cache_write_tokens: int | None = None
    cache_expires_at: str | None = None
    reasoning_tokens: int | None = None
    cost: float | None = None
    duration: int | None = None
    time_to_first_token_ms: float | None = None
    output_ttft_ms: float | None = None
    inter_token_latency_ms: float | None = None
    initiator: str | None = None
    interaction_type: str | None = None
    is_byok: bool | None = None
    is_auto: bool | None = None
    max_prompt_tokens: int | None = None
    max_output_tokens: int | None = None
    accepted_prediction_tokens: int | None = None
    rejected_prediction_tokens: int | None = None
    transport: AssistantUsageTransport | None = None
    api_call_id: str | None = None
    provider_call_id: str | None = None
    service_request_id: str | None = None
    rte: bool | None = None
    api_endpoint: AssistantUsageApiEndpoint | None = None
    parent_tool_call_id: str | None = None
    quota_snapshots: dict[str, AssistantUsageQuotaSnapshot] | None = None
    copilot_usage: AssistantUsageCopilotUsage | None = None
    reasoning_effort: str | None = None
    reasoning_summary: ReasoningSummary | None = None
    available_tool_count: int | None = None
    tool_token_count: int | None = None
    frontier_source: str | None = None
    cache_ttl_seconds: int | None = None
    cache_details_reported: bool | None = None
    num_tool_calls: int | None = None
    tool_counts: dict[str, int] | None = None
    finish_reason: str | None = None
    content_filter_triggered: bool | None = None
    fusion: FusionAttribution | None = None


class AssistantUsageQuotaSnapshot(WireStruct, frozen=True, kw_only=True, gc=False):
    """Internal per-quota snapshot for assistant usage, including entitlement, consumed requests,
    overage, reset date, and remaining quota.

    Attributes:
        is_unlimited_entitlement: Internal. Whether the user has an unlimited usage entitlement
        entitlement_requests: Internal. Total requests allowed by the entitlement
        used_requests: Internal. Number of requests already consumed
        usage_allowed_with_exhausted_quota: Internal. Whether usage is still permitted after
            quota exhaustion
        overage: Internal. Number of additional usage requests made this period
        overage_allowed_with_exhausted_quota: Internal. Whether additional usage is allowed when
            quota is exhausted
        remaining_percentage: Internal. Percentage of quota remaining (0 to 100)
        reset_date: Internal. Date when the quota resets
        has_quota: Internal. Whether the user currently has quota available for use
        token_based_billing: Internal. Whether this snapshot uses token-based billing (AI-credits
            allocation)
        overage_entitlement: Internal. Pay-as-you-go additional-usage budget cap in AI credits (1
            credit = $0.01); present only when CAPI emits a finite value
    """

    is_unlimited_entitlement: bool
    entitlement_requests: int
    used_requests: int
    usage_allowed_with_exhausted_quota: bool
    overage: float
    overage_allowed_with_exhausted_quota: bool
    remaining_percentage: float
    reset_date: str | None = None
    has_quota: bool | None = None
    token_based_billing: bool | None = None
    overage_entitlement: float | None = None


class CitationLocationBlock(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="block",
    gc=False,
):
    """A content-block range within a structured source document.

    Attributes:
        start_block: Index of the first content block of the cited range (zero-based, inclusive).
        end_block: Index of the last content block of the cited range (zero-based, exclusive).
    """

    type: ClassVar[Literal["block"]] = "block"
    start_block: int
    end_block: int


class CitationLocationChar(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="char",
    gc=False,
):
    """A character range within the source's text content.

    Attributes:
        start_index: Start character offset within the source text (zero-based, inclusive).
        end_index: End character offset within the source text (zero-based, exclusive).
    """

    type: ClassVar[Literal["char"]] = "char"
    start_index: int
    end_index: int


class CitationLocationPage(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="page",
    gc=False,
):
    """A page range within a paginated source document.

    Attributes:
        start_page: First page number of the cited range.
        end_page: Last page number of the cited range (inclusive).
    """

    type: ClassVar[Literal["page"]] = "page"
    start_page: int
    end_page: int


class CitationReference(WireStruct, frozen=True, kw_only=True):
    """A single citation occurrence linking a span of generated text to a supporting source.

    Attributes:
        source_id: Identifier of the CitationSource this reference points to (CitationSource.id).
        cited_text: The exact text from the source that supports the cited span, when provided by
            the model.
        location: Location within the source that supports the cited span, when the provider
            reports one.
        provider_metadata: Provider-native citation correlation data (e.g. Anthropic
            search_result_index / document_index), passed through opaquely for debugging and
            forward compatibility.
    """

    source_id: str
    cited_text: str | None = None
    location: CitationLocation | None = None
    provider_metadata: JsonValue | None = None


class CitationSource(WireStruct, frozen=True, kw_only=True, gc=False):
    """A source that backs one or more cited spans in the assistant's response.

    Attributes:
        id: Stable, turn-scoped identifier for this source, referenced by
            CitationReference.sourceId.
        provider: The system that produced this citation.
        title: Human-readable title of the source.
        url: URL of the source, when it is a web resource.
        path: File path relative to the agent's workspace root, when the source is a file.
    """

    id: str
    provider: CitationProvider
    title: str | None = None
    url: str | None = None
    path: str | None = None


class CitationSpan(WireStruct, frozen=True, kw_only=True):
    """A contiguous span of generated assistant text and the source references that support it.

    Attributes:
        start_index: Start offset of the cited span within the final assistant message content
            (UTF-16 code units, zero-based, inclusive).
        end_index: End offset of the cited span within the final assistant message content
            (UTF-16 code units, zero-based, exclusive).
        references: The sources that support this span of generated text.
    """

    start_index: int
    end_index: int
    references: list[CitationReference]


class Citations(WireStruct, frozen=True, kw_only=True):
    """Provider-agnostic citations linking spans of the assistant's response to their supporting
    sources.

    Attributes:
        sources: Deduplicated set of sources referenced by the citation spans.
        spans: Spans of generated text annotated with the sources that support them.
    """

    sources: list[CitationSource]
    spans: list[CitationSpan]


class FusionPhaseUsage(WireStruct, frozen=True, kw_only=True, gc=False):
    """Aggregate concrete-model usage for one HydraFusion phase.

    Attributes:
        request_count: Number of concrete model requests made by the phase.
        input_tokens: Total input tokens consumed by the phase.
        output_tokens: Total output tokens produced by the phase.
        cached_tokens: Total cached input tokens reported for the phase.
        cache_write_tokens: Total tokens written to prompt cache during the phase.
        total_nano_aiu: Total normalized AI-unit cost reported for the phase, in nano-AIU.
    """

    request_count: int
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    cache_write_tokens: int | None = None
    total_nano_aiu: float


class FusionStagedTerminal(WireStruct, frozen=True, kw_only=True):
    """Internal durable terminal request staged by a HydraFusion phase until an idempotent final
    commit selects it.
    """

    assistant_message: JsonValue
    tool_name: str
    tool_call_id: str
    arguments: str
    phase_id: str


class ModelCallFailureData(WireStruct, frozen=True, kw_only=True):
    """Failed LLM API call metadata for telemetry

    Attributes:
        model: Model identifier used for the failed API call
        initiator: What initiated this API call (e.g., "sub-agent", "mcp-sampling"); absent for
            user-initiated calls
        api_call_id: Completion ID from the model provider (e.g., chatcmpl-abc123)
        provider_call_id: GitHub request tracing ID (x-github-request-id header) for server-side
            log correlation
        service_request_id: Copilot service request ID (x-copilot-service-request-id header) for
            CAPI log correlation
        rte: Per-request treatment/eligibility signal returned by the Copilot API in the
            `X-GitHub-Copilot-Request-TE` response header for the associated model call; `false`
            when the header was absent or unparseable.
        status_code: HTTP status code from the failed request
        duration_ms: Duration of the failed API call in milliseconds
        api_endpoint: API endpoint used for this model call, matching CAPI supported_endpoints
            vocabulary
        transport: Transport used for the failed model call (http or websocket)
        failure_kind: Whether the failure originated from an API response or the request
            transport
        max_prompt_tokens: Effective maximum prompt-token limit for the failed call
        max_output_tokens: Effective maximum output-token limit for the failed call
        is_byok: Whether the failed call used a bring-your-own-key provider
        is_auto: Whether the session selected Auto mode for the failed call
        reasoning_effort: Reasoning effort level used for the failed model call, if applicable
        interaction_type: Authoritative interaction classification for the failed call, matching
            `assistant.usage.interactionType` (for example `conversation-agent`,
            `conversation-subagent`, or `conversation-sampling`). Absent when the producer cannot
            classify the interaction.
        source: Where the failed model call originated
        error_message: Raw provider/runtime error message for restricted telemetry
        bad_request_kind: For HTTP 400 failures only: whether the response carried a structured
            CAPI error envelope (structured_error, a deterministic validation failure) or no
            error body (bodyless, the transient gateway/proxy signature). Absent for non-400
            failures.
        error_code: For HTTP 400 failures only: the `code` from the CAPI error envelope (e.g.
            'model_max_prompt_tokens_exceeded') identifying which deterministic validation
            failure occurred. Raw server-controlled string, emitted only through restricted
            telemetry. Absent for bodyless or non-400 failures.
        error_type: For HTTP 400 failures only: the `type` from the CAPI error envelope (e.g.
            'websocket_error'), a coarser companion to errorCode for envelopes that carry no
            code. Raw server-controlled string, emitted only through restricted telemetry. Absent
            for bodyless or non-400 failures.
        quota_snapshots: Internal. Per-quota usage snapshots parsed from the failed response's
            quota headers, keyed by quota identifier. Present when the error response carried
            quota headers (e.g. a 402 once the additional spend limit is reached) so the UI can
            refresh the quota display on failure.
        request_fingerprint: Content-free structural summary of the failing request. Contains
            only counts and shape flags (no prompt content), so it is safe for unrestricted
            telemetry. Populated only for client-error (4xx) failures.
        fusion: Experimental HydraFusion attribution for this failed concrete model call.
    """

    model: str | None = None
    initiator: str | None = None
    api_call_id: str | None = None
    provider_call_id: str | None = None
    service_request_id: str | None = None
    rte: bool | None = None
    status_code: int | None = None
    duration_ms: int | None = None
    api_endpoint: AssistantUsageApiEndpoint | None = None
    transport: ModelCallFailureTransport | None = None
    failure_kind: ModelCallFailureKind | None = None
    max_prompt_tokens: int | None = None
    max_output_tokens: int | None = None
    is_byok: bool | None = None
    is_auto: bool | None = None
    reasoning_effort: str | None = None
    interaction_type: str | None = None
    source: ModelCallFailureSource
    error_message: str | None = None
    bad_request_kind: ModelCallFailureBadRequestKind | None = None
    error_code: str | None = None
    error_type: str | None = None
    quota_snapshots: dict[str, AssistantUsageQuotaSnapshot] | None = None
    request_fingerprint: ModelCallFailureRequestFingerprint | None = None
    fusion: FusionAttribution | None = None


class ModelCallFailureRequestFingerprint(WireStruct, frozen=True, kw_only=True, gc=False):
    """Content-free structural summary of the failing request for diagnosing malformed 4xx calls

    Attributes:
        message_count: Total number of messages in the request
        tool_result_message_count: Number of "tool" result messages in the request
        tool_call_count: Total number of tool calls across assistant messages
        nameless_tool_call_count: Tool calls whose name is missing or empty (rejected by strict
            providers)
        image_part_count: Total number of image content parts
        image_parts_missing_media_type: Image parts whose media type cannot be determined
            (rejected by strict providers)
        last_message_role: Role of the final message in the request
    """

    message_count: int
    tool_result_message_count: int
    tool_call_count: int
    nameless_tool_call_count: int
    image_part_count: int
    image_parts_missing_media_type: int
    last_message_role: str | None = None


class ModelCallFinishedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Final lifecycle outcome for one logical model dispatch. A logical dispatch may include
    internal reconnect or fallback work, so event count is not provider HTTP-request count.

    Attributes:
        turn_id: Agent-loop iteration within the interaction that initiated the model dispatch
        interaction_id: Identifier of the user interaction that owns the model dispatch, matching
            assistant.turn_start.interactionId when available
        dispatch_duration_ms: Monotonic elapsed time spent in the logical model dispatch,
            including any internal transport reconnect or fallback and excluding orchestrator
            retry backoff, tool execution, confirmations, and post-response processing
        outcome: Final outcome after post-response acceptance processing
        contains_built_in_file_edit_request: Whether an accepted successful response requested
            the exact name and command semantics of a built-in file edit tool, including an
            external tool explicitly replacing that built-in name. Absent when the logical
            dispatch did not produce an accepted response.
        edit_classifier_version: Version of the built-in file-edit semantic classifier used for
            this event
    """

    turn_id: str
    interaction_id: str | None = None
    dispatch_duration_ms: float
    outcome: ModelCallFinishedOutcome
    contains_built_in_file_edit_request: bool | None = None
    edit_classifier_version: int


class ModelCallStartData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Model API dispatch metadata for internal telemetry

    Attributes:
        turn_id: Identifier of the assistant turn that initiated the model call
        model: Model identifier used for this API call, when known
        previous_response_id: Internal. Previous response or interaction identifier included in
            the model request, when present
        fusion: Experimental HydraFusion attribution for this concrete model call.
    """

    turn_id: str
    model: str | None = None
    previous_response_id: str | None = None
    fusion: FusionAttribution | None = None


class PendingMessagesModifiedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Empty payload; the event signals that the pending message queue has changed"""


class PromptCacheBreakData(WireStruct, frozen=True, kw_only=True):
    """A detected loss of a previously cached prompt prefix

    Attributes:
        primary_reason: The highest-precedence reason for the cache break
        contributing_reasons: All reasons that contributed to the cache break, ordered by
            precedence
        before_request: Internal. Request state that established the prior cache frontier
        after_request: Internal. Request state whose cached prefix fell short
        survived_tokens: Number of cached prefix tokens that survived
        frontier_tokens: Prior cached prompt frontier in tokens
        shortfall_tokens: Cached prefix tokens lost since the prior call
        retention_ratio: Fraction of the prior cache frontier that survived
        model_from: Internal. Model that held the prior cache frontier, when the call changed
            models
        model_to: Internal. Model this call targeted, when the call changed models
        tools_added: Internal. Telemetry-safe names of tools added since the prior call
        tools_removed: Internal. Telemetry-safe names of tools removed since the prior call
        tools_redefined: Internal. Telemetry-safe names of tools whose definition changed since
            the prior call
        tools_added_raw: Internal. Raw names of tools added since the prior call, restricted
            because a tool name can be user-authored
        tools_removed_raw: Internal. Raw names of tools removed since the prior call, restricted
            because a tool name can be user-authored
        tools_redefined_raw: Internal. Raw names of tools redefined since the prior call,
            restricted because a tool name can be user-authored
        tools_reordered: Internal. Whether the tool list kept its members but changed their order
        system_segments_changed: Internal. Names of the system-prompt segments whose content
            changed
        cache_config_changed_fields: Internal. Names of the cache-configuration fields that
            changed
        rewrite_message_index: Internal. Index of the first conversation message whose content
            changed
        rewrite_shape: Internal. Shape of the history rewrite, for example whether the history
            grew or shrank
        rewrite_source: Internal. Subsystems that announced a history rewrite before this call,
            for example compaction or truncation
        agent_name: Internal. Name of the sub-agent whose conversation broke, stamped by the
            parent bridge
    """

    primary_reason: str
    contributing_reasons: list[str]
    before_request: JsonValue | None = None
    after_request: JsonValue | None = None
    survived_tokens: int
    frontier_tokens: int
    shortfall_tokens: int
    retention_ratio: float
    model_from: str | None = None
    model_to: str | None = None
    tools_added: list[str] | None = None
    tools_removed: list[str] | None = None
    tools_redefined: list[str] | None = None
    tools_added_raw: list[str] | None = None
    tools_removed_raw: list[str] | None = None
    tools_redefined_raw: list[str] | None = None
    tools_reordered: bool | None = None
    system_segments_changed: list[str] | None = None
    cache_config_changed_fields: list[str] | None = None
    rewrite_message_index: int | None = None
    rewrite_shape: str | None = None
    rewrite_source: list[str] | None = None
    agent_name: str | None = None


class SystemMessageData(WireStruct, frozen=True, kw_only=True, gc=False):
    """System/developer instruction content with role and optional template metadata

    Attributes:
        content: The system or developer prompt text sent as model input
        interaction_id: Logical interaction identifier for the model run receiving this prompt
        role: Message role: "system" for system prompts, "developer" for developer-injected
            instructions
        name: Optional name identifier for the message source
        metadata: Metadata about the prompt template and its construction
    """

    content: str
    interaction_id: str | None = None
    role: SystemMessageRole
    name: str | None = None
    metadata: SystemMessageMetadata | None = None


class SystemMessageMetadata(WireStruct, frozen=True, kw_only=True):
    """Metadata about the prompt template and its construction

    Attributes:
        prompt_version: Version identifier of the prompt template used
        variables: Template variables used when constructing the prompt
    """

    prompt_version: str | None = None
    variables: dict[str, JsonValue] | None = None


class SystemNotificationAgentCompleted(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="agent_completed",
    gc=False,
):
    """System notification metadata for a background agent that completed or failed, including agent
    ID, type, status, description, and prompt.

    Attributes:
        agent_id: Unique task identifier
        display_name: Friendly, non-unique name intended for display
        agent_type: Type of the agent (e.g., explore, task, general-purpose)
        status: Whether the agent completed successfully or failed
        description: Human-readable description of the agent task
        prompt: The full prompt given to the background agent
    """

    type: ClassVar[Literal["agent_completed"]] = "agent_completed"
    agent_id: str
    display_name: str | None = None
    agent_type: str
    status: SystemNotificationAgentCompletedStatus
    description: str | None = None
    prompt: str | None = None


class SystemNotificationAgentIdle(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="agent_idle",
    gc=False,
):
    """System notification metadata for a background agent that became idle, including agent ID,
    type, and description.

    Attributes:
        agent_id: Unique task identifier
        display_name: Friendly, non-unique name intended for display
        agent_type: Type of the agent (e.g., explore, task, general-purpose)
        description: Human-readable description of the agent task
    """

    type: ClassVar[Literal["agent_idle"]] = "agent_idle"
    agent_id: str
    display_name: str | None = None
    agent_type: str
    description: str | None = None


class SystemNotificationData(WireStruct, frozen=True, kw_only=True, gc=False):
    """System-generated notification for runtime events like background task completion

    Attributes:
        content: The notification text, typically wrapped in <system_notification> XML tags
        kind: Structured metadata identifying what triggered this notification
    """

    content: str
    kind: SystemNotificationDetails


class SystemNotificationFactoryCompleted(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="factory_completed",
):
    """System notification metadata for a factory execution attempt that reached a terminal state.

    Attributes:
        run_id: Factory run identifier.
        factory_name: Persisted factory name.
        status: Terminal status reached by this execution attempt.
        consumed_subagents: Subagents consumed by the run across all attempts.
        elapsed_ms: Accumulated active execution time in milliseconds.
        consumed_nano_aiu: Consumed AI usage in nano-AIU.
        attempt: Execution attempt that reached this terminal state.
        result_preview: Bounded prompt-safe preview of the completed result.
        failure: Machine-readable terminal failure details, when present.
        retry_guidance: Actionable run_factory resume guidance for a resource-limit failure.
        pause_info: Pause initiator metadata when this attempt settled as paused.
    """

    type: ClassVar[Literal["factory_completed"]] = "factory_completed"
    run_id: str
    factory_name: str
    status: SystemNotificationFactoryCompletedStatus
    consumed_subagents: int
    elapsed_ms: int
    consumed_nano_aiu: int
    attempt: int
    result_preview: str | None = None
    failure: JsonValue | None = None
    retry_guidance: str | None = None
    pause_info: SystemNotificationFactoryPauseInfo | None = None


class SystemNotificationFactoryPauseInfoCheckpoint(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="checkpoint",
    gc=False,
):
    """``SystemNotificationFactoryPauseInfoCheckpoint`` of the schema.

    Attributes:
        key: Stable author-defined checkpoint key that initiated the pause.
    """

    type: ClassVar[Literal["checkpoint"]] = "checkpoint"
    key: str


class SystemNotificationFactoryPauseInfoUser(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="user",
    gc=False,
):
    """``SystemNotificationFactoryPauseInfoUser`` of the schema."""

    type: ClassVar[Literal["user"]] = "user"


class SystemNotificationInstructionDiscovered(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="instruction_discovered",
    gc=False,
):
    """System notification metadata for an instruction file discovered during tool access, including
    source, trigger file, and tool.

    Attributes:
        source_path: Relative path to the discovered instruction file
        trigger_file: Path of the file access that triggered discovery
        trigger_tool: Tool command that triggered discovery (currently always 'view')
        description: Human-readable label for the timeline (e.g., 'AGENTS.md from
            packages/billing/')
    """

    type: ClassVar[Literal["instruction_discovered"]] = "instruction_discovered"
    source_path: str
    trigger_file: str
    trigger_tool: str
    description: str | None = None


class SystemNotificationNewInboxMessage(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="new_inbox_message",
    gc=False,
):
    """System notification metadata for a new inbox message, including entry ID, sender details, and
    summary.

    Attributes:
        entry_id: Unique identifier of the inbox entry
        sender_name: Human-readable name of the sender
        sender_type: Category of the sender (e.g., sidekick-agent, plugin, hook)
        summary: Short summary shown before the agent decides whether to read the inbox
    """

    type: ClassVar[Literal["new_inbox_message"]] = "new_inbox_message"
    entry_id: str
    sender_name: str
    sender_type: str
    summary: str


class SystemNotificationShellCompleted(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="shell_completed",
    gc=False,
):
    """System notification metadata for a shell session that completed, including shell ID, optional
    exit code, and description.

    Attributes:
        shell_id: Unique identifier of the shell session
        exit_code: Exit code of the shell command, if available
        description: Human-readable description of the command
    """

    type: ClassVar[Literal["shell_completed"]] = "shell_completed"
    shell_id: str
    exit_code: int | None = None
    description: str | None = None


class SystemNotificationShellDetachedCompleted(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="shell_detached_completed",
    gc=False,
):
    """System notification metadata for a detached shell session that completed, including shell ID
    and description.

    Attributes:
        shell_id: Unique identifier of the detached shell session
        description: Human-readable description of the command
    """

    type: ClassVar[Literal["shell_detached_completed"]] = "shell_detached_completed"
    shell_id: str
    description: str | None = None


class SystemNotificationUnclassified(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="unclassified",
):
    """System notification metadata from an external host that does not match a runtime-owned
    notification kind.

    Attributes:
        metadata: Opaque metadata supplied by the external host, when present.
    """

    type: ClassVar[Literal["unclassified"]] = "unclassified"
    metadata: JsonValue | None = None


class UserMessageData(WireStruct, frozen=True, kw_only=True):
    """Payload of `user.message` with displayed and model-transformed content, attachments,
    source/delivery metadata, mode, and telemetry IDs.

    Attributes:
        content: The user's message text as displayed in the timeline
        message_id: Stable identity of the logical user message, matching the ID returned by send
            and retained by pending queue snapshots
        transformed_content: Transformed version of the message sent to the model, with XML
            wrapping, timestamps, and other augmentations for prompt caching
        attachments: Files, selections, or GitHub references attached to the message
        supported_native_document_mime_types: Normalized document MIME types that were sent
            natively instead of through tagged_files XML
        native_document_path_fallback_paths: Path-backed native document attachments that stayed
            on the tagged_files path flow because native upload could not read them or would
            exceed the request size limit
        source: Origin of this message, used for timeline filtering and attribution (e.g.,
            `skill-pdf` for hidden skill injection or `agent-<agent-id>` for an inter-agent
            prompt)
        delivery: How this message was delivered to the agentic loop relative to loop state
            (idle-start vs. steering/queued while busy). The timing axis; combine with `source`
            (origin) for the full picture. Used for telemetry attribution.
        agent_mode: The agent mode that was active when this message was sent
        is_autopilot_continuation: True when this user message was auto-injected by autopilot's
            continuation loop rather than typed by the user; used to distinguish autopilot-driven
            turns in telemetry.
        interaction_id: CAPI interaction ID for correlating this user message with its turn
        turn_id: The agent-loop turn ID that consumed this message; absent when no agent-loop
            turn consumed it
        parent_agent_task_id: Parent agent task ID for background telemetry correlated to this
            user turn
    """

    content: str
    message_id: str | None = None
    transformed_content: str | None = None
    attachments: list[Attachment] | None = None
    supported_native_document_mime_types: list[str] | None = None
    native_document_path_fallback_paths: list[str] | None = None
    source: str | None = None
    delivery: UserMessageDelivery | None = None
    agent_mode: UserMessageAgentMode | None = None
    is_autopilot_continuation: bool | None = None
    interaction_id: str | None = None
    turn_id: str | None = None
    parent_agent_task_id: str | None = None


if TYPE_CHECKING:
    AbortReason: TypeAlias = Literal["user_initiated", "remote_command", "user_abort", "autopilot_credit_limit"] | str
    """Finite reason code describing why the current turn was aborted

    - ``user_initiated``: The local user requested the abort, for example by pressing Ctrl+C in
        the CLI.
    - ``remote_command``: A remote command requested the abort.
    - ``user_abort``: An MCP server delivered a user.abort notification.
    - ``autopilot_credit_limit``: Autopilot stopped the run because the active objective reached
        its user-set --max-ai-credits limit.
    """
    AssistantMessageToolRequestCallerType: TypeAlias = Literal["program"] | str
    """Hosted program caller type

    - ``program``
    """
    AssistantMessageToolRequestType: TypeAlias = Literal["function", "custom"] | str
    """Tool call type: "function" for standard tool calls, "custom" for grammar-based tool calls.
    Defaults to "function" when absent.

    - ``function``: Standard function-style tool call.
    - ``custom``: Custom grammar-based tool call.
    """
    AssistantUsageApiEndpoint: TypeAlias = Literal["/chat/completions", "/v1/messages", "/responses", "ws:/responses"] | str
    """API endpoint used for this model call, matching CAPI supported_endpoints vocabulary

    - ``/chat/completions``: Chat Completions API endpoint.
    - ``/v1/messages``: Anthropic Messages API endpoint.
    - ``/responses``: Responses API endpoint.
    - ``ws:/responses``: WebSocket Responses API endpoint.
    """
    AssistantUsageTransport: TypeAlias = Literal["http", "websocket"] | str
    """Transport used for a successful model call

    - ``http``: HTTP transport, including SSE streams.
    - ``websocket``: WebSocket transport.
    """
    CitationProvider: TypeAlias = Literal["anthropic", "openai", "client"] | str
    """The system that produced a citation.

    - ``anthropic``: Citation produced by an Anthropic (Claude) model response.
    - ``openai``: Citation produced by an OpenAI model response.
    - ``client``: Citation synthesized client-side by the runtime from tool output.
    """
    FusionPhaseActivityKind: TypeAlias = Literal["model_output", "tool_started", "tool_completed"] | str
    """Content-safe activity observed while a HydraFusion phase is running.

    - ``model_output``: The provider produced additional private output bytes.
    - ``tool_started``: A tool began executing inside the phase.
    - ``tool_completed``: A tool finished executing inside the phase.
    """
    FusionPhaseStatus: TypeAlias = Literal["succeeded", "failed", "cancelled"] | str
    """Durable outcome status of a HydraFusion phase.

    - ``succeeded``: The phase completed successfully.
    - ``failed``: The phase failed.
    - ``cancelled``: The phase was cancelled.
    """
    FusionProjectionMode: TypeAlias = Literal["append", "staged", "none"] | str
    """How a durable phase checkpoint contributes its exact message to canonical root history.

    - ``append``: Append the exact root message immediately.
    - ``staged``: Hold a terminal message outside canonical history until the final commit
        selects it.
    - ``none``: Do not project the checkpoint into root history.
    """
    ModelCallFailureBadRequestKind: TypeAlias = Literal["bodyless", "structured_error"] | str
    """For HTTP 400 failures only: whether the response carried a structured CAPI error envelope
    (structured_error, a deterministic validation failure) or no error body (bodyless, the
    transient gateway/proxy signature). Absent for non-400 failures.

    - ``bodyless``: The 400 response carried no error body (transient gateway/proxy signature).
    - ``structured_error``: The 400 response carried a structured CAPI error envelope
        (deterministic validation failure).
    """
    ModelCallFailureKind: TypeAlias = Literal["api", "transport"] | str
    """Boundary that produced a model call failure

    - ``api``: The provider returned an API error response.
    - ``transport``: The request transport failed before a usable API response completed.
    """
    ModelCallFailureSource: TypeAlias = Literal["top_level", "subagent", "mcp_sampling"] | str
    """Where the failed model call originated

    - ``top_level``: Model call from the top-level agent.
    - ``subagent``: Model call from a sub-agent.
    - ``mcp_sampling``: Model call from MCP sampling.
    """
    ModelCallFinishedOutcome: TypeAlias = Literal["success", "error", "cancelled", "rejected"] | str
    """Final outcome of one logical model dispatch after response acceptance processing

    - ``success``: The provider response was accepted for continued agent processing.
    - ``error``: The dispatch ended with a provider or transport error.
    - ``cancelled``: The dispatch was cancelled before an accepted response was produced.
    - ``rejected``: The provider response was rejected during post-response acceptance
        processing.
    """
    SystemMessageRole: TypeAlias = Literal["system", "developer"] | str
    """Message role: "system" for system prompts, "developer" for developer-injected instructions

    - ``system``: System prompt message.
    - ``developer``: Developer instruction message.
    """
    SystemNotificationAgentCompletedStatus: TypeAlias = Literal["completed", "failed"] | str
    """Whether the agent completed successfully or failed

    - ``completed``: The agent completed successfully.
    - ``failed``: The agent failed.
    """
    SystemNotificationFactoryCompletedStatus: TypeAlias = Literal["completed", "halted", "paused", "cancelled", "error"] | str
    """Terminal status reached by a factory execution attempt.

    - ``completed``: The factory completed successfully.
    - ``halted``: The factory was halted.
    - ``paused``: The factory attempt paused intentionally.
    - ``cancelled``: The factory was cancelled.
    - ``error``: The factory failed.
    """
    UserMessageAgentMode: TypeAlias = Literal["interactive", "plan", "autopilot", "shell"] | str
    """The agent mode that was active when this message was sent

    - ``interactive``: The agent is responding interactively to the user.
    - ``plan``: The agent is preparing a plan before making changes.
    - ``autopilot``: The agent is working autonomously toward task completion.
    - ``shell``: The agent is in shell-focused UI mode.
    """
    UserMessageDelivery: TypeAlias = Literal["idle", "steering", "queued"] | str
    """How this user message was delivered to the agentic loop, relative to whether the loop was
    already running. This is the timing axis only; the message's origin (human vs.
    system/command/schedule/skill/etc.) is carried separately by `source`. A system-injected
    message has a delivery too — e.g. a background-task notification waking an idle agent is
    `idle`, the same mechanism as a human starting a fresh turn.

    - ``idle``: Delivered while the loop was idle; starts its own run immediately (a human's
        fresh turn, or a system notification waking an idle agent).
    - ``steering``: Injected into the current in-flight run while the agent was busy (immediate
        mode).
    - ``queued``: Enqueued while the agent was busy; processed as its own run afterward.
    """
    CitationLocation: TypeAlias = CitationLocationChar | CitationLocationPage | CitationLocationBlock | UnknownVariant
    """Location within a cited source (character, page, or content-block range) that supports a
    span.
    """
    SystemNotificationDetails: TypeAlias = SystemNotificationAgentCompleted | SystemNotificationAgentIdle | SystemNotificationNewInboxMessage | SystemNotificationShellCompleted | SystemNotificationShellDetachedCompleted | SystemNotificationInstructionDiscovered | SystemNotificationFactoryCompleted | SystemNotificationUnclassified | UnknownVariant
    """Structured metadata identifying what triggered this notification"""
    SystemNotificationFactoryPauseInfo: TypeAlias = SystemNotificationFactoryPauseInfoUser | SystemNotificationFactoryPauseInfoCheckpoint | UnknownVariant
    """Durable metadata describing who initiated a factory pause."""
else:
    AbortReason = Literal["user_initiated", "remote_command", "user_abort", "autopilot_credit_limit"]
    AssistantMessageToolRequestCallerType = Literal["program"]
    AssistantMessageToolRequestType = Literal["function", "custom"]
    AssistantUsageApiEndpoint = Literal["/chat/completions", "/v1/messages", "/responses", "ws:/responses"]
    AssistantUsageTransport = Literal["http", "websocket"]
    CitationProvider = Literal["anthropic", "openai", "client"]
    FusionPhaseActivityKind = Literal["model_output", "tool_started", "tool_completed"]
    FusionPhaseStatus = Literal["succeeded", "failed", "cancelled"]
    FusionProjectionMode = Literal["append", "staged", "none"]
    ModelCallFailureBadRequestKind = Literal["bodyless", "structured_error"]
    ModelCallFailureKind = Literal["api", "transport"]
    ModelCallFailureSource = Literal["top_level", "subagent", "mcp_sampling"]
    ModelCallFinishedOutcome = Literal["success", "error", "cancelled", "rejected"]
    SystemMessageRole = Literal["system", "developer"]
    SystemNotificationAgentCompletedStatus = Literal["completed", "failed"]
    SystemNotificationFactoryCompletedStatus = Literal["completed", "halted", "paused", "cancelled", "error"]
    UserMessageAgentMode = Literal["interactive", "plan", "autopilot", "shell"]
    UserMessageDelivery = Literal["idle", "steering", "queued"]
    CitationLocation = CitationLocationChar | CitationLocationPage | CitationLocationBlock
    SystemNotificationDetails = SystemNotificationAgentCompleted | SystemNotificationAgentIdle | SystemNotificationNewInboxMessage | SystemNotificationShellCompleted | SystemNotificationShellDetachedCompleted | SystemNotificationInstructionDiscovered | SystemNotificationFactoryCompleted | SystemNotificationUnclassified
    SystemNotificationFactoryPauseInfo = SystemNotificationFactoryPauseInfoUser | SystemNotificationFactoryPauseInfoCheckpoint


class Abort(TypedEvent["AbortData"]):
    """``abort``: Turn abort information including the reason for termination"""

    __slots__ = ()

    event_type = "abort"
    data_type: ClassVar[Hashable] = AbortData


class AssistantFusionPhaseActivity(TypedEvent["AssistantFusionPhaseActivityData"]):
    """``assistant.fusion_phase_activity``: Experimental content-safe activity signal for a running
    HydraFusion phase.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "assistant.fusion_phase_activity"
    data_type: ClassVar[Hashable] = AssistantFusionPhaseActivityData


class AssistantFusionPhaseCompleted(TypedEvent["AssistantFusionPhaseCompletedData"]):
    """``assistant.fusion_phase_completed``: Experimental durable HydraFusion phase output and
    lossless replay checkpoint.
    """

    __slots__ = ()

    event_type = "assistant.fusion_phase_completed"
    data_type: ClassVar[Hashable] = AssistantFusionPhaseCompletedData


class AssistantFusionPhaseFailed(TypedEvent["AssistantFusionPhaseFailedData"]):
    """``assistant.fusion_phase_failed``: Experimental durable typed HydraFusion phase failure and
    degradation transition.
    """

    __slots__ = ()

    event_type = "assistant.fusion_phase_failed"
    data_type: ClassVar[Hashable] = AssistantFusionPhaseFailedData


class AssistantFusionPhaseStarted(TypedEvent["AssistantFusionPhaseStartedData"]):
    """``assistant.fusion_phase_started``: Experimental transient HydraFusion phase/model/role
    signal.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "assistant.fusion_phase_started"
    data_type: ClassVar[Hashable] = AssistantFusionPhaseStartedData


class AssistantIdle(TypedEvent["AssistantIdleData"]):
    """``assistant.idle``: Payload emitted whenever the main agent's processing loop goes idle,
    including while related background work (running agents or in-flight attached shell commands)
    is still pending and the session-level idle event is therefore deferred

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "assistant.idle"
    data_type: ClassVar[Hashable] = AssistantIdleData


class AssistantIntent(TypedEvent["AssistantIntentData"]):
    """``assistant.intent``: Agent intent description for current activity or plan

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "assistant.intent"
    data_type: ClassVar[Hashable] = AssistantIntentData


class AssistantMessage(TypedEvent["AssistantMessageData"]):
    """``assistant.message``: Assistant response containing text content, optional tool requests,
    and interaction metadata
    """

    __slots__ = ()

    event_type = "assistant.message"
    data_type: ClassVar[Hashable] = AssistantMessageData


class AssistantMessageDelta(TypedEvent["AssistantMessageDeltaData"]):
    """``assistant.message_delta``: Streaming assistant message delta for incremental response
    updates

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "assistant.message_delta"
    data_type: ClassVar[Hashable] = AssistantMessageDeltaData


class AssistantMessageStart(TypedEvent["AssistantMessageStartData"]):
    """``assistant.message_start``: Streaming assistant message start metadata

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "assistant.message_start"
    data_type: ClassVar[Hashable] = AssistantMessageStartData


class AssistantReasoning(TypedEvent["AssistantReasoningData"]):
    """``assistant.reasoning``: Assistant reasoning content for timeline display with complete
    thinking text
    """

    __slots__ = ()

    event_type = "assistant.reasoning"
    data_type: ClassVar[Hashable] = AssistantReasoningData


class AssistantReasoningDelta(TypedEvent["AssistantReasoningDeltaData"]):
    """``assistant.reasoning_delta``: Streaming reasoning delta for incremental extended thinking
    updates

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "assistant.reasoning_delta"
    data_type: ClassVar[Hashable] = AssistantReasoningDeltaData


class AssistantServerToolProgress(TypedEvent["AssistantServerToolProgressData"]):
    """``assistant.server_tool_progress``: Live progress signal for a provider-hosted server tool
    (e.g. hosted web search) while it runs, before the finalized serverTools envelope lands on
    the terminal assistant.message

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "assistant.server_tool_progress"
    data_type: ClassVar[Hashable] = AssistantServerToolProgressData


class AssistantStreamingDelta(TypedEvent["AssistantStreamingDeltaData"]):
    """``assistant.streaming_delta``: Streaming response progress with cumulative byte count

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "assistant.streaming_delta"
    data_type: ClassVar[Hashable] = AssistantStreamingDeltaData


class AssistantToolCallDelta(TypedEvent["AssistantToolCallDeltaData"]):
    """``assistant.tool_call_delta``: Streaming tool-call input delta for incremental tool-call
    updates

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "assistant.tool_call_delta"
    data_type: ClassVar[Hashable] = AssistantToolCallDeltaData


class AssistantTurnEnd(TypedEvent["AssistantTurnEndData"]):
    """``assistant.turn_end``: Turn completion metadata including the turn identifier"""

    __slots__ = ()

    event_type = "assistant.turn_end"
    data_type: ClassVar[Hashable] = AssistantTurnEndData


class AssistantTurnRetry(TypedEvent["AssistantTurnRetryData"]):
    """``assistant.turn_retry``: Metadata for an additional model inference attempt within an
    existing assistant turn

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "assistant.turn_retry"
    data_type: ClassVar[Hashable] = AssistantTurnRetryData


class AssistantTurnStart(TypedEvent["AssistantTurnStartData"]):
    """``assistant.turn_start``: Turn initialization metadata including identifier and interaction
    tracking
    """

    __slots__ = ()

    event_type = "assistant.turn_start"
    data_type: ClassVar[Hashable] = AssistantTurnStartData


class AssistantUsage(TypedEvent["AssistantUsageData"]):
    """``assistant.usage``: LLM API call usage metrics including tokens, costs, quotas, and billing
    information

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "assistant.usage"
    data_type: ClassVar[Hashable] = AssistantUsageData


class ModelCallFailure(TypedEvent["ModelCallFailureData"]):
    """``model.call_failure``: Failed LLM API call metadata for telemetry

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "model.call_failure"
    data_type: ClassVar[Hashable] = ModelCallFailureData


class ModelCallFinished(TypedEvent["ModelCallFinishedData"]):
    """``model.call_finished``: Final lifecycle outcome for one logical model dispatch. A logical
    dispatch may include internal reconnect or fallback work, so event count is not provider
    HTTP-request count.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "model.call_finished"
    data_type: ClassVar[Hashable] = ModelCallFinishedData


class ModelCallStart(TypedEvent["ModelCallStartData"]):
    """``model.call_start``: Model API dispatch metadata for internal telemetry

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "model.call_start"
    data_type: ClassVar[Hashable] = ModelCallStartData


class PendingMessagesModified(TypedEvent["PendingMessagesModifiedData"]):
    """``pending_messages.modified``: Empty payload; the event signals that the pending message
    queue has changed

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "pending_messages.modified"
    data_type: ClassVar[Hashable] = PendingMessagesModifiedData


class PromptCacheBreak(TypedEvent["PromptCacheBreakData"]):
    """``prompt_cache_break``: A detected loss of a previously cached prompt prefix

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "prompt_cache_break"
    data_type: ClassVar[Hashable] = PromptCacheBreakData


class SystemMessage(TypedEvent["SystemMessageData"]):
    """``system.message``: System/developer instruction content with role and optional template
    metadata
    """

    __slots__ = ()

    event_type = "system.message"
    data_type: ClassVar[Hashable] = SystemMessageData


class SystemNotification(TypedEvent["SystemNotificationData"]):
    """``system.notification``: System-generated notification for runtime events like background
    task completion
    """

    __slots__ = ()

    event_type = "system.notification"
    data_type: ClassVar[Hashable] = SystemNotificationData


class UserMessage(TypedEvent["UserMessageData"]):
    """``user.message``: Payload of `user.message` with displayed and model-transformed content,
    attachments, source/delivery metadata, mode, and telemetry IDs.
    """

    __slots__ = ()

    event_type = "user.message"
    data_type: ClassVar[Hashable] = UserMessageData
