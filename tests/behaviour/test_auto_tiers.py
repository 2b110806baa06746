"""Which preferences of automatic routing there are, as the lists of models tell it."""

from __future__ import annotations

import pytest

import copilot_actors as ca
from copilot_actors.client._auto_tiers import auto_tiers
from copilot_actors.testing import Script, Simulator


def tier(name, **more):
    return {
        "id": name,
        "displayName": name.capitalize(),
        "description": f"Prefers {name}.",
        "type": "auto",
        "status": {"enabled": True},
        **more,
    }


METADATA = {
    "defaultTier": "balance",
    "tiers": [
        tier("efficiency"),
        tier("balance"),
        tier("hydrafusion", type="fusion", fusionTier="high"),
        tier("intelligence", status={"enabled": False, "reason": "plan"}),
        tier("later", status={"enabled": True, "pickerVisible": False}),
    ],
}


@pytest.mark.exhaustive("real")
async def test_without_an_account_there_are_none(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(**world.session_options)
        assert await client.list_auto_tiers() == ()
        assert await session.list_auto_tiers() == ()


async def test_the_metadata_of_the_lists_is_read(autojump_clock):
    async with ca.open_client(cli=Simulator(auto=METADATA)) as client:
        session = await client.create_session(model="auto")
        found = await client.list_auto_tiers()
        assert await session.list_auto_tiers() == found
        assert [one.id for one in found] == ["efficiency", "balance", "intelligence", "later"]
        assert [one.order for one in found] == [0, 1, 2, 3]
        assert [one.id for one in found if one.default] == ["balance"]
        assert [one.id for one in found if not one.enabled] == ["intelligence"]
        assert [one.id for one in found if not one.visible] == ["later"]
        assert (found[0].name, found[0].description) == ("Efficiency", "Prefers efficiency.")
        assert (found[0].reason, found[2].reason) == (None, "plan")
        switch = await session.set_auto_tier(found[0].id)
        assert switch.tier == "efficiency"
        tenant = ca.TenantGuard(client).of(user="alice")
        assert await tenant.list_auto_tiers() == found


async def test_a_fault_of_the_cli_is_no_empty_list(autojump_clock, monkeypatch):
    async with ca.open_client(cli=Simulator(auto=METADATA)) as client:
        original = client._context.link.request

        async def request(method, params, **how):
            if method == "models.list":
                raise ca.RpcError(method, -32603, "the service is away")
            return await original(method, params, **how)

        monkeypatch.setattr(client._context.link, "request", request)
        with pytest.raises(ca.RpcError, match="is away"):
            await client.list_auto_tiers()


ODD = [
    None,
    [],
    "auto",
    {},
    {"auto": None},
    {"auto": []},
    {"auto": {"tiers": None}},
    {"auto": {"tiers": {"id": "x"}}},
    {"auto": {"tiers": [None, 7, {}, {"id": 7}, {"id": ""}, {"id": "x", "type": 3}]}},
]


@pytest.mark.parametrize("reply", ODD, ids=str)
def test_a_list_of_another_shape_offers_none(reply):
    assert auto_tiers(reply) == ()


def test_what_is_missing_is_left_out():
    """Not promised to be selectable, and shown under its id."""
    assert auto_tiers({"auto": {"tiers": [{"id": "x", "status": 7, "displayName": None}]}}) == (
        ca.AutoTierInfo(id="x", name="x", enabled=False),
    )
