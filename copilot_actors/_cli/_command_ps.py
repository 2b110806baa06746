"""``copilot-actors ps``: the sessions of a running daemon."""

from __future__ import annotations

import argparse
import functools
import json

from copilot_actors._errors import JsonValue

from ._gateway_peer import EXIT_CODES, add_daemon_options, open_peer
from ._looking import look
from ._terminal import stdout

_COLUMNS = ("sessionId", "state", "model", "peers", "questions")
_TITLES = ("SESSION", "STATE", "MODEL", "PEERS", "QUESTIONS")


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.description = (
        "Lists the open sessions of a running daemon: their state, the peers that are attached,\n"
        "and the questions that wait for an answer."
    )
    parser.epilog = EXIT_CODES
    add_daemon_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """List the sessions."""
    return look(functools.partial(_list, arguments))


async def _list(arguments: argparse.Namespace) -> None:
    async with open_peer(arguments) as peer:
        found = (await peer.call("gateway.sessions", {})).get("sessions")
    sessions = [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []
    if arguments.json:
        stdout().line(json.dumps(sessions))
        return
    rows = [_TITLES, *(tuple(_cell(item.get(name)) for name in _COLUMNS) for item in sessions)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_TITLES))]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        stdout().line("  ".join(cells).rstrip())


def _cell(value: JsonValue) -> str:
    return "-" if value is None else str(value)
