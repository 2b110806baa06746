"""A mistake, a full mailbox or a bad moment costs whoever it concerns, and nobody else."""

import contextlib
import math
from functools import partial

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from copilot_actors import otp
from copilot_actors.otp import (
    ActorExited,
    Backoff,
    Continue,
    GenServer,
    MailboxFull,
    NoReply,
    Reply,
    Shutdown,
    Stop,
    Supervisor,
    Task,
    TaskSupervisor,
    open_supervisor,
)


class Actor(GenServer):
    """Runs the functions that it is sent."""

    restart = "temporary"

    def init(self):
        self.log = []

    async def handle_call(self, request, from_):
        return await request(self, from_) if callable(request) else request

    async def handle_cast(self, request):
        if callable(request):
            return await request(self)
        self.log.append(request)
        return None

    def handle_info(self, message):
        self.log.append(message)


async def crash(server):
    raise ValueError("boom")


# Timers.


@pytest.mark.parametrize("make", [GenServer.send_after, GenServer.send_interval])
async def test_a_timer_made_after_its_actors_end_never_fires(autojump_clock, make):
    async with open_supervisor([Actor.child_spec(id="a")]) as sup:
        ref = sup.whereis("a")
        server = ref._process.server
        await ref.stop()
        timer = make(server, 1, "late")
        assert (timer.done, timer.remaining, timer.cancel()) == (1, 0.0, False)
        assert not server._process.hooks
        await trio.sleep(5)
        assert sup._child.clock.pending() == 0


@pytest.mark.parametrize("make", [otp.send_after, otp.send_interval])
async def test_a_timer_for_what_has_no_mailbox_is_refused_at_once(autojump_clock, make):
    async with open_supervisor([Task.child_spec(trio.sleep_forever, id="t")]) as sup:
        ref = sup.whereis("t")
        with pytest.raises(TypeError, match="no mailbox"):
            make(ref, 1, "x")
        with pytest.raises(TypeError, match="no mailbox"):
            make(ref.pin(), 1, "x")
        await trio.sleep(5)
        assert sup.alive


async def test_an_entry_that_raises_stops_no_other_timer(autojump_clock, caplog):
    def fail():
        raise ValueError("boom")

    async def endless(server):
        server.trap_exits = True
        await trio.sleep(100)

    async with open_supervisor([Actor.child_spec(id="a", shutdown=3)]) as sup:
        ref = sup.whereis("a")
        sup._child.clock.after(1, fail)
        otp.send_after(ref, 1, "same time")
        otp.send_after(ref, 2, "later")
        await trio.sleep(5)
        assert ref._process.server.log == ["same time", "later"]
        ref.cast(endless)
        with pytest.raises(otp.CallTimeout):
            await ref.call("x", timeout=1)
    assert trio.current_time() == 5 + 1 + 3
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [ValueError]


# Group restarts.


class Flaky(Actor):
    """Its restarts fail, slowly, as often as it is told."""

    restart = "permanent"

    async def init(self, failures):
        if self.ref.incarnation > 1:
            await trio.sleep(1)
            if failures:
                failures.pop()
                raise ValueError("not yet")


@pytest.mark.parametrize("backoff", [None, Backoff(1, 1)])
@pytest.mark.parametrize("end", ["terminate", "terminate and restart", "delete"])
@pytest.mark.parametrize("strategy", ["one_for_all", "rest_for_one"])
async def test_siblings_of_a_child_that_is_ended_during_a_failing_group_restart_run_again(
    autojump_clock, strategy, end, backoff
):
    specs = [
        Flaky.child_spec([1], id="a"),
        Actor.child_spec(id="b", restart="permanent"),
        Flaky.child_spec([1], id="c"),
    ]
    async with open_supervisor(specs, strategy=strategy, backoff=backoff) as sup:
        refs = [sup.whereis(name) for name in "abc"]
        refs[0].kill()
        await trio.sleep(0.5 if backoff is None else 1.5)
        await sup.terminate_child("a")
        if end == "delete":
            await sup.delete_child("a")
        if end == "terminate and restart":
            await sup.restart_child("a")
        await trio.sleep(20)
        assert [ref.alive for ref in refs[1:]] == [True, True]
        assert await refs[1].call("x", timeout=9) == await refs[2].call("x", timeout=9)
        # As in OTP, the next restart of the whole group starts what was terminated, too.
        again = strategy == "one_for_all" and end == "terminate"
        assert refs[0].alive == (again or end == "terminate and restart")
        assert sup.statistics().restarts == 2


# Orders and results in mailboxes that drop.


async def sleep_a_second(server):
    await trio.sleep(1)
    server.log.append("slept")


@pytest.mark.parametrize("overflow", ["raise", "drop_newest"])
@pytest.mark.parametrize("size", [1, 3])
async def test_a_drained_stop_that_finds_no_place_is_refused(autojump_clock, size, overflow):
    spec = Actor.child_spec(id="a", mailbox_size=size, overflow=overflow)
    async with open_supervisor([spec]) as sup:
        ref = sup.whereis("a")
        for _ in range(size):
            ref.cast(sleep_a_second)
        with pytest.raises(MailboxFull, match="stop"):
            await ref.stop(drain=True, timeout=50)
        assert sup.statistics().mailbox_overflows == 1
        await trio.sleep(size - 0.5)
        server = ref._process.server
        await ref.stop(drain=True, timeout=50)
        assert server.log == ["slept"] * size


@pytest.mark.parametrize("size", [1, 2, 4])
async def test_nothing_pushes_a_drained_stop_out_nor_what_comes_before_it(autojump_clock, size):
    spec = Actor.child_spec(id="a", mailbox_size=size, overflow="drop_oldest")
    async with open_supervisor([spec]) as sup, trio.open_nursery() as nursery:
        ref = sup.whereis("a")
        server = ref._process.server
        ends = {}
        ref.cast(sleep_a_second)
        await wait_all_tasks_blocked()
        for n in range(size):
            ref.cast(n)
        for reason in (Shutdown("first"), Shutdown("second")):
            nursery.start_soon(_stop_drained, ref, reason, ends)
            await wait_all_tasks_blocked()
        for n in range(10, 20):
            ref.cast(n)
            ref.send(n)
        with pytest.raises(MailboxFull):
            await ref.call("x", timeout=50)
        await trio.sleep(2)
        assert not ref.alive
        # The first order took the place of one message; the second one needs none.
        assert server.log == ["slept", *range(1, size)]
        assert ends == {"first": "first", "second": "first"}
        assert sup.statistics().mailbox_overflows == 1 + 20 + 1


async def _stop_drained(ref, reason, ends):
    got = reason
    try:
        await ref.stop(reason, drain=True, timeout=50)
    except ActorExited as error:
        got = error.reason
    ends[reason.detail] = got.detail


async def test_an_order_to_stop_is_no_message(autojump_clock):
    async def crash(server):
        raise ZeroDivisionError

    async with open_supervisor([Actor.child_spec(id="a")]) as sup:
        ref = sup.whereis("a")
        ref.cast(crash)
        ref.cast("lost")
        with pytest.raises(ActorExited) as caught:
            await ref.stop(drain=True)
        assert isinstance(caught.value.__cause__, ZeroDivisionError)
        assert sup.statistics().dropped_messages == 1
        ref = await sup.start_child(Actor.child_spec(id="b"))
        process = ref._process
        ref.cast(sleep_a_second)
        await ref.stop(drain=True)
        assert process.total_handled == 1


@pytest.mark.parametrize(
    "spec", [Task.child_spec(trio.sleep_forever, id="a"), Supervisor.child_spec([], id="a")]
)
async def test_a_drained_stop_is_for_servers(autojump_clock, spec):
    async with open_supervisor([spec]) as sup:
        with pytest.raises(TypeError, match="no mailbox"):
            await sup.whereis("a").stop(drain=True)
        assert sup.whereis("a").alive


class Inline(Actor):
    """Calls run in the callers' tasks; casts and infos as ever."""

    inline_calls = True

    def handle_call(self, request, from_):
        return request(self)


def _fill(server):
    with contextlib.suppress(MailboxFull):
        for n in range(9):
            server.ref.cast(n)


async def _answer(server):
    return "answer"


RESULTS = {
    "reply": (lambda server: Reply("answer"), "answer"),
    "awaitable": (_answer, "answer"),
    "stop": (lambda server: Stop(reply="answer"), "answer"),
    "noreply": (lambda server: NoReply(Stop()), ActorExited),
    "crash": (lambda server: 1 / 0, ActorExited),
}


@pytest.mark.parametrize("result", RESULTS)
@pytest.mark.parametrize("overflow", ["raise", "drop_newest", "drop_oldest"])
@pytest.mark.parametrize("size", [1, 3])
async def test_an_inline_call_ends_whatever_its_handler_has_queued(
    autojump_clock, size, overflow, result
):
    action, expected = RESULTS[result]

    def request(server):
        _fill(server)
        return action(server)

    spec = Inline.child_spec(id="a", mailbox_size=size, overflow=overflow)
    async with open_supervisor([spec]) as sup:
        ref = sup.whereis("a")
        await wait_all_tasks_blocked()
        try:
            got = await ref.call(request, timeout=50)
        except otp.CallError as error:
            got = type(error)
        assert got == expected
        assert trio.current_time() == 0


EVENTS = {
    "nothing": lambda server: None,
    "a cast": lambda server: server.ref.cast("cast"),
    "an exit signal to trap": lambda server: server.ref.exit(Shutdown("signal")),
    "an order to stop": lambda server: server._process.request_stop(Shutdown("ordered")),
    "an interruption": lambda server: server._process.interrupt(Shutdown("now")),
    "a kill": lambda server: server.ref.kill(),
    "a system function": lambda server: server._process.deliver_control(
        partial(server.log.append, "system")
    ),
}


async def _forever(server):
    server.log.append("waits")
    try:
        await trio.sleep(1)
    finally:
        server.log.append("over")


@pytest.mark.parametrize("result", [*RESULTS, "continue", "wait"])
@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize("trapping", [False, True])
async def test_an_inline_call_is_over_before_what_came_during_it(
    autojump_clock, trapping, event, result
):
    """As in an actor whose calls are not inline: the first part of a call is part of it."""
    actions = {name: action for name, (action, _) in RESULTS.items()} | {
        "continue": lambda server: Reply("answer", then=Continue("continued")),
        "wait": _forever,
    }
    outcomes = []
    for inline in (True, False):

        class Server(Inline):
            inline_calls = inline
            trap_exits = trapping

            def handle_info(self, message):
                self.log.append(message.reason)

            def handle_continue(self, arg):
                self.log.append(arg)

            def terminate(self, reason):
                self.log.append(("terminate", type(reason)))

        def request(server):
            server.log.append("began")
            EVENTS[event](server)
            return actions[result](server)

        async with open_supervisor([Server.child_spec(id="a")]) as sup:
            ref = sup.whereis("a").pin()
            server = ref._process.server
            await wait_all_tasks_blocked()
            try:
                answer = await ref.call(request, timeout=50)
            except ActorExited as error:
                answer = repr(error.reason)
            await trio.sleep(2)
            process = ref._process
            outcomes.append((server.log, answer, repr(process.reason), process.total_handled))
    assert outcomes[0] == outcomes[1]


# Traces.


async def test_a_trace_shows_no_order_to_stop_and_survives_it(autojump_clock):
    events = []
    async with open_supervisor([Actor.child_spec(id="a")]) as sup:
        ref = sup.whereis("a")
        await otp.sys.trace(ref, events.append)
        ref.cast("first")
        await ref.stop(Shutdown("drained"), drain=True)
    assert [(event.kind, event.message) for event in events] == [("cast", "first")]


@pytest.mark.parametrize("result", ["reply", "awaitable"])
async def test_a_trace_begins_after_the_call_during_which_it_was_asked_for(autojump_clock, result):
    events = []
    async with open_supervisor([Inline.child_spec(id="a")]) as sup:
        ref = sup.whereis("a")
        await wait_all_tasks_blocked()

        def request(server):
            server._process.deliver_control(lambda: server._process.set_tracer(events.append))
            server.ref.cast("queued")
            return RESULTS[result][0](server)

        assert await ref.call(request) == "answer"
        await wait_all_tasks_blocked()
        assert [(event.kind, event.message) for event in events] == [("cast", "queued")]
        assert ref.alive


# Cycles through an incarnation that is still starting.


class Starter(Actor):
    """At its second start it calls whoever it is told to, ``pause`` seconds after it began."""

    restart = "permanent"

    async def init(self, told):
        super().init()
        told["starts"] = told.get("starts", 0) + 1
        if told["starts"] == 2:
            await trio.sleep(told["pause"])
            try:
                told["init"] = await told["ref"].call("from init", timeout=50)
            except otp.CallError as error:
                told["init"] = error


@pytest.mark.parametrize("between", [0, 1, 2])
@pytest.mark.parametrize("first", ["the init", "the call"])
async def test_a_cycle_through_a_start_is_refused_to_whoever_closes_it(
    autojump_clock, first, between
):
    told = {"pause": 1 if first == "the call" else 0}
    specs = [Actor.child_spec(id=n) for n in range(between + 1)]
    async with open_supervisor([*specs, Starter.child_spec(told, id="b")]) as sup:
        told["ref"] = sup.whereis(0)
        path = [sup.whereis(n) for n in range(1, between + 1)] + [sup.whereis("b")]

        async def through(server, from_, rest=tuple(path)):
            if not rest[1:]:
                await trio.sleep(0.5)
                try:
                    return await rest[0].call("x", timeout=50)
                except otp.CallError as error:
                    return error
            return await rest[0].call(partial(through, rest=rest[1:]), timeout=50)

        sup.whereis("b").exit(Shutdown("again"))
        with trio.fail_after(5):
            answer = await sup.whereis(0).call(through, timeout=50)
            await sup.whereis("b").call("y")
        chain = [sup.whereis(0), *path[:-1]]
        if first == "the call":
            assert answer == "x"
            assert told["init"].path == (path[-1], *chain)
        else:
            assert told["init"] == "from init"
            assert answer.path == (chain[-1], path[-1], *chain[:-1])


async def test_an_init_that_calls_its_own_address_is_refused(autojump_clock):
    told = {"pause": 0}
    async with open_supervisor([Starter.child_spec(told, id="b")]) as sup:
        told["ref"] = sup.whereis("b")
        told["ref"].exit(Shutdown("again"))
        await told["ref"].wait_exit()
        assert await told["ref"].call("x", timeout=5) == "x"
        assert isinstance(told["init"], otp.CallingSelf)


# Answers after the end.


@pytest.mark.parametrize("inline", [False, True])
@pytest.mark.parametrize("end", ["crash", "deadline", "cancelled", "answered"])
async def test_a_late_answer_is_a_mistake_only_if_the_call_was_answered(
    autojump_clock, end, inline
):
    calls = []

    class Keeper(Inline):
        inline_calls = inline

        def handle_call(self, request, from_):
            calls.append(from_)
            return Stop(ZeroDivisionError()) if end == "crash" else NoReply()

    async with open_supervisor([Keeper.child_spec(id="a")]) as sup:
        ref = sup.whereis("a")
        await wait_all_tasks_blocked()
        with trio.move_on_after(1 if end == "cancelled" else 50):
            async with trio.open_nursery() as nursery:
                if end == "answered":

                    async def answer():
                        await trio.sleep(1)
                        otp.reply(calls[0], "answer")

                    nursery.start_soon(answer)
                try:
                    assert await ref.call("x", timeout=2) == "answer"
                except otp.CallError:
                    assert end in {"crash", "deadline"}
        for _ in range(2):
            if end == "answered":
                with pytest.raises(otp.AlreadyReplied):
                    otp.reply(calls[0], "late")
            else:
                otp.reply(calls[0], "late")
        assert sup.statistics().late_replies == (0 if end == "answered" else 2)


# Receivers without a mailbox.


async def _inside_a_task(tasks, function):
    async def work():
        function()

    outcome = await tasks.start_child(work).wait(timeout=5)
    raise outcome.error.reason.exc


@pytest.mark.parametrize("inside", [False, True])
@pytest.mark.parametrize("way", ["topic", "result"])
async def test_a_task_cannot_be_made_a_receiver(autojump_clock, way, inside):
    topic = otp.Topic()
    specs = [TaskSupervisor.child_spec(id="tasks"), Actor.child_spec(id="a")]
    async with open_supervisor(specs) as sup:
        tasks = sup.whereis("tasks", TaskSupervisor)
        topic.subscribe(sup.whereis("a"))
        task = tasks.start_child(trio.sleep_forever)
        await wait_all_tasks_blocked()
        receiver = None if inside else task
        refused = {
            "topic": partial(topic.subscribe, receiver),
            "result": partial(tasks.async_nolink, trio.sleep, 1, reply_to=receiver),
        }[way]
        with pytest.raises(TypeError, match="no mailbox"):
            await _inside_a_task(tasks, refused) if inside else refused()
        assert topic.publish("news") == 1 == len(topic)
        assert tasks.children() == [task]  # what was refused was not begun


async def test_one_call_to_many_refuses_those_that_answer_no_calls(autojump_clock):
    specs = [
        TaskSupervisor.child_spec(id="tasks"),
        Task.child_spec(trio.sleep_forever, id="task"),
        Actor.child_spec(id="a"),
    ]
    called = []

    async def request(server, from_):
        called.append(server)

    async with open_supervisor(specs) as sup:
        actor = sup.whereis("a")
        for other in (sup.whereis("tasks"), sup.whereis("task"), sup):
            with pytest.raises(TypeError, match="no calls"):
                await otp.multi_call([actor, other], request)
        with pytest.raises(ValueError, match="timeout"):
            await otp.multi_call([actor, actor.pin()], request, timeout=-1)
        await wait_all_tasks_blocked()
        assert called == []
        assert list((await otp.multi_call([actor], request, timeout=math.inf))[0]) == [actor]


# Orders that nobody waits for any more.


@pytest.mark.parametrize("given_up", ["deadline", "cancelled"])
async def test_system_calls_that_were_given_up_leave_nothing_behind(autojump_clock, given_up):
    async with open_supervisor([Actor.child_spec(id="a")]) as sup:
        ref = sup.whereis("a")
        ref.cast(sleep_a_second)
        await wait_all_tasks_blocked()
        for _ in range(20):
            with contextlib.suppress(otp.CallTimeout), trio.move_on_after(0.01):
                await otp.sys.get_state(ref, timeout=0.01 if given_up == "deadline" else 50)
        process = ref._process
        assert not process.control
        assert not process.deferred
        await trio.sleep(2)
        assert (await otp.sys.get_state(ref)).log == ["slept"]
        await ref.stop()
        assert process.control is None


async def test_a_system_call_may_meet_its_deadline_in_its_turn(autojump_clock):
    async with open_supervisor([Actor.child_spec(id="a")]) as sup:
        ref = sup.whereis("a")
        ref.cast(sleep_a_second)
        await wait_all_tasks_blocked()
        process = ref._process

        async def meet():
            await wait_all_tasks_blocked()
            (call,) = process.deferred
            call.expire()
            process.control.popleft()()
            process.deliver_control(lambda: None)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(meet)
            with pytest.raises(otp.CallTimeout):
                await otp.sys.get_state(ref)


class Slow(Actor):
    """Takes its time to start and to stop."""

    shutdown = 50

    async def init(self, pause=0):
        super().init()
        await trio.sleep(pause)

    async def terminate(self, reason):
        await trio.sleep(20)


async def test_management_calls_that_were_given_up_leave_nothing_behind(autojump_clock):
    async with open_supervisor([]) as sup, trio.open_nursery() as nursery:
        nursery.start_soon(sup.start_child, Slow.child_spec(10, id="slow"))
        await wait_all_tasks_blocked()
        for n in range(20):
            with trio.move_on_after(0.01):
                await sup.start_child(Actor.child_spec(id=n))
        assert not sup._process.events
        await trio.sleep(15)
        assert [row.id for row in sup.which_children()] == ["slow"]


async def test_children_are_ended_though_the_order_was_given_up_before_its_turn(autojump_clock):
    specs = [Actor.child_spec(id="a"), Actor.child_spec(id="b"), Actor.child_spec(id="c")]
    async with open_supervisor(specs) as sup, trio.open_nursery() as nursery:
        refs = {name: sup.whereis(name) for name in "abc"}
        nursery.start_soon(sup.start_child, Slow.child_spec(10, id="slow"))
        await wait_all_tasks_blocked()
        for n in range(20):
            with trio.move_on_after(0.01):
                await sup.terminate_child("ab"[n % 2])
        assert len(sup._process.events) == 2
        await trio.sleep(15)
        assert [name for name, ref in refs.items() if ref.alive] == ["c"]


async def test_orders_to_end_a_dynamic_child_that_were_given_up_leave_nothing_behind(
    autojump_clock,
):
    async with open_supervisor([otp.DynamicSupervisor.child_spec(id="d")]) as sup:
        pool = sup.whereis("d", otp.DynamicSupervisor)
        ref = await pool.start_child(Slow.child_spec(id="slow"))
        for _ in range(20):
            with trio.move_on_after(0.01):
                await pool.terminate_child(ref)
        assert len(ref._process.hooks) == 1
        await pool.terminate_child(ref)
        assert pool.which_children() == []
