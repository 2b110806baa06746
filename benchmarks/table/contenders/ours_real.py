"""This library on the real CLI: who sees its death, and how long until the next answer."""

from __future__ import annotations

import os
import signal
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import asynccontextmanager

import harness
import trio
from harness import Metrics

import copilot_actors
from copilot_actors.transport import Stdio


@asynccontextmanager
async def opened(**options):
    real = harness.real_cli()
    with tempfile.TemporaryDirectory() as home:
        async with copilot_actors.open_client(
            cli=Stdio(path=real["cli"]), env=real["env"], home=home, **options
        ) as client:
            session = await client.create_session(
                model=real["model"], provider=real["provider"], streaming=True
            )
            await session.send_and_wait("hello", timeout=30)
            yield client, session


async def death(count: int) -> Metrics:
    """A prompt in mid-turn and ``count`` requests that a frozen CLI does not answer."""
    ends: list[float] = []

    async def fails(call: Callable[[], Awaitable[object]]) -> None:
        try:
            await call()
        except copilot_actors.CopilotError:
            ends.append(time.perf_counter())

    async with opened(restart=False) as (client, session):
        streaming = trio.Event()
        await session.on("assistant.message_delta", lambda _event: streaming.set())
        pid = client.pid
        async with trio.open_nursery() as nursery:
            nursery.start_soon(fails, lambda: session.send_and_wait("slow", timeout=30))
            await streaming.wait()
            os.kill(pid, signal.SIGSTOP)
            for _ in range(count):
                nursery.start_soon(fails, client.ping)
            await trio.sleep(0.2)
            begin = time.perf_counter()
            os.kill(pid, signal.SIGKILL)
    assert len(ends) == count + 1, ends
    return {"death": (max(ends) - begin) * 1e3}


async def recovery(_count: int) -> Metrics:
    """The caller asks again at once and does nothing else about the crash."""
    async with opened() as (client, session):
        begin = time.perf_counter()
        os.kill(client.pid, signal.SIGKILL)
        assert await session.send_and_wait("again", timeout=30) is not None
        return {"recovery": time.perf_counter() - begin}


if __name__ == "__main__":
    harness.main(
        {
            name: lambda count, scenario=scenario: trio.run(scenario, count)
            for name, scenario in {"death": death, "recovery": recovery}.items()
        }
    )
