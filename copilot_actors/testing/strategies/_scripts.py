"""Answers of a scripted model: steps, turns made of them, and whole scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from copilot_actors.testing._scripted_model._script import (
    Cut,
    HttpError,
    Script,
    Silence,
    Step,
    Text,
    ToolCall,
    ToolCalls,
)

from ._shapes import ARGUMENTS

StepKind: TypeAlias = type[Step]
STEP_KINDS: Final[tuple[StepKind, ...]] = (Text, ToolCalls, HttpError, Cut, Silence)
"""All kinds of answers: those that a turn goes on or ends well with first."""

_STATUSES: Final = (400, 401, 404, 429, 500, 503)


def steps(
    kinds: Sequence[StepKind] = STEP_KINDS,
    *,
    tools: Sequence[str] = ("lookup",),
    max_delay: float = 2.0,
) -> SearchStrategy[Step]:
    """One answer of the model.

    Args:
        kinds: the classes of the answers; by default all of them.
        tools: names of the tools that are called.
        max_delay: seconds between two pieces, or of silence, at most.

    Raises:
        ValueError: no kind was given, one that is none, or ``ToolCalls`` without tools.
    """
    if not kinds or any(kind not in STEP_KINDS for kind in kinds):
        names = ", ".join(kind.__name__ for kind in STEP_KINDS)
        raise ValueError(f"steps: expected some of {names}; got {kinds!r}")
    if ToolCalls in kinds and not tools:
        raise ValueError("steps: expected the name of a tool, got none")
    texts, seconds = st.text(max_size=20), st.floats(0, max_delay)
    pieces = st.integers(1, 4)
    calls = st.builds(ToolCall, st.sampled_from(tools or [""]), ARGUMENTS)
    makers: dict[StepKind, SearchStrategy[Step]] = {
        Text: st.builds(Text, texts, pieces, seconds),
        ToolCalls: st.builds(ToolCalls, st.lists(calls, min_size=1, max_size=3), texts),
        HttpError: st.builds(HttpError, st.sampled_from(_STATUSES)),
        Cut: st.builds(Cut, texts, st.integers(0, 3), pieces, seconds),
        Silence: st.builds(Silence, seconds),
    }
    return st.one_of([makers[kind] for kind in kinds])


def turns(
    *,
    tools: Sequence[str] = ("lookup",),
    failures: Sequence[StepKind] = (),
    max_calls: int = 2,
    max_delay: float = 0.0,
) -> SearchStrategy[list[Step]]:
    """The answers of one turn: some that call tools, then one that ends it.

    Args:
        tools: names of the tools that are called; none: the first answer is the last.
        failures: the classes of other answers than a ``Text`` that a turn may end with, such as
            ``HttpError``.
        max_calls: how many answers call tools at most.
        max_delay: see :func:`steps`.
    """
    last = steps([Text, *failures], tools=tools, max_delay=max_delay)
    if not tools:
        return last.map(lambda step: [step])
    calls = st.lists(steps([ToolCalls], tools=tools, max_delay=max_delay), max_size=max_calls)
    return st.builds(_turn, calls, last)


def scripts(
    prompts: Sequence[str],
    *,
    tools: Sequence[str] = ("lookup",),
    failures: Sequence[StepKind] = (),
    max_delay: float = 0.0,
) -> SearchStrategy[Script]:
    """Scripts that foresee some prompts, as ``Simulator`` and ``open_scripted_model`` take them.

    A failing example shows what each answers to what.

    Args:
        prompts: the prompts; each gets a turn of its own.
        tools: see :func:`turns`.
        failures: see :func:`turns`.
        max_delay: see :func:`steps`.
    """
    turn = turns(tools=tools, failures=failures, max_delay=max_delay)
    return st.fixed_dictionaries(dict.fromkeys(prompts, turn)).map(by_prompt)


def by_prompt(answers: Mapping[str, Sequence[Step]]) -> Script:
    """The script that answers each prompt with its turn."""
    return Script.by_prompt({prompt: [*turn] for prompt, turn in answers.items()})


def _turn(calls: Sequence[Step], last: Step) -> list[Step]:
    return [*calls, last]
