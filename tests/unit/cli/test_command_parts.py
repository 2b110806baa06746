"""The pure parts of the commands: texts, tables, rules, exit codes, completion."""

import argparse
import datetime as dt
import inspect
import io
import json
import os
import subprocess

import pytest
import trio

import copilot_actors as ca
from copilot_actors import SessionEvent
from copilot_actors._cli import _chat_questions as questions
from copilot_actors._cli import _client_arguments as arguments
from copilot_actors._cli import _command_completion as completion
from copilot_actors._cli import _event_feed, _exit_codes, _tables
from copilot_actors._cli._answer_text import AnswerText
from copilot_actors._cli._doctor_checks import check_cli, check_storage
from copilot_actors._cli._line_reader import LineReader
from copilot_actors._cli._main import build_parser, main
from copilot_actors._cli._permission_arguments import permission_rules
from copilot_actors._cli._terminal import Terminal, printable
from copilot_actors._cli._usage import UsageError
from copilot_actors._cli._writers import MarkdownBlocks, answer_writer, render_markdown

# --- The answer -------------------------------------------------------------------------------


class Page:
    """Collects what is written, with a mark for each end."""

    def __init__(self):
        self.text = ""

    def write(self, text):
        self.text += text

    def end(self):
        self.text += "|"


def delta(text, **more):
    return SessionEvent("assistant.message_delta", data={"deltaContent": text}, **more)


def message(text, **more):
    return SessionEvent("assistant.message", data={"content": text}, **more)


WITHDRAWN = SessionEvent("copilot_actors.message.withdrawn")
LAGGED = SessionEvent("copilot_actors.subscription.lagged", data={"skipped": 3})


@pytest.mark.parametrize(
    ("events", "written"),
    [
        ([message("ab")], "ab|"),
        ([delta("a"), delta("b"), message("ab")], "ab|"),
        ([delta("a"), message("ab")], "ab|"),
        ([message(""), message("x")], "x|"),
        ([message("a"), message("b")], "a|b|"),
        ([delta("a"), delta("b"), WITHDRAWN, delta("a"), delta("bc"), message("abc")], "abc|"),
        ([delta("ab"), WITHDRAWN, delta("xy"), message("xyz")], "ab|xyz|"),
        ([delta("abc"), WITHDRAWN, message("ab")], "abc|ab|"),
        ([delta("a"), LAGGED, delta("d"), message("abcd"), delta("e"), message("ef")], "abcd|ef|"),
        ([delta("a", agent_id="sub"), message("b", agent_id="sub")], ""),
        ([SessionEvent("assistant.message", data={"content": 7})], ""),
        ([delta("a")], "a|"),
    ],
)
def test_each_piece_of_an_answer_is_written_once(events, written):
    page = Page()
    answer = AnswerText(page)
    for event in events:
        answer(event)
    answer.finish()
    assert page.text.replace("||", "|") == written


def test_without_streaming_only_whole_messages_are_written():
    page = Page()
    answer = AnswerText(page, stream=False)
    answer(delta("a"))
    assert page.text == ""
    answer(message("ab"))
    assert page.text == "ab|"


@pytest.mark.parametrize("size", [1, 3, 1000])
def test_markdown_is_cut_into_the_same_blocks_however_it_comes(size):
    text = "# Head\n\none\ntwo\n\n\n```py\na\n\nb\n```\n~~~\n```\n~~~\n- x\n- y\n"
    blocks = MarkdownBlocks()
    found = []
    for at in range(0, len(text), size):
        found += blocks.feed(text[at : at + size])
    found += blocks.end()
    assert found == ["# Head", "one\ntwo", "```py\na\n\nb\n```", "~~~\n```\n~~~", "- x\n- y"]
    assert blocks.end() == []


def test_markdown_without_colour_has_no_escapes():
    assert "\033" not in render_markdown("# a **b** `c`", width=40, color=False)
    assert "\033[" in render_markdown("# a **b** `c`", width=40, color=True)


class Tty(io.StringIO):
    encoding = "ascii"

    def isatty(self):
        return True


def test_an_answer_on_a_terminal_moves_no_cursor_and_needs_no_utf8():
    for markdown in (False, True):
        stream = Tty()
        writer = answer_writer(Terminal(stream, {"NO_COLOR": "1"}), markdown=markdown)
        writer.write("a\033]0;title\a \u00fc\n\n- x\r\n")
        writer.end()
        text = stream.getvalue()
        assert "\033" not in text
        assert "\a" not in text
        assert "?" in text


async def test_a_feed_keeps_the_order_and_tells_of_what_it_dropped(monkeypatch):
    monkeypatch.setattr(_event_feed, "MAX_WAITING", 2)
    feed, written = _event_feed.EventFeed(), []
    for number in range(4):
        feed.put(SessionEvent("assistant.message_delta", id=str(number), ephemeral=True))
    feed.put(SessionEvent("assistant.message", id="m"))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(feed.write_to, written.append)
        await feed.drained()
        nursery.cancel_scope.cancel()
    assert [event.id for event in written] == ["0", "1", "", "m"]
    assert written[2].data["skipped"] == 2


# --- The terminal -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("stream", "env", "color"),
    [
        (io.StringIO, {"FORCE_COLOR": "1"}, True),
        (io.StringIO, {"FORCE_COLOR": "0"}, False),
        (io.StringIO, {"FORCE_COLOR": ""}, False),
        (io.StringIO, {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (Tty, {"TERM": "dumb", "FORCE_COLOR": "1"}, True),
    ],
)
def test_forced_colours_yield_to_no_color(stream, env, color):
    assert Terminal(stream(), env).color is color


def test_json_survives_a_stream_that_is_not_utf8_and_names_that_are_no_unicode():
    for value in ("Grüße", "\udcff"):
        stream = Tty()
        Terminal(stream, {"TERM": "dumb"}).json({"a": value})
        assert json.loads(stream.getvalue()) == {"a": value}
        assert stream.getvalue().isascii()


def test_printable_text_has_no_control_characters():
    assert printable("a\033[2Jb\x9b\x00\tc\nd\r") == "a[2Jb\tc\nd"


def test_lines_come_in_whole_whatever_the_pieces():
    read, write = os.pipe()
    os.write(write, "ä\r\nb\n\nlast \xff".encode("latin-1"))
    os.write(write, b"\n rest")
    os.close(write)
    reader = LineReader(read)
    lines = [reader.line() for _ in range(6)]
    os.close(read)
    assert lines == ["\ufffd", "b", "", "last \ufffd", " rest", None]


# --- Arguments --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("90", 90), ("30s", 30), ("1.5m", 90), ("12h", 43_200), ("30d", 2_592_000), ("2w", 1_209_600)],
)
def test_durations(text, seconds):
    assert arguments.duration(text) == seconds


@pytest.mark.parametrize("text", ["", "d", "-1", "1y", "nan", "inf", "1 2"])
def test_what_is_no_duration_is_refused(text):
    with pytest.raises(argparse.ArgumentTypeError):
        arguments.duration(text)


def request(kind, **details):
    return ca.PermissionRequest(
        request_id="r", session_id="s", kind=kind, tool_call_id=None, details=details
    )


LS = request("shell", fullCommandText="ls -l", commands=[{"identifier": "ls"}])
RM = request("shell", fullCommandText="rm -r x", commands=[{"identifier": "rm"}])
READ = request("read", path="/repo/a")


@pytest.mark.parametrize(
    ("allow", "deny", "asked", "allowed"),
    [
        ([], [], LS, False),
        (["shell"], [], LS, True),
        (["shell(ls*)"], [], LS, True),
        (["shell(ls*)"], [], RM, False),
        (["all"], [], RM, True),
        (["all"], ["shell(rm*)"], RM, False),
        (["all"], ["all"], READ, False),
        (["read(/repo)"], [], READ, True),
        (["read"], [], LS, False),
    ],
)
async def test_what_no_rule_allows_is_denied(allow, deny, asked, allowed):
    decision = await ca.PermissionRules(permission_rules(allow, deny))(asked)
    assert (decision.kind == "approve-once") is allowed


@pytest.mark.parametrize("rule", ["", "nope", "SHELL", "memory(x)", "shell(", "shell()"])
def test_what_is_no_rule_is_refused(rule):
    with pytest.raises(UsageError):
        permission_rules([rule], [])


@pytest.mark.parametrize(
    "given",
    [
        ["run", "x", "--token-env", "T"],
        ["run", "x", "--connect", "http://h"],
        ["run", "x", "--connect", "ws://h", "--cli", "/x"],
        ["run", "x", "--connect", "ws://h", "--token-env", "NOT_SET"],
        ["run", "x", "--provider-key-env", "NOT_SET"],
        ["run", "x", "--provider-url", "http://h/v1", "--provider-key-env", "NOT_SET"],
        ["run", "x", "--provider-url", "nonsense"],
        ["run", "x", "--allow-tools", "nope"],
        ["run", "x", "--timeout", "soon"],
        ["run", "x", "--resume", "a", "--session-id", "b"],
        ["run", "  "],
        ["chat", "--deny", "nope"],
        ["sessions"],
        ["sessions", "prune", "--yes"],
        ["sessions", "show", "a", "--connect", "ws://h"],
        ["sessions", "show", "../x"],
        ["sessions", "list", "--limit", "0"],
        ["completion", "tcsh"],
    ],
    ids=" ".join,
)
def test_a_wrong_command_line_is_exit_code_2_before_anything_starts(given, monkeypatch, capsys):
    monkeypatch.delenv("NOT_SET", raising=False)
    monkeypatch.setenv("COPILOT_CLI_PATH", "/nowhere")
    assert main(given) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert "error" in output.err


def test_a_key_is_in_no_message(monkeypatch, capsys):
    monkeypatch.setenv("KEY", "sk-test-0123456789abcdef")
    given = ["run", "x", "--provider-url", "bad", "--provider-key-env", "KEY"]
    assert main(given) == 2
    assert "0123456789" not in "".join(capsys.readouterr())


# --- Exit codes -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (ca.InvalidOption("a", "b"), 2),
        (ca.CliNotFound([]), 3),
        (ca.ConnectionLost("x"), 3),
        (ca.SessionNotFound("s"), 4),
        (ca.SessionInUse("s", ca.Holder(host="h", pid=1)), 8),
        (ca.StoreError("p", "r"), 6),
        (ca.TurnTimeout("s", None, 1, aborted=True), 7),
        (ca.TurnAborted("s", None), 1),
        (ca.CopilotError("x"), 1),
        (ValueError(), 1),
    ],
    ids=lambda value: type(value).__name__,
)
def test_errors_have_exit_codes(error, code):
    assert _exit_codes.exit_code_of(error) == code


def test_every_exit_code_is_in_the_table_once_and_the_help_shows_it(capsys):
    codes = [one.code for one in _exit_codes.EXIT_CODES]
    assert codes == sorted(set(codes))
    named = {
        value
        for name, value in inspect.getmembers(_exit_codes)
        if name.isupper() and isinstance(value, int)
    }
    assert named == set(codes)
    for command in ([], ["run"], ["chat"], ["sessions"], ["sessions", "list"], ["doctor"]):
        assert main([*command, "--help"]) == 0
        text = capsys.readouterr().out
        assert "example" in text
        for one in _exit_codes.EXIT_CODES:
            assert f"\n  {one.code:<4} {one.meaning}\n" in text


def test_a_full_disk_behind_the_output_is_one_line_and_exit_code_6(monkeypatch, capsys):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Terminal, "text", full)
    assert main(["completion", "bash"]) == 6
    assert capsys.readouterr().err == "error: No space left on device\n"


# --- Questions, tables, checks, completion ----------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("y", "approve-once"),
        (" YES ", "approve-once"),
        ("a", "approve-for-session"),
        ("n", "reject"),
        ("", "reject"),
        (None, "reject"),
        ("perhaps", None),
    ],
)
def test_answers_to_a_permission_question(text, kind):
    decision = questions.permission_answer(text)
    assert (None if decision is None else decision.kind) == kind


@pytest.mark.parametrize(
    ("text", "freeform", "answer"),
    [
        ("2", False, "blue"),
        ("red", False, "red"),
        ("green", False, None),
        ("green", True, "green"),
        ("3", False, None),
        ("", True, None),
    ],
)
def test_answers_to_a_question_with_choices(text, freeform, answer):
    assert questions.input_answer(text, ("red", "blue"), freeform=freeform) == answer


def test_a_table_is_as_wide_as_its_texts_and_cut_at_the_terminal():
    lines = _tables.table(("A", "B"), [("日本", "x" * 50), ("a\033", "y\nz")], width=20)
    assert lines == ["A     B", "日本  " + "x" * 11 + "...", "a     y z"]


@pytest.mark.parametrize(
    ("size", "text"), [(0, "0 B"), (999, "999 B"), (1500, "1.5 kB"), (2_000_000_000, "2.0 GB")]
)
def test_sizes(size, text):
    assert _tables.size_text(size) == text


@pytest.mark.parametrize(("seconds", "text"), [(5, "now"), (90, "1m"), (7200, "2h"), (9e5, "1w")])
def test_ages(seconds, text):
    now = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
    assert _tables.age_text(now - dt.timedelta(seconds=seconds), now) == text
    assert _tables.age_text(None, now) == "?"


def test_doctor_finds_a_damaged_cli_and_a_folder_that_cannot_be_written(tmp_path):
    cli = tmp_path / "copilot"
    cli.write_text("#!/bin/sh\n")
    cli.chmod(0o755)
    (tmp_path / "install.json").write_text('{"version": "1.0.102", "size": 5}')
    assert [one.status for one in check_cli(str(cli), {})] == ["ok", "fail"]
    (missing,) = check_cli(str(tmp_path / "none"), {})
    assert (missing.status, "install-cli" in missing.hint) == ("fail", True)
    (storage,) = check_storage(tmp_path / "copilot" / "home")
    assert (storage.status, "--home" in storage.hint) == ("fail", True)
    assert [one.name for one in check_storage(tmp_path / "new")] == ["storage", "space"]


def test_completion_knows_every_command_and_option():
    words = completion.words_of(build_parser(chosen="*"))
    assert {"", "run", "sessions", "sessions prune", "completion"} <= set(words)
    assert "--provider-key-env" in [one.text for one in words["run"]]
    for write in (completion.bash, completion.zsh, completion.fish):
        assert "prune" in write(words)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (["ses"], "sessions"),
        (["sessions", "pr"], "prune"),
        (["sessions", "list", "--off"], "--offline"),
        (["run", "--log-level", "deb"], "debug"),
        (["completion", "f"], "fish"),
    ],
)
def test_bash_completes(line, expected, capsys):
    assert main(["completion", "bash"]) == 0
    script = capsys.readouterr().out
    asked = (
        'COMP_WORDS=(copilot-actors "$@"); COMP_CWORD=$#; _copilot_actors; echo "${COMPREPLY[*]}"'
    )
    done = subprocess.run(
        ["bash", "-c", script + asked, "bash", *line], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == expected
