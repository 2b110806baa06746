"""The command line of otp_bench.py."""

from __future__ import annotations

import argparse
import importlib.util
import json
import logging
import pathlib
import statistics

from . import elixir
from .common import Clock, use_cpu_time
from .idle import IDLE
from .rows import ELIXIR, ROWS, Row, Target

Results = dict[str, list[float]]


def missing(contender: str) -> str:
    """Why a contender cannot take part; empty if it can."""
    package = contender.partition(" ")[0]
    if package in {"pykka", "otpylib", "uvloop"} and importlib.util.find_spec(package) is None:
        return f"{package} is not installed"
    if contender == ELIXIR and (Clock.cpu or not elixir.installed()):
        return "CPU time is that of this process" if Clock.cpu else "elixir is not installed"
    return ""


def measure(row: Row, rounds: int, count: int) -> Results:
    """Each contender once per round, interleaved."""
    contenders = {name: run for name, run in row.contenders.items() if not missing(name)}
    results: Results = {name: [] for name in contenders}
    for _ in range(rounds):
        for name, run in contenders.items():
            results[name].append(run(count))
    return results


def show(row: Row, results: Results) -> None:
    ours = results[next(iter(results))]
    print(f"\n{row.name}  [{row.unit}, {'lower' if row.lower_is_better else 'higher'} is better]")
    for label, values in results.items():
        ratios = sorted(
            (theirs / mine if row.lower_is_better else mine / theirs)
            for mine, theirs in zip(ours, values, strict=True)
        )
        print(
            f"  {label:28} {statistics.median(values):>12,.2f}   "
            f"otp is {statistics.median(ratios):.2f}x as good "
            f"[{ratios[0]:.2f}-{ratios[-1]:.2f}]"
        )


def line(row: Row, target: Target, results: Results) -> dict[str, object]:
    """One target of a row, as ``make bench`` reads it."""
    reason = missing(target.of) or missing(target.to)
    ratio = met = None
    if not reason:
        pairs = zip(results[target.of], results[target.to], strict=True)
        values = [left / right for left, right in pairs]
        median = statistics.median(values)
        ratio = {
            "of": target.of,
            "to": target.to,
            "median": median,
            "low": min(values),
            "high": max(values),
        }
        met = median >= target.limit if target.sense == ">=" else median <= target.limit
    return {
        "row": row.id,
        "name": f"{row.name}: {target.of} / {target.to}",
        "unit": row.unit,
        "contenders": {name: statistics.median(values) for name, values in results.items()},
        "ratio": ratio,
        "target": f"{target.sense} {target.limit:g}",
        "met": met,
        "note": f"not measured: {reason}" if reason else target.note,
    }


def main(description: str) -> None:
    logging.disable(logging.CRITICAL)
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="a tenth of the work")
    parser.add_argument("--only", default="", help="only rows whose name or id contains this")
    parser.add_argument("--cpu", action="store_true", help="CPU time: for a machine that is shared")
    parser.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write the rows there")
    parser.add_argument("--idle", choices=sorted(IDLE), help=argparse.SUPPRESS)
    parser.add_argument("--count", type=int, default=10_000, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.cpu:
        use_cpu_time()
    if options.idle:
        print(*IDLE[options.idle](options.count))
        return
    rows = [row for row in ROWS if options.only in row.name or options.only in row.id]
    if any(row.id == "otp_spawn" for row in rows) and not any(row.id == "otp_idle" for row in rows):
        # Both come from the same runs.
        rows = [row for row in ROWS if row in rows or row.id == "otp_idle"]
    lines = []
    for row in rows:
        results = measure(row, options.rounds, row.count // (10 if options.quick else 1))
        show(row, results)
        lines += [line(row, target, results) for target in row.targets]
    if options.json is not None:
        options.json.write_text(json.dumps({"rows": lines}, indent=1) + "\n")
