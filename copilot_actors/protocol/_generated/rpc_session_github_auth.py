"""Types and methods: rpc_session_github_auth.

Written by copilot_actors/_tools/gen_protocol.py from @github/copilot-sdk-linux-x64
1.0.14; do not edit. Names and descriptions are those of the schemas in
that package, Copyright GitHub, Inc., MIT licence.
"""

from __future__ import annotations

from types import NoneType
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, cast

from .rpc_common import (
    ApiKeyAuthInfo,
    AuthInfo,
    CopilotApiTokenAuthInfo,
    CopilotUserResponse,
    EnvAuthInfo,
    GhCliAuthInfo,
    HMACAuthInfo,
    UserAuthInfo,
)
from copilot_actors.protocol._calling import RpcNamespace
from copilot_actors.protocol._wire_struct import (
    UnknownVariant,
    WireStruct,
)

__all__ = [
    "AuthIdentity",
    "AuthInfoType",
    "AuthValidationError",
    "SessionAuthStatus",
    "SessionGitHubAuthLoginParams",
    "SessionGitHubAuthLogoutUserParams",
    "SessionGitHubAuthRpc",
    "SessionGitHubAuthSetCredentialsParams",
    "SessionGitHubAuthSwitchToAuthParams",
    "SessionSetCredentialsResult",
    "SettableAuthInfo",
    "SettableTokenAuthInfo",
]


class AuthIdentity(WireStruct, frozen=True, kw_only=True, gc=False):
    """Credential-free authentication identity safe to expose to hosts and user interfaces.

    Attributes:
        type: Authentication type
        host: Authentication host
        login: Authenticated login, when available
        env_var: Name of the environment variable that supplied the credential, when applicable
        registration_id: Opaque SDK GitHub credential registration backing this identity. Routing
            metadata only; never a credential.
        copilot_user: Snapshot of the authenticated user's Copilot subscription info, if known
    """

    type: AuthInfoType
    host: str
    login: str | None = None
    env_var: str | None = None
    registration_id: str | None = None
    copilot_user: CopilotUserResponse | None = None


class AuthValidationError(WireStruct, frozen=True, kw_only=True, gc=False):
    """Validation error from an authentication attempt.

    Attributes:
        message: Authentication validation error message
        github_message: Optional message returned by GitHub
    """

    message: str
    github_message: str | None = None


class SessionAuthStatus(WireStruct, frozen=True, kw_only=True, gc=False):
    """Authentication status and account metadata for the session.

    Attributes:
        is_authenticated: Whether the session has resolved authentication
        auth_type: Authentication type
        host: Authentication host URL
        login: Authenticated login/username, if available
        status_message: Human-readable authentication status description
        copilot_plan: Copilot plan tier (e.g., individual_pro, business)
    """

    is_authenticated: bool
    auth_type: AuthInfoType | None = None
    host: str | None = None
    login: str | None = None
    status_message: str | None = None
    copilot_plan: str | None = None


class SessionSetCredentialsResult(WireStruct, frozen=True, kw_only=True, gc=False):
    """Indicates whether the credential update succeeded.

    Attributes:
        success: Whether the operation succeeded
        copilot_user_resolved: Whether the session ended up with a populated `copilotUser` for
            the installed credentials. `true` when the supplied credential already carried
            `copilotUser` or it was successfully re-resolved server-side. `false` when the
            credential is installed without `copilotUser` — either re-resolution failed, or the
            variant cannot be re-resolved from the credential alone (only the raw-token variants
            `token`, `env`, and `gh-cli` can). In both `false` cases the token swap still
            applied, but plan/quota/billing metadata is degraded. Present whenever a credential
            was supplied; omitted only when no credential was supplied (no-op call).
    """

    success: bool
    copilot_user_resolved: bool | None = None


class SettableTokenAuthInfo(
    WireStruct,
    frozen=True,
    kw_only=True,
    tag_field="type",
    tag="token",
    gc=False,
):
    """Token authentication accepted by session.gitHubAuth.setCredentials.

    Attributes:
        host: Authentication host.
        token: The token value itself. Treat as a secret.
        copilot_user: Snapshot of the authenticated user's Copilot subscription info, if known.
            Mirrors the GitHub API `/copilot_internal/v2/token` user response shape — the runtime
            trusts this verbatim and does not re-fetch when set.
    """

    type: ClassVar[Literal["token"]] = "token"
    host: str
    token: str
    copilot_user: CopilotUserResponse | None = None


if TYPE_CHECKING:
    AuthInfoType: TypeAlias = Literal["hmac", "env", "user", "gh-cli", "api-key", "token", "token-provider", "copilot-api-token"] | str
    """Authentication type

    - ``hmac``: Authentication provided by a GitHub App HMAC credential.
    - ``env``: Authentication resolved from environment-provided credentials.
    - ``user``: Authentication from an interactive user sign-in.
    - ``gh-cli``: Authentication delegated to the GitHub CLI.
    - ``api-key``: Authentication from an API key credential.
    - ``token``: Authentication from a GitHub token.
    - ``token-provider``: Authentication from an SDK GitHub token callback.
    - ``copilot-api-token``: Authentication from a Copilot API token.
    """
    SettableAuthInfo: TypeAlias = HMACAuthInfo | EnvAuthInfo | SettableTokenAuthInfo | CopilotApiTokenAuthInfo | UserAuthInfo | GhCliAuthInfo | ApiKeyAuthInfo | UnknownVariant
    """Authentication credentials accepted by session.gitHubAuth.setCredentials. Session-owned
    token-provider identities cannot be installed through this method.
    """
else:
    AuthInfoType = Literal["hmac", "env", "user", "gh-cli", "api-key", "token", "token-provider", "copilot-api-token"]
    SettableAuthInfo = HMACAuthInfo | EnvAuthInfo | SettableTokenAuthInfo | CopilotApiTokenAuthInfo | UserAuthInfo | GhCliAuthInfo | ApiKeyAuthInfo


class SessionGitHubAuthLoginParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.gitHubAuth.login``."""

    host: str
    login: str
    token: str
    persist: bool | None = None


class SessionGitHubAuthLogoutUserParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.gitHubAuth.logoutUser``."""

    auth_info: AuthInfo


class SessionGitHubAuthSetCredentialsParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.gitHubAuth.setCredentials``."""

    credentials: SettableAuthInfo | None = None


class SessionGitHubAuthSwitchToAuthParams(WireStruct, frozen=True, kw_only=True, gc=False):
    """Parameters of ``session.gitHubAuth.switchToAuth``."""

    auth_info: AuthInfo
    token: str | None = None


class SessionGitHubAuthRpc(RpcNamespace):
    """``session.gitHubAuth.*``."""

    __slots__ = ()

    async def get_all_auth_available(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> list[SessionAuthStatus]:
        """Gets all authentication accounts available to the internal session host.

        ``session.gitHubAuth.getAllAuthAvailable`` on the wire; experimental, internal.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Authentication accounts available to the internal session host.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.gitHubAuth.getAllAuthAvailable",
            None,
            list[SessionAuthStatus],
            rpc_timeout,
        )

    async def get_current_auth_info(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> AuthIdentity | None:
        """Gets the current authentication information for internal session hosts.

        ``session.gitHubAuth.getCurrentAuthInfo`` on the wire; experimental, internal.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Current authentication information, or null when no authentication is active.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return cast(
            "AuthIdentity | None",
            await self._call(
                "session.gitHubAuth.getCurrentAuthInfo",
                None,
                cast("type[object]", AuthIdentity | None),
                rpc_timeout,
            ),
        )

    async def get_status(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> SessionAuthStatus:
        """Gets authentication status and account metadata for the session.

        ``session.gitHubAuth.getStatus`` on the wire; experimental.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Authentication status and account metadata for the session.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.gitHubAuth.getStatus",
            None,
            SessionAuthStatus,
            rpc_timeout,
        )

    async def last_auth_errors(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> list[AuthValidationError]:
        """Gets validation errors from the most recent authentication attempt.

        ``session.gitHubAuth.lastAuthErrors`` on the wire; experimental, internal.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Validation errors from the most recent authentication attempt.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.gitHubAuth.lastAuthErrors",
            None,
            list[AuthValidationError],
            rpc_timeout,
        )

    async def login(
        self,
        *,
        host: str,
        login: str,
        token: str,
        persist: bool | None = None,
        rpc_timeout: float | None = None,
    ) -> AuthInfo:
        """Logs in a GitHub user through the internal session host.

        ``session.gitHubAuth.login`` on the wire; experimental, internal.

        Args:
            host: GitHub host URL
            login: GitHub login
            token: GitHub authentication token
            persist: Whether to persist the token after login
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Authentication credentials accepted only at native protocol ingress. Runtime outputs
            use credential-free `AuthIdentity` metadata.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return cast(
            "AuthInfo",
            await self._call(
                "session.gitHubAuth.login",
                SessionGitHubAuthLoginParams(
                    host=host,
                    login=login,
                    token=token,
                    persist=persist,
                ),
                cast("type[object]", AuthInfo),
                rpc_timeout,
            ),
        )

    async def logout(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> bool:
        """Logs out the session's current GitHub authentication.

        ``session.gitHubAuth.logout`` on the wire; experimental, internal.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Whether the current authentication was logged out.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.gitHubAuth.logout",
            None,
            bool,
            rpc_timeout,
        )

    async def logout_user(
        self,
        *,
        auth_info: AuthInfo,
        rpc_timeout: float | None = None,
    ) -> bool:
        """Logs out a specific GitHub authentication.

        ``session.gitHubAuth.logoutUser`` on the wire; experimental, internal.

        Args:
            auth_info: Authentication information to log out
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Whether the requested authentication was logged out.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.gitHubAuth.logoutUser",
            SessionGitHubAuthLogoutUserParams(
                auth_info=auth_info,
            ),
            bool,
            rpc_timeout,
        )

    async def refresh_copilot_user(
        self,
        *,
        rpc_timeout: float | None = None,
    ) -> AuthIdentity | None:
        """Refreshes Copilot account metadata for the current authentication.

        ``session.gitHubAuth.refreshCopilotUser`` on the wire; experimental, internal.

        Args:
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Current authentication information, or null when no authentication is active.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return cast(
            "AuthIdentity | None",
            await self._call(
                "session.gitHubAuth.refreshCopilotUser",
                None,
                cast("type[object]", AuthIdentity | None),
                rpc_timeout,
            ),
        )

    async def set_credentials(
        self,
        *,
        credentials: SettableAuthInfo | None = None,
        rpc_timeout: float | None = None,
    ) -> SessionSetCredentialsResult:
        """Updates the session's auth credentials used for outbound model and API requests.

        ``session.gitHubAuth.setCredentials`` on the wire; experimental.

        Args:
            credentials: The new auth credentials to install on the session. When omitted or
                `undefined`, the call is a no-op and the session's existing credentials are
                preserved. The runtime installs the supplied value immediately for outbound
                model/API requests. When the credential carries a raw token (`token`, `env`, or
                `gh-cli`) but no `copilotUser`, the runtime additionally re-resolves
                `copilotUser` server-side (best-effort, asynchronously, after the synchronous
                install) so plan/quota/billing metadata regains fidelity; on resolution failure
                the verbatim credential remains installed. It does NOT otherwise validate the
                credential. Several variants carry secret material; treat this method's params as
                containing secrets at rest and in transit.
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Returns:
            Indicates whether the credential update succeeded.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        return await self._call(
            "session.gitHubAuth.setCredentials",
            SessionGitHubAuthSetCredentialsParams(
                credentials=credentials,
            ),
            SessionSetCredentialsResult,
            rpc_timeout,
        )

    async def switch_to_auth(
        self,
        *,
        auth_info: AuthInfo,
        token: str | None = None,
        rpc_timeout: float | None = None,
    ) -> None:
        """Switches the session to another available authentication.

        ``session.gitHubAuth.switchToAuth`` on the wire; experimental, internal.

        Args:
            auth_info: Authentication information to activate
            token: Optional token paired with the authentication information
            rpc_timeout: seconds to wait for the answer; ``None`` means
                ``ClientOptions.rpc_timeout``.

        Raises:
            InvalidOption: an argument is not what the schema says; nothing was sent.
            CopilotError: the CLI's answer, or why there is none.
        """
        await self._call(
            "session.gitHubAuth.switchToAuth",
            SessionGitHubAuthSwitchToAuthParams(
                auth_info=auth_info,
                token=token,
            ),
            NoneType,
            rpc_timeout,
        )
