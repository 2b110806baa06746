"""What can go wrong while the Copilot CLI is installed.

Each error says what happened in its message, what to do about it in ``hint``, and has the exit
code of the command as ``exit_code``::

    InstallError (1)
     +- UnsupportedPlatformError (4)    there is no CLI for this system
     +- NpmConfigError (2)              the npm configuration cannot be used
     +- RegistryUnreachableError (3)    no answer: network, proxy, TLS, or cut in the middle
     +- RegistryRefusedError (3)        an answer that is an error
     +- VersionNotFoundError (4)        the registry does not have it
     +- IntegrityError (5)              what arrived is not what the registry announced
     +- BadPackageError (5)             the package holds no CLI, or is damaged
     +- CacheError (6)                  the cache directory cannot be written, or the disk is full

No message holds a token or a password.
"""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from copilot_actors._errors import CopilotError


class InstallError(CopilotError):
    """The Copilot CLI was not installed; nothing half-written is left.

    Attributes:
        hint: what the user can do, or ``""``.
        exit_code: exit code of ``copilot-actors install-cli``.
    """

    exit_code: ClassVar[int] = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class UnsupportedPlatformError(InstallError):
    """GitHub publishes no Copilot CLI for this system."""

    exit_code: ClassVar[int] = 4


class NpmConfigError(InstallError):
    """The npm configuration holds a value that cannot be used."""

    exit_code: ClassVar[int] = 2


class RegistryUnreachableError(InstallError):
    """The registry gave no complete answer.

    Attributes:
        passing: whether it may pass by itself; a certificate that is not trusted does not.
    """

    retryable: ClassVar[bool] = True
    exit_code: ClassVar[int] = 3

    def __init__(self, message: str, *, passing: bool = True, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.passing = passing


class RegistryRefusedError(InstallError):
    """The registry answered with an error.

    Attributes:
        status: HTTP status.
    """

    exit_code: ClassVar[int] = 3

    def __init__(self, message: str, *, status: int, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.status = status


class VersionNotFoundError(InstallError):
    """The registry has no such version, or no such package.

    Attributes:
        package: name of the package.
        version: the version or tag asked for.
    """

    exit_code: ClassVar[int] = 4

    def __init__(self, message: str, *, package: str, version: str, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.package = package
        self.version = version


class IntegrityError(InstallError):
    """The downloaded bytes do not have the hash that the registry announced.

    Attributes:
        expected: the strongest announced hash (sha512 as a rule), as ``sha512-...``; ``""`` when
            none was announced that proves anything.
        actual: the same hash of what arrived.
    """

    exit_code: ClassVar[int] = 5

    def __init__(self, message: str, *, expected: str, actual: str, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.expected = expected
        self.actual = actual


class BadPackageError(InstallError):
    """The package cannot be unpacked or does not hold the CLI."""

    exit_code: ClassVar[int] = 5


class CacheError(InstallError):
    """The cache directory cannot be used.

    Attributes:
        path: the directory.
    """

    exit_code: ClassVar[int] = 6

    def __init__(self, message: str, *, path: Path, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.path = path
