"""A log that is found damaged: repaired and reported, or refused, as the options say."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import (
    DamageJournal,
    FrameMatch,
    Kill,
    Script,
    Text,
    ToolCall,
    ToolCalls,
)

SESSION = "s"
SCRIPT = Script.echo()


class Log:
    """The log of the session, in either world."""

    def __init__(self, world):
        self.world = world

    @property
    def path(self):
        return Path(self.world.home, "session-state", SESSION, "events.jsonl")

    @property
    def data(self):
        if self.world.name == "simulator":
            return self.world.simulator.store.journal(SESSION).data
        return self.path.read_bytes()

    @data.setter
    def data(self, data):
        if self.world.name == "simulator":
            self.world.simulator.store.journal(SESSION).data = data
        else:
            self.path.write_bytes(data)


@pytest.fixture
def log(world):
    return Log(world)


FUTURE = b'{"type":"future.thing","data":{},"id":"f","timestamp":"2026-01-01T00:00:00.000Z"}'


def torn(lines):
    return b"\n".join(lines)[:-30], [len(lines)], False


def garbage(lines):
    return b"\n".join([*lines[:3], b"garbage{", *lines[3:], b""]), [4], False


def start_moved(lines):
    return b"\n".join([*lines[1:3], lines[0], *lines[3:], b""]), [], True


def after_a_future_record(lines):
    return b"\n".join([FUTURE, *lines, b""]), [], True


def after_a_list(lines):
    return b"\n".join([b"[1]", *lines, b""]), [], True


def intact_without_newline(lines):
    return b"\n".join(lines)


def blank_lines(lines):
    return b"\n".join([lines[0], b"", b"  ", b"\0" * 5, *lines[1:], b"", b""])


def odd_records(lines):
    return b"\n".join([*lines[:3], b"[1]", b"{}", b'{"a":1}', b"7", *lines[3:], b""])


DAMAGES = [torn, garbage, start_moved, after_a_future_record, after_a_list]
HARMLESS = [intact_without_newline, blank_lines, odd_records]


async def leave(client, world):
    """Have a turn, and let the session go."""
    session = await client.create_session(session_id=SESSION, **world.session_options)
    await session.send_and_wait("before")
    await session.disconnect()


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(
            damage,
            id=damage.__name__,
            marks=() if damage in (torn, start_moved) else pytest.mark.exhaustive("real"),
        )
        for damage in DAMAGES
    ],
)
async def test_a_damaged_log_is_refused_by_line_and_left_alone_if_the_options_say_so(
    world, log, damage
):
    async with world.client(SCRIPT) as client:
        await leave(client, world)
        log.data, lines, moved = damage(log.data.splitlines())
        before = log.data
        with pytest.raises(ca.TranscriptDamaged) as caught:
            await client.resume_session(
                SESSION, allow_transcript_recovery=False, **world.session_options
            )
        assert (list(caught.value.lines), caught.value.start_moved) == (lines, moved)
        assert caught.value.segment == "events.jsonl"
        assert log.data == before
        # The same client repairs it if it may.
        session = await client.resume_session(SESSION, **world.session_options)
        report = session.transcript_recovery
        assert (report["invalidLineNumbers"], report["sessionStartMoved"]) == (lines, moved)
        await session.send_and_wait("after")


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("allow", [True, ca.UNSET], ids=["allowed", "not said"])
async def test_a_repair_is_reported_with_the_place_of_its_backup(world, log, allow):
    async with world.client(SCRIPT) as client:
        await leave(client, world)
        log.data, lines, _ = torn(log.data.splitlines())
        session = await client.resume_session(
            SESSION, allow_transcript_recovery=allow, **world.session_options
        )
        report = session.transcript_recovery
        assert report["invalidLineNumbers"] == lines
        assert "events.jsonl.backup-before-recovery-" in report["plannedBackupPath"]
        answer = await session.send_and_wait("after")
        assert answer.data.content == "after"


@pytest.mark.parametrize("change", HARMLESS)
@pytest.mark.exhaustive("real")
async def test_what_the_cli_reads_past_is_no_damage(world, log, change):
    async with world.client(SCRIPT) as client:
        await leave(client, world)
        log.data = change(log.data.splitlines())
        session = await client.resume_session(
            SESSION, allow_transcript_recovery=False, **world.session_options
        )
        assert session.transcript_recovery is None
        await session.send_and_wait("after")
        messages = [event for event in await session.get_messages() if event.type == "user.message"]
        assert len(messages) == 2


@pytest.mark.exhaustive("real")
async def test_a_log_of_skipped_records_alone_is_neither_empty_nor_recoverable(world, log):
    async with world.client(SCRIPT) as client:
        await leave(client, world)
        log.data = FUTURE + b"\n" + FUTURE + b"\n"
        for allow in (True, False):
            with pytest.raises(ca.SessionUnresumable):
                await client.resume_session(
                    SESSION, allow_transcript_recovery=allow, **world.session_options
                )


@pytest.mark.exhaustive("real")
async def test_a_report_stays_until_the_next_load_and_a_loaded_session_is_not_loaded_again(
    world, log
):
    async with world.client(SCRIPT) as client:
        await leave(client, world)
        log.data, lines, _ = garbage(log.data.splitlines())
        session = await client.resume_session(SESSION, **world.session_options)
        report = session.transcript_recovery
        assert report["invalidLineNumbers"] == lines
        # It is in memory now: what becomes of the file is no concern of a second resume.
        params = {"sessionId": SESSION, "allowTranscriptRecovery": False}
        again = await client.request("session.resume", params)
        assert "transcriptRecovery" not in again
        assert session.transcript_recovery == report
        await session.send_and_wait("after")
        await session.disconnect()
        session = await client.resume_session(SESSION, **world.session_options)
        assert session.transcript_recovery is None


AT_SECOND_ANSWER = Kill(FrameMatch(event="assistant.message", nth=2))


async def test_a_log_that_a_crash_has_damaged_is_repaired_on_the_way_and_reported(world):
    faults = [AT_SECOND_ANSWER, DamageJournal(SESSION, "garbage_line")]
    async with world.client(SCRIPT, faults=faults) as client:
        session = await client.create_session(session_id=SESSION, **world.session_options)
        ids = []
        await session.on(lambda event: event.id and ids.append(event.id))
        await session.send_and_wait("one")
        assert session.transcript_recovery is None
        answer = await session.send_and_wait("two")
        assert answer.data.content == "two"
        assert session.transcript_recovery["invalidLineNumbers"] == [4]
        assert client.statistics().recoveries == 1
        # The history was read from the CLI's memory: nothing of it is delivered twice.
        assert sorted(set(ids)) == sorted(ids)
        asked = [e.data.content for e in await session.get_messages() if e.type == "user.message"]
        assert asked == ["one", "two"]


@pytest.mark.exhaustive("real")
async def test_a_tool_that_runs_while_the_log_is_damaged_answers_the_repaired_session(world):
    runs = []
    started = trio.Event()

    async def count(arguments, invocation):
        runs.append(invocation.tool_call_id)
        started.set()
        # Long enough that the CLI dies meanwhile.
        await trio.sleep(0.6)  # a real CLI keeps real time
        return "counted"

    def choose(request):
        if request.step:
            return Text(request.tool_results[-1].content)
        return ToolCalls([ToolCall("count", {})])

    tool = ca.Tool("count", "count", {"type": "object"}, count, skip_permission=True)
    async with world.client(choose, faults=[DamageJournal(SESSION, "garbage_line")]) as client:
        session = await client.create_session(
            session_id=SESSION, tools=[tool], **world.session_options
        )
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def kill_while_the_tool_runs():
                await started.wait()
                world.kill(client)

            answer = await session.send_and_wait("go")
        assert answer.data.content == "counted"
        assert len(runs) == 1
        assert session.transcript_recovery["invalidLineNumbers"] == [4]


@pytest.mark.exhaustive("real")
async def test_a_log_that_a_crash_has_damaged_fails_its_session_alone_if_it_must_not_be_repaired(
    world,
):
    faults = [AT_SECOND_ANSWER, DamageJournal(SESSION, "garbage_line")]
    async with world.client(SCRIPT, faults=faults) as client:
        other = await client.create_session(session_id="other", **world.session_options)
        session = await client.create_session(
            session_id=SESSION, allow_transcript_recovery=False, **world.session_options
        )
        await session.send_and_wait("one")
        with trio.fail_after(60), pytest.raises(ca.SessionError) as caught:
            await session.send_and_wait("two")
        causes = [caught.value, caught.value.__cause__, getattr(caught.value, "reason", None)]
        assert any(isinstance(cause, ca.TranscriptDamaged) for cause in causes)
        await other.send_and_wait("three")
