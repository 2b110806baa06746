"""Case S2: handlers that block are run in a thread; in real time, since threads know no other."""

from __future__ import annotations

import threading
import time

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script, Simulator, Text, ToolCall, ToolCalls

BLOCK = 0.5
SCRIPT = Script.by_prompt(
    {
        "tool": [ToolCalls([ToolCall("block", {"word": "seen"})]), Text("done")],
        "ask": [ToolCalls([ToolCall("bash", {"command": "echo x"})]), Text("done")],
    },
    default=Text("ok"),
)


@pytest.mark.parametrize("what", ["tool", "ask", "subscriber"])
async def test_S2_a_handler_that_blocks_in_a_thread_delays_nobody(what):
    threads = []

    def blocking() -> None:
        time.sleep(BLOCK)
        threads.append(threading.current_thread() is threading.main_thread())

    @ca.tool(skip_permission=True)
    @ca.in_thread
    def block(word: str) -> str:
        """Block."""
        blocking()
        return word

    def decide(request):
        blocking()
        return ca.approve_once()

    async with ca.open_client(cli=Simulator(SCRIPT)) as client:
        other = await client.create_session(model="m")
        session = await client.create_session(
            model="m", tools=[block], on_permission_request=ca.in_thread(decide)
        )
        if what == "subscriber":
            await session.on("assistant.message", ca.in_thread(lambda event: blocking()))
        slowest = 0.0
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def ask():
                await session.send_and_wait(what)

            while not threads:
                begin = trio.current_time()
                await client.ping()
                slowest = max(slowest, trio.current_time() - begin)
                await trio.sleep(0.02)
        assert threads == [False]
        assert slowest < BLOCK / 2
        assert (await other.send_and_wait("x")).data.content == "ok"
        assert client.statistics().handler_errors == 0


def test_S2_a_tool_in_a_thread_keeps_its_schema_and_its_description():
    @ca.tool
    @ca.in_thread
    def add(a: int, b: int = 1) -> int:
        """Add two numbers."""
        return a + b

    assert (add.name, add.description) == ("add", "Add two numbers.")
    assert add.parameters["required"] == ["a"]


async def test_S2_a_tool_in_a_thread_over_its_limit_is_answered_at_once():
    release = threading.Event()
    tool = ca.Tool("block", "block", None, ca.in_thread(lambda: release.wait(5)), True)
    async with ca.open_client(cli=Simulator(SCRIPT)) as client:
        session = await client.create_session(model="m", tools=[tool], tool_timeout=0.2)
        begin = trio.current_time()
        assert (await session.send_and_wait("tool")).data.content == "done"
        assert trio.current_time() - begin < 2
        assert client.statistics().handler_timeouts == 1
    release.set()
