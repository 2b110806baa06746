"""The generator of the protocol's types, on schemas of a few lines."""

from __future__ import annotations

import sys
import types
from pathlib import Path

import msgspec
import pytest

from copilot_actors._tools import gen_protocol
from copilot_actors._tools._protocol_facades import method_modules
from copilot_actors._tools._protocol_families import field_types, homes, read_events, read_methods
from copilot_actors._tools._protocol_model import SchemaError, camel_case, class_name, snake_case
from copilot_actors._tools._protocol_render import Source, documentation, event_modules
from copilot_actors._tools._schema_package import PinError, from_folder
from copilot_actors.protocol._wire_struct import UnknownVariant, decode_open

SOURCE = Source("@x/y", "1.2.3", "sha512-x", {})


@pytest.mark.parametrize(
    ("wire", "attribute"),
    [
        ("toolCallId", "tool_call_id"),
        ("URL", "url"),
        ("mcpURLs", "mcp_ur_ls"),
        ("gitHubToken", "github_token"),
        ("_meta", "meta"),
        ("origin-tracker", "origin_tracker"),
        ("from", "from_"),
        ("os_arch", "os_arch"),
    ],
)
def test_attributes_are_snake_case(wire, attribute):
    assert snake_case(wire) == attribute


def test_names_that_camel_case_does_not_give_back_are_written_out():
    assert camel_case("tool_call_id") == "toolCallId"
    assert class_name("tool.execution_start") == "ToolExecutionStart"


def api(**methods):
    """A schema with these session methods and some definitions."""
    return {
        "server": {},
        "session": methods,
        "clientSession": {},
        "clientGlobal": {},
        "definitions": {
            "Color": {"type": "string", "enum": ["red", "blue"], "description": "A color."},
            "Circle": record(kind={"const": "circle", "type": "string"}, r={"type": "number"}),
            "Square": record(kind={"const": "square", "type": "string"}, a={"type": "number"}),
            "Shape": {"anyOf": [ref("Circle"), ref("Square")]},
            "A": record(x={"type": "string"}),
            "B": record(x={"type": "string"}, y={"type": "integer"}),
            "Either": {"anyOf": [ref("A"), ref("B")]},
            "Node": record(children={"type": "array", "items": ref("Node")}),
        },
    }


def record(**properties):
    return {"type": "object", "properties": properties, "required": list(properties)}


def ref(name):
    return {"$ref": f"#/definitions/{name}"}


def method(wire, result, **params):
    return {
        "rpcMethod": wire,
        "description": "Does it.",
        "params": record(sessionId={"type": "string"}, **params),
        "result": result,
    }


def load(tmp_path, monkeypatch, schema):
    """The generated modules, imported."""
    world, methods = read_methods(schema, {"definitions": {}})
    roots = [(m.module, [*field_types(m.params), m.result]) for m in methods]
    texts = method_modules(SOURCE, world, methods, homes(world, roots, "rpc_common"))
    package = types.ModuleType("made")
    package.__path__ = [str(tmp_path)]
    monkeypatch.setitem(sys.modules, "made", package)
    for name, (text, _) in texts.items():
        (tmp_path / f"{name}.py").write_text(text)
    loaded = {}
    for name in texts:
        monkeypatch.delitem(sys.modules, f"made.{name}", raising=False)
        loaded |= vars(__import__(f"made.{name}", fromlist=["x"]))
    return loaded, texts


def test_records_words_and_unions(tmp_path, monkeypatch):
    schema = api(
        draw=method("session.draw", ref("Shape"), color=ref("Color"), shape=ref("Shape")),
        tree={"grow": method("session.tree.grow", ref("Node"))},
        ask=method("session.ask", ref("Either")),
    )
    names, texts = load(tmp_path, monkeypatch, schema)
    assert set(texts) == {"rpc_session", "rpc_session_tree"}
    shape = names["Shape"]
    assert msgspec.json.decode(b'{"kind":"circle","r":1}', type=shape) == names["Circle"](r=1.0)
    assert names["Circle"].kind == "circle"
    unknown = decode_open(b'{"kind":"star","n":5}', shape)
    assert isinstance(unknown, UnknownVariant)
    assert unknown.n == 5
    # Nothing on the wire tells A and B apart: one record for both.
    assert msgspec.json.decode(b'{"x":"1"}', type=names["Either"]).y is None
    node = msgspec.json.decode(b'{"children":[{"children":[]}]}', type=names["Node"])
    assert node.children[0].children == []
    assert "session_id" not in texts["rpc_session"][0]
    assert "``session.tree.grow``" in names["SessionTreeRpc"].grow.__doc__


def test_a_union_that_is_null_too_stays_so_behind_a_reference(tmp_path, monkeypatch):
    schema = api(look=method("session.look", record(at=ref("Maybe"))))
    schema["definitions"]["Maybe"] = {"anyOf": [record(x={"type": "string"}), {"type": "null"}]}
    names, _ = load(tmp_path, monkeypatch, schema)
    assert msgspec.json.decode(b'{"at":null}', type=names["SessionLookResult"]).at is None


def test_what_is_asked_of_a_value_beyond_its_type_is_kept_beside_the_type():
    small = {"type": "integer", "minimum": 0}
    schema = api(
        look=method(
            "session.look",
            record(
                at={"type": "string", "format": "date-time", "description": "When."},
                deep={"type": "array", "items": small, "minItems": 1},
                maybe={"anyOf": [small, {"type": "null"}]},
                either={"anyOf": [small, {"type": "string"}]},
                tree=ref("Tree"),
                yes={"type": "boolean", "const": True},
                inner=ref("Circle"),
            ),
        )
    )
    # A definition that holds itself.
    schema["definitions"]["Tree"] = {"type": "array", "items": ref("Tree"), "maxItems": 2}
    world, _ = read_methods(schema, {"definitions": {}})
    [found] = [d for d in world.declarations.values() if d.name == "SessionLookResult"]
    assert {field.wire: field.limits for field in found.fields if field.limits} == {
        "at": {"format": "date-time"},
        "deep": {"minItems": 1, "items": {"minimum": 0}},
        "maybe": {"minimum": 0},
        "either": {"minimum": 0},
        "tree": {"maxItems": 2, "items": {"maxItems": 2, "items": {"maxItems": 2}}},
        "yes": {"const": True},
    }


def test_the_same_schema_gives_the_same_text(tmp_path, monkeypatch):
    schema = api(
        draw=method("session.draw", ref("Shape")), ask=method("session.ask", ref("Either"))
    )
    assert load(tmp_path, monkeypatch, schema)[1] == load(tmp_path, monkeypatch, schema)[1]


def test_a_method_that_is_not_where_its_name_says_is_refused():
    with pytest.raises(SchemaError, match=r"session\.other"):
        read_methods(api(draw=method("session.other", ref("Shape"))), {"definitions": {}})


def test_an_event_whose_name_a_definition_has_keeps_it():
    definitions = {
        "SessionEvent": {"anyOf": [ref("ThingDoneEvent")]},
        "ThingDoneEvent": record(type={"const": "thing.done"}, data=ref("DoneData")),
        "DoneData": record(kind=ref("ThingDone")),
        "ThingDone": record(x={"type": "string"}),
    }
    world, events = read_events({"definitions": definitions})
    where = homes(world, [(event.module, [event.data]) for event in events], "events_common")
    (text, names) = event_modules(SOURCE, world, events, where)["events_other"]
    assert names == ["ThingDoneData", "ThingDoneDetails", "ThingDone"]
    assert "kind: ThingDoneDetails" in text


def test_descriptions_become_docstrings_that_end_where_they_should():
    lines = documentation(
        ['It says """no""" with a \\ and "', "Args:\n    a: " + "word " * 30], "    "
    )
    assert lines[0] == "    \"\"\"It says '''no''' with a \\\\ and \""
    assert all(len(line) <= 100 for line in lines)
    assert lines[3].startswith("        a: word")
    assert lines[4].startswith("            word")


# --- The command ----------------------------------------------------------------------------


def test_check_names_what_is_not_as_it_would_be_written(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(gen_protocol, "GENERATED", tmp_path)
    right, wrong, more = tmp_path / "a.py", tmp_path / "b.py", tmp_path / "c.py"
    right.write_text("1")
    wrong.write_text("1")
    more.write_text("1")
    found = gen_protocol.differences({right: "1", wrong: "2", tmp_path / "d.py": "3"})
    assert sorted(found) == [
        "b.py is not what the generator writes",
        "c.py is not written by the generator",
        "d.py is not what the generator writes",
    ]


def test_an_unpacked_package_must_be_the_pinned_one(tmp_path: Path, capsys):
    (tmp_path / "schemas").mkdir()
    (tmp_path / "package.json").write_text('{"version": "0.0.1"}')
    for name in ("api.schema.json", "session-events.schema.json"):
        (tmp_path / "schemas" / name).write_text("{}")
    with pytest.raises(PinError, match=r"--version 0\.0\.1"):
        from_folder(tmp_path)
    assert gen_protocol.main(["--check", "--package-dir", str(tmp_path)]) == 2
    assert "cannot be generated" in capsys.readouterr().err
