"""``copilot-actors chat`` in a pseudo terminal, on the real CLI."""

import os
import pty
import signal
import sys
from contextlib import contextmanager

import pytest
import trio

from copilot_actors.testing import Text, ToolCall, ToolCalls

pytestmark = [
    pytest.mark.real_cli,
    pytest.mark.skipif(sys.platform != "linux", reason="looks at /proc"),
]
PROMPT = "\n> "


def script(request):
    if request.prompt == "tool" and request.step == 0:
        return ToolCalls([ToolCall("bash", {"command": "echo hi", "description": "Say hi"})])
    if request.prompt == "ask" and request.step == 0:
        choices = {"question": "Which colour?", "choices": ["red", "blue"]}
        return ToolCalls([ToolCall("ask_user", choices)])
    if request.prompt == "slow":
        return Text(" ".join(map(str, range(100))), chunks=100, delay=0.1)
    if request.prompt == "killed":
        return Text("one two three four five six seven eight.", chunks=10, delay=0.2)
    if request.tool_results:
        return Text(f"Result: {request.tool_results[-1].content}")
    return Text(f"**{request.prompt}** ü\033[2J\n\n- done", chunks=4)


@contextmanager
def showing(screen):
    """Say what was on the screen when it did not show what was expected."""
    try:
        yield
    except BaseException as error:
        error.add_note(f"on the screen: {screen.text!r}")
        raise


class Screen:
    """A chat in a pseudo terminal: what is typed, and what it shows."""

    def __init__(self, process, descriptor):
        self.process = process
        self.descriptor = descriptor
        self.text = ""

    def type(self, text):
        os.write(self.descriptor, text.encode())

    async def until(self, *texts):
        """Read on until each text was shown; return what was shown since the call before."""
        with trio.fail_after(40), showing(self):
            while not all(text in self.text for text in texts):
                await trio.lowlevel.wait_readable(self.descriptor)
                piece = os.read(self.descriptor, 65536).decode()
                self.text = (self.text + piece).replace("\r\n", "\n")
        shown, self.text = self.text, ""
        return shown

    async def over(self):
        """Wait for the end; return the exit code and what was shown until then."""
        with trio.fail_after(40):
            code = await self.process.wait()
            while True:
                try:
                    piece = os.read(self.descriptor, 65536)
                except OSError:  # what Linux says at the end of a pseudo terminal
                    return code, self.text
                self.text += piece.decode()


@pytest.fixture
async def open_chat():
    """Start a chat; at the end nothing of it may be left."""
    opened, running = [], []

    async def start(command, *arguments, **variables):
        ours, theirs = pty.openpty()
        opened.append(ours)
        # A session of its own, so that the pseudo terminal is its terminal and Ctrl-C reaches it.
        process = await trio.lowlevel.open_process(
            [
                *(sys.executable, "-c", LAUNCH),
                *(*command.argv, "chat", *command.model, *arguments),
            ],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=command.env | {"NO_COLOR": "1"} | variables,
            start_new_session=True,
        )
        os.close(theirs)
        running.append(process)
        return Screen(process, ours)

    yield start
    for descriptor in opened:
        os.close(descriptor)
    for process in running:
        if process.returncode is None:  # the test has failed
            process.kill()
            await process.wait()


LAUNCH = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""


async def test_a_conversation_with_questions_a_crash_and_two_interrupts(
    open_command, open_chat, processes
):
    async with open_command(script) as command:
        screen = await open_chat(command, "--session-id", "talk")
        assert "session talk, model gpt-4.1" in await screen.until("> ")
        screen.type('"""\nhello\n"""\n')
        shown = await screen.until("• done" + PROMPT)
        assert "hello ü[2J" in shown  # laid out, and without the escape of the model
        assert "\033" not in shown

        screen.type("tool\n")
        assert "allow shell: echo hi?" in await screen.until("[N]o: ")
        screen.type("what\n")
        await screen.until("[N]o: ")
        screen.type("y\n")
        assert "hi" in (await screen.until("Result: ", PROMPT)).split("Result: ")[-1]

        screen.type("ask\n")
        assert "2. blue" in await screen.until("your own answer: ")
        screen.type("2\n")
        assert "blue" in (await screen.until("Result: ", PROMPT)).split("Result: ")[-1]

        screen.type("killed\n")
        await screen.until("one two")
        for pid in processes.marked(screen.process.pid):
            os.kill(pid, signal.SIGKILL)
        shown = await screen.until("eight.\n" + PROMPT[1:])
        assert shown.count("recovering: ") == 1
        assert "\nrecovered\n" in shown

        screen.type("/model\n/id\n/help\n")
        shown = await screen.until("leaves when it is pressed again\n" + PROMPT[1:])
        assert "gpt-4.1\n" in shown
        assert "talk\n" in shown

        screen.type("slow\n")
        await screen.until("1 2 3")
        screen.type("\x03")
        await screen.until("aborting", "\naborted\n", PROMPT)
        screen.type("\x03")
        code, shown = await screen.over()
    assert code == 130
    assert "chat --resume talk" in shown
    assert processes.left_by(screen.process.pid) == set()


async def test_ctrl_c_twice_at_an_empty_prompt_and_ctrl_d_leave(open_command, open_chat, processes):
    async with open_command(script) as command:
        screen = await open_chat(command, "--plain", TERM="dumb")
        await screen.until("> ")
        screen.type("\x03")
        await screen.until("press Ctrl-C again to leave" + PROMPT)
        screen.type("hello\n")
        assert "**hello** ü" in await screen.until("- done" + PROMPT)
        screen.type("\x03")
        await screen.until("press Ctrl-C again to leave" + PROMPT)
        screen.type("\x03")
        assert (await screen.over())[0] == 130
        other = await open_chat(command)
        await other.until("> ")
        other.type("\x04")
        assert (await other.over())[0] == 0
    assert processes.left_by(screen.process.pid) == set()
