"""A short form of benchmarks/state_machines.py: it runs, and counts what it has run."""

from __future__ import annotations

import json
import logging
import runpy
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "state_machines.py"


@pytest.fixture
def main():
    yield runpy.run_path(str(SCRIPT))["main"]
    logging.disable(logging.NOTSET)


def test_examples_are_counted_and_written_as_a_row(main, tmp_path, capsys):
    # Whether it was fast enough is for the benchmark to say, on a machine of its own.
    assert main(["--examples", "10", "--steps", "10", "--json", str(tmp_path / "rows")]) in (0, 1)
    (row,) = json.loads((tmp_path / "rows").read_text())["rows"]
    assert row["row"] == "state machines"
    assert row["met"] is (row["contenders"]["copilot_actors"] <= 0.6)
    assert "rules run" in capsys.readouterr().out
