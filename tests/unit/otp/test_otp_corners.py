"""Corners: what happens when two things happen at once, or at the worst moment."""

# ruff: noqa: PT012 - whole trees under raises()

import gc
import signal

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from copilot_actors import otp
from copilot_actors.otp import (
    ActorExited,
    Backoff,
    CallCycle,
    CallTimeout,
    Continue,
    Crash,
    DynamicSupervisor,
    GenServer,
    IdleTimeout,
    Killed,
    MailboxFull,
    MaxRestarts,
    NoProcess,
    NoReply,
    Normal,
    Shutdown,
    StartFailed,
    StartTimeout,
    Stop,
    Supervisor,
    Task,
    TaskSupervisor,
    _ref,
    open_supervisor,
)


class Actor(GenServer):
    """Runs the functions that it is sent, in whatever callback gets them."""

    restart = "temporary"

    async def init(self, setup=None):
        self.log = []
        if setup is not None:
            return await setup(self)
        return None

    async def handle_call(self, request, from_):
        return await request(self, from_)

    async def handle_cast(self, request):
        return await request(self)

    async def handle_info(self, message):
        self.log.append(message)
        if callable(message):
            return await message(self)
        return None

    async def handle_continue(self, arg):
        self.log.append(arg)

    async def terminate(self, reason):
        self.log.append(reason)


class Trapping(Actor):
    trap_exits = True


def actors(count=1, cls=Actor, **options):
    return open_supervisor([cls.child_spec(id=n, **options) for n in range(count)])


async def test_stop_raised_in_init_is_a_failed_start(autojump_clock):
    async def setup(server):
        raise Stop(Shutdown("no"))

    with pytest.raises(StartFailed) as caught:
        async with open_supervisor([Actor.child_spec(setup)]):
            raise AssertionError
    assert caught.value.reason == Shutdown("no")
    assert caught.value.__cause__ is None


async def test_an_init_that_swallows_its_cancellation_is_not_started(autojump_clock):
    async def setup(server):
        with trio.CancelScope(shield=True):
            await trio.sleep(2)

    async with open_supervisor([]) as sup:
        with trio.move_on_after(1):
            await sup.start_child(Actor.child_spec(setup, id="a"))
        await trio.sleep(2)
        assert sup.which_children() == []


async def test_many_urgent_messages_let_other_tasks_run(autojump_clock):
    async with actors() as sup:
        process = sup.whereis(0)._process
        for n in range(400):
            process.deliver_urgent(n)
        turns = 0
        while len(process.server.log) < 400:
            await trio.lowlevel.checkpoint()
            turns += 1
        assert 2 <= turns < 10


async def test_an_urgent_message_may_return_an_action(autojump_clock):
    async def action(server):
        return Continue("continued")

    async with actors() as sup:
        process = sup.whereis(0)._process
        process.deliver_urgent(action)
        await wait_all_tasks_blocked()
        assert process.server.log == [action, "continued"]


@pytest.mark.parametrize("deferred_before", [False, True])
async def test_stop_after_an_explicit_reply(autojump_clock, deferred_before):
    async def keep(server, from_):
        return NoReply()

    async def answer_and_stop(server, from_):
        otp.reply(from_, "answer")
        return Stop()

    async def just_stop(server, from_):
        return Stop(Shutdown("x"))

    async with actors() as sup, trio.open_nursery() as nursery:
        ref = sup.whereis(0)

        async def kept():
            with pytest.raises(ActorExited):
                await ref.call(keep)

        if deferred_before:
            nursery.start_soon(kept)
            await wait_all_tasks_blocked()
            with pytest.raises(ActorExited):
                await ref.call(just_stop)
        else:
            assert await ref.call(answer_and_stop) == "answer"
            await wait_all_tasks_blocked()
        assert not ref.alive


async def test_an_explicit_reply_then_noreply_defers_nothing(autojump_clock):
    async def early(server, from_):
        otp.reply(from_, 1)
        return NoReply(IdleTimeout(100))

    async def late(server, from_):
        return NoReply()

    async with actors() as sup:
        ref = sup.whereis(0)
        assert await ref.call(early) == 1
        assert not ref._process.deferred
        for _ in range(2):
            with pytest.raises(CallTimeout):
                await ref.call(late, timeout=1)
        assert not ref._process.deferred


async def test_the_first_reason_wins(autojump_clock):
    async def busy(server):
        await trio.sleep(2)
        return Stop(Shutdown("second"))

    async with actors(cls=Trapping) as sup:
        ref = sup.whereis(0)
        ref.cast(busy)
        await wait_all_tasks_blocked()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ref.stop, Shutdown("first"))
        assert not ref.alive


async def test_stop_raised_out_of_callbacks_and_tasks(autojump_clock):
    async def stop(*_):
        raise Stop(Shutdown("raised"))

    specs = [Actor.child_spec(id=0), Actor.child_spec(id=1), TaskSupervisor.child_spec(id="t")]
    async with open_supervisor(specs) as sup:
        for n, use in ((0, "cast"), (1, "call")):
            ref = sup.whereis(n)
            monitor = ref.monitor()
            if use == "cast":
                ref.cast(stop)
            else:
                with pytest.raises(ActorExited):
                    await ref.call(stop)
            assert (await monitor.wait()).reason == Shutdown("raised")
        task = sup.whereis("t", TaskSupervisor).start_child(stop)
        with pytest.raises(ActorExited) as caught:
            await task.wait()
        assert caught.value.reason == Shutdown("raised")


@pytest.mark.parametrize("use", ["cast", "send", "call"])
async def test_a_message_to_an_actor_that_was_just_woken(autojump_clock, use):
    async def nothing(*_):
        pass

    async with actors() as sup:
        ref = sup.whereis(0)
        await wait_all_tasks_blocked()
        ref._process.deliver_urgent("wakes it")
        if use == "call":
            await ref.call(nothing)
        else:
            getattr(ref, use)(nothing)
            await wait_all_tasks_blocked()
        assert ref._process.server.log[0] == "wakes it"
        assert ref._process.box is None


async def test_an_urgent_message_for_the_dead_is_lost(autojump_clock):
    async def work():
        return 1

    specs = [Actor.child_spec(id=0), TaskSupervisor.child_spec(id="t")]
    async with open_supervisor(specs) as sup:
        pinned = sup.whereis(0).pin()
        pinned.kill()
        await wait_all_tasks_blocked()
        tasks = sup.whereis("t", TaskSupervisor)
        assert await tasks.async_nolink(work, reply_to=pinned).wait() == 1
        assert await tasks.async_nolink(work, reply_to=sup).wait() == 1
        await wait_all_tasks_blocked()
        assert sup.statistics().unhandled_messages == 1


async def test_a_timer_can_be_cancelled_after_its_actor_is_gone(autojump_clock):
    timers = []

    async def setup(server):
        timers.append(server.send_after(5, "x"))

    async with open_supervisor([Actor.child_spec(setup, id=0)]) as sup:
        sup.whereis(0).kill()
        await wait_all_tasks_blocked()
        assert not timers[0].cancel()
        assert otp.send_after(sup, float("inf"), "never").remaining == float("inf")


async def test_unlinking_what_was_never_linked(autojump_clock):
    async with actors(2) as sup:
        otp.unlink(sup.whereis(0), sup.whereis(1))
        assert sup.whereis(0).alive


async def test_several_tasks_wait_on_one_monitor(autojump_clock):
    async with actors() as sup, trio.open_nursery() as nursery:
        monitor = sup.whereis(0).monitor()
        downs = []

        async def wait():
            downs.append(await monitor.wait())

        for _ in range(3):
            nursery.start_soon(wait)
        await wait_all_tasks_blocked()
        sup.whereis(0).kill()
        await wait_all_tasks_blocked()
        assert downs == [monitor.down] * 3


async def test_an_actor_may_call_again_and_call_what_is_being_restarted(autojump_clock):
    specs = [Actor.child_spec(id=0), Actor.child_spec(id=1, restart="permanent")]
    async with open_supervisor(specs, backoff=Backoff(2, 2)) as sup:
        a, b = sup.whereis(0), sup.whereis(1)

        async def answer(server, from_):
            return server.ref.incarnation

        async def relay(server, from_):
            first = await b.call(answer)
            b.kill()
            await b.wait_exit()
            return first, await b.call(answer)

        assert await a.call(relay) == (1, 2)
        assert trio.current_time() == 2


async def test_calls_that_wait_for_an_incarnation_are_bounded(autojump_clock, monkeypatch):
    monkeypatch.setattr(_ref, "MAX_WAITING_CALLS", 2)

    async def answer(server, from_):
        return "up"

    async with actors(restart="permanent") as _:
        pass
    spec = Actor.child_spec(id=0, restart="permanent")
    async with open_supervisor([spec], backoff=Backoff(9, 9)) as sup:
        ref = sup.whereis(0)
        ref.kill()
        await wait_all_tasks_blocked()
        for _ in range(3):  # those that gave up do not count
            with pytest.raises(CallTimeout):
                await ref.call(answer, timeout=1)
        answers = []

        async def caller():
            answers.append(await ref.call(answer, timeout=None))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(caller)
            nursery.start_soon(caller)
            await wait_all_tasks_blocked()
            with pytest.raises(MailboxFull):
                await ref.call(answer)
        assert answers == ["up", "up"]


async def test_a_cycle_through_several_paths_is_found(autojump_clock):
    async with actors(3) as sup:
        a, b, c = (sup.whereis(n) for n in range(3))
        found = []

        async def last(server, from_):
            await trio.sleep(1)
            with pytest.raises(CallCycle) as caught:
                await a.call(last)
            found.append(caught.value.path)
            return "c"

        async def twice(server, from_):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(c.call, last)
                nursery.start_soon(c.call, last)

        async def start(server, from_):
            await b.call(twice)

        await a.call(start, timeout=None)
        assert found == [(c, a, b)] * 2

        async def innocent(server, from_):
            await trio.sleep(2)

        async def fan(server, from_):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(b.call, innocent)
                nursery.start_soon(b.call, innocent, None)

        async def to_a(server, from_):
            with pytest.raises(CallTimeout):
                await a.call(innocent, timeout=1)  # slow, but no cycle
            return "fine"

        async with trio.open_nursery() as nursery:
            nursery.start_soon(a.call, fan, None)
            await wait_all_tasks_blocked()
            assert await c.call(to_a) == "fine"


async def test_an_actor_starts_children_and_is_told_of_deadlocks(autojump_clock):
    specs = [Actor.child_spec(id=0), DynamicSupervisor.child_spec(id="d")]
    async with open_supervisor(specs) as sup:
        parent, d = sup.whereis(0), sup.whereis("d", DynamicSupervisor)
        outcome = []

        async def calls_back(server):
            try:
                await parent.call(None)
            except CallCycle as error:
                outcome.append(error)

        async def start(server, from_):
            for _ in range(2):
                await d.start_child(Actor.child_spec())
            await d.start_child(Actor.child_spec(calls_back))
            return d.count_children().active

        assert await parent.call(start) == 3
        assert len(outcome) == 1


async def test_a_dynamic_supervisor_that_stops_takes_no_more_children(autojump_clock):
    async def slow(server):
        with trio.CancelScope(shield=True):
            await trio.sleep(3)

    dynamic = DynamicSupervisor.child_spec(id="d", restart="temporary")
    async with open_supervisor([dynamic]) as sup, trio.open_nursery() as nursery:
        d = sup.whereis("d", DynamicSupervisor)
        ref = await d.start_child(Actor.child_spec())
        ref.cast(slow)
        await wait_all_tasks_blocked()
        nursery.start_soon(sup.terminate_child, "d")
        await wait_all_tasks_blocked()
        with pytest.raises(NoProcess):
            await d.start_child(Actor.child_spec())


async def test_terminating_a_dynamic_child_whose_crash_was_not_handled_yet(autojump_clock):
    async with open_supervisor([DynamicSupervisor.child_spec(id="d")]) as sup:
        d = sup.whereis("d", DynamicSupervisor)
        ref = await d.start_child(Actor.child_spec(restart="permanent"))
        await otp.sys.suspend(d)
        ref.kill()
        await wait_all_tasks_blocked()
        await d.terminate_child(ref)
        await otp.sys.resume(d)
        await wait_all_tasks_blocked()
        assert not ref.alive
        assert d.count_children().specs == 0


async def test_a_supervisor_that_stops_keeps_no_requester_waiting(autojump_clock):
    outcome = []

    async def ask(server):
        for delay in (1, 3):
            await trio.sleep(delay)
            try:
                await handle[0].start_child(Actor.child_spec(id="more"))
            except NoProcess:
                outcome.append(trio.current_time())

    handle = []
    async with open_supervisor([Trapping.child_spec(id=0, shutdown=100)]) as sup:
        handle.append(sup)
        sup.whereis(0).cast(ask)
        await wait_all_tasks_blocked()
    assert outcome == [1, 4]
    assert trio.current_time() == 4


async def test_a_server_without_init_takes_no_arguments(autojump_clock):
    class Empty(GenServer):
        pass

    with pytest.raises(StartFailed) as caught:
        async with open_supervisor([Empty.child_spec(1)]):
            raise AssertionError
    assert isinstance(caught.value.__cause__, TypeError)


async def test_a_supervisor_is_killed_while_it_starts_a_child(autojump_clock):
    async def slow(server):
        await trio.sleep(100)

    async def start(handle):
        with pytest.raises((ActorExited, StartFailed)):
            await handle.start_child(Actor.child_spec(slow, id="slow"))

    nested = Supervisor.child_spec([], id="n", restart="temporary")
    async with open_supervisor([nested]) as sup, trio.open_nursery() as nursery:
        handle = sup.whereis("n", Supervisor)
        nursery.start_soon(start, handle)
        await trio.sleep(1)
        monitor = handle.monitor()
        handle.kill()
        assert (await monitor.wait()).reason == Killed()
        assert trio.current_time() == 1


async def test_a_tree_that_stops_during_a_group_restart_starts_nothing_more(autojump_clock):
    starts = []

    class Slow(Actor):
        async def init(self, n):
            self.log = []
            starts.append(n)

        async def terminate(self, reason):
            await trio.sleep(2)

    specs = [Slow.child_spec(n, id=n, restart="permanent") for n in range(3)]
    async with open_supervisor(specs, strategy="one_for_all") as sup:
        sup.whereis(0).kill()
        await trio.sleep(1)
    assert starts == [0, 1, 2]
    assert trio.current_time() == 4


@pytest.mark.parametrize("dynamic", [False, True])
async def test_an_init_that_takes_too_long_is_a_failed_start(autojump_clock, dynamic):
    async def slow(server):
        await trio.sleep(10)

    async with open_supervisor([DynamicSupervisor.child_spec(id="d")]) as sup:
        handle = sup.whereis("d", DynamicSupervisor) if dynamic else sup
        with pytest.raises(StartFailed) as caught:
            await handle.start_child(Actor.child_spec(slow, id="a", start_timeout=2))
        assert isinstance(caught.value.__cause__, StartTimeout)
        assert (caught.value.__cause__.seconds, trio.current_time()) == (2, 2)
        quick = await handle.start_child(Actor.child_spec(id="b", start_timeout=2))
        await trio.sleep(5)
        assert quick.alive
        assert Actor.child_spec().replace(start_timeout=3).start_timeout == 3
        with pytest.raises(ValueError):
            Actor.child_spec(start_timeout=-1)


async def test_a_stop_during_a_limited_start_has_the_limit_of_the_stop(autojump_clock):
    async def stubborn(server):
        with trio.CancelScope(shield=True):
            await trio.sleep(8)

    async def start(sup):
        await sup.start_child(Actor.child_spec(stubborn, id="a", start_timeout=20, shutdown=30))

    with trio.move_on_after(1):
        async with open_supervisor([]) as sup, trio.open_nursery() as nursery:
            nursery.start_soon(start, sup)
    assert trio.current_time() == 8


async def test_a_tree_that_has_ended_answers_at_once(autojump_clock):
    async def work(server, from_):
        return 1

    nested = Supervisor.child_spec([Actor.child_spec(id="deep", restart="permanent")], id="n")
    async with open_supervisor([nested]) as sup:
        ref = sup.whereis("deep")
        assert await ref.call(work) == 1
    for use in (ref.cast, ref.send):
        with pytest.raises(NoProcess):
            use(work)
    with pytest.raises(NoProcess):
        await ref.call(work, timeout=None)
    with pytest.raises(NoProcess):
        sup.which_children()
    assert sup.whereis("deep") is None


async def test_nothing_piles_up_in_a_tree_that_runs_for_long(autojump_clock):
    async def crash(server):
        raise ValueError

    async def answer(server, from_):
        server.send_after(1000, "late").cancel()
        server.monitor(server.ref).cancel()
        server.monitor(sup).cancel()
        return 1

    async def work():
        return 1

    registry, topic = otp.Registry(), otp.Topic()
    specs = [
        Actor.child_spec(id="a", restart="permanent", via=otp.Via(registry, "a")),
        TaskSupervisor.child_spec(id="t"),
        DynamicSupervisor.child_spec(id="d"),
    ]
    sizes = []
    async with open_supervisor(specs, max_restarts=10**9) as sup:
        ref, tasks = sup.whereis("a"), sup.whereis("t", TaskSupervisor)
        dynamic = sup.whereis("d", DynamicSupervisor)
        for n in range(1200):
            await ref.call(answer, timeout=1000)
            topic.subscribe(ref)
            await tasks.start_child(work).wait()
            await dynamic.terminate_child(await dynamic.start_child(Actor.child_spec(id=n)))
            if n % 10 == 0:
                ref.cast(crash)
                await ref.wait_exit()
                await ref.call(answer)
            if n in (400, 1199):
                await trio.sleep(10)
                gc.collect()
                sizes.append(sum(isinstance(o, otp._process.Process) for o in gc.get_objects()))
                tree = sup._child.tree
                assert len(tree.clock._heap) < 300
                assert len(ref._process.hooks) <= 2  # the registry and the topic
                assert not ref._process.deferred
                assert len(tree.names) == 0
                assert (len(registry), len(topic)) == (1, 1 if n % 10 else 0)
                assert tree.alive == len(tree.nursery.child_tasks) - 1
    assert sizes[1] <= sizes[0] + 150  # the heap may hold as many answered calls as it compacts at


async def test_a_drained_stop_handles_first_what_is_queued(autojump_clock):
    handled = []

    async def job(server):
        await trio.sleep(1)
        handled.append(trio.current_time())

    specs = [Actor.child_spec(id=0, mailbox_size=4), TaskSupervisor.child_spec(id="t")]
    async with open_supervisor(specs) as sup:
        ref = sup.whereis(0)
        for _ in range(4):
            ref.cast(job)
        with pytest.raises(MailboxFull):
            await ref.stop(drain=True)
        await trio.sleep(1.5)
        await ref.stop(Shutdown("drained"), drain=True)
        assert handled == [1, 2, 3, 4]
        assert not ref.alive
        with pytest.raises(TypeError):
            await sup.whereis("t").stop(drain=True)


async def test_multi_call_sorts_answers_and_failures(autojump_clock):
    async def answer(server, from_):
        if server.ref.id == 1:
            await trio.sleep(10)
        if server.ref.id == 2:
            raise ValueError
        return server.ref.id

    async with actors(4) as sup:
        refs = [sup.whereis(n) for n in range(4)]
        answers, failures = await otp.multi_call([*refs, refs[0]], answer, timeout=1)
        assert answers == {refs[0]: 0, refs[3]: 3}
        assert [type(failures[ref]) for ref in failures] == [CallTimeout, ActorExited]
        assert trio.current_time() == 1


async def test_two_deaths_at_once_are_one_group_restart(autojump_clock):
    specs = [Actor.child_spec(id=n, restart="permanent") for n in range(3)]
    async with open_supervisor(specs, strategy="one_for_all", max_restarts=1) as sup:
        await otp.sys.suspend(sup)
        sup.whereis(0).kill()
        sup.whereis(2).kill()
        await wait_all_tasks_blocked()
        await otp.sys.resume(sup)
        await wait_all_tasks_blocked()
        assert [row.ref.incarnation for row in sup.which_children()] == [2, 2, 2]


async def test_management_takes_pinned_refs(autojump_clock):
    async with actors(1, restart="permanent") as sup:
        pinned = sup.whereis(0).pin()
        await sup.terminate_child(pinned)
        with pytest.raises(otp.ChildNotFound):
            await sup.terminate_child(sup)


async def test_info_of_an_actor_in_a_call(autojump_clock):
    async def busy(server, from_):
        await trio.sleep(10)

    async with actors() as sup:
        ref = sup.whereis(0)
        with pytest.raises(CallTimeout):
            await ref.call(busy, timeout=1)
        assert otp.info(ref).current == "function"
        with pytest.raises(CallTimeout):
            await otp.sys.get_state(ref, timeout=1)
        await trio.sleep(20)  # the request that was given up is served to nobody
        assert otp.info(ref).current is None


async def test_a_long_error_text_is_cut_in_notes(autojump_clock):
    async def boom(server):
        raise ValueError("x" * 1000)

    with pytest.raises(MaxRestarts) as caught:
        async with actors(restart="permanent") as sup:
            for _ in range(4):
                sup.whereis(0).cast(boom)
                await wait_all_tasks_blocked()
            await trio.sleep_forever()
    assert max(len(note) for note in caught.value.__notes__) < 300
    assert repr(Crash(ValueError())) == "Crash(ValueError())"


@pytest.mark.parametrize("method", ["handle", "go_on_begun"])
async def test_a_supervisor_that_breaks_takes_its_children_down(
    autojump_clock, monkeypatch, method
):
    async def broken(self, event):
        raise RuntimeError("bug")

    with pytest.raises(RuntimeError, match="bug"):
        async with actors(2, restart="permanent") as sup:
            monkeypatch.setattr(otp._supervisor.SupervisorProcess, method, broken)
            sup.whereis(0).kill()  # restarted at once
            sup.whereis(1).kill()  # an event: the supervisor is busy with the other one
            await trio.sleep_forever()


async def test_an_interrupted_actor_that_fails_on_the_way_out_says_so(autojump_clock):
    async def stubborn(server):
        try:
            await trio.sleep_forever()
        finally:
            raise OSError("cleanup")

    async with actors() as sup:
        ref = sup.whereis(0)
        monitor = ref.monitor()
        ref.cast(stubborn)
        await wait_all_tasks_blocked()
        await sup.terminate_child(0)
        assert isinstance((await monitor.wait()).reason.exc, OSError)


async def test_a_callback_that_swallows_its_cancellation_still_stops(autojump_clock):
    async def swallow(server):
        with pytest.raises(trio.Cancelled):
            await trio.sleep_forever()

    async with actors() as sup:
        ref = sup.whereis(0)
        monitor = ref.monitor()
        ref.cast(swallow)
        await wait_all_tasks_blocked()
        ref.exit(Shutdown("x"))
        assert (await monitor.wait()).reason == Shutdown("x")


async def test_terminating_a_finished_task_does_not_wait(autojump_clock):
    async with open_supervisor([TaskSupervisor.child_spec(id="t")]) as sup:
        tasks = sup.whereis("t", TaskSupervisor)
        task = tasks.start_child(trio.sleep, 0)
        await task.wait()
        await tasks.terminate_child(task)
        assert task.reason == Normal()


def test_an_interrupt_during_an_ordered_stop_is_a_kill():
    class Slow(Actor):
        async def terminate(self, reason):
            await trio.sleep(1000)

    async def main():
        with trio.CancelScope() as scope:
            specs = [
                Slow.child_spec(id=0, shutdown=10_000, restart="permanent"),
                Actor.child_spec(id=1),
            ]
            async with open_supervisor(specs) as sup:
                sup.whereis(1)._process.add_hook(lambda: signal.raise_signal(signal.SIGINT))
                scope.cancel()
                await trio.sleep_forever()

    with pytest.raises(KeyboardInterrupt):
        trio.run(main, clock=MockClock(autojump_threshold=0))


async def test_a_supervised_task_that_stops_before_it_ran(autojump_clock):
    ran = []

    async def work():
        ran.append(1)

    async with open_supervisor([]) as sup:
        ref = await sup.start_child(Task.child_spec(work, id="w"))
        await wait_all_tasks_blocked()
        assert ran == [1]
        assert not ref.alive
