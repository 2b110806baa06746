"""What one session that starts, resumes or is stuck costs the calls of fifty others.

Fifty sessions on the simulator ask questions of their own, one after the other, on the real
clock. Meanwhile nothing happens (the baseline), or one more session after the other is started,
is resumed (its history is long), or has a turn that is stuck. The figures of
each situation are compared with the baseline of the same run; rounds are interleaved, so that
other work on the machine falls on all of them alike. The extra delay at the 99th percentile is at
most 50 ms, or the exit code is 1 (case S6). On a machine that is busy with other things the clock
of the wall measures those; the figures beside it are processor time that this process used while
a call waited, which is what sessions can take from one another.

Run: python benchmarks/starting_delay.py --seconds 4 --sessions 50
"""

from __future__ import annotations

import argparse
import gc
import json
import math
import statistics
import sys
import time

import trio

import copilot_actors
from copilot_actors.testing import Silence, Simulator, Text

LIMIT = 0.050
"""Seconds of extra delay allowed at the 99th percentile."""
SITUATIONS = ("baseline", "starting", "resuming", "stuck")
ROUNDS = 4
THINKING = 4.0
"""Seconds between two questions of one session: a process without a pause measures its queue."""
BETWEEN = 0.2
"""Seconds between two starts, resumes or stuck turns: one session at a time does that, not a loop
that takes the whole processor."""
HISTORY = 40
"""Turns in the log of the session that is resumed."""


def choose(request):
    if request.prompt == "stuck":
        return Silence()
    return Text(request.prompt, chunks=2)


class Bench:
    """The calls of the others, by situation."""

    def __init__(self, client: copilot_actors.Client) -> None:
        self.client = client
        self.delays: dict[str, list[float]] = {name: [] for name in SITUATIONS}
        self.used: dict[str, list[float]] = {name: [] for name in SITUATIONS}
        self.busy: dict[str, int] = dict.fromkeys(SITUATIONS, 0)
        self.situation = "baseline"
        self.wrong = 0

    def forget(self) -> None:
        """Begin to measure."""
        for delays in (*self.delays.values(), *self.used.values()):
            delays.clear()

    async def ask(self, session: copilot_actors.Session, begin: float) -> None:
        """Ask until cancelled, at moments of its own, so that the sessions do not run in step."""
        await trio.sleep(begin)
        number = 0
        while True:
            number += 1
            situation, before, used = self.situation, time.perf_counter(), time.process_time()
            answer = await session.send_and_wait(f"{session.session_id} {number}")
            self.delays[situation].append(time.perf_counter() - before)
            self.used[situation].append(time.process_time() - used)
            if answer is None or answer.data["content"] != f"{session.session_id} {number}":
                self.wrong += 1
            await trio.sleep(THINKING)

    async def baseline(self, end: float) -> None:
        await trio.sleep_until(end)

    async def starting(self, end: float) -> None:
        while trio.current_time() < end:
            session = await self.client.create_session(model="gpt-4.1")
            await session.send_and_wait("hello")
            await session.disconnect()
            self.busy["starting"] += 1
            await trio.sleep(BETWEEN)

    async def resuming(self, end: float) -> None:
        while trio.current_time() < end:
            session = await self.client.resume_session("long", model="gpt-4.1")
            await session.disconnect()
            self.busy["resuming"] += 1
            await trio.sleep(BETWEEN)

    async def stuck(self, end: float) -> None:
        while trio.current_time() < end:
            session = await self.client.create_session(model="gpt-4.1")
            try:
                await session.send_and_wait("stuck", timeout=0.5)
            except copilot_actors.TurnTimeout:
                self.busy["stuck"] += 1
            await session.disconnect()
            await trio.sleep(BETWEEN)


async def run(seconds: float, count: int, seed: int) -> dict[str, object]:
    simulator = Simulator(choose, seed=seed)
    async with copilot_actors.open_client(cli=simulator) as client:
        bench = Bench(client)
        long = await client.create_session(session_id="long", model="gpt-4.1")
        for number in range(HISTORY):
            await long.send_and_wait(f"turn {number}")
        await long.disconnect()
        sessions = [
            await client.create_session(session_id=f"s{n}", model="gpt-4.1") for n in range(count)
        ]
        async with trio.open_nursery() as nursery:
            for number, session in enumerate(sessions):
                nursery.start_soon(bench.ask, session, THINKING * number / count)
            # The first questions load modules and fill caches.
            await trio.sleep(THINKING + 1)
            bench.forget()
            for _ in range(ROUNDS):
                for situation in SITUATIONS:
                    # The simulator remembers all that was said: to search that for garbage
                    # would take the others 0.1 s now and then, which no real CLI does.
                    simulator.log.clear()
                    gc.freeze()
                    bench.situation = situation
                    await getattr(bench, situation)(trio.current_time() + seconds / ROUNDS)
            nursery.cancel_scope.cancel()
    return report(bench, count, seed)


def report(bench: Bench, count: int, seed: int) -> dict[str, object]:
    base, base_used = bench.delays["baseline"], bench.used["baseline"]
    lines: dict[str, object] = {}
    worst = worst_used = 0.0
    for situation, delays in bench.delays.items():
        used = bench.used[situation]
        extra = percentile(delays, 0.99) - percentile(base, 0.99)
        extra_used = percentile(used, 0.99) - percentile(base_used, 0.99)
        worst, worst_used = max(worst, extra), max(worst_used, extra_used)
        lines[situation] = {
            "calls": len(delays),
            "times": bench.busy[situation],
            "p50_ms": milliseconds(statistics.median(delays)),
            "p99_ms": milliseconds(percentile(delays, 0.99)),
            "p50_ratio": round(statistics.median(delays) / statistics.median(base), 2),
            "extra_p99_ms": milliseconds(extra),
            "p99_processor_ms": milliseconds(percentile(used, 0.99)),
            "extra_p99_processor_ms": milliseconds(extra_used),
        }
    return {
        "sessions": count,
        "seed": seed,
        "wrong": bench.wrong,
        "limit_ms": milliseconds(LIMIT),
        "worst_extra_p99_ms": milliseconds(worst),
        "worst_extra_p99_processor_ms": milliseconds(worst_used),
        "situations": lines,
    }


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[math.ceil(share * len(values)) - 1]


def milliseconds(seconds: float) -> float:
    return round(seconds * 1000, 1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=30.0, help="for each situation")
    parser.add_argument("--sessions", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print the report as JSON only")
    options = parser.parse_args()
    result = trio.run(run, options.seconds, options.sessions, options.seed)
    if options.json:
        print(json.dumps(result))
    else:
        for situation, line in result.pop("situations").items():
            print(f"{situation:10} {line}")
        for name, value in result.items():
            print(f"{name:30} {value}")
    return 0 if result["worst_extra_p99_ms"] <= LIMIT * 1000 and not result["wrong"] else 1


if __name__ == "__main__":
    sys.exit(main())
