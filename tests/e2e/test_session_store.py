"""The reader of stored sessions, on what the real CLI leaves: in order, killed and damaged."""

from __future__ import annotations

import hashlib
import json
import os
import signal
from pathlib import Path

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script, Text, ToolCall, ToolCalls

pytestmark = pytest.mark.real_cli

PASSWORD = "correct-horse-battery"


def choose(request):
    """The model: runs a command where it is asked to, echoes otherwise."""
    if request.prompt.startswith("run") and not request.step:
        arguments = {"command": f"echo ghp_{'a1' * 18}", "description": "show"}
        return ToolCalls([ToolCall("bash", arguments)])
    return Text(request.prompt[:80])


def state(real, session_id="s-1"):
    return Path(real.home, "session-state", session_id)


def stored(real, session_id="s-1"):
    return ca.SessionStore(real.home).session(session_id)


async def persisted(client, session_id="s-1"):
    """The history as the CLI itself reads it from the file."""
    events, cursor = [], None
    while True:
        params = {"sessionId": session_id, "max": 1000, **({"cursor": cursor} if cursor else {})}
        page = await client.request("sessions.readPersistedEvents", params)
        events += page["events"]
        if not page["hasMore"]:
            return events
        cursor = page["cursor"]


async def test_a_session_of_the_cli_is_read_as_the_cli_reads_it(real, tmp_path):
    async with real.client(choose) as client:
        session = await client.create_session(
            session_id="s-1", on_permission_request=ca.approve_all, **real.session
        )
        await session.send_and_wait(f"run it, the password is {PASSWORD}")
        await session.request("session.plan.update", {"content": "# Plan\n"})
        await session.request("session.name.set", {"name": "a: 'b' #c"})
        await session.request(
            "session.workspaces.createFile", {"path": "a/notes.txt", "content": "xyz"}
        )
        await session.request("session.history.compact", {})
        await session.send_and_wait("after")
        await session.request("sessions.save", {"sessionId": "s-1"})
        one = stored(real)
        assert await one.in_use() == (client.pid,)
        found = [event.raw async for event in one.events()]
        types = [event["type"] for event in found]
        assert types[0] == "session.start"
        assert types.count("user.message") == 2
        assert {"tool.execution_complete", "session.compaction_complete"} <= set(types)
        by_cli = await persisted(client)
        ids = [event["id"] for event in by_cli]
        # The CLI leaves out what its published schema does not have.
        assert [event for event in found if event["id"] in ids] == by_cli
        extra = {event["type"] for event in found if event["id"] not in ids}
        assert all(kind.startswith(("model.", "session.usage_record")) for kind in extra)
        report = await one.damage()
        assert report.ok, report
        assert report.head.events == len(found)
        await session.disconnect()
    assert await one.in_use() == ()
    assert await one.plan() == "# Plan\n"
    workspace = await one.workspace()
    assert (workspace["id"], workspace["name"]) == ("s-1", "a: 'b' #c")
    assert workspace["summary_count"] == 1
    (checkpoint,) = await one.checkpoints()
    assert checkpoint.number == 1
    assert checkpoint.title
    assert checkpoint.path.read_text()
    assert [(file.name, file.size) for file in await one.files()] == [("files/a/notes.txt", 3)]
    sizes = [path.stat().st_size for path in one.path.rglob("*") if path.is_file()]
    assert await one.size() == sum(sizes)
    for kind in ("jsonl", "markdown"):
        target = tmp_path / kind
        export = await one.export(target, format=kind, redact=ca.Redaction([PASSWORD]))
        text = target.read_text()
        assert PASSWORD not in text
        assert "ghp_" not in text
        assert "run it, the password is [redacted]" in text
        assert export.redactions >= 3


async def test_a_copy_is_resumed_in_another_home(real, tmp_path):
    async with real.client(choose) as client:
        session = await client.create_session(session_id="s-1", **real.session)
        await session.send_and_wait("remember")
    await stored(real).copy_to(tmp_path / "other" / "session-state" / "s-1")
    real.home = tmp_path / "other"
    async with real.client(choose) as client:
        session = await client.resume_session("s-1", **real.session)
        await session.send_and_wait("go on")
        messages = [
            e.data.content for e in await session.get_messages() if e.type == "user.message"
        ]
        assert messages == ["remember", "go on"]


@pytest.mark.parametrize(
    ("after", "times"),
    [
        ("assistant.message", 2),
        pytest.param("user.message", 20, marks=pytest.mark.exhaustive),
        pytest.param("assistant.message_delta", 20, marks=pytest.mark.exhaustive),
    ],
)
async def test_what_a_kill_leaves_is_read_to_its_last_whole_line(real, after, times):
    script = Script.by_prompt({}, default=Text("word " * 50, chunks=20, delay=0.01))
    async with real.client(script) as client:
        session = await client.create_session(session_id="s-1", streaming=True, **real.session)
        for number in range(times):
            async with trio.open_nursery() as nursery:

                @nursery.start_soon
                async def kill_then():
                    async with session.events(after) as stream:
                        await anext(stream)
                        os.kill(client.pid, signal.SIGKILL)

                await session.send_and_wait(f"prompt {number}")
            one = stored(real)
            events = one.events()
            found = [event async for event in events]
            report = await one.damage()
            assert report.head.events == len(found)
            assert report.head.invalid == events.skipped_lines
            assert report.head.session_starts == 1
    whole = [event async for event in stored(real).events(strict=True)]
    prompts = [event.data.content for event in whole if event.type == "user.message"]
    assert prompts == [f"prompt {number}" for number in range(times)]


# --- The report agrees with the CLI's own ------------------------------------------------------

FUTURE = b'{"type":"future.thing","data":{"x":%s},"id":"f","timestamp":"2026-01-01T00:00:00.000Z"}'


def inserted(line, at=3):
    return lambda lines: b"\n".join([*lines[:at], line, *lines[at:], b""])


DAMAGES = {
    "none": lambda lines: b"\n".join([*lines, b""]),
    "unterminated": b"\n".join,
    "torn": lambda lines: b"\n".join(lines)[:-30],
    "NUL bytes at the end": lambda lines: b"\n".join([*lines, b"\0" * 20]),
    "a line of NUL bytes": inserted(b"\0" * 20),
    "NUL bytes before an event": inserted(b"\0" * 20 + FUTURE % b"1"),
    "spaces at the end": lambda lines: b"\n".join([*lines, b"   "]),
    "a blank line": inserted(b"  "),
    "CRLF": lambda lines: b"\r\n".join([*lines, b""]),
    "garbage": inserted(b"garbage{"),
    "garbage first": inserted(b"garbage{", 0),
    "a list": inserted(b"[1]"),
    "a list first": inserted(b"[1]", 0),
    "a future event first": inserted(FUTURE % b"1", 0),
    "no type": inserted(b'{"a":1}'),
    "no UTF-8": inserted(FUTURE % b'"\xff"'),
    "half a surrogate pair": inserted(FUTURE % rb'"\ud800"'),
    "a control character": inserted(FUTURE % b'"\x01"'),
    "a float out of range": inserted(FUTURE % b"1e999"),
    "an integer out of range": inserted(FUTURE % (b"9" * 400)),
    "1,000 levels": inserted(FUTURE % (b"[" * 1000 + b"]" * 1000)),
    "NaN": inserted(FUTURE % b"NaN"),
    "a byte order mark": lambda lines: b"\xef\xbb\xbf" + b"\n".join([*lines, b""]),
    "the start moved": lambda lines: b"\n".join([*lines[1:3], lines[0], *lines[3:], b""]),
    "the start twice": lambda lines: b"\n".join([*lines, lines[0], b""]),
    "the start missing": lambda lines: b"\n".join([*lines[1:], b""]),
    "one event missing": lambda lines: b"\n".join([*lines[:2], *lines[3:], b""]),
    "nothing": lambda _: b"",
}


@pytest.mark.exhaustive
async def test_the_report_names_the_lines_that_the_cli_names(real):
    async with real.client(Script.echo()) as client:
        session = await client.create_session(session_id="s-1", **real.session)
        await session.send_and_wait("hi")
        await session.disconnect()
        lines = (state(real) / "events.jsonl").read_bytes().splitlines()
        differing = {}
        for number, (name, damage) in enumerate(DAMAGES.items()):
            session_id = f"damaged-{number}"
            await stored(real).copy_to(real.home.parent / session_id)
            (real.home.parent / session_id).rename(state(real, session_id))
            log = state(real, session_id) / "events.jsonl"
            log.write_bytes(damage(lines).replace(b'"s-1"', f'"{session_id}"'.encode()))
            head = (await stored(real, session_id).damage()).head
            ours = ("refused", head.invalid_lines, head.start_moved)
            if head.start_missing:
                ours = ("unresumable",)
            elif not head.events:
                ours = ("not found",)
            elif not head.repairable:
                ours = ("loaded",)
            try:
                loaded = await client.resume_session(
                    session_id, allow_transcript_recovery=False, **real.session
                )
                theirs = ("loaded",)
                await loaded.disconnect()
            except ca.TranscriptDamaged as error:
                theirs = ("refused", error.lines, error.start_moved)
            except ca.SessionUnresumable:
                theirs = ("unresumable",)
            except ca.SessionNotFound:
                theirs = ("not found",)
            if ours != theirs:
                differing[name] = (ours, theirs)
        assert differing == {}


async def test_a_repair_is_written_with_the_next_event_and_its_backup_is_exact(real):
    async with real.client(Script.echo()) as client:
        session = await client.create_session(session_id="s-1", **real.session)
        await session.send_and_wait("hi")
        await session.disconnect()
        log = state(real) / "events.jsonl"
        damaged = inserted(b"garbage{")(log.read_bytes().splitlines())
        log.write_bytes(damaged)
        session = await client.resume_session("s-1", **real.session)
        backup = log.with_name(Path(session.transcript_recovery["plannedBackupPath"]).name)
        assert session.transcript_recovery["plannedBackupPath"] == str(backup)
        assert backup.name.endswith(hashlib.sha256(damaged).hexdigest())
        assert log.read_bytes() == damaged
        assert not backup.exists()
        await session.send_and_wait("after")
        assert backup.read_bytes() == damaged
        report = await stored(real).damage()
        assert report.head.invalid == 0
        assert await stored(real).size() > len(damaged)


@pytest.mark.exhaustive
async def test_this_cli_does_not_rotate_and_the_option_is_refused_by_name(real):
    with pytest.raises(ca.UnsupportedOption) as caught:
        async with real.client(Script.echo(), event_log_rotation_bytes=3000):
            raise AssertionError("it opened")
    assert caught.value.option == "event_log_rotation_bytes"
    assert caught.value.cli_version
    variable = {"COPILOT_SESSION_EVENT_LOG_ROTATION_BYTES": "3000"}
    async with real.client(Script.echo()) as client:
        assert client.features.option("event_log_rotation_bytes") == "absent"
    options = real.options

    def with_variable(model, **more):
        found = options(model, **more)
        return {**found, "env": {**found["env"], **variable}}

    real.options = with_variable
    async with real.client(Script.echo()) as client:
        session = await client.create_session(session_id="s-1", **real.session)
        await session.send_and_wait("x" * 5000)
        await session.send_and_wait("y" * 5000)
    (segment,) = await stored(real).segments()
    assert segment.name == "events.jsonl"
    assert segment.size > 30_000


@pytest.mark.exhaustive
def test_memory_does_not_grow_with_the_log(report_of):
    results, code = report_of("read_store.py", "--size", "150")
    assert code == 0
    peaks = {}
    for result in results:
        peaks.setdefault(result["way"], []).append(result["peak"])
        if "events" in result and "one type" not in result["way"]:
            assert result["events"] == result["whole"]
        assert result.get("skipped", 1) == 1
    assert len(peaks) == 6
    for way, (small, large) in peaks.items():
        assert large < small + 10, (way, json.dumps(results))
        assert large < 100, way


async def test_a_fork_and_a_rewound_session_are_compared_with_their_origin(real, tmp_path):
    async with real.client(choose) as client:
        session = await client.create_session(session_id="s-1", **real.session)
        for prompt in ("one", "two"):
            await session.send_and_wait(prompt)
        await session.request("sessions.save", {"sessionId": "s-1"})
        origin = stored(real)
        await origin.copy_to(tmp_path / "session-state" / "s-1")
        backup = ca.SessionStore(tmp_path).session("s-1")
        assert (await origin.diff(backup)).relation == "equal"

        reply = await client.request("sessions.fork", {"sessionId": "s-1"})
        fork = stored(real, reply["sessionId"])
        diff = await fork.diff(origin)
        assert diff.common > 8
        # The fork's first event names the fork; a note of it is all that either has more.
        assert diff.changed == 1
        kinds = {event.type async for event in fork.events(start=diff.common)}
        assert kinds <= {"session.info"}

        prompts = [event async for event in origin.events("user.message")]
        await session.request("session.history.truncate", {"eventId": prompts[1].id})
        await session.send_and_wait("three")
        await session.request("sessions.save", {"sessionId": "s-1"})
        diff = await origin.diff(backup)
        assert diff.relation == "diverged"
        assert diff.right.first_own_id == prompts[1].id
        for side, texts in ((origin, ["three"]), (backup, ["two"])):
            own = side.events("user.message", start=diff.common)
            assert [event.data.content async for event in own] == texts
