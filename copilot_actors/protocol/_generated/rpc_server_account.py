"""Types and methods: rpc_server_account.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations


from msgspec import field

from .rpc_common import AuthInfo as AuthInfo
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import WireStruct

__all__ = [
    "AccountAllUsers",
    "AccountGetCurrentAuthResult",
    "AccountGetQuotaParams",
    "AccountGetQuotaResult",
    "AccountLoginParams",
    "AccountLoginResult",
    "AccountLogoutParams",
    "AccountLogoutResult",
    "AccountQuotaSnapshot",
    "ServerAccountRpc",
]


class AccountAllUsers(WireStruct, frozen=True, kw_only=True, gc=False):
    """Authenticated account entry returned by `account.getAllUsers`.

    Attributes:
        auth_info: Authentication information for this user
        selection_id: Opaque identifier accepted by account and model selection APIs
        token: Associated token, if available
    """

    auth_info: AuthInfo
    selection_id: str | None = None
    token: str | None = None


class AccountGetCurrentAuthResult(WireStruct, frozen=True, kw_only=True):
    """Current authentication state

    Attributes:
        auth_info: Current authentication information, if authenticated
        auth_errors: Authentication errors from the last auth attempt, if any
    """

    auth_info: AuthInfo | None = None
    auth_errors: list[str] | None = None


class AccountGetQuotaResult(WireStruct, frozen=True, kw_only=True):
    """Quota usage snapshots for the resolved user, keyed by quota type.

    Attributes:
        quota_snapshots: Quota snapshots keyed by type (e.g., chat, completions,
            premium_interactions)
    """

    quota_snapshots: dict[str, AccountQuotaSnapshot]


class AccountLoginResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Result of a successful login; throws on failure

    Attributes:
        stored_in_vault: Whether the credential was persisted to a secure store (system keychain,
            or the config file when plaintext storage is enabled). False when no secure store was
            available and the token was not saved, so the consumer can decide how to proceed.
    """

    stored_in_vault: bool


class AccountLogoutResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Logout result indicating if more users remain

    Attributes:
        has_more_users: Whether other authenticated users remain after logout
    """

    has_more_users: bool


class AccountQuotaSnapshot(WireStruct, frozen=True, kw_only=True, gc=False):
    """Quota usage snapshot for a Copilot quota type, including entitlement, used requests, overage,
    reset date, and remaining percentage.

    Attributes:
        is_unlimited_entitlement: Whether the user has an unlimited usage entitlement
        entitlement_requests: Number of requests included in the entitlement, or -1 for unlimited
            entitlements
        used_requests: Number of requests used so far this period
        usage_allowed_with_exhausted_quota: Whether usage is still permitted after quota
            exhaustion
        remaining_percentage: Percentage of entitlement remaining
        overage: Number of additional usage requests made this period
        overage_allowed_with_exhausted_quota: Whether additional usage is allowed when quota is
            exhausted
        reset_date: Date when the quota resets (ISO 8601 string)
    """

    is_unlimited_entitlement: bool
    entitlement_requests: int
    used_requests: int
    usage_allowed_with_exhausted_quota: bool
    remaining_percentage: float
    overage: float
    overage_allowed_with_exhausted_quota: bool
    reset_date: str | None = None


class AccountGetQuotaParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``account.getQuota``."""

    selection_id: str | None = None
    github_token: str | None = field(default=None, name="gitHubToken")


class AccountLoginParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``account.login``."""

    host: str
    login: str | None = None
    token: str


class AccountLogoutParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``account.logout``."""

    selection_id: str | None = None
    auth_info: AuthInfo | None = None


class ServerAccountRpc(RpcNamespace):
    """``account.*``."""

    __slots__ = ()

    async def get_all_users(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> list[AccountAllUsers]:
        """Gets all authenticated users available for account switching.

        ``account.getAllUsers`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            List of all authenticated users

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "account.getAllUsers",
            None,
            list[AccountAllUsers],
            rpc_timeout,
        )

    async def get_current_auth(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> AccountGetCurrentAuthResult:
        """Gets the currently active authentication credentials from the global auth manager.

        ``account.getCurrentAuth`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Current authentication state

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "account.getCurrentAuth",
            None,
            AccountGetCurrentAuthResult,
            rpc_timeout,
        )

    async def get_quota(
        self,
        *,
        selection_id: str | None = None,
        github_token: str | None = None,
        rpc_timeout: float | None = None,
    ) -> AccountGetQuotaResult:
        """Gets Copilot quota usage for the current or opaquely selected authenticated user.

        ``account.getQuota`` on the wire; experimental.

        Args:
            selection_id: Opaque account identifier returned by `account.getAllUsers`. When
                omitted, the current account is used.
            github_token: GitHub token accepted for compatibility with existing SDK clients. When
                provided, resolves this token instead of using the current account.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Quota usage snapshots for the resolved user, keyed by quota type.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "account.getQuota",
            AccountGetQuotaParams(
                selection_id=selection_id,
                github_token=github_token,
            ),
            AccountGetQuotaResult,
            rpc_timeout,
        )

    async def login(
        self,
        *,
        host: str,
        login: str | None = None,
        token: str,
        rpc_timeout: float | None = None,
    ) -> AccountLoginResult:
        """Validates and stores authentication credentials. When login is omitted, resolves the
        authenticated user from the token before persistence.

        ``account.login`` on the wire; experimental.

        Args:
            host: GitHub host URL
            login: User login/username. When omitted, the runtime validates the token and
                resolves the login from GitHub.
            token: GitHub authentication token
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Result of a successful login; throws on failure

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "account.login",
            AccountLoginParams(
                host=host,
                login=login,
                token=token,
            ),
            AccountLoginResult,
            rpc_timeout,
        )

    async def logout(
        self,
        *,
        selection_id: str | None = None,
        auth_info: AuthInfo | None = None,
        rpc_timeout: float | None = None,
    ) -> AccountLogoutResult:
        """Removes user authentication from keychain and persisted state.

        ``account.logout`` on the wire; experimental.

        Args:
            selection_id: Opaque account identifier returned by `account.getAllUsers`
            auth_info: Authentication information for the user to log out
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Logout result indicating if more users remain

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "account.logout",
            AccountLogoutParams(
                selection_id=selection_id,
                auth_info=auth_info,
            ),
            AccountLogoutResult,
            rpc_timeout,
        )
