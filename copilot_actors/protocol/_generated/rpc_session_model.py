"""Types and methods: rpc_session_model.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import UNSET, UnsetType

from .rpc_common import (
    AutoTier,
    ContextTier,
    ModelCapabilitiesOverride,
    ModelPickerPriceCategory,
    ModelPickerSettingsContext,
    ModelSwitchConfirmation,
    Verbosity,
)
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import (
    JsonValue,
    WireStruct,
)

__all__ = [
    "CurrentModel",
    "ModelChangeSource",
    "ModelPickerPersistenceRequest",
    "ModelSetAllowedModelsResult",
    "ModelSetReasoningEffortResult",
    "ModelSwitchAutoTierResult",
    "ModelSwitchAutoTierStatus",
    "ModelSwitchToResult",
    "ReasoningSummary",
    "SessionModelApplyStartupOverlayParams",
    "SessionModelList",
    "SessionModelListParams",
    "SessionModelPriceCategory",
    "SessionModelRpc",
    "SessionModelSetAllowedModelsParams",
    "SessionModelSetReasoningEffortParams",
    "SessionModelSwitchAutoTierParams",
    "SessionModelSwitchToParams",
]


class CurrentModel(WireStruct, frozen=True, kw_only=True, gc=False):
    """The session's authoritative model snapshot. Auto preference fields are configuration for the
    virtual `auto` model and do not change the selected model identifier. The context tier
    reflects `Session.getContextTier()`, restored from the session journal on resume.

    Attributes:
        model_id: Currently active model identifier
        reasoning_effort: Reasoning effort level currently applied to the active model, when one
            is set. Reads `Session.getReasoningEffort()` synchronously after `getSelectedModel()`
            resolves so the two values are reported as a snapshot.
        context_tier: Context tier for models that support multiple context-window sizes.
        auto_tier: Auto preference currently committed for the session. This can remain available
            while another model is selected so a later switch to `auto` can reuse it.
        pending_auto_tier: Latest unclaimed Auto preference waiting for a future user turn. Null
            means the pending request is returning to provider-default routing.
        activating_auto_tier: Auto preference currently claimed by an in-progress activation.
            Null means the activation is returning to provider-default routing.
    """

    model_id: str | None = None
    reasoning_effort: str | None = None
    context_tier: ContextTier | None = None
    auto_tier: AutoTier | None = None
    pending_auto_tier: AutoTier | None | UnsetType = UNSET
    activating_auto_tier: AutoTier | None | UnsetType = UNSET


class ModelPickerPersistenceRequest(WireStruct, frozen=True, kw_only=True, gc=False):
    """``ModelPickerPersistenceRequest`` of the schema.

    Attributes:
        settings_context: Filesystem and environment context used to resolve settings
            persistence.
        reasoning_effort_explicit: Whether reasoning effort was explicitly selected and should be
            persisted.
        context_tier_explicit: Whether context tier was explicitly selected and should be
            persisted.
    """

    settings_context: ModelPickerSettingsContext
    reasoning_effort_explicit: bool | None = None
    context_tier_explicit: bool | None = None


class ModelSetAllowedModelsResult(WireStruct, frozen=True, kw_only=True):
    """The applied host allowlist and effective session model policy after intersection.

    Attributes:
        allowed_models: Normalized host allowlist. Omitted when the host restriction was cleared,
            or when a relay client does not return the host policy.
        effective_allowed_models: Effective exact IDs or repository policy patterns after
            applying the host restriction. Omitted by relay clients that do not return the host
            policy.
        fallback_model: Effective deterministic fallback model, when the policy defines one.
        model_id: Selected session model after reconciling a now-disallowed concrete selection.
    """

    allowed_models: list[str] | None = None
    effective_allowed_models: list[str] | None = None
    fallback_model: str | None = None
    model_id: str | None = None


class ModelSetReasoningEffortResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Update the session's reasoning effort without changing the selected model. Use `switchTo`
    instead when you also need to change the model. The runtime stores the effort on the session
    and applies it to subsequent turns.

    Attributes:
        reasoning_effort: Reasoning effort level recorded on the session after the update
    """

    reasoning_effort: str


class ModelSwitchAutoTierResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Immediate acknowledgement and Auto preference snapshot after a switch request. This result
    never implies that a pending preference committed.

    Attributes:
        status: Immediate request status. `pending` means accepted but not committed.
        effective_auto_tier: Auto preference currently committed for the session.
        pending_auto_tier: Latest unclaimed Auto preference waiting for a future user turn.
        activating_auto_tier: Auto preference currently claimed by an in-progress activation.
            Null means the activation is returning to provider-default routing.
        superseded_auto_tier: Earlier unclaimed preference replaced by this request. This can be
            present with either status, including when selecting the effective preference cancels
            pending work.
    """

    status: ModelSwitchAutoTierStatus
    effective_auto_tier: AutoTier | None = None
    pending_auto_tier: AutoTier | None | UnsetType = UNSET
    activating_auto_tier: AutoTier | None | UnsetType = UNSET
    superseded_auto_tier: AutoTier | None | UnsetType = UNSET


class ModelSwitchToResult(WireStruct, frozen=True, kw_only=True):
    """The model identifier active on the session after the switch.

    Attributes:
        model_id: Currently active model identifier after the switch
        deferred: True when the switch was deferred (enqueued as a cancellable `/model` command)
            because a turn was active or another model change was already queued, rather than
            applied immediately. When true, the session's live model is unchanged until the
            queued change drains.
        status: Lifecycle result for the requested switch
        confirmation: Compaction confirmation projection when status is confirmation_required
        persistence_error: Persistence failure encountered after applying the model switch.
        message: User-facing outcome message for the model switch.
        warning: User-facing warning produced while applying the model switch.
        deprecation_warnings: Deprecation warnings associated with the selected model or options.
        model_state: Authoritative model and Auto preference state after an immediate switch. For
            deferred switches this remains the current state until the queued change drains.
    """

    model_id: str | None = None
    deferred: bool | None = None
    status: str | None = None
    confirmation: ModelSwitchConfirmation | None = None
    persistence_error: str | None = None
    message: str | None = None
    warning: str | None = None
    deprecation_warnings: list[str] | None = None
    model_state: CurrentModel | None = None


class SessionModelList(WireStruct, frozen=True, kw_only=True):
    """The list of models available to this session.

    Attributes:
        list_: Available models, ordered with the most preferred default first. Includes both
            Copilot (CAPI) models and any registry BYOK models; a BYOK model appears under its
            provider-qualified selection id (`provider/id`).
        model_price_categories: Cost categories for the full CAPI catalog, including
            picker-disabled models that Auto may select. Metadata only; entries absent from
            `list` are not manually selectable.
        quota_snapshots: Per-quota snapshots returned alongside the model list, keyed by quota
            type.
    """

    list_: list[JsonValue]
    model_price_categories: list[SessionModelPriceCategory] | None = None
    quota_snapshots: dict[str, JsonValue] | None = None


class SessionModelPriceCategory(WireStruct, frozen=True, kw_only=True, gc=False):
    """Cost-category metadata for a CAPI model.

    Attributes:
        id: CAPI model identifier.
        price_category: Cost category assigned to the model.
    """

    id: str
    price_category: ModelPickerPriceCategory


if TYPE_CHECKING:
    ModelChangeSource: TypeAlias = Literal["model_command", "settings_command", "config_command", "model_picker", "managed_settings", "repo_settings", "startup", "agent", "plan_mode", "automatic", "sdk"] | str
    """Origin of an effective session model change.

    - ``model_command``: The user selected a model directly with `/model <id>`.
    - ``settings_command``: The user selected the model with `/settings`.
    - ``config_command``: The user selected the model with the `/config` alias.
    - ``model_picker``: The user selected the model in the model picker, including the picker
        opened by bare `/model`.
    - ``managed_settings``: Organization-managed settings selected the model.
    - ``repo_settings``: Repository settings selected the model.
    - ``startup``: Startup model resolution selected the model.
    - ``agent``: Selecting an agent selected its configured model.
    - ``plan_mode``: Entering, leaving, or reconfiguring plan mode selected the model.
    - ``automatic``: The runtime selected the model automatically, such as rate-limit recovery or
        refusal fallback.
    - ``sdk``: An SDK or RPC caller selected the model.
    """
    ModelSwitchAutoTierStatus: TypeAlias = Literal["unchanged", "pending"] | str
    """Whether the requested preference was already effective or was accepted for later
    transactional activation.

    - ``unchanged``: The requested preference is already effective. No activation is pending for
        it, although this request may have cancelled an earlier unclaimed preference reported in
        `supersededAutoTier`.
    - ``pending``: The request was accepted but has not committed. A later user turn using the
        `auto` model must mint and validate the replacement before it becomes effective.
    """
    ReasoningSummary: TypeAlias = Literal["none", "concise", "detailed"] | str
    """Reasoning summary mode to request for supported model clients

    - ``none``: Do not request reasoning summaries from the model.
    - ``concise``: Request a concise summary of the model's reasoning.
    - ``detailed``: Request a detailed summary of the model's reasoning.
    """
else:
    ModelChangeSource = Literal["model_command", "settings_command", "config_command", "model_picker", "managed_settings", "repo_settings", "startup", "agent", "plan_mode", "automatic", "sdk"]
    ModelSwitchAutoTierStatus = Literal["unchanged", "pending"]
    ReasoningSummary = Literal["none", "concise", "detailed"]


class SessionModelApplyStartupOverlayParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.model.applyStartupOverlay``."""

    device_managed_model: str | None = None
    server_managed_model: str | None = None
    policy_helper_model: str | None = None
    repo_model: str | None = None
    repo_reasoning_effort: str | None = None
    repo_context_tier: str | None = None
    repo_auto_tier: str | None = None
    cli_model: str | None = None
    deferred_resume: bool | None = None


class SessionModelListParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.model.list``."""

    skip_cache: bool | None = None


class SessionModelSetAllowedModelsParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.model.setAllowedModels``."""

    allowed_models: Sequence[str] | None | UnsetType = UNSET


class SessionModelSetReasoningEffortParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.model.setReasoningEffort``."""

    reasoning_effort: str


class SessionModelSwitchAutoTierParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.model.switchAutoTier``."""

    auto_tier: AutoTier | None
    source: ModelChangeSource | None = None


class SessionModelSwitchToParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.model.switchTo``."""

    model_id: str
    auto_tier: AutoTier | None | UnsetType = UNSET
    reasoning_effort: str | None = None
    reasoning_summary: ReasoningSummary | None = None
    verbosity: Verbosity | None = None
    model_capabilities: ModelCapabilitiesOverride | None = None
    context_tier: ContextTier | None = None
    source: ModelChangeSource | None = None
    defer_if_model_change_queued: bool | None = None
    compaction_decision: str | None = None
    run_compaction_preflight: bool | None = None
    repo_scope: str | None = None
    model_change_scope: str | None = None
    require_available: bool | None = None
    picker_persistence: ModelPickerPersistenceRequest | None = None


class SessionModelRpc(RpcNamespace):
    """``session.model.*``."""

    __slots__ = ()

    async def apply_startup_overlay(
        self,
        *,
        device_managed_model: str | None = None,
        server_managed_model: str | None = None,
        policy_helper_model: str | None = None,
        repo_model: str | None = None,
        repo_reasoning_effort: str | None = None,
        repo_context_tier: str | None = None,
        repo_auto_tier: str | None = None,
        cli_model: str | None = None,
        deferred_resume: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> ModelSwitchToResult:
        """Resolves and applies organization-managed and repository model overlays.

        ``session.model.applyStartupOverlay`` on the wire; experimental, internal.

        Args:
            device_managed_model: Model required by device-managed policy, when configured.
            server_managed_model: Model required by server-managed policy, when configured.
            policy_helper_model: Startup default model from the enterprise policy helper, when
                configured. Weakest of the managed sources: it applies only when neither device
                nor server policy names a model, and an explicit user selection still wins.
            repo_model: Model selected by repository settings, when configured.
            repo_reasoning_effort: Reasoning effort selected by repository settings, when
                configured.
            repo_context_tier: Context tier selected by repository settings, when configured.
            repo_auto_tier: Auto routing preference selected by repository settings, when
                configured. Applied only when the overlay selects the Auto model; beside a
                concrete model it stays dormant.
            cli_model: Model explicitly selected by the CLI, when provided.
            deferred_resume: Whether the overlay is being applied while resuming a deferred
                session.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            The model identifier active on the session after the switch.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.model.applyStartupOverlay",
            SessionModelApplyStartupOverlayParams(
                device_managed_model=device_managed_model,
                server_managed_model=server_managed_model,
                policy_helper_model=policy_helper_model,
                repo_model=repo_model,
                repo_reasoning_effort=repo_reasoning_effort,
                repo_context_tier=repo_context_tier,
                repo_auto_tier=repo_auto_tier,
                cli_model=cli_model,
                deferred_resume=deferred_resume,
            ),
            ModelSwitchToResult,
            rpc_timeout,
        )

    async def get_current(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> CurrentModel:
        """Gets the session's authoritative model snapshot, including the committed Auto preference
        and any newer unclaimed Auto preference waiting for a future user turn.

        ``session.model.getCurrent`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            The session's authoritative model snapshot. Auto preference fields are configuration
            for the virtual `auto` model and do not change the selected model identifier. The
            context tier reflects `Session.getContextTier()`, restored from the session journal
            on resume.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.model.getCurrent",
            None,
            CurrentModel,
            rpc_timeout,
        )

    async def list(
        self,
        *,
        skip_cache: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> SessionModelList:
        """Lists models available to this session using its own auth and integration context.
        Connected hosts (CLI TUI, GitHub App) should call this through the session client so
        remote sessions return the remote CLI's available models rather than the caller's.

        ``session.model.list`` on the wire; experimental.

        Args:
            skip_cache: If true, bypasses the per-session model list cache and re-fetches from
                CAPI.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            The list of models available to this session.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.model.list",
            SessionModelListParams(
                skip_cache=skip_cache,
            ),
            SessionModelList,
            rpc_timeout,
        )

    async def set_allowed_models(
        self,
        *,
        allowed_models: Sequence[str] | None | UnsetType = UNSET,
        rpc_timeout: float | None = None,
    ) -> ModelSetAllowedModelsResult:
        """Replaces or clears the host-supplied model allowlist for a running session.

        ``session.model.setAllowedModels`` on the wire; experimental.

        Args:
            allowed_models: Exact model IDs to permit, or null to clear the host restriction.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            The applied host allowlist and effective session model policy after intersection.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.model.setAllowedModels",
            SessionModelSetAllowedModelsParams(
                allowed_models=allowed_models,
            ),
            ModelSetAllowedModelsResult,
            rpc_timeout,
        )

    async def set_reasoning_effort(
        self,
        *,
        reasoning_effort: str,
        rpc_timeout: float | None = None,
    ) -> ModelSetReasoningEffortResult:
        """Updates the session's reasoning effort without changing the selected model.

        ``session.model.setReasoningEffort`` on the wire; experimental.

        Args:
            reasoning_effort: Reasoning effort level to apply to the currently selected model.
                The host is responsible for validating the value against the model's supported
                levels before calling.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Update the session's reasoning effort without changing the selected model. Use
            `switchTo` instead when you also need to change the model. The runtime stores the
            effort on the session and applies it to subsequent turns.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.model.setReasoningEffort",
            SessionModelSetReasoningEffortParams(
                reasoning_effort=reasoning_effort,
            ),
            ModelSetReasoningEffortResult,
            rpc_timeout,
        )

    async def switch_auto_tier(
        self,
        *,
        auto_tier: AutoTier | None,
        source: ModelChangeSource | None = None,
        rpc_timeout: float | None = None,
    ) -> ModelSwitchAutoTierResult:
        """Requests an Auto preference change without changing the session's selected model. The
        latest unclaimed request wins; the runtime commits it only after a later prompt using the
        `auto` model mints a usable model and token pair. A `pending` response confirms that the
        request was accepted, not that it committed. Observe eventual success through
        `session.model_change`, failure through the ephemeral `session.auto_tier_switch_failed`
        event, or current unclaimed state through `session.model.getCurrent`.

        ``session.model.switchAutoTier`` on the wire; experimental.

        Args:
            auto_tier: Auto preference to activate when a future user turn using the `auto` model
                safely mints a replacement model and token pair. Pass null to return to
                provider-default Auto routing.
            source: Origin to record on the effective `session.model_change` event. Defaults to
                `sdk` when omitted.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Immediate acknowledgement and Auto preference snapshot after a switch request. This
            result never implies that a pending preference committed.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.model.switchAutoTier",
            SessionModelSwitchAutoTierParams(
                auto_tier=auto_tier,
                source=source,
            ),
            ModelSwitchAutoTierResult,
            rpc_timeout,
        )

    async def switch_to(
        self,
        *,
        model_id: str,
        auto_tier: AutoTier | None | UnsetType = UNSET,
        reasoning_effort: str | None = None,
        reasoning_summary: ReasoningSummary | None = None,
        verbosity: Verbosity | None = None,
        model_capabilities: ModelCapabilitiesOverride | None = None,
        context_tier: ContextTier | None = None,
        source: ModelChangeSource | None = None,
        defer_if_model_change_queued: bool | None = None,
        compaction_decision: str | None = None,
        run_compaction_preflight: bool | None = None,
        repo_scope: str | None = None,
        model_change_scope: str | None = None,
        require_available: bool | None = None,
        picker_persistence: ModelPickerPersistenceRequest | None = None,
        rpc_timeout: float | None = None,
    ) -> ModelSwitchToResult:
        """Switches the session to a model and optional reasoning configuration.

        ``session.model.switchTo`` on the wire; experimental.

        Args:
            model_id: Model selection id to switch to, as returned by `list`. A bare id (e.g.
                `claude-sonnet-4.6`) names a Copilot (CAPI) model; a provider-qualified id
                (`provider/id`, e.g. `acme/claude-sonnet`) targets a registry BYOK model.
            auto_tier: Optional Auto routing preference to stage atomically with selecting
                `auto`. Pass null to return to provider-default Auto routing. This field is
                rejected when `modelId` is not `auto`.
            reasoning_effort: Reasoning effort level to use for the model. CAPI values are
                model-defined and validated against the selected model; BYOK providers may define
                additional values. "none" disables reasoning. When omitted, no effort override is
                applied.
            reasoning_summary: Reasoning summary mode to request for supported model clients
            verbosity: Output verbosity level to request for supported models
            model_capabilities: Override individual model capabilities resolved by the runtime
            context_tier: Explicit context tier for the selected model. `"default"` /
                `"long_context"` apply the requested tier; omit this field to use normal model
                behavior with no explicit tier.
            source: Origin to record on the effective `session.model_change` event for trusted
                in-process calls. Transport SDK calls are always recorded as `sdk`, regardless of
                this value.
            defer_if_model_change_queued: When true, defer this switch (enqueue it) if another
                model change is already queued, even when no turn is active — so it drains last
                (FIFO) and wins over the already-queued change. Intended for genuine
                user-initiated model selections; internal restore/reapply switches omit it and
                apply immediately when no turn is active. When no other model change is queued
                this has no effect (a switch still applies immediately unless a turn is active).
            compaction_decision: Explicit response to a model-switch compaction preflight. Omit
                to request a confirmation projection when compaction is necessary.
            run_compaction_preflight: When true, evaluate context-window compaction policy before
                applying the switch.
            repo_scope: Optional repository settings scope to persist after the switch commits.
            model_change_scope: Settings scope used when persisting the selected model.
            require_available: Require the target to be currently available and enabled before
                applying the switch.
            picker_persistence: Optional settings context and explicit-override flags used to
                persist a picker selection.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            The model identifier active on the session after the switch.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.model.switchTo",
            SessionModelSwitchToParams(
                model_id=model_id,
                auto_tier=auto_tier,
                reasoning_effort=reasoning_effort,
                reasoning_summary=reasoning_summary,
                verbosity=verbosity,
                model_capabilities=model_capabilities,
                context_tier=context_tier,
                source=source,
                defer_if_model_change_queued=defer_if_model_change_queued,
                compaction_decision=compaction_decision,
                run_compaction_preflight=run_compaction_preflight,
                repo_scope=repo_scope,
                model_change_scope=model_change_scope,
                require_available=require_available,
                picker_persistence=picker_persistence,
            ),
            ModelSwitchToResult,
            rpc_timeout,
        )
