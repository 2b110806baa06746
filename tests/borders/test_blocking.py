"""The blocking API: answers, threads, handlers, events, Ctrl-C, death of the CLI, the end."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import copilot_actors as ca
from copilot_actors import blocking
from copilot_actors.testing import Simulator


@pytest.fixture
def simulator(script):
    return Simulator(script)


def content(event):
    return event.data["content"]


@pytest.fixture
def opened(world):
    with world.options() as options, blocking.open_client(**options) as client:
        yield client


def test_a_prompt_is_answered(world, opened):
    with opened.create_session(**world.session) as session:
        assert content(session.send_and_wait("hello")) == "hello"
        assert session.run_turn("again").ended_by == "session.idle"
        assert [content(e) for e in session.get_messages() if e.type == "assistant.message"] == [
            "hello",
            "again",
        ]
        assert session.state == "idle"
    assert session.state == "closed"
    assert opened.statistics().sessions == 0


def test_a_killed_cli_costs_no_turn(each_world):
    world = each_world
    with world.options() as options, blocking.open_client(**options) as client:
        session = client.create_session(**world.session, streaming=True)
        with ThreadPoolExecutor(1) as pool, session.events("assistant.message_delta") as events:
            answer = pool.submit(session.send_and_wait, "long")
            next(iter(events))
            world.kill(client)
            assert content(answer.result(30)).strip() == ("word " * 40).strip()
        assert content(session.send_and_wait("after")) == "after"


def test_eight_threads_get_each_its_own_answers(world, opened):
    def talk(number):
        session = opened.create_session(**world.session)
        answers = [content(session.send_and_wait(f"{number} {i}")) for i in range(3)]
        session.disconnect()
        return answers

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(talk, range(8))) == [[f"{n} {i}" for i in range(3)] for n in range(8)]


def test_a_plain_handler_runs_in_the_portals_thread_and_may_not_wait_there(world, opened):
    seen = []

    @ca.tool(skip_permission=True)
    def add(a: int, b: int, invocation: blocking.ToolInvocation) -> int:
        """Add."""
        seen.append((threading.current_thread().name, type(invocation.session)))
        assert invocation.session.state == "running"
        with pytest.raises(ca.WrongEventLoop, match="in_thread") as caught:
            invocation.session.send("more")
        seen.append(caught.value.running)
        return a + b

    session = opened.create_session(**world.session, tools=[add])
    assert content(session.send_and_wait("add")) == "It is 3."
    assert seen == [("copilot_actors portal", blocking.Session), "portal"]


def test_a_handler_in_a_worker_thread_may_use_its_session(world, opened):
    sent = []

    @ca.tool(skip_permission=True)
    @ca.in_thread
    def add(a: int, b: int, invocation: blocking.ToolInvocation) -> int:
        """Add."""
        invocation.session.get_metadata()
        sent.append(invocation.session.send("queued"))
        # The turn waits for this handler: it is told so, in whatever thread it asks.
        with pytest.raises(ca.WouldDeadlock):
            invocation.session.send_and_wait("never")
        return a + b

    session = opened.create_session(**world.session, tools=[add])
    assert content(session.send_and_wait("add")) == "It is 3."
    assert len(sent) == 1
    session.wait_state("idle")


def test_permissions_hooks_and_replaced_handlers_are_called(world, opened):
    seen = []

    @ca.tool
    def add(a: int, b: int) -> int:
        """Add."""
        return a + b

    def decide(request):
        seen.append("asked")
        return ca.approve_once()

    session = opened.create_session(
        **world.session,
        tools=[add],
        on_permission_request=ca.deny_all,
        hooks={"preToolUse": lambda data: seen.append(data["toolName"])},
    )
    session.register_permission_handler(decide)
    assert content(session.send_and_wait("add")) == "It is 3."
    assert seen == ["add", "asked"]


def test_subscribers_are_called_in_order_in_one_thread(world, opened):
    session = opened.create_session(**world.session, streaming=True)
    seen, threads = [], set()

    def hear(event):
        seen.append(event.data["deltaContent"])
        threads.add(threading.current_thread().name)

    ref = session.on("assistant.message_delta", hear)
    session.send_and_wait("long")
    assert "".join(seen).split() == ["word"] * 40
    assert threads == {"copilot_actors portal"}
    session.off(ref)
    session.send_and_wait("short")
    assert "".join(seen).split() == ["word"] * 40


def test_ten_thousand_events_cross_in_order_and_none_is_lost(simulator):
    with blocking.open_client(cli=simulator, subscriber_buffer=20_000) as client:
        session = client.create_session(model="gpt-4.1", streaming=True)
        with session.events("assistant.message_delta", "session.idle") as events:
            session.send("many")
            got = []
            for event in events:
                if event.type == "session.idle":
                    break
                got.append(event.data["deltaContent"])
        assert len(got) == 10_000
        assert client.statistics().lagged_events == 0


def test_a_reader_that_is_too_slow_is_told_how_much_it_missed(simulator):
    with blocking.open_client(cli=simulator, subscriber_buffer=10) as client:
        session = client.create_session(model="gpt-4.1", streaming=True)
        with session.events() as events:
            session.send_and_wait("some")
            session.disconnect()
            lagged = [e for e in events if e.type == "copilot_actors.subscription.lagged"]
        assert sum(e.data["skipped"] for e in lagged) > 50
        assert sum(e.data["skipped"] for e in lagged) == client.statistics().lagged_events


def test_two_threads_share_an_iterator_and_each_event_goes_to_one(simulator):
    with blocking.open_client(cli=simulator, subscriber_buffer=20_000) as client:
        session = client.create_session(model="gpt-4.1", streaming=True)
        with session.events("assistant.message_delta") as events:
            session.send_and_wait("some")
            with ThreadPoolExecutor(2) as pool:
                halves = [pool.submit(list, events) for _ in range(2)]
                session.disconnect()
                assert sum(len(half.result(10)) for half in halves) == 200


def test_the_error_is_the_one_of_trio_with_both_sides_in_its_traceback(world, opened):
    session = opened.create_session(**world.session)
    with pytest.raises(ca.TurnTimeout) as caught:
        session.send_and_wait("for ever", timeout=0.3)
    frames = [entry.name for entry in caught.traceback]
    assert frames[0] == "test_the_error_is_the_one_of_trio_with_both_sides_in_its_traceback"
    assert "run_turn" in frames
    with pytest.raises(ca.SessionNotFound):
        opened.resume_session("nobody")
    assert content(session.send_and_wait("on")) == "on"


def interrupt_after(seconds):
    """As the terminal does it: a signal to the process, which its main thread gets."""
    threading.Timer(seconds, os.kill, [os.getpid(), signal.SIGINT]).start()


def test_ctrl_c_ends_the_call_and_the_session_goes_on(world, opened):
    session = opened.create_session(**world.session)
    interrupt_after(0.3)
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        session.send_and_wait("for ever", timeout=None)
    assert time.monotonic() - begin < 5
    session.wait_state("idle")
    assert content(session.send_and_wait("on")) == "on"


def test_ctrl_c_while_waiting_for_events_loses_none(world, opened):
    session = opened.create_session(**world.session)
    with session.events("assistant.message") as events:
        interrupt_after(0.2)
        with pytest.raises(KeyboardInterrupt):
            next(events)
        session.send_and_wait("one")
        session.send_and_wait("two")
        assert [content(next(events)), content(next(events))] == ["one", "two"]


def test_ctrl_c_at_any_moment_of_a_session_leaves_nothing(script):
    # Moments from the start of the thread to the end of a turn; the simulator takes some 0.2 s.
    for delay in [i / 60 for i in range(14)]:
        before = set(threading.enumerate())
        try:
            interrupt_after(delay)
            with blocking.open_client(cli=Simulator(script)) as client:
                session = client.create_session(model="gpt-4.1")
                while True:
                    session.send_and_wait("x")
        except KeyboardInterrupt:
            pass
        left = {t.name for t in set(threading.enumerate()) - before}
        assert "copilot_actors portal" not in left


def test_after_the_block_every_call_says_so_and_nothing_hangs(world):
    with world.options() as options:
        with blocking.open_client(**options) as client:
            session = client.create_session(**world.session)
            waiting = ThreadPoolExecutor(1).submit(session.send_and_wait, "for ever")
            session.wait_state("running")
        assert isinstance(waiting.exception(5), ca.SessionClosed)
        for call in (client.ping, client.list_sessions, client.create_session):
            with pytest.raises(ca.ConnectionStopped):
                call()
        for call in (session.get_messages, lambda: session.send("x"), session.abort):
            with pytest.raises(ca.SessionClosed):
                call()
        assert (client.state, session.state) == ("stopped", "closed")
        assert client.pid is None
        assert client.statistics().sessions == 0


def test_a_client_that_cannot_be_kept_alive_ends_its_block_with_the_fault(world):
    with world.options() as options:
        options["max_restarts"] = 0
        with pytest.raises(ca.CliExited):  # noqa: PT012 - the block is what raises
            with blocking.open_client(**options) as client:
                session = client.create_session(**world.session)
                waiting = ThreadPoolExecutor(1).submit(session.send_and_wait, "for ever")
                session.wait_state("running")
                world.kill(client)
                assert isinstance(waiting.exception(10), ca.CopilotError)
                with pytest.raises(ca.CopilotError):
                    client.ping()


@pytest.mark.parametrize("force", [False, True])
def test_the_end_of_the_client_reaches_every_caller_as_a_typed_error(world, opened, force):
    session = opened.create_session(**world.session)

    def read():
        with session.events("assistant.message") as events:
            return list(events)

    with ThreadPoolExecutor(4) as pool:
        turn = pool.submit(session.send_and_wait, "for ever", timeout=None)
        state = pool.submit(session.wait_state, "paused")
        connection = pool.submit(opened.wait_state, "reconnecting")
        events = pool.submit(read)
        session.wait_state("running")
        opened.stop(force=force)
        # As in trio: with ``force`` the end of the connection may be the first to be told.
        for call in (turn, state, connection):
            assert isinstance(call.exception(20), ca.SessionClosed | ca.ConnectionStopped)
        assert events.result(20) == []


def test_sessions_are_hosted_for_other_programs(world, opened):
    with opened.create_session(**world.session) as session, opened.agent_host() as host:
        uri = host.publish(session)
        assert [one["resource"] for one in host.list_sessions()] == [uri]
        assert host.unpublish(session)


def test_the_programs_own_exception_passes(world):
    with world.options() as options, pytest.raises(ZeroDivisionError):  # noqa: PT012
        with blocking.open_client(**options) as client:
            client.create_session(**world.session).send("for ever")
            raise ZeroDivisionError


def test_a_forked_child_is_told_that_the_client_is_its_parents(simulator):
    with blocking.open_client(cli=simulator) as client:
        pid = os.fork()
        if pid == 0:
            try:
                client.ping()
            except ca.ConnectionStopped as error:
                os._exit(0 if "forked" in str(error) else 2)
            os._exit(3)
        assert os.waitpid(pid, 0)[1] == 0
        client.ping()


def test_a_block_is_entered_once(simulator):
    block = blocking.open_client(cli=simulator)
    with block:
        with pytest.raises(RuntimeError, match="once"):
            block.__enter__()


def test_requests_of_the_cli_and_typed_methods(world, opened):
    session = opened.create_session(**world.session)
    opened.on_request("x/y", lambda params: {"got": params})
    assert session.request("session.metadata.snapshot")["sessionId"] == session.session_id
    found = session.rpc(lambda rpc: rpc.metadata.snapshot())
    assert found.session_id == session.session_id
    assert opened.rpc(lambda rpc: rpc.ping(message="hi")).message.endswith("hi")
    with pytest.raises(ca.CapabilityMissing):
        session.ui.confirm("Sure?")


def test_client_notices_reach_plain_handlers(world, opened):
    seen = []
    opened.on("session.created", lambda notice: seen.append(notice.session_id))
    ref = opened.on_lifecycle(lambda notice: seen.append(notice.type))
    session = opened.create_session(**world.session)
    session.send_and_wait("x")
    opened.off_lifecycle(ref)
    assert session.session_id in seen
    assert "session.created" in seen


# --- Programs of their own ------------------------------------------------------------------

WAITING = """
import json, os, sys
from copilot_actors import blocking

options, session = json.loads(os.environ["OPTIONS"])
try:
    with blocking.open_client(**options) as client:
        talk = client.create_session(**session)
        print(client.pid, flush=True)
        try:
            talk.send_and_wait("for ever", timeout=None)
        finally:
            print(talk.state, flush=True)
except KeyboardInterrupt:
    print("closed", flush=True)
"""


def alive(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.real_cli
@pytest.mark.parametrize("times", [1, pytest.param(2, marks=pytest.mark.exhaustive)])
def test_ctrl_c_in_a_program_closes_the_real_cli_in_order(tmp_path, times, real_world):
    with real_world.options() as options:
        del options["cli"]
        given = json.dumps([{**options, "home": str(options["home"])}, real_world.session])
        with subprocess.Popen(
            [sys.executable, "-W", "error", "-c", WAITING],
            env={**os.environ, "OPTIONS": given},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            pid = int(process.stdout.readline())
            for _ in range(times):
                time.sleep(0.3)  # a real process: until it waits
                process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=30)
    assert err == ""
    assert out.splitlines()[-1] == "closed"
    assert not alive(pid)


NEVER_LEFT = """
import atexit
from copilot_actors import blocking
from copilot_actors.testing import Simulator

client = blocking.open_client(cli=Simulator()).__enter__()
atexit.register(lambda: print("closing", client.state, flush=True))
block = client._portal
session = client.create_session(model="gpt-4.1")
session.send_and_wait("x")
import threading
threading.Thread(target=lambda: session.wait_state("failed"), daemon=True).start()
import weakref
weakref.finalize(block, print, "freed").atexit = False
real = block._wait_over
block._wait_over = lambda *a: (real(*a), print("joined", client.state, flush=True))
"""


def test_a_block_that_is_never_left_is_closed_at_the_end_of_the_program():
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", NEVER_LEFT],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout == "closing connected\njoined stopped\n"


def test_the_history_is_read_from_a_place_and_the_workspace_is_written(world, opened):
    session = opened.create_session(**world.session)
    session.send_and_wait("one")
    history = session.history()
    seen = list(history)
    assert "one" in [content(e) for e in seen if e.type == "user.message"]
    assert history.cursor == seen[-1].id
    session.send_and_wait("two")
    later = list(session.history(since=history.cursor))
    assert [content(e) for e in later if e.type == "user.message"] == ["two"]
    with pytest.raises(ca.CursorExpired):
        next(session.history(since="00000000-0000-4000-8000-000000000000"))
    session.workspace.write_file("notes.txt", "kept")
    assert session.workspace.list_files() == ("notes.txt",)
    assert session.workspace.read_file("notes.txt") == "kept"
