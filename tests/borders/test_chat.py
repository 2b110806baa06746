"""The chat on both borders: opened with a prompt, its own client or a given one, its end."""

from __future__ import annotations

import asyncio
import threading

import pytest

import copilot_actors as ca
from copilot_actors import aio, blocking
from copilot_actors.testing import Simulator


@pytest.fixture
def simulator(script):
    return Simulator(script)


def portals():
    return [thread for thread in threading.enumerate() if "portal" in thread.name]


def test_a_chat_of_its_own_has_a_thread_that_ends_with_it(simulator):
    chat = blocking.Copilot.session("hello", cli=simulator, model="gpt-4.1")
    assert (chat.last.success, chat.last.text) == (True, "hello")
    assert chat.send("more").text == "more"
    assert chat.last.text == "more"
    assert chat.id() == chat.last.session_id
    assert portals()
    assert chat.close() is chat
    assert chat.close().closed
    assert not portals()
    assert chat.last.text == "more"
    with pytest.raises(ca.SessionClosed):
        chat.send("late")


def test_a_chat_may_be_one_of_a_client_which_goes_on(simulator):
    with blocking.open_client(cli=simulator) as client:
        with blocking.Copilot.session("hello", client=client, model="gpt-4.1") as chat:
            assert chat.last.text == "hello"
        with pytest.raises(ca.SessionClosed):
            chat.send("late")
        client.ping()


def test_a_prompt_that_cannot_be_asked_starts_nothing(simulator):
    with pytest.raises(ca.InvalidPrompt):
        blocking.Copilot.session(" ", cli=simulator)
    assert not portals()

    async def main():
        with pytest.raises(ca.InvalidPrompt):
            await aio.Copilot.session(" ", cli=simulator)
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(main())


def test_in_asyncio_it_is_awaited_or_entered(script):
    # A simulator keeps time by the clock of one run of trio, and each run has another.
    async def main():
        chat = await aio.Copilot.session("hello", cli=Simulator(script), model="gpt-4.1")
        assert (await chat.send("more")).text == "more"
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.2):
                await chat.send("for ever", timeout=None)
        assert chat.last.text == "more"
        assert (await chat.close()) is chat
        with pytest.raises(ca.SessionClosed):
            await chat.send("late")
        async with aio.Copilot.session("again", cli=Simulator(script), model="gpt-4.1") as chat:
            assert chat.last.text == "again"
        async with aio.open_client(cli=Simulator(script)) as client:
            async with aio.Copilot.session("x", client=client, model="gpt-4.1") as chat:
                assert chat.last.text == "x"
            await client.ping()
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(main(), debug=True)


@pytest.mark.real_cli
def test_a_chat_talks_to_the_real_cli_and_leaves_nothing(real_world):
    with real_world.options() as options:
        del options["max_restarts"]
        with blocking.Copilot.session("hello", **options, **real_world.session) as chat:
            assert chat.last.text == "hello"
            assert chat.send("again").text == "again"
    assert not portals()
