"""Time and memory of ``import copilot_actors`` against its dependencies', interleaved in one run.

Both sides run from cached bytecode, as an installed package does: pip compiles what it installs, an
editable checkout is compiled by its first import. PYTHONDONTWRITEBYTECODE would leave the checkout
alone without a cache and time the compiler instead.

Run: python benchmarks/import_time.py
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys

BASE = "import trio, msgspec, trio_websocket"
OURS = "import copilot_actors"
LIMIT = 1.5
MEMORY_LIMIT = 1.2
ENVIRONMENT = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}


def cumulative(statement: str) -> float:
    """Milliseconds that ``-X importtime`` reports for the outermost imports of a statement."""
    result = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", statement],
        check=True,
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
    )
    total = 0
    for line in result.stderr.splitlines():
        _, _, rest = line.partition("import time:")
        parts = rest.split("|")
        if len(parts) == 3 and parts[2].startswith(" ") and not parts[2].startswith("  "):
            name = parts[2].strip()
            if name in {"trio", "msgspec", "trio_websocket", "copilot_actors"}:
                total += int(parts[1])
    return total / 1000


def memory(statement: str) -> int:
    """Kilobytes that a statement adds to the resident memory of an interpreter."""
    code = (
        "def resident():\n"
        "    with open('/proc/self/statm') as file:\n"
        "        return int(file.read().split()[1]) * 4\n"
        f"before = resident()\n{statement}\nprint(resident() - before)"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=ENVIRONMENT)
    return int(done.stdout)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    for statement in (OURS, BASE):
        cumulative(statement)  # writes the bytecode
    pairs = [(cumulative(OURS), cumulative(BASE)) for _ in range(rounds)]
    ratios = [ours / base for ours, base in pairs]
    print(f"{OURS}: median {statistics.median(p[0] for p in pairs):.0f} ms")
    print(f"{BASE}: median {statistics.median(p[1] for p in pairs):.0f} ms")
    ratio = statistics.median(ratios)
    print(f"ratio: median {ratio:.2f} [{min(ratios):.2f}-{max(ratios):.2f}], limit {LIMIT}")
    sizes = [(memory(OURS), memory(BASE)) for _ in range(5)]
    growth = statistics.median(ours / base for ours, base in sizes)
    ours, base = (statistics.median(size) / 1024 for size in zip(*sizes, strict=True))
    print(f"memory: {ours:.1f} MB, dependencies alone {base:.1f} MB")
    print(f"ratio: median {growth:.2f}, limit {MEMORY_LIMIT}")
    return 0 if ratio <= LIMIT and growth <= MEMORY_LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
