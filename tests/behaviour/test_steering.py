"""Steering that comes too late for the model's last word: the CLI goes on under the same prompt."""

from __future__ import annotations

import json

import msgspec
import pytest
import trio

from copilot_actors.testing import Text


class Answer(msgspec.Struct):
    answer: str


def choose(request):
    texts = [str(m.get("content")) for m in request.messages if m.get("role") == "user"]
    late = any("turn left" in text for text in texts)
    # The stream leaves time to steer while it runs.
    return Text(json.dumps({"answer": "steered" if late else "straight"}), chunks=8, delay=0.05)


@pytest.mark.parametrize(
    "where",
    [
        pytest.param("in a stop hook", marks=pytest.mark.exhaustive("real")),
        "while the answer streams",
    ],
)
async def test_an_answer_that_late_steering_changed_is_the_one_that_is_returned(world, where):
    begun, steered = trio.Event(), trio.Event()
    answers = {}

    async def steer(*_):
        begun.set()
        if where == "in a stop hook":
            await steered.wait()

    hooks = {"agentStop": steer} if where == "in a stop hook" else {}
    async with world.client(choose) as client:
        session = await client.create_session(hooks=hooks, **world.session_options)
        if not hooks:
            await session.on("assistant.message_start", steer)

        async def first():
            answers["first"] = await session.send_and_wait("go", response_type=Answer)

        async def second():
            message = await session.send_and_wait("turn left", mode="immediate")
            answers["second"] = message.raw["data"]["content"]

        async with trio.open_nursery() as nursery:
            nursery.start_soon(first)
            await begun.wait()
            async with session.events("pending_messages.modified") as changes:
                nursery.start_soon(second)
                await anext(changes)
            steered.set()
        assert answers == {"first": Answer("steered"), "second": '{"answer": "steered"}'}
        assert client.statistics().pending_prompts == 0


@pytest.mark.exhaustive("real")
async def test_a_prompt_that_is_queued_in_a_stop_hook_has_an_answer_of_its_own(world):
    begun, queued = trio.Event(), trio.Event()

    async def stop(_given):
        begun.set()
        await queued.wait()

    async with world.client(choose) as client:
        session = await client.create_session(hooks={"agentStop": stop}, **world.session_options)
        answers = {}

        async def ask(prompt):
            message = await session.send_and_wait(prompt)
            answers[prompt] = json.loads(message.raw["data"]["content"])["answer"]

        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask, "go")
            await begun.wait()
            async with session.events("pending_messages.modified") as changes:
                nursery.start_soon(ask, "then turn left")
                await anext(changes)
            queued.set()
        assert answers == {"go": "straight", "then turn left": "steered"}


@pytest.mark.exhaustive("real")
async def test_a_crash_behind_late_steering_loses_neither_of_the_two(world):
    def slowly(request):
        late = any("turn left" in str(m.get("content")) for m in request.messages)
        return Text("steered" if late else "straight", chunks=8, delay=0.1)

    answers = {}
    async with world.client(slowly) as client:
        session = await client.create_session(**world.session_options)

        async def ask(prompt, **fields):
            message = await session.send_and_wait(prompt, **fields)
            answers[prompt] = message.raw["data"]["content"]

        async with trio.open_nursery() as nursery:
            async with session.events("assistant.message_start") as starts:
                nursery.start_soon(ask, "go")
                await anext(starts)
                nursery.start_soon(lambda: ask("turn left", mode="immediate"))
                await anext(starts)
                world.kill(client)
        assert answers == {"go": "steered", "turn left": "steered"}
        prompts = [
            e.data["content"] for e in await session.get_messages() if e.type == "user.message"
        ]
        assert prompts == ["go", "turn left"]
