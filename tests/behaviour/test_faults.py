"""Faults at chosen frames between us and a CLI, the real one and the simulated one alike.

Whatever happens to a frame, the turn's answer is right, its prompt stands once in the transcript,
its tool ran once, and a subscriber saw each persistent event once.
"""

from __future__ import annotations

import collections

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import (
    DamageJournal,
    Deaf,
    Delay,
    Drop,
    Duplicate,
    FrameMatch,
    Freeze,
    Garble,
    GarbleHeader,
    Kill,
    Split,
    StartFailure,
    Stray,
    Text,
    ToolCall,
    ToolCalls,
)

SENT = FrameMatch(reply_to="session.send")
SENDING = FrameMatch(direction="to_cli", method="session.send")
DELTA = FrameMatch(event="assistant.message_delta")
ASKED = FrameMatch(event="external_tool.requested")
RESULT = FrameMatch(direction="to_cli", method="session.tools.handlePendingToolCall")
ANSWER = FrameMatch(event="assistant.message", nth=2)
IDLE = FrameMatch(event="session.idle")

# What happens, and how many processes there are by the end.
FAULTS = {
    "death before the reply to the prompt": ([Kill(SENT, before=True)], 2),
    "death after the reply to the prompt": ([Kill(SENT)], 2),
    "death at the prompt": ([Kill(SENDING, before=True)], 2),
    "death at the first piece of the answer": ([Kill(DELTA)], 2),
    "death at the call of a tool": ([Kill(ASKED)], 2),
    "death before the call of a tool": ([Kill(ASKED, before=True)], 2),
    "death at the result of a tool": ([Kill(RESULT)], 2),
    "death before the answer": ([Kill(ANSWER, before=True)], 2),
    "death at the end": ([Kill(IDLE)], None),
    "death before the end": ([Kill(IDLE, before=True)], 2),
    "two deaths": ([Kill(SENT), Kill(FrameMatch(event="assistant.message", process=1))], 3),
    "death and a failing start": ([Kill(DELTA), StartFailure(process=1)], 3),
    "death and a damaged log": ([Kill(DELTA), DamageJournal("s", "no_newline")], 2),
    "a doubled reply": ([Duplicate(SENT)], 1),
    "a doubled prompt event": ([Duplicate(FrameMatch(event="user.message"))], 1),
    "a doubled tool call": ([Duplicate(ASKED)], 1),
    "a doubled answer": ([Duplicate(ANSWER)], 1),
    "a doubled end": ([Duplicate(IDLE, copies=2)], 1),
    "a lost reply": ([Drop(SENT)], None),
    "a lost piece of the answer": ([Drop(DELTA)], 1),
    "a late piece of the answer": ([Delay(DELTA, 0.3)], 1),
    "a late reply": ([Delay(SENT, 0.3)], 1),
    "a late prompt": ([Delay(SENDING, 0.3)], 1),
    "a garbled reply": ([Garble(SENT)], None),
    "a garbled piece of the answer": ([Garble(DELTA)], 1),
    "a garbled header": ([GarbleHeader(ANSWER)], 2),
    "a garbled header to the CLI": ([GarbleHeader(SENDING)], 2),
    "single bytes": ([Split(SENT), Split(ASKED), Split(ANSWER)], 1),
    "single bytes to the CLI": ([Split(SENDING), Split(RESULT)], 1),
    "a banner": ([Stray(SENT), Stray(ANSWER)], 1),
    "a frozen CLI at the reply": ([Freeze(SENT)], 2),
    "a frozen CLI at the call of a tool": ([Freeze(ASKED)], 2),
    "a CLI that is frozen for a moment": ([Freeze(ASKED, seconds=0.3)], 1),
    "a deaf CLI": ([Deaf(SENDING)], 2),
}

# A second each on the real CLI: one of each kind always runs there.
ALWAYS = {
    "death at the first piece of the answer",
    "death at the call of a tool",
    "a lost reply",
}


def script(request):
    if request.step == 0:
        return ToolCalls([ToolCall("look", {"q": request.prompt})])
    return Text(f"found {request.tool_results[0].content}", chunks=4, delay=0.02)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in ALWAYS else pytest.mark.exhaustive("real"))
        for name in FAULTS
    ],
)
async def test_a_turn_is_right_whatever_happens_to_a_frame(world, name):
    faults, starts = FAULTS[name]
    runs = collections.Counter()
    seen = []

    def look(arguments):
        runs[arguments["q"]] += 1
        return f"look {arguments['q']}"

    # A heartbeat that finds a CLI that is silent, but not one that a busy machine holds up.
    patience = {"ping_interval": 0.5, "ping_timeout": 1.5}
    if name == "a lost reply":
        patience["rpc_timeout"] = 8.0  # which is waited for, by the clock of the real CLI
    async with world.client(script, faults=faults, **patience) as client:
        session = await client.create_session(
            session_id="s",
            streaming=True,
            on_event=seen.append,
            tools=[ca.Tool("look", "look", {"type": "object"}, look, skip_permission=True)],
            **world.session_options,
        )
        for prompt in ("one", "two"):
            with trio.fail_after(40):
                answer = await session.send_and_wait(prompt)
            assert answer.data["content"] == f"found look {prompt}"
        messages = await session.get_messages()
        assert client.statistics().pending_prompts == 0
    prompts = [event.data["content"] for event in messages if event.type == "user.message"]
    assert prompts == ["one", "two"]
    assert runs == {"one": 1, "two": 1}
    ids = [event.id for event in seen if event.id and not event.ephemeral]
    assert len(ids) == len(set(ids))
    if starts is not None:
        assert world.faulty.starts == starts
    noted = sum(entry.note.count(type(faults[0]).__name__) for entry in world.faulty.log)
    assert noted >= 1
