"""``copilot-actors serve``."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
import trio

from copilot_actors import ConnectionFault, CopilotError

from ._daemon import Daemon
from ._log_lines import set_up_log
from ._serve_config import ConfigError, ServeConfig, load_config
from ._store_lock import StoreInUse, hold_store
from ._terminal import stderr, stdout

DESCRIPTION: Final = """\
Serves supervised sessions over WebSocket, as a daemon: for browsers, programs in other languages,
and clients of this library (open_client(cli=WebSocket(url, token))).

Without a file it listens on this machine only, at port 8765, without tokens. The file is TOML;
docs/gateway.md describes it. Tokens and keys are not in it: it names files and environment
variables that hold them.

signals:
  SIGTERM, SIGINT  let the turns under way finish, then end; a second one ends at once
  SIGHUP           read the file again; one that cannot be right changes nothing
  SIGUSR1          write the supervision tree to the log
"""
EXIT_CODES: Final = """\
exit codes:
  0    ended in good order
  1    turns had to be aborted at the end, or an unforeseen failure
  2    wrong arguments, or a configuration that cannot be right
  3    the CLI could not be started, or not be kept alive
  4    another daemon serves this store
  5    the address cannot be listened at, or the store not be written
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Describe the command."""
    parser.description = DESCRIPTION
    parser.epilog = EXIT_CODES
    parser.add_argument("--config", metavar="FILE", type=Path, help="the configuration")
    parser.add_argument("--host", metavar="ADDRESS", help="listen here instead")
    parser.add_argument("--port", metavar="N", type=int, help="listen there instead; 0: any")
    parser.add_argument(
        "--check", action="store_true", help="check the configuration and do nothing else"
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve until a signal says to stop."""
    try:
        config = _reader(arguments)()
        if arguments.check:
            config.ssl_context()
            stdout().line("the configuration can be used")
            return 0
        return _serve(config, _reader(arguments))
    except ConfigError as error:
        where = "" if arguments.config is None else f"{arguments.config}: "
        stderr().line(f"error: {where}{error}")
        return 2
    except StoreInUse as error:
        stderr().line(f"error: {error}")
        return 4
    except OSError as error:
        stderr().line(f"error: {error}")
        return 5


def _reader(arguments: argparse.Namespace) -> Callable[[], ServeConfig]:
    def read() -> ServeConfig:
        config = load_config(arguments.config, os.environ)
        changes = {n: getattr(arguments, n) for n in ("host", "port")}
        given = {name: value for name, value in changes.items() if value is not None}
        return msgspec.structs.replace(config, **given)

    return read


def _serve(config: ServeConfig, reload: Callable[[], ServeConfig]) -> int:
    set_up_log(config.log_format, config.log_level)
    with hold_store(config.home) as lock:
        try:
            report = trio.run(Daemon(config, reload, lock).run)
        except ConnectionFault as fault:
            stderr().line(f"error: {fault}")
            return 3
        except CopilotError as error:
            stderr().line(f"error: {error}")
            return 2
    return 0 if report.clean else 1
