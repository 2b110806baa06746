"""One session that is slow to start, to resume or to answer costs the others nothing (case S6)."""

from __future__ import annotations

import pytest
import trio
import trio.testing

import copilot_actors as ca
from copilot_actors.testing import Delay, Drop, FrameMatch, NeverAnswer, Script, Simulator

OTHERS = 50
AT_ONCE = 1.0
"""Simulated seconds; an answer takes a tenth of it."""


def content(event) -> str:
    return event.data["content"]


async def open_sessions(client, names) -> list[ca.Session]:
    sessions = []

    async def one(name):
        sessions.append(await client.create_session(session_id=name, model="gpt-4.1"))

    async with trio.open_nursery() as nursery:
        for name in names:
            nursery.start_soon(one, name)
    return sessions


async def ask_all(sessions) -> float:
    """Ask each session its own question; return how long the last one took."""
    begin = trio.current_time()

    async def ask(session):
        assert content(await session.send_and_wait(session.session_id)) == session.session_id

    async with trio.open_nursery() as nursery:
        for session in sessions:
            nursery.start_soon(ask, session)
    return trio.current_time() - begin


@pytest.mark.parametrize("seconds", [25.0, 45.0])
async def test_S6_a_slow_resume_after_a_crash_delays_only_its_own_session(seconds, autojump_clock):
    """Also one that takes longer than ``rpc_timeout``: slow is not broken."""
    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator) as client:
        sessions = await open_sessions(client, [f"s{n}" for n in range(OTHERS + 1)])
        await ask_all(sessions)
        first = FrameMatch(direction="to_cli", method="session.resume")
        simulator.inject(Delay(first, seconds))
        simulator.kill()
        begin = trio.current_time()
        delayed = (await simulator.wait_for(first)).message["params"]["sessionId"]
        (slow,) = (session for session in sessions if session.session_id == delayed)
        assert await ask_all([session for session in sessions if session is not slow]) < AT_ONCE
        assert slow.state == "recovering"
        assert content(await slow.send_and_wait("late")) == "late"
        assert 25 <= trio.current_time() - begin < 35
        assert slow.state == "idle"


async def test_S6_a_resume_that_never_answers_fails_its_own_session_after_some_attempts(
    autojump_clock,
):
    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator) as client:
        (session,) = await open_sessions(client, ["s"])
        await ask_all([session])
        simulator.inject(NeverAnswer("session.resume"))
        simulator.kill()
        begin = trio.current_time()
        with pytest.raises(ca.SessionFailed):
            await session.send_and_wait("x", timeout=200)
        assert 85 < trio.current_time() - begin < 100
        assert client.statistics().connections == 2


@pytest.mark.parametrize("method", ["session.create", "session.send", "session.abort"])
async def test_S6_a_session_whose_request_hangs_delays_no_other(method, autojump_clock):
    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator) as client, trio.open_nursery() as nursery:
        others = await open_sessions(client, [f"s{n}" for n in range(OTHERS)])
        # The others ask later, so that the next request of this kind is the slow session's.
        simulator.inject(Drop(FrameMatch(direction="to_cli", method=method)))

        @nursery.start_soon
        async def hang():
            try:
                session = await client.create_session(session_id="slow", model="gpt-4.1")
                nursery.start_soon(session.abort)
                await session.send_and_wait("x", timeout=40)
            except (ca.RpcTimeout, ca.TurnError):
                return

        for _ in range(5):
            # Simulated time: the hanging request is under way in each round.
            await trio.sleep(0.1)
            assert await ask_all(others) < AT_ONCE


@pytest.mark.parametrize("limit", [1, 8])
async def test_S6_after_a_crash_100_sessions_are_resumed_a_few_at_a_time(limit, autojump_clock):
    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator, max_parallel_resumes=limit) as client:
        sessions = await open_sessions(client, [f"s{n}" for n in range(100)])
        await ask_all(sessions)
        simulator.log.clear()
        simulator.kill()
        await client.wait_state("reconnecting")
        await ask_all(sessions)
        assert client.statistics().recoveries == 100
        assert {session.state for session in sessions} == {"idle"}
    under_way, most, resumed = set(), 0, []
    for frame in simulator.log:
        if frame.direction == "to_cli" and frame.message.get("method") == "session.resume":
            under_way.add(frame.message["id"])
            resumed.append(frame.message["params"]["sessionId"])
        elif frame.direction == "from_cli" and frame.reply_to == "session.resume":
            under_way.remove(frame.message["id"])
        most = max(most, len(under_way))
    assert most == limit
    assert len(resumed) == len(set(resumed)) == 100
