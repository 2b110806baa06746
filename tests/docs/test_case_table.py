"""docs/cases.md says which test shows which failure case, and every case has one."""

from __future__ import annotations

import importlib.util
from pathlib import Path

PATH = Path(__file__).parents[1] / "case_table.py"


def load():
    spec = importlib.util.spec_from_file_location("case_table", PATH)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


table = load()
FOUND = table.find()


def test_every_case_has_a_test_that_is_named_after_it():
    assert table.missing(FOUND) == []


def test_no_case_that_is_excused_has_one():
    assert [case for case in table.LATER if FOUND.get(case)] == []


def test_no_test_is_named_after_a_case_that_does_not_exist():
    assert table.unknown(FOUND) == []


def test_the_page_is_what_the_script_writes():
    page = table.PAGE.read_text(encoding="utf-8")
    assert page == table.render(FOUND), "run: make cases"
