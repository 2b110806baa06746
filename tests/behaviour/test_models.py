"""Case R2 (the model of a resumed session) and the list of models (case S6)."""

from __future__ import annotations

import pytest
import trio

import copilot_actors as ca
from copilot_actors.client._session import _log as log
from copilot_actors.testing import (
    FrameMatch,
    Script,
    Simulator,
)
from copilot_actors.testing._simulator import _methods as _simulator_methods
from copilot_actors.testing._simulator import _session as _simulator_session


def resumes(simulator) -> list[dict]:
    frames = [f.message for f in simulator.log if f.direction == "to_cli"]
    return [m["params"] for m in frames if m.get("method") == "session.resume"]


async def test_R2_the_whole_configuration_is_sent_at_every_resume(autojump_clock, tmp_path):
    async def look():
        return "seen"

    options = {
        "model": "gpt-4.1",
        "provider": {"base_url": "http://localhost:1", "api_key": "sk-test-0123456789abcdef"},
        "tools": [ca.Tool("look", "look", None, look)],
        "mcp_servers": {"files": {"command": "serve", "tools": ["*"]}},
        "working_directory": str(tmp_path),
        "infinite_sessions": {"enabled": True},
        "hooks": {"preToolUse": lambda given: None},
        "reasoning_effort": "low",
    }
    simulator = Simulator()
    async with ca.open_client(cli=simulator, max_restarts=50) as client:
        session = await client.create_session(**options)
        await session.send_and_wait("one")
        create = next(
            f.message["params"]
            for f in simulator.log
            if f.message.get("method") == "session.create"
        )
        for _ in range(3):
            simulator.kill()
            await session.wait_state("recovering")
            await session.send_and_wait("more")
        assert len(resumes(simulator)) == 3
        for params in resumes(simulator):
            assert create.items() <= params.items()
            assert params["continuePendingWork"] is True
            assert params["provider"]["apiKey"]


async def test_R2_a_replayed_idle_ends_no_turn(autojump_clock):
    simulator = Simulator(Script.echo(delay=0.5))
    async with ca.open_client(cli=simulator, max_restarts=50) as client:
        session = await client.create_session(session_id="s", model="m", streaming=True)

        async def replay():
            for _ in range(2):
                await simulator.wait_for(FrameMatch(reply_to="session.resume"))
                simulator.emit("s", "session.idle", {}, ephemeral=True)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(replay)
            nursery.start_soon(kill_twice, simulator)
            answer = await session.send_and_wait("one two three four")
            assert answer.data.content == "one two three four"


async def kill_twice(simulator):
    for _ in range(2):
        await trio.sleep(1)
        simulator.kill()


@pytest.mark.exhaustive("real")
async def test_R2_a_model_that_was_switched_is_the_one_after_a_crash(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(**world.session_options)
        assert session.model == world.session_options["model"]
        await session.send_and_wait("one")
        async with session.events("session.model_change") as stream:
            await session.request("session.model.switchTo", {"modelId": "gpt-5"})
            await anext(stream)
        assert session.model == "gpt-5"
        await session.send_and_wait("two")
        world.kill(client)
        await session.wait_state("recovering")
        await session.send_and_wait("three")
        assert session.model == "gpt-5"
        current = await session.request("session.model.getCurrent")
        assert current["modelId"] == "gpt-5"


@pytest.fixture
def stubborn(monkeypatch):
    """A CLI that resumes with its own model, and may refuse another."""
    parse = _simulator_session.SessionOptions.parse

    def install(*, refuses: bool, answer: str | None = None) -> None:
        def parse_old(params, directory):
            if "continuePendingWork" in params:
                params = {**params, "model": "old"}
            return parse(params, directory)

        monkeypatch.setattr(_simulator_session.SessionOptions, "parse", parse_old)
        if refuses:

            def switch(host, params):
                yield 0.001
                return {"status": "rejected", "modelId": answer}

            monkeypatch.setitem(_simulator_methods.METHODS, "session.model.switchTo", switch)

    return install


async def test_R2_the_model_is_applied_again_when_a_resume_ignored_it(autojump_clock, stubborn):
    stubborn(refuses=False)
    simulator = Simulator()
    async with ca.open_client(cli=simulator, max_restarts=50) as client:
        session = await client.create_session(model="new")
        await session.send_and_wait("one")
        simulator.kill()
        await session.wait_state("recovering")
        await session.send_and_wait("two")
        assert session.model == "new"
        assert simulator.model_requests[-1].model == "new"


async def test_R2_a_model_that_the_cli_keeps_is_a_typed_mismatch(autojump_clock, stubborn):
    stubborn(refuses=True, answer="old")
    simulator = Simulator()
    async with ca.open_client(cli=simulator, max_restarts=50) as client:
        session = await client.create_session(session_id="s", model="new")
        await session.send_and_wait("one")
        await session.disconnect()
        with pytest.raises(ca.ModelMismatch) as caught:
            await client.resume_session("s", model="new")
        assert (caught.value.wanted, caught.value.actual) == ("new", "old")
        # Who asks for no model takes what there is.
        again = await client.resume_session("s")
        assert again.model == "old"


@pytest.mark.parametrize(
    ("wanted", "actual"),
    [("auto", "gpt-5"), ("gpt-5", "acme/gpt-5"), ("acme/gpt-5", "gpt-5"), ("gpt-5", None)],
)
async def test_R2_names_that_may_differ_are_no_mismatch(autojump_clock, wanted, actual):
    async def call(method, params):
        raise AssertionError("nothing is to be switched")

    assert await log.ensure_model(call, "s", wanted, actual) == actual


# --- The list of models ---------------------------------------------------------------------


def asked(simulator) -> int:
    return sum(f.message.get("method") == "models.list" for f in simulator.log)


@pytest.fixture
def catalogue(monkeypatch):
    def models(host, params):
        yield 0.5
        return {"models": [{"id": "gpt-5"}]}

    monkeypatch.setitem(_simulator_methods.METHODS, "models.list", models)


async def test_S6_a_hundred_callers_list_the_models_with_one_request(autojump_clock, catalogue):
    simulator = Simulator()
    async with ca.open_client(cli=simulator, max_restarts=50) as client:
        lists = []

        async def ask():
            lists.append(await client.list_models())

        async with trio.open_nursery() as nursery:
            for _ in range(100):
                nursery.start_soon(ask)
            # The one that asked first may leave without taking the answer along.
            with trio.move_on_after(0.1):
                await client.list_models()
        assert lists == [[{"id": "gpt-5"}]] * 100
        lists[0].append("mine")
        assert await client.list_models() == [{"id": "gpt-5"}]
        assert asked(simulator) == 1
        await client.list_models(refresh=True)
        assert asked(simulator) == 2
        simulator.kill()
        await client.wait_state("reconnecting")
        assert await client.list_models() == [{"id": "gpt-5"}]
        assert asked(simulator) == 2
        await client.wait_state("connected")
        await client.list_models()
        assert asked(simulator) == 3


async def test_S6_a_fault_of_the_list_reaches_every_caller_and_is_not_kept(autojump_clock):
    simulator = Simulator()
    async with ca.open_client(cli=simulator) as client:
        faults = []

        async def ask():
            with pytest.raises(ca.RpcError) as caught:
                await client.list_models()
            faults.append(caught.value)

        async with trio.open_nursery() as nursery:
            for _ in range(20):
                nursery.start_soon(ask)
        assert asked(simulator) == 1
        assert len({id(fault) for fault in faults}) == 20
        await ask()
        assert asked(simulator) == 2


async def test_S6_who_waits_for_the_list_is_told_when_the_client_ends(autojump_clock):
    simulator = Simulator(faults=[ca.testing.NeverAnswer("models.list")])
    told = []

    async def ask(client):
        try:
            await client.list_models()
        except ca.CopilotError as error:
            told.append(type(error))

    async with trio.open_nursery() as nursery:
        async with ca.open_client(cli=simulator) as client:
            nursery.start_soon(ask, client)
            await trio.sleep(1)
    assert told == [ca.ConnectionStopped]
