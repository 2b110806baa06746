"""docs/protocol-coverage.md says what of the protocol is typed and exercised, and on what."""

from __future__ import annotations

import importlib.util
from pathlib import Path

PATH = Path(__file__).parents[1] / "protocol_table.py"


def test_the_page_is_what_the_script_writes():
    spec = importlib.util.spec_from_file_location("protocol_table", PATH)
    table = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(table)
    page = table.PAGE.read_text(encoding="utf-8")
    assert page == table.render(), "run: make protocol-coverage"
