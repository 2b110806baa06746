"""A program ends in mid-turn; the next one carries on from its durable ledger, in both worlds.

The first client is stopped by force and never touches its ledger again: what the second one gets
is what was committed. ``tests/e2e/test_daemon_killed.py`` kills a real program.
"""

from __future__ import annotations

import json
import logging
import uuid
from contextlib import asynccontextmanager

import pytest
import trio

import copilot_actors as ca
from copilot_actors.client._session._ledger_writer import LINGER
from copilot_actors.testing import Silence, Text, ToolCall, ToolCalls

KEY = "agent-step-1"
UNKNOWN = (
    "the tool said The program that ran count ended before it had a result. "
    "Whether the call took effect is unknown."
)


def content(event) -> str:
    return event.raw["data"]["content"]


async def user_messages(session) -> list[str]:
    return [content(e) for e in await session.get_messages() if e.type == "user.message"]


class Model:
    """Silent for ``slow`` until told to answer; calls a tool for ``tool``."""

    def __init__(self) -> None:
        self.silent = True
        self.asked = trio.Event()

    def __call__(self, request):
        self.asked.set()
        if request.prompt.startswith("slow") and self.silent:
            return Silence()
        if request.prompt.startswith("tool"):
            if request.step == 0:
                return ToolCalls([ToolCall("count", {})])
            return Text(f"the tool said {request.tool_results[-1].content}")
        return Text(f"answer to {request.prompt}")


class Lives:
    """Two programs, one CLI store, one ledger."""

    def __init__(self, world, **ledger) -> None:
        self.world = world
        self.model = Model()
        self.ledger_options = ledger
        self.runs = []
        self.in_handler = trio.Event()
        self.decisions = 0

    def tool(self, *, hangs=False, idempotent=False):
        async def count(arguments, invocation):
            self.runs.append(invocation.tool_call_id)
            self.in_handler.set()
            if hangs:
                await trio.sleep_forever()
            return f"value {len(self.runs)}"

        return ca.Tool(
            "count", "count", {"type": "object"}, count, skip_permission=True, idempotent=idempotent
        )

    @asynccontextmanager
    async def first(self, **options):
        self.ledger = ca.MemoryLedger(**self.ledger_options)
        async with self.world.client(self.model, ledger=self.ledger, **options) as client:
            yield client

    @asynccontextmanager
    async def second(self, client, *, between=lambda world: None, **options):
        """The first program is gone; begin the second one."""
        # What is not awaited is committed within this time. Real time on the real CLI.
        await trio.sleep(2 * LINGER)
        left = ca.MemoryLedger(**self.ledger_options)
        left._records.update(self.ledger._records)
        await client.stop(force=True)
        self.model.silent = False
        between(self.world)
        async with self.world.second_client(ledger=left, **options) as second:
            yield second


def fail_the_call(world):
    """Write what a CLI writes that is asking for a call when its input ends."""
    if world.name == "simulator":
        events = world.simulator.store.journal("s").events()
    else:
        file = world.home / "session-state" / "s" / "events.jsonl"
        events = [json.loads(line) for line in file.read_text().splitlines()]
    requested = next(e for e in events if e["type"] == "external_tool.requested")
    call_id = requested["data"]["toolCallId"]
    error = {"message": "Extension disconnected before responding to tool call", "code": "failure"}
    more = []
    for kind, data in [
        ("external_tool.completed", {"requestId": requested["data"]["requestId"]}),
        ("tool.execution_complete", {"toolCallId": call_id, "success": False, "error": error}),
    ]:
        parent = (more or events)[-1]
        stamp = {"id": str(uuid.uuid4()), "parentId": parent["id"]}
        more.append({"type": kind, "data": data, "timestamp": parent["timestamp"], **stamp})
    if world.name == "simulator":
        world.simulator.store.append("s", more)
    else:
        with file.open("a") as log:
            log.writelines(f"{json.dumps(event)}\n" for event in more)


@asynccontextmanager
async def asking(session, prompt, **options):
    """A caller that waits for its answer and dies with its program."""

    async def ask():
        with pytest.raises((ca.SessionClosed, ca.ConnectionStopped)):
            await session.send_and_wait(prompt, timeout=None, **options)

    async with trio.open_nursery() as nursery:
        nursery.start_soon(ask)
        yield


async def test_a_turn_that_was_cut_with_its_program_is_listed_and_completed(world):
    lives = Lives(world)
    async with lives.first() as client:
        session = await client.create_session(session_id="s", **world.session_options)
        assert client.pending() == []
        async with asking(session, "slow one", source=KEY):
            await lives.model.asked.wait()
            async with lives.second(client) as second:
                (left,) = second.pending()
                assert (left.session_id, left.key, left.prompt) == ("s", KEY, None)
                assert left.state is ca.PromptState.SEEN
                assert left.message_id
                session = await second.resume_session("s", **world.session_options)
                answer = await session.send_and_wait("slow one", source=KEY)
                assert content(answer) == "answer to slow one"
                # Asked again, it is told again.
                again = await session.send_and_wait("slow one", source=KEY)
                assert again.id == answer.id
                assert await session.send("slow one", source=KEY) == left.message_id
                assert second.pending() == []
                assert await user_messages(session) == ["slow one"]


@pytest.mark.exhaustive("real")
async def test_a_prompt_that_nobody_attaches_to_is_completed_all_the_same(world):
    lives = Lives(world)
    async with lives.first() as client:
        session = await client.create_session(session_id="s", **world.session_options)
        async with asking(session, "slow one"):
            await lives.model.asked.wait()
            async with lives.second(client) as second:
                (left,) = second.pending()
                session = await second.resume_session("s", **world.session_options)
                await session.wait_state("idle")
                assert second.pending() == []
                # Its key was generated; it can be recalled all the same.
                answer = await session.send_and_wait("slow one", source=left.key)
                assert content(answer) == "answer to slow one"
                assert await user_messages(session) == ["slow one"]


async def test_a_completed_prompt_is_recalled_by_the_next_program(world):
    lives = Lives(world)
    async with lives.first() as client:
        session = await client.create_session(session_id="s", **world.session_options)
        answer = await session.send_and_wait("one", source=KEY)
        await session.send_and_wait("two")
        async with lives.second(client) as second:
            assert second.pending() == []
            session = await second.resume_session("s", **world.session_options)
            assert (await session.send_and_wait("one", source=KEY)).id == answer.id
            assert await user_messages(session) == ["one", "two"]


@pytest.mark.exhaustive("real")
async def test_a_key_stands_for_one_prompt(world):
    lives = Lives(world)
    async with lives.first() as client:
        session = await client.create_session(session_id="s", **world.session_options)
        await session.send_and_wait("one", source=KEY)
        with pytest.raises(ca.InvalidOption, match="another prompt"):
            await session.send_and_wait("two", source=KEY)
        with pytest.raises(ca.InvalidOption, match="another prompt"):
            await session.send("two", source=KEY)
        async with asking(session, "slow one", source="agent-2"):
            await lives.model.asked.wait()
            async with lives.second(client) as second:
                session = await second.resume_session("s", **world.session_options)
                with pytest.raises(ca.InvalidOption, match="another prompt"):
                    await session.send_and_wait("slow two", source="agent-2")


async def test_a_handler_that_was_cut_does_not_run_again_and_the_model_is_told(world):
    lives = Lives(world)
    async with lives.first() as client:
        options = {"tools": [lives.tool(hangs=True)], **world.session_options}
        session = await client.create_session(session_id="s", **options)
        async with asking(session, "tool", source=KEY):
            await lives.in_handler.wait()
            async with lives.second(client) as second:
                session = await second.resume_session("s", **{**options, "tools": [lives.tool()]})
                assert content(await session.send_and_wait("tool", source=KEY)) == UNKNOWN
                assert len(lives.runs) == 1
                assert await user_messages(session) == ["tool"]


@pytest.mark.exhaustive("real")
async def test_an_idempotent_handler_that_was_cut_runs_again(world):
    lives = Lives(world)
    async with lives.first() as client:
        options = {"tools": [lives.tool(hangs=True)], **world.session_options}
        session = await client.create_session(session_id="s", **options)
        async with asking(session, "tool", source=KEY):
            await lives.in_handler.wait()
            async with lives.second(client) as second:
                options["tools"] = [lives.tool(idempotent=True)]
                session = await second.resume_session("s", **options)
                answer = await session.send_and_wait("tool", source=KEY)
                assert content(answer) == "the tool said value 2"
                assert len(lives.runs) == 2
                assert len(set(lives.runs)) == 1


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("began", [True, False])
async def test_a_call_that_the_cli_failed_when_its_input_ended_is_asked_for_again(world, began):
    """A CLI that loses its program while it asks for a call fails that call by itself."""
    lives = Lives(world)
    async with lives.first() as client:
        options = {"tools": [lives.tool(hangs=True)], **world.session_options}
        session = await client.create_session(session_id="s", **options)
        async with asking(session, "tool", source=KEY):
            await lives.in_handler.wait()
            await trio.sleep(2 * LINGER)  # real time on the real CLI; all is committed then
            calls = [key for key in lives.ledger._records if key[0] == "call"]
            assert len(calls) == 1
            async with lives.second(client, between=fail_the_call) as second:
                if not began:
                    second._context.ledger.writer._calls.clear()
                options["tools"] = [lives.tool()]
                session = await second.resume_session("s", **options)
                answer = await session.send_and_wait("tool", source=KEY)
                assert content(answer) == (UNKNOWN if began else "the tool said value 2")
                assert len(lives.runs) == (1 if began else 2)
                assert await user_messages(session) == ["tool"]


async def test_a_recorded_result_is_delivered_by_the_next_program(world):
    lives = Lives(world)
    async with lives.first(restart=False) as client:
        plain = lives.tool()

        async def count(arguments, invocation):
            # The CLI dies under the handler: its result can only be recorded.
            world.kill(client)
            return await plain.handler(arguments, invocation)

        tool = ca.Tool("count", "count", {"type": "object"}, count, skip_permission=True)
        options = {"tools": [tool], **world.session_options}
        session = await client.create_session(session_id="s", **options)
        with pytest.raises(ca.CliExited):
            await session.send_and_wait("tool", source=KEY)
        async with lives.second(client) as second:
            session = await second.resume_session("s", **{**options, "tools": [plain]})
            answer = await session.send_and_wait("tool", source=KEY)
            assert content(answer) == "the tool said value 1"
            assert len(lives.runs) == 1
            assert await user_messages(session) == ["tool"]
            await session.wait_state("idle")


async def test_a_permission_that_was_not_decided_is_asked_again(world):
    lives = Lives(world)
    asked = []

    async def never(request):
        asked.append(request.request_id)
        lives.in_handler.set()
        await trio.sleep_forever()

    async with lives.first() as client:
        guarded = ca.Tool("count", "count", {"type": "object"}, lives.tool().handler)
        options = {"tools": [guarded], **world.session_options}
        session = await client.create_session(
            session_id="s", on_permission_request=never, **options
        )
        async with asking(session, "tool", source=KEY):
            await lives.in_handler.wait()
            async with lives.second(client) as second:

                def decide(request):
                    asked.append(request.request_id)
                    return ca.approve_once()

                session = await second.resume_session("s", on_permission_request=decide, **options)
                answer = await session.send_and_wait("tool", source=KEY)
                assert content(answer) == "the tool said value 1"
                assert len(asked) == 2
                assert len(set(asked)) == 1


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("store_prompts", [False, True])
async def test_a_queued_prompt_is_sent_once_by_whoever_knows_its_text(world, store_prompts):
    lives = Lives(world, store_prompts=store_prompts)
    async with lives.first() as client:
        session = await client.create_session(session_id="s", **world.session_options)
        async with asking(session, "slow one", source=KEY):
            await lives.model.asked.wait()
            queued = await session.send("two", source="agent-step-2")
            async with lives.second(client) as second:
                left = second.pending()
                assert [p.key for p in left] == [KEY, "agent-step-2"]
                assert [p.prompt for p in left] == (
                    ["slow one", "two"] if store_prompts else [None, None]
                )
                session = await second.resume_session("s", **world.session_options)
                if store_prompts:
                    assert await session.send("two", source="agent-step-2") != queued
                else:
                    assert second.pending()[-1].state is ca.PromptState.LOST
                answer = await session.send_and_wait("two", source="agent-step-2")
                assert content(answer) == "answer to two"
                assert second.pending() == []
                assert await user_messages(session) == ["slow one", "two"]


@pytest.mark.exhaustive("real")
async def test_a_prompt_that_must_not_be_repeated_stays_listed_as_unknown(world):
    lives = Lives(world)
    async with lives.first() as client:
        options = {"delivery": "at_most_once", **world.session_options}
        session = await client.create_session(session_id="s", **options)
        async with asking(session, "slow one", source=KEY):
            await lives.model.asked.wait()
            await session.send("two", source="agent-step-2")
            async with lives.second(client) as second:
                session = await second.resume_session("s", **options)
                answer = await session.send_and_wait("slow one", source=KEY)
                assert content(answer) == "answer to slow one"
                (left,) = second.pending()
                assert (left.key, left.state) == ("agent-step-2", ca.PromptState.UNKNOWN)
                for _ in range(2):
                    with pytest.raises(ca.OutcomeUnknown):
                        await session.send_and_wait("two", source="agent-step-2")
                second.forget_pending("s", "agent-step-2")
                assert second.pending() == []
                await session.send_and_wait("two", source="agent-step-2")
                assert await user_messages(session) == ["slow one", "two"]


@pytest.mark.exhaustive("real")
async def test_a_cut_turn_that_is_not_to_be_continued_is_told_to_who_attaches(world):
    lives = Lives(world)
    async with lives.first() as client:
        options = {"interrupted": "raise", **world.session_options}
        session = await client.create_session(session_id="s", **options)
        async with asking(session, "slow one", source=KEY):
            await lives.model.asked.wait()
            async with lives.second(client) as second:
                session = await second.resume_session("s", **options)
                (left,) = second.pending()
                assert left.state is ca.PromptState.INTERRUPTED
                with pytest.raises(ca.TurnInterrupted):
                    await session.send_and_wait("slow one", source=KEY)
                assert content(await session.send_and_wait("next")) == "answer to next"


@pytest.mark.exhaustive("real")
async def test_a_session_that_never_reached_the_disk_is_created_for_its_prompt(world):
    """The program died between the record of its first prompt and the first byte of it."""
    lives = Lives(world, store_prompts=True)
    async with lives.first() as client:
        session = await client.create_session(session_id="s", **world.session_options)
        world.freeze(client)
        with trio.move_on_after(0.3):  # real time on the real CLI, which hears nothing
            await session.send("one", source=KEY)
        world.kill(client)
        async with lives.second(client) as second:
            (left,) = second.pending()
            assert (left.state, left.prompt) == (ca.PromptState.WRITTEN, "one")
            session = await second.resume_session("s", **world.session_options)
            answer = await session.send_and_wait("one", source=KEY)
            assert content(answer) == "answer to one"
            assert await user_messages(session) == ["one"]


@pytest.mark.exhaustive("real")
async def test_a_failed_resume_leaves_what_is_pending(world, caplog):
    caplog.set_level(logging.CRITICAL)
    lives = Lives(world)
    async with lives.first() as client:
        session = await client.create_session(session_id="s", **world.session_options)
        async with asking(session, "slow one", source=KEY):
            await lives.model.asked.wait()
            async with lives.second(client) as second:
                before = second.pending()
                world.freeze(second)
                with trio.move_on_after(0.3):  # real time on the real CLI, which hears nothing
                    await second.resume_session("s", **world.session_options)
                assert second.pending() == before
                world.kill(second)
                session = await second.resume_session("s", **world.session_options)
                answer = await session.send_and_wait("slow one", source=KEY)
                assert content(answer) == "answer to slow one"


@pytest.mark.exhaustive("real")
async def test_deleting_a_session_forgets_what_it_left(world):
    lives = Lives(world)
    async with lives.first() as client:
        session = await client.create_session(session_id="s", **world.session_options)
        async with asking(session, "slow one", source=KEY):
            await lives.model.asked.wait()
            async with lives.second(client) as second:
                await second.delete_session("s")
                assert second.pending() == []
                with pytest.raises(ca.InvalidOption):
                    second.forget_pending("s", KEY)


@pytest.mark.exhaustive("real")
async def test_disconnecting_ends_a_turn_for_good(world):
    lives = Lives(world)
    async with lives.first() as client:
        session = await client.create_session(session_id="s", **world.session_options)
        async with asking(session, "slow one", source=KEY):
            await lives.model.asked.wait()
            await session.disconnect()
        async with lives.second(client) as second:
            assert second.pending() == []
            session = await second.resume_session("s", **world.session_options)
            with pytest.raises(ca.TurnInterrupted):
                await session.send_and_wait("slow one", source=KEY)
