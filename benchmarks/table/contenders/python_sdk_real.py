"""GitHub's Python SDK on the real CLI: who sees its death, and a recovery by hand."""

from __future__ import annotations

import asyncio
import os
import signal
import tempfile
import time
from contextlib import asynccontextmanager

import harness
from copilot import CopilotClient, RuntimeConnection
from harness import Metrics

TIMEOUT = 2.0
"""The limit that a user sets for a turn: it is what ends the wait in mid-turn."""


def new_client(home: str) -> CopilotClient:
    real = harness.real_cli()
    connection = RuntimeConnection.for_stdio(path=real["cli"])
    return CopilotClient(
        connection=connection, base_directory=home, env=real["env"], log_level="error"
    )


@asynccontextmanager
async def opened():
    real = harness.real_cli()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        client = new_client(home)
        await client.start()
        session = await client.create_session(
            model=real["model"], provider=real["provider"], streaming=True
        )
        await session.send_and_wait("hello")
        try:
            yield client, session, home
        finally:
            await client.force_stop()


async def death(count: int) -> Metrics:
    async with opened() as (client, session, _home):
        streaming = asyncio.Event()
        session.on(
            lambda event: streaming.set() if "message_delta" in str(event.type.value) else None
        )
        ends: list[float] = []

        async def fails(call) -> None:
            try:
                await call
            except Exception:
                ends.append(time.perf_counter())

        (pid,) = harness.children()
        turn = asyncio.create_task(fails(session.send_and_wait("slow", timeout=TIMEOUT)))
        await streaming.wait()
        os.kill(pid, signal.SIGSTOP)
        pings = [asyncio.create_task(fails(client.ping())) for _ in range(count)]
        await asyncio.sleep(0.2)
        begin = time.perf_counter()
        os.kill(pid, signal.SIGKILL)
        await asyncio.gather(turn, *pings)
    assert len(ends) == count + 1, ends
    return {"death": (max(ends) - begin) * 1e3}


async def recovery(_count: int) -> Metrics:
    real = harness.real_cli()
    async with opened() as (_client, session, home):
        (pid,) = harness.children()
        begin = time.perf_counter()
        os.kill(pid, signal.SIGKILL)
        client = new_client(home)
        await client.start()
        again = await client.resume_session(
            session.session_id, model=real["model"], provider=real["provider"], streaming=True
        )
        assert await again.send_and_wait("again") is not None
        seconds = time.perf_counter() - begin
        await client.force_stop()
    return {"recovery": seconds}


if __name__ == "__main__":
    harness.main(
        {
            name: lambda count, scenario=scenario: asyncio.run(scenario(count))
            for name, scenario in {"death": death, "recovery": recovery}.items()
        }
    )
