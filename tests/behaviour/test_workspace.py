"""The workspace of an open session and the compaction of its history, typed, in both worlds."""

from __future__ import annotations

import msgspec
import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script, Silence, Text

SUMMARY = "detailed summary of the conversation"


def choose(request):
    return Text("the summary") if SUMMARY in request.prompt else Text("ok")


def never_summarize(request):
    return Silence() if SUMMARY in request.prompt else Text("ok")


@pytest.mark.exhaustive("real")
async def test_files_are_written_listed_and_read(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(**world.session_options)
        workspace = session.workspace
        assert await workspace.list_files() == ()
        await workspace.write_file("notes.txt", "é\r\n")
        await workspace.write_file("a/b.txt", "one")
        await workspace.write_file("a/b.txt", "two")
        assert await workspace.list_files() == ("a/b.txt", "notes.txt")
        assert await workspace.read_file("notes.txt") == "é\r\n"
        assert await workspace.read_file("a/b.txt") == "two"


@pytest.mark.exhaustive("real")
async def test_what_is_not_there_is_none(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(**world.session_options)
        workspace = session.workspace
        await workspace.write_file("a/b.txt", "")
        assert await workspace.read_file("a/b.txt") == ""
        assert await workspace.read_file("none") is None
        assert await workspace.read_file("a") is None
        assert await workspace.read_plan() is None
        assert await workspace.list_checkpoints() == ()
        assert await workspace.read_checkpoint(1) is None
        await workspace.delete_plan()


BAD_PATHS = [
    "",
    None,
    3,
    "/etc/hostname",
    "..",
    "../plan.md",
    "a/../b",
    "./a",
    "a//b",
    "a/",
    ".",
    "a\\b",
    "..\\plan.md",
    "C:\\x",
    "c:x",
    "nul\0",
    "x" * 256,
    "é" * 128,
]


@pytest.mark.parametrize("world_name", ["simulator"], indirect=True)
async def test_a_path_that_could_lead_elsewhere_is_refused_before_anything_is_sent(
    world, monkeypatch
):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(**world.session_options)
        workspace = session.workspace
        asked = []
        session_request = type(session)._request

        async def counted(self, method, *arguments, **options):
            asked.append(method)
            return await session_request(self, method, *arguments, **options)

        monkeypatch.setattr(type(session), "_request", counted)
        for path in BAD_PATHS:
            for call in (workspace.read_file(path), workspace.write_file(path, "x")):
                with pytest.raises(ca.InvalidOption) as caught:
                    await call
                assert caught.value.option == "path"
        for content in (None, b"x", 3):
            with pytest.raises(ca.InvalidOption, match="content"):
                await workspace.write_file("a", content)
            with pytest.raises(ca.InvalidOption, match="content"):
                await workspace.update_plan(content)
        for number in (-1, True, 1.0, "1", None, 1 << 32):
            with pytest.raises(ca.InvalidOption, match="number"):
                await workspace.read_checkpoint(number)
        for instructions in (3, b"x", "x" * 4001):
            with pytest.raises(ca.InvalidOption, match="custom_instructions"):
                await session.compact(instructions)
        assert asked == []
        assert await workspace.list_files() == ()


@pytest.mark.exhaustive("real")
async def test_the_plan_is_written_read_and_deleted_and_events_tell_of_it(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(**world.session_options)
        told = []
        await session.on("session.plan_changed", lambda event: told.append(event.data.operation))
        await session.on(
            "session.workspace_file_changed", lambda event: told.append(event.data.path)
        )
        workspace = session.workspace
        await workspace.update_plan("# Plan\n")
        await workspace.update_plan("")
        assert await workspace.read_plan() == ""
        await workspace.delete_plan()
        assert await workspace.read_plan() is None
        await workspace.write_file("x", "y")
        with trio.fail_after(5):
            while len(told) < 4:  # events come when they come  # noqa: ASYNC110
                await trio.sleep(0.01)
        assert told == ["create", "update", "delete", "x"]


@pytest.mark.exhaustive("real")
async def test_a_compaction_leaves_a_checkpoint_and_a_visible_state(world):
    async with world.client(choose) as client:
        session = await client.create_session(session_id="s", **world.session_options)
        assert session.compaction == ca.CompactionStatus()
        with pytest.raises(ca.RpcError, match="Nothing to compact"):
            await session.compact()
        await session.send_and_wait("one")
        status = session.compaction
        assert (status.running, status.started, status.last.success) == (False, 1, False)
        assert "Nothing to compact" in status.last.error
        over = trio.Event()
        await session.on("session.compaction_complete", lambda event: over.set())
        result = await session.compact("look at the numbers")
        assert result.success
        assert result.summary_content == "the summary"
        assert "look at the numbers" in world.last_request().prompt
        await over.wait()
        status = session.compaction
        assert (status.running, status.started, status.last.success) == (False, 2, True)
        assert not session.compacting
        assert status.last.trigger == "manual"
        assert status.last.messages_removed == result.messages_removed
        (checkpoint,) = await session.workspace.list_checkpoints()
        assert checkpoint.number == 1
        assert checkpoint.filename.startswith("001-")
        assert await session.workspace.read_checkpoint(1) == "the summary"
        assert (await session.send_and_wait("two")).data.content == "ok"


@pytest.mark.exhaustive("real")
async def test_a_compaction_can_be_cancelled(world):
    async with world.client(never_summarize) as client:
        session = await client.create_session(**world.session_options)
        assert await session.cancel_compaction() is False
        await session.send_and_wait("one")
        began = trio.Event()
        await session.on("session.compaction_start", lambda event: began.set())
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def compact():
                with pytest.raises(ca.RpcError):
                    await session.compact()

            await began.wait()
            assert session.compaction == ca.CompactionStatus(running=True, started=1)
            assert session.state == "idle"
            assert await session.cancel_compaction() is True
        assert not session.compaction.running
        assert session.compaction.started == 1
        assert (await session.send_and_wait("two")).data.content == "ok"


async def test_a_kill_while_it_compacts_is_told_and_the_session_goes_on(world):
    async with world.client(never_summarize) as client:
        session = await client.create_session(**world.session_options)
        await session.send_and_wait("one")
        began = trio.Event()
        await session.on("session.compaction_start", lambda event: began.set())
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def compact():
                with pytest.raises(ca.ConnectionFault):
                    await session.compact()

            await began.wait()
            world.kill(client)
        assert (await session.send_and_wait("two")).data.content == "ok"
        assert session.compaction == ca.CompactionStatus(started=1)


@pytest.mark.exhaustive("real")
async def test_the_workspace_is_there_while_the_session_is_paused_or_recovers(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(passivate_after=0.1, **world.session_options)
        await session.send_and_wait("one")
        await session.workspace.write_file("a", "1")
        with trio.fail_after(20):
            await session.wait_state("paused")
            assert await session.workspace.read_file("a") == "1"
        world.kill(client)
        with trio.fail_after(20):
            await session.workspace.write_file("b", "2")
            assert await session.workspace.list_files() == ("a", "b")
            assert await session.workspace.read_plan() is None


@pytest.mark.exhaustive("real")
async def test_a_closed_session_has_no_workspace_any_more(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(**world.session_options)
        workspace = session.workspace
        await session.disconnect()
        for call in (workspace.list_files(), session.compact(), session.cancel_compaction()):
            with pytest.raises(ca.SessionClosed):
                await call
        assert session.compaction == ca.CompactionStatus()


@pytest.mark.parametrize("world_name", ["simulator"], indirect=True)
async def test_what_a_newer_cli_says_of_a_compaction_is_no_fault(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(session_id="s", **world.session_options)
        odd = {"success": "yes", "preCompactionTokens": "many", "trigger": 3, "new": [1]}
        seen = trio.Event()
        await session.on("session.compaction_complete", lambda event: seen.set())
        world.simulator.emit("s", "session.compaction_complete", odd)
        await seen.wait()
        assert session.compaction.last == ca.CompactionOutcome(success=False)
        assert msgspec.json.encode(session.compaction)
