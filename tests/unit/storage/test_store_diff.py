"""Two stored sessions compared, on files made by hand."""

from __future__ import annotations

import gc
import tracemalloc
from pathlib import Path

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

import copilot_actors as ca
from copilot_actors.storage._diff import Reading, SessionComparer
from copilot_actors.storage._history import HistoryReader

from .store_files import event, good_log, log, rotated, session, start


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


def pair(home, left, right):
    for session_id, data in (("left", left), ("right", right)):
        session(home, data, session_id)
    store = ca.SessionStore(home)
    return store.session("left"), store.session("right")


def open_files():
    return len(list(Path("/proc/self/fd").iterdir()))


def own(number):
    return {**event(number), "id": f"own-{number}"}


BASE = [start(), event(2), event(3)]


@pytest.mark.parametrize(
    ("left", "right", "relation", "common", "owns"),
    [
        (BASE, BASE, "equal", 3, (0, 0)),
        ([], [], "equal", 0, (0, 0)),
        ([*BASE, own(4), own(5)], BASE, "ahead", 3, (2, 0)),
        (BASE, [], "ahead", 0, (3, 0)),
        (BASE, [*BASE, own(4)], "behind", 3, (0, 1)),
        ([*BASE, own(4)], [*BASE, own(5), own(6)], "diverged", 3, (1, 2)),
        # What one of them has later again does not make it common: only a beginning is.
        ([*BASE, event(4), event(5)], [*BASE, own(4), event(5)], "diverged", 3, (2, 2)),
        ([own(1)], BASE, "unrelated", 0, (1, 3)),
    ],
)
async def test_how_one_session_stands_to_another(home, left, right, relation, common, owns):
    one, other = pair(home, log(*left), log(*right))
    diff = await one.diff(other)
    assert (diff.relation, diff.common) == (relation, common)
    assert (diff.left.own, diff.right.own) == owns
    assert diff.last_common_id == (left[common - 1]["id"] if common else None)
    for side, stored, events in ((diff.left, one, left), (diff.right, other, right)):
        assert (side.session_id, side.path) == (stored.session_id, stored.path)
        rest = [event["id"] for event in events[common:]]
        assert [event.id async for event in stored.events(start=diff.common)] == rest
        assert [event.id for event in stored.iter_events(start=diff.common)] == rest
        assert side.first_own_id == (rest[0] if rest else None)


async def test_a_changed_event_is_common_and_named(home):
    fork = {**start("right")}
    edited = {**event(3), "data": {"content": "edited"}}
    one, other = pair(home, log(*BASE), log(fork, event(2), edited))
    diff = await one.diff(other)
    assert (diff.relation, diff.common) == ("equal", 3)
    assert (diff.changed, diff.changed_ids) == (2, ("e1", "e3"))


async def test_changed_events_are_listed_up_to_a_limit_and_counted_beyond(home):
    def edited(number):
        return {**event(number), "data": {"content": "edited"}}

    numbers = range(2, 1204)
    one, other = pair(home, log(*map(event, numbers)), log(*map(edited, numbers)))
    diff = await one.diff(other)
    assert (diff.changed, len(diff.changed_ids)) == (1202, 1000)


async def test_events_without_ids_are_told_by_what_they_say(home):
    odd = {"type": "odd", "data": {"n": 1}}
    one, other = pair(
        home, log(start(), odd, [1], "text"), log(start(), odd, [1], {"type": "odd", "data": {}})
    )
    diff = await one.diff(other)
    assert (diff.common, diff.left.own, diff.right.own) == (3, 1, 1)
    assert diff.last_common_id == "e1"
    assert diff.changed == 0


async def test_lines_that_are_no_records_are_left_out_and_counted(home):
    one, other = pair(home, log(*BASE[:2], b"garbage", BASE[2]), log(*BASE) + b'{"type":"assist')
    diff = await one.diff(other)
    assert (diff.relation, diff.common) == ("equal", 3)
    assert (diff.left.skipped_lines, diff.right.skipped_lines) == (1, 1)


async def test_a_rotated_log_is_equal_to_the_same_log_in_one_file(home):
    folder = session(home, session_id="left")
    count = len(rotated(folder))
    session(home, good_log(count), "right")
    store = ca.SessionStore(home)
    diff = await store.session("left").diff(store.session("right"))
    assert (diff.relation, diff.common) == ("equal", count)
    (folder / "events.1.jsonl").unlink()
    with pytest.raises(ca.HistoryGap) as caught:
        await store.session("right").diff(store.session("left"))
    assert caught.value.session_id == "left"
    diff = await store.session("left").diff(store.session("right"), gaps="skip")
    assert diff.left.gaps == ("events.1.jsonl",)
    assert diff.relation == "unrelated"


async def test_sessions_of_two_stores_are_compared(home, tmp_path):
    session(home, good_log())
    session(tmp_path / "backup", good_log(4))
    one, other = (ca.SessionStore(path).session("s-1") for path in (home, tmp_path / "backup"))
    assert (await one.diff(other)).relation == "ahead"
    assert (await other.diff(one)).relation == "behind"


async def test_what_is_not_there_is_not_found_by_name(home):
    session(home, good_log())
    store = ca.SessionStore(home)
    for one, other in (("s-1", "none"), ("none", "s-1")):
        with pytest.raises(ca.SessionNotFound) as caught:
            await store.session(one).diff(store.session(other))
        assert caught.value.session_id == "none"
    with pytest.raises(TypeError, match="expected a StoredSession"):
        await store.session("s-1").diff("s-1")


@pytest.mark.parametrize("value", [-1, True, 1.0, "1", None])
def test_a_start_that_is_no_number_of_events_is_refused(home, value):
    with pytest.raises(ValueError, match="start"):
        ca.SessionStore(home).session("s-1").events(start=value)


async def test_the_start_counts_events_of_whatever_type(home):
    session(home, good_log(5))
    stored = ca.SessionStore(home).session("s-1")
    kinds = [event.type async for event in stored.events("session.start", start=1)]
    assert kinds == []
    ids = [event.id async for event in stored.events("assistant.message", start=3)]
    assert ids == ["e4", "e5"]
    assert [event.id async for event in stored.events(start=99)] == []


async def test_a_cancelled_comparison_leaves_no_open_file(home):
    one, other = pair(home, good_log(), good_log())
    gc.collect()
    before = open_files()
    with trio.CancelScope() as scope:
        scope.cancel()
        await one.diff(other)
    assert open_files() <= before


async def test_memory_does_not_grow_with_the_logs(home):
    small = b"".join(log({**event(number), "data": {"content": "x" * 500}}) for number in (1, 2))
    one, other = pair(home, small * 10_000, small * 9_999 + log(own(1)) * 5_000)
    tracemalloc.start()
    try:
        diff = await one.diff(other)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    # About 12 MB each.
    assert diff.common == 19_998
    assert peak < 8_000_000


_LISTS = st.lists(st.sampled_from("abc"), max_size=8)


@given(common=_LISTS, left=_LISTS, right=_LISTS, sizes=st.tuples(*[st.integers(1, 60)] * 2))
def test_pieces_of_any_size_give_the_longest_common_beginning(
    tmp_path_factory, common, left, right, sizes
):
    home = tmp_path_factory.mktemp("home")
    readings = []
    lists = [common + left, common + right]
    for name, ids, size in zip(("left", "right"), lists, sizes, strict=True):
        folder = session(home, log(*({"type": "t", "data": {}, "id": i} for i in ids)), name)
        reader = HistoryReader(
            folder, name, follow_archives=True, gaps="raise", strict=False, piece_size=size
        )
        readings.append(Reading(reader, session_id=name, path=folder))
    comparer = SessionComparer(*readings)
    while (diff := comparer.step()) is None:
        pass
    comparer.close()
    expected = 0
    for one, other in zip(*lists, strict=False):
        if one != other:
            break
        expected += 1
    assert diff.common == expected
    assert [diff.left.own, diff.right.own] == [len(ids) - expected for ids in lists]
