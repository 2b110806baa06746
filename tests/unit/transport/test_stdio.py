"""A CLI over pipes: how it is started, watched and ended, on real processes."""

import contextlib
import json
import os
import signal
import sys
from pathlib import Path

import pytest
import trio

from copilot_actors._errors import CliExited, CliNotFound, ConnectFailed, InvalidOption, StopFailed
from copilot_actors.transport import ExitStatus, LaunchOptions, Stdio, allowed_env
from copilot_actors.transport._tail import TAIL_SIZE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")


@contextlib.asynccontextmanager
async def opened(transport, options):
    channel = await transport.open(options)
    try:
        yield channel
    finally:
        with trio.CancelScope(shield=True):
            await channel.stop(graceful=False)


async def dumped(transport, options, read_line):
    async with opened(transport, options) as channel:
        return json.loads(await read_line(channel.stream))


# Start


async def test_bytes_go_both_ways_and_the_end_of_file_ends_it(fake, options, processes):
    channel = await fake("echo").open(options)
    assert processes.lives(channel.pid)
    assert (channel.port, channel.token) == (None, None)
    await channel.stream.send_all(b"hello")
    with trio.fail_after(10):
        assert await channel.stream.receive_some() == b"hello"
    report = await channel.stop()
    assert report.step == "eof"
    assert report.status == ExitStatus(code=0, signal=None)
    assert report.leftovers == 0
    assert report.seconds < 3


async def test_the_arguments_are_the_flags_behind_the_callers_own(fake, options, read_line):
    argv = (await dumped(fake("dump"), options, read_line))["argv"]
    flags = ["--headless", "--no-auto-update", "--log-level", "error", "--stdio"]
    assert argv[1:] == ["dump", *flags]


@pytest.mark.parametrize(
    ("fields", "flags"),
    [
        ({"log_level": "debug"}, ["--log-level", "debug"]),
        ({"session_idle_timeout": 1.2}, ["--session-idle-timeout", "2"]),
        ({"use_logged_in_user": False}, ["--no-auto-login"]),
        ({"github_token": "gho_0123456789"}, ["--auth-token-env", "COPILOT_SDK_AUTH_TOKEN"]),
        ({"github_token": "gho_0123456789"}, ["--no-auto-login"]),
    ],
)
async def test_options_become_flags(fake, read_line, fields, flags):
    argv = (await dumped(fake("dump"), LaunchOptions(**fields), read_line))["argv"]
    assert " ".join(flags) in " ".join(argv)
    assert "gho_" not in " ".join(argv)


async def test_a_signed_in_user_is_kept_beside_a_token_on_request(fake, read_line):
    options = LaunchOptions(github_token="gho_0123456789", use_logged_in_user=True)
    assert "--no-auto-login" not in (await dumped(fake("dump"), options, read_line))["argv"]


async def test_without_env_the_child_gets_ours(fake, options, read_line, monkeypatch):
    monkeypatch.setenv("SOME_VARIABLE", "here")
    monkeypatch.setenv("COPILOT_CONNECTION_TOKEN", "of somebody else")
    env = (await dumped(fake("dump"), options, read_line))["env"]
    assert env["SOME_VARIABLE"] == "here"
    assert "COPILOT_CONNECTION_TOKEN" not in env


async def test_a_given_env_is_exactly_that_and_the_documented_minimum(fake, tmp_path, read_line):
    home = str(tmp_path / "h")
    options = LaunchOptions(env={"A": "1"}, home=home, github_token="gho_0123456789")
    env = (await dumped(fake("dump"), options, read_line))["env"]
    instance = env.pop("COPILOT_ACTORS_INSTANCE")
    assert instance.split(".")[1] == str(os.getpid())
    env.pop("LC_CTYPE", None)  # set by Python itself
    assert env == {"A": "1", "COPILOT_HOME": home, "COPILOT_SDK_AUTH_TOKEN": "gho_0123456789"}


def test_an_allow_list_passes_on_what_is_named_and_what_programs_need():
    ours = {"PATH": "/bin", "LC_ALL": "C", "XDG_CACHE_HOME": "/c", "AWS_SECRET": "x", "MINE": "y"}
    assert allowed_env("MINE", "ABSENT", env=ours) == {
        "PATH": "/bin",
        "LC_ALL": "C",
        "XDG_CACHE_HOME": "/c",
        "MINE": "y",
    }
    assert allowed_env()["PATH"] == os.environ["PATH"]


async def test_the_working_directory_is_the_childs(fake, tmp_path, read_line):
    options = LaunchOptions(working_directory=str(tmp_path))
    assert (await dumped(fake("dump"), options, read_line))["cwd"] == str(tmp_path)


async def test_a_script_runs_through_the_node_on_the_search_path(tmp_path, processes, read_line):
    script = tmp_path / "index.js"
    script.touch()
    node = tmp_path / "node"
    node.write_text('#!/bin/sh\necho "$1 $2"\nexec cat\n')
    node.chmod(0o755)
    options = LaunchOptions(env={"PATH": f"{tmp_path}:{os.defpath}"})
    async with opened(Stdio(script), options) as channel:
        assert await read_line(channel.stream) == f"{script} --headless"


async def test_a_script_without_node_is_not_found(tmp_path):
    script = tmp_path / "index.js"
    script.touch()
    with pytest.raises(CliNotFound, match="node"):
        await Stdio(script).open(LaunchOptions(env={"PATH": "/nonexistent"}))


@pytest.mark.parametrize(
    ("fields", "option"),
    [
        ({"working_directory": "/nonexistent"}, "working_directory"),
        ({"home": "/proc/nohome"}, "home"),
        ({"env": {"COPILOT_HOME": "/proc/nohome"}}, "env['COPILOT_HOME']"),
        ({"env": {"A=B": "1"}}, "env"),
        ({"env": {"A": "secret\0"}}, "env"),
        ({"session_idle_timeout": 0.0}, "session_idle_timeout"),
        ({"session_idle_timeout": float("inf")}, "session_idle_timeout"),
    ],
)
async def test_what_no_process_can_be_started_with_is_refused_by_name(
    fake, processes, fields, option
):
    with pytest.raises(InvalidOption) as caught:
        await fake("echo").open(LaunchOptions(**fields))
    assert caught.value.option == option
    assert "secret" not in str(caught.value)


async def test_a_null_character_in_an_argument_is_refused(options, processes):
    with pytest.raises(InvalidOption, match="args"):
        await Stdio("/bin/sh", ["a\0b"]).open(options)


@pytest.mark.parametrize("content", [b"\x7fELF", b"\0\0\0\0", b"#!/nonexistent\n"])
async def test_a_file_that_cannot_be_run_is_not_found(tmp_path, options, processes, content):
    path = tmp_path / "copilot"
    path.write_bytes(content)
    path.chmod(0o755)
    before = processes.descriptors()
    with pytest.raises(CliNotFound, match="cannot be run") as caught:
        await Stdio(path).open(options)
    assert caught.value.permanent
    assert processes.descriptors() == before


async def test_a_file_that_is_being_written_may_be_retried(tmp_path, options, processes):
    path = tmp_path / "copilot"
    path.write_bytes(b"#!/bin/sh\n")
    path.chmod(0o755)
    with path.open("r+b"), pytest.raises(ConnectFailed) as caught:
        await Stdio(path).open(options)
    assert caught.value.retryable
    assert not caught.value.permanent


async def test_cancelling_the_start_leaves_nothing(fake, options, processes):
    before = processes.descriptors()
    for _ in range(5):
        with trio.CancelScope() as scope:
            scope.cancel()
            await fake("echo").open(options)
        assert scope.cancelled_caught
    assert processes.children() == {}
    assert processes.descriptors() == before


async def test_cancelling_during_the_fork_leaves_nothing_or_a_channel(fake, options, processes):
    for checkpoints in range(6):
        channel = None
        with trio.CancelScope() as scope:
            async with trio.open_nursery() as nursery:

                async def cancel(count=checkpoints, scope=scope):
                    for _ in range(count):
                        # The fork runs in a thread: the moments are real time, the outcome is the
                        # same.
                        await trio.sleep(0.001)
                    scope.cancel()

                nursery.start_soon(cancel)
                channel = await fake("echo").open(options)
        if channel is not None:
            await channel.stop(graceful=False)
        assert processes.children() == {}


# Exit


@pytest.mark.parametrize(
    ("habit", "expected"),
    [
        (("exits", "0"), (ExitStatus(0, None), "", "Is this program the Copilot CLI?")),
        (("exits", "1"), (ExitStatus(1, None), "", "COPILOT_HOME")),
        (("exits", "1", "unknown option"), (ExitStatus(1, None), "unknown option", "older")),
        (("exits", "7", "boom"), (ExitStatus(7, None), "boom", "")),
        (("killed",), (ExitStatus(None, 9), "", "lack of memory")),
    ],
)
async def test_the_end_is_seen_with_its_last_words(fake, options, processes, habit, expected):
    status, text, hint = expected
    async with opened(fake(*habit), options) as channel:
        with trio.fail_after(10):
            assert await channel.wait_exit() == status
            assert await channel.wait_exit() == status
        assert channel.stderr_tail == text
        error = channel.exit_error(status, during_start=True)
        assert isinstance(error, CliExited)
        assert (error.code, error.signal) == (status.code, status.signal)
        assert error.stderr_tail == text
        assert error.during_start
        assert hint in str(error)
        report = await channel.stop()
        assert report.step == "already_exited"
        assert report.status == status


async def test_the_end_is_seen_by_every_waiter(fake, options, processes):
    async with opened(fake("ignores_eof"), options) as channel, trio.open_nursery() as nursery:
        seen = []

        async def wait():
            seen.append(await channel.wait_exit())

        for _ in range(5):
            nursery.start_soon(wait)
        with trio.CancelScope() as cancelled:
            cancelled.cancel()
            await channel.wait_exit()
        os.kill(channel.pid, signal.SIGKILL)
        with trio.fail_after(10):
            while len(seen) < 5:  # noqa: ASYNC110
                await trio.sleep(0.01)
    assert set(seen) == {ExitStatus(None, 9)}


async def test_a_grandchild_that_holds_stdout_does_not_hide_the_end(
    fake, options, processes, read_line
):
    async with opened(fake("tool"), options) as channel:
        tool = int(await read_line(channel.stream))
        os.kill(channel.pid, signal.SIGKILL)
        with trio.fail_after(10):
            await channel.wait_exit()
        assert processes.lives(tool)
    await processes.gone(tool)


async def test_the_end_of_the_process_ends_its_group(fake, options, processes, read_line):
    async with opened(fake("grandchild"), options) as channel:
        grandchild = int(await read_line(channel.stream))
        os.kill(channel.pid, signal.SIGKILL)
        with trio.fail_after(10):
            await channel.wait_exit()
            assert await channel.stream.receive_some() == b""
        await processes.gone(grandchild)


# Stderr


async def test_stderr_is_read_for_life_into_a_bounded_tail(fake, options, processes, read_line):
    async with opened(fake("chatty", "2000000"), options) as channel:
        assert await read_line(channel.stream) == "written"
        with trio.fail_after(10):
            while not channel.stderr_tail.endswith("the end\n"):  # noqa: ASYNC110
                await trio.sleep(0.01)
        assert len(channel.stderr_tail) == TAIL_SIZE


@pytest.mark.parametrize("variable", ["COPILOT_SDK_AUTH_TOKEN", "MY_API_KEY"])
async def test_secrets_are_not_in_the_tail_the_error_or_any_repr(fake, processes, variable):
    secret = "gho_0123456789abcdef"
    options = LaunchOptions(env={"MY_API_KEY": secret}, github_token=secret)
    transport = fake("leaks", variable)
    async with opened(transport, options) as channel:
        status = await channel.wait_exit()
        assert channel.stderr_tail == "using [redacted] now\n"
        assert channel.redact(f"a {secret} b") == "a [redacted] b"
        error = channel.exit_error(status)
    for text in (str(error), repr(error), repr(transport), repr(channel), repr(vars(channel))):
        assert secret not in text


# Stop


@pytest.mark.parametrize(
    ("habit", "expected"),
    [
        ("echo", ("eof", ExitStatus(0, None))),
        ("ignores_eof", ("term", ExitStatus(0, None))),
        ("ignores_all", ("kill", ExitStatus(None, 9))),
    ],
)
async def test_the_ladder_goes_as_far_as_it_must(fake, processes, read_line, habit, expected):
    # What obeys at once does so however slow the machine is: its rung has the time to show it.
    options = LaunchOptions(stop_timeout=5.0 if habit == "echo" else 0.5)
    before = processes.descriptors()
    channel = await fake(habit).open(options)
    if habit != "echo":
        assert await read_line(channel.stream) == "ready"
    report = await channel.stop()
    assert (report.step, report.status) == expected
    assert report.seconds <= 0.5 + 1.0
    assert not processes.lives(channel.pid)
    assert processes.descriptors() == before
    assert await channel.stop() is report


async def test_an_impatient_stop_goes_to_the_kill(fake, options, processes, read_line):
    channel = await fake("ignores_eof").open(options)
    await read_line(channel.stream)
    report = await channel.stop(graceful=False)
    assert report.step == "kill"
    assert report.seconds < 2


async def test_an_impatient_stop_hurries_a_patient_one(fake, processes, read_line):
    channel = await fake("ignores_all").open(LaunchOptions(stop_timeout=300))
    await read_line(channel.stream)
    reports = []
    with trio.fail_after(10):
        async with trio.open_nursery() as nursery:

            async def stop(*, graceful):
                reports.append(await channel.stop(graceful=graceful))

            nursery.start_soon(lambda: stop(graceful=True))
            await trio.testing.wait_all_tasks_blocked(0.05)
            nursery.start_soon(lambda: stop(graceful=False))
    assert [report.step for report in reports] == ["kill", "kill"]


async def test_a_stop_is_shielded_from_cancellation(fake, options, processes, read_line):
    channel = await fake("ignores_eof").open(options)
    await read_line(channel.stream)
    with trio.CancelScope() as scope:
        scope.cancel()
        await channel.stop(graceful=False)
    assert not processes.lives(channel.pid)


async def test_a_stopped_process_is_ended_too(fake, processes, read_line):
    channel = await fake("ignores_eof").open(LaunchOptions(stop_timeout=0.5))
    await read_line(channel.stream)
    os.kill(channel.pid, signal.SIGSTOP)
    report = await channel.stop()
    assert report.step == "term"


async def test_a_process_that_outlives_the_kill_is_a_typed_error(
    fake, processes, read_line, monkeypatch
):
    channel = await fake("ignores_all").open(LaunchOptions(stop_timeout=0.1))
    await read_line(channel.stream)
    with monkeypatch.context() as patch:

        def refuse(_group, _number):
            raise PermissionError(1, "Operation not permitted")

        patch.setattr(os, "killpg", refuse)
        with trio.fail_after(10), pytest.raises(StopFailed, match="not permitted") as caught:
            await channel.stop()
    assert caught.value.pid == channel.pid
    report = await channel.stop(graceful=False)
    assert report.step == "kill"


@pytest.fixture
def no_kill_works(monkeypatch):
    """The system refuses to signal any group, as it does for a child with another user's rights."""

    def refuse(_group, _number):
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "killpg", refuse)


@pytest.mark.parametrize("attempts", [1, 2])
async def test_what_a_process_that_outlives_the_kill_started_is_ended_and_it_is_reaped_in_time(
    fake, processes, read_line, no_kill_works, attempts
):
    before = processes.descriptors()
    channel = await fake("tool", "ignores_all").open(LaunchOptions(stop_timeout=0.1))
    tool = int(await read_line(channel.stream))
    assert await read_line(channel.stream) == "ready"
    for _ in range(attempts):
        with trio.fail_after(10), pytest.raises(StopFailed):
            await channel.stop()
        assert processes.lives(channel.pid)
    await processes.gone(tool)
    os.kill(channel.pid, signal.SIGKILL)
    with trio.fail_after(5):
        while processes.children():  # noqa: ASYNC110 - a real process
            await trio.sleep(0.01)
    assert processes.descriptors() == before
    assert await channel.wait_exit() == ExitStatus(None, 9)
    assert (await channel.stop()).step == "already_exited"


def test_a_process_that_outlives_the_run_holds_no_descriptor_of_ours(
    fake, processes, read_line, no_kill_works
):
    async def fail_to_stop():
        channel = await fake("ignores_all").open(LaunchOptions(stop_timeout=0.1))
        await read_line(channel.stream)
        with pytest.raises(StopFailed):
            await channel.stop()
        return channel

    channel = trio.run(fail_to_stop)
    links = [str(fd.readlink()) for fd in Path("/proc/self/fd").iterdir() if fd.exists()]
    # Trio's own is closed when it sees the end.
    assert links.count("anon_inode:[pidfd]") == 1
    os.kill(channel.pid, signal.SIGKILL)
    assert trio.run(channel.wait_exit) == ExitStatus(None, 9)


@pytest.mark.parametrize("graceful", [True, False])
async def test_a_grandchild_that_ignores_every_signal_goes_with_the_group(
    fake, options, processes, read_line, graceful
):
    channel = await fake("grandchild").open(options)
    grandchild = int(await read_line(channel.stream))
    report = await channel.stop(graceful=graceful)
    await processes.gone(grandchild)
    # It went with the group: nothing had to be looked for.
    assert report.leftovers == 0


@pytest.mark.parametrize("graceful", [True, False])
async def test_a_tool_in_its_own_session_is_found_and_ended(
    fake, options, processes, read_line, graceful
):
    channel = await fake("tool").open(options)
    tool = int(await read_line(channel.stream))
    assert os.getsid(tool) == tool
    report = await channel.stop(graceful=graceful)
    assert report.leftovers == 1
    await processes.gone(tool)


async def test_a_tool_of_another_cli_is_not_touched(fake, options, processes, read_line):
    async with opened(fake("tool"), options) as other:
        tool = int(await read_line(other.stream))
        channel = await fake("tool").open(options)
        await read_line(channel.stream)
        assert (await channel.stop()).leftovers == 1
        assert processes.lives(tool)


async def test_a_task_that_reads_or_writes_during_the_stop_is_told(fake, processes, read_line):
    channel = await fake("ignores_all").open(LaunchOptions(stop_timeout=0.2))
    await read_line(channel.stream)
    outcomes = []
    async with trio.open_nursery() as nursery:

        async def read():
            try:
                outcomes.append(await channel.stream.receive_some())
            except trio.ClosedResourceError:
                outcomes.append(b"")

        async def write():
            with pytest.raises((trio.ClosedResourceError, trio.BrokenResourceError)):
                await channel.stream.send_all(b"x" * 10_000_000)
            outcomes.append(b"")

        nursery.start_soon(read)
        nursery.start_soon(write)
        await trio.testing.wait_all_tasks_blocked(0.05)
        with trio.fail_after(10):
            await channel.stop()
    assert outcomes == [b"", b""]


async def test_writing_without_waiting_takes_what_fits(fake, options, processes, read_line):
    channel = await fake("ignores_eof").open(options)
    assert await read_line(channel.stream) == "ready"
    data = b"x" * 100_000
    written = 0
    while sent := channel.send_nowait(data):
        written += sent
    assert written > 0
    os.kill(channel.pid, signal.SIGKILL)
    await channel.wait_exit()
    with pytest.raises(trio.BrokenResourceError):
        channel.send_nowait(data)
    await channel.stop()
    with pytest.raises(trio.ClosedResourceError):
        channel.send_nowait(data)


@pytest.mark.parametrize("habit", ["echo", "ignores_eof", "ignores_all"])
async def test_without_pidfds_the_ladder_is_the_same(
    fake, processes, read_line, monkeypatch, habit
):
    def refuse(_pid, _flags=0):
        raise OSError(38, "Function not implemented")

    monkeypatch.setattr(os, "pidfd_open", refuse)
    before = processes.descriptors()
    channel = await fake(habit).open(LaunchOptions(stop_timeout=0.5))
    if habit != "echo":
        await read_line(channel.stream)
    report = await channel.stop()
    assert report.step == {"echo": "eof", "ignores_eof": "term", "ignores_all": "kill"}[habit]
    dead = await fake("exits", "3").open(LaunchOptions())
    with trio.fail_after(10):
        assert await dead.wait_exit() == ExitStatus(3, None)
    assert (await dead.stop()).step == "already_exited"
    assert processes.descriptors() == before


STUBBORN = "(trap '' HUP TERM; exec sleep 1000 >/dev/null 2>&1 </dev/null) & echo $!; exec cat"


async def test_P2_two_hundred_crashes_leave_no_process_no_zombie_and_no_descriptor(
    shell, processes, read_line
):
    options = LaunchOptions()
    transport = shell(STUBBORN)
    grandchildren = []
    channel = await transport.open(options)
    await channel.stop()
    before = processes.descriptors()
    for number in range(200):
        channel = await transport.open(options)
        grandchildren.append(int(await read_line(channel.stream)))
        if number % 2:
            os.kill(channel.pid, signal.SIGKILL)
            with trio.fail_after(10):
                await channel.wait_exit()
        report = await channel.stop(graceful=number % 4 == 0)
        assert report.status is not None
    assert processes.children() == {}
    await processes.gone(grandchildren[-1])
    assert not any(map(processes.lives, grandchildren))
    assert processes.descriptors() == before
