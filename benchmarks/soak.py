"""Turns for half an hour while the real Copilot CLI is killed every 20 s: does anything grow?

Sessions ask prompts of every kind (plain, streamed, with tools, with a permission) of a scripted
model; at regular moments the CLI gets SIGKILL. A session is closed after some turns and another
one opened, so that no conversation grows without end. Every minute the program notes its own
resident memory, its trio tasks, its descriptors and its child processes (of these three the least
of a second, since turns and crashes under way have some of their own). It fails (exit code 1)
when an answer is wrong or missing, when anything is left at the end, or when the median of
something is not flat from the second third of the notes to the last (the first third is the
warm-up). Medians, since there is no second without a turn and a turn has tasks of its own:

- memory grows by more than ``MEMORY_GROWTH`` of it and ``MEMORY_FLOOR``,
- tasks, descriptors, children grow by more than ``COUNT_GROWTH`` of them and ``COUNT_FLOOR``.

Run: python benchmarks/soak.py --minutes 30 --every 20 --seed 1
"""

from __future__ import annotations

import argparse
import collections
import gc
import json
import os
import pathlib
import random
import signal
import statistics
import sys
import tempfile
import time

import trio
from chaos import choose, expected, lookup_tools
from kill_and_recover import cli_processes

import copilot_actors
from copilot_actors.testing import open_scripted_model

KINDS = ("plain", "streamed", "tool", "parallel", "permission")
MEMORY_GROWTH = 0.05
MEMORY_FLOOR = 2 * 1024 * 1024
COUNT_GROWTH = 0.1
COUNT_FLOOR = 2
SAMPLES = 10
TURNS_PER_SESSION = 40
NOTES_AT_LEAST = 9
"""A short run takes its notes more often than once a minute, to have three thirds."""
PAUSE = (0.05, 0.4)
"""Seconds between two turns of a session."""
PROMPT_TIMEOUT = 120.0
MAX_RESTARTS = 1_000_000
"""Every crash here is ours; a budget would end the soak for it."""


class Note(dict):
    """What was counted at one moment."""


def children() -> int:
    """Processes whose parent is this one, zombies too."""
    count = 0
    for entry in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            count += int(entry.read_text().rpartition(")")[2].split()[1]) == os.getpid()
        except OSError:
            continue
    return count


def resident() -> int:
    pages = int(pathlib.Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def descriptors() -> int:
    return len(list(pathlib.Path("/proc/self/fd").iterdir()))


def tasks() -> int:
    return trio.lowlevel.current_statistics().tasks_living


class Soak:
    """The turns, the crashes and the notes."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.rng = random.Random(options.seed)
        self.notes: list[Note] = []
        self.right = 0
        self.wrong: list[str] = []
        self.handler_runs: collections.Counter[str] = collections.Counter()
        self.twice = 0
        self.crashes = 0
        self.begin = time.perf_counter()
        self.over = False

    def tools(self) -> list[copilot_actors.Tool]:
        def begun(key):
            self.handler_runs[key] += 1
            self.twice += self.handler_runs[key] > 1

        return lookup_tools(begun, lambda: self.rng.uniform(0, 0.1))

    async def talk(self, open_session, name: str) -> None:
        """One session after the other."""
        number = 0
        while not self.over:
            session = await open_session()
            for _ in range(TURNS_PER_SESSION):
                if not self.over:
                    await self.turn(session, name, number)
                    number += 1
            await session.disconnect()

    async def turn(self, session: copilot_actors.Session, name: str, number: int) -> None:
        kind, rest = self.rng.choice(KINDS), f"{name} {number}"
        try:
            answer = await session.send_and_wait(f"{kind} {rest}", timeout=PROMPT_TIMEOUT)
        except copilot_actors.CopilotError as error:
            self.wrong.append(f"{kind} {rest}: {error!r}")
            return
        text = answer.raw["data"]["content"] if answer is not None else None
        if text == expected(kind, rest):
            self.right += 1
        else:
            self.wrong.append(f"{kind} {rest}: {text!r}")
        # The keys of a turn that is over are the soak's own memory, not the library's.
        for key in [key for key in self.handler_runs if key.startswith(f"{rest}/")]:
            del self.handler_runs[key]
        await trio.sleep(self.rng.uniform(*PAUSE))

    async def crash(self, client: copilot_actors.Client) -> None:
        while True:
            await trio.sleep(self.options.every)
            await client.wait_state("connected")
            if client.pid is not None:
                self.crashes += 1
                os.kill(client.pid, signal.SIGKILL)

    async def watch(self, client: copilot_actors.Client, every: float) -> None:
        while True:
            await self.note(client)
            await trio.sleep(every)

    async def note(self, client: copilot_actors.Client) -> None:
        gc.collect()
        counts = []
        for _ in range(SAMPLES):
            # Without a CLI there is less of everything, which says nothing.
            await client.wait_state("connected")
            counts.append((tasks(), descriptors(), children()))
            await trio.sleep(1 / SAMPLES)
        least = [min(column) for column in zip(*counts, strict=True)]
        note = Note(
            seconds=round(time.perf_counter() - self.begin, 1),
            resident_mib=round(resident() / 2**20, 2),
            tasks=least[0],
            descriptors=least[1],
            children=least[2],
            turns=self.right,
            crashes=self.crashes,
        )
        self.notes.append(note)
        print(" ".join(f"{k}={v}" for k, v in note.items()), file=sys.stderr, flush=True)


async def run(options: argparse.Namespace) -> dict[str, object]:
    soak = Soak(options)
    marker = f"COPILOT_ACTORS_BENCH=soak-{os.getpid()}"
    seconds = options.minutes * 60
    before = tasks(), descriptors(), children()
    with tempfile.TemporaryDirectory() as home:
        async with open_scripted_model(choose) as model:
            environment = {
                **model.environment(),
                **dict([marker.split("=")]),
                "PATH": os.environ["PATH"],
                "HOME": os.environ["HOME"],
            }
            async with copilot_actors.open_client(
                env=environment, home=home, max_restarts=MAX_RESTARTS, max_seconds=60.0
            ) as client:
                await talk_and_crash(soak, client, model, seconds)
                counts = client.statistics()
    left = [
        now - then for now, then in zip((tasks(), descriptors(), children()), before, strict=True)
    ]
    return report(soak, counts, left, len(cli_processes(marker)))


async def talk_and_crash(soak: Soak, client, model, seconds: float) -> None:
    async def open_session() -> copilot_actors.Session:
        # What the model was asked is its own memory, not the library's.
        model._records.clear()
        model._parts.clear()
        return await client.create_session(
            model=model.model_name,
            provider=model.provider(),
            tools=soak.tools(),
            streaming=True,
            on_permission_request=copilot_actors.approve_all,
            on_event=lambda _event: None,
        )

    async with trio.open_nursery() as background:
        async with trio.open_nursery() as talking:
            for index in range(soak.options.sessions):
                talking.start_soon(soak.talk, open_session, str(index))
            background.start_soon(soak.crash, client)
            background.start_soon(soak.watch, client, min(60.0, seconds / NOTES_AT_LEAST))
            await trio.sleep(seconds)
            await soak.note(client)
            soak.over = True
        background.cancel_scope.cancel()


def growth(notes: list[Note], field: str) -> tuple[float, float]:
    """The medians of the second and the last third."""
    values = [note[field] for note in notes]
    third = max(1, len(values) // 3)
    middle = values[third : 2 * third] or values
    return statistics.median(middle), statistics.median(values[-third:])


def report(soak: Soak, counts, left: list[int], processes: int) -> dict[str, object]:
    grown = []
    middle, end = growth(soak.notes, "resident_mib")
    if end - middle > max(middle * MEMORY_GROWTH, MEMORY_FLOOR / 2**20):
        grown.append(f"resident_mib: {middle} to {end}")
    for field in ("tasks", "descriptors", "children"):
        middle, end = growth(soak.notes, field)
        if end - middle > max(middle * COUNT_GROWTH, COUNT_FLOOR):
            grown.append(f"{field}: {middle} to {end}")
    return {
        "minutes": soak.options.minutes,
        "seed": soak.options.seed,
        "sessions": soak.options.sessions,
        "crashes": soak.crashes,
        "right_answers": soak.right,
        "wrong": soak.wrong[:10],
        "handlers_run_twice": soak.twice,
        "recoveries": counts.recoveries,
        "handler_errors": counts.handler_errors,
        "start": soak.notes[0],
        "middle": soak.notes[len(soak.notes) // 2],
        "end": soak.notes[-1],
        "grown": grown,
        "tasks_left": left[0],
        "descriptors_left": left[1],
        "children_left": left[2],
        "processes_left": processes,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--every", type=float, default=20.0, help="seconds between two crashes")
    parser.add_argument("--sessions", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print the report as JSON only")
    options = parser.parse_args()
    result = trio.run(run, options)
    if options.json:
        print(json.dumps(result))
    else:
        for name, value in result.items():
            print(f"{name:20} {value}")
    bad = ("wrong", "handlers_run_twice", "handler_errors", "grown", "tasks_left")
    left = ("descriptors_left", "children_left", "processes_left")
    return 1 if any(result[name] for name in bad + left) or not result["right_answers"] else 0


if __name__ == "__main__":
    sys.exit(main())
