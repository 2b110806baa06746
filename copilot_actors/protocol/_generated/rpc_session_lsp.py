"""Types and methods: rpc_session_lsp.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from types import NoneType

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "SessionLspInitializeParams",
    "SessionLspRpc",
]


class SessionLspInitializeParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.lsp.initialize``."""

    working_directory: str | None = None
    git_root: str | None = None
    force: bool | None = None


class SessionLspRpc(RpcNamespace):
    """``session.lsp.*``."""

    __slots__ = ()

    async def initialize(
        self,
        *,
        working_directory: str | None = None,
        git_root: str | None = None,
        force: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> None:
        """Loads the merged LSP configuration set for the session's working directory.

        ``session.lsp.initialize`` on the wire; experimental.

        Args:
            working_directory: Working directory used to load project-level LSP configs. Defaults
                to the session working directory when omitted.
            git_root: Git root used as the boundary when traversing for project-level LSP configs
                (supports monorepos).
            force: Force re-initialization even when LSP configs were already loaded for the
                working directory.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.lsp.initialize",
            SessionLspInitializeParams(
                working_directory=working_directory,
                git_root=git_root,
                force=force,
            ),
            NoneType,
            rpc_timeout,
        )
