"""How the CLI's events move prompts, turns, tool calls and permission requests."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from msgspec.structs import replace

from copilot_actors._errors import JsonValue
from copilot_actors.protocol import SessionEvent

from ._session_values import (
    Aborted,
    AbortTurn,
    Acknowledge,
    AdoptHandler,
    CancelHandler,
    CompleteTurn,
    ContinueTurn,
    Effect,
    Failed,
    FailTurn,
    ForgetAnswer,
    Job,
    Pending,
    Phase,
    Probe,
    Prompt,
    Publish,
    RequestStage,
    Run,
    SaveLog,
    SendAnswer,
    SendPrompt,
    SessionState,
    Stage,
    StartHandler,
    TimedOut,
    WithdrawPrompt,
)

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
    changed = replace(request, **changes)
    pending = tuple(changed if p.request_id == request.request_id else p for p in state.pending)
    return replace(state, pending=pending)


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
    then withdrawals, then the next prompt.
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
        if prompt.stage is Stage.PREPARED:
            state = update_prompt(state, prompt, stage=Stage.WRITTEN, written=True)
            return replace(state, lane=Job.SEND), [SendPrompt(prompt.key)]
    return state, []


# --- The end of a turn ----------------------------------------------------------------------


def finish_run(state: SessionState) -> Result:
    """The current run is over: tell each caller that it belongs to."""
    run = state.run
    if run is None:
        return state, []
    effects: Effects = []
    for key in run.keys:
        prompt = next((p for p in state.prompts if p.key == key), None)
        if prompt is None:
            continue
        if run.aborted:
            fault = TimedOut(aborted=True) if prompt.expired else Aborted()
            effects.append(FailTurn(key, fault))
        elif run.error is not None:
            effects.append(FailTurn(key, Failed(run.error)))
        else:
            effects.append(CompleteTurn(key, run.answer))
        state = drop_prompt(state, key)
    return replace(state, run=None, heard=frozenset()), effects


def end_requests(state: SessionState) -> Result:
    """Nobody wants answers any more: stop the handlers, and get the abort into the log."""
    effects: Effects = [CancelHandler(request.request_id) for request in state.pending]
    state, epoch, save = want_save(state)
    # Without durability no save will clear them: those of the last abort are kept.
    earlier = state.ended if epoch else frozenset[str]()
    ended = earlier | {request.request_id for request in state.pending}
    return replace(state, pending=(), ended=ended, ended_epoch=epoch), [*effects, *save]


def finish_abort(state: SessionState, *, confirmed: bool) -> Result:
    """``session.abort`` is over: the run has ended, and the CLI has emptied its queue.

    Queued prompts vanish without an event (protocol section 5). Those of other callers are sent
    again when the abort was one caller's time-out; an abort that was asked for ends them all.
    """
    effects: Effects = []
    if state.run is not None and confirmed:
        state = replace(state, run=replace(state.run, aborted=True))
        state, effects = finish_run(state)
    if confirmed and state.pending:
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
    """
    effects: Effects = []
    kept: list[Pending] = []
    heard = set(state.heard)
    aborting = state.abort_wanted or state.lane is Job.ABORT
    for request in state.pending:
        if request.epoch > state.saved or (aborting and request.stage is RequestStage.REQUESTED):
            kept.append(request)
        elif request.stage is RequestStage.REQUESTED:
            kept.append(replace(request, stage=RequestStage.RUNNING))
            effects.append(StartHandler(request))
            if request.kind == "tool" and request.tool_call_id is not None:
                heard.add(request.tool_call_id)
        elif request.stage is RequestStage.SETTLED:
            effects.append(ForgetAnswer(request.request_id))
        else:
            kept.append(request)
    return replace(state, pending=tuple(kept), heard=frozenset(heard)), effects


# --- Events ---------------------------------------------------------------------------------


def observe(
    state: SessionState, event: SessionEvent, *, live: bool = True, publish: bool = True
) -> Result:
    """Apply one event of the CLI (``live``) or of its log, and publish it if it is new."""
    effects: Effects = [Publish((event,))] if live and publish else []
    rule = _EVENT_RULES.get(event.type)
    if rule is None or (event.agent_id is not None and event.type not in _ALSO_OF_SUB_AGENTS):
        return state, effects
    if not live and event.type == "external_tool.completed":
        # In a log only the tool's own completion counts: without it the CLI asks on, under the
        # same request id, and the recorded answer is still wanted.
        return state, effects
    if live and state.run is not None and event.type in _SIGNS_OF_LIFE and not state.run.live:
        state = replace(state, run=replace(state.run, live=True))
    state, more = rule(state, event)
    return state, [*effects, *more]


def _user_message(state: SessionState, event: SessionEvent) -> Result:
    data = event.data
    message_id, source = text(data, "messageId"), text(data, "source")
    prompt = next(
        (
            p
            for p in state.prompts
            if p.key == source or (p.message_id is not None and p.message_id == message_id)
        ),
        None,
    )
    delivery = text(data, "delivery")
    joins = state.run is not None and (
        delivery == "steering"
        or data.get("isAutopilotContinuation") is True
        or (prompt is None and delivery not in _STARTS_A_RUN)
    )
    effects: Effects = []
    if prompt is not None:
        state = update_prompt(state, prompt, stage=Stage.SEEN, message_id=message_id, written=True)
        if message_id is not None:
            # The reply that names the id may have been lost with a connection.
            effects.append(Acknowledge(prompt.key, message_id))
        if prompt.expired:
            state = want_abort(state, keep_queue=True)
    if joins and state.run is not None:
        # The answer to a steering prompt is still to come and answers the whole run.
        keys = (*state.run.keys, prompt.key) if prompt is not None else state.run.keys
        state = replace(state, run=replace(state.run, keys=keys, answer=None))
    else:
        state, finished = finish_run(state)
        effects += finished
        keys = (prompt.key,) if prompt is not None else ()
        state = replace(state, run=Run(keys=keys, message_id=message_id, live=True))
    state, _, save = want_save(state)
    return settle_phase(state), [*effects, *save]


def _turn_start(state: SessionState, _event: SessionEvent) -> Result:
    """A turn without a user message is one that nobody here asked for."""
    if state.run is None:
        state = replace(state, run=Run(live=True))
    return settle_phase(state), []


def _message_start(state: SessionState, event: SessionEvent) -> Result:
    return replace(state, streaming=text(event.data, "messageId")), []


def _turn_retry(state: SessionState, _event: SessionEvent) -> Result:
    """The provider is asked again: text delivered so far is repeated under a new message id."""
    return withdraw_text(state)


def withdraw_text(state: SessionState) -> Result:
    """Tell subscribers that the text streamed so far will not become a message."""
    if state.streaming is None:
        return state, []
    marker = SessionEvent(
        "copilot_actors.message.withdrawn", data={"messageId": state.streaming}, ephemeral=True
    )
    return replace(state, streaming=None), [Publish((marker,))]


def _assistant_message(state: SessionState, event: SessionEvent) -> Result:
    data = event.data
    state = replace(state, streaming=None)
    if text(data, "parentToolCallId") is not None:
        return state, []
    origin = text(data, "originatingMessageId")
    run = state.run
    if run is None:
        owner = next((p for p in state.prompts if p.message_id and p.message_id == origin), None)
        run = Run(keys=(owner.key,) if owner else (), message_id=origin, live=True)
    elif origin is not None and run.message_id is not None and origin != run.message_id:
        known = {p.message_id for p in state.prompts if p.key in run.keys}
        if origin not in known:
            return state, []
    # An answer after an error: the CLI went on by itself (for instance with another model).
    return settle_phase(
        replace(state, run=replace(run, answer=event, error=None, doubtful=False))
    ), []


def _session_error(state: SessionState, event: SessionEvent) -> Result:
    origin = text(event.data, "originatingMessageId")
    run = state.run
    if run is None:
        # A turn that fails before it begins (nobody is signed in, say) has no user message: the
        # error belongs to the prompt that the CLI took first.
        waiting = [p for p in state.prompts if p.written and p.stage is not Stage.SEEN]
        owner = next((p for p in waiting if origin in (None, p.message_id)), None)
        if owner is None:
            return state, []
        run = Run(keys=(owner.key,), message_id=owner.message_id, live=True)
    known = {p.message_id for p in state.prompts if p.key in run.keys} | {run.message_id}
    if origin is not None and origin not in known:
        return state, []
    return replace(state, run=replace(run, error=dict(event.data))), []


def _abort(state: SessionState, _event: SessionEvent) -> Result:
    """An abort by whomever: handlers stop and no answer leaves after it (case C1)."""
    state, effects = end_requests(state)
    if state.run is not None:
        state = replace(state, run=replace(state.run, aborted=True))
    state, more = withdraw_text(state)
    return state, [*effects, *more]


def _idle(state: SessionState, event: SessionEvent) -> Result:
    """The end of a run, unless a resume merely replayed it (case R2)."""
    run = state.run
    if run is None:
        return settle_phase(state), []
    if _names_background_work(event):
        return state, []
    if event.data.get("aborted") is True:
        run = replace(run, aborted=True)
    elif not run.live:
        return state, []
    elif run.error is not None and not run.doubtful:
        return replace(state, run=replace(run, doubtful=True)), [Probe()]
    state, effects = finish_run(replace(state, run=run))
    orphans: Effects = [CancelHandler(request.request_id) for request in state.orphans]
    return settle_phase(replace(state, orphans=())), [*effects, *orphans]


def _names_background_work(event: SessionEvent) -> bool:
    """Whether an idle lists agents or shells that still run, as some CLIs do (case T5).

    The turn goes on when they have ended; the idle after that names none.
    """
    tasks = event.data.get("backgroundTasks")
    lists = tasks.values() if isinstance(tasks, dict) else (tasks,)
    return any(isinstance(running, list) and running for running in lists)


def _tool_start(state: SessionState, event: SessionEvent) -> Result:
    run, call_id = state.run, text(event.data, "toolCallId")
    if run is None or call_id is None:
        return state, []
    for key in run.keys:
        prompt = next((p for p in state.prompts if p.key == key), None)
        if prompt is not None and not prompt.tool_ran:
            state = update_prompt(state, prompt, tool_ran=True)
    tools, still_open = (*run.tools, call_id), run.open_tools | {call_id}
    return replace(state, run=replace(run, tools=tools, open_tools=still_open)), []


def _requested(state: SessionState, event: SessionEvent) -> Result:
    """A tool call or a permission request: made durable first, then handled."""
    data = event.data
    request_id = text(data, "requestId")
    if request_id is None or data.get("resolvedByHook") is True:
        return state, []
    if any(p.request_id == request_id for p in state.pending):
        return state, []
    kind: Literal["tool", "permission"] = "tool"
    call_id = text(data, "toolCallId")
    if event.type == "permission.requested":
        kind = "permission"
        nested = data.get("permissionRequest")
        call_id = text(nested, "toolCallId") if isinstance(nested, dict) else None
    request = Pending(request_id=request_id, kind=kind, tool_call_id=call_id, event=event)
    adopted = _adopt(state, request)
    if adopted is not None:
        return adopted
    state, epoch, save = want_save(state)
    request = replace(request, epoch=epoch)
    state = replace(state, pending=(*state.pending, request))
    if epoch == 0:
        return request_ready(state)
    return state, save


def _adopt(state: SessionState, request: Pending) -> Result | None:
    """Take over the handler of a call that the CLI asks for again after a crash.

    The request's first id was lost with the log, but a handler never runs twice for one tool
    call id.
    """
    for orphan in state.orphans:
        if (
            request.tool_call_id is not None  # a request without a call is no repetition
            and (orphan.kind, orphan.tool_call_id) == (request.kind, request.tool_call_id)
        ):
            taken = replace(request, stage=orphan.stage)
            state = replace(
                state,
                orphans=tuple(o for o in state.orphans if o is not orphan),
                pending=(*state.pending, taken),
            )
            effects: Effects = [AdoptHandler(orphan.request_id, taken)]
            if orphan.stage is RequestStage.ANSWERED:
                effects.append(SendAnswer(taken))
            return state, effects
    return None


def _request_completed(state: SessionState, event: SessionEvent) -> Result:
    """Answered, by us or by another client, or ended by an abort."""
    request_id = text(event.data, "requestId")
    for request in state.pending:
        if request.request_id == request_id:
            if request.stage is RequestStage.RUNNING or request.stage is RequestStage.REQUESTED:
                pending = tuple(p for p in state.pending if p is not request)
                return replace(state, pending=pending), [CancelHandler(request.request_id)]
            if request.kind == "permission":
                return _settle(state, request)
    return state, []


def _tool_complete(state: SessionState, event: SessionEvent) -> Result:
    call_id = text(event.data, "toolCallId")
    if state.run is not None and call_id is not None:
        run = replace(state.run, open_tools=state.run.open_tools - {call_id})
        if not is_interrupted(event):
            run = replace(run, results=run.results | {call_id})
        state = replace(state, run=run)
    for request in state.pending:
        # Models use call ids again in the next turn: what was completed before is another call.
        same = request.kind == "tool" and request.tool_call_id == call_id
        if same and request.stage is not RequestStage.SETTLED:
            return _settle(state, request)
    state, _, save = want_save(state)
    return state, save


def is_interrupted(event: SessionEvent) -> bool:
    """Whether a tool's completion only records that a crash left none (protocol 7.2)."""
    error = event.data.get("error")
    return isinstance(error, dict) and error.get("code") == "interrupted"


def _settle(state: SessionState, request: Pending) -> Result:
    """Complete as seen from here; the recorded answer is kept until the log has it."""
    effects: Effects = []
    if request.stage is RequestStage.RUNNING:
        effects.append(CancelHandler(request.request_id))
    state, epoch, save = want_save(state)
    state = update_pending(state, request, stage=RequestStage.SETTLED, epoch=epoch)
    if epoch == 0:
        state, more = request_ready(state)
        return state, [*effects, *more]
    return state, [*effects, *save]


_STARTS_A_RUN = frozenset({"idle", "queued"})

# Only the root agent's events begin, answer or end a caller's turn (invariant 4); a sub-agent's
# tool calls and permission requests are answered all the same.
_ALSO_OF_SUB_AGENTS = frozenset(
    {
        "external_tool.requested",
        "external_tool.completed",
        "permission.requested",
        "permission.completed",
        "tool.execution_complete",
    }
)
_SIGNS_OF_LIFE = frozenset(
    {"user.message", "assistant.turn_start", "assistant.message", "session.error", "abort"}
)

_EVENT_RULES = {
    "user.message": _user_message,
    "assistant.turn_start": _turn_start,
    "assistant.message_start": _message_start,
    "assistant.turn_retry": _turn_retry,
    "assistant.message": _assistant_message,
    "session.error": _session_error,
    "abort": _abort,
    "session.idle": _idle,
    "tool.execution_start": _tool_start,
    "tool.execution_complete": _tool_complete,
    "external_tool.requested": _requested,
    "external_tool.completed": _request_completed,
    "permission.requested": _requested,
    "permission.completed": _request_completed,
}

MACHINE_EVENTS = frozenset(_EVENT_RULES)
"""Event types that change a session's state; all others go straight to the subscribers."""
