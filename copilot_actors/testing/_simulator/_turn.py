"""The turns of a simulated session: its run through the queue, model calls, repetitions."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable
from typing import Final

import msgspec

from copilot_actors._errors import JsonValue
from copilot_actors.testing._scripted_model._script import Cut, HttpError, Silence, Step, Text

from . import _asking as asking
from . import _background as background
from . import _hooks as hooks
from ._interception import intercepted
from ._kernel import Activity, Slot
from ._model import (
    Chosen,
    Failure,
    ToolRequest,
    conversation,
    dropped,
    first_delay,
    http_failure,
    pieces_of,
    resolve,
    script_failure,
    tool_requests,
)
from ._pending import INTERRUPTED, OpenTool, Outcome
from ._session import Prompt, QueuedTurn, SimulatedSession, Turn
from ._tools import finish_resumed, interrupted, run_tools

_NO_ANSWER: Final = "No response was returned. Send your message again to retry."


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """What the model said in the end."""

    message_id: str
    text: str
    calls: list[ToolRequest]


def start_run(session: SimulatedSession) -> None:
    """Work the queue off, unless that is happening already."""
    if not session.busy:
        session.run = session.host.kernel.start(_run(session))


def start_resumed_run(session: SimulatedSession, open_tools: list[OpenTool]) -> None:
    """Wait for the answers that a dead process was waiting for, then let the model go on."""
    session.pending_changed()
    session.run = session.host.kernel.start(_resumed_run(session, open_tools))


def write_interrupted(session: SimulatedSession) -> None:
    """Give every tool call that was cut off a result that says so."""
    count = len(session.interrupted)
    for tool in session.interrupted:
        outcome = Outcome(text=INTERRUPTED, code="interrupted")
        finish_resumed(session, tool.call_id, outcome)
    session.interrupted = []
    if count:
        message = f"{count} tool call(s) had no recorded result at resume."
        session.emit("session.warning", {"warningType": "interrupted_tools", "message": message})


def _run(session: SimulatedSession) -> Activity[None]:
    while session.queue:
        item = session.queue.pop(0)
        yield from _turn(session, item)
        if session.aborting is not None:
            session.queue.clear()
            session.steering.clear()
        _queue_steering(session, item)
    yield from _go_idle(session)
    if session.queue:
        # It came while the session was going idle, which is still busy.
        start_run(session)


def _resumed_run(session: SimulatedSession, open_tools: list[OpenTool]) -> Activity[None]:
    turn = Turn(interaction_id=session.host.dice.uuid(), origin=None)
    session.turn = turn
    turn.phase = "resumed"
    yield from run_tools(session, turn, [], open_tools)
    turn.phase = ""
    yield session.host.dice.delay(0.03, 0.05)
    yield from _model_calls(session, turn)
    session.turn = None
    _queue_steering(session, None)
    yield from _run(session)


def _queue_steering(session: SimulatedSession, item: QueuedTurn | None) -> None:
    """Steering that found no tool call to follow becomes the next turn, under the first id."""
    if session.steering:
        queued = session.enqueue(session.steering, {}, prepend=True)
        queued.origin = item.origin if item is not None else None
        session.steering = []


def _go_idle(session: SimulatedSession) -> Activity[None]:
    yield session.host.dice.delay(0.001, 0.003)
    session.flush()
    abort, session.aborting = session.aborting, None
    if abort is not None:
        abort.put(None)
    session.emit("assistant.idle", {} if abort is None else {"aborted": True}, ephemeral=True)
    untold = background.await_shells(session, start_run)
    if abort is None and (untold or background.works(session)):
        session.run = None
        return
    yield session.host.dice.delay(0.001, 0.002)
    told = yield from session.written()
    session.run = None
    if told:
        session.say_idle(aborted=abort is not None)


def _turn(session: SimulatedSession, item: QueuedTurn) -> Activity[None]:
    dice = session.host.dice
    turn = Turn(
        interaction_id=dice.uuid(), origin=item.origin, response_format=item.response_format
    )
    session.turn = turn
    yield dice.delay(0.001, 0.004)
    session.pending_changed()
    if session.turns_run == 0:
        title = session.host.disk.name(session.session_id) or item_title(item)
        session.host.disk.set_name(session.session_id, title)
        session.emit("session.title_changed", {"title": title}, ephemeral=True)
        yield from asking.load_skills(session)
        yield dice.delay(0.02, 0.045)
    session.emit("session.mcp_servers_loaded", {"servers": []}, ephemeral=True)
    session.emit("session.tools_updated", {"model": session.model}, ephemeral=True)
    write_interrupted(session)
    if item.mode is not None and item.mode != session.mode:
        session.mode = item.mode
        session.emit("session.mode_notice_delivered", {"mode": item.mode})
    blocked = yield from hooks.before_prompt(session, item)
    if blocked is not None:
        session.emit(
            "session.warning",
            {
                "warningType": "policy_blocked",
                "message": blocked,
                "originatingMessageId": item.origin,
            },
            ephemeral=True,
        )
        session.turn = None
        return
    yield dice.delay(0.003, 0.008)
    for prompt in item.prompts:
        say(session, turn, prompt, item.delivery)
    if item.notice is not None:
        session.emit("system.notification", {"content": item.notice, "kind": {}})
    session.last_origin = item.origin
    session.turns_run += 1
    if session.model == "auto" and session.pending_tiers:
        _commit_tier(session)
    yield dice.delay(0.001, 0.004)
    finished = yield from _model_calls(session, turn)
    if finished:
        yield from hooks.after_turn(session)
    session.turn = None


def _commit_tier(session: SimulatedSession) -> None:
    """A turn with automatic routing puts the pending preference into force."""
    previous, (session.auto_tier,) = session.auto_tier, session.pending_tiers
    session.pending_tiers = ()
    data: dict[str, JsonValue] = {"source": "sdk", "newModel": "auto", "previousModel": "auto"}
    if previous is not None:
        data["previousAutoTier"] = previous
    session.emit("session.model_change", {**data, "autoTier": session.auto_tier})


def item_title(item: QueuedTurn) -> str:
    """Return the title that a session gets from its first turn."""
    return item.prompts[0].text[:60] if item.prompts else "session"


def say(session: SimulatedSession, turn: Turn, prompt: Prompt, delivery: str) -> None:
    """Put a user message into the history."""
    data: dict[str, JsonValue] = {
        "content": prompt.shown,
        "transformedContent": (
            f"<current_datetime>{session.host.timestamp()}</current_datetime>\n\n{prompt.text}"
        ),
    }
    if delivery == "steering":
        data["transformedContent"] = prompt.text
    if prompt.source is not None:
        data["source"] = prompt.source
    if prompt.attachments:
        data["attachments"] = [*prompt.attachments]
    data |= {
        "messageId": prompt.message_id,
        "supportedNativeDocumentMimeTypes": [],
        "delivery": delivery,
        "interactionId": turn.interaction_id,
        "turnId": str(turn.number),
    }
    session.emit("user.message", data)


def _model_calls(session: SimulatedSession, turn: Turn) -> Activity[bool]:
    """Call the model until it wants no more tools; return whether it came to that."""
    content = yield from asking.system_message(session)
    system: dict[str, JsonValue] = {"role": "system", "content": content}
    if session.system_known:
        session.emit_unrecorded("system.message", system)
    else:
        session.emit("system.message", system)
        session.system_known = True
    yield from hooks.before_model(session)
    while True:
        _start(session, turn)
        # Steering that comes in between turn_start and the request still joins the request.
        yield session.host.dice.delay(0.002, 0.005)
        if session.aborting is not None:
            _end(session, turn)
            return False
        for prompt in session.steering:
            say(session, turn, prompt, "steering")
        session.steering = []
        answer = yield from _ask(session, turn)
        if isinstance(answer, Failure):
            return False
        _answered(session, turn, answer)
        if not answer.calls:
            yield from _finish(session, turn, answer)
            return True
        yield 0.001
        turn.phase = "tool_call"
        yield from run_tools(session, turn, answer.calls, [])
        if turn.calls:
            # An abort overtook these behind their hooks.
            interrupted(session, turn)
            return False
        turn.phase = ""
        yield session.host.dice.delay(0.001, 0.004)
        _end(session, turn)
        if turn.rejected:
            # As when a person presses escape: an abort, but an idle that does not call it one.
            session.emit("abort", {"reason": "user_initiated"})
            session.queue.clear()
            session.pending_changed()
            return False
        if turn.declined:
            return True
        turn.number += 1


def _start(session: SimulatedSession, turn: Turn) -> None:
    turn.open = True
    session.emit("model.turn_started", {"kind": "turn_started"}, ephemeral=True)
    session.emit(
        "assistant.turn_start",
        {"turnId": str(turn.number), "interactionId": turn.interaction_id},
    )
    usage: dict[str, JsonValue] = {"tokenLimit": 128000, "currentTokens": 9000, "messagesLength": 2}
    session.emit("session.usage_info", usage, ephemeral=True)


def _end(session: SimulatedSession, turn: Turn) -> None:
    session.emit("model.turn_ended", {"kind": "turn_ended"}, ephemeral=True)
    turn.open = False
    session.emit("assistant.turn_end", {"turnId": str(turn.number)})


def _finish(session: SimulatedSession, turn: Turn, answer: Answer) -> Activity[None]:
    yield session.host.dice.delay(0.001, 0.003)
    _end(session, turn)
    session.emit("model.messages_snapshot", {"kind": "messages_snapshot"}, ephemeral=True)
    if not answer.text:
        session.emit("session.error", {"errorType": "query", "message": _NO_ANSWER})


def _answered(session: SimulatedSession, turn: Turn, answer: Answer) -> None:
    session.emit("assistant.usage", {"model": session.model}, ephemeral=True)
    session.emit(
        "model.call_finished",
        {
            "turnId": str(turn.number),
            "outcome": "success",
            "interactionId": turn.interaction_id,
            "dispatchDurationMs": 1,
            "editClassifierVersion": 1,
        },
        ephemeral=True,
    )
    session.record("session.usage_record", {"usage": {"model": session.model}})
    data: dict[str, JsonValue] = {"messageId": answer.message_id}
    if turn.origin is not None:
        data["originatingMessageId"] = turn.origin
    requests: list[JsonValue] = [
        {
            "toolCallId": call.call_id,
            "name": call.name,
            "arguments": call.arguments,
            "type": "function",
        }
        for call in answer.calls
    ]
    data |= {
        "model": session.model,
        "content": answer.text,
        "toolRequests": requests,
        "interactionId": turn.interaction_id,
        "turnId": str(turn.number),
        "rte": False,
        "apiCallId": f"c{session.host.model.calls}",
    }
    session.emit("assistant.message", data)


def _ask(session: SimulatedSession, turn: Turn) -> Activity[Answer | Failure]:
    """Make one model call, with the CLI's own repetitions."""
    retries = 0
    while True:
        session.emit(
            "model.call_start",
            {"turnId": str(turn.number), "model": session.model},
            ephemeral=True,
        )
        turn.phase, turn.streaming = "model_call", False
        answer = yield from _call(session, turn)
        turn.phase = ""
        if isinstance(answer, Answer):
            return answer
        yield from hooks.error_occurred(session, answer.message)
        if retries == len(answer.rule.waits):
            _failed(session, turn, answer, retries)
            return answer
        _call_failure(session, answer, retries)
        yield answer.rule.waits[retries]
        retries += 1
        _retry(session, turn, answer)


def _call_failure(session: SimulatedSession, failure: Failure, retries: int) -> None:
    data: dict[str, JsonValue] = {
        "retryAttempt": retries,
        "failureKind": "transport" if failure.status is None else "api",
        "source": "top_level",
    }
    if failure.status is not None:
        data["statusCode"] = failure.status
    session.emit("model.call_failure", data, ephemeral=True)


def _retry(session: SimulatedSession, turn: Turn, failure: Failure) -> None:
    session.emit(
        "assistant.turn_retry",
        {"turnId": str(turn.number), "model": session.model, "reason": failure.rule.reason},
        ephemeral=True,
    )
    if failure.rule.info is not None:
        session.emit(
            "session.info",
            {"infoType": "model_retry", "message": failure.rule.info},
            ephemeral=True,
        )


def _failed(session: SimulatedSession, turn: Turn, failure: Failure, retries: int) -> None:
    _call_failure(session, failure, retries)
    _end(session, turn)
    data: dict[str, JsonValue] = {
        "errorType": failure.rule.error_type,
        "message": failure.final_message(retries),
    }
    if failure.status is not None:
        data["statusCode"] = failure.status
    if turn.origin is not None:
        data["originatingMessageId"] = turn.origin
    session.emit("session.error", data)


def _call(session: SimulatedSession, turn: Turn) -> Activity[Answer | Failure]:
    """Make one request to the model."""
    dice = session.host.dice
    yield dice.delay(0.002, 0.006)
    if not (yield from asking.provider_token(session)):
        return dropped()  # the CLI asks again, as after a broken connection
    messages = conversation(session.history)
    tools: list[dict[str, JsonValue]] = [
        {"type": "function", "function": {"name": name}} for name in session.options.tools
    ]
    if session.host.intercepts_models:
        step: Step | Failure = yield from intercepted(session, messages, tools)
        if isinstance(step, Failure):
            return step
        return (yield from _say(session, turn, step))
    request, chosen = session.host.model.ask(
        messages,
        tools,
        model=session.model,
        stream=session.options.streaming,
        response_format=turn.response_format,
    )
    if inspect.isawaitable(chosen):
        chosen = yield from awaited(session, chosen)
    step = resolve(chosen, request)
    yield first_delay(step)
    if isinstance(step, HttpError):
        return http_failure(step)
    if isinstance(step, Silence):
        yield step.seconds
        return dropped()
    return (yield from _say(session, turn, step))


def _say(session: SimulatedSession, turn: Turn, step: Step) -> Activity[Answer | Failure]:
    dice = session.host.dice
    message_id = dice.uuid()
    yield from _stream(session, turn, step, message_id)
    if isinstance(step, Cut):
        return dropped()
    text = "".join(pieces_of(step)[0])
    return Answer(message_id=message_id, text=text, calls=tool_requests(step, dice.rng))


def awaited(session: SimulatedSession, chosen: Awaitable[Chosen]) -> Activity[Chosen]:
    """Wait for an asynchronous script."""
    slot: Slot[Chosen] = Slot()

    async def wait() -> None:
        try:
            slot.put(await chosen)
        except Exception as exc:
            slot.put(script_failure(exc))

    session.host.background(wait)
    return (yield from slot.wait())


def _stream(session: SimulatedSession, turn: Turn, step: Step, message_id: str) -> Activity[None]:
    pieces, pause = pieces_of(step)
    size = 0
    for number, piece in enumerate(pieces):
        if number or isinstance(step, Cut):
            yield pause
        turn.streaming = True
        size += len(piece)
        if not session.options.streaming:
            continue
        session.emit("assistant.streaming_delta", {"totalResponseSizeBytes": size}, ephemeral=True)
        if number == 0:
            session.emit("assistant.message_start", {"messageId": message_id}, ephemeral=True)
        session.emit(
            "assistant.message_delta",
            {"messageId": message_id, "deltaContent": piece},
            ephemeral=True,
        )
    if isinstance(step, Text | Cut):
        yield session.host.dice.delay(0.001, 0.003)
