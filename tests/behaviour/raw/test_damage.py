"""Damaged logs: what is repaired, what is refused, what is read past (protocol, section 7.3)."""

import json

import pytest

from copilot_actors.testing import Script

SESSION = "s-1"
FUTURE = {
    "type": "future.thing",
    "data": {},
    "id": "00000000-0000-4000-8000-000000000000",
    "timestamp": "2026-01-01T00:00:00.000Z",
    "parentId": None,
}


def torn(lines):
    return b"\n".join(lines)[:-30], [len(lines)], False


def garbage(lines):
    return b"\n".join([*lines[:3], b"garbage{", *lines[3:], b""]), [4], False


def nuls(lines):
    return b"\n".join([*lines, b"\0" * 20]), [len(lines) + 1], False


def start_moved(lines):
    return b"\n".join([*lines[1:3], lines[0], *lines[3:], b""]), [], True


def start_missing(lines):
    return b"\n".join([*lines[1:], b""])


def no_newline(lines):
    return b"\n".join(lines)


def unknown_event(lines):
    return b"\n".join([*lines[:3], json.dumps(FUTURE).encode(), *lines[3:], b""])


def one_removed(lines):
    return b"\n".join([*lines[:2], *lines[3:], b""])


def empty(lines):
    del lines
    return b""


async def damaged(world, damage):
    client = await world.start()
    await client.open()
    await client.turn("x")
    await world.kill(client)
    changed = damage(world.journal().splitlines())
    data, *report = changed if isinstance(changed, tuple) else (changed,)
    world.set_journal(data)
    return report


@pytest.mark.parametrize("allow", [None, True])
@pytest.mark.parametrize("damage", [torn, garbage, nuls, start_moved])
@pytest.mark.exhaustive("real")
async def test_repairable_damage_is_repaired_and_reported(open_world, log_of, damage, allow):
    async with open_world(Script.echo()) as world:
        numbers, moved = await damaged(world, damage)
        client = await world.start()
        extra = {} if allow is None else {"allowTranscriptRecovery": allow}
        reply = await client.resume(**extra)
        recovery = reply["transcriptRecovery"]
        assert recovery["invalidLineNumbers"] == numbers
        assert recovery["sessionStartMoved"] is moved
        assert "events.jsonl.backup-before-recovery-" in recovery["plannedBackupPath"]
        await client.turn("y")
        kinds = log_of(world)
        assert kinds[0] == "session.start"
        assert kinds.count("user.message") == 2


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("damage", [torn, garbage, nuls, start_moved])
async def test_repairable_damage_is_refused_if_the_client_says_so(open_world, damage):
    async with open_world(Script.echo()) as world:
        numbers, moved = await damaged(world, damage)
        client = await world.start()
        with pytest.raises(Exception, match="transcript recovery rejected") as caught:
            await client.resume(allowTranscriptRecovery=False)
        assert caught.value.code == -32075
        assert caught.value.data == {"invalidLineNumbers": numbers, "sessionStartMoved": moved}


@pytest.mark.parametrize(
    ("damage", "match"),
    [(start_missing, "corrupted or incompatible"), (empty, "Session not found")],
)
@pytest.mark.exhaustive("real")
async def test_some_damage_is_beyond_repair(open_world, damage, match):
    async with open_world(Script.echo()) as world:
        await damaged(world, damage)
        client = await world.start()
        with pytest.raises(Exception, match=match) as caught:
            await client.resume()
        assert caught.value.code == -32603


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("damage", [no_newline, unknown_event, one_removed])
async def test_some_damage_is_none(open_world, damage):
    async with open_world(Script.echo()) as world:
        await damaged(world, damage)
        client = await world.start()
        reply = await client.resume(allowTranscriptRecovery=False)
        assert "transcriptRecovery" not in reply
        await client.turn("y")
        messages = await client.call("session.getMessages", sessionId=SESSION)
        kinds = [event["type"] for event in messages["events"]]
        assert "future.thing" not in kinds
        assert kinds.count("user.message") == 2


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("damage", [torn, nuls])
async def test_reading_the_log_leaves_a_torn_end_out(open_world, damage):
    async with open_world(Script.echo()) as world:
        await damaged(world, damage)
        client = await world.start()
        page = await client.call("sessions.readPersistedEvents", sessionId=SESSION)
        kinds = [event["type"] for event in page["events"]]
        assert kinds[0] == "session.start"
        assert page["cursorStatus"] == "ok"


@pytest.mark.exhaustive("real")
async def test_reading_the_log_fails_at_garbage_in_its_middle(open_world):
    async with open_world(Script.echo()) as world:
        await damaged(world, garbage)
        client = await world.start()
        with pytest.raises(Exception, match="Failed to read persisted event journal"):
            await client.call("sessions.readPersistedEvents", sessionId=SESSION)
