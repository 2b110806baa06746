"""``copilot-actors chat``: a conversation in the terminal."""

from __future__ import annotations

import argparse
import functools
import math
import sys
from collections.abc import Callable
from typing import Final, TypeVar

import msgspec
import trio

import copilot_actors as ca

from . import _chat_machine as m
from . import _chat_questions as questions
from ._answer_text import RECOVERED, RECOVERING, AnswerText
from ._client_arguments import (
    add_client_arguments,
    add_model_arguments,
    client_options,
    session_options,
)
from ._event_feed import EventFeed
from ._exit_codes import INTERRUPTED, OK, describe, exit_code_of, hint_for
from ._line_reader import LineReader
from ._permission_arguments import add_permission_arguments, permission_rules
from ._terminal import Terminal, printable, stderr, stdout
from ._usage import run_async
from ._writers import answer_writer

T = TypeVar("T")

DESCRIPTION: Final = f"""\
Talks to the model. Answers appear as they come, laid out as markdown if rich is installed
(pip install 'copilot-actors[terminal]'). What the model wants to do and --allow-tools and --deny
do not decide is asked here; without a terminal it is denied.

A crash of the CLI ends neither the chat nor the answer: one line says that the session recovers.

in the chat:
{m.HELP}
"""
EPILOG: Final = f"""\
examples:
  copilot-actors chat
  copilot-actors chat --resume my-session --model gpt-5
  echo "What is new in this folder?" | copilot-actors chat --allow-tools read

{describe()}"""
_READ_AHEAD: Final = 100
"""Prompts that may be entered while a turn runs."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument("--session-id", metavar="ID", help="id of the session, if it is a new one")
    parser.add_argument("--resume", metavar="ID", help="go on with a stored session")
    parser.add_argument(
        "--plain", action="store_true", help="print the answers as they are, without layout"
    )
    add_permission_arguments(parser)
    add_model_arguments(parser)
    add_client_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Chat until the user leaves."""
    client = client_options(arguments)
    options = session_options(arguments)
    chat = _Chat(arguments)
    options = msgspec.structs.replace(
        options,
        streaming=True,
        on_event=chat.feed.put,
        on_permission_request=ca.PermissionRules(
            permission_rules(arguments.allow_tools, arguments.deny),
            ask=chat.ask_permission if chat.interactive else None,
            default="ask" if chat.interactive else "deny",
        ),
        on_user_input_request=chat.ask_user if chat.interactive else None,
        on_exit_plan_mode_request=chat.ask_plan if chat.interactive else None,
    )
    return run_async(functools.partial(chat.run, client, options), on_interrupt=chat.interrupted)


class _Chat:
    """The shell around the state machine: performs its effects, and gives it its inputs."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self.feed = EventFeed()
        self._arguments = arguments
        self._out: Terminal = stdout()
        self._errors: Terminal = stderr()
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        markdown = not arguments.plain
        self._answer = AnswerText(answer_writer(self._out, markdown=markdown))
        self._state = m.ChatState()
        self._inputs, self._received = trio.open_memory_channel[m.Input](math.inf)
        self._room = trio.Event()
        self._reply: trio.Event = trio.Event()
        self._replied: str | None = None
        self._asking = trio.StrictFIFOLock()
        self._started = self._left = False
        self._prompted = False
        self._code = OK

    # --- Signals, events and lines --------------------------------------------------------

    def interrupted(self) -> bool:
        """Take a Ctrl-C while there is a chat; before and after it, the command ends by it."""
        if not self._started or self._left:
            return False
        self._inputs.send_nowait(m.Interrupt())
        return True

    async def _read(self) -> None:
        reader = LineReader(sys.stdin.fileno())
        while True:
            await self._room.wait()
            line = await trio.to_thread.run_sync(reader.line, abandon_on_cancel=True)
            if line is None:
                self._inputs.send_nowait(m.EndOfInput())
                return
            if not self.interactive:
                # A script's lines are prompts one after the other, not typed ahead.
                self._room = trio.Event()
            self._inputs.send_nowait(m.Line(line))

    def _print(self, event: ca.SessionEvent) -> None:
        if event.type == RECOVERING:
            self._note(f"recovering: {event.data.get('reason')}")
        elif event.type == RECOVERED:
            self._note("recovered")
        else:
            self._answer(event)

    # --- The conversation -----------------------------------------------------------------

    async def run(self, client: ca.ClientOptions, options: ca.SessionOptions) -> int:
        """Open the session and talk; return the exit code."""
        failure: Exception | None = None
        async with trio.open_nursery() as nursery:
            try:
                async with ca.open_client(client) as opened:
                    session = await self._open(opened, options)
                    await self._talk(session)
            except Exception as error:  # out of the nursery it would come in a group
                failure = error
            nursery.cancel_scope.cancel()
        if failure is not None:
            raise failure
        return self._code

    async def _open(self, client: ca.Client, options: ca.SessionOptions) -> ca.Session:
        arguments = self._arguments
        if arguments.resume is not None:
            return await client.resume_session(arguments.resume, options)
        return await client.create_session(options, session_id=arguments.session_id)

    async def _talk(self, session: ca.Session) -> None:
        if self.interactive:
            model = f", model {session.model}" if session.model else ""
            self._note(f"session {session.session_id}{model}; /help shows the commands")
        self._started = True
        failure: Exception | None = None
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._guarded, nursery.cancel_scope)
            nursery.start_soon(self._read)
            self._show_prompt(continued=False)
            self._make_room()
            try:
                async for given in self._received:
                    self._state, effects = m.step(self._state, given)
                    for effect in effects:
                        await self._perform(effect, session, nursery)
                    if self._left:
                        break
                    self._make_room()
            except Exception as error:
                failure = error
            nursery.cancel_scope.cancel()
        self._left = True
        self._answer.finish()
        if failure is None:
            failure = self._broken
        if failure is not None:
            raise failure
        if self.interactive and self._prompted:
            self._note(f"go on with: copilot-actors chat --resume {session.session_id}")

    _broken: Exception | None = None

    async def _guarded(self, scope: trio.CancelScope) -> None:
        try:
            await self.feed.write_to(self._print)
        except Exception as error:
            self._broken = error
            scope.cancel()

    def _make_room(self) -> None:
        state = self._state
        room = (
            len(state.queued) < _READ_AHEAD
            if self.interactive
            else state.phase is not m.Phase.RUNNING
        )
        if room:
            self._room.set()
        elif self._room.is_set():
            self._room = trio.Event()

    async def _perform(self, effect: m.Effect, session: ca.Session, nursery: trio.Nursery) -> None:
        if isinstance(effect, m.Send):
            self._prompted = True
            nursery.start_soon(self._turn, session, effect.prompt)
        elif isinstance(effect, m.Abort):
            nursery.start_soon(self._abort, session)
        elif isinstance(effect, m.Answer):
            self._replied = effect.text
            self._reply.set()
        elif isinstance(effect, m.Leave):
            self._left = True
            if effect.interrupted:
                self._code = INTERRUPTED
        elif isinstance(effect, m.Prompt):
            self._show_prompt(continued=effect.continued)
        elif isinstance(effect, m.Note):
            self._note(effect.text)
        else:
            await self._command(effect, session)

    async def _turn(self, session: ca.Session, prompt: str) -> None:
        try:
            await session.run_turn(prompt, timeout=None)
            await self.feed.drained()
        except ca.CopilotError as error:
            await self.feed.drained()
            self._answer.finish()
            if isinstance(error, ca.TurnAborted):
                self._note("aborted")
            else:
                self._fault(error)
            if isinstance(error, ca.ConnectionFault) or session.state in {"failed", "closed"}:
                self._code = exit_code_of(error)
                self._inputs.send_nowait(m.EndOfInput())
        self._inputs.send_nowait(m.TurnOver())

    async def _abort(self, session: ca.Session) -> None:
        try:
            await session.abort()
        except ca.CopilotError as error:
            self._fault(error)

    async def _command(self, command: m.Run, session: ca.Session) -> None:
        if command.name == "help":
            self._out.line(m.HELP)
        elif command.name == "id":
            self._out.line(session.session_id)
        elif not command.argument:
            self._out.line(session.model or "not known yet")
        else:
            try:
                switch = await session.set_model(command.argument)
            except ca.CopilotError as error:
                self._fault(error)
            else:
                self._note(f"model {switch.model}")

    # --- Questions ------------------------------------------------------------------------

    async def ask_permission(self, request: ca.PermissionRequest) -> ca.PermissionDecision:
        """Ask the person whether the model may do something."""
        lines = [questions.permission_question(request)]
        return await self._ask(lines, questions.permission_answer)

    async def ask_user(self, request: ca.UserInputRequest) -> str:
        """Ask the person what the model wants to know."""

        def read(text: str | None) -> str | None:
            if text is None:
                return "The user gave no answer."
            free = request.allow_freeform
            return questions.input_answer(text, request.choices, freeform=free)

        return await self._ask(questions.input_question(request), read)

    async def ask_plan(self, request: ca.ExitPlanModeRequest) -> bool:
        """Ask the person whether the plan is carried out."""
        return await self._ask(questions.plan_question(request), questions.plan_answer)

    async def _ask(self, lines: list[str], read: Callable[[str | None], T | None]) -> T:
        async with self._asking:
            await self.feed.drained()
            self._answer.finish()
            for line in lines[:-1]:
                self._out.line(line)
            while True:
                self._reply = trio.Event()
                self._out.text(self._out.styled(lines[-1], "bold"))
                self._inputs.send_nowait(m.Asked())
                try:
                    await self._reply.wait()
                except trio.Cancelled:
                    self._inputs.send_nowait(m.AskOver())
                    raise
                answer = read(self._replied)
                if answer is not None:
                    return answer

    # --- Output ---------------------------------------------------------------------------

    def _show_prompt(self, *, continued: bool) -> None:
        if self.interactive:
            self._out.text("... " if continued else self._out.styled("> ", "bold"))

    def _note(self, text: str) -> None:
        target = self._out if self.interactive else self._errors
        target.line(target.styled(printable(text), "dim"))

    def _fault(self, error: ca.CopilotError) -> None:
        errors = self._errors
        errors.line(f"{errors.styled('error:', 'red')} {printable(str(error))}")
        if hint := hint_for(error):
            errors.line(f"{errors.styled('hint:', 'bold')} {hint}")
