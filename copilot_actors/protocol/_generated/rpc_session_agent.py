"""Types and methods: rpc_session_agent.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from types import NoneType

from .rpc_common import AgentInfo as AgentInfo
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "AgentGetCurrentResult",
    "AgentList",
    "AgentReloadResult",
    "AgentSelectResult",
    "SessionAgentListParams",
    "SessionAgentRpc",
    "SessionAgentSelectParams",
    "SessionAgentSetPromptParams",
]


class AgentGetCurrentResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """The currently selected custom agent, or null when using the default agent.

    Attributes:
        agent: Currently selected custom agent, or null if using the default agent
    """

    agent: AgentInfo | None


class AgentList(WireStruct, frozen=True, kw_only=True):
    """Agents available to the session.

    Attributes:
        agents: Available agents
    """

    agents: list[AgentInfo]


class AgentReloadResult(WireStruct, frozen=True, kw_only=True):
    """Custom agents available to the session after reloading definitions from disk.

    Attributes:
        agents: Reloaded custom agents
    """

    agents: list[AgentInfo]


class AgentSelectResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """The newly selected custom agent.

    Attributes:
        agent: The newly selected custom agent
    """

    agent: AgentInfo


class SessionAgentListParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.agent.list``."""

    include_built_in_agents: bool | None = None
    include_prompt: bool | None = None


class SessionAgentSelectParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.agent.select``."""

    name: str


class SessionAgentSetPromptParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.agent.setPrompt``."""

    id: str
    prompt: str


class SessionAgentRpc(RpcNamespace):
    """``session.agent.*``."""

    __slots__ = ()

    async def deselect(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> None:
        """Clears the selected custom agent and returns the session to the default agent.

        ``session.agent.deselect`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.agent.deselect",
            None,
            NoneType,
            rpc_timeout,
        )

    async def get_current(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> AgentGetCurrentResult:
        """Gets the currently selected custom agent for the session.

        ``session.agent.getCurrent`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            The currently selected custom agent, or null when using the default agent.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.agent.getCurrent",
            None,
            AgentGetCurrentResult,
            rpc_timeout,
        )

    async def list(
        self,
        *,
        include_built_in_agents: bool | None = None,
        include_prompt: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> AgentList:
        """Lists agents available to the session. Defaults to custom agents only; pass
        includeBuiltInAgents to include the effective built-in agents.

        ``session.agent.list`` on the wire; experimental.

        Args:
            include_built_in_agents: When true, request the session's configured built-in agents
                alongside custom agents. Listing applies feature, context, inclusion, exclusion,
                and user-disabled-agent policy, but does not evaluate transient invocation
                requirements such as model availability. Built-in metadata may be omitted when
                the session cannot project it, such as a relay session.
            include_prompt: When true, request authored base prompt text on each AgentInfo.
                Prompt text may be omitted when unavailable, such as for agents projected through
                a relay session.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Agents available to the session.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.agent.list",
            SessionAgentListParams(
                include_built_in_agents=include_built_in_agents,
                include_prompt=include_prompt,
            ),
            AgentList,
            rpc_timeout,
        )

    async def reload(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> AgentReloadResult:
        """Reloads custom agent definitions and returns the refreshed list.

        ``session.agent.reload`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Custom agents available to the session after reloading definitions from disk.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.agent.reload",
            None,
            AgentReloadResult,
            rpc_timeout,
        )

    async def select(
        self,
        *,
        name: str,
        rpc_timeout: float | None = None,
    ) -> AgentSelectResult:
        """Selects a custom agent for subsequent turns in the session.

        ``session.agent.select`` on the wire; experimental.

        Args:
            name: Name of the custom agent to select
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            The newly selected custom agent.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.agent.select",
            SessionAgentSelectParams(
                name=name,
            ),
            AgentSelectResult,
            rpc_timeout,
        )

    async def set_prompt(
        self,
        *,
        id: str,
        prompt: str,
        rpc_timeout: float | None = None,
    ) -> None:
        """Sets an in-memory authored prompt override for an available agent. For built-in agents,
        this replaces only the static base prompt while preserving runtime-owned dynamic prompt
        composition and behavior. The special `general-purpose` agent is not overrideable.
        Overrides are not persisted; resumed and forked sessions start without them, so the host
        must re-apply them.

        ``session.agent.setPrompt`` on the wire; experimental.

        Args:
            id: Stable effective agent id. Plugin namespace separators are normalized.
            prompt: Replacement authored prompt. Empty text is valid.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.agent.setPrompt",
            SessionAgentSetPromptParams(
                id=id,
                prompt=prompt,
            ),
            NoneType,
            rpc_timeout,
        )
