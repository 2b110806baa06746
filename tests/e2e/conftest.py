"""The whole library against processes that misbehave, and against the real Copilot CLI.

Everything goes through :func:`copilot_actors.open_client`. After each test the operating system
is asked: no child, no zombie, nothing that carries our mark and no descriptor may be left.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import open_scripted_model
from copilot_actors.transport import Stdio, find_cli

FAKE = Path(__file__).with_name("fake_copilot.py")
BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
MARK = b"COPILOT_ACTORS_INSTANCE="


def fields(pid):
    """The fields of ``/proc/<pid>/stat`` behind the name, or ``None``."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None


def lives(pid):
    found = fields(pid)
    return found is not None and found[0] not in {"Z", "X"}


def children(parent):
    """Direct children of a process; zombies count."""
    pids = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    return {pid for pid in pids if (found := fields(pid)) and int(found[1]) == parent}


def marked(owner):
    """Processes that carry the mark of a CLI that process ``owner`` started."""
    found = set()
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            environ = (entry / "environ").read_bytes()
        except OSError:
            continue
        for variable in environ.split(b"\0"):
            if variable.startswith(MARK) and f".{owner}.".encode() in variable:
                found.add(int(entry.name))
    return found


def guards(owner):
    """Guards of CLIs that process ``owner`` started."""
    found = set()
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if b"copilot-actors-guard" in words and any(f".{owner}.".encode() in w for w in words):
            found.add(int(entry.name))
    return found


def descriptors():
    return sorted(Path("/proc/self/fd").iterdir())


def tasks():
    return trio.lowlevel.current_statistics().tasks_living


class Processes:
    """What the tests ask of the operating system."""

    lives = staticmethod(lives)
    children = staticmethod(children)
    marked = staticmethod(marked)
    guards = staticmethod(guards)
    descriptors = staticmethod(descriptors)

    @staticmethod
    def group(pid):
        """Live members of a process group."""
        pids = [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]
        return {p for p in pids if (f := fields(p)) and int(f[2]) == pid and f[0] not in "ZX"}

    @staticmethod
    async def gone(*pids, seconds):
        """Wait until processes that may not be our children are gone. Real ones: real time."""
        with trio.fail_after(seconds):
            while any(map(lives, pids)):  # noqa: ASYNC110
                await trio.sleep(0.01)

    @staticmethod
    def left_by(owner):
        """Everything that a process which is gone has left behind."""
        return marked(owner) | guards(owner)


@pytest.fixture
def processes():
    return Processes()


@pytest.fixture(autouse=True)
def nothing_is_left():
    """After each test: no child, no zombie, no marked process and no descriptor more."""
    if sys.platform != "linux":
        pytest.skip("looks at /proc")
    before, open_before = children(os.getpid()), len(descriptors())
    yield
    assert children(os.getpid()) - before == set()
    assert marked(os.getpid()) == set()
    assert len(descriptors()) <= open_before


class FakeCli:
    """A scripted CLI on disk: what to run, how often it was started, what it was told."""

    def __init__(self, directory):
        self.directory = directory
        self.store = directory / "store"
        self.store.mkdir()
        self.path = directory / "copilot"
        self.scenario = directory / "scenario.py"
        self.path.write_text(
            f"#!{sys.executable} -SE\n"
            f"import runpy, sys\nsys.argv[:] = ['', {str(self.scenario)!r}, {str(self.store)!r}]\n"
            f"runpy.run_path({str(FAKE)!r}, run_name='__main__')\n"
        )
        self.path.chmod(0o755)
        self.play("")

    def play(self, scenario):
        """Use this scenario from the next start on."""
        self.scenario.write_text(textwrap.dedent(scenario))
        return self

    @property
    def starts(self):
        """Process ids of all starts."""
        file = self.store / "starts"
        return [int(line) for line in file.read_text().split()] if file.exists() else []

    @property
    def children(self):
        """Process ids of the children that it left."""
        file = self.store / "children"
        return [int(line) for line in file.read_text().split()] if file.exists() else []

    def options(self, **more):
        """Options of a client that runs it and waits for nothing long."""
        return {
            "cli": Stdio(self.path),
            "home": self.directory / "home",
            "handshake_timeout": 5.0,
            "stop_timeout": 3.0,
            "backoff": None,
            **more,
        }


@pytest.fixture
def fake(tmp_path):
    return FakeCli(tmp_path)


class Fault:
    """The one error that ended a client, and how long it took."""

    def __init__(self, error, seconds):
        self.error = error
        self.seconds = seconds


@pytest.fixture
def start_fault():
    """Open a client that must not open; return the error, having checked that it is one."""

    async def fault(**options):
        before, begun = tasks(), trio.current_time()
        with pytest.raises(Exception) as caught:
            async with ca.open_client(**options):
                raise AssertionError("it opened")
        assert isinstance(caught.value, ca.CopilotError), repr(caught.value)
        # Fewer, where a connection of the test's own model server ended meanwhile.
        assert tasks() <= before
        return Fault(caught.value, trio.current_time() - begun)

    return fault


@pytest.fixture
def task_count():
    return tasks


class RealCli:
    """The real CLI against a scripted model on loopback."""

    def __init__(self, home):
        find_cli(None, os.environ)
        self.home = home
        self.model = None
        self.session = {}

    def options(self, model, variables=(), **more):
        env = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        if "COPILOT_CLI_PATH" in os.environ:
            env["COPILOT_CLI_PATH"] = os.environ["COPILOT_CLI_PATH"]
        return {"env": {**env, **model.environment(), **dict(variables)}, "home": self.home, **more}

    @asynccontextmanager
    async def client(self, script, **more):
        async with open_scripted_model(script) as model:
            self.model = model
            self.session = {"model": model.model_name, "provider": model.provider()}
            async with ca.open_client(**self.options(model, **more)) as client:
                yield client


@pytest.fixture
def real(tmp_path):
    return RealCli(tmp_path / "home")


@pytest.fixture(scope="session")
def report_of():
    """Run a program of benchmarks/ as a user does and return its report and its exit code."""

    def run(script, *arguments):
        result = subprocess.run(
            [sys.executable, str(BENCHMARKS / script), *arguments, "--json"],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert result.stdout, result.stderr[-2000:]
        return json.loads(result.stdout), result.returncode

    return run


@pytest.fixture(scope="session")
def nothing_in():
    """Assert that each of these counts of a report is zero."""

    def check(report, *names):
        for name in names:
            assert report[name] == 0, report

    return check


class Command:
    """The ``copilot-actors`` command in processes of its own, against a scripted model."""

    def __init__(self, home, model):
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        self.home = home
        self.env = kept | {
            **model.environment(),
            "COPILOT_CLI_PATH": str(find_cli(None, os.environ)),
            "COPILOT_HOME": str(home),
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
            "MODEL_KEY": model.provider()["api_key"],
            "TERM": "xterm",
        }
        self.argv = [sys.executable, "-m", "copilot_actors"]
        self.model = [
            *("--model", model.model_name),
            *("--provider-url", model.provider()["base_url"]),
            *("--provider-key-env", "MODEL_KEY"),
        ]

    async def __call__(self, *arguments, stdin=b"", **variables):
        """Run to the end without a terminal; stdout and stderr are text."""
        with trio.fail_after(60):
            done = await trio.run_process(
                [*self.argv, *arguments],
                stdin=stdin,
                capture_stdout=True,
                capture_stderr=True,
                check=False,
                env=self.env | variables,
            )
        done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
        assert "Traceback" not in done.stderr, done.stderr
        return done


@pytest.fixture
def open_command(tmp_path):
    """A context manager from a script of the model to the command that it answers."""

    @asynccontextmanager
    async def open_(script):
        async with open_scripted_model(script) as model:
            yield Command(tmp_path / "home", model)

    return open_
