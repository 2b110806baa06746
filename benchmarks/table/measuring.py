"""Runs each contender once per round, all of one scenario beside each other, in changing order."""

from __future__ import annotations

import json
import pathlib
import random
import subprocess
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field

from .environment import Environment
from .rows import EQUAL, FLOOR, NODE, OURS, PYTHON, REAL, SERVER, Scenario

CONTENDERS = pathlib.Path(__file__).with_name("contenders")
FILES = {
    OURS: "ours.py",
    EQUAL: "ours_unsaved.py",
    PYTHON: "python_sdk.py",
    NODE: "node_sdk.mjs",
    FLOOR: "floors.py",
    SERVER: "server_alone.py",
}
IMPORTS = {
    OURS: "import copilot_actors",
    PYTHON: "import copilot",
    FLOOR: "import trio, msgspec, trio_websocket",
}
LONGEST = 240.0
"""Seconds for one round of one contender."""


@dataclass
class Samples:
    """What was measured: ``values[metric][contender]`` has one value per round, or ``None``."""

    values: dict[str, dict[str, list[float | None]]] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    shares: dict[str, dict[str, list[float]]] = field(default_factory=dict)
    """How busy the synthetic server was, by scenario and contender."""

    def add(self, round_: int, contender: str, scenario: str, metrics: dict[str, float]) -> None:
        for metric, value in metrics.items():
            if metric == "server_share":
                shares = self.shares.setdefault(scenario, {})
                shares.setdefault(contender, []).append(value)
                continue
            rounds = self.values.setdefault(metric, {}).setdefault(contender, [])
            rounds += [None] * (round_ - len(rounds))
            rounds.append(value)


def command(
    environment: Environment, contender: str, scenario: Scenario, scale: float, round_: int
) -> list[str]:
    count = scaled(scenario.name, scenario.counts[contender], scale)
    if scenario.later is not None and (round_ or scale < 1):
        count = scenario.later
    python = str(environment.python)
    if scenario.name == "import" and contender in IMPORTS:
        return [python, str(CONTENDERS / "import_cost.py"), IMPORTS[contender]]
    file = FILES[contender]
    if scenario.name in REAL:
        file = file.replace(".py", "_real.py")
    interpreter = "node" if contender == NODE else python
    return [interpreter, str(CONTENDERS / file), scenario.name, "--count", str(count)]


def scaled(name: str, count: int, scale: float) -> int:
    """The count of a shorter run; waves and batches stay whole, 10,000 sessions stay 10,000."""
    if scale == 1 or name in REAL or name in {"import", "sessions"}:
        return count
    unit = {"ping-1000": 1000, "turns-1000": 1, "paced": 100, "tools-1": 100, "tools-32": 100}.get(
        name, 20
    )
    return max(int(count * scale) // unit * unit, unit)


def run_once(arguments: Sequence[str], variables: dict[str, str]) -> dict[str, float]:
    """One round of one contender.

    Raises:
        RuntimeError: it failed, or took too long, or printed no result.
    """
    try:
        done = subprocess.run(
            arguments, env=variables, capture_output=True, text=True, check=False, timeout=LONGEST
        )
    except subprocess.TimeoutExpired:
        raise RuntimeError(f"no result within {LONGEST:.0f} s") from None
    lines = done.stdout.splitlines()
    if done.returncode or not lines:
        words = [line for line in done.stderr.splitlines() if line.strip()]
        raise RuntimeError(f"exit code {done.returncode}: {words[-1] if words else 'no output'}")
    metrics: dict[str, float] = json.loads(lines[-1])
    return metrics


@contextmanager
def scripted_model(environment: Environment) -> Iterator[str]:
    """A model for the real CLI in a process of its own; what contenders need to know of it."""
    process = subprocess.Popen(
        [str(environment.python), str(CONTENDERS / "model.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment.variables(),
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield process.stdout.readline()
    finally:
        process.stdin.close()
        process.stdout.close()
        process.wait()


def measure(
    environment: Environment,
    scenarios: Sequence[Scenario],
    *,
    rounds: int,
    scale: float,
    rng: random.Random,
    say: Callable[[str], None],
) -> Samples:
    """All rounds of all scenarios."""
    samples = Samples()
    variables = environment.variables()
    given_up: set[tuple[str, str]] = set()
    real = any(scenario.name in REAL for scenario in scenarios)
    with scripted_model(environment) if real else nullcontext("") as model:
        for round_ in range(rounds):
            for scenario in scenarios:
                if scenario.name in REAL and not model.strip():
                    if round_ == 0:
                        samples.failures.append(f"{scenario.name}: no real CLI")
                    continue
                say(f"round {round_ + 1} of {rounds}: {scenario.name}")
                contenders = [name for name in scenario.counts if name not in environment.missing]
                rng.shuffle(contenders)
                for contender in contenders:
                    if (scenario.name, contender) in given_up:
                        continue
                    try:
                        metrics = run_once(
                            command(environment, contender, scenario, scale, round_),
                            variables | {"BENCH_REAL": model},
                        )
                    except RuntimeError as error:
                        # Once is enough: the next rounds would cost as much and tell the same.
                        given_up.add((scenario.name, contender))
                        samples.failures.append(f"{scenario.name}, {contender}: {error}")
                        say(samples.failures[-1])
                    else:
                        samples.add(round_, contender, scenario.name, metrics)
    return samples
