"""The session machine: one test per cell of the recovery table, and the rules of a turn."""

from __future__ import annotations

import itertools

import pytest

from copilot_actors.client._session import _values as v
from copilot_actors.client._session._machine import NEXT_PHASES, RULES, step
from copilot_actors.protocol import SessionEvent

_ids = itertools.count()
SAVED = object()
"""The answer to the save that is in flight."""


def event(type_: str, *, id_: str | None = None, ephemeral: bool = False, agent=None, **data):
    return SessionEvent(
        type_,
        data=data,
        id=id_ or f"e{next(_ids)}",
        ephemeral=ephemeral,
        agent_id=agent,
    )


def user(key: str | None = "k1", message_id: str = "m1", delivery: str = "idle", **data):
    fields = {"source": key} if key else {}
    return event("user.message", messageId=message_id, delivery=delivery, **fields, **data)


def answer(origin: str | None = "m1", content: str = "hello", requests=(), **data):
    fields = {"originatingMessageId": origin} if origin else {}
    return event(
        "assistant.message", content=content, toolRequests=list(requests), **fields, **data
    )


def turn_start():
    return event("assistant.turn_start", turnId="0")


def idle(**data):
    return event("session.idle", ephemeral=True, **data)


def tool_requested(request_id="r1", call_id="c1"):
    return event("external_tool.requested", requestId=request_id, toolCallId=call_id, toolName="t")


def tool_complete(call_id="c1"):
    return event("tool.execution_complete", toolCallId=call_id, success=True)


def permission_requested(request_id="p1", call_id="c1"):
    return event(
        "permission.requested",
        requestId=request_id,
        permissionRequest={"kind": "shell", "toolCallId": call_id},
    )


class Driver:
    """Feeds a machine and keeps what it wanted done."""

    def __init__(self, **options) -> None:
        self.state = v.SessionState(**options)
        self.effects: list[v.Effect] = []

    def feed(self, *inputs) -> list[v.Effect]:
        new: list[v.Effect] = []
        for what in inputs:
            given = v.Observed(what) if isinstance(what, SessionEvent) else what
            if given is SAVED:
                given = v.SaveDone(self.state.saving)
            before = self.state.phase
            self.state, effects = step(self.state, given)
            if self.state.phase is not before:
                assert self.state.phase in NEXT_PHASES[before], (before, self.state.phase)
            new += effects
        self.effects += new
        return new

    def of(self, kind, effects=None):
        return [e for e in (self.effects if effects is None else effects) if isinstance(e, kind)]

    def published(self, effects=None) -> list[str]:
        return [ev.type for p in self.of(v.Publish, effects) for ev in p.events]


def ready(**options) -> Driver:
    """A created, idle session."""
    machine = Driver(**options)
    machine.feed(v.Connected(), v.Attached(created=True, initial=True))
    assert machine.state.phase is v.Phase.IDLE
    return machine


def running(**options) -> Driver:
    """A session whose prompt k1 is acknowledged as m1 and seen; its save is done."""
    machine = ready(**options)
    machine.feed(v.Submitted("k1"), v.Acknowledged("k1", "m1"), user(), SAVED)
    assert machine.state.phase is v.Phase.RUNNING
    return machine


def crash_and_attach(machine: Driver, *log, active=False, seen=(), **options):
    """Lose the CLI and come back with this log tail; returns the effects of the recovery."""
    machine.feed(v.Disconnected("killed"))
    assert machine.state.phase is v.Phase.RECOVERING
    assert machine.feed(v.Connected()) == [v.Attach()]
    return machine.feed(v.Attached(log=tuple(log), active=active, seen=frozenset(seen), **options))


# --- Turns ----------------------------------------------------------------------------------


def test_a_plain_turn_completes_with_its_answer():
    machine = running()
    reply = answer()
    effects = machine.feed(turn_start(), reply, event("assistant.turn_end"), idle())
    assert machine.of(v.CompleteTurn, effects) == [v.CompleteTurn("k1", reply)]
    assert machine.state.phase is v.Phase.IDLE


def test_the_subscribers_get_the_idle_before_the_caller_gets_the_answer():
    machine = running()
    effects = machine.feed(answer(), idle())
    kinds = [type(e) for e in effects]
    assert kinds.index(v.CompleteTurn) > max(i for i, k in enumerate(kinds) if k is v.Publish) - 0
    assert machine.published(effects)[-1] == "session.idle"


def test_a_turn_without_a_message_completes_with_none():
    machine = running()
    assert v.CompleteTurn("k1", None) in machine.feed(turn_start(), idle())


def test_prompts_are_written_one_after_the_other_in_the_order_of_the_calls():
    machine = ready()
    effects = machine.feed(v.Submitted("k1"), v.Submitted("k2"))
    assert machine.of(v.SendPrompt, effects) == [v.SendPrompt("k1")]
    effects = machine.feed(v.Acknowledged("k1", "m1"))
    assert machine.of(v.SendPrompt, effects) == [v.SendPrompt("k2")]


def test_one_idle_after_a_queue_gives_each_caller_its_own_answer():
    machine = running()
    machine.feed(v.Submitted("k2"), v.Acknowledged("k2", "m2"))
    first, second = answer("m1"), answer("m2")
    effects = machine.feed(first, user("k2", "m2", "queued"), second, idle())
    assert machine.of(v.CompleteTurn, effects) == [
        v.CompleteTurn("k1", first, "next_turn"),
        v.CompleteTurn("k2", second),
    ]


def test_a_steering_prompt_shares_the_answer_of_the_run_it_joined():
    machine = running()
    machine.feed(v.Submitted("k2"), v.Acknowledged("k2", "m2"))
    reply = answer("m1", "both")
    effects = machine.feed(answer("m1"), user("k2", "m2", "steering"), reply, idle())
    assert machine.of(v.CompleteTurn, effects) == [
        v.CompleteTurn("k1", reply),
        v.CompleteTurn("k2", reply),
    ]


STEERING = v.Submitted("k2", steers=True)


@pytest.mark.parametrize("where", ["while the answer streams", "in a stop hook", "after it"])
def test_steering_that_came_too_late_still_belongs_to_the_turn_that_it_was_meant_for(where):
    """The CLI then asks for it as if it were queued, under the id of the first prompt."""
    machine = running()
    first, second = answer("m1", "first"), answer("m1", "second")
    stop = {"hookType": "agentStop"}
    events = [first, event("hook.start", **stop), event("hook.end", **stop)]
    position = {"while the answer streams": 0, "in a stop hook": 2, "after it": 3}[where]
    events[position:position] = [STEERING, v.Acknowledged("k2", "m2")]
    machine.feed(*events)
    effects = machine.feed(user("k2", "m2", "queued"), second, idle())
    assert machine.of(v.CompleteTurn, effects) == [
        v.CompleteTurn("k1", second),
        v.CompleteTurn("k2", second),
    ]


def test_several_that_steer_too_late_share_the_last_answer_and_a_queued_prompt_has_its_own():
    machine = running()
    machine.feed(STEERING, v.Acknowledged("k2", "m2"))
    machine.feed(v.Submitted("k3"), v.Acknowledged("k3", "m3"))
    machine.feed(v.Submitted("k4", steers=True), v.Acknowledged("k4", "m4"))
    second, third = answer("m1", "second"), answer("m3", "third")
    steered = (user("k2", "m2", "queued"), user("k4", "m4", "queued"), second)
    effects = machine.feed(answer("m1", "first"), *steered, user("k3", "m3", "queued"), third)
    effects += machine.feed(idle())
    assert machine.of(v.CompleteTurn, effects) == [
        *(v.CompleteTurn(key, second, "next_turn") for key in ("k1", "k2", "k4")),
        v.CompleteTurn("k3", third),
    ]


def test_steering_of_a_turn_that_failed_is_answered_alone_under_the_id_of_that_turn():
    machine = running()
    machine.feed(STEERING, v.Acknowledged("k2", "m2"))
    failed = event("session.error", errorType="query", message="bad", statusCode=400)
    second = answer("m1", "second")
    effects = machine.feed(failed, user("k2", "m2", "queued"), second, idle())
    assert [fault.key for fault in machine.of(v.FailTurn, effects)] == ["k1"]
    assert machine.of(v.CompleteTurn, effects) == [v.CompleteTurn("k2", second)]


def test_steering_that_found_nothing_to_steer_is_a_prompt_like_any():
    machine = ready()
    machine.feed(STEERING, v.Acknowledged("k2", "m2"))
    reply = answer("m2")
    effects = machine.feed(user("k2", "m2", "idle"), reply, idle())
    assert machine.of(v.CompleteTurn, effects) == [v.CompleteTurn("k2", reply)]


def test_an_unsolicited_turn_before_the_own_one_ends_nobodys_turn():
    machine = ready()
    machine.feed(v.Submitted("k1"), v.Acknowledged("k1", "m1"))
    effects = machine.feed(user(None, "x"), answer("x"), idle())
    assert not machine.of(v.CompleteTurn, effects)
    reply = answer("m1")
    assert v.CompleteTurn("k1", reply) in machine.feed(user(), reply, idle())


def test_events_of_a_sub_agent_neither_answer_nor_end_a_turn():
    machine = running()
    reply = answer("m1")
    effects = machine.feed(
        event("assistant.message", agent="a1", content="sub", toolRequests=[]),
        event("session.idle", agent="a1"),
        event("session.error", agent="a1", errorType="query", message="x"),
    )
    assert not machine.of(v.CompleteTurn, effects)
    assert not machine.of(v.FailTurn, effects)
    assert v.CompleteTurn("k1", reply) in machine.feed(reply, idle())


def test_a_session_error_fails_the_turn_with_its_data():
    machine = running()
    effects = machine.feed(
        event("session.error", errorType="query", message="bad", statusCode=400), idle(), v.Alive()
    )
    (failed,) = machine.of(v.FailTurn, effects)
    assert failed.fault.data["statusCode"] == 400


@pytest.mark.parametrize("acknowledged", [False, True])
def test_an_error_before_the_user_message_fails_the_prompt_that_was_taken(acknowledged):
    machine = ready()
    machine.feed(v.Submitted("k1"))
    if acknowledged:
        machine.feed(v.Acknowledged("k1", "m1"))
    effects = machine.feed(
        event("session.error", errorType="query", message="nobody is signed in"),
        idle(),
        v.Alive(),
    )
    assert [e.key for e in machine.of(v.FailTurn, effects)] == ["k1"]
    machine.feed(v.Acknowledged("k1", "m1"))
    assert machine.state.phase is v.Phase.IDLE


def test_a_turn_that_ends_because_the_cli_ends_is_continued_by_the_next_one():
    farewell = event(
        "session.error",
        errorType="query",
        message="Execution failed: session event host disconnected before acknowledging it",
    )
    machine = running()
    assert not machine.of(v.FailTurn, machine.feed(farewell, idle()))
    assert not machine.of(v.CompleteTurn)
    assert machine.of(v.ContinueTurn, crash_and_attach(machine, user(), turn_start(), farewell))


def test_a_failure_is_believed_only_when_the_cli_outlives_it():
    failure = event("session.error", errorType="query", message="odd reason of a dying CLI")
    machine = running()
    effects = machine.feed(failure, idle())
    assert machine.of(v.Probe, effects)
    assert not machine.of(v.FailTurn, effects)
    effects = crash_and_attach(machine, user(), turn_start(), failure, event("session.shutdown"))
    assert machine.of(v.ContinueTurn, effects)


@pytest.mark.parametrize("origin", [{}, {"originatingMessageId": "m1"}])
@pytest.mark.parametrize("acknowledged", [True, False])
@pytest.mark.parametrize("seen_alive", [True, False])
def test_a_failure_in_the_log_about_a_prompt_that_is_not_there_continues_no_turn(
    origin, acknowledged, seen_alive
):
    failure = event("session.error", errorType="query", message="a dying CLI", **origin)
    machine = ready()
    machine.feed(v.Submitted("k1"))
    if acknowledged:
        machine.feed(v.Acknowledged("k1", "m1"))
    if seen_alive:
        machine.feed(failure)
    effects = crash_and_attach(machine, failure, event("session.shutdown"))
    assert machine.of(v.SendPrompt, effects) == [v.SendPrompt("k1")]
    assert not machine.of(v.ContinueTurn, effects)
    assert not machine.of(v.FailTurn, effects)


@pytest.mark.parametrize(
    ("message", "patient"),
    [
        ("bad request", False),
        ("Execution failed: session event host disconnected before acknowledging x", True),
    ],
)
def test_a_cli_that_says_that_it_ends_gets_time_to_end(message, patient):
    machine = running()
    failure = event("session.error", errorType="query", message=message)
    effects = machine.feed(failure, idle())
    assert machine.of(v.Probe, effects) == [v.Probe(patient=patient)]


@pytest.mark.parametrize(
    ("hook", "decision", "returned"),
    [("agentStop", "block", 1), ("agentStop", "allow", 0), ("preToolUse", "block", 0)],
)
def test_an_answer_that_a_stop_hook_sends_back_is_not_the_last_one(hook, decision, returned):
    machine = running()
    answers = [answer(content="first"), answer(content="corrected")]
    end = event("hook.end", hookType=hook, output={"decision": decision, "reason": "not yet"})
    machine.feed(answers[0], end, user(None, "m2", "queued"), answers[1], idle())
    assert machine.of(v.CompleteTurn)[0].answer == answers[returned]
    assert len(machine.of(v.CompleteTurn)) == 1
    assert machine.state.phase is v.Phase.IDLE


def test_an_error_of_an_ending_cli_after_an_answer_fails_nobody():
    machine = running()
    machine.feed(v.Submitted("k2"), v.Acknowledged("k2", "m2"))
    machine.feed(v.Submitted("k3"), v.Acknowledged("k3", "m3"))
    reply = answer()
    ending = event("session.error", errorType="query", message="session event host disconnected")
    effects = crash_and_attach(machine, user(), reply, ending, user("k3", "m3", "queued"), ending)
    assert not machine.of(v.FailTurn, effects)
    assert machine.of(v.CompleteTurn, effects) == [v.CompleteTurn("k1", reply, "next_turn")]
    assert machine.of(v.ContinueTurn, effects)
    assert [p.key for p in machine.state.prompts] == ["k2", "k3"]


def test_the_answer_of_a_call_is_kept_until_the_calls_beside_it_are_settled():
    machine = running()
    for number in (1, 2):
        machine.feed(tool_requested(f"r{number}", f"c{number}"), SAVED, v.HandlerDone(f"r{number}"))
    for number in (1, 2):
        machine.feed(v.AnswerSent(f"r{number}", accepted=True))
        assert not machine.of(v.ForgetAnswer)
        done = event("tool.execution_complete", toolCallId=f"c{number}", success=True)
        machine.feed(event("external_tool.completed", requestId=f"r{number}"), done, SAVED)
    assert machine.of(v.ForgetAnswer) == [v.ForgetAnswer("r1"), v.ForgetAnswer("r2")]
    assert machine.state.pending == ()


def test_the_answer_of_a_call_is_kept_while_a_call_beside_it_is_not_even_requested():
    machine = running()
    for number in (1, 2):
        machine.feed(event("tool.execution_start", toolCallId=f"c{number}"))
    machine.feed(tool_requested("r1", "c1"), SAVED, v.HandlerDone("r1"))
    machine.feed(v.AnswerSent("r1", accepted=True), tool_complete("c1"), SAVED)
    assert not machine.of(v.ForgetAnswer)
    machine.feed(tool_requested("r2", "c2"), SAVED, v.HandlerDone("r2"))
    machine.feed(v.AnswerSent("r2", accepted=True), tool_complete("c2"))
    assert not machine.of(v.ForgetAnswer), "the second end is not on disk"
    machine.feed(SAVED)
    assert machine.of(v.ForgetAnswer) == [v.ForgetAnswer("r1"), v.ForgetAnswer("r2")]


def test_the_answer_of_a_call_is_kept_while_the_end_of_a_call_beside_it_is_not_on_disk():
    machine = running()
    for number in (1, 2):
        machine.feed(tool_requested(f"r{number}", f"c{number}"), SAVED, v.HandlerDone(f"r{number}"))
        machine.feed(v.AnswerSent(f"r{number}", accepted=True))
    machine.feed(tool_complete("c1"), tool_complete("c2"), SAVED)
    assert not machine.of(v.ForgetAnswer), "that save began before the second end"
    machine.feed(SAVED)
    assert machine.of(v.ForgetAnswer) == [v.ForgetAnswer("r1"), v.ForgetAnswer("r2")]


def test_a_failure_that_nobody_confirmed_is_tried_again_after_a_crash():
    machine = running()
    failure = event("session.error", errorType="query", message="bad", statusCode=400)
    effects = crash_and_attach(machine, user(), turn_start(), failure)
    assert machine.of(v.ContinueTurn, effects)
    effects = machine.feed(v.ContinueDone(), turn_start(), failure, idle(), v.Alive())
    assert [type(e.fault) for e in machine.of(v.FailTurn, effects)] == [v.Failed]


def test_an_answer_after_an_error_wins():
    machine = running()
    reply = answer()
    effects = machine.feed(
        event("session.error", errorType="rate_limit", message="x"), turn_start(), reply, idle()
    )
    assert machine.of(v.CompleteTurn, effects) == [v.CompleteTurn("k1", reply)]


def test_the_message_id_is_learned_from_the_event_when_the_reply_is_lost():
    machine = ready()
    effects = machine.feed(v.Submitted("k1"), user("k1", "m9"))
    assert v.Acknowledge("k1", "m9") in effects


def test_text_that_is_streamed_again_after_a_retry_is_withdrawn_first():
    machine = running()
    effects = machine.feed(
        event("assistant.message_start", messageId="t1"), event("assistant.turn_retry")
    )
    assert machine.published(effects)[-1] == "copilot_actors.message.withdrawn"


# --- Tools and permissions ------------------------------------------------------------------


def test_a_handler_starts_only_when_its_request_is_on_disk():
    machine = running()
    effects = machine.feed(tool_requested())
    assert machine.of(v.SaveLog, effects)
    assert not machine.of(v.StartHandler, effects)
    assert machine.of(v.StartHandler, machine.feed(SAVED))


def test_without_durability_a_handler_starts_at_once():
    machine = ready(durability="none")
    machine.feed(v.Submitted("k1"), v.Acknowledged("k1", "m1"), user())
    assert machine.of(v.StartHandler, machine.feed(tool_requested()))
    assert not machine.of(v.SaveLog)


def test_saves_are_coalesced_and_a_request_waits_for_one_that_began_after_it():
    machine = running()
    machine.feed(tool_requested("r1", "c1"))
    effects = machine.feed(tool_requested("r2", "c2"), tool_requested("r3", "c3"))
    assert not machine.of(v.SaveLog, effects)
    effects = machine.feed(SAVED)
    assert [e.request.request_id for e in machine.of(v.StartHandler, effects)] == ["r1"]
    assert machine.of(v.SaveLog, effects)
    effects = machine.feed(SAVED)
    assert [e.request.request_id for e in machine.of(v.StartHandler, effects)] == ["r2", "r3"]


def tool_start(call_id="c1", name="t"):
    return event("tool.execution_start", toolCallId=call_id, toolName=name)


def started(machine, effects=None):
    return [e.request.tool_call_id for e in machine.of(v.StartHandler, effects)]


def calling(*calls, **options):
    """A session whose model has called tools of ours, and the CLI has begun the calls."""
    machine = running(own_tools=frozenset({"t"}), **options)
    requests = [{"toolCallId": call, "name": "t"} for call in calls]
    machine.feed(answer(content="", requests=requests), *(tool_start(call) for call in calls))
    return machine


def test_no_handler_starts_before_all_calls_beside_it_are_on_disk():
    machine = calling("c1", "c2", "c3")
    machine.feed(tool_requested("r1", "c1"), SAVED, tool_requested("r2", "c2"), SAVED)
    assert started(machine) == []
    machine.feed(tool_requested("r3", "c3"))
    assert started(machine) == [], "the last request is not on disk"
    machine.feed(SAVED)
    assert started(machine) == ["c1", "c2", "c3"]
    assert len(machine.of(v.AwaitCalls)) == 1


def changed():
    return event("session.background_tasks_changed", ephemeral=True)


def notice():
    return event("system.notification", content="a command has completed")


def main_idle():
    return event("assistant.idle", ephemeral=True)


@pytest.mark.parametrize(
    "first",
    [
        pytest.param([changed, main_idle], id="the work ends before the main agent"),
        pytest.param([main_idle, changed], id="the work ends after the main agent"),
    ],
)
def test_T5_an_idle_between_the_end_of_background_work_and_its_notice_ends_nothing(first):
    machine = running()
    machine.feed(turn_start(), answer(content="started"), *(make() for make in first))
    effects = machine.feed(idle())
    assert machine.of(v.CompleteTurn, effects) == []
    assert machine.of(v.AwaitNotice, effects) == [v.AwaitNotice(1)]
    assert machine.state.phase is v.Phase.RUNNING
    last = answer(content="done")
    effects = machine.feed(notice(), turn_start(), v.NoticeOverdue(1), last, main_idle(), idle())
    assert machine.of(v.CompleteTurn, effects) == [v.CompleteTurn("k1", last)]
    assert machine.state.phase is v.Phase.IDLE


def test_T5_a_turn_waits_only_a_while_for_a_notice_that_does_not_come():
    machine = running()
    reply = answer()
    machine.feed(turn_start(), reply, main_idle(), changed(), idle())
    machine.feed(v.NoticeOverdue(0))
    assert machine.state.phase is v.Phase.RUNNING
    effects = machine.feed(v.NoticeOverdue(1))
    assert machine.of(v.CompleteTurn, effects) == [v.CompleteTurn("k1", reply)]
    assert machine.feed(v.NoticeOverdue(1)) == []


def test_T5_the_next_prompt_does_not_wait_for_a_notice():
    machine = running()
    reply = answer()
    machine.feed(turn_start(), reply, main_idle(), changed(), idle())
    machine.feed(v.Submitted("k2"), v.Acknowledged("k2", "m2"))
    effects = machine.feed(user("k2", "m2"))
    assert machine.of(v.CompleteTurn, effects) == [v.CompleteTurn("k1", reply, "next_turn")]


def test_T5_changes_of_a_tool_that_is_open_delay_no_idle():
    machine = running()
    machine.feed(turn_start(), tool_start("c1"), changed(), tool_complete("c1"))
    reply = answer()
    effects = machine.feed(reply, main_idle(), idle())
    assert machine.of(v.CompleteTurn, effects) == [v.CompleteTurn("k1", reply)]


def test_calls_one_after_the_other_wait_for_none():
    machine = calling("c1")
    machine.feed(tool_requested("r1", "c1"), SAVED)
    assert started(machine) == ["c1"]
    machine.feed(v.HandlerDone("r1"), v.AnswerSent("r1", accepted=True), tool_complete("c1"))
    machine.feed(tool_start("c2"), tool_requested("r2", "c2"), SAVED, SAVED)
    assert started(machine) == ["c1", "c2"]
    assert not machine.of(v.AwaitCalls)


def test_calls_wait_only_a_while_for_one_that_waits_for_something_else():
    machine = calling("c1", "c2")
    effects = machine.feed(tool_requested("r1", "c1"), SAVED)
    (wait,) = machine.of(v.AwaitCalls, effects)
    machine.feed(v.CallsOverdue("another message"))
    assert started(machine) == []
    machine.feed(v.CallsOverdue(wait.event_id))
    assert started(machine) == ["c1"]
    machine.feed(tool_requested("r2", "c2"), SAVED)
    assert started(machine) == ["c1", "c2"]


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(tool_start("c2", "bash"), id="a tool of the CLI"),
        pytest.param(
            event("tool.execution_start", agent="sub", toolCallId="c2", toolName="t"),
            id="a call of a sub-agent",
        ),
    ],
)
def test_calls_that_nobody_here_is_asked_for_are_not_waited_for(other):
    machine = calling("c1")
    machine.feed(other, tool_requested("r1", "c1"), SAVED)
    assert started(machine) == ["c1"]


def test_a_call_that_was_refused_is_not_waited_for():
    machine = calling("c1", "c2")
    denied = event("tool.execution_complete", toolCallId="c2", success=False)
    machine.feed(tool_requested("r1", "c1"), SAVED, denied, SAVED)
    assert started(machine) == ["c1"]


def test_without_durability_nothing_is_waited_for():
    machine = ready(own_tools=frozenset({"t"}), durability="none")
    machine.feed(v.Submitted("k1"), v.Acknowledged("k1", "m1"), user())
    machine.feed(tool_start("c1"), tool_start("c2"), tool_requested("r1", "c1"))
    assert started(machine) == ["c1"]


def test_an_answer_is_kept_until_the_completion_is_on_disk():
    machine = running()
    machine.feed(tool_requested(), SAVED)
    effects = machine.feed(v.HandlerDone("r1"))
    assert machine.of(v.SendAnswer, effects)
    effects = machine.feed(v.AnswerSent("r1", accepted=True), tool_complete())
    assert not machine.of(v.ForgetAnswer, effects)
    assert machine.feed(SAVED) == [v.ForgetAnswer("r1")]


@pytest.mark.parametrize("sent", [(), (v.AnswerSent("r1", accepted=True),)])
def test_an_answer_whose_end_was_not_told_goes_with_the_turn(sent):
    machine = running()
    machine.feed(tool_requested(), SAVED, v.HandlerDone("r1"), *sent)
    effects = machine.feed(answer(), idle())
    assert v.CancelHandler("r1") in effects
    assert machine.state.pending == ()


def test_an_answer_that_the_cli_refused_is_kept_for_the_next_one():
    machine = running()
    machine.feed(tool_requested(), SAVED, v.HandlerDone("r1"))
    effects = crash_and_attach(machine, user(), tool_requested(), active=True)
    assert [e.request.request_id for e in machine.of(v.SendAnswer, effects)] == ["r1"]
    assert not machine.of(v.StartHandler, effects)


def test_a_request_that_another_client_answered_cancels_the_handler():
    machine = running()
    machine.feed(permission_requested(), SAVED)
    effects = machine.feed(event("permission.completed", requestId="p1"))
    assert v.CancelHandler("p1") in effects


def test_a_permission_resolved_by_a_hook_is_not_asked():
    machine = running()
    machine.feed(event("permission.requested", requestId="p1", resolvedByHook=True))
    assert machine.state.pending == ()


def test_a_decision_is_never_given_to_another_request_that_names_no_tool_call():
    machine = running(durability="none")
    machine.feed(permission_requested("p1", None), v.HandlerDone("p1"))
    crash_and_attach(machine, user(), seen=("e1",))
    effects = machine.feed(permission_requested("p2", None))
    assert not machine.of(v.AdoptHandler)
    assert [e.request.request_id for e in machine.of(v.StartHandler, effects)] == ["p2"]


def test_without_durability_the_requests_of_earlier_aborts_are_forgotten():
    machine = running(durability="none")
    for number in range(10):
        machine.feed(tool_requested(f"r{number}", f"c{number}"), event("abort"))
    assert machine.state.ended == {"r9"}


# --- Abort ----------------------------------------------------------------------------------


def test_an_abort_waits_for_the_send_that_is_in_flight():
    machine = ready()
    machine.feed(v.Submitted("k1"))
    assert not machine.of(v.AbortTurn, machine.feed(v.AbortRequested()))
    assert machine.of(v.AbortTurn, machine.feed(v.Acknowledged("k1", "m1")))


def test_an_abort_ends_the_running_and_the_queued_prompts():
    machine = running()
    machine.feed(v.Submitted("k2"), v.Acknowledged("k2", "m2"), v.AbortRequested())
    effects = machine.feed(event("abort"), idle(aborted=True), v.AbortFinished(confirmed=True))
    assert machine.of(v.FailTurn, effects) == [
        v.FailTurn("k1", v.Aborted()),
        v.FailTurn("k2", v.Aborted()),
    ]
    assert machine.state.phase is v.Phase.IDLE


def test_an_abort_event_of_anybody_cancels_handlers_and_drops_their_answers():
    machine = running()
    machine.feed(tool_requested(), SAVED)
    effects = machine.feed(event("abort"))
    assert v.CancelHandler("r1") in effects
    assert not machine.of(v.SendAnswer, machine.feed(v.HandlerDone("r1")))


def test_a_timed_out_turn_is_aborted_and_queued_prompts_of_others_are_sent_again():
    machine = running()
    machine.feed(v.Submitted("k2"), v.Acknowledged("k2", "m2"))
    assert machine.of(v.AbortTurn, machine.feed(v.Expired("k1")))
    effects = machine.feed(event("abort"), idle(aborted=True), v.AbortFinished(confirmed=True))
    assert machine.of(v.FailTurn, effects) == [v.FailTurn("k1", v.TimedOut(aborted=True))]
    assert machine.of(v.SendPrompt, effects) == [v.SendPrompt("k2")]


def test_a_timed_out_prompt_in_the_queue_is_withdrawn_without_touching_the_running_turn():
    machine = running()
    machine.feed(v.Submitted("k2"), v.Acknowledged("k2", "m2"))
    effects = machine.feed(v.Expired("k2"))
    assert machine.of(v.WithdrawPrompt, effects) == [v.WithdrawPrompt("k2")]
    effects = machine.feed(v.Withdrawn("k2", removed=True))
    assert effects == [v.FailTurn("k2", v.TimedOut(aborted=True))]
    reply = answer()
    assert v.CompleteTurn("k1", reply) in machine.feed(reply, idle())


def test_a_prompt_that_expires_before_it_is_written_is_never_written():
    machine = ready()
    machine.feed(v.Submitted("k1"), v.Submitted("k2"), v.Expired("k2"))
    assert not machine.of(v.SendPrompt, machine.feed(v.Acknowledged("k1", "m1")))


def test_the_answer_of_a_turn_that_ended_while_it_expired_is_delivered():
    machine = running()
    reply = answer()
    effects = machine.feed(v.Expired("k1"), reply, idle(), v.AbortFinished(confirmed=True))
    assert v.CompleteTurn("k1", reply) in effects


# --- Recovery: the table of design section 7 ------------------------------------------------


def test_a_prompt_that_was_never_written_is_sent_once_after_the_crash():
    machine = ready()
    machine.feed(v.Disconnected("killed"), v.Submitted("k1"), v.Connected())
    effects = machine.feed(v.Attached(log=()))
    assert machine.of(v.SendPrompt, effects) == [v.SendPrompt("k1")]


@pytest.mark.parametrize("acknowledged", [False, True])
def test_a_written_prompt_that_the_log_lacks_is_sent_again(acknowledged):
    machine = ready()
    machine.feed(v.Submitted("k1"))
    if acknowledged:
        machine.feed(v.Acknowledged("k1", "m1"))
    assert machine.of(v.SendPrompt, crash_and_attach(machine)) == [v.SendPrompt("k1")]


def test_at_most_once_never_writes_a_prompt_twice():
    machine = ready(delivery="at_most_once")
    machine.feed(v.Submitted("k1"))
    effects = crash_and_attach(machine)
    assert machine.of(v.FailTurn, effects) == [v.FailTurn("k1", v.Unknown())]
    assert not machine.of(v.SendPrompt, effects)


def test_a_lost_prompt_whose_turn_ran_a_tool_is_not_sent_again():
    machine = running()
    machine.feed(event("tool.execution_start", toolCallId="c1"))
    effects = crash_and_attach(machine)
    assert machine.of(v.FailTurn, effects) == [v.FailTurn("k1", v.Unknown())]


@pytest.mark.parametrize(
    "tail",
    [
        pytest.param([], id="user message"),
        pytest.param([turn_start()], id="turn start"),
        pytest.param(
            [
                turn_start(),
                answer("m1", "", [{"toolCallId": "c1"}]),
                tool_requested(),
                event("external_tool.completed", requestId="r1"),
                tool_complete(),
                event("assistant.turn_end"),
                turn_start(),
            ],
            id="answered tool",
        ),
        pytest.param(
            [
                turn_start(),
                answer("m1", "", [{"toolCallId": "c1"}]),
                event("tool.execution_start", toolCallId="c1"),
                permission_requested(),
                event("permission.completed", requestId="p1"),
                event("tool.execution_complete", toolCallId="c1", success=False),
            ],
            id="interrupted tool of the CLI",
        ),
    ],
)
def test_a_turn_that_was_cut_is_continued_without_a_second_prompt(tail):
    machine = running()
    effects = crash_and_attach(machine, user(), *tail)
    assert machine.of(v.ContinueTurn, effects) == [v.ContinueTurn()]
    assert not machine.of(v.SendPrompt, effects)
    reply = answer(None, "continued")
    effects = machine.feed(v.ContinueDone(), turn_start(), reply, idle())
    assert machine.of(v.CompleteTurn, effects) == [v.CompleteTurn("k1", reply)]


def interrupted(call_id="c1"):
    return event(
        "tool.execution_complete",
        toolCallId=call_id,
        success=False,
        error={"code": "interrupted", "message": "no recorded result"},
    )


def calls(*names):
    return [{"toolCallId": f"c{i}", "name": name} for i, name in enumerate(names)]


def test_tool_calls_that_reached_nobody_are_taken_back_and_asked_for_again():
    machine = running(own_tools=frozenset({"t"}))
    message = answer("m1", "", calls("t", "t"))
    effects = crash_and_attach(
        machine, user(), turn_start(), message, interrupted("c0"), interrupted("c1")
    )
    assert machine.of(v.ContinueTurn, effects) == [v.ContinueTurn(message.id)]


@pytest.mark.parametrize(
    "reason",
    [
        "permission host call failed: GenericFailure, session event host was disconnected",
        "session event host disconnected before acknowledging the event",
        "Extension disconnected before responding to tool call",
    ],
)
def test_tool_calls_that_an_ending_cli_failed_by_itself_are_taken_back(reason):
    machine = running(own_tools=frozenset({"t"}))
    message = answer("m1", "", calls("t"))
    error = {"code": "failure", "message": reason}
    end = event("tool.execution_complete", toolCallId="c0", success=False, error=error)
    effects = crash_and_attach(machine, user(), turn_start(), message, end)
    assert machine.of(v.ContinueTurn, effects) == [v.ContinueTurn(message.id)]


@pytest.mark.parametrize("why", ["a tool of the CLI", "a result", "a handler that ran"])
def test_tool_calls_that_may_have_had_effects_are_not_taken_back(why):
    machine = ready(durability="none", own_tools=frozenset({"t"}))
    machine.feed(v.Submitted("k1"), v.Acknowledged("k1", "m1"), user())
    if why == "a handler that ran":
        machine.feed(tool_requested("r1", "c0"))
    names = ("t", "bash") if why == "a tool of the CLI" else ("t", "t")
    end = tool_complete("c0") if why == "a result" else interrupted("c0")
    message = answer("m1", "", calls(*names))
    effects = crash_and_attach(machine, user(), turn_start(), message, end, interrupted("c1"))
    assert machine.of(v.ContinueTurn, effects) == [v.ContinueTurn(None)]


def test_a_cut_turn_is_reported_when_the_session_says_so():
    machine = running(interrupted="raise")
    effects = crash_and_attach(
        machine, user(), turn_start(), event("tool.execution_start", toolCallId="c9")
    )
    assert machine.of(v.FailTurn, effects) == [v.FailTurn("k1", v.Cut(("c9",)))]
    assert not machine.of(v.ContinueTurn, effects)


def test_a_replayed_idle_does_not_end_a_turn_that_is_being_continued():
    machine = running()
    crash_and_attach(machine, user(), turn_start())
    assert not machine.of(v.CompleteTurn, machine.feed(idle(), v.ContinueDone(), idle()))
    reply = answer(None)
    assert v.CompleteTurn("k1", reply) in machine.feed(turn_start(), reply, idle())


@pytest.mark.parametrize("turn_end", [False, True])
def test_a_turn_that_had_finished_completes_from_history(turn_end):
    machine = running()
    reply = answer()
    log = [user(), turn_start(), reply, *([event("assistant.turn_end")] if turn_end else [])]
    effects = crash_and_attach(machine, *log)
    assert machine.of(v.CompleteTurn, effects) == [v.CompleteTurn("k1", reply, "history")]
    assert not machine.of(v.ContinueTurn, effects)
    assert machine.state.phase is v.Phase.IDLE


def test_a_running_handler_answers_the_old_request_and_is_not_started_again():
    machine = running()
    machine.feed(tool_requested(), SAVED)
    log = [user(), turn_start(), answer("m1", "", [{"toolCallId": "c1"}]), tool_requested()]
    effects = crash_and_attach(machine, *log, active=True)
    assert not machine.of(v.StartHandler, effects)
    assert not machine.of(v.ContinueTurn, effects)
    (sent,) = machine.of(v.SendAnswer, machine.feed(v.HandlerDone("r1")))
    assert sent.request.request_id == "r1"


def test_an_answer_whose_result_the_crash_kept_from_the_log_is_sent_again():
    machine = running()
    machine.feed(tool_requested(), SAVED, v.HandlerDone("r1"), v.AnswerSent("r1", accepted=True))
    machine.feed(event("external_tool.completed", requestId="r1"), tool_complete())
    log = [user(), turn_start(), answer("m1", "", [{"toolCallId": "c1"}]), tool_requested()]
    log.append(event("external_tool.completed", requestId="r1"))
    effects = crash_and_attach(machine, *log, active=True)
    assert [e.request.request_id for e in machine.of(v.SendAnswer, effects)] == ["r1"]
    assert not machine.of(v.CancelHandler, effects)


@pytest.mark.parametrize("delivered", [False, True])
def test_a_recorded_answer_is_sent_again_when_the_log_lacks_its_completion(delivered):
    machine = running()
    machine.feed(tool_requested(), SAVED, v.HandlerDone("r1"))
    if delivered:
        machine.feed(v.AnswerSent("r1", accepted=True), tool_complete())
    log = [user(), turn_start(), answer("m1", "", [{"toolCallId": "c1"}]), tool_requested()]
    effects = crash_and_attach(machine, *log, active=True)
    assert [e.request.request_id for e in machine.of(v.SendAnswer, effects)] == ["r1"]
    assert not machine.of(v.StartHandler, effects)


def test_a_handler_that_finished_while_the_cli_was_away_answers_after_the_resume():
    machine = running()
    machine.feed(tool_requested(), SAVED, v.Disconnected("killed"))
    assert not machine.of(v.SendAnswer, machine.feed(v.HandlerDone("r1")))
    machine.feed(v.Connected())
    effects = machine.feed(v.Attached(log=(user(), turn_start(), tool_requested()), active=True))
    assert machine.of(v.SendAnswer, effects)


def test_a_request_that_was_never_seen_live_is_handled_from_the_log():
    machine = running()
    effects = crash_and_attach(machine, user(), turn_start(), tool_requested("r7"), active=True)
    assert [e.request.request_id for e in machine.of(v.StartHandler, effects)] == ["r7"]


def test_a_request_that_the_log_lost_before_its_handler_started_is_forgotten():
    machine = running()
    machine.feed(tool_requested())
    effects = crash_and_attach(machine, user(), turn_start())
    assert machine.of(v.ContinueTurn, effects)
    assert not machine.of(v.StartHandler, effects)
    assert machine.state.pending == ()


def test_a_handler_is_adopted_when_its_call_comes_back_under_a_new_request_id():
    machine = ready(durability="none")
    machine.feed(v.Submitted("k1"), v.Acknowledged("k1", "m1"), user(), tool_requested("old"))
    machine.feed(v.HandlerDone("old"))
    crash_and_attach(machine, user(), turn_start(), permission_requested(), active=True)
    effects = machine.feed(tool_requested("new"))
    assert [e.old_id for e in machine.of(v.AdoptHandler, effects)] == ["old"]
    assert [e.request.request_id for e in machine.of(v.SendAnswer, effects)] == ["new"]
    assert not machine.of(v.StartHandler, effects)


def test_a_decision_that_the_log_has_is_not_adopted_by_a_later_request_of_the_same_call_id():
    """Models use call ids again: what was completed before the crash is another call."""
    machine = running(own_tools=frozenset({"t"}))
    machine.feed(permission_requested("p1", "c1"), SAVED, v.HandlerDone("p1"))
    machine.feed(v.AnswerSent("p1", accepted=True), event("permission.completed", requestId="p1"))
    log = [user(), turn_start(), answer("m1", "", [{"toolCallId": "c1", "name": "t"}])]
    log += [permission_requested("p1", "c1"), event("permission.completed", requestId="p1")]
    crash_and_attach(machine, *log, interrupted("c1"))
    machine.feed(v.ContinueDone(), turn_start())
    effects = machine.feed(permission_requested("p2", "c1"), SAVED)
    assert [e.request.request_id for e in machine.of(v.StartHandler, effects)] == ["p2"]


def test_queued_prompts_are_sent_again_in_order_after_the_cut_turn_is_continued():
    machine = running()
    machine.feed(v.Submitted("k2"), v.Acknowledged("k2", "m2"))
    machine.feed(v.Submitted("k3"), v.Acknowledged("k3", "m3"))
    effects = crash_and_attach(machine, user(), turn_start())
    assert machine.of(v.ContinueTurn, effects)
    assert not machine.of(v.SendPrompt, effects)
    assert machine.feed(v.ContinueDone()) == [v.SendPrompt("k2")]
    effects = machine.feed(v.Acknowledged("k2", "m2b"))
    assert v.SendPrompt("k3") in effects


def test_missed_events_are_delivered_once_before_what_comes_live():
    machine = running()
    known, missed, live = user(), turn_start(), event("session.resume")
    machine.feed(v.Disconnected("killed"), v.Connected(), live)
    effects = machine.feed(v.Attached(log=(known, missed), seen=frozenset({known.id})))
    assert machine.published(effects)[:2] == ["assistant.turn_start", "session.resume"]
    assert "user.message" not in machine.published(effects)


def test_records_that_the_cli_never_emits_are_not_delivered():
    machine = running()
    effects = crash_and_attach(machine, user(), event("session.usage_record"), seen=())
    assert "session.usage_record" not in machine.published(effects)


def test_recovery_is_visible_to_subscribers():
    machine = running()
    effects = machine.feed(v.Disconnected("killed"))
    assert machine.published(effects) == ["copilot_actors.session.recovering"]
    machine.feed(v.Connected())
    effects = machine.feed(v.Attached(log=(user(),)))
    assert machine.published(effects)[-1] == "copilot_actors.session.recovered"


def test_a_second_crash_during_the_recovery_loses_nothing():
    machine = running()
    machine.feed(v.Submitted("k2"), v.Acknowledged("k2", "m2"))
    machine.feed(v.Disconnected("killed"), v.Connected(), v.Disconnected("killed again"))
    assert machine.feed(v.Connected()) == [v.Attach()]
    effects = machine.feed(v.Attached(log=(user(), turn_start())))
    assert machine.of(v.ContinueTurn, effects)
    assert v.SendPrompt("k2") in machine.feed(v.ContinueDone())


def test_a_crash_after_the_continuation_was_asked_continues_again():
    machine = running()
    crash_and_attach(machine, user(), turn_start())
    machine.feed(v.ContinueDone(), turn_start())
    assert machine.of(v.ContinueTurn, crash_and_attach(machine, user(), turn_start()))


def test_an_abort_while_the_cli_is_away_ends_what_was_written_and_continues_nothing():
    machine = running()
    machine.feed(v.Disconnected("killed"), v.AbortRequested(), v.Connected())
    effects = machine.feed(v.Attached(log=(user(), turn_start())))
    assert machine.of(v.FailTurn, effects) == [v.FailTurn("k1", v.Aborted())]
    assert not machine.of(v.ContinueTurn, effects)


def test_an_abort_that_the_crash_cut_off_is_carried_out_after_it():
    machine = running()
    machine.feed(v.AbortRequested())
    effects = crash_and_attach(machine, user(), turn_start())
    assert machine.of(v.FailTurn, effects) == [v.FailTurn("k1", v.Aborted())]


def test_a_caller_that_gave_up_during_the_crash_causes_no_model_call():
    machine = running()
    machine.feed(v.Disconnected("killed"), v.Expired("k1"), v.Connected())
    effects = machine.feed(v.Attached(log=(user(), turn_start())))
    assert machine.of(v.FailTurn, effects) == [v.FailTurn("k1", v.TimedOut(aborted=True))]
    assert not machine.of(v.ContinueTurn, effects)


def test_a_turn_of_nobody_is_not_continued():
    machine = ready()
    machine.feed(user(None, "x"), turn_start())
    effects = crash_and_attach(machine, user(None, "x"), turn_start())
    assert not machine.of(v.ContinueTurn, effects)
    assert machine.state.phase is v.Phase.IDLE


def test_a_session_that_the_cli_forgot_is_resumed_and_its_prompt_sent_then():
    machine = ready()
    machine.feed(v.Submitted("k1"))
    assert v.Attach() in machine.feed(v.Forgotten("k1"))
    assert v.SendPrompt("k1") in machine.feed(v.Attached(log=()))


def test_a_restarted_actor_does_not_continue_a_turn_that_still_runs():
    machine = running()
    effects = crash_and_attach(machine, user(), turn_start(), active=True)
    assert not machine.of(v.ContinueTurn, effects)
    reply = answer("m1")
    assert v.CompleteTurn("k1", reply) in machine.feed(reply, idle())


# --- End ------------------------------------------------------------------------------------


def test_closing_releases_the_session_and_then_tells_every_caller():
    machine = running()
    machine.feed(tool_requested(), SAVED)
    assert machine.feed(v.CloseRequested()) == [v.Release(abort=True)]
    effects = machine.feed(v.CloseDone())
    assert v.FailTurn("k1", v.Ended()) in effects
    assert v.CancelHandler("r1") in effects
    assert machine.state.phase is v.Phase.CLOSED


def test_closing_while_the_cli_is_away_needs_no_cli():
    machine = running()
    machine.feed(v.Disconnected("killed"))
    assert v.FailTurn("k1", v.Ended()) in machine.feed(v.CloseRequested())
    assert machine.state.phase is v.Phase.CLOSED


def test_a_cli_that_dies_while_closing_has_released_the_session():
    machine = ready()
    machine.feed(v.CloseRequested(), v.Disconnected("killed"))
    assert machine.state.phase is v.Phase.CLOSED


@pytest.mark.parametrize("phase", [v.Phase.CLOSING, v.Phase.CLOSED, v.Phase.FAILED])
def test_a_prompt_for_a_session_that_is_over_is_refused(phase):
    machine = Driver(phase=phase)
    assert machine.feed(v.Submitted("k1")) == [v.FailTurn("k1", v.Ended())]


def test_every_phase_is_reachable_and_the_two_ends_are_final():
    reachable = set().union(*NEXT_PHASES.values()) | {v.Phase.STARTING}
    assert reachable == set(v.Phase)
    assert {phase for phase, after in NEXT_PHASES.items() if not after} == {
        v.Phase.CLOSED,
        v.Phase.FAILED,
    }
    assert {phase for phase, _ in RULES} == set(v.Phase)


# --- Aborts, crashes and call ids in odd orders ---------------------------------------------


def test_C1_no_handler_starts_for_a_turn_that_is_being_aborted():
    machine = running()
    machine.feed(turn_start(), tool_requested())
    effects = machine.feed(v.AbortRequested(), SAVED)
    assert machine.of(v.AbortTurn, effects)
    assert not machine.of(v.StartHandler, effects)
    effects = machine.feed(event("abort"), idle(aborted=True), v.AbortFinished(confirmed=True))
    assert not machine.of(v.StartHandler, effects)
    assert machine.state.pending == ()


def test_C1_a_handler_that_waited_for_an_abort_never_starts_though_the_abort_fails():
    machine = running()
    machine.feed(turn_start(), tool_requested(), v.AbortRequested(), SAVED)
    effects = machine.feed(v.AbortFinished(confirmed=False))
    assert machine.of(v.Attach, effects) == [v.Attach(release=True)]
    assert machine.state.phase is v.Phase.RECOVERING
    log = (user(), turn_start(), tool_requested())
    effects = machine.feed(v.Attached(log=log))
    assert machine.of(v.FailTurn, effects) == [v.FailTurn("k1", v.Aborted())]
    assert not machine.of(v.StartHandler)
    assert machine.state.phase is v.Phase.IDLE


@pytest.mark.parametrize("event_seen", [True, False])
def test_C1_a_time_out_that_could_not_abort_spares_the_prompts_behind_it(event_seen):
    machine = running()
    machine.feed(v.Submitted("k2"), v.Acknowledged("k2", "m2"), v.Expired("k1"))
    if event_seen:
        machine.feed(event("abort", reason="user_initiated"))
    effects = machine.feed(v.AbortFinished(confirmed=False))
    assert machine.of(v.Attach, effects) == [v.Attach(release=True)]
    effects += machine.feed(v.Attached(log=(user(), turn_start())))
    assert [e.key for e in machine.of(v.FailTurn, effects)] == ["k1"]
    assert machine.of(v.SendPrompt, effects) == [v.SendPrompt("k2")]


def test_C1_a_prompt_after_an_abort_that_failed_is_sent_when_the_session_is_loaded_anew():
    machine = running()
    machine.feed(v.AbortRequested(), v.Submitted("k2"), v.AbortFinished(confirmed=False))
    assert not machine.of(v.SendPrompt)[1:]
    effects = machine.feed(v.Attached(log=(user(), turn_start())))
    assert machine.of(v.FailTurn, effects) == [v.FailTurn("k1", v.Aborted())]
    assert machine.of(v.SendPrompt, effects) == [v.SendPrompt("k2")]


def test_C1_a_handler_that_an_abort_cancelled_never_runs_again_though_the_crash_lost_the_abort():
    machine = running()
    request = tool_requested()
    machine.feed(turn_start(), request, SAVED, event("abort"))
    log = (user(), turn_start(), request)
    effects = crash_and_attach(machine, *log, active=True)
    assert not machine.of(v.StartHandler, effects)
    assert machine.of(v.AbortTurn, effects)
    effects = machine.feed(event("abort"), idle(aborted=True))
    assert v.FailTurn("k1", v.Aborted()) in effects


def test_an_abort_that_ends_the_queue_is_not_softened_by_a_time_out():
    machine = running()
    machine.feed(v.Submitted("k2"), v.Acknowledged("k2", "m2"))
    machine.feed(v.AbortRequested(), v.Expired("k1"))
    effects = machine.feed(v.AbortFinished(confirmed=True))
    assert v.FailTurn("k2", v.Aborted()) in effects


def test_a_call_id_that_the_model_uses_again_is_another_call():
    machine = running()
    first, second = tool_requested("r1", "call_1"), tool_requested("r2", "call_1")
    machine.feed(turn_start(), first, SAVED, v.HandlerDone("r1"), v.AnswerSent("r1", accepted=True))
    machine.feed(tool_complete("call_1"))
    effects = machine.feed(second, SAVED, SAVED)
    assert [e.request.request_id for e in machine.of(v.StartHandler, effects)] == ["r2"]
    machine.feed(v.HandlerDone("r2"), v.AnswerSent("r2", accepted=True), tool_complete("call_1"))
    machine.feed(SAVED)
    assert machine.state.pending == ()


def test_a_call_id_used_again_is_told_apart_in_the_log_too():
    machine = running()
    log = (
        user(),
        tool_requested("r1", "call_1"),
        tool_complete("call_1"),
        tool_requested("r2", "call_1"),
        tool_complete("call_1"),
    )
    effects = crash_and_attach(machine, *log)
    assert not machine.of(v.StartHandler, effects)
    assert machine.of(v.ContinueTurn, effects)


def test_C1_a_confirmed_abort_ends_the_handlers_though_its_event_was_lost():
    machine = running()
    machine.feed(turn_start(), tool_requested(), SAVED, v.AbortRequested())
    effects = machine.feed(v.AbortFinished(confirmed=True))
    assert v.CancelHandler("r1") in effects
    assert v.FailTurn("k1", v.Aborted()) in effects


def test_C1_an_abort_that_its_caller_knows_of_is_repeated_when_the_log_lost_it():
    machine = running()
    request = tool_requested()
    machine.feed(turn_start(), request, SAVED, v.AbortRequested(), event("abort"))
    machine.feed(v.AbortFinished(confirmed=True))
    assert machine.state.phase is v.Phase.IDLE
    effects = crash_and_attach(machine, user(), turn_start(), request, active=True)
    assert not machine.of(v.StartHandler, effects)
    assert machine.of(v.AbortTurn, effects)


def test_an_abort_that_is_in_the_log_is_forgotten_here():
    machine = running()
    machine.feed(turn_start(), tool_requested(), SAVED, event("abort"), idle(aborted=True))
    assert machine.state.ended == {"r1"}
    machine.feed(SAVED)
    assert machine.state.ended == frozenset()


def test_C1_an_abort_ends_prompts_that_were_not_sent_yet_and_spares_later_ones():
    machine = ready()
    machine.feed(v.Submitted("k1"), v.Submitted("k2"))
    effects = machine.feed(v.AbortRequested())
    assert machine.of(v.FailTurn, effects) == [v.FailTurn("k2", v.Aborted())]
    machine.feed(v.Submitted("k3"), v.Acknowledged("k1", "m1"))
    effects = machine.feed(v.AbortFinished(confirmed=True))
    assert v.FailTurn("k1", v.Aborted()) in effects
    assert machine.of(v.SendPrompt, effects) == [v.SendPrompt("k3")]


def test_C2_a_session_that_is_being_loaded_is_released_when_it_closes():
    machine = Driver()
    machine.feed(v.Connected())
    assert machine.feed(v.CloseRequested()) == [v.Release(abort=False)]
    assert machine.feed(v.Attached(created=True, initial=True)) == []
    machine.feed(v.CloseDone())
    assert machine.state.phase is v.Phase.CLOSED


def test_C2_a_fault_while_closing_closes():
    machine = running()
    machine.feed(v.CloseRequested())
    effects = machine.feed(v.Broken(RuntimeError("x")))
    assert machine.state.phase is v.Phase.CLOSED
    assert v.FailTurn("k1", v.Ended()) in effects


def test_T1_lost_events_are_found_in_the_log_without_a_new_connection():
    machine = running()
    machine.feed(turn_start(), v.Expired("k1"))
    reply = answer()
    assert v.Attach() in machine.feed(v.Forgotten(reason="the end of a turn was lost"))
    effects = machine.feed(v.Attached(log=(user(), turn_start(), reply)))
    assert machine.of(v.CompleteTurn, effects) == [v.CompleteTurn("k1", reply, "history")]
    assert "assistant.message" in machine.published(effects)


def test_T2_the_tools_of_a_run_are_open_until_they_complete():
    machine = running()
    start = event("tool.execution_start", toolCallId="c1", toolName="bash")
    machine.feed(turn_start(), start)
    assert machine.state.run.open_tools == {"c1"}
    machine.feed(tool_complete("c1"))
    assert machine.state.run.open_tools == frozenset()
    assert machine.state.run.tools == ("c1",)


@pytest.mark.parametrize("tasks", [{"agents": [{"id": "a"}], "shells": []}, ["a"]])
def test_T5_an_idle_that_names_background_work_is_not_the_end(tasks):
    machine = running()
    machine.feed(turn_start(), answer(content="so far"))
    assert not machine.of(v.CompleteTurn, machine.feed(idle(backgroundTasks=tasks)))
    last = answer(content="all of it")
    effects = machine.feed(last, idle(backgroundTasks={"agents": [], "shells": []}))
    assert machine.of(v.CompleteTurn, effects) == [v.CompleteTurn("k1", last)]
