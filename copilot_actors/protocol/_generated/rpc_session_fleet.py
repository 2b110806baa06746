"""Types and methods: rpc_session_fleet.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Sequence

from .rpc_common import Attachment as Attachment
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "FleetStartResult",
    "SessionFleetRpc",
    "SessionFleetStartParams",
]


class FleetStartResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether fleet mode was successfully activated.

    Attributes:
        started: Whether fleet mode was successfully activated
    """

    started: bool


class SessionFleetStartParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``session.fleet.start``."""

    prompt: str | None = None
    attachments: Sequence[Attachment] | None = None
    billable: bool | None = None
    wait: bool | None = None


class SessionFleetRpc(RpcNamespace):
    """``session.fleet.*``."""

    __slots__ = ()

    async def start(
        self,
        *,
        prompt: str | None = None,
        attachments: Sequence[Attachment] | None = None,
        billable: bool | None = None,
        wait: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> FleetStartResult:
        """Starts fleet mode by submitting the fleet orchestration prompt to the session.

        ``session.fleet.start`` on the wire; experimental.

        Args:
            prompt: Optional user prompt to combine with fleet instructions
            attachments: Optional attachments (files, directories, selections, blobs, GitHub
                references) to include with the fleet request
            billable: Internal. If false, this request will not trigger a Premium Request Unit
                charge. User requests default to billable.
            wait: If true, await completion of the agentic loop for this fleet request before
                returning. Defaults to false.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether fleet mode was successfully activated.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.fleet.start",
            SessionFleetStartParams(
                prompt=prompt,
                attachments=attachments,
                billable=billable,
                wait=wait,
            ),
            FleetStartResult,
            rpc_timeout,
        )
