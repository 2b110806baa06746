"""Another model for a session that is open, and what automatic routing prefers (the guide's F)."""

from __future__ import annotations

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script, Simulator
from copilot_actors.testing._simulator import _methods as _simulator_methods
from copilot_actors.testing._simulator._host import RpcFailure


async def test_a_model_is_switched_with_its_settings_and_stays_so_after_a_crash(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(**world.session_options)
        await session.send_and_wait("one")
        switch = await session.set_model("gpt-5", reasoning_effort="high")
        assert (switch.model, switch.deferred) == ("gpt-5", False)
        assert session.model == "gpt-5"
        assert (await session.get_current_model()).model_id == "gpt-5"
        await session.send_and_wait("two")
        world.kill(client)
        await session.wait_state("recovering")
        await session.send_and_wait("three")
        assert (await session.get_current_model()).model_id == "gpt-5"
        assert world.last_request().model == "gpt-5"


@pytest.mark.exhaustive("real")
async def test_a_preference_is_pending_until_a_newer_one_takes_its_place(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(**world.session_options)
        await session.send_and_wait("one")
        await session.set_model("auto")
        first = await session.set_auto_tier("balance")
        assert (first.tier, first.status, first.effective) == ("balance", "pending", None)
        assert (await session.get_current_model()).pending_auto_tier == "balance"
        second = await session.set_auto_tier("fast")
        with pytest.raises(ca.TierSwitchFailed) as caught:
            await first.outcome()
        assert (caught.value.tier, caught.value.reason) == ("balance", "superseded")
        back = await session.set_auto_tier(None)
        assert back.status == "unchanged"
        assert await back.outcome() is None
        with pytest.raises(ca.TierSwitchFailed):
            await second.outcome()
        assert (await session.get_current_model()).pending_auto_tier is ca.UNSET


@pytest.mark.exhaustive("real")
async def test_a_pending_preference_is_in_force_after_a_crash(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(**world.session_options)
        await session.send_and_wait("one")
        await session.set_model("auto")
        switch = await session.set_auto_tier("intelligence")
        world.kill(client)
        with trio.fail_after(20):
            assert await switch.outcome() == "intelligence"
        current = await session.get_current_model()
        assert (current.model_id, current.auto_tier) == ("auto", "intelligence")


@pytest.mark.exhaustive("real")
async def test_a_preference_goes_with_the_model_auto_alone(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(**world.session_options)
        with pytest.raises(ca.RpcError, match="auto"):
            await session.set_auto_tier("balance")
        with pytest.raises(ca.InvalidOption, match="auto_tier"):
            await session.set_model("gpt-5", auto_tier="balance")
        with pytest.raises(ca.InvalidOption, match="auto_tier"):
            await session.set_auto_tier("")
        with pytest.raises(ca.InvalidOption, match="model"):
            await session.set_model("")
        assert session.model == world.session_options["model"]
        await session.set_model("auto", auto_tier="balance")
        assert (await session.get_current_model()).pending_auto_tier == "balance"


@pytest.mark.exhaustive("real")
async def test_a_fusion_tier_is_refused_by_name_where_the_cli_has_none(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(**{**world.session_options, "model": "fusion"})
        with pytest.raises(ca.UnsupportedOption, match="fusion_tier") as caught:
            await session.set_fusion_tier("high")
        assert caught.value.cli_version == client.cli_version
        with pytest.raises(ca.InvalidOption, match="standard, high, max"):
            await session.set_fusion_tier("huge")
        await session.set_model("gpt-5")
        with pytest.raises(ca.InvalidOption, match="gpt-5"):
            await session.set_fusion_tier("high")


REFUSED = [
    ({"model": "fusion", "capi": {"autoTier": None}}, "capi.auto_tier"),
    ({"model": "Fusion", "capi": {"autoTier": "balance"}}, "capi.auto_tier"),
    ({"model": "fusion", "capi": {"fusionTier": "huge"}}, "capi.fusion_tier"),
    ({"model": "gpt-5", "capi": {"fusionTier": "high"}}, "capi.fusion_tier"),
    ({"model": "fusion", "capi": {"fusionTier": "high", "autoTier": "fast"}}, "capi"),
]


@pytest.mark.parametrize(("options", "named"), REFUSED)
async def test_tiers_that_do_not_go_together_are_refused_before_anything_is_sent(
    autojump_clock, options, named
):
    async with ca.open_client(cli=Simulator()) as client:
        with pytest.raises(ca.InvalidOption, match=named):
            await client.create_session(**options)


async def test_a_preference_comes_into_force_with_a_turn_of_the_model_auto(autojump_clock):
    async with ca.open_client(cli=Simulator()) as client:
        session = await client.create_session(model="auto")
        switch = await session.set_auto_tier("balance")
        results = []
        async with trio.open_nursery() as nursery:

            async def wait() -> None:
                results.append(await switch.outcome())

            nursery.start_soon(wait)
            await session.send_and_wait("one")
        assert results == ["balance"]
        again = await session.set_auto_tier("balance")
        assert (again.status, again.effective) == ("unchanged", "balance")


@pytest.mark.parametrize("decided", ["in force", "rejected"])
async def test_what_is_decided_before_the_reply_comes_is_known_too(
    autojump_clock, monkeypatch, decided
):
    real = _simulator_methods.METHODS["session.model.switchAutoTier"]

    def switch(host, params):
        session = host.sessions[params["sessionId"]]
        event, data = {
            "in force": ("session.model_change", {"newModel": "auto", "autoTier": "fast"}),
            "rejected": (
                "session.auto_tier_switch_failed",
                {"requestedAutoTier": "fast", "reason": "setup_failed"},
            ),
        }[decided]
        session.emit(event, data, ephemeral=True)
        return (yield from real(host, params))

    async with ca.open_client(cli=Simulator()) as client:
        session = await client.create_session(model="auto")
        first = await session.set_auto_tier("balance")
        monkeypatch.setitem(_simulator_methods.METHODS, "session.model.switchAutoTier", switch)
        second = await session.set_auto_tier("fast")
        with trio.fail_after(5):
            if decided == "in force":
                assert await second.outcome() == "fast"
            else:
                with pytest.raises(ca.TierSwitchFailed, match="setup_failed"):
                    await second.outcome()
            with pytest.raises(ca.TierSwitchFailed, match="superseded"):
                await first.outcome()


async def test_a_switch_of_the_model_takes_the_place_of_a_preference(autojump_clock):
    async with ca.open_client(cli=Simulator()) as client:
        session = await client.create_session(model="auto")
        first = await session.set_auto_tier("balance")
        await session.set_model("auto", auto_tier="fast")
        with trio.fail_after(5), pytest.raises(ca.TierSwitchFailed, match="superseded"):
            await first.outcome()


async def test_a_preference_that_is_refused_leaves_the_one_that_waits(autojump_clock, monkeypatch):
    def refuse(host, params):
        yield 0.001
        raise RpcFailure("no such tier", -32602)

    real = _simulator_methods.METHODS["session.model.switchAutoTier"]
    async with ca.open_client(cli=Simulator()) as client:
        session = await client.create_session(model="auto")
        first = await session.set_auto_tier("balance")
        monkeypatch.setitem(_simulator_methods.METHODS, "session.model.switchAutoTier", refuse)
        with pytest.raises(ca.RpcError):
            await session.set_auto_tier("nonsense")
        monkeypatch.setitem(_simulator_methods.METHODS, "session.model.switchAutoTier", real)
        await session.send_and_wait("x")
        with trio.fail_after(5):
            assert await first.outcome() == "balance"


async def test_a_preference_that_routing_rejects_leaves_the_one_before_it(autojump_clock):
    simulator = Simulator()
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(session_id="s", model="auto")
        switch = await session.set_auto_tier("balance")
        simulator.emit(
            "s",
            "session.auto_tier_switch_failed",
            {"requestedAutoTier": "balance", "reason": "policy_rejected"},
            ephemeral=True,
        )
        with pytest.raises(ca.TierSwitchFailed) as caught:
            await switch.outcome()
        assert (caught.value.reason, caught.value.effective) == ("policy_rejected", None)


async def test_nobody_waits_for_a_preference_of_a_session_that_is_over(autojump_clock):
    async with ca.open_client(cli=Simulator()) as client:
        session = await client.create_session(model="auto")
        switch = await session.set_auto_tier("balance")
        await session.disconnect()
        with pytest.raises(ca.SessionClosed):
            await switch.outcome()


async def test_a_switch_that_the_cli_does_not_make_is_a_typed_mismatch(autojump_clock, monkeypatch):
    def switch(host, params):
        yield 0.001
        return {"status": "rejected", "modelId": "old"}

    monkeypatch.setitem(_simulator_methods.METHODS, "session.model.switchTo", switch)
    async with ca.open_client(cli=Simulator()) as client:
        session = await client.create_session(model="old")
        with pytest.raises(ca.ModelMismatch) as caught:
            await session.set_model("new")
        assert (caught.value.wanted, caught.value.actual) == ("new", "old")
        assert session.model == "old"
