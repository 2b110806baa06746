"""What the runtime may cost, in counts that no busy machine can change: task steps and bytes."""

import contextvars
import functools
import gc
import sys
import tracemalloc
import weakref

import outcome
import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from copilot_actors.otp import (
    DynamicSupervisor,
    GenServer,
    Task,
    TaskSupervisor,
    open_supervisor,
)
from copilot_actors.otp._wake import SEATS, WOKEN, sleep, trap_of


class Echo(GenServer):
    async def handle_call(self, request, from_):
        return request

    async def handle_cast(self, request):
        pass


class Inline(GenServer):
    inline_calls = True

    def handle_call(self, request, from_):
        return request


class Steps(trio.abc.Instrument):
    """Counts the steps of all tasks."""

    def __init__(self):
        self.count = 0

    def before_task_step(self, task):
        self.count += 1

    def __enter__(self):
        trio.lowlevel.add_instrument(self)
        return self

    def __exit__(self, *_):
        trio.lowlevel.remove_instrument(self)


async def test_a_wake_up_makes_no_outcome_object(autojump_clock, monkeypatch):
    made = []

    def counting(value):
        made.append(value)
        return outcome.Value(value)

    async with open_supervisor([Echo.child_spec(id="e")]) as sup:
        ref = sup.whereis("e")
        await wait_all_tasks_blocked()
        # trio has no public place to look at: reschedule() makes one unless it is given one.
        monkeypatch.setattr(trio._core._run, "Value", counting)
        for _ in range(10):
            await ref.call(1)
        monkeypatch.undo()
    assert not made


async def test_what_wakes_tasks_is_an_outcome_without_value_that_can_be_used_again():
    def generator():
        got.append((yield))
        yield

    async def asynchronous():
        got.append((yield))
        yield

    got = []
    for _ in range(2):
        assert isinstance(WOKEN, outcome.Outcome)
        assert WOKEN.unwrap() is None
        one, two = generator(), asynchronous()
        next(one)
        await anext(two)
        WOKEN.send(one)
        await WOKEN.asend(two)
        await two.aclose()
    assert got == [None] * 4


async def test_what_a_wait_hands_to_trio_serves_any_number_of_waits(autojump_clock):
    def abort(_):
        log.append("aborted")
        return trio.lowlevel.Abort.SUCCEEDED

    async def wait(name, scope):
        with scope:
            try:
                await sleep(trap)
            except ValueError as error:
                failures.append(str(error))
            else:
                log.append(name)

    def fail():
        raise ValueError("sent by the waker")

    trap, log, failures = trap_of(abort), [], []
    async with trio.open_nursery() as nursery:
        scopes = [trio.CancelScope() for _ in range(3)]
        for n in range(3):
            nursery.start_soon(wait, n, scopes[n], name=str(n))
        await wait_all_tasks_blocked()
        tasks = {task.name: task for task in nursery.child_tasks}
        trio.lowlevel.reschedule(tasks["2"], WOKEN)
        scopes[1].cancel()
        await wait_all_tasks_blocked()
        assert sorted(log, key=str) == [2, "aborted"]
        assert scopes[1].cancelled_caught
        trio.lowlevel.reschedule(tasks["0"], outcome.capture(fail))
    assert failures == ["sent by the waker"]


async def test_a_call_takes_two_task_steps(autojump_clock):
    async with open_supervisor([Echo.child_spec(id="e")]) as sup:
        ref = sup.whereis("e")
        await wait_all_tasks_blocked()
        with Steps() as steps:
            for _ in range(100):
                await ref.call(1)
        assert steps.count == 200


async def test_an_inline_call_takes_none_but_every_sixteenth(autojump_clock):
    async with open_supervisor([Inline.child_spec(id="e")]) as sup:
        ref = sup.whereis("e")
        await wait_all_tasks_blocked()
        with Steps() as steps:
            for _ in range(160):
                await ref.call(1)
        assert steps.count == 10


async def test_a_call_leaves_nothing_of_itself_behind(autojump_clock):
    class Request:
        pass

    async with open_supervisor([Echo.child_spec(id="e")]) as sup:
        ref = sup.whereis("e")
        request = weakref.ref(await ref.call(Request(), timeout=None))
        await wait_all_tasks_blocked()
        assert request() is None


async def test_places_to_wait_for_answers_are_used_again_and_few_are_kept(autojump_clock):
    async with open_supervisor([Echo.child_spec(id="e")]) as sup:
        ref = sup.whereis("e")
        seats = ref._child.tree.seats
        for _ in range(3):
            await ref.call(1)
        assert len(seats) == 1
        async with trio.open_nursery() as nursery:
            for _ in range(SEATS + 10):
                nursery.start_soon(ref.call, 1)
        assert len(seats) == SEATS
        assert all(seat.call is None for seat in seats)


async def test_a_burst_of_casts_wakes_its_target_once(autojump_clock):
    async with open_supervisor([Echo.child_spec(id="e")]) as sup:
        ref = sup.whereis("e")
        await wait_all_tasks_blocked()
        with Steps() as steps:
            for _ in range(100):
                ref.cast(1)
            await wait_all_tasks_blocked()
        assert steps.count <= 3  # the target once, this task's own waiting


async def start_steps(spec):
    async with open_supervisor([DynamicSupervisor.child_spec(id="d")]) as sup:
        dynamic = sup.whereis("d", DynamicSupervisor)
        await dynamic.start_child(spec)
        await wait_all_tasks_blocked()
        with Steps() as steps:
            for _ in range(64):
                await dynamic.start_child(spec)
            await wait_all_tasks_blocked()
        return steps.count - 1  # this task's own last one


async def test_a_start_takes_two_task_steps_and_the_supervisor_none(autojump_clock):
    class WithInit(Echo):
        async def init(self):
            pass

    assert await start_steps(WithInit.child_spec()) == 128


@pytest.mark.parametrize("has_init", [False, True])
async def test_a_start_that_cannot_wait_takes_no_task_step(autojump_clock, has_init):
    class WithInit(Echo):
        def init(self):
            pass

    cls = WithInit if has_init else Echo
    assert await start_steps(cls.child_spec()) == 4  # every 16th lets others run


async def test_the_first_message_takes_a_step_and_an_actor_that_has_none_no_task(autojump_clock):
    async with open_supervisor([DynamicSupervisor.child_spec(id="d")]) as sup:
        dynamic = sup.whereis("d", DynamicSupervisor)
        await wait_all_tasks_blocked()
        nursery = dynamic._child.tree.nursery
        before = len(nursery.child_tasks)
        refs = [await dynamic.start_child(Echo.child_spec()) for _ in range(10)]
        await wait_all_tasks_blocked()
        assert len(nursery.child_tasks) == before
        with Steps() as steps:
            for ref in refs[:5]:
                ref.cast(1)
            await wait_all_tasks_blocked()
        assert steps.count == 5 + 1  # and this task's own
        assert len(nursery.child_tasks) == before + 5
    assert not nursery.child_tasks


@pytest.mark.parametrize("spec", ["static", "dynamic"])
@pytest.mark.parametrize("has_init", [False, True])
async def test_a_restart_takes_a_step_of_each_incarnation(autojump_clock, spec, has_init):
    class Crashing(Echo):
        async def handle_cast(self, request):
            raise ValueError

    if has_init:
        Crashing.init = lambda self: None

    dynamic = DynamicSupervisor.child_spec(id="d", max_restarts=1000)
    async with open_supervisor([Crashing.child_spec(id="e"), dynamic], max_restarts=1000) as sup:
        ref = sup.whereis("e")
        if spec == "dynamic":
            start_child = sup.whereis("d", DynamicSupervisor).start_child
            ref = await start_child(Crashing.child_spec())
        await wait_all_tasks_blocked()
        with Steps() as steps:
            for _ in range(50):
                ref.cast(1)
                await wait_all_tasks_blocked()
        assert ref.incarnation == 51
        # The old one's last step, the new one's first if it has an init, this task's own; only a
        # static supervisor has to see to the outcome of an init, in its own task.
        assert steps.count == 50 * (2 + has_init + ((spec, has_init) == ("static", True)))


async def test_a_task_takes_one_step_and_the_supervisor_none(autojump_clock):
    async def work():
        pass

    async with open_supervisor([TaskSupervisor.child_spec(id="t")]) as sup:
        tasks = sup.whereis("t", TaskSupervisor)
        with Steps() as steps:
            for _ in range(50):
                tasks.start_child(work)
            await wait_all_tasks_blocked()
        assert steps.count <= 52


@pytest.mark.parametrize("has_worked", [False, True])
async def test_an_idle_actor_is_small(autojump_clock, has_worked):
    # 1.25 times the 2880 bytes of a bare task with a mailbox. A tracer (coverage) makes CPython
    # allocate frame objects that nobody has otherwise.
    limit = 3600 if sys.gettrace() is None else 4600
    if not has_worked:
        limit = 900  # no task
    async with open_supervisor([DynamicSupervisor.child_spec(id="d")]) as sup:
        dynamic = sup.whereis("d", DynamicSupervisor)
        spec = Echo.child_spec()
        for _ in range(10):
            ref = await dynamic.start_child(spec)
            await ref.call(1)
        await wait_all_tasks_blocked()
        gc.collect()
        tracemalloc.start()
        try:
            for _ in range(500):
                ref = await dynamic.start_child(spec)
                if has_worked:
                    ref.cast(1)
            await wait_all_tasks_blocked()
            gc.collect()
            each = tracemalloc.get_traced_memory()[0] / 500
        finally:
            tracemalloc.stop()
        assert each < limit


tasks_owner = contextvars.ContextVar("tasks_owner")


class Dear:
    """What no path that is taken often may ask for its text: it is long, and may be a secret."""

    def __repr__(self):
        raise AssertionError("nobody has asked to see it")

    async def work(self, *_):
        pass

    async def __call__(self, *_):
        pass


@pytest.mark.parametrize(
    "start",
    [
        lambda tasks: tasks.start_child(Dear().work),
        lambda tasks: tasks.start_child(Dear().work, Dear()),
        lambda tasks: tasks.start_child(Dear(), name="named"),
        lambda tasks: tasks.start_child(functools.partial(Dear().work, Dear()), name="named"),
        lambda tasks: tasks.async_nolink(Dear().work, Dear(), reply_to=tasks_owner.get()),
    ],
    ids=["method", "arguments", "callable", "partial", "async_nolink"],
)
async def test_the_start_of_a_task_asks_for_no_text_of_its_arguments(autojump_clock, start):
    specs = [TaskSupervisor.child_spec(id="t"), Echo.child_spec(id="e")]
    async with open_supervisor(specs) as sup:
        tasks_owner.set(sup.whereis("e"))
        start(sup.whereis("t", TaskSupervisor))
        await wait_all_tasks_blocked()


async def test_a_spec_of_a_function_asks_for_no_text_of_its_arguments():
    assert Task.child_spec(Dear().work, Dear()).id == "Dear.work"
    assert Task.child_spec(Dear(), id="named").id == "named"
