"""Which methods and events there are, and which generated module holds what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec

from ._protocol_model import (
    JSON,
    Choice,
    Declaration,
    Expr,
    Record,
    Schema,
    SchemaError,
    World,
    as_mapping,
    class_name,
    snake_case,
    text_of,
)

EVENT_FAMILIES: Final = {
    "events_conversation": (
        "abort", "assistant", "model", "pending_messages", "prompt_cache_break", "system", "user",
    ),
    "events_tools": ("external_tool", "hook", "mcp", "mcp_app", "sandbox", "skill", "tool",
                     "tool_search"),
    "events_questions": ("auto_mode_switch", "elicitation", "exit_plan_mode", "permission",
                         "sampling", "session_limits_exhausted", "user_input"),
    "events_session": ("session",),
    "events_agents": ("agent", "factory", "subagent"),
}  # fmt: skip
"""Families of events by the first word of their types; all others are ``events_other``."""
GROUPS: Final = {
    "server": ("server", ""),
    "session": ("session", "session."),
    "clientSession": ("client_session", ""),
    "clientGlobal": ("client_global", ""),
}
"""The schema's groups of methods: our name, and what the wire name has in front of the path."""
NULLABLE_FIELDS: Final = frozenset({("AgentGetCurrentResult", "agent")})
"""Fields of a definition that CLI 1.0.102 answers with null, although their types do not say so."""
NULLABLE_RESULTS: Final = frozenset({"user.settings.set"})
"""Methods that CLI 1.0.102 answers with null, although their results do not say so."""


class Event(msgspec.Struct, frozen=True):
    """One type of session event."""

    type: str
    name: str
    doc: str
    data: Expr
    ephemeral: bool
    module: str


class Method(msgspec.Struct, frozen=True):
    """One method. ``params`` is a record, another type, or nothing."""

    wire: str
    group: str
    path: tuple[str, ...]
    module: str
    doc: str
    internal: bool
    stability: str
    params: Record | Expr | None
    params_doc: str
    result: Expr
    result_doc: str


Homes: TypeAlias = dict[str, str]


def read_events(schema: Schema) -> tuple[World, list[Event]]:
    """The events of a schema of session events."""
    definitions = as_mapping(schema["definitions"])
    members = as_mapping(definitions["SessionEvent"])["anyOf"]
    if not isinstance(members, list):
        raise SchemaError("SessionEvent is not a union")
    found: list[tuple[str, Schema]] = []
    for member in members:
        event = as_mapping(definitions[str(member["$ref"]).rpartition("/")[2]])
        found.append((str(as_mapping(as_mapping(event["properties"])["type"])["const"]), event))
    classes = {class_name(wire) for wire, _ in found}
    # A definition that would have the name of an event, and data that one event has for itself.
    renamed = {name: f"{name}Details" for name in definitions if name in classes}
    uses: dict[str, list[str]] = {}
    for wire, event in found:
        reference = as_mapping(as_mapping(event["properties"])["data"]).get("$ref", "")
        uses.setdefault(str(reference).rpartition("/")[2], []).append(wire)
    renamed |= {name: f"{class_name(wires[0])}Data" for name, wires in uses.items()
                if len(wires) == 1}  # fmt: skip
    world = World(definitions, renamed=renamed)
    events = []
    for wire, event in sorted(found):
        properties = as_mapping(event["properties"])
        prefix = wire.partition(".")[0]
        family = next((name for name, of in EVENT_FAMILIES.items() if prefix in of), "events_other")
        data_schema = as_mapping(properties["data"])
        name = class_name(wire)
        data = world.expr(data_schema, f"{name}Data")
        ephemeral = as_mapping(properties.get("ephemeral")).get("const") is True
        doc = text_of(event).removeprefix(f'Session event "{wire}".').strip()
        events.append(Event(wire, name, doc, data, ephemeral, family))
    return world, events


def _methods(tree: Schema, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Schema]]:
    for name, value in sorted(tree.items()):
        node = as_mapping(value)
        if "rpcMethod" in node:
            yield (*path, name), node
        else:
            yield from _methods(node, (*path, name))


def read_methods(schema: Schema, events: Schema) -> tuple[World, list[Method]]:
    """The methods of an API schema; ``events`` is the schema that it refers to."""
    event = Expr(f"dict[str, {JSON}]")
    world = World(
        _corrected(as_mapping(schema["definitions"])),
        foreign=as_mapping(events["definitions"]),
        replaced={"SessionEvent": event},
    )
    methods = []
    for group, (ours, prefix) in GROUPS.items():
        for path, node in _methods(as_mapping(schema[group])):
            methods.append(_method(world, node, ours, prefix, path))
    return world, methods


def _corrected(definitions: Schema) -> Schema:
    """The definitions with what the CLI is seen to answer."""
    corrected = dict(definitions)
    for name, field in NULLABLE_FIELDS:
        definition = as_mapping(corrected.get(name))
        properties = as_mapping(definition.get("properties"))
        wanted = as_mapping(properties.get(field))
        nullable = {**wanted, "anyOf": [{"$ref": wanted.get("$ref")}, {"type": "null"}]}
        nullable.pop("$ref", None)
        corrected[name] = {**definition, "properties": {**properties, field: nullable}}
    return corrected


def _method(world: World, node: Schema, group: str, prefix: str, path: tuple[str, ...]) -> Method:
    wire = str(node["rpcMethod"])
    if wire != prefix + ".".join(path):
        raise SchemaError(f"{wire} is not where its name says")
    module = f"client_{group.partition('_')[2]}"
    if group in ("server", "session"):
        module = "_".join(["rpc", group, *map(snake_case, path[:-1][:1])])
    scoped = group == "session"
    params_schema = as_mapping(node.get("params"))
    params = _params(world, params_schema, f"{class_name(wire)}Params", scoped=scoped)
    result_schema = as_mapping(node.get("result"))
    result = world.expr(result_schema, f"{class_name(wire)}Result")
    if wire in NULLABLE_RESULTS:
        result = msgspec.structs.replace(result, nullable=True)
    return Method(
        wire=wire,
        group=group,
        path=path,
        module=module,
        doc=text_of(node),
        internal=node.get("visibility") == "internal",
        stability=str(node.get("stability", "stable")),
        params=params,
        params_doc=text_of(params_schema) or text_of(world.resolve(params_schema)),
        result=result,
        result_doc=text_of(result_schema) or text_of(world.resolve(result_schema)),
    )


def _params(world: World, schema: Schema, name: str, *, scoped: bool) -> Record | Expr | None:
    """The parameters as a record of its own, without the session's id where the facade adds it."""
    if not schema:
        return None
    found = world.resolve(schema)
    optional = False
    if "anyOf" in found and "properties" not in found:
        members = world.alternatives(found) or []
        if len(members) != 1:
            return world.expr(schema, name)
        optional = True
        found = world.resolve(members[0])
    record = world.record(found, name, tagged=False, without=("sessionId",) if scoped else ())
    if optional:
        fields = tuple(msgspec.structs.replace(field, required=False) for field in record.fields)
        record = msgspec.structs.replace(record, fields=fields)
    return record


def homes(world: World, roots: Iterable[tuple[str, Sequence[Expr]]], common: str) -> Homes:
    """The module of each declaration: the only one that needs it, or the common one."""
    needed: dict[str, set[str]] = {}
    for module, kinds in roots:
        pending = [name for kind in kinds for name in kind.names]
        seen: set[str] = set()
        while pending:
            name = pending.pop()
            if name in seen:
                continue
            seen.add(name)
            needed.setdefault(name, set()).add(module)
            pending += world.declarations[name].names
    return {
        name: next(iter(modules)) if len(modules) == 1 else common
        for name, modules in sorted(needed.items())
    }


def field_types(params: Record | Expr | None) -> list[Expr]:
    """The types that parameters are made of."""
    if params is None:
        return []
    return [field.type for field in params.fields] if isinstance(params, Record) else [params]


def in_module(world: World, where: Mapping[str, str], module: str) -> list[Declaration]:
    """The declarations of one module: records first, then what refers to them, in that order."""
    own = [world.declarations[name] for name, home in where.items() if home == module]
    aliases = {item.name: item for item in own if isinstance(item, Choice)}
    ordered: list[Declaration] = [item for item in own if not isinstance(item, Choice)]
    done: set[str] = set()

    def add(name: str) -> None:
        if name in aliases and name not in done:
            done.add(name)
            for needed in sorted(aliases[name].names):
                add(needed)
            ordered.append(aliases[name])

    for name in aliases:
        add(name)
    return ordered
