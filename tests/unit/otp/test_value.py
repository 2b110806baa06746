"""Values: actions, messages and exit reasons are frozen, and compared by what they hold."""

import copy
import pickle

import pytest

from copilot_actors.otp import (
    Continue,
    Crash,
    Exit,
    IdleTimeout,
    Ignore,
    Killed,
    NoReply,
    Normal,
    Reply,
    Shutdown,
    Timeout,
)

ERROR = ValueError("no")
VALUES = [
    (Continue(1), "Continue(arg=1)"),
    (IdleTimeout(2.5), "IdleTimeout(seconds=2.5)"),
    (Reply(1, Continue(2)), "Reply(value=1, then=Continue(arg=2))"),
    (NoReply(), "NoReply(then=None)"),
    (Ignore(), "Ignore()"),
    (Timeout(), "Timeout()"),
    (Normal(), "Normal()"),
    (Shutdown("why"), "Shutdown(detail='why')"),
    (Killed(), "Killed()"),
    (Crash(ERROR), "Crash(ValueError('no'))"),
]
each_value = pytest.mark.parametrize(
    ("value", "shown"), VALUES, ids=[type(value).__name__ for value, _ in VALUES]
)


@each_value
def test_a_value_shows_its_fields(value, shown):
    assert repr(value) == shown


@each_value
def test_a_value_equals_its_copy_and_nothing_else(value, shown):
    again = copy.copy(value)
    assert again == value
    assert hash(again) == hash(value)
    assert [other for other, _ in VALUES if other == value] == [value]


@each_value
def test_a_value_cannot_be_changed(value, shown):
    with pytest.raises(AttributeError, match="frozen"):
        value.anything = 1
    for name in value.__match_args__:
        before = getattr(value, name)
        with pytest.raises(AttributeError, match="frozen"):
            setattr(value, name, 2)
        with pytest.raises(AttributeError, match="frozen"):
            delattr(value, name)
        assert getattr(value, name) is before


@pytest.mark.parametrize("value", [v for v, _ in VALUES if not isinstance(v, Crash)], ids=repr)
def test_a_value_survives_a_pickle(value):
    assert pickle.loads(pickle.dumps(value)) == value


def test_values_are_matched_by_position():
    match Reply(1, Continue(2)):
        case Reply(value, Continue(arg)):
            assert (value, arg) == (1, 2)
    match Exit("a ref", Crash(ERROR)):
        case Exit(ref, Crash(error)):
            assert (ref, error) == ("a ref", ERROR)
