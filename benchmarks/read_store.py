"""Reads a stored session with a large log and a torn tail: seconds, MB/s and peak memory.

    python benchmarks/read_store.py                  # 1 GB, and 10 MB to compare the memory with
    python benchmarks/read_store.py --size 100 --json

The log has the shape of the CLI's: mostly short events, now and then a long one. Each way of
reading runs in a process of its own; its peak memory is the kernel's (VmHWM). The log is made in
a temporary folder, which is removed. Needs no CLI. Linux.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import trio

from copilot_actors import SessionStore

SESSION = "s-1"
SMALL = 10
MEGABYTE = 1_000_000


def make_log(home: Path, megabytes: int) -> int:
    """Write a log of about that size, with a torn tail; return the number of whole events."""
    path = home / "session-state" / SESSION / "events.jsonl"
    path.parent.mkdir(parents=True)
    number, size = 0, 0
    with path.open("wb") as file:
        while size < megabytes * MEGABYTE:
            number += 1
            file.write(line := event(number))
            size += len(line)
        file.write(event(number + 1)[:-40])
    return number


def event(number: int) -> bytes:
    """One line: in turn what a turn of the CLI leaves, a long system message now and then."""
    kind, length = KINDS[number % len(KINDS)] if number > 1 else ("session.start", 300)
    if number % 500 == 2:
        kind, length = "system.message", 20_000
    parent = f'"{number - 1:032x}"' if number > 1 else "null"
    return (
        f'{{"type":"{kind}","data":{{"content":"{"text é " * (length // 8)}","turnId":"{number}"}},'
        f'"id":"{number:032x}","timestamp":"2026-11-30T00:00:00.000Z","parentId":{parent}}}\n'
    ).encode()


KINDS = [
    ("user.message", 500),
    ("assistant.turn_start", 100),
    ("session.usage_record", 1000),
    ("assistant.message", 400),
    ("tool.execution_start", 200),
    ("tool.execution_complete", 800),
    ("assistant.turn_end", 50),
]


def peak_memory() -> float:
    """Peak of resident memory since the process began, in MB."""
    status = Path("/proc/self/status").read_text()
    (line,) = [line for line in status.splitlines() if line.startswith("VmHWM:")]
    return int(line.split()[1]) / 1024


async def read_events(home: Path) -> dict[str, int]:
    events = SessionStore(home).session(SESSION).events()
    count = 0
    async for _ in events:
        count += 1
    return {"events": count, "skipped": events.skipped_lines}


async def read_types(home: Path) -> dict[str, int]:
    events = SessionStore(home).session(SESSION).events("user.message")
    count = 0
    async for found in events:
        count += bool(found.data.content)
    return {"events": count, "skipped": events.skipped_lines}


async def iterate(home: Path) -> dict[str, int]:
    count = 0
    for _ in SessionStore(home).session(SESSION).iter_events():
        count += 1
    return {"events": count}


async def find_damage(home: Path) -> dict[str, int]:
    head = (await SessionStore(home).session(SESSION).damage()).head
    if head is None:
        raise SystemExit("no log")
    return {"events": head.events, "skipped": head.invalid, "torn": int(head.torn)}


async def export(home: Path) -> dict[str, int]:
    report = await SessionStore(home).session(SESSION).export(home / "export.jsonl")
    (home / "export.jsonl").unlink()
    return {"events": report.events, "skipped": report.skipped_lines}


async def copy(home: Path) -> dict[str, int]:
    report = await SessionStore(home).session(SESSION).copy_to(home / "copy")
    return {"bytes": report.size}


WAYS = {
    "events": read_events,
    "events, one type, data read": read_types,
    "iter_events": iterate,
    "damage": find_damage,
    "copy_to": copy,
    "export": export,
}


def measure(way: str, home: Path) -> None:
    """Run in a process of its own."""
    begin = time.perf_counter()
    found = trio.run(WAYS[way], home)
    seconds = time.perf_counter() - begin
    print(json.dumps({"seconds": seconds, "peak": peak_memory(), **found}))


def run(way: str, home: Path) -> dict[str, float]:
    command = [sys.executable, __file__, "--measure", way, "--home", str(home)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    result: dict[str, float] = json.loads(done.stdout)
    return result


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", type=int, default=1000, help="megabytes of the log")
    parser.add_argument("--ways", nargs="*", choices=WAYS, default=list(WAYS))
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.add_argument("--measure", choices=WAYS, help=argparse.SUPPRESS)
    parser.add_argument("--home", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        measure(options.measure, options.home)
        return
    results = []
    for megabytes in (SMALL, options.size):
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder, "home")
            events = make_log(home, megabytes)
            for way in options.ways:
                results.append({"way": way, "megabytes": megabytes, "whole": events})
                results[-1] |= run(way, home)
                if not options.json:
                    show(results[-1])
    if options.json:
        print(json.dumps(results))


def show(result: dict[str, float]) -> None:
    megabytes, seconds = result["megabytes"], result["seconds"]
    found, skipped = result.get("events", "-"), result.get("skipped", "-")
    print(
        f"{result['way']:<28} {megabytes:>5} MB {seconds:>8.2f} s {megabytes / seconds:>6.0f} MB/s"
        f"  peak {result['peak']:>5.0f} MB"
        f"  {found} of {result['whole']} events, {skipped} skipped",
        flush=True,
    )


if __name__ == "__main__":
    main()
