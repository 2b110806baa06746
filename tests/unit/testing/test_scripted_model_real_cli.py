"""The scripted model as the real Copilot CLI sees it, over bare JSON-RPC without our client."""

import json
import os
import subprocess
from contextlib import asynccontextmanager

import pytest
import trio

from copilot_actors.testing import (
    Attempts,
    Cut,
    HttpError,
    Script,
    Silence,
    Text,
    ToolCall,
    ToolCalls,
    open_scripted_model,
)
from copilot_actors.transport._locate import find_cli

pytestmark = pytest.mark.real_cli

ADD = {
    "name": "add",
    "description": "Adds two numbers.",
    "parameters": {
        "type": "object",
        "properties": {"a": {"type": "number"}, "b": {"type": "number"}},
    },
    "skipPermission": True,
}


class BareCli:
    """One CLI process, one session, no library of ours."""

    def __init__(self, process):
        self.process = process
        self.buffer = b""
        self.ids = 0
        self.events = []
        self.replies = {}

    async def send(self, method, params):
        self.ids += 1
        message = {"jsonrpc": "2.0", "id": self.ids, "method": method, "params": params}
        body = json.dumps(message).encode()
        await self.process.stdin.send_all(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        return self.ids

    async def request(self, method, params):
        number = await self.send(method, params)
        while number not in self.replies:
            await self.read()
        return self.replies[number]

    async def read(self):
        while b"\r\n\r\n" not in self.buffer:
            await self.fill()
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        length = int(head.split(b":")[1])
        while len(self.buffer) < length:
            await self.fill()
        message = json.loads(self.buffer[:length])
        self.buffer = self.buffer[length:]
        if message.get("method") == "session.event":
            event = message["params"]["event"]
            self.events.append(event)
            return event
        if "method" not in message:
            self.replies[message["id"]] = message.get("result", message.get("error"))
        return None

    async def fill(self):
        data = await self.process.stdout.receive_some()
        assert data, "the CLI closed its stdout"
        self.buffer += data

    async def event(self, kind):
        while True:
            event = await self.read()
            if event is not None and event["type"] == kind:
                return event

    def data(self, kind):
        return [event["data"] for event in self.events if event["type"] == kind]


@asynccontextmanager
async def bare_session(model, home, tools=(), method="session.create", **extra):
    cli = find_cli(None, os.environ)
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    process = await trio.lowlevel.open_process(
        [str(cli), "--headless", "--no-auto-update", "--log-level", "error", "--stdio"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=kept | model.environment() | {"COPILOT_HOME": str(home)},
        start_new_session=True,
    )
    try:
        with trio.fail_after(60):
            bare = BareCli(process)
            await bare.request("connect", {})
            provider = model.provider()
            created = await bare.request(
                method,
                {
                    "sessionId": "s-1",
                    "model": model.model_name,
                    "provider": {
                        "type": provider["type"],
                        "baseUrl": provider["base_url"],
                        "apiKey": provider["api_key"],
                    },
                    "tools": list(tools),
                    "requestPermission": True,
                    "streaming": True,
                    **extra,
                },
            )
            assert created["sessionId"] == "s-1"
            yield bare
    finally:
        process.kill()
        with trio.CancelScope(shield=True):
            await process.wait()
        await process.stdin.aclose()
        await process.stdout.aclose()


async def turn(bare, prompt):
    await bare.send("session.send", {"sessionId": "s-1", "prompt": prompt})
    await bare.event("session.idle")


def answers(bare):
    return [data["content"] for data in bare.data("assistant.message")]


async def test_text_is_streamed_in_deltas_and_the_prompt_reaches_the_script(tmp_path):
    async with open_scripted_model(Script.echo(chunks=3)) as model:
        async with bare_session(model, tmp_path) as bare:
            await turn(bare, "one two six")
            await turn(bare, "and again")
    deltas = [data["deltaContent"] for data in bare.data("assistant.message_delta")]
    assert "".join(deltas) == "one two sixand again"
    assert answers(bare) == ["one two six", "and again"]
    assert [(r.prompt, r.step, r.authorized) for r in model.requests] == [
        ("one two six", 0, True),
        ("and again", 0, True),
    ]


async def test_parallel_tool_calls_are_requested_at_once_and_their_results_come_back(tmp_path):
    script = Script.by_prompt(
        {
            "sums": [
                ToolCalls([ToolCall("add", {"a": 2, "b": 3}), ToolCall("add", {"a": 4, "b": 5})]),
                Text("5 and 9"),
            ]
        }
    )
    async with open_scripted_model(script) as model:
        async with bare_session(model, tmp_path, [ADD]) as bare:
            await bare.send("session.send", {"sessionId": "s-1", "prompt": "sums"})
            wanted = [(await bare.event("external_tool.requested"))["data"] for _ in range(2)]
            for data in wanted:
                total = data["arguments"]["a"] + data["arguments"]["b"]
                await bare.send(
                    "session.tools.handlePendingToolCall",
                    {"sessionId": "s-1", "requestId": data["requestId"], "result": str(total)},
                )
            await bare.event("session.idle")
    assert answers(bare)[-1] == "5 and 9"
    assert [result.content for result in model.requests[1].tool_results] == ["5", "9"]
    assert model.requests[1].step == 1
    assert "add" in [tool["function"]["name"] for tool in model.requests[0].tools]


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize(
    ("error", "error_type", "status", "calls"),
    [
        (HttpError(400, "bad thing"), "query", 400, 1),
        pytest.param(
            HttpError(401, "who are you"), "authentication", None, 3, marks=pytest.mark.exhaustive
        ),
    ],
)
async def test_an_error_that_lasts_ends_the_turn(tmp_path, error, error_type, status, calls):
    async with open_scripted_model(lambda _: error) as model:
        async with bare_session(model, tmp_path) as bare:
            await turn(bare, "hi")
    (failure,) = bare.data("session.error")
    assert failure["errorType"] == error_type
    if status is not None:
        assert failure["statusCode"] == status
        assert error.message in failure["message"]
    assert len(model.requests) == calls


@pytest.mark.parametrize(
    "fault",
    [
        HttpError(429, "slow down", retry_after=1),
        pytest.param(HttpError(500, "oh"), marks=pytest.mark.exhaustive),
        Cut("never whole", after_chunks=2),
        pytest.param(Cut(), marks=pytest.mark.exhaustive),
    ],
)
async def test_a_passing_fault_is_retried_by_the_cli_and_the_turn_completes(tmp_path, fault):
    script = Script.by_prompt({"hi": Attempts([fault, Text("here again")])})
    async with open_scripted_model(script) as model, bare_session(model, tmp_path) as bare:
        await turn(bare, "hi")
    assert answers(bare) == ["here again"]
    assert bare.data("session.error") == []
    assert [request.attempt for request in model.requests] == [1, 2]


@pytest.mark.exhaustive("real")
async def test_silence_lasts_until_the_turn_is_aborted_and_then_frees_its_connection(tmp_path):
    async with open_scripted_model(lambda _: Silence()) as model:
        async with bare_session(model, tmp_path) as bare:
            await bare.send("session.send", {"sessionId": "s-1", "prompt": "hi"})
            await bare.event("model.call_start")
            await model.wait_model_calls(1)
            assert await bare.request("session.abort", {"sessionId": "s-1"}) == {"success": True}
            if not bare.data("session.idle"):
                await bare.event("session.idle")
            while not model.statistics().http.disconnected:  # noqa: ASYNC110
                await trio.sleep(0.01)
    assert answers(bare) == []
    assert bare.data("session.idle") == [{"mode": "interactive", "aborted": True}]


async def test_a_turn_that_is_continued_after_kill_9_gets_the_step_that_is_due(tmp_path):
    script = Script.by_prompt(
        {"sum": [ToolCalls([ToolCall("add", {"a": 2, "b": 3})]), Text("it is 5", delay=0.2)]}
    )
    async with open_scripted_model(script) as model:
        async with bare_session(model, tmp_path, [ADD]) as bare:
            await bare.send("session.send", {"sessionId": "s-1", "prompt": "sum"})
            wanted = (await bare.event("external_tool.requested"))["data"]
            answer = {"sessionId": "s-1", "requestId": wanted["requestId"], "result": "5"}
            await bare.request("session.tools.handlePendingToolCall", answer)
            await bare.event("assistant.message_delta")
            await bare.request("sessions.save", {"sessionId": "s-1"})
        async with bare_session(
            model, tmp_path, [ADD], "session.resume", continuePendingWork=True
        ) as bare:
            await bare.send("session.sendMessages", {"sessionId": "s-1", "messages": []})
            await bare.event("session.idle")
    assert answers(bare)[-1] == "it is 5"
    assert [(request.step, request.prompt) for request in model.requests] == [
        (0, "sum"),
        (1, "sum"),
        (1, "sum"),
    ]
