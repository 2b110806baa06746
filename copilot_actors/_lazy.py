"""Public names that are imported at their first use (PEP 562): most programs need none of them."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence


def lazy_names(
    package: str, modules: Mapping[str, Sequence[str]], *, rename: bool = False
) -> Callable[[str], object]:
    """Make the ``__getattr__`` of a package.

    Args:
        package: its name.
        modules: the names that each module (relative, with a leading dot) has.
        rename: show classes and functions as those of ``package``.

    Returns:
        A function that imports a name and keeps it in the package, where it is found from then
        on. It raises AttributeError for a name that is not among them.
    """
    where = {name: module for module, names in modules.items() for name in names}

    def load(name: str) -> object:
        module = where.get(name)
        if module is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found: object = getattr(importlib.import_module(module, package), name)
        if rename and getattr(found, "__module__", "").startswith(f"{package}."):
            found.__module__ = package
        setattr(sys.modules[package], name, found)
        return found

    return load
