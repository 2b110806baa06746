"""Types and methods: rpc_server_managed_settings.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from types import NoneType

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import (
    JsonValue,
    WireStruct,
)

__all__ = [
    "ManagedSettingsReadResult",
    "ServerManagedSettingsRpc",
]


class ManagedSettingsReadResult(WireStruct, frozen=True, kw_only=True):
    """Validated device-managed settings discovered before a session exists.

    Attributes:
        settings_json: Validated, canonical managed-settings JSON. Omitted when no managed
            settings were discovered or when discovered settings failed validation.
        error_message: Discovery or validation error text when managed settings could not be read
            safely.
    """

    settings_json: JsonValue | None = None
    error_message: str | None = None


class ServerManagedSettingsRpc(RpcNamespace):
    """``managedSettings.*``."""

    __slots__ = ()

    async def clear_cache(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> None:
        """Force-refreshes enterprise managed settings for every account: wipes the persistent
        server-policy cache (the whole `<cacheHome>/managed-settings` directory) and drops this
        runtime process's in-memory retained server policy. It does not itself fetch policy — the
        effect is that the next time a session resolves managed settings for an account, that
        resolution re-fetches the account's org policy from the network instead of serving a
        cached response. Note that `managedSettings.read` returns only device/MDM settings and
        never triggers the account server-policy fetch, so a host implementing "sync account
        policy" should start a fresh session resolution rather than treat a subsequent
        `managedSettings.read` as the refreshed org policy. Mirrors the invalidation a sign-out
        performs, broadened from the one signing-out account to all of them; device/MDM layers
        describe the machine, not the account, and are left untouched. Rejects if the on-disk
        cache cannot be removed.

        ``managedSettings.clearCache`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "managedSettings.clearCache",
            None,
            NoneType,
            rpc_timeout,
        )

    async def read(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> ManagedSettingsReadResult:
        """Discovers device-managed settings from production MDM and managed-file sources, validates
        them against the runtime-owned managed-settings schema, and returns the canonical JSON
        without requiring a session.

        ``managedSettings.read`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Validated device-managed settings discovered before a session exists.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "managedSettings.read",
            None,
            ManagedSettingsReadResult,
            rpc_timeout,
        )
