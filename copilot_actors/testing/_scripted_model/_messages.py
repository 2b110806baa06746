"""Anthropic's messages wire format: requests decoded, answers encoded. Pure functions."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from copilot_actors._errors import JsonValue

from ._script import (
    Citation,
    Cut,
    Text,
    ToolCall,
    ToolCalls,
    ToolResult,
    content_text,
    prompt_text,
    split_text,
)
from ._wire import CompletionBody, StreamOptions, TurnPosition, error_type

_STOP_REASONS = {"stop": "end_turn", "length": "max_tokens", "content_filter": "refusal"}


class _Body(msgspec.Struct, frozen=True):
    messages: list[msgspec.Raw]
    tools: list[msgspec.Raw] | None = None
    model: str = ""
    stream: bool | None = None
    system: msgspec.Raw = msgspec.Raw()


_decode_body = msgspec.json.Decoder(_Body).decode


def decode_body(body: bytes) -> CompletionBody:
    """Decode the body of a messages request; its ``system`` becomes the first message.

    Raises:
        msgspec.DecodeError: it is not JSON, or not of that shape.
    """
    given = _decode_body(body)
    messages = given.messages
    if bytes(given.system):
        system = msgspec.json.encode({"role": "system", "content": given.system})
        messages = [msgspec.Raw(system), *messages]
    return CompletionBody(
        messages=messages,
        tools=given.tools,
        model=given.model,
        stream=given.stream,
        stream_options=StreamOptions(include_usage=True),
    )


def turn_position(messages: Sequence[Mapping[str, JsonValue]]) -> TurnPosition:
    """Find the last user message and what has followed it; results of tools come as the user's."""
    prompts: list[str] = []
    step = 0
    results: list[ToolResult] = []
    for message in messages:
        content = message.get("content")
        if message.get("role") == "assistant":
            step += 1
        elif message.get("role") == "user":
            found = _tool_results(content)
            spoken = prompt_text(content)
            if spoken or not found:
                prompts.append(spoken)
                step = 0
                results.clear()
            else:
                results += found
    return TurnPosition(prompts[-1] if prompts else "", step, tuple(results), tuple(prompts))


def _tool_results(content: JsonValue) -> list[ToolResult]:
    blocks = content if isinstance(content, list) else []
    return [
        ToolResult(str(block.get("tool_use_id", "")), content_text(block.get("content")))
        for block in blocks
        if isinstance(block, dict) and block.get("type") == "tool_result"
    ]


def content_events(step: Text | ToolCalls | Cut, answer_id: str, model: str) -> Iterator[bytes]:
    """Yield the server-sent events with the content of an answer, one for each piece."""
    head = _event("message_start", message=_message(answer_id, model, [], None, _NO_USAGE))
    text = step.text
    index = 0
    if text or not isinstance(step, ToolCalls):
        head += _block(index, {"type": "text", "text": ""})
        for piece in split_text(text, 1 if isinstance(step, ToolCalls) else step.chunks):
            yield head + _delta(index, {"type": "text_delta", "text": piece})
            head = b""
        if head:
            yield head
            head = b""
        index += 1
    if isinstance(step, ToolCalls):
        for number, call in enumerate(step.calls, index):
            if number:
                head += _event("content_block_stop", index=number - 1)
            head += _block(number, {**_tool_use(call), "input": {}})
            for piece in split_text(_arguments(call), 2):
                yield head + _delta(number, {"type": "input_json_delta", "partial_json": piece})
                head = b""


def end_events(
    step: Text | ToolCalls, _answer_id: str, _model: str, usage: Mapping[str, int] | None
) -> bytes:
    """Return the events that end a complete answer: its citations, why it ended, its usage."""
    index = 0
    end = b""
    if isinstance(step, Text):
        for citation in step.citations:
            end += _delta(index, {"type": "citations_delta", "citation": _citation(citation)})
    else:
        index = len(step.calls) - (0 if step.text else 1)
    end += _event("content_block_stop", index=index)
    reason = {"stop_reason": _stop_reason(step), "stop_sequence": None}
    end += _event("message_delta", delta=reason, usage=_usage(usage))
    return end + _event("message_stop")


def completion(
    step: Text | ToolCalls, answer_id: str, model: str, usage: Mapping[str, int]
) -> bytes:
    """Return the body of an answer that is not streamed."""
    content: list[object] = []
    if isinstance(step, Text):
        block: dict[str, object] = {"type": "text", "text": step.text}
        if step.citations:
            block["citations"] = [_citation(citation) for citation in step.citations]
        content.append(block)
    else:
        content += [{"type": "text", "text": step.text}] if step.text else []
        content += [{**_tool_use(call), "input": _input(call)} for call in step.calls]
    return msgspec.json.encode(
        _message(answer_id, model, content, _stop_reason(step), _usage(usage))
    )


def error_body(status: int, message: str) -> bytes:
    """Return an error body."""
    error = {"type": error_type(status), "message": message}
    return msgspec.json.encode({"type": "error", "error": error})


_NO_USAGE = {"input_tokens": 1, "output_tokens": 1}


def _usage(usage: Mapping[str, int] | None) -> dict[str, int]:
    given = usage or {}
    return {
        "input_tokens": given.get("prompt_tokens", 1),
        "output_tokens": given.get("completion_tokens", 1),
    }


def _message(
    answer_id: str, model: str, content: list[object], reason: str | None, usage: Mapping[str, int]
) -> dict[str, object]:
    return {
        "id": answer_id,
        "type": "message",
        "role": "assistant",
        "model": model,
        "content": content,
        "stop_reason": reason,
        "stop_sequence": None,
        "usage": usage,
    }


def _stop_reason(step: Text | ToolCalls) -> str:
    return "tool_use" if isinstance(step, ToolCalls) else _STOP_REASONS[step.finish_reason]


def _tool_use(call: ToolCall) -> dict[str, object]:
    call_id = call.id or f"toolu_{secrets.token_hex(12)}"
    return {"type": "tool_use", "id": call_id, "name": call.name}


def _arguments(call: ToolCall) -> str:
    if isinstance(call.arguments, str):
        return call.arguments
    return msgspec.json.encode(call.arguments).decode()


def _input(call: ToolCall) -> object:
    if not isinstance(call.arguments, str):
        return call.arguments
    try:
        return msgspec.json.decode(call.arguments)
    except msgspec.DecodeError:
        return call.arguments


def _citation(citation: Citation) -> dict[str, object]:
    return {
        "type": "page_location",
        "cited_text": citation.cited_text,
        "document_index": citation.document_index,
        "document_title": citation.document_title,
        "start_page_number": citation.page,
        "end_page_number": citation.page + 1,
    }


def _block(index: int, block: Mapping[str, object]) -> bytes:
    return _event("content_block_start", index=index, content_block=block)


def _delta(index: int, delta: Mapping[str, object]) -> bytes:
    return _event("content_block_delta", index=index, delta=delta)


def _event(name: str, **fields: object) -> bytes:
    data = msgspec.json.encode({"type": name, **fields})
    return b"event: " + name.encode() + b"\ndata: " + data + b"\n\n"
