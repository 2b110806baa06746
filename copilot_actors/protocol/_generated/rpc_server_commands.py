"""Types and methods: rpc_server_commands.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations


from .rpc_common import CommandList as CommandList
from copilot_actors.protocol._calling import RpcNamespace

__all__ = [
    "ServerCommandsRpc",
]


class ServerCommandsRpc(RpcNamespace):
    """``commands.*``."""

    __slots__ = ()

    async def list(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> CommandList:
        """Lists the well-known built-in slash commands that work as the first message in a new
        session (e.g. /plan, /env), without requiring an active session. Commands that depend on
        session state, authentication, or a synced session are omitted.

        ``commands.list`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Slash commands available in the session, after applying any include/exclude filters.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "commands.list",
            None,
            CommandList,
            rpc_timeout,
        )
