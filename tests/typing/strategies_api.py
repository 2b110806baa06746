"""The strategies as type checkers see them. Checked by mypy and basedpyright, never run."""

from __future__ import annotations

from typing import assert_type

from hypothesis.strategies import SearchStrategy

from copilot_actors.protocol import SessionEvent, events, rpc
from copilot_actors.testing import Fault, strategies

assert_type(strategies.events(), SearchStrategy[SessionEvent])
assert_type(strategies.events("abort"), SearchStrategy[SessionEvent])
assert_type(strategies.events(["abort", events.SessionIdle]), SearchStrategy[SessionEvent])
assert_type(strategies.events(events.AssistantMessage), SearchStrategy[events.AssistantMessage])
assert_type(strategies.values(rpc.ModelSwitchToResult), SearchStrategy[rpc.ModelSwitchToResult])
assert_type(strategies.histories(), SearchStrategy[list[SessionEvent]])
assert_type(strategies.fault_schedules(), SearchStrategy[list[Fault]])
