"""Case S6: at most so many sessions run a turn at once, the others wait in order."""

from __future__ import annotations

import pytest
import trio
import trio.testing

import copilot_actors as ca
from copilot_actors.testing import Script, Silence, Simulator, Text, ToolCall, ToolCalls

SCRIPT = Script.by_prompt(
    {
        "silent": Silence(),
        "call": [ToolCalls([ToolCall("ask_other", {})]), Text("called")],
    },
    default=Text("ok", first_delay=1.0),
)


def opened(limit: int, **options):
    simulator = Simulator(SCRIPT)
    client = ca.open_client(
        cli=simulator, max_concurrent_turns=limit, **{"max_restarts": 50, **options}
    )
    return simulator, client


class Gauge:
    """How many sessions have a turn that is not over."""

    def __init__(self) -> None:
        self.running: set[str] = set()
        self.most = 0

    async def watch(self, session) -> None:
        def see(event) -> None:
            if event.type == "user.message":
                self.running.add(session.session_id)
            else:
                self.running.discard(session.session_id)
            self.most = max(self.most, len(self.running))

        await session.on("user.message", "session.idle", see)


async def test_S6_no_more_sessions_than_allowed_run_a_turn_and_the_order_is_that_of_the_calls(
    autojump_clock,
):
    _, opening = opened(3)
    gauge, order = Gauge(), []
    async with opening as client:
        sessions = [await client.create_session(model="m") for _ in range(10)]
        for session in sessions:
            await gauge.watch(session)

        async def ask(number, session):
            await session.send_and_wait(f"prompt {number}")
            order.append(number)

        begin = trio.current_time()
        async with trio.open_nursery() as nursery:
            for number in range(20):
                nursery.start_soon(ask, number, sessions[number % 10])
                await trio.testing.wait_all_tasks_blocked()
        assert gauge.most == 3
        # Those of one round may end in any order.
        assert [n // 3 for n in order] == sorted(n // 3 for n in order)
        assert 7 < trio.current_time() - begin < 9
        assert client.statistics().pending_prompts == 0


async def test_S6_a_busy_session_lets_others_pass_and_keeps_its_own_order(autojump_clock):
    _, opening = opened(2)
    done = []
    async with opening as client:
        one, two = [await client.create_session(model="m") for _ in range(2)]

        async def ask(session, prompt):
            await session.send_and_wait(prompt)
            done.append(prompt)

        async with trio.open_nursery() as nursery:
            for session, prompt in ((one, "a1"), (one, "a2"), (one, "a3"), (two, "b1")):
                nursery.start_soon(ask, session, prompt)
                await trio.testing.wait_all_tasks_blocked()
        assert done.index("b1") < done.index("a2") < done.index("a3")


async def test_S6_a_prompt_that_waits_can_be_given_up_aborted_and_cancelled(autojump_clock):
    simulator, opening = opened(1)
    async with opening as client:
        busy, other = [await client.create_session(model="m") for _ in range(2)]
        await busy.send("silent")
        with pytest.raises(ca.TurnTimeout) as caught:
            await other.send_and_wait("never", timeout=1)
        assert caught.value.aborted
        with trio.move_on_after(1):
            await other.send("never")
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def abort():
                # Simulated time: into the turn that waits for its answer.
                await trio.sleep(1)
                assert (await other.abort()).outcome == "aborted"
                assert (await other.abort()).outcome == "nothing_to_abort"

            with pytest.raises(ca.TurnAborted):
                await other.send_and_wait("never", quiet_timeout=0.5)
        assert len(simulator.model_requests) == 1
        assert (await busy.abort()).outcome == "aborted"
        assert (await other.send_and_wait("now")).data.content == "ok"
        assert client.statistics().pending_prompts == 0


async def test_S6_a_session_that_ends_gives_its_place_to_the_next(autojump_clock):
    _, opening = opened(1)
    async with opening as client:
        busy, other, last = [await client.create_session(model="m") for _ in range(3)]
        told = []

        async def ask(session):
            try:
                told.append((await session.send_and_wait("x")).data.content)
            except ca.SessionClosed as error:
                told.append(type(error))

        async with trio.open_nursery() as nursery:
            await busy.send("silent")
            nursery.start_soon(ask, other)
            await trio.testing.wait_all_tasks_blocked()
            nursery.start_soon(ask, last)
            await trio.testing.wait_all_tasks_blocked()
            await other.disconnect()
            await busy.disconnect()
        assert told == [ca.SessionClosed, "ok"]


async def test_S6_what_a_running_turn_waits_for_is_never_held_up_by_it(autojump_clock):
    _, opening = opened(1)
    async with opening as client:
        other = await client.create_session(model="m")

        async def ask_other():
            answer = await other.send_and_wait("from a handler")
            return answer.data.content

        tool = ca.Tool("ask_other", "ask", None, ask_other, skip_permission=True)
        session = await client.create_session(model="m", tools=[tool])
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def steer():
                # Simulated time: into the turn that is to be steered.
                await trio.sleep(0.5)
                await session.send("steer", mode="immediate")

            # The steered turn ends with the answer to what steered it.
            answer = await session.send_and_wait("call", timeout=20)
            assert answer.data.content == "ok"


@pytest.mark.parametrize("limit", [0, -1, True, "2"])
async def test_a_limit_of_turns_that_is_no_count_is_refused(autojump_clock, limit):
    with pytest.raises(ca.InvalidOption, match="max_concurrent_turns"):
        async with ca.open_client(cli=Simulator(), max_concurrent_turns=limit):
            pass


async def test_S6_prompts_that_wait_survive_crashes_of_the_cli(autojump_clock):
    simulator, opening = opened(2)
    gauge, answers = Gauge(), []
    async with opening as client:
        sessions = [await client.create_session(model="m") for _ in range(6)]
        for session in sessions:
            await gauge.watch(session)

        async def ask(session):
            answers.append((await session.send_and_wait("x")).data.content)

        async with trio.open_nursery() as nursery:
            for session in sessions:
                nursery.start_soon(ask, session)
            for _ in range(3):
                # Simulated time: into the next turns.
                await trio.sleep(1.3)
                simulator.kill()
        assert answers == ["ok"] * 6
        for session in sessions:
            events = await session.get_messages()
            assert [e.type for e in events].count("user.message") == 1
