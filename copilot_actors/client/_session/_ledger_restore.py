"""Carrying on with what an earlier life of the program left in the durable ledger.

The machine is told of it as if the connection had just died, so the table of design section 7
decides about it, with the log as the only witness.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from msgspec.structs import replace

from copilot_actors._errors import JsonValue
from copilot_actors.protocol import SessionEvent
from copilot_actors.storage import CallRecord, PromptRecord, PromptState

from . import _values as v
from ._ledger import Answer, PromptEntry
from ._requests import unknown_result

if TYPE_CHECKING:
    from ._record import SessionRecord


def restore(record: SessionRecord) -> None:
    """Enter the prompts and calls that are not over into a session that is about to be opened."""
    ledger = record.ledger
    left = ledger.left_prompts()
    for prompt in left:
        ledger.prompts[prompt.key] = _entry(prompt)
    calls = ledger.left_calls()
    pending: list[v.Pending] = []
    for call in calls:
        answer = _answer(record, call)
        if answer is not None:
            ledger.answers[call.request_id] = answer
        pending.append(_pending(call, answered=answer is not None))
    record.state = replace(
        record.state,
        prompts=tuple(_prompt(prompt) for prompt in left),
        pending=tuple(pending),
        heard=frozenset(call.tool_call_id for call in calls if call.tool_call_id is not None),
    )


def _entry(prompt: PromptRecord) -> PromptEntry:
    params = cast("dict[str, JsonValue]", prompt.params or {})
    entry = PromptEntry(prompt.key, {**params, "source": prompt.key})
    entry.restored = True
    entry.message_id = prompt.message_id
    entry.written = prompt.state is not PromptState.PREPARED
    entry.expired = prompt.expired
    return entry


def _prompt(prompt: PromptRecord) -> v.Prompt:
    return v.Prompt(
        key=prompt.key,
        message_id=prompt.message_id,
        written=prompt.state is not PromptState.PREPARED,
        tool_ran=prompt.tool_ran,
        expired=prompt.expired,
        sendable=prompt.params is not None,
        steers=(prompt.params or {}).get("mode") == "immediate",
    )


def _answer(record: SessionRecord, call: CallRecord) -> Answer | None:
    """The recorded answer; if the handler was cut, that its result is unknown, or run it again."""
    if call.method is not None:
        return Answer(call.method, cast("dict[str, JsonValue]", call.params or {}))
    tool = record.tools.get(call.tool_name)
    return None if tool is not None and tool.idempotent else unknown_result(call.tool_name)


def _pending(call: CallRecord, *, answered: bool) -> v.Pending:
    return v.Pending(
        request_id=call.request_id,
        kind=call.kind,
        tool_call_id=call.tool_call_id,
        event=SessionEvent("external_tool.requested", data={"toolName": call.tool_name}),
        stage=v.RequestStage.ANSWERED if answered else v.RequestStage.REQUESTED,
    )
