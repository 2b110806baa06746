"""Types and methods: rpc_session_instructions.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations


from .rpc_common import InstructionSource as InstructionSource
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "InstructionsGetSourcesResult",
    "SessionInstructionsRpc",
]


class InstructionsGetSourcesResult(WireStruct, frozen=True, kw_only=True):
    """Instruction sources loaded for the session, in merge order.

    Attributes:
        sources: Instruction sources for the session
    """

    sources: list[InstructionSource]


class SessionInstructionsRpc(RpcNamespace):
    """``session.instructions.*``."""

    __slots__ = ()

    async def get_sources(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> InstructionsGetSourcesResult:
        """Gets instruction sources loaded for the session.

        ``session.instructions.getSources`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Instruction sources loaded for the session, in merge order.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.instructions.getSources",
            None,
            InstructionsGetSourcesResult,
            rpc_timeout,
        )
