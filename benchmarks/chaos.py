"""Turns of many sessions while the real Copilot CLI is killed, frozen, ended and cut off.

Ten sessions ask prompts of every kind (plain, streamed, with one tool, with parallel tools, with
a permission, queued behind each other). Meanwhile, at seeded random moments, the CLI gets
SIGKILL, SIGTERM, SIGSTOP, or its stdin is closed. At the end: every caller was answered rightly
or with a typed error; prompts that stand twice in a transcript, handlers that ran twice for one
prompt, events that one reference (plain or asynchronous) saw twice, processes and descriptors
that are left; and the time from each blow until the CLI answers and every session is loaded
again. That of SIGSTOP stands apart: the heartbeat has to find out first.

Run: python benchmarks/chaos.py --turns 500 --sessions 10 --seed 1
"""

from __future__ import annotations

import argparse
import collections
import json
import math
import os
import pathlib
import random
import signal
import statistics
import sys
import tempfile
import time

import trio
from kill_and_recover import cli_processes

import copilot_actors
from copilot_actors.testing import Text, ToolCall, ToolCalls, open_scripted_model

KINDS = ("plain", "streamed", "tool", "parallel", "permission", "queued")
BLOWS = ("kill", "kill", "kill", "term", "stop", "cut")
QUIET = (0.6, 2.5)
"""Seconds between a recovery and the next blow."""


def choose(request):
    """The scripted model: the prompt is ``<kind> <session> <number>``."""
    kind, _, rest = request.prompt.partition(" ")
    if kind in ("tool", "parallel", "permission") and request.step == 0:
        names = {"tool": ["lookup"], "parallel": ["lookup"] * 3, "permission": ["guarded"]}[kind]
        calls = [ToolCall(name, {"key": f"{rest}/{i}"}) for i, name in enumerate(names)]
        return ToolCalls(calls, first_delay=0.05)
    if kind in ("tool", "parallel", "permission"):
        results = sorted(result.content for result in request.tool_results)
        return Text(f"{kind} {rest}: {','.join(results)}", chunks=3, delay=0.03)
    return Text(f"{kind} {rest}", chunks=8 if kind == "streamed" else 2, delay=0.05)


def expected(kind: str, rest: str) -> str:
    counts = {"tool": 1, "parallel": 3, "permission": 1}
    if kind not in counts:
        return f"{kind} {rest}"
    return f"{kind} {rest}: {','.join(f'value {rest}/{i}' for i in range(counts[kind]))}"


def lookup_tools(begun, pause) -> list[copilot_actors.Tool]:
    """Tools for the scripts above: ``begun(key)`` is told of a run, ``pause()`` is its time."""

    async def lookup(arguments):
        begun(arguments["key"])
        await trio.sleep(pause())
        return f"value {arguments['key']}"

    schema = {"type": "object", "properties": {"key": {"type": "string"}}}
    return [
        copilot_actors.Tool("lookup", "Look up", schema, lookup, skip_permission=True),
        copilot_actors.Tool("guarded", "Look up", schema, lookup),
    ]


class Chaos:
    """Counts what must not happen."""

    def __init__(self, rng: random.Random, turns: int) -> None:
        self.rng = rng
        self.turns_left = turns
        self.right = 0
        self.wrong: list[str] = []
        self.errors: collections.Counter[str] = collections.Counter()
        self.handler_runs: collections.Counter[str] = collections.Counter()
        self.seen: collections.Counter[tuple[str, str]] = collections.Counter()
        self.blows: collections.Counter[str] = collections.Counter()
        self.recovery: list[float] = []
        self.recovery_of_frozen: list[float] = []
        self.done = trio.Event()

    def tools(self) -> list[copilot_actors.Tool]:
        def begun(key):
            self.handler_runs[key] += 1

        return lookup_tools(begun, lambda: self.rng.uniform(0, 0.15))

    async def ask(self, session: copilot_actors.Session, kind: str, rest: str) -> None:
        try:
            answer = await session.send_and_wait(f"{kind} {rest}", timeout=120)
        except copilot_actors.CopilotError as error:
            self.errors[type(error).__name__] += 1
            self.wrong.append(f"{kind} {rest}: {error!r}")
            return
        text = answer.raw["data"]["content"] if answer is not None else None
        if text == expected(kind, rest):
            self.right += 1
        else:
            self.wrong.append(f"{kind} {rest}: {text!r}")

    async def work(self, session: copilot_actors.Session, name: str) -> None:
        number = 0
        while self.turns_left > 0:
            kind = self.rng.choice(KINDS)
            count = 3 if kind == "queued" else 1
            async with trio.open_nursery() as nursery:
                for _ in range(min(count, self.turns_left)):
                    self.turns_left -= 1
                    nursery.start_soon(self.ask, session, kind, f"{name} {number}")
                    number += 1

    async def strike(
        self, client: copilot_actors.Client, sessions: list[copilot_actors.Session]
    ) -> None:
        """One blow after the other, each after the recovery from the one before."""
        while not self.done.is_set():
            await trio.sleep(self.rng.uniform(*QUIET))
            await client.wait_state("connected")
            pid, blow = client.pid, self.rng.choice(BLOWS)
            if pid is None or self.done.is_set():
                continue
            self.blows[blow] += 1
            begin = time.perf_counter()
            if blow == "cut":
                connection = client._context.link.connection
                await connection.channel.stream.send_stream.aclose()
            else:
                signals = {"kill": signal.SIGKILL, "term": signal.SIGTERM, "stop": signal.SIGSTOP}
                os.kill(pid, signals[blow])
            await client.wait_state("reconnecting")
            await client.wait_state("connected")
            await client.ping()
            for session in sessions:
                await session.wait_state("idle", "running")
            taken = time.perf_counter() - begin
            (self.recovery_of_frozen if blow == "stop" else self.recovery).append(taken)


def descriptors_open() -> int:
    return len(list(pathlib.Path("/proc/self/fd").iterdir()))


async def run(turns: int, count: int, seed: int) -> dict[str, object]:
    chaos = Chaos(random.Random(seed), turns)
    marker = f"COPILOT_ACTORS_BENCH={os.getpid()}-{seed}"
    transcripts: list[collections.Counter[str]] = []
    begin = time.perf_counter()
    descriptors = descriptors_open()
    with tempfile.TemporaryDirectory() as home:
        async with open_scripted_model(choose) as model:
            environment = {
                **model.environment(),
                **dict([marker.split("=")]),
                "PATH": os.environ["PATH"],
                "HOME": os.environ["HOME"],
            }
            async with (
                copilot_actors.open_client(
                    env=environment,
                    home=home,
                    max_restarts=1000,
                    max_seconds=60.0,
                    ping_interval=1.0,
                    ping_timeout=2.0,
                ) as client,
                trio.open_nursery() as nursery,
            ):
                sessions = [
                    await client.create_session(
                        model=model.model_name,
                        provider=model.provider(),
                        tools=chaos.tools(),
                        streaming=True,
                        on_permission_request=copilot_actors.approve_all,
                    )
                    for _ in range(count)
                ]
                for index, session in enumerate(sessions):

                    def note(event, index=index):
                        if event.id:
                            chaos.seen[(f"plain {index}", event.id)] += 1

                    async def note_later(event, index=index):
                        if event.id:
                            chaos.seen[(f"asynchronous {index}", event.id)] += 1

                    await session.on(note)
                    await session.on(note_later)
                nursery.start_soon(chaos.strike, client, sessions)
                async with trio.open_nursery() as workers:
                    for index, session in enumerate(sessions):
                        workers.start_soon(chaos.work, session, str(index))
                chaos.done.set()
                nursery.cancel_scope.cancel()
            async with copilot_actors.open_client(env=environment, home=home) as client:
                for session in sessions:
                    again = await client.resume_session(
                        session.session_id, model=model.model_name, provider=model.provider()
                    )
                    transcripts.append(
                        collections.Counter(
                            event.data["content"]
                            for event in await again.get_messages()
                            if event.type == "user.message"
                        )
                    )
                statistics_ = client.statistics()
    return {
        "turns": turns,
        "sessions": count,
        "seed": seed,
        "seconds": round(time.perf_counter() - begin, 1),
        "blows": dict(chaos.blows),
        "right_answers": chaos.right,
        "typed_errors": dict(chaos.errors),
        "wrong": chaos.wrong[:10],
        "handlers_run_twice": sum(n > 1 for n in chaos.handler_runs.values()),
        "events_seen_twice": sum(n > 1 for n in chaos.seen.values()),
        "prompts_twice_in_transcript": sum(n > 1 for t in transcripts for n in t.values()),
        "prompts_missing_in_transcript": turns - sum(len(t) for t in transcripts),
        "processes_left": len(cli_processes(marker)),
        "descriptors_left": descriptors_open() - descriptors,
        "recovery": spread(chaos.recovery),
        "recovery_of_frozen": spread(chaos.recovery_of_frozen),
        "malformed_events": statistics_.malformed_events,
    }


def spread(values: list[float]) -> dict[str, float]:
    if not values:
        return {}
    return {
        "median": round(statistics.median(values), 3),
        "p99": round(sorted(values)[math.ceil(0.99 * len(values)) - 1], 3),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--turns", type=int, default=500)
    parser.add_argument("--sessions", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print the report as JSON only")
    options = parser.parse_args()
    report = trio.run(run, options.turns, options.sessions, options.seed)
    if options.json:
        print(json.dumps(report))
    else:
        for name, value in report.items():
            print(f"{name:30} {value}")
    clean = report["right_answers"] == options.turns and not any(
        report[name]
        for name in (
            "handlers_run_twice",
            "events_seen_twice",
            "prompts_twice_in_transcript",
            "prompts_missing_in_transcript",
            "processes_left",
            "descriptors_left",
        )
    )
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
