"""Memory of a pipeline over many items on the simulated CLI: it may not grow with their number.

An endless generator gives the items, a client's session each; the work of one in ``--ask-every``
asks the model, all record a step. Sessions with data are deleted when they are done: a simulated
CLI keeps them in memory, which is none of the pipeline's. Measured after a tenth of the items, when
everything has come to its size, and at the end: live objects (after a collection) and resident
memory of this process.

Run: python benchmarks/pipeline_memory.py --items 100000
"""

from __future__ import annotations

import argparse
import collections
import gc
import itertools
import json
import os
import pathlib
import sys
import tempfile
import time

import trio

import copilot_actors
from copilot_actors.pipeline import step
from copilot_actors.testing import Simulator, Text

ALLOWED_BYTES_PER_ITEM = 200
"""Of resident memory; what the allocator and the simulator's own counters keep is below it."""
ALLOWED_OBJECTS_PER_ITEM = 0.2


def resident() -> int:
    fields = pathlib.Path("/proc/self/statm").read_text().split()
    return int(fields[1]) * os.sysconf("SC_PAGE_SIZE")


def census() -> collections.Counter[str]:
    gc.collect()
    return collections.Counter(type(thing).__name__ for thing in gc.get_objects())


async def measure(items: int, ask_every: int, concurrency: int) -> dict[str, object]:
    simulator = Simulator(lambda request: Text(f"re: {request.prompt}"))

    async def numbers():
        for number in itertools.count():
            yield number

    async def work(session, number: int) -> int:
        async def part() -> int:
            if number % ask_every == 0:
                await session.send_and_wait(f"item {number}")
            return number

        return await step("part", part)

    begin = time.perf_counter()
    done = 0
    first = first_bytes = None
    with tempfile.TemporaryDirectory() as folder:
        async with (
            copilot_actors.open_client(cli=simulator) as client,
            client.pipeline(
                "memory", store=f"{folder}/store.db", max_concurrency=concurrency
            ) as pipeline,
        ):
            async for result in pipeline.run(numbers(), work, key=str):
                assert result.error is None, result
                if result.value % ask_every == 0:  # the others left no data
                    await client.delete_session(result.session_id)
                done += 1
                if done % 100 == 0:
                    # The trace of the simulated CLI, bounded by itself, but far above this.
                    simulator.log.clear()
                if done == items // 10:
                    first, first_bytes = census(), resident()
                if done == items:
                    break
            last, last_bytes = census(), resident()
    grown = items - items // 10
    more = collections.Counter(last)
    more.subtract(first)
    return {
        "items": items,
        "seconds": round(time.perf_counter() - begin, 1),
        "objects_then": sum(first.values()),
        "objects_now": sum(last.values()),
        "objects_per_item": round((sum(last.values()) - sum(first.values())) / grown, 4),
        "resident_then": first_bytes,
        "resident_now": last_bytes,
        "bytes_per_item": round((last_bytes - first_bytes) / grown, 1),
        "grown_most": dict(more.most_common(5)),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--ask-every", type=int, default=20)
    parser.add_argument("--concurrency", type=int, default=16)
    parser.add_argument("--json", action="store_true", help="print the report as JSON only")
    options = parser.parse_args()
    report = trio.run(measure, options.items, options.ask_every, options.concurrency)
    if options.json:
        print(json.dumps(report))
    else:
        for name, value in report.items():
            print(f"{name:20} {value}")
    flat = (
        report["bytes_per_item"] <= ALLOWED_BYTES_PER_ITEM
        and report["objects_per_item"] <= ALLOWED_OBJECTS_PER_ITEM
    )
    return 0 if flat else 1


if __name__ == "__main__":
    sys.exit(main())
