"""The simulated process as a process: pipes, signals, freezing, exit, the transport's contract."""

import msgspec
import pytest
import trio

from copilot_actors import _errors as errors
from copilot_actors.testing import (
    DamageJournal,
    Script,
    Silence,
    SimulatedDisk,
    Simulator,
    StartFailure,
    Text,
)
from copilot_actors.transport import ExitStatus, LaunchOptions, Transport

OPTIONS = LaunchOptions()


def frame(method, number=1, **params):
    body = msgspec.json.encode({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


async def read_all(channel, seconds=1.0):
    """Return what the process writes within some time, and whether its stdout ended."""
    data = b""
    with trio.move_on_after(seconds):
        while True:
            piece = await channel.stream.receive_some()
            if not piece:
                return data, True
            data += piece
    return data, False


async def prompted(channel, session_id="s"):
    await channel.stream.send_all(frame("session.create", 1, sessionId=session_id))
    await read_all(channel)
    await channel.stream.send_all(frame("session.send", 2, sessionId=session_id, prompt="x"))


def test_a_simulator_is_a_transport():
    assert isinstance(Simulator(), Transport)


async def test_each_open_starts_another_process_over_the_same_disk(autojump_clock):
    simulator = Simulator()
    first = await simulator.open(OPTIONS)
    second = await simulator.open(OPTIONS)
    assert first.pid != second.pid
    assert [process.index for process in simulator.processes] == [0, 1]
    assert simulator.process is simulator.processes[1]


def test_a_simulator_without_a_process_says_so():
    with pytest.raises(LookupError, match="has not started a process"):
        Simulator().kill()


async def test_pids_differ_between_simulators_over_one_disk(autojump_clock):
    disk = SimulatedDisk()
    channels = [await Simulator(store=disk).open(OPTIONS) for _ in range(3)]
    assert len({channel.pid for channel in channels}) == 3


async def test_a_killed_process_loses_its_tail_and_breaks_both_pipes(autojump_clock):
    simulator = Simulator(lambda _: Silence())
    channel = await simulator.open(OPTIONS)
    await prompted(channel)
    await trio.sleep(0.06)
    simulator.kill()
    assert await channel.wait_exit() == ExitStatus(code=None, signal=9)
    assert (await read_all(channel))[1]
    assert not simulator.store.has_journal("s")
    with pytest.raises(trio.BrokenResourceError):
        await channel.stream.send_all(b"more")


async def test_what_was_written_before_the_kill_can_still_be_read(autojump_clock):
    simulator = Simulator()
    channel = await simulator.open(OPTIONS)
    await channel.stream.send_all(frame("ping"))
    await trio.sleep(0.1)
    simulator.kill()
    data, ended = await read_all(channel)
    assert b'"pong"' in data
    assert ended


async def test_sigterm_saves_and_exits_with_zero(autojump_clock):
    simulator = Simulator(lambda _: Silence())
    channel = await simulator.open(OPTIONS)
    await prompted(channel)
    await trio.sleep(0.06)
    simulator.terminate()
    started = trio.current_time()
    assert await channel.wait_exit() == ExitStatus(code=0, signal=None)
    assert trio.current_time() - started == pytest.approx(0.1)
    assert simulator.store.journal("s").types()[-1] == "session.shutdown"


async def test_the_end_of_stdin_is_an_orderly_end(autojump_clock):
    simulator = Simulator()
    channel = await simulator.open(OPTIONS)
    await channel.stream.send_eof()
    assert await channel.wait_exit() == ExitStatus(code=0, signal=None)


async def test_an_exit_has_a_code_and_a_last_word(autojump_clock):
    simulator = Simulator()
    channel = await simulator.open(OPTIONS)
    simulator.exit(7, "panic: no more memory\n")
    assert await channel.wait_exit() == ExitStatus(code=7, signal=None)
    assert channel.stderr_tail == "panic: no more memory\n"


async def test_what_was_hidden_is_in_no_error_and_no_tail(autojump_clock):
    simulator = Simulator(token="t0ken-1234")
    channel = await simulator.open(OPTIONS)
    channel.hide(["sk-secret", "sk-secret-longer"])
    simulator.exit(7, "bad key sk-secret-longer (was sk-secret) for t0ken-1234\n")
    error = channel.exit_error(await channel.wait_exit())
    for text in (channel.stderr_tail, error.stderr_tail, str(error), repr(error)):
        assert not any(secret in text for secret in ("sk-secret", "longer", "t0ken-1234"))
    assert channel.stderr_tail == "bad key [redacted] (was [redacted]) for [redacted]\n"


async def test_only_the_first_end_counts(autojump_clock):
    simulator = Simulator()
    channel = await simulator.open(OPTIONS)
    simulator.kill(11)
    simulator.exit(3)
    simulator.terminate()
    assert await channel.wait_exit() == ExitStatus(code=None, signal=11)


async def test_a_frozen_process_answers_when_it_is_thawed(autojump_clock):
    simulator = Simulator()
    channel = await simulator.open(OPTIONS)
    simulator.freeze()
    await channel.stream.send_all(frame("ping"))
    assert await read_all(channel, 100) == (b"", False)
    simulator.thaw()
    data, _ = await read_all(channel)
    assert b'"pong"' in data


async def test_a_frozen_process_ignores_sigterm_until_thawed_but_not_sigkill(autojump_clock):
    simulator = Simulator()
    channel = await simulator.open(OPTIONS)
    simulator.freeze()
    simulator.terminate()
    with trio.move_on_after(50) as scope:
        await channel.wait_exit()
    assert scope.cancelled_caught
    simulator.kill()
    assert (await channel.wait_exit()).signal == 9
    simulator.thaw()


async def test_a_frozen_process_takes_one_pipe_full_of_bytes(autojump_clock):
    simulator = Simulator()
    channel = await simulator.open(OPTIONS)
    simulator.freeze()
    with trio.fail_after(1):
        await channel.stream.send_all(b" " * 65_536)
    with trio.move_on_after(1) as scope:
        await channel.stream.send_all(b" ")
    assert scope.cancelled_caught


async def test_sending_nothing_finds_out_whether_the_process_lives(autojump_clock):
    simulator = Simulator()
    channel = await simulator.open(OPTIONS)
    await channel.stream.send_all(b"")
    simulator.kill()
    with pytest.raises(trio.BrokenResourceError):
        await channel.stream.send_all(b"")


async def test_a_writer_that_waits_for_room_is_woken_by_a_thaw(autojump_clock, nursery):
    simulator = Simulator()
    channel = await simulator.open(OPTIONS)
    simulator.freeze()
    sent = trio.Event()

    async def write():
        await channel.stream.send_all(frame("ping", message="x" * 200_000))
        sent.set()

    nursery.start_soon(write)
    await trio.sleep(1)
    assert not sent.is_set()
    simulator.thaw()
    data, _ = await read_all(channel)
    assert sent.is_set()
    assert len(data) > 200_000


async def test_a_writer_that_waits_for_room_is_woken_by_a_kill(autojump_clock, nursery):
    simulator = Simulator()
    channel = await simulator.open(OPTIONS)
    simulator.freeze()
    nursery.start_soon(trio.sleep, 5)

    async def write():
        with pytest.raises(trio.BrokenResourceError):
            await channel.stream.send_all(b" " * 200_000)

    nursery.start_soon(write)
    await trio.sleep(1)
    simulator.kill()


@pytest.mark.parametrize(
    ("frozen", "graceful", "step"),
    [(False, True, "eof"), (True, True, "kill"), (False, False, "kill")],
)
async def test_stop_climbs_its_ladder_within_its_bound(autojump_clock, frozen, graceful, step):
    simulator = Simulator()
    channel = await simulator.open(LaunchOptions(stop_timeout=10.0))
    if frozen:
        simulator.freeze()
    report = await channel.stop(graceful=graceful)
    assert report.step == step
    assert report.seconds <= 10.0
    assert report.status == simulator.process.status
    assert (await channel.stop()).step == "already_exited"


async def test_stop_is_shielded(autojump_clock):
    simulator = Simulator()
    channel = await simulator.open(OPTIONS)
    with trio.CancelScope() as scope:
        scope.cancel()
        report = await channel.stop()
    assert report.step == "eof"


async def test_a_process_that_fails_to_start_is_cli_exited(autojump_clock):
    simulator = Simulator(faults=[StartFailure(0, 1, "bad home")])
    with pytest.raises(errors.CliExited) as caught:
        await simulator.open(OPTIONS)
    assert (caught.value.code, caught.value.stderr_tail) == (1, "bad home")
    assert caught.value.during_start
    await simulator.open(OPTIONS)


@pytest.mark.parametrize(
    ("sent", "wanted", "answer"),
    [
        ({}, None, b'"ok":true'),
        ({"token": "t"}, "t", b'"ok":true'),
        ({"token": "u"}, "t", b"AUTHENTICATION_FAILED"),
        ({}, "t", b"AUTHENTICATION_FAILED"),
        ({"token": "t"}, None, b"AUTHENTICATION_NOT_CONFIGURED"),
    ],
)
async def test_connect_checks_the_token(autojump_clock, sent, wanted, answer):
    channel = await Simulator(token=wanted).open(OPTIONS)
    assert channel.token == wanted
    await channel.stream.send_all(frame("connect", **sent))
    assert answer in (await read_all(channel))[0]


async def test_nothing_but_connect_is_served_before_the_token(autojump_clock):
    channel = await Simulator(token="t").open(OPTIONS)
    await channel.stream.send_all(frame("ping"))
    assert b"AUTHENTICATION_REQUIRED" in (await read_all(channel))[0]
    await channel.stream.send_all(frame("connect", 2, token="t") + frame("ping", 3))
    await read_all(channel)
    await channel.stream.send_all(frame("ping", 4))
    assert b'"pong"' in (await read_all(channel))[0]


def trace_of(simulator):
    return [(f.time, f.process, f.direction, f.message, f.note) for f in simulator.log]


@pytest.mark.parametrize("seed", range(3))
def test_one_seed_gives_one_trace(seed):
    async def run(simulator):
        channel = await simulator.open(OPTIONS)
        await channel.stream.send_all(frame("session.create", 1, sessionId="s", streaming=True))
        await read_all(channel)
        sends = [frame("session.send", 2 + n, sessionId="s", prompt=f"p{n}") for n in range(5)]
        await channel.stream.send_all(b"".join(sends))
        await read_all(channel, 10)
        simulator.kill()

    def trace(seed):
        simulator = Simulator(Script.echo(), seed=seed)
        trio.run(run, simulator, clock=trio.testing.MockClock(autojump_threshold=0))
        return trace_of(simulator)

    assert trace(seed) == trace(seed)
    assert trace(seed) != trace(seed + 1)


async def test_requests_that_come_together_are_served_in_any_order(autojump_clock):
    orders = set()
    for seed in range(20):
        channel = await Simulator(seed=seed).open(OPTIONS)
        await channel.stream.send_all(b"".join(frame("ping", n, message=str(n)) for n in range(4)))
        data, _ = await read_all(channel)
        orders.add(tuple(part[:1] for part in data.split(b'"pong: ')[1:]))
    assert len(orders) > 5


async def test_a_script_that_raises_is_a_provider_error_and_no_crash(autojump_clock):
    def script(request):
        raise ZeroDivisionError("oops")

    simulator = Simulator(script)
    channel = await simulator.open(OPTIONS)
    await prompted(channel)
    data, _ = await read_all(channel)
    assert b"the script raised ZeroDivisionError: oops" in data
    assert simulator.process.error is None


async def test_a_script_may_be_asynchronous(autojump_clock):
    async def script(request):
        await trio.sleep(3)
        return Text("late")

    simulator = Simulator(script)
    channel = await simulator.open(OPTIONS)
    await prompted(channel)
    assert b'"late"' not in (await read_all(channel, 2))[0]
    assert b'"late"' in (await read_all(channel, 2))[0]


async def test_a_bug_ends_the_process_and_is_kept(autojump_clock):
    simulator = Simulator(lambda _: "not a step")
    channel = await simulator.open(OPTIONS)
    await prompted(channel)
    assert (await channel.wait_exit()).code == 70
    assert isinstance(simulator.process.error, Exception)
    assert "Traceback" in channel.stderr_tail


async def test_damage_is_found_by_the_process_that_it_is_meant_for(autojump_clock):
    simulator = Simulator(faults=[DamageJournal("s", "torn", process=2)])
    for expected in (True, True, False):
        channel = await simulator.open(OPTIONS)
        if not simulator.store.has_journal("s"):
            await prompted(channel)
            await read_all(channel)
        simulator.kill()
        journal = simulator.store.journal("s")
        assert (len(journal.events()) == len(journal.lines)) is expected
