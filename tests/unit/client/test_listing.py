"""Which filters make sense, and how a listed session is read that a newer CLI shapes otherwise."""

from __future__ import annotations

import datetime as dt
import json
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

import copilot_actors as ca
from copilot_actors import UNSET, SessionFilter, SessionId, SessionSummary
from copilot_actors.client._listing import summary_of

NOW = dt.datetime(2026, 11, 30, 12, tzinfo=dt.UTC)
WHOLE = {
    "sessionId": "s",
    "startTime": "2026-11-30T03:07:22.451Z",
    "modifiedTime": "2026-11-30T05:07:22.849+02:00",
    "isRemote": False,
    "isDetached": False,
    "summary": "hi",
    "name": "hello",
    "clientName": "sdk",
    "context": {"cwd": "/a", "gitRoot": "/a", "repository": "octo/hello", "branch": "main"},
    "somethingNew": [1],
}


def read(**changes):
    fields = {key: value for key, value in {**WHOLE, **changes}.items() if value is not ...}
    return summary_of(msgspec.Raw(json.dumps(fields).encode()))


def test_a_listed_session_has_aware_times():
    one = read()
    assert one.start_time == dt.datetime(2026, 11, 30, 3, 7, 22, 451000, dt.UTC)
    assert one.modified_time == dt.datetime(2026, 11, 30, 3, 7, 22, 849000, dt.UTC)
    assert one.idle_at(one.modified_time + dt.timedelta(seconds=5)) == 5
    assert one.owner is None


@pytest.mark.parametrize("name", ["startTime", "modifiedTime"])
@pytest.mark.parametrize(
    "odd",
    [
        ...,
        None,
        "",
        "yesterday",
        "2026-11-30T03:07:22",
        "2026-02-30T00:00:00Z",
        "2026-11-30",
        1_796_000_000,
        1.5,
        True,
        [],
        {"seconds": 1},
    ],
)
def test_an_odd_time_is_none_and_nothing_else_is_lost(name, odd):
    one = read(**{name: odd})
    field = {"startTime": "start_time", "modifiedTime": "modified_time"}[name]
    assert getattr(one, field) is None
    assert one == msgspec.structs.replace(read(), **{field: None})


@pytest.mark.parametrize(
    ("changes", "lost"),
    [
        ({"summary": 7}, "summary"),
        ({"context": "here"}, "context"),
        ({"isRemote": "no"}, "is_remote"),
        ({"clientName": ["a"]}, "client_name"),
    ],
)
def test_another_shape_of_one_field_costs_that_field_alone(changes, lost):
    one, whole = read(**changes), read()
    differ = {f for f in SessionSummary.__struct_fields__ if getattr(one, f) != getattr(whole, f)}
    assert differ <= {lost}


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.sampled_from(list(WHOLE)), inner, max_size=4)
        ),
        max_leaves=8,
    )
)
def test_whatever_is_listed_is_a_summary_or_left_out(value):
    one = summary_of(msgspec.Raw(json.dumps(value).encode()))
    if one is not None:
        assert one.session_id == value["sessionId"]
        for time in (one.start_time, one.modified_time):
            assert time is None or time.utcoffset() is not None


def test_what_has_no_readable_id_is_left_out():
    for item in (b"null", b"[]", b"7", b"{}", b'{"sessionId": 7}', b"{", b"\xff", b"[" * 10_000):
        assert summary_of(msgspec.Raw(item)) is None


@pytest.mark.parametrize(
    "fields",
    [
        {"cwd": ""},
        {"cwd": "relative/path"},
        {"cwd": 7},
        {"cwd": b"/a"},
        {"git_root": "."},
        {"repository": ""},
        {"repository": " "},
        {"branch": ["main"]},
        {"user": 7},
        {"tenant": b"x"},
        {"task": SessionId(task="a")},
        {"idle_for": -1},
        {"idle_for": float("nan")},
        {"idle_for": float("inf")},
        {"idle_for": True},
        {"idle_for": "1"},
    ],
)
def test_a_filter_that_nothing_could_fit_is_refused(fields):
    (name,) = fields
    with pytest.raises(ca.InvalidOption) as caught:
        SessionFilter(**fields)
    assert caught.value.option == name


def test_only_what_the_cli_compares_is_sent_to_it():
    wanted = SessionFilter(
        cwd=Path("/a/b"), git_root="/a/", repository="o/h", branch="x", user="u", idle_for=1
    )
    assert wanted.wire_fields() == {
        "cwd": "/a/b",
        "gitRoot": "/a",
        "repository": "o/h",
        "branch": "x",
    }
    assert SessionFilter(cwd="C:\\work").wire_fields() == {"cwd": "C:\\work"}
    assert SessionFilter(cwd="/").wire_fields() == {"cwd": "/"}
    assert SessionFilter(user="u", idle_for=0).wire_fields() == {}


@given(
    st.fixed_dictionaries({k: st.none() | st.sampled_from("ab") for k in ("tenant", "user")}),
    st.fixed_dictionaries(
        {}, optional={k: st.none() | st.sampled_from("ab") for k in ("tenant", "user")}
    ),
)
def test_an_owner_fits_by_all_parts_that_are_given(owner, wanted):
    one = SessionSummary(session_id=str(SessionId(**owner, task="t")))
    fits = all(owner[key] == value for key, value in wanted.items())
    assert SessionFilter(**wanted).fits(one, NOW) is fits
    foreign = SessionSummary(session_id="user-A")
    assert SessionFilter(**wanted).fits(foreign, NOW) is not wanted
    assert SessionFilter().user is UNSET


@pytest.mark.parametrize(
    ("seconds", "fits"), [(0, False), (59.9, False), (60, True), (1e9, True), (-5, False)]
)
def test_an_age_fits_from_the_given_one_on(seconds, fits):
    one = SessionSummary(session_id="s", modified_time=NOW - dt.timedelta(seconds=seconds))
    assert SessionFilter(idle_for=60).fits(one, NOW) is fits


def test_an_unknown_age_is_no_age():
    assert not SessionFilter(idle_for=0).fits(SessionSummary(session_id="s"), NOW)
