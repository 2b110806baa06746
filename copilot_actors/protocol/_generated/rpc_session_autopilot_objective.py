"""Types and methods: rpc_session_autopilot_objective.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "AutopilotObjectiveCreditLimit",
    "AutopilotObjectiveGetStateResult",
    "AutopilotObjectiveState",
    "AutopilotObjectiveStatus",
    "SessionAutopilotObjectiveRpc",
]


class AutopilotObjectiveCreditLimit(WireStruct, frozen=True, kw_only=True, gc=False):
    """Current per-window credit limit and consumption for an autopilot objective.

    Attributes:
        credits: Configured AI-credit cap, when one is set.
        credits_used: Window consumption in fractional AI credits, for display.
        credits_used_nano_aiu: Exact window consumption in non-negative integer nano-AIU, encoded
            as a decimal string.
    """

    credits: float | None = None
    credits_used: float
    credits_used_nano_aiu: str


class AutopilotObjectiveGetStateResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Canonical runtime state for the session's current autopilot objective.

    Attributes:
        state: Current objective state, or `null` when the session has no objective.
    """

    state: AutopilotObjectiveState | None


class AutopilotObjectiveState(WireStruct, frozen=True, kw_only=True, gc=False):
    """Public, persistence-independent projection of an autopilot objective.

    Attributes:
        id: Session-local objective identifier.
        objective: User-provided objective text.
        status: Current normalized lifecycle status.
        turn_count: Number of objective turns started.
        pause_reason: Optional reason the objective is paused.
        completion_summary: Optional summary recorded when the objective completed.
        credit_count_nano_aiu: Exact lifetime AI-credit consumption in non-negative integer
            nano-AIU, encoded as a decimal string.
        credit_limit: Current per-window consumption and optional cap, when a credit-tracking
            window is present.
    """

    id: int
    objective: str
    status: AutopilotObjectiveStatus
    turn_count: int
    pause_reason: str | None = None
    completion_summary: str | None = None
    credit_count_nano_aiu: str
    credit_limit: AutopilotObjectiveCreditLimit | None = None


if TYPE_CHECKING:
    AutopilotObjectiveStatus: TypeAlias = Literal["active", "paused", "completed"] | str
    """Current normalized autopilot objective lifecycle status.

    - ``active``: The objective is actively running.
    - ``paused``: The objective is paused and may be resumed.
    - ``completed``: The objective completed.
    """
else:
    AutopilotObjectiveStatus = Literal["active", "paused", "completed"]


class SessionAutopilotObjectiveRpc(RpcNamespace):
    """``session.autopilotObjective.*``."""

    __slots__ = ()

    async def get_state(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> AutopilotObjectiveGetStateResult:
        """Reads the current canonical autopilot objective state for this session.

        ``session.autopilotObjective.getState`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Canonical runtime state for the session's current autopilot objective.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.autopilotObjective.getState",
            None,
            AutopilotObjectiveGetStateResult,
            rpc_timeout,
        )
