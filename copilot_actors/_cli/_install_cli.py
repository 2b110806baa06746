"""Installs the Copilot CLI into the user's cache: download, verify, unpack, move into place."""

from __future__ import annotations

import errno
import os
import re
import shutil
import tarfile
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final, Literal, TypeAlias

import msgspec

from ._cli_platform import CliPackage, cli_package
from ._file_lock import exclusive, exclusive_if_free
from ._install_errors import BadPackageError, CacheError, VersionNotFoundError
from ._npm_config import NpmConfig
from ._npm_registry import RegistryClient

DEFAULT_CLI_VERSION: Final = "1.0.102"
"""The version that this library is tested with."""
RECEIPT: Final = "install.json"
_STAGING_PREFIX: Final = ".staging-"
_LOCK: Final = ".lock"
_LICENCE: Final = "LICENSE.md"
# What the look-up at run time (transport._locate) takes for a version; also a safe folder name.
_VERSION: Final = re.compile(r"[0-9]{1,9}\.[0-9]{1,9}\.[0-9]{1,9}(-[0-9A-Za-z.-]{1,64})?")
_TAG: Final = re.compile(r"[A-Za-z][0-9A-Za-z._-]{0,63}")
_MAX_PROGRAM: Final = 2 * 1024 * 1024 * 1024
_COPY_SIZE: Final = 1024 * 1024
# Without locks a running installation cannot be told from a dead one but by its age.
_STALE_AFTER: Final = 24 * 3600.0

Stage: TypeAlias = Literal["waiting", "resolving", "downloading", "retrying", "unpacking"]


class Progress(msgspec.Struct, frozen=True):
    """How far an installation is.

    Attributes:
        stage: ``"waiting"`` for another process that installs, ``"resolving"`` the version,
            ``"downloading"``, ``"retrying"`` after a fault on the way, ``"unpacking"``.
        done: bytes done in this stage.
        total: bytes of this stage, or ``None`` when that is not known.
        detail: the package and version, or the reason for the retry.
    """

    stage: Stage
    done: int = 0
    total: int | None = None
    detail: str = ""


class Installed(msgspec.Struct, frozen=True, kw_only=True):
    """An installed CLI.

    Attributes:
        version: the exact version.
        path: the program.
        already: whether it was there before.
        integrity: the verified hash of its package.
        package: name of its package.
        seconds: how long the installation took.
    """

    version: str
    path: str
    already: bool
    integrity: str
    package: str
    seconds: float


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """What is recorded beside the program."""

    version: str
    package: str
    integrity: str
    size: int


ProgressCallback: TypeAlias = Callable[[Progress], None]


def install_cli(
    version: str = DEFAULT_CLI_VERSION,
    *,
    cache_dir: Path,
    force: bool = False,
    package: CliPackage | None = None,
    load_config: Callable[[], NpmConfig] = NpmConfig.load,
    on_progress: ProgressCallback = lambda _: None,
    sleep: Callable[[float], None] = time.sleep,
) -> Installed:
    """Install the Copilot CLI as ``<cache_dir>/<version>/copilot``, unless it is there.

    The platform package comes from the npm registry that the user has configured, and is verified
    by the strongest hash that the registry announces (sha512 as a rule; sha384 and sha256 are
    taken too) before anything is unpacked. The program appears whole or not at all: it
    is prepared in a folder beside and renamed into place. Two processes may install at once:
    the second waits, then finds it installed. What a killed process left is removed by the next
    one. Blocks; an interrupt (``KeyboardInterrupt``) leaves nothing behind.

    Args:
        version: an exact version or a tag such as ``"latest"``.
        cache_dir: folder of all installed versions.
        force: install again, over what is there; running CLIs are not disturbed.
        package: the platform package; that of this system if ``None``.
        load_config: reads npm's configuration, when it is needed.
        on_progress: called at each stage and for each piece of the download.
        sleep: waits some seconds, before a retry.

    Raises:
        InstallError: one of its subclasses says what went wrong and what to do.
    """
    began = time.monotonic()
    package = cli_package() if package is None else package
    if not _VERSION.fullmatch(version) and not _TAG.fullmatch(version):
        raise VersionNotFoundError(
            f"{version!r} is neither a version such as {DEFAULT_CLI_VERSION} nor a tag",
            package=package.name,
            version=version,
        )
    if not force and (found := find_installed(cache_dir, version, package, began)):
        _remove_leftovers_if_idle(cache_dir)
        return found
    config = load_config()
    try:
        cache_dir.mkdir(parents=True, exist_ok=True)
        # Without a lock the rename alone decides between two processes.
        with exclusive(cache_dir / _LOCK, lambda: on_progress(Progress("waiting"))) as locked:
            _remove_leftovers(cache_dir, locked=locked)
            if not force and (found := find_installed(cache_dir, version, package, began)):
                return found
            return _install(
                version,
                cache_dir,
                package,
                config,
                force=force,
                on_progress=on_progress,
                sleep=sleep,
                began=began,
            )
    except OSError as exc:
        raise _cache_error(cache_dir, exc) from exc


def find_installed(
    cache_dir: Path, version: str, package: CliPackage, began: float | None = None
) -> Installed | None:
    """Return the complete installation of exactly ``version``, or ``None``."""
    began = time.monotonic() if began is None else began
    folder = cache_dir / version
    program = folder / package.program
    try:
        receipt = msgspec.json.decode((folder / RECEIPT).read_bytes(), type=Receipt)
        intact = program.stat().st_size == receipt.size and os.access(program, os.X_OK)
    except (OSError, msgspec.DecodeError):
        return None
    if not intact or receipt.version != version:
        return None
    return Installed(
        version=version,
        path=str(program),
        already=True,
        integrity=receipt.integrity,
        package=receipt.package,
        seconds=time.monotonic() - began,
    )


def _install(
    wanted: str,
    cache_dir: Path,
    package: CliPackage,
    config: NpmConfig,
    *,
    force: bool,
    on_progress: ProgressCallback,
    sleep: Callable[[float], None],
    began: float,
) -> Installed:
    on_progress(Progress("resolving", detail=f"{package.name}@{wanted}"))
    with RegistryClient(
        config,
        package.name,
        on_retry=lambda reason: on_progress(Progress("retrying", detail=reason)),
        sleep=sleep,
    ) as registry:
        version, dist = registry.find(wanted)
        if not _VERSION.fullmatch(version):
            raise BadPackageError(f"the registry names an impossible version {version!r}")
        if version != wanted and not force:
            found = find_installed(cache_dir, version, package, began)
            if found is not None:
                return found
        detail = f"{package.name}@{version}"
        with _staging(cache_dir) as staging:
            with (staging / "package.tgz").open("w+b") as archive:
                integrity = registry.download(
                    dist,
                    archive,
                    lambda done, total: on_progress(Progress("downloading", done, total, detail)),
                )
                archive.seek(0)
                ready = staging / "ready"
                ready.mkdir()
                size = _unpack(archive, package, ready, on_progress, detail)
            receipt = Receipt(version=version, package=package.name, integrity=integrity, size=size)
            (ready / RECEIPT).write_bytes(msgspec.json.encode(receipt))
            _move(ready, cache_dir / version, package)
    return Installed(
        version=version,
        path=str(cache_dir / version / package.program),
        already=False,
        integrity=integrity,
        package=package.name,
        seconds=time.monotonic() - began,
    )


def _unpack(
    archive: BinaryIO,
    package: CliPackage,
    target: Path,
    on_progress: ProgressCallback,
    detail: str,
) -> int:
    """Write the program and the licence to ``target`` under fixed names; return its size.

    Names in the archive are only compared, never used as paths, and only regular files count.
    """
    size = 0
    try:
        with tarfile.open(fileobj=archive, mode="r:gz") as tar:
            for member in tar:
                # npm packs everything below one folder, whose name does not matter.
                folder, _, name = member.name.partition("/")
                wanted = folder and name in (package.program, _LICENCE)
                if not wanted or not member.isreg():
                    continue
                if member.size > _MAX_PROGRAM:
                    raise BadPackageError(f"{name} in the package is over {_MAX_PROGRAM} bytes")
                source = tar.extractfile(member)
                if source is None or (target / name).exists():
                    continue
                done = 0
                with (target / name).open("xb") as file:
                    while chunk := source.read(_COPY_SIZE):
                        file.write(chunk)
                        done += len(chunk)
                        if name == package.program:
                            on_progress(Progress("unpacking", done, member.size, detail))
                    file.flush()
                    os.fsync(file.fileno())
                if name == package.program:
                    size = done
                    (target / name).chmod(0o755)
    except (tarfile.TarError, EOFError, zlib.error, OSError) as exc:
        # gzip reports a damaged file as an OSError without a number; the rest are the disk's.
        if isinstance(exc, OSError) and exc.errno is not None:
            raise
        raise BadPackageError(f"the package is damaged: {exc}") from exc
    if not size:
        raise BadPackageError(
            f"the package {package.name} holds no program {package.program!r}",
            hint="choose another version with --version",
        )
    return size


def _move(ready: Path, target: Path, package: CliPackage) -> None:
    try:
        ready.rename(target)
    except OSError as exc:
        if exc.errno not in (errno.EEXIST, errno.ENOTEMPTY, errno.ENOTDIR, errno.EACCES):
            raise
    else:
        return
    # Something is there: each file is replaced in one step, the program last but for the
    # receipt, without which it does not count as installed.
    if not target.is_dir():
        target.unlink()
    target.mkdir(exist_ok=True)
    with suppress(FileNotFoundError):
        (target / RECEIPT).unlink()
    for name in (_LICENCE, package.program, RECEIPT):
        if (ready / name).exists():
            (ready / name).replace(target / name)


@contextmanager
def _staging(cache_dir: Path) -> Iterator[Path]:
    staging = Path(tempfile.mkdtemp(prefix=_STAGING_PREFIX, dir=cache_dir))
    try:
        yield staging
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _remove_leftovers(cache_dir: Path, *, locked: bool) -> None:
    for folder in cache_dir.glob(_STAGING_PREFIX + "*"):
        with suppress(OSError):
            if locked or time.time() - folder.stat().st_mtime > _STALE_AFTER:
                shutil.rmtree(folder, ignore_errors=True)


def _remove_leftovers_if_idle(cache_dir: Path) -> None:
    if any(cache_dir.glob(_STAGING_PREFIX + "*")):
        with suppress(OSError), exclusive_if_free(cache_dir / _LOCK) as locked:
            if locked:
                _remove_leftovers(cache_dir, locked=True)


def _cache_error(cache_dir: Path, error: OSError) -> CacheError:
    reason = error.strerror or str(error)
    hint = "correct its permissions, or set XDG_CACHE_HOME to a writable directory"
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        hint = "free some space: the installation needs about 400 MB for a moment, 200 MB for good"
    return CacheError(f"{cache_dir} cannot be written: {reason}", path=cache_dir, hint=hint)
