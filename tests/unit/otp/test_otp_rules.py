"""The twenty rules of OTP that implementers get wrong, each with the number of the rule.

Sources: stdlib-4.2 supervisor.erl and gen_server.erl, Elixir 1.14 DynamicSupervisor.
"""

# ruff: noqa: PT012 - blocks under raises() are whole trees

import math

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from copilot_actors import otp
from copilot_actors.otp import (
    ActorExited,
    AlreadyPresent,
    AlreadyStarted,
    CallTimeout,
    ChildNotFound,
    ChildRunning,
    Continue,
    Crash,
    Down,
    DynamicSupervisor,
    Exit,
    GenServer,
    Ignore,
    Killed,
    MaxChildren,
    MaxRestarts,
    NoProcess,
    NoReply,
    Normal,
    Reply,
    Shutdown,
    StartFailed,
    Stop,
    Supervisor,
    open_supervisor,
)


class World:
    """What happened, and what the next ``init`` of a child is to do."""

    def __init__(self):
        self.events = []
        self.plans = {}

    def spec(self, name, cls=None, **options):
        options.setdefault("id", name)
        return (cls or Child).child_spec(self, name, **options)

    def take(self):
        events, self.events[:] = list(self.events), []
        return events


class Child(GenServer):
    async def init(self, world, name):
        self.world = world
        self.name = name
        plan = world.plans.get(name)
        action = plan.pop(0) if plan else None
        if isinstance(action, Exception) and not isinstance(action, Stop):
            world.events.append(f"fail {name}")
            raise action
        if action is not None:
            world.events.append(f"refuse {name}")
            return action
        world.events.append(f"start {name}")
        return None

    async def handle_call(self, request, from_):
        return await request(self, from_)

    async def handle_cast(self, request):
        if callable(request):
            return await request(self)
        if request == "crash":
            raise ValueError(self.name)
        return Stop(request)

    async def handle_info(self, message):
        self.world.events.append((self.name, message))

    async def terminate(self, reason):
        self.world.events.append(f"stop {self.name}")


class Trapping(Child):
    trap_exits = True


async def settle():
    await wait_all_tasks_blocked()


@pytest.fixture
def world():
    return World()


async def test_rule_1_a_group_restart_revives_stopped_siblings(autojump_clock, world):
    world.plans["ignored"] = [Ignore()]
    specs = [
        world.spec("victim"),
        world.spec("ended", restart="transient"),
        world.spec("stopped"),
        world.spec("ignored", restart="transient"),
    ]
    async with open_supervisor(specs, strategy="one_for_all") as sup:
        sup.whereis("ended").cast(Normal())
        await settle()
        await sup.terminate_child("stopped")
        assert [row.status for row in sup.which_children()] == ["running", *["stopped"] * 3]
        sup.whereis("victim").cast("crash")
        await settle()
        assert [row.status for row in sup.which_children()] == ["running"] * 4


@pytest.mark.parametrize("strategy", ["one_for_all", "rest_for_one"])
async def test_rule_2_temporary_siblings_are_stopped_and_erased(autojump_clock, world, strategy):
    specs = [world.spec("victim"), world.spec("guest", restart="temporary")]
    nested = Supervisor.child_spec(specs, strategy=strategy, id="nested")
    async with open_supervisor([nested]) as sup:
        below = sup.whereis("nested", Supervisor)
        below.whereis("victim").cast("crash")
        await settle()
        assert world.take() == [
            "start victim",
            "start guest",
            "stop victim",
            "stop guest",
            "start victim",
        ]
        assert below.count_children().specs == 1
        with pytest.raises(ChildNotFound):
            await below.restart_child("guest")
        below.kill()
        await settle()
        assert [row.id for row in below.which_children()] == ["victim", "guest"]


async def test_rule_3_a_failed_restart_of_one_for_all_begins_again(autojump_clock, world):
    specs = [world.spec(name) for name in "abc"]
    async with open_supervisor(specs, strategy="one_for_all") as sup:
        world.take()
        world.plans["c"] = [OSError("no")]
        sup.whereis("a").cast("crash")
        await settle()
        assert world.take() == [
            *("stop a", "stop c", "stop b", "start a", "start b", "fail c"),
            *("stop b", "stop a", "start a", "start b", "start c"),
        ]


async def test_rule_3_a_failed_restart_of_rest_for_one_goes_on(autojump_clock, world):
    specs = [world.spec(name) for name in "abc"]
    async with open_supervisor(specs, strategy="rest_for_one") as sup:
        world.take()
        world.plans["c"] = [OSError("no")]
        sup.whereis("b").cast("crash")
        await settle()
        assert world.take() == [
            *("stop b", "stop c", "start b", "fail c", "start c"),
        ]


@pytest.mark.parametrize("limit", [0, 1, 3])
async def test_rule_4_restart_number_n_plus_1_ends_the_supervisor(autojump_clock, world, limit):
    with pytest.raises(MaxRestarts) as caught:
        async with open_supervisor([world.spec("a")], max_restarts=limit) as sup:
            for _ in range(limit):
                sup.whereis("a").cast("crash")
                await settle()
                assert sup.whereis("a").alive
            sup.whereis("a").cast("crash")
            await trio.sleep_forever()
    assert isinstance(caught.value.__cause__, ValueError)
    assert len(caught.value.__notes__) == limit + 1
    assert caught.value.max_restarts == limit
    assert caught.value.child == "a"


async def test_rule_4_failed_attempts_cost_and_requests_are_served_between(autojump_clock, world):
    async with open_supervisor([world.spec("a"), world.spec("b")]) as sup:
        world.plans["a"] = [OSError("1"), OSError("2")]
        sup.whereis("a").cast("crash")
        await settle()
        assert sup.whereis("a").alive  # 3 attempts
        with pytest.raises(MaxRestarts):
            async with open_supervisor([world.spec("c")]) as inner:
                world.plans["c"] = [OSError("1"), OSError("2"), OSError("3")]
                inner.whereis("c").cast("crash")
                await trio.sleep_forever()


async def test_rule_4_the_retry_lets_a_request_in(autojump_clock, world):
    class Slow(Child):
        async def init(self, world, name):
            await trio.sleep(1)
            return await super().init(world, name)

    async with open_supervisor([world.spec("a", Slow)]) as sup:
        world.plans["a"] = [OSError("1"), OSError("2"), OSError("3")]
        sup.whereis("a").cast("crash")
        await trio.sleep(0.5)
        await sup.terminate_child("a")  # queued during the first attempt, served before the second
        assert world.take() == ["start a", "stop a", "fail a"]
        assert sup.which_children()[0].status == "stopped"


async def test_rule_4_a_group_restart_counts_once_and_the_window_slides(autojump_clock, world):
    specs = [world.spec(name) for name in "abc"]
    async with open_supervisor(specs, strategy="one_for_all", max_restarts=1) as sup:
        for _ in range(4):
            sup.whereis("b").cast("crash")
            await settle()
            assert sup.count_children().active == 3
            await trio.sleep(5.01)
    with pytest.raises(MaxRestarts):
        async with open_supervisor(specs, strategy="one_for_all", max_restarts=1) as sup:
            sup.whereis("b").cast("crash")
            await trio.sleep(4.99)
            sup.whereis("a").cast("crash")  # one budget for all children
            await trio.sleep_forever()


@pytest.mark.parametrize(
    ("restart", "status"),
    [("permanent", "running"), ("transient", "stopped"), ("temporary", None)],
)
async def test_rule_5_giving_up_is_a_clean_exit(autojump_clock, world, restart, status):
    nested = Supervisor.child_spec([world.spec("a")], max_restarts=0, id="n", restart=restart)
    async with open_supervisor([nested]) as sup:
        handle = sup.whereis("n", Supervisor)
        monitor = handle.monitor()
        handle.whereis("a").cast("crash")
        down = await monitor.wait()
        assert isinstance(down.reason, Shutdown)
        assert isinstance(down.reason.detail, MaxRestarts)
        await settle()
        rows = [row.status for row in sup.which_children()]
        assert rows == ([status] if status else [])


async def test_rule_6_a_restarted_supervisor_is_new(autojump_clock, world):
    static = Supervisor.child_spec([world.spec("a"), world.spec("b")], id="s", max_restarts=1)
    dynamic = DynamicSupervisor.child_spec(id="d")
    async with open_supervisor([static, dynamic]) as sup:
        s, d = sup.whereis("s", Supervisor), sup.whereis("d", DynamicSupervisor)
        a = s.whereis("a")
        added = await s.start_child(world.spec("added"))
        await s.terminate_child("b")
        await s.delete_child("b")
        a.cast("crash")
        guest = await d.start_child(world.spec("guest"))
        await settle()
        s.kill()
        d.kill()
        await settle()
        assert [row.id for row in s.which_children()] == ["a", "b"]
        assert d.count_children().specs == 0
        assert a.alive  # the address is that of the child in the spec list
        assert not added.alive
        assert not guest.alive
        a.cast("crash")  # the budget is full again
        await settle()
        assert a.alive
        with pytest.raises(NoProcess):
            added.cast("x")


async def test_rule_7_manual_calls_and_clean_ends_are_free(autojump_clock, world):
    specs = [
        world.spec("a"),
        world.spec("t", restart="transient"),
        world.spec("x", restart="temporary"),
    ]
    async with open_supervisor(specs, max_restarts=0) as sup:
        for _ in range(3):
            await sup.terminate_child("a")
            await sup.restart_child("a")
        world.plans["b"] = [OSError("no")] * 3
        for _ in range(2):
            with pytest.raises(StartFailed):
                await sup.start_child(world.spec("b"))
        await sup.terminate_child("a")
        world.plans["a"] = [OSError("no")]
        with pytest.raises(StartFailed):
            await sup.restart_child("a")
        sup.whereis("t").cast(Shutdown("fine"))
        sup.whereis("x").cast("crash")
        await settle()
        assert sup.alive


async def test_rule_7_a_permanent_child_that_ends_normally_counts(autojump_clock, world):
    with pytest.raises(MaxRestarts) as caught:
        async with open_supervisor([world.spec("a")], max_restarts=0) as sup:
            sup.whereis("a").cast(Normal())
            await trio.sleep_forever()
    assert isinstance(caught.value.__cause__, ActorExited)
    assert caught.value.__cause__.reason == Normal()


async def test_rule_8_what_stays_in_the_list(autojump_clock, world):
    async with open_supervisor([]) as sup:

        def ids():
            return [row.id for row in sup.which_children()]

        world.plans["a"] = [OSError("no")]
        with pytest.raises(StartFailed) as caught:
            await sup.start_child(world.spec("a"))
        assert (caught.value.child, ids()) == ("a", [])
        await sup.start_child(world.spec("a"))
        await sup.terminate_child("a")
        world.plans["a"] = [OSError("no")]
        with pytest.raises(StartFailed):
            await sup.restart_child("a")
        assert ids() == ["a"]
        world.plans["i"] = [Ignore()]
        ref = await sup.start_child(world.spec("i"))
        assert not ref.alive
        assert ids() == ["a", "i"]
        assert (await sup.restart_child("i")) is ref
        assert ref.alive
        world.plans["j"] = [Ignore()]
        await sup.start_child(world.spec("j", restart="temporary"))
        assert ids() == ["a", "i"]
        await sup.start_child(world.spec("k", restart="temporary"))
        await sup.terminate_child("k")
        assert ids() == ["a", "i"]


async def test_rule_8_ignore_at_open(autojump_clock, world):
    world.plans.update(p=[Ignore()], t=[Ignore()])
    specs = [world.spec("p"), world.spec("t", restart="temporary")]
    async with open_supervisor(specs) as sup:
        assert [row.id for row in sup.which_children()] == ["p"]
        assert sup.count_children().active == 0


async def test_rule_9_ignore_on_restart_ends_the_matter(autojump_clock, world):
    specs = [world.spec("a"), DynamicSupervisor.child_spec(id="d", max_children=1)]
    async with open_supervisor(specs) as sup:
        d = sup.whereis("d", DynamicSupervisor)
        ref = await d.start_child(world.spec("x"))
        world.plans.update(a=[Ignore()], x=[Ignore()])
        sup.whereis("a").cast("crash")
        ref.cast("crash")
        await settle()
        assert sup.which_children()[0].status == "stopped"
        assert d.count_children().specs == 0
        await d.start_child(world.spec("y"))


async def test_rule_10_already_started_or_already_present(autojump_clock, world):
    async with open_supervisor([world.spec("a")]) as sup:
        a = sup.whereis("a")
        with pytest.raises(AlreadyStarted) as caught:
            await sup.start_child(world.spec("a"))
        assert caught.value.ref is a
        with pytest.raises(ChildRunning):
            await sup.delete_child("a")
        with pytest.raises(ChildRunning):
            await sup.restart_child("a")
        await sup.terminate_child("a")
        await sup.terminate_child("a")
        with pytest.raises(AlreadyPresent):
            await sup.start_child(world.spec("other", id="a"))
        await sup.restart_child("a")
        assert world.take() == ["start a", "stop a", "start a"]
        await sup.terminate_child(a)
        await sup.delete_child(a)
        for operation in (sup.terminate_child, sup.restart_child, sup.delete_child):
            with pytest.raises(ChildNotFound):
                await operation("a")


@pytest.mark.parametrize("reason", [Normal(), Shutdown("early")])
async def test_rule_11_normal_is_not_special_in_init(autojump_clock, world, reason):
    world.plans["c"] = [Stop(reason)]
    inner = Supervisor.child_spec([world.spec("b"), world.spec("c")], id="inner")
    with pytest.raises(StartFailed) as caught:
        async with open_supervisor([world.spec("a"), inner]):
            raise AssertionError
    assert caught.value.child == "inner"
    below = caught.value.reason.detail
    assert isinstance(below, StartFailed)
    assert (below.child, below.reason) == ("c", reason)
    assert caught.value.__cause__ is below
    assert world.take() == ["start a", "start b", "refuse c", "stop b", "stop a"]


async def test_rule_11_it_is_retried_and_counted_on_restart(autojump_clock, world):
    async with open_supervisor([world.spec("a")]) as sup:
        world.plans["a"] = [Stop(Normal()), Stop(Normal())]
        sup.whereis("a").cast("crash")
        await settle()
        assert sup.whereis("a").alive
        assert sup.which_children()[0].restarts == 3


@pytest.mark.parametrize("trap", [False, True])
@pytest.mark.parametrize("reason", [Normal(), Shutdown(), Crash(KeyError("k")), Killed()])
async def test_rule_12_exit_signals(autojump_clock, world, trap, reason):
    cls = Trapping if trap else Child
    async with open_supervisor([world.spec("a", cls, restart="temporary")]) as sup:
        ref = sup.whereis("a")
        monitor = ref.monitor()
        ref.exit(reason)
        await settle()
        lives = (trap and reason != Killed()) or reason == Normal()
        assert ref.alive is lives
        messages = [event for event in world.events if isinstance(event, tuple)]
        if trap and reason != Killed():
            assert messages == [("a", Exit(ref.pin(), reason))]
        else:
            assert messages == []
        if not lives:
            assert (await monitor.wait()).reason == reason
        # A difference that is decided: terminate runs on every end but a kill.
        assert ("stop a" in world.events) == (not lives and reason != Killed())


async def test_rule_12_a_signal_interrupts_a_callback_in_progress(autojump_clock, world):
    async def busy(server):
        await trio.sleep(100)

    async with open_supervisor([world.spec("a", restart="temporary")]) as sup:
        ref = sup.whereis("a")
        ref.cast(busy)
        await settle()
        ref.exit(Shutdown("now"))
        assert await ref.wait_exit() == Shutdown("now")
        assert trio.current_time() == 0


async def test_rule_13_supervisors_ignore_signals_and_stray_messages(autojump_clock, world, caplog):
    nested = Supervisor.child_spec([world.spec("a")], id="n")
    async with open_supervisor([nested, DynamicSupervisor.child_spec(id="d")]) as sup:
        for handle in (sup.whereis("n"), sup.whereis("d")):
            handle.exit(Shutdown())
            handle.exit(Crash(KeyError("x")))
            handle.send("stray")
            handle.cast("stray")
            await settle()
            assert handle.alive
            # A difference: an unknown call crashes OTP's supervisors, here it is refused.
            with pytest.raises(TypeError, match="answers no calls"):
                await handle.call("x")
            assert handle.alive
        assert sup.statistics().unhandled_messages == 4
        assert "stray str" in caplog.text


@pytest.mark.parametrize("trap", [False, True])
async def test_rule_14_shutdown_and_busy_servers(autojump_clock, world, trap):
    async def busy(server):
        await trio.sleep(100)
        world.events.append("done")

    cls = Trapping if trap else Child
    async with open_supervisor([world.spec("a", cls, shutdown=3)]) as sup:
        ref = sup.whereis("a")
        monitor = ref.monitor()
        ref.cast(busy)
        await settle()
        await sup.terminate_child("a")
        down = await monitor.wait()
        if trap:
            assert (trio.current_time(), down.reason) == (3, Killed())
            assert world.take() == ["start a"]
            assert sup.statistics().killed_after_timeout == 1
        else:
            assert (trio.current_time(), down.reason) == (0, Shutdown())
            assert world.take() == ["start a", "stop a"]


async def test_rule_14_a_trapping_server_finishes_its_callback(autojump_clock, world):
    async def busy(server):
        await trio.sleep(2)
        world.events.append("done")

    async with open_supervisor([world.spec("a", Trapping, shutdown=3)]) as sup:
        sup.whereis("a").cast(busy)
        await settle()
        await sup.terminate_child("a")
    assert world.take() == ["start a", "done", "stop a"]


async def test_rule_14_brutal_kill(autojump_clock, world):
    async with open_supervisor([world.spec("a", shutdown="brutal_kill")]) as sup:
        monitor = sup.whereis("a").monitor()
        await sup.terminate_child("a")
        assert (await monitor.wait()).reason == Killed()
    assert world.take() == ["start a"]


async def test_rule_15_terminate_can_change_the_reason(autojump_clock, world):
    class Bad(Child):
        async def terminate(self, reason):
            raise OSError("terminate")

    specs = [world.spec("a", Bad, restart="transient"), world.spec("b", Bad)]
    async with open_supervisor(specs) as sup:
        a, b = sup.whereis("a"), sup.whereis("b")
        with pytest.raises(ActorExited) as caught:
            await a.stop()
        assert isinstance(caught.value.reason, Crash)
        await settle()
        assert a.alive  # it meant to end normally, but was restarted
        monitor = b.monitor()
        await sup.terminate_child("b")
        assert isinstance((await monitor.wait()).reason.exc, OSError)


@pytest.mark.parametrize("restart", ["permanent", "temporary"])
@pytest.mark.parametrize("policy", ["any_significant", "all_significant"])
async def test_rule_16_auto_shutdown(autojump_clock, world, policy, restart):
    world.plans["i"] = [Ignore()]
    children = [
        world.spec("i", restart="transient", significant=True),
        world.spec("a", restart="transient", significant=True),
        world.spec("b", restart="transient", significant=True),
        world.spec("other", restart="transient"),
    ]
    nested = Supervisor.child_spec(children, auto_shutdown=policy, id="n", restart=restart)
    async with open_supervisor([nested]) as sup:
        handle = sup.whereis("n", Supervisor)
        monitor = handle.monitor()
        handle.whereis("other").cast(Normal())
        handle.whereis("a").cast("crash")  # a restart is no end
        await settle()
        await handle.terminate_child("b")  # not its own end
        await handle.restart_child("b")
        assert monitor.down is None
        handle.whereis("a").cast(Normal())
        await settle()
        if policy == "all_significant":
            assert monitor.down is None
            handle.whereis("b").cast(Shutdown())
            await settle()
        assert monitor.down.reason == Shutdown()
        assert [row.status for row in sup.which_children()] == (
            ["running"] if restart == "permanent" else []
        )


async def test_rule_16_a_group_restart_does_not_trigger_it(autojump_clock, world):
    children = [
        world.spec("v"),
        world.spec("a", restart="transient", significant=True),
        world.spec("t", restart="temporary", significant=True),
    ]
    async with open_supervisor(
        children, strategy="one_for_all", auto_shutdown="any_significant"
    ) as sup:
        sup.whereis("v").cast("crash")
        await settle()
        assert sup.alive
        sup.whereis("a").cast(Normal())
        await trio.sleep_forever()  # the tree ends in order, the block is cancelled
    assert world.events[-2:] == ["stop a", "stop v"]


def test_rule_16_significant_needs_auto_shutdown(world):
    spec = world.spec("a", restart="transient", significant=True)
    with pytest.raises(ValueError, match="auto_shutdown"):
        Supervisor.child_spec([spec])


async def test_rule_17_stopping_is_sequential_in_reverse(autojump_clock, world):
    class Slow(Child):
        async def terminate(self, reason):
            world.events.append(f"stopping {self.name}")
            await trio.sleep(1)
            await super().terminate(reason)

    async with open_supervisor([world.spec(name, Slow) for name in "ab"]) as sup:
        await sup.start_child(world.spec("late", Slow))
        sup.whereis("a").kill()  # restarted, it keeps its place
        await settle()
        world.take()
    assert trio.current_time() == 3
    assert world.take() == [
        *("stopping late", "stop late", "stopping b", "stop b", "stopping a", "stop a"),
    ]


async def test_rule_17_a_dynamic_supervisor_tells_all_at_once(autojump_clock, world):
    class Slow(Child):
        async def terminate(self, reason):
            await trio.sleep(self.world.plans["time"])
            await super().terminate(reason)

    world.plans["time"] = 2
    async with open_supervisor([DynamicSupervisor.child_spec(id="d")]) as sup:
        d = sup.whereis("d", DynamicSupervisor)
        for n in range(5):
            await d.start_child(world.spec(n, Slow, shutdown=1 if n == 0 else 5))
    assert trio.current_time() == 2
    assert sorted(event for event in world.events if "stop" in event) == [
        f"stop {n}" for n in range(1, 5)
    ]


async def test_rule_18_callers_and_a_dying_server(autojump_clock, world):
    async def stop_with_reply(server, from_):
        return Stop(Normal(), reply="bye")

    async def stop_without(server, from_):
        await trio.sleep(1)
        return Stop(Normal())

    async def never(server, from_):
        raise AssertionError

    async with open_supervisor([world.spec("a", restart="temporary"), world.spec("b")]) as sup:
        a, b = sup.whereis("a"), sup.whereis("b")
        assert await b.call(stop_with_reply) == "bye"
        await settle()
        b.cast(lambda server: a.call(stop_without))  # an uncaught failure ends the caller as well
        monitor = b.monitor()
        await settle()
        with pytest.raises(ActorExited) as caught:
            await a.call(never)
        assert caught.value.reason == Normal()
        reason = (await monitor.wait()).reason
        assert isinstance(reason.exc, ActorExited)
        assert reason.exc.reason == Normal()


async def test_rule_19_continue_comes_first_and_late_replies_reach_nobody(autojump_clock, world):
    order = []

    class Server(GenServer):
        def init(self):
            self.ref.cast("queued")
            return Continue("continue")

        async def handle_call(self, request, from_):
            if request == "slow":
                await trio.sleep(2)
                return "late"
            return Reply(request, then=Continue("after reply"))

        def handle_cast(self, request):
            order.append(request)

        def handle_continue(self, arg):
            order.append(arg)
            return NoReply()

    async with open_supervisor([Server.child_spec(id="s")]) as sup:
        ref = sup.whereis("s")
        assert await ref.call("hello") == "hello"
        assert order[:2] == ["continue", "queued"]
        with pytest.raises(CallTimeout):
            await ref.call("slow", timeout=1)
        assert await ref.call("next") == "next"
        assert sup.statistics().late_replies == 1


async def test_rule_20_monitors_belong_to_one_incarnation(autojump_clock, world):
    async with open_supervisor([world.spec("a")]) as sup:
        ref = sup.whereis("a")
        monitors = [ref.monitor() for _ in range(3)]
        ref.cast("crash")
        await settle()
        downs = [await monitor.wait() for monitor in monitors]
        assert all(isinstance(down, Down) and isinstance(down.reason, Crash) for down in downs)
        assert len({id(down) for down in downs}) == 3
        ref.cast("crash")
        await settle()
        assert [monitor.down for monitor in monitors] == downs


async def test_rule_20_counts(autojump_clock, world):
    specs = [world.spec("a"), world.spec("b"), Supervisor.child_spec([], id="s")]
    async with open_supervisor(specs) as sup:
        await sup.terminate_child("a")
        counts = sup.count_children()
        assert (counts.specs, counts.active, counts.workers, counts.supervisors) == (3, 2, 2, 1)
        assert counts["active"] == 2
        assert (await sup.count_children()) == counts
        assert [row.id for row in await sup.which_children()] == ["a", "b", "s"]
        with pytest.raises(KeyError):
            counts["nonsense"]


async def test_rule_20_max_children_counts_a_child_under_restart(autojump_clock, world):
    dynamic = DynamicSupervisor.child_spec(id="d", max_children=1, backoff=otp.Backoff(10, 10))
    async with open_supervisor([dynamic]) as sup:
        d = sup.whereis("d", DynamicSupervisor)
        ref = await d.start_child(world.spec("a"))
        ref.cast("crash")
        await settle()
        assert d.which_children()[0].status == "restarting"
        with pytest.raises(MaxChildren) as caught:
            await d.start_child(world.spec("b"))
        assert caught.value.limit == 1
        await trio.sleep(11)
        assert ref.alive
        await d.terminate_child(ref)
        await d.start_child(world.spec("b"))


@pytest.mark.parametrize("shutdown", [2, math.inf, "brutal_kill"])
async def test_a_hang_in_terminate_after_an_own_crash_is_bounded(autojump_clock, world, shutdown):
    class Hangs(Child):
        async def terminate(self, reason):
            await trio.sleep(50)

    async with open_supervisor([world.spec("a", Hangs, shutdown=shutdown)]) as sup:
        monitor = sup.whereis("a").monitor()
        sup.whereis("a").cast("crash")
        down = await monitor.wait()
        elapsed = trio.current_time()
        if shutdown == math.inf:
            assert elapsed == 50
            assert isinstance(down.reason, Crash)
        else:
            assert elapsed == (2 if shutdown == 2 else 5)
            assert down.reason == Killed()
        await sup.terminate_child("a")
