"""Types and methods: rpc_server_skills.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import NoneType
from typing import TYPE_CHECKING, Literal, TypeAlias

from .rpc_common import SkillSource as SkillSource
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "ServerSkill",
    "ServerSkillList",
    "ServerSkillsConfigRpc",
    "ServerSkillsRpc",
    "SkillDiscoveryPath",
    "SkillDiscoveryPathList",
    "SkillDiscoveryScope",
    "SkillsConfigSetDisabledSkillsParams",
    "SkillsConfigSetSkillDisabledParams",
    "SkillsDiscoverParams",
    "SkillsGetDiscoveryPathsParams",
]


class ServerSkill(WireStruct, frozen=True, kw_only=True, gc=False):
    """Server-side skill metadata, including name, description, source, enabled/invocable state,
    path, project path, and argument hint.

    Attributes:
        name: Unique identifier for the skill
        command_name: Canonical slash command name used to invoke the skill, without the leading
            '/'
        description: Description of what the skill does
        source: Source location type (e.g., project, personal-copilot, plugin, builtin)
        user_invocable: Whether the skill can be invoked by the user as a slash command
        enabled: Whether the skill is currently enabled (based on global config)
        path: Absolute path to the skill file
        project_path: The project path this skill belongs to (only for project/inherited skills)
        argument_hint: Optional freeform hint describing the skill's expected arguments, from the
            `argument-hint` frontmatter field
    """

    name: str
    command_name: str | None = None
    description: str
    source: SkillSource
    user_invocable: bool
    enabled: bool
    path: str | None = None
    project_path: str | None = None
    argument_hint: str | None = None


class ServerSkillList(WireStruct, frozen=True, kw_only=True):
    """Skills discovered across global and project sources.

    Attributes:
        skills: All discovered skills across all sources
        errors: Messages for skills that failed to load (e.g. malformed SKILL.md). Empty when
            host skills are excluded so host-local paths are not disclosed to multitenant
            callers.
    """

    skills: list[ServerSkill]
    errors: list[str] | None = None


class SkillDiscoveryPath(WireStruct, frozen=True, kw_only=True, gc=False):
    """Canonical directory where skills can be discovered or created, with scope, preference, and
    optional project path.

    Attributes:
        path: Absolute path of the create/discovery target (may not exist on disk yet)
        scope: Which tier this directory belongs to
        preferred_for_creation: Whether this is the canonical directory to create a new skill in
            its tier. At most one entry per tier is preferred; the `personal-agents` and `custom`
            scopes are never preferred.
        project_path: The input project path this directory was derived from (only for project
            scope)
    """

    path: str
    scope: SkillDiscoveryScope
    preferred_for_creation: bool
    project_path: str | None = None


class SkillDiscoveryPathList(WireStruct, frozen=True, kw_only=True):
    """Canonical locations where skills can be created so the runtime will recognize them.

    Attributes:
        paths: Canonical skill create/discovery directories, in priority order
    """

    paths: list[SkillDiscoveryPath]


if TYPE_CHECKING:
    SkillDiscoveryScope: TypeAlias = Literal["project", "personal-copilot", "personal-agents", "custom"] | str
    """Which tier this directory belongs to

    - ``project``: A project's repository skill directory.
    - ``personal-copilot``: The user's personal Copilot skill directory.
    - ``personal-agents``: The user's personal agents skill directory.
    - ``custom``: A configured custom skill directory.
    """
else:
    SkillDiscoveryScope = Literal["project", "personal-copilot", "personal-agents", "custom"]


class SkillsConfigSetDisabledSkillsParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``skills.config.setDisabledSkills``."""

    disabled_skills: Sequence[str]


class SkillsConfigSetSkillDisabledParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``skills.config.setSkillDisabled``."""

    name: str
    disabled: bool


class SkillsDiscoverParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``skills.discover``."""

    project_paths: Sequence[str] | None = None
    skill_directories: Sequence[str] | None = None
    exclude_host_skills: bool | None = None


class SkillsGetDiscoveryPathsParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``skills.getDiscoveryPaths``."""

    project_paths: Sequence[str] | None = None
    exclude_host_skills: bool | None = None


class ServerSkillsRpc(RpcNamespace):
    """``skills.*``."""

    __slots__ = ()

    @property
    def config(self) -> ServerSkillsConfigRpc:
        """``skills.config.*``."""
        return ServerSkillsConfigRpc(self._call)

    async def discover(
        self,
        *,
        project_paths: Sequence[str] | None = None,
        skill_directories: Sequence[str] | None = None,
        exclude_host_skills: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> ServerSkillList:
        """Discovers skills across global and project sources.

        ``skills.discover`` on the wire; experimental.

        Args:
            project_paths: Optional list of project directory paths to scan for project-scoped
                skills
            skill_directories: Optional list of additional skill directory paths to include
            exclude_host_skills: When true, omit skills from the host's global sources (personal,
                custom, plugin, and built-in), returning only project-scoped skills. For
                multitenant deployments.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Skills discovered across global and project sources.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "skills.discover",
            SkillsDiscoverParams(
                project_paths=project_paths,
                skill_directories=skill_directories,
                exclude_host_skills=exclude_host_skills,
            ),
            ServerSkillList,
            rpc_timeout,
        )

    async def get_discovery_paths(
        self,
        *,
        project_paths: Sequence[str] | None = None,
        exclude_host_skills: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> SkillDiscoveryPathList:
        """Returns the canonical directories where a client may create skills that the runtime will
        recognize, including ones that do not exist yet. Project directories become active once
        created.

        ``skills.getDiscoveryPaths`` on the wire; experimental.

        Args:
            project_paths: Optional list of project directory paths. When omitted or empty, only
                personal and custom directories are returned.
            exclude_host_skills: When true, omit the host's personal and custom skill
                directories, leaving only project directories. For multitenant deployments.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Canonical locations where skills can be created so the runtime will recognize them.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "skills.getDiscoveryPaths",
            SkillsGetDiscoveryPathsParams(
                project_paths=project_paths,
                exclude_host_skills=exclude_host_skills,
            ),
            SkillDiscoveryPathList,
            rpc_timeout,
        )


class ServerSkillsConfigRpc(RpcNamespace):
    """``skills.config.*``."""

    __slots__ = ()

    async def set_disabled_skills(
        self,
        *,
        disabled_skills: Sequence[str],
        rpc_timeout: float | None = None,
    ) -> None:
        """Replaces the global list of disabled skills.

        ``skills.config.setDisabledSkills`` on the wire; experimental.

        Args:
            disabled_skills: List of skill names to disable
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "skills.config.setDisabledSkills",
            SkillsConfigSetDisabledSkillsParams(
                disabled_skills=disabled_skills,
            ),
            NoneType,
            rpc_timeout,
        )

    async def set_skill_disabled(
        self,
        *,
        name: str,
        disabled: bool,
        rpc_timeout: float | None = None,
    ) -> None:
        """Atomically adds or removes one skill from the disabled list.

        ``skills.config.setSkillDisabled`` on the wire; experimental.

        Args:
            name: Name of the skill to add to or remove from the disabled list
            disabled: True to disable the skill, false to enable it
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "skills.config.setSkillDisabled",
            SkillsConfigSetSkillDisabledParams(
                name=name,
                disabled=disabled,
            ),
            NoneType,
            rpc_timeout,
        )
