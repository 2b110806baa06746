"""Types and methods: rpc_server_session_fs.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "ServerSessionFsRpc",
    "SessionFsSetProviderCapabilities",
    "SessionFsSetProviderConventions",
    "SessionFsSetProviderParams",
    "SessionFsSetProviderResult",
]


class SessionFsSetProviderCapabilities(WireStruct, frozen=True, kw_only=True, gc=False):
    """Optional capabilities declared by the provider

    Attributes:
        sqlite: Whether the provider supports SQLite query/exists operations
    """

    sqlite: bool | None = None


class SessionFsSetProviderResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the calling client was registered as the session filesystem provider.

    Attributes:
        success: Whether the provider was set successfully
    """

    success: bool


if TYPE_CHECKING:
    SessionFsSetProviderConventions: TypeAlias = Literal["windows", "posix"] | str
    """Path conventions used by this filesystem

    - ``windows``: Paths use Windows path conventions.
    - ``posix``: Paths use POSIX path conventions.
    """
else:
    SessionFsSetProviderConventions = Literal["windows", "posix"]


class SessionFsSetProviderParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``sessionFs.setProvider``."""

    initial_cwd: str
    session_state_path: str
    conventions: SessionFsSetProviderConventions
    capabilities: SessionFsSetProviderCapabilities | None = None


class ServerSessionFsRpc(RpcNamespace):
    """``sessionFs.*``."""

    __slots__ = ()

    async def set_provider(
        self,
        *,
        initial_cwd: str,
        session_state_path: str,
        conventions: SessionFsSetProviderConventions,
        capabilities: SessionFsSetProviderCapabilities | None = None,
        rpc_timeout: float | None = None,
    ) -> SessionFsSetProviderResult:
        """Registers an SDK client as the session filesystem provider.

        ``sessionFs.setProvider`` on the wire; experimental.

        Args:
            initial_cwd: Initial working directory for sessions
            session_state_path: Path within each session's SessionFs where the runtime stores
                files for that session
            conventions: Path conventions used by this filesystem
            capabilities: Optional capabilities declared by the provider
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the calling client was registered as the session filesystem
            provider.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "sessionFs.setProvider",
            SessionFsSetProviderParams(
                initial_cwd=initial_cwd,
                session_state_path=session_state_path,
                conventions=conventions,
                capabilities=capabilities,
            ),
            SessionFsSetProviderResult,
            rpc_timeout,
        )
