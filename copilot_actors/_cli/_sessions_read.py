"""``sessions list``, ``show`` and ``export``: what only reads."""

from __future__ import annotations

import argparse
import datetime as dt
import functools
import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Final

import msgspec
from msgspec import UNSET

import copilot_actors as ca

from ._client_arguments import client_options, store_path
from ._tables import age_text, size_text, table
from ._terminal import Terminal, printable, stderr, stdout
from ._usage import run_async

_HEADINGS: Final = ("ID", "USED", "WHERE", "TITLE")


class ListedSession(msgspec.Struct, frozen=True, kw_only=True):
    """One session of ``sessions list --json``; times are ISO 8601, ``None`` is not known."""

    session_id: str
    title: str | None = None
    start_time: dt.datetime | None = None
    modified_time: dt.datetime | None = None
    cwd: str | None = None
    git_root: str | None = None
    repository: str | None = None
    branch: str | None = None
    tenant: str | None = None
    user: str | None = None
    task: str | None = None


def session_filter(arguments: argparse.Namespace, *, idle_for: float | None) -> ca.SessionFilter:
    """Return the filter that the command line asks for."""
    return ca.SessionFilter(
        cwd=_absolute(arguments.cwd),
        git_root=_absolute(arguments.git_root),
        repository=arguments.repository,
        branch=arguments.branch,
        tenant=UNSET if arguments.tenant is None else arguments.tenant,
        user=UNSET if arguments.user is None else arguments.user,
        task=UNSET if arguments.task is None else arguments.task,
        idle_for=idle_for,
    )


def _absolute(path: str | None) -> str | None:
    return None if path is None else os.path.abspath(path)  # noqa: PTH100 - links stay


# --- list -------------------------------------------------------------------------------------


def list_sessions(arguments: argparse.Namespace) -> int:
    """Print the sessions that fit: a table, or one document ``{"sessions": [...]}``."""
    wanted = session_filter(arguments, idle_for=arguments.idle_for)
    look = _from_files if arguments.offline else _from_cli
    return run_async(functools.partial(look, arguments, wanted))


async def _from_cli(arguments: argparse.Namespace, wanted: ca.SessionFilter) -> int:
    async with ca.open_client(client_options(arguments)) as client:
        summaries = await client.list_sessions(wanted)
    return _print_list(arguments, summaries)


async def _from_files(arguments: argparse.Namespace, wanted: ca.SessionFilter) -> int:
    store = ca.SessionStore(store_path(arguments))
    now = dt.datetime.now(dt.UTC)
    found: list[ca.SessionSummary] = []
    for session_id in await store.session_ids():
        stored = store.session(session_id)
        try:
            workspace = await stored.workspace()
            segments = await stored.segments()
        except ca.CopilotError as error:
            stderr().line(f"skipped {session_id}: {printable(str(error))}")
            continue
        if not segments:
            continue  # never prompted: the CLI does not list it either
        summary = ca.SessionSummary(
            session_id=session_id,
            name=_text(workspace.get("name")),
            start_time=_time(workspace.get("created_at")),
            modified_time=_modified(stored.path / "events.jsonl"),
            context={
                wire: value
                for wire, name in _WORKSPACE.items()
                if (value := workspace.get(name)) is not None
            },
        )
        places = wanted.wire_fields()
        context = summary.context or {}
        if all(context.get(name) == value for name, value in places.items()) and wanted.fits(
            summary, now
        ):
            found.append(summary)
    oldest = dt.datetime.min.replace(tzinfo=dt.UTC)
    found.sort(key=lambda one: one.modified_time or oldest, reverse=True)
    return _print_list(arguments, found)


_WORKSPACE: Final = {
    "cwd": "cwd",
    "gitRoot": "git_root",
    "repository": "repository",
    "branch": "branch",
}


def _print_list(arguments: argparse.Namespace, summaries: list[ca.SessionSummary]) -> int:
    listed = [_listed(one) for one in summaries[: arguments.limit]]
    out = stdout()
    if arguments.json:
        out.json({"sessions": listed})
        return 0
    if not listed:
        stderr().line("no sessions")
        return 0
    now = dt.datetime.now(dt.UTC)
    rows = [
        (one.session_id, age_text(one.modified_time, now), _where(one), one.title or "")
        for one in listed
    ]
    head, *lines = table(_HEADINGS, rows, width=out.width if out.interactive else None)
    out.line(out.styled(head, "bold"))
    for line in lines:
        out.line(line)
    return 0


def _listed(summary: ca.SessionSummary) -> ListedSession:
    owner, context = summary.owner, summary.context or {}
    return ListedSession(
        session_id=summary.session_id,
        title=summary.name or summary.summary,
        start_time=summary.start_time,
        modified_time=summary.modified_time,
        cwd=_text(context.get("cwd")),
        git_root=_text(context.get("gitRoot")),
        repository=_text(context.get("repository")),
        branch=_text(context.get("branch")),
        tenant=None if owner is None else owner.tenant,
        user=None if owner is None else owner.user,
        task=None if owner is None else owner.task,
    )


def _where(one: ListedSession) -> str:
    place = one.repository or one.cwd or ""
    return f"{place}@{one.branch}" if one.branch and place else place


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _time(value: object) -> dt.datetime | None:
    try:
        time = dt.datetime.fromisoformat(str(value))
    except ValueError:
        return None
    return time if time.tzinfo is not None else None


def _modified(path: Path) -> dt.datetime | None:
    try:
        return dt.datetime.fromtimestamp(path.stat().st_mtime, dt.UTC)
    except OSError:
        return None


# --- show -------------------------------------------------------------------------------------


class ShownSession(msgspec.Struct, frozen=True, kw_only=True):
    """What ``sessions show --json`` prints.

    Attributes:
        session_id: the session.
        path: its folder.
        workspace: what ``workspace.yaml`` says.
        size: bytes of all its files.
        events: records in its log.
        damage: what is wrong with the log; ``ok`` in it says whether anything is.
        in_use: pids of processes that seem to have it open.
        files: names of the files that it keeps.
        checkpoints: titles of its checkpoints.
        has_plan: whether it has a plan.
    """

    session_id: str
    path: str
    workspace: dict[str, object]
    size: int
    events: int
    damage: dict[str, object]
    in_use: tuple[int, ...]
    files: tuple[str, ...]
    checkpoints: tuple[str, ...]
    has_plan: bool


def show(arguments: argparse.Namespace) -> int:
    """Print all that the files tell of one session."""
    return run_async(functools.partial(_show, arguments))


async def _show(arguments: argparse.Namespace) -> int:
    stored = ca.SessionStore(store_path(arguments)).session(arguments.session_id)
    workspace = await stored.workspace()
    damage = await stored.damage()
    shown = ShownSession(
        session_id=stored.session_id,
        path=str(stored.path),
        workspace=dict(workspace),
        size=await stored.size(),
        events=sum(one.events for one in damage.segments),
        damage={"ok": damage.ok, **msgspec.to_builtins(damage)},
        in_use=await stored.in_use(),
        files=tuple(one.name for one in await stored.files()),
        checkpoints=tuple(one.title for one in await stored.checkpoints()),
        has_plan=await stored.plan() is not None,
    )
    out = stdout()
    if arguments.json:
        out.json(shown)
        return 0
    rows = [
        ("session", shown.session_id),
        ("title", str(workspace.get("name") or "")),
        ("folder", shown.path),
        ("directory", str(workspace.get("cwd") or "")),
        ("created", str(workspace.get("created_at") or "")),
        ("size", f"{size_text(shown.size)}, {shown.events} events"),
        ("damage", describe_damage(damage)),
        ("in use by", ", ".join(f"process {pid}" for pid in shown.in_use)),
        ("files", ", ".join(shown.files)),
        ("checkpoints", ", ".join(shown.checkpoints)),
    ]
    for name, value in rows:
        if value:
            out.line(f"{out.styled(f'{name:<12}', 'bold')}{printable(value)}")
    return 0


def describe_damage(damage: ca.DamageReport) -> str:
    """Return what is wrong with a log in one line."""
    found = [f"{name} is missing" for name in damage.missing_archives]
    for segment in damage.segments:
        counts = (
            (segment.invalid, "lines that are no records"),
            (segment.nul_bytes, "NUL bytes"),
            (segment.broken_parents, "broken links"),
        )
        found += [f"{segment.name}: {count} {what}" for count, what in counts if count]
        flags = (
            (segment.torn, "torn at its end"),
            (segment.start_moved, "its start was moved"),
            (segment.start_missing, "its start is missing"),
            (segment.session_starts > 1, "created more than once"),
        )
        found += [f"{segment.name}: {what}" for there, what in flags if there]
    return "; ".join(found) or "none"


# --- export -----------------------------------------------------------------------------------


def export(arguments: argparse.Namespace) -> int:
    """Write a session's history to a file or to standard output."""
    return run_async(functools.partial(_export, arguments))


async def _export(arguments: argparse.Namespace) -> int:
    stored = ca.SessionStore(store_path(arguments)).session(arguments.session_id)
    errors = stderr()
    with tempfile.TemporaryDirectory(prefix="copilot-actors-export-") as folder:
        target = Path(folder, "export") if arguments.output is None else Path(arguments.output)
        report = await stored.export(
            target,
            format=arguments.format,
            redact=None if arguments.no_redact else UNSET,
            gaps="skip" if arguments.skip_gaps else "raise",
        )
        if arguments.output is None and not arguments.json:
            _copy_out(target)
    if arguments.json:
        stdout().json({"session_id": stored.session_id, **_report(report, arguments.output)})
        return 0
    _say(report, errors, arguments.output)
    return 0


def _report(report: ca.ExportReport, output: str | None) -> dict[str, object]:
    fields: dict[str, object] = msgspec.to_builtins(report, enc_hook=str)
    return {**fields, "path": output}


def _copy_out(path: Path) -> None:
    sys.stdout.flush()
    with path.open("rb") as file:
        shutil.copyfileobj(file, sys.stdout.buffer)
    sys.stdout.flush()


def _say(report: ca.ExportReport, errors: Terminal, output: str | None) -> None:
    where = f" to {output}" if output else ""
    hidden = f", {report.redactions} secrets taken out" if report.redactions else ""
    errors.line(f"exported {report.events} events{where}{hidden}")
    if report.skipped_lines:
        errors.line(f"left out {report.skipped_lines} damaged lines")
    for name in report.gaps:
        errors.line(f"{name} is missing")
