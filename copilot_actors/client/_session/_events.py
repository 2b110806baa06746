"""How the CLI's events move prompts, turns, tool calls and permission requests."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from copilot_actors._errors import JsonValue
from copilot_actors.client._cli_words import says_host_is_gone, says_nobody_was_there
from copilot_actors.protocol import SessionEvent

from ._turns import (
    Effects,
    Result,
    compacted,
    drop_prompt,
    end_requests,
    falls_back,
    finish_run,
    over_http,
    request_ready,
    settle_phase,
    text,
    update_pending,
    update_prompt,
    want_abort,
    want_save,
)
from ._values import (
    Acknowledge,
    AdoptHandler,
    AwaitNotice,
    CancelHandler,
    CompleteTurn,
    Pending,
    Probe,
    Prompt,
    Publish,
    RequestStage,
    Run,
    SendAnswer,
    SessionState,
    Stage,
)


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
        or (prompt is not None and _steers_too_late(prompt, state.run, delivery))
        or data.get("isAutopilotContinuation") is True
        or (prompt is None and (state.run.held or delivery not in _STARTS_A_RUN))
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
        state = replace(state, run=replace(state.run, keys=keys, answer=None, held=False))
    else:
        steered = state.run if prompt is not None and prompt.steers else None
        failed = steered is not None and steered.error is not None and delivery == "queued"
        # The CLI answers under the id of the turn that failed.
        origin = steered.message_id if steered is not None and failed else message_id
        state, finished = finish_run(state, "next_turn")
        effects += finished
        keys = (prompt.key,) if prompt is not None else ()
        run = Run(keys=keys, message_id=origin, live=True, inherited=state.background)
        state = replace(state, run=run)
    state, _, save = want_save(state)
    return settle_phase(state), [*effects, *save]


def _steers_too_late(prompt: Prompt, run: Run, delivery: str | None) -> bool:
    """Whether steering came when the model had its last word, or in a stop hook.

    The CLI then asks again as if it were queued, but for the prompt that it was meant for: under
    its id, and held to its response format.
    """
    over = run.aborted or run.background or run.error is not None
    return prompt.steers and delivery == "queued" and not over


def _turn_start(state: SessionState, _event: SessionEvent) -> Result:
    """A turn without a user message is one that nobody here asked for."""
    run = Run(live=True) if state.run is None else replace(state.run, background=False)
    return settle_phase(replace(state, run=run)), []


def _hook_end(state: SessionState, event: SessionEvent) -> Result:
    """A hook that does not let the agent stop makes the CLI ask on, as if it were queued."""
    output = event.data.get("output")
    held = isinstance(output, dict) and output.get("decision") == "block"
    if state.run is None or event.data.get("hookType") != "agentStop" or not held:
        return state, []
    return replace(state, run=replace(state.run, held=True)), []


def _call_failure(state: SessionState, event: SessionEvent) -> Result:
    """What the CLI says of a failed model call; its later error says less."""
    if state.run is None or event.data.get("source") not in (None, "top_level"):
        return state, []
    failure = {**state.run.failure, **event.data}
    return replace(state, run=replace(state.run, failure=failure)), []


def _auto_mode_switch(state: SessionState, event: SessionEvent) -> Result:
    """The only place where the CLI says when a rate limit ends."""
    seconds = event.data.get("retryAfterSeconds")
    if state.run is None or seconds is None:
        return state, []
    failure = {**state.run.failure, "retryAfterSeconds": seconds}
    return replace(state, run=replace(state.run, failure=failure)), []


def _compaction_start(state: SessionState, _event: SessionEvent) -> Result:
    return replace(state, compacting=True), []


def _compaction_complete(state: SessionState, event: SessionEvent) -> Result:
    """Compactions that lead to nothing are a loop, and each is a model call (case R8)."""
    if event.data.get("trigger") == "manual":
        return replace(state, compacting=False), []
    return compacted(state)


def _assistant_idle(state: SessionState, event: SessionEvent) -> Result:
    """The main agent has nothing to do; agents or shells in the background may (case T5).

    The CLI says ``session.idle`` when those are done too. What it then tells of them belongs to
    the turn that started them, unless another has begun: to that one it is somebody else's, so
    that it is over here.
    """
    run = state.run
    if run is None or not run.live or run.aborted or event.data.get("aborted") is True:
        return state, []
    effects: Effects = []
    if run.error is None and run.stuck is None:
        for prompt in [p for p in state.prompts if p.key in run.keys]:
            if prompt.early or run.inherited:
                effects.append(CompleteTurn(prompt.key, run.answer, "assistant.idle"))
                state = drop_prompt(state, prompt.key)
                run = replace(run, keys=tuple(key for key in run.keys if key != prompt.key))
    return replace(state, run=replace(run, background=True), background=True), effects


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
    if data.get("content"):
        state = replace(state, compactions=0)
    # An answer after an error: the CLI went on by itself (for instance with another model).
    run = replace(run, answer=event, error=None, doubtful=False, failure={}, background=False)
    run = replace(run, unasked=frozenset(), waiting=False, patient=True)
    return settle_phase(replace(state, run=run)), []


def _session_warning(state: SessionState, event: SessionEvent) -> Result:
    """A hook refused the prompt: its turn ends before it begins."""
    if event.data.get("warningType") != _BLOCKED:
        return state, []
    return _turn_error(state, {**event.data, "errorType": _BLOCKED})


def _session_error(state: SessionState, event: SessionEvent) -> Result:
    if event.data.get("errorType") == _NOTE:
        return state, []
    return _turn_error(state, event.data)


def _turn_error(state: SessionState, data: Mapping[str, JsonValue]) -> Result:
    origin = text(data, "originatingMessageId")
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
    run = replace(run, error=dict(data))
    queued = any(p.stage in _AT_THE_CLI for p in state.prompts)
    if queued and falls_back(state, run):
        # The next turn would begin before there is an idle, and fail the same way.
        return over_http(state), []
    return replace(state, run=run), []


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
        return _assistant_idle(state, event)
    if event.data.get("aborted") is True:
        # Shells in the background survive an abort, so ``background`` stays.
        return _end_of_work(state, replace(run, aborted=True))
    state = replace(state, background=False)
    if not run.live:
        return state, []
    if run.error is not None and not run.doubtful:
        patient = says_host_is_gone(str(run.error.get("message")))
        return replace(state, run=replace(run, doubtful=True)), [Probe(patient)]
    if run.news:
        lingers = run.lingers + 1
        return replace(state, run=replace(run, lingers=lingers)), [AwaitNotice(lingers)]
    return _end_of_work(state, run)


def notice_overdue(state: SessionState, number: int) -> Result:
    """Nothing came after idle ``number`` of the run: the model had fetched the result itself."""
    run = state.run
    if run is None or not run.news or run.lingers != number:
        return state, []
    return _end_of_work(state, run)


def _background_changed(state: SessionState, _event: SessionEvent) -> Result:
    """Background work began, ended or moved; a tool that is open tells of its own.

    The CLI tells the model of an end in a turn of its own, and now and then it says that it is
    idle just before it begins that turn (case T5): such an idle ends nothing yet.
    """
    run = state.run
    if run is None or run.open_tools or run.news:
        return state, []
    return replace(state, run=replace(run, news=True)), []


def _notice(state: SessionState, _event: SessionEvent) -> Result:
    """The model is told; its answer is still to come."""
    if state.run is None:
        return state, []
    return replace(state, run=replace(state.run, news=False)), []


def _end_of_work(state: SessionState, run: Run) -> Result:
    state, effects = finish_run(replace(state, run=run))
    # An answer that the CLI did not take, or whose end was lost: nobody waits for it any more.
    stale = [p for p in state.pending if p.stage in _ANSWERED]
    over: Effects = [CancelHandler(p.request_id) for p in (*state.orphans, *stale)]
    pending = tuple(p for p in state.pending if p.stage not in _ANSWERED)
    return settle_phase(replace(state, orphans=(), pending=pending)), [*effects, *over]


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
    if text(event.data, "toolName") in state.own_tools:
        run = replace(run, unasked=run.unasked | {call_id})
    return replace(state, run=replace(run, tools=tools, open_tools=still_open)), []


def _requested(state: SessionState, event: SessionEvent) -> Result:
    """A tool call or a permission request: made durable first, then handled."""
    data = event.data
    request_id = text(data, "requestId")
    if request_id is None or data.get("resolvedByHook") is True:
        return state, []
    if request_id in map(_id_of, state.pending) or request_id in map(_id_of, state.settled):
        return state, []
    kind: Literal["tool", "permission"] = "tool"
    call_id = text(data, "toolCallId")
    if event.type == "permission.requested":
        kind = "permission"
        nested = data.get("permissionRequest")
        call_id = text(nested, "toolCallId") if isinstance(nested, dict) else None
    elif state.run is not None and call_id is not None:
        state = replace(state, run=replace(state.run, unasked=state.run.unasked - {call_id}))
    request = Pending(request_id=request_id, kind=kind, tool_call_id=call_id, event=event)
    adopted = _adopt(state, request)
    if adopted is not None:
        state, effects = adopted
        state, more = request_ready(state)
        return state, [*effects, *more]
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
        run = replace(
            state.run,
            open_tools=state.run.open_tools - {call_id},
            unasked=state.run.unasked - {call_id},
        )
        if not is_kept_away(event):
            run = replace(run, results=run.results | {call_id})
        state = replace(state, run=run)
    if event.data.get("success") is True:
        state = replace(state, compactions=0)
    for request in state.pending:
        # Models use call ids again in the next turn: what was completed before is another call.
        same = request.kind == "tool" and request.tool_call_id == call_id
        if same and request.stage is not RequestStage.SETTLED:
            return _settle(state, request)
    state, _, save = want_save(state)
    return state, save


def is_kept_away(event: SessionEvent) -> bool:
    """Whether a tool's completion only records that the CLI could not have it (protocol 7.2).

    It had crashed, or it was ending and had nobody to ask for the call or its permission.
    """
    error = event.data.get("error")
    return isinstance(error, dict) and (
        error.get("code") == "interrupted" or says_nobody_was_there(str(error.get("message")))
    )


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


_id_of = operator.attrgetter("request_id")
_BLOCKED = "policy_blocked"
_NOTE = "notification"
"""``errorType`` of what somebody wrote with ``session.log``: no turn has failed."""

_AT_THE_CLI = frozenset({Stage.WRITTEN, Stage.ACKNOWLEDGED})
_STARTS_A_RUN = frozenset({"idle", "queued"})
_ANSWERED = frozenset({RequestStage.ANSWERED, RequestStage.DELIVERED})

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
    "session.warning": _session_warning,
    "abort": _abort,
    "session.idle": _idle,
    "session.compaction_start": _compaction_start,
    "session.compaction_complete": _compaction_complete,
    "assistant.idle": _assistant_idle,
    "session.background_tasks_changed": _background_changed,
    "system.notification": _notice,
    "model.call_failure": _call_failure,
    "hook.end": _hook_end,
    "auto_mode_switch.requested": _auto_mode_switch,
    "tool.execution_start": _tool_start,
    "tool.execution_complete": _tool_complete,
    "external_tool.requested": _requested,
    "external_tool.completed": _request_completed,
    "permission.requested": _requested,
    "permission.completed": _request_completed,
}

MACHINE_EVENTS = frozenset(_EVENT_RULES)
"""Event types that change a session's state; all others go straight to the subscribers."""
