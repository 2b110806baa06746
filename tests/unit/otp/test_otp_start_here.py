"""A child with a plain ``init`` is up, or is known to fail, when the start was ordered."""

import contextvars

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from copilot_actors import otp
from copilot_actors.otp import (
    Continue,
    DynamicSupervisor,
    GenServer,
    IdleTimeout,
    Ignore,
    Killed,
    Registry,
    StartFailed,
    Stop,
    Timeout,
    Via,
    open_supervisor,
)

variable = contextvars.ContextVar("variable", default="default")


class Actor(GenServer):
    """Does in ``init`` what it is told, and logs."""

    def init(self, action=lambda self: None):
        self.log = ["init"]
        return action(self)

    def handle_call(self, request, from_):
        return request(self)

    def handle_cast(self, request):
        self.log.append(request)

    def handle_info(self, message):
        self.log.append(message)

    def handle_continue(self, arg):
        self.log.append(arg)


class Opened:
    """A dynamic supervisor that tells which of its children have a task."""

    async def __aenter__(self):
        self.manager = open_supervisor(
            [DynamicSupervisor.child_spec(id="d", name="d", max_restarts=0)], max_restarts=0
        )
        self.sup = await self.manager.__aenter__()
        self.dynamic = self.sup.whereis("d", DynamicSupervisor)
        return self

    async def __aexit__(self, *exc):
        return await self.manager.__aexit__(*exc)

    async def start(self, *args, cls=Actor, **options):
        return await self.dynamic.start_child(cls.child_spec(*args, **options))


def log_of(ref):
    return ref._process.server.log


async def test_it_runs_before_the_starter_goes_on_and_needs_no_task(autojump_clock):
    async with Opened() as opened:
        ref = await opened.start()
        assert ref.alive
        assert log_of(ref) == ["init"]
        assert ref._process.task is None
        assert await ref.call(lambda s: s.log) == ["init"]


async def test_it_runs_in_the_context_of_the_actor(autojump_clock):
    def init(server):
        assert variable.get() == "tree"
        server.log.append(server.ref)
        variable.set("actor")

    class Starter(GenServer):
        async def handle_call(self, opened, from_):
            variable.set("starter")
            ref = await opened.start(init)
            assert variable.get() == "starter"
            return ref

    variable.set("tree")
    async with Opened() as opened:
        starter = await opened.start(cls=Starter)
        variable.set("caller")
        ref = await starter.call(opened)
        assert log_of(ref) == ["init", ref.pin()]
        assert await ref.call(lambda _: variable.get()) == "actor"
        assert variable.get() == "caller"
        other = await opened.start()
        assert await other.call(lambda _: variable.get()) == "tree"


async def test_an_inline_call_sees_that_context_too(autojump_clock):
    class Inline(Actor):
        inline_calls = True

    async with Opened() as opened:
        ref = await opened.start(lambda s: variable.set("actor") and None, cls=Inline)
        await wait_all_tasks_blocked()
        assert await ref.call(lambda _: variable.get()) == "actor"


def cast_to_itself(server):
    server.ref.cast("cast")


def order_at_itself(server):
    server._process.deliver_urgent("urgent")


async def answer_later(server):
    await trio.sleep(1)  # simulated time
    server.log.append("awaited")


@pytest.mark.parametrize(
    ("action", "log"),
    [
        (cast_to_itself, ["init", "cast"]),
        (order_at_itself, ["init", "urgent"]),
        (lambda _: Continue("go on"), ["init", "go on"]),
        (lambda _: IdleTimeout(1), ["init", Timeout()]),
        (answer_later, ["init", "awaited"]),
        (lambda s: s.send_after(1, "later") and None, ["init", "later"]),
    ],
)
async def test_what_it_leads_to_follows(autojump_clock, action, log):
    async with Opened() as opened:
        ref = await opened.start(action)
        await trio.sleep(2)  # simulated time
        assert log_of(ref) == log


def fail(server):
    raise ValueError("boom")


def stop(server):
    raise Stop("enough")


def kill(server):
    server.ref.kill()


@pytest.mark.parametrize("action", [fail, stop, kill, lambda _: Stop("enough"), lambda _: 42])
async def test_a_failure_is_that_of_the_start(autojump_clock, action):
    async with Opened() as opened:
        with pytest.raises(StartFailed) as info:
            await opened.start(action)
        assert isinstance(info.value.reason, Killed) is (action is kill)
        assert opened.dynamic.count_children().specs == 0
        assert opened.sup.statistics().started == 2  # the supervisors


async def test_ignore_is_no_failure(autojump_clock):
    async with Opened() as opened:
        ref = await opened.start(lambda _: Ignore())
        assert not ref.alive
        assert opened.dynamic.count_children().specs == 0


async def test_wrong_arguments_fail_the_start(autojump_clock):
    async with Opened() as opened:
        with pytest.raises(StartFailed):
            await opened.start(1, 2, 3)


async def test_an_exit_in_it_ends_the_program():
    def leave(server):
        raise SystemExit(3)

    with pytest.raises(SystemExit):
        async with Opened() as opened:
            await opened.start(leave)


async def test_a_cancelled_start_starts_nothing(autojump_clock):
    async with Opened() as opened:
        with trio.CancelScope() as scope:
            scope.cancel()
            await opened.start()
        assert scope.cancelled_caught
        assert opened.dynamic.count_children().specs == 0


async def test_one_that_is_registered_starts_in_its_task(autojump_clock):
    registry = Registry()
    async with Opened() as opened:
        ref = await opened.start(via=Via(registry, "key"))
        assert ref._process.task is not None
        assert registry.whereis("key") == ref.pin()


async def test_a_restart_runs_in_the_task_of_the_next_incarnation(autojump_clock):
    tasks = []

    class Crashing(GenServer):
        def init(self):
            tasks.append(trio.lowlevel.current_task())

        def handle_cast(self, request):
            raise ValueError

    dynamic = DynamicSupervisor.child_spec(id="d", name="d")
    async with open_supervisor([dynamic]) as sup:
        ref = await sup.whereis("d", DynamicSupervisor).start_child(Crashing.child_spec())
        ref.cast("crash")
        await wait_all_tasks_blocked()
        assert ref.incarnation == 2
        assert tasks == [trio.lowlevel.current_task(), ref._process.task]


async def test_system_functions_reach_it(autojump_clock):
    async with Opened() as opened:
        ref = await opened.start()
        assert (await otp.sys.get_state(ref))["log"] == ["init"]
