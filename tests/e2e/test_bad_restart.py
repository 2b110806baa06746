"""A CLI that starts once and never again: everybody who waits is told, and the block is left."""

from __future__ import annotations

import os
import shutil
import signal

import pytest
import trio

import copilot_actors as ca

MUTE = """
@on("session.send")
def _(request):
    if request["params"]["prompt"] == "mute":
        cli.accept(request)
    elif request["params"]["prompt"] != "lost":
        cli.answer(request["params"]["sessionId"], cli.accept(request), "ok")

@on("session.create")
def _(request):
    if request["params"]["sessionId"] != "slow":
        cli.reply(request, {"sessionId": request["params"]["sessionId"]})

@on("session.getMessages")
def _(request):
    pass

@on("never")
def _(request):
    pass
"""


def remove(fake, _directory):
    fake.path.unlink()


def no_program(fake, _directory):
    fake.path.chmod(0o644)


def other_version(fake, _directory):
    fake.play(
        """
        @on("connect")
        def _(request):
            cli.reply(request, {"protocolVersion": 4, "version": "5.0"})
        """
    )


def wants_a_token(fake, _directory):
    fake.play(
        """
        @on("connect")
        def _(request):
            cli.error(request, -32001, "AUTHENTICATION_REQUIRED")
        """
    )


def no_directory(_fake, directory):
    directory.rmdir()


def no_home(fake, _directory):
    home = fake.directory / "home"
    shutil.rmtree(home, ignore_errors=True)
    home.write_text("not a directory")


PERMANENT = {
    "the binary is gone": (remove, ca.CliNotFound, 1),
    "it is not executable any more": (no_program, ca.CliNotFound, 1),
    "it was updated": (other_version, ca.ProtocolVersionMismatch, 2),
    "it wants a token": (wants_a_token, ca.AuthenticationFailed, 2),
    "its directory is gone": (no_directory, ca.ConnectionFault, 1),
    "its home became a file": (no_home, ca.ConnectionFault, 1),
}


class Waiters:
    """One caller of every kind, each waiting for what will not come."""

    def __init__(self, client, session, *, without=()):
        self.without = without
        self.client = client
        self.session = session
        self.errors = {}
        self.done = trio.Event()

    async def run(self):
        async with trio.open_nursery() as nursery:
            for name, call in {
                "send_and_wait": lambda: self.session.send_and_wait("mute", timeout=None),
                "unacknowledged": lambda: self.session.send_and_wait("lost", timeout=None),
                "get_messages": self.session.get_messages,
                "session.request": lambda: self.session.request("never"),
                "client.request": lambda: self.client.request("never"),
                "create_session": lambda: self.client.create_session(session_id="slow"),
                "wait_state": lambda: self.session.wait_state("closing"),
                "client.wait_state": lambda: self.client.wait_state("starting"),
                "events": self.iterate,
            }.items():
                if name not in self.without:
                    nursery.start_soon(self.call, name, call)
        self.done.set()

    async def call(self, name, call):
        try:
            self.errors[name] = await call()
        except ca.CopilotError as error:
            self.errors[name] = error

    async def iterate(self):
        async with self.session.events() as stream:
            async for _ in stream:
                pass


@pytest.mark.parametrize(("spoil", "kind", "starts"), list(PERMANENT.values()), ids=list(PERMANENT))
async def test_P1_a_permanent_fault_at_a_restart_reaches_every_waiter(
    fake, tmp_path, task_count, spoil, kind, starts
):
    before = task_count()
    directory = tmp_path / "cwd"
    directory.mkdir()
    fake.play(MUTE)
    options = fake.options(working_directory=directory, home=tmp_path / "home")
    async with ca.open_client(**options) as client:
        session = await client.create_session(session_id="s")
        await session.send_and_wait("hello")
        waiters = Waiters(client, session)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(waiters.run)
            await trio.testing.wait_all_tasks_blocked(0.1)
            spoil(fake, directory)
            os.kill(client.pid, signal.SIGKILL)
            with trio.fail_after(1):
                await waiters.done.wait()
        for name, error in waiters.errors.items():
            if name == "events":
                assert error is None
            else:
                assert isinstance(error, ca.CopilotError), (name, error)
        assert client.state == "failed"
        assert isinstance(client.fault, kind)
        for call in (client.ping, client.create_session, client.list_sessions):
            with pytest.raises(kind):
                await call()
        for call in (lambda: session.send("x"), session.get_messages):
            with pytest.raises(ca.CopilotError):
                await call()
        await session.disconnect()
    assert len(fake.starts) == starts
    assert task_count() == before


DYING = {
    "exits at once": ("says('no room', 1)", ca.CliExited),
    "is killed": ("os.kill(os.getpid(), 9)", ca.CliExited),
    "closes its output": ("os.close(1); forever()", ca.ConnectionFault),
    "is silent": ("forever()", ca.HandshakeTimeout),
    "prints junk": ("cli.raw(b'x' * (2 << 20)); forever()", ca.ConnectionLost),
    "dies after the handshake": (
        """
        @on("connect")
        def _(request):
            cli.reply(request, {"protocolVersion": 3})
            says("crash", 134)
        """,
        ca.CliExited,
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "nursery_in_body"),
    [*((name, False) for name in DYING), ("exits at once", True), ("is silent", True)],
)
async def test_S3_an_exhausted_budget_ends_the_block_with_one_plain_error(
    fake, task_count, name, nursery_in_body
):
    scenario, kind = DYING[name]
    before, begun = task_count(), trio.current_time()
    fake.play(MUTE)
    waiters = None
    with pytest.raises(Exception) as caught:  # noqa: PT012
        async with ca.open_client(
            **fake.options(max_restarts=2, handshake_timeout=0.5, stop_timeout=1.0, max_seconds=60)
        ) as client:
            session = await client.create_session(session_id="s")
            await session.send_and_wait("hello")
            waiters = Waiters(client, session, without=["create_session"])
            fake.play(scenario)
            if nursery_in_body:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(session.send_and_wait, "mute")
                    nursery.start_soon(session.get_messages)
                    await trio.testing.wait_all_tasks_blocked(0.05)
                    os.kill(client.pid, signal.SIGKILL)
            else:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(waiters.run)
                    await trio.testing.wait_all_tasks_blocked(0.05)
                    os.kill(client.pid, signal.SIGKILL)
                    await trio.sleep_forever()
    assert isinstance(caught.value, kind), repr(caught.value)
    assert client.state in ("failed", "stopped")
    assert trio.current_time() - begun < 6
    # The first, the one after a turn was finished, which costs nothing, and two restarts.
    assert len(fake.starts) == 4
    assert task_count() == before
    with pytest.raises(ca.ConnectionFault):
        await client.ping()


async def test_S3_an_exhausted_budget_reaches_callers_outside_the_block(fake, task_count):
    before = task_count()
    fake.play(MUTE)
    async with trio.open_nursery() as outside:
        with pytest.raises(ca.CliExited) as caught:  # noqa: PT012
            async with ca.open_client(**fake.options(max_restarts=1)) as client:
                session = await client.create_session(session_id="s")
                waiters = Waiters(client, session)
                outside.start_soon(waiters.run)
                await trio.testing.wait_all_tasks_blocked(0.05)
                fake.play("says('no room', 7)")
                os.kill(client.pid, signal.SIGKILL)
                await trio.sleep_forever()
        with trio.fail_after(1):
            await waiters.done.wait()
    assert caught.value.code == 7
    assert waiters.errors.pop("events") is None
    wrong = {n: e for n, e in waiters.errors.items() if not isinstance(e, ca.CopilotError)}
    assert wrong == {}
    assert task_count() == before


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
async def test_P1_without_restart_the_end_reaches_every_waiter(fake, task_count, how):
    before = task_count()
    fake.play(MUTE)
    async with ca.open_client(**fake.options(restart=False)) as client:
        session = await client.create_session(session_id="s")
        await session.send_and_wait("hello")
        waiters = Waiters(client, session)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(waiters.run)
            await trio.testing.wait_all_tasks_blocked(0.1)
            os.kill(client.pid, how)
            with trio.fail_after(1):
                await waiters.done.wait()
        assert waiters.errors.pop("events") is None
        assert {
            name for name, e in waiters.errors.items() if not isinstance(e, ca.CopilotError)
        } == set()
        assert client.state == "failed"
        assert type(client.fault) is ca.CliExited
        assert client.fault.signal == how
        with pytest.raises(ca.CliExited):
            await client.ping()
    assert len(fake.starts) == 1
    assert task_count() == before


async def test_P1_with_restart_waiters_that_may_be_repeated_are_answered(fake):
    fake.play(
        """
        @on("session.getMessages")
        def _(request):
            if START > 1:
                cli.reply(request, {"events": cli.history("s")})

        @on("never")
        def _(request):
            pass

        @on("session.send")
        def _(request):
            message_id = cli.accept(request)
            if START > 1 or request["params"]["prompt"] != "mute":
                cli.answer("s", message_id, "ok")
        """
    )
    seen = []
    async with ca.open_client(**fake.options()) as client:
        session = await client.create_session(session_id="s")
        await session.send_and_wait("hello")
        errors = []

        async def request():
            try:
                await client.request("never")
            except ca.ConnectionFault as error:
                errors.append((error, trio.current_time()))

        async def listen():
            async with session.events("assistant.message") as stream:
                async for event in stream:
                    seen.append(event.data["content"])  # noqa: PERF401

        async with trio.open_nursery() as nursery:
            answers = {}

            async def keep(name, call):
                answers[name] = await call()

            nursery.start_soon(listen)
            async with trio.open_nursery() as callers:
                callers.start_soon(request)
                callers.start_soon(keep, "turn", lambda: session.send_and_wait("mute"))
                callers.start_soon(keep, "messages", session.get_messages)
                await trio.testing.wait_all_tasks_blocked(0.1)
                os.kill(client.pid, signal.SIGKILL)
                killed = trio.current_time()
            assert type(errors[0][0]) is ca.CliExited
            assert errors[0][1] - killed < 1
            assert answers["turn"].data["content"] == "echo: mute"
            assert [e.type for e in answers["messages"]].count("user.message") >= 1
            # The iterator has lived through the crash.
            await session.send_and_wait("again")
            await trio.testing.wait_all_tasks_blocked()
            assert seen == ["echo: mute", "ok"]
            nursery.cancel_scope.cancel()
