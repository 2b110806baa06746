"""What the contenders in Python share: one round of one scenario, one line of JSON.

Standard library alone, and no import that a contender's own import row would profit from.
"""

from __future__ import annotations

import argparse
import gc
import json
import logging
import os
import pathlib
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from typing import Any

Metrics = dict[str, float]


def server_command(environ: Mapping[str, str] = os.environ) -> list[str]:
    """The interpreter and the arguments that start the synthetic server."""
    return [sys.executable, "-I", "-S", environ["BENCH_SERVER"]]


def real_cli(environ: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """What the scenarios on the real CLI need: ``cli``, ``env``, ``model`` and ``provider``."""
    return json.loads(environ["BENCH_REAL"])


def resident() -> int:
    """Bytes of memory that this process has in RAM."""
    pages = pathlib.Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def children() -> list[int]:
    """Pids of the processes that this one has started."""
    pids: list[int] = []
    for task in pathlib.Path("/proc/self/task").iterdir():
        pids += map(int, (task / "children").read_text().split())
    return pids


def server_seconds() -> float:
    """CPU seconds that the children of this process have had."""
    total = 0
    for pid in children():
        try:
            total += int(pathlib.Path(f"/proc/{pid}/schedstat").read_text().split()[0])
        except OSError:
            continue
    return total / 1e9


class Meter:
    """Wall time, own CPU time and the server's CPU time of one stretch of work."""

    def __init__(self) -> None:
        gc.collect()
        self._server = server_seconds()
        self._cpu = time.process_time()
        self._wall = time.perf_counter()

    def read(self) -> None:
        self.wall = time.perf_counter() - self._wall
        self.cpu = time.process_time() - self._cpu
        self.server = server_seconds() - self._server

    @property
    def seconds(self) -> float:
        """Wall time, or this process's CPU time where BENCH_CPU is set."""
        return self.cpu if os.environ.get("BENCH_CPU") else self.wall

    def rate(self, metric: str, amount: float) -> Metrics:
        """``amount`` of work per second, and how busy the server was meanwhile."""
        return {metric: amount / self.seconds, "server_share": self.server / self.wall}


def flood_metrics(meter: Meter, count: int, size: int) -> Metrics:
    if size > 1000:
        return meter.rate("events_64k", count * size / 1e6)
    return meter.rate("events_small", count) | {"events_cpu": meter.cpu / count * 1e5}


def paced_metrics(delays: list[int]) -> Metrics:
    """From nanoseconds between write and handler to microseconds; the first are warm-up."""
    ordered = sorted(delays[len(delays) // 10 :])
    return {
        "paced_p50": statistics.median(ordered) / 1e3,
        "paced_p99": ordered[int(len(ordered) * 0.99)] / 1e3,
    }


def session_metrics(count: int, begin: int, at: dict[int, int], seconds: float) -> Metrics:
    """``at`` has resident bytes when so many sessions were open."""
    metrics = {"session_create": count / seconds}
    for number, name in ((1000, "session_rss_1k"), (10_000, "session_rss_10k")):
        if number in at:
            metrics[name] = (at[number] - begin) / number / 1024
    return metrics


def main(scenarios: dict[str, Callable[[int], Metrics]]) -> None:
    """Run the scenario that the command line names."""
    parser = argparse.ArgumentParser()
    parser.add_argument("scenario", choices=sorted(scenarios))
    parser.add_argument("--count", type=int, required=True)
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    print(json.dumps(scenarios[options.scenario](options.count)), flush=True)
