"""Gets the schemas: from the user's npm registry through a cache, or from an unpacked package."""

from __future__ import annotations

import hashlib
import importlib
import tarfile
import tempfile
from pathlib import Path
from typing import BinaryIO, Final

import msgspec

from copilot_actors._cli._npm_config import NpmConfig
from copilot_actors._cli._npm_registry import RegistryClient
from copilot_actors.transport._locate import cli_cache_dir

PACKAGE: Final = "@github/copilot-sdk-linux-x64"
API: Final = "api.schema.json"
EVENTS: Final = "session-events.schema.json"
_MAX_SCHEMA: Final = 64 * 1024 * 1024


class Schemas(msgspec.Struct, frozen=True, kw_only=True):
    """The two schema files of one version of the package.

    Attributes:
        version: of the package.
        integrity: hash of the package's tarball, as npm writes it.
        files: the text of each file, by its name.
    """

    version: str
    integrity: str
    files: dict[str, bytes]

    @property
    def sha256(self) -> dict[str, str]:
        """The hash of each file."""
        return {name: hashlib.sha256(text).hexdigest() for name, text in self.files.items()}


class Pin(msgspec.Struct, frozen=True):
    """What the generated files were last written from."""

    version: str
    integrity: str
    sha256: dict[str, str]


class PinError(Exception):
    """The package is not the one that was recorded."""


def pin() -> Pin | None:
    """What ``protocol._generated`` says of its source, or ``None`` when there is none yet."""
    try:
        recorded = importlib.import_module("copilot_actors.protocol._generated")
        return Pin(recorded.SCHEMA_VERSION, recorded.SCHEMA_INTEGRITY, recorded.SCHEMA_SHA256)
    except (ImportError, AttributeError):
        return None


def from_folder(folder: Path) -> Schemas:
    """Read an unpacked package. Its tarball's hash is known for the pinned version only.

    Raises:
        PinError: another version than the pinned one, or other files.
    """
    version = msgspec.json.decode((folder / "package.json").read_bytes())["version"]
    files = {name: (folder / "schemas" / name).read_bytes() for name in (API, EVENTS)}
    found = Schemas(version=version, integrity="", files=files)
    pinned = pin()
    if pinned is None or pinned.version != version or pinned.sha256 != found.sha256:
        raise PinError(f"{folder} is not the pinned version; use --version {version} instead")
    return msgspec.structs.replace(found, integrity=pinned.integrity)


def fetch(version: str | None) -> Schemas:
    """The schemas of a version (the pinned one if ``None``), from the cache or the registry.

    Raises:
        PinError: the pinned version has other contents than were recorded, or none is pinned.
        InstallError: the registry's answer, or why there is none.
    """
    pinned = pin()
    if version is None:
        if pinned is None:
            raise PinError("no version is pinned; name one with --version")
        version = pinned.version
        cached = _cached(pinned)
        if cached is not None:
            return cached
    with (
        RegistryClient(NpmConfig.load(), PACKAGE) as registry,
        tempfile.TemporaryFile() as archive,
    ):
        version, dist = registry.find(version)
        integrity = registry.download(dist, archive, lambda _done, _total: None)
        archive.seek(0)
        found = Schemas(version=version, integrity=integrity, files=_unpack(archive))
    if pinned is not None and pinned.version == version and pinned.integrity != integrity:
        raise PinError(f"{PACKAGE} {version} was {pinned.integrity}, and is {integrity} now")
    folder = _folder(version)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in found.files.items():
        (folder / name).write_bytes(text)
    return found


def _folder(version: str) -> Path:
    return cli_cache_dir().parent / "schemas" / version


def _cached(pinned: Pin) -> Schemas | None:
    """The files in the cache, if they are the recorded ones."""
    try:
        files = {name: (_folder(pinned.version) / name).read_bytes() for name in (API, EVENTS)}
    except OSError:
        return None
    found = Schemas(version=pinned.version, integrity=pinned.integrity, files=files)
    return found if found.sha256 == pinned.sha256 else None


def _unpack(archive: BinaryIO) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    with tarfile.open(fileobj=archive, mode="r:gz") as tar:
        for member in tar:
            _, _, name = member.name.partition("/schemas/")
            if name in (API, EVENTS) and member.isreg() and member.size <= _MAX_SCHEMA:
                source = tar.extractfile(member)
                if source is not None:
                    files[name] = source.read()
    if len(files) != len((API, EVENTS)):
        raise PinError(f"the package {PACKAGE} holds no schemas")
    return files
