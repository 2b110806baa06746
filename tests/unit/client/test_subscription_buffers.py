"""Subscriptions alone: buffers, closing, and what runs when nobody starts tasks."""

from __future__ import annotations

import pytest
import trio

from copilot_actors import SubscriberTooSlow
from copilot_actors.client._session._subscriptions import Subscriptions
from copilot_actors.client._statistics import Counters
from copilot_actors.protocol import SessionEvent


def durable(number: int) -> SessionEvent:
    return SessionEvent("session.info", id=f"e{number}", data={"n": number})


def fleeting(number: int) -> SessionEvent:
    return SessionEvent("assistant.message_delta", data={"n": number}, ephemeral=True)


def make(limit: int = 4) -> tuple[Subscriptions, Counters]:
    counters = Counters()
    return Subscriptions(lambda task: None, limit=limit, counters=counters), counters


async def take_all(stream) -> list[str]:
    found = []
    with trio.move_on_after(0.01):
        while True:
            event = await anext(stream)
            found.append("lagged" if "subscription" in event.type else event.data["n"])
    return found


async def test_S1_a_full_buffer_drops_ephemeral_events_and_says_how_many(autojump_clock):
    subscriptions, counters = make()
    async with subscriptions.stream("s", None) as stream:
        for number in range(10):
            subscriptions.publish("s", fleeting(number))
        subscriptions.publish("s", durable(10))
        assert counters.lagged_events == 6
        assert await take_all(stream) == [0, 1, 2, 3, "lagged", 10]
        subscriptions.publish("s", fleeting(11))
        assert await take_all(stream) == [11]


async def test_S1_the_marker_comes_even_when_nothing_follows(autojump_clock):
    subscriptions, _ = make(limit=1)
    async with subscriptions.stream("s", None) as stream:
        subscriptions.publish("s", fleeting(0))
        subscriptions.publish("s", fleeting(1))
        assert (await anext(stream)).data["n"] == 0
        assert (await anext(stream)).data["skipped"] == 1


async def test_S1_durable_events_are_kept_up_to_a_bound_and_then_the_reader_is_told(
    autojump_clock,
):
    subscriptions, _ = make(limit=2)
    async with subscriptions.stream("s", None) as stream:
        for number in range(30):
            subscriptions.publish("s", durable(number))
        assert [(await anext(stream)).data["n"] for _ in range(16)] == list(range(16))
        for _ in range(2):
            with pytest.raises(SubscriberTooSlow) as caught:
                await anext(stream)
            assert caught.value.behind == 16


async def test_a_stream_outside_of_its_block_is_at_its_end(autojump_clock):
    subscriptions, _ = make()
    async with subscriptions.stream("s", ["session.info"]) as stream:
        subscriptions.publish("s", durable(1))
        subscriptions.publish("s", fleeting(2))
        subscriptions.publish("other", durable(3))
        assert len(subscriptions) == 1
    assert len(subscriptions) == 0
    assert [event async for event in stream] == []


async def test_a_block_can_be_entered_again(autojump_clock):
    subscriptions, _ = make()
    block = subscriptions.stream("s", None)
    for _ in range(2):
        async with block as stream:
            subscriptions.publish("s", durable(1))
            assert await take_all(stream) == [1]
    assert len(subscriptions) == 0


async def test_what_is_buffered_is_delivered_after_the_session_is_closed(autojump_clock):
    subscriptions, _ = make()
    async with subscriptions.stream("s", None) as stream:
        subscriptions.publish("s", durable(1))
        subscriptions.close_session("s")
        subscriptions.publish("s", durable(2))
        assert [event.data["n"] async for event in stream] == [1]
