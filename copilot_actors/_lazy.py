"""Public names: imported at their first use where most programs need none, and shown as public."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence


def lazy_names(
    package: str,
    modules: Mapping[str, Sequence[str]],
    *,
    submodules: Mapping[str, str] | None = None,
    packages: Sequence[str] = (),
) -> Callable[[str], object]:
    """Make the ``__getattr__`` of a package.

    Args:
        package: its name.
        modules: the names that each module (relative, with a leading dot) has.
        submodules: modules that are themselves such a name, by that name.
        packages: packages (relative) whose public names ``package`` has as well, each shown as
            its own; those that are in its ``__all__`` are found there.

    Returns:
        A function that imports a name and keeps it in the package, where it is found from then
        on. It raises AttributeError for a name that is not among them.
    """
    where = {name: module for module, names in modules.items() for name in names}
    whole = submodules or {}

    def load(name: str) -> object:
        module = where.get(name) or whole.get(name) or _owner(package, packages, name)
        if module is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found: object = importlib.import_module(module, package)
        if name not in whole:
            found = getattr(found, name)
        if module in packages and getattr(found, "__module__", "").startswith(f"{package}."):
            found.__module__ = package
        setattr(sys.modules[package], name, found)
        return found

    return load


def _owner(package: str, packages: Sequence[str], name: str) -> str | None:
    if name in vars(sys.modules[package]).get("__all__", ()):
        for module in packages:
            if name in importlib.import_module(module, package).__all__:
                return module
    return None


def name_publicly(package: str, names: Iterable[str]) -> None:
    """Let tracebacks, reprs and pickles show where a user imports a name from.

    Those that are imported at their first use are named then.
    """
    known = vars(sys.modules[package])
    for name in names:
        thing = known.get(name)
        if getattr(thing, "__module__", "").startswith(f"{package}."):
            thing.__module__ = package
