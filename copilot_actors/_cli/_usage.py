"""How every command reports what went wrong, and what ends it."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

import trio

from copilot_actors._errors import CopilotError

from ._exit_codes import exit_code_of, hint_for
from ._terminal import printable, stderr, stdout

_SIGNALS: Final[Sequence[str]] = ("SIGINT", "SIGTERM", "SIGHUP")


def _signals() -> list[int]:
    """Those that end a command. One that the caller has ignored (``nohup``) stays ignored."""
    if threading.current_thread() is not threading.main_thread():
        return []
    known = [int(getattr(signal, name)) for name in _SIGNALS if hasattr(signal, name)]
    return [number for number in known if signal.getsignal(number) is not signal.SIG_IGN]


class UsageError(CopilotError):
    """The command line asks for what cannot be done; nothing was done. Exit code 2.

    Attributes:
        hint: what to do about it, or ``""``.
    """

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class SignalReceived(BaseException):
    """The command was ended by a signal, in good order. No ``Exception``: nothing handles it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def error_document(error: CopilotError, code: int) -> dict[str, object]:
    """Return what ``--json`` prints for an error: the same four fields for every command."""
    hint = error.hint if isinstance(error, UsageError) else hint_for(error)
    return {
        "error": type(error).__name__,
        "message": str(error),
        "hint": hint or None,
        "exit_code": code,
    }


def report(error: CopilotError, *, as_json: bool) -> int:
    """Print an error for a person, or as one JSON document, and return the exit code."""
    code = 2 if isinstance(error, UsageError) else exit_code_of(error)
    document = error_document(error, code)
    if as_json:
        stdout().json(document)
    else:
        errors = stderr()
        errors.line(f"{errors.styled('error:', 'red')} {printable(str(error))}")
        if document["hint"]:
            errors.line(f"{errors.styled('hint:', 'bold')} {document['hint']}")
    return code


def run_async(
    command: Callable[[], Awaitable[int]], *, on_interrupt: Callable[[], bool] | None = None
) -> int:
    """Run an async command to its end and return its exit code.

    A SIGINT, SIGTERM or SIGHUP cancels it, so that its client ends the CLI in good order; a
    second one during that ends this process at once (the CLI is not left behind).

    Args:
        command: the command.
        on_interrupt: called for SIGINT; ``True`` means that it was taken care of.

    Raises:
        SignalReceived: a signal ended the command.
        CopilotError: whatever the command raises, as it is.
    """
    return trio.run(_run, command, on_interrupt)


async def _run(
    command: Callable[[], Awaitable[int]], on_interrupt: Callable[[], bool] | None
) -> int:
    received: list[int] = []
    failure: Exception | None = None
    code = 0

    scope = trio.CancelScope()

    async def watch(numbers: list[int]) -> None:
        with trio.open_signal_receiver(*numbers) as arrivals:
            watching.set()
            async for number in arrivals:
                if number == signal.SIGINT and on_interrupt is not None and on_interrupt():
                    continue
                if received:
                    signal.signal(number, signal.SIG_DFL)
                    os.kill(os.getpid(), number)
                received.append(number)
                scope.cancel()

    watching = trio.Event()
    async with trio.open_nursery() as nursery:
        with scope:
            if numbers := _signals():
                nursery.start_soon(watch, numbers)
                await watching.wait()
            try:
                code = await command()
            except Exception as error:  # out of the nursery it would come in a group
                failure = error
        nursery.cancel_scope.cancel()
    if received and (scope.cancelled_caught or failure is not None):
        # What the cancelled command says of its end is that it was cancelled.
        raise SignalReceived(received[0]) from failure
    if failure is not None:
        raise failure
    return code
