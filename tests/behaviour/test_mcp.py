"""What MCP servers ask of a client on the real CLI, and the same requests in the simulator."""

from __future__ import annotations

import json
import pathlib
import sys

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import FrameMatch, Script, Simulator, Text, ToolCall, ToolCalls
from copilot_actors.testing._scripted_model._http_server import open_http_server

SERVER = pathlib.Path(__file__).with_name("mcp_server.py")
REAL = pytest.mark.parametrize("world_name", [pytest.param("real", marks=pytest.mark.real_cli)])


def content(event) -> str | None:
    return None if event is None else event.raw["data"]["content"]


def script(request):
    if request.prompt.startswith("use ") and request.step == 0:
        return ToolCalls([ToolCall(request.prompt.split()[1], {})])
    return Text("|".join(result.content for result in request.tool_results) or "end")


async def on_the_web(request, exchange):
    """An MCP server for those who bring ``good-token`` or the header ``x-fresh``."""
    allowed = request.headers.get("authorization") == "Bearer good-token-0123456789"
    if request.method != "POST":
        await exchange.respond(405 if request.path == "/mcp" else 404, b"")
    elif not (allowed or request.headers.get("x-fresh") == "yes"):
        await exchange.respond(401, b"{}", [("www-authenticate", "Bearer")])
    else:
        message = json.loads(request.body)
        if "id" not in message:
            await exchange.respond(202, b"")
            return
        results = {
            "initialize": {
                "protocolVersion": message.get("params", {}).get("protocolVersion"),
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "web", "version": "1"},
            },
            "tools/list": {
                "tools": [{"name": "plain", "inputSchema": {"type": "object", "properties": {}}}]
            },
            "tools/call": {"content": [{"type": "text", "text": "from the web"}]},
        }
        reply = {"jsonrpc": "2.0", "id": message["id"], "result": results.get(message["method"])}
        await exchange.respond(
            200, json.dumps(reply).encode(), [("content-type", "application/json")]
        )


@REAL
async def test_mcp_servers_get_tokens_headers_answers_and_a_model_from_handlers(world):
    asked = []

    def token(request):
        asked.append((request.server_name, request.reason))
        return ca.McpAuthToken(access_token="good-token-0123456789", expires_in=3600)

    async def headers(request):
        asked.append((request.server_name, request.reason))
        return {"x-fresh": "yes"}

    def form(request):
        asked.append((request.source, request.mode, request.url))
        return ca.ElicitationResult("accept", {"name": "Ada"} if request.mode == "form" else None)

    answers = [{"role": "assistant", "model": "m", "content": {"type": "text", "text": "ah"}}, 7]
    kinds = []

    def decide(request):
        kinds.append((request.kind, request.server_name))
        return ca.approve_once()

    async with open_http_server(on_the_web) as web, world.client(script) as client:
        url = f"http://127.0.0.1:{web.port}/mcp"
        servers = {
            "auth": {"type": "http", "url": url, "tools": ["*"]},
            "fresh": {"type": "http", "url": url, "tools": ["*"], "headersRefreshTtlMs": 60000},
            "local": {
                "type": "local",
                "command": sys.executable,
                "args": [str(SERVER)],
                "tools": ["*"],
            },
        }
        session = await client.create_session(
            on_permission_request=decide,
            on_elicitation_request=form,
            on_mcp_auth_request=token,
            on_mcp_headers_request=headers,
            on_sampling_request=lambda request: answers.pop(0),
            mcp_servers=servers,
            **world.session_options,
        )
        waiting = {"auth", "fresh", "local"}
        async with session.events("session.mcp_server_status_changed") as stream:
            await session.send_and_wait("x")  # the servers are started by the first turn
            with trio.fail_after(20):
                while waiting:
                    event = await anext(stream)
                    if event.data["status"] == "connected":
                        waiting.discard(event.data["serverName"])
        assert ("auth", "initial") in asked
        # A CLI that starts its servers before it knows that somebody has headers for them asks again
        # when the server has refused it.
        assert ("fresh", "startup") in asked or ("fresh", "auth-failed") in asked
        for name in ("auth-plain", "fresh-plain"):
            assert content(await session.send_and_wait(f"use {name}")) == "from the web"
        assert json.loads(content(await session.send_and_wait("use local-form"))) == {
            "action": "accept",
            "content": {"name": "Ada"},
        }
        assert "accept" in content(await session.send_and_wait("use local-link"))
        assert asked[-2:] == [
            ("local", "form", None),
            ("local", "url", "https://example.com/x"),
        ]
        assert "ah" in content(await session.send_and_wait("use local-sample"))
        assert "ah" not in content(await session.send_and_wait("use local-sample"))
        assert client.statistics().handler_errors == 1
        assert set(kinds) == {("mcp", "auth"), ("mcp", "fresh"), ("mcp", "local")}

        # Nobody is there to ask: refused at once, the turn goes on.
        await session.register_sampling_handler(None)
        with trio.fail_after(10):
            assert "ah" not in content(await session.send_and_wait("use local-sample"))


@REAL
@pytest.mark.exhaustive("real")
async def test_C1_the_handler_of_a_form_ends_with_the_turn_and_with_the_cli(world):
    ended = []
    begun, over = trio.Event(), trio.Event()

    async def never(request):
        begun.set()
        try:
            await trio.sleep_forever()
        finally:
            ended.append(request.message)
            over.set()

    server = {
        "type": "local",
        "command": sys.executable,
        "args": [str(SERVER)],
        "tools": ["*"],
    }
    async with world.client(script) as client:
        session = await client.create_session(
            on_permission_request=ca.approve_all,
            on_elicitation_request=never,
            mcp_servers={"local": server},
            **world.session_options,
        )
        await session.send("use local-form")
        with trio.fail_after(20):
            await begun.wait()
            assert (await session.abort()).outcome == "aborted"
            await over.wait()
        begun = trio.Event()
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def kill():
                await begun.wait()
                world.kill(client)

            # The call counts as interrupted; the model goes on without it.
            with trio.fail_after(30):
                answer = content(await session.send_and_wait("use local-form"))
        assert "interrupted" in answer
        assert ended == ["Who?", "Who?"]
        begun, over = trio.Event(), trio.Event()
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def kill_again():
                await begun.wait()
                world.kill(client)

            with trio.fail_after(30), pytest.raises(ca.ConnectionFault):
                await session.ui.confirm("Sure?")
        with trio.fail_after(5):
            await over.wait()
        assert ended == ["Who?", "Who?", "Sure?"]


# --- Every kind of request and everything that a handler may do ------------------------------

PENDING = {
    "elicitation.requested": (
        "on_elicitation_request",
        "session.ui.handlePendingElicitation",
        {"message": "Who?", "requestedSchema": {"type": "object", "properties": {}}},
        lambda: ca.ElicitationResult("accept", {"name": "Ada"}),
        {"result": {"action": "accept", "content": {"name": "Ada"}}},
        {"result": {"action": "cancel"}},
    ),
    "mcp.oauth_required": (
        "on_mcp_auth_request",
        "session.mcp.oauth.handlePendingRequest",
        {"serverName": "s", "serverUrl": "http://s/", "reason": "initial"},
        lambda: ca.McpAuthToken(access_token="t" * 20, token_type="Bearer"),
        {"result": {"kind": "token", "accessToken": "t" * 20, "tokenType": "Bearer"}},
        {"result": {"kind": "cancelled"}},
    ),
    "mcp.headers_refresh_required": (
        "on_mcp_headers_request",
        "session.mcp.headers.handlePendingHeadersRefreshRequest",
        {"serverName": "s", "serverUrl": "http://s/", "reason": "startup"},
        lambda: {"x": "y"},
        {"result": {"kind": "headers", "headers": {"x": "y"}}},
        {"result": {"kind": "none"}},
    ),
    "sampling.requested": (
        "on_sampling_request",
        "session.ui.handlePendingSampling",
        {"serverName": "s", "mcpRequestId": 1, "request": {}},
        lambda: {"role": "assistant", "model": "m", "content": []},
        {"response": {"role": "assistant", "model": "m", "content": []}},
        {},
    ),
    "session_limits_exhausted.requested": (
        "on_session_limits_request",
        "session.ui.handlePendingSessionLimitsExhausted",
        {"usedAiCredits": 31, "maxAiCredits": 30},
        lambda: ca.SessionLimitsResponse(action="add", additional_ai_credits=5),
        {"response": {"action": "add", "additionalAiCredits": 5}},
        {"response": {"action": "cancel"}},
    ),
}


def nonsense(answer):
    return object()


async def slow(answer):
    await trio.sleep(3600)  # simulated time


def fails(answer):
    raise ValueError("secret")


BEHAVIOURS = {
    "answers": (lambda answer: answer(), True, (0, 0)),
    "raises": (fails, False, (1, 0)),
    "returns nonsense": (nonsense, False, (1, 0)),
    "is too slow": (slow, False, (0, 1)),
    "is not there": (None, False, (0, 0)),
}


@pytest.mark.parametrize("behaviour", BEHAVIOURS)
@pytest.mark.parametrize("event_type", PENDING)
async def test_X1_a_request_made_by_an_event_is_answered_whatever_its_handler_does(
    autojump_clock, event_type, behaviour, caplog
):
    option, method, data, answer, right, safe = PENDING[event_type]
    handler, answered, counts = BEHAVIOURS[behaviour]
    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator) as client:
        given = None if handler is None else lambda request: handler(answer)
        session = await client.create_session(
            model="m", **{option: given}, question_timeout=5, hook_timeout=5, tool_timeout=5
        )
        simulator.emit(session.session_id, event_type, {"requestId": "r1", **data}, ephemeral=True)
        with trio.fail_after(10):
            frame = await simulator.wait_for(FrameMatch(direction="to_cli", method=method))
        expected = right if answered else safe
        assert frame.message["params"] == {
            **expected,
            "sessionId": session.session_id,
            "requestId": "r1",
        }
        statistics = client.statistics()
        assert (statistics.handler_errors, statistics.handler_timeouts) == counts
        assert "secret" not in str(frame.message)


async def test_a_request_that_somebody_else_answered_ends_its_handler(autojump_clock):
    ended = []

    async def never(request):
        try:
            await trio.sleep_forever()
        finally:
            ended.append(request.request_id)

    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(model="m", on_mcp_auth_request=never)
        for number in range(3):
            data = {"requestId": f"r{number}", "serverName": "s"}
            simulator.emit(session.session_id, "mcp.oauth_required", data, ephemeral=True)
        await trio.sleep(1)  # simulated time
        done = {"requestId": "r1", "outcome": "token"}
        simulator.emit(session.session_id, "mcp.oauth_completed", done, ephemeral=True)
        await trio.sleep(1)  # simulated time
        assert ended == ["r1"]
        simulator.kill()
        await trio.sleep(1)  # simulated time
        assert sorted(ended) == ["r0", "r1", "r2"]
        data = {"requestId": "r3", "serverName": "s"}
        await session.wait_state("idle")
        simulator.emit(session.session_id, "mcp.oauth_required", data, ephemeral=True)
        await trio.sleep(1)  # simulated time
        await session.disconnect()
        assert sorted(ended) == ["r0", "r1", "r2", "r3"]
        assert not [f for f in simulator.log if "handlePending" in str(f.message.get("method"))]


async def test_a_request_without_handler_is_left_to_a_subscriber_of_its_event(autojump_clock):
    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(model="m")

        async def answer(event):
            await trio.sleep(60)  # simulated time: a person
            params = {"requestId": event.data["requestId"], "response": {"role": "assistant"}}
            await session.request("session.ui.handlePendingSampling", params)

        await session.on("sampling.requested", answer)
        data = {"requestId": "r1", "serverName": "s", "mcpRequestId": 1}
        simulator.emit(session.session_id, "sampling.requested", data, ephemeral=True)
        await trio.sleep(100)  # simulated time
        answers = [
            frame.message["params"].get("response")
            for frame in simulator.log
            if frame.message.get("method") == "session.ui.handlePendingSampling"
        ]
        assert answers == [{"role": "assistant"}]
        done = {"requestId": "r1"}
        simulator.emit(session.session_id, "sampling.completed", done, ephemeral=True)

        # One that only looks on is no answer: the safe one is given when the limit is over.
        quiet = await client.create_session(model="m", tool_timeout=50)
        await quiet.on("sampling.requested", lambda event: None)
        begin = trio.current_time()
        simulator.emit(quiet.session_id, "sampling.requested", data, ephemeral=True)
        match = FrameMatch(direction="to_cli", method="session.ui.handlePendingSampling")
        await simulator.wait_for(match)
        assert 49 < trio.current_time() - begin < 51
