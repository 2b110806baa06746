"""A CLI that hosts the sessions of a client for programs that speak the agent host protocol."""

from __future__ import annotations

import uuid

import msgspec
import pytest
import trio
import trio.testing
from trio_websocket import open_websocket_url

import copilot_actors as ca
from copilot_actors.testing import FrameMatch, Refuse, Script, Simulator

REAL = pytest.mark.parametrize("world_name", [pytest.param("real", marks=pytest.mark.real_cli)])
SESSION = str(uuid.UUID(int=7, version=4))
ADDRESS = f"ahp-session:/{SESSION}"


def resources(listed):
    return [item["resource"] for item in listed]


@pytest.mark.exhaustive("real")
async def test_a_session_is_published_as_it_is_and_after_a_crash_again(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(session_id=SESSION, **world.session_options)
        await session.send_and_wait("x")
        async with client.agent_host() as host:
            url, token = host.url, host.token
            assert url.startswith("ws://127.0.0.1:")
            assert len(token) >= 32
            assert token not in repr(host)
            assert await host.list_sessions() == []
            for _ in range(2):
                assert await host.publish(session) == ADDRESS
            assert resources(await host.list_sessions()) == [ADDRESS]
            world.kill(client)
            await session.wait_state("recovering")
            await session.send_and_wait("y")
            with trio.fail_after(20):
                while resources(await host.list_sessions()) != [ADDRESS]:  # noqa: ASYNC110
                    await trio.sleep(0.05)  # a real process is started
            assert (host.url, host.token) == (url, token)
            assert await host.unpublish(session)
            assert not await host.unpublish(session)
            assert await host.list_sessions() == []
        # The session goes on without its host, and there can be another.
        await session.send_and_wait("z")
        async with client.agent_host():
            pass


@REAL
@pytest.mark.exhaustive("real")
async def test_a_program_finds_a_published_session_and_cannot_open_it_without_an_account(world):
    asked = []

    async def create(request):
        asked.append(request)
        raise AssertionError("nobody is signed in")

    async with world.client(Script.echo()) as client:
        session = await client.create_session(session_id=SESSION, **world.session_options)
        await session.send_and_wait("x")
        async with client.agent_host(token="t" * 32, create_session=create) as host:
            await host.publish(session)
            async with open_websocket_url(f"{host.url}?tkn={host.token}") as channel:
                answers = []
                for number, (method, params) in enumerate(
                    (
                        ("initialize", {"protocolVersions": ["0.9.0"], "clientId": "c"}),
                        ("listSessions", {}),
                        ("subscribe", {"channel": ADDRESS}),
                        ("createSession", {"channel": f"ahp-session:/{uuid.uuid4()}"}),
                    )
                ):
                    asking = {"jsonrpc": "2.0", "id": number, "method": method}
                    asking["params"] = {"channel": "ahp-root://", **params}
                    await channel.send_message(msgspec.json.encode(asking).decode())
                    with trio.fail_after(20):
                        while True:
                            answer = msgspec.json.decode(await channel.get_message())
                            if answer.get("id") == number:
                                break
                    answers.append(answer)
    first, listed, *refused = answers
    assert first["result"]["protocolVersion"] == "0.9.0"
    assert resources(listed["result"]["items"]) == [ADDRESS]
    for answer in refused:
        assert "authentication required" in answer["error"]["message"]
    assert not asked


# --- Sessions that a host asks for: the real CLI does so for signed-in people only -----------


class Asking:
    """A CLI that asks for sessions as the host of somebody who is signed in does."""

    def __init__(self, simulator):
        self.simulator = simulator
        self.number = 900

    @property
    def host_id(self):
        starts = [
            frame.message["params"]["hostId"]
            for frame in self.simulator.log
            if frame.message.get("method") == "host.start"
        ]
        return starts[-1]

    async def ask(self, session_id, *, resume=False, host_id=None, release_after=None, **config):
        self.number += 1
        number, handoff = self.number, f"h{self.number}"
        params = {"hostId": host_id or self.host_id, "handoffId": handoff, "resume": resume}
        params["config"] = {"sessionId": session_id, **config} if session_id else None
        self._send(id=number, method="host.materializeSession", params=params)
        if release_after is not None:
            await trio.sleep(release_after)  # simulated time
            released = {"hostId": params["hostId"], "handoffId": handoff}
            self._send(method="host.sessionReleased", params=released)
        with trio.fail_after(60):
            while True:
                for frame in self.simulator.log:
                    if frame.direction == "to_cli" and frame.message.get("id") == number:
                        return frame.message
                await trio.sleep(0.1)  # simulated time

    def _send(self, **message):
        self.simulator.send({"jsonrpc": "2.0", **message})


async def test_a_session_that_a_host_asks_for_is_opened_by_the_application(autojump_clock):
    simulator = Simulator(Script.echo())
    asking = Asking(simulator)
    async with ca.open_client(cli=simulator) as client:

        async def create(request):
            return await client.create_session(
                session_id=request.session_id,
                tools=[ca.Tool("ours", "ours", None, lambda: "x")],
                extra=request.options,
            )

        async with client.agent_host(create_session=create):
            reply = await asking.ask("asked", model="gpt-5", clientName="somebody")
            assert reply["result"] == {"sessionId": "asked"}
            created = next(
                frame.message["params"]
                for frame in simulator.log
                if frame.message.get("method") == "session.create"
            )
            assert (created["model"], created["clientName"]) == ("gpt-5", "somebody")
            assert [tool["name"] for tool in created["tools"]] == ["ours"]
            for wrong in (
                {"session_id": "more", "host_id": "another"},
                {"session_id": "more", "resume": True},
                {"session_id": None},
            ):
                assert "LookupError" in (await asking.ask(**wrong))["error"]["message"]


async def test_a_hosted_session_is_resumed_with_the_tools_of_the_application(autojump_clock):
    simulator = Simulator(Script.echo())
    asking = Asking(simulator)
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(session_id="kept", model="m")
        await session.send_and_wait("x")
        await session.disconnect()

        async def resume(request):
            return await client.resume_session(
                request.session_id,
                tools=[ca.Tool("ours", "ours", None, lambda: "x")],
                extra=request.options,
            )

        async with client.agent_host(resume_session=resume):
            simulator.kill()
            await client.wait_state("reconnecting")
            await client.wait_state("connected")
            await trio.sleep(1)  # simulated time
            reply = await asking.ask("kept", resume=True, availableTools=["theirs"])
            assert reply["result"] == {"sessionId": "kept"}
        resumed = next(
            frame.message["params"]
            for frame in simulator.log
            if frame.message.get("method") == "session.resume"
        )
        assert [tool["name"] for tool in resumed["tools"]] == ["ours"]
        assert resumed["availableTools"] == ["theirs"]


async def test_an_application_that_opens_no_such_session_is_answered_for(autojump_clock):
    simulator = Simulator(Script.echo())
    asking = Asking(simulator)
    ended = []

    async def create(request):
        if request.session_id == "raises":
            raise ValueError("secret")
        if request.session_id == "other":
            return await client.create_session(session_id="not-it", model="m")
        try:
            await trio.sleep_forever()
        finally:
            ended.append(request.session_id)

    async with ca.open_client(cli=simulator, rpc_timeout=5.0) as client:
        async with client.agent_host(create_session=create):
            for session_id, name in (
                ("raises", "ValueError"),
                ("other", "TypeError"),
                ("slow", "OverLimit"),
            ):
                message = (await asking.ask(session_id))["error"]["message"]
                assert name in message
                assert "secret" not in message
            reply = await asking.ask("released", release_after=0.5)
            assert "Withdrawn" in reply["error"]["message"]
        assert ended == ["slow", "released"]
        assert client.statistics().handler_timeouts == 1


async def test_a_host_that_ends_by_itself_is_reported(autojump_clock, caplog):
    simulator = Simulator(Script.echo())
    asking = Asking(simulator)
    async with ca.open_client(cli=simulator) as client:
        async with client.agent_host():
            for params in (
                [],
                {"hostId": "another", "reason": "exited", "error": "not ours"},
                {"hostId": asking.host_id, "reason": "exited", "error": "the port is gone"},
            ):
                simulator.send({"jsonrpc": "2.0", "method": "host.exited", "params": params})
            await trio.testing.wait_all_tasks_blocked()
        assert client.statistics().unknown_notifications == 0
    assert [record.getMessage() for record in caplog.records] == [
        "the agent host has ended: the port is gone"
    ]


async def test_published_sessions_survive_crashes_in_quick_succession(autojump_clock):
    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator, max_restarts=100) as client:
        sessions = [await client.create_session(model="m") for _ in range(3)]
        for session in sessions:
            await session.send_and_wait("x")
        async with client.agent_host(port=4711) as host:
            for session in sessions:
                await host.publish(session)
            for pause in (0.0, 0.001, 0.02, 0.05, 0.09, 0.13, 0.2):
                simulator.kill()
                await client.wait_state("reconnecting")
                await client.wait_state("connected")
                await trio.sleep(pause)  # simulated time
            await trio.sleep(5)  # simulated time
            assert len(await host.list_sessions()) == 3
            await sessions[0].disconnect()
            simulator.kill()
            await trio.sleep(5)  # simulated time
            assert len(await host.list_sessions()) == 2
            assert host.url == "ws://127.0.0.1:4711/"


async def test_a_host_that_does_not_start_again_is_told_to_its_callers(autojump_clock):
    again = FrameMatch(direction="to_cli", method="host.start", nth=2)
    simulator = Simulator(Script.echo(), faults=[Refuse(again, -32603, "the port is taken")])
    async with ca.open_client(cli=simulator) as client:
        async with client.agent_host() as host:
            simulator.kill()
            await client.wait_state("reconnecting")
            with pytest.raises(ca.RpcError, match="taken"):
                await host.list_sessions()
            simulator.kill()
            await client.wait_state("reconnecting")
            assert await host.list_sessions() == []


async def test_a_second_host_and_a_cli_that_hosts_nothing_are_refused_by_name(autojump_clock):
    async with ca.open_client(cli=Simulator(Script.echo())) as client:
        async with client.agent_host():
            with pytest.raises(ca.InvalidOption, match="already"):
                async with client.agent_host():
                    pass
    refusal = Refuse(FrameMatch(direction="to_cli", method="host.start"), -32601, "Unhandled")
    async with ca.open_client(cli=Simulator(Script.echo(), faults=[refusal])) as client:
        with pytest.raises(ca.UnsupportedOption) as caught:
            async with client.agent_host():
                pass
        assert caught.value.option == "agent_host"
        async with client.agent_host():
            pass


async def test_the_block_of_a_host_ends_with_its_own_exception_though_the_cli_is_gone(
    autojump_clock,
):
    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator) as client:

        async def host_while_it_is_killed():
            async with client.agent_host():
                simulator.kill()
                await client.wait_state("reconnecting")
                raise KeyError("mine")

        with pytest.raises(KeyError, match="mine"):
            await host_while_it_is_killed()
        await client.wait_state("connected")
        async with client.agent_host():
            pass
