"""A mistake, a full mailbox or a bad moment costs whoever it concerns, and nobody else."""

import pytest
import trio

from copilot_actors import otp
from copilot_actors.otp import (
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
