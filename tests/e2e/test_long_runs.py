"""Short runs of what ``make soak``, ``make hundred`` and ``make starting-delay`` do at length.

What they measure depends on the machine and is judged by the long runs; what must hold in each run
is judged here.
"""

from __future__ import annotations

import pytest


@pytest.mark.real_cli
@pytest.mark.slow
def test_P2_turns_with_a_crash_every_few_seconds_leave_and_pile_up_nothing(report_of, nothing_in):
    report, _ = report_of("soak.py", "--minutes", "0.2", "--every", "4", "--sessions", "2")
    assert report["right_answers"] > 0, report
    assert report["crashes"] > 1, report
    assert report["wrong"] == [], report
    # In half a minute memory is still being warmed up, and there are too few moments of rest to tell
    # growth from work: what is left at the end tells.
    nothing_in(report, "handlers_run_twice", "tasks_left", "descriptors_left", "children_left")
    assert report["processes_left"] == 0, report


@pytest.mark.real_cli
@pytest.mark.slow
def test_R6_R7_two_kills_while_many_sessions_are_open_cost_none_of_them_anything(
    report_of, nothing_in
):
    report, _ = report_of("hundred_sessions.py", "--sessions", "12")
    assert report["right_answers"] == report["asked"], report
    nothing_in(
        report,
        "handlers_run_twice",
        "events_seen_twice",
        "prompts_twice_in_transcript",
        "processes_left",
        "descriptors_left",
    )


@pytest.mark.slow
@pytest.mark.exhaustive
def test_S6_fifty_sessions_get_their_own_answers_while_others_start_resume_and_are_stuck(
    report_of,
):
    report, _ = report_of("starting_delay.py", "--seconds", "2.5")
    assert report["wrong"] == 0, report
    for situation in ("starting", "resuming", "stuck"):
        assert report["situations"][situation]["times"] > 0, report
