"""What is done about a session that cannot go on as it is: the policy, and carrying it out.

A history that the provider refuses is cut by ``session.history.truncate`` while nothing runs; a
log that the CLI refuses is deleted and the session created anew, if the user says so (case R4).
A compaction that does not end is cancelled, after which the CLI goes on with the turn (case R8).
"""

from __future__ import annotations

import inspect
import logging
from typing import TYPE_CHECKING

import trio

from copilot_actors._errors import JsonValue, RpcError, RpcTimeout
from copilot_actors.client._isolation import is_own_fault
from copilot_actors.client._options._poison import REMEDIES, PoisonedSession, Remedy, cut_of
from copilot_actors.client._replies import decode_reply

from . import _log as log
from . import _values as v
from ._compaction import CANCELS
from ._context import handling
from ._turn_faults import turn_failed

if TYPE_CHECKING:
    from copilot_actors._session_errors import SessionUnresumable
    from copilot_actors.client._statistics import Counters

    from ._context import ClientContext
    from ._record import SessionRecord

_log = logging.getLogger("copilot_actors.session")

QUIESCENCE_TIMEOUT = 10.0
"""Seconds for the CLI to finish what it has queued before its history is cut."""
COMPACTION_POLL = 1.0
"""Seconds after which the task that watches a compaction notices its end."""
_POLL = 0.05


async def decide(record: SessionRecord, report: PoisonedSession, counters: Counters) -> Remedy:
    """Ask the user's policy; nobody, a fault, a wrong value or a time-out is ``"raise"``."""
    handler = record.options.on_poisoned
    if handler is None:
        return "raise"
    handling.set(handling.get() | {record.session_id})
    remedy: object = "raise"
    try:
        with trio.move_on_after(record.options.hook_timeout) as scope:
            answer = handler(report)
            remedy = await answer if inspect.isawaitable(answer) else answer
        if scope.cancelled_caught:
            counters.handler_timeouts += 1
            _log.error("on_poisoned was over its limit of %g s", record.options.hook_timeout)
    except BaseException as error:
        if not is_own_fault(error):
            raise
        counters.handler_errors += 1
        _log.exception("on_poisoned failed; the error is raised")
    if remedy not in REMEDIES:
        counters.handler_errors += 1
        _log.error("on_poisoned returned none of %s; the error is raised", ", ".join(REMEDIES))
        return "raise"
    return remedy


async def may_replace(
    call: log.Call, context: ClientContext, record: SessionRecord, error: SessionUnresumable
) -> bool:
    """Whether a log that the CLI refuses is to be replaced; if so, its data is deleted."""
    report = PoisonedSession(session_id=record.session_id, kind="unresumable", error=error)
    if await decide(record, report, context.counters) != "clear":
        return False
    await call("sessions.delete", {"sessionId": record.session_id})
    context.counters.sessions_repaired += 1
    return True


async def repair(
    call: log.Call, context: ClientContext, record: SessionRecord, effect: v.Repair
) -> v.RepairDone:
    """Let the policy decide about a refused history, and cut it."""
    entry = record.ledger.prompts.get(effect.key)
    message_id = entry.message_id if entry is not None else None
    fault = v.Failed(effect.refusal, poisoned=True)
    report = PoisonedSession(
        session_id=record.session_id,
        kind="refused",
        error=turn_failed(record.session_id, message_id, fault, context.link.redact),
        attempt=effect.attempt,
    )
    remedy = await decide(record, report, context.counters)
    if remedy == "raise":
        return v.RepairDone(changed=False)
    scoped: dict[str, JsonValue] = {"sessionId": record.session_id}
    try:
        with trio.move_on_after(QUIESCENCE_TIMEOUT) as scope:
            while await log.is_active(call, record.session_id):  # noqa: ASYNC110 - the CLI's state
                await trio.sleep(_POLL)
        if scope.cancelled_caught:
            return v.RepairDone(changed=False)
        await call("sessions.save", scoped)
        events = await log.read_tail(call, record.session_id, anchors=(), whole_run=False)
        cut = cut_of(events, remedy, report.attempt)
        if cut is None:
            return v.RepairDone(changed=False)
        await call("session.history.truncate", {**scoped, "eventId": cut})
    except (RpcError, RpcTimeout) as error:
        _log.error("the history of %r could not be cut: %s", record.session_id, error)
        return v.RepairDone(changed=False)
    context.counters.sessions_repaired += 1
    return v.RepairDone(changed=True, remedy=remedy, cut=cut)


async def cancel_compaction(call: log.Call, record: SessionRecord) -> bool:
    """Cancel the compaction that runs; whether there was one that could be cancelled."""
    params: dict[str, JsonValue] = {"sessionId": record.session_id}
    for method, field in CANCELS:
        try:
            reply = decode_reply(method, await call(method, params))
        except (RpcError, RpcTimeout):
            continue
        if isinstance(reply, dict) and reply.get(field) is True:
            return True
    return False


async def watch_compaction(
    call: log.Call, context: ClientContext, record: SessionRecord, number: int
) -> v.CompactionOverdue | None:
    """Cancel compaction ``number`` when it is over its limit; end when it ends before."""
    seconds = record.options.compaction_timeout
    if seconds is None:
        return None
    due = trio.current_time() + seconds
    while (left := due - trio.current_time()) > 0:
        if not record.state.compacting or record.compaction != number:
            return None
        await trio.sleep(min(left, COMPACTION_POLL))
    cancelled = await cancel_compaction(call, record)
    context.counters.compactions_cancelled += cancelled
    return v.CompactionOverdue(seconds, cancelled)
