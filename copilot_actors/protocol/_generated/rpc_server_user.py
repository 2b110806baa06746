"""Types and methods: rpc_server_user.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from types import NoneType
from typing import cast

from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import (
    JsonValue,
    WireStruct,
)

__all__ = [
    "ServerUserRpc",
    "ServerUserSettingsRpc",
    "UserSettingMetadata",
    "UserSettingsGetResult",
    "UserSettingsSetParams",
    "UserSettingsSetResult",
]


class UserSettingMetadata(WireStruct, frozen=True, kw_only=True):
    """A single user setting's effective value alongside its default, so consumers can render
    settings left at their default.

    Attributes:
        value: The effective value: the user's value if set, otherwise the default.
        default: The centrally-known default for this setting (null when no default is
            registered).
        is_default: True when the user has not set an explicit value for this setting (i.e. it is
            left at its default). Reflects whether the user has overridden the key, not whether
            the effective value happens to equal the default — a key explicitly set to a value
            identical to the default still reports false.
    """

    value: JsonValue
    default: JsonValue
    is_default: bool


class UserSettingsGetResult(WireStruct, frozen=True, kw_only=True):
    """Per-key metadata for every known user setting (settings.json overlaid with the legacy
    config.json, config.json wins), including settings left at their default. Excludes
    repository- and enterprise-managed overrides.

    Attributes:
        settings: Every known user setting keyed by setting name, each with its effective value,
            default, and whether it is at the default.
    """

    settings: dict[str, UserSettingMetadata]


class UserSettingsSetResult(WireStruct, frozen=True, kw_only=True):
    """Outcome of writing user settings.

    Attributes:
        shadowed_keys: Top-level keys whose write landed in settings.json but is shadowed by a
            value still present in the legacy config.json (config.json wins on read). The write
            does not take effect until the legacy value is removed.
    """

    shadowed_keys: list[str]


class UserSettingsSetParams(WireStruct, frozen=True, kw_only=True):
    """Parameters of ``user.settings.set``."""

    settings: JsonValue


class ServerUserRpc(RpcNamespace):
    """``user.*``."""

    __slots__ = ()

    @property
    def settings(self) -> ServerUserSettingsRpc:
        """``user.settings.*``."""
        return ServerUserSettingsRpc(self._call)


class ServerUserSettingsRpc(RpcNamespace):
    """``user.settings.*``."""

    __slots__ = ()

    async def get(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> UserSettingsGetResult:
        """Lists every known user setting (settings.json overlaid with the legacy config.json,
        config.json wins), each with its effective value, its default, and whether it is at the
        default — so settings the user has never set still appear with their default value. Does
        not include repository- or enterprise-managed overrides that the runtime layers on top at
        session time.

        ``user.settings.get`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Per-key metadata for every known user setting (settings.json overlaid with the legacy
            config.json, config.json wins), including settings left at their default. Excludes
            repository- and enterprise-managed overrides.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "user.settings.get",
            None,
            UserSettingsGetResult,
            rpc_timeout,
        )

    async def reload(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> None:
        """Drops this runtime process's in-memory user settings cache so the next settings read
        observes disk.

        ``user.settings.reload`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "user.settings.reload",
            None,
            NoneType,
            rpc_timeout,
        )

    async def set(
        self,
        *,
        settings: JsonValue,
        rpc_timeout: float | None = None,
    ) -> UserSettingsSetResult | None:
        """Writes one or more user settings to settings.json, replacing each provided top-level key.
        A key whose value is null is removed. Returns the keys whose new value is shadowed by a
        legacy config.json entry (config.json wins on read), which the runtime leaves in place —
        such writes do not take effect until the legacy value is removed.

        ``user.settings.set`` on the wire; experimental.

        Args:
            settings: Partial user settings to write, as a free-form object keyed by setting name
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Outcome of writing user settings.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return cast(
            "UserSettingsSetResult | None",
            await self._call(
                "user.settings.set",
                UserSettingsSetParams(
                    settings=settings,
                ),
                cast("type[object]", UserSettingsSetResult | None),
                rpc_timeout,
            ),
        )
