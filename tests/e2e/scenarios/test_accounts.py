"""Accounts, quotas, automatic models and providers on the real CLI, with GitHub's API on loopback.

``COPILOT_DEBUG_GITHUB_API_URL`` and ``COPILOT_API_URL`` send what the CLI asks of GitHub and of
its model service to a server of the test, so that signed-in sessions need no account.
"""

from __future__ import annotations

import json
import os
from contextlib import asynccontextmanager

import pytest

import copilot_actors as ca
from copilot_actors.testing._scripted_model._http_server import open_http_server

pytestmark = [pytest.mark.real_cli, pytest.mark.exhaustive]

PLANS = {"token-alice": ("alice", "individual_pro"), "token-bob": ("bob", "business")}
QUOTA = {
    "entitlement": 100,
    "overage_count": 2,
    "overage_permitted": True,
    "percent_remaining": 75,
    "timestamp_utc": "2026-04-30T00:00:00Z",
}
CHUNKS = [
    {"delta": {"role": "assistant", "content": "from the stand-in"}, "finish_reason": None},
    {"delta": {}, "finish_reason": "stop"},
]
MODEL = {
    "id": "claude-sonnet-5",
    "name": "Sonnet",
    "object": "model",
    "vendor": "x",
    "version": "1",
    "preview": False,
    "model_picker_enabled": True,
    "model_picker_category": "versatile",
    "supported_endpoints": ["/chat/completions"],
    "billing": {"is_premium": False, "multiplier": 0},
    "policy": {"state": "enabled"},
    "capabilities": {
        "object": "model_capabilities",
        "family": "claude-sonnet-5",
        "type": "chat",
        "tokenizer": "o200k_base",
        "limits": {
            "max_context_window_tokens": 128000,
            "max_prompt_tokens": 128000,
            "max_output_tokens": 4096,
        },
        "supports": {"streaming": True, "tool_calls": True, "parallel_tool_calls": True},
    },
}


class GitHub:
    """GitHub's API and a model service, as far as the CLI asks for them."""

    def __init__(self):
        self.url = ""
        self.completions = []

    async def handle(self, request, exchange):
        path = request.path.partition("?")[0]
        if path.endswith("/chat/completions"):
            self.completions.append((request.headers, json.loads(request.body)))
            await self._complete(exchange)
            return
        status, answer = self._answer(path, request.headers.get("authorization", ""))
        body = json.dumps(answer).encode()
        await exchange.respond(status, body, [("content-type", "application/json")])

    def _answer(self, path, authorization):
        known = PLANS.get(authorization.rpartition(" ")[2])
        if path.endswith("/copilot_internal/user"):
            if known is None:
                return 401, {"message": "bad credentials"}
            return 200, {
                "login": known[0],
                "copilot_plan": known[1],
                "chat_enabled": True,
                "analytics_tracking_id": known[0],
                "endpoints": {"api": self.url, "telemetry": "https://localhost:1/telemetry"},
                "quota_snapshots": {"chat": QUOTA},
            }
        if path.endswith("/models"):
            return 200, {"data": [MODEL]}
        if path.endswith("/models/session"):
            chosen = {"available_models": [MODEL["id"]], "selected_model": MODEL["id"]}
            return 200, {**chosen, "session_token": "of-a-model", "expires_at": 4_102_444_800}
        return 404, {"message": "not here"}

    @staticmethod
    async def _complete(exchange):
        await exchange.start(200, [("content-type", "text/event-stream")])
        common = {"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m"}
        for chunk in CHUNKS:
            event = {**common, "choices": [{"index": 0, **chunk}]}
            await exchange.send(b"data: " + json.dumps(event).encode() + b"\n\n")
        await exchange.send(b"data: [DONE]\n\n")
        await exchange.finish()


@pytest.fixture
def signed_in(real):
    """Open a client whose CLI takes a server of the test for GitHub; yields both."""

    @asynccontextmanager
    async def opened(*, env=None, offline=False, **options):
        github = GitHub()
        async with open_http_server(github.handle) as server:
            github.url = f"http://127.0.0.1:{server.port}"
            given = {name: os.environ[name] for name in ("PATH", "HOME")}
            if "COPILOT_CLI_PATH" in os.environ:
                given["COPILOT_CLI_PATH"] = os.environ["COPILOT_CLI_PATH"]
            given["COPILOT_DEBUG_GITHUB_API_URL"] = given["COPILOT_API_URL"] = github.url
            if offline:
                given["COPILOT_OFFLINE"] = "true"
                given["COPILOT_MODEL"] = "gpt-4.1"
                given["COPILOT_PROVIDER_BASE_URL"] = f"{github.url}/v1"
            async with ca.open_client(
                env={**given, **(env or {})}, home=real.home, **options
            ) as client:
                yield client, github

    return opened


async def login_of(session):
    status = await session.request("session.gitHubAuth.getStatus")
    return status["isAuthenticated"], status.get("login"), status.get("copilotPlan")


async def test_each_session_has_the_account_of_its_own_token(signed_in):
    async with signed_in(github_token="token-alice") as (client, _):
        assert (await client.get_auth_status())["isAuthenticated"] is True
        quota = await client.request("account.getQuota", {"gitHubToken": "token-bob"})
        chat = quota["quotaSnapshots"]["chat"]
        assert (chat["entitlementRequests"], chat["usedRequests"], chat["overage"]) == (100, 25, 2)
        assert chat["resetDate"] == QUOTA["timestamp_utc"]
        current = (await client.request("account.getCurrentAuth"))["authInfo"]
        assert current["copilotUser"]["login"] == "alice"

        alice = await client.create_session(model=MODEL["id"])
        bob = await client.create_session(model=MODEL["id"], extra={"gitHubToken": "token-bob"})
        assert await login_of(alice) == (True, "alice", "individual_pro")
        assert await login_of(bob) == (True, "bob", "business")
        with pytest.raises(ca.SessionFailed, match="401"):
            await client.create_session(model=MODEL["id"], extra={"gitHubToken": "token-of-nobody"})
        user = {"login": "carol", "copilot_plan": "individual_pro", "chat_enabled": True}
        given = {"type": "user", "host": "https://github.com", "login": "carol"}
        stored = await alice.request(
            "session.gitHubAuth.setCredentials", {"credentials": {**given, "copilotUser": user}}
        )
        assert stored["success"] is True
        assert (await login_of(alice))[:2] == (True, "carol")

        login = {"host": "https://github.com", "login": "bob", "token": "token-bob"}
        assert "storedInVault" in await client.request("account.login", login)
        current = (await client.request("account.getCurrentAuth"))["authInfo"]
        assert (current["type"], current["login"]) == ("user", "bob")


@pytest.mark.exhaustive
async def test_without_a_token_nobody_is_signed_in(signed_in):
    async with signed_in(use_logged_in_user=False) as (client, _):
        assert (await client.get_auth_status())["isAuthenticated"] is False
        session = await client.create_session()
        assert not (await login_of(session))[1]


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("of_copilot", "of_github", "host"),
    [
        ("tenant.ghe.example", "other.ghe.example", "https://tenant.ghe.example"),
        ("", "other.ghe.example", "https://other.ghe.example"),
        ("", "", "https://github.com"),
    ],
)
async def test_the_host_of_the_account_is_the_one_of_the_environment(
    signed_in, of_copilot, of_github, host
):
    env = {"COPILOT_GH_HOST": of_copilot, "GH_HOST": of_github}
    async with signed_in(env=env, github_token="token-alice") as (client, _):
        assert (await client.get_auth_status())["host"] == host


async def test_models_are_listed_and_an_automatic_one_is_staged(signed_in):
    env = {"COPILOT_ALLOW_GET_PROVIDER_ENDPOINT": "true"}
    async with signed_in(env=env, github_token="token-alice") as (client, github):
        models = await client.list_models()
        assert [model["id"] for model in models] == ["auto", "claude-sonnet-5"]
        assert models[1]["capabilities"]["supports"]["tool_calls"] is True
        again = await client.list_models()
        assert again == models
        again.clear()
        assert await client.list_models() == models
        session = await client.create_session(model=MODEL["id"], client_name="scenario-client")
        listed = (await session.request("session.model.list"))["list"]
        assert [model["id"] for model in listed] == ["claude-sonnet-5"]
        answer = await session.send_and_wait("1+1")
        assert answer.data["content"] == "from the stand-in"
        headers, _ = github.completions[-1]
        assert headers["authorization"].startswith("Bearer ")
        assert "scenario-client" in headers["user-agent"]
        await session.send_and_wait("1+1", request_headers={"x-of-the-prompt": "of it"})
        assert github.completions[-1][0]["x-of-the-prompt"] == "of it"
        endpoint = await session.request("session.provider.getEndpoint")
        assert endpoint["baseUrl"].startswith(github.url)
        assert endpoint["headers"]["Authorization"] == f"Bearer {endpoint['apiKey']}"

        automatic = await client.create_session(model="auto")

        async def stage(tier):
            staged = await automatic.request("session.model.switchAutoTier", {"autoTier": tier})
            current = await automatic.request("session.model.getCurrent")
            assert current.get("pendingAutoTier") == tier
            return staged["status"], staged.get("supersededAutoTier")

        assert await stage("efficiency") == ("pending", None)
        assert await stage("fast") == ("pending", "efficiency")
        assert await stage("intelligence") == ("pending", "fast")
        assert await stage(None) == ("unchanged", "intelligence")
        await stage("balance")
        for given, pending in (({}, "balance"), ({"autoTier": "fast"}, "fast")):
            await automatic.request("session.model.switchTo", {"modelId": "auto", **given})
            current = await automatic.request("session.model.getCurrent")
            assert current.get("pendingAutoTier") == pending
        await automatic.request("session.model.switchTo", {"modelId": "auto", "autoTier": None})
        assert "pendingAutoTier" not in await automatic.request("session.model.getCurrent")


@pytest.mark.exhaustive
async def test_a_tier_is_kept_where_another_cannot_be_had_and_over_a_resume(signed_in, follow):
    async def tiers(session):
        current = await session.request("session.model.getCurrent")
        return current.get("autoTier"), current.get("pendingAutoTier")

    def automatic(tier):
        return {"capi": {"autoTier": tier, "enableWebSocketResponses": False}}

    async with signed_in(github_token="token-alice") as (client, _):
        session = await client.create_session(model="auto", extra=automatic("efficiency"))
        plain = await client.create_session(
            model="auto", extra={"capi": {"enableWebSocketResponses": False}}
        )
        for each in (session, plain):
            await each.send_and_wait("ready")
        assert await tiers(session) == ("efficiency", None)
        async with follow(session, "session.auto_tier_switch_failed") as until:
            staged = await session.request("session.model.switchAutoTier", {"autoTier": "fast"})
            assert staged["status"] == "pending"
            assert await tiers(session) == ("efficiency", "fast")
            # The stand-in has no answer for the router of tiers.
            await session.send_and_wait("go on")
            failed = await until(requestedAutoTier="fast", effectiveAutoTier="efficiency")
        assert failed.ephemeral
        assert await tiers(session) == ("efficiency", None)
    async with signed_in(github_token="token-alice") as (client, _):
        session = await client.resume_session(session.session_id)
        assert await tiers(session) == ("efficiency", None)
        assert failed.type not in [event.type for event in await session.get_messages()]
        assert await tiers(await client.resume_session(plain.session_id)) == (None, None)
        await session.disconnect()
        session = await client.resume_session(
            session.session_id, model="auto", extra=automatic("balance")
        )
        assert await tiers(session) == ("balance", None)


async def test_providers_of_your_own_get_their_headers_keys_and_names(signed_in):
    env = {"COPILOT_ALLOW_GET_PROVIDER_ENDPOINT": "true", "COPILOT_ENABLE_SECRET_FILTERING": "true"}
    async with signed_in(env=env, offline=True) as (client, github):
        masked = await client.request("secrets.addFilterValues", {"values": ["to-be-masked-0123"]})
        assert masked["ok"] is True

        def provider(name, **more):
            return {
                "base_url": f"{github.url}/v1",
                "api_key": f"sk-test-of-{name}-0123456789",
                "headers": {"x-provider": name},
                **more,
            }

        async def last_turn(session):
            assert (await session.send_and_wait("1+1")).data["content"] == "from the stand-in"
            headers, body = github.completions[-1]
            return headers["x-provider"], headers["authorization"][-20:], body["model"]

        key = "0123456789"
        made = await client.create_session(model="gpt-4.1", provider=provider("created"))
        name, authorization, model = await last_turn(made)
        assert (name, model) == ("created", "gpt-4.1")
        assert authorization.endswith(key)
        endpoint = await made.request("session.provider.getEndpoint")
        assert endpoint["baseUrl"] == f"{github.url}/v1"
        assert endpoint["apiKey"].endswith(key)
        assert endpoint["headers"]["x-provider"] == "created"
        assert endpoint.get("sessionToken") is None
        await made.disconnect()
        again = await client.resume_session(
            made.session_id, model="gpt-4.1", provider=provider("resumed")
        )
        assert (await last_turn(again))[0] == "resumed"
        wired = provider("wired", wire_model="name-at-the-provider", max_output_tokens=1024)
        session = await client.create_session(model="gpt-4.1", provider=wired)
        assert (await last_turn(session))[2] == "name-at-the-provider"
        azure = provider("azure", type="azure", azure={"apiVersion": "2024-02-15-preview"})
        assert (await client.create_session(model="gpt-4.1", provider=azure)).state == "idle"
        session = await client.create_session(provider=provider("known", model_id="gpt-4.1"))
        assert (await last_turn(session))[2] == "gpt-4.1"


@pytest.mark.exhaustive
async def test_each_provider_has_tokens_of_its_own(signed_in):
    asked = []

    def token(request):
        asked.append(request.provider_name)
        return f"token-{len(asked)}-of-{request.provider_name}"

    async with signed_in(offline=True) as (client, github):
        named = [
            {
                "name": name,
                "type": "openai",
                "wire_api": "completions",
                "base_url": f"{github.url}/v1",
            }
            for name in ("red", "blue")
        ]
        models = [{"id": "m", "provider": name, "wire_model": "m"} for name in ("red", "blue")]
        for name in ("red", "blue", "red"):
            session = await client.create_session(
                model=f"{name}/m", providers=named, models=models, bearer_token_provider=token
            )
            await session.send_and_wait("5+5")
            headers, _ = github.completions[-1]
            assert headers["authorization"] == f"Bearer token-{len(asked)}-of-{name}"
    assert asked == ["red", "blue", "red"]


@pytest.mark.exhaustive
async def test_models_of_several_named_providers_live_in_one_session(signed_in):
    async with signed_in(offline=True) as (client, github):
        named = [
            {
                "name": name,
                "type": "openai",
                "wireApi": "completions",
                "baseUrl": f"{github.url}/v1",
                "apiKey": f"sk-test-of-{name}-0123456789",
                "headers": {"x-provider": name},
            }
            for name in ("alpha", "delta")
        ]
        models = [
            {"id": "sonnet", "provider": "alpha", "wireModel": "wire-sonnet"},
            {"id": "haiku", "provider": "alpha", "wireModel": "wire-haiku"},
            {"id": "turbo", "provider": "delta", "wireModel": "wire-turbo"},
        ]
        chosen = {f"{model['provider']}/{model['id']}": model for model in models}
        agents = [
            {"name": f"agent-{number}", "description": "x", "prompt": "x", "model": selection}
            for number, selection in enumerate(chosen)
        ]
        for selection, model in chosen.items():
            session = await client.create_session(
                model=selection,
                custom_agents=agents,
                extra={"providers": named, "models": models},
            )
            await session.send_and_wait("5+5")
            headers, body = github.completions[-1]
            assert (headers["x-provider"], body["model"]) == (
                model["provider"],
                model["wireModel"],
            )
            assert headers["authorization"]
            listed = (await session.request("session.agent.list"))["agents"]
            assert [agent["model"] for agent in listed] == list(chosen)

        session = await client.create_session(extra={"providers": named, "models": models})
        added = await session.request(
            "session.provider.add",
            {
                "providers": [{**named[0], "name": "late"}],
                "models": [{"provider": "late", "id": "new", "wireModel": "wire-new"}],
            },
        )
        assert "late/new" in json.dumps(added["models"])
        switched = await session.request("session.model.switchTo", {"modelId": "late/new"})
        assert switched["modelId"] == "late/new"
        await session.send_and_wait("5+5")
        assert github.completions[-1][1]["model"] == "wire-new"
