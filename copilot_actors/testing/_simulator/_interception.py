"""Requests of a simulated CLI to its model that its client answers: asked, answered, read."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from copilot_actors._errors import JsonValue
from copilot_actors.testing._scripted_model._script import HttpError, Text, ToolCall, ToolCalls

from ._host import (
    Inference,
    Params,
    RpcFailure,
    mapping_of,
    mappings_of,
    text_of,
)
from ._kernel import Activity
from ._model import Failure, dropped, http_failure
from ._session import SimulatedSession
from ._sessions import Handler, SessionHost

_ERRORS: Final = 400
_URL: Final = "http://127.0.0.1:9/v1/chat/completions"
_CANCELLED: Final = "runtime cancelled the request"


def intercepted(
    session: SimulatedSession,
    messages: Sequence[Mapping[str, JsonValue]],
    tools: Sequence[Mapping[str, JsonValue]],
) -> Activity[Text | ToolCalls | Failure]:
    """Let the client answer a request to the model; ends with a word to it if it is cancelled."""
    host = session.host
    name = host.dice.uuid()
    inference = host.inferences[name] = Inference()
    body = {
        "model": session.model,
        "messages": list(messages),
        "tools": list(tools),
        "stream": session.options.streaming,
    }
    base = session.options.provider.get("baseUrl")
    host.request(
        "llmInference.httpRequestStart",
        {
            "requestId": name,
            "method": "POST",
            "url": f"{base}/chat/completions" if isinstance(base, str) else _URL,
            "headers": {"content-type": ["application/json"]},
            "sessionId": session.session_id,
            "agentId": session.session_id,
            "agentInvocationId": host.dice.uuid(),
            "interactionType": "conversation-agent",
            "transport": "http",
        },
    )
    chunk: dict[str, JsonValue] = {"requestId": name, "binary": False, "end": True}
    host.request(
        "llmInference.httpRequestChunk", {**chunk, "data": msgspec.json.encode(body).decode()}
    )
    try:
        error = yield from inference.ended.wait()
    finally:
        # Not when the process has died, which forgets them all.
        cancelled = host.inferences.pop(name, None) is not None and not inference.ended.done
        if cancelled:
            word = {**chunk, "data": "", "cancel": True, "cancelReason": _CANCELLED}
            host.request("llmInference.httpRequestChunk", word)
    if error is not None or inference.status is None:
        return dropped()
    if inference.status >= _ERRORS:
        return http_failure(HttpError(min(inference.status, 599), inference.body.decode()))
    return _step(inference.body)


def _step(body: bytes) -> Text | ToolCalls | Failure:
    pieces: list[str] = []
    calls: dict[int, dict[str, str]] = {}
    for said in _said(body):
        if text := text_of(said, "content"):
            pieces.append(text)
        for number, call in enumerate(mappings_of(said, "tool_calls")):
            index = call.get("index")
            known = calls.setdefault(index if isinstance(index, int) else number, {})
            function = mapping_of(call, "function")
            for key, value in (("id", call.get("id")), *function.items()):
                if isinstance(value, str):
                    known[key] = known.get(key, "") + value
    text = "".join(pieces)
    if calls:
        made = [
            ToolCall(c.get("name", ""), c.get("arguments", "{}"), c.get("id"))
            for c in calls.values()
        ]
        return ToolCalls(made, text)
    return Text(text, chunks=max(len(pieces), 1)) if text else dropped()


def _said(body: bytes) -> Iterator[Params]:
    """The messages of an answer, whole or in the pieces of a stream."""
    lines = [line[len(b"data:") :] for line in body.split(b"\n") if line.startswith(b"data:")]
    for data in lines or [body]:
        try:
            decoded: JsonValue = msgspec.json.decode(data)
        except msgspec.DecodeError:
            continue
        if isinstance(decoded, dict):
            for choice in mappings_of(decoded, "choices"):
                yield mapping_of(choice, "delta") or mapping_of(choice, "message")


def _set_provider(host: SessionHost, params: Params) -> Activity[JsonValue]:
    del params
    yield 0.0005
    host.intercepts_models = True
    return {"success": True}


def _response_start(host: SessionHost, params: Params) -> Activity[JsonValue]:
    yield 0.0005
    inference = host.inferences.get(text_of(params, "requestId"))
    status = params.get("status")
    if inference is None or not isinstance(status, int):
        return {"accepted": False}
    inference.status = status
    return {"accepted": True}


def _response_chunk(host: SessionHost, params: Params) -> Activity[JsonValue]:
    yield 0.0005
    inference = host.inferences.get(text_of(params, "requestId"))
    if inference is None or inference.ended.done:
        return {"accepted": False}
    data = text_of(params, "data").encode()
    if params.get("binary") is True:
        try:
            data = base64.b64decode(data, validate=True)
        except binascii.Error as error:
            raise RpcFailure(f"invalid base64: {error}") from None
    inference.body += data
    fault = params.get("error")
    if isinstance(fault, dict):
        inference.ended.put(text_of(fault, "message"))
    elif params.get("end") is True:
        inference.ended.put(None)
    return {"accepted": True}


METHODS: Final[Mapping[str, Handler]] = {
    "llmInference.httpResponseChunk": _response_chunk,
    "llmInference.httpResponseStart": _response_start,
    "llmInference.setProvider": _set_provider,
}
"""Handler by method."""
