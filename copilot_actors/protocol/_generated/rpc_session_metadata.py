"""Types and methods: rpc_session_metadata.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import field

from .rpc_common import SessionLimitsConfig as SessionLimitsConfig
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "ContextHeaviestMessage",
    "MetadataContextAttributionResult",
    "MetadataContextHeaviestMessagesResult",
    "MetadataContextInfoResult",
    "MetadataIsProcessingResult",
    "MetadataRecomputeContextTokensResult",
    "MetadataRecordContextChangeResult",
    "MetadataSetWorkingDirectoryResult",
    "MetadataSnapshotCurrentMode",
    "MetadataSnapshotRemoteMetadata",
    "MetadataSnapshotRemoteMetadataRepository",
    "MetadataSnapshotRemoteMetadataTaskType",
    "SessionActivity",
    "SessionContextAttribution",
    "SessionContextAttributionCategories",
    "SessionContextAttributionCompactions",
    "SessionContextAttributionEntriesItem",
    "SessionContextInfo",
    "SessionMetadataContextInfoParams",
    "SessionMetadataGetContextHeaviestMessagesParams",
    "SessionMetadataRecomputeContextTokensParams",
    "SessionMetadataRecordContextChangeParams",
    "SessionMetadataRpc",
    "SessionMetadataSetWorkingDirectoryParams",
    "SessionMetadataSnapshot",
    "SessionMetadataUpdateClientMetadataParams",
    "SessionWorkingDirectoryContext",
    "SessionWorkingDirectoryContextHostType",
    "WorkspaceSummary",
    "WorkspaceSummaryHostType",
]


class ContextHeaviestMessage(WireStruct, frozen=True, kw_only=True, gc=False):
    """A single large message currently in context.

    Attributes:
        id: Stable identifier for this message within the snapshot.
        label: Human-readable source label, e.g. `tool: bash` or `skill: tmux`.
            Presentation-only.
        role: Role of the chat message (`user`, `assistant`, or `tool`).
        tokens: Token count currently in context for this individual message.
    """

    id: str
    label: str
    role: str
    tokens: int


class MetadataContextAttributionResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Per-source attribution breakdown for the session's current context window, or null if
    uninitialized.

    Attributes:
        context_attribution: Per-source context-window attribution, or null if the session has
            not yet been initialized (no system prompt or tool metadata cached).
    """

    context_attribution: SessionContextAttribution | None


class MetadataContextHeaviestMessagesResult(WireStruct, frozen=True, kw_only=True):
    """The heaviest individual messages in the session's context window, most-expensive first.

    Attributes:
        total_tokens: Total token count of the current context window, so callers can compute
            each message's share without a second call.
        messages: Heaviest messages, most-expensive first.
    """

    total_tokens: int
    messages: list[ContextHeaviestMessage]


class MetadataContextInfoResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Token breakdown for the session's current context window, or null if uninitialized.

    Attributes:
        context_info: Token breakdown for the current context window, or null if the session has
            not yet been initialized (no system prompt or tool metadata cached).
    """

    context_info: SessionContextInfo | None


class MetadataIsProcessingResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the local session is currently processing a turn or background
    continuation.

    Attributes:
        processing: Whether the session is currently processing user/agent messages. False for
            non-local sessions (which don't run a local agentic loop). Reflects an in-flight turn
            or background continuation.
    """

    processing: bool


class MetadataRecomputeContextTokensResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Re-tokenize the session's existing messages against `modelId` and return the token totals.
    Useful for hosts that want an initial estimate of context usage on session resume, before the
    next agent turn fires `session.context_info_changed` events. Returns zeros for an empty
    session.

    Attributes:
        total_tokens: Sum of tokens across chat-context and system-context messages currently
            held by the session.
        messages_token_count: Tokens contributed by user/assistant/tool messages (excludes
            system/developer prompts).
        system_token_count: Tokens contributed by system/developer prompt snapshots.
    """

    total_tokens: int
    messages_token_count: int
    system_token_count: int


class MetadataRecordContextChangeResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Notify the session that its working directory context has changed. Emits a
    `session.context_changed` event so consumers (telemetry, OTel tracker, ACP, the timeline UI)
    can react. Use this when the host has detected a cwd/branch/repo change outside the session's
    normal lifecycle (e.g., after a shell command in interactive mode). For a local session, a
    report whose `cwd` diverges from the session's current working directory is ignored (the call
    still succeeds but records nothing and emits no event); move a local session's working
    directory via `metadata.setWorkingDirectory` instead.
    """


class MetadataSetWorkingDirectoryResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Update the session's working directory. Used by the host when the user explicitly changes cwd
    (e.g., the `/cd` slash command). The host is responsible for any related side-effects (file
    index, etc.); it does NOT change the process working directory (a session's cwd is
    per-session, not process-global). For local sessions the runtime validates the target first
    (an absolute path that exists on disk) and re-bases the permission primary directory; a
    rejected validation fails the call before anything is mutated, persisted, or emitted.
    Location-scoped permission rules are then re-keyed to the new directory (best-effort). Remote
    sessions only record the path.

    Attributes:
        working_directory: Working directory after the update
    """

    working_directory: str


class MetadataSnapshotRemoteMetadata(WireStruct, frozen=True, kw_only=True, gc=False):
    """Remote-session-specific metadata. Populated only when `isRemote` is true. Fields are
    immutable for the lifetime of the session.

    Attributes:
        resource_id: The original resource identifier (task ID or PR node ID), preserved across
            event-replay reconstructions. Falls back to `sessionId` when absent.
        repository: The repository the remote session targets.
        pull_request_number: The pull request number the remote session is associated with, if
            any.
        task_type: Whether the remote task originated from Copilot Coding Agent (cca) or a CLI
            `--remote` invocation.
    """

    resource_id: str | None = None
    repository: MetadataSnapshotRemoteMetadataRepository
    pull_request_number: int | None = None
    task_type: MetadataSnapshotRemoteMetadataTaskType | None = None


class MetadataSnapshotRemoteMetadataRepository(WireStruct, frozen=True, kw_only=True, gc=False):
    """The repository the remote session targets.

    Attributes:
        owner: The GitHub owner (user or organization) of the target repository.
        name: The GitHub repository name (without owner).
        branch: The branch the remote session is operating on.
    """

    owner: str
    name: str
    branch: str


class SessionActivity(WireStruct, frozen=True, kw_only=True, gc=False):
    """Current activity flags for the session.

    Attributes:
        abortable: Whether an in-flight operation can currently be aborted.
        has_active_work: Whether the session currently has active work, including running turns
            or tasks.
    """

    abortable: bool
    has_active_work: bool


class SessionContextAttribution(WireStruct, frozen=True, kw_only=True):
    """Per-source token attribution snapshot for the current context window. The heaviest individual
    messages are available separately via `metadata.getContextHeaviestMessages`.

    Attributes:
        total_tokens: Total token count of the current context window the entries are measured
            against (system message + conversation messages + tool definitions — the same total
            reported by /context). Divide an entry's `tokens` by this to derive its share.
        model_id: The concrete model id the entire breakdown was tokenized against (feeds the
            per-model token multiplier). Under `Auto` (Free/Student) this is the resolved model,
            not the literal `auto` sentinel, so totals are not undercounted. A single-model
            approximation of a potentially multi-model Auto session.
        model_source: How `modelId` was chosen. Not a closed set — tolerate unknown values. Known
            values today: `autoResolved` (the model Auto resolved to), `selected` (the user's
            explicitly selected model), `default` (a fallback before any model is known).
        prompt_token_limit: Maximum prompt tokens the resolved model accepts — the denominator
            for a `##k/###k` context-usage display. Mirrors
            `SessionContextInfo.promptTokenLimit`.
        limit: Prompt limit plus the model's output reserve: the full context window
            `categories.freeSpace` and `categories.buffer` are measured against. Mirrors
            `SessionContextInfo.limit`.
        buffer_tokens: Output reserve plus the tokens past the buffer-exhaustion blocking
            threshold. Mirrors `SessionContextInfo.bufferTokens`.
        compaction_threshold: Token count at which background compaction starts. Mirrors
            `SessionContextInfo.compactionThreshold`.
        categories: The six normalized `/context` header buckets, computed from the same
            tokenization as `entries` so the two never disagree. Convenience rollups: `freeSpace`
            and `buffer` describe window capacity rather than occupied context, so the values do
            not sum to `totalTokens`.
        entries: Flat list of per-source attribution entries. Group by `kind` and render
            unrecognized kinds generically. Nesting and rollups are expressed via `parentId`.
        compactions: Successful compaction history for the session.
    """

    total_tokens: int
    model_id: str
    model_source: str
    prompt_token_limit: int
    limit: int
    buffer_tokens: int
    compaction_threshold: int
    categories: SessionContextAttributionCategories
    entries: list[SessionContextAttributionEntriesItem]
    compactions: SessionContextAttributionCompactions


class SessionContextAttributionCategories(WireStruct, frozen=True, kw_only=True, gc=False):
    """The six normalized `/context` header buckets, computed from the same tokenization as
    `entries` so the two never disagree. Convenience rollups: `freeSpace` and `buffer` describe
    window capacity rather than occupied context, so the values do not sum to `totalTokens`.

    Attributes:
        system_prompt: System prompt tokens, excluding custom instructions.
        custom_instructions: Custom-instructions tokens (0 when none are configured).
        system_tools: Non-MCP tool-definition tokens.
        mcp_tools: MCP tool-definition tokens.
        messages: Conversation (user/assistant/tool) message tokens.
        free_space: Remaining unused window capacity (clamped at 0).
        buffer: Output reserve plus post-blocking-threshold buffer.
    """

    system_prompt: int
    custom_instructions: int
    system_tools: int
    mcp_tools: int
    messages: int
    free_space: int
    buffer: int


class SessionContextAttributionCompactions(WireStruct, frozen=True, kw_only=True, gc=False):
    """Successful compaction history for the session.

    Attributes:
        count: Number of successful compactions in this session.
    """

    count: int


class SessionContextAttributionEntriesItem(WireStruct, frozen=True, kw_only=True):
    """``SessionContextAttributionEntriesItem`` of the schema.

    Attributes:
        kind: Source category for this entry. Not a closed set — tolerate unknown values. Known
            values today: `skill`, `subagent`, `mcpServer`, `tool`, `system`, `toolDefinition`,
            `plugin`.
        id: Identifier for this entry, formed by joining its `kind` and source name (e.g.
            `tool:bash`, `skill:tmux`, `toolDefinition:bash`); unique within the snapshot. Use it
            to match the same entry across snapshots, to correlate with other APIs
            (skill/agent/MCP registries), and as the `parentId` target for nesting. Distinct from
            the human-facing `label`.
        label: Human-readable display label, e.g. `bash` or `skill: tmux`. Presentation-only; may
            be localized/reformatted without notice — do not key off it.
        tokens: Token count currently in context attributable to this entry.
        parent_id: Optional `id` of the parent entry: e.g. a `plugin` entry parenting its
            `skill`/`mcpServer` entries, or the `system` entry parenting `toolDefinition`
            entries. Omitted for top-level entries.
        attributes: Supplementary per-entry metadata (e.g. `messageCount`, `role`, `evictable`,
            `pluginSource`). Values are stringified; parse as needed and ignore unrecognized
            keys.
    """

    kind: str
    id: str
    label: str
    tokens: int
    parent_id: str | None = None
    attributes: dict[str, str] | None = None


class SessionContextInfo(WireStruct, frozen=True, kw_only=True, gc=False):
    """Token-usage breakdown for the session's current context window

    Attributes:
        model_name: The model used for token counting
        system_tokens: Tokens consumed by the system prompt
        conversation_tokens: Tokens consumed by user/assistant/tool messages
        tool_definitions_tokens: Tokens consumed by tool definitions sent to the model (excludes
            deferred tools)
        mcp_tools_tokens: Tokens consumed by MCP tool definitions (subset of
            toolDefinitionsTokens, excludes deferred tools)
        total_tokens: Sum of system, conversation and tool-definition tokens
        prompt_token_limit: Maximum prompt tokens allowed by the model (or DEFAULT_TOKEN_LIMIT if
            unspecified)
        compaction_threshold: Token count at which background compaction starts (configurable
            percentage of promptTokenLimit)
        limit: Prompt token limit plus the model's full output token limit.
        buffer_tokens: Output reserve plus tokens after the buffer-exhaustion blocking threshold
            (default 95%)
    """

    model_name: str
    system_tokens: int
    conversation_tokens: int
    tool_definitions_tokens: int
    mcp_tools_tokens: int
    total_tokens: int
    prompt_token_limit: int
    compaction_threshold: int
    limit: int
    buffer_tokens: int


class SessionMetadataSnapshot(WireStruct, frozen=True, kw_only=True, gc=False):
    """Point-in-time snapshot of slow-changing session identifier and state fields

    Attributes:
        session_id: The unique identifier of the session
        start_time: ISO 8601 timestamp of when the session started
        modified_time: ISO 8601 timestamp of when the session's persisted state was last modified
            on disk. For new sessions, equals startTime. For resumed sessions, reflects the
            previous modification time at construction.
        is_remote: Whether this is a remote session (i.e., one whose runtime executes elsewhere
            and is steered through this process)
        already_in_use: True when the session was detected to be in use by another process at
            construction time. Local consumers may surface a confirmation prompt before fully
            attaching. Always false for new sessions.
        workspace_path: Absolute path to the session's workspace directory on disk, or null if
            the session has no associated workspace
        initial_name: User-provided name supplied at session construction (via `--name`), if any.
            Immutable after construction.
        client_name: Runtime client name associated with the session (telemetry identifier).
        remote_metadata: Remote-session-specific metadata. Populated only when `isRemote` is
            true. Fields are immutable for the lifetime of the session.
        summary: Short human-readable summary of the session, if known. Omitted when no summary
            has been generated.
        working_directory: Absolute path to the session's current working directory
        current_mode: The current agent mode for this session (e.g., 'interactive', 'plan',
            'autopilot')
        selected_model: Currently selected model identifier, if any
        session_limits: Current session limits, or null when no limits are active
        workspace: Public-facing workspace metadata for this session, or null if the session has
            no associated workspace. Excludes runtime-internal fields (GitHub IDs, summary count,
            internal flags).
    """

    session_id: str
    start_time: str
    modified_time: str
    is_remote: bool
    already_in_use: bool
    workspace_path: str | None
    initial_name: str | None = None
    client_name: str | None = None
    remote_metadata: MetadataSnapshotRemoteMetadata | None = None
    summary: str | None = None
    working_directory: str
    current_mode: MetadataSnapshotCurrentMode
    selected_model: str | None = None
    session_limits: SessionLimitsConfig | None
    workspace: WorkspaceSummary | None


class SessionWorkingDirectoryContext(WireStruct, frozen=True, kw_only=True, gc=False):
    """Updated working directory and git context. Emitted as the new payload of
    `session.context_changed`.

    Attributes:
        cwd: Current working directory path
        git_root: Root directory of the git repository, resolved via git rev-parse
        repository: Repository identifier derived from the git remote URL ("owner/name" for
            GitHub, "org/project/repo" for Azure DevOps)
        host_type: Hosting platform type of the repository
        repository_host: Raw host string from the git remote URL (e.g. "github.com",
            "dev.azure.com")
        branch: Current git branch name
        head_commit: Head commit of the current git branch
        base_commit: Merge-base commit SHA (fork point from the remote default branch)
    """

    cwd: str
    git_root: str | None = None
    repository: str | None = None
    host_type: SessionWorkingDirectoryContextHostType | None = None
    repository_host: str | None = None
    branch: str | None = None
    head_commit: str | None = None
    base_commit: str | None = None


class WorkspaceSummary(WireStruct, frozen=True, kw_only=True, gc=False):
    """Public-facing projection of workspace metadata for SDK / TUI consumers

    Attributes:
        id: Workspace identifier (1:1 with sessionId)
        cwd: Current working directory at session start
        git_root: Resolved git root for cwd, if any
        repository: Repository identifier in 'owner/repo' or 'org/project/repo' format, if any
        host_type: Repository host type, if known
        branch: Branch checked out at session start, if any
        name: Display name for the session, if set
        user_named: Whether the display name was explicitly set by the user
        created_at: ISO 8601 timestamp when the workspace was created
        updated_at: ISO 8601 timestamp when the workspace was last updated
    """

    id: str
    cwd: str | None = None
    git_root: str | None = field(default=None, name="git_root")
    repository: str | None = None
    host_type: WorkspaceSummaryHostType | None = field(default=None, name="host_type")
    branch: str | None = None
    name: str | None = None
    user_named: bool | None = field(default=None, name="user_named")
    created_at: str | None = field(default=None, name="created_at")
    updated_at: str | None = field(default=None, name="updated_at")


if TYPE_CHECKING:
    MetadataSnapshotCurrentMode: TypeAlias = Literal["interactive", "plan", "autopilot"] | str
    """The current agent mode for this session (e.g., 'interactive', 'plan', 'autopilot')

    - ``interactive``: The agent is responding interactively to the user.
    - ``plan``: The agent is preparing a plan before making changes.
    - ``autopilot``: The agent is working autonomously toward task completion.
    """
    MetadataSnapshotRemoteMetadataTaskType: TypeAlias = Literal["cca", "cli"] | str
    """Whether the remote task originated from Copilot Coding Agent (cca) or a CLI `--remote`
    invocation.

    - ``cca``: Remote task originated from Copilot Coding Agent.
    - ``cli``: Remote task originated from a CLI remote-session invocation.
    """
    SessionWorkingDirectoryContextHostType: TypeAlias = Literal["github", "ado"] | str
    """Hosting platform type of the repository

    - ``github``: The working directory repository is hosted on GitHub.
    - ``ado``: The working directory repository is hosted on Azure DevOps.
    """
    WorkspaceSummaryHostType: TypeAlias = Literal["github", "ado"] | str
    """Repository host type, if known

    - ``github``: Workspace summary repository is hosted on GitHub.
    - ``ado``: Workspace summary repository is hosted on Azure DevOps.
    """
else:
    MetadataSnapshotCurrentMode = Literal["interactive", "plan", "autopilot"]
    MetadataSnapshotRemoteMetadataTaskType = Literal["cca", "cli"]
    SessionWorkingDirectoryContextHostType = Literal["github", "ado"]
    WorkspaceSummaryHostType = Literal["github", "ado"]


class SessionMetadataContextInfoParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.metadata.contextInfo``."""

    prompt_token_limit: int
    output_token_limit: int
    selected_model: str | None = None


class SessionMetadataGetContextHeaviestMessagesParams(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Parameters of ``session.metadata.getContextHeaviestMessages``."""

    limit: int | None = None


class SessionMetadataRecomputeContextTokensParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.metadata.recomputeContextTokens``."""

    model_id: str


class SessionMetadataRecordContextChangeParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.metadata.recordContextChange``."""

    context: SessionWorkingDirectoryContext


class SessionMetadataSetWorkingDirectoryParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.metadata.setWorkingDirectory``."""

    working_directory: str


class SessionMetadataUpdateClientMetadataParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.metadata.updateClientMetadata``."""

    clear: bool | None = None
    remove: Sequence[str] | None = None
    set: Mapping[str, str] | None = None


class SessionMetadataRpc(RpcNamespace):
    """``session.metadata.*``."""

    __slots__ = ()

    async def activity(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> SessionActivity:
        """Returns a snapshot of activity flags for the session.

        ``session.metadata.activity`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Current activity flags for the session.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.metadata.activity",
            None,
            SessionActivity,
            rpc_timeout,
        )

    async def context_info(
        self,
        *,
        prompt_token_limit: int,
        output_token_limit: int,
        selected_model: str | None = None,
        rpc_timeout: float | None = None,
    ) -> MetadataContextInfoResult:
        """Returns the token breakdown for the session's current context window for a given model.

        ``session.metadata.contextInfo`` on the wire; experimental.

        Args:
            prompt_token_limit: Maximum prompt tokens allowed by the target model. Pass 0 to use
                the runtime default.
            output_token_limit: Maximum output tokens allowed by the target model. Pass 0 if
                unknown.
            selected_model: Model identifier used for tokenization. Omit to use the session
                default. Used both for token counting and to compute display values.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Token breakdown for the session's current context window, or null if uninitialized.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.metadata.contextInfo",
            SessionMetadataContextInfoParams(
                prompt_token_limit=prompt_token_limit,
                output_token_limit=output_token_limit,
                selected_model=selected_model,
            ),
            MetadataContextInfoResult,
            rpc_timeout,
        )

    async def get_client_metadata(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> dict[str, str]:
        """Returns the client-owned string metadata persisted with this local session. The metadata
        is not included in model context, events, telemetry, snapshots, or remote exports.

        ``session.metadata.getClientMetadata`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Client-owned, case-sensitive string metadata persisted with a local session. Clients
            should namespace keys by owner. Keys must be non-empty and at most 256 UTF-8 bytes;
            keys under `copilot/` and `github/` are reserved. Values may contain at most 16 KiB
            of UTF-8 data. A bag may contain at most 128 entries and its serialized sidecar may
            contain at most 64 KiB. The runtime stores but never interprets these values.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.metadata.getClientMetadata",
            None,
            dict[str, str],
            rpc_timeout,
        )

    async def get_context_attribution(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> MetadataContextAttributionResult:
        """Returns the experimental per-source attribution breakdown of the session's current
        context window as a flat list of entries (skills, subagents, MCP servers, built-in tools,
        plugin rollups, system/tool-definition costs, with nesting via parentId), plus the
        successful compaction count. The heaviest individual messages are available separately
        via `metadata.getContextHeaviestMessages`. Returns null until the session has initialized
        its system prompt and tool metadata.

        ``session.metadata.getContextAttribution`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Per-source attribution breakdown for the session's current context window, or null if
            uninitialized.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.metadata.getContextAttribution",
            None,
            MetadataContextAttributionResult,
            rpc_timeout,
        )

    async def get_context_heaviest_messages(
        self,
        *,
        limit: int | None = None,
        rpc_timeout: float | None = None,
    ) -> MetadataContextHeaviestMessagesResult:
        """Returns the largest individual messages currently in the session's context window,
        most-expensive first. Companion to `metadata.getContextAttribution`. Returns an empty
        list until the session has initialized.

        ``session.metadata.getContextHeaviestMessages`` on the wire; experimental.

        Args:
            limit: Maximum number of messages to return, most-expensive first. Omit for the
                server default.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            The heaviest individual messages in the session's context window, most-expensive
            first.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.metadata.getContextHeaviestMessages",
            SessionMetadataGetContextHeaviestMessagesParams(
                limit=limit,
            ),
            MetadataContextHeaviestMessagesResult,
            rpc_timeout,
        )

    async def is_processing(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> MetadataIsProcessingResult:
        """Reports whether the local session is currently processing user/agent messages.

        ``session.metadata.isProcessing`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the local session is currently processing a turn or background
            continuation.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.metadata.isProcessing",
            None,
            MetadataIsProcessingResult,
            rpc_timeout,
        )

    async def recompute_context_tokens(
        self,
        *,
        model_id: str,
        rpc_timeout: float | None = None,
    ) -> MetadataRecomputeContextTokensResult:
        """Re-tokenizes the session's existing messages against a model and returns aggregate token
        totals.

        ``session.metadata.recomputeContextTokens`` on the wire; experimental.

        Args:
            model_id: Model identifier used for tokenization. The runtime token-counts both
                chat-context and system-context messages against this model.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Re-tokenize the session's existing messages against `modelId` and return the token
            totals. Useful for hosts that want an initial estimate of context usage on session
            resume, before the next agent turn fires `session.context_info_changed` events.
            Returns zeros for an empty session.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.metadata.recomputeContextTokens",
            SessionMetadataRecomputeContextTokensParams(
                model_id=model_id,
            ),
            MetadataRecomputeContextTokensResult,
            rpc_timeout,
        )

    async def record_context_change(
        self,
        *,
        context: SessionWorkingDirectoryContext,
        rpc_timeout: float | None = None,
    ) -> MetadataRecordContextChangeResult:
        """Records a working-directory/git context change and emits a `session.context_changed`
        event. For a local session, a report whose `cwd` diverges from the session's current
        working directory is ignored (the call still succeeds but records nothing and emits no
        event): a local session's working directory is authoritative and is moved via
        `metadata.setWorkingDirectory` (or an SDK `session.resume` that supplies a
        `workingDirectory`), not by this method.

        ``session.metadata.recordContextChange`` on the wire; experimental.

        Args:
            context: Updated working directory and git context. Emitted as the new payload of
                `session.context_changed`.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Notify the session that its working directory context has changed. Emits a
            `session.context_changed` event so consumers (telemetry, OTel tracker, ACP, the
            timeline UI) can react. Use this when the host has detected a cwd/branch/repo change
            outside the session's normal lifecycle (e.g., after a shell command in interactive
            mode). For a local session, a report whose `cwd` diverges from the session's current
            working directory is ignored (the call still succeeds but records nothing and emits
            no event); move a local session's working directory via
            `metadata.setWorkingDirectory` instead.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.metadata.recordContextChange",
            SessionMetadataRecordContextChangeParams(
                context=context,
            ),
            MetadataRecordContextChangeResult,
            rpc_timeout,
        )

    async def set_working_directory(
        self,
        *,
        working_directory: str,
        rpc_timeout: float | None = None,
    ) -> MetadataSetWorkingDirectoryResult:
        """Updates the session's working directory. For local sessions the target is validated first
        (an absolute path that exists on disk) and the permission primary directory is re-based;
        a rejected validation fails the call before any session state changes.

        ``session.metadata.setWorkingDirectory`` on the wire; experimental.

        Args:
            working_directory: Absolute path to set as the session's working directory. The
                runtime updates the session's recorded cwd so subsequent operations (shell tools,
                file lookups, telemetry) anchor to it.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Update the session's working directory. Used by the host when the user explicitly
            changes cwd (e.g., the `/cd` slash command). The host is responsible for any related
            side-effects (file index, etc.); it does NOT change the process working directory (a
            session's cwd is per-session, not process-global). For local sessions the runtime
            validates the target first (an absolute path that exists on disk) and re-bases the
            permission primary directory; a rejected validation fails the call before anything is
            mutated, persisted, or emitted. Location-scoped permission rules are then re-keyed to
            the new directory (best-effort). Remote sessions only record the path.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.metadata.setWorkingDirectory",
            SessionMetadataSetWorkingDirectoryParams(
                working_directory=working_directory,
            ),
            MetadataSetWorkingDirectoryResult,
            rpc_timeout,
        )

    async def snapshot(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> SessionMetadataSnapshot:
        """Returns a snapshot of the session's identifying metadata, mode, agent, and remote info.

        ``session.metadata.snapshot`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Point-in-time snapshot of slow-changing session identifier and state fields

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.metadata.snapshot",
            None,
            SessionMetadataSnapshot,
            rpc_timeout,
        )

    async def update_client_metadata(
        self,
        *,
        clear: bool | None = None,
        remove: Sequence[str] | None = None,
        set: Mapping[str, str] | None = None,
        rpc_timeout: float | None = None,
    ) -> dict[str, str]:
        """Atomically patches the client-owned string metadata persisted with this local session and
        returns the committed bag.

        ``session.metadata.updateClientMetadata`` on the wire; experimental.

        Args:
            clear: Remove every existing client metadata entry before applying remove and set.
                Defaults to false.
            remove: Case-sensitive keys to remove. Missing keys are ignored. Each key must be
                non-empty, at most 256 UTF-8 bytes, and outside the reserved `copilot/` and
                `github/` namespaces.
            set: String entries to add or replace. Set wins when a key also appears in remove.
                Each key must be non-empty, at most 256 UTF-8 bytes, and outside the reserved
                `copilot/` and `github/` namespaces. Each value may contain at most 16 KiB of
                UTF-8 data.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Client-owned, case-sensitive string metadata persisted with a local session. Clients
            should namespace keys by owner. Keys must be non-empty and at most 256 UTF-8 bytes;
            keys under `copilot/` and `github/` are reserved. Values may contain at most 16 KiB
            of UTF-8 data. A bag may contain at most 128 entries and its serialized sidecar may
            contain at most 64 KiB. The runtime stores but never interprets these values.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.metadata.updateClientMetadata",
            SessionMetadataUpdateClientMetadataParams(
                clear=clear,
                remove=remove,
                set=set,
            ),
            dict[str, str],
            rpc_timeout,
        )
