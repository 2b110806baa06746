"""Recycling: a CLI over its limit is replaced at rest, in good order, and costs nothing else."""

from __future__ import annotations

import sys

import pytest
import trio

import copilot_actors as ca
from copilot_actors.client import _recycle
from copilot_actors.testing import Script, Silence, Simulator, StartFailure, Text
from copilot_actors.transport import Transport

SCRIPT = Script.by_prompt(
    {"silent": Silence(), "slow": Text("one two", chunks=2, delay=20.0)}, default=Text("ok")
)
SOON = {"check_interval": 1.0, "patience": 10.0}


def content(event):
    return event.data.content


async def test_P7_a_cli_is_replaced_after_so_many_turns_and_everything_goes_on(autojump_clock):
    simulator, seen, news = Simulator(SCRIPT), [], []
    recycle = ca.Recycle(max_turns=2, **SOON)
    async with ca.open_client(cli=simulator, recycle=recycle, max_restarts=0) as client:
        ref = client.on_lifecycle(news.append)
        session = await client.create_session(session_id="a", model="m")
        await session.on("assistant.message", lambda event: seen.append(content(event)))
        for number in range(2):
            await session.send_and_wait(f"p{number}")
        first, pid = simulator.process, client.pid
        await trio.sleep(3)
        assert session.state == "idle"
        assert (first.alive, first.status.code) == (False, 0)
        assert client.pid != pid
        assert content(await session.send_and_wait("again")) == "ok"
        client.off_lifecycle(ref)
        statistics = client.statistics()
        assert (statistics.recycled, statistics.recoveries) == (1, 1)
        assert (statistics.connections, statistics.connection_faults) == (2, 0)
        assert client.fault is None
    assert seen == ["ok"] * 3
    (recycled,) = [one for one in news if one.type == "copilot_actors.client.recycled"]
    assert recycled.metadata == {"reason": "it has finished 2 turns", "incarnation": 1}


async def test_P7_age_is_a_limit_too_and_begins_anew_with_each_cli(autojump_clock):
    simulator = Simulator(SCRIPT)
    recycle = ca.Recycle(max_age=100.0, **SOON)
    async with ca.open_client(cli=simulator, recycle=recycle, max_restarts=0) as client:
        session = await client.create_session(session_id="a", model="m")
        await session.send_and_wait("x")
        await trio.sleep(95)
        assert client.statistics().recycled == 0
        await trio.sleep(955)
        assert client.statistics().recycled in (9, 10)
        assert content(await session.send_and_wait("x")) == "ok"


async def test_P7_memory_is_a_limit_too(autojump_clock, monkeypatch):
    sizes = {}
    monkeypatch.setattr(_recycle, "resident_size", sizes.get)
    simulator = Simulator(SCRIPT)
    async with ca.open_client(cli=simulator, recycle=ca.Recycle(max_rss=1000, **SOON)) as client:
        await client.create_session(session_id="a", model="m")
        sizes[client.pid] = 999
        await trio.sleep(30)
        assert client.statistics().recycled == 0
        sizes[client.pid] = 1000
        await trio.sleep(30)
        assert client.statistics().recycled == 1


async def test_P7_no_turn_is_ever_cut_and_a_cli_without_rest_is_counted(autojump_clock):
    simulator = Simulator(SCRIPT)
    async with ca.open_client(cli=simulator, recycle=ca.Recycle(max_age=1.0, **SOON)) as client:
        session = await client.create_session(session_id="a", model="m")
        assert content(await session.send_and_wait("slow", timeout=None)) == "one two"
        await trio.sleep(5)
        before = client.statistics()
        assert before.turns_continued == 0
        assert before.recycled >= 1
        await session.send("silent")
        await trio.sleep(35)
        after = client.statistics()
        assert after.recycled == before.recycled
        assert after.deferred_recycles - before.deferred_recycles in (2, 3)
        await session.abort()
        await trio.sleep(5)
        assert client.statistics().recycled > after.recycled


async def test_a_session_that_was_never_prompted_stays_usable(autojump_clock):
    async with ca.open_client(
        cli=Simulator(SCRIPT), recycle=ca.Recycle(max_age=5.0, **SOON)
    ) as client:
        session = await client.create_session(session_id="a", model="m")
        await trio.sleep(8)
        assert client.statistics().recycled == 1
        assert content(await session.send_and_wait("x")) == "ok"


@pytest.mark.parametrize("seed", range(5))
async def test_prompts_without_a_pause_lose_and_repeat_nothing(autojump_clock, seed):
    simulator = Simulator(SCRIPT, seed=seed)
    recycle = ca.Recycle(max_turns=1, check_interval=0.05 + 0.01 * seed, patience=10.0)
    answers = []

    async def talk(client, name):
        session = await client.create_session(session_id=name, model="m")
        for number in range(25):
            answers.append(content(await session.send_and_wait(f"{name} {number}")))
            if number % 3 == 0:
                await trio.sleep(0.3)

    async with ca.open_client(cli=simulator, recycle=recycle, max_restarts=0) as client:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(talk, client, "a")
            nursery.start_soon(talk, client, "b")
        statistics = client.statistics()
    assert answers == ["ok"] * 50
    assert statistics.recycled > 0
    assert (statistics.prompts_sent_again, statistics.turns_continued) == (0, 0)
    for name in "ab":
        events = simulator.store.journal(name).events()
        users = [e["data"]["content"] for e in events if e["type"] == "user.message"]
        assert users == [f"{name} {number}" for number in range(25)]


async def test_a_start_that_fails_after_a_recycling_is_a_fault_like_any_other(autojump_clock):
    simulator = Simulator(SCRIPT, faults=[StartFailure(process=1, code=3)])
    async with ca.open_client(cli=simulator, recycle=ca.Recycle(max_turns=1, **SOON)) as client:
        session = await client.create_session(session_id="a", model="m")
        await session.send_and_wait("x")
        await trio.sleep(5)
        assert isinstance(client.fault, ca.CliExited)
        assert content(await session.send_and_wait("y")) == "ok"
        assert len(simulator.processes) == 3


async def test_a_client_can_end_while_its_cli_is_recycled(autojump_clock):
    for moment in (0.95, 1.0, 1.01, 1.05, 1.1, 1.15, 1.3):
        simulator = Simulator(SCRIPT)
        async with ca.open_client(cli=simulator, recycle=ca.Recycle(max_age=0.5, **SOON)) as client:
            await client.create_session(session_id="a", model="m")
            begun = trio.current_time()
            await trio.sleep(moment)
        assert trio.current_time() - begun < moment + 2
        assert not any(process.alive for process in simulator.processes)


async def test_a_client_that_drains_is_not_recycled(autojump_clock):
    async with (
        ca.open_client(cli=Simulator(SCRIPT), recycle=ca.Recycle(max_age=0.5, **SOON)) as client,
        trio.open_nursery() as nursery,
    ):
        session = await client.create_session(session_id="a", model="m")
        nursery.start_soon(session.send_and_wait, "slow")
        await trio.sleep(0.2)
        assert (await client.drain(60)).clean
        assert client.statistics().recycled == 0


WRONG = [
    ({}, "no limit"),
    ({"max_age": 0}, "max_age"),
    ({"max_turns": -1}, "max_turns"),
    ({"max_turns": 1.5}, "max_turns"),
    ({"max_rss": True}, "max_rss"),
    ({"max_rss": "1 GB"}, "max_rss"),
    ({"max_age": 1, "check_interval": 0}, "check_interval"),
    ({"max_age": 1, "patience": None}, "patience"),
]


@pytest.mark.parametrize(("fields", "named"), WRONG)
async def test_a_wrong_limit_is_refused_by_name(autojump_clock, fields, named):
    simulator = Simulator(SCRIPT)
    with pytest.raises(ca.InvalidOption, match=named):
        async with ca.open_client(cli=simulator, recycle=ca.Recycle(**fields)):
            pass
    assert simulator.processes == []


async def test_what_cannot_be_recycled_is_refused_by_name(autojump_clock, monkeypatch):
    class Somebodys(Transport):
        """A server that runs already."""

        async def open(self, options):
            raise AssertionError("it was opened")

    with pytest.raises(ca.InvalidOption, match="does not start the CLI"):
        async with ca.open_client(cli=Somebodys(), recycle=ca.Recycle(max_age=1)):
            pass
    with pytest.raises(ca.InvalidOption, match="'recycle': expected a Recycle"):
        async with ca.open_client(cli=Simulator(), recycle=5):
            pass
    monkeypatch.setattr(sys, "platform", "darwin")
    with pytest.raises(ca.InvalidOption, match="Linux only"):
        ca.Recycle(max_rss=1).validate(owned=True)
    ca.Recycle(max_age=1).validate(owned=True)
