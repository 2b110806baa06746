"""Tasks, queues, commands and pending requests on the real CLI: also those that do not exist."""

from __future__ import annotations

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script

pytestmark = pytest.mark.real_cli

ECHO = Script.echo()
NONE = {"id": "none"}
CUSTOM = {"kind": "custom-tool", "toolName": "none"}

MISSING = [
    ("tasks.list", {}, {"tasks": []}),
    ("tasks.promoteToBackground", NONE, {"promoted": False}),
    ("tasks.cancel", NONE, {"cancelled": False}),
    ("tasks.remove", NONE, {"removed": False}),
    ("tasks.refresh", {}, {}),
    ("tasks.waitForPending", {}, {}),
    ("tasks.getProgress", NONE, {"progress": None}),
    ("tasks.getCurrentPromotable", {}, {}),
    ("tasks.promoteCurrentToBackground", {}, {}),
    ("tasks.sendMessage", {**NONE, "message": "x"}, {"sent": False}),
    ("plugins.list", {}, {"plugins": []}),
    ("extensions.list", {}, {"extensions": []}),
    ("completions.getTriggerCharacters", {}, {"triggerCharacters": []}),
    ("completions.request", {"text": "Use @", "offset": 5}, {"items": []}),
    ("visibility.get", {}, {"synced": False}),
    ("visibility.set", {"status": "repo"}, {"synced": False}),
    ("mcp.setEnvValueMode", {"mode": "indirect"}, {"mode": "indirect"}),
    ("mcp.setEnvValueMode", {"mode": "direct"}, {"mode": "direct"}),
    ("mcp.removeGitHub", {}, {"removed": False}),
    ("mcp.cancelSamplingExecution", {"requestId": "none"}, {"cancelled": False}),
    ("queue.pendingItems", {}, {"items": [], "steeringMessages": []}),
    ("queue.removeMostRecent", {}, {"removed": False}),
]
"""What an empty session says of what it does not have."""

ANSWERS = [
    ("tools.handlePendingToolCall", {"result": "x"}, False),
    # The CLI counts the answer to a command that nobody runs as delivered.
    ("commands.handlePendingCommand", {"error": "x"}, True),
    ("commands.respondToQueuedCommand", {"result": {"handled": True}}, False),
    ("ui.handlePendingElicitation", {"result": {"action": "cancel"}}, False),
    ("ui.handlePendingUserInput", {"response": {"answer": "x", "wasFreeform": True}}, False),
    ("ui.handlePendingSampling", {"response": {}}, False),
    ("ui.handlePendingAutoModeSwitch", {"response": "no"}, False),
    ("ui.handlePendingExitPlanMode", {"response": {"approved": True}}, False),
    *(
        ("permissions.handlePendingPermissionRequest", {"result": result}, False)
        for result in (
            {"kind": "reject", "feedback": "no"},
            {"kind": "approve-permanently", "domain": "example.com"},
            {"kind": "approve-for-session", "approval": CUSTOM},
            {"kind": "approve-for-location", "locationKey": "x", "approval": CUSTOM},
        )
    ),
]
"""Answers to requests that do not exist, and whether the CLI says that they arrived."""

REFUSED = [
    ("mcp.reload", {}, "not available"),
    ("mcp.oauth.login", {"serverName": "none"}, "not available"),
    ("extensions.enable", NONE, "not available"),
    ("extensions.disable", NONE, "not available"),
    ("extensions.reload", {}, "not available"),
    ("extensions.sendAttachmentsToMessage", {"attachments": []}, "extension"),
    ("mcp.apps.listTools", {"originServerName": "x", "serverName": "x"}, "mcp-apps"),
    ("mcp.apps.readResource", {"serverName": "x", "uri": "ui://x"}, "mcp-apps"),
    (
        "mcp.apps.callTool",
        {"originServerName": "x", "serverName": "x", "toolName": "x", "arguments": {}},
        "mcp-apps",
    ),
    ("tasks.startAgent", {"agentType": "none", "prompt": "x", "name": "x"}, "unknown agent type"),
]


async def mcp_apps(session):
    context = {
        "availableDisplayModes": ["inline", "fullscreen"],
        "displayMode": "inline",
        "locale": "en-US",
        "platform": "desktop",
        "theme": "dark",
        "timeZone": "Etc/UTC",
        "userAgent": "scenario",
    }
    await session.request("session.mcp.apps.setHostContext", {"context": context})
    kept = await session.request("session.mcp.apps.getHostContext")
    assert kept == {"context": context}
    report = await session.request("session.mcp.apps.diagnose", {"serverName": "none"})
    assert report["server"] == {
        "connected": False,
        "toolCount": 0,
        "toolsWithUiMeta": 0,
        "sampleToolNames": [],
    }
    assert set(report["capability"]) == {
        "advertised",
        "featureFlagEnabled",
        "sessionHasMcpApps",
    }


async def live_settings(session):
    entry = {"model": "x", "effortLevel": "low", "contextTier": "default"}
    for subagents in ({"general-purpose": entry}, None):
        await session.request("session.tools.updateSubagentSettings", {"subagents": subagents})
    await session.request("session.plugins.reload")
    registered = await session.request("session.ui.registerDirectAutoModeSwitchHandler")
    for expected in (True, False):
        gone = await session.request(
            "session.ui.unregisterDirectAutoModeSwitchHandler", {"handle": registered["handle"]}
        )
        assert gone["unregistered"] is expected


async def test_what_is_not_there_is_said_so(real, refused):
    async with real.client(ECHO) as client:
        session = await client.create_session(**real.session)
        for method, params, expected in MISSING:
            answer = await session.request(f"session.{method}", params)
            assert {key: answer[key] for key in expected} == expected, method
        for method, params, delivered in ANSWERS:
            answer = await session.request(f"session.{method}", {"requestId": "none", **params})
            assert answer["success"] is delivered, method
        for method, params, words in REFUSED:
            await refused(session, f"session.{method}", params, words)
        await mcp_apps(session)
        sampling = {"messages": [{"role": "user", "content": {"type": "text", "text": "hi"}}]}
        sampled = await session.request(
            "session.mcp.executeSampling",
            {
                "mcpRequestId": "x",
                "requestId": "x",
                "serverName": "none",
                "request": {**sampling, "maxTokens": 16},
            },
        )
        assert sampled["action"] in {"success", "failure"}
        await live_settings(session)
        assert (await session.send_and_wait("still here")).data["content"] == "still here"


async def queued_commands(session, follow):
    def shown(items):
        return [item["displayText"] for item in items if item["kind"] == "command"]

    async def pending():
        return await session.request("session.queue.pendingItems")

    ask = session.request
    interest = await ask("session.eventLog.registerInterest", {"eventType": "command.queued"})
    async with follow(session, "command.queued") as until:
        assert (await ask("session.commands.enqueue", {"command": "/first"}))["queued"] is True
        first = await until(command="/first")
        for drop in ("session.queue.removeMostRecent", "session.queue.clear"):
            queued = await ask("session.commands.enqueue", {"command": "/second"})
            assert queued["queued"] is True
            assert len(shown((await pending())["items"])) == 1
            await ask(drop)
            assert shown((await pending())["items"]) == []
        answered = await ask(
            "session.commands.respondToQueuedCommand",
            {
                "requestId": first.data["requestId"],
                "result": {"handled": True, "stopProcessingQueue": True},
            },
        )
        assert answered["success"] is True
    for _ in range(2):
        released = await ask("session.eventLog.releaseInterest", {"handle": interest["handle"]})
        assert released["success"] is True


async def event_log(session):
    ask = session.request
    await ask("session.plan.update", {"content": "# plan"})
    read = await ask("session.eventLog.read", {"max": 100, "waitMs": 0})
    assert read["cursorStatus"] == "ok"
    plans = [event for event in read["events"] if event["type"] == "session.plan_changed"]
    assert [event["data"]["operation"] for event in plans] == ["create"]
    tail = await ask("session.eventLog.tail")
    empty = await ask("session.eventLog.read", {**tail, "max": 10, "waitMs": 0})
    assert (empty["events"], empty["hasMore"]) == ([], False)
    waited = []

    async def wait():
        wanted = {"max": 10, "waitMs": 5000, "types": ["session.title_changed"]}
        waited.append(await ask("session.eventLog.read", {**tail, **wanted}))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(wait)
        await ask("session.name.set", {"name": "polled"})
    [event] = waited[0]["events"]
    assert (event["type"], event["data"]["title"]) == ("session.title_changed", "polled")


async def shell(session, folder):
    marker = folder / "marker.txt"
    started = await session.request(
        "session.shell.exec", {"command": f"printf done > {marker}", "cwd": str(folder)}
    )
    assert started["processId"]
    with trio.fail_after(20):
        while not marker.exists():  # noqa: ASYNC110 - real time: a process writes a file
            await trio.sleep(0.02)
    sleeping = await session.request(
        "session.shell.exec", {"command": "sleep 30", "cwd": str(folder)}
    )
    killed = await session.request("session.shell.kill", sleeping)
    assert killed == {"killed": True}


@pytest.mark.exhaustive
async def test_queues_event_logs_and_shells_are_driven_by_hand(real, follow, tmp_path):
    async with real.client(ECHO) as client:
        session = await client.create_session(
            working_directory=tmp_path, on_permission_request=ca.deny_all, **real.session
        )
        listed = (await session.request("session.commands.list"))["commands"]
        kinds = {command["name"]: command["kind"] for command in listed}
        assert "builtin" in kinds.values()
        invoked = await session.request("session.commands.invoke", {"name": "model"})
        assert invoked["kind"] in {"agent-prompt", "completed", "select-subcommand", "text"}
        unknown = await session.request(
            "session.commands.execute", {"commandName": "none", "args": ""}
        )
        assert "none" in unknown["error"]
        await queued_commands(session, follow)
        await event_log(session)
        await shell(session, tmp_path)
