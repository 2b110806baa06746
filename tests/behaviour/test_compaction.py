"""Case R8: a compaction is visible, has a limit of its own, and may not go round in circles."""

from __future__ import annotations

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script, Silence, Simulator, Text

SETTINGS = {
    "enabled": True,
    "backgroundCompactionThreshold": 0.1,
    "bufferExhaustionThreshold": 0.2,
}
SCRIPT = Script.by_prompt({"silent": Silence()}, default=Text("ok"))


@pytest.mark.exhaustive("real")
@pytest.mark.real_cli
@pytest.mark.parametrize("world_name", ["real"], indirect=True)
async def test_R8_a_compaction_that_holds_up_a_turn_is_cancelled_and_the_turn_goes_on(world):
    def choose(request):
        if "detailed summary of the conversation" in request.prompt:
            return Silence()
        return Text("word " * 4000, chunks=1)

    # Only the real CLI knows when a context is full.
    async with world.client(choose) as client:
        session = await client.create_session(
            infinite_sessions=SETTINGS, compaction_timeout=2.0, **world.session_options
        )
        compacting = []
        await session.on(
            "session.compaction_start", lambda event: compacting.append(session.compacting)
        )
        for number in range(4):
            # The last turn waits for the compaction that the second began.
            result = await session.run_turn(f"p{number} " + "text " * 1500)
            assert result.answer.data.content.startswith("word")
        assert compacting == [True]
        assert not session.compacting
        assert client.statistics().compactions_cancelled == 1


def compact(simulator, *, ends=True) -> None:
    simulator.emit("s", "session.compaction_start", {"trigger": "threshold"})
    if ends:
        simulator.emit("s", "session.compaction_complete", {"trigger": "threshold"})


async def test_R8_a_compaction_without_an_end_ends_the_turn_at_its_own_limit(autojump_clock):
    simulator = Simulator(SCRIPT)
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(session_id="s", model="m", compaction_timeout=20)
        begin = trio.current_time()
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def start():
                await session.wait_state("running")
                await trio.sleep(1)
                compact(simulator, ends=False)
                await trio.sleep(1)
                assert session.compacting

            with pytest.raises(ca.TurnNoProgress) as caught:
                # The quiet limit rests meanwhile.
                await session.send_and_wait("silent", timeout=None, quiet_timeout=5)
        assert (caught.value.seconds, caught.value.compactions) == (20, 0)
        assert 20 < trio.current_time() - begin < 23
        assert (await session.send_and_wait("next")).data.content == "ok"


async def test_R8_a_resume_that_begins_a_compaction_holds_up_nobody(autojump_clock):
    simulator = Simulator(SCRIPT)
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(session_id="s", model="m", compaction_timeout=20)
        await session.send_and_wait("one")
        compact(simulator, ends=False)
        await trio.sleep(60)
        assert session.state == "idle"
        assert (await session.send_and_wait("two")).data.content == "ok"


@pytest.mark.parametrize("policy", ["abort", "leave"])
async def test_R8_compactions_in_a_circle_end_the_turn(autojump_clock, policy):
    simulator = Simulator(SCRIPT)
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(
            session_id="s", model="m", max_compactions=3, on_timeout=policy
        )
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def loop():
                await session.wait_state("running")
                for _ in range(3):
                    await trio.sleep(1)
                    compact(simulator)

            with pytest.raises(ca.TurnNoProgress) as caught:
                await session.send_and_wait("silent", timeout=None)
        assert (caught.value.compactions, caught.value.seconds) == (3, None)
        assert not caught.value.retryable
        await trio.sleep(1)
        assert session.state == ("idle" if policy == "abort" else "running")
        assert client.statistics().pending_prompts == 0


async def test_R8_supervision_itself_causes_no_model_call(autojump_clock):
    simulator = Simulator(SCRIPT)
    async with ca.open_client(cli=simulator, max_restarts=50) as client:
        sessions = [await client.create_session(model="m") for _ in range(3)]
        for session in sessions:
            await session.send_and_wait("one")
        before = len(simulator.model_requests)
        for _ in range(5):
            simulator.kill()
            for session in sessions:
                await session.wait_state("recovering")
            for session in sessions:
                await session.wait_state("idle")
            assert (await sessions[0].abort()).outcome == "nothing_to_abort"
        await trio.sleep(120)
        assert len(simulator.model_requests) == before
