"""Types and methods: rpc_session_commands.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, cast

from msgspec import UNSET, UnsetType

from .rpc_common import (
    CommandList,
    SessionMode,
)
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import (
    UnknownVariant,
    WireStruct,
)

__all__ = [
    "CommandsFinalizeInvocationEffectResult",
    "CommandsHandlePendingCommandResult",
    "CommandsInvocationEffectOutcome",
    "CommandsInvocationOrigin",
    "CommandsRespondToQueuedCommandResult",
    "EnqueueCommandResult",
    "ExecuteCommandResult",
    "QueuedCommandResult",
    "RemediationAction",
    "SandboxSessionChange",
    "SessionCommandsEnqueueParams",
    "SessionCommandsExecuteParams",
    "SessionCommandsFinalizeInvocationEffectParams",
    "SessionCommandsFinalizeInvocationEffectParamsEffect",
    "SessionCommandsHandlePendingCommandParams",
    "SessionCommandsInvokeParams",
    "SessionCommandsListParams",
    "SessionCommandsRespondToQueuedCommandParams",
    "SessionCommandsRpc",
    "SlashCommandAddTimelineEntryResult",
    "SlashCommandAgentPromptResult",
    "SlashCommandCompletedResult",
    "SlashCommandInvocationResult",
    "SlashCommandModelPickerDialog",
    "SlashCommandSelectSubcommandOption",
    "SlashCommandSelectSubcommandResult",
    "SlashCommandSetModelResult",
    "SlashCommandSetModelResultRevertOnCancel",
    "SlashCommandSetPlanModelResult",
    "SlashCommandShowDialogResult",
    "SlashCommandTextResult",
    "SlashCommandTimelineEntry",
]


class CommandsFinalizeInvocationEffectResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Whether finalizing the invocation effect succeeded, and the failure reason when it did not.

    Attributes:
        success: Whether the pending invocation effect was finalized successfully.
        error: Failure reason when the invocation effect could not be finalized.
    """

    success: bool
    error: str | None = None


class CommandsHandlePendingCommandResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the pending client-handled command was completed successfully.

    Attributes:
        success: Whether the command was handled successfully
    """

    success: bool


class CommandsRespondToQueuedCommandResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the queued-command response was matched to a pending request.

    Attributes:
        success: Whether a pending queued command with the given request ID was found and
            resolved. False when the request was already resolved, cancelled, or unknown.
    """

    success: bool


class EnqueueCommandResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the command was accepted into the local execution queue.

    Attributes:
        queued: True when the command was accepted into the local execution queue. False when the
            call targets a session that does not support local command queueing (e.g. remote
            sessions).
    """

    queued: bool


class ExecuteCommandResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Error message produced while executing the command, if any.

    Attributes:
        error: Error message produced while executing the command, if any. Omitted when the
            handler succeeded.
    """

    error: str | None = None


class QueuedCommandResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Result of the queued command execution.

    Attributes:
        handled: The host did not execute the queued command. Unblocks the queue without claiming
            the command was processed (e.g. when the handler threw before completing).
        stop_processing_queue: When true, the runtime will not process subsequent queued commands
            until a new request comes in.
    """

    handled: bool
    stop_processing_queue: bool | None = None


class SessionCommandsFinalizeInvocationEffectParamsEffect(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """The slash-command result object that produced the pending effect, echoed back unchanged."""


class SlashCommandAddTimelineEntryResult(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="add-timeline-entry",
    gc=False,
):
    """``SlashCommandAddTimelineEntryResult`` of the schema.

    Attributes:
        entry: Timeline entry the host should append.
        prefill_input: Optional text the host should prefill into the input editor.
        runtime_settings_changed: Whether command execution changed persisted runtime settings.
    """

    kind: ClassVar[Literal["add-timeline-entry"]] = "add-timeline-entry"
    entry: SlashCommandTimelineEntry
    prefill_input: str | None = None
    runtime_settings_changed: bool | None = None


class SlashCommandAgentPromptResult(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="agent-prompt",
    gc=False,
):
    """Slash-command invocation result that submits an agent prompt, with display prompt, optional
    mode, optional user-facing notice, and settings-change flag.

    Attributes:
        prompt: Prompt to submit to the agent
        display_prompt: Prompt text to display to the user
        mode: Optional target session mode for the agent prompt
        notice: Optional user-facing notice to show before the prompt is submitted
        runtime_settings_changed: True when the invocation mutated user runtime settings;
            consumers caching settings should refresh
    """

    kind: ClassVar[Literal["agent-prompt"]] = "agent-prompt"
    prompt: str
    display_prompt: str
    mode: SessionMode | None = None
    notice: str | None = None
    runtime_settings_changed: bool | None = None


class SlashCommandCompletedResult(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="completed",
    gc=False,
):
    """Slash-command invocation result indicating completion, with optional message and
    settings-change flag.

    Attributes:
        message: Optional user-facing message describing the completed command
        mode: Optional target session mode applied without submitting an agent prompt
        runtime_settings_changed: True when the invocation mutated user runtime settings;
            consumers caching settings should refresh
    """

    kind: ClassVar[Literal["completed"]] = "completed"
    message: str | None = None
    mode: SessionMode | None = None
    runtime_settings_changed: bool | None = None


class SlashCommandModelPickerDialog(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="model-picker",
    gc=False,
):
    """``SlashCommandModelPickerDialog`` of the schema.

    Attributes:
        model_to_enable: Model that should be enabled before it can be selected.
        scope: Settings scope the picker should modify.
        target: Model-selection target represented by the picker.
    """

    kind: ClassVar[Literal["model-picker"]] = "model-picker"
    model_to_enable: str | None = None
    scope: str | None = None
    target: str | None = None


class SlashCommandSelectSubcommandOption(WireStruct, frozen=True, kw_only=True, gc=False):
    """Selectable slash-command subcommand option with name, description, and optional group label.

    Attributes:
        name: Subcommand name to invoke
        description: Human-readable description of the subcommand
        group: Optional group label for organizing options
    """

    name: str
    description: str
    group: str | None = None


class SlashCommandSelectSubcommandResult(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="select-subcommand",
):
    """Slash-command invocation result asking the client to present subcommand options for a parent
    command.

    Attributes:
        command: Parent command name that requires subcommand selection
        title: Human-readable title for the selection UI
        options: Available subcommand options for the client to present
        runtime_settings_changed: True when the invocation mutated user runtime settings;
            consumers caching settings should refresh
    """

    kind: ClassVar[Literal["select-subcommand"]] = "select-subcommand"
    command: str
    title: str
    options: list[SlashCommandSelectSubcommandOption]
    runtime_settings_changed: bool | None = None


class SlashCommandSetModelResult(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="set-model",
    gc=False,
):
    """``SlashCommandSetModelResult`` of the schema.

    Attributes:
        model: Model selected by the command.
        scope: Settings scope modified by the command.
        warning: User-facing warning produced while selecting the model.
        reasoning_effort: Reasoning effort selected for the model.
        revert_on_cancel: User-settings snapshot to restore if the host cancels the model switch.
        repo_scope: Repository settings scope modified by the command.
        runtime_settings_changed: Whether command execution changed persisted runtime settings.
    """

    kind: ClassVar[Literal["set-model"]] = "set-model"
    model: str
    scope: str | None = None
    warning: str | None = None
    reasoning_effort: str | None = None
    revert_on_cancel: SlashCommandSetModelResultRevertOnCancel | None = None
    repo_scope: str | None = None
    runtime_settings_changed: bool | None = None


class SlashCommandSetModelResultRevertOnCancel(WireStruct, frozen=True, kw_only=True, gc=False):
    """User-settings snapshot to restore if the host cancels the model switch."""


class SlashCommandSetPlanModelResult(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="set-plan-model",
    gc=False,
):
    """``SlashCommandSetPlanModelResult`` of the schema.

    Attributes:
        plan_model: Dedicated model selected for plan mode.
        message: User-facing confirmation message for the plan-model selection.
        runtime_settings_changed: Whether command execution changed persisted runtime settings.
    """

    kind: ClassVar[Literal["set-plan-model"]] = "set-plan-model"
    plan_model: str | None = None
    message: str
    runtime_settings_changed: bool | None = None


class SlashCommandShowDialogResult(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="show-dialog",
    gc=False,
):
    """``SlashCommandShowDialogResult`` of the schema.

    Attributes:
        dialog: Dialog the host should display.
        runtime_settings_changed: Whether command execution changed persisted runtime settings.
    """

    kind: ClassVar[Literal["show-dialog"]] = "show-dialog"
    dialog: SlashCommandModelPickerDialog
    runtime_settings_changed: bool | None = None


class SlashCommandTextResult(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="text",
    gc=False,
):
    """Slash-command invocation result containing text output plus Markdown/ANSI rendering flags.

    Attributes:
        text: Text output for the client to render
        markdown: Whether text contains Markdown
        preserve_ansi: Whether ANSI sequences should be preserved
        runtime_settings_changed: True when the invocation mutated user runtime settings;
            consumers caching settings should refresh
        sandbox_session_change: Present when the invocation changed the sandbox for this session
            only. Nothing was persisted, so consumers must mirror the change onto the live
            session rather than reloading settings, and must not treat it as a settings change.
    """

    kind: ClassVar[Literal["text"]] = "text"
    text: str
    markdown: bool | None = None
    preserve_ansi: bool | None = None
    runtime_settings_changed: bool | None = None
    sandbox_session_change: SandboxSessionChange | None = None


class SlashCommandTimelineEntry(WireStruct, frozen=True, kw_only=True, gc=False):
    """``SlashCommandTimelineEntry`` of the schema.

    Attributes:
        type: Timeline entry presentation type.
        text: Text displayed for the timeline entry.
        url: Optional URL associated with the timeline entry.
        remediation: What the user must do to recover, when the entry reports a failure the
            runtime knows an action for. The `text` never names a client affordance, so a client
            that offers one renders it from this value.
    """

    type: str
    text: str
    url: str | None = None
    remediation: RemediationAction | None = None


if TYPE_CHECKING:
    CommandsInvocationEffectOutcome: TypeAlias = Literal["applied", "cancelled"] | str
    """Whether a pending slash-command invocation effect was applied or cancelled by the host.

    - ``applied``: The host applied the pending invocation effect.
    - ``cancelled``: The host cancelled the pending invocation effect, so any provisional state
        must be reverted.
    """
    CommandsInvocationOrigin: TypeAlias = Literal["settings"] | str
    """``CommandsInvocationOrigin`` of the schema.

    - ``settings``
    """
    RemediationAction: TypeAlias = Literal["sign_in", "switch_account", "show_account", "review_sandbox_policy", "allow_sandbox_outbound"] | str
    """What the user must do to recover from a failure, named as an action rather than as one
    client's affordance. The runtime cannot know which affordance a client offers — a slash
    command, a settings pane, a link — so the accompanying message stays host-agnostic and each
    client renders its own copy from this value. Absent when the runtime knows of no action the
    user can take.

    - ``sign_in``: Authenticate again with the Copilot backend. The current credential is absent,
        expired, or rejected.
    - ``switch_account``: Authenticate as a different account. The current account exists but
        lacks access to the requested resource.
    - ``show_account``: Inspect which account is currently authenticated before deciding what to
        change.
    - ``review_sandbox_policy``: Review or widen the sandbox policy. The blocked path or host is
        named by the accompanying message or by the tool result the action arrived with.
    - ``allow_sandbox_outbound``: Permit outbound network access in the sandbox policy.
    """
    SandboxSessionChange: TypeAlias = Literal["disabled", "restored"] | str
    """A session-scoped sandbox transition applied while handling a slash command

    - ``disabled``: The sandbox is off for the rest of this session; nothing was persisted and a
        new session starts from managed policy.
    - ``restored``: A previous session-scoped opt-out was cleared and the sandbox is enforced
        again.
    """
    SlashCommandInvocationResult: TypeAlias = SlashCommandTextResult | SlashCommandAgentPromptResult | SlashCommandCompletedResult | SlashCommandSelectSubcommandResult | SlashCommandAddTimelineEntryResult | SlashCommandShowDialogResult | SlashCommandSetModelResult | SlashCommandSetPlanModelResult | UnknownVariant
    """Result of invoking the slash command (text output, prompt to send to the agent, completion,
    or subcommand selection).
    """
else:
    CommandsInvocationEffectOutcome = Literal["applied", "cancelled"]
    CommandsInvocationOrigin = Literal["settings"]
    RemediationAction = Literal["sign_in", "switch_account", "show_account", "review_sandbox_policy", "allow_sandbox_outbound"]
    SandboxSessionChange = Literal["disabled", "restored"]
    SlashCommandInvocationResult = SlashCommandTextResult | SlashCommandAgentPromptResult | SlashCommandCompletedResult | SlashCommandSelectSubcommandResult | SlashCommandAddTimelineEntryResult | SlashCommandShowDialogResult | SlashCommandSetModelResult | SlashCommandSetPlanModelResult


class SessionCommandsEnqueueParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.commands.enqueue``."""

    command: str
    display_text: str | None | UnsetType = UNSET


class SessionCommandsExecuteParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.commands.execute``."""

    command_name: str
    args: str


class SessionCommandsFinalizeInvocationEffectParams(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Parameters of ``session.commands.finalizeInvocationEffect``."""

    effect: SessionCommandsFinalizeInvocationEffectParamsEffect
    outcome: CommandsInvocationEffectOutcome


class SessionCommandsHandlePendingCommandParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.commands.handlePendingCommand``."""

    request_id: str
    error: str | None = None


class SessionCommandsInvokeParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.commands.invoke``."""

    name: str
    input: str | None = None
    origin: CommandsInvocationOrigin | None = None


class SessionCommandsListParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.commands.list``."""

    include_builtins: bool | None = None
    include_skills: bool | None = None
    include_client_commands: bool | None = None


class SessionCommandsRespondToQueuedCommandParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.commands.respondToQueuedCommand``."""

    request_id: str
    result: QueuedCommandResult


class SessionCommandsRpc(RpcNamespace):
    """``session.commands.*``."""

    __slots__ = ()

    async def enqueue(
        self,
        *,
        command: str,
        display_text: str | None | UnsetType = UNSET,
        rpc_timeout: float | None = None,
    ) -> EnqueueCommandResult:
        """Enqueues a slash command for FIFO processing on the local session.

        ``session.commands.enqueue`` on the wire; experimental.

        Args:
            command: Slash-prefixed command string to enqueue, e.g. '/compact' or '/model gpt-4'.
                Queued FIFO with any in-flight items; if the session is idle, processing kicks
                off immediately.
            display_text: Optional user-facing text for the queue row. The command string is
                shown when omitted.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the command was accepted into the local execution queue.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.commands.enqueue",
            SessionCommandsEnqueueParams(
                command=command,
                display_text=display_text,
            ),
            EnqueueCommandResult,
            rpc_timeout,
        )

    async def execute(
        self,
        *,
        command_name: str,
        args: str,
        rpc_timeout: float | None = None,
    ) -> ExecuteCommandResult:
        """Executes a slash command synchronously and returns any error.

        ``session.commands.execute`` on the wire; experimental.

        Args:
            command_name: Name of the slash command to invoke (without the leading '/').
            args: Argument string to pass to the command (empty string if none).
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Error message produced while executing the command, if any.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.commands.execute",
            SessionCommandsExecuteParams(
                command_name=command_name,
                args=args,
            ),
            ExecuteCommandResult,
            rpc_timeout,
        )

    async def finalize_invocation_effect(
        self,
        *,
        effect: SessionCommandsFinalizeInvocationEffectParamsEffect,
        outcome: CommandsInvocationEffectOutcome,
        rpc_timeout: float | None = None,
    ) -> CommandsFinalizeInvocationEffectResult:
        """Finalizes persistence associated with a client-applied slash-command effect.

        ``session.commands.finalizeInvocationEffect`` on the wire; experimental, internal.

        Args:
            effect: The slash-command result object that produced the pending effect, echoed back
                unchanged.
            outcome: Whether the host applied or cancelled the pending invocation effect.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Whether finalizing the invocation effect succeeded, and the failure reason when it
            did not.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.commands.finalizeInvocationEffect",
            SessionCommandsFinalizeInvocationEffectParams(
                effect=effect,
                outcome=outcome,
            ),
            CommandsFinalizeInvocationEffectResult,
            rpc_timeout,
        )

    async def handle_pending_command(
        self,
        *,
        request_id: str,
        error: str | None = None,
        rpc_timeout: float | None = None,
    ) -> CommandsHandlePendingCommandResult:
        """Reports completion of a pending client-handled slash command.

        ``session.commands.handlePendingCommand`` on the wire; experimental.

        Args:
            request_id: Request ID from the command invocation event
            error: Error message if the command handler failed
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the pending client-handled command was completed successfully.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.commands.handlePendingCommand",
            SessionCommandsHandlePendingCommandParams(
                request_id=request_id,
                error=error,
            ),
            CommandsHandlePendingCommandResult,
            rpc_timeout,
        )

    async def invoke(
        self,
        *,
        name: str,
        input: str | None = None,
        origin: CommandsInvocationOrigin | None = None,
        rpc_timeout: float | None = None,
    ) -> SlashCommandInvocationResult:
        """Invokes a slash command in the session.

        ``session.commands.invoke`` on the wire; experimental.

        Args:
            name: Command name. Leading slashes are stripped and the name is matched
                case-insensitively.
            input: Raw input after the command name
            origin: Optional client surface that initiated the invocation
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of invoking the slash command (text output, prompt to send to the agent,
            completion, or subcommand selection).

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return cast(
            "SlashCommandInvocationResult",
            await self._call(
                "session.commands.invoke",
                SessionCommandsInvokeParams(
                    name=name,
                    input=input,
                    origin=origin,
                ),
                cast("type[object]", SlashCommandInvocationResult),
                rpc_timeout,
            ),
        )

    async def list(
        self,
        *,
        include_builtins: bool | None = None,
        include_skills: bool | None = None,
        include_client_commands: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> CommandList:
        """Lists slash commands available in the session.

        ``session.commands.list`` on the wire; experimental.

        Args:
            include_builtins: Include runtime built-in commands
            include_skills: Include enabled user-invocable skills and commands
            include_client_commands: Include commands registered by protocol clients, including
                SDK clients and extensions
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Slash commands available in the session, after applying any include/exclude filters.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.commands.list",
            SessionCommandsListParams(
                include_builtins=include_builtins,
                include_skills=include_skills,
                include_client_commands=include_client_commands,
            ),
            CommandList,
            rpc_timeout,
        )

    async def respond_to_queued_command(
        self,
        *,
        request_id: str,
        result: QueuedCommandResult,
        rpc_timeout: float | None = None,
    ) -> CommandsRespondToQueuedCommandResult:
        """Reports whether the host actually executed a queued command and whether to continue
        processing.

        ``session.commands.respondToQueuedCommand`` on the wire; experimental.

        Args:
            request_id: Request ID from the `command.queued` event the host is responding to.
            result: Result of the queued command execution.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the queued-command response was matched to a pending request.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.commands.respondToQueuedCommand",
            SessionCommandsRespondToQueuedCommandParams(
                request_id=request_id,
                result=result,
            ),
            CommandsRespondToQueuedCommandResult,
            rpc_timeout,
        )
