"""The machine of a session at rest: each cell of its part of the table."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from copilot_actors.client._session import _values as v
from copilot_actors.client._session._machine import NEXT_PHASES, RULES, step
from copilot_actors.client._session._passivation import at_rest
from copilot_actors.protocol import SessionEvent

DUE = v.PauseDue(5.0)
LET_GO = v.Paused(released=True, seconds=5.0)
KEPT = v.Paused(released=False, seconds=5.0)
ERROR = RuntimeError("broken")


def event(type_, id_="e1", **data):
    return SessionEvent(type_, data=data, id=id_)


def feed(state, *inputs):
    """Apply inputs; returns the state and all effects, in order."""
    effects = []
    for what in inputs:
        before = state.phase
        state, new = step(state, v.Observed(what) if isinstance(what, SessionEvent) else what)
        assert state.phase is before or state.phase in NEXT_PHASES[before]
        effects += new
    return state, effects


def markers(effects):
    published = [e for p in effects if isinstance(p, v.Publish) for e in p.events]
    return [e.type.removeprefix("copilot_actors.session.") for e in published]


def kinds(effects):
    return [type(effect) for effect in effects]


def idle(**fields):
    state, _ = feed(v.SessionState(), v.Connected(), v.Attached(created=True, initial=True))
    return replace(state, **fields)


def pausing(**fields):
    state, effects = feed(idle(**fields), DUE)
    assert effects == [v.Pause(5.0)]
    assert (state.phase, state.lane) == (v.Phase.IDLE, v.Job.PAUSE)
    return state


def paused(**fields):
    state, effects = feed(pausing(**fields), LET_GO)
    assert (state.phase, state.lane) == (v.Phase.PAUSED, None)
    assert markers(effects) == ["paused"]
    return state


def waking():
    state, effects = feed(paused(), v.Needed())
    assert (state.phase, state.waking, effects) == (v.Phase.RECOVERING, True, [v.Attach()])
    return state


ATTACHED = v.Attached(log=(event("session.shutdown"), event("session.resume", "e2")))


@pytest.mark.parametrize(
    "outstanding",
    [
        {"lane": v.Job.SEND},
        {"run": v.Run(message_id="m1")},
        {"prompts": (v.Prompt(key="k"),)},
        {"compacting": True},
        {"background": True},
        {"abort_wanted": True},
        {"save_wanted": 7},
    ],
    ids=lambda fields: next(iter(fields)),
)
def test_what_is_outstanding_keeps_a_session_loaded(outstanding):
    state = idle(**outstanding)
    assert not at_rest(state)
    assert feed(state, DUE) == (state, [])


@pytest.mark.parametrize("phase", [p for p in v.Phase if p is not v.Phase.IDLE])
def test_only_an_idle_session_is_let_go(phase):
    assert (phase, v.PauseDue) not in RULES


class TestWhileItIsLetGo:
    """The release is under way: the lane is taken, the phase still idle."""

    def test_a_prompt_waits_and_is_sent_after_the_loading(self):
        state, effects = feed(pausing(), v.Submitted("k1"))
        assert (state.phase, effects) == (v.Phase.RUNNING, [])
        state, effects = feed(state, LET_GO)
        assert state.phase is v.Phase.RECOVERING
        assert markers(effects) == ["paused"]
        assert effects[-1] == v.Attach()
        state, effects = feed(state, ATTACHED)
        assert markers(effects) == ["session.shutdown", "session.resume", "resumed"]
        assert effects[-1] == v.SendPrompt("k1")
        assert not state.waking

    def test_a_prompt_is_sent_at_once_if_the_session_stays_loaded(self):
        state, effects = feed(pausing(), v.Submitted("k1"), KEPT)
        assert effects == [v.SendPrompt("k1")]
        assert state.lane is v.Job.SEND

    def test_a_request_has_it_loaded_again(self):
        state, effects = feed(pausing(), v.Needed())
        assert effects == []
        state, effects = feed(state, LET_GO)
        assert (state.phase, kinds(effects)) == (v.Phase.RECOVERING, [v.Publish, v.Attach])

    def test_a_request_has_nothing_to_wait_for_if_it_stays_loaded(self):
        state, effects = feed(pausing(), v.Needed(), KEPT)
        assert (state, effects) == (idle(), [])

    def test_that_the_cli_forgot_it_is_no_news(self):
        state, effects = feed(pausing(), v.Forgotten())
        assert effects == []
        state, effects = feed(state, LET_GO)
        assert kinds(effects) == [v.Publish, v.Attach]

    def test_a_withdrawn_prompt_leaves_it_paused(self):
        state, effects = feed(pausing(), v.Submitted("k1"), v.Expired("k1"), LET_GO)
        assert state.phase is v.Phase.PAUSED
        assert kinds(effects) == [v.FailTurn, v.Publish]

    def test_an_abort_of_a_waiting_prompt_is_confirmed_by_the_next_loading(self):
        state, effects = feed(pausing(), v.Submitted("k1"), v.AbortRequested())
        assert effects == [v.FailTurn("k1", v.Aborted())]
        state, effects = feed(state, LET_GO)
        assert kinds(effects) == [v.Publish, v.Attach]
        state, effects = feed(state, ATTACHED)
        assert v.AbortTurn not in kinds(effects)
        assert state.phase is v.Phase.IDLE

    def test_a_turn_that_the_cli_began_by_itself_was_cut(self):
        begun = event("user.message", messageId="m9", content="scheduled")
        state, _ = feed(pausing(), begun, event("assistant.turn_start", "e3", turnId="0"))
        assert state.phase is v.Phase.RUNNING
        state, effects = feed(state, LET_GO)
        assert state.phase is v.Phase.RECOVERING
        assert not state.waking
        assert markers(effects)[-1] == "recovering"
        assert effects[-1] == v.Attach()

    def test_the_end_of_the_cli_is_a_crash_like_any_other(self):
        state, effects = feed(pausing(), v.Needed(), v.Disconnected("killed"))
        assert (state.phase, state.waking) == (v.Phase.RECOVERING, False)
        assert markers(effects) == ["recovering"]
        state, effects = feed(state, v.Connected(), ATTACHED)
        assert markers(effects)[-1] == "recovered"

    def test_a_late_report_of_it_changes_nothing(self):
        state, _ = feed(pausing(), v.Disconnected("killed"))
        assert feed(state, LET_GO) == (state, [])

    def test_its_owner_ends_it(self):
        state, effects = feed(pausing(), v.CloseRequested())
        assert (state.phase, effects) == (v.Phase.CLOSING, [v.Release(abort=False)])


class TestWhilePaused:
    """The session is not loaded; nothing is under way."""

    def test_a_prompt_loads_it(self):
        state, effects = feed(paused(), v.Submitted("k1"))
        assert (state.phase, effects) == (v.Phase.RECOVERING, [v.Attach()])
        state, effects = feed(state, ATTACHED)
        assert effects[-1] == v.SendPrompt("k1")

    def test_a_request_loads_it_once(self):
        state = waking()
        assert feed(state, v.Needed()) == (state, [])
        state, effects = feed(state, v.Submitted("k1"))
        assert effects == []

    def test_another_cli_does_not_load_it(self):
        state, effects = feed(paused(), v.Disconnected("killed"), v.Connected())
        assert (state, effects) == (paused(), [])

    def test_it_is_loaded_when_there_is_a_cli(self):
        state, effects = feed(paused(), v.Disconnected("killed"), v.Needed())
        assert (state.phase, effects) == (v.Phase.RECOVERING, [])
        state, effects = feed(state, v.Connected())
        assert effects == [v.Attach()]

    def test_the_last_events_of_the_release_are_delivered(self):
        state, effects = feed(paused(), event("session.shutdown"))
        assert (state, markers(effects)) == (paused(), ["session.shutdown"])

    @pytest.mark.parametrize(
        ("what", "phase"),
        [(v.CloseRequested(), v.Phase.CLOSED), (v.Broken(ERROR), v.Phase.FAILED)],
    )
    def test_it_ends_without_a_request(self, what, phase):
        state, effects = feed(paused(), what)
        assert (state.phase, effects) == (phase, [])

    @pytest.mark.parametrize(
        "stale", [LET_GO, DUE, v.Forgotten(), v.AbortRequested(), v.SaveDone(3), ATTACHED]
    )
    def test_what_is_stale_changes_nothing(self, stale):
        assert feed(paused(), stale) == (paused(), [])


class TestWhileItIsLoadedAgain:
    """Like a recovery, but nothing was lost."""

    def test_there_is_no_marker_of_a_crash(self):
        state, effects = feed(waking(), ATTACHED)
        assert markers(effects) == ["session.shutdown", "session.resume", "resumed"]
        assert (state.phase, state.waking) == (v.Phase.IDLE, False)

    def test_the_end_of_the_cli_only_delays_it(self):
        state, effects = feed(waking(), v.Disconnected("killed"))
        assert effects == []
        state, effects = feed(state, v.Connected(), ATTACHED)
        assert kinds(effects)[0] is v.Attach
        assert markers(effects)[-1] == "resumed"

    def test_a_crash_after_it_is_marked_again(self):
        state, _ = feed(waking(), ATTACHED)
        state, effects = feed(state, v.Disconnected("killed"), v.Connected(), ATTACHED)
        assert [m for m in markers(effects) if m.startswith("reco")] == ["recovering", "recovered"]

    def test_an_abort_withdraws_the_prompts_that_wait(self):
        _, effects = feed(waking(), v.Submitted("k1"), v.AbortRequested(), ATTACHED)
        assert v.FailTurn("k1", v.Aborted()) in effects
        assert v.SendPrompt not in kinds(effects)

    def test_its_owner_ends_it(self):
        state, effects = feed(waking(), v.CloseRequested())
        assert (state.phase, effects) == (v.Phase.CLOSING, [v.Release(abort=False)])
