"""Functions of the program that a client asks or tells, and the port of its server."""

from __future__ import annotations

import socket

import msgspec
import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script, Simulator

REAL = pytest.mark.parametrize("world_name", [pytest.param("real", marks=pytest.mark.real_cli)])


class Model(msgspec.Struct):
    id: str
    name: str = "Small"


# --- A lister of models ---------------------------------------------------------------------


@pytest.mark.exhaustive("real")
async def test_a_lister_of_ones_own_is_asked_in_the_clis_place(world):
    calls = []

    async def models():
        calls.append(None)
        await trio.lowlevel.checkpoint()
        return [{"id": "large"}, Model("small")]

    async with world.client(Script.echo(), on_list_models=models) as client:
        listed = await client.list_models()
        assert listed == [{"id": "large"}, {"id": "small", "name": "Small"}]
        listed.clear()
        assert len(await client.list_models()) == 2
        assert len(calls) == 1
        await client.list_models(refresh=True)
        assert len(calls) == 2


async def test_a_lister_answers_while_there_is_no_cli(autojump_clock):
    simulator = Simulator(Script.echo())
    backoff = ca.otp.Backoff(60.0, 60.0, factor=1.0, jitter=0.0)
    async with ca.open_client(
        cli=simulator, on_list_models=lambda: [{"id": "m"}], backoff=backoff
    ) as client:
        simulator.kill()
        await client.wait_state("reconnecting")
        assert await client.list_models() == [{"id": "m"}]
        assert client.state == "reconnecting"
        await client.wait_state("connected")
        assert not [f for f in simulator.log if f.message.get("method") == "models.list"]


def raises():
    raise ValueError("no list today")


@pytest.mark.parametrize(
    ("lister", "reason"),
    [
        (raises, "ValueError: no list today"),
        (lambda: None, "returned NoneType"),
        (lambda: "models", "returned str"),
        (lambda: [7], "models with an id"),
        (lambda: [{"name": "m"}], "models with an id"),
        (lambda: [{"id": 5}], "models with an id"),
        (lambda: [{"id": b"m"}], "TypeError"),
        (trio.sleep_forever, "no answer within 3 s"),
    ],
)
async def test_a_fault_of_a_lister_is_named_to_every_caller_and_not_kept(
    autojump_clock, lister, reason
):
    async with ca.open_client(
        cli=Simulator(Script.echo()), on_list_models=lister, rpc_timeout=3.0
    ) as client:
        faults = []

        async def ask():
            with pytest.raises(ca.HandlerFailed, match=reason) as caught:
                await client.list_models()
            faults.append(caught.value)

        async with trio.open_nursery() as nursery:
            for _ in range(3):
                nursery.start_soon(ask)
        await ask()
        assert len({id(fault) for fault in faults}) == 4
        assert {fault.option for fault in faults} == {"on_list_models"}
        counted = client.statistics()
        assert counted.handler_errors + counted.handler_timeouts == 2


async def test_who_waits_for_a_lister_is_told_when_the_client_ends(autojump_clock):
    told = []

    async def ask(client):
        with pytest.raises(ca.ConnectionStopped):
            await client.list_models()
        told.append(True)

    async with trio.open_nursery() as nursery:
        async with ca.open_client(
            cli=Simulator(Script.echo()), on_list_models=trio.sleep_forever
        ) as client:
            nursery.start_soon(ask, client)
            await trio.sleep(1)  # simulated time
    assert told == [True]


# --- Telemetry ------------------------------------------------------------------------------


@pytest.mark.exhaustive("real")
async def test_the_clis_own_telemetry_is_forwarded_by_each_cli(world):
    seen, news = [], []

    async def report(telemetry):
        await trio.lowlevel.checkpoint()
        seen.append(telemetry)

    async with world.client(Script.echo(), on_github_telemetry=report) as client:
        await client.on(news.append)
        session = await client.create_session(session_id="told", **world.session_options)
        await session.send_and_wait("x")
        await until(lambda: "session_start" in {item.kind for item in seen})
        assert {type(item) for item in seen} == {ca.GitHubTelemetry}
        start = next(item for item in seen if item.kind == "session_start")
        assert start.session_id == "told"
        assert start.restricted is False
        assert start.properties["copilot_version"] == client.cli_version
        world.kill(client)
        await session.wait_state("recovering")
        await session.send_and_wait("y")
        await until(lambda: "session_resume" in {item.kind for item in seen})
        counted = client.statistics()
        assert (counted.unknown_notifications, counted.malformed_events) == (0, 0)
    assert not [item for item in news if isinstance(item, ca.GitHubTelemetry)]


@pytest.mark.exhaustive("real")
async def test_nobody_is_told_of_telemetry_who_did_not_ask(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(**world.session_options)
        await session.send_and_wait("x")
        assert client.statistics().unknown_notifications == 0


GOOD = {
    "sessionId": "s",
    "restricted": True,
    "event": {"kind": "k", "properties": {}, "metrics": {}},
}


async def test_telemetry_that_is_malformed_or_newer_harms_nothing(autojump_clock):
    seen = []
    simulator = Simulator(Script.echo())

    def report(telemetry):
        seen.append(telemetry)
        raise ValueError("of the program")

    async with ca.open_client(cli=simulator, on_github_telemetry=report) as client:
        for params in (
            [],
            {},
            {"restricted": False},
            {**GOOD, "event": None},
            GOOD,
            {**GOOD, "newer": [1], "event": {**GOOD["event"], "metrics": {"n": 1}, "more": {}}},
        ):
            simulator.send({"jsonrpc": "2.0", "method": "gitHubTelemetry.event", "params": params})
        await trio.testing.wait_all_tasks_blocked()
        counted = client.statistics()
        assert (counted.malformed_events, counted.handler_errors) == (4, 2)
    assert [item.kind for item in seen] == ["k", "k"]
    assert "s" in repr(seen[0])
    assert (seen[0].restricted, seen[1].metrics) == (True, {"n": 1})


async def until(true):
    """The real CLI sends its reports when it pleases."""
    with trio.fail_after(20):
        while not true():  # noqa: ASYNC110 - another process says when
            await trio.sleep(0.02)  # another process says when


# --- The port of a server -------------------------------------------------------------------


@pytest.mark.exhaustive("real")
@REAL
async def test_a_server_listens_on_the_port_that_was_chosen_before_and_after_a_crash(world):
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    async with world.client(Script.echo(), cli=ca.Tcp(listen_port=port)) as client:
        assert client.port == port
        session = await client.create_session(**world.session_options)
        await session.send_and_wait("one")
        world.kill(client)
        await session.wait_state("recovering")
        await session.send_and_wait("two")
        assert client.port == port


@REAL
@pytest.mark.exhaustive("real")
async def test_a_port_that_is_taken_is_named(world):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(ca.CliExited) as caught:
            async with world.client(Script.echo(), cli=ca.Tcp(listen_port=port)):
                pass
    assert "Address already in use" in caught.value.stderr_tail
