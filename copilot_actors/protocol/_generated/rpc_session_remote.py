"""Types and methods: rpc_session_remote.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from types import NoneType
from typing import TYPE_CHECKING, Literal, TypeAlias

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "RemoteEnableResult",
    "RemoteNotifySteerableChangedResult",
    "RemoteSessionMode",
    "SessionRemoteEnableParams",
    "SessionRemoteNotifySteerableChangedParams",
    "SessionRemoteRpc",
]


class RemoteEnableResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """GitHub URL for the session and a flag indicating whether remote steering is enabled.

    Attributes:
        url: GitHub frontend URL for this session
        remote_steerable: Whether remote steering is enabled
    """

    url: str | None = None
    remote_steerable: bool


class RemoteNotifySteerableChangedResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Persist a steerability change as a `session.remote_steerable_changed` event. Used by the host
    (CLI / SDK consumer) when it has just finished enabling or disabling steering on a remote
    exporter that the runtime does not directly own.
    """


if TYPE_CHECKING:
    RemoteSessionMode: TypeAlias = Literal["off", "export", "on"] | str
    """Per-session remote mode. "off" disables remote, "export" exports session events to GitHub
    without enabling remote steering, "on" enables both export and remote steering.

    - ``off``: Disable remote session export and steering.
    - ``export``: Export session events to GitHub without enabling remote steering.
    - ``on``: Enable both remote session export and remote steering.
    """
else:
    RemoteSessionMode = Literal["off", "export", "on"]


class SessionRemoteEnableParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.remote.enable``."""

    mode: RemoteSessionMode | None = None


class SessionRemoteNotifySteerableChangedParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.remote.notifySteerableChanged``."""

    remote_steerable: bool


class SessionRemoteRpc(RpcNamespace):
    """``session.remote.*``."""

    __slots__ = ()

    async def disable(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> None:
        """Disables remote session export and steering.

        ``session.remote.disable`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.remote.disable",
            None,
            NoneType,
            rpc_timeout,
        )

    async def enable(
        self,
        *,
        mode: RemoteSessionMode | None = None,
        rpc_timeout: float | None = None,
    ) -> RemoteEnableResult:
        """Enables remote session export or steering.

        ``session.remote.enable`` on the wire; experimental.

        Args:
            mode: Per-session remote mode. "off" disables remote, "export" exports session events
                to GitHub without enabling remote steering, "on" enables both export and remote
                steering.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            GitHub URL for the session and a flag indicating whether remote steering is enabled.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.remote.enable",
            SessionRemoteEnableParams(
                mode=mode,
            ),
            RemoteEnableResult,
            rpc_timeout,
        )

    async def notify_steerable_changed(
        self,
        *,
        remote_steerable: bool,
        rpc_timeout: float | None = None,
    ) -> RemoteNotifySteerableChangedResult:
        """Persists a remote-steerability change emitted by the host as a session event.

        ``session.remote.notifySteerableChanged`` on the wire; experimental.

        Args:
            remote_steerable: Whether the session now supports remote steering via GitHub. The
                runtime persists this as a `session.remote_steerable_changed` event so
                resume/replay sees the up-to-date capability.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Persist a steerability change as a `session.remote_steerable_changed` event. Used by
            the host (CLI / SDK consumer) when it has just finished enabling or disabling
            steering on a remote exporter that the runtime does not directly own.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.remote.notifySteerableChanged",
            SessionRemoteNotifySteerableChangedParams(
                remote_steerable=remote_steerable,
            ),
            RemoteNotifySteerableChangedResult,
            rpc_timeout,
        )
