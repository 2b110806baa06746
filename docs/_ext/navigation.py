"""The navigation of the site, read from the tables of index.md.

Each ``##`` section of index.md whose tables link to pages becomes a group of the sidebar, with
the pages in the order of the tables. So the plain page is the one list there is, and needs no
directive that a code host would show as text. A page that no table names is put under "More".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sphinx.application import Sphinx

INDEX = "index"
GENERATED = {"Reference": ["api/index"]}
"""Pages that exist on the site only, by the group that they end."""
_SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
_ROW_LINK = re.compile(r"^\| \[[^\]]+\]\(([\w-]+)\.md\)", re.MULTILINE)


def groups(index: str, pages: Sequence[str]) -> Iterator[tuple[str, list[str]]]:
    """Find the groups of pages.

    Args:
        index: the text of index.md.
        pages: the names of all pages, without ``.md``.

    Yields:
        The title of each group and the names of its pages.
    """
    rest = [page for page in pages if page != INDEX and "/" not in page]
    _, *sections = _SECTION.split(index)
    for title, text in zip(sections[::2], sections[1::2], strict=True):
        named = [page for page in _ROW_LINK.findall(text) if page in rest]
        rest = [page for page in rest if page not in named]
        if named:
            yield title, named + GENERATED.get(title, [])
    if rest:
        yield "More", rest


def _toctree(title: str, pages: list[str]) -> str:
    return "\n".join(["", "```{toctree}", ":hidden:", f":caption: {title}", "", *pages, "```", ""])


def _add_toctrees(app: Sphinx, docname: str, source: list[str]) -> None:
    if docname == INDEX:
        found = groups(source[0], sorted(app.env.found_docs))
        known = app.env.found_docs
        source[0] += "".join(
            _toctree(title, [page for page in pages if page in known]) for title, pages in found
        )


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("source-read", _add_toctrees)
    return {"parallel_read_safe": True}
