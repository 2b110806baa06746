"""The scripted model as a client of Anthropic's messages protocol sees it."""

from __future__ import annotations

import json

import httpx2
import pytest

from copilot_actors.testing import (
    Citation,
    Cut,
    HttpError,
    Script,
    Text,
    ToolCall,
    ToolCalls,
    open_scripted_model,
)


def client_of(model):
    provider = model.provider("anthropic")
    headers = {"x-api-key": provider["api_key"]}
    return httpx2.AsyncClient(
        base_url=provider["base_url"], headers=headers, trust_env=False, verify=False, timeout=None
    )


def ask(*messages, **extra):
    given = [{"role": "user", "content": m} if isinstance(m, str) else m for m in messages]
    return {"model": "m-1", "max_tokens": 9, "messages": given} | extra


async def answer_to(step, *, stream):
    """Ask once; returns the message as it was said, put together from its stream if need be."""
    async with open_scripted_model(lambda _: step) as model, client_of(model) as client:
        reply = await client.post("/v1/messages", json=ask("hi", stream=stream))
    if not stream:
        return reply.json()
    message, texts = None, {}
    for chunk in reply.text.split("\n\n")[:-1]:
        name, data = chunk.split("\ndata: ")
        event = json.loads(data)
        assert name == f"event: {event['type']}"
        match event:
            case {"type": "message_start"}:
                message = event["message"]
            case {"type": "content_block_start"}:
                assert event["index"] == len(message["content"])
                message["content"].append(event["content_block"])
            case {"type": "content_block_delta", "index": index, "delta": delta}:
                block = message["content"][index]
                if "text" in delta:
                    block["text"] += delta["text"]
                elif "partial_json" in delta:
                    texts[index] = texts.get(index, "") + delta["partial_json"]
                else:
                    block.setdefault("citations", []).append(delta["citation"])
            case {"type": "content_block_stop", "index": index}:
                if index in texts:
                    message["content"][index]["input"] = json.loads(texts[index])
            case {"type": "message_delta"}:
                message |= event["delta"]
                message["usage"] = event["usage"]
    assert event["type"] == "message_stop"
    return message


CITED = {
    "type": "page_location",
    "cited_text": "words",
    "document_index": 1,
    "document_title": "T",
    "start_page_number": 2,
    "end_page_number": 3,
}


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize(
    ("step", "content", "reason"),
    [
        (Text("abcdef", chunks=3), [{"type": "text", "text": "abcdef"}], "end_turn"),
        (Text(""), [{"type": "text", "text": ""}], "end_turn"),
        (
            Text(
                "said",
                finish_reason="length",
                citations=[
                    Citation(cited_text="words", document_index=1, document_title="T", page=2)
                ],
            ),
            [{"type": "text", "text": "said", "citations": [CITED]}],
            "max_tokens",
        ),
        (
            ToolCalls([ToolCall("add", {"a": 1}, id="t1"), ToolCall("now", id="t2")], text="So:"),
            [
                {"type": "text", "text": "So:"},
                {"type": "tool_use", "id": "t1", "name": "add", "input": {"a": 1}},
                {"type": "tool_use", "id": "t2", "name": "now", "input": {}},
            ],
            "tool_use",
        ),
        (
            ToolCalls([ToolCall("add", '{"a": 2}', id="t1")]),
            [{"type": "tool_use", "id": "t1", "name": "add", "input": {"a": 2}}],
            "tool_use",
        ),
    ],
)
async def test_a_step_is_the_same_message_streamed_and_whole(step, content, reason, stream):
    message = await answer_to(step, stream=stream)
    assert (message["content"], message["stop_reason"]) == (content, reason)
    assert (message["role"], message["model"]) == ("assistant", "m-1")
    assert message["usage"]["output_tokens"] >= 1


async def test_a_request_is_read_as_one_of_the_other_protocol_is():
    called = {"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "add"}]}
    result = {"type": "tool_result", "tool_use_id": "t", "content": [{"type": "text", "text": "3"}]}
    steering = {"type": "text", "text": "turn left"}
    dated = "<current_datetime>now</current_datetime>\n\n1+2"
    system = [{"type": "text", "text": "Be brief."}]
    conversation = [dated, called, {"role": "user", "content": [result]}]
    async with open_scripted_model(Script.echo()) as model, client_of(model) as client:
        await client.post("/v1/messages", json=ask(*conversation, system=system))
        conversation[2] = {"role": "user", "content": [result, steering]}
        await client.post("/v1/messages", json=ask(*conversation))
        await client.post("/v1/messages", json=ask("x"), headers={"x-api-key": "another"})
        first, second, third = model.requests
    assert (first.prompt, first.step, first.authorized) == ("1+2", 1, True)
    assert [(r.tool_call_id, r.content) for r in first.tool_results] == [("t", "3")]
    assert first.messages[0] == {"role": "system", "content": system}
    assert (second.prompt, second.step, second.tool_results) == ("turn left", 0, ())
    assert not third.authorized


async def test_errors_have_the_form_of_the_protocol():
    step = HttpError(429, "slow down", retry_after=2)
    async with open_scripted_model(lambda _: step) as model, client_of(model) as client:
        refused = await client.post("/v1/messages", json=ask("x"))
        broken = await client.post("/v1/messages", content=b"{")
        assert (await client.get("/v1/messages")).status_code == 405
    assert refused.json() == {
        "type": "error",
        "error": {"type": "rate_limit_error", "message": "slow down"},
    }
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "2")
    assert (broken.status_code, broken.json()["type"]) == (400, "error")


async def test_a_stream_can_be_cut():
    step = Cut("abcdef", after_chunks=1, chunks=3)
    async with open_scripted_model(lambda _: step) as model, client_of(model) as client:
        with pytest.raises(httpx2.RemoteProtocolError):
            await client.post("/v1/messages", json=ask("x", stream=True))
