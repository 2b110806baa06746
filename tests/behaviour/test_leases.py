"""Two clients over one store: a session has one owner, whatever becomes of CLI and client."""

from __future__ import annotations

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script, Silence, Text

SCRIPT = Script.by_prompt({"silent": Silence()}, default=Text("ok"))


def leases(world):
    """A simulated home is no folder, so files do not cover it."""
    return {"lease": ca.ProcessLease()} if world.name == "simulator" else {}


async def test_R5_a_second_owner_gets_session_in_use_until_the_first_lets_go(world):
    async with world.client(SCRIPT, **leases(world)) as client:
        session = await client.create_session(session_id="s-1", **world.session_options)
        await session.send_and_wait("one")
        async with world.second_client(**leases(world)) as other:
            for open_it in (other.resume_session, other.resume_or_create_session):
                with pytest.raises(ca.SessionInUse) as caught:
                    await open_it("s-1", **world.session_options)
                assert caught.value.holder.pid > 0
            with pytest.raises(ca.SessionInUse):
                await other.create_session(session_id="s-1", **world.session_options)
            with pytest.raises(ca.SessionInUse):
                await other.delete_session("s-1")
            assert (other.statistics().sessions, other.statistics().leases) == (0, 0)
            assert client.statistics().leases == 1
            assert (await session.send_and_wait("two")).data.content == "ok"
            await session.disconnect()
            assert client.statistics().leases == 0
            again = await other.resume_session("s-1", **world.session_options)
            users = [e for e in await again.get_messages() if e.type == "user.message"]
            assert [e.data.content for e in users] == ["one", "two"]
            with pytest.raises(ca.SessionInUse):
                await client.resume_session("s-1", **world.session_options)


async def test_R5_the_lease_is_kept_while_the_cli_is_replaced(world):
    async with world.client(SCRIPT, **leases(world)) as client:
        session = await client.create_session(session_id="s-1", **world.session_options)
        await session.send_and_wait("one")
        async with world.second_client(**leases(world)) as other:
            if world.name == "simulator":
                world.simulator.processes[0].kill()
            else:
                world.kill(client)
            await session.wait_state("recovering")
            with pytest.raises(ca.SessionInUse):
                await other.resume_session("s-1", **world.session_options)
            await session.wait_state("idle")
            with pytest.raises(ca.SessionInUse):
                await other.resume_session("s-1", **world.session_options)
            assert (await session.send_and_wait("two")).data.content == "ok"


@pytest.mark.exhaustive("real")
async def test_R5_the_end_of_a_client_frees_its_sessions(world):
    async with world.client(SCRIPT, **leases(world)) as client:
        sessions = [
            await client.create_session(session_id=f"s-{n}", **world.session_options)
            for n in range(3)
        ]
        for session in sessions:
            await session.send_and_wait("one")
        await client.stop()
        async with world.second_client(**leases(world)) as other:
            for session in sessions:
                await other.resume_session(session.session_id, **world.session_options)
            # Under cancellation too.
            with trio.CancelScope() as scope:
                async with world.second_client(**leases(world)) as third:
                    fresh = await third.create_session(session_id="f", **world.session_options)
                    await fresh.send_and_wait("one")
                    scope.cancel()
                    await trio.sleep_forever()
            await other.resume_session("f", **world.session_options)


@pytest.mark.exhaustive("real")
async def test_R5_an_open_that_fails_or_is_cancelled_holds_nothing(world):
    async with world.client(SCRIPT, **leases(world)) as client:
        with pytest.raises(ca.SessionNotFound):
            await client.resume_session("s-1", **world.session_options)
        assert client.statistics().leases == 0
        with trio.CancelScope() as scope:
            scope.cancel()
            await client.create_session(session_id="s-1", **world.session_options)
        assert (client.statistics().sessions, client.statistics().leases) == (0, 0)
        async with world.second_client(**leases(world)) as other:
            await other.create_session(session_id="s-1", **world.session_options)


@pytest.mark.exhaustive("real")
async def test_R5_a_deleted_session_is_free(world):
    async with world.client(SCRIPT, **leases(world)) as client:
        session = await client.create_session(session_id="s-1", **world.session_options)
        await session.send_and_wait("one")
        await client.delete_session("s-1")
        async with world.second_client(**leases(world)) as other:
            await other.create_session(session_id="s-1", **world.session_options)


@pytest.mark.exhaustive("real")
async def test_without_leases_two_clients_may_fork_a_session(world):
    async with world.client(SCRIPT, lease=None) as client:
        session = await client.create_session(session_id="s-1", **world.session_options)
        await session.send_and_wait("one")
        async with world.second_client(lease=None) as other:
            await other.resume_session("s-1", **world.session_options)
            assert client.statistics().leases == 0


@pytest.mark.exhaustive("real")
async def test_leases_stop_nobody_in_the_client_that_has_the_session(world):
    async with world.client(SCRIPT, **leases(world)) as client:
        await client.create_session(session_id="s-1", **world.session_options)
        with pytest.raises(ca.SessionAlreadyExists):
            await client.create_session(session_id="s-1", **world.session_options)
        with pytest.raises(ca.SessionInUse):
            await client.resume_session("s-1", **world.session_options)
        async with trio.open_nursery() as nursery:
            for number in range(5):
                nursery.start_soon(_open_and_close, client, f"t-{number}", world)
        assert client.statistics().leases == 1


async def _open_and_close(client, session_id, world):
    for _ in range(2):
        session = await client.create_session(session_id=session_id, **world.session_options)
        await session.disconnect()
