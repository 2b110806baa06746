"""Types and methods: client_global.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from msgspec import field

from .rpc_common import (
    ExtensionSource,
    HookType,
)
from copilot_actors.protocol._wire_struct import (
    JsonValue,
    UnknownVariant,
    WireStruct,
)

__all__ = [
    "ExtensionLaunchProfile",
    "ExtensionLaunchProviderResolveParams",
    "ExtensionLaunchProviderResolveResult",
    "GitHubTelemetryClientInfo",
    "GitHubTelemetryEvent",
    "GitHubTelemetryEventParams",
    "GitHubTokenAcquireReason",
    "GitHubTokenAcquireResult",
    "GitHubTokenAcquireResultCancelled",
    "GitHubTokenAcquireResultToken",
    "GitHubTokenGetTokenParams",
    "HookInvokeResponse",
    "HooksInvokeParams",
    "LlmInferenceHttpRequestChunkParams",
    "LlmInferenceHttpRequestChunkResult",
    "LlmInferenceHttpRequestStartParams",
    "LlmInferenceHttpRequestStartResult",
    "LlmInferenceHttpRequestStartTransport",
]


class ExtensionLaunchProfile(WireStruct, frozen=True, kw_only=True):
    """Opaque integrator-owned process launch profile for one extension entrypoint.

    Attributes:
        executable: Executable used to launch the extension entrypoint.
        args: Opaque integrator-defined arguments passed to the executable. The runtime does not
            append the extension entrypoint.
        env: Opaque integrator-defined environment variables. Runtime-owned COPILOT_SDK_PATH,
            SESSION_ID, and COPILOT_EXTENSION_PARENT_PID values take precedence.
    """

    executable: str
    args: list[str]
    env: dict[str, str]


class ExtensionLaunchProviderResolveResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """The launch profile for a supported entrypoint. Omit launch when the provider does not support
    the entrypoint.

    Attributes:
        launch: Opaque launch profile, omitted when this provider does not support the
            entrypoint.
    """

    launch: ExtensionLaunchProfile | None = None


class GitHubTelemetryClientInfo(WireStruct, frozen=True, kw_only=True, gc=False):
    """Client environment metadata describing the process that produced a telemetry event.

    Attributes:
        cli_version: Copilot CLI version string.
        os_platform: Operating system platform (e.g. darwin, linux, win32).
        os_version: Operating system version string.
        os_arch: Operating system architecture (e.g. arm64, x64).
        node_version: Node.js runtime version string.
        copilot_plan: Copilot subscription plan, when known.
        client_type: Type of client.
        client_name: Name of the client application.
        is_staff: Whether the user is a GitHub/Microsoft staff member.
        dev_device_id: Stable machine identifier for the device.
        cpu_model: Distinct CPU model names for the host, comma-separated.
        cpu_count: Number of logical CPU cores on the host.
    """

    cli_version: str = field(name="cli_version")
    os_platform: str = field(name="os_platform")
    os_version: str = field(name="os_version")
    os_arch: str = field(name="os_arch")
    node_version: str = field(name="node_version")
    copilot_plan: str | None = field(default=None, name="copilot_plan")
    client_type: str | None = field(default=None, name="client_type")
    client_name: str | None = field(default=None, name="client_name")
    is_staff: bool | None = field(default=None, name="is_staff")
    dev_device_id: str | None = field(default=None, name="dev_device_id")
    cpu_model: str | None = field(default=None, name="cpu_model")
    cpu_count: int | None = field(default=None, name="cpu_count")


class GitHubTelemetryEvent(WireStruct, frozen=True, kw_only=True):
    """A single telemetry event in the runtime's native GitHub-shaped telemetry format, forwarded
    verbatim to opted-in hosts. The `restricted` flag on the enclosing
    GitHubTelemetryNotification distinguishes standard from restricted events; the payload shape
    is identical for both.

    Attributes:
        kind: Event type/kind (e.g. get_completion_with_tools_turn, tool_call_executed).
        created_at: Timestamp when the event was created (ISO 8601 format).
        model_call_id: Reference to the model call that produced this event.
        properties: String-valued properties as a map from key to value.
        metrics: Numeric metrics as a map from key to value.
        exp_assignment_context: Experiment assignment context.
        features: Feature flags enabled for this session, as a map from flag to value.
        session_id: Session identifier the event belongs to.
        copilot_tracking_id: Copilot tracking ID for user-level attribution.
        client: Client environment metadata.
    """

    kind: str
    created_at: str | None = field(default=None, name="created_at")
    model_call_id: str | None = field(default=None, name="model_call_id")
    properties: dict[str, str]
    metrics: dict[str, float]
    exp_assignment_context: str | None = field(default=None, name="exp_assignment_context")
    features: dict[str, str] | None = None
    session_id: str | None = field(default=None, name="session_id")
    copilot_tracking_id: str | None = field(default=None, name="copilot_tracking_id")
    client: GitHubTelemetryClientInfo | None = None


class GitHubTokenAcquireResultCancelled(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="cancelled",
    gc=False,
):
    """``GitHubTokenAcquireResultCancelled`` of the schema."""

    kind: ClassVar[Literal["cancelled"]] = "cancelled"


class GitHubTokenAcquireResultToken(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    tag="token",
    gc=False,
):
    """``GitHubTokenAcquireResultToken`` of the schema.

    Attributes:
        access_token: GitHub access token acquired by the SDK host.
        token_type: OAuth token type. Defaults to bearer when omitted.
        expires_in: Remaining token lifetime in seconds when callback execution completes. It
            must exceed the one-hour preflight refresh threshold.
    """

    kind: ClassVar[Literal["token"]] = "token"
    access_token: str
    token_type: str | None = None
    expires_in: int


class HookInvokeResponse(WireStruct, frozen=True, kw_only=True):
    """Optional output returned by an SDK callback hook."""

    output: JsonValue | None = None


class LlmInferenceHttpRequestChunkResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Acknowledgement. The SDK is free to ignore the ack and treat chunk delivery as
    fire-and-forget.
    """


class LlmInferenceHttpRequestStartResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Acknowledgement. Returning successfully simply means the SDK accepted the start frame; it
    does not imply the request will succeed.
    """


if TYPE_CHECKING:
    GitHubTokenAcquireReason: TypeAlias = Literal["initial", "refresh"] | str
    """Why the runtime is requesting a GitHub credential.

    - ``initial``: The runtime is acquiring the registration's first credential.
    - ``refresh``: The runtime is replacing a credential that is approaching expiry.
    """
    LlmInferenceHttpRequestStartTransport: TypeAlias = Literal["http", "websocket"] | str
    """Transport the runtime would otherwise use for this request. `http` (the default when absent)
    covers plain HTTP and SSE responses; `websocket` indicates a full-duplex message channel
    where each body chunk maps to one WebSocket message and the `binary` flag distinguishes text
    from binary frames. The SDK consumer uses this to decide whether to service the request with
    an HTTP client or a WebSocket client. It is the one piece of request metadata the consumer
    cannot reliably infer from the URL or headers alone.

    - ``http``: Plain HTTP or SSE response. Each body chunk is an opaque byte range; the response
        is a status line, headers, and a (possibly streamed) body.
    - ``websocket``: Full-duplex WebSocket channel. Each body chunk maps to exactly one WebSocket
        message and the `binary` flag distinguishes text from binary frames; request and response
        chunks flow concurrently.
    """
    GitHubTokenAcquireResult: TypeAlias = GitHubTokenAcquireResultToken | GitHubTokenAcquireResultCancelled | UnknownVariant
    """SDK host response to a GitHub credential request."""
else:
    GitHubTokenAcquireReason = Literal["initial", "refresh"]
    LlmInferenceHttpRequestStartTransport = Literal["http", "websocket"]
    GitHubTokenAcquireResult = GitHubTokenAcquireResultToken | GitHubTokenAcquireResultCancelled


class ExtensionLaunchProviderResolveParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``extensionLaunchProvider.resolve``."""

    id: str
    name: str
    module_path: str
    source: ExtensionSource


class GitHubTelemetryEventParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``gitHubTelemetry.event``."""

    session_id: str | None = None
    restricted: bool
    event: GitHubTelemetryEvent


class GitHubTokenGetTokenParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``gitHubToken.getToken``."""

    registration_id: str
    host: str
    session_id: str | None = None
    reason: GitHubTokenAcquireReason


class HooksInvokeParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``hooks.invoke``."""

    session_id: str
    hook_type: HookType
    input: JsonValue


class LlmInferenceHttpRequestChunkParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``llmInference.httpRequestChunk``."""

    request_id: str
    data: str
    binary: bool | None = None
    end: bool | None = None
    cancel: bool | None = None
    cancel_reason: str | None = None
    agent_invocation_id: str | None = None


class LlmInferenceHttpRequestStartParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``llmInference.httpRequestStart``."""

    request_id: str
    session_id: str | None = None
    method: str
    url: str
    headers: Mapping[str, list[str]]
    transport: LlmInferenceHttpRequestStartTransport | None = None
    agent_id: str | None = None
    parent_agent_id: str | None = None
    agent_invocation_id: str | None = None
    interaction_type: str | None = None
