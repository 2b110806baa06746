"""Tenants on the real CLI: a pool whose CLIs are killed, and a CLI that a guard shares out."""

from __future__ import annotations

import os
import signal

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script, Text, open_scripted_model


def slow(request):
    return Text(f"re: {request.prompt}", chunks=4, delay=0.2)


@pytest.mark.real_cli
async def test_two_tenants_of_whom_one_is_killed_while_the_other_works(real, processes, tmp_path):
    async with open_scripted_model(slow) as model:
        session = {"model": model.model_name, "provider": model.provider()}

        def options(tenant):
            fields = real.options(model, home=tmp_path / tenant)
            return ca.ClientOptions(**fields)

        async with ca.open_pool(options, max_clients=2, admission_timeout=0.5) as pool:
            a = await pool.create_session("acme", session_id="s", **session)
            b = await pool.create_session("umbrella", session_id="s", **session)
            clients = [await pool.client(name) for name in ("acme", "umbrella")]
            first, second = (client.pid for client in clients)
            assert first != second
            answers = {}

            async def ask(name, one):
                for number in range(3):
                    event = await one.send_and_wait(f"{name} {number}")
                    answers.setdefault(name, []).append(event.data.content)

            async with trio.open_nursery() as nursery:
                nursery.start_soon(ask, "a", a)
                nursery.start_soon(ask, "b", b)
                for _ in range(2):
                    # In the middle of turns: real processes, real time.
                    await trio.sleep(0.5)  # a real process is killed in its turn
                    os.kill(first, signal.SIGKILL)
                    await clients[0].wait_state("reconnecting")
                    await clients[0].wait_state("connected")
                    first = clients[0].pid
            for name in "ab":
                assert answers[name] == [f"re: {name} {number}" for number in range(3)]
            assert clients[1].pid == second
            assert clients[1].statistics().connections == 1
            assert clients[0].statistics().connections == 3
            with pytest.raises(ca.PoolFull):
                await pool.client("initech")
            # Its session at rest, a tenant makes room, and finds it again later.
            await a.disconnect()
            await b.disconnect()
            await pool.resize(1, deadline=20)
            assert len(pool.members()) == 1
            again = await pool.resume_session(pool.members()[0].name, "s", **session)
            assert len([e for e in await again.get_messages() if e.type == "user.message"]) == 3
            reports = await pool.drain(20)
            assert [report.clean for report in reports.values()] == [True]
    await processes.gone(first, second, seconds=1)


@pytest.mark.real_cli
@pytest.mark.exhaustive
async def test_a_client_that_gave_up_is_replaced_and_touches_no_other(real, processes, tmp_path):
    async with open_scripted_model(Script.echo()) as model:
        session = {"model": model.model_name, "provider": model.provider()}

        def options(tenant):
            return ca.ClientOptions(**real.options(model, home=tmp_path / tenant), restart=False)

        async with ca.open_pool(options) as pool:
            doomed = await pool.create_session("acme", session_id="s", **session)
            other = await pool.create_session("umbrella", session_id="s", **session)
            await doomed.send_and_wait("one")
            pid = (await pool.client("acme")).pid
            os.kill(pid, signal.SIGKILL)
            assert (await other.send_and_wait("two")).data.content == "two"
            again = await pool.resume_session("acme", "s", **session)
            assert (await again.send_and_wait("three")).data.content == "three"
            assert pool.statistics().gave_up == 1
    await processes.gone(pid, seconds=1)


@pytest.mark.real_cli
async def test_a_guard_keeps_the_sessions_of_one_cli_apart(real):
    async with real.client(Script.echo()) as client:
        guard = ca.TenantGuard(client)
        alice, bob = guard.of(tenant="acme", user="alice"), guard.of(tenant="acme", user="bob")
        mine = await alice.create_session(**real.session)
        theirs = await bob.create_session(**real.session)
        for session in (mine, theirs):
            assert (await session.send_and_wait("one")).data.content == "one"
            await session.disconnect()
        assert [one.session_id for one in await alice.list_sessions()] == [mine.session_id]
        assert await bob.get_last_session_id() == theirs.session_id
        for operation in (alice.resume_session, alice.delete_session, alice.get_session_metadata):
            with pytest.raises(ca.SessionNotFound):
                await operation(theirs.session_id)
        assert (await alice.prune_sessions(0)).deleted == (mine.session_id,)
        assert [one.session_id for one in await client.list_sessions()] == [theirs.session_id]


@pytest.mark.real_cli
@pytest.mark.parametrize("moment", [0.05, 0.4, 1.2])
@pytest.mark.exhaustive
async def test_a_pool_that_is_cancelled_while_clis_start_leaves_nothing(real, tmp_path, moment):
    async with open_scripted_model(Script.echo()) as model:

        def options(tenant):
            return ca.ClientOptions(**real.options(model, home=tmp_path / tenant))

        # Real processes: real time. What is left is looked for after each test of this folder.
        with trio.move_on_after(moment):
            async with ca.open_pool(options) as pool, trio.open_nursery() as nursery:
                nursery.start_soon(pool.client, "acme")
                nursery.start_soon(pool.client, "umbrella")
                await trio.sleep_forever()
