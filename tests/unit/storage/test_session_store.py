"""The reader of stored sessions, on files made by hand."""

from __future__ import annotations

import gc
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import trio

import copilot_actors as ca

from .store_files import checkpoint, event, good_log, line, link, log, rotated, session, start


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


def stored(home, session_id="s-1"):
    return ca.SessionStore(home).session(session_id)


async def ids(session, **options):
    return [event.id async for event in session.events(**options)]


def open_files():
    return len(list(Path("/proc/self/fd").iterdir()))


def tree(folder):
    """Every file below, with what is in it and when it was changed."""
    return {
        path: (path.read_bytes() if path.is_file() else None, path.lstat().st_mtime_ns)
        for path in [folder, *folder.rglob("*")]
    }


# --- The store ------------------------------------------------------------------------------


async def test_a_store_is_named_by_its_home_or_by_its_folder_of_sessions(home, tmp_path):
    session(home, good_log())
    state = home / "session-state"
    moved = tmp_path / "mounted"
    moved.symlink_to(state)
    for path in (home, state, moved, str(home)):
        assert await ca.SessionStore(path).session_ids() == ["s-1"]


async def test_a_store_that_does_not_exist_yet_is_empty(home):
    store = ca.SessionStore(home)
    assert await store.session_ids() == []
    session(home, good_log())
    assert await store.session_ids() == ["s-1"]


async def test_only_folders_with_the_name_of_a_session_are_sessions(home):
    state = session(home, session_id="never-prompted").parent
    session(home, good_log(), session_id="b")
    (state / ".session-operation-locks").mkdir()
    (state / "not a session").mkdir()
    (state / "file").write_text("")
    assert await ca.SessionStore(home).session_ids() == ["b", "never-prompted"]


@pytest.mark.parametrize("session_id", ["", ".", "..", "../s-1", "a/b", "a b", "é", "x" * 256, 5])
def test_an_id_that_no_session_has_is_refused(home, session_id):
    with pytest.raises(ca.InvalidSessionId):
        ca.SessionStore(home).session(session_id)


async def test_a_session_that_is_not_there_is_not_found(home, tmp_path):
    gone = stored(home)
    for method in ("segments", "damage", "plan", "workspace", "checkpoints", "files", "size"):
        with pytest.raises(ca.SessionNotFound):
            await getattr(gone, method)()
    for call in (gone.in_use, lambda: gone.export(tmp_path / "e"), lambda: gone.copy_to("c")):
        with pytest.raises(ca.SessionNotFound):
            await call()
    with pytest.raises(ca.SessionNotFound):
        await ids(gone)
    with pytest.raises(ca.SessionNotFound):
        list(gone.iter_events())


async def test_a_session_that_was_never_prompted_has_no_history(home):
    session(home)
    assert await ids(stored(home)) == []
    assert await stored(home).segments() == ()
    report = await stored(home).damage()
    assert report.ok
    assert report.head is None


# --- The history ----------------------------------------------------------------------------


async def test_the_events_come_in_the_order_of_the_log(home):
    session(home, good_log(20_000))
    wanted = [f"e{number}" for number in range(1, 20_001)]
    assert await ids(stored(home)) == wanted
    assert [event.id for event in stored(home).iter_events()] == wanted


async def test_an_event_is_what_a_session_delivers(home):
    session(home, log(start(), event(2, "user.message", content="hi", messageId="m")))
    _, message = [event async for event in stored(home).events()]
    assert isinstance(message, ca.SessionEvent)
    assert (message.type, message.data.message_id, message.parent_id) == ("user.message", "m", "e1")
    assert message.raw == event(2, "user.message", content="hi", messageId="m")


async def test_events_of_some_types_alone_may_be_asked_for(home):
    session(home, log(start(), event(2, "user.message"), event(3), b"garbage", event(5, "abort")))
    one = stored(home)
    assert [event.id async for event in one.events("abort", "user.message")] == ["e2", "e5"]
    assert [event.id for event in one.iter_events("session.start")] == ["e1"]
    assert [event.id async for event in one.events("no.such.type")] == []


async def test_odd_records_are_kept_raw_and_other_lines_are_counted(home):
    odd = [b"[1]", b'{"a":1}', b"garbage{", b"", b"7", b'{"type":5}']
    session(home, log(start(), *odd, event(2)) + b"torn")
    events = stored(home).events()
    found = [event async for event in events]
    assert [event.type for event in found] == [
        "session.start", "unknown", "unknown", "unknown", "unknown", "assistant.message",
    ]  # fmt: skip
    assert [event.raw for event in found[1:5]] == [
        {"value": [1]}, {"a": 1}, {"value": 7}, {"type": 5},
    ]  # fmt: skip
    assert events.skipped_lines == 2
    assert events.skipped == {"events.jsonl": (4, 9)}


async def test_a_strict_reader_raises_at_the_first_bad_line_after_what_stands_before_it(home):
    session(home, log(start(), event(2), b"garbage{", event(3)))
    events = stored(home).events(strict=True)
    assert [(await anext(events)).id, (await anext(events)).id] == ["e1", "e2"]
    with pytest.raises(ca.TranscriptDamaged) as caught:
        await anext(events)
    assert caught.value.lines == (3,)
    assert caught.value.segment == "events.jsonl"


async def test_a_strict_reader_takes_what_the_cli_takes(home):
    session(home, log(start(), b"", b"[1]", event(2))[:-1])
    assert await ids(stored(home), strict=True) == ["e1", "", "e2"]


async def test_what_is_appended_while_reading_is_not_read(home):
    folder = session(home, good_log(5))
    events = stored(home).events()
    first = await anext(events)
    with (folder / "events.jsonl").open("ab") as file:
        file.write(log(event(6)))
    assert [first.id, *[event.id async for event in events]] == ["e1", "e2", "e3", "e4", "e5"]


async def test_a_reader_that_is_left_early_closes_its_file(home):
    session(home, good_log(10_000))
    count = open_files()
    async with stored(home).events() as events:
        await anext(events)
        assert open_files() == count + 1
    assert open_files() == count
    events = stored(home).events()
    await anext(events)
    del events
    gc.collect()
    assert open_files() == count


async def test_reading_can_be_cancelled_between_pieces_and_goes_on_afterwards(home):
    session(home, good_log(15_000))
    events = stored(home).events()
    seen = []
    with trio.CancelScope() as scope:
        async for found in events:
            seen.append(found.id)
            scope.cancel()
    assert scope.cancelled_caught
    assert len(seen) < 15_000
    seen += [found.id async for found in events]
    assert seen == [f"e{number}" for number in range(1, 15_001)]


async def test_two_tasks_cannot_read_through_one_iterator(home):
    session(home, good_log())
    events = stored(home).events()
    outcomes = []

    async def read():
        try:
            outcomes.append((await anext(events)).id)
        except trio.BusyResourceError as error:
            outcomes.append(type(error))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(read)
        nursery.start_soon(read)
    assert trio.BusyResourceError in outcomes
    assert "e1" in outcomes


@pytest.mark.parametrize("kind", ["link", "pipe", "folder"])
async def test_what_is_no_file_is_refused_and_not_waited_for(home, tmp_path, kind):
    folder = session(home)
    path = folder / "events.jsonl"
    if kind == "link":
        (tmp_path / "secret").write_text("{}")
        path.symlink_to(tmp_path / "secret")
    elif kind == "pipe":
        os.mkfifo(path)
    else:
        path.mkdir()
    with trio.fail_after(10):
        with pytest.raises(ca.StoreError) as caught:
            await ids(stored(home))
        with pytest.raises(ca.StoreError):
            await stored(home).damage()
    assert caught.value.path == str(path)


@pytest.mark.parametrize("option", [{"gaps": "maybe"}])
def test_a_wrong_option_is_refused(home, option):
    with pytest.raises(ValueError, match="gaps"):
        stored(home).events(**option)


# --- Rotated logs (files made by the guide's rules; no CLI of this day rotates) --------------


async def test_a_history_runs_through_all_archives_without_what_their_heads_repeat(home):
    folder = session(home)
    wanted = rotated(folder, archives=12)
    assert await ids(stored(home)) == wanted
    assert [event.id for event in stored(home).iter_events()] == wanted
    segments = await stored(home).segments()
    names = [f"events.{number}.jsonl" for number in range(1, 13)] + ["events.jsonl"]
    assert [segment.name for segment in segments] == names
    assert [segment.predecessor for segment in segments] == [None, *names[:-1]]
    assert all(segment.size for segment in segments)
    assert (await stored(home).damage()).ok


async def test_the_head_alone_is_what_a_resume_reads(home):
    folder = session(home)
    rotated(folder, archives=1)
    assert await ids(stored(home), follow_archives=False) == ["e1002", "e2002", "e4", "e5", "e6"]


async def test_a_missing_archive_fails_the_history_by_name_and_not_the_head(home):
    folder = session(home)
    wanted = rotated(folder, archives=3)
    (folder / "events.2.jsonl").unlink()
    with pytest.raises(ca.HistoryGap) as caught:
        await ids(stored(home))
    assert (caught.value.archive, caught.value.named_by) == ("events.2.jsonl", "events.3.jsonl")
    events = stored(home).events(gaps="skip")
    assert [event.id async for event in events] == wanted[6:]
    assert events.gaps == ("events.2.jsonl",)
    assert len(await ids(stored(home), follow_archives=False)) == 5
    first, *_ = await stored(home).segments()
    assert (first.name, first.missing) == ("events.2.jsonl", True)
    report = await stored(home).damage()
    assert not report.ok
    assert report.missing_archives == ("events.2.jsonl",)
    assert report.unlinked_archives == ("events.1.jsonl",)


@pytest.mark.parametrize(
    "value",
    [
        "events.1.jsonl",
        1,
        "/elsewhere/session-state/s-1/events.1.jsonl",
        {"name": "events.1.jsonl", "lastEventId": "e3", "bytes": 5_000},
    ],
    ids=["name", "number", "path", "object"],
)
@pytest.mark.parametrize("place", ["record", "data"])
async def test_a_link_is_found_in_each_of_its_forms(home, value, place):
    folder = session(home)
    wanted = rotated(folder, archives=1)
    record = {**event(900, "session.log_rotated")}
    (record if place == "record" else record["data"])["predecessorSegment"] = value
    lines = (folder / "events.jsonl").read_bytes().splitlines()
    (folder / "events.jsonl").write_bytes(log(line(record), *lines[1:]))
    assert await ids(stored(home)) == wanted


@pytest.mark.parametrize("name", ["events.jsonl", "../s-2/events.0.jsonl", "/etc/passwd", "x"])
async def test_a_link_that_leads_nowhere_or_out_of_the_folder_is_a_gap(home, name):
    folder = session(home)
    (folder / "events.jsonl").write_bytes(log(link(name), event(2)))
    session(home, good_log(), session_id="s-2")
    with pytest.raises(ca.HistoryGap):
        await ids(stored(home))
    assert await ids(stored(home), gaps="skip") == ["e2"]


async def test_links_that_run_in_a_circle_end_in_a_gap(home):
    folder = session(home)
    for number, to in ((1, 3), (2, 1), (3, 2)):
        data = log(link(f"events.{to}.jsonl"), event(number))
        (folder / f"events.{number}.jsonl").write_bytes(data)
    (folder / "events.jsonl").write_bytes(log(link("events.3.jsonl"), event(4)))
    with pytest.raises(ca.HistoryGap):
        await ids(stored(home))
    assert await ids(stored(home), gaps="skip") == ["e1", "e2", "e3", "e4"]


async def test_a_log_without_a_link_is_whole_whatever_lies_beside_it(home):
    folder = session(home, log(start(), checkpoint(1), event(2)))
    (folder / "events.1.jsonl").write_bytes(good_log())
    assert await ids(stored(home)) == ["e1", "e2001", "e2"]
    report = await stored(home).damage()
    assert report.unlinked_archives == ("events.1.jsonl",)


async def test_what_a_tool_says_of_predecessors_is_no_link(home):
    arguments = {"predecessor": "events.1.jsonl"}
    session(home, log(event(1, "tool.execution_start", arguments=arguments)))
    assert await ids(stored(home)) == ["e1"]


async def test_a_log_that_is_rotated_while_it_is_read_loses_nothing(home):
    folder = session(home)
    wanted = rotated(folder, archives=1, each=10_000)
    events = stored(home).events()
    seen = [(await anext(events)).id]
    (folder / "events.jsonl").rename(folder / "events.2.jsonl")
    (folder / "events.jsonl").write_bytes(log(link("events.2.jsonl"), event(99_999)))
    seen += [event.id async for event in events]
    assert seen == wanted
    assert (await ids(stored(home))) == [*wanted, "e99999"]


async def test_damage_is_reported_for_each_file_of_a_history(home):
    folder = session(home)
    rotated(folder, archives=2)
    with (folder / "events.1.jsonl").open("ab") as file:
        file.write(b"torn")
    report = await stored(home).damage()
    first, second, head = report.segments
    assert (first.invalid_lines, first.torn) == ((4,), True)
    assert second.ok
    assert head.ok
    assert (head.start_missing, head.start_moved) == (False, False)
    with pytest.raises(ca.TranscriptDamaged) as caught:
        await ids(stored(home), strict=True)
    assert caught.value.segment == "events.1.jsonl"
    only = await stored(home).damage(follow_archives=False)
    assert [segment.name for segment in only.segments] == ["events.jsonl"]


# --- Damage ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (good_log(), {"ok": True, "lines": 6, "events": 6, "session_starts": 1}),
        (good_log()[:-1], {"ok": True, "unterminated": True, "torn": False}),
        (good_log()[:-9], {"torn": True, "invalid_lines": (6,), "unterminated": True}),
        (good_log() + b"\0" * 20, {"invalid_lines": (7,), "nul_bytes": 20, "torn": True}),
        (good_log() + b"\0" * 20 + b"\n", {"invalid": 0, "nul_bytes": 20, "ok": False}),
        (log(start(), b"x", event(2), b"y"), {"invalid_lines": (2, 4), "repairable": True}),
        (log(event(1), start()), {"start_moved": True, "repairable": True}),
        (log(b"garbage", start()), {"start_moved": False, "invalid_lines": (1,)}),
        (log(b"[1]", start()), {"start_moved": True}),
        (log(event(1), event(2)), {"start_missing": True, "repairable": False, "ok": False}),
        (log(start(), event(2), start()), {"session_starts": 2, "start_moved": False}),
        (log(start(), event(2), event(4)), {"broken_parents": 1, "broken_parent_lines": (3,)}),
        (log(start(), event(2, parent="x"), event(3)), {"broken_parent_lines": (2,)}),
        (log(start(), event(9, "model.response", parent="y"), event(2)), {"ok": True}),
        (log(start(), event(9, "model.log", parent="e1"), event(2, parent="e9")), {"ok": True}),
        (b"", {"ok": True, "lines": 0, "start_missing": False}),
    ],
)
async def test_what_is_wrong_is_reported(home, data, found):
    session(home, data)
    head = (await stored(home).damage()).head
    assert {name: getattr(head, name) for name in found} == found


ABORTED = (
    *(start(), event(2), event(4, parent="e3"), event(5), event(3, "abort")),
    event(6, parent="e5"),
)
"""As CLI 1.0.102 writes the abort of a pending call: behind what it caused."""


@pytest.mark.parametrize(
    ("data", "broken"),
    [
        (log(*ABORTED), ()),
        (log(*ABORTED[:-1]), ()),
        (log(*ABORTED[:-2]), (3,)),
        (log(*ABORTED[:4], event(3, "abort", parent="e1"), *ABORTED[5:]), (3, 5, 6)),
        (log(*ABORTED[:4], event(3), *ABORTED[5:]), (3, 5, 6)),
    ],
    ids=["whole", "at the end", "lost", "of another event", "of another type"],
)
async def test_an_abort_that_is_written_late_breaks_no_chain(home, data, broken):
    session(home, data)
    report = await stored(home).damage()
    assert report.head.broken_parent_lines == broken
    assert (report.head.broken_parents, report.ok) == (len(broken), not broken)


async def test_line_numbers_are_listed_up_to_a_limit_and_counted_beyond(home):
    session(home, log(start(), *[b"garbage"] * 5000, *[event(9, parent="x")] * 5000))
    head = (await stored(home).damage()).head
    assert (head.invalid, len(head.invalid_lines)) == (5000, 1000)
    assert (head.broken_parents, len(head.broken_parent_lines)) == (5000, 1000)
    events = stored(home).events()
    assert len([found async for found in events]) == 5001
    assert events.skipped_lines == 5000
    assert len(events.skipped["events.jsonl"]) == 1000


# --- What else is there -----------------------------------------------------------------------


async def test_the_plan_the_workspace_and_the_checkpoints_are_read(home):
    index = (
        "# Checkpoint History\n\n| # | Title | File |\n|---|-------|------|\n"
        "| 1 | First | of many | 001-first-of-many.md |\n| 2 | Gone | 002-gone.md |\n"
    )
    session(
        home,
        plan_dot_md="# Plan\n",
        workspace_dot_yaml="id: s-1\nname: 'it''s: odd'\nuser_named: false\nsummary_count: 2\n",
        checkpoints__index_dot_md=index,
        **{"checkpoints__001-first-of-many_dot_md": "a", "checkpoints__003-later_dot_md": "b"},
    )
    assert await stored(home).plan() == "# Plan\n"
    assert await stored(home).workspace() == {
        "id": "s-1", "name": "it's: odd", "user_named": False, "summary_count": 2,
    }  # fmt: skip
    first, later = await stored(home).checkpoints()
    assert (first.number, first.title, first.path.read_text()) == (1, "First | of many", "a")
    assert (later.number, later.title) == (3, "later")


async def test_what_is_not_there_is_nothing(home):
    session(home, good_log())
    empty = stored(home)
    assert await empty.plan() is None
    assert await empty.workspace() == {}
    assert await empty.checkpoints() == ()
    assert await empty.files() == ()


async def test_files_and_research_are_listed_and_links_are_not_followed(home, tmp_path):
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret").write_text("s")
    folder = session(home, good_log(), files__a__b_dot_txt="12345", research__c_dot_md="1")
    (folder / "files" / "link").symlink_to(tmp_path / "outside" / "secret")
    (folder / "files" / "folder").symlink_to(tmp_path / "outside")
    found = await stored(home).files()
    assert [(file.name, file.size) for file in found] == [
        ("files/a/b.txt", 5),
        ("research/c.md", 1),
    ]
    assert await stored(home).size() == len(good_log()) + 6


def test_a_session_is_in_use_while_a_process_of_its_lock_lives(home):
    folder = session(home, good_log())
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as child:
        for pid in (child.pid, os.getpid()):
            (folder / f"inuse.{pid}.lock").write_text(str(pid))
        (folder / "inuse.0.lock").write_text("0")
        assert set(trio.run(stored(home).in_use)) == {child.pid, os.getpid()}
        child.kill()
        # Killed and not waited for: a zombie holds nothing.
        os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
        assert trio.run(stored(home).in_use) == (os.getpid(),)


async def test_nothing_is_written_into_the_store(home, tmp_path):
    folder = session(home, log(start(), b"garbage") + b"torn", plan_dot_md="p", files__a="b")
    rotated(session(home, session_id="s-2"), archives=2)
    before = tree(home)
    for session_id in ("s-1", "s-2"):
        one = stored(home, session_id)
        await ids(one)
        list(one.iter_events())
        for method in ("segments", "damage", "plan", "workspace", "checkpoints", "files", "size"):
            await getattr(one, method)()
        await one.in_use()
        await one.export(tmp_path / f"{session_id}.jsonl")
        await one.copy_to(tmp_path / session_id)
        for target in (folder / "new", home / "session-state" / "s-3"):
            with pytest.raises(ca.StoreError, match="inside the store"):
                await one.export(target)
            with pytest.raises(ca.StoreError, match="inside the store"):
                await one.copy_to(target)
    assert tree(home) == before


# --- Copies ------------------------------------------------------------------------------------


async def test_a_copy_has_everything_but_locks_and_links(home, tmp_path):
    folder = session(home, plan_dot_md="p", files__a__b="c", **{"_dot_workspace-fork_dot_lock": ""})
    wanted = rotated(folder, archives=2)
    (folder / "inuse.1.lock").write_text("1")
    (folder / "inuse.1.hold").write_text("")
    (folder / "files" / "link").symlink_to("/etc/passwd")
    (folder / "events.jsonl").chmod(0o600)
    target = tmp_path / "other" / "session-state" / "s-1"
    report = await stored(home).copy_to(target)
    assert report.path == target
    assert sorted(report.left_out) == [
        ".workspace-fork.lock", "files/link", "inuse.1.hold", "inuse.1.lock",
    ]  # fmt: skip
    copied = sorted(path.relative_to(target).as_posix() for path in target.rglob("*"))
    assert copied == [
        "events.1.jsonl", "events.2.jsonl", "events.jsonl", "files", "files/a", "files/a/b", "plan.md",
    ]  # fmt: skip
    assert report.files == 5
    assert report.size == await stored(tmp_path / "other").size()
    assert await ids(stored(tmp_path / "other")) == wanted
    assert stat.S_IMODE((target / "events.jsonl").stat().st_mode) == 0o600


@pytest.mark.parametrize("what", ["folder", "file", "link"])
async def test_nothing_is_overwritten(home, tmp_path, what):
    session(home, good_log())
    target = tmp_path / "target"
    if what == "folder":
        target.mkdir()
    elif what == "file":
        target.write_text("kept")
    else:
        target.symlink_to(tmp_path / "nowhere")
    for call in (stored(home).copy_to, stored(home).export):
        with pytest.raises(ca.StoreError, match="exists"):
            await call(target)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "target"]


@pytest.mark.parametrize("what", ["copy_to", "export"])
async def test_one_that_is_cancelled_leaves_nothing(home, tmp_path, what):
    session(home, good_log(1) + log(event(2)) * 200_000)
    with trio.CancelScope() as scope:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(getattr(stored(home), what), tmp_path / "target")
            # It works in real threads, so when it has begun to write shows on the disk alone.
            with trio.fail_after(30):
                while len(list(tmp_path.iterdir())) == 1:  # noqa: ASYNC110
                    await trio.sleep(0.001)  # real threads read
            scope.cancel()
    assert scope.cancelled_caught
    assert [path.name for path in tmp_path.iterdir()] == ["home"]


async def test_a_full_or_forbidden_disk_is_a_typed_error_and_leaves_nothing(home, tmp_path):
    session(home, good_log())
    (tmp_path / "file").write_text("")
    for target in (tmp_path / "file" / "x", Path("/proc/nothing/x")):
        with pytest.raises(ca.StoreError):
            await stored(home).copy_to(target)
        with pytest.raises(ca.StoreError):
            await stored(home).export(target)
