"""Public names that are imported at their first use (PEP 562): most programs need none of them."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping, Sequence


def lazy_names(
    package: str,
    modules: Mapping[str, Sequence[str]],
    *,
    submodules: Mapping[str, str] | None = None,
    rename: bool = False,
) -> Callable[[str], object]:
    """Make the ``__getattr__`` of a package.

    Args:
        package: its name.
        modules: the names that each module (relative, with a leading dot) has.
        submodules: modules that are themselves such a name, by that name.
        rename: show classes and functions as those of ``package``.

    Returns:
        A function that imports a name and keeps it in the package, where it is found from then
        on. It raises AttributeError for a name that is not among them.
    """
    where = {name: module for module, names in modules.items() for name in names}
    whole = submodules or {}

    def load(name: str) -> object:
        module = where.get(name) or whole.get(name)
        if module is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found: object = importlib.import_module(module, package)
        if name not in whole:
            found = getattr(found, name)
        if rename and getattr(found, "__module__", "").startswith(f"{package}."):
            found.__module__ = package
        setattr(sys.modules[package], name, found)
        return found

    return load
