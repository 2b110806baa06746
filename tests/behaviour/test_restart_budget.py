"""How often a CLI may die: any number of times while it works, a few times when it does not."""

from __future__ import annotations

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script

ECHO = Script.echo()


@pytest.mark.exhaustive("real")
async def test_a_cli_that_finishes_turns_may_die_as_often_as_it_likes(world):
    async with world.client(ECHO, max_restarts=1, max_seconds=600.0) as client:
        session = await client.create_session(**world.session_options)
        for number in range(5):
            answer = await session.send_and_wait(f"turn {number}")
            assert answer.data.content == f"turn {number}"
            world.kill(client)
            await client.wait_state("reconnecting")
        await session.send_and_wait("last")
        tree = client.dump_tree()
        assert client.statistics().connections == 6
    assert "restarts" not in next(line for line in tree.splitlines() if "connection " in line)


async def test_a_cli_that_only_dies_ends_the_client_with_one_plain_fault(world):
    with pytest.raises(ca.CliExited) as caught:  # noqa: PT012 - the block is what must fail
        async with world.client(ECHO, max_restarts=2, max_seconds=600.0) as client:
            async with trio.open_nursery() as nursery:

                @nursery.start_soon
                async def keep_killing():
                    while True:
                        await client.wait_state("connected")
                        world.kill(client)
                        await client.wait_state("reconnecting")

                await trio.sleep_forever()
    assert caught.value.signal == 9
