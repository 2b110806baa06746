"""Types and methods: rpc_server_tools.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations


from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import (
    JsonValue,
    WireStruct,
)

__all__ = [
    "ServerToolsRpc",
    "Tool",
    "ToolList",
    "ToolsListParams",
]


class Tool(WireStruct, frozen=True, kw_only=True):
    """Built-in tool metadata with identifier, optional namespaced name, description,
    input-parameter schema, and usage instructions.

    Attributes:
        name: Tool identifier (e.g., "bash", "grep", "str_replace_editor")
        namespaced_name: Optional namespaced name for declarative filtering (e.g.,
            "playwright/navigate" for MCP tools)
        description: Description of what the tool does
        parameters: JSON Schema for the tool's input parameters
        instructions: Optional instructions for how to use this tool effectively
    """

    name: str
    namespaced_name: str | None = None
    description: str
    parameters: dict[str, JsonValue] | None = None
    instructions: str | None = None


class ToolList(WireStruct, frozen=True, kw_only=True):
    """Built-in tools available for the requested model, with their parameters and instructions.

    Attributes:
        tools: List of available built-in tools with metadata
    """

    tools: list[Tool]


class ToolsListParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``tools.list``."""

    model: str | None = None


class ServerToolsRpc(RpcNamespace):
    """``tools.*``."""

    __slots__ = ()

    async def list(
        self,
        *,
        model: str | None = None,
        rpc_timeout: float | None = None,
    ) -> ToolList:
        """Lists built-in tools available for a model.

        ``tools.list`` on the wire; experimental.

        Args:
            model: Optional model ID — when provided, the returned tool list reflects
                model-specific overrides
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Built-in tools available for the requested model, with their parameters and
            instructions.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "tools.list",
            ToolsListParams(
                model=model,
            ),
            ToolList,
            rpc_timeout,
        )
