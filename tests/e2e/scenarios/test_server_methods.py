"""Methods of the server that belong to no session, on the real CLI, through ``client.request``."""

from __future__ import annotations

import json

import pytest

import copilot_actors as ca
from copilot_actors.testing import Script

pytestmark = pytest.mark.real_cli

ECHO = Script.echo()
TIME = "2026-01-01T00:00:00Z"


@pytest.fixture
def skill_folder(tmp_path):
    """A folder with one skill."""
    skill = tmp_path / "skills" / "greet"
    skill.mkdir(parents=True)
    (skill / "SKILL.md").write_text("---\nname: greet\ndescription: greets\n---\nSay hello.\n")
    return skill.parent


async def liveness(client, refused):
    pong = await client.request("ping", {"message": "typed"})
    assert pong["message"] == "pong: typed"
    assert pong["timestamp"]
    status = await client.get_status()
    assert (bool(status["version"]), status["protocolVersion"]) == (True, 3)
    tools = (await client.request("tools.list"))["tools"]
    assert tools
    assert all(tool["name"].strip() for tool in tools)
    for method, params in (
        ("httpResponseStart", {"status": 200, "statusText": "OK", "headers": {}}),
        ("httpResponseChunk", {"data": "x", "binary": False, "end": False}),
        ("httpResponseChunk", {"data": "", "end": True, "error": {"message": "no"}}),
    ):
        answer = await client.request(f"llmInference.{method}", {"requestId": "none", **params})
        assert answer["accepted"] is False
    await refused(client, "agentRegistry.spawn", {"cwd": "/"}, "not enabled")
    await refused(client, "sessions.connect", {"sessionId": "remote-1"}, "sessions.connect")
    opened = await client.request("sessions.open", {"kind": "resumeLast"})
    assert opened["status"] == "not_found"
    assert opened.get("sessionId") is None


async def discovery(client, folder, project):
    ask = client.request
    where = {"projectPaths": [str(project)]}
    assert (await ask("mcp.discover", {"workingDirectory": str(project)}))["servers"] == []
    for enabled, disabled in ((True, []), (False, ["greet"]), (True, [])):
        await ask("skills.config.setDisabledSkills", {"disabledSkills": disabled})
        found = await ask("skills.discover", {"skillDirectories": [str(folder)]})
        [skill] = [item for item in found["skills"] if item["name"] == "greet"]
        assert (skill["enabled"], skill["description"]) == (enabled, "greets")
        assert skill["path"].endswith("greet/SKILL.md")
    for kind, hidden in (
        ("skills", "excludeHostSkills"),
        ("agents", "excludeHostAgents"),
        ("instructions", "excludeHostInstructions"),
    ):
        paths = (await ask(f"{kind}.getDiscoveryPaths", {**where, hidden: True}))["paths"]
        assert any(
            path["projectPath"] == str(project) and path["preferredForCreation"] for path in paths
        )
    assert (await ask("agents.discover", {**where, "excludeHostAgents": True}))["agents"] == []
    instructions = await ask("instructions.discover", {**where, "excludeHostInstructions": True})
    assert instructions["sources"] == []


async def settings(client):
    known = (await client.request("user.settings.get"))["settings"]
    name = next(key for key, item in known.items() if isinstance(item["value"], bool))
    for value, default in ((not known[name]["value"], False), (None, True)):
        await client.request("user.settings.set", {"settings": {name: value}})
        now = (await client.request("user.settings.get"))["settings"][name]
        assert now["isDefault"] is default
        if value is not None:
            assert now["value"] is value
    await client.request("mcp.config.reload")


async def remote_control(client, refused):
    for method, params, more in (
        ("getRemoteControlStatus", {}, {}),
        ("setRemoteControlSteering", {"enabled": False}, {}),
        ("stopRemoteControl", {}, {"stopped": False}),
        (
            "transferRemoteControl",
            {"toSessionId": "to", "expectedFromSessionId": "from"},
            {"transferred": False},
        ),
    ):
        answer = await client.request(f"sessions.{method}", params)
        assert answer == {"status": {"state": "off"}, **more}
    config = {"explicit": False, "remote": False, "silent": True, "steerable": False}
    await refused(
        client, "sessions.startRemoteControl", {"sessionId": "none", "config": config}, "session"
    )


async def test_the_server_answers_for_itself(real, refused, skill_folder, tmp_path):
    async with real.client(ECHO) as client:
        await liveness(client, refused)
        await discovery(client, skill_folder, tmp_path)
        await settings(client)
        await remote_control(client, refused)


async def find_and_inspect(client, session_id, folder):
    ask = client.request
    await ask("sessions.save", {"sessionId": session_id})
    filtered = {"filter": {"cwd": str(folder)}, "metadataLimit": 0}
    [listed] = (await ask("sessions.list", filtered))["sessions"]
    assert (listed["sessionId"], listed["isRemote"]) == (session_id, False)
    found = await ask("sessions.findByPrefix", {"prefix": session_id[:8]})
    assert found.get("sessionId") in {None, session_id}
    assert (await ask("sessions.findByTaskId", {"taskId": "none"})).get("sessionId") is None
    last = await ask("sessions.getLastForContext", {"context": {"cwd": str(folder)}})
    assert last.get("sessionId") in {None, session_id}
    assert all(size >= 0 for size in (await ask("sessions.getSizes"))["sizes"].values())
    used = await ask("sessions.checkInUse", {"sessionIds": [session_id, "none"]})
    assert "none" not in used["inUse"]
    basic = {"isRemote": False, "modifiedTime": TIME, "startTime": TIME, "name": "basic"}
    known = {"sessionId": session_id, "context": {"cwd": str(folder)}}
    [rich] = (await ask("sessions.enrichMetadata", {"sessions": [{**basic, **known}]}))["sessions"]
    assert rich["sessionId"] == session_id
    assert rich["context"]["cwd"] == str(folder)


async def hooks_and_plugins(client, session_id):
    ask = client.request
    await ask("sessions.setAdditionalPlugins", {"plugins": []})
    await ask("sessions.reloadPluginHooks", {"sessionId": session_id, "deferRepoHooks": True})
    loaded = await ask("sessions.loadDeferredRepoHooks", {"sessionId": session_id})
    assert loaded == {"startupPrompts": [], "hookCount": 0}


async def remote_flags(session, client):
    off = await session.request("session.remote.enable", {"mode": "off"})
    assert off["remoteSteerable"] is False
    assert not off.get("url")
    await session.request("session.remote.disable")
    for flag in (True, False):
        await session.request("session.remote.notifySteerableChanged", {"remoteSteerable": flag})
        kept = await client.request(
            "sessions.getPersistedRemoteSteerable", {"sessionId": session.session_id}
        )
        assert kept == {"remoteSteerable": flag}
    changes = [
        event.data["remoteSteerable"]
        for event in await session.get_messages()
        if event.type == "session.remote_steerable_changed"
    ]
    assert changes == [True, False]


async def test_stored_sessions_are_found_flagged_pruned_and_deleted(real, tmp_path):
    async with real.client(ECHO) as client:
        session = await client.create_session(working_directory=tmp_path, **real.session)
        await session.send_and_wait("one")
        session_id = session.session_id
        await find_and_inspect(client, session_id, tmp_path)
        [summary] = await client.list_sessions()
        assert (summary.session_id, summary.is_remote) == (session_id, False)
        assert summary.start_time <= summary.modified_time
        assert summary.context["cwd"] == str(tmp_path)
        await hooks_and_plugins(client, session_id)
        await remote_flags(session, client)
        await session.disconnect()
        await client.request("sessions.close", {"sessionId": session_id})
        await client.request("sessions.releaseLock", {"sessionId": session_id})
        pruned = await client.request(
            "sessions.pruneOld",
            {
                "olderThanDays": 0,
                "dryRun": True,
                "includeNamed": True,
                "excludeSessionIds": [],
            },
        )
        assert pruned["dryRun"] is True
        assert pruned["deleted"] == []
        deleted = await client.request("sessions.bulkDelete", {"sessionIds": [session_id, "none"]})
        assert deleted["freedBytes"][session_id] >= 0
        assert await client.list_sessions() == []
        with pytest.raises(ca.SessionNotFound):
            await client.resume_session(session_id, **real.session)


@pytest.fixture
def marketplace(tmp_path):
    """A marketplace on disk that offers one plugin with one skill."""
    plugin = tmp_path / "market" / "helper"
    plugin.mkdir(parents=True)
    offer = {"name": "helper", "source": "./helper", "description": "helps", "version": "1.0.0"}
    (plugin.parent / "marketplace.json").write_text(
        json.dumps(
            {
                "name": "market",
                "owner": {"name": "owner"},
                "metadata": {"description": "local"},
                "plugins": [offer],
            }
        )
    )
    (plugin / "SKILL.md").write_text("---\nname: helped\ndescription: helps\n---\nHelp.\n")
    (plugin / "plugin.json").write_text(json.dumps({"name": "helper", "version": "1.0.0"}))
    return plugin.parent


async def enabled(client):
    plugins = (await client.request("plugins.list"))["plugins"]
    return {plugin["name"]: plugin["enabled"] for plugin in plugins}


@pytest.mark.exhaustive
async def test_plugins_of_a_local_marketplace_come_and_go(real, marketplace):
    async with real.client(ECHO) as client:
        ask = client.request
        assert await ask("plugins.marketplaces.add", {"source": str(marketplace)}) == {
            "name": "market"
        }
        names = {"names": ["helper@market"]}
        installed = await ask("plugins.install", {"source": "helper@market"})
        assert installed["plugin"]["marketplace"] == "market"
        assert installed["skillsInstalled"] >= 1
        assert installed.get("deprecationWarning") is None
        assert await enabled(client) == {"helper": True}
        await ask("plugins.disable", names)
        assert await enabled(client) == {"helper": False}
        await ask("plugins.enable", names)
        assert await enabled(client) == {"helper": True}
        updated = await ask("plugins.update", {"name": "helper@market"})
        assert (updated["previousVersion"], updated["newVersion"]) == ("1.0.0", "1.0.0")
        assert updated["skillsInstalled"] >= 1
        [result] = (await ask("plugins.updateAll"))["results"]
        assert (result["name"], result["success"]) == ("helper", True)
        markets = (await ask("plugins.marketplaces.list"))["marketplaces"]
        assert {item["name"]: item["isDefault"] for item in markets}["market"] is False
        [offer] = (await ask("plugins.marketplaces.browse", {"name": "market"}))["plugins"]
        assert offer["description"] == "helps"
        [fresh] = (await ask("plugins.marketplaces.refresh", {"name": "market"}))["results"]
        assert fresh["success"] is True
        await ask("plugins.uninstall", {"name": "helper@market"})
        removed = await ask("plugins.marketplaces.remove", {"name": "market"})
        assert removed == {"removed": True}
        left = (await ask("plugins.marketplaces.list"))["marketplaces"]
        assert "market" not in [item["name"] for item in left]
        direct = await ask("plugins.install", {"source": str(marketplace / "helper")})
        assert "deprecated" in direct["deprecationWarning"].lower()
        assert direct["plugin"]["marketplace"] == ""
        await ask(
            "plugins.uninstall",
            {"name": "helper", "directSourceId": direct["plugin"]["directSourceId"]},
        )
        assert await enabled(client) == {}
