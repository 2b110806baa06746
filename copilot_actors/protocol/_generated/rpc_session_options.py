"""Types and methods: rpc_session_options.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from msgspec import UNSET, UnsetType, field

from .rpc_common import (
    CapiSessionOptions,
    ModelCapabilitiesOverride,
    ProviderConfig,
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
    "OptionsUpdateAdditionalContentExclusionPolicy",
    "OptionsUpdateAdditionalContentExclusionPolicyRule",
    "OptionsUpdateAdditionalContentExclusionPolicyRuleSource",
    "OptionsUpdateAdditionalContentExclusionPolicyScope",
    "OptionsUpdateContextTier",
    "OptionsUpdateEnvValueMode",
    "OptionsUpdateReasoningSummary",
    "OptionsUpdateToolFilterPrecedence",
    "SessionInstalledPlugin",
    "SessionInstalledPluginSource",
    "SessionInstalledPluginSourceGitHub",
    "SessionInstalledPluginSourceLocal",
    "SessionInstalledPluginSourceUrl",
    "SessionOptionsRpc",
    "SessionOptionsUpdateParams",
    "SessionUpdateOptionsResult",
]


class OptionsUpdateAdditionalContentExclusionPolicy(WireStruct, frozen=True, kw_only=True):
    """Content-exclusion policy supplied to `session.options.update`, with rules, last-updated data,
    and scope.

    Attributes:
        rules: Content-exclusion rules to apply.
        last_updated_at: Opaque policy update timestamp supplied by the host.
        scope: Allowed values for the `OptionsUpdateAdditionalContentExclusionPolicyScope`
            enumeration.
    """

    rules: list[OptionsUpdateAdditionalContentExclusionPolicyRule]
    last_updated_at: JsonValue = field(name="last_updated_at")
    scope: OptionsUpdateAdditionalContentExclusionPolicyScope


class OptionsUpdateAdditionalContentExclusionPolicyRule(WireStruct, frozen=True, kw_only=True):
    """Single content-exclusion rule supplied to `session.options.update`, with paths, match
    conditions, and source.

    Attributes:
        paths: Path patterns covered by this rule.
        if_any_match: Conditions of which at least one must match.
        if_none_match: Conditions none of which may match.
        source: Source descriptor for a `session.options.update` content-exclusion rule, with
            source name and type.
    """

    paths: list[str]
    if_any_match: list[str] | None = None
    if_none_match: list[str] | None = None
    source: OptionsUpdateAdditionalContentExclusionPolicyRuleSource


class OptionsUpdateAdditionalContentExclusionPolicyRuleSource(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Source descriptor for a `session.options.update` content-exclusion rule, with source name and
    type.

    Attributes:
        name: Name of the policy source.
        type: Type of the policy source.
    """

    name: str
    type: str


class SessionInstalledPlugin(WireStruct, frozen=True, kw_only=True, gc=False):
    """Installed plugin record for a session, with marketplace, version, install time, enabled
    state, cache path, and source.

    Attributes:
        name: Plugin name
        marketplace: Marketplace the plugin came from (empty string for direct repo installs)
        version: Installed version, if known
        installed_at: Installation timestamp (ISO-8601)
        enabled: Whether the plugin is currently enabled
        cache_path: Path where the plugin is cached locally
        source: Source descriptor for direct repo installs (when marketplace is empty)
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
    source: SessionInstalledPluginSource | None = None
    source_sha: str | None = field(default=None, name="source_sha")
    installed_from: str | None = field(default=None, name="installed_from")


class SessionInstalledPluginSourceGitHub(
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


class SessionInstalledPluginSourceLocal(
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


class SessionInstalledPluginSourceUrl(
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


class SessionUpdateOptionsResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the session options patch was applied successfully.

    Attributes:
        success: Whether the operation succeeded
        plugin_hook_count: Number of hooks loaded from installed plugins, returned when
            installedPlugins is updated
    """

    success: bool
    plugin_hook_count: int | None = None


if TYPE_CHECKING:
    OptionsUpdateAdditionalContentExclusionPolicyScope: TypeAlias = Literal["repo", "all"] | str
    """Allowed values for the `OptionsUpdateAdditionalContentExclusionPolicyScope` enumeration.

    - ``repo``: The content exclusion policy applies to the current repository.
    - ``all``: The content exclusion policy applies across all repositories.
    """
    OptionsUpdateContextTier: TypeAlias = Literal["default", "long_context"] | str
    """Context tier for models with tiered pricing. The session uses this to derive effective
    `modelCapabilitiesOverrides` so compaction, truncation, token display, and request limits
    honor the selected tier.

    - ``default``: Use the model's default context tier and its standard token limits / pricing.
    - ``long_context``: Use the model's long-context tier (when available) so larger inputs are
        accepted and tier-specific pricing applies.
    """
    OptionsUpdateEnvValueMode: TypeAlias = Literal["direct", "indirect"] | str
    """How env values are passed to MCP servers (`direct` inlines literal values; `indirect`
    resolves at launch).

    - ``direct``: Pass MCP server environment values as literal strings.
    - ``indirect``: Resolve MCP server environment values from host-side references.
    """
    OptionsUpdateReasoningSummary: TypeAlias = Literal["none", "concise", "detailed"] | str
    """Reasoning summary mode for supported model clients.

    - ``none``: Do not request reasoning summaries from the model.
    - ``concise``: Request a concise summary of model reasoning.
    - ``detailed``: Request a detailed summary of model reasoning.
    """
    OptionsUpdateToolFilterPrecedence: TypeAlias = Literal["available", "excluded"] | str
    """Controls how availableTools (allowlist) and excludedTools (denylist) combine when both are
    set.

    - ``available``: If availableTools is set, it is the only constraint that applies
        (excludedTools is ignored). Preserves CLI / pre-existing client behavior. Default.
    - ``excluded``: A tool is enabled if and only if it matches the allowlist (or the allowlist
        is unset) AND it does not match the denylist. Makes 'all except X' expressible by
        combining the two lists.
    """
    SessionInstalledPluginSource: TypeAlias = SessionInstalledPluginSourceGitHub | SessionInstalledPluginSourceUrl | SessionInstalledPluginSourceLocal | str | UnknownVariant
    """Source descriptor for direct repo installs (when marketplace is empty)"""
else:
    OptionsUpdateAdditionalContentExclusionPolicyScope = Literal["repo", "all"]
    OptionsUpdateContextTier = Literal["default", "long_context"]
    OptionsUpdateEnvValueMode = Literal["direct", "indirect"]
    OptionsUpdateReasoningSummary = Literal["none", "concise", "detailed"]
    OptionsUpdateToolFilterPrecedence = Literal["available", "excluded"]
    SessionInstalledPluginSource = SessionInstalledPluginSourceGitHub | SessionInstalledPluginSourceUrl | SessionInstalledPluginSourceLocal | str


class SessionOptionsUpdateParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.options.update``."""

    model: str | None = None
    model_capabilities_overrides: ModelCapabilitiesOverride | None = None
    reasoning_effort: str | None = None
    reasoning_summary: OptionsUpdateReasoningSummary | None = None
    verbosity: Verbosity | None = None
    client_name: str | None = None
    lsp_client_name: str | None = None
    integration_id: str | None = None
    feature_flags: Mapping[str, bool] | None = None
    is_experimental_mode: bool | None = None
    provider: ProviderConfig | None = None
    capi: CapiSessionOptions | None = None
    working_directory: str | None = None
    available_tools: Sequence[str] | None = None
    excluded_tools: Sequence[str] | None = None
    included_builtin_agents: Sequence[str] | None | UnsetType = UNSET
    excluded_builtin_agents: Sequence[str] | None = None
    tool_filter_precedence: OptionsUpdateToolFilterPrecedence | None = None
    enable_script_safety: bool | None = None
    shell: ShellOptions | None = None
    shell_init_profile: str | None = None
    shell_process_flags: Sequence[str] | None = None
    sandbox_config: SandboxConfig | None = None
    sandbox_config_source: SandboxConfigSource | None = None
    log_interactive_shells: bool | None = None
    env_value_mode: OptionsUpdateEnvValueMode | None = None
    allow_all_mcp_server_instructions: bool | None = None
    skill_directories: Sequence[str] | None = None
    included_builtin_skills: Sequence[str] | None | UnsetType = UNSET
    disabled_skills: Sequence[str] | None = None
    enable_on_demand_instruction_discovery: bool | None = None
    max_inline_binary_bytes: int | None = None
    installed_plugins: Sequence[SessionInstalledPlugin] | None = None
    custom_agents_local_only: bool | None = None
    suppress_custom_agent_prompt: bool | None = None
    skip_custom_instructions: bool | None = None
    disabled_instruction_sources: Sequence[str] | None = None
    coauthor_enabled: bool | None = None
    trajectory_file: str | None = None
    enable_streaming: bool | None = None
    copilot_url: str | None = None
    ask_user_disabled: bool | None = None
    continue_on_auto_mode: bool | None = None
    running_in_interactive_mode: bool | None = None
    enable_reasoning_summaries: bool | None = None
    agent_context: str | None = None
    events_log_directory: str | None = None
    events_log_includes_subagents: bool | None = None
    additional_content_exclusion_policies: Sequence[OptionsUpdateAdditionalContentExclusionPolicy] | None = None
    manage_schedule_enabled: bool | None = None
    session_capabilities: Sequence[SessionCapability] | None = None
    skip_embedding_retrieval: bool | None = None
    organization_custom_instructions: str | None = None
    enable_file_hooks: bool | None = None
    enable_host_git_operations: bool | None = None
    enable_session_store: bool | None = None
    enable_skills: bool | None = None
    context_tier: OptionsUpdateContextTier | None = None
    session_limits: SessionLimitsConfig | None | UnsetType = UNSET


class SessionOptionsRpc(RpcNamespace):
    """``session.options.*``."""

    __slots__ = ()

    async def update(
        self,
        *,
        model: str | None = None,
        model_capabilities_overrides: ModelCapabilitiesOverride | None = None,
        reasoning_effort: str | None = None,
        reasoning_summary: OptionsUpdateReasoningSummary | None = None,
        verbosity: Verbosity | None = None,
        client_name: str | None = None,
        lsp_client_name: str | None = None,
        integration_id: str | None = None,
        feature_flags: Mapping[str, bool] | None = None,
        is_experimental_mode: bool | None = None,
        provider: ProviderConfig | None = None,
        capi: CapiSessionOptions | None = None,
        working_directory: str | None = None,
        available_tools: Sequence[str] | None = None,
        excluded_tools: Sequence[str] | None = None,
        included_builtin_agents: Sequence[str] | None | UnsetType = UNSET,
        excluded_builtin_agents: Sequence[str] | None = None,
        tool_filter_precedence: OptionsUpdateToolFilterPrecedence | None = None,
        enable_script_safety: bool | None = None,
        shell: ShellOptions | None = None,
        shell_init_profile: str | None = None,
        shell_process_flags: Sequence[str] | None = None,
        sandbox_config: SandboxConfig | None = None,
        sandbox_config_source: SandboxConfigSource | None = None,
        log_interactive_shells: bool | None = None,
        env_value_mode: OptionsUpdateEnvValueMode | None = None,
        allow_all_mcp_server_instructions: bool | None = None,
        skill_directories: Sequence[str] | None = None,
        included_builtin_skills: Sequence[str] | None | UnsetType = UNSET,
        disabled_skills: Sequence[str] | None = None,
        enable_on_demand_instruction_discovery: bool | None = None,
        max_inline_binary_bytes: int | None = None,
        installed_plugins: Sequence[SessionInstalledPlugin] | None = None,
        custom_agents_local_only: bool | None = None,
        suppress_custom_agent_prompt: bool | None = None,
        skip_custom_instructions: bool | None = None,
        disabled_instruction_sources: Sequence[str] | None = None,
        coauthor_enabled: bool | None = None,
        trajectory_file: str | None = None,
        enable_streaming: bool | None = None,
        copilot_url: str | None = None,
        ask_user_disabled: bool | None = None,
        continue_on_auto_mode: bool | None = None,
        running_in_interactive_mode: bool | None = None,
        enable_reasoning_summaries: bool | None = None,
        agent_context: str | None = None,
        events_log_directory: str | None = None,
        events_log_includes_subagents: bool | None = None,
        additional_content_exclusion_policies: Sequence[OptionsUpdateAdditionalContentExclusionPolicy] | None = None,
        manage_schedule_enabled: bool | None = None,
        session_capabilities: Sequence[SessionCapability] | None = None,
        skip_embedding_retrieval: bool | None = None,
        organization_custom_instructions: str | None = None,
        enable_file_hooks: bool | None = None,
        enable_host_git_operations: bool | None = None,
        enable_session_store: bool | None = None,
        enable_skills: bool | None = None,
        context_tier: OptionsUpdateContextTier | None = None,
        session_limits: SessionLimitsConfig | None | UnsetType = UNSET,
        rpc_timeout: float | None = None,
    ) -> SessionUpdateOptionsResult:
        """Patches the genuinely-mutable subset of session options.

        ``session.options.update`` on the wire; experimental.

        Args:
            model: The model ID to use for assistant turns.
            model_capabilities_overrides: Per-property model capability overrides for the
                selected model.
            reasoning_effort: Reasoning effort for the selected model. CAPI values are
                model-defined and validated against the selected model; BYOK providers may define
                additional values. When omitted, no effort override is applied.
            reasoning_summary: Reasoning summary mode for supported model clients.
            verbosity: Output verbosity level for supported models.
            client_name: Identifier of the client driving the session.
            lsp_client_name: Identifier sent to LSP-style integrations.
            integration_id: Stable integration identifier used for analytics and rate-limit
                attribution.
            feature_flags: Map of feature-flag IDs to their boolean enabled state.
            is_experimental_mode: Whether experimental capabilities are enabled.
            provider: Custom model-provider configuration (BYOK).
            capi: Options scoped to the built-in CAPI (Copilot API) provider.
            working_directory: Absolute working-directory path for shell tools.
            available_tools: Allowlist of tool names available to this session.
            excluded_tools: Denylist of tool names for this session.
            included_builtin_agents: Built-in subagent names to include in this session. When
                specified, only these built-ins are available, subject to runtime availability
                and exclusions. Custom agents with the same name remain available. Set to null to
                remove the allowlist restriction.
            excluded_builtin_agents: Built-in subagent names to exclude from this session.
                Excluded built-ins are hidden from agent discovery and cannot be dispatched
                unless a custom agent with the same name is available.
            tool_filter_precedence: Controls how availableTools (allowlist) and excludedTools
                (denylist) combine when both are set.
            enable_script_safety: Whether shell-script safety heuristics are enabled.
            shell: Per-session settings for built-in shell tools.
            shell_init_profile: Deprecated. Use shell.initProfile instead. Shell init profile
                (`None` or `NonInteractive`).
            shell_process_flags: PowerShell process flags applied to built-in and user-requested
                shell commands.
            sandbox_config: Resolved sandbox configuration.
            sandbox_config_source: Internal. Origin of the sandbox choice. The runtime uses this
                only for internal telemetry provenance; managed policy is derived independently.
            log_interactive_shells: Whether interactive shell sessions are logged.
            env_value_mode: How env values are passed to MCP servers (`direct` inlines literal
                values; `indirect` resolves at launch).
            allow_all_mcp_server_instructions: Whether to include instructions from every MCP
                server in the system prompt instead of only allowlisted servers.
            skill_directories: Additional directories to search for skills.
            included_builtin_skills: Built-in skill names to include in this session. When
                specified, only these runtime-bundled skills are available. Skills from other
                sources with the same name remain available. Set to null to remove the allowlist
                restriction.
            disabled_skills: Skill IDs that should be excluded from this session.
            enable_on_demand_instruction_discovery: Whether to discover custom instructions on
                demand after successful file views (AGENTS.md / CLAUDE.md /
                .github/copilot-instructions.md surfacing). Combined with
                `skipCustomInstructions`.
            max_inline_binary_bytes: Maximum decoded byte size of a single model-facing binary
                tool result (e.g. an image) persisted inline in session events and re-presented
                to the model on later turns / resume. Larger results are persisted as a
                metadata-only marker and shown to the model as a short text note. Defaults to 10
                MB.
            installed_plugins: Full set of installed plugins for the session. Replaces the
                existing list; the runtime invalidates the skills cache only when the list
                materially changes.
            custom_agents_local_only: Whether to default custom agents to local-only execution.
            suppress_custom_agent_prompt: When true, the selected custom agent's prompt is not
                injected into the user message (skill context is still injected). Used by
                automation triggers where the agent prompt is already in the problem statement.
            skip_custom_instructions: Whether to skip loading custom instruction sources.
            disabled_instruction_sources: Instruction source IDs to exclude from the system
                prompt.
            coauthor_enabled: Whether to include the `Co-authored-by` trailer in commit messages.
            trajectory_file: Optional path for trajectory output.
            enable_streaming: Whether to stream model responses.
            copilot_url: Override URL for the Copilot API endpoint.
            ask_user_disabled: Whether to disable the `ask_user` tool (encourages autonomous
                behavior).
            continue_on_auto_mode: Whether to allow auto-mode continuation across turns.
            running_in_interactive_mode: Whether the session is running in an interactive UI.
            enable_reasoning_summaries: Whether to surface reasoning-summary events from the
                model.
            agent_context: Runtime context discriminator (e.g., `cli`, `actions`).
            events_log_directory: Override directory for the session-events log. When unset, the
                runtime's default events log directory is used.
            events_log_includes_subagents: Whether subagent callback events should be forwarded
                into the session event log sink.
            additional_content_exclusion_policies: Additional content-exclusion policies to merge
                into the session's policy set.
            manage_schedule_enabled: Whether to expose the `manage_schedule` tool to the agent.
                The runtime always owns the per-session schedule registry; this flag only
                controls tool exposure (typically gated to staff users).
            session_capabilities: Replaces the session's capability set with the given list. Use
                to enable or disable capabilities mid-session (e.g., remove `memory` for
                reproducible scripted runs). Omit the field to leave the existing capability set
                unchanged.
            skip_embedding_retrieval: Whether to skip embedding retrieval pipeline initialization
                and execution.
            organization_custom_instructions: Organization-level custom instructions to inject
                into the system prompt.
            enable_file_hooks: Whether to enable loading of `.github/hooks/` filesystem hooks.
                Separate from the SDK callback hook mechanism.
            enable_host_git_operations: Whether to enable host git operations (context
                resolution, child repo scanning, git info in system prompt).
            enable_session_store: Whether to enable cross-session store writes and reads.
            enable_skills: Whether skill loading is enabled. Explicit false disables every
                source, including a bound SDK provider; changing the value invalidates the loaded
                skill snapshot. When omitted, creation falls back to enableConfigDiscovery unless
                an SDK skill provider is registered.
            context_tier: Context tier for models with tiered pricing. The session uses this to
                derive effective `modelCapabilitiesOverrides` so compaction, truncation, token
                display, and request limits honor the selected tier.
            session_limits: Optional session limits. Pass null to clear the session limits.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the session options patch was applied successfully.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.options.update",
            SessionOptionsUpdateParams(
                model=model,
                model_capabilities_overrides=model_capabilities_overrides,
                reasoning_effort=reasoning_effort,
                reasoning_summary=reasoning_summary,
                verbosity=verbosity,
                client_name=client_name,
                lsp_client_name=lsp_client_name,
                integration_id=integration_id,
                feature_flags=feature_flags,
                is_experimental_mode=is_experimental_mode,
                provider=provider,
                capi=capi,
                working_directory=working_directory,
                available_tools=available_tools,
                excluded_tools=excluded_tools,
                included_builtin_agents=included_builtin_agents,
                excluded_builtin_agents=excluded_builtin_agents,
                tool_filter_precedence=tool_filter_precedence,
                enable_script_safety=enable_script_safety,
                shell=shell,
                shell_init_profile=shell_init_profile,
                shell_process_flags=shell_process_flags,
                sandbox_config=sandbox_config,
                sandbox_config_source=sandbox_config_source,
                log_interactive_shells=log_interactive_shells,
                env_value_mode=env_value_mode,
                allow_all_mcp_server_instructions=allow_all_mcp_server_instructions,
                skill_directories=skill_directories,
                included_builtin_skills=included_builtin_skills,
                disabled_skills=disabled_skills,
                enable_on_demand_instruction_discovery=enable_on_demand_instruction_discovery,
                max_inline_binary_bytes=max_inline_binary_bytes,
                installed_plugins=installed_plugins,
                custom_agents_local_only=custom_agents_local_only,
                suppress_custom_agent_prompt=suppress_custom_agent_prompt,
                skip_custom_instructions=skip_custom_instructions,
                disabled_instruction_sources=disabled_instruction_sources,
                coauthor_enabled=coauthor_enabled,
                trajectory_file=trajectory_file,
                enable_streaming=enable_streaming,
                copilot_url=copilot_url,
                ask_user_disabled=ask_user_disabled,
                continue_on_auto_mode=continue_on_auto_mode,
                running_in_interactive_mode=running_in_interactive_mode,
                enable_reasoning_summaries=enable_reasoning_summaries,
                agent_context=agent_context,
                events_log_directory=events_log_directory,
                events_log_includes_subagents=events_log_includes_subagents,
                additional_content_exclusion_policies=additional_content_exclusion_policies,
                manage_schedule_enabled=manage_schedule_enabled,
                session_capabilities=session_capabilities,
                skip_embedding_retrieval=skip_embedding_retrieval,
                organization_custom_instructions=organization_custom_instructions,
                enable_file_hooks=enable_file_hooks,
                enable_host_git_operations=enable_host_git_operations,
                enable_session_store=enable_session_store,
                enable_skills=enable_skills,
                context_tier=context_tier,
                session_limits=session_limits,
            ),
            SessionUpdateOptionsResult,
            rpc_timeout,
        )
