"""JSON schema to Python types: what is generated, before it is text.

A :class:`World` turns the definitions of one schema into declarations (:class:`Record`,
:class:`Words`, :class:`Choice`), each once, as they are reached from what is asked for.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Mapping
from typing import TypeAlias, cast

import msgspec

Schema: TypeAlias = "Mapping[str, object]"

JSON = "JsonValue"
_SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
_ANNOTATING = frozenset({"bool", "dict", "float", "int", "list", "str"})
"""No attribute has one of these names: annotations beside it would mean the attribute."""
LIMITS = (
    "contentEncoding", "exclusiveMinimum", "format", "maxItems", "maxLength", "maxProperties",
    "maximum", "minItems", "minLength", "minimum", "pattern", "uniqueItems",
)  # fmt: skip
"""What the schema says of values, and the generated types do not: nothing that is sent or
received is refused for it."""
EVENT = "SessionEvent"
"""A definition that methods only refer to."""
_WORD_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


class SchemaError(Exception):
    """The schema says something that this generator does not know."""


class Expr(msgspec.Struct, frozen=True):
    """A type as the text of an annotation, with the declarations that it names."""

    text: str
    names: frozenset[str] = frozenset()
    nullable: bool = False

    @property
    def full(self) -> str:
        """The annotation, ``None`` included."""
        return f"{self.text} | None" if self.nullable else self.text


class Field(msgspec.Struct, frozen=True):
    """One field of a record."""

    wire: str
    name: str
    type: Expr
    required: bool
    doc: str
    limits: dict[str, object] = {}


class Record(msgspec.Struct, frozen=True):
    """An object: a ``Struct``. ``tag`` is its constant field (wire name, attribute, value).

    ``variants``: what it was merged from, as the limits of each one's fields.
    """

    name: str
    doc: str
    fields: tuple[Field, ...]
    tag: tuple[str, str, str] | None = None
    variants: tuple[dict[str, dict[str, object]], ...] = ()

    @property
    def names(self) -> frozenset[str]:
        """The declarations that its fields name."""
        return frozenset().union(*(field.type.names for field in self.fields))


class Words(msgspec.Struct, frozen=True):
    """An enumeration of strings, each with its description."""

    name: str
    doc: str
    values: tuple[tuple[str, str], ...]

    @property
    def names(self) -> frozenset[str]:
        """Nothing: an enumeration names no other declaration."""
        return frozenset()


class Choice(msgspec.Struct, frozen=True):
    """Any other type with a name of its own. ``open``: a union that may get further members."""

    name: str
    doc: str
    type: Expr
    open: bool

    @property
    def names(self) -> frozenset[str]:
        """The declarations that it names."""
        return self.type.names


Declaration: TypeAlias = Record | Words | Choice


def snake_case(name: str) -> str:
    """The attribute for a wire name: ``toolCallId`` is ``tool_call_id``."""
    words = re.sub(r"[^0-9A-Za-z]+", "_", name).strip("_").replace("GitHub", "Github")
    words = words.replace("gitHub", "github")
    text = _WORD_BOUNDARY.sub("_", words).lower()
    return f"{text}_" if keyword.iskeyword(text) else text


def camel_case(name: str) -> str:
    """What msgspec's ``rename="camel"`` makes of an attribute."""
    head, *tail = name.split("_")
    return head + "".join(part[:1].upper() + part[1:] for part in tail)


def class_name(name: str) -> str:
    """A class for a wire name: ``tool.execution_start`` is ``ToolExecutionStart``."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[^0-9A-Za-z]+", name))


def text_of(schema: Schema, key: str = "description") -> str:
    """A text of the schema, in one line."""
    value = schema.get(key, "")
    return " ".join(value.split()) if isinstance(value, str) else ""


def as_mapping(value: object) -> Schema:
    """A part of a schema that should be an object; anything else is an empty one."""
    return cast("Schema", value) if isinstance(value, Mapping) else {}


def _schemas(value: object) -> list[Schema]:
    return [as_mapping(item) for item in value] if isinstance(value, list) else []


class World:
    """The declarations made from one schema.

    Args:
        definitions: the schema's own, preferred.
        foreign: those of another file that it refers to.
        renamed: names for declarations that are called otherwise than their definitions.
        replaced: definitions that are a fixed type instead.
    """

    def __init__(
        self,
        definitions: Mapping[str, object],
        *,
        foreign: Mapping[str, object] | None = None,
        renamed: Mapping[str, str] | None = None,
        replaced: Mapping[str, Expr] | None = None,
    ) -> None:
        self._definitions = {**(foreign or {}), **definitions}
        self._renamed = dict(renamed or {})
        self._replaced = dict(replaced or {})
        self._of_definition: dict[str, Expr] = {}
        self.declarations: dict[str, Declaration] = {}

    def stands_for(self, reference: str) -> str | None:
        """The name of a definition that is a fixed type instead, if a reference is to one."""
        name = reference.rpartition("/")[2]
        return name if name in self._replaced else None

    # --- Looking things up ------------------------------------------------------------------

    def resolve(self, schema: Schema) -> Schema:
        """Follow references until there is something else."""
        while isinstance(reference := schema.get("$ref"), str):
            schema = as_mapping(self._definitions[reference.rpartition("/")[2]])
        return schema

    def alternatives(self, schema: Schema) -> list[Schema] | None:
        """The members of a union, without nested unions and without "nothing at all"."""
        found = self.resolve(schema)
        members = _schemas(found.get("anyOf"))
        if not members or "properties" in found:
            return None
        flat: list[Schema] = []
        for member in members:
            if "not" in member:
                continue
            inner = self.alternatives(member)
            flat += inner if inner is not None else [member]
        return flat

    def is_record(self, schema: Schema) -> bool:
        """Whether it is an object with known fields, and no others that have a type."""
        found = self.resolve(schema)
        extra = found.get("additionalProperties")
        known = bool(as_mapping(found.get("properties"))) or not extra
        return found.get("type") == "object" and known and not isinstance(extra, Mapping)

    def constant(self, schema: Schema) -> object:
        """The one value that is possible, or ``None``."""
        return schema.get("const", self.resolve(schema).get("const"))

    # --- Types ------------------------------------------------------------------------------

    def expr(self, schema: Schema, hint: str) -> Expr:
        """The type for a schema; ``hint`` names a declaration that has no name of its own."""
        reference = schema.get("$ref")
        if isinstance(reference, str) and "const" not in schema:
            return self._reference(reference.rpartition("/")[2])
        constant = self.constant(schema)
        if isinstance(constant, str | int) and not isinstance(constant, bool):
            return Expr(f"Literal[{_quoted(constant)}]")
        kind = schema.get("type")
        if isinstance(kind, list):
            return self._scalars(kind)
        if "anyOf" in schema and "properties" not in schema:
            return self._union(schema, hint)
        if "enum" in schema:
            return self._words(schema, hint)
        if kind == "array":
            item = self.expr(as_mapping(schema.get("items")), f"{hint}Item")
            return Expr(f"list[{item.full}]", item.names)
        if kind == "object":
            return self._object(schema, hint)
        if isinstance(kind, str):
            if kind == "null":
                return Expr("None")
            return Expr(_SCALARS[kind])
        return Expr(JSON)

    def declare(self, declaration: Declaration) -> Expr:
        """Add a declaration and return the type that names it."""
        present = self.declarations.get(declaration.name)
        if present is not None and present != declaration:
            raise SchemaError(f"two declarations would be called {declaration.name}")
        self.declarations[declaration.name] = declaration
        return Expr(declaration.name, frozenset({declaration.name}))

    def record(
        self, schema: Schema, name: str, *, tagged: bool = True, without: Iterable[str] = ()
    ) -> Record:
        """A record for an object; its first constant text field becomes its tag."""
        properties = {
            wire: as_mapping(value)
            for wire, value in as_mapping(schema.get("properties")).items()
            if wire not in without
        }
        required = schema.get("required")
        needed = set(required) if isinstance(required, list) else set()
        tag = None
        fields = []
        for wire, value in properties.items():
            if value.get("x-opaque-in-process") or self.resolve(value).get("x-opaque-in-process"):
                continue
            constant = self.constant(value)
            if tagged and tag is None and isinstance(constant, str) and wire in needed:
                tag = (wire, snake_case(wire), constant)
                continue
            fields.append(self._field(name, wire, value, required=wire in needed))
        return Record(name, text_of(schema), tuple(fields), tag)

    def _field(self, owner: str, wire: str, schema: Schema, *, required: bool) -> Field:
        doc = text_of(schema) or text_of(self.resolve(schema))
        marks = [
            mark
            for mark, wanted in (
                ("Internal.", schema.get("visibility") == "internal"),
                ("Deprecated.", bool(schema.get("deprecated"))),
            )
            if wanted
        ]
        kind = self.expr(schema, owner + class_name(wire))
        optional = any("not" in member for member in _schemas(schema.get("anyOf")))
        name = snake_case(wire)
        if name in _ANNOTATING:
            name += "_"
        doc = " ".join([*marks, doc])
        return Field(wire, name, kind, required and not optional, doc, limits_of(self, schema))

    def _reference(self, definition: str) -> Expr:
        if definition in self._replaced:
            return self._replaced[definition]
        known = self._of_definition.get(definition)
        if known is not None:
            return known
        name = self._renamed.get(definition, definition)
        # Before the declaration itself: it may refer to itself.
        self._of_definition[definition] = Expr(name, frozenset({name}))
        schema = as_mapping(self._definitions[definition])
        kind = self.expr(schema, name)
        self._of_definition[definition] = kind
        return kind

    def _scalars(self, kinds: list[object]) -> Expr:
        texts = [_SCALARS[str(kind)] for kind in kinds if kind != "null"]
        return Expr(" | ".join(texts), nullable="null" in kinds)

    def _words(self, schema: Schema, hint: str) -> Expr:
        values = schema["enum"]
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise SchemaError(f"{hint}: an enumeration of something else than text")
        docs = as_mapping(schema.get("x-enumDescriptions"))
        pairs = tuple((value, text_of(docs, value)) for value in values)
        return self.declare(Words(hint, text_of(schema), pairs))

    def _object(self, schema: Schema, hint: str) -> Expr:
        if self.is_record(schema):
            record = self.record(schema, hint)
            return self.declare(record)
        extra = schema.get("additionalProperties")
        if isinstance(extra, Mapping) and extra and not extra.get("x-opaque-json"):
            value = self.expr(as_mapping(extra), f"{hint}Value")
            return Expr(f"dict[str, {value.full}]", value.names)
        return Expr(f"dict[str, {JSON}]")

    # --- Unions -----------------------------------------------------------------------------

    def _union(self, schema: Schema, hint: str) -> Expr:
        members = self.alternatives(schema) or []
        if any(not member for member in members):
            return Expr(JSON)
        nullable = any(self.resolve(member).get("type") == "null" for member in members)
        members = [m for m in members if self.resolve(m).get("type") != "null"]
        records = [member for member in members if self.is_record(member)]
        others = [member for member in members if not self.is_record(member)]
        parts: list[Expr] = []
        is_open = False
        if len(records) == 1 and not others:
            only = self.expr(records[0], hint)
            return Expr(only.text, only.names, nullable or only.nullable)
        if records:
            tag = self._discriminator(records)
            if tag is None and len(records) > 1:
                return self._merged(schema, records, others, hint, nullable=nullable)
            for record in records:
                own = f"{hint}{class_name(str(self._tag(record, tag)))}" if tag else f"{hint}Object"
                parts.append(self.expr(record, own))
            is_open = len(records) > 1
        for other in others:
            part = self.expr(other, f"{hint}Text" if "enum" in self.resolve(other) else hint)
            if part not in parts:
                parts.append(part)
        if any(part.text == JSON for part in parts):
            return Expr(JSON)
        if len(parts) == 1 and not is_open:
            return Expr(parts[0].text, parts[0].names, nullable or parts[0].nullable)
        names = frozenset().union(*(part.names for part in parts))
        kind = Expr(" | ".join(part.text for part in parts), names)
        nullable = nullable or any(part.nullable for part in parts)
        if not is_open and len(kind.text) < len("str | int | float | bool | list[str]"):
            return Expr(kind.text, names, nullable)
        named = self.declare(Choice(hint, text_of(schema), kind, is_open))
        return Expr(named.text, named.names, nullable)

    def _tag(self, record: Schema, field: str | None) -> object:
        properties = as_mapping(self.resolve(record).get("properties"))
        return self.constant(as_mapping(properties.get(field or "")))

    def _discriminator(self, records: list[Schema]) -> str | None:
        """The field that holds another text in each member, and is the tag of each."""
        first = as_mapping(self.resolve(records[0]).get("properties"))
        for field in first:
            tags = [self._tag(record, field) for record in records]
            if all(isinstance(tag, str) for tag in tags) and len(set(tags)) == len(tags):
                own = {self._first_constant(record) for record in records}
                return field if own == {field} else None
        return None

    def _first_constant(self, record: Schema) -> str | None:
        found = self.resolve(record)
        for wire, value in as_mapping(found.get("properties")).items():
            if isinstance(self.constant(as_mapping(value)), str):
                return wire
        return None

    def _merged(
        self,
        schema: Schema,
        records: list[Schema],
        others: list[Schema],
        hint: str,
        *,
        nullable: bool,
    ) -> Expr:
        """One record with the fields of all members, since nothing tells them apart on the wire."""
        fields: dict[str, Field] = {}
        counts: dict[str, int] = {}
        for member in records:
            found = self.resolve(member)
            needed = found.get("required")
            for wire, value in as_mapping(found.get("properties")).items():
                if self.resolve(as_mapping(value)).get("x-opaque-in-process"):
                    continue
                field = self._field(hint, wire, as_mapping(value), required=True)
                if isinstance(self.constant(as_mapping(value)), bool):
                    field = msgspec.structs.replace(field, type=Expr("bool"))
                before = fields.get(wire)
                if before is not None and before.limits != field.limits:
                    before, field = (
                        msgspec.structs.replace(one, limits={}) for one in (before, field)
                    )
                if before is not None and before.type != field.type:
                    field = msgspec.structs.replace(
                        before, type=self._either(before.type, field.type)
                    )
                fields[wire] = before if before is not None and before == field else field
                if isinstance(needed, list) and wire in needed:
                    counts[wire] = counts.get(wire, 0) + 1
        merged = tuple(
            msgspec.structs.replace(field, required=counts.get(wire, 0) == len(records))
            for wire, field in fields.items()
        )
        name = f"{hint}Object" if others else hint
        variants = tuple(self._variant(member) for member in records)
        named = self.declare(Record(name, text_of(schema), merged, variants=variants))
        texts = [named.text, *(self.expr(other, hint).text for other in others)]
        return Expr(" | ".join(texts), named.names, nullable)

    def _variant(self, member: Schema) -> dict[str, dict[str, object]]:
        found = self.resolve(member)
        needed = found.get("required")
        variant = {}
        for wire, value in as_mapping(found.get("properties")).items():
            limits = limits_of(self, as_mapping(value))
            inner = self.resolve(as_mapping(value))
            for word in ("const", "enum", "type"):
                if isinstance(inner.get(word), str | list | bool):
                    limits[word] = inner[word]
            if isinstance(needed, list) and wire in needed:
                limits["required"] = True
            variant[wire] = limits
        return variant

    def _either(self, one: Expr, other: Expr) -> Expr:
        """A type for values of two; any JSON where their union could not be decoded."""
        nullable = one.nullable or other.nullable
        literals = [re.fullmatch(r"Literal\[(.+)\]", kind.text) for kind in (one, other)]
        if all(literals):
            values = ", ".join(match[1] for match in literals if match is not None)
            return Expr(f"Literal[{values}]", nullable=nullable)
        scalars = {"str", "int", "float", "bool"}
        parts = dict.fromkeys([*one.text.split(" | "), *other.text.split(" | ")])
        simple = [part for part in parts if part in scalars or part.startswith("list[")]
        lists = [part for part in simple if part.startswith("list[")]
        if len(simple) == len(parts) and len(lists) <= 1:
            return Expr(" | ".join(parts), one.names | other.names, nullable)
        return Expr(JSON)


def limits_of(world: World, schema: Schema, depth: int = 3) -> dict[str, object]:
    """What a schema asks of a value beyond its type, in the words of JSON schema.

    Objects with known fields have none: each of their fields has its own.

    Args:
        world: where references lead.
        schema: the schema.
        depth: how many levels of lists and mappings are looked into; a schema may hold itself.
    """
    reference = schema.get("$ref")
    if isinstance(reference, str) and world.stands_for(reference) == EVENT:
        return {"is": EVENT}
    found = {**world.resolve(schema), **schema}
    if world.is_record(schema) or not depth:
        return {}
    members = [
        member
        for member in world.alternatives(schema) or []
        if world.resolve(member).get("type") != "null"
    ]
    if members:
        flat = [member for member in members if not world.is_record(member)]
        limited = [limits_of(world, member, depth) for member in flat]
        # Each word is about one type of JSON, so that it is clear whose it is.
        inner = {
            word: value
            for one in limited
            for word, value in one.items()
            if all(other.get(word, value) == value for other in limited)
        }
        if len(flat) > 1:
            inner.pop("const", None)
        return {**{word: found[word] for word in LIMITS if word in found}, **inner}
    limits = {word: found[word] for word in LIMITS if word in found}
    if isinstance(found.get("const"), bool):
        limits["const"] = found["const"]
    for word in ("items", "additionalProperties", "propertyNames"):
        inner = limits_of(world, as_mapping(found.get(word)), depth - 1)
        if inner:
            limits[word] = inner
    return limits


def _quoted(value: str | int) -> str:
    return (
        '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        if isinstance(value, str)
        else str(value)
    )
