"""Case C1, the failed cancel: a turn that the CLI does not end never meets the next prompt."""

from __future__ import annotations

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import FrameMatch, Refuse, Script, Silence, Text


def refused(method: str, *, times: int = 1) -> list[Refuse]:
    """The CLI refuses the first ``times`` requests of a method."""
    return [
        Refuse(FrameMatch(direction="to_cli", method=method, nth=number + 1))
        for number in range(times)
    ]


def choose(request):
    return Silence() if request.prompt == "hang" else Text(f"to {request.prompt}")


def content(event) -> str | None:
    return None if event is None else event.raw["data"]["content"]


async def begin(session, results: dict[str, object], nursery) -> None:
    """Start a turn that the model never answers, and wait until it is under way."""

    async def ask() -> None:
        try:
            results["hang"] = content(await session.send_and_wait("hang"))
        except ca.CopilotError as error:
            results["hang"] = error

    async with session.events("assistant.turn_start") as stream:
        nursery.start_soon(ask)
        await anext(stream)


@pytest.mark.exhaustive("real")
async def test_C1_a_turn_that_the_cli_does_not_abort_ends_with_its_release(world):
    results: dict[str, object] = {}
    async with world.client(choose, refused("session.abort")) as client:
        session = await client.create_session(session_id="s", **world.session_options)
        other = await client.create_session(session_id="o", **world.session_options)
        told = []
        await session.on("assistant.message", lambda event: told.append(content(event)))
        async with trio.open_nursery() as nursery:
            await begin(session, results, nursery)
            assert (await session.abort()).outcome == "failed"
            assert content(await other.send_and_wait("next")) == "to next"
            assert content(await session.send_and_wait("again")) == "to again"
        assert isinstance(results["hang"], ca.TurnAborted)
        assert told == ["to again"]
        assert client.statistics().connections == 1
        history = [
            e.data["content"] for e in await session.get_messages() if e.type == "user.message"
        ]
        assert history == ["hang", "again"]


@pytest.mark.exhaustive("real")
async def test_C1_after_a_limit_that_could_not_abort_the_queued_prompts_are_answered(world):
    results: dict[str, object] = {}
    async with world.client(choose, refused("session.abort")) as client:
        session = await client.create_session(session_id="s", **world.session_options)
        async with trio.open_nursery() as nursery:

            async def ask(prompt: str, seconds: float) -> None:
                try:
                    results[prompt] = content(await session.send_and_wait(prompt, timeout=seconds))
                except ca.CopilotError as error:
                    results[prompt] = error

            async with session.events("assistant.turn_start") as stream:
                nursery.start_soon(ask, "hang", 1)
                await anext(stream)
            nursery.start_soon(ask, "queued", 30)
        assert isinstance(results["hang"], ca.TurnTimeout)
        assert results["queued"] == "to queued"


async def test_C1_a_session_that_is_not_let_go_is_used_again_only_after_its_recovery(world):
    results: dict[str, object] = {}
    faults = [*refused("session.abort"), *refused("session.destroy")]
    async with world.client(choose, faults, lease=None) as client:
        session = await client.create_session(session_id="s", **world.session_options)
        other = await client.create_session(session_id="o", **world.session_options)
        async with trio.open_nursery() as nursery:
            await begin(session, results, nursery)
            assert (await session.abort()).outcome == "failed"
        assert isinstance(results["hang"], ca.AbortFailed)
        assert session.state == "failed"
        with pytest.raises(ca.AbortFailed):
            await session.send("again")
        with pytest.raises(ca.AbortFailed):
            await client.resume_session("s", **world.session_options)
        assert content(await other.send_and_wait("next")) == "to next"
        await client.recover_session("s")
        resumed = await client.resume_session("s", **world.session_options)
        assert content(await resumed.send_and_wait("again")) == "to again"


@pytest.mark.exhaustive("real")
async def test_C1_a_recovery_that_fails_may_be_tried_again(world):
    results: dict[str, object] = {}
    faults = [*refused("session.abort"), *refused("session.destroy", times=2)]
    async with world.client(choose, faults, lease=None) as client:
        session = await client.create_session(session_id="s", **world.session_options)
        async with trio.open_nursery() as nursery:
            await begin(session, results, nursery)
            await session.abort()
        with pytest.raises(ca.AbortFailed):
            await client.recover_session("s")
        await client.recover_session("s")
        resumed = await client.resume_session("s", **world.session_options)
        assert content(await resumed.send_and_wait("again")) == "to again"


@pytest.mark.exhaustive("real")
async def test_C1_a_new_cli_has_nothing_of_a_turn_that_could_not_be_ended(world):
    results: dict[str, object] = {}
    faults = [*refused("session.abort"), *refused("session.destroy")]
    async with world.client(choose, faults, lease=None) as client:
        session = await client.create_session(session_id="s", **world.session_options)
        async with trio.open_nursery() as nursery:
            await begin(session, results, nursery)
            await session.abort()
        world.kill(client)
        # A session that waits for the new CLI tells when it is there.
        await client.create_session(**world.session_options)
        resumed = await client.resume_session("s", **world.session_options)
        assert content(await resumed.send_and_wait("again")) == "to again"


@pytest.mark.exhaustive("real")
async def test_C1_nobody_else_gets_a_session_whose_turn_could_not_be_ended(world):
    results: dict[str, object] = {}
    lease = ca.ProcessLease()
    # One for the dance, one for the end of the session, one for a recovery that fails.
    faults = [*refused("session.abort"), *refused("session.destroy", times=3)]
    async with world.client(choose, faults, lease=lease) as client:
        session = await client.create_session(session_id="s", **world.session_options)
        async with trio.open_nursery() as nursery:
            await begin(session, results, nursery)
            await session.abort()
        with pytest.raises(ca.AbortFailed):
            await client.recover_session("s")
        async with world.second_client(lease=lease) as second:
            with pytest.raises(ca.SessionInUse):
                await second.resume_session("s", **world.session_options)
            await client.recover_session("s")
            resumed = await second.resume_session("s", **world.session_options)
            assert content(await resumed.send_and_wait("again")) == "to again"


@pytest.mark.exhaustive("real")
async def test_a_recovery_lets_go_of_a_session_that_is_open_here(world):
    async with world.client(choose) as client:
        session = await client.create_session(session_id="s", **world.session_options)
        await session.send_and_wait("first")
        await client.recover_session("s")
        assert session.state == "closed"
        resumed = await client.resume_session("s", **world.session_options)
        assert content(await resumed.send_and_wait("again")) == "to again"


@pytest.mark.exhaustive("real")
async def test_a_session_at_rest_needs_no_recovery(world):
    async with world.client(Script.echo()) as client:
        await client.recover_session("nobody")
        session = await client.create_session(session_id="s", **world.session_options)
        await session.send_and_wait("first")
        await session.disconnect()
        await client.recover_session("s")
        resumed = await client.resume_session("s", **world.session_options)
        assert content(await resumed.send_and_wait("again")) == "again"
