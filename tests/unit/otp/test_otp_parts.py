"""Tasks, streams of tasks, registry, topics, timers, links, agents, system functions, dumps."""

# ruff: noqa: PT012, PLC0415, ASYNC105, N801, ISC004 - whole trees under raises(); lambdas hand out coroutines

import contextvars
import logging
import math

import pytest
import trio
import trio.lowlevel
from outcome import Error, Value
from trio.testing import wait_all_tasks_blocked

from copilot_actors import otp
from copilot_actors.otp import (
    ActorExited,
    Agent,
    AlreadyStarted,
    CallTimeout,
    Crash,
    Down,
    DynamicSupervisor,
    Exit,
    GenServer,
    Killed,
    Lagged,
    MailboxFull,
    MaxChildren,
    NoProcess,
    Normal,
    NotInActor,
    Registry,
    Shutdown,
    Supervisor,
    Task,
    TaskResult,
    TaskSupervisor,
    Topic,
    Via,
    open_supervisor,
)

color = contextvars.ContextVar("color", default="none")


class Actor(GenServer):
    """Runs the functions that it is sent; keeps everything else."""

    restart = "temporary"

    def init(self, *setup):
        self.got = []
        for function in setup:
            function(self)

    async def handle_call(self, request, from_):
        result = request(self) if callable(request) else request
        return await result if hasattr(result, "__await__") else result

    async def handle_cast(self, request):
        result = request(self)
        if hasattr(result, "__await__"):
            await result

    def handle_info(self, message):
        self.got.append(message)


def got(server):
    return list(server.got)


def do(function):
    """A request that runs ``function(server)`` and answers nothing."""

    def request(server):
        function(server)

    return request


class Trapping(Actor):
    trap_exits = True


def actors(count=2, cls=Actor, **options):
    return open_supervisor([cls.child_spec(id=n, **options) for n in range(count)])


# Tasks.


async def double(x):
    await trio.sleep(x)
    return 2 * x


async def fail():
    raise ValueError("bad")


def with_tasks(**options):
    return open_supervisor(
        [TaskSupervisor.child_spec(id="tasks", **options), Actor.child_spec(id="actor")]
    )


async def test_a_task_gives_its_value_or_says_why_not(autojump_clock, caplog):
    async with with_tasks() as sup:
        tasks = sup.whereis("tasks", TaskSupervisor)
        good = tasks.start_child(double, 2)
        assert good.reason is None
        assert await good.wait() == 4
        assert await good.wait() == 4
        assert good.reason == Normal()
        bad = tasks.start_child(fail, name="the bad one")
        assert bad in tasks.children()
        with pytest.raises(ActorExited) as caught:
            await bad.wait()
        assert isinstance(caught.value.__cause__, ValueError)
        assert "the bad one" in caplog.text
        slow = tasks.start_child(double, 1000)
        await wait_all_tasks_blocked()
        slow.cancel()
        slow.cancel()
        with pytest.raises(ActorExited) as caught:
            await slow.wait()
        assert caught.value.reason == Shutdown()
        early = tasks.start_child(double, 1000)
        early.cancel()
        with pytest.raises(ActorExited):
            await early.wait()
        assert tasks.children() == []
        assert sup.whereis("tasks").alive
        assert sup.whereis("actor").alive


async def test_tasks_are_bounded_and_terminate_child_waits(autojump_clock):
    async def stubborn():
        try:
            await trio.sleep_forever()
        finally:
            with trio.CancelScope(shield=True):
                await trio.sleep(2)

    async with with_tasks(max_children=1) as sup:
        tasks = sup.whereis("tasks", TaskSupervisor)
        task = tasks.start_child(stubborn)
        with pytest.raises(MaxChildren):
            tasks.start_child(stubborn)
        await wait_all_tasks_blocked()
        await tasks.terminate_child(task)
        assert trio.current_time() == 2
        await tasks.terminate_child(task)
        assert tasks.count_children().specs == 0


async def test_stopping_a_task_supervisor_is_bounded_by_each_shutdown(autojump_clock):
    async def stubborn():
        while True:
            try:
                await trio.sleep_forever()
            finally:
                await trio.lowlevel.checkpoint()

    async def tidy():
        try:
            await trio.sleep_forever()
        finally:
            with trio.move_on_after(3, shield=True):
                await trio.sleep_forever()

    async with with_tasks() as sup:
        tasks = sup.whereis("tasks", TaskSupervisor)
        tasks.start_child(stubborn)
        tasks.start_child(tidy)
        await wait_all_tasks_blocked()
    assert trio.current_time() == 3


async def test_async_nolink_reports_by_one_message(autojump_clock):
    async with with_tasks() as sup:
        tasks = sup.whereis("tasks", TaskSupervisor)
        actor = sup.whereis("actor")
        await actor.call(do(lambda s: tasks.async_nolink(double, 1)))
        await actor.call(do(lambda s: tasks.async_nolink(fail)))
        await trio.sleep(2)
        down, result = await actor.call(got)
        assert isinstance(result, TaskResult)
        assert (result.value, await result.task.wait()) == (2, 2)
        assert isinstance(down, Down)
        assert isinstance(down.reason, Crash)
        tasks.async_nolink(double, 0, reply_to=actor)
        await trio.sleep(1)
        assert len(await actor.call(got)) == 3
        with pytest.raises(NotInActor):
            tasks.async_nolink(double, 0)


async def test_a_task_may_call_the_actor_that_started_it(autojump_clock):
    async def helper(ref):
        return await ref.call("hello")

    async with with_tasks() as sup:
        tasks, actor = sup.whereis("tasks", TaskSupervisor), sup.whereis("actor")
        started = []
        await actor.call(do(lambda s: started.append(tasks.start_child(helper, s.ref))))
        assert await started[0].wait() == "hello"


async def test_tasks_see_the_callers_context_and_actors_that_of_the_tree(autojump_clock):
    color.set("tree")

    async def look():
        return color.get()

    async with with_tasks() as sup:
        color.set("caller")
        tasks = sup.whereis("tasks", TaskSupervisor)
        assert await tasks.start_child(look).wait() == "caller"
        child = await sup.start_child(Actor.child_spec(id="late"))
        assert await child.call(lambda s: color.get()) == "tree"
        started = []
        await child.call(do(lambda s: started.append(tasks.start_child(look))))
        assert await started[0].wait() == "tree"


async def test_a_task_is_a_ref_without_a_mailbox(autojump_clock):
    async with with_tasks() as sup:
        tasks = sup.whereis("tasks", TaskSupervisor)
        task = tasks.start_child(trio.sleep, 5)
        await wait_all_tasks_blocked()
        for use in (task.cast, task.send):
            with pytest.raises(TypeError, match="no mailbox"):
                use("x")
        with pytest.raises(TypeError, match="answers no calls"):
            await otp.sys.get_status(task)
        task._process.deliver_urgent("lost")
        assert sup.statistics().dropped_messages == 1
        pinned = task.pin()
        with pytest.raises(ActorExited) as caught:
            await task.stop(Shutdown("other"))
            raise ActorExited(Shutdown("other"))
        assert caught.value.reason == Shutdown("other")
        with pytest.raises(NoProcess):
            pinned.cast("x")
        with pytest.raises(NoProcess):
            task.cast("x")
        assert repr(task) == "<Task 'sleep'>"


async def test_a_supervised_task_can_be_waited_for_by_its_handle(autojump_clock):
    async with open_supervisor([Task.child_spec(double, 3, id="t", restart="transient")]) as sup:
        task = sup.whereis("t", Task)
        assert await task.pin().wait_exit() == Normal()
        with pytest.raises(ActorExited):
            await task.wait()
        task.cancel()
        assert task.reason is None


def test_task_status_is_found_in_all_kinds_of_functions():
    from functools import partial

    from copilot_actors.otp._task import _takes_task_status

    async def wants(x, *, task_status):
        """Takes it."""

    class Callable_:
        async def __call__(self, task_status):
            """Takes it."""

    assert _takes_task_status(wants)
    assert _takes_task_status(partial(wants, 1))
    assert not _takes_task_status(partial(wants, task_status=None))
    assert not _takes_task_status(double)
    assert _takes_task_status(Callable_())
    assert not _takes_task_status(print)
    assert not _takes_task_status(dict.fromkeys)
    assert not _takes_task_status(min)


# Streams.


async def collect(stream):
    return [result async for result in stream]


@pytest.mark.parametrize("ordered", [True, False])
async def test_async_stream_is_bounded_and_ordered_if_asked(autojump_clock, ordered):
    running = 0
    peak = 0

    async def work(x):
        nonlocal running, peak
        running += 1
        peak = max(peak, running)
        await trio.sleep(x)
        running -= 1
        return x

    async with with_tasks() as sup:
        tasks = sup.whereis("tasks", TaskSupervisor)
        async with tasks.async_stream(
            work, [3, 1, 4, 0.5], max_concurrency=2, ordered=ordered
        ) as stream:
            values = [result.unwrap() for result in await collect(stream)]
    assert values == ([3, 1, 4, 0.5] if ordered else [1, 3, 0.5, 4])
    assert peak == 2


async def test_async_stream_yields_failures_as_results(autojump_clock):
    async def work(x):
        if x == 2:
            raise ValueError(x)
        return x

    async def items():
        for n in range(4):
            yield n

    async with with_tasks() as sup:
        tasks = sup.whereis("tasks", TaskSupervisor)
        async with tasks.async_stream(work, items(), timeout=math.inf) as stream:
            results = await collect(stream)
        assert [type(result) for result in results] == [Value, Value, Error, Value]
        assert isinstance(results[2].error.__cause__, ValueError)


@pytest.mark.parametrize("on_timeout", ["exit", "kill_task"])
@pytest.mark.parametrize("ordered", [True, False])
async def test_async_stream_limits_each_item(autojump_clock, on_timeout, ordered):
    async with with_tasks() as sup:
        tasks = sup.whereis("tasks", TaskSupervisor)
        async with tasks.async_stream(
            double, [1, 9, 2], timeout=4, on_timeout=on_timeout, ordered=ordered
        ) as stream:
            if on_timeout == "exit":
                with pytest.raises(CallTimeout):
                    await collect(stream)
            else:
                results = await collect(stream)
                assert sum(isinstance(result, Error) for result in results) == 1
        assert tasks.children() == []
        assert trio.current_time() == 4


async def test_leaving_a_stream_cancels_what_runs(autojump_clock):
    async with with_tasks() as sup:
        tasks = sup.whereis("tasks", TaskSupervisor)
        with trio.move_on_after(0.5):
            async with tasks.async_stream(double, range(1, 100), max_concurrency=3) as stream:
                await collect(stream)
        assert tasks.children() == []
        assert trio.current_time() == 0.5


@pytest.mark.parametrize(
    "options", [{"max_concurrency": 0}, {"timeout": -1}, {"on_timeout": "shrug"}]
)
async def test_async_stream_refuses_impossible_options(autojump_clock, options):
    async with with_tasks() as sup:
        with pytest.raises(ValueError):
            async with sup.whereis("tasks", TaskSupervisor).async_stream(double, [], **options):
                raise AssertionError


# Registry.


async def test_a_unique_registry_has_one_holder_per_key(autojump_clock):
    registry = Registry()
    async with actors() as sup:
        a, b = sup.whereis(0), sup.whereis(1)
        registry.register("k", "value", ref=a)
        registry.register("k", "other", ref=a)
        assert registry.lookup("k") == [(a.pin(), "other")]
        assert registry.whereis("k") is a.pin()
        assert registry.whereis("x") is None
        with pytest.raises(AlreadyStarted) as caught:
            registry.register("k", ref=b)
        assert caught.value.ref is a.pin()
        await b.call(do(lambda s: registry.register("mine", 1)))
        assert await b.call(lambda s: registry.update_value("mine", lambda v: v + 1)) == 2
        with pytest.raises(ActorExited):
            await b.call(lambda s: registry.update_value("k", lambda v: v))
        assert registry.keys() == ["k"]
        assert registry.keys(a) == ["k"]
        assert len(registry) == 1
        registry.unregister("k", ref=a)
        registry.unregister("k", ref=a)
        registry.unregister("k", ref=b)
        assert len(registry) == 0
        with pytest.raises(NoProcess):
            registry.register("k", ref=b)
        with pytest.raises(NotInActor):
            registry.register("k")


async def test_a_duplicate_registry_dispatches_to_all(autojump_clock):
    registry = Registry(keys="duplicate")
    async with actors(3) as sup:
        for n in range(3):
            registry.register("room", n, ref=sup.whereis(n))
        sent = registry.dispatch("room", lambda ref, value: ref.send(value * 10))
        assert sent == 3
        assert await sup.whereis(2).call(got) == [20]
        sup.whereis(1).kill()
        await wait_all_tasks_blocked()
        assert [value for _, value in registry.lookup("room")] == [0, 2]
        assert registry.dispatch("nobody", lambda ref, value: None) == 0


async def test_entries_go_before_anyone_hears_of_the_death(autojump_clock):
    registry = Registry()
    seen = []

    class Watcher(Actor):
        def handle_info(self, message):
            seen.append(registry.whereis("k"))

    async with open_supervisor([Actor.child_spec(id=0), Watcher.child_spec(id="w")]) as sup:
        registry.register("k", ref=sup.whereis(0))
        await sup.whereis("w").call(do(lambda s: s.monitor(sup.whereis(0))))
        sup.whereis(0).kill()
        await wait_all_tasks_blocked()
        assert seen == [None]


async def test_via_registers_each_incarnation_before_init(autojump_clock):
    registry = Registry()
    via = Via(registry, "session-1", "v")
    seen = []
    look = lambda server: seen.append(via.whereis() is server.ref)  # noqa: E731
    spec = Actor.child_spec(look, id="a", via=via, restart="permanent")
    async with open_supervisor([spec, DynamicSupervisor.child_spec(id="d")]) as sup:
        first = via.whereis()
        first.kill()
        await wait_all_tasks_blocked()
        assert via.whereis().incarnation == 2
        assert seen == [True, True]
        with pytest.raises(AlreadyStarted) as caught:
            await sup.whereis("d", DynamicSupervisor).start_child(Actor.child_spec(via=via))
        assert caught.value.ref is via.whereis()


async def test_registry_locks_are_fair_per_key_and_leave_nothing(autojump_clock):
    registry = Registry()
    order = []

    async def user(n, key):
        async with registry.lock(key):
            order.append(n)
            await trio.sleep(1)

    async with trio.open_nursery() as nursery:
        for n in range(3):
            nursery.start_soon(user, n, "k")
            await wait_all_tasks_blocked()
        nursery.start_soon(user, "other", "x")
    assert order == [0, "other", 1, 2]
    assert trio.current_time() == 3
    assert registry._locks == {}


def test_a_registry_refuses_other_policies():
    with pytest.raises(ValueError):
        Registry(keys="some")


# Topics.


async def test_a_topic_delivers_in_order_to_actors_and_streams(autojump_clock):
    topic = Topic()
    async with actors(2) as sup:
        a, b = sup.whereis(0), sup.whereis(1)
        await a.call(do(lambda s: topic.subscribe()))
        topic.subscribe(b)
        topic.subscribe(b)
        async with topic.stream() as stream:
            assert len(topic) == 3
            assert topic.publish(1) == 3
            b.kill()
            await wait_all_tasks_blocked()
            assert topic.publish(2) == 2
            topic.unsubscribe(a)
            topic.unsubscribe(a)
            assert topic.publish(3) == 1
            topic.close()
            assert await collect(stream) == [1, 2, 3]
        assert await a.call(got) == [1, 2]
        assert topic.publish(4) == 0
        with pytest.raises(NoProcess):
            topic.subscribe(b)
        topic.subscribe(a)
        topic.close()
        assert len(topic) == 0


async def test_a_slow_subscriber_lags_and_delays_nobody(autojump_clock):
    topic = Topic()
    async with actors(1, mailbox_size=2) as sup, topic.stream(buffer_size=2) as stream:
        topic.subscribe(sup.whereis(0))
        sup.whereis(0).cast(lambda s: trio.sleep(1))
        await wait_all_tasks_blocked()
        for n in range(5):
            topic.publish(n)
        assert await anext(stream) == Lagged(3)
        assert [await anext(stream), await anext(stream)] == [3, 4]
        await trio.sleep(2)
        assert await sup.whereis(0).call(got) == [0, 1]
        assert topic.dropped == 6
        assert sup.statistics().lagged_messages == 3


async def test_a_stream_waits_can_be_cancelled_and_has_one_reader(autojump_clock):
    topic = Topic()
    with pytest.raises(ValueError):
        async with topic.stream(buffer_size=0):
            raise AssertionError
    async with topic.stream() as stream, trio.open_nursery() as nursery:
        with trio.move_on_after(1):
            await anext(stream)
        results = []

        async def reader():
            results.append(await anext(stream))

        nursery.start_soon(reader)
        await wait_all_tasks_blocked()
        with pytest.raises(trio.BusyResourceError):
            await anext(stream)
        topic.publish("x")
        await wait_all_tasks_blocked()
        assert results == ["x"]


# Timers.


async def test_timers_fire_once_repeat_and_end_with_the_incarnation(autojump_clock):
    async with actors(1, restart="permanent") as sup:
        ref = sup.whereis(0)
        timers = []

        def setup(server):
            timers.append(server.send_after(3, "once"))
            timers.append(server.send_interval(2, "tick"))
            timers.append(server.send_after(1, "never"))
            timers[2].cancel()
            timers.append(server.send_after(math.inf, "never"))

        await ref.call(do(setup))
        assert timers[0].remaining == 3
        await trio.sleep(6.5)
        assert await ref.call(got) == ["tick", "once", "tick", "tick"]
        assert timers[0].remaining == 0
        assert not timers[0].cancel()
        assert timers[1].cancel()
        await trio.sleep(10)
        assert len(await ref.call(got)) == 4
        await ref.call(do(setup))
        ref.kill()
        await trio.sleep(10)
        assert await ref.call(got) == []
        assert not ref._process.hooks


async def test_send_after_follows_the_address(autojump_clock):
    async with actors(1, restart="permanent") as sup:
        ref = sup.whereis(0)
        otp.send_after(ref, 2, "kept")
        otp.send_after(ref.pin(), 2, "lost")
        ref.kill()
        await trio.sleep(3)
        assert await ref.call(got) == ["kept"]
        assert sup.statistics().dropped_messages == 1


async def test_a_timer_meets_a_full_mailbox(autojump_clock):
    async with actors(1, mailbox_size=1) as sup:
        ref = sup.whereis(0)
        await ref.call(do(lambda s: s.send_after(1, "tick")))
        otp.send_after(ref, 1, "tick")
        ref.cast(lambda s: trio.sleep(5))
        await wait_all_tasks_blocked()
        ref.send("fills it")
        await trio.sleep(2)
        assert sup.statistics().dropped_messages == 2
        with pytest.raises(MailboxFull):
            ref.send("x")


async def test_an_interval_skips_what_it_missed(mock_clock):
    async with actors(1) as sup:
        ref = sup.whereis(0)
        await ref.call(do(lambda s: s.send_interval(1, "tick")))
        mock_clock.jump(10.5)
        await wait_all_tasks_blocked()
        assert len(await ref.call(got)) == 1
        mock_clock.jump(0.6)
        await wait_all_tasks_blocked()
        assert len(await ref.call(got)) == 2


@pytest.mark.parametrize("seconds", [-1, math.nan])
async def test_timers_refuse_what_is_no_time(autojump_clock, seconds):
    async with actors(1) as sup:
        ref = sup.whereis(0)
        with pytest.raises(ValueError):
            otp.send_after(ref, seconds, "x")
        for name in ("send_after", "send_interval"):
            with pytest.raises(ActorExited) as caught:
                await sup.whereis(0).call(do(lambda s, name=name: getattr(s, name)(seconds, "x")))
            assert isinstance(caught.value.__cause__, ValueError)
            ref = await sup.start_child(Actor.child_spec(id=0))


# Links.


@pytest.mark.parametrize("cls", [Actor, Trapping])
@pytest.mark.parametrize("end", ["normal", "crash", "kill"])
async def test_linked_actors_end_together(autojump_clock, cls, end):
    async with open_supervisor([Actor.child_spec(id=0), cls.child_spec(id=1)]) as sup:
        a, b = sup.whereis(0), sup.whereis(1)
        monitor = b.monitor()
        pinned = a.pin()
        await a.call(do(lambda s: s.link(b)))
        otp.link(a, b)
        otp.link(a, a)
        if end == "normal":
            await a.stop()
            reason = Normal()
        elif end == "crash":
            reason = Crash(ValueError("x"))
            a.exit(reason)
        else:
            a.kill()
            reason = Killed()
        await wait_all_tasks_blocked()
        if cls is Trapping:
            # A kill of the peer is no kill of this one: it arrives as the reason "killed".
            assert await b.call(got) == [Exit(pinned, reason)]
        elif end == "normal":
            assert b.alive
        else:
            assert monitor.down.reason == reason


async def test_unlinked_actors_do_not(autojump_clock):
    async with actors(2) as sup:
        a, b = sup.whereis(0), sup.whereis(1)
        otp.link(a, b)
        await a.call(do(lambda s: s.unlink(b)))
        otp.unlink(b, a)
        a.kill()
        await wait_all_tasks_blocked()
        assert b.alive
        otp.unlink(a, b)


async def test_linking_to_the_dead_is_a_signal_at_once(autojump_clock):
    specs = [Actor.child_spec(id=0), Actor.child_spec(id=1), Trapping.child_spec(id=2)]
    async with open_supervisor(specs) as sup:
        dead, plain, trapping = (sup.whereis(n) for n in range(3))
        await dead.stop()
        otp.link(dead, dead)
        otp.link(trapping, dead)
        await wait_all_tasks_blocked()
        (message,) = await trapping.call(got)
        assert isinstance(message.reason.exc, NoProcess)
        otp.link(dead, plain)
        await wait_all_tasks_blocked()
        assert not plain.alive


# Agents.


async def test_an_agent_holds_a_value(autojump_clock):
    async with open_supervisor([Agent.child_spec(dict, id="agent")]) as sup:
        agent = sup.whereis("agent")
        await Agent.update(agent, lambda d: {**d, "a": 1})
        Agent.cast(agent, lambda d: {**d, "b": 2})
        assert await Agent.get(agent, len) == 2
        assert await Agent.get_and_update(agent, lambda d: (d["a"], {})) == 1
        with pytest.raises(ActorExited) as caught:
            await Agent.get(agent, lambda d: d["gone"])
        assert isinstance(caught.value.__cause__, KeyError)
        assert await Agent.get(agent, dict) == {}


# System functions.


async def test_sys_works_while_suspended_and_the_queue_is_kept(autojump_clock):
    async with actors(1) as sup:
        ref = sup.whereis(0)
        await otp.sys.suspend(ref)
        for n in range(3):
            ref.send(n)
        ref._process.deliver_urgent("urgent")
        with pytest.raises(CallTimeout):
            await ref.call("x", timeout=1)
        assert (await otp.sys.get_status(ref)).info.status == "suspended"
        assert (await otp.sys.statistics(ref)).mailbox == 4
        assert (await otp.sys.get_state(ref)).got == []
        await otp.sys.resume(ref)
        assert await ref.call(got) == ["urgent", 0, 1, 2]
        await otp.sys.suspend(ref)
        await ref.stop()  # orders to stop are served


async def test_sys_looks_at_state_and_figures(autojump_clock):
    async with actors(1) as sup:
        ref = sup.whereis(0)
        state = await otp.sys.get_state(ref)
        assert dict(state) == {"got": []}
        assert (len(state), state["got"], state.got) == (1, [], [])
        assert repr(state) == "<State of got>"
        with pytest.raises(AttributeError):
            _ = state.nothing
        state = await otp.sys.replace_state(ref, lambda server: setattr(server, "new", 1))
        assert state.new == 1
        with pytest.raises(KeyError):
            await otp.sys.replace_state(ref, lambda server: {}["x"])
        assert ref.alive
        ref.monitor()
        await trio.sleep(5)
        status = await otp.sys.get_status(ref)
        assert status.state is None
        assert (status.info.uptime, status.info.monitors) == (5, 1)
        assert len(otp.sys.monitors_of(ref)) == 1
        with pytest.raises(TypeError, match="not a GenServer"):
            await otp.sys.get_state(sup)
        await otp.sys.suspend(sup)
        assert (await otp.sys.get_status(sup)).info.status == "suspended"
        await otp.sys.resume(sup)
        await ref.stop()
        assert otp.info(ref).status == "dead"
        assert otp.sys.monitors_of(ref) == []
        with pytest.raises(NoProcess):
            await otp.sys.get_state(ref)


async def test_sys_requests_end_with_their_actor_or_deadline(autojump_clock):
    async with actors(1) as sup:
        ref = sup.whereis(0)
        ref.cast(lambda s: trio.sleep(10))
        await wait_all_tasks_blocked()
        assert otp.info(ref).current == "function"
        with pytest.raises(CallTimeout):
            await otp.sys.get_state(ref, timeout=1)
        with pytest.raises(ActorExited):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(trio.sleep, 0)
                ref.kill()
                try:
                    await otp.sys.get_state(ref, timeout=None)
                except ActorExited as error:
                    failure = error
            raise failure


async def test_trace_shows_messages_and_answers(autojump_clock, caplog):
    caplog.set_level(logging.DEBUG, "copilot_actors.otp")
    async with actors(1) as sup:
        ref = sup.whereis(0)
        events = []
        await otp.sys.trace(ref, events.append)
        await ref.call("hello")
        await ref.call(lambda s: otp.Reply("then"))
        ref.cast(do(lambda s: None))
        ref.send("info")
        ref._process.deliver_urgent("urgent")
        await wait_all_tasks_blocked()
        assert sorted(event.kind for event in events) == sorted(
            ["call", "reply", "call", "reply", "cast", "info", "info"]
        )
        assert events[0].message == "hello"
        await otp.sys.trace(ref, False)
        await ref.call("untraced")
        await otp.sys.trace(ref, True)
        await ref.call("secret")
        assert "call str" in caplog.text
        assert "secret" not in caplog.text

        def bad(event):
            raise ValueError

        await otp.sys.trace(ref, bad)
        assert await ref.call("still fine") == "still fine"
        assert "the trace of 0 is over" in caplog.text


async def test_dump_tree_draws_everything_but_secrets(autojump_clock):
    class Shown(Actor):
        def format_status(self):
            return f"{len(self.got)} messages"

    nested = Supervisor.child_spec(
        [Shown.child_spec(id="shown"), Actor.child_spec(id="gone", restart="transient")],
        id="nested",
        strategy="rest_for_one",
    )
    specs = [
        nested,
        TaskSupervisor.child_spec(id="tasks"),
        Actor.child_spec(id="back", restart="permanent"),
        Actor.child_spec(id="idle"),
    ]
    async with open_supervisor(specs, backoff=otp.Backoff(5, 5)) as sup:
        sup.whereis("tasks", TaskSupervisor).start_child(trio.sleep, 100)
        await sup.whereis("gone").stop()
        sup.whereis("back").kill()
        sup.whereis("shown").cast(lambda s: trio.sleep(10))
        await wait_all_tasks_blocked()
        sup.whereis("shown").send("secret")
        await trio.sleep(1)
        assert sup.dump_tree().splitlines() == [
            "root  Supervisor one_for_one  running  up 1.0 s",
            "+- nested  Supervisor rest_for_one  running  up 1.0 s",
            "|  +- shown  test_dump_tree_draws_everything_but_secrets.<locals>.Shown  running"
            "  up 1.0 s  mailbox 1  handled 1  in function  state 0 messages",
            "|  +- gone  Actor  stopped",
            "+- tasks  TaskSupervisor  running  up 1.0 s",
            "|  +- sleep  Task  running  up 1.0 s",
            "+- back  Actor  restarting  restarts 1",
            "+- idle  Actor  running  up 1.0 s  mailbox 0  handled 0",
        ]


async def test_everything_in_all_exists_and_is_sorted(autojump_clock):
    assert list(otp.__all__) == sorted(otp.__all__)
    for name in otp.__all__:
        assert hasattr(otp, name)
