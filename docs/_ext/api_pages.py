"""The reference of the site: a page for each public package, from ``__all__`` and docstrings.

The pages are written to docs/api before Sphinx looks for its sources, and not kept in the
repository. A package is public when its name does not begin with an underscore; one that is added
has its page without a change here. The names of ``copilot_actors`` itself, which are many, are
split by the modules that define them.
"""

from __future__ import annotations

import ast
import functools
import importlib
import importlib.util
import inspect
import itertools
import pathlib
import pkgutil
import typing
from collections.abc import Iterable, Iterator

from sphinx.application import Sphinx

ROOT = "copilot_actors"
FOLDER = "api"
THEMES = {
    "Errors": ("_errors", "_session_errors", "_turn_errors"),
    "Options": ("client._options", "client._recycle"),
    "Handlers": ("client._handlers", "client._interception"),
    "Storage": ("storage", "_session_id", "_holder"),
    "Transports": ("transport",),
    "Tenants and pools": ("client._pool", "client._tenants"),
}
OTHER_NAMES = "Clients and sessions"
UNDOCUMENTED = frozenset({f"{ROOT}.client"})
"""The rooms behind ``copilot_actors``, whose names it has itself."""


def packages() -> Iterator[str]:
    """The names of the public packages below ``copilot_actors``, those with an ``__all__``."""
    for module in pkgutil.iter_modules(importlib.import_module(ROOT).__path__, f"{ROOT}."):
        if not module.name.rpartition(".")[2].startswith("_") and module.name not in UNDOCUMENTED:
            yield module.name


@functools.cache
def _source(module: str) -> tuple[ast.Module, bool]:
    spec = importlib.util.find_spec(module)
    assert spec is not None, module
    assert spec.origin is not None, module
    text = pathlib.Path(spec.origin).read_text(encoding="utf-8")
    return ast.parse(text), spec.submodule_search_locations is not None


def _imported_from(module: str, node: ast.ImportFrom) -> str:
    package = module if _source(module)[1] else module.rpartition(".")[0]
    return importlib.util.resolve_name("." * node.level + (node.module or ""), package)


def definition(module: str, name: str) -> tuple[str, str]:
    """Follow the imports of a name, lazy ones included, to where it is defined.

    Returns:
        The module, and the name there.
    """
    for node in ast.walk(_source(module)[0]):
        if isinstance(node, ast.ImportFrom):
            for alias in node.names:
                if (alias.asname or alias.name) == name:
                    target = _imported_from(module, node)
                    if target.startswith(ROOT):
                        return definition(target, alias.name)
    return module, name


def in_root(package: str, name: str) -> bool:
    """Whether ``copilot_actors`` has the name too, so that it is described there."""
    root = importlib.import_module(ROOT)
    return name in root.__all__ and definition(package, name) == definition(ROOT, name)


def text_below(module: str, name: str) -> str:
    """The string that follows the assignment of a name: the docstring of a constant or alias."""
    body = _source(module)[0].body
    for node, after in itertools.pairwise(body):
        target = (
            node.target
            if isinstance(node, ast.AnnAssign)
            else node.targets[0]
            if isinstance(node, ast.Assign)
            else None
        )
        if isinstance(target, ast.Name) and target.id == name and isinstance(after, ast.Expr):
            value = ast.literal_eval(after.value)
            return inspect.cleandoc(value) if isinstance(value, str) else ""
    return ""


def entry(package: str, name: str) -> str:
    """The directive that documents one public name."""
    thing = getattr(importlib.import_module(package), name)
    full = f"{package}.{name}"
    if inspect.isclass(thing):
        # Members of private bases are those of the class itself, for a user.
        shown = ", ".join(base.__name__ for base in thing.__mro__[1:] if is_public(base))
        options = f"   :members:\n   :show-inheritance:\n   :inherited-members: {shown}\n"
        return f".. autoclass:: {full}\n{options}"
    if inspect.isroutine(thing):
        return f".. autofunction:: {full}\n"
    lines = [f".. py:data:: {full}"]
    if isinstance(thing, int | str):
        lines.append(f"   :value: {thing!r}")
    text = text_below(*definition(package, name))
    return "\n".join([*lines, "", *(f"   {line}".rstrip() for line in text.splitlines()), ""])


def page(title: str, intro: str, package: str, names: Iterable[str]) -> str:
    """One page in reStructuredText, with the names in the order of ``__all__``."""
    head = f"{title}\n{'=' * len(title)}\n\n{intro}\n"
    return "\n".join([head, *(entry(package, name) for name in names)])


def pages() -> Iterator[tuple[str, str]]:
    """The file name and the text of each page of the reference."""
    root = importlib.import_module(ROOT)
    themes: dict[str, list[str]] = {OTHER_NAMES: []} | {theme: [] for theme in THEMES}
    for name in root.__all__:
        where = definition(ROOT, name)[0].removeprefix(f"{ROOT}.")
        theme = next(
            (
                theme
                for theme, modules in THEMES.items()
                if any(where == one or where.startswith(f"{one}.") for one in modules)
            ),
            OTHER_NAMES,
        )
        themes[theme].append(name)
    listed = []
    for theme, names in themes.items():
        slug = theme.lower().replace(" ", "-")
        listed.append(slug)
        yield slug, page(theme, f"Imported from ``{ROOT}``.", ROOT, names)
    for package in packages():
        module = importlib.import_module(package)
        listed.append(package)
        own = [name for name in module.__all__ if not in_root(package, name)]
        known = sorted(set(module.__all__) - set(own))
        intro = inspect.getdoc(module) or ""
        if known:
            links = ", ".join(f":py:obj:`{name} <{ROOT}.{name}>`" for name in known)
            intro += f"\n\nAlso here, but described as names of ``{ROOT}``: {links}."
        yield package, page(package, intro, package, own)
    rows = "\n".join(f"   {name}" for name in listed)
    intro = "What each public name promises: the docstrings of the code, page by page."
    yield (
        "index",
        f"Public names\n============\n\n{intro}\n\n.. toctree::\n   :maxdepth: 1\n\n{rows}\n",
    )


def _make_annotations_readable() -> None:
    """Let every annotation be evaluated, in this process.

    Names are shown where users import them from, but what stands in an annotation is found in the
    module of the definition only, and there not if it is imported for type checkers alone.
    """
    for package in [ROOT, *packages()]:
        module = importlib.import_module(package)
        for name in module.__all__:
            thing = getattr(module, name)
            if getattr(thing, "__module__", None) == package:
                thing.__module__ = definition(package, name)[0]
            if inspect.isclass(thing) and thing.__module__.startswith(f"{ROOT}."):
                _import_for_annotations(thing.__module__)


@functools.cache
def _import_for_annotations(module: str) -> None:
    names = vars(importlib.import_module(module))
    for node in ast.walk(_source(module)[0]):
        if isinstance(node, ast.ImportFrom):
            source = _imported_from(module, node)
            for alias in node.names:
                if source.startswith(ROOT) and (alias.asname or alias.name) not in names:
                    there = importlib.import_module(source)
                    names[alias.asname or alias.name] = getattr(there, alias.name)
                    for name, value in vars(there).items():  # an alias may be a text
                        names.setdefault(name, value)


def _public_bases(*event: object) -> None:
    """Leave out base classes that users cannot import, and what has no name of its own."""
    bases = typing.cast("list[object]", event[-1])
    plain = [typing.get_origin(base) or base for base in bases]
    bases[:] = [base for base in plain if is_public(base) and base is not typing.Generic]
    bases[:] = bases or [object]


@functools.cache
def _public_ids() -> frozenset[int]:
    modules = [importlib.import_module(name) for name in (ROOT, *packages())]
    return frozenset(id(getattr(module, name)) for module in modules for name in module.__all__)


def is_public(thing: object) -> bool:
    """Whether users can import it from a public package, or it is none of ours."""
    module = getattr(thing, "__module__", "")
    return id(thing) in _public_ids() or module.partition(".")[0] != ROOT


def _write(app: Sphinx) -> None:
    _make_annotations_readable()
    folder = pathlib.Path(app.srcdir, FOLDER)
    folder.mkdir(exist_ok=True)
    texts = {folder / f"{name}.rst": text for name, text in pages()}
    for old in set(folder.glob("*.rst")) - set(texts):
        old.unlink()
    for path, text in texts.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register with Sphinx."""
    app.connect("builder-inited", _write)
    app.connect("autodoc-process-bases", _public_bases)
    return {"parallel_read_safe": True}
