"""The copilot-actors command on the real CLI: no terminal, pipes, signals, wrong settings."""

import functools
import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

import pytest
import trio

from copilot_actors._cli._exit_codes import EXIT_CODES
from copilot_actors.testing import Text, ToolCall, ToolCalls
from copilot_actors.transport import cli_cache_dir

pytestmark = pytest.mark.real_cli
ANSWER = "Grüße, 世界."
TOUCH = ToolCalls([ToolCall("bash", {"command": "echo hi", "description": "Say hi"})])


def script(request):
    if request.prompt == "tool" and request.step == 0:
        return TOUCH
    if request.prompt == "tool":
        return Text(f"Result: {request.tool_results[-1].content}")
    if request.prompt == "slow":
        return Text(" ".join(map(str, range(100))), chunks=100, delay=0.1)
    if request.prompt == "killed":
        return Text("one two three four five six seven eight.", chunks=10, delay=0.15)
    return Text(ANSWER, chunks=4)


@pytest.mark.parametrize(
    "variables",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        pytest.param({"NO_COLOR": "1"}, marks=pytest.mark.exhaustive("real")),
    ],
    ids=["ascii", "no colour"],
)
async def test_run_prints_the_answer_alone_in_any_encoding(open_command, variables):
    ascii_only = "LC_ALL" in variables
    async with open_command(script) as command:
        given = ["run", "-", *command.model, *(["--json"] if ascii_only else [])]
        done = await command(*given, stdin=b"hello\n", **variables)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    if ascii_only:
        assert done.stdout.isascii()
        result = json.loads(done.stdout)
        assert (result["text"], result["success"], result["error"]) == (ANSWER, True, None)
    else:
        assert done.stdout == ANSWER + "\n"


@pytest.mark.exhaustive("real")  # the page below shows it too
async def test_run_denies_what_is_not_allowed_and_lets_through_what_is(open_command):
    async with open_command(script) as command:
        denied = await command("run", "tool", *command.model, "--json", "--session-id", "one")
        allowed = await command(
            "run", "tool", *command.model, "--resume", "one", "--allow-tools", "shell(echo*)"
        )
        again = await command("run", "x", *command.model, "--session-id", "one")
    result = json.loads(denied.stdout)
    assert (denied.returncode, result["session_id"]) == (0, "one")
    assert result["denied"] == ["shell: echo hi"]
    assert "denied shell: echo hi" in denied.stderr
    assert "hi" in allowed.stdout.split("Result: ")[1]
    assert allowed.stderr == ""
    assert again.returncode == 8
    assert "--resume" in again.stderr


async def test_events_are_lines_of_json_and_a_limit_is_exit_code_7(open_command):
    async with open_command(script) as command:
        done = await command("run", "slow", *command.model, "--events", "--timeout", "1")
    *events, result = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 7
    assert "assistant.message_delta" in [event["type"] for event in events]
    assert result["error"]["error"] == "TurnTimeout"
    assert result["error"]["exit_code"] == result["exit_code"] == 7


async def test_a_closed_pipe_and_closed_streams_end_it_quietly(open_command, processes):
    async with open_command(script) as command:
        line = " ".join([*command.argv, "run", "slow", *command.model, "--events"])
        piped = await trio.run_process(
            ["bash", "-c", f"{line} | head -n 1; echo ${{PIPESTATUS[0]}}"],
            capture_stdout=True,
            capture_stderr=True,
            env=command.env,
        )
        closed = await trio.run_process(
            ["bash", "-c", f"{line.replace('slow', 'hello')} <&- >&- 2>&-"],
            check=False,
            env=command.env,
        )
    assert piped.stdout.decode().endswith("\n141\n")
    assert piped.stderr == b""
    assert closed.returncode == 0


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (signal.SIGINT, 130),
        pytest.param(signal.SIGTERM, 143, marks=pytest.mark.exhaustive("real")),
    ],
)
async def test_a_signal_ends_it_in_good_order(open_command, processes, number, code):
    async with open_command(script) as command:
        process = await trio.lowlevel.open_process(
            [*command.argv, "run", "slow", *command.model],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=command.env,
        )
        async with process.stdout, process.stderr:
            with trio.fail_after(60):
                await process.stdout.receive_some()
                process.send_signal(number)
                errors = b""
                async for piece in process.stderr:
                    errors += piece
                assert await process.wait() == code
    assert b"Traceback" not in errors
    assert processes.left_by(process.pid) == set()


async def test_run_survives_a_kill_of_the_cli_and_writes_each_word_once(open_command, processes):
    async with open_command(script) as command:
        process = await trio.lowlevel.open_process(
            [*command.argv, "run", "killed", *command.model],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=command.env,
        )
        async with process.stdout, process.stderr:
            with trio.fail_after(60):
                out = bytes(await process.stdout.receive_some())
                for pid in processes.marked(process.pid):
                    os.kill(pid, signal.SIGKILL)
                async for piece in process.stdout:
                    out += piece
                errors = b""
                async for piece in process.stderr:
                    errors += piece
                assert await process.wait() == 0, errors
    assert out.decode() == "one two three four five six seven eight.\n"
    assert errors.count(b"recovering") == 1
    assert errors.count(b"recovered") == 1


@pytest.mark.exhaustive("real")  # the page below shows it too
async def test_a_chat_without_a_terminal_takes_its_lines_as_prompts(open_command):
    lines = 'hello\n/id\n"""\ntool\n"""\n/nope\n/exit\nnever\n'
    async with open_command(script) as command:
        done = await command(
            "chat", *command.model, "--session-id", "c", stdin=lines.encode(), LANG="C"
        )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[:2] == [ANSWER, "c"]
    assert "Result: " in done.stdout
    assert "rules of this program" in done.stdout
    assert "\033" not in done.stdout + done.stderr
    assert "there is no /nope" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "error"),
    [
        (["run", "x", "--cli", "/nowhere", "--json"], 3, "CliNotFound"),
        (["run", "x", "--cli", "/bin/true", "--events"], 3, "CliExited"),
        (["run", "x", "--connect", "ws://127.0.0.1:1/", "--json"], 3, "ConnectFailed"),
        pytest.param(
            ["run", "x", "--resume", "nope", "--json"],
            4,
            "SessionNotFound",
            marks=pytest.mark.exhaustive("real"),
        ),
        pytest.param(
            ["run", "x", "--attach", "/nowhere/file", "--json"],
            2,
            "InvalidAttachment",
            marks=pytest.mark.exhaustive("real"),
        ),
        (["sessions", "show", "nope", "--json"], 4, "SessionNotFound"),
        (["sessions", "export", "nope", "--json"], 4, "SessionNotFound"),
        (["sessions", "recover", "nope", "--json"], 4, "SessionNotFound"),
        (["sessions", "prune", "--idle-for", "1d", "--json"], 2, "UsageError"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
async def test_each_failure_is_one_document_with_its_exit_code(
    open_command, arguments, code, error
):
    async with open_command(script) as command:
        done = await command(*arguments)
    failure = json.loads(done.stdout.splitlines()[-1])
    failure = failure.get("error") if isinstance(failure.get("error"), dict) else failure
    assert (done.returncode, failure["error"], failure["exit_code"]) == (code, error, code)
    assert done.stderr == ""


@pytest.mark.exhaustive("real")
async def test_commands_use_a_server_that_runs_already_and_leave_it_running(open_command):
    async with open_command(script) as command:
        server = await trio.lowlevel.open_process(
            [command.env["COPILOT_CLI_PATH"], "--headless", "--no-auto-update", "--port", "0"],
            env=command.env | {"COPILOT_CONNECTION_TOKEN": "token-0123456789"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
        )
        try:
            said = (await server.stdout.receive_some()).decode()
            address = f"tcp://127.0.0.1:{re.search(r'port ([0-9]+)', said)[1]}"
            there = ["--connect", address, "--token-env", "TOKEN"]
            codes = []
            for arguments in (
                ["run", "hello", "--session-id", "s", *command.model, *there],
                ["sessions", "list", "--repository", "nobody/nothing", *there],
                ["doctor", *there],
                ["sessions", "recover", "s", *command.model, *there],
                ["sessions", "delete", "s", "--yes", *there],
                ["run", "hello", "--connect", address],
            ):
                done = await command(*arguments, TOKEN="token-0123456789")
                codes.append(done.returncode)
                assert "token-0123456789" not in done.stdout + done.stderr
            assert codes == [0, 0, 0, 0, 0, 3]
            assert "--token-env" in done.stderr
            assert server.returncode is None
        finally:
            server.kill()
            with trio.CancelScope(shield=True):
                await server.wait()
                await server.stdout.aclose()


# --- The page ---------------------------------------------------------------------------------

PAGE = Path(__file__).parents[2] / "docs" / "command.md"
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
CHANGING = (
    # What a machine is like: other programs on it, how its CLI was installed.
    (r"(ok|warn) +(processes|integrity|space) .*(\n +hint:.*)?", r"\2"),
    (r"\d+(\.\d+)? (s|B|kB|MB|GB)\b", "N UNIT"),
    (r"\d{4}-\d\d-\d\dT[0-9:.]+Z", "TIME"),
    (r'"duration_ms":\d+', '"duration_ms":N'),
    (r'"message_id":"[^"]+"', '"message_id":"ID"'),
    (r"\d+\.\d+\.\d+", "VERSION"),
    (r"\b\d+ events", "N events"),
    (r" +", " "),
)


def settled(text):
    """The text without what differs from run to run."""
    for pattern, instead in CHANGING:
        text = re.sub(pattern, instead, text)
    return text


def page_script(request):
    if "delete" in request.prompt and request.step == 0:
        return ToolCalls([ToolCall("bash", {"command": "rm -r build", "description": "Clean"})])
    if "delete" in request.prompt:
        return Text("I was not allowed to delete the folder.")
    return Text("A lease says who may use a session, and until when.")


async def transcript(command, line, folder):
    """What a command of the page prints to a terminal: both streams, in order."""
    model = " ".join(command.model)
    shell = (
        'copilot-actors() { local m=""; case "$1 $2" in run*|chat*|doctor*|*recover) m=$MODEL ;; esac; '
        '$PROGRAM "$@" $m; }\n'
    )
    done = await trio.run_process(
        ["bash", "-c", shell + line],
        capture_stdout=True,
        stderr=subprocess.STDOUT,
        check=False,
        env=command.env | {"PROGRAM": " ".join(command.argv), "MODEL": model},
        cwd=folder,
    )
    printed = done.stdout.decode()
    for path, shown in (
        (str(folder), "/home/alice/work"),
        (str(command.home), "/home/alice/.copilot"),
        (command.env["COPILOT_CLI_PATH"], "/home/alice/.cache/copilot-actors/cli/1.0.102/copilot"),
        (f"{cli_cache_dir()}:", "/home/alice/.cache/copilot-actors/cli:"),
    ):
        printed = printed.replace(path, shown)
    return printed


async def test_the_page_shows_what_the_commands_print(open_command, request):
    page = PAGE.read_text(encoding="utf-8")
    blocks = [block for block in BLOCK.findall(page) if block.startswith("$ ")]
    assert len(blocks) > 10
    # As long as what the page shows for it, so that the table is as wide.
    folder = Path(tempfile.mkdtemp(prefix="ca-", dir="/tmp"))
    request.addfinalizer(functools.partial(shutil.rmtree, folder))
    written = page
    async with open_command(page_script) as command:
        for block in blocks:
            line, expected = block.split("\n", 1)
            printed = await transcript(command, line.removeprefix("$ "), folder)
            if settled(printed) != settled(expected):
                written = written.replace(block, f"{line}\n{printed}")
    if "COPILOT_ACTORS_RECORD" in os.environ:
        PAGE.write_text(written, encoding="utf-8")
    else:
        assert written == page, "run this test with COPILOT_ACTORS_RECORD=1"


def test_the_page_has_every_exit_code():
    page = PAGE.read_text(encoding="utf-8")
    for one in EXIT_CODES:
        assert f"| {one.code} | {one.meaning.replace('|', chr(92) + '|')} |\n" in page
