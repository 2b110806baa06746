"""This library: one round of one scenario against the synthetic server."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import harness
import trio
from harness import Meter, Metrics

import copilot_actors
from copilot_actors.protocol.events import AssistantMessageDelta
from copilot_actors.transport import Stdio

LARGE = 64 * 1024
CALLS = 100
"""Tool calls in one turn."""
SESSION: dict[str, Any] = {"model": "bench"}
"""The options of each session: the defaults, and a model."""


@asynccontextmanager
async def opened(**options):
    path, *args = harness.server_command()
    with tempfile.TemporaryDirectory() as home:
        async with copilot_actors.open_client(
            cli=Stdio(path=path, args=args), home=home, **options
        ) as client:
            yield client


def flood(size: int) -> Callable[[int], Awaitable[Metrics]]:
    async def run(count: int) -> Metrics:
        seen, last, done, meter = 0, 0, trio.Event(), None

        def note(event) -> None:
            nonlocal seen
            event.data.delta_content  # noqa: B018 - a subscriber looks at its event
            seen += 1
            if seen == last:
                meter.read()
                done.set()

        async with opened(subscriber_buffer=2 * count) as client:
            session = await client.create_session(**SESSION)
            await session.on(AssistantMessageDelta, note)
            for number in (max(count // 20, 1), count):
                seen, last, done, meter = 0, number, trio.Event(), Meter()
                await session.send(f"flood {'small' if size < 1000 else 'large'} {number}")
                await done.wait()
        return harness.flood_metrics(meter, count, size)

    return run


async def paced(count: int) -> Metrics:
    delays: list[int] = []
    done = trio.Event()

    def note(event) -> None:
        delays.append(time.monotonic_ns() - int(event.data.delta_content))
        if len(delays) == count:
            done.set()

    async with opened() as client:
        session = await client.create_session(**SESSION)
        await session.on(AssistantMessageDelta, note)
        await session.send(f"paced {count} 1000")
        await done.wait()
    return harness.paced_metrics(delays)


async def ping(count: int) -> Metrics:
    times = []
    async with opened() as client:
        for number in range(count + count // 10):
            begin = time.perf_counter()
            await client.ping()
            if number >= count // 10:
                times.append(time.perf_counter() - begin)
    return {"ping_sequential": statistics.median(times) * 1e6}


async def ping_many(count: int) -> Metrics:
    async with opened() as client:
        for turn in range(2):
            meter = Meter()
            for _ in range(count // 1000 if turn else 1):
                async with trio.open_nursery() as nursery:
                    for _ in range(1000):
                        nursery.start_soon(client.ping)
        meter.read()
    return meter.rate("ping_1000", count)


async def turn(count: int) -> Metrics:
    async with opened() as client:
        session = await client.create_session(**SESSION)
        for number in (count // 10 + 1, count):
            meter = Meter()
            for _ in range(number):
                assert await session.send_and_wait("go") is not None
        meter.read()
    return meter.rate("turn", count)


async def turns(count: int) -> Metrics:
    """Each of a thousand sessions has one turn, all at once; ``count`` such waves."""
    async with opened() as client:
        sessions = []

        async def create() -> None:
            sessions.append(await client.create_session(**SESSION))

        for _ in range(10):
            async with trio.open_nursery() as nursery:
                for _ in range(100):
                    nursery.start_soon(create)
        for waves in (1, count):
            meter = Meter()
            for _ in range(waves):
                async with trio.open_nursery() as nursery:
                    for session in sessions:
                        nursery.start_soon(session.send_and_wait, "go")
        meter.read()
    return meter.rate("turns_1000", count * 1000)


def tools(window: int) -> Callable[[int], Awaitable[Metrics]]:
    schema = {
        "type": "object",
        "properties": {"number": {"type": "integer"}},
        "required": ["number"],
    }

    async def lookup(arguments, _invocation) -> str:
        return f"value {arguments['number']}"

    async def run(count: int) -> Metrics:
        async with opened() as client:
            session = await client.create_session(
                **SESSION,
                tools=[
                    copilot_actors.Tool("lookup", "Look up", schema, lookup, skip_permission=True)
                ],
            )
            for turns in (1, count // CALLS):
                meter = Meter()
                for _ in range(turns):
                    await session.send_and_wait(f"tools {window} {CALLS}")
            meter.read()
        return meter.rate(f"tools_{window}", count)

    return run


async def sessions(count: int) -> Metrics:
    async with opened() as client:
        kept, at = [], {}

        async def create() -> None:
            kept.append(await client.create_session(**SESSION))

        await create()
        meter, begin = Meter(), harness.resident()
        for first in range(0, count, 100):
            async with trio.open_nursery() as nursery:
                for _ in range(100):
                    nursery.start_soon(create)
            at[first + 100] = harness.resident()
        meter.read()
        metrics = harness.session_metrics(count, begin, at, meter.seconds)
    return metrics | {"server_share": meter.server / meter.wall}


SCENARIOS = {
    "events-small": flood(380),
    "events-64k": flood(LARGE),
    "paced": paced,
    "ping": ping,
    "ping-1000": ping_many,
    "turn": turn,
    "turns-1000": turns,
    "tools-1": tools(1),
    "tools-32": tools(32),
    "sessions": sessions,
}


def main() -> None:
    harness.main(
        {
            name: lambda count, scenario=scenario: trio.run(scenario, count)
            for name, scenario in SCENARIOS.items()
        }
    )


if __name__ == "__main__":
    main()
