"""State of a session on the real CLI, through ``session.request``: what is set is read back."""

from __future__ import annotations

import subprocess

import pytest

import copilot_actors as ca
from copilot_actors.testing import Script

pytestmark = [pytest.mark.real_cli, pytest.mark.exhaustive]

ECHO = Script.echo()


def conversation(events):
    kinds = ("user.message", "assistant.message")
    return [(e.type, e.data["content"]) for e in events if e.type in kinds]


async def mode_and_plan(session, follow):
    ask = session.request
    async with follow(session, "session.mode_changed") as until:
        assert await ask("session.mode.get") == "interactive"
        before = "interactive"
        for mode in ("plan", "autopilot", "interactive"):
            await ask("session.mode.set", {"mode": mode})
            assert await ask("session.mode.get") == mode
            changed = await until(newMode=mode)
            assert changed.data["previousMode"] == before
            before = mode
    async with follow(session, "session.plan_changed") as until:
        plan = await ask("session.plan.read")
        assert (plan["exists"], plan["content"]) == (False, None)
        for text, operation in (("# One\n- a", "create"), ("# Two", "update")):
            await ask("session.plan.update", {"content": text})
            plan = await ask("session.plan.read")
            assert (plan["exists"], plan["content"]) == (True, text)
            await until(operation=operation)
        await ask("session.plan.delete")
        assert (await ask("session.plan.read"))["exists"] is False
        await until(operation="delete")
    assert (await ask("session.plan.readSqlTodos"))["rows"] == []


async def workspace_files(session, follow, refused):
    ask = session.request
    assert await ask("session.workspaces.listFiles") == {"files": []}
    async with follow(session, "session.workspace_file_changed") as until:
        for text, operation in (("one", "create"), ("two", "update")):
            await ask("session.workspaces.createFile", {"path": "a.txt", "content": text})
            await until(path="a.txt", operation=operation)
            assert await ask("session.workspaces.readFile", {"path": "a.txt"}) == {"content": text}
    await ask("session.workspaces.createFile", {"path": "d/e/f.txt", "content": "deep"})
    assert set((await ask("session.workspaces.listFiles"))["files"]) == {"a.txt", "d/e/f.txt"}
    assert await ask("session.workspaces.readFile", {"path": "d/e/f.txt"}) == {"content": "deep"}
    for path in ("../x.txt", "../../x.txt", "d/../../../x.txt"):
        for method, more in (("createFile", {"content": "x"}), ("readFile", {})):
            await refused(session, f"session.workspaces.{method}", {"path": path, **more}, "within")
    await refused(session, "session.workspaces.readFile", {"path": "never.txt"})
    workspace = await ask("session.workspaces.getWorkspace")
    assert workspace["workspace"]["id"] == session.session_id
    assert await ask("session.workspaces.listCheckpoints") == {"checkpoints": []}
    missing = await ask("session.workspaces.readCheckpoint", {"number": 2**31 - 1})
    assert not missing["content"]
    paste = "Überlänge\n" * 512
    saved = (await ask("session.workspaces.saveLargePaste", {"content": paste}))["saved"]
    assert saved["sizeBytes"] == len(paste.encode())
    read = await ask("session.workspaces.readFile", {"path": saved["filename"]})
    assert read == {"content": paste}


async def names(session, follow, refused):
    ask = session.request
    async with follow(session, "session.title_changed") as until:
        assert await ask("session.name.setAuto", {"summary": "  found out  "}) == {"applied": True}
        await until(title="found out")
        for name in ("first", "second"):
            await ask("session.name.set", {"name": name})
            await until(title=name)
            assert await ask("session.name.get") == {"name": name}
    assert await ask("session.name.setAuto", {"summary": "too late"}) == {"applied": False}
    assert await ask("session.name.get") == {"name": "second"}
    for name in ("", "   ", "\t\n \r"):
        await refused(session, "session.name.set", {"name": name}, "empty")


async def folders_and_settings(session, follow, becomes, first, second, third):
    ask = session.request
    snapshot = await ask("session.metadata.snapshot")
    assert snapshot["sessionId"] == session.session_id
    assert snapshot["workingDirectory"] == str(first)
    assert (snapshot["isRemote"], snapshot["alreadyInUse"]) == (False, False)
    assert snapshot["workspacePath"] == session.workspace_path
    options = {"clientName": "scenarios", "askUserDisabled": True, "workingDirectory": str(third)}
    assert (await ask("session.options.update", options))["success"] is True
    await becomes(
        lambda answer: answer["workingDirectory"] == str(third),
        session,
        "session.metadata.snapshot",
    )
    moved = await ask("session.metadata.setWorkingDirectory", {"workingDirectory": str(second)})
    assert moved == {"workingDirectory": str(second)}
    assert (await session.get_metadata())["workingDirectory"] == str(second)
    context = {
        "cwd": str(second),
        "gitRoot": str(first),
        "branch": "topic",
        "repository": "owner/name",
        "repositoryHost": "github.com",
        "hostType": "github",
        "baseCommit": "0" * 40,
        "headCommit": "1" * 40,
    }
    async with follow(session, "session.context_changed") as until:
        await ask("session.metadata.recordContextChange", {"context": context})
        await until(**context)
    assert await ask("session.metadata.isProcessing") == {"processing": False}
    idle = await ask("session.metadata.activity")
    assert (idle["abortable"], idle["hasActiveWork"]) == (False, False)
    await ask("session.lsp.initialize", {"workingDirectory": str(first), "force": True})
    await ask("session.telemetry.setFeatureOverrides", {"features": {"scenario": "on"}})
    assert "engagementId" in await ask("session.telemetry.getEngagementId")
    await ask("session.tools.initializeAndValidate")
    assert (await ask("session.instructions.getSources"))["sources"] == []


async def models(session, follow):
    ask = session.request
    first = (await ask("session.model.getCurrent"))["modelId"]
    assert first
    effort = {"reasoningEffort": "high"}
    async with follow(session, "session.model_change") as until:
        assert await ask("session.model.setReasoningEffort", effort) == effort
        await until(**effort)
        assert await ask("session.model.getCurrent") == {"modelId": first, **effort}
        switched = await ask("session.model.switchTo", {"modelId": "another"})
        assert switched["modelId"] == "another"
        await until(newModel="another", previousModel=first)
    assert (await ask("session.model.getCurrent"))["modelId"] == "another"
    await ask("session.model.switchTo", {"modelId": first})


async def usage_and_permissions(session):
    ask = session.request
    metrics = await ask("session.usage.getMetrics")
    assert metrics["sessionStartTime"]
    assert metrics["totalNanoAiu"] >= 0
    assert await ask("session.history.summarizeForHandoff") == {"summary": ""}
    assert await ask("session.history.cancelBackgroundCompaction") == {"cancelled": False}
    assert await ask("session.history.abortManualCompaction") == {"aborted": False}
    for enabled in (True, False):
        set_to = await ask("session.permissions.setApproveAll", {"enabled": enabled})
        assert set_to["success"] is True
        assert (await ask("session.permissions.resetSessionApprovals"))["success"] is True
    assert await ask("session.permissions.getMode") == {"mode": "manual"}
    for mode in ("allow-all", "manual"):
        set_to = await ask("session.permissions.setMode", {"mode": mode})
        assert (set_to["success"], set_to["mode"]) == (True, mode)
        assert await ask("session.permissions.getMode") == {"mode": mode}


async def test_what_is_set_is_read_back_and_announced(real, follow, refused, becomes, tmp_path):
    first, second, third = folders = [tmp_path / name for name in ("first", "second", "third")]
    for folder in folders:
        folder.mkdir()
    async with real.client(ECHO) as client:
        session = await client.create_session(working_directory=first, **real.session)
        await mode_and_plan(session, follow)
        await workspace_files(session, follow, refused)
        await names(session, follow, refused)
        await folders_and_settings(session, follow, becomes, first, second, third)
        await models(session, follow)
        await usage_and_permissions(session)
        # A shutdown by request is the session's own end: nothing is asked of it afterwards.
        async with follow(session, "session.shutdown") as until:
            await session.request("session.shutdown", {"type": "routine", "reason": "scenario"})
            await until(shutdownType="routine")


async def forks(client, session, real, refused):
    before = conversation(await session.get_messages())
    assert [text for _, text in before] == ["one", "one", "two", "two"]
    second = [e for e in await session.get_messages() if e.type == "user.message"][1]
    whole = await client.request("sessions.fork", {"sessionId": session.session_id})
    fork = await client.resume_session(whole["sessionId"], **real.session)
    assert conversation(await fork.get_messages()) == before
    assert (await fork.send_and_wait("child")).data["content"] == "child"
    assert conversation(await session.get_messages()) == before
    assert conversation(await fork.get_messages())[-2:] == [
        ("user.message", "child"),
        ("assistant.message", "child"),
    ]
    cut = await client.request(
        "sessions.fork", {"sessionId": session.session_id, "toEventId": second.id}
    )
    part = await client.resume_session(cut["sessionId"], **real.session)
    assert conversation(await part.get_messages()) == before[:2]
    assert second.id not in [event.id for event in await part.get_messages()]
    unknown = "7a3b1ab6-0000-4000-8000-000000000000"
    await refused(
        client,
        "sessions.fork",
        {"sessionId": session.session_id, "toEventId": unknown},
        f"event {unknown} not found",
    )
    empty = await client.create_session(**real.session)
    copied = await client.request("sessions.fork", {"sessionId": empty.session_id})
    twin = await client.resume_session(copied["sessionId"], **real.session)
    assert conversation(await twin.get_messages()) == []


async def measures(session, model):
    ask = session.request
    info = (
        await ask(
            "session.metadata.contextInfo",
            {"promptTokenLimit": 128_000, "outputTokenLimit": 4096, "selectedModel": model},
        )
    )["contextInfo"]
    assert info["promptTokenLimit"] == 128_000
    parts = ("systemTokens", "conversationTokens", "toolDefinitionsTokens")
    assert sum(info[name] for name in parts) == info["totalTokens"]
    counted = await ask("session.metadata.recomputeContextTokens", {"modelId": model})
    assert counted["systemTokenCount"] + counted["messagesTokenCount"] == counted["totalTokens"]
    shares = (await ask("session.metadata.getContextAttribution"))["contextAttribution"]
    assert shares["totalTokens"] > 0
    assert all(entry["tokens"] >= 0 and entry["label"] for entry in shares["entries"])
    heaviest = await ask("session.metadata.getContextHeaviestMessages", {"limit": 2})
    assert 0 < len(heaviest["messages"]) <= 2
    tools = (await ask("session.tools.getCurrentMetadata"))["tools"]
    assert tools
    assert all(tool["name"] and "description" in tool for tool in tools)


@pytest.mark.exhaustive
async def test_a_model_that_reasons_streams_and_its_effort_is_in_the_first_event(real):
    first, deltas = [], []

    def note(event):
        if event.type == "session.start":
            first.append(event.data["reasoningEffort"])
        elif event.type == "assistant.message_delta":
            deltas.append(event.data["deltaContent"])

    async with real.client(ECHO) as client:
        session = await client.create_session(
            streaming=True, reasoning_effort="high", on_event=note, **real.session
        )
        answer = await session.send_and_wait("fifteen times seventeen")
    assert answer.data["content"] == "".join(deltas) == "fifteen times seventeen"
    assert len(deltas) > 1
    assert first == ["high"]


async def test_history_is_forked_measured_compacted_and_cut(real, follow, refused):
    async with real.client(ECHO) as client:
        session = await client.create_session(**real.session)
        async with (
            follow(session, "assistant.usage") as used,
            follow(session, "session.usage_info") as informed,
        ):
            for prompt in ("one", "two"):
                await session.send_and_wait(prompt)
            assert (await used()).data["model"] == real.session["model"]
            info = (await informed()).data
            assert min(info["currentTokens"], info["messagesLength"], info["tokenLimit"]) > 0
        await forks(client, session, real, refused)
        await measures(session, real.session["model"])
        async with follow(session, "session.compaction_complete") as until:
            compacted = await session.request("session.history.compact")
            assert compacted["success"] is True
            assert compacted["messagesRemoved"] >= 0
            await until(success=True)
        second = [e for e in await session.get_messages() if e.type == "user.message"][1]
        async with follow(session, "session.snapshot_rewind") as until:
            cut = await session.request("session.history.truncate", {"eventId": second.id})
            assert cut["eventsRemoved"] >= 1
            await until(upToEventId=second.id)
        assert second.id not in [event.id for event in await session.get_messages()]
        assert await session.request("session.mode.get") == "interactive"
        assert "workspace" in await session.request("session.workspaces.getWorkspace")
        assert (await session.send_and_wait("after")).data["content"] == "after"
        await refused(session, "session.history.truncate", {"eventId": "missing"}, "not found")
        aside = await session.request("session.ui.ephemeralQuery", {"question": "blue?"})
        assert aside["answer"] == "blue?"
        assert "blue?" not in [text for _, text in conversation(await session.get_messages())]


@pytest.mark.exhaustive
async def test_a_full_context_is_compacted_only_where_sessions_are_endless(real, follow):
    low = {"backgroundCompactionThreshold": 0.005, "bufferExhaustionThreshold": 0.01}
    async with real.client(ECHO) as client:
        session = await client.create_session(
            infinite_sessions={"enabled": True, **low}, **real.session
        )
        async with follow(session, "session.compaction_complete") as until:
            for prompt in ("a dragon", "its castle"):
                await session.send_and_wait(prompt)
            complete = await until(success=True)
        assert complete.data["summaryContent"]
        assert (await session.send_and_wait("its treasure")).data["content"] == "its treasure"

        seen = []
        other = await client.create_session(
            infinite_sessions={"enabled": False}, on_event=seen.append, **real.session
        )
        for prompt in ("a dragon", "its castle"):
            await other.send_and_wait(prompt)
        assert not [event.type for event in seen if "compaction" in event.type]


@pytest.mark.exhaustive
async def test_the_changes_of_a_repository_are_listed(real, tmp_path):
    def git(*words):
        subprocess.run(
            ["git", "-c", "user.name=x", "-c", "user.email=x@example.com", *words],
            cwd=tmp_path,
            check=True,
            capture_output=True,
        )

    for name in ("kept.txt", "gone.txt"):
        (tmp_path / name).write_text("before\n")
    git("init")
    git("add", "kept.txt", "gone.txt")
    git("commit", "-m", "first")
    (tmp_path / "kept.txt").write_text("after\n")
    (tmp_path / "gone.txt").unlink()
    async with real.client(ECHO) as client:
        session = await client.create_session(
            working_directory=tmp_path, on_permission_request=ca.deny_all, **real.session
        )
        diff = await session.request("session.workspaces.diff", {"mode": "unstaged"})
    assert diff["requestedMode"] == "unstaged"
    changes = {change["path"]: change for change in diff["changes"]}
    assert changes["kept.txt"]["changeType"] == "modified"
    assert "after" in changes["kept.txt"]["diff"]
    assert changes["gone.txt"]["changeType"] == "deleted"
