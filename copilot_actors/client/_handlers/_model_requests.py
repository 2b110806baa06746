"""Requests of the CLI to its models that the program answers: what its interceptor gets and gives.

The values and their rules; who sends the answer is handed in (``client/_interception.py``).
"""

from __future__ import annotations

import base64
import binascii
import collections
from collections.abc import AsyncIterable, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

import msgspec
import trio

from copilot_actors._errors import JsonValue

from ._handler_calls import unexpected
from ._questions import Fields, text

if TYPE_CHECKING:
    import httpx2

ModelTransport: TypeAlias = Literal["http", "websocket"]
Headers: TypeAlias = Mapping[str, str | Sequence[str]]
Send: TypeAlias = Callable[[str, dict[str, JsonValue]], Awaitable[None]]
"""Sends one of the answer's frames, and waits until the CLI has taken it."""

MAX_BUFFERED = 64 * 1024 * 1024
"""Bytes of one request that wait for its interceptor; one that is larger fails."""
MAX_MESSAGE = 32 * 1024 * 1024
"""Bytes of one WebSocket message of an interceptor, which becomes one frame."""
_SWITCHING = 101
_PIECE = 256 * 1024
"""Bytes of a response's body in one frame: no large one holds up the session's other frames."""


class TooLarge(Exception):
    """More of a request came than its interceptor took."""


class ModelResponse(msgspec.Struct, frozen=True, kw_only=True):
    """An interceptor's whole answer to a request over HTTP.

    Attributes:
        status: the HTTP status.
        headers: by name; several values of one name as a list.
        body: bytes, or an async iterable of them, which are passed on as they come.
    """

    status: int = 200
    headers: Headers = {}
    body: bytes | AsyncIterable[bytes] = b""


class InterceptedRequest:
    """One request of the CLI to a model, for an interceptor to answer.

    The interceptor reads with :meth:`receive` or :meth:`body` and answers by returning a
    :class:`ModelResponse`, with :meth:`respond` and :meth:`send` step by step, or by
    :meth:`forward`; its return is the end of the answer. It is cancelled when the CLI takes the
    request back (an abort), ends, or is replaced: nobody waits for the answer then.

    Attributes:
        request_id: the CLI's own.
        session_id: the session that asks, or ``None`` outside of any.
        method: of HTTP.
        url: where the CLI would send it.
        headers: by name in lower case, keys of providers among them.
        transport: ``"http"``, or ``"websocket"`` for a channel of messages in both directions.
        agent_id: the agent that asks; the session's id for the main one.
        parent_agent_id: of a sub-agent, the agent that called it.
        agent_invocation_id: one for all requests of one run of an agent.
        interaction_type: for instance ``"conversation-agent"``.
    """

    def __init__(self, fields: Fields, send: Send) -> None:
        headers = fields.get("headers")
        self.request_id = text(fields, "requestId")
        self.session_id = _optional(fields, "sessionId")
        self.method = text(fields, "method")
        self.url = text(fields, "url")
        self.headers: Mapping[str, list[str]] = {
            name.lower(): [value for value in values if isinstance(value, str)]
            for name, values in (headers.items() if isinstance(headers, dict) else ())
            if isinstance(values, list)
        }
        self.transport: ModelTransport = (
            "websocket" if fields.get("transport") == "websocket" else "http"
        )
        self.agent_id = _optional(fields, "agentId")
        self.parent_agent_id = _optional(fields, "parentAgentId")
        self.agent_invocation_id = _optional(fields, "agentInvocationId")
        self.interaction_type = _optional(fields, "interactionType")
        self._send = send
        self._sending = trio.Lock()
        self._chunks: collections.deque[bytes | str] = collections.deque()
        self._buffered = 0
        self._complete = False
        self._arrived = trio.Event()
        self._responded = False

    def __repr__(self) -> str:
        # Neither the headers nor the query, which may hold keys.
        return f"<InterceptedRequest {self.request_id} of session {self.session_id!r}>"

    # --- The request ----------------------------------------------------------------------

    async def receive(self) -> bytes | str | None:
        """Wait for the next part of the request; ``None`` at its end.

        Over HTTP any bytes of the body, over a WebSocket one message, text or bytes: the CLI
        sends the first one when it has the head of the answer, which is sent here with status
        101, unless it was. Cancellation loses nothing.
        """
        if self.transport == "websocket" and not self._responded:
            await self.respond(_SWITCHING)
        await trio.lowlevel.checkpoint()
        while not self._chunks:
            if self._complete:
                return None
            self._arrived = trio.Event()
            await self._arrived.wait()
        chunk = self._chunks.popleft()
        self._buffered -= len(chunk)
        return chunk

    async def body(self) -> bytes:
        """Wait for the rest of the request and return it as one."""
        parts: list[bytes] = []
        while (chunk := await self.receive()) is not None:
            parts.append(chunk.encode() if isinstance(chunk, str) else chunk)
        return b"".join(parts)

    def __aiter__(self) -> AsyncIterator[bytes | str]:
        return self

    async def __anext__(self) -> bytes | str:
        chunk = await self.receive()
        if chunk is None:
            raise StopAsyncIteration
        return chunk

    # --- The answer -----------------------------------------------------------------------

    async def respond(self, status: int = 200, headers: Headers | None = None) -> None:
        """Send the head of the answer; once, before the first :meth:`send`.

        Raises:
            RuntimeError: it has been sent.
            TypeError: a status or a header is of the wrong kind.
        """
        head: dict[str, JsonValue] = {"status": _status(status), "headers": _plain(headers or {})}
        async with self._sending:
            if self._responded:
                raise RuntimeError("the head of the answer has been sent")
            self._responded = True
            await self._send("llmInference.httpResponseStart", head)

    async def send(self, data: bytes | str) -> None:
        """Send some of the body, or one WebSocket message; waits until the CLI has taken it.

        The head is sent before it, with status 200 (101 over a WebSocket), unless it was.

        Raises:
            TypeError: neither bytes nor text.
            ValueError: a WebSocket message of more than ``MAX_MESSAGE`` bytes.
        """
        if not isinstance(data, bytes | bytearray | memoryview | str):
            raise unexpected(data, "bytes or text")
        pieces = list(_frames(data, whole=self.transport == "websocket"))
        if not self._responded:
            await self.respond(_SWITCHING if self.transport == "websocket" else 200)
        async with self._sending:
            for piece in pieces:
                await self._send("llmInference.httpResponseChunk", piece)

    async def forward(
        self,
        *,
        url: str | None = None,
        headers: Headers | None = None,
        client: httpx2.AsyncClient | None = None,
    ) -> None:
        """Pass the request on and give the CLI the answer as it comes; the whole answer.

        Args:
            url: another address than ``url``.
            headers: in place of ``headers``; those of a connection are left out.
            client: sends the request by HTTP; ``None`` makes one for it, without limits but that
                of connecting (30 s). The limit of all is ``model_request_timeout``.

        Raises:
            Exception: what the client, or the WebSocket, raises; left alone, it ends the request.
        """
        # Only here: both are of no use to who answers by himself.
        from ._model_forwarding import forward_http, forward_websocket  # noqa: PLC0415

        to, told = url or self.url, self.headers if headers is None else headers
        if self.transport == "websocket":
            await forward_websocket(self, to, told)
        else:
            await forward_http(self, to, told, client)

    # --- Called by the client -------------------------------------------------------------

    def arrived(self, fields: Fields) -> None:
        """Take one part of the request.

        Raises ``TooLarge`` when too much waits already, ValueError when it is not base64.
        """
        chunk = _chunk(fields, self.transport)
        self._buffered += len(chunk)
        if self._buffered > MAX_BUFFERED:
            raise TooLarge(f"more than {MAX_BUFFERED} bytes of a request wait for its interceptor")
        if chunk or (self.transport == "websocket" and fields.get("end") is not True):
            self._chunks.append(chunk)
        self._complete = self._complete or fields.get("end") is True
        self._arrived.set()

    async def finish(self, response: ModelResponse | None) -> None:
        """Send what the interceptor returned, and the end of the answer.

        Raises:
            TypeError: it returned nothing and had sent nothing, or the answer is of the wrong kind.
        """
        if response is not None:
            if self._responded:
                raise TypeError("it returned an answer after it had sent one")
            await self.respond(response.status, response.headers)
            if isinstance(response.body, bytes | bytearray | memoryview):
                if response.body:
                    await self.send(bytes(response.body))
            else:
                await self._stream(response.body)
        elif not self._responded and self.transport == "http":
            raise TypeError("it returned None and had sent no answer, expected a ModelResponse")
        elif not self._responded:
            await self.respond(_SWITCHING)
        async with self._sending:
            await self._send("llmInference.httpResponseChunk", {"data": "", "end": True})

    async def _stream(self, body: AsyncIterable[bytes]) -> None:
        parts = aiter(body)
        try:
            async for part in parts:
                if part:
                    await self.send(part)
        finally:
            close = getattr(parts, "aclose", None)
            if close is not None:
                # An async generator has to be closed in the task that it ran in.
                with trio.CancelScope(shield=True, deadline=trio.current_time() + 1.0):
                    await close()


ModelInterceptor: TypeAlias = Callable[
    [InterceptedRequest], "Awaitable[ModelResponse | None] | ModelResponse"
]
"""Answers the requests of the CLI to its models."""


def model_response(value: object) -> ModelResponse | None:
    """What the interceptor returned.

    Raises:
        TypeError: it is no answer.
    """
    if value is not None and not isinstance(value, ModelResponse):
        raise unexpected(value, "a ModelResponse or None")
    body = None if value is None else value.body
    if body is not None and not isinstance(body, bytes | bytearray | memoryview | AsyncIterable):
        raise unexpected(body, "a body of bytes or an async iterable of them")
    return value


def _optional(fields: Fields, name: str) -> str | None:
    return text(fields, name) or None


def _chunk(fields: Fields, transport: ModelTransport) -> bytes | str:
    data = text(fields, "data")
    if fields.get("binary") is True:
        try:
            return base64.b64decode(data, validate=True)
        except binascii.Error as error:
            raise ValueError(f"a part of a request is not base64: {error}") from None
    return data if transport == "websocket" else data.encode()


def _frames(
    data: bytes | bytearray | memoryview | str, *, whole: bool
) -> list[dict[str, JsonValue]]:
    if whole:
        if len(data) > MAX_MESSAGE:
            raise ValueError(f"a message of {len(data)} bytes; {MAX_MESSAGE} is the limit")
        return [{"data": data} if isinstance(data, str) else _binary(bytes(data))]
    body = data.encode() if isinstance(data, str) else bytes(data)
    return [_bytes(body[at : at + _PIECE]) for at in range(0, len(body), _PIECE)]


def _bytes(piece: bytes) -> dict[str, JsonValue]:
    try:
        return {"data": piece.decode()}
    except UnicodeDecodeError:
        return _binary(piece)


def _binary(piece: bytes) -> dict[str, JsonValue]:
    return {"data": base64.b64encode(piece).decode(), "binary": True}


def _status(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise unexpected(value, "an HTTP status as a number")
    return value


def _plain(headers: Headers) -> dict[str, JsonValue]:
    plain: dict[str, JsonValue] = {}
    for name, values in headers.items():
        several = [values] if isinstance(values, str) else list(values)
        if not all(isinstance(value, str) for value in several):
            raise unexpected(values, "headers of text")
        plain[name] = cast("list[JsonValue]", several)
    return plain
