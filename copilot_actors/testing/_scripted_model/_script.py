"""What a scripted model answers: steps, and the scripts that choose them. Pure values."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Final, TypeAlias, final

import msgspec

from copilot_actors._errors import JsonValue

_CONTENT_PREVIEW: Final = 80
# The CLI puts the date before each prompt, and nothing else of its own into user messages.
_CLI_PREFIX: Final = re.compile(r"\A<current_datetime>[^<]*</current_datetime>\s*")


class Citation(msgspec.Struct, frozen=True, kw_only=True):
    """What an answer cites of a document that was attached; for Anthropic's protocol alone.

    Attributes:
        cited_text: the words of the document.
        document_index: which document of the request, from 0.
        document_title: its name.
        page: where the words are, from 1.
    """

    cited_text: str
    document_index: int = 0
    document_title: str | None = None
    page: int = 1


class Text(msgspec.Struct, frozen=True):
    """Answer with text, streamed in pieces.

    Attributes:
        text: the whole answer.
        chunks: number of pieces it is streamed in, of equal length as far as possible.
        delay: seconds between pieces.
        first_delay: seconds before the answer begins.
        finish_reason: why the model stopped: ``"stop"``, ``"length"`` or ``"content_filter"``.
        citations: what the answer cites; see :class:`Citation`.
    """

    text: str
    chunks: int = 4
    delay: float = 0.0
    first_delay: float = 0.0
    finish_reason: str = "stop"
    citations: Sequence[Citation] = ()

    def __post_init__(self) -> None:
        _check(self.chunks >= 1, "Text.chunks", "at least 1", self.chunks)
        _check(self.delay >= 0, "Text.delay", "0 or more seconds", self.delay)
        _check(self.first_delay >= 0, "Text.first_delay", "0 or more seconds", self.first_delay)


class ToolCall(msgspec.Struct, frozen=True):
    """One call of a tool.

    Attributes:
        name: name of the tool.
        arguments: the arguments; a ``str`` is sent as it is, so that broken JSON can be sent.
        id: the tool call id. ``None`` makes a fresh one at each answer, as real models do: a
            model call that is repeated after a crash asks under another id.
    """

    name: str
    arguments: Mapping[str, JsonValue] | str = msgspec.field(default_factory=dict)
    id: str | None = None


class ToolCalls(msgspec.Struct, frozen=True):
    """Answer with tool calls, all in one message.

    Attributes:
        calls: the calls, in order.
        text: text that precedes them in the same message.
        first_delay: seconds before the answer begins.
    """

    calls: Sequence[ToolCall]
    text: str = ""
    first_delay: float = 0.0

    def __post_init__(self) -> None:
        _check(len(self.calls) >= 1, "ToolCalls.calls", "at least one call", self.calls)
        _check(
            self.first_delay >= 0, "ToolCalls.first_delay", "0 or more seconds", self.first_delay
        )


class HttpError(msgspec.Struct, frozen=True):
    """Answer with an HTTP error and the error body of the protocol.

    Attributes:
        status: HTTP status, 400 to 599.
        message: text of the error.
        retry_after: seconds for the ``retry-after`` header, or ``None`` for no header.
        first_delay: seconds before the answer.
    """

    status: int
    message: str = "scripted error"
    retry_after: float | None = None
    first_delay: float = 0.0

    def __post_init__(self) -> None:
        _check(400 <= self.status <= 599, "HttpError.status", "400 to 599", self.status)  # noqa: PLR2004
        _check(
            self.first_delay >= 0, "HttpError.first_delay", "0 or more seconds", self.first_delay
        )


class Cut(msgspec.Struct, frozen=True):
    """Begin to answer with text, then drop the TCP connection.

    Attributes:
        text: the whole answer, of which only a part is sent.
        after_chunks: pieces sent before the drop; 0 drops without any answer at all.
        chunks: number of pieces that the whole text would have.
        delay: seconds after each piece, so also before the drop.
        first_delay: seconds before the answer begins.
    """

    text: str = ""
    after_chunks: int = 0
    chunks: int = 4
    delay: float = 0.0
    first_delay: float = 0.0

    def __post_init__(self) -> None:
        _check(self.chunks >= 1, "Cut.chunks", "at least 1", self.chunks)
        _check(self.after_chunks >= 0, "Cut.after_chunks", "0 or more", self.after_chunks)
        _check(self.delay >= 0, "Cut.delay", "0 or more seconds", self.delay)
        _check(self.first_delay >= 0, "Cut.first_delay", "0 or more seconds", self.first_delay)


class Silence(msgspec.Struct, frozen=True):
    """Accept the request and never answer.

    Attributes:
        seconds: after this long the connection is dropped, still without an answer; by default
            it stays open until the client goes away or the server closes.
    """

    seconds: float = math.inf

    def __post_init__(self) -> None:
        _check(self.seconds >= 0, "Silence.seconds", "0 or more seconds", self.seconds)


Step: TypeAlias = Text | ToolCalls | HttpError | Cut | Silence
"""One answer of the model."""


class Attempts(msgspec.Struct, frozen=True):
    """Another answer at each repetition of the same model call, the last one from then on.

    ``Attempts([HttpError(500), Text("ok")])`` is a provider that fails once. Unlike a list of
    steps it counts requests, so a call repeated after a crash of the CLI is a repetition too.
    """

    steps: Sequence[Step]

    def __post_init__(self) -> None:
        _check(len(self.steps) >= 1, "Attempts.steps", "at least one step", self.steps)


class ToolResult(msgspec.Struct, frozen=True):
    """What the CLI reports to the model about one tool call."""

    tool_call_id: str
    content: str


class ModelRequest(msgspec.Struct, frozen=True, kw_only=True):
    """One request to the model. Mappings inside are shared between records: only read them.

    Attributes:
        prompt: text of the last user message, without the date that the CLI puts before it.
        step: index of this model call in its turn: the number of answers of the model after
            the last user message. It depends on nothing but the messages, so a turn that is
            continued after a crash finds its place.
        attempt: 1 for the first request with exactly these messages, 2 for its repetition, ...
        tool_results: results of tools after the last user message, in order.
        messages: the conversation as sent. What Anthropic's protocol has as ``system`` comes
            first, as a message of that role.
        tools: the tools offered, as sent.
        model: name of the model asked for.
        stream: whether a streamed answer was asked for.
        authorized: whether the request carried the key of the model's ``provider()``.
        time: when the request was complete, on trio's clock.
        response_format: what the answer is held to, as sent, or ``None``.
        prompts: the texts of all user messages of the conversation, as ``prompt`` has the last.
    """

    prompt: str
    step: int
    attempt: int
    tool_results: tuple[ToolResult, ...]
    messages: tuple[Mapping[str, JsonValue], ...]
    tools: tuple[Mapping[str, JsonValue], ...]
    model: str
    stream: bool
    authorized: bool
    time: float
    response_format: Mapping[str, JsonValue] | None = None
    prompts: tuple[str, ...] = ()


ScriptFunction: TypeAlias = Callable[[ModelRequest], "Step | Attempts | Awaitable[Step | Attempts]"]
"""A script: chooses the answer to each request; may be async."""

Steps: TypeAlias = Step | Attempts | Sequence[Step | Attempts]
"""One turn: its only step, or the step of each model call."""


@final
class Script:
    """Ready-made scripts: by prompt, by turn, from a recording. Call it as a script function.

    Any function from a :class:`ModelRequest` to a step is a script, an async one too; ``Script``
    is for those that need not be written. Simulator and scripted model take the same ones.
    """

    def __init__(self, choose: Callable[[ModelRequest], Step | Attempts]) -> None:
        """Make a script of a plain function."""
        self._choose = choose

    def __call__(self, request: ModelRequest) -> Step | Attempts:
        """Return the answer to ``request``."""
        return self._choose(request)

    @classmethod
    def by_prompt(
        cls,
        turns: Mapping[str | re.Pattern[str], Steps],
        *,
        default: Steps | None = None,
    ) -> Script:
        """Choose by the text of the last user message.

        A ``str`` key equal to the prompt wins; else the first key, in the mapping's order, that
        is a part of the prompt (``str``) or found in it (compiled pattern); else ``default``.

        A list is one step for each model call of the turn. Which one is due follows from the
        messages alone (``ModelRequest.step``), never from counting requests, so the script
        stays right when the CLI is killed and the turn continued. A model call that the script
        does not foresee, by its prompt or by its step, is answered with status 400 and a message
        that says so: the CLI ends such a turn at once, without a retry.

        Args:
            turns: the turns by prompt.
            default: the turn of every other prompt.
        """
        table = {key: _as_list(steps) for key, steps in turns.items()}
        fallback = None if default is None else _as_list(default)

        def choose(request: ModelRequest) -> Step | Attempts:
            steps = _find(table, request.prompt) or fallback
            asked = request.prompt[:_CONTENT_PREVIEW]
            if steps is None:
                return HttpError(400, f"the script has no answer to the prompt {asked!r}")
            return step_of(steps, request, f"the prompt {asked!r}")

        return cls(choose)

    @classmethod
    def by_turn(cls, turns: Sequence[Steps], *, default: Steps | None = None) -> Script:
        """Choose by the number of the turn in its conversation, whatever the prompts say.

        The first prompt of each session gets ``turns[0]``, its second ``turns[1]``, and so on;
        within a turn as in :meth:`by_prompt`. The number is that of the user messages that the
        model is shown, so it survives crashes and resumes; where the CLI has summarized a history
        away (compaction), it counts from there.

        Args:
            turns: the turns, in order.
            default: every turn after them; without it they fail with status 400.
        """
        table = [_as_list(steps) for steps in turns]
        fallback = None if default is None else _as_list(default)

        def choose(request: ModelRequest) -> Step | Attempts:
            number = max(len(request.prompts), 1)
            steps = table[number - 1] if number <= len(table) else fallback
            if steps is None:
                return HttpError(
                    400,
                    f"the script has {len(table)} turn(s), but turn number {number} was begun "
                    f"with the prompt {request.prompt[:_CONTENT_PREVIEW]!r}",
                )
            return step_of(steps, request, f"turn number {number}")

        return cls(choose)

    @classmethod
    def recorded(
        cls,
        path: str | os.PathLike[str],
        *,
        secrets: Iterable[str] = (),
        default: Steps | None = None,
    ) -> Script:
        """Answer as the model did in a recording; see :class:`RecordingTransport`.

        A turn is found by its prompt; where a session repeats one, or two sessions have it, by
        the prompts before it. Its model calls follow each other as recorded: answers in as many
        pieces, tool calls with their arguments (under fresh ids), errors of the provider, answers
        that were aborted. A prompt, a repetition or a model call that the recording does not have
        is answered with status 400 and a message that names the nearest prompt it has.

        Args:
            path: the recording. It is read now.
            secrets: what the recording had taken out of prompts beyond what it finds by itself:
                they are taken out of what is asked, too, before it is looked for.
            default: the turn of every prompt that the recording does not have.

        Raises:
            RecordingError: it is not a recording, or one of another version.
            OSError: it cannot be read.
        """
        from copilot_actors.testing._recording._script import replay  # noqa: PLC0415 - it is made of this module's steps

        return cls(replay(path, secrets, None if default is None else _as_list(default)))

    @classmethod
    def echo(cls, *, chunks: int = 4, delay: float = 0.0) -> Script:
        """Answer each prompt with the prompt, in ``chunks`` pieces ``delay`` seconds apart."""
        return cls(lambda request: Text(request.prompt, chunks=chunks, delay=delay))


def step_of(steps: Sequence[Step | Attempts], request: ModelRequest, where: str) -> Step | Attempts:
    """Return the step that is due in a turn, or the error that says that none is."""
    if request.step < len(steps):
        return steps[request.step]
    return HttpError(
        400,
        f"the script has {len(steps)} step(s) for {where}, "
        f"but model call number {request.step + 1} was made",
    )


def resolve_attempt(step: Step | Attempts, attempt: int) -> Step:
    """Return the step for repetition ``attempt`` (1 is the first) of a model call.

    Raises:
        TypeError: a script returned something that is not a step.
    """
    if isinstance(step, Attempts):
        step = step.steps[min(attempt, len(step.steps)) - 1]
    if not isinstance(step, Step):
        raise TypeError(f"a script returns a step such as Text('hi'), got {step!r}")
    return step


def split_text(text: str, chunks: int) -> list[str]:
    """Cut ``text`` into at most ``chunks`` pieces, none of them empty."""
    pieces = min(chunks, len(text))
    bounds = [len(text) * i // pieces for i in range(pieces + 1)] if pieces else []
    return [text[a:b] for a, b in pairwise(bounds)]


def content_text(content: JsonValue) -> str:
    """Return the text of a message's content, which is a string or a list of parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        texts = [part.get("text") for part in content if isinstance(part, dict)]
        return "".join(text for text in texts if isinstance(text, str))
    return ""


def prompt_text(content: JsonValue) -> str:
    """Return what the user wrote: the content's text without the CLI's own prefix."""
    return _CLI_PREFIX.sub("", content_text(content))


def _as_list(steps: Steps) -> tuple[Step | Attempts, ...]:
    if isinstance(steps, Step | Attempts):
        return (steps,)
    _check(len(steps) >= 1, "a turn", "at least one step", steps)
    return tuple(steps)


def _find(
    table: Mapping[str | re.Pattern[str], tuple[Step | Attempts, ...]], prompt: str
) -> tuple[Step | Attempts, ...] | None:
    if prompt in table:
        return table[prompt]
    for key, steps in table.items():
        if key in prompt if isinstance(key, str) else key.search(prompt):
            return steps
    return None


def _check(ok: bool, name: str, expected: str, got: object) -> None:
    if not ok:
        raise ValueError(f"{name}: expected {expected}, got {got!r}")
