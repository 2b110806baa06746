"""What the loss of the CLI does to a session, and what its log says about each pending thing.

The table of design section 7, as code. Facts behind it (protocol sections 7.1, 7.2, 7.4): an
acknowledgement is not durable; a pending tool call or permission survives and is answered under
its old request id; a turn that was cut inside a model call goes on after ``sendMessages []``;
queued prompts are lost; nothing that streamed is on disk.
"""

from __future__ import annotations

from msgspec.structs import replace

from copilot_actors.protocol import SessionEvent

from ._events import observe, withdraw_text
from ._turns import (
    Effects,
    Result,
    drop_prompt,
    finish_run,
    pump,
    request_ready,
    settle_phase,
    text,
    update_prompt,
)
from ._values import (
    Aborted,
    Attach,
    Attached,
    CancelHandler,
    Cut,
    Disconnected,
    FailTurn,
    Forgotten,
    Job,
    Lost,
    Pending,
    Phase,
    Prompt,
    Publish,
    ReportRecovery,
    RequestStage,
    Run,
    SendAnswer,
    SessionState,
    Stage,
    TimedOut,
    Unknown,
)

FILE_ONLY_EVENTS = frozenset({"session.usage_record"})
"""Records of the log that the CLI never emits, so no subscriber expects them."""


def connection_lost(state: SessionState, what: Disconnected) -> Result:
    """The CLI is gone: remember what was under way, forget what only the process knew."""
    aborting = (
        state.lane is Job.ABORT
        or state.abort_wanted
        or (state.run is not None and state.run.aborted)
    )
    effects: Effects = []
    if state.phase is Phase.RECOVERING and state.buffered:
        # They were emitted, so they are delivered, although the log will not confirm them.
        effects.append(Publish(state.buffered))
    state, withdrawn = withdraw_text(state)
    effects += withdrawn
    if state.phase in (Phase.IDLE, Phase.RUNNING):
        marker = SessionEvent(
            "copilot_actors.session.recovering",
            data={"reason": what.reason, "incarnation": state.incarnation},
            ephemeral=True,
        )
        effects.append(Publish((marker,)))
        state = replace(state, phase=Phase.RECOVERING, waking=False)
    state = replace(
        state,
        connected=False,
        lane=None,
        # What the log had, the log may lose: each is looked for again.
        pending=(*state.settled, *state.pending),
        settled=(),
        buffered=(),
        compacting=False,
        background=False,
        abort_wanted=False,
        continue_wanted=False,
        rewind_to=None,
        saving=state.saving + 1,
        saved=state.saving + 1,
        save_wanted=state.saving + 1,
        discard=state.discard or (aborting and not state.keep_queue),
    )
    return state, effects


def forgotten(state: SessionState, what: Forgotten) -> Result:
    """Resume the session on the same wire: it was evicted (case R1) or events were lost (T1)."""
    state, effects = connection_lost(state, Disconnected(what.reason))
    if what.key is not None:
        # The prompt was refused, not accepted: it is still to be sent.
        for prompt in state.prompts:
            if prompt.key == what.key:
                state = update_prompt(state, prompt, stage=Stage.PREPARED, written=False)
    return replace(state, connected=True, lane=Job.ATTACH), [*effects, Attach(what.release)]


def attached(state: SessionState, what: Attached) -> Result:
    """The session is loaded again: deliver what was missed, then act on what the log says."""
    recovering = state.phase is Phase.RECOVERING
    effects: Effects = []
    logged = {event.id for event in what.log}
    missed = tuple(
        event
        for event in what.log
        if event.id not in what.seen and event.type not in FILE_ONLY_EVENTS
    )
    if recovering and missed:
        effects.append(Publish(missed))
    buffered = tuple(event for event in state.buffered if event.id not in logged)
    state = replace(state, phase=Phase.RUNNING, lane=None, buffered=())
    state, more = _replay(state, what.log)
    effects += more
    if state.run is not None:
        # The log is no sign of life: an idle alone, with nothing before it, is a replayed one.
        live = what.active and not state.pending
        state = replace(state, run=replace(state.run, live=live))
    over = _count_over(buffered) if what.released else 0
    if recovering and over:
        effects.append(Publish(buffered[:over]))
    for event in buffered[over:]:
        state, more = observe(state, event, publish=recovering)
        effects += more
    state, more = _decide(state, active=what.active)
    effects += more
    if what.initial and state.run is None and not state.prompts:
        # Nothing goes on that could ask again for what an earlier life of the program answered.
        effects += [CancelHandler(request.request_id) for request in state.orphans]
        state = replace(state, orphans=())
    state, more = request_ready(state)
    effects += more
    if recovering and state.waking:
        effects.append(Publish((_woken(state, len(missed)),)))
    marker = _marker(state, what, len(missed))
    if recovering and not state.waking:
        effects.append(Publish((marker,)))
    if (recovering and not state.waking) or what.transcript is not None:
        effects.append(ReportRecovery(marker))
    state = replace(
        settle_phase(state), incarnation=state.incarnation + 1, discard=False, waking=False
    )
    state, more = pump(state)
    return state, [*effects, *more]


def _count_over(buffered: tuple[SessionEvent, ...]) -> int:
    """How many of the first events are of a load that is over: they decide nothing any more."""
    resumed = (number for number, event in enumerate(buffered) if event.type == "session.resume")
    return next(resumed, 0)


def _woken(state: SessionState, missed: int) -> SessionEvent:
    """The marker for a session that was at rest: it has no gap."""
    return SessionEvent(
        "copilot_actors.session.resumed",
        data={"incarnation": state.incarnation + 1, "missed": missed},
        ephemeral=True,
    )


def _marker(state: SessionState, what: Attached, missed: int) -> SessionEvent:
    """The marker of a gap: what was delivered late, what was taken back, what is lost.

    And what is done about it. It is all that ``on_recovery`` is told, also of a load after which
    nobody has missed anything.
    """
    return SessionEvent(
        "copilot_actors.session.recovered",
        data={
            "sessionId": what.session_id,
            "incarnation": state.incarnation + 1,
            "gap": {"missed": missed, "withdrawn": list(what.withdrawn), "ephemeral": "lost"},
            "sentAgain": [p.key for p in state.prompts if p.written and p.stage is Stage.PREPARED],
            "continued": state.continue_wanted,
            "transcript": what.transcript,
            "seconds": what.seconds,
        },
        ephemeral=True,
    )


def _replay(state: SessionState, log: tuple[SessionEvent, ...]) -> Result:
    """Rebuild turns and pending requests from the log alone: the CLI knows nothing else."""
    effects: Effects = []
    old = {request.request_id: request for request in state.pending}
    heard, compactions, refusals = state.heard, state.compactions, state.refusals
    for prompt in state.prompts:
        # An old message id means nothing for a prompt that will be sent again, but it still
        # finds the prompt in the log.
        state = update_prompt(state, prompt, stage=Stage.PREPARED, refusal=None)
    # While a save counts as in flight, requests of the log wait until all of it has been read:
    # a later record may complete them.
    state = replace(state, run=None, pending=(), saving=state.saving + 1)
    for event in log:
        if event.type == "session.error" and (state.run is None or _is_answered(state.run)):
            # Of a CLI that was ending, about a prompt that its log does not have: nothing began
            # that could be continued, and the prompt is sent again.
            continue
        state, more = observe(state, event, live=False)
        effects += more
    state = replace(state, saved=state.saving + 1, saving=state.saving + 1)
    # A compaction of the log was another process's work.
    state = replace(
        state,
        save_wanted=state.saving,
        compacting=False,
        compactions=compactions,
        refusals=refusals,
    )
    pending: list[Pending] = []
    for request in (*state.settled, *state.pending):
        before = old.pop(request.request_id, None)
        if before is not None and request.stage is RequestStage.REQUESTED:
            # Whatever was delivered is lost with the log: the recorded answer is sent again.
            stage = min(before.stage, RequestStage.ANSWERED)
            pending.append(replace(request, stage=stage, epoch=0))
        else:
            pending.append(replace(request, epoch=0))
    orphans = tuple(
        request
        for request in (*old.values(), *state.orphans)
        if request.stage is not RequestStage.REQUESTED and not _completed(request, log)
    )
    gone = {request.request_id for request in (*old.values(), *state.orphans)}
    gone -= {request.request_id for request in orphans}
    effects += [CancelHandler(request_id) for request_id in sorted(gone)]
    orphans = tuple(replace(o, stage=min(o.stage, RequestStage.ANSWERED)) for o in orphans)
    state = replace(state, pending=tuple(pending), settled=())
    return replace(state, orphans=orphans, heard=heard), effects


def _completed(request: Pending, log: tuple[SessionEvent, ...]) -> bool:
    """Whether the log has the end of a request, so that nothing is left to be answered."""
    if request.kind == "permission":
        end = ("permission.completed", "requestId", request.request_id)
    else:
        end = ("tool.execution_complete", "toolCallId", request.tool_call_id or "")
    kind, field, value = end
    return any(event.type == kind and event.data.get(field) == value for event in log)


def _decide(state: SessionState, *, active: bool) -> Result:
    """Act on the last turn of the log, then on the prompts that the log does not have."""
    state, effects = _decide_run(state, active=active)
    for request in state.pending:
        if request.stage is RequestStage.ANSWERED:
            effects.append(SendAnswer(request))
    for prompt in state.prompts:
        if prompt.stage is Stage.SEEN:
            continue
        fault = _fault_of_absent(state, prompt)
        if fault is None:
            state = update_prompt(state, prompt, stage=Stage.PREPARED, message_id=None)
        else:
            state = drop_prompt(state, prompt.key)
            effects.append(FailTurn(prompt.key, fault))
    return state, effects


def _fault_of_absent(
    state: SessionState, prompt: Prompt
) -> Aborted | TimedOut | Unknown | Lost | None:
    """Why a prompt that the log does not have is not sent (again); ``None``: send it."""
    if prompt.expired:
        return TimedOut(aborted=True)
    if prompt.written:
        if state.discard:
            return Aborted()
        if state.delivery == "at_most_once" or prompt.tool_ran:
            return Unknown()
    return None if prompt.sendable else Lost()


def _decide_run(state: SessionState, *, active: bool) -> Result:
    run = state.run
    effects: Effects = []
    if not active and state.pending:
        # The CLI did not keep them (continuePendingWork off): it records them as interrupted.
        effects = [CancelHandler(request.request_id) for request in state.pending]
        state = replace(state, pending=())
    if run is None:
        return state, effects
    if not active and _is_finished(run):
        state, more = finish_run(state, "history")
        return state, [*effects, *more]
    owned = [p for p in state.prompts if p.key in run.keys]
    # An abort that its callers know of, but not the log: the CLI believes the turn to be alive.
    ended = any(request.request_id in state.ended for request in state.pending)
    unwanted = state.discard or ended or (bool(owned) and all(p.expired for p in owned))
    state = replace(state, run=replace(run, live=active and not state.pending))
    if active:
        return replace(state, abort_wanted=unwanted, keep_queue=not state.discard), effects
    if unwanted:
        state, more = finish_run(replace(state, run=replace(run, aborted=True)))
        return state, [*effects, *more]
    if not owned:
        # A turn of somebody else, or of an earlier life of the program that the ledger does not
        # know: supervision itself never causes a model call.
        return replace(state, run=None), effects
    if state.interrupted == "raise":
        for prompt in owned:
            state = drop_prompt(state, prompt.key)
            effects.append(FailTurn(prompt.key, Cut(run.tools)))
        return replace(state, run=None), effects
    state = replace(state, continue_wanted=True, rewind_to=_unheard_calls(state, run))
    return state, effects


def _unheard_calls(state: SessionState, run: Run) -> str | None:
    """The assistant message to take back, if the crash kept its tool calls from everybody.

    Between a message with tool calls and the requests for them, a crash leaves a log in which
    the CLI records each call as interrupted, although no handler of ours was ever told. The
    model is asked again instead. Never when a handler ran or a result is in the log, and never
    for tools of the CLI, whose effects nobody here can know.

    Returns:
        Id of the event to truncate at, or ``None``.
    """
    requests = run.answer.data.get("toolRequests") if run.answer is not None else None
    if run.answer is None or not isinstance(requests, list) or not requests:
        return None
    for request in requests:
        if not isinstance(request, dict):
            return None
        call_id, name = text(request, "toolCallId"), text(request, "name")
        if call_id is None or name not in state.own_tools:
            return None
        if call_id in state.heard or call_id in run.results:
            return None
    return run.answer.id


def _is_finished(run: Run) -> bool:
    """Whether the log shows the end of the turn; ``session.idle`` itself is never in it.

    A failure in the log is not the end: a CLI that is ending fails turns for odd reasons. The
    turn is continued, and a failure with a reason of its own comes again.
    """
    return run.aborted or (run.error is None and _is_answered(run))


def _is_answered(run: Run) -> bool:
    """Whether the last message of a run is a whole answer, and not a call of tools."""
    if run.answer is None:
        return False
    data = run.answer.data
    index, count = data.get("chunkIndex"), data.get("chunkCount")
    if isinstance(index, int) and isinstance(count, int) and index + 1 < count:
        return False
    return not data.get("toolRequests")
