"""Types and methods: rpc_session_visibility.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "SessionVisibilityRpc",
    "SessionVisibilitySetParams",
    "SessionVisibilityStatus",
    "VisibilityGetResult",
    "VisibilitySetResult",
]


class VisibilityGetResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Current sharing status and shareable GitHub URL for a session.

    Attributes:
        synced: Whether the session has been synced to Mission Control (i.e. has a GitHub task).
            When false, the session cannot be shared and `status`/`shareUrl` are absent.
        status: Current sharing status. Absent when the session is not synced or the status could
            not be retrieved (e.g. the user is not authenticated).
        share_url: Shareable GitHub URL for the session. Present when the session is synced and
            the URL can be resolved.
    """

    synced: bool
    status: SessionVisibilityStatus | None = None
    share_url: str | None = None


class VisibilitySetResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Effective sharing status and shareable GitHub URL after updating session visibility.

    Attributes:
        synced: Whether the session has been synced to Mission Control (i.e. has a GitHub task).
            When false, the visibility change could not be applied and `status`/`shareUrl` are
            absent.
        status: Effective sharing status after the update. May differ from the requested status
            for task types that are already visible to repository readers by default. Absent when
            the update could not be applied (e.g. the session is not synced or the user is not
            authenticated).
        share_url: Shareable GitHub URL for the session. Present when the session is synced and
            the URL can be resolved.
    """

    synced: bool
    status: SessionVisibilityStatus | None = None
    share_url: str | None = None


if TYPE_CHECKING:
    SessionVisibilityStatus: TypeAlias = Literal["repo", "unshared"] | str
    """Sharing status for a synced session. "repo" makes the session visible to anyone with read
    access to the repository; "unshared" restricts it to the creator and collaborators.

    - ``repo``: The session is visible to repository readers.
    - ``unshared``: The session is restricted to its creator and collaborators.
    """
else:
    SessionVisibilityStatus = Literal["repo", "unshared"]


class SessionVisibilitySetParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.visibility.set``."""

    status: SessionVisibilityStatus


class SessionVisibilityRpc(RpcNamespace):
    """``session.visibility.*``."""

    __slots__ = ()

    async def get(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> VisibilityGetResult:
        """Returns the session's current Mission Control sharing status and shareable GitHub URL.
        Reflects whether the synced session is visible to repository readers ("repo") or
        restricted to its creator and collaborators ("unshared").

        ``session.visibility.get`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Current sharing status and shareable GitHub URL for a session.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.visibility.get",
            None,
            VisibilityGetResult,
            rpc_timeout,
        )

    async def set(
        self,
        *,
        status: SessionVisibilityStatus,
        rpc_timeout: float | None = None,
    ) -> VisibilitySetResult:
        """Sets the session's Mission Control sharing status, controlling whether the synced session
        is visible to repository readers. Returns the effective status and shareable GitHub URL
        after the change.

        ``session.visibility.set`` on the wire; experimental.

        Args:
            status: Sharing status to apply. "repo" makes the session visible to repository
                readers; "unshared" restricts it to the creator and collaborators.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Effective sharing status and shareable GitHub URL after updating session visibility.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.visibility.set",
            SessionVisibilitySetParams(
                status=status,
            ),
            VisibilitySetResult,
            rpc_timeout,
        )
