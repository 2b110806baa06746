"""The asyncio bridge: answers, tasks, handlers, events, cancellation, death of the CLI, the end."""

from __future__ import annotations

import asyncio
import gc
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import trio

import copilot_actors as ca
from copilot_actors import aio
from copilot_actors.testing import Simulator


@pytest.fixture
def simulator(script):
    return Simulator(script)


def content(event):
    return event.data["content"]


def in_client(world, function):
    """Run a test's coroutine function with a client, under asyncio's debug mode."""

    async def main():
        with world.options() as options:
            async with aio.open_client(**options) as client:
                await function(client)
            assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(main(), debug=True)


def test_a_prompt_is_answered(world):
    async def talk(client):
        async with await client.create_session(**world.session) as session:
            assert content(await session.send_and_wait("hello")) == "hello"
            assert (await session.run_turn("again")).ended_by == "session.idle"
            answers = [e for e in await session.get_messages() if e.type == "assistant.message"]
            assert [content(event) for event in answers] == ["hello", "again"]
            assert session.state == "idle"
        assert session.state == "closed"
        assert client.statistics().sessions == 0

    in_client(world, talk)


def test_a_killed_cli_costs_no_turn(each_world):
    world = each_world

    async def talk(client):
        session = await client.create_session(**world.session, streaming=True)
        async with session.events("assistant.message_delta") as events:
            answer = asyncio.create_task(session.send_and_wait("long"))
            await anext(events)
            world.kill(client)
            async with asyncio.timeout(30):
                assert content(await answer).split() == ["word"] * 40
        assert content(await session.send_and_wait("after")) == "after"

    in_client(world, talk)


def test_eight_tasks_get_each_its_own_answers(world):
    async def talk(client):
        async def one(number):
            session = await client.create_session(**world.session)
            return [content(await session.send_and_wait(f"{number} {i}")) for i in range(3)]

        expected = [[f"{n} {i}" for i in range(3)] for n in range(8)]
        assert await asyncio.gather(*(one(n) for n in range(8))) == expected

    in_client(world, talk)


def test_coroutine_handlers_are_tasks_of_the_loop_and_use_their_session(world):
    seen = []

    @ca.tool
    async def add(a: int, b: int, invocation: aio.ToolInvocation) -> int:
        """Add."""
        await asyncio.sleep(0.01)
        task = asyncio.current_task()
        assert task is not None
        assert threading.current_thread() is threading.main_thread()
        assert isinstance(invocation.session, aio.Session)
        await invocation.session.get_metadata()
        with pytest.raises(ca.WouldDeadlock):
            await invocation.session.send_and_wait("never")
        seen.append("tool")
        return await asyncio.to_thread(lambda: a + b)

    async def decide(request):
        await asyncio.sleep(0)
        seen.append("asked")
        return ca.approve_once()

    async def talk(client):
        session = await client.create_session(
            **world.session, tools=[add], on_permission_request=decide
        )
        assert content(await session.send_and_wait("add")) == "It is 3."
        assert seen == ["asked", "tool"]

    in_client(world, talk)


def test_a_function_that_blocks_may_run_in_a_thread(world):
    names = []

    @ca.tool(skip_permission=True)
    @ca.in_thread
    def add(a: int, b: int) -> int:
        """Add."""
        names.append(threading.current_thread() is threading.main_thread())
        return a + b

    async def talk(client):
        session = await client.create_session(**world.session, tools=[add])
        assert content(await session.send_and_wait("add")) == "It is 3."
        assert names == [False]

    in_client(world, talk)


def test_hooks_may_be_coroutine_functions(world):
    seen = []

    async def started(data):
        await asyncio.sleep(0)
        seen.append("hook")

    async def talk(client):
        session = await client.create_session(**world.session, hooks={"sessionStart": started})
        await session.send_and_wait("x")
        assert seen == ["hook"]

    in_client(world, talk)


def test_sessions_are_hosted_for_other_programs(world):
    async def talk(client):
        async with await client.create_session(**world.session) as session:
            async with client.agent_host() as host:
                uri = await host.publish(session)
                assert [one["resource"] for one in await host.list_sessions()] == [uri]
                assert await host.unpublish(session)

    in_client(world, talk)


@pytest.mark.parametrize("force", [False, True])
def test_the_end_of_the_client_reaches_every_caller_as_a_typed_error(world, force):
    async def talk(client):
        session = await client.create_session(**world.session)

        async def read():
            async with session.events("assistant.message") as events:
                return [event async for event in events]

        async with asyncio.timeout(20):
            calls = [
                asyncio.create_task(work)
                for work in (
                    session.send_and_wait("for ever", timeout=None),
                    session.wait_state("paused"),
                    client.wait_state("reconnecting"),
                    read(),
                )
            ]
            await session.wait_state("running")
            await client.stop(force=force)
            *failed, events = await asyncio.gather(*calls, return_exceptions=True)
        # As in trio: with ``force`` the end of the connection may be the first to be told.
        assert all(isinstance(e, ca.SessionClosed | ca.ConnectionStopped) for e in failed), failed
        assert events == []

    in_client(world, talk)


def test_an_abort_cancels_the_coroutine_of_a_tool(world):
    ended = []

    async def talk(client):
        began = asyncio.Event()

        @ca.tool(skip_permission=True)
        async def add(a: int, b: int) -> int:
            """Add."""
            began.set()
            try:
                await asyncio.sleep(1000)
            except asyncio.CancelledError:
                await asyncio.sleep(0.01)
                ended.append("cancelled")
                raise
            return a + b

        session = await client.create_session(**world.session, tools=[add])
        turn = asyncio.create_task(session.send_and_wait("add"))
        await began.wait()
        assert (await session.abort()).outcome == "aborted"
        with pytest.raises(ca.TurnAborted):
            await turn
        while not ended:  # noqa: ASYNC110 - its coroutine ends later
            await asyncio.sleep(0.01)

    in_client(world, talk)


@pytest.mark.parametrize("how", ["raises", "cancels itself"])
def test_a_handler_that_fails_touches_only_its_call(world, how):
    @ca.tool(skip_permission=True)
    async def add(a: int, b: int) -> int:
        """Add."""
        await asyncio.sleep(0)
        raise ValueError("no") if how == "raises" else asyncio.CancelledError

    async def talk(client):
        session = await client.create_session(**world.session, tools=[add])
        assert "It is" in content(await session.send_and_wait("add"))
        assert content(await session.send_and_wait("on")) == "on"

    in_client(world, talk)


def test_subscribers_get_events_in_order_plain_or_as_tasks(world):
    async def talk(client):
        session = await client.create_session(**world.session, streaming=True)
        plain, slow = [], []

        async def hear(event):
            await asyncio.sleep(0)
            slow.append(event.data["deltaContent"])

        await session.on("assistant.message_delta", lambda e: plain.append(e.data["deltaContent"]))
        ref = await session.on("assistant.message_delta", hear)
        await session.send_and_wait("long")
        assert "".join(plain).split() == ["word"] * 40
        async with asyncio.timeout(10):
            while slow != plain:  # noqa: ASYNC110 - two lists become equal
                await asyncio.sleep(0.01)
        await session.off(ref)

    in_client(world, talk)


def test_ten_thousand_events_cross_in_order_and_none_is_lost(simulator):
    async def main():
        async with aio.open_client(cli=simulator, subscriber_buffer=20_000) as client:
            session = await client.create_session(model="gpt-4.1", streaming=True)
            async with session.events("assistant.message_delta", "session.idle") as events:
                await session.send("many")
                got = 0
                async for event in events:
                    if event.type == "session.idle":
                        break
                    got += 1
            assert got == 10_000
            assert client.statistics().lagged_events == 0

    asyncio.run(main())


def test_a_timeout_of_asyncio_reaches_the_call_and_is_waited_for(world):
    async def talk(client):
        session = await client.create_session(**world.session)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.3):
                await session.send_and_wait("for ever", timeout=None)
        assert await session.wait_state("idle") == "idle"
        assert content(await session.send_and_wait("on")) == "on"

    in_client(world, talk)


def test_a_cancelled_wait_for_an_event_loses_none(world):
    async def talk(client):
        session = await client.create_session(**world.session)
        async with session.events("assistant.message") as events:
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(anext(events), 0.1)
            await session.send_and_wait("one")
            await session.send_and_wait("two")
            assert [content(await anext(events)) for _ in range(2)] == ["one", "two"]

    in_client(world, talk)


def test_cancelled_after_any_number_of_steps_a_session_leaves_nothing(simulator):
    """A task that opens a session and asks is cancelled k steps of the loop after its begin."""

    async def talk(client):
        async with await client.create_session(model="gpt-4.1") as session:
            await session.send_and_wait("x")

    async def main():
        async with aio.open_client(cli=simulator) as client:
            for steps in range(0, 60, 3):
                task = asyncio.create_task(talk(client))
                for _ in range(steps):
                    await asyncio.sleep(0)
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
                assert len(asyncio.all_tasks()) == 1
                assert client.statistics().sessions == 0, steps
                assert client.statistics().subscriptions == 0, steps

    asyncio.run(main())


def test_cancelled_after_any_number_of_steps_a_client_leaves_nothing(script):
    async def main():
        async def live():
            # One for each: it keeps time by the clock of one run of trio.
            async with aio.open_client(cli=Simulator(script)) as client:
                session = await client.create_session(model="gpt-4.1")
                while True:
                    await session.send_and_wait("x")

        for steps in range(0, 200, 13):
            task = asyncio.create_task(live())
            for _ in range(steps):
                await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert len(asyncio.all_tasks()) == 1
            assert not trio.lowlevel.in_trio_run(), steps

    asyncio.run(main())


def test_several_clients_of_a_loop_share_one_guest_run_and_a_new_one_may_follow(script):
    async def main():
        async with aio.open_client(cli=Simulator(script)) as first:
            async with aio.open_client(cli=Simulator(script)) as second:
                assert (first.state, second.state) == ("connected", "connected")
            await first.ping()
            with pytest.raises(ca.ConnectionStopped):
                await second.ping()
        assert not trio.lowlevel.in_trio_run()

        async def live():
            async with aio.open_client(cli=Simulator(script)) as client:
                await client.ping()

        await asyncio.gather(*(live() for _ in range(5)))
        await live()

    asyncio.run(main())


def test_after_the_block_every_call_says_so(world):
    async def main():
        with world.options() as options:
            async with aio.open_client(**options) as client:
                session = await client.create_session(**world.session)
                waiting = asyncio.create_task(session.send_and_wait("for ever"))
                await session.wait_state("running")
            with pytest.raises(ca.SessionClosed):
                await waiting
            with pytest.raises(ca.ConnectionStopped):
                await client.ping()
            with pytest.raises(ca.SessionClosed):
                await session.send("x")
            assert (client.state, session.state) == ("stopped", "closed")

    asyncio.run(main())


@pytest.mark.parametrize("body", ["waits", "calls", "is away"])
def test_a_client_that_cannot_be_kept_alive_ends_its_block_with_the_fault(world, body):
    async def main():
        with world.options() as options:
            options["max_restarts"] = 0
            task = asyncio.current_task()
            with pytest.raises(ca.ConnectionFault):  # noqa: PT012 - the block is what raises
                async with asyncio.timeout(20), aio.open_client(**options) as client:
                    session = await client.create_session(**world.session)
                    world.kill(client)
                    if body == "waits":
                        await asyncio.sleep(1000)
                    elif body == "calls":
                        await session.send_and_wait("for ever", timeout=None)
                    else:
                        while client.state not in ("failed", "stopped"):
                            try:
                                await asyncio.sleep(0.01)
                            except asyncio.CancelledError:
                                break
            assert task.cancelling() == 0
            await asyncio.sleep(0)  # no cancellation is left behind

    asyncio.run(main())


def test_the_programs_own_exception_passes(world):
    async def fail(client):
        await (await client.create_session(**world.session)).send("for ever")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        in_client(world, fail)


def test_a_loop_that_is_closed_takes_its_clients_with_it(world, caplog):
    async def leave_open(options):
        client = await aio.open_client(**options).__aenter__()
        return client, await client.create_session(**world.session)

    loop = asyncio.new_event_loop()
    with world.options() as options:
        client, session = loop.run_until_complete(leave_open(options))
        pid = client.pid
        assert client.state == "connected"
        loop.close()
    assert (client.state, session.state) == ("stopped", "closed")
    assert "was closed with 1 clients open" in caplog.text
    assert world.name == "simulator" or not Path(f"/proc/{pid}").exists()
    del client, session
    gc.collect()


def test_another_loop_is_told_to_open_its_own_client(script):
    found = []

    async def elsewhere(client):
        with pytest.raises(ca.WrongEventLoop) as caught:
            await client.ping()
        found.append(caught.value.running)

    async def main():
        async with aio.open_client(cli=Simulator(script)) as client:
            await asyncio.to_thread(asyncio.run, elsewhere(client))

    asyncio.run(main())
    assert found == ["another loop"]


PROGRAM = """
import asyncio, os, sys
from copilot_actors import aio
from copilot_actors.testing import Simulator, Silence

async def main():
    async with aio.open_client(cli=Simulator(lambda request: Silence())) as client:
        session = await client.create_session(model="gpt-4.1")
        print("ready", flush=True)
        try:
            await session.send_and_wait("x", timeout=None)
        finally:
            print("interrupted", flush=True)
    print("not reached", flush=True)

try:
    asyncio.run(main())
except KeyboardInterrupt:
    print("closed in order", flush=True)
"""


def test_ctrl_c_under_asyncio_run_ends_all_in_order():
    with subprocess.Popen(
        [sys.executable, "-W", "error", "-c", PROGRAM],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.2)  # a real process: until it waits
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=20)
    assert (out, err) == ("interrupted\nclosed in order\n", "")
    assert process.returncode == 0


BY_HAND = """
import asyncio
from copilot_actors import aio
from copilot_actors.testing import Simulator, Silence

async def main():
    global client
    async with aio.open_client(cli=Simulator(lambda request: Silence())) as client:
        session = await client.create_session(model="gpt-4.1")
        print("ready", flush=True)
        await session.send_and_wait("x", timeout=None)

loop = asyncio.new_event_loop()
task = loop.create_task(main())
try:
    loop.run_until_complete(task)
except KeyboardInterrupt:
    print("interrupted", flush=True)
finally:
    task.cancel()
    loop.close()
    print(client.state, flush=True)
"""


@pytest.mark.parametrize("seconds", [0.0, 0.2, 0.21])
def test_ctrl_c_in_a_loop_that_is_run_by_hand_leaves_no_client(seconds):
    with subprocess.Popen(
        [sys.executable, "-c", BY_HAND], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "ready\n"
        time.sleep(seconds)  # a real process: until it waits
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=20)
    assert out == "interrupted\nstopped\n"
    assert process.returncode == 0


def test_requests_of_the_cli_and_typed_methods(world):
    async def talk(client):
        session = await client.create_session(**world.session)
        found = await session.rpc.metadata.snapshot()
        assert found.session_id == session.session_id
        assert (await client.rpc.ping(message="hi")).message.endswith("hi")
        with pytest.raises(ca.InvalidOption):
            await client.rpc.ping(message=3)
        with pytest.raises(ca.CapabilityMissing):
            await session.ui.confirm("Sure?")
        seen = []
        await client.on("session.created", lambda notice: seen.append(notice.session_id))
        other = await client.create_session(**world.session)
        while other.session_id not in seen:  # noqa: ASYNC110 - a plain handler fills it
            await asyncio.sleep(0.01)

    in_client(world, talk)


def test_the_history_is_read_from_a_place_and_the_workspace_is_written(world):
    async def talk(client):
        session = await client.create_session(**world.session)
        await session.send_and_wait("one")
        history = session.history()
        seen = [event async for event in history]
        assert "one" in [content(e) for e in seen if e.type == "user.message"]
        assert history.cursor == seen[-1].id
        await session.send_and_wait("two")
        later = [event async for event in session.history(since=history.cursor)]
        assert [content(e) for e in later if e.type == "user.message"] == ["two"]
        with pytest.raises(ca.CursorExpired):
            await anext(session.history(since="00000000-0000-4000-8000-000000000000"))
        await session.workspace.write_file("notes.txt", "kept")
        assert await session.workspace.list_files() == ("notes.txt",)
        assert await session.workspace.read_file("notes.txt") == "kept"

    in_client(world, talk)
