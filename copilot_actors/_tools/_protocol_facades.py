"""The text of the modules of methods: their types, and the classes whose methods call them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from typing import Final

from ._protocol_families import Homes, Method, field_types
from ._protocol_model import Expr, Field, Record, SchemaError, World, class_name, snake_case
from ._protocol_render import (
    Source,
    as_parameter,
    documentation,
    foreign,
    module_text,
    quoted,
    record_lines,
    types_of,
)

COMMON: Final = "rpc_common"
_DEADLINE: Final = "rpc_timeout"
_INDENT: Final = " " * 8
_CLASSES: Final = frozenset({"bool", "int", "str", "float"})


def method_modules(
    source: Source, world: World, methods: Sequence[Method], where: Homes
) -> dict[str, tuple[str, list[str]]]:
    """The text of each module of methods, and its public names."""
    records = {d.name for d in world.declarations.values() if isinstance(d, Record)}
    modules = {}
    for module in sorted({method.module for method in methods} | set(where.values())):
        body, names, needed = types_of(world, where, module)
        own = [method for method in methods if method.module == module]
        for method in own:
            kinds = [*field_types(method.params), method.result]
            needed |= {name for kind in kinds for name in kind.names}
            if isinstance(method.params, Record) and method.params.fields:
                doc = f"Parameters of ``{method.wire}``."
                body += record_lines(method.params, parameters=True, doc=doc)
                names.append(method.params.name)
        extra = foreign(needed, where, module)
        if module.startswith("rpc_") and module != COMMON:
            group = own[0].group
            level = 0 if module == f"rpc_{group}" else 1
            if level == 0:
                every = [other for other in methods if other.group == group]
                lines, classes = _root(group, own, every, records)
            else:
                lines, classes = _namespaces(group, own, records)
            body += lines
            names += classes
            extra["copilot_actors.protocol._calling"] = ["RpcNamespace"]
        what = f"Types and methods: {module}."
        modules[module] = (module_text(source, what, body, extra, names), names)
    return modules


def _class_of(group: str, path: Iterable[str]) -> str:
    return "".join([class_name(group), *map(class_name, path), "Rpc"])


def _root(
    group: str, own: Sequence[Method], every: Sequence[Method], records: Container[str]
) -> tuple[list[str], list[str]]:
    """The first level: methods without a namespace, and the namespaces, loaded when touched."""
    spaces = sorted({method.path[0] for method in every if len(method.path) > 1})
    name = _class_of(group, ())
    modules = {space: f"rpc_{group}_{snake_case(space)}" for space in spaces}
    lines = ["if TYPE_CHECKING:"] if spaces else []
    lines += [f"    from .{modules[space]} import {_class_of(group, [space])}" for space in spaces]
    prefix = "session." if group == "session" else ""
    whose = "of a session" if group == "session" else "of the CLI itself"
    lines += [
        "",
        "",
        f"class {name}(RpcNamespace):",
        f'    """Every published method {whose}."""',
        "",
    ]
    lines += ["    __slots__ = ()", ""]
    for space in spaces:
        inner = _class_of(group, [space])
        lines += [
            "    @property",
            f"    def {snake_case(space)}(self) -> {inner}:",
            f'        """``{prefix}{space}.*``."""',
            f"        from .{modules[space]} import {inner}",
            "",
            f"        return {inner}(self._call)",
            "",
        ]
    for method in own:
        lines += _method(method, records)
    return [*lines, ""], [name]


def _namespaces(
    group: str, own: Sequence[Method], records: Container[str]
) -> tuple[list[str], list[str]]:
    """One class for each namespace of a module, the inner ones reached from the outer one."""
    paths = sorted({method.path[:-1] for method in own} | {own[0].path[:1]})
    lines: list[str] = []
    names = []
    for path in paths:
        name = _class_of(group, path)
        names.append(name)
        prefix = "session." if group == "session" else ""
        lines += [
            f"class {name}(RpcNamespace):",
            f'    """``{prefix}{".".join(path)}.*``."""',
            "",
            "    __slots__ = ()",
            "",
        ]
        for inner in paths:
            if inner[:-1] == path:
                kind = _class_of(group, inner)
                lines += [
                    "    @property",
                    f"    def {snake_case(inner[-1])}(self) -> {kind}:",
                    f'        """``{prefix}{".".join(inner)}.*``."""',
                    f"        return {kind}(self._call)",
                    "",
                ]
        for method in own:
            if method.path[:-1] == path:
                lines += _method(method, records)
        lines.append("")
    return lines, names


def _argument(field: Field) -> str:
    kind = as_parameter(field.type)
    if field.required:
        return f"{field.name}: {kind.full}"
    if kind.nullable:
        return f"{field.name}: {kind.full} | UnsetType = UNSET"
    return f"{field.name}: {kind.text} | None = None"


def _method(method: Method, records: Container[str]) -> list[str]:
    params = method.params
    fields = params.fields if isinstance(params, Record) else ()
    if any(field.name == _DEADLINE for field in fields):
        raise SchemaError(f"{method.wire} has a parameter {_DEADLINE}")
    returns = method.result.full
    lines = [f"    async def {snake_case(method.path[-1])}(", "        self,"]
    if isinstance(params, Expr):
        lines.append(f"        params: {params.full},")
    lines.append("        *,")
    lines += [f"        {_argument(field)}," for field in fields]
    lines += [f"        {_DEADLINE}: float | None = None,", f"    ) -> {returns}:"]
    lines += documentation(_method_docs(method, fields), _INDENT)
    if isinstance(params, Expr):
        given = "params"
    elif not fields or params is None:
        given = "None"
    else:
        passed = [f"{_INDENT}        {field.name}={field.name}," for field in fields]
        given = "\n".join([f"{params.name}(", *passed, f"{_INDENT}    )"])
    plain = returns in _CLASSES or returns in records or returns.startswith(("list[", "dict["))
    shape = "NoneType" if returns == "None" else returns
    if not plain and returns != "None":
        # An alias of a union: type checkers take it for an annotation only.
        shape = f'cast("type[object]", {returns})'
    inner = " " * (8 if plain or returns == "None" else 12)
    call = [
        "self._call(",
        f"{inner}    {quoted(method.wire)},",
        *f"{inner}    {given},".replace(f"\n{_INDENT}", f"\n{inner}").split("\n"),
        f"{inner}    {shape},",
        f"{inner}    {_DEADLINE},",
    ]
    if returns == "None":
        return [*lines, f"{_INDENT}await {call[0]}", *call[1:], f"{_INDENT})", ""]
    if plain:
        return [*lines, f"{_INDENT}return await {call[0]}", *call[1:], f"{_INDENT})", ""]
    opened = [f"{_INDENT}return cast(", f"{inner}{quoted(returns)},", f"{inner}await {call[0]}"]
    return [*lines, *opened, *call[1:], f"{inner}),", f"{_INDENT})", ""]


def _method_docs(method: Method, fields: Sequence[Field]) -> list[str]:
    stability = [method.stability] if method.stability != "stable" else []
    marks = [*stability, *(["internal"] if method.internal else [])]
    wire = f"``{method.wire}`` on the wire; {', '.join(marks)}." if marks else f"``{method.wire}``."
    arguments = ["Args:"]
    if isinstance(method.params, Expr):
        arguments.append(f"    params: {method.params_doc or 'the parameters.'}")
    arguments += [f"    {field.name}: {field.doc or 'see the schema.'}" for field in fields]
    arguments.append(
        f"    {_DEADLINE}: seconds to wait for the answer; ``None`` means "
        "``ClientOptions.rpc_timeout``."
    )
    docs = [method.doc or f"Call ``{method.wire}``.", wire, "\n".join(arguments)]
    if method.result.full != "None":
        docs.append(f"Returns:\n    {method.result_doc or 'The result.'}")
    docs.append(
        "Raises:\n    InvalidOption: an argument is not what the schema says; nothing was sent.\n"
        "    CopilotError: the CLI's answer, or why there is none."
    )
    return docs
