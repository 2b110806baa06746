"""The limits of a turn: how long it may take, and how long its session may be silent (case T2).

``turn_timeout`` and ``quiet_timeout`` belong to the turn, not to a caller, so they hold for a
plain ``send`` too. A turn with one of them has a task that watches it; others cost nothing.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

import msgspec
import trio
from msgspec import UNSET, UnsetType

from copilot_actors._errors import CopilotError, InvalidOption
from copilot_actors._turn_errors import TurnStalled, TurnTimeout
from copilot_actors.client._options._session_options import OnTimeout

from . import _log as log
from ._machine import ON_LINE
from ._turn import TurnLimits

if TYPE_CHECKING:
    from copilot_actors.client._options._session_options import SessionOptions

    from ._context import ClientContext
    from ._ledger import PromptEntry
    from ._record import SessionRecord

ABORT_GRACE = 6.0
"""Seconds that a turn over its limit waits for the confirmation of its abort."""
ACTIVITY_TIMEOUT = 5.0
"""Seconds for the CLI to say whether work goes on in the background."""

LimitName = Literal["quiet_timeout", "turn_timeout"]


class LimitReached(msgspec.Struct, frozen=True):
    """Tells a session's actor that a turn is over a limit, and whether it is to be aborted."""

    key: str
    limit: LimitName
    seconds: float
    abort: bool


def seconds_of(name: str, value: float | None) -> float:
    """A limit as a number of seconds; ``None`` is none.

    Raises:
        InvalidOption: not a positive number.
    """
    if value is None:
        return math.inf
    if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
        raise InvalidOption(name, f"expected a positive number of seconds, got {value!r}")
    return float(value)


def turn_limits(
    options: SessionOptions,
    *,
    turn_timeout: float | UnsetType | None,
    quiet_timeout: float | UnsetType | None,
    on_timeout: OnTimeout | UnsetType,
) -> TurnLimits:
    """The limits of one call; what it leaves out are the session's.

    Raises:
        InvalidOption: a value that cannot be right.
    """
    turn = options.turn_timeout if turn_timeout is UNSET else turn_timeout
    quiet = options.quiet_timeout if quiet_timeout is UNSET else quiet_timeout
    policy = options.on_timeout if on_timeout is UNSET else on_timeout
    if policy not in ("abort", "leave"):
        raise InvalidOption("on_timeout", f"expected 'abort' or 'leave', got {policy!r}")
    return TurnLimits(
        turn=seconds_of("turn_timeout", turn),
        quiet=seconds_of("quiet_timeout", quiet),
        on_timeout=policy,
    )


async def watch(context: ClientContext, record: SessionRecord, entry: PromptEntry) -> None:
    """End a turn, or the wait for it, when it is over one of its limits."""
    limits = entry.turn.limits
    while True:
        due, limit = _next(record, entry, trio.current_time())
        with trio.move_on_at(due):
            await entry.answer.settled()
            return
        due, limit = _next(record, entry, trio.current_time())
        if due > trio.current_time():
            continue
        if limit == "quiet_timeout" and await _works_in_background(context, record):
            entry.since = trio.current_time()
            continue
        break
    if entry.answer.done:
        return
    fault = _fault(context, record, entry, limit)
    abort = limits.on_timeout == "abort"
    seconds = limits.quiet if limit == "quiet_timeout" else limits.turn
    if abort:
        entry.expired = True
        record.ledger.give_up(entry.key)
    entry.turn.fault = fault
    context.post(record.ref, LimitReached(entry.key, limit, seconds, abort))
    if abort:
        # Confirming takes milliseconds; without a connection it waits for the next one.
        with trio.move_on_after(ABORT_GRACE):
            await entry.answer.settled()
            return
    entry.fail(fault)


def _next(record: SessionRecord, entry: PromptEntry, now: float) -> tuple[float, LimitName]:
    """When which limit will be reached, as far as known now."""
    limits = entry.turn.limits
    state = record.state
    begun = entry.turn.began
    hard = (now if begun is None else begun) + limits.turn
    suspended = (
        not entry.written
        or record.waiting
        or record.suspends
        or state.compacting
        or state.phase not in ON_LINE
    )
    quiet = (now if suspended else max(entry.since, record.last_event[0])) + limits.quiet
    return (hard, "turn_timeout") if hard <= quiet else (quiet, "quiet_timeout")


async def _works_in_background(context: ClientContext, record: SessionRecord) -> bool:
    """Whether the silence is that of agents or shells in the background (case T5).

    They may be silent for as long as they like. The CLI is asked, since the event that would
    tell of their end may have been lost.
    """
    connection = context.link.connection
    run = record.state.run
    if run is None or not run.background or connection is None:
        return False

    async def call(method: str, params: log.Params) -> msgspec.Raw:
        deadline = trio.current_time() + ACTIVITY_TIMEOUT
        return await connection.request(method, params, deadline=deadline, within=ACTIVITY_TIMEOUT)

    try:
        return await log.has_background_work(call, record.session_id)
    except CopilotError:
        return False


def _fault(
    context: ClientContext, record: SessionRecord, entry: PromptEntry, limit: LimitName
) -> TurnStalled | TurnTimeout:
    limits = entry.turn.limits
    leave = limits.on_timeout == "leave"
    if limit == "turn_timeout":
        return TurnTimeout(
            record.session_id,
            entry.message_id,
            limits.turn,
            aborted=False,
            running=leave,
            limit="turn_timeout",
        )
    when, last_event = record.last_event
    connection = context.link.connection
    channel = connection.channel if connection is not None else None
    return TurnStalled(
        record.session_id,
        entry.message_id,
        limits.quiet,
        last_event,
        record.waiting,
        silent_for=trio.current_time() - max(when, entry.since),
        client_state=context.link.state,
        pid=channel.pid if channel is not None else None,
        running=leave,
    )
