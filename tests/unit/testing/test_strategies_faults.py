"""Drawn faults and scripts: of the kinds that were asked for, within their bounds, from none on."""

from __future__ import annotations

import pytest
from hypothesis import Phase, find, given, settings

from copilot_actors.testing import (
    DamageJournal,
    Delay,
    Drop,
    FrameMatch,
    HttpError,
    Kill,
    ModelRequest,
    Simulator,
    StartFailure,
    Text,
    ToolCalls,
    strategies,
)
from copilot_actors.testing._scripted_model._script import resolve_attempt

FEW = settings(max_examples=15, deadline=None, database=None)
ONE = settings(max_examples=1, deadline=None, database=None, phases=[Phase.generate])


def simplest(strategy):
    """What examples of it shrink to."""
    return find(strategy, lambda _: True, settings=ONE)


def test_a_schedule_shrinks_to_no_faults_and_to_mild_ones():
    assert simplest(strategies.fault_schedules()) == []
    assert simplest(strategies.faults([Drop])) == Drop(FrameMatch(event="user.message"))


@FEW
@given(strategies.fault_schedules(max_faults=4, max_delay=2.0, session_ids=["mine"]))
def test_a_schedule_is_within_its_bounds_and_fits_a_simulator(schedule):
    assert len(schedule) <= 4
    for fault in schedule:
        if isinstance(fault, Delay):
            assert 0 <= fault.seconds <= 2
        if isinstance(fault, StartFailure | DamageJournal):
            assert fault.process in {1, 2}
        if isinstance(fault, DamageJournal):
            assert fault.session_id == "mine"
        if getattr(fault, "at", None) is not None:
            assert 1 <= fault.at.nth <= 3
    Simulator(faults=schedule)


@FEW
@given(strategies.fault_schedules([Kill, Drop], at=strategies.frame_matches(events=["abort"])))
def test_only_the_kinds_that_were_asked_for_are_drawn(schedule):
    assert all(isinstance(fault, Kill | Drop) for fault in schedule)
    assert {fault.at.event for fault in schedule} <= {None, "abort"}


def test_every_kind_of_fault_is_drawn():
    for kind in strategies.FAULT_KINDS:
        assert isinstance(simplest(strategies.faults([kind])), kind)


@pytest.mark.parametrize("kinds", [[], [int]])
def test_what_is_no_kind_of_fault_or_of_step_is_refused(kinds):
    with pytest.raises(ValueError, match="expected some of"):
        strategies.fault_schedules(kinds)
    with pytest.raises(ValueError, match="expected some of"):
        strategies.steps(kinds)


def test_places_may_be_numbers_alone():
    match = simplest(strategies.frame_matches(events=(), methods=()))
    assert (match.index, match.event, match.method, match.reply_to) == (0, None, None, None)


# --- Scripts --------------------------------------------------------------------------------


def request(prompt, step):
    return ModelRequest(
        prompt=prompt,
        step=step,
        attempt=1,
        tool_results=(),
        messages=(),
        tools=(),
        model="m",
        stream=True,
        authorized=True,
        time=0.0,
    )


@FEW
@given(strategies.turns(tools=["a", "b"], failures=[HttpError]))
def test_a_turn_calls_tools_and_then_ends(turn):
    *calls, last = turn
    assert len(calls) <= 2
    assert all(call.name in {"a", "b"} for step in calls for call in step.calls)
    assert isinstance(last, Text | HttpError)


@FEW
@given(strategies.scripts(["one", "two"], tools=()))
def test_a_script_foresees_its_prompts(script):
    for prompt in ("one", "two"):
        assert isinstance(resolve_attempt(script(request(prompt, 0)), 1), Text)
    assert isinstance(script(request("three", 0)), HttpError)


def test_a_turn_shrinks_to_a_short_answer():
    assert simplest(strategies.turns()) == [Text("", chunks=1)]
    assert simplest(strategies.turns(tools=())) == [Text("", chunks=1)]
    assert isinstance(simplest(strategies.steps([ToolCalls])), ToolCalls)
    with pytest.raises(ValueError, match="the name of a tool"):
        strategies.steps(tools=())
