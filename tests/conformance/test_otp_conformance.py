"""copilot_actors.otp behaves as Erlang/OTP does, but for what is listed by name.

Recorded traces need no Erlang. Where it is installed, a sample is recorded again and some
scenarios that are in no file are compared as well.
"""

import logging

import pytest
import record
from differential._compare import compare
from differential._differences import DIFFERENCES
from differential._generate import generate
from differential._python_runner import run
from differential._rules import RULES
from differential._verdicts import DOCUMENT, recorded, totals, verdict
from msgspec.structs import replace

needs_erlang = pytest.mark.skipif(
    record.unavailable() is not None,
    reason=f"comparison with a live Erlang/OTP was not run: {record.unavailable()}",
)


@pytest.fixture(autouse=True)
def quiet():
    """Hundreds of crashes are the point of the suite, not news."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize("name", recorded())
def test_scenario_ends_as_on_otp(name):
    disagreements = verdict(name).disagreements
    assert not disagreements, "\n".join([name, *disagreements])


def test_every_rule_has_a_hand_written_scenario():
    numbers = {scenario.name[:2] for scenario in RULES}
    assert numbers == {f"{number:02}" for number in range(1, 21)}


def test_recorded_scenarios_are_those_that_the_generator_makes():
    for scenario, each in zip(record.all_scenarios(), recorded().values(), strict=True):
        kept = len(each.scenario.steps)
        assert replace(scenario, steps=scenario.steps[:kept]) == each.scenario


def test_document_shows_what_the_suite_finds():
    assert "\n".join(totals().lines()) in DOCUMENT.read_text()


@pytest.mark.parametrize("difference", DIFFERENCES, ids=lambda each: each.name)
def test_difference_is_met_in_some_scenario(difference):
    assert totals().applied[difference.name] > 0


# The comparison itself: it must not forgive what is not listed.


def compared(name: str, step: int, **changes: object) -> list[str]:
    """Compare a scenario after spoiling one entry of our own trace."""
    each = recorded()[name]
    ours = list(run(each.scenario))
    ours[step] = replace(ours[step], **changes)
    return compare(each, tuple(ours)).disagreements


PLAIN = "14 an idle worker with the limit 60 is stopped"
GIVES_UP = "04 a limit of two permits two restarts"


@pytest.mark.parametrize(
    ("name", "step", "changes"),
    [
        (PLAIN, 1, {"r": "error:not_found"}),
        (PLAIN, 1, {"e": ()}),
        (PLAIN, 1, {"d": ("a1 killed",)}),
        (PLAIN, 1, {"q": ("1 ok",)}),
        (PLAIN, 1, {"t": "root#1(a1 b1)"}),
        (PLAIN, 2, {"e": ("t b1 normal",)}),
        (PLAIN, 2, {"e": ("t b1 shutdown", "t b1 shutdown"), "d": ()}),
        (GIVES_UP, 4, {"d": ("a2 crash", "b2 shutdown", "root#1 shutdown:max_restarts(root,9)")}),
        (GIVES_UP, 4, {"d": ("a2 crash", "b2 shutdown", "root#1 crash")}),
    ],
)
def test_comparison_notices_one_changed_cell(name, step, changes):
    assert not compared(name, step)
    assert compared(name, step, **changes)


@needs_erlang
def test_sample_records_again_as_it_was():
    timeless = [each for each in recorded().values() if not each.scenario.needs_time()]
    sample = timeless[::8]
    assert record.record([each.scenario for each in sample]) == sample


@needs_erlang
def test_scenarios_that_no_file_holds_end_as_on_otp():
    made = (generate(seed) for seed in range(10_000, 10_150))
    fresh = record.record([each for each in made if not each.needs_time()])
    disagreements = {
        each.scenario.name: found
        for each in fresh
        if (found := compare(each, run(each.scenario)).disagreements)
    }
    assert not disagreements
