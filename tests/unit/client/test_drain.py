"""Draining: turns may finish, nothing new begins, and one deadline holds whatever happens."""

from __future__ import annotations

import os
import signal

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script, Silence, Simulator, Text, ToolCall, ToolCalls

SCRIPT = Script.by_prompt(
    {
        "slow": Text("one two three four", chunks=4, delay=1.0),
        "silent": Silence(),
        "tool": [ToolCalls([ToolCall("wait", {})]), Text("done")],
    },
    default=Text("ok"),
)


async def ask(session, prompt, ends):
    try:
        ends[prompt] = (await session.send_and_wait(prompt)).data.content
    except ca.CopilotError as error:
        ends[prompt] = type(error)


def outcomes(report):
    return {session.session_id: session.outcome for session in report.sessions}


async def test_S5_a_turn_of_three_seconds_finishes_within_a_deadline_of_five(autojump_clock):
    ends, simulator = {}, Simulator(SCRIPT)
    async with ca.open_client(cli=simulator) as client, trio.open_nursery() as nursery:
        session = await client.create_session(session_id="busy")
        await client.create_session(session_id="idle")
        nursery.start_soon(ask, session, "slow", ends)
        await trio.sleep(0.5)
        begun = trio.current_time()
        report = await client.drain(5)
        assert 2 < trio.current_time() - begun < 5
        assert report.seconds == trio.current_time() - begun
        assert outcomes(report) == {"busy": "finished", "idle": "idle"}
        assert (report.clean, report.forced) == (True, False)
        assert client.state == "stopped"
        assert not simulator.process.alive
        assert simulator.process.status.code == 0
    assert ends == {"slow": "one two three four"}


async def test_S5_with_a_deadline_of_one_second_the_turn_is_aborted(autojump_clock):
    ends, simulator = {}, Simulator(SCRIPT)
    async with ca.open_client(cli=simulator) as client, trio.open_nursery() as nursery:
        session = await client.create_session(session_id="busy")
        nursery.start_soon(ask, session, "slow", ends)
        await trio.sleep(0.5)
        report = await client.drain(1)
        assert report.seconds <= 1
        assert outcomes(report) == {"busy": "aborted"}
        assert (report.clean, report.forced) == (False, False)
    assert ends == {"slow": ca.TurnAborted}
    assert "abort" in simulator.store.journal("busy").types()


async def test_nothing_new_begins_while_a_client_drains(autojump_clock):
    async with ca.open_client(cli=Simulator(SCRIPT)) as client, trio.open_nursery() as nursery:
        session = await client.create_session(session_id="a")
        nursery.start_soon(ask, session, "slow", {})
        await trio.sleep(0.5)
        nursery.start_soon(client.drain, 20)
        await trio.testing.wait_all_tasks_blocked()
        for refused in (
            lambda: session.send("more"),
            lambda: session.send_and_wait("more"),
            client.create_session,
            lambda: client.resume_session("b"),
        ):
            with pytest.raises(ca.ConnectionStopped, match="draining"):
                await refused()
        assert (await client.ping("x")).message == "pong: x"
        assert await session.get_messages()


async def test_prompts_that_were_accepted_get_their_turns(autojump_clock):
    ends = {}
    async with ca.open_client(cli=Simulator(SCRIPT)) as client, trio.open_nursery() as nursery:
        session = await client.create_session(session_id="a")
        for prompt in ("slow", "two", "three"):
            nursery.start_soon(ask, session, prompt, ends)
        await trio.sleep(0.5)
        report = await client.drain(20)
        assert report.clean
    assert ends == {"slow": "one two three four", "two": "ok", "three": "ok"}


async def test_a_handler_of_yours_may_finish(autojump_clock):
    async def wait():
        await trio.sleep(3)
        return "x"

    tool = ca.Tool("wait", "wait", {"type": "object"}, wait, skip_permission=True)
    ends = {}
    async with ca.open_client(cli=Simulator(SCRIPT)) as client, trio.open_nursery() as nursery:
        session = await client.create_session(session_id="a", tools=[tool])
        nursery.start_soon(ask, session, "tool", ends)
        await trio.sleep(0.5)
        assert (await client.drain(20)).clean
    assert ends == {"tool": "done"}


async def test_a_turn_that_a_crash_cuts_meanwhile_is_continued(autojump_clock):
    ends, simulator = {}, Simulator(SCRIPT)
    async with ca.open_client(cli=simulator) as client, trio.open_nursery() as nursery:
        session = await client.create_session(session_id="a")
        nursery.start_soon(ask, session, "slow", ends)
        await trio.sleep(0.5)

        async def crash():
            await trio.sleep(1)
            simulator.kill()

        nursery.start_soon(crash)
        report = await client.drain(20)
        assert outcomes(report) == {"a": "finished"}
    assert ends == {"slow": "one two three four"}


@pytest.mark.parametrize("deadline", [0, 0.5, 5, 60])
async def test_the_deadline_holds_although_the_cli_is_frozen(autojump_clock, deadline):
    ends, simulator = {}, Simulator(SCRIPT)
    options = {"ping_interval": 1000.0}
    async with ca.open_client(cli=simulator, **options) as client, trio.open_nursery() as nursery:
        session = await client.create_session(session_id="a")
        nursery.start_soon(ask, session, "silent", ends)
        await trio.sleep(0.5)
        simulator.freeze()
        report = await client.drain(deadline)
        assert report.seconds <= deadline + 0.01
        assert outcomes(report) == {"a": "cut"}
        assert report.forced
    assert ends["silent"] in (ca.SessionClosed, ca.ConnectionStopped)
    assert not simulator.process.alive


async def test_all_callers_get_one_report_and_the_earliest_deadline_counts(autojump_clock):
    reports = []

    async def drain(client, deadline):
        reports.append(await client.drain(deadline))

    async with ca.open_client(cli=Simulator(SCRIPT)) as client, trio.open_nursery() as nursery:
        session = await client.create_session(session_id="a")
        nursery.start_soon(ask, session, "silent", {})
        await trio.sleep(0.5)
        begun = trio.current_time()
        async with trio.open_nursery() as drains:
            drains.start_soon(drain, client, 50)
            await trio.sleep(1)
            drains.start_soon(drain, client, 4)
            drains.start_soon(drain, client, 100)
        assert trio.current_time() - begun <= 5
        again = await client.drain(1)
        assert trio.current_time() - begun <= 5
        assert [report is again for report in reports] == [True] * 3
        assert outcomes(again) == {"a": "aborted"}


async def test_a_drain_is_carried_out_although_its_caller_is_cancelled(autojump_clock):
    ends = {}
    async with ca.open_client(cli=Simulator(SCRIPT)) as client, trio.open_nursery() as nursery:
        session = await client.create_session(session_id="a")
        nursery.start_soon(ask, session, "slow", ends)
        await trio.sleep(0.5)
        with trio.CancelScope() as scope:
            scope.cancel()
            report = await client.drain(10)
        assert report.clean
    assert ends == {"slow": "one two three four"}


@pytest.mark.parametrize("before", [True, False])
async def test_under_a_scope_around_the_client_that_is_cancelled_a_drain_is_bounded(
    autojump_clock, before
):
    simulator, reports = Simulator(SCRIPT), []
    with trio.CancelScope() as scope:
        async with ca.open_client(cli=simulator) as client:
            session = await client.create_session(session_id="a")
            await session.send("silent")
            await trio.sleep(0.5)
            begun = trio.current_time()
            if before:
                scope.cancel()
            else:
                scope.deadline = trio.current_time() + 1
            reports.append(await client.drain(20))
    assert trio.current_time() - begun < 20
    assert len(outcomes(reports[0])) == 1
    assert not simulator.process.alive


async def test_a_client_that_has_stopped_has_nothing_to_drain(autojump_clock):
    async with ca.open_client(cli=Simulator(SCRIPT)) as client:
        await client.create_session()
        await client.stop()
        assert await client.drain(5) == ca.DrainReport()


@pytest.mark.parametrize("deadline", [-1, float("inf"), float("nan"), "5", None, True])
async def test_a_deadline_is_a_finite_number_of_seconds(autojump_clock, deadline):
    async with ca.open_client(cli=Simulator(SCRIPT)) as client:
        for call in (client.drain, lambda deadline: client.drain_at_signal(deadline=deadline)):
            with pytest.raises(ca.InvalidOption, match="deadline"):
                await call(deadline)
        await client.create_session()


async def test_S5_a_signal_drains_and_a_second_one_makes_short_work_of_it(autojump_clock):
    ends, reports = {}, []
    async with ca.open_client(cli=Simulator(SCRIPT)) as client, trio.open_nursery() as nursery:

        async def drain():
            reports.append(await client.drain_at_signal(signal.SIGUSR2, deadline=50))

        nursery.start_soon(drain)
        session = await client.create_session(session_id="a")
        nursery.start_soon(ask, session, "silent", ends)
        await trio.sleep(0.5)
        os.kill(os.getpid(), signal.SIGUSR2)
        await trio.sleep(5)
        assert reports == []
        begun = trio.current_time()
        os.kill(os.getpid(), signal.SIGUSR2)
    assert trio.current_time() - begun < 0.5
    assert outcomes(reports[0])["a"] in ("aborted", "cut")
    assert ends["silent"] in (ca.TurnAborted, ca.SessionClosed, ca.ConnectionStopped)
    assert signal.getsignal(signal.SIGUSR2) is signal.SIG_DFL
