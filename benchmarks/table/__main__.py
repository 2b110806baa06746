"""Measure this library beside its peers and the floors; write a table and a plot of ratios.

``make bench``, or ``python -m benchmarks.table``. Everything is measured in this run: each round
has every contender of every row once, in an order that the seed shuffles. Exit code 0: all of it
ran (whether targets are met is in the table); 1: something did not, and the table says what and
why.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import random
import subprocess
import sys
import time
from collections.abc import Sequence

from . import environment as environments
from . import others, ratios, report
from .measuring import measure
from .rows import NODE, PYTHON, REAL, ROWS, selected

FOLDER = environments.ROOT / ".bench"
QUICK = 0.2
"""The share of the work of ``--quick``."""


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="benchmarks.table", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--quick", action="store_true", help="about two minutes, rougher figures")
    parser.add_argument("--only", default="", metavar="ROW", help="rows whose name contains this")
    parser.add_argument("--rounds", type=int, help="default 3, with --quick 2")
    parser.add_argument("--seed", type=int, default=1, help="of the order within each round")
    parser.add_argument("--out", type=pathlib.Path, default=FOLDER / "results", metavar="DIR")
    parser.add_argument(
        "--cpu", action="store_true", help="rates per second of CPU time: for a machine in use"
    )
    parser.add_argument("--rebuild", action="store_true", help="build the environment anew")
    parser.add_argument(
        "--here", action="store_true", help="build and draw nothing: measure what is here"
    )
    parser.add_argument(
        "--contenders", default="", metavar="A,B", help="these alone: ours, python_sdk, floor ..."
    )
    parser.add_argument(
        "--write-docs",
        type=pathlib.Path,
        metavar="JSON",
        help="measure nothing: put this results.json into docs/benchmarks.md",
    )
    return parser.parse_args(arguments)


def say(text: str) -> None:
    print(f"[{time.strftime('%H:%M:%S')}] {text}", file=sys.stderr, flush=True)


def collect(options: argparse.Namespace, environment: environments.Environment) -> report.Results:
    """Measure what the command line asks for."""
    began, load = time.monotonic(), os.getloadavg()[0]
    rounds = options.rounds or (2 if options.quick else 3)
    scale = QUICK if options.quick else 1.0
    scenarios = selected(options.only)
    failures: list[str] = []
    if not options.here and any(scenario.name in REAL for scenario in scenarios):
        failures += others.get_cli(environment, say)
    samples = measure(
        environment, scenarios, rounds=rounds, scale=scale, rng=random.Random(options.seed), say=say
    )
    names = {row.id for row in ROWS if row.scenario in {item.name for item in scenarios}}
    names |= {"recovery_warm"} if "recovery" in names else set()
    left_out = {"session_rss_10k": "a whole run alone opens so many"} if options.quick else {}
    client = ratios.table(samples.values, environment.missing, sorted(names), left_out)
    groups = {"Client": client}
    if not options.contenders:
        more, failed = others.run(environment, options, rounds, say)
        groups |= more
        failures += failed
    if not any(groups.values()):
        failures.append(f"no row has {options.only!r} in its name")
    return {
        "machine": report.machine(),
        "cores": report.cores(),
        "load": [load, os.getloadavg()[0]],
        "date": report.today(),
        "seconds": time.monotonic() - began,
        "rounds": rounds,
        "seed": options.seed,
        "scale": scale,
        "cpu": options.cpu,
        "versions": environment.versions,
        "groups": {name: rows for name, rows in groups.items() if rows},
        "server": {
            scenario: {name: sum(some) / len(some) for name, some in shares.items()}
            for scenario, shares in samples.shares.items()
        },
        "missing": environment.missing,
        "failures": failures + samples.failures,
    }


def draw(environment: environments.Environment, folder: pathlib.Path) -> str:
    """Draw the plot, with the environment that has matplotlib; what went wrong."""
    program = str(pathlib.Path(__file__).with_name("plot.py"))
    done = subprocess.run(
        [str(environment.python), program, str(folder / "results.json"), str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    return f"plot: {environments.last_line(done.stderr)}" if done.returncode else ""


def main(arguments: Sequence[str] | None = None) -> int:
    options = parse(arguments)
    if options.write_docs is not None:
        report.write_docs(options.write_docs)
        return 0
    wanted = {PYTHON, NODE, *environments.PACKAGES}
    if options.here:
        environment, wanted = environments.this_interpreter(), set()
    else:
        environment = environments.build(FOLDER, say, rebuild=options.rebuild)
    environment.cpu = options.cpu
    if options.contenders:
        kept = set(options.contenders.split(","))
        named = {name for scenario in selected(options.only) for name in scenario.counts}
        environment.missing |= dict.fromkeys(named - kept, "left out by --contenders")
        wanted = set()
    results = collect(options, environment)
    page = report.write(results, options.out)
    failures = results["failures"]
    drawable = not options.here and "matplotlib" not in environment.missing
    if drawable and (problem := draw(environment, options.out)):
        failures.append(problem)
        say(problem)
    print(page.read_text())
    say(f"{page} after {results['seconds']:.0f} s")
    return int(bool(failures) or bool(wanted & set(environment.missing)))


if __name__ == "__main__":
    sys.exit(main())
