"""The list of models, asked for once: a hundred sessions that want it are one request (case S6).

The CLI is asked, or the function of ``ClientOptions.on_list_models`` in its place.
"""

from __future__ import annotations

import copy
import functools
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, cast

from copilot_actors._errors import ConnectionStopped, CopilotError, HandlerFailed, JsonValue
from copilot_actors.client._handlers._handler_calls import (
    OverLimit,
    demand,
    plain_json,
    unexpected,
)
from copilot_actors.client._isolation import is_own_fault
from copilot_actors.client._promise import Promise
from copilot_actors.client._replies import decode_reply

if TYPE_CHECKING:
    from copilot_actors.client._session._context import ClientContext

_OPTION = "on_list_models"


class ModelList:
    """Keeps the CLI's answer for as long as that CLI lives; faults are not kept.

    What a function of the program answered does not depend on a CLI: it is kept until a refresh.
    """

    __slots__ = ("_context", "_incarnation", "_promise")

    def __init__(self, context: ClientContext) -> None:
        self._context = context
        self._promise: Promise[list[JsonValue]] | None = None
        self._incarnation = -1

    async def get(self, *, refresh: bool) -> list[JsonValue]:
        """Return the list; whoever comes while it is being fetched waits for the same answer.

        Raises:
            CopilotError: the CLI's answer, or none in time; a copy for each caller.
            HandlerFailed: the function of ``on_list_models`` did not give a list of models.
        """
        link = self._context.link
        lister = self._context.options.on_list_models
        promise = self._promise
        stale = promise is None or (
            promise.done and (refresh or (lister is None and self._incarnation != link.incarnation))
        )
        if promise is None or stale:
            if link.final:
                raise link.final_fault()
            promise = self._promise = Promise()
            self._incarnation = link.incarnation
            ask = self._ask_cli if lister is None else functools.partial(self._ask, lister)
            self._context.start_job(lambda: self._fetch(promise, ask), "list models")
        try:
            return list(await promise.wait())
        except CopilotError as error:
            raise copy.copy(error) from None

    async def _fetch(
        self,
        promise: Promise[list[JsonValue]],
        ask: Callable[[], Awaitable[list[JsonValue]]],
    ) -> None:
        """A task of its own, so that no caller's cancellation takes the answer from the others."""
        try:
            promise.set(await ask())
        except CopilotError as error:
            promise.fail(error)
        finally:
            # Also when the client ends: nobody waits for ever.
            promise.fail(ConnectionStopped())
            if promise.failed and self._promise is promise:
                self._promise = None

    async def _ask_cli(self) -> list[JsonValue]:
        raw = await self._context.link.request("models.list", {}, repeatable=True)
        reply = decode_reply("models.list", raw)
        models = reply.get("models") if isinstance(reply, dict) else None
        return models if isinstance(models, list) else []

    async def _ask(self, lister: Callable[..., object]) -> list[JsonValue]:
        context = self._context
        try:
            return await demand(
                "model lister",
                lister,
                accept=_models,
                limit=context.options.rpc_timeout,
                counters=context.counters,
                scopes=set[object](),
            )
        except OverLimit as error:
            reason = f"gave no answer within {context.options.rpc_timeout:g} s"
            raise HandlerFailed(_OPTION, reason) from error
        except BaseException as error:
            if not is_own_fault(error):
                raise
            context.counters.handler_errors += 1
            raise HandlerFailed(_OPTION, f"raised {type(error).__name__}: {error}") from error


def _models(value: object) -> list[JsonValue]:
    """The models that the function returned.

    Raises:
        TypeError: it returned something else.
        ValueError: what it returned cannot be JSON.
    """
    if isinstance(value, str) or not isinstance(value, Sequence):
        raise unexpected(value, "a list of models")
    models = plain_json(list(value))
    for model in models if isinstance(models, list) else ():
        if not isinstance(model, dict) or not isinstance(model.get("id"), str):
            raise unexpected(model, "models with an id each")
    return cast("list[JsonValue]", models)
