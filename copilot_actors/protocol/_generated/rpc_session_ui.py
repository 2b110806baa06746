"""Types and methods: rpc_session_ui.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from msgspec import field

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import (
    JsonValue,
    WireStruct,
)

__all__ = [
    "McpElicitationFormMode",
    "McpTaskMetadata",
    "SessionUiElicitationParams",
    "SessionUiEphemeralQueryParams",
    "SessionUiHandlePendingAutoModeSwitchParams",
    "SessionUiHandlePendingElicitationParams",
    "SessionUiHandlePendingExitPlanModeParams",
    "SessionUiHandlePendingSamplingParams",
    "SessionUiHandlePendingSessionLimitsExhaustedParams",
    "SessionUiHandlePendingUserInputParams",
    "SessionUiRpc",
    "SessionUiUnregisterDirectAutoModeSwitchHandlerParams",
    "UIAutoModeSwitchResponse",
    "UIElicitationResponse",
    "UIElicitationResponseAction",
    "UIElicitationResult",
    "UIElicitationSchema",
    "UIElicitationSchemaProperty",
    "UIElicitationSchemaPropertyStringFormat",
    "UIElicitationStringOneOfFieldOneOf",
    "UIEphemeralQueryResult",
    "UIExitPlanModeAction",
    "UIExitPlanModeResponse",
    "UIHandlePendingResult",
    "UIRegisterDirectAutoModeSwitchHandlerResult",
    "UISessionLimitsExhaustedResponse",
    "UISessionLimitsExhaustedResponseAction",
    "UIUnregisterDirectAutoModeSwitchHandlerResult",
    "UIUserInputResponse",
]


class McpTaskMetadata(WireStruct, frozen=True, kw_only=True, gc=False):
    """Metadata controlling an MCP task's lifetime.

    Attributes:
        ttl: Task time-to-live.
    """

    ttl: int | None = None


class UIElicitationResponse(WireStruct, frozen=True, kw_only=True):
    """The elicitation response (accept with form values, decline, or cancel)

    Attributes:
        action: The user's response: accept (submitted), decline (rejected), or cancel
            (dismissed)
        content: The form values submitted by the user (present when action is 'accept')
        meta: MCP response metadata.
    """

    action: UIElicitationResponseAction
    content: dict[str, str | float | bool | list[str]] | None = None
    meta: dict[str, JsonValue] | None = field(default=None, name="_meta")


class UIElicitationResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the elicitation response was accepted; false if it was already resolved by
    another client.

    Attributes:
        success: Whether the response was accepted. False if the request was already resolved by
            another client.
    """

    success: bool


class UIElicitationSchema(WireStruct, frozen=True, kw_only=True, tag_field="type", tag="object"):
    """JSON Schema describing the form fields to present to the user

    Attributes:
        properties: Form field definitions, keyed by field name
        required: List of required field names
    """

    type: ClassVar[Literal["object"]] = "object"
    properties: dict[str, UIElicitationSchemaProperty]
    required: list[str] | None = None


class UIElicitationSchemaProperty(WireStruct, frozen=True, kw_only=True):
    """Definition for a single elicitation form field.

    Attributes:
        type: Type discriminator. Always "string".
        title: Human-readable label for the field.
        description: Help text describing the field.
        enum: Allowed string values.
        enum_names: Optional display labels for each enum value, in the same order as `enum`.
        default: Default value selected when the form is first shown.
        one_of: Selectable options, each with a value and a display label.
        min_items: Minimum number of items the user must select.
        max_items: Maximum number of items the user may select.
        items: Schema applied to each item in the array.
        min_length: Minimum number of characters required.
        max_length: Maximum number of characters allowed.
        format: Optional format hint that constrains the accepted input.
        minimum: Minimum allowed value (inclusive).
        maximum: Maximum allowed value (inclusive).
    """

    type: JsonValue
    title: str | None = None
    description: str | None = None
    enum: list[str] | None = None
    enum_names: list[str] | None = None
    default: str | list[str] | bool | float | None = None
    one_of: list[UIElicitationStringOneOfFieldOneOf] | None = None
    min_items: int | None = None
    max_items: int | None = None
    items: JsonValue | None = None
    min_length: int | None = None
    max_length: int | None = None
    format: UIElicitationSchemaPropertyStringFormat | None = None
    minimum: float | None = None
    maximum: float | None = None


class UIElicitationStringOneOfFieldOneOf(WireStruct, frozen=True, kw_only=True, gc=False):
    """Selectable option for a UI elicitation single-select string field, with submitted value and
    display label.

    Attributes:
        const: Value submitted when this option is selected.
        title: Display label for this option.
    """

    const: str
    title: str


class UIEphemeralQueryResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Completed transient query. Ordered chunks and the terminal outcome are also delivered through
    `ui.ephemeral_query` session events while it runs.

    Attributes:
        answer: Answer returned by the model
    """

    answer: str


class UIExitPlanModeResponse(WireStruct, frozen=True, kw_only=True, gc=False):
    """User response for a pending exit-plan-mode request, with approval state, selected action,
    auto-approve flag, and feedback.

    Attributes:
        approved: Whether the plan was approved.
        selected_action: The action the user selected. Defaults to 'autopilot' when
            autoApproveEdits is true, otherwise 'interactive'.
        auto_approve_edits: Whether subsequent edits should be auto-approved without
            confirmation.
        feedback: Feedback from the user when they declined the plan or requested changes.
        defer_implementation: When true, the agent is instructed to end its turn without starting
            implementation so the client can restore the session model and auto-submit a fresh
            implementation turn on it. Set only when a distinct plan configuration (a different
            model, reasoning effort, or context tier) actually ran the planning turn.
    """

    approved: bool
    selected_action: UIExitPlanModeAction | None = None
    auto_approve_edits: bool | None = None
    feedback: str | None = None
    defer_implementation: bool | None = None


class UIHandlePendingResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the pending UI request was resolved by this call.

    Attributes:
        success: True if the request was still pending and was resolved by this call. False if
            the request ID was unknown, already resolved by another client (e.g. GitHub),
            expired, or otherwise no longer pending.
    """

    success: bool


class UIRegisterDirectAutoModeSwitchHandlerResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Register an in-process handler for `auto_mode_switch.requested` events. The caller still
    attaches the actual listener via the standard event-subscription mechanism; this registration
    solely tells the server bridge to skip its own dispatch (so a remote client doesn't race the
    in-process handler for the same requestId).

    Attributes:
        handle: Opaque handle representing the registration. Pass this same handle to
            `unregisterDirectAutoModeSwitchHandler` when the in-process handler is no longer
            active. Multiple registrations are reference-counted; the server bridge will only
            dispatch auto-mode-switch requests when no handles are active.
    """

    handle: str


class UISessionLimitsExhaustedResponse(WireStruct, frozen=True, kw_only=True, gc=False):
    """The user's selected action for an exhausted session limit.

    Attributes:
        action: Action selected by the user.
        additional_ai_credits: AI Credits to add to the current max when action is 'add'.
        max_ai_credits: New absolute max AI Credits when action is 'set'.
    """

    action: UISessionLimitsExhaustedResponseAction
    additional_ai_credits: float | None = None
    max_ai_credits: float | None = None


class UIUnregisterDirectAutoModeSwitchHandlerResult(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Indicates whether the handle was active and the registration count was decremented.

    Attributes:
        unregistered: True if the handle was active and decremented the counter; false if the
            handle was unknown.
    """

    unregistered: bool


class UIUserInputResponse(WireStruct, frozen=True, kw_only=True, gc=False):
    """User response for a pending user-input request, with answer text and whether it was typed
    freeform.

    Attributes:
        answer: The user's answer text
        was_freeform: True if the user typed a freeform response, false if they selected a
            presented choice. Used by telemetry to differentiate between free text input and
            choice selection.
    """

    answer: str
    was_freeform: bool


if TYPE_CHECKING:
    McpElicitationFormMode: TypeAlias = Literal["form"] | str
    """Structured MCP elicitation mode.

    - ``form``
    """
    UIAutoModeSwitchResponse: TypeAlias = Literal["yes", "yes_always", "no"] | str
    """User's choice for auto-mode switching: yes (allow this turn), yes_always (allow + persist as
    setting), or no (decline).

    - ``yes``: Allow the automatic mode switch for this turn.
    - ``yes_always``: Allow this mode switch and persist the preference.
    - ``no``: Decline the automatic mode switch.
    """
    UIElicitationResponseAction: TypeAlias = Literal["accept", "decline", "cancel"] | str
    """The user's response: accept (submitted), decline (rejected), or cancel (dismissed)

    - ``accept``: The user submitted the requested form values.
    - ``decline``: The user explicitly declined to provide the requested input.
    - ``cancel``: The user dismissed the elicitation request.
    """
    UIElicitationSchemaPropertyStringFormat: TypeAlias = Literal["email", "uri", "date", "date-time"] | str
    """Optional format hint that constrains the accepted input.

    - ``email``: Email address string format.
    - ``uri``: URI string format.
    - ``date``: Calendar date string format.
    - ``date-time``: Date-time string format.
    """
    UIExitPlanModeAction: TypeAlias = Literal["exit_only", "interactive", "autopilot", "autopilot_fleet"] | str
    """The action the user selected. Defaults to 'autopilot' when autoApproveEdits is true,
    otherwise 'interactive'.

    - ``exit_only``: Exit plan mode without starting implementation.
    - ``interactive``: Exit plan mode and continue interactively.
    - ``autopilot``: Exit plan mode and continue in autopilot mode.
    - ``autopilot_fleet``: Exit plan mode and continue in autopilot mode with parallel subagent
        execution.
    """
    UISessionLimitsExhaustedResponseAction: TypeAlias = Literal["add", "set", "unset", "cancel"] | str
    """User action selected for an exhausted session limit.

    - ``add``: Increase the current max by an exact AI Credits amount.
    - ``set``: Set a new absolute max AI Credits value.
    - ``unset``: Remove the current session limit.
    - ``cancel``: Leave the limit unchanged and cancel the blocked model request.
    """
else:
    McpElicitationFormMode = Literal["form"]
    UIAutoModeSwitchResponse = Literal["yes", "yes_always", "no"]
    UIElicitationResponseAction = Literal["accept", "decline", "cancel"]
    UIElicitationSchemaPropertyStringFormat = Literal["email", "uri", "date", "date-time"]
    UIExitPlanModeAction = Literal["exit_only", "interactive", "autopilot", "autopilot_fleet"]
    UISessionLimitsExhaustedResponseAction = Literal["add", "set", "unset", "cancel"]


class SessionUiElicitationParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.ui.elicitation``."""

    mode: McpElicitationFormMode | None = None
    message: str
    requested_schema: UIElicitationSchema
    meta: Mapping[str, JsonValue] | None = field(default=None, name="_meta")
    task: McpTaskMetadata | None = None


class SessionUiEphemeralQueryParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.ui.ephemeralQuery``."""

    question: str


class SessionUiHandlePendingAutoModeSwitchParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.ui.handlePendingAutoModeSwitch``."""

    request_id: str
    response: UIAutoModeSwitchResponse


class SessionUiHandlePendingElicitationParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.ui.handlePendingElicitation``."""

    request_id: str
    result: UIElicitationResponse


class SessionUiHandlePendingExitPlanModeParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.ui.handlePendingExitPlanMode``."""

    request_id: str
    response: UIExitPlanModeResponse


class SessionUiHandlePendingSamplingParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.ui.handlePendingSampling``."""

    request_id: str
    response: Mapping[str, JsonValue] | None = None


class SessionUiHandlePendingSessionLimitsExhaustedParams(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Parameters of ``session.ui.handlePendingSessionLimitsExhausted``."""

    request_id: str
    response: UISessionLimitsExhaustedResponse


class SessionUiHandlePendingUserInputParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.ui.handlePendingUserInput``."""

    request_id: str
    response: UIUserInputResponse


class SessionUiUnregisterDirectAutoModeSwitchHandlerParams(
    WireStruct,
    frozen=True,
    kw_only=True,
    gc=False,
):
    """Parameters of ``session.ui.unregisterDirectAutoModeSwitchHandler``."""

    handle: str


class SessionUiRpc(RpcNamespace):
    """``session.ui.*``."""

    __slots__ = ()

    async def elicitation(
        self,
        *,
        mode: McpElicitationFormMode | None = None,
        message: str,
        requested_schema: UIElicitationSchema,
        meta: Mapping[str, JsonValue] | None = None,
        task: McpTaskMetadata | None = None,
        rpc_timeout: float | None = None,
    ) -> UIElicitationResponse:
        """Requests structured input from a UI-capable client.

        ``session.ui.elicitation`` on the wire; experimental.

        Args:
            mode: Elicitation mode. Omitted and form are equivalent for structured elicitation.
            message: Message describing what information is needed from the user
            requested_schema: JSON Schema describing the form fields to present to the user
            meta: MCP request metadata.
            task: MCP task metadata.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            The elicitation response (accept with form values, decline, or cancel)

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.ui.elicitation",
            SessionUiElicitationParams(
                mode=mode,
                message=message,
                requested_schema=requested_schema,
                meta=meta,
                task=task,
            ),
            UIElicitationResponse,
            rpc_timeout,
        )

    async def ephemeral_query(
        self,
        *,
        question: str,
        rpc_timeout: float | None = None,
    ) -> UIEphemeralQueryResult:
        """Runs a transient no-tools model query against the current conversation context.

        ``session.ui.ephemeralQuery`` on the wire; experimental.

        Args:
            question: Question to answer from the current conversation context.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Completed transient query. Ordered chunks and the terminal outcome are also delivered
            through `ui.ephemeral_query` session events while it runs.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.ui.ephemeralQuery",
            SessionUiEphemeralQueryParams(
                question=question,
            ),
            UIEphemeralQueryResult,
            rpc_timeout,
        )

    async def handle_pending_auto_mode_switch(
        self,
        *,
        request_id: str,
        response: UIAutoModeSwitchResponse,
        rpc_timeout: float | None = None,
    ) -> UIHandlePendingResult:
        """Resolves a pending `auto_mode_switch.requested` event with the user's accept/decline
        decision.

        ``session.ui.handlePendingAutoModeSwitch`` on the wire; experimental.

        Args:
            request_id: The unique request ID from the auto_mode_switch.requested event
            response: User's choice for auto-mode switching: yes (allow this turn), yes_always
                (allow + persist as setting), or no (decline).
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the pending UI request was resolved by this call.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.ui.handlePendingAutoModeSwitch",
            SessionUiHandlePendingAutoModeSwitchParams(
                request_id=request_id,
                response=response,
            ),
            UIHandlePendingResult,
            rpc_timeout,
        )

    async def handle_pending_elicitation(
        self,
        *,
        request_id: str,
        result: UIElicitationResponse,
        rpc_timeout: float | None = None,
    ) -> UIElicitationResult:
        """Provides the user response for a pending elicitation request.

        ``session.ui.handlePendingElicitation`` on the wire; experimental.

        Args:
            request_id: The unique request ID from the elicitation.requested event
            result: The elicitation response (accept with form values, decline, or cancel)
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the elicitation response was accepted; false if it was already
            resolved by another client.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.ui.handlePendingElicitation",
            SessionUiHandlePendingElicitationParams(
                request_id=request_id,
                result=result,
            ),
            UIElicitationResult,
            rpc_timeout,
        )

    async def handle_pending_exit_plan_mode(
        self,
        *,
        request_id: str,
        response: UIExitPlanModeResponse,
        rpc_timeout: float | None = None,
    ) -> UIHandlePendingResult:
        """Resolves a pending `exit_plan_mode.requested` event with the user's response.

        ``session.ui.handlePendingExitPlanMode`` on the wire; experimental.

        Args:
            request_id: The unique request ID from the exit_plan_mode.requested event
            response: User response for a pending exit-plan-mode request, with approval state,
                selected action, auto-approve flag, and feedback.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the pending UI request was resolved by this call.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.ui.handlePendingExitPlanMode",
            SessionUiHandlePendingExitPlanModeParams(
                request_id=request_id,
                response=response,
            ),
            UIHandlePendingResult,
            rpc_timeout,
        )

    async def handle_pending_sampling(
        self,
        *,
        request_id: str,
        response: Mapping[str, JsonValue] | None = None,
        rpc_timeout: float | None = None,
    ) -> UIHandlePendingResult:
        """Resolves a pending `sampling.requested` event with a sampling result, or rejects it.

        ``session.ui.handlePendingSampling`` on the wire; experimental.

        Args:
            request_id: The unique request ID from the sampling.requested event
            response: Optional sampling result payload. Omit to reject/cancel the sampling
                request without providing a result.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the pending UI request was resolved by this call.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.ui.handlePendingSampling",
            SessionUiHandlePendingSamplingParams(
                request_id=request_id,
                response=response,
            ),
            UIHandlePendingResult,
            rpc_timeout,
        )

    async def handle_pending_session_limits_exhausted(
        self,
        *,
        request_id: str,
        response: UISessionLimitsExhaustedResponse,
        rpc_timeout: float | None = None,
    ) -> UIHandlePendingResult:
        """Resolves a pending `session_limits_exhausted.requested` event with the user's selected
        limit action.

        ``session.ui.handlePendingSessionLimitsExhausted`` on the wire; experimental.

        Args:
            request_id: The unique request ID from the session_limits_exhausted.requested event
            response: The selected session-limit action.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the pending UI request was resolved by this call.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.ui.handlePendingSessionLimitsExhausted",
            SessionUiHandlePendingSessionLimitsExhaustedParams(
                request_id=request_id,
                response=response,
            ),
            UIHandlePendingResult,
            rpc_timeout,
        )

    async def handle_pending_user_input(
        self,
        *,
        request_id: str,
        response: UIUserInputResponse,
        rpc_timeout: float | None = None,
    ) -> UIHandlePendingResult:
        """Resolves a pending `user_input.requested` event with the user's response.

        ``session.ui.handlePendingUserInput`` on the wire; experimental.

        Args:
            request_id: The unique request ID from the user_input.requested event
            response: User response for a pending user-input request, with answer text and
                whether it was typed freeform.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the pending UI request was resolved by this call.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.ui.handlePendingUserInput",
            SessionUiHandlePendingUserInputParams(
                request_id=request_id,
                response=response,
            ),
            UIHandlePendingResult,
            rpc_timeout,
        )

    async def register_direct_auto_mode_switch_handler(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> UIRegisterDirectAutoModeSwitchHandlerResult:
        """Registers an in-process handler for auto-mode-switch requests so the server bridge skips
        dispatch.

        ``session.ui.registerDirectAutoModeSwitchHandler`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Register an in-process handler for `auto_mode_switch.requested` events. The caller
            still attaches the actual listener via the standard event-subscription mechanism;
            this registration solely tells the server bridge to skip its own dispatch (so a
            remote client doesn't race the in-process handler for the same requestId).

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.ui.registerDirectAutoModeSwitchHandler",
            None,
            UIRegisterDirectAutoModeSwitchHandlerResult,
            rpc_timeout,
        )

    async def unregister_direct_auto_mode_switch_handler(
        self,
        *,
        handle: str,
        rpc_timeout: float | None = None,
    ) -> UIUnregisterDirectAutoModeSwitchHandlerResult:
        """Unregisters a previously-registered in-process auto-mode-switch handler by its opaque
        handle.

        ``session.ui.unregisterDirectAutoModeSwitchHandler`` on the wire; experimental.

        Args:
            handle: Handle previously returned by `registerDirectAutoModeSwitchHandler`
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the handle was active and the registration count was decremented.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.ui.unregisterDirectAutoModeSwitchHandler",
            SessionUiUnregisterDirectAutoModeSwitchHandlerParams(
                handle=handle,
            ),
            UIUnregisterDirectAutoModeSwitchHandlerResult,
            rpc_timeout,
        )
