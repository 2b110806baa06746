"""Types and methods: rpc_server_secrets.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from collections.abc import Sequence

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "SecretsAddFilterValuesParams",
    "SecretsAddFilterValuesResult",
    "ServerSecretsRpc",
]


class SecretsAddFilterValuesResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Confirmation that the secret values were registered.

    Attributes:
        ok: Whether the values were successfully registered
    """

    ok: bool


class SecretsAddFilterValuesParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``secrets.addFilterValues``."""

    values: Sequence[str]


class ServerSecretsRpc(RpcNamespace):
    """``secrets.*``."""

    __slots__ = ()

    async def add_filter_values(
        self,
        *,
        values: Sequence[str],
        rpc_timeout: float | None = None,
    ) -> SecretsAddFilterValuesResult:
        """Registers secret values for redaction in session logs and exports. The SDK calls this to
        inject dynamically generated secret values (e.g., OIDC tokens).

        ``secrets.addFilterValues`` on the wire; experimental.

        Args:
            values: Raw secret values to register for redaction
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Confirmation that the secret values were registered.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "secrets.addFilterValues",
            SecretsAddFilterValuesParams(
                values=values,
            ),
            SecretsAddFilterValuesResult,
            rpc_timeout,
        )
