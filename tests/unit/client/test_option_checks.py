"""A wrong option is refused by name before anything is started or sent."""

from __future__ import annotations

import pytest

import copilot_actors as ca
from copilot_actors.client._application import ClientOptionFields
from copilot_actors.client._options._checks import CLIENT_OPTIONS, SESSION_OPTIONS
from copilot_actors.client._options._session_options import session_options, wire_options
from copilot_actors.client._options._table import WIRE_OPTIONS


def test_every_option_has_a_check_and_a_typed_keyword():
    assert set(CLIENT_OPTIONS) == set(ca.ClientOptions.__struct_fields__)
    assert not set(SESSION_OPTIONS) & set(WIRE_OPTIONS)
    assert set(SESSION_OPTIONS) | set(WIRE_OPTIONS) == set(ca.SessionOptions.__struct_fields__)
    assert set(ClientOptionFields.__annotations__) == set(CLIENT_OPTIONS)
    assert set(ca.SessionOptionFields.__annotations__) == set(ca.SessionOptions.__struct_fields__)


def test_the_defaults_pass_their_checks():
    ca.ClientOptions().validate()
    session_options(None, {})


EXAMPLES = {
    "allow_transcript_recovery": True,
    "name": "a title",
    "open_canvases": [{"instanceId": "1"}],
    "refresh_custom_instructions": True,
    "suppress_resume_event": True,
    "trust_working_directory": "session",
}


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


@pytest.mark.parametrize("name", sorted(ca.SessionOptions.__struct_fields__))
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


@pytest.mark.parametrize("name", sorted(WIRE_OPTIONS))
def test_none_and_unset_are_two_different_things(name):
    option = WIRE_OPTIONS[name]
    creating = option.only != "resume"
    unset = session_options(None, {name: ca.UNSET})
    assert option.wire not in wire_options(unset, creating=creating)
    if not option.null:
        with pytest.raises(ca.InvalidOption, match=f"'{name}'.*UNSET"):
            session_options(None, {name: None})
        return
    assert wire_options(session_options(None, {name: None}), creating=creating)[option.wire] is None


@pytest.mark.parametrize("name", sorted(n for n, o in WIRE_OPTIONS.items() if o.only))
def test_an_option_of_one_request_is_not_sent_with_the_other(name):
    option = WIRE_OPTIONS[name]
    options = session_options(None, {"working_directory": "/w", name: EXAMPLES[name]})
    for creating in (True, False):
        sent = option.wire in wire_options(options, creating=creating)
        assert sent is (option.only == ("create" if creating else "resume"))


@pytest.mark.parametrize(
    ("name", "word", "meant"),
    [
        ("reasoning_summary", "detail", "detailed"),
        ("context_tier", "long-context", "long_context"),
        ("embedding_cache_storage", "in_memory", "in-memory"),
        ("trust_working_directory", "users", "user"),
        ("remote_session", "exports", "export"),
        ("on_timeout", "abrot", "abort"),
        ("delivery", "at_most_one", "at_most_once"),
    ],
)
def test_an_unknown_word_names_the_nearest_known_one(name, word, meant):
    with pytest.raises(ca.InvalidOption, match=f"did you mean '{meant}'") as caught:
        session_options(None, {name: word})
    assert caught.value.option == name


async def test_an_unknown_log_level_names_the_nearest_known_one():
    with pytest.raises(ca.InvalidOption, match="did you mean 'warning'"):
        async with ca.open_client(log_level="warn"):
            pass
