"""The state machine of a supervisor as users have it: with servers of theirs, and planted bugs."""

from __future__ import annotations

import contextlib
import io
import re

import pytest
import trio
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule, run_state_machine_as_test

from copilot_actors.otp import GenServer, Supervisor
from copilot_actors.testing import SupervisorMachine

QUICK = settings(
    max_examples=25,
    stateful_step_count=12,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
)


@pytest.fixture(autouse=True)
def a_run_that_repeats_itself():
    trio._core._run._r.seed(0)


class Counter(GenServer):
    """Counts; a request that is no number ends it."""

    def init(self, start):
        self.value = start

    def handle_call(self, request, from_):
        self.value += int(request)
        return self.value


class Counting(SupervisorMachine):
    """A user's rules over a user's servers: a restart begins anew at the start value."""

    start = 100

    def __init__(self):
        super().__init__()
        self.values = {}

    def child_spec(self, child, restart):
        return Counter.child_spec(self.start, id=child)

    def value_of(self, child):
        # Every start is in the log, so that the number of them is that of the incarnation.
        incarnation = self.model.log.count(f"ok {child}")
        return self.values.get((child, incarnation), 100), (child, incarnation)

    @precondition(lambda self: self.model.running)
    @rule(child=st.runner().flatmap(lambda machine: st.sampled_from(machine.model.running)))
    def add(self, child):
        value, key = self.value_of(child)
        ref = self.whereis(child)
        assert self.run(ref.call, 1) == value + 1
        self.values[key] = value + 1


def test_servers_of_a_user_are_started_and_restarted_as_the_model_says():
    run_state_machine_as_test(Counting, settings=QUICK)


def test_a_server_that_starts_with_the_wrong_state_is_found():
    class Wrong(Counting):
        start = 99

    with pytest.raises(AssertionError), contextlib.redirect_stdout(io.StringIO()):
        run_state_machine_as_test(Wrong, settings=QUICK)


def machine_with(*first, strategy="one_for_one", max_restarts=4):
    machine = SupervisorMachine()
    machine.start_supervisor(strategy, max_restarts, list(first))
    return machine


def test_a_rule_of_a_user_that_ends_a_child_is_told_to_the_model():
    machine = machine_with(("a", "permanent"), ("b", "transient"))
    machine.run(machine.whereis("a").stop)
    machine.child_ended("a", abnormal=False)
    assert machine.log == ["ok a", "ok b", "down a", "ok a"]
    machine.teardown()
    assert machine.log[-2:] == ["down b", "down a"]


def test_one_that_is_not_told_differs():
    machine = machine_with(("a", "permanent"))
    machine.run(machine.whereis("a").stop)
    with pytest.raises(AssertionError, match="down a"):
        machine.compare()
    machine._guest.close(limit=10)


def test_a_supervisor_that_gives_up_ends_as_in_the_model():
    machine = machine_with(("a", "permanent"), ("b", "permanent"), max_restarts=1)
    machine.end_child("a", "crash")
    machine.end_child("a", "kill")
    assert machine.model.dead
    machine.let_time_pass(1.0)
    machine.teardown()


def test_a_model_that_is_wrong_shrinks_to_the_fewest_steps():
    class Forgetful(SupervisorMachine):
        strategies = ("one_for_one",)

        def child_ended(self, child, *, abnormal, silently=False):
            # As if a transient child was never started again.
            forgotten = self.model.find(child)
            if forgotten.restart == "transient":
                forgotten.restart = "temporary"
            super().child_ended(child, abnormal=abnormal, silently=silently)

    said = io.StringIO()
    with pytest.raises(AssertionError) as caught, contextlib.redirect_stdout(said):
        run_state_machine_as_test(
            Forgetful,
            settings=settings(
                QUICK, phases=[Phase.generate, Phase.shrink], report_multiple_bugs=False
            ),
        )
    text = said.getvalue() + "\n".join(caught.value.__notes__)
    steps = re.findall(r"^state\.(\w+)\(", text, re.MULTILINE)
    assert steps in (
        ["start_supervisor", "end_child", "teardown"],
        ["start_supervisor", "start_child", "end_child", "teardown"],
    )


def test_a_child_must_be_a_server():
    class Tree(SupervisorMachine):
        def child_spec(self, child, restart):
            return Supervisor.child_spec([], id=child)

    machine = Tree()
    with pytest.raises(TypeError, match="expected a spec of a GenServer"):
        machine.start_supervisor("one_for_one", 1, [("a", "permanent")])
    machine.teardown()
