"""The demo's end when its session fails: one line that says why, and the documented exit code."""

from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

import copilot_actors
from copilot_actors._cli import _command_demo, main


class FailingSession:
    """Answers some questions, then raises."""

    session_id = "s"

    def __init__(self, error, answers):
        self.error = error
        self.answers = answers

    async def on(self, show):
        await trio.lowlevel.checkpoint()

    async def send_and_wait(self, question, **_options):
        await trio.lowlevel.checkpoint()
        if self.answers:
            self.answers -= 1
            return
        raise self.error


class FailingClient:
    """Has one session."""

    pid = None

    def __init__(self, session):
        self.session = session

    async def create_session(self, options):
        await trio.lowlevel.checkpoint()
        return self.session


@pytest.mark.parametrize("answers", [0, 1])
@pytest.mark.parametrize(
    ("error", "code"),
    [
        (copilot_actors.TurnTimeout("s", "m", 0.3, aborted=True), 1),
        (copilot_actors.SessionFailed("s", "a bug"), 1),
        (copilot_actors.ConnectionLost("the pipe broke"), 3),
        (copilot_actors.ConnectionStopped(), 3),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_question_that_fails_is_an_error_line_and_its_exit_code(
    monkeypatch, capsys, error, code, answers
):
    @asynccontextmanager
    async def open_client(**_options):
        yield FailingClient(FailingSession(error, answers))

    monkeypatch.setattr(copilot_actors, "open_client", open_client)
    monkeypatch.setattr(_command_demo, "find_cli", lambda *_: Path("/nowhere/copilot"))
    assert main(["demo"]) == code
    assert capsys.readouterr().err == f"error: {error}\n"
