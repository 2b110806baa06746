"""Any bytes as a log: nothing valid is lost, and the report agrees with a simple count."""

from __future__ import annotations

import json
import math
import tempfile
from pathlib import Path

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st

import copilot_actors as ca
from copilot_actors.storage._damage import DamageScanner
from copilot_actors.storage._history import HistoryReader, iter_history
from copilot_actors.storage._log_pieces import LineSplitter
from copilot_actors.testing import strategies

from .store_files import event, good_log, line, session, start

LINES = st.one_of(
    st.binary(max_size=40).filter(lambda data: b"\n" not in data),
    st.builds(lambda number: line(event(number)), st.integers(1, 9)),
    st.builds(lambda number, cut: line(event(number))[:cut], st.integers(1, 9), st.integers(0, 99)),
    st.sampled_from([b"", b" ", b"\0\0", b"\r", b"[1]", b"{}", b"1", b"garbage{", line(start())]),
    st.sampled_from([line(event(2)) + b"\0", b"\0" + line(event(2)), b'{"type":"x","data":1e999}']),
)
LOGS = st.builds(
    lambda lines, end: b"\n".join(lines) + end,
    st.lists(LINES, max_size=12),
    st.sampled_from([b"", b"\n", b"\0\0\0", b"\n\0\0", b"torn{"]),
) | st.binary(max_size=200)
LOGS |= strategies.damaged_histories(max_damage=3).map(lambda damaged: damaged.data)
SPACE = "\t\n\v\f\r \u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff" + "".join(
    chr(code) for code in range(0x2000, 0x200B)
)


def count(data):
    """The same judgement in a dozen plain lines: numbers of invalid lines, and all records."""
    invalid, records = [], []
    lines = data.split(b"\n")
    for number, each in enumerate(lines, 1):
        last = number == len(lines)
        if last and not each:
            continue
        try:
            text = each.decode()
            if not text.strip(SPACE + "\0") and not last:
                continue
            value = json.loads(text.strip(SPACE), parse_constant=refuse)
        except ValueError:
            invalid.append(number)
            continue
        (invalid.append(number) if infinite(value) else records.append(value))
    return invalid, records


def refuse(name):
    raise ValueError(name)


def infinite(value):
    if isinstance(value, dict):
        return any(map(infinite, value.values()))
    if isinstance(value, list):
        return any(map(infinite, value))
    return isinstance(value, float) and math.isinf(value)


def scan(folder, size):
    scanner = DamageScanner(folder, "s-1", piece_size=size)
    for _ in range(100_000):
        report = scanner.step()
        if report is not None:
            return report
    raise AssertionError("it does not end")


def read(folder, size, *, strict=False):
    reader = HistoryReader(
        folder, "s-1", follow_archives=True, gaps="skip", strict=strict, piece_size=size
    )
    return list(iter_history(reader)), reader


@settings(deadline=None)
@given(LOGS, st.integers(1, 60))
def test_nothing_valid_is_lost_and_the_report_agrees_with_a_count(data, size):
    invalid, records = count(data)
    with tempfile.TemporaryDirectory() as home:
        folder = session(home, data)
        for piece in (size, 1_000_000):
            head = scan(folder, piece).head
            assert list(head.invalid_lines) == invalid
            assert head.invalid == len(invalid)
            assert head.events == len(records)
            assert head.size == len(data)
            assert head.nul_bytes == data.count(0)
            assert head.lines == data.count(b"\n") + bool(data and not data.endswith(b"\n"))
            starts = [
                r for r in records if isinstance(r, dict) and r.get("type") == "session.start"
            ]
            assert head.session_starts == len(starts)
            moved = bool(starts) and records[0] is not starts[0]
            assert (head.start_moved, head.start_missing) == (moved, bool(records) and not starts)
            events, reader = read(folder, piece)
            assert {*reader.skipped.get("events.jsonl", ())} <= {*invalid}
            assert len(events) + reader.skipped_lines == len(records) + len(invalid)
            found = [found.raw for found in events]
            wanted = [r if isinstance(r, dict) else {"value": r} for r in records]
            assert [raw for raw in found if raw in wanted] == wanted


@settings(deadline=None, max_examples=50)
@given(LOGS)
def test_a_strict_reader_stops_exactly_where_the_report_has_its_first_line(data):
    invalid, records = count(data)
    with tempfile.TemporaryDirectory() as home:
        folder = session(home, data)
        if not invalid:
            assert len(read(folder, 10, strict=True)[0]) == len(records)
            return
        with pytest.raises(ca.TranscriptDamaged) as caught:
            read(folder, 10, strict=True)
        assert caught.value.lines == (invalid[0],)


@given(st.lists(st.binary(max_size=30)), st.integers(1, 40))
def test_lines_are_the_same_however_the_bytes_are_cut(pieces, limit):
    splitter = LineSplitter(limit)
    lines = [each for piece in pieces for each in splitter.feed(piece)] + splitter.finish()
    data = b"".join(pieces)
    wanted = data.split(b"\n")
    if not wanted[-1]:
        wanted.pop()
    assert lines == [each if len(each) <= limit else None for each in wanted]
    assert splitter.number == len(wanted)


def test_a_line_over_the_limit_is_reported_and_costs_no_other(tmp_path, monkeypatch):
    monkeypatch.setattr(
        "copilot_actors.storage._log_pieces.LineSplitter.__init__.__defaults__", (500,)
    )
    folder = session(
        tmp_path, good_log(3) + line(event(4, content="x" * 600)) + b"\n" + line(event(5))
    )
    head = scan(folder, 100).head
    assert (head.invalid_lines, head.oversized, head.events) == ((4,), 1, 4)
    events, reader = read(folder, 100)
    assert [found.id for found in events] == ["e1", "e2", "e3", "e5"]
    assert reader.skipped == {"events.jsonl": [4]}


@settings(deadline=None)
@given(st.binary(max_size=300))
def test_any_bytes_may_stand_in_any_file(data):
    with tempfile.TemporaryDirectory() as home:
        names = ("plan_dot_md", "workspace_dot_yaml", "checkpoints__index_dot_md")
        folder = session(home, good_log(), **dict.fromkeys(names, data))
        one = ca.SessionStore(home).session("s-1")
        assert Path(one.path) == folder
        for read_file in (one.plan, one.workspace, one.checkpoints):
            trio.run(read_file)
