"""The simulated disk and its logs: what tests can read, damage and rely on."""

import pytest

from copilot_actors.testing import Journal, SimulatedDisk
from copilot_actors.testing._simulator._resume import load

EVENTS = [{"type": f"t{n}", "data": {}, "id": str(n)} for n in range(4)]
START = {"type": "session.start", "data": {}, "id": "s"}


@pytest.fixture
def journal():
    journal = Journal()
    journal.append([START, *EVENTS])
    return journal


def test_a_log_is_one_event_a_line(journal):
    assert journal.events() == [START, *EVENTS]
    assert len(journal.lines) == 5
    assert journal.data.endswith(b"\n")


def test_types_leave_usage_records_out(journal):
    journal.append([{"type": "session.usage_record", "data": {}}])
    assert journal.types() == ["session.start", "t0", "t1", "t2", "t3"]


@pytest.mark.parametrize(
    ("damage", "types"),
    [
        (lambda j: j.tear(5), ["session.start", "t0", "t1", "t2"]),
        (lambda j: j.insert_line(2, b"nonsense"), ["session.start", "t0", "t1", "t2", "t3"]),
        (lambda j: j.remove_line(1), ["session.start", "t1", "t2", "t3"]),
        (lambda j: j.append_nuls(), ["session.start", "t0", "t1", "t2", "t3"]),
        (lambda j: j.drop_last_newline(), ["session.start", "t0", "t1", "t2", "t3"]),
        (lambda j: j.move_start(2), ["t0", "t1", "session.start", "t2", "t3"]),
        (lambda j: j.remove_start(), ["t0", "t1", "t2", "t3"]),
    ],
)
def test_damage_leaves_the_readable_events(journal, damage, types):
    before = journal.data
    damage(journal)
    assert journal.data != before
    assert journal.types() == types


def test_appending_after_a_torn_line_begins_a_new_one(journal):
    journal.tear(5)
    journal.append([{"type": "new", "data": {}}])
    assert journal.types() == ["session.start", "t0", "t1", "t2", "new"]
    assert len(journal.lines) == 6


def test_a_rewrite_keeps_a_backup(journal):
    before = journal.data
    journal.rewrite([START])
    assert journal.types() == ["session.start"]
    assert journal.backups == [before]


@pytest.mark.parametrize("line", [b"", b"[]", b"{}", b'{"type":1}', b"\x00", b"{"])
def test_lines_that_are_no_events_are_skipped(line):
    assert Journal(line + b"\n").events() == []


def test_a_session_without_a_log_has_no_journal():
    disk = SimulatedDisk()
    assert not disk.has_journal("s")
    with pytest.raises(KeyError):
        disk.journal("s")


def test_deleting_tells_the_size_that_was_freed():
    disk = SimulatedDisk()
    disk.append("s", [START])
    size = len(disk.journal("s").data)
    disk.set_name("s", "title")
    disk.update_client_metadata("s", {"k": 1}, [], clear=False)
    assert disk.delete("s") == size
    assert disk.delete("s") is None
    assert (disk.name("s"), disk.client_metadata("s")) == (None, {})


def test_client_metadata_is_set_removed_and_cleared():
    disk = SimulatedDisk()
    disk.update_client_metadata("s", {"a": 1, "b": 2}, [], clear=False)
    disk.update_client_metadata("s", {"c": 3}, ["a", "zz"], clear=False)
    assert disk.client_metadata("s") == {"b": 2, "c": 3}
    disk.update_client_metadata("s", {"d": 4}, [], clear=True)
    assert disk.client_metadata("s") == {"d": 4}


def test_locks_die_with_their_process():
    disk = SimulatedDisk()
    disk.lock("s", 1)
    disk.lock("s", 2)
    disk.lock("t", 1)
    assert disk.holders("s") == {1, 2}
    disk.process_died(1)
    assert (disk.holders("s"), disk.holders("t")) == ({2}, set())
    disk.unlock("s", 2)
    disk.unlock("unknown", 2)
    assert disk.holders("s") == set()


@pytest.mark.parametrize("space", ["\ufeff", "\u00a0", "\v", " \t\r"], ids=ascii)
def test_white_space_around_an_event_is_none_of_its_business(journal, space):
    lines = journal.lines
    journal.data = b"\n".join([space.encode() + lines[0] + space.encode(), *lines[1:], b""])
    assert journal.events() == [START, *EVENTS]
    loaded = load(journal, "s", "/w", allow_recovery=False)
    assert (loaded.events[0], loaded.recovery) == (START, None)
