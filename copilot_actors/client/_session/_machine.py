"""The rules of a session as a pure machine: ``step(state, input) -> (state, effects)``.

The table :data:`RULES` says for each phase which inputs are taken; an input that a phase does not
list is stale there (for instance an answer that arrives after the session closed) and changes
nothing. :data:`NEXT_PHASES` lists every change of phase that a step may make. The actor performs
the effects and feeds the results back as inputs; no rule waits, so no mailbox ever blocks
(design invariant 1). What the crash of the CLI does to each pending thing is in
``_session_recovery``; how events move a turn is in
``_events``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias, cast

from msgspec.structs import replace

from copilot_actors.client._options._poison import MAX_REFUSALS
from copilot_actors.protocol import SessionEvent

from ._events import notice_overdue, observe
from ._passivation import (
    connected_at_rest,
    disconnected_at_rest,
    needed,
    needed_while_going,
    observed_at_rest,
    pause_due,
    paused,
    wake,
)
from ._recovery import attached, connection_lost, forgotten
from ._turns import (
    Effects,
    Result,
    calling_message,
    compacted,
    drop_prompt,
    finish_abort,
    finish_run,
    no_progress,
    pump,
    request_ready,
    settle_phase,
    update_pending,
    update_prompt,
    want_abort,
)
from ._values import (
    NOTHING,
    Aborted,
    AbortFinished,
    AbortRequested,
    Acknowledge,
    Acknowledged,
    Alive,
    AnswerSent,
    Attach,
    Attached,
    Broken,
    CallsOverdue,
    CancelHandler,
    CloseDone,
    CloseRequested,
    CompactionOverdue,
    Connected,
    ContinueDone,
    Disconnected,
    Effect,
    Ended,
    Expired,
    Failed,
    FailTurn,
    Forgotten,
    HandlerDone,
    Input,
    Job,
    Needed,
    NoProgress,
    NoticeOverdue,
    Observed,
    Paused,
    PauseDue,
    Phase,
    Prompt,
    Publish,
    Refused,
    Release,
    RepairDone,
    RequestStage,
    SaveDone,
    SaveLog,
    SendAnswer,
    SendRefused,
    SessionState,
    Stage,
    Submitted,
    TimedOut,
    Withdrawn,
)

Rule: TypeAlias = Callable[[SessionState, Input], Result]

OVER_HTTP = "its model cannot be reached over WebSockets"
"""Why a session is loaded anew although its CLI lives."""

ON_LINE = (Phase.IDLE, Phase.RUNNING)
"""Phases in which the session is loaded in a live CLI and requests may be written."""


def step(state: SessionState, what: Input) -> tuple[SessionState, tuple[Effect, ...]]:
    """Apply one input.

    Returns:
        The new state and what is to be done, in order.
    """
    rule = RULES.get((state.phase, type(what)))
    if rule is None:
        return state, ()
    after, effects = rule(state, what)
    return after, tuple(effects)


# --- Connection -----------------------------------------------------------------------------


def _connected(state: SessionState, _what: Input) -> Result:
    """The session is attached at once, as the only job of the lane."""
    state = replace(state, connected=True, lane=Job.ATTACH, buffered=())
    return state, [Attach()]


def _forgotten(state: SessionState, what: Input) -> Result:
    if state.lane is Job.PAUSE:
        # No wonder: it is being let go. It is loaded again when that is over.
        return replace(state, waking=True), []
    return forgotten(state, cast("Forgotten", what))


def _disconnected_while_closing(state: SessionState, _what: Input) -> Result:
    """A CLI that is gone has released the session."""
    return _close_done(state, CloseDone())


# --- Prompts --------------------------------------------------------------------------------


def _submitted(state: SessionState, what: Input) -> Result:
    submitted = cast("Submitted", what)
    prompt = Prompt(key=submitted.key, early=submitted.early, steers=submitted.steers)
    return pump(replace(state, prompts=(*state.prompts, prompt)))


def _submitted_at_rest(state: SessionState, what: Input) -> Result:
    """The prompt waits until the session is loaded again."""
    state, effects = _submitted(state, what)
    return _then(state, effects, wake(state))


def _submitted_late(state: SessionState, what: Input) -> Result:
    return state, [FailTurn(cast("Submitted", what).key, Ended())]


def _acknowledged(state: SessionState, what: Input) -> Result:
    ack = cast("Acknowledged", what)
    state = replace(state, lane=None if state.lane is Job.SEND else state.lane)
    effects: Effects = [Acknowledge(ack.key, ack.message_id)]
    for prompt in state.prompts:
        if prompt.key == ack.key:
            stage = max(prompt.stage, Stage.ACKNOWLEDGED)
            state = update_prompt(state, prompt, stage=stage, message_id=ack.message_id)
            if prompt.expired and stage is Stage.ACKNOWLEDGED:
                return _then(state, effects, _expire(state, ack.key))
    return _then(state, effects, pump(state))


def _send_refused(state: SessionState, what: Input) -> Result:
    refusal = cast("SendRefused", what)
    state = replace(state, lane=None)
    known = [prompt for prompt in state.prompts if prompt.key == refusal.key]
    if known and known[0].stage is Stage.SEEN:
        # The CLI has the prompt; only its reply was late. Its events decide.
        return pump(state)
    state = drop_prompt(state, refusal.key)
    return _then(state, [FailTurn(refusal.key, Refused(refusal.error))], pump(state))


def _expired(state: SessionState, what: Input) -> Result:
    return _expire(state, cast("Expired", what).key)


def _expire(state: SessionState, key: str) -> Result:
    """Nobody waits for this prompt any more: withdraw it, or abort its turn."""
    prompt = next((p for p in state.prompts if p.key == key), None)
    if prompt is None:
        return state, []
    if prompt.refusal is not None:
        state = drop_prompt(state, key)
        return state, [FailTurn(key, TimedOut(aborted=True))]
    if not prompt.written or (prompt.stage is Stage.PREPARED and state.phase in ON_LINE):
        state = settle_phase(drop_prompt(state, key))
        return state, [FailTurn(key, TimedOut(aborted=True))]
    state = update_prompt(state, prompt, expired=True)
    if prompt.stage is Stage.SEEN:
        state = want_abort(state, keep_queue=True)
    # A prompt that is still on its way is dealt with when its acknowledgement arrives; one that
    # waits in the CLI's queue is withdrawn by the lane.
    return pump(state) if state.phase in ON_LINE else (state, [])


def _alive(state: SessionState, _what: Input) -> Result:
    """The CLI lives, so the turn that it failed has failed."""
    if state.run is None or not state.run.doubtful:
        return state, []
    after, effects = finish_run(state)
    return _then(after, effects, _go_on(state, after))


def _go_on(before: SessionState, after: SessionState) -> Result:
    """Do what is next; where a turn has shown that WebSockets are broken, load it without them."""
    if after.over_http and not before.over_http:
        return forgotten(after, Forgotten(None, OVER_HTTP, release=True))
    return pump(after)


def _withdrawn(state: SessionState, what: Input) -> Result:
    done = cast("Withdrawn", what)
    state = replace(state, lane=None)
    prompt = next((p for p in state.prompts if p.key == done.key), None)
    if prompt is None:
        return pump(state)
    if done.removed and prompt.stage is not Stage.SEEN:
        state = drop_prompt(state, done.key)
        return _then(state, [FailTurn(done.key, TimedOut(aborted=True))], pump(state))
    # Too late: its turn has begun, so that turn is aborted.
    return pump(want_abort(state, keep_queue=True))


def _repair_done(state: SessionState, what: Input) -> Result:
    """Send what was refused once more over the changed history, or tell its callers."""
    done = cast("RepairDone", what)
    changed = done.changed
    # Refused again, it is the history again: no second turn has to prove that.
    refusals = MAX_REFUSALS - 1 if changed else state.refusals
    state = replace(state, lane=None, refusals=refusals)
    effects: Effects = []
    if changed:
        marker = SessionEvent(
            "copilot_actors.session.repaired",
            data={"remedy": done.remedy, "upToEventId": done.cut},
            ephemeral=True,
        )
        effects.append(Publish((marker,)))
    for prompt in [p for p in state.prompts if p.refusal is not None]:
        refusal = cast("Mapping[str, object]", prompt.refusal)
        if prompt.expired:
            effects.append(FailTurn(prompt.key, TimedOut(aborted=True)))
            state = drop_prompt(state, prompt.key)
        elif changed:
            # The cut took its record out of the log, so it is as if it had never been written.
            state = update_prompt(
                state,
                prompt,
                refusal=None,
                repairs=prompt.repairs + 1,
                stage=Stage.PREPARED,
                message_id=None,
                written=False,
            )
        else:
            effects.append(FailTurn(prompt.key, Failed(refusal, poisoned=True)))
            state = drop_prompt(state, prompt.key)
    return _then(state, effects, pump(state))


def _compaction_overdue(state: SessionState, what: Input) -> Result:
    overdue = cast("CompactionOverdue", what)
    if not state.compacting:
        return state, []
    if overdue.cancelled:
        # The CLI goes on with the turn, and says nothing of the end of the compaction.
        state, effects = compacted(state)
    else:
        state, effects = no_progress(state, NoProgress(state.compactions, overdue.seconds))
    return _then(state, effects, pump(state))


# --- Abort ----------------------------------------------------------------------------------


def _abort_requested(state: SessionState, _what: Input) -> Result:
    """Prompts that are not on their way yet end here; the CLI ends those that it has."""
    state, effects = _drop_queue(state)
    return _then(state, effects, pump(want_abort(state, keep_queue=False)))


def _drop_queue(state: SessionState) -> Result:
    queued = [
        p
        for p in state.prompts
        if (p.stage is Stage.PREPARED and not p.written) or p.refusal is not None
    ]
    for prompt in queued:
        state = drop_prompt(state, prompt.key)
    return state, [FailTurn(prompt.key, Aborted()) for prompt in queued]


def _abort_while_away(state: SessionState, _what: Input) -> Result:
    """What was written before the crash is not continued; what was not is withdrawn."""
    return _drop_queue(replace(state, discard=True))


def _abort_finished(state: SessionState, what: Input) -> Result:
    """An abort that is not confirmed leaves a turn that nobody wants: the CLI lets it go whole.

    The session is released and loaded again, which ends what the CLI does for it (the guide's
    cancel-and-disconnect); meanwhile nothing is sent to it.
    """
    confirmed, spared = cast("AbortFinished", what).confirmed, state.keep_queue
    state, effects = finish_abort(replace(state, lane=None), confirmed=confirmed)
    if not confirmed:
        unwanted = state.run if state.run is None else replace(state.run, aborted=False)
        state = replace(state, run=unwanted, discard=not spared, keep_queue=spared)
        state, more = forgotten(state, Forgotten(None, "an abort was not confirmed", release=True))
        return replace(state, keep_queue=False), [*effects, *more]
    state, more = request_ready(state)
    return _then(state, [*effects, *more], pump(state))


# --- Events ---------------------------------------------------------------------------------


def _observed(state: SessionState, what: Input) -> Result:
    after, effects = observe(state, cast("Observed", what).event)
    return _then(after, effects, _go_on(state, after))


def _buffered(state: SessionState, what: Input) -> Result:
    """Until the log has been read, live events wait so that history comes first."""
    return replace(state, buffered=(*state.buffered, cast("Observed", what).event)), []


def _seen_at_start(state: SessionState, what: Input) -> Result:
    """A starting session delivers no history, so its first events are delivered at once."""
    event = cast("Observed", what).event
    return replace(state, buffered=(*state.buffered, event)), [Publish((event,))]


# --- Durability -----------------------------------------------------------------------------


def _save_done(state: SessionState, what: Input) -> Result:
    epoch = cast("SaveDone", what).epoch
    state = replace(state, saved=max(state.saved, epoch))
    if epoch >= state.ended_epoch:
        state = replace(state, ended=NOTHING)
    effects: Effects = []
    if state.save_wanted > state.saving:
        state = replace(state, saving=state.save_wanted)
        effects.append(SaveLog(state.saving))
    return _then(state, effects, request_ready(state))


# --- Handlers -------------------------------------------------------------------------------


def _handler_done(state: SessionState, what: Input) -> Result:
    request_id = cast("HandlerDone", what).request_id
    for request in state.pending:
        if request.request_id == request_id and request.stage is RequestStage.RUNNING:
            state = update_pending(state, request, stage=RequestStage.ANSWERED)
            return state, [SendAnswer(request)] if state.phase in ON_LINE else []
    orphans = tuple(
        replace(o, stage=RequestStage.ANSWERED) if o.request_id == request_id else o
        for o in state.orphans
    )
    return replace(state, orphans=orphans), []


def _calls_overdue(state: SessionState, what: Input) -> Result:
    """Some calls beside the requested ones wait for something else, a permission perhaps."""
    run = state.run
    if run is None or calling_message(run) != cast("CallsOverdue", what).event_id:
        return state, []
    return request_ready(replace(state, run=replace(run, patient=False)))


def _notice_overdue(state: SessionState, what: Input) -> Result:
    return notice_overdue(state, cast("NoticeOverdue", what).number)


def _answer_sent(state: SessionState, what: Input) -> Result:
    sent = cast("AnswerSent", what)
    for request in state.pending:
        if request.request_id == sent.request_id and request.stage is RequestStage.ANSWERED:
            if sent.accepted:
                return update_pending(state, request, stage=RequestStage.DELIVERED), []
            pending = tuple(p for p in state.pending if p is not request)
            return replace(state, pending=pending), [CancelHandler(request.request_id)]
    return state, []


# --- Continuation ---------------------------------------------------------------------------


def _continue_done(state: SessionState, what: Input) -> Result:
    error = cast("ContinueDone", what).error
    state = replace(state, lane=None)
    if error is None or state.run is None:
        return pump(state)
    effects: Effects = [FailTurn(key, Refused(error)) for key in state.run.keys]
    for key in state.run.keys:
        state = drop_prompt(state, key)
    state = settle_phase(replace(state, run=None))
    return _then(state, effects, pump(state))


# --- End ------------------------------------------------------------------------------------


def _close_requested(state: SessionState, _what: Input) -> Result:
    """Release the session in the CLI; waiters are told when that is over."""
    busy = state.run is not None or bool(state.pending or state.settled)
    loaded = state.connected and (state.phase in ON_LINE or state.lane is Job.ATTACH)
    state = replace(state, phase=Phase.CLOSING)
    return (state, [Release(abort=busy)]) if loaded else _close_done(state, CloseDone())


def _close_done(state: SessionState, _what: Input) -> Result:
    return _end(state, Phase.CLOSED)


def _broken(state: SessionState, _what: Input) -> Result:
    return _end(state, Phase.FAILED)


def _end(state: SessionState, phase: Phase) -> Result:
    """Answer every waiter and stop every handler: nobody waits for ever (invariant 3)."""
    effects: Effects = []
    if state.buffered and state.phase is not Phase.STARTING:
        effects.append(Publish(state.buffered))
    requests = (*state.settled, *state.pending, *state.orphans)
    effects += [CancelHandler(request.request_id) for request in requests]
    effects += [FailTurn(prompt.key, Ended()) for prompt in state.prompts]
    return replace(
        state,
        phase=phase,
        lane=None,
        prompts=(),
        run=None,
        pending=(),
        settled=(),
        orphans=(),
        buffered=(),
        compacting=False,
    ), effects


def _then(state: SessionState, effects: Effects, result: Result) -> Result:
    """Put the effects of a rule before those of the rule that follows it."""
    del state
    return result[0], [*effects, *result[1]]


_ALIVE = (Phase.STARTING, Phase.IDLE, Phase.RUNNING, Phase.RECOVERING)

RULES: dict[tuple[Phase, type], Rule] = {
    (Phase.STARTING, Connected): _connected,
    (Phase.RECOVERING, Connected): _connected,
    (Phase.STARTING, Attached): cast("Rule", attached),
    (Phase.RECOVERING, Attached): cast("Rule", attached),
    (Phase.STARTING, Observed): _seen_at_start,
    (Phase.RECOVERING, Observed): _buffered,
    (Phase.STARTING, AbortRequested): _abort_while_away,
    (Phase.RECOVERING, AbortRequested): _abort_while_away,
    (Phase.CLOSING, Disconnected): _disconnected_while_closing,
    (Phase.CLOSING, CloseDone): _close_done,
    (Phase.CLOSING, Submitted): _submitted_late,
    (Phase.CLOSED, Submitted): _submitted_late,
    (Phase.FAILED, Submitted): _submitted_late,
    (Phase.IDLE, PauseDue): pause_due,
    (Phase.PAUSED, Submitted): _submitted_at_rest,
    (Phase.PAUSED, Needed): needed,
    (Phase.PAUSED, Observed): observed_at_rest,
    (Phase.PAUSED, Connected): connected_at_rest,
    (Phase.PAUSED, Disconnected): disconnected_at_rest,
    (Phase.PAUSED, CloseRequested): _close_requested,
    (Phase.PAUSED, Broken): _broken,
    **{(phase, Paused): paused for phase in ON_LINE},
    **{(phase, Needed): needed_while_going for phase in ON_LINE},
    **{(phase, Disconnected): cast("Rule", connection_lost) for phase in _ALIVE},
    **{(phase, Submitted): _submitted for phase in _ALIVE},
    **{(phase, Expired): _expired for phase in _ALIVE},
    **{(phase, HandlerDone): _handler_done for phase in _ALIVE},
    **{(phase, CloseRequested): _close_requested for phase in _ALIVE},
    (Phase.CLOSING, Broken): _disconnected_while_closing,
    **{(phase, Broken): _broken for phase in _ALIVE},
    **{(phase, Forgotten): _forgotten for phase in ON_LINE},
    **{(phase, Acknowledged): _acknowledged for phase in ON_LINE},
    **{(phase, SendRefused): _send_refused for phase in ON_LINE},
    **{(phase, Observed): _observed for phase in ON_LINE},
    **{(phase, SaveDone): _save_done for phase in ON_LINE},
    **{(phase, CallsOverdue): _calls_overdue for phase in ON_LINE},
    **{(phase, NoticeOverdue): _notice_overdue for phase in ON_LINE},
    **{(phase, AnswerSent): _answer_sent for phase in ON_LINE},
    **{(phase, AbortRequested): _abort_requested for phase in ON_LINE},
    **{(phase, AbortFinished): _abort_finished for phase in ON_LINE},
    **{(phase, Alive): _alive for phase in ON_LINE},
    **{(phase, Withdrawn): _withdrawn for phase in ON_LINE},
    **{(phase, ContinueDone): _continue_done for phase in ON_LINE},
    **{(phase, RepairDone): _repair_done for phase in ON_LINE},
    **{(phase, CompactionOverdue): _compaction_overdue for phase in ON_LINE},
}
"""Phase x input -> rule. What is not listed is stale in that phase and has no effect."""

NEXT_PHASES: dict[Phase, frozenset[Phase]] = {
    Phase.STARTING: frozenset(
        {Phase.IDLE, Phase.RUNNING, Phase.CLOSING, Phase.CLOSED, Phase.FAILED}
    ),
    Phase.IDLE: frozenset(
        {Phase.RUNNING, Phase.RECOVERING, Phase.PAUSED, Phase.CLOSING, Phase.FAILED}
    ),
    Phase.RUNNING: frozenset({Phase.IDLE, Phase.RECOVERING, Phase.CLOSING, Phase.FAILED}),
    Phase.RECOVERING: frozenset(
        {Phase.IDLE, Phase.RUNNING, Phase.CLOSING, Phase.CLOSED, Phase.FAILED}
    ),
    Phase.PAUSED: frozenset({Phase.RECOVERING, Phase.CLOSED, Phase.FAILED}),
    Phase.CLOSING: frozenset({Phase.CLOSED}),
    Phase.CLOSED: frozenset(),
    Phase.FAILED: frozenset(),
}
"""Every change of phase that a step may make; the documentation's diagram is drawn from it."""
