"""The public API as type checkers see it. Checked by mypy and basedpyright, never run."""

from __future__ import annotations

import datetime as dt
import signal
from collections.abc import Sequence
from typing import Literal, assert_type

import msgspec

import copilot_actors as ca
from copilot_actors.client import PreToolUseHookInput, PreToolUseHookOutput
from copilot_actors.protocol.events import SessionRecovered
from copilot_actors.storage import HeldLease, Lease
from copilot_actors.testing import check_session_file_system


class City(msgspec.Struct):
    name: str


async def clients_and_sessions() -> None:
    ledger = ca.SqliteLedger("file", store_prompts=True, synchronous="full")
    async with ca.open_client(
        cli=ca.Stdio(), max_restarts=5, ping_interval=1.0, ledger=ledger
    ) as client:
        assert_type(client, ca.Client)
        assert_type(client.pending(), list[ca.PendingPrompt])
        owner = ca.SessionId(user="alice", task="x")
        assert_type(ca.SessionId.match("x", user="alice", tenant=None), ca.SessionId | None)
        await client.resume_session(owner)
        await client.delete_session(owner)
        found = await client.list_sessions(ca.SessionFilter(user="a", idle_for=3, cwd="/x"))
        assert_type(found, list[ca.SessionSummary])
        assert_type(found[0].modified_time, dt.datetime | None)
        pruned = await client.prune_sessions(3, exclude=["s", owner], on_progress=print)
        assert_type(pruned, ca.PruneReport)
        assert_type(
            pruned.sessions[0].outcome, Literal["deleted", "would_delete", "kept", "failed"]
        )
        session = await client.create_session(session_id="s", model="gpt-5", streaming=True)
        assert_type(session, ca.Session)
        assert_type(await session.send("x"), str)
        answer = await session.send_and_wait("x", timeout=None)
        assert_type(answer, ca.SessionEvent | None)
        result = await session.run_turn("x", timeout=None, turn_timeout=5.0, on_timeout="leave")
        assert_type(result, ca.TurnResult)
        assert_type(result.answer, ca.SessionEvent | None)
        city = await session.send_and_wait("x", response_type=City, timeout=5)
        assert_type(city, City)
        assert_type(await session.send_and_wait("x", response_type=None), ca.SessionEvent | None)
        await session.send_and_wait("x", response_type=3)  # type: ignore[call-overload]
        files = [ca.FileAttachment(path="x"), ca.BlobAttachment(data=b"", mime_type="text/plain")]
        await session.send("x", attachments=files, request_headers={"A": "b"})
        await session.send("x", attachments=[{"type": "file", "path": "x"}])
        assert_type(client.features.option("model"), Literal["present", "absent", "unknown"])
        await client.create_session(
            provider=ca.ProviderConfig(type="azure", base_url="https://h", azure={}),
            mcp_servers={"a": ca.McpStdioServer(command="x"), "b": {"url": "http://h"}},
            custom_agents=[ca.CustomAgent(name="a", prompt="p")],
            system_message=ca.ReplaceSystemMessage(content="x"),
            available_tools=ca.ToolSet().builtin("*"),
            infinite_sessions=False,
            reasoning_effort=None,
        )
        await client.create_session(verbosity="loud")  # type: ignore[arg-type]
        await session.send("x", quiet_timeout=ca.UNSET, turn_timeout=None)
        await session.run_turn("x", patience=3)  # type: ignore[call-arg]
        await session.send("x", on_timeout="shrug")  # type: ignore[arg-type]
        assert_type(session.model, str | None)
        assert_type(session.compacting, bool)
        assert_type(session.compaction, ca.CompactionStatus)
        assert_type(await session.compact("numbers", timeout=60), ca.CompactionResult)
        assert_type(await session.cancel_compaction(), bool)
        assert_type(await session.workspace.list_files(), tuple[str, ...])
        assert_type(await session.workspace.read_file("a"), str | None)
        assert_type(await session.workspace.list_checkpoints(), tuple[ca.WorkspaceCheckpoint, ...])
        assert_type(await session.abort(), ca.AbortResult)
        assert_type(await session.get_messages(), list[ca.SessionEvent])
        assert_type([event async for event in session.history("id")], list[ca.SessionEvent])
        assert_type(client.statistics(), ca.Statistics)
        async with session.events("assistant.message") as stream:
            async for event in stream:
                assert_type(event, ca.SessionEvent)
        await client.create_session(streamin=True)  # type: ignore[call-arg]
        await client.create_session(tools=["add"])  # type: ignore[list-item]


class Nowhere(Lease):
    async def acquire(self, store: str, session_id: str) -> HeldLease:
        assert_type(await self.get_holder(store, session_id), ca.Holder | None)
        raise ca.LeaseUnavailable(session_id, "it is nowhere")

    async def get_holder(self, store: str, session_id: str) -> ca.Holder | None:
        return None


async def files(directory: ca.DirectoryFileSystem) -> None:
    def of(session_id: str) -> ca.SessionFileSystem:
        return ca.NamespacedFileSystem(directory, session_id)

    memory = ca.InMemoryFileSystem()
    for given in (memory, of, ca.SessionFiles(file_system=of, timeout=5), None):
        async with ca.open_client(session_file_system=given):
            assert_type(await directory.read_file("/a"), str)
    ca.open_client(session_file_system=len)  # type: ignore[arg-type]
    assert_type(await memory.stat("/a"), ca.FileInfo)
    assert_type(await memory.readdir_with_types("/"), Sequence[ca.DirectoryEntry])
    statement = ca.SqlStatement(query="SELECT 1", kind="query")
    assert_type(await memory.sqlite_query("/s.db", statement), ca.SqlResult)
    await check_session_file_system(ca.InMemoryFileSystem)


async def daemons() -> None:
    for lease in (ca.FileLease("leases"), ca.ProcessLease(), Nowhere(), None):
        async with ca.open_client(lease=lease, recycle=ca.Recycle(max_age=60)) as client:
            report = await client.drain(5)
            assert_type(report, ca.DrainReport)
            assert_type(report.sessions, tuple[ca.DrainedSession, ...])
            assert_type(report.sessions[0].outcome, ca.DrainOutcome)
            assert_type(await client.drain_at_signal(signal.SIGTERM, deadline=5), ca.DrainReport)
    try:
        await client.resume_session("s")
    except ca.SessionInUse as error:
        assert_type(error.holder, ca.Holder)


async def subscriptions(session: ca.Session) -> None:
    async def handler(event: ca.SessionEvent) -> None:
        assert_type(event.data, ca.EventData)

    ref = await session.on(handler)
    assert_type(ref, ca.SubscriptionRef)
    await session.on("assistant.message", lambda event: None)
    await session.off(ref)


def tools() -> None:
    class Arguments(msgspec.Struct):
        city: str

    @ca.tool
    def weather(arguments: Arguments) -> str:
        return arguments.city

    @ca.tool(skip_permission=True)
    async def add(a: int, b: int = 0) -> int:
        return a + b

    assert_type(weather, ca.Tool)
    assert_type(add, ca.Tool)


def policies(request: ca.PermissionRequest) -> ca.PermissionDecision:
    return ca.approve_once() if request.kind == "read" else ca.reject("not here")


def repairs(poisoned: ca.PoisonedSession) -> ca.Remedy:
    return "truncate" if poisoned.attempt == 1 else "clear"


async def note(recovered: SessionRecovered) -> None:
    assert_type(recovered.data.seconds, float)
    assert_type(recovered.data.sent_again, list[str])


async def policies_of_sessions(client: ca.Client) -> None:
    await client.create_session(on_poisoned=repairs, max_compactions=None)
    await client.create_session(on_recovery=note)
    await client.create_session(on_poisoned=lambda poisoned: "clear")


def blocking_handlers() -> None:
    def count(path: str) -> int:
        return len(path)

    assert_type(ca.tool(ca.in_thread(count)), ca.Tool)


async def handlers(session: ca.Session) -> None:
    def decide(request: ca.PermissionRequest) -> ca.PermissionDecision:
        assert_type(request.command, str | None)
        return ca.no_result()

    async def form(request: ca.ElicitationRequest) -> ca.ElicitationResult:
        return ca.ElicitationResult("accept", {"name": request.message})

    async def deploy(invocation: ca.CommandInvocation) -> str | None:
        return await invocation.session.send(invocation.arguments)

    def guard(given: PreToolUseHookInput) -> PreToolUseHookOutput:
        return {"permissionDecision": "deny"} if given["toolName"] == "x" else {}

    hooks: ca.Hooks = {"preToolUse": guard}
    policy = ca.PermissionRules([ca.PermissionRule(effect="ask", kinds=["url"])], ask=decide)
    await session.register_permission_handler(policy)
    await session.register_permission_handler(ca.approve_reads)
    await session.register_permission_handler(None)
    await session.register_permission_handler(form)  # type: ignore[arg-type]
    await session.register_elicitation_handler(form)
    await session.register_mcp_auth_handler(lambda request: None)
    await session.register_user_input_handler(lambda request: request.question)
    await session.register_commands([ca.Command("deploy", deploy)])
    await session.register_commands(["deploy"])  # type: ignore[list-item]
    await session.register_hooks(hooks)
    await session.register_section_transforms({"tone": str.upper})
    await session.set_tools([ca.Tool("t")])
    assert_type(await session.ui.confirm("?"), bool)
    assert_type(await session.ui.select("?", ["a"]), str | None)
    assert_type(await session.ui.elicitation("?", {}), ca.ElicitationResult)
    assert_type(await session.log("x", level="warning"), str)
    await session.log("x", level="fatal")  # type: ignore[arg-type]
    ca.PermissionRule(effect="alow")  # type: ignore[arg-type]
    ca.ToolResult(text="t", result_type="oops")  # type: ignore[arg-type]


async def tenants(client: ca.Client) -> None:
    async def later(tenant: str) -> ca.ClientOptions:
        return ca.ClientOptions(home=tenant)

    ca.open_pool(later, placement="random")  # type: ignore[arg-type]
    ca.open_pool(lambda tenant: tenant)  # type: ignore[arg-type, return-value]
    async with ca.open_pool(later, placement="least_busy", max_clients=2) as pool:
        assert_type(pool, ca.ClientPool)
        assert_type(await pool.client("a"), ca.Client)
        assert_type(await pool.create_session("a", model="m"), ca.Session)
        async with pool.checkout("a", timeout=1) as held:
            assert_type(held, ca.Client)
        assert_type(pool.members(), list[ca.PoolMember])
    guard = ca.TenantGuard(client, authorize=lambda request: request.user == "alice")
    ca.TenantGuard(client, authorize=lambda request: "yes")  # type: ignore[arg-type, return-value]
    owner = guard.of(tenant="a", user=ca.UNSET)
    assert_type(owner, ca.TenantClient)
    assert_type(await owner.create_session(model="m"), ca.Session)
    assert_type(owner.session_id("t"), ca.SessionId)
