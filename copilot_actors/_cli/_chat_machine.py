"""What a line, an interrupt or the end of a turn does to a chat: a pure state machine.

``step(state, input)`` returns the next state and what is to be done; nothing here waits, writes
or reads. The shell around it is ``_command_chat``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final, TypeAlias

import msgspec

FENCE: Final = '"""'
_SLASH: Final = "/"


class Phase(StrEnum):
    """What the chat is doing."""

    READY = "ready"
    RUNNING = "running"
    ASKING = "asking"


class SlashCommand(msgspec.Struct, frozen=True):
    """One command of the chat: its name, how it is written, what it does, and when it may."""

    name: str
    usage: str
    summary: str
    while_running: bool


SLASH_COMMANDS: Final = (
    SlashCommand("help", "/help", "show this", while_running=True),
    SlashCommand("model", "/model [NAME]", "show the model, or use another one", False),
    SlashCommand("abort", "/abort", "abort the turn, as Ctrl-C does", while_running=True),
    SlashCommand("id", "/id", "show the id of the session, for --resume", while_running=True),
    SlashCommand("exit", "/exit", "leave; so does Ctrl-D", while_running=True),
)
_BY_NAME: Final[Mapping[str, SlashCommand]] = {one.name: one for one in SLASH_COMMANDS}
HELP: Final = (
    "".join(f"  {one.usage:<16}{one.summary}\n" for one in SLASH_COMMANDS)
    + f"""\
  a line that ends in \\ goes on in the next one
  {FENCE} alone on a line begins and ends a block of several lines
  // at the beginning of a line sends it with one /
  Ctrl-C aborts the turn, and leaves when it is pressed again"""
)


# --- Inputs -----------------------------------------------------------------------------------


class Line(msgspec.Struct, frozen=True):
    """A line was entered, without its line feed."""

    text: str


class EndOfInput(msgspec.Struct, frozen=True):
    """There are no more lines: Ctrl-D, or the end of a file."""


class Interrupt(msgspec.Struct, frozen=True):
    """Ctrl-C."""


class TurnOver(msgspec.Struct, frozen=True):
    """The turn that was sent is over, however it ended."""


class Asked(msgspec.Struct, frozen=True):
    """A question is shown; the next line is its answer."""


class AskOver(msgspec.Struct, frozen=True):
    """The question needs no answer any more."""


Input: TypeAlias = Line | EndOfInput | Interrupt | TurnOver | Asked | AskOver

# --- Effects ----------------------------------------------------------------------------------


class Send(msgspec.Struct, frozen=True):
    """Send a prompt; ``TurnOver`` follows."""

    prompt: str


class Run(msgspec.Struct, frozen=True):
    """Carry out a slash command of the shell: ``help``, ``model`` or ``id``."""

    name: str
    argument: str


class Abort(msgspec.Struct, frozen=True):
    """Abort the turn."""


class Answer(msgspec.Struct, frozen=True):
    """Answer the question that is shown; ``None``: nobody answers it."""

    text: str | None


class Leave(msgspec.Struct, frozen=True):
    """End the chat."""

    interrupted: bool = False


class Prompt(msgspec.Struct, frozen=True):
    """Show that a line is expected: a new prompt, or the continuation of one."""

    continued: bool = False


class Note(msgspec.Struct, frozen=True):
    """Tell the user something."""

    text: str


Effect: TypeAlias = Send | Run | Abort | Answer | Leave | Prompt | Note


class ChatState(msgspec.Struct, frozen=True, kw_only=True):
    """Where a chat is.

    Attributes:
        phase: what it is doing.
        lines: the lines so far of a prompt of several lines; ``None`` between prompts.
        fenced: whether they are in a block, which only its end mark closes.
        queued: prompts that were entered while a turn runs, oldest first.
        armed: whether the next interrupt leaves.
        ended: whether no more lines come.
    """

    phase: Phase = Phase.READY
    lines: tuple[str, ...] | None = None
    fenced: bool = False
    queued: tuple[str, ...] = ()
    armed: bool = False
    ended: bool = False


Step: TypeAlias = tuple[ChatState, tuple[Effect, ...]]
_with: Final = msgspec.structs.replace


def step(state: ChatState, given: Input) -> Step:
    """Return the state after an input, and what is to be done, in order."""
    if isinstance(given, Line):
        return _line(state, given)
    return _RULES[type(given)](state)


def _line(state: ChatState, given: Line) -> Step:
    state = _with(state, armed=False)
    if state.phase is Phase.ASKING:
        return _with(state, phase=Phase.RUNNING), (Answer(given.text),)
    text = given.text
    if state.lines is None:
        if text.startswith(FENCE):
            rest = text.removeprefix(FENCE)
            if rest.rstrip().endswith(FENCE):
                return _entered(state, rest.rstrip().removesuffix(FENCE))
            first = (rest,) if rest.strip() else ()
            return _with(state, lines=first, fenced=True), _more(state)
        if text.startswith(_SLASH * 2):
            text = text[1:]
        elif text.startswith(_SLASH):
            return _command(state, text)
    lines = state.lines or ()
    if state.fenced:
        if not text.rstrip().endswith(FENCE):
            return _with(state, lines=(*lines, text)), _more(state)
        last = text.rstrip().removesuffix(FENCE)
        lines = (*lines, last) if last.strip() else lines
        return _entered(state, "\n".join(lines))
    if text.endswith("\\"):
        return _with(state, lines=(*lines, text[:-1])), _more(state)
    return _entered(state, "\n".join((*lines, text)))


def _entered(state: ChatState, prompt: str) -> Step:
    """A whole prompt was entered."""
    state = _with(state, lines=None, fenced=False)
    if not prompt.strip():
        return state, (Prompt(),) if state.phase is Phase.READY else ()
    if state.phase is Phase.READY:
        return _with(state, phase=Phase.RUNNING), (Send(prompt),)
    return _with(state, queued=(*state.queued, prompt)), (Note("queued behind this turn"),)


def _command(state: ChatState, text: str) -> Step:
    name, _, argument = text[1:].strip().partition(" ")
    again: tuple[Effect, ...] = (Prompt(),) if state.phase is Phase.READY else ()
    command = _BY_NAME.get(name)
    if command is None:
        note = f"there is no /{name}; /help shows the commands, // sends a line that begins with /"
        return state, (Note(note), *again)
    if name == "exit":
        return state, (Leave(),)
    if state.phase is Phase.READY:
        if name == "abort":
            return state, (Note("no turn is running"), *again)
        return state, (Run(name, argument.strip()), *again)
    if not command.while_running:
        return state, (Note(f"/{name} has to wait until the turn is over"),)
    if name == "abort":
        return state, (Abort(),)
    return state, (Run(name, argument.strip()),)


def _end(state: ChatState) -> Step:
    ended = _with(state, ended=True, lines=None, fenced=False)
    if state.phase is Phase.READY:
        return ended, (Leave(),)
    if state.phase is Phase.ASKING:
        return _with(ended, phase=Phase.RUNNING), (Answer(None),)
    return ended, ()


def _interrupt(state: ChatState) -> Step:
    if state.armed:
        return state, (Leave(interrupted=True),)
    if state.phase is Phase.READY:
        if state.lines is not None:
            dropped = _with(state, lines=None, fenced=False)
            return dropped, (Note("dropped what was entered"), Prompt())
        return _with(state, armed=True), (Note("press Ctrl-C again to leave"), Prompt())
    armed = _with(state, armed=True, queued=(), lines=None, fenced=False)
    effects: tuple[Effect, ...] = (Note("aborting; press Ctrl-C again to leave"), Abort())
    if state.phase is Phase.ASKING:
        return _with(armed, phase=Phase.RUNNING), (Answer(None), *effects)
    return armed, effects


def _turn_over(state: ChatState) -> Step:
    # `armed` stays: an interrupt right after one that aborted the turn leaves.
    if state.queued:
        first, *rest = state.queued
        return _with(state, phase=Phase.RUNNING, queued=tuple(rest)), (Send(first),)
    ready = _with(state, phase=Phase.READY)
    if state.ended:
        return ready, (Leave(),)
    return ready, (Prompt(continued=state.lines is not None),)


def _asked(state: ChatState) -> Step:
    if state.phase is not Phase.RUNNING or state.ended:
        return state, (Answer(None),)
    return _with(state, phase=Phase.ASKING), ()


def _ask_over(state: ChatState) -> Step:
    if state.phase is not Phase.ASKING:
        return state, ()
    return _with(state, phase=Phase.RUNNING), (Note("no answer is needed any more"),)


def _more(state: ChatState) -> tuple[Effect, ...]:
    return (Prompt(continued=True),) if state.phase is Phase.READY else ()


_RULES: Final[Mapping[type[Input], Callable[[ChatState], Step]]] = {
    EndOfInput: _end,
    Interrupt: _interrupt,
    TurnOver: _turn_over,
    Asked: _asked,
    AskOver: _ask_over,
}
"""What each input but a line does, in every phase."""
