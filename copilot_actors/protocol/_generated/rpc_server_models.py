"""Types and methods: rpc_server_models.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import field

from .rpc_common import (
    AdaptiveThinkingSupport,
    ModelPickerPriceCategory,
)
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import (
    JsonValue,
    WireStruct,
)

__all__ = [
    "BuiltInModelCatalog",
    "BuiltInModelCatalogEntry",
    "Model",
    "ModelBilling",
    "ModelBillingPromo",
    "ModelBillingTokenPrices",
    "ModelBillingTokenPricesLongContext",
    "ModelCapabilities",
    "ModelCapabilitiesLimits",
    "ModelCapabilitiesLimitsVision",
    "ModelCapabilitiesSupports",
    "ModelList",
    "ModelMessage",
    "ModelPickerCategory",
    "ModelPolicy",
    "ModelPolicyState",
    "ModelWarningText",
    "ModelsListParams",
    "ServerModelsRpc",
]


class BuiltInModelCatalog(WireStruct, frozen=True, kw_only=True):
    """The running runtime's complete catalog of well-known built-in model IDs, including supported
    models and additional IDs with built-in metadata.

    Attributes:
        models: Built-in model entries.
    """

    models: list[BuiltInModelCatalogEntry]


class BuiltInModelCatalogEntry(WireStruct, frozen=True, kw_only=True, gc=False):
    """A well-known model in the runtime's built-in catalog.

    Attributes:
        id: Well-known runtime model ID suitable for provider or provider-model metadata. This is
            not necessarily the provider-facing deployment or model name and does not indicate
            CAPI entitlement or provider availability.
    """

    id: str


class Model(WireStruct, frozen=True, kw_only=True):
    """Copilot model metadata, including identifier, display name, capabilities, policy, billing,
    reasoning efforts, and picker categories.

    Attributes:
        id: Model identifier (e.g., "claude-sonnet-4.5")
        name: Display name
        capabilities: Model capabilities and limits
        metadata: Provider-supplied model metadata. Keys and JSON-compatible values are preserved
            unchanged. This is factual metadata published by the model provider; it carries no
            picker or UX semantics.
        policy: Policy state (if applicable)
        billing: Billing information
        supported_reasoning_efforts: Supported reasoning effort levels (only present if model
            supports reasoning effort)
        default_reasoning_effort: Default reasoning effort level (only present if model supports
            reasoning effort)
        supported_context_tiers: Context-window tiers this model offers, when the provider
            advertises them independently of tiered token pricing. Copilot models carry their
            tiers in `billing.tokenPrices`; a provider that has no pricing to publish (an agent
            host reached over AHP, for example) declares them here instead, so the model picker
            can still offer the tier toggle.
        model_picker_category: Model capability category for grouping in the model picker
        model_picker_price_category: Relative cost tier for token-based billing users
        warning_text: Warning text the service requires hosts to surface for this model. Present
            only when the service published at least one warning.
        info_messages: Informational notices the service published for this model, such as an
            upcoming change or a recommended alternative. Present only when the service published
            at least one notice. Hosts should surface these without implying anything is wrong
            with the model.
        warning_messages: Warnings the service published for this model, such as a deprecated
            client version. Present only when the service published at least one warning. The
            model remains usable; hosts should surface these as advisory rather than blocking.
    """

    id: str
    name: str
    capabilities: ModelCapabilities
    metadata: dict[str, JsonValue] | None = None
    policy: ModelPolicy | None = None
    billing: ModelBilling | None = None
    supported_reasoning_efforts: list[str] | None = None
    default_reasoning_effort: str | None = None
    supported_context_tiers: list[str] | None = None
    model_picker_category: ModelPickerCategory | None = None
    model_picker_price_category: ModelPickerPriceCategory | None = None
    warning_text: ModelWarningText | None = None
    info_messages: list[ModelMessage] | None = None
    warning_messages: list[ModelMessage] | None = None


class ModelBilling(WireStruct, frozen=True, kw_only=True, gc=False):
    """Billing information

    Attributes:
        multiplier: Billing cost multiplier relative to the base rate
        token_prices: Token-level pricing information for this model
        discount_percent: Whole-number percentage discount (0-100) applied to usage billed
            through this model. Populated for the synthetic `auto` model, where requests routed
            by auto-mode are billed at a reduced rate; absent for concrete models.
        promo: Active server-driven promotion for this model, if any. Present when the model is
            being promoted with a discount, which may be time-boxed or open-ended.
    """

    multiplier: float | None = None
    token_prices: ModelBillingTokenPrices | None = None
    discount_percent: int | None = None
    promo: ModelBillingPromo | None = None


class ModelBillingPromo(WireStruct, frozen=True, kw_only=True, gc=False):
    """Active server-driven promotion for a model, including its discount and optional expiry.

    Attributes:
        id: Stable identifier for the promotion campaign.
        discount_percent: Percentage discount (0-100) applied while the promotion is active. May
            be fractional.
        ends_at: UTC ISO 8601 timestamp marking when the promotion ends. Optional: an open-ended
            promotion omits this field. When present, the API only surfaces a promo whose expiry
            parses and is in the future, so consumers should treat a past value as expired.
        message: Human-readable promotion message. Does not include the expiry timestamp;
            consumers may format endsAt and append it when present.
        show_banner: Whether the service asked hosts to give this promotion a prominent surface,
            such as a dedicated banner, in addition to listing it with the model. `true` requests
            that surface and `false` asks for the model list only. Absent means the service
            expressed no preference — for example a response that predates the field — so hosts
            should apply their own default rather than read it as `false`.
    """

    id: str | None = None
    discount_percent: float | None = None
    ends_at: str | None = None
    message: str | None = None
    show_banner: bool | None = None


class ModelBillingTokenPrices(WireStruct, frozen=True, kw_only=True, gc=False):
    """Token-level pricing information for this model

    Attributes:
        input_price: AI Credits cost per billing batch of input tokens
        output_price: AI Credits cost per billing batch of output tokens
        cache_price: Deprecated. Use cacheReadPrice instead. AI Credits cost per billing batch of
            cached tokens
        cache_read_price: AI Credits cost per billing batch of cached (read) tokens
        cache_write_price: AI Credits cost per billing batch of cache-write (cache creation)
            tokens.
        cache_write1h_price: AI Credits cost per billing batch of 1-hour cache-write (cache
            creation) tokens.
        batch_size: Number of tokens per standard billing batch
        context_max: Deprecated. Use maxPromptTokens instead. Prompt token budget for the default
            tier. The total context window is this value plus the model's max_output_tokens.
        max_prompt_tokens: Prompt token budget for the default tier. The total context window is
            this value plus the model's max_output_tokens.
        long_context: Long context tier pricing (available for models with extended context
            windows)
    """

    input_price: float | None = None
    output_price: float | None = None
    cache_price: float | None = None
    cache_read_price: float | None = None
    cache_write_price: float | None = None
    cache_write1h_price: float | None = None
    batch_size: int | None = None
    context_max: int | None = None
    max_prompt_tokens: int | None = None
    long_context: ModelBillingTokenPricesLongContext | None = None


class ModelBillingTokenPricesLongContext(WireStruct, frozen=True, kw_only=True, gc=False):
    """Long context tier pricing (available for models with extended context windows)

    Attributes:
        input_price: AI Credits cost per billing batch of input tokens
        output_price: AI Credits cost per billing batch of output tokens
        cache_price: Deprecated. Use cacheReadPrice instead. AI Credits cost per billing batch of
            cached tokens
        cache_read_price: AI Credits cost per billing batch of cached (read) tokens
        cache_write_price: AI Credits cost per billing batch of cache-write (cache creation)
            tokens.
        cache_write1h_price: AI Credits cost per billing batch of 1-hour cache-write (cache
            creation) tokens.
        context_max: Deprecated. Use maxPromptTokens instead. Prompt token budget for the long
            context tier. The total context window is this value plus the model's
            max_output_tokens.
        max_prompt_tokens: Prompt token budget for the long context tier. The total context
            window is this value plus the model's max_output_tokens.
    """

    input_price: float | None = None
    output_price: float | None = None
    cache_price: float | None = None
    cache_read_price: float | None = None
    cache_write_price: float | None = None
    cache_write1h_price: float | None = None
    context_max: int | None = None
    max_prompt_tokens: int | None = None


class ModelCapabilities(WireStruct, frozen=True, kw_only=True, gc=False):
    """Model capabilities and limits

    Attributes:
        supports: Feature flags indicating what the model supports
        limits: Token limits for prompts, outputs, and context window
    """

    supports: ModelCapabilitiesSupports | None = None
    limits: ModelCapabilitiesLimits | None = None


class ModelCapabilitiesLimits(WireStruct, frozen=True, kw_only=True, gc=False):
    """Token limits for prompts, outputs, and context window

    Attributes:
        max_prompt_tokens: Maximum number of prompt/input tokens
        max_output_tokens: Maximum number of output/completion tokens
        max_context_window_tokens: Maximum total context window size in tokens
        vision: Vision-specific limits
    """

    max_prompt_tokens: int | None = field(default=None, name="max_prompt_tokens")
    max_output_tokens: int | None = field(default=None, name="max_output_tokens")
    max_context_window_tokens: int | None = field(default=None, name="max_context_window_tokens")
    vision: ModelCapabilitiesLimitsVision | None = None


class ModelCapabilitiesLimitsVision(WireStruct, frozen=True, kw_only=True):
    """Vision-specific limits

    Attributes:
        supported_media_types: MIME types the model accepts
        max_prompt_images: Maximum number of images per prompt
        max_prompt_image_size: Maximum image size in bytes
    """

    supported_media_types: list[str] = field(name="supported_media_types")
    max_prompt_images: int = field(name="max_prompt_images")
    max_prompt_image_size: int = field(name="max_prompt_image_size")


class ModelCapabilitiesSupports(WireStruct, frozen=True, kw_only=True, gc=False):
    """Feature flags indicating what the model supports

    Attributes:
        vision: Whether this model supports vision/image input
        reasoning_effort: Whether this model supports reasoning effort configuration
        adaptive_thinking: Resolved Anthropic adaptive-thinking capability — unsupported /
            optional / required / adaptive_only. 'required' models reject thinking.type='enabled'
            with HTTP 400 but still accept 'disabled' (e.g. opus-4.7/4.8/5, sonnet-5);
            'adaptive_only' models accept nothing but 'adaptive' (e.g. fable, mythos).
    """

    vision: bool | None = None
    reasoning_effort: bool | None = None
    adaptive_thinking: AdaptiveThinkingSupport | None = field(default=None, name="adaptive_thinking")


class ModelList(WireStruct, frozen=True, kw_only=True):
    """List of Copilot models available to the resolved user, including capabilities and billing
    metadata.

    Attributes:
        models: List of available models with full metadata
    """

    models: list[Model]


class ModelMessage(WireStruct, frozen=True, kw_only=True, gc=False):
    """A service-published message about a model, carrying a stable machine-readable code alongside
    human-readable text.

    Attributes:
        code: Stable machine-readable identifier for the message, such as
            `client_version_deprecated`. Hosts can key custom presentation off this; unrecognized
            codes should fall back to displaying `message`.
        message: Human-readable message text intended for display to the user.
    """

    code: str
    message: str


class ModelPolicy(WireStruct, frozen=True, kw_only=True, gc=False):
    """Policy state (if applicable)

    Attributes:
        state: Current policy state for this model
        terms: Usage terms or conditions for this model
    """

    state: ModelPolicyState
    terms: str | None = None


class ModelWarningText(WireStruct, frozen=True, kw_only=True, gc=False):
    """Service-published warning text that hosts should display when presenting a model.

    Attributes:
        data_retention: Data-retention warning for the model. The text may contain Markdown links
            and should be rendered as Markdown when supported.
    """

    data_retention: str | None = None


if TYPE_CHECKING:
    ModelPickerCategory: TypeAlias = Literal["lightweight", "versatile", "powerful"] | str
    """Model capability category for grouping in the model picker

    - ``lightweight``: Lightweight model category optimized for faster, lower-cost interactions.
    - ``versatile``: Versatile model category suitable for a broad range of tasks.
    - ``powerful``: Powerful model category optimized for complex tasks.
    """
    ModelPolicyState: TypeAlias = Literal["enabled", "disabled", "unconfigured"] | str
    """Current policy state for this model

    - ``enabled``: The model is enabled by policy.
    - ``disabled``: The model is disabled by policy.
    - ``unconfigured``: No explicit policy is configured for the model.
    """
else:
    ModelPickerCategory = Literal["lightweight", "versatile", "powerful"]
    ModelPolicyState = Literal["enabled", "disabled", "unconfigured"]


class ModelsListParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``models.list``."""

    selection_id: str | None = None
    github_token: str | None = field(default=None, name="gitHubToken")


class ServerModelsRpc(RpcNamespace):
    """``models.*``."""

    __slots__ = ()

    async def get_built_in_catalog(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> BuiltInModelCatalog:
        """Returns the running runtime's complete catalog of well-known built-in model IDs without
        authentication or network access.

        ``models.getBuiltInCatalog`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            The running runtime's complete catalog of well-known built-in model IDs, including
            supported models and additional IDs with built-in metadata.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "models.getBuiltInCatalog",
            None,
            BuiltInModelCatalog,
            rpc_timeout,
        )

    async def list(
        self,
        *,
        selection_id: str | None = None,
        github_token: str | None = None,
        rpc_timeout: float | None = None,
    ) -> ModelList:
        """Lists Copilot models available to the authenticated user.

        ``models.list`` on the wire; experimental.

        Args:
            selection_id: Opaque account identifier returned by `account.getAllUsers`. When
                omitted, the current account is used.
            github_token: GitHub token accepted for compatibility with existing SDK clients. When
                provided, resolves this token instead of using the current account.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            List of Copilot models available to the resolved user, including capabilities and
            billing metadata.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "models.list",
            ModelsListParams(
                selection_id=selection_id,
                github_token=github_token,
            ),
            ModelList,
            rpc_timeout,
        )
