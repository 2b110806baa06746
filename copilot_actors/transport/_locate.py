"""Where the Copilot CLI is: an explicit path, ``COPILOT_CLI_PATH``, the user's cache, ``PATH``."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Mapping
from pathlib import Path

from copilot_actors._errors import CliNotFound

CLI_PATH_VARIABLE = "COPILOT_CLI_PATH"

_EXECUTABLE = "copilot.exe" if sys.platform == "win32" else "copilot"
_VERSION = re.compile(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z.-]+))?")
_NOT_REACHED = "not searched"


def cli_cache_dir() -> Path:
    """Directory of the CLIs that ``copilot-actors install-cli`` unpacks, one sub-directory each.

    ``<user cache>/copilot-actors/cli``; it need not exist.
    """
    # Imported when it is needed: an explicit path costs no import.
    import platformdirs  # noqa: PLC0415

    return Path(platformdirs.user_cache_dir("copilot-actors", appauthor=False)) / "cli"


def cached_cli_path(version: str) -> Path:
    """Where the binary of ``version`` belongs: ``<cache>/<version>/copilot``.

    An installer that writes there must move a complete directory into place, since a reader
    takes what it finds.

    Raises:
        ValueError: ``version`` is not of the form ``1.2.3`` or ``1.2.3-suffix``.
    """
    if _VERSION.fullmatch(version) is None:
        raise ValueError(f"{version!r} is not a version: expected 1.2.3 or 1.2.3-suffix")
    return cli_cache_dir() / version / _EXECUTABLE


def cached_clis() -> list[Path]:
    """Binaries in the cache, the newest version first. Other names in it are passed over."""
    try:
        names = [entry.name for entry in os.scandir(cli_cache_dir())]
    except OSError:
        return []
    names = [name for name in names if _VERSION.fullmatch(name) is not None]
    names.sort(key=_version_key, reverse=True)
    paths = [cached_cli_path(name) for name in names]
    return [path for path in paths if _unusable(path) is None]


def find_cli(explicit: str | os.PathLike[str] | None, env: Mapping[str, str]) -> Path:
    """Return the path of the CLI to run.

    The first of these that is set decides, and one that is set but wrong is an error: another
    binary than the one asked for is never run in its place.

    1. ``explicit``: a path, or a bare name that is looked up on ``PATH``;
    2. ``COPILOT_CLI_PATH`` in ``env``, read alike;
    3. the newest version in :func:`cli_cache_dir`;
    4. ``copilot`` on ``PATH`` of ``env``.

    A path that ends in ``.js`` need not be executable: it is run through ``node``.

    Args:
        explicit: the caller's choice, or ``None``.
        env: the environment to read, ``os.environ`` as a rule.

    Raises:
        CliNotFound: with one line for each of the four places that says what is there.
    """
    variable = env.get(CLI_PATH_VARIABLE)
    asked = [("path", None if explicit is None else os.fspath(explicit))]
    asked.append((CLI_PATH_VARIABLE, variable or None))
    searched: list[str] = []
    for name, value in asked:
        if value is None:
            searched.append(f"{name}: not set")
            continue
        path = _resolve(value, env)
        fault = _unusable(path)
        if fault is None:
            return path
        searched.append(f"{name}: {str(path)!r} {fault}")
        rest = [] if name == CLI_PATH_VARIABLE else [f"{CLI_PATH_VARIABLE}: {_NOT_REACHED}"]
        raise CliNotFound(
            [*searched, *rest, f"{cli_cache_dir()}: {_NOT_REACHED}", f"PATH: {_NOT_REACHED}"]
        )
    cached = cached_clis()
    if cached:
        return cached[0]
    on_path = shutil.which(_EXECUTABLE, path=env.get("PATH", ""))
    if on_path is not None:
        return Path(on_path)
    raise CliNotFound(
        [*searched, f"{cli_cache_dir()}: no version there", f"PATH: no {_EXECUTABLE!r} there"]
    )


def find_node(env: Mapping[str, str], script: Path) -> str:
    """Return the ``node`` that runs ``script``.

    Raises:
        CliNotFound: there is none on ``PATH`` of ``env``.
    """
    node = shutil.which("node", path=env.get("PATH", ""))
    if node is None:
        raise CliNotFound([f"{str(script)!r} is JavaScript and needs 'node', which PATH lacks"])
    return node


def _resolve(value: str, env: Mapping[str, str]) -> Path:
    if os.path.basename(value) == value and not os.path.exists(value):  # noqa: PTH119, PTH110
        found = shutil.which(value, path=env.get("PATH", ""))
        if found is not None:
            return Path(found)
    # Absolute, since the child may be started in another directory.
    return Path(os.path.abspath(os.path.expanduser(value)))  # noqa: PTH100, PTH111


def _unusable(path: Path) -> str | None:
    """Say why ``path`` cannot be run, or ``None``."""
    try:
        if path.is_dir():
            return "is a directory"
        if not path.is_file():
            return "does not exist" if not path.exists() else "is not a file"
    except (OSError, ValueError) as error:
        return f"cannot be looked at: {error}"
    if path.suffix != ".js" and not os.access(path, os.X_OK):
        return "is not executable"
    return None


def _version_key(name: str) -> tuple[tuple[int, ...], bool, list[tuple[bool, int, str]]]:
    """Order as semantic versioning does: 1.0.9 < 1.0.10-1 < 1.0.10."""
    match = _VERSION.fullmatch(name)
    if match is None:
        return (), False, []
    suffix = match[4]
    parts = [] if suffix is None else suffix.split(".")
    return (
        tuple(int(match[number]) for number in (1, 2, 3)),
        suffix is None,
        [(not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in parts],
    )
