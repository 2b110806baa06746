"""Types and methods: rpc_common.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from msgspec import UNSET, UnsetType, field

from copilot_actors.protocol._wire_struct import (
    JsonValue,
    UnknownVariant,
    WireStruct,
)

__all__ = [
    "AdaptiveThinkingSupport",
    "AgentInfo",
    "AgentInfoSource",
    "AgentModelPolicy",
    "ApiKeyAuthInfo",
    "Attachment",
    "AttachmentBlob",
    "AttachmentDirectory",
    "AttachmentExtensionContext",
    "AttachmentFile",
    "AttachmentFileLineRange",
    "AttachmentGitHubActionsJob",
    "AttachmentGitHubCommit",
    "AttachmentGitHubFile",
    "AttachmentGitHubFileDiff",
    "AttachmentGitHubFileDiffSide",
    "AttachmentGitHubReference",
    "AttachmentGitHubReferenceType",
    "AttachmentGitHubRelease",
    "AttachmentGitHubRepository",
    "AttachmentGitHubSnippet",
    "AttachmentGitHubTreeComparison",
    "AttachmentGitHubTreeComparisonSide",
    "AttachmentGitHubUrl",
    "AttachmentSelection",
    "AttachmentSelectionDetails",
    "AttachmentSelectionDetailsEnd",
    "AttachmentSelectionDetailsStart",
    "AuthInfo",
    "AutoTier",
    "CapiSessionOptions",
    "CatalogAuthenticationRequiredError",
    "CatalogAuthenticationRequiredReason",
    "CatalogCapability",
    "CatalogClientContract",
    "CatalogContractViolationError",
    "CatalogContractViolationReason",
    "CatalogInvalidRequestError",
    "CatalogInvalidRequestField",
    "CatalogMalformedCardError",
    "CatalogMalformedCardReason",
    "CatalogMediaType",
    "CatalogNegotiatedContract",
    "CatalogNegotiationRefusedError",
    "CatalogNegotiationRefusedReason",
    "CatalogNetworkFailureError",
    "CatalogNetworkFailureReason",
    "CatalogPolicyRejectedError",
    "CatalogUnavailableError",
    "CatalogUnavailableReason",
    "CatalogUnsafeRetrievalError",
    "CatalogUnsafeRetrievalReason",
    "CommandList",
    "ContentFilterMode",
    "ContextTier",
    "CopilotApiTokenAuthInfo",
    "CopilotUserResponse",
    "CopilotUserResponseEndpoints",
    "CopilotUserResponseOrganizationListItem",
    "CopilotUserResponseQuotaSnapshotsValue",
    "EnvAuthInfo",
    "EventsCursorStatus",
    "EventsReadDirection",
    "EventsReadResult",
    "ExtensionSource",
    "FactoryAckResult",
    "FilterMapping",
    "GhCliAuthInfo",
    "GitHubRepoRef",
    "HMACAuthInfo",
    "HistoryRewindUnavailableReason",
    "HookType",
    "InstructionSource",
    "InstructionSourceLocation",
    "InstructionSourceType",
    "McpPlanPolicySource",
    "McpSafeForTelemetryFields",
    "McpSerializableServerConfig",
    "McpServerAuthConfig",
    "McpServerAuthConfigRedirectPort",
    "McpServerCardMediaType",
    "McpServerConfigDeferTools",
    "McpServerConfigHttpOauthGrantType",
    "McpServerSource",
    "ModelCapabilitiesOverride",
    "ModelCapabilitiesOverrideLimits",
    "ModelCapabilitiesOverrideLimitsVision",
    "ModelCapabilitiesOverrideSupports",
    "ModelPickerPriceCategory",
    "ModelPickerSettingsContext",
    "ModelPickerSettingsContextEnvironment",
    "ModelSwitchConfirmation",
    "NamedProviderConfig",
    "OmittedBinaryOmittedReason",
    "PermissionDecisionContext",
    "PermissionDecisionOutcome",
    "PermissionDecisionSource",
    "PermissionDecisionSurface",
    "PermissionResponseCapability",
    "ProtocolSectionOverride",
    "ProtocolSystemMessageConfig",
    "ProviderConfig",
    "ProviderConfigAzure",
    "ProviderConfigTransport",
    "ProviderConfigType",
    "ProviderConfigWireApi",
    "ProviderModelConfig",
    "SandboxConfig",
    "SandboxConfigAuth",
    "SandboxConfigSource",
    "SandboxConfigUserPolicy",
    "SandboxConfigUserPolicyExperimental",
    "SandboxConfigUserPolicyExperimentalSeatbelt",
    "SandboxConfigUserPolicyFilesystem",
    "SandboxConfigUserPolicyNetwork",
    "SandboxConfigUserPolicyNetworkProxy",
    "SandboxConfigUserPolicySeatbelt",
    "SendAgentMode",
    "SendMode",
    "SessionCapability",
    "SessionLimitsConfig",
    "SessionMode",
    "ShellCredentials",
    "ShellInitProfile",
    "ShellInitScript",
    "ShellInitScriptShell",
    "ShellOptions",
    "SkillSource",
    "SlashCommandInfo",
    "SlashCommandInput",
    "SlashCommandInputChoice",
    "SlashCommandInputCompletion",
    "SlashCommandKind",
    "SystemMessageBlock",
    "TokenAuthInfo",
    "TokenProviderAuthInfo",
    "UserAuthInfo",
    "Verbosity",
]


class AgentInfo(WireStruct, frozen=True, kw_only=True):
    """Agent metadata, including identifiers, display details, source, tools, model, models, MCP
    servers, skills, and file path.

    Attributes:
        name: Name of the agent. Use `id` as the stable selection identifier.
        display_name: Human-readable display name
        description: Description of the agent's purpose
        path: Absolute local file path of the agent definition. Only set for file-based agents
            loaded from disk; remote agents do not have a path.
        id: Stable identifier for selection. For most agents this is the same as `name`; for
            plugin/builtin agents it may differ. Always populated; defaults to `name` when no
            distinct id was assigned.
        source: Where the agent definition was loaded from
        user_invocable: Whether the agent can be selected directly by the user. Agents marked
            `false` are subagent-only.
        disable_model_invocation: Whether model-driven invocation is disabled for this agent.
        tools: Allowed tool names for this agent. Empty array means none; omitted means inherit
            defaults.
        model: Authored preferred model id for this agent. Runtime model selection may choose a
            different model; omitted means no authored preference.
        models: Authored preferred model ids for this agent, in priority order. Runtime model
            selection chooses the first available model; omitted means no authored preference.
        model_policy: Whether authored models are preferences or required constraints.
        mcp_servers: MCP server configurations attached to this agent, keyed by server name.
            Server config shape mirrors the MCP `mcpServers` schema.
        skills: Skill names preloaded into this agent's context. Omitted means none.
        prompt: Authored base prompt for the agent. Runtime prompt assembly may add dynamic
            context at invocation time. Omitted from `session.agent.list` unless `includePrompt`
            is true.
    """

    name: str
    display_name: str
    description: str
    path: str | None = None
    id: str
    source: AgentInfoSource | None = None
    user_invocable: bool | None = None
    disable_model_invocation: bool | None = None
    tools: list[str] | None = None
    model: str | None = None
    models: list[str] | None = None
    model_policy: AgentModelPolicy | None = None
    mcp_servers: dict[str, JsonValue] | None = None
    skills: list[str] | None = None
    prompt: str | None = None


class ApiKeyAuthInfo(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="api-key",
    gc=False,
):
    """Authentication-info input variant for API-key authentication to a non-GitHub LLM provider,
    carrying the secret `apiKey` and host.

    Attributes:
        api_key: The API key. Treat as a secret.
        host: Authentication host.
        copilot_user: Snapshot of the authenticated user's Copilot subscription info, if known.
            Mirrors the GitHub API `/copilot_internal/v2/token` user response shape — the runtime
            trusts this verbatim and does not re-fetch when set.
    """

    type: ClassVar[Literal["api-key"]] = "api-key"
    api_key: str
    host: str
    copilot_user: CopilotUserResponse | None = None


class AttachmentBlob(WireStruct, frozen=True, kw_only=True, tag_field="type", tag="blob", gc=False):
    """Blob attachment with inline base64-encoded data

    Attributes:
        data: Base64-encoded content. Present on input and for external consumers; replaced by an
            internal `assetId` reference in persisted events when interned to a content-addressed
            asset.
        mime_type: MIME type of the inline data
        display_name: User-facing display name for the attachment
        asset_id: Internal: content-addressed id of the session.binary_asset event holding this
            attachment's model-facing bytes (e.g. "sha256:..."). Absent externally.
        byte_length: Internal: decoded byte length of the attachment's model-facing bytes. Absent
            externally.
        omitted_reason: Internal: why model-facing bytes are absent from persistence. Absent
            externally.
    """

    type: ClassVar[Literal["blob"]] = "blob"
    data: str | None = None
    mime_type: str
    display_name: str | None = None
    asset_id: str | None = None
    byte_length: int | None = None
    omitted_reason: OmittedBinaryOmittedReason | None = None


class AttachmentDirectory(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="directory",
    gc=False,
):
    """Directory attachment

    Attributes:
        path: Absolute directory path
        display_name: User-facing display name for the attachment
        tagged_files_entry: Frozen rendered line this attachment contributed to the
            <tagged_files> prompt block (e.g. "* /path (12 items)"). Captured at send time so
            resumed history reproduces the exact text the model saw, independent of later
            filesystem changes.
    """

    type: ClassVar[Literal["directory"]] = "directory"
    path: str
    display_name: str
    tagged_files_entry: str | None = None


class AttachmentExtensionContext(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="extension_context",
):
    """Structured context contributed by an extension. Composer pills displayed in the host are
    forwarded back through session.send.attachments, then rendered into the model prompt as an
    <extension_context> XML block.

    Attributes:
        extension_id: Owning extension identifier. Runtime-derived from the caller's connection
            when produced via session.extensions.sendAttachmentsToMessage; preserved verbatim on
            subsequent transports.
        canvas_id: Provider-local canvas identifier when the push was bound to a canvas instance
        instance_id: Open canvas instance identifier when the push was bound to a canvas instance
        title: Human-readable composer pill label
        payload: Caller-supplied JSON payload
        captured_at: ISO 8601 timestamp captured by the runtime when the push was accepted
    """

    type: ClassVar[Literal["extension_context"]] = "extension_context"
    extension_id: str
    canvas_id: str | None = None
    instance_id: str | None = None
    title: str
    payload: JsonValue | None = None
    captured_at: str


class AttachmentFile(WireStruct, frozen=True, kw_only=True, tag_field="type", tag="file", gc=False):
    """File attachment

    Attributes:
        path: Absolute file path
        display_name: User-facing display name for the attachment
        line_range: Optional line range to scope the attachment to a specific section of the file
        mime_type: Internal: MIME type of the file's model-facing bytes (post-resize for images).
            Set when the file's bytes are interned to an asset. Absent externally.
        asset_id: Internal: content-addressed id of the session.binary_asset event holding this
            attachment's model-facing bytes (e.g. "sha256:..."). Absent externally.
        byte_length: Internal: decoded byte length of the attachment's model-facing bytes. Absent
            externally.
        omitted_reason: Internal: why model-facing bytes are absent from persistence. Absent
            externally.
        tagged_files_entry: Frozen rendered line this attachment contributed to the
            <tagged_files> prompt block (e.g. "* /path (123 lines)"). Captured at send time so
            resumed history reproduces the exact text the model saw, independent of later
            filesystem changes. Present only for attachments routed to <tagged_files> (mutually
            exclusive with assetId, which marks bytes sent natively).
    """

    type: ClassVar[Literal["file"]] = "file"
    path: str
    display_name: str
    line_range: AttachmentFileLineRange | None = None
    mime_type: str | None = None
    asset_id: str | None = None
    byte_length: int | None = None
    omitted_reason: OmittedBinaryOmittedReason | None = None
    tagged_files_entry: str | None = None


class AttachmentFileLineRange(WireStruct, frozen=True, kw_only=True, gc=False):
    """Optional line range to scope the attachment to a specific section of the file

    Attributes:
        start: Start line number (1-based)
        end: End line number (1-based, inclusive)
    """

    start: int
    end: int


class AttachmentGitHubActionsJob(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="github_actions_job",
    gc=False,
):
    """Pointer to a GitHub Actions job.

    Attributes:
        repo: Repository the workflow run belongs to
        job_id: Job id within the workflow run
        job_name: Display name of the job
        workflow_name: Display name of the workflow the job ran in
        url: URL to the job on GitHub
        conclusion: Terminal conclusion of the job when finished (e.g., success, failure,
            cancelled). Absent for in-progress jobs.
    """

    type: ClassVar[Literal["github_actions_job"]] = "github_actions_job"
    repo: GitHubRepoRef
    job_id: int
    job_name: str
    workflow_name: str
    url: str
    conclusion: str | None = None


class AttachmentGitHubCommit(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="github_commit",
    gc=False,
):
    """Pointer to a GitHub commit.

    Attributes:
        repo: Repository the commit belongs to
        oid: Full commit SHA
        message: First line of the commit message
        url: URL to the commit on GitHub
    """

    type: ClassVar[Literal["github_commit"]] = "github_commit"
    repo: GitHubRepoRef
    oid: str
    message: str
    url: str


class AttachmentGitHubFile(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="github_file",
    gc=False,
):
    """Pointer to a file in a GitHub repository at a specific ref.

    Attributes:
        repo: Repository the file lives in
        ref: Git ref the file is read at (branch, tag, or commit SHA)
        path: Repository-relative path to the file
        url: URL to the file on GitHub
    """

    type: ClassVar[Literal["github_file"]] = "github_file"
    repo: GitHubRepoRef
    ref: str
    path: str
    url: str


class AttachmentGitHubFileDiff(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="github_file_diff",
    gc=False,
):
    """Pointer to a single-file diff. At least one of `head` and `base` must be present.

    Attributes:
        url: URL to the diff on GitHub (e.g., a commit, compare, or PR-file URL)
        head: File location on the head side of the diff. Absent for deletions.
        base: File location on the base side of the diff. Absent for additions.
    """

    type: ClassVar[Literal["github_file_diff"]] = "github_file_diff"
    url: str
    head: AttachmentGitHubFileDiffSide | None = None
    base: AttachmentGitHubFileDiffSide | None = None


class AttachmentGitHubFileDiffSide(WireStruct, frozen=True, kw_only=True, gc=False):
    """One side of a file diff (head or base)

    Attributes:
        repo: Repository the file lives in
        ref: Git ref (branch, tag, or commit SHA) the file is read at
        path: Repository-relative path to the file
    """

    repo: GitHubRepoRef
    ref: str
    path: str


class AttachmentGitHubReference(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="github_reference",
    gc=False,
):
    """GitHub issue, pull request, or discussion reference

    Attributes:
        number: Issue, pull request, or discussion number
        title: Title of the referenced item
        reference_type: Type of GitHub reference
        state: Current state of the referenced item (e.g., open, closed, merged)
        url: URL to the referenced item on GitHub
    """

    type: ClassVar[Literal["github_reference"]] = "github_reference"
    number: int
    title: str
    reference_type: AttachmentGitHubReferenceType
    state: str
    url: str


class AttachmentGitHubRelease(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="github_release",
    gc=False,
):
    """Pointer to a GitHub release.

    Attributes:
        repo: Repository the release belongs to
        tag_name: Git tag the release is anchored to
        name: Human-readable release name
        url: URL to the release on GitHub
    """

    type: ClassVar[Literal["github_release"]] = "github_release"
    repo: GitHubRepoRef
    tag_name: str
    name: str
    url: str


class AttachmentGitHubRepository(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="github_repository",
    gc=False,
):
    """Pointer to a GitHub repository.

    Attributes:
        repo: Repository pointer
        url: URL to the repository on GitHub
        description: Short description of the repository
        ref: Git ref this attachment is anchored at (branch, tag, or commit). When absent the
            default branch is implied.
    """

    type: ClassVar[Literal["github_repository"]] = "github_repository"
    repo: GitHubRepoRef
    url: str
    description: str | None = None
    ref: str | None = None


class AttachmentGitHubSnippet(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="github_snippet",
    gc=False,
):
    """Pointer to a line range inside a file in a GitHub repository.

    Attributes:
        repo: Repository the file lives in
        ref: Git ref the file is read at (branch, tag, or commit SHA)
        path: Repository-relative path to the file
        url: URL to the snippet on GitHub (with line anchor)
        line_range: Line range the snippet covers
    """

    type: ClassVar[Literal["github_snippet"]] = "github_snippet"
    repo: GitHubRepoRef
    ref: str
    path: str
    url: str
    line_range: AttachmentFileLineRange


class AttachmentGitHubTreeComparison(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="github_tree_comparison",
    gc=False,
):
    """Pointer to a comparison between two git revisions.

    Attributes:
        url: URL to the comparison on GitHub
        base: Base side of the comparison
        head: Head side of the comparison
    """

    type: ClassVar[Literal["github_tree_comparison"]] = "github_tree_comparison"
    url: str
    base: AttachmentGitHubTreeComparisonSide
    head: AttachmentGitHubTreeComparisonSide


class AttachmentGitHubTreeComparisonSide(WireStruct, frozen=True, kw_only=True, gc=False):
    """One side of a tree comparison (head or base)

    Attributes:
        repo: Repository the revision belongs to
        revision: Git revision (branch, tag, or commit SHA)
    """

    repo: GitHubRepoRef
    revision: str


class AttachmentGitHubUrl(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="github_url",
    gc=False,
):
    """Generic GitHub URL reference.

    Attributes:
        url: URL to the GitHub resource
    """

    type: ClassVar[Literal["github_url"]] = "github_url"
    url: str


class AttachmentSelection(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="selection",
    gc=False,
):
    """Code selection attachment from an editor

    Attributes:
        file_path: Absolute path to the file containing the selection
        display_name: User-facing display name for the selection
        text: The selected text content
        selection: Position range of the selection within the file
    """

    type: ClassVar[Literal["selection"]] = "selection"
    file_path: str
    display_name: str
    text: str
    selection: AttachmentSelectionDetails


class AttachmentSelectionDetails(WireStruct, frozen=True, kw_only=True, gc=False):
    """Position range of the selection within the file

    Attributes:
        start: Start position of the selection
        end: End position of the selection
    """

    start: AttachmentSelectionDetailsStart
    end: AttachmentSelectionDetailsEnd


class AttachmentSelectionDetailsEnd(WireStruct, frozen=True, kw_only=True, gc=False):
    """End position of the selection

    Attributes:
        line: End line number (0-based)
        character: End character offset within the line (0-based)
    """

    line: int
    character: int


class AttachmentSelectionDetailsStart(WireStruct, frozen=True, kw_only=True, gc=False):
    """Start position of the selection

    Attributes:
        line: Start line number (0-based)
        character: Start character offset within the line (0-based)
    """

    line: int
    character: int


class CapiSessionOptions(WireStruct, frozen=True, kw_only=True, gc=False):
    """Options scoped to the built-in CAPI (Copilot API) provider.

    Attributes:
        auto_tier: Routing preference for sessions whose model is `auto`. On create or cold
            resume, this establishes the preference sent as `tier` on CAPI `/auto` requests; when
            omitted on cold resume, the runtime restores the last committed preference. On
            resident resume, a different value requests a safe switch after resume succeeds and
            cannot change an in-flight turn. Successful switches are persisted for later cold
            resume. When no preference is supplied or restored, CAPI default routing is used.
            `fast` is an integrator-only latency preset, not a first-party GitHub Copilot product
            preference.
        enable_web_socket_responses: Whether to use WebSocket transport for the CAPI Responses
            API. Enabled by default when the model advertises `ws:/responses` support; set to
            `false` to force the HTTP Responses transport in environments where WebSockets are
            blocked (e.g. behind a proxy). Setting this to `false` is equivalent to the
            `COPILOT_CLI_DISABLE_WEBSOCKET_RESPONSES` environment variable.
    """

    auto_tier: AutoTier | None = None
    enable_web_socket_responses: bool | None = None


class CatalogAuthenticationRequiredError(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="authentication-required",
    gc=False,
):
    """An optional catalog authentication exchange did not establish the caller's identity.
    Anonymous search remains supported; this refusal is reserved for an operation that cannot
    continue after the attempted exchange. It is distinct from `policy-rejected` and from a
    network failure, and the reason identifies the recovery action.

    Attributes:
        reason: Why authentication failed. Only an expired credential justifies attempting a
            silent refresh; an absent or rejected credential requires sign-in.
        message: Human-readable explanation, safe to surface. Never contains a credential or
            token, nor a query, URL, handle, or secret.
    """

    kind: ClassVar[Literal["authentication-required"]] = "authentication-required"
    reason: CatalogAuthenticationRequiredReason
    message: str


class CatalogClientContract(WireStruct, frozen=True, kw_only=True):
    """The protocol version and capability set a caller requires, supplied on every catalog request
    so negotiation cannot be skipped by omission.

    Attributes:
        protocol_version: SDK protocol version the caller was generated against. A caller below
            the runtime's minimum supported version is refused rather than served a partial
            result.
        required_capabilities: Wire features the caller requires the runtime to understand.
            Identifiers are bounded but extensible so a newer caller can negotiate with an older
            runtime. Requiring an unknown feature yields a typed refusal listing what is
            understood, never a partial grant. A grant does not promise that a deployment has
            enabled the operation; typed unavailable results report that separately.
    """

    protocol_version: int
    required_capabilities: list[str]


class CatalogContractViolationError(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="contract-violation",
    gc=False,
):
    """An upstream catalog response broke the wire contract. Most importantly, every result must
    carry exactly one of a URL or embedded data: a result carrying both, or neither, is refused
    here rather than being guessed at.

    Attributes:
        reason: Which rule the response broke.
        message: Human-readable explanation, safe to surface. Never echoes response content, nor
            a query, URL, handle, or secret.
    """

    kind: ClassVar[Literal["contract-violation"]] = "contract-violation"
    reason: CatalogContractViolationReason
    message: str


class CatalogInvalidRequestError(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="invalid-request",
    gc=False,
):
    """The request was rejected before any work was done, because a bounded field fell outside its
    permitted range or a required field was unusable.

    Attributes:
        field: Which request field was rejected.
        message: Human-readable explanation, safe to surface. Never echoes the offending value,
            nor a query, URL, handle, or secret.
    """

    kind: ClassVar[Literal["invalid-request"]] = "invalid-request"
    field: CatalogInvalidRequestField
    message: str


class CatalogMalformedCardError(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="malformed-card",
    gc=False,
):
    """A card could not be parsed or did not satisfy its declared media type's schema.

    Attributes:
        reason: How the card failed validation.
        media_type: Media type the card was interpreted as, when it declared one this runtime
            recognises.
        message: Human-readable explanation, safe to surface. Never echoes card content, nor a
            query, URL, handle, or secret.
    """

    kind: ClassVar[Literal["malformed-card"]] = "malformed-card"
    reason: CatalogMalformedCardReason
    media_type: CatalogMediaType | None = None
    message: str


class CatalogNegotiatedContract(WireStruct, frozen=True, kw_only=True):
    """The protocol version and capability set the runtime actually honoured for a successful
    catalog operation.

    Attributes:
        runtime_protocol_version: Protocol version of the runtime that served the request.
        granted_capabilities: Wire features the runtime understood for this operation. Always a
            superset of the caller's required features, because any shortfall is a refusal
            instead. Operation availability remains a separate typed result.
    """

    runtime_protocol_version: int
    granted_capabilities: list[CatalogCapability]


class CatalogNegotiationRefusedError(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="negotiation-refused",
):
    """The caller's protocol version or required capabilities cannot be honoured. Returned instead
    of a partial or ambiguous success.

    Attributes:
        reason: Whether the version or the capability set was the problem.
        runtime_protocol_version: Protocol version of the runtime that refused the request.
        minimum_supported_protocol_version: Lowest caller protocol version this runtime will
            serve.
        supported_capabilities: Capabilities this runtime can safely advertise to this caller.
            The complete five-capability protocol-3 legacy set is always present; every
            capability added after that baseline appears only when the caller required it, so an
            older closed-enum decoder can still consume a refusal. This list does not imply that
            every deployment has enabled every operation.
        unsupported_capabilities: The subset of the caller's bounded extensible capability
            identifiers this runtime cannot honour.
        message: Human-readable explanation, safe to surface. Never contains a query, URL,
            handle, or secret.
    """

    kind: ClassVar[Literal["negotiation-refused"]] = "negotiation-refused"
    reason: CatalogNegotiationRefusedReason
    runtime_protocol_version: int
    minimum_supported_protocol_version: int
    supported_capabilities: list[str]
    unsupported_capabilities: list[str]
    message: str


class CatalogNetworkFailureError(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="network-failure",
    gc=False,
):
    """The runtime could not reach the catalog authority or retrieve a card. Covers being offline as
    well as transport-level failure.

    Attributes:
        reason: Categorised failure, low cardinality so it can be aggregated without carrying a
            URL.
        status_code: HTTP status code, when the failure was a rejected response.
        retry_after_seconds: Bounded cooldown in seconds before another catalog request should be
            attempted, when the authority supplied a numeric Retry-After value or the runtime
            applied its documented fallback.
        message: Human-readable explanation, safe to surface. Never contains a query, URL,
            handle, or secret.
    """

    kind: ClassVar[Literal["network-failure"]] = "network-failure"
    reason: CatalogNetworkFailureReason
    status_code: int | None = None
    retry_after_seconds: int | None = None
    message: str


class CatalogPolicyRejectedError(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="policy-rejected",
    gc=False,
):
    """Registry or enterprise policy refused the operation.

    Attributes:
        source: Which authority produced the decision.
        message: Human-readable explanation, safe to surface. Never contains a query, URL,
            handle, or secret.
    """

    kind: ClassVar[Literal["policy-rejected"]] = "policy-rejected"
    source: McpPlanPolicySource
    message: str


class CatalogUnavailableError(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="unavailable",
    gc=False,
):
    """The operation is not available on this runtime. Distinct from a network failure: nothing was
    attempted.

    Attributes:
        reason: Why the operation is unavailable.
        message: Human-readable explanation, safe to surface. Never contains a query, URL,
            handle, or secret.
    """

    kind: ClassVar[Literal["unavailable"]] = "unavailable"
    reason: CatalogUnavailableReason
    message: str


class CatalogUnsafeRetrievalError(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="unsafe-retrieval",
    gc=False,
):
    """Retrieval was refused by the runtime's hardened fetch boundary before any request left the
    process, or before a redirect was followed.

    Attributes:
        reason: Which control refused the retrieval, low cardinality so it can be aggregated
            without carrying a URL.
        message: Human-readable explanation, safe to surface. Never contains the refused URL, nor
            a query, handle, or secret.
    """

    kind: ClassVar[Literal["unsafe-retrieval"]] = "unsafe-retrieval"
    reason: CatalogUnsafeRetrievalReason
    message: str


class CommandList(WireStruct, frozen=True, kw_only=True):
    """Slash commands available in the session, after applying any include/exclude filters.

    Attributes:
        commands: Commands available in this session
    """

    commands: list[SlashCommandInfo]


class CopilotApiTokenAuthInfo(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="copilot-api-token",
    gc=False,
):
    """Authentication-info variant for direct Copilot API token auth sourced from environment
    variables, with public GitHub host.

    Attributes:
        host: Authentication host (always the public GitHub host).
        copilot_user: Snapshot of the authenticated user's Copilot subscription info, if known.
            Mirrors the GitHub API `/copilot_internal/v2/token` user response shape — the runtime
            trusts this verbatim and does not re-fetch when set.
    """

    type: ClassVar[Literal["copilot-api-token"]] = "copilot-api-token"
    host: Literal["https://github.com"]
    copilot_user: CopilotUserResponse | None = None


class CopilotUserResponse(WireStruct, frozen=True, kw_only=True):
    """Snapshot of the authenticated user's Copilot subscription info, if known. Mirrors the GitHub
    API `/copilot_internal/v2/token` user response shape — the runtime trusts this verbatim and
    does not re-fetch when set.

    Attributes:
        login: GitHub login of the authenticated user.
        access_type_sku: Copilot access SKU identifier (e.g. `free_limited_copilot`,
            `copilot_for_business_seat_quota`) used to gate model and feature access.
        analytics_tracking_id: Opaque analytics tracking identifier for the user, forwarded from
            the Copilot API.
        assigned_date: Date the Copilot seat was assigned to the user, if applicable.
        can_signup_for_limited: Whether the user is eligible to sign up for the free/limited
            Copilot tier.
        chat_enabled: Whether Copilot chat is enabled for the user.
        copilot_plan: Copilot plan name for the user (e.g. `individual`, `business`,
            `enterprise`).
        copilotignore_enabled: Whether `.copilotignore` content-exclusion support is enabled for
            the user.
        endpoints: Endpoint URLs from the raw Copilot `/copilot_internal/v2/token` user-response
            passthrough.
        organization_login_list: Logins of the organizations the user belongs to.
        organization_list: Organizations the user belongs to, each with an optional ID, login,
            and display name.
        codex_agent_enabled: Whether the Codex agent is enabled for the user.
        is_mcp_enabled: Whether MCP (Model Context Protocol) support is enabled for the user.
        quota_reset_date: Date the user's usage quota next resets, as a raw string from the
            Copilot API; see `quota_reset_date_utc` for the UTC-normalized value.
        quota_snapshots: Quota snapshot map from the raw Copilot user-response passthrough, with
            chat, completions, premium-interactions, and other entries.
        restricted_telemetry: Whether the user's telemetry is subject to restricted-data
            handling.
        is_staff: Whether the user is a GitHub/Microsoft staff member.
        te: Raw passthrough of the Copilot API `te` flag for the user (an opaque server-side
            eligibility signal surfaced in telemetry); not otherwise interpreted by the runtime.
        token_based_billing: Whether the account is on usage-based (token/AI-credit) billing
            rather than a fixed premium-request quota.
        can_upgrade_plan: Whether the user is able to upgrade their Copilot plan.
        quota_reset_date_utc: UTC-normalized form of `quota_reset_date` (the date the user's
            usage quota next resets).
        limited_user_quotas: Per-category quota allotments for free/limited-tier users, keyed by
            quota category.
        limited_user_reset_date: Date the free/limited-tier user's quotas next reset, as a raw
            string from the Copilot API.
        monthly_quotas: Per-category monthly quota allotments, keyed by quota category.
        cloud_session_storage_enabled: Whether cloud session storage is enabled for the user.
        cli_remote_control_enabled: Whether CLI remote control is enabled for the user.
    """

    login: str | None = None
    access_type_sku: str | None = field(default=None, name="access_type_sku")
    analytics_tracking_id: str | None = field(default=None, name="analytics_tracking_id")
    assigned_date: str | None | UnsetType = field(default=UNSET, name="assigned_date")
    can_signup_for_limited: bool | None = field(default=None, name="can_signup_for_limited")
    chat_enabled: bool | None = field(default=None, name="chat_enabled")
    copilot_plan: str | None = field(default=None, name="copilot_plan")
    copilotignore_enabled: bool | None = field(default=None, name="copilotignore_enabled")
    endpoints: CopilotUserResponseEndpoints | None = None
    organization_login_list: list[str] | None = field(default=None, name="organization_login_list")
    organization_list: list[CopilotUserResponseOrganizationListItem | None] | None | UnsetType = field(default=UNSET, name="organization_list")
    codex_agent_enabled: bool | None = field(default=None, name="codex_agent_enabled")
    is_mcp_enabled: bool | None | UnsetType = field(default=UNSET, name="is_mcp_enabled")
    quota_reset_date: str | None = field(default=None, name="quota_reset_date")
    quota_snapshots: dict[str, CopilotUserResponseQuotaSnapshotsValue | None] | None = field(default=None, name="quota_snapshots")
    restricted_telemetry: bool | None = field(default=None, name="restricted_telemetry")
    is_staff: bool | None = field(default=None, name="is_staff")
    te: bool | None = None
    token_based_billing: bool | None = field(default=None, name="token_based_billing")
    can_upgrade_plan: bool | None = field(default=None, name="can_upgrade_plan")
    quota_reset_date_utc: str | None = field(default=None, name="quota_reset_date_utc")
    limited_user_quotas: dict[str, float] | None = field(default=None, name="limited_user_quotas")
    limited_user_reset_date: str | None = field(default=None, name="limited_user_reset_date")
    monthly_quotas: dict[str, float] | None = field(default=None, name="monthly_quotas")
    cloud_session_storage_enabled: bool | None = field(default=None, name="cloud_session_storage_enabled")
    cli_remote_control_enabled: bool | None = field(default=None, name="cli_remote_control_enabled")


class CopilotUserResponseEndpoints(WireStruct, frozen=True, kw_only=True, gc=False):
    """Endpoint URLs from the raw Copilot `/copilot_internal/v2/token` user-response passthrough.

    Attributes:
        api: Copilot API endpoint URL.
        origin_tracker: Origin-tracker endpoint URL.
        proxy: Copilot proxy endpoint URL.
        telemetry: Copilot telemetry endpoint URL.
        exp: Experimental-service endpoint URL.
    """

    api: str | None = None
    origin_tracker: str | None = field(default=None, name="origin-tracker")
    proxy: str | None = None
    telemetry: str | None = None
    exp: str | None = None


class CopilotUserResponseOrganizationListItem(WireStruct, frozen=True, kw_only=True, gc=False):
    """``CopilotUserResponseOrganizationListItem`` of the schema.

    Attributes:
        id: Numeric database ID of the organization.
        login: GitHub login of the organization.
        name: Display name of the organization.
    """

    id: float | None = None
    login: str | None | UnsetType = UNSET
    name: str | None | UnsetType = UNSET


class CopilotUserResponseQuotaSnapshotsValue(WireStruct, frozen=True, kw_only=True, gc=False):
    """``CopilotUserResponseQuotaSnapshotsValue`` of the schema."""

    entitlement: float | None = None
    overage_count: float | None = field(default=None, name="overage_count")
    overage_permitted: bool | None = field(default=None, name="overage_permitted")
    percent_remaining: float | None = field(default=None, name="percent_remaining")
    quota_id: str | None = field(default=None, name="quota_id")
    quota_remaining: float | None = field(default=None, name="quota_remaining")
    remaining: float | None = None
    unlimited: bool | None = None
    timestamp_utc: str | None = field(default=None, name="timestamp_utc")
    has_quota: bool | None = field(default=None, name="has_quota")
    quota_reset_at: float | None = field(default=None, name="quota_reset_at")
    token_based_billing: bool | None = field(default=None, name="token_based_billing")


class EnvAuthInfo(WireStruct, frozen=True, kw_only=True, tag_field="type", tag="env", gc=False):
    """Authentication-info input variant for a token sourced from an environment variable, with
    host, optional login, token, and env var name.

    Attributes:
        host: Authentication host (e.g. https://github.com or a GHES host).
        login: User login associated with the token. Undefined for server-to-server tokens (those
            starting with `ghs_`).
        token: The token value itself. Treat as a secret.
        env_var: Name of the environment variable the token was sourced from.
        copilot_user: Snapshot of the authenticated user's Copilot subscription info, if known.
            Mirrors the GitHub API `/copilot_internal/v2/token` user response shape — the runtime
            trusts this verbatim and does not re-fetch when set.
    """

    type: ClassVar[Literal["env"]] = "env"
    host: str
    login: str | None = None
    token: str
    env_var: str
    copilot_user: CopilotUserResponse | None = None


class EventsReadResult(WireStruct, frozen=True, kw_only=True):
    """Batch of session events returned by a read, with cursor and continuation metadata.

    Attributes:
        events: Session events for this batch, merged into a single stream in creation order:
            durable (persisted) events and ephemeral events interleave exactly as they were
            emitted. Set `includeEphemeral: false` to receive only durable events. Ephemeral
            events are never replayable once pruned from the in-memory ring, so a consumer that
            needs them should keep reading with a non-zero `waitMs`. For a backward (tail-first)
            read, the returned window contains persisted events only, still in chronological
            (oldest-to-newest) append order.
        cursor: Opaque cursor for the next read. Pass back unchanged in the next read.cursor to
            continue from where this read left off. Always present, even when no events were
            returned. For a backward read this cursor pages toward OLDER events; keep passing
            `direction: backward` with it (the cursor is also self-describing, so backward paging
            continues correctly).
        has_more: True when more events are available in the read's direction. For a backward
            read, true means older persisted events remain before the returned window. A
            persisted-event page may contain fewer than `max` events because of its byte budget
            while still reporting hasMore true; continue according to this flag rather than the
            event count.
        cursor_status: Cursor status: 'ok' means the cursor was applied successfully. For
            session.eventLog.read, 'expired' means the cursor referred to an event that no longer
            exists in active history and the read fell back to a boundary of the remaining
            history: the beginning for a forward read or the newest window for a backward read.
            That fallback may overlap already rendered events, so active-session consumers should
            reset, rebase, or deduplicate before continuing. sessions.readPersistedEvents has
            stricter snapshot semantics: 'expired' returns an empty terminal page and never
            switches to a replacement journal generation. Other persisted-read I/O failures are
            RPC errors with diagnostics, not cursor expiry.
    """

    events: list[dict[str, JsonValue]]
    cursor: str
    has_more: bool
    cursor_status: EventsCursorStatus


class FactoryAckResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Acknowledgement that a factory request was accepted."""


class GhCliAuthInfo(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="gh-cli",
    gc=False,
):
    """Authentication-info input variant for GitHub CLI credentials, carrying host, login, and the
    `gh auth token` value.

    Attributes:
        host: Authentication host.
        login: User login as reported by `gh auth status`.
        token: The token returned by `gh auth token`. Treat as a secret.
        copilot_user: Snapshot of the authenticated user's Copilot subscription info, if known.
            Mirrors the GitHub API `/copilot_internal/v2/token` user response shape — the runtime
            trusts this verbatim and does not re-fetch when set.
    """

    type: ClassVar[Literal["gh-cli"]] = "gh-cli"
    host: str
    login: str
    token: str
    copilot_user: CopilotUserResponse | None = None


class GitHubRepoRef(WireStruct, frozen=True, kw_only=True, gc=False):
    """Pointer to a GitHub repository.

    Attributes:
        id: Numeric GitHub repository id
        name: Repository name (without owner)
        owner: Repository owner login (user or organization)
    """

    id: int | None = None
    name: str
    owner: str


class HMACAuthInfo(WireStruct, frozen=True, kw_only=True, tag_field="type", tag="hmac", gc=False):
    """Authentication-info input variant for GitHub-internal HMAC auth, carrying the public GitHub
    host and HMAC secret.

    Attributes:
        host: Authentication host. HMAC auth always targets the public GitHub host.
        hmac: HMAC secret used to sign requests.
        copilot_user: Snapshot of the authenticated user's Copilot subscription info, if known.
            Mirrors the GitHub API `/copilot_internal/v2/token` user response shape — the runtime
            trusts this verbatim and does not re-fetch when set.
    """

    type: ClassVar[Literal["hmac"]] = "hmac"
    host: Literal["https://github.com"]
    hmac: str
    copilot_user: CopilotUserResponse | None = None


class InstructionSource(WireStruct, frozen=True, kw_only=True):
    """Loaded instruction source for a session, including path, content, category, location,
    applicability, and optional description.

    Attributes:
        id: Unique identifier for this source (used for toggling)
        label: Human-readable label
        source_path: File path relative to repo or absolute for home
        content: Raw content of the instruction file
        type: Category of instruction source — used for merge logic
        location: Where this source lives — used for UI grouping
        apply_to: Glob pattern(s) from frontmatter — when set, this instruction applies only to
            matching files
        description: Short description (body after frontmatter) for use in instruction tables
        default_disabled: When true, this source starts disabled and must be toggled on by the
            user
        project_path: The project path this source was discovered from. Only set by sessionless
            discovery for repository, working-directory, and project-scoped plugin sources, where
            it disambiguates sources across multiple workspace roots. The session-scoped
            getSources leaves it unset.
    """

    id: str
    label: str
    source_path: str
    content: str
    type: InstructionSourceType
    location: InstructionSourceLocation
    apply_to: list[str] | None = None
    description: str | None = None
    default_disabled: bool | None = None
    project_path: str | None = None


class McpSafeForTelemetryFields(WireStruct, frozen=True, kw_only=True, gc=False):
    """Per-field MCP telemetry-obfuscation policy.

    Attributes:
        name: Whether the MCP tool name may be included in telemetry without obfuscation.
        inputs_names: Whether MCP tool input names may be included in telemetry without
            obfuscation.
    """

    name: bool
    inputs_names: bool


class McpSerializableServerConfig(WireStruct, frozen=True, kw_only=True):
    """Serializable MCP server configuration (stdio process or remote HTTP/SSE)

    Attributes:
        display_name: Optional human-readable server name.
        safe_for_telemetry: Telemetry-obfuscation policy for this server's tools.
        tools: Tools to include. Defaults to all tools if not specified.
        is_default_server: Whether this server is a built-in fallback used when the user has not
            configured their own server.
        filter_mapping: Content filtering mode to apply to all tools, or a map of tool name to
            content filtering mode.
        timeout: Timeout in milliseconds for tool discovery and tool calls.
        oidc: Set to `true` to use defaults, or provide an object with additional auth or OIDC
            settings.
        auth: Set to `true` to use defaults, or provide an object with additional auth or OIDC
            settings.
        defer_tools: Controls if tools provided by this server can be loaded on demand via tool
            search (auto) or always included in the initial tool list (never)
        disable_tool_cache: Set to true to disable persisted MCP tool snapshots for this server.
            Live tool discovery is unaffected.
        disable_secret_masking: Whether secret masking is disabled for calls to this server.
        exclude_tools: Tool names excluded after the include filter is applied.
        events: Event types this server receives as Copilot notifications.
        notifications: Copilot notification types this server may send to the host.
        source: The origin of this server configuration.
        source_plugin: Plugin that provided this server.
        source_plugin_version: Version of the plugin that provided this server.
        source_plugin_spec: Whether the providing plugin uses the Open Plugin Spec.
        source_path: Source file path recorded while loading the config.
        config_warnings: Configuration warnings recorded while loading the server.
        command: Executable command used to start the Stdio MCP server process.
        args: Command-line arguments passed to the Stdio MCP server process.
        cwd: Working directory for the Stdio MCP server process.
        env: Environment variables to pass to the Stdio MCP server process.
        type: Local transport type. Defaults to stdio when omitted.
        url: URL of the remote MCP server endpoint.
        headers: HTTP headers to include in requests to the remote MCP server.
        headers_refresh_ttl_ms: Dynamic-header refresh cache lifetime in milliseconds.
        oauth_client_id: OAuth client ID for a pre-registered remote MCP OAuth client.
        oauth_public_client: Whether the configured OAuth client is public and does not require a
            client secret.
        oauth_grant_type: OAuth grant type to use when authenticating to the remote MCP server.
    """

    display_name: str | None = None
    safe_for_telemetry: McpSafeForTelemetryFields | bool | None = None
    tools: list[str] | None = None
    is_default_server: bool | None = None
    filter_mapping: FilterMapping | None = None
    timeout: int | None = None
    oidc: McpServerAuthConfig | None = None
    auth: McpServerAuthConfig | None = None
    defer_tools: McpServerConfigDeferTools | None = None
    disable_tool_cache: bool | None = None
    disable_secret_masking: bool | None = None
    exclude_tools: list[str] | None = None
    events: list[str] | None = None
    notifications: list[str] | None = None
    source: McpServerSource | None = None
    source_plugin: str | None = None
    source_plugin_version: str | None = None
    source_plugin_spec: bool | None = None
    source_path: str | None = None
    config_warnings: list[str] | None = None
    command: str | None = None
    args: list[str] | None = None
    cwd: str | None = None
    env: dict[str, str] | None = None
    type: JsonValue | None = None
    url: str | None = None
    headers: dict[str, str] | None = None
    headers_refresh_ttl_ms: int | None = None
    oauth_client_id: str | None = None
    oauth_public_client: bool | None = None
    oauth_grant_type: McpServerConfigHttpOauthGrantType | None = None


class McpServerAuthConfigRedirectPort(WireStruct, frozen=True, kw_only=True, gc=False):
    """Authentication settings with optional redirect port configuration.

    Attributes:
        redirect_port: Fixed port for the OAuth redirect callback server.
    """

    redirect_port: int | None = None


class ModelCapabilitiesOverride(WireStruct, frozen=True, kw_only=True, gc=False):
    """Optional capability overrides (vision, tool_calls, reasoning, etc.).

    Attributes:
        supports: Feature flags indicating what the model supports
        limits: Token limits for prompts, outputs, and context window
    """

    supports: ModelCapabilitiesOverrideSupports | None = None
    limits: ModelCapabilitiesOverrideLimits | None = None


class ModelCapabilitiesOverrideLimits(WireStruct, frozen=True, kw_only=True, gc=False):
    """Token limits for prompts, outputs, and context window

    Attributes:
        max_prompt_tokens: Maximum number of prompt/input tokens
        max_output_tokens: Maximum number of output/completion tokens
        max_context_window_tokens: Maximum total context window size in tokens
        vision: Vision-specific limits
    """

    max_prompt_tokens: int | None = field(default=None, name="max_prompt_tokens")
    max_output_tokens: int | None = field(default=None, name="max_output_tokens")
    max_context_window_tokens: int | None = field(default=None, name="max_context_window_tokens")
    vision: ModelCapabilitiesOverrideLimitsVision | None = None


class ModelCapabilitiesOverrideLimitsVision(WireStruct, frozen=True, kw_only=True):
    """Vision-specific limits

    Attributes:
        supported_media_types: MIME types the model accepts
        max_prompt_images: Maximum number of images per prompt
        max_prompt_image_size: Maximum image size in bytes
    """

    supported_media_types: list[str] | None = field(default=None, name="supported_media_types")
    max_prompt_images: int | None = field(default=None, name="max_prompt_images")
    max_prompt_image_size: int | None = field(default=None, name="max_prompt_image_size")


class ModelCapabilitiesOverrideSupports(WireStruct, frozen=True, kw_only=True, gc=False):
    """Feature flags indicating what the model supports

    Attributes:
        vision: Whether this model supports vision/image input
        reasoning_effort: Whether this model supports reasoning effort configuration
        adaptive_thinking: Resolved Anthropic adaptive-thinking capability — unsupported /
            optional / required / adaptive_only. 'required' models reject thinking.type='enabled'
            with HTTP 400 but still accept 'disabled' (e.g. opus-4.7/4.8/5, sonnet-5);
            'adaptive_only' models accept nothing but 'adaptive' (e.g. fable, mythos).
    """

    vision: bool | None = None
    reasoning_effort: bool | None = None
    adaptive_thinking: AdaptiveThinkingSupport | None = field(default=None, name="adaptive_thinking")


class ModelPickerSettingsContext(WireStruct, frozen=True, kw_only=True, gc=False):
    """Filesystem and environment context used to resolve model-picker settings.

    Attributes:
        config_dir: Optional Copilot configuration directory containing persisted settings.
        home_directory: User home directory used when resolving persisted settings.
        environment: Environment variables consulted while resolving model-picker settings.
    """

    config_dir: str | None = None
    home_directory: str
    environment: ModelPickerSettingsContextEnvironment


class ModelPickerSettingsContextEnvironment(WireStruct, frozen=True, kw_only=True, gc=False):
    """Environment variables consulted while resolving model-picker settings."""


class ModelSwitchConfirmation(WireStruct, frozen=True, kw_only=True, gc=False):
    """``ModelSwitchConfirmation`` of the schema.

    Attributes:
        target_model_display_name: Display name of the model that requires compaction
            confirmation.
        current_tokens: Current conversation token count before switching models.
        target_limit: Target model token limit used by the compaction preflight.
    """

    target_model_display_name: str
    current_tokens: float
    target_limit: float


class NamedProviderConfig(WireStruct, frozen=True, kw_only=True):
    """External SDK input for a named custom model provider. Ingested by the native protocol
    boundary before host dispatch.

    Attributes:
        name: Unique provider name used to qualify model selection IDs.
        type: Provider protocol family.
        wire_api: Wire API used to communicate with the provider.
        transport: Transport used to communicate with the provider.
        base_url: Base URL for provider API requests.
        api_key: Static API key used to authenticate provider requests.
        bearer_token: Static bearer token used to authenticate provider requests.
        azure: Azure authentication configuration for the provider.
        headers: Additional HTTP headers included with provider requests.
        has_bearer_token_provider: Whether the host supplies bearer tokens dynamically.
    """

    name: str
    type: ProviderConfigType | None = None
    wire_api: ProviderConfigWireApi | None = None
    transport: ProviderConfigTransport | None = None
    base_url: str
    api_key: str | None = None
    bearer_token: str | None = None
    azure: ProviderConfigAzure | None = None
    headers: dict[str, str] | None = None
    has_bearer_token_provider: bool | None = None


class PermissionDecisionContext(WireStruct, frozen=True, kw_only=True, gc=False):
    """Optional informational context describing how and where the permission decision was made.
    This does not affect permission behavior.

    Attributes:
        outcome: Disposition of the permission request as observed by the responding client.
        source: Controlled reason or actor responsible for the response.
        surface: Client surface that submitted the response.
        response_capability: Whether the responding client could ask a user interactively, was
            running headlessly, or had no response path. Omit when the client cannot determine
            this authoritatively.
    """

    outcome: PermissionDecisionOutcome
    source: PermissionDecisionSource
    surface: PermissionDecisionSurface
    response_capability: PermissionResponseCapability | None = None


class ProtocolSectionOverride(WireStruct, frozen=True, kw_only=True):
    """``ProtocolSectionOverride`` of the schema.

    Attributes:
        action: Declarative operation applied to the section.
        content: Optional content used by replace, append, and prepend operations.
    """

    action: JsonValue
    content: str | None = None


class ProtocolSystemMessageConfig(WireStruct, frozen=True, kw_only=True):
    """``ProtocolSystemMessageConfig`` of the schema.

    Attributes:
        mode: Append-mode discriminator. Omission also selects append mode.
        content: Text appended after the customized sections.
        content_blocks: Optional structured blocks corresponding to the replacement content.
        sections: Named standard-prompt section overrides.
    """

    mode: JsonValue | None = None
    content: str | None = None
    content_blocks: list[SystemMessageBlock] | None = None
    sections: dict[str, ProtocolSectionOverride] | None = None


class ProviderConfig(WireStruct, frozen=True, kw_only=True):
    """Custom model-provider configuration (BYOK).

    Attributes:
        type: Provider type. Defaults to "openai" for generic OpenAI-compatible APIs.
        wire_api: Wire API format (openai/azure only). Defaults to "completions".
        transport: Provider transport. Defaults to "http".
        base_url: API endpoint URL.
        api_key: API key. Optional for local providers like Ollama.
        bearer_token: Bearer token for authentication. Sets the Authorization header directly.
            Takes precedence over apiKey when both are set.
        azure: Azure-specific provider options.
        model_id: Well-known model ID used for capability lookup. When set, agent behavior config
            and token limits are inferred from this model.
        model_capabilities: Overrides for model capabilities when they cannot be inferred from
            modelId.
        provider_name: Provider name used for model and telemetry attribution.
        wire_model: The model identifier sent to the provider API for inference (the "wire"
            model), as opposed to modelId which is the well-known base.
        max_prompt_tokens: Maximum prompt/input tokens for the model.
        max_context_window_tokens: Maximum context window tokens for the model.
        max_output_tokens: Maximum output tokens for the model.
        headers: Custom HTTP headers to include in all outbound requests to the provider.
        has_bearer_token_provider: When true, the SDK client supplies bearer tokens on demand:
            the runtime calls the client-session `providerToken.getToken` callback before each
            request and applies the returned token as an `Authorization: Bearer <token>` header.
            This is the bearer/OAuth scheme used by Azure AD / managed-identity tokens and
            provider OAuth access tokens (including Anthropic's), not a provider-specific API-key
            header such as Anthropic's `x-api-key`. The token-acquiring function itself stays on
            the SDK side and is never serialized; only this flag crosses the wire. When set
            alongside `apiKey`/`bearerToken`, the callback takes precedence: the runtime applies
            the token returned by `providerToken.getToken` as the `Authorization: Bearer` header
            for each request and does not send the static credential.
    """

    type: ProviderConfigType | None = None
    wire_api: ProviderConfigWireApi | None = None
    transport: ProviderConfigTransport | None = None
    base_url: str
    api_key: str | None = None
    bearer_token: str | None = None
    azure: ProviderConfigAzure | None = None
    model_id: str | None = None
    model_capabilities: ModelCapabilitiesOverride | None = None
    provider_name: str | None = None
    wire_model: str | None = None
    max_prompt_tokens: float | None = None
    max_context_window_tokens: float | None = None
    max_output_tokens: float | None = None
    headers: dict[str, str] | None = None
    has_bearer_token_provider: bool | None = None


class ProviderConfigAzure(WireStruct, frozen=True, kw_only=True, gc=False):
    """Azure-specific provider options.

    Attributes:
        api_version: API version. When set, uses the versioned deployment route. When omitted,
            uses the GA versionless v1 route.
    """

    api_version: str | None = None


class ProviderModelConfig(WireStruct, frozen=True, kw_only=True, gc=False):
    """A BYOK model definition referencing a named provider.

    Attributes:
        id: Provider-local model id, unique within its provider. The session-wide selection id
            (shown in the model list and passed to switchTo) is the provider-qualified
            `provider/id`.
        provider: Name of the configured provider that serves this model.
        wire_model: The model name sent to the provider API for inference. Defaults to `id`.
        model_id: Well-known base model id used for behavior/capability/config lookup. Defaults
            to `id`.
        name: Display name for model pickers. Defaults to the provider-qualified selection id
            (`provider/id`).
        max_prompt_tokens: Maximum prompt/input tokens for the model.
        max_context_window_tokens: Maximum context window tokens for the model.
        max_output_tokens: Maximum output tokens for the model.
        capabilities: Optional capability overrides (vision, tool_calls, reasoning, etc.).
        system_message: System-message configuration used when the runtime builds the standard
            prompt for this provider-qualified model, including general-purpose subagents. It
            uses the same object hierarchy as session-level systemMessage configuration, except
            transform actions are rejected because the current callback protocol is not
            model-scoped. When present, it overrides the session-wide configuration on those
            prompt paths. Selected custom-agent and specialized-subagent prompts remain
            authoritative.
    """

    id: str
    provider: str
    wire_model: str | None = None
    model_id: str | None = None
    name: str | None = None
    max_prompt_tokens: float | None = None
    max_context_window_tokens: float | None = None
    max_output_tokens: float | None = None
    capabilities: ModelCapabilitiesOverride | None = None
    system_message: ProtocolSystemMessageConfig | None = None


class SandboxConfig(WireStruct, frozen=True, kw_only=True, gc=False):
    """Resolved sandbox configuration.

    Attributes:
        enabled: Whether sandboxing is enabled for the session.
        user_policy: User-managed sandbox policy fragment merged into the auto-discovered base
            policy.
        add_current_working_directory: Whether to auto-add the current working directory to
            readwritePaths. Default: true.
        sandbox_mcp_servers: Whether MCP servers the session launches are confined by the
            sandbox. Only an explicit `false` opts out; doing so also lets remote-MCP egress
            leave the sandbox, so the flag and `enabled` are always read together. Ignored while
            `enabled` is false. Default: true (enabled by default; set to false to opt out).
        sandbox_lsp_servers: Whether language servers the session launches are confined by the
            sandbox. Only an explicit `false` opts out. Ignored while `enabled` is false.
            Default: true (enabled by default; set to false to opt out).
        allow_bypass: Whether the agent may request that an individual command run outside the
            sandbox, which the host then approves or denies through the usual permission flow. A
            host capability flag rather than part of the policy: it is stripped from the
            effective spawn policy and only has an effect while `enabled` is true. Fail-closed,
            unlike the opt-out flags on this object: omitting it offers no bypass. Default: false
            (opt-in).
        managed_mcp_routing_locked: Internal. Set by the runtime when a managed policy forced
            `sandboxMcpServers` on and took the local opt-out away. Provenance rather than
            policy: it lets a sandbox startup failure point at the administrator instead of a
            setting the next managed merge would override, and it is ignored when comparing two
            configs for change. Only the managed merge may set it; a caller-supplied value is
            stripped.
        managed_lsp_routing_locked: Internal. The `sandboxLspServers` counterpart of
            `managedMcpRoutingLocked`.
        auth: Credential-injection capability flags.
        allow_dev_tool_access: Whether to auto-grant read access to tool directories discovered
            on PATH and in toolchain environment variables (GOROOT, JAVA_HOME, VIRTUAL_ENV, and
            similar), and to common developer-tool caches, config, and toolchains. Writable
            grants cover scratch caches, the Unix GitHub CLI cache, and Cargo's registry, git
            store, and lock/tracker files. A relocated CARGO_HOME gets the same narrow split:
            registry and git are read-write; bin is read-only; the home root, config.toml, and
            credentials.toml stay ungranted. Set to false to disable every grant listed above;
            user-installed toolchains and caches then need explicit userPolicy.filesystem
            readonlyPaths and readwritePaths entries. The working directory (see
            addCurrentWorkingDirectory), temporary storage, session log paths, and system
            locations follow their own rules and stay granted. Default: true (enabled by default;
            set to false to opt out).
    """

    enabled: bool
    user_policy: SandboxConfigUserPolicy | None = None
    add_current_working_directory: bool | None = None
    sandbox_mcp_servers: bool | None = None
    sandbox_lsp_servers: bool | None = None
    allow_bypass: bool | None = None
    managed_mcp_routing_locked: bool | None = None
    managed_lsp_routing_locked: bool | None = None
    auth: SandboxConfigAuth | None = None
    allow_dev_tool_access: bool | None = None


class SandboxConfigAuth(WireStruct, frozen=True, kw_only=True, gc=False):
    """Credential-injection capability flags applied while the sandbox is enabled. For the same
    capability independent of sandboxing, and matched to the credential's GitHub host, see
    `shell.credentials`; the two are additive.

    Attributes:
        git: Whether to inject git credentials as an `http.<url>.extraheader` so authenticated
            HTTPS git works inside the sandbox without the shell-based credential helper the
            sandbox blocks. github.com is served by the Copilot token; every other forge (Azure
            DevOps, GitHub Enterprise Server, GitLab, ...) by a credential the host resolves from
            the user's own helper before the sandbox is applied. Default: false (opt-in).
        gh: Whether to export `GH_TOKEN` so the `gh` CLI authenticates inside the sandbox without
            the OS keyring the sandbox blocks. Default: false (opt-in).
    """

    git: bool | None = None
    gh: bool | None = None


class SandboxConfigUserPolicy(WireStruct, frozen=True, kw_only=True, gc=False):
    """User-managed sandbox policy fragment merged into the auto-discovered base policy.

    Attributes:
        filesystem: Filesystem rules to merge into the base policy.
        network: Network rules to merge into the base policy.
        seatbelt: macOS seatbelt options to merge into the base policy.
        experimental: Deprecated legacy location for `seatbelt`; read only when the top-level
            `seatbelt` is absent.
    """

    filesystem: SandboxConfigUserPolicyFilesystem | None = None
    network: SandboxConfigUserPolicyNetwork | None = None
    seatbelt: SandboxConfigUserPolicySeatbelt | None = None
    experimental: SandboxConfigUserPolicyExperimental | None = None


class SandboxConfigUserPolicyExperimental(WireStruct, frozen=True, kw_only=True, gc=False):
    """Platform-specific experimental policy fields.

    Attributes:
        seatbelt: macOS seatbelt experimental options.
    """

    seatbelt: SandboxConfigUserPolicyExperimentalSeatbelt | None = None


class SandboxConfigUserPolicyExperimentalSeatbelt(WireStruct, frozen=True, kw_only=True, gc=False):
    """macOS seatbelt experimental options.

    Attributes:
        keychain_access: Whether the macOS seatbelt profile may access the keychain.
    """

    keychain_access: bool | None = None


class SandboxConfigUserPolicyFilesystem(WireStruct, frozen=True, kw_only=True):
    """Filesystem rules to merge into the base policy.

    Attributes:
        readwrite_paths: Paths granted read/write access.
        readonly_paths: Paths granted read-only access.
        denied_paths: Paths explicitly denied.
        clear_policy_on_exit: Whether to clear the policy when the session exits.
    """

    readwrite_paths: list[str] | None = None
    readonly_paths: list[str] | None = None
    denied_paths: list[str] | None = None
    clear_policy_on_exit: bool | None = None


class SandboxConfigUserPolicyNetwork(WireStruct, frozen=True, kw_only=True):
    """Network rules to merge into the base policy.

    Attributes:
        allowed_hosts: Hosts allowed through the built-in sandbox proxy. A non-empty list denies
            unmatched hosts; an absent or empty list allows all hosts not blocked. Supports exact
            hostnames, IP addresses, and *.example.com for strict subdomains. Host rules do not
            override the outbound or local-network toggles.
        blocked_hosts: Hosts denied by the built-in sandbox proxy. Deny rules take precedence
            over allowedHosts. A domain also denies all its subdomains. IP addresses match
            exactly; *.example.com matches strict subdomains, and * denies every host.
        allow_outbound: Whether outbound network traffic is allowed at all.
        allow_local_network: Whether traffic to local/loopback addresses is allowed.
        proxy: HTTP(S) proxy for sandboxed traffic. With host rules, this is the built-in local
            proxy's upstream; credentials stay in the runtime, and Linux and macOS restrict the
            child to the local listener. Without host rules, Linux restricts egress to this
            endpoint but rejects credentials, and macOS proxying is cooperative. Windows
            enforcement depends on the application's networking stack. Configure credentials in
            the separate username/password fields. The transient local listener URL is never
            persisted.
    """

    allowed_hosts: list[str] | None = None
    blocked_hosts: list[str] | None = None
    allow_outbound: bool | None = None
    allow_local_network: bool | None = None
    proxy: SandboxConfigUserPolicyNetworkProxy | None = None


class SandboxConfigUserPolicyNetworkProxy(WireStruct, frozen=True, kw_only=True, gc=False):
    """HTTP proxy configuration for sandboxed traffic.

    Attributes:
        url: Proxy URL (e.g. http://proxy.example.com:8080). The port is optional and defaults to
            the scheme's standard port when omitted; an explicit port must be between 1 and
            65535. Credentials must not be embedded here — a `user:pass@` authority is rejected;
            put them in the separate `username`/`password` fields. A credential-free http://
            loopback proxy URL is routed through the localhost proxy automatically; loopback
            covers localhost and any *.localhost subdomain, the whole 127.0.0.0/8 range, ::1, and
            IPv4-mapped loopback (::ffff:127.0.0.1). An https:// URL, or one with a
            username/password set, is used as-is.
        username: Optional username for proxy authentication. Combined with the URL (and
            `password`) into `user:pass@host` when the sandboxed process routes through the
            proxy.
        password: Optional password for proxy authentication, combined with the URL at spawn
            time. The persisted value may be a literal password, a `${secret:…}` reference
            resolved from the OS keychain, or a `${VAR}`/`$VAR` environment reference; it is
            resolved just before the sandboxed process routes through the proxy. The /sandbox
            dialog stores a real password in the OS keychain and persists only a `${secret:…}`
            placeholder (never plaintext in settings.json); the field is masked in the dialog and
            redacted by /settings show.
    """

    url: str
    username: str | None = None
    password: str | None = None


class SandboxConfigUserPolicySeatbelt(WireStruct, frozen=True, kw_only=True, gc=False):
    """macOS seatbelt-specific options.

    Attributes:
        keychain_access: Whether the macOS seatbelt profile may access the keychain.
    """

    keychain_access: bool | None = None


class SessionLimitsConfig(WireStruct, frozen=True, kw_only=True, gc=False):
    """Optional session limits.

    Attributes:
        max_ai_credits: Maximum AI Credits allowed across the session's current accounting
            window.
    """

    max_ai_credits: float | None = None


class ShellCredentials(WireStruct, frozen=True, kw_only=True, gc=False):
    """Command-scoped GitHub credential injection for the shell commands an agent runs. Each channel
    is opt-in and independent, and injection is scoped to the individual command spawn: the
    credential is resolved from the session's *current* authentication at every spawn and reaches
    only spawns whose script actually invokes `git` or `gh`. Because nothing is retained between
    spawns, replacing the session credential (`session.gitHubAuth.setCredentials`) changes what
    the next spawned command presents — which seeding a credential into the runtime process's own
    environment cannot do, since a child's environment is fixed at `exec`. The credential is
    matched to the host it authenticates to, so a github.com credential is never presented to a
    GitHub Enterprise host and vice versa. Where a channel cannot express that boundary it
    injects nothing rather than crossing it -- see `gh` below. This is independent of
    `sandboxConfig`: it is a decision about which identity the agent presents, not about what the
    agent may touch, and it works on every platform whether or not an OS sandboxing backend is
    available. `sandboxConfig.auth` remains the sandbox-scoped spelling and is additive with this
    one.

    Attributes:
        git: Whether to authenticate the agent's `git` commands as the session's GitHub
            credential, by injecting an `http.<host>.extraheader` (plus `insteadOf` rewrites so
            SSH-spelled remotes for that host use the authenticated HTTPS transport). Applied
            only to a spawn that runs a remote-contacting `git` subcommand. Default: false
            (opt-in).
        gh: Whether to authenticate the agent's `gh` commands as the session's GitHub credential,
            by exporting `GH_TOKEN` to a spawn that runs `gh`. Any inherited `gh` credential is
            removed from spawns that do not, so the credential stays command-scoped. Applies to a
            github.com credential only. `gh` picks its credential variable from the host a
            command targets rather than the one the credential belongs to, and the command can
            choose that target, so `GH_ENTERPRISE_TOKEN` would offer a single-tenant enterprise
            credential to every other enterprise host. A session whose credential is
            enterprise-scoped therefore runs `gh` unauthenticated; its `git` commands are
            unaffected, because `http.<host>.extraheader` is scoped to one host by construction.
            Default: false (opt-in).
    """

    git: bool | None = None
    gh: bool | None = None


class ShellInitScript(WireStruct, frozen=True, kw_only=True, gc=False):
    """A host-provided script sourced before each built-in shell command when its shell target
    matches the active shell.

    Attributes:
        path: Path to the script to source.
        shell: Built-in shell that may source this script.
    """

    path: str
    shell: ShellInitScriptShell


class ShellOptions(WireStruct, frozen=True, kw_only=True):
    """Per-session settings for built-in shell tools.

    Attributes:
        init_profile: Controls automatic non-interactive profile loading where supported.
            Explicit initScripts are unaffected.
        init_scripts: Ordered host-provided script paths sourced before each built-in shell
            command when the entry's shell target matches the active shell. Use these for rc
            files, environment setup scripts, or other custom scripts. A script that returns a
            nonzero status is reported, and later scripts and the user command continue while the
            shell remains running. Because scripts are sourced into the command shell, `exit`,
            `exec`, failures under `set -e`, or other shell-terminating behavior can prevent
            continuation. Script standard output is preserved; Bash script stderr is discarded,
            PowerShell exception messages are replaced, and runtime-generated failure notices
            omit configured script paths. When sandboxing is enabled, each script must already be
            readable under the active sandbox filesystem policy. Pass an empty array to clear the
            list.
        process_flags: Flags passed to the active built-in shell process on startup, replacing
            its default flags. When omitted, the built-in Bash shell uses `--norc --noprofile`,
            and the built-in PowerShell shell uses `-NoProfile -NoLogo`.
        credentials: Command-scoped GitHub credential injection for shell commands.
    """

    init_profile: ShellInitProfile | None = None
    init_scripts: list[ShellInitScript] | None = None
    process_flags: list[str] | None = None
    credentials: ShellCredentials | None = None


class SlashCommandInfo(WireStruct, frozen=True, kw_only=True):
    """Slash-command metadata with name, aliases, description, kind, input hint, execution
    allowance, and schedulability.

    Attributes:
        name: Canonical command name without a leading slash
        aliases: Canonical aliases without leading slashes
        description: Human-readable command description
        kind: Coarse command category for grouping and behavior: runtime built-in, skill-backed
            command, or SDK/client-owned command
        input: Optional unstructured input hint
        allow_during_agent_execution: Whether the command may run while an agent turn is active
        experimental: Whether the command is experimental
        schedulable: Whether the command may be the target of `/every` / `/after` schedules.
            Resolution happens at every tick, so only set this when the command is safe to
            re-invoke and produces an agent prompt.
    """

    name: str
    aliases: list[str] | None = None
    description: str
    kind: SlashCommandKind
    input: SlashCommandInput | None = None
    allow_during_agent_execution: bool
    experimental: bool | None = None
    schedulable: bool | None = None


class SlashCommandInput(WireStruct, frozen=True, kw_only=True):
    """Optional unstructured input hint

    Attributes:
        hint: Hint to display when command input has not been provided
        choices: Optional literal choices the input accepts, each with a human-facing
            description; clients may render these as selectable options
        required: When true, the command requires non-empty input; clients should render the
            input hint as required
        completion: Optional completion hint for the input (e.g. 'directory' for filesystem path
            completion)
        preserve_multiline_input: When true, clients should pass the full text after the command
            name as a single argument rather than splitting on whitespace
    """

    hint: str
    choices: list[SlashCommandInputChoice] | None = None
    required: bool | None = None
    completion: SlashCommandInputCompletion | None = None
    preserve_multiline_input: bool | None = None


class SlashCommandInputChoice(WireStruct, frozen=True, kw_only=True, gc=False):
    """A literal choice the command input accepts, with a human-facing description

    Attributes:
        name: The literal choice value (e.g. 'on', 'off', 'show')
        description: Human-readable description shown alongside the choice
    """

    name: str
    description: str


class SystemMessageBlock(WireStruct, frozen=True, kw_only=True, gc=False):
    """``SystemMessageBlock`` of the schema.

    Attributes:
        content: Text content for this system-message block.
        is_static: Whether the block is static and may be cached independently of dynamic prompt
            content.
    """

    content: str
    is_static: bool | None = None


class TokenAuthInfo(WireStruct, frozen=True, kw_only=True, tag_field="type", tag="token", gc=False):
    """Authentication-info input variant for SDK-configured token authentication, carrying host and
    the secret token value.

    Attributes:
        host: Authentication host.
        token: The token value itself. Treat as a secret.
        registration_id: Opaque native GitHub credential registration backing this token
            identity, when applicable.
        copilot_user: Snapshot of the authenticated user's Copilot subscription info, if known.
            Mirrors the GitHub API `/copilot_internal/v2/token` user response shape — the runtime
            trusts this verbatim and does not re-fetch when set.
    """

    type: ClassVar[Literal["token"]] = "token"
    host: str
    token: str
    registration_id: str | None = None
    copilot_user: CopilotUserResponse | None = None


class TokenProviderAuthInfo(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="token-provider",
    gc=False,
):
    """Authentication-info variant backed by an SDK GitHub token callback. It carries routing
    metadata but never a plaintext token.

    Attributes:
        host: Authentication host.
        registration_id: Opaque SDK callback registration identifier.
        copilot_user: Snapshot of the authenticated user's Copilot subscription info, if known.
    """

    type: ClassVar[Literal["token-provider"]] = "token-provider"
    host: str
    registration_id: str
    copilot_user: CopilotUserResponse | None = None


class UserAuthInfo(WireStruct, frozen=True, kw_only=True, tag_field="type", tag="user", gc=False):
    """Authentication-info variant for OAuth user auth, with host and login; the token remains in
    the runtime secret store.

    Attributes:
        host: Authentication host.
        login: OAuth user login.
        copilot_user: Snapshot of the authenticated user's Copilot subscription info, if known.
            Mirrors the GitHub API `/copilot_internal/v2/token` user response shape — the runtime
            trusts this verbatim and does not re-fetch when set.
    """

    type: ClassVar[Literal["user"]] = "user"
    host: str
    login: str
    copilot_user: CopilotUserResponse | None = None


if TYPE_CHECKING:
    AdaptiveThinkingSupport: TypeAlias = Literal["unsupported", "optional", "required", "adaptive_only"] | str
    """Resolved Anthropic adaptive-thinking capability for a model.

    - ``unsupported``: The model does not accept thinking.type='adaptive'
    - ``optional``: The model accepts adaptive thinking but also accepts thinking.type='enabled'
    - ``required``: The model defaults to adaptive thinking and rejects thinking.type='enabled'
        with HTTP 400, but still accepts thinking.type='disabled' (e.g. opus-4.7/4.8/5, sonnet-5)
    - ``adaptive_only``: The model accepts only thinking.type='adaptive'; 'enabled', 'disabled',
        and an omitted thinking block all fail with HTTP 400 (e.g. fable, mythos)
    """
    AgentInfoSource: TypeAlias = Literal["user", "project", "inherited", "remote", "plugin", "builtin"] | str
    """Where the agent definition was loaded from

    - ``user``: Agent loaded from the user's personal agent configuration.
    - ``project``: Agent loaded from the current project's repository configuration.
    - ``inherited``: Agent inherited from a parent project or workspace.
    - ``remote``: Agent provided by a remote runtime or service.
    - ``plugin``: Agent contributed by an installed plugin.
    - ``builtin``: Agent built into the Copilot runtime.
    """
    AgentModelPolicy: TypeAlias = Literal["preferred", "required"] | str
    """Whether configured models are advisory preferences or required constraints

    - ``preferred``: Treat the authored models as advisory preferences that callers may override.
    - ``required``: Require subagent execution to use one of the authored models.
    """
    AttachmentGitHubReferenceType: TypeAlias = Literal["issue", "pr", "discussion"] | str
    """Type of GitHub reference

    - ``issue``: GitHub issue reference.
    - ``pr``: GitHub pull request reference.
    - ``discussion``: GitHub discussion reference.
    """
    AutoTier: TypeAlias = Literal["efficiency", "balance", "intelligence", "fast"] | str
    """Routing preference used when the session model is `auto`. `fast` is an integrator-only
    latency preset and is not a first-party GitHub Copilot product preference.

    - ``efficiency``: Optimize for efficiency.
    - ``balance``: Balance efficiency and intelligence.
    - ``intelligence``: Optimize for intelligence.
    - ``fast``: Integrator-only preset that optimizes for latency.
    """
    CatalogAuthenticationRequiredReason: TypeAlias = Literal["no-credential", "credential-expired", "credential-rejected"] | str
    """Why the catalog authority did not accept the caller's identity

    - ``no-credential``: No credential was presented, so there is nothing to refresh and the
        caller must sign in.
    - ``credential-expired``: A credential was presented and its lifetime has elapsed. A silent
        refresh is worth attempting before prompting anyone.
    - ``credential-rejected``: A credential was presented and the authority refused it, for
        example because it was revoked, malformed, or issued for another audience. Refreshing the
        same rejected credential is not useful; the caller must sign in again.
    """
    CatalogCapability: TypeAlias = Literal["mcp-server-card", "legacy-mcp-server-card", "ai-skill-discovery", "mcp-install-planning", "multiple-transport-choice", "trust-snapshot"] | str
    """A wire feature a caller can require of the catalog surface, negotiated per request. A grant
    means the runtime understands the feature's contract, not that the deployment has enabled the
    operation; typed unavailable results report availability separately.

    - ``mcp-server-card``: Understands the current `application/mcp-server-card+json` media type.
    - ``legacy-mcp-server-card``: Understands the legacy `application/mcp-server+json` media
        type.
    - ``ai-skill-discovery``: Understands `application/ai-skill` candidates as discovery-only and
        typed non-installable.
    - ``mcp-install-planning``: Understands side-effect-free MCP install-plan requests, results,
        and plan handles; `planning-unavailable` separately reports that planning is not enabled.
    - ``multiple-transport-choice``: Understands plans that enumerate every eligible transport
        rather than a single preferred one.
    - ``trust-snapshot``: Understands versioned candidate trust snapshots. Protocol-3 callers
        must require this capability before the runtime adds the optional snapshot field.
    """
    CatalogContractViolationReason: TypeAlias = Literal["both-url-and-data", "neither-url-nor-data", "duplicate-identity", "unknown-media-type"] | str
    """Which wire-contract rule an upstream response broke

    - ``both-url-and-data``: A result carried both a URL and embedded data, when exactly one is
        permitted.
    - ``neither-url-nor-data``: A result carried neither a URL nor embedded data, when exactly
        one is required.
    - ``duplicate-identity``: Two results claimed the same normalised identity.
    - ``unknown-media-type``: A result declared no media type, or one this contract does not
        model.
    """
    CatalogInvalidRequestField: TypeAlias = Literal["query", "limit", "kinds", "contract", "source", "card", "scope"] | str
    """Which request field was rejected before any work was done

    - ``query``: The search query was empty or longer than permitted.
    - ``limit``: The requested result count fell outside its permitted range.
    - ``kinds``: The requested candidate kinds were empty or contained a duplicate.
    - ``contract``: The negotiation block was missing or malformed.
    - ``source``: The plan source was missing or malformed.
    - ``card``: The supplied card was missing its media type, URL, or data.
    - ``scope``: The requested configuration scope is not one this runtime writes.
    """
    CatalogMalformedCardReason: TypeAlias = Literal["invalid-json", "schema-violation", "unsupported-media-type", "missing-required-field", "size-limit-exceeded"] | str
    """How a card failed validation

    - ``invalid-json``: The document is not well-formed JSON.
    - ``schema-violation``: The document does not satisfy its media type's schema.
    - ``unsupported-media-type``: The declared media type is not one this runtime understands.
    - ``missing-required-field``: A field the media type requires is absent.
    - ``size-limit-exceeded``: The document exceeded the permitted size.
    """
    CatalogMediaType: TypeAlias = Literal["application/mcp-server-card+json", "application/mcp-server+json", "application/ai-skill"] | str
    """Media type a catalog card is interpreted as

    - ``application/mcp-server-card+json``: The current MCP server card media type.
    - ``application/mcp-server+json``: The legacy MCP server card media type, accepted for
        compatibility.
    - ``application/ai-skill``: An AI skill card. Representable and searchable, but typed
        non-installable.
    """
    CatalogNegotiationRefusedReason: TypeAlias = Literal["unsupported-protocol-version", "unsupported-capability"] | str
    """Why capability and protocol-version negotiation refused a caller

    - ``unsupported-protocol-version``: The caller's protocol version is below the lowest this
        runtime serves.
    - ``unsupported-capability``: The caller requires at least one capability this runtime cannot
        honour.
    """
    CatalogNetworkFailureReason: TypeAlias = Literal["offline", "dns", "timeout", "tls", "connection-refused", "proxy-authentication-required", "rate-limited", "service-unavailable", "http-status", "response-too-large", "redirect-rejected"] | str
    """Categorised network failure, low cardinality so it can be aggregated without carrying a URL

    - ``offline``: No network is available, so nothing was attempted.
    - ``dns``: The authority's name could not be resolved.
    - ``timeout``: The request exceeded its time budget.
    - ``tls``: The TLS handshake or certificate validation failed.
    - ``connection-refused``: The connection was refused or reset.
    - ``proxy-authentication-required``: The configured proxy returned 407 and requires
        authentication.
    - ``rate-limited``: The authority rate-limited requests and supplied or implied a bounded
        cooldown.
    - ``service-unavailable``: The authority returned a transient 5xx response.
    - ``http-status``: The authority returned another status the runtime treats as a failure.
    - ``response-too-large``: The response exceeded the permitted size.
    - ``redirect-rejected``: A redirect was refused by the runtime's redirect policy.
    """
    CatalogUnavailableReason: TypeAlias = Literal["search-unavailable", "planning-unavailable", "authority-not-configured", "disabled-by-policy"] | str
    """Why a catalog operation is not available on this runtime

    - ``search-unavailable``: Bounded search is not wired up on this runtime build.
    - ``planning-unavailable``: Install planning is not wired up on this runtime build.
    - ``authority-not-configured``: No catalog authority is configured for this runtime.
    - ``disabled-by-policy``: The surface is disabled by policy on this runtime.
    """
    CatalogUnsafeRetrievalReason: TypeAlias = Literal["blocked-scheme", "credentials-in-url", "blocked-address", "redirect-to-blocked-address", "proxy-rejected", "host-not-permitted"] | str
    """Which hardened-fetch control refused a retrieval

    - ``blocked-scheme``: The URL used a scheme the runtime refuses to fetch.
    - ``credentials-in-url``: The URL embedded credentials.
    - ``blocked-address``: The URL resolved to a loopback, private, link-local, or cloud metadata
        address.
    - ``redirect-to-blocked-address``: A redirect target resolved to a blocked address.
    - ``proxy-rejected``: The configured proxy policy refused the request.
    - ``host-not-permitted``: The authority is not permitted for card retrieval.
    """
    ContentFilterMode: TypeAlias = Literal["none", "markdown", "hidden_characters"] | str
    """Controls how MCP tool result content is filtered: none leaves content unchanged, markdown
    sanitizes HTML while preserving Markdown-friendly output, and hidden_characters removes
    characters that can hide directives.

    - ``none``: Leave MCP tool result content unchanged.
    - ``markdown``: Sanitize HTML while preserving Markdown-friendly output.
    - ``hidden_characters``: Remove characters that can hide directives.
    """
    ContextTier: TypeAlias = Literal["default", "long_context"] | str
    """Context tier for models that support multiple context-window sizes.

    - ``default``: Use the model's default context window.
    - ``long_context``: Pin the session to the long-context tier when supported.
    """
    EventsCursorStatus: TypeAlias = Literal["ok", "expired"] | str
    """Cursor status: 'ok' means the read succeeded against the requested history; 'expired' means
    the requested continuation is unavailable. Recovery is endpoint-specific:
    session.eventLog.read returns a boundary window of remaining active history that may overlap
    prior pages, while sessions.readPersistedEvents returns an empty terminal page and never
    switches journal generations. An expired persisted read is not successful completion; a
    complete persisted snapshot requires cursorStatus 'ok' and hasMore false.

    - ``ok``: The read succeeded against the requested history.
    - ``expired``: The requested continuation is unavailable; see the endpoint's recovery
        semantics.
    """
    EventsReadDirection: TypeAlias = Literal["forward", "backward"] | str
    """Direction to page through the session's persisted event history. 'forward' pages from the
    cursor toward newer events; 'backward' returns the newest window first (tail-first) and pages
    toward older events. Events within a returned batch are always chronological
    (oldest-to-newest), even for a backward read.

    - ``forward``: Page from the cursor toward newer events (default).
    - ``backward``: Tail-first: return the newest events and page toward older events.
    """
    ExtensionSource: TypeAlias = Literal["project", "user", "plugin", "session"] | str
    """Discovery source: project (.github/extensions/), user (~/.copilot/extensions/), plugin
    (installed plugin), or session (session-state/<id>/extensions/)

    - ``project``: Extension discovered from the current project's .github/extensions directory.
    - ``user``: Extension discovered from the user's ~/.copilot/extensions directory.
    - ``plugin``: Extension contributed by an installed plugin.
    - ``session``: Extension discovered from the current session's state directory (loaded only
        for this session).
    """
    HistoryRewindUnavailableReason: TypeAlias = Literal["file-change-tracking-disabled", "session-busy", "unsupported-remote-session"] | str
    """Reason a rewind read (rewind points, file-restore preview, or session diff) could not be
    answered from the session's file-change captures.

    - ``file-change-tracking-disabled``: The session did not opt into file-change tracking before
        its first turn.
    - ``session-busy``: The session still has work that may mutate files or history. Transient:
        the same request succeeds once the session settles, so callers should retry rather than
        treat it as a failure.
    - ``unsupported-remote-session``: Remote-backed rewind routing is not supported.
    """
    HookType: TypeAlias = Literal["preToolUse", "preMcpToolCall", "postToolUse", "postToolUseFailure", "userPromptSubmitted", "userPromptTransformed", "sessionStart", "sessionEnd", "postResult", "prePRDescription", "errorOccurred", "agentStop", "subagentStart", "subagentStop", "preCompact", "permissionRequest", "notification"] | str
    """Hook event name. Discovery emits the file-configurable subset; SDK callbacks additionally
    support callback-only events.

    - ``preToolUse``: Runs before a tool is invoked.
    - ``preMcpToolCall``: Runs before an MCP tool is invoked.
    - ``postToolUse``: Runs after a tool completes successfully.
    - ``postToolUseFailure``: Runs after a tool fails.
    - ``userPromptSubmitted``: Runs after the user submits a prompt.
    - ``userPromptTransformed``: Runs after the runtime transforms the submitted prompt for the
        model, before it is added to session history.
    - ``sessionStart``: Runs when a session starts.
    - ``sessionEnd``: Runs when a session ends.
    - ``postResult``: Runs after an agent result is produced.
    - ``prePRDescription``: Runs before a pull request description is generated.
    - ``errorOccurred``: Runs when the agent encounters an error.
    - ``agentStop``: Runs when the agent stops.
    - ``subagentStart``: Runs when a subagent starts.
    - ``subagentStop``: Runs when a subagent stops.
    - ``preCompact``: Runs before conversation context is compacted.
    - ``permissionRequest``: Runs when the agent requests permission.
    - ``notification``: Runs when the agent emits a notification.
    """
    InstructionSourceLocation: TypeAlias = Literal["user", "repository", "working-directory", "plugin"] | str
    """Where this source lives — used for UI grouping

    - ``user``: Instructions live in user-level configuration.
    - ``repository``: Instructions live in repository-level configuration.
    - ``working-directory``: Instructions live under the current working directory.
    - ``plugin``: Instructions live in plugin-provided configuration.
    """
    InstructionSourceType: TypeAlias = Literal["home", "repo", "model", "vscode", "nested-agents", "child-instructions", "plugin"] | str
    """Category of instruction source — used for merge logic

    - ``home``: Instructions loaded from the user's home configuration.
    - ``repo``: Instructions loaded from repository-scoped files.
    - ``model``: Instructions loaded from model-specific files.
    - ``vscode``: Instructions loaded from VS Code instruction files.
    - ``nested-agents``: Instructions discovered from nested agent files.
    - ``child-instructions``: Instructions inherited from child instruction files.
    - ``plugin``: Instructions supplied by an installed plugin.
    """
    McpPlanPolicySource: TypeAlias = Literal["none", "enterprise-allowlist", "registry-policy", "local-trust"] | str
    """Which authority produced a policy decision

    - ``none``: No policy applied, so the server is permitted by default.
    - ``enterprise-allowlist``: An enterprise allowlist evaluated the server.
    - ``registry-policy``: The registry the card came from evaluated the server.
    - ``local-trust``: Local trust settings evaluated the server.
    """
    McpServerCardMediaType: TypeAlias = Literal["application/mcp-server-card+json", "application/mcp-server+json"] | str
    """JSON MCP card media type accepted for install planning

    - ``application/mcp-server-card+json``: The current MCP server card media type.
    - ``application/mcp-server+json``: The legacy MCP server card media type, accepted for
        compatibility.
    """
    McpServerConfigDeferTools: TypeAlias = Literal["auto", "never"] | str
    """Controls if tools provided by this server can be loaded on demand via tool search (auto) or
    always included in the initial tool list (never)

    - ``auto``: Tools may be deferred under certain conditions
    - ``never``: Tools are always included in the initial tool list, even when tool search is
        enabled.
    """
    McpServerConfigHttpOauthGrantType: TypeAlias = Literal["authorization_code", "client_credentials"] | str
    """OAuth grant type to use when authenticating to the remote MCP server.

    - ``authorization_code``: Interactive browser-based authorization code flow with PKCE.
    - ``client_credentials``: Headless client credentials flow using the configured OAuth client.
    """
    McpServerSource: TypeAlias = Literal["user", "workspace", "plugin", "builtin", "managed"] | str
    """Configuration source: user, workspace, plugin, builtin, or managed

    - ``user``: Server configured in the user's global MCP configuration.
    - ``workspace``: Server configured by the current workspace.
    - ``plugin``: Server contributed by an installed plugin.
    - ``builtin``: Server bundled with the runtime.
    - ``managed``: Server supplied by a trusted host-managed catalog.
    """
    ModelPickerPriceCategory: TypeAlias = Literal["low", "medium", "high", "very_high"] | str
    """Relative cost tier for token-based billing users

    - ``low``: Lowest relative token cost tier.
    - ``medium``: Medium relative token cost tier.
    - ``high``: High relative token cost tier.
    - ``very_high``: Highest relative token cost tier.
    """
    OmittedBinaryOmittedReason: TypeAlias = Literal["too_large", "asset_unavailable"] | str
    """Why the binary data is absent: it exceeded the inline size limit, or its asset was
    unavailable

    - ``too_large``: Bytes exceeded the session's inline size limit.
    - ``asset_unavailable``: The referenced binary asset could not be found (e.g. a truncated
        log).
    """
    PermissionDecisionOutcome: TypeAlias = Literal["auto_approved", "autopilot_denied", "prompted_user"] | str
    """Disposition of a permission request as observed by the responding client.

    - ``auto_approved``: The request was approved automatically without a new human decision.
    - ``autopilot_denied``: The request was denied without an interactive user decision; source
        records why.
    - ``prompted_user``: The response came from an interactive user prompt.
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
    PermissionDecisionSurface: TypeAlias = Literal["tui", "prompt_mode", "copilot_app", "acp", "sdk"] | str
    """Client surface that submitted a permission response.

    - ``tui``: The interactive Copilot CLI terminal UI.
    - ``prompt_mode``: The non-interactive Copilot CLI prompt mode.
    - ``copilot_app``: The Copilot App client.
    - ``acp``: An Agent Client Protocol host.
    - ``sdk``: A generic Copilot SDK client.
    """
    PermissionResponseCapability: TypeAlias = Literal["interactive", "headless", "none"] | str
    """Response capability available to the client when it settled a permission request.

    - ``interactive``: The client could ask a user for this decision.
    - ``headless``: The client could return an automated response but could not ask a user.
    - ``none``: The client had no response path available.
    """
    ProviderConfigTransport: TypeAlias = Literal["http", "websockets"] | str
    """Provider transport. Defaults to "http".

    - ``http``: HTTP request/streaming transport.
    - ``websockets``: WebSocket transport.
    """
    ProviderConfigType: TypeAlias = Literal["openai", "azure", "anthropic"] | str
    """Provider type. Defaults to "openai" for generic OpenAI-compatible APIs.

    - ``openai``: Generic OpenAI-compatible API.
    - ``azure``: Azure OpenAI Service endpoint.
    - ``anthropic``: Anthropic API endpoint.
    """
    ProviderConfigWireApi: TypeAlias = Literal["completions", "responses"] | str
    """Wire API format (openai/azure only). Defaults to "completions".

    - ``completions``: OpenAI Chat Completions wire format.
    - ``responses``: OpenAI Responses API wire format.
    """
    SandboxConfigSource: TypeAlias = Literal["never_configured", "user_enabled", "user_disabled", "session_flag", "session_disabled", "unsupported_host", "repository_policy"] | str
    """Origin of the sandbox choice supplied by an internal client.

    - ``never_configured``: The client applied the default because no sandbox preference was
        configured.
    - ``user_enabled``: The user's persisted settings enabled the sandbox.
    - ``user_disabled``: The user's persisted settings disabled the sandbox.
    - ``session_flag``: A command-line flag selected the sandbox state for this session.
    - ``session_disabled``: The user disabled the sandbox for the current session.
    - ``unsupported_host``: The client disabled the sandbox because the host cannot enforce it.
    - ``repository_policy``: A repository policy selected the sandbox state.
    """
    SendAgentMode: TypeAlias = Literal["interactive", "plan", "autopilot", "shell"] | str
    """The UI mode the agent was in when this message was sent. Defaults to the session's current
    mode.

    - ``interactive``: The agent is responding interactively to the user.
    - ``plan``: The agent is preparing a plan before making changes.
    - ``autopilot``: The agent is working autonomously toward task completion.
    - ``shell``: The agent is in shell-focused UI mode.
    """
    SendMode: TypeAlias = Literal["enqueue", "immediate"] | str
    """How to deliver the message. `enqueue` (default) appends to the message queue. `immediate`
    interjects during an in-progress turn.

    - ``enqueue``: Append the message to the normal session queue.
    - ``immediate``: Interject the message during the in-progress turn.
    """
    SessionCapability: TypeAlias = Literal["tui-hints", "plan-mode", "memory", "cli-documentation", "ask-user", "interactive-mode", "system-notifications", "elicitation", "session-store", "mcp-apps", "canvas-renderer"] | str
    """Session capability enabled for this session

    - ``tui-hints``: TUI-specific prompt hints such as keyboard shortcuts.
    - ``plan-mode``: Plan-mode handling and instructions.
    - ``memory``: Memory tool and memories prompt section.
    - ``cli-documentation``: Copilot CLI documentation tool and prompt section.
    - ``ask-user``: Interactive ask_user tool support.
    - ``interactive-mode``: Interactive CLI identity and behavior.
    - ``system-notifications``: Automatic hidden system notifications.
    - ``elicitation``: SDK elicitation support.
    - ``session-store``: Cross-session history tools and session-store SQL prompt/tool metadata.
    - ``mcp-apps``: MCP Apps UI passthrough.
    - ``canvas-renderer``: Host-provided canvas rendering support.
    """
    SessionMode: TypeAlias = Literal["interactive", "plan", "autopilot"] | str
    """The session mode the agent is operating in

    - ``interactive``: The agent is responding interactively to the user.
    - ``plan``: The agent is preparing a plan before making changes.
    - ``autopilot``: The agent is working autonomously toward task completion.
    """
    ShellInitProfile: TypeAlias = Literal["none", "non-interactive"] | str
    """Controls automatic non-interactive profile loading where supported. Explicit initScripts are
    unaffected.

    - ``none``: Disable automatic non-interactive profile loading. Explicit initScripts still
        run.
    - ``non-interactive``: Allow automatic non-interactive profile loading when supported.
        Explicit initScripts still run.
    """
    ShellInitScriptShell: TypeAlias = Literal["bash", "powershell"] | str
    """Supported built-in shells for initialization scripts.

    - ``bash``: Source the script in the built-in Bash shell on macOS and Linux.
    - ``powershell``: Source the script in the built-in PowerShell shell on Windows.
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
    SlashCommandInputCompletion: TypeAlias = Literal["directory"] | str
    """Optional completion hint for the input (e.g. 'directory' for filesystem path completion)

    - ``directory``: Input should complete filesystem directories.
    """
    SlashCommandKind: TypeAlias = Literal["builtin", "skill", "client"] | str
    """Coarse command category for grouping and behavior: runtime built-in, skill-backed command, or
    SDK/client-owned command

    - ``builtin``: Command implemented by the runtime.
    - ``skill``: Command backed by a skill.
    - ``client``: Command registered by an SDK client or extension.
    """
    Verbosity: TypeAlias = Literal["low", "medium", "high"] | str
    """Output verbosity level for supported models

    - ``low``: Request a terse response.
    - ``medium``: Request a medium amount of response detail.
    - ``high``: Request a more detailed response.
    """
    Attachment: TypeAlias = AttachmentFile | AttachmentDirectory | AttachmentSelection | AttachmentGitHubReference | AttachmentGitHubCommit | AttachmentGitHubRelease | AttachmentGitHubActionsJob | AttachmentGitHubRepository | AttachmentGitHubFileDiff | AttachmentGitHubTreeComparison | AttachmentGitHubUrl | AttachmentGitHubFile | AttachmentGitHubSnippet | AttachmentBlob | AttachmentExtensionContext | UnknownVariant
    """A user message attachment — a file, directory, code selection, blob, GitHub-anchored pointer,
    or extension-supplied context payload
    """
    AuthInfo: TypeAlias = HMACAuthInfo | EnvAuthInfo | TokenAuthInfo | TokenProviderAuthInfo | CopilotApiTokenAuthInfo | UserAuthInfo | GhCliAuthInfo | ApiKeyAuthInfo | UnknownVariant
    """Authentication credentials accepted only at native protocol ingress. Runtime outputs use
    credential-free `AuthIdentity` metadata.
    """
    FilterMapping: TypeAlias = dict[str, ContentFilterMode] | ContentFilterMode
    """Content filtering mode to apply to all tools, or a map of tool name to content filtering
    mode.
    """
    McpServerAuthConfig: TypeAlias = McpServerAuthConfigRedirectPort | bool
    """Set to `true` to use defaults, or provide an object with additional auth or OIDC settings."""
else:
    AdaptiveThinkingSupport = Literal["unsupported", "optional", "required", "adaptive_only"]
    AgentInfoSource = Literal["user", "project", "inherited", "remote", "plugin", "builtin"]
    AgentModelPolicy = Literal["preferred", "required"]
    AttachmentGitHubReferenceType = Literal["issue", "pr", "discussion"]
    AutoTier = Literal["efficiency", "balance", "intelligence", "fast"]
    CatalogAuthenticationRequiredReason = Literal["no-credential", "credential-expired", "credential-rejected"]
    CatalogCapability = Literal["mcp-server-card", "legacy-mcp-server-card", "ai-skill-discovery", "mcp-install-planning", "multiple-transport-choice", "trust-snapshot"]
    CatalogContractViolationReason = Literal["both-url-and-data", "neither-url-nor-data", "duplicate-identity", "unknown-media-type"]
    CatalogInvalidRequestField = Literal["query", "limit", "kinds", "contract", "source", "card", "scope"]
    CatalogMalformedCardReason = Literal["invalid-json", "schema-violation", "unsupported-media-type", "missing-required-field", "size-limit-exceeded"]
    CatalogMediaType = Literal["application/mcp-server-card+json", "application/mcp-server+json", "application/ai-skill"]
    CatalogNegotiationRefusedReason = Literal["unsupported-protocol-version", "unsupported-capability"]
    CatalogNetworkFailureReason = Literal["offline", "dns", "timeout", "tls", "connection-refused", "proxy-authentication-required", "rate-limited", "service-unavailable", "http-status", "response-too-large", "redirect-rejected"]
    CatalogUnavailableReason = Literal["search-unavailable", "planning-unavailable", "authority-not-configured", "disabled-by-policy"]
    CatalogUnsafeRetrievalReason = Literal["blocked-scheme", "credentials-in-url", "blocked-address", "redirect-to-blocked-address", "proxy-rejected", "host-not-permitted"]
    ContentFilterMode = Literal["none", "markdown", "hidden_characters"]
    ContextTier = Literal["default", "long_context"]
    EventsCursorStatus = Literal["ok", "expired"]
    EventsReadDirection = Literal["forward", "backward"]
    ExtensionSource = Literal["project", "user", "plugin", "session"]
    HistoryRewindUnavailableReason = Literal["file-change-tracking-disabled", "session-busy", "unsupported-remote-session"]
    HookType = Literal["preToolUse", "preMcpToolCall", "postToolUse", "postToolUseFailure", "userPromptSubmitted", "userPromptTransformed", "sessionStart", "sessionEnd", "postResult", "prePRDescription", "errorOccurred", "agentStop", "subagentStart", "subagentStop", "preCompact", "permissionRequest", "notification"]
    InstructionSourceLocation = Literal["user", "repository", "working-directory", "plugin"]
    InstructionSourceType = Literal["home", "repo", "model", "vscode", "nested-agents", "child-instructions", "plugin"]
    McpPlanPolicySource = Literal["none", "enterprise-allowlist", "registry-policy", "local-trust"]
    McpServerCardMediaType = Literal["application/mcp-server-card+json", "application/mcp-server+json"]
    McpServerConfigDeferTools = Literal["auto", "never"]
    McpServerConfigHttpOauthGrantType = Literal["authorization_code", "client_credentials"]
    McpServerSource = Literal["user", "workspace", "plugin", "builtin", "managed"]
    ModelPickerPriceCategory = Literal["low", "medium", "high", "very_high"]
    OmittedBinaryOmittedReason = Literal["too_large", "asset_unavailable"]
    PermissionDecisionOutcome = Literal["auto_approved", "autopilot_denied", "prompted_user"]
    PermissionDecisionSource = Literal["assisted_approval", "human_response", "host_policy", "unattended_fallback", "authorization_carry_forward"]
    PermissionDecisionSurface = Literal["tui", "prompt_mode", "copilot_app", "acp", "sdk"]
    PermissionResponseCapability = Literal["interactive", "headless", "none"]
    ProviderConfigTransport = Literal["http", "websockets"]
    ProviderConfigType = Literal["openai", "azure", "anthropic"]
    ProviderConfigWireApi = Literal["completions", "responses"]
    SandboxConfigSource = Literal["never_configured", "user_enabled", "user_disabled", "session_flag", "session_disabled", "unsupported_host", "repository_policy"]
    SendAgentMode = Literal["interactive", "plan", "autopilot", "shell"]
    SendMode = Literal["enqueue", "immediate"]
    SessionCapability = Literal["tui-hints", "plan-mode", "memory", "cli-documentation", "ask-user", "interactive-mode", "system-notifications", "elicitation", "session-store", "mcp-apps", "canvas-renderer"]
    SessionMode = Literal["interactive", "plan", "autopilot"]
    ShellInitProfile = Literal["none", "non-interactive"]
    ShellInitScriptShell = Literal["bash", "powershell"]
    SkillSource = Literal["project", "inherited", "personal-copilot", "personal-agents", "plugin", "custom", "builtin", "sdk"]
    SlashCommandInputCompletion = Literal["directory"]
    SlashCommandKind = Literal["builtin", "skill", "client"]
    Verbosity = Literal["low", "medium", "high"]
    Attachment = AttachmentFile | AttachmentDirectory | AttachmentSelection | AttachmentGitHubReference | AttachmentGitHubCommit | AttachmentGitHubRelease | AttachmentGitHubActionsJob | AttachmentGitHubRepository | AttachmentGitHubFileDiff | AttachmentGitHubTreeComparison | AttachmentGitHubUrl | AttachmentGitHubFile | AttachmentGitHubSnippet | AttachmentBlob | AttachmentExtensionContext
    AuthInfo = HMACAuthInfo | EnvAuthInfo | TokenAuthInfo | TokenProviderAuthInfo | CopilotApiTokenAuthInfo | UserAuthInfo | GhCliAuthInfo | ApiKeyAuthInfo
    FilterMapping = dict[str, ContentFilterMode] | ContentFilterMode
    McpServerAuthConfig = McpServerAuthConfigRedirectPort | bool
