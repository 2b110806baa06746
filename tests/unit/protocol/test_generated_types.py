"""The generated types and facades: complete, decodable, and loaded family by family."""

from __future__ import annotations

import importlib
import inspect
import json
import re
import subprocess
import sys
import typing

import msgspec
import pytest
from msgspec import UNSET

from copilot_actors.protocol import KNOWN_EVENT_TYPES, events, rpc
from copilot_actors.protocol._generated.index import EVENT_NAMES, RPC_NAMES
from copilot_actors.protocol._wire_struct import WireStruct

METHODS = rpc.published_methods()
FACADES = [method for method in METHODS if method.group in ("server", "session")]


def loaded_after(statement: str) -> set[str]:
    """The generated modules that are there after a statement in a process of its own."""
    code = f"import sys, json\n{statement}\nprint(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    prefix = "copilot_actors.protocol._generated."
    return {name.removeprefix(prefix) for name in json.loads(done.stdout) if prefix in name}


def test_importing_the_package_loads_no_generated_type():
    assert loaded_after("import copilot_actors, copilot_actors.protocol.events") == set()
    assert loaded_after("import copilot_actors.client, copilot_actors.protocol.rpc") == set()


def test_one_event_class_loads_its_own_family_only():
    loaded = loaded_after("from copilot_actors.protocol.events import AssistantMessage")
    assert loaded == {"index", "events_conversation", "events_common"}


def test_one_method_loads_its_own_namespace_only():
    loaded = loaded_after(
        "import copilot_actors\n"
        "from copilot_actors.client._session._handle import Session\n"
        "Session(None, 's').rpc.mode.get"
    )
    assert loaded == {"rpc_session", "rpc_session_mode", "rpc_common"}


@pytest.mark.parametrize(
    ("module", "names"), [(events, EVENT_NAMES), (rpc, RPC_NAMES)], ids=["events", "rpc"]
)
def test_every_name_can_be_imported_and_every_type_be_decoded(module, names):
    for name in names:
        thing = getattr(module, name)
        if not isinstance(thing, type) or issubclass(thing, msgspec.Struct):
            msgspec.json.Decoder(thing)
    assert set(names) <= set(dir(module))
    with pytest.raises(AttributeError, match="NoSuchThing"):
        module.NoSuchThing  # noqa: B018


def test_every_known_event_has_a_class_that_says_its_type():
    for event_type in KNOWN_EVENT_TYPES:
        found = events.event_class(event_type)
        assert found is not None
        assert found.event_type == event_type
        assert f"``{event_type}``" in found.__doc__
        assert found.data_type is not None
    assert events.event_class("no.such.event") is None


@pytest.mark.parametrize("group", ["server", "session"])
def test_every_published_method_has_a_facade_with_its_parameters_and_its_name(group):
    class Sent(Exception):
        pass

    async def call(method, params, result, rpc_timeout):
        raise Sent(method, params, result)

    root = rpc.SessionRpc(call) if group == "session" else rpc.ServerRpc(call)
    for method in (method for method in FACADES if method.group == group):
        function = root
        for name in method.path.split("."):
            function = getattr(function, name)
        assert inspect.iscoroutinefunction(function), method.name
        assert f"``{method.name}``" in function.__doc__
        marks = {"experimental": method.stability == "experimental", "internal": method.internal}
        wire_line = re.search(rf"``{re.escape(method.name)}``.*", function.__doc__)[0]
        assert {mark: mark in wire_line for mark in marks} == marks
        arguments = inspect.signature(function).parameters
        shape = None if method.params is None else getattr(rpc, method.params)
        is_struct = isinstance(shape, type) and issubclass(shape, WireStruct)
        fields = [field.name for field in msgspec.structs.fields(shape)] if is_struct else []
        expected = fields or ([] if shape is None else ["params"])
        assert list(arguments) == [*expected, "rpc_timeout"], method.name
        given = {name: "x" for name in arguments if name != "rpc_timeout"}
        with pytest.raises(Sent) as sent:
            function(**given).send(None)
        assert sent.value.args[0] == method.name


def test_the_requests_of_the_cli_have_types_too():
    asked = [method for method in METHODS if method.group.startswith("client_")]
    assert {"userInput.request"} & {method.name for method in asked} == set()
    assert {"sessionFs.readFile", "hooks.invoke"} <= {method.name for method in asked}
    for method in asked:
        if method.params is not None:
            assert getattr(rpc, method.params) is not None


def test_attributes_are_snake_case_and_the_wire_has_its_own_names():
    data = msgspec.json.decode(
        b'{"messageId":"m","content":"hi","future":1}', type=events.AssistantMessageData
    )
    assert (data.message_id, data.content, data.model) == ("m", "hi", None)
    assert msgspec.json.decode(msgspec.json.encode(data)) == {"messageId": "m", "content": "hi"}


def test_left_out_and_null_are_told_apart_where_they_mean_different_things():
    shape = rpc.SessionModelSetAllowedModelsParams
    assert msgspec.json.encode(shape()) == b"{}"
    assert msgspec.json.encode(shape(allowed_models=None)) == b'{"allowedModels":null}'
    assert shape().allowed_models is UNSET


def test_no_value_shows_in_a_repr():
    data = events.AssistantMessageData(message_id="m", content="a secret")
    assert repr(data) == "AssistantMessageData(message_id, content)"


def test_no_annotation_of_a_facade_is_any():
    for name, module in RPC_NAMES.items():
        if not name.endswith("Rpc"):
            continue
        namespace = importlib.import_module(f"copilot_actors.protocol._generated.{module}")
        for function in vars(getattr(namespace, name)).values():
            if inspect.iscoroutinefunction(function):
                assert "Any" not in " ".join(map(str, function.__annotations__.values()))
    assert typing.get_type_hints(rpc.SessionModeRpc.get)
