"""A recording as a script: which recorded answer is due to which request. Pure but for the read."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from copilot_actors.storage import SECRET_PATTERNS
from copilot_actors.testing._scripted_model._script import (
    Attempts,
    Cut,
    HttpError,
    ModelRequest,
    Silence,
    Step,
    Text,
    ToolCall,
    ToolCalls,
    step_of,
)

from ._file import Cleaner, user_home
from ._recording import (
    Entry,
    RecordedAnswer,
    RecordedFailure,
    RecordedPrompt,
    read_recording,
)

_PREVIEW: Final = 80

Choose: TypeAlias = Callable[[ModelRequest], "Step | Attempts"]


class Turn:
    """A prompt of a recording, what came before it in its session, and what came of it."""

    def __init__(self, prompt: RecordedPrompt, line: int, before: tuple[str, ...]) -> None:
        self.prompt = prompt
        self.line = line
        self.before = before
        self._calls: list[list[Step]] = []
        self._open = False

    def add(self, number: int, step: Step, *, over: bool) -> None:
        """Add what became of one request of a model call; ``over`` if it was the last one."""
        if not (self._open and number == len(self._calls) - 1):
            # A call that is there already was taken out of the transcript by a crash.
            del self._calls[number:]
            self._calls.append([])
        self._calls[-1].append(step)
        self._open = not over

    @property
    def steps(self) -> list[Step | Attempts]:
        """Its model calls, in order."""
        return [steps[0] if len(steps) == 1 else Attempts(steps) for steps in self._calls]


def turns_of(entries: Iterable[tuple[int, Entry]]) -> list[Turn]:
    """Return the turns of a recording, in the order of their prompts."""
    sessions: dict[int, list[Turn]] = {}
    for line, entry in entries:
        turns = sessions.setdefault(entry.session, [])
        if isinstance(entry, RecordedPrompt):
            del turns[entry.turn :]
            turns.append(Turn(entry, line, tuple(turn.prompt.text for turn in turns)))
        elif turns:
            del turns[entry.turn + 1 :]
            if isinstance(entry, RecordedAnswer):
                turns[-1].add(entry.step, _answer(entry), over=True)
            else:
                turns[-1].add(entry.step, _failure(entry), over=not entry.retried)
    found = [turn for turns in sessions.values() for turn in turns]
    return sorted(found, key=lambda turn: turn.line)


def _answer(entry: RecordedAnswer) -> Step:
    if entry.aborted:
        return Silence()
    if entry.tool_calls:
        return ToolCalls([ToolCall(c.name, c.arguments) for c in entry.tool_calls], entry.text)
    return Text(entry.text, chunks=max(entry.chunks, 1))


def _failure(entry: RecordedFailure) -> Step:
    if entry.status is not None:
        return HttpError(entry.status, entry.message or "recorded error")
    # All that came is all that there is of it; the connection drops behind the last piece.
    return Cut(entry.text, entry.chunks, max(entry.chunks, 1))


def replay(
    path: str | os.PathLike[str],
    secrets: Iterable[str],
    default: Sequence[Step | Attempts] | None,
) -> Choose:
    """Return the function behind :meth:`Script.recorded`.

    Raises:
        RecordingError: it is not a recording, or one of another version.
        OSError: it cannot be read.
    """
    header, entries = read_recording(path)
    turns = turns_of(entries)
    patterns = SECRET_PATTERNS if header.patterns is None else header.patterns
    cleaner = Cleaner(secrets, patterns=patterns, homes=user_home())
    name = os.path.basename(os.fspath(path))  # noqa: PTH119 - the path is the caller's kind

    def choose(request: ModelRequest) -> Step | Attempts:
        prompts = [cleaner.text(prompt) for prompt in request.prompts or (request.prompt,)]
        asked, before = prompts[-1], tuple(prompts[:-1])
        found = [turn for turn in turns if _fits(turn.prompt, asked)]
        turn = _nearest_history(found, before)
        if turn is not None:
            shown = _shown(turn.prompt.text)
            return step_of(turn.steps, request, f"the prompt {shown} (line {turn.line} of {name})")
        if default is not None:
            return step_of(default, request, f"the prompt {_shown(asked)}")
        if found:
            return HttpError(
                400,
                f"the recording {name} has the prompt {_shown(asked)} {len(found)} time(s), "
                "and it was sent once more",
            )
        return HttpError(
            400,
            f"the recording {name} has no prompt {_shown(asked)}; {_near(asked, turns)}",
        )

    return choose


def _fits(prompt: RecordedPrompt, asked: str) -> bool:
    if prompt.text == asked:
        return True
    # What is attached is put around the prompt, on lines of its own.
    return prompt.attached and f"\n{prompt.text}\n" in f"\n{asked}\n"


def _nearest_history(found: Sequence[Turn], before: tuple[str, ...]) -> Turn | None:
    """The turn that has the same prompts before it; else the same repetition of its prompt."""
    for turn in found:
        if turn.before == before:
            return turn
    for turn in found:
        if turn.before.count(turn.prompt.text) == before.count(turn.prompt.text):
            return turn
    return None


def _near(asked: str, turns: Sequence[Turn]) -> str:
    # Imported when it is needed: only mistakes do.
    from copilot_actors.client._nearest import closest  # noqa: PLC0415

    lines = {turn.prompt.text: turn.line for turn in reversed(turns)}
    near = closest(asked, lines)
    if near is None:
        return "it has no prompt at all" if not lines else f"it has {len(lines)} other(s)"
    return f"the nearest is {_shown(near)} (line {lines[near]})"


def _shown(text: str) -> str:
    return repr(text if len(text) <= _PREVIEW else text[:_PREVIEW] + "…")
