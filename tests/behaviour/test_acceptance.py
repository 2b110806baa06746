"""Limits of the failure cases that no other file states in full."""

from __future__ import annotations

import pathlib

import pytest
import trio
import trio.testing

import copilot_actors as ca
from copilot_actors.client._session._subscriptions import Subscriptions
from copilot_actors.client._statistics import Counters
from copilot_actors.protocol import SessionEvent
from copilot_actors.testing import (
    Delay,
    Drop,
    FrameMatch,
    Kill,
    Script,
    Silence,
    Simulator,
    Text,
    ToolCall,
    ToolCalls,
)


def content(event) -> str | None:
    return None if event is None else event.raw["data"]["content"]


def simulated(script=None, *, faults=(), **options):
    simulator = Simulator(script, faults=faults)
    return simulator, ca.open_client(cli=simulator, **{"max_restarts": 100, **options})


# --- T7: every tool request is answered once, within a bound ---------------------------------

TOOL_TURN = Script.by_prompt(
    {
        "unknown": [ToolCalls([ToolCall("nope", {})]), Text("went on")],
        "crash": [ToolCalls([ToolCall("crash", {})]), Text("went on")],
        "slow": [ToolCalls([ToolCall("slow", {})]), Text("went on")],
        "fine": [ToolCalls([ToolCall("fine", {})]), Text("went on")],
    },
    default=Text("ok"),
)


@pytest.mark.parametrize(
    "prompt",
    [
        pytest.param("unknown", marks=pytest.mark.exhaustive("real")),
        "crash",
        pytest.param("slow", marks=pytest.mark.exhaustive("real")),
        pytest.param("fine", marks=pytest.mark.exhaustive("real")),
    ],
)
async def test_T7_every_request_is_answered_within_its_bound(world, prompt):
    ended = []

    async def slow():
        try:
            await trio.sleep_forever()
        finally:
            ended.append("slow")

    def crash():
        raise ValueError("secret")

    tools = [
        ca.Tool(handler.__name__, "x", {"type": "object"}, handler, skip_permission=True)
        for handler in (slow, crash)
    ]
    tools.append(ca.Tool("fine", "x", {"type": "object"}, lambda: "seen", skip_permission=True))
    async with world.client(TOOL_TURN) as client:
        session = await client.create_session(
            tools=tools, tool_timeout=1.0, **world.session_options
        )
        completed = []
        await session.on("tool.execution_complete", completed.append)
        begin = trio.current_time()
        assert content(await session.send_and_wait(prompt)) == "went on"
        assert trio.current_time() - begin < 4
        assert [event.data.success for event in completed] == [prompt == "fine"]
        assert "secret" not in str(completed[0].raw)
        assert ended == (["slow"] if prompt == "slow" else [])


async def test_T7_a_request_for_a_tool_of_nobody_is_answered_as_a_failure_at_once(autojump_clock):
    simulator, opening = simulated()
    async with opening as client:
        session = await client.create_session(session_id="s", model="m")
        await session.send_and_wait("x")
        begin = trio.current_time()
        simulator.emit(
            "s",
            "external_tool.requested",
            {"requestId": "r", "toolCallId": "c", "toolName": "nope", "arguments": {}},
        )
        match = FrameMatch(direction="to_cli", method="session.tools.handlePendingToolCall")
        frame = await simulator.wait_for(match)
        assert trio.current_time() - begin < 0.5
        assert frame.message["params"]["result"]["resultType"] == "failure"
        # Simulated time: anything that would still happen has happened by then.
        await trio.sleep(5)
        sent = [f for f in simulator.log if "handlePendingTool" in str(f.message.get("method"))]
        assert len(sent) == 1
        # Its refusal ("somebody was first") is no error.
        assert client.statistics().handler_errors == 0


# --- X1: fail closed ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "what", ["permission", pytest.param("question", marks=pytest.mark.exhaustive("real"))]
)
async def test_X1_what_nobody_decides_in_time_is_a_no_and_the_turn_goes_on(world, what):
    def choose(request):
        if request.step > 0:
            return Text("|".join(result.content for result in request.tool_results))
        if what == "question":
            return ToolCalls([ToolCall("ask_user", {"question": "why?"})])
        return ToolCalls([ToolCall("bash", {"command": "echo hi", "description": "x"})])

    ended = []

    async def never(request):
        try:
            await trio.sleep_forever()
        finally:
            ended.append(what)

    async with world.client(choose) as client:
        session = await client.create_session(
            on_permission_request=never,
            on_user_input_request=never,
            permission_timeout=0.5,
            question_timeout=0.5,
            **world.session_options,
        )
        begin = trio.current_time()
        answer = content(await session.send_and_wait("go"))
        assert trio.current_time() - begin < 4
        wanted = "unable to respond" if what == "question" else "ermission"
        assert wanted in answer
        assert ended == [what]
        assert session.state == "idle"


# --- S1: a subscriber that never reads ------------------------------------------------------


def resident_pages() -> int:
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1])


async def test_S1_a_million_events_cost_a_reader_that_never_reads_no_memory():
    counters = Counters()
    subscriptions = Subscriptions(lambda task: None, limit=1024, counters=counters)
    event = SessionEvent("assistant.message_delta", data={"deltaContent": "x"}, ephemeral=True)
    async with subscriptions.stream("s", None), subscriptions.stream("s", None):
        before = resident_pages()
        for _ in range(1_000_000):
            subscriptions.publish("s", event)
        assert resident_pages() - before < 1000
    assert counters.lagged_events == 2 * (1_000_000 - 1024)


# --- S2: faults of subscribers --------------------------------------------------------------


class Odd(BaseException):
    """Not an Exception."""


@pytest.mark.parametrize("kind", ["plain", "async", "mixed"])
@pytest.mark.parametrize("error", [ValueError, Odd])
async def test_S2_faults_are_reported_to_one_hook_which_may_end_their_subscriber(
    autojump_clock, kind, error
):
    reported = []

    def judge(fault):
        reported.append(fault)
        return fault.failures >= 3

    def plain(event):
        raise error("boom")

    async def awaited(event):
        await trio.lowlevel.checkpoint()
        raise error("boom")

    def mixed(event):
        return awaited(event)

    handler = {"plain": plain, "async": awaited, "mixed": mixed}[kind]
    seen = []
    _, opening = simulated(on_subscriber_error=judge)
    async with opening as client:
        session = await client.create_session(model="m")
        ref = await session.on("assistant.message", handler)
        await session.on("assistant.message", seen.append)
        for prompt in "abcde":
            assert content(await session.send_and_wait(prompt)) == prompt
        # Simulated time, for a subscriber that lags behind the answers.
        await trio.sleep(1)
        assert len(seen) == 5
        assert [fault.failures for fault in reported] == [1, 2, 3]
        fault = reported[0]
        assert (fault.session_id, fault.ref) == (session.session_id, ref)
        assert (fault.event.type, type(fault.error)) == ("assistant.message", error)
        assert client.statistics().handler_errors == 3


async def test_S2_success_in_between_begins_the_count_anew_and_a_bad_hook_hurts_nobody(
    autojump_clock,
):
    counts = []

    def judge(fault):
        counts.append(fault.failures)
        raise ValueError("bad hook")

    def every_other(event):
        if event.data.content in "ac":
            raise ValueError("boom")

    _, opening = simulated(on_subscriber_error=judge)
    async with opening as client:
        session = await client.create_session(model="m")
        await session.on("assistant.message", every_other)
        for prompt in "abc":
            assert content(await session.send_and_wait(prompt)) == prompt
        assert counts == [1, 1]
        assert client.statistics().handler_errors == 4


@pytest.mark.parametrize("kind", ["plain", "async"])
async def test_S2_a_subscriber_that_cancels_itself_hurts_nobody(autojump_clock, kind):
    async def awaited(event):
        with trio.CancelScope() as scope:
            scope.cancel()
            # The checkpoint at which the cancellation is raised: it does not wait.
            await trio.sleep(1)
        raise ValueError("after its own cancellation")

    def plain(event):
        raise ValueError("at once")

    _, opening = simulated()
    async with opening as client:
        session = await client.create_session(model="m")
        await session.on("assistant.message", awaited if kind == "async" else plain)
        for prompt in "ab":
            assert content(await session.send_and_wait(prompt)) == prompt
        # Subscribers are told after the caller; real time where the CLI is real.
        await trio.sleep(0.1)
        assert client.statistics().handler_errors == 2


# --- S6: one session delays no other --------------------------------------------------------


async def test_S6_a_session_whose_resume_takes_30_s_delays_no_other(autojump_clock):
    simulator, opening = simulated()
    async with opening as client:
        sessions = [await client.create_session(model="m") for _ in range(51)]
        for session in sessions:
            await session.send_and_wait("x")
        simulator.inject(Delay(FrameMatch(reply_to="session.resume", process=1), seconds=25.0))
        begin = trio.current_time()
        simulator.kill()
        took = []

        async def ask(session):
            await session.send_and_wait("y")
            took.append(trio.current_time() - begin)

        async with trio.open_nursery() as nursery:
            for session in sessions:
                nursery.start_soon(ask, session)
        assert took[-1] > 25
        assert max(took[:-1]) < 10


async def test_S6_a_crash_with_100_sessions_resumes_no_more_than_allowed_at_once(autojump_clock):
    simulator, opening = simulated(max_parallel_resumes=8)
    async with opening as client:
        sessions = [await client.create_session(model="m") for _ in range(100)]
        for session in sessions:
            await session.send_and_wait("x")
        simulator.kill()
        async with trio.open_nursery() as nursery:
            for session in sessions:
                nursery.start_soon(session.send_and_wait, "y")
        under_way, most, ids = 0, 0, set()
        for frame in simulator.log:
            if frame.process != 1:
                continue
            if frame.message.get("method") == "session.resume":
                under_way += 1
                ids.add(frame.message["id"])
            elif frame.reply_to == "session.resume":
                under_way -= 1
            most = max(most, under_way)
        assert len(ids) == 100
        assert 1 < most <= 8


@pytest.mark.parametrize("what", ["starts", "is stuck", "stops", "resumes"])
async def test_S6_the_calls_of_others_take_at_most_50_ms_longer(autojump_clock, what):
    simulator, opening = simulated(Script.by_prompt({"stuck": Silence()}, default=Text("ok")))
    async with opening as client:
        others = [await client.create_session(model="m") for _ in range(5)]
        busy = await client.create_session(session_id="busy", model="m")
        await busy.send_and_wait("x")

        async def measure():
            took = []
            for _ in range(40):
                for session in others:
                    begin = trio.current_time()
                    await session.request("session.mode.get")
                    took.append(trio.current_time() - begin)
            return sorted(took)[int(len(took) * 0.99)]

        alone = await measure()
        async with trio.open_nursery() as nursery:
            if what == "starts":
                simulator.inject(
                    Delay(FrameMatch(direction="to_cli", method="session.create"), 60.0)
                )
                nursery.start_soon(lambda: client.create_session(model="m"))
            elif what == "is stuck":
                await busy.send("stuck")
            elif what == "stops":
                simulator.inject(Drop(FrameMatch(direction="to_cli", method="session.destroy")))
                nursery.start_soon(busy.disconnect)
            else:
                await busy.disconnect()
                simulator.inject(
                    Delay(FrameMatch(direction="to_cli", method="session.resume"), 60.0)
                )
                nursery.start_soon(lambda: client.resume_session("busy", model="m"))
            # Simulated time: the hanging request is under way.
            await trio.sleep(0.1)
            assert await measure() - alone <= 0.05
            nursery.cancel_scope.cancel()


# --- R6, R7: what a crash makes of a prompt and of a turn -----------------------------------

DEATHS = {
    "before it was read": Kill(
        FrameMatch(direction="to_cli", method="session.send", nth=2), before=True
    ),
    "accepted, not in the log": Kill(FrameMatch(reply_to="session.send", nth=2), before=True),
    "in the log": Kill(FrameMatch(event="assistant.turn_end", nth=2)),
}


@pytest.mark.parametrize("death", DEATHS)
@pytest.mark.parametrize("delivery", ["effectively_once", "at_most_once"])
async def test_R6_no_prompt_runs_twice_and_none_is_lost_in_silence(autojump_clock, death, delivery):
    simulator, opening = simulated(faults=[DEATHS[death]])
    async with opening as client:
        session = await client.create_session(model="m", delivery=delivery)
        await session.send_and_wait("first")
        try:
            assert content(await session.send_and_wait("second")) == "second"
            outcome = 1
        except ca.OutcomeUnknown:
            outcome = 0
        expected = 0 if delivery == "at_most_once" and death != "in the log" else 1
        assert outcome == expected
        await session.send_and_wait("third")
        events = await session.get_messages()
        prompts = [content(e) for e in events if e.type == "user.message"]
        assert prompts == ["first", *["second"] * outcome, "third"]
        assert len(simulator.processes) == 2


@pytest.mark.parametrize(
    "interrupted", ["continue", pytest.param("raise", marks=pytest.mark.exhaustive("real"))]
)
async def test_R7_a_cut_turn_is_marked_for_its_caller_and_its_subscribers(world, interrupted):
    script = Script.by_prompt({"stream": Text("a b c d", chunks=4, delay=0.3)}, default=Text("ok"))
    async with world.client(script) as client:
        session = await client.create_session(
            streaming=True, interrupted=interrupted, **world.session_options
        )
        markers = []
        await session.on(
            "copilot_actors.session.recovering",
            "copilot_actors.session.recovered",
            markers.append,
        )
        async with session.events("assistant.message_delta") as stream:
            async with trio.open_nursery() as nursery:

                @nursery.start_soon
                async def kill():
                    await anext(stream)
                    # The prompt has to be in the log, or the turn was never begun.
                    await session.request("sessions.save")
                    world.kill(client)

                if interrupted == "continue":
                    assert content(await session.send_and_wait("stream")) == "a b c d"
                else:
                    with pytest.raises(ca.TurnInterrupted):
                        await session.send_and_wait("stream")
        assert content(await session.send_and_wait("next")) == "ok"
        recovering, recovered = markers
        assert recovering.data.incarnation == 1
        assert recovering.data.reason
        assert recovered.data.incarnation == 2
        assert recovered.data.gap["ephemeral"] == "lost"


@pytest.mark.parametrize("keep", [True, pytest.param(False, marks=pytest.mark.exhaustive("real"))])
async def test_R7_a_pending_tool_is_continued_or_abandoned_as_the_options_say(world, keep):
    runs, release, began = [], trio.Event(), trio.Event()

    async def look():
        runs.append(1)
        began.set()
        await release.wait()
        return "seen"

    def choose(request):
        if request.prompt == "tool" and request.step == 0:
            return ToolCalls([ToolCall("look", {})])
        return Text("|".join(result.content for result in request.tool_results) or "ok")

    tools = [ca.Tool("look", "look", {"type": "object"}, look, skip_permission=True)]
    async with world.client(choose) as client:
        session = await client.create_session(
            tools=tools, continue_pending_work=keep, **world.session_options
        )
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def kill():
                await began.wait()
                world.kill(client)
                await session.wait_state("recovering")
                await session.wait_state("running", "idle")
                release.set()

            answer = content(await session.send_and_wait("tool"))
        assert (answer == "seen") == keep
        assert runs == [1]
        assert session.state == "idle"
