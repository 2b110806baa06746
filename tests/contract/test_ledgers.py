"""One contract, checked on every ledger backend of the library, and on broken ones."""

from __future__ import annotations

import itertools

import pytest
import trio

import copilot_actors as ca
from copilot_actors.storage import key_of
from copilot_actors.testing import check_ledger
from copilot_actors.testing._checks import _ledger as _check_ledger
from copilot_actors.testing._checks._contract import rule_name
from copilot_actors.testing._checks._ledger import RULES


async def test_the_memory_ledger_keeps_the_rules(autojump_clock):
    await check_ledger(ca.MemoryLedger)


# Real time: SQLite works in a thread.
async def test_the_sqlite_ledger_keeps_the_rules(tmp_path):
    numbers = itertools.count()
    await check_ledger(
        lambda: ca.SqliteLedger(tmp_path / f"{next(numbers)}.db"),
        reopen=lambda ledger: ca.SqliteLedger(ledger.name),
    )


class Bent(ca.MemoryLedger):
    """Right, unless it has a flaw; some things take it two steps, as they take a disk."""

    def __init__(self, flaw):
        super().__init__()
        self.flaw = flaw
        self.begun = False
        if flaw == "no name":
            self.name = ""
        if flaw == "is not empty":
            self._records = {key_of(ONE): ONE}

    async def open(self):
        if self.flaw == "hangs when used" and self.begun:
            await trio.sleep_forever()
        self.begun = True
        if self.flaw == "many owners":
            self._open = False
        if self.flaw == "loosens the hold" and self._open:
            self._open = False
            raise ca.LedgerInUse(self.name)
        if self.flaw == "refuses otherwise" and self._open:
            raise ca.LedgerFailed(self.name, "in use")
        if self.flaw == "opens once" and self._records:
            raise ca.LedgerInUse(self.name)
        records = await super().open()
        if self.flaw == "a cancelled open holds":
            self._open = "for ever"
            await trio.sleep(1)
            self._open = True
        if self.flaw == "forgets calls":
            return [record for record in records if record.kind == "prompt"]
        if self.flaw == "twice" and records:
            return [*records, records[0]]
        return self._view() if self.flaw == "a view" else records

    def _view(self):
        class View(list):
            def __iter__(view):  # noqa: N805
                return iter(list(self._records.values()))

            def __len__(view):  # noqa: N805
                return len(self._records)

        return View()

    async def commit(self, changes):
        if self.flaw == "never removes":
            changes = {key: record for key, record in changes.items() if record is not None}
        if self.flaw == "keeps the first":
            changes = {k: r for k, r in changes.items() if r is None or k not in self._records}
        if self.flaw == "one key for both kinds":
            changes = {("call", key[1], key[2]): record for key, record in changes.items()}
        if self.flaw == "no case":
            changes = {(k[0], k[1].lower(), k[2]): record for k, record in changes.items()}
        if self.flaw == "strips":
            changes = {(k[0], k[1], k[2].strip()): record for k, record in changes.items()}
        if self.flaw == "must be there":
            for key, record in changes.items():
                if record is None:
                    del self._records[key]
        if self.flaw == "fails in part":
            for key, record in changes.items():
                if record is not None and "object" in repr(getattr(record, "params", "")):
                    raise ca.LedgerFailed(self.name, "no")
                await super().commit({key: record})
            return
        if self.flaw == "cancelled in part":
            for key, record in changes.items():
                await super().commit({key: record})
                await trio.sleep(0.1)
            return
        if self.flaw == "the last is late":
            changes, self.late = getattr(self, "late", {}), changes
        await super().commit(changes)

    async def aclose(self):
        if self.flaw == "closes once":
            assert self._open
        if self._open == "for ever":
            return
        if self.flaw == "forgets":
            self._records.clear()
        await super().aclose()


ONE = _check_ledger._prompt("agent-one")

FLAWS = {
    "it says what it is": ["no name"],
    "a new ledger is empty": ["is not empty"],
    "what was committed is there for the next owner": ["forgets", "forgets calls", "twice"],
    "a later commit replaces and removes": ["never removes", "keeps the first"],
    "keys are apart": ["one key for both kinds", "no case", "strips"],
    "what is not there may be removed": ["must be there"],
    "commits take effect in their order": ["the last is late"],
    "there is one owner at a time": ["many owners", "loosens the hold", "refuses otherwise"],
    "it may be closed twice and opened again": ["closes once", "opens once", "hangs when used"],
    "what open returned is a copy": ["a view"],
    "a cancelled open leaves it free": ["a cancelled open holds"],
    "a cancelled commit is done or not and may be repeated": ["cancelled in part"],
    "a commit that fails stores nothing": ["fails in part"],
}


def test_every_rule_has_a_flaw_that_breaks_it():
    assert list(FLAWS) == [rule_name(rule) for rule in RULES]


@pytest.mark.parametrize(
    ("rule", "flaw"), [(rule, flaw) for rule, flaws in FLAWS.items() for flaw in flaws]
)
async def test_each_rule_catches_its_flaw_and_says_so(autojump_clock, monkeypatch, rule, flaw):
    of_it = [one for one in RULES if rule_name(one) == rule]
    monkeypatch.setattr(_check_ledger, "RULES", of_it)
    await check_ledger(lambda: Bent(""))
    with pytest.raises(AssertionError, match=f"^{rule}: "):
        await check_ledger(lambda: Bent(flaw))


async def test_what_is_no_ledger_is_a_mistake():
    with pytest.raises(TypeError, match="not a LedgerBackend"):
        await check_ledger(lambda: ca.MemoryLedger)
