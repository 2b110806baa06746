"""What one client remembers of the options that its sessions were opened with."""

from __future__ import annotations

import pytest

import copilot_actors as ca
from copilot_actors.client._options._merging import MAX_KNOWN, MergedOptions
from copilot_actors.client._options._session_options import session_options


async def approve(_request):
    return None


def made_anew():
    async def approve_too(_request):
        return None

    state = []

    async def closure(_request):
        return state

    async def default(_request, state=state):
        return state

    return approve_too, closure, default


@pytest.fixture
def merged():
    return MergedOptions("copilot-cli")


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"model": "gpt-4.1"},
        {"model": None, "tool_timeout": 3.5},
        {"model": "gpt-4.1", "on_permission_request": approve},
    ],
)
def test_options_in_which_nothing_can_change_are_merged_once(merged, given):
    first = merged.merge(None, dict(given))
    assert first == session_options(None, given)
    assert merged.merge(None, dict(given)) is first


@pytest.mark.parametrize(
    "given",
    [
        {"extra": {"a": 1}},
        {"available_tools": ["a"]},
        {"provider": {"type": "openai", "baseUrl": "http://localhost"}},
        {"github_token": "secret"},
        *({"on_permission_request": handler} for handler in made_anew()[1:]),
    ],
)
def test_options_that_may_change_or_hold_something_are_not_kept(merged, given):
    assert merged.merge(None, given) is not merged.merge(None, given)


def test_an_options_value_is_merged_each_time(merged):
    options = ca.SessionOptions(model="gpt-4.1")
    assert merged.merge(options, {}) == session_options(options, {})
    assert merged.merge(options, {}) is not merged.merge(options, {})


def test_values_that_are_equal_and_not_the_same_are_told_apart(merged):
    merged.merge(None, {"tool_timeout": 1})
    with pytest.raises(ca.InvalidOption, match="tool_timeout"):
        merged.merge(None, {"tool_timeout": True})


def test_a_wrong_option_is_refused_each_time(merged):
    for _ in range(2):
        with pytest.raises(ca.InvalidOption, match="no such session option"):
            merged.merge(None, {"modle": "gpt-4.1"})


def test_few_are_remembered(merged):
    for number in range(3 * MAX_KNOWN):
        assert merged.merge(None, {"model": f"m{number}"}).model == f"m{number}"
    assert len(merged._known) == MAX_KNOWN
