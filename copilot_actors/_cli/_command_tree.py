"""``copilot-actors tree``: the supervision tree of a running daemon."""

from __future__ import annotations

import argparse
import functools
import json

from ._gateway_peer import EXIT_CODES, add_daemon_options, open_peer
from ._looking import look
from ._terminal import stdout


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.description = "Shows the supervision tree of a running daemon, and its counters."
    parser.epilog = EXIT_CODES
    add_daemon_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """Show the tree."""
    return look(functools.partial(_show, arguments))


async def _show(arguments: argparse.Namespace) -> None:
    async with open_peer(arguments) as peer:
        tree = (await peer.call("gateway.tree", {})).get("tree")
        counters = await peer.call("gateway.statistics", {})
    if arguments.json:
        stdout().line(json.dumps({"tree": tree, "statistics": counters}))
        return
    stdout().line(str(tree))
    for part, values in counters.items():
        counted = values.items() if isinstance(values, dict) else ()
        shown = [f"{name}={value}" for name, value in counted if value not in (0, None)]
        stdout().line(f"{part}: {' '.join(shown) or 'nothing counted'}")
