"""Kill a pipeline and its CLIs at seeded random moments, and count what was done twice or lost.

A program runs items through a pipeline over two real CLIs with a scripted model, each item in two
recorded steps. From outside, either the program or one of its CLIs gets SIGKILL, again and again;
a program that was killed is started again. Between two lives of it the store is read, so that at
the end it is known of each run of a step whether its result had been recorded before:

- items that are finished in the results, each exactly once, with the right value;
- steps that ran although they were recorded, and items that ran although they were finished:
  there may be none. Steps that ran again because they were cut are counted beside them.

Run: python benchmarks/pipeline_kill.py --items 1000 --kills 20 --seed 1
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

import trio

import copilot_actors
from copilot_actors import pipeline
from copilot_actors.pipeline import ItemState, step
from copilot_actors.testing import Text, open_scripted_model

MARKER = "COPILOT_ACTORS_BENCH"
STEPS = ("draft", "check")


# --- The program that is killed -------------------------------------------------------------


async def program(folder: pathlib.Path, items: int, model: dict[str, object]) -> None:
    journal = os.open(folder / "journal", os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    async def part(session, item: int, name: str) -> str:
        answer = await session.send_and_wait(f"{name} {item}", timeout=120)
        os.write(journal, f"{item} {name}\n".encode())
        return answer.data.content

    async def work(session, item: int) -> list[str]:
        return [await step(name, part, session, item, name) for name in STEPS]

    def options(_name: str) -> copilot_actors.ClientOptions:
        return copilot_actors.ClientOptions(
            env={**os.environ, **model["environment"]},
            home=str(folder / "home"),
            max_restarts=100,
            max_seconds=60.0,
        )

    session = copilot_actors.SessionOptions(model=model["name"], provider=model["provider"])
    async with (
        copilot_actors.open_pool(options, max_clients=2, placement="least_busy") as pool,
        pool.pipeline(
            "bench", store=folder / "store.db", session_options=session, max_concurrency=8
        ) as opened,
    ):
        run = opened.run(range(items), work, key=str)
        results = [[one.key, one.value, str(one.error or "")] async for one in run]
    (folder / "results.json").write_text(json.dumps(results))


# --- What kills it --------------------------------------------------------------------------


class Watcher:
    """Runs the program, kills, and keeps account between its lives."""

    def __init__(self, folder: pathlib.Path, options: argparse.Namespace, model: str) -> None:
        self.folder = folder
        self.options = options
        self.model = model
        self.rng = random.Random(options.seed)
        self.kills: collections.Counter[str] = collections.Counter()
        self.recorded: set[tuple[str, str]] = set()
        self.read = 0
        self.ran: collections.Counter[tuple[str, str]] = collections.Counter()
        self.recorded_steps_run_again: list[tuple[str, str]] = []

    async def run(self) -> None:
        total, items = self.options.kills, self.options.items
        # One kill in each part of the run, at a random place of it.
        moments = [int(0.95 * items * (i + self.rng.random()) / total) for i in range(total)]
        process = self.start()
        for moment in moments:
            while process.poll() is None and self.finished() < moment:  # noqa: ASYNC110
                await trio.sleep(0.05)  # a real process, real time
            await trio.sleep(self.rng.uniform(0, 0.4))
            if self.rng.random() < 0.5:
                process.kill()
                process.wait()
                self.kills["program"] += 1
                self.account()
                process = self.start()
            else:
                await self.kill_a_cli(process)
        code = await trio.to_thread.run_sync(process.wait)
        self.account()
        if code:
            raise SystemExit(f"the program ended with code {code}")

    async def kill_a_cli(self, process: subprocess.Popen[bytes]) -> None:
        while process.poll() is None:
            if clis := self.clis():
                os.kill(self.rng.choice(clis), signal.SIGKILL)
                self.kills["CLI"] += 1
                return
            await trio.sleep(0.05)  # they are being started

    def start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, __file__, "--folder", str(self.folder)]
        command += ["--items", str(self.options.items), "--model", self.model]
        return subprocess.Popen(command)

    def finished(self) -> int:
        try:
            return pipeline.read_report(self.folder / "store.db").counts[ItemState.FINISHED]
        except pipeline.PipelineError:
            return 0  # it is just being made

    def account(self) -> None:
        """Read what ran since the last time, then what is recorded now that nothing runs."""
        lines = (self.folder / "journal").read_text().splitlines()
        for line in lines[self.read :]:
            item, name = line.split(" ")
            self.ran[item, name] += 1
            if (item, name) in self.recorded:
                self.recorded_steps_run_again.append((item, name))
        self.read = len(lines)
        for record in pipeline.read_items(self.folder / "store.db"):
            steps = STEPS if record.state is ItemState.FINISHED else record.steps
            self.recorded.update((record.key, name) for name in steps)

    def clis(self) -> list[int]:
        mark = f"{MARKER}={os.getpid()}".encode()
        found = []
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                environ = (entry / "environ").read_bytes().split(b"\0")
                command = (entry / "cmdline").read_bytes()
            except OSError:
                continue
            if mark in environ and b"--headless" in command:
                found.append(int(entry.name))
        return sorted(found)


def script(request):
    return Text(f"done: {request.prompt}", chunks=2, delay=0.01)


async def measure(options: argparse.Namespace) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        async with open_scripted_model(script) as model:
            environment = {**model.environment(), MARKER: str(os.getpid())}
            given = {
                "name": model.model_name,
                "provider": model.provider(),
                "environment": environment,
            }
            watcher = Watcher(folder, options, json.dumps(given))
            (folder / "journal").touch()
            begin = time.perf_counter()
            await watcher.run()
            seconds = time.perf_counter() - begin
            await trio.sleep(0.5)  # real processes, which may still be ending
            left = watcher.clis()
        results = json.loads((folder / "results.json").read_text())
        report = pipeline.read_report(folder / "store.db")
    right = {
        key
        for key, value, error in results
        if not error and value == [f"done: {name} {key}" for name in STEPS]
    }
    return {
        "items": options.items,
        "seed": options.seed,
        "kills_of_the_program": watcher.kills["program"],
        "kills_of_a_cli": watcher.kills["CLI"],
        "finished_with_the_right_value": len(right),
        "results_twice": len(results) - len({key for key, _, _ in results}),
        "errors": [error for _, _, error in results if error][:5],
        "recorded_steps_run_again": len(watcher.recorded_steps_run_again),
        "steps_run_again_that_were_cut": sum(n - 1 for n in watcher.ran.values()),
        "attempts": report.attempts,
        "runs": report.runs,
        "processes_left": len(left),
        "seconds": round(seconds, 1),
        "items_per_second": round(options.items / seconds, 2),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--items", type=int, default=1000)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print the report as JSON only")
    parser.add_argument("--folder", type=pathlib.Path, help=argparse.SUPPRESS)
    parser.add_argument("--model", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.folder is not None:
        trio.run(program, options.folder, options.items, json.loads(options.model))
        return 0
    report = trio.run(measure, options)
    if options.json:
        print(json.dumps(report))
    else:
        for name, value in report.items():
            print(f"{name:32} {value}")
    clean = (
        report["finished_with_the_right_value"] == options.items
        and report["kills_of_the_program"] + report["kills_of_a_cli"] == options.kills
        and not any(
            report[name]
            for name in ("results_twice", "recorded_steps_run_again", "processes_left", "errors")
        )
    )
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
