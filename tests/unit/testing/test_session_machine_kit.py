"""The state machine of sessions as users have it: it passes, and finds what is planted."""

from __future__ import annotations

import contextlib
import inspect
import io
import os
import re
import subprocess
import sys
import threading
import traceback

import pytest
import trio
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule, run_state_machine_as_test

import copilot_actors as ca
from copilot_actors.testing import (
    FrameMatch,
    Kill,
    SessionMachine,
    Silence,
    Text,
    ToolCall,
    ToolCalls,
    TrioMachine,
)

QUICK = {
    "deadline": None,
    "database": None,
    "print_blob": False,
    "suppress_health_check": list(HealthCheck),
}
GENERATE = [Phase.generate]


@pytest.fixture(autouse=True)
def a_run_that_repeats_itself():
    trio._core._run._r.seed(0)


def example(machine, *steps):
    """Carry steps out as Hypothesis does: ``teardown`` comes whatever they raise."""
    try:
        for name, *arguments in steps:
            getattr(machine, name)(*arguments)
    finally:
        machine.teardown()
    return machine


def shrunk(machine, **options):
    """What Hypothesis prints for the smallest example that fails, and what that raises."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), pytest.raises(Exception) as caught:
        run_state_machine_as_test(machine, settings=settings(**{**QUICK, **options}))
    notes = "\n".join(getattr(caught.value, "__notes__", []))
    return caught.value, said.getvalue() + notes


def steps_of(text):
    """The steps that are printed, without what every machine has."""
    steps = re.findall(r"^state\.(\w+)\(", text, re.MULTILINE)
    return [step for step in steps if step not in ("choose_seed", "teardown")]


# --- An agent with tools, which is right --------------------------------------------------


class Agent(SessionMachine):
    """Every kind of turn; the checks of the machine are all that is asked."""

    def script(self):
        def choose(request):
            kind, _, rest = request.prompt.partition(" ")
            if kind == "stream":
                return Text(f"answer {rest}", chunks=5, delay=0.05)
            if request.step == 0:
                names = {"tool": ["quick"], "two": ["quick", "slow"], "ask": ["guarded"]}[kind]
                return ToolCalls([ToolCall(name, {"q": rest}) for name in names])
            return Text(f"answer {rest}")

        return choose

    def prompts(self):
        return st.sampled_from(["stream a", "tool b", "two c", "ask d"])

    def session_options(self, session):
        async def slow(arguments):
            await trio.sleep(0.4)
            return "slow"

        async def decide(request):
            await trio.sleep(0.03)
            return ca.approve_once()

        schema = {"type": "object"}
        return {
            "model": "m",
            "streaming": True,
            "on_permission_request": decide,
            "tools": [
                ca.Tool("quick", "q", schema, lambda: "quick", skip_permission=True),
                ca.Tool("slow", "s", schema, slow, skip_permission=True),
                ca.Tool("guarded", "g", schema, lambda arguments, invocation: "guarded"),
            ],
        }

    def check_answer(self, session, prompt, answer):
        assert answer.data.content == f"answer {prompt[-1]}"


@pytest.mark.parametrize("machine", [SessionMachine, Agent])
def test_an_agent_that_is_right_passes(machine):
    run_state_machine_as_test(
        machine,
        settings=settings(**QUICK, max_examples=8, stateful_step_count=12, phases=GENERATE),
    )


@pytest.mark.exhaustive
@pytest.mark.parametrize("machine", [SessionMachine, Agent])
def test_an_agent_that_is_right_passes_for_long(machine):
    run_state_machine_as_test(
        machine,
        settings=settings(**QUICK, max_examples=400, stateful_step_count=30, phases=GENERATE),
    )


STEPS = [
    ("open_session", "a"),
    ("subscribe", "a"),
    ("ask_in_background", "a", "two c"),
    ("let_time_pass", 0.2),
    ("crash", "kill"),
    ("open_session", "b"),
    ("ask", "b", "ask d"),
    ("unsubscribe", "a"),
    ("crash", "terminate"),
    ("ask", "a", "stream a"),
    ("restart_program", False),
    ("read", "a"),
    ("close_session", "b"),
    ("open_session", "b"),
    ("crash", "freeze"),
    ("ask", "b", "tool b"),
]


def test_sessions_live_on_from_rule_to_rule_and_over_every_crash():
    machine = example(Agent(), *STEPS)
    answers = [entry.detail for entry in machine.trace if entry.what == "answer"]
    assert answers == ["b to 'ask d'", "a to 'two c'", "a to 'stream a'", "b to 'tool b'"]
    assert len(machine.cli.processes) == 5
    assert not any(process.alive for process in machine.cli.processes)


def test_two_runs_of_the_same_steps_leave_the_same_trace():
    traces = []
    for _ in range(2):
        trio._core._run._r.seed(0)
        machine = example(Agent(), *STEPS)
        frames = [
            (frame.time, frame.process, frame.direction, frame.message.get("method"))
            for frame in machine.cli.log
        ]
        traces.append((machine.trace, frames))
    assert traces[0] == traces[1]


def test_no_thread_is_used_and_no_time_passes_between_rules():
    before = threading.active_count()
    machine = Agent()
    machine.open_session("a")
    now = trio.current_time()
    machine.ask_in_background("a", "stream a")
    assert (trio.current_time(), threading.active_count()) == (now, before)
    machine.let_time_pass(1)
    assert trio.current_time() > now
    machine.teardown()
    assert threading.active_count() == before
    trio.run(trio.sleep, 0)  # the thread is free for another run


def test_a_machine_that_ran_nothing_has_nothing_to_close():
    machine = example(SessionMachine())
    assert machine.trace == []


# --- Planted bugs -------------------------------------------------------------------------


class DoubleBooking(SessionMachine):
    """Checks, waits, then books: two turns at once book the same seat."""

    session_names = ("a", "b")
    without = ("inject", "restart_program", "close_session", "subscribe", "unsubscribe", "read")

    def __init__(self):
        super().__init__()
        self.free = 1

    @initialize()
    def open_both(self):
        self.open_session("a")
        self.open_session("b")

    def script(self):
        def choose(request):
            if request.step == 0:
                return ToolCalls([ToolCall("book", {})])
            return Text(request.tool_results[-1].content)

        return choose

    def prompts(self):
        return st.just("book")

    def session_options(self, session):
        async def book():
            if self.free == 0:
                return "refused"
            await trio.sleep(0.5)
            self.free -= 1
            return "booked"

        tool = ca.Tool("book", "b", {"type": "object"}, book, skip_permission=True)
        return {"model": "m", "tools": [tool]}

    def check_answer(self, session, prompt, answer):
        assert self.free >= 0, "booked twice"


def test_a_double_booking_is_found():
    error, text = shrunk(
        seed(1)(DoubleBooking), max_examples=60, stateful_step_count=5, phases=GENERATE
    )
    assert str(error).startswith("booked twice")
    assert "What happened, oldest first:" in text


@pytest.mark.exhaustive
def test_a_double_booking_shrinks_to_the_two_prompts_that_it_takes():
    error, text = shrunk(seed(1)(DoubleBooking), max_examples=60, stateful_step_count=5)
    assert str(error).startswith("booked twice")
    steps = re.findall(r"^state\.(.*)$", text, re.MULTILINE)
    assert sorted(steps[:2]) == ["choose_seed(seed=0)", "open_both()"]
    first, second, last = steps[2:]
    assert first.startswith("ask_in_background(")
    assert second.startswith("ask(")
    assert {line[line.index("session=") :] for line in (first, second)} == {
        "session='a')",
        "session='b')",
    }
    assert last == "teardown()"


@pytest.mark.exhaustive
def test_the_printed_seed_and_the_printed_blob_repeat_a_failure(tmp_path):
    """In processes of their own, with other hashes of texts, as a user has them."""
    source = (
        "import trio\n"
        "import copilot_actors as ca\n"
        "from hypothesis import settings, seed, reproduce_failure, strategies as st\n"
        "from hypothesis.stateful import initialize\n"
        "from copilot_actors.testing import SessionMachine, Text, ToolCall, ToolCalls\n"
        + inspect.getsource(DoubleBooking)
        + "DoubleBooking = settings(max_examples=60, stateful_step_count=10, database=None,"
        " print_blob=True, deadline=None)(DoubleBooking)\n"
    )

    def run(decorator, hash_seed):
        file = tmp_path / "test_booking.py"
        file.write_text(
            f"{source}DoubleBooking = {decorator}(DoubleBooking)\nTestBooking = DoubleBooking.TestCase\n"
        )
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short"]
        done = subprocess.run(
            [*command, file],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
        )
        assert done.returncode == 1, done.stdout
        assert "booked twice" in done.stdout
        return done.stdout

    first, second = run("seed(7)", "1"), run("seed(7)", "2")
    assert steps_of(first) == steps_of(second)
    blob = re.search(r"@(reproduce_failure\(.*\))", first)[1]
    again = run(blob, "3")
    assert "booked twice" in again


class RunsTwice(SessionMachine):
    """The library's promise, broken from outside: the CLI asks for one call again."""

    def session_options(self, session):
        tool = ca.Tool("look", "l", {"type": "object"}, lambda: "x", skip_permission=True)
        return {"model": "m", "tools": [tool]}

    def again(self):
        witnessed = self._witnessed("a", self.session_options("a")["tools"][0])
        invocation = ca.ToolInvocation(
            session=self.sessions["a"],
            tool_call_id="call",
            tool_name="look",
            request_id="r",
            arguments={},
        )
        self.run(witnessed.handler, {}, invocation)


def test_a_handler_that_runs_twice_for_one_call_fails_the_rule():
    with pytest.raises(AssertionError, match="look of a ran twice for call"):
        example(RunsTwice(), ("open_session", "a"), ("again",), ("again",))


def test_a_check_can_be_switched_off():
    class Unchecked(RunsTwice):
        unchecked = ("handlers",)

    example(Unchecked(), ("open_session", "a"), ("again",), ("again",))


class Emitting(SessionMachine):
    """A subscriber that is given one event twice."""

    def emit_twice(self):
        self.run(self._emit)

    async def _emit(self):
        subscription = self._conversation("a").subscriptions[0]
        for _ in range(2):
            self._noticed(subscription, ca.SessionEvent("session.info", id="an-id"))
        await trio.sleep(1)


def test_an_event_that_comes_twice_fails_the_rule():
    with pytest.raises(AssertionError, match=r"session\.info came twice"):
        example(Emitting(), ("open_session", "a"), ("emit_twice",))


class Impatient(SessionMachine):
    """Sends its prompt a second time whenever it has waited long enough."""

    def ask_again(self):
        self.run(self.sessions["a"].send, "hello")


def test_a_prompt_that_stands_twice_in_the_transcript_is_found_at_the_end():
    with pytest.raises(AssertionError, match="stands 2 times in the transcript"):
        example(Impatient(), ("open_session", "a"), ("ask", "a", "hello"), ("ask_again",))


class Mute(SessionMachine):
    answer_timeout = 30.0

    def script(self):
        return lambda request: Silence()


def test_a_caller_that_waits_longer_than_its_limit_fails_the_rule():
    with pytest.raises(ca.TurnTimeout):
        example(Mute(), ("open_session", "a"), ("ask", "a", "hello"))


def test_an_error_that_is_tolerated_ends_a_prompt():
    class Patient(Mute):
        tolerated_errors = (ca.TurnTimeout,)

    machine = example(Patient(), ("open_session", "a"), ("ask", "a", "hello"))
    assert [e.detail for e in machine.trace if e.what == "no answer"] == ["a TurnTimeout"]


class Asserting(SessionMachine):
    def script(self):
        return DoubleBooking.script(self)

    def session_options(self, session):
        def book():
            assert False, "never book"  # noqa: B011, PT015

        tool = ca.Tool("book", "b", {"type": "object"}, book, skip_permission=True)
        return {"model": "m", "tools": [tool]}


def test_an_assertion_of_a_handler_fails_the_rule_in_which_it_ran():
    with pytest.raises(AssertionError, match="never book") as caught:
        example(Asserting(), ("open_session", "a"), ("ask", "a", "x"), ("read", "a"))
    assert "in ask\n" in "".join(traceback.format_exception(caught.value))


def test_an_exception_of_a_subscriber_fails_the_rule_in_which_it_came():
    class Raising(SessionMachine):
        def listen(self):
            def handler(event):
                raise KeyError(event.type)

            handle = self.sessions["a"]
            self.run(lambda: handle.on("user.message", handler))

    with pytest.raises(KeyError, match=r"user\.message"):
        example(Raising(), ("open_session", "a"), ("listen",), ("ask", "a", "x"))


# --- Rules that are overridden or switched off --------------------------------------------


def test_a_rule_that_a_class_does_without_is_no_rule_and_still_a_method():
    class Calm(SessionMachine):
        without = ("crash", "inject")

    names = {rule.function.__name__ for rule in Calm.setup_state().rules}
    assert "ask" in names
    assert not names & {"crash", "inject"}
    machine = example(Calm(), ("open_session", "a"), ("crash", "kill"), ("ask", "a", "x"))
    assert len(machine.cli.processes) == 2


def test_a_rule_that_does_not_exist_cannot_be_done_without():
    with pytest.raises(TypeError, match="no rule 'crush'"):
        type("Wrong", (SessionMachine,), {"without": ("crush",)})


def test_a_client_is_not_opened_over_a_cli_that_dies_in_its_handshake():
    machine = SessionMachine()
    machine.cli.inject(Kill(FrameMatch(process=0), before=True))
    example(machine, ("open_session", "a"), ("ask", "a", "x"))
    assert [entry.what for entry in machine.trace[:3]] == ["open", "no client", "session.start"]


# --- The run itself -----------------------------------------------------------------------


class Plain(TrioMachine):
    """For the methods of the base; Hypothesis never runs it."""

    @rule()
    def nothing(self):
        pass


async def raise_after(seconds, error):
    await trio.sleep(seconds)
    raise error


def test_what_a_background_task_raises_surfaces_in_the_call_that_waits_then():
    machine = Plain()
    machine.start_soon(raise_after, 5, ValueError("planted"))
    machine.run(trio.sleep, 2)
    with pytest.raises(ValueError, match="planted") as caught:
        machine.run(trio.sleep, 10)
    assert trio.current_time() == 5
    names = [frame.name for frame in traceback.extract_tb(caught.value.__traceback__)]
    assert names[-1] == "raise_after"
    assert caught.value.__cause__ is None
    machine.run(trio.sleep, 1)
    machine.teardown()


def test_what_it_raises_after_the_last_rule_fails_the_teardown():
    class Waiting(Plain):
        def finish(self):
            self.run(trio.sleep, 10)

    machine = Waiting()
    machine.start_soon(raise_after, 5, ValueError("planted"))
    with pytest.raises(ValueError, match="planted"):
        machine.teardown()


def test_a_call_that_would_wait_for_ever_is_over_after_its_patience():
    machine = Plain()
    with pytest.raises(TimeoutError, match="3600 s of trio's clock"):
        machine.run(trio.sleep_forever)
    machine.teardown()


def test_contexts_are_left_in_reverse_order_although_a_rule_has_failed():
    order = []

    @contextlib.asynccontextmanager
    async def named(name):
        try:
            yield name
        finally:
            await trio.sleep(1)
            order.append(name)

    machine = Plain()

    def fail():
        try:
            assert [machine.enter_async_context(named(name)) for name in "abc"] == [*"abc"]
            raise RuntimeError("planted")
        finally:
            machine.teardown()

    with pytest.raises(RuntimeError, match="planted"):
        fail()
    assert order == ["c", "b", "a"]


def test_a_context_that_cannot_be_entered_raises_as_it_is():
    @contextlib.asynccontextmanager
    async def broken():
        raise OSError("planted")
        yield

    machine = Plain()
    with pytest.raises(OSError, match="planted"):
        machine.enter_async_context(broken())
    machine.teardown()


async def leave_a_task_behind():
    trio.lowlevel.spawn_system_task(trio.sleep_forever)


def test_a_task_that_is_left_behind_fails_the_example():
    machine = Plain()
    machine.run(leave_a_task_behind)
    with pytest.raises(AssertionError, match=r"left behind: trio\.sleep_forever"):
        machine.teardown()


def test_it_is_only_a_note_when_a_rule_has_failed_already():
    machine = Plain()

    def fail():
        try:
            machine.run(leave_a_task_behind)
            machine.note("about to fail")
            raise RuntimeError("planted")
        finally:
            machine.teardown()

    with pytest.raises(RuntimeError, match="planted") as caught:
        fail()
    notes = "\n".join(caught.value.__notes__)
    assert "left behind: trio.sleep_forever" in notes
    assert "about to fail" in notes


class Lamp(TrioMachine):
    """Goes out a second after it was lit, except for the third time."""

    def __init__(self):
        super().__init__()
        self.lit = self.times = 0

    async def burn(self):
        self.lit += 1
        self.times += 1
        await trio.sleep(100 if self.times == 3 else 1)
        self.lit -= 1

    @rule()
    def light(self):
        self.note("light")
        self.start_soon(self.burn)

    @rule(seconds=st.integers(2, 9))
    def wait(self, seconds):
        self.run(trio.sleep, seconds)
        assert self.lit == 0

    @rule()
    def look(self):
        pass


def test_a_failure_shrinks_to_its_shortest_steps_and_its_smallest_values():
    _, text = shrunk(seed(1)(Lamp), max_examples=60)
    steps = re.findall(r"^state\.(.*)$", text, re.MULTILINE)
    assert steps == ["light()"] * 3 + ["wait(seconds=2)", "teardown()"]


def test_two_searches_from_one_seed_find_the_same_and_carry_out_the_same():
    def search():
        trio._core._run._r.seed(0)
        traces = []

        class Watched(Lamp):
            def teardown(self):
                traces.append(list(self.trace))
                super().teardown()

        return shrunk(seed(3)(Watched), max_examples=60, phases=GENERATE)[1], traces

    assert search() == search()


def test_nothing_can_be_awaited_after_the_teardown():
    machine = Plain()
    machine.run(trio.sleep, 1)
    machine.teardown()
    with pytest.raises(RuntimeError, match="the trio run is over"):
        machine.run(trio.sleep, 1)
    machine.teardown()


def test_the_kit_is_there_without_hypothesis_and_says_what_is_missing():
    code = (
        "import sys; sys.modules['hypothesis'] = None\n"
        "import copilot_actors.testing as testing\n"
        "testing.Simulator\n"
        "try: testing.SessionMachine\n"
        "except ImportError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("copilot_actors.testing.SessionMachine needs Hypothesis")
