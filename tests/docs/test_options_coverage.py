"""docs/options-coverage.md says of each option whether it was exercised; none is left out."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from copilot_actors.client._options._table import WIRE_OPTIONS

ROOT = Path(__file__).parents[2]


def load():
    path = ROOT / "docs" / "options_coverage.py"
    spec = importlib.util.spec_from_file_location("options_coverage", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


coverage = load()


def test_every_option_that_is_sent_is_exercised_on_the_real_cli_or_excused():
    assert set(coverage.proofs()) == set(WIRE_OPTIONS)


def test_the_page_is_what_the_script_writes():
    assert coverage.PAGE.read_text() == coverage.render(), "run: python docs/options_coverage.py"
