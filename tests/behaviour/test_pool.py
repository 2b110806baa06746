"""A pool of clients: tenants that do not touch each other, admission, eviction, resizing, drain."""

from __future__ import annotations

import collections
import itertools
import logging
import random

import pytest
import trio
import trio.testing

import copilot_actors as ca
from copilot_actors.otp import Backoff
from copilot_actors.testing import Silence, Simulator, Text


def script(request):
    if "silence" in request.prompt:
        return Silence()
    if "slow" in request.prompt:
        return Text("done", chunks=1, delay=20)
    return Text(f"re: {request.prompt}")


class House:
    """The CLIs of all tenants, by name; each start of one is noted."""

    def __init__(self):
        self.simulators = {}
        self.started = []
        self.options = {}

    def __call__(self, name):
        self.started.append(name)
        simulator = self.simulators.setdefault(name, Simulator(script))
        return ca.ClientOptions(cli=simulator, **self.options)

    def alive(self):
        return sorted(
            name
            for name, simulator in self.simulators.items()
            for process in simulator.processes
            if process.alive
        )


@pytest.fixture
def house():
    return House()


async def test_each_tenant_has_a_client_of_its_own_and_nothing_is_left(house, autojump_clock):
    async with ca.open_pool(house, max_clients=3) as pool:
        a, b = await pool.client("a"), await pool.client("b")
        assert a is not b
        assert await pool.client("a") is a
        session = await a.create_session(session_id="s", model="gpt-4.1")
        answer = await session.send_and_wait("hi")
        assert answer.data.content == "re: hi"
        assert [(one.name, one.state, one.sessions) for one in pool.members()] == [
            ("a", "up", 1),
            ("b", "up", 0),
        ]
        assert house.alive() == ["a", "b"]
    assert house.alive() == []
    assert house.started == ["a", "b"]


async def opened(client, session_id):
    return await client.create_session(session_id=session_id, model="gpt-4.1")


# --- Isolation ------------------------------------------------------------------------------


async def test_a_cli_that_crashes_touches_no_other_tenant(house, autojump_clock):
    async with ca.open_pool(house) as pool:
        a, b = await opened(await pool.client("a"), "a"), await opened(await pool.client("b"), "b")
        pid = (await pool.client("b")).pid
        house.simulators["a"].kill()
        assert (await b.send_and_wait("one")).data.content == "re: one"
        assert (await a.send_and_wait("two")).data.content == "re: two"
        assert (await pool.client("b")).pid == pid
        assert (await pool.client("b")).statistics().connections == 1
        assert house.started == ["a", "b"]


@pytest.mark.parametrize("how", ["restarts used up", "permanent fault", "stopped by hand"])
async def test_a_client_that_is_over_is_replaced_at_its_next_use(
    house, autojump_clock, how, caplog
):
    caplog.set_level(logging.CRITICAL)
    house.options = {"restart": False} if how == "permanent fault" else {"max_restarts": 0}
    async with ca.open_pool(house, backoff=Backoff(5, 60)) as pool:
        first = await pool.client("a")
        other = await opened(await pool.client("b"), "b")
        if how == "stopped by hand":
            await first.stop()
        else:
            house.simulators["a"].kill()
        await trio.sleep(0.5)  # simulated time
        assert [one.name for one in pool.members()] == ["b"]
        before = trio.current_time()
        second = await pool.client("a")
        waited = trio.current_time() - before
        assert second is not first
        assert (waited > 3) is (how != "stopped by hand")
        assert pool.statistics().gave_up == (how != "stopped by hand")
        assert (await opened(second, "s")).state == "idle"
        assert (await other.send_and_wait("x")).data.content == "re: x"
    assert house.alive() == []


async def test_backoff_grows_with_each_failure_and_is_reset_by_health(autojump_clock, caplog):
    caplog.set_level(logging.CRITICAL)
    simulator = Simulator(script)
    options = ca.ClientOptions(cli=simulator, restart=False)
    starts = []

    def factory(name):
        starts.append(trio.current_time())
        return options

    async with ca.open_pool(factory, backoff=Backoff(2, 100, reset_after=50)) as pool:
        for _ in range(4):
            await pool.client("a", timeout=100)
            simulator.kill()
            await trio.sleep(0.5)  # simulated time
        gaps = [round(b - a) for a, b in itertools.pairwise(starts)]
        assert gaps == [2, 4, 8]
        await pool.client("a", timeout=100)
        await trio.sleep(60)  # simulated time
        simulator.kill()
        await trio.sleep(0.5)  # simulated time
        before = trio.current_time()
        await pool.client("a")
        assert trio.current_time() - before < 2.1


async def test_a_caller_that_cannot_wait_for_the_backoff_is_told_the_fault(
    house, autojump_clock, caplog
):
    caplog.set_level(logging.CRITICAL)
    house.options = {"restart": False}
    async with ca.open_pool(house, backoff=Backoff(60, 60)) as pool:
        await pool.client("a")
        house.simulators["a"].kill()
        await trio.sleep(0.5)  # simulated time
        with pytest.raises(ca.CliExited) as first:
            await pool.client("a", timeout=10)
        with pytest.raises(ca.CliExited) as second:
            await pool.client("a", timeout=0)
        assert first.value is not second.value
        assert house.started == ["a"]


class Bad(Exception):
    pass


def raising(name):
    raise Bad("no options")


async def hanging(name):
    await trio.sleep_forever()


FACTORIES = {
    "raises": (raising, ca.HandlerFailed, "raised Bad: no options"),
    "hangs": (hanging, ca.HandlerFailed, "longer than 30 s"),
    "returns a mapping": (lambda name: {}, ca.HandlerFailed, "returned dict"),
    "wrong options": (
        lambda name: ca.ClientOptions(max_restarts=-1),
        ca.InvalidOption,
        "max_restarts",
    ),
    "no CLI": (
        lambda name: ca.ClientOptions(cli=ca.Stdio("/nowhere/copilot")),
        ca.CliNotFound,
        "nowhere",
    ),
}


@pytest.mark.parametrize("fault", FACTORIES)
async def test_why_a_client_does_not_start_is_told_to_all_who_wait_for_it(
    autojump_clock, fault, caplog
):
    caplog.set_level(logging.CRITICAL)
    factory, error, text = FACTORIES[fault]
    seen = []

    def options(name):
        return factory(name) if name == "bad" else ca.ClientOptions(cli=Simulator(script))

    async with ca.open_pool(options) as pool:

        async def ask():
            with pytest.raises(error, match=text) as caught:
                await pool.client("bad")
            seen.append(caught.value)

        async with trio.open_nursery() as nursery:
            for _ in range(3):
                nursery.start_soon(ask)
            assert (await pool.client("good")).state == "connected"
        assert len({id(one) for one in seen}) == 3
        assert pool.statistics().failed_starts == 1
        assert [one.name for one in pool.members()] == ["good"]


async def test_an_async_factory_gives_the_options(autojump_clock):
    async def options(name):
        await trio.sleep(1)  # simulated time
        return ca.ClientOptions(cli=Simulator(script))

    async with ca.open_pool(options) as pool:
        assert (await pool.client("a")).state == "connected"


# --- Admission ------------------------------------------------------------------------------


async def test_a_full_pool_refuses_by_name_at_once_or_in_time(house, autojump_clock):
    async with ca.open_pool(house, max_clients=1) as pool:
        session = await opened(await pool.client("a"), "s")
        with pytest.raises(ca.PoolFull) as caught:
            await pool.client("b", timeout=0)
        error = caught.value
        assert (error.tenant, error.lacking, error.limit, error.seconds) == ("b", "clients", 1, 0)
        assert error.retryable
        before = trio.current_time()
        with pytest.raises(ca.PoolFull, match="after 7 s: its 1 clients"):
            await pool.client("b", timeout=7)
        assert trio.current_time() - before == pytest.approx(7)
        assert pool.statistics().refused == 2
        assert pool.statistics().waiting == 0
        assert session.state == "idle"
        assert house.started == ["a"]


async def test_who_waits_gets_the_place_of_a_client_that_comes_to_rest(house, autojump_clock):
    async with ca.open_pool(house, max_clients=1) as pool:
        session = await opened(await pool.client("a"), "s")
        async with trio.open_nursery() as nursery:

            async def close():
                await trio.sleep(10)  # simulated time
                await session.disconnect()

            nursery.start_soon(close)
            client = await pool.client("b")
        assert client.state == "connected"
        assert house.alive() == ["b"]
        assert pool.statistics().evicted == 1


async def test_callers_are_served_in_order_and_those_with_a_client_wait_for_nobody(
    house, autojump_clock
):
    order = []
    async with ca.open_pool(house, max_clients=1, admission_timeout=1000) as pool:

        async def use(name):
            async with pool.checkout(name):
                order.append(name)
                await trio.sleep(10)  # simulated time

        async with trio.open_nursery() as nursery:
            for name in ["a", "b", "c", "a"]:
                nursery.start_soon(use, name)
                await trio.testing.wait_all_tasks_blocked()
    assert order == ["a", "a", "b", "c"]


async def test_too_many_that_wait_are_refused_at_once(house, autojump_clock):
    async with ca.open_pool(house, max_clients=1, max_waiting=2) as pool:
        async with pool.checkout("a"), trio.open_nursery() as nursery:
            nursery.start_soon(refused_after, pool, "b", 30)
            nursery.start_soon(refused_after, pool, "c", 30)
            await trio.testing.wait_all_tasks_blocked()
            with pytest.raises(ca.PoolFull, match="2 callers wait already"):
                await pool.client("d")


async def refused_after(pool, name, seconds):
    before = trio.current_time()
    with pytest.raises(ca.PoolFull):
        await pool.client(name)
    assert trio.current_time() - before == pytest.approx(seconds)


async def test_a_client_has_at_most_so_many_sessions(house, autojump_clock):
    async with ca.open_pool(house, max_sessions_per_client=2, admission_timeout=1) as pool:
        client = await pool.client("a")
        one, two = await opened(client, "1"), await opened(client, "2")
        with pytest.raises(ca.PoolFull, match="has 2 sessions open"):
            await opened(client, "3")
        with pytest.raises(ca.PoolFull, match="after 1 s: the client has 2"):
            await pool.client("a")
        await one.disconnect()
        three = await pool.create_session("a", session_id="3", model="gpt-4.1")
        assert {two.state, three.state} == {"idle"}
        # A session that is open already wants no place.
        assert await pool.client("a", session_id="3") is client


@pytest.mark.parametrize("bad", ["", 7, None])
async def test_a_tenant_is_a_text(house, autojump_clock, bad):
    async with ca.open_pool(house) as pool:
        with pytest.raises(ca.InvalidOption, match="tenant"):
            await pool.client(bad)


BAD_OPTIONS = [
    {"max_clients": 0},
    {"max_clients": True},
    {"max_sessions_per_client": 0},
    {"idle_timeout": -1},
    {"placement": "random"},
    {"admission_timeout": float("inf")},
    {"max_waiting": 0},
    {"backoff": 3},
]


@pytest.mark.parametrize("bad", BAD_OPTIONS, ids=str)
async def test_options_that_make_no_sense_start_nothing(house, bad):
    with pytest.raises(ca.InvalidOption, match=next(iter(bad))):
        async with ca.open_pool(house, **bad):
            raise AssertionError("not entered")


# --- Eviction -------------------------------------------------------------------------------


async def test_a_client_without_sessions_is_ended_when_it_was_idle_for_long(house, autojump_clock):
    async with ca.open_pool(house, idle_timeout=60) as pool:
        await pool.client("a")
        session = await opened(await pool.client("b"), "s")
        async with pool.checkout("c"):
            await trio.sleep(59)  # simulated time
            assert house.alive() == ["a", "b", "c"]
            await trio.sleep(5)  # simulated time
            assert house.alive() == ["b", "c"]
            await trio.sleep(300)  # simulated time
            assert house.alive() == ["b", "c"]
            await session.disconnect()
            await trio.sleep(30)  # simulated time
            assert house.alive() == ["b", "c"]
        await trio.sleep(35)  # simulated time
        assert house.alive() == ["c"]
        await trio.sleep(30)  # simulated time
        assert house.alive() == []
        assert pool.members() == []
        again = await pool.client("a")
        assert again.state == "connected"


async def test_the_least_recently_used_of_those_at_rest_makes_room(house, autojump_clock):
    async with ca.open_pool(house, max_clients=3) as pool:
        for name in "abc":
            await pool.client(name)
            await trio.sleep(10)  # simulated time
        await opened(await pool.client("a"), "busy")
        await pool.client("b")
        await trio.sleep(10)  # simulated time
        await pool.client("d")
        assert house.alive() == ["a", "b", "d"]


async def test_a_client_that_was_just_handed_out_stays_until_a_session_can_be_opened(
    house, autojump_clock
):
    async with ca.open_pool(house, max_clients=1) as pool:
        client = await pool.client("a")
        with pytest.raises(ca.PoolFull):
            await pool.client("b", timeout=4)
        session = await opened(client, "s")
        with pytest.raises(ca.PoolFull):
            await pool.client("b", timeout=20)
        assert session.state == "idle"
        await session.disconnect()
        before = trio.current_time()
        await pool.client("b")
        assert trio.current_time() - before < 3


async def test_a_failed_session_keeps_no_client(house, autojump_clock, caplog):
    caplog.set_level(logging.CRITICAL)
    house.options = {"max_restarts": 100}
    async with ca.open_pool(house, max_clients=1) as pool:
        session = await opened(await pool.client("a"), "s")
        await session.send_and_wait("one")
        simulator = house.simulators["a"]

        class Trap(collections.deque):
            def append(self, frame):
                if frame.message.get("method") == "session.resume":
                    simulator.exit(134)

        simulator.log = Trap()
        simulator.kill()
        with pytest.raises(ca.SessionQuarantined):
            await session.send_and_wait("two")
        assert session.state == "failed"
        assert (await pool.client("b")).state == "connected"


async def test_eviction_under_load_loses_no_turn(house, autojump_clock):
    """Twelve tenants share three clients; each turn is answered by its own tenant's CLI."""
    answers = []
    async with ca.open_pool(house, max_clients=3, admission_timeout=10_000) as pool:

        async def work(name):
            for number in range(3):
                async with pool.checkout(name) as client:
                    session = await client.resume_or_create_session(name, model="gpt-4.1")
                    async with session:
                        event = await session.send_and_wait(f"{name} {number}")
                        answers.append(event.data.content)
                        assert len(house.alive()) <= 3
                await trio.sleep(1)  # simulated time

        async with trio.open_nursery() as nursery:
            for number in range(12):
                nursery.start_soon(work, f"t{number}")
        assert sorted(answers) == sorted(f"re: t{n} {i}" for n in range(12) for i in range(3))
        statistics = pool.statistics()
        assert statistics.started - statistics.evicted == statistics.clients - statistics.leaving
        assert statistics.gave_up == statistics.failed_starts == statistics.refused == 0
    assert house.alive() == []


# --- Placement ------------------------------------------------------------------------------


async def test_least_busy_spreads_sessions_and_keeps_each_where_it_is(house, autojump_clock):
    async with ca.open_pool(
        house, max_clients=2, max_sessions_per_client=2, placement="least_busy", admission_timeout=0
    ) as pool:
        sessions = [
            await pool.create_session("", session_id=f"s{n}", model="gpt-4.1") for n in range(4)
        ]
        assert [(one.name, one.sessions) for one in pool.members()] == [("0", 2), ("1", 2)]
        with pytest.raises(ca.PoolFull) as caught:
            await pool.create_session("", session_id="s4", model="gpt-4.1")
        assert caught.value.lacking == "sessions"
        homes = [await pool.client(session_id=f"s{n}") for n in range(4)]
        for session, home in zip(sessions, homes, strict=True):
            assert home.statistics().sessions == 2
            assert session._context is home._context
        with pytest.raises(ca.SessionAlreadyExists):
            await pool.create_session("", session_id="s0", model="gpt-4.1")
        await sessions[0].disconnect()
        again = await pool.create_session("", session_id="s5", model="gpt-4.1")
        assert again._context is homes[0]._context


async def test_least_busy_counts_callers_that_have_not_opened_their_session_yet(
    house, autojump_clock
):
    async with ca.open_pool(house, max_clients=3, placement="least_busy") as pool:
        clients = []

        async def ask():
            clients.append(await pool.client())

        async with trio.open_nursery() as nursery:
            for _ in range(3):
                nursery.start_soon(ask)
        assert len({id(client) for client in clients}) == 3


async def test_least_busy_prefers_a_client_at_rest_to_a_new_one(house, autojump_clock):
    async with ca.open_pool(house, max_clients=3, placement="least_busy") as pool:
        async with await pool.create_session("", model="gpt-4.1"):
            pass
        await pool.create_session("", model="gpt-4.1")
        assert house.started == ["0"]


async def test_least_busy_goes_on_with_the_others_while_one_waits_for_its_backoff(
    house, autojump_clock, caplog
):
    caplog.set_level(logging.CRITICAL)
    house.options = {"restart": False}
    async with ca.open_pool(
        house, max_clients=2, placement="least_busy", backoff=Backoff(50, 50)
    ) as pool:
        await pool.create_session("", model="gpt-4.1")
        await pool.create_session("", model="gpt-4.1")
        house.simulators["0"].kill()
        await trio.sleep(0.5)  # simulated time
        before = trio.current_time()
        await pool.create_session("", model="gpt-4.1")
        assert trio.current_time() - before < 1
        assert [(one.name, one.sessions) for one in pool.members()] == [("1", 2)]
        await trio.sleep(60)  # simulated time
        await pool.create_session("", model="gpt-4.1")
        assert [(one.name, one.sessions) for one in pool.members()] == [("1", 2), ("0", 1)]


# --- Resizing and draining ------------------------------------------------------------------


async def test_a_smaller_pool_waits_for_busy_clients(house, autojump_clock):
    async with ca.open_pool(house, max_clients=3) as pool:
        sessions = [await opened(await pool.client(name), name) for name in "abc"]
        turn = await sessions[0].send("slow")
        await pool.resize(1)
        await trio.sleep(10)  # simulated time
        assert house.alive() == ["a", "b", "c"]
        await sessions[1].disconnect()
        await trio.sleep(5)  # simulated time
        assert house.alive() == ["a", "c"]
        await sessions[2].disconnect()
        await trio.sleep(5)  # simulated time
        assert house.alive() == ["a"]
        assert turn
        await sessions[0].wait_state("idle")
        with pytest.raises(ca.PoolFull):
            await pool.client("d", timeout=1)


async def test_with_a_deadline_a_smaller_pool_drains_those_with_the_least_to_do(
    house, autojump_clock
):
    async with ca.open_pool(house, max_clients=3) as pool:
        sessions = {n: await opened(await pool.client(n), n) for n in "abc"}
        await opened(await pool.client("a"), "a2")
        answers = []

        async def ask(name):
            event = await sessions[name].send_and_wait("slow")
            answers.append((name, event.data.content))

        async with trio.open_nursery() as nursery:
            for name in "ab":
                nursery.start_soon(ask, name)
            await trio.sleep(1)  # simulated time
            before = trio.current_time()
            await pool.resize(1, deadline=60)
            assert trio.current_time() - before < 40
        assert sorted(answers) == [("a", "done"), ("b", "done")]
        assert house.alive() == ["a"]


async def test_a_larger_pool_serves_those_who_wait(house, autojump_clock):
    async with ca.open_pool(house, max_clients=1) as pool:
        await opened(await pool.client("a"), "a")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(pool.client, "b")
            await trio.testing.wait_all_tasks_blocked()
            before = trio.current_time()
            await pool.resize(2)
        assert trio.current_time() - before < 3


@pytest.mark.parametrize("bad", [0, -1, 1.5, "2", True])
async def test_a_size_that_makes_no_sense_is_refused(house, autojump_clock, bad):
    async with ca.open_pool(house) as pool:
        with pytest.raises(ca.InvalidOption, match="max_clients"):
            await pool.resize(bad)
        assert pool.statistics().max_clients == 8


async def test_a_drain_lets_turns_finish_everywhere_and_gives_out_nothing_more(
    house, autojump_clock
):
    async with ca.open_pool(house, max_clients=3) as pool:
        a, b = await opened(await pool.client("a"), "a"), await opened(await pool.client("b"), "b")
        await opened(await pool.client("c"), "c")
        reports = {}
        answers = []

        async def ask():
            answers.append((await a.send_and_wait("slow")).data.content)

        async def stuck():
            with pytest.raises(ca.TurnAborted):
                await b.send_and_wait("silence", timeout=None)

        async def waiting():
            with pytest.raises(ca.ConnectionStopped, match="draining"):
                await pool.client("d")

        async with trio.open_nursery() as nursery:
            for task in (ask, stuck, waiting):
                nursery.start_soon(task)
            nursery.start_soon(waiting)
            await trio.testing.wait_all_tasks_blocked()
            before = trio.current_time()
            reports = await pool.drain(60)
            assert trio.current_time() - before < 61
        assert answers == ["done"]
        outcomes = {name: [s.outcome for s in report.sessions] for name, report in reports.items()}
        assert outcomes["a"] == ["finished"]
        assert outcomes["b"] == ["aborted"]
        assert house.alive() == []
        with pytest.raises(ca.ConnectionStopped, match="draining"):
            await pool.client("a")
        assert await pool.drain(1) == {}


async def test_the_earliest_deadline_of_several_drains_counts(house, autojump_clock):
    async with ca.open_pool(house) as pool:
        session = await opened(await pool.client("a"), "a")
        await session.send("silence")
        before = trio.current_time()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(pool.drain, 1000)
            await trio.sleep(1)  # simulated time
            await pool.drain(5)
        assert trio.current_time() - before < 8
        assert house.alive() == []


async def test_a_drain_ends_a_client_that_is_being_started(autojump_clock):
    started = trio.Event()

    async def options(name):
        started.set()
        await trio.sleep(20)  # simulated time
        return ca.ClientOptions(cli=Simulator(script))

    async with ca.open_pool(options) as pool, trio.open_nursery() as nursery:

        async def ask():
            with pytest.raises(ca.ConnectionStopped):
                await pool.client("a")

        nursery.start_soon(ask)
        await started.wait()
        before = trio.current_time()
        assert await pool.drain(10) == {}
        assert trio.current_time() - before < 1


async def test_the_tree_can_be_seen(house, autojump_clock):
    async with ca.open_pool(house) as pool:
        await pool.client("a")
        assert [child.id for child in pool.which_children()] == ["clients", "keeper"]
        tree = pool.dump_tree()
        assert "DynamicSupervisor" in tree
        assert "client 'a'\n  root" in tree
        assert "connection_supervisor" in tree
        assert repr(pool) == "<ClientPool 1 of 8 clients>"


# --- Cancellation ---------------------------------------------------------------------------


async def start_one(pool):
    await pool.client("new", timeout=100)


async def make_room(pool):
    async with pool.checkout("new", timeout=100):
        await trio.sleep(1)  # simulated time


async def drain_it(pool):
    await pool.drain(20)


async def shrink_it(pool):
    await pool.resize(1, deadline=20)


WORK = [start_one, make_room, drain_it, shrink_it]
MOMENTS = [0, 0.001, 0.005, 0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1.0, 1.5, 2.5]


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("whole", [False, True], ids=["the caller", "the pool"])
@pytest.mark.parametrize("work", WORK, ids=lambda one: one.__name__)
async def test_cancelled_at_any_moment_nothing_is_left(house, autojump_clock, work, whole, moment):
    outer = trio.CancelScope()
    with outer:
        async with ca.open_pool(house, max_clients=2) as pool:
            await opened(await pool.client("a"), "a")
            await pool.client("b")
            await trio.sleep(6)  # simulated time
            async with trio.open_nursery() as nursery:
                nursery.start_soon(work, pool)
                scope = outer if whole else nursery.cancel_scope
                scope.deadline = trio.current_time() + moment
            await trio.sleep(30)  # simulated time
            assert pool.statistics().waiting == pool.statistics().leaving == 0
            assert not any(one.in_use for one in pool.members())
            if work in (start_one, make_room):
                # What was begun for a caller that has gone serves the next one.
                assert (await pool.client("new")).state == "connected"
    assert house.alive() == []


@pytest.mark.parametrize(
    "steps",
    [
        *range(0, 60, 6),
        *(pytest.param(n, marks=pytest.mark.exhaustive) for n in range(60) if n % 6),
    ],
)
@pytest.mark.parametrize("work", WORK, ids=lambda one: one.__name__)
async def test_cancelled_at_each_checkpoint_nothing_is_left(house, autojump_clock, work, steps):
    outer = trio.CancelScope()
    with outer:
        async with ca.open_pool(house, max_clients=2) as pool, trio.open_nursery() as nursery:
            await pool.client("a")
            await pool.client("b")
            await trio.sleep(6)  # simulated time
            nursery.start_soon(work, pool)
            for _ in range(steps):
                await trio.lowlevel.checkpoint()
            outer.cancel()
    assert house.alive() == []


async def test_an_exception_of_the_block_comes_out_alone(house, autojump_clock):
    with pytest.raises(Bad):  # noqa: PT012
        async with ca.open_pool(house) as pool:
            await opened(await pool.client("a"), "a")
            raise Bad
    assert house.alive() == []


async def test_who_waits_elsewhere_is_told_that_the_pool_has_ended(house, autojump_clock):
    async with trio.open_nursery() as nursery:
        async with ca.open_pool(house, max_clients=1) as pool:
            await opened(await pool.client("a"), "a")

            async def ask(name):
                with pytest.raises(ca.ConnectionStopped, match="closed"):
                    await pool.client(name)

            nursery.start_soon(ask, "b")
            await trio.testing.wait_all_tasks_blocked()
        await ask("a")
        with pytest.raises(ca.ConnectionStopped):
            await pool.create_session("a")


@pytest.mark.parametrize("how", ["block", "disconnect", "destroy"])
async def test_a_session_is_disconnected_although_its_caller_is_cancelled_already(
    house, autojump_clock, how
):
    async with ca.open_pool(house, max_clients=1, idle_timeout=None) as pool:
        session = await opened(await pool.client("a"), "s")
        with trio.CancelScope() as scope:
            scope.cancel()
            if how == "block":
                async with session:
                    await session.send_and_wait("one")
            else:
                await getattr(session, how)()
        assert scope.cancelled_caught
        with trio.fail_after(5):
            await session.wait_state("closed")
        # Nothing keeps its client, so that there is room for another.
        assert (await pool.client("b", timeout=10)).state == "connected"


# --- Everything at once ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "seed", [*range(2), *(pytest.param(n, marks=pytest.mark.exhaustive) for n in range(2, 20))]
)
@pytest.mark.parametrize("placement", ["sticky", "least_busy"])
async def test_whatever_happens_the_pool_keeps_its_bounds_and_answers_everybody(
    house, autojump_clock, caplog, placement, seed
):
    """Callers, kills, cancellations and new sizes at random; then the pool works as at first."""
    caplog.set_level(logging.CRITICAL)
    rng = random.Random(seed)
    house.options = {"max_restarts": rng.choice([0, 3]), "restart": rng.random() < 0.7}
    ended = collections.Counter()
    most = 4

    async with ca.open_pool(
        house,
        placement=placement,
        max_clients=most,
        max_sessions_per_client=3,
        idle_timeout=rng.choice([0, 5, 100]),
        admission_timeout=rng.choice([0, 20, 200]),
        backoff=Backoff(0.5, 5),
    ) as pool:

        async def work(number):
            name = f"t{rng.randrange(7)}"
            with trio.move_on_after(rng.choice([0.1, 3, 1000])) as scope:
                try:
                    async with pool.checkout(name) as client:
                        session = await client.create_session(session_id=f"s{number}", model="m")
                        async with session:
                            event = await session.send_and_wait(f"{number}")
                            assert event.data.content == f"re: {number}"
                    ended["answered"] += 1
                except ca.CopilotError as error:
                    ended[type(error).__name__] += 1
            ended["cancelled"] += scope.cancelled_caught

        async def disturb():
            for _ in range(15):
                await trio.sleep(rng.random() * 4)  # simulated time
                alive = house.alive()
                assert len(alive) == len(set(alive)) <= most
                if alive and rng.random() < 0.6:
                    house.simulators[rng.choice(alive)].kill()
                elif rng.random() < 0.5:
                    await pool.resize(rng.randint(1, most), deadline=rng.choice([None, 0, 5]))

        with trio.fail_after(2000):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(disturb)
                for number in range(40):
                    nursery.start_soon(work, number)
                    await trio.sleep(rng.random())  # simulated time
        assert sum(ended.values()) >= 40
        # What was cancelled in its own clean-up is still being closed.
        await trio.sleep(30)  # simulated time
        assert pool.statistics().waiting == pool.statistics().sessions == 0
        assert not any(one.in_use for one in pool.members())
        await pool.resize(most)
        await trio.sleep(30)  # simulated time
        assert (await pool.client("last", timeout=60)).state == "connected"
    assert house.alive() == []
