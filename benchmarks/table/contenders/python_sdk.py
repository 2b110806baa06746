"""GitHub's Python SDK, used as its documentation says: one round of one scenario."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager

import harness
from copilot import CopilotClient, RuntimeConnection, Tool, ToolResult
from copilot.session_events import AssistantMessageDeltaData
from harness import Meter, Metrics

LARGE = 64 * 1024
CALLS = 100
"""Tool calls in one turn."""


@asynccontextmanager
async def opened():
    path, *args = harness.server_command()
    with tempfile.TemporaryDirectory() as home:
        client = CopilotClient(
            connection=RuntimeConnection.for_stdio(path=path, args=args),
            base_directory=home,
            log_level="error",
        )
        await client.start()
        try:
            yield client
        finally:
            await client.force_stop()


async def create_many(client, count: int) -> list:
    return await asyncio.gather(*(client.create_session(model="bench") for _ in range(count)))


def flood(size: int) -> Callable[[int], Awaitable[Metrics]]:
    async def run(count: int) -> Metrics:
        seen, last, done, meter = 0, 0, asyncio.Event(), None

        def note(event) -> None:
            nonlocal seen
            if isinstance(event.data, AssistantMessageDeltaData):
                event.data.delta_content  # noqa: B018 - a subscriber looks at its event
                seen += 1
                if seen == last:
                    meter.read()
                    done.set()

        async with opened() as client:
            session = await client.create_session(model="bench")
            session.on(note)
            for number in (max(count // 20, 1), count):
                seen, last, done, meter = 0, number, asyncio.Event(), Meter()
                await session.send(f"flood {'small' if size < 1000 else 'large'} {number}")
                await done.wait()
        return harness.flood_metrics(meter, count, size)

    return run


async def paced(count: int) -> Metrics:
    delays: list[int] = []
    done = asyncio.Event()

    def note(event) -> None:
        if isinstance(event.data, AssistantMessageDeltaData):
            delays.append(time.monotonic_ns() - int(event.data.delta_content))
            if len(delays) == count:
                done.set()

    async with opened() as client:
        session = await client.create_session(model="bench")
        session.on(note)
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
                await asyncio.gather(*(client.ping() for _ in range(1000)))
        meter.read()
    return meter.rate("ping_1000", count)


async def turn(count: int) -> Metrics:
    async with opened() as client:
        session = await client.create_session(model="bench")
        for number in (count // 10 + 1, count):
            meter = Meter()
            for _ in range(number):
                assert await session.send_and_wait("go") is not None
        meter.read()
    return meter.rate("turn", count)


async def turns(count: int) -> Metrics:
    async with opened() as client:
        sessions = []
        for _ in range(0, 1000, 100):
            sessions += await create_many(client, 100)
        for waves in (1, count):
            meter = Meter()
            for _ in range(waves):
                await asyncio.gather(*(session.send_and_wait("go") for session in sessions))
        meter.read()
    return meter.rate("turns_1000", count * 1000)


def tools(window: int) -> Callable[[int], Awaitable[Metrics]]:
    schema = {
        "type": "object",
        "properties": {"number": {"type": "integer"}},
        "required": ["number"],
    }

    async def lookup(invocation) -> ToolResult:
        return ToolResult(text_result_for_llm=f"value {invocation.arguments['number']}")

    async def run(count: int) -> Metrics:
        async with opened() as client:
            tool = Tool("lookup", "Look up", lookup, schema, skip_permission=True)
            session = await client.create_session(model="bench", tools=[tool])
            for turns in (1, count // CALLS):
                meter = Meter()
                for _ in range(turns):
                    await session.send_and_wait(f"tools {window} {CALLS}")
            meter.read()
        return meter.rate(f"tools_{window}", count)

    return run


async def sessions(count: int) -> Metrics:
    async with opened() as client:
        kept, at = await create_many(client, 1), {}
        meter, begin = Meter(), harness.resident()
        for first in range(0, count, 100):
            kept += await create_many(client, 100)
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

if __name__ == "__main__":
    harness.main(
        {
            name: lambda count, scenario=scenario: asyncio.run(scenario(count))
            for name, scenario in SCENARIOS.items()
        }
    )
