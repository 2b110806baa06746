"""The rules of a pipeline as values: states, policy, breaker, rate, priorities, session ids."""

from __future__ import annotations

import datetime as dt
import itertools
import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import copilot_actors as ca
from copilot_actors.otp import Backoff
from copilot_actors.pipeline import BreakerPolicy, NotSerializable, RateLimit, session_id_of
from copilot_actors.pipeline._breaker import Breaker, Intensity, TokenBucket
from copilot_actors.pipeline._policy import (
    RetryPolicy,
    after_cut,
    after_failure,
    is_retryable,
    limit_in,
)
from copilot_actors.pipeline._queue import ItemQueue
from copilot_actors.pipeline._states import FINAL, TRANSITIONS, ItemInput, ItemState, next_state

S, W = ItemState, ItemInput
NOW = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


# --- States ---------------------------------------------------------------------------------


@pytest.mark.parametrize(("state", "what"), list(itertools.product(S, W)), ids=str)
def test_what_is_not_in_the_table_cannot_happen(state, what):
    if (state, what) in TRANSITIONS:
        assert next_state(state, what) in S
    else:
        with pytest.raises(ValueError, match=f"an item that is {state} cannot {what}"):
            next_state(state, what)


def test_a_finished_item_is_never_anything_else():
    assert not [what for state, what in TRANSITIONS if state is S.FINISHED]


def test_every_state_is_reached_and_every_other_leads_to_an_end():
    assert set(TRANSITIONS.values()) | {S.WAITING} == set(S)
    reached = set(FINAL)
    for _ in S:
        reached |= {state for (state, _), then in TRANSITIONS.items() if then in reached}
    assert reached == set(S)


# --- Policy ---------------------------------------------------------------------------------

PASSING = ca.TurnFailed("s", None, "query", "down", 503)
LASTING = ca.TurnFailed("s", None, "authentication", "no", 401)


@pytest.mark.parametrize(
    ("restart", "error", "failures", "expected"),
    [
        ("temporary", PASSING, 1, W.REFUSE),
        ("temporary", LASTING, 1, W.REFUSE),
        ("transient", PASSING, 1, W.RETRY),
        ("transient", PASSING, 3, W.EXHAUST),
        ("transient", LASTING, 1, W.REFUSE),
        ("transient", ValueError("crash"), 2, W.RETRY),
        ("transient", ExceptionGroup("", [ValueError(), LASTING]), 1, W.REFUSE),
        ("transient", NotSerializable("k", "the result", "no"), 1, W.REFUSE),
        ("permanent", LASTING, 1, W.RETRY),
        ("permanent", LASTING, 3, W.EXHAUST),
    ],
)
def test_the_policy_decides_about_a_failure(restart, error, failures, expected):
    assert after_failure(RetryPolicy(restart=restart), failures, error) is expected


@pytest.mark.parametrize(
    ("restart", "state", "interruptions", "expected"),
    [
        ("transient", S.RUNNING, 1, W.START),
        ("transient", S.RUNNING, 10, W.EXHAUST),
        ("permanent", S.RUNNING, 10, W.EXHAUST),
        ("temporary", S.RUNNING, 1, W.REFUSE),
        ("temporary", S.WAITING, 0, W.START),
        ("transient", S.PARKED, 99, W.START),
    ],
)
def test_the_policy_decides_about_an_item_that_was_cut(restart, state, interruptions, expected):
    assert after_cut(RetryPolicy(restart=restart), state, interruptions) is expected


def test_an_error_of_the_tree_says_itself_whether_it_may_pass():
    assert is_retryable(ca.RpcTimeout("ping", 1))
    assert not is_retryable(ca.InvalidOption("a", "b"))


@pytest.mark.parametrize(
    ("error", "seconds"),
    [
        (ca.TurnFailed("s", None, "rate_limit", "slow", 429, retry_after=7.0), 7.0),
        (ca.TurnFailed("s", None, "query", "slow", 429), None),
        (ca.TurnFailed("s", None, "quota", "over", 402, reset_at="2026-01-01T01:00:00Z"), 3600.0),
        (ca.TurnFailed("s", None, "rate_limit", "x", reset_at="2026-01-01T00:00:09"), 9.0),
        (ca.TurnFailed("s", None, "rate_limit", "x", reset_at="soon"), None),
        (ca.TurnFailed("s", None, "rate_limit", "x", reset_at="2025-01-01T00:00:00Z"), 0.0),
        (ca.TurnFailed("s", None, "quota", "over", 402), math.inf),
    ],
)
def test_a_limit_says_when_it_ends(error, seconds):
    outer = ValueError("the work's own")
    outer.__cause__ = error
    for one in (error, outer, ExceptionGroup("", [KeyError(), outer])):
        assert limit_in(one, NOW).seconds == seconds
    assert limit_in(PASSING, NOW) is None


# --- Breaker --------------------------------------------------------------------------------


def breaker(**options):
    return Breaker(BreakerPolicy(backoff=Backoff(5.0, 40.0), **options), random.Random(0))


def test_a_429_stops_everything_until_its_end_then_one_is_tried():
    one = breaker()
    assert one.limited(10.0, 30.0, trial=False) == 30.0
    assert one.ready_at() == 40.0
    assert one.begin()
    assert one.ready_at() == math.inf
    one.passed(trial=False)  # one that was under way before
    assert one.state == "half_open"
    one.passed(trial=True)
    assert one.ready_at() == -math.inf
    assert one.trips == 1


def test_those_that_were_under_way_lengthen_the_pause_and_never_shorten_it():
    one = breaker()
    one.limited(0.0, 30.0, trial=False)
    one.limited(1.0, 10.0, trial=False)
    assert one.ready_at() == 30.0
    one.limited(2.0, 60.0, trial=False)
    assert one.ready_at() == 62.0
    assert one.trips == 1


def test_where_nobody_says_the_pause_grows_with_each_attempt_that_is_tried():
    one, now, pauses = breaker(), 0.0, []
    for trial in (False, True, True, True, True):
        pauses.append(one.limited(now, None, trial=trial))
        now = one.ready_at()
        assert one.begin()
    assert pauses == [5.0, 10.0, 20.0, 40.0, 40.0]


def test_faults_of_the_server_open_it_when_there_are_enough_in_a_row():
    one = breaker(threshold=3)
    assert [one.faulted(0.0, trial=False) for _ in range(2)] == [False, False]
    one.passed(trial=False)
    assert [one.faulted(0.0, trial=False) for _ in range(3)] == [False, False, True]
    assert one.ready_at() == 5.0


def test_an_attempt_that_was_tried_and_parked_lets_another_one_through():
    one = breaker()
    one.limited(0.0, 5.0, trial=False)
    one.begin()
    one.gave_up(6.0)
    assert one.ready_at() == 6.0


# --- Limits and order -----------------------------------------------------------------------


@given(st.integers(1, 5), st.integers(1, 5), st.lists(st.floats(0, 3), max_size=30))
def test_no_more_begin_than_the_rate_allows(count, burst, waits):
    bucket, now, times = TokenBucket(RateLimit(count=count, seconds=1.0, burst=burst), 0.0), 0.0, []
    for wait in waits:
        now = max(now + wait, bucket.ready_at(now + wait))
        bucket.take(now)
        times.append(now)
    for first, start in enumerate(times):
        for last in range(first, len(times)):
            assert last - first + 1 <= burst + (times[last] - start) * count + 1e-6


def test_without_a_limit_everything_may_begin():
    bucket = TokenBucket(None, 0.0)
    for _ in range(1000):
        assert bucket.ready_at(0.0) == 0.0
        bucket.take(0.0)


def test_too_many_failures_are_those_within_the_time():
    intensity = Intensity(2, 10.0)
    assert [intensity.exceeded(now) for now in (0.0, 5.0, 11.0, 12.0)] == [
        False,
        False,
        False,
        True,
    ]
    assert not any(Intensity(None, 10.0).exceeded(0.0) for _ in range(100))


def test_greater_priorities_come_first_then_the_order_of_the_items():
    queue = ItemQueue()
    for position, priority in enumerate([0, 5, 0, 5, 9]):
        queue.push(position, priority, position)
    queue.delay("late", 99, 5, until=3.0)
    assert queue.next_release() == 3.0
    queue.release(3.0)
    assert [queue.pop() for _ in range(len(queue))] == ["late", 4, 1, 3, 0, 2]


# --- Session ids ----------------------------------------------------------------------------

ANY_TEXT = st.text(st.characters(codec=None), max_size=300)


@given(ANY_TEXT, st.text(min_size=1, max_size=40))
def test_any_key_gives_a_legal_id_and_always_the_same(key, name):
    found = session_id_of(name, key)
    assert found == session_id_of(name, key)
    assert 1 <= len(found) <= 255
    assert set(found) <= set("abcdefghijklmnopqrstuvwxyz0123456789_-")


@settings(max_examples=25)
@given(st.lists(st.tuples(st.text(min_size=1, max_size=40), ANY_TEXT), unique=True, min_size=2))
def test_no_two_items_have_one_id(items):
    assert len({session_id_of(name, key) for name, key in items}) == len(items)


def test_a_long_key_cannot_be_spelt_by_another():
    long = session_id_of("review", "x" * 1000)
    digest = long.rpartition("-")[2]
    assert session_id_of("review", digest) != long
    assert ca.SessionId.parse(long).tenant == "pipeline-sha256"
    assert ca.SessionId.parse(session_id_of("review", "a b")).task == "a b"
