"""A CLI that refuses an answer gets it again, and a handler runs once all the same."""

from __future__ import annotations

import pytest
import trio

import copilot_actors as ca
from copilot_actors.client._session._jobs import ANSWER_ATTEMPTS
from copilot_actors.testing import FrameMatch, Refuse, Script, Simulator, Text, ToolCall, ToolCalls

SCRIPT = Script.by_prompt({"go": [ToolCalls([ToolCall("look", {})]), Text("looked")]})
ANSWER = "session.tools.handlePendingToolCall"


@pytest.mark.parametrize("refusals", [1, ANSWER_ATTEMPTS - 1, ANSWER_ATTEMPTS])
async def test_a_refused_answer_is_sent_again_and_its_handler_runs_once(autojump_clock, refusals):
    runs = []

    async def look():
        runs.append(1)
        return "seen"

    faults = [
        Refuse(FrameMatch(direction="to_cli", method=ANSWER, nth=number + 1))
        for number in range(refusals)
    ]
    simulator = Simulator(SCRIPT, faults=faults)
    tool = ca.Tool("look", "look", None, look, skip_permission=True)
    async with ca.open_client(cli=simulator) as client, trio.open_nursery() as nursery:
        session = await client.create_session(model="m", tools=[tool])
        if refusals == ANSWER_ATTEMPTS:

            @nursery.start_soon
            async def kill():
                # This CLI does not take it at all; the next one does, under the same request id.
                await simulator.wait_for(faults[-1].at)
                # Simulated time: the refusal is on its way.
                await trio.sleep(1)
                simulator.kill()

        answer = await session.send_and_wait("go")
        assert answer.data.content == "looked"
        assert len(runs) == 1
        assert client.statistics().pending_prompts == 0
