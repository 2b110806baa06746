"""Drawn events, requests and results: what the schema says of them, the library's types take."""

from __future__ import annotations

import json
import subprocess
import sys

import msgspec
import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from copilot_actors._tools import _schema_package as package
from copilot_actors.protocol import KNOWN_EVENT_TYPES, SessionEvent, rpc
from copilot_actors.protocol import events as ev
from copilot_actors.testing import strategies
from copilot_actors.testing.strategies._events import decoded
from copilot_actors.testing.strategies._methods import result_type

from .json_schema import complaint

FEW = settings(max_examples=15, deadline=None, database=None)
MANY = settings(
    max_examples=25, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
ONE = settings(max_examples=1, deadline=None, database=None, phases=[Phase.generate])
METHODS = [method.name for method in rpc.published_methods()]

NO_JSON = {
    **dict.fromkeys(
        (
            "account.logout",
            "session.mcp.configureGitHub",
            "session.mcp.reloadWithConfig",
            "session.mcp.registerExternalClient",
        ),
        "its parameters have a part that never leaves a process",
    ),
    "session.agent.getCurrent": "the CLI answers null, which its schema does not say",
    "user.settings.set": "the CLI answers null, which its schema does not say",
    "session.tools.getBuiltinDescriptors": "a JSON schema, which is any JSON to the library",
    "session.ui.elicitation": "a JSON schema, which is any JSON to the library",
}
"""Where a drawn value is not what the published schema says, and why."""


def takes(wire):
    """The library decodes the event to the type of its name, and encodes it as it came."""
    event = decoded(wire)
    typed = ev.typed(event)
    assert type(typed) is ev.event_class(wire["type"])
    assert not typed.malformed
    assert event.raw == wire
    assert msgspec.to_builtins(typed.data) == wire["data"]
    assert json.loads(msgspec.json.encode(typed.data)) == wire["data"]


# --- Events ---------------------------------------------------------------------------------


def test_every_type_of_event_is_drawn_and_is_what_the_library_decodes_it_to():
    names = strategies.event_types()
    assert set(names) == KNOWN_EVENT_TYPES
    for start in range(0, len(names), 8):
        some = [strategies.wire_events(name) for name in names[start : start + 8]]
        ONE(given(st.tuples(*some))(take_all))()


def take_all(events):
    for event in events:
        takes(event)


@FEW
@given(strategies.wire_events())
def test_an_event_is_decoded_to_its_type_and_encoded_as_it_came(wire):
    takes(wire)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", strategies.event_types())
def test_events_of_one_type_are_decoded_to_it_and_encoded_as_they_came(name):
    settings(MANY, max_examples=60)(given(strategies.wire_events(name))(takes))()


@FEW
@given(strategies.events(newer=True))
def test_an_event_of_a_newer_cli_keeps_its_type_and_loses_nothing(event):
    assert isinstance(event, SessionEvent)
    typed = ev.typed(event)
    known = event.type in KNOWN_EVENT_TYPES
    assert type(typed) is (ev.event_class(event.type) if known else ev.UnknownEvent)
    if known:
        assert not typed.malformed
    assert decoded(event.raw).raw == event.raw


@FEW
@given(strategies.unknown_events())
def test_an_unknown_event_is_of_no_known_type(event):
    assert event.type not in KNOWN_EVENT_TYPES
    assert isinstance(ev.typed(event), ev.UnknownEvent)
    assert dict(event.data) == event.raw["data"]


def test_a_kind_may_be_a_name_several_or_a_class():
    assert simplest(strategies.events("abort")).type == "abort"
    both = strategies.events([ev.SessionIdle, "abort"])
    assert simplest(both).ephemeral
    assert find(both, lambda event: event.type == "abort", settings=MANY).id
    found = simplest(strategies.events(ev.AssistantMessage))
    assert isinstance(found, ev.AssistantMessage)
    assert (found.data.content, found.data.tool_requests) == ("", None)


def simplest(strategy):
    """What examples of it shrink to."""
    return find(strategy, lambda _: True, settings=ONE)


@pytest.mark.parametrize("kind", ["no.such", [], ["abort", "no.such"]], ids=repr)
def test_a_type_that_does_not_exist_is_refused_when_the_strategy_is_made(kind):
    with pytest.raises(ValueError, match="expected a"):
        strategies.events(kind)


def test_ephemeral_types_and_others_are_all_types():
    kept = strategies.event_types(ephemeral=False)
    assert {*kept, *strategies.event_types(ephemeral=True)} == KNOWN_EVENT_TYPES
    assert "user.message" in kept
    assert "session.idle" not in kept


def test_an_event_of_the_library_itself_is_drawn_too():
    found = simplest(strategies.events(ev.SessionRecovered))
    assert found.data.gap.missed == 0


# --- Methods --------------------------------------------------------------------------------


@FEW
@given(strategies.requests() | strategies.requests_of_the_cli())
def test_a_request_is_the_wire_form_of_its_parameters(request):
    wire = {**request.wire}
    if request.params is None:
        assert set(wire) <= {"sessionId"} or request.method not in METHODS
        return
    typed = msgspec.to_builtins(request.params)
    assert {name: wire[name] for name in typed} == typed
    assert set(wire) - set(typed) <= {"sessionId"}


@FEW
@given(strategies.requests(newer=True))
def test_a_request_of_a_newer_client_has_typed_parameters_all_the_same(request):
    assert request.params is None or isinstance(request.params, ev.WireStruct)


@FEW
@given(st.sampled_from(METHODS).flatmap(lambda name: st.tuples(st.just(name), wire_of(name))))
def test_a_result_is_decoded_to_its_type_and_encoded_as_it_came(drawn):
    name, wire = drawn
    value = msgspec.json.decode(msgspec.json.encode(wire), type=result_type(name))
    assert msgspec.to_builtins(value) == wire


def wire_of(name):
    return strategies.wire_results(name)


def test_every_method_has_requests_and_results():
    ours = strategies.request_methods()
    theirs = strategies.request_methods(of_the_cli=True)
    assert {*ours, *theirs} == {*METHODS, "userInput.request", "exitPlanMode.request"}
    assert {"sessionFs.readFile", "hooks.invoke"} <= {*theirs}


def test_a_request_is_framed_for_the_wire():
    request = simplest(strategies.requests("session.model.switchTo"))
    head, _, body = request.frame(7).partition(b"\r\n\r\n")
    assert head == b"Content-Length: %d" % len(body)
    assert json.loads(body) == {
        "jsonrpc": "2.0",
        "id": 7,
        "method": "session.model.switchTo",
        "params": {"sessionId": request.wire["sessionId"], "modelId": ""},
    }


@pytest.mark.parametrize(
    "make",
    [
        lambda: strategies.requests("no.such"),
        lambda: strategies.requests("sessionFs.readFile"),
        lambda: strategies.requests_of_the_cli("session.send"),
        lambda: strategies.requests([]),
        lambda: strategies.results("no.such"),
        lambda: strategies.wire_results("userInput.request"),
    ],
)
def test_a_method_of_the_other_direction_or_of_none_is_refused(make):
    with pytest.raises(ValueError, match="expected a"):
        make()


def test_values_of_any_type_of_the_protocol_are_drawn():
    found = simplest(strategies.values(rpc.ModelSwitchToResult))
    assert isinstance(found, rpc.ModelSwitchToResult)
    with pytest.raises(TypeError, match="no type of the protocol"):
        strategies.wire_values(complex)


# --- The published schema itself ------------------------------------------------------------


@pytest.fixture(scope="module")
def schemas():
    found = package._cached(package.pin())
    if found is None:
        pytest.skip("the schemas are not in the cache: make lint gets them")
    return {name: json.loads(text) for name, text in found.files.items()}


def complaints(schema, definitions, strategy, examples):
    """What the schema has against drawn values."""
    found = []

    @settings(MANY, max_examples=examples, phases=[Phase.generate])
    @given(strategy)
    def judge(value):
        found.append(complaint(schema, value, definitions))

    judge()
    return [one for one in found if one is not None]


def event_schemas(schemas):
    definitions = schemas[package.EVENTS]["definitions"]
    for member in definitions["SessionEvent"]["anyOf"]:
        schema = definitions[member["$ref"].rpartition("/")[2]]
        yield schema["properties"]["type"]["const"], schema


def methods_of(tree):
    for node in tree.values():
        if "rpcMethod" in node:
            yield node
        else:
            yield from methods_of(node)


def test_drawn_events_are_what_the_schema_says(schemas):
    definitions = schemas[package.EVENTS]["definitions"]
    of_type = dict(event_schemas(schemas))
    assert set(of_type) == KNOWN_EVENT_TYPES

    @FEW
    @given(strategies.wire_events())
    def judge(wire):
        assert complaint(of_type[wire["type"]], wire, definitions) is None

    judge()


@pytest.mark.exhaustive
def test_many_drawn_events_are_what_the_schema_says(schemas):
    definitions = schemas[package.EVENTS]["definitions"]
    for name, schema in event_schemas(schemas):
        assert complaints(schema, definitions, strategies.wire_events(name), 50) == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("group", ["server", "session", "clientSession", "clientGlobal"])
def test_drawn_requests_and_results_are_what_the_schema_says(schemas, group):
    api = schemas[package.API]
    definitions = {**schemas[package.EVENTS]["definitions"], **api["definitions"]}
    ours = group in {"server", "session"}
    wrong = set()
    for node in methods_of(api[group]):
        name = node["rpcMethod"]
        drawn = strategies.requests(name) if ours else strategies.requests_of_the_cli(name)
        found = complaints(node["result"], definitions, strategies.wire_results(name), 25)
        if node.get("params"):
            wires = drawn.map(lambda request: request.wire)
            found += complaints(node["params"], definitions, wires, 25)
        if found and name not in NO_JSON:
            wrong.add((name, found[0]))
    assert wrong == set()


# --- Without Hypothesis ---------------------------------------------------------------------


def test_the_kit_works_without_hypothesis_and_the_strategies_say_what_to_install():
    code = (
        "import sys, copilot_actors.testing as kit\n"
        "assert 'hypothesis' not in sys.modules\n"
        "sys.modules['hypothesis'] = None\n"
        "assert kit.check_history\n"
        "try:\n"
        "    from copilot_actors.testing import strategies\n"
        "except ImportError as error:\n"
        "    print(type(error).__name__, error.name, error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("ImportError hypothesis copilot_actors.testing.strategies needs")
    assert "pip install 'copilot-actors[testing]'" in done.stdout
