"""Frames reach the CLI whole and in order, however much of each the pipe takes at once."""

from __future__ import annotations

import random

import msgspec
import pytest
import trio
import trio.testing

from copilot_actors import jsonrpc
from copilot_actors.client._connection._connection import Connection
from copilot_actors.client._connection._link import Link
from copilot_actors.client._options._client_options import ClientOptions
from copilot_actors.client._statistics import Counters
from copilot_actors.transport import Channel, ExitStatus, LaunchOptions, StopReport, Transport


class StingyChannel(Channel):
    """Takes a random part of each direct write; the rest must come through the stream."""

    def __init__(self, stream, cli, rng) -> None:
        self.stream = stream
        self._cli = cli
        self._rng = rng
        self.direct_writes = 0

    def send_nowait(self, data):
        taken = self._rng.choice([0, 1, len(data) // 2, len(data)])
        self.direct_writes += taken == len(data)
        if taken:
            # One queue for both ways of writing, as with a real pipe.
            self._cli.receive_stream.put_data(data[:taken])
        return taken

    @property
    def stderr_tail(self):
        return ""

    async def wait_exit(self):
        await trio.sleep_forever()
        return ExitStatus(0, None)

    async def stop(self, *, graceful=True):
        return StopReport(step="not_owned", seconds=0.0)


class StingyTransport(Transport):
    def __init__(self, seed) -> None:
        self.rng = random.Random(seed)
        self.channel = None

    async def open(self, options):
        ours, self.cli = trio.testing.memory_stream_pair()
        self.channel = StingyChannel(ours, self.cli, self.rng)
        return self.channel


@pytest.mark.parametrize("seed", range(8))
async def test_frames_are_whole_and_in_order_whatever_the_pipe_takes(seed, autojump_clock):
    transport = StingyTransport(seed)
    link = Link(Counters(), rpc_timeout=30.0)
    connection = Connection(ClientOptions(cli=transport), LaunchOptions(), link)
    received = []

    async def serve():
        while transport.channel is None:
            await trio.lowlevel.checkpoint()
        codec = jsonrpc.Connection()
        while True:
            codec.receive_data(await transport.cli.receive_some(transport.rng.randint(1, 64)))
            for event in codec.events():
                received.append(event)
                result = {"protocolVersion": 3} if event.method == "connect" else event.params
                await transport.cli.send_all(codec.send_response(event.id, result))

    async def ask(number):
        raw = await connection.request(
            "echo", {"number": number, "pad": "x" * (number * 7)}, deadline=1e9, within=1.0
        )
        assert msgspec.json.decode(raw)["number"] == number

    async with trio.open_nursery() as nursery:
        nursery.start_soon(serve)
        await nursery.start(connection.run)
        async with trio.open_nursery() as callers:
            for number in range(30):
                callers.start_soon(ask, number)
        for number in range(30, 50):
            await ask(number)
        nursery.cancel_scope.cancel()
    numbers = [msgspec.json.decode(e.params)["number"] for e in received if e.method == "echo"]
    assert sorted(numbers) == list(range(50))
    assert transport.channel.direct_writes
