"""What ``doctor`` looks at: each check returns lines that are ok, a warning or a failure."""

from __future__ import annotations

import contextlib
import os
import platform
import re
import shutil
import sys
import tempfile
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec
import trio

import copilot_actors as ca
from copilot_actors.storage import _lease_records as leases
from copilot_actors.transport import find_cli, find_leftovers

from ._exit_codes import hint_for

Status: TypeAlias = Literal["ok", "warn", "fail"]
LOW_SPACE: Final = 1_000_000_000
NO_SPACE: Final = 50_000_000
ASK_SECONDS: Final = 45.0
"""The CLI itself tries a provider that does not answer several times."""
ASKED: Final = "Answer with the one word OK."
_RECEIPT: Final = "install.json"
_LOCK: Final = re.compile(r"inuse\.(\d+)\.lock")
_OLDEST_PYTHON: Final = (3, 11)


class Check(msgspec.Struct, frozen=True):
    """One line of the report.

    Attributes:
        name: what was looked at.
        status: ``"ok"``, ``"warn"`` (works, but look at it) or ``"fail"``.
        detail: what was found.
        hint: what to do about it; ``None`` if nothing.
    """

    name: str
    status: Status
    detail: str
    hint: str | None = None


class _Receipt(msgspec.Struct):
    """What ``install-cli`` noted down beside the program."""

    version: str
    size: int


def check_python() -> list[Check]:
    """Python and the libraries that everything stands on."""
    names = ("copilot-actors", "trio", "msgspec", "trio-websocket")
    found = []
    for name in names:
        with contextlib.suppress(PackageNotFoundError):
            found.append(f"{name} {version(name)}")
    status: Status = "ok" if sys.version_info >= _OLDEST_PYTHON else "fail"
    return [Check("python", status, f"{platform.python_version()}; {', '.join(found)}")]


def check_cli(cli: str | None, env: Mapping[str, str]) -> list[Check]:
    """Where the CLI is, and whether it is what was installed."""
    try:
        path = find_cli(cli, env)
    except ca.CliNotFound as error:
        hint = "install it: copilot-actors install-cli; or say where it is: --cli, COPILOT_CLI_PATH"
        return [Check("cli", "fail", "; ".join(error.searched), hint)]
    return [Check("cli", "ok", str(path)), _integrity(path)]


def _integrity(path: Path) -> Check:
    try:
        receipt = msgspec.json.decode(path.with_name(_RECEIPT).read_bytes(), type=_Receipt)
        size = path.stat().st_size
    except FileNotFoundError:
        return Check("integrity", "ok", "not installed by install-cli, so there is no record of it")
    except (OSError, msgspec.DecodeError) as error:
        return Check("integrity", "warn", f"its record cannot be read: {error}", _REINSTALL)
    if size != receipt.size:
        detail = f"the program has {size} bytes, {receipt.size} were installed"
        return Check("integrity", "fail", detail, _REINSTALL)
    return Check("integrity", "ok", f"complete, {receipt.version} as installed")


_REINSTALL: Final = "install it again: copilot-actors install-cli --force"


def check_storage(home: Path) -> list[Check]:
    """Whether sessions can be written, and whether there is room for them."""
    there = home
    while not there.exists() and there != there.parent:
        there = there.parent
    hint = f"make {home} writable, or choose another folder: --home, COPILOT_HOME"
    try:
        with tempfile.TemporaryFile(dir=there):
            pass
        free = shutil.disk_usage(there).free
    except OSError as error:
        return [Check("storage", "fail", f"{home}: {error.strerror or error}", hint)]
    detail = f"{home} is writable" if there == home else f"{home} will be made"
    status: Status = "fail" if free < NO_SPACE else "warn" if free < LOW_SPACE else "ok"
    space = f"{free / 1e9:.1f} GB free"
    room = "remove old sessions: copilot-actors sessions prune --idle-for 30d --dry-run"
    return [
        Check("storage", "ok", detail),
        Check("space", status, space, None if status == "ok" else room),
    ]


def check_locks(home: Path) -> list[Check]:
    """Leases and marks of owners that are gone, and processes that they left running."""
    checks = []
    held, stale = _leases(home / "copilot-actors" / "leases")
    marks = [mark for mark in (home / "session-state").glob("*/inuse.*.lock") if _is_stale(mark)]
    detail = f"{held} sessions open, {stale} leases and {len(marks)} marks of processes long gone"
    checks.append(Check("locks", "ok", detail))
    left = find_leftovers()
    if left:
        pids = ", ".join(str(one.pid) for one in left[:10])
        hint = f"end them: kill {pids.replace(',', '')}"
        checks.append(Check("processes", "warn", f"left by a program that is gone: {pids}", hint))
    else:
        checks.append(Check("processes", "ok", "none left by programs that are gone"))
    return checks


def _leases(folder: Path) -> tuple[int, int]:
    held = stale = 0
    with contextlib.suppress(OSError):
        for file in folder.iterdir():
            if file.name == leases.GUARD:
                continue
            try:
                holder = leases.find_holder(folder, file.name)
            except (OSError, leases.GuardBusy):
                continue
            held, stale = held + (holder is not None), stale + (holder is None)
    return held, stale


def _is_stale(mark: Path) -> bool:
    match = _LOCK.fullmatch(mark.name)
    if match is None:
        return False
    try:
        os.kill(int(match[1]), 0)
    except (ProcessLookupError, OverflowError):
        return True
    except OSError:
        return False
    return False


async def check_connection(
    client: ca.ClientOptions, session: ca.SessionOptions, *, ask: bool
) -> list[Check]:
    """Start the CLI, and look at its answers: handshake, sign-in, and a turn if that is wanted."""
    begun = trio.current_time()
    checks: list[Check] = []
    own_provider = session.provider is not msgspec.UNSET
    try:
        async with ca.open_client(client) as opened:
            status = await opened.get_status()
            seconds = trio.current_time() - begun
            detail = (
                f"CLI {opened.cli_version or status.get('version')}, protocol "
                f"{status.get('protocolVersion')}, ready in {seconds:.1f} s"
            )
            checks.append(Check("handshake", "ok", detail))
            checks.append(await _auth(opened, own_provider=own_provider))
            if ask:
                checks.append(await _model(opened, session))
    except ca.CopilotError as error:
        checks.append(
            Check("handshake", "fail", str(error), hint_for(error) or "see the message above")
        )
    return checks


async def _auth(client: ca.Client, *, own_provider: bool) -> Check:
    try:
        status = await client.get_auth_status()
    except ca.CopilotError as error:
        return Check("sign-in", "warn", str(error), "try again, or sign in: copilot login")
    if status.get("isAuthenticated") is True:
        login = status.get("login")
        return Check("sign-in", "ok", f"signed in{f' as {login}' if login else ''}")
    if own_provider:
        return Check("sign-in", "ok", "not signed in; your own provider answers")
    hint = "sign in: copilot login; or use a provider of your own: --provider-url"
    return Check("sign-in", "warn", str(status.get("statusMessage") or "not signed in"), hint)


async def _model(client: ca.Client, options: ca.SessionOptions) -> Check:
    begun = trio.current_time()
    try:
        session = await client.create_session(options, streaming=False)
        try:
            await session.send_and_wait(ASKED, timeout=ASK_SECONDS)
            model = session.model
        finally:
            with trio.move_on_after(10, shield=True), contextlib.suppress(ca.CopilotError):
                await client.delete_session(session.session_id)
    except ca.CopilotError as error:
        hint = hint_for(error) or "check the model's name, the network and the provider's address"
        return Check("model", "fail", str(error), hint)
    return Check("model", "ok", f"{model} answered in {trio.current_time() - begun:.1f} s")
