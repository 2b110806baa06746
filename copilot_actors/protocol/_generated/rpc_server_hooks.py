"""Types and methods: rpc_server_hooks.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from .rpc_common import HookType as HookType
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "DiscoveredHook",
    "HookOrigin",
    "HooksDiscoverParams",
    "HooksDiscoverResult",
    "ServerHooksRpc",
]


class DiscoveredHook(WireStruct, frozen=True, kw_only=True, gc=False):
    """One server-discovered hook action from user, repository, plugin, or managed-policy
    configuration.

    Attributes:
        id: Deterministic identifier for this server-discovered action row. It remains stable
            while the project, origin, source, event, action content, and duplicate ordinal are
            unchanged. This is row identity, not the key persisted in disabledHooks.
        hook_type: Hook event that invokes this action.
        origin: Configuration tier that contributed this hook action.
        source: Human-readable source label, such as a hook file path, settings source, or plugin
            name.
        project_path: Input project path for which this server-side action was resolved. Set on
            every row returned for project-scoped discovery, including repeated user and policy
            actions.
        enabled: Whether this action is enabled under the server-side discovery settings.
            Concrete sessions may differ because they can add session-specific directories,
            plugins, or trust. False when its disable key is present in the user's disabled-hooks
            setting or disable-all settings suppress the action.
        disable_key: Durable content hash used by hook enablement. Identical actions may
            intentionally share this key. Omitted when changing the user's disabled-hooks setting
            cannot change the action's current server-discovered state, including managed-policy
            hooks, session-start prompt actions, actions suppressed by disable-all settings, and
            projectless plugin actions that require project-directory expansion.
    """

    id: str
    hook_type: HookType
    origin: HookOrigin
    source: str | None = None
    project_path: str | None = None
    enabled: bool
    disable_key: str | None = None


class HooksDiscoverResult(WireStruct, frozen=True, kw_only=True):
    """Server-discovered hook actions and partial-load diagnostics from user, repository, plugin,
    and managed-policy sources. Concrete sessions may include additional session-specific hook
    sources.

    Attributes:
        hooks: All discovered hook actions. Byte-identical actions remain separate rows even when
            they share a disable key.
        warnings: Non-fatal source-loading warnings. Discovery remains complete for the affected
            source, although the source had a recoverable issue. Repository-settings warnings are
            prefixed with their project path when attribution is available.
        errors: Errors for hook sources or actions that could not be loaded, making the result
            partially incomplete. Other valid actions are still returned. Project-resolution and
            repository-settings errors are prefixed with their project path.
    """

    hooks: list[DiscoveredHook]
    warnings: list[str]
    errors: list[str]


if TYPE_CHECKING:
    HookOrigin: TypeAlias = Literal["user", "repository", "plugin", "policy"] | str
    """Configuration tier that contributed a discovered hook action.

    - ``user``: Hook loaded from user settings or the user's hook directory.
    - ``repository``: Hook loaded from repository settings or the repository hook directory.
    - ``plugin``: Hook provided by an enabled installed or explicit plugin. Projectless rows omit
        projectPath and do not expand a project directory.
    - ``policy``: Hook enforced by centrally managed policy.
    """
else:
    HookOrigin = Literal["user", "repository", "plugin", "policy"]


class HooksDiscoverParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``hooks.discover``."""

    project_paths: Sequence[str] | None = None
    exclude_host_hooks: bool | None = None


class ServerHooksRpc(RpcNamespace):
    """``hooks.*``."""

    __slots__ = ()

    async def discover(
        self,
        *,
        project_paths: Sequence[str] | None = None,
        exclude_host_hooks: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> HooksDiscoverResult:
        """Discovers hook actions enabled under server-side discovery settings from user,
        repository, plugin, and managed-policy sources.

        ``hooks.discover`` on the wire; experimental.

        Args:
            project_paths: Optional project directory paths whose trusted repository and
                project-expanded plugin hooks should be discovered. When omitted or empty, user,
                managed-policy, and globally enabled installed or explicit plugin hooks are
                returned without project expansion.
            exclude_host_hooks: When true, omit host-owned user and plugin hook rows and their
                diagnostics. Managed-policy hooks and trusted repository hooks remain visible,
                and host disabledHooks still contribute to each remaining row's effective enabled
                state. This filters sources rather than simulating a host with no settings.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Server-discovered hook actions and partial-load diagnostics from user, repository,
            plugin, and managed-policy sources. Concrete sessions may include additional
            session-specific hook sources.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "hooks.discover",
            HooksDiscoverParams(
                project_paths=project_paths,
                exclude_host_hooks=exclude_host_hooks,
            ),
            HooksDiscoverResult,
            rpc_timeout,
        )
