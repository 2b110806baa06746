"""Types and methods: rpc_session_permissions.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from msgspec import field

from .rpc_common import PermissionDecisionContext as PermissionDecisionContext
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import (
    JsonValue,
    UnknownVariant,
    WireStruct,
)

__all__ = [
    "AssistedApprovalJudgeFailureReason",
    "AssistedApprovalRecommendation",
    "FactoryPermissionOperation",
    "FactoryPermissionPhase",
    "FolderTrustCheckResult",
    "PendingPermissionRequest",
    "PendingPermissionRequestList",
    "PermissionAssistedApproval",
    "PermissionDecision",
    "PermissionDecisionApproveForLocation",
    "PermissionDecisionApproveForLocationApproval",
    "PermissionDecisionApproveForLocationApprovalCommands",
    "PermissionDecisionApproveForLocationApprovalCustomTool",
    "PermissionDecisionApproveForLocationApprovalExtensionEnvAccess",
    "PermissionDecisionApproveForLocationApprovalExtensionManagement",
    "PermissionDecisionApproveForLocationApprovalExtensionPermissionAccess",
    "PermissionDecisionApproveForLocationApprovalFactory",
    "PermissionDecisionApproveForLocationApprovalMcp",
    "PermissionDecisionApproveForLocationApprovalMcpSampling",
    "PermissionDecisionApproveForLocationApprovalMemory",
    "PermissionDecisionApproveForLocationApprovalRead",
    "PermissionDecisionApproveForLocationApprovalWrite",
    "PermissionDecisionApproveForSession",
    "PermissionDecisionApproveForSessionApproval",
    "PermissionDecisionApproveForSessionApprovalCommands",
    "PermissionDecisionApproveForSessionApprovalCustomTool",
    "PermissionDecisionApproveForSessionApprovalExtensionEnvAccess",
    "PermissionDecisionApproveForSessionApprovalExtensionManagement",
    "PermissionDecisionApproveForSessionApprovalExtensionPermissionAccess",
    "PermissionDecisionApproveForSessionApprovalFactory",
    "PermissionDecisionApproveForSessionApprovalMcp",
    "PermissionDecisionApproveForSessionApprovalMcpSampling",
    "PermissionDecisionApproveForSessionApprovalMemory",
    "PermissionDecisionApproveForSessionApprovalRead",
    "PermissionDecisionApproveForSessionApprovalWrite",
    "PermissionDecisionApproveOnce",
    "PermissionDecisionApprovePermanently",
    "PermissionDecisionApproved",
    "PermissionDecisionApprovedForLocation",
    "PermissionDecisionApprovedForSession",
    "PermissionDecisionCancelled",
    "PermissionDecisionDeniedByContentExclusionPolicy",
    "PermissionDecisionDeniedByPermissionRequestHook",
    "PermissionDecisionDeniedByRules",
    "PermissionDecisionDeniedInteractivelyByUser",
    "PermissionDecisionDeniedNoApprovalRuleAndCouldNotRequestFromUser",
    "PermissionDecisionReject",
    "PermissionDecisionUserNotAvailable",
    "PermissionLocationApplyResult",
    "PermissionLocationResolveResult",
    "PermissionLocationType",
    "PermissionMode",
    "PermissionModeSource",
    "PermissionPathsAllowedCheckResult",
    "PermissionPathsConfig",
    "PermissionPathsList",
    "PermissionPathsWorkspaceCheckResult",
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
    "PermissionRequestMemoryAction",
    "PermissionRequestMemoryDirection",
    "PermissionRequestResult",
    "PermissionRule",
    "PermissionRulesSet",
    "PermissionUrlsConfig",
    "PermissionsConfigureAdditionalContentExclusionPolicy",
    "PermissionsConfigureAdditionalContentExclusionPolicyRule",
    "PermissionsConfigureAdditionalContentExclusionPolicyRuleSource",
    "PermissionsConfigureAdditionalContentExclusionPolicyScope",
    "PermissionsConfigureResult",
    "PermissionsFolderTrustAddTrustedResult",
    "PermissionsGetModeResult",
    "PermissionsLocationsAddToolApprovalDetails",
    "PermissionsLocationsAddToolApprovalDetailsCommands",
    "PermissionsLocationsAddToolApprovalDetailsCustomTool",
    "PermissionsLocationsAddToolApprovalDetailsExtensionEnvAccess",
    "PermissionsLocationsAddToolApprovalDetailsExtensionManagement",
    "PermissionsLocationsAddToolApprovalDetailsExtensionPermissionAccess",
    "PermissionsLocationsAddToolApprovalDetailsFactory",
    "PermissionsLocationsAddToolApprovalDetailsMcp",
    "PermissionsLocationsAddToolApprovalDetailsMcpSampling",
    "PermissionsLocationsAddToolApprovalDetailsMemory",
    "PermissionsLocationsAddToolApprovalDetailsRead",
    "PermissionsLocationsAddToolApprovalDetailsWrite",
    "PermissionsLocationsAddToolApprovalResult",
    "PermissionsModifyRulesResult",
    "PermissionsModifyRulesScope",
    "PermissionsNotifyPromptShownResult",
    "PermissionsPathsAddResult",
    "PermissionsPathsUpdatePrimaryResult",
    "PermissionsResetSessionApprovalsResult",
    "PermissionsSetApproveAllResult",
    "PermissionsSetApproveAllSource",
    "PermissionsSetModeResult",
    "PermissionsSetRequiredResult",
    "PermissionsUrlsSetUnrestrictedModeResult",
    "SessionPermissionsConfigureParams",
    "SessionPermissionsFolderTrustAddTrustedParams",
    "SessionPermissionsFolderTrustIsTrustedParams",
    "SessionPermissionsFolderTrustRpc",
    "SessionPermissionsHandlePendingPermissionRequestParams",
    "SessionPermissionsLocationsAddToolApprovalParams",
    "SessionPermissionsLocationsApplyParams",
    "SessionPermissionsLocationsResolveParams",
    "SessionPermissionsLocationsRpc",
    "SessionPermissionsModifyRulesParams",
    "SessionPermissionsNotifyPromptShownParams",
    "SessionPermissionsPathsAddParams",
    "SessionPermissionsPathsIsPathWithinAllowedDirectoriesParams",
    "SessionPermissionsPathsIsPathWithinWorkspaceParams",
    "SessionPermissionsPathsRpc",
    "SessionPermissionsPathsUpdatePrimaryParams",
    "SessionPermissionsResetSessionApprovalsParams",
    "SessionPermissionsRpc",
    "SessionPermissionsSetApproveAllParams",
    "SessionPermissionsSetModeParams",
    "SessionPermissionsSetRequiredParams",
    "SessionPermissionsUrlsRpc",
    "SessionPermissionsUrlsSetUnrestrictedModeParams",
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


class FactoryPermissionPhase(WireStruct, frozen=True, kw_only=True, gc=False):
    """A declared phase shown in a factory permission prompt.

    Attributes:
        title: Phase title
        detail: Optional phase detail
    """

    title: str
    detail: str | None = None


class FolderTrustCheckResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Folder trust check result.

    Attributes:
        trusted: Whether the folder is trusted
    """

    trusted: bool


class PendingPermissionRequest(WireStruct, frozen=True, kw_only=True, gc=False):
    """Pending permission prompt reconstructed from event history, with request ID and user-facing
    prompt details.

    Attributes:
        request_id: Unique identifier for the pending permission request
        request: The user-facing permission prompt details (commands, write, read, mcp, url,
            memory, custom-tool, path, hook)
    """

    request_id: str
    request: PermissionPromptRequest


class PendingPermissionRequestList(WireStruct, frozen=True, kw_only=True):
    """List of pending permission requests reconstructed from event history.

    Attributes:
        items: Pending permission prompts reconstructed from the session's event history.
            Equivalent to the set of `permission.requested` events that have not yet been
            followed by a matching `permission.completed` event. Used by clients (e.g. the CLI)
            to hydrate UI for prompts that were emitted before the client attached to the
            session.
    """

    items: list[PendingPermissionRequest]


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


class PermissionDecisionApproveForLocation(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="approve-for-location",
    gc=False,
):
    """Permission-decision request variant to approve and persist a permission for a project
    location, with approval details and location key.

    Attributes:
        approval: Approval to persist for this location
        location_key: Location key (git root or cwd) to persist the approval to
    """

    kind: ClassVar[Literal["approve-for-location"]] = "approve-for-location"
    approval: PermissionDecisionApproveForLocationApproval
    location_key: str


class PermissionDecisionApproveForLocationApprovalCommands(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="commands",
):
    """Location-scoped approval details for specific command identifiers.

    Attributes:
        command_identifiers: Command identifiers covered by this approval.
    """

    kind: ClassVar[Literal["commands"]] = "commands"
    command_identifiers: list[str]


class PermissionDecisionApproveForLocationApprovalCustomTool(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="custom-tool",
    gc=False,
):
    """Location-scoped approval details for a custom tool, keyed by tool name.

    Attributes:
        tool_name: Custom tool name.
    """

    kind: ClassVar[Literal["custom-tool"]] = "custom-tool"
    tool_name: str


class PermissionDecisionApproveForLocationApprovalExtensionEnvAccess(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="extension-env-access",
):
    """Location-scoped approval details for an extension's access to sensitive environment
    variables, keyed by extension name and the exact set of variable names.

    Attributes:
        extension_name: Extension name.
        environment_variables: Names of the sensitive environment variables this approval covers.
            Values are never persisted.
    """

    kind: ClassVar[Literal["extension-env-access"]] = "extension-env-access"
    extension_name: str
    environment_variables: list[str]


class PermissionDecisionApproveForLocationApprovalExtensionManagement(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="extension-management",
    gc=False,
):
    """Location-scoped approval details for extension-management operations, optionally narrowed by
    operation.

    Attributes:
        operation: Optional operation identifier; when omitted, the approval covers all extension
            management operations.
    """

    kind: ClassVar[Literal["extension-management"]] = "extension-management"
    operation: str | None = None


class PermissionDecisionApproveForLocationApprovalExtensionPermissionAccess(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="extension-permission-access",
    gc=False,
):
    """Location-scoped approval details for an extension's permission-gated capability access, keyed
    by extension name.

    Attributes:
        extension_name: Extension name.
    """

    kind: ClassVar[Literal["extension-permission-access"]] = "extension-permission-access"
    extension_name: str


class PermissionDecisionApproveForLocationApprovalFactory(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="factory",
    gc=False,
):
    """Location-scoped factory approval, optionally narrowed by approval key.

    Attributes:
        approval_key: Optional factory operation name or canonical approval key; when omitted,
            the approval covers all factory operations.
    """

    kind: ClassVar[Literal["factory"]] = "factory"
    approval_key: str | None = None


class PermissionDecisionApproveForLocationApprovalMcp(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="mcp",
    gc=False,
):
    """Location-scoped approval details for an MCP server tool, or all tools on the server when
    `toolName` is null.

    Attributes:
        server_name: MCP server name.
        tool_name: MCP tool name, or null to cover every tool on the server.
    """

    kind: ClassVar[Literal["mcp"]] = "mcp"
    server_name: str
    tool_name: str | None


class PermissionDecisionApproveForLocationApprovalMcpSampling(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="mcp-sampling",
    gc=False,
):
    """Location-scoped approval details for MCP sampling requests from a server.

    Attributes:
        server_name: MCP server name.
    """

    kind: ClassVar[Literal["mcp-sampling"]] = "mcp-sampling"
    server_name: str


class PermissionDecisionApproveForLocationApprovalMemory(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="memory",
    gc=False,
):
    """Location-scoped approval details for writes to long-term memory."""

    kind: ClassVar[Literal["memory"]] = "memory"


class PermissionDecisionApproveForLocationApprovalRead(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="read",
    gc=False,
):
    """Location-scoped approval details for read-only filesystem operations."""

    kind: ClassVar[Literal["read"]] = "read"


class PermissionDecisionApproveForLocationApprovalWrite(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="write",
    gc=False,
):
    """Location-scoped approval details for filesystem write operations."""

    kind: ClassVar[Literal["write"]] = "write"


class PermissionDecisionApproveForSession(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="approve-for-session",
    gc=False,
):
    """Permission-decision request variant to approve for the rest of the session, with optional
    tool approval or URL domain.

    Attributes:
        approval: Session-scoped approval to remember (tool prompts only; omitted for path/url
            prompts)
        domain: URL domain to approve for the rest of the session (URL prompts only)
    """

    kind: ClassVar[Literal["approve-for-session"]] = "approve-for-session"
    approval: PermissionDecisionApproveForSessionApproval | None = None
    domain: str | None = None


class PermissionDecisionApproveForSessionApprovalCommands(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="commands",
):
    """Session-scoped approval details for specific command identifiers.

    Attributes:
        command_identifiers: Command identifiers covered by this approval.
    """

    kind: ClassVar[Literal["commands"]] = "commands"
    command_identifiers: list[str]


class PermissionDecisionApproveForSessionApprovalCustomTool(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="custom-tool",
    gc=False,
):
    """Session-scoped approval details for a custom tool, keyed by tool name.

    Attributes:
        tool_name: Custom tool name.
    """

    kind: ClassVar[Literal["custom-tool"]] = "custom-tool"
    tool_name: str


class PermissionDecisionApproveForSessionApprovalExtensionEnvAccess(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="extension-env-access",
):
    """Session-scoped approval details for an extension's access to sensitive environment variables,
    keyed by extension name and the exact set of variable names.

    Attributes:
        extension_name: Extension name.
        environment_variables: Names of the sensitive environment variables this approval covers.
            Values are never persisted.
    """

    kind: ClassVar[Literal["extension-env-access"]] = "extension-env-access"
    extension_name: str
    environment_variables: list[str]


class PermissionDecisionApproveForSessionApprovalExtensionManagement(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="extension-management",
    gc=False,
):
    """Session-scoped approval details for extension-management operations, optionally narrowed by
    operation.

    Attributes:
        operation: Optional operation identifier; when omitted, the approval covers all extension
            management operations.
    """

    kind: ClassVar[Literal["extension-management"]] = "extension-management"
    operation: str | None = None


class PermissionDecisionApproveForSessionApprovalExtensionPermissionAccess(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="extension-permission-access",
    gc=False,
):
    """Session-scoped approval details for an extension's permission-gated capability access, keyed
    by extension name.

    Attributes:
        extension_name: Extension name.
    """

    kind: ClassVar[Literal["extension-permission-access"]] = "extension-permission-access"
    extension_name: str


class PermissionDecisionApproveForSessionApprovalFactory(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="factory",
    gc=False,
):
    """Session-scoped factory approval, optionally narrowed by approval key.

    Attributes:
        approval_key: Optional factory operation name or canonical approval key; when omitted,
            the approval covers all factory operations.
    """

    kind: ClassVar[Literal["factory"]] = "factory"
    approval_key: str | None = None


class PermissionDecisionApproveForSessionApprovalMcp(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="mcp",
    gc=False,
):
    """Session-scoped approval details for an MCP server tool, or all tools on the server when
    `toolName` is null.

    Attributes:
        server_name: MCP server name.
        tool_name: MCP tool name, or null to cover every tool on the server.
    """

    kind: ClassVar[Literal["mcp"]] = "mcp"
    server_name: str
    tool_name: str | None


class PermissionDecisionApproveForSessionApprovalMcpSampling(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="mcp-sampling",
    gc=False,
):
    """Session-scoped approval details for MCP sampling requests from a server.

    Attributes:
        server_name: MCP server name.
    """

    kind: ClassVar[Literal["mcp-sampling"]] = "mcp-sampling"
    server_name: str


class PermissionDecisionApproveForSessionApprovalMemory(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="memory",
    gc=False,
):
    """Session-scoped approval details for writes to long-term memory."""

    kind: ClassVar[Literal["memory"]] = "memory"


class PermissionDecisionApproveForSessionApprovalRead(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="read",
    gc=False,
):
    """Session-scoped approval details for read-only filesystem operations."""

    kind: ClassVar[Literal["read"]] = "read"


class PermissionDecisionApproveForSessionApprovalWrite(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="write",
    gc=False,
):
    """Session-scoped approval details for filesystem write operations."""

    kind: ClassVar[Literal["write"]] = "write"


class PermissionDecisionApproveOnce(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="approve-once",
    gc=False,
):
    """Permission-decision request variant to approve only the current permission request.

    Attributes:
        approved_interactively: True only when a host surfaced this request to a user who
            approved it.
    """

    kind: ClassVar[Literal["approve-once"]] = "approve-once"
    approved_interactively: bool | None = None


class PermissionDecisionApprovePermanently(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="approve-permanently",
    gc=False,
):
    """Permission-decision request variant to permanently approve a URL domain across sessions.

    Attributes:
        domain: URL domain to approve permanently
    """

    kind: ClassVar[Literal["approve-permanently"]] = "approve-permanently"
    domain: str


class PermissionDecisionApproved(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="approved",
    gc=False,
):
    """Permission-decision variant indicating the request was approved."""

    kind: ClassVar[Literal["approved"]] = "approved"


class PermissionDecisionApprovedForLocation(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="approved-for-location",
    gc=False,
):
    """Permission-decision variant indicating approval was persisted for a project location, with
    approval details and location key.

    Attributes:
        approval: The approval to persist for this location
        location_key: The location key (git root or cwd) to persist the approval to
    """

    kind: ClassVar[Literal["approved-for-location"]] = "approved-for-location"
    approval: UserToolSessionApproval
    location_key: str


class PermissionDecisionApprovedForSession(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="approved-for-session",
    gc=False,
):
    """Permission-decision variant indicating approval was remembered for the session, with approval
    details.

    Attributes:
        approval: The approval to add as a session-scoped rule
    """

    kind: ClassVar[Literal["approved-for-session"]] = "approved-for-session"
    approval: UserToolSessionApproval


class PermissionDecisionCancelled(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="cancelled",
    gc=False,
):
    """Permission-decision variant indicating the request was cancelled before use, with an optional
    reason.

    Attributes:
        reason: Optional explanation of why the request was cancelled
    """

    kind: ClassVar[Literal["cancelled"]] = "cancelled"
    reason: str | None = None


class PermissionDecisionDeniedByContentExclusionPolicy(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="denied-by-content-exclusion-policy",
    gc=False,
):
    """Permission-decision variant indicating denial by content-exclusion policy, with path and
    message.

    Attributes:
        path: File path that triggered the exclusion
        message: Human-readable explanation of why the path was excluded
    """

    kind: ClassVar[Literal["denied-by-content-exclusion-policy"]] = "denied-by-content-exclusion-policy"
    path: str
    message: str


class PermissionDecisionDeniedByPermissionRequestHook(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="denied-by-permission-request-hook",
    gc=False,
):
    """Permission-decision variant indicating denial by a permission request hook, with optional
    message and interrupt flag.

    Attributes:
        message: Optional message from the hook explaining the denial
        interrupt: Whether to interrupt the current agent turn
    """

    kind: ClassVar[Literal["denied-by-permission-request-hook"]] = "denied-by-permission-request-hook"
    message: str | None = None
    interrupt: bool | None = None


class PermissionDecisionDeniedByRules(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="denied-by-rules",
):
    """Permission-decision variant indicating explicit denial by permission rules, with the matching
    rules.

    Attributes:
        rules: Rules that denied the request
    """

    kind: ClassVar[Literal["denied-by-rules"]] = "denied-by-rules"
    rules: list[PermissionRule]


class PermissionDecisionDeniedInteractivelyByUser(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="denied-interactively-by-user",
    gc=False,
):
    """Permission-decision variant indicating the user denied an interactive prompt, with optional
    feedback and force-reject flag.

    Attributes:
        feedback: Optional feedback from the user explaining the denial
        force_reject: Whether to force-reject the current agent turn
    """

    kind: ClassVar[Literal["denied-interactively-by-user"]] = "denied-interactively-by-user"
    feedback: str | None = None
    force_reject: bool | None = None


class PermissionDecisionDeniedNoApprovalRuleAndCouldNotRequestFromUser(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="denied-no-approval-rule-and-could-not-request-from-user",
    gc=False,
):
    """Permission-decision variant indicating no approval rule matched and user confirmation was
    unavailable.
    """

    kind: ClassVar[Literal["denied-no-approval-rule-and-could-not-request-from-user"]] = "denied-no-approval-rule-and-could-not-request-from-user"


class PermissionDecisionReject(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="reject",
    gc=False,
):
    """Permission-decision request variant to reject a pending permission request, with optional
    feedback.

    Attributes:
        feedback: Optional feedback explaining the rejection
    """

    kind: ClassVar[Literal["reject"]] = "reject"
    feedback: str | None = None


class PermissionDecisionUserNotAvailable(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="user-not-available",
    gc=False,
):
    """Permission-decision variant indicating no user was available to confirm the request."""

    kind: ClassVar[Literal["user-not-available"]] = "user-not-available"


class PermissionLocationApplyResult(WireStruct, frozen=True, kw_only=True):
    """Summary of persisted location permissions applied to the session.

    Attributes:
        location_key: Location key used in the location-permissions store
        location_type: Whether the location is a git repo or directory
        changed: Whether a different location was applied since the previous apply call
        applied_rule_count: Number of location-scoped rules added to the live permission service
        applied_directory_count: Number of persisted allowed directories added to the live path
            manager
        applied_rules: Location-scoped rules applied to the live permission service
    """

    location_key: str
    location_type: PermissionLocationType
    changed: bool
    applied_rule_count: int
    applied_directory_count: int
    applied_rules: list[PermissionRule]


class PermissionLocationResolveResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Resolved location-permissions key and type.

    Attributes:
        location_key: Location key used in the location-permissions store
        location_type: Whether the location is a git repo or directory
    """

    location_key: str
    location_type: PermissionLocationType


class PermissionPathsAllowedCheckResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the supplied path is within the session's allowed directories.

    Attributes:
        allowed: Whether the path is within the session's allowed directories
    """

    allowed: bool


class PermissionPathsConfig(WireStruct, frozen=True, kw_only=True):
    """If specified, replaces the session's path-permission policy. The runtime constructs the
    appropriate PathManager based on these inputs (rooted at the session's working directory).
    Omit to leave the current path policy unchanged.

    Attributes:
        unrestricted: If true, the runtime allows access to all paths without prompting.
            Equivalent to constructing an UnrestrictedPathManager.
        additional_directories: Additional directories to allow tool access to (in addition to
            the session's working directory). Conventional `.github/skills/` and
            `.github/agents/` definitions under them also join the session catalogs when their
            subsystem gates are enabled, so supplying a directory is a trust decision for
            configuration stored there. When `unrestricted` is true, these are still
            pre-populated on the UnrestrictedPathManager so they remain visible via
            getDirectories() (e.g. for @-mention completion).
        include_temp_directory: Whether to include the system temp directory in the allowed list
            (defaults to true). Ignored when `unrestricted` is true.
        workspace_path: Workspace root path (special-cased to be allowed even before the
            directory exists). Ignored when `unrestricted` is true.
    """

    unrestricted: bool | None = None
    additional_directories: list[str] | None = None
    include_temp_directory: bool | None = None
    workspace_path: str | None = None


class PermissionPathsList(WireStruct, frozen=True, kw_only=True):
    """Snapshot of the session's allow-listed directories and primary working directory.

    Attributes:
        directories: All directories currently allowed for tool access on this session.
        primary: The primary working directory for this session.
    """

    directories: list[str]
    primary: str


class PermissionPathsWorkspaceCheckResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the supplied path is within the session's workspace directory.

    Attributes:
        allowed: Whether the path is within the session workspace directory
    """

    allowed: bool


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


class PermissionRequestResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the permission decision was applied; false when the request was already
    resolved.

    Attributes:
        success: Whether the permission request was handled successfully
    """

    success: bool


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


class PermissionRulesSet(WireStruct, frozen=True, kw_only=True):
    """If specified, replaces the session's approved/denied permission rules. Omit to leave the
    current rules unchanged.

    Attributes:
        approved: Rules that auto-approve matching requests
        denied: Rules that auto-deny matching requests
    """

    approved: list[PermissionRule]
    denied: list[PermissionRule]


class PermissionUrlsConfig(WireStruct, frozen=True, kw_only=True):
    """If specified, replaces the session's URL-permission policy. The runtime constructs a fresh
    DefaultUrlManager based on these inputs. Omit to leave the current URL policy unchanged.

    Attributes:
        unrestricted: If true, the runtime allows access to all URLs without prompting. Initial
            allow-list is ignored when this is true.
        initial_allowed: Initial list of allowed URL/domain patterns. Patterns may include path
            components. Ignored when `unrestricted` is true.
    """

    unrestricted: bool | None = None
    initial_allowed: list[str] | None = None


class PermissionsConfigureAdditionalContentExclusionPolicy(WireStruct, frozen=True, kw_only=True):
    """Content-exclusion policy supplied to `session.permissions.configure`, with rules,
    last-updated data, and scope.

    Attributes:
        rules: Content-exclusion rules to apply.
        last_updated_at: Opaque policy update timestamp supplied by the host.
        scope: Allowed values for the `PermissionsConfigureAdditionalContentExclusionPolicyScope`
            enumeration.
    """

    rules: list[PermissionsConfigureAdditionalContentExclusionPolicyRule]
    last_updated_at: JsonValue = field(name="last_updated_at")
    scope: PermissionsConfigureAdditionalContentExclusionPolicyScope


class PermissionsConfigureAdditionalContentExclusionPolicyRule(
    WireStruct,
    frozen=True,
    kw_only=True,
):
    """Single content-exclusion rule supplied to `session.permissions.configure`, with paths, match
    conditions, and source.

    Attributes:
        paths: Path patterns covered by this rule.
        if_any_match: Conditions of which at least one must match.
        if_none_match: Conditions none of which may match.
        source: Source descriptor for a `session.permissions.configure` content-exclusion rule,
            with source name and type.
    """

    paths: list[str]
    if_any_match: list[str] | None = None
    if_none_match: list[str] | None = None
    source: PermissionsConfigureAdditionalContentExclusionPolicyRuleSource


class PermissionsConfigureAdditionalContentExclusionPolicyRuleSource(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Source descriptor for a `session.permissions.configure` content-exclusion rule, with source
    name and type.

    Attributes:
        name: Name of the policy source.
        type: Type of the policy source.
    """

    name: str
    type: str


class PermissionsConfigureResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the operation succeeded.

    Attributes:
        success: Whether the operation succeeded
    """

    success: bool


class PermissionsFolderTrustAddTrustedResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the operation succeeded.

    Attributes:
        success: Whether the operation succeeded
    """

    success: bool


class PermissionsGetModeResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Current permission mode.

    Attributes:
        mode: Current permission mode
    """

    mode: PermissionMode


class PermissionsLocationsAddToolApprovalDetailsCommands(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="commands",
):
    """Location-persisted tool approval details for specific command identifiers.

    Attributes:
        command_identifiers: Command identifiers covered by this approval.
    """

    kind: ClassVar[Literal["commands"]] = "commands"
    command_identifiers: list[str]


class PermissionsLocationsAddToolApprovalDetailsCustomTool(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="custom-tool",
    gc=False,
):
    """Location-persisted tool approval details for a custom tool, keyed by tool name.

    Attributes:
        tool_name: Custom tool name.
    """

    kind: ClassVar[Literal["custom-tool"]] = "custom-tool"
    tool_name: str


class PermissionsLocationsAddToolApprovalDetailsExtensionEnvAccess(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="extension-env-access",
):
    """Location-persisted tool approval details for an extension's access to sensitive environment
    variables, keyed by extension name and the exact set of variable names.

    Attributes:
        extension_name: Extension name.
        environment_variables: Names of the sensitive environment variables this approval covers.
            Values are never persisted.
    """

    kind: ClassVar[Literal["extension-env-access"]] = "extension-env-access"
    extension_name: str
    environment_variables: list[str]


class PermissionsLocationsAddToolApprovalDetailsExtensionManagement(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="extension-management",
    gc=False,
):
    """Location-persisted tool approval details for extension-management operations, optionally
    narrowed by operation.

    Attributes:
        operation: Optional operation identifier; when omitted, the approval covers all extension
            management operations.
    """

    kind: ClassVar[Literal["extension-management"]] = "extension-management"
    operation: str | None = None


class PermissionsLocationsAddToolApprovalDetailsExtensionPermissionAccess(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="extension-permission-access",
    gc=False,
):
    """Location-persisted tool approval details for an extension's permission-gated capability
    access, keyed by extension name.

    Attributes:
        extension_name: Extension name.
    """

    kind: ClassVar[Literal["extension-permission-access"]] = "extension-permission-access"
    extension_name: str


class PermissionsLocationsAddToolApprovalDetailsFactory(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="factory",
    gc=False,
):
    """Location-persisted factory approval, optionally narrowed by approval key.

    Attributes:
        approval_key: Optional factory operation name or canonical approval key; when omitted,
            the approval covers all factory operations.
    """

    kind: ClassVar[Literal["factory"]] = "factory"
    approval_key: str | None = None


class PermissionsLocationsAddToolApprovalDetailsMcp(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="mcp",
    gc=False,
):
    """Location-persisted tool approval details for an MCP server tool, or all tools when `toolName`
    is null.

    Attributes:
        server_name: MCP server name.
        tool_name: MCP tool name, or null to cover every tool on the server.
    """

    kind: ClassVar[Literal["mcp"]] = "mcp"
    server_name: str
    tool_name: str | None


class PermissionsLocationsAddToolApprovalDetailsMcpSampling(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="mcp-sampling",
    gc=False,
):
    """Location-persisted tool approval details for MCP sampling requests from a server.

    Attributes:
        server_name: MCP server name.
    """

    kind: ClassVar[Literal["mcp-sampling"]] = "mcp-sampling"
    server_name: str


class PermissionsLocationsAddToolApprovalDetailsMemory(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="memory",
    gc=False,
):
    """Location-persisted tool approval details for writes to long-term memory."""

    kind: ClassVar[Literal["memory"]] = "memory"


class PermissionsLocationsAddToolApprovalDetailsRead(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="read",
    gc=False,
):
    """Location-persisted tool approval details for read-only filesystem operations."""

    kind: ClassVar[Literal["read"]] = "read"


class PermissionsLocationsAddToolApprovalDetailsWrite(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="write",
    gc=False,
):
    """Location-persisted tool approval details for filesystem write operations."""

    kind: ClassVar[Literal["write"]] = "write"


class PermissionsLocationsAddToolApprovalResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the operation succeeded.

    Attributes:
        success: Whether the operation succeeded
    """

    success: bool


class PermissionsModifyRulesResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the operation succeeded.

    Attributes:
        success: Whether the operation succeeded
    """

    success: bool


class PermissionsNotifyPromptShownResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the operation succeeded.

    Attributes:
        success: Whether the operation succeeded
    """

    success: bool


class PermissionsPathsAddResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the operation succeeded.

    Attributes:
        success: Whether the operation succeeded
    """

    success: bool


class PermissionsPathsUpdatePrimaryResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the operation succeeded.

    Attributes:
        success: Whether the operation succeeded
    """

    success: bool


class PermissionsResetSessionApprovalsResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the operation succeeded.

    Attributes:
        success: Whether the operation succeeded
    """

    success: bool


class PermissionsSetApproveAllResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the operation succeeded.

    Attributes:
        success: Whether the operation succeeded
    """

    success: bool


class PermissionsSetModeResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the requested permission mode was applied and reports the authoritative
    post-mutation mode.

    Attributes:
        success: Whether the operation succeeded
        mode: Authoritative permission mode after the mutation
    """

    success: bool
    mode: PermissionMode


class PermissionsSetRequiredResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the operation succeeded.

    Attributes:
        success: Whether the operation succeeded
    """

    success: bool


class PermissionsUrlsSetUnrestrictedModeResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the operation succeeded.

    Attributes:
        success: Whether the operation succeeded
    """

    success: bool


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
    FactoryPermissionOperation: TypeAlias = Literal["run", "author"] | str
    """Operation gated by a factory permission request.

    - ``run``: Running a registered factory, which spends subagents, active time, and AI credits
        under the approved limits.
    - ``author``: Authoring a factory, which writes JavaScript into a session-scoped extension
        and loads it.
    """
    PermissionLocationType: TypeAlias = Literal["repo", "dir"] | str
    """Whether the location is a git repo or directory

    - ``repo``: The permission location is persisted at the git repository root.
    - ``dir``: The permission location is persisted at the working directory.
    """
    PermissionMode: TypeAlias = Literal["manual", "assisted", "allow-all"] | str
    """Current or requested permission mode.

    - ``manual``: Permission requests follow the normal approval flow.
    - ``assisted``: Permission requests include an LLM safety recommendation; clients may
        automatically approve requests judged acceptable.
    - ``allow-all``: Tool, path, and URL permission requests are automatically approved.
    """
    PermissionModeSource: TypeAlias = Literal["cli_flag", "slash_command", "autopilot_confirmation", "user_setting", "organization_targeting", "rpc"] | str
    """Optional source for permission-mode telemetry. Defaults to `rpc` when omitted for SDK
    callers.

    - ``cli_flag``: The mode was set from a CLI command-line flag.
    - ``slash_command``: The mode was set by a slash command.
    - ``autopilot_confirmation``: The mode was set by confirming autopilot behavior.
    - ``user_setting``: The mode was set at startup by the `defaultPermissionMode` user setting.
    - ``organization_targeting``: The mode was set at startup by authenticated organization
        targeting.
    - ``rpc``: The mode was set through an RPC caller.
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
    PermissionsConfigureAdditionalContentExclusionPolicyScope: TypeAlias = Literal["repo", "all"] | str
    """Allowed values for the `PermissionsConfigureAdditionalContentExclusionPolicyScope`
    enumeration.

    - ``repo``: The content exclusion policy applies to the current repository.
    - ``all``: The content exclusion policy applies across all repositories.
    """
    PermissionsModifyRulesScope: TypeAlias = Literal["session", "location"] | str
    """Whether the change applies to ephemeral session-scoped rules (cleared at session end) or to
    location-scoped rules persisted via the location-permissions config file.

    - ``session``: Apply the rule change only to this session.
    - ``location``: Persist the rule change for this project location.
    """
    PermissionsSetApproveAllSource: TypeAlias = Literal["cli_flag", "slash_command", "autopilot_confirmation", "user_setting", "rpc"] | str
    """Optional source for allow-all telemetry. Defaults to `rpc` when omitted for SDK callers.

    - ``cli_flag``: Allow-all was enabled from a CLI command-line flag.
    - ``slash_command``: Allow-all was enabled by a slash command.
    - ``autopilot_confirmation``: Allow-all was enabled by confirming autopilot behavior.
    - ``user_setting``: Allow-all was enabled at startup by the `defaultPermissionMode` user
        setting.
    - ``rpc``: Allow-all was enabled through an RPC caller.
    """
    PermissionDecision: TypeAlias = PermissionDecisionApproveOnce | PermissionDecisionApproveForSession | PermissionDecisionApproveForLocation | PermissionDecisionApprovePermanently | PermissionDecisionReject | PermissionDecisionUserNotAvailable | PermissionDecisionApproved | PermissionDecisionApprovedForSession | PermissionDecisionApprovedForLocation | PermissionDecisionCancelled | PermissionDecisionDeniedByRules | PermissionDecisionDeniedNoApprovalRuleAndCouldNotRequestFromUser | PermissionDecisionDeniedInteractivelyByUser | PermissionDecisionDeniedByContentExclusionPolicy | PermissionDecisionDeniedByPermissionRequestHook | UnknownVariant
    """The client's response to the pending permission prompt"""
    PermissionDecisionApproveForLocationApproval: TypeAlias = PermissionDecisionApproveForLocationApprovalCommands | PermissionDecisionApproveForLocationApprovalRead | PermissionDecisionApproveForLocationApprovalWrite | PermissionDecisionApproveForLocationApprovalMcp | PermissionDecisionApproveForLocationApprovalMcpSampling | PermissionDecisionApproveForLocationApprovalMemory | PermissionDecisionApproveForLocationApprovalCustomTool | PermissionDecisionApproveForLocationApprovalExtensionManagement | PermissionDecisionApproveForLocationApprovalFactory | PermissionDecisionApproveForLocationApprovalExtensionPermissionAccess | PermissionDecisionApproveForLocationApprovalExtensionEnvAccess | UnknownVariant
    """Approval to persist for this location"""
    PermissionDecisionApproveForSessionApproval: TypeAlias = PermissionDecisionApproveForSessionApprovalCommands | PermissionDecisionApproveForSessionApprovalRead | PermissionDecisionApproveForSessionApprovalWrite | PermissionDecisionApproveForSessionApprovalMcp | PermissionDecisionApproveForSessionApprovalMcpSampling | PermissionDecisionApproveForSessionApprovalMemory | PermissionDecisionApproveForSessionApprovalCustomTool | PermissionDecisionApproveForSessionApprovalExtensionManagement | PermissionDecisionApproveForSessionApprovalFactory | PermissionDecisionApproveForSessionApprovalExtensionPermissionAccess | PermissionDecisionApproveForSessionApprovalExtensionEnvAccess | UnknownVariant
    """Session-scoped approval to remember (tool prompts only; omitted for path/url prompts)"""
    PermissionPromptRequest: TypeAlias = PermissionPromptRequestCommands | PermissionPromptRequestWrite | PermissionPromptRequestRead | PermissionPromptRequestMcp | PermissionPromptRequestUrl | PermissionPromptRequestMemory | PermissionPromptRequestCustomTool | PermissionPromptRequestPath | PermissionPromptRequestHook | PermissionPromptRequestExtensionManagement | PermissionPromptRequestFactory | PermissionPromptRequestExtensionPermissionAccess | PermissionPromptRequestExtensionEnvAccess | UnknownVariant
    """Derived user-facing permission prompt details for UI consumers"""
    PermissionsLocationsAddToolApprovalDetails: TypeAlias = PermissionsLocationsAddToolApprovalDetailsCommands | PermissionsLocationsAddToolApprovalDetailsRead | PermissionsLocationsAddToolApprovalDetailsWrite | PermissionsLocationsAddToolApprovalDetailsMcp | PermissionsLocationsAddToolApprovalDetailsMcpSampling | PermissionsLocationsAddToolApprovalDetailsMemory | PermissionsLocationsAddToolApprovalDetailsCustomTool | PermissionsLocationsAddToolApprovalDetailsExtensionManagement | PermissionsLocationsAddToolApprovalDetailsFactory | PermissionsLocationsAddToolApprovalDetailsExtensionPermissionAccess | PermissionsLocationsAddToolApprovalDetailsExtensionEnvAccess | UnknownVariant
    """Tool approval to persist and apply"""
    UserToolSessionApproval: TypeAlias = UserToolSessionApprovalCommands | UserToolSessionApprovalRead | UserToolSessionApprovalWrite | UserToolSessionApprovalMcp | UserToolSessionApprovalMemory | UserToolSessionApprovalCustomTool | UserToolSessionApprovalExtensionManagement | UserToolSessionApprovalFactory | UserToolSessionApprovalExtensionPermissionAccess | UserToolSessionApprovalExtensionEnvAccess | UnknownVariant
    """The approval to add as a session-scoped rule"""
else:
    AssistedApprovalJudgeFailureReason = Literal["timeout", "abort", "empty_response", "model_error", "parse_error"]
    AssistedApprovalRecommendation = Literal["approve", "requireApproval", "excluded", "error"]
    FactoryPermissionOperation = Literal["run", "author"]
    PermissionLocationType = Literal["repo", "dir"]
    PermissionMode = Literal["manual", "assisted", "allow-all"]
    PermissionModeSource = Literal["cli_flag", "slash_command", "autopilot_confirmation", "user_setting", "organization_targeting", "rpc"]
    PermissionPromptRequestPathAccessKind = Literal["read", "shell", "write"]
    PermissionRecommendation = Literal["approve"]
    PermissionRequestMemoryAction = Literal["store", "vote"]
    PermissionRequestMemoryDirection = Literal["upvote", "downvote"]
    PermissionsConfigureAdditionalContentExclusionPolicyScope = Literal["repo", "all"]
    PermissionsModifyRulesScope = Literal["session", "location"]
    PermissionsSetApproveAllSource = Literal["cli_flag", "slash_command", "autopilot_confirmation", "user_setting", "rpc"]
    PermissionDecision = PermissionDecisionApproveOnce | PermissionDecisionApproveForSession | PermissionDecisionApproveForLocation | PermissionDecisionApprovePermanently | PermissionDecisionReject | PermissionDecisionUserNotAvailable | PermissionDecisionApproved | PermissionDecisionApprovedForSession | PermissionDecisionApprovedForLocation | PermissionDecisionCancelled | PermissionDecisionDeniedByRules | PermissionDecisionDeniedNoApprovalRuleAndCouldNotRequestFromUser | PermissionDecisionDeniedInteractivelyByUser | PermissionDecisionDeniedByContentExclusionPolicy | PermissionDecisionDeniedByPermissionRequestHook
    PermissionDecisionApproveForLocationApproval = PermissionDecisionApproveForLocationApprovalCommands | PermissionDecisionApproveForLocationApprovalRead | PermissionDecisionApproveForLocationApprovalWrite | PermissionDecisionApproveForLocationApprovalMcp | PermissionDecisionApproveForLocationApprovalMcpSampling | PermissionDecisionApproveForLocationApprovalMemory | PermissionDecisionApproveForLocationApprovalCustomTool | PermissionDecisionApproveForLocationApprovalExtensionManagement | PermissionDecisionApproveForLocationApprovalFactory | PermissionDecisionApproveForLocationApprovalExtensionPermissionAccess | PermissionDecisionApproveForLocationApprovalExtensionEnvAccess
    PermissionDecisionApproveForSessionApproval = PermissionDecisionApproveForSessionApprovalCommands | PermissionDecisionApproveForSessionApprovalRead | PermissionDecisionApproveForSessionApprovalWrite | PermissionDecisionApproveForSessionApprovalMcp | PermissionDecisionApproveForSessionApprovalMcpSampling | PermissionDecisionApproveForSessionApprovalMemory | PermissionDecisionApproveForSessionApprovalCustomTool | PermissionDecisionApproveForSessionApprovalExtensionManagement | PermissionDecisionApproveForSessionApprovalFactory | PermissionDecisionApproveForSessionApprovalExtensionPermissionAccess | PermissionDecisionApproveForSessionApprovalExtensionEnvAccess
    PermissionPromptRequest = PermissionPromptRequestCommands | PermissionPromptRequestWrite | PermissionPromptRequestRead | PermissionPromptRequestMcp | PermissionPromptRequestUrl | PermissionPromptRequestMemory | PermissionPromptRequestCustomTool | PermissionPromptRequestPath | PermissionPromptRequestHook | PermissionPromptRequestExtensionManagement | PermissionPromptRequestFactory | PermissionPromptRequestExtensionPermissionAccess | PermissionPromptRequestExtensionEnvAccess
    PermissionsLocationsAddToolApprovalDetails = PermissionsLocationsAddToolApprovalDetailsCommands | PermissionsLocationsAddToolApprovalDetailsRead | PermissionsLocationsAddToolApprovalDetailsWrite | PermissionsLocationsAddToolApprovalDetailsMcp | PermissionsLocationsAddToolApprovalDetailsMcpSampling | PermissionsLocationsAddToolApprovalDetailsMemory | PermissionsLocationsAddToolApprovalDetailsCustomTool | PermissionsLocationsAddToolApprovalDetailsExtensionManagement | PermissionsLocationsAddToolApprovalDetailsFactory | PermissionsLocationsAddToolApprovalDetailsExtensionPermissionAccess | PermissionsLocationsAddToolApprovalDetailsExtensionEnvAccess
    UserToolSessionApproval = UserToolSessionApprovalCommands | UserToolSessionApprovalRead | UserToolSessionApprovalWrite | UserToolSessionApprovalMcp | UserToolSessionApprovalMemory | UserToolSessionApprovalCustomTool | UserToolSessionApprovalExtensionManagement | UserToolSessionApprovalFactory | UserToolSessionApprovalExtensionPermissionAccess | UserToolSessionApprovalExtensionEnvAccess


class SessionPermissionsConfigureParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.permissions.configure``."""

    approve_all_tool_permission_requests: bool | None = None
    approve_all_read_permission_requests: bool | None = None
    rules: PermissionRulesSet | None = None
    paths: PermissionPathsConfig | None = None
    urls: PermissionUrlsConfig | None = None
    additional_content_exclusion_policies: Sequence[PermissionsConfigureAdditionalContentExclusionPolicy] | None = None


class SessionPermissionsFolderTrustAddTrustedParams(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Parameters of ``session.permissions.folderTrust.addTrusted``."""

    path: str


class SessionPermissionsFolderTrustIsTrustedParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.permissions.folderTrust.isTrusted``."""

    path: str


class SessionPermissionsHandlePendingPermissionRequestParams(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Parameters of ``session.permissions.handlePendingPermissionRequest``."""

    request_id: str
    result: PermissionDecision
    decision_context: PermissionDecisionContext | None = None


class SessionPermissionsLocationsAddToolApprovalParams(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Parameters of ``session.permissions.locations.addToolApproval``."""

    location_key: str
    approval: PermissionsLocationsAddToolApprovalDetails


class SessionPermissionsLocationsApplyParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.permissions.locations.apply``."""

    working_directory: str


class SessionPermissionsLocationsResolveParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.permissions.locations.resolve``."""

    working_directory: str


class SessionPermissionsModifyRulesParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.permissions.modifyRules``."""

    scope: PermissionsModifyRulesScope
    add: Sequence[PermissionRule] | None = None
    remove: Sequence[PermissionRule] | None = None
    remove_all: bool | None = None


class SessionPermissionsNotifyPromptShownParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.permissions.notifyPromptShown``."""

    message: str


class SessionPermissionsPathsAddParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.permissions.paths.add``."""

    path: str


class SessionPermissionsPathsIsPathWithinAllowedDirectoriesParams(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Parameters of ``session.permissions.paths.isPathWithinAllowedDirectories``."""

    path: str


class SessionPermissionsPathsIsPathWithinWorkspaceParams(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Parameters of ``session.permissions.paths.isPathWithinWorkspace``."""

    path: str


class SessionPermissionsPathsUpdatePrimaryParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.permissions.paths.updatePrimary``."""

    path: str


class SessionPermissionsResetSessionApprovalsParams(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Parameters of ``session.permissions.resetSessionApprovals``."""

    include_location: bool | None = None


class SessionPermissionsSetApproveAllParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.permissions.setApproveAll``."""

    enabled: bool
    source: PermissionsSetApproveAllSource | None = None


class SessionPermissionsSetModeParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.permissions.setMode``."""

    mode: PermissionMode
    assisted_approval_model: str | None = None
    source: PermissionModeSource | None = None


class SessionPermissionsSetRequiredParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.permissions.setRequired``."""

    required: bool


class SessionPermissionsUrlsSetUnrestrictedModeParams(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Parameters of ``session.permissions.urls.setUnrestrictedMode``."""

    enabled: bool


class SessionPermissionsRpc(RpcNamespace):
    """``session.permissions.*``."""

    __slots__ = ()

    @property
    def folder_trust(self) -> SessionPermissionsFolderTrustRpc:
        """``session.permissions.folderTrust.*``."""
        return SessionPermissionsFolderTrustRpc(self._call)

    @property
    def locations(self) -> SessionPermissionsLocationsRpc:
        """``session.permissions.locations.*``."""
        return SessionPermissionsLocationsRpc(self._call)

    @property
    def paths(self) -> SessionPermissionsPathsRpc:
        """``session.permissions.paths.*``."""
        return SessionPermissionsPathsRpc(self._call)

    @property
    def urls(self) -> SessionPermissionsUrlsRpc:
        """``session.permissions.urls.*``."""
        return SessionPermissionsUrlsRpc(self._call)

    async def configure(
        self,
        *,
        approve_all_tool_permission_requests: bool | None = None,
        approve_all_read_permission_requests: bool | None = None,
        rules: PermissionRulesSet | None = None,
        paths: PermissionPathsConfig | None = None,
        urls: PermissionUrlsConfig | None = None,
        additional_content_exclusion_policies: Sequence[PermissionsConfigureAdditionalContentExclusionPolicy] | None = None,
        rpc_timeout: float | None = None,
    ) -> PermissionsConfigureResult:
        """Replaces selected permission policy fields (rules, paths, URLs, exclusions, allow-all
        flags) on the session.

        ``session.permissions.configure`` on the wire; experimental.

        Args:
            approve_all_tool_permission_requests: If specified, sets whether tool permission
                requests are auto-approved without prompting. Omit to leave the current value
                unchanged.
            approve_all_read_permission_requests: If specified, sets whether path/URL read
                permission requests are auto-approved. Omit to leave the current value unchanged.
            rules: If specified, replaces the session's approved/denied permission rules. Omit to
                leave the current rules unchanged.
            paths: If specified, replaces the session's path-permission policy. The runtime
                constructs the appropriate PathManager based on these inputs (rooted at the
                session's working directory). Omit to leave the current path policy unchanged.
            urls: If specified, replaces the session's URL-permission policy. The runtime
                constructs a fresh DefaultUrlManager based on these inputs. Omit to leave the
                current URL policy unchanged.
            additional_content_exclusion_policies: If specified, replaces the host-supplied
                GitHub Content Exclusion policies on the session (combined with
                natively-discovered policies when evaluating tool/file access). Omit to leave the
                current policies unchanged.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the operation succeeded.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.permissions.configure",
            SessionPermissionsConfigureParams(
                approve_all_tool_permission_requests=approve_all_tool_permission_requests,
                approve_all_read_permission_requests=approve_all_read_permission_requests,
                rules=rules,
                paths=paths,
                urls=urls,
                additional_content_exclusion_policies=additional_content_exclusion_policies,
            ),
            PermissionsConfigureResult,
            rpc_timeout,
        )

    async def get_mode(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> PermissionsGetModeResult:
        """Returns the current permission mode for the session.

        ``session.permissions.getMode`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Current permission mode.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.permissions.getMode",
            None,
            PermissionsGetModeResult,
            rpc_timeout,
        )

    async def handle_pending_permission_request(
        self,
        *,
        request_id: str,
        result: PermissionDecision,
        decision_context: PermissionDecisionContext | None = None,
        rpc_timeout: float | None = None,
    ) -> PermissionRequestResult:
        """Provides a decision for a pending tool permission request.

        ``session.permissions.handlePendingPermissionRequest`` on the wire; experimental.

        Args:
            request_id: Request ID of the pending permission request
            result: The client's response to the pending permission prompt
            decision_context: Optional informational context describing how and where this
                response was made. Omit it to preserve legacy behavior without attributing an
                origin.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the permission decision was applied; false when the request was
            already resolved.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.permissions.handlePendingPermissionRequest",
            SessionPermissionsHandlePendingPermissionRequestParams(
                request_id=request_id,
                result=result,
                decision_context=decision_context,
            ),
            PermissionRequestResult,
            rpc_timeout,
        )

    async def modify_rules(
        self,
        *,
        scope: PermissionsModifyRulesScope,
        add: Sequence[PermissionRule] | None = None,
        remove: Sequence[PermissionRule] | None = None,
        remove_all: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> PermissionsModifyRulesResult:
        """Adds or removes session-scoped or location-scoped permission rules.

        ``session.permissions.modifyRules`` on the wire; experimental.

        Args:
            scope: Whether the change applies to ephemeral session-scoped rules (cleared at
                session end) or to location-scoped rules persisted via the location-permissions
                config file.
            add: Rules to add to the scope. Applied before `remove`/`removeAll`.
            remove: Specific rules to remove from the scope. Ignored when `removeAll` is true.
            remove_all: When true, removes every rule currently in the scope (after any `add` is
                applied). Useful for clearing the location scope wholesale.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the operation succeeded.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.permissions.modifyRules",
            SessionPermissionsModifyRulesParams(
                scope=scope,
                add=add,
                remove=remove,
                remove_all=remove_all,
            ),
            PermissionsModifyRulesResult,
            rpc_timeout,
        )

    async def notify_prompt_shown(
        self,
        *,
        message: str,
        rpc_timeout: float | None = None,
    ) -> PermissionsNotifyPromptShownResult:
        """Notifies the runtime that a permission prompt UI has been shown to the user.

        ``session.permissions.notifyPromptShown`` on the wire; experimental.

        Args:
            message: Human-readable description of the prompt the user is being asked to approve.
                Used by the runtime to fire the registered `permission_prompt` notification hook
                (e.g. terminal bell, desktop notification).
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the operation succeeded.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.permissions.notifyPromptShown",
            SessionPermissionsNotifyPromptShownParams(
                message=message,
            ),
            PermissionsNotifyPromptShownResult,
            rpc_timeout,
        )

    async def pending_requests(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> PendingPermissionRequestList:
        """Reconstructs the set of pending tool permission requests from the session's event
        history.

        ``session.permissions.pendingRequests`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            List of pending permission requests reconstructed from event history.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.permissions.pendingRequests",
            None,
            PendingPermissionRequestList,
            rpc_timeout,
        )

    async def reset_session_approvals(
        self,
        *,
        include_location: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> PermissionsResetSessionApprovalsResult:
        """Clears session-scoped tool permission approvals.

        ``session.permissions.resetSessionApprovals`` on the wire; experimental.

        Args:
            include_location: Whether location-scoped approvals are cleared too. Defaults to
                `true`.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the operation succeeded.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.permissions.resetSessionApprovals",
            SessionPermissionsResetSessionApprovalsParams(
                include_location=include_location,
            ),
            PermissionsResetSessionApprovalsResult,
            rpc_timeout,
        )

    async def set_approve_all(
        self,
        *,
        enabled: bool,
        source: PermissionsSetApproveAllSource | None = None,
        rpc_timeout: float | None = None,
    ) -> PermissionsSetApproveAllResult:
        """Enables or disables automatic approval of tool permission requests for the session.

        ``session.permissions.setApproveAll`` on the wire; experimental.

        Args:
            enabled: Whether to auto-approve all tool permission requests
            source: Optional source for allow-all telemetry. Defaults to `rpc` when omitted for
                SDK callers.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the operation succeeded.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.permissions.setApproveAll",
            SessionPermissionsSetApproveAllParams(
                enabled=enabled,
                source=source,
            ),
            PermissionsSetApproveAllResult,
            rpc_timeout,
        )

    async def set_mode(
        self,
        *,
        mode: PermissionMode,
        assisted_approval_model: str | None = None,
        source: PermissionModeSource | None = None,
        rpc_timeout: float | None = None,
    ) -> PermissionsSetModeResult:
        """Sets the permission mode for the session. `manual` follows the normal approval flow,
        `assisted` attaches LLM safety recommendations, and `allow-all` automatically approves
        permission requests. The result returns the authoritative post-mutation mode so callers
        can update local state without racing the `session.permissions_changed` notification.

        ``session.permissions.setMode`` on the wire; experimental.

        Args:
            mode: Permission mode to apply
            assisted_approval_model: Optional judge model id for assisted mode. When omitted, the
                session resolves the provider default: `gpt-5.5` for CAPI sessions and the active
                session model for BYOK sessions.
            source: Optional source for permission-mode telemetry. Defaults to `rpc` when omitted
                for SDK callers.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the requested permission mode was applied and reports the
            authoritative post-mutation mode.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.permissions.setMode",
            SessionPermissionsSetModeParams(
                mode=mode,
                assisted_approval_model=assisted_approval_model,
                source=source,
            ),
            PermissionsSetModeResult,
            rpc_timeout,
        )

    async def set_required(
        self,
        *,
        required: bool,
        rpc_timeout: float | None = None,
    ) -> PermissionsSetRequiredResult:
        """Sets whether the client wants permission prompts bridged into session events.

        ``session.permissions.setRequired`` on the wire; experimental.

        Args:
            required: Whether the client wants `permission.requested` events bridged from the
                session-owned permission service. CLI clients that render prompt UI set this to
                `true` for as long as their listener is mounted; headless callers leave it unset
                (the default is `false`).
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the operation succeeded.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.permissions.setRequired",
            SessionPermissionsSetRequiredParams(
                required=required,
            ),
            PermissionsSetRequiredResult,
            rpc_timeout,
        )


class SessionPermissionsFolderTrustRpc(RpcNamespace):
    """``session.permissions.folderTrust.*``."""

    __slots__ = ()

    async def add_trusted(
        self,
        *,
        path: str,
        rpc_timeout: float | None = None,
    ) -> PermissionsFolderTrustAddTrustedResult:
        """Adds a folder to the user's trusted folders list.

        ``session.permissions.folderTrust.addTrusted`` on the wire; experimental.

        Args:
            path: Folder path to mark as trusted
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the operation succeeded.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.permissions.folderTrust.addTrusted",
            SessionPermissionsFolderTrustAddTrustedParams(
                path=path,
            ),
            PermissionsFolderTrustAddTrustedResult,
            rpc_timeout,
        )

    async def is_trusted(
        self,
        *,
        path: str,
        rpc_timeout: float | None = None,
    ) -> FolderTrustCheckResult:
        """Reports whether a folder is trusted according to the user's folder trust state.

        ``session.permissions.folderTrust.isTrusted`` on the wire; experimental.

        Args:
            path: Folder path to check
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Folder trust check result.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.permissions.folderTrust.isTrusted",
            SessionPermissionsFolderTrustIsTrustedParams(
                path=path,
            ),
            FolderTrustCheckResult,
            rpc_timeout,
        )


class SessionPermissionsLocationsRpc(RpcNamespace):
    """``session.permissions.locations.*``."""

    __slots__ = ()

    async def add_tool_approval(
        self,
        *,
        location_key: str,
        approval: PermissionsLocationsAddToolApprovalDetails,
        rpc_timeout: float | None = None,
    ) -> PermissionsLocationsAddToolApprovalResult:
        """Persists a tool approval for a permission location and applies its rules to this
        session's live permission service.

        ``session.permissions.locations.addToolApproval`` on the wire; experimental.

        Args:
            location_key: Location key (git root or cwd) to persist the approval to
            approval: Tool approval to persist and apply
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the operation succeeded.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.permissions.locations.addToolApproval",
            SessionPermissionsLocationsAddToolApprovalParams(
                location_key=location_key,
                approval=approval,
            ),
            PermissionsLocationsAddToolApprovalResult,
            rpc_timeout,
        )

    async def apply(
        self,
        *,
        working_directory: str,
        rpc_timeout: float | None = None,
    ) -> PermissionLocationApplyResult:
        """Applies persisted location-scoped tool approvals and allowed directories for a working
        directory to this session's permission service.

        ``session.permissions.locations.apply`` on the wire; experimental.

        Args:
            working_directory: Working directory whose persisted location permissions should be
                applied
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Summary of persisted location permissions applied to the session.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.permissions.locations.apply",
            SessionPermissionsLocationsApplyParams(
                working_directory=working_directory,
            ),
            PermissionLocationApplyResult,
            rpc_timeout,
        )

    async def resolve(
        self,
        *,
        working_directory: str,
        rpc_timeout: float | None = None,
    ) -> PermissionLocationResolveResult:
        """Resolves the permission location key and type for a working directory.

        ``session.permissions.locations.resolve`` on the wire; experimental.

        Args:
            working_directory: Working directory whose permission location should be resolved
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Resolved location-permissions key and type.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.permissions.locations.resolve",
            SessionPermissionsLocationsResolveParams(
                working_directory=working_directory,
            ),
            PermissionLocationResolveResult,
            rpc_timeout,
        )


class SessionPermissionsPathsRpc(RpcNamespace):
    """``session.permissions.paths.*``."""

    __slots__ = ()

    async def add(
        self,
        *,
        path: str,
        rpc_timeout: float | None = None,
    ) -> PermissionsPathsAddResult:
        """Adds a directory to the session's allow-list and activates conventional skill and agent
        definitions under it.

        ``session.permissions.paths.add`` on the wire; experimental.

        Args:
            path: Directory to add to the allow-list. The runtime resolves and validates the path
                before adding, then loads conventional `.github/skills/` and `.github/agents/`
                definitions under it when their subsystem gates are enabled. Adding the directory
                is therefore also a trust decision for configuration stored there.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the operation succeeded.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.permissions.paths.add",
            SessionPermissionsPathsAddParams(
                path=path,
            ),
            PermissionsPathsAddResult,
            rpc_timeout,
        )

    async def is_path_within_allowed_directories(
        self,
        *,
        path: str,
        rpc_timeout: float | None = None,
    ) -> PermissionPathsAllowedCheckResult:
        """Reports whether a path falls within any of the session's allowed directories.

        ``session.permissions.paths.isPathWithinAllowedDirectories`` on the wire; experimental.

        Args:
            path: Path to check against the session's allowed directories
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the supplied path is within the session's allowed directories.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.permissions.paths.isPathWithinAllowedDirectories",
            SessionPermissionsPathsIsPathWithinAllowedDirectoriesParams(
                path=path,
            ),
            PermissionPathsAllowedCheckResult,
            rpc_timeout,
        )

    async def is_path_within_workspace(
        self,
        *,
        path: str,
        rpc_timeout: float | None = None,
    ) -> PermissionPathsWorkspaceCheckResult:
        """Reports whether a path falls within the session's workspace (primary) directory.

        ``session.permissions.paths.isPathWithinWorkspace`` on the wire; experimental.

        Args:
            path: Path to check against the session workspace directory
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the supplied path is within the session's workspace directory.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.permissions.paths.isPathWithinWorkspace",
            SessionPermissionsPathsIsPathWithinWorkspaceParams(
                path=path,
            ),
            PermissionPathsWorkspaceCheckResult,
            rpc_timeout,
        )

    async def list(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> PermissionPathsList:
        """Returns the session's allowed directories and primary working directory.

        ``session.permissions.paths.list`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Snapshot of the session's allow-listed directories and primary working directory.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.permissions.paths.list",
            None,
            PermissionPathsList,
            rpc_timeout,
        )

    async def update_primary(
        self,
        *,
        path: str,
        rpc_timeout: float | None = None,
    ) -> PermissionsPathsUpdatePrimaryResult:
        """Updates the session's primary working directory used by the permission policy.

        ``session.permissions.paths.updatePrimary`` on the wire; experimental.

        Args:
            path: Directory to set as the new primary working directory for the session's
                permission policy.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the operation succeeded.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.permissions.paths.updatePrimary",
            SessionPermissionsPathsUpdatePrimaryParams(
                path=path,
            ),
            PermissionsPathsUpdatePrimaryResult,
            rpc_timeout,
        )


class SessionPermissionsUrlsRpc(RpcNamespace):
    """``session.permissions.urls.*``."""

    __slots__ = ()

    async def set_unrestricted_mode(
        self,
        *,
        enabled: bool,
        rpc_timeout: float | None = None,
    ) -> PermissionsUrlsSetUnrestrictedModeResult:
        """Toggles the runtime's URL-permission policy between unrestricted and restricted modes.

        ``session.permissions.urls.setUnrestrictedMode`` on the wire; experimental.

        Args:
            enabled: Whether to allow access to all URLs without prompting. Toggles the runtime's
                URL-permission policy in place.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the operation succeeded.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.permissions.urls.setUnrestrictedMode",
            SessionPermissionsUrlsSetUnrestrictedModeParams(
                enabled=enabled,
            ),
            PermissionsUrlsSetUnrestrictedModeResult,
            rpc_timeout,
        )
