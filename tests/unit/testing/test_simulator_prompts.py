"""A simulated session takes a prompt at any moment, the end of a turn among them."""

from __future__ import annotations

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script, Simulator


@pytest.mark.parametrize("seed", [0])
async def test_a_prompt_that_comes_while_a_session_goes_idle_gets_its_turn(autojump_clock, seed):
    cli = Simulator(Script.echo(), seed=seed)
    async with ca.open_client(cli=cli) as client:
        session = await client.create_session(model="m")
        for tenths in range(0, 60, 6):
            over = trio.Event()
            reference = await session.on("assistant.turn_end", lambda _, over=over: over.set())
            async with trio.open_nursery() as nursery:
                nursery.start_soon(session.send_and_wait, "first")
                await over.wait()
                await trio.sleep(tenths / 10_000)
                answer = await session.send_and_wait("second", timeout=10)
            assert answer.data.content == "second", tenths
            await session.off(reference)
