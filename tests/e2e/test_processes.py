"""Whatever ends a client, no process, zombie, guard, task or descriptor is left, and soon."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script, Silence, Text, ToolCall, ToolCalls
from copilot_actors.transport import Stdio, Tcp

PARENT = Path(__file__).with_name("parent.py")
CRASHES = 25
"""With a whole client; the 200 of the case are done at the transport, where one takes 20 ms."""
STOP = 1.0
"""The ``stop_timeout`` of most tests here: each end is bounded by it and two seconds more."""


def bash(command):
    return ToolCall(
        "bash", {"command": command, "description": "wait", "mode": "sync", "initial_wait": 60}
    )


def running(*argv):
    """Process ids of the programs with exactly these arguments."""
    wanted = b"\0".join(word.encode() for word in argv) + b"\0"
    found = set()
    for entry in Path("/proc").iterdir():
        with contextlib.suppress(OSError):
            if entry.name.isdigit() and (entry / "cmdline").read_bytes() == wanted:
                found.add(int(entry.name))
    return found


async def begun(seconds, count=1):
    """Wait until ``count`` processes of the model's command run; return their ids."""
    with trio.fail_after(10):
        while len(found := running("sleep", seconds)) < count:  # noqa: ASYNC110
            # A command that the model started: /proc is the only place that shows it.
            await trio.sleep(0.02)
    return found


# --- The ladder ------------------------------------------------------------------------------

BAD_ENDS = {
    "ends when asked": ("eof", ""),
    "ends with its input": ("eof", "on('runtime.shutdown')(lambda request: None)"),
    "ends by SIGTERM": (
        "term",
        """
        on("runtime.shutdown")(lambda request: None)
        signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
        serve, cli.serve = cli.serve, lambda: (serve(), forever())
        """,
    ),
    "ignores all but SIGKILL": (
        "kill",
        """
        on("runtime.shutdown")(lambda request: None)
        ignore_polite_signals()
        serve, cli.serve = cli.serve, lambda: (serve(), forever())
        """,
    ),
    "has a stubborn child": (
        "eof",
        """
        on("runtime.shutdown")(lambda request: None)
        spawn_stubborn_child()
        """,
    ),
    "has a stubborn child in a session of its own": (
        "eof",
        """
        on("runtime.shutdown")(lambda request: None)
        spawn_stubborn_child(own_session=True)
        """,
    ),
    "dies and leaves a stubborn child": (
        "already_exited|eof",
        """
        spawn_stubborn_child()
        on("runtime.shutdown")(lambda request: os._exit(9))
        """,
    ),
    "answers the shutdown and stays": (
        "kill",
        """
        ignore_polite_signals()
        serve, cli.serve = cli.serve, lambda: (serve(), forever())
        on("runtime.shutdown")(lambda request: cli.reply(request, {}))
        """,
    ),
    "writes until the last moment": (
        "kill",
        """
        ignore_polite_signals()
        @on("runtime.shutdown")
        def _(request):
            while True:
                cli.event("s", "noise", {"text": "x" * 1000}, ephemeral=True)
        """,
    ),
}


@pytest.mark.parametrize(("step", "scenario"), list(BAD_ENDS.values()), ids=list(BAD_ENDS))
async def test_P3_every_kind_of_cli_is_ended_within_the_bound_and_the_step_reported(
    fake, processes, task_count, caplog, step, scenario
):
    caplog.set_level("DEBUG", "copilot_actors")
    before = task_count()
    fake.play(scenario)
    async with ca.open_client(**fake.options(stop_timeout=STOP)) as client:
        session = await client.create_session()
        await session.send_and_wait("hello")
        pid = client.pid
        stopping = trio.current_time()
    assert trio.current_time() - stopping <= STOP + 2
    assert not processes.lives(pid)
    assert processes.group(pid) == set()
    assert not any(map(processes.lives, fake.children))
    assert task_count() == before
    [told] = [record for record in caplog.records if "%(step)s" in record.msg]
    assert told.args["pid"] == pid
    assert told.args["step"] in step.split("|")
    assert told.args["leftovers"] == ("own_session" in scenario)
    assert told.levelname == (
        "WARNING" if step in {"term", "kill"} or told.args["leftovers"] else "DEBUG"
    )
    statistics = client.statistics()
    assert statistics.forced_stops == (step in {"term", "kill"})
    assert statistics.leftovers == told.args["leftovers"]


async def test_P3_a_stopped_cli_is_ended_within_the_bound(fake, processes):
    async with ca.open_client(**fake.options(stop_timeout=STOP)) as client:
        pid = client.pid
        os.kill(pid, signal.SIGSTOP)
        stopping = trio.current_time()
    assert trio.current_time() - stopping <= STOP + 2
    assert not processes.lives(pid)


async def test_P2_a_grandchild_that_holds_the_output_does_not_hide_the_death(fake, processes):
    fake.play(
        """
        spawn_stubborn_child(own_session=True)
        @on("die")
        def _(request):
            os._exit(3)
        """
    )
    async with ca.open_client(**fake.options(stop_timeout=STOP)) as client:
        with pytest.raises(ca.CliExited) as caught, trio.fail_after(1):
            await client.request("die")
        assert caught.value.code == 3
        with trio.fail_after(4):
            await client.ping()
        assert not processes.lives(fake.children[0])
    assert not any(map(processes.lives, fake.children))


async def test_P2_many_crashes_leave_no_process_no_zombie_and_no_descriptor(fake, processes):
    fake.play("spawn_stubborn_child()")
    before = processes.children(os.getpid())  # a server of other tests, perhaps
    async with ca.open_client(**fake.options(max_restarts=1000)) as client:
        session = await client.create_session(session_id="s")
        await session.send_and_wait("hello")
        descriptors = len(processes.descriptors())
        for _ in range(CRASHES):
            pid = client.pid
            os.kill(pid, signal.SIGKILL)
            await client.wait_state("reconnecting")
            await client.wait_state("connected")
            await session.wait_state("idle")
            assert processes.group(pid) == set()
        assert (await session.send_and_wait("still")).data["content"] == "echo: still"
        assert len(processes.descriptors()) == descriptors
        # One CLI and its guard.
        assert len(processes.children(os.getpid()) - before) <= 2
    assert len(fake.starts) == CRASHES + 1
    assert not any(map(processes.lives, [*fake.starts, *fake.children]))


# --- Ends of the block -----------------------------------------------------------------------


async def test_twenty_clients_in_a_row_leave_nothing(fake, processes, task_count):
    before = None
    for _ in range(20):
        async with ca.open_client(**fake.options()) as client:
            await client.create_session()
        now = (task_count(), len(processes.descriptors()), processes.children(os.getpid()))
        before = before or now
        assert now == before
    assert len(fake.starts) == 20


async def test_nested_clients_end_one_after_the_other(fake, processes, task_count):
    before = task_count()
    async with ca.open_client(**fake.options()) as outer:
        async with ca.open_client(**fake.options()) as inner:
            assert inner.pid != outer.pid
            async with ca.open_client(**fake.options()) as third:
                await third.ping()
        assert not processes.lives(fake.starts[1])
        await outer.ping()
        with pytest.raises(ca.ConnectionStopped):
            await inner.ping()
    assert task_count() == before


@pytest.mark.parametrize("seed", range(8))
async def test_a_client_cancelled_at_any_moment_leaves_nothing(fake, processes, task_count, seed):
    fake.play(
        "on('connect')(lambda request: (time.sleep(0.05), cli.reply(request, {'protocolVersion': 3})))"
    )
    before, delay = task_count(), random.Random(seed).uniform(0, 0.25)
    with trio.move_on_after(delay):
        async with ca.open_client(**fake.options(stop_timeout=STOP)) as client:
            session = await client.create_session()
            while True:
                await session.send_and_wait("hello")
                os.kill(client.pid, signal.SIGKILL)
    stopped = trio.current_time()
    assert task_count() == before
    assert not any(map(processes.lives, fake.starts))
    assert trio.current_time() - stopped < 1


async def test_a_client_cancelled_with_callers_in_a_nursery_leaves_nothing(
    fake, processes, task_count
):
    fake.play("on('session.send')(lambda request: cli.accept(request))")
    before, ended = task_count(), trio.Event()
    with trio.CancelScope() as scope:
        async with ca.open_client(**fake.options()) as client:
            session = await client.create_session()

            async def ask():
                try:
                    await session.send_and_wait("hello")
                finally:
                    ended.set()

            async with trio.open_nursery() as nursery:
                nursery.start_soon(ask)
                await trio.testing.wait_all_tasks_blocked(0.1)
                scope.cancel()
    assert ended.is_set()
    assert not any(map(processes.lives, fake.starts))
    assert task_count() == before


@pytest.mark.parametrize("transport", [Stdio, Tcp])
@pytest.mark.parametrize(
    "scenario",
    [
        "forever()",
        "on('connect')(lambda request: None)",
        """
        import socket
        server = socket.create_server(("127.0.0.1", 0))
        os.write(1, b"listening on port %d\\n" % server.getsockname()[1])
        forever()
        """,
    ],
    ids=["silent", "deaf", "server"],
)
async def test_a_client_cancelled_in_its_handshake_is_gone_at_once(
    fake, processes, task_count, scenario, transport
):
    before = task_count()
    fake.play(scenario)
    opening = trio.current_time()
    with trio.move_on_after(0.3):
        options = {**fake.options(stop_timeout=STOP), "cli": transport(path=fake.path)}
        with contextlib.suppress(ca.CliExited):
            async with ca.open_client(**options):
                raise AssertionError("it opened")
    assert trio.current_time() - opening < 0.3 + STOP + 2
    assert task_count() == before
    assert not any(map(processes.lives, fake.starts))


# --- The death of this program ---------------------------------------------------------------


@contextlib.contextmanager
def program(kind, where, state):
    """A program with a client open; yields it and the pid of its CLI."""
    with subprocess.Popen(
        [sys.executable, str(PARENT), kind, str(where), state],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        try:
            line = process.stdout.readline()
            assert line, process.stderr.read().decode()
            yield process, int(line)
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("habit", "number"),
    [
        ("polite", signal.SIGINT),
        ("stubborn", signal.SIGKILL),
        ("stopped", signal.SIGTERM),
    ],
)
async def test_P4_nothing_outlives_a_killed_program(fake, processes, number, habit):
    if habit == "stubborn":
        fake.play("ignore_polite_signals()\nspawn_stubborn_child(own_session=True)")
    with program("fake", fake.path, "idle") as (parent, cli):
        if habit == "stopped":
            os.kill(cli, signal.SIGSTOP)
        parent.send_signal(number)
        await processes.gone(parent.pid, cli, *fake.children, seconds=5)
        with trio.fail_after(5):
            while processes.left_by(parent.pid):  # noqa: ASYNC110
                # Processes of another program: polling is the only way to see them go.
                await trio.sleep(0.02)


@pytest.mark.real_cli
@pytest.mark.parametrize(
    ("state", "number"),
    [
        ("stopped", signal.SIGKILL),
        ("tool", signal.SIGKILL),
        pytest.param("turn", signal.SIGTERM, marks=pytest.mark.exhaustive),
        pytest.param("turn", signal.SIGINT, marks=pytest.mark.exhaustive),
    ],
)
async def test_P4_no_real_cli_outlives_a_killed_program(real, processes, state, number):
    with program("real", real.home, "turn" if state == "stopped" else state) as (parent, cli):
        sleepers = await begun("287") if state == "tool" else set()
        if state == "stopped":
            os.kill(cli, signal.SIGSTOP)
        parent.send_signal(number)
        await processes.gone(parent.pid, cli, *sleepers, seconds=6)
        with trio.fail_after(5):
            while processes.left_by(parent.pid):  # noqa: ASYNC110
                # Processes of another program: polling is the only way to see them go.
                await trio.sleep(0.02)


# --- The real CLI ----------------------------------------------------------------------------

COMMANDS = {
    "plain": "sleep 283",
    "stubborn": "trap '' HUP TERM INT; sleep 283 & sleep 283",
    "in another session": "setsid sleep 283 & sleep 283",
}
"""What a shell tool may run; each begins one ``sleep 283`` or two."""
SCRIPT = Script.by_prompt(
    {"slow": Silence()}
    | {name: [ToolCalls([bash(command)]), Text("slept")] for name, command in COMMANDS.items()},
    default=Text("ok"),
)


@pytest.mark.real_cli
@pytest.mark.parametrize("command", list(COMMANDS))
async def test_P2_what_a_tool_runs_when_its_client_ends_is_ended_too(real, processes, command):
    async with real.client(SCRIPT, stop_timeout=4.0) as client:
        session = await client.create_session(on_permission_request=ca.approve_all, **real.session)
        async with session.events("tool.execution_start") as started:
            await session.send(command)
            await started.__anext__()
        sleepers = await begun("283", 1 if command == "plain" else 2)
        pid, stopping = client.pid, trio.current_time()
    assert trio.current_time() - stopping <= 6
    assert not any(map(processes.lives, [pid, *sleepers]))


@pytest.mark.real_cli
@pytest.mark.parametrize("command", list(COMMANDS))
async def test_P2_what_a_tool_runs_when_its_cli_is_killed_is_ended_and_the_turn_completes(
    real, processes, command
):
    async with real.client(SCRIPT) as client:
        session = await client.create_session(on_permission_request=ca.approve_all, **real.session)
        async with (
            trio.open_nursery() as nursery,
            session.events("tool.execution_start", "tool.execution_complete") as tools,
        ):
            answers = []

            async def ask():
                answers.append(await session.send_and_wait(command))

            nursery.start_soon(ask)
            await tools.__anext__()
            sleepers = await begun("283", 1 if command == "plain" else 2)
            os.kill(client.pid, signal.SIGKILL)
            await client.wait_state("reconnecting")
            await client.wait_state("connected")
            assert not any(map(processes.lives, sleepers))
            # What the caller's subscriptions are told of it.
            completed = await tools.__anext__()
            assert completed.data["error"]["code"] == "interrupted"
        assert answers[0].data["content"] == "slept"
        assert running("sleep", "283") == set()
        assert client.statistics().leftovers >= len(sleepers)


@pytest.mark.real_cli
@pytest.mark.parametrize(
    "moment",
    [pytest.param("before", marks=pytest.mark.exhaustive), "handshake", "turn", "recovery"],
)
async def test_a_real_client_cancelled_at_a_moment_leaves_nothing(
    real, processes, task_count, moment
):
    before = task_count()
    with trio.CancelScope() as scope:
        scope.deadline = trio.current_time() + {"before": 0.005, "handshake": 0.25}.get(moment, 60)
        async with real.client(SCRIPT, stop_timeout=4.0) as client:
            session = await client.create_session(**real.session)
            await session.send_and_wait("hello")
            async with trio.open_nursery() as nursery:
                nursery.start_soon(session.send_and_wait, "slow")
                await real.model.wait_model_calls(2)
                if moment == "recovery":
                    os.kill(client.pid, signal.SIGKILL)
                    await client.wait_state("reconnecting")
                    # Into the start of the next CLI, whose phases the client does not show.
                    await trio.sleep(0.3)
                stopping = trio.current_time()
                scope.cancel()
        raise AssertionError("it was not cancelled")
    assert scope.cancelled_caught
    if moment in ("turn", "recovery"):
        assert trio.current_time() - stopping <= 6
    assert task_count() == before


@pytest.mark.real_cli
@pytest.mark.parametrize("restart", [True, False])
async def test_P1_the_death_of_the_real_cli_reaches_every_waiter_within_a_second(real, restart):
    silent = trio.Event()
    async with real.client(SCRIPT, restart=restart) as client:
        session = await client.create_session(**real.session)
        await session.send_and_wait("hello")
        ends = {}

        async def call(name, function):
            try:
                ends[name] = await function()
            except ca.CopilotError as error:
                ends[name] = error
            ends[name] = (ends[name], trio.current_time())

        async def iterate():
            async with session.events() as stream:
                silent.set()
                async for event in stream:
                    if event.type == "assistant.message":
                        return event.data["content"]
            return None

        async with trio.open_nursery() as nursery:
            nursery.start_soon(call, "events", iterate)
            await silent.wait()
            nursery.start_soon(call, "turn", lambda: session.send_and_wait("slow", timeout=None))
            await real.model.wait_model_calls(2)
            nursery.start_soon(call, "state", lambda: session.wait_state("closed"))
            os.kill(client.pid, signal.SIGSTOP)
            nursery.start_soon(call, "rpc", lambda: client.request("ping"))
            nursery.start_soon(call, "create", lambda: client.create_session(**real.session))
            nursery.start_soon(call, "messages", session.get_messages)
            # Long enough for the frames to be written to the frozen CLI.
            await trio.sleep(0.1)
            killed = trio.current_time()
            os.kill(client.pid, signal.SIGKILL)
            # The second that the test's name promises.
            await trio.sleep(1)
            assert isinstance(ends["rpc"][0], ca.CliExited)
            if not restart:
                assert set(ends) == {"rpc", "turn", "create", "messages", "state", "events"}
                for name in ("turn", "create", "messages", "state"):
                    assert isinstance(ends[name][0], ca.CopilotError), (name, ends[name])
                    assert ends[name][1] - killed < 1
                assert client.state == "failed"
            else:
                assert "events" not in ends
                assert "turn" not in ends
                with trio.fail_after(10):
                    while not {"messages", "create"} <= set(ends):  # noqa: ASYNC110
                        # Real processes, real time: the ends have no event of their own.
                        await trio.sleep(0.05)
                assert isinstance(ends["messages"][0], list)
                assert (await session.abort()).outcome == "aborted"
                await trio.testing.wait_all_tasks_blocked()
                assert isinstance(ends["turn"][0], ca.TurnAborted)
                await session.send_and_wait("again")
                with trio.fail_after(1):
                    while "events" not in ends:  # noqa: ASYNC110
                        # Real processes, real time: the ends have no event of their own.
                        await trio.sleep(0.01)
                assert ends["events"][0] == "ok"
            nursery.cancel_scope.cancel()
