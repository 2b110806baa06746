"""A class without ``init`` runs as soon as it is launched: before its task has had its first step."""

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from copilot_actors.otp import (
    Crash,
    DynamicSupervisor,
    GenServer,
    Killed,
    NoProcess,
    Normal,
    Registry,
    Shutdown,
    StartFailed,
    Via,
    link,
    open_supervisor,
    sys,
)


class Quick(GenServer):
    restart = "temporary"

    def __init__(self):
        self.log = []

    def handle_call(self, request, from_):
        self.log.append(request)
        return request

    def handle_cast(self, request):
        self.log.append(request)

    def handle_info(self, message):
        self.log.append(message)

    def terminate(self, reason):
        self.log.append(reason)


class Slow(Quick):
    async def init(self):
        await trio.sleep(1)


class Opened:
    """A dynamic supervisor, and one child that has had no step yet."""

    async def __aenter__(self):
        self.manager = open_supervisor([DynamicSupervisor.child_spec(id="d", name="d")])
        self.root = await self.manager.__aenter__()
        self.sup = self.root.whereis("d", DynamicSupervisor)
        self.ref = await self.sup.start_child(Quick.child_spec())
        assert self.ref.alive
        assert self.ref._process.task is None
        self.server = self.ref._process.server
        return self

    async def __aexit__(self, *exc):
        return await self.manager.__aexit__(*exc)


async def test_messages_are_handled_in_order(autojump_clock):
    async with Opened() as opened:
        opened.ref.cast(1)
        opened.ref.send(2)
        assert await opened.ref.call(3) == 3
        assert opened.server.log == [1, 2, 3]


@pytest.mark.parametrize("drain", [False, True])
async def test_stop(autojump_clock, drain):
    async with Opened() as opened:
        opened.ref.cast(1)
        await opened.ref.stop(drain=drain)
        assert opened.server.log == ([1, Normal()] if drain else [Normal()])
        assert not opened.ref.alive


async def test_kill_runs_no_terminate_and_counts_what_was_queued(autojump_clock):
    async with Opened() as opened:
        opened.ref.cast(1)
        opened.ref.kill()
        assert (await opened.ref.monitor().wait()).reason == Killed()
        assert opened.server.log == []
        assert opened.root.statistics().dropped_messages == 1


async def test_exit_signal(autojump_clock):
    async with Opened() as opened:
        monitor = opened.ref.monitor()
        opened.ref.exit(Shutdown("please"))
        assert (await monitor.wait()).reason == Shutdown("please")
        assert opened.server.log == [Shutdown("please")]


async def test_links_are_signalled(autojump_clock):
    async with Opened() as opened:
        other = await opened.sup.start_child(Quick.child_spec())
        link(opened.ref, other)
        monitor = other.monitor()
        opened.ref.exit(Crash(OSError()))
        assert isinstance((await monitor.wait()).reason, Crash)


async def test_terminate_child_and_the_end_of_the_tree(autojump_clock):
    async with Opened() as opened:
        await opened.sup.terminate_child(opened.ref)
        assert opened.server.log == [Shutdown()]
        with pytest.raises(NoProcess):
            opened.ref.cast(1)
        last = await opened.sup.start_child(Quick.child_spec())
        server = last._process.server
    assert server.log == [Shutdown()]
    assert opened.root._child.tree.alive == 0


async def test_killing_the_supervisor(autojump_clock):
    async with Opened() as opened:
        monitor = opened.ref.monitor()
        opened.sup.kill()
        assert (await monitor.wait()).reason == Killed()


async def test_suspend_and_the_other_system_functions(autojump_clock):
    async with Opened() as opened:
        assert "running" in opened.root.dump_tree()
        opened.ref.cast(1)
        await sys.suspend(opened.ref)
        await wait_all_tasks_blocked()
        assert opened.server.log == []
        assert (await sys.statistics(opened.ref)).mailbox == 1
        await sys.resume(opened.ref)
        await wait_all_tasks_blocked()
        assert opened.server.log == [1]


async def test_a_cancelled_start_starts_nothing(autojump_clock):
    async with Opened() as opened:
        with trio.CancelScope() as scope:
            scope.cancel()
            await opened.sup.start_child(Quick.child_spec())
        assert scope.cancelled_caught
        assert len(await opened.sup.which_children()) == 1
        assert opened.root.statistics().started == 3  # both supervisors and the first child


async def test_every_sixteenth_start_lets_other_tasks_run(autojump_clock):
    async with Opened() as opened:
        passes = 0

        async def counter():
            nonlocal passes
            while True:
                await trio.lowlevel.checkpoint()
                passes += 1

        async with trio.open_nursery() as nursery:
            nursery.start_soon(counter)
            await trio.lowlevel.checkpoint()
            before = passes
            for _ in range(160):
                await opened.sup.start_child(Quick.child_spec())
            assert 9 <= passes - before <= 11
            nursery.cancel_scope.cancel()


async def test_a_start_with_something_to_do_is_waited_for(autojump_clock):
    registry = Registry()
    specs = [
        Slow.child_spec(),
        Quick.child_spec(via=Via(registry, "key")),
        Quick.child_spec("no such argument"),
    ]
    async with Opened() as opened:
        for spec in specs[:2]:
            ref = await opened.sup.start_child(spec)
            assert ref._process.task is not None
        assert trio.current_time() == 1
        assert registry.whereis("key") is not None
        with pytest.raises(StartFailed):
            await opened.sup.start_child(specs[2])


async def test_a_static_supervisor_starts_and_restarts_them_too(autojump_clock):
    class Restarted(GenServer):
        def handle_call(self, request, from_):
            return self.ref.incarnation

        def handle_cast(self, request):
            raise ValueError

    async with open_supervisor([Restarted.child_spec(id=n) for n in range(3)]) as sup:
        ref = sup.whereis(1)
        ref.cast("crash")
        while ref.incarnation == 1:
            await trio.lowlevel.checkpoint()
        assert ref.alive  # from the last step of the first one on
        assert await ref.call("which") == 2
        assert [row.restarts for row in await sup.which_children()] == [0, 1, 0]
