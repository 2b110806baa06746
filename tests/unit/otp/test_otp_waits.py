"""Waits: none is lost, none leaves anything behind, none that can only deadlock begins."""

# ruff: noqa: PT012 - whole trees under raises()

import contextlib
import copy
import math
import pickle

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from copilot_actors import otp
from copilot_actors.otp import (
    ActorError,
    ActorExited,
    AlreadyStarted,
    Backoff,
    CallCycle,
    CallingSelf,
    CallTimeout,
    ChildNotFound,
    Continue,
    Crash,
    DynamicSupervisor,
    Exit,
    GenServer,
    Killed,
    MailboxFull,
    MaxRestarts,
    NoProcess,
    Normal,
    Registry,
    Reply,
    Shutdown,
    StartFailed,
    Stop,
    Supervisor,
    Task,
    TaskSupervisor,
    Via,
    open_supervisor,
)


class Actor(GenServer):
    """Runs the functions that it is sent."""

    async def init(self, setup=None):
        self.log = []
        if setup is not None:
            return await setup(self)
        return None

    async def handle_call(self, request, from_):
        return await request(self) if callable(request) else request

    async def handle_cast(self, request):
        return await request(self)

    async def handle_info(self, message):
        self.log.append(message)

    async def handle_continue(self, arg):
        return arg(self)


class Trapping(Actor):
    trap_exits = True
    shutdown = math.inf


async def crash(server):
    raise ValueError("boom")


async def log_of(server):
    return server.log


@pytest.mark.parametrize("overflow", ["raise", "drop_newest", "drop_oldest"])
async def test_more_calls_than_the_mailbox_takes_may_wait_for_a_restart(autojump_clock, overflow):
    spec = Actor.child_spec(id=0, mailbox_size=3, overflow=overflow)
    async with open_supervisor([spec], backoff=Backoff(5, 5)) as sup:
        ref = sup.whereis(0)
        ref.cast(crash)
        await wait_all_tasks_blocked()
        outcomes = {}

        async def caller(number):
            try:
                outcomes[number] = await ref.call(number, timeout=None)
            except MailboxFull as error:
                outcomes[number] = error.limit, error.timeout

        async with trio.open_nursery() as nursery:
            for number in range(6):
                nursery.start_soon(caller, number)
                await wait_all_tasks_blocked()
        served = range(3, 6) if overflow == "drop_oldest" else range(3)
        assert outcomes == {n: n if n in served else (3, None) for n in range(6)}
        assert ref.incarnation == 2
        assert sup.statistics().restarts == 1
        assert sup.statistics().mailbox_overflows == 3


async def test_a_call_that_waits_for_a_supervisor_is_refused_when_it_runs(autojump_clock):
    inner = Supervisor.child_spec([Actor.child_spec(id=0)], id="inner", max_restarts=0)
    async with open_supervisor([inner], backoff=Backoff(5, 5)) as sup:
        ref = sup.whereis("inner")
        sup.whereis(0).cast(crash)
        await wait_all_tasks_blocked()
        with pytest.raises(TypeError):
            await ref.call("anything", timeout=None)
        assert ref.incarnation == 2
        assert ref.alive


@pytest.mark.parametrize("limit", [None, 1])
async def test_calls_that_gave_up_before_a_restart_leave_nothing(autojump_clock, limit):
    async with open_supervisor([Actor.child_spec(id=0)], backoff=Backoff(900, 900)) as sup:
        ref = sup.whereis(0)
        ref.kill()
        await wait_all_tasks_blocked()
        for _ in range(3):
            with trio.move_on_after(2):
                with contextlib.suppress(CallTimeout):
                    await ref.call("x", timeout=limit)
        assert not ref._child.waiting


async def nested(awaitable):
    return await awaitable


WAITS = {
    "wait_exit": lambda ref: ref.wait_exit(),
    "task.wait": lambda ref: ref.wait(),
    "await task": nested,
    "task.wait(timeout)": lambda ref: ref.wait(99),
    "task.shutdown": lambda ref: ref.shutdown(),
    "stop": lambda ref: ref.stop(),
}


@pytest.mark.parametrize("wait", WAITS.values(), ids=WAITS)
async def test_a_cancelled_wait_for_an_end_leaves_no_monitor(autojump_clock, wait):
    async def stubborn():
        with trio.CancelScope(shield=True):
            await trio.sleep(50)

    spec = Task.child_spec(stubborn, id=0, shutdown=math.inf)
    async with open_supervisor([spec]) as sup:
        ref = sup.whereis(0)
        for _ in range(3):
            with trio.move_on_after(1) as scope:
                await wait(ref)
            assert scope.cancelled_caught
        assert otp.sys.info(ref).monitors == 0


@pytest.mark.parametrize("kind", ["dynamic", "tasks"])
async def test_a_cancelled_termination_leaves_no_monitor(autojump_clock, kind):
    async def stubborn():
        with trio.CancelScope(shield=True):
            await trio.sleep(50)

    specs = [DynamicSupervisor.child_spec(id="dynamic"), TaskSupervisor.child_spec(id="tasks")]
    async with open_supervisor(specs) as sup:
        parent = sup.whereis(kind)
        if kind == "tasks":
            ref = parent.start_child(stubborn, shutdown=math.inf)
        else:
            ref = await parent.start_child(Task.child_spec(stubborn, shutdown=math.inf))
        await wait_all_tasks_blocked()
        with trio.move_on_after(1):
            await parent.terminate_child(ref)
        assert otp.sys.info(ref).monitors == 0
        monitor = ref.monitor()
        assert (await monitor.wait()).reason == Normal()
        if kind == "tasks":
            await parent.terminate_child(ref)  # it has ended: nothing to wait for


async def test_monitors_that_have_fired_leave_no_hook_in_a_long_lived_actor(autojump_clock):
    specs = [Actor.child_spec(id=0), DynamicSupervisor.child_spec(id="d")]
    async with open_supervisor(specs) as sup:
        ref, dynamic = sup.whereis(0), sup.whereis("d", DynamicSupervisor)

        async def watch(server):
            child = await dynamic.start_child(Actor.child_spec(restart="temporary"))
            server.monitor(child)
            child.kill()

        for _ in range(5):
            await ref.call(watch)
        await wait_all_tasks_blocked()
        assert len(await ref.call(log_of)) == 5
        assert not ref._process.hooks


async def _outcome(wait, results):
    try:
        results.append(await wait())
    except ActorError as error:
        results.append(type(error))


async def test_of_two_actors_that_stop_each_other_the_second_is_told(autojump_clock):
    specs = [Actor.child_spec(id=n, restart="temporary") for n in (0, 1)]
    async with open_supervisor(specs) as sup:
        refs = [sup.whereis(0), sup.whereis(1)]
        results = []

        async def stop(other):
            await trio.sleep(1)
            await _outcome(other.stop, results)

        refs[0].cast(lambda server: stop(refs[1]))
        refs[1].cast(lambda server: stop(refs[0]))
        await trio.sleep(2)
        assert results == [CallCycle, None]
        # Which of the two is trio's choice; the stop that was refused was not ordered.
        assert sorted(ref.alive for ref in refs) == [False, True]


async def test_an_actor_may_wait_for_the_end_of_one_that_it_has_cancelled(autojump_clock):
    async with open_supervisor([Actor.child_spec(id=0), TaskSupervisor.child_spec(id=1)]) as sup:
        ref, tasks = sup.whereis(0), sup.whereis(1, TaskSupervisor)
        for end in ("stop", "shutdown", "cancel", "kill"):

            async def end_task(server, end=end):
                task = tasks.start_child(ref.call, "back")
                if end != "stop":
                    getattr(task, "cancel" if end == "shutdown" else end)()
                else:
                    await task.stop(Shutdown())
                return await task.shutdown(), task.reason

            outcome, reason = await ref.call(end_task)
            assert outcome is None
            assert reason == (Killed() if end == "kill" else Shutdown())


WAITS_FOR_TASK = {
    "wait": lambda tasks, task: task.wait(),
    "wait_exit": lambda tasks, task: task.wait_exit(),
    "stream": lambda tasks, task: _stream(tasks),
}


async def _stream(tasks):
    async with tasks.async_stream(lambda item: item(), [_call_back]) as results:
        async for result in results:
            result.unwrap()


async def _call_back():
    await _call_back.ref.call("x", timeout=None)


@pytest.mark.parametrize("wait", WAITS_FOR_TASK.values(), ids=WAITS_FOR_TASK)
async def test_a_task_that_an_actor_waits_for_cannot_call_it(autojump_clock, wait):
    async with open_supervisor([Actor.child_spec(id=0), TaskSupervisor.child_spec(id=1)]) as sup:
        ref, tasks = sup.whereis(0), sup.whereis(1, TaskSupervisor)
        _call_back.ref = ref
        causes = []

        async def late():
            await wait_all_tasks_blocked()
            try:
                await _call_back()
            except CallCycle as error:
                causes.append(error)

        async def work(server):
            try:
                await wait(tasks, tasks.start_child(late))
            except ActorExited as exited:
                causes.append(exited.__cause__)

        await ref.call(work)
        assert {type(cause) for cause in causes} == {CallCycle}
        assert trio.current_time() == 0


async def test_a_stream_outside_a_callback_hinders_no_call(autojump_clock):
    async with open_supervisor([Actor.child_spec(id=0), TaskSupervisor.child_spec(id=1)]) as sup:
        ref, tasks = sup.whereis(0), sup.whereis(1, TaskSupervisor)

        async def twice(server):
            await ref_of_other.call("warm")
            async with tasks.async_stream(ref_of_other.call, [1, 2]) as results:
                return [result.unwrap() async for result in results]

        ref_of_other = await sup.start_child(Actor.child_spec(id=2))
        assert await ref.call(twice) == [1, 2]
        async with tasks.async_stream(ref.call, [3]) as results:
            assert [result.unwrap() async for result in results] == [3]


ENDS = {
    "terminate_child": lambda top, ref: top.terminate_child(ref),
    "stop the supervisor": lambda top, ref: top.stop(),
}


async def test_an_actor_without_time_limit_may_stop_its_siblings(autojump_clock):
    specs = [Trapping.child_spec(id=n, restart="temporary") for n in (0, 1)]
    async with open_supervisor(specs) as sup:
        ref, sibling = sup.whereis(0), sup.whereis(1)

        async def stop(server):
            return await sibling.stop(), await sibling.wait_exit()

        stopped, reason = await ref.call(stop)
        assert stopped is None
        assert isinstance(reason.exc, NoProcess)  # it had ended before


@pytest.mark.parametrize("parent", ["static", "dynamic", "nested"])
@pytest.mark.parametrize("end", ENDS.values(), ids=ENDS)
@pytest.mark.parametrize("cls", [Actor, Trapping])
async def test_an_actor_that_orders_its_own_end(autojump_clock, parent, end, cls):
    if parent == "static":
        spec = Supervisor.child_spec([cls.child_spec(id=0)], id="top", restart="temporary")
    elif parent == "nested":
        inner = Supervisor.child_spec([cls.child_spec(id=0)], id="inner")
        spec = Supervisor.child_spec([inner], id="top", restart="temporary")
    else:
        spec = DynamicSupervisor.child_spec(id="top", restart="temporary")
    async with open_supervisor([spec]) as sup:
        top = sup.whereis("top")
        ref = sup.whereis(0)
        if ref is None:
            ref = await top.start_child(cls.child_spec(id=0))
        results = []
        target = sup.whereis("inner") if parent == "nested" else ref
        monitor = ref.monitor()
        ref.cast(lambda server: _outcome(lambda: end(top, target), results))
        await wait_all_tasks_blocked()
        if cls is Trapping:
            assert results == [CallingSelf]
            assert ref.alive
            ref.kill()
        else:
            assert results == []  # interrupted, as the order says
            assert monitor.down.reason == Shutdown()
        assert trio.current_time() == 0


@pytest.mark.parametrize("kind", ["static", "dynamic"])
@pytest.mark.parametrize("first", ["call", "order"])
async def test_ending_a_child_that_waits_for_the_caller(autojump_clock, kind, first):
    specs = [Actor.child_spec(id="boss"), DynamicSupervisor.child_spec(id="dynamic")]
    async with open_supervisor([Supervisor.child_spec(specs, id="static")]) as sup:
        parent, boss = sup.whereis(kind), sup.whereis("boss")
        child = await parent.start_child(Trapping.child_spec(id="c"))
        results = []

        async def call_boss(server):
            await trio.sleep(0 if first == "call" else 1)
            await _outcome(lambda: boss.call("hello", timeout=None), results)

        async def end_child(server):
            await trio.sleep(1 if first == "call" else 0)
            await _outcome(lambda: parent.terminate_child(child), results)

        boss.cast(end_child)
        child.cast(call_boss)
        await trio.sleep(2)
        assert results[0] is CallCycle
        assert results[1:] == ["hello" if first == "call" else None]
        if first == "call":
            await parent.terminate_child("c")  # now that nobody waits


async def test_a_call_into_a_supervisor_that_stops_is_told_of_the_deadlock(autojump_clock):
    inner = Supervisor.child_spec([Trapping.child_spec(id=0)], id="inner", restart="temporary")
    async with open_supervisor([Actor.child_spec(id="boss"), inner]) as sup:
        boss, ref, top = (sup.whereis(n) for n in ("boss", 0, "inner"))
        results = []

        async def call_boss(server):
            await trio.sleep(1)
            await _outcome(lambda: boss.call("x", timeout=None), results)

        ref.cast(call_boss)
        boss.cast(lambda server: _outcome(top.stop, results))
        await trio.sleep(2)
        assert results == [CallCycle, None]


async def test_a_killed_supervisor_is_waited_for_whatever_its_children_do(autojump_clock):
    inner = Supervisor.child_spec([Trapping.child_spec(id=0)], id="inner", restart="temporary")
    async with open_supervisor([Actor.child_spec(id="boss"), inner]) as sup:
        boss, ref, top = (sup.whereis(n) for n in ("boss", 0, "inner"))
        ref.cast(lambda server: _outcome(lambda: boss.call("x", timeout=None), []))

        async def end(server):
            top.kill()
            return await top.wait_exit()

        await wait_all_tasks_blocked()
        assert await boss.call(end) == Killed()


@pytest.mark.parametrize("wait", ["call", "stop", "cycle", "full"])
async def test_errors_name_type_and_deadline_but_never_the_request(autojump_clock, wait):
    specs = [Actor.child_spec(id=n, mailbox_size=1) for n in (0, 1)]
    async with open_supervisor(specs) as sup:
        a, b = sup.whereis(0), sup.whereis(1)

        async def cause(server):
            with pytest.raises((CallingSelf, CallCycle, MailboxFull)) as caught:
                if wait == "call":
                    await a.call("SECRET", timeout=1.5)
                elif wait == "stop":
                    await a.stop(timeout=1.5)
                elif wait == "cycle":
                    await b.call(lambda s: a.call("SECRET", timeout=1.5))
                else:
                    b.cast("x")
                    await b.call("SECRET", timeout=1.5)
            return caught.value

        try:
            error = await a.call(cause)
        except ActorExited as exited:
            error = exited
            while isinstance(error, ActorExited):
                error = error.__cause__
        assert "SECRET" not in str(error)
        assert (error.request_type, error.timeout) == ("stop" if wait == "stop" else "str", 1.5)
        assert "timeout 1.5 s" in str(error)


class BadError(Exception):
    def __str__(self):
        raise RuntimeError("no text")

    __repr__ = __str__


class BadValue:
    def __repr__(self):
        raise RuntimeError("no repr")


@pytest.mark.parametrize("where", ["call", "cast", "init", "terminate", "continue", "reason"])
async def test_failures_that_cannot_be_printed_hurt_their_actor_only(autojump_clock, where):
    starts = []

    def bad(server):
        raise BadError

    async def async_bad(server):
        raise BadError

    async def setup(server):
        starts.append(server)
        if len(starts) == 2 and where == "init":
            raise BadError
        if len(starts) == 1 and where == "continue":
            return Continue(bad)
        return None

    class Ending(Actor):
        def terminate(self, reason):
            if where == "terminate" and len(starts) == 1:
                raise BadError

    async def stop(server):
        return Stop(Shutdown(BadValue()) if where == "reason" else Normal())

    inner = Supervisor.child_spec([Ending.child_spec(setup, id=0), Actor.child_spec(id=1)], id="s")
    async with open_supervisor([inner]) as sup:
        ref, sibling, supervisor = (sup.whereis(n) for n in (0, 1, "s"))
        if where == "call":
            with pytest.raises(ActorExited):
                await ref.call(async_bad)
        else:
            ref.cast(async_bad if where in {"cast", "init"} else stop)
        await wait_all_tasks_blocked()
        assert (ref.alive, ref.incarnation > 1) == (True, True)
        assert (sibling.incarnation, supervisor.incarnation) == (1, 1)


async def test_giving_up_and_failed_starts_put_anything_into_words(autojump_clock):
    async def bad(server):
        raise BadError

    with pytest.raises(StartFailed, match="<str raised RuntimeError>") as failed:
        async with open_supervisor([Actor.child_spec(bad, id=0)]):
            pass
    assert isinstance(failed.value.__cause__, BadError)
    with pytest.raises(MaxRestarts, match="<str raised RuntimeError>"):
        async with open_supervisor([Actor.child_spec(id=0)], max_restarts=0) as sup:
            sup.whereis(0).cast(bad)
            await trio.sleep(1)
    assert "<BadValue: repr raised RuntimeError>" in repr(Shutdown(BadValue()))
    assert "<BadValue: repr raised RuntimeError>" in str(otp.AbnormalStop(BadValue()))


async def test_states_that_cannot_be_printed_spoil_no_dump(autojump_clock):
    class Shown(Actor):
        def format_status(self):
            return self.shown

    async with open_supervisor([Shown.child_spec(id=0)]) as sup:
        sup.whereis(0)._process.server.shown = [BadValue()]
        assert "<list: repr raised RuntimeError>" in sup.dump_tree()
        sup.whereis(0)._process.server.shown = "as it is"
        assert "state as it is" in sup.dump_tree()


SIGNALS = {
    "kill": (lambda task: task.kill(), Killed()),
    "exit": (lambda task: task.exit(Shutdown("x")), Shutdown("x")),
    "cancel": (lambda task: task.cancel(), Shutdown()),
}


@pytest.mark.parametrize("takes_status", [False, True])
@pytest.mark.parametrize(("signal", "reason"), SIGNALS.values(), ids=SIGNALS)
async def test_a_task_is_there_before_its_first_step(autojump_clock, signal, reason, takes_status):
    ran = []

    async def plain():
        ran.append(1)

    async def ready(task_status):
        ran.append(1)
        task_status.started()

    function = ready if takes_status else plain
    specs = [Actor.child_spec(id=0), TaskSupervisor.child_spec(id=1)]
    async with open_supervisor(specs) as sup:
        ref, tasks = sup.whereis(0), sup.whereis(1, TaskSupervisor)
        for start in (tasks.start_child, lambda f: tasks.async_nolink(f, reply_to=ref)):
            task = start(function)
            assert task.alive
            monitor = task.monitor()
            signal(task)
            assert monitor.down is None
            assert (await monitor.wait()).reason == reason
            assert not task.alive
        other = tasks.start_child(function)
        await other.stop(Shutdown("y"))
        assert other.reason == Shutdown("y")
        linked = tasks.start_child(function)
        otp.link(ref, linked)
        linked.kill()
        await wait_all_tasks_blocked()
        assert ref.incarnation == 2
        assert ran == []
        assert tasks.children() == []


CHAINS = {
    "continue": lambda server: Continue(CHAINS["continue"]),
    "cast and continue": lambda server: _feed(server, Continue(lambda s: None)),
    "cast and idle": lambda server: _feed(server, otp.IdleTimeout(9)),
    "cast and noreply": lambda server: _feed(server, otp.NoReply()),
}


def _feed(server, action):
    async def again(server):
        return _feed(server, action)

    server.ref.cast(again)
    return action


@pytest.mark.parametrize("chain", CHAINS.values(), ids=CHAINS)
async def test_an_actor_that_feeds_itself_actions_lets_others_run(autojump_clock, chain):
    async def begin(server):
        return chain(server)

    async with open_supervisor([Actor.child_spec(id=0)]) as sup:
        ref = sup.whereis(0)
        ref.cast(begin)
        for _ in range(20):
            await trio.lowlevel.checkpoint()
        monitor = ref.monitor()
        await sup.terminate_child(0)
        assert monitor.down.reason == Shutdown()


async def test_an_actor_that_answers_itself_with_actions_lets_others_run(autojump_clock):
    async with open_supervisor([Actor.child_spec(id=0, mailbox_size=9999)]) as sup:
        ref = sup.whereis(0)
        seen = []

        async def answer(server):
            seen.append(1)
            return Reply(len(seen))

        async with trio.open_nursery() as nursery:
            for _ in range(300):
                nursery.start_soon(ref.call, answer)
            await trio.lowlevel.checkpoint()
            await trio.lowlevel.checkpoint()
            assert len(seen) < 300
        assert len(seen) == 300


@pytest.mark.parametrize("by", ["name", "key"])
@pytest.mark.parametrize("kind", ["static", "dynamic"])
async def test_a_start_under_a_taken_name_gives_the_holder(autojump_clock, kind, by):
    registry = Registry()
    options = {"name": "n"} if by == "name" else {"via": Via(registry, "n")}
    specs = [Actor.child_spec(id=0, **options), DynamicSupervisor.child_spec(id="dynamic")]
    async with open_supervisor([Supervisor.child_spec(specs, id="static")]) as sup:
        parent = sup.whereis(kind)
        before = parent.count_children()
        with pytest.raises(AlreadyStarted) as caught:
            await parent.start_child(Actor.child_spec(id=2, **options))
        holder = sup.whereis(0)
        assert caught.value.ref is (holder if by == "name" else holder.pin())
        assert parent.count_children() == before


async def test_a_child_that_cannot_even_be_made_has_failed_to_start(autojump_clock):
    class Unmade(Actor):
        def __init__(self):
            raise ValueError("made")

    with pytest.raises(StartFailed) as taken:
        async with open_supervisor([Actor.child_spec(id=n, name="n") for n in (0, 1)]):
            pass
    assert isinstance(taken.value.__cause__, AlreadyStarted)
    async with open_supervisor() as sup:
        with pytest.raises(StartFailed) as unmade:
            await sup.start_child(Unmade.child_spec())
    assert str(unmade.value.__cause__) == "made"


@pytest.mark.parametrize("kind", ["static", "dynamic"])
async def test_a_pinned_ref_names_no_later_incarnation(autojump_clock, kind):
    specs = [DynamicSupervisor.child_spec(id="dynamic")]
    async with open_supervisor([Supervisor.child_spec(specs, id="static")]) as sup:
        parent = sup.whereis(kind)
        ref = await parent.start_child(Actor.child_spec(id=0))
        old = ref.pin()
        ref.kill()
        await wait_all_tasks_blocked()
        with pytest.raises(ChildNotFound):
            await parent.terminate_child(old)
        assert ref.alive
        new = ref.pin()
        assert new != ref
        await parent.terminate_child(new)
        assert not ref.alive
        if kind == "static":
            await parent.terminate_child("dynamic")
            await parent.delete_child(new)  # stopped: the pin still names it


@pytest.mark.parametrize("bad", [None, "x", Actor, 5, [1]])
@pytest.mark.parametrize("kind", ["static", "dynamic"])
async def test_what_is_no_spec_is_refused_in_the_caller(autojump_clock, kind, bad):
    specs = [DynamicSupervisor.child_spec(id="dynamic")]
    async with open_supervisor([Supervisor.child_spec(specs, id="static")]) as sup:
        with pytest.raises(TypeError, match="child specs"):
            await sup.whereis(kind).start_child(bad)
        with pytest.raises(ValueError, match="significant"):
            await sup.whereis(kind).start_child(
                Actor.child_spec(significant=True, restart="temporary")
            )
        assert sup.whereis(kind).alive


async def test_exits_name_a_linked_peer_as_it_was_linked(autojump_clock):
    specs = [Trapping.child_spec(id=0, shutdown=5.0), *(Actor.child_spec(id=n) for n in (1, 2))]
    async with open_supervisor(specs) as sup:
        ref, one, two = (sup.whereis(n) for n in range(3))
        pinned = two.pin()
        otp.link(ref, one)
        otp.link(pinned, ref)
        otp.link(two, ref)  # linked already, and known by its first name
        one.kill()
        await wait_all_tasks_blocked()
        two.kill()
        await wait_all_tasks_blocked()
        assert await ref.call(log_of) == [Exit(one, Killed()), Exit(pinned, Killed())]


@pytest.mark.parametrize(
    "error",
    [
        ActorExited(Normal(), "t", "R", 1.0),
        ActorExited(Crash(ValueError("x"))),
        AlreadyStarted("r"),
        CallCycle("t", "R", ["a"], 1.0),
        CallTimeout("t", "R", 1.0),
        CallingSelf("t", "R"),
        ChildNotFound("c"),
        MailboxFull("t", "R", 3),
        NoProcess("t", "R", 1.0),
        StartFailed(Normal(), "c"),
        otp.StartTimeout("c", 2.0),
    ],
)
@pytest.mark.parametrize("duplicate", [copy.copy, lambda e: pickle.loads(pickle.dumps(e))])
def test_errors_can_be_copied(error, duplicate):
    copied = duplicate(error)
    assert type(copied) is type(error)
    assert str(copied) == str(error)
    assert copied.__dict__.keys() == error.__dict__.keys()


@pytest.mark.parametrize(
    "action", [Reply, otp.NoReply, Continue, otp.IdleTimeout, otp.Ignore, Stop]
)
def test_actions_cannot_be_subclassed(action):
    with pytest.raises(TypeError, match="Mine: actions"):
        type("Mine", (action,), {})
