"""``check_under_crashes``: it passes what holds, and names the crash that breaks what does not."""

from __future__ import annotations

import os

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import (
    CrashCheckFailed,
    FaultyTransport,
    Script,
    Simulator,
    Text,
    ToolCall,
    ToolCalls,
    check_under_crashes,
    open_scripted_model,
)


def book(request):
    if request.step == 0:
        return ToolCalls([ToolCall("book", {})])
    return Text(request.tool_results[-1].content)


def agent(**tool_options):
    """One prompt that books once, whatever dies."""

    async def scenario(client):
        booked = []

        async def handler():
            await trio.sleep(0.1)
            booked.append("seat")
            return "booked"

        tool = ca.Tool("book", "b", {"type": "object"}, handler, skip_permission=True)
        session = await client.create_session(model="m", tools=[tool], **tool_options)
        answer = await session.send_and_wait("book", timeout=300)
        assert answer.data.content == "booked"
        assert booked == ["seat"]

    return scenario


@pytest.mark.exhaustive
async def test_what_the_library_promises_holds_at_every_frame(autojump_clock):
    report = await check_under_crashes(agent(), script=book)
    assert len(report.tried) == 2 * report.frames > 60
    assert report.missed == ()


async def test_a_sample_is_chosen_by_its_seed(autojump_clock):
    first = await check_under_crashes(agent(), script=book, sample=4, seed=3)
    again = await check_under_crashes(agent(), script=book, sample=4, seed=3)
    other = await check_under_crashes(agent(), script=book, sample=4, seed=4)
    assert len(first.tried) == 4
    assert first == again
    assert first.tried != other.tried


async def test_a_scenario_that_breaks_names_the_crashes_which_repeat_it(autojump_clock):
    """An agent that sends its prompt again after any trouble, as many do."""

    async def scenario(client):
        session = await client.create_session(model="m", delivery="at_most_once")
        try:
            await session.send_and_wait("hello", timeout=300)
        except ca.OutcomeUnknown:
            raise RuntimeError("nobody knows") from None

    with pytest.raises(CrashCheckFailed) as caught:
        await check_under_crashes(scenario, script=Script.echo(), sample=40, seed=1)
    error = caught.value
    assert isinstance(error.__cause__, RuntimeError)
    assert str(error).startswith(
        f"{len(error.failures)} of 40 crashes make the scenario fail\nKill("
    )
    fault, _ = error.failures[0]
    async with ca.open_client(cli=Simulator(faults=[fault]), max_restarts=50) as client:
        with pytest.raises(RuntimeError, match="nobody knows"):
            await scenario(client)


async def test_a_scenario_that_fails_without_a_crash_raises_as_it_is(autojump_clock):
    async def scenario(client):
        raise LookupError("planted")

    with pytest.raises(LookupError, match="planted"):
        await check_under_crashes(scenario)


async def test_a_run_that_takes_too_long_is_a_failure(autojump_clock):
    runs = []

    async def scenario(client):
        runs.append(client)
        await client.ping()
        if len(runs) > 1:
            await trio.sleep_forever()

    with pytest.raises(CrashCheckFailed) as caught:
        await check_under_crashes(scenario, limit=60)
    assert all(isinstance(error, trio.TooSlowError) for _, error in caught.value.failures)


async def test_any_transport_will_do(autojump_clock):
    inner = []

    def transport():
        inner.append(Simulator(book))
        return FaultyTransport(inner[-1])

    report = await check_under_crashes(agent(), transport=transport, sample=2)
    assert len(inner) == 3
    assert report.missed == ()


@pytest.mark.real_cli
@pytest.mark.exhaustive
async def test_a_sample_of_crashes_on_the_real_cli(tmp_path):
    homes = iter(range(100))
    async with open_scripted_model(Script.echo()) as model:
        environment = {**os.environ, **model.environment()}

        async def scenario(client):
            session = await client.create_session(model=model.model_name, provider=model.provider())
            assert (await session.send_and_wait("hello", timeout=60)).data.content == "hello"

        report = await check_under_crashes(
            scenario,
            transport=FaultyTransport,
            open_client=lambda cli: ca.open_client(
                cli=cli, env=environment, home=tmp_path / str(next(homes)), max_restarts=50
            ),
            sample=3,
            limit=120,
        )
    assert len(report.tried) == 3
