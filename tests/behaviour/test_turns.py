"""Turns in trouble: lost ends, limits, overlapping callers, aborts and cancellations at any point."""

from __future__ import annotations

import collections

import pytest
import trio
import trio.testing

import copilot_actors as ca
from copilot_actors.testing import (
    Drop,
    FrameMatch,
    Freeze,
    HttpError,
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
        "slow": Text("one two three four", chunks=4, delay=0.3),
        "silent": Silence(),
        "long": Text("x" * 60, chunks=60, delay=1.0),
        "bash": [
            ToolCalls([ToolCall("bash", {"command": "sleep 20", "description": "x"})]),
            Text("slept"),
        ],
        "tool": [ToolCalls([ToolCall("look", {})]), Text("looked")],
    },
    default=Text("ok"),
)


def content(event) -> str | None:
    return None if event is None else event.raw["data"]["content"]


def simulated(script=SCRIPT, *, faults=(), **options):
    simulator = Simulator(script, faults=faults)
    return simulator, ca.open_client(cli=simulator, **{"max_restarts": 50, **options})


def users(simulator, session_id) -> list[str]:
    if not simulator.store.has_journal(session_id):
        return []
    events = simulator.store.journal(session_id).events()
    return [e["data"]["content"] for e in events if e["type"] == "user.message"]


def at_rest(client) -> bool:
    statistics = client.statistics()
    return (statistics.pending_prompts, statistics.pending_requests) == (0, 0)


# --- T1, T2: silence and limits -------------------------------------------------------------


@pytest.mark.parametrize("lost", [("session.idle",), ("session.idle", "assistant.message")])
@pytest.mark.parametrize("limit", [{"timeout": 5}, {"quiet_timeout": 3}])
async def test_T1_an_answer_whose_end_was_lost_is_read_from_history(autojump_clock, lost, limit):
    faults = [Drop(FrameMatch(event=name)) for name in lost]
    simulator, opening = simulated(faults=faults)
    async with opening as client:
        session = await client.create_session(model="m")
        seen = []
        await session.on(seen.append)
        begin = trio.current_time()
        assert content(await session.send_and_wait("x", **limit)) == "ok"
        assert trio.current_time() - begin < 6
        assert content(await session.send_and_wait("y")) == "ok"
        assert users(simulator, session.session_id) == ["x", "y"]
        assert [content(e) for e in seen if e.type == "assistant.message"] == ["ok", "ok"]
        assert at_rest(client)
        assert len(simulator.processes) == 1


async def test_T1_a_turn_that_goes_silent_is_stalled_and_says_after_what(autojump_clock):
    _, opening = simulated()
    async with opening as client:
        session = await client.create_session(model="m")
        begin = trio.current_time()
        with pytest.raises(ca.TurnStalled) as caught:
            await session.send_and_wait("silent", quiet_timeout=4)
        assert 4 <= trio.current_time() - begin < 6
        assert caught.value.seconds == 4
        assert caught.value.last_event
        assert caught.value.pending == ()
        assert caught.value.message_id
        assert content(await session.send_and_wait("x")) == "ok"
        assert at_rest(client)


async def test_T2_a_long_turn_with_a_sign_of_life_each_second_is_not_quiet(autojump_clock):
    _, opening = simulated()
    async with opening as client:
        session = await client.create_session(model="m", streaming=True)
        begin = trio.current_time()
        answer = await session.send_and_wait("long", quiet_timeout=3, timeout=120)
        assert content(answer) == "x" * 60
        assert trio.current_time() - begin > 55
        with pytest.raises(ca.TurnTimeout):
            await session.send_and_wait("long", quiet_timeout=3, timeout=10)


@pytest.mark.parametrize("what", ["tool", "permission", "builtin tool"])
async def test_T2_the_quiet_limit_rests_while_a_tool_or_a_question_is_pending(autojump_clock, what):
    async def look():
        await trio.sleep(20)
        return "seen"

    async def decide(request):
        await trio.sleep(3600 if what == "permission" else 0)
        return ca.approve_once()

    tool = ca.Tool("look", "look", None, look, skip_permission=True)
    _, opening = simulated()
    async with opening as client:
        session = await client.create_session(model="m", tools=[tool], on_permission_request=decide)
        prompt, wanted = ("tool", "looked") if what == "tool" else ("bash", "slept")
        answer = await session.send_and_wait(prompt, quiet_timeout=2, timeout=None)
        assert content(answer) == wanted


@pytest.mark.parametrize("name", ["timeout", "quiet_timeout"])
@pytest.mark.parametrize("value", [0, -1, True, "5", float("nan")])
async def test_a_limit_that_is_no_time_is_refused(autojump_clock, name, value):
    simulator, opening = simulated()
    async with opening as client:
        session = await client.create_session(model="m")
        with pytest.raises(ca.InvalidOption, match=name):
            await session.send_and_wait("x", **{name: value})
        assert simulator.model_requests == ()
        assert at_rest(client)


# --- T3, T4: the right answer to the right caller -------------------------------------------


async def test_T3_a_late_end_of_a_timed_out_turn_never_answers_the_next_one(autojump_clock):
    simulator, opening = simulated()
    async with opening as client:
        session = await client.create_session(model="m", streaming=True)
        for _ in range(5):
            with pytest.raises(ca.TurnTimeout) as caught:
                await session.send_and_wait("slow", timeout=0.5)
            assert caught.value.aborted
            assert content(await session.send_and_wait("x")) == "ok"
        assert users(simulator, session.session_id) == ["slow", "x"] * 5


async def test_T3_a_turn_that_nobody_asked_for_reaches_subscribers_and_no_caller(autojump_clock):
    simulator, opening = simulated(Script.echo(delay=0.05))
    async with opening as client:
        session = await client.create_session(model="m")
        seen = []
        await session.on("assistant.message", seen.append)
        await session.send_and_wait("a")
        simulator.prompt(session.session_id, "unsolicited")
        assert content(await session.send_and_wait("b")) == "b"
        simulator.prompt(session.session_id, "again")
        await session.wait_state("running")
        await session.wait_state("idle")
        assert content(await session.send_and_wait("c")) == "c"
        assert [content(e) for e in seen] == ["a", "unsolicited", "b", "again", "c"]


async def test_T4_twenty_callers_get_their_own_answers_and_their_own_errors(world):
    def choose(request):
        if int(request.prompt) % 3 == 0:
            return HttpError(400, f"no {request.prompt}")
        return Text(request.prompt, chunks=1)

    outcomes = {}
    async with world.client(choose) as client:
        session = await client.create_session(**world.session_options)

        async def ask(number):
            try:
                outcomes[number] = content(await session.send_and_wait(str(number)))
            except ca.TurnFailed as error:
                outcomes[number] = error.status

        async with trio.open_nursery() as nursery:
            for number in range(20):
                nursery.start_soon(ask, number)
                await trio.testing.wait_all_tasks_blocked()
        assert client.statistics().pending_prompts == 0
        # The order of the turns, not of the callers: two whose ends come in one read are woken in
        # one pass, in any order.
        asked = [content(e) for e in await session.get_messages() if e.type == "user.message"]
    assert outcomes == {n: 400 if n % 3 == 0 else str(n) for n in range(20)}
    assert asked == [str(n) for n in range(20)]


# --- Sending --------------------------------------------------------------------------------


@pytest.mark.exhaustive("real")
async def test_a_steering_prompt_is_answered_by_the_turn_it_joins(world):
    release = trio.Event()

    async def look():
        await release.wait()
        return "seen"

    def choose(request):
        if request.step == 0 and request.prompt == "go":
            return ToolCalls([ToolCall("look", {})])
        texts = [str(m.get("content")) for m in request.messages if m.get("role") == "user"]
        return Text("steered" if any("turn left" in t for t in texts) else "straight")

    tool = ca.Tool("look", "look", {"type": "object"}, look, skip_permission=True)
    answers = {}
    async with world.client(choose) as client:
        session = await client.create_session(tools=[tool], **world.session_options)

        async def ask(prompt, mode):
            answers[prompt] = content(await session.send_and_wait(prompt, mode=mode))

        async with session.events("external_tool.requested") as stream:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(ask, "go", None)
                await anext(stream)
                nursery.start_soon(ask, "turn left", "immediate")
                # Long enough for the CLI to take the steering prompt while the tool is held.
                await trio.sleep(0.3)
                release.set()
        assert answers == {"go": "steered", "turn left": "steered"}
        assert client.statistics().pending_prompts == 0


@pytest.mark.exhaustive("real")
async def test_what_send_is_given_arrives_in_the_transcript(world):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(**world.session_options)
        async with session.events("user.message") as stream:
            message_id = await session.send(
                "the prompt", source="agent-job-42", display_prompt="what people see"
            )
            event = await anext(stream)
        assert event.data["messageId"] == message_id
        assert event.data["source"] == "agent-job-42"
        assert event.data["content"] == "what people see"
        await session.wait_state("idle")


async def test_an_unknown_mode_and_a_key_in_use_are_refused_before_anything_is_sent(
    autojump_clock,
):
    simulator, opening = simulated()
    async with opening as client:
        session = await client.create_session(model="m")
        with pytest.raises(ca.InvalidOption, match="mode"):
            await session.send("x", mode="later")
        for source in ("user", "", "x" * 500, 5, "agent-"):
            with pytest.raises(ca.InvalidOption, match="source"):
                await session.send("x", source=source)
        with pytest.raises(ca.InvalidRequest):
            await session.send("x", attachments=[{"type": object()}])
        assert simulator.model_requests == ()
        assert at_rest(client)
        await session.send("slow", source="agent-1")
        with pytest.raises(ca.InvalidOption, match="source"):
            await session.send("x", source="agent-1")
        await session.wait_state("idle")
        await session.send("x", source="agent-1")


async def test_a_flood_of_prompts_is_refused_by_name_beyond_its_bound(autojump_clock):
    _, opening = simulated(Script.by_prompt({"x": Silence()}))
    async with opening as client:
        session = await client.create_session(model="m")
        errors = []

        async def send():
            try:
                await session.send("x")
            except ca.SessionError as error:
                errors.append(error)

        async with trio.open_nursery() as nursery:
            for _ in range(6000):
                nursery.start_soon(send)
            await trio.testing.wait_all_tasks_blocked()
            busy = [e for e in errors if isinstance(e, ca.SessionBusy)]
            assert 0 < len(busy) < 6000
            nursery.cancel_scope.cancel()
        await session.disconnect()
        assert client.statistics().pending_prompts == 0


@pytest.mark.parametrize(
    "fault",
    [
        NeverAnswer("session.send"),
        Drop(FrameMatch(direction="from_cli", reply_to="session.send", nth=0)),
        Refuse(FrameMatch(direction="to_cli", method="session.send", nth=0)),
    ],
    ids=["never read", "reply lost", "refused"],
)
async def test_a_send_without_an_answer_ends_in_a_typed_error_within_its_bound(
    autojump_clock, fault
):
    _, opening = simulated(faults=[fault], rpc_timeout=2)
    async with opening as client:
        session = await client.create_session(model="m")
        begin = trio.current_time()
        if isinstance(fault, Drop):
            # The event of the prompt itself tells the id.
            assert content(await session.send_and_wait("x")) == "ok"
        else:
            with pytest.raises((ca.RpcTimeout, ca.RpcError, ca.OutcomeUnknown)):
                await session.send_and_wait("x", timeout=60)
        assert trio.current_time() - begin < 3
        await trio.sleep(3)
        assert at_rest(client)
        assert session.state == "idle"


# --- C1: abort ------------------------------------------------------------------------------

PHASES = {
    "before the acknowledgement": ("slow", 0.0),
    "running": ("slow", 0.5),
    "tool pending": ("tool", 0.5),
    "permission pending": ("bash", 0.5),
    "model silent": ("silent", 0.5),
}


def pending_options(log):
    async def look():
        log.append("tool started")
        try:
            await trio.sleep_forever()
        finally:
            log.append("tool ended")

    async def decide(request):
        log.append("question started")
        try:
            await trio.sleep_forever()
        finally:
            log.append("question ended")

    return {
        "model": "m",
        "streaming": True,
        "tools": [ca.Tool("look", "look", None, look, skip_permission=True)],
        "on_permission_request": decide,
    }


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("times", [1, 2])
async def test_C1_an_abort_in_any_phase_ends_the_turn_and_its_handlers(
    autojump_clock, phase, times
):
    prompt, delay = PHASES[phase]
    log, outcomes = [], []
    simulator, opening = simulated()
    async with opening as client:
        session = await client.create_session(**pending_options(log))

        async def ask(text):
            try:
                outcomes.append(content(await session.send_and_wait(text)))
            except ca.TurnAborted as error:
                outcomes.append(error)

        results = []

        async def abort():
            results.append((await session.abort()).outcome)

        begin = trio.current_time()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask, prompt)
            await trio.testing.wait_all_tasks_blocked()
            nursery.start_soon(ask, "queued")
            await trio.testing.wait_all_tasks_blocked()
            await trio.sleep(delay)
            for _ in range(times):
                nursery.start_soon(abort)
        assert trio.current_time() - begin < delay + 1
        assert results == ["aborted"] * times
        assert [type(o) for o in outcomes] == [ca.TurnAborted] * 2
        assert len(log) in (0, 2)
        assert (await session.abort()).outcome == "nothing_to_abort"
        assert content(await session.send_and_wait("next")) == "ok"
        frames = [f.message.get("method") for f in simulator.log if f.direction == "to_cli"]
        after = frames[frames.index("session.abort") :]
        assert not [m for m in after if m and "handlePending" in m]
        assert at_rest(client)


async def test_C1_an_abort_by_somebody_else_cancels_the_handler_and_sends_no_answer(
    autojump_clock,
):
    log = []
    simulator, opening = simulated()
    async with opening as client:
        session = await client.create_session(**pending_options(log))
        async with trio.open_nursery() as nursery:

            @nursery.start_soon
            async def other():
                await trio.sleep(0.5)
                await client.request("session.abort", {"sessionId": session.session_id})

            with pytest.raises(ca.TurnAborted):
                await session.send_and_wait("tool")
        assert log == ["tool started", "tool ended"]
        assert not [f for f in simulator.log if "handlePending" in str(f.message.get("method"))]
        assert content(await session.send_and_wait("x")) == "ok"


@pytest.mark.exhaustive("real")
async def test_C1_abort_from_inside_a_tool_handler_ends_its_own_turn(world):
    log = []

    async def look(arguments, invocation):
        try:
            await invocation.session.abort()
        finally:
            log.append("ended")

    tool = ca.Tool("look", "look", {"type": "object"}, look, skip_permission=True)
    async with world.client(SCRIPT) as client:
        session = await client.create_session(tools=[tool], **world.session_options)
        with trio.fail_after(10), pytest.raises(ca.TurnAborted):
            await session.send_and_wait("tool")
        assert content(await session.send_and_wait("x")) == "ok"
        assert log == ["ended"]


async def test_C1_a_handler_that_resists_its_cancellation_holds_up_nobody(autojump_clock):
    log = []

    async def stubborn():
        log.append("started")
        try:
            await trio.sleep_forever()
        finally:
            with trio.CancelScope(shield=True):
                await trio.sleep(1)
            log.append("ended")

    tool = ca.Tool("look", "look", None, stubborn, skip_permission=True)
    _, opening = simulated()
    async with opening as client:
        session = await client.create_session(model="m", tools=[tool])
        await session.send("tool")
        await trio.sleep(0.5)
        begin = trio.current_time()
        await session.abort()
        assert content(await session.send_and_wait("x")) == "ok"
        assert trio.current_time() - begin < 0.8
        assert log == ["started"]
        await trio.sleep(1)
        assert log == ["started", "ended"]


# --- C2: disconnect, delete, drop -----------------------------------------------------------


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("deaf", [False, True], ids=["", "the CLI ignores it"])
async def test_C2_disconnect_in_any_phase_tells_every_waiter_within_2_s(
    autojump_clock, phase, deaf
):
    prompt, delay = PHASES[phase]
    log, errors = [], []
    faults = [NeverAnswer("session.abort"), NeverAnswer("session.destroy")] if deaf else []
    _, opening = simulated(faults=faults)
    async with opening as client:
        session = await client.create_session(session_id="s", **pending_options(log))

        async def ask(text):
            with pytest.raises(ca.SessionClosed) as caught:
                await session.send_and_wait(text)
            errors.append(caught.value)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask, prompt)
            await trio.testing.wait_all_tasks_blocked()
            nursery.start_soon(ask, "queued")
            await trio.sleep(delay)
            begin = trio.current_time()
            nursery.start_soon(session.disconnect)
            await session.disconnect()
        assert trio.current_time() - begin <= 2.1
        assert len(errors) == 2
        assert len(log) in (0, 2)
        assert session.state == "closed"
        statistics = client.statistics()
        assert (statistics.sessions, statistics.pending_prompts) == (0, 0)
        if not deaf and delay:
            seen = []
            again = await client.resume_session("s", model="m", on_event=seen.append)
            await trio.sleep(2)
            assert not [e for e in seen if e.type.startswith(("assistant.", "tool."))]
            assert content(await again.send_and_wait("x")) == "ok"


async def test_C2_disconnect_from_inside_a_handler_does_not_wait_for_itself(autojump_clock):
    async def look(arguments, invocation):
        await invocation.session.disconnect()

    tool = ca.Tool("look", "look", None, look, skip_permission=True)
    _, opening = simulated()
    async with opening as client:
        session = await client.create_session(model="m", tools=[tool])
        with trio.fail_after(3), pytest.raises(ca.SessionClosed):
            await session.send_and_wait("tool")
        await session.disconnect()
        assert client.statistics().sessions == 0


async def test_C2_deleting_a_running_session_ends_it_and_its_data(autojump_clock):
    simulator, opening = simulated()
    async with opening as client:
        session = await client.create_session(session_id="s", model="m", streaming=True)
        await session.send_and_wait("x")

        async def ask():
            with pytest.raises(ca.SessionClosed):
                await session.send_and_wait("slow")

        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask)
            await trio.sleep(0.5)
            await client.delete_session("s")
        assert not simulator.store.has_journal("s")
        again = await client.create_session(session_id="s", model="m")
        assert content(await again.send_and_wait("x")) == "ok"


@pytest.mark.exhaustive("real")
async def test_an_id_is_free_again_as_soon_as_disconnect_returns(world):
    async with world.client(SCRIPT) as client:
        session = await client.create_session(session_id="s", **world.session_options)
        await session.send_and_wait("first")
        for number in range(3):
            await session.disconnect()
            session = await client.resume_session("s", **world.session_options)
            assert content(await session.send_and_wait(f"p{number}")) == "ok"
        assert client.statistics().sessions == 1


async def test_R5_an_open_id_is_refused_by_create_and_resume_and_is_not_harmed(autojump_clock):
    _, opening = simulated()
    async with opening as client:
        session = await client.create_session(session_id="s", model="m")
        with pytest.raises(ca.SessionInUse):
            await client.resume_session("s")
        with pytest.raises(ca.SessionAlreadyExists):
            await client.create_session(session_id="s")
        assert content(await session.send_and_wait("x")) == "ok"
        outcomes = []

        async def create():
            try:
                outcomes.append(await client.create_session(session_id="twice", model="m"))
            except ca.SessionAlreadyExists:
                outcomes.append(None)

        async with trio.open_nursery() as nursery:
            for _ in range(5):
                nursery.start_soon(create)
        assert len([o for o in outcomes if o]) == 1
        assert client.statistics().sessions == 2


@pytest.mark.parametrize("steps", range(0, 40, 3))
async def test_C2_create_cancelled_at_any_point_leaves_nothing_here_or_in_the_cli(
    autojump_clock, steps
):
    simulator, opening = simulated()
    async with opening as client:
        created = []
        with trio.move_on_after(steps * 0.0025):
            created.append(await client.create_session(session_id="s", model="m"))
        if not created:
            statistics = client.statistics()
            assert (statistics.sessions, statistics.subscriptions) == (0, 0)
            await trio.sleep(1)
            assert list(simulator.process.sessions) == []
            created.append(await client.create_session(session_id="s", model="m"))
        assert content(await created[0].send_and_wait("x")) == "ok"
        assert users(simulator, "s") == ["x"]


# --- C4: cancellation at any point ----------------------------------------------------------


@pytest.mark.parametrize("prompt", ["slow", "tool", "bash", "silent"])
async def test_C4_a_caller_cancelled_at_any_point_leaves_no_entry_and_no_turn(
    autojump_clock, prompt
):
    async def look():
        await trio.sleep(0.1)
        return "seen"

    tool = ca.Tool("look", "look", None, look, skip_permission=True)
    _, opening = simulated()
    async with opening as client:
        session = await client.create_session(
            model="m", streaming=True, tools=[tool], on_permission_request=ca.approve_all
        )
        for number in range(40):
            with trio.move_on_after(number * 0.011):
                await session.send_and_wait(prompt)
            with trio.fail_after(2):
                if client.statistics().pending_prompts:
                    await session.wait_state("running")
                await session.wait_state("idle")
            assert client.statistics().pending_prompts == 0
        assert content(await session.send_and_wait("x")) == "ok"
        assert session.state == "idle"
        assert at_rest(client)


async def test_C4_every_call_can_be_cancelled_without_leaving_a_request(autojump_clock):
    _, opening = simulated()
    async with opening as client:
        session = await client.create_session(model="m")
        await session.send_and_wait("x")
        calls = [
            session.abort,
            session.get_messages,
            session.get_metadata,
            lambda: session.send("x"),
            lambda: session.request("session.mode.get"),
            lambda: session.wait_state("failed"),
            lambda: session.on(print),
            client.list_sessions,
            client.ping,
            lambda: client.get_session_metadata("s"),
        ]
        for call in calls:
            for number in range(8):
                with trio.move_on_after(number * 0.0006):
                    await call()
        await trio.sleep(1)
        assert at_rest(client)
        assert content(await session.send_and_wait("y")) == "ok"


# --- Data -----------------------------------------------------------------------------------


@pytest.mark.exhaustive("real")
async def test_history_and_metadata_are_there_at_once_and_while_running_and_recovering(world):
    async with world.client(SCRIPT) as client:
        session = await client.create_session(
            session_id="s", streaming=True, **world.session_options
        )
        assert [e for e in await session.get_messages() if e.type == "user.message"] == []
        assert (await session.get_metadata())["sessionId"] == "s"
        async with session.events("assistant.message_delta") as stream:
            await session.send("slow")
            await anext(stream)
            assert [content(e) for e in await session.get_messages() if e.type == "user.message"]
            assert (await session.get_metadata())["sessionId"] == "s"
            # An event that was seen need not be on disk yet, and what is not would be sent again.
            await session.request("sessions.save")
            world.kill(client)
            await session.wait_state("recovering")
            assert [
                content(e) for e in await session.get_messages() if e.type == "user.message"
            ] == ["slow"]
            assert (await session.get_metadata())["sessionId"] == "s"
        await session.wait_state("idle")


async def test_R1_a_session_that_the_cli_forgot_is_resumed_and_the_prompt_sent_once(
    autojump_clock,
):
    simulator, opening = simulated()
    async with opening as client:
        session = await client.create_session(session_id="s", model="m")
        seen = []
        await session.on("assistant.message", seen.append)
        await session.send_and_wait("a")
        simulator.forget("s")
        assert content(await session.send_and_wait("b")) == "ok"
        simulator.forget("s")
        assert len(await session.get_messages()) > 0
        assert users(simulator, "s") == ["a", "b"]
        assert len(seen) == 2
        simulator.forget("s")
        simulator.store.delete("s")
        with pytest.raises((ca.SessionNotFound, ca.SessionFailed)):
            await session.send_and_wait("c")


async def test_S6_sessions_that_hang_at_their_start_delay_no_other(autojump_clock):
    faults = [
        Drop(FrameMatch(direction="to_cli", method="session.create", nth=n)) for n in range(1, 13)
    ]
    _, opening = simulated(faults=faults, rpc_timeout=30)
    async with opening as client, trio.open_nursery() as nursery:

        async def hang():
            with pytest.raises(ca.RpcTimeout):
                await client.create_session(model="m")

        for _ in range(12):
            nursery.start_soon(hang)
        await trio.sleep(1)
        begin = trio.current_time()
        session = await client.create_session(model="m")
        assert content(await session.send_and_wait("x")) == "ok"
        assert trio.current_time() - begin < 2
        await trio.sleep(40)
        assert client.statistics().sessions == 1


@pytest.mark.parametrize("phase", [*PHASES, "queued"])
async def test_C4_a_time_out_in_any_phase_ends_the_turn_and_its_handlers(autojump_clock, phase):
    prompt, delay = PHASES.get(phase, ("queued", 0.5))
    log = []
    simulator, opening = simulated()
    async with opening as client:
        session = await client.create_session(**pending_options(log))
        if phase == "queued":
            await session.send("slow")
        begin = trio.current_time()
        with pytest.raises(ca.TurnTimeout) as caught:
            await session.send_and_wait(prompt, timeout=delay or 0.0005)
        assert caught.value.aborted
        assert trio.current_time() - begin < delay + 1
        assert content(await session.send_and_wait("next")) == "ok"
        assert len(log) in (0, 2)
        wanted = ["slow", "next"] if phase == "queued" else [prompt, "next"]
        assert [text for text in wanted if text in users(simulator, session.session_id)] == users(
            simulator, session.session_id
        )
        await trio.sleep(1)
        assert at_rest(client)


async def test_C4_a_time_out_while_the_cli_is_away_is_bounded_and_nothing_is_sent_later(
    autojump_clock,
):
    stuck = Freeze(FrameMatch(direction="to_cli", process=1, index=0), seconds=20)
    simulator, opening = simulated(faults=[stuck])
    async with opening as client:
        session = await client.create_session(model="m", streaming=True)
        await session.send_and_wait("x")
        simulator.kill()
        await session.wait_state("recovering")
        begin = trio.current_time()
        with pytest.raises(ca.TurnTimeout):
            await session.send_and_wait("never", timeout=2)
        assert trio.current_time() - begin < 9
        with pytest.raises(ca.RpcTimeout):
            await session.request("session.mode.get", timeout=2)
        await session.wait_state("idle")
        assert content(await session.send_and_wait("y")) == "ok"
        assert users(simulator, session.session_id) == ["x", "y"]
        assert at_rest(client)


async def test_C2_disconnect_while_the_cli_is_away_is_immediate(autojump_clock):
    stuck = Freeze(FrameMatch(direction="to_cli", process=1, index=0), seconds=20)
    simulator, opening = simulated(faults=[stuck])
    async with opening as client:
        session = await client.create_session(session_id="s", model="m", streaming=True)
        await session.send("slow")
        await trio.sleep(0.5)
        simulator.kill()
        await session.wait_state("recovering")
        with trio.fail_after(0.1):
            await session.disconnect()
        assert client.statistics().sessions == 0
        again = await client.resume_session("s", model="m")
        assert content(await again.send_and_wait("x")) == "ok"


async def test_R5_another_client_that_holds_the_session_does_not_disturb_this_one(autojump_clock):
    simulator, opening = simulated()
    async with opening as client, ca.open_client(cli=simulator) as other:
        session = await client.create_session(session_id="s", model="m")
        await session.send_and_wait("a")
        try:
            again = await other.resume_session("s", model="m")
        except ca.SessionInUse:
            pass
        else:
            assert content(await again.send_and_wait("b")) == "ok"
            await again.disconnect()
        assert content(await session.send_and_wait("c")) == "ok"


async def test_P7_a_session_that_kills_the_cli_whenever_it_is_loaded_is_quarantined_alone(
    autojump_clock,
):
    # With the default budget of three restarts: deaths that one session is blamed for are free.
    simulator, opening = simulated(max_restarts=3)

    deaths = []

    class Trap(collections.deque):
        def append(self, frame):
            params = frame.message.get("params") or {}
            big = params.get("sessionId") == "big"
            if big and frame.message.get("method") == "session.resume" and len(deaths) < 3:
                deaths.append(frame)
                simulator.exit(134, "out of heap")

    simulator.log = Trap()
    async with opening as client:
        siblings = [await client.create_session(model="m") for _ in range(12)]
        big = await client.create_session(session_id="big", model="m")
        for session in (*siblings, big):
            await session.send_and_wait("x")
        simulator.kill()
        with trio.fail_after(30):
            with pytest.raises(ca.SessionQuarantined) as caught:
                await big.send_and_wait("y")
            assert caught.value.crashes == 3
            for session in siblings:
                assert content(await session.send_and_wait("y")) == "ok"
        assert big.state == "failed"
        await big.disconnect()
        again = await client.resume_session("big", model="m")
        assert content(await again.send_and_wait("z")) == "ok"


async def test_P7_kills_from_outside_while_a_session_is_loaded_are_not_blamed_on_it(
    autojump_clock,
):
    simulator, opening = simulated()
    deaths = []

    class Trap(collections.deque):
        def append(self, frame):
            if frame.message.get("method") == "session.resume" and len(deaths) < 5:
                deaths.append(frame)
                simulator.kill()

    simulator.log = Trap()
    async with opening as client:
        session = await client.create_session(model="m")
        await session.send_and_wait("x")
        simulator.kill()
        with trio.fail_after(60):
            assert content(await session.send_and_wait("y", timeout=None)) == "ok"
    assert len(deaths) == 5
