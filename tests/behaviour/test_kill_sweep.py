"""Kill the simulated CLI after every single frame of a scenario, one run for each frame.

Each run is deterministic and takes no real time. Whatever frame the death comes after (or
before), every caller gets its right answer, each prompt stands once in the transcript, each tool
handler ran once for its prompt, and each subscriber saw each persistent event once, in the order
of the transcript. ``COPILOT_ACTORS_FULL_SWEEP=1`` takes every frame and many
pairs and triples of deaths; else a sample.
"""

from __future__ import annotations

import collections
import json
import os
import random
from contextlib import asynccontextmanager

import pytest
import trio
import trio.testing

import copilot_actors as ca
from copilot_actors.testing import FrameMatch, Kill, Simulator, Text, ToolCall, ToolCalls

FULL = bool(os.environ.get("COPILOT_ACTORS_FULL_SWEEP"))
LIMIT = 120.0
"""Seconds of simulated time within which any scenario is over, however it is disturbed."""


def content(event) -> str | None:
    return None if event is None else event.raw["data"]["content"]


def choose(request):
    """``plain x``, ``stream x``, ``tool x``, ``two x``, ``bash x``, ``guarded x``."""
    kind, _, rest = request.prompt.partition(" ")
    if kind == "plain":
        return Text(f"answer {rest}", chunks=1)
    if kind == "stream":
        return Text(f"answer {rest}", chunks=6, delay=0.05)
    if request.step == 0:
        names = {
            "tool": ["look"],
            "two": ["look", "slow"],
            "guarded": ["guarded"],
            "both": ["guarded", "look"],
        }
        if kind == "bash":
            return ToolCalls([ToolCall("bash", {"command": "true", "description": "x"})])
        return ToolCalls([ToolCall(name, {"q": rest}) for name in names[kind]])
    if kind == "bash":
        return Text(f"answer {rest}")
    return Text(f"answer {rest}: {','.join(sorted(r.content for r in request.tool_results))}")


def expected(prompt: str) -> str:
    kind, _, rest = prompt.partition(" ")
    names = {
        "tool": ["look"],
        "two": ["look", "slow"],
        "guarded": ["guarded"],
        "both": ["guarded", "look"],
    }.get(kind)
    if names is None:
        return f"answer {rest}"
    return f"answer {rest}: {','.join(sorted(f'{name} {rest}' for name in names))}"


class Recorder:
    """What happened to one session, and the judgement over it."""

    def __init__(self) -> None:
        self.runs = collections.Counter()
        self.asked = collections.Counter()
        self.events: dict[str, list[ca.SessionEvent]] = collections.defaultdict(list)
        self.async_events: dict[str, list[ca.SessionEvent]] = collections.defaultdict(list)
        self.outcomes: dict[str, object] = {}

    def options(self, name: str) -> dict[str, object]:
        async def look(arguments, invocation):
            self.runs["look", arguments["q"]] += 1
            # Simulated time, here and below: the clock jumps. A death may fall into the handler.
            await trio.sleep(0.02)
            return f"look {arguments['q']}"

        async def slow(arguments, invocation):
            self.runs["slow", arguments["q"]] += 1
            await trio.sleep(0.4)
            return f"slow {arguments['q']}"

        def guarded(arguments, invocation):
            self.runs["guarded", arguments["q"]] += 1
            return f"guarded {arguments['q']}"

        async def decide(request):
            self.asked[request.request_id] += 1
            await trio.sleep(0.03)
            return ca.approve_once()

        schema = {"type": "object", "properties": {"q": {"type": "string"}}}
        return {
            "model": "gpt-4.1",
            "streaming": True,
            "on_event": self.events[name].append,
            "on_permission_request": decide,
            "tools": [
                ca.Tool("look", "look", schema, look, skip_permission=True),
                ca.Tool("slow", "slow", schema, slow, skip_permission=True),
                ca.Tool("guarded", "guarded", schema, guarded),
            ],
        }

    async def ask(self, session, prompt, **options) -> None:
        try:
            self.outcomes[prompt] = content(await session.send_and_wait(prompt, **options))
        except ca.CopilotError as error:
            self.outcomes[prompt] = error

    def judge_events(self, name: str, transcript: list[ca.SessionEvent], *, whole=True) -> None:
        for seen in (self.events[name], self.async_events.get(name)):
            if seen is None:
                continue
            ids = [event.id for event in seen if event.id and not event.ephemeral]
            twice = [i for i, n in collections.Counter(ids).items() if n > 1]
            assert not twice, [e.type for e in seen if e.id in twice]
            stored = [event.id for event in transcript]
            wanted = [i for i in ids if i in set(stored)]
            assert wanted == [i for i in stored if i in set(wanted)]
            if whole:
                missing = [e for e in transcript if e.id not in set(ids)]
                assert not missing, [e.type for e in missing]


class Sweep:
    """One run of one scenario."""

    def __init__(self, faults, seed: int, files=None) -> None:
        self.simulator = Simulator(choose, seed=seed, faults=faults)
        self.files = files
        self.recorder = Recorder()

    @asynccontextmanager
    async def client(self):
        async with ca.open_client(
            cli=self.simulator, max_restarts=50, session_file_system=self.files
        ) as client:
            yield client

    def transcript(self, session_id: str) -> list[dict]:
        if self.files is not None:
            file = self.files._files.get((session_id, "session-state", "events.jsonl"))
            return [json.loads(line) for line in file.content.splitlines()] if file else []
        if not self.simulator.store.has_journal(session_id):
            return []
        return self.simulator.store.journal(session_id).events()

    def prompts(self, session_id: str) -> collections.Counter:
        return collections.Counter(
            event["data"]["content"]
            for event in self.transcript(session_id)
            if event["type"] == "user.message"
        )

    def judge_prompts(self, session_id: str, prompts) -> None:
        assert self.prompts(session_id) == collections.Counter(prompts)

    def judge_answers(self, prompts) -> None:
        assert self.recorder.outcomes == {prompt: expected(prompt) for prompt in prompts}

    def judge_runs(self) -> None:
        assert all(n == 1 for n in self.recorder.runs.values()), self.recorder.runs

    async def judge_rest(self, client) -> None:
        await client.ping()
        # Whatever may still be on its way arrives now.
        await trio.sleep(2)
        statistics = client.statistics()
        assert statistics.pending_prompts == 0
        assert statistics.pending_requests == 0
        assert statistics.handler_errors == 0
        assert statistics.bad_frames == 0
        assert statistics.malformed_events == 0


async def in_turn(sweep: Sweep, client, prompts) -> None:
    """One session, one prompt after the other."""
    record = sweep.recorder
    session = await client.create_session(session_id="s", **record.options("s"))

    async def collect(event):
        record.async_events["s"].append(event)

    await session.on(collect)
    record.async_events["s"] += record.events["s"]
    for prompt in prompts:
        await record.ask(session, prompt)
    await session.wait_state("idle")
    messages = await session.get_messages()
    # An event too many would arrive now.
    await trio.sleep(1)
    record.judge_events("s", messages)
    sweep.judge_answers(prompts)
    sweep.judge_prompts("s", prompts)
    sweep.judge_runs()
    await sweep.judge_rest(client)


async def at_once(sweep: Sweep, client, prompts) -> None:
    """One session, all prompts queued at once."""
    record = sweep.recorder
    session = await client.create_session(session_id="s", **record.options("s"))
    order = []

    async def ask(prompt):
        await record.ask(session, prompt)
        order.append(prompt)

    async with trio.open_nursery() as nursery:
        for prompt in prompts:
            nursery.start_soon(ask, prompt)
            await trio.testing.wait_all_tasks_blocked()
    await session.wait_state("idle")
    messages = await session.get_messages()
    record.judge_events("s", messages)
    assert order == list(prompts)
    sweep.judge_answers(prompts)
    sweep.judge_prompts("s", prompts)
    sweep.judge_runs()
    await sweep.judge_rest(client)


async def several_sessions(sweep: Sweep, client, prompts) -> None:
    record = sweep.recorder

    async def talk(name):
        session = await client.create_session(session_id=name, **record.options(name))
        for prompt in prompts:
            await record.ask(session, f"{prompt}-{name}")
        await session.wait_state("idle")
        record.judge_events(name, await session.get_messages())
        sweep.judge_prompts(name, [f"{prompt}-{name}" for prompt in prompts])

    names = [f"s{number}" for number in range(3)]
    async with trio.open_nursery() as nursery:
        for name in names:
            nursery.start_soon(talk, name)
    sweep.judge_answers([f"{prompt}-{name}" for prompt in prompts for name in names])
    sweep.judge_runs()
    await sweep.judge_rest(client)


async def resumed(sweep: Sweep, client, prompts) -> None:
    """A session is created, prompted, disconnected, resumed and prompted again."""
    record = sweep.recorder
    session = await client.create_session(session_id="s", **record.options("first"))
    await record.ask(session, prompts[0])
    await session.disconnect()
    session = await client.resume_session("s", **record.options("second"))
    for prompt in prompts[1:]:
        await record.ask(session, prompt)
    await session.wait_state("idle")
    messages = await session.get_messages()
    record.judge_events("second", messages, whole=False)
    old = {event.id for event in record.events["first"]}
    assert not [e for e in record.events["second"] if e.id in old and not e.ephemeral]
    sweep.judge_answers(prompts)
    sweep.judge_prompts("s", prompts)
    sweep.judge_runs()
    await sweep.judge_rest(client)


async def steering(sweep: Sweep, client, prompts) -> None:
    """A second prompt steers the turn that waits for a tool of the first."""
    record = sweep.recorder
    session = await client.create_session(session_id="s", **record.options("s"))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(record.ask, session, "two a")
        # The first prompt's tool runs by now.
        await trio.sleep(0.25)
        await record.ask(session, "plain b", mode="immediate")
    await session.wait_state("idle")
    record.judge_events("s", await session.get_messages())
    sweep.judge_prompts("s", ["two a", "plain b"])
    for outcome in record.outcomes.values():
        assert outcome in (expected("two a"), expected("plain b")), record.outcomes
    sweep.judge_runs()
    await sweep.judge_rest(client)


async def aborted(sweep: Sweep, client, prompts) -> None:
    record = sweep.recorder
    session = await client.create_session(session_id="s", **record.options("s"))
    async with trio.open_nursery() as nursery:
        for prompt in prompts:
            nursery.start_soon(record.ask, session, prompt)
            await trio.testing.wait_all_tasks_blocked()
        # In the middle of the first turn.
        await trio.sleep(0.12)
        result = await session.abort()
    assert result.outcome in ("aborted", "nothing_to_abort")
    for prompt, outcome in record.outcomes.items():
        assert outcome == expected(prompt) or isinstance(outcome, ca.TurnAborted), outcome
    assert set(record.outcomes) == set(prompts)
    await session.wait_state("idle")
    await record.ask(session, "plain last")
    assert record.outcomes["plain last"] == "answer last"
    record.judge_events("s", await session.get_messages())
    assert all(n == 1 for n in sweep.prompts("s").values())
    sweep.judge_runs()
    await sweep.judge_rest(client)


async def timed_out(sweep: Sweep, client, prompts) -> None:
    record = sweep.recorder
    session = await client.create_session(session_id="s", **record.options("s"))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(lambda: record.ask(session, prompts[0], timeout=0.15))
        await trio.testing.wait_all_tasks_blocked()
        for prompt in prompts[1:]:
            nursery.start_soon(record.ask, session, prompt)
            await trio.testing.wait_all_tasks_blocked()
    first = record.outcomes.pop(prompts[0])
    assert first == expected(prompts[0]) or isinstance(first, ca.TurnTimeout)
    sweep.judge_answers(prompts[1:])
    await session.wait_state("idle")
    record.judge_events("s", await session.get_messages())
    sweep.judge_runs()
    await sweep.judge_rest(client)


async def disconnected(sweep: Sweep, client, prompts) -> None:
    record = sweep.recorder
    session = await client.create_session(session_id="s", **record.options("s"))
    async with trio.open_nursery() as nursery:
        for prompt in prompts:
            nursery.start_soon(record.ask, session, prompt)
            await trio.testing.wait_all_tasks_blocked()
        # In the middle of the first turn.
        await trio.sleep(0.12)
        with trio.fail_after(2.5):
            await session.disconnect()
    for prompt, outcome in record.outcomes.items():
        assert outcome == expected(prompt) or isinstance(outcome, ca.SessionClosed), outcome
    assert set(record.outcomes) == set(prompts)
    assert session.state == "closed"
    sweep.judge_runs()
    await sweep.judge_rest(client)
    statistics = client.statistics()
    assert (statistics.sessions, statistics.subscriptions) == (0, 0)


SCENARIOS = {
    "plain": (in_turn, ["plain a", "plain b"]),
    "streamed": (in_turn, ["stream a"]),
    "tool": (in_turn, ["tool a"]),
    "two tools": (in_turn, ["two a"]),
    "builtin tool": (in_turn, ["bash a"]),
    "guarded tool": (in_turn, ["guarded a"]),
    "mixed": (in_turn, ["both a", "plain b", "tool c"]),
    "queue": (at_once, ["stream a", "tool b", "plain c"]),
    "steering": (steering, []),
    "several sessions": (several_sessions, ["tool a", "plain b"]),
    "resumed": (resumed, ["plain a", "tool b"]),
    "abort": (aborted, ["two a", "plain b"]),
    "abort of a stream": (aborted, ["stream a"]),
    "abort of a permission": (aborted, ["guarded a"]),
    "time-out": (timed_out, ["two a", "plain b"]),
    "time-out of a stream": (timed_out, ["stream a", "tool b", "plain c"]),
    "disconnect": (disconnected, ["two a", "plain b"]),
}


def run(scenario, prompts, faults, seed=0, files=None) -> Sweep:
    sweep = Sweep(faults, seed, files)
    # Trio's own dice: with them, and the simulator's, a run repeats exactly.
    trio._core._run._ALLOW_DETERMINISTIC_SCHEDULING = True
    trio._core._run._r.seed(seed)

    async def main():
        with trio.fail_after(LIMIT):
            async with sweep.client() as client:
                await scenario(sweep, client, prompts)
        assert not [p for p in sweep.simulator.processes if p.alive]
        for process in sweep.simulator.processes:
            assert process.error is None, process.error

    try:
        trio.run(main, clock=trio.testing.MockClock(autojump_threshold=0))
    finally:
        trio._core._run._ALLOW_DETERMINISTIC_SCHEDULING = False
    return sweep


def frames(name: str, direction: str, files=None) -> int:
    scenario, prompts = SCENARIOS[name]
    log = run(scenario, prompts, [], files=files).simulator.log
    return sum(frame.direction == direction for frame in log)


def sweep(name: str, kills, make_files=lambda: None) -> None:
    """Run the scenario once for each list of kills, and report all that failed."""
    scenario, prompts = SCENARIOS[name]
    failures: dict[object, BaseException] = {}
    for kill in kills:
        try:
            run(scenario, prompts, kill, files=make_files())
        except Exception as error:
            failures[tuple(kill)] = error
    if failures:
        (first, *_) = failures.values()
        raise AssertionError(
            f"{name}: {len(failures)} fail, first {next(iter(failures))}"
        ) from first


@pytest.mark.parametrize("direction", ["from_cli", "to_cli"])
@pytest.mark.parametrize("name", SCENARIOS)
def test_R6_R7_no_death_of_the_cli_loses_or_repeats_anything(name, direction):
    total = frames(name, direction)
    step = 1 if FULL else max(1, total // 7)
    # Frame 0 belongs to the handshake: a client whose first CLI dies in it does not open.
    sweep(
        name,
        [
            [Kill(FrameMatch(direction=direction, index=index, process=0), before=before)]
            for index in range(1, total, step)
            for before in ((False, True) if FULL else (bool(index // step % 2),))
        ],
    )


@pytest.mark.parametrize("name", SCENARIOS)
def test_R6_R7_nor_does_a_second_death_while_the_first_is_being_mended(name):
    total = frames(name, "from_cli")
    rng = random.Random(name)
    sweep(
        name,
        [
            [
                Kill(
                    FrameMatch(index=rng.randrange(1, total), process=0), before=rng.random() < 0.5
                ),
                Kill(FrameMatch(index=rng.randrange(40), process=1), before=rng.random() < 0.5),
                Kill(FrameMatch(index=rng.randrange(15, 80), process=2), before=rng.random() < 0.5),
            ]
            for _ in range(150 if FULL else 4)
        ],
    )


@pytest.mark.parametrize(
    "direction", ["from_cli", pytest.param("to_cli", marks=pytest.mark.exhaustive)]
)
@pytest.mark.parametrize("name", SCENARIOS)
def test_R6_R7_nor_when_the_files_of_the_sessions_are_in_the_program(name, direction):
    total = frames(name, direction, ca.InMemoryFileSystem())
    step = 1 if FULL else max(1, total // 4)
    sweep(
        name,
        [
            # Frame 1 still belongs to the handshake, which says where the files are.
            [Kill(FrameMatch(direction=direction, index=index, process=0), before=before)]
            for index in range(2, total, step)
            for before in ((False, True) if FULL else (bool(index // step % 2),))
        ],
        ca.InMemoryFileSystem,
    )
