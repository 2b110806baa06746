"""Types and methods: rpc_session_skills.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from types import NoneType

from .rpc_common import SkillSource as SkillSource
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "SessionSkillsDisableParams",
    "SessionSkillsEnableParams",
    "SessionSkillsRpc",
    "Skill",
    "SkillList",
    "SkillsGetInvokedResult",
    "SkillsInvokedSkill",
    "SkillsLoadDiagnostics",
]


class Skill(WireStruct, frozen=True, kw_only=True, gc=False):
    """Skill metadata available to a session, with name, description, source, enabled/invocable
    state, path, plugin, and argument hint.

    Attributes:
        name: Unique identifier for the skill
        command_name: Canonical slash command name used to invoke the skill, without the leading
            '/'
        description: Description of what the skill does
        source: Source location type (e.g., project, personal-copilot, plugin, builtin)
        user_invocable: Whether the skill can be invoked by the user as a slash command
        enabled: Whether the skill is currently enabled
        path: Absolute path to the skill file
        plugin_name: Name of the plugin that provides the skill, when source is 'plugin'
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
    plugin_name: str | None = None
    argument_hint: str | None = None


class SkillList(WireStruct, frozen=True, kw_only=True):
    """Skills available to the session, with their enabled state.

    Attributes:
        skills: Available skills
    """

    skills: list[Skill]


class SkillsGetInvokedResult(WireStruct, frozen=True, kw_only=True):
    """Skills invoked during this session, ordered by invocation time (most recent last).

    Attributes:
        skills: Skills invoked during this session, ordered by invocation time (most recent last)
    """

    skills: list[SkillsInvokedSkill]


class SkillsInvokedSkill(WireStruct, frozen=True, kw_only=True):
    """Skill invocation record with name, path, content, allowed tools, and turn number.

    Attributes:
        name: Unique identifier for the skill
        path: Path to the SKILL.md file, or an empty string for an SDK-provided skill without a
            filesystem identity
        content: Full content of the skill file
        allowed_tools: Tools that should be auto-approved when this skill is active, captured at
            invocation time
        disable_model_invocation: Whether model invocation was disabled when this skill was
            invoked
        invoked_at_turn: Turn number when the skill was invoked
    """

    name: str
    path: str
    content: str
    allowed_tools: list[str] | None = None
    disable_model_invocation: bool | None = None
    invoked_at_turn: int


class SkillsLoadDiagnostics(WireStruct, frozen=True, kw_only=True):
    """Diagnostics from reloading skill definitions, with warnings and errors as separate lists.

    Attributes:
        warnings: Warnings emitted while loading skills (e.g. skills that loaded but had issues)
        errors: Errors emitted while loading skills (e.g. skills that failed to load entirely)
    """

    warnings: list[str]
    errors: list[str]


class SessionSkillsDisableParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.skills.disable``."""

    name: str


class SessionSkillsEnableParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.skills.enable``."""

    name: str


class SessionSkillsRpc(RpcNamespace):
    """``session.skills.*``."""

    __slots__ = ()

    async def disable(
        self,
        *,
        name: str,
        rpc_timeout: float | None = None,
    ) -> None:
        """Disables a skill for the session.

        ``session.skills.disable`` on the wire; experimental.

        Args:
            name: Name of the skill to disable
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.skills.disable",
            SessionSkillsDisableParams(
                name=name,
            ),
            NoneType,
            rpc_timeout,
        )

    async def enable(
        self,
        *,
        name: str,
        rpc_timeout: float | None = None,
    ) -> None:
        """Enables a skill for the session.

        ``session.skills.enable`` on the wire; experimental.

        Args:
            name: Name of the skill to enable
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.skills.enable",
            SessionSkillsEnableParams(
                name=name,
            ),
            NoneType,
            rpc_timeout,
        )

    async def ensure_loaded(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> None:
        """Ensures the session's skill definitions have been loaded from disk.

        ``session.skills.ensureLoaded`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.skills.ensureLoaded",
            None,
            NoneType,
            rpc_timeout,
        )

    async def get_invoked(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> SkillsGetInvokedResult:
        """Returns the skills that have been invoked during this session.

        ``session.skills.getInvoked`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Skills invoked during this session, ordered by invocation time (most recent last).

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.skills.getInvoked",
            None,
            SkillsGetInvokedResult,
            rpc_timeout,
        )

    async def list(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> SkillList:
        """Lists skills available to the session.

        ``session.skills.list`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Skills available to the session, with their enabled state.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.skills.list",
            None,
            SkillList,
            rpc_timeout,
        )

    async def reload(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> SkillsLoadDiagnostics:
        """Reloads skill definitions for the session.

        ``session.skills.reload`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Diagnostics from reloading skill definitions, with warnings and errors as separate
            lists.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.skills.reload",
            None,
            SkillsLoadDiagnostics,
            rpc_timeout,
        )
