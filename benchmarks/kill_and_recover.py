"""Kill the real Copilot CLI at random moments of a turn, again and again, and count the damage.

Each round asks one prompt (plain, with a tool, or with a tool that needs permission), sends
SIGKILL to the CLI at a random moment of the turn, and waits for the answer. At the end:

- right answers, tool handlers that ran twice for one call, prompts that stand twice in the
  transcript, processes left;
- the time from SIGKILL to the session being usable, next to the time of a bare CLI start
  (spawn to the answer of ``connect``), both measured in this run, interleaved.

Run: python benchmarks/kill_and_recover.py --rounds 100 --seed 1
"""

from __future__ import annotations

import argparse
import collections
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

import copilot_actors
from copilot_actors import jsonrpc, transport
from copilot_actors.testing import Script, Text, ToolCall, ToolCalls, open_scripted_model

KINDS = ("plain", "tool", "permission")
LONGEST_TURN = 0.6
"""Seconds; kills are spread over this, so that some come before, within and after a turn."""


def script() -> Script:
    """Answer ``<kind> <n>``: at once, or after one tool call whose result is in the answer."""

    def choose(request):
        kind, _, number = request.prompt.partition(" ")
        if kind == "plain":
            return Text(f"answer {number}", chunks=8, delay=0.03)
        if request.step == 0:
            name = "lookup" if kind == "tool" else "guarded_lookup"
            return ToolCalls([ToolCall(name, {"number": int(number)})], first_delay=0.05)
        result = request.tool_results[-1].content if request.tool_results else "no result"
        return Text(f"answer {number}: {result}", chunks=4, delay=0.03)

    return choose


def expected(kind: str, number: int) -> str:
    return f"answer {number}" if kind == "plain" else f"answer {number}: value {number}"


async def bare_start(home: str, environment: dict[str, str]) -> float:
    """Seconds from spawn to the answer of ``connect``, without this library's client."""
    options = transport.LaunchOptions(env=environment, home=home)
    begin = time.perf_counter()
    channel = await transport.Stdio().open(options)
    try:
        codec = jsonrpc.Connection()
        _, frame = codec.send_request("connect", {})
        await channel.stream.send_all(frame)
        while True:
            codec.receive_data(await channel.stream.receive_some(65536))
            if any(isinstance(event, jsonrpc.Response) for event in codec.events()):
                return time.perf_counter() - begin
    finally:
        await channel.stop(graceful=False)


def cli_processes(marker: str) -> list[int]:
    """Pids of all processes whose environment carries the marker."""
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*/environ"):
        try:
            if marker.encode() in entry.read_bytes():
                found.append(int(entry.parent.name))
        except OSError:
            continue
    return [pid for pid in found if pid != os.getpid()]


async def run(rounds: int, seed: int, starts: int) -> dict[str, object]:
    rng = random.Random(seed)
    marker = f"COPILOT_ACTORS_BENCH={os.getpid()}-{seed}"
    right = wrong = 0
    errors: list[str] = []
    handler_runs: collections.Counter[str] = collections.Counter()
    prompt_runs: collections.Counter[int] = collections.Counter()
    recovery: list[float] = []
    bare: list[float] = []
    with tempfile.TemporaryDirectory() as home, tempfile.TemporaryDirectory() as other_home:
        async with open_scripted_model(script()) as model:
            environment = {
                **model.environment(),
                **dict([marker.split("=")]),
                "PATH": os.environ["PATH"],
                "HOME": os.environ["HOME"],
            }

            def lookup(arguments, invocation):
                handler_runs[invocation.tool_call_id] += 1
                prompt_runs[arguments["number"]] += 1
                return f"value {arguments['number']}"

            schema = {
                "type": "object",
                "properties": {"number": {"type": "integer"}},
                "required": ["number"],
            }
            tools = [
                copilot_actors.Tool("lookup", "Look up", schema, lookup, skip_permission=True),
                copilot_actors.Tool("guarded_lookup", "Look up", schema, lookup),
            ]
            async with copilot_actors.open_client(
                env=environment, home=home, max_restarts=10 * rounds + 10, max_seconds=60.0
            ) as client:
                session = await client.create_session(
                    model=model.model_name,
                    provider=model.provider(),
                    tools=tools,
                    streaming=True,
                    on_permission_request=copilot_actors.approve_all,
                )
                recovered = 0.0
                done = trio.Event()

                def note(event):
                    nonlocal recovered
                    if event.type == "copilot_actors.session.recovered":
                        recovered = time.perf_counter()
                        done.set()

                await session.on(note)

                async def kill_later(delay: float) -> None:
                    nonlocal done
                    await trio.sleep(delay)
                    pid = client.pid
                    if pid is None:
                        return
                    done = trio.Event()
                    begin = time.perf_counter()
                    os.kill(pid, signal.SIGKILL)
                    await done.wait()
                    recovery.append(recovered - begin)

                for number in range(rounds):
                    kind = rng.choice(KINDS)
                    if number < starts:
                        bare.append(await bare_start(other_home, environment))
                    async with trio.open_nursery() as nursery:
                        nursery.start_soon(kill_later, rng.uniform(0, LONGEST_TURN))
                        try:
                            answer = await session.send_and_wait(f"{kind} {number}", timeout=60)
                        except copilot_actors.CopilotError as error:
                            errors.append(f"{kind} {number}: {error!r}")
                            continue
                    text = answer.raw["data"]["content"] if answer is not None else None
                    if text == expected(kind, number):
                        right += 1
                    else:
                        wrong += 1
                        errors.append(f"{kind} {number}: {text!r}")
                    if sys.stderr.isatty() or number % 10 == 9:
                        print(f"round {number + 1}/{rounds}", file=sys.stderr)
                messages = await session.get_messages()
                counts = client.statistics()
    prompts = collections.Counter(
        event.data["content"] for event in messages if event.type == "user.message"
    )
    return {
        "rounds": rounds,
        "seed": seed,
        "right_answers": right,
        "wrong_answers": wrong,
        "errors": errors,
        "handlers_run_twice": sum(n > 1 for n in handler_runs.values()),
        "prompts_whose_tool_ran_twice": sum(n > 1 for n in prompt_runs.values()),
        "prompts_twice_in_transcript": sum(n > 1 for n in prompts.values()),
        "prompts_missing_in_transcript": rounds - len(prompts),
        "processes_left": len(cli_processes(marker)),
        "prompts_sent_again": counts.prompts_sent_again,
        "turns_continued": counts.turns_continued,
        "kills": len(recovery),
        "recovery_seconds": spread(recovery),
        "bare_start_seconds": spread(bare),
    }


def spread(values: list[float]) -> dict[str, float]:
    if not values:
        return {}
    return {
        "min": round(min(values), 3),
        "median": round(statistics.median(values), 3),
        "max": round(max(values), 3),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--starts", type=int, default=10, help="bare CLI starts to time")
    parser.add_argument("--json", action="store_true", help="print the report as JSON only")
    options = parser.parse_args()
    report = trio.run(run, options.rounds, options.seed, options.starts)
    if options.json:
        print(json.dumps(report))
    else:
        for name, value in report.items():
            print(f"{name:32} {value}")
    clean = report["right_answers"] == options.rounds and not any(
        report[name]
        for name in (
            "handlers_run_twice",
            "prompts_whose_tool_ran_twice",
            "prompts_twice_in_transcript",
            "prompts_missing_in_transcript",
            "processes_left",
        )
    )
    return 0 if clean else 1


if __name__ == "__main__":
    sys.exit(main())
