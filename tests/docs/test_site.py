"""The documentation as a site: navigation, reference, links.

The whole site, with the docstrings of every public name, takes the better part of a minute of a core:
``make site`` builds it, and ``make docs``. Here the pages are read, which finds what is wrong with a
page, and what the site's own extensions decide is tested.
"""

from __future__ import annotations

import importlib
import pathlib
import shutil
import subprocess
import sys

import pytest

import copilot_actors

ROOT = pathlib.Path(__file__).parents[2]
DOCS = ROOT / "docs"

pytest.importorskip("sphinx", reason="the site needs the docs dependency group")


@pytest.fixture(scope="module")
def extensions():
    sys.path.insert(0, str(DOCS / "_ext"))
    try:
        yield {name: importlib.import_module(name) for name in ("api_pages", "navigation")}
    finally:
        sys.path.remove(str(DOCS / "_ext"))


@pytest.mark.exhaustive  # `make site` does the same in CI, with the docstrings
def test_the_pages_are_a_site_without_a_warning(tmp_path):
    shutil.copytree(
        DOCS, tmp_path / "docs", ignore=shutil.ignore_patterns("_build", "api", "*.pyc")
    )
    for name in ("tests", "copilot_actors", "benchmarks", "README.md", "CONTRIBUTING.md"):
        (tmp_path / name).symlink_to(ROOT / name)
    options = ["-b", "dummy", "-q", "-W", "--keep-going", "-n", "-t", "pages_only"]
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", *options, "docs", "out"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_the_navigation_has_every_page_once_in_the_order_of_the_tables(extensions):
    pages = sorted(path.stem for path in DOCS.glob("*.md"))
    groups = dict(extensions["navigation"].groups((DOCS / "index.md").read_text(), pages))
    assert list(groups) == ["Tutorials", "How-to guides", "Explanation", "Reference"]
    named = [page for group in groups.values() for page in group]
    assert sorted(named) == sorted([*(page for page in pages if page != "index"), "api/index"])


def test_a_page_that_no_table_names_is_in_the_navigation_all_the_same(extensions):
    index = "## Tutorials\n\n| page | for |\n|---|---|\n| [First](first.md) | all |\n"
    groups = extensions["navigation"].groups(index, ["first", "index", "second"])
    assert list(groups) == [("Tutorials", ["first"]), ("More", ["second"])]


def test_the_reference_has_every_public_name_once(extensions):
    text = "".join(text for _, text in extensions["api_pages"].pages())
    for package in ("copilot_actors", *extensions["api_pages"].packages()):
        for name in importlib.import_module(package).__all__:
            if package == "copilot_actors" or not extensions["api_pages"].in_root(package, name):
                directives = [
                    line
                    for line in text.splitlines()
                    if line.startswith(".. ") and line.endswith(f":: {package}.{name}")
                ]
                assert len(directives) == 1, f"{package}.{name}"


def test_a_lazily_loaded_name_is_found_where_it_is_defined(extensions):
    definition = extensions["api_pages"].definition
    assert definition("copilot_actors", "open_pool") == (
        "copilot_actors.client._pool._pool",
        copilot_actors.open_pool.__name__,
    )
