"""Elixir's GenServer, where Debian's or another Elixir is installed: a VM of its own per round."""

from __future__ import annotations

import pathlib
import shutil
import subprocess

SCRIPT = pathlib.Path(__file__).with_name("elixir_bench.exs")


def installed():
    return shutil.which("elixir") is not None


def elixir(row):
    """The contender for one row of the script."""

    def measure(n):
        done = subprocess.run(
            ["elixir", str(SCRIPT), row, str(n)],
            capture_output=True,
            text=True,
            check=True,
            timeout=120,
        )
        return float(done.stdout.split()[-1])

    return measure
