"""What a CLI that was killed had not written yet: the session's mode and its open canvases."""

from __future__ import annotations

import pytest

import copilot_actors as ca
from copilot_actors.testing import Script


async def settled(world, client, session):
    """Kill the CLI and wait until another one has the session."""
    before = client.statistics().recoveries
    world.kill(client)
    await session.wait_state("recovering")
    await session.wait_state("idle")
    assert client.statistics().recoveries == before + 1


PROMPTED = pytest.mark.parametrize(
    "prompted",
    [
        pytest.param(True, id="prompted"),
        pytest.param(False, id="never prompted", marks=pytest.mark.exhaustive("real")),
    ],
)


@PROMPTED
async def test_a_mode_that_was_set_just_before_a_kill_is_set_again(world, prompted):
    async with world.client(Script.echo()) as client:
        session = await client.create_session(**world.session_options)
        if prompted:
            await session.send_and_wait("hello")
        await session.rpc.mode.set(mode="plan")
        await settled(world, client, session)
        assert await session.rpc.mode.get() == "plan"
        await session.rpc.mode.set(mode="interactive")
        await settled(world, client, session)
        assert await session.rpc.mode.get() == "interactive"


class Board:
    """A canvas that remembers what it was asked."""

    def __init__(self):
        self.opened = []
        self.error = None

    def open(self, request):
        self.opened.append((request.instance_id, request.input))
        if self.error is not None:
            raise self.error
        return ca.CanvasView(url="http://127.0.0.1/", title="T")

    def act(self, request):
        raise self.error

    def canvas(self):
        return ca.Canvas(
            id="board",
            display_name="Board",
            description="A board",
            open=self.open,
            actions=[ca.CanvasAction("act", self.act)],
        )


def opening(instance, **given):
    return {"canvasId": "board", "instanceId": instance, "input": given}


async def shown(session):
    found = await session.request("session.canvas.listOpen")
    return {item["instanceId"]: item["input"] for item in found["openCanvases"]}


@pytest.mark.exhaustive("real")
@PROMPTED
async def test_canvases_that_were_opened_just_before_a_kill_are_opened_again(world, prompted):
    board = Board()
    async with world.client(Script.echo()) as client:
        session = await client.create_session(canvases=[board.canvas()], **world.session_options)
        if prompted:
            await session.send_and_wait("hello")
        for instance in ("kept", "closed"):
            await session.request("session.canvas.open", opening(instance, a=1))
        await session.request("session.canvas.close", {"instanceId": "closed"})
        await settled(world, client, session)
        assert await shown(session) == {"kept": {"a": 1}}
        assert board.opened[2:] == [("kept", {"a": 1})]
        # What cannot be opened again does not hold up the session.
        board.error = ValueError("gone")
        await settled(world, client, session)
        answer = await session.send_and_wait("go on")
        assert answer.data.content == "go on"


@pytest.mark.exhaustive("real")
async def test_canvases_are_attached_again_before_a_resume_is_answered(world):
    board = Board()
    async with world.client(Script.echo()) as client:
        session = await client.create_session(canvases=[board.canvas()], **world.session_options)
        await session.send_and_wait("hello")
        await session.request("session.canvas.open", opening("i", a=1))
        await session.send_and_wait("hello")
        await session.disconnect()
        await client.resume_session(
            session.session_id, canvases=[board.canvas()], **world.session_options
        )
        assert board.opened == [("i", {"a": 1})] * 2
        assert await shown(session) == {"i": {"a": 1}}


REFUSED = ca.CanvasError("board_locked", "The board is locked.")


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize(
    ("error", "told", "code"),
    [
        (REFUSED, "The board is locked.", "board_locked"),
        (ValueError("secret"), "ValueError in handler", "canvas_handler_error"),
    ],
    ids=["refused", "failed"],
)
async def test_an_error_of_a_canvas_keeps_its_code_and_its_message(world, error, told, code):
    board = Board()
    async with world.client(Script.echo()) as client:
        session = await client.create_session(canvases=[board.canvas()], **world.session_options)
        await session.request("session.canvas.open", opening("i"))
        board.error = error
        acting = {"instanceId": "i", "actionName": "act", "input": {}}
        for method, params in (
            ("session.canvas.open", opening("j")),
            ("session.canvas.action.invoke", acting),
        ):
            with pytest.raises(ca.RpcError, match=told) as refused:
                await session.request(method, params)
            assert "secret" not in str(refused.value)
        errors = client.statistics().handler_errors
        assert errors == (0 if error is REFUSED else 2)
        if world.name == "simulator":
            # The real CLI keeps the code to itself and to its extensions.
            answers = [frame.message.get("error") for frame in world.simulator.log]
            assert [a["data"] for a in answers if a and a.get("data")] == [
                {"code": code, "message": told}
            ] * 2
