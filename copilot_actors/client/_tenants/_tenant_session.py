"""The handle of a session that a guard has given out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from copilot_actors._errors import AccessDenied, JsonValue
from copilot_actors.client._session._handle import Session

if TYPE_CHECKING:
    from copilot_actors.client._session._context import ClientContext

    from ._tenant_client import TenantClient


class TenantSession(Session):
    """A :class:`Session` whose requests stay within its owner's sessions.

    ``request`` takes methods of sessions only, and an id of another session in the parameters of
    any method must be the owner's too.
    """

    __slots__ = ("_owner",)

    def __init__(self, context: ClientContext, session_id: str, owner: TenantClient) -> None:
        super().__init__(context, session_id)
        self._owner = owner

    async def request(
        self,
        method: str,
        params: Mapping[str, JsonValue] | None = None,
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - the protocol's deadline
    ) -> JsonValue:
        """Send a published method of sessions with this session's id, as ``Session.request``.

        Raises:
            AccessDenied: the method is not one of a session.
            SessionNotFound: a parameter names a session of somebody else.
            CopilotError: as ``Session.request``.
        """
        from copilot_actors.protocol.rpc import published_methods  # noqa: PLC0415 - when used

        if not any(
            known.name == method and known.group == "session" for known in published_methods()
        ):
            raise AccessDenied(f"request {method!r}", self._owner.tenant, self._owner.user)
        return await super().request(method, params, timeout=timeout)

    async def _request(
        self,
        method: str,
        params: Mapping[str, JsonValue],
        *,
        timeout: float | None = None,  # noqa: ASYNC109 - the protocol's deadline
        repeatable: bool = False,
    ) -> msgspec.Raw:
        for name, value in params.items():
            lowered = name.lower()
            if lowered.endswith(("sessionid", "sessionids")) and lowered != "sessionid":
                # A typed call has its values encoded already.
                plain = msgspec.json.decode(value) if isinstance(value, msgspec.Raw) else value
                for one in plain if isinstance(plain, list) else [plain]:
                    if one is not None:
                        self._owner._check_named(one)
        return await super()._request(method, params, timeout=timeout, repeatable=repeatable)
