"""A model server that answers by script, for tests and the demo: no network, no account."""

from __future__ import annotations

import hashlib
import inspect
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Final, Literal, NamedTuple, final
from urllib.parse import urlsplit

import msgspec
import trio

from copilot_actors._errors import JsonValue

from . import _messages as messages_wire
from . import _wire as wire
from ._http_server import HttpExchange, HttpRequest, HttpServer, HttpStatistics, open_http_server
from ._script import (
    Cut,
    HttpError,
    ModelRequest,
    ScriptFunction,
    Silence,
    Step,
    Text,
    ToolCalls,
    resolve_attempt,
)

# Not a secret. Long, because the CLI masks the key wherever it occurs in its output, and a short
# one occurs in innocent words.
API_KEY: Final = "sk-scripted-model-0123456789abcdef"
KEPT_REQUESTS: Final = 1000
"""Records that ``ScriptedModel.requests`` keeps, and conversations whose attempts are counted."""
_SHARED_PARTS: Final = 4096
_JSON: Final = ("content-type", "application/json")
_SSE: Final = (("content-type", "text/event-stream"), ("cache-control", "no-cache"))

_decode_object: Callable[[bytes], dict[str, JsonValue]] = msgspec.json.Decoder(dict).decode
_decode_optional: Callable[[bytes], dict[str, JsonValue] | None] = msgspec.json.Decoder(
    dict | None
).decode


class _Dialect(NamedTuple):
    """One protocol of model providers: its requests decoded, its answers encoded."""

    decode_body: Callable[[bytes], wire.CompletionBody]
    turn_position: Callable[[Sequence[Mapping[str, JsonValue]]], wire.TurnPosition]
    content_events: Callable[[Text | ToolCalls | Cut, str, str], Iterator[bytes]]
    end_events: Callable[[Text | ToolCalls, str, str, Mapping[str, int] | None], bytes]
    completion: Callable[[Text | ToolCalls, str, str, Mapping[str, int]], bytes]
    error_body: Callable[[int, str], bytes]
    key: tuple[str, str]
    """The header that carries the key, and its value."""


_DIALECTS: Final[Mapping[str, _Dialect]] = {
    "/v1/chat/completions": _Dialect(
        wire.decode_body,
        wire.turn_position,
        wire.content_events,
        wire.end_events,
        wire.completion,
        wire.error_body,
        ("authorization", f"Bearer {API_KEY}"),
    ),
    "/v1/messages": _Dialect(
        messages_wire.decode_body,
        messages_wire.turn_position,
        messages_wire.content_events,
        messages_wire.end_events,
        messages_wire.completion,
        messages_wire.error_body,
        ("x-api-key", API_KEY),
    ),
}
"""Protocol by path."""


class ScriptedModelStatistics(msgspec.Struct, frozen=True, kw_only=True):
    """What a scripted model has seen so far.

    Attributes:
        model_calls: requests for an answer that reached the script.
        dropped_records: oldest records that ``requests`` no longer holds.
        script_errors: times the script itself raised.
        http: counters of the HTTP server.
    """

    model_calls: int
    dropped_records: int
    script_errors: int
    http: HttpStatistics


@final
class AttemptCounts:
    """How often each of the last 1000 conversations was asked about."""

    def __init__(self) -> None:
        self._counts: OrderedDict[bytes, int] = OrderedDict()

    def __len__(self) -> int:
        return len(self._counts)

    def count(self, conversation: bytes) -> int:
        """Count one more request with this digest; return how many there were, this one too."""
        attempt = self._counts.pop(conversation, 0) + 1
        self._counts[conversation] = attempt
        if len(self._counts) > KEPT_REQUESTS:
            self._counts.popitem(last=False)
        return attempt


@final
class ScriptedModel:
    """A running scripted model. Made by :func:`open_scripted_model`."""

    def __init__(self, script: ScriptFunction, model_name: str) -> None:
        self._script = script
        self._server: HttpServer | None = None
        self._records: deque[ModelRequest] = deque(maxlen=KEPT_REQUESTS)
        self._attempts = AttemptCounts()
        # Each request repeats the whole conversation and the tools (100 KB and more); records
        # share the decoded parts, or their memory would grow with the square of the turns.
        self._parts: OrderedDict[bytes, Mapping[str, JsonValue]] = OrderedDict()
        self._model_calls = 0
        self._waiting_for_calls = trio.lowlevel.ParkingLot()
        self._script_errors = 0
        self.model_name = model_name

    @property
    def script(self) -> ScriptFunction:
        """What it answers; set it to change that from the next request on."""
        return self._script

    @script.setter
    def script(self, script: ScriptFunction) -> None:
        self._script = script

    @property
    def base_url(self) -> str:
        """The URL to configure as provider, such as ``http://127.0.0.1:40001/v1``."""
        if self._server is None:
            raise RuntimeError("the scripted model is not open")
        host = f"[{self._server.host}]" if ":" in self._server.host else self._server.host
        return f"http://{host}:{self._server.port}/v1"

    @property
    def requests(self) -> tuple[ModelRequest, ...]:
        """The model calls so far, oldest first; at most the last 1000."""
        return tuple(self._records)

    def provider(self, type: Literal["openai", "anthropic"] = "openai") -> dict[str, str]:  # noqa: A002 - the option's name
        """Return the ``provider`` option of a session that shall use this model.

        Args:
            type: the protocol that the CLI is to speak: OpenAI's chat completions, or Anthropic's
                messages. The script is the same for both.
        """
        base_url = self.base_url
        if type == "anthropic":
            base_url = base_url.removesuffix("/v1")
        return {"type": type, "base_url": base_url, "api_key": API_KEY}

    def environment(self) -> dict[str, str]:
        """Return the environment variables that keep a CLI offline and on this model."""
        return {
            "COPILOT_OFFLINE": "true",
            "COPILOT_MODEL": self.model_name,
            "COPILOT_PROVIDER_BASE_URL": self.base_url,
        }

    async def wait_model_calls(self, count: int) -> None:
        """Wait until the model has been called ``count`` times since it was opened.

        A call counts when its request has arrived, before its answer begins: the moment to kill
        a CLI in the middle of a turn. Returns at once if there were as many already.
        """
        await trio.lowlevel.checkpoint()
        while self._model_calls < count:
            await self._waiting_for_calls.park()

    def statistics(self) -> ScriptedModelStatistics:
        """Return counters, as a value."""
        return ScriptedModelStatistics(
            model_calls=self._model_calls,
            dropped_records=self._model_calls - len(self._records),
            script_errors=self._script_errors,
            http=HttpStatistics() if self._server is None else self._server.statistics(),
        )

    async def _handle(self, request: HttpRequest, exchange: HttpExchange) -> None:
        path = urlsplit(request.path).path.rstrip("/")
        dialect = _DIALECTS.get(path)
        if dialect is not None:
            if request.method == "POST":
                await self._complete(dialect, request, exchange)
            else:
                await _refuse_method(exchange, request.method, allowed="POST")
        elif path in ("/v1/models", f"/v1/models/{self.model_name}"):
            if request.method == "GET":
                model = wire.model_object(self.model_name)
                many = {"object": "list", "data": [model]}
                body = msgspec.json.encode(many if path == "/v1/models" else model)
                await exchange.respond(HTTPStatus.OK, body, [_JSON])
            else:
                await _refuse_method(exchange, request.method, allowed="GET")
        else:
            await _error(exchange, HTTPStatus.NOT_FOUND, f"there is nothing at {path or '/'}")

    async def _complete(
        self, dialect: _Dialect, request: HttpRequest, exchange: HttpExchange
    ) -> None:
        try:
            body = dialect.decode_body(request.body)
            record = self._record(dialect, request, body)
        except msgspec.DecodeError as exc:
            text = dialect.error_body(HTTPStatus.BAD_REQUEST, f"not a chat completion: {exc}")
            await exchange.respond(HTTPStatus.BAD_REQUEST, text, [_JSON])
            return
        self._model_calls += 1
        self._records.append(record)
        self._waiting_for_calls.unpark_all()
        step = await self._choose(record)
        if isinstance(step, Silence):
            await trio.sleep(step.seconds)
            return
        await trio.sleep(step.first_delay)
        if isinstance(step, HttpError):
            text = dialect.error_body(step.status, step.message)
            await exchange.respond(step.status, text, wire.error_headers(step))
            return
        answer_id = f"chatcmpl-{self._model_calls}"
        if record.stream:
            await _stream(dialect, exchange, step, body, answer_id, body_size=len(request.body))
        elif isinstance(step, Text | ToolCalls):
            await trio.sleep(_streaming_seconds(step))
            usage = wire.usage_of(len(request.body), step)
            text = dialect.completion(step, answer_id, body.model, usage)
            await exchange.respond(HTTPStatus.OK, text, [_JSON])

    async def _choose(self, record: ModelRequest) -> Step:
        try:
            chosen = self._script(record)
            step = await chosen if inspect.isawaitable(chosen) else chosen
            return resolve_attempt(step, record.attempt)
        except Exception as exc:
            # 400, because it is the error that the CLI neither retries nor hides.
            self._script_errors += 1
            return HttpError(400, f"the script raised {type(exc).__name__}: {exc}")

    def _record(
        self, dialect: _Dialect, request: HttpRequest, body: wire.CompletionBody
    ) -> ModelRequest:
        messages = tuple(self._shared(bytes(raw)) for raw in body.messages)
        position = dialect.turn_position(messages)
        header, value = dialect.key
        return ModelRequest(
            prompt=position.prompt,
            prompts=position.prompts,
            step=position.step,
            attempt=self._count_attempt(body.messages),
            tool_results=position.tool_results,
            messages=messages,
            tools=tuple(self._shared(bytes(raw)) for raw in body.tools or ()),
            model=body.model,
            stream=bool(body.stream),
            authorized=request.headers.get(header) == value,
            time=trio.current_time(),
            response_format=_decode_optional(bytes(body.response_format)),
        )

    def _shared(self, raw: bytes) -> Mapping[str, JsonValue]:
        digest = hashlib.sha256(raw).digest()
        part = self._parts.pop(digest, None)
        if part is None:
            part = _decode_object(raw)
        self._parts[digest] = part
        if len(self._parts) > _SHARED_PARTS:
            self._parts.popitem(last=False)
        return part

    def _count_attempt(self, messages: list[msgspec.Raw]) -> int:
        digest = hashlib.sha256()
        for raw in messages:
            digest.update(raw)
            digest.update(b"\n")
        return self._attempts.count(digest.digest())


@asynccontextmanager
async def open_scripted_model(
    script: ScriptFunction,
    *,
    host: str = "127.0.0.1",
    port: int = 0,
    model_name: str = "gpt-4.1",
) -> AsyncIterator[ScriptedModel]:
    """Run a model server that answers by script, while the scope is open.

    It speaks OpenAI's protocol (``POST /v1/chat/completions``) and Anthropic's (``POST
    /v1/messages``), both streaming and plain, and has ``GET /v1/models``; anything else gets a
    JSON error. It has no access control beyond its address: keep it on loopback.

    Delays run on trio's clock. A client that goes away cancels the answer it was waiting for.
    When the scope ends, every connection is closed at once, silent ones too, and an exception of
    the body comes out as it is. A script that raises is answered with status 400, which names
    the exception, and counted in ``statistics()``.

    Example::

        script = Script.by_prompt({"2+3": [ToolCalls([ToolCall("add", {"a": 2, "b": 3})]),
                                           Text("five")]})
        async with open_scripted_model(script) as model:
            ...  # model.provider() is the `provider` option of a session

    Args:
        script: called with each :class:`ModelRequest`, returns (or, when async, resolves to) its
            :data:`Step`. :meth:`Script.by_prompt` and :meth:`Script.echo` make common ones.
        host: address to listen on.
        port: port to listen on; 0 takes a free one.
        model_name: the one model that the server lists. Any model asked for is answered.

    Raises:
        OSError: the address cannot be listened on.
    """
    model = ScriptedModel(script, model_name)
    async with open_http_server(model._handle, host=host, port=port) as server:
        model._server = server
        yield model


async def _stream(
    dialect: _Dialect,
    exchange: HttpExchange,
    step: Text | ToolCalls | Cut,
    body: wire.CompletionBody,
    answer_id: str,
    *,
    body_size: int,
) -> None:
    if isinstance(step, Cut) and step.after_chunks == 0:
        return
    await exchange.start(HTTPStatus.OK, _SSE)
    delay = 0.0 if isinstance(step, ToolCalls) else step.delay
    limit = step.after_chunks if isinstance(step, Cut) else None
    for sent, event in enumerate(dialect.content_events(step, answer_id, body.model)):
        if sent == limit:
            break
        if sent:
            await trio.sleep(delay)
        await exchange.send(event)
    if isinstance(step, Cut):
        # The handler returns with the answer unfinished, which drops the connection.
        await trio.sleep(delay)
        return
    wants_usage = body.stream_options is not None and body.stream_options.include_usage
    usage = wire.usage_of(body_size, step) if wants_usage else None
    await exchange.send(dialect.end_events(step, answer_id, body.model, usage))
    await exchange.finish()


def _streaming_seconds(step: Text | ToolCalls) -> float:
    if isinstance(step, ToolCalls):
        return 0.0
    return step.delay * max(0, min(step.chunks, len(step.text)) - 1)


async def _error(exchange: HttpExchange, status: int, message: str) -> None:
    await exchange.respond(status, wire.error_body(status, message), [_JSON])


async def _refuse_method(exchange: HttpExchange, method: str, *, allowed: str) -> None:
    status = HTTPStatus.METHOD_NOT_ALLOWED
    text = wire.error_body(status, f"{method} is not allowed here")
    await exchange.respond(status, text, [_JSON, ("allow", allowed)])
