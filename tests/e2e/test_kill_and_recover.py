"""Short runs of what ``make demo``, ``make kill-and-recover`` and ``make chaos`` do at length."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest


@pytest.mark.real_cli
@pytest.mark.slow
def test_ten_kills_cost_no_answer_no_prompt_and_no_process(report_of, nothing_in):
    report, code = report_of(
        "kill_and_recover.py", "--rounds", "10", "--starts", "1", "--seed", "5"
    )
    assert code == 0, report
    assert report["right_answers"] == 10, report
    nothing_in(
        report,
        "handlers_run_twice",
        "prompts_whose_tool_ran_twice",
        "prompts_twice_in_transcript",
        "prompts_missing_in_transcript",
        "processes_left",
    )


@pytest.mark.real_cli
@pytest.mark.slow
def test_sessions_side_by_side_survive_kills_freezes_and_cuts(report_of, nothing_in):
    report, code = report_of("chaos.py", "--turns", "30", "--sessions", "3", "--seed", "7")
    assert code == 0, report
    assert report["right_answers"] == 30, report
    assert sum(report["blows"].values()) > 0, report
    nothing_in(
        report,
        "handlers_run_twice",
        "events_seen_twice",
        "prompts_twice_in_transcript",
        "processes_left",
        "descriptors_left",
    )


@pytest.mark.real_cli
@pytest.mark.slow
def test_the_demo_survives_its_kills_and_leaves_nothing_running(processes):
    program = subprocess.Popen(
        [sys.executable, "-m", "copilot_actors", "demo"], stdout=subprocess.PIPE, text=True
    )
    output, _ = program.communicate(timeout=120)
    assert program.returncode == 0, output
    assert len(re.findall(r"^  kill -9 \d+$", output, re.MULTILINE)) == 2, output
    assert "answers right: yes" in output
    assert "processes left: 0" in output
    assert not processes.left_by(program.pid)
