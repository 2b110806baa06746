"""A handler that raises, whatever it raises, fails alone."""

from __future__ import annotations

import logging

import pytest

import copilot_actors as ca
from copilot_actors.testing import Script, Simulator, Text, ToolCall, ToolCalls

ASK = Script.by_prompt(
    {"go": [ToolCalls([ToolCall("ask_user", {"question": "which?"})]), Text("end")]},
    default=Text("ok"),
)


class Outlandish(BaseException):
    """No Exception, yet nobody else's affair."""


def content(event) -> str | None:
    return None if event is None else event.raw["data"]["content"]


@pytest.fixture(autouse=True)
def quiet(caplog):
    caplog.set_level(logging.CRITICAL)


@pytest.mark.parametrize("error", [ValueError, Outlandish])
async def test_S2_a_question_handler_that_raises_anything_fails_alone(autojump_clock, error):
    def raises(request):
        raise error("bad")

    simulator = Simulator(ASK)
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(model="m", on_user_input_request=raises)
        assert content(await session.send_and_wait("go")) == "end"
        assert content(await session.send_and_wait("x")) == "ok"
        assert client.statistics().handler_errors == 1
        assert len(simulator.processes) == 1


@pytest.mark.parametrize("error", [ValueError, Outlandish])
async def test_S2_a_lifecycle_handler_that_raises_anything_fails_alone(autojump_clock, error):
    seen = []

    def raises(lifecycle):
        raise error("bad")

    simulator = Simulator(ASK)
    async with ca.open_client(cli=simulator) as client:
        client.on_lifecycle(raises)
        client.on_lifecycle(seen.append)
        session = await client.create_session(model="m")
        assert content(await session.send_and_wait("x")) == "ok"
        statistics = client.statistics()
        assert statistics.handler_errors == len(seen) > 0
        assert statistics.connection_faults == 0
        assert len(simulator.processes) == 1
