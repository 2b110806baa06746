"""Sessions whose files the program has itself, in both worlds."""

from __future__ import annotations

import errno
import json

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script, Text, ToolCall, ToolCalls

LOG = "/session-state/events.jsonl"


def types_in(text):
    return [json.loads(line)["type"] for line in text.splitlines()]


class Files(ca.SessionFileSystem):
    """A file system that can be told to fail, to be slow, or to answer oddly."""

    def __init__(self):
        self.inner = ca.InMemoryFileSystem()
        self.before = {}
        self.instead = {}
        self.calls = []

    async def call(self, name, *args, **options):
        self.calls.append((name, args))
        before = self.before.get(name)
        if before is not None:
            await before(*args)
        if name in self.instead:
            return self.instead[name]
        return await getattr(self.inner, name)(*args, **options)

    async def read_file(self, path):
        return await self.call("read_file", path)

    async def write_file(self, path, content, *, mode=None):
        await self.call("write_file", path, content, mode=mode)

    async def append_file(self, path, content, *, mode=None):
        await self.call("append_file", path, content, mode=mode)

    async def exists(self, path):
        return await self.call("exists", path)

    async def stat(self, path):
        return await self.call("stat", path)

    async def mkdir(self, path, *, recursive=False, mode=None):
        await self.call("mkdir", path, recursive=recursive, mode=mode)

    async def readdir_with_types(self, path):
        return await self.call("readdir_with_types", path)

    async def rm(self, path, *, recursive=False, force=False):
        await self.call("rm", path, recursive=recursive, force=force)

    async def rename(self, src, dest):
        await self.call("rename", src, dest)


def fails(times=-1, error=None):
    left = [times]

    async def fail(path, *_):
        if path.endswith("events.jsonl") and left[0]:
            left[0] -= 1
            raise error or OSError(errno.ENOSPC, "no space left on device")

    return fail


@pytest.mark.exhaustive("real")
async def test_the_files_of_a_session_are_in_the_file_system_of_the_program(world):
    files = ca.InMemoryFileSystem()
    async with world.client(Script.echo(), session_file_system=files) as client:
        session = await client.create_session(session_id="s", **world.session_options)
        await session.send_and_wait("hello")
        assert session.workspace_path == "/session-state"
        logged = types_in(await files.read_file("/s" + LOG))
        assert logged[0] == "session.start"
        assert "user.message" in logged
        assert await files.exists("/s/session-state/workspace.yaml")


async def test_a_session_is_resumed_from_the_files_of_the_program_after_a_kill(world):
    files = ca.InMemoryFileSystem()
    async with world.client(Script.echo(), session_file_system=files) as client:
        session = await client.create_session(session_id="s", **world.session_options)
        await session.send_and_wait("one")
        world.kill(client)
        answer = await session.send_and_wait("two")
        assert answer.data.content == "two"
        said = [e.data.content for e in await session.get_messages() if e.type == "user.message"]
        assert said == ["one", "two"]


async def test_a_kill_in_the_middle_of_a_turn_loses_and_repeats_nothing(world):
    files = ca.InMemoryFileSystem()
    ran = []

    @ca.tool(skip_permission=True)
    async def touch(n: int) -> str:
        """Count."""
        ran.append(n)
        world.kill(client)
        return "done"

    script = Script.by_prompt({"go": [ToolCalls([ToolCall("touch", {"n": 1})]), Text("over")]})
    async with world.client(script, session_file_system=files) as client:
        session = await client.create_session(tools=[touch], **world.session_options)
        answer = await session.send_and_wait("go")
        assert answer.data.content == "over"
        assert ran == [1]
        events = [e.type for e in await session.get_messages()]
        assert events.count("user.message") == 1


@pytest.mark.exhaustive("real")
async def test_another_client_with_the_same_files_resumes_and_deletes_the_session(world):
    files = ca.InMemoryFileSystem()
    async with world.client(Script.echo(), session_file_system=files) as client:
        session = await client.create_session(session_id="s", **world.session_options)
        await session.send_and_wait("one")
        await session.disconnect()
        async with world.second_client(session_file_system=files) as second:
            with pytest.raises(ca.SessionAlreadyExists):
                await second.create_session(session_id="s", **world.session_options)
            again = await second.resume_session("s", **world.session_options)
            await again.send_and_wait("two")
            assert (await second.get_session_metadata("s")).session_id == "s"
            await second.delete_session("s")
            await second.delete_session("s")
            assert await second.get_session_metadata("s") is None
            with pytest.raises(ca.SessionNotFound):
                await second.resume_session("s", **world.session_options)
    assert files.paths == []


@pytest.mark.exhaustive("real")
async def test_sessions_are_kept_apart_and_a_function_says_where(world):
    base = ca.InMemoryFileSystem()

    def of(session_id):
        tenant = session_id.partition("-")[0]
        return ca.NamespacedFileSystem(base, f"{tenant}/{session_id}")

    async with world.client(Script.echo(), session_file_system=of) as client:
        for name in ("ann-1", "bob-1"):
            session = await client.create_session(session_id=name, **world.session_options)
            await session.send_and_wait(name)
    for name, other in (("ann", "bob"), ("bob", "ann")):
        text = await base.read_file(f"/{name}/{name}-1{LOG}")
        assert f"{name}-1" in text
        assert f"{other}-1" not in text


@pytest.mark.exhaustive("real")
async def test_the_working_directory_is_made_and_the_tools_of_the_model_work_in_it(world):
    files = ca.InMemoryFileSystem()
    script = Script.by_prompt(
        {
            "write": [
                ToolCalls([ToolCall("create", {"path": "/repo/a.txt", "file_text": "by hand"})]),
                Text("written"),
            ]
        }
    )
    async with world.client(script, session_file_system=files) as client:
        session = await client.create_session(
            session_id="s",
            working_directory="/repo",
            on_permission_request=ca.approve_all,
            **world.session_options,
        )
        await session.send_and_wait("write")
    assert await files.read_file("/s/repo/a.txt") == "by hand"


@pytest.mark.exhaustive("real")
async def test_two_open_sessions_cannot_share_one_file_system(world):
    one = ca.InMemoryFileSystem()
    async with world.client(Script.echo(), session_file_system=lambda _: one) as client:
        await client.create_session(session_id="a", **world.session_options)
        with pytest.raises(ca.InvalidOption, match="'a' and 'b' would share one file system"):
            await client.create_session(session_id="b", **world.session_options)


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("what", [lambda _: 1 / 0, lambda _: "nothing"], ids=["raises", "wrong"])
async def test_a_function_that_gives_no_file_system_opens_no_session(world, what):
    async with world.client(Script.echo(), session_file_system=what) as client:
        with pytest.raises(ca.InvalidOption, match="the function"):
            await client.create_session(**world.session_options)
        assert client.statistics().sessions == 0


@pytest.mark.exhaustive("real")
async def test_the_file_system_cannot_be_changed_while_sessions_are_open(world):
    async with world.client(Script.echo(), session_file_system=ca.InMemoryFileSystem()) as client:
        await client.create_session(**world.session_options)
        with pytest.raises(ca.RpcError, match="while sessions are active"):
            await client.rpc.session_fs.set_provider(
                initial_cwd="/", session_state_path="/elsewhere", conventions="posix"
            )


@pytest.mark.exhaustive("real")
async def test_a_log_that_cannot_be_written_for_a_moment_holds_up_its_turn_only(world):
    broken, sound = Files(), Files()
    files = {"broken": broken, "sound": sound}
    async with world.client(Script.echo(), session_file_system=files.get) as client:
        first = await client.create_session(session_id="broken", **world.session_options)
        second = await client.create_session(session_id="sound", **world.session_options)
        await first.send_and_wait("one")
        broken.before["append_file"] = fails(2)
        assert (await first.send_and_wait("two", timeout=20)).data.content == "two"
        assert (await second.send_and_wait("other")).data.content == "other"
        assert client.statistics().file_system_faults == 2
    assert types_in(await broken.inner.read_file(LOG)).count("user.message") == 2


@pytest.mark.exhaustive("real")
async def test_a_file_system_that_is_refused_at_the_start_opens_no_session(world):
    files = Files()

    async def deny(*_):
        raise PermissionError(errno.EACCES, "Permission denied")

    files.before["write_file"] = deny
    async with world.client(Script.echo(), session_file_system=lambda _: files) as client:
        with pytest.raises(ca.CopilotError, match="EACCES: Permission denied"):
            await client.create_session(**world.session_options)
        del files.before["write_file"]
        session = await client.create_session(**world.session_options)
        assert (await session.send_and_wait("one")).data.content == "one"


@pytest.mark.exhaustive("real")
async def test_a_log_that_cannot_be_looked_for_is_not_taken_for_a_missing_one(world):
    files = Files()
    async with world.client(Script.echo(), session_file_system=lambda _: files) as client:
        session = await client.create_session(session_id="s", **world.session_options)
        await session.send_and_wait("one")
        before = await files.inner.read_file(LOG)
        await session.disconnect()
        files.before["exists"] = files.before["read_file"] = fails(-1, RuntimeError("secret"))
        with pytest.raises(ca.CopilotError) as failure:
            await client.resume_or_create_session("s", **world.session_options)
        assert not isinstance(failure.value, ca.SessionNotFound)
        assert "secret" not in str(failure.value)
        files.before.clear()
        assert (await files.inner.read_file(LOG)).startswith(before)
        session = await client.resume_session("s", **world.session_options)
        assert (await session.send_and_wait("two")).data.content == "two"


@pytest.mark.exhaustive("real")
async def test_a_slow_file_system_is_over_its_limit_and_touches_no_other_session(world):
    slow, sound = Files(), Files()
    option = ca.SessionFiles(file_system={"slow": slow, "sound": sound}.get, timeout=0.5)

    async def sleep(*_):
        await trio.sleep(60)  # a real CLI keeps real time

    async with world.client(Script.echo(), session_file_system=option) as client:
        slow.before["mkdir"] = sleep
        with pytest.raises(ca.CopilotError, match="no answer in time"):
            await client.create_session(session_id="slow", **world.session_options)
        session = await client.create_session(session_id="sound", **world.session_options)
        assert (await session.send_and_wait("one")).data.content == "one"
        assert client.statistics().handler_timeouts >= 1


@pytest.mark.exhaustive("real")
async def test_a_file_system_that_waits_for_its_own_session_is_told_at_once(world):
    files, seen = Files(), []
    async with world.client(Script.echo(), session_file_system=lambda _: files) as client:
        session = await client.create_session(**world.session_options)

        async def ask(*_):
            files.before.clear()
            try:
                await session.send_and_wait("and now?")
            except ca.WouldDeadlock as error:
                seen.append(error)

        files.before["append_file"] = ask
        assert (await session.send_and_wait("one")).data.content == "one"
        assert len(seen) == 1


@pytest.mark.exhaustive("real")
async def test_sessions_in_one_file_system_are_listed_and_one_that_is_damaged_hides_no_other(world):
    files = ca.InMemoryFileSystem()
    async with world.client(Script.echo(), session_file_system=files) as client:
        for name, directory in (("a", "/one"), ("b", "/two")):
            session = await client.create_session(
                session_id=name, working_directory=directory, **world.session_options
            )
            await session.send_and_wait(name)
            await session.disconnect()
        await files.write_file(f"/damaged{LOG}", "no log\n")
        await files.mkdir(f"/unreadable{LOG}", recursive=True)
        await files.mkdir("/empty")
        await files.write_file("/not a session/file", "")
        listed = {summary.session_id: summary for summary in await client.list_sessions()}
        assert set(listed) == {"a", "b", "damaged", "unreadable"}
        assert listed["a"].start_time <= listed["a"].modified_time
        there = await client.list_sessions(ca.SessionFilter(cwd="/two"))
        assert [summary.session_id for summary in there] == ["b"]
        report = await client.prune_sessions(0, exclude=["b"])
        assert report.deleted == ("a",)
        assert "b" in {summary.session_id for summary in await client.list_sessions()}
        assert not await files.exists(f"/a{LOG}")


@pytest.mark.exhaustive("real")
async def test_the_history_can_be_read_in_pages_from_either_end(world):
    files = ca.InMemoryFileSystem()
    async with world.client(Script.echo(), session_file_system=files) as client:
        session = await client.create_session(session_id="s", **world.session_options)
        await session.send_and_wait("one")
        await session.disconnect()
        log = [json.loads(x)["id"] for x in (await files.read_file("/s" + LOG)).splitlines()]
        for direction in ("forward", "backward"):
            ids, cursor, more = [], {}, True
            while more:
                page = await client.request(
                    "sessions.readPersistedEvents",
                    {"sessionId": "s", "max": 2, "direction": direction, **cursor},
                )
                found = [event["id"] for event in page["events"]]
                ids = [*ids, *found] if direction == "forward" else [*found, *ids]
                cursor, more = {"cursor": page["cursor"]}, page["hasMore"]
            assert ids == log
