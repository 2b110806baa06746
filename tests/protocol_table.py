"""What of the published protocol is typed and exercised, and on what: docs/protocol-coverage.md.

Run: python tests/protocol_table.py. A test of the suite (tests/docs/test_protocol_table.py) fails
when the page is not what this writes. The methods and events are those of the generated tables; what
came of each is what tests/behaviour/test_protocol_sweep.py recorded.
"""

from __future__ import annotations

import collections
import importlib.util
from pathlib import Path

import msgspec

from copilot_actors.protocol import KNOWN_EVENT_TYPES, rpc
from copilot_actors.protocol._generated import SCHEMA_PACKAGE, SCHEMA_VERSION

TESTS = Path(__file__).parent
PAGE = TESTS.parent / "docs" / "protocol-coverage.md"
OUTCOMES = TESTS / "behaviour" / "protocol_outcomes.json"
SWEEP = TESTS / "behaviour" / "test_protocol_sweep.py"
REAL, SIMULATED = "real CLI", "simulator"
ABSENT = "not in this CLI"
GROUPS = {
    "server": "`client.rpc`",
    "session": "`session.rpc`",
    "client_session": "requests of the CLI for one session",
    "client_global": "requests of the CLI",
}
CLIENT = TESTS.parent / "copilot_actors" / "client"


def left_out_methods() -> dict[str, str]:
    """The methods that the sweep leaves out, and why."""
    spec = importlib.util.spec_from_file_location("protocol_sweep", SWEEP)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.LEFT_OUT


def served() -> set[str]:
    """The requests of the CLI that this library has a handler for: those that its client names."""
    source = "".join(path.read_text(encoding="utf-8") for path in CLIENT.rglob("*.py"))
    requests = [m.name for m in rpc.published_methods() if m.group.startswith("client_")]
    return {name for name in requests if f'"{name}"' in source}


def render() -> str:
    """The page."""
    recorded = msgspec.json.decode(OUTCOMES.read_bytes())
    left_out = left_out_methods()
    lines = [_HEAD.format(package=SCHEMA_PACKAGE, version=SCHEMA_VERSION)]
    lines += _counts(recorded)
    lines += _gaps(recorded, left_out)
    lines += _events(recorded)
    lines += _methods(recorded, left_out)
    return "\n".join([*lines, _GENERATORS])


def _seen(recorded, world: str) -> set[str]:
    return {*recorded[world]["events"], *recorded[world]["events of methods"]}


def _counts(recorded) -> list[str]:
    lines = [
        "## Counts",
        "",
        (
            "| | in the schema | typed | answered in its type, real CLI | refused with a typed error, "
            "real CLI | not in CLI 1.0.102 | answered, simulator |"
        ),
        "|---|---|---|---|---|---|---|",
    ]
    for group, label in GROUPS.items():
        names = [method.name for method in rpc.published_methods() if method.group == group]
        real = [recorded[REAL]["methods"].get(name, "") for name in names]
        simulated = [recorded[SIMULATED]["methods"].get(name, "") for name in names]
        answered = sum(what == "typed" for what in simulated)
        answered += sum(what.startswith("refused") for what in simulated)
        refused = sum(what.startswith("refused") for what in real)
        if group.startswith("client_"):
            ours = sum(name in served() for name in names)
            row = [len(names), len(names), ours, 0, 0, ours]
        else:
            row = [len(names), len(names), real.count("typed"), refused, real.count(ABSENT)]
            row.append(answered)
        lines.append(f"| methods: {label} | {' | '.join(map(str, row))} |")
    known = len(KNOWN_EVENT_TYPES)
    real_events = len(_seen(recorded, REAL) & KNOWN_EVENT_TYPES)
    simulated_events = len(_seen(recorded, SIMULATED) & KNOWN_EVENT_TYPES)
    lines.append(f"| events | {known} | {known} | {real_events} | | | {simulated_events} |")
    return [*lines, ""]


def _gaps(recorded, left_out) -> list[str]:
    absent = [name for name, what in recorded[REAL]["methods"].items() if what == ABSENT]
    requests = [m.name for m in rpc.published_methods() if m.group.startswith("client_")]
    unseen = sorted(KNOWN_EVENT_TYPES - _seen(recorded, REAL))
    unknown = sorted(
        kind
        for kind in _seen(recorded, REAL) - KNOWN_EVENT_TYPES
        if not kind.startswith("copilot_actors.")
    )
    return [
        "## Gaps",
        "",
        "Methods that the sweep does not call:",
        "",
        *(f"- `{name}`: {why}" for name, why in sorted(left_out.items())),
        "",
        (
            f"Methods that CLI 1.0.102 does not have ({len(absent)}; newer than it, or older): "
            f"{_names(absent)}."
        ),
        "",
        (
            "Requests of the CLI that nothing answers yet but a handler of your own "
            f"(`client.on_request`): {_names(name for name in requests if name not in served())}."
        ),
        "",
        (
            f"Known events that were not seen on the real CLI ({len(unseen)}; decoding and delivery of "
            "each is tested on the simulator, from examples made of the schema): "
            f"{_names(unseen)}."
        ),
        "",
        (
            f"Events of the real CLI that the schema does not know ({len(unknown)}; delivered, "
            f"untyped): {_names(unknown)}."
        ),
        "",
    ]


def _names(names) -> str:
    return ", ".join(f"`{name}`" for name in sorted(names))


def _events(recorded) -> list[str]:
    lines = ["## Events", "", "| family | events | real CLI | simulator |", "|---|---|---|---|"]
    families = collections.defaultdict(list)
    for kind in sorted(KNOWN_EVENT_TYPES):
        families[kind.partition(".")[0]].append(kind)
    for family, kinds in families.items():
        counts = [sum(kind in _seen(recorded, world) for kind in kinds)
                  for world in (REAL, SIMULATED)]  # fmt: skip
        lines.append(f"| `{family}` | {len(kinds)} | {counts[0]} | {counts[1]} |")
    return [*lines, ""]


def _methods(recorded, left_out) -> list[str]:
    lines = ["## Methods", "", "| method | marked | real CLI | simulator |", "|---|---|---|---|"]
    for method in sorted(rpc.published_methods(), key=lambda method: (method.group, method.name)):
        marks = "internal" if method.internal else ""
        if method.group.startswith("client_"):
            real = simulated = "typed" if method.name in served() else "no handler of ours"
        else:
            real = recorded[REAL]["methods"].get(method.name, "left out")
            simulated = recorded[SIMULATED]["methods"].get(method.name, "left out")
            simulated = "" if simulated == ABSENT else simulated
        lines.append(f"| `{method.name}` | {marks} | {real} | {simulated} |")
    return [*lines, ""]


_HEAD = """# Protocol coverage

<!-- Written by tests/protocol_table.py (make protocol-coverage); do not edit. -->

Every method and event of the schemas in `{package}` {version}. *Typed* has a class or a
method with parameters and result; that nothing is missing is checked against the schemas
(`make lint`). *Real CLI* is 1.0.102, offline: `tests/behaviour/test_protocol_sweep.py` calls each
method through its facade, with the least arguments that the schema allows, and notes what came:
`typed` is a result that decoded into its type, `refused` an `RpcError` with this code (nobody is
signed in, no such item, a feature that is off). No result and no event failed to decode. The
simulator has the methods that its users needed so far. How to use them: [the protocol](protocol.md).
All published methods are marked experimental by GitHub.
"""
_GENERATORS = """## The generators

Both on the schemas of version 1.0.14, on one machine of two cores:

| | of our own | datamodel-code-generator (`msgspec.Struct` output) |
|---|---|---|
| time for both schemas | 2 s | 119 s |
| all types of events: import time, memory | 31 to 47 ms, 2.0 MB | 62 to 97 ms, 2.5 MB |
| loaded for the first typed event | one family: 10 to 14 ms, 0.4 MB | all of it |
| an unknown word, an unknown member of a union | kept | the event does not decode |
| unions that msgspec cannot decode | none: members that nothing tells apart are one record | 14, `tool.execution_complete` and the union of all events among them |
| methods with parameters, results and docstrings | written | not its task |

The first column is 1,400 lines with tests of their own. So the types come from there.
"""

if __name__ == "__main__":
    PAGE.write_text(render(), encoding="utf-8")
