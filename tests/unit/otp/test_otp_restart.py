"""A restart begins in the last step of the child that ended, if its supervisor is idle.

What may happen between that step and the supervisor's own.
"""

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from copilot_actors.otp import (
    ActorExited,
    DynamicSupervisor,
    GenServer,
    MaxRestarts,
    NoProcess,
    Supervisor,
    link,
    open_supervisor,
    sys,
)
from copilot_actors.otp import _supervisor as supervisor_module


class Actor(GenServer):
    log: list = []  # noqa: RUF012 - emptied by the fixture

    def init(self, fails=lambda: None):
        self.log.append(("init", self.ref.incarnation))
        fails()

    def handle_call(self, request, from_):
        if request is None:
            raise ValueError
        return self.ref.incarnation

    def handle_cast(self, request):
        raise ValueError(request)

    def terminate(self, reason):
        self.log.append(("terminate", self.ref.incarnation))


class Peer(GenServer):
    trap_exits = True

    def handle_info(self, message):
        Actor.log.append("heard")


class Constructed(Actor):
    def __init__(self):
        self.log.append(("task", trio.lowlevel.current_task().name))


@pytest.fixture(autouse=True)
def _empty_log():
    Actor.log.clear()


KINDS = ["static", "dynamic"]


class Opened:
    """One child under either kind of supervisor, the supervisor and the root."""

    def __init__(self, kind, cls=Actor, *args, **options):
        self.kind = kind
        self.spec = cls.child_spec(*args, id="a", name="a")
        options = {"max_restarts": 3, **options}
        if kind == "static":
            below = Supervisor.child_spec([self.spec], id="s", restart="temporary", **options)
        else:
            below = DynamicSupervisor.child_spec(id="s", restart="temporary", **options)
        self.manager = open_supervisor([below])

    async def __aenter__(self):
        self.root = await self.manager.__aenter__()
        self.sup = self.root.whereis("s")
        if self.kind == "static":
            self.ref = self.root.whereis("a")
        else:
            self.ref = await self.sup.start_child(self.spec)
        await wait_all_tasks_blocked()
        return self

    async def __aexit__(self, *exc):
        return await self.manager.__aexit__(*exc)

    async def crash(self):
        """Return in the scheduler pass in which the child ended, or in the next one."""
        process = self.ref._process
        self.ref.cast("crash")
        while self.ref._process is process:
            await trio.lowlevel.checkpoint()


@pytest.mark.parametrize("heard_by", ["caller", "queued caller", "monitor", "link"])
@pytest.mark.parametrize("kind", KINDS)
async def test_those_who_wait_hear_of_the_end_before_the_next_init(autojump_clock, kind, heard_by):
    async def hear(opened):
        if heard_by == "monitor":
            await opened.ref.monitor().wait()
        else:
            with pytest.raises(ActorExited):
                await opened.ref.call("which" if heard_by == "queued caller" else None)
        Actor.log.append("heard")

    for _ in range(10):  # the scheduler's order is random
        Actor.log.clear()
        async with Opened(kind) as opened, trio.open_nursery() as nursery:
            if heard_by == "queued caller":
                await sys.suspend(opened.ref)
                opened.ref.cast("crash")
            if heard_by == "link":
                peer = await opened.root.start_child(Peer.child_spec(id="peer"))
                link(opened.ref, peer)
            else:
                nursery.start_soon(hear, opened)
                await wait_all_tasks_blocked()
            if heard_by in {"monitor", "link"}:
                opened.ref.cast("crash")
            if heard_by == "queued caller":
                await sys.resume(opened.ref)
            await wait_all_tasks_blocked()
        events = [event for event in Actor.log if event == "heard" or event[0] == "init"]
        assert events == [("init", 1), "heard", ("init", 2)]


@pytest.mark.parametrize("kind", KINDS)
async def test_a_crash_is_answered_with_a_new_incarnation_at_once(autojump_clock, kind):
    async with Opened(kind) as opened:
        opened.ref.cast("crash")
        await wait_all_tasks_blocked()
        assert await opened.ref.call("which") == 2
        assert opened.root.statistics().restarts == 1


@pytest.mark.parametrize("kind", KINDS)
async def test_each_of_many_crashes_is_paid_for(autojump_clock, kind):
    async with Opened(kind) as opened:
        monitor = opened.sup.monitor()
        for number in (2, 3, 4):
            await opened.crash()
            assert await opened.ref.call("which") == number
        await opened.crash()
        reason = (await monitor.wait()).reason
        assert isinstance(reason.detail, MaxRestarts)
        with pytest.raises(NoProcess):
            await opened.ref.call("which")
        assert opened.root.statistics().restarts == 3


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("cls", [Actor, Constructed])
async def test_a_call_waits_while_an_init_fails_in_restarts(autojump_clock, kind, cls):
    failures = [None, OSError("first"), OSError("second"), None]

    def fails():
        if (failure := failures.pop(0)) is not None:
            raise failure

    async with Opened(kind, cls, fails) as opened:
        await opened.crash()
        assert await opened.ref.call("which") == 4
        assert opened.root.statistics().restarts == 3


@pytest.mark.parametrize("kind", KINDS)
async def test_a_launch_that_fails_in_a_restart_is_tried_again(autojump_clock, kind, monkeypatch):
    module = supervisor_module
    if kind == "dynamic":
        from copilot_actors.otp import _dynamic_supervisor as module  # noqa: PLC0415
    launch = module.launch
    left = [OSError("no")]

    def failing(*args, **kwargs):
        if left:
            raise left.pop()
        return launch(*args, **kwargs)

    async with Opened(kind) as opened:
        monkeypatch.setattr(module, "launch", failing)
        await opened.crash()
        assert await opened.ref.call("which") == 2
        assert opened.root.statistics().restarts == 2


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("order", ["stop", "kill", "terminate_child", "leave"])
async def test_orders_that_arrive_before_the_new_incarnation_has_run(autojump_clock, kind, order):
    async with Opened(kind) as opened:
        await opened.crash()
        monitor = opened.sup.monitor()
        if order == "stop":
            await opened.sup.stop()
        elif order == "kill":
            opened.sup.kill()
            await monitor.wait()
        elif order == "terminate_child":
            await opened.sup.terminate_child("a")
            assert not opened.ref.alive
        else:
            await trio.lowlevel.cancel_shielded_checkpoint()
        if order != "leave":
            with pytest.raises(NoProcess):
                await opened.ref.call("which")
        tree = opened.root._child.tree
    assert tree.alive == 0
    ran = [number for what, number in Actor.log if what == "init"]
    ended = [number for what, number in Actor.log if what == "terminate"]
    assert ended[:1] == [1]
    assert ended in (ran, ran[:1])  # no terminate for a start that was ended


@pytest.mark.parametrize("kind", KINDS)
async def test_a_suspended_supervisor_restarts_nobody(autojump_clock, kind):
    async with Opened(kind) as opened:
        await sys.suspend(opened.sup)
        opened.ref.cast("crash")
        await wait_all_tasks_blocked()
        assert opened.root.statistics().restarts == 0
        assert opened.ref.incarnation == 1
        await sys.resume(opened.sup)
        assert await opened.ref.call("which") == 2


@pytest.mark.parametrize("kind", KINDS)
async def test_a_constructor_of_users_runs_in_the_supervisors_task(autojump_clock, kind):
    async with Opened(kind, Constructed) as opened:
        opened.ref.cast("crash")
        await wait_all_tasks_blocked()
        assert opened.ref.incarnation == 2
    tasks = [name for what, name in Actor.log if what == "task"]
    assert tasks[1] == ("otp.Supervisor" if kind == "static" else "otp.DynamicSupervisor")


async def test_two_crashes_in_one_pass_restart_both(autojump_clock):
    children = [Actor.child_spec(id=n) for n in range(2)]
    async with open_supervisor(children) as sup:
        refs = [sup.whereis(n) for n in range(2)]
        for ref in refs:
            ref.cast("crash")
        await wait_all_tasks_blocked()
        assert [await ref.call("which") for ref in refs] == [2, 2]
        assert sup.statistics().restarts == 2
