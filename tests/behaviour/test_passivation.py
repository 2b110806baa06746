"""A session at rest is let go in the CLI and loaded again when somebody needs it."""

from __future__ import annotations

import random

import pytest
import trio

import copilot_actors as ca
from copilot_actors.client._session import _log as log
from copilot_actors.testing import Text, ToolCall, ToolCalls

AFTER = 0.4
"""Seconds of rest. The real CLI runs in real time, so they are few."""


def turn(request):
    if request.prompt == "tool" and request.step == 0:
        return ToolCalls([ToolCall("wait", {})])
    return Text("ok")


def content(event) -> str:
    return event.raw["data"]["content"]


async def is_loaded(client, session) -> bool:
    """Ask the CLI itself, past the session's actor, which would load it."""
    try:
        await client.request("session.mode.get", {"sessionId": session.session_id})
    except ca.RpcError as error:
        if "not found" in str(error).lower():
            return False
        raise
    return True


async def users(session) -> list[str]:
    return [content(e) for e in await session.get_messages() if e.type == "user.message"]


def markers(seen) -> list[str]:
    return [e.type.rpartition(".")[2] for e in seen if e.type.startswith("copilot_actors.session")]


@pytest.fixture
def options(world):
    return lambda **more: {**world.session_options, "passivate_after": AFTER, **more}


async def paused(client, session) -> None:
    await session.wait_state("paused")
    assert not await is_loaded(client, session)


async def test_an_idle_session_is_let_go_and_its_next_prompt_loads_it(world, options):
    seen = []
    async with world.client(turn) as client:
        session = await client.create_session(**options())
        await session.on(seen.append)
        assert content(await session.send_and_wait("a")) == "ok"
        assert await is_loaded(client, session)
        await paused(client, session)
        assert content(await session.send_and_wait("b")) == "ok"
        assert await is_loaded(client, session)
        assert await users(session) == ["a", "b"]
        assert markers(seen) == ["paused", "resumed"]
        assert (
            seen[[e.type for e in seen].index("copilot_actors.session.paused")].data.seconds
            >= AFTER
        )
        # Every persistent event once, the CLI's own records of the end and the resume included.
        ids = [e.id for e in seen if e.id and not e.ephemeral]
        assert len(ids) == len(set(ids))
        assert {"session.shutdown", "session.resume"} <= {e.type for e in seen}
        await paused(client, session)
        counted = client.statistics()
        assert (counted.sessions_paused, counted.sessions_resumed) == (2, 1)
        assert counted.recoveries == 0


@pytest.mark.exhaustive("real")
async def test_without_the_option_nothing_is_let_go(world):
    async with world.client(turn) as client:
        session = await client.create_session(**world.session_options)
        await session.send_and_wait("a")
        await trio.sleep(3 * AFTER)  # a real CLI keeps real time
        assert session.state == "idle"
        assert await is_loaded(client, session)


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize(
    "use",
    [
        lambda s: s.get_messages(),
        lambda s: s.get_metadata(),
        lambda s: s.rpc.mode.get(),
        lambda s: s.set_tools([]),
        lambda s: s.register_user_input_handler(lambda _: "yes"),
        lambda s: s.send("b"),
        lambda s: s.log("a note"),
    ],
    ids=["history", "metadata", "rpc", "tools", "handler", "prompt", "note"],
)
async def test_whoever_needs_a_paused_session_has_it_loaded(world, options, use):
    async with world.client(turn) as client:
        session = await client.create_session(**options())
        await session.send_and_wait("a")
        await paused(client, session)
        await use(session)
        assert session.state in ("idle", "running")
        assert await is_loaded(client, session)
        await session.wait_state("paused")


@pytest.mark.exhaustive("real")
async def test_many_who_need_it_at_once_load_it_once(world, options):
    async with world.client(turn) as client:
        session = await client.create_session(**options())
        await session.send_and_wait("a")
        await paused(client, session)
        async with trio.open_nursery() as nursery:
            for number in range(5):
                nursery.start_soon(session.send_and_wait, f"b{number}")
                nursery.start_soon(session.get_metadata)
        assert sorted(await users(session)) == ["a", "b0", "b1", "b2", "b3", "b4"]
        assert client.statistics().sessions_resumed == 1


@pytest.mark.exhaustive("real")
async def test_a_session_that_was_never_prompted_comes_back_too(world, options):
    async with world.client(turn) as client:
        session = await client.create_session(**options())
        await paused(client, session)
        assert content(await session.send_and_wait("first")) == "ok"
        assert await users(session) == ["first"]


@pytest.mark.exhaustive("real")
async def test_a_running_tool_keeps_the_session_loaded(world, options):
    over = trio.Event()

    async def wait(_arguments, _invocation):
        await over.wait()
        return "done"

    tool = ca.Tool("wait", "waits", {"type": "object"}, wait, skip_permission=True)
    async with world.client(turn) as client, trio.open_nursery() as nursery:
        session = await client.create_session(**options(tools=[tool]))
        nursery.start_soon(session.send_and_wait, "tool")
        await session.wait_state("running")
        await trio.sleep(3 * AFTER)  # a real CLI keeps real time
        assert session.state == "running"
        over.set()
        await session.wait_state("idle")
        await session.wait_state("paused")


async def test_a_killed_cli_is_replaced_without_the_sessions_that_are_paused(world, options):
    seen = []
    async with world.client(turn) as client:
        session = await client.create_session(**options(on_event=seen.append))
        other = await client.create_session(**world.session_options)
        await session.send_and_wait("a")
        await other.send_and_wait("x")
        await paused(client, session)
        world.kill(client)
        await other.wait_state("recovering")
        await other.wait_state("idle")
        await trio.sleep(AFTER)  # a real CLI keeps real time
        assert session.state == "paused"
        assert not await is_loaded(client, session)
        assert content(await session.send_and_wait("b")) == "ok"
        assert await users(session) == ["a", "b"]
        assert markers(seen) == ["paused", "resumed"]


@pytest.mark.parametrize(
    "after",
    [pytest.param(after, marks=pytest.mark.exhaustive("real")) for after in (0.0, 0.002, 0.05)]
    + [0.01],
)
async def test_a_kill_while_it_is_loaded_again_loses_and_repeats_nothing(world, options, after):
    async with world.client(turn) as client:
        session = await client.create_session(**options())
        await session.send_and_wait("a")
        await paused(client, session)
        async with trio.open_nursery() as nursery:

            async def ask():
                assert content(await session.send_and_wait("b", timeout=30)) == "ok"

            nursery.start_soon(ask)
            await trio.sleep(after)  # a real CLI keeps real time
            world.kill(client)
        assert await users(session) == ["a", "b"]


@pytest.mark.parametrize(
    "after",
    [pytest.param(after, marks=pytest.mark.exhaustive("real")) for after in (-0.01, 0.0, 0.02)]
    + [0.005],
)
@pytest.mark.exhaustive("real")
async def test_a_prompt_that_meets_the_release_is_answered_once(world, options, after):
    async with world.client(turn) as client:
        session = await client.create_session(**options())
        await session.send_and_wait("a")
        for number in range(3):
            await trio.sleep(AFTER + after)  # a real CLI keeps real time
            assert content(await session.send_and_wait(f"b{number}", timeout=30)) == "ok"
        assert await users(session) == ["a", "b0", "b1", "b2"]


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("after", [0.0, 0.002, 0.01])
async def test_a_kill_that_meets_the_release_loses_nothing(world, options, after):
    async with world.client(turn) as client:
        session = await client.create_session(**options())
        await session.send_and_wait("a")
        await trio.sleep(AFTER + after)  # a real CLI keeps real time
        world.kill(client)
        assert content(await session.send_and_wait("b", timeout=30)) == "ok"
        assert await users(session) == ["a", "b"]


@pytest.mark.exhaustive("real")
async def test_a_paused_session_has_its_owner_still(world, options):
    # A simulated home is no folder, so files do not cover it.
    lease = {"lease": ca.ProcessLease()} if world.name == "simulator" else {}
    async with world.client(turn, **lease) as client:
        session = await client.create_session(**options())
        await session.send_and_wait("a")
        await paused(client, session)
        async with world.second_client(**lease) as stranger:
            with pytest.raises(ca.SessionInUse):
                await stranger.resume_session(session.session_id, **options())
            await session.disconnect()
            mine = await stranger.resume_session(session.session_id, **options())
            assert content(await mine.send_and_wait("b")) == "ok"
            assert await users(mine) == ["a", "b"]


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("seed", range(3))
async def test_kills_prompts_and_rest_at_random_moments_lose_and_repeat_nothing(
    world, options, seed
):
    chance = random.Random(seed)
    seen = []
    async with world.client(turn) as client:
        session = await client.create_session(**options(on_event=seen.append))
        sent = []
        for number in range(12):
            if chance.random() < 0.5:
                await client.wait_state("connected")
                world.kill(client)
            # A real CLI keeps real time.
            await trio.sleep(chance.choice([0, 0.01, 0.1, AFTER, 2 * AFTER]))
            sent.append(f"p{number}")
            assert content(await session.send_and_wait(sent[-1], timeout=60)) == "ok"
            # A real CLI keeps real time.
            await trio.sleep(chance.choice([0, AFTER - 0.01, AFTER, AFTER + 0.01, 2 * AFTER]))
        assert await users(session) == sent
        ids = [e.id for e in seen if e.id and not e.ephemeral]
        assert len(ids) == len(set(ids))
        assert client.statistics().sessions_paused > 0


@pytest.mark.exhaustive("real")
async def test_a_session_at_work_in_the_background_is_not_let_go(world, options):
    def background(request):
        if request.prompt == "run" and request.step == 0:
            command = {"command": "sleep 2; echo x", "description": "x", "mode": "async"}
            return ToolCalls([ToolCall("bash", command)])
        return Text("ok")

    async with world.client(background) as client:
        session = await client.create_session(**options(on_permission_request=ca.approve_all))
        await session.run_turn("run", wait_for_background=False)
        await trio.sleep(3 * AFTER)  # a real CLI keeps real time
        assert session.state == "running"
        await session.wait_state("paused")


@pytest.mark.exhaustive("real")
async def test_a_paused_session_is_ended_deleted_and_resumed_like_any_other(world, options):
    async with world.client(turn) as client:
        session = await client.create_session(**options())
        await session.send_and_wait("a")
        await paused(client, session)
        assert (await session.abort()).outcome == "nothing_to_abort"
        with pytest.raises(ca.SessionInUse):
            await client.resume_session(session.session_id, **options())
        await session.disconnect()
        assert session.state == "closed"
        again = await client.resume_session(session.session_id, **options())
        assert content(await again.send_and_wait("b")) == "ok"
        await paused(client, again)
        await client.delete_session(session.session_id)
        with pytest.raises(ca.SessionNotFound):
            await client.resume_session(session.session_id, **options())


@pytest.mark.exhaustive("real")
async def test_a_paused_session_keeps_its_mode_and_its_model(world, options):
    async with world.client(turn) as client:
        session = await client.create_session(**options())
        await session.send_and_wait("a")
        await session.rpc.mode.set(mode="plan")
        model = session.model
        await paused(client, session)
        assert await session.request("session.mode.get") == "plan"
        assert session.model == model


@pytest.mark.parametrize("world_name", ["simulator"], indirect=True)
class TestOnTheSimulator:
    """What depends on our own side alone."""

    async def test_time_counts_from_the_last_use(self, world, options):
        async with world.client(turn) as client:
            session = await client.create_session(**options(passivate_after=10))
            await session.send_and_wait("a")
            for _ in range(3):
                await trio.sleep(8)  # simulated time
                await session.get_metadata()
                assert session.state == "idle"
            begun = trio.current_time()
            await session.wait_state("paused")
            assert trio.current_time() - begun == pytest.approx(10, abs=0.1)

    async def test_an_open_question_keeps_the_session_loaded(self, world, options):
        over = trio.Event()
        async with world.client(turn) as client:
            session = await client.create_session(**options())
            await session.send_and_wait("a")
            record = client._context.table.get(session.session_id)
            scope = trio.CancelScope()
            record.questions.add(scope)
            await trio.sleep(10 * AFTER)  # simulated time
            assert session.state == "idle"
            record.questions.discard(scope)
            over.set()
            await session.wait_state("paused")

    async def test_a_request_under_way_keeps_the_session_loaded(self, world, options):
        async with world.client(turn) as client:
            session = await client.create_session(**options())
            await session.send_and_wait("a")
            world.freeze(client)
            with trio.move_on_after(5 * AFTER):
                await session.get_metadata()
            assert session.state == "idle"

    async def test_work_in_the_background_keeps_the_session_loaded(
        self, world, options, monkeypatch
    ):
        busy = [True, True, False]
        asked = []

        async def works(_call, _session_id):
            asked.append(trio.current_time())
            return busy.pop(0)

        monkeypatch.setattr(log, "has_background_work", works)
        async with world.client(turn) as client:
            session = await client.create_session(**options())
            await session.send_and_wait("a")
            await session.wait_state("paused")
        assert len(asked) == 3
        assert asked[2] - asked[0] >= 2 * AFTER

    async def test_callers_wait_no_longer_than_their_limit_for_a_cli_that_hangs(
        self, world, options
    ):
        async with world.client(turn) as client:
            session = await client.create_session(**options())
            await session.send_and_wait("a")
            world.freeze(client)
            await trio.sleep(2 * AFTER)  # simulated time
            begun = trio.current_time()
            with pytest.raises(ca.RpcTimeout):
                await session.request("session.mode.get", timeout=1)
            assert trio.current_time() - begun == pytest.approx(1, abs=0.1)

    async def test_a_drain_ends_paused_sessions_at_once(self, world, options):
        async with world.client(turn) as client:
            session = await client.create_session(**options())
            await session.send_and_wait("a")
            await session.wait_state("paused")
            report = await client.drain(5)
        assert report.clean

    async def test_a_cli_is_recycled_while_sessions_are_paused(self, world, options):
        recycle = ca.Recycle(max_age=5, check_interval=1)
        async with world.client(turn, recycle=recycle) as client:
            session = await client.create_session(**options())
            await session.send_and_wait("a")
            await session.wait_state("paused")
            await trio.sleep(8)  # simulated time
            assert client.statistics().recycled >= 1
            assert session.state == "paused"
            assert content(await session.send_and_wait("b")) == "ok"

    async def test_a_crash_of_the_actor_leaves_a_paused_session_paused(self, world, options):
        async with world.client(turn) as client:
            session = await client.create_session(**options())
            await session.send_and_wait("a")
            await session.wait_state("paused")
            ref = client._context.table.get(session.session_id).ref
            ref.kill()
            await trio.sleep(1)  # simulated time
            assert session.state == "paused"
            assert content(await session.send_and_wait("b")) == "ok"
            assert await users(session) == ["a", "b"]

    async def test_a_limit_on_turns_lets_a_paused_session_wait_for_its_place(self, world, options):
        async with world.client(turn, max_concurrent_turns=1) as client:
            session = await client.create_session(**options())
            await session.send_and_wait("a")
            await session.wait_state("paused")
            assert content(await session.send_and_wait("b")) == "ok"

    async def test_keys_are_asked_for_when_it_is_loaded_again(self, world, options):
        asked = []

        def key() -> str:
            asked.append(None)
            return "sk-test-0123456789abcdef"

        provider = {"base_url": "http://127.0.0.1:9/v1", "api_key": key}
        async with world.client(turn) as client:
            session = await client.create_session(**options(provider=provider))
            await session.send_and_wait("a")
            await session.wait_state("paused")
            assert len(asked) == 1
            await session.send_and_wait("b")
            assert len(asked) == 2
