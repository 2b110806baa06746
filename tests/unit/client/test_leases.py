"""How a client uses a lease backend: its errors, its silence, renewals, failed sessions."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
import trio

import copilot_actors as ca
from copilot_actors.storage import HeldLease, Lease
from copilot_actors.testing import Script, Silence, Simulator, Text
from copilot_actors.transport import INSTANCE_VARIABLE

PID_NAMESPACE = Path("/proc/self/ns/pid").stat().st_ino

SCRIPT = Script.by_prompt({"silent": Silence()}, default=Text("ok"))


class Backend(Lease):
    """Scripted leases: what each call does is an attribute."""

    renew_interval = 10.0

    def __init__(self):
        self.calls = []
        self.on_acquire = self.on_renew = self.on_release = None

    async def note(self, what, action):
        self.calls.append(what)
        await trio.lowlevel.checkpoint()
        if isinstance(action, BaseException):
            raise action
        if action is not None:
            await action()

    async def acquire(self, store, session_id):
        await self.note(f"acquire {session_id}", self.on_acquire)
        return Held(self, session_id)

    async def get_holder(self, store, session_id):
        return None


class Held(HeldLease):
    def __init__(self, backend, session_id):
        self.backend, self.session_id = backend, session_id
        self.holder = ca.Holder(host="h", pid=1, fencing=1)

    async def renew(self):
        await self.backend.note(f"renew {self.session_id}", self.backend.on_renew)

    async def release(self):
        await self.backend.note(f"release {self.session_id}", self.backend.on_release)


async def test_a_backend_that_fails_is_one_typed_error_and_nothing_stays_open(autojump_clock):
    backend = Backend()
    backend.on_acquire = ValueError("no such server")
    simulator = Simulator(SCRIPT)
    async with ca.open_client(cli=simulator, lease=backend) as client:
        with pytest.raises(ca.LeaseUnavailable, match="no such server") as caught:
            await client.create_session(session_id="s")
        assert isinstance(caught.value.__cause__, ValueError)
        with pytest.raises(ca.LeaseUnavailable):
            await client.delete_session("s")
        assert client.statistics().sessions == 0
        methods = [frame.message.get("method") for frame in simulator.log]
        assert "session.create" not in methods
        assert "sessions.delete" not in methods
        backend.on_acquire = None
        await client.create_session(session_id="s")


async def test_a_silent_backend_is_given_as_long_as_a_request(autojump_clock):
    backend = Backend()
    backend.on_acquire = trio.sleep_forever
    async with ca.open_client(cli=Simulator(SCRIPT), lease=backend, rpc_timeout=3) as client:
        begun = trio.current_time()
        with pytest.raises(ca.LeaseUnavailable, match="within 3 s"):
            await client.create_session(session_id="s")
        assert trio.current_time() - begun == pytest.approx(3)


async def test_a_backend_that_does_not_release_holds_up_no_end(autojump_clock):
    backend = Backend()
    backend.on_release = trio.sleep_forever
    begun = trio.current_time()
    async with ca.open_client(cli=Simulator(SCRIPT), lease=backend) as client:
        await client.create_session(session_id="a")
        await client.create_session(session_id="b")
    assert trio.current_time() - begun < 8
    backend.on_release = ValueError("gone")
    async with ca.open_client(cli=Simulator(SCRIPT), lease=backend) as client:
        session = await client.create_session(session_id="a")
        await session.disconnect()
        await client.create_session(session_id="b")


async def test_disconnect_while_the_lease_is_being_taken_opens_nothing(autojump_clock):
    backend, go_on = Backend(), trio.Event()
    backend.on_acquire = go_on.wait
    async with ca.open_client(cli=Simulator(SCRIPT), lease=backend) as client:
        async with trio.open_nursery() as nursery:

            async def create():
                with pytest.raises(ca.SessionClosed):
                    await client.create_session(session_id="s")

            nursery.start_soon(create)
            await trio.testing.wait_all_tasks_blocked()
            nursery.start_soon(client.delete_session, "s")
            await trio.testing.wait_all_tasks_blocked()
            go_on.set()
        assert (client.statistics().sessions, client.statistics().leases) == (0, 0)
        # One lease for the session that was being opened, one to delete its data.
        assert backend.calls == ["acquire s", "release s"] * 2


async def test_leases_are_renewed_and_a_lost_one_ends_its_session_alone(autojump_clock):
    backend, simulator = Backend(), Simulator(SCRIPT)
    async with ca.open_client(cli=simulator, lease=backend) as client:
        session = await client.create_session(session_id="s")
        await session.send("silent")
        await trio.sleep(25)
        assert backend.calls == ["acquire s", "renew s", "renew s"]
        backend.on_renew = ca.LeaseLost("s")
        with pytest.raises(ca.LeaseLost):
            await session.send_and_wait("more")
        assert session.state == "failed"
        assert client.statistics().lost_leases == 1
        backend.on_renew = None
        other = await client.create_session(session_id="t")
        assert (await other.send_and_wait("x")).data.content == "ok"
        # Its turn was ended in the CLI, then the lease was given up.
        assert backend.calls.count("release s") == 1
        assert "s" not in simulator.process.sessions


async def test_a_renewal_that_fails_is_tried_again(autojump_clock):
    backend = Backend()
    backend.on_renew = ca.LeaseUnavailable("s", "away")
    async with ca.open_client(cli=Simulator(SCRIPT), lease=backend) as client:
        session = await client.create_session(session_id="s")
        await trio.sleep(35)
        assert backend.calls.count("renew s") == 3
        backend.on_renew = trio.sleep_forever
        await trio.sleep(30)
        assert session.state == "idle"


async def test_every_lease_is_given_back_exactly_once(autojump_clock):
    backend = Backend()
    async with ca.open_client(cli=Simulator(SCRIPT), lease=backend) as client:
        one = await client.create_session(session_id="a")
        await client.create_session(session_id="b")
        await one.disconnect()
        await one.disconnect()
        await client.stop()
        await client.stop()
    assert sorted(backend.calls) == ["acquire a", "acquire b", "release a", "release b"]


async def test_callers_outside_the_block_do_not_wait_for_a_lease_for_ever(autojump_clock):
    backend = Backend()
    async with trio.open_nursery() as nursery:
        async with ca.open_client(cli=Simulator(SCRIPT), lease=backend) as client:
            session = await client.create_session(session_id="a")
            backend.on_release = trio.sleep_forever
            nursery.start_soon(session.disconnect)
            await trio.testing.wait_all_tasks_blocked()


async def test_a_server_that_runs_already_needs_no_leases(autojump_clock):
    class Shared(Simulator.__mro__[1]):
        """A transport to somebody else's server."""

        async def open(self, options):
            return await Simulator(SCRIPT).open(options)

    backend = Backend()
    async with ca.open_client(cli=Shared(), lease=backend) as client:
        await client.create_session(session_id="s")
    assert backend.calls == []


def test_a_lease_option_is_a_backend():
    with pytest.raises(ca.InvalidOption, match="a lease such as FileLease"):
        ca.ClientOptions(lease="file").validate()
    ca.ClientOptions(lease=None).validate()


async def test_the_clis_of_an_owner_that_was_killed_are_ended_before_its_session_is_opened(
    tmp_path, monkeypatch
):
    # A process that carries the mark of a CLI of an owner whose pid was given out again.
    gone = ca.Holder(host="h", pid=os.getpid(), started=1)
    mark = {INSTANCE_VARIABLE: f"{'0' * 32}.{gone.pid}.{gone.started}.{PID_NAMESPACE}"}
    others = {INSTANCE_VARIABLE: f"{'1' * 32}.{gone.pid}.{gone.started + 1}.{PID_NAMESPACE}"}
    left = subprocess.Popen(["sleep", "60"], env={**os.environ, **mark})  # noqa: ASYNC220
    other = subprocess.Popen(["sleep", "60"], env={**os.environ, **others})  # noqa: ASYNC220
    try:
        backend = Backend()
        monkeypatch.setattr(Held, "succeeded", gone)
        async with ca.open_client(cli=Simulator(SCRIPT), lease=backend) as client:
            await client.create_session(session_id="s")
            assert left.poll() is not None
            assert other.poll() is None
    finally:
        for process in (left, other):
            process.kill()
            process.wait()
