"""GenServer: callbacks, actions, mailbox, calls. Time is trio's autojump clock throughout."""

# ruff: noqa: PT012, PT017, ASYNC109, ASYNC116 - blocks under raises() are whole trees; deadlines are OTP's

import logging
import math

import pytest
import trio
import trio.lowlevel
from trio.testing import wait_all_tasks_blocked

from copilot_actors import otp
from copilot_actors.otp import (
    ActorExited,
    AlreadyReplied,
    BadReturn,
    CallCycle,
    CallingSelf,
    CallTimeout,
    Continue,
    Crash,
    Down,
    DynamicSupervisor,
    GenServer,
    IdleTimeout,
    Ignore,
    Killed,
    MailboxFull,
    NoProcess,
    NoReply,
    Normal,
    Reply,
    Shutdown,
    StartFailed,
    Stop,
    Timeout,
    open_supervisor,
)


class Probe(GenServer):
    """Does what the message says; writes down what happens."""

    restart = "temporary"

    def init(self, log=None, result=None):
        self.log = [] if log is None else log
        self.log.append("init")
        if isinstance(result, BaseException) and not isinstance(result, Stop):
            raise result
        if callable(result):
            return result(self)
        return result

    async def handle_call(self, request, from_):
        self.log.append(("call", request))
        if callable(request):
            result = request(self, from_)
            return await result if hasattr(result, "__await__") else result
        return request

    async def handle_cast(self, request):
        if callable(request):
            result = request(self)
            return await result if hasattr(result, "__await__") else result
        self.log.append(("cast", request))
        return None

    async def handle_info(self, message):
        if callable(message):
            return message(self)
        self.log.append(message)
        return None

    def handle_continue(self, arg):
        if callable(arg):
            return arg(self)
        self.log.append(("continue", arg))
        return None

    async def terminate(self, reason):
        self.log.append(("terminate", reason))


def opened(*args, **options):
    options.setdefault("id", "probe")
    return open_supervisor([Probe.child_spec(*args, **options)])


class Plain(GenServer):
    """All callbacks are plain functions."""

    def init(self, n):
        self.n = n

    def handle_call(self, request, from_):
        return self.n + request

    def handle_cast(self, request):
        self.n = request

    def terminate(self, reason):
        self.gone = reason


async def test_plain_and_async_callbacks_are_equal(autojump_clock):
    async with open_supervisor([Plain.child_spec(1, name="plain")]) as sup:
        ref = sup.whereis("plain")
        assert await ref.call(1) == 2
        ref.cast(10)
        assert await ref.call(1) == 11


@pytest.mark.parametrize(
    ("action", "value"),
    [
        (lambda s, f: 1, 1),
        (lambda s, f: None, None),
        (lambda s, f: Reply("r"), "r"),
        (lambda s, f: Reply("r", then=Continue("c")), "r"),
        (lambda s, f: Reply("r", then=Stop()), "r"),
        (lambda s, f: Stop(Normal(), reply="bye"), "bye"),
        (lambda s, f: Stop(Normal(), reply=None), None),
        (lambda s, f: otp.reply(f, "early"), "early"),
        (lambda s, f: (otp.reply(f, "early"), NoReply())[1], "early"),
    ],
)
async def test_handle_call_answers_with(autojump_clock, action, value):
    async with opened() as sup:
        assert await sup.whereis("probe").call(action) == value


async def test_a_reply_arrives_before_terminate_runs(autojump_clock):
    log = []
    async with opened(log) as sup:
        ref = sup.whereis("probe")
        assert await ref.call(lambda s, f: Stop(Normal(), reply="bye")) == "bye"
        await wait_all_tasks_blocked()
        assert log[-1] == ("terminate", Normal())


async def test_a_stop_raised_in_handle_call_carries_the_reply(autojump_clock):
    def handler(server, from_):
        raise Stop(Shutdown("enough"), reply="bye")

    async with opened() as sup:
        ref = sup.whereis("probe")
        monitor = ref.monitor()
        assert await ref.call(handler) == "bye"
        assert (await monitor.wait()).reason == Shutdown("enough")


@pytest.mark.parametrize("reason", [Normal(), Shutdown(), Shutdown("x"), Crash(KeyError("k"))])
async def test_a_stop_without_reply_fails_the_call_with_the_reason(autojump_clock, reason):
    async with opened() as sup:
        with pytest.raises(ActorExited) as caught:
            await sup.whereis("probe").call(lambda s, f: Stop(reason))
        assert caught.value.reason == reason


async def test_any_value_can_be_an_abnormal_reason(autojump_clock):
    async with opened() as sup:
        with pytest.raises(ActorExited) as caught:
            await sup.whereis("probe").call(lambda s, f: Stop("disk full"))
        assert caught.value.reason.exc.detail == "disk full"
        assert Stop(KeyError("x")).reason.exc.args == ("x",)


async def test_continue_runs_before_anything_queued_and_after_the_reply(autojump_clock):
    log = []

    async def handler(server, from_):
        server.ref.cast("queued")
        return Reply("answer", then=Continue("first"))

    async with opened(log) as sup:
        assert await sup.whereis("probe").call(handler) == "answer"
        await wait_all_tasks_blocked()
        assert log[-2:] == [("continue", "first"), ("cast", "queued")]


async def test_a_crash_in_continue_after_a_reply_does_not_reach_the_caller(autojump_clock):
    def boom(server):
        raise ValueError("late")

    async with opened() as sup:
        ref = sup.whereis("probe")
        monitor = ref.monitor()
        assert await ref.call(lambda s, f: Reply(1, then=Continue(boom))) == 1
        assert isinstance((await monitor.wait()).reason, Crash)


async def test_init_may_continue_and_continue_may_continue(autojump_clock):
    log = []
    async with opened(log, Continue(lambda s: Continue("again"))) as sup:
        await wait_all_tasks_blocked()
        assert log == ["init", ("continue", "again")]
        assert sup.whereis("probe").alive


async def test_idle_timeout_fires_once_unless_a_message_comes(autojump_clock):
    log = []
    async with opened(log, IdleTimeout(10)) as sup:
        ref = sup.whereis("probe")
        await trio.sleep(9)
        ref.cast("busy")  # this callback does not ask again
        await trio.sleep(20)
        assert Timeout() not in log
        ref.cast(lambda s: IdleTimeout(3))
        await trio.sleep(2.5)
        assert Timeout() not in log
        await trio.sleep(1)
        assert log.count(Timeout()) == 1
        await trio.sleep(10)
        assert log.count(Timeout()) == 1
        ref.cast(lambda s: NoReply(IdleTimeout(0)))
        await trio.sleep(0.1)
        assert log.count(Timeout()) == 2


@pytest.mark.parametrize(
    ("message", "callback"),
    [
        (lambda s, f: Continue(1), "handle_call"),
        (lambda s, f: Ignore(), "handle_call"),
        (lambda s, f: Reply(1, then=Ignore()), "handle_call"),
    ],
)
async def test_a_bad_return_of_handle_call_crashes(autojump_clock, message, callback):
    async with opened() as sup:
        ref = sup.whereis("probe")
        monitor = ref.monitor()
        with trio.move_on_after(1):
            with pytest.raises(ActorExited):
                assert await ref.call(message) == 1
                raise ActorExited(Normal())
        error = (await monitor.wait()).reason.exc
        assert isinstance(error, BadReturn)
        assert error.callback == callback


@pytest.mark.parametrize("value", [1, Reply(1), Ignore()])
async def test_a_bad_return_of_other_callbacks_crashes(autojump_clock, value):
    async with opened() as sup:
        ref = sup.whereis("probe")
        monitor = ref.monitor()
        ref.cast(lambda s: value)
        assert isinstance((await monitor.wait()).reason.exc, BadReturn)


async def test_a_bad_return_of_init_is_a_failed_start(autojump_clock):
    with pytest.raises(StartFailed) as caught:
        async with opened(None, "nonsense"):
            raise AssertionError
    assert isinstance(caught.value.__cause__, BadReturn)


async def test_a_second_answer_is_refused(autojump_clock):
    async with opened() as sup:
        ref = sup.whereis("probe")
        box = []

        def keep(server, from_):
            box.append(from_)
            return "first"

        assert await ref.call(keep) == "first"
        with pytest.raises(AlreadyReplied):
            otp.reply(box[0], "second")
        monitor = ref.monitor()
        assert await ref.call(lambda s, f: (otp.reply(f, 1), 2)[1]) == 1
        assert isinstance((await monitor.wait()).reason.exc, AlreadyReplied)


async def test_a_later_reply_comes_from_any_task(autojump_clock):
    async with opened() as sup:
        ref = sup.whereis("probe")
        kept = []

        def keep(server, from_):
            kept.append(from_)
            return NoReply()

        results = []

        async def caller():
            results.append(await ref.call(keep))

        async with trio.open_nursery() as nursery:
            nursery.start_soon(caller)
            await wait_all_tasks_blocked()
            assert "waiting" in repr(kept[0])
            otp.reply(kept[0], 42)
        assert results == [42]
        assert "answered" in repr(kept[0])


@pytest.mark.parametrize("how", ["timeout", "cancel"])
async def test_a_late_reply_is_dropped_and_counted(autojump_clock, how):
    kept = []

    def keep(server, from_):
        kept.append(from_)
        return NoReply()

    async with opened() as sup:
        ref = sup.whereis("probe")
        if how == "timeout":
            with pytest.raises(CallTimeout) as caught:
                await ref.call(keep, timeout=2)
            assert caught.value.timeout == 2
            assert caught.value.request_type == "function"
            assert isinstance(caught.value, TimeoutError)
        else:
            with trio.move_on_after(1):
                await ref.call(keep)
        assert kept[0].abandoned
        assert "abandoned" in repr(kept[0])
        otp.reply(kept[0], 1)
        assert sup.statistics().late_replies == 1
        assert await ref.call("next") == "next"


async def test_deadlines_are_exact_and_do_not_disturb_each_other(autojump_clock):
    async with opened() as sup:
        ref = sup.whereis("probe")
        ends = {}

        async def caller(seconds):
            start = trio.current_time()
            with pytest.raises(CallTimeout):
                await ref.call(lambda s, f: NoReply(), timeout=seconds)
            ends[seconds] = trio.current_time() - start

        async with trio.open_nursery() as nursery:
            for seconds in (5, 1, 3, 0, 0.5):
                nursery.start_soon(caller, seconds)
        assert ends == pytest.approx({5: 5, 1: 1, 3: 3, 0: 0, 0.5: 0.5})


@pytest.mark.parametrize("timeout", [None, math.inf])
async def test_no_deadline_means_none(autojump_clock, timeout):
    async with opened() as sup:

        async def slow(server, from_):
            await trio.sleep(1e6)
            return "at last"

        assert await sup.whereis("probe").call(slow, timeout=timeout) == "at last"


@pytest.mark.parametrize("timeout", [-1, math.nan])
async def test_an_impossible_deadline_is_refused(autojump_clock, timeout):
    async with opened() as sup:
        with pytest.raises(ValueError, match="timeout"):
            await sup.whereis("probe").call("x", timeout=timeout)


async def test_many_answered_calls_leave_no_deadlines_behind(autojump_clock):
    async with opened() as sup:
        ref = sup.whereis("probe")
        for _ in range(1000):
            await ref.call("x")
        clock = ref._child.tree.clock
        await ref.call("x", timeout=50)
        assert len(clock._calls) + len(clock._heap) < 300
        assert clock.pending() == 0


async def test_calls_queued_at_a_crash_get_the_reason_and_casts_are_lost(autojump_clock):
    async with opened() as sup:
        ref = sup.whereis("probe")
        reasons = []

        async def die(server, from_):
            await trio.sleep(1)
            raise KeyError("x")

        async def caller(request):
            with pytest.raises(ActorExited) as caught:
                await ref.call(request)
            reasons.append(caught.value.reason)
            assert isinstance(caught.value.__cause__, KeyError)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(caller, die)
            await wait_all_tasks_blocked()
            nursery.start_soon(caller, "queued")
            nursery.start_soon(caller, "queued too")
            await wait_all_tasks_blocked()
            ref.cast("lost")
        assert len(reasons) == 3
        assert sup.statistics().dropped_messages == 1


async def test_a_deferred_call_ends_with_its_server(autojump_clock):
    async with opened() as sup:
        ref = sup.whereis("probe")

        async def caller():
            with pytest.raises(ActorExited):
                await ref.call(lambda s, f: NoReply())

        async with trio.open_nursery() as nursery:
            nursery.start_soon(caller)
            await wait_all_tasks_blocked()
            await ref.stop()


async def test_a_dead_address_says_no_process(autojump_clock):
    async with opened() as sup:
        ref = sup.whereis("probe")
        pinned = ref.pin()
        await ref.stop()
        await wait_all_tasks_blocked()
        for gone in (ref, pinned):
            for use in (gone.cast, gone.send):
                with pytest.raises(NoProcess):
                    use("x")
            with pytest.raises(NoProcess):
                await gone.call("x")
            with pytest.raises(NoProcess):
                await gone.stop()
            assert not gone.alive
            gone.exit(Normal())
            gone.kill()
        with pytest.raises(NoProcess):
            ref.pin()
        assert sup.whereis("probe") is None
        down = await ref.monitor().wait()
        assert isinstance(down.reason.exc, NoProcess)
        assert isinstance(await pinned.wait_exit(), Crash)


async def test_calling_oneself_is_refused_at_once(autojump_clock):
    async def handler(server, from_):
        with pytest.raises(CallingSelf):
            await server.ref.call("x")
        with pytest.raises(CallingSelf):
            await server.ref.stop()
        async with trio.open_nursery() as nursery:

            async def inner():
                with pytest.raises(CallingSelf):
                    await server.ref.call("x")

            nursery.start_soon(inner)
        return "fine"

    async with opened() as sup:
        assert await sup.whereis("probe").call(handler) == "fine"
        assert trio.current_time() == 0


@pytest.mark.parametrize("length", [2, 3, 5])
async def test_a_cycle_of_calls_is_refused_at_once(autojump_clock, length):
    specs = [Probe.child_spec(id=n, name=n) for n in range(length)]
    async with open_supervisor(specs) as sup:
        refs = [sup.whereis(n) for n in range(length)]

        def hop(n):
            async def handler(server, from_):
                if n == length:
                    with pytest.raises(CallCycle) as caught:
                        await refs[0].call("x")
                    assert len(caught.value.path) == length
                    return "refused"
                return await refs[n].call(hop(n + 1))

            return handler

        assert await refs[0].call(hop(1)) == "refused"
        assert trio.current_time() == 0


async def test_a_task_that_nobody_waits_for_may_call_its_actor(autojump_clock):
    async with opened() as sup, trio.open_nursery() as outer:
        results = []

        async def worker(ref):
            results.append(await ref.call("hello"))

        def handler(server, from_):
            outer.start_soon(worker, server.ref)
            return "started"

        assert await sup.whereis("probe").call(handler) == "started"
        await wait_all_tasks_blocked()
        assert results == ["hello"]


@pytest.mark.parametrize("overflow", ["raise", "drop_newest", "drop_oldest"])
async def test_a_full_mailbox_does_what_its_policy_says(autojump_clock, overflow):
    log = []
    async with opened(log, mailbox_size=2, overflow=overflow) as sup:
        ref = sup.whereis("probe")

        async def busy(server, from_):
            await trio.sleep(1)

        async def call(request, outcome):
            try:
                await ref.call(request)
            except MailboxFull as error:
                assert error.limit == 2
                outcome.append("full")
            else:
                outcome.append("answered")

        busy_call, early, late = [], [], []
        async with trio.open_nursery() as nursery:
            nursery.start_soon(call, busy, busy_call)
            await wait_all_tasks_blocked()
            nursery.start_soon(call, "early", early)
            await wait_all_tasks_blocked()
            ref.cast("a")
            if overflow == "raise":
                with pytest.raises(MailboxFull):
                    ref.cast("b")
            else:
                ref.cast("b")
            nursery.start_soon(call, "late", late)
        handled = [item[1] for item in log if isinstance(item, tuple)][1:]
        if overflow == "drop_oldest":
            assert (early, late, handled) == (["full"], ["answered"], ["b", "late"])
        else:
            assert (early, late, handled) == (["answered"], ["full"], ["early", "a"])
        assert sup.statistics().mailbox_overflows == 2


async def test_down_messages_overtake_a_backlog_and_are_never_refused(autojump_clock):
    log = []
    specs = [Probe.child_spec(log, id="watcher", mailbox_size=3), Probe.child_spec(id="victim")]
    async with open_supervisor(specs) as sup:
        watcher, victim = sup.whereis("watcher"), sup.whereis("victim")

        async def busy(server):
            server.monitor(victim)
            await trio.sleep(1)

        watcher.cast(busy)
        await wait_all_tasks_blocked()
        for n in range(3):
            watcher.cast(n)
        victim.kill()
        await trio.sleep(2)
        assert isinstance(log[1], Down)
        assert log[1].reason == Killed()
        assert log[2:] == [("cast", 0), ("cast", 1), ("cast", 2)]


async def test_a_long_batch_lets_other_tasks_run(autojump_clock):
    async with opened() as sup:
        ref = sup.whereis("probe")
        seen = []
        for n in range(1000):
            ref.cast(lambda s, n=n: seen.append(n))
        turns = 0
        while len(seen) < 1000:
            await trio.lowlevel.checkpoint()
            turns += 1
        assert 4 < turns < 40
        assert seen == list(range(1000))


@pytest.mark.parametrize(
    ("seconds_each", "in_a_row"), [(0, 128), (1e-7, 1024), (2e-6, 512), (1e-5, 128), (1, 128)]
)
async def test_others_get_a_turn_after_128_messages_or_a_millisecond(
    mock_clock, seconds_each, in_a_row
):
    async with opened() as sup:
        ref = sup.whereis("probe")
        await wait_all_tasks_blocked()
        turns = []

        class Steps(trio.abc.Instrument):
            def before_task_step(self, task):
                turns.append(0)

        def handle(server):
            mock_clock.jump(seconds_each)
            turns[-1] += 1

        trio.lowlevel.add_instrument(Steps())
        for _ in range(5000):
            ref.cast(handle)
        await wait_all_tasks_blocked()
        assert sum(turns) == 5000
        assert max(turns) == in_a_row


async def test_a_batch_that_is_cut_short_counts_what_was_handled(autojump_clock):
    async with opened() as sup:
        ref = sup.whereis("probe")
        seen = []
        for n in range(4):
            ref.cast(lambda s, n=n: seen.append(otp.sys.info(ref).handled))
        ref.cast(lambda s: NoReply())
        ref.cast(lambda s: seen.append(otp.sys.info(ref).handled))
        await wait_all_tasks_blocked()
        assert seen == [1, 2, 3, 4, 6]
        assert otp.sys.info(ref).handled == 6


@pytest.mark.parametrize("how", ["cast", "send"])
async def test_what_a_message_of_any_kind_leads_to_comes_before_the_next_one(autojump_clock, how):
    class Actor(GenServer):
        def init(self):
            self.log = []

        def handle(self, request):
            self.log.append(request)
            return Continue("then") if request == 1 else None

        handle_cast = handle_info = handle

        def handle_continue(self, arg):
            self.log.append(arg)

    async with open_supervisor([Actor.child_spec(id="a")]) as sup:
        ref = sup.whereis("a")
        for request in (1, 2):
            getattr(ref, how)(request)
        await wait_all_tasks_blocked()
        assert ref._process.server.log == [1, "then", 2]


async def test_a_trace_changes_no_count_and_no_order(autojump_clock):
    async with opened() as sup:
        ref, events, seen = sup.whereis("probe"), [], []
        await otp.sys.trace(ref, events.append)
        for n in range(300):
            ref.cast(lambda s, n=n: seen.append(n))
        ref.cast(lambda s: s._process.set_tracer(None))
        for n in range(300, 600):
            ref.cast(lambda s, n=n: seen.append(n))
        await wait_all_tasks_blocked()
        assert seen == list(range(600))
        assert [event.kind for event in events] == ["cast"] * 301
        assert otp.sys.info(ref).handled == 601


@pytest.mark.parametrize("traced", [False, True])
async def test_a_call_that_was_passed_on_in_a_cast_is_a_cast(autojump_clock, traced):
    class Front(GenServer):
        async def init(self, worker_spec, sup):
            self.worker, self.sup = None, sup

        async def handle_call(self, request, from_):
            self.sup[0].whereis("worker").cast(from_)
            return NoReply()

    class Worker(GenServer):
        def handle_cast(self, from_):
            if from_.request == "crash":
                raise ValueError
            otp.reply(from_, from_.request)

    place, kinds = [], []
    specs = [Worker.child_spec(id="worker"), Front.child_spec(None, place, id="front")]
    async with open_supervisor(specs) as sup:
        place.append(sup)
        if traced:
            await otp.sys.trace(sup.whereis("worker"), lambda event: kinds.append(event.kind))
        assert await sup.whereis("front").call(1) == 1
        assert await sup.whereis("front").call("two") == "two"
        assert kinds == (["cast"] * 2 if traced else [])


@pytest.mark.parametrize("stops", [False, True])
async def test_a_call_that_was_passed_on_may_take_its_time_and_end_the_actor(autojump_clock, stops):
    class Front(GenServer):
        def handle_call(self, request, from_):
            self.worker.cast(from_)
            return NoReply()

    class Worker(GenServer):
        async def handle_cast(self, from_):
            await trio.sleep(1)  # simulated time
            otp.reply(from_, from_.request)
            return Stop() if stops else None

    specs = [Worker.child_spec(id="worker", restart="temporary"), Front.child_spec(id="front")]
    async with open_supervisor(specs) as sup:
        worker = sup.whereis("front")._process.server.worker = sup.whereis("worker")
        down = worker.monitor()
        assert await sup.whereis("front").call(1) == 1
        if stops:
            assert (await down.wait()).reason == Normal()
        else:
            assert await sup.whereis("front").call(2) == 2


def test_a_call_that_stands_for_none_can_be_shown():
    assert repr(otp.From()) == "<From nobody>"


async def test_a_call_that_was_passed_on_is_not_failed_by_an_end_before_its_turn(autojump_clock):
    class Hands(GenServer):
        def handle_cast(self, request):
            if request == "crash":
                raise ValueError
            self.kept = request

        def handle_call(self, request, from_):
            self.sup.whereis("worker").cast("crash")
            self.sup.whereis("worker").cast(from_)
            return NoReply()

    specs = [Hands.child_spec(id="worker"), Hands.child_spec(id="front")]
    async with open_supervisor(specs) as sup:
        sup.whereis("front")._process.server.sup = sup
        with pytest.raises(CallTimeout):
            await sup.whereis("front").call(1)
        assert sup.statistics().dropped_messages == 1


async def test_a_monitor_fires_once_and_can_be_cancelled(autojump_clock):
    log = []
    specs = [Probe.child_spec(log, id="watcher"), Probe.child_spec(id="victim")]
    async with open_supervisor(specs) as sup:
        watcher, victim = sup.whereis("watcher"), sup.whereis("victim")
        watcher.cast(lambda s: s.monitor(victim) and None)
        watcher.cast(lambda s: s.monitor(victim).cancel())
        await wait_all_tasks_blocked()
        outside = victim.monitor()
        closed = victim.monitor()
        async with trio.open_nursery() as nursery:

            async def wait_closed():
                with pytest.raises(trio.ClosedResourceError):
                    await closed.wait()

            nursery.start_soon(wait_closed)
            await wait_all_tasks_blocked()
            closed.cancel()
            closed.cancel()
        with pytest.raises(trio.ClosedResourceError):
            await closed.wait()
        with trio.move_on_after(1) as scope:
            await outside.wait()
        assert scope.cancelled_caught
        assert outside.down is None
        await victim.stop()
        await wait_all_tasks_blocked()
        downs = [item for item in log if isinstance(item, Down)]
        assert len(downs) == 1
        assert downs[0].ref is victim
        assert downs[0].reason == Normal()
        assert (await outside.wait()).reason == Normal()


async def test_cancelling_a_fired_monitor_takes_its_message_back(autojump_clock):
    log = []
    specs = [Probe.child_spec(log, id="watcher"), Probe.child_spec(id="victim")]
    async with open_supervisor(specs) as sup:
        watcher, victim = sup.whereis("watcher"), sup.whereis("victim")

        async def flush(server):
            monitor = server.monitor(victim)
            victim.kill()
            await victim.wait_exit()
            assert monitor.down is not None
            monitor.cancel()

        watcher.cast(flush)
        await wait_all_tasks_blocked()
        assert not any(isinstance(item, Down) for item in log)
        assert watcher.alive


async def test_monitoring_the_dead_gives_a_down_at_once(autojump_clock):
    log = []
    specs = [Probe.child_spec(log, id="watcher"), Probe.child_spec(id="victim")]
    async with open_supervisor(specs) as sup:
        watcher, victim = sup.whereis("watcher"), sup.whereis("victim")
        await victim.stop()
        watcher.cast(lambda s: s.monitor(victim) and None)
        await wait_all_tasks_blocked()
        assert isinstance(log[-1].reason.exc, NoProcess)


async def test_stop_runs_terminate_and_reports_a_changed_reason(autojump_clock):
    class Bad(Probe):
        async def terminate(self, reason):
            raise OSError("cannot close")

    class Rude(Probe):
        async def terminate(self, reason):
            raise Stop(Shutdown("rude"))

    async with open_supervisor([Bad.child_spec(id=1), Rude.child_spec(id=2)]) as sup:
        with pytest.raises(ActorExited) as caught:
            await sup.whereis(1).stop()
        assert isinstance(caught.value.reason.exc, OSError)
        with pytest.raises(ActorExited) as caught:
            await sup.whereis(2).stop()
        assert caught.value.reason == Shutdown("rude")


async def test_stop_has_a_deadline_of_its_own(autojump_clock):
    async def busy(server):
        await trio.sleep(100)

    log = []
    async with opened(log) as sup:
        ref = sup.whereis("probe")
        ref.cast(busy)
        await wait_all_tasks_blocked()
        with pytest.raises(CallTimeout):
            await ref.stop(timeout=1)
        assert ref.alive
        await trio.sleep(100)
        assert not ref.alive
        assert log[-1] == ("terminate", Normal())


async def test_an_unhandled_message_is_logged_and_counted(autojump_clock, caplog):
    async with open_supervisor([Plain.child_spec(1, id="plain")]) as sup:
        sup.whereis("plain").send("what?")
        await wait_all_tasks_blocked()
        assert sup.statistics().unhandled_messages == 1
        assert "no handle_info for a str" in caplog.text
        assert "what?" not in caplog.text


@pytest.mark.parametrize(
    "use",
    [
        lambda ref: ref.cast(1),
        lambda ref: ref.call(1),
    ],
)
async def test_unimplemented_callbacks_crash_with_a_clear_error(autojump_clock, use, caplog):
    class Empty(GenServer):
        restart = "temporary"

    async with open_supervisor([Empty.child_spec(id="empty")]) as sup:
        ref = sup.whereis("empty")
        monitor = ref.monitor()
        result = use(ref)
        if result is not None:
            with pytest.raises(ActorExited):
                await result
        reason = (await monitor.wait()).reason
        assert "Empty has no handle_" in str(reason.exc)


async def test_an_unimplemented_continue_crashes(autojump_clock):
    class Empty(GenServer):
        restart = "temporary"

        def init(self):
            return Continue(1)

    async with open_supervisor([]) as sup:
        ref = await sup.start_child(Empty.child_spec())
        await wait_all_tasks_blocked()
        assert not ref.alive


async def test_a_crash_report_shows_only_what_format_status_allows(autojump_clock, caplog):
    class Secretive(Probe):
        def format_status(self):
            return {"entries": len(self.log)}

    class Broken(Probe):
        def format_status(self):
            raise KeyError

    def boom(server):
        server.secret = "hunter2"
        raise ValueError("boom")

    specs = [Secretive.child_spec(id=1), Broken.child_spec(id=2)]
    async with open_supervisor(specs) as sup:
        for number in (1, 2):
            sup.whereis(number).cast(boom)
            await wait_all_tasks_blocked()
    records = [record for record in caplog.records if record.levelno == logging.ERROR]
    assert [record.otp_state for record in records] == [
        {"entries": 2},
        "<format_status raised KeyError>",
    ]
    assert {record.otp_event for record in records} == {"crash"}
    assert records[0].exc_info[1].args == ("boom",)


async def test_init_gets_the_arguments_and_a_dynamic_child_can_refuse(autojump_clock):
    class Picky(GenServer):
        async def init(self, a, *, b):
            self.sum = a + b
            await trio.lowlevel.checkpoint()

        def handle_call(self, request, from_):
            return self.sum

    async with open_supervisor([DynamicSupervisor.child_spec(id="dyn")]) as sup:
        dyn = sup.whereis("dyn", DynamicSupervisor)
        ref = await dyn.start_child(Picky.child_spec(1, b=2))
        assert await ref.call("sum") == 3
        with pytest.raises(StartFailed) as caught:
            await dyn.start_child(Picky.child_spec(1))
        assert isinstance(caught.value.__cause__, TypeError)


@pytest.mark.parametrize(
    "options",
    [
        {"restart": "sometimes"},
        {"shutdown": -1},
        {"shutdown": "soon"},
        {"mailbox_size": 0},
        {"overflow": "explode"},
        {"significant": True, "restart": "permanent"},
    ],
)
def test_impossible_options_are_refused(options):
    with pytest.raises(ValueError):
        Probe.child_spec(**options)


def test_a_spec_shows_its_class_and_can_be_changed():
    spec = Probe.child_spec()
    assert "start=Probe" in repr(spec)
    assert spec.anonymous
    changed = spec.replace(id="x", restart="transient", shutdown=1, significant=True, name="n")
    assert (changed.id, changed.restart, changed.shutdown) == ("x", "transient", 1)
    assert (changed.significant, changed.name, changed.anonymous) == (True, "n", False)
    assert spec.replace() == spec


@pytest.mark.parametrize("seconds", [-1, math.nan])
def test_an_impossible_idle_timeout_is_refused(seconds):
    with pytest.raises(ValueError):
        IdleTimeout(seconds)


async def test_a_ref_counts_incarnations_and_can_be_pinned(autojump_clock):
    async with open_supervisor([Plain.child_spec(1, id="p", restart="permanent")]) as sup:
        ref = sup.whereis("p")
        pinned = ref.pin()
        assert (ref.incarnation, pinned.incarnation) == (1, 1)
        assert pinned.pin() is pinned
        ref.kill()
        await wait_all_tasks_blocked()
        assert await ref.call(1) == 2
        assert (ref.incarnation, pinned.incarnation) == (2, 1)
        with pytest.raises(NoProcess):
            pinned.cast(1)
        assert repr(ref) == "<Ref 'p'>"
        assert repr(pinned) == "<Ref 'p' #1>"
        assert ref.id == "p"
