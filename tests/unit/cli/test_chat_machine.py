"""The state machine of the chat: lines, interrupts, questions and the ends of turns."""

import pytest

from copilot_actors._cli import _chat_machine as m

READY = m.ChatState()
RUNNING = m.ChatState(phase=m.Phase.RUNNING)
ASKING = m.ChatState(phase=m.Phase.ASKING)


def play(state, *inputs):
    """Give inputs one after the other; return the last state and all effects."""
    done = []
    for given in inputs:
        state, effects = m.step(state, m.Line(given) if isinstance(given, str) else given)
        done += effects
    return state, done


def sent(*inputs):
    return [effect.prompt for effect in play(READY, *inputs)[1] if isinstance(effect, m.Send)]


@pytest.mark.parametrize(
    ("lines", "prompt"),
    [
        (["hello"], "hello"),
        (["one\\", "two"], "one\ntwo"),
        (["one\\", "two\\", "three"], "one\ntwo\nthree"),
        (['"""', "a", "", "  b", '"""'], "a\n\n  b"),
        (['"""a', 'b"""'], "a\nb"),
        (['"""all of it"""'], "all of it"),
        (['"""', "/help", "back\\", '"""'], "/help\nback\\"),
        (["one\\", "/help"], "one\n/help"),
        (["//usr/bin"], "/usr/bin"),
        (["  indented"], "  indented"),
    ],
)
def test_lines_become_one_prompt(lines, prompt):
    assert sent(*lines) == [prompt]


@pytest.mark.parametrize("lines", [[""], ["   "], ['"""', '"""'], ["\\", ""]])
def test_nothing_is_no_prompt(lines):
    assert sent(*lines) == []
    assert isinstance(play(READY, *lines)[1][-1], m.Prompt)


@pytest.mark.parametrize(
    ("state", "line", "effects"),
    [
        (READY, "/help", [m.Run("help", ""), m.Prompt()]),
        (READY, "/model  gpt-5 ", [m.Run("model", "gpt-5"), m.Prompt()]),
        (READY, "/id", [m.Run("id", ""), m.Prompt()]),
        (READY, "/exit", [m.Leave()]),
        (READY, "/abort", [m.Note("no turn is running"), m.Prompt()]),
        (RUNNING, "/help", [m.Run("help", "")]),
        (RUNNING, "/abort", [m.Abort()]),
        (RUNNING, "/exit", [m.Leave()]),
        (RUNNING, "/model x", [m.Note("/model has to wait until the turn is over")]),
    ],
)
def test_slash_commands(state, line, effects):
    assert play(state, line)[1] == effects


def test_an_unknown_slash_command_is_told_and_not_sent():
    _, effects = play(READY, "/nope")
    assert isinstance(effects[0], m.Note)
    assert "/nope" in effects[0].text


def test_every_slash_command_is_in_the_help():
    for command in m.SLASH_COMMANDS:
        assert command.usage in m.HELP


def test_prompts_entered_during_a_turn_are_sent_one_after_the_other():
    state, effects = play(RUNNING, "a", "b")
    assert [type(one) for one in effects] == [m.Note, m.Note]
    state, effects = play(state, m.TurnOver())
    assert effects == [m.Send("a")]
    state, effects = play(state, m.TurnOver())
    assert effects == [m.Send("b")]
    assert play(state, m.TurnOver()) == (READY, [m.Prompt()])


@pytest.mark.parametrize(
    ("state", "inputs", "kinds"),
    [
        (READY, [m.Interrupt()], [m.Note, m.Prompt]),
        (READY, [m.Interrupt(), m.Interrupt()], [m.Note, m.Prompt, m.Leave]),
        (RUNNING, [m.Interrupt()], [m.Note, m.Abort]),
        (RUNNING, [m.Interrupt(), m.Interrupt()], [m.Note, m.Abort, m.Leave]),
        (ASKING, [m.Interrupt()], [m.Answer, m.Note, m.Abort]),
        (ASKING, [m.Interrupt(), m.Interrupt()], [m.Answer, m.Note, m.Abort, m.Leave]),
        (RUNNING, [m.Interrupt(), m.TurnOver()], [m.Note, m.Abort, m.Prompt]),
        (
            RUNNING,
            [m.Interrupt(), m.TurnOver(), m.Interrupt()],
            [m.Note, m.Abort, m.Prompt, m.Leave],
        ),
    ],
)
def test_an_interrupt_aborts_and_a_second_one_leaves(state, inputs, kinds):
    assert [type(effect) for effect in play(state, *inputs)[1]] == kinds


def test_a_line_between_two_interrupts_keeps_the_chat():
    _, effects = play(READY, m.Interrupt(), "hello", m.TurnOver(), m.Interrupt())
    assert not any(isinstance(effect, m.Leave) for effect in effects)


def test_an_interrupt_drops_a_prompt_of_several_lines_first():
    state, effects = play(READY, '"""', "a", m.Interrupt())
    assert state == READY
    assert isinstance(effects[-1], m.Prompt)
    assert play(state, "b")[1] == [m.Send("b")]


def test_an_interrupt_drops_what_is_queued():
    _, effects = play(RUNNING, "a", m.Interrupt(), m.TurnOver())
    assert not any(isinstance(effect, m.Send) for effect in effects)


@pytest.mark.parametrize(
    ("state", "effects"), [(READY, [m.Leave()]), (RUNNING, []), (ASKING, [m.Answer(None)])]
)
def test_the_end_of_input_leaves_when_the_turn_is_over(state, effects):
    ended, done = play(state, m.EndOfInput())
    assert done == effects
    if state is not READY:
        assert play(ended, m.TurnOver())[1] == [m.Leave()]


def test_a_question_gets_the_next_line_whatever_it_is():
    state, effects = play(RUNNING, m.Asked(), "/exit")
    assert effects == [m.Answer("/exit")]
    assert state.phase is m.Phase.RUNNING


def test_a_question_after_the_end_of_input_is_answered_by_nobody():
    _, effects = play(RUNNING, m.EndOfInput(), m.Asked())
    assert effects == [m.Answer(None)]


def test_a_question_that_is_over_takes_no_line():
    state, effects = play(ASKING, m.AskOver(), "next")
    assert [type(one) for one in effects] == [m.Note, m.Note]
    assert state.queued == ("next",)
    assert play(RUNNING, m.AskOver()) == (RUNNING, [])
