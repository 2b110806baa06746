"""What the simulated model remembers of its requests, and for how long."""

from copilot_actors.testing import Script, Simulator
from copilot_actors.testing._scripted_model._server import KEPT_REQUESTS
from copilot_actors.testing._simulator._model import SimulatedModel
from copilot_actors.transport import LaunchOptions


def ask(model, prompt):
    request, _ = model.ask([{"role": "user", "content": prompt}], [], model="m", stream=True)
    return request


async def test_the_requests_and_the_counted_conversations_are_bounded(autojump_clock):
    model = SimulatedModel(Script.echo())
    for number in range(KEPT_REQUESTS + 5):
        ask(model, str(number))
    assert [request.prompt for request in model.requests] == [
        str(number) for number in range(5, KEPT_REQUESTS + 5)
    ]
    assert len(model._attempts) == KEPT_REQUESTS


async def test_repetitions_are_counted_as_long_as_the_conversation_is_a_recent_one(autojump_clock):
    model = SimulatedModel(Script.echo())
    attempts = []
    for number in range(KEPT_REQUESTS + 5):
        ask(model, str(number))
        attempts.append(ask(model, "again").attempt)
    assert attempts == list(range(1, KEPT_REQUESTS + 6))
    assert ask(model, "0").attempt == 1


async def test_a_simulator_keeps_the_last_thousand_requests(autojump_clock):
    simulator = Simulator()
    await simulator.open(LaunchOptions())
    for number in range(1001):
        ask(simulator.process.model, str(number))
    assert len(simulator.model_requests) == 1000
    assert simulator.model_requests[-1].prompt == "1000"


async def test_the_ids_of_model_calls_go_on_beyond_what_is_kept(autojump_clock):
    model = SimulatedModel(Script.echo())
    for number in range(KEPT_REQUESTS + 5):
        ask(model, str(number))
    assert model.calls == KEPT_REQUESTS + 5
