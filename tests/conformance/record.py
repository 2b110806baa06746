"""Record what Erlang/OTP does with every scenario: python tests/conformance/record.py.

Needs erl, erlc and Elixir's beam files (Debian: apt-get install erlang-base elixir), and
writes traces.jsonl beside itself. Random scenarios are made again from their seeds;
the hand-written ones come from differential/_rules.py.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import msgspec
from differential._generate import generate
from differential._rules import RULES
from differential._scenario import RECORDED, Entry, Recorded, Scenario

PLAIN = 380
TIMED = 20
# Steps after the end of the root all answer noproc; a few of them say it.
STEPS_AFTER_THE_END = 2

RUNNER = Path(__file__).parent / "otp_runner.erl"
ELIXIR = Path("/usr/lib/elixir/lib/elixir/ebin")


class _Answer(msgspec.Struct):
    name: str
    trace: tuple[Entry, ...]


def unavailable() -> str | None:
    """Why recording is not possible here, or None."""
    missing = [tool for tool in ("erl", "erlc") if shutil.which(tool) is None]
    if not ELIXIR.is_dir():
        missing.append("Elixir's beam files")
    return f"not installed: {', '.join(missing)}" if missing else None


def record(scenarios: Sequence[Scenario]) -> list[Recorded]:
    """Run scenarios on Erlang/OTP and pair each with its trace."""
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run(["erlc", "-W", "-o", scratch, RUNNER], check=True)
        lines = b"\n".join(msgspec.json.encode(each) for each in scenarios) + b"\n"
        command = ["erl", "-noshell", "+S", "1:1", "-pa", scratch, "-pa", ELIXIR]
        command += ["-s", "otp_runner", "main"]
        done = subprocess.run(command, input=lines, stdout=subprocess.PIPE, check=True)
    answers = [msgspec.json.decode(line, type=_Answer) for line in done.stdout.splitlines()]
    if [answer.name for answer in answers] != [each.name for each in scenarios]:
        raise RuntimeError(f"Erlang answered {len(answers)} of {len(scenarios)} scenarios")
    return [Recorded(s, a.trace) for s, a in zip(scenarios, answers, strict=True)]


def trim(recorded: Recorded) -> Recorded:
    """Cut a random scenario a little after its root ended."""
    for index, entry in enumerate(recorded.trace):
        if entry.t == "-":
            kept = min(index + STEPS_AFTER_THE_END, len(recorded.scenario.steps))
            scenario = msgspec.structs.replace(
                recorded.scenario, steps=recorded.scenario.steps[:kept]
            )
            return Recorded(scenario, recorded.trace[: kept + 1])
    return recorded


def all_scenarios() -> list[Scenario]:
    """The hand-written scenarios, then the random ones."""
    return [
        *RULES,
        *(generate(seed) for seed in range(PLAIN)),
        *(generate(seed, timed=True) for seed in range(TIMED)),
    ]


def main() -> None:
    """Record everything."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--output", type=Path, default=RECORDED)
    output = parser.parse_args().output
    if reason := unavailable():
        sys.exit(reason)
    handwritten = {each.name for each in RULES}
    recorded = [
        each if each.scenario.name in handwritten else trim(each)
        for each in record(all_scenarios())
    ]
    output.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in recorded))
    sys.stdout.write(f"{len(recorded)} scenarios, {output.stat().st_size} bytes\n")


if __name__ == "__main__":
    main()
