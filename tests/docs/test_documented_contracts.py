"""The pages agree with the code: links, errors, options, counters, the diagrams, the changelog."""

from __future__ import annotations

import ast
import importlib.util
import inspect
import pathlib
import re
import subprocess
import sys
import typing

import msgspec
import pytest

import copilot_actors
import copilot_actors.pipeline
from copilot_actors.chat import Chat
from copilot_actors.client._options import _client_options
from copilot_actors.client._options import _session_options as _options
from copilot_actors.client._options._table import WIRE_OPTIONS
from copilot_actors.client._options._values import OptionValue
from copilot_actors.gateway import Gateway

ROOT = pathlib.Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))]
_LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)\s]+)\)")
_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def prose(page):
    return _FENCE.sub("", page.read_text())


def anchors(page):
    """The names that headings get on code hosts: lower case, without marks, spaces as hyphens."""
    headings = re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def first_cells(page, heading=None):
    """The first code span of each table row, with the row's other cells."""
    text = prose(page)
    if heading is not None:
        text = re.split(rf"^#+ {heading}$", text, flags=re.MULTILINE)[1]
        text = re.split(r"^## ", text, flags=re.MULTILINE)[0]
    rows = re.findall(r"^\| `([^`|]+)` \|(.*)\|$", text, re.MULTILINE)
    return {name: [cell.strip() for cell in rest.split(" | ")] for name, rest in rows}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_inside_the_project_leads_somewhere(page):
    for match in _LINK.finditer(prose(page)):
        target, _, anchor = match["target"].partition("#")
        if ":" in target:
            continue
        there = (page.parent / target).resolve() if target else page
        assert there.exists(), f"{page.name}: {match['target']}"
        assert there.is_relative_to(ROOT)
        if anchor:
            assert anchor in anchors(there), f"{page.name}: {match['target']}"


def test_every_page_is_reached_from_the_index_or_the_readme():
    linked = {
        (page.parent / match["target"].partition("#")[0]).resolve()
        for page in (ROOT / "README.md", DOCS / "index.md")
        for match in _LINK.finditer(prose(page))
    }
    assert [page.name for page in DOCS.glob("*.md") if page not in linked] == []


# --- Errors ---------------------------------------------------------------------------------


def public_errors():
    values = [getattr(copilot_actors, name) for name in copilot_actors.__all__]
    return {
        value.__name__: value
        for value in values
        if isinstance(value, type) and issubclass(value, copilot_actors.CopilotError)
    }


def test_the_error_tree_of_the_page_is_that_of_the_code():
    tree = re.search(
        r"```text\n(CopilotError\n.*?)```", (DOCS / "errors.md").read_text(), re.DOTALL
    )
    parents, path = {}, []
    for line in tree[1].splitlines():
        indent, name = re.match(r"([ |+-]*)(\w+)", line).groups()
        depth = len(indent) // 4
        path[depth:] = [name]
        parents[name] = path[depth - 1] if depth else None
    errors = public_errors()
    assert set(parents) == set(errors)
    for name, parent in parents.items():
        assert parent is None or errors[name].__bases__[0] is errors[parent], name


def test_every_error_says_when_it_comes_and_what_to_do():
    rows = first_cells(DOCS / "errors.md")
    leaves = {
        name
        for name, error in public_errors().items()
        if not error.__subclasses__() or name in {"InvalidOption", "SessionFailed", "TurnFailed"}
    }
    assert set(rows) == leaves
    for name, cells in rows.items():
        error = public_errors()[name]
        if len(cells) == 3 and name != "TurnFailed":
            assert cells[0].startswith("yes" if error.retryable else "no"), name
            assert ("permanent" in cells[0]) == getattr(error, "permanent", False), name


# --- Options and counters -------------------------------------------------------------------


_MODULES = {
    copilot_actors.ClientOptions: _client_options,
    copilot_actors.SessionOptions: _options,
}


def defaults(options):
    """Option -> default as it is written in its class."""
    texts = {}
    module = ast.parse(inspect.getsource(_MODULES[options]))
    (written,) = [n for n in module.body if getattr(n, "name", None) == options.__name__]
    for node in written.body:
        if isinstance(node, ast.AnnAssign):
            call = node.value
            if isinstance(call, ast.Call) and call.keywords[0].arg == "default_factory":
                factory = ast.unparse(call.keywords[0].value).removeprefix("lambda: ")
                texts[node.target.id] = {"dict": "{}"}.get(
                    factory, f"{factory}()" if factory.isidentifier() else factory
                )
            else:
                texts[node.target.id] = ast.unparse(call)
    return {name: text.replace("'", '"') for name, text in texts.items()}


@pytest.mark.parametrize(
    ("options", "heading"),
    [(copilot_actors.ClientOptions, "Client"), (copilot_actors.SessionOptions, "Session")],
)
def test_the_options_of_the_page_and_their_defaults_are_those_of_the_code(options, heading):
    rows = first_cells(DOCS / "options.md", heading)
    assert {name: cells[0].strip("`") for name, cells in rows.items()} == defaults(options)


@pytest.mark.parametrize("name", sorted(WIRE_OPTIONS))
def test_the_row_of_an_option_with_parts_names_their_types(name):
    (_, meaning) = first_cells(DOCS / "options.md", "Session")[name]
    assert [kind.__name__ for kind in kinds_of(WIRE_OPTIONS[name].shape)] == [
        kind.__name__
        for kind in kinds_of(WIRE_OPTIONS[name].shape)
        if f"`{kind.__name__}(" in meaning
    ]


def kinds_of(shape):
    """The types with fields that an option's value may have."""
    if isinstance(shape, type) and issubclass(shape, OptionValue):
        return [shape] if shape.__struct_fields__ else shape.__subclasses__()
    return [kind for part in typing.get_args(shape) for kind in kinds_of(part)]


def test_every_counter_is_on_the_page():
    rows = first_cells(DOCS / "recovery.md", "Statistics")
    assert set(rows) == {field.name for field in msgspec.structs.fields(copilot_actors.Statistics)}


def test_every_marker_of_the_library_is_on_the_page():
    sources = (ROOT / "copilot_actors" / "client").rglob("*.py")
    emitted = {
        name
        for source in sources
        for name in re.findall(
            r'^\s+"(copilot_actors\.[a-z_.]+)", data', source.read_text(), re.MULTILINE
        )
        + re.findall(
            r'^\s+"(copilot_actors\.[a-z_.]+)",\n\s+data', source.read_text(), re.MULTILINE
        )
    }
    assert emitted == set(first_cells(DOCS / "recovery.md", "Markers"))


# --- The diagrams ---------------------------------------------------------------------------


def diagrams():
    spec = importlib.util.spec_from_file_location("diagrams", DOCS / "diagrams.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_diagrams_are_drawn_from_the_tables_of_the_code():
    kept = {path.name: path.read_text() for path in (DOCS / "diagrams").iterdir()}
    assert diagrams().pictures() == kept, "run: python docs/diagrams.py"


def test_a_state_without_a_place_in_its_diagram_is_an_error():
    with pytest.raises(ValueError, match="resting"):
        diagrams().states("states", {"idle": ["resting"], "resting": []}, {"idle": (0, 0)}, (9, 9))


def test_every_diagram_is_shown_on_a_page():
    text = "".join(page.read_text() for page in PAGES)
    assert [
        p.name for p in (DOCS / "diagrams").iterdir() if f"(diagrams/{p.name})" not in text
    ] == []


# --- The changelog --------------------------------------------------------------------------


def test_the_fragments_make_a_changelog():
    command = [sys.executable, "-m", "towncrier", "build", "--draft", "--version", "0.0.1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "## 0.0.1" in done.stdout


def test_every_fragment_has_an_issue_and_a_known_type():
    names = [path.name for path in (DOCS / "newsfragments").iterdir() if path.name != ".gitkeep"]
    pattern = re.compile(r"\d+\.(feature|bugfix|doc|removal)(\.\d+)?\.md")
    assert [name for name in names if not pattern.fullmatch(name)] == []


@pytest.mark.parametrize(
    ("heading", "thing"),
    [
        ("Chat", Chat),
        ("Client", copilot_actors.Client),
        ("Client pool", copilot_actors.ClientPool),
        ("Gateway", Gateway),
        ("Pipeline", copilot_actors.pipeline.Pipeline),
        ("Session", copilot_actors.Session),
        ("Tenant client", copilot_actors.TenantClient),
    ],
)
def test_the_reference_has_every_public_member(heading, thing):
    members = {name for name in dir(thing) if not name.startswith("_")}
    assert set(first_cells(DOCS / "reference.md", heading)) == members


def test_what_the_page_for_users_of_githubs_sdk_names_is_there():
    things = {"client": copilot_actors.Client, "session": copilot_actors.Session}
    text = (DOCS / "from-github-sdk.md").read_text()
    named = set(re.findall(r"`(client|session)\.(\w+)", prose(DOCS / "from-github-sdk.md")))
    assert len(named) > 50
    assert [f"{what}.{name}" for what, name in named if not hasattr(things[what], name)] == []
    options = set(copilot_actors.ClientOptions.__struct_fields__)
    (same,) = re.findall(r"^\| (`working_directory`.*) \| the same names \|$", text, re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", same)) <= options


# --- The image ------------------------------------------------------------------------------


def dockerfile():
    lines = (DOCS / "examples" / "Dockerfile").read_text().replace("\\\n", " ").splitlines()
    return [line.split(maxsplit=1) for line in lines if line and not line.startswith("#")]


def test_what_the_image_copies_is_in_the_repository():
    copied = [words for word, words in dockerfile() if word == "COPY" and "--from" not in words]
    sources = [name for words in copied for name in words.split()[:-1]]
    assert "copilot_actors" in sources
    assert [name for name in sources if not (ROOT / name).exists()] == []


def test_the_image_ends_as_the_page_says():
    steps = dict(dockerfile())
    assert steps["USER"] == "app"
    assert steps["STOPSIGNAL"] == "SIGTERM"
    assert steps["ENTRYPOINT"].startswith("[")
    page = (DOCS / "containers.md").read_text()
    (grace,) = re.findall(r"terminationGracePeriodSeconds: (\d+)", page)
    daemon = (DOCS / "examples" / "daemon.py").read_text()
    (drain,) = re.findall(r"^GRACE = ([\d.]+)$", daemon, re.MULTILINE)
    assert float(grace) >= float(drain) + 10
    assert f"`drain_at_signal(deadline={float(drain):g})`" in page


def test_the_volume_of_the_image_is_the_home_of_the_cli():
    steps = dict(dockerfile())
    environment = dict(pair.split("=", 1) for pair in steps["ENV"].split())
    assert environment["COPILOT_HOME"] == steps["VOLUME"] == "/data"
    assert "mountPath: /data" in (DOCS / "containers.md").read_text()
