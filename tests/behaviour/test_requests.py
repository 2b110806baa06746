"""Everything else that the CLI asks of a client: who answers, when nobody does, how it ends."""

from __future__ import annotations

import pytest
import trio

import copilot_actors as ca
from copilot_actors.testing import Script, Simulator, Text, ToolCall, ToolCalls


def content(event) -> str | None:
    return None if event is None else event.raw["data"]["content"]


def script(request):
    """``use NAME`` calls that tool; the answer is what came of it."""
    if request.prompt.startswith("use ") and request.step == 0:
        _, name, *_ = request.prompt.split()
        return ToolCalls([ToolCall(name, ARGUMENTS.get(name, {}))])
    return Text("|".join(result.content for result in request.tool_results) or "end")


ARGUMENTS = {
    "skill": {"skill": "deploy"},
    "ask_user": {"question": "Which colour?", "allow_freeform": True},
    "look": {"n": 1},
}


class Skills:
    def __init__(self) -> None:
        self.text = "---\nname: deploy\ndescription: How to deploy\n---\nRun make."

    def list_skills(self):
        return [ca.Skill(name="deploy", description="How to deploy")]

    async def read_skill(self, name):
        return self.text


FORM = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}


async def test_X1_forms_commands_and_canvases_are_answered_whatever_their_handlers_do(world):
    answers = {}
    seen = []

    async def form(request):
        seen.append((request.message, request.mode, request.requested_schema))
        return answers["form"](request)

    def command(invocation):
        seen.append((invocation.name, invocation.arguments))
        return answers["command"]()

    def open_canvas(request):
        seen.append((request.canvas_id, request.input))
        return answers["canvas"]()

    action = ca.CanvasAction("act", lambda request: {"saw": request.input})
    canvas = ca.Canvas(
        id="board", display_name="Board", description="A board", open=open_canvas, actions=[action]
    )
    async with world.client(script) as client:
        session = await client.create_session(
            on_elicitation_request=form,
            commands=[ca.Command("deploy", command)],
            canvases=[canvas],
            question_timeout=0.5,
            tool_timeout=0.5,
            hook_timeout=0.5,
            **world.session_options,
        )

        async def sleeps():
            await trio.sleep_forever()

        async def ask():
            return await session.ui.elicitation("Who?", FORM, timeout=20)

        yes = ca.ElicitationResult("accept", {"name": "Ada"})
        for answer, expected in [
            (lambda request: yes, yes),
            (lambda request: ca.ElicitationResult("decline"), ca.ElicitationResult("decline")),
            (lambda request: {"action": "accept"}, ca.ElicitationResult("cancel")),
            (lambda request: ca.ElicitationResult("accept", {}), ca.ElicitationResult("cancel")),
            (lambda request: ca.ElicitationResult("acept"), ca.ElicitationResult("cancel")),
            (lambda request: 1 / 0, ca.ElicitationResult("cancel")),
        ]:
            answers["form"] = answer
            assert await ask() == expected
        assert seen == [("Who?", "form", FORM)] * 6
        answers["form"] = lambda request: ca.ElicitationResult("accept", {"value": "b"})
        assert await session.ui.select("Which?", ["a", "b"]) == "b"
        assert await session.ui.input("Which?", max_length=3) == "b"
        assert await session.ui.confirm("Sure?") is False
        seen.clear()

        for answer, expected in [
            (lambda: None, {}),
            (lambda: "no such stage", {"error": "no such stage"}),
            (lambda: 7, {"error": "The command failed."}),
            (sleeps, {"error": "The command failed."}),
        ]:
            answers["command"] = answer
            params = {"commandName": "deploy", "args": "prod now"}
            assert await session.request("session.commands.execute", params) == expected
        assert seen == [("deploy", "prod now")] * 4
        seen.clear()

        opening = {"canvasId": "board", "instanceId": "i1", "input": {"a": 1}}
        answers["canvas"] = lambda: ca.CanvasView(url="http://127.0.0.1/", title="T")
        assert (await session.request("session.canvas.open", opening))["title"] == "T"
        acting = {"instanceId": "i1", "actionName": "act", "input": {"z": 2}}
        result = await session.request("session.canvas.action.invoke", acting)
        assert result == {"result": {"saw": {"z": 2}}}
        await session.request("session.canvas.close", {"instanceId": "i1"})
        answers["canvas"] = lambda: {"url": "http://127.0.0.1/"}
        with pytest.raises(ca.RpcError):
            await session.request("session.canvas.open", {**opening, "instanceId": "i2"})
        assert seen == [("board", {"a": 1})] * 2
        assert client.statistics().handler_timeouts == 1


@pytest.mark.exhaustive("real")
async def test_X1_skills_transforms_and_tokens_are_supplied_or_refused(world):
    skills = Skills()
    current = {"transform": lambda text: text + "\nSay XYZZY.", "token": lambda: token}
    asked = []

    def transform(text):
        return current["transform"](text)

    def give_token(request):
        asked.append(request.provider_name)
        return current["token"]()

    async with world.client(script) as client:
        options = dict(world.session_options)
        provider = dict(options.get("provider", {"type": "openai", "base_url": "http://x/v1"}))
        token = provider.pop("api_key", "token-0123456789abcdef")
        session = await client.create_session(
            **{**options, "provider": provider},
            skill_provider=skills,
            section_transforms={"tone": transform},
            bearer_token_provider=give_token,
            streaming=False,
        )

        async def used():
            async with session.events("tool.execution_complete") as stream:
                await session.send_and_wait("use skill")
                return (await anext(stream)).data["success"]

        assert await used()
        (system,) = [m for m in world.last_request().messages if m["role"] == "system"]
        assert "Say XYZZY." in str(system)
        assert asked == ["default", "default"]
        assert world.last_request().authorized

        # Whatever a transform does, there is a system message.
        for current["transform"] in (lambda text: 7, lambda text: 1 / 0):
            assert content(await session.send_and_wait("x")) == "end"
        for skills.text in (None, 7):
            assert not await used()

        tokens = iter([None, token])
        current["token"] = lambda: next(tokens)
        assert content(await session.send_and_wait("x")) == "end"
        assert list(tokens) == []


@pytest.mark.exhaustive("real")
async def test_handlers_and_tools_of_a_live_session_are_replaced(world):
    ran = []

    def tool(name):
        return ca.Tool(name, name, {"type": "object"}, lambda: ran.append(name) or name, True)

    async with world.client(script) as client:
        session = await client.create_session(tools=[tool("look")], **world.session_options)
        with pytest.raises(ca.CapabilityMissing):
            await session.ui.confirm("Sure?")
        assert "colour" not in content(await session.send_and_wait("use ask_user"))

        async def colour(request):
            return "colour of " + request.question

        await session.register_user_input_handler(colour)
        assert "colour of" in content(await session.send_and_wait("use ask_user"))
        await session.register_elicitation_handler(
            lambda request: ca.ElicitationResult("accept", {"value": True})
        )
        assert await session.ui.confirm("Sure?") is True
        await session.register_commands([ca.Command("deploy", lambda: "not today")])
        params = {"commandName": "deploy", "args": ""}
        reply = await session.request("session.commands.execute", params)
        assert reply == {"error": "not today"}
        hooked = []
        await session.register_hooks({"on_pre_tool_use": lambda given: hooked.append(1)})
        assert content(await session.send_and_wait("use look")) == "look"
        assert hooked == [1]
        await session.register_hooks({})

        await session.set_tools([tool("peek")])
        assert content(await session.send_and_wait("use peek")) == "peek"
        assert "does not exist" in content(await session.send_and_wait("use look"))

        # All of it is there again after a crash.
        world.kill(client)
        assert content(await session.send_and_wait("use peek")) == "peek"
        assert "colour of" in content(await session.send_and_wait("use ask_user"))
        assert await session.ui.confirm("Sure?") is True
        assert await session.request("session.commands.execute", params) == {"error": "not today"}
        assert "does not exist" in content(await session.send_and_wait("use look"))
        assert ran == ["look", "peek", "peek"]

        await session.register_user_input_handler(None)
        assert "colour" not in content(await session.send_and_wait("use ask_user"))
        with pytest.raises(ca.InvalidOption, match="did you mean 'preToolUse'"):
            await session.register_hooks({"preTolUse": lambda given: None})


@pytest.mark.exhaustive("real")
async def test_a_handler_may_replace_handlers_and_tools_in_the_middle_of_its_turn(world):
    def peek():
        return "peeked"

    async def look(arguments, invocation):
        session = invocation.session
        await session.register_elicitation_handler(
            lambda request: ca.ElicitationResult("accept", {"value": True})
        )
        sure = await session.ui.confirm("Sure?")
        tools = [
            ca.Tool(n, n, {"type": "object"}, h, True) for n, h in (("look", look), ("peek", peek))
        ]
        await session.set_tools(tools)
        return f"sure: {sure}"

    def choose(request):
        if request.prompt != "go" or request.step > 1:
            return Text("|".join(result.content for result in request.tool_results) or "end")
        return ToolCalls([ToolCall(("look", "peek")[request.step], {})])

    async with world.client(choose) as client:
        tool = ca.Tool("look", "look", {"type": "object"}, look, True)
        session = await client.create_session(tools=[tool], **world.session_options)
        with trio.fail_after(20):
            assert content(await session.send_and_wait("go")) == "sure: True|peeked"
        prompts = [e for e in await session.get_messages() if e.type == "user.message"]
        assert len(prompts) == 1


@pytest.mark.exhaustive("real")
async def test_a_prompt_that_a_hook_blocks_ends_its_turn_and_a_logged_error_does_not(world):
    def judge(given):
        return {"decision": "block", "reason": "not here"} if "bad" in given["prompt"] else None

    async with world.client(script) as client:
        session = await client.create_session(
            hooks={"userPromptSubmitted": judge}, **world.session_options
        )
        with trio.fail_after(20), pytest.raises(ca.TurnFailed) as caught:
            await session.send_and_wait("a bad word")
        assert caught.value.error_type == "policy_blocked"
        assert session.state == "idle"
        look = ca.Tool("look", "look", {"type": "object"}, skip_permission=True)

        async def note(arguments, invocation):
            return await invocation.session.log("it broke", level="error")

        await session.set_tools([ca.Tool("look", "look", look.parameters, note, True)])
        async with session.events("session.error") as stream:
            told = content(await session.send_and_wait("use look"))
            event = await anext(stream)
        assert told == event.id
        assert event.data["message"] == "it broke"


def again(request):
    """Call the tool of the prompt, again when the call was interrupted."""
    results = [result.content for result in request.tool_results]
    if request.prompt != "hello" and (not results or "interrupted" in results[-1]):
        # The CLI's notice of the plan mode may stand between that prompt and the model.
        known = request.prompt.startswith("use ")
        name = request.prompt.split()[1] if known else "exit_plan_mode"
        return ToolCalls([ToolCall(name, AGAIN.get(name, {}))])
    return Text(results[-1] if results else "end")


AGAIN = {
    **ARGUMENTS,
    "exit_plan_mode": {
        "summary": "S",
        "actions": ["interactive"],
        "recommendedAction": "interactive",
    },
}


@pytest.mark.exhaustive("real")
async def test_a_question_can_be_answered_by_the_application_itself(world):
    async with world.client(script) as client:
        session = await client.create_session(
            extra={"requestUserInput": True}, **world.session_options
        )
        assert "colour" not in content(await session.send_and_wait("use ask_user"))

        async def answer(event):
            response = {"answer": "the colour blue", "wasFreeform": True}
            params = {"requestId": event.data["requestId"], "response": response}
            reply = await session.request("session.ui.handlePendingUserInput", params)
            assert reply == {"success": True}

        await session.on("user_input.requested", answer)
        with trio.fail_after(20):
            assert "the colour blue" in content(await session.send_and_wait("use ask_user"))


CRASHES = {
    # Prompt, and what the turn ends with: the CLI itself forgets the plan mode that it died in.
    "token": ("hello", "end"),
    "question": ("use ask_user", "blue"),
    "plan": ("use exit_plan_mode", ""),
    "hook": ("use look", "seen"),
}


@pytest.mark.parametrize(
    "kinds",
    [
        ("token", "question"),
        pytest.param(("hook", "plan"), marks=pytest.mark.exhaustive("real")),
    ],
)
async def test_a_crash_ends_the_handlers_of_requests_and_what_asked_asks_again(world, kinds):
    """Questions, plans, hooks and tokens: none of them survives the CLI that asked."""
    ran, ended = [], []

    def handler(kind, answer):
        async def handle(given):
            ran.append(kind)
            if kind not in kinds or ran.count(kind) > 1:
                return answer
            try:
                world.kill(holder[0])
                await trio.sleep_forever()
            finally:
                ended.append(kind)

        return handle

    holder = []
    async with world.client(again) as client:
        holder.append(client)
        options = dict(world.session_options)
        provider = dict(options.get("provider", {"type": "openai", "base_url": "http://x/v1"}))
        token = provider.pop("api_key", "token-0123456789abcdef")
        session = await client.create_session(
            **{**options, "provider": provider},
            tools=[ca.Tool("look", "look", {"type": "object"}, lambda: "seen", True)],
            on_user_input_request=handler("question", "blue"),
            on_exit_plan_mode_request=handler("plan", True),
            bearer_token_provider=handler("token", token),
            hooks={"preToolUse": handler("hook", None)} if "hook" in kinds else {},
        )
        for kind in kinds:
            prompt, told = CRASHES[kind]
            mode = "plan" if kind == "plan" else None
            with trio.fail_after(30):
                assert told in content(await session.send_and_wait(prompt, agent_mode=mode))
        assert sorted(ended) == sorted(kinds)
        assert client.statistics().recoveries == len(kinds)
        prompts = [e for e in await session.get_messages() if e.type == "user.message"]
        assert len([e for e in prompts if e.data.get("source")]) == len(kinds)


@pytest.mark.exhaustive("real")
@pytest.mark.parametrize("world_name", [pytest.param("real", marks=pytest.mark.real_cli)])
async def test_a_github_token_is_asked_for_at_the_opening(world):
    """Offline the CLI cannot go on with one: it looks the token up at GitHub first."""
    asked = []

    def give(request):
        asked.append((request.reason, request.host))
        return answers.pop(0)

    token = ca.GitHubToken(access_token="gho_0123456789abcdef0123", expires_in=28800)
    answers = [token, None, "gho_0123456789abcdef0123"]
    async with world.client(script) as client:
        for _ in range(3):
            with trio.fail_after(30), pytest.raises(ca.SessionFailed) as caught:
                await client.create_session(
                    model=world.session_options["model"], github_token_provider=give
                )
            assert "gho_" not in str(caught.value)
        assert asked == [("initial", "https://github.com")] * 3
        assert client.statistics().handler_errors == 1


async def test_handlers_that_contradict_the_options_are_refused_before_anything_is_sent(
    autojump_clock,
):
    replaced = {"mode": "replace", "content": "x"}
    overridden = {"mode": "customize", "sections": {"tone": {"action": "remove"}}}
    keyed = ca.ProviderConfig(base_url="http://x/v1", api_key="sk-test-0123456789abcdef")
    keyless = ca.ProviderConfig(base_url="http://x/v1")
    double = [ca.Command("a", print), ca.Command("a", print)]
    canvas = ca.Canvas(id="c", display_name="C", description="c", open=print)
    wrong = [
        ({"section_transforms": {"ton": print}}, "did you mean 'tone'"),
        ({"section_transforms": {"tone": print}, "system_message": replaced}, "no sections"),
        ({"section_transforms": {"tone": print}, "system_message": overridden}, "overrides"),
        ({"bearer_token_provider": print}, "no provider"),
        ({"bearer_token_provider": print, "provider": keyed}, "no provider"),
        ({"commands": double}, "two commands"),
        ({"commands": ["deploy"]}, "expected Command"),
        ({"canvases": [canvas, canvas]}, "two canvases"),
        ({"skill_provider": object()}, "list_skills"),
        ({"on_elicitation_request": 7}, "a function"),
        ({"on_elicitation_requests": print}, "did you mean 'on_elicitation_request'"),
    ]
    simulator = Simulator(Script.echo())
    async with ca.open_client(cli=simulator) as client:
        for options, message in wrong:
            with pytest.raises(ca.InvalidOption, match=message):
                await client.create_session(model="m", **options)
        sent = [frame.message.get("method") for frame in simulator.log]
        assert "session.create" not in sent
        session = await client.create_session(
            model="m",
            provider=keyless,
            bearer_token_provider=print,
            section_transforms={"tone": print},
            system_message="more",
        )
        (params,) = [
            frame.message["params"]
            for frame in simulator.log
            if frame.message.get("method") == "session.create"
        ]
        assert params["provider"]["hasBearerTokenProvider"] is True
        assert params["systemMessage"] == {
            "mode": "customize",
            "content": "more",
            "sections": {"tone": {"action": "transform"}},
        }
        with pytest.raises(ca.InvalidOption):
            await session.log("x", level="fatal")
    for name in ("", "a b", "/a", 7):
        with pytest.raises(ca.InvalidOption):
            ca.Command(name, print)
    with pytest.raises(ca.InvalidOption):
        ca.Canvas(id="c", display_name="C", description="c", open=None)
