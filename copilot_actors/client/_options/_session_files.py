"""The option that keeps the files of sessions in a file system of the program."""

from __future__ import annotations

import math
import ntpath
import posixpath
from collections.abc import Callable
from typing import TypeAlias

import msgspec

from copilot_actors._errors import InvalidOption, JsonValue
from copilot_actors.storage import (
    Conventions,
    NamespacedFileSystem,
    SessionFileSystem,
    has_databases,
)

FileSystemOf: TypeAlias = Callable[[str], SessionFileSystem]
"""Returns the file system of a session, by its id."""


class SessionFiles(msgspec.Struct, frozen=True, kw_only=True):
    """Where the CLI keeps the files of sessions, with all that can be set about it.

    ``open_client(session_file_system=...)`` takes this, or only a file system or a function.

    Attributes:
        file_system: a file system of which each session has a directory of its own, named by its
            id; or a plain function from a session's id to that session's file system. The
            function is asked when a session is opened and may be asked again later: it must
            always lead to the same files for the same id.
        working_directory: where sessions work that have no ``working_directory`` of their own.
            The model's file tools work in the file system, its shell on the machine: a path that
            is the same directory in both serves both.
        state_path: the directory that the CLI has for itself, in each session's file system.
        conventions: how paths are written: ``"posix"`` or ``"windows"``. The file systems of this
            library take ``"posix"``.
        sqlite: whether sessions have a database and the model its ``sql`` tool. ``None``: as the
            file system says; with a function yes.
        timeout: seconds for one operation, after which it is cancelled and the CLI told that it
            failed.
    """

    file_system: SessionFileSystem | FileSystemOf
    working_directory: str = "/"
    state_path: str = "/session-state"
    conventions: Conventions = "posix"
    sqlite: bool | None = None
    timeout: float = 30.0

    def validate(self) -> None:
        """Check types and ranges.

        Raises:
            InvalidOption: naming the field.
        """
        if not isinstance(self.file_system, SessionFileSystem) and not callable(self.file_system):
            raise _wrong("file_system", "a SessionFileSystem or a function")
        if self.conventions not in ("posix", "windows"):
            raise _wrong("conventions", "posix or windows")
        for name in ("working_directory", "state_path"):
            path = getattr(self, name)
            flavour = ntpath if self.conventions == "windows" else posixpath
            if not isinstance(path, str) or not flavour.isabs(path) or "\0" in path:
                raise _wrong(name, "an absolute path")
            if flavour.normpath(path) != path:
                raise _wrong(name, "a path without '.', '..' and needless separators")
        if self.state_path == "/":
            raise _wrong("state_path", "a directory below the root")
        if not isinstance(self.sqlite, bool | None):
            raise _wrong("sqlite", "True, False or None")
        seconds = self.timeout
        if (
            isinstance(seconds, bool)
            or not isinstance(seconds, int | float)
            or not (0 < seconds < math.inf)
        ):
            raise _wrong("timeout", "a finite positive number of seconds")

    def file_system_of(self, session_id: str) -> SessionFileSystem:
        """Return the file system of a session.

        Raises:
            InvalidOption: the function failed, or returned something else.
        """
        if isinstance(self.file_system, SessionFileSystem):
            return NamespacedFileSystem(self.file_system, session_id)
        try:
            found: object = self.file_system(session_id)
        except Exception as error:
            reason = f"the function raised {type(error).__name__}"
            raise InvalidOption("session_file_system", reason) from error
        if not isinstance(found, SessionFileSystem):
            reason = f"the function returned {type(found).__name__}, not a SessionFileSystem"
            raise InvalidOption("session_file_system", reason)
        return found

    def path(self, name: str) -> str:
        """Return the path of one of the CLI's own files."""
        separator = "\\" if self.conventions == "windows" else "/"
        return f"{self.state_path.rstrip(separator)}{separator}{name}"

    def to_wire(self) -> dict[str, JsonValue]:
        """The parameters of ``sessionFs.setProvider``."""
        sqlite = self.sqlite
        if sqlite is None:
            whole = self.file_system
            sqlite = not isinstance(whole, SessionFileSystem) or has_databases(whole)
        return {
            "initialCwd": self.working_directory,
            "sessionStatePath": self.state_path,
            "conventions": self.conventions,
            "capabilities": {"sqlite": sqlite},
        }


def session_files(value: SessionFiles | SessionFileSystem | FileSystemOf) -> SessionFiles:
    """Return the whole option for any of the values that it may have.

    Raises:
        InvalidOption: a field is wrong.
    """
    whole = value if isinstance(value, SessionFiles) else SessionFiles(file_system=value)
    whole.validate()
    return whole


def _wrong(field: str, expected: str) -> InvalidOption:
    return InvalidOption(f"session_file_system.{field}", f"expected {expected}")
