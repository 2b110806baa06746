"""MCP servers that want a newer or a wider token than the one they were given."""

from __future__ import annotations

import json
import runpy
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Text, ToolCall, ToolCalls
from copilot_actors.testing._scripted_model._http_server import open_http_server

pytestmark = [pytest.mark.real_cli, pytest.mark.exhaustive]

SERVER = Path(__file__).with_name("mcp_server.py")
METADATA = "/.well-known/oauth-protected-resource"


class Guard:
    """An MCP server over HTTP: takes one token at a time and says what it wants instead."""

    def __init__(self):
        self.good, self.refusal, self.challenge = "", 401, ""
        self.seen = []
        self.url = ""
        self._answer = runpy.run_path(str(SERVER))["answer"]

    def want(self, token, refusal, challenge):
        """Take only this token from now on, and refuse others with this status and challenge."""
        self.good, self.refusal = f"token-0123456789-{token}", refusal
        self.challenge = f"Bearer {challenge}"

    async def handle(self, request, exchange):
        as_json = [("content-type", "application/json")]
        if request.method != "POST":
            await exchange.respond(405 if request.path == "/mcp" else 404, b"")
            return
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        self.seen.append(token)
        if token != self.good:
            challenge = [("www-authenticate", self.challenge)]
            await exchange.respond(self.refusal, b"{}", challenge)
        elif "id" not in (message := json.loads(request.body)):
            await exchange.respond(202, b"")
        else:
            result = self._answer(message["method"], message.get("params", {}))
            reply = {"jsonrpc": "2.0", "id": message["id"], "result": result}
            await exchange.respond(200, json.dumps(reply).encode(), as_json)


@asynccontextmanager
async def open_guard():
    guard = Guard()
    async with open_http_server(guard.handle) as web:
        guard.url = f"http://127.0.0.1:{web.port}/mcp"
        yield guard


def choose(request):
    if request.step == 0 and request.prompt.startswith("call "):
        return ToolCalls([ToolCall("guarded-variable", {"value": "NOWHERE"})])
    return Text("|".join(result.content for result in request.tool_results) or "end")


async def test_tokens_are_renewed_widened_and_asked_for_anew(real, becomes):
    asked = []

    def give(request):
        wanted = request.details["wwwAuthenticateParams"]
        asked.append((request.reason, wanted["error"], wanted.get("scope")))
        if guard.good.endswith("again") and request.reason == "refresh":
            return None  # there is none to renew it with: somebody must sign in again
        return ca.McpAuthToken(access_token=guard.good, expires_in=3600)

    async with open_guard() as guard, real.client(choose) as client:
        guard.want("first", 401, 'error="invalid_token", scope="mcp.read"')
        session = await client.create_session(
            mcp_servers={"guarded": {"type": "http", "url": guard.url, "tools": ["*"]}},
            on_mcp_auth_request=give,
            on_permission_request=ca.approve_all,
            **real.session,
        )
        connected = [{"guarded": "connected"}]
        await becomes(
            lambda answer: [{s["name"]: s["status"]} for s in answer["servers"]] == connected,
            session,
            "session.mcp.list",
        )
        invalid = ("invalid_token", None)
        wider = ("insufficient_scope", "mcp.read mcp.write")
        steps = [
            (("first", 401, 'error="invalid_token", scope="mcp.read"'), []),
            (("newer", 401, 'error="invalid_token"'), [("refresh", *invalid)]),
            (
                ("wider", 403, 'error="insufficient_scope", scope="mcp.write"'),
                [("upscope", *wider)],
            ),
            (
                ("again", 401, 'error="invalid_token"'),
                [("refresh", *invalid), ("reauth", *invalid)],
            ),
        ]
        for wants, expected in steps:
            guard.want(*wants)
            with trio.fail_after(30):
                answer = await session.send_and_wait("call it")
            assert answer.data.content == "unset"
            assert asked[1:] == expected
            assert guard.seen[-1] == guard.good
            del asked[1:]
        assert asked == [("initial", "invalid_token", "mcp.read")]
        tokens = {token for token in guard.seen if token}
        assert len(tokens) == len(steps)
