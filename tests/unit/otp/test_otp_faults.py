"""A mistake, a full mailbox or a bad moment costs whoever it concerns, and nobody else."""

import pytest
import trio

from copilot_actors import otp
from copilot_actors.otp import (
    Backoff,
    GenServer,
    Task,
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
