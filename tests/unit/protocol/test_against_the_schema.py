"""The published schema itself, walked: no method, event, parameter or field of it is missing.

Written without the generator. The schemas are those that ``make lint`` keeps in the user's cache;
without them there is nothing to walk.
"""

from __future__ import annotations

import json

import msgspec
import pytest

from copilot_actors._tools import _schema_package as package
from copilot_actors._tools._protocol_families import NULLABLE_FIELDS
from copilot_actors.protocol import KNOWN_EVENT_TYPES, events, rpc

GROUPS = {
    "server": "server",
    "session": "session",
    "clientSession": "client_session",
    "clientGlobal": "client_global",
}


@pytest.fixture(scope="module")
def schemas():
    pinned = package.pin()
    found = package._cached(pinned)
    if found is None:
        pytest.skip("the schemas are not in the cache: make lint gets them")
    return {name: json.loads(text) for name, text in found.files.items()}


def methods_of(tree):
    for node in tree.values():
        if "rpcMethod" in node:
            yield node
        else:
            yield from methods_of(node)


def resolved(schema, node):
    while "$ref" in node:
        node = schema["definitions"][node["$ref"].rpartition("/")[2]]
    members = [member for member in node.get("anyOf", []) if "not" not in member]
    if "properties" not in node and len(members) == 1:
        return {**resolved(schema, members[0]), "required": []}
    return node


def fields_of(schema, node):
    """The names that an object has on the wire, and which are required; ``None`` for no object."""
    found = resolved(schema, node)
    if "properties" not in found or isinstance(found.get("additionalProperties"), dict):
        return None
    names = {
        name
        for name, value in found["properties"].items()
        if not resolved(schema, value).get("x-opaque-in-process")
    }
    return names, set(found.get("required", ())) & names


def fields_of_struct(struct):
    fields = msgspec.structs.fields(struct)
    tag = {struct.__struct_config__.tag_field} - {None}
    names = {field.encode_name for field in fields} | tag
    return names, {field.encode_name for field in fields if field.required} | tag


def test_every_method_is_there_with_its_parameters(schemas):
    api = schemas[package.API]
    ours = {(method.group, method.name): method for method in rpc.published_methods()}
    published = 0
    for group, name_of_ours in GROUPS.items():
        for node in methods_of(api[group]):
            published += 1
            method = ours[name_of_ours, node["rpcMethod"]]
            assert method.internal == (node.get("visibility") == "internal"), method
            assert method.stability == node["stability"]
            params = fields_of(api, node["params"]) if node.get("params") else None
            if params is None:
                continue
            hidden = {"sessionId"} if group == "session" else set()
            expected = (params[0] - hidden, params[1] - hidden)
            struct = None if method.params is None else getattr(rpc, method.params)
            found = (set(), set()) if struct is None else fields_of_struct(struct)
            assert found == expected, method.name
    assert published == len(ours)


def test_every_result_has_its_fields(schemas):
    api = schemas[package.API]
    compared = 0
    for group in GROUPS:
        for node in methods_of(api[group]):
            reference = node["result"].get("$ref", "").rpartition("/")[2]
            struct = getattr(rpc, reference, None) if reference else None
            expected = fields_of(api, node["result"])
            if expected is None or not isinstance(struct, type):
                continue
            compared += 1
            assert fields_of_struct(struct) == expected, node["rpcMethod"]
    assert compared > 200


def test_every_event_is_there_with_its_fields(schemas):
    schema = schemas[package.EVENTS]
    seen = set()
    for member in schema["definitions"]["SessionEvent"]["anyOf"]:
        event = resolved(schema, member)["properties"]
        event_type = event["type"]["const"]
        seen.add(event_type)
        struct = events.event_class(event_type).data_type
        expected = fields_of(schema, event["data"])
        if expected is not None:
            assert fields_of_struct(struct) == expected, event_type
    assert seen == KNOWN_EVENT_TYPES


def test_what_was_corrected_is_still_wrong_in_the_schema(schemas):
    definitions = schemas[package.API]["definitions"]
    for name, field in NULLABLE_FIELDS:
        assert "$ref" in definitions[name]["properties"][field]
