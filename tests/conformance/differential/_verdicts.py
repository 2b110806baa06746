"""The whole suite's verdict: every recorded scenario run here once and compared."""

import functools
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from ._compare import Comparison, compare
from ._differences import DIFFERENCES
from ._python_runner import run
from ._scenario import Recorded, load

DOCUMENT = Path(__file__).parents[3] / "docs" / "otp-conformance.md"


@functools.cache
def recorded() -> dict[str, Recorded]:
    """The recorded scenarios by name."""
    return {each.scenario.name: each for each in load()}


@functools.cache
def verdict(name: str) -> Comparison:
    """Run one recorded scenario here and compare."""
    each = recorded()[name]
    return compare(each, run(each.scenario))


@dataclass(frozen=True)
class Totals:
    """Sums over the suite; `cells_disagreed` is what must be nought."""

    handwritten: int
    random: int
    steps: int
    cells: int
    cells_disagreed: int
    scenarios_disagreed: int
    applied: Counter[str]

    def lines(self) -> list[str]:
        """The tables of docs/otp-conformance.md."""
        figures = [
            ("hand-written scenarios", self.handwritten),
            ("random scenarios", self.random),
            ("steps", self.steps),
            ("cells compared", self.cells),
            ("cells that disagree", self.cells_disagreed),
            ("scenarios that disagree", self.scenarios_disagreed),
        ]
        return [
            "| what | how many |",
            "|---|---:|",
            *(f"| {what} | {count} |" for what, count in figures),
            "",
            "| difference | applied | why |",
            "|---|---:|---|",
            *(f"| {d.name} | {self.applied[d.name]} | {d.reason} |" for d in DIFFERENCES),
        ]


@functools.cache
def totals() -> Totals:
    """Run whatever has not been run yet and sum up."""
    verdicts = [verdict(name) for name in recorded()]
    random = sum(name.startswith(("seed-", "timed-")) for name in recorded())
    return Totals(
        handwritten=len(verdicts) - random,
        random=random,
        steps=sum(len(each.scenario.steps) for each in recorded().values()),
        cells=sum(each.cells for each in verdicts),
        cells_disagreed=sum(len(each.disagreements) for each in verdicts),
        scenarios_disagreed=sum(bool(each.disagreements) for each in verdicts),
        applied=sum((each.applied for each in verdicts), Counter()),
    )
