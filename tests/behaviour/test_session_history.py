"""History from a place on: a place outlives the process, and one that is gone is typed."""

from __future__ import annotations

import pytest
import trio

import copilot_actors as ca
from copilot_actors.client._session import _session_history
from copilot_actors.testing import Script, Simulator

SESSION = "s"
SCRIPT = Script.echo()


async def read(session, since=None):
    return [event async for event in session.history(since)]


async def rest_of(history):
    return [event async for event in history]


def ids(events):
    return [event.id for event in events]


@pytest.mark.exhaustive("real")
async def test_the_history_is_read_from_any_of_its_events_on(world):
    async with world.client(SCRIPT) as client:
        session = await client.create_session(session_id=SESSION, **world.session_options)
        for prompt in ("one", "two"):
            await session.send_and_wait(prompt)
        whole = await read(session)
        assert ids(whole) == ids(await session.get_messages())
        assert not [event for event in whole if event.ephemeral]
        for number, event in enumerate(whole):
            assert ids(await read(session, event.id)) == ids(whole[number + 1 :])


async def test_a_place_outlives_the_cli_the_load_and_the_client(world):
    async with world.client(SCRIPT) as client:
        session = await client.create_session(session_id=SESSION, **world.session_options)
        await session.send_and_wait("one")
        history = session.history()
        before = [event async for event in history]
        assert history.cursor == before[-1].id
        place = next(event.id for event in before if event.type == "user.message")
        after = ids(before)[ids(before).index(place) + 1 :]
        world.kill(client)
        await session.send_and_wait("two")
        again = await read(session, place)
        # The CLI repeats a system message by a live event that is in no log.
        log = ids(await session.get_messages())
        assert ids(again) == log[log.index(place) + 1 :]
        assert [one for one in ids(again) if one in after] == [one for one in after if one in log]
        assert [e.data.content for e in again if e.type == "user.message"] == ["two"]
        await session.disconnect()
        async with world.second_client() as other:
            session = await other.resume_session(SESSION, **world.session_options)
            later = ids(await read(session, place))
            assert [one for one in later if one in log] == [
                one for one in ids(again) if one in later
            ]
            assert len(later) >= 9


@pytest.mark.exhaustive("real")
async def test_a_place_that_is_not_there_is_an_expired_cursor_and_nothing_is_given(world):
    seen = []
    async with world.client(SCRIPT) as client:
        session = await client.create_session(
            session_id=SESSION, on_event=seen.append, **world.session_options
        )
        other = await client.create_session(session_id="other", **world.session_options)
        for one in (session, other):
            for prompt in ("one", "two"):
                await one.send_and_wait(prompt)
        second = [e for e in await session.get_messages() if e.type == "user.message"][1]
        rewound = (await read(session, second.id))[-1].id
        first = (await read(session))[0].id
        await session.request("session.history.truncate", {"eventId": second.id})
        places = {
            "of another session": (await read(other))[2].id,
            "ephemeral": next(event.id for event in seen if event.ephemeral and event.id),
            "garbage": "garbage",
            "a number": "7",
            "long": "x" * 10_000,
            "rewound": rewound,
            "where it was cut": second.id,
        }
        for name, place in places.items():
            with pytest.raises(ca.CursorExpired) as caught:
                await read(session, place)
            assert caught.value.cursor == place, name
            assert caught.value.session_id == SESSION
            assert not caught.value.retryable
        # What is before the cut is a place still, and the other session was not touched.
        assert await read(session, first)
        assert len(await read(other)) > 5


@pytest.mark.parametrize("since", ["", "0", 7, b"x", ["x"]], ids=repr)
async def test_what_is_no_id_is_refused_before_anything_is_sent(autojump_clock, since):
    async with ca.open_client(cli=Simulator(SCRIPT)) as client:
        session = await client.create_session(model="m")
        before = client.statistics().requests
        with pytest.raises(ca.InvalidOption, match="since"):
            session.history(since)
        assert client.statistics().requests == before


@pytest.mark.parametrize("size", [1, 2, 3, 7])
async def test_pages_of_any_size_give_each_event_once(autojump_clock, monkeypatch, size):
    monkeypatch.setattr(_session_history, "PAGE_SIZE", size)
    async with ca.open_client(cli=Simulator(SCRIPT)) as client:
        session = await client.create_session(model="m")
        for prompt in ("one", "two", "three"):
            await session.send_and_wait(prompt)
        assert ids(await read(session)) == ids(await session.get_messages())


async def test_a_crash_between_pages_loses_and_repeats_nothing(autojump_clock, monkeypatch):
    monkeypatch.setattr(_session_history, "PAGE_SIZE", 3)
    simulator = Simulator(SCRIPT)
    async with ca.open_client(cli=simulator) as client:
        session = await client.create_session(model="m")
        for prompt in ("one", "two", "three"):
            await session.send_and_wait(prompt)
        whole, given = ids(await session.get_messages()), []
        async for event in session.history():
            given.append(event.id)
            if len(given) in (4, 8):
                simulator.kill()
        # What the first life had and no log: a system message that is repeated by each turn.
        log = ids(await session.get_messages())
        assert [one for one in given if one in log] == log
        assert len(set(given)) == len(given)
        assert [one for one in whole if one in given][:4] == given[:4]


async def test_a_rewind_between_pages_is_told_and_not_read_past(autojump_clock, monkeypatch):
    monkeypatch.setattr(_session_history, "PAGE_SIZE", 3)
    async with ca.open_client(cli=Simulator(SCRIPT)) as client:
        session = await client.create_session(model="m")
        for prompt in ("one", "two", "three"):
            await session.send_and_wait(prompt)
        second = [e for e in await session.get_messages() if e.type == "user.message"][1]
        history = session.history()
        while history.cursor != second.id:
            await anext(history)
        await anext(history)
        await session.request("session.history.truncate", {"eventId": second.id})
        with pytest.raises(ca.CursorExpired) as caught:
            await rest_of(history)
        assert caught.value.cursor == history.cursor


async def test_a_cancelled_reader_goes_on_where_it_was(autojump_clock, monkeypatch):
    monkeypatch.setattr(_session_history, "PAGE_SIZE", 2)
    async with ca.open_client(cli=Simulator(SCRIPT)) as client:
        session = await client.create_session(model="m")
        await session.send_and_wait("one")
        whole, history, given = ids(await session.get_messages()), session.history(), []
        while len(given) < len(whole):
            with trio.move_on_after(0.0005):
                given.append((await anext(history)).id)
            with trio.CancelScope(shield=True), trio.move_on_after(5):
                given.append((await anext(history)).id)
        assert given == whole


@pytest.mark.exhaustive("real")
async def test_a_paused_session_is_loaded_for_its_history(world):
    async with world.client(SCRIPT) as client:
        session = await client.create_session(
            session_id=SESSION, passivate_after=0.3, **world.session_options
        )
        await session.send_and_wait("one")
        await session.wait_state("paused")
        assert [e.type for e in await read(session)].count("user.message") == 1


async def test_the_history_of_a_session_that_is_over_is_refused(autojump_clock):
    async with ca.open_client(cli=Simulator(SCRIPT)) as client:
        session = await client.create_session(model="m")
        await session.disconnect()
        with pytest.raises(ca.SessionClosed):
            await read(session)
