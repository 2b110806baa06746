"""Which step a script chooses, and what its values refuse."""

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from copilot_actors.testing import (
    Attempts,
    Cut,
    HttpError,
    ModelRequest,
    Script,
    Silence,
    Text,
    ToolCall,
    ToolCalls,
    ToolResult,
)
from copilot_actors.testing._scripted_model._script import (
    prompt_text,
    resolve_attempt,
    split_text,
)
from copilot_actors.testing._scripted_model._wire import turn_position

DATE = "<current_datetime>2026-11-29T16:45:22.876+00:00</current_datetime>\n\n"
SYSTEM = {"role": "system", "content": "You are ..."}
USER = {"role": "user", "content": f"{DATE}hi"}
ASKS_TOOL = {"role": "assistant", "content": None, "tool_calls": [{"id": "c1"}]}
TOOL = {"role": "tool", "tool_call_id": "c1", "content": "5"}
SAYS = {"role": "assistant", "content": "hello"}


def request(prompt: str = "hi", *, step: int = 0, attempt: int = 1) -> ModelRequest:
    return ModelRequest(
        prompt=prompt,
        step=step,
        attempt=attempt,
        tool_results=(),
        messages=(),
        tools=(),
        model="m",
        stream=True,
        authorized=True,
        time=0.0,
    )


@pytest.mark.parametrize(
    ("messages", "prompt", "step", "results"),
    [
        ([], "", 0, ()),
        ([SYSTEM, USER], "hi", 0, ()),
        ([SYSTEM, USER, ASKS_TOOL, TOOL], "hi", 1, (ToolResult("c1", "5"),)),
        ([USER, ASKS_TOOL, TOOL, ASKS_TOOL, TOOL], "hi", 2, (ToolResult("c1", "5"),) * 2),
        ([USER, ASKS_TOOL, TOOL, TOOL], "hi", 1, (ToolResult("c1", "5"),) * 2),
        ([USER, SAYS], "hi", 1, ()),
        ([USER, ASKS_TOOL, TOOL, SAYS, {"role": "user", "content": "next"}], "next", 0, ()),
        ([USER, ASKS_TOOL, TOOL, {"role": "user", "content": "steer"}], "steer", 0, ()),
    ],
)
def test_the_step_is_the_number_of_answers_after_the_last_user_message(
    messages, prompt, step, results
):
    position = turn_position(messages)
    assert (position.prompt, position.step, position.tool_results) == (prompt, step, results)


@pytest.mark.parametrize(
    ("content", "prompt"),
    [
        ("hi", "hi"),
        (f"{DATE}hi", "hi"),
        (f"hi {DATE}", f"hi {DATE}"),
        ([{"type": "text", "text": f"{DATE}a"}, {"type": "image_url"}, "x"], "a"),
        (None, ""),
    ],
)
def test_the_prompt_is_what_the_user_wrote(content, prompt):
    assert prompt_text(content) == prompt


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("add", "exact"),
        ("please add", "substring"),
        ("ADD", "pattern"),
        ("nothing", "default"),
    ],
)
def test_an_exact_key_wins_over_the_first_key_that_is_found_in_the_prompt(prompt, answer):
    script = Script.by_prompt(
        {
            "ad": Text("substring"),
            re.compile("add", re.IGNORECASE): Text("pattern"),
            "add": Text("exact"),
        },
        default=Text("default"),
    )
    assert script(request(prompt)) == Text(answer)


def test_each_model_call_of_a_turn_gets_its_own_step():
    steps = [ToolCalls([ToolCall("add")]), Text("done")]
    script = Script.by_prompt({"hi": steps})
    assert [script(request(step=n)) for n in (1, 0, 0)] == [steps[1], steps[0], steps[0]]


def test_a_model_call_past_the_end_of_the_turn_is_an_error_that_says_so():
    answer = Script.by_prompt({"hi": Text("hello")})(request(step=1))
    assert answer == HttpError(
        400, "the script has 1 step(s) for the prompt 'hi', but model call number 2 was made"
    )


def test_an_unknown_prompt_without_a_default_is_an_error_that_names_it():
    answer = Script.by_prompt({})(request("what?"))
    assert answer == HttpError(400, "the script has no answer to the prompt 'what?'")


def test_echo_answers_with_the_prompt():
    assert Script.echo(chunks=2, delay=1.0)(request("abc")) == Text("abc", chunks=2, delay=1.0)


@pytest.mark.parametrize(("attempt", "status"), [(1, 500), (2, 429), (3, 429)])
def test_attempts_choose_by_repetition_and_stay_at_the_last(attempt, status):
    step = Attempts([HttpError(500), HttpError(429)])
    assert resolve_attempt(step, attempt) == HttpError(status)


def test_something_that_is_not_a_step_is_refused_with_an_example():
    with pytest.raises(TypeError, match=re.escape("a step such as Text('hi'), got 'hello'")):
        resolve_attempt("hello", 1)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Text("a", chunks=0), "Text.chunks: expected at least 1, got 0"),
        (lambda: Text("a", delay=-1), "Text.delay: expected 0 or more seconds, got -1"),
        (lambda: Text("a", first_delay=-1), "Text.first_delay"),
        (lambda: ToolCalls([]), "ToolCalls.calls: expected at least one call"),
        (lambda: HttpError(200), "HttpError.status: expected 400 to 599, got 200"),
        (lambda: Cut("a", -1), "Cut.after_chunks"),
        (lambda: Silence(math.nan), "Silence.seconds"),
        (lambda: Attempts([]), "Attempts.steps"),
        (lambda: Script.by_prompt({"a": []}), "a turn: expected at least one step"),
    ],
)
def test_an_impossible_step_is_refused_where_it_is_made(make, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        make()


@given(st.text(), st.integers(min_value=1, max_value=50))
def test_pieces_are_the_text_in_at_most_so_many_parts_none_of_them_empty(text, chunks):
    pieces = split_text(text, chunks)
    assert "".join(pieces) == text
    assert len(pieces) == min(chunks, len(text))
    assert all(pieces)
