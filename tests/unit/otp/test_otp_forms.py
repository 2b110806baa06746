"""Blocks that are cancelled, trees within actors, streams, registries, tasks and timers."""

import math
import threading

import pytest
import trio
from outcome import Error, Value
from trio.testing import wait_all_tasks_blocked

from copilot_actors import otp
from copilot_actors.otp import (
    ActorExited,
    Backoff,
    Crash,
    GenServer,
    Registry,
    Supervisor,
    Task,
    TaskSupervisor,
    Topic,
    open_supervisor,
)


class Actor(GenServer):
    restart = "temporary"

    async def init(self, log=None, takes=0.0, start=0.0):
        self.log = [] if log is None else log
        self.takes = takes
        await trio.sleep(start)

    async def handle_call(self, request, from_):
        return await request(self) if callable(request) else self.log

    async def handle_cast(self, request):
        await request(self)

    async def handle_info(self, message):
        self.log.append(message)

    async def terminate(self, reason):
        await trio.sleep(self.takes)
        self.log.append("terminated")


def sleeping(seconds):
    async def sleep(server):
        await trio.sleep(seconds)

    return sleep


async def returns():
    pass


async def raises():
    raise ValueError


async def shielded_tail():
    with trio.CancelScope(shield=True):
        await trio.sleep(1)


async def own_nursery():
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.sleep_forever)
        nursery.start_soon(trio.sleep_forever)


async def nursery_that_ends():
    async with trio.open_nursery() as nursery:
        nursery.start_soon(trio.sleep, 0)


async def raises_while_cancelled():
    try:
        await trio.sleep_forever()
    finally:
        raise ValueError


ENDINGS = [
    returns,
    raises,
    shielded_tail,
    own_nursery,
    nursery_that_ends,
    raises_while_cancelled,
    trio.sleep_forever,
]


@pytest.mark.parametrize("deadline", [False, True])
@pytest.mark.parametrize("ending", ENDINGS)
async def test_a_cancelled_block_stops_its_tree_in_order_however_it_ends(
    autojump_clock, ending, deadline
):
    log = []

    async def run():
        with trio.CancelScope() as scope:
            async with open_supervisor([Actor.child_spec(log, takes=2, id=0)]):
                if deadline:
                    scope.deadline = trio.current_time()
                else:
                    scope.cancel()
                await ending()

    if ending in {raises, raises_while_cancelled}:
        with pytest.raises(ValueError, match=r"^$"):
            await run()
    else:
        await run()
    assert log == ["terminated"]


@pytest.mark.parametrize("kind", ["task", "actor", "nested"])
async def test_the_kill_of_an_actor_reaches_the_tree_that_it_has_open(autojump_clock, kind):
    log = []

    async def own(*_):
        inner = Actor.child_spec(log, takes=100, id="inner", shutdown=math.inf)
        async with open_supervisor([inner]), open_supervisor():
            await trio.sleep_forever()

    if kind == "actor":
        spec = Actor.child_spec(id=0, shutdown=2)
    else:
        spec = Task.child_spec(own, id=0, shutdown=2)
    if kind == "nested":
        spec = Supervisor.child_spec([spec], id="s")
    async with open_supervisor([spec]) as sup:
        if kind == "actor":
            sup.whereis(0).cast(own)
        await wait_all_tasks_blocked()
        tree = sup._child.tree
        assert [len(roots) for roots in tree.opened_in.values()] == [2]
    assert log == []
    assert trio.current_time() == 2
    assert tree.opened_in == {}


async def test_a_second_cancellation_changes_nothing_and_a_kill_does(autojump_clock):
    with trio.CancelScope() as outer, trio.CancelScope() as inner:
        spec = Actor.child_spec(takes=900, id=0, shutdown=math.inf)
        async with trio.open_nursery() as nursery:
            async with open_supervisor([spec]) as sup:

                async def end():
                    with trio.CancelScope(shield=True):
                        await trio.sleep(1)
                        outer.cancel()
                        await trio.sleep(1)
                        sup.kill()

                nursery.start_soon(end)
                await wait_all_tasks_blocked()
                inner.cancel()
    assert trio.current_time() == 2


def test_signals_outside_the_main_thread_are_refused_by_one_plain_exception():
    caught = []

    async def main():
        async with open_supervisor(signals=[15]):
            pass

    def run():
        try:
            trio.run(main)
        except RuntimeError as error:
            caught.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    assert "main thread" in str(caught[0])


async def test_a_start_that_is_called_off_is_no_warning(autojump_clock, caplog):
    inner = Supervisor.child_spec([Actor.child_spec(id=0, start=9)], id="s")
    with trio.move_on_after(1):
        async with open_supervisor([Supervisor.child_spec([inner], id="t")]):
            raise AssertionError
    assert trio.current_time() == 1
    assert caplog.records == []


async def test_an_ordered_stream_keeps_working_behind_a_slow_item(autojump_clock):
    async def work(seconds):
        started.append(seconds)
        await trio.sleep(seconds)
        return seconds

    started = []
    async with open_supervisor([TaskSupervisor.child_spec(id="t")]) as sup:
        tasks = sup.whereis("t", TaskSupervisor)
        async with tasks.async_stream(work, [3, 1, 2, 0], max_concurrency=2) as results:
            assert [result.unwrap() async for result in results] == [3, 1, 2, 0]
        assert trio.current_time() == 3
        started.clear()
        async with tasks.async_stream(work, [4] + [0] * 9, max_concurrency=2) as results:
            await anext(results)
            # One was slow; behind it as many results as there are places, and no more.
            # (Tasks of one pass begin in any order.)
            assert sorted(started) == [0, 0, 0, 4]
            assert len([result async for result in results]) == 9


@pytest.mark.parametrize("overflow", ["raise", "drop_newest", "drop_oldest"])
async def test_topics_count_what_a_subscriber_lost_whatever_its_policy(autojump_clock, overflow):
    topic = Topic()
    specs = [Actor.child_spec(id=0, mailbox_size=2, overflow=overflow), Actor.child_spec(id=1)]
    async with open_supervisor(specs) as sup:
        slow, quick = sup.whereis(0), sup.whereis(1)
        topic.subscribe(slow)
        topic.subscribe(quick)
        slow.cast(sleeping(1))
        await wait_all_tasks_blocked()
        assert [topic.publish(n) for n in range(4)] == [2, 2, 1, 1]
        assert topic.dropped == 2
        assert sup.statistics().lagged_messages == 2
        await trio.sleep(2)
        assert await slow.call("log") == ([2, 3] if overflow == "drop_oldest" else [0, 1])


@pytest.mark.parametrize("keys", ["unique", "duplicate"])
async def test_a_registry_keeps_what_its_kind_of_keys_allows(autojump_clock, keys):
    registry = Registry(keys)
    specs = [Actor.child_spec(id=0), Actor.child_spec(id=1)]
    async with open_supervisor(specs) as sup:
        a, b = sup.whereis(0), sup.whereis(1)
        registry.register("k", 1, ref=a)
        registry.register("k", 2, ref=a)
        registry.register("other", 3, ref=b)
        kept = [2] if keys == "unique" else [1, 2]
        assert registry.values("k") == registry.values("k", a) == kept
        assert registry.values("k", b) == registry.values("nothing") == []
        assert registry.lookup("k") == [(a.pin(), value) for value in kept]
        assert registry.count() == len(registry) == len(kept) + 1
        assert registry.dispatch("k", lambda ref, value: ref.send(value)) == len(kept)

        async def update(server):
            return registry.update_value("k", lambda value: value * 10)

        assert await a.call(update) == 20
        assert registry.values("k") == [value * 10 for value in kept]
        await a.stop()
        assert registry.values("k", a) == registry.values("k") == []
        assert registry.count() == 1


async def test_the_forms_of_waiting_for_a_task(autojump_clock):
    async def work(seconds, fail):
        await trio.sleep(seconds)
        if fail:
            raise ValueError
        return seconds

    async with open_supervisor([TaskSupervisor.child_spec(id="t")]) as sup:
        tasks = sup.whereis("t", TaskSupervisor)
        assert await tasks.start_child(work, 1, False) == 1
        task = tasks.start_child(work, 2, False)
        assert await task.wait(timeout=1) is None
        assert task.alive
        assert await task.wait(timeout=9) == Value(2)
        assert await task.shutdown() == Value(2)
        failed = tasks.start_child(work, 1, True)
        with pytest.raises(ActorExited):
            await failed
        for outcome in (await failed.wait(timeout=1), await failed.shutdown()):
            assert isinstance(outcome, Error)
            assert isinstance(outcome.error.reason, Crash)
        slow = tasks.start_child(work, 99, False)
        await wait_all_tasks_blocked()
        assert await slow.shutdown() is None
        with pytest.raises(ValueError, match="seconds"):
            await task.wait(timeout=-1)
        assert trio.current_time() == 4


async def test_an_interval_for_an_address_outlives_incarnations(autojump_clock):
    log = []
    spec = Actor.child_spec(log, id=0, restart="permanent", mailbox_size=1)
    async with open_supervisor([spec], backoff=Backoff(2, 2)) as sup:
        ref = sup.whereis(0)
        timer = otp.send_interval(ref, 1, "tick")
        await trio.sleep(2.5)
        assert log == ["tick"] * 2
        ref.kill()
        await trio.sleep(2.1)  # two ticks are dropped
        assert sup.statistics().dropped_messages == 2
        await trio.sleep(1)
        assert log == ["tick"] * 3
        ref.cast(sleeping(3))
        await wait_all_tasks_blocked()
        await trio.sleep(2)  # one waits, one does not fit
        assert sup.statistics().dropped_messages == 3
        await sup.terminate_child(0)
        assert not timer.done
        await trio.sleep(1)
        assert timer.done


async def test_intervals_can_be_cancelled_and_are_checked(autojump_clock):
    log = []
    async with open_supervisor([Actor.child_spec(log, id=0)]) as sup:
        ref = sup.whereis(0)
        timer = otp.send_interval(ref, 1, "tick")
        assert repr(timer) == "<IntervalTimer in 1 s>"
        await trio.sleep(1.5)
        assert timer.cancel()
        assert not timer.cancel()
        assert repr(timer) == "<IntervalTimer done>"
        await trio.sleep(9)
        assert log == ["tick"]
        assert otp.send_interval(ref, math.inf, "never").remaining == math.inf
        for bad in (0, -1, math.nan):
            with pytest.raises(ValueError, match="seconds"):
                otp.send_interval(ref, bad, "x")


async def test_monitors_say_what_they_watch(autojump_clock):
    async with open_supervisor([Actor.child_spec(id=0)]) as sup:
        ref = sup.whereis(0)
        fired, cancelled = ref.monitor(), ref.monitor()
        cancelled.cancel()
        assert repr(fired) == "<Monitor of <Ref 0>, watching>"
        ref.kill()
        await fired.wait()
        assert repr(fired) == "<Monitor of <Ref 0>, fired>"
        assert repr(cancelled) == "<Monitor of <Ref 0>, cancelled>"
