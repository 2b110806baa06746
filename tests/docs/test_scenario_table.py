"""docs/scenarios.md says which test shows which scenario, and each of these tests exists."""

from __future__ import annotations

import importlib.util
from pathlib import Path

PATH = Path(__file__).parents[1] / "scenario_table.py"


def load():
    spec = importlib.util.spec_from_file_location("scenario_table", PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


table = load()
SCENARIOS = table.load()
TESTS = table.index()


def test_every_test_that_the_table_names_exists_once():
    assert table.wrong(SCENARIOS, TESTS) == []


def test_no_two_scenarios_of_a_group_are_told_in_the_same_words():
    told = [(scenario.group, scenario.words.lower()) for scenario in SCENARIOS]
    assert len(told) == len(set(told))


def test_whatever_is_not_shown_has_a_reason():
    unexplained = [
        scenario.words
        for scenario in SCENARIOS
        if not table.tests_of(scenario, TESTS) and not scenario.reason
    ]
    assert unexplained == []


def test_a_pending_scenario_counts_as_shown_when_its_test_exists():
    late = table.Scenario("group", "words", pending="test_late", reason="what is missing")
    assert table.mark(late, {}) == table.MISSING
    shown = {"test_late": [table.Shown("file", ("real CLI", "simulator"), False)]}
    assert table.mark(late, shown) == "real CLI"


def test_the_page_is_what_the_script_writes():
    page = table.PAGE.read_text(encoding="utf-8")
    assert page == table.render(SCENARIOS, TESTS), "run: make scenarios"
