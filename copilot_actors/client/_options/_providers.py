"""Model providers: your own (BYOK), one for a session or several by name, and GitHub's."""

from collections.abc import Mapping, Sequence
from typing import Annotated, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ._secrets import Secret
from ._values import OptionValue

ProviderType: TypeAlias = Literal["openai", "azure", "anthropic"]
WireApi: TypeAlias = Literal["completions", "responses"]
ProviderTransport: TypeAlias = Literal["http", "websockets"]
Tokens: TypeAlias = Annotated[int, Meta(ge=1)]
_Url: TypeAlias = Annotated[
    str, Meta(pattern=r"^https?://[^\s/]", description="that is an http or https URL")
]
_ProviderName: TypeAlias = Annotated[
    str, Meta(pattern=r"^[^/]+\Z", description="without '/', which parts it from the model's id")
]


class AzureOptions(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """What only Azure knows.

    Attributes:
        api_version: chooses the route with versions; without it the CLI uses the one without.
    """

    api_version: str | UnsetType = UNSET


# The CLI has the names of limits with underscores.
class VisionLimits(OptionValue, frozen=True, kw_only=True, rename=None):
    """What images a model takes.

    Attributes:
        supported_media_types: their MIME types.
        max_prompt_images: how many in one request.
        max_prompt_image_size: bytes of each.
    """

    supported_media_types: Sequence[str] | UnsetType = UNSET
    max_prompt_images: Tokens | UnsetType = UNSET
    max_prompt_image_size: Tokens | UnsetType = UNSET


class ModelLimits(OptionValue, frozen=True, kw_only=True, rename=None):
    """How many tokens a model takes and gives.

    Attributes:
        max_prompt_tokens: in a request.
        max_output_tokens: in an answer.
        max_context_window_tokens: both together.
        vision: limits of images.
    """

    max_prompt_tokens: Tokens | UnsetType = UNSET
    max_output_tokens: Tokens | UnsetType = UNSET
    max_context_window_tokens: Tokens | UnsetType = UNSET
    vision: VisionLimits | Mapping[str, object] | UnsetType = UNSET


class ModelSupports(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """What a model can do.

    Attributes:
        vision: whether it takes images.
        reasoning_effort: whether its reasoning effort can be chosen.
        adaptive_thinking: how it takes Anthropic's adaptive thinking.
    """

    vision: bool | UnsetType = UNSET
    reasoning_effort: bool | UnsetType = UNSET
    adaptive_thinking: str | UnsetType = msgspec.field(default=UNSET, name="adaptive_thinking")


class ModelCapabilities(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """Corrects what the CLI believes of a model; what is left out stays as it is.

    Attributes:
        supports: what it can do.
        limits: how much it takes.
    """

    supports: ModelSupports | Mapping[str, object] | UnsetType = UNSET
    limits: ModelLimits | Mapping[str, object] | UnsetType = UNSET


class ProviderConfig(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """A model provider of your own (BYOK). Sent again at every resume, never stored.

    Secrets may be given as a :data:`SecretSource`, which is asked at each loading.

    Attributes:
        type: ``"openai"``, ``"azure"`` or ``"anthropic"``.
        base_url: the endpoint, for instance ``"http://127.0.0.1:8080/v1"``.
        api_key: secret; hidden in ``repr``.
        bearer_token: secret; takes precedence over ``api_key``.
        wire_api: ``"completions"`` or ``"responses"``; not for Anthropic.
        transport: ``"http"``, or ``"websockets"`` for the responses API.
        azure: Azure's own settings.
        headers: further HTTP headers; hidden in ``repr``.
        model_id: the well-known model whose settings apply, where the provider has its own name.
        wire_model: the model's name at the provider, where it is not the session's ``model``.
        model_capabilities: what the model can do, where ``model_id`` does not tell.
        provider_name: the provider's name in reports.
        max_prompt_tokens: input tokens that the model takes.
        max_context_window_tokens: input and output tokens together.
        max_output_tokens: tokens that the model gives at most.
    """

    secrets: ClassVar[frozenset[str]] = frozenset({"api_key", "bearer_token", "headers"})

    type: ProviderType = "openai"
    base_url: _Url
    api_key: Secret | UnsetType = UNSET
    bearer_token: Secret | UnsetType = UNSET
    wire_api: WireApi | UnsetType = UNSET
    transport: ProviderTransport | UnsetType = UNSET
    azure: AzureOptions | Mapping[str, object] | UnsetType = UNSET
    headers: Mapping[str, Secret] | UnsetType = UNSET
    model_id: str | UnsetType = UNSET
    wire_model: str | UnsetType = UNSET
    model_capabilities: ModelCapabilities | Mapping[str, object] | UnsetType = UNSET
    provider_name: str | UnsetType = UNSET
    max_prompt_tokens: Tokens | UnsetType = UNSET
    max_context_window_tokens: Tokens | UnsetType = UNSET
    max_output_tokens: Tokens | UnsetType = UNSET


class NamedProvider(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """One of several providers of a session; its models are listed by ``SessionOptions.models``.

    Attributes:
        name: unique, without ``/``.
        type: as in :class:`ProviderConfig`, and so are the others.
        base_url: the endpoint.
        api_key: secret; hidden in ``repr``.
        bearer_token: secret; takes precedence over ``api_key``.
        wire_api: ``"completions"`` or ``"responses"``.
        transport: ``"http"`` or ``"websockets"``.
        azure: Azure's own settings.
        headers: further HTTP headers; hidden in ``repr``.
    """

    secrets: ClassVar[frozenset[str]] = frozenset({"api_key", "bearer_token", "headers"})

    name: _ProviderName
    type: ProviderType = "openai"
    base_url: _Url
    api_key: Secret | UnsetType = UNSET
    bearer_token: Secret | UnsetType = UNSET
    wire_api: WireApi | UnsetType = UNSET
    transport: ProviderTransport | UnsetType = UNSET
    azure: AzureOptions | Mapping[str, object] | UnsetType = UNSET
    headers: Mapping[str, Secret] | UnsetType = UNSET


class ProviderModel(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """A model of a :class:`NamedProvider`; a session chooses it as ``"provider/id"``.

    Attributes:
        id: its name among the models of the provider.
        provider: the provider's name.
        wire_model: its name at the provider, where that is not ``id``.
        model_id: the well-known model whose settings apply, where that is not ``id``.
        name: shown to people.
        max_prompt_tokens: input tokens that it takes.
        max_context_window_tokens: input and output tokens together.
        max_output_tokens: tokens that it gives at most.
        capabilities: what it can do, where ``model_id`` does not tell.
    """

    id: str
    provider: str
    wire_model: str | UnsetType = UNSET
    model_id: str | UnsetType = UNSET
    name: str | UnsetType = UNSET
    max_prompt_tokens: Tokens | UnsetType = UNSET
    max_context_window_tokens: Tokens | UnsetType = UNSET
    max_output_tokens: Tokens | UnsetType = UNSET
    capabilities: ModelCapabilities | Mapping[str, object] | UnsetType = UNSET


class CapiOptions(OptionValue, frozen=True, kw_only=True, rename="camel"):
    """Settings of GitHub's own provider.

    Attributes:
        auto_tier: what routing prefers when the model is ``"auto"``: ``"efficiency"``,
            ``"balance"``, ``"intelligence"``, ``"fast"``, or one that GitHub adds later.
        fusion_tier: ``"standard"``, ``"high"`` or ``"max"`` when the model is ``"fusion"``; for
            CLIs that have it.
        enable_web_socket_responses: ``False`` where a proxy breaks WebSockets.
    """

    auto_tier: str | UnsetType | None = UNSET
    fusion_tier: str | UnsetType | None = UNSET
    enable_web_socket_responses: bool | UnsetType = UNSET
