"""A crash between the two records of an answered tool call, on the real CLI alone.

The simulator writes both records in one batch, so only a damaged log of the real CLI shows what
a session does that would otherwise wait for ever.
"""

from __future__ import annotations

import json

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Text, ToolCall, ToolCalls

pytestmark = pytest.mark.real_cli


@pytest.fixture
def world_name():
    return "real"


def choose(request):
    if request.step == 0:
        return ToolCalls([ToolCall("look", {"n": 0}), ToolCall("look", {"n": 1})])
    return Text(" and ".join(sorted(result.content for result in request.tool_results)))


async def test_a_result_that_the_crash_lost_half_way_is_asked_for_again(world):
    first_done = trio.Event()

    async def look(arguments):
        if arguments["n"] == 1:
            await trio.sleep_forever()
        return "value 0"

    def tools(handler):
        return [ca.Tool("look", "look", {"type": "object"}, handler, skip_permission=True)]

    async with world.client(choose) as client:
        session = await client.create_session(
            session_id="s-1", tools=tools(look), **world.session_options
        )
        await session.on("tool.execution_complete", lambda event: first_done.set())
        await session.send("go")
        await first_done.wait()
        await client.request("sessions.save", {"sessionId": "s-1"})
        await client.stop(force=True)
        log = world.home / "session-state" / "s-1" / "events.jsonl"
        kept = [
            line
            for line in log.read_text().splitlines()
            if json.loads(line)["type"] != "tool.execution_complete"
        ]
        assert any(json.loads(line)["type"] == "external_tool.completed" for line in kept)
        log.write_text("\n".join(kept) + "\n")
        answered, answers = trio.Event(), []

        def note(event):
            if event.type == "assistant.message":
                answers.append(event.data["content"])
                answered.set()

        async with world.second_client() as other:
            again = await other.resume_session(
                "s-1",
                tools=tools(lambda arguments: f"again {arguments['n']}"),
                on_event=note,
                **world.session_options,
            )
            with trio.fail_after(15):
                await answered.wait()
                await again.wait_state("idle")
        assert answers == ["again 0 and again 1"]
