"""A guard for one CLI that tenants share: every operation, by whose the id is."""

from __future__ import annotations

import logging

import pytest
import trio
from msgspec import UNSET

import copilot_actors as ca
from copilot_actors import SessionId
from copilot_actors.testing import Simulator, Text, ToolCall, ToolCalls

MODEL = {"model": "gpt-4.1"}


def script(request):
    return Text(f"re: {request.prompt}")


async def store(client, *ids):
    for one in ids:
        async with await client.create_session(session_id=one, **MODEL) as session:
            await session.send_and_wait("x")


OPERATIONS = {
    "create_session": lambda c, i: c.create_session(session_id=i, **MODEL),
    "resume_session": lambda c, i: c.resume_session(i, **MODEL),
    "resume_or_create_session": lambda c, i: c.resume_or_create_session(i, **MODEL),
    "delete_session": lambda c, i: c.delete_session(i),
    "recover_session": lambda c, i: c.recover_session(i),
    "get_session_metadata": lambda c, i: c.get_session_metadata(i),
    "set_foreground_session_id": lambda c, i: c.set_foreground_session_id(i),
    "forget_pending": lambda c, i: c.forget_pending(i, "agent-key"),
}
ALICE = SessionId(tenant="acme", user="alice", task="t")
FOREIGN = {
    "stored, another user": SessionId(tenant="acme", user="bob", task="t"),
    "stored, another tenant": SessionId(tenant="other", user="alice", task="t"),
    "not stored": SessionId(tenant="acme", user="carol", task="t"),
    "no tenant": SessionId(user="alice", task="t"),
    "no user": SessionId(tenant="acme", task="t"),
    "plain": "just-an-id",
}
FORGED = {
    "a prefix of the owner": "tenant-acme-user-alic-task-t",
    "the owner twice": "tenant-acme-user-bob-user-alice-task-t",
    "the owner as a task": "tenant-other-user-bob-task-tenant-acme-user-alice",
    "escaped needlessly": "tenant-_61cme-user-alice-task-t",
    "another order": "user-alice-tenant-acme-task-t",
    "capitals": "tenant-acme-user-Alice-task-t",
    "a separator in the tenant": SessionId(tenant="acme-user-alice", task="t"),
}
MALFORMED = {
    "empty": "",
    "a path": "../tenant-acme-user-alice",
    "a line break": "tenant-acme-user-alice-task-t\n",
    "not text": 7,
    "too long": "tenant-acme-user-alice-task-" + "t" * 300,
}


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("kind", [*FOREIGN, *FORGED])
async def test_what_is_not_ones_own_does_not_exist_and_nothing_is_sent(
    autojump_clock, operation, kind
):
    simulator, asked = Simulator(script), []
    async with ca.open_client(cli=simulator) as client:
        await store(
            client, ALICE, FOREIGN["stored, another user"], FOREIGN["stored, another tenant"]
        )
        guard = ca.TenantGuard(client, authorize=lambda request: asked.append(request) or True)
        before = client.statistics().requests
        with pytest.raises(ca.SessionNotFound) as caught:
            await OPERATIONS[operation](
                guard.of(tenant="acme", user="alice"), {**FOREIGN, **FORGED}[kind]
            )
        assert str(caught.value).endswith(": not found")
        assert client.statistics().requests == before
        assert asked == []
        assert guard.statistics() == ca.GuardStatistics(foreign=1)
        assert len(await client.list_sessions()) == 3


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("kind", MALFORMED)
async def test_an_id_that_is_none_is_refused_before_anything_else(autojump_clock, operation, kind):
    asked = []
    async with ca.open_client(cli=Simulator(script)) as client:
        guard = ca.TenantGuard(client, authorize=lambda request: asked.append(request) or True)
        before = client.statistics().requests
        with pytest.raises(ca.InvalidSessionId):
            await OPERATIONS[operation](guard.of(tenant="acme", user="alice"), MALFORMED[kind])
        assert client.statistics().requests == before
        assert asked == []


def raises(request):
    raise RuntimeError("no database")


async def hangs(request):
    await trio.sleep_forever()


async def says_no(request):
    return False


DENIALS = {
    "False": lambda request: False,
    "None": lambda request: None,
    "1": lambda request: 1,
    "a text": lambda request: "yes",
    "an exception": raises,
    "a hang": hangs,
    "async False": says_no,
}


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("answer", DENIALS)
async def test_anything_but_true_denies_and_nothing_is_sent(
    autojump_clock, operation, answer, caplog
):
    caplog.set_level(logging.CRITICAL)
    async with ca.open_client(cli=Simulator(script), ping_interval=1000) as client:
        await store(client, ALICE)
        guard = ca.TenantGuard(client, authorize=DENIALS[answer])
        before = client.statistics().requests
        with pytest.raises(ca.AccessDenied) as caught:
            await OPERATIONS[operation](guard.of(tenant="acme", user="alice"), ALICE)
        error = caught.value
        assert (error.operation, error.tenant, error.user) == (operation, "acme", "alice")
        assert client.statistics().requests == before
        assert guard.statistics() == ca.GuardStatistics(denied=1)
        failed = client.statistics().handler_errors + client.statistics().handler_timeouts
        assert failed == (0 if answer in ("False", "async False") else 1)
        assert await guard.of(tenant="acme", user="alice").list_sessions() == []


async def test_ones_own_sessions_work_as_ever(autojump_clock):
    asked = []

    async def authorize(request):
        asked.append((request.operation, request.tenant, request.user, str(request.session_id)))
        return True

    async with ca.open_client(cli=Simulator(script), ledger=ca.MemoryLedger()) as client:
        alice = ca.TenantGuard(client, authorize=authorize).of(tenant="acme", user="alice")
        session = await alice.create_session(session_id=alice.session_id("t"), **MODEL)
        assert session.session_id == str(ALICE)
        assert (await session.send_and_wait("hi")).data.content == "re: hi"
        await session.disconnect()
        session = await alice.resume_session(ALICE, **MODEL)
        assert len(await session.get_messages()) > 2
        await session.disconnect()
        await (await alice.resume_or_create_session(ALICE, **MODEL)).disconnect()
        await alice.recover_session(ALICE)
        assert (await alice.get_session_metadata(ALICE)).session_id == str(ALICE)
        assert await alice.get_last_session_id() == str(ALICE)
        assert [one.session_id for one in await alice.list_sessions()] == [str(ALICE)]
        assert await alice.pending() == []
        with pytest.raises(ca.InvalidOption, match="no pending prompt"):
            await alice.forget_pending(ALICE, "agent-x")
        await alice.delete_session(ALICE)
        await alice.delete_session(ALICE)
        assert await alice.get_session_metadata(ALICE) is None
        with pytest.raises(ca.SessionNotFound):
            await alice.resume_session(ALICE, **MODEL)
        assert {one[1:] for one in asked} == {("acme", "alice", str(ALICE))}
        assert {one[0] for one in asked} >= set(OPERATIONS) - {"set_foreground_session_id"}
        assert (await alice.ping("x")).message.endswith("x")
        assert alice.state == "connected"


async def test_ids_that_the_guard_makes_name_their_owner_and_are_new(autojump_clock):
    async with ca.open_client(cli=Simulator(script)) as client:
        guard = ca.TenantGuard(client)
        for owner in ({"tenant": "a-b", "user": "ü"}, {"user": "alice"}, {"tenant": "t"}):
            mine = guard.of(**owner)
            one, two = await mine.create_session(**MODEL), await mine.create_session(**MODEL)
            assert one.session_id != two.session_id
            for session in (one, two):
                named = SessionId.parse(session.session_id)
                assert (named.tenant, named.user) == (owner.get("tenant"), owner.get("user"))


async def test_listing_and_pruning_show_ones_own_only(autojump_clock):
    theirs = [FOREIGN["stored, another user"], FOREIGN["stored, another tenant"], "plain"]
    mine = [SessionId(tenant="acme", user="alice", task=task) for task in ("1", "2", "secret")]

    def authorize(request):
        return request.session_id.task != "secret"

    async with ca.open_client(cli=Simulator(script)) as client:
        await store(client, *theirs, *mine)
        alice = ca.TenantGuard(client, authorize=authorize).of(tenant="acme", user="alice")

        async def listed(**fields):
            found = await alice.list_sessions(ca.SessionFilter(**fields))
            return sorted(one.session_id for one in found)

        visible = sorted(str(one) for one in mine[:2])
        assert await listed() == visible
        assert await listed(tenant="acme") == visible
        assert await listed(task="1") == visible[:1]
        for other in ({"tenant": "other"}, {"user": "bob"}, {"user": None}):
            assert await listed(**other) == []
            report = await alice.prune_sessions(0, session_filter=ca.SessionFilter(**other))
            assert report.sessions == ()
        seen = []
        report = await alice.prune_sessions(
            0, exclude=[mine[0]], on_progress=lambda step: seen.append(step.session.session_id)
        )
        assert report.deleted == (str(mine[1]),)
        assert sorted(seen) == sorted(map(str, mine))
        assert sorted(report.kept) == sorted([str(mine[0]), str(mine[2])])
        left = {one.session_id for one in await client.list_sessions()}
        assert left == {*map(str, theirs), str(mine[0]), str(mine[2])}


async def test_a_whole_tenant_is_seen_only_by_who_asks_for_it(autojump_clock):
    bob, other = FOREIGN["stored, another user"], FOREIGN["stored, another tenant"]
    async with ca.open_client(cli=Simulator(script)) as client:
        await store(client, ALICE, bob, other)
        guard = ca.TenantGuard(client)
        whole = guard.of(tenant="acme", user=UNSET)
        found = {one.session_id for one in await whole.list_sessions()}
        assert found == {str(ALICE), str(bob)}
        assert await whole.get_session_metadata(bob) is not None
        with pytest.raises(ca.SessionNotFound):
            await whole.get_session_metadata(other)
        assert await guard.of(tenant="acme").list_sessions() == []


@pytest.mark.parametrize(
    "owner",
    [
        {},
        {"tenant": None, "user": None},
        {"tenant": ""},
        {"tenant": "a", "user": ""},
        {"tenant": 7},
        {"user": UNSET},
        {"tenant": UNSET},
        {"tenant": UNSET, "user": "alice"},
    ],
    ids=str,
)
async def test_nobody_is_no_owner(autojump_clock, owner):
    async with ca.open_client(cli=Simulator(script)) as client:
        with pytest.raises(ca.InvalidOption):
            ca.TenantGuard(client).of(**owner)
        with pytest.raises(ca.InvalidOption, match="authorize"):
            ca.TenantGuard(client, authorize=True)


async def test_lifecycle_notifications_of_others_are_not_delivered(autojump_clock):
    async with ca.open_client(cli=Simulator(script)) as client:
        heard = []
        alice = ca.TenantGuard(client).of(tenant="acme", user="alice")
        ref = alice.on_lifecycle(lambda one: heard.append(one.session_id))
        await store(client, ALICE, FOREIGN["stored, another user"])
        assert set(heard) == {str(ALICE)}
        alice.off_lifecycle(ref)
        heard.clear()
        await client.delete_session(ALICE)
        assert heard == []


@pytest.mark.parametrize("name", ["sessionId", "SESSIONID", "parentSessionId", "sessionIds"])
@pytest.mark.parametrize("how", ["override", "options"])
async def test_options_name_no_session_behind_the_guards_back(autojump_clock, name, how):
    async with ca.open_client(cli=Simulator(script)) as client:
        alice = ca.TenantGuard(client).of(tenant="acme", user="alice")
        extra = {name: str(FOREIGN["stored, another user"])}
        given = (ca.SessionOptions(extra=extra),) if how == "options" else ()
        more = {} if how == "options" else {"extra": extra}
        for call in (
            alice.create_session,
            lambda *a, **k: alice.resume_session(ALICE, *a, **k),
            lambda *a, **k: alice.resume_or_create_session(ALICE, *a, **k),
        ):
            with pytest.raises(ca.InvalidOption, match="names a session"):
                await call(*given, **more)
        assert len(client._context.table) == 0


async def test_requests_of_a_session_stay_with_its_owner(autojump_clock):
    async with ca.open_client(cli=Simulator(script)) as client:
        await store(client, FOREIGN["stored, another user"])
        alice = ca.TenantGuard(client).of(tenant="acme", user="alice")
        session = await alice.create_session(**MODEL)
        theirs = str(FOREIGN["stored, another user"])
        before = client.statistics().requests
        for method in ("sessions.delete", "session.list", "sessions.bulkDelete", "no.such"):
            with pytest.raises(ca.AccessDenied, match=method):
                await session.request(method, {"sessionIds": [theirs]})
        with pytest.raises(ca.SessionNotFound):
            await session.request(
                "session.mode.set", {"mode": "plan", "inheritPlanBaseFromSessionId": theirs}
            )
        with pytest.raises(ca.SessionNotFound):
            await session.rpc.mode.set(mode="plan", inherit_plan_base_from_session_id=theirs)
        assert client.statistics().requests == before
        await session.rpc.mode.set(mode="plan")
        # The session's own id is put in, whatever the parameters say.
        snapshot = await session.request("session.metadata.snapshot", {"sessionId": theirs})
        assert snapshot["sessionId"] == session.session_id


ESCAPES = {
    "a method of the server": lambda session: session.request(
        "sessions.delete", {"sessionId": "x"}
    ),
    "an id of somebody else": lambda session: session.request(
        "session.mode.set", {"mode": "plan", "inheritPlanBaseFromSessionId": THEIRS}
    ),
    "the same by rpc": lambda session: session.rpc.mode.set(
        mode="plan", inherit_plan_base_from_session_id=THEIRS
    ),
}
THEIRS = str(FOREIGN["stored, another user"])
OPENINGS = {
    "created": lambda c, **fields: c.create_session(session_id=ALICE, **fields),
    "resumed": lambda c, **fields: c.resume_session(ALICE, **fields),
    "resumed or created": lambda c, **fields: c.resume_or_create_session(ALICE, **fields),
}


@pytest.mark.parametrize(
    ("opening", "when"),
    [
        pytest.param("created", "options", marks=pytest.mark.exhaustive("real")),
        ("resumed", "live"),
        pytest.param("resumed or created", "options", marks=pytest.mark.exhaustive("real")),
    ],
)
async def test_the_session_that_a_handler_gets_is_guarded_too(world, opening, when):
    """What a tool or a command is told of its session opens no way around the guard."""
    refused, kinds = {}, []

    async def tried(invocation):
        kinds.append(type(invocation))
        for name, escape in ESCAPES.items():
            with pytest.raises((ca.AccessDenied, ca.SessionNotFound)):
                await escape(invocation.session)
            refused[name] = refused.get(name, 0) + 1
        snapshot = await invocation.session.request("session.metadata.snapshot", {})
        assert snapshot["sessionId"] == invocation.session.session_id == str(ALICE)
        assert [event.type for event in await invocation.session.get_messages()]

    async def tool(_arguments, invocation):
        await tried(invocation)
        return "tried"

    handlers = {
        "tools": [ca.Tool("try_it", handler=tool, skip_permission=True)],
        "commands": [ca.Command("try", tried)],
    }

    def calls(request):
        return Text("done") if request.tool_results else ToolCalls([ToolCall("try_it", {})])

    async with world.client(calls) as client:
        alice = ca.TenantGuard(client).of(tenant="acme", user="alice")
        model = world.session_options
        if opening != "created":
            async with await alice.create_session(
                session_id=ALICE, tools=handlers["tools"], **model
            ) as session:
                await session.send_and_wait("go")
            kinds.clear()
            refused.clear()
        given = handlers if when == "options" else {}
        session = await OPENINGS[opening](alice, **given, **model)
        if when == "live":
            await session.set_tools(handlers["tools"])
            await session.register_commands(handlers["commands"])
        assert (await session.send_and_wait("go")).data.content == "done"
        await session.request("session.commands.invoke", {"name": "try", "input": ""})
    assert kinds == [ca.ToolInvocation, ca.CommandInvocation]
    assert refused == dict.fromkeys(ESCAPES, 2)


async def test_handlers_of_the_program_itself_get_the_whole_session(autojump_clock):
    """The guard is about tenants: who has the client has its sessions unguarded."""
    seen = []

    def tool(_arguments, invocation):
        seen.append(type(invocation.session))
        return "x"

    def calls(request):
        return Text("done") if request.tool_results else ToolCalls([ToolCall("try_it", {})])

    tools = [ca.Tool("try_it", handler=tool, skip_permission=True)]
    async with ca.open_client(cli=Simulator(calls)) as client:
        guard = ca.TenantGuard(client)
        session = await guard.of(user="alice").create_session(tools=tools, **MODEL)
        await session.send_and_wait("go")
        session = await client.create_session(tools=tools, **MODEL)
        await session.send_and_wait("go")
    assert issubclass(seen[0], ca.Session)
    assert seen[0] is not ca.Session
    assert seen[1] is ca.Session


LIVE = {
    "register_permission_handler": ca.approve_all,
    "register_user_input_handler": lambda request: "yes",
    "register_elicitation_handler": lambda request: None,
    "register_exit_plan_mode_handler": lambda request: None,
    "register_auto_mode_switch_handler": lambda request: None,
    "register_session_limits_handler": lambda request: None,
    "register_mcp_auth_handler": lambda request: None,
    "register_mcp_headers_handler": lambda request: None,
    "register_sampling_handler": lambda request: None,
    "register_hooks": {"sessionStart": lambda given: None},
    "register_commands": [ca.Command("x", lambda: None)],
    "set_tools": [ca.Tool("x", handler=lambda: "x")],
}


@pytest.mark.parametrize("method", LIVE)
async def test_a_tenant_replaces_handlers_of_a_live_session_as_everybody(autojump_clock, method):
    """Some have to be told to the CLI by a method that a tenant may not use at will."""
    async with ca.open_client(cli=Simulator(script)) as client:
        alice = ca.TenantGuard(client).of(user="alice")
        session = await alice.create_session(**MODEL)
        await getattr(session, method)(LIVE[method])
        with pytest.raises(ca.AccessDenied):
            await session.request("session.resume", {})
        assert (await session.send_and_wait("hi")).data.content == "re: hi"
