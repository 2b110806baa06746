"""The keyword arguments of ``create_session``, for type checkers: the fields of SessionOptions."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypedDict

from msgspec import UnsetType

from copilot_actors._errors import JsonValue

if TYPE_CHECKING:
    from copilot_actors.client._handlers._canvases import Canvas
    from copilot_actors.client._handlers._commands import Command
    from copilot_actors.client._handlers._hook_types import HookHandler, Hooks
    from copilot_actors.client._handlers._mcp_requests import (
        McpAuthHandler,
        McpHeadersHandler,
        SamplingHandler,
    )
    from copilot_actors.client._handlers._permissions import PermissionHandler
    from copilot_actors.client._handlers._questions import (
        AutoModeSwitchHandler,
        ElicitationHandler,
        ExitPlanModeHandler,
        SessionLimitsHandler,
        UserInputHandler,
    )
    from copilot_actors.client._handlers._section_transforms import SectionTransform
    from copilot_actors.client._handlers._skills import SkillProvider
    from copilot_actors.client._handlers._token_providers import (
        BearerTokenProvider,
        GitHubTokenProvider,
    )
    from copilot_actors.client._handlers._tools import Tool

    from ._agents import CustomAgent, DefaultAgent, GitHubMcpTools, McpServer
    from ._poison import PoisonHandler
    from ._providers import (
        CapiOptions,
        ModelCapabilities,
        NamedProvider,
        ProviderConfig,
        ProviderModel,
    )
    from ._secrets import SecretSource
    from ._session_options import (
        Delivery,
        Durability,
        EventHandler,
        Interrupted,
        OnTimeout,
        RecoveryHandler,
    )
    from ._session_settings import (
        Autopilot,
        CanvasProvider,
        ExpAssignments,
        ExtensionInfo,
        ImageGeneration,
        InfiniteSessions,
        LargeOutput,
        ManagedSettings,
        Memory,
        Sandbox,
        SessionLimits,
        ToolSearch,
        TraceContext,
    )
    from ._system_message import SystemMessage
    from ._table import (
        AskUserVariant,
        ContextTier,
        FolderTrust,
        ReasoningSummary,
        RemoteSession,
        Storage,
        Verbosity,
    )
    from ._tool_set import ToolSet


class SessionOptionFields(TypedDict, total=False):
    """The keyword arguments of ``create_session`` and ``resume_session``: see SessionOptions."""

    model: str | UnsetType | None
    provider: ProviderConfig | Mapping[str, JsonValue] | UnsetType | None
    providers: Sequence[NamedProvider | Mapping[str, JsonValue]] | UnsetType | None
    models: Sequence[ProviderModel | Mapping[str, JsonValue]] | UnsetType | None
    capi: CapiOptions | Mapping[str, JsonValue] | UnsetType | None
    reasoning_effort: str | UnsetType | None
    reasoning_summary: ReasoningSummary | UnsetType | None
    verbosity: Verbosity | UnsetType | None
    context_tier: ContextTier | UnsetType | None
    model_capabilities: ModelCapabilities | Mapping[str, JsonValue] | UnsetType | None
    image_generation: ImageGeneration | Mapping[str, JsonValue] | UnsetType | None
    enable_citations: bool | UnsetType | None
    session_limits: SessionLimits | Mapping[str, JsonValue] | UnsetType | None
    streaming: bool | UnsetType | None
    include_sub_agent_streaming_events: bool | UnsetType | None
    system_message: str | SystemMessage | Mapping[str, JsonValue] | UnsetType | None
    organization_custom_instructions: str | UnsetType | None
    skip_custom_instructions: bool | UnsetType | None
    refresh_custom_instructions: bool | UnsetType | None
    instruction_directories: Sequence[str | os.PathLike[str]] | UnsetType | None
    enable_on_demand_instruction_discovery: bool | UnsetType | None
    memory: Memory | Mapping[str, JsonValue] | UnsetType | None
    available_tools: ToolSet | Sequence[str] | UnsetType | None
    excluded_tools: ToolSet | Sequence[str] | UnsetType | None
    tool_search: ToolSearch | Mapping[str, JsonValue] | UnsetType | None
    large_output: LargeOutput | Mapping[str, JsonValue] | UnsetType | None
    ask_user_variant: AskUserVariant | UnsetType
    manage_schedule_enabled: bool | UnsetType | None
    coauthor_enabled: bool | UnsetType | None
    custom_agents: Sequence[CustomAgent | Mapping[str, JsonValue]] | UnsetType | None
    custom_agents_local_only: bool | UnsetType | None
    default_agent: DefaultAgent | Mapping[str, JsonValue] | UnsetType | None
    agent: str | UnsetType | None
    agent_directories: Sequence[str | os.PathLike[str]] | UnsetType | None
    included_builtin_agents: Sequence[str] | UnsetType | None
    excluded_builtin_agents: Sequence[str] | UnsetType | None
    enable_skills: bool | UnsetType | None
    skill_directories: Sequence[str | os.PathLike[str]] | UnsetType | None
    included_builtin_skills: Sequence[str] | UnsetType | None
    disabled_skills: Sequence[str] | UnsetType | None
    plugin_directories: Sequence[str | os.PathLike[str]] | UnsetType | None
    hook_directories: Sequence[str | os.PathLike[str]] | UnsetType | None
    enable_file_hooks: bool | UnsetType | None
    autopilot: Autopilot | Mapping[str, JsonValue] | UnsetType
    mcp_servers: Mapping[str, McpServer | Mapping[str, JsonValue]] | UnsetType | None
    disabled_mcp_servers: Sequence[str] | UnsetType | None
    mcp_oauth_token_storage: Storage | UnsetType | None
    auth_client_id_metadata_url: str | UnsetType | None
    enable_mcp_apps: bool | UnsetType | None
    github_mcp_tool_config: GitHubMcpTools | Mapping[str, JsonValue] | UnsetType | None
    working_directory: str | os.PathLike[str] | UnsetType | None
    additional_directories: Sequence[str | os.PathLike[str]] | UnsetType | None
    trust_working_directory: FolderTrust | UnsetType
    config_directory: str | os.PathLike[str] | UnsetType | None
    enable_config_discovery: bool | UnsetType | None
    enable_host_git_operations: bool | UnsetType | None
    sandbox_config: Sandbox | Mapping[str, JsonValue] | UnsetType | None
    enable_file_change_tracking: bool | UnsetType | None
    infinite_sessions: bool | InfiniteSessions | Mapping[str, JsonValue] | UnsetType
    enable_session_store: bool | UnsetType | None
    embedding_cache_storage: Storage | UnsetType | None
    skip_embedding_retrieval: bool | UnsetType | None
    remote_session: RemoteSession | UnsetType | None
    interactive_user: bool | UnsetType | None
    client_name: str | UnsetType | None
    name: str | UnsetType | None
    suppress_resume_event: bool | UnsetType | None
    open_canvases: Sequence[Mapping[str, JsonValue]] | UnsetType | None
    github_token: SecretSource | UnsetType | None
    managed_settings: ManagedSettings | Mapping[str, JsonValue] | UnsetType | None
    enable_managed_settings: bool | UnsetType | None
    excluded_managed_settings: Sequence[str] | UnsetType | None
    enforce_managed_model_defaults: bool | UnsetType | None
    enable_session_telemetry: bool | UnsetType | None
    diagnostics: Mapping[str, JsonValue] | UnsetType
    trace_context: TraceContext | Mapping[str, str] | UnsetType
    feature_flags: Mapping[str, bool] | UnsetType | None
    exp_assignments: ExpAssignments | Mapping[str, JsonValue] | UnsetType | None
    enable_experimental_mode: bool | UnsetType | None
    canvas_provider: CanvasProvider | Mapping[str, JsonValue] | UnsetType | None
    request_canvas_renderer: bool | UnsetType | None
    request_extensions: bool | UnsetType | None
    extension_sdk_path: str | os.PathLike[str] | UnsetType | None
    extension_info: ExtensionInfo | Mapping[str, JsonValue] | UnsetType | None
    tools: Sequence[Tool]
    on_event: EventHandler | None
    on_permission_request: PermissionHandler | None
    on_user_input_request: UserInputHandler | None
    on_exit_plan_mode_request: ExitPlanModeHandler | None
    on_elicitation_request: ElicitationHandler | None
    on_auto_mode_switch_request: AutoModeSwitchHandler | None
    on_session_limits_request: SessionLimitsHandler | None
    on_mcp_auth_request: McpAuthHandler | None
    on_mcp_headers_request: McpHeadersHandler | None
    on_sampling_request: SamplingHandler | None
    hooks: Hooks | Mapping[str, HookHandler]
    commands: Sequence[Command]
    canvases: Sequence[Canvas]
    skill_provider: SkillProvider | None
    section_transforms: Mapping[str, SectionTransform]
    bearer_token_provider: BearerTokenProvider | None
    github_token_provider: GitHubTokenProvider | None
    tool_timeout: float
    hook_timeout: float
    permission_timeout: float | None
    question_timeout: float | None
    passivate_after: float | None
    secret_timeout: float
    turn_timeout: float | None
    quiet_timeout: float | None
    on_timeout: OnTimeout
    wait_for_background: bool
    compaction_timeout: float | None
    max_compactions: int | None
    on_poisoned: PoisonHandler | None
    on_recovery: RecoveryHandler | None
    web_socket_fallback: bool
    delivery: Delivery
    interrupted: Interrupted
    durability: Durability
    continue_pending_work: bool
    allow_transcript_recovery: bool | UnsetType
    extra: Mapping[str, JsonValue]
