"""What a reference to a name of Python may be, for a build without a network.

Sphinx finds names that the reference documents. Of the others these pass: a private path of
a documented name (annotations have such), which leads to the public one; something outside of this
project that can be imported, as plain text; and in a signature also private names. Everything else
is a mistake in a docstring, and Sphinx warns of it.
"""

from __future__ import annotations

import functools
import importlib
import pydoc

from api_pages import ROOT, packages
from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment


@functools.cache
def _public() -> dict[str, str]:
    """The last part of each public name, and all of it; where two have one, the outermost."""
    found: dict[str, str] = {}
    for package in [*packages(), ROOT]:
        names = importlib.import_module(package).__all__
        found |= {name: f"{package}.{name}" for name in names}
    return found


@functools.cache
def _is_elsewhere(target: str) -> bool:
    if target.partition(".")[0] == ROOT:
        return False
    try:
        return pydoc.locate(target) is not None
    except pydoc.ErrorDuringImport:
        return False


def _in_signature(node: nodes.Node) -> bool:
    while node.parent is not None:
        node = node.parent
        if isinstance(node, addnodes.desc_signature):
            return True
    return False


def _resolve(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, content: nodes.TextElement
) -> nodes.Node | None:
    if node.get("refdomain") != "py":
        return None
    target: str = node["reftarget"]
    first, _, rest = target.removeprefix(f"{ROOT}.").partition(".")
    name = target.rpartition(".")[2]
    candidates = [_public().get(name)]
    if first in _public() and rest:
        candidates.append(f"{_public()[first]}.{rest}")
    objects = env.domains.python_domain.objects
    for full in candidates:
        if full is not None and full in objects:
            entry = objects[full]
            uri = app.builder.get_relative_uri(node["refdoc"], entry.docname)
            reference = nodes.reference("", "", content, refuri=f"{uri}#{entry.node_id}")
            reference["internal"] = True
            return reference
    private = f"{ROOT}." in target and "._" in target
    if private or _in_signature(node) or _is_elsewhere(target):
        return content
    return None


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("missing-reference", _resolve)
    return {"parallel_read_safe": True}
