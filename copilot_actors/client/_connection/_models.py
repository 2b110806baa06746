"""The list of models, asked for once: a hundred sessions that want it are one request (case S6)."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from copilot_actors._errors import ConnectionStopped, CopilotError, JsonValue
from copilot_actors.client._promise import Promise
from copilot_actors.client._replies import decode_reply

if TYPE_CHECKING:
    from copilot_actors.client._session._context import ClientContext


class ModelList:
    """Keeps the CLI's answer for as long as that CLI lives; faults are not kept."""

    __slots__ = ("_context", "_incarnation", "_promise")

    def __init__(self, context: ClientContext) -> None:
        self._context = context
        self._promise: Promise[list[JsonValue]] | None = None
        self._incarnation = -1

    async def get(self, *, refresh: bool) -> list[JsonValue]:
        """Return the list; whoever comes while it is being fetched waits for the same answer.

        Raises:
            CopilotError: the CLI's answer, or none in time; a copy for each caller.
        """
        link = self._context.link
        promise = self._promise
        stale = promise is None or (
            promise.done and (refresh or self._incarnation != link.incarnation)
        )
        if promise is None or stale:
            if link.final:
                raise link.final_fault()
            promise = self._promise = Promise()
            self._incarnation = link.incarnation
            self._context.start_job(lambda: self._fetch(promise), "list models")
        try:
            return list(await promise.wait())
        except CopilotError as error:
            raise copy.copy(error) from None

    async def _fetch(self, promise: Promise[list[JsonValue]]) -> None:
        """A task of its own, so that no caller's cancellation takes the answer from the others."""
        try:
            raw = await self._context.link.request("models.list", {}, repeatable=True)
            reply = decode_reply("models.list", raw)
            models = reply.get("models") if isinstance(reply, dict) else None
            promise.set(models if isinstance(models, list) else [])
        except CopilotError as error:
            promise.fail(error)
        finally:
            # Also when the client ends: nobody waits for ever.
            promise.fail(ConnectionStopped())
            if promise.failed and self._promise is promise:
                self._promise = None
