"""The benchmarks that stand by themselves and give their rows: the actor runtime, growth."""

from __future__ import annotations

import argparse
import json
import pathlib
import subprocess
import tempfile
from collections.abc import Callable

from .environment import ROOT, Environment, last_line
from .ratios import RowOf

LONGEST = 400.0
"""Seconds for one of them."""

PROGRAMS = {"Actor runtime": "otp_bench.py", "Growth": "growth.py"}
WORDS = {"Actor runtime": "otp", "Growth": "growth"}
"""What ``--only`` may say for all rows of one of them."""

Say = Callable[[str], None]


def get_cli(environment: Environment, say: Say) -> list[str]:
    """Have the real CLI installed, as the library's own command does it; failures."""
    say("looking for the real CLI")
    done = subprocess.run(
        [str(environment.python.with_name("copilot-actors")), "install-cli", "--quiet"],
        capture_output=True,
        text=True,
        check=False,
    )
    return [f"install-cli: {last_line(done.stderr)}"] if done.returncode else []


def arguments(program: str, only: str, options: argparse.Namespace, rounds: int) -> list[str]:
    words = ["--quick"] if options.quick else []
    if program == "otp_bench.py":
        words += ["--rounds", str(rounds), "--only", only]
        words += ["--cpu"] if options.cpu else []
    return words


def run(
    environment: Environment, options: argparse.Namespace, rounds: int, say: Say
) -> tuple[dict[str, list[RowOf]], list[str]]:
    """Their rows by group, and what failed."""
    only: str = options.only
    groups: dict[str, list[RowOf]] = {}
    failures: list[str] = []
    for name, program in PROGRAMS.items():
        path = ROOT / "benchmarks" / program
        everything = not only or only in WORDS[name]
        if not path.exists() or not (everything or program == "otp_bench.py"):
            continue
        say(name.lower())
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "rows.json"
            part = arguments(program, "" if everything else only, options, rounds)
            command = [str(environment.python), str(path), *part, "--json", str(file)]
            try:
                done = subprocess.run(
                    command,
                    env=environment.variables(),
                    capture_output=True,
                    text=True,
                    check=False,
                    timeout=LONGEST,
                )
            except subprocess.TimeoutExpired:
                failures.append(f"{program}: no result within {LONGEST:.0f} s")
                continue
            if file.exists():
                groups[name] = json.loads(file.read_text())["rows"]
            else:
                failures.append(f"{program}: exit code {done.returncode}: {last_line(done.stderr)}")
    return groups, failures
