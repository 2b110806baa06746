"""The chat-completions wire format: requests decoded, answers encoded. Pure functions."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from copilot_actors._errors import JsonValue

from ._script import (
    Cut,
    HttpError,
    Text,
    ToolCall,
    ToolCalls,
    ToolResult,
    content_text,
    prompt_text,
    split_text,
)

# A fixed stamp keeps answers reproducible; no client of this format acts on it.
_CREATED: Final = 1_700_000_000
_CHARACTERS_PER_TOKEN: Final = 4
DONE: Final = b"data: [DONE]\n\n"

_ERROR_TYPES: Final = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    429: "rate_limit_error",
}


class StreamOptions(msgspec.Struct, frozen=True):
    """``stream_options`` of a request."""

    include_usage: bool = False


class CompletionBody(msgspec.Struct, frozen=True):
    """The parts of a request's body that matter here; messages and tools undecoded."""

    messages: list[msgspec.Raw]
    tools: list[msgspec.Raw] | None = None
    model: str = ""
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    response_format: msgspec.Raw = msgspec.Raw(b"null")


class TurnPosition(msgspec.Struct, frozen=True):
    """Where in its turn a conversation is; ``prompts`` are all of them, this one last."""

    prompt: str
    step: int
    tool_results: tuple[ToolResult, ...]
    prompts: tuple[str, ...] = ()


_decode_body = msgspec.json.Decoder(CompletionBody).decode


def decode_body(body: bytes) -> CompletionBody:
    """Decode the body of a chat-completions request.

    Raises:
        msgspec.DecodeError: it is not JSON, or not of that shape.
    """
    return _decode_body(body)


def turn_position(messages: Sequence[Mapping[str, JsonValue]]) -> TurnPosition:
    """Find the last user message and what has followed it."""
    prompts: list[str] = []
    step = 0
    results: list[ToolResult] = []
    for message in messages:
        role = message.get("role")
        if role == "user":
            prompts.append(prompt_text(message.get("content")))
            step = 0
            results.clear()
        elif role == "assistant":
            step += 1
        elif role == "tool":
            call_id = message.get("tool_call_id")
            results.append(
                ToolResult(
                    call_id if isinstance(call_id, str) else "",
                    content_text(message.get("content")),
                )
            )
    return TurnPosition(prompts[-1] if prompts else "", step, tuple(results), tuple(prompts))


def content_events(step: Text | ToolCalls | Cut, answer_id: str, model: str) -> Iterator[bytes]:
    """Yield the server-sent events with the content of an answer, one for each piece."""
    first: dict[str, object] = {"role": "assistant"}
    if isinstance(step, ToolCalls):
        if step.text:
            yield _chunk(answer_id, model, first | {"content": step.text})
            first = {}
        for index, call in enumerate(step.calls):
            name, arguments = call.name, _arguments(call)
            head = {
                "index": index,
                "id": _call_id(call),
                "type": "function",
                "function": {"name": name, "arguments": ""},
            }
            yield _chunk(answer_id, model, first | {"tool_calls": [head]})
            first = {}
            for piece in split_text(arguments, 2):
                part = {"index": index, "function": {"arguments": piece}}
                yield _chunk(answer_id, model, {"tool_calls": [part]})
        return
    for piece in split_text(step.text, step.chunks):
        yield _chunk(answer_id, model, first | {"content": piece})
        first = {}


def end_events(
    step: Text | ToolCalls, answer_id: str, model: str, usage: Mapping[str, int] | None
) -> bytes:
    """Return the events that end a complete answer: why it ended, its usage, and ``[DONE]``."""
    end = _chunk(answer_id, model, {}, finish_reason=_finish_reason(step))
    if usage is not None:
        end += _event(_envelope(answer_id, model) | {"choices": [], "usage": usage})
    return end + DONE


def completion(
    step: Text | ToolCalls, answer_id: str, model: str, usage: Mapping[str, int]
) -> bytes:
    """Return the body of an answer that is not streamed."""
    message: dict[str, object] = {"role": "assistant", "content": step.text or None}
    if isinstance(step, ToolCalls):
        message["tool_calls"] = [
            {
                "id": _call_id(call),
                "type": "function",
                "function": {"name": call.name, "arguments": _arguments(call)},
            }
            for call in step.calls
        ]
    choice = {"index": 0, "message": message, "finish_reason": _finish_reason(step)}
    return msgspec.json.encode(
        _envelope(answer_id, model)
        | {"object": "chat.completion", "choices": [choice], "usage": usage}
    )


def error_type(status: int) -> str:
    """The type of an error with this status."""
    return _ERROR_TYPES.get(status, "server_error" if status >= 500 else "invalid_request_error")  # noqa: PLR2004


def error_body(status: int, message: str) -> bytes:
    """Return an error body."""
    error = {"message": message, "type": error_type(status), "param": None, "code": str(status)}
    return msgspec.json.encode({"error": error})


def error_headers(error: HttpError) -> list[tuple[str, str]]:
    """Return the headers of a scripted error."""
    headers = [("content-type", "application/json")]
    if error.retry_after is not None:
        headers.append(("retry-after", f"{error.retry_after:g}"))
    return headers


def model_object(name: str) -> dict[str, object]:
    """Return the description of a model."""
    return {"id": name, "object": "model", "created": _CREATED, "owned_by": "copilot-actors"}


def usage_of(body_size: int, step: Text | ToolCalls) -> dict[str, int]:
    """Estimate the tokens of an exchange, by the size of its text."""
    text = len(step.text)
    if isinstance(step, ToolCalls):
        text += sum(len(call.name) + len(_arguments(call)) for call in step.calls)
    prompt = body_size // _CHARACTERS_PER_TOKEN
    answer = max(1, text // _CHARACTERS_PER_TOKEN)
    return {
        "prompt_tokens": prompt,
        "completion_tokens": answer,
        "total_tokens": prompt + answer,
    }


def _finish_reason(step: Text | ToolCalls) -> str:
    return "tool_calls" if isinstance(step, ToolCalls) else step.finish_reason


def _arguments(call: ToolCall) -> str:
    if isinstance(call.arguments, str):
        return call.arguments
    return msgspec.json.encode(call.arguments).decode()


def _call_id(call: ToolCall) -> str:
    return call.id or f"call_{secrets.token_hex(12)}"


def _envelope(answer_id: str, model: str) -> dict[str, object]:
    return {
        "id": answer_id,
        "object": "chat.completion.chunk",
        "created": _CREATED,
        "model": model,
    }


def _chunk(
    answer_id: str, model: str, delta: Mapping[str, object], finish_reason: str | None = None
) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": finish_reason}
    return _event(_envelope(answer_id, model) | {"choices": [choice]})


def _event(payload: object) -> bytes:
    return b"data: " + msgspec.json.encode(payload) + b"\n\n"
