"""Types and methods: rpc_session_mcp.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, cast

from msgspec import field

from .rpc_common import (
    McpSerializableServerConfig,
    McpServerSource,
)
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import (
    JsonValue,
    UnknownVariant,
    WireStruct,
)

__all__ = [
    "HeaderEntry",
    "McpAllowedServer",
    "McpAppsDiagnoseCapability",
    "McpAppsDiagnoseResult",
    "McpAppsDiagnoseServer",
    "McpAppsHostContext",
    "McpAppsListToolsResult",
    "McpAppsReadResourceResult",
    "McpAppsResourceContent",
    "McpCancelSamplingExecutionResult",
    "McpConfigureGitHubResult",
    "McpFailedServer",
    "McpFilteredServer",
    "McpHeadersHandlePendingHeadersRefreshRequest",
    "McpHeadersHandlePendingHeadersRefreshRequestError",
    "McpHeadersHandlePendingHeadersRefreshRequestHeaders",
    "McpHeadersHandlePendingHeadersRefreshRequestNone",
    "McpHeadersHandlePendingHeadersRefreshRequestResult",
    "McpHostState",
    "McpIsServerRunningResult",
    "McpListToolsResult",
    "McpOauthHandlePendingResult",
    "McpOauthHttpResponse",
    "McpOauthLoginGrantType",
    "McpOauthLoginResult",
    "McpOauthPendingRequestResponse",
    "McpOauthPendingRequestResponseCancelled",
    "McpOauthPendingRequestResponseToken",
    "McpOauthProbeNeedsAuthReason",
    "McpOauthProbeResult",
    "McpOauthProbeResultAuthenticated",
    "McpOauthProbeResultFailed",
    "McpOauthProbeResultNeedsAuth",
    "McpOauthProbeResultNoAuthRequired",
    "McpOauthRespondResult",
    "McpOauthWWWAuthenticateParams",
    "McpRemoveGitHubResult",
    "McpResource",
    "McpResourceAnnotations",
    "McpResourceContent",
    "McpResourceIcon",
    "McpResourceTemplate",
    "McpResourcesListResult",
    "McpResourcesListTemplatesResult",
    "McpResourcesReadResult",
    "McpSamplingExecutionAction",
    "McpSamplingExecutionResult",
    "McpServer",
    "McpServerFailureInfo",
    "McpServerList",
    "McpServerMetadata",
    "McpServerNeedsAuthInfo",
    "McpServerStatus",
    "McpSetEnvValueModeDetails",
    "McpSetEnvValueModeResult",
    "McpStartServersResult",
    "McpToolUi",
    "McpToolUiVisibility",
    "McpTools",
    "MoveMcpLoadingToBackgroundResult",
    "SessionMcpAppsCallToolParams",
    "SessionMcpAppsDiagnoseParams",
    "SessionMcpAppsListToolsParams",
    "SessionMcpAppsReadResourceParams",
    "SessionMcpAppsRpc",
    "SessionMcpAppsSetHostContextParams",
    "SessionMcpCancelSamplingExecutionParams",
    "SessionMcpDisableParams",
    "SessionMcpEnableParams",
    "SessionMcpExecuteSamplingParams",
    "SessionMcpHeadersHandlePendingHeadersRefreshRequestParams",
    "SessionMcpHeadersRpc",
    "SessionMcpIsServerRunningParams",
    "SessionMcpListToolsParams",
    "SessionMcpOauthAuthenticationStateChangedParams",
    "SessionMcpOauthHandlePendingRequestParams",
    "SessionMcpOauthLoginParams",
    "SessionMcpOauthProbeParams",
    "SessionMcpOauthRespondParams",
    "SessionMcpOauthRpc",
    "SessionMcpRegisterExternalClientParams",
    "SessionMcpResourcesListParams",
    "SessionMcpResourcesListTemplatesParams",
    "SessionMcpResourcesReadParams",
    "SessionMcpResourcesRpc",
    "SessionMcpRestartServerParams",
    "SessionMcpRpc",
    "SessionMcpSetEnvValueModeParams",
    "SessionMcpStartServerParams",
    "SessionMcpStopServerParams",
    "SessionMcpUnregisterExternalClientParams",
]


class HeaderEntry(WireStruct, frozen=True, kw_only=True, gc=False):
    """Single HTTP header entry as a name/value pair.

    Attributes:
        name: HTTP response header name as observed by the runtime.
        value: HTTP response header value as observed by the runtime.
    """

    name: str
    value: str


class McpAllowedServer(WireStruct, frozen=True, kw_only=True, gc=False):
    """MCP server allowed by policy, with server name and optional PII-free explanatory note.

    Attributes:
        name: Allowed server name
        redacted_note: PII-free note explaining why the server was allowed
    """

    name: str
    redacted_note: str | None = None


class McpAppsDiagnoseCapability(WireStruct, frozen=True, kw_only=True, gc=False):
    """Capability negotiation snapshot

    Attributes:
        session_has_mcp_apps: Whether the session has the `mcp-apps` capability
        feature_flag_enabled: Whether the MCP_APPS feature flag (or COPILOT_MCP_APPS env
            override) is on
        advertised: Whether the runtime advertises `extensions.io.modelcontextprotocol/ui` to MCP
            servers
    """

    session_has_mcp_apps: bool
    feature_flag_enabled: bool
    advertised: bool


class McpAppsDiagnoseResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Diagnostic snapshot of MCP Apps wiring for the named server.

    Attributes:
        capability: Capability negotiation snapshot
        server: What the server returned for this session
    """

    capability: McpAppsDiagnoseCapability
    server: McpAppsDiagnoseServer


class McpAppsDiagnoseServer(WireStruct, frozen=True, kw_only=True):
    """What the server returned for this session

    Attributes:
        connected: Whether the named server is currently connected
        tool_count: Total tools returned by the server's tools/list
        tools_with_ui_meta: Tools whose `_meta.ui` is populated (resourceUri and/or visibility
            set)
        sample_tool_names: Up to 5 tool names with `_meta.ui` for quick inspection
    """

    connected: bool
    tool_count: float
    tools_with_ui_meta: float
    sample_tool_names: list[str]


class McpAppsHostContext(WireStruct, frozen=True, kw_only=True):
    """Current host context advertised to MCP App guests.

    Attributes:
        context: Current host context
    """

    context: dict[str, JsonValue]


class McpAppsListToolsResult(WireStruct, frozen=True, kw_only=True):
    """App-callable tools from the named MCP server.

    Attributes:
        tools: App-callable tools from the server
    """

    tools: list[dict[str, JsonValue]]


class McpAppsReadResourceResult(WireStruct, frozen=True, kw_only=True):
    """Resource contents returned by the MCP server.

    Attributes:
        contents: Resource contents returned by the server
    """

    contents: list[McpAppsResourceContent]


class McpAppsResourceContent(WireStruct, frozen=True, kw_only=True):
    """MCP Apps resource content with URI, optional MIME type, text or base64 blob, and resource
    metadata.

    Attributes:
        uri: The resource URI (typically ui://...)
        mime_type: MIME type of the content
        text: Text content (e.g. HTML)
        blob: Base64-encoded binary content
        meta: Resource-level metadata (CSP, permissions, etc.)
    """

    uri: str
    mime_type: str | None = None
    text: str | None = None
    blob: str | None = None
    meta: dict[str, JsonValue] | None = field(default=None, name="_meta")


class McpCancelSamplingExecutionResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether an in-flight sampling execution with the given requestId was found and
    cancelled.

    Attributes:
        cancelled: True if an in-flight execution with the given requestId was found and
            signalled to cancel. False when no such execution is in flight (already completed,
            never started, or cancelled by another caller).
    """

    cancelled: bool


class McpConfigureGitHubResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Result of configuring GitHub MCP.

    Attributes:
        changed: Whether GitHub MCP configuration changed.
    """

    changed: bool


class McpFailedServer(WireStruct, frozen=True, kw_only=True, gc=False):
    """MCP server whose connection attempt failed.

    Attributes:
        name: The config key of the server that failed to connect.
        error: The captured connection failure detail.
    """

    name: str
    error: str | None = None


class McpFilteredServer(WireStruct, frozen=True, kw_only=True, gc=False):
    """MCP server filtered by policy, with name, reason, and optional redacted reason.

    Attributes:
        name: Filtered server name
        reason: Human-readable filter reason
        redacted_reason: PII-free filter reason
        enterprise_name: Deprecated. Deprecated. This field is no longer populated.
    """

    name: str
    reason: str
    redacted_reason: str | None = None
    enterprise_name: str | None = None


class McpHeadersHandlePendingHeadersRefreshRequestError(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="error",
    gc=False,
):
    """``McpHeadersHandlePendingHeadersRefreshRequestError`` of the schema.

    Attributes:
        message: Host credential broker failure, denial, or revocation reason.
    """

    kind: ClassVar[Literal["error"]] = "error"
    message: str


class McpHeadersHandlePendingHeadersRefreshRequestHeaders(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="headers",
):
    """``McpHeadersHandlePendingHeadersRefreshRequestHeaders`` of the schema.

    Attributes:
        headers: Headers to overlay onto the MCP request. Dynamic headers override static config
            headers but do not replace SDK-managed request headers.
        ttl_ms: Optional lifetime in milliseconds for these returned headers. The runtime clamps
            its configured cache lifetime to this value.
    """

    kind: ClassVar[Literal["headers"]] = "headers"
    headers: dict[str, str]
    ttl_ms: int | None = None


class McpHeadersHandlePendingHeadersRefreshRequestNone(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="none",
    gc=False,
):
    """``McpHeadersHandlePendingHeadersRefreshRequestNone`` of the schema."""

    kind: ClassVar[Literal["none"]] = "none"


class McpHeadersHandlePendingHeadersRefreshRequestResult(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Indicates whether the pending MCP headers refresh response was accepted.

    Attributes:
        success: Whether the response was accepted. False if the request was unknown, timed out,
            or already resolved.
    """

    success: bool


class McpHostState(WireStruct, frozen=True, kw_only=True):
    """Host-level state, omitted when no MCP host is initialized.

    Attributes:
        mcp3p_enabled: Whether third-party MCP servers are policy-enabled for this session.
        disabled_servers: Configured servers that are explicitly disabled.
        filtered_servers: Configured servers filtered out by MCP server policy.
        clients: Names of currently-connected MCP clients.
        pending_connections: Names of servers with in-flight connection attempts.
        failed_servers: Map of server name to recorded connection failure.
        needs_auth_servers: Map of server name to recorded pending-auth state.
    """

    mcp3p_enabled: bool
    disabled_servers: list[str]
    filtered_servers: list[str]
    clients: list[str]
    pending_connections: list[str]
    failed_servers: dict[str, McpServerFailureInfo]
    needs_auth_servers: dict[str, McpServerNeedsAuthInfo]


class McpIsServerRunningResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Whether the named MCP server is running.

    Attributes:
        running: True if the server has an active client and transport.
    """

    running: bool


class McpListToolsResult(WireStruct, frozen=True, kw_only=True):
    """Tools exposed by the connected MCP server. Throws when the server is not connected.

    Attributes:
        tools: Tools exposed by the server.
    """

    tools: list[McpTools]


class McpOauthHandlePendingResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the pending MCP OAuth response was accepted.

    Attributes:
        success: Whether the response was accepted. False if the request was unknown, timed out,
            or already resolved.
    """

    success: bool


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


class McpOauthLoginResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """OAuth authorization URL the caller should open, or empty when cached tokens already
    authenticated the server.

    Attributes:
        authorization_url: URL the caller should open in a browser to complete OAuth. Omitted
            when cached tokens were still valid and no browser interaction was needed — the
            server is already reconnected in that case. When present, the runtime starts the
            callback listener before returning and continues the flow in the background;
            completion is signaled via session.mcp_server_status_changed.
    """

    authorization_url: str | None = None


class McpOauthPendingRequestResponseCancelled(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="cancelled",
    gc=False,
):
    """``McpOauthPendingRequestResponseCancelled`` of the schema."""

    kind: ClassVar[Literal["cancelled"]] = "cancelled"


class McpOauthPendingRequestResponseToken(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="token",
    gc=False,
):
    """``McpOauthPendingRequestResponseToken`` of the schema.

    Attributes:
        access_token: Access token acquired by the SDK host
        token_type: OAuth token type. Defaults to bearer when omitted.
        expires_in: Token lifetime in seconds, if known.
    """

    kind: ClassVar[Literal["token"]] = "token"
    access_token: str
    token_type: str | None = None
    expires_in: int | None = None


class McpOauthProbeResultAuthenticated(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="status",
    tag="authenticated",
    gc=False,
):
    """``McpOauthProbeResultAuthenticated`` of the schema.

    Attributes:
        http_response: HTTP response returned by the server.
    """

    status: ClassVar[Literal["authenticated"]] = "authenticated"
    http_response: McpOauthHttpResponse


class McpOauthProbeResultFailed(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="status",
    tag="failed",
    gc=False,
):
    """``McpOauthProbeResultFailed`` of the schema.

    Attributes:
        error: Human-readable probe failure detail.
        http_response: HTTP response returned by the server, when the probe reached the server
            and captured the complete response.
    """

    status: ClassVar[Literal["failed"]] = "failed"
    error: str
    http_response: McpOauthHttpResponse | None = None


class McpOauthProbeResultNeedsAuth(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="status",
    tag="needs-auth",
    gc=False,
):
    """``McpOauthProbeResultNeedsAuth`` of the schema.

    Attributes:
        http_response: HTTP 401 or 403 response returned by the server.
        reason: Why authentication is needed.
        www_authenticate_params: Parsed WWW-Authenticate challenge parameters, when present and
            parseable.
    """

    status: ClassVar[Literal["needs-auth"]] = "needs-auth"
    http_response: McpOauthHttpResponse
    reason: McpOauthProbeNeedsAuthReason
    www_authenticate_params: McpOauthWWWAuthenticateParams | None = None


class McpOauthProbeResultNoAuthRequired(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="status",
    tag="no-auth-required",
    gc=False,
):
    """``McpOauthProbeResultNoAuthRequired`` of the schema.

    Attributes:
        http_response: HTTP response returned by the server.
    """

    status: ClassVar[Literal["no-auth-required"]] = "no-auth-required"
    http_response: McpOauthHttpResponse


class McpOauthRespondResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the pending MCP OAuth response was accepted.

    Attributes:
        success: Whether the response was accepted. False if the request was unknown, timed out,
            or already resolved.
    """

    success: bool


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


class McpRemoveGitHubResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the auto-managed `github` MCP server was removed (false when nothing to
    remove).

    Attributes:
        removed: True when the auto-managed `github` MCP server was removed; false when no
            removal happened (e.g. user has explicitly configured a `github` server, or the
            server was not registered).
    """

    removed: bool


class McpResource(WireStruct, frozen=True, kw_only=True):
    """An MCP resource descriptor (spec `Resource`): URI, name, and optional title, description,
    MIME type, size, icons, annotations, and metadata. Server-provided fields outside the
    standard descriptor shape are exposed under `additionalProperties`.

    Attributes:
        uri: The resource URI (e.g. ui://... or file:///...)
        name: The programmatic name of the resource
        title: Optional human-readable display title
        description: Optional description of what this resource represents
        mime_type: MIME type of the resource, if known
        size: Resource size in bytes, when known
        icons: Icons associated with this resource
        annotations: Model/client annotations associated with this resource
        meta: Resource-level metadata
        additional_properties: Server-provided non-standard descriptor fields preserved from the
            MCP response
    """

    uri: str
    name: str
    title: str | None = None
    description: str | None = None
    mime_type: str | None = None
    size: int | None = None
    icons: list[McpResourceIcon] | None = None
    annotations: McpResourceAnnotations | None = None
    meta: dict[str, JsonValue] | None = field(default=None, name="_meta")
    additional_properties: dict[str, JsonValue] | None = None


class McpResourceAnnotations(WireStruct, frozen=True, kw_only=True):
    """Standard MCP resource annotations plus preserved non-standard annotation fields.

    Attributes:
        audience: Intended audience roles for this resource
        priority: Priority hint for model/client use
        last_modified: Last-modified timestamp hint
        additional_properties: Server-provided non-standard annotation fields preserved from the
            MCP response
    """

    audience: list[str] | None = None
    priority: float | None = None
    last_modified: str | None = None
    additional_properties: dict[str, JsonValue] | None = None


class McpResourceContent(WireStruct, frozen=True, kw_only=True):
    """MCP resource content with URI, optional MIME type, text or base64 blob, and resource
    metadata.

    Attributes:
        uri: The resource URI
        mime_type: MIME type of the content
        text: Text content (e.g. HTML)
        blob: Base64-encoded binary content
        meta: Resource-level metadata (CSP, permissions, etc.)
    """

    uri: str
    mime_type: str | None = None
    text: str | None = None
    blob: str | None = None
    meta: dict[str, JsonValue] | None = field(default=None, name="_meta")


class McpResourceIcon(WireStruct, frozen=True, kw_only=True):
    """A resource icon descriptor plus preserved non-standard icon fields.

    Attributes:
        src: Icon URI
        mime_type: Icon MIME type, when known
        sizes: Icon sizes hint
        theme: Theme hint for this icon
        additional_properties: Server-provided non-standard icon fields preserved from the MCP
            response
    """

    src: str
    mime_type: str | None = None
    sizes: str | None = None
    theme: str | None = None
    additional_properties: dict[str, JsonValue] | None = None


class McpResourceTemplate(WireStruct, frozen=True, kw_only=True):
    """An MCP resource template descriptor (spec `ResourceTemplate`): an RFC 6570 URI template,
    name, and optional title, description, MIME type, icons, annotations, and metadata.
    Server-provided fields outside the standard descriptor shape are exposed under
    `additionalProperties`.

    Attributes:
        uri_template: An RFC 6570 URI template for constructing resource URIs
        name: The programmatic name of the resource template
        title: Optional human-readable display title
        description: Optional description of what this template is for
        mime_type: MIME type for resources matching this template, if uniform
        icons: Icons associated with resources matching this template
        annotations: Model/client annotations associated with this template
        meta: Resource-template-level metadata
        additional_properties: Server-provided non-standard descriptor fields preserved from the
            MCP response
    """

    uri_template: str
    name: str
    title: str | None = None
    description: str | None = None
    mime_type: str | None = None
    icons: list[McpResourceIcon] | None = None
    annotations: McpResourceAnnotations | None = None
    meta: dict[str, JsonValue] | None = field(default=None, name="_meta")
    additional_properties: dict[str, JsonValue] | None = None


class McpResourcesListResult(WireStruct, frozen=True, kw_only=True):
    """One page of resources advertised by the named MCP server.

    Attributes:
        resources: Resources advertised by the server (proxied MCP `resources/list`)
        next_cursor: Opaque cursor for the next page, if the server has more resources
    """

    resources: list[McpResource]
    next_cursor: str | None = None


class McpResourcesListTemplatesResult(WireStruct, frozen=True, kw_only=True):
    """One page of resource templates advertised by the named MCP server.

    Attributes:
        resource_templates: Resource templates advertised by the server (proxied MCP
            `resources/templates/list`)
        next_cursor: Opaque cursor for the next page, if the server has more resource templates
    """

    resource_templates: list[McpResourceTemplate]
    next_cursor: str | None = None


class McpResourcesReadResult(WireStruct, frozen=True, kw_only=True):
    """Resource contents returned by the MCP server.

    Attributes:
        contents: Resource contents returned by the server
    """

    contents: list[McpResourceContent]


class McpSamplingExecutionResult(WireStruct, frozen=True, kw_only=True):
    """Outcome of an MCP sampling execution: success result, failure error, or cancellation.

    Attributes:
        action: Outcome of the sampling inference. 'success' produced a response; 'failure'
            encountered an error (including agent-side rejection by content filter or criteria);
            'cancelled' the caller cancelled this execution via cancelSamplingExecution.
        result: MCP CreateMessageResult payload (with optional 'tools' extension), present when
            action='success'. Treated as opaque at the schema layer; consumers should
            construct/consume it per the MCP CreateMessageResult shape.
        error: Error description, present when action='failure'.
    """

    action: McpSamplingExecutionAction
    result: dict[str, JsonValue] | None = None
    error: str | None = None


class McpServer(WireStruct, frozen=True, kw_only=True, gc=False):
    """MCP server status entry, including config source/plugin source and any connection error.

    Attributes:
        name: Server name (config key)
        status: Connection status: connected, failed, needs-auth, pending, disabled, stopped, or
            not_configured
        source: Configuration source: user, workspace, plugin, builtin, or managed
        source_plugin: Plugin name that provided this server, when source is plugin.
        source_plugin_version: Plugin version that provided this server, when source is plugin.
        display_name: Human-readable display name supplied by a managed server catalog.
        error: Error message if the server failed to connect
        server_metadata: Server-advertised metadata for a connected server. Omitted when no live
            connection metadata is available, including while pending or when failed, disabled,
            stopped, or not configured.
    """

    name: str
    status: McpServerStatus
    source: McpServerSource | None = None
    source_plugin: str | None = None
    source_plugin_version: str | None = None
    display_name: str | None = None
    error: str | None = None
    server_metadata: McpServerMetadata | None = None


class McpServerFailureInfo(WireStruct, frozen=True, kw_only=True, gc=False):
    """Recorded MCP server connection failure.

    Attributes:
        message: Failure message produced when the MCP server connection failed.
        timestamp: epoch-ms timestamp at which the failure was recorded.
    """

    message: str
    timestamp: int


class McpServerList(WireStruct, frozen=True, kw_only=True):
    """MCP servers configured for the session, with their connection status and host-level state.

    Attributes:
        servers: Configured MCP servers
        host: Host-level state, omitted when no MCP host is initialized.
    """

    servers: list[McpServer]
    host: McpHostState | None = None


class McpServerMetadata(WireStruct, frozen=True, kw_only=True, gc=False):
    """Server-advertised metadata learned through modern discovery or legacy initialization.

    Attributes:
        instructions: Non-empty natural-language guidance for using the server, or null when the
            server omitted instructions or advertised an empty string.
    """

    instructions: str | None


class McpServerNeedsAuthInfo(WireStruct, frozen=True, kw_only=True, gc=False):
    """Recorded MCP server pending-auth state.

    Attributes:
        timestamp: epoch-ms timestamp at which the server signalled it needs authentication.
    """

    timestamp: int


class McpSetEnvValueModeResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Env-value mode recorded on the session after the update.

    Attributes:
        mode: Mode recorded on the session after the update
    """

    mode: McpSetEnvValueModeDetails


class McpStartServersResult(WireStruct, frozen=True, kw_only=True):
    """MCP server startup filtering result.

    Attributes:
        filtered_servers: Servers filtered out before startup
        allowed_servers: Non-default servers allowed by policy
        failed_servers: Servers whose connection attempt failed.
    """

    filtered_servers: list[McpFilteredServer]
    allowed_servers: list[McpAllowedServer] | None = None
    failed_servers: list[McpFailedServer] | None = None


class McpToolUi(WireStruct, frozen=True, kw_only=True):
    """Normalized MCP Apps discovery metadata from a tool's `_meta.ui` block.

    Attributes:
        resource_uri: URI of the tool's MCP App resource, typically a `ui://` resource
            identifier. Use `session.mcp.resources.read` to fetch its HTML and resource metadata.
        visibility: Tool visibility advertised by the server. When absent, MCP Apps defaults
            apply.
    """

    resource_uri: str | None = None
    visibility: list[McpToolUiVisibility] | None = None


class McpTools(WireStruct, frozen=True, kw_only=True, gc=False):
    """MCP tool metadata with tool name, optional description, and normalized MCP Apps discovery
    metadata.

    Attributes:
        name: Tool name.
        description: Tool description, when provided.
        ui: Normalized MCP Apps discovery metadata. An empty object indicates that a valid
            `_meta.ui` block was present without recognized fields.
    """

    name: str
    description: str | None = None
    ui: McpToolUi | None = None


class MoveMcpLoadingToBackgroundResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Result of moving in-flight MCP loading to the background.

    Attributes:
        moved_to_background: Whether an in-flight MCP load was moved to the background, releasing
            turns that were waiting on it. False when no MCP load was in flight or the waiting
            turns had already been released.
    """

    moved_to_background: bool


if TYPE_CHECKING:
    McpOauthLoginGrantType: TypeAlias = Literal["authorization_code", "client_credentials"] | str
    """OAuth grant type override for this login.

    - ``authorization_code``: Interactive browser-based OAuth flow using an authorization code,
        typically with PKCE.
    - ``client_credentials``: Headless OAuth flow where a confidential client authenticates
        directly with a client secret.
    """
    McpOauthProbeNeedsAuthReason: TypeAlias = Literal["initial", "refresh", "upscope"] | str
    """Why a passive MCP OAuth probe determined authentication is needed.

    - ``initial``: No token was sent and the server requires authentication.
    - ``refresh``: A cached token was sent and rejected.
    - ``upscope``: The server returned a 403 insufficient_scope challenge, indicating additional
        scopes or audience are needed.
    """
    McpSamplingExecutionAction: TypeAlias = Literal["success", "failure", "cancelled"] | str
    """Outcome of the sampling inference. 'success' produced a response; 'failure' encountered an
    error (including agent-side rejection by content filter or criteria); 'cancelled' the caller
    cancelled this execution via cancelSamplingExecution.

    - ``success``: The sampling inference completed and produced a result.
    - ``failure``: The sampling inference failed or was rejected.
    - ``cancelled``: The sampling inference was cancelled before completion.
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
    McpSetEnvValueModeDetails: TypeAlias = Literal["direct", "indirect"] | str
    """How environment-variable values supplied to MCP servers are resolved. "direct" passes literal
    string values; "indirect" treats values as references (e.g. names of environment variables on
    the host) that the runtime resolves before launch. Defaults to the runtime's startup mode;
    clients that intentionally launch MCP servers with literal values (e.g. CLI prompt mode and
    ACP) set this to "direct".

    - ``direct``: Treat MCP server environment values as literal strings.
    - ``indirect``: Treat MCP server environment values as host-side references to resolve before
        launch.
    """
    McpToolUiVisibility: TypeAlias = Literal["model", "app"] | str
    """Consumer allowed to call an MCP tool.

    - ``model``: The model may call the tool.
    - ``app``: An MCP App view may call the tool.
    """
    McpHeadersHandlePendingHeadersRefreshRequest: TypeAlias = McpHeadersHandlePendingHeadersRefreshRequestHeaders | McpHeadersHandlePendingHeadersRefreshRequestNone | McpHeadersHandlePendingHeadersRefreshRequestError | UnknownVariant
    """Host response: supply dynamic headers or decline this refresh."""
    McpOauthPendingRequestResponse: TypeAlias = McpOauthPendingRequestResponseToken | McpOauthPendingRequestResponseCancelled | UnknownVariant
    """Host response to the pending OAuth request."""
    McpOauthProbeResult: TypeAlias = McpOauthProbeResultNoAuthRequired | McpOauthProbeResultAuthenticated | McpOauthProbeResultNeedsAuth | McpOauthProbeResultFailed | UnknownVariant
    """Passive MCP OAuth probe result. `authenticated` means the server accepted the probe request
    while an OAuth-origin access token was attached; it does not prove the server required or
    independently validated that token. The probe does not make a second unauthenticated request.
    Failed is an expected probe-domain outcome; JSON-RPC errors are reserved for API-call
    failures.
    """
else:
    McpOauthLoginGrantType = Literal["authorization_code", "client_credentials"]
    McpOauthProbeNeedsAuthReason = Literal["initial", "refresh", "upscope"]
    McpSamplingExecutionAction = Literal["success", "failure", "cancelled"]
    McpServerStatus = Literal["connected", "failed", "needs-auth", "pending", "disabled", "stopped", "not_configured"]
    McpSetEnvValueModeDetails = Literal["direct", "indirect"]
    McpToolUiVisibility = Literal["model", "app"]
    McpHeadersHandlePendingHeadersRefreshRequest = McpHeadersHandlePendingHeadersRefreshRequestHeaders | McpHeadersHandlePendingHeadersRefreshRequestNone | McpHeadersHandlePendingHeadersRefreshRequestError
    McpOauthPendingRequestResponse = McpOauthPendingRequestResponseToken | McpOauthPendingRequestResponseCancelled
    McpOauthProbeResult = McpOauthProbeResultNoAuthRequired | McpOauthProbeResultAuthenticated | McpOauthProbeResultNeedsAuth | McpOauthProbeResultFailed


class SessionMcpAppsCallToolParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.mcp.apps.callTool``."""

    server_name: str
    tool_name: str
    arguments: Mapping[str, JsonValue] | None = None
    origin_server_name: str


class SessionMcpAppsDiagnoseParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.mcp.apps.diagnose``."""

    server_name: str


class SessionMcpAppsListToolsParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.mcp.apps.listTools``."""

    server_name: str
    origin_server_name: str


class SessionMcpAppsReadResourceParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.mcp.apps.readResource``."""

    server_name: str
    uri: str


class SessionMcpAppsSetHostContextParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.mcp.apps.setHostContext``."""

    context: Mapping[str, JsonValue]


class SessionMcpCancelSamplingExecutionParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.mcp.cancelSamplingExecution``."""

    request_id: str


class SessionMcpDisableParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.mcp.disable``."""

    server_name: str


class SessionMcpEnableParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.mcp.enable``."""

    server_name: str


class SessionMcpExecuteSamplingParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.mcp.executeSampling``."""

    request_id: str
    server_name: str
    mcp_request_id: JsonValue
    request: Mapping[str, JsonValue]


class SessionMcpHeadersHandlePendingHeadersRefreshRequestParams(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Parameters of ``session.mcp.headers.handlePendingHeadersRefreshRequest``."""

    request_id: str
    result: McpHeadersHandlePendingHeadersRefreshRequest


class SessionMcpIsServerRunningParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.mcp.isServerRunning``."""

    server_name: str


class SessionMcpListToolsParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.mcp.listTools``."""

    server_name: str


class SessionMcpOauthAuthenticationStateChangedParams(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Parameters of ``session.mcp.oauth.authenticationStateChanged``."""

    server_name: str | None = None
    refresh_session_token: bool | None = None


class SessionMcpOauthHandlePendingRequestParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.mcp.oauth.handlePendingRequest``."""

    request_id: str
    result: McpOauthPendingRequestResponse


class SessionMcpOauthLoginParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.mcp.oauth.login``."""

    server_name: str
    force_reauth: bool | None = None
    client_name: str | None = None
    callback_success_message: str | None = None
    client_id: str | None = None
    client_secret: str | None = None
    public_client: bool | None = None
    grant_type: McpOauthLoginGrantType | None = None


class SessionMcpOauthProbeParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.mcp.oauth.probe``."""

    server_name: str


class SessionMcpOauthRespondParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.mcp.oauth.respond``."""

    request_id: str


class SessionMcpRegisterExternalClientParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.mcp.registerExternalClient``."""

    server_name: str


class SessionMcpResourcesListParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.mcp.resources.list``."""

    server_name: str
    cursor: str | None = None


class SessionMcpResourcesListTemplatesParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.mcp.resources.listTemplates``."""

    server_name: str
    cursor: str | None = None


class SessionMcpResourcesReadParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.mcp.resources.read``."""

    server_name: str
    uri: str


class SessionMcpRestartServerParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.mcp.restartServer``."""

    server_name: str
    config: McpSerializableServerConfig | None = None


class SessionMcpSetEnvValueModeParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.mcp.setEnvValueMode``."""

    mode: McpSetEnvValueModeDetails


class SessionMcpStartServerParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.mcp.startServer``."""

    server_name: str
    config: McpSerializableServerConfig | None = None


class SessionMcpStopServerParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.mcp.stopServer``."""

    server_name: str


class SessionMcpUnregisterExternalClientParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.mcp.unregisterExternalClient``."""

    server_name: str


class SessionMcpRpc(RpcNamespace):
    """``session.mcp.*``."""

    __slots__ = ()

    @property
    def apps(self) -> SessionMcpAppsRpc:
        """``session.mcp.apps.*``."""
        return SessionMcpAppsRpc(self._call)

    @property
    def headers(self) -> SessionMcpHeadersRpc:
        """``session.mcp.headers.*``."""
        return SessionMcpHeadersRpc(self._call)

    @property
    def oauth(self) -> SessionMcpOauthRpc:
        """``session.mcp.oauth.*``."""
        return SessionMcpOauthRpc(self._call)

    @property
    def resources(self) -> SessionMcpResourcesRpc:
        """``session.mcp.resources.*``."""
        return SessionMcpResourcesRpc(self._call)

    async def cancel_sampling_execution(
        self,
        *,
        request_id: str,
        rpc_timeout: float | None = None,
    ) -> McpCancelSamplingExecutionResult:
        """Cancels an in-flight MCP sampling execution by request ID.

        ``session.mcp.cancelSamplingExecution`` on the wire; experimental.

        Args:
            request_id: The requestId previously passed to executeSampling that should be
                cancelled
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether an in-flight sampling execution with the given requestId was found
            and cancelled.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.mcp.cancelSamplingExecution",
            SessionMcpCancelSamplingExecutionParams(
                request_id=request_id,
            ),
            McpCancelSamplingExecutionResult,
            rpc_timeout,
        )

    async def configure_github(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> McpConfigureGitHubResult:
        """Configures the built-in GitHub MCP server for the session's current auth context.

        ``session.mcp.configureGitHub`` on the wire; experimental, internal.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of configuring GitHub MCP.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.mcp.configureGitHub",
            None,
            McpConfigureGitHubResult,
            rpc_timeout,
        )

    async def disable(
        self,
        *,
        server_name: str,
        rpc_timeout: float | None = None,
    ) -> None:
        """Disables an MCP server for the session.

        ``session.mcp.disable`` on the wire; experimental.

        Args:
            server_name: Name of the MCP server to disable
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.mcp.disable",
            SessionMcpDisableParams(
                server_name=server_name,
            ),
            NoneType,
            rpc_timeout,
        )

    async def enable(
        self,
        *,
        server_name: str,
        rpc_timeout: float | None = None,
    ) -> None:
        """Enables an MCP server for the session.

        ``session.mcp.enable`` on the wire; experimental.

        Args:
            server_name: Name of the MCP server to enable
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.mcp.enable",
            SessionMcpEnableParams(
                server_name=server_name,
            ),
            NoneType,
            rpc_timeout,
        )

    async def execute_sampling(
        self,
        *,
        request_id: str,
        server_name: str,
        mcp_request_id: JsonValue,
        request: Mapping[str, JsonValue],
        rpc_timeout: float | None = None,
    ) -> McpSamplingExecutionResult:
        """Runs an MCP sampling inference on behalf of an MCP server.

        ``session.mcp.executeSampling`` on the wire; experimental.

        Args:
            request_id: Caller-provided unique identifier for this sampling execution. Use this
                same ID with cancelSamplingExecution to cancel the in-flight call. Must be unique
                within the session for the lifetime of the call.
            server_name: Name of the MCP server that initiated the sampling request
            mcp_request_id: The original MCP JSON-RPC request ID (string or number). Used by the
                runtime to correlate the inference with the originating MCP request for
                telemetry; this is distinct from `requestId` (which is the schema-level
                cancellation handle).
            request: Raw MCP CreateMessageRequest params, as received in the `sampling.requested`
                event. Treated as opaque at the schema layer; the runtime converts the embedded
                MCP messages into the OpenAI chat-completion shape internally.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Outcome of an MCP sampling execution: success result, failure error, or cancellation.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.mcp.executeSampling",
            SessionMcpExecuteSamplingParams(
                request_id=request_id,
                server_name=server_name,
                mcp_request_id=mcp_request_id,
                request=request,
            ),
            McpSamplingExecutionResult,
            rpc_timeout,
        )

    async def is_server_running(
        self,
        *,
        server_name: str,
        rpc_timeout: float | None = None,
    ) -> McpIsServerRunningResult:
        """Checks whether a named MCP server is currently running on the session's host.

        ``session.mcp.isServerRunning`` on the wire; experimental.

        Args:
            server_name: Name of the MCP server to check
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Whether the named MCP server is running.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.mcp.isServerRunning",
            SessionMcpIsServerRunningParams(
                server_name=server_name,
            ),
            McpIsServerRunningResult,
            rpc_timeout,
        )

    async def list(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> McpServerList:
        """Lists MCP servers configured for the session, their connection status, and host-level
        state. The host-level state (disabled/filtered servers, failed/needs-auth/pending
        connections, mcp3p policy, full config) is empty/zero when no MCP host has been
        initialized for the session.

        ``session.mcp.list`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            MCP servers configured for the session, with their connection status and host-level
            state.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.mcp.list",
            None,
            McpServerList,
            rpc_timeout,
        )

    async def list_tools(
        self,
        *,
        server_name: str,
        rpc_timeout: float | None = None,
    ) -> McpListToolsResult:
        """Lists the tools exposed by a connected MCP server on this session's host. This performs a
        live `tools/list` request. Tool UI metadata is returned independently of whether MCP Apps
        rendering is enabled for the session.

        ``session.mcp.listTools`` on the wire; experimental.

        Args:
            server_name: Name of the connected MCP server whose tools to list.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Tools exposed by the connected MCP server. Throws when the server is not connected.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.mcp.listTools",
            SessionMcpListToolsParams(
                server_name=server_name,
            ),
            McpListToolsResult,
            rpc_timeout,
        )

    async def move_loading_to_background(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> MoveMcpLoadingToBackgroundResult:
        """Releases any turns waiting on an in-flight MCP load without cancelling the load, letting
        the agent proceed while MCP servers finish connecting in the background. No-op when no
        MCP load is in flight or waiting turns were already released.

        ``session.mcp.moveLoadingToBackground`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of moving in-flight MCP loading to the background.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.mcp.moveLoadingToBackground",
            None,
            MoveMcpLoadingToBackgroundResult,
            rpc_timeout,
        )

    async def register_external_client(
        self,
        *,
        server_name: str,
        rpc_timeout: float | None = None,
    ) -> None:
        """Registers a pre-connected external MCP client (e.g. IDE) on the session's host. The
        caller retains lifecycle ownership of the client and transport. Marked internal because
        the `client` and `transport` arguments are in-process MCP SDK instances that cannot be
        serialized across the JSON-RPC boundary; once the CLI moves on top of the SDK, external
        clients will be expressed as transport configs the runtime can construct itself.

        ``session.mcp.registerExternalClient`` on the wire; experimental, internal.

        Args:
            server_name: Logical server name for the external client
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.mcp.registerExternalClient",
            SessionMcpRegisterExternalClientParams(
                server_name=server_name,
            ),
            NoneType,
            rpc_timeout,
        )

    async def reload(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> None:
        """Reloads MCP server connections for the session.

        ``session.mcp.reload`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.mcp.reload",
            None,
            NoneType,
            rpc_timeout,
        )

    async def reload_with_config(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> McpStartServersResult:
        """Reloads MCP server connections for the session with an explicit host-provided
        configuration.

        ``session.mcp.reloadWithConfig`` on the wire; experimental, internal.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            MCP server startup filtering result.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.mcp.reloadWithConfig",
            None,
            McpStartServersResult,
            rpc_timeout,
        )

    async def remove_github(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> McpRemoveGitHubResult:
        """Removes the auto-managed `github` MCP server when present.

        ``session.mcp.removeGitHub`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the auto-managed `github` MCP server was removed (false when
            nothing to remove).

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.mcp.removeGitHub",
            None,
            McpRemoveGitHubResult,
            rpc_timeout,
        )

    async def restart_server(
        self,
        *,
        server_name: str,
        config: McpSerializableServerConfig | None = None,
        rpc_timeout: float | None = None,
    ) -> None:
        """Restarts an individual MCP server on the live session (stops then starts). Omit `config`
        for a config-free restart-by-name of an already-configured server; supply `config` to
        restart with a replacement configuration. Session-scoped and ephemeral: does NOT modify
        persistent user configuration (`mcp.config.*`).

        ``session.mcp.restartServer`` on the wire; experimental.

        Args:
            server_name: Name of the MCP server to restart
            config: Replacement MCP server configuration (stdio process or remote HTTP/SSE). Omit
                to restart the server with its already-registered configuration (config-free
                restart-by-name).
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.mcp.restartServer",
            SessionMcpRestartServerParams(
                server_name=server_name,
                config=config,
            ),
            NoneType,
            rpc_timeout,
        )

    async def set_env_value_mode(
        self,
        *,
        mode: McpSetEnvValueModeDetails,
        rpc_timeout: float | None = None,
    ) -> McpSetEnvValueModeResult:
        """Sets how environment-variable values supplied to MCP servers are resolved (direct or
        indirect).

        ``session.mcp.setEnvValueMode`` on the wire; experimental.

        Args:
            mode: How environment-variable values supplied to MCP servers are resolved. "direct"
                passes literal string values; "indirect" treats values as references (e.g. names
                of environment variables on the host) that the runtime resolves before launch.
                Defaults to the runtime's startup mode; clients that intentionally launch MCP
                servers with literal values (e.g. CLI prompt mode and ACP) set this to "direct".
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Env-value mode recorded on the session after the update.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.mcp.setEnvValueMode",
            SessionMcpSetEnvValueModeParams(
                mode=mode,
            ),
            McpSetEnvValueModeResult,
            rpc_timeout,
        )

    async def start_server(
        self,
        *,
        server_name: str,
        config: McpSerializableServerConfig | None = None,
        rpc_timeout: float | None = None,
    ) -> None:
        """Starts an individual MCP server on the live session. Omit `config` for a config-free
        start-by-name of an already-configured server (reuses the server's already-registered
        configuration); supply `config` to start from a caller-supplied configuration.
        Session-scoped and ephemeral: the server is added to this session's running set only and
        is reaped when the session ends. Does NOT modify persistent user configuration
        (`mcp.config.*`), so it does not affect future sessions. The server surfaces through
        `session.mcp.list` and the `session.mcp_servers_loaded` /
        `session.mcp_server_status_changed` events like any other server.

        ``session.mcp.startServer`` on the wire; experimental.

        Args:
            server_name: Name of the MCP server to start
            config: MCP server configuration (stdio process or remote HTTP/SSE). Omit to start
                the server with its already-registered configuration (config-free start-by-name).
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.mcp.startServer",
            SessionMcpStartServerParams(
                server_name=server_name,
                config=config,
            ),
            NoneType,
            rpc_timeout,
        )

    async def stop_server(
        self,
        *,
        server_name: str,
        rpc_timeout: float | None = None,
    ) -> None:
        """Stops an individual MCP server on the session's host.

        ``session.mcp.stopServer`` on the wire; experimental.

        Args:
            server_name: Name of the MCP server to stop
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.mcp.stopServer",
            SessionMcpStopServerParams(
                server_name=server_name,
            ),
            NoneType,
            rpc_timeout,
        )

    async def unregister_external_client(
        self,
        *,
        server_name: str,
        rpc_timeout: float | None = None,
    ) -> None:
        """Unregisters a previously registered external MCP client by server name. Marked internal
        as the paired companion of `registerExternalClient`: only in-process callers that
        registered a client this way can meaningfully unregister it. Disappears alongside
        `registerExternalClient`: once external clients are described to the runtime as config
        rather than handed in as instances, lifecycle (including deregistration) is owned
        entirely by the runtime.

        ``session.mcp.unregisterExternalClient`` on the wire; experimental, internal.

        Args:
            server_name: Server name of the external client to unregister
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.mcp.unregisterExternalClient",
            SessionMcpUnregisterExternalClientParams(
                server_name=server_name,
            ),
            NoneType,
            rpc_timeout,
        )


class SessionMcpAppsRpc(RpcNamespace):
    """``session.mcp.apps.*``."""

    __slots__ = ()

    async def call_tool(
        self,
        *,
        server_name: str,
        tool_name: str,
        arguments: Mapping[str, JsonValue] | None = None,
        origin_server_name: str,
        rpc_timeout: float | None = None,
    ) -> dict[str, JsonValue]:
        """Call an MCP tool from an MCP App view (SEP-1865). Enforces the visibility check that
        prevents an app iframe from invoking model-only tools. Returns the standard MCP
        `CallToolResult`.

        ``session.mcp.apps.callTool`` on the wire; experimental.

        Args:
            server_name: MCP server hosting the tool
            tool_name: MCP tool name
            arguments: Tool arguments
            origin_server_name: **Required.** Server whose ui:// view issued the request. Per
                SEP-1865 ('callable by the app from this server only'), the call is rejected when
                this differs from `serverName`, and rejected outright when missing.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Standard MCP CallToolResult

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.mcp.apps.callTool",
            SessionMcpAppsCallToolParams(
                server_name=server_name,
                tool_name=tool_name,
                arguments=arguments,
                origin_server_name=origin_server_name,
            ),
            dict[str, JsonValue],
            rpc_timeout,
        )

    async def diagnose(
        self,
        *,
        server_name: str,
        rpc_timeout: float | None = None,
    ) -> McpAppsDiagnoseResult:
        """Diagnose MCP Apps wiring for a specific MCP server. Reports the session capability,
        feature-flag state, advertised extension, and how many tools have `_meta.ui` populated.

        ``session.mcp.apps.diagnose`` on the wire; experimental.

        Args:
            server_name: MCP server to probe
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Diagnostic snapshot of MCP Apps wiring for the named server.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.mcp.apps.diagnose",
            SessionMcpAppsDiagnoseParams(
                server_name=server_name,
            ),
            McpAppsDiagnoseResult,
            rpc_timeout,
        )

    async def get_host_context(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> McpAppsHostContext:
        """Read the current host context advertised to MCP App guests.

        ``session.mcp.apps.getHostContext`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Current host context advertised to MCP App guests.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.mcp.apps.getHostContext",
            None,
            McpAppsHostContext,
            rpc_timeout,
        )

    async def list_tools(
        self,
        *,
        server_name: str,
        origin_server_name: str,
        rpc_timeout: float | None = None,
    ) -> McpAppsListToolsResult:
        """List tools that an MCP App view is allowed to call (SEP-1865 visibility filter). Returns
        tools whose `_meta.ui.visibility` is unset (default `["model","app"]`) or includes
        `"app"`.

        ``session.mcp.apps.listTools`` on the wire; experimental.

        Args:
            server_name: MCP server hosting the app
            origin_server_name: **Required.** Server whose ui:// view issued the request. Per
                SEP-1865 ('callable by the app from this server only'), the call is rejected when
                this differs from `serverName`, and rejected outright when missing.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            App-callable tools from the named MCP server.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.mcp.apps.listTools",
            SessionMcpAppsListToolsParams(
                server_name=server_name,
                origin_server_name=origin_server_name,
            ),
            McpAppsListToolsResult,
            rpc_timeout,
        )

    async def read_resource(
        self,
        *,
        server_name: str,
        uri: str,
        rpc_timeout: float | None = None,
    ) -> McpAppsReadResourceResult:
        """Fetch an MCP resource (typically a `ui://` MCP App bundle, per SEP-1865) from a connected
        server. Requires the `mcp-apps` session capability.

        ``session.mcp.apps.readResource`` on the wire; experimental.

        Args:
            server_name: Name of the MCP server hosting the resource
            uri: Resource URI (typically ui://...)
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Resource contents returned by the MCP server.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.mcp.apps.readResource",
            SessionMcpAppsReadResourceParams(
                server_name=server_name,
                uri=uri,
            ),
            McpAppsReadResourceResult,
            rpc_timeout,
        )

    async def set_host_context(
        self,
        *,
        context: Mapping[str, JsonValue],
        rpc_timeout: float | None = None,
    ) -> None:
        """Replace the host context returned to MCP App guests on `ui/initialize`. Hosts use this to
        advertise theme, locale, or other metadata to the guest UI.

        ``session.mcp.apps.setHostContext`` on the wire; experimental.

        Args:
            context: Host context advertised to MCP App guests
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.mcp.apps.setHostContext",
            SessionMcpAppsSetHostContextParams(
                context=context,
            ),
            NoneType,
            rpc_timeout,
        )


class SessionMcpHeadersRpc(RpcNamespace):
    """``session.mcp.headers.*``."""

    __slots__ = ()

    async def handle_pending_headers_refresh_request(
        self,
        *,
        request_id: str,
        result: McpHeadersHandlePendingHeadersRefreshRequest,
        rpc_timeout: float | None = None,
    ) -> McpHeadersHandlePendingHeadersRefreshRequestResult:
        """Responds to a pending MCP dynamic headers refresh request. Hosts that subscribe to
        `mcp.headers_refresh_required` use this to provide short-lived per-server headers or to
        indicate that no dynamic headers are available for this refresh.

        ``session.mcp.headers.handlePendingHeadersRefreshRequest`` on the wire; experimental.

        Args:
            request_id: Headers refresh request identifier from mcp.headers_refresh_required
            result: Host response: supply dynamic headers or decline this refresh.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the pending MCP headers refresh response was accepted.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.mcp.headers.handlePendingHeadersRefreshRequest",
            SessionMcpHeadersHandlePendingHeadersRefreshRequestParams(
                request_id=request_id,
                result=result,
            ),
            McpHeadersHandlePendingHeadersRefreshRequestResult,
            rpc_timeout,
        )


class SessionMcpOauthRpc(RpcNamespace):
    """``session.mcp.oauth.*``."""

    __slots__ = ()

    async def authentication_state_changed(
        self,
        *,
        server_name: str | None = None,
        refresh_session_token: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> None:
        """Notifies the session that MCP OAuth authentication succeeded and updated credentials were
        persisted, so cached tool definitions can be refreshed.

        ``session.mcp.oauth.authenticationStateChanged`` on the wire; experimental.

        Args:
            server_name: Name of the MCP server whose OAuth credentials were updated. Omit only
                when the host cannot identify the server.
            refresh_session_token: Whether the target session must mint a session-scoped access
                token instead of reusing a shared access token persisted by another session.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.mcp.oauth.authenticationStateChanged",
            SessionMcpOauthAuthenticationStateChangedParams(
                server_name=server_name,
                refresh_session_token=refresh_session_token,
            ),
            NoneType,
            rpc_timeout,
        )

    async def handle_pending_request(
        self,
        *,
        request_id: str,
        result: McpOauthPendingRequestResponse,
        rpc_timeout: float | None = None,
    ) -> McpOauthHandlePendingResult:
        """Resolves a pending MCP OAuth request with a host-provided token or cancellation. The
        pending request is emitted as mcp.oauth_required with the data necessary to authorize the
        request.

        ``session.mcp.oauth.handlePendingRequest`` on the wire; experimental.

        Args:
            request_id: OAuth request identifier from the mcp.oauth_required event
            result: Host response to the pending OAuth request.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the pending MCP OAuth response was accepted.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.mcp.oauth.handlePendingRequest",
            SessionMcpOauthHandlePendingRequestParams(
                request_id=request_id,
                result=result,
            ),
            McpOauthHandlePendingResult,
            rpc_timeout,
        )

    async def login(
        self,
        *,
        server_name: str,
        force_reauth: bool | None = None,
        client_name: str | None = None,
        callback_success_message: str | None = None,
        client_id: str | None = None,
        client_secret: str | None = None,
        public_client: bool | None = None,
        grant_type: McpOauthLoginGrantType | None = None,
        rpc_timeout: float | None = None,
    ) -> McpOauthLoginResult:
        """Starts OAuth authentication for a remote MCP server.

        ``session.mcp.oauth.login`` on the wire; experimental.

        Args:
            server_name: Name of the remote MCP server to authenticate
            force_reauth: When true, clears any cached OAuth token for the server and runs a full
                new authorization. Use when the user explicitly wants to switch accounts or
                believes their session is stuck.
            client_name: Optional override for the OAuth client display name shown on the consent
                screen. Applies to newly registered dynamic clients only — existing registrations
                keep the name they were created with. When omitted, the runtime applies a neutral
                fallback; callers driving interactive auth should pass their own surface-specific
                label so the consent screen matches the product the user sees.
            callback_success_message: Optional override for the body text shown on the OAuth
                loopback callback success page. When omitted, the runtime applies a neutral
                fallback; callers driving interactive auth should pass surface-specific copy
                telling the user where to return.
            client_id: Optional OAuth client ID override for this login. When set, the runtime
                uses this pre-registered static client instead of dynamic client registration.
            client_secret: Optional OAuth client secret override for this login. The runtime
                treats this as an ephemeral host-owned secret, uses it for this authentication
                attempt and does not persist it.
            public_client: Optional override indicating whether the static OAuth client is
                public. When false, the runtime treats it as confidential and uses the per-login
                clientSecret if provided, otherwise retrieving the client secret from the MCP
                OAuth secret store.
            grant_type: Optional OAuth grant type override for this login. Defaults to the server
                configuration, or authorization_code when no grant type is specified.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            OAuth authorization URL the caller should open, or empty when cached tokens already
            authenticated the server.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.mcp.oauth.login",
            SessionMcpOauthLoginParams(
                server_name=server_name,
                force_reauth=force_reauth,
                client_name=client_name,
                callback_success_message=callback_success_message,
                client_id=client_id,
                client_secret=client_secret,
                public_client=public_client,
                grant_type=grant_type,
            ),
            McpOauthLoginResult,
            rpc_timeout,
        )

    async def probe(
        self,
        *,
        server_name: str,
        rpc_timeout: float | None = None,
    ) -> McpOauthProbeResult:
        """Passively probes a configured remote MCP server to classify whether OAuth is required or
        a cached/override token is accepted. Does not start OAuth, emit pending OAuth requests,
        or mutate MCP connection state.

        ``session.mcp.oauth.probe`` on the wire; experimental.

        Args:
            server_name: Name of the configured remote MCP server to probe.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Passive MCP OAuth probe result. `authenticated` means the server accepted the probe
            request while an OAuth-origin access token was attached; it does not prove the server
            required or independently validated that token. The probe does not make a second
            unauthenticated request. Failed is an expected probe-domain outcome; JSON-RPC errors
            are reserved for API-call failures.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return cast(
            "McpOauthProbeResult",
            await self._call(
                "session.mcp.oauth.probe",
                SessionMcpOauthProbeParams(
                    server_name=server_name,
                ),
                cast("type[object]", McpOauthProbeResult),
                rpc_timeout,
            ),
        )

    async def respond(
        self,
        *,
        request_id: str,
        rpc_timeout: float | None = None,
    ) -> McpOauthRespondResult:
        """Responds to a pending MCP OAuth authorization request by its request id.

        ``session.mcp.oauth.respond`` on the wire; experimental.

        Args:
            request_id: OAuth request identifier from the mcp.oauth_required event
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the pending MCP OAuth response was accepted.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.mcp.oauth.respond",
            SessionMcpOauthRespondParams(
                request_id=request_id,
            ),
            McpOauthRespondResult,
            rpc_timeout,
        )


class SessionMcpResourcesRpc(RpcNamespace):
    """``session.mcp.resources.*``."""

    __slots__ = ()

    async def list(
        self,
        *,
        server_name: str,
        cursor: str | None = None,
        rpc_timeout: float | None = None,
    ) -> McpResourcesListResult:
        """Enumerate one page of resources a connected MCP server exposes (proxies MCP
        `resources/list`). Pass `cursor` to continue from a prior result's `nextCursor`.

        ``session.mcp.resources.list`` on the wire; experimental.

        Args:
            server_name: Name of the MCP server whose resources to enumerate
            cursor: Opaque MCP pagination cursor from a prior `nextCursor` value
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            One page of resources advertised by the named MCP server.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.mcp.resources.list",
            SessionMcpResourcesListParams(
                server_name=server_name,
                cursor=cursor,
            ),
            McpResourcesListResult,
            rpc_timeout,
        )

    async def list_templates(
        self,
        *,
        server_name: str,
        cursor: str | None = None,
        rpc_timeout: float | None = None,
    ) -> McpResourcesListTemplatesResult:
        """Enumerate one page of resource templates a connected MCP server exposes (proxies MCP
        `resources/templates/list`). Pass `cursor` to continue from a prior result's
        `nextCursor`.

        ``session.mcp.resources.listTemplates`` on the wire; experimental.

        Args:
            server_name: Name of the MCP server whose resource templates to enumerate
            cursor: Opaque MCP pagination cursor from a prior `nextCursor` value
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            One page of resource templates advertised by the named MCP server.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.mcp.resources.listTemplates",
            SessionMcpResourcesListTemplatesParams(
                server_name=server_name,
                cursor=cursor,
            ),
            McpResourcesListTemplatesResult,
            rpc_timeout,
        )

    async def read(
        self,
        *,
        server_name: str,
        uri: str,
        rpc_timeout: float | None = None,
    ) -> McpResourcesReadResult:
        """Fetch an MCP resource from a connected server by URI (proxies MCP `resources/read`).

        ``session.mcp.resources.read`` on the wire; experimental.

        Args:
            server_name: Name of the MCP server hosting the resource
            uri: Resource URI
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Resource contents returned by the MCP server.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.mcp.resources.read",
            SessionMcpResourcesReadParams(
                server_name=server_name,
                uri=uri,
            ),
            McpResourcesReadResult,
            rpc_timeout,
        )
