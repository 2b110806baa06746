"""Drawn histories keep the rules of a log, damaged ones cost a reader what they say, no more."""

from __future__ import annotations

import pickle
import tempfile
from pathlib import Path

import pytest
from hypothesis import Phase, find, given, settings

from copilot_actors.protocol import KNOWN_EVENT_TYPES, NoEvent, log_line_kind
from copilot_actors.protocol import events as ev
from copilot_actors.storage._damage import DamageScanner
from copilot_actors.storage._history import HistoryReader, iter_history
from copilot_actors.testing import HISTORY_RULES, IllegalHistory, Journal, check_history, strategies
from copilot_actors.testing._simulator._host import RpcFailure
from copilot_actors.testing._simulator._resume import load
from copilot_actors.testing.strategies import SECTIONS, LogDamage, damage_log, log_of

FEW = settings(max_examples=15, deadline=None, database=None)
ONE = settings(max_examples=1, deadline=None, database=None, phases=[Phase.generate])
MANY = settings(max_examples=300, deadline=None, database=None)
FULL = pytest.param(MANY, marks=pytest.mark.exhaustive, id="many")
EXAMPLES = pytest.mark.parametrize("examples", [pytest.param(FEW, id="few"), FULL])
START = "2026-01-01T00:00:{:02}.000Z"


def holding(examples, *drawn):
    """Run a check on examples, of which there are few by default."""

    def run(check):
        examples(given(*drawn)(check))()

    return run


def scanned(folder):
    scanner = DamageScanner(Path(folder), "s-1")
    while (report := scanner.step()) is None:
        pass
    return report


def read(folder):
    reader = HistoryReader(
        Path(folder), "s-1", follow_archives=True, gaps="skip", strict=False, piece_size=200
    )
    return [event.raw for event in iter_history(reader)]


# --- Histories ------------------------------------------------------------------------------


@EXAMPLES
def test_a_drawn_history_keeps_every_rule_and_its_log_is_whole(examples):
    @holding(examples, strategies.histories())
    def check(history):
        check_history(history)
        check_history([event.raw for event in history])
        for event in history:
            assert event.type == "session.usage_record" or event.type in KNOWN_EVENT_TYPES
            assert not ev.typed(event).malformed
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "events.jsonl").write_bytes(log_of(history))
            assert scanned(folder).ok
            assert read(folder) == [event.raw for event in history]


def test_a_history_shrinks_to_one_short_turn():
    found = find(strategies.histories(), lambda _: True, settings=ONE)
    assert [event.type for event in found] == [
        *("session.start", "user.message", "system.message", "assistant.turn_start"),
        *("session.usage_record", "assistant.message", "assistant.turn_end"),
    ]


@pytest.mark.exhaustive
@pytest.mark.parametrize("section", SECTIONS)
def test_each_section_is_drawn_when_it_is_asked_for(section):
    signs = {
        "turn": lambda types: types.count("user.message") > 1,
        "failed_turn": lambda types: "session.error" in types,
        "abort": lambda types: "abort" in types,
        "crash": lambda types: "session.warning" in types,
        "restart": lambda types: "session.shutdown" in types,
        "compaction": lambda types: "session.compaction_complete" in types,
        "notes": lambda types: "session.info" in types,
    }
    drawn = strategies.histories(sections=[section], max_sections=1)
    assert find(drawn, lambda h: signs[section]([event.type for event in h]), settings=MANY)


def test_a_history_without_tools_sections_or_cuts_has_none():
    @holding(FEW, strategies.histories(tools=(), sections=(), cut=False, session_id="mine"))
    def check(history):
        types = [event.type for event in history]
        assert types[-1] == "assistant.turn_end"
        assert types.count("user.message") == 1
        assert "tool.execution_start" not in types
        assert history[0].data.session_id == "mine"


def test_a_section_or_damage_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="expected one of"):
        strategies.histories(sections=["nap"])
    with pytest.raises(ValueError, match="expected one of"):
        strategies.damaged_histories(kinds=["nap"])


# --- The rules ------------------------------------------------------------------------------


def event(number, kind, **data):
    return {
        "type": kind,
        "data": data,
        "id": f"e{number}",
        "timestamp": START.format(number),
        "parentId": f"e{number - 1}" if number else None,
    }


def asks(*calls):
    return [{"toolCallId": call, "name": "t"} for call in calls]


LEGAL = [
    event(0, "session.start"),
    event(1, "user.message"),
    event(2, "assistant.turn_start", turnId="0"),
    event(3, "assistant.message", turnId="0", toolRequests=asks("a")),
    event(4, "tool.execution_start", toolCallId="a"),
    event(5, "external_tool.requested", toolCallId="a", requestId="r"),
    event(6, "external_tool.completed", requestId="r"),
    event(7, "tool.execution_complete", toolCallId="a"),
    event(8, "assistant.turn_end", turnId="0"),
    event(9, "session.resume"),
]
ILLEGAL = {
    "start first": (0, {"type": "user.message"}),
    "unique ids": (5, {"id": "e1"}),
    "chained parents": (3, {"parentId": "e1"}),
    "time goes forward": (4, {"timestamp": START.format(0)}),
    "persistent types": (8, {"ephemeral": True}),
    "a prompt before its turn": (1, {"type": "session.info"}),
    "nested turns": (8, {"data": {"turnId": "1"}}),
    "a tool is requested before it starts": (4, {"data": {"toolCallId": "b"}}),
    "a tool starts before it completes": (7, {"data": {"toolCallId": "b"}}),
    "what ends has begun": (6, {"data": {"requestId": "x"}}),
}


def test_a_legal_history_breaks_no_rule():
    check_history(LEGAL)
    assert set(ILLEGAL) == set(HISTORY_RULES)


@pytest.mark.parametrize("rule", HISTORY_RULES)
def test_a_history_that_breaks_a_rule_is_refused_by_its_name(rule):
    place, change = ILLEGAL[rule]
    broken = [{**one, **(change if at == place else {})} for at, one in enumerate(LEGAL)]
    with pytest.raises(AssertionError, match=rule) as caught:
        check_history(broken)
    error = caught.value
    assert isinstance(error, IllegalHistory)
    assert error.rule == rule
    assert error.event_type == broken[error.index]["type"]
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.found) == (str(error), error.found)


@pytest.mark.parametrize(
    ("rule", "data"),
    [
        ("start first", [*LEGAL, event(10, "session.start")]),
        ("start first", LEGAL[1:]),
        ("unique ids", [*LEGAL, {**event(10, "session.info"), "id": ""}]),
        ("time goes forward", [*LEGAL, {**event(10, "session.info"), "timestamp": "today"}]),
        (
            "time goes forward",
            [*LEGAL, {**event(10, "session.info"), "timestamp": "2027-01-01T00:00:00"}],
        ),
        ("persistent types", [*LEGAL, event(10, "session.idle")]),
        ("nested turns", [*LEGAL[:3], event(3, "assistant.turn_start", turnId="1")]),
        ("nested turns", [*LEGAL[:2], event(2, "assistant.message", turnId="0")]),
        ("what ends has begun", [*LEGAL, event(10, "hook.end", hookInvocationId="h")]),
    ],
)
def test_other_ways_to_break_a_rule(rule, data):
    with pytest.raises(IllegalHistory) as caught:
        check_history(data)
    assert caught.value.rule == rule


def test_what_the_real_cli_does_is_legal():
    """Each of these is in a log of CLI 1.0.102."""
    cut = LEGAL[:3]
    check_history([*cut, event(3, "session.resume"), event(4, "assistant.turn_start", turnId="0")])
    check_history([*cut, event(3, "system.message"), event(4, "assistant.turn_start", turnId="0")])
    check_history([*LEGAL[:2], event(2, "assistant.message", toolRequests=asks("x"))])
    late = [*LEGAL[:6], event(7, "external_tool.completed", requestId="r"), event(6, "abort")]
    late[-1]["parentId"] = "e5"
    check_history([*late, {**event(8, "assistant.turn_end", turnId="0"), "parentId": "e7"}])
    own = [*LEGAL, {**event(10, "model.response"), "parentId": None}]
    check_history([*own, {**event(11, "session.info"), "parentId": "e9"}])
    check_history([*own, event(11, "session.info")])


# --- Damage ---------------------------------------------------------------------------------


@EXAMPLES
def test_a_reader_finds_every_record_that_is_left_in_a_damaged_log(examples):
    @holding(examples, strategies.damaged_histories())
    def check(damaged):
        left = [one if isinstance(one, dict) else {"value": one} for one in damaged.records]
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "events.jsonl").write_bytes(damaged.data)
            assert read(folder) == left
            head = scanned(folder).head
            assert head.events == len(left)
            lines = damaged.data.split(b"\n")
            lines = lines if lines[-1] else lines[:-1]
            assert head.lines == len(lines)
            blank = [log_line_kind(line) for line in lines].count(NoEvent.BLANK)
            blank -= log_line_kind(lines[-1]) is NoEvent.BLANK and not damaged.data.endswith(b"\n")
            assert head.events + head.invalid + blank == len(lines)


@EXAMPLES
def test_harmless_damage_costs_no_event(examples):
    @holding(examples, strategies.damaged_histories(kinds=strategies.HARMLESS))
    def check(damaged):
        assert damaged.records == [event.raw for event in damaged.history]
        assert damaged.lost == []


@EXAMPLES
def test_a_repair_keeps_every_event_that_is_left_and_is_whole_itself(examples):
    @holding(examples, strategies.damaged_histories())
    def check(damaged):
        journal = Journal(damaged.data)
        left = [one for one in damaged.records if isinstance(one, dict)]
        starts = [one for one in left if one["type"] == "session.start"]
        if not starts:
            with pytest.raises(RpcFailure):
                load(journal, "s-1", "/w", allow_recovery=True)
            return
        recovery = load(journal, "s-1", "/w", allow_recovery=True).recovery
        journal.append([event(59, "session.resume")])
        kept = journal.events()[:-1]
        if recovery is None:
            assert kept == left
            return
        assert journal.backups == [damaged.data]
        assert kept[0] == starts[0]
        assert sorted(map(repr, kept)) == sorted(map(repr, left))
        again = load(Journal(journal.data), "s-1", "/w", allow_recovery=False)
        assert again.recovery is None


@pytest.mark.parametrize("kind", strategies.LOG_DAMAGE)
@pytest.mark.parametrize("data", [b"", b"{}\n", b"{}", b"\n\n", log_of(LEGAL)], ids=len)
def test_any_damage_may_happen_to_any_log(kind, data):
    for line in (1, 11):
        assert isinstance(damage_log(data, LogDamage(kind=kind, line=line, size=2)), bytes)


def test_what_happens_is_what_its_kind_says():
    data = log_of(LEGAL)
    lines = data.splitlines(keepends=True)

    def damaged(kind, line=2, size=1):
        return damage_log(data, LogDamage(kind=kind, line=line, size=size))

    assert damaged("torn_end") == data[:-2]
    assert damaged("missing_newline") == data[:-1]
    assert damaged("nul_tail", size=3) == data + b"\0\0\0"
    assert damaged("missing_line") == b"".join([lines[0], *lines[2:]])
    assert damaged("doubled_line") == b"".join([*lines[:2], *lines[1:]])
    assert damaged("swapped_lines") == b"".join([lines[0], lines[2], lines[1], *lines[3:]])
    assert damaged("joined_lines") == data.replace(lines[1], lines[1][:-1])
    assert damaged("bad_json") == data.replace(lines[1], lines[1][1:])
    assert damaged("moved_start") == b"".join([lines[1], lines[2], lines[0], *lines[3:]])
    assert damaged("missing_start") == b"".join(lines[1:])
    assert damaged("nul_line").count(0) == len(lines[1]) - 1
    for kind in ("garbage_line", "foreign_line", "blank_line"):
        assert damaged(kind).count(b"\n") == len(lines) + 1
    with pytest.raises(UnicodeDecodeError):
        damaged("cut_character").decode()
    assert damaged("wrong_parent").count(b"ffffffff-ffff") == 1


def test_what_is_lost_is_named():
    drawn = strategies.damaged_histories(kinds=["missing_line"], max_damage=1)

    @holding(FEW, drawn)
    def check(damaged):
        [lost] = damaged.lost
        assert lost.raw not in damaged.records
        assert len(damaged.records) == len(damaged.history) - 1
        assert damaged.intact == log_of(damaged.history)
