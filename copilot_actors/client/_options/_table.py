"""The options that are sent to the CLI: name on the wire, type, when, and since which CLI.

The type is the rule: :mod:`._option_values` reads off it what is accepted. ``None`` is sent as
``null`` where the CLI takes that; which options it refuses it for was tried on CLI 1.0.102.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal, NamedTuple, TypeAlias

from msgspec import Meta

from ._agents import CustomAgent, DefaultAgent, GitHubMcpTools, McpServer
from ._providers import CapiOptions, ModelCapabilities, NamedProvider, ProviderConfig, ProviderModel
from ._secrets import Secret
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

When: TypeAlias = Literal["create", "resume"]
ReasoningSummary: TypeAlias = Literal["none", "concise", "detailed"]
Verbosity: TypeAlias = Literal["low", "medium", "high"]
ContextTier: TypeAlias = Literal["default", "long_context"]
Storage: TypeAlias = Literal["persistent", "in-memory"]
AskUserVariant: TypeAlias = Literal["legacy", "elicitation"]
FolderTrust: TypeAlias = Literal["session", "user"]
RemoteSession: TypeAlias = Literal["off", "export", "on"]

_Path: TypeAlias = str | os.PathLike[str]
_Paths: TypeAlias = Sequence[_Path]
_Names: TypeAlias = Sequence[str]
_Json: TypeAlias = Mapping[str, object]
_Pattern: TypeAlias = Annotated[
    str,
    Meta(
        pattern=r"^(?!\*\Z).",
        description="that is a name or a pattern such as 'builtin:*'; '*' alone is none",
    ),
]
_HttpsUrl: TypeAlias = Annotated[
    str, Meta(pattern=r"^https://[^/\s]+/\S", description="that is an https URL with a path")
]


class WireOption(NamedTuple):
    """How one option is sent.

    Attributes:
        wire: its name there.
        shape: the type of its value.
        null: whether ``None`` may be sent.
        only: with which request alone it is sent.
    """

    wire: str
    shape: object
    null: bool = True
    only: When | None = None


WIRE_OPTIONS: Mapping[str, WireOption] = {
    # Model
    "model": WireOption("model", str),
    "provider": WireOption("provider", ProviderConfig),
    "providers": WireOption("providers", Sequence[NamedProvider]),
    "models": WireOption("models", Sequence[ProviderModel]),
    "capi": WireOption("capi", CapiOptions),
    "reasoning_effort": WireOption("reasoningEffort", str),
    "reasoning_summary": WireOption("reasoningSummary", ReasoningSummary),
    "verbosity": WireOption("verbosity", Verbosity),
    "context_tier": WireOption("contextTier", ContextTier),
    "model_capabilities": WireOption("modelCapabilities", ModelCapabilities),
    "image_generation": WireOption("imageGeneration", ImageGeneration),
    "enable_citations": WireOption("enableCitations", bool),
    "session_limits": WireOption("sessionLimits", SessionLimits),
    "streaming": WireOption("streaming", bool),
    "include_sub_agent_streaming_events": WireOption("includeSubAgentStreamingEvents", bool),
    # System message and instructions
    "system_message": WireOption("systemMessage", SystemMessage),
    "organization_custom_instructions": WireOption("organizationCustomInstructions", str),
    "skip_custom_instructions": WireOption("skipCustomInstructions", bool),
    "refresh_custom_instructions": WireOption("refreshCustomInstructions", bool, only="create"),
    "instruction_directories": WireOption("instructionDirectories", _Paths),
    "enable_on_demand_instruction_discovery": WireOption(
        "enableOnDemandInstructionDiscovery", bool
    ),
    "memory": WireOption("memory", Memory),
    # Tools
    "available_tools": WireOption("availableTools", Sequence[_Pattern]),
    "excluded_tools": WireOption("excludedTools", Sequence[_Pattern]),
    "tool_search": WireOption("toolSearch", ToolSearch),
    "large_output": WireOption("largeOutput", LargeOutput),
    "ask_user_variant": WireOption("askUserVariant", AskUserVariant, null=False),
    "manage_schedule_enabled": WireOption("manageScheduleEnabled", bool),
    "coauthor_enabled": WireOption("coauthorEnabled", bool),
    # Agents, skills, plugins
    "custom_agents": WireOption("customAgents", Sequence[CustomAgent]),
    "custom_agents_local_only": WireOption("customAgentsLocalOnly", bool),
    "default_agent": WireOption("defaultAgent", DefaultAgent),
    "agent": WireOption("agent", str),
    "agent_directories": WireOption("agentDirectories", _Paths),
    "included_builtin_agents": WireOption("includedBuiltinAgents", _Names),
    "excluded_builtin_agents": WireOption("excludedBuiltinAgents", _Names),
    "enable_skills": WireOption("enableSkills", bool),
    "skill_directories": WireOption("skillDirectories", _Paths),
    "included_builtin_skills": WireOption("includedBuiltinSkills", _Names),
    "disabled_skills": WireOption("disabledSkills", _Names),
    "plugin_directories": WireOption("pluginDirectories", _Paths),
    "hook_directories": WireOption("hookDirectories", _Paths),
    "enable_file_hooks": WireOption("enableFileHooks", bool),
    "autopilot": WireOption("autopilot", Autopilot, null=False),
    # MCP
    "mcp_servers": WireOption("mcpServers", Mapping[str, McpServer]),
    "disabled_mcp_servers": WireOption("disabledMcpServers", _Names),
    "mcp_oauth_token_storage": WireOption("mcpOAuthTokenStorage", Storage),
    "auth_client_id_metadata_url": WireOption("authClientIdMetadataUrl", _HttpsUrl),
    "enable_mcp_apps": WireOption("requestMcpApps", bool),
    "github_mcp_tool_config": WireOption("githubMcpToolConfig", GitHubMcpTools),
    # Workspace
    "working_directory": WireOption("workingDirectory", _Path),
    "additional_directories": WireOption("additionalDirectories", _Paths),
    "trust_working_directory": WireOption(
        "trustWorkingDirectory", FolderTrust, null=False, only="create"
    ),
    "config_directory": WireOption("configDir", _Path),
    "enable_config_discovery": WireOption("enableConfigDiscovery", bool),
    "enable_host_git_operations": WireOption("enableHostGitOperations", bool),
    "sandbox_config": WireOption("sandboxConfig", Sandbox),
    "enable_file_change_tracking": WireOption("enableFileChangeTracking", bool),
    # State
    "name": WireOption("name", str, only="create"),
    "client_name": WireOption("clientName", str),
    "interactive_user": WireOption("interactiveUser", bool),
    "infinite_sessions": WireOption("infiniteSessions", bool | InfiniteSessions, null=False),
    "enable_session_store": WireOption("enableSessionStore", bool),
    "embedding_cache_storage": WireOption("embeddingCacheStorage", Storage),
    "skip_embedding_retrieval": WireOption("skipEmbeddingRetrieval", bool),
    "remote_session": WireOption("remoteSession", RemoteSession),
    "allow_transcript_recovery": WireOption(
        "allowTranscriptRecovery", bool, null=False, only="resume"
    ),
    "suppress_resume_event": WireOption("disableResume", bool, only="resume"),
    "open_canvases": WireOption("openCanvases", Sequence[_Json], only="resume"),
    # Identity and policy
    "github_token": WireOption("gitHubToken", Secret),
    "managed_settings": WireOption("managedSettings", ManagedSettings),
    "enable_managed_settings": WireOption("enableManagedSettings", bool),
    "excluded_managed_settings": WireOption("excludedManagedSettings", _Names),
    "enforce_managed_model_defaults": WireOption("enforceManagedModelDefaults", bool),
    # Reports and experiments
    "enable_session_telemetry": WireOption("enableSessionTelemetry", bool),
    "diagnostics": WireOption("diagnostics", _Json, null=False),
    "trace_context": WireOption("traceparent", TraceContext, null=False),
    "feature_flags": WireOption("featureFlags", Mapping[str, bool]),
    "exp_assignments": WireOption("expAssignments", ExpAssignments),
    "enable_experimental_mode": WireOption("isExperimentalMode", bool),
    # Canvases and extensions
    "canvas_provider": WireOption("canvasProvider", CanvasProvider),
    "request_canvas_renderer": WireOption("requestCanvasRenderer", bool),
    "request_extensions": WireOption("requestExtensions", bool),
    "extension_sdk_path": WireOption("extensionSdkPath", _Path),
    "extension_info": WireOption("extensionInfo", ExtensionInfo),
}
