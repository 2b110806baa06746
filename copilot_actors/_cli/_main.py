"""The ``copilot-actors`` command: a table of sub-commands, each imported only when it is run."""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import sys
from collections.abc import Sequence
from typing import Final, Protocol, cast

import msgspec

from copilot_actors._errors import CopilotError

from ._exit_codes import INTERRUPTED, READER_LEFT, STORAGE, USAGE, describe
from ._terminal import open_missing_streams
from ._usage import SignalReceived, report


class CommandModule(Protocol):
    """What the module of a command offers."""

    def configure(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's description and options."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Run the command and return its exit code."""
        ...


class Command(msgspec.Struct, frozen=True):
    """One sub-command: its name, one line about it, and the module with the rest."""

    name: str
    summary: str
    module: str

    def load(self) -> CommandModule:
        """Import the module."""
        package = __name__.rpartition(".")[0]
        return cast("CommandModule", importlib.import_module(f".{self.module}", package))


COMMANDS: Final = (
    Command("chat", "talk to the model in the terminal", "_command_chat"),
    Command("run", "send one prompt and print the answer", "_command_run"),
    Command("sessions", "list, show, delete, prune, export, recover sessions", "_command_sessions"),
    Command("doctor", "check the CLI, the sign-in, the storage; say what to do", "_command_doctor"),
    Command("demo", "kill the CLI in mid-turn and watch the session survive", "_command_demo"),
    Command("install-cli", "install GitHub's Copilot CLI", "_command_install_cli"),
    Command("completion", "print the completion of a shell", "_command_completion"),
    Command("pipeline", "batch work over sessions that survives crashes", "_command_pipeline"),
    Command("serve", "serve sessions over WebSocket, as a daemon", "_command_serve"),
    Command("ps", "list the sessions of a running daemon", "_command_ps"),
    Command("tree", "show the supervision tree of a running daemon", "_command_tree"),
    Command("tail", "show the events of a session of a running daemon", "_command_tail"),
)
"""Every command. A new one is a module with ``configure`` and ``run``, and a line here."""

_EPILOG: Final = (
    """\
examples:
  copilot-actors doctor
  copilot-actors run "What is wrong here?" --attach error.log
  copilot-actors chat --resume my-session
  copilot-actors COMMAND --help

"""
    + describe()
    + """\

environment:
  COPILOT_CLI_PATH  the Copilot CLI to run, if --cli does not say
  COPILOT_HOME      where the sessions are, if --home does not say
  NO_COLOR          no colours; FORCE_COLOR: colours although there is no terminal
"""
)


_SILENT: Final = logging.NullHandler()


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Keeps the lines of descriptions, and gives option names room."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28, width=100)


class _Version(argparse.Action):
    """Prints the version; looking it up is too slow to do it for every command."""

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,  # noqa: ARG002
        values: object,  # noqa: ARG002
        option_string: str | None = None,  # noqa: ARG002
    ) -> None:
        from importlib.metadata import version  # noqa: PLC0415

        print(f"{parser.prog} {version('copilot-actors')}")
        parser.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code; never raises for a wrong command line.

    Args:
        argv: the arguments without the program's name; those of the process if ``None``.
    """
    open_missing_streams()
    # Commands say themselves what happens; the library's log would only interrupt them.
    logging.getLogger("copilot_actors").addHandler(_SILENT)
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(arguments)
    except SystemExit as exc:
        return exc.code if isinstance(exc.code, int) else int(exc.code is not None)
    except KeyboardInterrupt:
        return _interrupted()
    except SignalReceived as signal:
        code = 128 + signal.number
        return _interrupted() if code == INTERRUPTED else code
    except BrokenPipeError:
        # The reader has left (`| head`). The interpreter would complain again at exit, when it
        # flushes, so standard output leads nowhere from here on.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return READER_LEFT
    except OSError as error:
        # Most of all: the disk behind standard output is full.
        where = f"{error.filename}: " if error.filename else ""
        print(f"error: {where}{error.strerror or error}", file=sys.stderr)
        return STORAGE


def build_parser(*, chosen: str | None = None) -> argparse.ArgumentParser:
    """Return the parser of the command line.

    Args:
        chosen: the only command whose options are in it, since loading one costs time; ``"*"``
            loads all.
    """
    parser = argparse.ArgumentParser(
        prog="copilot-actors",
        description="Supervised actors that keep GitHub Copilot CLI conversations alive.",
        epilog=_EPILOG,
        formatter_class=Formatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    subparsers = parser.add_subparsers(metavar="COMMAND", dest="command")
    for command in COMMANDS:
        sub = subparsers.add_parser(
            command.name,
            help=command.summary,
            formatter_class=Formatter,
        )
        if chosen in {command.name, "*"}:
            module = command.load()
            module.configure(sub)
            sub.set_defaults(run_command=module.run)
    return parser


def _run(arguments: list[str]) -> int:
    # No option of the top level takes a value, so this is the command if there is one.
    chosen = next((argument for argument in arguments if not argument.startswith("-")), None)
    parser = build_parser(chosen=chosen)
    parsed = parser.parse_args(arguments)
    if parsed.command is None:
        parser.print_help(sys.stderr)
        return USAGE
    try:
        code: int = parsed.run_command(parsed)
    except CopilotError as error:
        as_json = getattr(parsed, "json", False) or getattr(parsed, "events", False)
        return report(error, as_json=as_json)
    return code


def _interrupted() -> int:
    # On a line of its own, whatever status line was being shown.
    print("\ninterrupted" if sys.stderr.isatty() else "interrupted", file=sys.stderr)
    return INTERRUPTED
