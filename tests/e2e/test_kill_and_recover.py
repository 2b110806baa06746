"""Ten of the rounds of which ``make bench`` runs a hundred: kill -9 at random moments of a turn."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "kill_and_recover.py"


@pytest.mark.real_cli
@pytest.mark.slow
def test_ten_kills_cost_no_answer_no_prompt_and_no_process():
    result = subprocess.run(
        [sys.executable, str(SCRIPT), "--rounds", "10", "--starts", "1", "--seed", "5", "--json"],
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert result.stdout, result.stderr[-2000:]
    report = json.loads(result.stdout)
    assert report["right_answers"] == 10, report
    for what in (
        "handlers_run_twice",
        "prompts_whose_tool_ran_twice",
        "prompts_twice_in_transcript",
        "prompts_missing_in_transcript",
        "processes_left",
    ):
        assert report[what] == 0, report
    assert result.returncode == 0
