"""Prompts, the ordered lane of requests, the end of turns, saves and the start of handlers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, TypeGuard

from msgspec.structs import replace

from copilot_actors._errors import JsonValue
from copilot_actors.client._options._poison import (
    MAX_REFUSALS,
    MAX_REPAIRS,
    is_refusal,
    names_orphan,
)

from ._values import (
    NOTHING,
    Aborted,
    AbortTurn,
    AwaitCalls,
    CancelHandler,
    CompleteTurn,
    ContinueTurn,
    Effect,
    EndedBy,
    Failed,
    FailTurn,
    ForgetAnswer,
    Job,
    NoProgress,
    Pending,
    Phase,
    Prompt,
    Repair,
    RequestStage,
    Run,
    SaveLog,
    SendPrompt,
    SessionState,
    Stage,
    StartHandler,
    TimedOut,
    WithdrawPrompt,
)
from ._web_sockets import is_web_socket_fault

Failure: TypeAlias = Failed | NoProgress | Aborted
Effects: TypeAlias = list[Effect]
Result: TypeAlias = tuple[SessionState, Effects]


def text(data: Mapping[str, JsonValue], name: str) -> str | None:
    """A string field of an event, or ``None`` when it is absent or not a string."""
    value = data.get(name)
    return value if isinstance(value, str) else None


def update_prompt(state: SessionState, prompt: Prompt, **changes: object) -> SessionState:
    """Change one prompt in its place."""
    changed = replace(prompt, **changes)
    prompts = tuple(changed if p.key == prompt.key else p for p in state.prompts)
    return replace(state, prompts=prompts)


def drop_prompt(state: SessionState, key: str) -> SessionState:
    """Forget one prompt."""
    return replace(state, prompts=tuple(p for p in state.prompts if p.key != key))


def update_pending(state: SessionState, request: Pending, **changes: object) -> SessionState:
    """Change one pending request in its place."""
    place = state.pending.index(request)
    before, after = state.pending[:place], state.pending[place + 1 :]
    return replace(state, pending=(*before, replace(request, **changes), *after))


def settle_phase(state: SessionState) -> SessionState:
    """``idle`` when nothing is outstanding, else ``running``."""
    if state.phase not in (Phase.IDLE, Phase.RUNNING):
        return state
    busy = state.run is not None or bool(state.prompts) or state.lane is Job.ABORT
    return replace(state, phase=Phase.RUNNING if busy else Phase.IDLE)


def want_abort(state: SessionState, *, keep_queue: bool) -> SessionState:
    """Ask for an abort; one that is to end the queue as well is not softened by one that is not."""
    under_way = state.abort_wanted or state.lane is Job.ABORT
    keeps = keep_queue and (state.keep_queue or not under_way)
    return replace(state, abort_wanted=True, keep_queue=keeps)


def pump(state: SessionState) -> Result:
    """Start the next job of the lane, if it is free.

    The CLI serves requests concurrently and out of order (protocol section 1), so whatever must
    happen in order is one job after the other: abort first, then the continuation of a cut turn,
    then withdrawals, then the repair of a refused history, then the next prompt.
    """
    state = settle_phase(state)
    if state.lane is not None or state.phase not in (Phase.IDLE, Phase.RUNNING):
        return state, []
    if state.abort_wanted:
        return settle_phase(replace(state, lane=Job.ABORT, abort_wanted=False)), [AbortTurn()]
    if state.continue_wanted:
        effect = ContinueTurn(state.rewind_to)
        state = replace(state, lane=Job.CONTINUE, continue_wanted=False, rewind_to=None)
        return state, [effect]
    for prompt in state.prompts:
        if prompt.expired and prompt.stage is Stage.ACKNOWLEDGED:
            return replace(state, lane=Job.WITHDRAW), [WithdrawPrompt(prompt.key)]
    for prompt in state.prompts:
        if prompt.refusal is not None:
            if state.run is not None:
                return state, []
            return replace(state, lane=Job.REPAIR), [
                Repair(prompt.key, prompt.refusal, prompt.repairs + 1)
            ]
    for prompt in state.prompts:
        if prompt.stage is Stage.PREPARED:
            state = update_prompt(state, prompt, stage=Stage.WRITTEN, written=True)
            return replace(state, lane=Job.SEND), [SendPrompt(prompt.key)]
    return state, []


# --- The end of a turn ----------------------------------------------------------------------


def finish_run(state: SessionState, by: EndedBy = "session.idle") -> Result:
    """The current run is over: tell each caller that it belongs to."""
    run = state.run
    if run is None:
        return state, []
    if by not in ("next_turn", "history") and falls_back(state, run):
        return over_http(state), []
    state, fault = _fault_of(state, run)
    effects: Effects = []
    for key in run.keys:
        prompt = next((p for p in state.prompts if p.key == key), None)
        if prompt is None:
            continue
        if fault is None:
            effects.append(CompleteTurn(key, run.answer, by))
        elif isinstance(fault, Aborted) and prompt.expired:
            effects.append(FailTurn(key, TimedOut(aborted=True)))
        elif _is_repairable(fault, state, prompt):
            state = update_prompt(state, prompt, refusal=fault.data, stage=Stage.SEEN)
            continue
        else:
            effects.append(FailTurn(key, fault))
        state = drop_prompt(state, key)
    return replace(state, run=None, heard=NOTHING), effects


def _fault_of(state: SessionState, run: Run) -> tuple[SessionState, Failure | None]:
    """Why a run has no answer; counts how often in a row the provider refused the history."""
    if run.stuck is not None:
        return state, run.stuck
    if run.aborted:
        return state, Aborted()
    if run.error is None:
        return replace(state, refusals=0) if run.answer is not None else state, None
    refused = is_refusal(run.error, run.failure)
    refusals = state.refusals + 1 if refused else state.refusals
    certain = refused and names_orphan(run.error)
    poisoned = refused and (certain or refusals >= MAX_REFUSALS)
    return replace(state, refusals=refusals), Failed(run.error, run.failure, poisoned)


def falls_back(state: SessionState, run: Run) -> bool:
    """Whether a run failed for its WebSocket, and somebody waits for it."""
    if not state.web_sockets or run.error is None or run.aborted or run.stuck is not None:
        return False
    wanted = any(p.key in run.keys and not p.expired for p in state.prompts)
    return wanted and is_web_socket_fault(run.error, run.failure)


def over_http(state: SessionState) -> SessionState:
    """Load the session anew over HTTP: the log has the turn, which is then continued."""
    return replace(state, run=None, heard=NOTHING, web_sockets=False, over_http=True)


def _is_repairable(fault: Failure, state: SessionState, prompt: Prompt) -> TypeGuard[Failed]:
    return (
        isinstance(fault, Failed)
        and fault.poisoned
        and state.repairs
        and prompt.repairs < MAX_REPAIRS
        and not prompt.expired
    )


def no_progress(state: SessionState, fault: NoProgress) -> Result:
    """End the run that only compacts its history, or leave it without callers."""
    run = state.run
    if run is None or run.stuck is not None:
        return state, []
    if state.on_timeout == "abort":
        return want_abort(replace(state, run=replace(run, stuck=fault)), keep_queue=True), []
    effects: Effects = [FailTurn(key, fault) for key in run.keys]
    for key in run.keys:
        state = drop_prompt(state, key)
    return replace(state, run=replace(run, keys=())), effects


def compacted(state: SessionState) -> Result:
    """A compaction is over; too many with nothing in between end the run."""
    state = replace(state, compacting=False, compactions=state.compactions + 1)
    if state.max_compactions is None or state.compactions < state.max_compactions:
        return state, []
    return no_progress(state, NoProgress(state.compactions))


def end_requests(state: SessionState) -> Result:
    """Nobody wants answers any more: stop the handlers, and get the abort into the log."""
    requests = (*state.settled, *state.pending)
    effects: Effects = [CancelHandler(request.request_id) for request in requests]
    state, epoch, save = want_save(state)
    # Without durability no save will clear them: those of the last abort are kept.
    earlier = state.ended if epoch else frozenset[str]()
    ended = earlier | {request.request_id for request in requests}
    state = replace(state, pending=(), settled=(), ended=ended, ended_epoch=epoch)
    return state, [*effects, *save]


def finish_abort(state: SessionState, *, confirmed: bool) -> Result:
    """``session.abort`` is over: the run has ended, and the CLI has emptied its queue.

    Queued prompts vanish without an event (protocol section 5). Those of other callers are sent
    again when the abort was one caller's time-out; an abort that was asked for ends them all.
    """
    effects: Effects = []
    if state.run is not None and confirmed:
        state = replace(state, run=replace(state.run, aborted=True))
        state, effects = finish_run(state)
    if confirmed and (state.pending or state.settled):
        # The event of the abort was lost; the CLI works on nothing all the same.
        state, more = end_requests(state)
        effects += more
    for prompt in state.prompts:
        if prompt.stage is Stage.PREPARED and prompt.written and not state.keep_queue:
            # It was to be sent again, after a time-out of somebody else.
            state = drop_prompt(state, prompt.key)
            effects.append(FailTurn(prompt.key, Aborted()))
            continue
        if prompt.stage is not Stage.ACKNOWLEDGED:
            if prompt.expired and not confirmed:
                state = drop_prompt(state, prompt.key)
                effects.append(FailTurn(prompt.key, TimedOut(aborted=False)))
            continue
        if prompt.expired:
            state = drop_prompt(state, prompt.key)
            effects.append(FailTurn(prompt.key, TimedOut(aborted=confirmed)))
        elif state.keep_queue:
            state = update_prompt(state, prompt, stage=Stage.PREPARED, message_id=None)
        else:
            state = drop_prompt(state, prompt.key)
            effects.append(FailTurn(prompt.key, Aborted()))
    return settle_phase(replace(state, keep_queue=False)), effects


# --- Durability -----------------------------------------------------------------------------


def want_save(state: SessionState) -> tuple[SessionState, int, Effects]:
    """Ask for a save that begins after now.

    Returns:
        The state, the number of the save that will cover everything seen so far, and the effect
        if it can begin at once. Saves are coalesced: one in flight, one wanted.
    """
    if state.durability == "none":
        return state, 0, []
    if state.saving > state.saved:
        return replace(state, save_wanted=state.saving + 1), state.saving + 1, []
    epoch = state.saving + 1
    return replace(state, saving=epoch, save_wanted=epoch), epoch, [SaveLog(epoch)]


def request_ready(state: SessionState) -> Result:
    """Start handlers whose request is in the log by now; forget what was settled before it.

    A handler runs only for a request that survives a crash of the CLI: otherwise the model would
    ask again under a new id and the handler would run twice (design section 7). None is started
    for a turn that is about to be aborted: after a crash it may have been cancelled before.
    And none is started while a call beside it is not on disk: a crash would make the CLI record
    that one as interrupted, which can be mended only while no handler ran (``partly_asked``).

    The answer of a call is kept until the log has the ends of all calls beside it too, also of
    those that are begun and not requested yet: to mend one of them after a crash, the results
    behind it may have to be taken out of the log and given again. Until then they are set aside,
    so that a turn of many calls does not look at each of them again and again.
    """
    beside = any(
        p.kind == "tool" and (p.stage is not RequestStage.SETTLED or p.epoch > state.saved)
        for p in state.pending
    )
    unsettled = beside or (state.run is not None and bool(state.run.open_tools))
    effects: Effects = []
    kept: list[Pending] = []
    settled: list[Pending] = []
    heard: set[str] = set()
    run, held = state.run, False
    if state.settled and not unsettled:
        effects += [ForgetAnswer(request.request_id) for request in state.settled]
        state = replace(state, settled=())
    waits = _waits_for_calls(state)
    aborting = state.abort_wanted or state.lane is Job.ABORT
    for request in state.pending:
        if request.epoch > state.saved or (aborting and request.stage is RequestStage.REQUESTED):
            kept.append(request)
        elif waits and request.stage is RequestStage.REQUESTED and _is_beside(state, request):
            kept.append(request)
            held = True
        elif request.stage is RequestStage.REQUESTED:
            kept.append(replace(request, stage=RequestStage.RUNNING))
            effects.append(StartHandler(request))
            if request.kind == "tool" and request.tool_call_id is not None:
                heard.add(request.tool_call_id)
        elif request.stage is RequestStage.SETTLED:
            if unsettled and request.kind == "tool":
                settled.append(request)
                continue
            effects.append(ForgetAnswer(request.request_id))
        else:
            kept.append(request)
    if held and run is not None and not run.waiting:
        effects.append(AwaitCalls(calling_message(run)))
        state = replace(state, run=replace(run, waiting=True))
    if settled:
        state = replace(state, settled=(*state.settled, *settled))
    if heard:
        state = replace(state, heard=state.heard | heard)
    return replace(state, pending=tuple(kept)), effects


def calling_message(run: Run) -> str:
    """Id of the event whose tool calls are under way."""
    return run.answer.id if run.answer is not None else ""


def _waits_for_calls(state: SessionState) -> bool:
    run = state.run
    if run is None or not run.patient or state.durability == "none":
        return False
    return bool(run.unasked) or any(
        _is_beside(state, p) and p.stage is RequestStage.REQUESTED and p.epoch > state.saved
        for p in state.pending
    )


def _is_beside(state: SessionState, request: Pending) -> bool:
    """Whether a request is one of the main agent's calls that are under way."""
    return (
        state.run is not None
        and request.kind == "tool"
        and request.tool_call_id in state.run.open_tools
    )
