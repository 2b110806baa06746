"""Writes copilot_actors/protocol/_generated from the schemas in GitHub's npm package.

Run: python -m copilot_actors._tools.gen_protocol            write, for the pinned version
     python -m copilot_actors._tools.gen_protocol --check    say what is not as it would be written
     python -m copilot_actors._tools.gen_protocol --version 1.0.15    move the pin

The package is taken from the user's npm registry, its tarball verified by the hash that the
registry announces (and by the pinned one), and its two schemas are kept in the user's cache.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, cast

import msgspec

from copilot_actors._cli._install_errors import InstallError

from ._protocol_facades import COMMON, method_modules
from ._protocol_families import Event, Method, field_types, homes, read_events, read_methods
from ._protocol_model import Expr, Record, Schema, SchemaError, World, snake_case
from ._protocol_render import Source, event_modules, quoted
from ._schema_package import (
    API,
    EVENTS,
    PACKAGE,
    PinError,
    Schemas,
    fetch,
    from_folder,
)

PROTOCOL: Final = Path(__file__).parents[1] / "protocol"
GENERATED: Final = PROTOCOL / "_generated"
_EVENTS_COMMON: Final = "events_common"


def render(schemas: Schemas) -> dict[Path, str]:
    """Every generated file and its text."""
    source = Source(PACKAGE, schemas.version, schemas.integrity, schemas.sha256)
    api, event_schema = (_decode(schemas.files[name]) for name in (API, EVENTS))
    event_world, events = read_events(event_schema)
    where = homes(event_world, [(event.module, [event.data]) for event in events], _EVENTS_COMMON)
    of_events = event_modules(source, event_world, events, where)
    method_world, methods = read_methods(api, event_schema)
    roots = [(m.module, [*field_types(m.params), m.result]) for m in methods]
    of_methods = method_modules(source, method_world, methods, homes(method_world, roots, COMMON))
    files = {GENERATED / f"{name}.py": text for name, (text, _) in (of_events | of_methods).items()}
    files[GENERATED / "__init__.py"] = _package(source)
    files[GENERATED / "index.py"] = _index(source, of_events, of_methods)
    files[GENERATED / "methods.py"] = _methods(source, methods)
    files[GENERATED / "limits.py"] = _limits(source, event_world, events, method_world, methods)
    files[GENERATED / "all_events.py"] = _everything(source, of_events)
    files[GENERATED / "all_rpc.py"] = _everything(source, of_methods)
    files[PROTOCOL / "_event_types.py"] = _event_types(source, events)
    return files


def _decode(text: bytes) -> Schema:
    return cast("Schema", msgspec.json.decode(text, type=dict[str, object]))


def _package(source: Source) -> str:
    hashes = "".join(f"    {quoted(n)}: {quoted(s)},\n" for n, s in sorted(source.sha256.items()))
    return (
        source.header("The protocol's types, by families that are imported when they are used.")
        + f"\nSCHEMA_PACKAGE = {quoted(source.package)}\n"
        f"SCHEMA_VERSION = {quoted(source.version)}\n"
        f"SCHEMA_INTEGRITY = (\n    {quoted(source.integrity)}\n)\n"
        f"SCHEMA_SHA256 = {{\n{hashes}}}\n"
    )


def _index(source: Source, *tables: Mapping[str, tuple[str, list[str]]]) -> str:
    lines = [source.header("Which generated module holds which name.")]
    for constant, modules in zip(("EVENT_NAMES", "RPC_NAMES"), tables, strict=True):
        homes_of = {name: module for module, (_, names) in modules.items() for name in names}
        lines += ["", f"{constant} = {{"]
        lines += [f"    {quoted(name)}: {quoted(homes_of[name])}," for name in sorted(homes_of)]
        lines.append("}")
    return "\n".join(lines) + "\n"


def _methods(source: Source, methods: Sequence[Method]) -> str:
    lines = [
        source.header("Every published method. Loaded by who asks for the table, never by a call."),
        "from copilot_actors.protocol._method import Method",
        "",
        "METHODS: tuple[Method, ...] = (",
    ]
    for method in sorted(methods, key=lambda method: (method.group, method.wire)):
        params = method.params.full if isinstance(method.params, Expr) else None
        if isinstance(method.params, Record) and method.params.fields:
            params = method.params.name
        lines += [
            "    Method(",
            f"        {quoted(method.wire)},",
            f"        {quoted(method.group)},",
            f"        {quoted('.'.join(map(snake_case, method.path)))},",
            f"        {quoted(method.module)},",
            f"        {'None' if params is None else quoted(params)},",
            f"        {quoted(method.result.full)},",
            f"        {quoted(method.stability)},",
            f"        internal={method.internal},",
            "    ),",
        ]
    return "\n".join([*lines, ")"]) + "\n"


def _limits(
    source: Source,
    event_world: World,
    events: Sequence[Event],
    world: World,
    methods: Sequence[Method],
) -> str:
    """What the schema says of values beyond their types: class -> field -> its words for it."""
    text = source.header("What the schema asks of values beyond their types. Loaded by test kits.")
    merged: dict[str, tuple[dict[str, dict[str, object]], ...]] = {}
    records = [method.params for method in methods if isinstance(method.params, Record)]
    for constant, declared in (
        ("EVENT_LIMITS", list(event_world.declarations.values())),
        ("RPC_LIMITS", [*world.declarations.values(), *records]),
    ):
        found = {
            record.name: {field.wire: field.limits for field in record.fields if field.limits}
            for record in declared
            if isinstance(record, Record)
        }
        merged |= {
            record.name: record.variants
            for record in declared
            if isinstance(record, Record) and record.variants
        }
        text += f"\n{constant}: dict[str, dict[str, dict[str, object]]] = {{\n"
        for name, fields in sorted(found.items()):
            if fields:
                text += f"    {quoted(name)}: {{\n"
                text += "".join(f"        {quoted(k)}: {v!r},\n" for k, v in fields.items())
                text += "    },\n"
        text += "}\n"
    text += "\nVARIANTS: dict[str, tuple[dict[str, dict[str, object]], ...]] = {\n"
    for name, variants in sorted(merged.items()):
        text += f"    {quoted(name)}: (\n"
        text += "".join(f"        {variant!r},\n" for variant in variants)
        text += "    ),\n"
    text += '}\n"""What the records were merged from that nothing on the wire tells apart."""\n'
    ephemeral = "".join(f"    {quoted(event.type)},\n" for event in events if event.ephemeral)
    return text + (
        f"\nEPHEMERAL_EVENTS = frozenset({{\n{ephemeral}}})\n"
        '"""Types of events that the schema calls ephemeral: they are not kept in a log."""\n'
    )


def _everything(source: Source, modules: Mapping[str, object]) -> str:
    lines = [source.header("All names of all modules, for type checkers; never imported.")]
    return "\n".join([*lines, *(f"from .{name} import *" for name in sorted(modules))]) + "\n"


def _event_types(source: Source, events: Sequence[Event]) -> str:
    lines = [
        source.header("Names of the session events that the published schema knows."),
        "EVENT_CLASSES = {",
        *(f"    {quoted(event.type)}: {quoted(event.name)}," for event in events),
        "}",
        '"""The class of each event type, which is in ``copilot_actors.protocol.events``."""',
        "",
        "KNOWN_EVENT_TYPES = frozenset(EVENT_CLASSES)",
        f'"""Wire names of {len(events)} event types."""',
    ]
    return "\n".join(lines) + "\n"


def differences(files: Mapping[Path, str]) -> list[str]:
    """What is not as it would be written."""
    found = [
        f"{path.name} is not what the generator writes"
        for path, text in files.items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    present = set(GENERATED.glob("*.py"))
    return found + [f"{path.name} is not written by the generator" for path in present - set(files)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; the exit code is 1 when ``--check`` found something, 2 without schemas."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing; fail on differences")
    parser.add_argument("--version", help="another version of the package than the pinned one")
    parser.add_argument("--package-dir", type=Path, help="an unpacked package instead of npm's")
    options = parser.parse_args(arguments)
    folder = options.package_dir
    try:
        schemas = fetch(options.version) if folder is None else from_folder(folder)
        files = render(schemas)
    except (InstallError, PinError, SchemaError) as error:
        print(f"the protocol cannot be generated: {error}", file=sys.stderr)
        return 2
    if options.check:
        found = differences(files)
        for line in sorted(found):
            print(line, file=sys.stderr)
        return 1 if found else 0
    GENERATED.mkdir(exist_ok=True)
    for path in set(GENERATED.glob("*.py")) - set(files):
        path.unlink()
    for path, text in files.items():
        path.write_text(text, encoding="utf-8")
    print(f"wrote {len(files)} files from {PACKAGE} {schemas.version}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
