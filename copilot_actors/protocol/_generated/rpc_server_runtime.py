"""Types and methods: rpc_server_runtime.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from types import NoneType

from copilot_actors.protocol._calling import RpcNamespace

__all__ = [
    "ServerRuntimeRpc",
]


class ServerRuntimeRpc(RpcNamespace):
    """``runtime.*``."""

    __slots__ = ()

    async def shutdown(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> None:
        """Gracefully shuts down an SDK-owned runtime. The response is sent only after cleanup
        completes; callers may then terminate the owned runtime process.

        ``runtime.shutdown`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "runtime.shutdown",
            None,
            NoneType,
            rpc_timeout,
        )
