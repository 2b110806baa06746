"""What the client may cost, in counts that no busy machine can change.

Figures are those of CPython 3.11 and a few percent. A row that fails says what was counted: either
something was added to a path that is taken a thousand times a second, or the row has to say why it
is worth it. Where the figures come from: docs/performance.md.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import tracemalloc

import pytest

from copilot_actors.protocol.events import AssistantMessageDelta

EVENTS = 800
TIMES = 20


# --- One action -----------------------------------------------------------------------------


async def untouched_event(run):
    await run.sessions[0].on("assistant.message_delta", lambda _event: None)
    return await run.flood(EVENTS)


async def typed_event(run):
    await run.sessions[0].on(AssistantMessageDelta, lambda event: event.data.delta_content)
    return await run.flood(EVENTS)


async def event_for_a_stream(run):
    async with run.sessions[0].events("assistant.message_delta") as stream:

        async def read(_number):
            await anext(stream)

        arrived = await run.flood(EVENTS // 2)
        taken = await run.count(EVENTS // 4, read)
        return type(arrived)(*map(sum, zip(arrived, taken, strict=True)))


async def event_for_nobody(run):
    return await run.flood(EVENTS)


async def turn(run):
    async def ask(_number):
        await run.sessions[0].send_and_wait("hello")

    return await run.count(TIMES, ask)


async def ping(run):
    async def ask(_number):
        await run.client.ping()

    return await run.count(TIMES, ask)


async def create(run):
    async def ask(number):
        await run.client.create_session(session_id=f"new-{number}", model="gpt-4.1")

    return await run.count(TIMES, ask)


LIMITS = {
    # steps of tasks, calls of Python functions, reads, writes; why
    untouched_event: (0.02, 7.5, 0.02, 0, "a step of the reader and one of the actor per read"),
    typed_event: (0.02, 11.6, 0.02, 0, "the class, its data and the handler around the handler"),
    event_for_a_stream: (0.02, 9.6, 0.02, 0, "put into a buffer, and taken out by its reader"),
    event_for_nobody: (0.02, 7.5, 0.02, 0, "the same without a subscriber"),
    turn: (6, 360, 2.5, 2, "session.send and sessions.save, without a task; five events"),
    ping: (2, 40, 1, 1, "the caller and the reader; written by the caller, no writer task"),
    create: (10, 430, 2, 2, "is there data under this id, then session.create; an actor"),
}


@pytest.mark.parametrize("what", LIMITS, ids=lambda what: what.__name__)
async def test_an_action_costs_no_more_than_its_row_says(what, light, autojump_clock):
    async with light() as run:
        cost = await what(run)
    *most, why = LIMITS[what]
    over = {
        name: f"{counted:.2f}, at most {limit}"
        for name, counted, limit in zip(cost._fields, cost, most, strict=True)
        if counted > limit
    }
    assert not over, f"one {what.__name__} took {over} ({why})"


# --- One of many ----------------------------------------------------------------------------

MANY = 100


async def restart(run):
    """Of one session, when all of them lose their connection."""
    left = len(run.sessions)

    def note(_event):
        nonlocal left
        left -= 1

    for session in run.sessions:
        await session.send_and_wait("hello")
        await session.on("copilot_actors.session.recovered", note)

    async def lose(number):
        if number:
            run.peer.end()
            await run.client.wait_state("reconnecting")
            for session in run.sessions:
                await session.wait_state("idle")

    all_of_them = await run.count(1, lose)
    assert left == 0
    each = all_of_them._replace(reads=0, writes=0)  # of two peers
    return type(each)(*(value / len(run.sessions) for value in each))


@pytest.mark.parametrize(
    "what", [untouched_event, turn, ping, create, restart], ids=lambda what: what.__name__
)
async def test_an_action_costs_the_same_however_many_sessions_there_are(
    what, light, autojump_clock
):
    costs = []
    for count in (10, MANY):
        async with light(count) as run:
            costs.append(await what(run))
    few, many = costs
    for name, before, after in zip(few._fields, few, many, strict=True):
        assert after <= before * 1.1 + 0.5, (
            f"{name} of one {what.__name__}: {before:.2f} with 10 sessions, "
            f"{after:.2f} with {MANY}: something looks at all of them"
        )


# --- Memory ---------------------------------------------------------------------------------


def held() -> tuple[int, int]:
    gc.collect()
    return sys.getallocatedblocks(), tracemalloc.get_traced_memory()[0]


TRACED = sys.gettrace() is not None
"""A tracer (coverage) makes CPython allocate frame objects that nobody has otherwise."""


async def test_an_event_that_waits_holds_six_objects_and_little_beside_its_text(light):
    kept: list[object] = []
    async with light() as run:
        await run.sessions[0].on("assistant.message_delta", kept.append)
        size = len(run.deltas(1))
        await run.flood(10)
        tracemalloc.start()
        try:
            blocks, memory = held()
            await run.flood(1000)
            after = held()
        finally:
            tracemalloc.stop()
    each = (after[0] - blocks) / 1000, (after[1] - memory) / 1000 - size
    # The event, the frame, `data` in it, and the texts of type, id and timestamp.
    assert each[0] < 6.3, f"an event holds {each[0]:.2f} objects"
    assert each[1] < 460, f"an event of {size} bytes holds {each[1]:.0f} more"


async def test_an_idle_session_is_small(light, autojump_clock):
    count = 100
    async with light() as run:
        await create(run)
        tracemalloc.start()
        try:
            _, before = held()
            for number in range(count):
                await run.client.create_session(session_id=f"small-{number}", model="gpt-4.1")
            each = (held()[1] - before) / count
        finally:
            tracemalloc.stop()
    limit = 9_700 if TRACED else 6_900
    assert each < limit, f"an idle session holds {each:.0f} bytes, at most {limit}"


# --- Import ---------------------------------------------------------------------------------

NOT_IMPORTED = (
    "gateway",
    "testing",
    "chat",
    "_cli",
    "_tools",
    "protocol._generated",
    "protocol.rpc",
)


def test_the_import_takes_few_modules_and_none_that_not_everybody_needs():
    code = "import sys, json, copilot_actors; print(json.dumps(sorted(sys.modules)))"
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)
    names = json.loads(run.stdout)
    own = [name for name in names if name.startswith("copilot_actors")]
    unwanted = [
        name for name in own if name.startswith(tuple(f"copilot_actors.{n}" for n in NOT_IMPORTED))
    ]
    assert not unwanted
    foreign = {"hypothesis", "pytest", "trio_websocket", "httpx", "sqlite3", "asyncio", "dateutil"}
    assert not foreign & set(names)
    # 195 and 480 (with what Python itself starts with) when this was written.
    assert len(own) < 205, f"{len(own)} modules of this library"
    assert len(names) < 500, f"{len(names)} modules in all"
