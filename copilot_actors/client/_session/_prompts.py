"""From the arguments of ``send`` to a prompt in the ledger, and to the end of the wait for it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec
import trio

from copilot_actors._errors import InvalidOption
from copilot_actors._session_errors import SessionBusy
from copilot_actors._turn_errors import TurnTimeout
from copilot_actors.transport import find_secrets

from . import _values as v
from ._context import handling
from ._ledger import MAX_PROMPTS, TooManyPrompts
from ._limits import ABORT_GRACE, turn_limits, watch
from ._prompt_fields import prompt_params
from ._turn import TurnFields, TurnResult

if TYPE_CHECKING:
    from copilot_actors.protocol import SessionEvent

    from ._context import ClientContext
    from ._ledger import PromptEntry
    from ._record import SessionRecord

_SOURCE = re.compile(r"agent-[!-~]{1,200}\Z")
"""The CLI drops some other words; a key that it drops could not be found again after a crash."""


def prepare(
    context: ClientContext, record: SessionRecord, prompt: str, fields: TurnFields
) -> PromptEntry:
    """Check a prompt, record it in the ledger and tell the session's actor.

    Raises:
        InvalidPrompt: the prompt cannot be sent.
        InvalidOption: a field that cannot be right.
        InvalidRequest: the fields cannot be sent.
        LedgerError: the durable ledger could not record it.
        SessionBusy: too many prompts of the session are under way.
        ConnectionStopped: the client is draining.
    """
    context.check_accepting()
    options = record.options
    params = prompt_params(prompt, fields, local=context.sole_client)
    if "requestHeaders" in params:
        context.link.hide(find_secrets({"headers": params["requestHeaders"]}))
    mode, source = fields.get("mode"), fields.get("source")
    if source is not None and not (isinstance(source, str) and _SOURCE.match(source)):
        raise InvalidOption("source", f"expected 'agent-<1 to 200 characters>', got {source!r}")
    limits = turn_limits(
        options,
        turn_timeout=fields.get("turn_timeout", msgspec.UNSET),
        quiet_timeout=fields.get("quiet_timeout", msgspec.UNSET),
        on_timeout=fields.get("on_timeout", msgspec.UNSET),
    )
    wait = fields.get("wait_for_background", msgspec.UNSET)
    chain = handling.get()
    attached = record.ledger.attach(source, prompt)
    try:
        entry = attached or record.ledger.prepare(params, source, chain)
    except TooManyPrompts:
        raise SessionBusy(
            record.session_id, f"has {MAX_PROMPTS} prompts under way already"
        ) from None
    except KeyError as error:
        raise InvalidOption("source", f"{source!r} belongs to a pending prompt") from error
    entry.turn.limits = limits
    entry.turn.early = not (options.wait_for_background if wait is msgspec.UNSET else wait)

    if not limits.unlimited:
        context.start_job(lambda: watch(context, record, entry), f"limits {record.session_id}")
    if attached is not None:
        return attached

    def submit() -> None:
        context.post(record.ref, v.Submitted(entry.key, entry.turn.early, entry.steers))

    context.admission.submit(
        record.session_id, entry, submit, exempt=mode == "immediate" or bool(chain)
    )
    return entry


def expire(
    context: ClientContext,
    record: SessionRecord | None,
    entry: PromptEntry,
    *,
    overdue: bool = False,
) -> None:
    """Nobody waits for the prompt any more: it is withdrawn, or its turn aborted.

    ``overdue`` tells that its time is over, so that a later life of the program does not carry
    on with it either.
    """
    entry.expired = True
    if record is None:
        return
    if overdue:
        record.ledger.give_up(entry.key)
    if context.admission.withdraw(entry):
        fault = v.TimedOut(aborted=True)
        record.ledger.fail(entry.key, fault, closed=record.ended_by_caller)
        entry.fail(TurnTimeout(record.session_id, None, entry.timeout, aborted=True))
        return
    context.post(record.ref, v.Expired(entry.key))


async def finish(
    context: ClientContext, record: SessionRecord, entry: PromptEntry, seconds: float
) -> TurnResult:
    """Wait for the end of the prompt's turn, for at most ``seconds``.

    Raises:
        TurnError: why there is no answer.
        CopilotError: the session or the CLI is gone.
    """
    entry.timeout = seconds
    leave = entry.turn.limits.on_timeout == "leave"
    try:
        with trio.move_on_after(seconds):
            return _result(entry, await entry.answer.wait())
        if not leave:
            expire(context, record, entry, overdue=True)
            # Confirming takes milliseconds; without a connection it waits for the next one.
            with trio.move_on_after(ABORT_GRACE):
                return _result(entry, await entry.answer.wait())
    except trio.Cancelled:
        expire(context, record, entry)
        raise
    if entry.turn.fault is not None:
        raise entry.turn.fault
    raise TurnTimeout(record.session_id, entry.message_id, seconds, aborted=False, running=leave)


def _result(entry: PromptEntry, answer: SessionEvent | None) -> TurnResult:
    return TurnResult(answer=answer, message_id=entry.message_id, ended_by=entry.turn.ended_by)
