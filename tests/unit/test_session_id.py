"""Session ids with an owner: reversible, unambiguous, sorted by time."""

from __future__ import annotations

import copy
import datetime as dt
import re

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import copilot_actors as ca
from copilot_actors import SessionId
from copilot_actors.client._options._session_options import check_session_id

TEXTS = st.text(max_size=12) | st.text(alphabet=list("aA-_0é\ud800\udfff"), max_size=8)
ZONES = st.integers(-840, 840).map(lambda minutes: dt.timezone(dt.timedelta(minutes=minutes)))
TIMES = st.datetimes(timezones=ZONES)


def is_in_range(time):
    try:
        time.astimezone(dt.UTC)
    except OverflowError:
        return False
    return True


OWNERS = st.fixed_dictionaries(
    {},
    optional={
        "tenant": st.none() | TEXTS,
        "user": st.none() | TEXTS,
        "task": st.none() | TEXTS,
        "timestamp": st.none() | TIMES.filter(is_in_range),
    },
).filter(
    lambda fields: (
        any(value is not None for value in fields.values())
        and sum(len(str(v).encode("utf-8", "surrogatepass")) * 3 + 8 for v in fields.values())
        <= 255
    )
)


@given(OWNERS)
@example({"user": ""})
@example({"user": "-task-", "task": "_"})
@example({"user": "\ud83d\ude00"})
@example({"user": "😀"})
def test_parse_is_the_inverse_of_encode_for_any_text(fields):
    one = SessionId(**fields)
    text = one.encode()
    again = SessionId.parse(text)
    assert again == one
    assert (again.tenant, again.user, again.task, again.timestamp) == (
        fields.get("tenant"),
        fields.get("user"),
        fields.get("task"),
        fields.get("timestamp"),
    )
    assert str(one) == str(again) == text


@given(OWNERS)
def test_an_id_has_only_characters_that_any_file_system_tells_apart(fields):
    text = SessionId(**fields).encode()
    assert re.fullmatch(r"[a-z0-9_-]{1,255}", text)
    assert check_session_id(text) == text
    assert check_session_id(SessionId(**fields)) == text


@given(OWNERS, OWNERS)
def test_two_owners_never_have_one_id(one, other):
    a, b = SessionId(**one), SessionId(**other)
    assert (a.encode() == b.encode()) == (a == b)


@given(st.text(alphabet=list("tenantusertask-_0123456789abcdef"), max_size=40) | st.text())
def test_no_two_texts_are_one_id(text):
    try:
        parsed = SessionId.parse(text)
    except ca.InvalidSessionId:
        assert SessionId.match(text) is None
    else:
        assert parsed.encode() == text
        assert SessionId.match(text) == parsed


@given(OWNERS, st.lists(TIMES.filter(is_in_range), max_size=5))
def test_the_ids_of_one_owner_sort_by_time(fields, times):
    owner = {key: "x" if value else value for key, value in fields.items() if key != "timestamp"}
    ids = [SessionId(**{**owner, "timestamp": time}) for time in times]
    by_text = sorted(ids, key=str)
    assert [one.timestamp for one in by_text] == sorted(one.timestamp for one in ids)


@given(OWNERS, st.sampled_from(["tenant", "user", "task"]), TEXTS)
def test_an_id_matches_its_own_owner_and_no_other(fields, key, other):
    one = SessionId(**fields)
    text = one.encode()
    assert SessionId.match(text, tenant=one.tenant, user=one.user, task=one.task) == one
    assert SessionId.match(one) is one
    mine = getattr(one, key)
    assert SessionId.match(text, **{key: other}) == (one if mine == other else None)
    # Somebody who is not known owns only what belongs to nobody.
    assert SessionId.match(text, **{key: None}) == (one if mine is None else None)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "names no tenant|not a list"),
        ("user", "not a list"),
        ("user-a-task", "not a list"),
        ("task-a-user-b", "spelt 'user-b-task-a'"),
        ("user-a-user-b", "not a list"),
        ("owner-a", "not a list"),
        ("user-A", "not an encoded text"),
        ("user-é", "not an encoded text"),
        ("user-\u0663", "not an encoded text"),
        ("user-_4", "not an encoded text"),
        ("user-_4G", "not an encoded text"),
        ("user-_4A", "not an encoded text"),
        ("user-_61", "spelt 'user-a'"),
        ("user-_ff", "not UTF-8"),
        ("user-_c0_80", "not UTF-8"),
        ("user-a\n", "not an encoded text"),
        ("time-20261130", "not a time"),
        ("time-20261330t000000000000z", "not a time"),
        ("time-20261130t000000000000Z", "not a time"),
        ("time-20261130t00000000000\u0660z", "not a time"),
        ("user-" + "a" * 251, "256 characters"),
        (7, "not text"),
    ],
)
def test_what_encode_does_not_write_is_no_id(text, reason):
    with pytest.raises(ca.InvalidSessionId, match=reason):
        SessionId.parse(text)
    assert SessionId.match(text, user="a") is None


@pytest.mark.parametrize(
    ("fields", "error", "reason"),
    [
        ({}, ca.InvalidSessionId, "names no tenant"),
        ({"user": None}, ca.InvalidSessionId, "names no tenant"),
        ({"user": 7}, ca.InvalidOption, "expected text, got 7"),
        ({"task": b"x"}, ca.InvalidOption, "expected text"),
        ({"timestamp": "now"}, ca.InvalidOption, "datetime with a time zone"),
        ({"timestamp": dt.datetime(2026, 1, 1)}, ca.InvalidOption, "with a time zone"),  # noqa: DTZ001
        (
            {"timestamp": dt.datetime(1, 1, 1, tzinfo=dt.timezone(dt.timedelta(hours=1)))},
            ca.InvalidOption,
            "outside of the years",
        ),
        ({"user": "a" * 251}, ca.InvalidSessionId, "256 characters"),
        ({"user": "é" * 42, "task": ""}, ca.InvalidSessionId, "263 characters"),
    ],
)
def test_what_makes_no_id_is_refused_where_it_is_made(fields, error, reason):
    with pytest.raises(error, match=reason):
        SessionId(**fields)


def test_the_longest_id_is_an_id():
    assert len(SessionId(user="a" * 250).encode()) == 255
    assert SessionId.parse("user-" + "a" * 250).user == "a" * 250


def test_an_id_is_a_value():
    at = dt.datetime(2026, 11, 30, 4, 5, 6, 7, tzinfo=dt.timezone(dt.timedelta(hours=2)))
    one = SessionId(tenant="acme", user="Alice", task="pr-42", timestamp=at)
    assert str(one) == "tenant-acme-user-_41lice-task-pr_2d42-time-20261130t020506000007z"
    assert one.timestamp.tzinfo is dt.UTC
    assert {one, copy.copy(one), SessionId.parse(str(one))} == {one}
    with pytest.raises(AttributeError):
        one.user = "Bob"
    assert msgspec.structs.replace(one, user="bob").user == "bob"


def test_ids_that_a_plain_split_would_confuse_stay_apart():
    # ``id.split("-")`` takes both for user "a" with task "b-c" (features 1.4, F11).
    ids = {str(SessionId(user="a", task="b-c")), str(SessionId(user="a-b", task="c"))}
    assert ids == {"user-a-task-b_2dc", "user-a_2db-task-c"}
