"""Types and methods: rpc_server_plugins.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import NoneType
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import UNSET, UnsetType

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "InstalledPluginInfo",
    "MarketplaceAddResult",
    "MarketplaceBrowseResult",
    "MarketplaceInfo",
    "MarketplaceListResult",
    "MarketplacePluginInfo",
    "MarketplaceRefreshEntry",
    "MarketplaceRefreshResult",
    "MarketplaceRemoveResult",
    "PluginInstallResult",
    "PluginInstallStagingMode",
    "PluginListResult",
    "PluginUpdateAllEntry",
    "PluginUpdateAllResult",
    "PluginUpdateResult",
    "PluginsBuiltinSetParams",
    "PluginsDisableParams",
    "PluginsEnableParams",
    "PluginsInstallParams",
    "PluginsMarketplacesAddParams",
    "PluginsMarketplacesBrowseParams",
    "PluginsMarketplacesRefreshParams",
    "PluginsMarketplacesRemoveParams",
    "PluginsUninstallParams",
    "PluginsUpdateParams",
    "ServerPluginsBuiltinRpc",
    "ServerPluginsMarketplacesRpc",
    "ServerPluginsRpc",
]


class InstalledPluginInfo(WireStruct, frozen=True, kw_only=True, gc=False):
    """Information about an installed plugin tracked in global state.

    Attributes:
        name: Plugin name
        marketplace: Marketplace the plugin came from. Empty string ("") for direct repo / URL /
            local installs.
        direct_source_id: Opaque, stable hash identifying a direct (non-marketplace) install
            source. Present only for direct repo / URL / local installs; absent for marketplace
            plugins. Same source yields the same id; distinct sources never collide.
        version: Installed version (when reported by the plugin manifest)
        enabled: Whether the plugin is currently enabled for new sessions
        installed_from: Absolute path of the marketplace directory a live plugin was resolved
            from. Present only on live, never-persisted records — a plugin belonging to a
            directory/local marketplace, which is loaded from its real directory on every pass
            instead of a copy under the installed-plugins cache. Its presence is what marks a
            listed plugin as live: such a plugin is always present on disk, so `enabled` is its
            only meaningful state and it is never "not installed".
        source: Runtime-reported plugin provenance. Currently set to "builtin" only for plugins
            registered through the trusted host built-in boundary; absent for installed,
            marketplace, direct, and live plugins.
    """

    name: str
    marketplace: str
    direct_source_id: str | None = None
    version: str | None = None
    enabled: bool
    installed_from: str | None = None
    source: str | None = None


class MarketplaceAddResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Result of registering a new marketplace.

    Attributes:
        name: Final name of the marketplace as resolved from its manifest
    """

    name: str


class MarketplaceBrowseResult(WireStruct, frozen=True, kw_only=True):
    """Plugins advertised by the marketplace.

    Attributes:
        plugins: Plugins advertised by the marketplace
    """

    plugins: list[MarketplacePluginInfo]


class MarketplaceInfo(WireStruct, frozen=True, kw_only=True, gc=False):
    """Registered marketplace summary.

    Attributes:
        name: Marketplace name (matches the @marketplace suffix in plugin specs)
        source: Human-readable description of where the marketplace data is fetched from (e.g.
            "GitHub: owner/repo").
        is_default: True when this is a default marketplace shipped with the runtime. Defaults
            are not removable.
    """

    name: str
    source: str
    is_default: bool | None = None


class MarketplaceListResult(WireStruct, frozen=True, kw_only=True):
    """All registered marketplaces, including built-in defaults.

    Attributes:
        marketplaces: Registered marketplaces
    """

    marketplaces: list[MarketplaceInfo]


class MarketplacePluginInfo(WireStruct, frozen=True, kw_only=True, gc=False):
    """Plugin entry advertised by a marketplace.

    Attributes:
        name: Plugin name as listed in the marketplace catalog
        description: Short description from the marketplace catalog, when present
    """

    name: str
    description: str | None = None


class MarketplaceRefreshEntry(WireStruct, frozen=True, kw_only=True, gc=False):
    """Per-marketplace refresh result, including marketplace name, success flag, and optional
    failure error.

    Attributes:
        name: Marketplace name that was refreshed
        success: Whether the refresh succeeded
        error: Error message (failure only)
    """

    name: str
    success: bool
    error: str | None = None


class MarketplaceRefreshResult(WireStruct, frozen=True, kw_only=True):
    """Result of refreshing one or more marketplace catalogs.

    Attributes:
        results: Per-marketplace refresh results in deterministic order.
    """

    results: list[MarketplaceRefreshEntry]


class MarketplaceRemoveResult(WireStruct, frozen=True, kw_only=True):
    """Outcome of the remove attempt, including dependent-plugin info when applicable.

    Attributes:
        removed: True when the marketplace was actually removed. False when removal was skipped
            because the marketplace has dependent plugins and `force` was not set.
        dependent_plugins: Names of installed plugins that prevented removal. Populated only when
            `removed=false`.
    """

    removed: bool
    dependent_plugins: list[str] | None = None


class PluginInstallResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Result of installing a plugin.

    Attributes:
        plugin: The newly installed plugin's metadata
        skills_installed: Number of skills discovered and installed from the plugin
        staging_mode: Where the completed plugin tree was staged before atomic promotion
        post_install_message: Optional post-install message provided by the plugin (e.g. setup
            instructions)
        deprecation_warning: Set when the install path is deprecated (e.g. direct repo / URL /
            local installs). Callers should surface this to end users.
    """

    plugin: InstalledPluginInfo
    skills_installed: int
    staging_mode: PluginInstallStagingMode | None = None
    post_install_message: str | None = None
    deprecation_warning: str | None = None


class PluginListResult(WireStruct, frozen=True, kw_only=True):
    """Plugins installed in user/global state.

    Attributes:
        plugins: Installed plugins
    """

    plugins: list[InstalledPluginInfo]


class PluginUpdateAllEntry(WireStruct, frozen=True, kw_only=True, gc=False):
    """Per-plugin result from updating all plugins, with versions, skills installed, success flag,
    and optional error.

    Attributes:
        name: Plugin name that was updated
        marketplace: Marketplace the plugin came from. Empty string ("") for direct installs.
        success: Whether the update succeeded for this plugin
        previous_version: Previously installed version, when available
        new_version: Version after the update, when available
        skills_installed: Number of skills installed after the update (success only)
        error: Error message (failure only)
    """

    name: str
    marketplace: str
    success: bool
    previous_version: str | None = None
    new_version: str | None = None
    skills_installed: int | None = None
    error: str | None = None


class PluginUpdateAllResult(WireStruct, frozen=True, kw_only=True):
    """Result of updating all installed plugins.

    Attributes:
        results: Per-plugin update results in deterministic order.
    """

    results: list[PluginUpdateAllEntry]


class PluginUpdateResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Result of updating a single plugin.

    Attributes:
        previous_version: Version that was previously installed, when available
        new_version: Version after the update, when reported by the plugin manifest
        skills_installed: Number of skills discovered and installed after the update
    """

    previous_version: str | None = None
    new_version: str | None = None
    skills_installed: int


if TYPE_CHECKING:
    PluginInstallStagingMode: TypeAlias = Literal["external", "destination_sibling"] | str
    """Where completed plugin content was staged before atomic promotion.

    - ``external``: A sibling of the installed-plugins root, outside the recursively watched
        tree.
    - ``destination_sibling``: A sibling of the destination plugin directory, used when external
        staging is unavailable.
    """
else:
    PluginInstallStagingMode = Literal["external", "destination_sibling"]


class PluginsBuiltinSetParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``plugins.builtin.set``."""

    paths: Sequence[str]


class PluginsDisableParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``plugins.disable``."""

    names: Sequence[str]
    working_directory: str | None = None


class PluginsEnableParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``plugins.enable``."""

    names: Sequence[str]
    working_directory: str | None = None


class PluginsInstallParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``plugins.install``."""

    source: str
    working_directory: str | None = None


class PluginsMarketplacesAddParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``plugins.marketplaces.add``."""

    source: str
    working_directory: str | None = None


class PluginsMarketplacesBrowseParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``plugins.marketplaces.browse``."""

    name: str


class PluginsMarketplacesRefreshParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``plugins.marketplaces.refresh``."""

    name: str | None = None


class PluginsMarketplacesRemoveParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``plugins.marketplaces.remove``."""

    name: str
    force: bool | None = None


class PluginsUninstallParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``plugins.uninstall``."""

    name: str
    direct_source_id: str | None | UnsetType = UNSET


class PluginsUpdateParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``plugins.update``."""

    name: str


class ServerPluginsRpc(RpcNamespace):
    """``plugins.*``."""

    __slots__ = ()

    @property
    def builtin(self) -> ServerPluginsBuiltinRpc:
        """``plugins.builtin.*``."""
        return ServerPluginsBuiltinRpc(self._call)

    @property
    def marketplaces(self) -> ServerPluginsMarketplacesRpc:
        """``plugins.marketplaces.*``."""
        return ServerPluginsMarketplacesRpc(self._call)

    async def disable(
        self,
        *,
        names: Sequence[str],
        working_directory: str | None = None,
        rpc_timeout: float | None = None,
    ) -> None:
        """Disables installed plugins for new sessions.

        ``plugins.disable`` on the wire; experimental.

        Args:
            names: Plugin names or "plugin@marketplace" specs to disable. Unknown names are
                ignored. Non-marketplace direct installs cannot be disabled via this API;
                uninstall them instead. Plugin-owned MCP servers are stopped in active sessions
                immediately; other plugin contributions remain available until each session
                reloads plugins.
            working_directory: Working directory whose repository `enabledPlugins` overlay
                decides whether this mutation is repository-controlled. Hosts that serve sessions
                across several repositories (the SDK server) should pass the session's directory;
                otherwise the guard is evaluated against the server process's own working
                directory, which may belong to a different repository. Defaults to the server's
                current working directory.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "plugins.disable",
            PluginsDisableParams(
                names=names,
                working_directory=working_directory,
            ),
            NoneType,
            rpc_timeout,
        )

    async def enable(
        self,
        *,
        names: Sequence[str],
        working_directory: str | None = None,
        rpc_timeout: float | None = None,
    ) -> None:
        """Enables installed plugins for new sessions.

        ``plugins.enable`` on the wire; experimental.

        Args:
            names: Plugin names or "plugin@marketplace" specs to enable. Unknown names are
                ignored. Non-marketplace direct installs are always enabled and cannot be toggled
                via this API.
            working_directory: Working directory whose repository `enabledPlugins` overlay
                decides whether this mutation is repository-controlled. Hosts that serve sessions
                across several repositories (the SDK server) should pass the session's directory;
                otherwise the guard is evaluated against the server process's own working
                directory, which may belong to a different repository. Defaults to the server's
                current working directory.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "plugins.enable",
            PluginsEnableParams(
                names=names,
                working_directory=working_directory,
            ),
            NoneType,
            rpc_timeout,
        )

    async def install(
        self,
        *,
        source: str,
        working_directory: str | None = None,
        rpc_timeout: float | None = None,
    ) -> PluginInstallResult:
        """Installs a plugin from a marketplace, GitHub repo, URL, or local path.

        ``plugins.install`` on the wire; experimental.

        Args:
            source: Plugin install spec. Accepts the same forms as the CLI: "plugin@marketplace"
                (marketplace install), "owner/repo" or "owner/repo:subpath" (GitHub direct), an
                http/https/ssh URL, or a local path. Direct (non-marketplace) installs are
                deprecated and will produce a deprecationWarning in the result.
            working_directory: Working directory used to resolve relative local paths in
                `source`. Defaults to the server's current working directory.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of installing a plugin.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "plugins.install",
            PluginsInstallParams(
                source=source,
                working_directory=working_directory,
            ),
            PluginInstallResult,
            rpc_timeout,
        )

    async def list(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> PluginListResult:
        """Lists plugins installed in user/global state.

        ``plugins.list`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Plugins installed in user/global state.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "plugins.list",
            None,
            PluginListResult,
            rpc_timeout,
        )

    async def uninstall(
        self,
        *,
        name: str,
        direct_source_id: str | None | UnsetType = UNSET,
        rpc_timeout: float | None = None,
    ) -> None:
        """Uninstalls an installed plugin.

        ``plugins.uninstall`` on the wire; experimental.

        Args:
            name: Plugin name or "plugin@marketplace" spec to uninstall. When ambiguous, prefer
                the fully-qualified spec.
            direct_source_id: Stable source identity for a direct (non-marketplace) install.
                Disambiguates uninstall when multiple installed plugins share the same name.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "plugins.uninstall",
            PluginsUninstallParams(
                name=name,
                direct_source_id=direct_source_id,
            ),
            NoneType,
            rpc_timeout,
        )

    async def update(
        self,
        *,
        name: str,
        rpc_timeout: float | None = None,
    ) -> PluginUpdateResult:
        """Updates an installed plugin to its latest published version.

        ``plugins.update`` on the wire; experimental.

        Args:
            name: Plugin name or "plugin@marketplace" spec to update.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of updating a single plugin.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "plugins.update",
            PluginsUpdateParams(
                name=name,
            ),
            PluginUpdateResult,
            rpc_timeout,
        )

    async def update_all(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> PluginUpdateAllResult:
        """Updates every installed plugin to its latest published version.

        ``plugins.updateAll`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of updating all installed plugins.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "plugins.updateAll",
            None,
            PluginUpdateAllResult,
            rpc_timeout,
        )


class ServerPluginsBuiltinRpc(RpcNamespace):
    """``plugins.builtin.*``."""

    __slots__ = ()

    async def set(
        self,
        *,
        paths: Sequence[str],
        rpc_timeout: float | None = None,
    ) -> None:
        """Replaces this server's trusted built-in plugin directories while no sessions are active.

        ``plugins.builtin.set`` on the wire; experimental.

        Args:
            paths: Complete replacement set of trusted built-in plugin directories. Every entry
                must be an absolute local filesystem path no longer than 4096 characters.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "plugins.builtin.set",
            PluginsBuiltinSetParams(
                paths=paths,
            ),
            NoneType,
            rpc_timeout,
        )


class ServerPluginsMarketplacesRpc(RpcNamespace):
    """``plugins.marketplaces.*``."""

    __slots__ = ()

    async def add(
        self,
        *,
        source: str,
        working_directory: str | None = None,
        rpc_timeout: float | None = None,
    ) -> MarketplaceAddResult:
        """Registers a new marketplace from a source (owner/repo, URL, or local path).

        ``plugins.marketplaces.add`` on the wire; experimental.

        Args:
            source: Marketplace source. Accepts the same forms as the CLI: "owner/repo" or
                "owner/repo#ref" (GitHub), an http/https/ssh URL (optionally with #ref), a git
                scp-style URL (user@host:path), or a local path. The marketplace's own name (from
                its manifest) is used as the registration key.
            working_directory: Working directory used to resolve relative local paths in
                `source`. Defaults to the server's current working directory.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of registering a new marketplace.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "plugins.marketplaces.add",
            PluginsMarketplacesAddParams(
                source=source,
                working_directory=working_directory,
            ),
            MarketplaceAddResult,
            rpc_timeout,
        )

    async def browse(
        self,
        *,
        name: str,
        rpc_timeout: float | None = None,
    ) -> MarketplaceBrowseResult:
        """Lists plugins advertised by a registered marketplace.

        ``plugins.marketplaces.browse`` on the wire; experimental.

        Args:
            name: Marketplace name to browse
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Plugins advertised by the marketplace.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "plugins.marketplaces.browse",
            PluginsMarketplacesBrowseParams(
                name=name,
            ),
            MarketplaceBrowseResult,
            rpc_timeout,
        )

    async def list(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> MarketplaceListResult:
        """Lists all registered marketplaces (defaults + user-added).

        ``plugins.marketplaces.list`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            All registered marketplaces, including built-in defaults.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "plugins.marketplaces.list",
            None,
            MarketplaceListResult,
            rpc_timeout,
        )

    async def refresh(
        self,
        *,
        name: str | None = None,
        rpc_timeout: float | None = None,
    ) -> MarketplaceRefreshResult:
        """Re-fetches one or all registered marketplace catalogs.

        ``plugins.marketplaces.refresh`` on the wire; experimental.

        Args:
            name: Marketplace name to refresh. When omitted, every registered marketplace is
                refreshed.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of refreshing one or more marketplace catalogs.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "plugins.marketplaces.refresh",
            PluginsMarketplacesRefreshParams(
                name=name,
            ),
            MarketplaceRefreshResult,
            rpc_timeout,
        )

    async def remove(
        self,
        *,
        name: str,
        force: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> MarketplaceRemoveResult:
        """Removes a previously-registered marketplace. When the marketplace has dependent plugins
        and `force` is not set, the marketplace is left intact and the result lists the
        dependents so the caller can decide whether to retry with `force=true`.

        ``plugins.marketplaces.remove`` on the wire; experimental.

        Args:
            name: Marketplace name to remove
            force: When true, also uninstall every plugin sourced from this marketplace. When
                false (default), removal is a no-op if any plugin from this marketplace is
                installed and the dependent plugin names are returned in the result.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Outcome of the remove attempt, including dependent-plugin info when applicable.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "plugins.marketplaces.remove",
            PluginsMarketplacesRemoveParams(
                name=name,
                force=force,
            ),
            MarketplaceRemoveResult,
            rpc_timeout,
        )
