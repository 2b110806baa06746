"""The page of the contract checks names every rule, and no other, in the order of the checks."""

from __future__ import annotations

import re
from pathlib import Path

from copilot_actors.testing._checks import _lease, _ledger, _session_file_system, _transport
from copilot_actors.testing._checks._contract import rule_name

PAGE = Path(__file__).parents[2] / "docs" / "contract-checks.md"
RULES = {
    "Transports": [rule_name(rule) for rule in _transport.RULES],
    "Ledgers": [rule_name(rule) for rule in _ledger.RULES],
    "Leases": [*_lease._PROMISES, "loss"],
    "Session file systems": [rule_name(rule) for rule in _session_file_system.RULES],
}


def test_the_page_has_the_rules_of_every_check():
    _, *sections = re.split(r"^## ", PAGE.read_text(), flags=re.MULTILINE)
    found = {
        section.partition("\n")[0]: [
            row.split("|")[1].strip() for row in section.splitlines() if row.startswith("| ")
        ][1:]
        for section in sections
    }
    assert found == RULES
