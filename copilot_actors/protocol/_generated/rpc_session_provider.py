"""Types and methods: rpc_session_provider.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from .rpc_common import (
    NamedProviderConfig,
    ProviderModelConfig,
)
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import (
    JsonValue,
    WireStruct,
)

__all__ = [
    "ProviderAddResult",
    "ProviderEndpoint",
    "ProviderEndpointTransport",
    "ProviderEndpointType",
    "ProviderEndpointWireApi",
    "ProviderSessionToken",
    "SessionProviderAddParams",
    "SessionProviderGetEndpointParams",
    "SessionProviderRpc",
]


class ProviderAddResult(WireStruct, frozen=True, kw_only=True):
    """The selectable model entries synthesized for the models added by this call.

    Attributes:
        models: Synthesized selectable model entries for the newly added BYOK models, each under
            its provider-qualified selection id (`provider/id`). Empty when only providers were
            added.
    """

    models: list[JsonValue]


class ProviderEndpoint(WireStruct, frozen=True, kw_only=True):
    """A snapshot of the provider endpoint the session is currently configured to talk to.

    Attributes:
        type: Provider family. Matches the `type` field of a BYOK provider config.
        wire_api: Wire API to be used, when required for the provider type.
        transport: Transport to be used for provider requests.
        base_url: Base URL to pass to the LLM client library.
        api_key: A credential the caller should use with this endpoint. Omitted only when the
            endpoint accepts unauthenticated requests.
        headers: HTTP headers the caller must include on every outbound request.
        session_token: Short-lived, rotating credential the caller must send on every request, in
            addition to `apiKey` if one is present. Omitted when the endpoint does not require
            one.
    """

    type: ProviderEndpointType
    wire_api: ProviderEndpointWireApi | None = None
    transport: ProviderEndpointTransport | None = None
    base_url: str
    api_key: str | None = None
    headers: dict[str, str]
    session_token: ProviderSessionToken | None = None


class ProviderSessionToken(WireStruct, frozen=True, kw_only=True, gc=False):
    """Short-lived, rotating credential the caller must send on every request, in addition to
    `apiKey` if one is present. Omitted when the endpoint does not require one.

    Attributes:
        token: The short-lived token value.
        header: HTTP header name the token must be sent under.
        model: The model the token is bound to, when applicable. When set, the token is only
            valid for requests against this model.
        expires_at: When the token expires, if known. Callers should refresh by calling
            `getEndpoint` again before this time, or reactively on any 401/403 response from
            `baseUrl`.
    """

    token: str
    header: str
    model: str | None = None
    expires_at: str | None = None


if TYPE_CHECKING:
    ProviderEndpointTransport: TypeAlias = Literal["http", "websockets"] | str
    """Transport to be used for provider requests.

    - ``http``: HTTP request/streaming transport.
    - ``websockets``: WebSocket transport.
    """
    ProviderEndpointType: TypeAlias = Literal["openai", "azure", "anthropic"] | str
    """Provider family. Matches the `type` field of a BYOK provider config.

    - ``openai``: OpenAI-compatible endpoint (use the OpenAI client library).
    - ``azure``: Azure OpenAI endpoint (use the OpenAI client library with the Azure base URL).
    - ``anthropic``: Anthropic endpoint (use the Anthropic client library).
    """
    ProviderEndpointWireApi: TypeAlias = Literal["completions", "responses"] | str
    """Wire API to be used, when required for the provider type.

    - ``completions``: Classic chat-completions request shape.
    - ``responses``: Newer responses request shape.
    """
else:
    ProviderEndpointTransport = Literal["http", "websockets"]
    ProviderEndpointType = Literal["openai", "azure", "anthropic"]
    ProviderEndpointWireApi = Literal["completions", "responses"]


class SessionProviderAddParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.provider.add``."""

    providers: Sequence[NamedProviderConfig] | None = None
    models: Sequence[ProviderModelConfig] | None = None


class SessionProviderGetEndpointParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.provider.getEndpoint``."""

    model_id: str | None = None


class SessionProviderRpc(RpcNamespace):
    """``session.provider.*``."""

    __slots__ = ()

    async def add(
        self,
        *,
        providers: Sequence[NamedProviderConfig] | None = None,
        models: Sequence[ProviderModelConfig] | None = None,
        rpc_timeout: float | None = None,
    ) -> ProviderAddResult:
        """Adds BYOK providers and/or models to the session's registry at runtime, extending the
        additive registry built from the session's `providers`/`models` options. Both fields are
        optional, so a call may add providers only, models only, or both. Within a single call
        providers are registered before models, so a model may reference a provider added in the
        same call; across calls a model may reference any provider already registered (from
        session creation or a prior add). A model whose referenced provider is not registered by
        the end of the call is rejected. Newly added models become selectable via `model.list` /
        `model.switchTo` and are inherited by sub-agents spawned afterwards.

        ``session.provider.add`` on the wire; experimental.

        Args:
            providers: Named BYOK provider connections to register, additive to any providers
                already in the registry. Each name must be unique across the registry and must
                not contain '/'.
            models: BYOK model definitions to register. Each must reference a provider that is
                already registered or included in this same call. Selection ids (`provider/id`)
                must be unique across the registry.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            The selectable model entries synthesized for the models added by this call.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.provider.add",
            SessionProviderAddParams(
                providers=providers,
                models=models,
            ),
            ProviderAddResult,
            rpc_timeout,
        )

    async def get_endpoint(
        self,
        *,
        model_id: str | None = None,
        rpc_timeout: float | None = None,
    ) -> ProviderEndpoint:
        """Returns the provider endpoint and credentials the session is currently configured to talk
        to, so the caller can make inference calls directly against the same backend the session
        uses.

        ``session.provider.getEndpoint`` on the wire; experimental.

        Args:
            model_id: Model identifier the caller intends to use against the returned endpoint.
                Used to pick the correct wire shape. Omit to use whichever model the session is
                currently using.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            A snapshot of the provider endpoint the session is currently configured to talk to.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.provider.getEndpoint",
            SessionProviderGetEndpointParams(
                model_id=model_id,
            ),
            ProviderEndpoint,
            rpc_timeout,
        )
