"""Subscriptions: order, overflow, what handlers may do, and what a crash does to them."""

from __future__ import annotations

import contextlib
import functools
import gc

import pytest
import trio
import trio.testing

import copilot_actors as ca
from copilot_actors.testing import Script, Simulator, Text, ToolCall, ToolCalls

ECHO = Script.echo()
STREAM = Script.by_prompt(
    {"slow": Text("one two three four", chunks=4, delay=0.3)}, default=Text("ok")
)


def content(event) -> str:
    return event.raw["data"]["content"]


def simulated(script=ECHO, **options):
    simulator = Simulator(script)
    return simulator, ca.open_client(cli=simulator, max_restarts=50, **options)


async def collect_until_idle(stream) -> list[ca.SessionEvent]:
    seen = []
    async for event in stream:
        seen.append(event)
        if event.type == "session.idle":
            break
    return seen


# --- In both worlds -------------------------------------------------------------------------


@pytest.mark.exhaustive("real")
async def test_T6_on_event_sees_event_1_of_create_and_of_resume_in_wire_order(world):
    created, resumed = [], []
    async with world.client(ECHO) as client:
        session = await client.create_session(
            session_id="s", on_event=created.append, **world.session_options
        )
        await session.send_and_wait("a")
        await session.disconnect()
        session = await client.resume_session("s", on_event=resumed.append, **world.session_options)
        await session.send_and_wait("b")
        transcript = [event.id for event in await session.get_messages()]
    assert created[0].type == "session.start"
    assert next(e for e in resumed if not e.ephemeral).type == "session.resume"
    for seen in (created, resumed):
        ids = [event.id for event in seen if event.id in transcript]
        assert len(ids) == len(set(ids))
        assert ids == [i for i in transcript if i in ids]
    assert not {e.id for e in created} & {e.id for e in resumed}


async def test_R3_an_event_iterator_goes_on_over_a_crash_and_gets_history_before_news(world):
    async with world.client(STREAM) as client:
        session = await client.create_session(streaming=True, **world.session_options)
        await session.send_and_wait("first")
        async with session.events() as stream, trio.open_nursery() as nursery:

            @nursery.start_soon
            async def ask():
                await session.send_and_wait("slow")

            seen = []
            async for event in stream:
                seen.append(event)
                if event.type == "assistant.message_delta" and client.pid is not None:
                    world.kill(client)
                    break
            seen += await collect_until_idle(stream)
        types = [event.type for event in seen]
        transcript = await session.get_messages()
    assert types.index("copilot_actors.session.recovering") < types.index(
        "copilot_actors.session.recovered"
    )
    assert types[-1] == "session.idle"
    ids = [event.id for event in seen if event.id and not event.ephemeral]
    assert len(ids) == len(set(ids))
    begin = next(i for i, e in enumerate(transcript) if e.id in ids)
    stored = [event.id for event in transcript[begin:]]
    assert [i for i in ids if i in stored] == stored


async def test_R3_references_are_valid_after_a_crash_and_dead_after_a_disconnect(world):
    seen, other_seen = [], []
    async with world.client(ECHO) as client:
        session = await client.create_session(session_id="s", **world.session_options)
        ref = await session.on("assistant.message", seen.append)
        world.kill(client)
        await session.send_and_wait("a")
        assert [content(e) for e in seen] == ["a"]
        await session.disconnect()
        await session.off(ref)
        again = await client.resume_session("s", **world.session_options)
        await again.on("assistant.message", other_seen.append)
        await again.off(ref)
        await again.send_and_wait("b")
        assert [content(e) for e in seen] == ["a"]
        assert [content(e) for e in other_seen] == ["b"]
        assert client.statistics().subscriptions == 1


# --- On the simulator -----------------------------------------------------------------------


@pytest.mark.parametrize("wrapped", ["async", "partial", "lambda", "callable object"])
async def test_an_async_handler_in_any_wrapping_gets_its_events_in_order(autojump_clock, wrapped):
    seen = []

    async def handler(event):
        await trio.sleep(0.001 * (len(seen) % 3))
        seen.append(event.id)

    class Callable:
        async def __call__(self, event):
            await handler(event)

    forms = {
        "async": handler,
        "partial": functools.partial(handler),
        "lambda": lambda event: handler(event),  # noqa: PLW0108 - the wrapping is the point
        "callable object": Callable(),
    }
    plain = []
    _, opening = simulated(STREAM)
    async with opening as client:
        session = await client.create_session(model="m", streaming=True)
        await session.on(lambda event: plain.append(event.id))
        await session.on(forms[wrapped])
        for _ in range(3):
            await session.send_and_wait("slow")
        await trio.sleep(1)
        assert seen == plain
        assert len(plain) > 30
        assert client.statistics().handler_errors == 0


async def test_on_and_off_work_inside_a_handler(autojump_clock):
    late, refs = [], []
    _, opening = simulated()
    async with opening as client:
        session = await client.create_session(model="m")

        async def once(event):
            await session.off(refs[0])
            refs.append(await session.on("assistant.message", late.append))

        refs.append(await session.on("assistant.message", once))
        for prompt in "abc":
            await session.send_and_wait(prompt)
            await trio.testing.wait_all_tasks_blocked()
        assert [content(e) for e in late] == ["b", "c"]
        assert client.statistics().subscriptions == 1


async def test_nothing_is_delivered_after_off_not_even_what_was_buffered(autojump_clock):
    seen, gate = [], trio.Event()
    _, opening = simulated()
    async with opening as client:
        session = await client.create_session(model="m")

        async def slow(event):
            seen.append(event)
            await gate.wait()

        ref = await session.on("assistant.message", slow)
        for prompt in "abc":
            await session.send_and_wait(prompt)
        await session.off(ref)
        gate.set()
        await trio.sleep(1)
        assert [content(e) for e in seen] == ["a"]


async def test_S1_a_subscriber_that_never_returns_delays_nobody_and_loses_only_ephemeral_events(
    autojump_clock,
):
    seen, gate = [], trio.Event()

    async def stuck(event):
        seen.append(event)
        await gate.wait()

    asked = []

    def decide(request):
        asked.append(request)
        return ca.approve_once()

    script = Script.by_prompt(
        {"go": [ToolCalls([ToolCall("bash", {"command": "true", "description": "x"})]), Text("x")]},
        default=Text("a " * 300, chunks=300),
    )
    _, opening = simulated(script, subscriber_buffer=16)
    async with opening as client:
        session = await client.create_session(
            model="m", streaming=True, on_permission_request=decide
        )
        await session.on(stuck)
        plain = []
        await session.on(plain.append)
        begin = trio.current_time()
        await session.send_and_wait("many")
        assert content(await session.send_and_wait("go")) == "x"
        assert asked
        assert trio.current_time() - begin < 10
        lagged = client.statistics().lagged_events
        assert lagged > 200
        gate.set()
        await trio.sleep(0.1)
        durable = [e.id for e in plain if not e.ephemeral]
        assert [e.id for e in seen if not e.ephemeral and e.id] == durable
        markers = [e for e in seen if e.type == "copilot_actors.subscription.lagged"]
        assert sum(e.data["skipped"] for e in markers) == lagged
        assert len(seen) == len(plain) - lagged + len(markers)


async def test_S1_a_reader_too_far_behind_for_durable_events_is_told(autojump_clock):
    simulator, opening = simulated(subscriber_buffer=2)
    async with opening as client:
        session = await client.create_session(model="m")
        async with session.events("session.info") as stream:
            for _ in range(40):
                simulator.emit(session.session_id, "session.info", {"message": "x"})
            await trio.sleep(0.1)
            for _ in range(16):
                await anext(stream)
            with pytest.raises(ca.SubscriberTooSlow):
                await anext(stream)
        assert content(await session.send_and_wait("x")) == "x"


class Odd(BaseException):
    """Not an Exception."""


@pytest.mark.parametrize("error", [ValueError, Odd])
@pytest.mark.parametrize("kind", ["plain", "async"])
async def test_S2_a_raising_subscriber_is_alone_with_it(autojump_clock, caplog, error, kind):
    def plain(event):
        raise error("secret")

    async def awaited(event):
        raise error("secret")

    seen = []
    _, opening = simulated()
    async with opening as client:
        session = await client.create_session(model="m")
        await session.on("assistant.message", plain if kind == "plain" else awaited)
        await session.on("assistant.message", seen.append)
        for prompt in "abc":
            assert content(await session.send_and_wait(prompt)) == prompt
        await trio.sleep(0.1)
        assert client.statistics().handler_errors == 3
    assert len(seen) == 3


async def test_C3_an_iterator_that_is_left_early_200_times_leaves_nothing(autojump_clock):
    _, opening = simulated(STREAM)
    async with opening as client:
        session = await client.create_session(model="m", streaming=True)
        await session.send_and_wait("warm up")
        await trio.testing.wait_all_tasks_blocked()
        before = trio.lowlevel.current_statistics().tasks_living

        async def generator():
            async with session.events() as stream:
                async for event in stream:
                    yield event

        for number in range(200):
            if number % 4 == 0:
                async with session.events() as stream:
                    await session.send("x")
                    async for _ in stream:
                        break
            elif number % 4 == 1:
                with trio.move_on_after(0.01):
                    async with session.events() as stream:
                        async for _ in stream:
                            pass
            elif number % 4 == 2:
                with pytest.raises(ZeroDivisionError):
                    async with session.events() as stream:
                        1 / 0  # noqa: B018
            else:
                await session.send("x")
                async with contextlib.aclosing(generator()) as events:
                    async for _ in events:
                        break
        await session.wait_state("idle")
        gc.collect()
        await trio.testing.wait_all_tasks_blocked()
        assert client.statistics().subscriptions == 0
        assert trio.lowlevel.current_statistics().tasks_living == before


async def test_C6_two_readers_of_one_iterator_share_the_events_without_losing_one(autojump_clock):
    simulator, opening = simulated()
    async with opening as client:
        session = await client.create_session(model="m")
        got = []
        async with session.events("session.info") as stream, trio.open_nursery() as nursery:

            async def read(seconds):
                while True:
                    with trio.move_on_after(seconds):
                        async for event in stream:
                            got.append(event.data["n"])
                            await trio.sleep(seconds)

            nursery.start_soon(read, 0.0013)
            nursery.start_soon(read, 0.0021)
            nursery.start_soon(read, 0.0007)
            for number in range(200):
                simulator.emit(session.session_id, "session.info", {"n": number})
                if number % 7 == 0:
                    await trio.sleep(0.002)
            await trio.sleep(1)
            nursery.cancel_scope.cancel()
    assert sorted(got) == list(range(200))


async def test_an_iterator_ends_when_its_session_is_closed_after_what_was_buffered(autojump_clock):
    _, opening = simulated()
    async with opening as client:
        session = await client.create_session(model="m")
        async with session.events("assistant.message") as stream:
            await session.send_and_wait("a")
            await session.send_and_wait("b")
            await session.disconnect()
            assert [content(e) async for e in stream] == ["a", "b"]
            assert [e async for e in stream] == []
        with pytest.raises(ca.SessionClosed):
            session.events()


async def test_a_reference_of_another_session_or_another_thing_is_a_no_op(autojump_clock):
    seen = []
    _, opening = simulated()
    async with opening as client:
        one = await client.create_session(model="m")
        two = await client.create_session(model="m")
        ref = await one.on("assistant.message", seen.append)
        await two.off(ref)
        await one.off("nonsense")
        await one.off(None)
        await one.send_and_wait("x")
        assert len(seen) == 1
        assert len({ref, ref}) == 1
        assert "SubscriptionRef" in repr(ref)


@pytest.mark.exhaustive("real")
async def test_several_types_are_given_in_a_row_or_as_a_list(world):
    seen = {"row": [], "list": [], "keyword": []}
    async with world.client(Script.echo()) as client:
        session = await client.create_session(**world.session_options)
        await session.on("user.message", "assistant.message", seen["row"].append)
        await session.on(["user.message", "assistant.message"], seen["list"].append)
        await session.on("user.message", "assistant.message", handler=seen["keyword"].append)
        await session.send_and_wait("x")
        for wrong in [
            ("user.message",),
            ("user.message", 5),
            (5, print),
            ("", print),
            ([5], print),
        ]:
            with pytest.raises(ca.InvalidOption):
                await session.on(*wrong)
    kinds = ["user.message", "assistant.message"]
    assert {
        name: [event.type for event in events] for name, events in seen.items()
    } == dict.fromkeys(seen, kinds)
