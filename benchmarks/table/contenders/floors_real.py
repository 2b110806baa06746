"""The floors on the real CLI: the end of its pipe after a kill; bare start, resume and turn."""

from __future__ import annotations

import json
import os
import signal
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager

import bare
import harness
import trio
from harness import Metrics

ARGUMENTS = ["--headless", "--no-auto-update", "--log-level", "error", "--no-auto-login", "--stdio"]


@contextmanager
def place() -> Iterator[tuple[list[str], dict[str, str]]]:
    real = harness.real_cli()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        yield [real["cli"], *ARGUMENTS], {**real["env"], "COPILOT_HOME": home}


def opening() -> bytes:
    real = harness.real_cli()
    wire = {"base_url": "baseUrl", "api_key": "apiKey"}
    provider = {wire.get(name, name): value for name, value in real["provider"].items()}
    return json.dumps(
        {
            "sessionId": "ba5e0000-0000-4000-8000-000000000001",
            "model": real["model"],
            "provider": provider,
            "streaming": True,
        }
    ).encode()


async def death(_count: int) -> Metrics:
    with place() as (command, env):
        async with bare.opened(command, env) as client:
            session = json.loads(opening())["sessionId"]
            await client.request("session.create", opening())
            await client.turn(session, "hello")
            streaming = trio.Event()
            client.on_event = lambda _session, event: (
                streaming.set() if event.type == "assistant.message_delta" else None
            )
            client.start(
                "session.send",
                json.dumps({"sessionId": session, "prompt": "slow"}).encode(),
                None,
            )
            await streaming.wait()
            os.kill(client.process.pid, signal.SIGSTOP)
            await trio.sleep(0.2)
            begin = time.perf_counter()
            os.kill(client.process.pid, signal.SIGKILL)
            await client.ended.wait()
            return {"death": (time.perf_counter() - begin) * 1e3 + 5}


async def recovery(_count: int) -> Metrics:
    with place() as (command, env):
        session = json.loads(opening())["sessionId"]
        async with bare.opened(command, env) as client:
            await client.request("session.create", opening())
            await client.turn(session, "hello")
            begin = time.perf_counter()
            os.kill(client.process.pid, signal.SIGKILL)
        async with bare.opened(command, env) as client:
            await client.request("session.resume", opening())
            await client.turn(session, "again")
            return {"recovery": time.perf_counter() - begin}


if __name__ == "__main__":
    harness.main(
        {
            name: lambda count, scenario=scenario: trio.run(scenario, count)
            for name, scenario in {"death": death, "recovery": recovery}.items()
        }
    )
