"""The check of lease backends fails for each way of breaking the contract, and says which."""

from __future__ import annotations

import math

import pytest
import trio

from copilot_actors import Holder, LeaseLost, ProcessLease, SessionInUse
from copilot_actors.storage import HeldLease, Lease
from copilot_actors.testing import check_lease


class Table(Lease):
    """Right, unless it has a flaw."""

    def __init__(self, flaw=""):
        self.flaw = flaw
        self.held = {}
        self.number = 0

    @property
    def renew_interval(self):
        return math.nan if self.flaw == "interval" else None

    async def acquire(self, store, session_id):
        if self.flaw != "cancel":
            await trio.lowlevel.checkpoint()
        key = session_id if self.flaw == "stores" else (store, session_id)
        if self.flaw == "crowd":
            free = key not in self.held
            await trio.lowlevel.checkpoint()
        else:
            free = key not in self.held
        if not free and self.flaw != "nobody is refused":
            named = Holder(host="x", pid=9) if self.flaw == "names" else self.held[key].holder
            raise SessionInUse("other" if self.flaw == "error id" else session_id, named)
        self.number += 0 if self.flaw == "numbers" else 1
        self.held[key] = held = Held(self, key, session_id, self.number)
        if self.flaw == "cancel":
            await trio.sleep(0.001)  # so that others come between
        return held

    async def get_holder(self, store, session_id):
        await trio.lowlevel.checkpoint()
        held = self.held.get(session_id if self.flaw == "stores" else (store, session_id))
        return None if held is None or self.flaw == "blind" else held.holder


class Held(HeldLease):
    def __init__(self, table, key, session_id, number):
        self.table, self.key = table, key
        self.session_id = "s" if table.flaw == "held id" else session_id
        self.holder = Holder(host="h", pid=1, fencing=number)

    @property
    def fencing(self):
        return 0 if self.table.flaw == "fencing" else self.holder.fencing

    async def renew(self):
        await trio.lowlevel.checkpoint()
        if self.table.held.get(self.key) is not self and self.table.flaw != "renews anything":
            raise LeaseLost(self.session_id)

    async def release(self):
        table = self.table
        if table.flaw == "not shielded":
            await trio.lowlevel.checkpoint()
        if table.flaw == "keeps":
            return
        if table.held.get(self.key) is self or table.flaw == "releases anything":
            table.held.pop(self.key, None)
        await trio.lowlevel.cancel_shielded_checkpoint()


async def take_away_from(table, store, session_id):
    del table.held[store, session_id]


async def test_what_keeps_the_contract_passes(autojump_clock):
    table = Table()
    await check_lease(table)
    await check_lease(table, table, take_away=lambda *name: take_away_from(table, *name))
    await check_lease(ProcessLease(), ProcessLease())
    await check_lease(ProcessLease)
    with pytest.raises(TypeError, match="not a Lease"):
        await check_lease(lambda: Table)


@pytest.mark.parametrize(
    ("flaw", "says"),
    [
        ("interval", "renew_interval is nan"),
        ("nobody is refused", "a second owner got a lease"),
        ("names", "does not name the holder"),
        ("error id", r"SessionInUse\.session_id"),
        ("held id", r"HeldLease\.session_id"),
        ("fencing", "fencing and holder.fencing differ"),
        ("blind", "get_holder does not name"),
        ("keeps", "still has a holder"),
        ("renews anything", "a released lease was renewed"),
        ("releases anything", "took the lease of the next owner"),
        ("numbers", "no greater number"),
        ("stores", "^names: it raised SessionInUse: .*is in use"),
        ("crowd", "got the lease at once"),
        ("not shielded", "that was cancelled did not release"),
        ("cancel", "cancel: not over within"),
    ],
)
async def test_each_flaw_is_found_and_named(autojump_clock, flaw, says):
    with pytest.raises(AssertionError, match=says):
        await check_lease(Table(flaw))


async def test_a_backend_that_does_not_notice_a_loss_is_found(autojump_clock):
    class Sure(Table):
        async def acquire(self, store, session_id):
            held = await super().acquire(store, session_id)
            mine = held.renew

            async def renew():
                if (store, session_id) in self.held or self.gone is None:
                    await mine()

            held.renew = renew
            return held

        gone = None

    table = Sure()

    async def take_away(store, session_id):
        table.gone = True
        await take_away_from(table, store, session_id)

    with pytest.raises(AssertionError, match="taken away was renewed"):
        await check_lease(table, take_away=take_away)
