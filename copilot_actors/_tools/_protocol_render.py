"""The text of the generated modules."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

import msgspec

from ._protocol_families import Event, Homes, in_module
from ._protocol_model import (
    JSON,
    Declaration,
    Expr,
    Field,
    Record,
    Words,
    World,
    camel_case,
)

WIDTH: Final = 100
_USES: Final = {
    "Hashable": r"\[Hashable\]",
    "Literal": r"\bLiteral\[",
    "Mapping": r"\bMapping\[",
    "Sequence": r"\bSequence\[",
    "cast": r"\bcast\(",
    "field": r"\bfield\(",
}
"""How a name shows that it is needed, where it is also a word of descriptions."""
_ITEM: Final = re.compile(r"- |    [a-z_0-9]+: |    [A-Z][A-Za-z]+: ")
_SUPPORT: Final = "copilot_actors.protocol._wire_struct"


class Source(msgspec.Struct, frozen=True):
    """Where the schemas are from."""

    package: str
    version: str
    integrity: str
    sha256: dict[str, str]

    def header(self, what: str) -> str:
        """The docstring of a generated module."""
        return (
            f'"""{what}\n\n'
            f"Written by copilot_actors/_tools/gen_protocol.py from {self.package}\n"
            f"{self.version}; do not edit. Names and descriptions are those of the schemas in\n"
            "that package, Copyright GitHub, Inc., MIT licence.\n"
            '"""\n\nfrom __future__ import annotations\n'
        )


def documentation(paragraphs: Iterable[str], indent: str) -> list[str]:
    """A docstring, as lines."""
    blocks = [block.replace("\\", "\\\\").replace('"""', "'''") for block in paragraphs if block]
    lines: list[str] = []
    for block in blocks:
        if lines:
            lines.append("")
        for part in block.split("\n"):
            inner = len(part) - len(part.lstrip())
            hanging = _ITEM.match(part) is not None
            lines += textwrap.wrap(
                part,
                WIDTH - len(indent) - 3,
                initial_indent="",
                subsequent_indent=" " * (inner + 4 if hanging else inner),
                break_long_words=False,
                break_on_hyphens=False,
                drop_whitespace=True,
                replace_whitespace=True,
            ) or [""]
    if not lines:
        return []
    if lines[-1].endswith('"'):
        lines[-1] += " "
    if len(lines) == 1:
        return [f'{indent}"""{lines[0]}"""']
    body = [f"{indent}{line}".rstrip() for line in lines[1:]]
    return [f'{indent}"""{lines[0]}', *body, f'{indent}"""']


def quoted(text: str) -> str:
    """A text as it stands in Python source."""
    return msgspec.json.encode(text).decode()


# --- Types ----------------------------------------------------------------------------------


def _field(field: Field, *, parameters: bool = False) -> str:
    kind = as_parameter(field.type) if parameters else field.type
    wire = "" if camel_case(field.name) == field.wire else f"name={quoted(field.wire)}"
    if field.required:
        default = f" = field({wire})" if wire else ""
        return f"    {field.name}: {kind.full}{default}"
    if kind.nullable:
        annotation, value = f"{kind.full} | UnsetType", "UNSET"
    else:
        annotation, value = f"{kind.text} | None", "None"
    default = f"field(default={value}, {wire})" if wire else value
    return f"    {field.name}: {annotation} = {default}"


def as_parameter(kind: Expr) -> Expr:
    """Lists and mappings as what a caller may have: any sequence, any mapping."""
    for ours, theirs in (("list[", "Sequence["), ("dict[", "Mapping[")):
        if kind.text.startswith(ours) and " | " not in kind.text.partition("]")[2]:
            return msgspec.structs.replace(kind, text=theirs + kind.text[len(ours) :])
    return kind


def _field_docs(fields: Sequence[Field], heading: str) -> str:
    known = [field for field in fields if field.doc]
    if not known:
        return ""
    return "\n".join([f"{heading}:", *(f"    {field.name}: {field.doc}" for field in known)])


def record_lines(record: Record, *, parameters: bool = False, doc: str = "") -> list[str]:
    """The class of a record."""
    options = ["frozen=True", "kw_only=True"]
    if record.tag is not None:
        wire, _, value = record.tag
        options += [f"tag_field={quoted(wire)}", f"tag={quoted(value)}"]
    texts = "".join(field.type.text for field in record.fields)
    if not any(kind in texts for kind in ("list[", "dict[", JSON)):
        # What holds no container of ours cannot be part of a cycle.
        options.append("gc=False")
    head = f"class {record.name}(WireStruct, {', '.join(options)}):"
    lines = [head] if len(head) <= WIDTH else [
        f"class {record.name}(", "    WireStruct,", *(f"    {option}," for option in options), "):"
    ]  # fmt: skip
    text = doc or record.doc or f"``{record.name}`` of the schema."
    # The fields of parameters are described where they are arguments.
    fields_text = "" if parameters else _field_docs(record.fields, "Attributes")
    lines += documentation([text, fields_text], "    ")
    if record.tag is not None:
        _, attribute, value = record.tag
        lines += ["", f"    {attribute}: ClassVar[Literal[{quoted(value)}]] = {quoted(value)}"]
    elif record.fields:
        lines.append("")
    fields = [_field(field, parameters=parameters) for field in record.fields]
    return [*lines, *fields, "", ""]


def _alias_lines(declarations: Sequence[Declaration]) -> list[str]:
    aliases = [item for item in declarations if not isinstance(item, Record)]
    if not aliases:
        return []
    seen_by_checkers, at_run_time = [], []
    for item in aliases:
        if isinstance(item, Words):
            values = ", ".join(quoted(value) for value, _ in item.values)
            closed = f"Literal[{values}]"
            wide = f"{closed} | str"
            docs = [
                f"- ``{value}``: {doc}" if doc else f"- ``{value}``" for value, doc in item.values
            ]
            paragraphs = [item.doc or f"``{item.name}`` of the schema.", "\n".join(docs)]
        else:
            closed = item.type.text
            wide = f"{closed} | UnknownVariant" if item.open else closed
            paragraphs = [item.doc or f"``{item.name}`` of the schema."]
        seen_by_checkers += [
            f"    {item.name}: TypeAlias = {wide}",
            *documentation(paragraphs, "    "),
        ]
        at_run_time.append(f"    {item.name} = {closed}")
    return ["if TYPE_CHECKING:", *seen_by_checkers, "else:", *at_run_time, "", ""]


def _imports(body: Sequence[str], extra: Mapping[str, Iterable[str]]) -> list[str]:
    text = "\n".join(body)

    def used(*names: str) -> list[str]:
        return [name for name in names if re.search(_USES.get(name, rf"\b{name}\b"), text)]

    lines = []
    for module, names in (
        ("collections.abc", used("Hashable", "Mapping", "Sequence")),
        ("types", used("NoneType")),
        ("typing", used("TYPE_CHECKING", "ClassVar", "Literal", "TypeAlias", "cast")),
    ):
        if names:
            lines.append(f"from {module} import {', '.join(names)}")
    if names := used("UNSET", "UnsetType", "field"):
        lines += ["", f"from msgspec import {', '.join(names)}"]
    support = {_SUPPORT: used("JsonValue", "UnknownVariant", "WireStruct"), **extra}
    own = [(module, sorted(set(names))) for module, names in sorted(support.items()) if names]
    if own:
        lines.append("")
    for module, names in own:
        if len(names) == 1:
            lines.append(
                f"from {module} import {names[0]} as {names[0]}"
                if module.startswith(".")
                else f"from {module} import {names[0]}"
            )
        else:
            lines += [f"from {module} import (", *(f"    {name}," for name in names), ")"]
    return lines


def foreign(names: Iterable[str], where: Homes, module: str) -> dict[str, list[str]]:
    """What a module imports from its siblings."""
    found: dict[str, list[str]] = {}
    for name in sorted(set(names)):
        if where[name] != module:
            found.setdefault(f".{where[name]}", []).append(name)
    return found


def types_of(world: World, where: Homes, module: str) -> tuple[list[str], list[str], set[str]]:
    """The lines of a module's declarations, the names it gets by them, and those it needs."""
    own = in_module(world, where, module)
    lines: list[str] = []
    for item in own:
        if isinstance(item, Record):
            lines += record_lines(item)
    lines += _alias_lines(own)
    return lines, [item.name for item in own], {name for item in own for name in item.names}


def _exports(names: Iterable[str]) -> list[str]:
    return ["__all__ = [", *(f"    {quoted(name)}," for name in sorted(names)), "]"]


def module_text(
    source: Source, what: str, body: list[str], extra: Mapping[str, Iterable[str]], names: list[str]
) -> str:
    """A whole module."""
    lines = [source.header(what), *_imports(body, extra), "", *_exports(names), "", "", *body]
    return "\n".join(lines).rstrip() + "\n"


# --- Events ---------------------------------------------------------------------------------


def event_modules(
    source: Source, world: World, events: Sequence[Event], where: Homes
) -> dict[str, tuple[str, list[str]]]:
    """The text of each module of events, and its public names."""
    modules = {}
    for module in sorted({event.module for event in events} | set(where.values())):
        body, names, needed = types_of(world, where, module)
        own = [event for event in events if event.module == module]
        for event in own:
            body += _event(event)
            names.append(event.name)
            needed |= event.data.names
        extra = foreign(needed, where, module)
        if own:
            extra["copilot_actors.protocol._typed_event"] = ["TypedEvent"]
        text = module_text(source, f"Types of session events: {module}.", body, extra, names)
        modules[module] = (text, names)
    return modules


def _event(event: Event) -> list[str]:
    kind = "Ephemeral: not in the transcript." if event.ephemeral else ""
    doc = event.doc or "An event of the schema."
    return [
        f"class {event.name}(TypedEvent[{quoted(event.data.text)}]):",
        *documentation([f"``{event.type}``: {doc}", kind], "    "),
        "",
        "    __slots__ = ()",
        "",
        f"    event_type = {quoted(event.type)}",
        f"    data_type: ClassVar[Hashable] = {event.data.text}",
        "",
        "",
    ]
