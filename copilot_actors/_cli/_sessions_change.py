"""``sessions delete``, ``prune`` and ``recover``: what changes the store, asked about first."""

from __future__ import annotations

import argparse
import functools
import sys
from typing import Final

import msgspec
import trio

import copilot_actors as ca

from ._client_arguments import client_options, session_options, store_path
from ._exit_codes import FAILED, NOT_FOUND, OK
from ._line_reader import LineReader
from ._sessions_read import describe_damage, session_filter
from ._tables import size_text, table
from ._terminal import Terminal, printable, stderr, stdout
from ._usage import UsageError, error_document, run_async

_PROGRESS_STEP: Final = 100


class Deleted(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one session: ``deleted``, ``would_delete``, ``not_found`` or ``failed``."""

    session_id: str
    outcome: str
    error: dict[str, object] | None = None


def delete(arguments: argparse.Namespace) -> int:
    """Delete sessions by their ids."""
    _check_confirmation(arguments)
    return run_async(functools.partial(_delete, arguments))


async def _delete(arguments: argparse.Namespace) -> int:
    ids = list(dict.fromkeys(arguments.session_ids))
    code = OK
    done: list[Deleted] = []
    async with ca.open_client(client_options(arguments)) as client:
        there = {one: await client.get_session_metadata(one) is not None for one in ids}
        known = [one for one in ids if there[one]]
        dry = arguments.dry_run
        if known and not dry and not await _confirmed(arguments, f"delete {_named(known)}"):
            return FAILED
        for one in ids:
            outcome, error = "would_delete" if dry else "deleted", None
            if not there[one]:
                outcome, code = "not_found", NOT_FOUND
            elif not dry:
                try:
                    await client.delete_session(one)
                except ca.CopilotError as failure:
                    outcome, code = "failed", FAILED
                    error = error_document(failure, FAILED)
            done.append(Deleted(session_id=one, outcome=outcome, error=error))
    if arguments.json:
        stdout().json({"sessions": done})
        return code
    out, errors = stdout(), stderr()
    for result in done:
        words = result.outcome.replace("_", " ")
        target = errors if result.outcome in {"not_found", "failed"} else out
        detail = f": {printable(str(result.error['message']))}" if result.error else ""
        target.line(f"{result.session_id}: {words}{detail}")
    return code


# --- prune ------------------------------------------------------------------------------------


def prune(arguments: argparse.Namespace) -> int:
    """Delete the sessions that were not used for a while."""
    _check_confirmation(arguments)
    wanted = session_filter(arguments, idle_for=None)
    return run_async(functools.partial(_prune, arguments, wanted))


async def _prune(arguments: argparse.Namespace, wanted: ca.SessionFilter) -> int:
    errors = stderr()
    async with ca.open_client(client_options(arguments)) as client:
        prune_them = functools.partial(
            client.prune_sessions,
            arguments.idle_for,
            session_filter=wanted,
            exclude=arguments.exclude,
            on_progress=_Progress(errors),
        )
        dry = arguments.dry_run
        if not dry and not arguments.yes:
            plan = await prune_them(dry_run=True)
            if plan.would_delete and not await _confirmed(
                arguments, f"delete {_named(plan.would_delete)}"
            ):
                return FAILED
        report = await prune_them(dry_run=dry)
    errors.status("")
    if arguments.json:
        stdout().json(_document(report))
    else:
        _print_report(report, errors)
    return FAILED if report.failed else OK


def _document(report: ca.PruneReport) -> dict[str, object]:
    sessions = [
        {
            "session_id": one.session_id,
            "outcome": one.outcome,
            "reason": one.reason,
            "modified_time": one.modified_time,
            "holder": None if one.holder is None else str(one.holder),
            "error": None if one.error is None else str(one.error),
            "freed_bytes": one.freed_bytes,
        }
        for one in report.sessions
    ]
    return {
        "dry_run": report.dry_run,
        "sessions": sessions,
        "deleted": len(report.deleted),
        "would_delete": len(report.would_delete),
        "kept": len(report.kept),
        "failed": len(report.failed),
        "freed_bytes": report.freed_bytes,
    }


def _print_report(report: ca.PruneReport, errors: Terminal) -> None:
    out = stdout()
    rows = [
        (
            one.session_id,
            one.outcome.replace("_", " "),
            str(one.error or one.holder or (one.reason or "").replace("_", " ")),
        )
        for one in report.sessions
        if one.reason != "used"
    ]
    if rows:
        for line in table(("ID", "OUTCOME", "WHY"), rows):
            out.line(line)
    gone = report.would_delete if report.dry_run else report.deleted
    verb = "would delete" if report.dry_run else "deleted"
    freed = f" ({size_text(report.freed_bytes)})" if report.freed_bytes else ""
    failed = f", failed {len(report.failed)}" if report.failed else ""
    errors.line(f"{verb} {len(gone)}{freed}, kept {len(report.kept)}{failed}")


class _Progress:
    """Shows how far a run is: a moving line on a terminal, else a line for each hundred."""

    def __init__(self, errors: Terminal) -> None:
        self._errors = errors

    def __call__(self, progress: ca.PruneProgress) -> None:
        text = f"{progress.done} of {progress.total} sessions"
        if self._errors.interactive:
            self._errors.status(text)
        elif progress.done % _PROGRESS_STEP == 0:
            self._errors.line(text)


# --- recover ----------------------------------------------------------------------------------


def recover(arguments: argparse.Namespace) -> int:
    """Bring a session to rest, repair its log, and see that it loads."""
    options = None if arguments.dry_run else session_options(arguments)
    return run_async(functools.partial(_recover, arguments, options))


async def _recover(arguments: argparse.Namespace, options: ca.SessionOptions | None) -> int:
    chosen = arguments.session_id
    found: ca.DamageReport | None = None
    if arguments.connect is None or options is None:
        stored = ca.SessionStore(store_path(arguments)).session(chosen)
        found = await stored.damage()
    damage = "" if found is None else describe_damage(found)
    repaired: object = None
    if options is not None:
        options = msgspec.structs.replace(options, allow_transcript_recovery=True)
        async with ca.open_client(client_options(arguments)) as client:
            await client.recover_session(chosen)
            async with await client.resume_session(chosen, options) as session:
                repaired = session.transcript_recovery
    if arguments.json:
        stdout().json(
            {
                "session_id": chosen,
                "loads": None if options is None else True,
                "damage": damage,
                "repaired": repaired,
            }
        )
        return OK
    out = stdout()
    if damage and (repaired or options is None):
        out.line(f"{chosen}: damage: {printable(damage)}")
    if options is not None:
        out.line(f"{chosen}: {'repaired, ' if repaired else ''}loads and is at rest")
    return OK


# --- Asking -----------------------------------------------------------------------------------


def _check_confirmation(arguments: argparse.Namespace) -> None:
    if not (arguments.yes or arguments.dry_run or _can_ask()):
        raise UsageError(
            "nobody can be asked without a terminal; nothing was deleted",
            hint="--dry-run shows what would be deleted, --yes deletes it",
        )


def _can_ask() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


async def _confirmed(arguments: argparse.Namespace, what: str) -> bool:
    if arguments.yes:
        return True
    errors = stderr()
    errors.text(f"{what}? [y/N] ")
    read = LineReader(sys.stdin.fileno()).line
    answer = await trio.to_thread.run_sync(read, abandon_on_cancel=True)
    if (answer or "").strip().lower() in {"y", "yes"}:
        return True
    errors.line("nothing was deleted")
    return False


def _named(ids: list[str] | tuple[str, ...]) -> str:
    return f"session {ids[0]}" if len(ids) == 1 else f"{len(ids)} sessions"
