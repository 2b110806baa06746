"""How fast bytes become events, next to ``json.loads`` on the same bodies in the same run.

Rounds of all candidates are interleaved, so that a slow minute of the machine hits them alike;
the medians are compared. Nothing is read from a pipe: this is the codec alone::

    python benchmarks/bench_framing.py [--rounds 7] [--json]
"""

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable

import msgspec

from copilot_actors import jsonrpc

READ_SIZE = 64 * 1024


def event_body(size: int) -> bytes:
    """A streamed delta as the CLI sends it, ``size`` bytes in all."""
    params = {
        "sessionId": "0b5c3d8e-2f4a-4f0e-9a63-0d7e5c1b2a9f",
        "event": {
            "type": "assistant.message_delta",
            "data": {"messageId": "7d9c1f52-8a34-4be1-b9a2-6f0c3d4e5f60", "deltaContent": ""},
            "id": "c1a5e0d4-91b7-4f38-8a5d-2e6b7c8d9f01",
            "timestamp": "2026-11-29T17:00:00.000Z",
            "parentId": None,
            "ephemeral": True,
        },
    }
    message = {"jsonrpc": "2.0", "method": "session.event", "params": params}
    missing = size - len(msgspec.json.encode(message))
    params["event"]["data"]["deltaContent"] = ("word " * (missing // 5 + 1))[:missing]
    return msgspec.json.encode(message)


def split(pieces: list[bytes]) -> int:
    buffer = jsonrpc.FrameBuffer()
    count = 0
    for piece in pieces:
        buffer.feed(piece)
        while buffer.next_frame() is not None:
            count += 1
    return count


def events(pieces: list[bytes]) -> int:
    connection = jsonrpc.Connection()
    count = 0
    for piece in pieces:
        connection.receive_data(piece)
        for _ in connection.events():
            count += 1
    return count


def loads(bodies: list[bytes]) -> int:
    for body in bodies:
        json.loads(body)
    return len(bodies)


def measure(size: int, count: int, rounds: int) -> dict[str, dict[str, float]]:
    """Frames a second and MB a second of each candidate, as medians of ``rounds``."""
    body = event_body(size)
    wire = jsonrpc.frame(body) * count
    pieces = [wire[i : i + READ_SIZE] for i in range(0, len(wire), READ_SIZE)]
    bodies = [body] * count
    candidates: dict[str, Callable[[], int]] = {
        "split": lambda: split(pieces),
        "events": lambda: events(pieces),
        "json.loads": lambda: loads(bodies),
    }
    rates: dict[str, list[float]] = {name: [] for name in candidates}
    for _ in range(rounds):
        for name, candidate in candidates.items():
            begun = time.perf_counter()
            done = candidate()
            rates[name].append(count / (time.perf_counter() - begun))
            if done != count:
                raise AssertionError(f"{name}: {done} of {count}")
    baseline = statistics.median(rates["json.loads"])
    return {
        name: {
            "frames_per_second": round(median := statistics.median(values)),
            "megabytes_per_second": round(median * size / 1e6, 1),
            "times_json_loads": round(median / baseline, 2),
            "slowest": round(min(values)),
            "fastest": round(max(values)),
        }
        for name, values in rates.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    options = parser.parse_args()
    results = {
        f"{size} bytes": measure(size, count, options.rounds)
        for size, count in ((380, 100_000), (65_900, 1000))
    }
    if options.json:
        json.dump(results, sys.stdout, indent=2)
        print()
        return
    for title, candidates in results.items():
        print(f"frames of {title}, median of {options.rounds} rounds [slowest to fastest]")
        for name, figures in candidates.items():
            print(
                f"  {name:10} {figures['frames_per_second']:>9,} frames/s "
                f"[{figures['slowest']:,} to {figures['fastest']:,}] "
                f"{figures['megabytes_per_second']:>8,} MB/s  "
                f"{figures['times_json_loads']:>5} x json.loads"
            )


if __name__ == "__main__":
    main()
