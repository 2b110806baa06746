"""From samples to rows: medians, ratios of each round, targets."""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from typing import TypedDict

from .rows import NAMES, RATIOS, Ratio, rows_by_id

Values = Mapping[str, Sequence[float | None]]
"""One metric: contender to its value in each round."""


class RatioOf(TypedDict):
    of: str
    to: str
    median: float
    low: float
    high: float


class RowOf(TypedDict):
    """One line of the table, as benchmarks exchange them."""

    row: str
    name: str
    unit: str | None
    contenders: dict[str, float]
    ratio: RatioOf | None
    target: str | None
    met: bool | None
    note: str


def per_round(values: Values, of: str, to: str) -> list[float]:
    """The ratios of the rounds in which both were measured."""
    pairs = zip(values.get(of, ()), values.get(to, ()), strict=False)
    return [left / right for left, right in pairs if left is not None and right]


def medians(values: Values) -> dict[str, float]:
    kept = {name: [value for value in some if value is not None] for name, some in values.items()}
    return {NAMES.get(name, name): statistics.median(some) for name, some in kept.items() if some}


def row_of(ratio: Ratio, values: Values, missing: Mapping[str, str], left_out: str = "") -> RowOf:
    """The line for one ratio; what was not measured says why."""
    row = rows_by_id()[ratio.row]
    notes = [ratio.note] if ratio.note else []
    found = per_round(values, ratio.of, ratio.to)
    measured: RatioOf | None = None
    met = None
    if found:
        measured = {
            "of": NAMES[ratio.of],
            "to": NAMES[ratio.to],
            "median": statistics.median(found),
            "low": min(found),
            "high": max(found),
        }
        met = ratio.met_by(measured["median"])
    else:
        reasons = [missing[name] for name in (ratio.of, ratio.to) if name in missing]
        reason = ratio.unmeasured or left_out or (reasons[0] if reasons else "a contender failed")
        notes = [f"not measured: {reason}"]
    return {
        "row": ratio.row,
        "name": f"{row.name}: {NAMES[ratio.of]} / {NAMES[ratio.to]}",
        "unit": row.unit,
        "contenders": medians(values),
        "ratio": measured,
        "target": ratio.target,
        "met": met,
        "note": "; ".join(notes),
    }


def table(
    samples: Mapping[str, Values],
    missing: Mapping[str, str],
    rows: Sequence[str],
    left_out: Mapping[str, str] | None = None,
    ratios: Sequence[Ratio] = RATIOS,
) -> list[RowOf]:
    """A line for each ratio of the rows that were asked for.

    ``left_out`` says which of them this run does not measure, and why.
    """
    reasons = left_out or {}
    return [
        row_of(ratio, samples.get(ratio.row, {}), missing, reasons.get(ratio.row, ""))
        for ratio in ratios
        if ratio.row in rows
    ]


def miss(row: RowOf) -> str:
    """``met``, or by how much not: as a share of the target."""
    if row["target"] is None or row["met"] is None:
        return "" if row["ratio"] is not None or row["contenders"] else "not measured"
    if row["met"]:
        return "met"
    if row["ratio"] is None:
        return "missed"
    sense, _, limit = row["target"].partition(" ")
    share = row["ratio"]["median"] / float(limit)
    percent = (1 - share if sense == ">=" else share - 1) * 100
    return f"missed by {percent:.{0 if percent >= 10 else 1}f} %"


def times_as_good(row: RowOf) -> tuple[float, float, float, float | None] | None:
    """Median, low, high and target of a ratio, all turned so that more is better; for the plot."""
    ratio = row["ratio"]
    if ratio is None or ratio["low"] <= 0 or ratio["of"] == ratio["to"]:
        return None  # an exponent of growth is no ratio of two contenders
    sense, _, limit = (row["target"] or ">=").partition(" ")
    values = ratio["median"], ratio["low"], ratio["high"]
    wanted = float(limit) if limit else None
    if sense == "<=":
        values = 1 / values[0], 1 / values[2], 1 / values[1]
        wanted = None if wanted is None else 1 / wanted
    return (*values, wanted)
