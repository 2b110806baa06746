"""Case R4: a history that the provider refuses, and a log that the CLI refuses."""

from __future__ import annotations

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import FrameMatch, HttpError, Kill, Script, Simulator, Text

SESSION = "poisoned"


def choose(request):
    """A provider that refuses every conversation in which it once said something poisonous."""
    said = [str(m.get("content")) for m in request.messages if m.get("role") == "assistant"]
    asked = [str(m.get("content")) for m in request.messages if m.get("role") == "user"]
    if any("poison" in text for text in said) or any("bad image" in text for text in asked):
        return HttpError(400, "the conversation is malformed")
    return Text("poison" if request.prompt == "go bad" else request.prompt)


def content(event) -> str | None:
    return None if event is None else event.raw["data"]["content"]


async def prompts(session) -> list[str]:
    events = await session.get_messages()
    return [event.data.content for event in events if event.type == "user.message"]


@pytest.mark.exhaustive("real")
async def test_R4_a_poisoned_session_is_told_and_never_asked_again_unchanged(world):
    async with world.client(choose) as client:
        session = await client.create_session(**world.session_options)
        await session.send_and_wait("go bad")
        kinds = []
        for prompt in ("x", "y", "z"):
            with pytest.raises(ca.TurnFailed) as caught:
                await session.send_and_wait(prompt)
            kinds.append(type(caught.value))
            assert (caught.value.status, caught.value.retryable) == (400, False)
        assert kinds == [ca.TurnFailed, ca.SessionPoisoned, ca.SessionPoisoned]
        # One call each: neither the CLI nor the library repeats what was refused.
        assert world.model_calls() == 4
        assert client.statistics().connection_faults == 0


@pytest.mark.parametrize(
    "kind", ["plain", pytest.param("async", marks=pytest.mark.exhaustive("real"))]
)
async def test_R4_a_bad_prompt_is_cut_out_of_the_history_and_the_next_one_answered(world, kind):
    asked = []

    def plain(report):
        asked.append(report)
        return "truncate"

    async def later(report):
        return plain(report)

    async with world.client(choose) as client:
        session = await client.create_session(
            on_poisoned=plain if kind == "plain" else later, **world.session_options
        )
        markers = []
        await session.on("copilot_actors.session.repaired", markers.append)
        await session.send_and_wait("one")
        with pytest.raises(ca.TurnFailed):
            await session.send_and_wait("a bad image")
        assert content(await session.send_and_wait("two")) == "two"
        assert await prompts(session) == ["one", "two"]
        (report,) = asked
        assert (report.session_id, report.kind, report.attempt) == (
            session.session_id,
            "refused",
            1,
        )
        assert isinstance(report.error, ca.SessionPoisoned)
        assert [marker.data.remedy for marker in markers] == ["truncate"]
        assert client.statistics().sessions_repaired == 1
        assert content(await session.send_and_wait("three")) == "three"


@pytest.mark.exhaustive("real")
async def test_R4_a_poisonous_answer_is_cut_out_at_the_second_attempt(world):
    attempts = []

    def policy(report):
        attempts.append(report.attempt)
        return "truncate"

    async with world.client(choose) as client:
        session = await client.create_session(on_poisoned=policy, **world.session_options)
        await session.send_and_wait("one")
        await session.send_and_wait("go bad")
        with pytest.raises(ca.TurnFailed):
            await session.send_and_wait("two")
        assert content(await session.send_and_wait("three")) == "three"
        assert attempts == [1, 2]
        assert await prompts(session) == ["one", "three"]


@pytest.mark.exhaustive("real")
async def test_R4_a_fresh_context_under_the_same_id(world):
    async with world.client(choose) as client:
        session = await client.create_session(
            on_poisoned=lambda report: "clear", **world.session_options
        )
        await session.send_and_wait("one")
        await session.send_and_wait("go bad")
        with pytest.raises(ca.TurnFailed):
            await session.send_and_wait("two")
        assert content(await session.send_and_wait("three")) == "three"
        assert await prompts(session) == ["three"]


@pytest.mark.exhaustive("real")
async def test_R4_a_prompt_that_poisons_every_history_is_given_up(world):
    asked = []

    def policy(report):
        asked.append(report.attempt)
        return "clear"

    async with world.client(choose) as client:
        session = await client.create_session(on_poisoned=policy, **world.session_options)
        with pytest.raises(ca.TurnFailed):
            await session.send_and_wait("a bad image")
        with pytest.raises(ca.SessionPoisoned):
            await session.send_and_wait("another bad image")
        assert asked == [1, 2]
        assert world.model_calls() == 4


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize(
    "answer",
    [
        "raise",
        pytest.param("shrug", marks=pytest.mark.exhaustive("real")),
        pytest.param(None, marks=pytest.mark.exhaustive("real")),
        pytest.param("fault", marks=pytest.mark.exhaustive("real")),
        "wait",
    ],
)
async def test_R4_a_policy_without_a_remedy_is_an_error_of_the_turn(world, answer):
    async def policy(report):
        if answer == "fault":
            raise ValueError("no idea")
        if answer == "wait":
            await session.send_and_wait("what now?")
        return answer

    async with world.client(choose) as client:
        session = await client.create_session(on_poisoned=policy, **world.session_options)
        await session.send_and_wait("go bad")
        with pytest.raises(ca.TurnFailed):
            await session.send_and_wait("x")
        with pytest.raises(ca.SessionPoisoned):
            await session.send_and_wait("y")
        assert session.state == "idle"
        assert client.statistics().handler_errors == (0 if answer == "raise" else 1)


async def test_R4_a_repaired_session_recovers_from_a_crash_like_any_other(world):
    async with world.client(choose) as client:
        session = await client.create_session(
            on_poisoned=lambda report: "truncate", **world.session_options
        )
        answers = []
        await session.on("assistant.message", lambda event: answers.append(content(event)))
        await session.send_and_wait("one")
        with pytest.raises(ca.TurnFailed):
            await session.send_and_wait("a bad image")
        assert content(await session.send_and_wait("two")) == "two"
        world.kill(client)
        await session.wait_state("recovering")
        assert content(await session.send_and_wait("three")) == "three"
        assert await prompts(session) == ["one", "two", "three"]
        # Nothing is delivered twice, although the log lost what its anchors named.
        assert answers == ["one", "two", "three"]


@pytest.mark.parametrize("when", ["deciding", "cutting", "cut"])
async def test_R4_a_crash_during_a_repair_loses_no_prompt_and_repeats_none(autojump_clock, when):
    asked = []

    async def policy(report):
        asked.append(report.attempt)
        if when == "deciding" and len(asked) == 1:
            simulator.kill()
            await trio.sleep(3)
        return "truncate"

    faults = []
    if when != "deciding":
        match = FrameMatch(
            direction="to_cli" if when == "cutting" else "from_cli",
            **{"method" if when == "cutting" else "reply_to": "session.history.truncate"},
        )
        faults = [Kill(match, before=True)]
    simulator = Simulator(choose, faults=faults)
    async with ca.open_client(cli=simulator, max_restarts=50) as client:
        session = await client.create_session(model="m", on_poisoned=policy)
        await session.send_and_wait("one")
        with pytest.raises(ca.TurnFailed):
            await session.send_and_wait("a bad image")
        assert content(await session.send_and_wait("two")) == "two"
        assert await prompts(session) == ["one", "two"]
        assert len(simulator.processes) == 2
        assert client.statistics().pending_prompts == 0


def corrupt(world) -> None:
    """Take the first record out of the log, which the CLI cannot mend."""
    if world.name == "simulator":
        journal = world.simulator.store.journal(SESSION)
        journal.data = b"\n".join(journal.data.splitlines()[1:]) + b"\n"
        return
    path = world.home / "session-state" / SESSION / "events.jsonl"
    path.write_bytes(b"\n".join(path.read_bytes().splitlines()[1:]) + b"\n")


async def test_R4_a_log_that_the_cli_refuses_is_a_typed_error_and_no_restart(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(session_id=SESSION, **world.session_options)
        await session.send_and_wait("one")
        await session.disconnect()
        corrupt(world)
        for _ in range(2):
            with pytest.raises(ca.SessionUnresumable) as caught:
                await client.resume_session(SESSION, **world.session_options)
            assert not caught.value.retryable
        with pytest.raises(ca.SessionUnresumable):
            await client.resume_session(
                SESSION, on_poisoned=lambda report: "truncate", **world.session_options
            )
        assert client.statistics().connections == 1


@pytest.mark.exhaustive("real")
async def test_R4_a_refused_log_is_replaced_when_the_policy_says_so(world):
    asked = []

    def policy(report):
        asked.append((report.kind, type(report.error)))
        return "clear"

    async with world.client(Script.echo()) as client:
        session = await client.create_session(session_id=SESSION, **world.session_options)
        await session.send_and_wait("one")
        await session.disconnect()
        corrupt(world)
        again = await client.resume_session(SESSION, on_poisoned=policy, **world.session_options)
        assert asked == [("unresumable", ca.SessionUnresumable)]
        assert content(await again.send_and_wait("two")) == "two"
        assert await prompts(again) == ["two"]


@pytest.mark.exhaustive("real")
async def test_R4_a_refused_log_fails_its_session_alone_when_the_cli_is_restarted(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(session_id=SESSION, **world.session_options)
        other = await client.create_session(**world.session_options)
        await session.send_and_wait("one")
        await other.send_and_wait("one")
        corrupt(world)
        world.kill(client)
        with pytest.raises(ca.SessionUnresumable):
            await session.send_and_wait("two")
        assert content(await other.send_and_wait("two")) == "two"
        assert client.statistics().connections == 2
