"""The floor of each row: a pipe with typed decoding, a bare trio client, a blocking read."""

from __future__ import annotations

import gc
import os
import statistics
import subprocess
import time
from collections import deque
from collections.abc import Awaitable, Callable

import bare
import harness
import trio
from harness import Meter, Metrics


def opened():
    return bare.opened(harness.server_command())


def flood(size: int) -> Callable[[int], Awaitable[Metrics]]:
    """Read, split, decode, look at the field; no session and no subscriber."""

    async def run(count: int) -> Metrics:
        seen, last, done, meter = 0, 0, trio.Event(), None

        def note(_session: str, event: bare.Event) -> None:
            nonlocal seen
            if event.type == "assistant.message_delta":
                event.data.delta_content  # noqa: B018
                seen += 1
                if seen == last:
                    meter.read()
                    done.set()

        async with opened() as client:
            await client.create("bench")
            client.on_event = note
            for number in (max(count // 20, 1), count):
                seen, last, done, meter = 0, number, trio.Event(), Meter()
                await client.turn("bench", f"flood {'small' if size < 1000 else 'large'} {number}")
                await done.wait()
        return harness.flood_metrics(meter, count, size)

    return run


async def paced(count: int) -> Metrics:
    delays: list[int] = []

    def note(_session: str, event: bare.Event) -> None:
        if event.data.delta_content is not None:
            delays.append(time.monotonic_ns() - int(event.data.delta_content))

    async with opened() as client:
        await client.create("bench")
        client.on_event = note
        await client.turn("bench", f"paced {count} 1000")
    return harness.paced_metrics(delays)


def ping(count: int) -> Metrics:
    """A blocking write and a blocking read; nothing is decoded."""
    process = subprocess.Popen(
        harness.server_command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    output, source = process.stdin.fileno(), process.stdout.fileno()
    request = bare.frame(b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{}}')
    times = []
    for number in range(count + count // 10):
        begin = time.perf_counter()
        os.write(output, request)
        os.read(source, 65536)
        if number >= count // 10:
            times.append(time.perf_counter() - begin)
    process.kill()
    process.wait()
    return {"ping_sequential": statistics.median(times) * 1e6}


async def ping_many(count: int) -> Metrics:
    async with opened() as client:
        for turn in range(2):
            meter = Meter()
            for _ in range(count // 1000 if turn else 1):
                async with trio.open_nursery() as nursery:
                    for _ in range(1000):
                        nursery.start_soon(client.request, "ping")
        meter.read()
    return meter.rate("ping_1000", count)


async def turn(count: int) -> Metrics:
    async with opened() as client:
        await client.create("bench")
        for number in (count // 10 + 1, count):
            meter = Meter()
            for _ in range(number):
                await client.turn("bench", "go")
        meter.read()
    return meter.rate("turn", count)


async def turns(count: int) -> Metrics:
    async with opened() as client:
        for number in range(1000):
            await client.create(f"bench-{number}")
        for waves in (1, count):
            meter = Meter()
            for _ in range(waves):
                async with trio.open_nursery() as nursery:
                    for number in range(1000):
                        nursery.start_soon(client.turn, f"bench-{number}", "go")
        meter.read()
    return meter.rate("turns_1000", count * 1000)


def tools(window: int) -> Callable[[int], Awaitable[Metrics]]:
    async def run(count: int) -> Metrics:
        async with opened() as client, trio.open_nursery() as nursery:

            def note(session: str, event: bare.Event) -> None:
                if event.type == "external_tool.requested":
                    nursery.start_soon(client.answer_tool, session, event.data.request_id)

            await client.create("bench")
            client.on_event = note
            for turns in (1, count // 100):
                meter = Meter()
                for _ in range(turns):
                    await client.turn("bench", f"tools {window} 100")
            meter.read()
        return meter.rate(f"tools_{window}", count)

    return run


async def sessions(count: int) -> Metrics:
    """A parked task with an empty mailbox for each session, and the requests that open it."""

    async def actor(_box: deque[object]) -> None:
        await trio.sleep_forever()

    async with opened() as client, trio.open_nursery() as nursery:
        at: dict[int, int] = {}
        await client.create("bench")
        gc.collect()
        meter, begin = Meter(), harness.resident()
        for first in range(0, count, 100):
            async with trio.open_nursery() as batch:
                for number in range(first, first + 100):
                    batch.start_soon(client.create, f"bench-{number}")
                    nursery.start_soon(actor, deque())
            at[first + 100] = harness.resident()
        meter.read()
        nursery.cancel_scope.cancel()
        metrics = harness.session_metrics(count, begin, at, meter.seconds)
    return metrics | {"server_share": meter.server / meter.wall}


SCENARIOS = {
    "events-small": flood(380),
    "events-64k": flood(64 * 1024),
    "paced": paced,
    "ping-1000": ping_many,
    "turn": turn,
    "turns-1000": turns,
    "tools-1": tools(1),
    "tools-32": tools(32),
    "sessions": sessions,
}

if __name__ == "__main__":
    table = {
        name: lambda count, scenario=scenario: trio.run(scenario, count)
        for name, scenario in SCENARIOS.items()
    }
    harness.main(table | {"ping": ping})
