"""Types and methods: rpc_session_telemetry.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "SessionTelemetryEngagement",
    "SessionTelemetryRpc",
    "SessionTelemetrySetFeatureOverridesParams",
]


class SessionTelemetryEngagement(WireStruct, frozen=True, kw_only=True, gc=False):
    """Telemetry engagement ID for the session, when available.

    Attributes:
        engagement_id: Current telemetry engagement ID, when available.
    """

    engagement_id: str | None = None


class SessionTelemetrySetFeatureOverridesParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.telemetry.setFeatureOverrides``."""

    features: Mapping[str, str]


class SessionTelemetryRpc(RpcNamespace):
    """``session.telemetry.*``."""

    __slots__ = ()

    async def get_engagement_id(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> SessionTelemetryEngagement:
        """Gets the telemetry engagement ID currently associated with the session, when available.

        ``session.telemetry.getEngagementId`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Telemetry engagement ID for the session, when available.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.telemetry.getEngagementId",
            None,
            SessionTelemetryEngagement,
            rpc_timeout,
        )

    async def set_feature_overrides(
        self,
        *,
        features: Mapping[str, str],
        rpc_timeout: float | None = None,
    ) -> None:
        """Sets feature override key/value pairs to attach to subsequent telemetry events for the
        session.

        ``session.telemetry.setFeatureOverrides`` on the wire; experimental.

        Args:
            features: Override key/value pairs to attach to subsequent telemetry events from this
                session. Replaces any previously-set overrides.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.telemetry.setFeatureOverrides",
            SessionTelemetrySetFeatureOverridesParams(
                features=features,
            ),
            NoneType,
            rpc_timeout,
        )
