"""Types and methods: rpc_session_sandbox.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations


from .rpc_common import PermissionDecisionContext as PermissionDecisionContext
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "SandboxDisableForSessionResult",
    "SandboxEnforcementStatus",
    "SessionSandboxDisableForSessionParams",
    "SessionSandboxRpc",
]


class SandboxDisableForSessionResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Result of attempting to disable sandboxing for the current session.

    Attributes:
        success: Whether this call resolved the pending request and applied the session opt-out.
        enabled: The authoritative sandbox enabled state after the operation.
    """

    success: bool
    enabled: bool


class SandboxEnforcementStatus(WireStruct, frozen=True, kw_only=True, gc=False):
    """Managed sandbox enforcement state for a session.

    Attributes:
        required: Whether the effective managed policy requires an available sandbox backend.
        blocked: Whether an enforcement failure has permanently blocked the session.
        reason: The first sandbox enforcement failure that blocked the session.
    """

    required: bool
    blocked: bool
    reason: str | None = None


class SessionSandboxDisableForSessionParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.sandbox.disableForSession``."""

    request_id: str
    decision_context: PermissionDecisionContext | None = None


class SessionSandboxRpc(RpcNamespace):
    """``session.sandbox.*``."""

    __slots__ = ()

    async def disable_for_session(
        self,
        *,
        request_id: str,
        decision_context: PermissionDecisionContext | None = None,
        rpc_timeout: float | None = None,
    ) -> SandboxDisableForSessionResult:
        """Disables sandboxing for the remainder of the current session and approves the referenced
        pending sandbox-bypass permission request. The request is rejected unless the exact
        request is still pending and the effective sandbox policy permits bypass.

        ``session.sandbox.disableForSession`` on the wire; experimental.

        Args:
            request_id: Identifier of the exact pending sandbox-bypass permission request that
                authorized the session opt-out.
            decision_context: Optional attribution for the permission decision.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of attempting to disable sandboxing for the current session.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.sandbox.disableForSession",
            SessionSandboxDisableForSessionParams(
                request_id=request_id,
                decision_context=decision_context,
            ),
            SandboxDisableForSessionResult,
            rpc_timeout,
        )

    async def get_enforcement_status(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> SandboxEnforcementStatus:
        """Returns whether managed policy requires sandbox enforcement and whether an enforcement
        failure has permanently blocked the session.

        ``session.sandbox.getEnforcementStatus`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Managed sandbox enforcement state for a session.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.sandbox.getEnforcementStatus",
            None,
            SandboxEnforcementStatus,
            rpc_timeout,
        )
