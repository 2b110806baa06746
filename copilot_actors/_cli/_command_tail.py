"""``copilot-actors tail``: the events of a session of a running daemon, as they come."""

from __future__ import annotations

import argparse
import functools
import json

from copilot_actors._errors import JsonValue

from ._gateway_peer import EXIT_CODES, GatewayPeer, add_daemon_options, open_peer
from ._looking import look
from ._terminal import stdout

_SHOWN = ("content", "deltaContent", "toolName", "question", "message")


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.description = (
        "Shows the events of a session of a running daemon as they come, until interrupted.\n"
        "It only looks: it answers no questions and changes nothing."
    )
    parser.epilog = EXIT_CODES
    parser.add_argument("session", metavar="SESSION", help="id of an open session")
    parser.add_argument("--history", action="store_true", help="begin with what happened before")
    parser.add_argument("--count", metavar="N", type=int, help="end after N events")
    add_daemon_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Show the events."""
    return look(functools.partial(_show, arguments))


async def _show(arguments: argparse.Namespace) -> None:
    async with open_peer(arguments) as peer:
        params: dict[str, JsonValue] = {"sessionId": arguments.session}
        if arguments.history:
            params["cursor"] = ""
        await peer.call("gateway.tail", params)
        await _print(arguments, peer)


async def _print(arguments: argparse.Namespace, peer: GatewayPeer) -> None:
    left: int | None = arguments.count
    async for params in peer.events():
        event = params.get("event")
        if not isinstance(event, dict):
            continue
        stdout().line(json.dumps(event) if arguments.json else _line(event))
        if left is not None:
            left -= 1
            if left <= 0:
                return


def _line(event: dict[str, JsonValue]) -> str:
    data = event.get("data")
    fields = data if isinstance(data, dict) else {}
    texts = [str(fields[name]) for name in _SHOWN if fields.get(name)]
    return "  ".join([str(event.get("timestamp")), str(event.get("type")), *map(repr, texts)])
