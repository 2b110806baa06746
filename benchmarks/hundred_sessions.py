"""One kill -9 while the real Copilot CLI serves a hundred sessions: is every one of them right?

Sessions of five kinds are open when the blow falls: with a turn that streams, with a tool handler
that runs, with a permission that is being decided, idle after a turn, and never prompted. A second
blow falls during the recovery. Afterwards every pending caller has its right answer, every session
answers once more, no handler ran twice for a call, no prompt stands twice in a transcript, no
event came twice, and nothing is left.

Run: python benchmarks/hundred_sessions.py --sessions 100
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import signal
import sys
import tempfile
import time

import trio
from chaos import choose, descriptors_open, expected
from kill_and_recover import cli_processes

import copilot_actors
from copilot_actors.testing import open_scripted_model

KINDS = ("streamed", "tool", "permission", "idle", "fresh")
OPENED_AT_ONCE = 8
WORK = 1.0
"""Seconds that handlers take, so that they run when the blow falls."""
SECOND_BLOW = 0.4
"""Seconds after the CLI is up again: some sessions are resumed by then, some are not."""
TIMEOUT = 120.0


class Hundred:
    """Asks, and counts what must not happen."""

    def __init__(self) -> None:
        self.runs: collections.Counter[str] = collections.Counter()
        self.asked: collections.Counter[str] = collections.Counter()
        self.seen: collections.Counter[tuple[str, str]] = collections.Counter()
        self.recovered: list[float] = []
        self.right = 0
        self.wrong: list[str] = []

    def options(self, name: str) -> dict[str, object]:
        async def lookup(arguments):
            self.runs[arguments["key"]] += 1
            await trio.sleep(WORK)
            return f"value {arguments['key']}"

        async def decide(request):
            self.asked[request.request_id] += 1
            await trio.sleep(WORK)
            return copilot_actors.approve_once()

        def note(event):
            if event.type == "copilot_actors.session.recovered":
                self.recovered.append(time.perf_counter())
            elif event.id:
                self.seen[name, event.id] += 1

        schema = {"type": "object", "properties": {"key": {"type": "string"}}}
        return {
            "streaming": True,
            "on_event": note,
            "on_permission_request": decide,
            "tools": [
                copilot_actors.Tool("lookup", "Look up", schema, lookup, skip_permission=True),
                copilot_actors.Tool("guarded", "Look up", schema, lookup),
            ],
        }

    async def ask(self, session: copilot_actors.Session, kind: str, rest: str) -> None:
        try:
            answer = await session.send_and_wait(f"{kind} {rest}", timeout=TIMEOUT)
        except copilot_actors.CopilotError as error:
            self.wrong.append(f"{kind} {rest}: {error!r}")
            return
        text = answer.data["content"] if answer is not None else None
        if text == expected(kind, rest):
            self.right += 1
        else:
            self.wrong.append(f"{kind} {rest}: {text!r}")

    async def ask_all(self, sessions, kind_of, number: int) -> None:
        async with trio.open_nursery() as nursery:
            for index, session in enumerate(sessions):
                kind = kind_of(index)
                if kind is not None:
                    nursery.start_soon(self.ask, session, kind, f"s{index} {number}")


def pending_kind(index: int) -> str | None:
    kind = KINDS[index % len(KINDS)]
    return kind if kind in ("streamed", "tool", "permission") else None


async def run(count: int, blows: int) -> dict[str, object]:
    hundred = Hundred()
    marker = f"COPILOT_ACTORS_BENCH=hundred-{os.getpid()}"
    descriptors = descriptors_open()
    seconds: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as home:
        async with open_scripted_model(choose) as model:
            environment = {
                **model.environment(),
                **dict([marker.split("=")]),
                "PATH": os.environ["PATH"],
                "HOME": os.environ["HOME"],
            }
            provider = {"model": model.model_name, "provider": model.provider()}
            async with copilot_actors.open_client(
                env=environment, home=home, max_restarts=20, max_seconds=60.0
            ) as client:
                begin = time.perf_counter()
                sessions = await open_sessions(client, hundred, count, provider)
                seconds["open"] = time.perf_counter() - begin
                prompted = [s for i, s in enumerate(sessions) if KINDS[i % 5] != "fresh"]
                await hundred.ask_all(prompted, lambda _index: "plain", 0)
                first_blow = await strike_and_ask(hundred, client, sessions, blows)
                seconds["all_recovered"] = max(hundred.recovered) - first_blow
                begin = time.perf_counter()
                await hundred.ask_all(sessions, lambda _index: "plain", 2)
                seconds["asked_again"] = time.perf_counter() - begin
                twice = await prompts_twice(sessions)
                statistics = client.statistics()
    asked = len(prompted) + sum(pending_kind(i) is not None for i in range(count)) + count
    return {
        "sessions": count,
        "blows": blows,
        "asked": asked,
        "right_answers": hundred.right,
        "wrong": hundred.wrong[:10],
        "recoveries": statistics.recoveries,
        "handlers_run_twice": sum(n > 1 for n in hundred.runs.values()),
        "permissions_asked_twice": sum(n > 1 for n in hundred.asked.values()),
        "events_seen_twice": sum(n > 1 for n in hundred.seen.values()),
        "prompts_twice_in_transcript": twice,
        "processes_left": len(cli_processes(marker)),
        "descriptors_left": descriptors_open() - descriptors,
        "seconds": {name: round(value, 2) for name, value in seconds.items()},
    }


async def open_sessions(client, hundred, count, provider) -> list[copilot_actors.Session]:
    sessions: list[copilot_actors.Session] = []
    limit = trio.CapacityLimiter(OPENED_AT_ONCE)

    async def one(index: int) -> None:
        async with limit:
            name = f"s{index}"
            sessions.append(
                await client.create_session(session_id=name, **hundred.options(name), **provider)
            )

    async with trio.open_nursery() as nursery:
        for index in range(count):
            nursery.start_soon(one, index)
    return sorted(sessions, key=lambda session: int(session.session_id[1:]))


async def strike_and_ask(hundred, client, sessions, blows: int) -> float:
    """Ask the pending questions; kill when handlers run, and again while sessions are resumed."""
    async with trio.open_nursery() as nursery:
        nursery.start_soon(hundred.ask_all, sessions, pending_kind, 1)
        with trio.fail_after(60):
            while not (hundred.runs and hundred.asked):  # noqa: ASYNC110 - a real process
                await trio.sleep(0.01)
        first = time.perf_counter()
        for number in range(blows):
            if number:
                await trio.sleep(SECOND_BLOW)
            os.kill(client.pid, signal.SIGKILL)
            await client.wait_state("reconnecting")
            await client.wait_state("connected")
    with trio.fail_after(60):
        for session in sessions:
            await session.wait_state("idle")
    return first


async def prompts_twice(sessions) -> int:
    twice = 0
    for session in sessions:
        prompts = collections.Counter(
            event.data["content"]
            for event in await session.get_messages()
            if event.type == "user.message"
        )
        twice += sum(n > 1 for n in prompts.values())
    return twice


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sessions", type=int, default=100)
    parser.add_argument("--blows", type=int, default=2)
    parser.add_argument("--json", action="store_true", help="print the report as JSON only")
    options = parser.parse_args()
    result = trio.run(run, options.sessions, options.blows)
    if options.json:
        print(json.dumps(result))
    else:
        for name, value in result.items():
            print(f"{name:30} {value}")
    bad = ("handlers_run_twice", "events_seen_twice", "prompts_twice_in_transcript", "wrong")
    left = ("processes_left", "descriptors_left")
    all_right = result["right_answers"] == result["asked"]
    return 0 if all_right and not any(result[name] for name in bad + left) else 1


if __name__ == "__main__":
    sys.exit(main())
