"""The pytest plugin: what its fixtures give, what it says, and what it costs those who use none."""

from __future__ import annotations

import importlib.metadata
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from copilot_actors.testing import _pytest_fixtures

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parents[3]
PLUGIN = "copilot_actors.testing.pytest_plugin"
HOME = os.environ["HOME"]
INI = """
[pytest]
trio_mode = true
filterwarnings = error
{}
"""


@pytest.fixture
def run(pytester):
    """Run a file of tests with the plugin; return the result."""

    def run(source, *args, ini="", trio_mode=True):
        pytester.makeini(INI.format(ini) if trio_mode else f"[pytest]\n{ini}")
        pytester.makepyfile(source)
        return pytester.runpytest_inprocess("-p", PLUGIN, "-p", "no:cacheprovider", *args)

    return run


def test_the_simulated_cli_is_scripted_by_a_marker_in_every_form(run, pytester):
    pytester.path.joinpath("said.jsonl").write_text(
        '{"format":"copilot_actors.recording","version":1}\n'
        '{"type":"prompt","session":1,"turn":0,"text":"hi"}\n'
        '{"type":"answer","session":1,"turn":0,"step":0,"text":"from the file"}\n'
    )
    result = run(
        """
        import re
        import pytest
        from copilot_actors import open_client
        from copilot_actors.testing import HttpError, Kill, FrameMatch, Text

        async def ask(cli, *prompts):
            async with open_client(cli=cli) as client:
                session = await client.create_session(model="m")
                return [(await session.send_and_wait(p)).data.content for p in prompts]

        async def test_it_echoes(copilot_cli, autojump_clock):
            assert await ask(copilot_cli, "a") == ["a"]

        @pytest.mark.copilot_script(lambda request: Text("f"))
        async def test_function(autojump_clock, copilot_cli):
            assert await ask(copilot_cli, "a") == ["f"]

        @pytest.mark.copilot_script({"a": Text("b")}, default=Text("c"))
        async def test_by_prompt(copilot_cli, autojump_clock):
            assert await ask(copilot_cli, "a", "x") == ["b", "c"]

        @pytest.mark.copilot_script([Text("1"), Text("2")])
        async def test_by_turn(copilot_cli, autojump_clock):
            assert await ask(copilot_cli, "a", "a") == ["1", "2"]

        @pytest.mark.copilot_script("said.jsonl", default=Text("?"))
        async def test_recorded(copilot_cli, autojump_clock):
            assert await ask(copilot_cli, "hi", "ho") == ["from the file", "?"]

        @pytest.mark.copilot_script([Text("1")], seed=3, faults=[Kill(FrameMatch(event="user.message"))])
        async def test_faults(copilot_cli, autojump_clock):
            assert await ask(copilot_cli, "a") == ["1"]
            assert len(copilot_cli.processes) == 2

        async def test_by_attribute(copilot_cli, autojump_clock):
            copilot_cli.script = lambda request: Text("set")
            assert await ask(copilot_cli, "a") == ["set"]
            assert copilot_cli.model_requests[0].prompt == "a"

        class TestOverride:
            @pytest.fixture
            def copilot_script(self):
                return lambda request: Text("ours")

            async def test_it(self, copilot_cli, autojump_clock):
                assert await ask(copilot_cli, "a") == ["ours"]

        @pytest.mark.copilot_script(3)
        async def test_no_script(copilot_cli):
            pass
        """
    )
    result.assert_outcomes(passed=8, errors=1)
    result.stdout.fnmatch_lines(["*copilot_script: expected a script function*got 3*"])


def test_the_scripted_model_and_supervised_actors_end_with_the_test(run):
    result = run(
        """
        import pytest
        from copilot_actors.otp import GenServer, AlreadyStarted
        from copilot_actors.testing import Text, assert_down, wait_state

        STOPPED = []

        class Counter(GenServer):
            async def init(self, start=0):
                self.count = start
            async def handle_cast(self, request):
                self.count += request
            async def terminate(self, reason):
                STOPPED.append(self.count)

        @pytest.mark.copilot_script([Text("x")])
        async def test_model(scripted_model):
            assert scripted_model.base_url.startswith("http://127.0.0.1:")
            scripted_model.script = lambda request: Text("y")

        async def test_actors(start_supervised, autojump_clock):
            first = await start_supervised(Counter, 1)
            second = await start_supervised(Counter.child_spec(2, id="second"))
            first.cast(4)
            await wait_state(first, {"count": 5})
            monitor = first.monitor()
            first.kill()
            await assert_down(monitor)
            await wait_state(first, lambda state: state.count == 1)
            with pytest.raises(AlreadyStarted):
                await start_supervised(Counter)
            with pytest.raises(TypeError):
                await start_supervised(type("X", (), {"child_spec": lambda: 3}))

        def test_they_ended():
            assert STOPPED == [2, 1]
        """
    )
    result.assert_outcomes(passed=3)


@pytest.mark.real_cli
@pytest.mark.exhaustive("real")
def test_the_real_cli_answers_like_the_simulated_one(run, monkeypatch):
    monkeypatch.setenv("HOME", HOME)  # pytester has moved it, and the CLI is in its cache
    result = run(
        """
        import pytest
        from copilot_actors import open_client
        from copilot_actors.testing import Text

        @pytest.mark.copilot_script({"a": Text("b")})
        async def test_it(real_copilot_cli, scripted_model, tmp_path):
            async with open_client(cli=real_copilot_cli) as client:
                session = await client.create_session(**real_copilot_cli.session_options)
                assert (await session.send_and_wait("a")).data.content == "b"
            assert real_copilot_cli.home_directory.is_relative_to(tmp_path)
            assert scripted_model.requests[-1].prompt == "a"
        """
    )
    result.assert_outcomes(passed=1)


def test_without_a_cli_the_real_one_is_skipped_by_name(run, monkeypatch):
    monkeypatch.setenv("COPILOT_CLI_PATH", "/nowhere/copilot")
    result = run("async def test_it(real_copilot_cli): pass", "-rs")
    result.assert_outcomes(skipped=1)
    output = result.stdout.str()
    assert "real_copilot_cli: " in output
    assert "/nowhere/copilot" in output
    assert "copilot-actors install-cli" in output


@pytest.mark.parametrize(
    ("name", "args", "trio_mode", "says"),
    [
        ("scripted_model", ["-p", "no:trio"], False, "needs pytest-trio: python -m pip install"),
        ("scripted_model", [], False, "must be an async function, with trio_mode = true"),
        ("start_supervised", [], True, "must be an async function, with trio_mode = true"),
    ],
    ids=["without pytest-trio", "without trio_mode", "in a plain test"],
)
def test_an_async_fixture_that_cannot_work_says_what_it_needs(run, name, args, trio_mode, says):
    result = run(f"def test_it({name}): pass", *args, trio_mode=trio_mode)
    result.assert_outcomes(errors=1)
    assert f"fixture '{name}' is async" in result.stdout.str()
    assert says in result.stdout.str()


def test_the_plain_fixtures_need_no_pytest_trio(run):
    source = "def test_it(copilot_cli): assert copilot_cli.processes == []"
    run(source, "-p", "no:trio", trio_mode=False).assert_outcomes(passed=1)


def test_every_fixture_and_marker_is_documented(run):
    result = run("", "--fixtures", "--markers")
    output = result.stdout.str()
    for marker in ("copilot_script", "copilot_leak_checks"):
        assert f"@pytest.mark.{marker}(" in output
    result = run("", "--fixtures")
    result.stdout.no_fnmatch_line("*no docstring available*copilot*")
    for name in PUBLIC_FIXTURES:
        result.stdout.fnmatch_lines([f"{name} -- *"])


PUBLIC_FIXTURES = [
    "copilot_cli",
    "copilot_leak_checks",
    "copilot_script",
    "real_copilot_cli",
    "scripted_model",
    "start_supervised",
]


# --- Leak checks ----------------------------------------------------------------------------

LEAKS = """
import os, socket, subprocess, sys, time
import pytest, trio
from copilot_actors.testing import Simulator
from copilot_actors.transport import LaunchOptions

KEPT = []

async def lasts():
    await trio.sleep_forever()

async def test_a_task():
    trio.lowlevel.spawn_system_task(lasts, name="my task")

async def test_a_simulated_cli(autojump_clock):
    KEPT.append(await Simulator().open(LaunchOptions()))

async def test_a_task_under_a_clock_that_stands(mock_clock):
    trio.lowlevel.spawn_system_task(lasts, name="my task")

def test_a_process():
    KEPT.append(subprocess.Popen([sys.executable, "-c", "import time; time.sleep(9)", "the leak"]))

def test_a_descriptor(tmp_path):
    KEPT.append(open(tmp_path / "left.txt", "w"))

async def test_a_socket():
    KEPT.append(socket.create_server(("127.0.0.1", 0)))

async def test_nothing(copilot_cli, autojump_clock, tmp_path, scripted_model, nursery):
    from copilot_actors import open_client
    nursery.start_soon(lasts)
    async with open_client(cli=copilot_cli) as client:
        await (await client.create_session(model="m")).send_and_wait("x")
    (tmp_path / "x").write_text("closed")

def test_a_process_that_ends_soon():
    KEPT.append(subprocess.Popen(["sleep", "0.1"]))
    KEPT[-1].wait()

@pytest.mark.copilot_leak_checks(False)
def test_is_spared():
    KEPT.append(open(os.devnull))

def teardown_module():
    for thing in KEPT:
        if isinstance(thing, subprocess.Popen):
            thing.kill(); thing.wait()
        elif hasattr(thing, "close"):
            thing.close()
"""


@pytest.fixture
def quick(monkeypatch):
    """What is left in these tests is left for ever: no need to give it a second."""
    monkeypatch.setattr("copilot_actors.testing._leaks.GRACE", 0.05)


def test_what_a_test_leaves_fails_it_and_is_named_with_its_origin(run, quick):
    result = run(LEAKS, ini="copilot_leak_checks = true")
    # Tasks are looked for in the run, the rest behind it.
    result.assert_outcomes(passed=6, failed=3, errors=3)
    output = result.stdout.str()
    for line in (
        "task 'my task', started in test_a_task (*test_*:*), waiting in lasts (*test_*:*)",
        "task 'simulated CLI 40*', started in Simulator.open (*), waiting in *",
        "process * (a child of this one, state *): *time.sleep(9) the leak",
        "descriptor * (*left.txt), held by a _io.FileIO*",
        "descriptor * (socket:[[]*), ('127.0.0.1', *), held by a socket.socket*",
    ):
        result.stdout.fnmatch_lines([f"*{line}*"])
    assert output.count("1 left:") >= 6


@pytest.mark.parametrize(
    ("mark", "failed"),
    [("", 0), ("@pytest.mark.copilot_leak_checks", 1), ("@pytest.mark.usefixtures(NAME)", 1)],
)
def test_leak_checks_are_asked_for(run, quick, mark, failed):
    result = run(
        f"""
        import pytest, trio
        NAME = "copilot_leak_checks"
        {mark}
        async def test_it():
            trio.lowlevel.spawn_system_task(trio.sleep_forever)
        """
    )
    result.assert_outcomes(failed=failed, passed=1 - failed)


def test_a_test_that_fails_is_told_from_one_that_leaks(run, quick):
    result = run(
        """
        import trio
        async def test_it(copilot_leak_checks):
            trio.lowlevel.spawn_system_task(trio.sleep_forever)
            assert False, "its own fault"
        """
    )
    result.assert_outcomes(failed=1)
    assert "its own fault" in result.stdout.str()
    assert "1 left" not in result.stdout.str()


@pytest.mark.exhaustive
def test_each_example_of_hypothesis_is_checked(run, quick):
    result = run(
        """
        import trio
        from hypothesis import given, settings, HealthCheck, strategies as st

        RUNS = []

        @settings(max_examples=20, suppress_health_check=list(HealthCheck), database=None)
        @given(n=st.integers(0, 1000))
        async def test_it(copilot_leak_checks, n):
            RUNS.append(n)
            if n >= 17:
                trio.lowlevel.spawn_system_task(trio.sleep_forever)

        def test_it_shrank():
            assert RUNS[-1] == 17
        """
    )
    result.assert_outcomes(failed=1, passed=1)


# --- How it is loaded -----------------------------------------------------------------------


def test_the_wheel_has_the_fixtures_where_the_entry_point_says():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    module = project["project"]["entry-points"]["pytest11"]["copilot_actors"]
    included = project["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    source = Path(_pytest_fixtures.__file__).relative_to(ROOT)
    assert included == {str(source): f"{module}.py"}


@pytest.fixture
def installed(tmp_path):
    """A directory that looks like an installation of the plugin alone."""
    site = tmp_path / "site"
    info = site / "copilot_actors-0.dist-info"
    info.mkdir(parents=True)
    info.joinpath("METADATA").write_text(
        "Metadata-Version: 2.1\nName: copilot-actors\nVersion: 0\n"
    )
    points = "[pytest11]\ncopilot_actors = _copilot_actors_pytest\n"
    info.joinpath("entry_points.txt").write_text(points)
    shutil.copy(_pytest_fixtures.__file__, site / "_copilot_actors_pytest.py")
    return site


@pytest.mark.parametrize(
    ("which", "args"),
    [
        ("light", []),
        # By its other name as well: it is there once.
        pytest.param("heavy", ["-p", PLUGIN], marks=pytest.mark.exhaustive),
    ],
)
def test_an_installation_loads_neither_trio_nor_the_library_until_a_fixture_is_used(
    installed, tmp_path, which, args
):
    test = tmp_path / "test_it.py"
    test.write_text(
        """
import sys
HEAVY = {"trio", "msgspec", "copilot_actors", "hypothesis", "httpx2"}

def test_light(pytestconfig):
    assert pytestconfig.pluginmanager.has_plugin("copilot_actors")
    assert not HEAVY & set(sys.modules)

def test_heavy(copilot_cli):
    assert "trio" in sys.modules
"""
    )
    tmp_path.joinpath("pytest.ini").write_text("[pytest]\n")
    path = os.pathsep.join([str(installed), str(ROOT), *filter(None, sys.path)])
    others = [
        point.name
        for point in importlib.metadata.entry_points(group="pytest11")
        if point.name != "copilot_actors"
    ]
    blocked = [arg for name in others for arg in ("-p", f"no:{name}")]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *blocked, *args]
    done = subprocess.run(
        [*command, "-k", which, str(test)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout
