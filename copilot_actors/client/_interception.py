"""Lets the CLI's requests to its models go through the program: who is called, told and cancelled.

The CLI announces a request, sends its body in parts and may take it back; each is a request of
JSON-RPC whose order counts, so that they are taken by plain functions, in the reader's own task.
The interceptor runs in a task of its own and ends with the request or with its CLI. Frames of the
answer are sent one at a time: the CLI serves requests beside one another, and would take the end
of an answer for the whole of it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

import trio

from copilot_actors._errors import CopilotError, JsonValue

from ._handlers._handler_calls import OverLimit, Withdrawn, call, demand
from ._handlers._model_requests import (
    InterceptedRequest,
    ModelInterceptor,
    TooLarge,
    model_response,
)
from ._handlers._questions import Fields, text
from ._isolation import is_own_fault

if TYPE_CHECKING:
    from ._connection._connection import Connection
    from ._session._context import ClientContext

_log = logging.getLogger("copilot_actors.handlers")

_CHUNK = "llmInference.httpResponseChunk"


def intercept_models(context: ClientContext) -> None:
    """Serve what the CLI asks of an interceptor, if the options have one."""
    interceptor = context.options.on_model_request
    if interceptor is None:
        return
    interception = Interception(context, interceptor)
    handlers = context.link.ordered_handlers
    handlers["llmInference.httpRequestStart"] = interception.begin
    handlers["llmInference.httpRequestChunk"] = interception.go_on
    context.link.listen(interception.connection_changed)


class Interception:
    """The requests under way, by the CLI's id of each."""

    def __init__(self, context: ClientContext, interceptor: ModelInterceptor) -> None:
        self._context = context
        self._interceptor = interceptor
        self._open: dict[str, _Exchange] = {}

    def connection_changed(self, connection: Connection | None, _reason: str) -> None:
        """The CLI that asked is gone, and with it all that it asked."""
        if connection is None:
            for exchange in list(self._open.values()):
                exchange.withdraw()

    def begin(self, params: JsonValue) -> JsonValue:
        """Take the head of a request and call the interceptor.

        Raises:
            LookupError: it cannot be told from others.
        """
        context = self._context
        fields = params if isinstance(params, dict) else {}
        connection = context.link.connection
        name = text(fields, "requestId")
        if not name or name in self._open or connection is None:
            raise LookupError("the request has no id of its own")
        exchange = _Exchange(context, connection, fields)

        async def run() -> None:
            try:
                await exchange.run(self._interceptor)
            finally:
                self._open.pop(name, None)

        self._open[name] = exchange
        if not context.start_handler(run, "model request"):
            del self._open[name]
            context.counters.refused_requests += 1
            # The CLI would wait for ever for the answer to a request that was refused at once.
            context.start_job(exchange.refuse, "refuse model request")
        return {}

    def go_on(self, params: JsonValue) -> JsonValue:
        """Take a part of a request's body, or the word that it is not wanted any more."""
        fields = params if isinstance(params, dict) else {}
        exchange = self._open.get(text(fields, "requestId"))
        if exchange is None:
            return {}  # it is answered, and the CLI did not know yet
        if fields.get("cancel") is True:
            exchange.withdraw()
        else:
            exchange.arrived(fields)
        return {}


class _Exchange:
    """One request, its interceptor and the answer, on the connection that it came by."""

    def __init__(self, context: ClientContext, connection: Connection, fields: Fields) -> None:
        self._context = context
        self._connection = connection
        self._scopes: set[trio.CancelScope] = set()
        self._withdrawn = False
        self._fault: TooLarge | ValueError | None = None
        self.request = InterceptedRequest(fields, self._send)

    def withdraw(self) -> None:
        """Nobody waits for the answer any more: end the interceptor."""
        self._withdrawn = True
        self._cancel()

    def arrived(self, fields: Fields) -> None:
        """Take a part of the body; what cannot be taken fails the request."""
        try:
            self.request.arrived(fields)
        except (TooLarge, ValueError) as error:
            self._context.counters.refused_requests += 1
            self._fault = error
            self._cancel()

    def _cancel(self) -> None:
        for scope in list(self._scopes):
            scope.cancel()

    async def refuse(self) -> None:
        """Tell the CLI that nobody answers."""
        await self._fail("too many handlers at once", "refused")

    async def run(self, interceptor: ModelInterceptor) -> None:
        """Call the interceptor and see its answer to the end; a fault of it is told to the CLI."""
        if self._withdrawn:
            return
        context = self._context
        # A channel of messages lasts over many turns, which have limits of their own.
        channel = self.request.transport == "websocket"
        try:
            await demand(
                "model request",
                self._answer(interceptor),
                accept=lambda _: None,
                limit=None if channel else context.options.model_request_timeout,
                counters=context.counters,
                scopes=self._scopes,
            )
        except Withdrawn:
            if self._fault is not None:
                await self._fail(str(self._fault), "too_large")
        except OverLimit as error:
            _log.error("%s; the CLI was told of a broken connection", error)
            await self._fail("the interceptor was over its limit", "timeout")
        except CopilotError:
            # Of a frame of the answer: its connection has ended, or does not answer.
            await self._fail("the answer could not be sent", "unsent")
        except BaseException as error:
            if not is_own_fault(error):
                raise
            context.counters.handler_errors += 1
            _log.exception("the interceptor failed; the CLI was told of a broken connection")
            await self._fail(f"{type(error).__name__} in the interceptor", "handler_error")

    def _answer(self, interceptor: ModelInterceptor) -> Callable[[], object]:
        async def answer() -> None:
            if self._withdrawn or self._fault is not None:
                self._cancel()
            result = await call(interceptor, self.request)
            await self.request.finish(model_response(result))

        return answer

    async def _send(self, method: str, fields: dict[str, JsonValue]) -> None:
        reply = await self._request(method, fields)
        if b'"accepted":false' in reply.replace(b" ", b""):
            # The CLI has given up on it, and says so in no other way once a response has begun.
            self.withdraw()
            await trio.lowlevel.checkpoint()

    async def _request(self, method: str, fields: dict[str, JsonValue]) -> bytes:
        seconds = self._context.options.rpc_timeout
        params: dict[str, JsonValue] = {"requestId": self.request.request_id, **fields}
        deadline = trio.current_time() + seconds
        raw = await self._connection.request(method, params, deadline=deadline, within=seconds)
        return bytes(raw)

    async def _fail(self, message: str, code: str) -> None:
        """Tell the CLI that there will be no answer, as of a connection that broke."""
        if self._withdrawn:
            return
        error: dict[str, JsonValue] = {"message": message, "code": code}
        try:
            await self._request(_CHUNK, {"data": "", "end": True, "error": error})
        except CopilotError as fault:
            _log.debug("a failed model request could not be ended: %s", fault)
