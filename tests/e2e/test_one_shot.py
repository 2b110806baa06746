"""A chat of one process per turn, on the real CLI, and on programs that are none."""

from __future__ import annotations

import json
import os
import signal
import uuid
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

import copilot_actors as ca
from copilot_actors.chat import Copilot
from copilot_actors.testing import HttpError, Text, ToolCall, ToolCalls, open_scripted_model

SECRET = "sk-test-0123456789abcdef"


def script(request):
    if request.prompt == "fail":
        return HttpError(400, f"the key {SECRET} is wrong")
    if request.prompt == "shell" and request.step == 0:
        return ToolCalls([ToolCall("bash", {"command": "echo hi > made", "description": "say"})])
    if request.prompt == "slow":
        return Text("one two three four", delay=30.0)
    users = [message for message in request.messages if message["role"] == "user"]
    return Text(f"answer {len(users)}")


@asynccontextmanager
async def one_shot(real, tmp_path):
    """What opens a chat, and the model."""
    async with open_scripted_model(script) as model:
        env = real.options(model)["env"]
        for name in ("COPILOT_PROVIDER_BASE_URL", "COPILOT_MODEL"):
            del env[name]
        folder = tmp_path / "folder"
        folder.mkdir()

        def opening(prompt, **more):
            return Copilot.session(
                prompt,
                backend="oneshot",
                env=env,
                home=real.home,
                model=model.model_name,
                provider={**model.provider(), "api_key": SECRET},
                working_directory=folder,
                **more,
            )

        yield opening, model


def prompt_process():
    """The pid of the CLI that runs a prompt for us, and its arguments."""
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        if parent == os.getpid() and any(word.startswith(b"--prompt=") for word in words):
            return int(entry.name), words
    raise AssertionError("no CLI runs a prompt")


@pytest.mark.real_cli
async def test_each_turn_is_a_process_that_goes_on_with_the_conversation(real, tmp_path):
    async with one_shot(real, tmp_path) as (opening, _), opening("-hello") as chat:
        first = chat.last
        assert (first.success, first.exit, first.error) == (True, 0, None)
        assert (first.text, first.messages) == ("answer 1", ["answer 1"])
        assert str(uuid.UUID(chat.id())) == chat.id() == first.session_id
        last = json.loads(first.all.splitlines()[-1])
        assert (last["type"], last["sessionId"]) == ("result", chat.id())
        assert first.duration > 100
        assert SECRET not in first.all
        again = await chat.send("more")
        assert (again.success, again.text, again.session_id) == (True, "answer 2", chat.id())
        assert chat.last is again
        assert await (await chat.close()).close() is chat
        with pytest.raises(ca.SessionClosed):
            await chat.send("more")


@pytest.mark.real_cli
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGKILL, -9), (signal.SIGTERM, 0)], ids=["SIGKILL", "SIGTERM"]
)
async def test_a_process_that_is_ended_in_the_middle_of_a_turn_is_no_success(
    real, tmp_path, number, code
):
    async with one_shot(real, tmp_path) as (opening, model), trio.open_nursery() as nursery:
        caught = []

        async def kill():
            await model.wait_model_calls(1)
            # The model's first words: a real process needs real time to pass them on.
            await trio.sleep(0.5)
            pid, words = prompt_process()
            caught.extend(words)
            os.kill(pid, number)

        nursery.start_soon(kill)
        async with opening("slow") as chat:
            result = chat.last
    assert result.success is False
    assert result.exit == code
    assert isinstance(result.error, ca.CliExited | ca.TurnAborted)
    assert result.text in ("", "one two three four"[: len(result.text)])
    assert result.session_id == chat.id()
    assert "user.message" in result.all
    assert not any(SECRET.encode() in word for word in caught)


@pytest.mark.real_cli
@pytest.mark.exhaustive("real")
async def test_a_chat_whose_process_was_killed_goes_on_with_the_next(real, tmp_path):
    async with one_shot(real, tmp_path) as (opening, _), opening("hello") as chat:
        result = await chat.send("slow", timeout=3.0)
        assert isinstance(result.error, ca.TurnTimeout)
        assert result.success is False
        assert (await chat.send("more")).success


@pytest.mark.real_cli
async def test_a_cancelled_turn_leaves_no_process(real, tmp_path):
    async with one_shot(real, tmp_path) as (opening, model), trio.open_nursery() as nursery:

        async def ask():
            await opening("slow")

        nursery.start_soon(ask)
        await model.wait_model_calls(1)
        pid, _ = prompt_process()
        nursery.cancel_scope.cancel()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.real_cli
async def test_a_turn_that_the_provider_refuses_is_a_result_without_the_key(real, tmp_path):
    async with one_shot(real, tmp_path) as (opening, _), opening("fail") as chat:
        result = chat.last
    assert (result.success, result.exit) == (False, 1)
    assert isinstance(result.error, ca.TurnFailed)
    assert result.error.status == 400
    assert SECRET not in str(result.error) + result.all


@pytest.mark.real_cli
@pytest.mark.exhaustive("real")
@pytest.mark.parametrize(
    ("policy", "made"),
    [
        (None, False),
        (ca.approve_all, True),
    ],
    ids=["nobody is asked", "all is allowed"],
)
async def test_nothing_is_allowed_that_nobody_allowed(real, tmp_path, policy, made):
    async with (
        one_shot(real, tmp_path) as (opening, _),
        opening("shell", on_permission_request=policy) as chat,
    ):
        assert (chat.last.success, chat.last.exit) == (True, 0)
    assert (tmp_path / "folder" / "made").exists() is made


async def test_a_session_that_is_not_stored_cannot_be_resumed(tmp_path):
    with pytest.raises(ca.SessionNotFound):
        await Copilot.session(
            "hello", backend="oneshot", resume=str(uuid.uuid4()), home=tmp_path / "home"
        )


PROGRAMS = {
    "exits at once": ("echo no >&2; exit 3", 3, "no\n", None),
    "says nothing": ("exit 0", 0, "", None),
    "is no CLI": ("echo hello; exit 0", 0, "hello\n", None),
    "dies": ("kill -9 $$", -9, "", None),
}


@pytest.mark.parametrize("name", PROGRAMS)
async def test_a_program_that_is_no_cli_is_a_result_that_says_how_it_ended(tmp_path, name):
    body, code, output, session_id = PROGRAMS[name]
    path = tmp_path / "copilot"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    async with Copilot.session(
        "hello", backend="oneshot", cli=ca.Stdio(path), home=tmp_path / "home"
    ) as chat:
        result = chat.last
    assert (result.success, result.exit, result.all) == (False, code, output)
    assert isinstance(result.error, ca.CliExited)
    assert result.session_id is session_id
    assert chat.id() is None


async def test_a_grandchild_that_holds_the_output_does_not_hold_the_turn(tmp_path):
    path = tmp_path / "copilot"
    path.write_text("#!/bin/sh\necho hello\nsetsid sleep 60 &\nexit 0\n")
    path.chmod(0o755)
    with trio.fail_after(20):
        async with Copilot.session(
            "hello", backend="oneshot", cli=ca.Stdio(path), home=tmp_path / "home"
        ) as chat:
            assert chat.last.all == "hello\n"


@pytest.mark.real_cli
def test_a_supervised_chat_that_nobody_closes_leaves_no_process(real):
    """The check is that of every test here: no child, nothing with our mark, no descriptor."""

    async def main():
        async with open_scripted_model(script) as model:
            options = real.options(model)
            chat = await Copilot.session(
                "hello",
                env=options["env"],
                home=options["home"],
                model=model.model_name,
                provider=model.provider(),
            )
            assert chat.last.text == "answer 1"

    trio.run(main)
