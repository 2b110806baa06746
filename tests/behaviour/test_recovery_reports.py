"""What ``on_recovery`` is told, and when: after crashes, and after loads that repaired the log."""

from __future__ import annotations

import datetime as dt

import msgspec
import pytest
import trio

import copilot_actors as ca
from copilot_actors.protocol.events import SessionRecovered
from copilot_actors.testing import (
    DamageJournal,
    FaultyTransport,
    FrameMatch,
    Kill,
    Script,
    Simulator,
    Text,
)

SESSION = "s"
SCRIPT = Script.echo()
AT_SECOND_ANSWER = Kill(FrameMatch(event="assistant.message", nth=2))
DAMAGE = DamageJournal(SESSION, "garbage_line")


def simulated(*faults):
    simulator = Simulator(SCRIPT)
    return simulator, ca.open_client(cli=FaultyTransport(simulator, faults=faults))


class Reports:
    """A handler that keeps what it is told."""

    def __init__(self):
        self.told = []
        self.more = trio.Event()

    def __call__(self, recovered):
        self.told.append(recovered)
        self.more.set()
        self.more = trio.Event()

    async def later(self, recovered):
        await trio.lowlevel.checkpoint()
        self(recovered)

    async def wait(self, count):
        with trio.fail_after(20):
            while len(self.told) < count:
                await self.more.wait()


async def test_a_crash_is_told_with_what_was_done_about_it(world):
    reports, markers, begun = Reports(), [], trio.Event()

    def script(request):
        begun.set()
        return Text(f"re: {request.prompt}", first_delay=0.5)

    async with world.client(script) as client:
        session = await client.create_session(
            session_id=SESSION, on_recovery=reports, **world.session_options
        )
        await session.on(SessionRecovered, markers.append)
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def kill_in_the_turn():
                await begun.wait()
                await trio.sleep(0.3)  # the prompt is on the disk then; a real CLI has real time
                world.kill(client)

            answer = await session.send_and_wait("one")
        assert answer.data.content == "re: one"
        await reports.wait(1)
        (told,) = reports.told
        # One value for both: the event that subscribers got.
        assert [marker.event for marker in markers] == [told.event]
        assert isinstance(told, SessionRecovered)
        data = told.data
        assert (data.session_id, data.incarnation, data.continued) == (SESSION, 2, True)
        assert (data.sent_again, data.transcript) == ([], None)
        assert 0 < data.seconds < 20
        assert data.gap.ephemeral == "lost"
        with pytest.raises(AttributeError):
            data.seconds = 0.0


async def test_prompts_that_a_crash_took_are_named(autojump_clock):
    """Killed with the reply to the send: acknowledged, and not on the disk."""
    reports = Reports()
    _, opening = simulated(Kill(FrameMatch(reply_to="session.send")))
    async with opening as client:
        session = await client.create_session(model="m", on_recovery=reports.later)
        answer = await session.send_and_wait("one", source="agent-one")
        assert answer.data.content == "one"
        await reports.wait(1)
        assert reports.told[0].data.sent_again == ["agent-one"]
        assert not reports.told[0].data.continued


@pytest.mark.parametrize(
    "how", [pytest.param("first load", marks=pytest.mark.exhaustive("real")), "crash"]
)
async def test_a_repaired_log_is_told_with_the_time_of_its_load_and_stays_known(world, how):
    """The report is about one load. A later one, without a fault, does not make it forgotten."""
    reports = Reports()
    before = dt.datetime.now(dt.UTC)
    faults = [AT_SECOND_ANSWER, DAMAGE] if how == "crash" else [DAMAGE]
    async with world.client(SCRIPT, faults=faults) as client:
        session = await client.create_session(
            session_id=SESSION, on_recovery=reports, **world.session_options
        )
        await session.send_and_wait("one")
        if how == "first load":
            await session.disconnect()
            world.kill(client)  # the fault damages the log at the CLI's death
            await client.wait_state("reconnecting")
            await client.wait_state("connected")
            assert reports.told == []
            session = await client.resume_session(
                SESSION, on_recovery=reports, **world.session_options
            )
        else:
            await session.send_and_wait("two")
        await reports.wait(1)
        told = reports.told[0].data
        assert told.transcript.invalid_line_numbers == [4]
        assert "backup-before-recovery" in told.transcript.planned_backup_path
        assert told.incarnation == (2 if how == "crash" else 1)
        report = session.transcript_recovery
        assert report["loadedAt"] == report.loaded_at == told.transcript.loaded_at
        loaded_at = dt.datetime.fromisoformat(report.loaded_at)
        assert before <= loaded_at <= dt.datetime.now(dt.UTC)
        # Another crash, with nothing to repair once the log is written anew.
        await session.send_and_wait("three")
        world.kill(client)
        await reports.wait(2)
        assert session.transcript_recovery == report
        assert reports.told[1].data.transcript is None


@pytest.mark.exhaustive("real")
async def test_nobody_is_told_of_what_was_no_recovery(world):
    reports = Reports()
    async with world.client(SCRIPT) as client:
        options = {"on_recovery": reports, "passivate_after": 0.3, **world.session_options}
        session = await client.create_session(session_id=SESSION, **options)
        await session.send_and_wait("one")
        await session.wait_state("paused")
        await session.send_and_wait("two")
        await session.disconnect()
        session = await client.resume_session(SESSION, **options)
        await session.send_and_wait("three")
    assert reports.told == []


def raising(_recovered):
    raise RuntimeError("of the user")


async def hanging(_recovered):
    await trio.sleep_forever()


@pytest.mark.parametrize("handler", [raising, hanging])
async def test_a_handler_that_fails_is_counted_and_delays_nobody(autojump_clock, handler):
    simulator, opening = simulated()
    async with opening as client:
        session = await client.create_session(model="m", on_recovery=handler, hook_timeout=60)
        await session.send_and_wait("one")
        simulator.kill()
        begun = trio.current_time()
        await session.send_and_wait("two")
        assert trio.current_time() - begun < 10
        await trio.sleep(100)
        counters = client.statistics()
        assert (counters.handler_errors, counters.handler_timeouts) == (
            (1, 0) if handler is raising else (0, 1)
        )
        assert session.state == "idle"


async def test_a_handler_may_use_its_session(autojump_clock):
    async def ask(recovered):
        answers.append((await sessions[0].send_and_wait("from the handler")).data.content)

    answers, sessions = [], []
    simulator, opening = simulated()
    async with opening as client:
        session = await client.create_session(model="m", on_recovery=ask)
        sessions.append(session)
        await session.send_and_wait("one")
        simulator.kill()
        await session.send_and_wait("two")
        await trio.sleep(5)
        assert answers == ["from the handler"]


async def test_a_handler_ends_with_its_session(autojump_clock):
    ended = []

    async def wait(_recovered):
        try:
            await trio.sleep_forever()
        finally:
            ended.append(True)

    simulator, opening = simulated()
    async with opening as client:
        session = await client.create_session(model="m", on_recovery=wait, hook_timeout=1000)
        await session.send_and_wait("one")
        simulator.kill()
        await session.send_and_wait("two")
        await session.disconnect()
        await trio.sleep(1)
        assert ended == [True]
        assert client.statistics().handler_errors == 0


async def test_the_value_is_whole_and_the_option_is_checked(autojump_clock):
    fields = {field.name for field in msgspec.structs.fields(SessionRecovered.data_type)}
    assert fields == {
        "session_id",
        "incarnation",
        "gap",
        "sent_again",
        "continued",
        "transcript",
        "seconds",
    }
    _, opening = simulated()
    async with opening as client:
        with pytest.raises(ca.InvalidOption, match="on_recovery"):
            await client.create_session(model="m", on_recovery=7)
