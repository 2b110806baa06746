"""The exit codes of all commands: one table, which ``--help`` and the documentation show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

import copilot_actors as ca

OK: Final = 0
FAILED: Final = 1
USAGE: Final = 2
UNREACHABLE: Final = 3
NOT_FOUND: Final = 4
DAMAGED: Final = 5
STORAGE: Final = 6
TIMEOUT: Final = 7
IN_USE: Final = 8
HANGUP: Final = 129
INTERRUPTED: Final = 130
READER_LEFT: Final = 141
TERMINATED: Final = 143


class ExitCode(msgspec.Struct, frozen=True):
    """One exit code and what it tells the caller of a command."""

    code: int
    meaning: str


EXIT_CODES: Final = (
    ExitCode(OK, "done"),
    ExitCode(FAILED, "failed: the turn, a check of doctor, or something unforeseen"),
    ExitCode(USAGE, "wrong arguments or settings; nothing was done"),
    ExitCode(UNREACHABLE, "no CLI, no server or no registry, or it does not start or refuses"),
    ExitCode(NOT_FOUND, "no such session or version"),
    ExitCode(DAMAGED, "the session's log or the download is damaged"),
    ExitCode(STORAGE, "a file or folder cannot be read or written, or the disk is full"),
    ExitCode(TIMEOUT, "a time limit passed"),
    ExitCode(IN_USE, "somebody else has the session open, or its id is taken"),
    ExitCode(HANGUP, "the terminal was closed (SIGHUP)"),
    ExitCode(INTERRUPTED, "interrupted (Ctrl-C, SIGINT)"),
    ExitCode(READER_LEFT, "the reader of the output has left (| head)"),
    ExitCode(TERMINATED, "ended by SIGTERM"),
)
"""Every exit code. Those from 129 on are 128 and the number of a signal, as shells have it."""

_OF_ERRORS: Final[Sequence[tuple[tuple[type[BaseException], ...], int]]] = (
    ((ca.InvalidRequest,), USAGE),
    ((ca.ConnectionFault,), UNREACHABLE),
    ((ca.SessionNotFound,), NOT_FOUND),
    ((ca.TranscriptDamaged, ca.SessionUnresumable, ca.HistoryGap), DAMAGED),
    ((ca.SessionInUse, ca.SessionAlreadyExists, ca.SessionBusy), IN_USE),
    ((ca.StoreError, ca.LedgerError, ca.LeaseUnavailable), STORAGE),
    ((ca.TurnTimeout, ca.TurnStalled, ca.RpcTimeout), TIMEOUT),
)
"""The first line that has the error's class or a base of it decides."""

_HINTS: Final[Sequence[tuple[type[BaseException], str]]] = (
    (ca.SessionNotFound, "see the ids with: copilot-actors sessions list"),
    (ca.SessionInUse, "wait until it is closed there"),
    (ca.SessionAlreadyExists, "go on with it by --resume, or choose another id"),
    (ca.AuthenticationFailed, "name the variable that holds the server's token: --token-env NAME"),
    (ca.ConnectFailed, "see that the server runs and that the address of --connect is right"),
    (ca.TranscriptDamaged, "repair it with: copilot-actors sessions recover ID"),
    (ca.SessionUnresumable, "look at it with: copilot-actors sessions show ID"),
    (ca.TurnTimeout, "allow more time with --timeout"),
)


def exit_code_of(error: BaseException) -> int:
    """Return the exit code of a command that ended with ``error``."""
    return next((code for kinds, code in _OF_ERRORS if isinstance(error, kinds)), FAILED)


def hint_for(error: BaseException) -> str:
    """Return what the user can do about ``error``, or ``""`` where its message says it."""
    if isinstance(error, ca.TurnFailed) and error.error_type in {"authentication", "authorization"}:
        return "sign the CLI in, or give a provider of your own: --provider-url, --provider-key-env"
    return next((hint for kind, hint in _HINTS if isinstance(error, kind)), "")


def describe(codes: Sequence[int] | None = None) -> str:
    """Return the table as text for ``--help``; all of it, or some of the codes."""
    shown = [one for one in EXIT_CODES if codes is None or one.code in codes]
    return "exit codes:\n" + "".join(f"  {one.code:<4} {one.meaning}\n" for one in shown)
