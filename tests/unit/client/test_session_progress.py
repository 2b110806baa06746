"""The session machine: background work, compactions, failed calls and refused histories."""

from __future__ import annotations

import itertools

import pytest

from copilot_actors.client._session import _values as v
from copilot_actors.client._session._machine import step
from copilot_actors.protocol import SessionEvent

_ids = itertools.count()


def event(type_: str, *, agent=None, **data):
    return SessionEvent(type_, data=data, id=f"p{next(_ids)}", agent_id=agent)


def user(key="k1", message_id="m1", delivery="idle"):
    return event("user.message", source=key, messageId=message_id, delivery=delivery)


def answer(content="hello", origin="m1"):
    return event("assistant.message", content=content, originatingMessageId=origin, toolRequests=[])


def error(message="bad request", status=400, **data):
    return event("session.error", errorType="query", message=message, statusCode=status, **data)


class Driver:
    def __init__(self, **options) -> None:
        self.state = v.SessionState(durability="none", **options)
        self.feed(v.Connected(), v.Attached(created=True, initial=True))
        self.begin("k1", "m1")

    def begin(self, key, message_id, *, early=False, delivery="idle"):
        return self.feed(
            v.Submitted(key, early),
            v.Acknowledged(key, message_id),
            user(key, message_id, delivery),
            event("assistant.turn_start"),
        )

    def feed(self, *inputs) -> list[v.Effect]:
        done: list[v.Effect] = []
        for what in inputs:
            given = v.Observed(what) if isinstance(what, SessionEvent) else what
            self.state, effects = step(self.state, given)
            done += [e for e in effects if not isinstance(e, v.Publish | v.Acknowledge)]
        return done

    def fail(self, key, message_id, *events):
        """One turn that the CLI ends with an error."""
        self.feed(*events, event("session.idle"))
        return self.feed(v.Alive())


# --- T5: background work --------------------------------------------------------------------


def test_T5_the_idle_of_the_main_agent_ends_only_a_turn_that_accepts_it():
    machine = Driver()
    assert machine.feed(answer(), event("assistant.idle")) == []
    last = answer("done")
    effects = machine.feed(event("assistant.turn_start"), last, event("assistant.idle"))
    assert effects == []
    assert machine.feed(event("session.idle")) == [v.CompleteTurn("k1", last)]
    second = answer("two", "m2")
    machine.begin("k2", "m2", early=True)
    effects = machine.feed(second, event("assistant.idle"))
    assert effects == [v.CompleteTurn("k2", second, "assistant.idle")]
    assert machine.state.phase is v.Phase.RUNNING
    machine.feed(event("session.idle"))
    assert machine.state.phase is v.Phase.IDLE


@pytest.mark.parametrize("end", [None, "session.idle", "abort", "crash"])
def test_T5_a_turn_that_begins_beside_background_work_of_another_does_not_wait_for_it(end):
    machine = Driver()
    first = answer()
    machine.feed(first, event("assistant.idle"))
    if end == "session.idle":
        machine.feed(event("session.idle"))
    elif end == "abort":
        # A shell in the background survives an abort.
        machine.feed(event("abort"), event("session.idle", aborted=True))
    elif end == "crash":
        machine.feed(v.Disconnected("killed"), v.Connected())
        machine.feed(v.Attached(log=(user(), first)))
    machine.begin("k2", "m2")
    second = answer("two", "m2")
    effects = machine.feed(second, event("assistant.idle"))
    early = [v.CompleteTurn("k2", second, "assistant.idle")]
    assert effects == (early if end in (None, "abort") else [])
    # What is told of the other's work later is nobody's answer.
    machine.feed(event("assistant.turn_start"), answer("the shell is done", "m2"))
    if end in (None, "abort"):
        assert machine.feed(event("session.idle")) == []


@pytest.mark.parametrize("tasks", [[{"id": "1"}], {"agents": [], "shells": ["x"]}])
def test_T5_an_idle_that_names_background_work_counts_as_the_main_agents(tasks):
    machine = Driver()
    listing = event("session.idle", backgroundTasks=tasks)
    assert machine.feed(answer(), listing) == []
    last = answer("done")
    assert machine.feed(last, event("session.idle")) == [v.CompleteTurn("k1", last)]
    machine.begin("k2", "m2", early=True)
    second = answer("two", "m2")
    effects = machine.feed(second, event("session.idle", backgroundTasks=tasks))
    assert effects == [v.CompleteTurn("k2", second, "assistant.idle")]


def test_T5_a_sub_agent_that_goes_idle_ends_nothing():
    machine = Driver()
    assert machine.feed(answer(), event("assistant.idle", agent="sub")) == []
    assert not machine.state.background


def test_T5_a_failed_turn_is_not_accepted_early():
    machine = Driver()
    machine.begin("k2", "m2", early=True)
    assert machine.feed(error(), event("assistant.idle")) == []
    assert machine.feed(event("session.idle")) == [v.Probe()]
    assert [type(e) for e in machine.feed(v.Alive())] == [v.FailTurn]


# --- R8: compaction -------------------------------------------------------------------------


def compaction(**data):
    return event("session.compaction_start"), event("session.compaction_complete", **data)


@pytest.mark.parametrize("policy", ["abort", "leave"])
def test_R8_compactions_without_progress_end_the_turn(policy):
    machine = Driver(max_compactions=3, on_timeout=policy)
    assert machine.feed(*compaction(success=False), *compaction(success=True)) == []
    start, complete = compaction()
    assert machine.feed(start) == []
    assert machine.state.compacting
    effects = machine.feed(complete)
    fault = v.FailTurn("k1", v.NoProgress(3))
    if policy == "leave":
        assert effects == [fault]
        assert machine.state.phase is v.Phase.RUNNING
        assert machine.feed(event("session.idle")) == []
    else:
        assert effects == [v.AbortTurn()]
        assert fault in machine.feed(event("abort"), event("session.idle", aborted=True))
    assert not machine.state.compacting


@pytest.mark.parametrize(
    "progress",
    [answer(), event("tool.execution_complete", toolCallId="c", success=True)],
    ids=["message", "tool"],
)
def test_R8_a_message_or_a_successful_tool_call_is_progress(progress):
    machine = Driver(max_compactions=3)
    for _ in range(10):
        assert machine.feed(*compaction(), *compaction(), progress) == []


@pytest.mark.parametrize(
    "none",
    [
        event("tool.execution_complete", toolCallId="c", success=False),
        answer(""),
        event("assistant.turn_start"),
    ],
    ids=["failed tool", "empty message", "turn"],
)
def test_R8_failures_and_empty_messages_are_no_progress(none):
    machine = Driver(max_compactions=3)
    effects = machine.feed(*compaction(), none, *compaction(), none, *compaction())
    assert effects == [v.AbortTurn()]


def test_R8_compactions_that_somebody_asked_for_and_those_of_no_limit_do_not_count():
    machine = Driver(max_compactions=2)
    assert machine.feed(*(e for _ in range(5) for e in compaction(trigger="manual"))) == []
    machine = Driver()
    assert machine.feed(*(e for _ in range(50) for e in compaction())) == []


def test_R8_a_loop_that_nobody_asked_for_is_aborted_too():
    machine = Driver(max_compactions=2)
    machine.feed(answer(), event("session.idle"), event("assistant.turn_start"))
    assert machine.feed(*compaction(), *compaction()) == [v.AbortTurn()]


def test_R8_a_compaction_that_was_cancelled_lets_the_turn_go_on():
    machine = Driver()
    machine.feed(event("session.compaction_start"))
    assert machine.feed(v.CompactionOverdue(5, cancelled=True)) == []
    assert not machine.state.compacting
    reply = answer()
    assert machine.feed(reply, event("session.idle")) == [v.CompleteTurn("k1", reply)]


def test_R8_a_compaction_that_cannot_be_cancelled_ends_the_turn():
    machine = Driver()
    machine.feed(event("session.compaction_start"))
    assert machine.feed(v.CompactionOverdue(5)) == [v.AbortTurn()]
    effects = machine.feed(v.AbortFinished(confirmed=True))
    assert v.FailTurn("k1", v.NoProgress(0, 5)) in effects
    # Its time passed after it had ended.
    machine.begin("k2", "m2")
    machine.feed(*compaction())
    assert machine.feed(v.CompactionOverdue(5)) == []


def test_R8_a_crash_ends_a_compaction_and_forgets_no_count():
    machine = Driver(max_compactions=3)
    machine.feed(*compaction(), event("session.compaction_start"))
    machine.feed(v.Disconnected("killed"))
    assert not machine.state.compacting
    machine.feed(v.Connected())
    machine.feed(v.Attached(log=(user(), *compaction(), event("session.compaction_start"))))
    assert (machine.state.compacting, machine.state.compactions) == (False, 1)


# --- Failed calls and refused histories (R4) ------------------------------------------------


def faults(effects):
    return [e.fault for e in effects if isinstance(e, v.FailTurn)]


def test_what_is_known_of_the_failed_call_comes_with_the_error():
    machine = Driver()
    effects = machine.fail(
        "k1",
        "m1",
        event("model.call_failure", statusCode=503, source="subagent"),
        event("model.call_failure", statusCode=429, source="top_level"),
        event("auto_mode_switch.requested", retryAfterSeconds=30),
        error("slow down", 429),
    )
    (fault,) = faults(effects)
    assert (fault.call["statusCode"], fault.call["retryAfterSeconds"]) == (429, 30)
    assert not fault.poisoned


def test_R4_a_complaint_about_orphans_is_believed_at_once_and_another_refusal_the_second_time():
    machine = Driver()
    orphan = "messages.3: tool_use ids were found without tool_result blocks"
    assert [f.poisoned for f in faults(machine.fail("k1", "m1", error(orphan)))] == [True]
    machine = Driver()
    assert [f.poisoned for f in faults(machine.fail("k1", "m1", error()))] == [False]
    machine.begin("k2", "m2")
    assert [f.poisoned for f in faults(machine.fail("k2", "m2", error()))] == [True]


@pytest.mark.parametrize("status", [401, 402, 403, 404, 429, 500, 503, None])
def test_R4_other_failures_say_nothing_of_the_history(status):
    machine = Driver()
    for number in range(1, 5):
        if number > 1:
            machine.begin(f"k{number}", f"m{number}")
        effects = machine.fail("k", "m", error("tool_use", status))
        assert [f.poisoned for f in faults(effects)] == [False]


def test_R4_an_answer_in_between_begins_the_count_anew():
    machine = Driver()
    machine.fail("k1", "m1", error())
    machine.begin("k2", "m2")
    machine.feed(answer("fine", "m2"), event("session.idle"))
    machine.begin("k3", "m3")
    assert [f.poisoned for f in faults(machine.fail("k3", "m3", error()))] == [False]


ORPHAN = "tool_use without tool_result"


def poisoned() -> Driver:
    machine = Driver(repairs=True)
    effects = machine.fail("k1", "m1", error(ORPHAN))
    assert [type(e) for e in effects] == [v.Repair]
    assert machine.state.phase is v.Phase.RUNNING
    return machine


def test_R4_nothing_is_sent_until_the_history_is_repaired():
    machine = poisoned()
    assert machine.feed(v.Submitted("k2")) == []
    assert machine.feed(v.RepairDone(changed=False))[1:] == [v.SendPrompt("k2")]


def test_R4_a_repair_is_tried_twice():
    machine = poisoned()
    assert machine.feed(v.RepairDone(changed=True)) == [v.SendPrompt("k1")]
    machine.feed(v.Acknowledged("k1", "m8"), user("k1", "m8"))
    (repair,) = machine.fail("k1", "m8", error())
    assert (type(repair), repair.attempt) == (v.Repair, 2)
    assert machine.feed(v.RepairDone(changed=True)) == [v.SendPrompt("k1")]
    machine.feed(v.Acknowledged("k1", "m9"), user("k1", "m9"))
    effects = machine.fail("k1", "m9", error())
    assert [f.poisoned for f in faults(effects)] == [True]
    assert not [e for e in effects if isinstance(e, v.Repair)]


def test_R4_a_repair_that_changes_nothing_tells_the_caller():
    machine = poisoned()
    effects = machine.feed(v.RepairDone(changed=False))
    assert [f.poisoned for f in faults(effects)] == [True]
    assert machine.state.phase is v.Phase.IDLE


@pytest.mark.parametrize("end", ["expired", "aborted", "crash", "closed"])
def test_R4_a_prompt_that_waits_for_a_repair_can_be_ended(end):
    machine = poisoned()
    if end == "expired":
        assert machine.feed(v.Expired("k1")) == [v.FailTurn("k1", v.TimedOut(aborted=True))]
    elif end == "aborted":
        assert v.FailTurn("k1", v.Aborted()) in machine.feed(v.AbortRequested())
    elif end == "closed":
        machine.feed(v.CloseRequested())
        assert v.FailTurn("k1", v.Ended()) in machine.feed(v.CloseDone())
        return
    else:
        machine.feed(v.Disconnected("killed"), v.Connected())
        effects = machine.feed(v.Attached(log=(user(),)))
        assert v.ContinueTurn() in effects
        return
    machine.feed(v.RepairDone(changed=True), v.AbortFinished(confirmed=True))
    assert machine.state.prompts == ()
    assert machine.state.phase is v.Phase.IDLE
