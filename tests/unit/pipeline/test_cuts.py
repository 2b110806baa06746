"""The program ends at any commit: what is on disk then is enough to go on, and repeats nothing.

In place of a process that is killed, the files of the store are copied between the commits of a
run, as ``kill -9`` would leave them, and a new run goes on from each copy. The
benchmark ``pipeline_kill.py`` kills real processes.
"""

from __future__ import annotations

import collections
import shutil

import pytest

from copilot_actors import pipeline as pl
from copilot_actors.otp import Backoff
from copilot_actors.pipeline import ItemState, step
from copilot_actors.pipeline._store import Store

ITEMS = "abc"
STEPS = ("one", "two")


class Program:
    """Work with two steps, which counts what runs; ``b`` fails once between them."""

    def __init__(self):
        self.ran = collections.Counter()
        self.begun = collections.Counter()
        self.failed = False

    async def part(self, item, name) -> str:
        self.ran[item, name] += 1
        return f"{item} {name}"

    async def work(self, session, item) -> list[str]:
        self.begun[item] += 1
        first = await step("one", self.part, item, "one")
        if item == "b" and not self.failed:
            self.failed = True
            raise OSError("once")
        return [first, await step("two", self.part, item, "two")]


class Copies:
    """Copies of a store, each a folder of its own, with what had run by then."""

    def __init__(self, folder, program):
        self.folder = folder
        self.program = program
        self.taken = []

    def take(self, store):
        if store.parent == self.folder:
            target = self.folder / f"copy{len(self.taken)}"
            target.mkdir()
            for file in self.folder.glob(f"{store.name}*"):
                if file.is_file():
                    shutil.copy(file, target / file.name)
            self.taken.append((target / store.name, self.program.ran.copy()))


async def test_a_run_goes_on_from_every_commit_of_another(world, monkeypatch, autojump_clock):
    program = Program()
    copies = Copies(world.path.parent, program)
    apply = Store._apply

    def copying(self, changes):
        copies.take(self.path)
        return apply(self, changes)

    options = {"backoff": Backoff(0.0, 0.0), "max_concurrency": 2}
    with monkeypatch.context() as patch:
        patch.setattr(Store, "_apply", copying)
        results = await world.results(ITEMS, program.work, pipeline_options=options)
    expected = {item: [f"{item} {name}" for name in STEPS] for item in ITEMS}
    assert {result.key: result.value for result in results} == expected
    copies.take(world.path)
    assert len(copies.taken) > 10
    for path, _ in copies.taken:
        before = {record.key: record for record in pl.read_items(path)}
        again = Program()
        again.failed = True
        world.path = path
        results = await world.results(ITEMS, again.work, pipeline_options=options)
        assert {result.key: result.value for result in results} == expected
        for item in ITEMS:
            record = before.get(item)
            finished = record is not None and record.state is ItemState.FINISHED
            assert again.begun[item] == (not finished)
            recorded = STEPS if finished else () if record is None else record.steps
            for name in STEPS:
                assert again.ran[item, name] == (name not in recorded), (path, item, name)
        after = {record.key: record for record in pl.read_items(path)}
        for item, record in before.items():
            cut = record.state is not ItemState.FINISHED
            assert after[item].attempts == record.attempts + cut
        assert pl.read_report(path).complete


@pytest.mark.parametrize("restart", ["transient", "temporary"])
async def test_an_item_that_ends_the_program_each_time_is_given_up(
    world, monkeypatch, restart, autojump_clock
):
    program = Program()
    copies = Copies(world.path.parent, program)

    async def work(session, item) -> str:
        copies.take(world.path)  # as if the program were killed by it
        return item

    for life in range(3):
        path = world.path
        options = {"max_interruptions": 2, "restart": restart}
        results = await world.results("a", work, pipeline_options=options)
        if life < (2 if restart == "transient" else 1):
            assert [result.error for result in results] == [None]
            world.path = copies.taken[-1][0]
            copies.folder = world.path.parent
            assert world.path != path
        else:
            dead = ItemState.DEAD_LETTER if restart == "transient" else ItemState.FAILED
            assert [result.state for result in results] == [dead]
            break
