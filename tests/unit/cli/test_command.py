"""The copilot-actors command, as it is called: arguments, output, exit codes, processes."""

import io
import json
import os
import signal
import subprocess
import sys
import threading

import pytest

from copilot_actors._cli import _main, main
from copilot_actors._cli._cli_platform import cli_package
from copilot_actors._cli._command_install_cli import _Report
from copilot_actors._cli._install_cli import RECEIPT, Progress
from copilot_actors._cli._terminal import Terminal

VERSION = "9.9.9"


@pytest.fixture
def environment(registry, npm, tmp_path):
    """Make variables for a process that installs from the fake registry."""
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH") if name in os.environ}
    return kept | {
        "HOME": str(npm.home),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "npm_config_registry": registry.url,
        "npm_config_globalconfig": str(tmp_path / "no-npmrc"),
        "npm_config_fetch_retries": "0",
    }


@pytest.fixture
def command(environment, npm, monkeypatch):
    """Run the command in this process."""

    def run(*arguments, **variables):
        for name in list(os.environ):
            if name.lower().startswith("npm_config_") or name in ("COPILOT_CLI_PATH", "NO_COLOR"):
                monkeypatch.delenv(name)
        for name, value in (environment | variables).items():
            monkeypatch.setenv(name, value)
        monkeypatch.chdir(npm.project)
        return main(list(arguments))

    return run


@pytest.fixture
def start(environment, npm):
    """Start the command as a process."""
    started = []

    def run(*arguments):
        process = subprocess.Popen(
            [sys.executable, "-m", "copilot_actors", *arguments],
            env=environment,
            cwd=npm.project,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append(process)
        return process

    yield run
    for process in started:
        process.kill()
        process.communicate()


def test_installing_says_where_and_a_second_time_that_it_is_there(command, cache_dir, capsys):
    path = str(cache_dir / VERSION / cli_package().program)
    assert command("install-cli", "--version", VERSION) == 0
    first = capsys.readouterr()
    assert first.out.startswith(f"Copilot CLI {VERSION} is installed: {path}")
    assert "\r" not in first.err
    assert "\033" not in first.err + first.out
    assert "Downloading" in first.err
    assert command("install-cli", "--version", VERSION) == 0
    second = capsys.readouterr()
    assert second.out == f"Copilot CLI {VERSION} is already installed: {path}\n"
    assert second.err == ""


def test_quiet_prints_nothing(command, capsys):
    assert command("install-cli", "--version", VERSION, "--quiet") == 0
    assert capsys.readouterr() == ("", "")


def test_json_prints_one_object(command, cache_dir, capsys):
    assert command("install-cli", "--version", VERSION, "--json") == 0
    output = capsys.readouterr()
    result = json.loads(output.out)
    assert result["path"] == str(cache_dir / VERSION / cli_package().program)
    assert (result["version"], result["already"]) == (VERSION, False)
    assert output.err == ""


def test_an_older_version_than_the_one_in_use_is_told_apart(command, registry, capsys):
    registry.versions = [VERSION, "1.0.0"]
    command("install-cli", "--version", VERSION)
    capsys.readouterr()
    assert command("install-cli", "--version", "1.0.0") == 0
    assert "COPILOT_CLI_PATH=" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "variables", "code", "error"),
    [
        (["--version", "1.2.3"], {}, 4, "VersionNotFoundError"),
        (["--version", "../x"], {}, 4, "VersionNotFoundError"),
        ([], {"npm_config_registry": "nonsense"}, 2, "NpmConfigError"),
        ([], {"npm_config_registry": "http://127.0.0.1:1/"}, 3, "RegistryUnreachableError"),
        ([], {"XDG_CACHE_HOME": "/dev/null/x"}, 6, "CacheError"),
    ],
)
def test_each_failure_has_its_exit_code_its_message_and_its_hint(
    command, capsys, arguments, variables, code, error
):
    variables = {"npm_config_fetch_retries": "0"} | variables
    assert command("install-cli", *arguments, **variables) == code
    output = capsys.readouterr()
    assert output.out == ""
    assert "error: " in output.err
    assert command("install-cli", "--json", *arguments, **variables) == code
    failure = json.loads(capsys.readouterr().out)
    assert failure["error"] == error
    assert failure["message"]


def test_a_download_with_another_hash_is_exit_code_5(command, registry, capsys):
    registry.integrity = "sha512-" + "A" * 86 + "=="
    assert command("install-cli", "--version", VERSION) == 5
    assert "hint: " in capsys.readouterr().err


def test_a_token_is_never_printed(command, registry, npm, capsys):
    registry.token = "Bearer other"
    (npm.home / ".npmrc").write_text(f"//{registry.host}/:_authToken=t0p-s3cret\n")
    for arguments in ([], ["--json"]):
        assert command("install-cli", "--version", VERSION, *arguments) == 3
        output = capsys.readouterr()
        assert "t0p-s3cret" not in output.out + output.err
    assert registry.authorizations == ["Bearer t0p-s3cret"] * 2


def test_kill_9_in_the_middle_leaves_nothing_that_looks_installed(
    start, registry, cache_dir, program_bytes
):
    registry.gate = threading.Event()
    process = start("install-cli", "--version", VERSION)
    assert registry.at_gate.wait(20)
    process.kill()
    process.communicate()
    assert process.returncode == -signal.SIGKILL
    assert not (cache_dir / VERSION).exists()
    assert list(cache_dir.glob(".staging-*"))
    registry.gate.set()
    registry.gate = None
    again = start("install-cli", "--version", VERSION)
    _, errors = again.communicate(timeout=20)
    assert again.returncode == 0, errors
    assert (cache_dir / VERSION / cli_package().program).read_bytes() == program_bytes
    assert not list(cache_dir.glob(".staging-*"))


def test_two_processes_at_once_download_once_and_both_succeed(
    start, registry, cache_dir, program_bytes
):
    registry.gate = threading.Event()
    first = start("install-cli", "--version", VERSION)
    assert registry.at_gate.wait(20)
    second = start("install-cli", "--version", VERSION)
    assert "waiting" in second.stderr.readline()
    registry.gate.set()
    first_output, _ = first.communicate(timeout=20)
    second_output, _ = second.communicate(timeout=20)
    assert (first.returncode, second.returncode) == (0, 0)
    assert "is installed" in first_output
    assert "is already installed" in second_output
    assert sum(path.endswith(".tgz") for path in registry.paths) == 1
    assert (cache_dir / VERSION / cli_package().program).read_bytes() == program_bytes


def test_the_first_process_killed_lets_the_second_go_on(start, registry, cache_dir):
    registry.gate = threading.Event()
    first = start("install-cli", "--version", VERSION)
    assert registry.at_gate.wait(20)
    second = start("install-cli", "--version", VERSION)
    assert "waiting" in second.stderr.readline()
    first.kill()
    registry.gate.set()
    _, errors = second.communicate(timeout=20)
    assert second.returncode == 0, errors
    assert sorted(path.name for path in cache_dir.iterdir()) == [".lock", VERSION]


def whole_tree(cache_dir, program_bytes):
    """Whether the cache holds one complete installation and nothing else."""
    program = cache_dir / VERSION / cli_package().program
    return (
        sorted(path.name for path in cache_dir.iterdir()) == [".lock", VERSION]
        and {path.name for path in program.parent.iterdir()}
        == {program.name, "LICENSE.md", RECEIPT}
        and program.read_bytes() == program_bytes
        and os.access(program, os.X_OK)
    )


@pytest.mark.parametrize(("arguments", "downloads"), [([], 1), (["--force"], 3)])
def test_processes_that_start_together_all_succeed_and_leave_one_whole_tree(
    start, registry, cache_dir, program_bytes, arguments, downloads
):
    started = [start("install-cli", "--version", VERSION, *arguments) for _ in range(3)]
    errors = [process.communicate(timeout=60)[1] for process in started]
    assert [process.returncode for process in started] == [0, 0, 0], errors
    assert whole_tree(cache_dir, program_bytes)
    assert sum(path.endswith(".tgz") for path in registry.paths) == downloads


KILLED = """
import os, signal, sys
from pathlib import Path

name, countdown = sys.argv[1], int(sys.argv[2])
owner = Path if hasattr(Path, name) else os
original = getattr(owner, name)

def fatal(*args, **options):
    global countdown
    countdown -= 1
    if not countdown:
        os.kill(os.getpid(), signal.SIGKILL)
    return original(*args, **options)

setattr(owner, name, fatal)
from copilot_actors._cli import main
main(["install-cli", "--version", sys.argv[3], "--force"])
"""


@pytest.mark.parametrize(
    ("over", "call", "nth"),
    [
        (False, "fsync", 1),
        (False, "fsync", 2),
        (False, "chmod", 1),
        (False, "write_bytes", 1),
        (False, "rename", 1),
        (True, "rename", 1),
        (True, "unlink", 1),
        (True, "replace", 1),
        (True, "replace", 2),
        (True, "replace", 3),
    ],
)
def test_kill_9_at_any_step_of_an_installation_breaks_no_later_one(
    command, environment, cache_dir, program_bytes, over, call, nth
):
    if over:
        assert command("install-cli", "--version", VERSION) == 0
    program = [sys.executable, "-c", KILLED, call, str(nth), VERSION]
    killed = subprocess.run(program, env=environment, capture_output=True, timeout=60, check=False)
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert command("install-cli", "--version", VERSION) == 0
    assert whole_tree(cache_dir, program_bytes)


def test_an_interrupt_ends_with_130_and_leaves_nothing(start, registry, cache_dir):
    registry.gate = threading.Event()
    process = start("install-cli", "--version", VERSION)
    assert registry.at_gate.wait(20)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=20)
    assert process.returncode == 130
    assert errors.endswith("interrupted\n")
    assert "Traceback" not in errors
    assert [path.name for path in cache_dir.iterdir()] == [".lock"]


def test_an_interrupt_while_waiting_for_another_process_ends_the_wait(start, registry):
    registry.gate = threading.Event()
    first = start("install-cli", "--version", VERSION)
    assert registry.at_gate.wait(20)
    second = start("install-cli", "--version", VERSION)
    assert "waiting" in second.stderr.readline()
    second.send_signal(signal.SIGINT)
    assert second.wait(timeout=20) == 130
    registry.gate.set()
    assert first.wait(timeout=20) == 0


@pytest.mark.parametrize("arguments", [["--help"], ["install-cli", "--help"], ["--version"]])
def test_help_and_version_are_exit_code_0(arguments, capsys):
    assert main(arguments) == 0
    assert "copilot-actors" in capsys.readouterr().out


def test_help_names_every_command_and_the_exit_codes(capsys):
    main(["--help"])
    text = capsys.readouterr().out
    for command in _main.COMMANDS:
        assert command.name in text
    main(["install-cli", "--help"])
    text = capsys.readouterr().out
    for code in ("0", "1", "2", "3", "4", "5", "6", "130"):
        assert f"\n  {code} " in text


@pytest.mark.parametrize("arguments", [[], ["nope"], ["install-cli", "--nope"], ["--nope"]])
def test_a_wrong_command_line_is_exit_code_2_and_a_usage(arguments, capsys):
    assert main(arguments) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert "usage: copilot-actors" in output.err


@pytest.mark.parametrize("command", _main.COMMANDS, ids=lambda command: command.name)
def test_every_command_in_the_table_can_be_loaded(command):
    module = command.load()
    assert callable(module.configure)
    assert callable(module.run)


def test_help_imports_no_command():
    code = (
        "import sys; from copilot_actors._cli import main; main(['--help']); "
        "print([m for m in sys.modules if '_cli._command' in m or m in ('httpx2', 'platformdirs')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("\n[]\n")


def test_a_reader_that_leaves_early_is_no_traceback():
    code = f"{sys.executable} -m copilot_actors install-cli --help | head -c 1"
    done = subprocess.run(
        ["bash", "-c", code], capture_output=True, text=True, check=True, timeout=20
    )
    assert done.stdout == "u"
    assert "Traceback" not in done.stderr


class FakeTty(io.StringIO):
    encoding = "ascii"

    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("stream", "env", "interactive", "color"),
    [
        (FakeTty, {}, True, True),
        (FakeTty, {"NO_COLOR": ""}, True, True),
        (FakeTty, {"NO_COLOR": "1"}, True, False),
        (FakeTty, {"TERM": "dumb"}, False, False),
        (io.StringIO, {}, False, False),
    ],
)
def test_colours_are_for_terminals_that_want_them(stream, env, interactive, color):
    terminal = Terminal(stream(), env)
    assert (terminal.interactive, terminal.color) == (interactive, color)
    assert (terminal.styled("x", "red") == "x") is not color


def test_a_status_line_is_written_over_and_gives_way_to_a_line():
    stream = FakeTty()
    terminal = Terminal(stream, {})
    terminal.status("long text")
    terminal.status("short")
    terminal.line("done")
    assert stream.getvalue() == "\rlong text\rshort    \r     \rdone\n"


def test_text_that_the_stream_cannot_encode_is_replaced():
    stream = FakeTty()
    Terminal(stream, {}).line("Grüße")
    assert stream.getvalue() == "Gr??e\n"


def test_a_terminal_shows_one_moving_line_for_the_download(monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    stream = FakeTty()
    report = _Report(Terminal(stream, {}))
    report(Progress("resolving", detail="p@1"))
    report(Progress("downloading", 0, 100_000_000, "p@1"))
    report(Progress("downloading", 100_000_000, 100_000_000, "p@1"))
    report(Progress("retrying", detail="it broke"))
    report(Progress("unpacking", 5_000_000, None, "p@1"))
    text = stream.getvalue()
    assert text.startswith("Looking up p@1\n")
    assert "\rDownloading [..............................]   0% of 100 MB" in text
    assert "\rDownloading [##############################] 100% of 100 MB" in text
    assert text.endswith("\rUnpacking 5 MB")
    assert "Trying again: it broke\n" in text
    assert text.count("\n") == 2


def test_without_a_terminal_there_is_a_line_for_each_quarter():
    stream = io.StringIO()
    report = _Report(Terminal(stream, {}))
    for done in range(0, 101, 5):
        report(Progress("downloading", done * 1_000_000, 100_000_000, "p@1"))
    report(Progress("unpacking", 1, None, "p@1"))
    report(Progress("unpacking", 2, None, "p@1"))
    assert stream.getvalue().splitlines() == [
        *(f"Downloading p@1: {share}% of 100 MB" for share in (0, 25, 50, 75, 100)),
        "Unpacking p@1",
    ]
