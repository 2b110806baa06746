"""Those who use a client: however they leave, nothing of them stays behind."""

from __future__ import annotations

import gc

import pytest
import trio

import copilot_actors as ca
from copilot_actors import otp

CHATTY = """
@on("session.send")
def _(request):
    message_id = cli.accept(request)
    session = request["params"]["sessionId"]
    for number in range(5):
        cli.event(session, "assistant.message_delta", {"deltaContent": "x"}, ephemeral=True)
    cli.answer(session, message_id, "ok")
"""


async def leave_by(session, how):
    async with session.events() as stream:
        await session.send_and_wait("hello")
        async for _ in stream:
            if how == "break":
                break
            if how == "return":
                return
            if how == "raise":
                raise KeyError(how)
            if how == "cancel":
                with trio.CancelScope() as scope:
                    scope.cancel()
                    await stream.__anext__()
                break
            if how == "abandon":
                # The iterator is left where it is, for the garbage collector.
                stream.__anext__().close()
                break


@pytest.mark.parametrize("how", ["break", "return", "raise", "cancel", "abandon"])
async def test_C3_a_consumer_may_leave_at_any_event(fake, task_count, how):
    fake.play(CHATTY)
    async with ca.open_client(**fake.options()) as client:
        session = await client.create_session()
        before = task_count()
        for _ in range(40):
            try:
                await leave_by(session, how)
            except KeyError:
                assert how == "raise"
        gc.collect()
        with trio.fail_after(2):
            # The last turn is still being made durable.
            while task_count() != before:  # noqa: ASYNC110
                await trio.sleep(0.01)
        assert client.statistics().subscriptions == 0


async def test_P8_sessions_that_come_and_go_leave_nothing(fake, task_count, processes):
    async with ca.open_client(**fake.options()) as client:

        async def one():
            async with await client.create_session(on_event=lambda event: None) as session:
                await session.on("assistant.message", trio.lowlevel.checkpoint)
                await session.send_and_wait("hello")

        await one()
        await trio.testing.wait_all_tasks_blocked()
        before = (task_count(), len(processes.descriptors()))
        for _ in range(150):
            await one()
        await trio.testing.wait_all_tasks_blocked()
        assert (task_count(), len(processes.descriptors())) == before
        numbers = client.statistics()
        assert (numbers.sessions, numbers.subscriptions, numbers.pending_prompts) == (0, 0, 0)
        assert numbers.pending_requests == 0


@pytest.mark.parametrize(
    "raised",
    [
        ZeroDivisionError("mine"),
        SystemExit(3),
        KeyboardInterrupt(),
        ExceptionGroup("mine", [ValueError("a"), ValueError("b")]),
        ca.CliExited(7, None),
        ca.SessionClosed("another client's"),
        otp.StartFailed(otp.Normal(), "another tree's"),
        trio.TooSlowError(),
    ],
    ids=lambda error: type(error).__name__,
)
def test_C5_what_the_block_raises_passes_unchanged(fake, raised):
    fake.play("on('die')(lambda request: os._exit(1))")

    async def main():
        async with ca.open_client(**fake.options()) as client:
            await client.create_session()
            with pytest.raises(ca.CliExited):
                await client.request("die")
            raise raised

    with pytest.raises(type(raised)) as caught:
        trio.run(main)
    assert caught.value is raised


@pytest.mark.parametrize("kind", ["MaxRestarts", "ExceptionGroup"])
async def test_C5_the_blocks_own_supervision_is_not_taken_for_the_clients(fake, kind):
    """A tree of the user's gives up in a block whose CLI had died and come back before."""
    fake.play("on('die')(lambda request: os._exit(1))")

    async def crash():
        raise ValueError("mine")

    async def body(client):
        with pytest.raises(ca.CliExited):
            await client.request("die")
        await client.ping()
        if kind == "MaxRestarts":
            spec = otp.Task.child_spec(crash, id="x", restart="permanent")
            async with otp.open_supervisor([spec], max_restarts=0):
                await trio.sleep_forever()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(client.request, "no.such.method")

    expected = otp.MaxRestarts if kind == "MaxRestarts" else ExceptionGroup
    with pytest.raises(expected):
        async with ca.open_client(**fake.options()) as client:
            await body(client)
