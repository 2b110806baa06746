"""Types and methods: rpc_server_agents.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from .rpc_common import AgentInfo as AgentInfo
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "AgentDiscoveryPath",
    "AgentDiscoveryPathList",
    "AgentDiscoveryPathScope",
    "AgentsDiscoverParams",
    "AgentsGetDiscoveryPathsParams",
    "ServerAgentList",
    "ServerAgentsRpc",
]


class AgentDiscoveryPath(WireStruct, frozen=True, kw_only=True, gc=False):
    """Canonical directory where custom agents can be discovered or created, with scope, preference,
    and optional project path.

    Attributes:
        path: Absolute path of the search/create directory (may not exist on disk yet)
        scope: Which tier this directory belongs to
        preferred_for_creation: Whether this is the canonical directory to create a new agent in
            its tier. At most one entry per tier is preferred.
        project_path: The input project path this directory was derived from (only for project
            scope)
    """

    path: str
    scope: AgentDiscoveryPathScope
    preferred_for_creation: bool
    project_path: str | None = None


class AgentDiscoveryPathList(WireStruct, frozen=True, kw_only=True):
    """Canonical locations where custom agents can be created so the runtime will recognize them.

    Attributes:
        paths: Canonical agent create/discovery directories, in priority order
    """

    paths: list[AgentDiscoveryPath]


class ServerAgentList(WireStruct, frozen=True, kw_only=True):
    """Agents discovered across user, project, plugin, and remote sources.

    Attributes:
        agents: All discovered agents across all sources
    """

    agents: list[AgentInfo]


if TYPE_CHECKING:
    AgentDiscoveryPathScope: TypeAlias = Literal["user", "project"] | str
    """Which tier this directory belongs to

    - ``user``: The user's personal agent configuration directory.
    - ``project``: A project's repository agent directory.
    """
else:
    AgentDiscoveryPathScope = Literal["user", "project"]


class AgentsDiscoverParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``agents.discover``."""

    project_paths: Sequence[str] | None = None
    exclude_host_agents: bool | None = None


class AgentsGetDiscoveryPathsParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``agents.getDiscoveryPaths``."""

    project_paths: Sequence[str] | None = None
    exclude_host_agents: bool | None = None


class ServerAgentsRpc(RpcNamespace):
    """``agents.*``."""

    __slots__ = ()

    async def discover(
        self,
        *,
        project_paths: Sequence[str] | None = None,
        exclude_host_agents: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> ServerAgentList:
        """Discovers custom agents across user, project, plugin, and remote sources.

        ``agents.discover`` on the wire; experimental.

        Args:
            project_paths: Optional list of project directory paths to scan for project-scoped
                agents. When omitted or empty, only user/plugin/remote-independent agents are
                returned (no project scan).
            exclude_host_agents: When true, omit the host's agents (the user-level agent
                directory and all plugin agents), leaving only project and remote agents. For
                multitenant deployments.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Agents discovered across user, project, plugin, and remote sources.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "agents.discover",
            AgentsDiscoverParams(
                project_paths=project_paths,
                exclude_host_agents=exclude_host_agents,
            ),
            ServerAgentList,
            rpc_timeout,
        )

    async def get_discovery_paths(
        self,
        *,
        project_paths: Sequence[str] | None = None,
        exclude_host_agents: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> AgentDiscoveryPathList:
        """Returns the canonical directories where a client may create custom agents that the
        runtime will recognize, including ones that do not exist yet. Project directories become
        active once created.

        ``agents.getDiscoveryPaths`` on the wire; experimental.

        Args:
            project_paths: Optional list of project directory paths. When omitted or empty, only
                the user-level directory is returned.
            exclude_host_agents: When true, omit the host's user-level agent directory, leaving
                only project directories. For multitenant deployments (mirrors `discover`'s
                `excludeHostAgents`).
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Canonical locations where custom agents can be created so the runtime will recognize
            them.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "agents.getDiscoveryPaths",
            AgentsGetDiscoveryPathsParams(
                project_paths=project_paths,
                exclude_host_agents=exclude_host_agents,
            ),
            AgentDiscoveryPathList,
            rpc_timeout,
        )
