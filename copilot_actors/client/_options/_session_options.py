"""Options of a session: a frozen value, validated before anything is sent."""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from copilot_actors._errors import InvalidOption, InvalidPrompt, InvalidSessionId, JsonValue
from copilot_actors._session_id import SessionId
from copilot_actors.client._handlers._permissions import PermissionHandler
from copilot_actors.client._handlers._tools import Tool
from copilot_actors.protocol import SessionEvent

from ._checks import SESSION_OPTIONS, check_names, check_values
from ._client_settings import ClientMode
from ._empty_mode import from_nothing
from ._handler_options import add_to_settings, check_handlers, handler_params
from ._poison import PoisonHandler
from ._secrets import Secrets, SecretSource, encode_unread
from ._wire import check_together, wire_values

if TYPE_CHECKING:
    from copilot_actors.client._handlers._canvases import Canvas
    from copilot_actors.client._handlers._commands import Command
    from copilot_actors.client._handlers._hook_types import HookHandler, Hooks
    from copilot_actors.client._handlers._mcp_requests import (
        McpAuthHandler,
        McpHeadersHandler,
        SamplingHandler,
    )
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
    from copilot_actors.protocol.events import SessionRecovered

    from ._agents import CustomAgent, DefaultAgent, GitHubMcpTools, McpServer
    from ._providers import (
        CapiOptions,
        ModelCapabilities,
        NamedProvider,
        ProviderConfig,
        ProviderModel,
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

EventHandler: TypeAlias = Callable[[SessionEvent], Awaitable[None] | None]
RecoveryHandler: TypeAlias = Callable[["SessionRecovered"], Awaitable[None] | None]
"""Is told of a recovery; plain or async. What it returns is not looked at."""
Delivery: TypeAlias = Literal["effectively_once", "at_most_once"]
Interrupted: TypeAlias = Literal["continue", "raise"]
Durability: TypeAlias = Literal["turn", "none"]
OnTimeout: TypeAlias = Literal["abort", "leave"]

MAX_PROMPT_BYTES = 10 * 1024 * 1024
"""A prompt over this many bytes of UTF-8 is refused: no model takes it, and one frame would
occupy the pipe for every session."""

_SESSION_ID = re.compile(r"[A-Za-z0-9_-]{1,255}\Z")


class SessionOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Options of one session; the same type serves create and resume.

    ``UNSET`` leaves a setting to the CLI (at a resume: as persisted), ``None`` sends an explicit
    null, a value sends the value. All of it is supplied again at every recovery, since the CLI
    persists neither provider keys nor tools, handlers or approvals.

    Attributes:
        model: model id; ``"auto"`` leaves it to GitHub's routing.
        provider: your own model provider (BYOK); excludes ``providers`` and
            ``github_token``.
        providers: several providers of your own by name, beside GitHub's.
        models: the models of ``providers``; chosen as ``"provider/id"``.
        capi: settings of GitHub's own provider, the tier of ``"auto"`` among them.
        reasoning_effort: for models that have it; which values, the model says.
        reasoning_summary: ``"none"``, ``"concise"`` or ``"detailed"``, for models that
            have it.
        verbosity: ``"low"``, ``"medium"`` or ``"high"``, for models that have it.
        context_tier: ``"long_context"`` for the longer context of a model that has it.
        model_capabilities: corrects what the CLI believes of the model.
        image_generation: whether the model may make images.
        enable_citations: citations in answers, of models that have them.
        session_limits: what the session may cost.
        streaming: emit ``assistant.message_delta`` events, and ask the model for a
            stream; ``UNSET`` leaves it to the CLI, which does not.
        include_sub_agent_streaming_events: such events of sub-agents too.
        system_message: text to append, or an ``AppendSystemMessage``,
            ``ReplaceSystemMessage`` or ``CustomizeSystemMessage``.
        organization_custom_instructions: an organization's instructions, for the system
            message.
        skip_custom_instructions: leave out instruction files such as ``AGENTS.md``.
        refresh_custom_instructions: look for instruction files anew; at creation only.
        instruction_directories: folders with further ``*.instructions.md`` files.
        enable_on_demand_instruction_discovery: take instruction files from folders that
            the model looks into.
        memory: whether the agent keeps notes over sessions.
        available_tools: the only tools that the model may use: names, or patterns of a
            ``ToolSet``.
        excluded_tools: tools that it may not use, whatever ``available_tools`` says.
        tool_search: tools that the model finds instead of having them all listed.
        large_output: what becomes of a tool's long output.
        ask_user_variant: ``"elicitation"`` gives the tool ``ask_user`` the form of an
            elicitation.
        manage_schedule_enabled: whether the model has the tool ``manage_schedule``.
        coauthor_enabled: whether commits of the agent name it as co-author.
        custom_agents: further agents.
        custom_agents_local_only: keep them off remote workers.
        default_agent: what the agent has not that works when no custom one was chosen.
        agent: name of the agent to begin with.
        agent_directories: folders with agents.
        included_builtin_agents: the only agents of the CLI's own.
        excluded_builtin_agents: agents of the CLI's own to leave out.
        enable_skills: whether there are skills at all.
        skill_directories: folders with skills.
        included_builtin_skills: the only skills of the CLI's own.
        disabled_skills: names of skills to leave out.
        plugin_directories: folders that are plugins.
        hook_directories: folders with hook files.
        enable_file_hooks: take hooks from ``.github/hooks``.
        autopilot: how the session goes on by itself in autopilot mode.
        mcp_servers: MCP servers by name: ``McpStdioServer``, ``McpHttpServer``.
        disabled_mcp_servers: names of configured servers not to start.
        mcp_oauth_token_storage: ``"persistent"`` or ``"in-memory"``: where OAuth tokens
            of MCP servers are kept.
        auth_client_id_metadata_url: the document that identifies this program to MCP
            servers.
        enable_mcp_apps: this program shows MCP apps.
        github_mcp_tool_config: the CLI's own MCP server for GitHub.
        working_directory: folder of the session.
        additional_directories: further folders that the agent may use; of instructions,
            agents and skills in them too.
        trust_working_directory: trust the folder for the ``"session"`` or the
            ``"user"``; at creation only.
        config_directory: folder of the CLI's configuration.
        enable_config_discovery: take configuration from the working directory.
        enable_host_git_operations: tell the model of the git state.
        sandbox_config: what shell tools and servers may reach.
        enable_file_change_tracking: keep changes of files, for rewinds and diffs.
        infinite_sessions: when the CLI compacts the history.
        enable_session_store: search over all sessions.
        embedding_cache_storage: ``"persistent"`` or ``"in-memory"``: where embeddings
            are kept.
        skip_embedding_retrieval: no retrieval by embeddings, which sessions share.
        remote_session: ``"export"`` shows the session on GitHub, ``"on"`` lets it be
            steered from there.
        interactive_user: whether a person is there.
        client_name: shown in the CLI's listings.
        name: title of the session; at creation only.
        suppress_resume_event: at a resume, no ``session.resume`` event.
        open_canvases: at a resume, the canvases that were open.
        github_token: secret, or its :data:`SecretSource`; the session's own GitHub identity;
            excludes ``provider``.
        managed_settings: a policy that nobody in the session can loosen.
        enable_managed_settings: fetch the enterprise's policy; needs ``github_token``.
        excluded_managed_settings: parts of that policy to leave out; for CLIs newer
            than 1.0.102.
        enforce_managed_model_defaults: the policy's models are more than defaults.
        enable_session_telemetry: GitHub's own reports on the session.
        diagnostics: diagnostics for the CLI to collect, as its mapping.
        trace_context: the trace that the session's spans belong to.
        feature_flags: flags of the CLI by name.
        exp_assignments: experiments that the session takes part in.
        enable_experimental_mode: what the CLI has not released yet.
        canvas_provider: who supplies the host's canvases.
        request_canvas_renderer: this program shows canvases: the model gets the tools
            for them.
        request_extensions: this program manages extensions.
        extension_sdk_path: folder of the SDK that extensions get.
        extension_info: who contributes canvases.
        tools: custom tools, answered by this process.
        on_event: called with every event from the first one, before the reply of create.
        on_permission_request: decides permission requests; ``None`` denies all of them.
        on_user_input_request: answers ``ask_user``; without it the tool is not offered.
        on_exit_plan_mode_request: decides whether plan mode is left; without it: no.
        on_elicitation_request: answers forms and addresses that tools, MCP servers or
            ``session.ui`` show; without it the session has no such capability.
        on_auto_mode_switch_request: decides whether a rate limited session goes on with the model
            ``auto``; without it: no.
        on_session_limits_request: decides what is done when the credits are used up; without it
            the turn stops.
        on_mcp_auth_request: supplies OAuth tokens for MCP servers; without it the CLI is told of
            none.
        on_mcp_headers_request: supplies fresh headers for MCP servers; without it: none.
        on_sampling_request: answers what MCP servers ask a model; without it they are refused.
        hooks: handlers by hook name, for instance ``{"preToolUse": handler}``. A ``preToolUse``
            that fails denies its call.
        commands: slash commands that this process answers.
        canvases: canvases that this process provides.
        skill_provider: supplies skills.
        section_transforms: functions by the name of a section of the system message, which they
            rewrite; a failing one leaves its section as it is.
        bearer_token_provider: supplies the token of each model call, for the providers without a
            key.
        github_token_provider: supplies the session's GitHub token; not with a ``provider``.
        tool_timeout: seconds after which a running tool handler is cancelled and the call is
            answered as a failure; of a command and of sampling too.
        hook_timeout: seconds after which a hook, a transform, a canvas or a provider of tokens or
            skills is cancelled and answered for (an unanswered hook hangs the CLI, abort
            included).
        permission_timeout: seconds after which a permission request is denied, with its handler
            cancelled; ``None`` waits for as long as a person takes.
        question_timeout: seconds after which a question to a person (user input, elicitation, a
            plan, a switch, a limit, a login) is answered as one that nobody can answer; ``None``
            as above.
        secret_timeout: seconds within which the sources of all secrets of the session have to
            answer, at each loading of it.
        passivate_after: seconds without any work after which the CLI lets the session go, to
            free its memory; the next use loads it again. ``None`` never does.
        turn_timeout: seconds from the begin of a turn, whatever events it has; ``None`` for no
            limit. Each call may say otherwise.
        quiet_timeout: seconds that the session may be silent during a turn; ``None`` for no
            limit. Each call may say otherwise.
        on_timeout: what becomes of a turn that is over a limit, or makes no progress:
            ``"abort"`` ends it and waits for the CLI's confirmation, ``"leave"`` only ends the
            wait for it.
        wait_for_background: whether a turn lasts until agents and shells that it left running
            in the background are done, and what they reported is answered.
        compaction_timeout: seconds after which a compaction of the history is cancelled;
            ``None`` for no limit.
        max_compactions: compactions without a message or a successful tool call in between that
            end the turn as ``TurnNoProgress``; ``None`` for no limit.
        on_poisoned: decides what is done when the provider refuses the session's history, or
            the CLI its log: ``"raise"``, ``"truncate"`` or ``"clear"``; ``None`` raises.
        on_recovery: told, with a ``SessionRecovered``, of each recovery of the session, and of
            each load that repaired its log.
        web_socket_fallback: whether a turn that GitHub's provider refuses because a proxy broke
            its WebSocket is continued once over HTTP, and the session goes on so.
        delivery: what happens to a prompt that was written when the CLI died and is not in its
            log: ``"effectively_once"`` sends it again unless a tool ran for it,
            ``"at_most_once"`` never does.
        interrupted: a turn cut by a crash is continued, or ends as ``TurnInterrupted``.
        durability: ``"turn"`` makes each step durable before a handler runs for it.
        continue_pending_work: at a resume, keep pending tool calls and permissions alive.
        allow_transcript_recovery: at a resume, repair a damaged log instead of raising
            ``TranscriptDamaged``.
        extra: further wire options by their wire names, for CLIs newer than this library.
    """

    # Model
    model: str | UnsetType | None = UNSET
    provider: ProviderConfig | Mapping[str, JsonValue] | UnsetType | None = UNSET
    providers: Sequence[NamedProvider | Mapping[str, JsonValue]] | UnsetType | None = UNSET
    models: Sequence[ProviderModel | Mapping[str, JsonValue]] | UnsetType | None = UNSET
    capi: CapiOptions | Mapping[str, JsonValue] | UnsetType | None = UNSET
    reasoning_effort: str | UnsetType | None = UNSET
    reasoning_summary: ReasoningSummary | UnsetType | None = UNSET
    verbosity: Verbosity | UnsetType | None = UNSET
    context_tier: ContextTier | UnsetType | None = UNSET
    model_capabilities: ModelCapabilities | Mapping[str, JsonValue] | UnsetType | None = UNSET
    image_generation: ImageGeneration | Mapping[str, JsonValue] | UnsetType | None = UNSET
    enable_citations: bool | UnsetType | None = UNSET
    session_limits: SessionLimits | Mapping[str, JsonValue] | UnsetType | None = UNSET
    streaming: bool | UnsetType | None = True
    include_sub_agent_streaming_events: bool | UnsetType | None = UNSET
    # System message and instructions
    system_message: str | SystemMessage | Mapping[str, JsonValue] | UnsetType | None = UNSET
    organization_custom_instructions: str | UnsetType | None = UNSET
    skip_custom_instructions: bool | UnsetType | None = UNSET
    refresh_custom_instructions: bool | UnsetType | None = UNSET
    instruction_directories: Sequence[str | os.PathLike[str]] | UnsetType | None = UNSET
    enable_on_demand_instruction_discovery: bool | UnsetType | None = UNSET
    memory: Memory | Mapping[str, JsonValue] | UnsetType | None = UNSET
    # Tools
    available_tools: ToolSet | Sequence[str] | UnsetType | None = UNSET
    excluded_tools: ToolSet | Sequence[str] | UnsetType | None = UNSET
    tool_search: ToolSearch | Mapping[str, JsonValue] | UnsetType | None = UNSET
    large_output: LargeOutput | Mapping[str, JsonValue] | UnsetType | None = UNSET
    ask_user_variant: AskUserVariant | UnsetType = UNSET
    manage_schedule_enabled: bool | UnsetType | None = UNSET
    coauthor_enabled: bool | UnsetType | None = UNSET
    # Agents, skills and plugins
    custom_agents: Sequence[CustomAgent | Mapping[str, JsonValue]] | UnsetType | None = UNSET
    custom_agents_local_only: bool | UnsetType | None = UNSET
    default_agent: DefaultAgent | Mapping[str, JsonValue] | UnsetType | None = UNSET
    agent: str | UnsetType | None = UNSET
    agent_directories: Sequence[str | os.PathLike[str]] | UnsetType | None = UNSET
    included_builtin_agents: Sequence[str] | UnsetType | None = UNSET
    excluded_builtin_agents: Sequence[str] | UnsetType | None = UNSET
    enable_skills: bool | UnsetType | None = UNSET
    skill_directories: Sequence[str | os.PathLike[str]] | UnsetType | None = UNSET
    included_builtin_skills: Sequence[str] | UnsetType | None = UNSET
    disabled_skills: Sequence[str] | UnsetType | None = UNSET
    plugin_directories: Sequence[str | os.PathLike[str]] | UnsetType | None = UNSET
    hook_directories: Sequence[str | os.PathLike[str]] | UnsetType | None = UNSET
    enable_file_hooks: bool | UnsetType | None = UNSET
    autopilot: Autopilot | Mapping[str, JsonValue] | UnsetType = UNSET
    # MCP
    mcp_servers: Mapping[str, McpServer | Mapping[str, JsonValue]] | UnsetType | None = UNSET
    disabled_mcp_servers: Sequence[str] | UnsetType | None = UNSET
    mcp_oauth_token_storage: Storage | UnsetType | None = UNSET
    auth_client_id_metadata_url: str | UnsetType | None = UNSET
    enable_mcp_apps: bool | UnsetType | None = UNSET
    github_mcp_tool_config: GitHubMcpTools | Mapping[str, JsonValue] | UnsetType | None = UNSET
    # Workspace
    working_directory: str | os.PathLike[str] | UnsetType | None = UNSET
    additional_directories: Sequence[str | os.PathLike[str]] | UnsetType | None = UNSET
    trust_working_directory: FolderTrust | UnsetType = UNSET
    config_directory: str | os.PathLike[str] | UnsetType | None = UNSET
    enable_config_discovery: bool | UnsetType | None = UNSET
    enable_host_git_operations: bool | UnsetType | None = UNSET
    sandbox_config: Sandbox | Mapping[str, JsonValue] | UnsetType | None = UNSET
    enable_file_change_tracking: bool | UnsetType | None = UNSET
    # State
    infinite_sessions: bool | InfiniteSessions | Mapping[str, JsonValue] | UnsetType = UNSET
    enable_session_store: bool | UnsetType | None = UNSET
    embedding_cache_storage: Storage | UnsetType | None = UNSET
    skip_embedding_retrieval: bool | UnsetType | None = UNSET
    remote_session: RemoteSession | UnsetType | None = UNSET
    interactive_user: bool | UnsetType | None = UNSET
    client_name: str | UnsetType | None = UNSET
    name: str | UnsetType | None = UNSET
    suppress_resume_event: bool | UnsetType | None = UNSET
    open_canvases: Sequence[Mapping[str, JsonValue]] | UnsetType | None = UNSET
    # Identity and policy
    github_token: SecretSource | UnsetType | None = UNSET
    managed_settings: ManagedSettings | Mapping[str, JsonValue] | UnsetType | None = UNSET
    enable_managed_settings: bool | UnsetType | None = UNSET
    excluded_managed_settings: Sequence[str] | UnsetType | None = UNSET
    enforce_managed_model_defaults: bool | UnsetType | None = UNSET
    # Reports and experiments
    enable_session_telemetry: bool | UnsetType | None = UNSET
    diagnostics: Mapping[str, JsonValue] | UnsetType = UNSET
    trace_context: TraceContext | Mapping[str, str] | UnsetType = UNSET
    feature_flags: Mapping[str, bool] | UnsetType | None = UNSET
    exp_assignments: ExpAssignments | Mapping[str, JsonValue] | UnsetType | None = UNSET
    enable_experimental_mode: bool | UnsetType | None = UNSET
    # Canvases and extensions
    canvas_provider: CanvasProvider | Mapping[str, JsonValue] | UnsetType | None = UNSET
    request_canvas_renderer: bool | UnsetType | None = UNSET
    request_extensions: bool | UnsetType | None = UNSET
    extension_sdk_path: str | os.PathLike[str] | UnsetType | None = UNSET
    extension_info: ExtensionInfo | Mapping[str, JsonValue] | UnsetType | None = UNSET
    # Kept here
    tools: Sequence[Tool] = ()
    on_event: EventHandler | None = None
    on_permission_request: PermissionHandler | None = None
    on_user_input_request: UserInputHandler | None = None
    on_exit_plan_mode_request: ExitPlanModeHandler | None = None
    on_elicitation_request: ElicitationHandler | None = None
    on_auto_mode_switch_request: AutoModeSwitchHandler | None = None
    on_session_limits_request: SessionLimitsHandler | None = None
    on_mcp_auth_request: McpAuthHandler | None = None
    on_mcp_headers_request: McpHeadersHandler | None = None
    on_sampling_request: SamplingHandler | None = None
    hooks: Hooks | Mapping[str, HookHandler] = msgspec.field(default_factory=dict)
    commands: Sequence[Command] = ()
    canvases: Sequence[Canvas] = ()
    skill_provider: SkillProvider | None = None
    section_transforms: Mapping[str, SectionTransform] = msgspec.field(default_factory=dict)
    bearer_token_provider: BearerTokenProvider | None = None
    github_token_provider: GitHubTokenProvider | None = None
    tool_timeout: float = 120.0
    hook_timeout: float = 30.0
    permission_timeout: float | None = None
    question_timeout: float | None = None
    secret_timeout: float = 30.0
    passivate_after: float | None = None
    turn_timeout: float | None = None
    quiet_timeout: float | None = None
    on_timeout: OnTimeout = "abort"
    wait_for_background: bool = True
    compaction_timeout: float | None = 300.0
    max_compactions: int | None = 3
    on_poisoned: PoisonHandler | None = None
    on_recovery: RecoveryHandler | None = None
    web_socket_fallback: bool = True
    delivery: Delivery = "effectively_once"
    interrupted: Interrupted = "continue"
    durability: Durability = "turn"
    continue_pending_work: bool = True
    allow_transcript_recovery: bool | UnsetType = UNSET
    extra: Mapping[str, JsonValue] = msgspec.field(default_factory=dict)

    def __repr__(self) -> str:
        # The provider's key must not reach a log.
        return f"SessionOptions(model={self.model!r}, {len(self.tools)} tools, ...)"


def session_options(
    options: SessionOptions | None,
    overrides: Mapping[str, object],
    mode: ClientMode = "copilot-cli",
) -> SessionOptions:
    """Merge keyword arguments into an options value and validate the result.

    Args:
        options: all options as one value, or ``None``.
        overrides: single options.
        mode: what stands where a session says nothing; see :mod:`._empty_mode`.

    Raises:
        InvalidOption: an unknown name (the nearest known one is named), a wrong value, or two
            options that exclude each other.
    """
    check_names("session", overrides, SessionOptions.__struct_fields__)
    merged = msgspec.structs.replace(options or SessionOptions(), **overrides)
    check_values(merged, SESSION_OPTIONS)
    if mode == "empty":
        merged = from_nothing(merged)
    _check_tools(merged.tools)
    merged = msgspec.structs.replace(merged, **check_handlers(merged))
    for creating in (True, False):
        try:
            params = wire_options(merged, creating=creating)
            msgspec.json.encode(params, enc_hook=encode_unread)
        except InvalidOption:
            raise
        except (TypeError, ValueError, OverflowError, RecursionError) as exc:
            raise InvalidOption("session options", f"cannot be sent as JSON: {exc}") from exc
        check_together(params, merged)
    return merged


def _check_tools(tools: Sequence[Tool]) -> None:
    names: set[str] = set()
    for item in tools:
        if not isinstance(item, Tool):
            raise InvalidOption(
                "tools", f"expected Tool values or @tool functions, got {type(item).__name__}"
            )
        if item.name in names:
            raise InvalidOption("tools", f"two tools are named {item.name!r}")
        names.add(item.name)


def wire_options(
    options: SessionOptions, *, creating: bool, secrets: Secrets | None = None
) -> dict[str, JsonValue]:
    """The parameters of ``session.create`` (or ``session.resume``) without the session id.

    Without ``secrets``, those that come from a source are left as what stands for them.
    """
    params: dict[str, JsonValue] = {
        **handler_params(options, creating=creating),
        "envValueMode": "direct",
        "tools": [item.to_wire() for item in options.tools],
    }
    if not creating:
        params["continuePendingWork"] = options.continue_pending_work
    params.update(wire_values(options, "create" if creating else "resume"))
    params.update(options.extra)
    add_to_settings(params, options)
    return params if secrets is None else {k: secrets.fill(item) for k, item in params.items()}


def check_session_id(session_id: object) -> str:
    """Return a session id that the CLI accepts; that of a :class:`SessionId` as text.

    Raises:
        InvalidSessionId: not a string, empty, too long, or with other characters.
    """
    if isinstance(session_id, SessionId):
        return session_id.encode()
    if not isinstance(session_id, str):
        raise InvalidSessionId(repr(session_id), "it is not a string")
    if not session_id:
        raise InvalidSessionId(session_id, "it is empty")
    if not _SESSION_ID.match(session_id):
        reason = "it is too long" if len(session_id) > 255 else "it has other characters"  # noqa: PLR2004
        raise InvalidSessionId(session_id, reason)
    return session_id


def check_prompt(prompt: object) -> str:
    """Return a prompt that can be sent.

    Raises:
        InvalidPrompt: not a string, lone surrogates, or over :data:`MAX_PROMPT_BYTES`.
    """
    if not isinstance(prompt, str):
        raise InvalidPrompt(f"expected a string, got {type(prompt).__name__}")
    try:
        size = len(prompt.encode())
    except UnicodeEncodeError as exc:
        raise InvalidPrompt(
            f"it has a lone surrogate at character {exc.start}, which is not Unicode text; "
            "decode the source with errors='replace'"
        ) from exc
    if size > MAX_PROMPT_BYTES:
        raise InvalidPrompt(
            f"it has {size} bytes, the limit is {MAX_PROMPT_BYTES}; attach a file instead",
            size=size,
            limit=MAX_PROMPT_BYTES,
        )
    return prompt
