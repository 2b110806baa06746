"""Two processes race for one session's lease, again and again: each round has one winner.

    python benchmarks/lease_race.py [--rounds 10000] [--backend file] [--backend redis]

Both begin at one moment, give or take half a millisecond, so that who wins is open; the loser must
be told who won, and the numbers of the winners must grow. Exits with 1 as soon as a round has no
or two winners.
Redis is one of its own (the binary ``redis-server``), on loopback, and ends with the race.
"""

from __future__ import annotations

import argparse
import contextlib
import random
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time

import trio

from copilot_actors import FileLease, RedisLease, SessionInUse

STORE = "/race"
AHEAD = 0.001
"""Seconds until both begin: both have been told by then."""
SPREAD = 0.0005


def backend_of(where: str):
    return RedisLease(where) if "://" in where else FileLease(where)


async def worker(where: str) -> None:
    """Answer each line: take the lease and say so, or say who has it; or give it back."""
    backend, held = backend_of(where), None
    for line in sys.stdin:
        word, _, moment = line.strip().partition(" ")
        if word == "drop":
            await held.release()
            answer = "dropped"
        else:
            while time.monotonic() < float(moment):
                pass
            try:
                held = await backend.acquire(STORE, "s")
                answer = f"got {held.fencing} {held.holder.pid}"
            except SessionInUse as error:
                answer = f"refused {error.holder.fencing} {error.holder.pid}"
        sys.stdout.write(answer + "\n")
        sys.stdout.flush()


class Racer:
    def __init__(self, where: str) -> None:
        self.popen = subprocess.Popen(
            [sys.executable, __file__, "--worker", where],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def tell(self, line: str) -> None:
        self.popen.stdin.write(line + "\n")
        self.popen.stdin.flush()

    def hear(self) -> list[str]:
        return self.popen.stdout.readline().split()

    def close(self) -> None:
        self.popen.stdin.close()
        self.popen.stdout.close()
        self.popen.wait()


def race(where: str, rounds: int) -> dict[str, float]:
    """Run the rounds and return the figures.

    Raises:
        AssertionError: a round had not exactly one winner, or its loser was told something else.
    """
    racers, won, last, took = [Racer(where), Racer(where)], [0, 0], 0, []
    begun = time.perf_counter()
    try:
        for number in range(rounds):
            start = time.perf_counter()
            for racer in racers:
                racer.tell(f"take {time.monotonic() + AHEAD + random.uniform(0, SPREAD):.6f}")
            answers = [racer.hear() for racer in racers]
            winners = [n for n, answer in enumerate(answers) if answer[0] == "got"]
            if len(winners) != 1:
                raise AssertionError(f"round {number}: {len(winners)} winners: {answers}")
            (winner,) = winners
            if answers[winner][1:] != answers[1 - winner][1:]:
                raise AssertionError(f"round {number}: the loser was told {answers[1 - winner]}")
            fencing = int(answers[winner][1])
            if fencing <= last:
                raise AssertionError(f"round {number}: number {fencing} after {last}")
            last = fencing
            won[winner] += 1
            racers[winner].tell("drop")
            racers[winner].hear()
            took.append(time.perf_counter() - start)
    finally:
        for racer in racers:
            racer.close()
    return {
        "rounds": rounds,
        "won by the first": won[0],
        "won by the second": won[1],
        "seconds": time.perf_counter() - begun,
        "median ms": statistics.median(took) * 1000,
    }


@contextlib.contextmanager
def redis_server():
    """A server of its own; gives its URL."""
    if shutil.which("redis-server") is None:
        sys.exit("redis-server is not installed (Debian: apt-get install redis-server)")
    with socket.socket() as free, tempfile.TemporaryDirectory() as folder:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        options = ["--port", str(port), "--bind", "127.0.0.1", "--dir", folder, "--save", ""]
        server = subprocess.Popen(["redis-server", *options], stdout=subprocess.DEVNULL)
        try:
            deadline = time.monotonic() + 10
            while time.monotonic() < deadline:
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                    break
                time.sleep(0.02)
            yield f"redis://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--backend", action="append", choices=["file", "redis"])
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        trio.run(worker, arguments.worker)
        return
    for name in arguments.backend or ["file", "redis"]:
        with contextlib.ExitStack() as stack:
            if name == "redis":
                where = stack.enter_context(redis_server())
            else:
                where = stack.enter_context(tempfile.TemporaryDirectory())
            figures = race(where, arguments.rounds)
        shown = ", ".join(f"{key} {round(value, 2)}" for key, value in figures.items())
        print(f"{name}: one winner in each round; {shown}", flush=True)


if __name__ == "__main__":
    main()
