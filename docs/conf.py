"""The documentation as a site: ``make site`` writes it to docs/_build/html.

The pages stay plain Markdown, complete on a code host without this. What the site has on top is
made by the extensions in ``_ext``: the navigation from the tables of index.md, the reference from
the public names and their docstrings, and a rule for links to sources.
"""

from __future__ import annotations

import pathlib
import sys

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE / "_ext"), str(HERE.parent)]

import copilot_actors  # noqa: E402 - needs the path above

project = "copilot_actors"
author = "The copilot_actors developers"
project_copyright = author
release = version = copilot_actors.__version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "navigation",
    "api_pages",
    "references",
    "source_links",
]
root_doc = "index"
exclude_patterns = ["_build", "newsfragments", "examples"]
# ``-t pages_only``: without the reference, which takes most of the time.
if tags.has("pages_only"):  # noqa: F821 - Sphinx defines it
    extensions.remove("api_pages")
    exclude_patterns.append("api")
html_theme = "furo"
html_title = f"{project} {release}"
html_show_copyright = False
html_copy_source = False
html_show_sourcelink = False

# Markdown: headings have the anchors that code hosts give them.
myst_heading_anchors = 4
pygments_style = "friendly"
pygments_dark_style = "monokai"

# Docstrings: Google style; `Name` in single backticks is an object of Python.
default_role = "py:obj"
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_preserve_defaults = True
napoleon_numpy_docstring = False
napoleon_use_ivar = True
napoleon_use_rtype = False
python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"

nitpicky = True
# Each way in has a `Client` and a `Session` of its own: a bare name in a signature leads to one.
suppress_warnings = ["ref.python"]
