"""Which test shows which scenario of GitHub's own suite, and on what: writes docs/scenarios.md.

Run: python tests/scenario_table.py. A test of the suite (tests/docs/test_scenario_table.py) fails
when the page is not what this writes, or when a test that the table names does not exist.

The table is tests/scenarios/*.toml: a table for each group, a line for each scenario. A scenario
has the name of the test that shows it (or several), or

- ``"impossible: REASON"``: it cannot be shown without GitHub's services;
- ``"missing: WHAT"``: it is not built yet;
- ``{pending = "TEST", missing = "WHAT"}``: as missing until a test of that name exists.

Names of tests are unique in this suite; what one runs on is what tests/case_table.py says.
"""

from __future__ import annotations

import ast
import collections
import importlib.util
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

TESTS = Path(__file__).parent
PAGE = TESTS.parent / "docs" / "scenarios.md"
TABLES = TESTS / "scenarios"

IMPOSSIBLE = "impossible offline"
MISSING = "not built yet"
MARKS = ("real CLI", "simulator", "scripted process", "library alone", IMPOSSIBLE, MISSING)
"""In this order: a scenario that runs on several has the first of its marks."""

_FULL_SWEEP = "exhaustive"
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_PREFIXES = {"impossible": IMPOSSIBLE, "missing": MISSING}


class Shown(NamedTuple):
    """A test: its file, what it runs on, and whether only the full sweep runs it there."""

    file: str
    worlds: tuple[str, ...]
    full_sweep: bool


class Scenario(NamedTuple):
    """One line of the table."""

    group: str
    words: str
    tests: tuple[str, ...] = ()
    reason: str = ""
    excuse: str = MISSING
    pending: str = ""


def _sibling(name: str):
    """Load a script beside this one: the folder is on no path when a test loads this file."""
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, TESTS / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def index(tests: Path = TESTS) -> dict[str, list[Shown]]:
    """Every test of the suite by its name."""
    cases = _sibling("case_table")
    found: dict[str, list[Shown]] = collections.defaultdict(list)
    for path in sorted(tests.rglob("test_*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"))
        for node, worlds in cases.tests_of(module):
            file = path.relative_to(tests.parent).as_posix()
            full = _whole_module_in_full(module) or _only_in_full(node)
            found[node.name].append(Shown(file, worlds, full))
    return found


def _only_in_full(node) -> bool:
    """Whether the test is marked ``exhaustive`` as a whole, everywhere or on the real CLI."""
    return any(
        part.attr == _FULL_SWEEP
        for decorator in node.decorator_list
        for part in [decorator.func if isinstance(decorator, ast.Call) else decorator]
        if isinstance(part, ast.Attribute)
    )


def _whole_module_in_full(module) -> bool:
    marks = [
        node.value
        for node in module.body
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "pytestmark"
    ]
    return any(
        isinstance(part, ast.Attribute) and part.attr == _FULL_SWEEP
        for mark in marks
        for part in ast.walk(mark)
    )


def load(folder: Path = TABLES) -> list[Scenario]:
    """The table."""
    scenarios = []
    for path in sorted(folder.glob("*.toml")):
        for group, lines in tomllib.loads(path.read_text(encoding="utf-8")).items():
            scenarios += [_scenario(group, words, value) for words, value in lines.items()]
    return scenarios


def _scenario(group: str, words: str, value) -> Scenario:
    if isinstance(value, dict):
        return Scenario(group, words, pending=value["pending"], reason=value["missing"])
    if isinstance(value, list):
        return Scenario(group, words, tuple(value))
    kind, colon, reason = value.partition(": ")
    if colon and kind in _PREFIXES:
        return Scenario(group, words, reason=reason, excuse=_PREFIXES[kind])
    return Scenario(group, words, (value,))


def tests_of(scenario: Scenario, tests: dict[str, list[Shown]]) -> tuple[str, ...]:
    """The names of the tests that show it, a pending one as soon as it exists."""
    return (scenario.pending,) if scenario.pending in tests else scenario.tests


def mark(scenario: Scenario, tests: dict[str, list[Shown]]) -> str:
    """The mark of a scenario."""
    names = tests_of(scenario, tests)
    if not names:
        return scenario.excuse
    worlds = {world for name in names for shown in tests[name] for world in shown.worlds}
    return next(name for name in MARKS if name in worlds)


def wrong(scenarios: list[Scenario], tests: dict[str, list[Shown]]) -> list[str]:
    """Names in the table that are not those of exactly one test."""
    return [
        f"{name}: {len(tests.get(name, []))} tests"
        for scenario in scenarios
        for name in scenario.tests
        if len(tests.get(name, [])) != 1
    ]


def render(scenarios: list[Scenario], tests: dict[str, list[Shown]]) -> str:
    """The page."""
    groups: dict[str, list[Scenario]] = collections.defaultdict(list)
    for scenario in scenarios:
        groups[scenario.group].append(scenario)
    marks = {scenario: mark(scenario, tests) for scenario in scenarios}
    lines = [
        _HEAD,
        f"| group | {' | '.join(MARKS)} | all |",
        f"|---{'|---:' * (len(MARKS) + 1)}|",
    ]
    for group, members in groups.items():
        counts = collections.Counter(marks[scenario] for scenario in members)
        lines.append(f"| [{group}](#{_anchor(group)}) | {_row(counts)} | {len(members)} |")
    total = collections.Counter(marks.values())
    lines.append(f"| **all** | {_row(total)} | {len(scenarios)} |")
    for group, members in groups.items():
        lines += [
            "",
            f"## {group.capitalize()}",
            "",
            "| scenario | mark | shown by |",
            "|---|---|---|",
        ]
        lines += [
            f"| {scenario.words} | {marks[scenario]} | {_proof(scenario, tests)} |"
            for scenario in members
        ]
    return "\n".join([*lines, ""])


def _row(counts: collections.Counter[str]) -> str:
    return " | ".join(str(counts[name] or "") for name in MARKS)


def _anchor(group: str) -> str:
    return group.lower().replace(" ", "-").replace(",", "")


def _proof(scenario: Scenario, tests: dict[str, list[Shown]]) -> str:
    names = tests_of(scenario, tests)
    if not names:
        return scenario.reason
    return "<br>".join(
        f"[{name}](../{shown.file})" + (" (full sweep)" if shown.full_sweep else "")
        for name in names
        for shown in tests[name]
    )


_HEAD = """# Scenarios of GitHub's own suite

<!-- Written by tests/scenario_table.py (make scenarios); do not edit. -->

GitHub's Python SDK for the Copilot CLI has an end-to-end suite. Its scenarios are listed here by
what they are about, in words of this project, with the test that shows the same for this library:
a test may show several. Where names differ, the behaviour counts; where this library does better
on purpose (it restarts a CLI that died, for instance), the test shows that instead.

*real CLI*: a test on the Copilot CLI with a scripted model, without an account and without the
network. *simulator*: on the in-memory CLI only. *scripted process*: on a process that plays a
CLI. *library alone*: without any CLI. *impossible offline* and *not built yet* say why. Tests
marked *full sweep* run with `make exhaustive`. How to run the others: [testing](testing.md).
"""


if __name__ == "__main__":
    PAGE.write_text(render(load(), index()), encoding="utf-8")
