"""Which tests show which failure case, and on what they run: writes docs/cases.md.

Run: python tests/case_table.py. A test of the suite (tests/docs/test_case_table.py) fails when
the page is not what this writes, or when a case has no test.

A test belongs to the cases in its name: ``test_F1_...``, ``test_R6_R7_...``. What it runs on
follows from what it asks for: the fixture ``world`` is the simulator and the real CLI, one after
the other; ``real`` and the marker ``real_cli`` are the real CLI; ``fake`` is a process that
misbehaves by a script; a module that names the simulator uses it.
"""

from __future__ import annotations

import ast
import collections
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

TESTS = Path(__file__).parent
PAGE = TESTS.parent / "docs" / "cases.md"

KINDS = {
    "F": "Framing",
    "T": "Turns and their order",
    "C": "Cancellation",
    "P": "Processes",
    "R": "Resume and state",
    "Y": "Types and versions",
    "S": "Supervision",
    "X": "Security without a person",
    "Q": "Testing",
}
CASES = {
    "F1": "Frames of any size, cut anywhere, are read alike",
    "F2": "The size limit is for one message, and one beyond it costs one connection and no memory",
    "F3": "A CLI that does not read blocks no reading and no deadline",
    "F4": "Text and odd headers between frames are skipped and reported",
    "F5": "Text is UTF-8 whatever the locale",
    "T1": "A turn whose end was lost is read from history, one that goes silent is `TurnStalled`",
    "T2": "A quiet limit that knows of pending tools and questions, and a hard cap",
    "T3": "The end of a turn that timed out, or that nobody asked for, answers no other caller",
    "T4": "Callers at once get their own answers and their own errors, first in first out",
    "T5": "An idle that names background work is not the end of the turn",
    "T6": "Event 1 comes first, also those before the reply of create or resume",
    "T7": "Every request of a tool is answered exactly once, within a bound",
    "C1": "Abort: first the CLI, then the handlers, and no answer after it",
    "C2": "Closing in any phase tells every waiter within 2 s",
    "C3": "Leaving an event loop early leaves nothing behind",
    "C4": "Cancelled and timed-out calls leave no entry and no turn",
    "C5": "One fault is one plain exception, however trio groups",
    "C6": "A cancelled wait loses no event and no message",
    "C7": "A handler that waits for its own session is told so at once",
    "P1": "The death of the CLI reaches every waiter within a second and says how it died",
    "P2": "No zombie and no descriptor; a grandchild that holds the output hides nothing",
    "P3": "Stopping is a ladder with a bound, whatever the CLI ignores",
    "P4": "No CLI outlives a program that is killed",
    "P5": "A start that fails says why, and is not retried where that cannot help",
    "P6": "A frozen or deaf CLI is found by its heartbeat and replaced",
    "P7": "A session that kills its CLI is quarantined alone",
    "P8": "Sessions that come and go, and floods on stderr, leave nothing",
    "P9": "Release, stop and delete: one meaning each",
    "R1": "A session that the CLI forgot is resumed, its prompt sent once",
    "R2": "Resume supplies every option again, and a replayed idle ends no turn",
    "R3": "References survive restart and resume, without an event twice",
    "R4": "A damaged or poisoned session is told apart and not retried unchanged",
    "R5": "One owner of a session at a time; a stale lock is reclaimed",
    "R6": "No prompt twice, none lost silently",
    "R7": "A turn that a crash cut is continued or `TurnInterrupted`; its tools are answered",
    "R8": "Compaction has a limit, and supervision causes no call of the model",
    "Y1": "Unknown events are delivered like all others, live and from history",
    "Y2": "A wrong version is a permanent fault; a handler's odd result is a no",
    "S1": "Slow subscribers hold up nobody and have a bound",
    "S2": "A handler's exception stays its own",
    "S3": "Restart budgets with backoff; an exhausted one looks unlike a stop",
    "S4": "Every death is seen, and nobody who waited is forgotten",
    "S5": "Stops in reverse order; draining lets turns finish, up to a deadline",
    "S6": "The start or resume of one session delays no other; resumes are bounded",
    "X1": "What nobody answers is answered with a no",
    "X2": "The environment is what was given; secrets show up nowhere",
    "X3": "A server of ours takes its own token only",
    "Q1": "A simulated CLI for property tests, repeatable by its seed",
}
LATER = {
    "Q1": "comes with the testing kit",
}
"""Cases that belong to other parts of the project than those that are there."""

_IDS = re.compile(r"test_((?:[A-Z]\d+_)+)")
_WORLDS = (
    ("world", ("simulator", "real CLI")),
    ("real", ("real CLI",)),
    ("real_cli", ("real CLI",)),
    ("fake", ("scripted process",)),
    ("start_fault", ("scripted process",)),
    ("Simulator", ("simulator",)),
)
_ALONE = "library alone"
_Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


class Named(NamedTuple):
    """One test and what it runs on."""

    name: str
    file: str
    worlds: tuple[str, ...]


def find(tests: Path = TESTS) -> dict[str, list[Named]]:
    """The tests of each case, by file and in the order of the file."""
    found: dict[str, list[Named]] = collections.defaultdict(list)
    for path in sorted(tests.rglob("test_*.py")):
        module = ast.parse(path.read_text(encoding="utf-8"))
        for node, worlds in tests_of(module):
            match = _IDS.match(node.name)
            file = path.relative_to(tests.parent).as_posix()
            for case in match[1].rstrip("_").split("_") if match else ():
                found[case].append(Named(node.name, file, worlds))
    return found


def tests_of(module: ast.Module) -> Iterator[tuple[_Function, tuple[str, ...]]]:
    """The tests of a module and what each runs on."""
    shared = _names(node for node in module.body if not isinstance(node, _FUNCTIONS))
    for node in ast.walk(module):
        if isinstance(node, _FUNCTIONS) and node.name.startswith("test_"):
            used = {argument.arg for argument in node.args.args} | _names([node]) | shared
            yield node, _worlds(used)


def missing(found: dict[str, list[Named]]) -> list[str]:
    """Cases without a test that no other part of the project owes."""
    return [case for case in CASES if not found.get(case) and case not in LATER]


def unknown(found: dict[str, list[Named]]) -> list[str]:
    """Tests that are named after a case that does not exist."""
    return [test.name for case, tests in found.items() if case not in CASES for test in tests]


def render(found: dict[str, list[Named]]) -> str:
    """The page."""
    lines = [_HEAD]
    for letter, kind in KINDS.items():
        lines += [f"## {kind}", "", "| case | test | runs on |", "|---|---|---|"]
        for case in (case for case in CASES if case[0] == letter):
            tests = found.get(case, [])
            note = "" if tests else f"no test yet: {LATER.get(case, 'it is owed')}"
            lines.append(f"| **{case}** | **{CASES[case]}** | {note} |")
            lines += [
                f"| | [{test.name}](../{test.file}) | {', '.join(test.worlds)} |" for test in tests
            ]
        lines.append("")
    return "\n".join(lines)


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_HEAD = """# Failure cases and their tests

<!-- Written by tests/case_table.py (make cases); do not edit. -->

What goes wrong in programs around agent CLIs, as users report it, and the tests that show what
happens here instead. Each test is named after its cases. *simulator* is the in-memory CLI on a
jumping clock, *real CLI* the Copilot CLI against a scripted model, *scripted process* a process
that misbehaves on purpose, *library alone* a test of one part without any CLI. How to run them:
[testing](testing.md).
"""


def _names(nodes) -> set[str]:
    """Every name and attribute in the code."""
    return {
        name
        for top in nodes
        for node in ast.walk(top)
        for name in (getattr(node, "id", None), getattr(node, "attr", None), *_imported(node))
        if name
    }


def _imported(node: ast.AST) -> list[str]:
    return [alias.name for alias in node.names] if isinstance(node, ast.ImportFrom) else []


def _worlds(used: set[str]) -> tuple[str, ...]:
    worlds = [world for name, of in _WORLDS if name in used for world in of]
    if "world" in used or "fake" in used or "real" in used:
        # The fixture says it; that the module names the simulator for other tests does not.
        worlds = [world for name, of in _WORLDS[:-1] if name in used for world in of]
    return tuple(dict.fromkeys(worlds)) or (_ALONE,)


if __name__ == "__main__":
    PAGE.write_text(render(find()), encoding="utf-8")
