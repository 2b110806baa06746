"""A supervisor against a pure model of one: random scripts, equal traces.

The machine and the model are those of the testing kit, as users have them.
"""

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from copilot_actors.otp import GenServer
from copilot_actors.testing import SupervisorMachine


class Asynchronous(GenServer):
    """Starts and ends with a wait, so that no start is carried out in its caller's task."""

    async def init(self):
        self.alive = True

    async def terminate(self, reason):
        self.alive = False


@pytest.mark.parametrize(
    "asynchronous",
    [
        pytest.param(False, id="plain"),
        pytest.param(True, id="async", marks=pytest.mark.exhaustive),
    ],
)
@pytest.mark.parametrize("strategy", ["one_for_one", "one_for_all", "rest_for_one", "dynamic"])
def test_a_supervisor_does_what_the_model_says(strategy, asynchronous):
    class OfOneStrategy(SupervisorMachine):
        strategies = (strategy,)

        def child_spec(self, child, restart):
            if asynchronous:
                return Asynchronous.child_spec(id=child)
            return super().child_spec(child, restart)

    run_state_machine_as_test(
        OfOneStrategy,
        settings=settings(max_examples=30, stateful_step_count=14, deadline=None),
    )
