"""A disk of the real CLI that is full, or read-only, for a while. Real processes: real time."""

from __future__ import annotations

import contextlib
import os
import subprocess

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script

pytestmark = [
    pytest.mark.real_cli,
    pytest.mark.exhaustive,
    pytest.mark.skipif(os.getuid() != 0, reason="mounts a file system"),
]


async def run(*command):
    done = await trio.to_thread.run_sync(
        lambda: subprocess.run(command, check=False, capture_output=True)
    )
    return done.returncode == 0


@pytest.fixture
async def home(real, fault):
    """The CLI's home; one that is to be full is on a small file system of its own."""
    real.home.mkdir()
    small = ("mount", "-t", "tmpfs", "-o", "size=24m", "none", str(real.home))
    if fault == "full" and not await run(*small):
        pytest.skip("no mounts here")
    yield real.home
    with trio.CancelScope(shield=True):
        if fault == "full":
            await run("umount", "-l", str(real.home))
        else:
            await run("chattr", "-R", "-i", str(real.home))


def fill(home):
    """Leave no room at all."""
    with contextlib.suppress(OSError), (home / "filler").open("wb", buffering=0) as filler:
        for size in (1 << 20, 4096, 1):
            with contextlib.suppress(OSError):
                while filler.write(b"x" * size) == size:
                    pass


async def asked(session):
    return [e.data.content for e in await session.get_messages() if e.type == "user.message"]


@pytest.mark.parametrize("fault", ["full", "read-only"])
async def test_what_cannot_be_stored_for_a_while_is_typed_and_nothing_older_is_lost(
    real, home, fault
):
    async with real.client(Script.echo()) as client:
        session = await client.create_session(session_id="s", **real.session)
        assert (await session.send_and_wait("one")).data.content == "one"
        if fault == "full":
            fill(home)
        elif not await run("chattr", "-R", "+i", str(home / "session-state")):
            pytest.skip("no immutable files here")
        try:
            try:
                told = (await session.send_and_wait("two", timeout=8)).data.content
            except ca.CopilotError as error:
                told = error
            try:
                other = await client.create_session(session_id="other", **real.session)
                second = (await other.send_and_wait("x", timeout=8)).data.content
            except ca.CopilotError as error:
                second = error
        finally:
            if fault == "full":
                (home / "filler").unlink()
            else:
                assert await run("chattr", "-R", "-i", str(home / "session-state"))
        # Waiting for the disk, the CLI may not end the turn: then the caller's limit does.
        assert told == "two" or isinstance(told, ca.TurnTimeout)
        assert isinstance(second, ca.LeaseUnavailable | ca.SessionFailed)
        # There is room again: the session goes on, with all that it had.
        assert (await session.send_and_wait("three")).data.content == "three"
        assert (await asked(session))[0] == "one"
        assert (await asked(session))[-1] == "three"
        await session.disconnect()
        session = await client.resume_session("s", **real.session)
        assert (await asked(session))[0] == "one"
        assert (await asked(session))[-1] == "three"
        assert (await asked(session)).count("two") <= 1
