"""Links of a page to what is not a page: tests, examples, sources.

On a code host such a link leads to the file. On the site it leads to a copy that is kept with the
site, so that it works without a network, and a missing file is a warning. With the address of a
repository, as in ``-D source_url=https://code.example/owner/name/blob/main``, it leads there.
"""

from __future__ import annotations

import pathlib

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx


def _lead_to_repository(app: Sphinx, tree: nodes.document) -> None:
    base: str = app.config.source_url
    if not base:
        return
    root = pathlib.Path(app.srcdir).resolve().parent
    page = pathlib.Path(app.env.doc2path(app.env.docname))
    for node in list(tree.findall(addnodes.download_reference)):
        path = (page.parent / node["reftarget"]).resolve().relative_to(root).as_posix()
        link = nodes.reference("", "", *node.children, refuri=f"{base.rstrip('/')}/{path}")
        node.replace_self(link)


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.add_config_value("source_url", "", "env", str)
    # Before Sphinx copies what is linked (its collector has the usual priority, 500).
    app.connect("doctree-read", _lead_to_repository, priority=100)
    return {"parallel_read_safe": True}
