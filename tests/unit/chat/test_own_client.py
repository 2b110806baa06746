"""A chat that has its own client: it is there as long as the chat, and never longer than the run."""

from __future__ import annotations

import signal

import pytest
import trio

import copilot_actors as ca
from copilot_actors.chat import Copilot
from copilot_actors.testing import Silence, Simulator, Text


def tasks():
    return trio.lowlevel.current_statistics().tasks_living


def script(request):
    return Silence() if request.prompt == "silence" else Text("ok")


async def test_a_closed_chat_leaves_no_task(autojump_clock):
    before = tasks()
    chat = await Copilot.session("hello", cli=Simulator(script))
    assert chat.last.text == "ok"
    await chat.close()
    assert tasks() == before


async def test_a_block_that_raises_leaves_no_task_and_its_own_error(autojump_clock):
    before = tasks()
    with pytest.raises(ZeroDivisionError):
        async with Copilot.session("hello", cli=Simulator(script)):
            raise ZeroDivisionError
    assert tasks() == before


async def test_cancelled_while_it_opens_it_leaves_no_task(autojump_clock):
    before = tasks()
    with trio.move_on_after(5) as scope:
        await Copilot.session("silence", cli=Simulator(script))
    assert scope.cancelled_caught
    assert tasks() == before


async def test_cancelled_at_once_it_leaves_no_task(autojump_clock):
    before = tasks()
    with trio.CancelScope() as scope:
        scope.cancel()
        await Copilot.session("hello", cli=Simulator(script))
    assert scope.cancelled_caught
    assert tasks() == before


def test_a_chat_that_nobody_closes_ends_with_the_run():
    simulator = Simulator(script)
    kept = []

    async def main():
        kept.append(await Copilot.session("hello", cli=simulator))

    trio.run(main, clock=trio.testing.MockClock(autojump_threshold=0))
    assert kept[0].last.success


def test_a_program_that_fails_with_a_chat_open_shows_its_own_error():
    async def main():
        await Copilot.session("hello", cli=Simulator(script))
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        trio.run(main, clock=trio.testing.MockClock(autojump_threshold=0))


async def test_a_cli_that_dies_for_good_is_told_to_the_caller(autojump_clock):
    before = tasks()
    simulator = Simulator(script)
    options = ca.ClientOptions(restart=False)
    chat = await Copilot.session("hello", cli=simulator, client_options=options)
    simulator.kill()
    with pytest.raises(ca.CopilotError):
        await chat.send("more")
    await chat.close()
    assert tasks() == before


async def test_without_a_cli_there_is_no_chat(autojump_clock):
    before = tasks()
    for backend in ("session", "oneshot"):
        with pytest.raises(ca.CliNotFound):
            await Copilot.session("hello", backend=backend, cli=ca.Stdio("/no/such/copilot"))
    assert tasks() == before


ONE_SHOT = {
    "a tool of ours": {"tools": []},
    "a handler that asks": {"on_permission_request": lambda request: None},
    "a part of a provider": {"provider": {"base_url": "http://x/v1", "headers": {"a": "b"}}},
    "a transport without a process": {"cli": Simulator(script)},
}


@pytest.mark.parametrize("name", ONE_SHOT)
async def test_what_a_process_per_turn_has_no_switch_for_is_refused(name):
    with pytest.raises(ca.InvalidOption):
        await Copilot.session("hello", backend="oneshot", **ONE_SHOT[name])


async def test_a_process_per_turn_has_an_id_that_is_a_uuid():
    with pytest.raises(ca.InvalidSessionId):
        await Copilot.session("hello", backend="oneshot", session_id="mine")


async def test_a_prompt_that_no_process_takes_is_refused():
    for prompt in ("x" * 130_000, "nul\0"):
        with pytest.raises(ca.InvalidPrompt):
            await Copilot.session(prompt, backend="oneshot")


async def test_a_client_and_its_options_exclude_each_other(autojump_clock):
    async with ca.open_client(cli=Simulator(script)) as client:
        for more in (
            {"home": "/tmp/x"},
            {"client_options": ca.ClientOptions()},
            {"backend": "oneshot"},
        ):
            with pytest.raises(ca.InvalidOption):
                await Copilot.session("hello", client=client, **more)


def test_ctrl_c_while_the_client_of_a_chat_runs_ends_the_program_as_ever():
    async def main():
        chat = await Copilot.session("hello", cli=Simulator(script))

        def press(event):
            if event.type == "user.message":
                signal.raise_signal(signal.SIGINT)

        await Copilot.session("hello", cli=Simulator(script), on_event=press)
        await chat.close()

    with pytest.raises(KeyboardInterrupt):
        trio.run(main, clock=trio.testing.MockClock(autojump_threshold=0))
