"""Requests of the CLI to its models that go through the program."""

from __future__ import annotations

import functools
from contextlib import asynccontextmanager, suppress

import msgspec
import pytest
import trio
import trio.testing
import trio_websocket

import copilot_actors as ca
from copilot_actors.client import _application
from copilot_actors.testing import FrameMatch, Refuse, Script, Simulator, Text

REAL = pytest.mark.parametrize("world_name", [pytest.param("real", marks=pytest.mark.real_cli)])
REAL_IN_FULL = pytest.mark.exhaustive("real")
SSE = {"content-type": "text/event-stream"}


def events(*deltas, finish="stop"):
    """A streamed answer in the format of chat completions."""

    def chunk(delta, reason):
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        return {
            "id": "c1",
            "object": "chat.completion.chunk",
            "created": 1,
            "model": "gpt-4.1",
            "choices": [choice],
        }

    chunks = [chunk(delta, None) for delta in deltas]
    chunks.append(chunk({}, finish))
    lines = [b"data: " + msgspec.json.encode(item) + b"\n\n" for item in chunks]
    return [*lines, b"data: [DONE]\n\n"]


def answer(*pieces):
    body = b"".join(events(*({"role": "assistant", "content": piece} for piece in pieces)))
    return ca.ModelResponse(headers=SSE, body=body)


def calls(name):
    call = {"index": 0, "id": "call_1", "type": "function"}
    call["function"] = {"name": name, "arguments": "{}"}
    body = b"".join(events({"role": "assistant", "tool_calls": [call]}, finish="tool_calls"))
    return ca.ModelResponse(headers=SSE, body=body)


def content(event):
    return None if event is None else event.data.content


def messages(text):
    """What a model says over a WebSocket, in the format of the responses API."""
    part = {"type": "output_text", "text": text, "annotations": []}
    item = {"id": "m1", "type": "message", "role": "assistant", "status": "completed"}
    item["content"] = [part]
    made = {"id": "r1", "object": "response", "created_at": 1, "model": "gpt-4.1", "output": []}
    usage = {"input_tokens": 1, "output_tokens": 1, "total_tokens": 2}
    usage |= {"input_tokens_details": {"cached_tokens": 0}}
    usage |= {"output_tokens_details": {"reasoning_tokens": 0}}
    where = {"item_id": "m1", "output_index": 0, "content_index": 0}
    said = [
        {"type": "response.created", "response": {**made, "status": "in_progress"}},
        {"type": "response.output_item.added", "output_index": 0, "item": {**item, "content": []}},
        {"type": "response.content_part.added", **where, "part": {**part, "text": ""}},
        {"type": "response.output_text.delta", **where, "delta": text},
        {"type": "response.output_text.done", **where, "text": text},
        {"type": "response.output_item.done", "output_index": 0, "item": item},
        {
            "type": "response.completed",
            "response": {**made, "status": "completed", "output": [item], "usage": usage},
        },
    ]
    return [
        msgspec.json.encode({"sequence_number": number, **event}).decode()
        for number, event in enumerate(said)
    ]


@asynccontextmanager
async def intercepting(world, interceptor, **options):
    async with world.client(Script.echo(), on_model_request=interceptor, **options) as client:
        yield client


async def test_a_request_to_the_model_is_answered_by_the_program(world):
    seen = []

    async def interceptor(request):
        seen.append((request, msgspec.json.decode(await request.body())))
        return answer("Hel", "lo")

    async with intercepting(world, interceptor) as client:
        session = await client.create_session(session_id="mine", **world.session_options)
        deltas = []
        await session.on("assistant.message_delta", lambda e: deltas.append(e.data.delta_content))
        assert content(await session.send_and_wait("say hello")) == "Hello"
        assert "".join(deltas) == "Hello"
        assert world.model_calls() == 0
    (request, body), *_ = seen
    assert (request.transport, request.method) == ("http", "POST")
    assert request.url.endswith("/chat/completions")
    assert (request.session_id, request.agent_id) == ("mine", "mine")
    assert request.interaction_type
    assert request.agent_invocation_id
    assert request.headers["content-type"] == ["application/json"]
    assert "say hello" in body["messages"][-1]["content"]
    assert "mine" in repr(request)
    assert "http" not in repr(request)


@pytest.mark.exhaustive("real")
async def test_an_answer_is_sent_step_by_step_and_tools_are_called(world):
    async def look():
        return "seen"

    async def interceptor(request):
        asked = await request.body()
        if b"seen" not in asked:
            return calls("look")
        await request.respond(200, {"content-type": "text/event-stream", "x": ["a", "b"]})
        # Not cut where characters end, nor where events do.
        body = b"".join(events({"role": "assistant", "content": "gr\u00fcn \U0001f600"}))
        for at in range(0, len(body), 7):
            await request.send(body[at : at + 7])
        return None

    tool = ca.Tool("look", "look", {"type": "object"}, look, skip_permission=True)
    async with intercepting(world, interceptor) as client:
        session = await client.create_session(tools=[tool], **world.session_options)
        assert content(await session.send_and_wait("x")) == "gr\u00fcn \U0001f600"


@pytest.mark.exhaustive("real")
async def test_a_body_is_passed_on_as_it_comes_and_closed(world):
    closed = []

    async def body():
        try:
            for chunk in events({"role": "assistant", "content": "a"}, {"content": "b"}):
                yield chunk
                await trio.lowlevel.checkpoint()
        finally:
            closed.append(True)

    async with intercepting(
        world, lambda request: ca.ModelResponse(headers=SSE, body=body())
    ) as client:
        session = await client.create_session(**world.session_options)
        assert content(await session.send_and_wait("x")) == "ab"
    assert closed == [True]


def raises(request):
    raise ValueError("sk-test-0123456789abcdef")


async def fails_in_the_middle(request):
    await request.respond(200, SSE)
    await request.send(events({"role": "assistant", "content": "a"})[0])
    raise ValueError("sk-test-0123456789abcdef")


@pytest.mark.parametrize(
    "interceptor",
    [
        pytest.param(raises, id="raises"),
        pytest.param(fails_in_the_middle, id="in the middle", marks=REAL_IN_FULL),
        pytest.param(lambda request: None, id="nothing", marks=REAL_IN_FULL),
        pytest.param(lambda request: "text", id="no answer", marks=REAL_IN_FULL),
    ],
)
async def test_a_fault_of_the_interceptor_ends_the_turn_and_hangs_nothing(world, interceptor):
    faulty = True

    async def chosen(request):
        return await called(interceptor, request) if faulty else answer("fine")

    async with intercepting(world, chosen) as client:
        session = await client.create_session(**world.session_options)
        with pytest.raises(ca.TurnFailed) as caught:
            await session.send_and_wait("x", timeout=40)
        assert "sk-test" not in str(caught.value)
        # The CLI asks again, as after a connection that broke.
        assert client.statistics().handler_errors > 1
        faulty = False
        assert content(await session.send_and_wait("y")) == "fine"


async def called(function, *arguments):
    result = function(*arguments)
    return await result if hasattr(result, "__await__") else result


@pytest.mark.exhaustive("real")
async def test_an_error_of_the_provider_is_passed_on_as_one(world):
    body = msgspec.json.encode({"error": {"message": "no such model", "type": "invalid"}})
    async with intercepting(
        world, lambda request: ca.ModelResponse(status=400, body=body)
    ) as client:
        session = await client.create_session(**world.session_options)
        with pytest.raises(ca.TurnFailed) as caught:
            await session.send_and_wait("x")
        assert caught.value.status == 400


@pytest.mark.exhaustive("real")
async def test_an_abort_cancels_an_intercepted_request(world):
    begun, ended = trio.Event(), trio.Event()
    slow = True

    async def interceptor(request):
        if not slow:
            return answer("again")
        await request.respond(200, SSE)
        await request.send(events({"role": "assistant", "content": "a"})[0])
        begun.set()
        try:
            await trio.sleep_forever()
        finally:
            ended.set()

    async with intercepting(world, interceptor) as client:
        session = await client.create_session(**world.session_options)
        with trio.fail_after(20):
            await session.send("x")
            await begun.wait()
            assert (await session.abort()).outcome == "aborted"
            await ended.wait()
        slow = False
        assert content(await session.send_and_wait("y")) == "again"
        assert client.statistics().handler_errors == 0


@REAL_IN_FULL
async def test_an_interceptor_over_its_limit_ends_the_turn(world):
    async with intercepting(world, trio_sleep, model_request_timeout=0.3) as client:
        session = await client.create_session(**world.session_options)
        with pytest.raises(ca.TurnFailed):
            await session.send_and_wait("x", timeout=40)
        assert client.statistics().handler_timeouts > 1


async def trio_sleep(request):
    await trio.sleep_forever()


@pytest.mark.exhaustive("real")
async def test_each_cli_is_intercepted_and_a_request_ends_with_the_cli_that_made_it(world):
    begun, cancelled = trio.Event(), []
    first = True

    async def interceptor(request):
        nonlocal first
        if not first:
            return answer("after the crash")
        first = False
        begun.set()
        try:
            await trio.sleep_forever()
        except trio.Cancelled:
            cancelled.append(request.request_id)
            raise

    async with intercepting(world, interceptor) as client:
        session = await client.create_session(**world.session_options)
        async with trio.open_nursery() as nursery:

            async def kill():
                await begun.wait()
                world.kill(client)

            nursery.start_soon(kill)
            assert content(await session.send_and_wait("x")) == "after the crash"
        assert len(cancelled) == 1
        assert world.model_calls() == 0


async def test_a_hundred_requests_are_answered_beside_one_another(autojump_clock):
    together, most = 0, 0

    async def interceptor(request):
        nonlocal together, most
        together += 1
        most = max(most, together)
        await trio.sleep(1)  # simulated time
        together -= 1
        return answer(msgspec.json.decode(await request.body())["messages"][-1]["content"][-4:])

    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator, on_model_request=interceptor) as client:
        answers = {}

        async def ask(number):
            session = await client.create_session(model="m")
            answers[number] = content(await session.send_and_wait(f"say {number:04}"))

        async with trio.open_nursery() as nursery:
            for number in range(100):
                nursery.start_soon(ask, number)
        assert most > 50
        assert answers == {number: f"{number:04}" for number in range(100)}


async def test_a_cli_without_interception_is_refused_by_name(autojump_clock):
    faults = [
        Refuse(
            FrameMatch(direction="to_cli", method="llmInference.setProvider"), -32601, "Unhandled"
        )
    ]
    with pytest.raises(ca.UnsupportedOption) as caught:
        async with ca.open_client(
            cli=Simulator(Script.echo(), faults=faults), on_model_request=raises
        ):
            pass
    assert caught.value.option == "on_model_request"


async def test_a_request_without_room_for_its_interceptor_ends_like_a_broken_connection(
    autojump_clock, monkeypatch
):
    monkeypatch.setattr(_application, "MAX_HANDLERS", 1)
    most = together = 0

    async def interceptor(request):
        nonlocal most, together
        together += 1
        most = max(most, together)
        await trio.sleep(0.5)  # simulated time
        together -= 1
        return answer("fine")

    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator, on_model_request=interceptor) as client:
        answers = []

        async def ask():
            session = await client.create_session(model="m")
            answers.append(content(await session.send_and_wait("x")))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask)
            nursery.start_soon(ask)
        # The CLI asks again a second later.
        assert answers == ["fine", "fine"]
        assert (most, client.statistics().refused_requests) == (1, 1)


START = "llmInference.httpRequestStart"
CHUNK = "llmInference.httpRequestChunk"


async def test_requests_that_make_no_sense_harm_nothing(autojump_clock):
    simulator = Simulator(Script.echo())
    seen = []

    async def interceptor(request):
        seen.append(request)
        if request.session_id is None:
            await trio.sleep_forever()
        return answer("fine")

    def say(number, method, params):
        simulator.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})

    async with ca.open_client(cli=simulator, on_model_request=interceptor) as client:
        say(901, START, {})
        say(902, START, [])
        say(903, START, {"requestId": "r", "headers": {"A": ["b", 5], "c": 7}, "transport": 3})
        say(904, START, {"requestId": "r"})
        say(905, CHUNK, {"requestId": "unknown", "data": "x"})
        say(906, CHUNK, {"requestId": "r", "data": "?", "binary": True})
        await trio.testing.wait_all_tasks_blocked()
        await trio.sleep(1)  # simulated time
        answers = {
            frame.message["id"]: "error" in frame.message
            for frame in simulator.log
            if frame.direction == "to_cli" and frame.message.get("id") in range(901, 907)
        }
        assert answers == {901: True, 902: True, 903: False, 904: True, 905: False, 906: False}
        assert client.statistics().refused_requests == 1
        assert [request.headers for request in seen] == [{"a": ["b"]}]
        session = await client.create_session(model="m")
        assert content(await session.send_and_wait("x")) == "fine"


@REAL
@pytest.mark.exhaustive("real")
async def test_a_second_interceptor_of_a_server_is_refused(world):
    token = "t-0123456789abcdef"
    async with intercepting(world, lambda _: answer("ours"), cli=ca.Tcp(token=token)) as owner:
        server = ca.Tcp(port=owner.port, token=token)
        with pytest.raises(ca.InvalidOption, match="already") as caught:
            async with ca.open_client(cli=server, on_model_request=raises):
                pass
        assert caught.value.option == "on_model_request"
        async with ca.open_client(cli=server) as guest:
            session = await guest.create_session(**world.session_options)
            assert content(await session.send_and_wait("x")) == "ours"


# --- Over a WebSocket, and on to somebody else (real CLI) -----------------------------------


def over_websocket(base_url):
    return {
        "model": "gpt-4.1",
        "provider": {
            "base_url": base_url,
            "api_key": "sk-test-0123456789abcdef",
            "wire_api": "responses",
            "transport": "websockets",
        },
    }


@REAL
async def test_messages_of_a_websocket_go_through_the_program(world):
    opened, cancelled, begun = [], [], trio.Event()

    async def interceptor(request):
        opened.append(request)
        try:
            async for message in request:
                if "slowly" in message:
                    begun.set()
                    await trio.sleep_forever()
                for event in messages(f"number {len(opened)}"):
                    await request.send(event)
        except trio.Cancelled:
            cancelled.append(request)
            raise

    async with intercepting(world, interceptor) as client:
        session = await client.create_session(
            session_id="mine", **over_websocket("http://127.0.0.1:9/v1")
        )
        for _ in range(2):  # one channel for both
            assert content(await session.send_and_wait("x")) == "number 1"
        assert [(r.transport, r.session_id) for r in opened] == [("websocket", "mine")]
        assert opened[0].url == "ws://127.0.0.1:9/v1/responses"
        await session.send("slowly")
        with trio.fail_after(20):
            await begun.wait()
            assert (await session.abort()).outcome == "aborted"
        assert len(cancelled) == 1


@REAL
@pytest.mark.exhaustive("real")
async def test_a_request_is_passed_on_and_its_answer_comes_back(world):
    async def interceptor(request):
        await request.forward()

    async def script(request):
        return Text("gr\u00fcn", chunks=3)

    async with world.client(script, on_model_request=interceptor) as client:
        session = await client.create_session(**world.session_options)
        assert content(await session.send_and_wait("x")) == "gr\u00fcn"
        assert world.model_calls() == 1
        assert world.last_request().authorized


@REAL
@pytest.mark.exhaustive("real")
async def test_a_channel_is_passed_on_in_both_directions(world):
    heard = []

    async def serve(upgrade):
        channel = await upgrade.accept()
        heard.append(dict(upgrade.headers).get(b"authorization"))
        with suppress(trio_websocket.ConnectionClosed):
            while True:
                heard.append(msgspec.json.decode(await channel.get_message())["type"])
                for event in messages("from afar"):
                    await channel.send_message(event)

    async with trio.open_nursery() as nursery:
        server = await nursery.start(
            functools.partial(trio_websocket.serve_websocket, serve, "127.0.0.1", 0, None)
        )
        base = f"http://127.0.0.1:{server.port}/v1"
        async with intercepting(world, lambda request: request.forward()) as client:
            session = await client.create_session(**over_websocket(base))
            for _ in range(2):
                assert content(await session.send_and_wait("x")) == "from afar"
        nursery.cancel_scope.cancel()
    assert heard == [b"Bearer sk-test-0123456789abcdef", *["response.create"] * 2]
