"""Several clients of one CLI server over TCP: shared sessions, pending work, leaving clients."""

from __future__ import annotations

from contextlib import asynccontextmanager

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Text, ToolCall, ToolCalls, open_scripted_model

pytestmark = pytest.mark.real_cli

TOKEN = "t-0123456789"


def choose(request):
    """``use A B`` calls these tools at once; then, or else, the results or the prompt are said."""
    if request.prompt.startswith("use ") and request.step == 0:
        return ToolCalls([ToolCall(name, {}) for name in request.prompt.split(" ")[1:]])
    return Text("|".join(result.content for result in request.tool_results) or request.prompt)


def tool(name, handler, **more):
    return ca.Tool(name, name, {"type": "object"}, handler, **{"skip_permission": True, **more})


class Server:
    """A running CLI server: its owner's client, further clients, options of sessions."""

    def __init__(self, owner, model):
        self.owner = owner
        self.model = model
        self.session = {"model": model.model_name, "provider": model.provider()}

    def client(self):
        return ca.open_client(cli=ca.Tcp(port=self.owner.port, token=TOKEN))

    def offered(self):
        return {item["function"]["name"] for item in self.model.requests[-1].tools}


@pytest.fixture
def served(real):
    """Start a server with a token; yields what the tests ask of it."""

    @asynccontextmanager
    async def opened():
        async with open_scripted_model(choose) as model:
            async with ca.open_client(**real.options(model, cli=ca.Tcp(token=TOKEN))) as owner:
                yield Server(owner, model)

    return opened


def content(event):
    return event.raw["data"]["content"]


async def test_two_clients_see_the_same_until_one_leaves_with_its_tools(served):
    requests = ("external_tool.requested", "external_tool.completed")
    async with served() as server, server.client() as guest:
        assert (await server.owner.ping("hi")).message == "pong: hi"
        assert (await guest.ping("hi")).message == "pong: hi"
        first = await server.owner.create_session(
            tools=[tool("mine", lambda _: "from mine")], **server.session
        )
        joined = await guest.resume_session(
            first.session_id, tools=[tool("yours", lambda _: "from yours")], **server.session
        )
        async with first.events(*requests) as of_owner, joined.events(*requests) as of_guest:
            assert content(await first.send_and_wait("use mine")) == "from mine"
            with trio.fail_after(10):
                for stream in (of_owner, of_guest):
                    assert tuple([(await anext(stream)).type for _ in requests]) == requests
        assert {"mine", "yours"} <= server.offered()
        await guest.stop()
        await first.send_and_wait("without")
        assert {"mine", "yours"} & server.offered() == {"mine"}
        assert content(await first.send_and_wait("use mine")) == "from mine"


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("decision", "kind", "ran"),
    [
        (ca.approve_once(), "approved", ["ran"]),
        (ca.reject("no"), "denied-interactively-by-user", []),
    ],
)
async def test_one_client_decides_and_both_are_told(served, decision, kind, ran):
    calls, asked = [], []

    def run(_arguments):
        calls.append("ran")
        return "done"

    async def wait(_request):
        asked.append("guest")
        await trio.sleep_forever()

    async with served() as server, server.client() as guest:
        first = await server.owner.create_session(
            tools=[tool("guarded", run, skip_permission=False)],
            on_permission_request=lambda _request: decision,
            **server.session,
        )
        joined = await guest.resume_session(
            first.session_id, on_permission_request=wait, **server.session
        )
        results = {}
        async with (
            first.events("permission.completed") as mine,
            joined.events("permission.completed") as yours,
        ):
            await first.send_and_wait("use guarded")
            with trio.fail_after(10):
                for name, stream in (("owner", mine), ("guest", yours)):
                    results[name] = (await anext(stream)).data["result"]["kind"]
        assert results == {"owner": kind, "guest": kind}
        assert calls == ran


@asynccontextmanager
async def left_pending(server, *names, held="tool"):
    """A session whose client was cut off while these calls were pending; yields its requests."""
    started = trio.Semaphore(0)
    pending = []

    async def hold(_request):
        started.release()
        await trio.sleep_forever()

    async with server.client() as first:
        session = await first.create_session(
            tools=[tool(name, hold, skip_permission=held == "tool") for name in names],
            on_permission_request=hold,
            **server.session,
        )
        wanted = "external_tool.requested" if held == "tool" else "permission.requested"
        async with session.events(wanted) as stream:
            await session.send(" ".join(("use", *names)))
            for _ in names:
                pending.append((await anext(stream)).data)
                await started.acquire()
        await first.stop(force=True)
    yield session.session_id, pending


async def answer_of(session):
    """The last answer of a session, once it is at rest."""
    with trio.fail_after(20):
        while True:
            answers = [e for e in await session.get_messages() if e.type == "assistant.message"]
            if answers and content(answers[-1]):
                return content(answers[-1])
            # Real time: the turn belongs to nobody here, so that nothing tells of its end.
            await trio.sleep(0.05)


@pytest.mark.parametrize(
    "names", [pytest.param(("one",), marks=pytest.mark.exhaustive), ("one", "two")]
)
async def test_pending_tool_calls_are_answered_by_whoever_resumes(served, names):
    async with served() as server:
        async with left_pending(server, *names) as (session_id, pending):
            async with server.client() as second:
                session = await second.resume_session(session_id, **server.session)
                for data in reversed(pending):
                    given = {"requestId": data["requestId"], "result": f"late {data['toolName']}"}
                    answered = await session.request("session.tools.handlePendingToolCall", given)
                    assert answered["success"] is True
                assert await answer_of(session) == "|".join(f"late {name}" for name in names)


@pytest.mark.exhaustive
async def test_a_pending_permission_is_given_by_whoever_resumes(served):
    async with served() as server:
        async with left_pending(server, "guarded", held="permission") as (session_id, [data]):
            async with server.client() as second:
                session = await second.resume_session(
                    session_id,
                    tools=[tool("guarded", lambda _: "ran later", skip_permission=False)],
                    on_permission_request=None,
                    **server.session,
                )
                given = await session.request(
                    "session.permissions.handlePendingPermissionRequest",
                    {"requestId": data["requestId"], "result": {"kind": "approve-once"}},
                )
                assert given["success"] is True
                assert await answer_of(session) == "ran later"


async def resumed(session):
    events = [e for e in await session.get_messages() if e.type == "session.resume"]
    return [(e.data["continuePendingWork"], e.data["sessionWasActive"]) for e in events]


@pytest.mark.exhaustive
async def test_a_resume_without_continuing_leaves_the_call_of_a_loaded_session_pending(served):
    async with served() as server, server.client() as guest:
        first = await server.owner.create_session(tools=[tool("one", None)], **server.session)
        async with first.events("external_tool.requested", "assistant.message") as stream:
            await first.send("use one")
            while (requested := await anext(stream)).type != "external_tool.requested":
                pass
            joined = await guest.resume_session(
                first.session_id, continue_pending_work=False, **server.session
            )
            assert await resumed(joined) == [(False, True)]
            given = {"requestId": requested.data["requestId"], "result": "late"}
            answered = await joined.request("session.tools.handlePendingToolCall", given)
            assert answered["success"] is True
            with trio.fail_after(10):
                assert content(await anext(stream)) == "late"


@pytest.mark.exhaustive
async def test_a_session_without_pending_work_is_resumed_and_suspended_like_any(served):
    async with served() as server:
        async with server.client() as first:
            session = await first.create_session(**server.session)
            await session.send_and_wait("remember SUSPENSE")
            await session.request("session.suspend")
            await session.disconnect()
        async with server.client() as second:
            again = await second.resume_session(
                session.session_id, continue_pending_work=True, **server.session
            )
            assert await resumed(again) == [(True, False)]
            assert content(await again.send_and_wait("next")) == "next"
            assert "remember SUSPENSE" in str(server.model.requests[-1].messages)


@pytest.mark.exhaustive
@pytest.mark.parametrize("held", ["permission", "tool"])
async def test_a_suspend_ends_what_is_pending(served, held):
    ran, started = [], trio.Event()

    async def hold(_request):
        started.set()
        await trio.sleep_forever()

    async def run(_arguments):
        if held == "tool":
            await hold(None)
        ran.append("ran")

    async with served() as server:
        session = await server.owner.create_session(
            tools=[tool("one", run, skip_permission=held == "tool")],
            on_permission_request=hold,
            **server.session,
        )
        await session.send("use one")
        await started.wait()
        with trio.fail_after(10):
            await session.request("session.suspend")
        assert ran == []


@pytest.mark.exhaustive
async def test_commands_and_forms_come_and_go_with_the_clients_that_serve_them(served):
    async with served() as server:
        first = await server.owner.create_session(**server.session)
        assert not first.capabilities["ui"]["elicitation"]
        async with (
            first.events("commands.changed") as commands,
            first.events("capabilities.changed") as capabilities,
        ):
            async with server.client() as guest:
                await guest.resume_session(
                    first.session_id,
                    commands=[ca.Command("deploy", lambda: None, description="Deploy it")],
                    on_elicitation_request=lambda _: ca.ElicitationResult("accept", {}),
                    **server.session,
                )
                with trio.fail_after(10):
                    changed = (await anext(commands)).raw["data"]["commands"]
                    while not (await anext(capabilities)).raw["data"]["ui"]["elicitation"]:
                        pass
                assert ("deploy", "Deploy it") in [(c["name"], c["description"]) for c in changed]
                assert first.capabilities["ui"]["elicitation"] is True
                await guest.stop(force=True)
            with trio.fail_after(10):
                while (await anext(capabilities)).raw["data"]["ui"]["elicitation"]:
                    pass
        assert first.capabilities["ui"]["elicitation"] is False


@pytest.mark.exhaustive
async def test_tools_that_the_cli_refuses_leave_the_former_ones(served):
    async with served() as server, server.client() as guest:
        first = await server.owner.create_session(
            tools=[tool("mine", lambda _: "from mine")], **server.session
        )
        joined = await guest.resume_session(
            first.session_id, tools=[tool("yours", lambda _: "from yours")], **server.session
        )
        with pytest.raises(ca.RpcError):
            await joined.set_tools([tool("yours", lambda _: "new"), tool("mine", lambda _: "new")])
        assert content(await first.send_and_wait("use yours")) == "from yours"
        assert content(await first.send_and_wait("use mine")) == "from mine"
