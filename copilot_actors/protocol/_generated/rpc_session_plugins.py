"""Types and methods: rpc_session_plugins.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from types import NoneType

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "Plugin",
    "PluginList",
    "SessionPluginsReloadParams",
    "SessionPluginsRpc",
]


class Plugin(WireStruct, frozen=True, kw_only=True, gc=False):
    """Session plugin metadata, with name, marketplace, optional version, and enabled state.

    Attributes:
        name: Plugin name
        marketplace: Marketplace the plugin came from
        version: Installed version
        enabled: Whether the plugin is currently enabled
    """

    name: str
    marketplace: str
    version: str | None = None
    enabled: bool


class PluginList(WireStruct, frozen=True, kw_only=True):
    """Plugins installed for the session, with their enabled state and version metadata.

    Attributes:
        plugins: Installed plugins
    """

    plugins: list[Plugin]


class SessionPluginsReloadParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.plugins.reload``."""

    reload_mcp: bool | None = None
    reload_custom_agents: bool | None = None
    reload_hooks: bool | None = None
    reload_extensions: bool | None = None
    defer_repo_hooks: bool | None = None


class SessionPluginsRpc(RpcNamespace):
    """``session.plugins.*``."""

    __slots__ = ()

    async def list(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> PluginList:
        """Lists plugins installed for the session.

        ``session.plugins.list`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Plugins installed for the session, with their enabled state and version metadata.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.plugins.list",
            None,
            PluginList,
            rpc_timeout,
        )

    async def reload(
        self,
        *,
        reload_mcp: bool | None = None,
        reload_custom_agents: bool | None = None,
        reload_hooks: bool | None = None,
        reload_extensions: bool | None = None,
        defer_repo_hooks: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> None:
        """Reloads the session's plugin set, refreshing MCP servers, custom agents, hooks, and
        skills cache so SDK-driven changes via `server.plugins.*` take effect immediately.

        ``session.plugins.reload`` on the wire; experimental.

        Args:
            reload_mcp: Reload MCP server connections after refreshing plugins. Defaults to true.
            reload_custom_agents: Re-run custom-agent discovery after refreshing plugins.
                Defaults to true.
            reload_hooks: Re-load user, plugin, and (subject to `deferRepoHooks`) repo hooks.
                Defaults to true. Has no effect when the host has not registered a hook reloader
                (e.g. remote sessions).
            reload_extensions: Re-discover and relaunch subprocess extensions (including
                plugin-shipped extensions) after refreshing plugins. Defaults to true. Has no
                effect when the session has no active extension controller (e.g. extensions were
                not requested for the session).
            defer_repo_hooks: When true, skip repo-level hooks during the hook reload. Use before
                folder trust is confirmed; load them post-trust via
                `sessions.loadDeferredRepoHooks`.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.plugins.reload",
            SessionPluginsReloadParams(
                reload_mcp=reload_mcp,
                reload_custom_agents=reload_custom_agents,
                reload_hooks=reload_hooks,
                reload_extensions=reload_extensions,
                defer_repo_hooks=defer_repo_hooks,
            ),
            NoneType,
            rpc_timeout,
        )
