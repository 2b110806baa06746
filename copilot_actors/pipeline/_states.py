"""The life of an item as a table: what it can be, what can happen to it, what it is then.

Pure: the store, the runner, the commands and the documentation all go by ``TRANSITIONS``.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Final


class ItemState(enum.StrEnum):
    """What an item is.

    Attributes:
        WAITING: for its first or next attempt.
        RUNNING: an attempt is under way, or was when the program ended.
        PARKED: an attempt was given up in order, by a drain; the next run goes on with it.
        FINISHED: its value is recorded. It is never run again.
        FAILED: its error is final by the restart policy.
        DEAD_LETTER: it failed in all of its attempts, or was cut too often.
    """

    WAITING = "waiting"
    RUNNING = "running"
    PARKED = "parked"
    FINISHED = "finished"
    FAILED = "failed"
    DEAD_LETTER = "dead_letter"


class ItemInput(enum.StrEnum):
    """What can happen to an item.

    Attributes:
        START: an attempt begins.
        FINISH: its work returned.
        RETRY: its work raised, and it gets another attempt.
        PARK: its attempt was given up in order.
        REFUSE: its error is final.
        EXHAUST: it has used up its attempts.
        RESET: somebody asked for it to be tried anew.
    """

    START = "start"
    FINISH = "finish"
    RETRY = "retry"
    PARK = "park"
    REFUSE = "refuse"
    EXHAUST = "exhaust"
    RESET = "reset"


_S, _I = ItemState, ItemInput

TRANSITIONS: Final[Mapping[tuple[ItemState, ItemInput], ItemState]] = {
    (_S.WAITING, _I.START): _S.RUNNING,
    (_S.PARKED, _I.START): _S.RUNNING,
    # The program ended in the middle of an attempt; the next one resumes the item's session.
    (_S.RUNNING, _I.START): _S.RUNNING,
    (_S.RUNNING, _I.FINISH): _S.FINISHED,
    (_S.RUNNING, _I.RETRY): _S.WAITING,
    (_S.RUNNING, _I.PARK): _S.PARKED,
    (_S.RUNNING, _I.REFUSE): _S.FAILED,
    (_S.RUNNING, _I.EXHAUST): _S.DEAD_LETTER,
    (_S.FAILED, _I.RESET): _S.WAITING,
    (_S.DEAD_LETTER, _I.RESET): _S.WAITING,
}
"""What an item becomes. What is not here cannot happen; a finished item is never anything else."""

FINAL: Final = frozenset({_S.FINISHED, _S.FAILED, _S.DEAD_LETTER})
"""States in which a run does nothing for an item but tell of it."""


def next_state(state: ItemState, what: ItemInput) -> ItemState:
    """Return what an item becomes.

    Raises:
        ValueError: this cannot happen to it.
    """
    try:
        return TRANSITIONS[state, what]
    except KeyError:
        raise ValueError(f"an item that is {state} cannot {what}") from None


def sources(what: ItemInput) -> list[ItemState]:
    """The states in which this can happen to an item."""
    return [state for state, possible in TRANSITIONS if possible is what]
