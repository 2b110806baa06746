"""Which store a transport's CLIs have, and what the system tells of a process."""

from __future__ import annotations

import getpass
import os
import subprocess
import sys
from pathlib import Path

import pytest

from copilot_actors._proc import has_ended, resident_size, start_time
from copilot_actors.testing import SimulatedDisk, Simulator
from copilot_actors.transport import LaunchOptions, Stdio, Tcp, WebSocket

HOME = str(Path(f"~{getpass.getuser()}").expanduser())


@pytest.mark.parametrize("transport", [Stdio(), Tcp()])
@pytest.mark.parametrize(
    ("options", "home"),
    [
        ({"home": "/a/b", "env": {"COPILOT_HOME": "/c", "HOME": "/d"}}, "/a/b"),
        ({"env": {"COPILOT_HOME": "/c", "HOME": "/d"}}, "/c"),
        ({"env": {"COPILOT_HOME": "", "HOME": "/d"}}, "/d/.copilot"),
        ({"env": {}}, f"{HOME}/.copilot"),
        ({"home": "b", "working_directory": "/a"}, "/a/b"),
        ({"home": "b"}, f"{Path.cwd()}/b"),
        ({"home": "/a/../b/./c"}, "/b/c"),
        ({"home": "/a\0b"}, None),
    ],
)
def test_the_store_is_the_home_that_the_cli_will_have(transport, options, home):
    assert transport.home(LaunchOptions(**options)) == home


def test_two_names_of_one_home_are_one_store(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    names = {Stdio().home(LaunchOptions(home=str(tmp_path / n))) for n in ("real", "link")}
    assert names == {str((tmp_path / "real").resolve())}


def test_a_server_that_runs_already_has_a_store_of_its_own():
    options = LaunchOptions(home="/a")
    assert Tcp(port=1).home(options) is None
    assert WebSocket("ws://127.0.0.1:1").home(options) is None


def test_simulators_over_one_disk_are_one_store():
    disk, options = SimulatedDisk(), LaunchOptions()
    first, second, other = Simulator(store=disk), Simulator(store=disk), Simulator()
    assert first.home(options) == second.home(options) != other.home(options)


@pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")
def test_a_process_has_a_start_and_a_size_while_it_lives():
    with subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            # Between its exec and its first instructions a process has a page or two.
            process.stdin.write(b"begun\n")
            process.stdin.flush()
            assert process.stdout.readline() == b"begun\n"
            started = start_time(process.pid)
            assert started is not None
            assert not has_ended(process.pid, started)
            assert has_ended(process.pid, started - 1), "a pid that was given out again"
            assert 10_000 < resident_size(process.pid) < 100_000_000
        finally:
            process.kill()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        assert start_time(process.pid) is None, "a zombie has ended"
        assert has_ended(process.pid, started)
    assert has_ended(process.pid, started)
    assert resident_size(process.pid) is None
