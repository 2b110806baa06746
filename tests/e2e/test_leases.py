"""Leases between real processes with real CLIs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script, open_scripted_model

PARENT = Path(__file__).with_name("parent.py")


@pytest.mark.real_cli
async def test_R5_the_session_of_a_daemon_is_refused_until_kill_9_ends_it(real, processes):
    async with trio.open_nursery() as nursery:
        daemon = await nursery.start(
            lambda task_status: trio.run_process(  # noqa: ASYNC105
                [sys.executable, PARENT, "real", real.home, "turn"],
                stdout=subprocess.PIPE,
                check=False,
                task_status=task_status,
            )
        )
        async with daemon.stdout:
            with trio.fail_after(30):
                cli = int(await daemon.stdout.receive_some())
        async with real.client(Script.echo()) as client:
            with pytest.raises(ca.SessionInUse) as caught:
                await client.resume_session("parent", **real.session)
            assert caught.value.holder.pid == daemon.pid
            daemon.kill()
            await daemon.wait()
            # At once: nothing has to run out first.
            session = await client.resume_session("parent", **real.session)
            assert (await session.send_and_wait("hello")).data.content == "hello"
        await processes.gone(cli, seconds=5)


@pytest.mark.real_cli
async def test_two_clients_of_one_running_server_may_share_a_session(real):
    async with open_scripted_model(Script.echo()) as model:
        options = {"model": model.model_name, "provider": model.provider()}
        async with ca.open_client(**real.options(model, cli=ca.Tcp(token="t-0123456789"))) as owner:
            session = await owner.create_session(session_id="s-1", **options)
            await session.send_and_wait("one")
            shared = ca.Tcp(port=owner.port, token="t-0123456789")
            async with ca.open_client(cli=shared) as guest:
                joined = await guest.resume_session("s-1", **options)
                assert (await joined.send_and_wait("two")).data.content == "two"
                users = [e for e in await session.get_messages() if e.type == "user.message"]
                assert [e.data.content for e in users] == ["one", "two"]
