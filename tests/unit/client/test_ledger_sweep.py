"""Crash the program, and the simulated CLI with it, at every commit and at many moments.

A *life* is one client that runs a pipeline of prompts, each under a key of its own. It is cut
off: nothing of it survives but the CLI's disk and what the ledger had committed. The next life
runs the same pipeline. Whatever the moment: every step gets its answer, each prompt stands once
in the transcript, and no tool handler ran twice. ``COPILOT_ACTORS_FULL_SWEEP=1`` takes every
moment; else a sample.
"""

from __future__ import annotations

import collections
import os

import pytest
import trio
import trio.testing

import copilot_actors as ca
from copilot_actors.client._session import _ledger_writer
from copilot_actors.client._session import _log as _session_log
from copilot_actors.storage import can_follow, key_of
from copilot_actors.testing import Simulator, Text, ToolCall, ToolCalls

STEPS = ["plain 1", "tool 2", "guarded 3", "stream 4", "tool 5"]
LIMIT = 300.0
"""Seconds of simulated time within which a life is over."""
STRIDE = 1 if os.environ.get("COPILOT_ACTORS_FULL_SWEEP") else 9


def choose(request):
    kind, _, rest = request.prompt.partition(" ")
    if kind == "plain":
        return Text(f"answer {rest}", chunks=1, delay=0.02)
    if kind == "stream":
        return Text(f"answer {rest}", chunks=5, delay=0.05)
    if request.step == 0:
        return ToolCalls([ToolCall({"tool": "look", "guarded": "guarded"}[kind], {"q": rest})])
    return Text(f"answer {rest}: {request.tool_results[-1].content}")


def right_answers(prompt):
    kind, _, rest = prompt.partition(" ")
    if kind in ("plain", "stream"):
        return {f"answer {rest}"}
    tool = {"tool": "look", "guarded": "guarded"}[kind]
    unknown = (
        f"The program that ran {tool} ended before it had a result. "
        "Whether the call took effect is unknown."
    )
    return {f"answer {rest}: {tool} {rest}", f"answer {rest}: {unknown}"}


class Ledger(ca.LedgerBackend):
    """What the disk holds is shared by all lives; a commit may be the last thing of a life."""

    name = "swept"

    def __init__(self, disk, *, store_prompts=False, crash=None):
        self.disk = disk
        self.store_prompts = store_prompts
        self.commits = 0
        self.crash = crash
        self.dead = False

    async def open(self):
        await trio.lowlevel.checkpoint()
        return list(self.disk.values())

    async def commit(self, changes):
        self.commits += 1
        await trio.lowlevel.checkpoint()
        if self.dead:
            # The program is gone; what its remains would still write must not count.
            raise ca.LedgerFailed(self.name, "dead")
        if self.crash(self.commits, "before"):
            await trio.sleep_forever()
        for key, record in changes.items():
            if record is None:
                self.disk.pop(key, None)
            else:
                assert key_of(record) == key
                self.disk[key] = record
        if self.crash(self.commits, "after"):
            await trio.sleep_forever()

    async def aclose(self):
        await trio.lowlevel.checkpoint()


class World:
    """The disks, and what all lives together did."""

    def __init__(self, *, orderly=False, **ledger_options):
        self.orderly = orderly
        self.simulator = Simulator(choose)
        self.disk = {}
        self.ledger_options = ledger_options
        self.runs = collections.Counter()
        self.answers = {}
        self.lives = 0
        self.commits = 0

    def options(self):
        async def run(name, arguments):
            self.runs[name, arguments["q"]] += 1
            # Simulated time, so that a crash can fall into the handler.
            await trio.sleep(0.03)
            return f"{name} {arguments['q']}"

        async def look(arguments):
            return await run("look", arguments)

        async def guarded(arguments):
            return await run("guarded", arguments)

        async def decide(request):
            await trio.sleep(0.02)
            return ca.approve_once()

        schema = {"type": "object", "properties": {"q": {"type": "string"}}}
        return {
            "model": "m",
            "streaming": True,
            "on_permission_request": decide,
            "tools": [
                ca.Tool("look", "look", schema, look, skip_permission=True),
                ca.Tool("guarded", "guarded", schema, guarded),
            ],
        }

    async def live(self, *, crash_at=None, crash_commit=None):
        """One life, to its end or its crash; whether it came to its end."""
        self.lives += 1
        with trio.CancelScope() as scope:

            def crash():
                ledger.dead = True
                # The CLI hears nothing more. It dies in this instant, or at the end of its input,
                # when it writes out what it has.
                if self.simulator.processes:
                    process = self.simulator.process
                    (process.end_input if self.orderly else process.kill)()
                scope.cancel()

            def at_commit(commit, stage):
                if (commit, stage) != crash_commit:
                    return False
                crash()
                return True

            ledger = Ledger(self.disk, crash=at_commit, **self.ledger_options)
            async with trio.open_nursery() as nursery:
                if crash_at is not None:

                    @nursery.start_soon
                    async def crash_later():
                        await trio.sleep(crash_at)
                        crash()

                async with ca.open_client(cli=self.simulator, ledger=ledger) as client:
                    session = await client.resume_or_create_session("pipeline", self._merged())
                    for prompt in STEPS:
                        key = f"agent-{prompt.replace(' ', '-')}"
                        answer = await session.send_and_wait(prompt, source=key)
                        self.answers[prompt] = answer.data["content"]
                    # Real programs go on; the last transitions are committed in the meantime.
                    self.left = client.pending()
                nursery.cancel_scope.cancel()
            self.commits = ledger.commits
        return not scope.cancelled_caught

    def _merged(self):
        return ca.SessionOptions(**self.options())

    def judge(self):
        journal = self.simulator.store.journal("pipeline")
        prompts = [e["data"]["content"] for e in journal.events() if e["type"] == "user.message"]
        assert prompts == STEPS
        assert set(self.answers) == set(STEPS)
        for prompt, answer in self.answers.items():
            assert answer in right_answers(prompt), prompt
        assert max(self.runs.values()) == 1, self.runs
        assert self.left == []


@pytest.fixture(autouse=True)
def only_known_moves(monkeypatch):
    """The session's machine asks for no move of a prompt that the table does not have."""

    def checked(state, after):
        assert can_follow(state, after), (state, after)
        return True

    monkeypatch.setattr(_ledger_writer, "can_follow", checked)


@pytest.fixture
async def length(autojump_clock):
    """How many commits and seconds an undisturbed life takes."""
    world = World()
    start = trio.current_time()
    with trio.fail_after(LIMIT):
        assert await world.live()
    world.judge()
    return world.commits, trio.current_time() - start


@pytest.mark.parametrize("store_prompts", [False, True])
@pytest.mark.parametrize("stage", ["before", "after"])
async def test_a_crash_at_any_commit_loses_nothing_and_repeats_nothing(
    autojump_clock, length, stage, store_prompts
):
    commits, _ = length
    assert commits > 10
    for commit in range(1, commits + 1, 1 + STRIDE // 4):
        world = World(store_prompts=store_prompts)
        with trio.fail_after(LIMIT):
            await world.live(crash_commit=(commit, stage))
            assert await world.live()
        world.judge()


@pytest.mark.parametrize(
    ("offset", "page", "orderly"),
    [(0.0, 1000, False), (0.0031, 5, False), (0.0073, 2, False), (0.0052, 1000, True)],
)
async def test_a_crash_at_any_moment_loses_nothing_and_repeats_nothing(
    autojump_clock, length, monkeypatch, offset, page, orderly
):
    # Small pages, so that the log must be read back to where the ledger's entries stand.
    monkeypatch.setattr(_session_log, "PAGE_SIZE", page)
    _, seconds = length
    for moment in range(0, int(seconds / 0.01), STRIDE):
        world = World(orderly=orderly)
        with trio.fail_after(LIMIT):
            await world.live(crash_at=offset + moment * 0.01)
            assert await world.live()
        world.judge()


async def test_two_crashes_in_a_row_lose_nothing_and_repeat_nothing(autojump_clock, length):
    _, seconds = length
    for moment in range(5, int(seconds / 0.01), 3 * STRIDE):
        for second in range(1, 6):
            world = World()
            with trio.fail_after(LIMIT):
                await world.live(crash_at=moment * 0.01)
                await world.live(crash_commit=(second, "after"))
                assert await world.live()
            world.judge()
