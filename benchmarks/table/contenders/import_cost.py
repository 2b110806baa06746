"""What one import statement costs a fresh interpreter: seconds, and resident megabytes.

    python import_cost.py STATEMENT

Nothing is imported before it that it might need: modules that it shares would come for free.
"""

# ruff: noqa: PTH123 - pathlib is one of those

import sys
import time


def resident() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1])


before = resident()
begin = time.perf_counter()
exec(sys.argv[1])
seconds = time.perf_counter() - begin
megabytes = (resident() - before) * 4096 / 2**20
print(f'{{"import_time": {seconds}, "import_rss": {megabytes}}}')
