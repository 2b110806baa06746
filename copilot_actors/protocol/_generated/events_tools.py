"""Types of session events: events_tools.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from msgspec import UNSET, UnsetType, field

from .events_common import (
    FusionAttribution,
    McpServerSource,
    McpServerTransport,
    OmittedBinaryOmittedReason,
    RemediationAction,
)
from copilot_actors.protocol._typed_event import TypedEvent
from copilot_actors.protocol._wire_struct import (
    JsonValue,
    UnknownVariant,
    WireStruct,
)

__all__ = [
    "CitableSource",
    "ExternalToolCompleted",
    "ExternalToolCompletedData",
    "ExternalToolRequested",
    "ExternalToolRequestedData",
    "HeaderEntry",
    "HookEnd",
    "HookEndData",
    "HookEndError",
    "HookProgress",
    "HookProgressData",
    "HookStart",
    "HookStartData",
    "McpAppToolCallComplete",
    "McpAppToolCallCompleteData",
    "McpAppToolCallCompleteError",
    "McpAppToolCallCompleteToolMeta",
    "McpAppToolCallCompleteToolMetaUI",
    "McpHeadersRefreshCompleted",
    "McpHeadersRefreshCompletedData",
    "McpHeadersRefreshCompletedOutcome",
    "McpHeadersRefreshRequired",
    "McpHeadersRefreshRequiredData",
    "McpHeadersRefreshRequiredReason",
    "McpListChangedData",
    "McpOauthCompleted",
    "McpOauthCompletedData",
    "McpOauthCompletionOutcome",
    "McpOauthHttpResponse",
    "McpOauthRequestReason",
    "McpOauthRequired",
    "McpOauthRequiredData",
    "McpOauthRequiredStaticClientConfig",
    "McpOauthWWWAuthenticateParams",
    "McpPromptsListChanged",
    "McpResourcesListChanged",
    "McpToolsListChanged",
    "PersistedBinaryResult",
    "SandboxAttestation",
    "SandboxBackend",
    "SandboxBypassSource",
    "SandboxControl",
    "SandboxDecision",
    "SandboxDecisionData",
    "SandboxDecisionDataAccessDenied",
    "SandboxDecisionDataBypassDecided",
    "SandboxDecisionDataEnforcementState",
    "SandboxDecisionDataPermissiveRetryCompleted",
    "SandboxDecisionDataPermissiveRetryDecided",
    "SandboxDecisionDataPolicyResolved",
    "SandboxDecisionDataSpawnCompleted",
    "SandboxDegradationReason",
    "SandboxDenialClass",
    "SandboxDenialConfidence",
    "SandboxEnforcementPoint",
    "SandboxFilesystemPolicyDetails",
    "SandboxOutcome",
    "SandboxPlatform",
    "SandboxPolicySource",
    "SandboxProxyMode",
    "SkillContextDelivered",
    "SkillContextDeliveredData",
    "SkillContextDeliveredRef",
    "SkillContextDeliveredRefData",
    "SkillInvoked",
    "SkillInvokedData",
    "SkillInvokedRef",
    "SkillInvokedRefData",
    "SkillInvokedTrigger",
    "ToolExecutionComplete",
    "ToolExecutionCompleteContent",
    "ToolExecutionCompleteContentAudio",
    "ToolExecutionCompleteContentImage",
    "ToolExecutionCompleteContentResource",
    "ToolExecutionCompleteContentResourceDetails",
    "ToolExecutionCompleteContentResourceLink",
    "ToolExecutionCompleteContentResourceLinkIcon",
    "ToolExecutionCompleteContentResourceLinkIconTheme",
    "ToolExecutionCompleteContentShellExit",
    "ToolExecutionCompleteContentTerminal",
    "ToolExecutionCompleteContentText",
    "ToolExecutionCompleteData",
    "ToolExecutionCompleteError",
    "ToolExecutionCompleteResult",
    "ToolExecutionCompleteShellExecution",
    "ToolExecutionCompleteToolDescription",
    "ToolExecutionCompleteToolDescriptionMeta",
    "ToolExecutionCompleteToolDescriptionMetaUI",
    "ToolExecutionCompleteToolDescriptionMetaUIVisibility",
    "ToolExecutionCompleteUIResource",
    "ToolExecutionCompleteUIResourceMeta",
    "ToolExecutionCompleteUIResourceMetaUI",
    "ToolExecutionCompleteUIResourceMetaUICsp",
    "ToolExecutionCompleteUIResourceMetaUIPermissions",
    "ToolExecutionCompleteUIResourceMetaUIPermissionsCamera",
    "ToolExecutionCompleteUIResourceMetaUIPermissionsClipboardWrite",
    "ToolExecutionCompleteUIResourceMetaUIPermissionsGeolocation",
    "ToolExecutionCompleteUIResourceMetaUIPermissionsMicrophone",
    "ToolExecutionPartialResult",
    "ToolExecutionPartialResultData",
    "ToolExecutionProgress",
    "ToolExecutionProgressData",
    "ToolExecutionStart",
    "ToolExecutionStartData",
    "ToolExecutionStartShellToolInfo",
    "ToolExecutionStartToolDescription",
    "ToolExecutionStartToolDescriptionMeta",
    "ToolExecutionStartToolDescriptionMetaUI",
    "ToolExecutionStartToolDescriptionMetaUIVisibility",
    "ToolSearchActivated",
    "ToolSearchActivatedData",
    "ToolUserRequested",
    "ToolUserRequestedData",
]


class CitableSource(WireStruct, frozen=True, kw_only=True, gc=False):
    """A source supplied by a tool that should be made available to the model as citable content.

    Attributes:
        id: Stable identifier for this source within the tool result. Used for deduplication and
            may be used by future provider integrations to correlate response citations back to
            the originating source.
        title: Human-readable title of the source.
        content: The source text made available to the model as citable content.
        url: URL of the source, when it is a web resource.
        path: File path relative to the agent's workspace root, when the source is a file.
    """

    id: str
    title: str | None = None
    content: str
    url: str | None = None
    path: str | None = None


class ExternalToolCompletedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """External tool completion notification signaling UI dismissal

    Attributes:
        request_id: Request ID of the resolved external tool request; clients should dismiss any
            UI for this request
    """

    request_id: str


class ExternalToolRequestedData(WireStruct, frozen=True, kw_only=True):
    """External tool invocation request for client-side tool execution

    Attributes:
        request_id: Unique identifier for this request; used to respond via
            session.respondToExternalTool()
        session_id: Session ID that this external tool request belongs to
        tool_call_id: Tool call ID assigned to this external tool invocation
        tool_name: Name of the external tool to invoke
        provider_id: Stable provider identity captured with an extension-owned tool definition;
            hosts use it to route the request to the same provider that was offered to the model
        arguments: Arguments to pass to the external tool
        working_directory: Active session working directory, when known.
        traceparent: W3C Trace Context traceparent header for the execute_tool span
        tracestate: W3C Trace Context tracestate header for the execute_tool span
    """

    request_id: str
    session_id: str
    tool_call_id: str
    tool_name: str
    provider_id: str | None | UnsetType = UNSET
    arguments: JsonValue | None = None
    working_directory: str | None = None
    traceparent: str | None = None
    tracestate: str | None = None


class HeaderEntry(WireStruct, frozen=True, kw_only=True, gc=False):
    """Single HTTP header entry as a name/value pair.

    Attributes:
        name: HTTP response header name as observed by the runtime.
        value: HTTP response header value as observed by the runtime.
    """

    name: str
    value: str


class HookEndData(WireStruct, frozen=True, kw_only=True):
    """Hook invocation completion details including output, success status, and error information

    Attributes:
        hook_invocation_id: Identifier matching the corresponding hook.start event
        hook_type: Type of hook that was invoked (e.g., "preToolUse", "postToolUse",
            "sessionStart")
        output: Output data produced by the hook. Durable and resumed postToolUse receipts may
            omit messages owned by a successful skill invocation and replace an unchanged skill
            sessionLog copy with an elision marker; hook-modified or re-sourced values are
            preserved, and the authoritative body remains in the skill invocation event.
        success: Whether the hook completed successfully
        error: Error details when the hook failed
        parent_tool_call_id: Tool call ID of the parent tool invocation when this event
            originates from a sub-agent
    """

    hook_invocation_id: str
    hook_type: str
    output: JsonValue | None = None
    success: bool
    error: HookEndError | None = None
    parent_tool_call_id: str | None = None


class HookEndError(WireStruct, frozen=True, kw_only=True, gc=False):
    """Error details when the hook failed

    Attributes:
        message: Human-readable error message
        stack: Error stack trace, when available
        source: Source label of the hook that errored (e.g. the plugin it was loaded from), when
            known
    """

    message: str
    stack: str | None = None
    source: str | None = None


class HookProgressData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Ephemeral progress update from a running hook process

    Attributes:
        message: Human-readable progress message from the hook process
        temporary: When true, this status message replaces the previous temporary one instead of
            accumulating
    """

    message: str
    temporary: bool | None = None


class HookStartData(WireStruct, frozen=True, kw_only=True):
    """Hook invocation start details including type and input data

    Attributes:
        hook_invocation_id: Unique identifier for this hook invocation
        hook_type: Type of hook being invoked (e.g., "preToolUse", "postToolUse", "sessionStart")
        input: Input data passed to the hook. For postToolUse hooks the retained copy served by
            session.eventLog.read (and by a resumed session) drops the tool result's inline
            `contents`/`uiResource`/`skillInvocation` and replaces duplicated text result fields
            with a `[copilot:elided ...]` marker; the live subscription stream still delivers the
            full value. Canonical tool output remains in the adjacent tool.execution_complete
            event, while an invoked skill's authoritative body remains in its skill invocation
            event.
        parent_tool_call_id: Tool call ID of the parent tool invocation when this event
            originates from a sub-agent
    """

    hook_invocation_id: str
    hook_type: str
    input: JsonValue | None = None
    parent_tool_call_id: str | None = None


class McpAppToolCallCompleteData(WireStruct, frozen=True, kw_only=True):
    """MCP App view called a tool on a connected MCP server (SEP-1865)

    Attributes:
        server_name: Name of the MCP server hosting the tool
        tool_name: MCP tool name that was invoked
        arguments: Arguments passed to the tool by the app view, if any
        success: True when the call completed without throwing AND the MCP CallToolResult did not
            set isError
        duration_ms: Wall-clock duration of the underlying tools/call in milliseconds
        result: Standard MCP CallToolResult returned by the server. Present whether or not the
            call set isError.
        error: Set when the underlying tools/call threw an error before returning a
            CallToolResult
        tool_meta: The tool's `_meta.ui` block at the time of the call, so consumers can decide
            whether to forward the result to the model without re-listing tools.
    """

    server_name: str
    tool_name: str
    arguments: dict[str, JsonValue] | None = None
    success: bool
    duration_ms: float
    result: dict[str, JsonValue] | None = None
    error: McpAppToolCallCompleteError | None = None
    tool_meta: McpAppToolCallCompleteToolMeta | None = None


class McpAppToolCallCompleteError(WireStruct, frozen=True, kw_only=True, gc=False):
    """Set when the underlying tools/call threw an error before returning a CallToolResult

    Attributes:
        message: Human-readable error message
    """

    message: str


class McpAppToolCallCompleteToolMeta(WireStruct, frozen=True, kw_only=True, gc=False):
    """The tool's `_meta.ui` block at the time of the call, so consumers can decide whether to
    forward the result to the model without re-listing tools.

    Attributes:
        ui: MCP App tool `_meta.ui` resource URI and SEP-1865 visibility captured with an
            `mcp_app.tool_call_complete` result.
    """

    ui: McpAppToolCallCompleteToolMetaUI | None = None


class McpAppToolCallCompleteToolMetaUI(WireStruct, frozen=True, kw_only=True):
    """MCP App tool `_meta.ui` resource URI and SEP-1865 visibility captured with an
    `mcp_app.tool_call_complete` result.

    Attributes:
        resource_uri: `ui://` URI declared by the tool's `_meta.ui.resourceUri`
        visibility: Tool visibility per SEP-1865 (typically a subset of `["model","app"]`)
    """

    resource_uri: str | None = None
    visibility: list[str] | None = None


class McpHeadersRefreshCompletedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """MCP headers refresh request completion notification

    Attributes:
        request_id: Request ID of the resolved headers refresh request
        outcome: How the pending MCP headers refresh request resolved.
    """

    request_id: str
    outcome: McpHeadersRefreshCompletedOutcome


class McpHeadersRefreshRequiredData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Dynamic headers refresh request for a remote MCP server

    Attributes:
        request_id: Unique identifier for this headers refresh request; used to respond via
            session.mcp.headers.handlePendingHeadersRefreshRequest()
        server_name: Display name of the remote MCP server requesting headers
        server_url: URL of the remote MCP server requesting headers
        reason: Why dynamic headers are being requested.
    """

    request_id: str
    server_name: str
    server_url: str
    reason: McpHeadersRefreshRequiredReason


class McpListChangedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Payload identifying the MCP server associated with a list change.

    Attributes:
        server_name: Name of the MCP server whose list changed
    """

    server_name: str


class McpOauthCompletedData(WireStruct, frozen=True, kw_only=True, gc=False):
    """MCP OAuth request completion notification

    Attributes:
        request_id: Request ID of the resolved OAuth request
        outcome: How the pending OAuth request was completed
    """

    request_id: str
    outcome: McpOauthCompletionOutcome


class McpOauthHttpResponse(WireStruct, frozen=True, kw_only=True):
    """Raw HTTP response details from the OAuth auth challenge, as observed by the runtime.

    Attributes:
        status_code: HTTP status code returned with the auth challenge.
        headers: HTTP response headers as observed by the runtime. Order and casing are
            transport-dependent, and duplicate header names may appear multiple times.
        body: Complete UTF-8 response body for host-specific challenge handling, including an
            empty string for an empty body. Omitted when the complete body is not valid UTF-8;
            body read failures fail the HTTP operation rather than exposing a partial response.
    """

    status_code: int
    headers: list[HeaderEntry]
    body: str | None = None


class McpOauthRequiredData(WireStruct, frozen=True, kw_only=True, gc=False):
    """OAuth authentication request for an MCP server

    Attributes:
        request_id: Unique identifier for this OAuth request; used to respond via
            session.mcp.oauth.handlePendingRequest
        server_name: Display name of the MCP server that requires OAuth
        server_url: URL of the MCP server that requires OAuth
        static_client_config: Static OAuth client configuration, if the server specifies one
        www_authenticate_params: OAuth WWW-Authenticate parameters parsed from the auth
            challenge, if available
        http_response: Raw HTTP response details from the OAuth auth challenge, as observed by
            the runtime. Header order and casing are transport-dependent, and duplicate header
            names may appear multiple times.
        resource_metadata: Raw OAuth protected-resource metadata document fetched for the MCP
            server, if available
        reason: Why the runtime is requesting host-provided OAuth credentials.
    """

    request_id: str
    server_name: str
    server_url: str
    static_client_config: McpOauthRequiredStaticClientConfig | None = None
    www_authenticate_params: McpOauthWWWAuthenticateParams | None = None
    http_response: McpOauthHttpResponse | None = None
    resource_metadata: str | None = None
    reason: McpOauthRequestReason


class McpOauthRequiredStaticClientConfig(WireStruct, frozen=True, kw_only=True, gc=False):
    """Static OAuth client configuration, if the server specifies one

    Attributes:
        client_id: OAuth client ID for the server
        client_secret: Optional OAuth client secret for confidential static clients, when the
            runtime can resolve one
        public_client: Whether this is a public OAuth client
        grant_type: Optional non-default OAuth grant type. When set to 'client_credentials', the
            OAuth flow runs headlessly using the client_id + keychain-stored secret (no browser,
            no callback server).
    """

    client_id: str
    client_secret: str | None = None
    public_client: bool | None = None
    grant_type: Literal["client_credentials"] | None = None


class McpOauthWWWAuthenticateParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """OAuth WWW-Authenticate parameters parsed from an MCP auth challenge

    Attributes:
        resource_metadata_url: Protected resource metadata URL from the WWW-Authenticate
            resource_metadata parameter, if present
        scope: Requested OAuth scopes from the WWW-Authenticate scope parameter, if present
        error: OAuth error from the WWW-Authenticate error parameter, if present
    """

    resource_metadata_url: str | None = None
    scope: str | None = None
    error: str | None = None


class PersistedBinaryResult(WireStruct, frozen=True, kw_only=True):
    """A model-facing binary result as persisted: full inline data, a size-omitted marker, or a
    deduplicated asset reference

    Attributes:
        type: Binary result type discriminator. Use "image" for images and "resource" for other
            binary data.
        data: Base64-encoded binary data
        mime_type: MIME type of the referenced binary data
        description: Human-readable description of the binary data
        metadata: Optional metadata from the producing tool.
        byte_length: Decoded byte length of the referenced binary data
        omitted_reason: Why the binary data is absent: it exceeded the inline size limit, or its
            asset was unavailable
        asset_id: Content-addressed id of the session.binary_asset event that holds this binary's
            bytes (e.g. "sha256:...").
    """

    type: JsonValue
    data: str | None = None
    mime_type: str
    description: str | None = None
    metadata: dict[str, JsonValue] | None = None
    byte_length: int | None = None
    omitted_reason: OmittedBinaryOmittedReason | None = None
    asset_id: str | None = None


class SandboxDecisionDataAccessDenied(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="access_denied",
    gc=False,
):
    """An enforcement check refused a specific access. Emitted per refusal with no deduplication,
    including when policy permits the caller to bypass the denial. Carries no backend: the
    built-in checks that produce this run in-process against the effective policy.

    Attributes:
        control: Sandbox control the denial belongs to. Follows from `denialClass`.
        outcome: Always `denied`.
        tool_call_id: Tool call the denial belongs to, for span correlation only. Never exported
            as a telemetry attribute or metric dimension.
        platform: Host operating-system family
        enforcement_point: Runtime subsystem that performed the check
        denial_class: Bounded class of the refused access.
        attestation: Runtime observation backing the denial.
        confidence: How strong the evidence behind this denial is. Lets an analysis separate
            denials the sandbox recorded from ones inferred from output text, which otherwise
            look identical.
        denied_resource: Resource the check refused, when identified and content capture is
            enabled.
        command: Command whose execution the denial arose from. Populated only when content
            capture is enabled.
        process_name: Executable image associated with the captured denial, normalized to a
            basename. Populated only when content capture is enabled.
    """

    kind: ClassVar[Literal["access_denied"]] = "access_denied"
    control: SandboxControl
    outcome: SandboxOutcome
    tool_call_id: str | None | UnsetType = UNSET
    platform: SandboxPlatform
    enforcement_point: SandboxEnforcementPoint
    denial_class: SandboxDenialClass
    attestation: SandboxAttestation
    confidence: SandboxDenialConfidence | None | UnsetType = UNSET
    denied_resource: str | None | UnsetType = UNSET
    command: str | None | UnsetType = UNSET
    process_name: str | None | UnsetType = UNSET


class SandboxDecisionDataBypassDecided(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="bypass_decided",
    gc=False,
):
    """A request to run outside the process sandbox was resolved. This is what makes an `inactive`
    `enforcement_state` readable: without it, a command that ran unsandboxed because a person
    approved a bypass looks identical to one that ran unsandboxed because the session never had a
    sandbox. Reported only when a sandbox was in force, since bypassing a disabled sandbox
    bypasses nothing. Carries neither backend nor attestation: the verdict comes from the
    runtime's own permission flow or the local escalation prompt, not from a containment backend
    and not from the built-in policy check, so `source` is what records where it came from.

    Attributes:
        control: Always `bypass`.
        outcome: Whether the bypass was granted: `approved` or `declined`. `declined` also covers
            the cases where nobody answered, since the sandboxed denial stands either way.
        tool_call_id: Tool call the decision belongs to, for span correlation only. Never
            exported as a telemetry attribute or metric dimension.
        platform: Host operating-system family
        enforcement_point: Runtime subsystem the bypass applies to
        source: Where the request originated. Orthogonal to `outcome`.
        denial_class: Bounded class of the access whose refusal raised this escalation. Omitted
            for a pre-execution bypass, such as a detached command that cannot be sandboxed and
            therefore resolves no denial.
        confidence: How strong the evidence behind `denialClass` was. Present exactly when
            `denialClass` is, so a verdict that relaxed the sandbox on a guess is distinguishable
            from one that relaxed it on a recorded refusal. Named to match `access_denied`, which
            reports the same pair.
        denied_resource: Resource whose refusal raised this escalation. Populated only when
            content capture is enabled.
        command: Command the verdict governs. Populated only when content capture is enabled.
        process_name: Executable image associated with the denial that raised this escalation,
            normalized to a basename. Populated only when content capture is enabled.
    """

    kind: ClassVar[Literal["bypass_decided"]] = "bypass_decided"
    control: SandboxControl
    outcome: SandboxOutcome
    tool_call_id: str | None | UnsetType = UNSET
    platform: SandboxPlatform
    enforcement_point: SandboxEnforcementPoint
    source: SandboxBypassSource
    denial_class: SandboxDenialClass | None | UnsetType = UNSET
    confidence: SandboxDenialConfidence | None | UnsetType = UNSET
    denied_resource: str | None | UnsetType = UNSET
    command: str | None | UnsetType = UNSET
    process_name: str | None | UnsetType = UNSET


class SandboxDecisionDataEnforcementState(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="enforcement_state",
    gc=False,
):
    """``SandboxDecisionDataEnforcementState`` of the schema.

    Attributes:
        control: Enforcement mechanism this decision describes
        outcome: Observed enforcement state: `engaged`, `inactive`, or `failed`. Derived from
            runtime evidence, never from the configured posture or the compile-time target
            platform.
        tool_call_id: Internal tool-call ID, used only to correlate the decision with its owning
            span. Omitted when the decision is not attributable to a tool call.
        platform: Host platform the sandbox is running on
        backend: Containment backend that engaged. `unsupported` for any state other than
            `engaged`, since no backend is known to have run.
        enforcement_point: Runtime subsystem whose enforcement this describes
        attestation: Runtime observation backing the state. Omitted for `inactive`, which has
            nothing to attest.
        command: Command the enforcement governed. Populated only when content capture is
            enabled, and only for shell commands; MCP, LSP, and search command lines are runtime
            plumbing.
    """

    kind: ClassVar[Literal["enforcement_state"]] = "enforcement_state"
    control: SandboxControl
    outcome: SandboxOutcome
    tool_call_id: str | None | UnsetType = UNSET
    platform: SandboxPlatform
    backend: SandboxBackend
    enforcement_point: SandboxEnforcementPoint
    attestation: SandboxAttestation | None | UnsetType = UNSET
    command: str | None | UnsetType = UNSET


class SandboxDecisionDataPermissiveRetryCompleted(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="permissive_retry_completed",
    gc=False,
):
    """An approved permissive retry finished. `succeeded` means the retry exited successfully
    without another correlated sandbox denial; `failed` means it failed or remained blocked and
    may therefore be followed by a full bypass.

    Attributes:
        control: Always `process`: the retry changes process-container enforcement while leaving
            network policy attached.
        outcome: Whether the permissive retry completed successfully: `succeeded` or `failed`.
        tool_call_id: Tool call the completion belongs to, for span correlation only. Never
            exported as a telemetry attribute or metric dimension.
        platform: Host operating-system family
        enforcement_point: Runtime subsystem that ran the retry
        denial_class: Bounded class of the access whose refusal raised the permissive retry.
        confidence: How strong the evidence behind `denialClass` was.
        denied_resource: Resource whose refusal raised the retry. Populated only when content
            capture is enabled.
        command: Command the retry executed. Populated only when content capture is enabled.
        process_name: Executable image associated with the denial that raised the retry,
            normalized to a basename. Populated only when content capture is enabled.
    """

    kind: ClassVar[Literal["permissive_retry_completed"]] = "permissive_retry_completed"
    control: SandboxControl
    outcome: SandboxOutcome
    tool_call_id: str | None | UnsetType = UNSET
    platform: SandboxPlatform
    enforcement_point: SandboxEnforcementPoint
    denial_class: SandboxDenialClass | None | UnsetType = UNSET
    confidence: SandboxDenialConfidence | None | UnsetType = UNSET
    denied_resource: str | None | UnsetType = UNSET
    command: str | None | UnsetType = UNSET
    process_name: str | None | UnsetType = UNSET


class SandboxDecisionDataPermissiveRetryDecided(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="permissive_retry_decided",
    gc=False,
):
    """A permissive retry was resolved. Distinct from `bypass_decided` because this rung never
    requests a run outside the process sandbox: it relaxes the process container for one run
    while the sandbox, and with it the network policy, stays attached. Reported for both
    outcomes, so an escalation the user declined still leaves evidence that the runtime asked and
    that the sandboxed denial stood.

    Attributes:
        control: Always `process`: the process container is what this rung relaxes, and the
            network control is deliberately untouched.
        outcome: Whether the permissive retry was granted: `approved` or `declined`. `declined`
            also covers the cases where nobody answered, since the sandboxed denial stands either
            way.
        tool_call_id: Tool call the decision belongs to, for span correlation only. Never
            exported as a telemetry attribute or metric dimension.
        platform: Host operating-system family
        enforcement_point: Runtime subsystem the retry applies to
        source: Where the request originated. Orthogonal to `outcome`.
        denial_class: Bounded class of the access whose refusal raised this escalation.
        confidence: How strong the evidence behind `denialClass` was. Present exactly when
            `denialClass` is.
        denied_resource: Resource whose refusal raised this escalation. Populated only when
            content capture is enabled.
        command: Command the verdict governs. Populated only when content capture is enabled.
        process_name: Executable image associated with the denial that raised this escalation,
            normalized to a basename. Populated only when content capture is enabled.
    """

    kind: ClassVar[Literal["permissive_retry_decided"]] = "permissive_retry_decided"
    control: SandboxControl
    outcome: SandboxOutcome
    tool_call_id: str | None | UnsetType = UNSET
    platform: SandboxPlatform
    enforcement_point: SandboxEnforcementPoint
    source: SandboxBypassSource
    denial_class: SandboxDenialClass | None | UnsetType = UNSET
    confidence: SandboxDenialConfidence | None | UnsetType = UNSET
    denied_resource: str | None | UnsetType = UNSET
    command: str | None | UnsetType = UNSET
    process_name: str | None | UnsetType = UNSET


class SandboxDecisionDataPolicyResolved(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="policy_resolved",
    gc=False,
):
    """``SandboxDecisionDataPolicyResolved`` of the schema.

    Attributes:
        control: Enforcement mechanism this decision describes
        outcome: Whether the resolved policy is fully active or degraded
        tool_call_id: Internal tool-call ID, used only to correlate the decision with its owning
            span. Omitted when the decision is not attributable to a tool call.
        platform: Host platform the sandbox is running on
        backend: Process-containment implementation backing the sandbox
        policy_source: Whether the policy came from built-in defaults or user configuration
        enforcement_point: Runtime subsystem that applied the policy
        readwrite_paths_count: Number of read-write path rules in the effective policy
        readonly_paths_count: Number of read-only path rules in the effective policy
        denied_paths_count: Number of denied path rules in the effective policy
        add_current_working_directory: Whether the current working directory was granted
            automatically
        allow_outbound: Whether the sandboxed process may open outbound network connections
        allow_local_network: Whether the sandboxed process may reach loopback and private-range
            addresses
        proxy_mode: Whether outbound traffic is unproxied, routed through a loopback proxy, or
            routed through an external proxy
        allow_bypass: Whether callers may opt an individual command out of the sandbox
        git_auth: Whether the sandbox policy permits git credentials inside the sandbox. A policy
            capability, not proof that a credential was injected into this spawn: injection is
            per-command
        gh_auth: Whether the sandbox policy permits GitHub CLI credentials inside the sandbox. A
            policy capability, not proof that a credential was injected into this spawn:
            injection is per-command
        keychain_access: Whether the macOS keychain was reachable from inside the sandbox. Always
            false on other platforms.
        effective_filesystem_policy: Effective filesystem rules. Populated only when content
            capture is enabled; the counts above are always present.
        degradation_reason: Why enforcement is weaker than configured, when it is
    """

    kind: ClassVar[Literal["policy_resolved"]] = "policy_resolved"
    control: SandboxControl
    outcome: SandboxOutcome
    tool_call_id: str | None | UnsetType = UNSET
    platform: SandboxPlatform
    backend: SandboxBackend
    policy_source: SandboxPolicySource
    enforcement_point: SandboxEnforcementPoint
    readwrite_paths_count: int
    readonly_paths_count: int
    denied_paths_count: int
    add_current_working_directory: bool
    allow_outbound: bool
    allow_local_network: bool
    proxy_mode: SandboxProxyMode
    allow_bypass: bool
    git_auth: bool
    gh_auth: bool
    keychain_access: bool
    effective_filesystem_policy: SandboxFilesystemPolicyDetails | None | UnsetType = UNSET
    degradation_reason: SandboxDegradationReason | None | UnsetType = UNSET


class SandboxDecisionDataSpawnCompleted(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="spawn_completed",
    gc=False,
):
    """``SandboxDecisionDataSpawnCompleted`` of the schema.

    Attributes:
        control: Enforcement mechanism this decision describes
        outcome: Whether the sandboxed process launched under the named backend. Not the exit
            status of the command that ran inside it.
        tool_call_id: Internal tool-call ID, used only to correlate the decision with its owning
            span. Omitted when the decision is not attributable to a tool call.
        platform: Host platform the sandbox is running on
        backend: Process-containment implementation backing the sandbox
        enforcement_point: Runtime subsystem that applied the policy
        duration_ms: Wall-clock time spent spawning the sandboxed process, in milliseconds
        degradation_reason: Why enforcement is weaker than configured, when it is
    """

    kind: ClassVar[Literal["spawn_completed"]] = "spawn_completed"
    control: SandboxControl
    outcome: SandboxOutcome
    tool_call_id: str | None | UnsetType = UNSET
    platform: SandboxPlatform
    backend: SandboxBackend
    enforcement_point: SandboxEnforcementPoint
    duration_ms: float
    degradation_reason: SandboxDegradationReason | None | UnsetType = UNSET


class SandboxFilesystemPolicyDetails(WireStruct, frozen=True, kw_only=True):
    """Effective sandbox filesystem rules, in policy order. Only populated when content capture is
    enabled, since these are real host paths.

    Attributes:
        readwrite_paths: Paths the sandboxed process may read and write
        readonly_paths: Paths the sandboxed process may read but not write
        denied_paths: Paths the sandboxed process may not access at all
    """

    readwrite_paths: list[str]
    readonly_paths: list[str]
    denied_paths: list[str]


class SkillContextDeliveredData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Exact skill context delivered to the model during a tool phase. This is not a user submission
    or another skill invocation.

    Attributes:
        content: Exact model-facing skill wrapper, including its invocation-time file context
        source: Unmodified injection provenance, in the form skill-<invocation-name>
        interaction_id: Interaction that delivered this context, when known
    """

    content: str
    source: str
    interaction_id: str | None = None


class SkillContextDeliveredRefData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Internal durable receipt that reconstructs exact model-visible skill context from earlier
    session content.

    Attributes:
        content_id: Content identifier of an earlier inline skill event in this session, in the
            prefixed form `sha256:<lowercase hex digest>` over the UTF-8 bytes of that event's
            `content`
        prefix: Exact text preceding the referenced content in the delivered wrapper
        suffix: Exact text following the referenced content in the delivered wrapper
        source: Unmodified injection provenance, in the form skill-<invocation-name>
        interaction_id: Interaction that delivered this context, when known
    """

    content_id: str
    prefix: str | None = None
    suffix: str | None = None
    source: str
    interaction_id: str | None = None


class SkillInvokedData(WireStruct, frozen=True, kw_only=True):
    """Skill invocation details including content, allowed tools, and plugin metadata

    Attributes:
        name: Name of the invoked skill
        model: Model identifier active when the skill was invoked, when known
        path: File path to the SKILL.md definition, or an empty string for an SDK-provided skill
            without a filesystem identity
        content: Full content of the skill file, injected into the conversation for the model
        allowed_tools: Tool names that should be auto-approved when this skill is active
        disable_model_invocation: Whether model invocation is disabled for this skill
        source: Source identifier for where the skill was discovered. Known values include:
            project (workspace skill), inherited (parent-directory skill), personal-copilot
            (~/.copilot/skills), personal-agents (~/.agents/skills), custom (configured
            directory), plugin (installed plugin), builtin (bundled runtime skill), remote
            (org/enterprise skill), and sdk (SDK-provided skill)
        plugin_name: Name of the plugin this skill originated from, when applicable
        plugin_version: Version of the plugin this skill originated from, when applicable
        description: Description of the skill from its SKILL.md frontmatter
        trigger: What triggered the skill invocation: `user-invoked` (explicit user action, such
            as via a slash command or UI affordance), `agent-invoked` (agent requested the
            skill), or `context-load` (loaded as part of another context, such as preloading
            skills configured on a custom agent or subagent)
    """

    name: str
    model: str | None = None
    path: str
    content: str
    allowed_tools: list[str] | None = None
    disable_model_invocation: bool | None = None
    source: str | None = None
    plugin_name: str | None = None
    plugin_version: str | None = None
    description: str | None = None
    trigger: SkillInvokedTrigger | None = None


class SkillInvokedRefData(WireStruct, frozen=True, kw_only=True):
    """Internal durable skill invocation receipt whose content resolves from an earlier inline skill
    event in the same session.

    Attributes:
        name: Name of the invoked skill
        model: Model identifier active when the skill was invoked, when known
        path: File path to the SKILL.md definition, or an empty string for an SDK-provided skill
            without a filesystem identity
        content_id: Content identifier of an earlier inline skill event in this session, in the
            prefixed form `sha256:<lowercase hex digest>` over the UTF-8 bytes of that event's
            `content`
        content_length: UTF-16 code unit length of the referenced skill content. Derived from the
            referenced body and validated against it when the reference is expanded; a reference
            whose length disagrees with the body it names is rejected instead of expanded
        allowed_tools: Tool names that should be auto-approved when this skill is active
        disable_model_invocation: Whether model invocation is disabled for this skill
        source: Source identifier for where the skill was discovered
        plugin_name: Name of the plugin this skill originated from, when applicable
        plugin_version: Version of the plugin this skill originated from, when applicable
        description: Description of the skill from its SKILL.md frontmatter
        trigger: What triggered the skill invocation
    """

    name: str
    model: str | None = None
    path: str
    content_id: str
    content_length: int
    allowed_tools: list[str] | None = None
    disable_model_invocation: bool | None = None
    source: str | None = None
    plugin_name: str | None = None
    plugin_version: str | None = None
    description: str | None = None
    trigger: SkillInvokedTrigger | None = None


class ToolExecutionCompleteContentAudio(
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


class ToolExecutionCompleteContentImage(
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


class ToolExecutionCompleteContentResource(
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
    resource: ToolExecutionCompleteContentResourceDetails


class ToolExecutionCompleteContentResourceDetails(WireStruct, frozen=True, kw_only=True, gc=False):
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


class ToolExecutionCompleteContentResourceLink(
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
    icons: list[ToolExecutionCompleteContentResourceLinkIcon] | None = None
    name: str
    title: str | None = None
    uri: str
    description: str | None = None
    mime_type: str | None = None
    size: int | None = None


class ToolExecutionCompleteContentResourceLinkIcon(WireStruct, frozen=True, kw_only=True):
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
    theme: ToolExecutionCompleteContentResourceLinkIconTheme | None = None


class ToolExecutionCompleteContentShellExit(
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


class ToolExecutionCompleteContentTerminal(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="terminal",
    gc=False,
):
    """Deprecated for shell command exit metadata. Use ToolExecutionCompleteContentShellExit
    instead.

    Attributes:
        text: Terminal/shell output text
        exit_code: Process exit code, if the command has completed
        cwd: Working directory where the command was executed
    """

    type: ClassVar[Literal["terminal"]] = "terminal"
    text: str
    exit_code: int | None = None
    cwd: str | None = None


class ToolExecutionCompleteContentText(
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


class ToolExecutionCompleteData(WireStruct, frozen=True, kw_only=True):
    """Tool execution completion results including success status, detailed output, and error
    information

    Attributes:
        tool_call_id: Unique identifier for the completed tool call
        success: Whether the tool execution completed successfully
        model: Model identifier that generated this tool call
        mcp_meta: FIDES IFC label projected from tool ingress metadata (MCP
            `CallToolResult._meta` or synthesized built-in ingress labels). Persisted as `{ ifc:
            ... }` so the label survives session resume, including model-visible failure results.
            Experimental.
        interaction_id: CAPI interaction ID for correlating this tool execution with upstream
            telemetry
        rte: Per-request treatment/eligibility signal returned by the Copilot API in the
            `X-GitHub-Copilot-Request-TE` response header for the associated model call; `false`
            when the header was absent or unparseable.
        is_user_requested: Whether this tool call was explicitly requested by the user rather
            than the assistant
        result: Tool execution result on success
        error: Error details when the tool execution failed
        tool_telemetry: Tool-specific telemetry data (e.g., CodeQL check counts, grep match
            counts)
        turn_id: Identifier for the agent loop turn this tool was invoked in, matching the
            corresponding assistant.turn_start event
        tool_description: Tool definition metadata, present for MCP tools with MCP Apps support
        sandboxed: Whether this tool execution ran inside a sandbox container
        shell_execution: Experimental shell completion facts captured before the persisted result
            contents are stripped.
        parent_tool_call_id: Deprecated. Tool call ID of the parent tool invocation when this
            event originates from a sub-agent
        fusion: Experimental HydraFusion attribution for this tool completion.
    """

    tool_call_id: str
    success: bool
    model: str | None = None
    mcp_meta: JsonValue | None = None
    interaction_id: str | None = None
    rte: bool | None = None
    is_user_requested: bool | None = None
    result: ToolExecutionCompleteResult | None = None
    error: ToolExecutionCompleteError | None = None
    tool_telemetry: dict[str, JsonValue] | None = None
    turn_id: str | None = None
    tool_description: ToolExecutionCompleteToolDescription | None = None
    sandboxed: bool | None = None
    shell_execution: ToolExecutionCompleteShellExecution | None = None
    parent_tool_call_id: str | None = None
    fusion: FusionAttribution | None = None


class ToolExecutionCompleteError(WireStruct, frozen=True, kw_only=True, gc=False):
    """Error details when the tool execution failed

    Attributes:
        message: Human-readable error message
        code: Machine-readable error code
        remediation: What the user must do to recover, when the runtime knows of an action. Set
            on sandbox policy denials, where `message` names the rule that blocked the call but
            never the client affordance that relaxes it.
    """

    message: str
    code: str | None = None
    remediation: RemediationAction | None = None


class ToolExecutionCompleteResult(WireStruct, frozen=True, kw_only=True):
    """Tool execution result on success

    Attributes:
        content: Concise tool result text sent to the LLM for chat completion, potentially
            truncated for token efficiency
        detailed_content: Detailed tool result for UI/timeline display, preserving complete
            content such as diffs for most tools. Successful skill invocations intentionally use
            the concise model-facing content here; the authoritative skill body is carried by the
            corresponding skill invocation event. Falls back to content when absent.
        contents: Structured content blocks (text, images, audio, resources) returned by the tool
            in their native format
        binary_results_for_llm: Model-facing binary results (base64 inline or size-omitted
            markers) sent to the LLM for this tool call
        ui_resource: MCP Apps UI resource content for rendering in a sandboxed iframe
        structured_content: Structured content (arbitrary JSON) returned verbatim by the MCP tool
        citable_sources: Provider-neutral source material this tool makes available to the model
            as citable content. Persisted so it survives session resume. Experimental.
        mcp_meta: FIDES IFC label projected from tool ingress metadata (MCP
            `CallToolResult._meta` or synthesized built-in ingress labels) — persisted as `{ ifc:
            ... }` (only the `ifc` key, not the whole `_meta`). Persisted so the FIDES IFC label
            survives session resume: the engine rehydrates accumulated taint by replaying these
            on load. Populated for ingress sources when FIDES IFC is on. Experimental.
    """

    content: str
    detailed_content: str | None = None
    contents: list[ToolExecutionCompleteContent] | None = None
    binary_results_for_llm: list[PersistedBinaryResult] | None = None
    ui_resource: ToolExecutionCompleteUIResource | None = None
    structured_content: JsonValue | None = None
    citable_sources: list[CitableSource] | None = None
    mcp_meta: JsonValue | None = None


class ToolExecutionCompleteShellExecution(WireStruct, frozen=True, kw_only=True, gc=False):
    """Experimental shell completion facts retained independently of the full tool result.

    Attributes:
        exit_code: Process exit code reported by the shell driver.
    """

    exit_code: int


class ToolExecutionCompleteToolDescription(WireStruct, frozen=True, kw_only=True, gc=False):
    """Tool definition metadata, present for MCP tools with MCP Apps support

    Attributes:
        name: Tool name
        description: Tool description
        meta: MCP Apps metadata for UI resource association
    """

    name: str
    description: str | None = None
    meta: ToolExecutionCompleteToolDescriptionMeta | None = field(default=None, name="_meta")


class ToolExecutionCompleteToolDescriptionMeta(WireStruct, frozen=True, kw_only=True, gc=False):
    """MCP Apps metadata for UI resource association

    Attributes:
        ui: MCP Apps tool `_meta.ui` resource URI and visibility captured on
            `tool.execution_complete`.
    """

    ui: ToolExecutionCompleteToolDescriptionMetaUI | None = None


class ToolExecutionCompleteToolDescriptionMetaUI(WireStruct, frozen=True, kw_only=True):
    """MCP Apps tool `_meta.ui` resource URI and visibility captured on `tool.execution_complete`.

    Attributes:
        resource_uri: URI of the UI resource
        visibility: Who can access this tool
    """

    resource_uri: str | None = None
    visibility: list[ToolExecutionCompleteToolDescriptionMetaUIVisibility] | None = None


class ToolExecutionCompleteUIResource(WireStruct, frozen=True, kw_only=True, gc=False):
    """MCP Apps UI resource content for rendering in a sandboxed iframe

    Attributes:
        uri: The ui:// URI of the resource
        mime_type: MIME type of the content
        text: HTML content as a string
        blob: Base64-encoded HTML content
        meta: Resource-level UI metadata (CSP, permissions, visual preferences)
    """

    uri: str
    mime_type: str
    text: str | None = None
    blob: str | None = None
    meta: ToolExecutionCompleteUIResourceMeta | None = field(default=None, name="_meta")


class ToolExecutionCompleteUIResourceMeta(WireStruct, frozen=True, kw_only=True, gc=False):
    """Resource-level UI metadata (CSP, permissions, visual preferences)

    Attributes:
        ui: MCP Apps UI resource metadata for a completed tool result, including CSP,
            permissions, domain, and border preference.
    """

    ui: ToolExecutionCompleteUIResourceMetaUI | None = None


class ToolExecutionCompleteUIResourceMetaUI(WireStruct, frozen=True, kw_only=True, gc=False):
    """MCP Apps UI resource metadata for a completed tool result, including CSP, permissions,
    domain, and border preference.

    Attributes:
        csp: CSP domain allowlists for an MCP Apps UI resource, including connect, resource,
            frame, and base URI domains.
        permissions: Browser permission metadata for an MCP Apps UI resource, including camera,
            microphone, geolocation, and clipboard-write.
        domain: Optional dedicated origin for the rendered MCP Apps UI resource.
        prefers_border: Whether the host should render a border around the MCP Apps UI resource.
    """

    csp: ToolExecutionCompleteUIResourceMetaUICsp | None = None
    permissions: ToolExecutionCompleteUIResourceMetaUIPermissions | None = None
    domain: str | None = None
    prefers_border: bool | None = None


class ToolExecutionCompleteUIResourceMetaUICsp(WireStruct, frozen=True, kw_only=True):
    """CSP domain allowlists for an MCP Apps UI resource, including connect, resource, frame, and
    base URI domains.

    Attributes:
        connect_domains: Domains the UI resource may connect to.
        resource_domains: Domains from which the UI resource may load scripts, styles, images,
            and other resources.
        frame_domains: Domains the UI resource may embed as nested frames.
        base_uri_domains: Domains the UI resource may use as document base URIs.
    """

    connect_domains: list[str] | None = None
    resource_domains: list[str] | None = None
    frame_domains: list[str] | None = None
    base_uri_domains: list[str] | None = None


class ToolExecutionCompleteUIResourceMetaUIPermissions(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Browser permission metadata for an MCP Apps UI resource, including camera, microphone,
    geolocation, and clipboard-write.

    Attributes:
        camera: Marker object for camera permission on an MCP Apps UI resource.
        microphone: Marker object for microphone permission on an MCP Apps UI resource.
        geolocation: Marker object for geolocation permission on an MCP Apps UI resource.
        clipboard_write: Marker object for clipboard-write permission on an MCP Apps UI resource.
    """

    camera: ToolExecutionCompleteUIResourceMetaUIPermissionsCamera | None = None
    microphone: ToolExecutionCompleteUIResourceMetaUIPermissionsMicrophone | None = None
    geolocation: ToolExecutionCompleteUIResourceMetaUIPermissionsGeolocation | None = None
    clipboard_write: ToolExecutionCompleteUIResourceMetaUIPermissionsClipboardWrite | None = None


class ToolExecutionCompleteUIResourceMetaUIPermissionsCamera(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Marker object for camera permission on an MCP Apps UI resource."""


class ToolExecutionCompleteUIResourceMetaUIPermissionsClipboardWrite(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Marker object for clipboard-write permission on an MCP Apps UI resource."""


class ToolExecutionCompleteUIResourceMetaUIPermissionsGeolocation(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Marker object for geolocation permission on an MCP Apps UI resource."""


class ToolExecutionCompleteUIResourceMetaUIPermissionsMicrophone(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Marker object for microphone permission on an MCP Apps UI resource."""


class ToolExecutionPartialResultData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Streaming tool execution output for incremental result display

    Attributes:
        tool_call_id: Tool call ID this partial result belongs to
        partial_output: Incremental output chunk from the running tool
    """

    tool_call_id: str
    partial_output: str


class ToolExecutionProgressData(WireStruct, frozen=True, kw_only=True, gc=False):
    """Tool execution progress notification with status message

    Attributes:
        tool_call_id: Tool call ID this progress notification belongs to
        progress_message: Human-readable progress status message (e.g., from an MCP server)
    """

    tool_call_id: str
    progress_message: str


class ToolExecutionStartData(WireStruct, frozen=True, kw_only=True):
    """Tool execution startup details including MCP server information when applicable

    Attributes:
        tool_call_id: Unique identifier for this tool call
        tool_name: Name of the tool being executed
        arguments: Arguments passed to the tool
        shell_tool_info: Shell-tool path hints derived from the command at start time for shell
            tools (bash/powershell/local_shell). Produced by the same shell-aware extractor as
            PermissionRequestShell.possiblePaths, so it is present even when the command is
            auto-approved and no permission request fires. Absent for non-shell tools.
        model: Model identifier that generated this tool call
        rte: Per-request treatment/eligibility signal returned by the Copilot API in the
            `X-GitHub-Copilot-Request-TE` response header for the associated model call; `false`
            when the header was absent or unparseable.
        mcp_server_name: Name of the MCP server hosting this tool, when the tool is an MCP tool
        mcp_config_server_name: Preferred lookup name for the MCP server hosting this tool: the
            configured (namespaced) config-map key when the tool carries one, otherwise the
            display name from `mcpServerName`. Present when the tool is an MCP tool; this is the
            name unrestricted provenance telemetry hashes so it joins with `mcp_server_setup`,
            which keys off the configured name too.
        mcp_tool_name: Original tool name on the MCP server, when the tool is an MCP tool
        mcp_transport: Transport the MCP server hosting this tool is connected over, when the
            tool is an MCP tool and the server is configured
        mcp_config_source: Where the MCP server's configuration came from (`user`, `workspace`,
            `plugin`, or `builtin`), when the tool is an MCP tool and the server is configured
        turn_id: Identifier for the agent loop turn this tool was invoked in, matching the
            corresponding assistant.turn_start event
        display_verbatim: When true, the tool output should be displayed expanded (verbatim) in
            the CLI timeline
        tool_description: Tool definition metadata, present for MCP tools with MCP Apps support
        parent_tool_call_id: Deprecated. Tool call ID of the parent tool invocation when this
            event originates from a sub-agent
        fusion: Experimental HydraFusion attribution for this tool execution.
    """

    tool_call_id: str
    tool_name: str
    arguments: JsonValue | None = None
    shell_tool_info: ToolExecutionStartShellToolInfo | None = None
    model: str | None = None
    rte: bool | None = None
    mcp_server_name: str | None = None
    mcp_config_server_name: str | None = None
    mcp_tool_name: str | None = None
    mcp_transport: McpServerTransport | None = None
    mcp_config_source: McpServerSource | None = None
    turn_id: str | None = None
    display_verbatim: bool | None = None
    tool_description: ToolExecutionStartToolDescription | None = None
    parent_tool_call_id: str | None = None
    fusion: FusionAttribution | None = None


class ToolExecutionStartShellToolInfo(WireStruct, frozen=True, kw_only=True):
    """Shell-aware path hints for a shell tool's command, captured at start time so consumers can
    snapshot a file's pre-image before the tool runs.

    Attributes:
        possible_paths: File paths the command may read or write, derived from the command at
            start time. Produced by the same shell-aware extractor as
            PermissionRequestShell.possiblePaths, so it is present even when the command is
            auto-approved and no permission request fires.
        has_write_file_redirection: Whether the command includes a file write redirection (e.g.,
            > or >>).
        display_command: The command with a redundant leading `cd` into the working directory
            removed, present only when there was one to remove. Computed with the same routine
            the shell driver applies before spawning, so a surface that renders this shows the
            text that actually runs. Consumers that display it should keep the original tool
            arguments available on demand.
    """

    possible_paths: list[str]
    has_write_file_redirection: bool
    display_command: str | None = None


class ToolExecutionStartToolDescription(WireStruct, frozen=True, kw_only=True, gc=False):
    """Tool definition metadata, present for MCP tools with MCP Apps support

    Attributes:
        name: Tool name
        description: Tool description
        meta: MCP Apps metadata for UI resource association
    """

    name: str
    description: str | None = None
    meta: ToolExecutionStartToolDescriptionMeta | None = field(default=None, name="_meta")


class ToolExecutionStartToolDescriptionMeta(WireStruct, frozen=True, kw_only=True, gc=False):
    """MCP Apps metadata for UI resource association

    Attributes:
        ui: MCP Apps tool `_meta.ui` resource URI and visibility captured on
            `tool.execution_start`.
    """

    ui: ToolExecutionStartToolDescriptionMetaUI | None = None


class ToolExecutionStartToolDescriptionMetaUI(WireStruct, frozen=True, kw_only=True):
    """MCP Apps tool `_meta.ui` resource URI and visibility captured on `tool.execution_start`.

    Attributes:
        resource_uri: URI of the UI resource
        visibility: Who can access this tool
    """

    resource_uri: str | None = None
    visibility: list[ToolExecutionStartToolDescriptionMetaUIVisibility] | None = None


class ToolSearchActivatedData(WireStruct, frozen=True, kw_only=True):
    """Persisted generic client-side tool activations restored when a session resumes.

    Attributes:
        strategy: Tool-search strategy that activated the definitions.
        tool_names: Names of tool definitions activated by this search invocation.
    """

    strategy: str
    tool_names: list[str]


class ToolUserRequestedData(WireStruct, frozen=True, kw_only=True):
    """User-initiated tool invocation request with tool name and arguments

    Attributes:
        tool_call_id: Unique identifier for this tool call
        tool_name: Name of the tool the user wants to invoke
        arguments: Arguments for the tool invocation
    """

    tool_call_id: str
    tool_name: str
    arguments: JsonValue | None = None


if TYPE_CHECKING:
    McpHeadersRefreshCompletedOutcome: TypeAlias = Literal["headers", "none", "error", "timeout"] | str
    """How the pending MCP headers refresh request resolved.

    - ``headers``: The host supplied dynamic headers.
    - ``none``: The host responded with no dynamic headers.
    - ``error``: The host credential broker rejected or failed the refresh.
    - ``timeout``: No response arrived within the bounded window.
    """
    McpHeadersRefreshRequiredReason: TypeAlias = Literal["startup", "ttl-expired", "auth-failed"] | str
    """Why dynamic headers are being requested.

    - ``startup``: The transport is making its first dynamic header request for this server.
    - ``ttl-expired``: The previously cached dynamic headers expired.
    - ``auth-failed``: The server returned 401 and stale dynamic headers were invalidated.
    """
    McpOauthCompletionOutcome: TypeAlias = Literal["token", "cancelled"] | str
    """How the pending MCP OAuth request was completed

    - ``token``: The request completed with a token-backed OAuth provider.
    - ``cancelled``: The request completed without an OAuth provider.
    """
    McpOauthRequestReason: TypeAlias = Literal["initial", "refresh", "reauth", "upscope"] | str
    """Reason the runtime is requesting host-provided MCP OAuth credentials

    - ``initial``: Initial credentials are required before connecting to the MCP server.
    - ``refresh``: The current host-provided credential was rejected and a replacement is
        requested.
    - ``reauth``: The server requires a new host authorization flow before continuing.
    - ``upscope``: The server requires a credential with additional scope or audience.
    """
    SandboxAttestation: TypeAlias = Literal["spawn_succeeded", "unsupported", "builtin_policy_checked"] | str
    """Runtime observation backing an enforcement-state or denial claim. Absent on
    `enforcement_state` when no observation backs the state.

    - ``spawn_succeeded``: A containment backend accepted and applied the spawn request.
    - ``unsupported``: The spawn was refused for lack of a usable containment backend.
    - ``builtin_policy_checked``: A runtime-owned policy check ran and returned a verdict.
        Attests the check, not that the caller honoured it.
    """
    SandboxBackend: TypeAlias = Literal["seatbelt", "bubblewrap", "process_container", "unsupported"] | str
    """Process-containment backend selected for the host platform

    - ``seatbelt``: Apple Seatbelt process sandbox.
    - ``bubblewrap``: Linux Bubblewrap process sandbox.
    - ``process_container``: Windows ProcessContainer sandbox.
    - ``unsupported``: No supported process-containment backend is available.
    """
    SandboxBypassSource: TypeAlias = Literal["model_requested", "user_prompted", "prompt_unavailable"] | str
    """Where a request to run outside the process sandbox originated. Orthogonal to the outcome: the
    same verdict means a different thing depending on where the request came from.

    - ``model_requested``: No longer produced. The model could once ask for a bypass in the tool
        call itself; no tool exposes that parameter now. Retained so historical events still
        deserialize.
    - ``user_prompted``: The runtime raised the prompt itself — either after a sandboxed attempt
        looked blocked, or before a run the sandbox cannot enforce at all, such as a detached
        command — and a person answered it. In the second case nothing had executed when the
        decision was made.
    - ``prompt_unavailable``: The runtime raised the prompt itself — after a sandboxed attempt
        looked blocked, or before a run it cannot enforce — but the permission flow produced no
        confirmed human answer. This includes unavailable or unreadable prompts, cancellation,
        and automated rule, hook, or content-exclusion denials.
    """
    SandboxControl: TypeAlias = Literal["process", "filesystem", "network", "routing", "bypass", "credentials", "platform"] | str
    """Customer-controllable sandbox governance area

    - ``process``: Process containment and sandbox spawn behavior.
    - ``filesystem``: Filesystem read, write, and deny policy.
    - ``network``: Outbound and local-network access policy.
    - ``routing``: Selection of the sandbox or built-in enforcement route.
    - ``bypass``: Decisions to run outside the process sandbox, whether requested by the model or
        resolved by a person.
    - ``credentials``: Credential and keychain capability injection.
    - ``platform``: Host-platform and backend support behavior.
    """
    SandboxDegradationReason: TypeAlias = Literal["denied_paths_unsupported", "unsupported_platform"] | str
    """Finite reason why sandbox enforcement is weaker than configured

    - ``denied_paths_unsupported``: The selected backend cannot enforce per-path deny rules.
    - ``unsupported_platform``: The host platform has no supported process-containment backend.
    """
    SandboxDenialClass: TypeAlias = Literal["filesystem_read", "filesystem_write", "process_startup", "registry_access", "ipc_access", "process_access", "job_access", "ui_access", "service_access", "network_outbound", "network_local", "network_host", "other_access"] | str
    """Bounded class of access an enforcement check refused. Raw resources, commands, and process
    names accompany it only when content capture is enabled; diagnostic text and matched rules
    are never exported.

    - ``filesystem_read``: A read was refused because the effective policy does not grant it.
    - ``filesystem_write``: A write was refused. Distinct from `filesystem_read` because a
        read-only grant denies writes to a path it otherwise permits.
    - ``process_startup``: A process could not start because the sandbox refused a required
        process-scoped resource. Currently emitted for the Windows MSYS `BaseNamedObjects` fork
        failure confirmed by learning-mode capture.
    - ``registry_access``: Windows registry access was refused and correlated with capture
        evidence.
    - ``ipc_access``: Windows ALPC or RPC access was refused and correlated with capture
        evidence.
    - ``process_access``: Access to another Windows process was refused and correlated with
        capture evidence.
    - ``job_access``: Windows job-object access was refused and correlated with capture evidence.
    - ``ui_access``: Windows UI-handle access was refused and correlated with capture evidence.
    - ``service_access``: Windows service-control-manager access was refused and correlated with
        capture evidence.
    - ``network_outbound``: An outbound connection was refused by `network.allowOutbound`.
    - ``network_local``: A connection to a local or loopback destination was refused by
        `network.allowLocalNetwork`.
    - ``network_host``: A destination was refused by the sandbox host allow/deny rules.
    - ``other_access``: The sandbox's denial capture recorded a refusal its record does not
        attribute to a more specific control: an unclassified resource (registry, COM, section
        object) or an AppContainer capability with no network meaning. Deliberately generic — the
        capture proves the denial happened, and naming a narrower class than the record supports
        would be a guess.
    """
    SandboxDenialConfidence: TypeAlias = Literal["captured", "policy_corroborated", "sandbox_reported", "output_classified"] | str
    """How strong the evidence behind a denial is. A denial the sandbox itself recorded is a fact;
    one inferred from a command's output text is a judgement, and an analysis that cannot tell
    them apart will treat a false positive as enforcement.

    - ``captured``: The sandbox's own denial capture recorded the refused access. The strongest
        evidence available: the kernel observed it, not the runtime.
    - ``policy_corroborated``: The command named a path that the effective policy independently
        denies. No capture confirmed it, but the policy did.
    - ``sandbox_reported``: The failure carried a fingerprint the sandbox itself emits, so the
        sandbox is known to have refused something even though the resource was not confirmed.
    - ``output_classified``: Classified from the command's own output text alone. The weakest
        evidence: a command that merely prints sandbox-like wording reaches this level.
    """
    SandboxEnforcementPoint: TypeAlias = Literal["shell", "builtin_filesystem", "search", "web_fetch", "mcp", "lsp"] | str
    """Runtime boundary that enforced or routed a sandbox decision

    - ``shell``: Shell command process containment.
    - ``builtin_filesystem``: Built-in filesystem policy enforcement.
    - ``search``: Search-tool sandbox or policy enforcement.
    - ``web_fetch``: Web-fetch network policy enforcement.
    - ``mcp``: Model Context Protocol server routing.
    - ``lsp``: Language server process routing.
    """
    SandboxOutcome: TypeAlias = Literal["resolved", "inactive", "engaged", "succeeded", "failed", "degraded", "denied", "approved", "declined"] | str
    """Finite result of a sandbox decision. Each `SandboxDecisionData` variant uses a disjoint
    subset: `policy_resolved` is `resolved | degraded`, `spawn_completed` and
    `permissive_retry_completed` are `succeeded | failed`, `enforcement_state` is `engaged |
    inactive | failed`, `access_denied` is `denied`, and escalation decisions are `approved |
    declined`.

    - ``resolved``: The sandbox policy resolved successfully. Describes configuration only and
        makes no claim that a backend engaged.
    - ``inactive``: No sandbox governed the workload.
    - ``engaged``: A runtime-owned containment backend accepted the workload. Evidence of
        engagement, not of verified containment for the workload's lifetime.
    - ``succeeded``: The sandbox operation completed successfully.
    - ``failed``: The sandbox operation failed.
    - ``degraded``: The sandbox is active with one or more controls weakened by platform
        limitations or an explicitly selected relaxed mode.
    - ``denied``: An enforcement check refused the requested access.
    - ``approved``: A request to run outside the process sandbox was granted.
    - ``declined``: A request to run outside the process sandbox was not granted.
    """
    SandboxPlatform: TypeAlias = Literal["macos", "linux", "windows", "other"] | str
    """Host operating-system family used for sandbox enforcement

    - ``macos``: Apple macOS host.
    - ``linux``: Linux host.
    - ``windows``: Microsoft Windows host.
    - ``other``: Host platform outside the explicitly supported families.
    """
    SandboxPolicySource: TypeAlias = Literal["default_policy", "user_policy"] | str
    """Origin of the effective sandbox policy

    - ``default_policy``: Runtime default sandbox policy.
    - ``user_policy``: User-configured sandbox policy merged with runtime-required grants.
    """
    SandboxProxyMode: TypeAlias = Literal["none", "loopback", "external"] | str
    """Bounded classification of effective sandbox proxy routing

    - ``none``: No sandbox proxy is configured.
    - ``loopback``: Traffic routes through a loopback proxy.
    - ``external``: Traffic routes through a non-loopback proxy endpoint.
    """
    SkillInvokedTrigger: TypeAlias = Literal["user-invoked", "agent-invoked", "context-load"] | str
    """What triggered the skill invocation: `user-invoked` (explicit user action, such as via a
    slash command or UI affordance), `agent-invoked` (agent requested the skill), or
    `context-load` (loaded as part of another context, such as preloading skills configured on a
    custom agent or subagent)

    - ``user-invoked``: Skill invocation requested explicitly by the user, such as via a slash
        command or UI affordance.
    - ``agent-invoked``: Skill invocation requested by the agent.
    - ``context-load``: Skill content loaded as part of another context, such as a configured
        custom agent or subagent.
    """
    ToolExecutionCompleteContentResourceLinkIconTheme: TypeAlias = Literal["light", "dark"] | str
    """Theme variant this icon is intended for

    - ``light``: Icon intended for light themes.
    - ``dark``: Icon intended for dark themes.
    """
    ToolExecutionCompleteToolDescriptionMetaUIVisibility: TypeAlias = Literal["model", "app"] | str
    """Allowed values for the `ToolExecutionCompleteToolDescriptionMetaUIVisibility` enumeration.

    - ``model``: Tool is callable by the model (LLM tool surface)
    - ``app``: Tool is callable by the MCP App view (iframe) via session.mcp.apps.callTool
    """
    ToolExecutionStartToolDescriptionMetaUIVisibility: TypeAlias = Literal["model", "app"] | str
    """Allowed values for the `ToolExecutionStartToolDescriptionMetaUIVisibility` enumeration.

    - ``model``: Tool is callable by the model (LLM tool surface)
    - ``app``: Tool is callable by the MCP App view (iframe) via session.mcp.apps.callTool
    """
    SandboxDecisionData: TypeAlias = SandboxDecisionDataPolicyResolved | SandboxDecisionDataSpawnCompleted | SandboxDecisionDataEnforcementState | SandboxDecisionDataAccessDenied | SandboxDecisionDataBypassDecided | SandboxDecisionDataPermissiveRetryDecided | SandboxDecisionDataPermissiveRetryCompleted | UnknownVariant
    """Payload of `sandbox.decision`, a bounded governance record of what the process sandbox was
    configured to do and whether it took effect. Discriminated by `kind`.
    """
    ToolExecutionCompleteContent: TypeAlias = ToolExecutionCompleteContentText | ToolExecutionCompleteContentTerminal | ToolExecutionCompleteContentShellExit | ToolExecutionCompleteContentImage | ToolExecutionCompleteContentAudio | ToolExecutionCompleteContentResourceLink | ToolExecutionCompleteContentResource | UnknownVariant
    """A content block within a tool result, which may be text, terminal output, image, audio, or a
    resource
    """
else:
    McpHeadersRefreshCompletedOutcome = Literal["headers", "none", "error", "timeout"]
    McpHeadersRefreshRequiredReason = Literal["startup", "ttl-expired", "auth-failed"]
    McpOauthCompletionOutcome = Literal["token", "cancelled"]
    McpOauthRequestReason = Literal["initial", "refresh", "reauth", "upscope"]
    SandboxAttestation = Literal["spawn_succeeded", "unsupported", "builtin_policy_checked"]
    SandboxBackend = Literal["seatbelt", "bubblewrap", "process_container", "unsupported"]
    SandboxBypassSource = Literal["model_requested", "user_prompted", "prompt_unavailable"]
    SandboxControl = Literal["process", "filesystem", "network", "routing", "bypass", "credentials", "platform"]
    SandboxDegradationReason = Literal["denied_paths_unsupported", "unsupported_platform"]
    SandboxDenialClass = Literal["filesystem_read", "filesystem_write", "process_startup", "registry_access", "ipc_access", "process_access", "job_access", "ui_access", "service_access", "network_outbound", "network_local", "network_host", "other_access"]
    SandboxDenialConfidence = Literal["captured", "policy_corroborated", "sandbox_reported", "output_classified"]
    SandboxEnforcementPoint = Literal["shell", "builtin_filesystem", "search", "web_fetch", "mcp", "lsp"]
    SandboxOutcome = Literal["resolved", "inactive", "engaged", "succeeded", "failed", "degraded", "denied", "approved", "declined"]
    SandboxPlatform = Literal["macos", "linux", "windows", "other"]
    SandboxPolicySource = Literal["default_policy", "user_policy"]
    SandboxProxyMode = Literal["none", "loopback", "external"]
    SkillInvokedTrigger = Literal["user-invoked", "agent-invoked", "context-load"]
    ToolExecutionCompleteContentResourceLinkIconTheme = Literal["light", "dark"]
    ToolExecutionCompleteToolDescriptionMetaUIVisibility = Literal["model", "app"]
    ToolExecutionStartToolDescriptionMetaUIVisibility = Literal["model", "app"]
    SandboxDecisionData = SandboxDecisionDataPolicyResolved | SandboxDecisionDataSpawnCompleted | SandboxDecisionDataEnforcementState | SandboxDecisionDataAccessDenied | SandboxDecisionDataBypassDecided | SandboxDecisionDataPermissiveRetryDecided | SandboxDecisionDataPermissiveRetryCompleted
    ToolExecutionCompleteContent = ToolExecutionCompleteContentText | ToolExecutionCompleteContentTerminal | ToolExecutionCompleteContentShellExit | ToolExecutionCompleteContentImage | ToolExecutionCompleteContentAudio | ToolExecutionCompleteContentResourceLink | ToolExecutionCompleteContentResource


class ExternalToolCompleted(TypedEvent["ExternalToolCompletedData"]):
    """``external_tool.completed``: External tool completion notification signaling UI dismissal

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "external_tool.completed"
    data_type: ClassVar[Hashable] = ExternalToolCompletedData


class ExternalToolRequested(TypedEvent["ExternalToolRequestedData"]):
    """``external_tool.requested``: External tool invocation request for client-side tool execution"""

    __slots__ = ()

    event_type = "external_tool.requested"
    data_type: ClassVar[Hashable] = ExternalToolRequestedData


class HookEnd(TypedEvent["HookEndData"]):
    """``hook.end``: Hook invocation completion details including output, success status, and error
    information
    """

    __slots__ = ()

    event_type = "hook.end"
    data_type: ClassVar[Hashable] = HookEndData


class HookProgress(TypedEvent["HookProgressData"]):
    """``hook.progress``: Ephemeral progress update from a running hook process

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "hook.progress"
    data_type: ClassVar[Hashable] = HookProgressData


class HookStart(TypedEvent["HookStartData"]):
    """``hook.start``: Hook invocation start details including type and input data"""

    __slots__ = ()

    event_type = "hook.start"
    data_type: ClassVar[Hashable] = HookStartData


class McpHeadersRefreshCompleted(TypedEvent["McpHeadersRefreshCompletedData"]):
    """``mcp.headers_refresh_completed``: MCP headers refresh request completion notification

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "mcp.headers_refresh_completed"
    data_type: ClassVar[Hashable] = McpHeadersRefreshCompletedData


class McpHeadersRefreshRequired(TypedEvent["McpHeadersRefreshRequiredData"]):
    """``mcp.headers_refresh_required``: Dynamic headers refresh request for a remote MCP server

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "mcp.headers_refresh_required"
    data_type: ClassVar[Hashable] = McpHeadersRefreshRequiredData


class McpOauthCompleted(TypedEvent["McpOauthCompletedData"]):
    """``mcp.oauth_completed``: MCP OAuth request completion notification

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "mcp.oauth_completed"
    data_type: ClassVar[Hashable] = McpOauthCompletedData


class McpOauthRequired(TypedEvent["McpOauthRequiredData"]):
    """``mcp.oauth_required``: OAuth authentication request for an MCP server

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "mcp.oauth_required"
    data_type: ClassVar[Hashable] = McpOauthRequiredData


class McpPromptsListChanged(TypedEvent["McpListChangedData"]):
    """``mcp.prompts.list_changed``: Payload identifying the MCP server associated with a list
    change.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "mcp.prompts.list_changed"
    data_type: ClassVar[Hashable] = McpListChangedData


class McpResourcesListChanged(TypedEvent["McpListChangedData"]):
    """``mcp.resources.list_changed``: Payload identifying the MCP server associated with a list
    change.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "mcp.resources.list_changed"
    data_type: ClassVar[Hashable] = McpListChangedData


class McpToolsListChanged(TypedEvent["McpListChangedData"]):
    """``mcp.tools.list_changed``: Payload identifying the MCP server associated with a list change.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "mcp.tools.list_changed"
    data_type: ClassVar[Hashable] = McpListChangedData


class McpAppToolCallComplete(TypedEvent["McpAppToolCallCompleteData"]):
    """``mcp_app.tool_call_complete``: MCP App view called a tool on a connected MCP server
    (SEP-1865)

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "mcp_app.tool_call_complete"
    data_type: ClassVar[Hashable] = McpAppToolCallCompleteData


class SandboxDecision(TypedEvent["SandboxDecisionData"]):
    """``sandbox.decision``: Payload of `sandbox.decision`, a bounded governance record of what the
    process sandbox was configured to do and whether it took effect. Discriminated by `kind`.

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "sandbox.decision"
    data_type: ClassVar[Hashable] = SandboxDecisionData


class SkillContextDelivered(TypedEvent["SkillContextDeliveredData"]):
    """``skill.context_delivered``: Exact skill context delivered to the model during a tool phase.
    This is not a user submission or another skill invocation.
    """

    __slots__ = ()

    event_type = "skill.context_delivered"
    data_type: ClassVar[Hashable] = SkillContextDeliveredData


class SkillContextDeliveredRef(TypedEvent["SkillContextDeliveredRefData"]):
    """``skill.context_delivered_ref``: Internal durable receipt that reconstructs exact
    model-visible skill context from earlier session content.
    """

    __slots__ = ()

    event_type = "skill.context_delivered_ref"
    data_type: ClassVar[Hashable] = SkillContextDeliveredRefData


class SkillInvoked(TypedEvent["SkillInvokedData"]):
    """``skill.invoked``: Skill invocation details including content, allowed tools, and plugin
    metadata
    """

    __slots__ = ()

    event_type = "skill.invoked"
    data_type: ClassVar[Hashable] = SkillInvokedData


class SkillInvokedRef(TypedEvent["SkillInvokedRefData"]):
    """``skill.invoked_ref``: Internal durable skill invocation receipt whose content resolves from
    an earlier inline skill event in the same session.
    """

    __slots__ = ()

    event_type = "skill.invoked_ref"
    data_type: ClassVar[Hashable] = SkillInvokedRefData


class ToolExecutionComplete(TypedEvent["ToolExecutionCompleteData"]):
    """``tool.execution_complete``: Tool execution completion results including success status,
    detailed output, and error information
    """

    __slots__ = ()

    event_type = "tool.execution_complete"
    data_type: ClassVar[Hashable] = ToolExecutionCompleteData


class ToolExecutionPartialResult(TypedEvent["ToolExecutionPartialResultData"]):
    """``tool.execution_partial_result``: Streaming tool execution output for incremental result
    display

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "tool.execution_partial_result"
    data_type: ClassVar[Hashable] = ToolExecutionPartialResultData


class ToolExecutionProgress(TypedEvent["ToolExecutionProgressData"]):
    """``tool.execution_progress``: Tool execution progress notification with status message

    Ephemeral: not in the transcript.
    """

    __slots__ = ()

    event_type = "tool.execution_progress"
    data_type: ClassVar[Hashable] = ToolExecutionProgressData


class ToolExecutionStart(TypedEvent["ToolExecutionStartData"]):
    """``tool.execution_start``: Tool execution startup details including MCP server information
    when applicable
    """

    __slots__ = ()

    event_type = "tool.execution_start"
    data_type: ClassVar[Hashable] = ToolExecutionStartData


class ToolUserRequested(TypedEvent["ToolUserRequestedData"]):
    """``tool.user_requested``: User-initiated tool invocation request with tool name and arguments"""

    __slots__ = ()

    event_type = "tool.user_requested"
    data_type: ClassVar[Hashable] = ToolUserRequestedData


class ToolSearchActivated(TypedEvent["ToolSearchActivatedData"]):
    """``tool_search.activated``: Persisted generic client-side tool activations restored when a
    session resumes.
    """

    __slots__ = ()

    event_type = "tool_search.activated"
    data_type: ClassVar[Hashable] = ToolSearchActivatedData
