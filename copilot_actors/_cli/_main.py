"""The ``copilot-actors`` command: a table of sub-commands, each imported only when it is run."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Final, Protocol, cast

import msgspec

_INTERRUPTED: Final = 130


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
    Command("demo", "kill the CLI in mid-turn and watch the session survive", "_command_demo"),
    Command("install-cli", "install GitHub's Copilot CLI", "_command_install_cli"),
    Command("pipeline", "batch work over sessions that survives crashes", "_command_pipeline"),
)
"""Every command. A new one is a module with ``configure`` and ``run``, and a line here."""


class _Formatter(argparse.RawDescriptionHelpFormatter):
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
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(arguments)
    except SystemExit as exc:
        return exc.code if isinstance(exc.code, int) else int(exc.code is not None)
    except KeyboardInterrupt:
        # On a line of its own, whatever status line was being shown.
        print("\ninterrupted" if sys.stderr.isatty() else "interrupted", file=sys.stderr)
        return _INTERRUPTED
    except BrokenPipeError:
        # The reader has left (`| head`). The interpreter would complain again at exit, when it
        # flushes, so standard output leads nowhere from here on.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1


def _run(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="copilot-actors",
        description="Supervised actors that keep GitHub Copilot CLI conversations alive.",
        epilog="exit codes: 0 done, 2 wrong arguments; others: copilot-actors COMMAND --help",
        formatter_class=_Formatter,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and exit")
    subparsers = parser.add_subparsers(metavar="COMMAND", dest="command")
    # No option of the top level takes a value, so this is the command if there is one.
    chosen = next((argument for argument in arguments if not argument.startswith("-")), None)
    module: CommandModule | None = None
    for command in COMMANDS:
        sub = subparsers.add_parser(
            command.name,
            help=command.summary,
            formatter_class=_Formatter,
        )
        if command.name == chosen:
            module = command.load()
            module.configure(sub)
    parsed = parser.parse_args(arguments)
    if module is None:
        parser.print_help(sys.stderr)
        return 2
    return module.run(parsed)
