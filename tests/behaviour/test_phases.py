"""Cases C1, C2 and C4: abort, disconnect and time-out in every phase of a turn, on both worlds."""

from __future__ import annotations

import pytest
import trio
import trio.testing

import copilot_actors as ca
from copilot_actors.testing import HttpError, Script, Silence, Text, ToolCall, ToolCalls

RUN = {"command": "sleep 20", "description": "x"}
BACKGROUND = {"command": "sleep 20", "description": "x", "mode": "async"}
SCRIPT = Script.by_prompt(
    {
        "stream": Text("one two three four", chunks=40, delay=0.5),
        "silent": Silence(),
        "tool": [ToolCalls([ToolCall("look", {})]), Text("looked")],
        "two tools": [ToolCalls([ToolCall("look", {}), ToolCall("look", {})]), Text("looked")],
        "permission": [ToolCalls([ToolCall("create", {"path": "x", "file_text": "x"})]), Text("x")],
        "question": [ToolCalls([ToolCall("ask_user", {"question": "why?"})]), Text("asked")],
        "shell": [ToolCalls([ToolCall("bash", RUN)]), Text("slept")],
        "background": [ToolCalls([ToolCall("bash", BACKGROUND)]), Text("started")],
        "failing": HttpError(500, "no"),
    },
    default=Text("ok"),
)

# Phase: the prompt, and the event (or handler) after which it has come.
PHASES = {
    "sent": ("stream", None),
    "accepted": ("silent", "user.message"),
    "the model is asked": ("silent", "model.call_start"),
    "the model answers": ("stream", "assistant.message_delta"),
    "a tool runs": ("tool", "handler"),
    "two tools run": ("two tools", "handler"),
    "a permission is asked": ("permission", "handler"),
    "a question is asked": ("question", "handler"),
    "a hook runs": ("hook", "handler"),
    "a shell runs": ("shell", "permission.completed"),
    "a shell runs in the background": ("background", "assistant.idle"),
    "the provider is asked again": ("failing", "assistant.turn_retry"),
}

# On the real CLI too in every run; the other phases with `make exhaustive`.
ALWAYS = {
    "the model answers",
    "two tools run",
}


def content(event) -> str | None:
    return None if event is None else event.raw["data"]["content"]


class Turn:
    """A session whose handlers wait for ever, and a turn of it in a phase."""

    def __init__(self) -> None:
        self.began = trio.Event()
        self.running = 0
        self.outcomes: list[object] = []

    async def hang(self) -> None:
        self.running += 1
        self.began.set()
        try:
            await trio.sleep_forever()
        finally:
            self.running -= 1

    def options(self, prompt: str) -> dict[str, object]:
        async def look():
            await self.hang()

        async def decide(request):
            if prompt not in ("shell", "background"):
                await self.hang()
            return ca.approve_once()

        async def ask(request):
            await self.hang()

        async def hook(given):
            if prompt == "hook":
                await self.hang()

        return {
            "streaming": True,
            "tools": [ca.Tool("look", "look", {"type": "object"}, look, skip_permission=True)],
            "on_permission_request": decide,
            "on_user_input_request": ask,
            "hooks": {"userPromptSubmitted": hook} if prompt == "hook" else {},
        }

    async def ask(self, session, prompt: str, **limits) -> None:
        try:
            result = await session.run_turn(prompt, **limits)
            self.outcomes.append(content(result.answer))
        except ca.CopilotError as error:
            self.outcomes.append(type(error))

    async def come(self, session, nursery, prompt: str, sign: str | None, **limits) -> None:
        """Begin the turn and wait for its phase."""
        if sign in (None, "handler"):
            nursery.start_soon(lambda: self.ask(session, prompt, **limits))
            if sign is not None:
                await self.began.wait()
            return
        async with session.events(sign) as stream:
            nursery.start_soon(lambda: self.ask(session, prompt, **limits))
            await anext(stream)


@pytest.mark.parametrize(
    "phase",
    [
        pytest.param(phase, marks=() if phase in ALWAYS else pytest.mark.exhaustive("real"))
        for phase in PHASES
    ],
)
async def test_C1_an_abort_in_any_phase_ends_turn_and_handlers_within_a_second(world, phase):
    prompt, sign = PHASES[phase]
    turn = Turn()
    async with world.client(SCRIPT) as client:
        session = await client.create_session(**turn.options(prompt), **world.session_options)
        async with trio.open_nursery() as nursery:
            await turn.come(session, nursery, prompt, sign)
            if sign is None:
                await trio.testing.wait_all_tasks_blocked()
            begin = trio.current_time()
            assert (await session.abort()).outcome == "aborted"
        assert trio.current_time() - begin < 1
        assert turn.outcomes == [ca.TurnAborted]
        assert turn.running == 0
        assert session.state == "idle"
        prompt = "next" if prompt != "hook" else None
        if prompt is not None:
            assert content(await session.send_and_wait(prompt)) == "ok"
        assert client.statistics().pending_prompts == 0
        assert client.statistics().connection_faults == 0


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("phase", PHASES)
async def test_C2_a_disconnect_in_any_phase_tells_its_waiters_within_2_s(world, phase):
    prompt, sign = PHASES[phase]
    turn = Turn()
    async with world.client(SCRIPT) as client:
        session = await client.create_session(
            session_id="s", **turn.options(prompt), **world.session_options
        )
        if prompt != "hook":
            await session.send_and_wait("warm up")
        async with trio.open_nursery() as nursery:
            await turn.come(session, nursery, prompt, sign)
            begin = trio.current_time()
            await session.disconnect()
        assert trio.current_time() - begin < 2.2
        assert turn.outcomes == [ca.SessionClosed]
        assert turn.running == 0
        assert client.statistics().sessions == 0
        if prompt == "hook":
            return
        seen = []
        again = await client.resume_session("s", on_event=seen.append, **world.session_options)
        # Long enough for anything of the old turn to show itself.
        await trio.sleep(0.5)
        assert not [e.type for e in seen if e.type.startswith(("assistant.message", "tool."))]
        assert content(await again.send_and_wait("next")) == "ok"


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("phase", PHASES)
async def test_C4_a_hard_limit_in_any_phase_ends_turn_and_handlers(world, phase):
    prompt, sign = PHASES[phase]
    turn = Turn()
    async with world.client(SCRIPT) as client:
        session = await client.create_session(**turn.options(prompt), **world.session_options)
        limits = {"timeout": 1.5} if prompt == "hook" else {"turn_timeout": 1.5}
        begin = trio.current_time()
        async with trio.open_nursery() as nursery:
            await turn.come(session, nursery, prompt, sign, **limits)
        assert trio.current_time() - begin < 4
        assert turn.outcomes == [ca.TurnTimeout]
        assert turn.running == 0
        if prompt != "hook":
            assert content(await session.send_and_wait("next")) == "ok"
        assert client.statistics().pending_prompts == 0
