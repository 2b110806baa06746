"""Peers that speak JSON texts: what a browser, or a program in another language, can do."""

from __future__ import annotations

import pytest
import trio

import copilot_actors as ca
from copilot_actors.gateway import GatewayLimits, GatewayToken
from copilot_actors.testing import Text, ToolCall

BASH = ToolCall("bash", {"command": "echo fine", "description": "say fine"})
LOOK = ToolCall("look_up", {"key": "x"})
PERMIT = "session.permissions.handlePendingPermissionRequest"
TOOL = {"name": "look_up", "description": "looks up", "skipPermission": True}
SHORT = GatewayLimits(question_timeout=0.3)


async def created(place, peer, session_id="s", **more):
    return await peer.call("session.create", sessionId=session_id, **wire(place), **more)


def wire(place):
    """The options of a session, as they are on the wire."""
    options = dict(place.world.session_options)
    if "provider" in options:
        named = options["provider"]
        wire = {"type": "openai", "baseUrl": named["base_url"], "apiKey": named["api_key"]}
        options["provider"] = wire
    return options


@pytest.mark.exhaustive("real")
async def test_a_json_peer_creates_a_session_and_gets_the_answer(world, kit):
    async with kit.gateway_of(world, kit.calls()) as place, place.peer() as peer:
        connected = await peer.call("connect")
        assert connected["protocolVersion"] == 3
        assert connected["gateway"]["maxMessageSize"] == place.gateway._core.limits.max_message_size
        assert (await created(place, peer))["sessionId"] == "s"
        sent = await peer.call("session.send", sessionId="s", prompt="hello")
        await peer.event("session.idle")
        answer = await peer.event("assistant.message")
        assert answer["data"]["content"] == "echo hello"
        assert answer["data"]["originatingMessageId"] == sent["messageId"]
        stored = await peer.call("session.getMessages", sessionId="s")
        assert [e["type"] for e in stored["events"]] == await place.history("s")


@pytest.mark.exhaustive("real")
async def test_the_first_answer_to_a_permission_counts_and_the_second_is_told_so(world, kit):
    async with kit.gateway_of(world, kit.calls(BASH)) as place:
        async with place.peer() as one, place.peer() as other:
            await created(place, one)
            await other.call("gateway.attach", sessionId="s")
            await one.call("session.send", sessionId="s", prompt="go")
            asked = await other.event("permission.requested")
            request_id = asked["data"]["requestId"]
            answer = {"sessionId": "s", "requestId": request_id}
            first = await other.call(PERMIT, **answer, result={"kind": "approve-once"})
            second = await one.call(PERMIT, **answer, result={"kind": "reject"})
            assert first == {"success": True}
            assert second == {"success": False, "reason": "already_answered"}
            await one.event("session.idle")
            assert (
                "fine" in (await one.event("assistant.message", toolRequests=[]))["data"]["content"]
            )
        assert place.statistics().late_answers == 1


async def test_a_permission_that_nobody_can_answer_is_denied(simulated, kit):
    async with kit.gateway_of(simulated, kit.calls(BASH), limits=SHORT) as place:
        async with place.peer() as peer:
            await created(place, peer)
            await peer.call("session.send", sessionId="s", prompt="go")
            await peer.event("permission.requested")
        await place.until(lambda: place.statistics().questions_unanswered == 1)
        async with place.peer() as peer:
            await peer.call("gateway.attach", sessionId="s", cursor="")
            done = await peer.event("permission.completed")
            assert "denied" in done["data"]["result"]["kind"]


async def test_a_peer_that_comes_back_in_time_still_answers(simulated, kit):
    async with kit.gateway_of(simulated, kit.calls(BASH)) as place:
        async with place.peer() as peer:
            await created(place, peer)
            await peer.call("session.send", sessionId="s", prompt="go")
            await peer.event("permission.requested")
        async with place.peer() as peer:
            (pending,) = (await peer.call("gateway.attach", sessionId="s"))["pending"]
            answer = {"sessionId": "s", "requestId": pending["data"]["requestId"]}
            assert await peer.call(PERMIT, **answer, result={"kind": "approve-once"})
            await peer.event("session.idle")
        assert place.statistics().questions_unanswered == 0


@pytest.mark.exhaustive("real")
async def test_a_peer_that_comes_back_gets_what_it_missed_once_and_in_order(world, kit):
    async with kit.gateway_of(world, kit.calls()) as place, place.peer() as watcher:
        async with place.peer() as peer:
            await created(place, peer)
            await watcher.call("gateway.attach", sessionId="s")
            await peer.call("session.send", sessionId="s", prompt="one")
            await peer.event("session.idle")
            before = [e for e in peer.events if not e.get("ephemeral")]
        await watcher.call("session.send", sessionId="s", prompt="two")
        await watcher.event("assistant.message", content="echo two")
        async with place.peer() as peer:
            reply = await peer.call("gateway.attach", sessionId="s", cursor=before[-1]["id"])
            assert reply["cursorStatus"] == "found"
            await watcher.call("session.send", sessionId="s", prompt="three")
            await peer.event("assistant.message", content="echo three")
            await place.inner.open_sessions()["s"].wait_state("idle")
            stored = (await watcher.call("session.getMessages", sessionId="s"))["events"]
            await peer.until(lambda: any(e["id"] == stored[-1]["id"] for e in peer.events))
            assert peer.events[0]["type"] == "copilot_actors.gateway.gap"
            after = [e for e in peer.events if not e.get("ephemeral")]
        assert [e["id"] for e in (*before, *after)] == [e["id"] for e in stored]


async def test_a_cursor_that_is_not_in_the_history_says_so_and_brings_all_of_it(simulated, kit):
    async with kit.gateway_of(simulated, kit.calls()) as place, place.peer() as peer:
        await created(place, peer)
        await peer.call("session.send", sessionId="s", prompt="one")
        await peer.event("session.idle")
        async with place.peer() as other:
            reply = await other.call("gateway.attach", sessionId="s", cursor="of-another-life")
            assert reply["cursorStatus"] == "expired"
            told = [e["type"] for e in other.events if not e.get("ephemeral")]
            assert told == await place.history("s")


async def test_a_json_peer_hears_the_end_of_a_turn_that_a_crash_cut(simulated, kit):
    script = lambda _: Text("the answer", chunks=2, delay=0.5)  # noqa: E731
    async with kit.gateway_of(simulated, script) as place, place.peer() as peer:
        await created(place, peer)
        await peer.call("session.send", sessionId="s", prompt="go")
        await place.until(lambda: simulated.model_calls() == 1)
        place.kill()
        await peer.event("copilot_actors.session.recovered")
        await peer.event("session.idle")
        await peer.event("assistant.message", content="the answer")
        assert (await place.history("s")).count("user.message") == 1


async def test_a_prompt_that_comes_again_under_its_key_is_not_sent_again(simulated, kit):
    async with kit.gateway_of(simulated, kit.calls()) as place, place.peer() as peer:
        await created(place, peer)
        prompt = {"sessionId": "s", "prompt": "one", "source": "agent-key-1"}
        first = await peer.call("session.send", **prompt)
        assert await peer.call("session.send", **prompt) == first
        await peer.event("session.idle")
        assert simulated.model_calls() == 1
        assert place.statistics().repeated_prompts == 1


@pytest.mark.exhaustive("real")
async def test_a_tool_of_a_json_peer_is_answered_by_it(world, kit):
    async with kit.gateway_of(world, kit.calls(LOOK)) as place, place.peer() as peer:
        await created(place, peer, tools=[TOOL])
        await peer.call("session.send", sessionId="s", prompt="go")
        asked = (await peer.event("external_tool.requested"))["data"]
        answer = {"sessionId": "s", "requestId": asked["requestId"], "result": "found"}
        assert await peer.call("session.tools.handlePendingToolCall", **answer)
        await peer.event("assistant.message", content="found")
        assert asked["arguments"] == {"key": "x"}


async def test_a_tool_whose_program_does_not_come_back_fails(simulated, kit):
    async with kit.gateway_of(simulated, kit.calls(LOOK), limits=SHORT) as place:
        async with place.peer() as peer:
            await created(place, peer, tools=[TOOL])
            await peer.call("session.send", sessionId="s", prompt="go")
            await peer.event("external_tool.requested")
        async with place.peer() as peer:
            await peer.call("gateway.attach", sessionId="s")
            answer = await peer.event("assistant.message", toolRequests=[])
            assert "not connected" in answer["data"]["content"]


async def test_questions_of_the_cli_go_to_the_peers_and_the_first_reply_counts(simulated, kit):
    ask = ToolCall("ask_user", {"question": "Which?", "choices": ["a", "b"]})
    async with kit.gateway_of(simulated, kit.calls(ask)) as place:
        async with place.peer() as one, place.peer() as other:
            await created(place, one, requestUserInput=True)
            await other.call("gateway.attach", sessionId="s", requestUserInput=True)
            await one.call("session.send", sessionId="s", prompt="go")
            (asked,) = await other.until(lambda: other.requests)
            await one.until(lambda: one.requests)
            assert asked["method"] == "userInput.request"
            await other.answer(asked["id"], {"answer": "b", "wasFreeform": False})
            answer = await one.event("assistant.message", toolRequests=[])
            assert "b" in answer["data"]["content"]


async def test_a_hook_that_guards_says_no_when_its_program_is_gone(simulated, kit):
    async with kit.gateway_of(simulated, kit.calls(BASH), limits=SHORT) as place:
        async with place.peer() as peer:
            await created(place, peer, hooks=True)
        async with place.peer() as peer:
            await peer.call("gateway.attach", sessionId="s")
            await peer.call("session.send", sessionId="s", prompt="go")
            done = await peer.event("tool.execution_complete")
            assert done["data"]["success"] is False


async def test_sessions_of_the_gateways_own_program_can_be_watched_and_keep_their_handlers(
    simulated, kit
):
    async with kit.gateway_of(simulated, kit.calls(BASH)) as place, place.peer() as peer:
        own = await place.inner.create_session(
            session_id="own", on_permission_request=ca.approve_all, **place.options()
        )
        await peer.call("gateway.tail", sessionId="own")
        assert "fine" in kit.content(await own.send_and_wait("go"))
        await peer.event("session.idle")
        (listed,) = (await peer.call("gateway.sessions"))["sessions"]
        assert listed["sessionId"] == "own"
        await peer.call("session.detach", sessionId="own")
        assert own.state == "idle"


async def test_a_session_that_its_last_peer_lets_go_is_closed_and_can_be_resumed(simulated, kit):
    async with kit.gateway_of(simulated, kit.calls()) as place:
        async with place.peer() as one, place.peer() as other:
            await created(place, one)
            await one.call("session.send", sessionId="s", prompt="one")
            await one.event("session.idle")
            await other.call("gateway.attach", sessionId="s")
            assert await one.call("session.destroy", sessionId="s") == {"success": True}
            assert "s" in place.inner.open_sessions()
            await other.call("session.destroy", sessionId="s")
            assert "s" not in place.inner.open_sessions()
            await other.call("session.resume", sessionId="s", **wire(place))
            assert (await place.history("s")).count("user.message") == 1
            await other.call("session.delete", sessionId="s")
            with pytest.raises(kit.Refused, match="Session not found"):
                await other.call("session.resume", sessionId="s", **wire(place))


async def test_a_session_without_peers_and_work_is_closed_after_its_time(simulated, kit):
    limits = GatewayLimits(idle_session_timeout=0.4)
    async with kit.gateway_of(simulated, kit.calls(), limits=limits) as place:
        async with place.peer() as peer:
            await created(place, peer)
            await trio.sleep(0.7)  # the sweep's own clock is real here, as the sockets' is
            assert "s" in place.inner.open_sessions()
        await place.until(lambda: "s" not in place.inner.open_sessions())


# --- Tenants --------------------------------------------------------------------------------

ACME = "acme-token-0123456789"
OTHER = "other-token-0123456789"
LOOKER = "looker-token-0123456789"
TOKENS = (
    GatewayToken(token=ACME, name="acme", tenant="acme"),
    GatewayToken(token=OTHER, name="other", tenant="other"),
    GatewayToken(token=LOOKER, name="looker", read_only=True),
)


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("session.resume", {}),
        ("session.send", {"prompt": "go"}),
        ("session.abort", {}),
        ("session.getMessages", {}),
        ("session.destroy", {}),
        ("session.delete", {}),
        ("sessions.delete", {}),
        ("sessions.readPersistedEvents", {}),
        ("sessions.getMetadata", {}),
        ("sessions.bulkDelete", {"sessionIds": ["tenant-acme-task-t"]}),
        ("session.model.switchTo", {"modelId": "gpt-5"}),
        ("session.of.a.newer.cli", {}),
        ("gateway.attach", {}),
        ("session.create", {}),
    ],
)
async def test_what_is_another_tenants_does_not_exist(simulated, kit, method, params):
    async with kit.gateway_of(simulated, kit.calls(), tokens=TOKENS) as place:
        async with place.peer(ACME) as acme, place.peer(OTHER) as other:
            mine = await created(place, acme, session_id="tenant-acme-task-t")
            with pytest.raises(kit.Refused, match="Session not found"):
                await other.call(method, sessionId=mine["sessionId"], **params)
            assert (await other.call("gateway.sessions"))["sessions"] == []
            assert (await acme.call("gateway.sessions"))["sessions"] != []
            assert other.events == []


async def test_a_tenants_session_gets_an_id_of_the_tenant(simulated, kit):
    async with kit.gateway_of(simulated, kit.calls(), tokens=TOKENS) as place:
        async with place.peer(ACME) as acme:
            made = await acme.call("session.create", **wire(place))
            assert ca.SessionId.parse(made["sessionId"]).tenant == "acme"


@pytest.mark.parametrize(
    "method", ["gateway.tree", "gateway.statistics", "runtime.shutdown", "account.getQuota"]
)
async def test_what_is_the_programs_is_no_tenants(simulated, kit, method):
    async with kit.gateway_of(simulated, kit.calls(), tokens=TOKENS) as place:
        async with place.peer(ACME) as acme:
            with pytest.raises(kit.Refused) as refused:
                await acme.call(method)
            assert refused.value.code == -32004


async def test_a_read_only_peer_looks_and_changes_nothing(simulated, kit):
    async with kit.gateway_of(simulated, kit.calls(BASH), tokens=TOKENS) as place:
        async with place.peer(ACME) as acme, place.peer(LOOKER) as looker:
            made = await created(place, acme, session_id="tenant-acme-task-t")
            session_id = made["sessionId"]
            await looker.call("gateway.attach", sessionId=session_id)
            assert session_id in (await looker.call("gateway.tree"))["tree"]
            await acme.call("session.send", sessionId=session_id, prompt="go")
            asked = (await looker.event("permission.requested"))["data"]["requestId"]
            for method, params in (
                ("session.send", {"prompt": "x"}),
                ("session.abort", {}),
                ("session.delete", {}),
                (PERMIT, {"requestId": asked, "result": {"kind": "approve-once"}}),
            ):
                with pytest.raises(kit.Refused) as refused:
                    await looker.call(method, sessionId=session_id, **params)
                assert refused.value.code == -32004


async def test_authorize_may_deny_an_owner(simulated, kit):
    def authorize(request):
        return request.operation != "abort"

    options = {"tokens": TOKENS, "authorize": authorize}
    async with kit.gateway_of(simulated, kit.calls(), **options) as place:
        async with place.peer(ACME) as acme:
            made = await created(place, acme, session_id="tenant-acme-task-t")
            with pytest.raises(kit.Refused) as refused:
                await acme.call("session.abort", sessionId=made["sessionId"])
            assert refused.value.code == -32004


ONE = GatewayToken(token="one-token-0123456789", name="one")
TWO = GatewayToken(token="two-token-0123456789", name="two")


async def test_a_tool_belongs_to_who_declared_it(simulated, kit):
    async with kit.gateway_of(simulated, kit.calls(), tokens=(ONE, TWO)) as place:
        async with place.peer(ONE.token) as one, place.peer(TWO.token) as two:
            await created(place, one, tools=[TOOL])
            with pytest.raises(kit.Refused, match="name clash: look_up"):
                await two.call("session.resume", sessionId="s", tools=[TOOL], **wire(place))
            await two.call("session.resume", sessionId="s", **wire(place))
        async with place.peer(ONE.token) as one:
            await one.call("session.resume", sessionId="s", tools=[TOOL], **wire(place))


async def test_a_peer_that_authorize_denies_answers_nothing(simulated, kit):
    def authorize(request):
        return not (request.operation == "answer_permission" and request.user == "b")

    tokens = (
        GatewayToken(token=ACME, name="a", tenant="acme"),
        GatewayToken(token=OTHER, name="b", tenant="acme", user="b"),
    )
    options = {"tokens": tokens, "authorize": authorize}
    async with kit.gateway_of(simulated, kit.calls(BASH), **options) as place:
        async with place.peer(ACME) as boss, place.peer(OTHER) as worker:
            made = await created(place, worker, session_id="tenant-acme-user-b-task-t")
            await boss.call("gateway.attach", sessionId=made["sessionId"])
            await worker.call("session.send", sessionId=made["sessionId"], prompt="go")
            asked = (await worker.event("permission.requested"))["data"]["requestId"]
            answer = {"sessionId": made["sessionId"], "requestId": asked}
            with pytest.raises(kit.Refused) as denied:
                await worker.call(PERMIT, **answer, result={"kind": "approve-once"})
            assert denied.value.code == -32004
            assert await boss.call(PERMIT, **answer, result={"kind": "approve-once"})
            await worker.event("session.idle")


async def test_an_answer_that_is_none_is_a_no(simulated, kit):
    async with kit.gateway_of(simulated, kit.calls(BASH)) as place, place.peer() as peer:
        await created(place, peer)
        await peer.call("session.send", sessionId="s", prompt="go")
        asked = (await peer.event("permission.requested"))["data"]["requestId"]
        await peer.call(PERMIT, sessionId="s", requestId=asked, result={"kind": "bogus"})
        done = await peer.event("permission.completed")
        assert "denied" in done["data"]["result"]["kind"]


@pytest.mark.parametrize(
    ("params", "words"),
    [
        ({"tools": 3}, "tools"),
        ({"tools": [{"nameless": 1}]}, "tools"),
        ({"gitHubTokenProviderRegistrationId": "x"}, "gitHubTokenProviderRegistrationId"),
        ({"model": 3}, "model"),
        ({"sessionId": "../x"}, "session id"),
    ],
)
async def test_options_that_cannot_be_right_are_refused_by_name(simulated, kit, params, words):
    async with kit.gateway_of(simulated, kit.calls()) as place, place.peer() as peer:
        with pytest.raises(kit.Refused, match=words) as refused:
            await peer.call("session.create", **params)
        assert refused.value.code == -32602
        assert place.inner.open_sessions() == {}


@pytest.mark.parametrize("params", [{"prompt": None}, {"prompt": 3}, {"prompt": "x", "wait": True}])
async def test_prompts_that_cannot_be_right_are_refused(simulated, kit, params):
    async with kit.gateway_of(simulated, kit.calls()) as place, place.peer() as peer:
        await created(place, peer)
        with pytest.raises(kit.Refused) as refused:
            await peer.call("session.send", sessionId="s", **params)
        assert refused.value.code == -32602
