"""The examples of the documentation are executed, page by page, and so are the example programs."""

import ast
import inspect
import re
import runpy
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

DOCS = Path(__file__).parents[3] / "docs"
PAGES = sorted(page.name for page in DOCS.glob("otp-*.md"))
EXAMPLES = sorted(path.name for path in (DOCS / "examples").glob("otp_*.py"))
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


async def run_page(text, name):
    namespace = {"__name__": "docs"}
    for number, match in enumerate(BLOCK.finditer(text), 1):
        # Blank lines in front, so that a traceback shows the line of the page.
        source = "\n" * text.count("\n", 0, match.start(1)) + match.group(1)
        code = compile(
            source, f"{name} block {number}", "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
        )
        result = eval(code, namespace)
        if inspect.isawaitable(result):
            await result


@pytest.mark.parametrize("page", PAGES)
def test_the_examples_of_a_page_run(page, capsys):
    trio.run(run_page, (DOCS / page).read_text(), page, clock=MockClock(autojump_threshold=0))


def test_the_pages_are_there():
    assert len(PAGES) >= 3
    assert sum(len(BLOCK.findall((DOCS / page).read_text())) for page in PAGES) >= 15


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_program_runs(example, capsys):
    module = runpy.run_path(str(DOCS / "examples" / example))
    trio.run(module["main"], clock=MockClock(autojump_threshold=0))
    output = capsys.readouterr().out
    assert (
        output
        == {
            "otp_counter.py": OUTPUT_COUNTER,
            "otp_workers.py": OUTPUT_WORKERS,
        }[example]
    )


OUTPUT_COUNTER = """\
count: 11
crashed: Crash(ZeroDivisionError('integer division or modulo by zero'))
count after the restart: 10
root  Supervisor one_for_one  running  up 0.0 s
+- counter  Counter  running  up 0.0 s  mailbox 0  handled 1  restarts 1
"""

OUTPUT_WORKERS = """\
failed Crash(ZeroDivisionError('division by zero'))
ok 0.0
ok 1.0
ok 2.0
ok 3.0
"""
