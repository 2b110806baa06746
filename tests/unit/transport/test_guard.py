"""What happens to the CLI when this process dies without a word: on real processes."""

import os
import shutil
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
import trio

from copilot_actors.transport import INSTANCE_VARIABLE, LaunchOptions, end_leftovers, find_leftovers
from copilot_actors.transport._guard import Guard
from copilot_actors.transport._leftovers import end_instance, new_instance

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")

PARENT = textwrap.dedent(
    """
    import os, sys, trio
    from copilot_actors.transport import LaunchOptions, Stdio

    async def main():
        channel = await Stdio(sys.executable, args=sys.argv[1:]).open(LaunchOptions())
        guard = channel._process._guard.pid
        line = b""
        while not line.endswith(b"\\n"):
            line += await channel.stream.receive_some(1)
        print(channel.pid, guard, line.decode().strip(), flush=True)
        await trio.sleep_forever()

    trio.run(main)
    """
)


class Parent:
    """A process of its own that holds a channel, to be killed."""

    def __init__(self, process):
        self.process = process
        self.cli = self.guard = 0
        self.others = []

    async def read_pids(self):
        line = b""
        with trio.fail_after(20):
            while not line.endswith(b"\n"):
                data = await self.process.stdout.receive_some(1)
                assert data
                line += data
        pids = [int(word) for word in line.split() if word.isdigit()]
        self.cli, self.guard, *self.others = pids

    async def die(self):
        self.process.kill()
        await self.process.wait()
        await self.process.stdout.aclose()


@pytest.fixture
async def parent(fake, processes):
    parents = []

    async def start(*habit):
        process = await trio.lowlevel.open_process(
            [sys.executable, "-c", PARENT, *fake(*habit).args], stdout=subprocess.PIPE
        )
        parents.append(Parent(process))
        await parents[-1].read_pids()
        return parents[-1]

    yield start
    for one in parents:
        await one.die()


@pytest.mark.parametrize("habit", ["ignores_eof", "ignores_all"])
async def test_the_cli_dies_with_us_though_it_ignores_the_end_of_file(parent, processes, habit):
    us = await parent(habit)
    await us.die()
    await processes.gone(us.cli)
    await processes.gone(us.guard)


async def test_a_stopped_cli_dies_with_us(parent, processes):
    us = await parent("ignores_all")
    os.kill(us.cli, signal.SIGSTOP)
    await us.die()
    await processes.gone(us.cli)
    await processes.gone(us.guard)


async def test_a_tool_in_its_own_session_dies_with_us(parent, processes):
    us = await parent("tool", "ignores_all")
    [tool] = us.others
    os.kill(us.cli, signal.SIGSTOP)
    await us.die()
    for pid in (us.cli, tool, us.guard):
        await processes.gone(pid)


async def test_the_guard_withstands_polite_signals_and_goes_after_an_orderly_end(
    fake, options, processes
):
    channel = await fake("echo").open(options)
    guard = channel._process._guard.pid
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM):
        os.kill(guard, number)
    assert os.getsid(guard) == guard
    await channel.stop()
    assert processes.state(guard) is None


async def test_a_killed_guard_disturbs_nobody(fake, options, processes):
    channel = await fake("echo").open(options)
    os.kill(channel._process._guard.pid, signal.SIGKILL)
    await channel.stream.send_all(b"x")
    assert await channel.stream.receive_some() == b"x"
    assert (await channel.stop()).step == "eof"


async def test_a_guard_that_does_not_go_is_killed(processes):
    guard = await Guard.start(new_instance(), os.environ)
    os.kill(guard.pid, signal.SIGSTOP)
    await guard.release()
    await guard.release()
    assert processes.state(guard.pid) is None


async def test_the_guard_searches_all_processes_at_once(tmp_path, processes):
    # One program for each process took seconds on a machine with a few hundred.
    log, grep = tmp_path / "log", tmp_path / "grep"
    grep.write_text(f'#!/bin/sh\necho search >> {log}\nexec {shutil.which("grep")} "$@"\n')
    grep.chmod(0o755)
    instance = new_instance()
    tool = await orphan(instance)
    guard = await Guard.start(instance, {"PATH": f"{tmp_path}:{os.environ['PATH']}"})
    # What our death looks like to it.
    os.close(guard._pipe)
    guard._pipe = -1
    with trio.fail_after(10):
        assert await tool.wait() == -signal.SIGKILL
        await guard._process.wait()
    assert log.read_text().split() in (["search"] * 2, ["search"] * 3)


async def test_without_a_shell_there_is_no_guard_and_no_leak(processes, monkeypatch):
    before = processes.descriptors()

    async def no_shell(*_args, **_options):
        await trio.lowlevel.checkpoint()
        raise FileNotFoundError("/bin/sh")

    monkeypatch.setattr(trio.lowlevel, "open_process", no_shell)
    assert await Guard.start(new_instance(), {}) is None
    assert processes.descriptors() == before


# Leftovers of an owner that is gone, where there was no guard either


async def orphan(instance):
    """Start a process that carries ``instance``."""
    # What says something has run: between its exec and that, a process shows no environment.
    process = await trio.lowlevel.open_process(
        ["/bin/sh", "-c", "echo up; exec sleep 600"],
        env={INSTANCE_VARIABLE: instance},
        start_new_session=True,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert await process.stdout.receive_some() == b"up\n"
    await process.stdout.aclose()
    return process


def mark_of(pid, namespace=None):
    """A mark of an owner that started in the first tick of the machine."""
    here = Path("/proc/self/ns/pid").stat().st_ino
    return f"0123456789abcdef.{pid}.1.{here if namespace is None else namespace}"


@pytest.fixture
async def dead_owner(processes):
    """A mark whose owner has died."""
    process = await trio.lowlevel.open_process(["/bin/true"])
    await process.wait()
    return mark_of(process.pid)


async def test_leftovers_are_those_whose_owner_is_gone(dead_owner, monkeypatch):
    ours = await orphan(new_instance())
    left = await orphan(dead_owner)
    foreign = await orphan("not a mark")
    try:
        found = [leftover for leftover in find_leftovers() if leftover.instance == dead_owner]
        assert [leftover.pid for leftover in found] == [left.pid]
        assert not {ours.pid, foreign.pid} & {leftover.pid for leftover in find_leftovers()}
        # Other tests' orphans are on the machine too, and theirs to end.
        monkeypatch.setattr("copilot_actors.transport._leftovers.find_leftovers", lambda: found)
        assert await end_leftovers() == 1
        with trio.fail_after(5):
            assert await left.wait() == -signal.SIGTERM
        assert ours.returncode is None
        assert foreign.returncode is None
    finally:
        for process in (ours, left, foreign):
            process.kill()
            await process.wait()


@pytest.mark.parametrize("namespace", ["1", "0", "", "x", "9" * 5000])
async def test_an_owner_that_may_live_elsewhere_is_not_judged(processes, namespace):
    mark = mark_of(os.getpid(), namespace)
    other = await orphan(mark)
    try:
        assert mark not in {one.instance for one in find_leftovers()}
    finally:
        other.kill()
        await other.wait()


CONTAINER = textwrap.dedent(
    """
    import os, subprocess, sys
    from copilot_actors.transport import INSTANCE_VARIABLE
    from copilot_actors.transport._leftovers import new_instance

    # Ends with our stdin, as does the container with this process, its first.
    mark = new_instance()
    subprocess.Popen(["/bin/cat"], env={INSTANCE_VARIABLE: mark})
    print(os.getpid(), mark, flush=True)
    sys.stdin.read()
    """
)


def can_unshare():
    program = shutil.which("unshare")
    command = [program or "", "--pid", "--fork", "--mount-proc", "true"]
    return program is not None and subprocess.run(command, check=False).returncode == 0


@pytest.mark.skipif(not can_unshare(), reason="needs the right to make a namespace of pids")
async def test_a_cli_of_another_container_is_left_alone(processes, read_line):
    container = await trio.lowlevel.open_process(
        # With its own /proc, as containers have.
        ["unshare", "--pid", "--fork", "--mount-proc", sys.executable, "-c", CONTAINER],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    try:
        pid, mark = (await read_line(container.stdout)).split()
        assert pid == "1"
        assert mark not in {one.instance for one in find_leftovers()}
    finally:
        await container.stdin.aclose()
        with trio.fail_after(10):
            await container.wait()
        await container.stdout.aclose()


async def test_an_owner_whose_pid_was_given_out_again_is_gone(processes):
    mark = mark_of(os.getpid())
    left = await orphan(mark)
    try:
        assert [one.pid for one in find_leftovers() if one.instance == mark] == [left.pid]
    finally:
        left.kill()
        await left.wait()


async def test_a_mark_that_nothing_carries_ends_nothing():
    assert await end_instance("no such mark") == 0


async def test_a_process_that_cannot_be_held_is_passed_over(dead_owner, monkeypatch):
    left = await orphan(dead_owner)

    def refuse(_pid, _flags=0):
        raise ProcessLookupError(3, "No such process")

    try:
        with monkeypatch.context() as patch:
            patch.setattr(os, "pidfd_open", refuse)
            assert await end_instance(dead_owner) == 0
        assert left.returncode is None
        assert await end_instance(dead_owner) == 1
    finally:
        left.kill()
        await left.wait()


async def test_without_proc_nothing_is_found(monkeypatch, tmp_path):
    monkeypatch.setattr("copilot_actors.transport._leftovers._PROC", tmp_path / "absent")
    monkeypatch.setattr("copilot_actors._proc._PROC", tmp_path / "absent")
    assert find_leftovers() == []
    assert new_instance().endswith(".0")


async def test_the_mark_is_new_for_each_start(fake, read_line):
    marks = set()
    for _ in range(2):
        channel = await fake("dump").open(LaunchOptions(env={INSTANCE_VARIABLE: "of an outer one"}))
        marks.add((await read_line(channel.stream)).partition(INSTANCE_VARIABLE)[2][:60])
        await channel.stop()
    assert len(marks) == 2
    assert not any("outer" in mark for mark in marks)
