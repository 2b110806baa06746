"""Options of a client and of a session: frozen values, validated before anything is sent."""

from __future__ import annotations

import os
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias, TypedDict, cast

import msgspec
from msgspec import UNSET, UnsetType

from copilot_actors._errors import InvalidOption, InvalidPrompt, InvalidSessionId, JsonValue
from copilot_actors.otp import Backoff
from copilot_actors.protocol import SessionEvent
from copilot_actors.storage import FileLease, Lease, LedgerBackend
from copilot_actors.transport import LogLevel, Stdio, Transport

from ._handler_options import add_to_settings, check_handlers, handler_params
from ._option_checks import CLIENT_OPTIONS, SESSION_OPTIONS, check_names, check_values
from ._permissions import PermissionHandler
from ._poison import PoisonHandler
from ._tools import Tool

if TYPE_CHECKING:
    from ._canvases import Canvas
    from ._commands import Command
    from ._hook_types import HookHandler, Hooks
    from ._mcp_requests import McpAuthHandler, McpHeadersHandler, SamplingHandler
    from ._questions import (
        AutoModeSwitchHandler,
        ElicitationHandler,
        ExitPlanModeHandler,
        SessionLimitsHandler,
        UserInputHandler,
    )
    from ._recycle import Recycle
    from ._section_transforms import SectionTransform
    from ._skills import SkillProvider
    from ._subscriptions import FaultHandler
    from ._token_providers import BearerTokenProvider, GitHubTokenProvider

EventHandler: TypeAlias = Callable[[SessionEvent], Awaitable[None] | None]
Delivery: TypeAlias = Literal["effectively_once", "at_most_once"]
Interrupted: TypeAlias = Literal["continue", "raise"]
Durability: TypeAlias = Literal["turn", "none"]
OnTimeout: TypeAlias = Literal["abort", "leave"]

MAX_PROMPT_BYTES = 10 * 1024 * 1024
"""A prompt over this many bytes of UTF-8 is refused: no model takes it, and one frame would
occupy the pipe for every session."""

_SESSION_ID = re.compile(r"[A-Za-z0-9_-]{1,255}\Z")


class ProviderConfig(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, rename="camel"):
    """A model provider of your own (BYOK). Sent again at every resume, never stored.

    Attributes:
        type: ``"openai"``, ``"azure"`` or ``"anthropic"``.
        base_url: the endpoint, for instance ``"http://127.0.0.1:8080/v1"``.
        api_key: secret; hidden in ``repr``.
        bearer_token: secret; takes precedence over ``api_key``.
        wire_api: ``"completions"`` or ``"responses"``.
        azure: provider-specific settings, for instance ``{"apiVersion": "..."}``.
        headers: further HTTP headers; hidden in ``repr``.
        model_id: the well-known model whose settings apply, where the provider has its own name.
        wire_model: the model's name at the provider, where it is not the session's ``model``.
        max_prompt_tokens: input tokens that the model takes.
        max_output_tokens: tokens that the model gives at most.
    """

    type: str = "openai"
    base_url: str
    api_key: str | UnsetType = UNSET
    bearer_token: str | UnsetType = UNSET
    wire_api: str | UnsetType = UNSET
    azure: Mapping[str, JsonValue] | UnsetType = UNSET
    headers: Mapping[str, str] | UnsetType = UNSET
    model_id: str | UnsetType = UNSET
    wire_model: str | UnsetType = UNSET
    max_prompt_tokens: int | UnsetType = UNSET
    max_output_tokens: int | UnsetType = UNSET

    def __repr__(self) -> str:
        return f"ProviderConfig(type={self.type!r}, base_url={self.base_url!r}, ...)"

    def to_wire(self) -> dict[str, JsonValue]:
        """The JSON object that the CLI expects, with the secrets in it."""
        fields = cast("dict[str, JsonValue]", msgspec.to_builtins(self))
        return {"type": self.type, **fields}


class ClientOptions(msgspec.Struct, frozen=True, kw_only=True):
    """How a client reaches, watches and restarts its CLI. All times are seconds.

    Attributes:
        cli: the transport: ``Stdio()``, ``Tcp()``, ``WebSocket(url)`` or a simulator.
        env: exactly the environment of the CLI; ``None`` inherits this process's.
        home: the CLI's ``COPILOT_HOME``, where the sessions are stored.
        working_directory: of the CLI process.
        github_token: secret, handed over in the environment only.
        use_logged_in_user: ``False`` keeps the CLI from using a stored login.
        log_level: the CLI's own log level.
        session_idle_timeout: the CLI's own idle limit; ``None`` leaves it off.
        handshake_timeout: from spawn to the answer of ``connect`` (a cold start with an empty
            cache takes 2 s, four at once 7.5 s).
        rpc_timeout: for one request and its answer.
        ping_interval: between heartbeats.
        ping_timeout: without a pong for this long the CLI counts as dead.
        stop_timeout: end of input, SIGTERM, SIGKILL. Asking the CLI to end comes before it, ending
            what it left running after it, each within 2 s more.
        max_restarts: restarts of the connection allowed within ``max_seconds`` without a turn
            finished in between: a CLI that does its work may die as often as it likes.
        max_seconds: the window of ``max_restarts``.
        backoff: delay before a restart; grows while no turn is finished, ``None`` for none.
        restart: ``False`` never restarts the CLI: its end is final and reaches every caller.
        max_parallel_resumes: sessions recovered at the same time after a restart.
        subscriber_buffer: events that one subscriber may lag behind before ephemeral ones are
            dropped and counted.
        max_concurrent_turns: sessions that may have a prompt under way at once; the prompts of
            the others wait in the order of the calls. ``None`` for no limit.
        on_subscriber_error: a plain, quick function that is told of each exception of a
            subscriber, as a ``SubscriberFault``; returning ``True`` ends that subscription.
        ledger: where prompts and answers under way are recorded so that they outlive this
            program: a ``SqliteLedger``, a ``MemoryLedger`` or a ``LedgerBackend`` of your own;
            ``None`` records nothing.
        lease: keeps other owners from opening a session that is open here: ``FileLease()``,
            ``ProcessLease()`` or a backend of your own; ``None`` for nothing. A server that runs
            already needs none: its clients join one session and see each other's turns.
        recycle: limits of age, turns or memory at which the CLI is replaced, at a moment without
            a turn; ``None`` for none.
    """

    cli: Transport = msgspec.field(default_factory=Stdio)
    env: Mapping[str, str] | None = None
    home: str | os.PathLike[str] | None = None
    working_directory: str | os.PathLike[str] | None = None
    github_token: str | None = None
    use_logged_in_user: bool | None = None
    log_level: LogLevel = "error"
    session_idle_timeout: float | None = None
    handshake_timeout: float = 30.0
    rpc_timeout: float = 30.0
    ping_interval: float = 15.0
    ping_timeout: float = 10.0
    stop_timeout: float = 10.0
    max_restarts: int = 3
    max_seconds: float = 5.0
    backoff: Backoff | None = msgspec.field(
        default_factory=lambda: Backoff(0.1, 10.0, factor=2.0, jitter=0.1)
    )
    restart: bool = True
    max_parallel_resumes: int = 8
    subscriber_buffer: int = 1024
    max_concurrent_turns: int | None = None
    on_subscriber_error: FaultHandler | None = None
    ledger: LedgerBackend | None = None
    lease: Lease | None = msgspec.field(default_factory=FileLease)
    recycle: Recycle | None = None

    def __repr__(self) -> str:
        # The environment and the token hold secrets.
        return f"ClientOptions(cli={self.cli!r}, ...)"

    def validate(self) -> None:
        """Check types and ranges.

        Raises:
            InvalidOption: naming the option.
        """
        check_values(self, CLIENT_OPTIONS)


class SessionOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Options of one session; the same type serves create and resume.

    ``UNSET`` leaves a setting to the CLI (at a resume: as persisted), ``None`` sends an explicit
    null, a value sends the value. All of it is supplied again at every recovery, since the CLI
    persists neither provider keys nor tools, handlers or approvals.

    Attributes:
        model: model id.
        provider: your own model provider.
        reasoning_effort: for models that have it.
        reasoning_summary: for models that have it.
        streaming: emit ``assistant.message_delta`` events, and ask the model for a stream;
            ``UNSET`` leaves it to the CLI, which does not.
        system_message: text to append, or the CLI's mapping (``{"mode": "replace", ...}``).
        available_tools: names of the only tools that the model may use.
        excluded_tools: names of tools that it may not use.
        working_directory: folder of the session.
        config_directory: folder of the CLI's configuration.
        mcp_servers: MCP servers, as the CLI's mapping.
        custom_agents: agents, as the CLI's mappings.
        agent: name of the agent to begin with.
        skill_directories: folders with skills.
        disabled_skills: names of skills to leave out.
        infinite_sessions: the CLI's compaction settings.
        client_name: shown in the CLI's listings.
        name: title of the session; at creation only.
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

    model: str | UnsetType | None = UNSET
    provider: ProviderConfig | Mapping[str, JsonValue] | UnsetType | None = UNSET
    reasoning_effort: str | UnsetType | None = UNSET
    reasoning_summary: str | UnsetType | None = UNSET
    streaming: bool | UnsetType | None = True
    system_message: str | Mapping[str, JsonValue] | UnsetType | None = UNSET
    available_tools: Sequence[str] | UnsetType | None = UNSET
    excluded_tools: Sequence[str] | UnsetType | None = UNSET
    working_directory: str | os.PathLike[str] | UnsetType | None = UNSET
    config_directory: str | os.PathLike[str] | UnsetType | None = UNSET
    mcp_servers: Mapping[str, JsonValue] | UnsetType | None = UNSET
    custom_agents: Sequence[Mapping[str, JsonValue]] | UnsetType | None = UNSET
    agent: str | UnsetType | None = UNSET
    skill_directories: Sequence[str | os.PathLike[str]] | UnsetType | None = UNSET
    disabled_skills: Sequence[str] | UnsetType | None = UNSET
    infinite_sessions: Mapping[str, JsonValue] | UnsetType | None = UNSET
    client_name: str | UnsetType | None = UNSET
    name: str | UnsetType | None = UNSET
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
    turn_timeout: float | None = None
    quiet_timeout: float | None = None
    on_timeout: OnTimeout = "abort"
    wait_for_background: bool = True
    compaction_timeout: float | None = 300.0
    max_compactions: int | None = 3
    on_poisoned: PoisonHandler | None = None
    delivery: Delivery = "effectively_once"
    interrupted: Interrupted = "continue"
    durability: Durability = "turn"
    continue_pending_work: bool = True
    allow_transcript_recovery: bool | UnsetType = UNSET
    extra: Mapping[str, JsonValue] = msgspec.field(default_factory=dict)

    def __repr__(self) -> str:
        # The provider's key must not reach a log.
        return f"SessionOptions(model={self.model!r}, {len(self.tools)} tools, ...)"


class SessionOptionFields(TypedDict, total=False):
    """The keyword arguments of ``create_session`` and ``resume_session``: see SessionOptions."""

    model: str | UnsetType | None
    provider: ProviderConfig | Mapping[str, JsonValue] | UnsetType | None
    reasoning_effort: str | UnsetType | None
    reasoning_summary: str | UnsetType | None
    streaming: bool | UnsetType | None
    system_message: str | Mapping[str, JsonValue] | UnsetType | None
    available_tools: Sequence[str] | UnsetType | None
    excluded_tools: Sequence[str] | UnsetType | None
    working_directory: str | os.PathLike[str] | UnsetType | None
    config_directory: str | os.PathLike[str] | UnsetType | None
    mcp_servers: Mapping[str, JsonValue] | UnsetType | None
    custom_agents: Sequence[Mapping[str, JsonValue]] | UnsetType | None
    agent: str | UnsetType | None
    skill_directories: Sequence[str | os.PathLike[str]] | UnsetType | None
    disabled_skills: Sequence[str] | UnsetType | None
    infinite_sessions: Mapping[str, JsonValue] | UnsetType | None
    client_name: str | UnsetType | None
    name: str | UnsetType | None
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
    turn_timeout: float | None
    quiet_timeout: float | None
    on_timeout: OnTimeout
    wait_for_background: bool
    compaction_timeout: float | None
    max_compactions: int | None
    on_poisoned: PoisonHandler | None
    delivery: Delivery
    interrupted: Interrupted
    durability: Durability
    continue_pending_work: bool
    allow_transcript_recovery: bool | UnsetType
    extra: Mapping[str, JsonValue]


# Option -> wire name. Everything else in SessionOptions stays in this process.
_WIRE_NAMES: dict[str, str] = {
    "model": "model",
    "provider": "provider",
    "reasoning_effort": "reasoningEffort",
    "reasoning_summary": "reasoningSummary",
    "streaming": "streaming",
    "system_message": "systemMessage",
    "available_tools": "availableTools",
    "excluded_tools": "excludedTools",
    "working_directory": "workingDirectory",
    "config_directory": "configDir",
    "mcp_servers": "mcpServers",
    "custom_agents": "customAgents",
    "agent": "agent",
    "skill_directories": "skillDirectories",
    "disabled_skills": "disabledSkills",
    "infinite_sessions": "infiniteSessions",
    "client_name": "clientName",
    "name": "name",
}
_CREATE_ONLY = frozenset({"name"})


def session_options(
    options: SessionOptions | None, overrides: Mapping[str, object]
) -> SessionOptions:
    """Merge keyword arguments into an options value and validate the result.

    Raises:
        InvalidOption: an unknown name (the nearest known one is named), or a wrong value.
    """
    check_names("session", overrides, SessionOptions.__struct_fields__)
    merged = msgspec.structs.replace(options or SessionOptions(), **overrides)
    check_values(merged, SESSION_OPTIONS)
    _check_tools(merged.tools)
    merged = msgspec.structs.replace(merged, **check_handlers(merged))
    try:
        msgspec.json.encode(wire_options(merged, creating=True))
    except (TypeError, ValueError, OverflowError) as exc:
        raise InvalidOption("session options", f"cannot be sent as JSON: {exc}") from exc
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


def _wire_value(name: str, value: object) -> JsonValue:
    if isinstance(value, ProviderConfig):
        return value.to_wire()
    if name == "provider" and isinstance(value, Mapping):
        return _camel_keys(value)
    if name == "system_message" and isinstance(value, str):
        return {"mode": "append", "content": value}
    if isinstance(value, os.PathLike):
        return os.fspath(cast("os.PathLike[str]", value))
    if isinstance(value, Mapping):
        return dict(cast("Mapping[str, JsonValue]", value))
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_wire_value("", item) for item in value]
    return cast("JsonValue", value)


def _camel_keys(value: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    def camel(name: str) -> str:
        head, *tail = name.split("_")
        return head + "".join(part.capitalize() for part in tail)

    return {camel(name): item for name, item in value.items()}


def wire_options(options: SessionOptions, *, creating: bool) -> dict[str, JsonValue]:
    """The parameters of ``session.create`` (or ``session.resume``) without the session id."""
    params: dict[str, JsonValue] = {
        **handler_params(options, creating=creating),
        "envValueMode": "direct",
        "tools": [item.to_wire() for item in options.tools],
    }
    for name, wire_name in _WIRE_NAMES.items():
        value = getattr(options, name)
        if value is UNSET or (name in _CREATE_ONLY and not creating):
            continue
        params[wire_name] = _wire_value(name, value)
    if not creating:
        params["continuePendingWork"] = options.continue_pending_work
        if options.allow_transcript_recovery is not UNSET:
            params["allowTranscriptRecovery"] = options.allow_transcript_recovery
    params.update(options.extra)
    add_to_settings(params, options)
    return params


def check_session_id(session_id: object) -> str:
    """Return a session id that the CLI accepts.

    Raises:
        InvalidSessionId: not a string, empty, too long, or with other characters.
    """
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
