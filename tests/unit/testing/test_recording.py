"""What a real session said is recorded once, without its secrets, and replayed on both worlds."""

from __future__ import annotations

import itertools
import json
import os
import stat
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import copilot_actors as ca
from copilot_actors.testing import (
    Attempts,
    Cut,
    FrameMatch,
    HttpError,
    Kill,
    RecordingError,
    RecordingTransport,
    Script,
    Silence,
    Simulator,
    Text,
    ToolCall,
    ToolCalls,
    open_scripted_model,
)
from copilot_actors.testing._recording._file import RecordingFile
from copilot_actors.testing._recording._recording import FORMAT, RecordedAnswer, RecordedFailure
from copilot_actors.testing._recording._recording import RecordedPrompt as Prompt
from copilot_actors.testing._scripted_model._script import ModelRequest

PROMPTS = ["How warm is it?", "Tell me more.", "And now fail.", "Try it twice.", "Bye."]
SCRIPT = Script.by_prompt(
    {
        "warm": [
            ToolCalls(
                [ToolCall("weather", {"city": "Lisbon"}), ToolCall("weather", {"city": "Porto"})],
                text="I look.",
            ),
            Text("It is 18 degrees.", chunks=3),
        ],
        "more": Text("Sun, then rain. ☂", chunks=7),
        "fail": HttpError(400, "that is refused"),
        "twice": Attempts([HttpError(500), Cut("half of it", after_chunks=2), Text("at last")]),
        "Bye": Text("Bye!", chunks=1),
    }
)
EPHEMERAL_KEPT = {"assistant.message_delta": "deltaContent", "assistant.turn_retry": "reason"}


@ca.tool(skip_permission=True)
def weather(city: str) -> str:
    """Current temperature of a city."""
    return f"{len(city)} degrees"


def shape(event):
    """What must be the same in a replay: type and content, not ids and times."""
    data = event.data
    match event.type:
        case "user.message":
            return data.content
        case "assistant.message":
            return data.content, [(r["name"], r["arguments"]) for r in data["toolRequests"]]
        case "tool.execution_complete":
            return data["result"]["content"] if data["success"] else data["error"]
        case "session.error":
            return data["errorType"], data["message"], data.get("statusCode")
        case _:
            return data.get(EPHEMERAL_KEPT.get(event.type, ""))


async def converse(cli, env, home, session_options, prompts=PROMPTS):
    """Hold the conversation; return its persistent events and the deltas, as their shapes."""
    pieces = []
    async with ca.open_client(cli=cli, env=env, home=home) as client:
        session = await client.create_session(
            streaming=True,
            tools=[weather],
            on_event=lambda e: pieces.append((e.type, shape(e))) if e.type in EPHEMERAL_KEPT else 0,
            **session_options,
        )
        for prompt in prompts:
            with suppress(ca.TurnFailed):
                await session.send_and_wait(prompt, timeout=60)
        left_out = {"session.start", "system.message", "session.shutdown"}
        events = [e for e in await session.get_messages() if e.type not in left_out]
    return in_any_order([(e.type, shape(e)) for e in events]), pieces


def in_any_order(events):
    """Tool calls of one message run at once: what becomes of them comes in any order."""
    at_once = ("tool.", "external_tool.", "permission.")
    ordered = []
    for of_tools, group in itertools.groupby(events, lambda e: e[0].startswith(at_once)):
        same = list(group)
        ordered += sorted(same, key=repr) if of_tools else same
    return ordered


async def on_the_simulator(script, home, cli=None, prompts=PROMPTS):
    return await converse(cli or Simulator(script), {}, home, {"model": "gpt-4.1"}, prompts)


async def on_the_real_cli(script, home, prompts, around=lambda cli: cli):
    async with open_scripted_model(script) as model:
        options = {"model": model.model_name, "provider": model.provider()}
        env = {**os.environ, **model.environment()}
        return await converse(around(ca.Stdio()), env, home, options, prompts)


async def test_a_replay_on_the_simulator_is_what_was_recorded(tmp_path, autojump_clock):
    path = tmp_path / "recording.jsonl"
    first = await on_the_simulator(SCRIPT, tmp_path, RecordingTransport(path, Simulator(SCRIPT)))
    again = await on_the_simulator(Script.recorded(path), tmp_path)
    assert again == first
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def record_the_real_cli(tmp_path, prompts):
    """Record it, replay that on the simulator, return the script and what it must lead to."""
    path = tmp_path / "recording.jsonl"
    recorded = await on_the_real_cli(
        SCRIPT, tmp_path / "one", prompts, lambda cli: RecordingTransport(path, cli)
    )
    script = Script.recorded(path)
    # In real time: the CLI pauses before it repeats a model call, and so does the simulator.
    assert (await on_the_simulator(script, tmp_path, prompts=prompts)) == recorded
    text = path.read_text()
    assert "sk-scripted-model" not in text
    assert str(tmp_path) not in text
    return script, recorded


@pytest.mark.real_cli
@pytest.mark.exhaustive
async def test_what_the_real_cli_said_is_replayed_by_the_simulator(tmp_path):
    await record_the_real_cli(tmp_path, PROMPTS[:3])


@pytest.mark.real_cli
@pytest.mark.exhaustive
async def test_what_the_real_cli_said_is_replayed_by_it_too(tmp_path):
    script, recorded = await record_the_real_cli(tmp_path, PROMPTS)
    assert await on_the_real_cli(script, tmp_path / "two", PROMPTS) == recorded


async def test_a_turn_that_a_crash_cut_is_recorded_in_one_piece(tmp_path, autojump_clock):
    path = tmp_path / "recording.jsonl"
    cli = Simulator(
        SCRIPT, faults=[Kill(FrameMatch(event="tool.execution_complete")), Kill(FrameMatch(nth=30))]
    )
    first, _ = await on_the_simulator(SCRIPT, tmp_path, RecordingTransport(path, cli))
    assert len(cli.processes) > 1
    again, _ = await on_the_simulator(Script.recorded(path), tmp_path)
    said = [event for event in first if event[0] in {"user.message", "assistant.message"}]
    assert [event for event in again if event[0] in {"user.message", "assistant.message"}] == said


async def test_an_answer_that_was_aborted_is_not_given_in_the_replay_either(
    tmp_path, autojump_clock
):
    path = tmp_path / "recording.jsonl"
    cli = RecordingTransport(path, Simulator(Script.by_prompt({"wait": Silence()})))
    async with ca.open_client(cli=cli) as client:
        session = await client.create_session(model="m")
        with pytest.raises(ca.TurnTimeout):
            await session.send_and_wait("wait", timeout=1)
    assert isinstance(Script.recorded(path)(request("wait")), Silence)


# --- Finding the turn -----------------------------------------------------------------------


def write(path, *entries, secrets=()):
    file = RecordingFile(path, secrets, ca.SECRET_PATTERNS)
    file.begin(overwrite=True)
    for entry in entries:
        file.append(entry)
    return path


def request(*prompts, step=0, attempt=1):
    return ModelRequest(
        prompt=prompts[-1],
        prompts=prompts,
        step=step,
        attempt=attempt,
        tool_results=(),
        messages=(),
        tools=(),
        model="m",
        stream=True,
        authorized=True,
        time=0.0,
    )


def turn(session, number, prompt, *texts, attached=False):
    return [
        Prompt(session=session, turn=number, text=prompt, attached=attached),
        *(
            RecordedAnswer(session=session, turn=number, step=step, text=text, chunks=2)
            for step, text in enumerate(texts)
        ),
    ]


def test_a_prompt_that_is_repeated_gets_the_answers_in_their_order(tmp_path):
    path = write(tmp_path / "r", *turn(1, 0, "go on", "one"), *turn(1, 1, "go on", "two"))
    script = Script.recorded(path)
    assert script(request("go on")) == Text("one", chunks=2)
    assert script(request("go on", "go on")) == Text("two", chunks=2)
    third = script(request("go on", "go on", "go on"))
    assert third.status == 400
    assert "has the prompt 'go on' 2 time(s), and it was sent once more" in third.message


def test_two_sessions_with_one_prompt_are_told_apart_by_what_came_before(tmp_path):
    path = write(
        tmp_path / "r",
        *turn(1, 0, "I am Ann", "hello Ann"),
        *turn(2, 0, "I am Bob", "hello Bob"),
        *turn(1, 1, "who am I?", "Ann"),
        *turn(2, 1, "who am I?", "Bob"),
    )
    script = Script.recorded(path)
    assert script(request("I am Bob", "who am I?")).text == "Bob"
    assert script(request("I am Ann", "who am I?")).text == "Ann"
    assert script(request("who am I?")).text == "Ann"


def test_an_unknown_prompt_fails_and_names_the_nearest(tmp_path):
    script = Script.recorded(write(tmp_path / "r", *turn(1, 0, "How warm is it?", "18")))
    answer = script(request("How warm is it"))
    assert answer == HttpError(
        400,
        "the recording r has no prompt 'How warm is it'; the nearest is 'How warm is it?' (line 2)",
    )
    empty = Script.recorded(write(tmp_path / "e"))(request("hi"))
    assert "it has no prompt at all" in empty.message


def test_a_model_call_that_was_not_recorded_fails_and_says_where(tmp_path):
    script = Script.recorded(write(tmp_path / "r", *turn(1, 0, "hi", "hello")))
    assert "the script has 1 step(s) for the prompt 'hi' (line 2 of r)" in (
        script(request("hi", step=1)).message
    )


def test_the_default_answers_what_the_recording_does_not_have(tmp_path):
    script = Script.recorded(write(tmp_path / "r", *turn(1, 0, "hi", "a")), default=Text("who?"))
    assert script(request("other")) == Text("who?")
    assert script(request("hi")) == Text("a", chunks=2)


def test_attachments_around_a_prompt_do_not_hide_it(tmp_path):
    path = write(
        tmp_path / "r", *turn(1, 0, "read it", "done", attached=True), *turn(1, 1, "it", "no")
    )
    asked = "read it\n\n\n\n<tagged_files>\n* /a\n</tagged_files>"
    assert Script.recorded(path)(request(asked)).text == "done"


def test_what_a_crash_took_out_of_the_transcript_is_replaced_by_what_came_later(tmp_path):
    path = write(
        tmp_path / "r",
        *turn(1, 0, "go", "lost"),
        *turn(1, 1, "on", "lost too"),
        *turn(1, 0, "go", "asked again", "kept"),
        RecordedAnswer(session=1, turn=0, step=1, text="and told again"),
        *turn(1, 1, "go", "second"),
    )
    script = Script.recorded(path)
    assert script(request("go")).text == "asked again"
    assert script(request("go", step=1)).text == "and told again"
    assert script(request("go", "go")).text == "second"
    assert isinstance(script(request("on")), HttpError)


def test_failures_before_an_answer_are_attempts_of_it(tmp_path):
    where = {"session": 1, "turn": 0, "step": 0}
    path = write(
        tmp_path / "r",
        Prompt(session=1, turn=0, text="go"),
        RecordedFailure(**where, status=500, retried=True),
        RecordedFailure(**where, retried=True, text="half", chunks=2),
        RecordedAnswer(**where, text="ok", chunks=1),
        RecordedAnswer(session=1, turn=0, step=1, text="and more", chunks=1),
    )
    script = Script.recorded(path)
    step = script(request("go"))
    assert isinstance(step, Attempts)
    assert step.steps == [
        HttpError(500, "recorded error"),
        Cut("half", 2, 2),
        Text("ok", chunks=1),
    ]
    assert script(request("go", step=1)) == Text("and more", chunks=1)


# --- The file -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "line", "says"),
    [
        (b"", 1, "no recording"),
        (b"a transcript\n", 1, "no recording"),
        (b'{"format":"other","version":1}\n', 1, "no recording"),
        (f'{{"format":"{FORMAT}","version":2}}\n'.encode(), 1, "version 2; .* reads version 1"),
        (f'{{"format":"{FORMAT}"}}\n'.encode(), 1, "version None; .* reads version 1"),
        (f'{{"format":"{FORMAT}","version":1}}\n{{"type":"x"}}\n'.encode(), 2, "damaged"),
        (f'{{"format":"{FORMAT}","version":1}}\nhalf\n'.encode(), 2, "damaged"),
    ],
)
def test_what_is_no_recording_of_this_version_is_refused(tmp_path, content, line, says):
    path = tmp_path / "r.jsonl"
    path.write_bytes(content)
    with pytest.raises(RecordingError, match=says) as caught:
        Script.recorded(path)
    assert (caught.value.path, caught.value.line) == (str(path), line)


def test_every_line_is_on_the_disk_when_it_is_written_and_a_torn_one_is_passed_over(tmp_path):
    path = tmp_path / "r.jsonl"
    file = RecordingFile(path, [], ca.SECRET_PATTERNS)
    file.begin(overwrite=False)
    for number, entry in enumerate(turn(1, 0, "hi", "one", "two")):
        file.append(entry)
        assert len(path.read_bytes().splitlines()) == number + 2
    whole = path.read_bytes()
    for cut in range(len(whole.splitlines(keepends=True)[0]), len(whole), 5):
        path.write_bytes(whole[:cut])
        Script.recorded(path)  # whatever a crash leaves of it can be read


async def test_a_file_that_is_there_is_not_overwritten_unasked(tmp_path, autojump_clock):
    path = tmp_path / "r.jsonl"
    path.write_text("precious")
    inner = Simulator()
    with pytest.raises(ca.CopilotError):
        async with ca.open_client(cli=RecordingTransport(path, inner), max_restarts=0):
            pass
    assert path.read_text() == "precious"
    assert not inner.processes
    async with ca.open_client(cli=RecordingTransport(path, inner, overwrite=True)):
        pass
    Script.recorded(path)


async def test_a_disk_that_fails_ends_the_recording_and_no_session(
    tmp_path, autojump_clock, caplog
):
    recorder = RecordingTransport(tmp_path / "r.jsonl", Simulator())
    async with ca.open_client(cli=recorder) as client:
        session = await client.create_session(model="m")
        await session.send_and_wait("one")
        (tmp_path / "r.jsonl").unlink()
        assert (await session.send_and_wait("two")).data.content == "two"
    assert isinstance(recorder.failure, FileNotFoundError)
    assert "is not complete" in caplog.text


# --- Secrets --------------------------------------------------------------------------------

KEY = "sk-test-0123456789abcdef"
LETTERS = st.text("abcdefgh0123456789", min_size=24, max_size=40)


async def test_what_the_client_was_told_is_not_in_the_file(tmp_path, autojump_clock):
    path = tmp_path / "r.jsonl"
    secrets = {
        "token": "gho-not-by-its-form-123",
        "variable": "the value of a variable",
        "key": "a key of no known form",
        "header": "a header of no known form",
        "own": "my word",
    }
    everything = " / ".join(secrets.values()) + f" {KEY} {tmp_path}/home/x"
    recorder = RecordingTransport(path, Simulator(Script.echo()), secrets=["my word"])
    async with ca.open_client(
        cli=recorder,
        env={"MY_TOKEN": secrets["variable"], "PATH": "/bin"},
        github_token=secrets["token"],
        home=tmp_path / "home",
    ) as client:
        early = await client.create_session(model="m")
        # Said before anybody knew that it is a secret.
        await early.send_and_wait(everything)
        session = await client.create_session(
            model="m",
            provider={
                "type": "openai",
                "base_url": "http://127.0.0.1:1/v1",
                "api_key": secrets["key"],
                "headers": {"X-Secret": secrets["header"]},
            },
        )
        await session.send_and_wait(everything)
    text = path.read_text()
    for name, secret in secrets.items():
        assert secret not in text, name
    assert KEY not in text
    assert text.count("[redacted]") > 10
    script = Script.recorded(path, secrets=[*secrets.values(), str(tmp_path)])
    assert isinstance(script(request("nothing")), HttpError)


@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_no_planted_secret_is_in_the_file_whatever_it_is_planted_in(tmp_path_factory, data):
    secret = data.draw(
        st.one_of(
            LETTERS.map("ghp_".__add__),
            LETTERS.map("github_pat_".__add__),
            LETTERS.map("sk-".__add__),
            LETTERS.map("Zz".__add__),  # of no known form, but behind "Bearer"
            st.text(min_size=6).filter(lambda text: text not in FORMAT and text.strip() == text),
        ),
        label="secret",
    )
    known = data.draw(st.booleans(), label="known") or not secret.isascii() or " " not in secret[:8]
    around = data.draw(st.tuples(st.text(max_size=9), st.text(max_size=9)), label="around")
    text = f"{around[0]} {'Bearer ' * secret.startswith('Zz')}{secret} {around[1]}"
    path = tmp_path_factory.mktemp("recording") / "r.jsonl"
    file = RecordingFile(path, [secret] if known else [], ca.SECRET_PATTERNS)
    file.begin(overwrite=False)
    late = data.draw(st.booleans(), label="known late")
    for entry in (
        Prompt(session=1, turn=0, text=text),
        RecordedAnswer(
            session=1,
            turn=0,
            step=0,
            text=text,
            tool_calls=[{"name": "t", "arguments": {"a": [text], text: {"b": text}}}],
        ),
        RecordedFailure(session=1, turn=0, step=1, status=500, message=text),
    ):
        file.append(entry)
    if late:
        file.hide([secret])
    for line in path.read_text().split("\n")[:-1]:
        assert not_in(json.loads(line), secret)
    replayed = Script.recorded(path, secrets=[secret] if known or late else [])(request(text))
    assert not isinstance(replayed, HttpError)


def not_in(value, secret):
    if isinstance(value, dict):
        return all(not_in(key, secret) and not_in(item, secret) for key, item in value.items())
    if isinstance(value, list):
        return all(not_in(item, secret) for item in value)
    return not isinstance(value, str) or secret not in value
