"""Types of session events: events_questions.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from .events_common import SessionMode as SessionMode
from copilot_actors.protocol._typed_event import TypedEvent
from copilot_actors.protocol._wire_struct import (
    JsonValue,
    UnknownVariant,
    WireStruct,
)

__all__ = [
    "AssistedApprovalJudgeFailureReason",
    "AssistedApprovalRecommendation",
    "AutoModeSwitchCompleted",
    "AutoModeSwitchCompletedData",
    "AutoModeSwitchRequested",
    "AutoModeSwitchRequestedData",
    "AutoModeSwitchResponse",
    "ElicitationCompleted",
    "ElicitationCompletedAction",
    "ElicitationCompletedData",
    "ElicitationRequested",
    "ElicitationRequestedData",
    "ElicitationRequestedMode",
    "ElicitationRequestedSchema",
    "ExitPlanModeAction",
    "ExitPlanModeCompleted",
    "ExitPlanModeCompletedData",
    "ExitPlanModeRequested",
    "ExitPlanModeRequestedData",
    "FactoryPermissionOperation",
    "FactoryPermissionPhase",
    "PermissionApproved",
    "PermissionApprovedForLocation",
    "PermissionApprovedForSession",
    "PermissionAssentDetected",
    "PermissionAssentDetectedData",
    "PermissionAssistedApproval",
    "PermissionCancelled",
    "PermissionCarriedForward",
    "PermissionCarriedForwardData",
    "PermissionCompleted",
    "PermissionCompletedData",
    "PermissionContextualAuthorization",
    "PermissionContextualAuthorizationData",
    "PermissionDecisionSource",
    "PermissionDeniedByContentExclusionPolicy",
    "PermissionDeniedByPermissionRequestHook",
    "PermissionDeniedByRules",
    "PermissionDeniedInteractivelyByUser",
    "PermissionDeniedNoApprovalRuleAndCouldNotRequestFromUser",
    "PermissionMessageAuthorization",
    "PermissionMessageAuthorizationData",
    "PermissionMessageAuthorizationDegraded",
    "PermissionMessageAuthorizationDegradedData",
    "PermissionMessageAuthorizationPolarity",
    "PermissionMessageAuthorizationRead",
    "PermissionMessageAuthorizationReadData",
    "PermissionPromptRequest",
    "PermissionPromptRequestCommands",
    "PermissionPromptRequestCustomTool",
    "PermissionPromptRequestExtensionEnvAccess",
    "PermissionPromptRequestExtensionManagement",
    "PermissionPromptRequestExtensionPermissionAccess",
    "PermissionPromptRequestFactory",
    "PermissionPromptRequestHook",
    "PermissionPromptRequestMcp",
    "PermissionPromptRequestMemory",
    "PermissionPromptRequestPath",
    "PermissionPromptRequestPathAccessKind",
    "PermissionPromptRequestRead",
    "PermissionPromptRequestUrl",
    "PermissionPromptRequestWrite",
    "PermissionRecommendation",
    "PermissionRequest",
    "PermissionRequestCustomTool",
    "PermissionRequestExtensionEnvAccess",
    "PermissionRequestExtensionManagement",
    "PermissionRequestExtensionPermissionAccess",
    "PermissionRequestFactory",
    "PermissionRequestHook",
    "PermissionRequestMcp",
    "PermissionRequestMemory",
    "PermissionRequestMemoryAction",
    "PermissionRequestMemoryDirection",
    "PermissionRequestMemoryScope",
    "PermissionRequestRead",
    "PermissionRequestShell",
    "PermissionRequestShellCommand",
    "PermissionRequestShellCommandSegment",
    "PermissionRequestShellPossibleUrl",
    "PermissionRequestUrl",
    "PermissionRequestWrite",
    "PermissionRequested",
    "PermissionRequestedData",
    "PermissionResult",
    "PermissionRule",
    "SamplingCompleted",
    "SamplingCompletedData",
    "SamplingRequested",
    "SamplingRequestedData",
    "SessionLimitsExhaustedCompleted",
    "SessionLimitsExhaustedCompletedData",
    "SessionLimitsExhaustedRequested",
    "SessionLimitsExhaustedRequestedData",
    "SessionLimitsExhaustedResponse",
    "SessionLimitsExhaustedResponseAction",
    "UserInputCompleted",
    "UserInputCompletedData",
    "UserInputRequested",
    "UserInputRequestedData",
    "UserToolSessionApproval",
    "UserToolSessionApprovalCommands",
    "UserToolSessionApprovalCustomTool",
    "UserToolSessionApprovalExtensionEnvAccess",
    "UserToolSessionApprovalExtensionManagement",
    "UserToolSessionApprovalExtensionPermissionAccess",
    "UserToolSessionApprovalFactory",
    "UserToolSessionApprovalMcp",
    "UserToolSessionApprovalMemory",
    "UserToolSessionApprovalRead",
    "UserToolSessionApprovalWrite",
]


class AutoModeSwitchCompletedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Auto mode switch completion notification

    Attributes:
        request_id: Request ID of the resolved request; clients should dismiss any UI for this
            request
        response: The user's auto-mode-switch choice
    """

    request_id: str
    response: AutoModeSwitchResponse


class AutoModeSwitchRequestedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Auto mode switch request notification requiring user approval

    Attributes:
        request_id: Unique identifier for this request; used to respond via
            session.respondToAutoModeSwitch()
        error_code: The rate limit error code that triggered this request
        retry_after_seconds: Seconds until the rate limit resets, when known. Lets clients render
            a humanized reset time alongside the prompt.
    """

    request_id: str
    error_code: str | None = None
    retry_after_seconds: int | None = None


class ElicitationCompletedData(WireStruct, frozen=True, kw_only=True):
    """Elicitation request completion with the user's response

    Attributes:
        request_id: Request ID of the resolved elicitation request; clients should dismiss any UI
            for this request
        action: The user action: "accept" (submitted form), "decline" (explicitly refused), or
            "cancel" (dismissed)
        content: The submitted form data when action is 'accept'; keys match the requested schema
            fields
    """

    request_id: str
    action: ElicitationCompletedAction | None = None
    content: dict[str, JsonValue] | None = None


class ElicitationRequestedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Elicitation request; may be form-based (structured input) or URL-based (browser redirect)

    Attributes:
        request_id: Unique identifier for this elicitation request; used to respond via
            session.respondToElicitation()
        tool_call_id: Tool call ID from the LLM completion; used to correlate with
            CompletionChunk.toolCall.id for remote UIs
        elicitation_source: The source that initiated the request (MCP server name, or absent for
            agent-initiated)
        message: Message describing what information is needed from the user
        mode: Elicitation mode; "form" for structured input, "url" for browser-based. Defaults to
            "form" when absent.
        requested_schema: JSON Schema describing the form fields to present to the user (form
            mode only)
        url: URL to open in the user's browser (url mode only)
    """

    request_id: str
    tool_call_id: str | None = None
    elicitation_source: str | None = None
    message: str
    mode: ElicitationRequestedMode | None = None
    requested_schema: ElicitationRequestedSchema | None = None
    url: str | None = None


class ElicitationRequestedSchema(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="object",
):
    """JSON Schema describing the form fields to present to the user (form mode only)

    Attributes:
        properties: Form field definitions, keyed by field name
        required: List of required field names
    """

    type: ClassVar[Literal["object"]] = "object"
    properties: dict[str, JsonValue]
    required: list[str] | None = None


class ExitPlanModeCompletedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Plan mode exit completion with the user's approval decision and optional feedback

    Attributes:
        request_id: Request ID of the resolved exit plan mode request; clients should dismiss any
            UI for this request
        approved: Whether the plan was approved by the user
        selected_action: Action selected by the user
        auto_approve_edits: Whether edits should be auto-approved without confirmation
        feedback: Free-form feedback from the user if they requested changes to the plan
    """

    request_id: str
    approved: bool | None = None
    selected_action: ExitPlanModeAction | None = None
    auto_approve_edits: bool | None = None
    feedback: str | None = None


class ExitPlanModeRequestedData(WireStruct, frozen=True, kw_only=True):
    """Plan approval request with plan content and available user actions

    Attributes:
        request_id: Unique identifier for this request; used to respond via
            session.respondToExitPlanMode()
        summary: Summary of the plan that was created
        plan_content: Full content of the plan file
        actions: Available actions the user can take
        recommended_action: Recommended action to preselect for the user
        model: Model the session had selected when the plan was authored, when one is known
    """

    request_id: str
    summary: str
    plan_content: str
    actions: list[ExitPlanModeAction]
    recommended_action: ExitPlanModeAction
    model: str | None = None


class FactoryPermissionPhase(WireStruct, frozen=True, kw_only=True, gc=False):
    """A declared phase shown in a factory permission prompt.

    Attributes:
        title: Phase title
        detail: Optional phase detail
    """

    title: str
    detail: str | None = None


class PermissionApproved(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="approved",
    gc=False,
):
    """Permission response variant indicating the request was approved without persisting an
    approval rule.

    Attributes:
        managed_approval_handled: Whether a managed approval policy already handled this request
    """

    kind: ClassVar[Literal["approved"]] = "approved"
    managed_approval_handled: bool | None = None


class PermissionApprovedForLocation(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="approved-for-location",
    gc=False,
):
    """Permission response variant that approves a request and persists the provided approval to a
    project location key.

    Attributes:
        approval: The approval to persist for this location
        location_key: The location key (git root or cwd) to persist the approval to
        managed_approval_handled: Whether a managed approval policy already handled this request
    """

    kind: ClassVar[Literal["approved-for-location"]] = "approved-for-location"
    approval: UserToolSessionApproval
    location_key: str
    managed_approval_handled: bool | None = None


class PermissionApprovedForSession(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="approved-for-session",
    gc=False,
):
    """Permission response variant that approves a request and remembers the provided approval for
    the rest of the session.

    Attributes:
        approval: The approval to add as a session-scoped rule
        managed_approval_handled: Whether a managed approval policy already handled this request
    """

    kind: ClassVar[Literal["approved-for-session"]] = "approved-for-session"
    approval: UserToolSessionApproval
    managed_approval_handled: bool | None = None


class PermissionAssentDetectedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Records that deterministic text recognition found likely assent in the human turn immediately
    following a root Autopilot permission request that was blocked because no interactive
    response was available. This event grants no authority; its model-facing projection only
    suggests retrying the unchanged operation.

    Attributes:
        request_id: Permission request the likely assent may refer to. The runtime derives this
            from the preceding durable blocker; the human message and extraction model do not
            choose it.
        turn_index: Human turn whose text triggered the deterministic assent recognizer.
    """

    request_id: str
    turn_index: int


class PermissionAssistedApproval(WireStruct, frozen=True, kw_only=True, gc=False):
    """Assisted-approval judge information attached to a permission request. Present only in
    assisted mode; its absence means the judge did not evaluate the request. The `recommendation`
    conveys the judge's disposition for this request.

    Attributes:
        recommendation: The assisted-approval safety judge's outcome for this request.
        reason: Human-readable reason for the judge's recommendation, when available.
        model: Model id that produced the recommendation, when the judge was consulted and
            reported one. Absent for `excluded` (the judge was not consulted) and for failures
            that occurred before a model was selected.
        failure_reason: Classified cause of an `error` recommendation. Absent for every other
            recommendation.
    """

    recommendation: AssistedApprovalRecommendation
    reason: str | None = None
    model: str | None = None
    failure_reason: AssistedApprovalJudgeFailureReason | None = None


class PermissionCancelled(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="cancelled",
    gc=False,
):
    """Permission response variant indicating the request was cancelled before use, with an optional
    reason.

    Attributes:
        reason: Optional explanation of why the request was cancelled
    """

    kind: ClassVar[Literal["cancelled"]] = "cancelled"
    reason: str | None = None


class PermissionCarriedForwardData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Records that a live authorization record from an earlier human decision in this session
    contained a permission proposal, so it ran without another prompt. This mints no authority:
    it accounts for one more effect against the prior grant, which is what lets a replayed
    session agree with the live one about how much of that grant is left.

    Attributes:
        request_id: Authorization edge minted for this admission. Not a prompt id: no prompt was
            raised, so no client should expect a request with this id.
        tool_call_id: Tool call this admission authorizes. Its execution receipts the prior
            grant, which is how a single-effect approval is spent rather than carried forward
            again.
        record_id: Identity of the prior authorization record that contained the proposal.
        decision_source: Always `authorization_carry_forward`. Stated explicitly so a consumer
            reading this event cannot mistake it for a human, host-policy, or assisted-approval
            decision.
    """

    request_id: str
    tool_call_id: str
    record_id: str
    decision_source: PermissionDecisionSource


class PermissionCompletedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Permission request completion notification signaling UI dismissal

    Attributes:
        request_id: Request ID of the resolved permission request; clients should dismiss any UI
            for this request
        tool_call_id: Optional tool call ID associated with this permission prompt; clients may
            use it to correlate UI created from tool-scoped prompts
        result: The result of the permission request
        decision_source: Who decided this permission request. Absent on completions recorded
            before this field existed, which consumers must treat as "not a human decision"
            rather than assuming one. Authorization records are minted only for `human_response`;
            an assisted-approval verdict, a host policy, an unattended fallback, and a hook
            resolution all produce the same `result` a person does, so this is the only field
            that distinguishes them.
    """

    request_id: str
    tool_call_id: str | None = None
    result: PermissionResult
    decision_source: PermissionDecisionSource | None = None


class PermissionContextualAuthorizationData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Freezes a blinded contextual authorization proposal whose verbatim human span was
    deterministically bound to the immediately preceding blocked permission request. The event
    carries no action fields; replay re-derives the exact action from the earlier permission
    request and mints a one-shot message grant only when the binding and span still verify.

    Attributes:
        record_id: Deterministic identity of the contextual message grant.
        request_id: Original blocked permission request selected by deterministic event ordering,
            never by the extraction model.
        turn_index: Human turn containing the contextual decision.
        polarity: Whether the contextual human span granted or denied authority.
        span_start: Start byte offset of the contextual decision span within the turn.
        span_end: End byte offset of the contextual decision span within the turn.
    """

    record_id: str
    request_id: str
    turn_index: int
    polarity: PermissionMessageAuthorizationPolarity
    span_start: int
    span_end: int


class PermissionDeniedByContentExclusionPolicy(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="denied-by-content-exclusion-policy",
    gc=False,
):
    """Permission response variant denying a path under content exclusion policy, with the path and
    message.

    Attributes:
        path: File path that triggered the exclusion
        message: Human-readable explanation of why the path was excluded
    """

    kind: ClassVar[Literal["denied-by-content-exclusion-policy"]] = "denied-by-content-exclusion-policy"
    path: str
    message: str


class PermissionDeniedByPermissionRequestHook(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="denied-by-permission-request-hook",
    gc=False,
):
    """Permission response variant denied by a permission-request hook, with optional message and
    interrupt flag.

    Attributes:
        message: Optional message from the hook explaining the denial
        interrupt: Whether to interrupt the current agent turn
    """

    kind: ClassVar[Literal["denied-by-permission-request-hook"]] = "denied-by-permission-request-hook"
    message: str | None = None
    interrupt: bool | None = None


class PermissionDeniedByRules(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="denied-by-rules",
):
    """Permission response variant denied because matching approval rules explicitly blocked the
    request.

    Attributes:
        rules: Rules that denied the request
    """

    kind: ClassVar[Literal["denied-by-rules"]] = "denied-by-rules"
    rules: list[PermissionRule]


class PermissionDeniedInteractivelyByUser(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="denied-interactively-by-user",
    gc=False,
):
    """Permission response variant denied in an interactive user prompt, with optional feedback and
    force-reject flag.

    Attributes:
        feedback: Optional feedback from the user explaining the denial
        force_reject: Whether to force-reject the current agent turn
    """

    kind: ClassVar[Literal["denied-interactively-by-user"]] = "denied-interactively-by-user"
    feedback: str | None = None
    force_reject: bool | None = None


class PermissionDeniedNoApprovalRuleAndCouldNotRequestFromUser(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="denied-no-approval-rule-and-could-not-request-from-user",
    gc=False,
):
    """Permission response variant denied because no approval rule matched and user confirmation was
    unavailable.
    """

    kind: ClassVar[Literal["denied-no-approval-rule-and-could-not-request-from-user"]] = "denied-no-approval-rule-and-could-not-request-from-user"


class PermissionMessageAuthorizationData(WireStruct, frozen=True, kw_only=True):
    """Freezes one blinded, verbatim-verified authorization claim the runtime minted from a human
    user message, so a resumed session re-establishes the same grant deterministically instead of
    re-running the extraction model. This mints no authority on its own: it records what a
    blinded proposer pointed at and the trusted discriminator the runtime established, and
    deterministic establishment runs on replay. Persisted so recorded authority survives
    compaction and process resume.

    Attributes:
        record_id: Deterministic identity of the record, derived from the turn and span offsets
            so re-extracting the same span mints nothing new.
        turn_index: The human turn the quoted span was read from.
        polarity: Whether the claim granted or denied authority.
        action_class: The kind of effect authorized, as an action-class identifier.
        span_start: Start byte offset of the authorizing span within the turn.
        span_end: End byte offset of the authorizing span within the turn.
        target_members: Concrete named targets that appear verbatim inside the span.
        task: The task the permission is scoped to, when the human named one.
        world: The trusted version discriminator, when one exists. Exact shell-command grants
            carry the byte-identical commands grounded in the human span; world-derived classes
            carry a file object, remote tip, or runner only when that state was captured safely.
            An opaque object mirroring the runtime's adjacently-tagged resolution.
    """

    record_id: str
    turn_index: int
    polarity: PermissionMessageAuthorizationPolarity
    action_class: str
    span_start: int
    span_end: int
    target_members: list[str] | None = None
    task: str | None = None
    world: JsonValue | None = None


class PermissionMessageAuthorizationDegradedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Records that message-backed authorization could not safely represent one human turn before
    compaction. The runtime may compact the original message after this marker is durable, but
    message-derived carry-forward and assisted auto-approval remain disabled for the rest of the
    session so subsequent commands continue through the ordinary permission prompt.

    Attributes:
        turn_index: The human turn that could not be represented safely.
    """

    turn_index: int


class PermissionMessageAuthorizationReadData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Records that one human turn has been read by the blinded authorization proposer, whether or
    not it minted anything, so a resumed session does not re-run the extraction model on a turn
    the live session already read. Also records whether that pass activates ongoing extraction;
    contextual-assent-only passes do not, so unrelated future messages remain outside extraction.

    Attributes:
        turn_index: The human turn that was read by the proposer.
        activates_extraction: Whether this read activates ongoing message-backed extraction.
            False for a contextual-assent-only pass while auto-approval is off, so unrelated
            future messages remain outside extraction.
    """

    turn_index: int
    activates_extraction: bool | None = None


class PermissionPromptRequestCommands(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="commands",
):
    """Shell command permission prompt

    Attributes:
        tool_call_id: Tool call ID that triggered this permission request
        full_command_text: The complete shell command text to be executed
        intention: Human-readable description of what the command intends to do
        command_identifiers: Command identifiers covered by this approval prompt
        can_offer_session_approval: Whether the UI can offer session-wide approval for this
            command pattern
        warning: Optional warning message about risks of running this command
        assisted_approval: Assisted-approval judge information for this request; present only in
            assisted mode.
        managed_approval_required: Whether managed policy requires a human response and forbids
            host auto-approval
        request_sandbox_bypass: True when the shell command is requesting sandbox escalation.
            This is a request, not a grant.
        request_sandbox_permissive: True when the escalation is a permissive retry that keeps the
            sandbox and network policy attached while recording file and process accesses instead
            of blocking them.
        request_sandbox_bypass_reason: Reason for the sandbox escalation request.
    """

    kind: ClassVar[Literal["commands"]] = "commands"
    tool_call_id: str | None = None
    full_command_text: str
    intention: str
    command_identifiers: list[str]
    can_offer_session_approval: bool
    warning: str | None = None
    assisted_approval: PermissionAssistedApproval | None = None
    managed_approval_required: bool | None = None
    request_sandbox_bypass: bool | None = None
    request_sandbox_permissive: bool | None = None
    request_sandbox_bypass_reason: str | None = None


class PermissionPromptRequestCustomTool(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="custom-tool",
):
    """Custom tool invocation permission prompt

    Attributes:
        tool_call_id: Tool call ID that triggered this permission request
        tool_name: Name of the custom tool
        tool_description: Description of what the custom tool does
        args: Arguments to pass to the custom tool
        assisted_approval: Assisted-approval judge information for this request; present only in
            assisted mode.
    """

    kind: ClassVar[Literal["custom-tool"]] = "custom-tool"
    tool_call_id: str | None = None
    tool_name: str
    tool_description: str
    args: JsonValue | None = None
    assisted_approval: PermissionAssistedApproval | None = None


class PermissionPromptRequestExtensionEnvAccess(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="extension-env-access",
):
    """Extension sensitive environment variable access prompt

    Attributes:
        tool_call_id: Tool call ID that triggered this permission request
        extension_name: Name of the extension requesting environment variable access
        environment_variables: Names of the sensitive environment variables the extension is
            requesting. Values never appear here.
        assisted_approval: Assisted-approval judge information for this request; present only in
            assisted mode.
    """

    kind: ClassVar[Literal["extension-env-access"]] = "extension-env-access"
    tool_call_id: str | None = None
    extension_name: str
    environment_variables: list[str]
    assisted_approval: PermissionAssistedApproval | None = None


class PermissionPromptRequestExtensionManagement(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="extension-management",
    gc=False,
):
    """Extension management permission prompt

    Attributes:
        tool_call_id: Tool call ID that triggered this permission request
        operation: The extension management operation (scaffold, reload)
        extension_name: Name of the extension being managed
        assisted_approval: Assisted-approval judge information for this request; present only in
            assisted mode.
    """

    kind: ClassVar[Literal["extension-management"]] = "extension-management"
    tool_call_id: str | None = None
    operation: str
    extension_name: str | None = None
    assisted_approval: PermissionAssistedApproval | None = None


class PermissionPromptRequestExtensionPermissionAccess(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="extension-permission-access",
):
    """Extension permission access prompt

    Attributes:
        tool_call_id: Tool call ID that triggered this permission request
        extension_name: Name of the extension requesting permission access
        capabilities: Capabilities the extension is requesting
        assisted_approval: Assisted-approval judge information for this request; present only in
            assisted mode.
    """

    kind: ClassVar[Literal["extension-permission-access"]] = "extension-permission-access"
    tool_call_id: str | None = None
    extension_name: str
    capabilities: list[str]
    assisted_approval: PermissionAssistedApproval | None = None


class PermissionPromptRequestFactory(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="factory",
):
    """Factory run or authoring permission prompt

    Attributes:
        tool_call_id: Tool call ID that triggered this permission request
        operation: Factory operation, either run or author
        name: Factory name
        description: Factory description
        phases: Declared factory phases
        max_concurrent_subagents: Effective concurrent-subagent limit; omitted means unlimited
        max_total_subagents: Effective total-subagent limit; omitted means unlimited
        timeout_seconds: Effective active-time limit in seconds; omitted means unlimited
        max_ai_credits: Effective AI-credit limit; omitted means unlimited
        declared_max_concurrent_subagents: Factory-declared concurrent-subagent limit before any
            run/resume caller override is applied.
        declared_max_total_subagents: Factory-declared total-subagent limit before any run/resume
            caller override is applied.
        declared_timeout_seconds: Factory-declared active-time limit in seconds before any
            run/resume caller override is applied.
        declared_max_ai_credits: Factory-declared AI-credit limit before any run/resume caller
            override is applied.
        approval_key: Canonical key used for scoped factory approvals
        can_persist_approval: Whether this factory is eligible for persistent approval
        assisted_approval: Assisted-approval judge information for this request; present only in
            assisted mode.
        managed_approval_required: Whether managed policy requires a human response and forbids
            host auto-approval
    """

    kind: ClassVar[Literal["factory"]] = "factory"
    tool_call_id: str | None = None
    operation: FactoryPermissionOperation
    name: str
    description: str
    phases: list[FactoryPermissionPhase]
    max_concurrent_subagents: int | None = None
    max_total_subagents: int | None = None
    timeout_seconds: float | None = None
    max_ai_credits: float | None = None
    declared_max_concurrent_subagents: int | None = None
    declared_max_total_subagents: int | None = None
    declared_timeout_seconds: float | None = None
    declared_max_ai_credits: float | None = None
    approval_key: str
    can_persist_approval: bool
    assisted_approval: PermissionAssistedApproval | None = None
    managed_approval_required: bool | None = None


class PermissionPromptRequestHook(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="hook",
):
    """Hook confirmation permission prompt

    Attributes:
        tool_call_id: Tool call ID that triggered this permission request
        tool_name: Name of the tool the hook is gating
        tool_args: Arguments of the tool call being gated
        hook_message: Optional message from the hook explaining why confirmation is needed
        assisted_approval: Assisted-approval judge information for this request; present only in
            assisted mode.
    """

    kind: ClassVar[Literal["hook"]] = "hook"
    tool_call_id: str | None = None
    tool_name: str
    tool_args: JsonValue | None = None
    hook_message: str | None = None
    assisted_approval: PermissionAssistedApproval | None = None


class PermissionPromptRequestMcp(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="mcp",
):
    """MCP tool invocation permission prompt

    Attributes:
        tool_call_id: Tool call ID that triggered this permission request
        server_name: Name of the MCP server providing the tool
        tool_name: Internal name of the MCP tool
        tool_title: Human-readable title of the MCP tool
        args: Arguments to pass to the MCP tool
        permission_recommendation: Advisory runtime permission recommendation. The host remains
            responsible for deciding the request and may reject it.
        assisted_approval: Assisted-approval judge information for this request; present only in
            assisted mode.
        can_offer_server_wide_approval: Whether the host may offer a server-wide "approve all
            tools from this server" blanket. Absent is treated as true; the runtime sends false
            when managed policy disables bypass-permissions mode, which forbids the server-wide
            escalation while still allowing per-tool approval.
    """

    kind: ClassVar[Literal["mcp"]] = "mcp"
    tool_call_id: str | None = None
    server_name: str
    tool_name: str
    tool_title: str
    args: JsonValue | None = None
    permission_recommendation: PermissionRecommendation | None = None
    assisted_approval: PermissionAssistedApproval | None = None
    can_offer_server_wide_approval: bool | None = None


class PermissionPromptRequestMemory(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="memory",
    gc=False,
):
    """Memory operation permission prompt

    Attributes:
        tool_call_id: Tool call ID that triggered this permission request
        action: Whether this is a store or vote memory operation
        subject: Topic or subject of the memory (store only)
        fact: The fact being stored or voted on
        citations: Source references for the stored fact (store only)
        direction: Vote direction (vote only)
        reason: Reason for the vote (vote only)
        assisted_approval: Assisted-approval judge information for this request; present only in
            assisted mode.
    """

    kind: ClassVar[Literal["memory"]] = "memory"
    tool_call_id: str | None = None
    action: PermissionRequestMemoryAction | None = None
    subject: str | None = None
    fact: str
    citations: str | None = None
    direction: PermissionRequestMemoryDirection | None = None
    reason: str | None = None
    assisted_approval: PermissionAssistedApproval | None = None


class PermissionPromptRequestPath(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="path",
):
    """Path access permission prompt

    Attributes:
        tool_call_id: Tool call ID that triggered this permission request
        access_kind: Underlying permission kind that needs path approval
        paths: File paths that require explicit approval
        assisted_approval: Assisted-approval judge information for this request; present only in
            assisted mode.
    """

    kind: ClassVar[Literal["path"]] = "path"
    tool_call_id: str | None = None
    access_kind: PermissionPromptRequestPathAccessKind
    paths: list[str]
    assisted_approval: PermissionAssistedApproval | None = None


class PermissionPromptRequestRead(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="read",
    gc=False,
):
    """File read permission prompt

    Attributes:
        tool_call_id: Tool call ID that triggered this permission request
        intention: Human-readable description of why the file is being read
        path: Path of the file or directory being read
        resolved_path: Runtime-resolved canonical path used for authorization identity checks.
            Internal and experimental; clients should continue to display path.
        assisted_approval: Assisted-approval judge information for this request; present only in
            assisted mode.
        managed_approval_required: Whether managed policy requires a human response and forbids
            host auto-approval
    """

    kind: ClassVar[Literal["read"]] = "read"
    tool_call_id: str | None = None
    intention: str
    path: str
    resolved_path: str | None = None
    assisted_approval: PermissionAssistedApproval | None = None
    managed_approval_required: bool | None = None


class PermissionPromptRequestUrl(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="url",
    gc=False,
):
    """URL access permission prompt

    Attributes:
        tool_call_id: Tool call ID that triggered this permission request
        intention: Human-readable description of why the URL is being accessed
        url: URL to be fetched
        redirected_from: Immediately preceding URL when this prompt is for a redirect target
        request_sandbox_bypass: True when the tool is asking to run this URL fetch outside the
            sandbox, after the network policy denied the approved URL or the sandbox proxy could
            not reach it (host opted in via sandbox.allowBypass). The model cannot ask for this;
            only the tool raises it. This is a request, not a grant: the fetch runs only if the
            user approves this permission request. Hosts should highlight the elevated risk in
            the approval UI.
        request_sandbox_bypass_reason: What the tool tells the user about the bypass on offer:
            which policy rule blocked the call, or why it cannot be sandboxed. Only meaningful
            when requestSandboxBypass is true.
        assisted_approval: Assisted-approval judge information for this request; present only in
            assisted mode.
        managed_approval_required: Whether managed policy requires a human response and forbids
            host auto-approval
    """

    kind: ClassVar[Literal["url"]] = "url"
    tool_call_id: str | None = None
    intention: str
    url: str
    redirected_from: str | None = None
    request_sandbox_bypass: bool | None = None
    request_sandbox_bypass_reason: str | None = None
    assisted_approval: PermissionAssistedApproval | None = None
    managed_approval_required: bool | None = None


class PermissionPromptRequestWrite(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="write",
    gc=False,
):
    """File write permission prompt

    Attributes:
        tool_call_id: Tool call ID that triggered this permission request
        intention: Human-readable description of the intended file change
        file_name: Path of the file being written to
        resolved_path: Runtime-resolved canonical path used for authorization identity checks.
            Internal and experimental; clients should continue to display fileName.
        diff: Unified diff showing the proposed changes
        new_file_contents: Complete new file contents for newly created files
        can_offer_session_approval: Whether the UI can offer session-wide approval for file write
            operations
        assisted_approval: Assisted-approval judge information for this request; present only in
            assisted mode.
        managed_approval_required: Whether managed policy requires a human response and forbids
            host auto-approval
    """

    kind: ClassVar[Literal["write"]] = "write"
    tool_call_id: str | None = None
    intention: str
    file_name: str
    resolved_path: str | None = None
    diff: str
    new_file_contents: str | None = None
    can_offer_session_approval: bool
    assisted_approval: PermissionAssistedApproval | None = None
    managed_approval_required: bool | None = None


class PermissionRequestCustomTool(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="custom-tool",
):
    """Custom tool invocation permission request

    Attributes:
        tool_call_id: Tool call ID that triggered this permission request
        tool_name: Name of the custom tool
        tool_description: Description of what the custom tool does
        args: Arguments to pass to the custom tool
        skip_permission: Whether the tool declared that permission may be skipped unless a deny
            rule matches
    """

    kind: ClassVar[Literal["custom-tool"]] = "custom-tool"
    tool_call_id: str | None = None
    tool_name: str
    tool_description: str
    args: JsonValue | None = None
    skip_permission: bool | None = None


class PermissionRequestExtensionEnvAccess(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="extension-env-access",
):
    """Extension sensitive environment variable access request

    Attributes:
        tool_call_id: Tool call ID that triggered this permission request
        extension_name: Name of the extension requesting environment variable access
        environment_variables: Names of the sensitive environment variables the extension is
            requesting. Values never appear here.
    """

    kind: ClassVar[Literal["extension-env-access"]] = "extension-env-access"
    tool_call_id: str | None = None
    extension_name: str
    environment_variables: list[str]


class PermissionRequestExtensionManagement(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="extension-management",
    gc=False,
):
    """Extension management permission request

    Attributes:
        tool_call_id: Tool call ID that triggered this permission request
        operation: The extension management operation (scaffold, reload)
        extension_name: Name of the extension being managed
    """

    kind: ClassVar[Literal["extension-management"]] = "extension-management"
    tool_call_id: str | None = None
    operation: str
    extension_name: str | None = None


class PermissionRequestExtensionPermissionAccess(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="extension-permission-access",
):
    """Extension permission access request

    Attributes:
        tool_call_id: Tool call ID that triggered this permission request
        extension_name: Name of the extension requesting permission access
        capabilities: Capabilities the extension is requesting
    """

    kind: ClassVar[Literal["extension-permission-access"]] = "extension-permission-access"
    tool_call_id: str | None = None
    extension_name: str
    capabilities: list[str]


class PermissionRequestFactory(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="factory",
):
    """Factory run or authoring permission request

    Attributes:
        tool_call_id: Tool call ID that triggered this permission request
        operation: Factory operation, either run or author
        name: Factory name
        description: Factory description
        phases: Declared factory phases
        max_concurrent_subagents: Effective concurrent-subagent limit; omitted means unlimited
        max_total_subagents: Effective total-subagent limit; omitted means unlimited
        timeout_seconds: Effective active-time limit in seconds; omitted means unlimited
        max_ai_credits: Effective AI-credit limit; omitted means unlimited
        declared_max_concurrent_subagents: Factory-declared concurrent-subagent limit before any
            run/resume caller override is applied.
        declared_max_total_subagents: Factory-declared total-subagent limit before any run/resume
            caller override is applied.
        declared_timeout_seconds: Factory-declared active-time limit in seconds before any
            run/resume caller override is applied.
        declared_max_ai_credits: Factory-declared AI-credit limit before any run/resume caller
            override is applied.
        approval_key: Canonical key used for scoped factory approvals
        can_persist_approval: Whether this factory is eligible for persistent approval
    """

    kind: ClassVar[Literal["factory"]] = "factory"
    tool_call_id: str | None = None
    operation: FactoryPermissionOperation
    name: str
    description: str
    phases: list[FactoryPermissionPhase]
    max_concurrent_subagents: int | None = None
    max_total_subagents: int | None = None
    timeout_seconds: float | None = None
    max_ai_credits: float | None = None
    declared_max_concurrent_subagents: int | None = None
    declared_max_total_subagents: int | None = None
    declared_timeout_seconds: float | None = None
    declared_max_ai_credits: float | None = None
    approval_key: str
    can_persist_approval: bool


class PermissionRequestHook(WireStruct, frozen=True, kw_only=True, tag_field="kind", tag="hook"):
    """Hook confirmation permission request

    Attributes:
        tool_call_id: Tool call ID that triggered this permission request
        tool_name: Name of the tool the hook is gating
        tool_args: Arguments of the tool call being gated
        hook_message: Optional message from the hook explaining why confirmation is needed
    """

    kind: ClassVar[Literal["hook"]] = "hook"
    tool_call_id: str | None = None
    tool_name: str
    tool_args: JsonValue | None = None
    hook_message: str | None = None


class PermissionRequestMcp(WireStruct, frozen=True, kw_only=True, tag_field="kind", tag="mcp"):
    """MCP tool invocation permission request

    Attributes:
        tool_call_id: Tool call ID that triggered this permission request
        server_name: Name of the MCP server providing the tool
        tool_name: Internal name of the MCP tool
        tool_title: Human-readable title of the MCP tool
        args: Arguments to pass to the MCP tool
        read_only: Whether this MCP tool is read-only (no side effects)
        permission_recommendation: Advisory runtime permission recommendation. The SDK host
            remains responsible for deciding the request and may reject it.
    """

    kind: ClassVar[Literal["mcp"]] = "mcp"
    tool_call_id: str | None = None
    server_name: str
    tool_name: str
    tool_title: str
    args: JsonValue | None = None
    read_only: bool
    permission_recommendation: PermissionRecommendation | None = None


class PermissionRequestMemory(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="memory",
    gc=False,
):
    """Memory operation permission request

    Attributes:
        tool_call_id: Tool call ID that triggered this permission request
        action: Whether this is a store or vote memory operation
        subject: Topic or subject of the memory (store only)
        fact: The fact being stored or voted on
        citations: Source references for the stored fact (store only)
        direction: Vote direction (vote only)
        reason: Reason for the vote (vote only)
        scope: Scope of the stored memory (store only)
        repo_nwo: Repository name with owner associated with the stored memory (store only)
        assisted_approval: Assisted-approval judge information for this request; present only in
            assisted mode.
    """

    kind: ClassVar[Literal["memory"]] = "memory"
    tool_call_id: str | None = None
    action: PermissionRequestMemoryAction | None = None
    subject: str | None = None
    fact: str
    citations: str | None = None
    direction: PermissionRequestMemoryDirection | None = None
    reason: str | None = None
    scope: PermissionRequestMemoryScope | None = None
    repo_nwo: str | None = None
    assisted_approval: PermissionAssistedApproval | None = None


class PermissionRequestRead(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="read",
    gc=False,
):
    """File or directory read permission request

    Attributes:
        tool_call_id: Tool call ID that triggered this permission request
        managed_approval_required: Whether managed policy requires a human response and forbids
            host auto-approval
        intention: Human-readable description of why the file is being read
        path: Path of the file or directory being read
        resolved_path: Runtime-resolved canonical path used for authorization identity checks.
            Internal and experimental; clients should continue to display path.
        request_sandbox_bypass: True when the tool is asking to re-run this search outside the
            sandbox, after a sandboxed run looked blocked (host opted in via
            sandbox.allowBypass). The model cannot ask for this; only the tool raises it. This is
            a request, not a grant: the search runs unsandboxed only if the user approves this
            permission request. Hosts should highlight the elevated risk in the approval UI.
        request_sandbox_bypass_reason: What the tool tells the user about the bypass on offer:
            which policy rule blocked the call, or why it cannot be sandboxed. Only meaningful
            when requestSandboxBypass is true.
    """

    kind: ClassVar[Literal["read"]] = "read"
    tool_call_id: str | None = None
    managed_approval_required: bool | None = None
    intention: str
    path: str
    resolved_path: str | None = None
    request_sandbox_bypass: bool | None = None
    request_sandbox_bypass_reason: str | None = None


class PermissionRequestShell(WireStruct, frozen=True, kw_only=True, tag_field="kind", tag="shell"):
    """Shell command permission request

    Attributes:
        tool_call_id: Tool call ID that triggered this permission request
        managed_approval_required: Whether managed policy requires a human response and forbids
            host auto-approval
        full_command_text: The complete shell command text to be executed
        intention: Human-readable description of what the command intends to do
        commands: Parsed command identifiers found in the command text
        command_segments: Parsed command segments, including arguments, used for managed policy
            matching
        possible_paths: File paths that may be read or written by the command
        resolved_working_directory: Runtime-resolved canonical working directory the command runs
            in, used for authorization identity checks. Internal and experimental; clients should
            not display it.
        resolved_paths: Runtime-resolved canonical object each possiblePaths entry names, keyed
            by the requested spelling, used for authorization identity checks. Internal and
            experimental; clients should continue to display possiblePaths.
        possible_urls: URLs that may be accessed by the command
        has_write_file_redirection: Whether the command includes a file write redirection (e.g.,
            > or >>)
        can_offer_session_approval: Whether the UI can offer session-wide approval for this
            command pattern
        warning: Optional warning message about risks of running this command
        request_sandbox_bypass: True when the tool is asking to run this command outside the
            sandbox, either because the command detaches and cannot be sandboxed at all, or
            because a sandboxed run looked blocked (host opted in via sandbox.allowBypass). The
            model cannot ask for this; only the tool raises it. This is a request, not a grant:
            the command runs unsandboxed only if the user approves this permission request. Hosts
            should highlight the elevated risk in the approval UI.
        request_sandbox_permissive: True when the requested escalation is a permissive retry
            rather than a full bypass: the command re-runs inside the sandbox with its file and
            process restrictions recording instead of blocking, while the network policy stays
            enforced. Always accompanied by requestSandboxBypass, so hosts that do not recognize
            this field still treat the request as the escalation it is. Hosts that do recognize
            it must not describe the command as running outside the sandbox, which would
            overstate the privilege being granted.
        request_sandbox_bypass_reason: What the tool tells the user about the bypass on offer:
            which policy rule blocked the call, or why it cannot be sandboxed. Only meaningful
            when requestSandboxBypass is true.
    """

    kind: ClassVar[Literal["shell"]] = "shell"
    tool_call_id: str | None = None
    managed_approval_required: bool | None = None
    full_command_text: str
    intention: str
    commands: list[PermissionRequestShellCommand]
    command_segments: list[PermissionRequestShellCommandSegment] | None = None
    possible_paths: list[str]
    resolved_working_directory: str | None = None
    resolved_paths: dict[str, str] | None = None
    possible_urls: list[PermissionRequestShellPossibleUrl]
    has_write_file_redirection: bool
    can_offer_session_approval: bool
    warning: str | None = None
    request_sandbox_bypass: bool | None = None
    request_sandbox_permissive: bool | None = None
    request_sandbox_bypass_reason: str | None = None


class PermissionRequestShellCommand(WireStruct, frozen=True, kw_only=True, gc=False):
    """A parsed command identifier in a shell permission request, including whether it is read-only.

    Attributes:
        identifier: Command identifier (e.g., executable name)
        read_only: Whether this command is read-only (no side effects)
    """

    identifier: str
    read_only: bool


class PermissionRequestShellCommandSegment(WireStruct, frozen=True, kw_only=True, gc=False):
    """A parsed shell command segment used for argument-aware managed policy matching.

    Attributes:
        identifier: Command identifier (e.g., executable name)
        full_command_text: Full text of this command segment, including arguments
    """

    identifier: str
    full_command_text: str


class PermissionRequestShellPossibleUrl(WireStruct, frozen=True, kw_only=True, gc=False):
    """A URL that may be accessed by a command in a shell permission request.

    Attributes:
        url: URL that may be accessed by the command
    """

    url: str


class PermissionRequestUrl(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="url",
    gc=False,
):
    """URL access permission request

    Attributes:
        tool_call_id: Tool call ID that triggered this permission request
        managed_approval_required: Whether managed policy requires a human response and forbids
            host auto-approval
        intention: Human-readable description of why the URL is being accessed
        url: URL to be fetched
        redirected_from: Immediately preceding URL when this request is for a redirect target
        request_sandbox_bypass: True when the tool is asking to run this URL fetch outside the
            sandbox, after the network policy denied the approved URL or the sandbox proxy could
            not reach it (host opted in via sandbox.allowBypass). The model cannot ask for this;
            only the tool raises it. This is a request, not a grant: the fetch runs only if the
            user approves this permission request. Hosts should highlight the elevated risk in
            the approval UI.
        request_sandbox_bypass_reason: What the tool tells the user about the bypass on offer:
            which policy rule blocked the call, or why it cannot be sandboxed. Only meaningful
            when requestSandboxBypass is true.
    """

    kind: ClassVar[Literal["url"]] = "url"
    tool_call_id: str | None = None
    managed_approval_required: bool | None = None
    intention: str
    url: str
    redirected_from: str | None = None
    request_sandbox_bypass: bool | None = None
    request_sandbox_bypass_reason: str | None = None


class PermissionRequestWrite(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="write",
    gc=False,
):
    """File write permission request

    Attributes:
        tool_call_id: Tool call ID that triggered this permission request
        managed_approval_required: Whether managed policy requires a human response and forbids
            host auto-approval
        intention: Human-readable description of the intended file change
        file_name: Path of the file being written to
        resolved_path: Runtime-resolved canonical path used for authorization identity checks.
            Internal and experimental; clients should continue to display fileName.
        diff: Unified diff showing the proposed changes
        new_file_contents: Complete new file contents for newly created files
        can_offer_session_approval: Whether the UI can offer session-wide approval for file write
            operations
        request_sandbox_bypass: True when a built-in file tool (apply_patch / str_replace_editor)
            asked to write a path the sandbox filesystem policy would block, and the host opted
            in via sandbox.allowBypass. This is a request, not a grant: the write happens
            unsandboxed only if the user approves this permission request. Hosts should highlight
            the elevated risk in the approval UI.
        request_sandbox_bypass_reason: Justification for the sandbox-bypass request. Only
            meaningful when requestSandboxBypass is true.
    """

    kind: ClassVar[Literal["write"]] = "write"
    tool_call_id: str | None = None
    managed_approval_required: bool | None = None
    intention: str
    file_name: str
    resolved_path: str | None = None
    diff: str
    new_file_contents: str | None = None
    can_offer_session_approval: bool
    request_sandbox_bypass: bool | None = None
    request_sandbox_bypass_reason: str | None = None


class PermissionRequestedData(WireStruct, frozen=True, kw_only=True):
    """Permission request notification requiring client approval with request details

    Attributes:
        request_id: Unique identifier for this permission request; used to respond via
            session.respondToPermission()
        permission_request: Details of the permission being requested
        prompt_request: Derived user-facing permission prompt details for UI consumers
        agent_mode: Agent mode captured from the owning turn when permission evaluation began.
        risk_assessment: Neutral risk metadata supplied by the tool host. Consumers may display
            this value but must not use it to bypass the permission decision.
        resolved_by_hook: When true, this permission was already resolved by a permissionRequest
            hook and requires no client action
    """

    request_id: str
    permission_request: PermissionRequest
    prompt_request: PermissionPromptRequest | None = None
    agent_mode: SessionMode | None = None
    risk_assessment: JsonValue | None = None
    resolved_by_hook: bool | None = None


class PermissionRule(WireStruct, frozen=True, kw_only=True, gc=False):
    """A permission approval or denial rule matched against a tool request, identified by a rule
    kind with an optional argument value.

    Attributes:
        kind: The rule kind, such as Shell or GitHubMCP
        argument: Argument value matched against the request, or null when the rule kind has no
            argument (e.g. 'read', 'write', 'memory').
    """

    kind: str
    argument: str | None


class SamplingCompletedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Sampling request completion notification signaling UI dismissal

    Attributes:
        request_id: Request ID of the resolved sampling request; clients should dismiss any UI
            for this request
    """

    request_id: str


class SamplingRequestedData(WireStruct, frozen=True, kw_only=True):
    """Sampling request from an MCP server; contains the server name and a requestId for correlation

    Attributes:
        request_id: Unique identifier for this sampling request; used to respond via
            session.respondToSampling()
        server_name: Name of the MCP server that initiated the sampling request
        mcp_request_id: The JSON-RPC request ID from the MCP protocol
    """

    request_id: str
    server_name: str
    mcp_request_id: JsonValue


class SessionLimitsExhaustedCompletedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Session limit exhaustion prompt completion notification.

    Attributes:
        request_id: Request ID of the resolved request; clients should dismiss any UI for this
            request.
        response: The user's selected session-limit action.
    """

    request_id: str
    response: SessionLimitsExhaustedResponse


class SessionLimitsExhaustedRequestedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Session limit exhaustion notification requiring user action.

    Attributes:
        request_id: Unique identifier for this request; used to respond via
            session.ui.handlePendingSessionLimitsExhausted().
        used_ai_credits: AI Credits already consumed in the current accounting window.
        max_ai_credits: Configured max AI Credits for the current accounting window.
    """

    request_id: str
    used_ai_credits: float
    max_ai_credits: float


class SessionLimitsExhaustedResponse(WireStruct, frozen=True, kw_only=True, gc=False):
    """The user's selected action for an exhausted session limit.

    Attributes:
        action: Action selected by the user.
        additional_ai_credits: AI Credits to add to the current max when action is 'add'.
        max_ai_credits: New absolute max AI Credits when action is 'set'.
    """

    action: SessionLimitsExhaustedResponseAction
    additional_ai_credits: float | None = None
    max_ai_credits: float | None = None


class UserInputCompletedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """User input request completion with the user's response

    Attributes:
        request_id: Request ID of the resolved user input request; clients should dismiss any UI
            for this request
        answer: The user's answer to the input request
        was_freeform: Whether the answer was typed as free-form text rather than selected from
            choices
    """

    request_id: str
    answer: str | None = None
    was_freeform: bool | None = None


class UserInputRequestedData(WireStruct, frozen=True, kw_only=True):
    """User input request notification with question and optional predefined choices

    Attributes:
        request_id: Unique identifier for this input request; used to respond via
            session.respondToUserInput()
        question: The question or prompt to present to the user
        choices: Predefined choices for the user to select from, if applicable
        allow_freeform: Whether the user can provide a free-form text response in addition to
            predefined choices
        tool_call_id: The LLM-assigned tool call ID that triggered this request; used by remote
            UIs to correlate responses
    """

    request_id: str
    question: str
    choices: list[str] | None = None
    allow_freeform: bool | None = None
    tool_call_id: str | None = None


class UserToolSessionApprovalCommands(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="commands",
):
    """Session-scoped tool-approval rule for specific shell command identifiers.

    Attributes:
        command_identifiers: Command identifiers approved by the user
    """

    kind: ClassVar[Literal["commands"]] = "commands"
    command_identifiers: list[str]


class UserToolSessionApprovalCustomTool(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="custom-tool",
    gc=False,
):
    """Session-scoped tool-approval rule for a custom tool, keyed by tool name.

    Attributes:
        tool_name: Custom tool name
    """

    kind: ClassVar[Literal["custom-tool"]] = "custom-tool"
    tool_name: str


class UserToolSessionApprovalExtensionEnvAccess(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="extension-env-access",
):
    """Session-scoped tool-approval rule for an extension's access to sensitive environment
    variables, keyed by extension name and the exact set of variable names.

    Attributes:
        extension_name: Extension name
        environment_variables: Names of the sensitive environment variables this approval covers.
            Values are never persisted.
    """

    kind: ClassVar[Literal["extension-env-access"]] = "extension-env-access"
    extension_name: str
    environment_variables: list[str]


class UserToolSessionApprovalExtensionManagement(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="extension-management",
    gc=False,
):
    """Session-scoped tool-approval rule for extension-management operations, optionally narrowed by
    operation.

    Attributes:
        operation: Optional operation identifier
    """

    kind: ClassVar[Literal["extension-management"]] = "extension-management"
    operation: str | None = None


class UserToolSessionApprovalExtensionPermissionAccess(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="extension-permission-access",
    gc=False,
):
    """Session-scoped tool-approval rule for an extension's permission-gated capability access,
    keyed by extension name.

    Attributes:
        extension_name: Extension name
    """

    kind: ClassVar[Literal["extension-permission-access"]] = "extension-permission-access"
    extension_name: str


class UserToolSessionApprovalFactory(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="factory",
    gc=False,
):
    """Session-scoped factory approval, optionally narrowed by approval key.

    Attributes:
        approval_key: Optional factory operation name or canonical approval key
    """

    kind: ClassVar[Literal["factory"]] = "factory"
    approval_key: str | None = None


class UserToolSessionApprovalMcp(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="mcp",
    gc=False,
):
    """Session-scoped tool-approval rule for an MCP server tool, or all tools on the server when
    `toolName` is null.

    Attributes:
        server_name: MCP server name
        tool_name: Optional MCP tool name, or null for all tools on the server
    """

    kind: ClassVar[Literal["mcp"]] = "mcp"
    server_name: str
    tool_name: str | None


class UserToolSessionApprovalMemory(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="memory",
    gc=False,
):
    """Session-scoped tool-approval rule for writes to long-term memory."""

    kind: ClassVar[Literal["memory"]] = "memory"


class UserToolSessionApprovalRead(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="read",
    gc=False,
):
    """Session-scoped tool-approval rule for read-only filesystem operations."""

    kind: ClassVar[Literal["read"]] = "read"


class UserToolSessionApprovalWrite(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="write",
    gc=False,
):
    """Session-scoped tool-approval rule for filesystem write operations."""

    kind: ClassVar[Literal["write"]] = "write"


if TYPE_CHECKING:
    AssistedApprovalJudgeFailureReason: TypeAlias = Literal["timeout", "abort", "empty_response", "model_error", "parse_error"] | str
    """Why the assisted-approval judge produced no usable recommendation. Present only alongside an
    `error` recommendation, where the human-readable reason is a fixed string and therefore
    cannot distinguish these cases. Intended to make a judge failure reportable by a consumer
    that has no access to the host's logs.

    - ``timeout``: The judge model call exceeded its deadline.
    - ``abort``: The judge model call was cancelled before it returned.
    - ``empty_response``: The judge model call completed but returned no content.
    - ``model_error``: The judge model call failed (for example a transport, authentication, or
        rate-limit error).
    - ``parse_error``: The judge model replied, but the reply carried no ALLOW/DENY verdict.
    """
    AssistedApprovalRecommendation: TypeAlias = Literal["approve", "requireApproval", "excluded", "error"] | str
    """Outcome of the assisted-approval safety judge for a permission request. Present only in
    assisted mode; its absence means the judge did not evaluate the request.

    - ``approve``: The judge evaluated the request and recommends automatically approving it.
    - ``requireApproval``: The judge evaluated the request and does not recommend automatically
        approving it; explicit approval is required. Whether that means prompting, denying, or
        something else is the consumer's decision.
    - ``excluded``: Assisted mode is enabled, but this request category is never automatically
        approvable (for example, sandbox-bypass requests), so the judge was not consulted.
    - ``error``: The judge was consulted but did not return a usable recommendation, so the
        request requires explicit approval.
    """
    AutoModeSwitchResponse: TypeAlias = Literal["yes", "yes_always", "no"] | str
    """The user's auto-mode-switch choice

    - ``yes``: Switch models for this request.
    - ``yes_always``: Switch models now and keep using the replacement automatically.
    - ``no``: Do not switch models.
    """
    ElicitationCompletedAction: TypeAlias = Literal["accept", "decline", "cancel"] | str
    """The user action: "accept" (submitted form), "decline" (explicitly refused), or "cancel"
    (dismissed)

    - ``accept``: The user submitted the requested form.
    - ``decline``: The user explicitly declined the request.
    - ``cancel``: The user dismissed the request.
    """
    ElicitationRequestedMode: TypeAlias = Literal["form", "url"] | str
    """Elicitation mode; "form" for structured input, "url" for browser-based. Defaults to "form"
    when absent.

    - ``form``: Structured form-based elicitation.
    - ``url``: Browser URL-based elicitation.
    """
    ExitPlanModeAction: TypeAlias = Literal["exit_only", "interactive", "autopilot", "autopilot_fleet"] | str
    """Exit plan mode action

    - ``exit_only``: Exit plan mode without starting implementation.
    - ``interactive``: Exit plan mode and continue in interactive mode.
    - ``autopilot``: Exit plan mode and continue autonomously.
    - ``autopilot_fleet``: Exit plan mode and continue with parallel autonomous workers.
    """
    FactoryPermissionOperation: TypeAlias = Literal["run", "author"] | str
    """Operation gated by a factory permission request.

    - ``run``: Running a registered factory, which spends subagents, active time, and AI credits
        under the approved limits.
    - ``author``: Authoring a factory, which writes JavaScript into a session-scoped extension
        and loads it.
    """
    PermissionDecisionSource: TypeAlias = Literal["assisted_approval", "human_response", "host_policy", "unattended_fallback", "authorization_carry_forward"] | str
    """Controlled reason or actor responsible for a permission response.

    - ``assisted_approval``: The response followed the assisted-approval judge recommendation.
    - ``human_response``: A human supplied the response through an interactive prompt.
    - ``host_policy``: The host applied a standing policy or override rather than a judge
        recommendation or human decision.
    - ``unattended_fallback``: The host denied the request because no interactive user response
        was available.
    - ``authorization_carry_forward``: A live authorization record from an earlier human decision
        in this session contained the proposal, so it ran without another prompt. This is not a
        new human decision and never mints authority of its own.
    """
    PermissionMessageAuthorizationPolarity: TypeAlias = Literal["grant", "denial"] | str
    """Which direction a message-backed authorization claim moves authority in.

    - ``grant``: The human's words authorized an effect.
    - ``denial``: The human's words refused an effect.
    """
    PermissionPromptRequestPathAccessKind: TypeAlias = Literal["read", "shell", "write"] | str
    """Underlying permission kind that needs path approval

    - ``read``: Read access to a filesystem path.
    - ``shell``: Shell command access involving a filesystem path.
    - ``write``: Write access to a filesystem path.
    """
    PermissionRecommendation: TypeAlias = Literal["approve"] | str
    """Advisory recommendation the runtime attaches to a permission request whose origin it can
    vouch for by construction. Unlike the auto-approval judge this does not depend on auto mode
    and does not evaluate what the tool call does; its absence simply means the runtime has no
    opinion and the request follows the host's normal approval flow.

    - ``approve``: The runtime vouches for the request's origin and recommends approving it
        without prompting. The host still owns the decision and may deny it; deny rules, managed
        policy, and the auto-approval safety judge all outrank this recommendation.
    """
    PermissionRequestMemoryAction: TypeAlias = Literal["store", "vote"] | str
    """Whether this is a store or vote memory operation

    - ``store``: Store a new memory.
    - ``vote``: Vote on an existing memory.
    """
    PermissionRequestMemoryDirection: TypeAlias = Literal["upvote", "downvote"] | str
    """Vote direction (vote only)

    - ``upvote``: Vote that the memory is useful or accurate.
    - ``downvote``: Vote that the memory is incorrect or outdated.
    """
    PermissionRequestMemoryScope: TypeAlias = Literal["repository", "user"] | str
    """Scope of a stored memory.

    - ``repository``: Store the memory for the current repository.
    - ``user``: Store the memory for the current user.
    """
    SessionLimitsExhaustedResponseAction: TypeAlias = Literal["add", "set", "unset", "cancel"] | str
    """User action selected for an exhausted session limit.

    - ``add``: Increase the current max by an exact AI Credits amount.
    - ``set``: Set a new absolute max AI Credits value.
    - ``unset``: Remove the current session limit.
    - ``cancel``: Leave the limit unchanged and cancel the blocked model request.
    """
    PermissionPromptRequest: TypeAlias = PermissionPromptRequestCommands | PermissionPromptRequestWrite | PermissionPromptRequestRead | PermissionPromptRequestMcp | PermissionPromptRequestUrl | PermissionPromptRequestMemory | PermissionPromptRequestCustomTool | PermissionPromptRequestPath | PermissionPromptRequestHook | PermissionPromptRequestExtensionManagement | PermissionPromptRequestFactory | PermissionPromptRequestExtensionPermissionAccess | PermissionPromptRequestExtensionEnvAccess | UnknownVariant
    """Derived user-facing permission prompt details for UI consumers"""
    PermissionRequest: TypeAlias = PermissionRequestShell | PermissionRequestWrite | PermissionRequestRead | PermissionRequestMcp | PermissionRequestUrl | PermissionRequestMemory | PermissionRequestCustomTool | PermissionRequestHook | PermissionRequestExtensionManagement | PermissionRequestFactory | PermissionRequestExtensionPermissionAccess | PermissionRequestExtensionEnvAccess | UnknownVariant
    """Details of the permission being requested"""
    PermissionResult: TypeAlias = PermissionApproved | PermissionApprovedForSession | PermissionApprovedForLocation | PermissionCancelled | PermissionDeniedByRules | PermissionDeniedNoApprovalRuleAndCouldNotRequestFromUser | PermissionDeniedInteractivelyByUser | PermissionDeniedByContentExclusionPolicy | PermissionDeniedByPermissionRequestHook | UnknownVariant
    """The result of the permission request"""
    UserToolSessionApproval: TypeAlias = UserToolSessionApprovalCommands | UserToolSessionApprovalRead | UserToolSessionApprovalWrite | UserToolSessionApprovalMcp | UserToolSessionApprovalMemory | UserToolSessionApprovalCustomTool | UserToolSessionApprovalExtensionManagement | UserToolSessionApprovalFactory | UserToolSessionApprovalExtensionPermissionAccess | UserToolSessionApprovalExtensionEnvAccess | UnknownVariant
    """The approval to add as a session-scoped rule"""
else:
    AssistedApprovalJudgeFailureReason = Literal["timeout", "abort", "empty_response", "model_error", "parse_error"]
    AssistedApprovalRecommendation = Literal["approve", "requireApproval", "excluded", "error"]
    AutoModeSwitchResponse = Literal["yes", "yes_always", "no"]
    ElicitationCompletedAction = Literal["accept", "decline", "cancel"]
    ElicitationRequestedMode = Literal["form", "url"]
    ExitPlanModeAction = Literal["exit_only", "interactive", "autopilot", "autopilot_fleet"]
    FactoryPermissionOperation = Literal["run", "author"]
    PermissionDecisionSource = Literal["assisted_approval", "human_response", "host_policy", "unattended_fallback", "authorization_carry_forward"]
    PermissionMessageAuthorizationPolarity = Literal["grant", "denial"]
    PermissionPromptRequestPathAccessKind = Literal["read", "shell", "write"]
    PermissionRecommendation = Literal["approve"]
    PermissionRequestMemoryAction = Literal["store", "vote"]
    PermissionRequestMemoryDirection = Literal["upvote", "downvote"]
    PermissionRequestMemoryScope = Literal["repository", "user"]
    SessionLimitsExhaustedResponseAction = Literal["add", "set", "unset", "cancel"]
    PermissionPromptRequest = PermissionPromptRequestCommands | PermissionPromptRequestWrite | PermissionPromptRequestRead | PermissionPromptRequestMcp | PermissionPromptRequestUrl | PermissionPromptRequestMemory | PermissionPromptRequestCustomTool | PermissionPromptRequestPath | PermissionPromptRequestHook | PermissionPromptRequestExtensionManagement | PermissionPromptRequestFactory | PermissionPromptRequestExtensionPermissionAccess | PermissionPromptRequestExtensionEnvAccess
    PermissionRequest = PermissionRequestShell | PermissionRequestWrite | PermissionRequestRead | PermissionRequestMcp | PermissionRequestUrl | PermissionRequestMemory | PermissionRequestCustomTool | PermissionRequestHook | PermissionRequestExtensionManagement | PermissionRequestFactory | PermissionRequestExtensionPermissionAccess | PermissionRequestExtensionEnvAccess
    PermissionResult = PermissionApproved | PermissionApprovedForSession | PermissionApprovedForLocation | PermissionCancelled | PermissionDeniedByRules | PermissionDeniedNoApprovalRuleAndCouldNotRequestFromUser | PermissionDeniedInteractivelyByUser | PermissionDeniedByContentExclusionPolicy | PermissionDeniedByPermissionRequestHook
    UserToolSessionApproval = UserToolSessionApprovalCommands | UserToolSessionApprovalRead | UserToolSessionApprovalWrite | UserToolSessionApprovalMcp | UserToolSessionApprovalMemory | UserToolSessionApprovalCustomTool | UserToolSessionApprovalExtensionManagement | UserToolSessionApprovalFactory | UserToolSessionApprovalExtensionPermissionAccess | UserToolSessionApprovalExtensionEnvAccess


class AutoModeSwitchCompleted(TypedEvent["AutoModeSwitchCompletedData"]):
    """``auto_mode_switch.completed``: Auto mode switch completion notification

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "auto_mode_switch.completed"
    data_type: ClassVar[Hashable] = AutoModeSwitchCompletedData


class AutoModeSwitchRequested(TypedEvent["AutoModeSwitchRequestedData"]):
    """``auto_mode_switch.requested``: Auto mode switch request notification requiring user approval

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "auto_mode_switch.requested"
    data_type: ClassVar[Hashable] = AutoModeSwitchRequestedData


class ElicitationCompleted(TypedEvent["ElicitationCompletedData"]):
    """``elicitation.completed``: Elicitation request completion with the user's response

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "elicitation.completed"
    data_type: ClassVar[Hashable] = ElicitationCompletedData


class ElicitationRequested(TypedEvent["ElicitationRequestedData"]):
    """``elicitation.requested``: Elicitation request; may be form-based (structured input) or
    URL-based (browser redirect)

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "elicitation.requested"
    data_type: ClassVar[Hashable] = ElicitationRequestedData


class ExitPlanModeCompleted(TypedEvent["ExitPlanModeCompletedData"]):
    """``exit_plan_mode.completed``: Plan mode exit completion with the user's approval decision and
    optional feedback

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "exit_plan_mode.completed"
    data_type: ClassVar[Hashable] = ExitPlanModeCompletedData


class ExitPlanModeRequested(TypedEvent["ExitPlanModeRequestedData"]):
    """``exit_plan_mode.requested``: Plan approval request with plan content and available user
    actions

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "exit_plan_mode.requested"
    data_type: ClassVar[Hashable] = ExitPlanModeRequestedData


class PermissionAssentDetected(TypedEvent["PermissionAssentDetectedData"]):
    """``permission.assentDetected``: Records that deterministic text recognition found likely
    assent in the human turn immediately following a root Autopilot permission request that was
    blocked because no interactive response was available. This event grants no authority; its
    model-facing projection only suggests retrying the unchanged operation.
    """

    __slots__ = ()

    event_type = "permission.assentDetected"
    data_type: ClassVar[Hashable] = PermissionAssentDetectedData


class PermissionCarriedForward(TypedEvent["PermissionCarriedForwardData"]):
    """``permission.carriedForward``: Records that a live authorization record from an earlier human
    decision in this session contained a permission proposal, so it ran without another prompt.
    This mints no authority: it accounts for one more effect against the prior grant, which is
    what lets a replayed session agree with the live one about how much of that grant is left.
    """

    __slots__ = ()

    event_type = "permission.carriedForward"
    data_type: ClassVar[Hashable] = PermissionCarriedForwardData


class PermissionCompleted(TypedEvent["PermissionCompletedData"]):
    """``permission.completed``: Permission request completion notification signaling UI dismissal"""

    __slots__ = ()

    event_type = "permission.completed"
    data_type: ClassVar[Hashable] = PermissionCompletedData


class PermissionContextualAuthorization(TypedEvent["PermissionContextualAuthorizationData"]):
    """``permission.contextualAuthorization``: Freezes a blinded contextual authorization proposal
    whose verbatim human span was deterministically bound to the immediately preceding blocked
    permission request. The event carries no action fields; replay re-derives the exact action
    from the earlier permission request and mints a one-shot message grant only when the binding
    and span still verify.
    """

    __slots__ = ()

    event_type = "permission.contextualAuthorization"
    data_type: ClassVar[Hashable] = PermissionContextualAuthorizationData


class PermissionMessageAuthorization(TypedEvent["PermissionMessageAuthorizationData"]):
    """``permission.messageAuthorization``: Freezes one blinded, verbatim-verified authorization
    claim the runtime minted from a human user message, so a resumed session re-establishes the
    same grant deterministically instead of re-running the extraction model. This mints no
    authority on its own: it records what a blinded proposer pointed at and the trusted
    discriminator the runtime established, and deterministic establishment runs on replay.
    Persisted so recorded authority survives compaction and process resume.
    """

    __slots__ = ()

    event_type = "permission.messageAuthorization"
    data_type: ClassVar[Hashable] = PermissionMessageAuthorizationData


class PermissionMessageAuthorizationDegraded(TypedEvent["PermissionMessageAuthorizationDegradedData"]):
    """``permission.messageAuthorizationDegraded``: Records that message-backed authorization could
    not safely represent one human turn before compaction. The runtime may compact the original
    message after this marker is durable, but message-derived carry-forward and assisted
    auto-approval remain disabled for the rest of the session so subsequent commands continue
    through the ordinary permission prompt.
    """

    __slots__ = ()

    event_type = "permission.messageAuthorizationDegraded"
    data_type: ClassVar[Hashable] = PermissionMessageAuthorizationDegradedData


class PermissionMessageAuthorizationRead(TypedEvent["PermissionMessageAuthorizationReadData"]):
    """``permission.messageAuthorizationRead``: Records that one human turn has been read by the
    blinded authorization proposer, whether or not it minted anything, so a resumed session does
    not re-run the extraction model on a turn the live session already read. Also records whether
    that pass activates ongoing extraction; contextual-assent-only passes do not, so unrelated
    future messages remain outside extraction.
    """

    __slots__ = ()

    event_type = "permission.messageAuthorizationRead"
    data_type: ClassVar[Hashable] = PermissionMessageAuthorizationReadData


class PermissionRequested(TypedEvent["PermissionRequestedData"]):
    """``permission.requested``: Permission request notification requiring client approval with
    request details
    """

    __slots__ = ()

    event_type = "permission.requested"
    data_type: ClassVar[Hashable] = PermissionRequestedData


class SamplingCompleted(TypedEvent["SamplingCompletedData"]):
    """``sampling.completed``: Sampling request completion notification signaling UI dismissal

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "sampling.completed"
    data_type: ClassVar[Hashable] = SamplingCompletedData


class SamplingRequested(TypedEvent["SamplingRequestedData"]):
    """``sampling.requested``: Sampling request from an MCP server; contains the server name and a
    requestId for correlation

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "sampling.requested"
    data_type: ClassVar[Hashable] = SamplingRequestedData


class SessionLimitsExhaustedCompleted(TypedEvent["SessionLimitsExhaustedCompletedData"]):
    """``session_limits_exhausted.completed``: Session limit exhaustion prompt completion
    notification.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session_limits_exhausted.completed"
    data_type: ClassVar[Hashable] = SessionLimitsExhaustedCompletedData


class SessionLimitsExhaustedRequested(TypedEvent["SessionLimitsExhaustedRequestedData"]):
    """``session_limits_exhausted.requested``: Session limit exhaustion notification requiring user
    action.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "session_limits_exhausted.requested"
    data_type: ClassVar[Hashable] = SessionLimitsExhaustedRequestedData


class UserInputCompleted(TypedEvent["UserInputCompletedData"]):
    """``user_input.completed``: User input request completion with the user's response

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "user_input.completed"
    data_type: ClassVar[Hashable] = UserInputCompletedData


class UserInputRequested(TypedEvent["UserInputRequestedData"]):
    """``user_input.requested``: User input request notification with question and optional
    predefined choices

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "user_input.requested"
    data_type: ClassVar[Hashable] = UserInputRequestedData
