"""Write docs/options-coverage.md: each option of the protocol, whether it is here, and its proof.

Run: python docs/options_coverage.py. A test (tests/docs/test_options_coverage.py) fails when the
page is not what this writes.
"""

from __future__ import annotations

import importlib.util
import pathlib
import tempfile
import types

import copilot_actors as ca
from copilot_actors.client._connection._features import LACKING
from copilot_actors.client._options._table import WIRE_OPTIONS

ROOT = pathlib.Path(__file__).parents[1]
PAGE = ROOT / "docs" / "options-coverage.md"
SIMULATED = frozenset({"model", "streaming", "client_name", "working_directory", "name"})
"""Options that change what the simulator does, too; it takes all."""

_INTRODUCTION = """\
The options of `session.create` and `session.resume` that are sent as values: those of
GitHub's SDKs (Python 1.0.27, TypeScript 1.0.14) and of the protocol's schema, on CLI 1.0.102
(`tests/e2e/test_options.py`). *Effect seen*: a request to the model, a listing or a file shows
it, before and after `kill -9`. *Taken*: the CLI knows the name and opens and resumes such a
session; offline there is no more to see. Of some it checks the form, of others it takes any.
""".splitlines()

HANDLERS = (
    "tools",
    "commands",
    "hooks",
    "canvases",
    "on_event",
    "on_permission_request",
    "on_user_input_request",
    "on_elicitation_request",
    "on_exit_plan_mode_request",
    "on_auto_mode_switch_request",
    "on_mcp_auth_request",
    "skill_provider",
    "github_token_provider",
)
"""Options of GitHub's SDK that are handlers, which the reference lists."""


def load_cases() -> types.ModuleType:
    """The tables of the tests."""
    path = ROOT / "tests" / "option_cases.py"
    spec = importlib.util.spec_from_file_location("option_cases", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def proofs() -> dict[str, str]:
    """Option -> what shows it on the real CLI."""
    cases = load_cases()
    with tempfile.TemporaryDirectory() as folder:
        folders = cases.Folders(pathlib.Path(folder))
        found = {
            name: "taken, in any form" if name in cases.UNCHECKED else "taken, its form checked"
            for name in cases.taken_cases(folders)
        }
        for name in cases.seen_cases(folders, {}):
            for part in name.split(", "):
                option = part.partition(".")[0].partition(":")[0]
                found[option] = "effect seen, before and after a crash"
    found.update({name: f"effect seen: {where}" for name, where in cases.ELSEWHERE.items()})
    found.update({name: f"**no**: {why}" for name, why in cases.NOT_OFFLINE.items()})
    found.pop("none")
    return found


def render() -> str:
    """The text of the page."""
    cases, shown = load_cases(), proofs()
    seen = sum(text.startswith("effect") for text in shown.values())
    taken = sum(text.startswith("taken") for text in shown.values())
    missing = [name for name in HANDLERS if name not in ca.SessionOptions.__struct_fields__]
    handlers = f"{len(HANDLERS) - len(missing)} of {len(HANDLERS)}"
    lines = [
        "# Options, counted",
        "",
        "<!-- Written by docs/options_coverage.py; do not edit. -->",
        "",
        *_INTRODUCTION,
        "",
        "| | count |",
        "|---|---|",
        f"| options sent as values, all of them typed | {len(WIRE_OPTIONS)} |",
        f"| effect seen on the real CLI | {seen} |",
        f"| taken by the real CLI, no effect to be seen offline | {taken} |",
        f"| not shown | {len(WIRE_OPTIONS) - seen - taken} |",
        f"| options of GitHub's SDKs that are not here | {len(cases.WITHOUT)} |",
        f"| known to be lacking in CLI 1.0.102, and refused by name | {len(LACKING)} |",
        f"| handlers among them that are [options here](reference.md#handlers) | {handlers} |",
        "",
        "## Each option",
        "",
        "| option | on the wire | with | `None` | real CLI | simulator |",
        "|---|---|---|---|---|---|",
    ]
    for name, option in WIRE_OPTIONS.items():
        null = "null" if option.null else "refused"
        simulator = "changes it" if name in SIMULATED else "takes it"
        cells = (
            f"`{name}`",
            f"`{option.wire}`",
            option.only or "both",
            null,
            shown[name],
            simulator,
        )
        lines.append(f"| {' | '.join(cells)} |")
    lines += ["", "## What there is not", "", "| option of GitHub's SDK | why |", "|---|---|"]
    lines += [f"| `{name}` | {why} |" for name, why in cases.WITHOUT.items()]
    lines += [f"| `{name}` | a handler that is not an option here |" for name in missing]
    lines += [
        "",
        "## Lacking in CLI 1.0.102",
        "",
        "Refused with `UnsupportedOption` before anything is sent.",
        "",
        "| option | newest CLI seen without it |",
        "|---|---|",
        *(f"| `{name}` | {version} |" for name, version in LACKING.items()),
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    PAGE.write_text(render())
