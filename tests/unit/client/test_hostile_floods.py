"""A CLI that says one thing over and over costs a bounded amount of memory and no task.

Each flood is long enough that one that were kept would show: every item differs from the others.
"""

from __future__ import annotations

import gc
import json
import logging
import tracemalloc

import pytest
import trio
import trio.testing

import copilot_actors as ca
from copilot_actors.testing import Script, Simulator

ROUND = 200
ROUNDS = 10
KEPT = 500_000
"""Bytes that a flood of 2,000 items of 1 kB may leave behind: a quarter of what it brought."""
PADDING = "x" * 1000


@pytest.fixture(autouse=True)
def _quiet():
    """Each item is logged, and pytest would keep that."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(before)


def frame(**members) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", **members}).encode()
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def event(name, number, session_id="s", **data) -> bytes:
    fields = {"type": name, "id": f"e{number}", "ephemeral": True, "data": {**data, "x": PADDING}}
    return frame(method="session.event", params={"sessionId": session_id, "event": fields})


FLOODS = {
    "events of strangers": lambda n: event("session.info", n, session_id=f"stranger{n}"),
    "ephemeral events": lambda n: event("assistant.message_delta", n, messageId=f"m{n}"),
    "messages of nobody": lambda n: event("user.message", n, messageId=f"m{n}"),
    "idles": lambda n: event("session.idle", n),
    "errors": lambda n: event("session.error", n, message=f"{n}{PADDING}"),
    "aborts": lambda n: event("abort", n),
    "completions": lambda n: event("external_tool.completed", n, requestId=f"r{n}"),
    "answers to nothing": lambda n: frame(id=10_000 + n, result=PADDING),
    "errors without an id": lambda n: frame(id=None, error={"code": n, "message": PADDING}),
    "requests that nobody serves": lambda n: frame(id=n, method=f"x.{n}", params=[PADDING]),
    "questions": lambda n: frame(
        id=n, method="userInput.request", params={"sessionId": "s", "question": f"{n}{PADDING}"}
    ),
    "hooks": lambda n: frame(
        id=n, method="hooks.invoke", params={"sessionId": "s", "hookType": f"h{n}{PADDING}"}
    ),
    "notifications of the future": lambda n: frame(method=f"x.{n}", params=[PADDING]),
    "lifecycles": lambda n: frame(
        method="session.lifecycle", params={"type": f"x.{n}", "sessionId": f"{n}{PADDING}"}
    ),
    "lines": lambda n: f"line {n} {PADDING}\r\n".encode(),
}


# Of kinds that are handled by the same rule one always runs, the others with `make exhaustive`.
LIKE_OTHERS = {"aborts", "completions", "errors", "hooks", "idles", "lifecycles"}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.exhaustive if name in LIKE_OTHERS else ())
        for name in FLOODS
    ],
)
async def test_S1_a_flood_keeps_no_memory_and_no_task(name, autojump_clock):
    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(session_id="s", model="gpt-4.1")
        await session.on(lambda _event: None)
        await session.send_and_wait("before")
        flood(simulator, FLOODS[name], -1)
        # Simulated time, here and below: what the flood caused is over.
        await trio.sleep(10)
        tasks = trio.lowlevel.current_statistics().tasks_living
        gc.collect()
        tracemalloc.start()
        try:
            for number in range(ROUNDS):
                flood(simulator, FLOODS[name], number)
                await trio.sleep(0.1)
            await trio.sleep(10)
            simulator.log.clear()
            gc.collect()
            kept, _peak = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert kept < KEPT
        assert trio.lowlevel.current_statistics().tasks_living == tasks
        # Text without a frame in it ends a connection after the framing's own bound.
        assert client.statistics().connections == (1 if name != "lines" else 2)
        answer = await session.send_and_wait("after")
        assert answer.data["content"] == "after"
        assert client.statistics().pending_requests == 0


def flood(simulator, item, number) -> None:
    start = (number + 1) * ROUND
    simulator.write(b"".join(map(item, range(start, start + ROUND))))
