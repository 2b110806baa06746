"""Events per second through a client and a session actor, with and without touching their data.

The frames of a streamed answer (deltas of 380 bytes, and of 64 KiB) reach a client as reads of
64 KiB from memory. The floor, in the same rounds: a task that makes the same reads, splits them
into frames and decodes each in one typed pass; no session, no subscriber. Rounds are interleaved
and the ratios are those of each round, since the machine's speed changes; time is that of the
processor, which other programs take away from nobody::

    python benchmarks/events.py [--events 50000] [--rounds 5]
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time

import msgspec
import trio
import trio.testing

import copilot_actors
from copilot_actors import jsonrpc
from copilot_actors.protocol.events import AssistantMessageDelta, AssistantMessageDeltaData
from copilot_actors.testing import Script, Simulator
from copilot_actors.transport import Channel, Transport

READ_SIZE = 64 * 1024
SMALL, LARGE = 380, 64 * 1024
LEAST = {"untouched": 0.33, "typed": 0.25}
"""The share of the floor that small events must reach, with some room for noise."""


class Event(msgspec.Struct, frozen=True, rename="camel"):
    type: str
    data: AssistantMessageDeltaData
    id: str
    timestamp: str
    parent_id: str | None = None
    ephemeral: bool = False


class Params(msgspec.Struct, frozen=True, rename="camel"):
    session_id: str
    event: Event


class Frame(msgspec.Struct, frozen=True):
    method: str
    params: Params


def frame(size: int) -> bytes:
    """One delta, ``size`` bytes in all."""
    event = {
        "type": "assistant.message_delta",
        "data": {"messageId": "7d9c1f52-8a34-4be1-b9a2-6f0c3d4e5f60", "deltaContent": ""},
        "id": "c1a5e0d4-91b7-4f38-8a5d-2e6b7c8d9f01",
        "timestamp": "2026-11-29T17:00:00.000Z",
        "parentId": None,
        "ephemeral": True,
    }
    message = {"jsonrpc": "2.0", "method": "session.event"}
    message["params"] = {"sessionId": "s", "event": event}
    missing = size - len(msgspec.json.encode(message))
    event["data"]["deltaContent"] = ("word " * (missing // 5 + 1))[:missing]
    body = msgspec.json.encode(message)
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def reads(count: int, size: int) -> list[bytes]:
    data = frame(size) * count
    return [data[place : place + READ_SIZE] for place in range(0, len(data), READ_SIZE)]


# --- The floor ------------------------------------------------------------------------------


async def floor(pieces: list[bytes]) -> float:
    stream = FloodStream(trio.testing.memory_stream_one_way_pair()[1])
    stream.flood = pieces[::-1]
    buffer = jsonrpc.FrameBuffer()
    decode = msgspec.json.Decoder(Frame).decode
    began = time.process_time()
    while stream.flood:
        buffer.feed(await stream.receive_some())
        while (body := buffer.next_frame()) is not None:
            decode(body)
    return time.process_time() - began


# --- The client -----------------------------------------------------------------------------


class FloodStream(trio.abc.Stream):
    """The simulator's stream, until a flood is set loose: then reads of that from memory."""

    def __init__(self, inner: trio.abc.Stream) -> None:
        self._inner = inner
        self.flood: list[bytes] = []

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        if not self.flood:
            return bytes(await self._inner.receive_some(max_bytes))
        # A read of a full pipe is a checkpoint, too.
        await trio.lowlevel.checkpoint()
        return self.flood.pop()

    async def send_all(self, data: bytes) -> None:
        await self._inner.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._inner.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        await self._inner.aclose()


class FloodChannel(Channel):
    def __init__(self, inner: Channel) -> None:
        self._inner = inner
        self.pid = inner.pid
        self.stream = self.flooded = FloodStream(inner.stream)

    @property
    def stderr_tail(self) -> str:
        return self._inner.stderr_tail

    async def wait_exit(self):
        return await self._inner.wait_exit()

    async def stop(self, *, graceful=True):
        return await self._inner.stop(graceful=graceful)


class Flood(Transport):
    def __init__(self) -> None:
        self.simulator = Simulator(Script.echo())

    async def open(self, options) -> Channel:
        self.channel = FloodChannel(await self.simulator.open(options))
        return self.channel


async def through_client(count: int, pieces: list[bytes], how: str) -> float:
    """Seconds from the first read to the last event at its subscriber."""
    transport, seen, done = Flood(), 0, trio.Event()

    def note() -> None:
        nonlocal seen
        seen += 1
        if seen == count:
            done.set()

    def untouched(_event) -> None:
        note()

    def untyped(event) -> None:
        event.data["deltaContent"]
        note()

    def typed(event: AssistantMessageDelta) -> None:
        event.data.delta_content  # noqa: B018
        note()

    options = {"ping_interval": 1e6, "subscriber_buffer": 2 * count}
    async with copilot_actors.open_client(cli=transport, **options) as client:
        session = await client.create_session(session_id="s", model="gpt-4.1")
        if how == "typed":
            await session.on(AssistantMessageDelta, typed)
        elif how != "typed stream":
            handler = {"untouched": untouched, "untyped": untyped}[how]
            await session.on("assistant.message_delta", handler)
        async with trio.open_nursery() as nursery:
            if how == "typed stream":
                started = trio.Event()

                @nursery.start_soon
                async def read() -> None:
                    async with session.events(AssistantMessageDelta) as stream:
                        started.set()
                        async for event in stream:
                            typed(event)
                            if done.is_set():
                                return

                await started.wait()
            transport.channel.flooded.flood = pieces[::-1]
            began = time.process_time()
            nursery.start_soon(client.ping)  # its answer ends the read that waits
            await done.wait()
            spent = time.process_time() - began
    return spent


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--events", type=int, default=50_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    failed = False
    for size, count in ((SMALL, options.events), (LARGE, max(options.events // 100, 1))):
        pieces = reads(count, size)
        hows = ["untouched", "untyped", "typed", "typed stream"]
        rows: dict[str, list[float]] = {how: [] for how in ["floor", *hows]}
        for _ in range(options.rounds):
            rows["floor"].append(trio.run(floor, pieces))
            for how in hows:
                rows[how].append(trio.run(through_client, count, pieces, how))
        print(f"{count} events of {size} bytes")
        for how, times in rows.items():
            shares = [base / spent for base, spent in zip(rows["floor"], times, strict=True)]
            rate = count / statistics.median(times)
            print(
                f"  {how:13} {rate:9,.0f} events/s {rate * size / 1e6:7.0f} MB/s"
                f"   {statistics.median(shares):.2f} of the floor"
                f" [{min(shares):.2f}-{max(shares):.2f}]"
            )
            if size == SMALL and how in LEAST:
                failed |= statistics.median(shares) < LEAST[how]
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
