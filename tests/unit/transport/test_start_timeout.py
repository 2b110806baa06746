"""Opening a channel to a CLI of ours ends in time, whatever the program around us does."""

import contextlib
import subprocess
import sys
import time

import pytest
import trio

from copilot_actors._errors import ConnectFailed
from copilot_actors.transport import LaunchOptions, Stdio, Tcp
from copilot_actors.transport._guard import Guard

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc")


@pytest.fixture
def short(tmp_path):
    return LaunchOptions(home=str(tmp_path / "home"), start_timeout=0.2, stop_timeout=5.0)


@contextlib.contextmanager
def all_threads_taken():
    """Hold every worker thread that trio would lend."""
    limiter = trio.to_thread.current_default_thread_limiter()
    borrowers = [object() for _ in range(int(limiter.available_tokens))]
    for borrower in borrowers:
        limiter.acquire_on_behalf_of_nowait(borrower)
    try:
        yield
    finally:
        for borrower in borrowers:
            limiter.release_on_behalf_of(borrower)


@pytest.mark.parametrize("transport", [Stdio, Tcp])
async def test_without_a_thread_to_fork_in_the_start_fails_in_time(
    fake, short, options, processes, transport
):
    habit = "serves" if transport is Tcp else "echo"
    before = processes.descriptors()
    with all_threads_taken(), trio.fail_after(5), pytest.raises(ConnectFailed, match=r"0\.2 s"):
        await fake(habit, transport=transport).open(short)
    assert processes.children() == {}
    assert processes.descriptors() == before
    channel = await fake(habit, transport=transport).open(options)
    await channel.stop(graceful=False)


async def test_a_start_that_fails_behind_its_guard_leaves_none(fake, short, processes, monkeypatch):
    before = processes.descriptors()
    start = Guard.start
    with contextlib.ExitStack() as stack:

        async def start_and_starve(*args):
            guard = await start(*args)
            stack.enter_context(all_threads_taken())
            return guard

        monkeypatch.setattr(Guard, "start", start_and_starve)
        with trio.fail_after(5), pytest.raises(ConnectFailed) as caught:
            await fake("echo").open(short)
    assert not caught.value.permanent
    assert processes.children() == {}
    assert processes.descriptors() == before


@pytest.mark.parametrize("late", ["copilot-actors-guard", "--headless"])
async def test_a_fork_that_comes_late_leaves_a_channel_or_nothing(
    fake, short, processes, monkeypatch, late
):
    class Slow(subprocess.Popen):
        def __init__(self, args, **more):
            if late in args:
                # Real time: it is in a thread, which the deadline cannot interrupt.
                time.sleep(0.4)
            super().__init__(args, **more)

    before = processes.descriptors()
    monkeypatch.setattr(subprocess, "Popen", Slow)
    with trio.fail_after(5), contextlib.suppress(ConnectFailed):
        channel = await fake("echo").open(short)
        await channel.stop(graceful=False)
    assert processes.children() == {}
    assert processes.descriptors() == before


async def test_the_time_of_the_fork_counts_for_the_port_too(fake, processes, monkeypatch):
    start = Guard.start

    async def slow(*args):
        # A slow fork of a real process: it is to count against the 0.8 s.
        await trio.sleep(0.5)
        return await start(*args)

    monkeypatch.setattr(Guard, "start", slow)
    begun = trio.current_time()
    with pytest.raises(Exception, match=r"within 0\.8 s"):
        await fake("ignores_eof", transport=Tcp).open(LaunchOptions(start_timeout=0.8))
    assert trio.current_time() - begun < 1.25
