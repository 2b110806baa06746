"""What becomes of an item whose attempt failed or was cut: decided from values alone."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

import msgspec

from copilot_actors._errors import CopilotError
from copilot_actors._turn_errors import TurnFailed

from ._states import ItemInput, ItemState

Restart: TypeAlias = Literal["permanent", "transient", "temporary"]
"""When an item is tried again; see ``after_failure``."""

_TOO_MANY_REQUESTS: Final = 429
_SERVER_ERRORS: Final = 500
_LIMITS: Final = frozenset({"rate_limit", "quota"})


class RetryPolicy(msgspec.Struct, frozen=True, kw_only=True):
    """How often an item is tried.

    Attributes:
        restart: whether it is tried again at all.
        max_attempts: attempts that may fail.
        max_interruptions: ends of the program in a row, each in the middle of the item.
    """

    restart: Restart = "transient"
    max_attempts: int = 3
    max_interruptions: int = 10


def after_failure(policy: RetryPolicy, failures: int, error: BaseException) -> ItemInput:
    """Decide about an item whose work raised.

    ``temporary`` items are never tried again. ``transient`` ones are, unless the error says that
    it is of no use (``retryable`` of the error tree); ``permanent`` ones whatever the error is.
    Both end as dead letters when ``max_attempts`` attempts have failed.

    Args:
        policy: the item's.
        failures: attempts that have failed, this one included.
        error: what was raised.
    """
    if policy.restart == "temporary":
        return ItemInput.REFUSE
    if policy.restart == "transient" and not is_retryable(error):
        return ItemInput.REFUSE
    return ItemInput.EXHAUST if failures >= policy.max_attempts else ItemInput.RETRY


def after_cut(policy: RetryPolicy, state: ItemState, interruptions: int) -> ItemInput:
    """Decide about an item that an earlier life of the program left.

    Args:
        policy: the item's.
        state: what it is.
        interruptions: ends of the program in the middle of it, in a row, the last one included.
    """
    if state is ItemState.RUNNING:
        if policy.restart == "temporary":
            return ItemInput.REFUSE
        if interruptions >= policy.max_interruptions:
            return ItemInput.EXHAUST
    return ItemInput.START


def is_retryable(error: BaseException) -> bool:
    """Whether trying again may help.

    An error of the tree says so itself. Any other counts as one that may pass, as a supervisor
    takes a crash; of a group, all errors must be such.
    """
    return all(getattr(leaf, "retryable", True) for leaf in _leaves(error))


class Limit(msgspec.Struct, frozen=True):
    """A provider's limit that concerns all items.

    Attributes:
        seconds: until it ends; ``None`` if nobody said, ``inf`` for a quota without an end.
    """

    seconds: float | None


def limit_in(error: BaseException, now: dt.datetime) -> Limit | None:
    """The limit that an error tells of: status 429, or a quota that is used up.

    Args:
        error: what work raised; groups and causes are searched too.
        now: the time of day, since a quota's end is one (with its time zone).
    """
    found = [one for one in _failures_in(error) if _is_limit(one)]
    if not found:
        return None
    known = [seconds for one in found if (seconds := _seconds(one, now)) is not None]
    return Limit(max(known) if known else None)


def is_provider_fault(error: BaseException) -> bool:
    """Whether an error tells of a provider that is down: status 500 and more."""
    return any(
        one.status is not None and one.status >= _SERVER_ERRORS for one in _failures_in(error)
    )


def _is_limit(error: TurnFailed) -> bool:
    return error.status == _TOO_MANY_REQUESTS or error.error_type in _LIMITS


def _seconds(error: TurnFailed, now: dt.datetime) -> float | None:
    if error.retry_after is not None:
        return max(0.0, error.retry_after)
    if error.reset_at is not None:
        try:
            reset = dt.datetime.fromisoformat(error.reset_at)
        except ValueError:
            reset = None
        if reset is not None:
            aware = reset if reset.tzinfo is not None else reset.replace(tzinfo=dt.UTC)
            return max(0.0, (aware - now).total_seconds())
    return math.inf if error.error_type == "quota" else None


def _failures_in(error: BaseException) -> Iterator[TurnFailed]:
    for leaf in _leaves(error):
        seen: set[int] = set()
        one: BaseException | None = leaf
        while one is not None and id(one) not in seen:
            seen.add(id(one))
            if isinstance(one, TurnFailed):
                yield one
            one = one.__cause__


def _leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for one in error.exceptions:
            yield from _leaves(one)
    else:
        yield error


def describe(error: BaseException) -> str:
    """One line about an error, for records and reports."""
    if isinstance(error, BaseExceptionGroup):
        return "; ".join(describe(leaf) for leaf in _leaves(error))
    text = str(error) or type(error).__name__
    return text if isinstance(error, CopilotError) else f"{type(error).__name__}: {text}"
