"""Types and methods: rpc_session.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import NoneType
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from .rpc_common import (
    Attachment,
    SendAgentMode,
    SendMode,
)
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import (
    JsonValue,
    WireStruct,
)

__all__ = [
    "AbortReason",
    "AbortResult",
    "InterruptMainTurnResult",
    "JsonSchemaResponseFormat",
    "LogResult",
    "ResponseFormat",
    "SendMessageItem",
    "SendMessagesResult",
    "SendResult",
    "SessionAbortParams",
    "SessionInterruptMainTurnParams",
    "SessionLogLevel",
    "SessionLogParams",
    "SessionRpc",
    "SessionSendMessagesParams",
    "SessionSendParams",
    "SessionSendSystemNotificationParams",
    "SessionShutdownParams",
    "ShutdownType",
]


class AbortResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Result of aborting the current turn

    Attributes:
        success: Whether the abort completed successfully
        error: Error message if the abort failed
    """

    success: bool
    error: str | None = None


class InterruptMainTurnResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Result of interrupting the main agent turn.

    Attributes:
        interrupted: Whether an in-flight main agent turn was interrupted. False when the main
            loop was not processing.
    """

    interrupted: bool


class JsonSchemaResponseFormat(WireStruct, frozen=True, kw_only=True):
    """A JSON Schema output contract. OpenAI receives the name, description, schema and strict
    setting; Anthropic receives the schema in output_config.format and always uses its native
    strict enforcement.

    Attributes:
        name: Name of the output schema, subject to the provider's naming restrictions.
        schema: JSON Schema passed unchanged to the inference provider. Schemas larger than 32
            MiB when JSON-encoded are rejected before admission, using the runtime's existing
            request-size ceiling. This is not a guarantee that the entire model request fits.
            Supported keywords and schema restrictions are determined by the provider.
        description: Optional description passed to OpenAI providers.
        strict: Optional strict enforcement setting for OpenAI providers. Omitted uses the
            provider default. Anthropic always enforces its supported schema subset.
    """

    name: str
    schema: JsonValue
    description: str | None = None
    strict: bool | None = None


class LogResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Identifier of the session event that was emitted for the log message.

    Attributes:
        event_id: The unique identifier of the emitted session event
    """

    event_id: str


class ResponseFormat(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="json_schema",
    gc=False,
):
    """``ResponseFormat`` of the schema.

    Attributes:
        json_schema: JSON Schema and provider options for the turn's output.
    """

    type: ClassVar[Literal["json_schema"]] = "json_schema"
    json_schema: JsonSchemaResponseFormat


class SendMessageItem(WireStruct, frozen=True, kw_only=True):
    """A single user message to append to the session as part of a `session.sendMessages` turn

    Attributes:
        prompt: The user message text
        display_prompt: If provided, this is shown in the timeline instead of `prompt`
        attachments: Optional attachments (files, directories, selections, blobs, GitHub
            references) to include with this message
        billable: Internal. If false, this message will not trigger a Premium Request Unit
            charge. User messages default to billable.
        required_tool: If set, the request will fail if the named tool is not available when this
            message is among the user messages at the start of the current exchange
        source: Internal. Optional provenance tag copied to the resulting user.message event.
            Must be `user`, `system`, `command-<command-id>` for command-originated messages,
            `schedule-<numeric-id>` for scheduled prompts, or `agent-<agent-id>` for prompts sent
            by another agent.
    """

    prompt: str
    display_prompt: str | None = None
    attachments: list[Attachment] | None = None
    billable: bool | None = None
    required_tool: str | None = None
    source: str | None = None


class SendMessagesResult(WireStruct, frozen=True, kw_only=True):
    """Result of sending zero or more user messages

    Attributes:
        message_ids: Unique identifiers assigned to the messages, one per provided message in
            order. For a batch that starts a run, assistant messages use the final ID as
            originatingMessageId throughout that run, including tool iterations and stop-hook
            corrections. Immediate steering does not replace the active run's origin. Empty when
            no messages were provided; that run has no originatingMessageId.
    """

    message_ids: list[str]


class SendResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Result of sending a user message

    Attributes:
        message_id: Unique identifier assigned to the message
    """

    message_id: str


if TYPE_CHECKING:
    AbortReason: TypeAlias = Literal["user_initiated", "remote_command", "user_abort", "autopilot_credit_limit"] | str
    """Finite reason code describing why the current turn was aborted

    - ``user_initiated``: The local user requested the abort, for example by pressing Ctrl+C in
        the CLI.
    - ``remote_command``: A remote command requested the abort.
    - ``user_abort``: An MCP server delivered a user.abort notification.
    - ``autopilot_credit_limit``: Autopilot stopped the run because the active objective reached
        its user-set --max-ai-credits limit.
    """
    SessionLogLevel: TypeAlias = Literal["info", "warning", "error"] | str
    """Log severity level. Determines how the message is displayed in the timeline. Defaults to
    "info".

    - ``info``: Informational message.
    - ``warning``: Warning message that may require attention.
    - ``error``: Error message describing a failure.
    """
    ShutdownType: TypeAlias = Literal["routine", "error"] | str
    """Why the session is being shut down. Defaults to "routine" when omitted.

    - ``routine``: The session is shutting down normally.
    - ``error``: The session is shutting down because of an error.
    """
else:
    AbortReason = Literal["user_initiated", "remote_command", "user_abort", "autopilot_credit_limit"]
    SessionLogLevel = Literal["info", "warning", "error"]
    ShutdownType = Literal["routine", "error"]


class SessionAbortParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.abort``."""

    reason: AbortReason | None = None


class SessionInterruptMainTurnParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.interruptMainTurn``."""

    flush_queued: bool | None = None


class SessionLogParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.log``."""

    message: str
    level: SessionLogLevel | None = None
    type: str | None = None
    ephemeral: bool | None = None
    url: str | None = None
    tip: str | None = None


class SessionSendParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.send``."""

    prompt: str
    display_prompt: str | None = None
    attachments: Sequence[Attachment] | None = None
    mode: SendMode | None = None
    prepend: bool | None = None
    billable: bool | None = None
    required_tool: str | None = None
    source: str | None = None
    agent_mode: SendAgentMode | None = None
    request_headers: Mapping[str, str] | None = None
    response_format: ResponseFormat | None = None
    traceparent: str | None = None
    tracestate: str | None = None
    wait: bool | None = None


class SessionSendMessagesParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.sendMessages``."""

    messages: Sequence[SendMessageItem]
    mode: SendMode | None = None
    prepend: bool | None = None
    agent_mode: SendAgentMode | None = None
    request_headers: Mapping[str, str] | None = None
    response_format: ResponseFormat | None = None
    traceparent: str | None = None
    tracestate: str | None = None
    wait: bool | None = None


class SessionSendSystemNotificationParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.sendSystemNotification``."""

    message: str
    kind: JsonValue | None = None
    options: JsonValue | None = None


class SessionShutdownParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.shutdown``."""

    type: ShutdownType | None = None
    reason: str | None = None
    detach_session_end_hooks: bool | None = None


if TYPE_CHECKING:
    from .rpc_session_agent import SessionAgentRpc
    from .rpc_session_autopilot_objective import SessionAutopilotObjectiveRpc
    from .rpc_session_canvas import SessionCanvasRpc
    from .rpc_session_commands import SessionCommandsRpc
    from .rpc_session_completions import SessionCompletionsRpc
    from .rpc_session_content_exclusion import SessionContentExclusionRpc
    from .rpc_session_debug import SessionDebugRpc
    from .rpc_session_event_log import SessionEventLogRpc
    from .rpc_session_extensions import SessionExtensionsRpc
    from .rpc_session_factory import SessionFactoryRpc
    from .rpc_session_fleet import SessionFleetRpc
    from .rpc_session_github_auth import SessionGitHubAuthRpc
    from .rpc_session_history import SessionHistoryRpc
    from .rpc_session_instructions import SessionInstructionsRpc
    from .rpc_session_limit_prediction import SessionLimitPredictionRpc
    from .rpc_session_lsp import SessionLspRpc
    from .rpc_session_mcp import SessionMcpRpc
    from .rpc_session_metadata import SessionMetadataRpc
    from .rpc_session_mode import SessionModeRpc
    from .rpc_session_model import SessionModelRpc
    from .rpc_session_name import SessionNameRpc
    from .rpc_session_options import SessionOptionsRpc
    from .rpc_session_permissions import SessionPermissionsRpc
    from .rpc_session_plan import SessionPlanRpc
    from .rpc_session_plugins import SessionPluginsRpc
    from .rpc_session_provider import SessionProviderRpc
    from .rpc_session_queue import SessionQueueRpc
    from .rpc_session_remote import SessionRemoteRpc
    from .rpc_session_sandbox import SessionSandboxRpc
    from .rpc_session_schedule import SessionScheduleRpc
    from .rpc_session_settings import SessionSettingsRpc
    from .rpc_session_shell import SessionShellRpc
    from .rpc_session_skills import SessionSkillsRpc
    from .rpc_session_tasks import SessionTasksRpc
    from .rpc_session_telemetry import SessionTelemetryRpc
    from .rpc_session_tools import SessionToolsRpc
    from .rpc_session_ui import SessionUiRpc
    from .rpc_session_usage import SessionUsageRpc
    from .rpc_session_visibility import SessionVisibilityRpc
    from .rpc_session_workspaces import SessionWorkspacesRpc


class SessionRpc(RpcNamespace):
    """Every published method of a session."""

    __slots__ = ()

    @property
    def agent(self) -> SessionAgentRpc:
        """``session.agent.*``."""
        from .rpc_session_agent import SessionAgentRpc

        return SessionAgentRpc(self._call)

    @property
    def autopilot_objective(self) -> SessionAutopilotObjectiveRpc:
        """``session.autopilotObjective.*``."""
        from .rpc_session_autopilot_objective import SessionAutopilotObjectiveRpc

        return SessionAutopilotObjectiveRpc(self._call)

    @property
    def canvas(self) -> SessionCanvasRpc:
        """``session.canvas.*``."""
        from .rpc_session_canvas import SessionCanvasRpc

        return SessionCanvasRpc(self._call)

    @property
    def commands(self) -> SessionCommandsRpc:
        """``session.commands.*``."""
        from .rpc_session_commands import SessionCommandsRpc

        return SessionCommandsRpc(self._call)

    @property
    def completions(self) -> SessionCompletionsRpc:
        """``session.completions.*``."""
        from .rpc_session_completions import SessionCompletionsRpc

        return SessionCompletionsRpc(self._call)

    @property
    def content_exclusion(self) -> SessionContentExclusionRpc:
        """``session.contentExclusion.*``."""
        from .rpc_session_content_exclusion import SessionContentExclusionRpc

        return SessionContentExclusionRpc(self._call)

    @property
    def debug(self) -> SessionDebugRpc:
        """``session.debug.*``."""
        from .rpc_session_debug import SessionDebugRpc

        return SessionDebugRpc(self._call)

    @property
    def event_log(self) -> SessionEventLogRpc:
        """``session.eventLog.*``."""
        from .rpc_session_event_log import SessionEventLogRpc

        return SessionEventLogRpc(self._call)

    @property
    def extensions(self) -> SessionExtensionsRpc:
        """``session.extensions.*``."""
        from .rpc_session_extensions import SessionExtensionsRpc

        return SessionExtensionsRpc(self._call)

    @property
    def factory(self) -> SessionFactoryRpc:
        """``session.factory.*``."""
        from .rpc_session_factory import SessionFactoryRpc

        return SessionFactoryRpc(self._call)

    @property
    def fleet(self) -> SessionFleetRpc:
        """``session.fleet.*``."""
        from .rpc_session_fleet import SessionFleetRpc

        return SessionFleetRpc(self._call)

    @property
    def github_auth(self) -> SessionGitHubAuthRpc:
        """``session.gitHubAuth.*``."""
        from .rpc_session_github_auth import SessionGitHubAuthRpc

        return SessionGitHubAuthRpc(self._call)

    @property
    def history(self) -> SessionHistoryRpc:
        """``session.history.*``."""
        from .rpc_session_history import SessionHistoryRpc

        return SessionHistoryRpc(self._call)

    @property
    def instructions(self) -> SessionInstructionsRpc:
        """``session.instructions.*``."""
        from .rpc_session_instructions import SessionInstructionsRpc

        return SessionInstructionsRpc(self._call)

    @property
    def limit_prediction(self) -> SessionLimitPredictionRpc:
        """``session.limitPrediction.*``."""
        from .rpc_session_limit_prediction import SessionLimitPredictionRpc

        return SessionLimitPredictionRpc(self._call)

    @property
    def lsp(self) -> SessionLspRpc:
        """``session.lsp.*``."""
        from .rpc_session_lsp import SessionLspRpc

        return SessionLspRpc(self._call)

    @property
    def mcp(self) -> SessionMcpRpc:
        """``session.mcp.*``."""
        from .rpc_session_mcp import SessionMcpRpc

        return SessionMcpRpc(self._call)

    @property
    def metadata(self) -> SessionMetadataRpc:
        """``session.metadata.*``."""
        from .rpc_session_metadata import SessionMetadataRpc

        return SessionMetadataRpc(self._call)

    @property
    def mode(self) -> SessionModeRpc:
        """``session.mode.*``."""
        from .rpc_session_mode import SessionModeRpc

        return SessionModeRpc(self._call)

    @property
    def model(self) -> SessionModelRpc:
        """``session.model.*``."""
        from .rpc_session_model import SessionModelRpc

        return SessionModelRpc(self._call)

    @property
    def name(self) -> SessionNameRpc:
        """``session.name.*``."""
        from .rpc_session_name import SessionNameRpc

        return SessionNameRpc(self._call)

    @property
    def options(self) -> SessionOptionsRpc:
        """``session.options.*``."""
        from .rpc_session_options import SessionOptionsRpc

        return SessionOptionsRpc(self._call)

    @property
    def permissions(self) -> SessionPermissionsRpc:
        """``session.permissions.*``."""
        from .rpc_session_permissions import SessionPermissionsRpc

        return SessionPermissionsRpc(self._call)

    @property
    def plan(self) -> SessionPlanRpc:
        """``session.plan.*``."""
        from .rpc_session_plan import SessionPlanRpc

        return SessionPlanRpc(self._call)

    @property
    def plugins(self) -> SessionPluginsRpc:
        """``session.plugins.*``."""
        from .rpc_session_plugins import SessionPluginsRpc

        return SessionPluginsRpc(self._call)

    @property
    def provider(self) -> SessionProviderRpc:
        """``session.provider.*``."""
        from .rpc_session_provider import SessionProviderRpc

        return SessionProviderRpc(self._call)

    @property
    def queue(self) -> SessionQueueRpc:
        """``session.queue.*``."""
        from .rpc_session_queue import SessionQueueRpc

        return SessionQueueRpc(self._call)

    @property
    def remote(self) -> SessionRemoteRpc:
        """``session.remote.*``."""
        from .rpc_session_remote import SessionRemoteRpc

        return SessionRemoteRpc(self._call)

    @property
    def sandbox(self) -> SessionSandboxRpc:
        """``session.sandbox.*``."""
        from .rpc_session_sandbox import SessionSandboxRpc

        return SessionSandboxRpc(self._call)

    @property
    def schedule(self) -> SessionScheduleRpc:
        """``session.schedule.*``."""
        from .rpc_session_schedule import SessionScheduleRpc

        return SessionScheduleRpc(self._call)

    @property
    def settings(self) -> SessionSettingsRpc:
        """``session.settings.*``."""
        from .rpc_session_settings import SessionSettingsRpc

        return SessionSettingsRpc(self._call)

    @property
    def shell(self) -> SessionShellRpc:
        """``session.shell.*``."""
        from .rpc_session_shell import SessionShellRpc

        return SessionShellRpc(self._call)

    @property
    def skills(self) -> SessionSkillsRpc:
        """``session.skills.*``."""
        from .rpc_session_skills import SessionSkillsRpc

        return SessionSkillsRpc(self._call)

    @property
    def tasks(self) -> SessionTasksRpc:
        """``session.tasks.*``."""
        from .rpc_session_tasks import SessionTasksRpc

        return SessionTasksRpc(self._call)

    @property
    def telemetry(self) -> SessionTelemetryRpc:
        """``session.telemetry.*``."""
        from .rpc_session_telemetry import SessionTelemetryRpc

        return SessionTelemetryRpc(self._call)

    @property
    def tools(self) -> SessionToolsRpc:
        """``session.tools.*``."""
        from .rpc_session_tools import SessionToolsRpc

        return SessionToolsRpc(self._call)

    @property
    def ui(self) -> SessionUiRpc:
        """``session.ui.*``."""
        from .rpc_session_ui import SessionUiRpc

        return SessionUiRpc(self._call)

    @property
    def usage(self) -> SessionUsageRpc:
        """``session.usage.*``."""
        from .rpc_session_usage import SessionUsageRpc

        return SessionUsageRpc(self._call)

    @property
    def visibility(self) -> SessionVisibilityRpc:
        """``session.visibility.*``."""
        from .rpc_session_visibility import SessionVisibilityRpc

        return SessionVisibilityRpc(self._call)

    @property
    def workspaces(self) -> SessionWorkspacesRpc:
        """``session.workspaces.*``."""
        from .rpc_session_workspaces import SessionWorkspacesRpc

        return SessionWorkspacesRpc(self._call)

    async def abort(
        self,
        *,
        reason: AbortReason | None = None,
        rpc_timeout: float | None = None,
    ) -> AbortResult:
        """Aborts the current agent turn.

        ``session.abort`` on the wire; experimental.

        Args:
            reason: Finite reason code describing why the current turn was aborted
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of aborting the current turn

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.abort",
            SessionAbortParams(
                reason=reason,
            ),
            AbortResult,
            rpc_timeout,
        )

    async def cancel_all_background_agents(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> int:
        """Cancels every running background agent (task-registry subagents plus sidekick agents)
        without interrupting the main agent loop. Promoted attached shells are left running.

        ``session.cancelAllBackgroundAgents`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            The number of running background agents (task-registry agents) that were cancelled.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.cancelAllBackgroundAgents",
            None,
            int,
            rpc_timeout,
        )

    async def interrupt_main_turn(
        self,
        *,
        flush_queued: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> InterruptMainTurnResult:
        """Interrupts the current main agent turn while leaving running background work (subagents,
        sidekicks, and promoted attached shells) alive. No-op when the main loop is not
        processing.

        ``session.interruptMainTurn`` on the wire; experimental.

        Args:
            flush_queued: When true, the user's queued prompts are preserved and run as the next
                turn once the interrupted turn unwinds; when false (the default), the queue is
                cleared like a plain abort.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of interrupting the main agent turn.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.interruptMainTurn",
            SessionInterruptMainTurnParams(
                flush_queued=flush_queued,
            ),
            InterruptMainTurnResult,
            rpc_timeout,
        )

    async def log(
        self,
        *,
        message: str,
        level: SessionLogLevel | None = None,
        type: str | None = None,
        ephemeral: bool | None = None,
        url: str | None = None,
        tip: str | None = None,
        rpc_timeout: float | None = None,
    ) -> LogResult:
        """Emits a user-visible session log event.

        ``session.log`` on the wire; experimental.

        Args:
            message: Human-readable message
            level: Log severity level. Determines how the message is displayed in the timeline.
                Defaults to "info".
            type: Domain category for this log entry (e.g., "mcp", "subscription", "policy",
                "model"). Maps to `infoType`/`warningType`/`errorType` on the emitted event.
                Defaults to "notification".
            ephemeral: When true, the message is transient and not persisted to the session event
                log on disk
            url: Optional URL the user can open in their browser for more details
            tip: Optional actionable tip displayed alongside the message. Only honored on `level:
                "info"`.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Identifier of the session event that was emitted for the log message.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.log",
            SessionLogParams(
                message=message,
                level=level,
                type=type,
                ephemeral=ephemeral,
                url=url,
                tip=tip,
            ),
            LogResult,
            rpc_timeout,
        )

    async def send(
        self,
        *,
        prompt: str,
        display_prompt: str | None = None,
        attachments: Sequence[Attachment] | None = None,
        mode: SendMode | None = None,
        prepend: bool | None = None,
        billable: bool | None = None,
        required_tool: str | None = None,
        source: str | None = None,
        agent_mode: SendAgentMode | None = None,
        request_headers: Mapping[str, str] | None = None,
        response_format: ResponseFormat | None = None,
        traceparent: str | None = None,
        tracestate: str | None = None,
        wait: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> SendResult:
        """Sends a user message to the session and returns its message ID.

        ``session.send`` on the wire; experimental.

        Args:
            prompt: The user message text
            display_prompt: If provided, this is shown in the timeline instead of `prompt`
            attachments: Optional attachments (files, directories, selections, blobs, GitHub
                references) to include with the message
            mode: How to deliver the message. `enqueue` (default) appends to the message queue.
                `immediate` interjects during an in-progress turn.
            prepend: If true, adds the message to the front of the queue instead of the end
            billable: If false, this message will not trigger a Premium Request Unit charge. User
                messages default to billable.
            required_tool: If set, the request will fail if the named tool is not available when
                this message is among the user messages at the start of the current exchange
            source: Internal. Optional provenance tag copied to the resulting user.message event.
                Must be `user`, `system`, `command-<command-id>` for command-originated messages,
                `schedule-<numeric-id>` for scheduled prompts, or `agent-<agent-id>` for prompts
                sent by another agent.
            agent_mode: The UI mode the agent was in when this message was sent. Defaults to the
                session's current mode.
            request_headers: Custom HTTP headers to include in outbound model requests for this
                turn. Merged with session-level provider headers; per-turn headers augment and
                overwrite session-level headers with the same key.
            response_format: Provider-native output format for this turn, including all tool-call
                iterations. Not inherited by later turns or subagents. Ordinary steering inherits
                the active format; specifying responseFormat with mode: immediate is an error,
                even while idle. Returned assistant content remains text; the runtime does not
                parse or validate it. Unsupported models or schemas produce provider errors.
            traceparent: W3C Trace Context traceparent header for distributed tracing of this
                agent turn
            tracestate: W3C Trace Context tracestate header for distributed tracing
            wait: If true, await completion of the agentic loop for this message before
                returning. Defaults to false (fire-and-forget). When true, the result still
                contains the same `messageId`; the caller can rely on the agent having processed
                the message before the call resolves. Transport-dependent tail semantics: on a
                LOCAL (in-process) session the wait additionally blocks until the completed
                turn's event tail has been dispatched to this session's in-process subscribers,
                so a subsequent read of subscriber state already reflects the turn; on a REMOTE
                session the wait resolves once the loop completes and mirrored delivery follows
                over the wire. Callers that need the stronger local guarantee on remote sessions
                should await the event stream explicitly.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of sending a user message

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.send",
            SessionSendParams(
                prompt=prompt,
                display_prompt=display_prompt,
                attachments=attachments,
                mode=mode,
                prepend=prepend,
                billable=billable,
                required_tool=required_tool,
                source=source,
                agent_mode=agent_mode,
                request_headers=request_headers,
                response_format=response_format,
                traceparent=traceparent,
                tracestate=tracestate,
                wait=wait,
            ),
            SendResult,
            rpc_timeout,
        )

    async def send_messages(
        self,
        *,
        messages: Sequence[SendMessageItem],
        mode: SendMode | None = None,
        prepend: bool | None = None,
        agent_mode: SendAgentMode | None = None,
        request_headers: Mapping[str, str] | None = None,
        response_format: ResponseFormat | None = None,
        traceparent: str | None = None,
        tracestate: str | None = None,
        wait: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> SendMessagesResult:
        """Sends zero or more user messages to the session in a single turn and returns their
        message IDs. All provided messages are appended to the conversation in order, then
        exactly one agent turn runs over the resulting history. When the list is empty, one turn
        runs over the existing history with no new user message. Remote-backed (Mission Control)
        sessions do not support this method and will return an error.

        ``session.sendMessages`` on the wire; experimental.

        Args:
            messages: The user messages to append to the conversation, in order, before running
                one agent loop. When the batch starts a run, its final message is the primary
                initiating message; earlier messages provide context, not separate runs or
                replies. May be empty, in which case a single turn runs over the existing history
                with no new user message or originatingMessageId.
            mode: How to deliver the messages. `enqueue` (default) appends to the message queue.
                `immediate` interjects during an in-progress turn.
            prepend: If true, adds the messages to the front of the queue instead of the end
            agent_mode: The UI mode the agent was in when these messages were sent. Defaults to
                the session's current mode.
            request_headers: Custom HTTP headers to include in outbound model requests for this
                turn. Merged with session-level provider headers; per-turn headers augment and
                overwrite session-level headers with the same key.
            response_format: Provider-native output format for the whole turn, including an empty
                message batch and all tool-call iterations. Not inherited by later turns or
                subagents. Ordinary steering inherits the active format; specifying
                responseFormat with mode: immediate is an error, even while idle. Returned
                assistant content remains text; the runtime does not parse or validate it.
                Unsupported models or schemas produce provider errors.
            traceparent: W3C Trace Context traceparent header for distributed tracing of this
                agent turn
            tracestate: W3C Trace Context tracestate header for distributed tracing
            wait: If true, await completion of the agentic loop for this turn before returning.
                Defaults to false (fire-and-forget). When true, the result still contains the
                same `messageIds`; the caller can rely on the agent having processed the messages
                before the call resolves. Transport-dependent tail semantics: on a LOCAL
                (in-process) session the wait additionally blocks until the completed turn's
                event tail has been dispatched to this session's in-process subscribers, so a
                subsequent read of subscriber state already reflects the turn; on a REMOTE
                session the wait resolves once the loop completes and mirrored delivery follows
                over the wire. Callers that need the stronger local guarantee on remote sessions
                should await the event stream explicitly.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of sending zero or more user messages

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.sendMessages",
            SessionSendMessagesParams(
                messages=messages,
                mode=mode,
                prepend=prepend,
                agent_mode=agent_mode,
                request_headers=request_headers,
                response_format=response_format,
                traceparent=traceparent,
                tracestate=tracestate,
                wait=wait,
            ),
            SendMessagesResult,
            rpc_timeout,
        )

    async def send_system_notification(
        self,
        *,
        message: str,
        kind: JsonValue | None = None,
        options: JsonValue | None = None,
        rpc_timeout: float | None = None,
    ) -> None:
        """Queues or sends an internal system notification to the session according to its passive
        policy.

        ``session.sendSystemNotification`` on the wire; experimental, internal.

        Args:
            message: Notification text to deliver to the model.
            kind: Optional structured notification kind.
            options: Internal delivery options, including passive policy.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.sendSystemNotification",
            SessionSendSystemNotificationParams(
                message=message,
                kind=kind,
                options=options,
            ),
            NoneType,
            rpc_timeout,
        )

    async def shutdown(
        self,
        *,
        type: ShutdownType | None = None,
        reason: str | None = None,
        detach_session_end_hooks: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> None:
        """Shuts down the session and persists its final state. Awaits any deferred sessionEnd hooks
        before resolving so user-supplied hook scripts complete before the runtime tears down.

        ``session.shutdown`` on the wire; experimental.

        Args:
            type: Why the session is being shut down. Defaults to "routine" when omitted.
            reason: Optional human-readable reason. Typically the message of the error that
                triggered shutdown when type is 'error'.
            detach_session_end_hooks: Dispatch deferred sessionEnd hooks in the background with
                their full per-hook timeoutSec instead of awaiting them under the short shared
                shutdown budget. Set this when the host process keeps running after the session
                closes (for example the CLI's /clear), so a slow hook neither blocks the close
                nor is aborted. Hooks still detached when the process later exits are terminated
                with it. Defaults to false.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.shutdown",
            SessionShutdownParams(
                type=type,
                reason=reason,
                detach_session_end_hooks=detach_session_end_hooks,
            ),
            NoneType,
            rpc_timeout,
        )

    async def suspend(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> None:
        """Suspends the session while preserving persisted state for later resume.

        ``session.suspend`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.suspend",
            None,
            NoneType,
            rpc_timeout,
        )
