"""A tool call costs the same at the end of a turn of many as at its beginning."""

from __future__ import annotations

import sys

import pytest

from copilot_actors.client._session import _values as v
from copilot_actors.client._session._machine import step
from copilot_actors.protocol import SessionEvent

WIDTHS = [1, 8]
FEW, MANY = 20, 400


class Turn:
    """The machine of a session in a turn of which some call is always under way."""

    def __init__(self) -> None:
        self.lines = 0
        self.forgotten = 0
        self._serial = 0
        self._state = v.SessionState(phase=v.Phase.IDLE, connected=True, own_tools=frozenset("t"))
        self.give(v.Submitted("k"))
        self.give(v.Acknowledged("k", "m"))
        self.see("user.message", source="k", messageId="m", delivery="idle")

    def give(self, what):
        def trace(_frame, _event, _argument):
            self.lines += 1
            return trace

        before = sys.gettrace()
        sys.settrace(trace)
        try:
            self._state, effects = step(self._state, what)
        finally:
            sys.settrace(before)
        for effect in effects:
            if isinstance(effect, v.SaveLog):
                self.give(v.SaveDone(effect.epoch))
            elif isinstance(effect, v.StartHandler):
                self.give(v.HandlerDone(effect.request.request_id))
            elif isinstance(effect, v.SendAnswer):
                self.give(v.AnswerSent(effect.request.request_id, accepted=True))
            elif isinstance(effect, v.ForgetAnswer):
                self.forgotten += 1

    def see(self, kind, **data):
        self._serial += 1
        self.give(v.Observed(SessionEvent(kind, data=data, id=f"e{self._serial}")))

    def begin(self, number):
        self.see("tool.execution_start", toolCallId=f"c{number}", toolName="t")
        self.see(
            "external_tool.requested",
            requestId=f"r{number}",
            toolCallId=f"c{number}",
            toolName="t",
        )

    def end(self, number):
        self.see("external_tool.completed", requestId=f"r{number}")
        self.see("tool.execution_complete", toolCallId=f"c{number}", success=True)


def lines_of_a_call(width, before):
    """Lines executed for one call, after ``before`` others of the same turn."""
    turn = Turn()
    for number in range(width):
        turn.begin(number)
    for number in range(before):
        turn.begin(number + width)
        turn.end(number)
    turn.lines = 0
    turn.begin(before + width)
    turn.end(before)
    lines = turn.lines
    assert turn.forgotten == 0  # all of them are kept: a call beside them is open
    for number in range(before + 1, before + width + 1):
        turn.end(number)
    assert turn.forgotten == before + width + 1
    return lines


@pytest.mark.parametrize("width", WIDTHS)
def test_a_tool_call_costs_the_same_after_many_others_of_its_turn(width):
    assert lines_of_a_call(width, MANY) == lines_of_a_call(width, FEW)
