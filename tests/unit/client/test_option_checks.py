"""A wrong option is refused by name before anything is started or sent."""

from __future__ import annotations

import pytest

import copilot_actors as ca
from copilot_actors.client._application import ClientOptionFields
from copilot_actors.client._option_checks import CLIENT_OPTIONS, SESSION_OPTIONS
from copilot_actors.client._options import session_options, wire_options


def test_every_option_has_a_check_and_a_typed_keyword():
    assert set(CLIENT_OPTIONS) == set(ca.ClientOptions.__struct_fields__)
    assert set(SESSION_OPTIONS) == set(ca.SessionOptions.__struct_fields__)
    assert set(ClientOptionFields.__annotations__) == set(CLIENT_OPTIONS)
    assert set(ca.SessionOptionFields.__annotations__) == set(SESSION_OPTIONS)


def test_the_defaults_pass_their_checks():
    ca.ClientOptions().validate()
    session_options(None, {})


class Nothing:
    """A value that no option accepts."""

    def __repr__(self):
        return "sk-secret"


@pytest.mark.parametrize("name", sorted(CLIENT_OPTIONS))
async def test_a_client_option_of_the_wrong_kind_is_refused_without_showing_it(name):
    with pytest.raises(ca.InvalidOption, match=f"'{name}'.*expected.*Nothing") as caught:
        async with ca.open_client(**{name: Nothing()}):
            pass
    assert "sk-secret" not in str(caught.value)
    assert caught.value.option == name


@pytest.mark.parametrize("name", sorted(SESSION_OPTIONS))
def test_a_session_option_of_the_wrong_kind_is_refused_without_showing_it(name):
    with pytest.raises(ca.InvalidOption, match=f"'{name}'.*expected.*Nothing") as caught:
        session_options(None, {name: Nothing()})
    assert "sk-secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("stop_timeout", float("inf")),
        ("ping_interval", 0),
        ("ping_interval", True),
        ("max_restarts", -1),
        ("max_restarts", True),
        ("max_parallel_resumes", 0),
        ("log_level", "loud"),
        ("env", {"A": 1}),
        ("restart", "no"),
        ("home", 5),
    ],
)
def test_a_client_option_out_of_its_range_is_refused(option, value):
    with pytest.raises(ca.InvalidOption, match=option):
        ca.ClientOptions(**{option: value}).validate()


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("hooks", {"preToolUse": 5}),
        ("delivery", "twice"),
        ("interrupted", "ignore"),
        ("durability", "forever"),
        ("tools", "tool"),
        ("tools", [print]),
        ("model", 5),
        ("tool_timeout", -1),
        ("extra", {"x": object()}),
        ("streaming", "yes"),
    ],
)
def test_a_session_option_out_of_its_range_is_refused(option, value):
    with pytest.raises(ca.InvalidOption):
        session_options(None, {option: value})


def test_an_unknown_option_names_the_nearest_known_one():
    with pytest.raises(ca.InvalidOption, match="did you mean 'streaming'"):
        session_options(None, {"streamin": True})


async def test_an_unknown_client_option_names_the_nearest_known_one():
    with pytest.raises(ca.InvalidOption, match="did you mean 'ping_interval'"):
        async with ca.open_client(ping_intervall=1.0):
            pass


@pytest.mark.parametrize("name", ["model", "provider", "streaming", "available_tools"])
def test_none_and_unset_are_two_different_things(name):
    wire = {"available_tools": "availableTools"}.get(name, name)
    assert wire_options(session_options(None, {name: None}), creating=True)[wire] is None
    assert wire not in wire_options(session_options(None, {name: ca.UNSET}), creating=True)
