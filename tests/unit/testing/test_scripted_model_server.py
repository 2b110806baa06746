"""The scripted model as an HTTP client sees it."""

import json
from functools import partial
from types import SimpleNamespace

import httpx2
import pytest
import trio

from copilot_actors.testing import (
    Attempts,
    Cut,
    HttpError,
    HttpStatistics,
    Script,
    ScriptedModel,
    Silence,
    Text,
    ToolCall,
    ToolCalls,
    open_scripted_model,
)

CHAT = "/chat/completions"


def client_of(model):
    headers = {"authorization": f"Bearer {model.provider()['api_key']}"}
    return httpx2.AsyncClient(
        base_url=model.base_url, headers=headers, trust_env=False, verify=False, timeout=None
    )


def ask(prompt, **extra):
    return {"model": "m-1", "messages": [{"role": "user", "content": prompt}]} | extra


def events_of(text):
    lines = [line for line in text.split("\n\n") if line]
    assert all(line.startswith("data: ") for line in lines)
    assert lines[-1] == "data: [DONE]"
    return [json.loads(line.removeprefix("data: ")) for line in lines[:-1]]


def deltas_of(events):
    return [event["choices"][0]["delta"] for event in events if event["choices"]]


async def test_text_is_streamed_in_the_number_of_pieces_that_the_script_says():
    async with open_scripted_model(lambda _: Text("abcdef", chunks=3)) as model:
        async with client_of(model) as client:
            answer = await client.post(CHAT, json=ask("hi", stream=True))
    assert answer.headers["content-type"] == "text/event-stream"
    events = events_of(answer.text)
    assert [delta.get("content") for delta in deltas_of(events)] == ["ab", "cd", "ef", None]
    assert deltas_of(events)[0]["role"] == "assistant"
    assert events[-1]["choices"][0]["finish_reason"] == "stop"
    assert {event["model"] for event in events} == {"m-1"}


@pytest.mark.parametrize("wanted", [True, False])
async def test_usage_comes_last_and_only_when_it_is_asked_for(wanted):
    body = ask("hi", stream=True, stream_options={"include_usage": wanted})
    async with open_scripted_model(Script.echo()) as model, client_of(model) as client:
        events = events_of((await client.post(CHAT, json=body)).text)
    usages = [event["usage"]["completion_tokens"] for event in events if "usage" in event]
    assert usages == ([1] if wanted else [])


async def test_several_tool_calls_are_streamed_by_index_and_their_arguments_join_to_json():
    calls = [ToolCall("add", {"a": 1, "b": [2]}, id="c-1"), ToolCall("raw", '{"broken', id="c-2")]
    async with open_scripted_model(lambda _: ToolCalls(calls, text="so")) as model:
        async with client_of(model) as client:
            events = events_of((await client.post(CHAT, json=ask("hi", stream=True))).text)
    deltas = deltas_of(events)
    assert deltas[0] == {"role": "assistant", "content": "so"}
    parts = [part for delta in deltas for part in delta.get("tool_calls", [])]
    heads = [
        (part["index"], part["id"], part["function"]["name"]) for part in parts if "id" in part
    ]
    assert heads == [(0, "c-1", "add"), (1, "c-2", "raw")]
    joined = ["", ""]
    for part in parts:
        joined[part["index"]] += part["function"]["arguments"]
    assert joined == ['{"a":1,"b":[2]}', '{"broken']
    assert events[-1]["choices"][0]["finish_reason"] == "tool_calls"


async def test_a_tool_call_without_an_id_gets_a_fresh_one_each_time():
    async with open_scripted_model(lambda _: ToolCalls([ToolCall("add")])) as model:
        async with client_of(model) as client:
            answers = [(await client.post(CHAT, json=ask("hi"))).json() for _ in range(2)]
    ids = [answer["choices"][0]["message"]["tool_calls"][0]["id"] for answer in answers]
    assert len(set(ids)) == 2


async def test_an_answer_that_is_not_streamed_is_one_completion():
    async with open_scripted_model(Script.echo()) as model, client_of(model) as client:
        answer = (await client.post(CHAT, json=ask("hi"))).json()
    assert answer["object"] == "chat.completion"
    assert answer["choices"][0]["message"] == {"role": "assistant", "content": "hi"}
    assert answer["usage"]["total_tokens"] > 0


@pytest.mark.parametrize(
    ("error", "kind", "retry_after"),
    [
        (HttpError(400, "bad"), "invalid_request_error", None),
        (HttpError(401, "who"), "authentication_error", None),
        (HttpError(429, "slow", retry_after=1.5), "rate_limit_error", "1.5"),
        (HttpError(500, "oh"), "server_error", None),
        (HttpError(599, "odd"), "server_error", None),
    ],
)
async def test_a_scripted_error_has_its_status_its_body_and_its_retry_after(
    error, kind, retry_after
):
    async with open_scripted_model(lambda _: error) as model, client_of(model) as client:
        answer = await client.post(CHAT, json=ask("hi", stream=True))
    assert answer.status_code == error.status
    assert answer.json()["error"]["message"] == error.message
    assert answer.json()["error"]["type"] == kind
    assert answer.headers.get("retry-after") == retry_after


async def test_a_provider_that_fails_once_answers_the_same_call_the_second_time():
    script = Script.by_prompt({"hi": Attempts([HttpError(500), Text("ok")])})
    async with open_scripted_model(script) as model, client_of(model) as client:
        statuses = [(await client.post(CHAT, json=ask("hi"))).status_code for _ in range(3)]
    assert statuses == [500, 200, 200]
    assert [request.attempt for request in model.requests] == [1, 2, 3]


@pytest.mark.parametrize(("after", "seen"), [(1, "ab"), (3, "abcdef"), (9, "abcdefgh")])
async def test_a_cut_drops_the_connection_after_its_pieces(after, seen):
    received = ""
    async with open_scripted_model(lambda _: Cut("abcdefgh", after)) as model:
        async with client_of(model) as client:
            with pytest.raises(httpx2.RemoteProtocolError):  # noqa: PT012
                async with client.stream("POST", CHAT, json=ask("hi", stream=True)) as answer:
                    async for line in answer.aiter_lines():
                        if line:
                            event = json.loads(line.removeprefix("data: "))
                            received += event["choices"][0]["delta"].get("content", "")
        assert model.statistics().http.dropped == 1
    assert received == seen


@pytest.mark.parametrize("stream", [True, False])
async def test_a_cut_before_the_first_piece_gives_no_answer_at_all(stream):
    async with open_scripted_model(lambda _: Cut("abc")) as model, client_of(model) as client:
        with pytest.raises(httpx2.RemoteProtocolError, match="without sending a response"):
            await client.post(CHAT, json=ask("hi", stream=stream))


async def test_delays_run_on_trios_clock(autojump_clock):
    step = Text("abc", chunks=3, delay=10.0, first_delay=5.0)
    times = []
    async with open_scripted_model(lambda _: step) as model, client_of(model) as client:
        began = trio.current_time()
        async with client.stream("POST", CHAT, json=ask("hi", stream=True)) as answer:
            async for line in answer.aiter_lines():
                times += [trio.current_time() - began] * ('"content"' in line)
        whole_began = trio.current_time()
        await client.post(CHAT, json=ask("hi"))
        whole = trio.current_time() - whole_began
    assert times == pytest.approx([5.0, 15.0, 25.0])
    assert whole == pytest.approx(25.0)


async def test_silence_of_some_seconds_ends_without_an_answer(autojump_clock):
    async with open_scripted_model(lambda _: Silence(30.0)) as model, client_of(model) as client:
        began = trio.current_time()
        with pytest.raises(httpx2.RemoteProtocolError):
            await client.post(CHAT, json=ask("hi"))
        assert trio.current_time() - began == pytest.approx(30.0)


async def test_the_scope_ends_at_once_though_a_connection_is_silent():
    async with trio.open_nursery() as nursery:
        async with open_scripted_model(lambda _: Silence()) as model:

            async def wait_for_answer():
                async with client_of(model) as client:
                    with pytest.raises(httpx2.HTTPError):
                        await client.post(CHAT, json=ask("hi"))

            nursery.start_soon(wait_for_answer)
            await model.wait_model_calls(1)
            began = trio.current_time()
        assert trio.current_time() - began < 1.0
    assert model.statistics().http.open_connections == 0


async def test_a_client_that_goes_away_cancels_its_answer():
    cancelled = trio.Event()

    async def script(_request):
        try:
            await trio.sleep_forever()
        finally:
            cancelled.set()

    async with open_scripted_model(script) as model:
        async with client_of(model) as client, trio.open_nursery() as nursery:
            nursery.start_soon(client.post, CHAT)
            nursery.cancel_scope.cancel()
        async with client_of(model) as client, trio.open_nursery() as nursery:
            post = client.build_request("POST", CHAT, json=ask("hi"))
            nursery.start_soon(client.send, post)
            await model.wait_model_calls(1)
            nursery.cancel_scope.cancel()
        with trio.fail_after(5):
            await cancelled.wait()
            while model.statistics().http.open_connections:
                await trio.lowlevel.checkpoint()
        assert model.statistics().http.disconnected == 1


async def test_an_exception_of_the_body_comes_out_as_it_is():
    with pytest.raises(KeyError, match="mine"):
        async with open_scripted_model(Script.echo()):
            raise KeyError("mine")


async def test_cancelling_the_enclosing_scope_ends_the_server():
    with trio.move_on_after(5) as scope:
        async with open_scripted_model(Script.echo()):
            scope.cancel()
            await trio.sleep_forever()
    assert scope.cancelled_caught


async def test_a_script_may_be_async():
    async def script(request):
        await trio.lowlevel.checkpoint()
        return Text(request.prompt.upper())

    async with open_scripted_model(script) as model, client_of(model) as client:
        answer = (await client.post(CHAT, json=ask("hi"))).json()
    assert answer["choices"][0]["message"]["content"] == "HI"


def raises(_request):
    raise LookupError("no plan")


@pytest.mark.parametrize(
    ("script", "message"),
    [
        (raises, "the script raised LookupError: no plan"),
        (lambda _: "hello", "got 'hello'"),
    ],
)
async def test_a_faulty_script_is_reported_to_the_client_and_counted(script, message):
    async with open_scripted_model(script) as model, client_of(model) as client:
        answer = await client.post(CHAT, json=ask("hi", stream=True))
        assert model.statistics().script_errors == 1
    assert answer.status_code == 400
    assert message in answer.json()["error"]["message"]


async def test_requests_are_recorded_as_they_came(autojump_clock):
    tools = [{"type": "function", "function": {"name": "add"}}]
    async with open_scripted_model(Script.echo(), model_name="m-1") as model:
        async with client_of(model) as client:
            await trio.sleep(3)
            await client.post(CHAT, json=ask("hi", stream=True, tools=tools))
            del client.headers["authorization"]
            await client.post(CHAT, json=ask("hi"))
    first, second = model.requests
    assert (first.prompt, first.step, first.attempt) == ("hi", 0, 1)
    assert (first.stream, first.authorized, first.model) == (True, True, "m-1")
    assert first.messages == ({"role": "user", "content": "hi"},)
    assert first.tools == (tools[0],)
    assert first.time == pytest.approx(3.0)
    assert (second.stream, second.authorized, second.attempt) == (False, False, 2)
    assert second.messages[0] is first.messages[0]


async def test_the_records_are_bounded_and_the_lost_ones_counted(monkeypatch):
    monkeypatch.setattr("copilot_actors.testing._scripted_model._server.KEPT_REQUESTS", 2)
    async with open_scripted_model(Script.echo()) as model, client_of(model) as client:
        for n in range(5):
            await client.post(CHAT, json=ask(str(n)))
    assert [request.prompt for request in model.requests] == ["3", "4"]
    assert model.statistics().model_calls == 5
    assert model.statistics().dropped_records == 3


async def test_many_connections_are_served_at_once():
    arrived = 0
    everyone = trio.Event()

    async def script(request):
        nonlocal arrived
        arrived += 1
        if arrived == 100:
            everyone.set()
        await everyone.wait()
        return Text(request.prompt)

    answers = {}
    limits = httpx2.Limits(max_connections=None)

    async def one(client, n):
        body = (await client.post(CHAT, json=ask(str(n)))).json()
        answers[n] = body["choices"][0]["message"]["content"]

    async with (
        open_scripted_model(script) as model,
        httpx2.AsyncClient(
            base_url=model.base_url, limits=limits, trust_env=False, verify=False, timeout=None
        ) as client,
    ):
        with trio.fail_after(20):
            async with trio.open_nursery() as nursery:
                for n in range(100):
                    nursery.start_soon(one, client, n)
    assert answers == {n: str(n) for n in range(100)}


async def test_waiting_for_model_calls_ends_when_they_have_begun():
    async with open_scripted_model(lambda _: Silence()) as model, client_of(model) as client:
        await model.wait_model_calls(0)
        async with trio.open_nursery() as nursery:
            for _ in range(3):
                nursery.start_soon(partial(client.post, CHAT, json=ask("hi")))
            with trio.fail_after(5):
                await model.wait_model_calls(3)
            assert model.statistics().model_calls == 3
            nursery.cancel_scope.cancel()


async def test_a_connection_is_kept_for_the_next_request():
    async with open_scripted_model(Script.echo()) as model, client_of(model) as client:
        for n in range(3):
            await client.post(CHAT, json=ask(str(n), stream=True))
        assert model.statistics().http.open_connections == 1
        assert model.statistics().http.requests == 3


async def test_the_server_lists_its_model():
    async with open_scripted_model(Script.echo(), model_name="m-1") as model:
        async with client_of(model) as client:
            listed = (await client.get("/models")).json()
            single = (await client.get("/models/m-1")).json()
    assert [entry["id"] for entry in listed["data"]] == ["m-1"]
    assert single["id"] == "m-1"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", CHAT, 405),
        ("POST", "/models", 405),
        ("GET", "/models/other", 404),
        ("POST", "/responses", 404),
    ],
)
async def test_anything_else_gets_a_json_error(method, path, status):
    async with open_scripted_model(Script.echo()) as model, client_of(model) as client:
        answer = await client.request(method, path)
    assert answer.status_code == status
    assert answer.json()["error"]["message"]
    assert ("allow" in answer.headers) == (status == 405)


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"messages": 1}', b'{"messages": [1]}'])
async def test_a_body_that_is_no_chat_completion_is_refused_and_not_recorded(body):
    async with open_scripted_model(Script.echo()) as model, client_of(model) as client:
        answer = await client.post(CHAT, content=body)
    assert answer.status_code == 400
    assert "not a chat completion" in answer.json()["error"]["message"]
    assert model.requests == ()


def test_a_model_that_is_not_open_has_no_url():
    model = ScriptedModel(Script.echo(), "m-1")
    with pytest.raises(RuntimeError, match="not open"):
        model.provider()
    assert model.statistics().http == HttpStatistics()


def test_an_ipv6_address_is_bracketed_in_the_url():
    model = ScriptedModel(Script.echo(), "m-1")
    model._server = SimpleNamespace(host="::1", port=1)
    assert model.base_url == "http://[::1]:1/v1"


async def test_what_a_session_needs_to_know_names_the_server():
    async with open_scripted_model(Script.echo(), model_name="m-1") as model:
        provider = model.provider()
        assert provider["type"] == "openai"
        assert provider["base_url"] == model.base_url
        assert model.base_url.startswith("http://127.0.0.1:")
        assert len(provider["api_key"]) >= 16
        assert model.environment() == {
            "COPILOT_OFFLINE": "true",
            "COPILOT_MODEL": "m-1",
            "COPILOT_PROVIDER_BASE_URL": model.base_url,
        }
