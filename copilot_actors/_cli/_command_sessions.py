"""``copilot-actors sessions``: the sessions that are stored, and what becomes of them."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Final

from ._client_arguments import add_client_arguments, add_model_arguments, duration
from ._exit_codes import describe
from ._sessions_change import delete, prune, recover
from ._sessions_read import export, list_sessions, show

DESCRIPTION: Final = """\
Lists, shows, exports, recovers and deletes stored sessions. Only sessions that were prompted
are stored. list, delete, prune and recover ask the CLI (list --offline does not); show and
export read the files themselves, without a CLI, and never write to them.
"""
EPILOG: Final = f"""\
examples:
  copilot-actors sessions list --idle-for 30d
  copilot-actors sessions show my-session
  copilot-actors sessions export my-session --format markdown > talk.md
  copilot-actors sessions prune --idle-for 30d --dry-run
  copilot-actors sessions COMMAND --help

{describe()}"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its own commands."""
    parser.description = DESCRIPTION
    parser.epilog = EPILOG
    commands = parser.add_subparsers(metavar="COMMAND", dest="sessions_command", required=True)

    def add(
        name: str, summary: str, function: Callable[[argparse.Namespace], int], example: str
    ) -> argparse.ArgumentParser:
        sub = commands.add_parser(
            name,
            help=summary,
            description=summary[0].upper() + summary[1:] + ".",
            epilog=f"example:\n  copilot-actors sessions {example}\n\n{describe()}",
            formatter_class=parser.formatter_class,
        )
        sub.set_defaults(run_sessions=function)
        return sub

    sub = add("list", "list stored sessions, newest first", list_sessions, "list --user alice")
    _add_filters(sub)
    sub.add_argument("--idle-for", metavar="TIME", type=duration, help="not used for this long")
    sub.add_argument("--limit", metavar="N", type=_count, help="at most so many")
    sub.add_argument("--offline", action="store_true", help="read the files; start no CLI")
    _add_common(sub)

    sub = add("show", "show one session: folder, size, damage, files", show, "show my-session")
    sub.add_argument("session_id", metavar="ID")
    _add_common(sub)

    sub = add(
        "delete", "delete sessions and their data for good", delete, "delete my-session --yes"
    )
    sub.add_argument("session_ids", metavar="ID", nargs="+")
    _add_confirmation(sub)
    _add_common(sub)

    sub = add(
        "prune", "delete sessions that nobody used for a while", prune, "prune --idle-for 30d --yes"
    )
    sub.add_argument(
        "--idle-for",
        metavar="TIME",
        type=duration,
        required=True,
        help="since the last use, for instance 12h, 30d, 2w",
    )
    _add_filters(sub)
    sub.add_argument("--exclude", metavar="ID", action="append", default=[], help="keep this one")
    _add_confirmation(sub)
    _add_common(sub)

    sub = add(
        "export", "write the history into a file, without secrets", export, "export my-session"
    )
    sub.add_argument("session_id", metavar="ID")
    sub.add_argument(
        "--output", "-o", metavar="FILE", help="a new file; standard output without it"
    )
    sub.add_argument("--format", choices=("jsonl", "markdown"), default="jsonl")
    sub.add_argument("--no-redact", action="store_true", help="leave in what looks like a secret")
    sub.add_argument(
        "--skip-gaps", action="store_true", help="begin after an archive that is missing"
    )
    _add_common(sub)

    sub = add(
        "recover",
        "end what is left running of a session, repair its log, and see that it loads",
        recover,
        "recover my-session",
    )
    sub.add_argument("session_id", metavar="ID")
    sub.add_argument("--dry-run", action="store_true", help="only say what is damaged")
    add_model_arguments(sub)
    _add_common(sub)


def run(arguments: argparse.Namespace) -> int:
    """Run one of the commands."""
    code: int = arguments.run_sessions(arguments)
    return code


def _add_filters(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("which sessions (all that are given must fit)")
    group.add_argument("--cwd", metavar="DIR", help="working directory")
    group.add_argument("--git-root", metavar="DIR", help="root of the git repository")
    group.add_argument("--repository", metavar="OWNER/NAME")
    group.add_argument("--branch", metavar="NAME")
    group.add_argument("--tenant", metavar="NAME", help="whom the id names")
    group.add_argument("--user", metavar="NAME")
    group.add_argument("--task", metavar="NAME")


def _add_confirmation(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dry-run", action="store_true", help="say what would be deleted")
    parser.add_argument(
        "--yes", action="store_true", help="do not ask; needed where there is no terminal"
    )


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    add_client_arguments(parser)


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)
