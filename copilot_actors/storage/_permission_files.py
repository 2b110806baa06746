"""The permission files that the CLI keeps in a session's file system, read and written.

They stand in the state path of the session, in the formats that the CLI has for its own home:
what was allowed at a place (``permissions.json``), which URLs are allowed and the sandbox
(``settings.json``), which folders are trusted (``config.json``).
"""

from __future__ import annotations

import ntpath
import posixpath
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, TypeAlias, final

import msgspec

from copilot_actors._errors import InvalidOption, JsonValue

from ._file_system import SessionFileSystem

Conventions: TypeAlias = Literal["posix", "windows"]

MAX_PERMISSION_FILE: Final = 4 * 1024 * 1024
"""Characters of a permission file; the CLI's own have some hundred."""


class LocationPermissions(msgspec.Struct, frozen=True, kw_only=True):
    """What was allowed for good at one place.

    Attributes:
        tool_approvals: approvals as the CLI writes them, such as ``{"kind": "commands",
            "commandIdentifiers": ["git"]}``.
        allowed_directories: directories beside the place itself.
        other: fields that this library does not know.
    """

    tool_approvals: Sequence[Mapping[str, JsonValue]] = ()
    allowed_directories: Sequence[str] = ()
    other: Mapping[str, JsonValue] = msgspec.field(default_factory=dict)


class _Document(msgspec.Struct, frozen=True, kw_only=True):
    other: Mapping[str, JsonValue] = msgspec.field(default_factory=dict)


class Permissions(_Document, frozen=True, kw_only=True):
    """``permissions.json``.

    Attributes:
        locations: what was allowed, by location key: see :func:`location_key`.
        other: fields that this library does not know.
    """

    locations: Mapping[str, LocationPermissions] = msgspec.field(default_factory=dict)


class PermissionSettings(_Document, frozen=True, kw_only=True):
    """``settings.json``.

    Attributes:
        allowed_urls: URLs and hosts that may be fetched without a question.
        sandbox: preferences of the sandbox as the CLI writes them, or ``None``.
        other: fields that this library does not know.
    """

    allowed_urls: Sequence[str] = ()
    sandbox: Mapping[str, JsonValue] | None = None


class PermissionConfig(_Document, frozen=True, kw_only=True):
    """``config.json``.

    Attributes:
        trusted_folders: folders that are trusted, with all that is below them.
        sandbox_onboarding_shown: whether the CLI has explained its sandbox; ``None``: it did not
            say.
        other: fields that this library does not know. The CLI ignores ``allowedUrls`` here.
    """

    trusted_folders: Sequence[str] = ()
    sandbox_onboarding_shown: bool | None = None


@final
class PermissionFiles:
    """Reads and writes the permission files of one session.

    A missing file reads as an empty one. Fields that this library does not know are kept. A file
    is replaced by a new one under another name and an atomic rename, as the CLI does it. Do not
    write while the session is open: the CLI reads before it writes, and whoever writes last wins.

    Args:
        file_system: of the session: what ``session_file_system=`` gives for its id.
        state_path: ``SessionFiles.state_path`` of the client.
    """

    def __init__(
        self, file_system: SessionFileSystem, *, state_path: str = "/session-state"
    ) -> None:
        self._file_system = file_system
        self._state_path = state_path.rstrip("/")

    async def read_permissions(self) -> Permissions:
        """Return ``permissions.json``.

        Raises:
            ValueError: the file is not what the CLI writes.
            OSError: the file system's own failure.
        """
        fields = await self._read("permissions.json")
        locations: dict[str, LocationPermissions] = {}
        for key, value in _mapping(fields.pop("locations", None), "locations").items():
            place = dict(_mapping(value, key))
            locations[key] = LocationPermissions(
                tool_approvals=tuple(
                    _mapping(item, "tool_approvals")
                    for item in _list(place.pop("tool_approvals", None), "tool_approvals")
                ),
                allowed_directories=_texts(
                    place.pop("allowed_directories", None), "allowed_directories"
                ),
                other=place,
            )
        return Permissions(locations=locations, other=fields)

    async def write_permissions(self, permissions: Permissions) -> None:
        """Replace ``permissions.json``.

        Raises:
            OSError: the file system's own failure; the old file is whole.
        """
        locations: dict[str, JsonValue] = {}
        for key, place in permissions.locations.items():
            written = dict(place.other)
            if place.tool_approvals:
                written["tool_approvals"] = [dict(item) for item in place.tool_approvals]
            if place.allowed_directories:
                written["allowed_directories"] = list(place.allowed_directories)
            locations[key] = written
        await self._write("permissions.json", {**permissions.other, "locations": locations})

    async def read_settings(self) -> PermissionSettings:
        """Return ``settings.json``; raises as :meth:`read_permissions` does."""
        fields = await self._read("settings.json")
        urls = _texts(fields.pop("allowedUrls", None), "allowedUrls")
        sandbox = fields.pop("sandbox", None)
        return PermissionSettings(
            allowed_urls=urls,
            sandbox=None if sandbox is None else _mapping(sandbox, "sandbox"),
            other=fields,
        )

    async def write_settings(self, settings: PermissionSettings) -> None:
        """Replace ``settings.json``; raises as :meth:`write_permissions` does."""
        fields = dict(settings.other)
        if settings.allowed_urls:
            fields["allowedUrls"] = list(settings.allowed_urls)
        if settings.sandbox is not None:
            fields["sandbox"] = dict(settings.sandbox)
        await self._write("settings.json", fields)

    async def read_config(self) -> PermissionConfig:
        """Return ``config.json``; raises as :meth:`read_permissions` does."""
        fields = await self._read("config.json")
        folders = _texts(fields.pop("trustedFolders", None), "trustedFolders")
        shown = fields.pop("sandboxOnboardingShown", None)
        if shown is not None and not isinstance(shown, bool):
            raise ValueError("sandboxOnboardingShown is no true or false")
        return PermissionConfig(
            trusted_folders=folders, sandbox_onboarding_shown=shown, other=fields
        )

    async def write_config(self, config: PermissionConfig) -> None:
        """Replace ``config.json``; raises as :meth:`write_permissions` does."""
        fields = dict(config.other)
        if config.trusted_folders:
            fields["trustedFolders"] = list(config.trusted_folders)
        if config.sandbox_onboarding_shown is not None:
            fields["sandboxOnboardingShown"] = config.sandbox_onboarding_shown
        await self._write("config.json", fields)

    async def _read(self, name: str) -> dict[str, JsonValue]:
        try:
            text = await self._file_system.read_file(f"{self._state_path}/{name}")
        except FileNotFoundError:
            return {}
        if len(text) > MAX_PERMISSION_FILE:
            raise ValueError(f"{name} is too large")
        try:
            fields: JsonValue = msgspec.json.decode(text)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise ValueError(f"{name} is no JSON") from error
        return dict(_mapping(fields, name))

    async def _write(self, name: str, fields: Mapping[str, JsonValue]) -> None:
        path = f"{self._state_path}/{name}"
        new = f"{path}.tmp.{secrets.token_hex(8)}"
        text = msgspec.json.format(msgspec.json.encode(fields), indent=2).decode()
        await self._file_system.mkdir(self._state_path, recursive=True, mode=0o700)
        await self._file_system.write_file(new, text, mode=0o600)
        await self._file_system.rename(new, path)


def location_key(path: str, conventions: Conventions = "posix") -> str:
    """Return the key under which ``permissions.json`` has a place.

    Lexical: the path itself without ``.``, ``..``, doubled and closing separators; neither the
    machine's files nor git are asked. A directory below another one is another place.

    Raises:
        InvalidOption: the path is not absolute.
    """
    flavour = ntpath if conventions == "windows" else posixpath
    if not flavour.isabs(path) or "\0" in path:
        raise InvalidOption("path", "expected an absolute path")
    normal: str = flavour.normpath(path)
    return normal[1:] if normal.startswith("//") else normal


def is_trusted(
    path: str, trusted_folders: Iterable[str], conventions: Conventions = "posix"
) -> bool:
    """Return whether a path is a trusted folder or below one. Lexical, as :func:`location_key`.

    Raises:
        InvalidOption: ``path`` is not absolute. Trusted folders that are not are passed over.
    """
    flavour = ntpath if conventions == "windows" else posixpath
    key = flavour.normcase(location_key(path, conventions))
    for folder in trusted_folders:
        if not flavour.isabs(folder):
            continue
        above = flavour.normcase(location_key(folder, conventions)).rstrip(flavour.sep)
        if key == above or key.startswith(above + flavour.sep):
            return True
    return False


def _mapping(value: JsonValue, name: str) -> Mapping[str, JsonValue]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ValueError(f"{name} is no object")  # noqa: TRY004 - about a file, not an argument
    return value


def _list(value: JsonValue, name: str) -> list[JsonValue]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise ValueError(f"{name} is no list")  # noqa: TRY004 - about a file, not an argument
    return value


def _texts(value: JsonValue, name: str) -> tuple[str, ...]:
    texts = tuple(item for item in _list(value, name) if isinstance(item, str))
    if len(texts) != len(_list(value, name)):
        raise ValueError(f"{name} has something that is no text")
    return texts
