"""The part of a client's handle that asks the CLI about itself, the account and its models."""

from __future__ import annotations

from typing import TYPE_CHECKING

from copilot_actors._errors import JsonValue, RpcError

from ._auto_tiers import AutoTierInfo, auto_tiers
from ._client_values import Pong
from ._replies import decode_reply

if TYPE_CHECKING:
    from ._session._context import ClientContext


class CliFacts:
    """What the CLI says of itself and of who is signed in. A base of :class:`Client` only."""

    _context: ClientContext

    async def ping(self, message: str = "") -> Pong:
        """Ask the CLI for a sign of life.

        Raises:
            CopilotError: the CLI's answer, or none in time.
        """
        raw = await self._context.link.request("ping", {"message": message}, repeatable=True)
        return decode_reply("ping", raw, Pong)

    async def get_status(self) -> dict[str, JsonValue]:
        """Version and protocol version of the CLI."""
        return await self._mapping("status.get")

    async def get_auth_status(self) -> dict[str, JsonValue]:
        """Whether and as whom the CLI is signed in."""
        return await self._mapping("auth.getStatus")

    async def list_models(self, *, refresh: bool = False) -> list[JsonValue]:
        """The models that the signed-in account may use, or those that ``on_list_models`` names.

        Asked for once; the CLI's answer is kept for as long as that CLI lives, the function's
        until a refresh. Callers at the same time share one request. The function is asked
        whether there is a CLI at the moment or not.

        Args:
            refresh: ask anew (unless that is happening already).

        Raises:
            RpcError: for instance when nobody is signed in; not kept.
            HandlerFailed: the function raised, returned no list of models (each a mapping or a
                Struct with an ``id``), or took longer than ``rpc_timeout``; not kept.
        """
        return await self._context.models.get(refresh=refresh)

    async def list_auto_tiers(self) -> tuple[AutoTierInfo, ...]:
        """The preferences of automatic routing that GitHub offers the account that is signed in.

        For ``capi.auto_tier`` and ``session.set_auto_tier``; the CLI is asked each time. Empty
        where there are none: nobody is signed in, GitHub offers none, or the CLI does not tell.
        CLI 1.0.102 tells with its switch ``DYNAMIC_AUTO_TIERS`` only.

        Raises:
            CopilotError: the CLI's answer, or none in time.
        """
        link = self._context.link
        try:
            raw = await link.request("models.list", {}, repeatable=True)
        except RpcError:
            if (await self.get_auth_status()).get("isAuthenticated") is True:
                raise
            return ()
        return auto_tiers(decode_reply("models.list", raw))

    async def _mapping(self, method: str) -> dict[str, JsonValue]:
        value = decode_reply(method, await self._context.link.request(method, {}, repeatable=True))
        return value if isinstance(value, dict) else {}
