"""inline_calls: the same semantics without a task switch."""

# ruff: noqa: PT012 - whole trees under raises()

import contextvars

import pytest
import trio
from trio.testing import wait_all_tasks_blocked

from copilot_actors import otp
from copilot_actors.otp import (
    ActorExited,
    CallTimeout,
    Continue,
    GenServer,
    IdleTimeout,
    Killed,
    NoReply,
    Normal,
    Registry,
    Reply,
    Stop,
    Timeout,
    open_supervisor,
)

color = contextvars.ContextVar("color", default="none")


class Inline(GenServer):
    inline_calls = True
    restart = "temporary"

    def init(self):
        self.log = []
        self.tasks = set()

    def handle_call(self, request, from_):
        self.tasks.add(trio.lowlevel.current_task().name)
        return request(self, from_) if callable(request) else request

    def handle_cast(self, request):
        self.log.append(request)

    def handle_info(self, message):
        self.log.append(message)

    def handle_continue(self, arg):
        self.log.append(arg)


class NotInline(Inline):
    async def handle_call(self, request, from_):
        return super().handle_call(request, from_)


def opened(cls=Inline):
    return open_supervisor([cls.child_spec(id="i", name="i")])


async def test_an_idle_actor_answers_in_the_callers_task(autojump_clock):
    async with opened() as sup:
        ref = sup.whereis("i")
        await wait_all_tasks_blocked()
        assert await ref.call("x") == "x"
        color.set("red")
        assert await ref.call(lambda s, f: color.get()) == "none"
        await ref.call(lambda s, f: color.set("green") and None)
        assert color.get() == "red"  # each task has its own
        assert await ref.call(lambda s, f: color.get()) == "green"
        assert "otp.GenServer" not in (await otp.sys.get_state(ref)).tasks
        assert (await otp.sys.statistics(ref)).handled == 4


async def test_an_async_handler_is_not_inlined(autojump_clock):
    async with opened(NotInline) as sup:
        ref = sup.whereis("i")
        assert await ref.call("x") == "x"
        assert (await otp.sys.get_state(ref)).tasks == {"otp.GenServer"}


async def test_order_is_kept_when_something_is_queued(autojump_clock):
    async with opened() as sup:
        ref = sup.whereis("i")
        ref.cast("first")
        assert await ref.call(lambda s, f: list(s.log)) == ["first"]
        await wait_all_tasks_blocked()

        def to_itself(server, from_):
            server.ref.cast("later")
            return list(server.log)

        assert await ref.call(to_itself) == ["first"]
        assert await ref.call(lambda s, f: list(s.log)) == ["first", "later"]


@pytest.mark.parametrize("queued", [False, True])
async def test_actions_and_awaitables_are_finished_by_the_actor(autojump_clock, queued):
    async def later(server):
        await trio.sleep(1)
        return "awaited"

    async def reply_later(server):
        return Reply("reply")

    async def answered(from_):
        otp.reply(from_, "explicit")

    cases = [
        (lambda s, f: Reply("r", then=Continue("c")), "r"),
        (lambda s, f: later(s), "awaited"),
        (lambda s, f: reply_later(s), "reply"),
        (lambda s, f: otp.reply(f, "early"), "early"),
        (lambda s, f: answered(f), "explicit"),
        (lambda s, f: (otp.reply(f, "early"), NoReply(IdleTimeout(2)))[1], "early"),
        (lambda s, f: Stop(Normal(), reply="bye"), "bye"),
    ]
    async with opened() as sup:
        ref = sup.whereis("i")
        for request, answer in cases:
            if not queued:
                await wait_all_tasks_blocked()
            assert await ref.call(request) == answer
            if answer == "early":
                await wait_all_tasks_blocked()
        await wait_all_tasks_blocked()
        assert not ref.alive


async def test_a_deferred_answer_and_its_deadline(autojump_clock):
    kept = []

    def keep(server, from_):
        kept.append(from_)
        return NoReply()

    async with opened() as sup:
        ref = sup.whereis("i")
        await wait_all_tasks_blocked()
        with pytest.raises(CallTimeout):
            await ref.call(keep, timeout=1)
        assert kept[0].abandoned
        async with trio.open_nursery() as nursery:
            answers = []

            async def caller():
                answers.append(await ref.call(keep))

            nursery.start_soon(caller)
            await wait_all_tasks_blocked()
            otp.reply(kept[1], "late")
        assert answers == ["late"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, Stop])
async def test_a_crash_ends_the_actor_not_the_caller(autojump_clock, error):
    def boom(server, from_):
        raise error

    if error is KeyboardInterrupt:
        with pytest.raises(KeyboardInterrupt):
            async with opened() as sup:
                await wait_all_tasks_blocked()
                await sup.whereis("i").call(boom)
        return
    async with opened() as sup:
        ref = sup.whereis("i")
        await wait_all_tasks_blocked()
        with pytest.raises(ActorExited):
            await ref.call(boom)
        assert not ref.alive


async def test_a_kill_between_the_two_parts_fails_the_call(autojump_clock):
    async def never():
        raise AssertionError

    def die(server, from_):
        server.ref.kill()
        return never()

    def die_with_action(server, from_):
        server.ref.kill()
        return NoReply()

    for request in (die, die_with_action):
        async with opened() as sup:
            ref = sup.whereis("i")
            await wait_all_tasks_blocked()
            with pytest.raises(ActorExited) as caught:
                await ref.call(request)
            assert caught.value.reason == Killed()


async def test_the_calling_actor_is_the_target_inside_the_handler(autojump_clock):
    registry = Registry()
    async with opened() as sup:
        ref = sup.whereis("i")
        await wait_all_tasks_blocked()
        await ref.call(lambda s, f: registry.register("k"))
        assert registry.whereis("k") is ref.pin()


async def test_calls_are_cancellation_points_and_every_16th_lets_others_run(autojump_clock):
    async with opened() as sup, trio.open_nursery() as nursery:
        ref = sup.whereis("i")
        await wait_all_tasks_blocked()
        turns = []

        async def other():
            while len(turns) < 3:
                turns.append(1)
                await trio.lowlevel.checkpoint()

        nursery.start_soon(other)
        for _ in range(15):
            await ref.call("x")
        assert turns == []
        for _ in range(33):
            await ref.call("x")
        assert len(turns) in (1, 2, 3)
        with trio.CancelScope() as scope:
            scope.cancel()
            await ref.call("x")
        assert scope.cancelled_caught


async def test_an_idle_timeout_is_cancelled_by_a_call(autojump_clock):
    async with opened() as sup:
        ref = sup.whereis("i")
        assert await ref.call(lambda s, f: Reply(1, then=IdleTimeout(5))) == 1
        await trio.sleep(4)
        assert await ref.call("busy") == "busy"
        await trio.sleep(10)
        assert await ref.call(lambda s, f: list(s.log)) == []
        assert await ref.call(lambda s, f: Reply(1, then=IdleTimeout(5))) == 1
        await trio.sleep(6)
        assert await ref.call(lambda s, f: list(s.log)) == [Timeout()]


async def test_a_second_answer_is_refused_here_too(autojump_clock):
    async with opened() as sup:
        ref = sup.whereis("i")
        await wait_all_tasks_blocked()
        monitor = ref.monitor()
        assert await ref.call(lambda s, f: (otp.reply(f, 1), 2)[1]) == 1
        assert isinstance((await monitor.wait()).reason.exc, otp.AlreadyReplied)
