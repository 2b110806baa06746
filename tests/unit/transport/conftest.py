"""Processes for the transports to start, and ways to look at what is left of them."""

import os
import sys
from pathlib import Path

import pytest
import trio

from copilot_actors.transport import LaunchOptions, Stdio, find_cli

FAKE = Path(__file__).with_name("fake_cli.py")


@pytest.fixture
def fake():
    """Make the transport of a fake CLI with one habit."""

    def make(*habit, transport=Stdio):
        return transport(path=sys.executable, args=["-SE", str(FAKE), *habit])

    return make


@pytest.fixture
def shell():
    """Make the transport of a shell script, which starts in a few milliseconds."""

    def make(script):
        return Stdio(path="/bin/sh", args=["-c", script, "fake"])

    return make


@pytest.fixture
def options(tmp_path):
    """Options that keep every process out of the user's own directories."""
    return LaunchOptions(home=str(tmp_path / "home"), start_timeout=20.0, stop_timeout=5.0)


@pytest.fixture
def cli_path():
    """The real CLI. Without one the test fails with the list of the places searched."""
    return find_cli(None, os.environ)


def state(pid):
    """The state letter of a process, or ``None`` when there is none."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    return stat.rpartition(")")[2].split()[0]


def children():
    """Our direct children and their states: zombies count."""
    found = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == os.getpid():
                found[int(entry.name)] = fields[0]
    return found


def descriptors():
    return len(list(Path("/proc/self/fd").iterdir())) - 1


class Processes:
    """What the tests ask of the operating system."""

    def __init__(self):
        self._before = children()

    def children(self):
        """Those that this test has started."""
        return {pid: letter for pid, letter in children().items() if pid not in self._before}

    state = staticmethod(state)
    descriptors = staticmethod(descriptors)

    @staticmethod
    def lives(pid):
        return state(pid) not in {None, "Z", "X"}

    async def gone(self, pid, seconds=5.0):
        """Wait until a process that is not our child is gone. Real time: it is a real process."""
        with trio.fail_after(seconds):
            while self.lives(pid):  # noqa: ASYNC110
                await trio.sleep(0.01)


@pytest.fixture
def processes():
    """The operating system; when the test is over, nothing may be left of it."""
    found = Processes()
    yield found
    assert found.children() == {}


async def read_line(stream):
    line = b""
    with trio.fail_after(10):
        while not line.endswith(b"\n"):
            data = await stream.receive_some(1)
            assert data, f"the stream ended after {line!r}"
            line += data
    return line.decode().strip()


@pytest.fixture(name="read_line")
def read_line_fixture():
    return read_line
