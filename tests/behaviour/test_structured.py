"""Answers of a type, and what goes with a prompt: on the simulator and on the real CLI."""

from __future__ import annotations

import json

import msgspec
import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import FrameMatch, Kill, Simulator, Text, ToolCall, ToolCalls


class City(msgspec.Struct):
    name: str
    degrees: float


LISBON = City(name="Lisbon", degrees=18.5)
JSON = '{"name": "Lisbon", "degrees": 18.5}'


def requests(world):
    return world.simulator.model_requests if world.name == "simulator" else world.model.requests


def content(request):
    """All of the last user message, pictures included."""
    return json.dumps([m for m in request.messages if m["role"] == "user"][-1]["content"])


@pytest.mark.exhaustive("real")
async def test_an_answer_is_held_to_a_type_and_what_goes_with_a_prompt_reaches_the_model(
    world, tmp_path
):
    def script(request):
        held = request.response_format
        if held is None:
            return Text("free")
        assert held["type"] == "json_schema"
        assert held["json_schema"]["strict"] is True
        assert held["json_schema"]["schema"]["additionalProperties"] is False
        return Text(JSON if "right" in request.prompt else '{"name": "Lisbon", "degrees": "hot"}')

    notes = tmp_path / "notes.txt"
    notes.write_text("alpha\nbeta\n")
    spot = {"start": {"line": 1, "character": 0}, "end": {"line": 1, "character": 4}}
    picture = b"\x89PNG\r\n\x1a\n" + bytes.fromhex(
        "0000000d49484452000000010000000108060000001f15c489"
        "0000000a49444154789c63000100000500010d0a2db4"
        "0000000049454e44ae426082"
    )
    async with world.client(script) as client:
        session = await client.create_session(**world.session_options)
        assert await session.send_and_wait("right", response_type=City) == LISBON
        with pytest.raises(ca.InvalidAnswer) as caught:
            await session.send_and_wait("wrong", response_type=City)
        assert caught.value.path == "$.degrees"
        assert caught.value.text == '{"name": "Lisbon", "degrees": "hot"}'
        schema = {"type": "object", "properties": {}, "additionalProperties": False}
        result = await session.run_turn("right by hand", response_schema=schema)
        assert result.answer.data["content"] == JSON
        assert (await session.send_and_wait("free")).data["content"] == "free"

        await session.send_and_wait(
            "look",
            attachments=[
                ca.FileAttachment(path=notes),
                ca.DirectoryAttachment(path=tmp_path),
                ca.SelectionAttachment(file_path=notes, text="the beta of it", selection=spot),
                ca.BlobAttachment(data=b"blob text", mime_type="text/plain", display_name="b"),
                ca.BlobAttachment(data=picture, mime_type="image/png"),
                ca.ExtensionContextAttachment(
                    extension_id="ext",
                    title="Context",
                    captured_at="2026-11-29T00:00:00Z",
                    payload={"key": "value-of-it"},
                ),
            ],
        )
        said = content(requests(world)[-1])
        for part in (str(notes), "the beta of it", "blob text", "image/png;base64", "value-of-it"):
            assert part in said
        calls = world.model_calls()
        with pytest.raises(ca.InvalidAttachment):
            await session.send("look", attachments=[ca.FileAttachment(path=tmp_path / "gone")])
        for wrong in ({"mode": "later"}, {"agent_mode": "plans"}, {"response_schema": {}}):
            with pytest.raises(ca.InvalidOption):
                await session.send("look", **wrong)
        with pytest.raises(TypeError, match="did you mean 'attachments'"):
            await session.send("look", attachment=[])
        await session.send_and_wait("free")
        assert world.model_calls() == calls + 1


async def test_a_typed_answer_survives_a_crash_in_the_middle_of_the_model_call(world):
    began = trio.Event()

    async def script(request):
        if not began.is_set():
            began.set()
            return Text(JSON, first_delay=60.0)
        return Text("no format" if request.response_format is None else JSON)

    async with world.client(script) as client:
        session = await client.create_session(**world.session_options)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(kill_when, began, world, client)
            assert await session.send_and_wait("right", response_type=City) == LISBON
        prompts = [e for e in await session.get_messages() if e.type == "user.message"]
        assert [event.data["content"] for event in prompts] == ["right"]


@pytest.mark.exhaustive("real")
async def test_a_typed_answer_survives_a_crash_while_a_tool_runs(world):
    """The CLI carries on by itself with such a turn, and has forgotten its format."""
    began, go_on = trio.Event(), trio.Event()

    @ca.tool(skip_permission=True)
    async def measure() -> str:
        """Measure it."""
        began.set()
        await go_on.wait()
        return "18.5"

    def script(request):
        if request.step == 0 and "right" in request.prompt:
            return ToolCalls([ToolCall("measure", {})])
        return Text("It is 18.5." if request.response_format is None else JSON)

    async with world.client(script) as client:
        session = await client.create_session(tools=[measure], **world.session_options)

        async def crash():
            await kill_when(began, world, client)
            await session.wait_state("recovering")
            go_on.set()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(crash)
            assert await session.send_and_wait("right", response_type=City) == LISBON


MOMENTS = [
    "user.message",
    "assistant.turn_start",
    "tool.execution_start",
    "external_tool.requested",
    "tool.execution_complete",
    "assistant.message",
    "assistant.turn_end",
    "session.idle",
]


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("moment", MOMENTS)
async def test_a_typed_answer_survives_a_kill_at_any_moment_of_a_turn_with_a_tool(world, moment):
    runs, killed = [], trio.Event()

    @ca.tool(skip_permission=True)
    async def measure() -> str:
        """Measure it."""
        runs.append(1)
        return "18.5"

    def script(request):
        if request.step == 0 and "right" in request.prompt:
            return ToolCalls([ToolCall("measure", {})])
        return Text("It is 18.5." if request.response_format is None else JSON)

    async with world.client(script) as client:

        def watch(event):
            if event.type == moment and not killed.is_set():
                killed.set()
                world.kill(client)

        session = await client.create_session(
            tools=[measure], on_event=watch, **world.session_options
        )
        assert await session.send_and_wait("right", response_type=City) == LISBON
        assert killed.is_set()
        assert (await session.send_and_wait("free")).data["content"] == "It is 18.5."
        said = [e.data["content"] for e in await session.get_messages() if e.type == "user.message"]
        assert said.count("right") == 1
        # A call that was cut before it was asked for is made anew, under another id.
        assert len(runs) <= 2


FRAMES = 200
"""More than the scenario has: the last runs are without a death."""


@pytest.mark.parametrize(
    "frame",
    [n if n % 20 == 0 else pytest.param(n, marks=pytest.mark.exhaustive) for n in range(FRAMES)],
)
async def test_a_typed_answer_survives_a_death_after_any_frame(autojump_clock, frame):
    @ca.tool(skip_permission=True)
    async def measure() -> str:
        """Measure it."""
        # Simulated time: the death may fall into it.
        await trio.sleep(0.02)
        return "18.5"

    def script(request):
        if request.step == 0 and request.prompt == "with a tool":
            return ToolCalls([ToolCall("measure", {})])
        return Text("It is 18.5." if request.response_format is None else JSON)

    simulator = Simulator(script, faults=[Kill(FrameMatch(index=frame, process=0))])
    async with ca.open_client(cli=simulator, max_restarts=50) as client:
        session = await client.create_session(session_id="s", model="gpt-4.1", tools=[measure])
        for prompt in ("without", "with a tool"):
            assert await session.send_and_wait(prompt, response_type=City) == LISBON
            answer = await session.send_and_wait(f"free after {prompt}")
            assert answer.data["content"] == "It is 18.5."


async def kill_when(event, world, client):
    await event.wait()
    world.kill(client)
