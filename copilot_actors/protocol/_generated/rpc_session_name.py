"""Types and methods: rpc_session_name.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from types import NoneType

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "NameGetResult",
    "NameSetAutoResult",
    "SessionNameRpc",
    "SessionNameSetAutoParams",
    "SessionNameSetParams",
]


class NameGetResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """The session's friendly name, or null when not yet set.

    Attributes:
        name: The session name (user-set or auto-generated), or null if not yet set
    """

    name: str | None


class NameSetAutoResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the auto-generated summary was applied as the session's name.

    Attributes:
        applied: Whether the auto-generated summary was persisted. False if the session already
            has a user-set name, the summary normalized to empty, or the session does not have a
            workspace.
    """

    applied: bool


class SessionNameSetParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.name.set``."""

    name: str


class SessionNameSetAutoParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.name.setAuto``."""

    summary: str


class SessionNameRpc(RpcNamespace):
    """``session.name.*``."""

    __slots__ = ()

    async def get(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> NameGetResult:
        """Gets the session's friendly name.

        ``session.name.get`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            The session's friendly name, or null when not yet set.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.name.get",
            None,
            NameGetResult,
            rpc_timeout,
        )

    async def set(
        self,
        *,
        name: str,
        rpc_timeout: float | None = None,
    ) -> None:
        """Sets the session's friendly name.

        ``session.name.set`` on the wire; experimental.

        Args:
            name: New session name (1–100 characters, trimmed of leading/trailing whitespace)
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.name.set",
            SessionNameSetParams(
                name=name,
            ),
            NoneType,
            rpc_timeout,
        )

    async def set_auto(
        self,
        *,
        summary: str,
        rpc_timeout: float | None = None,
    ) -> NameSetAutoResult:
        """Persists an auto-generated session summary as the session's name when no user-set name
        exists.

        ``session.name.setAuto`` on the wire; experimental.

        Args:
            summary: Auto-generated session summary. Empty/whitespace-only values are ignored;
                values are trimmed before persisting.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the auto-generated summary was applied as the session's name.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.name.setAuto",
            SessionNameSetAutoParams(
                summary=summary,
            ),
            NameSetAutoResult,
            rpc_timeout,
        )
