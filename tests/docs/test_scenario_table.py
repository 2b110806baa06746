"""docs/scenarios.md says which test shows which scenario, and each of these tests exists."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

PATH = Path(__file__).parents[1] / "scenario_table.py"


def load():
    spec = importlib.util.spec_from_file_location("scenario_table", PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


table = load()


@pytest.fixture(scope="module")
def scenarios():
    return table.load()


@pytest.fixture(scope="module")
def tests():
    # Reads the source of every test, which nobody who only collects them is to wait for.
    return table.index()


def test_every_test_that_the_table_names_exists_once(scenarios, tests):
    assert table.wrong(scenarios, tests) == []


def test_no_two_scenarios_of_a_group_are_told_in_the_same_words(scenarios):
    told = [(scenario.group, scenario.words.lower()) for scenario in scenarios]
    assert len(told) == len(set(told))


def test_whatever_is_not_shown_has_a_reason(scenarios, tests):
    unexplained = [
        scenario.words
        for scenario in scenarios
        if not table.tests_of(scenario, tests) and not scenario.reason
    ]
    assert unexplained == []


def test_a_pending_scenario_counts_as_shown_when_its_test_exists():
    late = table.Scenario("group", "words", pending="test_late", reason="what is missing")
    assert table.mark(late, {}) == table.MISSING
    shown = {"test_late": [table.Shown("file", ("real CLI", "simulator"), False)]}
    assert table.mark(late, shown) == "real CLI"


def test_the_page_is_what_the_script_writes(scenarios, tests):
    page = table.PAGE.read_text(encoding="utf-8")
    assert page == table.render(scenarios, tests), "run: make scenarios"
