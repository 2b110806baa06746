"""Types and methods: rpc_server.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import NoneType
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import field

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "ConnectClientInfo",
    "ConnectParams",
    "ConnectResult",
    "PingParams",
    "PingResult",
    "ServerRpc",
    "TaskKind",
]


class ConnectClientInfo(WireStruct, frozen=True, kw_only=True, gc=False):
    """Identity of the integrating host, declared once on the `server.connect` handshake so
    telemetry from this connection is attributed to a single, consistent surface. All fields are
    optional; omit them to keep the default attribution.

    Attributes:
        editor_name: Name of the host editor, e.g. `"vscode"`.
        editor_version: Version of the host editor, e.g. `"1.124.2"`. Ignored unless it looks
            like a version string.
        extension_name: Name of the Copilot extension within the host, e.g. `"copilot-chat"`.
        extension_version: Version of the Copilot extension within the host, e.g. `"0.54.0"`.
            Ignored unless it looks like a version string.
    """

    editor_name: str | None = None
    editor_version: str | None = None
    extension_name: str | None = None
    extension_version: str | None = None


class ConnectResult(WireStruct, frozen=True, kw_only=True):
    """Handshake result reporting the server's protocol version and package version on success.

    Attributes:
        ok: Always true on success
        protocol_version: Server protocol version number
        version: Server package version
        task_kinds: Task kinds the server may return to this connection.
    """

    ok: bool
    protocol_version: int
    version: str
    task_kinds: list[TaskKind] | None = None


class PingResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Server liveness response, including the echoed message, current server timestamp, and
    protocol version.

    Attributes:
        message: Echoed message (or default greeting)
        timestamp: ISO 8601 timestamp when the server handled the ping
        protocol_version: Server protocol version number
    """

    message: str
    timestamp: str
    protocol_version: int


if TYPE_CHECKING:
    TaskKind: TypeAlias = Literal["agent", "shell", "client"] | str
    """Closed set of public task kinds a connection can negotiate.

    - ``agent``: Runtime-owned background agent task.
    - ``shell``: Runtime-owned shell task.
    - ``client``: Client-owned externally executed task.
    """
else:
    TaskKind = Literal["agent", "shell", "client"]


class ConnectParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``connect``."""

    enable_github_telemetry_forwarding: bool | None = field(default=None, name="enableGitHubTelemetryForwarding")
    client_info: ConnectClientInfo | None = None
    supported_task_kinds: Sequence[TaskKind] | None = None
    token: str | None = None


class PingParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``ping``."""

    message: str | None = None


if TYPE_CHECKING:
    from .rpc_server_account import ServerAccountRpc
    from .rpc_server_agent_registry import ServerAgentRegistryRpc
    from .rpc_server_agents import ServerAgentsRpc
    from .rpc_server_catalog import ServerCatalogRpc
    from .rpc_server_commands import ServerCommandsRpc
    from .rpc_server_extensions import ServerExtensionsRpc
    from .rpc_server_hooks import ServerHooksRpc
    from .rpc_server_instructions import ServerInstructionsRpc
    from .rpc_server_llm_inference import ServerLlmInferenceRpc
    from .rpc_server_managed_settings import ServerManagedSettingsRpc
    from .rpc_server_mcp import ServerMcpRpc
    from .rpc_server_models import ServerModelsRpc
    from .rpc_server_plugins import ServerPluginsRpc
    from .rpc_server_runtime import ServerRuntimeRpc
    from .rpc_server_secrets import ServerSecretsRpc
    from .rpc_server_session_fs import ServerSessionFsRpc
    from .rpc_server_sessions import ServerSessionsRpc
    from .rpc_server_skills import ServerSkillsRpc
    from .rpc_server_tools import ServerToolsRpc
    from .rpc_server_user import ServerUserRpc


class ServerRpc(RpcNamespace):
    """Every published method of the CLI itself."""

    __slots__ = ()

    @property
    def account(self) -> ServerAccountRpc:
        """``account.*``."""
        from .rpc_server_account import ServerAccountRpc

        return ServerAccountRpc(self._call)

    @property
    def agent_registry(self) -> ServerAgentRegistryRpc:
        """``agentRegistry.*``."""
        from .rpc_server_agent_registry import ServerAgentRegistryRpc

        return ServerAgentRegistryRpc(self._call)

    @property
    def agents(self) -> ServerAgentsRpc:
        """``agents.*``."""
        from .rpc_server_agents import ServerAgentsRpc

        return ServerAgentsRpc(self._call)

    @property
    def catalog(self) -> ServerCatalogRpc:
        """``catalog.*``."""
        from .rpc_server_catalog import ServerCatalogRpc

        return ServerCatalogRpc(self._call)

    @property
    def commands(self) -> ServerCommandsRpc:
        """``commands.*``."""
        from .rpc_server_commands import ServerCommandsRpc

        return ServerCommandsRpc(self._call)

    @property
    def extensions(self) -> ServerExtensionsRpc:
        """``extensions.*``."""
        from .rpc_server_extensions import ServerExtensionsRpc

        return ServerExtensionsRpc(self._call)

    @property
    def hooks(self) -> ServerHooksRpc:
        """``hooks.*``."""
        from .rpc_server_hooks import ServerHooksRpc

        return ServerHooksRpc(self._call)

    @property
    def instructions(self) -> ServerInstructionsRpc:
        """``instructions.*``."""
        from .rpc_server_instructions import ServerInstructionsRpc

        return ServerInstructionsRpc(self._call)

    @property
    def llm_inference(self) -> ServerLlmInferenceRpc:
        """``llmInference.*``."""
        from .rpc_server_llm_inference import ServerLlmInferenceRpc

        return ServerLlmInferenceRpc(self._call)

    @property
    def managed_settings(self) -> ServerManagedSettingsRpc:
        """``managedSettings.*``."""
        from .rpc_server_managed_settings import ServerManagedSettingsRpc

        return ServerManagedSettingsRpc(self._call)

    @property
    def mcp(self) -> ServerMcpRpc:
        """``mcp.*``."""
        from .rpc_server_mcp import ServerMcpRpc

        return ServerMcpRpc(self._call)

    @property
    def models(self) -> ServerModelsRpc:
        """``models.*``."""
        from .rpc_server_models import ServerModelsRpc

        return ServerModelsRpc(self._call)

    @property
    def plugins(self) -> ServerPluginsRpc:
        """``plugins.*``."""
        from .rpc_server_plugins import ServerPluginsRpc

        return ServerPluginsRpc(self._call)

    @property
    def runtime(self) -> ServerRuntimeRpc:
        """``runtime.*``."""
        from .rpc_server_runtime import ServerRuntimeRpc

        return ServerRuntimeRpc(self._call)

    @property
    def secrets(self) -> ServerSecretsRpc:
        """``secrets.*``."""
        from .rpc_server_secrets import ServerSecretsRpc

        return ServerSecretsRpc(self._call)

    @property
    def session_fs(self) -> ServerSessionFsRpc:
        """``sessionFs.*``."""
        from .rpc_server_session_fs import ServerSessionFsRpc

        return ServerSessionFsRpc(self._call)

    @property
    def sessions(self) -> ServerSessionsRpc:
        """``sessions.*``."""
        from .rpc_server_sessions import ServerSessionsRpc

        return ServerSessionsRpc(self._call)

    @property
    def skills(self) -> ServerSkillsRpc:
        """``skills.*``."""
        from .rpc_server_skills import ServerSkillsRpc

        return ServerSkillsRpc(self._call)

    @property
    def tools(self) -> ServerToolsRpc:
        """``tools.*``."""
        from .rpc_server_tools import ServerToolsRpc

        return ServerToolsRpc(self._call)

    @property
    def user(self) -> ServerUserRpc:
        """``user.*``."""
        from .rpc_server_user import ServerUserRpc

        return ServerUserRpc(self._call)

    async def connect(
        self,
        *,
        enable_github_telemetry_forwarding: bool | None = None,
        client_info: ConnectClientInfo | None = None,
        supported_task_kinds: Sequence[TaskKind] | None = None,
        token: str | None = None,
        rpc_timeout: float | None = None,
    ) -> ConnectResult:
        """Performs the SDK server connection handshake and validates the optional connection token.
        Marked internal because this is JSON-RPC transport plumbing invoked automatically by an
        SDK client's own `connect()` wrapper, not a user-facing method. Stays internal as long as
        the SDK client owns the handshake; would only become public if the SDK ever exposed the
        raw schema surface to consumers without a connection wrapper.

        ``connect`` on the wire; experimental, internal.

        Args:
            enable_github_telemetry_forwarding: Opt this connection in to GitHub telemetry
                forwarding for its lifetime. When set, the runtime forwards every internal
                telemetry event it emits — across all sessions, plus sessionless events — to this
                connection over the `gitHubTelemetry.event` notification. Regular events are also
                written to the runtime's normal GitHub/CTS path (dual-write); host-only
                compatibility events are forward-only and intentionally skip that path. Intended
                for first-party hosts that re-emit the events into their own telemetry stores.
                Both unrestricted and restricted events are forwarded, each tagged with a
                `restricted` discriminator; a backstop drops restricted events when restricted
                telemetry is disabled — using the process-global gate for ordinary events and an
                explicit session-scoped decision for host-only events.
            client_info: Identity of the integrating host. Optional; omit it to keep the default
                attribution.
            supported_task_kinds: Task kinds this connection can decode when observing session
                tasks. Omit to retain agent and shell compatibility.
            token: Connection token; required when the server was started with
                COPILOT_CONNECTION_TOKEN
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Handshake result reporting the server's protocol version and package version on
            success.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "connect",
            ConnectParams(
                enable_github_telemetry_forwarding=enable_github_telemetry_forwarding,
                client_info=client_info,
                supported_task_kinds=supported_task_kinds,
                token=token,
            ),
            ConnectResult,
            rpc_timeout,
        )

    async def ping(
        self,
        *,
        message: str | None = None,
        rpc_timeout: float | None = None,
    ) -> PingResult:
        """Checks server responsiveness and returns protocol information.

        ``ping`` on the wire; experimental.

        Args:
            message: Optional message to echo back
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Server liveness response, including the echoed message, current server timestamp, and
            protocol version.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "ping",
            PingParams(
                message=message,
            ),
            PingResult,
            rpc_timeout,
        )

    async def register_extension_launch_provider(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> None:
        """Registers the calling SDK client as the per-entrypoint extension launch provider. Call
        before creating any sessions. When omitted, the runtime uses its built-in extension
        launcher.

        ``registerExtensionLaunchProvider`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "registerExtensionLaunchProvider",
            None,
            NoneType,
            rpc_timeout,
        )
