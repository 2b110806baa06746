"""``copilot-actors run``: one prompt, its answer, and an exit code that tells the outcome."""

from __future__ import annotations

import argparse
import functools
import sys
import time
from typing import Final

import msgspec
import trio

import copilot_actors as ca

from ._answer_text import RECOVERED, RECOVERING, AnswerText
from ._client_arguments import (
    add_client_arguments,
    add_model_arguments,
    client_options,
    duration,
    session_options,
)
from ._event_feed import EventFeed
from ._exit_codes import OK, describe, exit_code_of
from ._permission_arguments import add_permission_arguments, permission_rules
from ._terminal import Terminal, printable, stderr, stdout
from ._usage import UsageError, error_document, report, run_async
from ._writers import PlainWriter

DESCRIPTION: Final = """\
Sends one prompt and prints the answer as it comes. Only the answer goes to standard output;
what else there is to say goes to standard error.

What the model may do is decided by --allow-tools and --deny alone: everything that they do not
allow is denied, and the model is told so. Nobody is asked.

A crash of the CLI in the middle of the answer does not end it: the CLI is restarted and the turn
goes on; what is written already is not written twice.
"""
EPILOG: Final = f"""\
examples:
  copilot-actors run "What does this repository do?" --allow-tools read
  git diff | copilot-actors run - --timeout 5m
  copilot-actors run "And the tests?" --resume my-session --json
  copilot-actors run "Hello" --provider-url http://127.0.0.1:8080/v1 --model m \\
      --provider-key-env MY_KEY

{describe()}"""
DEFAULT_TIMEOUT: Final = 600.0


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument("prompt", metavar="PROMPT", help="the prompt; - reads standard input")
    parser.add_argument("--session-id", metavar="ID", help="id of the new session")
    parser.add_argument("--resume", metavar="ID", help="go on with a stored session")
    parser.add_argument(
        "--attach",
        metavar="FILE",
        action="append",
        default=[],
        help="attach a file; may be given several times",
    )
    parser.add_argument(
        "--timeout",
        metavar="TIME",
        type=duration,
        default=DEFAULT_TIMEOUT,
        help="limit for the turn, for instance 90, 5m (default: %(default)gs)",
    )
    parser.add_argument(
        "--no-stream", action="store_true", help="write each message when it is complete"
    )
    output = parser.add_mutually_exclusive_group()
    output.add_argument(
        "--json", action="store_true", help="print the result as one JSON document instead"
    )
    output.add_argument(
        "--events",
        action="store_true",
        help="print every event as a line of JSON, and the result as the last one",
    )
    add_permission_arguments(parser)
    add_model_arguments(parser)
    add_client_arguments(parser)


class RunResult(msgspec.Struct, frozen=True, kw_only=True):
    """What ``--json`` prints.

    Attributes:
        type: always ``"copilot_actors.run.result"``; tells it from the events of ``--events``.
        success: whether the turn ended well.
        exit_code: of the command.
        session_id: the session, for ``--resume``.
        message_id: the CLI's id of the prompt.
        text: the answer.
        duration_ms: from the prompt to the end of the turn.
        denied: what was asked for and not allowed, as ``kind: what``.
        recoveries: how often the CLI was replaced meanwhile.
        error: ``None``, or what went wrong: ``error``, ``message``, ``hint``, ``exit_code``.
    """

    type: str = "copilot_actors.run.result"
    success: bool
    exit_code: int
    session_id: str | None
    message_id: str | None = None
    text: str = ""
    duration_ms: int = 0
    denied: tuple[str, ...] = ()
    recoveries: int = 0
    error: dict[str, object] | None = None


def run(arguments: argparse.Namespace) -> int:
    """Send the prompt, print the answer."""
    if arguments.session_id is not None and arguments.resume is not None:
        raise UsageError("--session-id is for a new session, --resume for a stored one")
    client = client_options(arguments)
    rules = permission_rules(arguments.allow_tools, arguments.deny)
    session = session_options(arguments)
    prompt = read_prompt(arguments.prompt)
    turn = _Turn(arguments, rules)
    session = msgspec.structs.replace(
        session,
        streaming=not (arguments.json or arguments.no_stream),
        on_permission_request=turn.decide,
        on_event=turn.feed.put,
    )
    return run_async(functools.partial(turn.run, client, session, prompt))


def read_prompt(text: str) -> str:
    """Return the prompt: the argument, or standard input for ``-``.

    Raises:
        UsageError: there is nothing in it, or it is not UTF-8.
    """
    if text == "-":
        try:
            text = sys.stdin.buffer.read().decode()
        except UnicodeDecodeError as error:
            raise UsageError(f"standard input is not UTF-8: byte {error.start}") from error
    if not text.strip():
        raise UsageError("the prompt is empty")
    return text


def describe_request(request: ca.PermissionRequest) -> str:
    """Return what is asked for in one line: ``shell: git log``."""
    parts = (request.command, request.path, request.url, request.server_name, request.tool_name)
    what = " ".join(part for part in parts if part)
    return printable(f"{request.kind}: {what}" if what else request.kind).replace("\n", " ")


class _Turn:
    """One run: what it was told, and what it has seen."""

    def __init__(self, arguments: argparse.Namespace, rules: tuple[ca.PermissionRule, ...]) -> None:
        self.feed = EventFeed()
        self._arguments = arguments
        self._policy = ca.PermissionRules(rules)
        self._denied: list[str] = []
        self._recoveries = 0
        self._out: Terminal = stdout()
        self._errors: Terminal = stderr()
        self._answer = AnswerText(PlainWriter(self._out), stream=not arguments.no_stream)

    async def decide(self, request: ca.PermissionRequest) -> ca.PermissionDecision:
        """Decide a permission request by the rules, and say what was denied."""
        decision = await self._policy(request)
        if not decision.kind.startswith("approve"):
            what = describe_request(request)
            self._denied.append(what)
            self._note(f"denied {what} (allow it with --allow-tools)")
        return decision

    async def run(self, client: ca.ClientOptions, options: ca.SessionOptions, prompt: str) -> int:
        """Open a client and a session, run the turn, print."""
        failure: Exception | None = None
        result = RunResult(success=False, exit_code=1, session_id=None)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._write, nursery.cancel_scope)
            try:
                async with ca.open_client(client) as opened:
                    result = await self._talk(opened, options, prompt)
                    await self.feed.drained()
            except Exception as error:  # out of the nursery it would come in a group
                failure = error
            nursery.cancel_scope.cancel()
        if self._broken is not None:
            raise self._broken
        if failure is not None:
            raise failure
        self._answer.finish()
        if self._arguments.json or self._arguments.events:
            self._out.json(result)
        return result.exit_code

    _broken: Exception | None = None

    async def _write(self, scope: trio.CancelScope) -> None:
        try:
            await self.feed.write_to(self._print)
        except Exception as error:
            # The reader has left, or the disk behind it is full: nothing more to do here.
            self._broken = error
            scope.cancel()

    def _print(self, event: ca.SessionEvent) -> None:
        if event.type == RECOVERING:
            self._recoveries += 1
            self._note(f"recovering: {event.data.get('reason')}")
        elif event.type == RECOVERED:
            self._note("recovered; the turn goes on")
        if self._arguments.events:
            self._out.json(event.raw)
        elif not self._arguments.json:
            self._answer(event)

    async def _talk(self, client: ca.Client, options: ca.SessionOptions, prompt: str) -> RunResult:
        arguments = self._arguments
        begun = time.monotonic()
        if arguments.resume is not None:
            session = await client.resume_session(arguments.resume, options)
        else:
            session = await client.create_session(options, session_id=arguments.session_id)
        make = functools.partial(RunResult, session_id=session.session_id)
        try:
            begun = time.monotonic()
            turn = await session.run_turn(
                prompt,
                timeout=arguments.timeout,
                attachments=[ca.FileAttachment(path=path) for path in arguments.attach],
            )
        except ca.CopilotError as error:
            code = exit_code_of(error)
            await self.feed.drained()
            if not (arguments.json or arguments.events):
                self._answer.finish()
                report(error, as_json=False)
            return make(
                success=False,
                exit_code=code,
                message_id=getattr(error, "message_id", None),
                duration_ms=_since(begun),
                denied=tuple(self._denied),
                recoveries=self._recoveries,
                error=error_document(error, code),
            )
        text = "" if turn.answer is None else str(turn.answer.data.get("content", ""))
        return make(
            success=True,
            exit_code=OK,
            message_id=turn.message_id,
            text=text,
            duration_ms=_since(begun),
            denied=tuple(self._denied),
            recoveries=self._recoveries,
        )

    def _note(self, text: str) -> None:
        self._errors.line(self._errors.styled(text, "yellow"))


def _since(begun: float) -> int:
    return round((time.monotonic() - begun) * 1000)
