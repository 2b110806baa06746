"""The documentation's examples run as they stand; no test edits one.

What a page cannot have, an account, is supplied by three hooks: an example that names no
transport gets a simulated CLI, ``trio.run`` gets a clock that jumps, and one scripted model
answers everything. The README's example and the daemon run without any of them, against the real
CLI: they read the address of their model from the environment, as a user's would.
"""

from __future__ import annotations

import ast
import asyncio
import dataclasses
import functools
import inspect
import itertools
import os
import pathlib
import re
import signal
import subprocess
import sys

import pytest
import trio
import trio.testing

import copilot_actors
import copilot_actors.aio
import copilot_actors.blocking
from copilot_actors.testing import (
    HttpError,
    Silence,
    Simulator,
    Text,
    ToolCall,
    ToolCalls,
    open_scripted_model,
)

ROOT = pathlib.Path(__file__).parents[2]
BORDER_PAGES = {"blocking.md", "asyncio.md"}
PAGES = sorted(
    page
    for page in (ROOT / "docs").glob("*.md")
    if not page.name.startswith("otp-") and page.name not in BORDER_PAGES
)
_FENCE = re.compile(r"^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclasses.dataclass(frozen=True)
class Block:
    """One Python block of a page, and the text block that follows it at once: what it prints."""

    page: pathlib.Path
    line: int
    text: str
    prints: str | None

    @property
    def id(self):
        return f"{self.page.name}:{self.line}"

    @property
    def kind(self):
        if "def test_" in self.text or ".TestCase" in self.text:
            return "pytest"
        return "program" if "trio.run(" in self.text else "fragment"

    def code(self, flags=0):
        """Compiled under its own line numbers, so that a traceback points into the page."""
        return compile("\n" * self.line + self.text, str(self.page), "exec", flags)


def blocks_of(page):
    text = page.read_text()
    fences = list(_FENCE.finditer(text))
    blocks = []
    for fence, after in itertools.zip_longest(fences, fences[1:]):
        if fence["language"] != "python":
            continue
        prints = None
        if after is not None and after["language"] == "text":
            between = text[fence.end() : after.start()]
            prints = None if between.strip() else after["text"]
        blocks.append(Block(page, text.count("\n", 0, fence.start()) + 1, fence["text"], prints))
    return blocks


BLOCKS = [block for page in PAGES for block in blocks_of(page)]
ONE_FILE = {ROOT / "docs" / "tutorial-properties.md"}
"""Pages whose blocks are the parts of one file of tests, as they say."""
README = next(iter(blocks_of(ROOT / "README.md")))


def documentation_model(request):
    """The model of all examples: one rule for each subject that a page asks about."""
    prompt = request.prompt.lower()
    if "warm" in prompt:
        if request.step == 0:
            return ToolCalls([ToolCall("weather", {"city": "Lisbon"})])
        return Text(f"It is {request.tool_results[-1].content}.")
    if "shell" in prompt:
        if request.step == 0:
            return ToolCalls([ToolCall("bash", {"command": "rm -r build", "description": "clean"})])
        return Text("Done.")
    if "count" in prompt:
        return Text("one two three four", chunks=4, delay=0.3)
    if "unknown model" in prompt:
        return HttpError(404, "no such model")
    if "for ever" in prompt:
        return Silence()
    return Text("Hello.")


@pytest.fixture
def simulated(monkeypatch):
    real = copilot_actors.open_client

    @functools.wraps(real)
    def open_client(options=None, /, **overrides):
        if options is None:
            overrides.setdefault("cli", Simulator(documentation_model))
        return real(options, **overrides)

    monkeypatch.setattr(copilot_actors, "open_client", open_client)


@pytest.fixture
def jumping_clock(monkeypatch):
    real = trio.run

    def run(main, *arguments):
        return real(main, *arguments, clock=trio.testing.MockClock(autojump_threshold=0))

    monkeypatch.setattr(trio, "run", run)


def of_kind(kind):
    return [pytest.param(block, id=block.id) for block in BLOCKS if block.kind == kind]


@pytest.mark.usefixtures("simulated", "jumping_clock")
@pytest.mark.parametrize("block", of_kind("program"))
def test_a_program_of_a_page_runs(block, capsys):
    exec(block.code(), {"__name__": "__main__"})
    if block.prints is not None:
        assert capsys.readouterr().out == block.prints


@pytest.mark.usefixtures("simulated")
@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if page not in ONE_FILE],
    ids=lambda page: page.name,
)
async def test_the_fragments_of_a_page_run_one_after_the_other(page, capsys, autojump_clock):
    """They share their names, and find a ``client`` and a ``session`` that are open."""
    fragments = [block for block in BLOCKS if block.page == page and block.kind == "fragment"]
    async with copilot_actors.open_client() as client:
        session = await client.create_session(session_id="documentation", streaming=True)
        names = {"__name__": page.stem, "client": client, "session": session}
        for block in fragments:
            result = eval(block.code(ast.PyCF_ALLOW_TOP_LEVEL_AWAIT), names)
            if inspect.isawaitable(result):
                await result
            if block.prints is not None:
                assert capsys.readouterr().out == block.prints


def files_of_tests():
    """The tests of each page: one file if it also has parts that they share, else one for each."""
    for page in PAGES:
        blocks = [block for block in BLOCKS if block.page == page and block.kind != "program"]
        if page in ONE_FILE:
            yield "\n".join(block.text for block in blocks)
        else:
            yield from (block.text for block in blocks if block.kind == "pytest")


def test_the_tests_of_the_pages_pass(tmp_path):
    texts = list(files_of_tests())
    assert texts
    for number, text in enumerate(texts):
        (tmp_path / f"test_{number}.py").write_text(text)
    (tmp_path / "pytest.ini").write_text("[pytest]\ntrio_mode = true\nfilterwarnings = error\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "."]
    # A reader's pytest finds the fixtures where the library is installed.
    command += ["-p", "copilot_actors.testing.pytest_plugin"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_the_example_of_the_readme_has_fifteen_lines():
    assert len([line for line in README.text.splitlines() if line.strip()]) <= 15


# --- The borders: in real time, their programs make no loop of trio's -----------------------


@pytest.fixture
def simulated_borders(monkeypatch):
    for border in (copilot_actors.blocking, copilot_actors.aio):
        real = border.open_client

        def open_client(options=None, /, real=real, **overrides):
            overrides.setdefault("cli", Simulator(documentation_model))
            return real(options, **overrides)

        monkeypatch.setattr(border, "open_client", open_client)
        chat = border.Copilot.session

        def session(prompt, chat=chat, **options):
            return chat(prompt, **{"cli": Simulator(documentation_model), **options})

        monkeypatch.setattr(border.Copilot, "session", session)


@pytest.mark.usefixtures("simulated_borders")
@pytest.mark.parametrize(
    "block",
    [
        pytest.param(block, id=block.id)
        for name in sorted(BORDER_PAGES)
        for block in blocks_of(ROOT / "docs" / name)
    ],
)
def test_a_program_of_the_blocking_api_or_of_asyncio_runs(block, capsys):
    names = {"__name__": "__main__"}
    exec(block.code(), names)
    if block.prints is not None:
        assert capsys.readouterr().out == block.prints
    if "app" in names:
        asyncio.run(ask(names["app"]))


async def ask(app):
    """What a web server does with the application of the page."""
    httpx = pytest.importorskip("httpx")
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://test") as web:
            replies = await asyncio.gather(
                *(web.post(f"/ask/{user}", params={"prompt": "Hi."}) for user in ("a", "b", "c"))
            )
            assert [reply.json() for reply in replies] == [{"answer": "Hello."}] * 3
            again = await web.post("/ask/a", params={"prompt": "Please count."})
            assert again.json() == {"answer": "one two three four"}


# --- Without hooks, on the real CLI ---------------------------------------------------------


def user_environment(model, home):
    """What a user with a provider of their own has set."""
    return {
        **os.environ,
        "COPILOT_HOME": str(home),
        **model.environment(),
        "COPILOT_PROVIDER_API_KEY": model.provider()["api_key"],
    }


@pytest.mark.real_cli
async def test_the_example_of_the_readme_runs_on_the_real_cli(tmp_path):
    program = tmp_path / "example.py"
    program.write_text(README.text)
    async with open_scripted_model(documentation_model) as model:
        done = await trio.run_process(
            [sys.executable, program],
            env=user_environment(model, tmp_path / "home"),
            capture_stdout=True,
            capture_stderr=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == b"calls weather\nIt is 18 degrees in Lisbon.\n"


@pytest.mark.real_cli
async def test_the_daemon_answers_each_user_and_stops_at_sigterm(tmp_path):
    async with open_scripted_model(documentation_model) as model:
        async with trio.open_nursery() as nursery:
            daemon = await nursery.start(
                functools.partial(
                    trio.run_process,
                    [sys.executable, ROOT / "docs" / "examples" / "daemon.py"],
                    env=user_environment(model, tmp_path / "home"),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                )
            )
            await daemon.stdin.send_all(b"alice How warm is it?\nbob Hi.\nbob Use the shell.\n")
            said = b""
            with trio.fail_after(60):
                while said.count(b"\n") < 4:
                    said += await daemon.stdout.receive_some()
                daemon.send_signal(signal.SIGTERM)
                async for chunk in daemon.stdout:
                    said += chunk
    first, *answers, last = said.decode().splitlines()
    assert first.startswith("ready, CLI ")
    assert sorted(answers) == [
        "alice: It is 18 degrees in Lisbon.",
        "bob: Done.",
        "bob: Hello.",
    ]
    assert last == "stopped"
