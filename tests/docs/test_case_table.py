"""docs/cases.md says which test shows which failure case, and every case has one."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

PATH = Path(__file__).parents[1] / "case_table.py"


def load():
    spec = importlib.util.spec_from_file_location("case_table", PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


table = load()


@pytest.fixture(scope="module")
def found():
    # Reads the source of every test, which nobody who only collects them is to wait for.
    return table.find()


def test_every_case_has_a_test_that_is_named_after_it(found):
    assert table.missing(found) == []


def test_no_case_that_is_excused_has_one(found):
    assert [case for case in table.LATER if found.get(case)] == []


def test_no_test_is_named_after_a_case_that_does_not_exist(found):
    assert table.unknown(found) == []


def test_the_page_is_what_the_script_writes(found):
    page = table.PAGE.read_text(encoding="utf-8")
    assert page == table.render(found), "run: make cases"
