"""Which of GitHub's platform packages holds the CLI for this system."""

from __future__ import annotations

import os
import platform
import sys
from typing import Final

import msgspec

from ._install_errors import UnsupportedPlatformError

_ARCHITECTURES: Final = {
    "x86_64": "x64",
    "amd64": "x64",
    "aarch64": "arm64",
    "arm64": "arm64",
}
_SYSTEMS: Final = {"linux": "linux", "darwin": "darwin", "win32": "win32"}


class CliPackage(msgspec.Struct, frozen=True):
    """A platform package: its name in the registry, and the name of the program in it."""

    name: str
    program: str


def cli_package(system: str | None = None, machine: str | None = None) -> CliPackage:
    """Return the package for ``system`` and ``machine``, by default for this process.

    Linux systems whose C library is not glibc get the build for musl.

    Args:
        system: as ``sys.platform`` has it, or ``"linuxmusl"``.
        machine: as ``platform.machine()`` has it.

    Raises:
        UnsupportedPlatformError: GitHub publishes none.
    """
    if system is None:
        system = "linuxmusl" if sys.platform == "linux" and not _has_glibc() else sys.platform
    machine = machine or platform.machine()
    known = "linuxmusl" if system == "linuxmusl" else _SYSTEMS.get(system)
    architecture = _ARCHITECTURES.get(machine.lower())
    if known is None or architecture is None:
        raise UnsupportedPlatformError(
            f"GitHub publishes no Copilot CLI for {system} on {machine}",
            hint="it exists for linux, darwin and win32 on x64 and arm64",
        )
    program = "copilot.exe" if known == "win32" else "copilot"
    return CliPackage(f"@github/copilot-{known}-{architecture}", program)


def _has_glibc() -> bool:
    try:
        return bool(os.confstr("CS_GNU_LIBC_VERSION"))
    except (ValueError, OSError):
        return False
