"""Types and methods: rpc_server_extensions.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import NoneType
from typing import TYPE_CHECKING, Literal, TypeAlias

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "DiscoveredExtension",
    "DiscoveredExtensionMode",
    "DiscoveredExtensionPlugin",
    "DiscoveredExtensionSource",
    "DiscoveredExtensions",
    "ExtensionsDisableParams",
    "ExtensionsEnableParams",
    "ServerExtensionsRpc",
]


class DiscoveredExtension(WireStruct, frozen=True, kw_only=True, gc=False):
    """Discovered extension metadata and persistent enablement state.

    Attributes:
        id: Source-qualified ID accepted by both server and session extension enablement methods
        name: Human-readable extension name
        path: Absolute path to the extension entry module, suitable for revealing it in a file
            manager
        source: Discovery source
        enabled: Whether this extension's persistent per-ID preference is enabled
        plugin: Containing plugin metadata for plugin-contributed extensions
    """

    id: str
    name: str
    path: str
    source: DiscoveredExtensionSource
    enabled: bool
    plugin: DiscoveredExtensionPlugin | None = None


class DiscoveredExtensionPlugin(WireStruct, frozen=True, kw_only=True, gc=False):
    """Installed plugin that contributes a discovered extension.

    Attributes:
        name: Installed plugin name
    """

    name: str


class DiscoveredExtensions(WireStruct, frozen=True, kw_only=True):
    """Extensions discovered from persisted Copilot home state and their effective loading mode.
    Launch-scoped additional plugins are not included.

    Attributes:
        extensions: Discovered user and enabled installed-plugin extensions from persisted
            Copilot home state
        mode: Effective extension loading mode. Defaults to load_and_augment when unset.
    """

    extensions: list[DiscoveredExtension]
    mode: DiscoveredExtensionMode


if TYPE_CHECKING:
    DiscoveredExtensionMode: TypeAlias = Literal["disabled", "load_only", "load_and_augment"] | str
    """Effective extension loading and agent-management mode

    - ``disabled``: Extensions are not loaded.
    - ``load_only``: Extensions are loaded, but the agent cannot create, reload, or manage them.
    - ``load_and_augment``: Extensions are loaded and the agent can create, reload, and manage
        them.
    """
    DiscoveredExtensionSource: TypeAlias = Literal["user", "plugin"] | str
    """Persisted extension discovery source

    - ``user``: Extension discovered from the user's extensions directory.
    - ``plugin``: Extension contributed by an installed plugin.
    """
else:
    DiscoveredExtensionMode = Literal["disabled", "load_only", "load_and_augment"]
    DiscoveredExtensionSource = Literal["user", "plugin"]


class ExtensionsDisableParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``extensions.disable``."""

    ids: Sequence[str]


class ExtensionsEnableParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``extensions.enable``."""

    ids: Sequence[str]


class ServerExtensionsRpc(RpcNamespace):
    """``extensions.*``."""

    __slots__ = ()

    async def disable(
        self,
        *,
        ids: Sequence[str],
        rpc_timeout: float | None = None,
    ) -> None:
        """Persistently disables extension IDs for future sessions. Active sessions are unchanged;
        use session.extensions.disable to update them.

        ``extensions.disable`` on the wire; experimental.

        Args:
            ids: Source-qualified user or plugin extension IDs to disable
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "extensions.disable",
            ExtensionsDisableParams(
                ids=ids,
            ),
            NoneType,
            rpc_timeout,
        )

    async def discover(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> DiscoveredExtensions:
        """Discovers user and enabled installed-plugin extensions from persisted Copilot home state,
        including enablement preferences. Launch-scoped additional plugins are not included.

        ``extensions.discover`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Extensions discovered from persisted Copilot home state and their effective loading
            mode. Launch-scoped additional plugins are not included.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "extensions.discover",
            None,
            DiscoveredExtensions,
            rpc_timeout,
        )

    async def enable(
        self,
        *,
        ids: Sequence[str],
        rpc_timeout: float | None = None,
    ) -> None:
        """Persistently enables extension IDs for future sessions. Active sessions are unchanged;
        use session.extensions.enable to update them.

        ``extensions.enable`` on the wire; experimental.

        Args:
            ids: Source-qualified user or plugin extension IDs to enable
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "extensions.enable",
            ExtensionsEnableParams(
                ids=ids,
            ),
            NoneType,
            rpc_timeout,
        )
