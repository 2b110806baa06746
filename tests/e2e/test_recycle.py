"""Recycling on the real CLI."""

from __future__ import annotations

import pytest
import trio

import copilot_actors as ca
from copilot_actors._proc import resident_size
from copilot_actors.testing import Script


@pytest.mark.real_cli
async def test_P7_a_real_cli_is_replaced_at_rest_and_its_sessions_go_on(real, processes):
    seen, ends = [], []
    # Every CLI has more than a megabyte, so each is due at once; real processes, real time.
    recycle = ca.Recycle(max_rss=2**20, check_interval=1.0)
    async with real.client(Script.echo(), recycle=recycle, max_restarts=0) as client:
        prompted = await client.create_session(session_id="s-1", **real.session)
        fresh = await client.create_session(session_id="s-2", **real.session)
        await prompted.on("user.message", "assistant.message", lambda e: seen.append(e.id))
        await prompted.on(lambda event: ends.append(event.type))
        await prompted.send_and_wait("one")
        first = client.pid
        assert resident_size(first) > 50 * 2**20
        with trio.fail_after(30):
            await prompted.wait_state("recovering")
            await prompted.wait_state("idle")
            await fresh.wait_state("idle")
        assert client.pid != first
        await processes.gone(first, seconds=1)
        for session in (prompted, fresh):
            assert (await session.send_and_wait("two")).data.content == "two"
        users = [e for e in await prompted.get_messages() if e.type == "user.message"]
        assert [e.data.content for e in users] == ["one", "two"]
        assert len(seen) == len(set(seen)) == 4
        assert "session.shutdown" in ends
        statistics = client.statistics()
        assert statistics.recycled >= 1
        assert statistics.connection_faults == 0
