"""The session actor itself crashes: it is restarted alone, and nobody notices but the log."""

from __future__ import annotations

import logging

import pytest
import trio
import trio.testing

import copilot_actors as ca
from copilot_actors.client._session import _actor as _session_actor
from copilot_actors.client._session import _values as v
from copilot_actors.client._session._ledger import SessionLedger
from copilot_actors.client._session._record import SessionRecord
from copilot_actors.client._session._subscriptions import Subscriptions
from copilot_actors.testing import (
    FrameMatch,
    NeverAnswer,
    Refuse,
    Script,
    Silence,
    Simulator,
    Text,
    ToolCall,
    ToolCalls,
)

SCRIPT = Script.by_prompt(
    {
        "slow": Text("one two three", chunks=3, delay=0.2),
        "tool": [ToolCalls([ToolCall("look", {})]), Text("looked")],
        "silent": Silence(),
    },
    default=Text("ok"),
)


def content(event) -> str:
    return event.raw["data"]["content"]


class Saboteur:
    """Makes the machine raise at inputs that fit, so many times."""

    def __init__(self, monkeypatch) -> None:
        self.left = 0
        self.fits = lambda what: False
        self.hits = 0
        real_step = _session_actor.step

        def step(state, what):
            if self.left and self.fits(what):
                self.left -= 1
                self.hits += 1
                raise RuntimeError("sabotage")
            return real_step(state, what)

        monkeypatch.setattr(_session_actor, "step", step)

    def at_event(self, event_type: str, times: int = 1) -> None:
        self.fits = lambda what: isinstance(what, v.Observed) and what.event.type == event_type
        self.left = times

    def at(self, kind: type, times: int = 1) -> None:
        self.fits = lambda what: isinstance(what, kind)
        self.left = times


@pytest.fixture
def saboteur(monkeypatch, caplog):
    caplog.set_level(logging.CRITICAL)
    return Saboteur(monkeypatch)


@pytest.mark.parametrize(
    "event_type",
    ["user.message", "assistant.turn_start", "assistant.message_start", "assistant.message",
     "session.idle"],
)  # fmt: skip
async def test_S4_a_caller_gets_its_answer_though_the_actor_crashed_in_its_turn(
    autojump_clock, saboteur, event_type
):
    simulator = Simulator(SCRIPT)
    seen = []
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(model="m", streaming=True, on_event=seen.append)
        sibling = await client.create_session(model="m")
        saboteur.at_event(event_type)
        assert content(await session.send_and_wait("slow")) == "one two three"
        assert saboteur.hits == 1
        assert content(await session.send_and_wait("x")) == "ok"
        assert content(await sibling.send_and_wait("x")) == "ok"
        messages = await session.get_messages()
        assert [content(m) for m in messages if m.type == "user.message"] == ["slow", "x"]
        stored = {m.id for m in messages}
        ids = [e.id for e in seen if e.id in stored]
        assert ids == [m.id for m in messages if m.id in set(ids)]
        assert len(ids) == len(set(ids)) == len(stored)
        assert len(simulator.processes) == 1
        assert client.statistics().pending_prompts == 0


async def test_a_session_whose_opening_was_cancelled_at_once_can_be_opened_again(autojump_clock):
    async with ca.open_client(cli=Simulator(SCRIPT)) as client:
        for _ in range(3):
            with trio.CancelScope() as scope:
                scope.cancel()
                await client.create_session(session_id="s", model="m")
        session = await client.create_session(session_id="s", model="m")
        assert content(await session.send_and_wait("x")) == "ok"


@pytest.mark.parametrize(
    "kind",
    [v.Submitted, v.Acknowledged, v.SaveDone, v.HandlerDone, v.AnswerSent, v.Connected, v.Attached],
)
async def test_S4_a_tool_turn_survives_a_crash_of_the_actor_at_every_kind_of_input(
    autojump_clock, saboteur, kind
):
    runs = []

    async def look(arguments):
        runs.append(1)
        await trio.sleep(0.1)
        return "seen"

    tool = ca.Tool("look", "look", {"type": "object"}, look, skip_permission=True)
    simulator = Simulator(SCRIPT)
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(model="m", tools=[tool])
        saboteur.at(kind)
        if kind in (v.Connected, v.Attached):
            simulator.kill()
        assert content(await session.send_and_wait("tool")) == "looked"
        assert saboteur.hits == 1
        assert len(runs) == 1
        messages = await session.get_messages()
        assert [content(m) for m in messages if m.type == "user.message"] == ["tool"]


async def test_S4_a_handler_that_runs_while_the_actor_is_replaced_delivers_its_answer(
    autojump_clock, saboteur
):
    started = trio.Event()

    async def look(arguments):
        started.set()
        await trio.sleep(0.5)
        return "seen"

    tool = ca.Tool("look", "look", {"type": "object"}, look, skip_permission=True)
    simulator = Simulator(SCRIPT)
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(model="m", tools=[tool])
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def sabotage():
                await started.wait()
                saboteur.at_event("session.error")
                simulator.emit(session.session_id, "session.error", {"message": "x"})

            with trio.fail_after(5):
                assert content(await session.send_and_wait("tool")) == "looked"
        assert saboteur.hits == 1


async def test_S4_what_a_crashed_step_had_decided_is_still_done(
    autojump_clock, monkeypatch, caplog
):
    caplog.set_level(logging.CRITICAL)
    perform = _session_actor._EFFECTS[v.Publish]
    left = [1]

    def publish(actor, effect):
        if effect.events[0].type == "session.idle" and left[0]:
            left[0] -= 1
            raise RuntimeError("sabotage")
        perform(actor, effect)

    monkeypatch.setitem(_session_actor._EFFECTS, v.Publish, publish)
    simulator = Simulator(SCRIPT)
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(model="m")
        assert content(await session.send_and_wait("x")) == "ok"
        assert left == [0]
        assert len(simulator.model_requests) == 1
        assert content(await session.send_and_wait("y")) == "ok"
        messages = await session.get_messages()
        assert [content(m) for m in messages if m.type == "user.message"] == ["x", "y"]


async def test_S3_a_session_whose_actor_crashes_a_fourth_time_in_5_s_fails_alone(
    autojump_clock, saboteur
):
    simulator = Simulator(SCRIPT)
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(model="m")
        sibling = await client.create_session(model="m")
        for _ in range(3):
            saboteur.at_event("session.error")
            simulator.emit(session.session_id, "session.error", {})
            await trio.sleep(0.2)
            assert session.state == "idle"
        saboteur.at_event("session.error")
        simulator.emit(session.session_id, "session.error", {})
        await trio.sleep(0.2)
        assert session.state == "failed"
        with pytest.raises(ca.SessionFailed, match="crashed 4 times"):
            await session.send("x")
        assert content(await sibling.send_and_wait("x")) == "ok"
        await session.disconnect()
        assert client.statistics().sessions == 1


@pytest.mark.parametrize("part", ["close_session", "end_handlers", "clear"])
async def test_S3_a_fault_in_one_part_of_the_end_of_a_session_keeps_nobody_waiting(
    autojump_clock, monkeypatch, caplog, part
):
    def broken(*_args, **_more):
        raise RuntimeError("sabotage")

    simulator = Simulator(SCRIPT)
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(model="m")
        sibling = await client.create_session(model="m")
        with monkeypatch.context() as patch:
            where = {
                "close_session": Subscriptions,
                "end_handlers": SessionRecord,
                "clear": SessionLedger,
            }
            patch.setattr(where[part], part, broken)
            with trio.fail_after(20):
                async with trio.open_nursery() as nursery:

                    @nursery.start_soon
                    async def ask():
                        with pytest.raises(ca.SessionClosed):
                            await session.send_and_wait("silent")

                    await trio.sleep(1)
                    await session.disconnect()
        assert session.state == "closed"
        assert content(await sibling.send_and_wait("x")) == "ok"
    assert sum("a part of the end" in message for message in caplog.messages) == 1


async def test_S3_a_session_whose_failing_crashes_too_is_given_up_and_not_restarted_for_ever(
    autojump_clock, saboteur, caplog
):
    simulator = Simulator(SCRIPT)
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(model="m")
        sibling = await client.create_session(model="m")
        saboteur.fits = lambda what: True
        saboteur.left = 1000
        simulator.emit(session.session_id, "session.error", {})
        await trio.sleep(1)
        saboteur.left = 0
        assert saboteur.hits < 20
        assert session.state == "failed"
        with pytest.raises(ca.SessionFailed, match="when it ended"):
            await session.send("x")
        assert content(await sibling.send_and_wait("x")) == "ok"
        await session.disconnect()
        assert client.statistics().sessions == 1


async def test_S3_crashes_that_are_far_apart_are_forgiven(autojump_clock, saboteur):
    simulator = Simulator(SCRIPT)
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(model="m")
        for number in range(8):
            saboteur.at_event("session.error")
            simulator.emit(session.session_id, "session.error", {})
            await trio.sleep(2)
            assert saboteur.hits == number + 1
        assert content(await session.send_and_wait("x")) == "ok"


async def test_S3_waiting_callers_of_a_session_that_fails_are_told(autojump_clock, saboteur):
    simulator = Simulator(SCRIPT)
    errors = []
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(model="m")

        async def ask():
            with pytest.raises(ca.SessionFailed) as caught:
                await session.send_and_wait("silent")
            errors.append(caught.value)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask)
            nursery.start_soon(ask)
            await trio.sleep(1)
            saboteur.at_event("session.error", times=4)
            for _ in range(4):
                simulator.emit(session.session_id, "session.error", {})
                await trio.sleep(0.3)
        assert len(errors) == 2
        assert client.statistics().pending_prompts == 0


async def test_C2_a_caller_that_gave_up_while_the_actor_was_away_causes_no_turn(
    autojump_clock, saboteur
):
    simulator = Simulator(SCRIPT)
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(model="m")
        saboteur.at(v.Submitted)
        with trio.CancelScope() as scope:
            scope.cancel()
            await session.send_and_wait("never")
        with trio.move_on_after(0) as scope:
            await session.send("never either")
        await trio.sleep(1)
        assert simulator.model_requests == ()
        assert client.statistics().pending_prompts == 0
        assert session.state == "idle"


async def fail(simulator, saboteur, session) -> None:
    """Crash the session's actor until its supervisor gives it up."""
    saboteur.at_event("session.error", times=4)
    for _ in range(4):
        simulator.emit(session.session_id, "session.error", {})
        await trio.sleep(0.3)
    assert session.state == "failed"


async def test_S4_a_session_whose_actor_crashes_while_it_closes_is_closed(autojump_clock, saboteur):
    simulator = Simulator(SCRIPT, faults=[NeverAnswer("session.destroy")])
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(model="m", session_id="s")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(session.disconnect)
            await session.wait_state("closing")
            saboteur.at_event("session.error")
            simulator.emit("s", "session.error", {})
            with trio.fail_after(2):
                await session.wait_state("closed")
        assert saboteur.hits == 1
        assert len(list(client.which_children())) > 0
        assert client.statistics().sessions == 0


@pytest.mark.parametrize("refused", ["session.destroy", "session.abort"])
async def test_C2_disconnect_takes_2_s_whatever_the_cli_refuses(autojump_clock, refused):
    faults = [
        Refuse(FrameMatch(direction="to_cli", method=name))
        for name in dict.fromkeys((refused, "session.destroy"))
    ]
    simulator = Simulator(SCRIPT, faults=[*faults, NeverAnswer("ping")])
    async with ca.open_client(cli=simulator, ping_interval=60, restart=False) as client:
        session = await client.create_session(model="m")
        await session.send("silent")
        with trio.fail_after(2):
            await session.disconnect()


async def test_of_two_that_open_a_failed_session_one_gets_it_whole(autojump_clock, saboteur):
    simulator = Simulator(SCRIPT)
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(model="m", session_id="s")
        await session.send_and_wait("x")
        await fail(simulator, saboteur, session)
        ends = []

        async def resume():
            try:
                ends.append(await client.resume_session("s", model="m"))
            except ca.SessionInUse as error:
                ends.append(error)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(resume)
            nursery.start_soon(resume)
        (opened,) = [end for end in ends if isinstance(end, ca.Session)]
        assert len(ends) == 2
        assert content(await opened.send_and_wait("y")) == "ok"
        assert client.statistics().sessions == 1


async def test_calls_on_a_failed_session_share_no_exception(autojump_clock, saboteur):
    simulator = Simulator(SCRIPT)
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(model="m")
        await fail(simulator, saboteur, session)
        depths = set()
        for _ in range(20):
            with pytest.raises(ca.SessionFailed) as caught:
                await session.send("x")
            depths.add(len(caught.traceback))
        assert len(depths) == 1
