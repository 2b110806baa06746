"""Types and methods: rpc_server_sessions.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import NoneType
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from msgspec import UNSET, UnsetType, field

from .rpc_common import (
    AuthInfo,
    CapiSessionOptions,
    EventsReadDirection,
    EventsReadResult,
    ModelCapabilitiesOverride,
    NamedProviderConfig,
    ProviderConfig,
    ProviderModelConfig,
    SandboxConfig,
    SandboxConfigSource,
    SessionCapability,
    SessionLimitsConfig,
    ShellOptions,
    Verbosity,
)
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import (
    JsonValue,
    UnknownVariant,
    WireStruct,
)

__all__ = [
    "ConnectedRemoteSessionMetadata",
    "ConnectedRemoteSessionMetadataKind",
    "ConnectedRemoteSessionMetadataRepository",
    "InstalledPlugin",
    "InstalledPluginSource",
    "InstalledPluginSourceGitHub",
    "InstalledPluginSourceLocal",
    "InstalledPluginSourceUrl",
    "LocalSessionMetadataValue",
    "ManagedMcpServerConfig",
    "MemoryConfiguration",
    "RemoteControlConfig",
    "RemoteControlConfigExistingMcSession",
    "RemoteControlStatus",
    "RemoteControlStatusActive",
    "RemoteControlStatusConnecting",
    "RemoteControlStatusError",
    "RemoteControlStatusOff",
    "RemoteControlStatusResult",
    "RemoteControlStopResult",
    "RemoteControlTransferResult",
    "RemoteSessionConnectionResult",
    "RemoteSessionHostStatus",
    "RemoteSessionMetadataRepository",
    "RemoteSessionMetadataTaskType",
    "RemoteSessionMetadataValue",
    "RemoteSessionRepository",
    "ServerSessionsRpc",
    "SessionBulkDeleteResult",
    "SessionContext",
    "SessionContextHostType",
    "SessionEnrichMetadataResult",
    "SessionList",
    "SessionListEntry",
    "SessionListFilter",
    "SessionLoadDeferredRepoHooksResult",
    "SessionManagedPermissions",
    "SessionManagedSettings",
    "SessionOpenOptions",
    "SessionOpenOptionsAdditionalContentExclusionPolicy",
    "SessionOpenOptionsAdditionalContentExclusionPolicyRule",
    "SessionOpenOptionsAdditionalContentExclusionPolicyRuleSource",
    "SessionOpenOptionsAdditionalContentExclusionPolicyScope",
    "SessionOpenOptionsEnvValueMode",
    "SessionOpenOptionsReasoningSummary",
    "SessionOpenParams",
    "SessionOpenResult",
    "SessionPruneResult",
    "SessionSizes",
    "SessionSource",
    "SessionsBulkDeleteParams",
    "SessionsCheckInUseParams",
    "SessionsCheckInUseResult",
    "SessionsClientMetadataEntry",
    "SessionsClientMetadataEntryCorrupt",
    "SessionsClientMetadataEntryNotFound",
    "SessionsClientMetadataEntryOk",
    "SessionsClientMetadataEntryUnavailable",
    "SessionsClientMetadataEntryUnsupportedVersion",
    "SessionsCloseParams",
    "SessionsCloseResult",
    "SessionsConfigureSessionExtensionsParams",
    "SessionsConnectParams",
    "SessionsDeleteParams",
    "SessionsEnrichMetadataParams",
    "SessionsFindByPrefixParams",
    "SessionsFindByPrefixResult",
    "SessionsFindByTaskIDResult",
    "SessionsFindByTaskIdParams",
    "SessionsForkParams",
    "SessionsForkResult",
    "SessionsGetBoardEntryCountParams",
    "SessionsGetBoardEntryCountResult",
    "SessionsGetClientMetadataParams",
    "SessionsGetEventFilePathParams",
    "SessionsGetEventFilePathResult",
    "SessionsGetLastForContextParams",
    "SessionsGetLastForContextResult",
    "SessionsGetMetadataParams",
    "SessionsGetMetadataResult",
    "SessionsGetPersistedRemoteSteerableParams",
    "SessionsGetPersistedRemoteSteerableResult",
    "SessionsListNonEmptySessionIdsParams",
    "SessionsListNonEmptySessionIdsResult",
    "SessionsListParams",
    "SessionsLoadDeferredRepoHooksParams",
    "SessionsOpenAttach",
    "SessionsOpenCloud",
    "SessionsOpenCreate",
    "SessionsOpenHandoff",
    "SessionsOpenHandoffTaskType",
    "SessionsOpenProgress",
    "SessionsOpenProgressStatus",
    "SessionsOpenProgressStep",
    "SessionsOpenRemote",
    "SessionsOpenResume",
    "SessionsOpenResumeLast",
    "SessionsOpenStatus",
    "SessionsPruneOldParams",
    "SessionsReadPersistedEventsParams",
    "SessionsReleaseLockParams",
    "SessionsReleaseLockResult",
    "SessionsReloadPluginHooksParams",
    "SessionsReloadPluginHooksResult",
    "SessionsSaveParams",
    "SessionsSaveResult",
    "SessionsSetAdditionalPluginsParams",
    "SessionsSetAdditionalPluginsResult",
    "SessionsSetRemoteControlSteeringParams",
    "SessionsStartRemoteControlParams",
    "SessionsStopRemoteControlParams",
    "SessionsTransferRemoteControlParams",
]


class ConnectedRemoteSessionMetadata(WireStruct, frozen=True, kw_only=True, gc=False):
    """Metadata for a connected remote session.

    Attributes:
        session_id: SDK session ID for the connected remote session.
        name: Optional friendly session name.
        summary: Optional session summary.
        start_time: Session start time as an ISO 8601 string.
        modified_time: Last session update time as an ISO 8601 string.
        repository: Repository associated with the connected remote session.
        pull_request_number: Pull request number associated with the session.
        resource_id: Original remote resource identifier.
        kind: Neutral SDK discriminator for the connected remote session kind.
        stale_at: Remote session staleness deadline as an ISO 8601 string.
        state: Remote session state returned by the backing service.
    """

    session_id: str
    name: str | None = None
    summary: str | None = None
    start_time: str
    modified_time: str
    repository: ConnectedRemoteSessionMetadataRepository
    pull_request_number: int | None = None
    resource_id: str | None = None
    kind: ConnectedRemoteSessionMetadataKind
    stale_at: str | None = None
    state: str | None = None


class ConnectedRemoteSessionMetadataRepository(WireStruct, frozen=True, kw_only=True, gc=False):
    """Repository associated with the connected remote session.

    Attributes:
        owner: Repository owner or organization login.
        name: Repository name.
        branch: Branch associated with the remote session.
    """

    owner: str
    name: str
    branch: str


class InstalledPlugin(WireStruct, frozen=True, kw_only=True, gc=False):
    """Installed plugin record from global state, with marketplace, version, install time, enabled
    state, cache path, and source.

    Attributes:
        name: Plugin name
        marketplace: Marketplace the plugin came from (empty string for direct repo installs)
        version: Version installed (if available)
        installed_at: Installation timestamp
        enabled: Whether the plugin is currently enabled
        cache_path: Path where the plugin is cached locally
        source: Source for direct repo installs (when marketplace is empty)
        source_sha: Per-plugin source fingerprint (a SHA-256 hash of the plugin's catalog source
            spec plus its resolved source subtree — NOT a Git commit SHA) captured at marketplace
            install/update time. Auto-update compares it against the freshly recomputed
            fingerprint to detect a content change that does not bump the version. Absent for
            pre-existing installs and for direct (non-marketplace) installs.
        installed_from: Absolute path of the marketplace directory a live plugin was resolved
            from. Present only on live, never-persisted records — those synthesized at session
            start for a directory/local marketplace, whose cache_path points at the real plugin
            directory on disk rather than a copy under the installed-plugins cache. Its presence
            is what marks a record as live, and no record carrying it is ever written to the
            persisted installedPlugins key.
    """

    name: str
    marketplace: str
    version: str | None = None
    installed_at: str = field(name="installed_at")
    enabled: bool
    cache_path: str | None = field(default=None, name="cache_path")
    source: InstalledPluginSource | None = None
    source_sha: str | None = field(default=None, name="source_sha")
    installed_from: str | None = field(default=None, name="installed_from")


class InstalledPluginSourceGitHub(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="source",
    tag="github",
    gc=False,
):
    """Source descriptor for a direct GitHub plugin install, with `owner/repo`, optional ref or full
    commit SHA, and optional subpath.

    Attributes:
        repo: GitHub repository in `owner/repo` form.
        ref: Optional Git ref to resolve.
        sha: Optional full 40-character hexadecimal commit SHA.
        path: Optional repository-relative path to the plugin.
    """

    source: ClassVar[Literal["github"]] = "github"
    repo: str
    ref: str | None = None
    sha: str | None = None
    path: str | None = None


class InstalledPluginSourceLocal(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="source",
    tag="local",
    gc=False,
):
    """Source descriptor for a direct local plugin install, with a local filesystem path.

    Attributes:
        path: Local filesystem path to the plugin.
    """

    source: ClassVar[Literal["local"]] = "local"
    path: str


class InstalledPluginSourceUrl(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="source",
    tag="url",
    gc=False,
):
    """Source descriptor for a direct URL plugin install, with URL, optional ref or full commit SHA,
    and optional subpath.

    Attributes:
        url: URL of the plugin source.
        ref: Optional Git ref to resolve.
        sha: Optional full 40-character hexadecimal commit SHA.
        path: Optional source-relative path to the plugin.
    """

    source: ClassVar[Literal["url"]] = "url"
    url: str
    ref: str | None = None
    sha: str | None = None
    path: str | None = None


class LocalSessionMetadataValue(WireStruct, frozen=True, kw_only=True, gc=False):
    """Persisted local session metadata, including identifiers, timestamps, summary/name, client,
    context, detached state, and task ID.

    Attributes:
        session_id: Stable session identifier
        start_time: Session creation time as an ISO 8601 timestamp
        modified_time: Last-modified time of the session's persisted state, as ISO 8601
        summary: Short summary of the session, when one has been derived
        name: Optional human-friendly name set via /rename
        client_name: Runtime client name that created/last resumed this session
        is_remote: Always false for local sessions.
        is_detached: True for detached maintenance sessions that should be hidden from normal
            resume lists.
        context: Pre-resolved working-directory context for session startup.
        mc_task_id: GitHub task ID, when this local session is bound to one. Only present for
            local sessions exported to remote control.
    """

    session_id: str
    start_time: str
    modified_time: str
    summary: str | None = None
    name: str | None = None
    client_name: str | None = None
    is_remote: bool
    is_detached: bool | None = None
    context: SessionContext | None = None
    mc_task_id: str | None = None


class ManagedMcpServerConfig(WireStruct, frozen=True, kw_only=True):
    """Non-secret host-managed HTTP MCP server configuration. The containing map key is the stable
    managed identity; credentials are supplied dynamically by the host.

    Attributes:
        display_name: Human-readable catalog display name.
        url: Hosted MCP streamable HTTP endpoint.
        tools: Tools to include. Defaults to all tools when omitted.
        timeout: Timeout in milliseconds for tool discovery and tool calls.
        headers_refresh_ttl_ms: Maximum dynamic-header cache lifetime in milliseconds.
    """

    display_name: str
    url: str
    tools: list[str] | None = None
    timeout: int | None = None
    headers_refresh_ttl_ms: int | None = None


class MemoryConfiguration(WireStruct, frozen=True, kw_only=True, gc=False):
    """Memory configuration for this session.

    Attributes:
        enabled: Whether memory is enabled for the session.
    """

    enabled: bool


class RemoteControlConfig(WireStruct, frozen=True, kw_only=True, gc=False):
    """Configuration for the runtime-managed remote-control singleton.

    Attributes:
        remote: Whether remote export should be enabled.
        steerable: Whether the MC session may steer the local session (write mode).
        explicit: Whether the user explicitly requested remote (vs. implicit session-sync).
            Controls warning surfacing for missing-repo cases.
        silent: When true, suppresses timeline messages on successful setup.
        task_id: Existing Mission Control task ID to attach the exported session to.
        existing_mc_session: Reattach to an existing MC session without creating a new one.
    """

    remote: bool
    steerable: bool
    explicit: bool
    silent: bool
    task_id: str | None = None
    existing_mc_session: RemoteControlConfigExistingMcSession | None = None


class RemoteControlConfigExistingMcSession(WireStruct, frozen=True, kw_only=True, gc=False):
    """Reattach to an existing MC session without creating a new one.

    Attributes:
        mc_session_id: Existing MC session ID to reattach to.
        mc_task_id: Existing MC task ID for the reattached session.
    """

    mc_session_id: str
    mc_task_id: str


class RemoteControlStatusActive(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="state",
    tag="active",
    gc=False,
):
    """Remote control is connected to a local session.

    Attributes:
        attached_session_id: Session id remote control is pointed at.
        frontend_url: MC frontend URL for this session, when known.
        is_steerable: Whether the MC session may steer this session.
        awaiting_first_message: Internal. True while a read-only/session-sync export is deferred,
            awaiting the first `user.message` before its MC session exists. Marked internal: this
            field is excluded from the public SDK surface and is populated only on the CLI
            in-process path.
    """

    state: ClassVar[Literal["active"]] = "active"
    attached_session_id: str
    frontend_url: str | None = None
    is_steerable: bool
    awaiting_first_message: bool | None = None


class RemoteControlStatusConnecting(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="state",
    tag="connecting",
    gc=False,
):
    """Remote control is in the middle of initial setup.

    Attributes:
        attached_session_id: Session id the connection is attaching to.
    """

    state: ClassVar[Literal["connecting"]] = "connecting"
    attached_session_id: str


class RemoteControlStatusError(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="state",
    tag="error",
    gc=False,
):
    """The last setup attempt failed. The singleton is otherwise off.

    Attributes:
        error: Human-readable error message from the last setup attempt.
        attached_session_id: Session id the failing setup attempt targeted, when known.
    """

    state: ClassVar[Literal["error"]] = "error"
    error: str
    attached_session_id: str | None = None


class RemoteControlStatusOff(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="state",
    tag="off",
    gc=False,
):
    """Remote control is not connected."""

    state: ClassVar[Literal["off"]] = "off"


class RemoteControlStatusResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Wrapper for the singleton's current status.

    Attributes:
        status: State of the runtime-managed remote-control singleton.
    """

    status: RemoteControlStatus


class RemoteControlStopResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Outcome of a stopRemoteControl call.

    Attributes:
        status: State of the runtime-managed remote-control singleton.
        stopped: Whether the singleton was actually torn down by this call.
    """

    status: RemoteControlStatus
    stopped: bool


class RemoteControlTransferResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Outcome of a transferRemoteControl call.

    Attributes:
        status: State of the runtime-managed remote-control singleton.
        transferred: Whether the rebinding actually happened.
    """

    status: RemoteControlStatus
    transferred: bool


class RemoteSessionConnectionResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Remote session connection result.

    Attributes:
        session_id: SDK session ID for the connected remote session.
        metadata: Metadata for a connected remote session.
    """

    session_id: str
    metadata: ConnectedRemoteSessionMetadata


class RemoteSessionMetadataRepository(WireStruct, frozen=True, kw_only=True, gc=False):
    """GitHub repository the remote session belongs to.

    Attributes:
        owner: Repository owner.
        name: Repository name.
        branch: Branch associated with the remote session.
    """

    owner: str
    name: str
    branch: str


class RemoteSessionMetadataValue(WireStruct, frozen=True, kw_only=True):
    """Remote session metadata for the session to hand off (typically obtained from `sessions.list`
    with `source: "remote"`).

    Attributes:
        session_id: Stable session identifier.
        start_time: Session creation time as an ISO 8601 timestamp.
        modified_time: Last-modified time as an ISO 8601 timestamp.
        summary: Short summary of the session, when one has been derived.
        name: Optional human-friendly name set via /rename.
        is_remote: Always true for remote sessions.
        context: Most recent working directory context.
        repository: GitHub repository the remote session belongs to.
        remote_session_ids: Backing remote session IDs (most recent first).
        pull_request_number: Pull request number associated with the session.
        resource_id: Original remote resource identifier (task ID or PR node ID).
        task_type: Whether the remote task originated from CCA or CLI `--remote`.
        stale_at: Deadline (ISO 8601) at which a CLI remote session becomes stale without further
            heartbeats.
        state: Server-side task state returned by GitHub.
        host_status: Live status as the owning host reports it in its session listing, so a row
            for a session running elsewhere can show that it is running. Absent for hosts that
            publish no such status (the cloud task managers), which read as idle.
        host_activity: Host-supplied human description of what the session is doing right now
            ("running tests", "waiting for approval"). Optional in the protocol and absent on
            hosts that do not publish it, so never rely on it -- it enriches `hostStatus`, it
            does not replace it.
    """

    session_id: str
    start_time: str
    modified_time: str
    summary: str | None = None
    name: str | None = None
    is_remote: bool
    context: SessionContext | None = None
    repository: RemoteSessionMetadataRepository
    remote_session_ids: list[str]
    pull_request_number: int | None = None
    resource_id: str | None = None
    task_type: RemoteSessionMetadataTaskType | None = None
    stale_at: str | None = None
    state: str | None = None
    host_status: RemoteSessionHostStatus | None = None
    host_activity: str | None = None


class RemoteSessionRepository(WireStruct, frozen=True, kw_only=True, gc=False):
    """Repository context for the remote session.

    Attributes:
        owner: Repository owner or organization login.
        name: Repository name.
        branch: Optional branch associated with the remote session.
    """

    owner: str
    name: str
    branch: str | None = None


class SessionBulkDeleteResult(WireStruct, frozen=True, kw_only=True):
    """Map of sessionId -> bytes freed by removing the session's workspace directory.

    Attributes:
        freed_bytes: Map of sessionId -> bytes freed by removing the session's workspace
            directory. Sessions whose deletion failed are omitted from this map (failures are
            logged on the server but not surfaced per-id; check the map for absent IDs to detect
            them).
    """

    freed_bytes: dict[str, int]


class SessionContext(WireStruct, frozen=True, kw_only=True, gc=False):
    """Pre-resolved working-directory context for session startup.

    Attributes:
        cwd: Most recent working directory for this session
        git_root: Git repository root, if the cwd was inside a git repo
        repository: Repository slug in `owner/name` form, when known
        host_type: Repository host type
        branch: Active git branch
    """

    cwd: str
    git_root: str | None = None
    repository: str | None = None
    host_type: SessionContextHostType | None = None
    branch: str | None = None


class SessionEnrichMetadataResult(WireStruct, frozen=True, kw_only=True):
    """The enriched metadata records, with summary and context fields backfilled where available.
    Sessions confirmed empty and unnamed are omitted.

    Attributes:
        sessions: Enriched records, with summary and context backfilled. Sessions confirmed empty
            and unnamed may be omitted.
    """

    sessions: list[LocalSessionMetadataValue]


class SessionList(WireStruct, frozen=True, kw_only=True):
    """Sessions matching the filter, ordered most-recently-modified first.

    Attributes:
        sessions: Sessions ordered most-recently-modified first. Discriminated by `isRemote`.
    """

    sessions: list[SessionListEntry]


class SessionListEntry(WireStruct, frozen=True, kw_only=True):
    """Local or remote session metadata entry. Narrow on `isRemote` to access source-specific
    fields.

    Attributes:
        session_id: Stable session identifier.
        start_time: Session creation time as an ISO 8601 timestamp.
        modified_time: Last-modified time as an ISO 8601 timestamp.
        summary: Short summary of the session, when one has been derived.
        name: Optional human-friendly name set via /rename.
        client_name: Runtime client name that created/last resumed this session
        is_remote: Always true for remote sessions.
        is_detached: True for detached maintenance sessions that should be hidden from normal
            resume lists.
        context: Most recent working directory context.
        mc_task_id: GitHub task ID, when this local session is bound to one. Only present for
            local sessions exported to remote control.
        repository: GitHub repository the remote session belongs to.
        remote_session_ids: Backing remote session IDs (most recent first).
        pull_request_number: Pull request number associated with the session.
        resource_id: Original remote resource identifier (task ID or PR node ID).
        task_type: Whether the remote task originated from CCA or CLI `--remote`.
        stale_at: Deadline (ISO 8601) at which a CLI remote session becomes stale without further
            heartbeats.
        state: Server-side task state returned by GitHub.
        host_status: Live status as the owning host reports it in its session listing, so a row
            for a session running elsewhere can show that it is running. Absent for hosts that
            publish no such status (the cloud task managers), which read as idle.
        host_activity: Host-supplied human description of what the session is doing right now
            ("running tests", "waiting for approval"). Optional in the protocol and absent on
            hosts that do not publish it, so never rely on it -- it enriches `hostStatus`, it
            does not replace it.
    """

    session_id: str
    start_time: str
    modified_time: str
    summary: str | None = None
    name: str | None = None
    client_name: str | None = None
    is_remote: bool
    is_detached: bool | None = None
    context: SessionContext | None = None
    mc_task_id: str | None = None
    repository: RemoteSessionMetadataRepository | None = None
    remote_session_ids: list[str] | None = None
    pull_request_number: int | None = None
    resource_id: str | None = None
    task_type: RemoteSessionMetadataTaskType | None = None
    stale_at: str | None = None
    state: str | None = None
    host_status: RemoteSessionHostStatus | None = None
    host_activity: str | None = None


class SessionListFilter(WireStruct, frozen=True, kw_only=True, gc=False):
    """Optional filter applied to the returned sessions

    Attributes:
        cwd: Match sessions whose context.cwd equals this value
        git_root: Match sessions whose context.gitRoot equals this value
        repository: Match sessions whose context.repository equals this value
        branch: Match sessions whose context.branch equals this value
    """

    cwd: str | None = None
    git_root: str | None = None
    repository: str | None = None
    branch: str | None = None


class SessionLoadDeferredRepoHooksResult(WireStruct, frozen=True, kw_only=True):
    """Queued repo-level startup prompts and the total hook command count after loading.

    Attributes:
        startup_prompts: Repo-level startup prompts queued from repo hook configs. Empty on
            resume, when no repo configs were pending, or when disableAllHooks is set.
        hook_count: Total hook command count (user + plugin + repo) loaded for the session by
            this call. Captured atomically with startupPrompts so callers don't need to read a
            separate counter.
    """

    startup_prompts: list[str]
    hook_count: int


class SessionManagedPermissions(WireStruct, frozen=True, kw_only=True):
    """Enterprise permission policy expressed with the runtime's managed permission-rule syntax.

    Attributes:
        disable_bypass_permissions_mode: When set to `disable`, prevents bypass/allow-all
            permission modes. `allow-auto-only` blocks full allow-all but permits advisory
            auto-approval. Any other value is accepted rather than failing the session, but is
            enforced as `disable`: the key is only present to restrict something, so a mode this
            runtime cannot interpret fails closed to the most restrictive one it knows. Omit the
            key entirely to impose no restriction.
        deny: Permission rules that block matching operations. Deny has highest precedence.
        ask: Permission rules that require explicit human approval.
        allow: Permission rules that allow matching operations unless another managed source,
            deny, or ask rule restricts them.
    """

    disable_bypass_permissions_mode: str | None = None
    deny: list[str] | None = None
    ask: list[str] | None = None
    allow: list[str] | None = None


class SessionManagedSettings(WireStruct, frozen=True, kw_only=True, gc=False):
    """Managed settings an SDK host may inject at session startup. Only permissions are accepted in
    this initial contract.

    Attributes:
        permissions: Managed permission policy injected by the SDK host.
    """

    permissions: SessionManagedPermissions | None = None


class SessionOpenOptions(WireStruct, frozen=True, kw_only=True):
    """Session construction options.

    Attributes:
        session_id: Optional stable session identifier to use for a new session.
        name: Optional human-friendly session name.
        model: Initial model identifier.
        reasoning_effort: Initial reasoning effort level. CAPI values are model-defined and
            validated against the selected model; BYOK providers may define additional values.
            When omitted, no effort override is applied.
        reasoning_summary: Initial reasoning summary mode for supported model clients.
        verbosity: Initial output verbosity level for supported models.
        client_name: Identifier of the client driving the session.
        auth_client_id_metadata_url: OAuth Client ID Metadata Document URL used by this host for
            MCP authorization.
        client_kind: Structured client kind used for runtime behavior gates.
        lsp_client_name: Identifier sent to LSP-style integrations.
        integration_id: Stable integration identifier for analytics.
        exp_assignments: Internal. ExP assignment ('flight') data injected by an SDK integrator,
            in the same JSON shape the Copilot CLI fetches from the experimentation service
            (CopilotExpAssignmentResponse). When supplied this is fed into the FeatureFlagService
            exactly like CLI-fetched assignments and ExP-backed flags wait for it. When absent
            the session does not block on ExP.
        enable_managed_settings: Opt-in: self-fetch and enforce enterprise managed settings,
            including managed hook policies, at session bootstrap.
        managed_settings: Permissions-only enterprise policy injected by the SDK host at session
            create or resume. Composes restrictively with self-fetched and device policy and is
            not persisted.
        enable_file_change_tracking: Opt in to capturing file changes for session rewind and
            session diff. Capture cannot reconstruct changes made before it was enabled. On
            create it starts capture from the first turn. It is also honored on resume: for a
            session that already has tracked prior turns, tracking continues automatically even
            if this is omitted; passing it on resume additionally enables tracking for an
            eligible session that has no prior root turn yet. Resuming a session whose prior root
            turns were never tracked has no restorable baseline, so tracking stays disabled for
            it and rewind reports file change tracking as unavailable; the resume itself still
            succeeds, so sessions that predate tracking remain loadable. The opt-in is only
            rejected when the session can never track (a subagent session, or one without local
            session storage). It is intentionally absent from the mutable options update because
            enabling it after edits have occurred would create an incomplete, misleading
            baseline. Subagents share the parent session's capture store and are not tracked as
            separate rewind points: a file a subagent writes is attributed to whichever root user
            turn was open when the capture was staged, just before the tool body ran. A turn
            cannot open while a staged capture is still in flight, so a subagent tool that staged
            under the spawning turn stays attributed to it however late the write lands, while a
            capture it stages after the user's next message belongs to that later turn.
            Attribution decides which turn's rewind point counts and file preview include that
            write; it does not narrow which rewinds revert it, because a rewind restores every
            capture from the selected turn onward, so the earlier spawning turn reverts it as
            well.
        feature_flags: Feature-flag values resolved by the host.
        is_experimental_mode: Whether experimental behavior is enabled.
        auth_info: Initial authentication info for the session.
        provider: Custom model-provider configuration (BYOK).
        capi: Options scoped to the built-in CAPI (Copilot API) provider.
        providers: Named BYOK provider connections, additive to CAPI auth. Combining with
            `provider` is rejected.
        models: BYOK model definitions added to the selectable model list, each referencing a
            provider name.
        working_directory: Working directory to anchor the session.
        additional_directories: Additional directories the agent may access beyond the working
            directory. Each entry is granted to the session's file-access allow-list and surfaced
            to the model (system prompt context and `@`-mention completion). Conventional
            `.github/skills/` and `.github/agents/` definitions under each directory also join
            the session's project catalogs when their existing subsystem gates are enabled:
            added-root skills require both `enableConfigDiscovery` and effective `enableSkills`;
            added-root agents require `enableConfigDiscovery`. Supplying a directory therefore
            activates configuration from it and should be treated as a trust decision. Absolute
            paths are recommended; a relative path is resolved against the session's working
            directory. Nonexistent or unresolvable entries are skipped with a warning. This is
            applied during session creation and cold resume and is not persisted, so a cold
            resume must re-supply the directories.
        working_directory_context: Pre-resolved working-directory context for session startup.
        remote_steerable: Whether this session supports remote steering.
        remote_exporting: Telemetry-only remote exporting flag.
        remote_defaulted_on: Telemetry-only remote-defaulted flag.
        detached_from_spawning_parent_session_id: Parent session ID for detached child telemetry
            rollup.
        detached_from_spawning_parent_engagement_id: Parent engagement ID for detached child
            telemetry rollup.
        available_tools: Allowlist of available tool names.
        excluded_tools: Denylist of tool names.
        included_builtin_agents: Built-in subagent names to include in this session. When
            specified, only these built-ins are available, subject to runtime availability and
            exclusions. Custom agents with the same name remain available.
        excluded_builtin_agents: Built-in subagent names to exclude from this session. Excluded
            built-ins are hidden from agent discovery and cannot be dispatched unless a custom
            agent with the same name is available.
        enable_script_safety: Whether shell-script safety heuristics are enabled.
        shell: Per-session settings for built-in shell tools.
        shell_init_profile: Deprecated. Use shell.initProfile instead. Shell init profile.
        shell_process_flags: PowerShell process flags applied to built-in and user-requested
            shell commands.
        sandbox_config: Resolved sandbox configuration.
        sandbox_config_source: Internal. Origin of the sandbox choice. The runtime uses this only
            for internal telemetry provenance; managed policy is derived independently.
        log_interactive_shells: Whether interactive shell sessions are logged.
        env_value_mode: How MCP server environment values are interpreted.
        disabled_mcp_servers: MCP server names disabled for this session. Disabled servers are
            not started or authenticated on create or cold resume.
        managed_mcp_servers: Non-secret host-managed HTTP MCP servers keyed by stable managed
            identity. Managed provenance is runtime-established from this separate field and
            credentials are supplied through dynamic-header refresh.
        allow_all_mcp_server_instructions: Whether to include instructions from every MCP server
            in the system prompt instead of only allowlisted servers.
        skill_directories: Additional directories to search for skills.
        enable_skills: Whether skill loading is enabled. When omitted, an SDK skill provider
            enables skills by default.
        has_skill_provider: Internal. Whether the requesting SDK session has a skill provider.
            The provider remains ephemeral and is never persisted in session options or history.
            When enableSkills is false, it remains bound but dormant and receives no callbacks.
            Cloud, relay, handoff, and raw sessions.open flows reject it because they cannot
            safely pre-register the callback handler.
        included_builtin_skills: Built-in skill names to include in this session. When specified,
            only these runtime-bundled skills are available. Skills from other sources with the
            same name remain available.
        disabled_skills: Skill IDs disabled for this session.
        installed_plugins: Installed plugins visible to the session.
        custom_agents_local_only: Whether custom agents default to local-only execution.
        skip_custom_instructions: Whether to skip custom instruction sources.
        refresh_custom_instructions: Whether to invalidate cached custom-instruction discovery
            before constructing the session. Use when instruction files may have changed earlier
            in the same runtime process.
        disabled_instruction_sources: Instruction source IDs disabled for this session.
        coauthor_enabled: Whether commit-message coauthor trailers are enabled.
        trajectory_file: Optional trajectory output file path.
        enable_streaming: Whether model responses stream as delta events.
        enable_citations: Experimental: enable native model citations for supported Anthropic and
            OpenAI models, normalized onto the `assistant.message` event. Off by default; may
            change or be removed while the citations surface is experimental.
        copilot_url: Override URL for the Copilot API endpoint.
        ask_user_disabled: Whether ask_user is explicitly disabled.
        continue_on_auto_mode: Whether auto-mode continuation is enabled.
        running_in_interactive_mode: Whether the host is an interactive UI.
        enable_on_demand_instruction_discovery: Whether on-demand custom instruction discovery is
            enabled.
        max_inline_binary_bytes: Maximum decoded byte size of a single inline model-facing binary
            tool result persisted in session events (default 10 MB).
        model_capabilities_overrides: Initial model capability overrides.
        session_limits: Initial session limits.
        agent_context: Runtime context discriminator for agent filtering.
        events_log_directory: Override directory for session event logs.
        events_log_includes_subagents: Whether subagent callback events should be forwarded into
            the session event log sink.
        config_dir: Override Copilot configuration directory.
        additional_content_exclusion_policies: Additional content-exclusion policies to merge
            into the session policy set.
        memory: Memory configuration for this session.
        session_capabilities: Capabilities enabled for this session.
    """

    session_id: str | None = None
    name: str | None = None
    model: str | None = None
    reasoning_effort: str | None = None
    reasoning_summary: SessionOpenOptionsReasoningSummary | None = None
    verbosity: Verbosity | None = None
    client_name: str | None = None
    auth_client_id_metadata_url: str | None = None
    client_kind: str | None = None
    lsp_client_name: str | None = None
    integration_id: str | None = None
    exp_assignments: JsonValue | None = None
    enable_managed_settings: bool | None = None
    managed_settings: SessionManagedSettings | None = None
    enable_file_change_tracking: bool | None = None
    feature_flags: dict[str, bool] | None = None
    is_experimental_mode: bool | None = None
    auth_info: AuthInfo | None = None
    provider: ProviderConfig | None = None
    capi: CapiSessionOptions | None = None
    providers: list[NamedProviderConfig] | None = None
    models: list[ProviderModelConfig] | None = None
    working_directory: str | None = None
    additional_directories: list[str] | None = None
    working_directory_context: SessionContext | None = None
    remote_steerable: bool | None = None
    remote_exporting: bool | None = None
    remote_defaulted_on: bool | None = None
    detached_from_spawning_parent_session_id: str | None = None
    detached_from_spawning_parent_engagement_id: str | None = None
    available_tools: list[str] | None = None
    excluded_tools: list[str] | None = None
    included_builtin_agents: list[str] | None = None
    excluded_builtin_agents: list[str] | None = None
    enable_script_safety: bool | None = None
    shell: ShellOptions | None = None
    shell_init_profile: str | None = None
    shell_process_flags: list[str] | None = None
    sandbox_config: SandboxConfig | None = None
    sandbox_config_source: SandboxConfigSource | None = None
    log_interactive_shells: bool | None = None
    env_value_mode: SessionOpenOptionsEnvValueMode | None = None
    disabled_mcp_servers: list[str] | None = None
    managed_mcp_servers: dict[str, ManagedMcpServerConfig] | None = None
    allow_all_mcp_server_instructions: bool | None = None
    skill_directories: list[str] | None = None
    enable_skills: bool | None = None
    has_skill_provider: bool | None = None
    included_builtin_skills: list[str] | None = None
    disabled_skills: list[str] | None = None
    installed_plugins: list[InstalledPlugin] | None = None
    custom_agents_local_only: bool | None = None
    skip_custom_instructions: bool | None = None
    refresh_custom_instructions: bool | None = None
    disabled_instruction_sources: list[str] | None = None
    coauthor_enabled: bool | None = None
    trajectory_file: str | None = None
    enable_streaming: bool | None = None
    enable_citations: bool | None = None
    copilot_url: str | None = None
    ask_user_disabled: bool | None = None
    continue_on_auto_mode: bool | None = None
    running_in_interactive_mode: bool | None = None
    enable_on_demand_instruction_discovery: bool | None = None
    max_inline_binary_bytes: int | None = None
    model_capabilities_overrides: ModelCapabilitiesOverride | None = None
    session_limits: SessionLimitsConfig | None = None
    agent_context: str | None = None
    events_log_directory: str | None = None
    events_log_includes_subagents: bool | None = None
    config_dir: str | None = None
    additional_content_exclusion_policies: list[SessionOpenOptionsAdditionalContentExclusionPolicy] | None = None
    memory: MemoryConfiguration | None = None
    session_capabilities: list[SessionCapability] | None = None


class SessionOpenOptionsAdditionalContentExclusionPolicy(WireStruct, frozen=True, kw_only=True):
    """Content-exclusion policy supplied to `sessions.open` options, with rules, last-updated data,
    and scope.

    Attributes:
        rules: Content-exclusion rules to apply.
        last_updated_at: Opaque policy update timestamp supplied by the host.
        scope: Allowed values for the `SessionOpenOptionsAdditionalContentExclusionPolicyScope`
            enumeration.
    """

    rules: list[SessionOpenOptionsAdditionalContentExclusionPolicyRule]
    last_updated_at: JsonValue = field(name="last_updated_at")
    scope: SessionOpenOptionsAdditionalContentExclusionPolicyScope


class SessionOpenOptionsAdditionalContentExclusionPolicyRule(WireStruct, frozen=True, kw_only=True):
    """Single content-exclusion rule supplied to `sessions.open` options, with paths, match
    conditions, and source.

    Attributes:
        paths: Path patterns covered by this rule.
        if_any_match: Conditions of which at least one must match.
        if_none_match: Conditions none of which may match.
        source: Source descriptor for a `sessions.open` content-exclusion rule, with source name
            and type.
    """

    paths: list[str]
    if_any_match: list[str] | None = None
    if_none_match: list[str] | None = None
    source: SessionOpenOptionsAdditionalContentExclusionPolicyRuleSource


class SessionOpenOptionsAdditionalContentExclusionPolicyRuleSource(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Source descriptor for a `sessions.open` content-exclusion rule, with source name and type.

    Attributes:
        name: Name of the policy source.
        type: Type of the policy source.
    """

    name: str
    type: str


class SessionOpenResult(WireStruct, frozen=True, kw_only=True):
    """Result of opening a session.

    Attributes:
        status: Outcome of the open request.
        session_id: Opened session ID. Omitted when status is `not_found`.
        startup_prompts: Startup prompts queued by user-level hook configs at session creation.
            Only populated when status is `created`; resumed sessions return an empty array.
        remote_session_id: Remote session ID, present when status is `connected`.
        metadata: Remote session metadata, present when status is `connected`.
        progress: Handoff progress steps, present when status is `handed_off`.
    """

    status: SessionsOpenStatus
    session_id: str | None = None
    startup_prompts: list[str] | None = None
    remote_session_id: str | None = None
    metadata: RemoteSessionMetadataValue | None = None
    progress: list[SessionsOpenProgress] | None = None


class SessionPruneResult(WireStruct, frozen=True, kw_only=True):
    """Outcome of the prune operation: deleted IDs, dry-run candidates, skipped IDs, total bytes
    freed, and the dry-run flag.

    Attributes:
        deleted: Session IDs that were deleted (always empty in dry-run mode)
        candidates: Session IDs that would be deleted in dry-run mode (always empty otherwise)
        skipped: Session IDs that were skipped (e.g., named sessions)
        freed_bytes: Total bytes freed (actual when not dry-run, projected when dry-run)
        dry_run: True when no deletions were actually performed
    """

    deleted: list[str]
    candidates: list[str]
    skipped: list[str]
    freed_bytes: int
    dry_run: bool


class SessionSizes(WireStruct, frozen=True, kw_only=True):
    """Map of sessionId -> on-disk size in bytes for each session's workspace directory.

    Attributes:
        sizes: Map of sessionId -> on-disk size in bytes for the session's workspace directory
    """

    sizes: dict[str, int]


class SessionsCheckInUseResult(WireStruct, frozen=True, kw_only=True):
    """Session IDs from the input set that are currently in use by another process.

    Attributes:
        in_use: Session IDs from the input set that are currently held by another running process
            via an alive lock file
    """

    in_use: list[str]


class SessionsClientMetadataEntryCorrupt(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="status",
    tag="corrupt",
    gc=False,
):
    """``SessionsClientMetadataEntryCorrupt`` of the schema.

    Attributes:
        session_id: Requested session ID.
    """

    status: ClassVar[Literal["corrupt"]] = "corrupt"
    session_id: str


class SessionsClientMetadataEntryNotFound(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="status",
    tag="notFound",
    gc=False,
):
    """``SessionsClientMetadataEntryNotFound`` of the schema.

    Attributes:
        session_id: Requested session ID.
    """

    status: ClassVar[Literal["notFound"]] = "notFound"
    session_id: str


class SessionsClientMetadataEntryOk(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="status",
    tag="ok",
):
    """``SessionsClientMetadataEntryOk`` of the schema.

    Attributes:
        session_id: Requested session ID.
        metadata: Validated client metadata, possibly empty or projected to requested keys.
    """

    status: ClassVar[Literal["ok"]] = "ok"
    session_id: str
    metadata: dict[str, str]


class SessionsClientMetadataEntryUnavailable(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="status",
    tag="unavailable",
    gc=False,
):
    """``SessionsClientMetadataEntryUnavailable`` of the schema.

    Attributes:
        session_id: Requested session ID.
        code: Filesystem or provider error code. Clients should not assume every provider uses
            operating-system error codes.
        message: Human-readable diagnostic message. Not stable for programmatic matching.
    """

    status: ClassVar[Literal["unavailable"]] = "unavailable"
    session_id: str
    code: str
    message: str


class SessionsClientMetadataEntryUnsupportedVersion(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="status",
    tag="unsupportedVersion",
    gc=False,
):
    """``SessionsClientMetadataEntryUnsupportedVersion`` of the schema.

    Attributes:
        session_id: Requested session ID.
    """

    status: ClassVar[Literal["unsupportedVersion"]] = "unsupportedVersion"
    session_id: str


class SessionsCloseResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Closes a session: emits shutdown, flushes pending events to disk, releases the in-use lock,
    disposes the active session. Idempotent: succeeds even if the session is not currently
    active.
    """


class SessionsFindByPrefixResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Session ID matching the prefix, omitted when no unique match exists.

    Attributes:
        session_id: Omitted when no unique session matches the prefix (no match or ambiguous)
    """

    session_id: str | None = None


class SessionsFindByTaskIDResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """ID of the local session bound to the given GitHub task, or omitted when none.

    Attributes:
        session_id: Omitted when no local session is bound to that GitHub task
    """

    session_id: str | None = None


class SessionsForkResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Identifier and optional friendly name assigned to the newly forked session.

    Attributes:
        session_id: The new forked session's ID
        name: Friendly name assigned to the forked session, if any.
    """

    session_id: str
    name: str | None = None


class SessionsGetBoardEntryCountResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Dynamic-context board entry count, when available.

    Attributes:
        count: Board entry count, when available.
    """

    count: int | None = None


class SessionsGetEventFilePathResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Absolute path to the session's events.jsonl file on disk.

    Attributes:
        file_path: Absolute path to the session's events.jsonl file
    """

    file_path: str


class SessionsGetLastForContextResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Most-relevant session ID for the supplied context, or omitted when no sessions exist.

    Attributes:
        session_id: Most-relevant session ID for the supplied context, or omitted when no
            sessions exist
    """

    session_id: str | None = None


class SessionsGetMetadataResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Persisted local session metadata when the session exists.

    Attributes:
        session: Local session metadata, omitted when the session does not exist.
    """

    session: LocalSessionMetadataValue | None = None


class SessionsGetPersistedRemoteSteerableResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """The session's persisted remote-steerable flag, or omitted when no value has been persisted.

    Attributes:
        remote_steerable: The session's persisted remote-steerable flag if recorded; omitted when
            no value has been persisted
    """

    remote_steerable: bool | None = None


class SessionsListNonEmptySessionIdsResult(WireStruct, frozen=True, kw_only=True):
    """Recent local session IDs that contain user-visible history.

    Attributes:
        session_ids: Session IDs ordered newest-first.
    """

    session_ids: list[str]


class SessionsOpenAttach(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="attach",
    gc=False,
):
    """Parameters for attaching to an already-active session by ID.

    Attributes:
        session_id: Session ID to attach to.
    """

    kind: ClassVar[Literal["attach"]] = "attach"
    session_id: str


class SessionsOpenCloud(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="cloud",
    gc=False,
):
    """Parameters for creating a new cloud session.

    Attributes:
        repository: Repository for the cloud session.
        owner: Optional owner (user or organization login) to associate with the cloud session
            when no repository is provided. Ignored when `repository` is set (the repo's owner
            takes precedence).
        options: Session options for cloud session creation.
    """

    kind: ClassVar[Literal["cloud"]] = "cloud"
    repository: RemoteSessionRepository | None = None
    owner: str | None = None
    options: SessionOpenOptions | None = None


class SessionsOpenCreate(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="create",
    gc=False,
):
    """Parameters for creating a new local session.

    Attributes:
        options: Session construction options.
        emit_start: Whether to emit session.start during creation. Defaults to true.
    """

    kind: ClassVar[Literal["create"]] = "create"
    options: SessionOpenOptions | None = None
    emit_start: bool | None = None


class SessionsOpenHandoff(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="handoff",
    gc=False,
):
    """Parameters for fetching a remote session and handing it off to a new local session.

    Attributes:
        metadata: Remote session metadata for the session to hand off (typically obtained from
            `sessions.list` with `source: "remote"`).
        options: Session construction options for the new local session.
        task_type: Task type determines the handoff strategy (CCA fetches events; CLI prepares a
            transient session).
    """

    kind: ClassVar[Literal["handoff"]] = "handoff"
    metadata: RemoteSessionMetadataValue
    options: SessionOpenOptions | None = None
    task_type: SessionsOpenHandoffTaskType | None = None


class SessionsOpenProgress(WireStruct, frozen=True, kw_only=True, gc=False):
    """`sessions.open` handoff progress update with step, status, and optional message.

    Attributes:
        step: Handoff step.
        status: Step status.
        message: Optional step message.
    """

    step: SessionsOpenProgressStep
    status: SessionsOpenProgressStatus
    message: str | None = None


class SessionsOpenRemote(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="remote",
    gc=False,
):
    """Parameters for connecting to a live remote session.

    Attributes:
        remote_session_id: Remote session identifier to connect to.
        repository: Repository context for the remote session.
        options: Session options for the connection.
    """

    kind: ClassVar[Literal["remote"]] = "remote"
    remote_session_id: str
    repository: RemoteSessionRepository | None = None
    options: SessionOpenOptions | None = None


class SessionsOpenResume(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="resume",
    gc=False,
):
    """Parameters for resuming a specific local session.

    Attributes:
        session_id: Session ID or unique prefix to resume.
        options: Session resume options.
        resume: Whether to emit session.resume after loading. Defaults to true.
        suppress_resume_workspace_metadata_writeback: Suppress workspace.yaml metadata writeback
            when resuming from an incidental cwd.
    """

    kind: ClassVar[Literal["resume"]] = "resume"
    session_id: str
    options: SessionOpenOptions | None = None
    resume: bool | None = None
    suppress_resume_workspace_metadata_writeback: bool | None = None


class SessionsOpenResumeLast(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="resumeLast",
    gc=False,
):
    """Parameters for resuming the most relevant local session.

    Attributes:
        context: Working-directory context used to choose the most relevant session.
        options: Session resume options.
        suppress_resume_workspace_metadata_writeback: Suppress workspace.yaml metadata writeback
            when resuming from an incidental cwd.
    """

    kind: ClassVar[Literal["resumeLast"]] = "resumeLast"
    context: SessionContext | None = None
    options: SessionOpenOptions | None = None
    suppress_resume_workspace_metadata_writeback: bool | None = None


class SessionsReleaseLockResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Release the in-use lock held by this process for the given session. No-op when this process
    does not currently hold a lock for the session.
    """


class SessionsReloadPluginHooksResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Reload all hooks (user, plugin, optionally repo) and apply them to the active session. Call
    after installing or removing plugins so their hooks take effect immediately. No-op when no
    active session matches the given sessionId.
    """


class SessionsSaveResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Flush a session's pending events to disk. No-op when no writer exists for the session (e.g.,
    already closed).
    """


class SessionsSetAdditionalPluginsResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Replace the manager-wide additional plugins. New session creations and subsequent hook
    reloads see the new set; already-running sessions keep their existing hook installation until
    the next reload.
    """


if TYPE_CHECKING:
    ConnectedRemoteSessionMetadataKind: TypeAlias = Literal["remote-session", "coding-agent"] | str
    """Neutral SDK discriminator for the connected remote session kind.

    - ``remote-session``: Remote CLI session.
    - ``coding-agent``: GitHub Copilot coding agent session.
    """
    RemoteSessionHostStatus: TypeAlias = Literal["idle", "working", "input-needed", "error"] | str
    """What a remote host says one of its sessions is doing right now. Deliberately coarse: this is
    what a host can report for EVERY session in a catalogue listing, without a client subscribing
    to each one. AHP's `SessionSummary.status` is the source today; `input-needed` covers both a
    permission prompt and an `ask_user` question, since the summary does not say which.

    - ``idle``: No turn is running.
    - ``working``: A turn is running.
    - ``input-needed``: The session is blocked on the user: a permission prompt or an `ask_user`
        question.
    - ``error``: The session ended its last turn in an error.
    """
    RemoteSessionMetadataTaskType: TypeAlias = Literal["cca", "cli"] | str
    """Whether the remote task originated from CCA or CLI `--remote`.

    - ``cca``: GitHub Copilot coding agent task.
    - ``cli``: CLI remote task.
    """
    SessionContextHostType: TypeAlias = Literal["github", "ado"] | str
    """Repository host type

    - ``github``: Session repository is hosted on GitHub.
    - ``ado``: Session repository is hosted on Azure DevOps.
    """
    SessionOpenOptionsAdditionalContentExclusionPolicyScope: TypeAlias = Literal["repo", "all"] | str
    """Allowed values for the `SessionOpenOptionsAdditionalContentExclusionPolicyScope` enumeration.

    - ``repo``: The content exclusion policy applies to the current repository.
    - ``all``: The content exclusion policy applies across all repositories.
    """
    SessionOpenOptionsEnvValueMode: TypeAlias = Literal["direct", "indirect"] | str
    """How MCP server environment values are interpreted.

    - ``direct``: Pass MCP server environment values as literal strings.
    - ``indirect``: Resolve MCP server environment values from host-side references.
    """
    SessionOpenOptionsReasoningSummary: TypeAlias = Literal["none", "concise", "detailed"] | str
    """Initial reasoning summary mode for supported model clients.

    - ``none``: Do not request reasoning summaries from the model.
    - ``concise``: Request a concise summary of model reasoning.
    - ``detailed``: Request a detailed summary of model reasoning.
    """
    SessionSource: TypeAlias = Literal["local", "remote", "all"] | str
    """Which session sources to include. Defaults to `local` for backward compatibility.

    - ``local``: Return only local sessions.
    - ``remote``: Return only remote sessions.
    - ``all``: Return both local and remote sessions.
    """
    SessionsOpenHandoffTaskType: TypeAlias = Literal["cca", "cli"] | str
    """Task type determines the handoff strategy (CCA fetches events; CLI prepares a transient
    session).

    - ``cca``: GitHub Copilot coding agent task.
    - ``cli``: CLI remote task.
    """
    SessionsOpenProgressStatus: TypeAlias = Literal["in-progress", "complete"] | str
    """Step status.

    - ``in-progress``: The step has started and has not yet finished.
    - ``complete``: The step has completed successfully.
    """
    SessionsOpenProgressStep: TypeAlias = Literal["load-session", "validate-repo", "check-changes", "checkout-branch", "create-session", "save-session"] | str
    """Handoff step.

    - ``load-session``: Loading the source session's events from the remote service.
    - ``validate-repo``: Validating that the local repository matches the remote session's
        repository.
    - ``check-changes``: Checking the local working tree for uncommitted changes that would block
        the handoff.
    - ``checkout-branch``: Checking out the branch associated with the remote session in the
        local working tree.
    - ``create-session``: Creating the new local session and seeding it with the source session's
        events.
    - ``save-session``: Persisting the newly-created local session to disk.
    """
    SessionsOpenStatus: TypeAlias = Literal["created", "resumed", "not_found", "connected", "handed_off"] | str
    """Outcome of the open request.

    - ``created``: A new session was created.
    - ``resumed``: An existing session was loaded or reattached.
    - ``not_found``: No matching persisted session was found.
    - ``connected``: Connected to an existing remote session.
    - ``handed_off``: Remote session was handed off to a new local session.
    """
    InstalledPluginSource: TypeAlias = InstalledPluginSourceGitHub | InstalledPluginSourceUrl | InstalledPluginSourceLocal | str | UnknownVariant
    """Source for direct repo installs (when marketplace is empty)"""
    RemoteControlStatus: TypeAlias = RemoteControlStatusOff | RemoteControlStatusConnecting | RemoteControlStatusActive | RemoteControlStatusError | UnknownVariant
    """State of the runtime-managed remote-control singleton."""
    SessionOpenParams: TypeAlias = SessionsOpenCreate | SessionsOpenResume | SessionsOpenResumeLast | SessionsOpenAttach | SessionsOpenRemote | SessionsOpenCloud | SessionsOpenHandoff | UnknownVariant
    """Open a session by creating, resuming, attaching, connecting to a remote, or handing off."""
    SessionsClientMetadataEntry: TypeAlias = SessionsClientMetadataEntryOk | SessionsClientMetadataEntryNotFound | SessionsClientMetadataEntryCorrupt | SessionsClientMetadataEntryUnsupportedVersion | SessionsClientMetadataEntryUnavailable | UnknownVariant
    """Client metadata outcome for one requested local session."""
else:
    ConnectedRemoteSessionMetadataKind = Literal["remote-session", "coding-agent"]
    RemoteSessionHostStatus = Literal["idle", "working", "input-needed", "error"]
    RemoteSessionMetadataTaskType = Literal["cca", "cli"]
    SessionContextHostType = Literal["github", "ado"]
    SessionOpenOptionsAdditionalContentExclusionPolicyScope = Literal["repo", "all"]
    SessionOpenOptionsEnvValueMode = Literal["direct", "indirect"]
    SessionOpenOptionsReasoningSummary = Literal["none", "concise", "detailed"]
    SessionSource = Literal["local", "remote", "all"]
    SessionsOpenHandoffTaskType = Literal["cca", "cli"]
    SessionsOpenProgressStatus = Literal["in-progress", "complete"]
    SessionsOpenProgressStep = Literal["load-session", "validate-repo", "check-changes", "checkout-branch", "create-session", "save-session"]
    SessionsOpenStatus = Literal["created", "resumed", "not_found", "connected", "handed_off"]
    InstalledPluginSource = InstalledPluginSourceGitHub | InstalledPluginSourceUrl | InstalledPluginSourceLocal | str
    RemoteControlStatus = RemoteControlStatusOff | RemoteControlStatusConnecting | RemoteControlStatusActive | RemoteControlStatusError
    SessionOpenParams = SessionsOpenCreate | SessionsOpenResume | SessionsOpenResumeLast | SessionsOpenAttach | SessionsOpenRemote | SessionsOpenCloud | SessionsOpenHandoff
    SessionsClientMetadataEntry = SessionsClientMetadataEntryOk | SessionsClientMetadataEntryNotFound | SessionsClientMetadataEntryCorrupt | SessionsClientMetadataEntryUnsupportedVersion | SessionsClientMetadataEntryUnavailable


class SessionsBulkDeleteParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``sessions.bulkDelete``."""

    session_ids: Sequence[str]


class SessionsCheckInUseParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``sessions.checkInUse``."""

    session_ids: Sequence[str]


class SessionsCloseParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessions.close``."""

    session_id: str


class SessionsConfigureSessionExtensionsParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessions.configureSessionExtensions``."""

    session_id: str


class SessionsConnectParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessions.connect``."""

    session_id: str


class SessionsDeleteParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessions.delete``."""

    session_id: str
    session_path: str | None | UnsetType = UNSET


class SessionsEnrichMetadataParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``sessions.enrichMetadata``."""

    sessions: Sequence[LocalSessionMetadataValue]


class SessionsFindByPrefixParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessions.findByPrefix``."""

    prefix: str


class SessionsFindByTaskIdParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessions.findByTaskId``."""

    task_id: str


class SessionsForkParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessions.fork``."""

    session_id: str
    to_event_id: str | None = None
    name: str | None = None


class SessionsGetBoardEntryCountParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessions.getBoardEntryCount``."""

    session_id: str


class SessionsGetClientMetadataParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``sessions.getClientMetadata``."""

    session_ids: Sequence[str]
    keys: Sequence[str] | None = None


class SessionsGetEventFilePathParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessions.getEventFilePath``."""

    session_id: str


class SessionsGetLastForContextParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessions.getLastForContext``."""

    context: SessionContext | None = None


class SessionsGetMetadataParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessions.getMetadata``."""

    session_id: str


class SessionsGetPersistedRemoteSteerableParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessions.getPersistedRemoteSteerable``."""

    session_id: str


class SessionsListParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessions.list``."""

    source: SessionSource | None = None
    metadata_limit: int | None = None
    filter: SessionListFilter | None = None
    include_detached: bool | None = None
    throw_on_error: bool | None = None


class SessionsListNonEmptySessionIdsParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessions.listNonEmptySessionIds``."""

    limit: int | None = None


class SessionsLoadDeferredRepoHooksParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessions.loadDeferredRepoHooks``."""

    session_id: str


class SessionsPruneOldParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``sessions.pruneOld``."""

    older_than_days: int
    dry_run: bool | None = None
    include_named: bool | None = None
    exclude_session_ids: Sequence[str] | None = None


class SessionsReadPersistedEventsParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessions.readPersistedEvents``."""

    session_id: str
    cursor: str | None = None
    max: int | None = None
    direction: EventsReadDirection | None = None


class SessionsReleaseLockParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessions.releaseLock``."""

    session_id: str


class SessionsReloadPluginHooksParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessions.reloadPluginHooks``."""

    session_id: str
    defer_repo_hooks: bool | None = None


class SessionsSaveParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessions.save``."""

    session_id: str


class SessionsSetAdditionalPluginsParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``sessions.setAdditionalPlugins``."""

    plugins: Sequence[InstalledPlugin]


class SessionsSetRemoteControlSteeringParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessions.setRemoteControlSteering``."""

    enabled: bool


class SessionsStartRemoteControlParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessions.startRemoteControl``."""

    session_id: str
    config: RemoteControlConfig


class SessionsStopRemoteControlParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessions.stopRemoteControl``."""

    expected_session_id: str | None = None
    force: bool | None = None


class SessionsTransferRemoteControlParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessions.transferRemoteControl``."""

    to_session_id: str
    expected_from_session_id: str | None = None


class ServerSessionsRpc(RpcNamespace):
    """``sessions.*``."""

    __slots__ = ()

    async def bulk_delete(
        self,
        *,
        session_ids: Sequence[str],
        rpc_timeout: float | None = None,
    ) -> SessionBulkDeleteResult:
        """Closes, deactivates, and deletes a set of sessions, returning the bytes freed per
        session.

        ``sessions.bulkDelete`` on the wire; experimental.

        Args:
            session_ids: Session IDs to close, deactivate, and delete from disk
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Map of sessionId -> bytes freed by removing the session's workspace directory.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.bulkDelete",
            SessionsBulkDeleteParams(
                session_ids=session_ids,
            ),
            SessionBulkDeleteResult,
            rpc_timeout,
        )

    async def check_in_use(
        self,
        *,
        session_ids: Sequence[str],
        rpc_timeout: float | None = None,
    ) -> SessionsCheckInUseResult:
        """Returns the subset of the supplied session IDs that are currently held by another running
        process.

        ``sessions.checkInUse`` on the wire; experimental.

        Args:
            session_ids: Session IDs to test for live in-use locks
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Session IDs from the input set that are currently in use by another process.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.checkInUse",
            SessionsCheckInUseParams(
                session_ids=session_ids,
            ),
            SessionsCheckInUseResult,
            rpc_timeout,
        )

    async def close(
        self,
        *,
        session_id: str,
        rpc_timeout: float | None = None,
    ) -> SessionsCloseResult:
        """Closes a session: emits shutdown, flushes pending events, releases the in-use lock, and
        disposes the active session.

        ``sessions.close`` on the wire; experimental.

        Args:
            session_id: Session ID to close
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Closes a session: emits shutdown, flushes pending events to disk, releases the in-use
            lock, disposes the active session. Idempotent: succeeds even if the session is not
            currently active.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.close",
            SessionsCloseParams(
                session_id=session_id,
            ),
            SessionsCloseResult,
            rpc_timeout,
        )

    async def configure_session_extensions(
        self,
        *,
        session_id: str,
        rpc_timeout: float | None = None,
    ) -> None:
        """Attaches (or detaches) an in-process ExtensionController delegate for the given session
        in a local host adapter. Pass `controller: undefined` to detach. Internal because the
        controller cannot cross the JSON-RPC boundary; the runtime manages its own session
        extension service.

        ``sessions.configureSessionExtensions`` on the wire; experimental, internal.

        Args:
            session_id: Session to attach the extension controller delegate to.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "sessions.configureSessionExtensions",
            SessionsConfigureSessionExtensionsParams(
                session_id=session_id,
            ),
            NoneType,
            rpc_timeout,
        )

    async def connect(
        self,
        *,
        session_id: str,
        rpc_timeout: float | None = None,
    ) -> RemoteSessionConnectionResult:
        """Connects to an existing remote session and exposes it as an SDK session.

        ``sessions.connect`` on the wire; experimental.

        Args:
            session_id: Session ID to connect to.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Remote session connection result.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.connect",
            SessionsConnectParams(
                session_id=session_id,
            ),
            RemoteSessionConnectionResult,
            rpc_timeout,
        )

    async def delete(
        self,
        *,
        session_id: str,
        session_path: str | None | UnsetType = UNSET,
        rpc_timeout: float | None = None,
    ) -> None:
        """Deletes one local session from disk after running the same lifecycle hooks as the session
        manager.

        ``sessions.delete`` on the wire; experimental, internal.

        Args:
            session_id: Session ID to delete
            session_path: Internal resolved session directory path to delete
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "sessions.delete",
            SessionsDeleteParams(
                session_id=session_id,
                session_path=session_path,
            ),
            NoneType,
            rpc_timeout,
        )

    async def enrich_metadata(
        self,
        *,
        sessions: Sequence[LocalSessionMetadataValue],
        rpc_timeout: float | None = None,
    ) -> SessionEnrichMetadataResult:
        """Backfills missing summary and context fields on the supplied session metadata records.

        ``sessions.enrichMetadata`` on the wire; experimental.

        Args:
            sessions: Session metadata records to enrich. Records that already have summary and
                context are returned unchanged.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            The enriched metadata records, with summary and context fields backfilled where
            available. Sessions confirmed empty and unnamed are omitted.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.enrichMetadata",
            SessionsEnrichMetadataParams(
                sessions=sessions,
            ),
            SessionEnrichMetadataResult,
            rpc_timeout,
        )

    async def find_by_prefix(
        self,
        *,
        prefix: str,
        rpc_timeout: float | None = None,
    ) -> SessionsFindByPrefixResult:
        """Resolves a UUID prefix to a unique session ID, if exactly one session matches.

        ``sessions.findByPrefix`` on the wire; experimental.

        Args:
            prefix: UUID prefix (>=7 hex chars, <36 chars). Returns the unique session ID, or
                undefined when there is no match or the prefix matches multiple sessions.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Session ID matching the prefix, omitted when no unique match exists.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.findByPrefix",
            SessionsFindByPrefixParams(
                prefix=prefix,
            ),
            SessionsFindByPrefixResult,
            rpc_timeout,
        )

    async def find_by_task_id(
        self,
        *,
        task_id: str,
        rpc_timeout: float | None = None,
    ) -> SessionsFindByTaskIDResult:
        """Finds the local session bound to a GitHub task ID, if any.

        ``sessions.findByTaskId`` on the wire; experimental.

        Args:
            task_id: GitHub task ID to look up
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            ID of the local session bound to the given GitHub task, or omitted when none.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.findByTaskId",
            SessionsFindByTaskIdParams(
                task_id=task_id,
            ),
            SessionsFindByTaskIDResult,
            rpc_timeout,
        )

    async def fork(
        self,
        *,
        session_id: str,
        to_event_id: str | None = None,
        name: str | None = None,
        rpc_timeout: float | None = None,
    ) -> SessionsForkResult:
        """Creates a new session by forking persisted history from an existing session.

        ``sessions.fork`` on the wire; experimental.

        Args:
            session_id: Source session ID to fork from
            to_event_id: Optional event ID boundary. When provided, the fork includes only events
                before this ID (exclusive). When omitted, all events are included.
            name: Optional friendly name to assign to the forked session.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Identifier and optional friendly name assigned to the newly forked session.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.fork",
            SessionsForkParams(
                session_id=session_id,
                to_event_id=to_event_id,
                name=name,
            ),
            SessionsForkResult,
            rpc_timeout,
        )

    async def get_board_entry_count(
        self,
        *,
        session_id: str,
        rpc_timeout: float | None = None,
    ) -> SessionsGetBoardEntryCountResult:
        """Gets the dynamic-context board entry count associated with a session, when available.
        Internal: this exists solely so CLI telemetry events (`rem_spawn_gate`,
        `rem_consolidation_complete`) can pair START / END board counts around the detached
        rem-agent spawn. "Dynamic context board" is a runtime-internal concept that is not part
        of the public SDK contract; the long-term plan is to relocate the telemetry emission into
        the runtime so this method can be deleted entirely.

        ``sessions.getBoardEntryCount`` on the wire; experimental, internal.

        Args:
            session_id: Session ID whose board entry count should be returned.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Dynamic-context board entry count, when available.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.getBoardEntryCount",
            SessionsGetBoardEntryCountParams(
                session_id=session_id,
            ),
            SessionsGetBoardEntryCountResult,
            rpc_timeout,
        )

    async def get_client_metadata(
        self,
        *,
        session_ids: Sequence[str],
        keys: Sequence[str] | None = None,
        rpc_timeout: float | None = None,
    ) -> list[SessionsClientMetadataEntry]:
        """Reads client-owned metadata for multiple persisted local sessions without opening them.
        Results preserve request order and report missing, corrupt, unsupported, or temporarily
        unavailable sessions independently.

        ``sessions.getClientMetadata`` on the wire; experimental.

        Args:
            session_ids: Session IDs to inspect. Results preserve this order.
            keys: Case-sensitive keys to project from each valid bag. Each key must be non-empty,
                at most 256 UTF-8 bytes, and outside the reserved `copilot/` and `github/`
                namespaces. Omit to return every entry.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Ordered client metadata outcomes for the requested local sessions.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.getClientMetadata",
            SessionsGetClientMetadataParams(
                session_ids=session_ids,
                keys=keys,
            ),
            list[SessionsClientMetadataEntry],
            rpc_timeout,
        )

    async def get_event_file_path(
        self,
        *,
        session_id: str,
        rpc_timeout: float | None = None,
    ) -> SessionsGetEventFilePathResult:
        """Computes the absolute path to a session's persisted events.jsonl file. Internal:
        filesystem paths are only meaningful in-process (CLI and runtime share a filesystem).
        Currently used by the CLI's contribution-graph feature to read historical events
        directly. Remote SDK consumers must not depend on this; a proper event-query API would
        replace it if the contribution graph ever needed to work over the wire.

        ``sessions.getEventFilePath`` on the wire; experimental, internal.

        Args:
            session_id: Session ID whose event-log file path to compute
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Absolute path to the session's events.jsonl file on disk.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.getEventFilePath",
            SessionsGetEventFilePathParams(
                session_id=session_id,
            ),
            SessionsGetEventFilePathResult,
            rpc_timeout,
        )

    async def get_last_for_context(
        self,
        *,
        context: SessionContext | None = None,
        rpc_timeout: float | None = None,
    ) -> SessionsGetLastForContextResult:
        """Returns the most-relevant prior session for a given working-directory context.

        ``sessions.getLastForContext`` on the wire; experimental.

        Args:
            context: Optional working-directory context used to score session relevance. When
                omitted the most-recently-modified session wins.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Most-relevant session ID for the supplied context, or omitted when no sessions exist.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.getLastForContext",
            SessionsGetLastForContextParams(
                context=context,
            ),
            SessionsGetLastForContextResult,
            rpc_timeout,
        )

    async def get_metadata(
        self,
        *,
        session_id: str,
        rpc_timeout: float | None = None,
    ) -> SessionsGetMetadataResult:
        """Reads lightweight persisted metadata for one local session without opening it.

        ``sessions.getMetadata`` on the wire; experimental, internal.

        Args:
            session_id: Session ID to inspect
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Persisted local session metadata when the session exists.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.getMetadata",
            SessionsGetMetadataParams(
                session_id=session_id,
            ),
            SessionsGetMetadataResult,
            rpc_timeout,
        )

    async def get_persisted_remote_steerable(
        self,
        *,
        session_id: str,
        rpc_timeout: float | None = None,
    ) -> SessionsGetPersistedRemoteSteerableResult:
        """Returns a session's persisted remote-steerable flag, if any has been recorded. Internal:
        this is CLI-specific book-keeping used by `--continue` / `--resume` to inherit the prior
        session's remote-steerable preference. SDK consumers that want similar behavior should
        manage their own persistence around start/stop calls rather than relying on this
        runtime-side flag.

        ``sessions.getPersistedRemoteSteerable`` on the wire; experimental, internal.

        Args:
            session_id: Session ID to look up the persisted remote-steerable flag for
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            The session's persisted remote-steerable flag, or omitted when no value has been
            persisted.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.getPersistedRemoteSteerable",
            SessionsGetPersistedRemoteSteerableParams(
                session_id=session_id,
            ),
            SessionsGetPersistedRemoteSteerableResult,
            rpc_timeout,
        )

    async def get_remote_control_status(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> RemoteControlStatusResult:
        """Returns the current state of the remote-control singleton, including the attached session
        id and frontend URL when active.

        ``sessions.getRemoteControlStatus`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Wrapper for the singleton's current status.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.getRemoteControlStatus",
            None,
            RemoteControlStatusResult,
            rpc_timeout,
        )

    async def get_sizes(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> SessionSizes:
        """Returns the on-disk byte size of each session's workspace directory.

        ``sessions.getSizes`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Map of sessionId -> on-disk size in bytes for each session's workspace directory.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.getSizes",
            None,
            SessionSizes,
            rpc_timeout,
        )

    async def list(
        self,
        *,
        source: SessionSource | None = None,
        metadata_limit: int | None = None,
        filter: SessionListFilter | None = None,
        include_detached: bool | None = None,
        throw_on_error: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> SessionList:
        """Lists sessions, optionally filtered by source and working-directory context. Returned
        entries are discriminated by `isRemote`: local entries carry only the lightweight
        `LocalSessionMetadataValue` shape; remote entries carry the full
        `RemoteSessionMetadataValue` shape (repository, PR number, taskType, etc.).

        ``sessions.list`` on the wire; experimental.

        Args:
            source: Which session sources to include. Defaults to `local` for backward
                compatibility.
            metadata_limit: When provided, only the first N local sessions (sorted by
                modification time, newest first) load full metadata; remaining sessions return
                basic info only. Use 0 to return only basic info for every local session. Has no
                effect on remote entries (which always carry their full shape).
            filter: Optional filter applied to the returned sessions
            include_detached: When true, include detached maintenance sessions. Defaults to false
                for user-facing session lists.
            throw_on_error: Only meaningful when `source` includes remote. When true, propagates
                errors from the remote service instead of silently returning an empty remote
                list. Defaults to false.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Sessions matching the filter, ordered most-recently-modified first.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.list",
            SessionsListParams(
                source=source,
                metadata_limit=metadata_limit,
                filter=filter,
                include_detached=include_detached,
                throw_on_error=throw_on_error,
            ),
            SessionList,
            rpc_timeout,
        )

    async def list_non_empty_session_ids(
        self,
        *,
        limit: int | None = None,
        rpc_timeout: float | None = None,
    ) -> SessionsListNonEmptySessionIdsResult:
        """Lists recent local session IDs that contain user-visible history, omitting
        housekeeping-only sessions.

        ``sessions.listNonEmptySessionIds`` on the wire; experimental, internal.

        Args:
            limit: Maximum number of session IDs to return.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Recent local session IDs that contain user-visible history.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.listNonEmptySessionIds",
            SessionsListNonEmptySessionIdsParams(
                limit=limit,
            ),
            SessionsListNonEmptySessionIdsResult,
            rpc_timeout,
        )

    async def load_deferred_repo_hooks(
        self,
        *,
        session_id: str,
        rpc_timeout: float | None = None,
    ) -> SessionLoadDeferredRepoHooksResult:
        """Loads previously-deferred repo-level hooks on the active session, returning queued
        startup prompts.

        ``sessions.loadDeferredRepoHooks`` on the wire; experimental.

        Args:
            session_id: Active session ID whose deferred repo-level hooks should be loaded
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Queued repo-level startup prompts and the total hook command count after loading.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.loadDeferredRepoHooks",
            SessionsLoadDeferredRepoHooksParams(
                session_id=session_id,
            ),
            SessionLoadDeferredRepoHooksResult,
            rpc_timeout,
        )

    async def open(
        self,
        params: SessionOpenParams,
        *,
        rpc_timeout: float | None = None,
    ) -> SessionOpenResult:
        """Creates or resumes a local session and returns the opened session ID.

        ``sessions.open`` on the wire; experimental.

        Args:
            params: Open a session by creating, resuming, attaching, connecting to a remote, or
                handing off.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of opening a session.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.open",
            params,
            SessionOpenResult,
            rpc_timeout,
        )

    async def prune_old(
        self,
        *,
        older_than_days: int,
        dry_run: bool | None = None,
        include_named: bool | None = None,
        exclude_session_ids: Sequence[str] | None = None,
        rpc_timeout: float | None = None,
    ) -> SessionPruneResult:
        """Deletes sessions older than the given threshold, with optional dry-run and exclusion
        list.

        ``sessions.pruneOld`` on the wire; experimental.

        Args:
            older_than_days: Delete sessions whose modifiedTime is at least this many days old
            dry_run: When true, only report what would be deleted without performing any deletion
            include_named: When true, named sessions (set via /rename) are also eligible for
                pruning
            exclude_session_ids: Session IDs that should never be considered for pruning
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Outcome of the prune operation: deleted IDs, dry-run candidates, skipped IDs, total
            bytes freed, and the dry-run flag.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.pruneOld",
            SessionsPruneOldParams(
                older_than_days=older_than_days,
                dry_run=dry_run,
                include_named=include_named,
                exclude_session_ids=exclude_session_ids,
            ),
            SessionPruneResult,
            rpc_timeout,
        )

    async def read_persisted_events(
        self,
        *,
        session_id: str,
        cursor: str | None = None,
        max: int | None = None,
        direction: EventsReadDirection | None = None,
        rpc_timeout: float | None = None,
    ) -> EventsReadResult:
        """Reads a page of durable events directly from a local session's persisted journal without
        creating, resuming, or activating the session. The first read pins the currently opened
        journal generation and its byte-length boundary; opaque cursor continuations remain on
        that generation across runtime-owned compaction, truncation, and rewrite operations,
        which replace the live path atomically, and events appended after the boundary are
        excluded. For cold hydration, await the first successful page before activation and
        establish lossless live-event buffering before resume; merge subsequent live events by
        ID, preserving persisted order and letting live payloads win. Continuations are
        process-local, single-use capabilities bound to the originating session and storage
        context and must be paged sequentially; concurrent or repeated use of the same cursor
        expires that duplicate read rather than reading the generation twice. A complete snapshot
        has cursorStatus 'ok' and hasMore false. Snapshots expire after five idle minutes, with
        at most eight retained per process and idle-only eviction under pressure; completion and
        cancelled-worker exit release their handles. No transcript copy is created, but retained
        handles may keep replaced files' disk blocks alive until release. Pages have a soft 1 MiB
        serialized event-array budget including resolved binary assets; one oversized event is
        returned alone to guarantee progress. Working memory also includes a record/lookahead and
        asset resolution; resolving the first binary reference may scan the full pinned
        generation to build a bounded offset index. If the snapshot expires, is evicted, is
        cancelled before a continuation is established, or becomes unreadable after an observable
        unsupported in-place shortening, the continuation returns cursorStatus 'expired' with an
        empty terminal page and never falls back to a different generation. A missing or
        initially unreadable journal is an RPC error. Persisted history excludes ephemeral events
        and may omit payloads that are reconstructed only for an active session; use the active
        session event stream for post-resume live events.

        ``sessions.readPersistedEvents`` on the wire; experimental.

        Args:
            session_id: Session ID whose persisted event journal should be read.
            cursor: Opaque, process-local, single-use cursor returned by the previous
                persisted-event read. Omit on the first call and issue continuations
                sequentially; reusing the same cursor returns an expired terminal page.
            max: Maximum number of events to return in this batch (1–1000, default 200). Pages
                may contain fewer events to keep the serialized event array within a soft 1 MiB
                budget including resolved binary assets; one oversized event is returned alone to
                guarantee progress.
            direction: Direction to page through persisted history. Forward starts at the
                beginning; backward starts with the newest events. Events in each page remain
                chronological. This selects the initial read only; a continuation always uses the
                direction bound into its cursor.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Batch of session events returned by a read, with cursor and continuation metadata.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.readPersistedEvents",
            SessionsReadPersistedEventsParams(
                session_id=session_id,
                cursor=cursor,
                max=max,
                direction=direction,
            ),
            EventsReadResult,
            rpc_timeout,
        )

    async def release_lock(
        self,
        *,
        session_id: str,
        rpc_timeout: float | None = None,
    ) -> SessionsReleaseLockResult:
        """Releases the in-use lock held by this process for a session.

        ``sessions.releaseLock`` on the wire; experimental.

        Args:
            session_id: Session ID whose in-use lock should be released
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Release the in-use lock held by this process for the given session. No-op when this
            process does not currently hold a lock for the session.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.releaseLock",
            SessionsReleaseLockParams(
                session_id=session_id,
            ),
            SessionsReleaseLockResult,
            rpc_timeout,
        )

    async def reload_plugin_hooks(
        self,
        *,
        session_id: str,
        defer_repo_hooks: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> SessionsReloadPluginHooksResult:
        """Reloads user, plugin, and (optionally) repo hooks on the active session.

        ``sessions.reloadPluginHooks`` on the wire; experimental.

        Args:
            session_id: Active session ID to reload hooks for
            defer_repo_hooks: When true, skip repo-level hooks. Use before folder trust is
                confirmed; loadDeferredRepoHooks loads them post-trust.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Reload all hooks (user, plugin, optionally repo) and apply them to the active
            session. Call after installing or removing plugins so their hooks take effect
            immediately. No-op when no active session matches the given sessionId.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.reloadPluginHooks",
            SessionsReloadPluginHooksParams(
                session_id=session_id,
                defer_repo_hooks=defer_repo_hooks,
            ),
            SessionsReloadPluginHooksResult,
            rpc_timeout,
        )

    async def save(
        self,
        *,
        session_id: str,
        rpc_timeout: float | None = None,
    ) -> SessionsSaveResult:
        """Flushes a session's pending events to disk.

        ``sessions.save`` on the wire; experimental.

        Args:
            session_id: Session ID whose pending events should be flushed to disk
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Flush a session's pending events to disk. No-op when no writer exists for the session
            (e.g., already closed).

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.save",
            SessionsSaveParams(
                session_id=session_id,
            ),
            SessionsSaveResult,
            rpc_timeout,
        )

    async def set_additional_plugins(
        self,
        *,
        plugins: Sequence[InstalledPlugin],
        rpc_timeout: float | None = None,
    ) -> SessionsSetAdditionalPluginsResult:
        """Replaces the manager-wide additional plugins registered with the session manager.

        ``sessions.setAdditionalPlugins`` on the wire; experimental.

        Args:
            plugins: Manager-wide additional plugins to register. Replaces any
                previously-configured set. Pass an empty array to clear.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Replace the manager-wide additional plugins. New session creations and subsequent
            hook reloads see the new set; already-running sessions keep their existing hook
            installation until the next reload.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.setAdditionalPlugins",
            SessionsSetAdditionalPluginsParams(
                plugins=plugins,
            ),
            SessionsSetAdditionalPluginsResult,
            rpc_timeout,
        )

    async def set_remote_control_steering(
        self,
        *,
        enabled: bool,
        rpc_timeout: float | None = None,
    ) -> RemoteControlStatusResult:
        """Patches the steering state of the active remote-control singleton. When remote control is
        off, this is a no-op and the off status is returned. Today only `enabled: true` is
        actionable on the underlying exporter; passing `false` is reserved for future use.

        ``sessions.setRemoteControlSteering`` on the wire; experimental.

        Args:
            enabled: Target steering state. Today only `true` is actionable on the underlying
                exporter; `false` is reserved for future use.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Wrapper for the singleton's current status.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.setRemoteControlSteering",
            SessionsSetRemoteControlSteeringParams(
                enabled=enabled,
            ),
            RemoteControlStatusResult,
            rpc_timeout,
        )

    async def start_remote_control(
        self,
        *,
        session_id: str,
        config: RemoteControlConfig,
        rpc_timeout: float | None = None,
    ) -> RemoteControlStatusResult:
        """Attaches the runtime-managed remote-control singleton to a session, awaiting initial
        setup. If remote control is already attached to a different session, the singleton is
        transferred (preserving the underlying Mission Control connection). Returns the final
        status.

        ``sessions.startRemoteControl`` on the wire; experimental.

        Args:
            session_id: Local session id to attach remote control to.
            config: Configuration for the runtime-managed remote-control singleton.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Wrapper for the singleton's current status.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.startRemoteControl",
            SessionsStartRemoteControlParams(
                session_id=session_id,
                config=config,
            ),
            RemoteControlStatusResult,
            rpc_timeout,
        )

    async def stop_remote_control(
        self,
        *,
        expected_session_id: str | None = None,
        force: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> RemoteControlStopResult:
        """Stops the remote-control singleton. When `expectedSessionId` is provided and does not
        match the singleton's current `attachedSessionId`, the stop is rejected with `stopped:
        false` and the current status is returned unchanged (unless `force` is set, in which case
        the singleton is unconditionally torn down).

        ``sessions.stopRemoteControl`` on the wire; experimental.

        Args:
            expected_session_id: When provided, the stop is rejected unless the singleton
                currently points at this session id (compare-and-swap semantics).
            force: When true, the singleton is unconditionally torn down regardless of
                `expectedSessionId`. Use during shutdown or explicit `/remote off`.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Outcome of a stopRemoteControl call.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.stopRemoteControl",
            SessionsStopRemoteControlParams(
                expected_session_id=expected_session_id,
                force=force,
            ),
            RemoteControlStopResult,
            rpc_timeout,
        )

    async def transfer_remote_control(
        self,
        *,
        to_session_id: str,
        expected_from_session_id: str | None = None,
        rpc_timeout: float | None = None,
    ) -> RemoteControlTransferResult:
        """Atomically rebinds the remote-control singleton to a different session, preserving the
        underlying Mission Control connection. When `expectedFromSessionId` is provided and does
        not match the singleton's current `attachedSessionId`, the transfer is rejected with
        `transferred: false` and the current status is returned unchanged.

        ``sessions.transferRemoteControl`` on the wire; experimental.

        Args:
            to_session_id: Local session id to point remote control at.
            expected_from_session_id: When provided, the transfer is rejected unless the
                singleton currently points at this session id (compare-and-swap semantics to
                avoid clobbering newer state).
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Outcome of a transferRemoteControl call.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessions.transferRemoteControl",
            SessionsTransferRemoteControlParams(
                to_session_id=to_session_id,
                expected_from_session_id=expected_from_session_id,
            ),
            RemoteControlTransferResult,
            rpc_timeout,
        )
