"""The assertions of the kit: what they wait for, when they give up, and what they say then."""

from __future__ import annotations

import pytest
import trio

import copilot_actors as ca
from copilot_actors.otp import Crash, GenServer, Killed, Normal, Shutdown, open_supervisor
from copilot_actors.protocol import events
from copilot_actors.testing import (
    Script,
    Simulator,
    Text,
    ToolCall,
    ToolCalls,
    assert_down,
    assert_events,
    assert_no_leaks,
    wait_state,
)


class Counter(GenServer):
    restart = "temporary"

    async def init(self, count=0):
        self.count = count

    async def handle_cast(self, request):
        if isinstance(request, BaseException):
            raise request
        self.count += request


@pytest.fixture
async def counter():
    # No restart budget is needed: temporary children are not restarted.
    async with open_supervisor([Counter.child_spec(id="counter", name="counter")]) as tree:
        yield tree.whereis("counter")


# --- assert_down ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "expected",
    [None, Crash, KeyError, LookupError, lambda reason: reason.exc.args == ("k",)],
    ids=["any", "reason", "exception", "its base", "predicate"],
)
async def test_a_crash_is_told_by_its_class_or_its_exception(counter, autojump_clock, expected):
    monitor = counter.monitor()
    counter.cast(KeyError("k"))
    down = await assert_down(monitor, expected)
    assert isinstance(down.reason.exc, KeyError)


async def test_a_reason_is_told_by_its_value(counter, autojump_clock):
    monitor = counter.monitor()
    counter.kill()
    await assert_down(monitor, Killed())
    await assert_down(monitor, Killed)


async def test_an_actor_that_ends_while_a_ref_is_waited_for_is_seen(counter, autojump_clock):
    async with trio.open_nursery() as nursery:

        @nursery.start_soon
        async def later():
            await trio.sleep(3)
            await counter.stop()

        await assert_down(counter, Normal())
    assert trio.current_time() < 4


@pytest.mark.parametrize(
    ("expected", "says"),
    [
        (Shutdown, r"is down for Crash\(.*KeyError.*\), not for Shutdown"),
        (ValueError, r"is down for Crash\(.*KeyError.*\), not for ValueError"),
        (Killed(), r"not for Killed\(\)"),
    ],
    ids=["class", "exception", "value"],
)
async def test_another_reason_is_shown_with_its_cause(counter, autojump_clock, expected, says):
    monitor = counter.monitor()
    error = KeyError("k")
    counter.cast(error)
    with pytest.raises(AssertionError, match=says) as caught:
        await assert_down(monitor, expected)
    assert caught.value.__cause__ is error


async def test_an_actor_that_lives_on_is_not_waited_for_longer(counter, autojump_clock):
    with pytest.raises(AssertionError, match=r"'counter'.* is not down after 2 s: incarnation 1"):
        await assert_down(counter, timeout=2)
    assert trio.current_time() == pytest.approx(2)


async def test_a_ref_of_what_ended_before_hints_at_the_monitor(counter, autojump_clock):
    monitor = counter.monitor()
    counter.kill()
    await assert_down(monitor)
    await assert_down(counter)
    with pytest.raises(AssertionError, match="make the monitor first"):
        await assert_down(counter, Killed())
    cancelled = counter.monitor()
    cancelled.cancel()
    await assert_down(cancelled)


# --- wait_state -----------------------------------------------------------------------------


async def test_the_attributes_of_an_actor_are_waited_for(counter, autojump_clock):
    async with trio.open_nursery() as nursery:

        @nursery.start_soon
        async def later():
            await trio.sleep(1)
            counter.cast(3)

        await wait_state(counter, {"count": 3})
        await wait_state(counter, lambda state: state.count > 2)
    with pytest.raises(
        AssertionError, match=r"after 1 s: expected count=4, missing='x', got .*count=3"
    ):
        await wait_state(counter, {"count": 4, "missing": "x"}, timeout=1)


async def test_the_state_of_an_actor_that_ended_is_its_end(counter, autojump_clock):
    counter.kill()
    await trio.testing.wait_all_tasks_blocked()
    with pytest.raises(AssertionError, match=r"expected count=1, got .*counter"):
        await wait_state(counter, {"count": 1}, timeout=1)


async def test_the_states_of_sessions_and_clients_are_waited_for(autojump_clock):
    cli = Simulator(Script.by_prompt({"go": Text("x", first_delay=3)}))
    async with ca.open_client(cli=cli) as client:
        assert await wait_state(client, "connected") == "connected"
        session = await client.create_session(model="m")
        await session.send("go")
        await wait_state(session, "running")
        cli.kill()
        assert await wait_state(session, ["recovering", "failed"]) == "recovering"
        assert await wait_state(session, "idle", timeout=20) == "idle"
        with pytest.raises(
            AssertionError, match=r"'failed' or 'closed' after 2 s; it was 'idle' at first"
        ):
            await wait_state(session, ("failed", "closed"), timeout=2)
        await session.disconnect()
        with pytest.raises(AssertionError, match=r"is not .idle. and will not be"):
            await wait_state(session, "idle")


async def test_a_state_that_does_not_exist_is_no_failed_assertion(counter, autojump_clock):
    async with ca.open_client(cli=Simulator()) as client:
        session = await client.create_session(model="m")
        with pytest.raises(ca.InvalidOption, match="did you mean 'idle'"):
            await wait_state(session, "idel")
        with pytest.raises(TypeError, match="expected names"):
            await wait_state(session, {"state": "idle"})
    with pytest.raises(TypeError, match="of an actor"):
        await wait_state(counter, "idle")


# --- assert_events --------------------------------------------------------------------------

TURN = Script.by_prompt(
    {"go": [ToolCalls([ToolCall("add", {"a": 1})]), Text("done")]}, default=Text("yes")
)


@ca.tool(skip_permission=True)
def add(a: int) -> str:
    """Add."""
    return str(a)


@pytest.fixture
async def session():
    async with ca.open_client(cli=Simulator(TURN)) as client:
        yield await client.create_session(model="m", tools=[add])


MATCHERS = [
    "user.message",
    events.AssistantMessage,
    {"type": "tool.execution_complete", "success": True},
    lambda event: event.type == "assistant.message" and event.data.content == "done",
]


def ids(events):
    return [event.id for event in events]


async def test_events_are_found_in_history_as_they_come_and_among_others(session, autojump_clock):
    async with session.events() as stream:
        await session.send("go")
        found = await assert_events(session, MATCHERS)
        assert [event.type for event in found][-1] == "assistant.message"
        assert ids(await assert_events(stream, MATCHERS)) == ids(found)
    history = await session.get_messages()
    assert ids(await assert_events(history, MATCHERS)) == ids(found)
    assert await assert_events(iter(history), []) == []


async def test_of_a_stream_no_more_is_taken_than_is_needed(session, autojump_clock):
    async with session.events(events.UserMessage, events.AssistantMessage) as stream:
        for _ in range(2):
            await session.send_and_wait("x")
        for _ in range(2):
            await assert_events(stream, ["user.message", "assistant.message"], exact=True)


async def test_events_that_do_not_come_are_told_with_what_came(session, autojump_clock):
    await session.send_and_wait("go")
    with pytest.raises(AssertionError) as caught:
        await assert_events(session, ["user.message", "session.error", "user.message"], timeout=3)
    assert trio.current_time() < 5
    lines = str(caught.value).splitlines()
    assert lines[0] == "session.error (number 2 of 3) did not come within 3 s"
    assert lines[1] == "expected: user.message came, session.error did not, user.message did not"
    assert lines[2].startswith("seen (")
    assert "  user.message 'go'" in lines
    assert "  assistant.message 'done'" in lines


async def test_a_wrong_order_is_no_match(session, autojump_clock):
    await session.send_and_wait("go")
    history = await session.get_messages()
    with pytest.raises(AssertionError, match=r"user.message \(number 2 of 2\) is not among"):
        await assert_events(history, ["assistant.message", "user.message"])


async def test_exactly_means_nothing_else(session, autojump_clock):
    await session.send_and_wait("go")
    history = await session.get_messages()
    types = [event.type for event in history]
    await assert_events(session, types, exact=True)
    await assert_events(history, types, exact=True)
    for wrong in (types[:-1], types[1:], [*types[:2], *types[3:]]):
        for source in (session, history):
            with pytest.raises(AssertionError, match="expected exactly: "):
                await assert_events(source, wrong, exact=True, timeout=1)
    with pytest.raises(AssertionError, match="within 1 s"):
        await assert_events(session, [*types, "user.message"], exact=True, timeout=1)


async def test_the_end_of_a_session_ends_the_waiting(session, autojump_clock):
    async with session.events() as stream:
        await session.disconnect()
        with pytest.raises(AssertionError, match="before the end"):
            await assert_events(stream, ["user.message"])
    with pytest.raises(AssertionError, match="cannot come: "):
        await assert_events(session, ["user.message"])


async def test_what_is_no_event_is_a_mistake(autojump_clock):
    with pytest.raises(TypeError, match="expected events"):
        await assert_events(["user.message"], ["user.message"])


# --- assert_no_leaks ------------------------------------------------------------------------


async def test_a_block_that_leaves_nothing_passes(tmp_path):
    async with assert_no_leaks():
        async with trio.open_nursery() as nursery:
            nursery.start_soon(trio.sleep, 0)
        (tmp_path / "x").write_text("")


async def leave_something_and_raise(kept, path):
    async with assert_no_leaks(grace=0.02):
        kept.append(path.open("w"))
        raise KeyError("mine")


async def test_an_exception_of_the_block_passes_as_it_is(tmp_path):
    kept = []
    with pytest.raises(KeyError, match="mine"):
        await leave_something_and_raise(kept, tmp_path / "x")
    kept[0].close()


async def leave_two(nursery, kept, path):
    async with assert_no_leaks(grace=0.02):
        nursery.start_soon(trio.sleep_forever, name="one")
        kept.append(path.open("w"))


async def test_a_block_that_leaves_a_task_in_a_nursery_of_its_task_is_refused(tmp_path):
    path = tmp_path / "left.txt"
    kept = []
    async with trio.open_nursery() as nursery:
        with pytest.raises(AssertionError, match=r"2 left:\n.*task 'one', .*\n.*left\.txt"):
            await leave_two(nursery, kept, path)
        nursery.cancel_scope.cancel()
    kept[0].close()


async def test_what_ends_within_the_grace_is_no_leak():
    async with trio.open_nursery() as nursery:
        async with assert_no_leaks():
            nursery.start_soon(trio.sleep, 0.02)  # real time: that is what grace is
        async with assert_no_leaks(tasks=False):
            nursery.start_soon(trio.sleep_forever)
        nursery.cancel_scope.cancel()
