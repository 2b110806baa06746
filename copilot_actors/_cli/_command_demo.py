"""``copilot-actors demo``: kill the CLI in the middle of a turn and watch the session survive."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
import trio

import copilot_actors
from copilot_actors import JsonValue, SessionEvent
from copilot_actors.testing import (
    ModelRequest,
    Step,
    Text,
    ToolCall,
    ToolCalls,
    open_scripted_model,
)
from copilot_actors.transport import find_cli

from ._terminal import Terminal, stderr, stdout

DESCRIPTION: Final = """\
Opens a supervised session on the real Copilot CLI, asks it two questions, and kills the CLI with
SIGKILL in the middle of each turn: once while a tool runs, once while the answer streams. The
supervisor restarts the CLI and resumes the session; the pending tool call is answered, the same
subscription goes on, and both calls return the right answer.

By default everything runs on this machine: a scripted model on loopback answers, no account is
needed and no network is used. With --model the CLI's own models answer, through the GitHub
account that the CLI is signed in to.
"""
EPILOG: Final = """\
examples:
  copilot-actors demo
  copilot-actors demo --model gpt-5

exit codes:
  0    both answers came and nothing was left behind
  1    an answer was wrong or missing, or a process was left
  2    wrong arguments
  3    there is no CLI, or it does not start; the message says what to do
  130  interrupted
"""
TEMPERATURE: Final = "18 degrees"
QUESTIONS: Final = (
    "Call the tool weather for Lisbon and tell me the temperature in one sentence.",
    "Now repeat that temperature in a sentence of about forty words.",
)
TOOL_SECONDS: Final = 1.0
KILL_AFTER_CHUNKS: Final = 3


class _Model(msgspec.Struct, frozen=True, kw_only=True):
    """Who answers, and the environment and home that the CLI needs for it."""

    name: str
    provider: Mapping[str, JsonValue] | None = None
    environment: Mapping[str, str] | None = None
    home: str | None = None


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    parser.add_argument(
        "--model",
        metavar="NAME",
        help="use this model of the signed-in GitHub account instead of the scripted one",
    )
    parser.add_argument(
        "--timeout",
        metavar="SECONDS",
        type=float,
        default=120.0,
        help="limit for each question (default: %(default)g)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the demo and return its exit code."""
    out = stdout()
    # The demo tells the story itself; the library's log would only interrupt it.
    logging.getLogger("copilot_actors").addHandler(logging.NullHandler())
    logging.getLogger("copilot_actors").propagate = False
    try:
        ok: bool = trio.run(_demo, out, arguments.model, arguments.timeout)
    except copilot_actors.ConnectionFault as fault:
        stderr().line(f"error: {fault}")
        return 3
    except copilot_actors.CopilotError as error:
        stderr().line(f"error: {error}")
        return 1
    return 0 if ok else 1


# --- The scripted model -----------------------------------------------------------------------


def _script(request: ModelRequest) -> Step:
    """Call the tool first, then answer with what it returned, slowly enough to be killed."""
    if request.prompt == QUESTIONS[0] and request.step == 0:
        return ToolCalls([ToolCall("weather", {"city": "Lisbon"})])
    if request.prompt == QUESTIONS[0]:
        result = request.tool_results[-1].content if request.tool_results else "no result"
        return Text(f"The weather service says {result} in Lisbon.", chunks=6, delay=0.05)
    return Text(
        f"As I said a moment ago, the tool reported {TEMPERATURE} for Lisbon, and although this "
        "process was killed while the sentence was being written, the turn was continued from "
        "the transcript and you are reading its end.",
        chunks=12,
        delay=0.1,
    )


@asynccontextmanager
async def _model(name: str | None) -> AsyncIterator[_Model]:
    if name is not None:
        yield _Model(name=name)
        return
    with tempfile.TemporaryDirectory(prefix="copilot-actors-demo-") as home:
        async with open_scripted_model(_script) as model:
            yield _Model(
                name=model.model_name,
                provider=dict(model.provider()),
                environment={**os.environ, **model.environment()},
                home=home,
            )


# --- The demo ---------------------------------------------------------------------------------


class _Show:
    """Prints what a subscription delivers, and tells when it is time to kill."""

    def __init__(self, out: Terminal) -> None:
        self.out = out
        self.tool_started = trio.Event()
        self.streaming = trio.Event()
        self.deltas = 0
        self.events_after_recovery = 0
        self.recovered_at: list[float] = []
        self.incarnation = 0
        self._text = ""

    def arm(self) -> None:
        """Forget the signs of the turn before."""
        self.tool_started, self.streaming, self.deltas = trio.Event(), trio.Event(), 0

    def __call__(self, event: SessionEvent) -> None:
        """Handle one event; a plain function, so it sees each at once and in order."""
        if self.recovered_at:
            self.events_after_recovery += 1
        if event.type == "assistant.message_delta":
            self.deltas += 1
            self._text += str(event.data.get("deltaContent", ""))
            self.out.status(f"  assistant: {self._text[-70:]}")
            if self.deltas >= KILL_AFTER_CHUNKS:
                self.streaming.set()
        elif event.type == "assistant.message" and event.data.get("content"):
            self._text = ""
            self.out.line(f"  assistant: {event.data['content']}")
        elif event.type == "copilot_actors.message.withdrawn":
            self._text = ""
            self.out.line(self.out.styled("  (unfinished text withdrawn)", "dim"))
        elif event.type == "copilot_actors.session.recovering":
            reason = event.data.get("reason")
            self.out.line(self.out.styled(f"  session is recovering: {reason}", "yellow"))
        elif event.type == "copilot_actors.session.recovered":
            self.recovered_at.append(time.perf_counter())
            self.out.line(self.out.styled("  session is resumed; the turn goes on", "green"))


async def _demo(out: Terminal, model_name: str | None, timeout: float) -> bool:  # noqa: ASYNC109
    out.line(f"Copilot CLI: {_named(find_cli(None, os.environ))}")
    async with _model(model_name) as model:
        pids: list[int] = []
        ok = await _talk(out, model, timeout, pids)
    left = [pid for pid in pids if _alive(pid)]
    out.line(f"processes left: {len(left)}")
    return ok and not left


async def _talk(out: Terminal, model: _Model, timeout: float, pids: list[int]) -> bool:  # noqa: ASYNC109
    show = _Show(out)
    tool_runs = 0

    async def weather(arguments: Mapping[str, str]) -> str:
        nonlocal tool_runs
        tool_runs += 1
        out.line(f"  tool weather({arguments.get('city')}) runs for {TOOL_SECONDS:g} s ...")
        show.tool_started.set()
        await trio.sleep(TOOL_SECONDS)
        return TEMPERATURE

    def permission(request: copilot_actors.PermissionRequest) -> copilot_actors.PermissionDecision:
        out.line(f"  permission asked for {request.kind}: approved once")
        return copilot_actors.approve_once()

    tool = copilot_actors.Tool(
        "weather",
        "Current temperature of a city.",
        {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
        weather,
    )
    answers: list[str] = []
    times: list[float] = []
    begin = time.perf_counter()
    async with copilot_actors.open_client(env=model.environment, home=model.home) as client:
        out.line(f"client connected in {time.perf_counter() - begin:.2f} s, CLI pid {client.pid}")
        options = copilot_actors.SessionOptions(
            model=model.name, tools=[tool], on_permission_request=permission, streaming=True
        )
        if model.provider is not None:
            options = msgspec.structs.replace(options, provider=model.provider)
        session = await client.create_session(options)
        reference = await session.on(show)
        out.line(f"session {session.session_id}, {reference!r}")

        async def kill_when(sign: trio.Event) -> None:
            await sign.wait()
            pid = client.pid
            if pid is not None:
                pids.append(pid)
                out.line(out.styled(f"  kill -9 {pid}", "red"))
                times.append(time.perf_counter())
                os.kill(pid, signal.SIGKILL)

        for question, sign in zip(QUESTIONS, ("tool_started", "streaming"), strict=True):
            show.arm()
            out.line(out.styled(f"\n> {question}", "bold"))
            answer = await _ask(session, question, timeout, partial(kill_when, getattr(show, sign)))
            answers.append(str(answer.data.get("content")) if answer is not None else "")
        if client.pid is not None:
            pids.append(client.pid)
        out.line(out.styled("\nsupervision tree", "bold"))
        out.line(client.dump_tree())
        _report(out, client.statistics(), show, times, tool_runs)
        if model.provider is None:
            await client.delete_session(session.session_id)
    right = all(TEMPERATURE.split()[0] in answer for answer in answers)
    out.line(f"answers right: {'yes' if right else 'no'}")
    return right and tool_runs == 1 and len(show.recovered_at) == len(times)


async def _ask(
    session: copilot_actors.Session,
    question: str,
    timeout: float,  # noqa: ASYNC109
    beside: Callable[[], Awaitable[object]],
) -> SessionEvent | None:
    failure: copilot_actors.CopilotError | None = None
    answer: SessionEvent | None = None
    async with trio.open_nursery() as nursery:
        nursery.start_soon(beside)
        try:
            answer = await session.send_and_wait(question, timeout=timeout)
        except copilot_actors.CopilotError as error:
            failure = error  # out of the nursery it would come in a group
        nursery.cancel_scope.cancel()
    if failure is not None:
        raise failure
    return answer


def _report(
    out: Terminal,
    counts: copilot_actors.Statistics,
    show: _Show,
    killed: list[float],
    tool_runs: int,
) -> None:
    out.line(out.styled("\nwhat was recovered", "bold"))
    seconds = [after - before for before, after in zip(killed, show.recovered_at, strict=False)]
    out.line(f"kills: {len(killed)}, recoveries: {counts.recoveries}")
    out.line(f"from kill -9 to usable: {', '.join(f'{s:.2f} s' for s in seconds)}")
    out.line(f"turns continued: {counts.turns_continued}")
    out.line(f"prompts sent again: {counts.prompts_sent_again}")
    out.line(f"tool handler runs: {tool_runs} (its call was answered by the resumed session)")
    out.line(f"events on the same subscription after the first kill: {show.events_after_recovery}")


def _named(path: os.PathLike[str]) -> str:
    home = str(Path.home())
    text = os.fspath(path)
    return f"~{text[len(home) :]}" if text.startswith(home + os.sep) else text


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
