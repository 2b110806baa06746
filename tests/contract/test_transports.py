"""One contract, checked on every transport of the library, and on broken ones."""

from __future__ import annotations

import importlib.util
import itertools
import os
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
import trio
from trio_websocket import ConnectionClosed, serve_websocket

from copilot_actors.testing import (
    FaultyTransport,
    RecordingTransport,
    Simulator,
    check_transport,
)
from copilot_actors.testing._checks import _transport as _check_transport
from copilot_actors.testing._checks._contract import rule_name
from copilot_actors.testing._checks._transport import RULES
from copilot_actors.transport import (
    Channel,
    ExitStatus,
    LaunchOptions,
    Stdio,
    StopReport,
    Tcp,
    Transport,
    WebSocket,
    find_cli,
)

PING = Path(__file__).with_name("ping_cli.py")
spec = importlib.util.spec_from_file_location("ping_cli", PING)
ping_cli = importlib.util.module_from_spec(spec)
spec.loader.exec_module(ping_cli)


@pytest.fixture
def options(tmp_path):
    return LaunchOptions(home=str(tmp_path / "home"), stop_timeout=5.0)


# --- The library's own ----------------------------------------------------------------------


@pytest.mark.parametrize("around", [lambda inner: inner, FaultyTransport], ids=["bare", "faulty"])
async def test_the_simulator_keeps_the_rules(autojump_clock, around):
    await check_transport(lambda: around(Simulator()))


async def test_a_simulator_that_wants_a_token_keeps_the_rules(autojump_clock):
    await check_transport(lambda: Simulator(token="token-0123456789"))


async def test_a_recording_transport_keeps_the_rules(autojump_clock, tmp_path):
    numbers = itertools.count()

    async def make():
        await trio.lowlevel.checkpoint()
        return RecordingTransport(tmp_path / f"{next(numbers)}.jsonl", Simulator())

    await check_transport(make, kill=lambda channel: channel.inner.process.kill())


# Real processes: some seconds each.
@pytest.mark.exhaustive
@pytest.mark.parametrize("around", [lambda inner: inner, FaultyTransport], ids=["bare", "faulty"])
async def test_stdio_keeps_the_rules(options, around):
    stdio = Stdio(sys.executable, ["-SE", str(PING)])
    await check_transport(lambda: around(stdio), options=options)


@pytest.mark.real_cli
@pytest.mark.exhaustive
@pytest.mark.parametrize("make", [Stdio, Tcp, FaultyTransport])
async def test_what_starts_the_real_cli_keeps_the_rules(options, make):
    find_cli(None, os.environ)
    await check_transport(make, options=options)


async def answer_all(receive, send):
    received = bytearray()
    while data := await receive():
        received += data
        for answer in ping_cli.answers(received):
            await send(answer)


async def test_a_server_that_runs_already_is_reached_by_the_rules(nursery, options):
    async def serve(stream):
        with suppress(trio.BrokenResourceError):
            await answer_all(stream.receive_some, stream.send_all)

    listeners = await nursery.start(partial(trio.serve_tcp, serve, 0, host="127.0.0.1"))
    port = listeners[0].socket.getsockname()[1]
    await check_transport(lambda: Tcp("127.0.0.1", port), options=options)


@pytest.mark.exhaustive
async def test_a_web_socket_keeps_the_rules(nursery, options):
    async def serve(request):
        connection = await request.accept()
        with suppress(ConnectionClosed):
            await answer_all(connection.get_message, connection.send_message)

    server = await nursery.start(
        lambda task_status: serve_websocket(
            serve, "127.0.0.1", 0, None, connect_timeout=1, task_status=task_status
        )
    )
    await check_transport(lambda: WebSocket(f"ws://127.0.0.1:{server.port}"), options=options)


# --- Broken ones ----------------------------------------------------------------------------


class BentStream(trio.abc.Stream):
    """Passes everything on, unless it has a flaw."""

    def __init__(self, inner, flaw, closes=True):
        self.inner, self.flaw, self.closes = inner, flaw, closes
        self.kept = b""

    async def receive_some(self, max_bytes=None):
        if self.flaw == "answers another":
            return (await self.inner.receive_some(max_bytes)).replace(b"number 1", b"number 2")
        if self.flaw == "reads at will" and max_bytes == 7:
            max_bytes = None
        if self.flaw == "loses cancelled reads":
            data = await self.inner.receive_some(max_bytes)
            await trio.lowlevel.checkpoint()
            return data
        if self.flaw == "waits at the end":
            try:
                data = await self.inner.receive_some(max_bytes)
            except trio.BrokenResourceError:
                data = b""
            return data or await trio.sleep_forever()
        return await self.inner.receive_some(max_bytes)

    async def send_all(self, data):
        data = bytes(data)
        if self.flaw == "drops single bytes" and len(data) == 1:
            return
        if self.flaw == "sends one frame at once" and data.count(b"Content-Length") > 2:
            data = data[: data.index(b"Content-Length", 1)]
        if self.flaw == "cuts large writes":
            data = data[:100_000]
        await self.inner.send_all(data)

    async def wait_send_all_might_not_block(self):
        await self.inner.wait_send_all_might_not_block()

    async def aclose(self):
        await self.inner.aclose()


class BentChannel(Channel):
    """Passes everything on, unless it has a flaw."""

    def __init__(self, inner, flaw):
        self.inner, self.flaw = inner, flaw
        self.pid, self.port, self.token = inner.pid, inner.port, inner.token
        self.stream = BentStream(inner.stream, flaw)
        self.stops = 0
        if flaw == "pid":
            self.pid = 0
        if flaw == "a stranger's exit":
            self.pid = None

    @property
    def stderr_tail(self):
        return "x" * 70_000 if self.flaw == "tail" else self.inner.stderr_tail

    def send_nowait(self, data):
        if self.flaw == "nowait":
            self.inner.process.act(lambda: None)
            return len(data)
        return 0

    def redact(self, text):
        return text if self.flaw == "shows secrets" else super().redact(text)

    def exit_error(self, status, *, during_start=False):
        if self.flaw == "exit error":
            status = ExitStatus(7, None)
        return super().exit_error(status, during_start=during_start)

    async def wait_exit(self):
        if self.flaw in {"early exit", "a stranger's exit"}:
            return ExitStatus(0, None)
        status = await self.inner.wait_exit()
        if self.flaw == "code and signal":
            return ExitStatus(0, 9)
        if self.flaw == "never exits":
            await trio.sleep_forever()
        return status

    async def stop(self, *, graceful=True):
        self.stops += 1
        match self.flaw:
            case "stop is slow" if graceful:
                await trio.sleep(9)
            case "stop returns nothing":
                await self.inner.stop(graceful=graceful)
                return None
            case "second stop":
                report = await self.inner.stop(graceful=graceful)
                return type(report)(
                    step=report.step, seconds=0, status=ExitStatus(self.stops, None)
                )
            case "stop is not shielded":
                await trio.lowlevel.checkpoint()
            case "stream stays":
                self.inner.process.kill()
                await self.inner.process.exited.wait()
                status = self.inner.process.status
                return StopReport(step="kill", seconds=0, status=status)
            case "a stranger's exit":
                report = await self.inner.stop(graceful=graceful)
                return type(report)(step="not_owned", seconds=0)
        return await self.inner.stop(graceful=graceful)


class Bent(Transport):
    def __init__(self, flaw):
        self.flaw = flaw
        self.inner = Simulator()
        self.channels = []
        self.names = itertools.count()
        self.left = []

    def home(self, options):
        return f"/home/{next(self.names)}" if self.flaw == "home" else self.inner.home(options)

    async def open(self, options):
        if self.flaw == "token in argv":
            return await Stdio(sys.executable, ["-SE", PING, options.github_token]).open(options)
        if self.flaw == "one channel" and self.channels:
            return self.channels[0]
        if self.flaw in {"open leaks", "leaks"}:
            LEFT.append(os.open(os.devnull, os.O_RDONLY))
        channel = BentChannel(await self.inner.open(options), self.flaw)
        self.channels.append(channel)
        if self.flaw == "open leaks":
            await trio.lowlevel.checkpoint()
            os.close(LEFT.pop())
        return channel


LEFT = []


@pytest.fixture
def left_over():
    yield
    while LEFT:
        os.close(LEFT.pop())


FLAWS = {
    "a channel says what it is": ["pid"],
    "the store has one name": ["home"],
    "a question is answered": ["answers another"],
    "a frame may be written byte by byte": ["drops single bytes"],
    "frames may be written together": ["sends one frame at once"],
    "a read takes no more than it is asked for": ["reads at will"],
    "a cancelled read loses nothing": ["loses cancelled reads"],
    "large frames pass whole": ["cuts large writes"],
    "what send nowait took is written once": ["nowait"],
    "two channels are two": ["one channel"],
    "a stop reports what it did": ["stop is slow", "stop returns nothing"],
    "a stop is idempotent": ["second stop"],
    "a stop ends in spite of cancellation": ["stop is not shielded"],
    "behind a stop nothing passes": ["stream stays"],
    "the exit is told to everybody alike": ["early exit", "code and signal", "a stranger's exit"],
    "a death is noticed": ["waits at the end", "exit error"],
    "what is shown is bounded and without secrets": ["tail", "shows secrets"],
    "no secret is on the command line": ["token in argv"],
    "a cancelled open leaves nothing": ["open leaks"],
    "nothing is left": ["leaks"],
}


def test_every_rule_has_a_flaw_that_breaks_it():
    assert list(FLAWS) == [rule_name(rule) for rule in RULES]
    assert all(FLAWS.values())


@pytest.mark.usefixtures("left_over")
@pytest.mark.parametrize(
    ("rule", "flaw"), [(rule, flaw) for rule, flaws in FLAWS.items() for flaw in flaws]
)
async def test_each_rule_catches_its_flaw_and_says_so(autojump_clock, monkeypatch, rule, flaw):
    of_it = [one for one in RULES if rule_name(one) == rule]
    monkeypatch.setattr(_check_transport, "RULES", of_it)
    monkeypatch.setattr(_check_transport, "_NOTICED", 0.05)

    def kill(channel):
        channel.inner.process.kill()

    await check_transport(lambda: Bent(""), kill=kill)
    with pytest.raises(AssertionError, match=f"^{rule}: "):
        await check_transport(lambda: Bent(flaw), kill=kill)


async def test_what_is_no_transport_is_a_mistake():
    with pytest.raises(TypeError, match="not a Transport"):
        await check_transport(lambda: Stdio)
