"""Types and methods: rpc_server_instructions.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias

from .rpc_common import InstructionSource as InstructionSource
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "InstructionDiscoveryPath",
    "InstructionDiscoveryPathKind",
    "InstructionDiscoveryPathList",
    "InstructionDiscoveryPathLocation",
    "InstructionsDiscoverParams",
    "InstructionsGetDiscoveryPathsParams",
    "ServerInstructionSourceList",
    "ServerInstructionsRpc",
]


class InstructionDiscoveryPath(WireStruct, frozen=True, kw_only=True, gc=False):
    """Canonical file or directory where custom instructions can be discovered or created, with
    location, kind, preference, and project path.

    Attributes:
        path: Absolute path of the file or directory (may not exist on disk yet)
        location: Which tier this target belongs to
        kind: Whether the target is a single file or a directory of instruction files
        preferred_for_creation: Whether this is the canonical target to create new instructions
            in its tier. At most one entry per tier is preferred.
        project_path: The input project path this target was derived from (only for repository
            targets)
    """

    path: str
    location: InstructionDiscoveryPathLocation
    kind: InstructionDiscoveryPathKind
    preferred_for_creation: bool
    project_path: str | None = None


class InstructionDiscoveryPathList(WireStruct, frozen=True, kw_only=True):
    """Canonical files and directories where custom instructions can be created so the runtime will
    recognize them.

    Attributes:
        paths: Canonical instruction create/discovery files and directories, in priority order
    """

    paths: list[InstructionDiscoveryPath]


class ServerInstructionSourceList(WireStruct, frozen=True, kw_only=True):
    """Instruction sources discovered across user, repository, and plugin sources.

    Attributes:
        sources: All discovered instruction sources
    """

    sources: list[InstructionSource]


if TYPE_CHECKING:
    InstructionDiscoveryPathKind: TypeAlias = Literal["file", "directory"] | str
    """Whether the target is a single file or a directory of instruction files

    - ``file``: The target is a single instruction file.
    - ``directory``: The target is a directory that holds instruction files.
    """
    InstructionDiscoveryPathLocation: TypeAlias = Literal["user", "repository", "working-directory", "plugin"] | str
    """Which tier this target belongs to

    - ``user``: Instructions live in user-level configuration.
    - ``repository``: Instructions live in repository-level configuration.
    - ``working-directory``: Instructions live under the current working directory.
    - ``plugin``: Instructions live in plugin-provided configuration.
    """
else:
    InstructionDiscoveryPathKind = Literal["file", "directory"]
    InstructionDiscoveryPathLocation = Literal["user", "repository", "working-directory", "plugin"]


class InstructionsDiscoverParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``instructions.discover``."""

    project_paths: Sequence[str] | None = None
    exclude_host_instructions: bool | None = None


class InstructionsGetDiscoveryPathsParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``instructions.getDiscoveryPaths``."""

    project_paths: Sequence[str] | None = None
    exclude_host_instructions: bool | None = None


class ServerInstructionsRpc(RpcNamespace):
    """``instructions.*``."""

    __slots__ = ()

    async def discover(
        self,
        *,
        project_paths: Sequence[str] | None = None,
        exclude_host_instructions: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> ServerInstructionSourceList:
        """Discovers instruction sources across user, repository, and plugin sources.

        ``instructions.discover`` on the wire; experimental.

        Args:
            project_paths: Optional list of project directory paths to scan for
                repository/working-directory instruction sources. When omitted or empty, only
                user-level and plugin instruction sources are returned (no project scan).
            exclude_host_instructions: When true, omit the host's instruction sources
                (user/home-level files and plugin rules), leaving only repository and
                working-directory sources. For multitenant deployments.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Instruction sources discovered across user, repository, and plugin sources.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "instructions.discover",
            InstructionsDiscoverParams(
                project_paths=project_paths,
                exclude_host_instructions=exclude_host_instructions,
            ),
            ServerInstructionSourceList,
            rpc_timeout,
        )

    async def get_discovery_paths(
        self,
        *,
        project_paths: Sequence[str] | None = None,
        exclude_host_instructions: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> InstructionDiscoveryPathList:
        """Returns the canonical files and directories where a client may create custom instructions
        that the runtime will recognize, including ones that do not exist yet. Repository targets
        become active once created.

        ``instructions.getDiscoveryPaths`` on the wire; experimental.

        Args:
            project_paths: Optional list of project directory paths. When omitted or empty, only
                the user-level targets are returned.
            exclude_host_instructions: When true, omit the host's user-level instruction targets,
                leaving only repository targets. For multitenant deployments (mirrors
                `discover`'s `excludeHostInstructions`).
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Canonical files and directories where custom instructions can be created so the
            runtime will recognize them.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "instructions.getDiscoveryPaths",
            InstructionsGetDiscoveryPathsParams(
                project_paths=project_paths,
                exclude_host_instructions=exclude_host_instructions,
            ),
            InstructionDiscoveryPathList,
            rpc_timeout,
        )
