"""Holds a trace of ours against the one that Erlang/OTP left, cell by cell.

A cell is one part of one entry: the result, the callbacks, the Downs, the late results or
the tree. Both traces are first rewritten by the named differences, then must be equal.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import groupby

from msgspec.structs import replace

from ._differences import DIFFERENCES
from ._scenario import Entry, Recorded, Scenario, Trace, ident_of

PARTS = ("r", "e", "d", "q", "t")


@dataclass
class Comparison:
    """The verdict on one scenario.

    Attributes:
        cells: how many parts of entries were compared.
        disagreements: one line for each that differs.
        applied: how often each named difference changed something.
    """

    cells: int = 0
    disagreements: list[str] = field(default_factory=list)
    applied: Counter[str] = field(default_factory=Counter)


def compare(recorded: Recorded, ours: Trace) -> Comparison:
    """Compare two traces of one scenario."""
    verdict = Comparison()
    steps = [("start",), *recorded.scenario.steps]
    for number, (step, otp, mine) in enumerate(zip(steps, recorded.trace, ours, strict=True)):
        expected, got = otp, mine
        for difference in DIFFERENCES:
            before = expected, got
            expected, got = difference.rewrite(recorded.scenario, number, expected, got)
            if (expected, got) != before:
                verdict.applied[difference.name] += 1
        expected = _ordered(recorded.scenario, expected)
        got = _ordered(recorded.scenario, got)
        for part in PARTS:
            left, right = getattr(expected, part), getattr(got, part)
            if not left and not right:
                continue
            verdict.cells += 1
            if left != right:
                verdict.disagreements.append(
                    f"step {number} {step}, {part}:\n    OTP  {left}\n    ours {right}"
                )
    return verdict


def _ordered(scenario: Scenario, entry: Entry) -> Entry:
    """Sort what neither runtime gives an order to.

    The children of a dynamic supervisor are told to stop all at once, the monitors of one
    incarnation fire in any order, and so do its links and its supervisor.
    """
    parents = scenario.dynamic_parents()

    def terminated(event: str) -> str | None:
        return parents.get(ident_of(event[2:])) if event.startswith("t ") else None

    def ended(down: str) -> str:
        ident = ident_of(down)
        return parents.get(ident, ident)

    signals = sorted(event for event in entry.e if event.startswith("i "))
    others = tuple(event for event in entry.e if not event.startswith("i "))
    events = (*signals, *_sort_runs(others, terminated))
    return replace(entry, e=events, d=_sort_runs(entry.d, ended))


def _sort_runs(items: tuple[str, ...], key: Callable[[str], str | None]) -> tuple[str, ...]:
    """Sort each run of neighbours that have the same key; None is no key."""
    result: list[str] = []
    for value, group in groupby(items, key):
        run = list(group)
        result += run if value is None else sorted(run)
    return tuple(result)
