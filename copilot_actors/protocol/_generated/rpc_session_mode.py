"""Types and methods: rpc_session_mode.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from typing import cast

from .rpc_common import (
    ModelPickerSettingsContext,
    ModelSwitchConfirmation,
    SessionMode,
)
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "ModeSetResult",
    "SessionModeRpc",
    "SessionModeSetParams",
]


class ModeSetResult(WireStruct, frozen=True, kw_only=True):
    """Outcome of a session mode change, including any model switch it triggered and follow-up the
    host must perform.

    Attributes:
        status: Lifecycle status of the requested mode change.
        model_changed: Whether applying the mode changed the active model.
        mode_applied: Whether the requested mode was applied to the session. False only when an
            'expectedMode' precondition did not hold, in which case any model change reported
            alongside it was still applied.
        confirmation: Compaction confirmation required before the mode change can complete.
        warning: User-facing warning produced while applying the mode change.
        message: User-facing outcome message for the model switch triggered by the mode change.
        deprecation_warnings: Deprecation warnings associated with the model selected by the mode
            change.
        defer_implementation: Whether the host must defer implementing the requested mode change.
        arm_interactive_continuation: Whether the host should arm an interactive continuation
            after the mode change.
    """

    status: str
    model_changed: bool
    mode_applied: bool | None = None
    confirmation: ModelSwitchConfirmation | None = None
    warning: str | None = None
    message: str | None = None
    deprecation_warnings: list[str] | None = None
    defer_implementation: bool | None = None
    arm_interactive_continuation: bool | None = None


class SessionModeSetParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.mode.set``."""

    mode: SessionMode
    expected_mode: SessionMode | None = None
    inherit_plan_base_from_session_id: str | None = None
    plan_model_configured: bool | None = None
    plan_model: str | None = None
    plan_reasoning_effort: str | None = None
    plan_context_tier: str | None = None
    compaction_decision: str | None = None
    restore_plan_model: bool | None = None
    persist_plan_selection: bool | None = None
    picker_settings_context: ModelPickerSettingsContext | None = None
    plan_exit_action: str | None = None


class SessionModeRpc(RpcNamespace):
    """``session.mode.*``."""

    __slots__ = ()

    async def get(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> SessionMode:
        """Gets the current agent interaction mode.

        ``session.mode.get`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            The session mode the agent is operating in

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return cast(
            "SessionMode",
            await self._call(
                "session.mode.get",
                None,
                cast("type[object]", SessionMode),
                rpc_timeout,
            ),
        )

    async def set(
        self,
        *,
        mode: SessionMode,
        expected_mode: SessionMode | None = None,
        inherit_plan_base_from_session_id: str | None = None,
        plan_model_configured: bool | None = None,
        plan_model: str | None = None,
        plan_reasoning_effort: str | None = None,
        plan_context_tier: str | None = None,
        compaction_decision: str | None = None,
        restore_plan_model: bool | None = None,
        persist_plan_selection: bool | None = None,
        picker_settings_context: ModelPickerSettingsContext | None = None,
        plan_exit_action: str | None = None,
        rpc_timeout: float | None = None,
    ) -> ModeSetResult:
        """Sets the current agent interaction mode.

        ``session.mode.set`` on the wire; experimental.

        Args:
            mode: The session mode the agent is operating in
            expected_mode: Mode the session must currently be in for the change to apply. When
                set and the session is in a different mode the request is a no-op and reports
                status 'unchanged'.
            inherit_plan_base_from_session_id: Session whose plan-mode base state should be
                inherited.
            plan_model_configured: Whether a dedicated plan model is configured.
            plan_model: Dedicated model to use in plan mode, when configured.
            plan_reasoning_effort: Reasoning effort to use with the dedicated plan model.
            plan_context_tier: Context tier to use with the dedicated plan model.
            compaction_decision: Explicit response to a model-switch compaction preflight.
            restore_plan_model: Whether leaving plan mode should restore the session's previous
                model.
            persist_plan_selection: Whether the selected plan model should be persisted.
            picker_settings_context: Settings context used when persisting the selected plan
                model.
            plan_exit_action: Action to perform when leaving plan mode.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Outcome of a session mode change, including any model switch it triggered and
            follow-up the host must perform.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.mode.set",
            SessionModeSetParams(
                mode=mode,
                expected_mode=expected_mode,
                inherit_plan_base_from_session_id=inherit_plan_base_from_session_id,
                plan_model_configured=plan_model_configured,
                plan_model=plan_model,
                plan_reasoning_effort=plan_reasoning_effort,
                plan_context_tier=plan_context_tier,
                compaction_decision=compaction_decision,
                restore_plan_model=restore_plan_model,
                persist_plan_selection=persist_plan_selection,
                picker_settings_context=picker_settings_context,
                plan_exit_action=plan_exit_action,
            ),
            ModeSetResult,
            rpc_timeout,
        )
