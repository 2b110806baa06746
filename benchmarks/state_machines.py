"""How fast state machines over sessions run: 1,000 examples of ``SessionMachine`` on the simulator.

Each example is a trio run of its own with a client, sessions, turns, crashes and restarts, drawn by
Hypothesis, and judged in full. One process, one thread, no shrinking.

    python benchmarks/state_machines.py [--examples 1000] [--steps 15] [--seed 0] [--json FILE]

Exit code 1 if the examples take more than 60 s for each 1,000.
"""

from __future__ import annotations

import argparse
import json
import logging
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from copilot_actors.testing import SessionMachine

LIMIT = 60.0
"""Seconds for 1,000 examples."""
NOT_RULES = {"answer", "no answer", "handler", "no client"}


class Tally:
    """What all examples together have done."""

    def __init__(self) -> None:
        self.examples = 0
        self.done: Counter[str] = Counter()
        self.processes = 0
        self.simulated = 0.0


def counted(tally: Tally) -> type[SessionMachine]:
    """A machine that is counted when its example is over."""

    class Counted(SessionMachine):
        def teardown(self) -> None:
            super().teardown()
            tally.examples += 1
            # Events have names with a dot; the rest are rules and what came of them.
            tally.done.update(entry.what for entry in self.trace if "." not in entry.what)
            tally.processes += len(self.cli.processes)
            if self.trace:
                tally.simulated += self.trace[-1].time

    return Counted


def main(argv: Sequence[str] | None = None) -> int:
    """Run the examples, print the figures, and say whether they are fast enough."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--examples", type=int, default=1_000)
    parser.add_argument("--steps", type=int, default=15)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args(argv)
    # A crash of the CLI is logged with its traceback; thousands of them are no news here.
    logging.disable(logging.CRITICAL)
    tally = Tally()
    chosen = settings(
        max_examples=arguments.examples,
        stateful_step_count=arguments.steps,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    began, cpu = time.perf_counter(), time.process_time()
    run_state_machine_as_test(seed(arguments.seed)(counted(tally)), settings=chosen)
    seconds, cpu = time.perf_counter() - began, time.process_time() - cpu
    limit = LIMIT * arguments.examples / 1_000
    met = seconds <= limit
    rules = sum(count for what, count in tally.done.items() if what not in NOT_RULES)
    print(f"examples          {tally.examples:>10,}")
    print(f"rules run         {rules:>10,}")
    print(f"prompts answered  {tally.done['answer']:>10,}")
    print(f"crashes           {tally.done['crash'] + tally.done['inject']:>10,}")
    print(f"CLI processes     {tally.processes:>10,}")
    print(f"simulated hours   {tally.simulated / 3600:>10.1f}")
    print(f"seconds           {seconds:>10.1f}  (processor: {cpu:.1f}; limit: {limit:g})")
    print(f"ms per example    {seconds / max(tally.examples, 1) * 1e3:>10.1f}")
    if arguments.json is not None:
        row = {
            "row": "state machines",
            "name": f"{arguments.examples:,} examples of SessionMachine on the simulator",
            "unit": "s",
            "contenders": {"copilot_actors": seconds},
            "ratio": None,
            "target": f"<= {limit:g}",
            "met": met,
            "note": f"{rules:,} rules, {tally.processes:,} CLI processes; {cpu:.1f} s of processor",
        }
        arguments.json.write_text(json.dumps({"rows": [row]}, indent=1) + "\n")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
